(* Symmetric matrices by the sign of their quadratic form. *)
Require Import Reals.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope R_scope with Re.
Definition semidefinite n (A : 'M[R]_n) := A^T = A /\ forall v : 'M[R]_(n, 1), (((v^T *m A) *m v) ord0 ord0 >= 0)%Re.
Definition definite n (A : 'M[R]_n) := A^T = A /\ forall v : 'M[R]_(n, 1), v <> 0 -> (((v^T *m A) *m v) ord0 ord0 > 0)%Re.
