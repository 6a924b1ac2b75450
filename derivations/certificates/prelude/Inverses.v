(* An inverse of a matrix that moves, moves: it is the adjoint over the determinant, which are sums of products of entries. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype fingroup perm bigop ssralg matrix.
Require Import Rmx.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Existence.
Variable t : R.
Lemma ex_total (I : Type) (r : seq I) (f : I -> R -> R) :
  (forall k, ex_derive (f k) t) -> ex_derive (fun s => \sum_(k <- r) f k s) t.
Proof.
move=> h; elim: r => [|k r IH].
  by apply: (ex_derive_ext (fun _ => R0)) => [s|]; [rewrite big_nil | exact: ex_derive_const].
apply: (ex_derive_ext (fun s => Rplus (f k s) (\sum_(j <- r) f j s))) => [s|]; first by rewrite big_cons.
exact: (ex_derive_plus (f k) _ t (h k) IH).
Qed.
Lemma ex_product (I : Type) (r : seq I) (f : I -> R -> R) :
  (forall k, ex_derive (f k) t) -> ex_derive (fun s => \prod_(k <- r) f k s) t.
Proof.
move=> h; elim: r => [|k r IH].
  by apply: (ex_derive_ext (fun _ => R1)) => [s|]; [rewrite big_nil | exact: ex_derive_const].
apply: (ex_derive_ext (fun s => Rmult (f k s) (\prod_(j <- r) f j s))) => [s|]; first by rewrite big_cons.
exact: (ex_derive_mult (f k) _ t (h k) IH).
Qed.
Lemma ex_det n (X : R -> 'M[R]_n) : (forall i j, ex_derive (fun s => X s i j) t) -> ex_derive (fun s => \det (X s)) t.
Proof.
move=> h; apply: ex_total => p; apply: (ex_derive_mult (fun _ => (-1) ^+ p) (fun s => \prod_i X s i (p i))); first exact: ex_derive_const.
by apply: ex_product => i.
Qed.
Lemma ex_adjoint n (X : R -> 'M[R]_n) i j : (forall i j, ex_derive (fun s => X s i j) t) -> ex_derive (fun s => (\adj (X s)) i j) t.
Proof.
move=> h; apply: (ex_derive_ext (fun s => Rmult ((-1) ^+ (j + i)) (\det (row' j (col' i (X s)))))) => [s|]; first by rewrite mxE.
apply: (ex_derive_mult (fun _ => (-1) ^+ (j + i)) (fun s => \det (row' j (col' i (X s))))); first exact: ex_derive_const.
by apply: ex_det => k l; apply: (ex_derive_ext (fun s => X s (lift j k) (lift i l))) => // s; rewrite !mxE.
Qed.
End Existence.

Lemma mxd_inverse n (X Y : R -> 'M[R]_n) t V : mxd X t V ->
  locally t (fun s => X s *m Y s = 1%:M /\ Y s *m X s = 1%:M) -> mxd Y t (- (Y t *m V *m Y t)).
Proof.
move=> hX near; have [here back] := locally_singleton _ _ near.
have ex i j : ex_derive (fun s => X s i j) t by exists (V i j).
have exY i j : ex_derive (fun s => Y s i j) t.
  apply: (ex_derive_ext_loc (fun s => Rmult (Rinv (\det (X s))) ((\adj (X s)) i j))).
    apply: filter_imp near => s [one other].
    have unit : Rmult (\det (X s)) (\det (Y s)) = 1%R by have := congr1 determinant one; rewrite det_mulmx det1.
    have nonzero : \det (X s) <> R0 by move=> e; move: unit; rewrite e Rmult_0_l => /esym; exact: R1_neq_R0.
    have -> : \adj (X s) = \det (X s) *: Y s.
      by rewrite -[LHS]mul1mx -other -mulmxA mul_mx_adj scalar_mxC mul_scalar_mx.
    by rewrite mxE -[RHS]Rmult_1_l -(Rinv_l _ nonzero) Rmult_assoc.
  apply: (ex_derive_mult (fun s => Rinv (\det (X s))) (fun s => (\adj (X s)) i j)); last exact: ex_adjoint.
  apply: ex_derive_inv; first exact: ex_det.
  have unit : Rmult (\det (X t)) (\det (Y t)) = 1%R by have := congr1 determinant here; rewrite det_mulmx det1.
  by move=> e; move: unit; rewrite e Rmult_0_l => /esym; exact: R1_neq_R0.
pose W := \matrix_(i, j) (Derive (fun s => Y s i j) t : R).
have hY : mxd Y t W by move=> i j; rewrite mxE; apply: Derive_correct.
have zero : V *m Y t + X t *m W = 0.
  apply/matrixP => i j; have d := mxd_mul hX hY i j.
  rewrite -(is_derive_unique _ _ _ d) mxE; apply: is_derive_unique.
  apply: (is_derive_ext_loc (fun _ => (1%:M : 'M[R]_n) i j)); last exact: is_derive_const.
  by apply: filter_imp near => s [-> _].
suff -> : - (Y t *m V *m Y t) = W by [].
by rewrite -mulmxA -[W]mul1mx -back -mulmxA -mulmxN; congr (_ *m _); apply/eqP; rewrite eq_sym -addr_eq0 addrC zero.
Qed.
