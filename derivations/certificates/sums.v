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
Lemma kronecker_turned x y : kronecker x y = kronecker y x.
Proof. unfold kronecker. destruct (Req_EM_T x y), (Req_EM_T y x); congruence. Qed.
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
Ltac terms := unfold_functions; first [ some_terms
  | (unfold kronecker; repeat match goal with |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b) end;
     first [ some_terms | (exfalso; lra) | congruence ]) ].
Ltac total_signs := lazymatch goal with
  | |- ?a >= ?b => apply Rle_ge; total_signs
  | |- 0 <= total _ _ _ => apply total_positive; intros; first [ positive | total_signs ]
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; total_signs
  | |- _ => positive end.
