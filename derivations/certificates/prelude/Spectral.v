(* Functions of a symmetric matrix: f (P D P^T) = P f (D) P^T for an orthogonal P and a diagonal D, whichever of them are taken. *)
Require Import Reals Lra Psatz Nsatz.
From Coquelicot Require Import Rcomplements.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Numbers Diag.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope R_scope with Re.
Definition is_function (f : R -> R) n (A B : 'M[R]_n) := exists (P : 'M[R]_n) (s : 'I_n -> R),
  P^T *m P = 1%:M /\ A = P *m dg s *m P^T /\ B = P *m dg (fun i => f (s i)) *m P^T.
(* (exp (r t) - 1) / r, and t where r is zero. *)
Definition growth (r t : R) : R := if Req_EM_T r 0%Re then t else Rdiv (exp (r * t) - 1) r.
Lemma growth_0 t : growth 0%Re t = t.
Proof. by rewrite /growth; case: Req_EM_T. Qed.
Lemma growth_at_0 r : growth r 0%Re = 0%Re.
Proof. by rewrite /growth; case: Req_EM_T => // h; rewrite Rmult_0_r exp_0 /Rdiv Rminus_diag_eq // Rmult_0_l. Qed.
Lemma growth_is r t : r <> 0%Re -> growth r t = Rdiv (exp (r * t) - 1) r.
Proof. by rewrite /growth; case: Req_EM_T. Qed.
(* Exponentials and growths whose arguments are the same numbers, written in another way. *)
Ltac same_arguments := repeat match goal with
  | |- context [exp ?a] => match goal with |- context [exp ?b] => other a b;
      let h := fresh "same" in assert (h : a = b) by (first [ring | (field; nonzero)]); rewrite h; clear h end
  | |- context [growth ?a ?s] => match goal with |- context [growth ?b ?t] =>
      tryif (constr_eq a b; constr_eq s t) then fail else idtac;
      let h := fresh "same" in assert (h : growth a s = growth b t) by
        (apply: f_equal2; first [reflexivity | ring | (field; nonzero)]); rewrite h; clear h end end.
Ltac growths_out := repeat match goal with |- context [growth ?r ?t] =>
  rewrite (@growth_is r t); [| first [nonzero | (roots; nonzero)]] end.
Local Close Scope ring_scope.
Local Open Scope R_scope.
(* Products of two roots that one equation of another root tells. *)
Ltac told_by := first [ ring | lra ].
Ltac told_product r s x e f := is_var x; is_var r; is_var s; other x r; other x s; other r s; unknown r s x;
  assert (r * s = x) by (let g := fresh "square" in assert (g : (r * r) * (s * s) = x * x) by (rewrite e f; told_by);
    apply: same_square; [nra | lra | transitivity ((r * r) * (s * s)); [ring | exact: g]]).
Ltac told_products := one_way; repeat match goal with
  | _ : 0 < ?x, e : ?r * ?r = ?a, f : ?s * ?s = ?b |- _ => told_product r s x e f
  | _ : 0 <= ?x, e : ?r * ?r = ?a, f : ?s * ?s = ?b |- _ => told_product r s x e f end.
Ltac rooted := roots; told_products; reciprocals; ideal.
Local Close Scope R_scope.
Local Open Scope ring_scope.
Ltac grown := first [ (same_arguments; equation fail fail) | (growths_out; same_arguments; equation fail fail) ].
Section Functions.
Variables (n : nat) (f : R -> R).
Implicit Types (P Q A B : 'M[R]_n) (s : 'I_n -> R).
Lemma mul_dg A s i j : (A *m dg s) i j = Rmult (A i j) (s j).
Proof.
rewrite mxE (bigD1 j) //= big1 => [|k hk]; first by rewrite addr0 dg_entry eqxx.
by rewrite dg_entry (negPf hk) mulr0.
Qed.
Lemma dg_mul_l A s i j : (dg s *m A) i j = Rmult (s i) (A i j).
Proof.
rewrite mxE (bigD1 i) //= big1 => [|k hk]; first by rewrite addr0 dg_entry eqxx.
by rewrite dg_entry eq_sym (negPf hk) mul0r.
Qed.
Lemma function_of P s B : P^T *m P = 1%:M -> is_function f (P *m dg s *m P^T) B -> B = P *m dg (fun i => f (s i)) *m P^T.
Proof.
move=> hP [Q [r [hQ [e ->]]]]; have hP' := mulmx1C hP; have hQ' := mulmx1C hQ.
have c : Q^T *m P *m dg s = dg r *m (Q^T *m P).
  have l : Q^T *m (P *m dg s *m P^T) *m P = Q^T *m P *m dg s by rewrite -!mulmxA hP mulmx1.
  have k : Q^T *m (Q *m dg r *m Q^T) *m P = dg r *m (Q^T *m P) by rewrite !mulmxA hQ mul1mx.
  by rewrite -l -k e.
have d : Q^T *m P *m dg (fun i => f (s i)) = dg (fun i => f (r i)) *m (Q^T *m P).
  apply/matrixP => i j; rewrite mul_dg dg_mul_l.
  have := congr1 (fun X : 'M_n => X i j) c; rewrite /= mul_dg dg_mul_l; set x := (_ *m _) i j => h.
  have [->|h0] := Req_EM_T x R0; first by rewrite Rmult_0_l Rmult_0_r.
  have -> : s j = r i by apply: (Rmult_eq_reg_l x) => //; rewrite h Rmult_comm.
  by rewrite Rmult_comm.
have -> : Q *m dg (fun i => f (r i)) *m Q^T = Q *m (dg (fun i => f (r i)) *m (Q^T *m P)) *m P^T.
  by rewrite -!mulmxA hP' mulmx1.
by rewrite -d !mulmxA hQ' mul1mx.
Qed.
End Functions.
Ltac grown_entries := entries_out; first [ ring | (field; nonzero) | rooted | equation fail fail | grown ].
