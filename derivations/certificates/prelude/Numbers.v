(* Equations and inequalities between real numbers that a proof of words leaves over. *)
Require Import Reals Lra Psatz Nsatz.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat.
Local Open Scope R_scope.
Lemma INR_pos n : is_true (0 < n)%N -> 0 < INR n.
Proof. by move=> h; apply: lt_0_INR; apply/ltP. Qed.
Lemma INR_one : INR 1 = 1.
Proof. by []. Qed.
Lemma same_square a b : 0 <= a -> 0 <= b -> a * a = b * b -> a = b.
Proof. by move=> ha hb h; apply: Rsqr_inj. Qed.
(* Signs, from the context. *)
Ltac positive := first [assumption | lra | (apply: INR_pos; assumption) | nra
  | (apply: Rinv_0_lt_compat; positive) | (apply: Rmult_lt_0_compat; positive)].
Ltac nonneg := first [assumption | lra | (apply: Rlt_le; positive) | nra | (apply: Rmult_le_pos; nonneg)].
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
(* A reciprocal as a number of its own, with its equation. *)
Ltac reciprocal_of x := lazymatch x with context [Rinv _] => fail | _ => idtac end;
  let r := fresh "part" in let e := fresh "unit" in let q := fresh "nonzero" in
  assert (q : x <> 0) by nonzero; pose proof (Rinv_r x q) as e; set (r := Rinv x) in *; clearbody r.
Ltac reciprocals := repeat match goal with
  | |- context [Rinv ?x] => reciprocal_of x
  | H : context [Rinv ?x] |- _ => reciprocal_of x end.
(* The goal is in the ideal of the equations of the context. *)
Ltac ideal := solve [repeat match goal with
    | H : _ <> _ |- _ => clear H | H : Rlt _ _ |- _ => clear H | H : Rle _ _ |- _ => clear H | H : Rgt _ _ |- _ => clear H
    | H : Rge _ _ |- _ => clear H | H : is_true _ |- _ => clear H | H : ~ _ |- _ => clear H end; cbn [pow] in *; nsatz].
(* Where squares agree and signs do, products of two roots are known. *)
Ltac other x y := tryif constr_eq x y then fail else idtac.
Ltac unknown r s x := lazymatch goal with H : r * s = x |- _ => fail | H : s * r = x |- _ => fail | _ => idtac end.
Ltac one_way := repeat match goal with H : Rgt _ _ |- _ => apply Rgt_lt in H | H : Rge _ _ |- _ => apply Rge_le in H end.
Ltac product_is r s x e f := is_var x; is_var r; is_var s; other x r; other x s; other r s; unknown r s x;
  assert (r * s = x) by (apply: same_square; [nra | lra | transitivity ((r * r) * (s * s)); [ring | rewrite e f; ideal]]).
Ltac root_is r x e := is_var x; is_var r; other x r; lazymatch goal with H : r = x |- _ => fail | _ => idtac end;
  assert (r = x) by (apply: same_square; [lra | lra | rewrite e; ring]).
Ltac products := one_way; repeat match goal with
  | H : 0 < ?x, e : ?r * ?r = ?a |- _ => root_is r x e
  | H : 0 <= ?x, e : ?r * ?r = ?a |- _ => root_is r x e
  | H : 0 < ?x, e : ?r * ?r = ?a, f : ?s * ?s = ?b |- _ => product_is r s x e f
  | H : 0 <= ?x, e : ?r * ?r = ?a, f : ?s * ?s = ?b |- _ => product_is r s x e f end.
(* Exponentials of opposite and of double numbers. *)
Lemma exp_opposite a b : a + b = 0 -> exp a * exp b = 1.
Proof. by move=> h; rewrite -exp_plus h exp_0. Qed.
Lemma exp_double a b : b = a + a -> exp b = exp a * exp a.
Proof. by move=> ->; rewrite exp_plus. Qed.
Ltac exponentials := repeat match goal with
  | |- context [exp ?a] => match goal with |- context [exp ?b] => other a b;
      lazymatch goal with H : exp a * exp b = 1 |- _ => fail | H : exp b * exp a = 1 |- _ => fail | _ => idtac end;
      assert (exp a * exp b = 1) by (apply: exp_opposite; ring) end
  | |- context [exp ?a] => match goal with |- context [exp ?b] => other a b;
      lazymatch goal with H : exp b = exp a * exp a |- _ => fail | _ => idtac end;
      assert (exp b = exp a * exp a) by (apply: exp_double; ring) end end.
Ltac fixed := repeat match goal with H : ?x = _ |- _ => is_var x; subst x | H : _ = ?x |- _ => is_var x; subst x end.
Ltac equation ring_ field_ := first [ring | (field; nonzero) | ring_ | (field_; nonzero)
  | (roots; reciprocals; first [ideal | (exponentials; products; ideal)]) | (fixed; roots; reciprocals; products; ideal)].
Ltac number ring_ field_ := lazymatch goal with
  | |- True => exact: I
  | |- (_ = _) => equation ring_ field_
  | |- (_ <> _) => first [nonzero | (roots; nonzero)]
  | |- _ => first [positive | nonneg | (roots; positive) | (roots; nonneg)] end.
Ltac numbers field_ ring_ := repeat match goal with |- _ /\ _ => split end; number ring_ field_.
