(* Matrices whose entries are independent normal numbers of mean zero and one variance, and means of what is linear in each place. *)
Require Import Reals Lra FunctionalExtensionality.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Kron Normal.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope R_scope with Re.
Definition drawn m n (v : R) (w : nat -> R) : 'M[R]_(m, n) := \matrix_(i, j) Rmult (sqrt v) (w (mxvec_index i j)).
Definition average m n (v : R) (F : 'M[R]_(m, n) -> R) (a : R) := mean (m * n)%N (fun w => F (drawn m n v w)) a.
Definition unit_at (k : nat) (s : R) (l : nat) : R := if k == l then s else R0.
Lemma form_zero N w : form N (fun _ => R0) w = R0.
Proof. by elim: N w => [//|N IH] w /=; rewrite IH Rmult_0_l Rplus_0_l. Qed.
Lemma form_unit N k s w : (k < N)%N -> form N (unit_at k s) w = Rmult s (w k).
Proof.
elim: N k w => [//|N IH] [|k] w h /=; rewrite /unit_at /=.
  by rewrite -/(form N _ _) form_zero Rplus_0_r.
by rewrite Rmult_0_l Rplus_0_l; apply: (IH k (fun i => w i.+1)).
Qed.
Lemma pairing_zero N c : pairing N (fun _ => R0) c = R0.
Proof. by elim: N c => [//|N IH] c /=; rewrite IH Rmult_0_l Rplus_0_l. Qed.
Lemma pairing_zero_r N c : pairing N c (fun _ => R0) = R0.
Proof. by elim: N c => [//|N IH] c /=; rewrite IH Rmult_0_r Rplus_0_l. Qed.
Lemma pairing_unit N k l s : (k < N)%N -> pairing N (unit_at k s) (unit_at l s) = if k == l then Rmult s s else R0.
Proof.
elim: N k l => [//|N IH] [|k] [|l] h /=; rewrite /unit_at /=.
- by rewrite pairing_zero Rplus_0_r.
- by rewrite pairing_zero Rmult_0_r Rplus_0_l.
- by rewrite Rmult_0_l Rplus_0_l; apply: pairing_zero_r.
- by rewrite Rmult_0_l Rplus_0_l; apply: (IH k l).
Qed.
Lemma scale_sum (J : finType) c (f : J -> R) : Rmult c (\sum_j f j) = \sum_j Rmult c (f j).
Proof. by apply: (big_morph (Rmult c)); [apply: Rmult_plus_distr_l | apply: Rmult_0_r]. Qed.
Ltac ring_of_numbers := lazymatch goal with |- @eq _ ?a ?b => change (@eq R a b) end; ring.
Section Drawn.
Variables (m n : nat) (v : R).
Hypothesis hv : (0 <= v)%Re.
Notation I := [finType of 'I_m * 'I_n].
Implicit Types F G : 'M[R]_(m, n) -> R.
Definition spot (p : I) : 'M[R]_(m, n) := delta_mx p.1 p.2.
Definition linear_map F := forall c A B, F (c *: A + B) = Rplus (Rmult c (F A)) (F B).
Lemma average_ext F G a b : (forall X, F X = G X) -> a = b -> @average m n v F a -> @average m n v G b.
Proof. by move=> h; apply: mean_ext. Qed.
Lemma average_const c : @average m n v (fun _ => c) c. Proof. exact: mean_const. Qed.
Lemma average_add F G a b : @average m n v F a -> @average m n v G b -> @average m n v (fun X => Rplus (F X) (G X)) (Rplus a b).
Proof. exact: mean_add. Qed.
Lemma average_scale c F a : @average m n v F a -> @average m n v (fun X => Rmult c (F X)) (Rmult c a).
Proof. exact: mean_scale. Qed.
Lemma average_sum (J : finType) (f : J -> 'M[R]_(m, n) -> R) (a : J -> R) :
  (forall j, @average m n v (f j) (a j)) -> @average m n v (fun X => \sum_j f j X) (\sum_j a j).
Proof.
move=> h; rewrite /index_enum; elim: (Finite.enum J) => [|j s IH].
  by rewrite big_nil; apply: average_ext (average_const R0) => // X; rewrite big_nil.
by rewrite big_cons; apply: average_ext (average_add (h j) IH) => // X; rewrite big_cons.
Qed.
Definition place (p : I) : nat := mxvec_index p.1 p.2.
Lemma place_less p : (place p < m * n)%N. Proof. exact: ltn_ord. Qed.
Lemma place_same p q : (place p == place q) = (p == q).
Proof.
apply/eqP/eqP => [|-> //]; case: p q => [i j] [k l] /ord_inj h.
have := pair_index i j; by rewrite h pair_index => -[-> ->].
Qed.
Definition unit_of p := unit_at (place p) (sqrt v).
Lemma entry_form p w : (drawn m n v w) p.1 p.2 = form (m * n)%N (unit_of p) w.
Proof. by rewrite mxE form_unit //; apply: place_less. Qed.
Lemma paired p q : pairing (m * n)%N (unit_of p) (unit_of q) = if p == q then v else R0.
Proof. by rewrite pairing_unit ?place_less // place_same sqrt_sqrt. Qed.
Lemma linear_spots F X : linear_map F -> F X = \sum_(p : I) Rmult (X p.1 p.2) (F (spot p)).
Proof.
move=> h; have f0 : F 0 = R0.
  by have := h R1 0 0; rewrite scaler0 addr0 Rmult_1_l; move: (F 0) => y e; lra.
rewrite {1}(matrix_sum_delta X) pair_bigA /=; elim/big_rec2: _ => [//|p a b _ <-]; exact: h.
Qed.
Lemma average_1 F : linear_map F -> @average m n v F R0.
Proof.
move=> h; apply: average_ext (average_sum (a := fun _ => R0) (f := fun p X => Rmult (F (spot p)) (X p.1 p.2)) _).
- by move=> X; rewrite [RHS](linear_spots X h); apply: eq_bigr => p _; apply: Rmult_comm.
- by rewrite big1.
move=> p; have k : @average m n v (fun X => X p.1 p.2) R0.
  by apply: mean_ext (proj1 (forms _) (unit_of p)) => // w; rewrite entry_form.
by have := average_scale (F (spot p)) k; rewrite Rmult_0_r.
Qed.
Definition pair (F : 'M[R]_(m, n) -> 'M[R]_(m, n) -> R) : R := \sum_(p : I) F (spot p) (spot p).
Lemma average_2 (F : 'M[R]_(m, n) -> 'M[R]_(m, n) -> R) : (forall A, linear_map (F A)) -> (forall B, linear_map (fun A => F A B)) ->
  @average m n v (fun X => F X X) (Rmult v (pair F)).
Proof.
move=> h1 h2; apply: average_ext (average_sum (a := fun p => Rmult v (F (spot p) (spot p))) (f := fun p X =>
  \sum_(q : I) Rmult (F (spot p) (spot q)) (Rmult (X p.1 p.2) (X q.1 q.2))) _).
- move=> X; rewrite [RHS](linear_spots X (h2 X)); apply: eq_bigr => p _.
  rewrite (linear_spots X (h1 (spot p))) scale_sum; apply: eq_bigr => q _; rewrite /GRing.mul /=; ring.
- by rewrite /pair scale_sum.
move=> p; apply: average_ext (average_sum (a := fun q => Rmult (F (spot p) (spot q)) (if p == q then v else R0)) (f := fun q X =>
  Rmult (F (spot p) (spot q)) (Rmult (X p.1 p.2) (X q.1 q.2))) _) => //.
  rewrite (bigD1 p) //= eqxx big1 => [|q /negPf hq]; last by rewrite eq_sym hq Rmult_0_r.
  by rewrite addr0 Rmult_comm.
move=> q; apply: average_scale; rewrite -paired.
by apply: mean_ext (proj1 (proj2 (forms _)) (unit_of p) (unit_of q)) => // w; rewrite !entry_form.
Qed.
Section Three.
Variable F : 'M[R]_(m, n) -> 'M[R]_(m, n) -> 'M[R]_(m, n) -> R.
Hypothesis h1 : forall B C, linear_map (fun A => F A B C).
Hypothesis h2 : forall A C, linear_map (fun B => F A B C).
Hypothesis h3 : forall A B, linear_map (fun C => F A B C).
Lemma average_3 : @average m n v (fun X => F X X X) R0.
Proof.
apply: average_ext (average_sum (a := fun _ : I => R0) (f := fun p X => \sum_(q : I) \sum_(r : I)
  Rmult (F (spot p) (spot q) (spot r)) (Rmult (Rmult (X p.1 p.2) (X q.1 q.2)) (X r.1 r.2))) _).
- move=> X; rewrite [RHS](linear_spots X (h1 X X)); apply: eq_bigr => p _.
  rewrite (linear_spots X (h2 (spot p) X)) scale_sum; apply: eq_bigr => q _.
  rewrite (linear_spots X (h3 (spot p) (spot q))) !scale_sum; apply: eq_bigr => r _.
  by move: (F _ _ _) (X p.1 p.2) (X q.1 q.2) (X r.1 r.2) => f x y z; change (Rmult f (Rmult (Rmult x y) z) = Rmult x (Rmult y (Rmult z
    f))); ring.
- by rewrite big1.
move=> p; apply: average_ext (average_sum (a := fun _ : I => R0) _) => //; first by rewrite big1.
move=> q; apply: average_ext (average_sum (a := fun _ : I => R0) _) => //; first by rewrite big1.
move=> r; have k : @average m n v (fun X => Rmult (Rmult (X p.1 p.2) (X q.1 q.2)) (X r.1 r.2)) R0.
  by apply: mean_ext (proj1 (proj2 (proj2 (forms _))) (unit_of p) (unit_of q) (unit_of r)) => // w; rewrite !entry_form.
by have := average_scale (F (spot p) (spot q) (spot r)) k; rewrite Rmult_0_r.
Qed.
End Three.
Section Four.
Variable F : 'M[R]_(m, n) -> 'M[R]_(m, n) -> 'M[R]_(m, n) -> 'M[R]_(m, n) -> R.
Hypothesis h1 : forall B C D, linear_map (fun A => F A B C D).
Hypothesis h2 : forall A C D, linear_map (fun B => F A B C D).
Hypothesis h3 : forall A B D, linear_map (fun C => F A B C D).
Hypothesis h4 : forall A B C, linear_map (fun D => F A B C D).
Notation one p q := (if p == q then v else R0).
Lemma one_sum (p : I) (f : I -> R) : \sum_q Rmult (f q) (one p q) = Rmult (f p) v.
Proof. by rewrite (bigD1 p) //= eqxx big1 ?addr0 // => q /negPf hq; rewrite eq_sym hq Rmult_0_r. Qed.
Lemma average_4 : @average m n v (fun X => F X X X X) (Rmult (Rmult v v) (Rplus (Rplus (pair (fun A A' => pair (fun B B' => F A A' B B')))
  (pair (fun A A' => pair (fun B B' => F A B A' B')))) (pair (fun A A' => pair (fun B B' => F A B B' A'))))).
Proof.
pose G p q r s := F (spot p) (spot q) (spot r) (spot s).
pose W (p q r s : I) := Rplus (Rplus (Rmult (one p q) (one r s)) (Rmult (one p r) (one q s))) (Rmult (one p s) (one q r)).
apply: average_ext (average_sum (a := fun p => \sum_(q : I) \sum_(r : I) \sum_(s : I) Rmult (G p q r s) (W p q r s))
  (f := fun p X => \sum_(q : I) \sum_(r : I) \sum_(s : I)
  Rmult (G p q r s) (Rmult (Rmult (Rmult (X p.1 p.2) (X q.1 q.2)) (X r.1 r.2)) (X s.1 s.2))) _).
- move=> X; rewrite [RHS](linear_spots X (h1 X X X)); apply: eq_bigr => p _.
  rewrite (linear_spots X (h2 (spot p) X X)) scale_sum; apply: eq_bigr => q _.
  rewrite (linear_spots X (h3 (spot p) (spot q) X)) !scale_sum; apply: eq_bigr => r _.
  rewrite (linear_spots X (h4 (spot p) (spot q) (spot r))) !scale_sum; apply: eq_bigr => s _.
  rewrite /G; move: (F _ _ _ _) (X p.1 p.2) (X q.1 q.2) (X r.1 r.2) (X s.1 s.2) => f x y z u.
  by change (Rmult f (Rmult (Rmult (Rmult x y) z) u) = Rmult x (Rmult y (Rmult z (Rmult u f)))); ring_of_numbers.
- have split3 : forall p, \sum_(q : I) \sum_(r : I) \sum_(s : I) Rmult (G p q r s) (W p q r s) = Rmult (Rmult v v)
    (Rplus (Rplus (\sum_(r : I) G p p r r) (\sum_(q : I) G p q p q)) (\sum_(q : I) G p q q p)).
    move=> p; transitivity (\sum_(q : I) Rplus (Rplus (Rmult (Rmult (\sum_(r : I) G p q r r) v) (one p q)) (Rmult (Rmult (G p q p q) v) v))
      (Rmult (Rmult (G p q q p) v) v)).
      apply: eq_bigr => q _.
      transitivity (\sum_(r : I) Rplus (Rplus (Rmult (Rmult (G p q r r) v) (one p q)) (Rmult (Rmult (G p q r q) v) (one p r)))
        (Rmult (Rmult (G p q r p) v) (one q r))).
        apply: eq_bigr => r _.
        transitivity (\sum_(s : I) Rplus (Rplus (Rmult (Rmult (G p q r s) (one p q)) (one r s)) (Rmult (Rmult (G p q r s) (one p r))
          (one q s)))
          (Rmult (Rmult (G p q r s) (one q r)) (one p s))).
          by apply: eq_bigr => s _; rewrite /W; ring_of_numbers.
        by rewrite !big_split /= !one_sum; change (Rplus (Rplus (Rmult (Rmult (G p q r r) (one p q)) v) (Rmult (Rmult (G p q r q) (one p
          r)) v)) (Rmult (Rmult (G p q r p) (one q r)) v) = Rplus (Rplus (Rmult (Rmult (G p q r r) v) (one p q)) (Rmult (Rmult (G p q r
          q) v) (one p r))) (Rmult (Rmult (G p q r p) v) (one q r))); ring_of_numbers.
      rewrite !big_split /= !one_sum; congr (_ + _ + _).
      by rewrite [Rmult _ v]Rmult_comm scale_sum [RHS]Rmult_comm scale_sum; apply: eq_bigr => r _; ring_of_numbers.
    rewrite !big_split /= one_sum !Rmult_plus_distr_l !scale_sum.
    congr (_ + _ + _); [|by apply: eq_bigr => q _; ring_of_numbers ..].
    by rewrite Rmult_assoc Rmult_comm scale_sum.
  by rewrite (eq_bigr _ (fun p _ => split3 p)) -scale_sum !big_split.
move=> p; apply: average_sum => q; apply: average_sum => r; apply: average_sum => s; apply: average_scale.
rewrite /W -!paired.
by apply: mean_ext (proj2 (proj2 (proj2 (forms _))) (unit_of p) (unit_of q) (unit_of r) (unit_of s)) => // w; rewrite !entry_form.
Qed.
End Four.
Lemma pair_ext (F G : 'M[R]_(m, n) -> 'M[R]_(m, n) -> R) : (forall A, F A A = G A A) -> pair F = pair G.
Proof. by move=> h; apply: eq_bigr. Qed.
Lemma pair_scale c (F : 'M[R]_(m, n) -> 'M[R]_(m, n) -> R) : pair (fun A B => Rmult c (F A B)) = Rmult c (pair F).
Proof. by rewrite /pair scale_sum. Qed.
Lemma trace_spot (A : 'M[R]_(n, m)) p : \tr (A *m spot p) = A p.2 p.1.
Proof.
rewrite /mxtrace (bigD1 p.2) //= big1 => [|k /negPf hk].
  rewrite addr0 mxE (bigD1 p.1) //= big1 => [|k /negPf hk]; last by rewrite mxE hk mulr0.
  by rewrite addr0 mxE !eqxx mulr1.
by rewrite mxE big1 // => l _; rewrite mxE hk andbF mulr0.
Qed.
Lemma around_spot k l (A : 'M[R]_(k, m)) (B : 'M[R]_(n, l)) p i j : (A *m spot p *m B) i j = Rmult (A i p.1) (B p.2 j).
Proof.
rewrite mxE (bigD1 p.2) //= big1 => [|r /negPf hr].
  rewrite addr0 mxE (bigD1 p.1) //= big1 => [|r /negPf hr]; last by rewrite mxE hr mulr0.
  by rewrite addr0 mxE !eqxx mulr1.
by rewrite mxE big1 ?mul0r // => s _; rewrite mxE hr andbF mulr0.
Qed.
Lemma sum_of_spots (f : 'I_m -> 'I_n -> R) : \sum_(p : I) f p.1 p.2 = \sum_i \sum_j f i j.
Proof. by rewrite pair_bigA. Qed.
Lemma pair_apart (A B : 'M[R]_(n, m)) : pair (fun X Y => Rmult (\tr (A *m X)) (\tr (B *m Y))) = \tr (A *m B^T).
Proof.
rewrite /pair (eq_bigr (fun p : I => Rmult (A p.2 p.1) (B p.2 p.1))) => [|p _]; last by rewrite !trace_spot.
rewrite (sum_of_spots (fun i j => Rmult (A j i) (B j i))) exchange_big; apply: eq_bigr => j _.
by rewrite mxE; apply: eq_bigr => i _; rewrite mxE.
Qed.
Lemma pair_same (A B : 'M[R]_(n, m)) : pair (fun X Y => \tr (A *m X *m B *m Y)) = \tr (A *m B^T).
Proof.
rewrite -pair_apart; apply: eq_bigr => p _; by rewrite !trace_spot around_spot.
Qed.
Lemma trace_turned_spot (A : 'M[R]_(m, n)) p : \tr (A *m (spot p)^T) = A p.1 p.2.
Proof. by rewrite -mxtrace_tr trmx_mul trmxK mxtrace_mulC trace_spot mxE. Qed.
Lemma pair_turned (A : 'M[R]_m) (B : 'M[R]_n) : pair (fun X Y => \tr (A *m X *m B *m Y^T)) = Rmult (\tr A) (\tr B).
Proof.
rewrite /pair (eq_bigr (fun p : I => Rmult (A p.1 p.1) (B p.2 p.2))) => [|p _]; last by rewrite trace_turned_spot around_spot.
rewrite (sum_of_spots (fun i j => Rmult (A i i) (B j j))) Rmult_comm scale_sum; apply: eq_bigr => i _.
by rewrite Rmult_comm scale_sum.
Qed.
End Drawn.
Lemma entry_trace m n (M : 'M[R]_(m, n)) i j : M i j = \tr (delta_mx j i *m M).
Proof. by have := @trace_spot n m M (j, i); rewrite mxtrace_mulC => ->. Qed.
Lemma unit_itself n (i : 'I_n) : (delta_mx i ord0 : 'M[R]_(n, 1))^T *m (delta_mx i ord0 : 'M[R]_(n, 1)) = 1%:M.
Proof. by rewrite trmx_delta mul_delta_mx; apply/matrixP => j k; rewrite !mxE !ord1. Qed.
Lemma units_apart n (i j : 'I_n) : i <> j -> (delta_mx i ord0 : 'M[R]_(n, 1))^T *m (delta_mx j ord0 : 'M[R]_(n, 1)) = 0.
Proof. by move=> /eqP h; rewrite trmx_delta mul_delta_mx_0. Qed.
Lemma line_tr m n c (A B : 'M[R]_(m, n)) : (c *: A + B)^T = c *: A^T + B^T. Proof. exact: linearP. Qed.
Lemma line_l m n p c (A B : 'M[R]_(m, n)) (C : 'M[R]_(n, p)) : (c *: A + B) *m C = c *: (A *m C) + B *m C.
Proof. by rewrite mulmxDl -scalemxAl. Qed.
Lemma line_r m n p c (A B : 'M[R]_(m, n)) (C : 'M[R]_(p, m)) : C *m (c *: A + B) = c *: (C *m A) + C *m B.
Proof. by rewrite mulmxDr -scalemxAr. Qed.
Lemma line_trace n c (A B : 'M[R]_n) : \tr (c *: A + B) = Rplus (Rmult c (\tr A)) (\tr B).
Proof. by rewrite mxtraceD mxtraceZ. Qed.
Ltac linear_map_known := intros; let c := fresh in let A := fresh in let B := fresh in intros c A B;
  rewrite ?line_tr ?line_l ?line_r ?line_tr ?line_l ?line_r ?line_trace; repeat rewrite ?line_tr ?line_l ?line_r ?line_trace;
  lazymatch goal with |- @eq _ ?a ?b => change (@eq R a b) end; ring.
Ltac variance_known := repeat first [assumption | lra | apply Rle_0_sqr | apply pow2_ge_0 | apply pos_INR
  | (apply Rlt_le; first [assumption | apply Rgt_lt; assumption | apply Rinv_0_lt_compat; variance_positive])
  | apply Rmult_le_pos | apply Rplus_le_le_0_compat]
with variance_positive := repeat first [assumption | lra | (apply Rgt_lt; assumption) | (apply lt_0_INR; apply/ltP; assumption)
  | apply Rmult_lt_0_compat | apply Rplus_lt_0_compat].
Arguments average_1 {m n v} F.
Arguments average_2 {m n v} hv F.
Arguments average_3 {m n v} F.
Arguments average_4 {m n v} hv F.
