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
Ltac root_is x v := replace (sqrt x) with v by (symmetry; apply: sqrt_lem_1; lra).
Ltac root_over x d :=
  first [ root_is x (Rdiv (IZR 1) d) | root_is x (Rdiv (IZR 2) d) | root_is x (Rdiv (IZR 3) d) | root_is x (Rdiv (IZR 4) d)
        | root_is x (Rdiv (IZR 5) d) | root_is x (Rdiv (IZR 6) d) | root_is x (Rdiv (IZR 7) d) | root_is x (Rdiv (IZR 9) d) ].
Ltac root := repeat match goal with |- context [sqrt ?x] =>
  lazymatch x with context [sqrt _] => fail | _ =>
    first [ root_is x R0 | root_over x R1 | root_over x (IZR 2) | root_over x (IZR 4) | root_over x (IZR 3) ] end end.
Ltac one_number := cbv beta; rewrite /INR; root;
  first [ by [] | lra | by field | by (field; lra) | by (rewrite ?Rinv_mult ?Rinv_inv ?Rinv_1; lra) ].
Ltac one_part := intros; rewrite ?(one_mul, one_add, one_opp, one_scale, one_tr, one_trace, one_dot, one_one, one_zero, one_dg, one_entry);
  first [ by [] | (apply: f_equal; one_number) | one_number ].
Ltac at_one := repeat match goal with |- _ /\ _ => split end; one_part.
Lemma one_inj (a b : R) : (const_mx a : 'M[R]_(1, 1)) = const_mx b -> a = b.
Proof. by move/matrixP => /(_ ord0 ord0); rewrite !mxE. Qed.
(* C: an equation that a wrong theorem gives at a point, behind its premises; a and b: the values of its sides there. *)
Ltac one_refute C a b :=
  repeat match type of C with ?P -> ?Q => let p := fresh "p" in assert (p : P) by one_part; specialize (C p); clear p end;
  rewrite ?(one_mul, one_add, one_opp, one_scale, one_tr, one_trace, one_dot, one_one, one_zero, one_dg, one_entry) in C;
  try (apply one_inj in C);
  match type of C with ?x = ?y =>
    let p := fresh "p" in let q := fresh "q" in
    assert (p : x = a) by one_number; assert (q : y = b) by one_number;
    assert (a = b) by (transitivity x; [symmetry; exact p | transitivity y; [exact C | exact q]]); lra end.
