(* ---- finite sums ---- *)
Lemma total_ext f g a b : (forall i, (a <= i <= b)%nat -> f i = g i) -> total f a b = total g a b.
Proof. unfold total. intros H. assert (K : forall n c, (a <= c)%nat -> (c + n <= S b)%nat -> total_of f c n = total_of g c n).
  induction n as [|n IH]; intros c A B; [reflexivity|]. simpl. rewrite H by lia. now rewrite IH by lia.
  destruct (Nat.le_gt_cases a (S b)). apply K; lia. now replace (S b - a)%nat with 0%nat by lia. Qed.
Lemma total_of_plus f g c m : total_of (fun i => f i + g i) c m = total_of f c m + total_of g c m.
Proof. revert c. induction m as [|m IH]; intros c; simpl. ring. rewrite IH. ring. Qed.
Lemma total_plus f g a b : total (fun i => f i + g i) a b = total f a b + total g a b.
Proof. apply total_of_plus. Qed.
Lemma total_scale c f a b : total (fun i => c * f i) a b = c * total f a b.
Proof. unfold total. generalize (S b - a)%nat. intros n. revert a. induction n as [|n IH]; intros a; simpl. ring. rewrite IH. ring. Qed.
Lemma total_one a b : (a <= S b)%nat -> total (fun _ => 1) a b = INR b + 1 - INR a.
Proof. intros H. unfold total. rewrite <- S_INR, <- (minus_INR _ _ H). generalize (S b - a)%nat. intros n. revert a H.
  induction n as [|n IH]; intros a H. reflexivity. rewrite S_INR. simpl total_of. 
  assert (K : forall n c, total_of (fun _ => 1) c n = INR n). { induction n0 as [|m J]; intros c. reflexivity. rewrite S_INR. simpl. rewrite J. ring. }
  rewrite K. ring. Qed.
Lemma total_positive f a b : (forall i, (a <= i <= b)%nat -> 0 <= f i) -> 0 <= total f a b.
Proof. unfold total. intros H. assert (K : forall n c, (a <= c)%nat -> (c + n <= S b)%nat -> 0 <= total_of f c n).
  induction n as [|n IH]; intros c A B; simpl. lra. assert (0 <= f c) by (apply H; lia). assert (0 <= total_of f (S c) n) by (apply IH; lia). lra.
  destruct (Nat.le_gt_cases a (S b)). apply K; lia. replace (S b - a)%nat with 0%nat by lia. simpl. lra. Qed.
Lemma kronecker_same x : kronecker x x = 1.
Proof. unfold kronecker. now destruct (Req_EM_T x x). Qed.
Lemma kronecker_apart i k : i <> k -> kronecker (INR i) (INR k) = 0.
Proof. unfold kronecker. intros H. destruct (Req_EM_T (INR i) (INR k)) as [E|E]; auto. exfalso. now apply H, INR_eq. Qed.
Lemma total_sifted f i a b : (a <= i <= b)%nat -> total (fun k => kronecker (INR i) (INR k) * f k) a b = f i.
Proof. unfold total. intros H.
  assert (N : forall n c, (i < c)%nat -> total_of (fun k => kronecker (INR i) (INR k) * f k) c n = 0).
  { induction n as [|n IH]; intros c L; simpl. reflexivity. rewrite kronecker_apart by lia. rewrite IH by lia. ring. }
  assert (K : forall n c, (c <= i < c + n)%nat -> total_of (fun k => kronecker (INR i) (INR k) * f k) c n = f i).
  { induction n as [|n IH]; intros c L. lia. simpl. destruct (Nat.eq_dec i c) as [->|E].
    rewrite kronecker_same, N by lia. ring. rewrite kronecker_apart by lia. rewrite IH by lia. ring. }
  apply K. lia. Qed.
Lemma total_swapped (f : nat -> nat -> R) a b c d :
  total (fun i => total (fun k => f i k) c d) a b = total (fun k => total (fun i => f i k) a b) c d.
Proof. unfold total. generalize (S b - a)%nat (S d - c)%nat. intros n m. revert a. induction n as [|n IH]; intros a; simpl.
  revert c. induction m as [|m J]; intros c; simpl. reflexivity. rewrite <- J. ring.
  now rewrite IH, <- (total_of_plus (fun k => f a k) (fun k => total_of (fun i => f i k) (S a) n)). Qed.
(* sizes, from what is known of them as real numbers *)
Ltac size := repeat split; first [ lia | apply INR_le; rewrite ?plus_INR, ?mult_INR, ?S_INR; cbn [INR]; lra
  | apply INR_lt; rewrite ?plus_INR, ?mult_INR, ?S_INR; cbn [INR]; lra ].
Lemma turned_twice q : powerRZ (-1) q * powerRZ (-1) q = 1.
Proof. rewrite <- powerRZ_mult. replace ((-1) * (-1)) with 1 by ring. apply powerRZ_R1. Qed.
Ltac some_terms := first [ reflexivity | ring | (field; not_zeros) | lra
  | match goal with |- context [powerRZ (-1) ?q] => let T := fresh in assert (T := turned_twice q);
      first [ ring [T] | (field [T]; not_zeros) ] end ].
Ltac log_terms := repeat match goal with
  | |- context [ln ?a] => match goal with |- context [ln ?b] => lazymatch a with b => fail | _ =>
      replace (ln a) with (ln b) by (f_equal; field; not_zeros) end end end;
  repeat match goal with |- context [exp (- ln ?a)] => rewrite (exp_Ropp (ln a)), (exp_ln a) by positive end.
Ltac terms := unfold_functions; first [ some_terms | (progress log_terms; some_terms)
  | (unfold kronecker; repeat match goal with |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b) end;
     first [ some_terms | (exfalso; lra) | congruence ]) ].
Ltac size_after := first [ size | match goal with |- context [(?l - 1)%nat] => assert (1 <= l)%nat by size; first [ size | (apply INR_le; rewrite minus_INR by assumption; cbn [INR]; lra) ] end ].
Ltac in_range R := let A := fresh in let B := fresh in destruct R as [A B]; apply le_INR in A; apply le_INR in B;
  repeat first [ rewrite minus_INR in A by size_after | rewrite minus_INR in B by size_after ]; rewrite ?plus_INR, ?mult_INR in *; cbn [INR] in *; lra.

(* ---- counts of outcomes ---- *)
Definition mean_of (n : nat) (p : R) (f : nat -> R) : R := total (fun k => Binomial.C n k * p ^ k * (1 - p) ^ (n - k) * f k) 0 n.
Lemma total_sum f n : total f 0 n = sum_f_R0 f n.
Proof. unfold total. rewrite Nat.sub_0_r. assert (K : forall m c, total_of f c (S m) = total_of f c m + f (c + m)%nat).
  { induction m as [|m IH]; intros c. simpl. rewrite Nat.add_0_r. ring. change (total_of f c (S (S m))) with (f c + total_of f (S c) (S m)).
    rewrite IH. simpl. rewrite Nat.add_succ_r. ring. }
  induction n as [|n IH]. simpl. ring. now rewrite K, IH. Qed.
Lemma choose_none n : Binomial.C n 0 = 1.
Proof. unfold Binomial.C. rewrite Nat.sub_0_r. cbn [fact INR]. field. apply INR_fact_neq_0. Qed.
Lemma choose_all n : Binomial.C n n = 1.
Proof. unfold Binomial.C. rewrite Nat.sub_diag. cbn [fact INR]. field. apply INR_fact_neq_0. Qed.
Lemma mean_step n p f : mean_of (S n) p f = p * mean_of n p (fun k => f (S k)) + (1 - p) * mean_of n p f.
Proof. unfold mean_of. rewrite !total_sum. destruct n as [|m].
  { unfold Binomial.C. cbn. field. }
  rewrite decomp_sum by lia. set (F := fun k : nat => Binomial.C (S m) k * p ^ k * (1 - p) ^ (S m - k) * f k). rewrite (decomp_sum F) by lia.
  subst F. cbn [pred]. rewrite !tech5. cbv beta. rewrite !choose_none, !choose_all, !Nat.sub_diag, !Nat.sub_0_r.
  assert (E : sum_f_R0 (fun i => Binomial.C (S (S m)) (S i) * p ^ S i * (1 - p) ^ (S (S m) - S i) * f (S i)) m
    = p * sum_f_R0 (fun i => Binomial.C (S m) i * p ^ i * (1 - p) ^ (S m - i) * f (S i)) m
      + (1 - p) * sum_f_R0 (fun i => Binomial.C (S m) (S i) * p ^ S i * (1 - p) ^ (S m - S i) * f (S i)) m).
  { rewrite !scal_sum, <- plus_sum. apply sum_eq. intros i L. rewrite <- pascal by lia. replace (S (S m) - S i)%nat with (S m - i)%nat by lia.
    replace (S m - i)%nat with (S (S m - S i))%nat by lia. cbn [pow]. ring. }
  rewrite E. cbn [pow]. ring. Qed.
Lemma binomial_mean n p a b c d :
  total (fun k => Binomial.C n k * p ^ k * (1 - p) ^ (n - k) * (a + b * INR k + c * INR k ^ 2 + d * kronecker 0 (INR k))) 0 n
  = a + b * (INR n * p) + c * (INR n * p * (1 - p) + (INR n * p) ^ 2) + d * (1 - p) ^ n.
Proof. change (mean_of n p (fun k => a + b * INR k + c * INR k ^ 2 + d * kronecker 0 (INR k)) =
    a + b * (INR n * p) + c * (INR n * p * (1 - p) + (INR n * p) ^ 2) + d * (1 - p) ^ n).
  assert (K : forall n a b c, mean_of n p (fun k => a + b * INR k + c * INR k ^ 2) = a + b * (INR n * p) + c * (INR n * p * (1 - p) + (INR n * p) ^ 2)).
  { induction n0 as [|m IH]; intros u v w. unfold mean_of, total, Binomial.C. cbn. field.
    rewrite mean_step. rewrite IH. replace (mean_of m p (fun k => u + v * INR (S k) + w * INR (S k) ^ 2))
      with (mean_of m p (fun k => (u + v + w) + (v + 2 * w) * INR k + w * INR k ^ 2)).
    rewrite IH, S_INR. ring. unfold mean_of. apply total_ext. intros k _. rewrite S_INR. ring. }
  revert a b c. induction n as [|m IH]; intros a b c.
  { unfold mean_of, total, Binomial.C. cbn. rewrite kronecker_same. field. }
  rewrite mean_step, IH. replace (mean_of m p (fun k => a + b * INR (S k) + c * INR (S k) ^ 2 + d * kronecker 0 (INR (S k))))
    with (mean_of m p (fun k => (a + b + c) + (b + 2 * c) * INR k + c * INR k ^ 2)).
  rewrite K, S_INR. cbn [pow]. ring.
  unfold mean_of. apply total_ext. intros k _. replace (kronecker 0 (INR (S k))) with 0. rewrite S_INR. ring.
  symmetry. apply (kronecker_apart 0 (S k)). lia. Qed.

(* ---- powers whose exponents are natural numbers ---- *)
Lemma INR_powers b n : INR (b ^ n) = INR b ^ n.
Proof. apply pow_INR. Qed.

(* ---- equations between whole numbers, and bits of them ---- *)
Ltac written_numbers := repeat match goal with |- context [INR ?n] =>
  rewrite (INR_IZR_INZ n); let z := eval vm_compute in (Z.of_nat n) in change (Z.of_nat n) with z end.
