(* The signs of quadratic forms, with which matrices are shown to be positive. *)
Require Import Reals Lra Psatz.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix mxalgebra.
Require Import Rmx Numbers Diag Signs Ranks Forms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope R_scope with Re.
Lemma dot_positive n (v : 'M[R]_(n, 1)) : v <> 0 -> (dot v v > 0)%Re.
Proof.
move=> h; have := dot_square v; case: (Req_EM_T (dot v v) R0) => [e _|e k]; last by lra.
case: h; apply: gram_zero; apply/matrixP => i j; rewrite !ord1 [RHS]mxE; exact: e.
Qed.
(* What takes nothing but zero to zero reaches everything. *)
Lemma reached n (T : 'M[R]_n) : (forall u : 'M[R]_(n, 1), T *m u = 0 -> u = 0) -> forall v : 'M[R]_(n, 1), exists u, v = T *m u.
Proof.
move=> h v; have free : row_free T^T.
  rewrite -kermx_eq0; apply/eqP/row_matrixP => i; rewrite row0; apply: trmx_inj; rewrite trmx0; apply: h.
  apply: trmx_inj; rewrite trmx_mul trmxK trmx0; apply/eqP; rewrite -sub_kermx; exact: row_sub.
have unit : T \in unitmx by rewrite -unitmx_tr -row_free_unit.
by exists (invmx T *m v); rewrite mulKVmx.
Qed.
Lemma definite_dg n (f : 'I_n -> R) : (forall i, (f i > 0)%Re) -> definite (dg f).
Proof.
move=> h; split; first exact: dg_tr.
move=> v hv; have e : ((v^T *m dg f) *m v) ord0 ord0 = \sum_i Rmult (f i) (Rmult (v i ord0) (v i ord0)).
  rewrite mxE; apply: eq_bigr => k _; rewrite mxE (bigD1 k) //= big1 => [|j /negPf hj]; last by rewrite dg_entry hj mulr0.
  rewrite addr0 dg_entry eqxx mxE; change (Rmult (Rmult (v k ord0) (f k)) (v k ord0) = Rmult (f k) (Rmult (v k ord0) (v k ord0))); ring.
rewrite e; have pos i : (0 <= Rmult (f i) (Rmult (v i ord0) (v i ord0)))%Re.
  by apply: Rmult_le_pos; [apply: Rlt_le; apply: Rgt_lt; apply: h | apply: Rle_0_sqr].
case: (Req_EM_T (\sum_i Rmult (f i) (Rmult (v i ord0) (v i ord0))) R0) => [z|z]; last by have := sum_nonneg pos; lra.
case: hv; apply/matrixP => i j; rewrite ord1 mxE.
have hs k : Rmult (sqrt (f k)) (sqrt (f k)) = f k by apply: sqrt_sqrt; apply: Rlt_le; apply: Rgt_lt; apply: h.
have z' : \sum_k Rmult (Rmult (sqrt (f k)) (v k ord0)) (Rmult (sqrt (f k)) (v k ord0)) = R0.
  rewrite -[RHS]z; apply: eq_bigr => k _; have := hs k; move: (sqrt (f k)) => s <-; move: (v k ord0) => w; change (Rmult (Rmult s w) (Rmult s w) = Rmult (Rmult s s) (Rmult w w)); ring.
case: (Rmult_integral _ _ (sum_squares z' i)) => // y.
by have := hs i; rewrite y Rmult_0_l => w; have := h i; rewrite -w => /Rgt_lt /Rlt_irrefl.
Qed.
Lemma reached_by n (T : 'M[R]_n) : (forall u : 'M[R]_(n, 1), u <> 0 -> (((u^T *m (T^T *m T)) *m u) ord0 ord0 > 0)%Re) ->
  forall v : 'M[R]_(n, 1), exists u, v = T *m u.
Proof.
move=> h; apply: reached => u z; case: (@eqP _ u 0) => // hu.
by have := h u hu; rewrite !mulmxA -mulmxA z mulmx0 mxE => /Rgt_lt /Rlt_irrefl.
Qed.
Lemma times_positive d t : (d > 0)%Re -> (d * t > 0)%Re -> (t > 0)%Re.
Proof. by move=> hd h; apply: (Rmult_lt_reg_l d) => //; rewrite Rmult_0_r. Qed.
Lemma times_not_negative d t : (d > 0)%Re -> (d * t >= 0)%Re -> (t >= 0)%Re.
Proof. by move=> hd h; apply: Rle_ge; apply: (Rmult_le_reg_l d) => //; rewrite Rmult_0_r; apply: Rge_le. Qed.
(* The sign of a sum of products of signed numbers. *)
Ltac signed := repeat match goal with
  | H : (_ > _)%Re |- _ => apply Rgt_lt in H
  | H : (_ >= _)%Re |- _ => apply Rge_le in H
  | H : (?x < 0)%Re |- _ => let K := fresh "K" in assert (K : (0 < - x)%Re) by lra; clear H end.
Ltac one_product x y q := lazymatch goal with _ : (0 <= x * y * q)%Re |- _ => fail | _ => idtac end;
  lazymatch q with (_ * _)%Re => fail | _ => assert (0 <= x * y * q)%Re by
    (apply: Rmult_le_pos => //; apply: Rlt_le; apply: Rmult_lt_0_compat => //) end.
Ltac products_of := repeat match goal with
  | H : (0 < ?x)%Re, Q : (0 <= ?q)%Re |- _ => one_product x x q
  | H : (0 < ?x)%Re, K : (0 < ?y)%Re, Q : (0 <= ?q)%Re |- _ => one_product x y q end.
Ltac form_of := repeat match goal with |- _ /\ _ => split end; lazymatch goal with
  | |- True => exact: I
  | |- (_ > _)%Re => first [lra | nra | (signed; products_of; nra)]
  | |- (_ >= _)%Re => first [lra | nra | (signed; products_of; nra)]
  | |- _ => first [nonzero | positive | nonneg] end.
