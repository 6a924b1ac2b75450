(* Statements of matrices from words: equations, rates along a flow, gradients of a loss. *)
Require Import Reals ZArith Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Words Blocks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

(* ---- what a statement's matrices are ---- *)
Lemma bound (dims : seq nat) i : (nth 1%N dims i <= (sumn dims).+1)%N.
Proof.
elim: dims i => [|d dims IH] [|i] //=; first by rewrite ltnW // ltnS leq_addr.
by apply: leq_trans (IH i) _; rewrite ltnS leq_addl.
Qed.
Fixpoint listed N dims (tab : seq (nat * nat * bool)) (ls : seq 'M[R]_N) : Prop := match tab, ls with
  | [::], [::] => True | i :: tab', A :: ls' => letter_ok dims i A /\ listed dims tab' ls' | _, _ => False end.
Lemma listedP N dims tab (ls : seq 'M[R]_N) : listed dims tab ls -> forall k, letter_ok dims (info tab k) (nth 0 ls k).
Proof.
have none : letter_ok dims (0, 0, false)%N (0 : 'M[R]_N) by rewrite /letter_ok mulmx0 mul0mx.
rewrite /info; elim: tab ls => [|i tab IH] [|A ls] //= => [_ k|[h hs] [|k]] //=; first by rewrite !nth_nil.
exact: IH.
Qed.
Definition squareb (tab : seq (nat * nat * bool)) : bool := all (fun i => let: (r, c, s) := i in s ==> (r == c)) tab.
Lemma squareP tab : squareb tab -> tab_ok tab.
Proof.
move=> h k; rewrite /info; have [hk|hk] := ltnP k (size tab); last by rewrite nth_default.
by have := all_nthP (0, 0, false)%N h k hk; case: (nth _ tab k) => -[r c] s /implyP h' /h' /eqP.
Qed.

Section Read.
Variables (N : nat) (dims : seq nat) (ml : nat -> 'M[R]_N) (sl : nat -> R).
Local Notation em := (evm dims ml sl).
Local Notation es := (evs dims ml sl).
Lemma rM m n p (A : 'M[R]_(m,n)) (B : 'M[R]_(n,p)) a b : (n <= N)%N -> emb N A = em a -> emb N B = em b -> emb N (A *m B) = em (MMul a b).
Proof. by move=> h ha hb; rewrite embM // ha hb. Qed.
Lemma rD m n (A B : 'M[R]_(m,n)) a b : emb N A = em a -> emb N B = em b -> emb N (A + B) = em (MAdd a b).
Proof. by move=> ha hb; rewrite embD ha hb. Qed.
Lemma rO m n (A : 'M[R]_(m,n)) a : emb N A = em a -> emb N (- A) = em (MOpp a).
Proof. by move=> ha; rewrite embN ha. Qed.
Lemma rT m n (A : 'M[R]_(m,n)) a : emb N A = em a -> emb N A^T = em (MTr a).
Proof. by move=> ha; rewrite embT ha. Qed.
Lemma rS m n c s (A : 'M[R]_(m,n)) a : c = es s -> emb N A = em a -> emb N (c *: A) = em (MScal s a).
Proof. by move=> hc ha; rewrite embZ hc ha. Qed.
Lemma rI i : emb N (1%:M : 'M[R]_(size_at dims i)) = em (MId i).
Proof. exact: emb1. Qed.
Lemma r0 m n i j : emb N (0 : 'M[R]_(m, n)) = em (MZero i j).
Proof. exact: emb0. Qed.
Lemma sD x y a b : x = es a -> y = es b -> Rplus x y = es (SAdd a b). Proof. by move=> -> ->. Qed.
Lemma sM x y a b : x = es a -> y = es b -> Rmult x y = es (SMul a b). Proof. by move=> -> ->. Qed.
Lemma sO x a : x = es a -> Ropp x = es (SOpp a). Proof. by move=> ->. Qed.
Lemma sE (A : 'M[R]_1) a : (1 <= N)%N -> emb N A = em a -> A ord0 ord0 = es (SEnt a).
Proof. by move=> h ha; change (A ord0 ord0 = ent (em a)); rewrite -ha emb_ent. Qed.
Lemma sDot n (u v : 'cV[R]_n) a b : (1 <= N)%N -> (n <= N)%N -> emb N u = em a -> emb N v = em b -> dot u v = es (SEnt (MMul (MTr a) b)).
Proof. by move=> h1 h ha hb; change (dot u v = ent ((em a)^T *m em b)); rewrite -ha -hb -embT -embM // emb_ent. Qed.
Lemma sT n (A : 'M[R]_n) a : (n <= N)%N -> emb N A = em a -> \tr A = es (STr a).
Proof. by move=> h ha; change (\tr A = \tr (em a)); rewrite -ha emb_tr. Qed.
End Read.

Section Equal.
Variables (N : nat) (dims : seq nat) (tab : seq (nat * nat * bool)) (ls : seq 'M[R]_N) (ss : seq R).
Local Notation em := (evm dims (nth 0 ls) (nth R0 ss)).
Local Notation es := (evs dims (nth 0 ls) (nth R0 ss)).
Hypotheses (sizes : forall i, (nth 1%N dims i <= N)%N) (size0 : nth 1%N dims 0 = 1%N) (sq : squareb tab) (ok : listed dims tab ls).
Lemma equal_words a b rels steps r c p : hold dims (nth 0 ls) (nth R0 ss) rels ->
  tym tab (less rels (MAdd a (MOpp b)) steps) = Some (r, c) ->
  collect (nfm tab (less rels (MAdd a (MOpp b)) steps)) = p -> all_zero dims (nth 0 ls) (nth R0 ss) tab p -> em a = em b.
Proof.
move=> h1 h2 h3 h4; exact: (same (ml := nth 0 ls) (sl := nth R0 ss) sizes size0 (listedP ok) (squareP sq) h1 h2 h3 h4).
Qed.
Lemma equal_scalars a b rels steps r c p : hold dims (nth 0 ls) (nth R0 ss) rels ->
  tym tab (less rels (MAdd (MScal a (MId 0)) (MOpp (MScal b (MId 0)))) steps) = Some (r, c) ->
  collect (nfm tab (less rels (MAdd (MScal a (MId 0)) (MOpp (MScal b (MId 0)))) steps)) = p ->
  all_zero dims (nth 0 ls) (nth R0 ss) tab p -> es a = es b.
Proof.
move=> h1 h2 h3 h4; have /= h := equal_words h1 h2 h3 h4.
have := congr1 (@ent N) h; rewrite !entZ (ent_E0 sizes size0) !Rmult_1_r //.
Qed.
Lemma flat s r : tys tab s -> fls tab s = r -> es s = evr dims (nth 0 ls) (nth R0 ss) tab r.
Proof. by move=> h <-; exact: (flat_ok (ml := nth 0 ls) (nth R0 ss) sizes size0 (listedP ok) (squareP sq) h). Qed.
End Equal.

(* ---- derivatives ---- *)
Lemma mxd_emb N m n (X : R -> 'M[R]_(m,n)) t V : mxd X t V -> mxd (fun s => emb N (X s)) t (emb N V).
Proof.
move=> h; rewrite /emb; have := mxd_mul (mxd_mul (mxd_const t (pid_mx m : 'M[R]_(N, m))) h) (mxd_const t (pid_mx n : 'M[R]_(n, N))).
by rewrite mul0mx add0r mulmx0 addr0.
Qed.
Lemma mxd_unemb N m n (X : R -> 'M[R]_N) t V : mxd X t V -> mxd (fun s => unemb m n (X s)) t (unemb m n V).
Proof.
move=> h; rewrite /unemb; have := mxd_mul (mxd_mul (mxd_const t (pid_mx m : 'M[R]_(m, N))) h) (mxd_const t (pid_mx n : 'M[R]_(N, n))).
by rewrite mul0mx add0r mulmx0 addr0.
Qed.
Definition dfunc f (a : sexpr) : sexpr := match f with
  | Finv => SOpp (SF Finv (SMul a a)) | Fsqrt => SF Finv (SMul (SZ 2) (SF Fsqrt a)) | Fexp => SF Fexp a | Fln => SF Finv a
  | Fabs => SF Fsign a | Fsign => SZ 0 end.
Definition okf f (x : R) : Prop := match f with Finv => x <> R0 | Fsqrt => Rlt R0 x | Fexp => True | Fln => Rlt R0 x
  | Fabs => x <> R0 | Fsign => False end. (* no rule for a sign that moves *)
Section D.
Variables (dm : nat -> mexpr) (ds : nat -> sexpr).
Fixpoint Dm (x : mexpr) : mexpr := match x with
  | MLet k => dm k | MTr a => MTr (Dm a) | MMul a b => MAdd (MMul (Dm a) b) (MMul a (Dm b)) | MAdd a b => MAdd (Dm a) (Dm b)
  | MOpp a => MOpp (Dm a) | MScal s a => MAdd (MScal (Ds s) a) (MScal s (Dm a)) | MId i => MZero i i | MZero r c => MZero r c end
with Ds (x : sexpr) : sexpr := match x with
  | SZ _ => SZ 0 | SV k => ds k | SN _ => SZ 0 | SAdd a b => SAdd (Ds a) (Ds b) | SMul a b => SAdd (SMul (Ds a) b) (SMul a (Ds b))
  | SOpp a => SOpp (Ds a) | SF f a => SMul (Ds a) (dfunc f a) | SEnt a => SEnt (Dm a) | STr a => STr (Dm a) end.
End D.
Fixpoint condm (x : mexpr) : seq (func * sexpr) := match x with
  | MLet _ => [::] | MTr a => condm a | MMul a b => condm a ++ condm b | MAdd a b => condm a ++ condm b | MOpp a => condm a
  | MScal s a => conds s ++ condm a | MId _ => [::] | MZero _ _ => [::] end
with conds (x : sexpr) : seq (func * sexpr) := match x with
  | SZ _ => [::] | SV _ => [::] | SN _ => [::] | SAdd a b => conds a ++ conds b | SMul a b => conds a ++ conds b | SOpp a => conds a
  | SF f a => (f, a) :: conds a | SEnt a => condm a | STr a => condm a end.
Fixpoint defined N dims (ml : nat -> 'M[R]_N) sl (cs : seq (func * sexpr)) : Prop :=
  if cs is (f, a) :: cs' then okf f (evs dims ml sl a) /\ defined dims ml sl cs' else True.
Lemma defined_cat N dims (ml : nat -> 'M[R]_N) sl u v : defined dims ml sl (u ++ v) -> defined dims ml sl u /\ defined dims ml sl v.
Proof. by elim: u => [|[f a] u IH] //= [h /IH [h1 h2]]. Qed.
Section Paths.
Variables (N : nat) (dims : seq nat) (ml : R -> nat -> 'M[R]_N) (sl : R -> nat -> R) (t : R) (dm : nat -> mexpr) (ds : nat -> sexpr).
Local Notation em := (evm dims (ml t) (sl t)).
Local Notation es := (evs dims (ml t) (sl t)).
Local Notation defined := (defined dims (ml t) (sl t)).
Hypothesis moves : forall k, mxd (fun s => ml s k) t (em (dm k)).
Hypothesis moves_s : forall k, is_derive (fun s => sl s k) t (es (ds k)).
Definition slope f (x : R) : R := match f with
  | Finv => Ropp (Rinv (Rmult x x)) | Fsqrt => Rinv (Rmult 2 (sqrt x)) | Fexp => exp x | Fln => Rinv x
  | Fabs => sign x | Fsign => IZR 0 end.
Lemma slopeP f a : es (dfunc f a) = slope f (es a). Proof. by case: f. Qed.
Lemma is_derive_func f x : okf f x -> is_derive (evf f) x (slope f x).
Proof.
case: f => /= h.
- by apply: (is_derive_ext (fun y => Rinv y)) => //; auto_derive; [exact: h | field].
- by apply/is_derive_Reals; have := derivable_pt_lim_sqrt x h.
- by apply/is_derive_Reals; apply: derivable_pt_lim_exp.
- by apply/is_derive_Reals; apply: derivable_pt_lim_ln.
- by have := is_derive_Rabs (fun y => y) x R1 (is_derive_id x) h; rewrite Rmult_1_r.
- by [].
Qed.
Theorem derivative : (forall x, defined (condm x) -> mxd (fun s => evm dims (ml s) (sl s) x) t (em (Dm dm ds x)))
  /\ (forall x, defined (conds x) -> is_derive (fun s => evs dims (ml s) (sl s) x) t (es (Ds dm ds x))).
Proof.
apply: expr_mut => /=.
- by move=> k _; apply: moves.
- by move=> a IH /IH h; apply: mxd_tr.
- by move=> a IHa b IHb /defined_cat[/IHa ha /IHb hb]; apply: mxd_mul.
- by move=> a IHa b IHb /defined_cat[/IHa ha /IHb hb]; apply: mxd_add.
- by move=> a IH /IH h; apply: mxd_opp.
- by move=> s IHs a IHa /defined_cat[/IHs hs /IHa ha]; apply: mxd_scale.
- by move=> i _; apply: mxd_const.
- by move=> r c _; apply: mxd_const.
- by move=> z _; apply: is_derive_const.
- by move=> k _; apply: moves_s.
- by move=> i _; apply: is_derive_const.
- by move=> a IHa b IHb /defined_cat[/IHa ha /IHb hb]; apply: is_derive_plus.
- by move=> a IHa b IHb /defined_cat[/IHa ha /IHb hb]; apply: is_derive_mult => // x y; apply: Rmult_comm.
- by move=> a IH /IH h; apply: is_derive_opp.
- move=> f a IH [hf /IH h].
  change (is_derive (fun s => evf f (evs dims (ml s) (sl s) a)) t (Rmult (es (Ds dm ds a)) (es (dfunc f a)))).
  rewrite slopeP; apply: (is_derive_comp (evf f)); [exact: is_derive_func | exact: h].
- by move=> a IH /IH h; apply: (mxd_unemb (m := 1) (n := 1) h).
- by move=> a IH /IH h; apply: mxd_trace.
Qed.
End Paths.

(* Paths given letter by letter, with the rate of each. *)
Fixpoint moving N (ls : seq (R -> 'M[R]_N)) (t : R) (em : mexpr -> 'M[R]_N) (ds : seq mexpr) : Prop := match ls, ds with
  | [::], [::] => True | X :: ls', d :: ds' => mxd X t (em d) /\ moving ls' t em ds' | _, _ => False end.
Fixpoint moving_s (ss : seq (R -> R)) (t : R) (es : sexpr -> R) (ds : seq sexpr) : Prop := match ss, ds with
  | [::], [::] => True | x :: ss', d :: ds' => is_derive x t (es d) /\ moving_s ss' t es ds' | _, _ => False end.
Lemma moving_nth N (lp : seq (R -> 'M[R]_N)) t ev ds : ev (MZero 0 0) = 0 -> moving lp t ev ds ->
  forall k, mxd (fun s => nth 0 [seq X s | X <- lp] k) t (ev (nth (MZero 0 0) ds k)).
Proof.
move=> e0; elim: lp ds => [|X lp IH] [|d ds] //= => [_ k|[h hs] [|k]]; [|exact: h|exact: IH hs k].
rewrite [nth (MZero 0 0) _ _]nth_nil e0; apply: (mxd_ext (X := fun _ => 0)) => [s|]; [by rewrite nth_nil | exact: mxd_const].
Qed.
Lemma moving_s_nth (sp : seq (R -> R)) t ev ds : ev (SZ 0) = R0 -> moving_s sp t ev ds ->
  forall k, is_derive (fun s => nth R0 [seq x s | x <- sp] k) t (ev (nth (SZ 0) ds k)).
Proof.
move=> e0; elim: sp ds => [|X lp IH] [|d ds] //= => [_ k|[h hs] [|k]]; [|exact: h|exact: IH hs k].
rewrite [nth (SZ 0) _ _]nth_nil e0; apply: (is_derive_ext (fun _ => R0)) => [s|]; [by rewrite nth_nil | exact: is_derive_const].
Qed.
Section Rates.
Variables (N : nat) (dims : seq nat) (lp : seq (R -> 'M[R]_N)) (sp : seq (R -> R)) (t : R) (ls : seq 'M[R]_N) (ss : seq R).
Variables (dms : seq mexpr) (dss : seq sexpr).
Local Notation em := (evm dims (nth 0 ls) (nth R0 ss)).
Local Notation es := (evs dims (nth 0 ls) (nth R0 ss)).
Local Notation ems s := (evm dims (nth 0 [seq X s | X <- lp]) (nth R0 [seq x s | x <- sp])).
Local Notation ess s := (evs dims (nth 0 [seq X s | X <- lp]) (nth R0 [seq x s | x <- sp])).
Local Notation dm := (nth (MZero 0 0) dms).
Local Notation ds := (nth (SZ 0) dss).
Hypotheses (here : [seq X t | X <- lp] = ls) (here_s : [seq x t | x <- sp] = ss).
Hypotheses (moves : moving lp t em dms) (moves_s : moving_s sp t es dss).
Lemma rate m n (Q : R -> 'M[R]_(m,n)) (V : 'M[R]_(m,n)) q v : (m <= N)%N -> (n <= N)%N ->
  (forall s, emb N (Q s) = ems s q) -> emb N V = em v -> defined dims (nth 0 ls) (nth R0 ss) (condm q) -> em (Dm dm ds q) = em v -> mxd Q t V.
Proof.
move: moves moves_s; rewrite -here -here_s => mv mvs hm hn hq hv hd e; rewrite -(embK V hm hn).
apply: (mxd_ext (X := fun s => unemb m n (ems s q))) => [s|]; first by rewrite -hq embK.
rewrite hv -e; apply: mxd_unemb.
by apply: (proj1 (derivative (moving_nth _ mv) (moving_s_nth _ mvs))).
Qed.
Lemma rate_s (Q : R -> R) (V : R) q v :
  (forall s, Q s = ess s q) -> V = es v -> defined dims (nth 0 ls) (nth R0 ss) (conds q) -> es (Ds dm ds q) = es v -> is_derive Q t V.
Proof.
move: moves moves_s; rewrite -here -here_s => mv mvs hq -> hd <-; apply: (is_derive_ext (fun s => ess s q)) => [s|]; first by rewrite -hq.
by apply: (proj2 (derivative (moving_nth _ mv) (moving_s_nth _ mvs))).
Qed.
End Rates.

(* ---- gradients ---- *)
Lemma trace_all m n (G : 'M[R]_(m,n)) : (forall V : 'M[R]_(m,n), \tr (G^T *m V) = 0) -> G = 0.
Proof.
move=> h; apply/matrixP => i j; rewrite mxE -(h (delta_mx i j)) mxtrace_mulC /mxtrace (bigD1 i) //= mxE (bigD1 j) //= !mxE !eqxx.
rewrite big1 ?addr0 => [|k hk]; last by rewrite !mxE (negPf hk) andbF mul0r.
rewrite big1 ?addr0 ?mul1r // => k hk; rewrite mxE big1 // => l _; rewrite !mxE (negPf hk) mul0r //.
Qed.
Lemma gradient_is m n (L : 'M[R]_(m,n) -> R) (X G H : 'M[R]_(m,n)) : is_gradient L X G -> is_gradient L X H -> G = H.
Proof.
move=> hG hH; apply/eqP; rewrite -subr_eq0; apply/eqP; apply: trace_all => V.
by rewrite linearB /= mulmxBl linearB /= -(is_derive_unique _ _ _ (hG V)) -(is_derive_unique _ _ _ (hH V)) subrr.
Qed.

(* ---- what the written proofs use ---- *)
Lemma letter_emb N D (hN : forall i, (nth 1%N D i <= N)%N) r c (X : 'M[R]_(size_at D r, size_at D c)) : letter_ok D (r, c, false) (emb N X).
Proof. by rewrite /letter_ok /E proj_l ?proj_r. Qed.
Lemma letter_sym N D (hN : forall i, (nth 1%N D i <= N)%N) r (X : 'M[R]_(size_at D r)) : X^T = X -> letter_ok D (r, r, true) (emb N X).
Proof. by move=> h; rewrite /letter_ok /E proj_l ?proj_r // -embT h. Qed.
Section Scripts.
Variables (N : nat) (dims : seq nat) (ml : nat -> 'M[R]_N) (sl : nat -> R).
Local Notation em := (evm dims ml sl).
Local Notation es := (evs dims ml sl).
Lemma rel_emb m n (A B : 'M[R]_(m,n)) a b : A = B -> emb N A = em a -> emb N B = em b -> em a = em b.
Proof. by move=> -> <- <-. Qed.
Lemma same_emb m n (A B : 'M[R]_(m,n)) a b : (m <= N)%N -> (n <= N)%N -> emb N A = em a -> emb N B = em b -> em a = em b -> A = B.
Proof. by move=> hm hn ha hb h; rewrite -(embK A hm hn) -(embK B hm hn) ha hb h. Qed.
Lemma same_s x y a b : x = es a -> y = es b -> es a = es b -> x = y.
Proof. by move=> -> -> ->. Qed.
Lemma s_inv x a : x = es a -> Rinv x = es (SF Finv a). Proof. by move=> ->. Qed.
Lemma s_sqrt x a : x = es a -> sqrt x = es (SF Fsqrt a). Proof. by move=> ->. Qed.
Lemma s_exp x a : x = es a -> exp x = es (SF Fexp a). Proof. by move=> ->. Qed.
Lemma s_ln x a : x = es a -> ln x = es (SF Fln a). Proof. by move=> ->. Qed.
Lemma s_abs x a : x = es a -> Rabs x = es (SF Fabs a). Proof. by move=> ->. Qed.
Lemma s_sign x a : x = es a -> sign x = es (SF Fsign a). Proof. by move=> ->. Qed.
Variable tab : seq (nat * nat * bool).
Local Notation er := (evr dims ml sl tab).
Fixpoint definedr (cs : seq (func * rexpr)) : Prop := if cs is (f, a) :: cs' then okf f (er a) /\ definedr cs' else True.
End Scripts.
Section Flat.
Variables (N : nat) (dims : seq nat) (tab : seq (nat * nat * bool)) (ls : seq 'M[R]_N) (ss : seq R).
Hypotheses (sizes : forall i, (nth 1%N dims i <= N)%N) (size0 : nth 1%N dims 0 = 1%N) (sq : squareb tab) (ok : listed dims tab ls).
Local Notation es := (evs dims (nth 0 ls) (nth R0 ss)).
Local Notation er := (evr dims (nth 0 ls) (nth R0 ss) tab).
Lemma flat_to x s r : x = es s -> tys tab s -> fls tab s = r -> x = er r.
Proof. by move=> -> h1 h2; apply: (flat ss sizes size0 sq ok h1 h2). Qed.
Lemma defined_flat cs rs : all (fun c : func * sexpr => tys tab c.2) cs -> [seq (c.1, fls tab c.2) | c <- cs] = rs ->
  definedr dims (nth 0 ls) (nth R0 ss) tab rs -> defined dims (nth 0 ls) (nth R0 ss) cs.
Proof.
move=> h <-; elim: cs h => [|[f a] cs IH] //= /andP[ha hc] [h1 h2]; split; last exact: IH.
by rewrite (flat ss sizes size0 sq ok ha erefl).
Qed.
End Flat.
Lemma lift (P : R -> R -> Prop) x y u v : P x y -> x = u -> y = v -> P u v.
Proof. by move=> h <- <-. Qed.
Lemma INR_addn m n : INR (m + n)%N = Rplus (INR m) (INR n).
Proof. exact: plus_INR. Qed.
Lemma INR_muln m n : INR (m * n)%N = Rmult (INR m) (INR n).
Proof. exact: mult_INR. Qed.

Ltac reify := lazymatch goal with
  | |- emb _ (col_mx _ _) = _ => refine (rCol _ _ _ _ _ _); [assumption | assumption | reify | reify | reify | reify]
  | |- emb _ (row_mx _ _) = _ => refine (rRow _ _ _ _ _ _); [assumption | assumption | reify | reify | reify | reify]
  | |- _ = evm _ _ _ (MMul _ _) => refine (rM _ _ _); [assumption | reify | reify]
  | |- _ = evm _ _ _ (MAdd _ _) => refine (rD _ _); reify
  | |- _ = evm _ _ _ (MOpp _) => refine (rO _); reify
  | |- _ = evm _ _ _ (MTr _) => refine (rT _); reify
  | |- _ = evm _ _ _ (MScal _ _) => refine (rS _ _); reify
  | |- _ = evm ?d ?m ?s (MId ?i) => exact (rI d m s i)
  | |- _ = evm _ _ _ (MZero _ _) => apply emb0
  | |- _ = evm _ _ _ (MLet _) => reflexivity
  | |- Rplus _ _ = _ => refine (sD _ _); reify
  | |- Rmult _ _ = _ => refine (sM _ _); reify
  | |- Ropp _ = _ => refine (sO _); reify
  | |- Rinv _ = _ => refine (s_inv _); reify
  | |- sqrt _ = _ => refine (s_sqrt _); reify
  | |- exp _ = _ => refine (s_exp _); reify
  | |- ln _ = _ => refine (s_ln _); reify
  | |- Rabs _ = _ => refine (s_abs _); reify
  | |- sign _ = _ => refine (s_sign _); reify
  | |- dot _ _ = _ => refine (sDot _ _ _ _); [assumption | assumption | reify | reify]
  | |- _ = evs _ _ _ (SEnt _) => refine (sE _ _); [assumption | reify]
  | |- _ = evs _ _ _ (STr _) => refine (sT _ _); [assumption | reify]
  | |- _ => reflexivity end.
Ltac words_out := repeat match goal with
  | |- context [@sw ?a ?b ?c ?d ?w] => let x := fresh "word" in generalize (@sw a b c d w); intro x
  | |- context [@tw ?a ?b ?c ?d ?r ?w] => let x := fresh "trace" in generalize (@tw a b c d r w); intro x end.
Lemma mxd_move N m n (X : R -> 'M[R]_(m,n)) t V e : mxd X t V -> emb N V = e -> mxd (fun s => emb N (X s)) t e.
Proof. by move=> h <-; apply: mxd_emb. Qed.
Lemma is_derive_to (f : R -> R) t a b : is_derive f t a -> a = b -> is_derive f t b.
Proof. by move=> h <-. Qed.
Lemma mxd_line N m n (X V : 'M[R]_(m,n)) : mxd (fun s => emb N (X + s *: V)) R0 (emb N V).
Proof.
apply: mxd_move erefl => i j.
apply: (is_derive_ext (fun s => Rplus (X i j) (Rmult s (V i j)))) => [s|]; first by rewrite !mxE.
by auto_derive => //; rewrite Rmult_1_l.
Qed.
Lemma is_derive_same (f : R -> R) x a b : is_derive f x a -> is_derive f x b -> a = b.
Proof. by move=> /is_derive_unique <- /is_derive_unique <-. Qed.
