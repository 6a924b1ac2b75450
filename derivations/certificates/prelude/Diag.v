(* Diagonal matrices by a formula for their entries. *)
Require Import Reals Lra Psatz.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Numbers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Definition dg n (f : 'I_n -> R) : 'M[R]_n := diag_mx (\row_i f i).
Section Dg.
Variable n : nat.
Implicit Types f g : 'I_n -> R.
Lemma dg_tr f : (dg f)^T = dg f. Proof. exact: tr_diag_mx. Qed.
Lemma dg_entry f i j : dg f i j = if i == j then f i else R0.
Proof. by rewrite /dg !mxE; case: eqP => _; rewrite ?mulr1n ?mulr0n. Qed.
Definition is_dg (A : 'M[R]_n) f := A = dg f.
Lemma dg_leaf f : is_dg (dg f) f. Proof. by []. Qed.
Lemma dg_add A B f g : is_dg A f -> is_dg B g -> is_dg (A + B) (fun i => Rplus (f i) (g i)).
Proof. by move=> -> ->; apply/matrixP => i j; rewrite mxE !dg_entry; case: eqP => // _; apply: Rplus_0_l. Qed.
Lemma dg_scale c A f : is_dg A f -> is_dg (c *: A) (fun i => Rmult c (f i)).
Proof. by move=> ->; apply/matrixP => i j; rewrite mxE !dg_entry; case: eqP => // _; apply: Rmult_0_r. Qed.
Lemma dg_mul A B f g : is_dg A f -> is_dg B g -> is_dg (A *m B) (fun i => Rmult (f i) (g i)).
Proof.
move=> -> ->; apply/matrixP => i j; rewrite mxE (bigD1 i) //= big1 => [|k hk]; last first.
  by rewrite dg_entry eq_sym (negPf hk) mul0r.
by rewrite addr0 !dg_entry eqxx; case: eqP => // _; apply: Rmult_0_r.
Qed.
Lemma dg_one : is_dg 1%:M (fun _ => R1).
Proof. by apply/matrixP => i j; rewrite mxE dg_entry; case: eqP. Qed.
Lemma dg_zero A f : is_dg A f -> (forall i, f i = R0) -> A = 0.
Proof. by move=> -> h; apply/matrixP => i j; rewrite dg_entry mxE h if_same. Qed.
End Dg.
Ltac dg_read := lazymatch goal with
  | |- is_dg (_ *m _) _ => eapply dg_mul; dg_read
  | |- is_dg (_ + _) _ => eapply dg_add; dg_read
  | |- is_dg (_ *: _) _ => eapply dg_scale; dg_read
  | |- is_dg (dg _) _ => eapply dg_leaf
  | |- is_dg _ _ => eapply dg_one end.
Ltac dg_entries := eapply dg_zero; [dg_read | cbv beta].
Ltac entries_out := repeat match goal with
  | |- context [@fun_of_matrix ?R ?m ?n ?A ?i ?j] => let x := fresh "entry" in generalize (@fun_of_matrix R m n A i j); intro x end;
  intros.
Ltac entries := entries_out; equation fail fail.
