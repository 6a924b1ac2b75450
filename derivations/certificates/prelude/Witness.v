(* Matrices of one or two rows and columns by their entries, with which a witness shows that hypotheses can hold. *)
From Coquelicot Require Import Rcomplements Rbar Derive.
Require Import Reals Lra.
From Interval Require Import Tactic.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Diag Spectral Kron.
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
Lemma one_function f a b : f a = b -> is_function f (one a) (one b).
Proof.
move=> <-; exists 1%:M, (fun _ => a); split; first by rewrite trmx1 mulmx1.
by split; rewrite trmx1 mulmx1 mul1mx one_dg.
Qed.
Lemma one_kron a b : (kron (one a) (one b) : 'M[R]_(1, 1)) = one (Rmult a b). Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma one_entry a i j : one a i j = a. Proof. by rewrite mxE. Qed.
End One.
(* A size that is a sum of two, each of them one. *)
Section Two.
Implicit Types a b c d e f g h : R.
Notation one := (@const_mx R 1 1).
Definition two_col a b : 'M[R]_(1 + 1, 1) := col_mx (one a) (one b).
Definition two_row a b : 'M[R]_(1, 1 + 1) := row_mx (one a) (one b).
Definition two_two a b c d : 'M[R]_(1 + 1) := block_mx (one a) (one b) (one c) (one d).
Lemma col_one a b c : two_col a b *m (one c : 'M[R]_(1, 1)) = two_col (Rmult a c) (Rmult b c).
Proof. by rewrite /two_col mul_col_mx !one_mul. Qed.
Lemma one_row a b c : (one c : 'M[R]_(1, 1)) *m two_row a b = two_row (Rmult c a) (Rmult c b).
Proof. by rewrite /two_row mul_mx_row !one_mul. Qed.
Lemma row_col a b c d : two_row a b *m two_col c d = one (Rplus (Rmult a c) (Rmult b d)).
Proof. by rewrite /two_row /two_col mul_row_col !one_mul one_add. Qed.
Lemma col_row a b c d : two_col a b *m two_row c d = two_two (Rmult a c) (Rmult a d) (Rmult b c) (Rmult b d).
Proof. by rewrite /two_row /two_col mul_col_row !one_mul. Qed.
Lemma row_two a b c d e f : two_row a b *m two_two c d e f
  = two_row (Rplus (Rmult a c) (Rmult b e)) (Rplus (Rmult a d) (Rmult b f)).
Proof. by rewrite /two_row /two_two mul_row_block !one_mul !one_add. Qed.
Lemma two_times_col a b c d e f : two_two a b c d *m two_col e f
  = two_col (Rplus (Rmult a e) (Rmult b f)) (Rplus (Rmult c e) (Rmult d f)).
Proof. by rewrite /two_col /two_two mul_block_col !one_mul !one_add. Qed.
Lemma two_mul a b c d e f g h : two_two a b c d *m two_two e f g h = two_two (Rplus (Rmult a e) (Rmult b g))
  (Rplus (Rmult a f) (Rmult b h)) (Rplus (Rmult c e) (Rmult d g)) (Rplus (Rmult c f) (Rmult d h)).
Proof. by rewrite /two_two mulmx_block !one_mul !one_add. Qed.
Lemma col_add a b c d : two_col a b + two_col c d = two_col (Rplus a c) (Rplus b d).
Proof. by rewrite /two_col add_col_mx !one_add. Qed.
Lemma row_add a b c d : two_row a b + two_row c d = two_row (Rplus a c) (Rplus b d).
Proof. by rewrite /two_row add_row_mx !one_add. Qed.
Lemma two_add a b c d e f g h : two_two a b c d + two_two e f g h = two_two (Rplus a e) (Rplus b f) (Rplus c g) (Rplus d h).
Proof. by rewrite /two_two add_block_mx !one_add. Qed.
Lemma col_opp a b : - two_col a b = two_col (Ropp a) (Ropp b). Proof. by rewrite /two_col opp_col_mx !one_opp. Qed.
Lemma row_opp a b : - two_row a b = two_row (Ropp a) (Ropp b). Proof. by rewrite /two_row opp_row_mx !one_opp. Qed.
Lemma two_opp a b c d : - two_two a b c d = two_two (Ropp a) (Ropp b) (Ropp c) (Ropp d).
Proof. by rewrite /two_two opp_block_mx !one_opp. Qed.
Lemma col_scale a b c : c *: two_col a b = two_col (Rmult c a) (Rmult c b). Proof. by rewrite /two_col scale_col_mx !one_scale. Qed.
Lemma row_scale a b c : c *: two_row a b = two_row (Rmult c a) (Rmult c b). Proof. by rewrite /two_row scale_row_mx !one_scale. Qed.
Lemma two_scale a b c d e : e *: two_two a b c d = two_two (Rmult e a) (Rmult e b) (Rmult e c) (Rmult e d).
Proof. by rewrite /two_two scale_block_mx !one_scale. Qed.
Lemma col_tr a b : (two_col a b)^T = two_row a b. Proof. by rewrite /two_col tr_col_mx !one_tr. Qed.
Lemma row_tr a b : (two_row a b)^T = two_col a b. Proof. by rewrite /two_row tr_row_mx !one_tr. Qed.
Lemma two_tr a b c d : (two_two a b c d)^T = two_two a c b d. Proof. by rewrite /two_two tr_block_mx !one_tr. Qed.
Lemma two_one : (1%:M : 'M[R]_(1 + 1)) = two_two R1 R0 R0 R1. Proof. by rewrite scalar_mx_block one_one one_zero. Qed.
Lemma col_zero : (0 : 'M[R]_(1 + 1, 1)) = two_col R0 R0. Proof. by rewrite /two_col -one_zero col_mx0. Qed.
Lemma row_zero : (0 : 'M[R]_(1, 1 + 1)) = two_row R0 R0. Proof. by rewrite /two_row -one_zero row_mx0. Qed.
Lemma two_zero : (0 : 'M[R]_(1 + 1)) = two_two R0 R0 R0 R0. Proof. by rewrite /two_two block_mx_const. Qed.
Lemma two_dot a b c d : dot (two_col a b) (two_col c d) = Rplus (Rmult a c) (Rmult b d).
Proof. by rewrite /dot col_tr row_col mxE. Qed.
Lemma two_trace a b c d : \tr (two_two a b c d) = Rplus a d.
Proof. by rewrite /two_two mxtrace_block !one_trace. Qed.
End Two.
Lemma growth_where_zero r t : r = IZR 0 -> growth r t = t.
Proof. by move=> ->; apply: growth_0. Qed.
Ltac root_is x v := replace (sqrt x) with v by (symmetry; apply: sqrt_lem_1; lra).
Ltac root_over x d :=
  first [ root_is x (Rdiv (IZR 1) d) | root_is x (Rdiv (IZR 2) d) | root_is x (Rdiv (IZR 3) d) | root_is x (Rdiv (IZR 4) d)
        | root_is x (Rdiv (IZR 5) d) | root_is x (Rdiv (IZR 6) d) | root_is x (Rdiv (IZR 7) d) | root_is x (Rdiv (IZR 9) d) ].
Ltac plain_roots := repeat match goal with |- context [sqrt ?x] =>
  lazymatch x with context [sqrt _] => fail | _ =>
    first [ root_is x (IZR 0) | root_over x (IZR 1) | root_over x (IZR 2) | root_over x (IZR 4) | root_over x (IZR 3) ] end end.
Ltac plain_signs := repeat match goal with
  | |- context [Rabs ?x] => first [ rewrite (Rabs_pos_eq x); last lra | rewrite (Rabs_left1 x); last lra ]
  | |- context [sign ?x] => first [ rewrite (sign_eq_1 x); last lra | rewrite (sign_eq_m1 x); last lra | replace x with (IZR 0) by lra; rewrite sign_0 ]
  end.
Lemma growth_until_0 r t : t = IZR 0 -> growth r t = IZR 0.
Proof. by move=> ->; apply: growth_at_0. Qed.
Ltac plain_growths := repeat match goal with |- context [growth ?r ?t] =>
  first [ rewrite (@growth_until_0 r t); last by first [lra | (field; lra)]
        | rewrite (@growth_where_zero r t); last by first [lra | (field; lra)] ] end.
(* Enclosures read whole numbers only. *)
Ltac units := try change R0 with (IZR 0); try change R1 with (IZR 1);
  rewrite ?(Rmult_0_l, Rmult_0_r, Rplus_0_l, Rplus_0_r, Rmult_1_l, Rmult_1_r).
(* Sizes as numbers: a sum of sizes within a matrix's type is left as it is. *)
Ltac plain_sizes := repeat match goal with |- context [INR ?n] =>
  let r := eval cbv [addn addn_rec Nat.add INR] in (INR n) in lazymatch r with context [INR] => fail | _ => change (INR n) with r end end.
Ltac one_number := cbv beta; plain_sizes; rewrite /INR; plain_roots; plain_growths; plain_signs;
  first [ by [] | lra | by field | by (field; lra) | by (rewrite ?Rinv_mult ?Rinv_inv ?Rinv_1; lra) | enclosed ]
with enclosed := units; lazymatch goal with
  | |- Rge _ _ => apply: Rle_ge; interval
  | |- Rgt _ _ => apply: Rlt_gt; interval
  | |- _ <> _ => first [ (apply: Rgt_not_eq; apply: Rlt_gt; interval) | (apply: Rlt_not_eq; interval) ]
  | |- _ => interval end.
Ltac by_entries := rewrite ?(one_mul, one_add, one_opp, one_scale, one_tr, one_trace, one_dot, one_one, one_zero, one_dg, one_entry, one_kron,
  col_one, one_row, row_col, col_row, row_two, two_times_col, two_mul, col_add, row_add, two_add, col_opp, row_opp, two_opp, col_scale,
  row_scale, two_scale, col_tr, row_tr, two_tr, two_one, col_zero, row_zero, two_zero, two_dot, two_trace).
Ltac one_part := intros; by_entries;
  first [ by [] | (apply: f_equal; one_number) | one_number | (apply: f_equal2; one_number) | (apply: f_equal4; one_number)
        | (apply: one_function; cbv beta; units; rewrite ?(exp_0, growth_0, growth_at_0); units; first [one_number | lra]) ].
