(* ---- what holds near an end, and limits there: printed proofs of limits ----
   F is the filter of the end: Rbar_locally' of an infinity, at_right of a number, eventually for whole numbers. *)
(* functions that are continuous, values of functions, and that a limit is one *)
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
Lemma lim_unique f x a b : is_lim f x a -> is_lim f x b -> a = b.
Proof. intros H K. rewrite <- (is_lim_unique _ _ _ H). apply (is_lim_unique _ _ _ K). Qed.
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
Lemma near_both {T} {F : (T -> Prop) -> Prop} {FF : Filter F} (P Q : T -> Prop) : F P -> F Q -> F (fun x => P x /\ Q x).
Proof. apply filter_and. Qed.
Lemma const_near {T} {F : (T -> Prop) -> Prop} {FF : ProperFilter F} (P : Prop) : F (fun _ => P) -> P.
Proof. intros H. destruct (filter_ex _ H) as [_ K]. exact K. Qed.
Lemma lim_ext_near {T} {F : (T -> Prop) -> Prop} {FF : Filter F} (f g : T -> R) (l : Rbar) :
  F (fun x => f x = g x) -> filterlim f F (Rbar_locally l) -> filterlim g F (Rbar_locally l).
Proof. intros H. now apply filterlim_ext_loc. Qed.
Lemma lim_is {T} {F : (T -> Prop) -> Prop} {FF : Filter F} (f : T -> R) (l k : R) :
  l = k -> filterlim f F (Rbar_locally (Finite l)) -> filterlim f F (Rbar_locally (Finite k)).
Proof. now intros ->. Qed.
Lemma near_p_infty c : Rbar_locally' p_infty (fun x => 0 < x - c).
Proof. exists c. intros x H. lra. Qed.
Lemma near_m_infty c : Rbar_locally' m_infty (fun x => 0 < - x - c).
Proof. exists (- c). intros x H. lra. Qed.
Lemma near_sequence_end c : eventually (fun n => 0 < INR n - c).
Proof. apply (filter_imp (fun n => c < INR n)). intros; lra. apply (is_lim_seq_INR (fun x => c < x)). now exists c. Qed.
Lemma near_number_above a : at_right a (fun x => 0 < x - a).
Proof. exists (mkposreal 1 Rlt_0_1). intros. lra. Qed.
Lemma near_number a c : 0 < c -> at_right a (fun x => 0 < c - (x - a)).
Proof. intros H. exists (mkposreal c H). intros y B L. unfold ball in B; simpl in B. unfold AbsRing_ball, abs, minus, plus, opp in B; simpl in B.
  apply Rabs_def2 in B. lra. Qed.
Lemma to_p_infty : filterlim (fun x : R => x) (Rbar_locally' p_infty) (Rbar_locally p_infty).
Proof. intros P H. exact H. Qed.
Lemma to_m_infty : filterlim (fun x : R => x) (Rbar_locally' m_infty) (Rbar_locally m_infty).
Proof. intros P H. exact H. Qed.
Lemma to_number a : filterlim (fun x : R => x) (at_right a) (Rbar_locally (Finite a)).
Proof. intros P [d H]. exists d. intros y B _. now apply H. Qed.
Ltac near_by H := generalize H; apply filter_imp; let x := fresh in let K := fresh in intros x K; cbv beta in K |- *; first [ exact K | lra ].
Ltac near_the_end c := first [ near_by (near_p_infty c) | near_by (near_m_infty c) | near_by (near_sequence_end c)
 | match goal with H : 0 < c |- at_right ?a _ => near_by (near_number a c H) end ].
Ltac above_the_end := lazymatch goal with |- at_right ?a _ => near_by (near_number_above a) end.
Ltac tends_to_end := first [ exact to_p_infty | exact to_m_infty | exact is_lim_seq_INR | apply to_number ].
(* continuity *)
Section Continuous.
Context {T : Type} {F : (T -> Prop) -> Prop} {FF : Filter F}.
Notation lim f l := (filterlim f F (Rbar_locally (Finite l))).
Lemma C_const (c : R) : lim (fun _ => c) c.
Proof. apply filterlim_const. Qed.
Lemma C_add f g (a b : R) : lim f a -> lim g b -> lim (fun x => f x + g x) (a + b).
Proof. intros H K. apply (filterlim_comp_2 (G := locally a) (H := locally b) f g Rplus H K). exact (filterlim_plus a b). Qed.
Lemma C_opp f (a : R) : lim f a -> lim (fun x => - f x) (- a).
Proof. intros H. apply (filterlim_comp _ _ _ f Ropp F (locally a) _ H). exact (filterlim_opp a). Qed.
Lemma C_sub f g (a b : R) : lim f a -> lim g b -> lim (fun x => f x - g x) (a - b).
Proof. intros H K. apply C_add. exact H. now apply C_opp. Qed.
Lemma C_mul f g (a b : R) : lim f a -> lim g b -> lim (fun x => f x * g x) (a * b).
Proof. intros H K. apply (filterlim_comp_2 (G := locally a) (H := locally b) f g Rmult H K). exact (filterlim_mult a b). Qed.
Lemma C_at (g : R -> R) f (a : R) : lim f a -> continuous g a -> lim (fun x => g (f x)) (g a).
Proof. intros H K. exact (filterlim_comp _ _ _ f g F (locally a) _ H K). Qed.
Lemma C_inv f (a : R) : lim f a -> a <> 0 -> lim (fun x => / f x) (/ a).
Proof. intros H K. apply (C_at Rinv). exact H. now apply continuous_Rinv. Qed.
Lemma C_div f g (a b : R) : lim f a -> lim g b -> b <> 0 -> lim (fun x => f x / g x) (a / b).
Proof. intros. apply C_mul. assumption. now apply C_inv. Qed.
Lemma C_pow n f (a : R) : lim f a -> lim (fun x => f x ^ n) (a ^ n).
Proof. intros H. induction n as [|n IH]. apply C_const. apply C_mul; assumption. Qed.
Lemma C_Rpower f g (a b : R) : lim f a -> lim g b -> 0 < a -> lim (fun x => Rpower (f x) (g x)) (Rpower a b).
Proof. intros H K P. unfold Rpower. apply (C_at exp). apply C_mul. exact K. apply (C_at ln). exact H.
  apply (ex_derive_continuous ln). auto_derive. exact P. apply continuous_exp. Qed.
Lemma C_Rmax f g (a b : R) : lim f a -> lim g b -> lim (fun x => Rmax (f x) (g x)) (Rmax a b).
Proof. intros H K. assert (E : forall x y, Rmax x y = (x + y + Rabs (x - y)) / 2).
  { intros. unfold Rmax, Rabs. destruct (Rle_dec x y), (Rcase_abs (x - y)); lra. }
  rewrite E. apply (filterlim_ext (fun x => (f x + g x + Rabs (f x - g x)) / 2)). intros; symmetry; apply E.
  apply C_div; [| apply C_const | lra]. apply C_add. now apply C_add. apply (C_at Rabs). now apply C_sub. apply continuous_Rabs. Qed.
Lemma C_Rmin f g (a b : R) : lim f a -> lim g b -> lim (fun x => Rmin (f x) (g x)) (Rmin a b).
Proof. intros H K. assert (E : forall x y, Rmin x y = (x + y - Rabs (x - y)) / 2).
  { intros. unfold Rmin, Rabs. destruct (Rle_dec x y), (Rcase_abs (x - y)); lra. }
  rewrite E. apply (filterlim_ext (fun x => (f x + g x - Rabs (f x - g x)) / 2)). intros; symmetry; apply E.
  apply C_div; [| apply C_const | lra]. apply C_sub. now apply C_add. apply (C_at Rabs). now apply C_sub. apply continuous_Rabs. Qed.
End Continuous.
Lemma continuous_atan x : continuous atan x.
Proof. apply (ex_derive_continuous atan). eexists. apply is_derive_Reals. apply derivable_pt_lim_atan. Qed.
Ltac continuous_there := first [ apply continuous_exp | apply continuous_sqrt | apply continuous_Rabs | apply continuous_cosh | apply continuous_sinh
 | apply continuous_tanh | apply continuous_arcsinh | apply continuous_sin | apply continuous_cos | apply continuous_atan
 | (apply (ex_derive_continuous ln); auto_derive; first [assumption | lra | positive]) ].
(* the lemmas of the kernel *)
Module Ends.
Section Lemmas.
Context {T : Type} {F : (T -> Prop) -> Prop} {FF : Filter F}.
Notation lim f l := (filterlim f F (Rbar_locally l)).
Lemma eventually_pos : forall (x : T -> R) (y : R), lim x (Finite (y)) -> 0 < y -> F (fun i => 0 < (x i)).
Proof. intros x y. intros H K. apply (H (fun v => 0 < v)). now apply open_gt. Qed.
Lemma eventually_gt : forall (x : T -> R) (y : R), lim x p_infty -> F (fun i => 0 < (x i) - y).
Proof. intros x y. intros H. apply (filter_imp (fun i => y < x i)). intros; lra. apply (H (fun v => y < v)). now exists y. Qed.
Lemma is_lim_opp_p : forall (x : T -> R), lim x p_infty -> lim (fun i => - (x i)) m_infty.
Proof. intros x. intros H. exact (filterlim_comp _ _ _ x Ropp F _ _ H (filterlim_Rbar_opp p_infty)). Qed.
Lemma is_lim_opp_m : forall (x : T -> R), lim x m_infty -> lim (fun i => - (x i)) p_infty.
Proof. intros x. intros H. exact (filterlim_comp _ _ _ x Ropp F _ _ H (filterlim_Rbar_opp m_infty)). Qed.
Lemma is_lim_le_p_loc : forall (x : T -> R) (y : T -> R), lim x p_infty -> F (fun i => 0 <= (y i) - (x i)) -> lim y p_infty.
Proof. intros x y. intros H K P [M L]. unfold filtermap. apply (filter_imp (fun i => M < x i /\ 0 <= y i - x i)). intros i [A B]. apply L. lra.
  apply near_both; [| exact K]. apply (H (fun v => M < v)). now exists M. Qed.
Lemma is_lim_le_le_loc : forall (x : T -> R) (y : T -> R) (z : T -> R) (w : R), lim x (Finite (w)) -> lim z (Finite (w)) -> F (fun i => 0 <= (y i) - (x i)) -> F (fun i => 0 <= (z i) - (y i)) -> lim y (Finite (w)).
Proof. intros x y z w. intros H K A B. apply (filterlim_le_le (F := F) x y z (Finite w)); [| exact H | exact K].
  apply (filter_imp (fun i => 0 <= y i - x i /\ 0 <= z i - y i)). intros i [? ?]. lra. now apply near_both. Qed.
Lemma is_lim_plus_p : forall (x : T -> R) (y : T -> R) (z : R), lim x p_infty -> F (fun i => 0 <= (y i) - z) -> lim (fun i => (x i) + (y i)) p_infty.
Proof. intros x y z. intros H K P [M L]. unfold filtermap. apply (filter_imp (fun i => M - z < x i /\ 0 <= y i - z)). intros i [A B]. apply L. lra.
  apply near_both; [| exact K]. apply (H (fun v => M - z < v)). now exists (M - z). Qed.
Lemma is_lim_mult_p : forall (x : T -> R) (y : T -> R) (z : R), lim x p_infty -> lim y (Finite (z)) -> 0 < z -> lim (fun i => (x i) * (y i)) p_infty.
Proof. intros x y z. intros H K Z. apply (filterlim_comp_2 (G := Rbar_locally p_infty) (H := Rbar_locally z) x y Rmult H K).
  apply (filterlim_Rbar_mult p_infty z p_infty). now apply is_Rbar_mult_p_infty_pos. Qed.
Lemma is_lim_mult_p_p : forall (x : T -> R) (y : T -> R), lim x p_infty -> lim y p_infty -> lim (fun i => (x i) * (y i)) p_infty.
Proof. intros x y. intros H K. apply (filterlim_comp_2 (G := Rbar_locally p_infty) (H := Rbar_locally p_infty) x y Rmult H K).
  now apply (filterlim_Rbar_mult p_infty p_infty p_infty). Qed.
Lemma is_lim_exp_p : forall (x : T -> R), lim x p_infty -> lim (fun i => exp (x i)) p_infty.
Proof. intros x. intros H. exact (filterlim_comp _ _ _ x exp F _ _ H is_lim_exp_p). Qed.
Lemma is_lim_exp_m : forall (x : T -> R), lim x m_infty -> lim (fun i => exp (x i)) (Finite (0)).
Proof. intros x. intros H. exact (filterlim_comp _ _ _ x exp F _ _ H is_lim_exp_m). Qed.
Lemma is_lim_ln_p : forall (x : T -> R), lim x p_infty -> lim (fun i => ln (x i)) p_infty.
Proof. intros x. intros H. exact (filterlim_comp _ _ _ x ln F _ _ H is_lim_ln_p). Qed.
Lemma is_lim_ln_0 : forall (x : T -> R), lim x (Finite (0)) -> F (fun i => 0 < (x i)) -> lim (fun i => ln (x i)) m_infty.
Proof. intros x. intros H K. apply (filterlim_comp _ _ _ x ln F (at_right 0) (Rbar_locally m_infty)); [| apply is_lim_ln_0 ].
  intros P [d L]. unfold filtermap. apply (filter_imp (fun i => ball 0 d (x i) /\ 0 < x i)). intros i [A B]. now apply L.
  apply near_both; [| exact K]. apply (H (fun v => ball 0 d v)). now exists d. Qed.
Lemma is_lim_inv_p : forall (x : T -> R), lim x p_infty -> lim (fun i => 1 / (x i)) (Finite (0)).
Proof. intros x. intros H. apply (filterlim_ext (fun i => / x i)). intros; unfold Rdiv; ring. apply (filterlim_comp _ _ _ x Rinv F _ _ H).
  apply (filterlim_Rbar_inv p_infty). discriminate. Qed.
Lemma is_lim_inv_0 : forall (x : T -> R), lim x (Finite (0)) -> F (fun i => 0 < (x i)) -> lim (fun i => 1 / (x i)) p_infty.
Proof. intros x. intros H K P [M L]. unfold filtermap. assert (D : 0 < / Rmax 1 M). { apply Rinv_0_lt_compat. eapply Rlt_le_trans. 2: apply Rmax_l. lra. }
  apply (filter_imp (fun i => x i < / Rmax 1 M /\ 0 < x i)).
  - intros i [A B]. apply L. apply Rle_lt_trans with (Rmax 1 M). apply Rmax_r. rewrite <- (Rinv_involutive (Rmax 1 M)).
    unfold Rdiv. rewrite Rmult_1_l. apply Rinv_lt_contravar. now apply Rmult_lt_0_compat. exact A.
    apply Rgt_not_eq. eapply Rlt_le_trans. 2: apply Rmax_l. lra.
  - apply near_both; [| exact K]. apply (H (fun v => v < / Rmax 1 M)). now apply open_lt. Qed.
Lemma is_lim_mult_bounded : forall (x : T -> R) (y : T -> R), lim x (Finite (0)) -> F (fun i => 0 <= 1 - (y i) ^ 2) -> lim (fun i => (x i) * (y i)) (Finite (0)).
Proof. intros x y. intros H K. apply (filterlim_locally (F := F)). intros eps. assert (L := proj1 (filterlim_locally (F := F) x 0) H eps).
  apply (filter_imp (fun i => ball 0 eps (x i) /\ 0 <= 1 - y i ^ 2)); [| now apply near_both ]. intros i [A B].
  unfold ball in *; simpl in *. unfold AbsRing_ball, abs, minus, plus, opp in *; simpl in *. rewrite Ropp_0, Rplus_0_r in *.
  rewrite Rabs_mult. assert (Rabs (y i) <= 1) by (apply Rabs_le; nra). assert (Q := Rabs_pos (x i)). nra. Qed.
Lemma is_lim_Rpower_p : forall (x : T -> R) (y : R), lim x p_infty -> 0 < y -> lim (fun i => Rpower (x i) y) p_infty.
Proof. intros x y. intros H K. unfold Rpower. apply is_lim_exp_p. apply (filterlim_ext (fun i => ln (x i) * y)). intros; ring.
  apply is_lim_mult_p with y. now apply is_lim_ln_p. apply filterlim_const. exact K. Qed.
Lemma is_lim_Rpower_0 : forall (x : T -> R) (y : R), lim x (Finite (0)) -> F (fun i => 0 < (x i)) -> 0 < y -> lim (fun i => Rpower (x i) y) (Finite (0)).
Proof. intros x y. intros H K Y. unfold Rpower. apply is_lim_exp_m. apply (filterlim_ext (fun i => - (- ln (x i) * y))). intros; ring.
  apply is_lim_opp_p. apply is_lim_mult_p with y. apply is_lim_opp_m. now apply is_lim_ln_0. apply filterlim_const. exact Y. Qed.
Lemma is_lim_atan_p : forall (x : T -> R), lim x p_infty -> lim (fun i => atan (x i)) (Finite (PI / 2)).
Proof. intros x. intros H. apply (filterlim_comp _ _ _ x atan F (Rbar_locally p_infty) (locally (PI / 2)) H). apply (filterlim_locally (F := Rbar_locally p_infty)).
  intros eps. exists (tan (PI / 2 - Rmin eps 1)). intros v V. assert (E := cond_pos eps). assert (M : 0 < Rmin eps 1) by (apply Rmin_pos; lra).
  assert (N := Rmin_r eps 1). assert (O := Rmin_l eps 1). assert (P := PI2_1). assert (B := atan_bound v).
  assert (L : PI / 2 - Rmin eps 1 < atan v). { rewrite <- (atan_tan (PI / 2 - Rmin eps 1)) by lra. now apply atan_increasing. }
  unfold ball; simpl. unfold AbsRing_ball, abs, minus, plus, opp; simpl. apply Rabs_def1; lra. Qed.
Lemma is_lim_Rpower_exp : forall (x : T -> R) (y : R) (z : T -> R) (w : R), lim x p_infty -> lim z (Finite (w)) -> 0 < w -> lim (fun i => Rpower (x i) y * exp (- ((x i) * (z i)))) (Finite (0)).
Proof. intros x y z w. intros H K W. apply (lim_ext_near (fun i => exp (- (x i * (z i - y * (ln (x i) / x i)))))).
  - apply (filter_imp (fun i => 0 < x i - 0)); [| exact (eventually_gt x 0 H) ]. intros i P. unfold Rpower. rewrite <- exp_plus. f_equal. field. lra.
  - apply is_lim_exp_m. apply is_lim_opp_p. apply is_lim_mult_p with (w - y * 0). exact H. 2: lra. apply C_sub. exact K. apply C_mul. apply C_const.
    exact (filterlim_comp _ _ _ x (fun v => ln v / v) F _ _ H is_lim_div_ln_p). Qed.
Definition order (f g : T -> R) : Prop := exists low : R, exists high : R, 0 < low /\ F (fun i => low <= f i / g i /\ f i / g i <= high).
(* orders of growth: a quotient that stays between positive constants *)
Lemma order_lim : forall (x : T -> R) (y : T -> R) (z : R), lim (fun i => (x i) / (y i)) (Finite (z)) -> 0 < z -> order x y.
Proof. intros x y z H Z. exists (z / 2), (2 * z). split. lra. apply near_both. apply (filter_imp (fun i => z / 2 < x i / y i)). intros; lra.
  apply (H (fun v => z / 2 < v)). apply open_gt. lra. apply (filter_imp (fun i => x i / y i < 2 * z)). intros; lra.
  apply (H (fun v => v < 2 * z)). apply open_lt. lra. Qed.
Lemma order_plus : forall (x : T -> R) (y : T -> R) (z : T -> R) (w : T -> R), order x y -> order z w -> F (fun i => 0 < (y i)) -> F (fun i => 0 < (w i)) -> order (fun i => (x i) + (z i)) (fun i => (y i) + (w i)).
Proof. intros x y z w [a [b [A H]]] [c [d [C K]]] Y W. exists (Rmin a c), (Rmax b d). split. now apply Rmin_pos.
  apply (filter_imp (fun i => (a <= x i / y i /\ x i / y i <= b) /\ (c <= z i / w i /\ z i / w i <= d) /\ 0 < y i /\ 0 < w i)).
  2: exact (near_both _ _ H (near_both _ _ K (near_both _ _ Y W))). intros i [[H1 H2] [[K1 K2] [P Q]]]. set (q := x i / y i) in *. set (r := z i / w i) in *.
  assert (E : (x i + z i) / (y i + w i) = (q * y i + r * w i) / (y i + w i)) by (unfold q, r; field; lra). rewrite E.
  assert (M := Rmin_l a c). assert (N := Rmin_r a c). assert (U := Rmax_l b d). assert (V := Rmax_r b d).
  split; apply (Rmult_le_reg_r (y i + w i)); try lra; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; nra. Qed.
Lemma order_mult : forall (x : T -> R) (y : T -> R) (z : T -> R) (w : T -> R), order x y -> order z w -> order (fun i => (x i) * (z i)) (fun i => (y i) * (w i)).
Proof. intros x y z w [a [b [A H]]] [c [d [C K]]]. exists (a * c), (b * d). split. now apply Rmult_lt_0_compat.
  apply (filter_imp (fun i => (a <= x i / y i /\ x i / y i <= b) /\ (c <= z i / w i /\ z i / w i <= d))). 2: now apply near_both.
  intros i [[H1 H2] [K1 K2]]. replace (x i * z i / (y i * w i)) with (x i / y i * (z i / w i)) by (unfold Rdiv; rewrite Rinv_mult; ring).
  split; apply Rmult_le_compat; lra. Qed.
Lemma order_Rpower : forall (x : T -> R) (y : T -> R) (z : R), order x y -> F (fun i => 0 < (y i)) -> order (fun i => Rpower (x i) z) (fun i => Rpower (y i) z).
Proof. intros x y z [a [b [A H]]] Y. exists (Rmin (Rpower a z) (Rpower b z)), (Rmax (Rpower a z) (Rpower b z)). split. apply Rmin_pos; apply exp_pos.
  apply (filter_imp (fun i => (a <= x i / y i /\ x i / y i <= b) /\ 0 < y i)). 2: now apply near_both. intros i [[H1 H2] P].
  assert (X : x i = x i / y i * y i) by (field; lra). set (q := x i / y i) in *. assert (Q : 0 < q) by lra.
  assert (E : Rpower (x i) z / Rpower (y i) z = Rpower q z).
  { rewrite X, <- Rpower_mult_distr by assumption. field. apply Rgt_not_eq, exp_pos. }
  rewrite E. assert (L : forall u v, 0 < u -> u <= v -> ln u <= ln v). { intros u v U [V| ->]. left. now apply ln_increasing. right. reflexivity. }
  assert (B1 := L a q A H1). assert (B2 := L q b Q H2). unfold Rpower.
  assert (G : forall s t, s <= t -> exp s <= exp t). { intros s t [V| ->]. left. now apply exp_increasing. right. reflexivity. }
  destruct (Rle_lt_dec 0 z) as [Z|Z].
  - split. apply Rle_trans with (exp (z * ln a)). apply Rmin_l. apply G. nra. apply Rle_trans with (exp (z * ln b)). apply G. nra. apply Rmax_r.
  - split. apply Rle_trans with (exp (z * ln b)). apply Rmin_r. apply G. nra. apply Rle_trans with (exp (z * ln a)). apply G. nra. apply Rmax_l. Qed.
Lemma order_larger : forall (x : T -> R) (y : T -> R) (z : T -> R), order x (fun i => (y i) + (z i)) -> F (fun i => 0 < (y i)) -> F (fun i => 0 <= (z i)) -> F (fun i => 0 <= (y i) - (z i)) -> order x y.
Proof. intros x y z [a [b [A H]]] Y Z D. exists a, (2 * b). split. exact A.
  apply (filter_imp (fun i => (a <= x i / (y i + z i) /\ x i / (y i + z i) <= b) /\ 0 < y i /\ 0 <= z i /\ 0 <= y i - z i)).
  2: exact (near_both _ _ H (near_both _ _ Y (near_both _ _ Z D))). intros i [[H1 H2] [P [Q S]]]. set (q := x i / (y i + z i)) in *.
  assert (E : x i / y i = q * ((y i + z i) / y i)) by (unfold q; field; lra). rewrite E.
  assert (M : 1 <= (y i + z i) / y i <= 2). { split; apply (Rmult_le_reg_r (y i)); try lra; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra; lra. }
  nra. Qed.
End Lemmas.
End Ends.
Lemma lim_from {T} {F : (T -> Prop) -> Prop} {FF : Filter F} {f g : T -> R} {l : Rbar} :
  filterlim f F (Rbar_locally l) -> F (fun x => f x = g x) -> filterlim g F (Rbar_locally l).
Proof. intros K H. now apply (lim_ext_near f). Qed.
Lemma lim_as {T} {F : (T -> Prop) -> Prop} {FF : Filter F} {f g : T -> R} {l k : Rbar} :
  filterlim f F (Rbar_locally l) -> l = k -> F (fun x => f x = g x) -> filterlim g F (Rbar_locally k).
Proof. intros K <- H. now apply (lim_ext_near f). Qed.
Lemma near_one_plus {T} {F : (T -> Prop) -> Prop} {FF : Filter F} (y h : T -> R) (v : R) :
  filterlim y F (Rbar_locally (Finite 0)) -> filterlim h F (Rbar_locally (Finite v)) -> F (fun x => 0 < 1 + y x * h x).
Proof. intros H K. apply (Ends.eventually_pos _ (1 + 0 * v)); [| lra]. apply C_add. apply C_const. now apply C_mul. Qed.
Lemma converges_bounded {T} {F : (T -> Prop) -> Prop} {FF : Filter F} {f g : T -> R} :
  (exists l : R, filterlim f F (Rbar_locally (Finite l))) -> F (fun x => f x = g x) -> exists c : R, F (fun x => Rabs (g x) <= c).
Proof. intros [l K] E. exists (Rabs l + 1). assert (B := proj1 (filterlim_locally (F := F) f l) K (mkposreal 1 Rlt_0_1)).
  apply (filter_imp (fun x => ball l 1 (f x) /\ f x = g x)); [| now apply near_both ]. intros x [A <-].
  unfold ball in A; simpl in A. unfold AbsRing_ball, abs, minus, plus, opp in A; simpl in A.
  replace (f x) with (l + (f x + - l)) by ring. eapply Rle_trans. apply Rabs_triang. lra. Qed.
Ltac above_zero_there := first [ assumption
 | match goal with H : filterlim ?f ?F (Rbar_locally p_infty) |- ?F _ => generalize (Ends.eventually_gt f 0 H); apply filter_imp; cbv beta; intros; lra end ].
(* ---- Taylor's theorem at 0: what a function is, less its first powers, is small beside the last of them ---- *)
Definition small (n : nat) (g : R -> R) : Prop := forall eps : R, 0 < eps -> exists d : R, 0 < d /\ forall u, Rabs u < d -> Rabs (g u) <= eps * Rabs u ^ n.
Fixpoint poly (c : nat -> R) (n : nat) (u : R) : R := match n with O => c O | S m => poly c m u + c (S m) * u ^ S m end.
Fixpoint exp_c (k : nat) : R := match k with O => 1 | S m => exp_c m / INR (S m) end.
Fixpoint power_c (a : R) (k : nat) : R := match k with O => 1 | S m => power_c a m * (a - INR m) / INR (S m) end.
Definition log_c (k : nat) : R := match k with O => 0 | S m => power_c (-1) m / INR (S m) end.
Lemma small_scal n c g : small n g -> small n (fun u => c * g u).
Proof. intros H eps P. assert (Q : 0 < Rabs c + 1) by (generalize (Rabs_pos c); lra). destruct (H (eps / (Rabs c + 1))) as [d [D K]]. now apply Rdiv_lt_0_compat.
  exists d. split. exact D. intros u L. specialize (K u L). rewrite Rabs_mult. assert (A := Rabs_pos c). assert (B := pow_le _ n (Rabs_pos u)).
  assert (Rabs c * Rabs (g u) <= Rabs c * (eps / (Rabs c + 1) * Rabs u ^ n)) by (now apply Rmult_le_compat_l).
  assert (eps / (Rabs c + 1) * Rabs u ^ n * Rabs c <= eps / (Rabs c + 1) * Rabs u ^ n * (Rabs c + 1)).
  { apply Rmult_le_compat_l. apply Rmult_le_pos. apply Rlt_le, Rdiv_lt_0_compat; lra. exact B. lra. }
  replace (eps * Rabs u ^ n) with (eps / (Rabs c + 1) * Rabs u ^ n * (Rabs c + 1)) by (field; lra). lra. Qed.
Lemma small_start g : continuous g 0 -> g 0 = 0 -> small 0 g.
Proof. intros H E eps P. destruct (proj1 (filterlim_locally g (g 0)) H (mkposreal eps P)) as [d K]. exists d. split. apply cond_pos. intros u L.
  assert (B : ball 0 d u). { unfold ball; simpl. unfold AbsRing_ball, abs, minus, plus, opp; simpl. now rewrite Ropp_0, Rplus_0_r. }
  specialize (K u B). unfold ball in K; simpl in K. unfold AbsRing_ball, abs, minus, plus, opp in K; simpl in K. rewrite E, Ropp_0, Rplus_0_r in K. simpl. lra. Qed.
Lemma small_step n g g' : (exists r, 0 < r /\ forall u, Rabs u < r -> is_derive g u (g' u)) -> g 0 = 0 -> small n g' -> small (S n) g.
Proof. intros [r [P D]] E H eps Q. destruct (H eps Q) as [d [S K]]. exists (Rmin r d). split. now apply Rmin_pos. intros u L.
  assert (A : Rabs u < r) by (eapply Rlt_le_trans; [exact L | apply Rmin_l]). assert (B : Rabs u < d) by (eapply Rlt_le_trans; [exact L | apply Rmin_r]).
  assert (W : forall s, Rmin 0 u <= s <= Rmax 0 u -> Rabs s <= Rabs u).
  { intros s. unfold Rmin, Rmax, Rabs. destruct (Rle_dec 0 u), (Rcase_abs s), (Rcase_abs u); lra. }
  destruct (MVT_gen g 0 u g') as [c [C M]].
  - intros s I. apply D. eapply Rle_lt_trans. apply W. lra. exact A.
  - intros s I. apply continuity_pt_filterlim. apply (ex_derive_continuous g). exists (g' s). apply D. eapply Rle_lt_trans. now apply W. exact A.
  - rewrite E, !Rminus_0_r in M. rewrite M, Rabs_mult. assert (V := W c C). assert (X : Rabs (g' c) <= eps * Rabs c ^ n) by (apply K; lra).
    assert (Y : Rabs c ^ n <= Rabs u ^ n) by (apply pow_incr; split; [apply Rabs_pos | exact V]). assert (Z := Rabs_pos u).
    simpl. replace (eps * (Rabs u * Rabs u ^ n)) with (eps * Rabs u ^ n * Rabs u) by ring. apply Rmult_le_compat_r. exact Z.
    apply Rle_trans with (1 := X). apply Rmult_le_compat_l; lra. Qed.
Lemma poly_ext c d n u : (forall k, c k = d k) -> poly c n u = poly d n u.
Proof. intros H. induction n as [|n IH]; simpl. apply H. now rewrite IH, H. Qed.
Lemma poly_scal a c n u : poly (fun k => a * c k) n u = a * poly c n u.
Proof. induction n as [|n IH]; simpl. reflexivity. rewrite IH. ring. Qed.
Lemma poly_at_0 c n : poly c n 0 = c O.
Proof. induction n as [|n IH]; simpl. reflexivity. rewrite IH. ring. Qed.
Lemma poly_derive c n u : is_derive (poly c (S n)) u (poly (fun k => INR (S k) * c (S k)) n u).
Proof. induction n as [|n IH].
  - simpl. auto_derive. exact I. ring.
  - change (poly c (S (S n))) with (fun v => poly c (S n) v + c (S (S n)) * v ^ S (S n)). apply (is_derive_ext (fun v => poly c (S n) v + c (S (S n)) * v ^ S (S n))).
    reflexivity. change (poly (fun k => INR (S k) * c (S k)) (S n) u) with (poly (fun k => INR (S k) * c (S k)) n u + INR (S (S n)) * c (S (S n)) * u ^ S n).
    apply (is_derive_plus (poly c (S n)) (fun v => c (S (S n)) * v ^ S (S n))). exact IH. auto_derive. exact I. change (match n with O => 1 | S _ => INR n + 1 end + 1) with (INR (S (S n))). simpl pow. ring. Qed.
Lemma near_one u : Rabs u < 1 / 2 -> 0 < 1 + u.
Proof. intros H. apply Rabs_def2 in H. lra. Qed.
Lemma Rpower_1_l a : Rpower 1 a = 1.
Proof. unfold Rpower. now rewrite ln_1, Rmult_0_r, exp_0. Qed.
Lemma D_raised a u : 0 < 1 + u -> is_derive (fun v => Rpower (1 + v) a) u (a * Rpower (1 + u) (a - 1)).
Proof. intros H. unfold Rpower. auto_derive. exact H. replace ((a - 1) * ln (1 + u)) with (a * ln (1 + u) + - ln (1 + u)) by ring.
  rewrite exp_plus, exp_Ropp, exp_ln by exact H. field. lra. Qed.
Lemma power_c_step a k : INR (S k) * power_c a (S k) = a * power_c (a - 1) k.
Proof. induction k as [|k IH]. simpl. field. assert (N := lt_0_INR (S k) (Nat.lt_0_succ k)). assert (M := lt_0_INR (S (S k)) (Nat.lt_0_succ (S k))).
  change (power_c a (S (S k))) with (power_c a (S k) * (a - INR (S k)) / INR (S (S k))).
  change (power_c (a - 1) (S k)) with (power_c (a - 1) k * (a - 1 - INR k) / INR (S k)).
  replace (power_c a (S k)) with (a * power_c (a - 1) k / INR (S k)) by (rewrite <- IH; field; lra). rewrite (S_INR k) in *. field. lra. Qed.
Lemma small_exp n : small n (fun u => exp u - poly exp_c n u).
Proof. induction n as [|n IH].
  - apply small_start. apply (ex_derive_continuous (fun u => exp u - 1)). auto_derive. exact I. simpl. rewrite exp_0. ring.
  - eapply small_step; [| | exact IH]. exists 1. split. lra. intros u _. apply (is_derive_minus exp (poly exp_c (S n))). auto_derive. exact I. ring.
    rewrite (poly_ext exp_c (fun k => INR (S k) * exp_c (S k))). apply poly_derive. intros k. change (exp_c (S k)) with (exp_c k / INR (S k)). field.
    apply not_0_INR. discriminate. cbv beta. rewrite poly_at_0, exp_0. simpl. ring. Qed.
Lemma small_power n : forall a, small n (fun u => Rpower (1 + u) a - poly (power_c a) n u).
Proof. induction n as [|n IH]; intros a.
  - apply small_start. apply (ex_derive_continuous (fun u => Rpower (1 + u) a - 1)). unfold Rpower. auto_derive. lra. simpl. rewrite Rplus_0_r, Rpower_1_l. ring.
  - eapply small_step; [| | exact (small_scal _ a _ (IH (a - 1)))]. exists (1 / 2). split. lra. intros u H. cbv beta. rewrite Rmult_minus_distr_l.
    apply (is_derive_minus (fun v => Rpower (1 + v) a) (poly (power_c a) (S n))). apply D_raised. now apply near_one. rewrite <- poly_scal.
    rewrite (poly_ext (fun k => a * power_c (a - 1) k) (fun k => INR (S k) * power_c a (S k))). apply poly_derive. intros k. symmetry. apply power_c_step.
    cbv beta. rewrite poly_at_0, Rplus_0_r, Rpower_1_l. simpl. ring. Qed.
Lemma small_log n : small n (fun u => ln (1 + u) - poly log_c n u).
Proof. destruct n as [|n].
  - apply small_start. apply (ex_derive_continuous (fun u => ln (1 + u) - 0)). auto_derive. lra. simpl. rewrite Rplus_0_r, ln_1. ring.
  - eapply small_step; [| | exact (small_power n (-1))]. exists (1 / 2). split. lra. intros u H. cbv beta.
    apply (is_derive_minus (fun v => ln (1 + v)) (poly log_c (S n))). assert (P := near_one u H). auto_derive. exact P.
    replace (-1) with (- (1)) by ring. rewrite Rpower_Ropp, Rpower_1 by exact P. field. lra.
    rewrite (poly_ext (power_c (-1)) (fun k => INR (S k) * log_c (S k))). apply poly_derive. intros k. unfold log_c. field. apply not_0_INR. discriminate.
    cbv beta. rewrite poly_at_0, Rplus_0_r, ln_1. simpl. ring. Qed.
Lemma taylor {T} {F : (T -> Prop) -> Prop} {FF : Filter F} n g (y h : T -> R) (v : R) : small n g ->
  filterlim y F (Rbar_locally (Finite 0)) -> filterlim h F (Rbar_locally (Finite v)) -> F (fun x => y x <> 0) ->
  filterlim (fun x => g (y x * h x) * (1 / y x ^ n)) F (Rbar_locally (Finite 0)).
Proof. intros G H K N. apply (filterlim_locally (F := F)). intros eps. set (B := (Rabs v + 1) ^ n + 1).
  assert (A := pow_le (Rabs v + 1) n ltac:(generalize (Rabs_pos v); lra)). assert (P : 0 < B) by (unfold B; lra). assert (E := cond_pos eps).
  destruct (G (eps / B / 2)) as [d [D L]]. apply Rdiv_lt_0_compat. now apply Rdiv_lt_0_compat. lra.
  assert (U : filterlim (fun x => y x * h x) F (Rbar_locally (Finite 0))).
  { apply (lim_is _ (0 * v)). ring. now apply C_mul. }
  apply (filter_imp (fun x => ball 0 d (y x * h x) /\ (ball v 1 (h x) /\ y x <> 0))).
  - intros x [I [J M]]. unfold ball in *; simpl in *. unfold AbsRing_ball, abs, minus, plus, opp in *; simpl in *. rewrite Ropp_0, Rplus_0_r in *.
    specialize (L _ I). rewrite Rabs_mult in L. rewrite Rpow_mult_distr in L. rewrite Rabs_mult. unfold Rdiv at 1. rewrite Rmult_1_l.
    rewrite Rabs_Rinv by (now apply pow_nonzero). rewrite <- RPow_abs. assert (Q : 0 < Rabs (y x) ^ n) by (apply pow_lt; now apply Rabs_pos_lt).
    assert (W : Rabs (h x) <= Rabs v + 1). { replace (h x) with (v + (h x + - v)) by ring. eapply Rle_trans. apply Rabs_triang. lra. }
    assert (X : Rabs (h x) ^ n <= (Rabs v + 1) ^ n) by (apply pow_incr; split; [apply Rabs_pos | exact W]).
    apply (Rmult_lt_reg_r (Rabs (y x) ^ n)). exact Q. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. apply Rle_lt_trans with (1 := L).
    assert (Z : eps / B / 2 * (Rabs v + 1) ^ n < eps).
    { apply Rle_lt_trans with (eps / B / 2 * B). apply Rmult_le_compat_l. apply Rlt_le. apply Rdiv_lt_0_compat. now apply Rdiv_lt_0_compat. lra. unfold B. lra.
      replace (eps / B / 2 * B) with (eps / 2) by (field; lra). lra. }
    apply Rle_lt_trans with (eps / B / 2 * ((Rabs v + 1) ^ n * Rabs (y x) ^ n)). rewrite (Rmult_comm (Rabs (y x) ^ n)).
    apply Rmult_le_compat_l. apply Rlt_le. apply Rdiv_lt_0_compat. now apply Rdiv_lt_0_compat. lra. apply Rmult_le_compat_r; lra.
    rewrite <- Rmult_assoc. apply Rmult_lt_compat_r. exact Q. exact Z.
  - apply near_both. apply (U (fun w => ball 0 d w)). exists (mkposreal d D). auto. apply near_both; [| exact N].
    apply (K (fun w => ball v 1 w)). exists (mkposreal 1 Rlt_0_1). auto. Qed.
(* a power with a number as its exponent, as roots *)
Lemma raised_whole w k : 0 < w -> Rpower w (INR k) = w ^ k.
Proof. intros. now apply Rpower_pow. Qed.
Lemma raised_half w k : 0 < w -> Rpower w (INR k / 2) = sqrt w ^ k.
Proof. intros H. rewrite <- Rpower_sqrt by exact H. rewrite <- Rpower_pow by apply exp_pos. rewrite Rpower_mult. f_equal. field. Qed.
Lemma raised_down w a b : Rpower w a = b -> Rpower w (- a) = 1 / b.
Proof. intros <-. rewrite Rpower_Ropp. unfold Rdiv. ring. Qed.
Ltac raised_whole k := etransitivity; [ apply (f_equal (Rpower _)); instantiate (1 := INR k); cbn [INR]; lra | etransitivity; [ apply raised_whole; assumption | ] ].
Ltac raised_half k := etransitivity; [ apply (f_equal (Rpower _)); instantiate (1 := INR k / 2); cbn [INR]; lra | etransitivity; [ apply raised_half; assumption | ] ].
Ltac raised_whole_down k := etransitivity; [ apply (f_equal (Rpower _)); instantiate (1 := - INR k); cbn [INR]; lra
 | etransitivity; [ apply raised_down, raised_whole; assumption | ] ].
Ltac raised_half_down k := etransitivity; [ apply (f_equal (Rpower _)); instantiate (1 := - (INR k / 2)); cbn [INR]; lra
 | etransitivity; [ apply raised_down, raised_half; assumption | ] ].
(* an equation between terms that differ in how their arguments are written *)
Ltac as_products := cbv beta; first [ reflexivity | ring | (unfold Rdiv; rewrite ?Rinv_mult, ?Rinv_inv, ?Rinv_1, ?Rmult_1_l; ring) ].
Ltac as_it_stands := cbv beta; rewrite ?pow_O, ?pow_1, ?Rmult_1_l; first [ as_products | (repeat (apply f_equal2 || apply f_equal); settle_field) | settle_field | (atoms_agree; first [ ring | settle_field ]) ].
Ltac settle_taylor := factors_apart; settle_field.
Ltac settle_there := first [ continuous_there | assumption | nz | product_above | positive ].
Ltac settle_value := first [ reflexivity | ring | (apply f_equal; first [ lra | ring | settle_field ]) | settle_field | (known_values; settle_field)
 | (apply f_equal; atoms_agree; settle_field) ].
Ltac to_equation := first [ reflexivity | ring | settle_field | as_it_stands | (atoms_agree; first [ ring | settle_field ]) ].
Ltac same_shape := first [ reflexivity | ring | settle_field | (apply f_equal2; same_shape) | (apply f_equal; same_shape) ].
Ltac as_stated := repeat match goal with P : _ /\ _ |- _ => destruct P end; cbn [INR] in *;
 first [ to_equation | same_shape | (atoms_agree; same_shape) ].
(* a function has one limit *)
Lemma parted_limits (l k : Rbar) : Rbar_lt l k -> exists c : R, Rbar_locally l (fun v => v < c) /\ Rbar_locally k (fun v => c < v).
Proof. destruct l as [a| |], k as [b| |]; simpl; intros H; try contradiction.
  - exists ((a + b) / 2). split. apply (open_lt ((a + b) / 2)). lra. apply (open_gt ((a + b) / 2)). lra.
  - exists (a + 1). split. apply (open_lt (a + 1)). lra. now exists (a + 1).
  - exists (b - 1). split. now exists (b - 1). apply (open_gt (b - 1)). lra.
  - exists 0. split; now exists 0. Qed.
Lemma two_limits {T} {F : (T -> Prop) -> Prop} {FF : ProperFilter F} (f : T -> R) (l k : Rbar) :
  filterlim f F (Rbar_locally l) -> filterlim f F (Rbar_locally k) -> l = k.
Proof. intros H K. destruct (Rbar_total_order l k) as [[L|E]|L]; [exfalso | exact E | exfalso].
  - destruct (parted_limits l k L) as [c [A B]]. destruct (filter_ex _ (near_both _ _ (H _ A) (K _ B))) as [x [P Q]]. lra.
  - destruct (parted_limits k l L) as [c [A B]]. destruct (filter_ex _ (near_both _ _ (K _ A) (H _ B))) as [x [P Q]]. lra. Qed.
(* sums without an end: the integral test *)
Lemma integral_test_any (F f f' : R -> R) (a : nat) (low c L : R) : low = INR a -> c = low \/ c = low - 1 ->
  (forall x, c <= x -> is_derive F x (f x) /\ is_derive f x (f' x) /\ 0 <= - f' x) ->
  filterlim F (Rbar_locally' p_infty) (Rbar_locally (Finite L)) ->
  ex_series (PS_decr_n (fun j => f (INR j)) a) /\
  L - F low <= Series (PS_decr_n (fun j => f (INR j)) a) /\
  Series (PS_decr_n (fun j => f (INR j)) a) <= f low + (L - F low) /\
  (c = low - 1 -> Series (PS_decr_n (fun j => f (INR j)) a) <= L - F c).
Proof. intros A C D T. assert (c <= low) by (destruct C; lra).
  assert (M : forall x y, c <= x -> x <= y -> f y <= f x).
  { intros x y Hx Hy. destruct (MVT_gen f x y f') as [z [Hz E]].
    - intros z Hz. rewrite Rmin_left in Hz by lra. apply D. lra.
    - intros z Hz. rewrite Rmin_left in Hz by lra. apply continuity_pt_filterlim, (ex_derive_continuous f z). exists (f' z). apply D. lra.
    - rewrite Rmin_left in Hz by lra. destruct (D z ltac:(lra)) as [_ [_ P]]. assert (0 <= - f' z * (y - x)) by (apply Rmult_le_pos; lra). lra. }
  assert (S : forall x, c <= x -> f (x + 1) <= F (x + 1) - F x <= f x).
  { intros x Hx. destruct (MVT_gen F x (x + 1) f) as [z [Hz E]].
    - intros z Hz. rewrite Rmin_left in Hz by lra. apply D. lra.
    - intros z Hz. rewrite Rmin_left in Hz by lra. apply continuity_pt_filterlim, (ex_derive_continuous F z). exists (f z). apply D. lra.
    - rewrite Rmin_left, Rmax_right in Hz by lra. assert (P := M x z Hx ltac:(lra)). assert (Q := M z (x + 1) ltac:(lra) ltac:(lra)). lra. }
  assert (K : forall y, filterlim (fun n => F (y + INR n)) eventually (Rbar_locally (Finite L))).
  { intros y. apply (filterlim_comp _ _ _ (fun n => y + INR n) F eventually (Rbar_locally' p_infty)); [| exact T].
    intros Q [m H0]. unfold filtermap. apply (filter_imp (fun n => 0 < INR n - (m - y))); [| apply near_sequence_end]. intros n N. apply H0. lra. }
  assert (P : forall x, c <= x -> 0 <= f x).
  { intros x Hx. destruct (Rle_dec 0 (f x)) as [N|N]; [exact N | exfalso].
    assert (Z := C_sub _ _ L L (K (x + 1)) (K x)). assert (O := Z (fun v => f x < v) (open_gt (f x) (L - L) ltac:(lra))). unfold filtermap in O.
    destruct (filter_ex _ O) as [n Hn]. cbv beta in Hn. replace (x + 1 + INR n) with (x + INR n + 1) in Hn by ring.
    assert (W := pos_INR n). assert (V := S (x + INR n) ltac:(lra)). assert (U := M x (x + INR n) Hx ltac:(lra)). lra. }
  assert (G : forall x, c <= x -> F x <= L).
  { intros x Hx. apply (is_lim_seq_le (fun _ => F x) (fun n => F (x + INR n)) (F x) L); [| apply is_lim_seq_const | exact (K x)].
    induction n as [|n IH]. simpl. rewrite Rplus_0_r. lra. rewrite S_INR, <- Rplus_assoc. assert (W := pos_INR n).
    assert (V := S (x + INR n) ltac:(lra)). assert (U := P (x + INR n + 1) ltac:(lra)). lra. }
  set (b := PS_decr_n (fun j => f (INR j)) a : nat -> R). assert (B : forall n, b n = f (low + INR n)).
  { intros n. unfold b, PS_decr_n. now rewrite plus_INR, <- A. }
  assert (I : forall n, F (low + INR n + 1) - F low <= sum_n b n <= f low + F (low + INR n) - F low).
  { induction n as [|n IH]. rewrite sum_O, B. simpl. rewrite Rplus_0_r. assert (V := S low ltac:(lra)). lra.
    rewrite sum_Sn, B, S_INR. change (plus (sum_n b n) (f (low + (INR n + 1)))) with (sum_n b n + f (low + (INR n + 1))). assert (W := pos_INR n).
    replace (low + (INR n + 1)) with (low + INR n + 1) by ring. assert (V := S (low + INR n) ltac:(lra)).
    assert (U := S (low + INR n + 1) ltac:(lra)). lra. }
  assert (U : ex_finite_lim_seq (sum_n b)).
  { apply (ex_finite_lim_seq_incr _ (f low + L - F low)).
    - intros n. rewrite sum_Sn, B. change (plus (sum_n b n) (f (low + INR (Datatypes.S n)))) with (sum_n b n + f (low + INR (Datatypes.S n))).
      assert (V := pos_INR (Datatypes.S n)). assert (W := P (low + INR (Datatypes.S n)) ltac:(lra)). lra.
    - intros n. assert (V := pos_INR n). assert (W := G (low + INR n) ltac:(lra)). specialize (I n). lra. }
  destruct U as [l U]. assert (E : Series b = l) by (apply is_series_unique; exact U). rewrite E.
  assert (up : l <= f low + (L - F low)).
  { apply (is_lim_seq_le (sum_n b) (fun _ => f low + (L - F low)) l (f low + (L - F low))); [| exact U | apply is_lim_seq_const].
    intros n. assert (V := pos_INR n). assert (W := G (low + INR n) ltac:(lra)). specialize (I n). lra. }
  split; [exists l; exact U |]. split; [| split; [exact up |]].
  - apply (is_lim_seq_le (fun n => F (low + 1 + INR n) - F low) (sum_n b) (L - F low) l); [| | exact U].
    intros n. specialize (I n). replace (low + 1 + INR n) with (low + INR n + 1) by ring. lra.
    apply (C_sub _ (fun _ => F low) L (F low)). apply K. apply C_const.
  - intros Q. assert (V := S c (Rle_refl c)). replace (c + 1) with low in V by lra. lra. Qed.
Lemma integral_test F f f' a low c L : low = INR a -> c = low ->
  (forall x, c <= x -> is_derive F x (f x) /\ is_derive f x (f' x) /\ 0 <= - f' x) ->
  filterlim F (Rbar_locally' p_infty) (Rbar_locally (Finite L)) -> ex_series (PS_decr_n (fun j => f (INR j)) a) /\
  L - F low <= Series (PS_decr_n (fun j => f (INR j)) a) <= f low + (L - F c).
Proof. intros A -> D T. destruct (integral_test_any F f f' a low low L A (or_introl eq_refl) D T) as [P [Q [S _]]]. easy. Qed.
Lemma integral_test_before F f f' a low c L : low = INR a -> c = low - 1 ->
  (forall x, c <= x -> is_derive F x (f x) /\ is_derive f x (f' x) /\ 0 <= - f' x) ->
  filterlim F (Rbar_locally' p_infty) (Rbar_locally (Finite L)) -> ex_series (PS_decr_n (fun j => f (INR j)) a) /\
  L - F low <= Series (PS_decr_n (fun j => f (INR j)) a) <= L - F c.
Proof. intros A C D T. destruct (integral_test_any F f f' a low c L A (or_intror C) D T) as [P [Q [_ S]]]. exact (conj P (conj Q (S C))). Qed.
Ltac size_written := rewrite ?plus_INR, ?mult_INR; cbn [INR]; first [ reflexivity | lra ].
Ltac by_bound H := lazymatch type of H with ?p <= ?q => lazymatch goal with |- 0 <= ?t =>
  replace t with (q - p) by (atoms_agree; settle_field); lra end end.
Ltac between H := let A := fresh in let B := fresh in let C := fresh in destruct H as [A [B C]];
  split; [ exact A | split; [ by_bound B | by_bound C ] ].
Lemma C_over {T} {F : (T -> Prop) -> Prop} (FF : Filter F) {f g a b} : filterlim f F (Rbar_locally (Finite a)) ->
  filterlim (fun x => 1 / g x) F (Rbar_locally (Finite b)) -> filterlim (fun x => f x / g x) F (Rbar_locally (Finite (a * b))).
Proof. intros H K. apply (filterlim_ext (fun x => f x * (1 / g x))). intros x. unfold Rdiv. ring. now apply C_mul. Qed.
(* in printed proofs what is a filter is looked for once *)
Arguments C_const {T F} FF. Arguments C_add {T F} FF {f g a b}. Arguments C_opp {T F f a}. Arguments C_sub {T F} FF {f g a b}.
Arguments C_mul {T F} FF {f g a b}. Arguments C_at {T F} g {f a}. Arguments C_div {T F} FF {f g a b}. Arguments C_pow {T F} FF n {f a}.
Arguments C_Rpower {T F} FF {f g a b}. Arguments C_Rmax {T F} FF {f g a b}. Arguments C_Rmin {T F} FF {f g a b}.
