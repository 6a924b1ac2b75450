
(* ---- integrals by an antiderivative ---- *)
Lemma integral_by (F f : R -> R) a b v : (forall x, Rmin a b <= x <= Rmax a b -> is_derive F x (f x)) ->
  (forall x, Rmin a b <= x <= Rmax a b -> continuous f x) -> v = F b - F a -> is_RInt f a b v.
Proof. intros D C ->. apply (is_RInt_derive F f a b D C). Qed.
Lemma smooth (f : R -> R) x l : is_derive f x l -> continuous f x.
Proof. intros D. apply (ex_derive_continuous (V := R_NormedModule)). now exists l. Qed.
Lemma integral_up (F f : R -> R) a l v : (forall x, a <= x -> is_derive F x (f x)) -> (forall x, a <= x -> continuous f x) ->
  is_lim F p_infty (Finite l) -> v = l - F a -> is_RInt_gen f (at_point a) (Rbar_locally' p_infty) v.
Proof.
  intros D C L ->. intros P HP. unfold filtermapi.
  assert (K : filterlim (fun y => F y - F a) (Rbar_locally' p_infty) (locally (l - F a))).
  { apply (filterlim_comp_2 F (fun _ => - F a) Rplus (G := locally l) (H := locally (- F a))); [ exact L | apply filterlim_const |
      apply (filterlim_plus (V := R_NormedModule)) ]. }
  specialize (K P HP). unfold filtermap in K.
  apply (Filter_prod _ _ _ (fun x => x = a) (fun y => P (F y - F a) /\ a < y)); [ reflexivity | | ].
  - apply filter_and; [ exact K | now exists a ].
  - intros x y -> [HPy Hy]. exists (F y - F a). split; [ cbn [fst snd] | exact HPy ].
    apply integral_by with F; [ | | reflexivity ]; (intros z Hz; rewrite Rmin_left, Rmax_right in Hz by lra); first [ apply D; lra | apply C; lra ].
Qed.
Lemma power_falls e : e < 0 -> is_lim (fun y => Rpower y e) p_infty 0.
Proof.
  intros H. unfold Rpower. apply (is_lim_comp exp (fun y => e * ln y) p_infty 0 m_infty).
  - apply is_lim_exp_m.
  - assert (E : Rbar_mult (Finite e) p_infty = m_infty).
    { apply is_Rbar_mult_unique. apply is_Rbar_mult_sym, is_Rbar_mult_p_infty_neg. exact H. }
    rewrite <- E. apply is_lim_scal_l. apply is_lim_ln_p.
  - exists 1. intros y _. discriminate.
Qed.
Lemma power_up c e a v : 0 < a -> e + 1 < 0 -> v = - (c * Rpower a (e + 1) / (e + 1)) ->
  is_RInt_gen (fun y => c * Rpower y e) (at_point a) (Rbar_locally' p_infty) v.
Proof.
  intros Ha He Hv. apply integral_up with (F := fun y => c / (e + 1) * Rpower y (e + 1)) (l := c / (e + 1) * 0).
  - intros x Hx. unfold Rpower. auto_derive; [ lra | ]. replace ((e + 1) * ln x) with (e * ln x + ln x) by ring.
    rewrite exp_plus, exp_ln by lra. field. lra.
  - intros x Hx. apply smooth with (c * (e / x * Rpower x e)). unfold Rpower. auto_derive; [ lra | field; lra ].
  - apply (is_lim_scal_l (fun y => Rpower y (e + 1)) (c / (e + 1)) p_infty (Finite 0)). now apply power_falls.
  - rewrite Hv. field. lra.
Qed.
Lemma integral_ext (f g : R -> R) (F G : (R -> Prop) -> Prop) v : Filter F -> Filter G -> (forall x, f x = g x) ->
  is_RInt_gen f F G v -> is_RInt_gen g F G v.
Proof. intros HF HG E. apply is_RInt_gen_ext. apply filter_forall. intros. apply E. Qed.

(* ---- the area under the bell: its square and an integral over a unit interval add up to a constant ---- *)
Definition bell_at (x : R) : R := exp (- x ^ 2 / 2).
Definition bell_to (x : R) : R := RInt bell_at 0 x.
Lemma bell_smooth x : continuous bell_at x.
Proof. apply smooth with (- x * bell_at x). unfold bell_at. auto_derive; [ easy | ]. replace (- (x * (x * 1)) * / 2) with (- x ^ 2 / 2) by field. field. Qed.
Lemma bell_has x : ex_RInt bell_at 0 x.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros. apply bell_smooth. Qed.
Lemma bell_to_moves x : is_derive bell_to x (bell_at x).
Proof.
  apply (is_derive_RInt bell_at bell_to 0 x); [ | apply bell_smooth ].
  apply filter_forall. intros y. apply (RInt_correct (V := R_CompleteNormedModule)), bell_has.
Qed.
Definition kernel_at (x t : R) : R := exp (- x ^ 2 * (1 + t ^ 2) / 2) / (1 + t ^ 2).
Lemma one_more t : 0 < 1 + t ^ 2.
Proof. nra. Qed.
Lemma kernel_moves x t : is_derive (fun u => kernel_at u t) x (- x * exp (- x ^ 2 * (1 + t ^ 2) / 2)).
Proof.
  assert (K := one_more t). unfold kernel_at. auto_derive; [ lra | ].
  replace (- (x * (x * 1)) * (1 + t * (t * 1)) * / 2) with (- x ^ 2 * (1 + t ^ 2) / 2) by field. field. lra.
Qed.
Lemma kernel_smooth x t : continuous (kernel_at x) t.
Proof.
  assert (K := one_more t). unfold kernel_at. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. lra.
Qed.
Definition kernel_to (x : R) : R := RInt (kernel_at x) 0 1.
Lemma kernel_to_moves x : is_derive kernel_to x (- bell_at x * bell_to x).
Proof.
  assert (E : - bell_at x * bell_to x = RInt (fun t => Derive (fun u => kernel_at u t) x) 0 1).
  { assert (K : is_RInt (fun t => scal x (bell_at (x * t + 0))) 0 1 (bell_to x)).
    { apply (is_RInt_comp_lin bell_at x 0 0 1). rewrite Rmult_0_r, Rmult_1_r, 2!Rplus_0_r.
      apply (RInt_correct (V := R_CompleteNormedModule)), bell_has. }
    transitivity (RInt (fun t => scal (- bell_at x) (scal x (bell_at (x * t + 0)))) 0 1).
    - symmetry. apply is_RInt_unique. exact (is_RInt_scal _ 0 1 (- bell_at x) _ K).
    - apply RInt_ext. intros t _. transitivity (- x * exp (- x ^ 2 * (1 + t ^ 2) / 2)); [ | symmetry; apply is_derive_unique, kernel_moves ].
      change (- bell_at x * (x * bell_at (x * t + 0)) = - x * exp (- x ^ 2 * (1 + t ^ 2) / 2)). unfold bell_at.
      replace (- x ^ 2 * (1 + t ^ 2) / 2) with (- x ^ 2 / 2 + - (x * t + 0) ^ 2 / 2) by field. rewrite exp_plus. ring. }
  rewrite E. apply (is_derive_RInt_param kernel_at 0 1 x).
  - apply filter_forall. intros y t _. eexists. apply kernel_moves.
  - intros t _. apply (continuity_2d_pt_ext (fun u v => - u * exp (- u ^ 2 * (1 + v ^ 2) / 2))).
    { intros u v. symmetry. apply is_derive_unique, kernel_moves. }
    apply continuity_2d_pt_mult; [ apply continuity_2d_pt_opp, continuity_2d_pt_id1 | ].
    apply (continuity_1d_2d_pt_comp exp (fun u v => - u ^ 2 * (1 + v ^ 2) / 2)).
    { apply derivable_continuous_pt, derivable_pt_exp. }
    apply (continuity_2d_pt_ext (fun u v => (- (u * u) * (1 + v * v)) * / 2)). { intros. field. }
    repeat first [ apply continuity_2d_pt_mult | apply continuity_2d_pt_opp | apply continuity_2d_pt_plus | apply continuity_2d_pt_id1
                 | apply continuity_2d_pt_id2 | apply continuity_2d_pt_const ].
  - apply filter_forall. intros y. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros. apply kernel_smooth.
Qed.
Lemma bell_square x : bell_to x ^ 2 + 2 * kernel_to x = PI / 2.
Proof.
  assert (D : forall y, is_derive (fun y => bell_to y ^ 2 + 2 * kernel_to y) y 0).
  { intros y. assert (H := bell_to_moves y). assert (K := kernel_to_moves y).
    assert (S := is_derive_plus _ _ _ _ _ (is_derive_mult bell_to bell_to y _ _ H H Rmult_comm) (is_derive_scal kernel_to y 2 _ K)).
    apply (is_derive_ext (fun y => plus (mult (bell_to y) (bell_to y)) (2 * kernel_to y))).
    { intros t. unfold plus, mult; simpl. ring. }
    eapply D_is; [ exact S | unfold plus, mult, scal; simpl; unfold mult; simpl; ring ]. }
  assert (Z : bell_to 0 ^ 2 + 2 * kernel_to 0 = PI / 2).
  { unfold bell_to. rewrite RInt_point. unfold kernel_to. replace (RInt (kernel_at 0) 0 1) with (atan 1 - atan 0).
    { rewrite atan_1, atan_0. unfold zero; simpl. field. }
    symmetry. apply is_RInt_unique. apply integral_by with atan; [ | | reflexivity ].
    - intros t _. unfold kernel_at. replace (- 0 ^ 2 * (1 + t ^ 2) / 2) with 0 by field. rewrite exp_0.
      apply is_derive_Reals. replace (1 / (1 + t ^ 2)) with (/ (1 + t ^ 2)) by (field; assert (K := one_more t); lra).
      apply derivable_pt_lim_atan.
    - intros. apply kernel_smooth. }
  rewrite <- Z. destruct (MVT_gen (fun y => bell_to y ^ 2 + 2 * kernel_to y) 0 x (fun _ => 0)) as [c [_ E]].
  - intros. apply D.
  - intros y _. apply continuity_pt_filterlim. exact (smooth _ _ _ (D y)).
  - lra.
Qed.
Lemma exp_monotone x y : x <= y -> exp x <= exp y.
Proof. intros [H| ->]; [ apply Rlt_le, exp_increasing, H | lra ]. Qed.
Lemma bell_small n x : (n <= 5)%nat -> 1 <= Rabs x -> Rabs (x ^ n * bell_at x) <= 4096 / Rabs x.
Proof.
  intros Hn Hx. rewrite Rabs_mult, <- RPow_abs. unfold bell_at. rewrite (Rabs_pos_eq (exp _)) by apply Rlt_le, exp_pos.
  replace (- x ^ 2 / 2) with (- Rabs x ^ 2 / 2) by (rewrite <- (pow2_abs x); reflexivity). generalize (Rabs x), Hx. clear x Hx. intros x Hx.
  assert (L : (x ^ 2 / 8) ^ 4 <= exp (x ^ 2 / 2)).
  { replace (x ^ 2 / 2) with (x ^ 2 / 8 + x ^ 2 / 8 + (x ^ 2 / 8 + x ^ 2 / 8)) by field. rewrite !exp_plus.
    assert (K : x ^ 2 / 8 <= exp (x ^ 2 / 8)) by (assert (Q := exp_ineq1_le (x ^ 2 / 8)); lra).
    assert (Z : 0 <= x ^ 2 / 8) by nra. revert K Z. generalize (x ^ 2 / 8), (exp (x ^ 2 / 8)). intros u v K Z.
    replace (u ^ 4) with ((u * u) * (u * u)) by ring. apply Rmult_le_compat; nra. }
  replace (- x ^ 2 / 2) with (- (x ^ 2 / 2)) by field. rewrite exp_Ropp.
  apply Rle_trans with (x ^ 5 * / (x ^ 2 / 8) ^ 4).
  - apply Rmult_le_compat; [ apply pow_le; lra | apply Rlt_le, Rinv_0_lt_compat, exp_pos | apply Rle_pow; [ lra | easy ] | ].
    apply Rinv_le_contravar; [ apply pow_lt; nra | exact L ].
  - replace (x ^ 5 * / (x ^ 2 / 8) ^ 4) with (4096 / x * / x ^ 2) by (field; lra).
    rewrite <- (Rmult_1_r (4096 / x)) at 2. apply Rmult_le_compat_l; [ apply Rlt_le, Rdiv_lt_0_compat; lra | ].
    rewrite <- Rinv_1. apply Rinv_le_contravar; nra.
Qed.
Lemma far_away : is_lim (fun x => 4096 / x) p_infty 0.
Proof.
  replace (Finite 0) with (Rbar_mult 4096 0) by (simpl; f_equal; ring). unfold Rdiv. apply is_lim_scal_l.
  apply (is_lim_inv (fun x => x) p_infty p_infty); [ apply is_lim_id | easy ].
Qed.
Lemma far_below : is_lim (fun x => 4096 / x) m_infty 0.
Proof.
  replace (Finite 0) with (Rbar_mult 4096 0) by (simpl; f_equal; ring). unfold Rdiv. apply is_lim_scal_l.
  apply (is_lim_inv (fun x => x) m_infty m_infty); [ apply is_lim_id | easy ].
Qed.
Lemma bell_ends n : (n <= 5)%nat -> is_lim (fun x => x ^ n * bell_at x) p_infty 0 /\ is_lim (fun x => x ^ n * bell_at x) m_infty 0.
Proof.
  intros Hn. split.
  - apply (is_lim_le_le_loc (fun x => - (4096 / x)) (fun x => 4096 / x)).
    + exists 1. intros x Hx. assert (K := bell_small n x Hn). rewrite (Rabs_pos_eq x) in K by lra. apply Rabs_le_between. apply K. lra.
    + replace (Finite 0) with (Rbar_opp (Finite 0)) by (simpl; f_equal; ring). apply is_lim_opp. apply far_away.
    + apply far_away.
  - apply (is_lim_le_le_loc (fun x => 4096 / x) (fun x => - (4096 / x))).
    + exists (- 1). intros x Hx. assert (K := bell_small n x Hn). rewrite (Rabs_left x) in K by lra.
      replace (4096 / x) with (- (4096 / - x)) by (field; lra). rewrite Ropp_involutive. apply Rabs_le_between. apply K. lra.
    + apply far_below.
    + replace (Finite 0) with (Rbar_opp (Finite 0)) by (simpl; f_equal; ring). apply is_lim_opp. apply far_below.
Qed.
Lemma bell_falls : is_lim bell_at p_infty 0.
Proof. apply is_lim_ext with (fun x => x ^ 0 * bell_at x); [ intros; simpl; ring | ]. now apply bell_ends, le_0_n. Qed.
Lemma kernel_falls : is_lim kernel_to p_infty 0.
Proof.
  assert (B : forall x, 0 <= kernel_to x <= bell_at x).
  { intros x. assert (S : forall t, 0 <= kernel_at x t <= bell_at x).
    { intros t. assert (K := one_more t). unfold kernel_at, bell_at. split; [ apply Rlt_le, Rdiv_lt_0_compat; [ apply exp_pos | easy ] | ].
      apply (Rmult_le_reg_r (1 + t ^ 2)); [ easy | ]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      apply Rle_trans with (exp (- x ^ 2 / 2)); [ apply exp_monotone; nra | ]. assert (Q := exp_pos (- x ^ 2 / 2)). nra. }
    assert (H : ex_RInt (kernel_at x) 0 1)
      by (apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply kernel_smooth).
    unfold kernel_to. split.
    - apply RInt_ge_0; [ lra | exact H | intros; apply S ].
    - replace (bell_at x) with (RInt (fun _ => bell_at x) 0 1) by (rewrite RInt_const; unfold scal; simpl; unfold mult; simpl; ring).
      apply RInt_le; [ lra | exact H | apply ex_RInt_const | intros; apply S ]. }
  apply (is_lim_le_le_loc (fun _ => 0) bell_at); [ exists 0; intros; apply B | apply is_lim_const | ]. apply bell_falls.
Qed.
Lemma bell_to_opp x : bell_to (- x) = - bell_to x.
Proof.
  assert (D : forall y, is_derive (fun y => bell_to (- y) + bell_to y) y 0).
  { intros y. assert (S := is_derive_comp bell_to Ropp y _ _ (bell_to_moves (- y)) (is_derive_opp _ _ _ (is_derive_id y))).
    eapply D_is; [ exact (is_derive_plus _ _ _ _ _ S (bell_to_moves y)) | ].
    unfold plus, scal, opp, one; simpl; unfold mult; simpl. unfold bell_at. replace (- (- y) ^ 2 / 2) with (- y ^ 2 / 2) by field. ring. }
  destruct (MVT_gen (fun y => bell_to (- y) + bell_to y) 0 x (fun _ => 0)) as [c [_ E]].
  - intros. apply D.
  - intros y _. apply continuity_pt_filterlim. exact (smooth _ _ _ (D y)).
  - assert (Z : bell_to 0 = 0) by (unfold bell_to; now rewrite RInt_point). rewrite Ropp_0, Z in E. lra.
Qed.
Lemma bell_to_up : is_lim bell_to p_infty (sqrt (PI / 2)).
Proof.
  apply is_lim_ext_loc with (fun x => sqrt (PI / 2 - 2 * kernel_to x)).
  - exists 0. intros x Hx. rewrite <- (bell_square x). replace (bell_to x ^ 2 + 2 * kernel_to x - 2 * kernel_to x) with (bell_to x ^ 2) by ring.
    apply sqrt_pow2. apply RInt_ge_0; [ lra | apply bell_has | intros; apply Rlt_le, exp_pos ].
  - replace (sqrt (PI / 2)) with (sqrt (PI / 2 - 2 * 0)) by (f_equal; ring).
    apply (is_lim_comp_continuous (fun x => PI / 2 - 2 * kernel_to x) sqrt).
    + apply is_lim_minus'; [ apply is_lim_const | ]. apply (is_lim_scal_l kernel_to 2 p_infty 0). apply kernel_falls.
    + apply continuous_sqrt.
Qed.
Lemma bell_to_down : is_lim bell_to m_infty (- sqrt (PI / 2)).
Proof.
  apply is_lim_ext with (fun x => - bell_to (- x)). { intros. rewrite bell_to_opp. ring. }
  apply (is_lim_opp (fun x => bell_to (- x)) m_infty (sqrt (PI / 2))).
  apply (is_lim_comp bell_to Ropp m_infty (sqrt (PI / 2)) p_infty); [ apply bell_to_up | | now exists 0 ].
  apply (is_lim_opp (fun x => x) m_infty m_infty), is_lim_id.
Qed.
Lemma integral_line (F f : R -> R) l m v : (forall x, is_derive F x (f x)) -> (forall x, continuous f x) -> is_lim F m_infty (Finite l) ->
  is_lim F p_infty (Finite m) -> v = m - l -> is_RInt_gen f (Rbar_locally' m_infty) (Rbar_locally' p_infty) v.
Proof.
  intros D C L M ->. assert (E : Derive F = f).
  { apply FunctionalExtensionality.functional_extensionality. intros x. apply is_derive_unique, D. }
  rewrite <- E. change (m - l) with (minus m l). apply is_RInt_gen_Derive; [ | | exact L | exact M ]; apply filter_forall; intros ab x _.
  - eexists. apply D.
  - rewrite E. apply C.
Qed.
Definition density : R := sqrt 2 / (2 * sqrt PI).
Lemma area_is_one : sqrt (PI / 2) * density = / 2.
Proof.
  unfold density. assert (P := PI_RGT_0). assert (S := sqrt_lt_R0 2 ltac:(lra)). assert (Q := sqrt_lt_R0 PI P).
  rewrite sqrt_div_alt by lra. field. split; lra.
Qed.
Lemma bell_moments a b c d e g h v : v = a + c + 3 * e + 15 * h -> is_RInt_gen (fun x =>
  (a + b * x + c * x ^ 2 + d * x ^ 3 + e * x ^ 4 + g * x ^ 5 + h * x ^ 6) * (exp (- x ^ 2 / 2) * (sqrt 2 / (2 * sqrt PI))))
  (Rbar_locally' m_infty) (Rbar_locally' p_infty) v.
Proof.
  intros ->. set (k := a + c + 3 * e + 15 * h).
  pose (F x := (k * bell_to x - (b + 2 * d + 8 * g) * (x ^ 0 * bell_at x) - (c + 3 * e + 15 * h) * (x ^ 1 * bell_at x)
    - (d + 4 * g) * (x ^ 2 * bell_at x) - (e + 5 * h) * (x ^ 3 * bell_at x) - g * (x ^ 4 * bell_at x) - h * (x ^ 5 * bell_at x)) * density).
  assert (W : forall p l, is_lim bell_to p (Finite l) -> (forall n, (n <= 5)%nat -> is_lim (fun x => x ^ n * bell_at x) p 0) ->
    is_lim F p (Finite (k * l * density))).
  { intros p l H N. replace (k * l * density) with ((k * l - (b + 2 * d + 8 * g) * 0 - (c + 3 * e + 15 * h) * 0 - (d + 4 * g) * 0
      - (e + 5 * h) * 0 - g * 0 - h * 0) * density) by ring.
    assert (M : forall q n, (n <= 5)%nat -> is_lim (fun x => q * (x ^ n * bell_at x)) p (Finite (q * 0))).
    { intros q n Hn. apply (is_lim_scal_l (fun x => x ^ n * bell_at x) q p (Finite 0)). now apply N. }
    assert (K := is_lim_scal_l bell_to k p (Finite l) H).
    assert (R := is_lim_minus' _ _ _ _ _ (is_lim_minus' _ _ _ _ _ (is_lim_minus' _ _ _ _ _ (is_lim_minus' _ _ _ _ _ (is_lim_minus' _ _ _ _ _
      (is_lim_minus' _ _ _ _ _ K (M (b + 2 * d + 8 * g) 0%nat ltac:(repeat constructor))) (M (c + 3 * e + 15 * h) 1%nat ltac:(repeat constructor)))
      (M (d + 4 * g) 2%nat ltac:(repeat constructor))) (M (e + 5 * h) 3%nat ltac:(repeat constructor))) (M g 4%nat ltac:(repeat constructor)))
      (M h 5%nat ltac:(repeat constructor))).
    exact (is_lim_scal_r _ density p _ R). }
  apply integral_line with (F := F) (l := k * - sqrt (PI / 2) * density) (m := k * sqrt (PI / 2) * density).
  - intros x. unfold F, bell_at. auto_derive; [ eexists; apply bell_to_moves | ].
    match goal with |- context [Derive ?f x] => replace (Derive f x) with (bell_at x) by (symmetry; apply is_derive_unique, bell_to_moves) end.
    unfold density, k, bell_at.
    replace (- (x * (x * 1)) * / 2) with (- x ^ 2 / 2) by field. generalize (exp (- x ^ 2 / 2)). intros E. field.
    apply Rgt_not_eq, sqrt_lt_R0, PI_RGT_0.
  - intros x. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. easy.
  - apply W; [ apply bell_to_down | intros; now apply bell_ends ].
  - apply W; [ apply bell_to_up | intros; now apply bell_ends ].
  - replace (k * sqrt (PI / 2) * density - k * - sqrt (PI / 2) * density) with (2 * k * (sqrt (PI / 2) * density)) by ring.
    rewrite area_is_one. fold k. field.
Qed.
Lemma bell_exponential c s v : v = c * exp (s ^ 2 / 2) -> is_RInt_gen (fun x => c * (exp (s * x - x ^ 2 / 2) * (sqrt 2 / (2 * sqrt PI))))
  (Rbar_locally' m_infty) (Rbar_locally' p_infty) v.
Proof.
  intros ->. pose (k := c * exp (s ^ 2 / 2) * density).
  assert (W : forall p l, (p = p_infty \/ p = m_infty) -> is_lim bell_to p (Finite l) -> is_lim (fun x => k * bell_to (x - s)) p (Finite (k * l))).
  { intros p l Hp H. apply (is_lim_scal_l (fun x => bell_to (x - s)) k p (Finite l)).
    apply (is_lim_comp bell_to (fun x => x - s) p (Finite l) p); [ exact H | | destruct Hp as [-> | ->]; now exists 0 ].
    destruct Hp as [-> | ->].
    - apply (is_lim_minus (fun x => x) (fun _ => s) p_infty p_infty (Finite s)); [ apply is_lim_id | apply is_lim_const | easy ].
    - apply (is_lim_minus (fun x => x) (fun _ => s) m_infty m_infty (Finite s)); [ apply is_lim_id | apply is_lim_const | easy ]. }
  apply integral_line with (F := fun x => k * bell_to (x - s)) (l := k * - sqrt (PI / 2)) (m := k * sqrt (PI / 2)).
  - intros x. auto_derive; [ eexists; apply bell_to_moves | ].
    match goal with |- context [Derive ?f ?y] => replace (Derive f y) with (bell_at y) by (symmetry; apply is_derive_unique, bell_to_moves) end.
    unfold k, bell_at, density. replace (s * x - x ^ 2 / 2) with (s ^ 2 / 2 + - (x - s) ^ 2 / 2) by field. rewrite exp_plus.
    try replace (- (x + - s) ^ 2 / 2) with (- (x - s) ^ 2 / 2) by field. ring.
  - intros x. apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. easy.
  - apply W; [ now right | apply bell_to_down ].
  - apply W; [ now left | apply bell_to_up ].
  - replace (k * sqrt (PI / 2) - k * - sqrt (PI / 2)) with (2 * (c * exp (s ^ 2 / 2)) * (sqrt (PI / 2) * density)) by (unfold k; ring).
    rewrite area_is_one. field.
Qed.

