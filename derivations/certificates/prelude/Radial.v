(* Potentials and fields of the length alone: gradients, Hessians, convexity, and what a flow that they steer comes to. *)
Require Import Reals Lra Psatz.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Signs Definite Tends Fields.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope R_scope with Re.
Lemma dotD n (x y z : 'cV[R]_n) : dot (x + y) z = Rplus (dot x z) (dot y z).
Proof. by rewrite /dot linearD /= mulmxDl mxE. Qed.
Lemma dotZ n c (x z : 'cV[R]_n) : dot (c *: x) z = Rmult c (dot x z).
Proof. by rewrite /dot linearZ /= -scalemxAl mxE. Qed.
Lemma dotDr n (x y z : 'cV[R]_n) : dot z (x + y) = Rplus (dot z x) (dot z y).
Proof. by rewrite dotC dotD !(dotC z). Qed.
Lemma dotZr n c (x z : 'cV[R]_n) : dot z (c *: x) = Rmult c (dot z x).
Proof. by rewrite dotC dotZ (dotC z). Qed.
Lemma dotM n m (v : 'cV[R]_n) (A : 'M[R]_(n, m)) w : dot v (A *m w) = dot (A^T *m v) w.
Proof. by rewrite /dot trmx_mul trmxK mulmxA. Qed.
Lemma column n (x : 'cV[R]_n) (v : 'cV[R]_n) : x *m x^T *m v = dot x v *: x.
Proof. by rewrite -mulmxA [x^T *m v]mx11_scalar mul_mx_scalar. Qed.
Lemma mxd_along n (x v : 'cV[R]_n) t : mxd (fun s : R => x + s *: v) t v.
Proof.
move=> i j; apply: (is_derive_ext (fun s => Rplus (x i j) (Rmult s (v i j)))) => [s|]; first by rewrite !mxE.
by auto_derive => //; rewrite Rmult_1_l.
Qed.
Lemma dot_moves n (p q : R -> 'cV[R]_n) t v w : mxd p t v -> mxd q t w ->
  is_derive (fun s => dot (p s) (q s)) t (Rplus (dot v (q t)) (dot (p t) w)).
Proof. by move=> hp hq; have := mxd_mul (mxd_tr hp) hq ord0 ord0; rewrite [X in is_derive _ _ X]mxE. Qed.
Lemma scaled_zero n (c : R) (x : 'cV[R]_n) : c <> 0%Re -> c *: x = 0 -> x = 0.
Proof.
move=> hc e; have : (/ c)%Re *: (c *: x) = 0 by rewrite e scaler0.
by rewrite scalerA; change ((/ c * c)%Re *: x = 0 -> x = 0); rewrite Rinv_l // scale1r.
Qed.
Definition at_length (a b : R -> R) n (x : 'cV[R]_n) : 'M[R]_n := a (dot x x) *: 1%:M + b (dot x x) *: (x *m x^T).
Lemma steered n (a b : R -> R) (p : R -> 'cV[R]_n) t v : (0 < dot (p t) (p t))%Re -> mxd p t v ->
  is_derive a (dot (p t) (p t)) (Rdiv (b (dot (p t) (p t))) 2) ->
  mxd (fun s => a (dot (p s) (p s)) *: p s) t (at_length a b (p t) *m v).
Proof.
move=> h hp ha; have hr := dot_moves hp hp.
have c := is_derive_comp a (fun s => dot (p s) (p s)) t _ _ ha hr.
have := mxd_scale c hp.
suff -> : (scal (Rplus (dot v (p t)) (dot (p t) v)) (Rdiv (b (dot (p t) (p t))) 2) *: p t + a (dot (p t) (p t)) *: v)
  = at_length a b (p t) *m v by [].
rewrite /at_length mulmxDl -!scalemxAl mul1mx column scalerA addrC; congr (_ + _ *: _).
rewrite (dotC v); change (Rmult (Rplus (dot (p t) v) (dot (p t) v)) (Rdiv (b (dot (p t) (p t))) 2) = Rmult (b (dot (p t) (p t))) (dot (p t) v)).
by field.
Qed.
Section Potential.
Variables phi a b : R -> R.
Hypothesis slope : forall r, (r > 0)%Re -> is_derive phi r (Rdiv (a r) 2).
Hypothesis bend : forall r, (r > 0)%Re -> is_derive a r (Rdiv (b r) 2).
Lemma radial_gradient n (x : 'cV[R]_n) : (dot x x > 0)%Re -> is_gradient (fun y => phi (dot y y)) x (a (dot x x) *: x).
Proof.
move=> h V; have hp := mxd_along x V 0%R.
have hr := dot_moves hp hp.
have e : x + R0 *: V = x by rewrite scale0r addr0.
have hs : is_derive phi (dot (x + R0 *: V) (x + R0 *: V)) (Rdiv (a (dot x x)) 2) by rewrite e; apply: slope.
have := is_derive_comp phi (fun s => dot (x + s *: V) (x + s *: V)) R0 _ _ hs hr.
suff -> : scal (Rplus (dot V (x + R0 *: V)) (dot (x + R0 *: V) V)) (Rdiv (a (dot x x)) 2) = \tr ((a (dot x x) *: x)^T *m V) by [].
rewrite e trace_mx11 -/(dot _ _) dotZ (dotC V); change (Rmult (Rplus (dot x V) (dot x V)) (Rdiv (a (dot x x)) 2) = Rmult (a (dot x x)) (dot x V)).
by field.
Qed.
Lemma radial_jacobian n (x : 'cV[R]_n) : (dot x x > 0)%Re -> is_jacobian (fun y => a (dot y y) *: y) x (at_length a b x).
Proof.
move=> h V; have e : x + R0 *: V = x by rewrite scale0r addr0.
have := @steered n a b (fun s => x + s *: V) R0 V; rewrite e; apply; [exact: Rgt_lt | exact: mxd_along | exact: bend].
Qed.
Hypothesis upward : forall r, (r > 0)%Re -> (a r > 0)%Re.
Hypothesis convex : forall r, (r > 0)%Re -> (a r + r * b r > 0)%Re.
Let psi q := phi (Rmult q q).
Let psi' q := Rmult q (a (Rmult q q)).
Lemma psi_moves q : (q > 0)%Re -> is_derive psi q (psi' q).
Proof.
move=> h; have hs := slope (Rmult_gt_0_compat _ _ h h).
have := is_derive_comp phi (fun q => Rmult q q) q _ _ hs (is_derive_mult (fun q => q) (fun q => q) q _ _ (is_derive_id q) (is_derive_id q) Rmult_comm).
suff -> : scal (plus (mult one q) (mult q one)) (Rdiv (a (Rmult q q)) 2) = psi' q by [].
change (Rmult (Rplus (Rmult 1 q) (Rmult q 1)) (Rdiv (a (Rmult q q)) 2) = psi' q); rewrite /psi'; field.
Qed.
Lemma psi_bends q : (q > 0)%Re -> is_derive psi' q (Rplus (a (Rmult q q)) (Rmult (Rmult q q) (b (Rmult q q)))).
Proof.
move=> h; have hs := bend (Rmult_gt_0_compat _ _ h h).
have c := is_derive_comp a (fun q => Rmult q q) q _ _ hs (is_derive_mult (fun q => q) (fun q => q) q _ _ (is_derive_id q) (is_derive_id q) Rmult_comm).
have := is_derive_mult (fun q => q) (fun q => a (Rmult q q)) q _ _ (is_derive_id q) c Rmult_comm.
suff -> : plus (mult one (a (Rmult q q))) (mult q (scal (plus (mult one q) (mult q one)) (Rdiv (b (Rmult q q)) 2)))
  = Rplus (a (Rmult q q)) (Rmult (Rmult q q) (b (Rmult q q))) by [].
change (Rplus (Rmult 1 (a (Rmult q q))) (Rmult q (Rmult (Rplus (Rmult 1 q) (Rmult q 1)) (Rdiv (b (Rmult q q)) 2)))
  = Rplus (a (Rmult q q)) (Rmult (Rmult q q) (b (Rmult q q)))); field.
Qed.
Lemma psi_rises p q : (0 < p)%Re -> (p < q)%Re -> (psi' p < psi' q)%Re.
Proof.
move=> h k; have [c [e [l r]]] := MVT_cor2 psi' (fun q => Rplus (a (Rmult q q)) (Rmult (Rmult q q) (b (Rmult q q)))) p q k
  (fun c hc => proj1 (is_derive_Reals _ _ _) (psi_bends (Rlt_gt _ _ (Rlt_le_trans _ _ _ h (proj1 hc))))).
have hc : (c * c > 0)%Re by apply: Rmult_gt_0_compat; lra.
have := convex hc; move: e; set d := Rplus _ _ => e hd; have : (d * (q - p) > 0)%Re by apply: Rmult_gt_0_compat => //; lra.
lra.
Qed.
Lemma psi_above p q : (0 < p)%Re -> (0 < q)%Re -> p <> q -> (psi' p * (q - p) < psi q - psi p)%Re.
Proof.
move=> hp hq ne; case: (Rtotal_order p q) => [k|[k|k]] //.
- have [c [-> [l r]]] := MVT_cor2 psi psi' p q k
    (fun c hc => proj1 (is_derive_Reals _ _ _) (psi_moves (Rlt_gt _ _ (Rlt_le_trans _ _ _ hp (proj1 hc))))).
  by apply: Rmult_lt_compat_r; [lra | apply: psi_rises].
- have [c [e [l r]]] := MVT_cor2 psi psi' q p k
    (fun c hc => proj1 (is_derive_Reals _ _ _) (psi_moves (Rlt_gt _ _ (Rlt_le_trans _ _ _ hq (proj1 hc))))).
  have u : (psi' c < psi' p)%Re by apply: psi_rises; lra.
  have : (psi' c * (p - q) < psi' p * (p - q))%Re by apply: Rmult_lt_compat_r => //; lra.
  lra.
Qed.
Lemma tangent n (x y : 'cV[R]_n) : (dot x x > 0)%Re -> (dot y y > 0)%Re -> x <> y ->
  (a (dot x x) * dot x (y - x) < phi (dot y y) - phi (dot x x))%Re.
Proof.
move=> hx hy ne; pose p := sqrt (dot x x); pose q := sqrt (dot y y).
have hp : (0 < p)%Re by apply: sqrt_lt_R0; lra.
have hq : (0 < q)%Re by apply: sqrt_lt_R0; lra.
have ep : Rmult p p = dot x x by apply: sqrt_sqrt; lra.
have eq : Rmult q q = dot y y by apply: sqrt_sqrt; lra.
have -> : dot x (y - x) = Rminus (dot x y) (dot x x).
  by rewrite dotDr -scaleN1r dotZr; change (Rplus (dot x y) (Rmult (Ropp 1) (dot x x)) = Rminus (dot x y) (dot x x)); ring.
have up := upward hx; have cs := cauchy x y; rewrite -ep -eq in cs up *.
have le : (dot x y <= p * q)%Re.
  case: (Rle_or_lt (dot x y) R0) => k; first by have : (0 < p * q)%Re by [apply: Rmult_lt_0_compat]; lra.
  by apply: Rsqr_incr_0_var; [rewrite /Rsqr; nra | nra].
have [e|e] := Req_EM_T p q; last first.
  have := psi_above hp hq e; rewrite /psi /psi'; nra.
rewrite -e; suff : (dot x y < p * p)%Re by nra.
have : (dot (y - x) (y - x) > 0)%Re by apply: dot_positive => /eqP; rewrite subr_eq0 => /eqP k; apply: ne.
rewrite -scaleN1r dotDZ (dotC y) -ep -eq -e; change (- 1%R)%R with (Ropp 1); lra.
Qed.
Lemma strictly_convex n (x y : 'cV[R]_n) l : (dot x x > 0)%Re -> (dot y y > 0)%Re -> x <> y -> (0 < l)%Re -> (l < 1)%Re ->
  (dot (l *: x + (1 - l)%Re *: y) (l *: x + (1 - l)%Re *: y) > 0)%Re ->
  (phi (dot (l *: x + (1 - l)%Re *: y) (l *: x + (1 - l)%Re *: y)) < l * phi (dot x x) + (1 - l) * phi (dot y y))%Re.
Proof.
move=> hx hy ne l0 l1; set z := _ + _ => hz.
have ex : x - z = (1 - l)%Re *: (x - y).
  by apply/matrixP => i j; rewrite !mxE; move: (x i j) (y i j) => u v; change (Rminus u (Rplus (Rmult l u) (Rmult (1 - l) v)) = Rmult (1 - l) (Rminus u v))%Re; ring.
have ey : y - z = (- l)%Re *: (x - y).
  by apply/matrixP => i j; rewrite !mxE; move: (x i j) (y i j) => u v; change (Rminus v (Rplus (Rmult l u) (Rmult (1 - l) v)) = Rmult (- l) (Rminus u v))%Re; ring.
have apart c : c <> 0%Re -> c *: (x - y) <> 0 by move=> hc /(scaled_zero hc) /eqP; rewrite subr_eq0 => /eqP.
have nex : z <> x by move=> e; move: ex; rewrite e subrr => /esym; apply: apart; lra.
have ney : z <> y by move=> e; move: ey; rewrite e subrr => /esym; apply: apart; lra.
have tx := tangent hz hx nex; have ty := tangent hz hy ney; rewrite ex dotZr in tx; rewrite ey dotZr in ty.
move: tx ty; set A := a _; set d := dot z _; set f := phi (dot z z); set u := phi _; set v := phi _ => tx ty.
have t1 : (l * (A * ((1 - l) * d)) < l * (u - f))%Re by apply: Rmult_lt_compat_l.
have t2 : ((1 - l) * (A * (- l * d)) < (1 - l) * (v - f))%Re by apply: Rmult_lt_compat_l; [lra | exact: ty].
lra.
Qed.
End Potential.

Lemma stays f : (forall t, (0 <= t)%Re -> is_derive f t 0%Re) -> forall t, (0 <= t)%Re -> f t = f 0%Re.
Proof.
move=> h t ht; case: (Req_EM_T t 0) => [->|ne] //; have k : (0 < t)%Re by lra.
have [c [e _]] := MVT_cor2 f (fun _ => 0%Re) 0 t k (fun c hc => proj1 (is_derive_Reals _ _ _) (h c (proj1 hc))).
by lra.
Qed.
Lemma dot_tends n (p q : R -> 'cV[R]_n) (u v : 'cV[R]_n) : (forall i, is_lim (fun t => p t i ord0) p_infty (u i ord0)) ->
  (forall i, is_lim (fun t => q t i ord0) p_infty (v i ord0)) -> is_lim (fun t => dot (p t) (q t)) p_infty (dot u v).
Proof.
move=> hp hq; have H := tends_linear (F := Rbar_locally' p_infty) _.
rewrite /dot mxE; apply: (p_ext (P := tends (Rbar_locally' p_infty)) (f := fun t => \sum_k Rmult (p t k ord0) (q t k ord0))) => [t|].
  by rewrite mxE; apply: eq_bigr => k _; rewrite mxE.
apply: (p_sum (H _)) => k; rewrite mxE; exact: tends_mul (hp k) (hq k).
Qed.
Section Steered.
Variables (phi a b w : R -> R).
Hypothesis slope : forall r, (r > 0)%Re -> is_derive phi r (Rdiv (a r) 2).
Hypothesis bend : forall r, (r > 0)%Re -> is_derive a r (Rdiv (b r) 2).
Hypothesis upward : forall r, (r > 0)%Re -> (a r > 0)%Re.
Hypothesis convex : forall r, (r > 0)%Re -> (a r + r * b r > 0)%Re.
Lemma steered_to n m (P : 'cV[R]_n -> 'M[R]_n) (X : 'M[R]_(m, n)) (f : R -> 'cV[R]_m) (p : R -> 'cV[R]_n) (there : 'cV[R]_n) :
  (forall x, (dot x x > 0)%Re -> at_length a b x *m P x = w (dot x x) *: 1%:M) ->
  (forall t, (0 <= t)%Re -> (dot (p t) (p t) > 0)%Re /\ mxd p t (- (P (p t) *m X^T *m f t))) ->
  (dot there there > 0)%Re -> (forall i, is_lim (fun t => p t i ord0) p_infty (there i ord0)) ->
  forall z : 'cV[R]_n, (dot z z > 0)%Re -> X *m z = X *m there -> z <> there ->
  (phi (dot there there) - dot (a (dot (p 0%Re) (p 0%Re)) *: p 0%Re) there < phi (dot z z) - dot (a (dot (p 0%Re) (p 0%Re)) *: p 0%Re) z)%Re.
Proof.
move=> hP moves ht lim z hz same ne; pose v := z - there.
have hv : X *m v = 0 by rewrite mulmxBr same subrr.
pose g t := a (dot (p t) (p t)) *: p t; pose h t := dot v (g t).
have still t : (0 <= t)%Re -> is_derive h t 0%Re.
  move=> k; have [hd hm] := moves t k.
  have hg : mxd g t (at_length a b (p t) *m - (P (p t) *m X^T *m f t)) by apply: (steered (b := b)) => //; apply: bend.
  have := dot_moves (mxd_const t v) hg; rewrite mulmxN -!mulmxA [at_length _ _ _ *m _]mulmxA hP //.
  rewrite -scalemxAl mul1mx -scaleN1r dotZr dotZr dotM trmxK hv.
  have zero m' (x : 'cV[R]_m') : dot 0 x = R0 by rewrite /dot trmx0 mul0mx mxE.
  by rewrite !zero !Rmult_0_r Rplus_0_r.
have const := stays still.
have to : is_lim h p_infty (dot v (a (dot there there) *: there)).
  have la : is_lim (fun t => a (dot (p t) (p t))) p_infty (a (dot there there)).
    apply: (filterlim_comp _ _ _ (fun t => dot (p t) (p t)) a _ (locally (dot there there))); first exact: dot_tends.
    by apply: ex_derive_continuous; exists (Rdiv (b (dot there there)) 2); apply: bend.
  apply: dot_tends => i; first exact: is_lim_const.
  apply: (is_lim_ext (fun t => Rmult (a (dot (p t) (p t))) (p t i ord0))) => [t|]; first by rewrite !mxE.
  have -> : (a (dot there there) *: there) i ord0 = Rmult (a (dot there there)) (there i ord0) by rewrite mxE.
  exact: tends_mul la (lim i).
have e : dot v (a (dot there there) *: there) = h 0%Re.
  have k : is_lim h p_infty (h 0%Re).
    apply: (is_lim_ext_loc (fun _ => h 0%Re)); last exact: is_lim_const.
    by exists 0%Re => t k; rewrite const //; lra.
  by have := is_lim_unique _ _ _ to; rewrite (is_lim_unique _ _ _ k) => [[->]].
have := tangent slope bend upward convex ht hz (not_eq_sym ne); rewrite -/v -dotZ dotC e /h /g /v.
rewrite dotC !dotDr -!scaleN1r !dotZr; set s := a (dot (p _) (p _)); rewrite !dotZ; change (- 1%R)%R with (Ropp 1); lra.
Qed.
End Steered.
Section Rotation.
Variables (a b : R -> R) (r0 a1 : R).
Hypothesis smooth : forall r, (r > 0)%Re -> ex_derive b r.
Hypothesis positive : (r0 > 0)%Re.
Hypothesis bends : is_derive a r0 a1.
Let B r := RInt (fun u => Rdiv (b u) 2) 1 r.
Lemma area_grows r : (r > 0)%Re -> is_derive B r (Rdiv (b r) 2).
Proof.
move=> h; have cont u : (u > 0)%Re -> continuous (fun u => Rdiv (b u) 2) u.
  move=> k; apply: (continuous_mult (K := R_AbsRing) b (fun _ => Rinv 2)); last exact: continuous_const.
  exact: ex_derive_continuous (smooth k).
refine (is_derive_RInt (fun u => Rdiv (b u) 2) B 1 r _ (cont r h)).
have half : (0 < r / 2)%Re by lra.
exists (mkposreal _ half) => y /Rabs_def2 /= [k1 k2]; apply: RInt_correct; apply: (ex_RInt_continuous (V := R_CompleteNormedModule)) => z [hz _].
apply: cont; apply: (Rlt_le_trans _ _ _ _ hz); apply: Rmin_pos; first lra.
by move: k1 k2; rewrite /minus /plus /opp /=; lra.
Qed.
Lemma shifted (f : R -> R) v l : is_derive (fun s => f (Rplus v s)) R0 l -> is_derive f v l.
Proof.
move=> h; apply: (is_derive_ext (fun u => f (Rplus v (Rminus u v)))) => [u|]; first by congr f; ring.
have e : Rminus v v = R0 by ring.
have := is_derive_comp (fun s => f (Rplus v s)) (fun u => Rminus u v) v l 1%R.
rewrite e scal_one; apply => //; by auto_derive => //; ring.
Qed.
Lemma no_potential n (G : 'cV[R]_n -> 'cV[R]_n) : (1 < n)%N -> a1 <> Rdiv (b r0) 2 ->
  (forall x, (dot x x > 0)%Re -> is_jacobian G x (at_length a b x)) -> False.
Proof.
move=> hn ne hG; pose i0 : 'I_n := Ordinal (ltnW hn); pose i1 : 'I_n := Ordinal hn.
have f01 : (i0 == i1) = false by apply/eqP => /(congr1 val).
pose e0 : 'cV[R]_n := delta_mx i0 ord0; pose e1 : 'cV[R]_n := delta_mx i1 ord0.
have v0 : e0 i0 ord0 = 1 by rewrite mxE !eqxx.
have v1 : e1 i0 ord0 = 0 by rewrite mxE f01.
have d00 : dot e0 e0 = R1 by rewrite /dot mxE (bigD1 i0) //= big1 => [|k hk]; rewrite !mxE ?eqxx ?(negPf hk) ?mul0r // addr0 mul1r.
have d11 : dot e1 e1 = R1 by rewrite /dot mxE (bigD1 i1) //= big1 => [|k hk]; rewrite !mxE ?eqxx ?(negPf hk) ?mul0r // addr0 mul1r.
have d01 : dot e0 e1 = R0.
  rewrite /dot mxE big1 // => k _; rewrite !mxE; case: eqP => [->|_]; rewrite ?mul0r //.
  by case: eqP => [/(congr1 val)|_] //=; rewrite mulr0.
pose x c v : 'cV[R]_n := c *: e0 + v *: e1.
have dx c v : dot (x c v) (x c v) = Rplus (Rmult c c) (Rmult v v).
  by rewrite /x !dotD !dotDr !dotZ !dotZr d00 d11 d01 (dotC e1) d01; ring.
have x0 c v : x c v i0 ord0 = c.
  by rewrite /x !mxE eqxx f01 /= mulr0 addr0 mulr1.
have xe0 c v : dot (x c v) e0 = c by rewrite /x dotD !dotZ d00 (dotC e1) d01; ring.
have xe1 c v : dot (x c v) e1 = v by rewrite /x dotD !dotZ d11 d01; ring.
have he1 c v : (at_length a b (x c v) *m e1) i0 ord0 = Rmult (Rmult (b (dot (x c v) (x c v))) v) c.
  by rewrite /at_length mulmxDl -!scalemxAl mul1mx column scalerA 2!mxE [in X in _ + X]mxE x0 v1 xe1 mulr0 add0r.
have he0 c v : (at_length a b (x c v) *m e0) i0 ord0 = Rplus (a (dot (x c v) (x c v))) (Rmult (Rmult (b (dot (x c v) (x c v))) c) c).
  by rewrite /at_length mulmxDl -!scalemxAl mul1mx column scalerA 2!mxE [in X in _ + X]mxE x0 v0 xe0 mulr1.
pose h c v := Rminus (G (x c v) i0 ord0) (Rmult (B (Rplus (Rmult c c) (Rmult v v))) c).
have pos c v : (0 < c)%Re -> (c * c + v * v > 0)%Re by move=> k; nra.
have hv c v : (0 < c)%Re -> is_derive (h c) v R0.
  move=> k; have p := pos c v k.
  have g : is_derive (fun v => G (x c v) i0 ord0) v (Rmult (Rmult (b (Rplus (Rmult c c) (Rmult v v))) v) c).
    apply: shifted; have := hG (x c v); rewrite dx => /(_ p e1 i0 ord0); rewrite he1 dx.
    by apply: is_derive_ext => s; rewrite /x scalerDl addrA.
  have q : is_derive (fun v => Rmult (B (Rplus (Rmult c c) (Rmult v v))) c) v (Rmult (Rmult (Rmult 2 v) (Rdiv (b (Rplus (Rmult c c) (Rmult v v))) 2)) c).
    have s : is_derive (fun v => Rplus (Rmult c c) (Rmult v v)) v (Rmult 2 v) by auto_derive => //; ring.
    have m := is_derive_comp B (fun v => Rplus (Rmult c c) (Rmult v v)) v _ _ (area_grows p) s.
    have := is_derive_scal_l _ v _ c m.
    by [].
  have := is_derive_minus _ _ _ _ _ g q.
  suff -> : minus (Rmult (Rmult (b (Rplus (Rmult c c) (Rmult v v))) v) c) (Rmult (Rmult (Rmult 2 v) (Rdiv (b (Rplus (Rmult c c) (Rmult v v))) 2)) c) = R0 by [].
  rewrite /minus /plus /opp /=; field.
have hc c v : (0 < c)%Re -> is_derive (fun c => h c v) c (Rminus (a (Rplus (Rmult c c) (Rmult v v))) (B (Rplus (Rmult c c) (Rmult v v)))).
  move=> k; have p := pos c v k; set r := Rplus _ _ in p *.
  have g : is_derive (fun c => G (x c v) i0 ord0) c (Rplus (a r) (Rmult (Rmult (b r) c) c)).
    apply: shifted; have := hG (x c v); rewrite dx => /(_ p e0 i0 ord0); rewrite he0 dx.
    by apply: is_derive_ext => s; rewrite /x scalerDl addrAC.
  have s : is_derive (fun c => Rplus (Rmult c c) (Rmult v v)) c (Rmult 2 c) by auto_derive => //; ring.
  have m := is_derive_comp B (fun c => Rplus (Rmult c c) (Rmult v v)) c _ _ (area_grows p) s.
  have q := is_derive_mult (fun c => B (Rplus (Rmult c c) (Rmult v v))) (fun c => c) c _ _ m (is_derive_id c) Rmult_comm.
  have := is_derive_minus _ _ _ _ _ g q.
  suff -> : minus (Rplus (a r) (Rmult (Rmult (b r) c) c)) (plus (mult (scal (Rmult 2 c) (Rdiv (b r) 2)) c) (mult (B r) one)) = Rminus (a r) (B r) by [].
  rewrite /minus /plus /opp /scal /mult /one /= /mult /=; field.
have same c v : (0 < c)%Re -> (0 <= v)%Re -> Rminus (a (Rplus (Rmult c c) (Rmult v v))) (B (Rplus (Rmult c c) (Rmult v v))) = Rminus (a (Rmult c c)) (B (Rmult c c)).
  move=> k kv; rewrite -(is_derive_unique _ _ _ (hc c v k)).
  have := hc c 0%Re k; rewrite Rmult_0_l Rplus_0_r => /is_derive_unique <-.
  apply: Derive_ext_loc; exists (mkposreal _ k) => y /Rabs_def2 /= [_ u].
  have ky : (0 < y)%Re by move: u; rewrite /minus /plus /opp /=; lra.
  exact: (stays (f := h y) (fun t _ => hv y t ky)).
pose c := sqrt (Rdiv r0 2).
have kc : (0 < c)%Re by apply: sqrt_lt_R0; lra.
have ec : Rmult c c = Rdiv r0 2 by apply: sqrt_sqrt; lra.
have K : is_derive (fun r => Rminus (a r) (B r)) r0 R0.
  apply: (is_derive_ext_loc (fun _ => Rminus (a (Rdiv r0 2)) (B (Rdiv r0 2)))); last exact: is_derive_const.
  have half : (0 < r0 / 2)%Re by lra.
  exists (mkposreal _ half) => y /Rabs_def2 /= [_ u].
  have ky : (0 <= y - r0 / 2)%Re by move: u; rewrite /minus /plus /opp /=; lra.
  have := same c (sqrt (y - r0 / 2)%Re) kc (sqrt_pos _); rewrite sqrt_sqrt // ec => <-.
  by have -> : Rplus (r0 / 2)%Re (y - r0 / 2)%Re = y by lra.
have L : is_derive (fun r => Rminus (a r) (B r)) r0 (Rminus a1 (Rdiv (b r0) 2)) := is_derive_minus _ _ _ _ _ bends (area_grows positive).
by apply: ne; have := is_derive_unique _ _ _ L; rewrite (is_derive_unique _ _ _ K); lra.
Qed.
End Rotation.
(* What a preconditioner that is steered by the length minimises. *)
Section Minimised.
Variables (phi a b w p q c : R -> R).
Hypothesis slope : forall r, (r > 0)%Re -> is_derive phi r (Rdiv (a r) 2).
Hypothesis bend : forall r, (r > 0)%Re -> is_derive a r (Rdiv (b r) 2).
Hypothesis upward : forall r, (r > 0)%Re -> (a r > 0)%Re.
Hypothesis convex : forall r, (r > 0)%Re -> (a r + r * b r > 0)%Re.
Hypothesis along : forall r, (r > 0)%Re -> (a r * p r = w r)%Re.
Hypothesis across : forall r, (r > 0)%Re -> (a r * q r + (b r * p r + b r * q r * r) = 0)%Re.
Hypothesis first : forall r, (r > 0)%Re -> (p r > 0)%Re.
Hypothesis same : forall r, (r > 0)%Re -> c r = a r.
Lemma turned_back n (x : 'cV[R]_n) : (dot x x > 0)%Re -> at_length a b x *m at_length p q x = w (dot x x) *: 1%:M.
Proof.
move=> h; have := along h; have := across h; rewrite /at_length; set r := dot x x => u v.
rewrite mulmxDl !mulmxDr -!scalemxAl -!scalemxAr mul1mx !mulmx1 !mulmxA mul1mx.
have -> : x *m x^T *m x *m x^T = r *: (x *m x^T) by rewrite column -scalemxAl.
rewrite !scalerA -addrA -!scalerDl; change ((a r * p r)%Re *: 1%:M + (a r * q r + (b r * p r + b r * q r * r))%Re *: (x *m x^T) = w r *: (1%:M : 'M[R]_n)).
by rewrite u v scale0r addr0.
Qed.
Lemma radial_minimises n (P : 'cV[R]_n -> 'M[R]_n) : (forall x, (dot x x > 0)%Re -> P x = at_length p q x) ->
  (forall (x y : 'cV[R]_n) (l : R), (dot x x > 0)%Re -> (dot y y > 0)%Re -> x <> y -> (0 < l)%Re -> (l < 1)%Re ->
    (dot (l *: x + (1 - l)%Re *: y) (l *: x + (1 - l)%Re *: y) > 0)%Re ->
    (phi (dot (l *: x + (1 - l)%Re *: y) (l *: x + (1 - l)%Re *: y)) < l * phi (dot x x) + (1 - l) * phi (dot y y))%Re) /\
  (exists G : 'cV[R]_n -> 'cV[R]_n, forall x : 'cV[R]_n, (dot x x > 0)%Re -> is_gradient (fun y => phi (dot y y)) x (G x) /\
    exists M : 'M[R]_n, P x *m M = 1%:M /\ M *m P x = 1%:M /\ is_jacobian G x (w (dot x x) *: M)) /\
  (forall x0 : 'cV[R]_n, (dot x0 x0 > 0)%Re -> is_gradient (fun y => phi (dot y y)) x0 (c (dot x0 x0) *: x0)) /\
  (forall (m : nat) (X : 'M[R]_(m, n)) (f : R -> 'cV[R]_m) (way : R -> 'cV[R]_n) (x0 limit : 'cV[R]_n),
    (dot x0 x0 > 0)%Re -> way 0%Re = x0 ->
    (forall t : R, (0 <= t)%Re -> (dot (way t) (way t) > 0)%Re /\ mxd way t (- (P (way t) *m X^T *m f t))) ->
    (dot limit limit > 0)%Re -> (forall i : 'I_n, is_lim (fun t : R => way t i ord0) p_infty (limit i ord0)) ->
    forall z : 'cV[R]_n, (dot z z > 0)%Re -> X *m z = X *m limit -> z <> limit ->
    (phi (dot limit limit) - dot (c (dot x0 x0) *: x0) limit < phi (dot z z) - dot (c (dot x0 x0) *: x0) z)%Re).
Proof.
move=> hP; split; [|split; [|split]].
- by move=> x y l; apply: (strictly_convex slope bend upward convex).
- exists (fun y => a (dot y y) *: y) => x h; split; first exact: (radial_gradient slope).
  have positive : (w (dot x x) > 0)%Re by rewrite -(along h); apply: Rmult_gt_0_compat; [apply: upward | apply: first].
  have k : (/ w (dot x x) * w (dot x x) = 1)%Re by apply: Rinv_l; lra.
  exists ((/ w (dot x x))%Re *: at_length a b x); rewrite hP //.
  have back : ((/ w (dot x x))%Re *: at_length a b x) *m at_length p q x = 1%:M.
    by rewrite -scalemxAl (turned_back h) scalerA; change ((/ w (dot x x) * w (dot x x))%Re *: 1%:M = (1%:M : 'M[R]_n)); rewrite k scale1r.
  split; first exact: mulmx1C back.
  split; first exact: back.
  rewrite scalerA; change (is_jacobian (fun y => a (dot y y) *: y) x ((w (dot x x) * / w (dot x x))%Re *: at_length a b x)).
  by rewrite Rmult_comm k scale1r; apply: (radial_jacobian bend).
- by move=> x0 h; rewrite same //; apply: (radial_gradient slope).
- move=> m X f way x0 limit h0 <- moves hl lim z hz e ne; rewrite same; last by have [] := moves 0%Re (Rle_refl _).
  apply: (steered_to slope bend upward convex (w := w) (P := P) (X := X) (f := f)) => // x h; rewrite hP //; exact: turned_back.
Qed.
End Minimised.
