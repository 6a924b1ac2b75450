(* Matrices of one row and one column as numbers, with which a witness shows that hypotheses can hold. *)
Require Import Reals Lra.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Diag.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Section One.
Implicit Types a b c : R.
Notation one := (@const_mx R 1 1).
Lemma one_mul a b : (one a : 'M[R]_(1, 1)) *m (one b : 'M[R]_(1, 1)) = one (Rmult a b).
Proof. by apply/matrixP => i j; rewrite !mxE big_ord_recl big_ord0 addr0 !mxE. Qed.
Lemma one_add a b : one a + one b = one (Rplus a b). Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma one_opp a : - one a = one (Ropp a). Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma one_scale c a : c *: one a = one (Rmult c a). Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma one_tr a : (one a)^T = one a. Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma one_trace a : \tr (one a) = a. Proof. by rewrite /mxtrace big_ord_recl big_ord0 addr0 mxE. Qed.
Lemma one_dot a b : dot (one a) (one b) = Rmult a b. Proof. by rewrite /dot one_tr one_mul mxE. Qed.
Lemma one_one : (1%:M : 'M[R]_1) = one R1. Proof. by apply/matrixP => i j; rewrite !mxE !ord1. Qed.
Lemma one_zero : (0 : 'M[R]_(1, 1)) = one R0. Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma one_dg (f : 'I_1 -> R) : dg f = one (f ord0).
Proof. by apply/matrixP => i j; rewrite dg_entry mxE !ord1. Qed.
Lemma one_entry a i j : one a i j = a. Proof. by rewrite mxE. Qed.
End One.
Ltac root := repeat match goal with |- context [sqrt ?x] => let r := fresh "r" in
  first [ replace (sqrt x) with R1 by (symmetry; apply: sqrt_lem_1; lra)
        | replace (sqrt x) with R0 by (symmetry; apply: sqrt_lem_1; lra)
        | replace (sqrt x) with (IZR 2) by (symmetry; apply: sqrt_lem_1; lra)
        | replace (sqrt x) with (IZR 3) by (symmetry; apply: sqrt_lem_1; lra)
        | replace (sqrt x) with (Rdiv R1 (IZR 2)) by (symmetry; apply: sqrt_lem_1; lra) ] end.
Ltac one_number := cbv beta; rewrite /INR; root;
  first [ by [] | lra | by field | by (field; lra) | by (rewrite ?Rinv_mult ?Rinv_inv ?Rinv_1; lra) ].
Ltac one_part := intros; rewrite ?(one_mul, one_add, one_opp, one_scale, one_tr, one_trace, one_dot, one_one, one_zero, one_dg, one_entry);
  first [ by [] | (apply: f_equal; one_number) | one_number ].
Ltac at_one := repeat match goal with |- _ /\ _ => split end; one_part.
