(* ---- limits: what a function of y is like as y goes to infinity ----
   lead p b c f: f is c times the scale y^p exp(b y), up to less than that scale; zero is allowed for c. *)
Definition sc (p b y : R) : R := exp (p * ln y + b * y).
Definition lead (p b c : R) (f : R -> R) : Prop := is_lim (fun y => f y / sc p b y) p_infty (Finite c).
Definition below_one (p b : R) : Prop := b < 0 \/ (b = 0 /\ p < 0).
Lemma sc_pos p b y : 0 < sc p b y.
Proof. apply exp_pos. Qed.
Lemma sc_nz p b y : sc p b y <> 0.
Proof. apply Rgt_not_eq, sc_pos. Qed.
Lemma sc_mul p b q d y : sc (p + q) (b + d) y = sc p b y * sc q d y.
Proof. unfold sc. rewrite <- exp_plus. f_equal. ring. Qed.
Lemma sc_div p b q d y : sc (p - q) (b - d) y = sc p b y / sc q d y.
Proof. unfold sc, Rdiv. rewrite <- exp_Ropp, <- exp_plus. f_equal. ring. Qed.
Lemma sc_one y : sc 0 0 y = 1.
Proof. unfold sc. rewrite <- exp_0. f_equal. ring. Qed.
Lemma from_one (P : R -> Prop) : (forall y, 1 < y -> P y) -> Rbar_locally' p_infty P.
Proof. intros H. now exists 1. Qed.
Lemma growth_down b p : below_one p b -> is_lim (fun y => p * ln y + b * y) p_infty m_infty.
Proof. intros [H|[-> H]].
  - apply is_lim_ext_loc with (fun y => (p * (ln y / y) + b) * y). apply from_one. intros y Hy. field. lra.
    assert (E : Rbar_mult (Finite b) p_infty = m_infty).
    { apply is_Rbar_mult_unique. apply is_Rbar_mult_sym, is_Rbar_mult_p_infty_neg. exact H. }
    rewrite <- E. apply is_lim_mult. 2: apply is_lim_id. 2: simpl; lra.
    replace (Finite b) with (Finite (p * 0 + b)) by (f_equal; ring).
    apply is_lim_plus'. apply (is_lim_scal_l _ p p_infty (Finite 0)). apply is_lim_div_ln_p. apply is_lim_const.
  - apply is_lim_ext with (fun y => p * ln y). intros; ring.
    assert (E : Rbar_mult (Finite p) p_infty = m_infty).
    { apply is_Rbar_mult_unique. apply is_Rbar_mult_sym, is_Rbar_mult_p_infty_neg. exact H. }
    rewrite <- E. apply is_lim_scal_l. apply is_lim_ln_p.
Qed.
Lemma sc_small p b : below_one p b -> is_lim (sc p b) p_infty (Finite 0).
Proof. intros H. unfold sc. apply (is_lim_comp exp _ p_infty (Finite 0) m_infty). apply is_lim_exp_m. now apply growth_down.
  apply from_one. intros; discriminate. Qed.
Lemma sc_large p b : below_one (- p) (- b) -> is_lim (sc p b) p_infty p_infty.
Proof. intros H. unfold sc. apply (is_lim_comp exp _ p_infty p_infty p_infty). apply is_lim_exp_p.
  apply is_lim_ext with (fun y => - (- p * ln y + - b * y)). intros; ring.
  apply (is_lim_opp _ p_infty m_infty). now apply growth_down. apply from_one. intros; discriminate. Qed.
Lemma L_is p b c q d e f : lead p b c f -> p = q -> b = d -> c = e -> lead q d e f.
Proof. now intros H <- <- <-. Qed.
Lemma L_ext p b c f g : Rbar_locally' p_infty (fun y => g y = f y) -> lead p b c g -> lead p b c f.
Proof. intros H. apply is_lim_ext_loc. destruct H as [M H]. exists M. intros y Hy. now rewrite (H y Hy). Qed.
Lemma L_const c : lead 0 0 c (fun _ => c).
Proof. unfold lead. apply is_lim_ext with (fun _ => c). intros; rewrite sc_one; field. apply is_lim_const. Qed.
Lemma L_id : lead 1 0 1 (fun y => y).
Proof. unfold lead. apply is_lim_ext_loc with (fun _ => 1). apply from_one. intros y Hy. unfold sc.
  replace (1 * ln y + 0 * y) with (ln y) by ring. rewrite exp_ln. field. lra. lra. apply is_lim_const. Qed.
Lemma L_null p b f : Rbar_locally' p_infty (fun y => f y = 0) -> lead p b 0 f.
Proof. intros [M H]. unfold lead. apply is_lim_ext_loc with (fun _ => 0). exists M. intros y Hy. rewrite (H y Hy). field. apply sc_nz. apply is_lim_const. Qed.
Lemma L_opp p b c f : lead p b c f -> lead p b (- c) (fun y => - f y).
Proof. intros H. unfold lead. apply is_lim_ext with (fun y => - (f y / sc p b y)). intros; field; apply sc_nz.
  apply (is_lim_opp _ p_infty (Finite c)). exact H. Qed.
Lemma L_add p b c d f g : lead p b c f -> lead p b d g -> lead p b (c + d) (fun y => f y + g y).
Proof. intros H K. unfold lead. apply is_lim_ext with (fun y => f y / sc p b y + g y / sc p b y). intros; field; apply sc_nz.
  now apply is_lim_plus'. Qed.
Lemma L_sub p b c d f g : lead p b c f -> lead p b d g -> lead p b (c - d) (fun y => f y - g y).
Proof. intros H K. unfold lead. apply is_lim_ext with (fun y => f y / sc p b y - g y / sc p b y). intros; field; apply sc_nz.
  now apply is_lim_minus'. Qed.
Lemma lim_mult f g (c d : R) : is_lim f p_infty (Finite c) -> is_lim g p_infty (Finite d) -> is_lim (fun y => f y * g y) p_infty (Finite (c * d)).
Proof. intros H K. apply (is_lim_mult f g p_infty (Finite c) (Finite d)); auto. exact I. Qed.
Lemma L_mul p b c q d e f g : lead p b c f -> lead q d e g -> lead (p + q) (b + d) (c * e) (fun y => f y * g y).
Proof. intros H K. unfold lead. apply is_lim_ext with (fun y => f y / sc p b y * (g y / sc q d y)).
  intros; rewrite sc_mul; field; split; apply sc_nz. now apply lim_mult. Qed.
Lemma L_nonzero p b c f : lead p b c f -> c <> 0 -> Rbar_locally' p_infty (fun y => f y <> 0).
Proof. intros H Hc. assert (P : Rbar_locally (Finite c) (fun v => v <> 0)).
  { exists (mkposreal (Rabs c) (Rabs_pos_lt _ Hc)). intros v Hv K. subst v. unfold ball in Hv; simpl in Hv. unfold AbsRing_ball, abs, minus, plus, opp in Hv.
    simpl in Hv. rewrite Rplus_0_l, Rabs_Ropp in Hv. lra. }
  specialize (H _ P). destruct H as [M H]. exists M. intros y Hy K. apply (H y Hy). rewrite K. unfold Rdiv. ring. Qed.
Lemma L_positive p b c f : lead p b c f -> 0 < c -> Rbar_locally' p_infty (fun y => 0 < f y).
Proof. intros H Hc. assert (P : Rbar_locally (Finite c) (fun v => 0 < v)) by (apply open_gt; exact Hc).
  specialize (H _ P). destruct H as [M H]. exists M. intros y Hy. specialize (H y Hy). simpl in H.
  replace (f y) with (f y / sc p b y * sc p b y) by (field; apply sc_nz). apply Rmult_lt_0_compat; auto. apply sc_pos. Qed.
Lemma L_negative p b c f : lead p b c f -> c < 0 -> Rbar_locally' p_infty (fun y => f y < 0).
Proof. intros H Hc. assert (K := L_positive _ _ _ _ (L_opp _ _ _ _ H)). destruct K as [M K]. lra. exists M. intros y Hy. specialize (K y Hy). lra. Qed.
Lemma L_inv p b c f : lead p b c f -> c <> 0 -> lead (- p) (- b) (/ c) (fun y => / f y).
Proof. intros H Hc. assert (N := L_nonzero _ _ _ _ H Hc). unfold lead.
  apply is_lim_ext_loc with (fun y => / (f y / sc p b y)).
  destruct N as [M N]. exists M. intros y Hy. replace (sc (- p) (- b) y) with (/ sc p b y).
  field. split. apply sc_nz. now apply N. unfold sc. rewrite <- exp_Ropp. f_equal. ring.
  apply (is_lim_inv _ p_infty (Finite c)). exact H. intro K. apply Hc. now injection K. Qed.
Lemma L_div p b c q d e f g : lead p b c f -> lead q d e g -> e <> 0 -> lead (p - q) (b - d) (c / e) (fun y => f y / g y).
Proof. intros H K He. exact (L_mul _ _ _ _ _ _ _ _ H (L_inv _ _ _ _ K He)). Qed.
Lemma L_weaken p b c q d f : lead p b c f -> below_one (p - q) (b - d) -> lead q d 0 f.
Proof. intros H K. unfold lead. apply is_lim_ext with (fun y => f y / sc p b y * sc (p - q) (b - d) y).
  intros; rewrite sc_div; field; split; apply sc_nz.
  replace (Finite 0) with (Finite (c * 0)) by (f_equal; ring). apply lim_mult. exact H. now apply sc_small. Qed.
Lemma L_add_l p b c q d e f g : lead p b c f -> lead q d e g -> below_one (q - p) (d - b) -> lead p b c (fun y => f y + g y).
Proof. intros H K N. eapply L_is. apply L_add. exact H. eapply L_weaken. exact K. exact N. reflexivity. reflexivity. ring. Qed.
Lemma L_add_r p b c q d e f g : lead p b c f -> lead q d e g -> below_one (p - q) (b - d) -> lead q d e (fun y => f y + g y).
Proof. intros H K N. eapply L_is. apply L_add. eapply L_weaken. exact H. exact N. exact K. reflexivity. reflexivity. ring. Qed.
Lemma L_sub_l p b c q d e f g : lead p b c f -> lead q d e g -> below_one (q - p) (d - b) -> lead p b c (fun y => f y - g y).
Proof. intros H K N. eapply L_is. apply L_sub. exact H. eapply L_weaken. exact K. exact N. reflexivity. reflexivity. ring. Qed.
Lemma L_sub_r p b c q d e f g : lead p b c f -> lead q d e g -> below_one (p - q) (b - d) -> lead q d (- e) (fun y => f y - g y).
Proof. intros H K N. eapply L_is. apply L_sub. eapply L_weaken. exact H. exact N. exact K. reflexivity. reflexivity. ring. Qed.
Lemma L_pow n p b c f : lead p b c f -> lead (INR n * p) (INR n * b) (c ^ n) (fun y => f y ^ n).
Proof. intros H. induction n as [|n IH]. eapply L_is. apply (L_const 1). simpl; ring. simpl; ring. reflexivity.
  eapply L_is. apply (L_mul _ _ _ _ _ _ f (fun y => f y ^ n) H IH). rewrite S_INR; ring. rewrite S_INR; ring. reflexivity. Qed.
Lemma lim_comp (g f : R -> R) (c : R) : is_lim f p_infty (Finite c) -> continuous g c -> is_lim (fun y => g (f y)) p_infty (Finite (g c)).
Proof. intros H K. eapply filterlim_comp. exact H. exact K. Qed.
Lemma L_sqrt p b c f : lead p b c f -> lead (p / 2) (b / 2) (sqrt c) (fun y => sqrt (f y)).
Proof. intros H. unfold lead. apply is_lim_ext with (fun y => sqrt (f y / sc p b y)).
  intros y. assert (E : sc p b y = sc (p / 2) (b / 2) y * sc (p / 2) (b / 2) y) by (rewrite <- sc_mul; f_equal; field).
  assert (P := sc_pos (p / 2) (b / 2) y). assert (Q := sc_pos p b y).
  replace (f y) with (sc p b y * (f y / sc p b y)) at 2 by (field; apply sc_nz).
  rewrite sqrt_mult_alt by lra. rewrite E at 2. rewrite sqrt_square by lra. field. lra.
  apply (lim_comp sqrt _ c H). apply continuous_sqrt. Qed.
Lemma L_at p b f c (g : R -> R) : lead p b c f -> p = 0 -> b = 0 -> continuous g c -> lead 0 0 (g c) (fun y => g (f y)).
Proof. intros H -> -> K. unfold lead in *. apply is_lim_ext with (fun y => g (f y / sc 0 0 y)).
  intros; rewrite sc_one; rewrite !Rdiv_1; reflexivity. now apply lim_comp. Qed.
Lemma L_at_zero p b c f (g : R -> R) : lead p b c f -> below_one p b -> continuous g 0 -> lead 0 0 (g 0) (fun y => g (f y)).
Proof. intros H N K. apply (L_at 0 0 f 0); auto. eapply L_weaken. exact H. now rewrite !Rminus_0_r. Qed.
Lemma L_exp p b c f : lead p b c f -> p = 0 -> b = 0 -> lead 0 0 (exp c) (fun y => exp (f y)).
Proof. intros H A B. apply (L_at p b f c exp H A B). apply (ex_derive_continuous exp). apply ex_derive_Reals_1, derivable_pt_exp. Qed.
(* the exponential of a line *)
Lemma L_exp_line d c f : (forall y, f y = c + d * y) -> lead 0 d (exp c) (fun y => exp (f y)).
Proof. intros H. unfold lead. apply is_lim_ext_loc with (fun _ => exp c). apply from_one. intros y Hy. rewrite H. unfold sc.
  replace (0 * ln y + d * y) with (d * y) by ring. rewrite exp_plus. field. apply Rgt_not_eq, exp_pos. apply is_lim_const. Qed.
(* the exponential of what is near a line *)
Lemma L_exp_near d c f : lead 0 0 c (fun y => f y - d * y) -> lead 0 d (exp c) (fun y => exp (f y)).
Proof. intros H. assert (K := L_exp _ _ _ _ H eq_refl eq_refl). assert (W := L_mul _ _ _ _ _ _ _ _ (L_exp_line d 0 (fun y => d * y) (fun y => eq_sym (Rplus_0_l _))) K).
  cbv beta in W. eapply L_ext. 2: eapply L_is. 2: exact W. apply from_one. intros y _. rewrite <- exp_plus. f_equal. ring. ring. ring. rewrite exp_0. ring. Qed.
(* an exponential that vanishes faster than every power, whatever it is that goes down *)
Lemma L_exp_down p b c f : lead p b c f -> below_one (- p) (- b) -> c < 0 -> lead 0 0 0 (fun y => exp (f y)).
Proof. intros H N Hc. unfold lead. apply is_lim_ext with (fun y => exp (f y)). intros; rewrite sc_one; field.
  apply (is_lim_comp exp _ p_infty (Finite 0) m_infty). apply is_lim_exp_m.
  apply is_lim_ext with (fun y => f y / sc p b y * sc p b y). intros; field; apply sc_nz.
  assert (E : Rbar_mult (Finite c) p_infty = m_infty) by (apply is_Rbar_mult_unique, is_Rbar_mult_sym, is_Rbar_mult_p_infty_neg; exact Hc).
  rewrite <- E. apply is_lim_mult. exact H. now apply sc_large. simpl. lra. apply from_one. intros; discriminate. Qed.
Lemma L_cosh_up p b c f : lead p b c (fun y => exp (f y)) -> below_one (- p) (- b) -> c <> 0 -> lead p b (c / 2) (fun y => cosh (f y)).
Proof. intros H N Hc. assert (K := L_inv _ _ _ _ H Hc). assert (W : lead p b c (fun y => exp (f y) + / exp (f y))).
  { eapply L_add_l. exact H. exact K. destruct N as [N|[N M]]; [left|right]; lra. }
  assert (V := L_div _ _ _ _ _ _ _ _ W (L_const 2) ltac:(lra)). eapply L_ext. 2: eapply L_is; [exact V | lra | lra | reflexivity].
  apply from_one. intros. cbv beta. now rewrite cosh_exp. Qed.
Lemma L_sinh_up p b c f : lead p b c (fun y => exp (f y)) -> below_one (- p) (- b) -> c <> 0 -> lead p b (c / 2) (fun y => sinh (f y)).
Proof. intros H N Hc. assert (K := L_inv _ _ _ _ H Hc). assert (W : lead p b c (fun y => exp (f y) - / exp (f y))).
  { eapply L_sub_l. exact H. exact K. destruct N as [N|[N M]]; [left|right]; lra. }
  assert (V := L_div _ _ _ _ _ _ _ _ W (L_const 2) ltac:(lra)). eapply L_ext. 2: eapply L_is; [exact V | lra | lra | reflexivity].
  apply from_one. intros. cbv beta. now rewrite sinh_exp. Qed.
Lemma L_cosh_down p b c f : lead p b c (fun y => exp (f y)) -> below_one p b -> c <> 0 -> lead (- p) (- b) (/ c / 2) (fun y => cosh (f y)).
Proof. intros H N Hc. assert (K := L_inv _ _ _ _ H Hc). eapply L_ext with (g := fun y => cosh (- f y)).
  apply from_one. intros. unfold cosh. rewrite Ropp_involutive. lra. apply L_cosh_up.
  eapply L_ext. 2: exact K. apply from_one. intros. cbv beta. now rewrite exp_Ropp. destruct N as [N|[N M]]; [left|right]; lra. now apply Rinv_neq_0_compat. Qed.
Lemma L_sinh_down p b c f : lead p b c (fun y => exp (f y)) -> below_one p b -> c <> 0 -> lead (- p) (- b) (- (/ c / 2)) (fun y => sinh (f y)).
Proof. intros H N Hc. assert (K := L_inv _ _ _ _ H Hc). eapply L_ext with (g := fun y => - sinh (- f y)).
  apply from_one. intros. unfold sinh. rewrite Ropp_involutive. lra. apply L_opp. apply L_sinh_up.
  eapply L_ext. 2: exact K. apply from_one. intros. cbv beta. now rewrite exp_Ropp. destruct N as [N|[N M]]; [left|right]; lra. now apply Rinv_neq_0_compat. Qed.
Lemma tanh_ratio x : tanh x = sinh x / cosh x.
Proof. reflexivity. Qed.
Lemma L_tanh p b c q d e f : lead p b c (fun y => sinh (f y)) -> lead q d e (fun y => cosh (f y)) -> e <> 0 ->
  lead (p - q) (b - d) (c / e) (fun y => tanh (f y)).
Proof. intros. unfold tanh. now apply L_div. Qed.
Lemma L_Rpower r p b c f : lead p b c f -> 0 < c -> lead (p * r) (b * r) (Rpower c r) (fun y => Rpower (f y) r).
Proof. intros H Hc. assert (P := L_positive _ _ _ _ H Hc). unfold lead. apply is_lim_ext_loc with (fun y => Rpower (f y / sc p b y) r).
  destruct P as [M P]. exists M. intros y Hy. specialize (P y Hy). assert (Q := sc_pos p b y).
  replace (sc (p * r) (b * r) y) with (Rpower (sc p b y) r).
  replace (f y) with (f y / sc p b y * sc p b y) at 2 by (field; apply sc_nz).
  rewrite <- Rpower_mult_distr. field. apply Rgt_not_eq, exp_pos. now apply Rdiv_lt_0_compat. exact Q.
  unfold Rpower, sc. rewrite ln_exp. f_equal. ring.
  apply (lim_comp (fun v => Rpower v r) _ c H). apply (ex_derive_continuous (fun v => Rpower v r)). unfold Rpower. auto_derive. exact Hc. Qed.
(* a constant to a power that moves *)
Lemma L_Rpower_moving (a : R) p b c f : lead p b c (fun y => exp (f y * ln a)) -> lead p b c (fun y => Rpower a (f y)).
Proof. intros H. exact H. Qed.
Lemma L_Rpower_both p b c f g : lead p b c (fun y => exp (g y * ln (f y))) -> lead p b c (fun y => Rpower (f y) (g y)).
Proof. intros H. exact H. Qed.
Lemma L_ln p b c f : lead p b c f -> p = 0 -> b = 0 -> 0 < c -> lead 0 0 (ln c) (fun y => ln (f y)).
Proof. intros H A B Hc. apply (L_at p b f c ln H A B). apply (ex_derive_continuous ln). auto_derive. exact Hc. Qed.
Lemma ln_parts v s : 0 < v -> 0 < s -> ln v = ln (v / s) + ln s.
Proof. intros. rewrite <- ln_mult. f_equal. field. lra. now apply Rdiv_lt_0_compat. assumption. Qed.
Lemma L_ln_line p b c f : lead p b c f -> 0 < c -> b <> 0 -> lead 1 0 b (fun y => ln (f y)).
Proof. intros H Hc Hb. assert (P := L_positive _ _ _ _ H Hc). assert (K := lim_comp ln _ c H ltac:(apply (ex_derive_continuous ln); auto_derive; exact Hc)).
  assert (W : lead 0 0 (ln c) (fun y => ln (f y / sc p b y))).
  { unfold lead. eapply is_lim_ext. 2: exact K. intros. rewrite sc_one. cbv beta. field. }
  assert (V : lead 1 0 0 (fun y => p * ln y)).
  { unfold lead. apply is_lim_ext_loc with (fun y => p * (ln y / y)). apply from_one. intros y Hy. unfold sc. replace (1 * ln y + 0 * y) with (ln y) by ring.
    rewrite exp_ln by lra. field. lra. replace (Finite 0) with (Finite (p * 0)) by (f_equal; ring). apply (is_lim_scal_l _ p p_infty (Finite 0)). apply is_lim_div_ln_p. }
  assert (U := L_mul _ _ _ _ _ _ _ _ (L_const b) L_id). cbv beta in U.
  assert (T : lead (0 + 1) (0 + 0) (b * 1) (fun y => b * y + ln (f y / sc p b y))). eapply L_add_l. exact U. exact W. right; lra.
  assert (S : lead 1 0 (0 + b * 1) (fun y => p * ln y + (b * y + ln (f y / sc p b y)))). apply L_add. exact V. eapply L_is. exact T. ring. ring. ring.
  eapply L_ext. 2: eapply L_is. 2: exact S. destruct P as [M P]. exists M. intros y Hy. specialize (P y Hy). assert (Q := sc_pos p b y).
  cbv beta. rewrite (ln_parts (f y) (sc p b y) P Q). unfold sc at 3. rewrite ln_exp. ring. reflexivity. reflexivity. ring. Qed.
(* a logarithm is smaller than every power *)
Lemma ln_small q : 0 < q -> lead q 0 0 (fun y => ln y).
Proof. intros H. unfold lead. apply is_lim_ext_loc with (fun y => / q * (ln (Rpower y q) / Rpower y q)).
  apply from_one. intros y Hy. unfold Rpower, sc. rewrite ln_exp. replace (q * ln y + 0 * y) with (q * ln y) by ring. field. split. apply Rgt_not_eq, exp_pos. lra.
  replace (Finite 0) with (Finite (/ q * 0)) by (f_equal; ring). apply (is_lim_scal_l _ (/ q) p_infty (Finite 0)).
  apply (is_lim_comp (fun z => ln z / z) _ p_infty (Finite 0) p_infty). apply is_lim_div_ln_p.
  apply is_lim_ext with (sc q 0). intros; unfold sc, Rpower; f_equal; ring. apply sc_large. right; lra. apply from_one. intros; discriminate. Qed.
Lemma L_ln_power q p c f : lead p 0 c f -> 0 < c -> 0 < q -> lead q 0 0 (fun y => ln (f y)).
Proof. intros H Hc Hq. assert (P := L_positive _ _ _ _ H Hc). assert (K := lim_comp ln _ c H ltac:(apply (ex_derive_continuous ln); auto_derive; exact Hc)).
  assert (W : lead 0 0 (ln c) (fun y => ln (f y / sc p 0 y))).
  { unfold lead. eapply is_lim_ext. 2: exact K. intros. rewrite sc_one. cbv beta. field. }
  assert (V := L_mul _ _ _ _ _ _ _ _ (L_const p) (ln_small q Hq)). cbv beta in V.
  assert (U : lead q 0 (p * 0 + 0) (fun y => p * ln y + ln (f y / sc p 0 y))).
  { apply L_add. eapply L_is. exact V. ring. ring. reflexivity. eapply L_weaken. exact W. right; lra. }
  eapply L_ext. 2: eapply L_is. 2: exact U. destruct P as [M P]. exists M. intros y Hy. specialize (P y Hy). assert (Q := sc_pos p 0 y).
  cbv beta. rewrite (ln_parts (f y) (sc p 0 y) P Q). unfold sc at 3. rewrite ln_exp. ring. reflexivity. reflexivity. ring. Qed.
(* what vanishes at a point where it has a derivative *)
Lemma L_derive (F : R -> R) (l : R) : is_derive F 0 l -> F 0 = 0 -> lead (-1) 0 l (fun y => F (/ y)).
Proof. intros H E. apply is_derive_Reals in H. unfold lead. apply is_lim_spec. intros eps. destruct (H eps (cond_pos eps)) as [d Hd].
  exists (Rmax 1 (/ d)). intros y Hy. assert (1 < y) by (eapply Rle_lt_trans; [apply Rmax_l | exact Hy]).
  assert (Q : / d < y) by (eapply Rle_lt_trans; [apply Rmax_r | exact Hy]). assert (D := cond_pos d).
  assert (0 < / y) by (apply Rinv_0_lt_compat; lra).
  assert (/ y < d). { rewrite <- (Rinv_involutive d) by lra. apply Rinv_lt_contravar. apply Rmult_lt_0_compat. now apply Rinv_0_lt_compat. lra. exact Q. }
  specialize (Hd (/ y)). rewrite Rplus_0_l, E in Hd. replace (F (/ y) / sc (-1) 0 y) with ((F (/ y) - 0) / / y).
  apply Hd. lra. rewrite Rabs_pos_eq; lra. unfold sc. replace (-1 * ln y + 0 * y) with (- ln y) by ring. rewrite exp_Ropp, exp_ln by lra. field. lra. Qed.
Lemma L_Rabs p b c f : lead p b c f -> lead p b (Rabs c) (fun y => Rabs (f y)).
Proof. intros H. unfold lead. apply is_lim_ext with (fun y => Rabs (f y / sc p b y)).
  intros y. rewrite Rabs_div by apply sc_nz. rewrite (Rabs_pos_eq (sc p b y)). reflexivity. apply Rlt_le, sc_pos.
  apply (is_lim_Rabs _ p_infty (Finite c)). exact H. Qed.
Lemma conjugate A B r s N : r * r = s -> A - B * r <> 0 -> N = A * A - B * B * s -> A + B * r = N / (A - B * r).
Proof. intros <- H ->. field. exact H. Qed.

(* ---- from the running variable to y, and what the leading scale says of a limit ---- *)
Lemma lim_minus f l : is_lim (fun y => f (- y)) p_infty l -> is_lim f m_infty l.
Proof. intros H. apply is_lim_ext with (fun x => f (- - x)). intros; now rewrite Ropp_involutive.
  apply (is_lim_comp (fun y => f (- y)) _ m_infty l p_infty). exact H. apply (is_lim_opp (fun x => x) m_infty m_infty). apply is_lim_id.
  exists 0. intros; discriminate. Qed.
Lemma near_minus (P : R -> Prop) : Rbar_locally' p_infty (fun y => P (- y)) -> Rbar_locally' m_infty P.
Proof. intros [M H]. exists (- M). intros x Hx. rewrite <- (Ropp_involutive x). apply H. lra. Qed.
Lemma near_right a (P : R -> Prop) : Rbar_locally' p_infty (fun y => P (a + / y)) -> at_right a P.
Proof. intros [M H]. assert (D : 0 < / Rmax 1 M). { apply Rinv_0_lt_compat. eapply Rlt_le_trans. 2: apply Rmax_l. lra. }
  exists (mkposreal _ D). intros x Hx K. unfold ball in Hx; simpl in Hx. unfold AbsRing_ball, abs, minus, plus, opp in Hx. simpl in Hx.
  rewrite Rabs_pos_eq in Hx by lra. replace x with (a + / / (x + - a)) by (field; lra). apply H.
  apply Rle_lt_trans with (Rmax 1 M). apply Rmax_r. rewrite <- (Rinv_involutive (Rmax 1 M)). 2: apply Rgt_not_eq; eapply Rlt_le_trans; [ | apply Rmax_l]; lra.
  apply Rinv_lt_contravar. apply Rmult_lt_0_compat; lra. exact Hx. Qed.
Lemma near_zero (P : R -> Prop) : Rbar_locally' p_infty (fun y => P (/ y)) -> at_right 0 P.
Proof. intros [M H]. apply near_right. exists M. intros y Hy. rewrite Rplus_0_l. now apply H. Qed.
Lemma lim_right a f l : is_lim (fun y => f (a + / y)) p_infty l -> filterlim f (at_right a) (Rbar_locally l).
Proof. intros H P HP. unfold filtermap. apply near_right. exact (H P HP). Qed.
Lemma lim_zero f l : is_lim (fun y => f (/ y)) p_infty l -> filterlim f (at_right 0) (Rbar_locally l).
Proof. intros H P HP. unfold filtermap. apply near_zero. exact (H P HP). Qed.
Lemma lim_sequence f l : is_lim f p_infty l -> is_lim_seq (fun n => f (INR n)) l.
Proof. intros H. apply (is_lim_comp_seq f INR p_infty l H). exists 0%nat. intros; discriminate. apply is_lim_seq_INR. Qed.
Lemma near_sequence (P : R -> Prop) : Rbar_locally' p_infty P -> eventually (fun n => P (INR n)).
Proof. intros H. exact (is_lim_seq_INR P H). Qed.
Lemma lead_value p b c f l : lead p b c f -> p = 0 -> b = 0 -> c = l -> is_lim f p_infty (Finite l).
Proof. intros H -> -> <-. unfold lead in H. eapply is_lim_ext. 2: exact H. intros. cbv beta. rewrite sc_one. field. Qed.
Lemma lead_zero p b c f : lead p b c f -> below_one p b -> is_lim f p_infty (Finite 0).
Proof. intros H N. apply (lead_value 0 0 0 f 0); auto. eapply L_weaken. exact H. now rewrite !Rminus_0_r. Qed.
Lemma lead_up p b c f : lead p b c f -> below_one (- p) (- b) -> 0 < c -> is_lim f p_infty p_infty.
Proof. intros H N Hc. apply is_lim_ext with (fun y => f y / sc p b y * sc p b y). intros; field; apply sc_nz.
  assert (E : Rbar_mult (Finite c) p_infty = p_infty) by (apply is_Rbar_mult_unique, is_Rbar_mult_sym, is_Rbar_mult_p_infty_pos; exact Hc).
  rewrite <- E at 2. apply is_lim_mult. exact H. now apply sc_large. simpl. lra. Qed.
Lemma lead_down p b c f : lead p b c f -> below_one (- p) (- b) -> c < 0 -> is_lim f p_infty m_infty.
Proof. intros H N Hc. apply is_lim_ext with (fun y => - - f y). intros; ring. apply (is_lim_opp _ p_infty p_infty).
  apply (lead_up p b (- c)). now apply L_opp. exact N. lra. Qed.
Lemma lead_between p b c f : lead p b c f -> p = 0 -> b = 0 -> 0 < c ->
  exists low : R, exists high : R, 0 < low /\ Rbar_locally' p_infty (fun y => low <= f y /\ f y <= high).
Proof. intros H A B P. exists (c / 2), (3 * c / 2). split. lra. assert (K := lead_value _ _ _ _ c H A B eq_refl). apply is_lim_spec in K.
  assert (Q : 0 < c / 2) by lra. specialize (K (mkposreal _ Q)). destruct K as [M K]. exists M. intros y Hy. specialize (K y Hy). simpl in K.
  apply Rabs_def2 in K. lra. Qed.
Lemma lead_bounded p b c f : lead p b c f -> p = 0 -> b = 0 -> exists C : R, Rbar_locally' p_infty (fun y => Rabs (f y) <= C).
Proof. intros H A B. exists (Rabs c + 1). assert (K := lead_value _ _ _ _ c H A B eq_refl). apply is_lim_spec in K. specialize (K (mkposreal 1 Rlt_0_1)).
  destruct K as [M K]. exists M. intros y Hy. specialize (K y Hy). simpl in K. replace (f y) with (c + (f y - c)) by ring.
  eapply Rle_trans. apply Rabs_triang. lra. Qed.
Lemma near_and (P Q : R -> Prop) : Rbar_locally' p_infty P -> Rbar_locally' p_infty Q -> Rbar_locally' p_infty (fun y => P y /\ Q y).
Proof. intros [M H] [N K]. exists (Rmax M N). intros y Hy. split. apply H. eapply Rle_lt_trans. apply Rmax_l. exact Hy.
  apply K. eapply Rle_lt_trans. apply Rmax_r. exact Hy. Qed.
Lemma near_imp (P Q : R -> Prop) : Rbar_locally' p_infty P -> (forall y, 1 < y -> P y -> Q y) -> Rbar_locally' p_infty Q.
Proof. intros H K. destruct (near_and (fun y => 1 < y) P) as [M N]. now apply from_one. exact H. exists M. intros y Hy. destruct (N y Hy). now apply K. Qed.
Lemma lead_zero_is p b c f l : lead p b c f -> below_one p b -> l = 0 -> is_lim f p_infty (Finite l).
Proof. intros H N ->. now apply (lead_zero p b c). Qed.
Lemma continuous_of (g : R -> R) x : ex_derive g x -> continuous g x.
Proof. apply (ex_derive_continuous g). Qed.
Lemma continuous_exp x : continuous exp x.
Proof. apply continuous_of. auto_derive. exact I. Qed.
Lemma continuous_cosh x : continuous cosh x.
Proof. apply continuous_of. exists (1 * sinh x). apply (D_cosh x (fun y => y) 1), D_id. Qed.
Lemma continuous_sinh x : continuous sinh x.
Proof. apply continuous_of. exists (1 * cosh x). apply (D_sinh x (fun y => y) 1), D_id. Qed.
Lemma continuous_tanh x : continuous tanh x.
Proof. apply continuous_of. exists (1 * (1 - tanh x ^ 2)). apply (D_tanh x (fun y => y) 1), D_id. Qed.
Lemma continuous_arcsinh x : continuous arcsinh x.
Proof. apply continuous_of. exists (1 * / sqrt (x ^ 2 + 1)). apply (D_arcsinh x (fun y => y) 1), D_id. Qed.
Lemma L_exp_log r p b c f g : (forall y, g y = r * ln (f y)) -> lead p b c f -> 0 < c ->
  lead (p * r) (b * r) (Rpower c r) (fun y => exp (g y)).
Proof. intros E H Hc. eapply L_ext. 2: exact (L_Rpower r _ _ _ _ H Hc). apply from_one. intros y _. unfold Rpower. now rewrite E. Qed.
Lemma lim_unique f x a b : is_lim f x a -> is_lim f x b -> a = b.
Proof. intros H K. rewrite <- (is_lim_unique _ _ _ H). apply (is_lim_unique _ _ _ K). Qed.
Lemma seq_unique u a b : is_lim_seq u a -> is_lim_seq u b -> a = b.
Proof. intros H K. rewrite <- (is_lim_seq_unique _ _ H). apply (is_lim_seq_unique _ _ K). Qed.
Lemma to_right r : filterlim (fun y => r + / y) (Rbar_locally' p_infty) (at_right r).
Proof. intros P [d H]. assert (D := cond_pos d). exists (/ d). intros y Hy. assert (Q : 0 < / d) by (now apply Rinv_0_lt_compat).
  assert (R0 : 0 < / y) by (apply Rinv_0_lt_compat; lra). apply H. 2: lra. unfold ball; simpl. unfold AbsRing_ball, abs, minus, plus, opp; simpl.
  replace (r + / y + - r) with (/ y) by ring. rewrite Rabs_pos_eq by lra. rewrite <- (Rinv_involutive d) by lra.
  apply Rinv_lt_contravar. apply Rmult_lt_0_compat; lra. exact Hy. Qed.
Lemma right_unique f r a b : filterlim f (at_right r) (Rbar_locally a) -> filterlim f (at_right r) (Rbar_locally b) -> a = b.
Proof. intros H K. apply (lim_unique (fun y => f (r + / y)) p_infty).
  exact (filterlim_comp _ _ _ (fun y => r + / y) f _ _ _ (to_right r) H). exact (filterlim_comp _ _ _ (fun y => r + / y) f _ _ _ (to_right r) K). Qed.
Lemma one_power r : Rpower 1 r = 1.
Proof. unfold Rpower. now rewrite ln_1, Rmult_0_r, exp_0. Qed.
Lemma tanh_at_0 : tanh 0 = 0.
Proof. unfold tanh. rewrite sinh_0. unfold Rdiv. ring. Qed.
Lemma arcsinh_at_0 : arcsinh 0 = 0.
Proof. apply arcsinh_0. Qed.
Ltac known_values := rewrite ?ln_1, ?exp_0, ?sqrt_0, ?sqrt_1, ?one_power, ?cosh_0, ?sinh_0, ?tanh_at_0, ?sin_0, ?cos_0, ?atan_0, ?arcsinh_at_0.
Ltac equal_scales := first [ reflexivity | lra | (apply sqrt_is; lra)
  | (cbn [INR]; first [ lra | ring | field; not_zeros | known_values; first [ lra | field; not_zeros ] ]) ].
(* ---- signs of a sum of a term and a product of two roots ---- *)
Lemma two_roots m r q A B : r * r = A -> q * q = B -> 0 <= r -> 0 <= q -> (m <= 0 -> m * m < A * B) -> 0 < m + r * q.
Proof. intros <- <- Hr Hq I. destruct (Rlt_or_le 0 m) as [L|L]. assert (0 <= r * q) by now apply Rmult_le_pos. lra.
  specialize (I L). assert (0 <= r * q) by now apply Rmult_le_pos. destruct (Rlt_or_le 0 (m + r * q)) as [K|K]; [exact K|]. exfalso. nra. Qed.
Ltac two_roots := match goal with
 | |- 0 < _ * (_ + _ * _) => apply Rmult_lt_0_compat; [lra | two_roots]
 | H : ?r * ?r = ?A, K : ?q * ?q = ?B |- 0 < ?m + ?r * ?q => apply (two_roots m r q A B H K); [assumption | assumption | two_roots_gap]
 end
with two_roots_gap := intro; match goal with
 | H : ?l ^ 2 + _ * ?s * ?v <= 0 |- _ => let P := fresh in assert (P : 0 < l ^ 2) by (first [apply square_above; assumption | positive]);
     assert (0 < - v) by nra; assert (0 < l ^ 2 * ((s - v) * (s - v))) by (apply Rmult_lt_0_compat; [exact P | nra]); nra
 | _ => timeout 5 nra end.
Ltac sign_known := cbn [INR] in *; first [ assumption | lra | solve [positive] | not_zeros
  | lazymatch goal with |- _ < 0 => below | |- _ <> 0 => first [ apply Rgt_not_eq; solve [positive] | apply Rlt_not_eq; below ] end ].
(* ---- what grows slower than every scale ---- *)
Definition up (f : R -> R) : Prop := is_lim f p_infty p_infty.
Lemma up_lead p b c f : lead p b c f -> below_one (- p) (- b) -> 0 < c -> up f.
Proof. intros. now apply (lead_up p b c). Qed.
Lemma up_ln f : up f -> up (fun y => ln (f y)).
Proof. intros H. apply (is_lim_comp ln f p_infty p_infty p_infty). apply is_lim_ln_p. exact H. apply from_one. intros; discriminate. Qed.
Lemma up_near f g : up g -> Rbar_locally' p_infty (fun y => g y = f y) -> up f.
Proof. intros H [M K]. apply (is_lim_ext_loc g). now exists M. exact H. Qed.
Lemma up_ln_falls p b c f : lead p b c f -> below_one p b -> 0 < c -> up (fun y => - ln (f y)).
Proof. intros H N Hc. assert (P := L_positive _ _ _ _ H Hc). assert (K := L_inv _ _ _ _ H (Rgt_not_eq _ _ Hc)).
  apply (up_near _ (fun y => ln (/ f y))). apply up_ln. apply (lead_up _ _ _ _ K). rewrite !Ropp_involutive. exact N. now apply Rinv_0_lt_compat.
  destruct P as [M P]. exists M. intros y Hy. apply ln_Rinv. now apply P. Qed.
Lemma up_mul f g c : up f -> lead 0 0 c g -> 0 < c -> up (fun y => f y * g y).
Proof. intros H K Hc. assert (E : Rbar_mult p_infty (Finite c) = p_infty) by (apply is_Rbar_mult_unique, is_Rbar_mult_p_infty_pos; exact Hc).
  unfold up. rewrite <- E at 2. apply is_lim_mult. exact H. apply (lead_value 0 0 c g c K); reflexivity. simpl. lra. Qed.
Lemma up_add f g c : up f -> lead 0 0 c g -> up (fun y => f y + g y).
Proof. intros H K. unfold up. eapply is_lim_plus. exact H. apply (lead_value 0 0 c g c K); reflexivity. reflexivity. Qed.
Lemma up_both f g : up f -> up g -> up (fun y => f y + g y).
Proof. intros H K. unfold up. eapply is_lim_plus. exact H. exact K. reflexivity. Qed.
Lemma up_ext f g : up g -> (forall y, g y = f y) -> up f.
Proof. intros H E. now apply (is_lim_ext g). Qed.
Lemma down_is f : up (fun y => - f y) -> is_lim f p_infty m_infty.
Proof. intros H. apply is_lim_ext with (fun y => - - f y). intros; ring. now apply (is_lim_opp _ p_infty p_infty). Qed.
