(* Equations and inequalities between real numbers that a proof of words leaves over. *)
Require Import Reals Lra Psatz Nsatz.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat.
Local Open Scope R_scope.
Lemma INR_pos n : is_true (0 < n)%N -> 0 < INR n.
Proof. by move=> h; apply: lt_0_INR; apply/ltP. Qed.
Lemma same_square a b : 0 <= a -> 0 <= b -> a * a = b * b -> a = b.
Proof. by move=> ha hb h; apply: Rsqr_inj. Qed.
(* Signs, from the context. *)
Ltac positive := first [assumption | lra | (apply: INR_pos; assumption) | nra].
Ltac nonneg := first [assumption | lra | (apply: Rlt_le; positive) | nra].
Ltac nonzero := repeat split; first [assumption | (apply: Rgt_not_eq; positive) | (apply: Rlt_not_eq; positive) | lra | nra
  | (apply: Rmult_integral_contrapositive_currified; nonzero) | (intro; nra)].
(* A root as a number of its own, with its square and its sign; inner roots first. *)
Ltac root_of x := lazymatch x with context [sqrt _] => fail | _ => idtac end;
  let r := fresh "root" in let e := fresh "square" in let p := fresh "sign" in let q := fresh "sign" in
  first [ assert (q : 0 < x) by positive; pose proof (sqrt_sqrt x (Rlt_le _ _ q)) as e; pose proof (sqrt_lt_R0 x q) as p
        | assert (q : 0 <= x) by nonneg; pose proof (sqrt_sqrt x q) as e; pose proof (sqrt_pos x) as p ];
  set (r := sqrt x) in *; clearbody r.
Ltac roots := repeat match goal with
  | |- context [sqrt ?x] => root_of x
  | H : context [sqrt ?x] |- _ => root_of x end.
(* Where squares agree and signs do, products of roots are known. *)
Ltac products := repeat match goal with
  | H : 0 < ?x, e : ?r * ?r = ?a, f : ?s * ?s = ?b |- _ =>
      lazymatch goal with k : r * s = x |- _ => fail | k : s * r = x |- _ => fail | _ => idtac end;
      is_var x; is_var r; is_var s;
      lazymatch constr:((x, r, s)) with (r, _, _) => fail | (s, _, _) => fail | (_, s, r) => fail | _ => idtac end;
      assert (r * s = x) by (apply: same_square; [nra | lra | solve [nsatz]]) end.
Ltac sizes_out := repeat match goal with |- context [INR ?n] => let h := fresh in
  try (assert (h : 0 < INR n) by (apply: INR_pos; assumption)); generalize dependent (INR n); intros end.
Ltac equation ring_ field_ := first [ring | (field; nonzero) | ring_ | (field_; nonzero) | solve [nsatz]
  | (roots; first [solve [nsatz] | (field_simplify_eq; [solve [nsatz] | nonzero]) | (products; field_simplify_eq; [solve [nsatz] | nonzero])])].
Ltac number ring_ field_ := lazymatch goal with
  | |- True => exact: I
  | |- (_ = _) => equation ring_ field_
  | |- (_ <> _) => first [nonzero | (roots; nonzero)]
  | |- _ => first [positive | nonneg | (roots; positive) | (roots; nonneg)] end.
Ltac numbers field_ ring_ := repeat match goal with |- _ /\ _ => split end; number ring_ field_.
