(* Coq's reals as a commutative ring of mathcomp, and derivatives of matrix paths entry by entry. *)
Require Import Reals ClassicalEpsilon FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Lemma R_eqP : Equality.axiom (fun x y : R => if Req_EM_T x y then true else false).
Proof. by move=> x y; case: Req_EM_T => h; constructor. Qed.
Canonical R_eqType := EqType R (EqMixin R_eqP).
Definition R_find (P : pred R) (n : nat) : option R :=
  match excluded_middle_informative (exists x, P x) with
  | left h => Some (proj1_sig (constructive_indefinite_description _ h)) | right _ => None end.
Lemma R_choice : choiceMixin R.
Proof.
exists R_find; rewrite /R_find => P.
- by move=> n x; case: excluded_middle_informative => // h [<-]; case: constructive_indefinite_description.
- by move=> h; exists 0%N; case: excluded_middle_informative.
- move=> Q PQ n; have -> : P = Q by apply: functional_extensionality.
  by [].
Qed.
Canonical R_choiceType := ChoiceType R R_choice.
Fact RplusA : associative Rplus. Proof. by move=> *; rewrite Rplus_assoc. Qed.
Definition R_zmodMixin := ZmodMixin RplusA Rplus_comm Rplus_0_l Rplus_opp_l.
Canonical R_zmodType := ZmodType R R_zmodMixin.
Fact RmultA : associative Rmult. Proof. by move=> *; rewrite Rmult_assoc. Qed.
Fact R10 : is_true (R1 != R0). Proof. by apply/eqP; apply: R1_neq_R0. Qed.
Definition R_ringMixin := RingMixin RmultA Rmult_1_l Rmult_1_r Rmult_plus_distr_r Rmult_plus_distr_l R10.
Canonical R_ringType := RingType R R_ringMixin.
Canonical R_comRingType := ComRingType R Rmult_comm.

Import GRing.Theory.
Local Open Scope ring_scope.

Lemma INR_ring (n : nat) : INR n = (n%:R : R_ringType).
Proof. by elim: n => [|n IH] //; rewrite S_INR IH mulrS Rplus_comm. Qed.

(* The inner product of two columns. *)
Definition dot n (u v : 'cV[R]_n) : R := (u^T *m v) ord0 ord0.

(* The path X has the derivative V at time t. *)
Definition mxd m n (X : R -> 'M[R]_(m,n)) (t : R) (V : 'M[R]_(m,n)) :=
  forall i j, is_derive (fun s => X s i j) t (V i j).

Section Rules.
Variable t : R.
Lemma mxd_ext m n (X Y : R -> 'M[R]_(m,n)) V : (forall s, X s = Y s) -> mxd X t V -> mxd Y t V.
Proof. by move=> XY hX i j; apply: is_derive_ext (hX i j) => s; rewrite XY. Qed.
Lemma mxd_const m n (A : 'M[R]_(m,n)) : mxd (fun _ => A) t 0.
Proof. by move=> i j; rewrite mxE; apply: is_derive_const. Qed.
Lemma mxd_add m n (X Y : R -> 'M[R]_(m,n)) U V : mxd X t U -> mxd Y t V -> mxd (fun s => X s + Y s) t (U + V).
Proof.
move=> hX hY i j; rewrite mxE.
apply: (is_derive_ext (fun s => Rplus (X s i j) (Y s i j))); first by move=> s; rewrite mxE.
exact: (is_derive_plus (fun s => X s i j) (fun s => Y s i j) t (U i j) (V i j) (hX i j) (hY i j)).
Qed.
Lemma mxd_opp m n (X : R -> 'M[R]_(m,n)) U : mxd X t U -> mxd (fun s => - X s) t (- U).
Proof.
move=> hX i j; rewrite mxE.
apply: (is_derive_ext (fun s => Ropp (X s i j))); first by move=> s; rewrite mxE.
exact: (is_derive_opp (fun s => X s i j) t (U i j) (hX i j)).
Qed.
Lemma mxd_tr m n (X : R -> 'M[R]_(m,n)) U : mxd X t U -> mxd (fun s => (X s)^T) t U^T.
Proof. by move=> hX i j; rewrite mxE; apply: (is_derive_ext (fun s => X s j i)) => // s; rewrite mxE. Qed.
Lemma mxd_scale m n (c : R -> R) d (X : R -> 'M[R]_(m,n)) U :
  is_derive c t d -> mxd X t U -> mxd (fun s => c s *: X s) t (d *: X t + c t *: U).
Proof.
move=> hc hX i j; rewrite !mxE.
apply: (is_derive_ext (fun s => Rmult (c s) (X s i j))); first by move=> s; rewrite mxE.
exact: (is_derive_mult c (fun s => X s i j) t d (U i j) hc (hX i j) Rmult_comm).
Qed.
Lemma sum_d (I : Type) (r : seq I) (f : I -> R -> R) (g : I -> R) :
  (forall k, is_derive (f k) t (g k)) -> is_derive (fun s => \sum_(k <- r) f k s) t (\sum_(k <- r) g k).
Proof.
move=> h; elim: r => [|k r IH].
  rewrite big_nil; apply: (is_derive_ext (fun _ => R0)); first by move=> s; rewrite big_nil.
  exact: is_derive_const.
rewrite big_cons; apply: (is_derive_ext (fun s => Rplus (f k s) (\sum_(j <- r) f j s))); first by move=> s; rewrite big_cons.
exact: (is_derive_plus (f k) _ t (g k) _ (h k) IH).
Qed.
Lemma mxd_mul m n p (X : R -> 'M[R]_(m,n)) (Y : R -> 'M[R]_(n,p)) U V :
  mxd X t U -> mxd Y t V -> mxd (fun s => X s *m Y s) t (U *m Y t + X t *m V).
Proof.
move=> hX hY i j; rewrite !mxE -big_split /=.
apply: (is_derive_ext (fun s => \sum_k (X s i k * Y s k j))); first by move=> s; rewrite mxE.
apply: sum_d => k.
exact: (is_derive_mult (fun s => X s i k) (fun s => Y s k j) t (U i k) (V k j) (hX i k) (hY k j) Rmult_comm).
Qed.
Lemma mxd_trace n (X : R -> 'M[R]_n) U : mxd X t U -> is_derive (fun s => \tr (X s)) t (\tr U).
Proof. by move=> hX; apply: sum_d => k; apply: hX. Qed.
End Rules.

(* G is the gradient of the scalar function L at the matrix X: the derivative along each direction V is tr (G^T V). *)
Definition is_gradient m n (L : 'M[R]_(m,n) -> R) (X G : 'M[R]_(m,n)) :=
  forall V : 'M[R]_(m,n), is_derive (fun s : R => L (X + s *: V)) R0 (\tr (G^T *m V)).
