(* Kronecker products and matrices whose columns are stacked: how a product acts on what is stacked, which proves equations of both. *)
Require Import Reals.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
(* The place k of m times n, counted row by row, as a row and a column. *)
Definition pair_of m n (k : 'I_(m * n)) : 'I_m * 'I_n := enum_val (cast_ord (esym (mxvec_cast m n)) k).
Definition kron m n p q (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) : 'M[R]_(m * p, n * q) :=
  \matrix_(i, j) Rmult (A (pair_of i).1 (pair_of j).1) (B (pair_of i).2 (pair_of j).2).
Definition vec m n (X : 'M[R]_(m, n)) : 'M[R]_(n * m, 1) := \col_k X (pair_of k).2 (pair_of k).1.
Lemma pair_index m n (i : 'I_m) (j : 'I_n) : pair_of (mxvec_index i j) = (i, j).
Proof. by rewrite /pair_of /mxvec_index cast_ordK enum_rankK. Qed.
Lemma sum_pairs m n (F : 'I_(m * n) -> R) : \sum_k F k = \sum_i \sum_j F (mxvec_index i j).
Proof. by rewrite (reindex _ (curry_mxvec_bij _ _)) /= pair_bigA; apply: eq_bigr => -[i j] _. Qed.
Section Acts.
Variables m n p q : nat.
Lemma kron_vec (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) (X : 'M[R]_(q, n)) : kron A B *m vec X = vec (B *m X *m A^T).
Proof.
apply/matrixP => k l; rewrite !mxE sum_pairs; apply: eq_bigr => i _; rewrite !mxE big_distrl /=; apply: eq_bigr => j _.
by rewrite !mxE !pair_index /= -[LHS]mulrA mulrC.
Qed.
Lemma vec_onto (v : 'M[R]_(n * q, 1)) : exists X : 'M[R]_(q, n), v = vec X.
Proof.
exists (\matrix_(i, j) v (mxvec_index j i) ord0); apply/matrixP => k l; rewrite !mxE (ord1 l).
by case/mxvec_indexP: k => i j; rewrite pair_index.
Qed.
Definition acts (M : 'M[R]_(m * p, n * q)) (f : 'M[R]_(q, n) -> 'M[R]_(p, m)) := forall X, M *m vec X = vec (f X).
Lemma acts_kron (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) : acts (kron A B) (fun X => B *m X *m A^T).
Proof. by move=> X; apply: kron_vec. Qed.
Lemma vecD (X Y : 'M[R]_(q, n)) : vec X + vec Y = vec (X + Y). Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma vecZ c (X : 'M[R]_(q, n)) : c *: vec X = vec (c *: X). Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma vecN (X : 'M[R]_(q, n)) : - vec X = vec (- X). Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma vec0 : (0 : 'M[R]_(n * q, 1)) = vec (0 : 'M[R]_(q, n)). Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma mxd_vec (X : R -> 'M[R]_(q, n)) t V : mxd X t V -> mxd (fun s => vec (X s)) t (vec V).
Proof. by move=> h i j; rewrite mxE; apply: (is_derive_ext (fun s => X s (pair_of i).2 (pair_of i).1)) => [s|]; rewrite ?mxE. Qed.
End Acts.
Section More.
Variables m n p q r s : nat.
Lemma acts_add (M N : 'M[R]_(m * p, n * q)) f g : acts M f -> acts N g -> acts (M + N) (fun X => f X + g X).
Proof. by move=> hM hN X; rewrite mulmxDl hM hN vecD. Qed.
Lemma acts_opp (M : 'M[R]_(m * p, n * q)) f : acts M f -> acts (- M) (fun X => - f X).
Proof. by move=> hM X; rewrite mulNmx hM vecN. Qed.
Lemma acts_scale c (M : 'M[R]_(m * p, n * q)) f : acts M f -> acts (c *: M) (fun X => c *: f X).
Proof. by move=> hM X; rewrite -scalemxAl hM vecZ. Qed.
Lemma acts_mul (M : 'M[R]_(m * p, n * q)) (N : 'M[R]_(n * q, r * s)) f g : acts M f -> acts N g -> acts (M *m N) (fun X => f (g X)).
Proof. by move=> hM hN X; rewrite -mulmxA hN hM. Qed.
Lemma acts_same (M N : 'M[R]_(m * p, n * q)) f g : acts M f -> acts N g -> (forall X, f X = g X) -> M = N.
Proof.
move=> hM hN h; apply/matrixP => i j.
have e : M *m delta_mx j (ord0 : 'I_1) = N *m delta_mx j ord0 by have [X ->] := vec_onto (delta_mx j ord0); rewrite hM hN h.
have at_ (K : 'M[R]_(m * p, n * q)) : (K *m delta_mx j (ord0 : 'I_1)) i ord0 = K i j.
  rewrite mxE (bigD1 j) //= mxE !eqxx mulr1 big1 ?addr0 // => k /negPf hk; by rewrite mxE hk mulr0.
by rewrite -(at_ M) e at_.
Qed.
(* What is stacked, of a sum and of a product. *)
Definition stacks (v : 'M[R]_(n * q, 1)) (X : 'M[R]_(q, n)) := v = vec X.
Lemma stacks_vec (X : 'M[R]_(q, n)) : stacks (vec X) X. Proof. by []. Qed.
Lemma stacks_add v w X Y : stacks v X -> stacks w Y -> stacks (v + w) (X + Y). Proof. by move=> -> ->; apply: vecD. Qed.
Lemma stacks_opp v X : stacks v X -> stacks (- v) (- X). Proof. by move=> ->; apply: vecN. Qed.
Lemma stacks_scale c v X : stacks v X -> stacks (c *: v) (c *: X). Proof. by move=> ->; apply: vecZ. Qed.
Lemma stacks_same v w X Y : stacks v X -> stacks w Y -> X = Y -> v = w. Proof. by move=> -> -> ->. Qed.
End More.
Lemma acts_one n q : acts (1%:M : 'M[R]_(n * q)) (fun X : 'M[R]_(q, n) => X). Proof. by move=> X; rewrite mul1mx. Qed.
Lemma stacks_mul m n p q (M : 'M[R]_(m * p, n * q)) f v X : acts M f -> stacks v X -> stacks (M *m v) (f X).
Proof. by move=> hM ->; apply: hM. Qed.
Lemma mxd_stacks n q (X : R -> 'M[R]_(q, n)) t v V : stacks v V -> mxd X t V -> mxd (fun s => vec (X s)) t v.
Proof. by move=> ->; apply: mxd_vec. Qed.
Ltac acts_read := lazymatch goal with
  | |- acts (_ + _) _ => eapply acts_add; acts_read
  | |- acts (- _) _ => eapply acts_opp; acts_read
  | |- acts (_ *: _) _ => eapply acts_scale; acts_read
  | |- acts (_ *m _) _ => eapply acts_mul; acts_read
  | |- acts (kron _ _) _ => eapply acts_kron
  | |- acts _ _ => eapply acts_one end.
Ltac stacks_read := lazymatch goal with
  | |- stacks (_ + _) _ => eapply stacks_add; stacks_read
  | |- stacks (- _) _ => eapply stacks_opp; stacks_read
  | |- stacks (_ *: _) _ => eapply stacks_scale; stacks_read
  | |- stacks (_ *m _) _ => eapply stacks_mul; [acts_read | stacks_read]
  | |- stacks _ _ => eapply stacks_vec end.
