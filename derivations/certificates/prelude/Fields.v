(* The derivative of a field of vectors: what it makes of every direction. *)
Require Import Reals.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
Definition is_jacobian m n (G : 'cV[R]_n -> 'cV[R]_m) (x : 'cV[R]_n) (H : 'M[R]_(m, n)) :=
  forall V : 'cV[R]_n, mxd (fun s : R => G (x + s *: V)) R0 (H *m V).
