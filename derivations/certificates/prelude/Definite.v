(* The signs of quadratic forms, with which matrices are shown to be positive. *)
Require Import Reals Lra Psatz FunctionalExtensionality.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix mxalgebra.
Require Import Rmx Numbers Diag Spectral Signs Ranks Forms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope R_scope with Re.
Lemma dot_positive n (v : 'M[R]_(n, 1)) : v <> 0 -> (dot v v > 0)%Re.
Proof.
move=> h; have := dot_square v; case: (Req_EM_T (dot v v) R0) => [e _|e k]; last by lra.
case: h; apply: gram_zero; apply/matrixP => i j; rewrite !ord1 [RHS]mxE; exact: e.
Qed.
(* Sums of squares, and their traces. *)
Definition form n (A : 'M[R]_n) (v : 'M[R]_(n, 1)) : R := ((v^T *m A) *m v) ord0 ord0.
Lemma semi_of n (A : 'M[R]_n) : definite A -> semidefinite A.
Proof.
move=> [s h]; split=> // v; case: (@eqP _ v 0) => [->|hv]; last by have := h v hv; lra.
by rewrite mulmx0 mxE; apply: Rle_ge; apply: Rle_refl.
Qed.
Lemma semi_gram m n (B : 'M[R]_(m, n)) : semidefinite (B^T *m B).
Proof.
split; first by rewrite trmx_mul trmxK.
move=> v; have -> : (v^T *m (B^T *m B)) *m v = (B *m v)^T *m (B *m v) by rewrite trmx_mul !mulmxA.
exact: dot_square.
Qed.
Lemma semi_around m n (B : 'M[R]_(m, n)) (P : 'M[R]_m) : semidefinite P -> semidefinite ((B^T *m P) *m B).
Proof.
move=> [s h]; split; first by rewrite !trmx_mul trmxK s mulmxA.
move=> v; have -> : (v^T *m ((B^T *m P) *m B)) *m v = ((B *m v)^T *m P) *m (B *m v) by rewrite trmx_mul !mulmxA.
exact: h.
Qed.
Lemma form_scale n c (A : 'M[R]_n) v : form (c *: A) v = Rmult c (form A v).
Proof. by rewrite /form -scalemxAr -scalemxAl mxE. Qed.
Lemma form_add n (A B : 'M[R]_n) v : form (A + B) v = Rplus (form A v) (form B v).
Proof. by rewrite /form mulmxDr mulmxDl mxE. Qed.
Lemma semi_scale n c (A : 'M[R]_n) : (0 <= c)%Re -> semidefinite A -> semidefinite (c *: A).
Proof.
move=> hc [s h]; split; first by rewrite linearZ /= s.
by move=> v; have := h v; rewrite -/(form _ _) -/(form _ _) form_scale => /Rge_le hv; apply: Rle_ge; apply: Rmult_le_pos.
Qed.
Lemma definite_scale n c (A : 'M[R]_n) : (0 < c)%Re -> definite A -> definite (c *: A).
Proof.
move=> hc [s h]; split; first by rewrite linearZ /= s.
by move=> v hv; have := h v hv; rewrite -/(form _ _) -/(form _ _) form_scale => /Rgt_lt k; apply: Rlt_gt; apply: Rmult_lt_0_compat.
Qed.
Lemma semi_add n (A B : 'M[R]_n) : semidefinite A -> semidefinite B -> semidefinite (A + B).
Proof.
move=> [s h] [t k]; split; first by rewrite linearD /= s t.
by move=> v; have := h v; have := k v; rewrite -/(form _ _) -/(form A _) -/(form (A + B) _) form_add; lra.
Qed.
Lemma definite_add n (A B : 'M[R]_n) : definite A -> semidefinite B -> definite (A + B).
Proof.
move=> [s h] [t k]; split; first by rewrite linearD /= s t.
by move=> v hv; have := h v hv; have := k v; rewrite -/(form _ _) -/(form A _) -/(form (A + B) _) form_add; lra.
Qed.
Lemma definite_one n : definite (1%:M : 'M[R]_n).
Proof. split; first by rewrite trmx1. by move=> v hv; rewrite mulmx1; exact: dot_positive. Qed.
Lemma semi_dg n (f : 'I_n -> R) : (forall i, (0 <= f i)%Re) -> semidefinite (dg f).
Proof.
move=> h; have -> : dg f = (dg (fun i => sqrt (f i)))^T *m dg (fun i => sqrt (f i)); last exact: semi_gram.
rewrite dg_tr (dg_mul (dg_leaf _) (dg_leaf _)); congr dg; apply: functional_extensionality => i; by rewrite sqrt_sqrt.
Qed.
Lemma definite_dg n (f : 'I_n -> R) : (forall i, (0 < f i)%Re) -> definite (dg f).
Proof.
move=> h; have [t _] := @semi_dg _ f (fun i => Rlt_le _ _ (h i)); split => // v hv; pose B := dg (fun i => sqrt (f i)).
have -> : dg f = B^T *m B.
  by rewrite dg_tr (dg_mul (dg_leaf _) (dg_leaf _)); congr dg; apply: functional_extensionality => i; rewrite sqrt_sqrt //; apply: Rlt_le.
have -> : v^T *m (B^T *m B) *m v = (B *m v)^T *m (B *m v) by rewrite trmx_mul !mulmxA.
have unit : dg (fun i => Rinv (sqrt (f i))) *m B = 1%:M.
  rewrite /B (dg_mul (dg_leaf _) (dg_leaf _)) dg_one; congr dg; apply: functional_extensionality => i.
  by rewrite Rinv_l //; apply: Rgt_not_eq; apply: sqrt_lt_R0.
by apply: dot_positive => e; apply: hv; rewrite -[v]mul1mx -unit -mulmxA e mulmx0.
Qed.
Lemma semi_function f n (A B : 'M[R]_n) : is_function f A B -> (forall x, (0 <= f x)%Re) -> semidefinite B.
Proof.
move=> [P [s [_ [_ ->]]]] h; have -> : P *m dg (fun i => f (s i)) *m P^T = ((P^T)^T *m dg (fun i => f (s i))) *m P^T by rewrite trmxK.
by apply: semi_around; apply: semi_dg => i; apply: h.
Qed.
Lemma definite_inverse n (A : 'M[R]_n) : definite A -> exists B : 'M[R]_n, A *m B = 1%:M /\ B *m A = 1%:M.
Proof.
move=> [_ h]; suff u : A \in unitmx by exists (invmx A); split; [exact: mulmxV | exact: mulVmx].
rewrite -row_free_unit -kermx_eq0; apply/eqP/row_matrixP => i; rewrite row0; set v := row i _.
case: (eqVneq v 0) => // hv; have z : v *m A = 0 by rewrite /v -row_mul mulmx_ker row0.
have : (R0 > R0)%Re; last by move/Rlt_irrefl.
have := h v^T; rewrite trmxK z mul0mx mxE; apply=> e; move/eqP: hv; apply; by rewrite -[v]trmxK e trmx0.
Qed.
(* Both Gram matrices of a square matrix have the same eigenvalues, here without them: by the inequality of Cauchy. *)
Lemma semi_turned n (X : 'M[R]_n) t s :
  semidefinite (t *: (X *m X^T) + s *: (1%:M : 'M[R]_n)) -> semidefinite (t *: (X^T *m X) + s *: (1%:M : 'M[R]_n)).
Proof.
have F (Y : 'M[R]_n) v : form (t *: (Y^T *m Y) + s *: 1%:M) v = (t * dot (Y *m v) (Y *m v) + s * dot v v)%Re.
  by rewrite form_add !form_scale /form mulmx1 /dot trmx_mul !mulmxA.
move=> [_ h]; split; first by rewrite linearD !linearZ /= trmx_mul trmxK trmx1.
have k u : (0 <= t * dot (X^T *m u) (X^T *m u) + s * dot u u)%Re.
  by rewrite -F trmxK; apply: Rge_le; apply: h.
move=> v; rewrite -/(form _ _) F; apply: Rle_ge.
have moves u w : dot (X^T *m u) w = dot u (X *m w) by rewrite /dot trmx_mul trmxK mulmxA.
have a0 := Rge_le _ _ (dot_square v); have b0 := Rge_le _ _ (dot_square (X *m v)).
case: (Rle_lt_dec 0 s) => hs.
  have := k (X *m v); have := cauchy (X^T *m (X *m v)) v; rewrite (moves (X *m v) v); have := Rge_le _ _ (dot_square (X^T *m (X *m v))).
  move: a0 b0; generalize (dot v v) (dot (X *m v) (X *m v)) (dot (X^T *m (X *m v)) (X^T *m (X *m v))) => a b c a0 b0 c0 bc tc.
  case: (Rle_lt_or_eq_dec 0 b b0) => [b1|<-]; last by nra.
  case: (Rle_lt_dec 0 t) => ht; first by nra.
  apply: (Rmult_le_reg_l b) => //; rewrite Rmult_0_r; have := Rmult_le_pos _ _ a0 tc; nra.
have d0 (w : 'M[R]_(n, 1)) : dot w 0 = R0 by rewrite /dot mulmx0 mxE.
case: (@eqP _ v 0) => [->|hv]; first by rewrite mulmx0 !d0; lra.
have a1 := dot_positive hv.
have unit : X \in unitmx.
  rewrite -row_free_unit -kermx_eq0; apply/eqP/row_matrixP => i; rewrite row0; set r := row i _.
  have z : r *m X = 0 by rewrite /r -row_mul mulmx_ker row0.
  case: (eqVneq r 0) => // hr; have hu : r^T <> 0 by move=> e; move/eqP: hr; apply; rewrite -[r]trmxK e trmx0.
  have := k r^T; have := dot_positive hu; rewrite -trmx_mul z trmx0 d0; nra.
have e : X^T *m (invmx X^T *m v) = v by rewrite mulmxA mulmxV ?mul1mx ?unitmx_tr.
have := k (invmx X^T *m v); have := cauchy (invmx X^T *m v) (X *m v); rewrite -(moves (invmx X^T *m v) v) e.
move: a1 b0; generalize (dot v v) (dot (X *m v) (X *m v)) (dot (invmx X^T *m v) (invmx X^T *m v)) => a b d a1 b1 ab td.
apply: (Rmult_le_reg_l a); first by lra.
rewrite Rmult_0_r; have := Rmult_le_pos _ _ b1 td; nra.
Qed.
Lemma growth_times_rate r t : Rmult r (growth r t) = Rminus (exp (Rmult r t)) (IZR 1).
Proof.
case: (Req_EM_T r R0) => [-> | h]; first by rewrite growth_0 !Rmult_0_l exp_0 Rminus_diag_eq.
by rewrite growth_is // /Rdiv Rmult_comm Rmult_assoc Rinv_l // Rmult_1_r.
Qed.
Lemma growth_pos r t : (0 < t -> 0 < growth r t)%Re.
Proof.
move=> h; rewrite /growth; case: Req_EM_T => // k; change (0 < Rdiv (Rminus (exp (Rmult r t)) 1) r)%Re.
have [p|p] : (r < 0 \/ 0 < r)%Re by lra.
  have e : (exp (Rmult r t) < 1)%Re by rewrite -exp_0; apply: exp_increasing; nra.
  have -> : (Rdiv (exp (Rmult r t) - 1) r = Rdiv (1 - exp (Rmult r t)) (Ropp r))%Re by field.
  by apply: Rdiv_lt_0_compat; lra.
have e : (1 < exp (Rmult r t))%Re by rewrite -exp_0; apply: exp_increasing; nra.
by apply: Rdiv_lt_0_compat; lra.
Qed.
Lemma growth_nonneg r t : (0 <= t -> 0 <= growth r t)%Re.
Proof. by case => [h|<-]; [apply: Rlt_le; apply: growth_pos | rewrite growth_at_0; apply: Rle_refl]. Qed.
Lemma trace_semi n (A : 'M[R]_n) : semidefinite A -> (0 <= \tr A)%Re.
Proof.
move=> [_ h]; apply: Rge_le; apply: sum_nonneg => i; apply: Rge_le; have := h (delta_mx i ord0).
by rewrite trmx_delta -rowE -colE !mxE.
Qed.
Lemma cauchy_nonneg n (u v : 'M[R]_(n, 1)) : (0 <= dot u u * dot v v + - (dot u v * dot u v))%Re.
Proof. have := cauchy u v; lra. Qed.
(* Signs of products, and what follows from a stronger one. *)
Lemma number_pos c : (0 < c -> 0 < c)%Re. Proof. by []. Qed.
Lemma number_nonneg c : (0 <= c -> 0 <= c)%Re. Proof. by []. Qed.
Lemma times_pos a b : (0 < a -> 0 < b -> 0 < a * b)%Re. Proof. exact: Rmult_lt_0_compat. Qed.
Lemma times_nonneg a b : (0 <= a -> 0 <= b -> 0 <= a * b)%Re. Proof. exact: Rmult_le_pos. Qed.
Lemma times_nonzero a b : (a <> 0 -> b <> 0 -> a * b <> 0)%Re. Proof. exact: Rmult_integral_contrapositive_currified. Qed.
Lemma scaled_pos c u : (0 < c -> 0 < u -> 0 < c * u)%Re. Proof. exact: Rmult_lt_0_compat. Qed.
Lemma scaled_nonneg c u : (0 < c -> 0 <= u -> 0 <= c * u)%Re. Proof. by move=> h; apply: Rmult_le_pos; lra. Qed.
Lemma scaled_nonzero c u : (0 < c -> u <> 0 -> c * u <> 0)%Re.
Proof. by move=> h k; apply: Rmult_integral_contrapositive_currified => //; lra. Qed.
Lemma weaker_pos_nonneg u : (0 < u -> 0 <= u)%Re. Proof. exact: Rlt_le. Qed.
Lemma weaker_pos_nonzero u : (0 < u -> u <> 0)%Re. Proof. lra. Qed.
Lemma square_nonneg x : (0 <= x * x)%Re. Proof. exact: Rle_0_sqr. Qed.
(* A relation from the sign of a difference. *)
Lemma gt_by l r t : (l + - r = t -> 0 < t -> l > r)%Re. Proof. lra. Qed.
Lemma ge_by l r t : (l + - r = t -> 0 <= t -> l >= r)%Re. Proof. lra. Qed.
Lemma lt_by l r t : (r + - l = t -> 0 < t -> l < r)%Re. Proof. lra. Qed.
Lemma le_by l r t : (r + - l = t -> 0 <= t -> l <= r)%Re. Proof. lra. Qed.
Lemma ne_by l r t : (l + - r = t -> t <> 0 -> l <> r)%Re. Proof. by move=> <- h k; apply: h; rewrite k; ring. Qed.
