(* Limits of matrices entry by entry, and errors that stay bounded by a rate: from those of the numbers that they are made of. *)
Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require theoremtest.
Require Import Rmx Diag Kron Spectral Witness Points.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope R_scope with Re.
(* What is said of a function and a number, and goes through sums and constant factors. *)
Record linear (F : (R -> Prop) -> Prop) (P : (R -> R) -> R -> Prop) : Prop := Linear {
  p_near : forall f g a, F (fun x => f x = g x) -> P f a -> P g a;
  p_const : forall c, P (fun _ => c) c;
  p_add : forall f g a b, P f a -> P g b -> P (fun x => Rplus (f x) (g x)) (Rplus a b);
  p_scale : forall c f a, P f a -> P (fun x => Rmult c (f x)) (Rmult c a) }.
Definition tends (F : (R -> Prop) -> Prop) (f : R -> R) (l : R) := filterlim f F (Rbar_locally (Finite l)).
Definition within (F : (R -> Prop) -> Prop) (r f : R -> R) (l : R) := exists b : R, F (fun x => Rle (Rabs (Rdiv (Rminus (f x) l) (r x))) b).
Lemma tends_linear F : Filter F -> linear F (tends F).
Proof.
move=> hF; split.
- by move=> f g a h; apply: filterlim_ext_loc.
- by move=> c; apply: filterlim_const.
- by move=> f g a b hf hg; apply: (filterlim_comp_2 f g Rplus hf hg); apply: (filterlim_plus (V := R_NormedModule)).
- move=> c f a hf; apply: (filterlim_comp_2 (fun _ => c) f Rmult (G := locally c) (filterlim_const c) hf).
  exact: (filterlim_mult (K := R_AbsRing)).
Qed.
Lemma tends_mul F f g a b : Filter F -> tends F f a -> tends F g b -> tends F (fun x => Rmult (f x) (g x)) (Rmult a b).
Proof. by move=> hF hf hg; apply: (filterlim_comp_2 f g Rmult hf hg); apply: (filterlim_mult (K := R_AbsRing)). Qed.
Lemma within_linear F r : Filter F -> linear F (within F r).
Proof.
move=> hF; split.
- by move=> f g a h [m hm]; exists m; apply: filter_imp (filter_and _ _ h hm) => x [<-].
- move=> c; exists R0; apply: filter_forall => x; rewrite /Rdiv Rminus_diag_eq // Rmult_0_l Rabs_R0; exact: Rle_refl.
- move=> f g a b [m hm] [n hn]; exists (Rplus m n); apply: filter_imp (filter_and _ _ hm hn) => x [h k].
  have -> : Rdiv (Rminus (Rplus (f x) (g x)) (Rplus a b)) (r x) = Rplus (Rdiv (Rminus (f x) a) (r x)) (Rdiv (Rminus (g x) b) (r x)).
    by rewrite /Rdiv; ring.
  by apply: Rle_trans (Rabs_triang _ _) _; apply: Rplus_le_compat.
- move=> c f a [m hm]; exists (Rmult (Rabs c) m); apply: filter_imp hm => x h.
  have -> : Rdiv (Rminus (Rmult c (f x)) (Rmult c a)) (r x) = Rmult c (Rdiv (Rminus (f x) a) (r x)) by rewrite /Rdiv; ring.
  by rewrite Rabs_mult; apply: Rmult_le_compat_l => //; apply: Rabs_pos.
Qed.
Definition each (P : (R -> R) -> R -> Prop) m n (X : R -> 'M[R]_(m, n)) (L : 'M[R]_(m, n)) := forall i j, P (fun x => X x i j) (L i j).
Section Each.
Variables (F : (R -> Prop) -> Prop) (P : (R -> R) -> R -> Prop).
Hypothesis H : linear F P.
Lemma p_ext f g a : (forall x, f x = g x) -> P f a -> P g a.
Proof. by move=> /functional_extensionality ->. Qed.
Lemma p_sum n (f : 'I_n -> R -> R) (a : 'I_n -> R) : (forall k, P (f k) (a k)) -> P (fun x => \sum_k f k x) (\sum_k a k).
Proof.
elim: n f a => [|n IH] f a h.
  by rewrite big_ord0; apply: p_ext (p_const H R0) => x; rewrite big_ord0.
rewrite big_ord_recl; apply: p_ext (p_add H (h ord0) (IH _ _ (fun k => h (lift ord0 k)))) => x.
by rewrite big_ord_recl.
Qed.
Section Shaped.
Variables m n : nat.
Implicit Types X Y : R -> 'M[R]_(m, n).
Implicit Types L M A : 'M[R]_(m, n).
Implicit Types a b : R -> R.
Lemma each_ext X Y L : (forall x, X x = Y x) -> each P X L -> each P Y L.
Proof. by move=> /functional_extensionality ->. Qed.
Lemma each_one X L : each P (fun x => R1 *: X x) L -> each P X L.
Proof. by apply: each_ext => x; rewrite scale1r. Qed.
Lemma each_add a X Y L M : each P (fun x => a x *: X x) L -> each P (fun x => a x *: Y x) M -> each P (fun x => a x *: (X x + Y x)) (L + M).
Proof.
move=> hX hY i j; rewrite mxE; apply: p_ext (p_add H (hX i j) (hY i j)) => x; by rewrite scalerDr [RHS]mxE.
Qed.
Lemma each_opp a X L : each P (fun x => a x *: X x) L -> each P (fun x => a x *: (- X x)) (- L).
Proof.
move=> hX i j; have -> : (- L) i j = Rmult (Ropp R1) (L i j) by rewrite mxE; change (Ropp (L i j) = Rmult (Ropp R1) (L i j)); ring.
apply: p_ext (p_scale H (Ropp R1) (hX i j)) => x; rewrite !mxE.
change (Rmult (Ropp R1) (Rmult (a x) (X x i j)) = Rmult (a x) (Ropp (X x i j))); ring.
Qed.
Lemma each_scale a b X L : each P (fun x => Rmult (a x) (b x) *: X x) L -> each P (fun x => a x *: (b x *: X x)) L.
Proof. by apply: each_ext => x; rewrite scalerA. Qed.
Lemma each_const a A v : P a v -> each P (fun x => a x *: A) (v *: A).
Proof.
move=> h i j; have -> : (v *: A) i j = Rmult (A i j) v by rewrite mxE [RHS]Rmult_comm.
by apply: p_ext (p_scale H (A i j) h) => x; rewrite mxE Rmult_comm.
Qed.
Lemma each_turned a X Y (Z : R -> 'M[R]_(m, n)) L :
  each P (fun x => a x *: (X x + Z x + Y x)) L -> each P (fun x => a x *: (X x + Y x + Z x)) L.
Proof. by apply: each_ext => x; rewrite addrAC. Qed.
Lemma each_merged a b c X Y A v : (forall x, X x = b x *: A) -> (forall x, Y x = c x *: A) ->
  P (fun x => Rmult (a x) (Rplus (b x) (c x))) v -> each P (fun x => a x *: (X x + Y x)) (v *: A).
Proof. by move=> hX hY /(each_const A); apply: each_ext => x; rewrite hX hY -scalerDl scalerA. Qed.
Lemma each_tr a X L : each P (fun x => a x *: X x) L -> each P (fun x => a x *: (X x)^T) L^T.
Proof. by move=> h i j; rewrite mxE; apply: p_ext (h j i) => x; rewrite !mxE. Qed.
Lemma each_left p (A : 'M[R]_(p, m)) a X L : each P (fun x => a x *: X x) L -> each P (fun x => a x *: (A *m X x)) (A *m L).
Proof.
move=> h i j; rewrite mxE; apply: p_ext (p_sum (fun k => p_scale H (A i k) (h k j))) => x.
by rewrite scalemxAr mxE; apply: eq_bigr.
Qed.
Lemma each_right p (A : 'M[R]_(n, p)) a X L : each P (fun x => a x *: X x) L -> each P (fun x => a x *: (X x *m A)) (L *m A).
Proof.
move=> h i j; have -> : (L *m A) i j = \sum_k Rmult (A k j) (L i k) by rewrite mxE; apply: eq_bigr => k _; rewrite [RHS]Rmult_comm.
apply: p_ext (p_sum (fun k => p_scale H (A k j) (h i k))) => x.
by rewrite scalemxAl mxE; apply: eq_bigr => k _; rewrite [LHS]Rmult_comm.
Qed.
Lemma each_kron_l p q (A : 'M[R]_(p, q)) a X L :
  each P (fun x => a x *: X x) L -> each P (fun x => a x *: kron (X x) A) (kron L A).
Proof.
move=> h i j; rewrite mxE [Rmult _ _]Rmult_comm; apply: p_ext (p_scale H _ (h _ _)) => x; rewrite !mxE.
move: (X x _ _) (A _ _) (a x) => u v w; change (Rmult v (Rmult w u) = Rmult w (Rmult u v)); ring.
Qed.
Lemma each_kron_r p q (A : 'M[R]_(p, q)) a X L :
  each P (fun x => a x *: X x) L -> each P (fun x => a x *: kron A (X x)) (kron A L).
Proof.
move=> h i j; rewrite mxE; apply: p_ext (p_scale H _ (h _ _)) => x; rewrite !mxE.
move: (X x _ _) (A _ _) (a x) => u v w; change (Rmult v (Rmult w u) = Rmult w (Rmult v u)); ring.
Qed.
End Shaped.
Lemma each_dg n a (f : R -> 'I_n -> R) (l : 'I_n -> R) :
  (forall i, P (fun x => Rmult (a x) (f x i)) (l i)) -> each P (fun x => a x *: dg (f x)) (dg l).
Proof.
move=> h i j; rewrite dg_entry; case e : (i == j).
  by apply: p_ext (h i) => x; rewrite mxE dg_entry e.
by apply: p_ext (p_const H R0) => x; rewrite mxE dg_entry e; apply/esym/Rmult_0_r.
Qed.
Lemma each_dg2 n a (f g : R -> 'I_n -> R) L :
  each P (fun x => a x *: dg (fun i => Rmult (f x i) (g x i))) L -> each P (fun x => a x *: (dg (f x) *m dg (g x))) L.
Proof. by apply: each_ext => x; rewrite (dg_mul (dg_leaf (f x)) (dg_leaf (g x))). Qed.
End Each.
Lemma each_mul F m n p a (X : R -> 'M[R]_(m, n)) (Y : R -> 'M[R]_(n, p)) L M : Filter F ->
  each (tends F) (fun x => a x *: X x) L -> each (tends F) (fun x => R1 *: Y x) M ->
  each (tends F) (fun x => a x *: (X x *m Y x)) (L *m M).
Proof.
move=> hF hX hY i j; rewrite mxE.
apply: p_ext (p_sum (tends_linear hF) (fun k => tends_mul hF (hX i k) (hY k j))) => x.
by rewrite scalemxAl mxE; apply: eq_bigr => k _; rewrite scale1r.
Qed.
(* Scalar factors stand before a product. *)
Lemma kron_scale_l m n p q c (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) : kron (c *: A) B = c *: kron A B.
Proof. by apply/matrixP => i j; rewrite !mxE; apply: Rmult_assoc. Qed.
Lemma kron_scale_r m n p q c (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) : kron A (c *: B) = c *: kron A B.
Proof.
apply/matrixP => i j; rewrite !mxE; move: (A _ _) (B _ _) => u v.
change (Rmult u (Rmult c v) = Rmult c (Rmult u v)); ring.
Qed.
Lemma kron_0_l m n p q (B : 'M[R]_(p, q)) : kron (0 : 'M[R]_(m, n)) B = 0.
Proof. by apply/matrixP => i j; rewrite !mxE; apply: Rmult_0_l. Qed.
Lemma kron_0_r m n p q (A : 'M[R]_(m, n)) : kron A (0 : 'M[R]_(p, q)) = 0.
Proof. by apply/matrixP => i j; rewrite !mxE; apply: Rmult_0_r. Qed.
Lemma null_scale m n (A : 'M[R]_(m, n)) : 0%Re *: A = 0.
Proof. exact: scale0r. Qed.
Ltac vanishes := rewrite ?null_scale ?kron_0_l ?kron_0_r ?mulmx0 ?mul0mx ?trmx0 ?oppr0 ?addr0.
Ltac factor_first := intro; rewrite ?kron_scale_l ?kron_scale_r ?linearZ /= -?scalemxAl -?scalemxAr ?scalerA ?scaleNr;
  first [reflexivity | rewrite -[LHS]scale1r; reflexivity
  | (apply: (f_equal (fun c => c *: _)); rewrite /GRing.mul /GRing.opp /=; ring)].
(* Near a point that is not zero, a modulus is the number or its opposite. *)
Lemma modulus_up (f : R -> R -> R) : Rbar_locally' p_infty (fun x => f x x = f (Rabs x) x).
Proof. by exists R0 => x h; rewrite Rabs_pos_eq //; apply: Rlt_le. Qed.
Lemma modulus_down (f : R -> R -> R) : Rbar_locally' m_infty (fun x => f (Ropp x) x = f (Rabs x) x).
Proof. by exists R0 => x h; rewrite Rabs_left. Qed.
(* A growth whose rate is not zero. *)
Lemma growth_known r t : r <> R0 -> growth r t = Rmult (Rplus (exp (Rmult r t)) (Ropp R1)) (Rinv r).
Proof. by move=> h; rewrite growth_is. Qed.
(* A limit is refuted at a point: there an entry is a formula that tends to something else, as M says. *)
Ltac same_roots := repeat match goal with |- context [sqrt ?a] => match goal with |- context [sqrt ?b] =>
  tryif constr_eq a b then fail else idtac; let h := fresh "same" in assert (h : a = b) by ring; rewrite h; clear h end end.
Ltac same_formula := intro; cbv beta; at_rows; out; first [reflexivity | ring | (same_roots; ring)].
Ltac other_limit D M := let K := fresh "K" in let E := fresh "E" in
  lazymatch type of M with is_lim ?g ?t ?b =>
    lazymatch type of D with is_lim ?f ?t ?a =>
      assert (K : is_lim f t b) by (apply: (is_lim_ext g); [same_formula | exact: M]);
      pose proof (theoremtest.lim_unique f t a b D K) as E end
  | filterlim ?g (at_right ?r) ?b =>
    lazymatch type of D with filterlim ?f _ (Rbar_locally ?a) =>
      lazymatch b with Rbar_locally ?c =>
        assert (K : filterlim f (at_right r) b) by (apply: (filterlim_ext g); [same_formula | exact: M]);
        pose proof (theoremtest.right_unique f r a c D K) as E end end end;
  lazymatch type of E with Finite ?a = Finite ?b =>
    let F := fresh "F" in assert (F : a = b) by (injection E; done); clear - F; rows_in F; clash F
  | _ => discriminate E end.
Ltac refute_limit C M := premises C; repeat match type of C with _ /\ _ =>
    lazymatch type of C with is_lim _ _ _ /\ _ => destruct C as [C _] | filterlim _ _ _ /\ _ => destruct C as [C _]
    | _ => destruct C as [_ C] end end; other_limit C M.
Ltac refute_limit_at i j C M := premises C; repeat match type of C with _ /\ _ =>
    lazymatch type of C with (forall i' j', is_lim _ _ _) /\ _ => destruct C as [C _]
    | (forall i' j', filterlim _ _ _) /\ _ => destruct C as [C _] | _ => destruct C as [_ C] end end;
  let D := fresh "D" in
  match type of C with forall (i' : 'I_?m) (j' : 'I_?n), _ =>
    pose proof (C (Ordinal (erefl true : is_true (i < m)%N)) (Ordinal (erefl true : is_true (j < n)%N))) as D; cbv beta in D end;
  other_limit D M.
