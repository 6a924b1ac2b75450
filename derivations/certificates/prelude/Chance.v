(* Probabilities by means, as in Chebyshev's inequality: the square of a distance over the square of a number. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Numbers Drawn.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Lemma far_nonneg e x : Rle R0 (Rmult (Rinv (Rmult e e)) (Rmult x x)).
Proof.
case: (Req_EM_T e R0) => [->|h]; first by rewrite Rmult_0_l Rinv_0 Rmult_0_l; apply: Rle_refl.
apply: Rmult_le_pos; last exact: Rle_0_sqr. apply: Rlt_le; apply: Rinv_0_lt_compat; exact: Rlt_0_sqr.
Qed.
Lemma far_at_least e x : Rlt R0 e -> Rle e (Rabs x) -> Rle R1 (Rmult (Rinv (Rmult e e)) (Rmult x x)).
Proof.
move=> p h; have q : Rlt R0 (Rmult e e) by apply: Rmult_lt_0_compat.
apply: (Rmult_le_reg_l (Rmult e e)) => //; rewrite -Rmult_assoc Rinv_r ?Rmult_1_l ?Rmult_1_r; last by apply: Rgt_not_eq.
by apply: Rsqr_le_abs_1; rewrite (Rabs_pos_eq e) //; apply: Rlt_le.
Qed.
Lemma eventually_small (f : R -> R) s : is_lim f p_infty (Finite R0) -> Rlt R0 s -> exists least : nat, forall k, (least <= k)%N -> Rle (f (INR k)) s.
Proof.
move=> /is_lim_spec h p; have [M far] := h (mkposreal s p); have /is_lim_seq_spec /(_ M) [k hk] := is_lim_seq_INR; exists k => j hj.
have : Rlt (Rabs (Rminus (f (INR j)) R0)) s by apply: far; apply: hk; apply/leP.
by rewrite Rminus_0_r => /Rabs_def2 [a _]; apply: Rlt_le.
Qed.
(* Equations between numbers whose denominators are sums of products of sizes. *)
Ltac of_sizes field_ ring_ := first [ (repeat match goal with |- _ /\ _ => split end;
  first [ exact: I | (lazymatch goal with |- ?a = ?b => change (@eq R a b) end; field; repeat split;
    first [assumption | solve [apply: Rgt_not_eq; apply: Rlt_gt; variance_positive]]) ]) | numbers field_ ring_ ].
