(* Means over independent normal numbers: integrals against the normal density, one number after the other. *)
Require Import Reals Lra FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope R_scope.
Definition bell (x : R) := exp (- x ^ 2 / 2).
Definition line_integral (f : R -> R) (a : R) := is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) a.
Definition bell_area := RInt_gen bell (Rbar_locally m_infty) (Rbar_locally p_infty).
Definition standard (g : R -> R) (a : R) := line_integral (fun x => g x * (bell x / bell_area)) a.
Definition after (x : R) (w : nat -> R) (k : nat) := match k with O => x | S l => w l end.
Fixpoint mean (n : nat) (f : (nat -> R) -> R) (a : R) : Prop :=
  match n with
  | O => f (fun _ => 0) = a
  | S k => exists g, (forall x, mean k (fun w => f (after x w)) (g x)) /\ standard g a
  end.
Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. by case=> [h | ->]; [apply: Rlt_le; apply: exp_increasing | apply: Rle_refl]. Qed.
(* The area under the bell. *)
Definition half (x : R) := RInt bell 0 x.
Lemma bell_continuous x : continuous bell x.
Proof. apply: (ex_derive_continuous (V := R_NormedModule)); rewrite /bell; auto_derive; done. Qed.
Lemma bell_positive x : 0 < bell x. Proof. exact: exp_pos. Qed.
Lemma half_exists x : ex_RInt bell 0 x.
Proof. by apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z _; apply: bell_continuous. Qed.
Lemma half_derive x : is_derive half x (bell x).
Proof.
apply: (is_derive_RInt bell half 0 x); last exact: bell_continuous.
by apply: filter_forall => y; apply: (RInt_correct (V := R_CompleteNormedModule)); apply: half_exists.
Qed.
Lemma half_increases x y : x <= y -> half x <= half y.
Proof.
move=> h; have [-> | k] := Req_dec x y; first exact: Rle_refl.
apply: Rlt_le; apply: (incr_function half m_infty p_infty bell) => //; try (by move=> z _ _; first [exact: half_derive | exact:
  bell_positive]); lra.
Qed.
Lemma half_bounded x : half x <= exp (1 / 2).
Proof.
have h : forall y, 0 <= y -> half y <= exp (1 / 2).
  move=> y hy; apply: (Rle_trans _ (RInt (fun z => exp (1 / 2 - z)) 0 y)).
    apply: RInt_le => //; first exact: half_exists.
      by apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z _; apply: (ex_derive_continuous (V := R_NormedModule)); auto_derive.
    by move=> z _; rewrite /bell; apply: exp_le; have := pow2_ge_0 (z - 1); lra.
  have -> : RInt (fun z => exp (1 / 2 - z)) 0 y = exp (1 / 2) - exp (1 / 2 - y).
    apply: is_RInt_unique; have -> : exp (1 / 2) - exp (1 / 2 - y) = minus (- exp (1 / 2 - y)) (- exp (1 / 2 - 0)).
      rewrite /minus /plus /opp /= Rminus_0_r; ring.
    apply: (is_RInt_derive (fun z => - exp (1 / 2 - z))) => z _; first (auto_derive; first done; rewrite /Rminus; ring).
    by apply: (ex_derive_continuous (V := R_NormedModule)); auto_derive.
  have := exp_pos (1 / 2 - y); lra.
have [k | k] := Rle_dec 0 x; first exact: h.
apply: Rle_trans (half_increases (Rlt_le _ _ (Rnot_le_lt _ _ k))) (h 0 (Rle_refl 0)).
Qed.
Lemma half_odd x : half (- x) = - half x.
Proof.
apply: is_RInt_unique.
apply: (is_RInt_ext (V := R_NormedModule) (fun y => opp (opp (bell (- y))))).
  by move=> y _; rewrite /bell /opp /= !Rmult_1_r Ropp_involutive Rmult_opp_opp.
apply: (is_RInt_opp (V := R_NormedModule)); apply: (is_RInt_comp_opp (V := R_NormedModule)).
rewrite Ropp_0 Ropp_involutive; apply: (RInt_correct (V := R_CompleteNormedModule)); exact: half_exists.
Qed.
Lemma half_tends : { l : R | 0 < l /\ filterlim half (Rbar_locally p_infty) (locally l) }.
Proof.
have [l [up least]] : { l : R | is_lub (fun y => exists x, y = half x) l }.
  apply: completeness; first by exists (exp (1 / 2)) => y [x ->]; apply: half_bounded.
  by exists (half 0), 0.
exists l; split.
  apply: (Rlt_le_trans _ (half 1)); last by apply: up; exists 1.
  have -> : 0 = half 0 by rewrite /half RInt_point.
  apply: (incr_function half m_infty p_infty bell) => //; try (by move=> z _ _; first [exact: half_derive | exact: bell_positive]); lra.
apply/filterlim_locally => e.
have [x hx] : exists x, l - e < half x.
  apply: Classical_Prop.NNPP => no; have : l <= l - e; last by have := cond_pos e; lra.
  apply: least => y [x ->]; apply: Rnot_lt_le => k; apply: no; by exists x.
exists x => y hy; rewrite /ball /= /AbsRing_ball /abs /minus /plus /opp /=.
have := half_increases (Rlt_le _ _ hy); have : half y <= l by apply: up; exists y.
move=> *; apply: Rabs_def1; have := cond_pos e; lra.
Qed.
Lemma small_at_end k : (k <= 3)%nat -> filterlim (fun x => x ^ k * bell x) (Rbar_locally p_infty) (locally 0) /\
  filterlim (fun x => x ^ k * bell x) (Rbar_locally m_infty) (locally 0).
Proof.
move=> hk.
have bound : forall x, 1 <= Rabs x -> Rabs (x ^ k * bell x) <= 16 / Rabs x.
  move=> x hx; have p0 : 0 < Rabs x by lra.
  rewrite Rabs_mult -RPow_abs (Rabs_pos_eq (bell x)); last exact: Rlt_le (bell_positive x).
  apply: (Rle_trans _ (Rabs x ^ 3 * bell x)).
    apply: Rmult_le_compat_r; first exact: Rlt_le (bell_positive x).
    exact: Rle_pow.
  have two : x ^ 2 = Rabs x ^ 2 by rewrite RPow_abs Rabs_pos_eq //; apply: pow2_ge_0.
  have e4 : x ^ 2 / 4 <= exp (x ^ 2 / 4) by have := exp_ineq1_le (x ^ 2 / 4); lra.
  have grows : Rabs x ^ 4 / 16 <= exp (x ^ 2 / 2).
    have -> : x ^ 2 / 2 = x ^ 2 / 4 + x ^ 2 / 4 by field.
    rewrite exp_plus; have -> : Rabs x ^ 4 / 16 = (x ^ 2 / 4) * (x ^ 2 / 4) by rewrite two; field.
    by apply: Rmult_le_compat; try (have := pow2_ge_0 x; lra).
  have -> : bell x = / exp (x ^ 2 / 2) by rewrite /bell -exp_Ropp; apply: f_equal; field.
  have p4 : 0 < Rabs x ^ 4 / 16 by have := pow_lt _ 4 p0; lra.
  apply: (Rle_trans _ (Rabs x ^ 3 * / (Rabs x ^ 4 / 16))).
    apply: Rmult_le_compat_l; [exact: Rlt_le (pow_lt _ _ p0) | exact: Rinv_le_contravar].
  by apply: Req_le; field; lra.
have near : forall e : posreal, forall x, Rmax 1 (16 / e) < Rabs x -> ball 0 e (x ^ k * bell x).
  move=> e x hx; rewrite /ball /= /AbsRing_ball /abs /minus /plus /opp /= Ropp_0 Rplus_0_r.
  have one : 1 < Rabs x by apply: Rle_lt_trans (Rmax_l _ _) hx.
  apply: (Rle_lt_trans _ (16 / Rabs x)); first by apply: bound; lra.
  have far : 16 / e < Rabs x by apply: Rle_lt_trans (Rmax_r _ _) hx.
  have p := cond_pos e; apply: (Rmult_lt_reg_r (Rabs x)); first lra.
  have -> : 16 / Rabs x * Rabs x = 16 by field; lra.
  apply: (Rmult_lt_reg_r (/ e)); first exact: Rinv_0_lt_compat.
  have -> : e * Rabs x * / e = Rabs x by field; lra.
  exact: far.
split; apply/filterlim_locally => e.
  exists (Rmax 1 (16 / e)) => x hx; apply: near; rewrite Rabs_pos_eq //; have := Rmax_l 1 (16 / e); lra.
exists (- Rmax 1 (16 / e)) => x hx; apply: near; rewrite Rabs_left; have := Rmax_l 1 (16 / e); lra.
Qed.
Lemma moments_of_bell : { l : R | 0 < l /\ forall a b c d e,
  line_integral (fun x => (a + b * x + c * x ^ 2 + d * x ^ 3 + e * x ^ 4) * bell x) ((a + c + 3 * e) * (2 * l)) }.
Proof.
have [l [p up]] := half_tends; exists l; split => // a b c d e.
have down : filterlim half (Rbar_locally m_infty) (locally (- l)).
  apply: (filterlim_ext (fun x => opp (half (opp x)))) => [x|]; first by rewrite /opp /= half_odd Ropp_involutive.
  apply: (filterlim_comp _ _ _ (fun x => half (opp x)) opp _ (locally l)); last exact: (filterlim_opp (V := R_NormedModule)).
  apply: (filterlim_comp _ _ _ opp half _ (Rbar_locally p_infty)); last exact: up.
  exact: (filterlim_Rbar_opp m_infty).
pose k := a + c + 3 * e.
pose G x := k * half x - (c + 3 * e) * (x ^ 1 * bell x) - (b + 2 * d) * (x ^ 0 * bell x) - d * (x ^ 2 * bell x) - e * (x ^ 3 * bell x).
pose g x := (a + b * x + c * x ^ 2 + d * x ^ 3 + e * x ^ 4) * bell x.
have slope : forall x, is_derive G x (g x).
  move=> x; rewrite /G.
  have s n : is_derive (fun x => x ^ n * bell x) x (INR n * x ^ (Nat.pred n) * bell x - x ^ n * x * bell x).
    rewrite /bell; auto_derive => //; have -> : - (x * (x * 1)) * / 2 = - x ^ 2 / 2 by field.
    by move: (exp _) (x ^ n) (x ^ Nat.pred n) (INR n) => E u v r; field.
  have h := half_derive x.
  have := is_derive_minus _ _ _ _ _ (is_derive_minus _ _ _ _ _ (is_derive_minus _ _ _ _ _ (is_derive_minus _ _ _ _ _
    (is_derive_scal half x k _ h) (is_derive_scal _ x (c + 3 * e) _ (s 1%nat))) (is_derive_scal _ x (b + 2 * d) _ (s 0%nat)))
    (is_derive_scal _ x d _ (s 2%nat))) (is_derive_scal _ x e _ (s 3%nat)).
  move=> found; refine (eq_ind _ (fun y => is_derive _ x y) found _ _).
  by rewrite /minus /plus /opp /scal /= /mult /= /g /k; ring.
have ends : forall (F : (R -> Prop) -> Prop) (hF : Filter F) z, filterlim half F (locally z) ->
  (forall n, (n <= 3)%nat -> filterlim (fun x => x ^ n * bell x) F (locally 0)) -> filterlim G F (locally (k * z)).
  move=> F hF z hz hn.
  have sc r f y : filterlim f F (locally y) -> filterlim (fun x => r * f x) F (locally (r * y)).
    by move=> hf; apply: (filterlim_comp _ _ _ f (fun y => r * y) _ (locally y)) => //; apply: (filterlim_scal_r (K := R_AbsRing) (V :=
      R_NormedModule)).
  have mi f1 f2 y1 y2 : filterlim f1 F (locally y1) -> filterlim f2 F (locally y2) -> filterlim (fun x => f1 x - f2 x) F (locally (y1 -
    y2)).
    move=> h1 h2; apply: (filterlim_comp_2 f1 (fun x => - f2 x) Rplus h1); last exact: (filterlim_plus (V := R_NormedModule)).
    by apply: (filterlim_comp _ _ _ f2 Ropp _ (locally y2)) => //; apply: (filterlim_opp (V := R_NormedModule)).
  have -> : k * z = k * z - (c + 3 * e) * 0 - (b + 2 * d) * 0 - d * 0 - e * 0 by rewrite /k; ring.
  rewrite /G; repeat apply mi; apply sc; first done; by apply hn; repeat constructor.
have -> : (a + c + 3 * e) * (2 * l) = k * l - k * - l by rewrite /k; ring.
rewrite /line_integral -/g.
have same : Derive G = g by apply: functional_extensionality => x; apply: is_derive_unique.
rewrite -/(minus (k * l) (k * - l)) -same; apply: is_RInt_gen_Derive.
- by apply: filter_forall => ab x _; exists (g x).
- apply: filter_forall => ab x _; rewrite same; apply: (ex_derive_continuous (V := R_NormedModule)); rewrite /g /bell; auto_derive; done.
- by apply: ends => // n hn; have [] := small_at_end hn.
- by apply: ends => // n hn; have [] := small_at_end hn.
Qed.
Lemma standard_moments a b c d e : standard (fun x => a + b * x + c * x ^ 2 + d * x ^ 3 + e * x ^ 4) (a + c + 3 * e).
Proof.
have [l [p h]] := moments_of_bell.
have area : bell_area = 2 * l.
  refine (is_RInt_gen_unique (V := R_CompleteNormedModule) bell (2 * l) _); have := h 1 0 0 0 0.
  have -> : (fun x => (1 + 0 * x + 0 * x ^ 2 + 0 * x ^ 3 + 0 * x ^ 4) * bell x) = bell by apply: functional_extensionality => x; ring.
  by rewrite /line_integral; have -> : (1 + 0 + 3 * 0) * (2 * l) = 2 * l by ring.
rewrite /standard area /line_integral.
have -> : (fun x => (a + b * x + c * x ^ 2 + d * x ^ 3 + e * x ^ 4) * (bell x / (2 * l))) =
  (fun x => scal (/ (2 * l)) ((a + b * x + c * x ^ 2 + d * x ^ 3 + e * x ^ 4) * bell x)).
  by apply: functional_extensionality => x; rewrite /scal /= /mult /=; field; lra.
have -> : a + c + 3 * e = scal (/ (2 * l)) ((a + c + 3 * e) * (2 * l)) by rewrite /scal /= /mult /=; field; lra.
by apply: (is_RInt_gen_scal (V := R_NormedModule)); apply: h.
Qed.
Lemma standard_ext f g a b : (forall x, f x = g x) -> a = b -> standard f a -> standard g b.
Proof. by move=> /functional_extensionality -> ->. Qed.
Lemma standard_add f g a b : standard f a -> standard g b -> standard (fun x => f x + g x) (a + b).
Proof.
move=> hf hg; have k := is_RInt_gen_plus (V := R_NormedModule) _ _ _ _ hf hg.
have e : (fun x => plus (f x * (bell x / bell_area)) (g x * (bell x / bell_area))) = (fun x => (f x + g x) * (bell x / bell_area)).
  by apply: functional_extensionality => x; rewrite /plus /=; ring.
rewrite e in k; exact: k.
Qed.
Lemma standard_scale c f a : standard f a -> standard (fun x => c * f x) (c * a).
Proof.
move=> hf; have k := is_RInt_gen_scal (V := R_NormedModule) _ c _ hf.
have e : (fun x => scal c (f x * (bell x / bell_area))) = (fun x => c * f x * (bell x / bell_area)).
  by apply: functional_extensionality => x; rewrite /scal /= /mult /=; ring.
rewrite e in k; exact: k.
Qed.
Lemma mean_add n f g a b : mean n f a -> mean n g b -> mean n (fun w => f w + g w) (a + b).
Proof.
elim: n f g a b => [|n IH] f g a b /=; first by move=> <- <-.
move=> [f' [hf sf]] [g' [hg sg]]; exists (fun x => f' x + g' x); split; last exact: standard_add.
by move=> x; apply: IH.
Qed.
Lemma mean_scale n c f a : mean n f a -> mean n (fun w => c * f w) (c * a).
Proof.
elim: n f a => [|n IH] f a /=; first by move=> <-.
move=> [f' [hf sf]]; exists (fun x => c * f' x); split; last exact: standard_scale.
by move=> x; apply: IH.
Qed.
Lemma mean_ext n f g a b : (forall w, f w = g w) -> a = b -> mean n f a -> mean n g b.
Proof. by move=> /functional_extensionality -> ->. Qed.
Lemma mean_const n c : mean n (fun _ => c) c.
Proof.
elim: n => [//|n IH] /=; exists (fun _ => c); split => [x|]; first exact: IH.
by refine (standard_ext _ _ (@standard_moments c 0 0 0 0)) => [x|]; ring.
Qed.
(* Linear forms of the numbers: what has odd degree has mean zero, and a product of four is paired in three ways. *)
Fixpoint form (n : nat) (c w : nat -> R) : R :=
  match n with O => 0 | S k => c 0%nat * w 0%nat + form k (fun i => c (S i)) (fun i => w (S i)) end.
Fixpoint pairing (n : nat) (c d : nat -> R) : R :=
  match n with O => 0 | S k => c 0%nat * d 0%nat + pairing k (fun i => c (S i)) (fun i => d (S i)) end.
Lemma form_after n C x w : form (S n) C (after x w) = C 0%nat * x + form n (fun i => C (S i)) w.
Proof. by []. Qed.
Lemma pairing_after n C D : pairing (S n) C D = C 0%nat * D 0%nat + pairing n (fun i => C (S i)) (fun i => D (S i)).
Proof. by []. Qed.
Lemma forms n : (forall c1, mean n (fun w => form n c1 w) (0)) /\
  (forall c1 c2, mean n (fun w => form n c1 w * form n c2 w) (pairing n c1 c2)) /\
  (forall c1 c2 c3, mean n (fun w => form n c1 w * form n c2 w * form n c3 w) (0)) /\
  (forall c1 c2 c3 c4, mean n (fun w => form n c1 w * form n c2 w * form n c3 w * form n c4 w) (pairing n c1 c2 * pairing n c3 c4 +
    pairing n c1 c3 * pairing n c2 c4 + pairing n c1 c4 * pairing n c2 c3)).
Proof.
elim: n => [|n [m1 [m2 [m3 m4]]]]; first by split; [|split; [|split]] => * /=; ring.
split; [|split; [|split]].
- move=> C1; pose p1 := C1 0%nat; pose c1 := (fun i => C1 (S i)).
  exists (fun x => (0) + (p1 * 1) * x + (0) * x ^ 2 + (0) * x ^ 3 + (0) * x ^ 4); split.
    move=> x; refine (mean_ext _ _ (mean_add (mean_scale (x ^ 0) (m1 c1)) (mean_scale (x ^ 1*p1) (mean_const n 1)))) => [w|]; rewrite
      ?form_after; rewrite -/c1 -/p1; ring.
  by refine (standard_ext _ _ (@standard_moments (0) (p1 * 1) (0) (0) (0))) => [x|]; rewrite ?pairing_after; rewrite -/c1 -/p1; ring.
- move=> C1 C2; pose p1 := C1 0%nat; pose c1 := (fun i => C1 (S i)); pose p2 := C2 0%nat; pose c2 := (fun i => C2 (S i)).
  exists (fun x => (pairing n c1 c2) + (0) * x + (p1 * p2 * 1) * x ^ 2 + (0) * x ^ 3 + (0) * x ^ 4); split.
    move=> x; refine (mean_ext _ _ (mean_add (mean_add (mean_add (mean_scale (x ^ 0) (m2 c1 c2)) (mean_scale (x ^ 1*p1) (m1 c2)))
      (mean_scale (x ^ 1*p2) (m1 c1))) (mean_scale (x ^ 2*p1*p2) (mean_const n 1)))) => [w|]; rewrite ?form_after; rewrite -/c1 -/p1
      -/c2 -/p2; ring.
  by refine (standard_ext _ _ (@standard_moments (pairing n c1 c2) (0) (p1 * p2 * 1) (0) (0))) => [x|]; rewrite ?pairing_after; rewrite
    -/c1 -/p1 -/c2 -/p2; ring.
- move=> C1 C2 C3; pose p1 := C1 0%nat; pose c1 := (fun i => C1 (S i)); pose p2 := C2 0%nat; pose c2 := (fun i => C2 (S i)); pose p3 :=
  C3 0%nat; pose c3 := (fun i => C3 (S i)).
  exists (fun x => (0) + (p1 * pairing n c2 c3 + p2 * pairing n c1 c3 + p3 * pairing n c1 c2) * x + (0) * x ^ 2 + (p1 * p2 * p3 * 1) * x
    ^ 3 + (0) * x ^ 4); split.
    move=> x; refine (mean_ext _ _ (mean_add (mean_add (mean_add (mean_add (mean_add (mean_add (mean_add (mean_scale (x ^ 0) (m3 c1 c2
      c3)) (mean_scale (x ^ 1*p1) (m2 c2 c3))) (mean_scale (x ^ 1*p2) (m2 c1 c3))) (mean_scale (x ^ 1*p3) (m2 c1 c2))) (mean_scale (x ^
      2*p1*p2) (m1 c3))) (mean_scale (x ^ 2*p1*p3) (m1 c2))) (mean_scale (x ^ 2*p2*p3) (m1 c1))) (mean_scale (x ^ 3*p1*p2*p3)
      (mean_const n 1)))) => [w|]; rewrite ?form_after; rewrite -/c1 -/p1 -/c2 -/p2 -/c3 -/p3; ring.
  by refine (standard_ext _ _ (@standard_moments (0) (p1 * pairing n c2 c3 + p2 * pairing n c1 c3 + p3 * pairing n c1 c2) (0) (p1 * p2 *
    p3 * 1) (0))) => [x|]; rewrite ?pairing_after; rewrite -/c1 -/p1 -/c2 -/p2 -/c3 -/p3; ring.
- move=> C1 C2 C3 C4; pose p1 := C1 0%nat; pose c1 := (fun i => C1 (S i)); pose p2 := C2 0%nat; pose c2 := (fun i => C2 (S i)); pose p3
  := C3 0%nat; pose c3 := (fun i => C3 (S i)); pose p4 := C4 0%nat; pose c4 := (fun i => C4 (S i)).
  exists (fun x => ((pairing n c1 c2 * pairing n c3 c4 + pairing n c1 c3 * pairing n c2 c4 + pairing n c1 c4 * pairing n c2 c3)) + (0) *
    x + (p1 * p2 * pairing n c3 c4 + p1 * p3 * pairing n c2 c4 + p1 * p4 * pairing n c2 c3 + p2 * p3 * pairing n c1 c4 + p2 * p4 *
    pairing n c1 c3 + p3 * p4 * pairing n c1 c2) * x ^ 2 + (0) * x ^ 3 + (p1 * p2 * p3 * p4 * 1) * x ^ 4); split.
    move=> x; refine (mean_ext _ _ (mean_add (mean_add (mean_add (mean_add (mean_add (mean_add (mean_add (mean_add (mean_add (mean_add
      (mean_add (mean_add (mean_add (mean_add (mean_add (mean_scale (x ^ 0) (m4 c1 c2 c3 c4)) (mean_scale (x ^ 1*p1) (m3 c2 c3 c4)))
      (mean_scale (x ^ 1*p2) (m3 c1 c3 c4))) (mean_scale (x ^ 1*p3) (m3 c1 c2 c4))) (mean_scale (x ^ 1*p4) (m3 c1 c2 c3))) (mean_scale
      (x ^ 2*p1*p2) (m2 c3 c4))) (mean_scale (x ^ 2*p1*p3) (m2 c2 c4))) (mean_scale (x ^ 2*p1*p4) (m2 c2 c3))) (mean_scale (x ^ 2*p2*p3)
      (m2 c1 c4))) (mean_scale (x ^ 2*p2*p4) (m2 c1 c3))) (mean_scale (x ^ 2*p3*p4) (m2 c1 c2))) (mean_scale (x ^ 3*p1*p2*p3) (m1 c4)))
      (mean_scale (x ^ 3*p1*p2*p4) (m1 c3))) (mean_scale (x ^ 3*p1*p3*p4) (m1 c2))) (mean_scale (x ^ 3*p2*p3*p4) (m1 c1))) (mean_scale
      (x ^ 4*p1*p2*p3*p4) (mean_const n 1)))) => [w|]; rewrite ?form_after; rewrite -/c1 -/p1 -/c2 -/p2 -/c3 -/p3 -/c4 -/p4; ring.
  by refine (standard_ext _ _ (@standard_moments ((pairing n c1 c2 * pairing n c3 c4 + pairing n c1 c3 * pairing n c2 c4 + pairing n c1
    c4 * pairing n c2 c3)) (0) (p1 * p2 * pairing n c3 c4 + p1 * p3 * pairing n c2 c4 + p1 * p4 * pairing n c2 c3 + p2 * p3 * pairing n
    c1 c4 + p2 * p4 * pairing n c1 c3 + p3 * p4 * pairing n c1 c2) (0) (p1 * p2 * p3 * p4 * 1))) => [x|]; rewrite ?pairing_after;
    rewrite -/c1 -/p1 -/c2 -/p2 -/c3 -/p3 -/c4 -/p4; ring.
Qed.
