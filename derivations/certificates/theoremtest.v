(* What every certificate starts from: definitions of the functions that Coq's library lacks, rules of differentiation that keep the shape of
   what they differentiate, and tactics. Only the definitions bear on what a theorem says. *)
Require Import Reals ZArith Lia Lra Psatz.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
Open Scope R_scope.

(* ---- definitions: what the theorems' words mean ---- *)
Definition coth (x : R) : R := cosh x / sinh x.
Definition sech (x : R) : R := / cosh x.
Definition csch (x : R) : R := / sinh x.
Definition acosh (x : R) : R := ln (x + sqrt (x ^ 2 - 1)).
Definition atanh (x : R) : R := (ln (1 + x) - ln (1 - x)) / 2.
Definition kronecker (x y : R) : R := if Req_EM_T x y then 1 else 0.
(* the sum of f from a to b; nothing where b is less than a *)
Fixpoint total_of (f : nat -> R) (a count : nat) : R := match count with O => 0 | S n => f a + total_of f (S a) n end.
Definition total (f : nat -> R) (a b : nat) : R := total_of f a (S b - a).

(* ---- functions in exponentials, logarithms and roots ---- *)
Lemma cosh_exp x : cosh x = (exp x + / exp x) / 2.
Proof. unfold cosh. now rewrite exp_Ropp. Qed.
Lemma sinh_exp x : sinh x = (exp x - / exp x) / 2.
Proof. unfold sinh. now rewrite exp_Ropp. Qed.
Lemma tanh_exp x : tanh x = (exp x - / exp x) / (exp x + / exp x).
Proof. unfold tanh. rewrite cosh_exp, sinh_exp. assert (H := exp_pos x).
  field. repeat split; try lra; nra. Qed.
Ltac unfold_functions := cbn [INR] in *; unfold Rpower, arcsinh, acosh, atanh, coth, sech, csch in *;
  rewrite ?tanh_exp, ?cosh_exp, ?sinh_exp in *.

(* ---- exponentials and logarithms, a factor at a time ---- *)
Lemma exp_times n p : exp (INR n * p) = exp p ^ n.
Proof. induction n as [|n IH]. simpl. rewrite Rmult_0_l. apply exp_0.
  rewrite S_INR. replace ((INR n + 1) * p) with (p + INR n * p) by ring. now rewrite exp_plus, IH. Qed.
Lemma ln_power c n : 0 < c -> ln (c ^ n) = INR n * ln c.
Proof. intros H. induction n as [|n IH]. simpl. rewrite ln_1. ring.
  rewrite S_INR. simpl pow. rewrite ln_mult, IH; auto. ring. now apply pow_lt. Qed.

(* ---- rules of differentiation ---- *)
Section Rules.
Variable t : R.
Implicit Types f g : R -> R.
Implicit Types a b : R.
Lemma D_is f (l m : R) : is_derive f t l -> l = m -> is_derive f t m.
Proof. now intros H <-. Qed.
Lemma D_const a : is_derive (fun _ => a) t 0.
Proof. apply (is_derive_const a t). Qed.
Lemma D_id : is_derive (fun s => s) t 1.
Proof. apply (is_derive_id t). Qed.
Lemma D_add f g a b : is_derive f t a -> is_derive g t b -> is_derive (fun s => f s + g s) t (a + b).
Proof. intros. now apply (is_derive_plus f g t a b). Qed.
Lemma D_sub f g a b : is_derive f t a -> is_derive g t b -> is_derive (fun s => f s - g s) t (a - b).
Proof. intros. now apply (is_derive_minus f g t a b). Qed.
Lemma D_opp f a : is_derive f t a -> is_derive (fun s => - f s) t (- a).
Proof. intros. now apply (is_derive_opp f t a). Qed.
Lemma D_mul f g a b : is_derive f t a -> is_derive g t b -> is_derive (fun s => f s * g s) t (a * g t + f t * b).
Proof. intros. apply (is_derive_mult f g t a b); auto. intros; apply Rmult_comm. Qed.
Lemma D_inv f a : is_derive f t a -> f t <> 0 -> is_derive (fun s => / f s) t (- a / f t ^ 2).
Proof. intros. now apply is_derive_inv. Qed.
Lemma D_div f g a b : is_derive f t a -> is_derive g t b -> g t <> 0 -> is_derive (fun s => f s / g s) t ((a * g t - b * f t) / g t ^ 2).
Proof. intros. eapply D_is. apply (D_mul f (fun s => / g s) a (- b / g t ^ 2)); [assumption | now apply D_inv]. cbv beta. field. assumption. Qed.
Lemma D_pow f a n : is_derive f t a -> is_derive (fun s => f s ^ S n) t (INR (S n) * a * f t ^ n).
Proof. intros. now apply (is_derive_pow f (S n) t a). Qed.
Lemma D_comp (F : R -> R) f a b : is_derive F (f t) b -> is_derive f t a -> is_derive (fun s => F (f s)) t (a * b).
Proof. intros. apply (is_derive_comp F f t b a); auto. Qed.
Lemma D_sqrt f a : is_derive f t a -> 0 < f t -> is_derive (fun s => sqrt (f s)) t (a * / (2 * sqrt (f t))).
Proof. intros. apply D_comp; auto. auto_derive; auto. field. now apply Rgt_not_eq, sqrt_lt_R0. Qed.
Lemma D_exp f a : is_derive f t a -> is_derive (fun s => exp (f s)) t (a * exp (f t)).
Proof. intros. apply D_comp; auto. auto_derive; auto. ring. Qed.
Lemma D_ln f a : is_derive f t a -> 0 < f t -> is_derive (fun s => ln (f s)) t (a * / f t).
Proof. intros. apply D_comp; auto. auto_derive; auto. ring. Qed.
Lemma D_Rpower f a p : is_derive f t a -> 0 < f t -> is_derive (fun s => Rpower (f s) p) t (p * a * Rpower (f t) (p - 1)).
Proof. intros H P. unfold Rpower. eapply D_is. apply D_exp. apply D_mul. apply D_const. apply D_ln. exact H. exact P. cbv beta.
  replace ((p - 1) * ln (f t)) with (p * ln (f t) + - ln (f t)) by ring. rewrite exp_plus, exp_Ropp, exp_ln by exact P. ring. Qed.
Lemma D_sin f a : is_derive f t a -> is_derive (fun s => sin (f s)) t (a * cos (f t)).
Proof. intros. apply D_comp; auto. auto_derive; auto. ring. Qed.
Lemma D_cos f a : is_derive f t a -> is_derive (fun s => cos (f s)) t (a * - sin (f t)).
Proof. intros. apply D_comp; auto. auto_derive; auto. ring. Qed.
Lemma D_cosh f a : is_derive f t a -> is_derive (fun s => cosh (f s)) t (a * sinh (f t)).
Proof. intros. apply D_comp; auto. unfold cosh, sinh. auto_derive; auto. lra. Qed.
Lemma D_sinh f a : is_derive f t a -> is_derive (fun s => sinh (f s)) t (a * cosh (f t)).
Proof. intros. apply D_comp; auto. unfold cosh, sinh. auto_derive; auto. lra. Qed.
Lemma cosh_pos x : 0 < cosh x.
Proof. unfold cosh. generalize (exp_pos x) (exp_pos (- x)). lra. Qed.
Lemma D_tanh f a : is_derive f t a -> is_derive (fun s => tanh (f s)) t (a * (1 - tanh (f t) ^ 2)).
Proof. intros. apply D_comp; auto. unfold tanh. assert (Hz := cosh_pos (f t)). unfold cosh, sinh in *. auto_derive.
  intro; lra. field. intro; lra. Qed.
Lemma D_arcsinh f a : is_derive f t a -> is_derive (fun s => arcsinh (f s)) t (a * / sqrt (f t ^ 2 + 1)).
Proof. intros. apply D_comp; auto. apply is_derive_Reals. apply derivable_pt_lim_arcsinh. Qed.
Lemma D_atanh f a : is_derive f t a -> -1 < f t -> f t < 1 -> is_derive (fun s => atanh (f s)) t (a * / (1 - f t ^ 2)).
Proof. intros. apply D_comp; auto. unfold atanh. auto_derive. repeat split; lra. field. repeat split; nra. Qed.
Lemma D_Rabs f a : is_derive f t a -> f t <> 0 -> is_derive (fun s => Rabs (f s)) t (sign (f t) * a).
Proof. intros. now apply is_derive_Rabs. Qed.
End Rules.
Ltac eta t l := lazymatch goal with
 | |- is_derive Ropp t l => change (is_derive (fun s : R => - s) t l)
 | |- is_derive Rinv t l => change (is_derive (fun s : R => / s) t l)
 | |- is_derive sqrt t l => change (is_derive (fun s : R => sqrt s) t l)
 | |- is_derive exp t l => change (is_derive (fun s : R => exp s) t l)
 | |- is_derive ln t l => change (is_derive (fun s : R => ln s) t l)
 | |- is_derive sin t l => change (is_derive (fun s : R => sin s) t l)
 | |- is_derive cos t l => change (is_derive (fun s : R => cos s) t l)
 | |- is_derive cosh t l => change (is_derive (fun s : R => cosh s) t l)
 | |- is_derive sinh t l => change (is_derive (fun s : R => sinh s) t l)
 | |- is_derive tanh t l => change (is_derive (fun s : R => tanh s) t l)
 | |- is_derive arcsinh t l => change (is_derive (fun s : R => arcsinh s) t l)
 | |- is_derive atanh t l => change (is_derive (fun s : R => atanh s) t l)
 | |- is_derive Rabs t l => change (is_derive (fun s : R => Rabs s) t l)
 | |- is_derive (Rmult ?a) t l => change (is_derive (fun s : R => a * s) t l)
 | |- is_derive (Rplus ?a) t l => change (is_derive (fun s : R => a + s) t l)
 | |- is_derive (Rminus ?a) t l => change (is_derive (fun s : R => a - s) t l)
 | |- is_derive (Rdiv ?a) t l => change (is_derive (fun s : R => a / s) t l)
 end.
Ltac derive := lazymatch goal with
 | |- is_derive (fun _ => ?a) _ _ => apply D_const
 | |- is_derive (fun s => s) _ _ => apply D_id
 | |- is_derive (fun s => _ + _) _ _ => apply D_add; [derive|derive]
 | |- is_derive (fun s => _ - _) _ _ => apply D_sub; [derive|derive]
 | |- is_derive (fun s => - _) _ _ => apply D_opp; derive
 | |- is_derive (fun s => _ * _) _ _ => apply D_mul; [derive|derive]
 | |- is_derive (fun s => _ / _) _ _ => apply D_div; [derive|derive|]
 | |- is_derive (fun s => / _) _ _ => apply D_inv; [derive|]
 | |- is_derive (fun s => _ ^ _) _ _ => apply D_pow; derive
 | |- is_derive (fun s => sqrt _) _ _ => apply D_sqrt; [derive|]
 | |- is_derive (fun s => exp _) _ _ => apply D_exp; derive
 | |- is_derive (fun s => ln _) _ _ => apply D_ln; [derive|]
 | |- is_derive (fun s => Rpower _ ?p) _ _ => apply D_Rpower; [derive|]
 | |- is_derive (fun s => sin _) _ _ => apply D_sin; derive
 | |- is_derive (fun s => cos _) _ _ => apply D_cos; derive
 | |- is_derive (fun s => cosh _) _ _ => apply D_cosh; derive
 | |- is_derive (fun s => sinh _) _ _ => apply D_sinh; derive
 | |- is_derive (fun s => tanh _) _ _ => apply D_tanh; derive
 | |- is_derive (fun s => arcsinh _) _ _ => apply D_arcsinh; derive
 | |- is_derive (fun s => atanh _) _ _ => apply D_atanh; [derive| |]
 | |- is_derive (fun s => Rabs _) _ _ => apply D_Rabs; [derive|]
 | |- is_derive (fun _ => _) _ _ => eassumption
 | |- is_derive _ ?t ?l => first [eta t l; derive | eassumption]
 end.

(* ---- what never falls ---- *)
Lemma grows f g t : 0 <= t -> (forall s, 0 <= s -> is_derive f s (g s)) -> (forall s, 0 <= s -> 0 <= g s) -> f 0 <= f t.
Proof. intros Ht D G. destruct (MVT_gen f 0 t g) as [c [Hc E]].
  - intros x Hx. apply D. rewrite Rmin_left in Hx by lra. lra.
  - intros x Hx. apply continuity_pt_filterlim, (ex_derive_continuous f x). exists (g x). apply D. rewrite Rmin_left in Hx by lra. lra.
  - rewrite Rmin_left in Hc by lra. assert (0 <= g c) by (apply G; lra). assert (0 <= g c * (t - 0)) by (apply Rmult_le_pos; lra). lra. Qed.
(* ---- signs ---- *)
Lemma above_zero x y : x = y -> 0 < y -> 0 < x.
Proof. now intros ->. Qed.
Lemma above_zero_weakly x y : x = y -> 0 <= y -> 0 <= x.
Proof. now intros ->. Qed.
Lemma less_by_difference a b : 0 < b - a -> a < b.
Proof. lra. Qed.
Lemma at_most_by_difference a b : 0 <= b - a -> a <= b.
Proof. lra. Qed.
Lemma square_above a : a <> 0 -> 0 < a ^ 2.
Proof. intros. simpl. rewrite Rmult_1_r. apply Rsqr_pos_lt. assumption. Qed.
(* nra over the latest few facts that are short, if what is to be shown is short: a bound that no clock has a part in *)
Ltac leaves n t := lazymatch t with ?f ?a => let m := leaves n f in leaves m a | _ => lazymatch n with S ?m => m end end.
Ltac short t := let n := leaves 60%nat t in idtac.
Ltac is_fact T := lazymatch T with _ < _ => idtac | _ <= _ => idtac | _ > _ => idtac | _ >= _ => idtac | @eq R _ _ => idtac end.
Ltac few_facts n := match goal with
 | H : ?T |- _ => is_fact T; first
   [ (lazymatch n with S ?m => short T; revert H; few_facts m; intro H end) | (clear H; few_facts n) ]
 | _ => idtac end.
Ltac nonlinear := lazymatch goal with |- ?T => short T end; few_facts 10%nat; solve [nra].
Ltac positive := lazymatch goal with
 | |- ?a > ?b => change (b < a); positive
 | |- ?a >= ?b => apply Rle_ge; positive
 | |- 0 < _ => first [ assumption | lra | by_shape | nonlinear ]
 | |- 0 <= _ => first [ assumption | lra | by_shape_weak | nonlinear ]
 | |- _ => first [ assumption | lra | nonlinear ]
 end
with by_shape := lazymatch goal with
 | |- 0 < ?a + ?b => first [ apply Rplus_lt_le_0_compat; [above|at_least] | apply Rplus_le_lt_0_compat; [at_least|above] ]
 | |- 0 < ?a * ?b => apply Rmult_lt_0_compat; above
 | |- 0 < ?a / ?b => apply Rdiv_lt_0_compat; above
 | |- 0 < / ?a => apply Rinv_0_lt_compat; above
 | |- 0 < ?a ^ 2 => first [ apply square_above; first [ assumption | lra ] | apply pow_lt; above | simpl; nonlinear ]
 | |- 0 < ?a ^ _ => first [ apply pow_lt; above | simpl; nonlinear ]
 | |- 0 < exp _ => apply exp_pos
 | |- 0 < sqrt _ => apply sqrt_lt_R0; above
 | |- 0 < cosh _ => apply cosh_pos
 | |- 0 < - (?a * ?b) => replace (- (a * b)) with (a * - b) by ring; by_shape
 end
with above := first [ assumption | lra | by_shape | leaf ]
with by_shape_weak := lazymatch goal with
 | |- 0 <= ?a + ?b => apply Rplus_le_le_0_compat; at_least
 | |- 0 <= ?a * ?a => apply Rle_0_sqr
 | |- 0 <= ?a * ?b => apply Rmult_le_pos; at_least
 | |- 0 <= ?a / ?b => unfold Rdiv; apply Rmult_le_pos; [at_least | apply Rlt_le, Rinv_0_lt_compat; above]
 | |- 0 <= / ?a => apply Rlt_le, Rinv_0_lt_compat; above
 | |- 0 <= ?a ^ 2 => apply pow2_ge_0
 | |- 0 <= ?a ^ 4 => replace (a ^ 4) with ((a ^ 2) ^ 2) by ring; apply pow2_ge_0
 | |- 0 <= ?a ^ _ => apply pow_le; at_least
 | |- 0 <= sqrt _ => apply sqrt_pos
 | |- 0 <= Rabs _ => apply Rabs_pos
 | |- _ => apply Rlt_le; by_shape
 end
with at_least := first [ assumption | lra | by_shape_weak | leaf ]
with leaf := lazymatch goal with
 | |- _ (_ + _) => nonlinear
 | |- _ (_ - _) => nonlinear
 end.

(* ---- what is not zero: from a sign, or from a hypothesis that is the same polynomial up to a factor ---- *)
Ltac not_zero := first
 [ assumption
 | lra
 | apply Rgt_not_eq; unfold Rgt; solve [above]
 | match goal with H : ?d <> 0 |- ?c <> 0 => solve [ intro; apply H; lra ] end
 | match goal with H : 0 < ?d |- ?c <> 0 => solve [ intro; lra ] end
 | lazymatch goal with
   | |- ?a * ?b <> 0 => apply Rmult_integral_contrapositive_currified; not_zero
   | |- ?a ^ _ <> 0 => apply pow_nonzero; not_zero
   | |- - ?a <> 0 => apply Ropp_neq_0_compat; not_zero
   | |- / ?a <> 0 => apply Rinv_neq_0_compat; not_zero
   | |- ?a / ?b <> 0 => apply Rmult_integral_contrapositive_currified; [not_zero | apply Rinv_neq_0_compat; not_zero]
   end
 | apply Rgt_not_eq; nonlinear
 | apply Rlt_not_eq; nonlinear ].
Lemma size_at_least k n : (k <= n)%nat -> INR k <= INR n.
Proof. apply le_INR. Qed.
Ltac sizes := repeat match goal with
 | n : nat |- _ => lazymatch goal with H : 0 <= INR n |- _ => fail | _ => assert (0 <= INR n) by apply pos_INR end
 end; repeat match goal with
 | H : (?k <= ?n)%nat |- _ => let K := fresh in assert (K := size_at_least k n H); cbn [INR] in K; revert H
 end; intros.
Ltac split_all := repeat match goal with |- _ /\ _ => split end; try exact I.
Ltac not_zeros := split_all; first
 [ not_zero
 | match goal with H : ?d <> 0 |- ?c <> 0 =>
     solve [ intro; apply H; field_simplify_eq; [ first [lra | nonlinear] | split_all; not_zero] ] end ].
Ltac rational := cbn [INR] in *; first [ reflexivity | ring | (field; not_zeros) | lra | nonlinear ].
Ltac weak_sign := first [ assumption | lra
 | match goal with H : 0 <= ?a |- 0 <= ?b => solve [replace b with a by ring; assumption] end
 | match goal with H : 0 < ?a |- 0 <= ?b => solve [replace b with a by ring; lra] end
 | match goal with H : 0 <= ?a |- 0 <= ?b => solve [replace b with a by (field; not_zeros); assumption] end
 | positive ].
(* ---- numbers ---- *)
Ltac plain_moduli := repeat match goal with |- context [Rabs ?x] =>
  first [ rewrite (Rabs_pos_eq x) by lra | rewrite (Rabs_left1 x) by lra ] end.
(* exponentials of zero, logarithms and roots of one, however these are written *)
Ltac plain_values := repeat match goal with
 | |- context [exp ?x] => rewrite (f_equal exp (ltac:(first [lra | field; lra]) : x = 0)), exp_0
 | |- context [ln ?x] => rewrite (f_equal ln (ltac:(first [lra | field; lra]) : x = 1)), ln_1
 | |- context [sqrt ?x] => rewrite (f_equal sqrt (ltac:(first [lra | field; lra]) : x = 1)), sqrt_1 end.
Ltac numeric := intros; unfold_functions; rewrite ?sign_0; plain_moduli;
 first [ lra | lia | assumption
 | (match goal with
    | |- _ <> _ => apply Rgt_not_eq; interval
    | |- _ <> _ => apply Rlt_not_eq; interval
    | |- ?a > ?b => change (b < a); interval
    | |- ?a >= ?b => apply Rle_ge; interval
    end)
 | interval | solve [field_simplify; lra] | solve [field_simplify_eq; lra] | interval with (i_prec 120)
 | match goal with |- ~ _ => intro; lra end
 | (progress plain_values; first [ lra | solve [field_simplify; lra] ])
 | (lazymatch goal with |- (_ <= _)%nat => apply Nat.leb_le; vm_compute; reflexivity end) ].
Ltac false_number := unfold_functions; match goal with
 | H : False |- _ => exact H
 | H : ?a < ?b |- False => assert (b <= a) by numeric; lra
 | H : ?a <= ?b |- False => assert (b < a) by numeric; lra
 | H : ?a > ?b |- False => assert (a <= b) by numeric; lra
 | H : ?a >= ?b |- False => assert (a < b) by numeric; lra
 | H : ?a <> ?b |- False => apply H; numeric
 | H : ?a = ?b |- False => first [ lra | assert (a < b) by numeric; lra | assert (b < a) by numeric; lra ]
 end.
Ltac give H := match type of H with ?A -> _ => let a := fresh in assert (a : A) by number; specialize (H a); clear a end
with number := lazymatch goal with
 | |- _ /\ _ => split; number
 | |- _ \/ _ => first [ left; number | right; number ]
 | |- ~ _ => intro; refuted_number
 | |- ex_derive _ _ => unfold_functions; auto_derive; number
 | |- True => exact I
 | |- _ -> _ => intro; first [ exfalso; refuted_number | number ]
 | |- _ => branches; numeric
 end
with refuted_number := repeat match goal with H : _ /\ _ |- _ => destruct H | H : _ \/ _ |- _ => destruct H end;
  branches; first [ false_number | match goal with H : ~ ?A |- _ => apply H; number end
                  | match goal with H : ?A -> ?B |- _ => let a := fresh in assert (a : A) by number; specialize (H a); refuted_number end
                  | match goal with H : ?A <-> ?B |- _ => destruct H; refuted_number end ]
with branches := unfold Rmax, Rmin, kronecker in *; repeat match goal with
  | |- context [Rle_dec ?a ?b] => destruct (Rle_dec a b); try (exfalso; lra)
  | h : context [Rle_dec ?a ?b] |- _ => destruct (Rle_dec a b); try (exfalso; lra)
  | |- context [Req_EM_T ?a ?b] => destruct (Req_EM_T a b); try (exfalso; lra)
  | h : context [Req_EM_T ?a ?b] |- _ => destruct (Req_EM_T a b); try (exfalso; lra) end.

(* H and E say opposite things of two numbers *)
Ltac against H E := first [ lra | exact (H E) | exact (Rlt_not_eq _ _ E H) | exact (Rlt_not_eq _ _ E (eq_sym H)) | exact (Rlt_not_le _ _ E H)
 | exact (Rlt_asym _ _ E H) | (rewrite E in H; exact (Rlt_irrefl _ H)) ].
Ltac known_signs := repeat match goal with
 | |- context [sign ?a] => first [ rewrite (sign_eq_1 a) by numeric | rewrite (sign_eq_m1 a) by numeric ]
 end.

(* ---- inequalities ---- *)
Ltac known_roots := repeat match goal with
  | |- context [sqrt ?a] => name_root a
  | h : context [sqrt ?a] |- _ => name_root a
  end
with name_root a := let s := fresh "s" in let H := fresh "Hs" in let K := fresh "Ks" in
  assert (K := sqrt_pos a); assert (H : sqrt a * sqrt a = a) by (apply sqrt_sqrt; weak_sign); set (s := sqrt a) in *; clearbody s.
Ltac known_moduli := repeat match goal with
  | |- context [Rabs ?a] => let s := fresh "m" in let H := fresh in destruct (Rcase_abs a) as [H|H];
       [rewrite (Rabs_left a H) in * | rewrite (Rabs_right a H) in *]
  | h : context [Rabs ?a] |- _ => let H := fresh in destruct (Rcase_abs a) as [H|H];
       [rewrite (Rabs_left a H) in * | rewrite (Rabs_right a H) in *]
  end.
Ltac one_inequality := lazymatch goal with
 | |- False => first [ lra | nra | false_number ]
 | |- ?a <> 0 => not_zeros
 | |- ?a <> ?b => first [ lra | (let H := fresh in intro H; nra) | not_zeros ]
 | |- ?a = ?b => first [ lra | rational | nra ]
 | |- _ => first [ lra | positive | apply less_by_difference; positive | apply at_most_by_difference; positive | nra | interval
                 | numeric ]
 end.
Ltac inequality := unfold_functions; branches; known_moduli; try known_roots;
  intuition (first [ one_inequality | subst; one_inequality ]).
