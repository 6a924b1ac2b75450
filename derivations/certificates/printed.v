(* ---- the kernel's lemmas, under the names and in the words that it has for them ---- *)
Module Lemmas.
Lemma exp_pos : forall x : R, 0 < exp x.
Proof. exact exp_pos. Qed.
Lemma exp_ln : forall x : R, 0 < x -> exp (ln x) = x.
Proof. exact exp_ln. Qed.
Lemma ln_exp : forall x : R, ln (exp x) = x.
Proof. exact ln_exp. Qed.
Lemma exp_ineq1 : forall x : R, x <> 0 -> 0 < exp x - (1 + x).
Proof. intros x H. generalize (exp_ineq1 x H). lra. Qed.
Lemma exp_ineq1_le : forall x : R, 0 <= exp x - (1 + x).
Proof. intros x. generalize (exp_ineq1_le x). lra. Qed.
Lemma exp_ge_1 : forall x : R, 0 <= x -> 0 <= exp x - 1.
Proof. intros x H. generalize (exp_ineq1_le x). lra. Qed.
Lemma exp_gt_1 : forall x : R, 0 < x -> 0 < exp x - 1.
Proof. intros x H. generalize (exp_ineq1_le x). lra. Qed.
Lemma exp_lt_1 : forall x : R, 0 < - x -> 0 < 1 - exp x.
Proof. intros x H. assert (exp x < exp 0) by (apply exp_increasing; lra). rewrite exp_0 in *. lra. Qed.
Lemma exp_le_1 : forall x : R, 0 <= - x -> 0 <= 1 - exp x.
Proof. intros x [H|H]. apply Rlt_le, exp_lt_1, H. replace x with 0 by lra. rewrite exp_0. lra. Qed.
Lemma exp_increasing : forall x y : R, 0 < y - x -> 0 < exp y - exp x.
Proof. intros x y H. assert (exp x < exp y) by (apply exp_increasing; lra). lra. Qed.
Lemma ln_le_minus_1 : forall x : R, 0 < x -> 0 <= x - 1 - ln x.
Proof. intros x H. generalize (exp_ineq1_le (ln x)). rewrite exp_ln by exact H. lra. Qed.
Lemma ln_increasing : forall x y : R, 0 < x -> 0 < y - x -> 0 < ln y - ln x.
Proof. intros x y H K. assert (ln x < ln y) by (apply ln_increasing; lra). lra. Qed.
Lemma ln_pos : forall x : R, 0 < x - 1 -> 0 < ln x.
Proof. intros x H. rewrite <- ln_1. assert (0 < ln x - ln 1) by (apply ln_increasing; lra). lra. Qed.
Lemma Rpower_def : forall x y : R, 0 < x -> Rpower x y = exp (y * ln x).
Proof. reflexivity. Qed.
Lemma Rpower_pos : forall x y : R, 0 < x -> 0 < Rpower x y.
Proof. intros. apply exp_pos. Qed.
Lemma Rpower_nonneg : forall x y : R, 0 <= x -> 0 < y -> 0 <= Rpower x y.
Proof. intros. apply Rlt_le, exp_pos. Qed.
Lemma Rpower_le : forall x y z : R, 0 <= x - 1 -> 0 <= y - z -> 0 <= Rpower x y - Rpower x z.
Proof. intros x y z [H|H] K. assert (Rpower x z <= Rpower x y) by (apply Rle_Rpower; lra). lra.
  replace x with 1 by lra. unfold Rpower. rewrite ln_1, !Rmult_0_r. lra. Qed.
Lemma factor_nonzero : forall x y : R, x * y <> 0 -> x <> 0.
Proof. intros x y H ->. apply H. ring. Qed.
Lemma sqrt_pos : forall x : R, 0 <= x -> 0 <= sqrt x.
Proof. intros. apply sqrt_pos. Qed.
Lemma sqrt_lt_R0 : forall x : R, 0 < x -> 0 < sqrt x.
Proof. exact sqrt_lt_R0. Qed.
Lemma pow2_ge_0 : forall x : R, 0 <= x ^ 2.
Proof. exact pow2_ge_0. Qed.
Lemma pow2_gt_0 : forall x : R, x <> 0 -> 0 < x ^ 2.
Proof. exact square_above. Qed.
Lemma sqrt_Rsqr_abs : forall x : R, sqrt (x ^ 2) = Rabs x.
Proof. intros. rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. ring. Qed.
Lemma sqrt_mult : forall x y : R, 0 <= x -> 0 <= y -> sqrt x * sqrt y = sqrt (x * y).
Proof. intros. symmetry. now apply sqrt_mult. Qed.
Lemma larger_square : forall x y : R, 0 <= x -> 0 < x ^ 2 - y ^ 2 -> 0 < x + y.
Proof. intros. nra. Qed.
Lemma square_not_smaller : forall x y : R, 0 <= x -> 0 <= x ^ 2 - y ^ 2 -> 0 <= x + y.
Proof. intros. nra. Qed.
Lemma Rmax_l : forall x y : R, 0 <= Rmax x y - x.
Proof. intros x y. generalize (Rmax_l x y). lra. Qed.
Lemma Rmax_r : forall x y : R, 0 <= Rmax x y - y.
Proof. intros x y. generalize (Rmax_r x y). lra. Qed.
Lemma Rmin_l : forall x y : R, 0 <= x - Rmin x y.
Proof. intros x y. generalize (Rmin_l x y). lra. Qed.
Lemma Rmin_r : forall x y : R, 0 <= y - Rmin x y.
Proof. intros x y. generalize (Rmin_r x y). lra. Qed.
Lemma Rabs_le : forall x z : R, 0 <= z - x -> 0 <= z + x -> 0 <= z - Rabs x.
Proof. intros x z H K. assert (Rabs x <= z) by (apply Rabs_le; lra). lra. Qed.
Lemma Rmax_lub : forall x y z : R, 0 <= z - x -> 0 <= z - y -> 0 <= z - Rmax x y.
Proof. intros x y z H K. assert (Rmax x y <= z) by (apply Rmax_lub; lra). lra. Qed.
Lemma Rmin_glb : forall x y z : R, 0 <= x - z -> 0 <= y - z -> 0 <= Rmin x y - z.
Proof. intros x y z H K. assert (z <= Rmin x y) by (apply Rmin_glb; lra). lra. Qed.
Lemma Rabs_def1 : forall x z : R, 0 < z - x -> 0 < z + x -> 0 < z - Rabs x.
Proof. intros x z H K. assert (Rabs x < z) by (apply Rabs_def1; lra). lra. Qed.
Lemma Rmax_lub_lt : forall x y z : R, 0 < z - x -> 0 < z - y -> 0 < z - Rmax x y.
Proof. intros x y z H K. assert (Rmax x y < z) by (apply Rmax_lub_lt; lra). lra. Qed.
Lemma Rmin_glb_lt : forall x y z : R, 0 < x - z -> 0 < y - z -> 0 < Rmin x y - z.
Proof. intros x y z H K. assert (z < Rmin x y) by (apply Rmin_glb_lt; lra). lra. Qed.
Lemma Rle_abs_opp : forall x : R, 0 <= Rabs x + x.
Proof. intros x. generalize (Rle_abs (- x)). rewrite Rabs_Ropp. lra. Qed.
Lemma Rabs_pos : forall x : R, 0 <= Rabs x.
Proof. exact Rabs_pos. Qed.
Lemma Rle_abs : forall x : R, 0 <= Rabs x - x.
Proof. intros x. generalize (Rle_abs x). lra. Qed.
Lemma pow2_abs : forall x : R, Rabs x ^ 2 = x ^ 2.
Proof. exact pow2_abs. Qed.
Lemma Rabs_right : forall x : R, 0 <= x -> Rabs x = x.
Proof. exact Rabs_pos_eq. Qed.
Lemma Rabs_left1 : forall x : R, 0 <= - x -> Rabs x = - x.
Proof. intros. apply Rabs_left1. lra. Qed.
Lemma sign_eq_1 : forall x : R, 0 < x -> sign x = 1.
Proof. exact sign_eq_1. Qed.
Lemma sign_eq_m1 : forall x : R, 0 < - x -> sign x = (-1).
Proof. intros. apply sign_eq_m1. lra. Qed.
Lemma sign_0 : forall x : R, x = 0 -> sign x = 0.
Proof. intros x ->. apply sign_0. Qed.
Lemma sign_sqr : forall x : R, x <> 0 -> sign x ^ 2 = 1.
Proof. intros x H. destruct (Rdichotomy _ _ H). rewrite sign_eq_m1 by lra. ring. rewrite sign_eq_1 by lra. ring. Qed.
Lemma Rabs_sign : forall x : R, Rabs x = x * sign x.
Proof. intros x. destruct (total_order_T 0 x) as [[H|H]|H].
  rewrite Rabs_right, sign_eq_1 by lra. ring. subst. rewrite sign_0, Rabs_R0 by reflexivity. ring.
  rewrite Rabs_left1, sign_eq_m1 by lra. ring. Qed.
Lemma Rmax_left : forall x y : R, 0 <= x - y -> Rmax x y = x.
Proof. intros. apply Rmax_left. lra. Qed.
Lemma Rmax_right : forall x y : R, 0 <= y - x -> Rmax x y = y.
Proof. intros. apply Rmax_right. lra. Qed.
Lemma Rmin_right : forall x y : R, 0 <= x - y -> Rmin x y = y.
Proof. intros. apply Rmin_right. lra. Qed.
Lemma Rmin_left : forall x y : R, 0 <= y - x -> Rmin x y = x.
Proof. intros. apply Rmin_left. lra. Qed.
Lemma cosh_pos : forall x : R, 0 < cosh x.
Proof. exact cosh_pos. Qed.
Lemma cosh_ge_1 : forall x : R, 0 <= cosh x - 1.
Proof. intros x. unfold cosh. generalize (exp_ineq1_le x) (exp_ineq1_le (- x)). lra. Qed.
Lemma sinh_lt_cosh : forall x : R, 0 < cosh x - sinh x.
Proof. intros x. unfold cosh, sinh. generalize (exp_pos (- x)). lra. Qed.
Lemma sinh_gt_opp_cosh : forall x : R, 0 < cosh x + sinh x.
Proof. intros x. unfold cosh, sinh. generalize (exp_pos x). lra. Qed.
Lemma sinh_pos : forall x : R, 0 < x -> 0 < sinh x.
Proof. intros x H. unfold sinh. generalize (exp_gt_1 x H) (exp_lt_1 (- x) ltac:(lra)). lra. Qed.
Lemma sinh_ge_0 : forall x : R, 0 <= x -> 0 <= sinh x.
Proof. intros x [H|<-]. apply Rlt_le, sinh_pos, H. rewrite sinh_0. lra. Qed.
Lemma sinh_ge : forall x : R, 0 <= x -> 0 <= sinh x - x.
Proof. intros x H. assert (0 < sinh x - x \/ 0 = x) as [K|<-].
  { destruct H as [H|H]; [left | right; exact H].
    destruct (MVT_cor2 sinh cosh 0 x H) as [c [E I]]. intros. apply derivable_pt_lim_sinh. rewrite sinh_0 in E.
    assert (0 <= cosh c - 1) by apply cosh_ge_1. assert (1 < cosh c) by (unfold cosh; generalize (exp_ineq1 c ltac:(lra)) (exp_ineq1 (- c) ltac:(lra)); lra).
    nra. }
  lra. rewrite sinh_0. lra. Qed.
Lemma tanh_pos : forall x : R, 0 < x -> 0 < tanh x.
Proof. intros x H. unfold tanh. apply Rdiv_lt_0_compat. now apply sinh_pos. apply cosh_pos. Qed.
Lemma tanh_ge_0 : forall x : R, 0 <= x -> 0 <= tanh x.
Proof. intros x [H|<-]. apply Rlt_le, tanh_pos, H. unfold tanh. rewrite sinh_0. lra. Qed.
Lemma tanh_lt_1 : forall x : R, 0 < 1 - tanh x.
Proof. intros x. unfold tanh. assert (H := cosh_pos x). assert (K := sinh_lt_cosh x).
  replace (1 - sinh x / cosh x) with ((cosh x - sinh x) / cosh x) by (field; lra). now apply Rdiv_lt_0_compat. Qed.
Lemma tanh_gt_opp_1 : forall x : R, 0 < 1 + tanh x.
Proof. intros x. unfold tanh. assert (H := cosh_pos x). assert (K := sinh_gt_opp_cosh x).
  replace (1 + sinh x / cosh x) with ((cosh x + sinh x) / cosh x) by (field; lra). now apply Rdiv_lt_0_compat. Qed.
Lemma tanh_bounded : forall x : R, 0 < 1 - tanh x ^ 2.
Proof. intros x. generalize (tanh_lt_1 x) (tanh_gt_opp_1 x). intros. replace (1 - tanh x ^ 2) with ((1 - tanh x) * (1 + tanh x)) by ring.
  now apply Rmult_lt_0_compat. Qed.
Lemma sin2_cos2 : forall x : R, sin x ^ 2 + cos x ^ 2 = 1.
Proof. intros x. generalize (sin2_cos2 x). unfold Rsqr. intros <-. ring. Qed.
Lemma sin_plus : forall x y : R, sin (x + y) = sin x * cos y + cos x * sin y.
Proof. exact sin_plus. Qed.
Lemma cos_plus : forall x y : R, cos (x + y) = cos x * cos y - sin x * sin y.
Proof. exact cos_plus. Qed.
Lemma sin_antisym : forall x : R, sin (- x) = - sin x.
Proof. exact sin_neg. Qed.
Lemma cos_sym : forall x : R, cos (- x) = cos x.
Proof. exact cos_neg. Qed.
Lemma sin_period_0 : forall x : R, (exists z : Z, x = IZR z) -> sin (2 * PI * x) = 0.
Proof. intros x [z ->]. assert (E : 2 * PI * IZR z = IZR (2 * z) * PI) by (rewrite mult_IZR; ring). rewrite E. apply sin_eq_0_1. now exists (2 * z)%Z. Qed.
Lemma cos_period_1 : forall x : R, (exists z : Z, x = IZR z) -> cos (2 * PI * x) = 1.
Proof. intros x [z ->]. assert (E : 2 * PI * IZR z = 2 * (IZR z * PI)) by ring. rewrite E, cos_2a_sin, (sin_eq_0_1 (IZR z * PI)). ring. now exists z. Qed.
Lemma atan_opp : forall x : R, atan (- x) = - atan x.
Proof. exact atan_opp. Qed.
Lemma delta_neq : forall x y : R, x - y <> 0 -> kronecker x y = 0.
Proof. intros x y H. unfold kronecker. destruct (Req_EM_T x y) as [E|E]. exfalso. apply H. lra. reflexivity. Qed.
Lemma Zlt_le_succ : forall x : R, (exists z : Z, x = IZR z) -> 0 < x -> 0 <= x - 1.
Proof. intros x [z ->] H. apply lt_IZR in H. assert (IZR 1 <= IZR z) by (apply IZR_le; lia). lra. Qed.
Lemma PI_RGT_0 : 0 < PI.
Proof. exact PI_RGT_0. Qed.
Lemma ln_ge : forall x y : R, 0 < x -> 0 <= x - exp y -> 0 <= ln x - y.
Proof. intros x y H K. assert (y <= ln x) by (rewrite <- (ln_exp y); apply ln_le; [apply exp_pos | lra]). lra. Qed.
Lemma ln_le : forall x y : R, 0 < x -> 0 <= exp y - x -> 0 <= y - ln x.
Proof. intros x y H K. assert (ln x <= y) by (rewrite <- (ln_exp y); apply ln_le; lra). lra. Qed.
Lemma ln_gt : forall x y : R, 0 < x -> 0 < x - exp y -> 0 < ln x - y.
Proof. intros x y H K. assert (E := ln_increasing (exp y) x (exp_pos y) K). rewrite ln_exp in E. lra. Qed.
Lemma ln_lt : forall x y : R, 0 < x -> 0 < exp y - x -> 0 < y - ln x.
Proof. intros x y H K. assert (E := ln_increasing x (exp y) H K). rewrite ln_exp in E. lra. Qed.
Lemma Rpower_bernoulli : forall x y : R, 0 < x -> 0 <= y - 1 -> 0 <= Rpower x y - (1 + y * (x - 1)).
Proof. intros x y H K. assert (A := Rinv_0_lt_compat x H). assert (L := ln_le_minus_1 (/ x) A). rewrite ln_Rinv in L by exact H.
  assert (B := exp_ineq1_le ((y - 1) * ln x)). unfold Rpower.
  replace (y * ln x) with (ln x + (y - 1) * ln x) by ring. rewrite exp_plus, exp_ln by exact H.
  assert (C : (y - 1) * (1 - / x) <= (y - 1) * ln x) by (apply Rmult_le_compat_l; lra).
  assert (D : x * (1 + (y - 1) * (1 - / x)) <= x * exp ((y - 1) * ln x)) by (apply Rmult_le_compat_l; lra).
  replace (x * (1 + (y - 1) * (1 - / x))) with (1 + y * (x - 1)) in D by (field; lra). lra. Qed.
Lemma Rpower_bernoulli_le : forall x y : R, 0 < x -> 0 <= y -> 0 <= 1 - y -> 0 <= 1 + y * (x - 1) - Rpower x y.
Proof. intros x y H K L. set (m := 1 + y * (x - 1)). assert (M : 0 < m).
  { unfold m. destruct (Rle_lt_or_eq_dec 0 y K) as [P|P]. assert (0 < y * x) by (apply Rmult_lt_0_compat; lra). lra. subst. lra. }
  assert (I := Rinv_0_lt_compat m M). assert (A := ln_le_minus_1 (x * / m) (Rmult_lt_0_compat _ _ H I)). assert (B := ln_le_minus_1 (/ m) I).
  rewrite ln_mult in A by assumption. rewrite ln_Rinv in A, B by exact M.
  assert (C : y * (ln x + - ln m) <= y * (x * / m - 1)) by (apply Rmult_le_compat_l; lra).
  assert (D : (1 - y) * - ln m <= (1 - y) * (/ m - 1)) by (apply Rmult_le_compat_l; lra).
  assert (E : y * (x * / m - 1) + (1 - y) * (/ m - 1) = 0) by (unfold m in *; field; lra).
  assert (F : y * ln x <= ln m) by lra. unfold Rpower. destruct F as [F|F].
  assert (G := exp_increasing (y * ln x) (ln m) ltac:(lra)). rewrite exp_ln in G by exact M. lra.
  rewrite F, exp_ln by exact M. lra. Qed.
Lemma exp_hoeffding : forall x y z : R, 0 <= x -> 0 <= 1 - x -> 0 <= exp (z + y ^ 2 / 8) - ((1 - x) * exp (z - x * y) + x * exp (z + (1 - x) * y)).
Proof. intros x y z H K. set (D := fun t => 1 - x + x * exp t).
  assert (P : forall t, 0 < D t) by (intros t; unfold D; generalize (exp_pos t); intros E; destruct H as [H|H]; [assert (0 < x * exp t) by (apply Rmult_lt_0_compat; lra); lra | subst; lra]).
  set (f := fun t => x * t + t ^ 2 / 8 - ln (D t)). set (g := fun t => x + t / 4 - x * exp t / D t).
  set (h := fun t => (1 / 2 - x * exp t / D t) ^ 2).
  assert (F : forall t, is_derive f t (g t)) by (intros t; unfold f, g, D; auto_derive; [exact (P t) | field; exact (Rgt_not_eq _ _ (P t))]).
  assert (G : forall t, is_derive g t (h t)) by (intros t; unfold g, h, D; auto_derive; [exact (Rgt_not_eq _ _ (P t)) | field; exact (Rgt_not_eq _ _ (P t))]).
  assert (M : forall (u u' : R -> R) t, (forall s, is_derive u s (u' s)) -> exists c, Rmin 0 t <= c <= Rmax 0 t /\ u t - u 0 = u' c * (t - 0)).
  { intros u u' t U. apply MVT_gen. intros s _. apply U. intros s _. apply continuity_pt_filterlim, (ex_derive_continuous u). eexists. apply U. }
  assert (S : forall t, 0 <= g t * t).
  { intros t. destruct (M g h t G) as [c [_ E]]. assert (Z : g 0 = 0) by (unfold g, D; rewrite exp_0; field; lra).
    rewrite Z in E. replace (g t) with (h c * t) by lra. replace (h c * t * t) with (h c * t ^ 2) by ring.
    apply Rmult_le_pos; apply pow2_ge_0. }
  assert (Q : 0 <= f y).
  { destruct (M f g y F) as [c [C E]]. assert (Z : f 0 = 0) by (unfold f, D; rewrite exp_0; replace (1 - x + x * 1) with 1 by ring; rewrite ln_1; field).
    rewrite Z in E. specialize (S c). unfold Rmin, Rmax in C. destruct (Rle_dec 0 y) as [L|L].
    - destruct (Req_dec c 0) as [->|N]. unfold g, D in E. rewrite exp_0 in E. replace (x + 0 / 4 - x * 1 / (1 - x + x * 1)) with 0 in E by (field; lra). lra. nra.
    - destruct (Req_dec c 0) as [->|N]. unfold g, D in E. rewrite exp_0 in E. replace (x + 0 / 4 - x * 1 / (1 - x + x * 1)) with 0 in E by (field; lra). lra. nra. }
  unfold f in Q. assert (I : ln (D y) <= x * y + y ^ 2 / 8) by lra.
  assert (J : D y <= exp (x * y + y ^ 2 / 8)).
  { rewrite <- (exp_ln (D y)) by apply P. destruct I as [I|I]. assert (0 < exp (x * y + y ^ 2 / 8) - exp (ln (D y))) by (apply exp_increasing; lra). lra. rewrite I. lra. }
  assert (B : exp (z - x * y) * D y <= exp (z - x * y) * exp (x * y + y ^ 2 / 8)) by (apply Rmult_le_compat_l; [apply Rlt_le, exp_pos | exact J]).
  rewrite <- exp_plus in B. replace (z - x * y + (x * y + y ^ 2 / 8)) with (z + y ^ 2 / 8) in B by ring.
  assert (T : exp (z + (1 - x) * y) = exp (z - x * y) * exp y) by (rewrite <- exp_plus; f_equal; ring).
  rewrite T. unfold D in B. lra. Qed.
Lemma sin_eq_0_1 : forall x : R, (exists z : Z, x = IZR z) -> sin (PI * x) = 0.
Proof. intros x [z ->]. apply sin_eq_0_1. exists z. ring. Qed.
Lemma sin_PI2 : sin (PI / 2) = 1.
Proof. exact sin_PI2. Qed.
Lemma cos_PI2 : cos (PI / 2) = 0.
Proof. exact cos_PI2. Qed.
Lemma sin_PI4 : sin (PI / 4) = 1 / sqrt 2.
Proof. exact sin_PI4. Qed.
Lemma cos_PI4 : cos (PI / 4) = 1 / sqrt 2.
Proof. exact cos_PI4. Qed.
Lemma sin_PI6 : sin (PI / 6) = 1 / 2.
Proof. exact sin_PI6. Qed.
Lemma cos_PI6 : cos (PI / 6) = sqrt 3 / 2.
Proof. exact cos_PI6. Qed.
Lemma SIN_le_1 : forall x : R, 0 <= 1 - sin x.
Proof. intros x. generalize (SIN_bound x). lra. Qed.
Lemma SIN_ge_m1 : forall x : R, 0 <= 1 + sin x.
Proof. intros x. generalize (SIN_bound x). lra. Qed.
Lemma COS_le_1 : forall x : R, 0 <= 1 - cos x.
Proof. intros x. generalize (COS_bound x). lra. Qed.
Lemma COS_ge_m1 : forall x : R, 0 <= 1 + cos x.
Proof. intros x. generalize (COS_bound x). lra. Qed.
Lemma sin_le_x : forall x : R, 0 <= x -> 0 <= x - sin x.
Proof. intros x H. assert (G := grows (fun s => s - sin s) (fun s => 1 - cos s) x H). cbv beta in G. rewrite sin_0 in G.
  assert (0 - 0 <= x - sin x) by (apply G; intros; [ auto_derive; auto; ring | apply COS_le_1 ]). lra. Qed.
Lemma sin_ge_mx : forall x : R, 0 <= x -> 0 <= x + sin x.
Proof. intros x H. assert (G := grows (fun s => s + sin s) (fun s => 1 + cos s) x H). cbv beta in G. rewrite sin_0 in G.
  assert (0 + 0 <= x + sin x) by (apply G; intros; [ auto_derive; auto; ring | apply COS_ge_m1 ]). lra. Qed.
Lemma cos_ge_parabola : forall x : R, 0 <= cos x - (1 - x ^ 2 / 2).
Proof. assert (P : forall x, 0 <= x -> 0 <= cos x - (1 - x ^ 2 / 2)).
  { intros x H. assert (G := grows (fun s => cos s - (1 - s ^ 2 / 2)) (fun s => s - sin s) x H). cbv beta in G. rewrite cos_0 in G.
    assert (1 - (1 - 0 ^ 2 / 2) <= cos x - (1 - x ^ 2 / 2)) by (apply G; intros; [ auto_derive; auto; field | now apply sin_le_x ]). lra. }
  intros x. destruct (Rle_lt_dec 0 x) as [H|H]. now apply P. assert (Q := P (- x) ltac:(lra)). rewrite cos_neg in Q. lra. Qed.
Lemma sin_ge_cubic : forall x : R, 0 <= x -> 0 <= sin x - (x - x ^ 3 / 6).
Proof. intros x H. assert (G := grows (fun s => sin s - (s - s ^ 3 / 6)) (fun s => cos s - (1 - s ^ 2 / 2)) x H). cbv beta in G.
  rewrite sin_0 in G. assert (0 - (0 - 0 ^ 3 / 6) <= sin x - (x - x ^ 3 / 6)) by (apply G; intros; [ auto_derive; auto; field | apply cos_ge_parabola ]).
  lra. Qed.
Lemma cos_le_quartic : forall x : R, 0 <= 1 - x ^ 2 / 2 + x ^ 4 / 24 - cos x.
Proof. assert (P : forall x, 0 <= x -> 0 <= 1 - x ^ 2 / 2 + x ^ 4 / 24 - cos x).
  { intros x H. assert (G := grows (fun s => 1 - s ^ 2 / 2 + s ^ 4 / 24 - cos s) (fun s => sin s - (s - s ^ 3 / 6)) x H). cbv beta in G.
    rewrite cos_0 in G. assert (1 - 0 ^ 2 / 2 + 0 ^ 4 / 24 - 1 <= 1 - x ^ 2 / 2 + x ^ 4 / 24 - cos x)
      by (apply G; intros; [ auto_derive; auto; field | now apply sin_ge_cubic ]). lra. }
  intros x. destruct (Rle_lt_dec 0 x) as [H|H]. now apply P. assert (Q := P (- x) ltac:(lra)). rewrite cos_neg in Q.
  replace (1 - x ^ 2 / 2 + x ^ 4 / 24 - cos x) with (1 - (- x) ^ 2 / 2 + (- x) ^ 4 / 24 - cos x) by field. exact Q. Qed.
Lemma sin_gt_0 : forall x : R, 0 < x -> 0 < PI - x -> 0 < sin x.
Proof. intros. apply sin_gt_0; lra. Qed.
Lemma sin_ge_0 : forall x : R, 0 <= x -> 0 <= PI - x -> 0 <= sin x.
Proof. intros. apply sin_ge_0; lra. Qed.
Lemma cos_gt_0 : forall x : R, 0 < x + PI / 2 -> 0 < PI / 2 - x -> 0 < cos x.
Proof. intros. apply cos_gt_0; lra. Qed.
Lemma cos_ge_0 : forall x : R, 0 <= x + PI / 2 -> 0 <= PI / 2 - x -> 0 <= cos x.
Proof. intros. apply cos_ge_0; lra. Qed.
Lemma sin_ge_chord : forall x : R, 0 <= x -> 0 <= PI / 2 - x -> 0 <= sin x - 2 * x / PI.
Proof. intros x [H|<-] K; [| rewrite sin_0; unfold Rdiv; lra ]. assert (Q := PI_RGT_0).
  assert (M : x <= PI / 2 * sin x).
  { destruct K as [K|K]; [| replace x with (PI / 2) by lra; rewrite sin_PI2; lra ].
    destruct (MVT_cor2 sin cos 0 x H) as [c [E I]]. intros. apply derivable_pt_lim_sin. rewrite sin_0 in E.
    destruct (MVT_cor2 sin cos x (PI / 2) ltac:(lra)) as [d [F J]]. intros. apply derivable_pt_lim_sin. rewrite sin_PI2 in F.
    assert (cos d < cos c) by (apply cos_decreasing_1; lra).
    assert ((PI / 2 - x) * cos d <= (PI / 2 - x) * cos c) by (apply Rmult_le_compat_l; lra).
    assert (x * (1 - sin x) <= (PI / 2 - x) * (x * cos c)).
    { replace ((PI / 2 - x) * (x * cos c)) with (x * ((PI / 2 - x) * cos c)) by ring. apply Rmult_le_compat_l; lra. }
    replace (x * cos c) with (sin x) in * by lra. lra. }
  assert (0 <= (2 / PI) * (PI / 2 * sin x - x)) by (apply Rmult_le_pos; [ apply Rlt_le, Rdiv_lt_0_compat; lra | lra ]).
  replace (sin x - 2 * x / PI) with ((2 / PI) * (PI / 2 * sin x - x)) by (field; lra). assumption. Qed.
Lemma sin_eq_0_within : forall x : R, sin x = 0 -> 0 < PI - x -> 0 < PI + x -> x = 0.
Proof. intros x E H K. destruct (total_order_T 0 x) as [[L|L]|L]; [| now symmetry |].
  assert (A := sin_gt_0 x L H). lra. assert (A := sin_gt_0 (- x) ltac:(lra) ltac:(lra)). rewrite sin_neg in A. lra. Qed.
Lemma sin_atan : forall x : R, sin (atan x) = x / sqrt (1 + x ^ 2).
Proof. intros x. rewrite sin_atan. do 2 f_equal. unfold Rsqr. ring. Qed.
Lemma cos_atan : forall x : R, cos (atan x) = 1 / sqrt (1 + x ^ 2).
Proof. intros x. rewrite cos_atan. do 2 f_equal. unfold Rsqr. ring. Qed.
Lemma atan_lt_PI2 : forall x : R, 0 < PI / 2 - atan x.
Proof. intros x. generalize (atan_bound x). lra. Qed.
Lemma atan_gt_mPI2 : forall x : R, 0 < PI / 2 + atan x.
Proof. intros x. generalize (atan_bound x). lra. Qed.
Lemma atan_pos : forall x : R, 0 < x -> 0 < atan x.
Proof. intros x H. rewrite <- atan_0. now apply atan_increasing. Qed.
Lemma atan_ge_0 : forall x : R, 0 <= x -> 0 <= atan x.
Proof. intros x [H|<-]. now apply Rlt_le, atan_pos. rewrite atan_0. lra. Qed.
Lemma atan_le_x : forall x : R, 0 <= x -> 0 <= x - atan x.
Proof. intros x H. assert (G := grows (fun s => s - atan s) (fun s => 1 - / (1 + s ^ 2)) x H). cbv beta in G. rewrite atan_0 in G.
  assert (0 - 0 <= x - atan x); [| lra]. apply G; intros. auto_derive; auto. field. nra.
  assert (0 <= s ^ 2) by apply pow2_ge_0. assert (/ (1 + s ^ 2) <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). lra. Qed.
End Lemmas.

(* ---- what printed lines close their goals with ---- *)
Lemma add_multiple A B c l r : l = r -> A - c * (l - r) = B -> A = B.
Proof. intros -> <-. ring. Qed.
Lemma not_zero_by x y : x = y -> y <> 0 -> x <> 0.
Proof. now intros ->. Qed.
Lemma no_pos t c : 0 < t -> t = c -> c <= 0 -> False.
Proof. lra. Qed.
Lemma no_nonneg t c : 0 <= t -> t = c -> c < 0 -> False.
Proof. lra. Qed.
Lemma sign_by t b s : t * b = s -> 0 < b -> 0 < s -> 0 < t.
Proof. intros <- H K. apply (Rmult_lt_reg_r b); lra. Qed.
Lemma sign_by_weakly t b s : t * b = s -> 0 < b -> 0 <= s -> 0 <= t.
Proof. intros <- H K. apply (Rmult_le_reg_r b); lra. Qed.
Lemma root_of v c : 0 <= v -> v ^ 2 = c -> sqrt c = v.
Proof. intros H <-. now apply sqrt_pow2. Qed.
Lemma modulus_of v u : 0 <= v -> v ^ 2 = u ^ 2 -> Rabs u = v.
Proof. intros H E. rewrite <- Lemmas.sqrt_Rsqr_abs, <- E. now apply sqrt_pow2. Qed.
Lemma same_multiple c a b : c <> 0 -> c * a = c * b -> a = b.
Proof. intros H E. now apply (Rmult_eq_reg_l c). Qed.
Lemma kronecker_at x y : x = y -> kronecker x y = 1.
Proof. intros ->. apply kronecker_same. Qed.
Lemma kronecker_off x y c : x - y = c -> c <> 0 -> kronecker x y = 0.
Proof. intros E H. unfold kronecker. destruct (Req_EM_T x y); [exfalso; apply H; lra | reflexivity]. Qed.
Lemma kronecker_square x y : kronecker x y * kronecker x y = kronecker x y.
Proof. unfold kronecker. destruct (Req_EM_T x y); ring. Qed.
Lemma power_at b n k : INR n = INR k -> b ^ n = b ^ k.
Proof. intros H. now rewrite (INR_eq n k H). Qed.
Lemma powerRZ_at b n k : IZR n = INR k -> powerRZ b n = b ^ k.
Proof. intros H. rewrite pow_powerRZ. f_equal. apply eq_IZR. now rewrite H, INR_IZR_INZ. Qed.
Ltac raised_to H := first [ apply power_at; rewrite ?plus_INR, ?mult_INR | apply powerRZ_at; rewrite ?plus_IZR, ?mult_IZR, <- ?INR_IZR_INZ ];
  cbn [INR] in H |- *; lra.
Ltac own_inverse := lazymatch goal with
 | |- powerRZ (-1) ?q ^ 2 = 1 => replace (powerRZ (-1) q ^ 2) with (powerRZ (-1) q * powerRZ (-1) q) by ring; apply turned_twice
 | |- _ => rewrite <- pow_mult, Nat.mul_comm; apply pow_1_even end.
Ltac bit_at H := try rewrite INR_IZR_INZ in H; apply eq_IZR in H; rewrite H;
  match goal with |- context [Z.testbit ?a ?b] => let v := eval vm_compute in (Z.testbit a b) in change (Z.testbit a b) with v end; cbv iota; lra.
Lemma at_exp x : x = 0 -> exp x = 1.
Proof. intros ->. apply exp_0. Qed.
Lemma at_ln x : x = 1 -> ln x = 0.
Proof. intros ->. apply ln_1. Qed.
Lemma at_sqrt0 x : x = 0 -> sqrt x = 0.
Proof. intros ->. apply sqrt_0. Qed.
Lemma at_sqrt1 x : x = 1 -> sqrt x = 1.
Proof. intros ->. apply sqrt_1. Qed.
Lemma at_cosh x : x = 0 -> cosh x = 1.
Proof. intros ->. apply cosh_0. Qed.
Lemma at_sinh x : x = 0 -> sinh x = 0.
Proof. intros ->. apply sinh_0. Qed.
Lemma at_tanh x : x = 0 -> tanh x = 0.
Proof. intros ->. unfold tanh. rewrite sinh_0. unfold Rdiv. apply Rmult_0_l. Qed.
Lemma at_sin x : x = 0 -> sin x = 0.
Proof. intros ->. apply sin_0. Qed.
Lemma at_cos x : x = 0 -> cos x = 1.
Proof. intros ->. apply cos_0. Qed.
Lemma at_atan x : x = 0 -> atan x = 0.
Proof. intros ->. apply atan_0. Qed.
Lemma at_arcsinh x : x = 0 -> arcsinh x = 0.
Proof. intros ->. apply arcsinh_0. Qed.
Ltac by_hypothesis := match goal with
 | H : ?d <> 0 |- ?c <> 0 => solve [ let K := fresh in intro K; apply H; lra ]
 | H : 0 < ?d |- ?c <> 0 => solve [ intro; lra ] end.
Ltac nz := split_all; first [ assumption | lra | (apply Rgt_not_eq, exp_pos) | by_hypothesis | by_shape_nonzero | by_equation | by_zero | by_cleared
 | not_zero ]
with by_zero := match goal with H : ?d <> 0 |- ?x <> 0 => is_var x; solve [ let K := fresh in intro K; apply H; rewrite K; ring ] end
with by_equation := match goal with H : ?a = ?x |- ?x <> 0 => is_var x; rewrite <- H; clear H; nz end
with by_shape_nonzero := lazymatch goal with
 | |- ?a * ?b <> 0 => apply Rmult_integral_contrapositive_currified; nz
 | |- ?a ^ _ <> 0 => apply pow_nonzero; nz end
with by_cleared := match goal with
 | H : ?d <> 0 |- ?c <> 0 => lazymatch d with context [Rdiv _ _] =>
     solve [ let K := fresh in intro K; apply H; field_simplify_eq; [ lra | clear H K; nz ] ] end
 | H : ?d <> 0 |- ?c <> 0 => solve [ let K := fresh in intro K; apply H; nonlinear ] end.
Ltac settle_field := first [ (field; nz) | ring ].
(* factors of what is not zero are not zero *)
Lemma apart_l a b : a * b <> 0 -> a <> 0.
Proof. intros H ->. apply H. ring. Qed.
Lemma apart_r a b : a * b <> 0 -> b <> 0.
Proof. intros H ->. apply H. ring. Qed.
Lemma apart_inv a : / a <> 0 -> a <> 0.
Proof. intros H ->. apply H. apply Rinv_0. Qed.
Lemma apart_pow a n : a ^ S n <> 0 -> a <> 0.
Proof. intros H ->. apply H. simpl. ring. Qed.
Ltac factors_apart := repeat match goal with
 | H : ?a * ?b <> 0 |- _ => let A := fresh in assert (A := apart_l a b H); apply apart_r in H
 | H : ?a / ?b <> 0 |- _ => let A := fresh in assert (A := apart_l a (/ b) H); apply (apart_r a (/ b)) in H; apply apart_inv in H
 | H : ?a ^ S ?n <> 0 |- _ => apply apart_pow in H
 | H : - ?a <> 0 |- _ => apply Ropp_neq_0_compat in H; rewrite Ropp_involutive in H end.
Ltac settle_equation := factors_apart; settle_field.
(* functions at arguments that are the same, written alike *)
Ltac same_atom f x y := assert_fails (constr_eq x y); let E := fresh in assert (E : f y = f x) by (apply f_equal; first [ ring | settle_field ]); rewrite E in *; clear E.
Ltac same_power x a y b := assert_fails (constr_eq (Rpower x a) (Rpower y b)); let E := fresh in
  assert (E : Rpower y b = Rpower x a) by (apply f_equal2; first [ ring | settle_field ]); rewrite E in *; clear E.
Ltac atoms_agree := repeat match goal with
 | |- context [sqrt ?x] => match goal with |- context [sqrt ?y] => same_atom sqrt x y end
 | |- context [ln ?x] => match goal with |- context [ln ?y] => same_atom ln x y end
 | |- context [exp ?x] => match goal with |- context [exp ?y] => same_atom exp x y end
 | |- context [cosh ?x] => match goal with |- context [cosh ?y] => same_atom cosh x y end
 | |- context [sign ?x] => match goal with |- context [sign ?y] => same_atom sign x y end
 | |- context [Rabs ?x] => match goal with |- context [Rabs ?y] => same_atom Rabs x y end
 | |- context [sinh ?x] => match goal with |- context [sinh ?y] => same_atom sinh x y end
 | |- context [Rpower ?x ?a] => match goal with |- context [Rpower ?y ?b] => same_power x a y b end end.
(* what is known by a name, where atoms of no value but one are written in two ways; a sign from a named one, of which it is a multiple *)
Ltac by_name H := first [ exact H | (clear -H; revert H; atoms_agree; intro H; lra) ].
Ltac by_factor H := clear -H; first
 [ exact H | (apply Rmult_lt_0_compat; [lra | exact H]) | (apply Rmult_le_pos; [lra | first [exact H | apply Rlt_le; exact H]])
 | (apply Rmult_integral_contrapositive_currified; [lra | first [exact H | apply Rgt_not_eq; exact H]]) | lra
 | (revert H; atoms_agree; intro H; lra) ].
Lemma inverse_above x : 0 < 1 / x -> 0 < x.
Proof. intros H. apply Rnot_le_lt. intros [K|K]. apply Rinv_lt_0_compat in K. lra. rewrite K in H. unfold Rdiv in H. rewrite Rinv_0 in H. lra. Qed.
Ltac product_above := first [ assumption | lra | (match goal with H : 0 < 1 / ?x |- 0 < ?x => exact (inverse_above x H) end) | lazymatch goal with
 | |- 0 < ?a * ?b => apply Rmult_lt_0_compat; product_above
 | |- 0 < ?a / ?b => apply Rdiv_lt_0_compat; product_above
 | |- 0 < / ?b => apply Rinv_0_lt_compat; product_above
 | |- 0 < ?a ^ _ => apply pow_lt; product_above end | positive ].
Ltac product_at_least := first [ assumption | (apply Rlt_le; assumption) | lra | lazymatch goal with
 | |- 0 <= ?a ^ 2 => apply pow2_ge_0
 | |- 0 <= ?a * ?b => apply Rmult_le_pos; product_at_least
 | |- 0 <= ?a / ?b => apply Rmult_le_pos; [product_at_least | apply Rlt_le, Rinv_0_lt_compat; product_above]
 | |- 0 <= ?a ^ _ => apply pow_le; product_at_least end | positive ].
Ltac sum_at_least := first [ product_at_least | (lazymatch goal with |- 0 <= ?a + ?b => apply Rplus_le_le_0_compat; sum_at_least end) ].
Ltac sum_above := first [ product_above | (lazymatch goal with |- 0 < ?a + ?b => apply Rplus_lt_le_0_compat; [product_above | sum_at_least] end) ].
Ltac product_nonzero := first [ assumption | (apply Rgt_not_eq; assumption) | lra | lazymatch goal with
 | |- ?a * ?b <> 0 => apply Rmult_integral_contrapositive_currified; product_nonzero
 | |- ?a / ?b <> 0 => apply Rmult_integral_contrapositive_currified; [product_nonzero | apply Rinv_neq_0_compat; product_nonzero]
 | |- - ?a <> 0 => apply Ropp_neq_0_compat; product_nonzero
 | |- ?a ^ _ <> 0 => apply pow_nonzero; product_nonzero end | nz ].
Ltac by_factors := lazymatch goal with |- 0 < _ => product_above | |- 0 <= _ => product_at_least | |- _ <> 0 => product_nonzero end.
(* products of exponentials, as one *)
Lemma as_times x y s t : x = exp s -> y = exp t -> x * y = exp (s + t).
Proof. intros -> ->. symmetry. apply exp_plus. Qed.
Lemma as_over x y s t : x = exp s -> y = exp t -> x / y = exp (s - t).
Proof. intros -> ->. unfold Rminus. rewrite exp_plus, exp_Ropp. reflexivity. Qed.
Lemma as_power x s n : x = exp s -> x ^ n = exp (INR n * s).
Proof. intros ->. symmetry. apply exp_times. Qed.
Lemma as_one : 1 = exp 0.
Proof. symmetry. apply exp_0. Qed.
Lemma as_is x s t : x = exp s -> s = t -> x = exp t.
Proof. now intros -> ->. Qed.
Ltac exponential := lazymatch goal with
 | |- exp _ = _ => reflexivity
 | |- 1 = _ => apply as_one
 | |- _ * _ = _ => apply as_times; exponential
 | |- _ / _ = _ => apply as_over; exponential
 | |- _ ^ _ = _ => apply as_power; exponential end.
Ltac roots_known := repeat match goal with H : sqrt ?x = _ |- context [sqrt ?x] => rewrite H end.
Ltac roots_squared := repeat match goal with |- context [sqrt ?x ^ 2] => rewrite (pow2_sqrt x) by (first [ assumption | apply Rlt_le; assumption ]) end.
Ltac as_exponential := eapply as_is; [ exponential | cbn [INR]; first [ settle_field | (roots_known; settle_field) | (roots_squared; settle_field) ] ].
(* products of powers of one base *)
Ltac same_powers := etransitivity; [ power_exponential | symmetry; etransitivity; [ power_exponential | apply f_equal; rewrite ?plus_INR, ?mult_INR; cbn [INR];
  settle_field ] ]
with power_exponential := lazymatch goal with
 | |- Rpower _ _ = _ => unfold Rpower; reflexivity
 | |- 1 = _ => symmetry; apply exp_0
 | |- _ * _ = _ => apply as_times; power_exponential
 | |- _ / _ = _ => apply as_over; power_exponential
 | |- _ ^ _ = _ => apply as_power; power_exponential
 | |- _ = _ => symmetry; apply exp_ln; assumption end.
Lemma sign_scaled u p v : 0 < p -> u = p * v -> sign u = sign v.
Proof. intros H ->. rewrite sign_mult, (sign_eq_1 p H). ring. Qed.
Ltac signs_of := rewrite ?sign_mult; repeat first [ rewrite (sign_eq_1 1) by lra | rewrite (sign_eq_m1 (-1)) by lra ]; ring.
(* multiples of logarithms, as that of a product *)
Lemma ln_quotient a b : 0 < a -> 0 < b -> ln (a / b) = ln a - ln b.
Proof. intros H K. unfold Rdiv. rewrite ln_mult, ln_Rinv; auto. now apply Rinv_0_lt_compat. Qed.
Ltac logarithms_apart := rewrite ?ln_1; repeat (rewrite ln_quotient by product_above || rewrite ln_mult by product_above); rewrite ?ln_1.
Ltac as_logarithm := lazymatch goal with
 | |- 1 * ?q = ?q => exact (Rmult_1_l q)
 | |- _ = ln ?p => let E := fresh in let v := fresh in
     eassert (E : ln p = _) by (logarithm_of; reflexivity); try rewrite E; clear E; cbn [INR]; first [ settle_field | (logarithms_apart; settle_field) | (logarithms_apart; atoms_agree; settle_field) ] end
with logarithm_of := lazymatch goal with
 | |- ln (_ * _) = _ => etransitivity; [ apply ln_mult; product_above | apply f_equal2; logarithm_of ]
 | |- ln (_ / _) = _ => etransitivity; [ apply ln_quotient; product_above | apply f_equal2; logarithm_of ]
 | |- ln (_ ^ _) = _ => etransitivity; [ apply ln_power; product_above | reflexivity ]
 | |- ln 1 = _ => exact ln_1
 | |- ln _ = _ => reflexivity end.
(* a function, as what the table of functions says that it means *)
Lemma exp_double x : exp (2 * x) = exp x ^ 2.
Proof. replace (2 * x) with (x + x) by ring. rewrite exp_plus. ring. Qed.
Ltac exponentials_above := repeat match goal with
 | |- context [exp ?x] => lazymatch goal with H : 0 < exp x |- _ => fail | _ => assert (0 < exp x) by apply exp_pos end end.
Ltac by_meaning := first [ reflexivity
 | (unfold Rpower, arcsinh, acosh, atanh; first [ reflexivity | (f_equal; settle_field) | settle_field ])
 | (unfold cosh, sinh; atoms_agree; settle_field)
 | (unfold coth, sech, csch, tanh, tan, cosh, sinh; rewrite ?exp_double, ?exp_Ropp; exponentials_above; field; split_all; first [nz | nra]) ].
(* what is whole *)
Ltac whole_number := lazymatch goal with
 | |- exists z : Z, INR ?n = IZR z => exists (Z.of_nat n); apply INR_IZR_INZ
 | |- exists z : Z, IZR ?n = IZR z => exists n; reflexivity
 | |- exists z : Z, ?a + ?b = IZR z => let A := fresh in let B := fresh in let x := fresh in let y := fresh in assert (A : exists z : Z, a = IZR z) by whole_number;
     assert (B : exists z : Z, b = IZR z) by whole_number; destruct A as [x ->], B as [y ->]; exists (x + y)%Z; symmetry; apply plus_IZR
 | |- exists z : Z, ?a - ?b = IZR z => let A := fresh in let B := fresh in let x := fresh in let y := fresh in assert (A : exists z : Z, a = IZR z) by whole_number;
     assert (B : exists z : Z, b = IZR z) by whole_number; destruct A as [x ->], B as [y ->]; exists (x - y)%Z; symmetry; apply minus_IZR
 | |- exists z : Z, ?a * ?b = IZR z => let A := fresh in let B := fresh in let x := fresh in let y := fresh in assert (A : exists z : Z, a = IZR z) by whole_number;
     assert (B : exists z : Z, b = IZR z) by whole_number; destruct A as [x ->], B as [y ->]; exists (x * y)%Z; symmetry; apply mult_IZR
 | |- exists z : Z, - ?a = IZR z => let A := fresh in let x := fresh in assert (A : exists z : Z, a = IZR z) by whole_number;
     destruct A as [x ->]; exists (- x)%Z; symmetry; apply opp_IZR
 | |- _ => assumption end.
(* a fact of the kernel from what the theorem supposes: they differ in how they are written *)
Ltac from_relation H := lazymatch type of H with
 | ?p < ?q => first [ lra | (match goal with |- 0 < ?t => replace t with (q - p) by settle_field end; lra)
                    | (match goal with |- 0 <= ?t => replace t with (q - p) by settle_field end; lra)
                    | (apply Rgt_not_eq; match goal with |- ?t > 0 => replace t with (q - p) by settle_field end; lra) ]
 | ?p <= ?q => first [ lra | (match goal with |- 0 <= ?t => replace t with (q - p) by settle_field end; lra) ]
 | ?p > ?q => let K := fresh in assert (K : q < p) by exact H; from_relation K
 | ?p >= ?q => let K := fresh in assert (K : q <= p) by (apply Rge_le; exact H); from_relation K
 | ?p <> ?q => first [ exact H | (intro; apply H; lra) | (let K := fresh in intro K; apply H; match type of K with ?t = 0 =>
     apply Rminus_diag_uniq; replace (p - q) with t by settle_field; exact K end) ]
 | ?p = ?q => first [ exact H | (symmetry; exact H) | lra | (rewrite H; settle_field) | (etransitivity; [ | etransitivity; [exact H | ] ]; settle_field) ]
 | _ /\ _ => let A := fresh in let B := fresh in destruct H as [A B]; first [ from_relation A | from_relation B ]
 end.
Ltac of_size := match goal with
 | H : (?k <= ?n)%nat |- _ => solve [ apply le_INR in H; cbn [INR] in H; lra ]
 | H : (?k <= ?n)%Z |- _ => solve [ apply IZR_le in H; lra ]
 | H : (?n >= ?k)%Z |- _ => solve [ apply Z.ge_le in H; apply IZR_le in H; lra ]
 | n : nat |- 0 <= INR ?n => apply pos_INR end.
Ltac from_theorem := first [ assumption | lra | whole_number | (match goal with H : _ |- _ => solve [from_relation H] end) | of_size
 | (lazymatch goal with |- _ \/ _ => first [ (left; solve [from_theorem]) | (right; solve [from_theorem]) ] | |- _ /\ _ => split; from_theorem
    | |- _ <> 0 => nz | |- _ => positive end) | restated | solve [ inequality ] ]
with restated := match goal with H : _ < _ |- _ < _ => solve [by_name H] | H : _ <= _ |- _ <= _ => solve [by_name H]
 | H : ?a <> 0 |- ?b <> 0 => solve [replace b with a by (atoms_agree; settle_field); exact H] end.
Ltac side_is H := first [ exact H | lra | from_relation H ].
Ltac by_lemma P := first [ exact P | (lazymatch type of P with ?f ?x = _ => transitivity (f x); [ apply f_equal; ring | exact P ] end) | (let W := fresh in assert (W := P); cbv beta in W; first [ lra | solve [from_relation W] ]) | product_above
 | (let W := fresh in assert (W := P); rewrite ?Rpower_pow in W by first [ assumption | lra ]; first [ exact W | lra ])
 | (first [ rewrite <- Rpower_pow by first [ assumption | lra ] | rewrite <- Rpower_sqrt by assumption | idtac ]; unfold Rpower; apply f_equal;
    rewrite ?plus_INR, ?mult_INR; cbn [INR]; settle_field) ].
(* rules of differentiation leave exponents as INR *)
Ltac settle_derived := first [ settle_field | (progress cbn [INR]; settle_field) ].
(* the theorem's conclusion from what was shown *)
Ltac to_theorem := lazymatch goal with
 | |- _ /\ _ => split; to_theorem
 | |- True => exact I
 | |- ex_derive _ _ => eexists; eassumption
 | |- forall j : nat, (_ <= j)%nat -> _ => let j := fresh in let R := fresh in intros j R; apply le_INR in R; rewrite ?plus_INR in R; cbn [INR] in R; positive
 | |- _ => first [ assumption | lra | (match goal with H : _ |- _ => solve [to_relation H] end)
   | (lazymatch goal with |- _ \/ _ => first [ (left; solve [to_theorem]) | (right; solve [to_theorem]) ] end) | from_theorem
   | (match goal with H : 0 < ?t |- 0 < ?q => solve [replace q with t by (symmetry; atoms_agree; settle_field); exact H]
      | H : 0 <= ?t |- 0 <= ?q => solve [replace q with t by (symmetry; atoms_agree; settle_field); exact H] end) ] end
with to_relation H := lazymatch type of H with
 | 0 < ?t => first [ lra | (match goal with |- ?p < ?q => assert (q - p = t) by settle_derived; lra | |- ?p > ?q => assert (p - q = t) by settle_derived; lra
                            | |- ?p <= ?q => assert (q - p = t) by settle_derived; lra | |- ?p >= ?q => assert (p - q = t) by settle_derived; lra
                            | |- ?p <> ?q => assert (p - q = t) by settle_derived; lra end) ]
 | 0 <= ?t => first [ lra | (match goal with |- ?p <= ?q => assert (q - p = t) by settle_derived; lra | |- ?p >= ?q => assert (p - q = t) by settle_derived; lra end) ]
 | ?t <> 0 => first [ exact H | (let K := fresh in intro K; apply H; first [ lra | (apply Rminus_diag_eq in K; rewrite <- K; settle_derived) ]) ]
 | ?p = ?q => first [ exact H | (etransitivity; [ | etransitivity; [exact H | ] ]; first [ settle_derived | (atoms_agree; settle_derived) ]) ]
 end.
(* an equivalence, or a case of one, from the implications that were shown *)
Ltac from_implication := match goal with
 | H : _ -> _ |- _ => let K := fresh in first [ assert (K := H) | fail ];
     repeat match type of K with ?A -> _ => let a := fresh in assert (a : A) by from_theorem; specialize (K a); clear a end;
     repeat match goal with P : _ /\ _ |- _ => destruct P end; clear H; first [ contradiction | solve [to_theorem] | from_implication ]
 end.
Ltac contrary := repeat match goal with P : _ \/ _ |- _ => destruct P as [P|P] end; first [ lra | match goal with P : _ <> _ |- _ => solve [apply P; lra] end ].
Ltac to_statement := lazymatch goal with
 | |- _ <-> _ => split; to_statement
 | |- ~ _ => intro; repeat match goal with P : _ /\ _ |- _ => destruct P end; first [ solve [from_implication] | contrary ]
 | |- _ -> _ => intro; to_statement
 | |- _ => first [ solve [to_theorem] | solve [from_implication] | (split; to_statement) ] end.
(* a solution: its rates by the rules of differentiation, what is left from what was shown *)
Ltac side_of_rule := first [ assumption | not_zero | positive | nz | apply Rgt_not_eq, cosh_pos ].
Ltac to_solution := lazymatch goal with
 | |- _ /\ _ => split; to_solution
 | |- is_derive _ _ _ => eapply D_is; [ derive; cbv beta; side_of_rule | cbv beta; to_theorem ]
 | |- _ => to_theorem end.
(* a sign of a number between bounds *)
Ltac enclosed := unfold Rpower, coth, sech, csch, acosh, atanh, arcsinh, tanh, cosh, sinh;
  repeat first [ rewrite Rmax_left by interval | rewrite Rmax_right by interval | rewrite Rmin_left by interval | rewrite Rmin_right by interval ]; first [ interval | interval with (i_prec 120) | interval with (i_prec 300) ].
