(* Squares of lengths are not negative, and the inequality of Cauchy and Schwarz. *)
Require Import Reals Lra Psatz.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Numbers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Lemma sum_nonneg n (g : 'I_n -> R) : (forall i, Rle R0 (g i)) -> Rge (\sum_i g i) R0.
Proof.
move=> h; apply: Rle_ge; elim/big_ind: _ => // [|x y hx hy]; first exact: Rle_refl.
exact: Rplus_le_le_0_compat.
Qed.
Lemma dot_square n (u : 'M[R]_(n, 1)) : Rge (dot u u) R0.
Proof. by rewrite /dot mxE; apply: sum_nonneg => k; rewrite mxE; apply: Rle_0_sqr. Qed.
Lemma dotC n (u v : 'M[R]_(n, 1)) : dot u v = dot v u.
Proof. by rewrite /dot !mxE; apply: eq_bigr => k _; rewrite !mxE mulrC. Qed.
Lemma dotDZ n (u v : 'M[R]_(n, 1)) (c : R) :
  dot (u + c *: v) (u + c *: v) = Rplus (dot u u) (Rplus (Rmult (Rmult 2 c) (dot u v)) (Rmult (Rmult c c) (dot v v))).
Proof.
have add (x y z : 'M[R]_(n, 1)) : dot (x + y) z = Rplus (dot x z) (dot y z) by rewrite /dot linearD /= mulmxDl mxE.
have scale (d : R) (x z : 'M[R]_(n, 1)) : dot (d *: x) z = Rmult d (dot x z) by rewrite /dot linearZ /= -scalemxAl mxE.
by rewrite add scale (dotC u) (dotC v) !add !scale (dotC v u); ring.
Qed.
Lemma cauchy n (u v : 'M[R]_(n, 1)) : Rle (Rmult (dot u v) (dot u v)) (Rmult (dot u u) (dot v v)).
Proof.
have hu := dot_square u; have hv := dot_square v.
have [h|h] := Req_EM_T (dot v v) R0.
  have k c := dot_square (u + c *: v); rewrite h Rmult_0_r.
  have [->|h0] := Req_EM_T (dot u v) R0; first by lra.
  have := k (Ropp (Rdiv (Rplus (dot u u) 1) (Rmult 2 (dot u v)))); rewrite dotDZ h.
  have -> : Rmult (Rmult 2 (Ropp (Rdiv (Rplus (dot u u) 1) (Rmult 2 (dot u v))))) (dot u v) = Ropp (Rplus (dot u u) 1) by field.
  lra.
have := dot_square (u + (Ropp (Rdiv (dot u v) (dot v v))) *: v); rewrite dotDZ.
set a := dot u u; set b := dot u v; set c := dot v v in h hv *.
have -> : Rplus a (Rplus (Rmult (Rmult 2 (Ropp (Rdiv b c))) b) (Rmult (Rmult (Ropp (Rdiv b c)) (Ropp (Rdiv b c))) c))
  = Rdiv (Rminus (Rmult a c) (Rmult b b)) c by field.
move=> g; have hc : Rlt R0 c by lra.
have : Rge (Rmult (Rdiv (Rminus (Rmult a c) (Rmult b b)) c) c) R0 by nra.
have -> : Rmult (Rdiv (Rminus (Rmult a c) (Rmult b b)) c) c = Rminus (Rmult a c) (Rmult b b) by field.
lra.
Qed.
