(* Words of matrices: expressions as data, their normal form as a sum of coefficients times words, and the proof that it is equal.

   All matrices of one statement are put into the square matrices of one size N that none exceeds (`emb`): sums, products, transposes
   and traces go along, and the identity of size n becomes a projection. So a word is a list of letters, whatever their sizes are. *)
Require Import Reals ZArith Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

(* ---- expressions ---- *)
Inductive func := Finv | Fsqrt | Fexp | Fln | Fabs | Fsign.
Inductive mexpr :=
  | MLet of nat | MTr of mexpr | MMul of mexpr & mexpr | MAdd of mexpr & mexpr | MOpp of mexpr
  | MScal of sexpr & mexpr | MId of nat | MZero of nat & nat
with sexpr :=
  | SZ of Z | SV of nat | SN of nat | SAdd of sexpr & sexpr | SMul of sexpr & sexpr | SOpp of sexpr
  | SF of func & sexpr | SEnt of mexpr | STr of mexpr.
Scheme mexpr_mut := Induction for mexpr Sort Prop with sexpr_mut := Induction for sexpr Sort Prop.
Combined Scheme expr_mut from mexpr_mut, sexpr_mut.

Definition letter := (nat * bool)%type.
Definition word := seq letter.
(* Scalars after flattening: words in brackets (1 x 1) and traces of words are the only matrices left. *)
Inductive rexpr :=
  | RZ of Z | RV of nat | RN of nat | RAdd of rexpr & rexpr | RMul of rexpr & rexpr | ROpp of rexpr
  | RF of func & rexpr | RW of word | RT of nat & word.
Definition poly := seq (word * rexpr).
Definition evf (f : func) (x : R) : R := match f with Finv => Rinv x | Fsqrt => sqrt x | Fexp => exp x | Fln => ln x
  | Fabs => Rabs x | Fsign => sign x end.

(* ---- putting matrices into one size ---- *)
Section Emb.
Variable N : nat.
Definition emb m n (A : 'M[R]_(m,n)) : 'M[R]_N := pid_mx m *m A *m pid_mx n.
Definition unemb m n (A : 'M[R]_N) : 'M[R]_(m,n) := pid_mx m *m A *m pid_mx n.
Definition proj (n : nat) : 'M[R]_N := pid_mx n.
Definition ent (A : 'M[R]_N) : R := (unemb 1 1 A) ord0 ord0.

Lemma pidK n : (n <= N)%N -> (pid_mx n : 'M[R]_(n,N)) *m (pid_mx n : 'M[R]_(N,n)) = 1%:M.
Proof. by move=> h; rewrite mul_pid_mx minnn (minn_idPr h) pid_mx_1. Qed.
Lemma pidP n : (pid_mx n : 'M[R]_(N,n)) *m (pid_mx n : 'M[R]_(n,N)) = proj n.
Proof. by rewrite mul_pid_mx !minnn. Qed.
Lemma embK m n (A : 'M[R]_(m,n)) : (m <= N)%N -> (n <= N)%N -> unemb m n (emb A) = A.
Proof. by move=> hm hn; rewrite /unemb /emb !mulmxA pidK // mul1mx -mulmxA pidK // mulmx1. Qed.
Lemma embM m n p (A : 'M[R]_(m,n)) (B : 'M[R]_(n,p)) : (n <= N)%N -> emb (A *m B) = emb A *m emb B.
Proof.
move=> h; have e : emb A *m emb B = pid_mx m *m A *m ((pid_mx n : 'M_(n,N)) *m (pid_mx n : 'M_(N,n))) *m B *m pid_mx p.
  by rewrite /emb !mulmxA.
by rewrite e pidK // mulmx1 /emb !mulmxA.
Qed.
Lemma embT m n (A : 'M[R]_(m,n)) : emb A^T = (emb A)^T.
Proof. by rewrite /emb !trmx_mul !tr_pid_mx mulmxA. Qed.
Lemma embD m n (A B : 'M[R]_(m,n)) : emb (A + B) = emb A + emb B.
Proof. by rewrite /emb mulmxDr mulmxDl. Qed.
Lemma embN m n (A : 'M[R]_(m,n)) : emb (- A) = - emb A.
Proof. by rewrite /emb mulmxN mulNmx. Qed.
Lemma embZ m n (c : R) (A : 'M[R]_(m,n)) : emb (c *: A) = c *: emb A.
Proof. by rewrite /emb -scalemxAr -scalemxAl. Qed.
Lemma emb0 m n : emb (0 : 'M[R]_(m,n)) = 0.
Proof. by rewrite /emb mulmx0 mul0mx. Qed.
Lemma emb1 n : emb (1%:M : 'M[R]_n) = proj n.
Proof. by rewrite /emb mulmx1 pidP. Qed.
Lemma emb_tr n (A : 'M[R]_n) : (n <= N)%N -> \tr (emb A) = \tr A.
Proof. by move=> h; rewrite /emb mxtrace_mulC mulmxA pidK // mul1mx. Qed.
Lemma emb_ent (A : 'M[R]_1) : (1 <= N)%N -> ent (emb A) = A ord0 ord0.
Proof. by move=> h; rewrite /ent embK. Qed.
Lemma proj_l m n (A : 'M[R]_(m,n)) : (m <= N)%N -> proj m *m emb A = emb A.
Proof. by move=> h; rewrite -emb1 -embM // mul1mx. Qed.
Lemma proj_r m n (A : 'M[R]_(m,n)) : (n <= N)%N -> emb A *m proj n = emb A.
Proof. by move=> h; rewrite -emb1 -embM // mulmx1. Qed.
Lemma proj_idem n : (n <= N)%N -> proj n *m proj n = proj n.
Proof. by move=> h; rewrite -emb1 -embM // mulmx1. Qed.
Lemma proj_T n : (proj n)^T = proj n.
Proof. exact: tr_pid_mx. Qed.
Lemma proj_trace n : (n <= N)%N -> \tr (proj n) = INR n.
Proof. by move=> h; rewrite -emb1 emb_tr // mxtrace1 INR_ring. Qed.
Lemma proj_ent (A : 'M[R]_N) : proj 1 *m A *m proj 1 = ent A *: proj 1.
Proof.
have e : proj 1 *m A *m proj 1 = (pid_mx 1 : 'M_(N,1)) *m (unemb 1 1 A) *m (pid_mx 1 : 'M_(1,N)).
  by rewrite /unemb !mulmxA pidP -!mulmxA pidP.
by rewrite e {1}[unemb 1 1 A]mx11_scalar mul_mx_scalar -scalemxAl pidP.
Qed.
Lemma ent_T (A : 'M[R]_N) : ent A^T = ent A.
Proof.
have e : unemb 1 1 A^T = (unemb 1 1 A)^T by rewrite /unemb !trmx_mul !tr_pid_mx mulmxA.
by rewrite /ent e mxE.
Qed.
Lemma entD A B : ent (A + B) = Rplus (ent A) (ent B).
Proof. by rewrite /ent /unemb mulmxDr mulmxDl mxE. Qed.
Lemma entZ (c : R) A : ent (c *: A) = Rmult c (ent A).
Proof. by rewrite /ent /unemb -scalemxAr -scalemxAl mxE. Qed.
Lemma ent0 : ent 0 = R0.
Proof. by rewrite /ent /unemb mulmx0 mul0mx mxE. Qed.
Lemma ent_proj : (1 <= N)%N -> ent (proj 1) = R1.
Proof. by move=> h; rewrite -emb1 emb_ent // mxE. Qed.
End Emb.

(* ---- values ---- *)
Section Values.
Variables (N : nat) (dims : seq nat).
Definition size_at i := nth 1%N dims i.
Definition E i : 'M[R]_N := proj N (size_at i).
Variables (ml : nat -> 'M[R]_N) (sl : nat -> R).
Fixpoint evm (x : mexpr) : 'M[R]_N := match x with
  | MLet k => ml k | MTr a => (evm a)^T | MMul a b => evm a *m evm b | MAdd a b => evm a + evm b | MOpp a => - evm a
  | MScal s a => evs s *: evm a | MId i => E i | MZero _ _ => 0 end
with evs (x : sexpr) : R := match x with
  | SZ z => IZR z | SV k => sl k | SN i => INR (size_at i) | SAdd a b => Rplus (evs a) (evs b) | SMul a b => Rmult (evs a) (evs b)
  | SOpp a => Ropp (evs a) | SF f a => evf f (evs a) | SEnt a => ent (evm a) | STr a => \tr (evm a) end.

Variable tab : seq (nat * nat * bool).   (* rows and columns of each letter as places in dims; whether it is symmetric *)
Definition info k := nth (0, 0, false)%N tab k.
Definition lrow (l : letter) := let: (r, c, _) := info l.1 in if l.2 then c else r.
Definition lcol (l : letter) := let: (r, c, _) := info l.1 in if l.2 then r else c.
Definition flip (l : letter) : letter := let: (_, _, s) := info l.1 in (l.1, ~~ l.2 && ~~ s).
Definition lval (l : letter) := if l.2 then (ml l.1)^T else ml l.1.
Fixpoint evw (r : nat) (w : word) : 'M[R]_N := if w is l :: w' then lval l *m evw (lcol l) w' else E r.
Definition sw (w : word) : R := ent (evw 0 w).
Definition tw (r : nat) (w : word) : R := \tr (evw r w).
Fixpoint evr (x : rexpr) : R := match x with
  | RZ z => IZR z | RV k => sl k | RN i => INR (size_at i) | RAdd a b => Rplus (evr a) (evr b) | RMul a b => Rmult (evr a) (evr b)
  | ROpp a => Ropp (evr a) | RF f a => evf f (evr a) | RW w => sw w | RT r w => tw r w end.
Fixpoint evp (r : nat) (p : poly) : 'M[R]_N := if p is (w, c) :: p' then evr c *: evw r w + evp r p' else 0.
Fixpoint wok (r : nat) (w : word) (c : nat) : bool := if w is l :: w' then (r == lrow l) && wok (lcol l) w' c else r == c.
Definition pok r (p : poly) c := all (fun wc => wok r wc.1 c) p.

(* What is known of the letters: they have their sizes, and the symmetric ones are. *)
Definition letter_ok (i : nat * nat * bool) (A : 'M[R]_N) : Prop :=
  let: (r, c, s) := i in E r *m A = A /\ A *m E c = A /\ (s -> A^T = A).
Hypothesis sizes : forall i, (size_at i <= N)%N.
Hypothesis size0 : size_at 0 = 1%N.
Hypothesis letters : forall k, letter_ok (info k) (ml k).

Lemma EE i : E i *m E i = E i. Proof. exact: proj_idem (sizes i). Qed.
Lemma ET i : (E i)^T = E i. Proof. exact: proj_T. Qed.
Lemma N1 : (1 <= N)%N. Proof. by rewrite -size0. Qed.
Lemma E0 A : E 0 *m A *m E 0 = ent A *: E 0. Proof. by rewrite /E size0 proj_ent. Qed.
Lemma ent_E0 : ent (E 0) = R1. Proof. by rewrite /E size0 ent_proj // N1. Qed.

Lemma lval_l l : E (lrow l) *m lval l = lval l.
Proof.
case: l => k b; rewrite /lrow /lval /=; have := letters k; rewrite /letter_ok; case: (info k) => -[r c] s [hr [hc _]].
by case: b => //; rewrite -{2}hc trmx_mul ET.
Qed.
Lemma lval_r l : lval l *m E (lcol l) = lval l.
Proof.
case: l => k b; rewrite /lcol /lval /=; have := letters k; rewrite /letter_ok; case: (info k) => -[r c] s [hr [hc _]].
by case: b => //; rewrite -{2}hr trmx_mul ET.
Qed.
Lemma lval_flip l : lval (flip l) = (lval l)^T.
Proof.
case: l => k b; rewrite /flip /lval /=; have := letters k; rewrite /letter_ok; case: (info k) => -[r c] s [hr [hc hs]] /=.
by case: b; case: s hs => hs //=; rewrite ?trmxK // hs.
Qed.
Definition tab_ok := forall k, let: (r, c, s) := info k in s -> r = c.
Hypothesis square : tab_ok.
Lemma lrow_flip l : lrow (flip l) = lcol l.
Proof.
case: l => k b; rewrite /lrow /lcol /flip; have := square k; case e: (info k) => [[r c] s] h; rewrite ?e /= ?e /=.
by move: h; clear e; case: s => h; case: b => //=; rewrite h.
Qed.
Lemma lcol_flip l : lcol (flip l) = lrow l.
Proof.
case: l => k b; rewrite /lrow /lcol /flip; have := square k; case e: (info k) => [[r c] s] h; rewrite ?e /= ?e /=.
by move: h; clear e; case: s => h; case: b => //=; rewrite h.
Qed.

(* ---- words ---- *)
Lemma evw_l r w c : wok r w c -> E r *m evw r w = evw r w.
Proof. by case: w => [|l w] /= => [_|/andP[/eqP -> _]]; rewrite ?EE // mulmxA lval_l. Qed.
Lemma evw_r r w c : wok r w c -> evw r w *m E c = evw r w.
Proof. by elim: w r => [|l w IH] r /= => [/eqP ->|/andP[_ h]]; rewrite ?EE // -mulmxA IH. Qed.
Lemma wok_cat r u k v c : wok r u k -> wok k v c -> wok r (u ++ v) c.
Proof. by elim: u r => [|l u IH] r /= => [/eqP -> //|/andP[-> h] hv]; rewrite IH. Qed.
Lemma evw_cat r u k v c : wok r u k -> wok k v c -> evw r (u ++ v) = evw r u *m evw k v.
Proof.
elim: u r => [|l u IH] r /= => [/eqP -> hv|/andP[_ h] hv]; first by rewrite (evw_l hv).
by rewrite -mulmxA -IH.
Qed.
Fixpoint trw (w : word) : word := if w is l :: w' then rcons (trw w') (flip l) else [::].
Lemma wok_tr r w c : wok r w c -> wok c (trw w) r.
Proof.
elim: w r => [|l w IH] r /=; first by rewrite eq_sym.
by move=> /andP[/eqP -> h]; rewrite -cats1; apply: (wok_cat (IH _ h)) => /=; rewrite lrow_flip lcol_flip !eqxx.
Qed.
Lemma evw_tr r w c : wok r w c -> evw c (trw w) = (evw r w)^T.
Proof.
elim: w r => [|l w IH] r /=; first by move=> /eqP ->; rewrite ET.
move=> /andP[_ h]; rewrite -cats1 (evw_cat (k := lcol l) (c := lcol (flip l)) (wok_tr h)) /=; last by rewrite lrow_flip !eqxx.
by rewrite lcol_flip lval_flip (IH _ h) trmx_mul -{2}[lval l]lval_l trmx_mul ET.
Qed.

(* A stretch from size 1 to size 1 is a number. *)
Fixpoint spl (w : word) : option (word * word) := if w is l :: w' then
  if lcol l == 0%N then Some ([:: l], w') else if spl w' is Some (p, q) then Some (l :: p, q) else None else None.
Lemma splP w p q r c : spl w = Some (p, q) -> wok r w c -> [/\ w = p ++ q, wok r p 0 & wok 0 q c].
Proof.
elim: w p q r => [|l w IH] p q r //=; case: eqP => [h0|_] .
  by move=> [<- <-] /andP[/eqP -> hw]; rewrite /= eqxx h0 -h0; split => //; rewrite h0 eqxx.
case e: (spl w) => [[p' q']|] // [<- <-] /andP[/eqP -> hw].
have [-> h1 h2] := IH _ _ _ e hw; by split => //=; rewrite eqxx.
Qed.
Fixpoint cmpw (u v : word) : bool := match u, v with
  | [::], _ => true | _, [::] => false
  | (j, a) :: u', (k, b) :: v' => if j == k then (if a == b then cmpw u' v' else b) else (j < k)%N end.
Definition leqw (u v : word) : bool := if size u == size v then cmpw u v else (size u < size v)%N.
Definition scan (w : word) : word := let w' := trw w in if leqw w w' then w else w'.
Lemma sw_scan w : wok 0 w 0 -> sw (scan w) = sw w.
Proof. by move=> h; rewrite /scan; case: leqw => //; rewrite /sw (evw_tr h) ent_T. Qed.
Definition rmul (a b : rexpr) : rexpr := match a, b with
  | RZ 1, _ => b | _, RZ 1 => a | RZ 0, _ => RZ 0 | _, RZ 0 => RZ 0 | _, _ => RMul a b end.
Lemma evr_mul a b : evr (rmul a b) = Rmult (evr a) (evr b).
Proof.
have l1 : forall x, x = Rmult (IZR 1) x by move=> x; rewrite Rmult_1_l.
have r1 : forall x, x = Rmult x (IZR 1) by move=> x; rewrite Rmult_1_r.
have l0 : forall x, IZR 0 = Rmult (IZR 0) x by move=> x; rewrite Rmult_0_l.
have r0 : forall x, IZR 0 = Rmult x (IZR 0) by move=> x; rewrite Rmult_0_r.
case: a => [[|[p|p|]|p]|k|i|x y|x y|x|f x|w|r w]; case: b => [[|[q|q|]|q]|k'|i'|x' y'|x' y'|x'|f' x'|w'|r' w'] //=.
Qed.
Definition radd (a b : rexpr) : rexpr := match a, b with RZ 0, _ => b | _, RZ 0 => a | _, _ => RAdd a b end.
Lemma evr_add a b : evr (radd a b) = Rplus (evr a) (evr b).
Proof.
have l0 : forall x, x = Rplus (IZR 0) x by move=> x; rewrite Rplus_0_l.
have r0 : forall x, x = Rplus x (IZR 0) by move=> x; rewrite Rplus_0_r.
case: a => [[|p|p]|k|i|x y|x y|x|f x|w|r w]; case: b => [[|q|q]|k'|i'|x' y'|x' y'|x'|f' x'|w'|r' w'] //=.
Qed.
Lemma evw_00 p : wok 0 p 0 -> evw 0 p = sw p *: E 0.
Proof. by move=> h; rewrite /sw -E0 (evw_l h) (evw_r h). Qed.
(* The word without its stretches from 1 to 1, and these as a coefficient. *)
Fixpoint cut (r : nat) (w : word) : word * rexpr := if w is l :: w' then
    let: (v, s) := cut (lcol l) w' in
    if r == 0%N then if spl (l :: v) is Some (p, q) then (q, rmul (RW (scan p)) s) else (l :: v, s) else (l :: v, s)
  else ([::], RZ 1).
Lemma cut_cons r l w : cut r (l :: w) = let: (v, s) := cut (lcol l) w in
  if r == 0%N then if spl (l :: v) is Some (p, q) then (q, rmul (RW (scan p)) s) else (l :: v, s) else (l :: v, s).
Proof. by []. Qed.
Lemma cutP r w c : wok r w c -> evw r w = evr (cut r w).2 *: evw r (cut r w).1 /\ wok r (cut r w).1 c.
Proof.
elim: w r => [|l w IH] r; first by move=> h; rewrite /= scale1r.
rewrite [wok _ _ _]/=; move=> /andP[/eqP hr h]; have [IHe IHo] := IH _ h.
rewrite [evw _ _]/= cut_cons; case e: (cut (lcol l) w) => [v s]; rewrite e in IHe IHo.
have step : lval l *m evw (lcol l) w = evr s *: evw r (l :: v) by rewrite IHe -scalemxAr.
have ok : wok r (l :: v) c by rewrite [wok _ _ _]/= hr eqxx.
case: eqP => [r0|_]; last by split; [exact: step | exact: ok].
case f: (spl (l :: v)) => [[p q]|]; last by split; [exact: step | exact: ok].
have [ew hp hq] := splP f ok; rewrite r0 in hp step *.
split; last exact: hq.
rewrite step ew (evw_cat hp hq) (evw_00 hp) -scalemxAl (evw_l hq) scalerA evr_mul [evr (RW _)]/= (sw_scan hp).
by rewrite (Rmult_comm (sw p)).
Qed.

(* ---- sums of words ---- *)
Definition mono r w c : word * rexpr := let: (v, s) := cut r w in (v, rmul c s).
Definition mulp r (p q : poly) : poly := flatten [seq [seq mono r (a.1 ++ b.1) (rmul a.2 b.2) | b <- q] | a <- p].
Definition scalep c (p : poly) : poly := [seq (a.1, rmul c a.2) | a <- p].
Definition trp (p : poly) : poly := [seq (trw a.1, a.2) | a <- p].
Lemma evp_cat r p q : evp r (p ++ q) = evp r p + evp r q.
Proof. by elim: p => [|[w c] p IH] /=; rewrite ?add0r // IH addrA. Qed.
Lemma pok_cat r p q c : pok r (p ++ q) c = pok r p c && pok r q c.
Proof. exact: all_cat. Qed.
Lemma evp_scale r c p : evp r (scalep c p) = evr c *: evp r p.
Proof. by elim: p => [|[w d] p IH] /=; rewrite ?scaler0 // IH evr_mul scalerDr scalerA. Qed.
Lemma pok_scale r c p k : pok r (scalep c p) k = pok r p k.
Proof. by rewrite /pok all_map; apply: eq_all => -[]. Qed.
Lemma evp_tr r p c : pok r p c -> evp c (trp p) = (evp r p)^T /\ pok c (trp p) r.
Proof.
elim: p => [|[w d] p IH] /=; first by rewrite trmx0.
by move=> /andP[h hp]; have [-> ->] := IH hp; rewrite (evw_tr h) (wok_tr h) linearD linearZ.
Qed.
Lemma monoP r w c d : wok r w d -> evr (mono r w c).2 *: evw r (mono r w c).1 = evr c *: evw r w /\ wok r (mono r w c).1 d.
Proof.
move=> h; have [e ok] := cutP h; rewrite /mono; case f: (cut r w) => [v s]; rewrite f in e ok.
by split => //=; rewrite evr_mul -scalerA e.
Qed.
Lemma evp_mul r p k q c : pok r p k -> pok k q c -> evp r (mulp r p q) = evp r p *m evp k q /\ pok r (mulp r p q) c.
Proof.
move=> hp hq; elim: p hp => [|[u a] p IH] /=; first by rewrite mul0mx.
move=> /andP[hu hp]; have [IHe IHo] := IH hp; rewrite /mulp /= -/(mulp r p q) evp_cat pok_cat IHe IHo andbT mulmxDl.
suff [-> ->] : evp r [seq mono r (u ++ b.1) (rmul a b.2) | b <- q] = (evr a *: evw r u) *m evp k q
   /\ pok r [seq mono r (u ++ b.1) (rmul a b.2) | b <- q] c by [].
elim: q hq {IH IHe IHo} => [|[v b] q IH2] /=; first by rewrite mulmx0.
move=> /andP[hv hq]; have [-> ->] := IH2 hq; have [e ok] := monoP (rmul a b) (wok_cat hu hv).
move: e ok; case: (mono r (u ++ v) (rmul a b)) => w s /= -> ->.
by rewrite evr_mul (evw_cat hu hv) mulmxDr -!scalemxAl -!scalemxAr scalerA.
Qed.
(* Like terms together. *)
Fixpoint ins (w : word) (c : rexpr) (p : poly) : poly := if p is (v, d) :: p' then
  if v == w then (v, radd c d) :: p' else (v, d) :: ins w c p' else [:: (w, c)].
Definition collect (p : poly) : poly := foldr (fun a q => ins a.1 a.2 q) [::] p.
Lemma evp_ins r w c p : evp r (ins w c p) = evr c *: evw r w + evp r p.
Proof.
elim: p => [|[v d] p IH] //=; case: eqP => [->|_] /=; first by rewrite evr_add scalerDl addrA.
by rewrite IH addrCA.
Qed.
Lemma evp_collect r p : evp r (collect p) = evp r p.
Proof. by elim: p => [|[w c] p IH] //=; rewrite evp_ins IH. Qed.
Fixpoint all_zero (p : poly) : Prop := if p is (_, c) :: p' then evr c = R0 /\ all_zero p' else True.
Lemma all_zeroP r p : all_zero p -> evp r p = 0.
Proof. by elim: p => [|[w c] p IH] //= [-> h]; rewrite (IH h) scale0r addr0. Qed.

(* ---- traces ---- *)
Fixpoint rots n (rw : nat * word) : seq (nat * word) := if n is n'.+1 then
  if rw.2 is l :: w then rw :: rots n' (lcol l, rcons w l) else [:: rw] else [:: rw].
Lemma rot_one r l w : wok r (l :: w) r -> wok (lcol l) (rcons w l) (lcol l) /\ tw (lcol l) (rcons w l) = tw r (l :: w).
Proof.
move=> /= /andP[/eqP hr h]; have h1 : wok r [:: l] (lcol l) by rewrite /= hr !eqxx.
rewrite -cats1 (wok_cat h h1) /tw (evw_cat h h1) /= lval_r mxtrace_mulC; split => //.
Qed.
Lemma rotsP n r w : wok r w r -> forall c, c \in rots n (r, w) -> wok c.1 c.2 c.1 /\ tw c.1 c.2 = tw r w.
Proof.
elim: n r w => [|n IH] r w h c /=; first by rewrite inE => /eqP ->.
case: w h => [|l w] h; first by rewrite inE => /eqP ->.
rewrite inE => /orP[/eqP ->|] //; have [h' <-] := rot_one h; exact: IH.
Qed.
Fixpoint best (b : nat * word) (s : seq (nat * word)) := if s is c :: s' then best (if leqw c.2 b.2 then c else b) s' else b.
Lemma bestP b s (P : nat * word -> Prop) : P b -> (forall c, c \in s -> P c) -> P (best b s).
Proof.
elim: s b => [|c s IH] b hb hs //=; apply: IH; last by move=> d hd; apply: hs; rewrite inE hd orbT.
by case: leqw => //; apply: hs; rewrite inE eqxx.
Qed.
Definition rt r w : rexpr := if w is [::] then RN r else RT r w.
Definition trace_word r w : rexpr :=
  let s := rots (size w) (r, w) in
  if [seq c <- s | c.1 == 0%N] is c :: _ then let: (v, d) := cut 0 c.2 in rmul d (rt 0 v)
  else let b := best (r, w) (s ++ rots (size w) (r, trw w)) in rt b.1 b.2.
Lemma rtP r w : evr (rt r w) = tw r w.
Proof. by case: w => [|l w] //=; rewrite /tw /= proj_trace. Qed.
Lemma trace_wordP r w : wok r w r -> evr (trace_word r w) = tw r w.
Proof.
move=> h; rewrite /trace_word; case f: [seq c <- _ | _] => [|c s].
  rewrite rtP; set P := fun c : nat * word => wok c.1 c.2 c.1 /\ tw c.1 c.2 = tw r w.
  suff [] : P (best (r, w) (rots (size w) (r, w) ++ rots (size w) (r, trw w))) by [].
  apply: bestP => // c; rewrite mem_cat => /orP[hc|hc]; first exact: (rotsP h hc).
  have [h1 h2] := rotsP (wok_tr h) hc; split => //; rewrite h2 /tw (evw_tr h) mxtrace_tr //.
have : c \in [seq c <- rots (size w) (r, w) | c.1 == 0%N] by rewrite f inE eqxx.
rewrite mem_filter => /andP[/eqP c0 hc]; have [h1 <-] := rotsP h hc; rewrite c0 in h1 *.
have [e _] := cutP h1; case g: (cut 0 c.2) => [v d]; rewrite g /= in e.
by rewrite evr_mul rtP /tw e mxtraceZ.
Qed.

(* ---- normal form ---- *)
Fixpoint tym (x : mexpr) : option (nat * nat) := match x with
  | MLet k => let: (r, c, _) := info k in Some (r, c)
  | MTr a => if tym a is Some (r, c) then Some (c, r) else None
  | MMul a b => match tym a, tym b with Some (r, k), Some (k', c) => if k == k' then Some (r, c) else None | _, _ => None end
  | MAdd a b => match tym a, tym b with
      | Some (r, c), Some (r', c') => if (r == r') && (c == c') then Some (r, c) else None | _, _ => None end
  | MOpp a => tym a | MScal s a => if tys s then tym a else None | MId i => Some (i, i) | MZero r c => Some (r, c) end
with tys (x : sexpr) : bool := match x with
  | SZ _ | SV _ | SN _ => true | SAdd a b => tys a && tys b | SMul a b => tys a && tys b | SOpp a => tys a | SF _ a => tys a
  | SEnt a => if tym a is Some (r, c) then (r == 0%N) && (c == 0%N) else false
  | STr a => if tym a is Some (r, c) then r == c else false end.
Definition row x : nat := if tym x is Some (r, _) then r else 0%N.
Definition entp (p : poly) : rexpr := foldr (fun a s => radd (if a.1 is [::] then a.2 else rmul a.2 (RW a.1)) s) (RZ 0) p.
Definition tracep r (p : poly) : rexpr := foldr (fun a s => radd (rmul a.2 (trace_word r a.1)) s) (RZ 0) p.
Fixpoint nfm (x : mexpr) : poly := match x with
  | MLet k => [:: ([:: (k, false)], RZ 1)] | MTr a => trp (nfm a) | MMul a b => mulp (row a) (nfm a) (nfm b)
  | MAdd a b => nfm a ++ nfm b | MOpp a => scalep (RZ (-1)) (nfm a) | MScal s a => scalep (fls s) (nfm a)
  | MId _ => [:: ([::], RZ 1)] | MZero _ _ => [::] end
with fls (x : sexpr) : rexpr := match x with
  | SZ z => RZ z | SV k => RV k | SN i => RN i | SAdd a b => radd (fls a) (fls b) | SMul a b => rmul (fls a) (fls b)
  | SOpp a => ROpp (fls a) | SF f a => RF f (fls a) | SEnt a => entp (collect (nfm a)) | STr a => tracep (row a) (collect (nfm a)) end.
Lemma pok_ins r w c p k : wok r w k -> pok r p k -> pok r (ins w c p) k.
Proof.
move=> hw; elim: p => [|[v d] p IH] /=; first by rewrite hw.
by move=> /andP[hv hp]; case: eqP => [_|_] /=; rewrite hv ?hp ?IH.
Qed.
Lemma pok_collect r p k : pok r p k -> pok r (collect p) k.
Proof. by elim: p => [|[w c] p IH] //= /andP[hw hp]; apply: pok_ins => //; apply: IH. Qed.
Lemma entpP p : evr (entp p) = ent (evp 0 p).
Proof.
elim: p => [|[w c] p IH] /=; first by rewrite ent0.
rewrite evr_add IH entD entZ; congr Rplus; case: w => [|l w]; first by rewrite /= ent_E0 Rmult_1_r.
by rewrite evr_mul.
Qed.
Lemma tracepP r p : pok r p r -> evr (tracep r p) = \tr (evp r p).
Proof.
elim: p => [|[w c] p IH] /=; first by rewrite mxtrace0.
by move=> /andP[hw hp]; rewrite evr_add (IH hp) evr_mul (trace_wordP hw) mxtraceD mxtraceZ.
Qed.
Theorem normal : (forall x r c, tym x = Some (r, c) -> evm x = evp r (nfm x) /\ pok r (nfm x) c)
              /\ (forall s, tys s -> evs s = evr (fls s)).
Proof.
apply: expr_mut => /=.
- move=> k r c; case e: (info k) => [[r' c'] s] [<- <-]; have := letters k; rewrite /letter_ok e => -[hr [hc _]].
  by rewrite scale1r addr0 /lval /lcol /lrow /= e hc !eqxx.
- move=> a IH r c; case e: (tym a) => [[r' c']|] // [<- <-]; have [-> ok] := IH _ _ e.
  by have [-> ->] := evp_tr ok.
- move=> a IHa b IHb r c; rewrite /row; case ea: (tym a) => [[r1 k1]|] //; case eb: (tym b) => [[k2 c2]|] //.
  case: eqP => // kk [<- <-]; rewrite -kk in eb; have [-> oka] := IHa _ _ ea; have [-> okb] := IHb _ _ eb.
  by have [-> ->] := evp_mul oka okb.
- move=> a IHa b IHb r c; case ea: (tym a) => [[r1 k1]|] //; case eb: (tym b) => [[k2 c2]|] //.
  case: andP => // -[/eqP h1 /eqP h2] [<- <-]; rewrite -h1 -h2 in eb.
  by have [-> oka] := IHa _ _ ea; have [-> okb] := IHb _ _ eb; rewrite evp_cat pok_cat oka okb.
- by move=> a IH r c e; have [-> ok] := IH _ _ e; rewrite evp_scale pok_scale ok /= scaleN1r.
- move=> s IHs a IHa r c; case: ifP => // hs e; have [-> ok] := IHa _ _ e.
  by rewrite evp_scale pok_scale ok (IHs hs).
- by move=> i r c [<- <-]; rewrite scale1r addr0 eqxx.
- by move=> r0 c0 r c _.
- by [].
- by [].
- by [].
- by move=> a IHa b IHb /andP[ha hb]; rewrite evr_add (IHa ha) (IHb hb).
- by move=> a IHa b IHb /andP[ha hb]; rewrite evr_mul (IHa ha) (IHb hb).
- by move=> a IH h; rewrite (IH h).
- by move=> f a IH h; rewrite (IH h).
- move=> a IH; case e: (tym a) => [[r c]|] // /andP[/eqP hr /eqP hc]; subst r c.
  by have [-> ok] := IH _ _ e; rewrite entpP evp_collect.
- move=> a IH; rewrite /row; case e: (tym a) => [[r c]|] // /eqP hr; subst c.
  by have [-> ok] := IH _ _ e; rewrite (tracepP (pok_collect ok)) evp_collect.
Qed.
Definition nf_ok x r c := (proj1 normal x r c).
Definition flat_ok s := (proj2 normal s).
Theorem vanishes x r c p : tym x = Some (r, c) -> collect (nfm x) = p -> all_zero p -> evm x = 0.
Proof. by move=> h <- hz; rewrite (nf_ok h).1 -evp_collect; apply: all_zeroP. Qed.

(* ---- relations: what is added to a statement is a sum of multiples of them, each zero ---- *)
Definition relation := (mexpr * mexpr)%type.
Variable rels : seq relation.
Fixpoint hold (rs : seq relation) : Prop := if rs is (l, r) :: rs' then evm l = evm r /\ hold rs' else True.
Hypothesis rels_hold : hold rels.
Inductive step :=
  | Around of sexpr & mexpr & nat & bool & mexpr     (* c u (l - r) v, transposed or not *)
  | Entry of mexpr & nat & bool & mexpr & mexpr      (* (u (l - r) v)_00 times a matrix *)
  | Trace of mexpr & nat & bool & mexpr & mexpr.     (* tr (u (l - r) v) times a matrix *)
Definition diff i (b : bool) : mexpr := let: (l, r) := nth (MZero 0 0, MZero 0 0) rels i in
  let d := MAdd l (MOpp r) in if b then MTr d else d.
Definition stepm (s : step) : mexpr := match s with
  | Around c u i b v => MScal c (MMul (MMul u (diff i b)) v)
  | Entry u i b v m => MScal (SEnt (MMul (MMul u (diff i b)) v)) m
  | Trace u i b v m => MScal (STr (MMul (MMul u (diff i b)) v)) m end.
Lemma diff0 i b : evm (diff i b) = 0.
Proof.
rewrite /diff; have h : let: (l, r) := nth (MZero 0 0, MZero 0 0) rels i in evm l = evm r.
  elim: rels i rels_hold => [|[l r] rs IH] [|i] //= [h1 h2] //; exact: IH.
by move: h; case: nth => l r h; case: b => /=; rewrite h subrr ?trmx0.
Qed.
Lemma step0 s : evm (stepm s) = 0.
Proof.
case: s => [c u i b v|u i b v m|u i b v m] /=; rewrite diff0 mulmx0 mul0mx ?scaler0 //.
- by rewrite ent0 scale0r.
- by rewrite mxtrace0 scale0r.
Qed.
Definition less (x : mexpr) (steps : seq step) : mexpr := foldl (fun a s => MAdd a (MOpp (stepm s))) x steps.
Lemma lessP x steps : evm (less x steps) = evm x.
Proof. by elim: steps x => [|s ss IH] x //=; rewrite IH /= step0 subr0. Qed.
Theorem same a b steps r c p : tym (less (MAdd a (MOpp b)) steps) = Some (r, c) ->
  collect (nfm (less (MAdd a (MOpp b)) steps)) = p -> all_zero p -> evm a = evm b.
Proof.
by move=> h e z; apply/eqP; rewrite -subr_eq0; apply/eqP; rewrite -[LHS](lessP (MAdd a (MOpp b)) steps); apply: vanishes h e z.
Qed.
End Values.
