(* The reals as a field of mathcomp, for which matrices have a rank, and what is known of ranks. *)
Require Import Reals Lra.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix mxalgebra.
Require Import Rmx.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Definition R_inv (x : R) : R := if Req_EM_T x R0 then R0 else Rinv x.
Fact R_mulVx : GRing.Field.axiom R_inv.
Proof. by move=> x /eqP h; rewrite /R_inv; case: Req_EM_T => [//|h0]; exact: (Rinv_l _ h0). Qed.
Fact R_inv0 : R_inv 0 = 0.
Proof. by rewrite /R_inv; case: Req_EM_T. Qed.
Definition R_unitRingMixin := FieldUnitMixin R_mulVx R_inv0.
Canonical R_unitRingType := UnitRingType R R_unitRingMixin.
Canonical R_comUnitRingType := [comUnitRingType of R].
Definition R_idomainMixin := FieldIdomainMixin (FieldMixin R_mulVx R_inv0).
Canonical R_idomainType := IdomainType R R_idomainMixin.
Canonical R_fieldType := FieldType R (FieldMixin R_mulVx R_inv0).
(* What is squared and summed is zero only where it is zero. *)
Lemma sum_squares n (f : 'I_n -> R) : \sum_i Rmult (f i) (f i) = R0 -> forall i, f i = R0.
Proof.
have pos m (g : 'I_m -> R) : Rle R0 (\sum_i Rmult (g i) (g i)).
  elim: m g => [|m IH] g; first by rewrite big_ord0; apply: Rle_refl.
  by rewrite big_ord_recl; apply: Rplus_le_le_0_compat; [apply: Rle_0_sqr | apply: IH].
elim: n f => [|n IH] f; first by move=> _ [].
rewrite big_ord_recl; have h0 := Rle_0_sqr (f ord0); rewrite /Rsqr in h0.
have := pos n (fun i => f (lift ord0 i)); have := IH (fun i => f (lift ord0 i)); rewrite /=.
set S := (\sum_(i < n) _) => rest h1 h; change (Rplus (Rmult (f ord0) (f ord0)) S = R0) in h.
have e : Rmult (f ord0) (f ord0) = R0 by lra.
move=> i; case: (unliftP ord0 i) => [j|] ->; last by case: (Rmult_integral _ _ e).
by apply: rest; lra.
Qed.
Lemma gram_zero m n (A : 'M[R]_(m, n)) : A^T *m A = 0 -> A = 0.
Proof.
move=> /matrixP h; apply/matrixP => i j; have := h j j; rewrite !mxE => e.
by apply: (sum_squares (f := fun k => A k j)); rewrite -[RHS]e; apply: eq_bigr => k _; rewrite mxE.
Qed.
Lemma rank_gram m n (A : 'M[R]_(m, n)) : \rank (A^T *m A) = \rank A.
Proof.
apply/eqP; rewrite eqn_leq mxrankM_maxr /=; apply: mxrankS; rewrite submxE; apply/eqP; apply: gram_zero.
by rewrite trmx_mul -!mulmxA [A^T *m (A *m _)]mulmxA mulmx_coker mulmx0.
Qed.
Lemma rank_gram' m n (A : 'M[R]_(m, n)) : \rank (A *m A^T) = \rank A.
Proof. by rewrite -{1}(trmxK A) rank_gram mxrank_tr. Qed.
Lemma rank_scale m n c (A : 'M[R]_(m, n)) : (\rank (c *: A) <= \rank A)%N.
Proof. exact: mxrank_scale. Qed.
Lemma INR_ltn m n : Rlt (INR m) (INR n) -> (m < n)%N.
Proof. by move=> h; apply/ltP; apply: INR_lt. Qed.
Lemma INR_leqn m n : Rle (INR m) (INR n) -> (m <= n)%N.
Proof. by move=> h; apply/leP; apply: INR_le. Qed.
(* A rank is at most the rows, the columns, and the rank of each factor. *)
Ltac rank_at_most := first
  [ exact: leqnn | exact: rank_leq_row | exact: rank_leq_col
  | lazymatch goal with
    | |- is_true (\rank (_^T) <= _)%N => rewrite mxrank_tr; rank_at_most
    | |- is_true (\rank (- _) <= _)%N => rewrite mxrank_opp; rank_at_most
    | |- is_true (\rank (_ *: _) <= _)%N => apply: (leq_trans (rank_scale _ _)); rank_at_most
    | |- is_true (\rank (_ *m _) <= _)%N =>
        first [ (apply: (leq_trans (mxrankM_maxl _ _)); rank_at_most) | (apply: (leq_trans (mxrankM_maxr _ _)); rank_at_most) ] end ].
Ltac sizes_known := repeat match goal with
  | H : Rgt (INR _) (INR _) |- _ => apply Rgt_lt in H; apply INR_ltn in H
  | H : Rlt (INR _) (INR _) |- _ => apply INR_ltn in H
  | H : Rge (INR _) (INR _) |- _ => apply Rge_le in H; apply INR_leqn in H
  | H : Rle (INR _) (INR _) |- _ => apply INR_leqn in H end.
Ltac rank_below := match goal with H : is_true (?k < ?n)%N |- is_true (\rank _ < ?n)%N => apply: (leq_ltn_trans _ H); rank_at_most end.
Ltac same_rank := rewrite ?(rank_gram, rank_gram', mxrank_tr); first
  [ reflexivity | assumption | (match goal with H : ?a = ?b |- _ => solve [rewrite ?H; reflexivity | rewrite -?H; reflexivity |
      have := congr1 (fun X => \rank X) H; rewrite /= ?(rank_gram, rank_gram', mxrank_tr) => -> //] end) ].
Ltac of_ranks := sizes_known; lazymatch goal with
  | |- _ /\ _ => split; of_ranks
  | |- is_true (minn _ _ <= _)%N => by rewrite geq_min ?leqnn ?orbT
  | |- is_true (_ <= minn _ _)%N => rewrite leq_min; apply/andP; split; of_ranks
  | |- is_true (_ < _)%N => first [rank_below | (by [])]
  | |- is_true (_ <= _)%N => first [rank_at_most | (rewrite ?(rank_gram, rank_gram'); rank_at_most)]
  | |- _ = _ => same_rank end.
