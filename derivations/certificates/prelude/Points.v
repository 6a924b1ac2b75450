(* Matrices by their entries, of as many rows and columns as a number says: with these a refutation computes at a point. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Tactic.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq div choice fintype bigop ssralg matrix mxalgebra.
Require Import Rmx Diag Flows Kron Ranks Witness.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Delimit Scope R_scope with Re.
Fixpoint added n (g : nat -> R) : R := if n is k.+1 then Rplus (added k g) (g k) else R0.
Fixpoint below n (P : nat -> Prop) : Prop := if n is k.+1 then below k P /\ P k else True.
Definition rows (r : seq (seq R)) (i j : nat) : R := nth R0 (nth [::] r i) j.
Definition line (r v : seq (seq R)) (s : R) (i j : nat) : R := Rplus (rows r i j) (Rmult s (rows v i j)).
Definition fm m n (f : nat -> nat -> R) : 'M[R]_(m, n) := \matrix_(i < m, j < n) f i j.
Definition entry_of m n (A : 'M[R]_(m, n)) (i j : nat) : R :=
  if insub i is Some i' then if insub j is Some j' then A i' j' else R0 else R0.
Lemma addedP n g : \sum_(k < n) g (nat_of_ord k) = added n g.
Proof. by elim: n => [|n IH]; rewrite ?big_ord0 // big_ord_recr /= IH. Qed.
Lemma belowP n P : below n P -> forall i, (i < n)%N -> P i.
Proof. by elim: n => [|n IH] //= [h hn] i; rewrite ltnS leq_eqVlt => /orP[/eqP -> //|]; apply: IH. Qed.
Lemma fm_entry m n f (i : 'I_m) (j : 'I_n) : fm m n f i j = f i j. Proof. by rewrite mxE. Qed.
Section Fm.
Variables m n p : nat.
Implicit Types f g : nat -> nat -> R.
Lemma fm_eta (A : 'M[R]_(m, n)) : A = fm m n (entry_of A).
Proof. by apply/matrixP => i j; rewrite fm_entry /entry_of !valK. Qed.
Lemma fm_mul f g : fm m n f *m fm n p g = fm m p (fun i j => added n (fun k => Rmult (f i k) (g k j))).
Proof. by apply/matrixP => i j; rewrite fm_entry mxE -addedP; apply: eq_bigr => k _; rewrite !fm_entry. Qed.
Lemma fm_add f g : fm m n f + fm m n g = fm m n (fun i j => Rplus (f i j) (g i j)).
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma fm_opp f : - fm m n f = fm m n (fun i j => Ropp (f i j)).
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma fm_scale c f : c *: fm m n f = fm m n (fun i j => Rmult c (f i j)).
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma fm_tr f : (fm m n f)^T = fm n m (fun i j => f j i).
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma fm_zero : (0 : 'M[R]_(m, n)) = fm m n (fun _ _ => R0).
Proof. by apply/matrixP => i j; rewrite !mxE. Qed.
Lemma fm_eq f g : below m (fun i => below n (fun j => f i j = g i j)) -> fm m n f = fm m n g.
Proof. by move=> h; apply/matrixP => i j; rewrite !fm_entry; apply: (belowP (belowP h (ltn_ord i)) (ltn_ord j)). Qed.
Lemma fm_at f g i j : (i < m)%N -> (j < n)%N -> fm m n f = fm m n g -> f i j = g i j.
Proof. by move=> hi hj /matrixP /(_ (Ordinal hi) (Ordinal hj)); rewrite !fm_entry. Qed.
Lemma fm_mxd (f : R -> nat -> nat -> R) g t : below m (fun i => below n (fun j => is_derive (fun s => f s i j) t (g i j))) ->
  mxd (fun s => fm m n (f s)) t (fm m n g).
Proof.
move=> h i j; rewrite fm_entry; apply: (is_derive_ext (fun s => f s i j)) => [s|]; first by rewrite fm_entry.
exact: (belowP (belowP h (ltn_ord i)) (ltn_ord j)).
Qed.
Lemma fm_mxd_at (f : R -> nat -> nat -> R) g t i j : (i < m)%N -> (j < n)%N -> mxd (fun s => fm m n (f s)) t (fm m n g) ->
  is_derive (fun s => f s i j) t (g i j).
Proof.
move=> hi hj /(_ (Ordinal hi) (Ordinal hj)); rewrite fm_entry => h.
by apply: is_derive_ext h => s; rewrite fm_entry.
Qed.
End Fm.
Section Square.
Variable n : nat.
Lemma fm_trace f : \tr (fm n n f) = added n (fun i => f i i).
Proof. by rewrite /mxtrace -addedP; apply: eq_bigr => k _; rewrite fm_entry. Qed.
Lemma fm_dot f g : dot (fm n 1 f) (fm n 1 g) = added n (fun k => Rmult (f k 0%N) (g k 0%N)).
Proof. by rewrite /dot fm_tr fm_mul fm_entry. Qed.
Lemma fm_one : (1%:M : 'M[R]_n) = fm n n (fun i j => if Nat.eqb i j then R1 else R0).
Proof.
apply/matrixP => i j; rewrite fm_entry mxE; case: eqP => [->|h]; first by rewrite PeanoNat.Nat.eqb_refl.
by case e: (Nat.eqb i j) => //; case: h; apply: val_inj; exact: (proj1 (PeanoNat.Nat.eqb_eq _ _) e).
Qed.
Lemma fm_dg f : dg f = fm n n (fun i j => if Nat.eqb i j then entry_of (\col_k f k) i 0 else R0).
Proof.
apply/matrixP => i j; rewrite fm_entry dg_entry; case: eqP => [<-|h].
  by rewrite PeanoNat.Nat.eqb_refl /entry_of valK (valK (ord0 : 'I_1)) mxE.
by case e: (Nat.eqb i j) => //; case: h; apply: val_inj; exact: (proj1 (PeanoNat.Nat.eqb_eq _ _) e).
Qed.
End Square.
(* Kronecker products and stacked columns by their entries: a place counted row by row is a quotient and a remainder. *)
Lemma nth_pairs (S T : Type) (s : seq S) (t : seq T) x y k : (k < size s * size t)%N ->
  nth (x, y) [seq (a, b) | a <- s, b <- t] k = (nth x s (k %/ size t), nth y t (k %% size t)).
Proof.
elim: s k => [//|a s IH] k; rewrite [size (a :: s)]/= mulSn => hk; rewrite [LHS]/= nth_cat size_map.
have p : (0 < size t)%N by move: hk; case: (size t) => //; rewrite muln0.
case: (ltnP k (size t)) => h; first by rewrite (nth_map y) // (divn_small h) (modn_small h).
rewrite IH; last by rewrite ltn_subLR.
have e : k = (1 * size t + (k - size t))%N by rewrite mul1n subnKC.
by rewrite [in RHS]e divnMDl // modnMDl.
Qed.
Lemma pair_of_at m n (k : 'I_(m * n)) : ((pair_of k).1 = k %/ n :> nat) * ((pair_of k).2 = k %% n :> nat).
Proof.
have [hm hn] : (0 < m)%N /\ (0 < n)%N.
  by apply/andP; rewrite -muln_gt0; apply: leq_ltn_trans (ltn_ord k).
rewrite /pair_of (enum_val_nth (Ordinal hm, Ordinal hn)) /= enumT unlock /= /prod_enum nth_pairs.
  by rewrite /= !size_enum_ord !nth_enum_ord // ?ltn_divLR ?ltn_mod.
by rewrite !size_enum_ord.
Qed.
Lemma whole_parts k n : (0 < n)%N -> (k %/ n = Nat.div k n)%N /\ (k %% n = Nat.modulo k n)%N.
Proof.
move=> h; have e : k = (n * (k %/ n) + k %% n)%coq_nat by rewrite {1}(divn_eq k n) mulnC.
have l : (k %% n < n)%coq_nat by apply/ltP; rewrite ltn_mod.
by split; [apply: PeanoNat.Nat.div_unique l e | apply: PeanoNat.Nat.mod_unique l e].
Qed.
Lemma pair_of_parts m n (k : 'I_(m * n)) : (pair_of k).1 = Nat.div k n :> nat /\ (pair_of k).2 = Nat.modulo k n :> nat.
Proof.
have [-> ->] := pair_of_at k; apply: whole_parts.
by have : (0 < m * n)%N := leq_ltn_trans (leq0n k) (ltn_ord k); rewrite muln_gt0 => /andP[].
Qed.
Lemma fm_kron m n p q f g : kron (fm m n f) (fm p q g) =
  fm (m * p) (n * q) (fun i j => Rmult (f (Nat.div i p) (Nat.div j q)) (g (Nat.modulo i p) (Nat.modulo j q))).
Proof.
apply/matrixP => i j; rewrite !mxE; have [e1 e2] := pair_of_parts i; have [e3 e4] := pair_of_parts j.
by rewrite e1 e2 e3 e4.
Qed.
Lemma fm_vec m n f : vec (fm m n f) = fm (n * m) 1 (fun k _ => f (Nat.modulo k m) (Nat.div k m)).
Proof. by apply/matrixP => k j; rewrite !mxE; have [e1 e2] := pair_of_parts k; rewrite e1 e2. Qed.
Lemma entry_of_at n (f : 'I_n -> R) i (h : (i < n)%N) : entry_of (\col_k f k) i 0 = f (Ordinal h).
Proof. by rewrite /entry_of insubT (valK (ord0 : 'I_1)) mxE. Qed.
Ltac diagonals_at := repeat match goal with
  | |- context [entry_of (\col_(k < ?n) @?f k) ?i 0%N] =>
      rewrite (@entry_of_at n f i (erefl true : is_true (i < n)%N)) end.
Ltac at_rows := rewrite ?(fm_mul, fm_add, fm_opp, fm_scale, fm_tr, fm_trace, fm_dot, fm_one, fm_zero, fm_dg, fm_kron, fm_vec, fm_entry).
Ltac rows_in C :=
  rewrite ?(fm_mul, fm_add, fm_opp, fm_scale, fm_tr, fm_trace, fm_dot, fm_one, fm_zero, fm_dg, fm_kron, fm_vec, fm_entry) in C.
Ltac out := cbv [added below rows line Nat.eqb nth nat_of_ord ord0 addn addn_rec muln muln_rec Nat.add Nat.mul Nat.sub Nat.div Nat.divmod
    Nat.modulo fst snd INR];
  try change R0 with (IZR 0); try change R1 with (IZR 1).
Ltac out_in H := cbv [added below rows line Nat.eqb nth nat_of_ord ord0 addn addn_rec muln muln_rec Nat.add Nat.mul Nat.sub Nat.div
    Nat.divmod Nat.modulo fst snd INR] in H;
  try change R0 with (IZR 0) in H; try change R1 with (IZR 1) in H.
Ltac number_here := out; diagonals_at; at_rows; out; one_number.
Ltac solved := lazymatch goal with
  | |- _ /\ _ => split; solved
  | |- _ \/ _ => first [left; solved | right; solved]
  | |- True => exact: I
  | |- _ => number_here end.
(* A premise of a theorem at a point. *)
Ltac slope := auto_derive; [ out; try solved
  | out; first [ring | (field; repeat split; one_number) | one_number | (plain_roots; lra)] ].
Ltac derived := lazymatch goal with
  | |- _ /\ _ => split; derived
  | |- True => exact: I
  | |- _ => slope end.
Ltac of_one_variable := eapply is_derive_ext; [ intro; symmetry; at_rows; out; diagonals_at; at_rows; out; reflexivity
  | at_rows; out; diagonals_at; at_rows; out; slope].
Ltac premise := cbv beta; lazymatch goal with
  | |- is_true _ => by []
  | |- is_gradient _ _ _ =>
      let V := fresh "V" in let v := fresh "v" in
      intro V; rewrite (fm_eta V); generalize (entry_of V); clear V; intro v; of_one_variable
  | |- mxd _ _ _ => at_rows; apply: fm_mxd; out; derived
  | |- is_derive _ _ _ => of_one_variable
  | |- forall i : 'I__, _ => let i := fresh "i" in let h := fresh "h" in intros [i h]; at_rows; out;
      repeat (destruct i as [|i]; [out; solved | try (exfalso; discriminate h)])
  | |- ?x = ?x => reflexivity
  | |- @eq _ _ _ => at_rows; first [ (apply: fm_eq; out; solved) | solved ]
  | |- _ => at_rows; solved end.
Ltac premises C := repeat match type of C with ?P -> ?Q => let p := fresh "p" in assert (p : P) by premise; specialize (C p); clear p end.
(* Of numbers with roots enclosures are asked first: the roots are looked through one by one else, each where it stands. *)
Ltac bounds := cbv beta; rewrite /INR; lazymatch goal with |- context [sqrt _] => enclosed end.
Ltac clash D := out_in D; diagonals_in D; out_in D; exfalso; revert D; against
with diagonals_in D := repeat match type of D with
  | context [entry_of (\col_(k < ?n) @?f k) ?i 0%N] =>
      rewrite (@entry_of_at n f i (erefl true : is_true (i < n)%N)) in D end; rewrite ?fm_entry in D
with against := lazymatch goal with
  | |- ?x = ?y -> False => let h := fresh in first
      [ (apply: Rlt_not_eq; bounds) | (apply: Rgt_not_eq; apply: Rlt_gt; bounds) | (apply: Rlt_not_eq; one_number)
      | (apply: Rgt_not_eq; apply: Rlt_gt; one_number) ]
  | |- (?x < ?y)%Re -> False => apply: Rle_not_lt; one_number
  | |- (?x > ?y)%Re -> False => apply: Rle_not_lt; one_number
  | |- (?x <= ?y)%Re -> False => apply: Rlt_not_le; one_number
  | |- (?x >= ?y)%Re -> False => move/Rge_le; apply: Rlt_not_le; one_number
  | |- (?x <> ?y) -> False => let h := fresh in intro h; apply: h; one_number end.
(* C: what a wrong theorem gives at a point, behind its premises. *)
Ltac refute_scalar C := premises C; repeat match type of C with _ /\ _ => destruct C as [_ C] end; rows_in C; clash C.
Ltac refute_at i j C := premises C;
  rows_in C;
  match type of C with @eq _ (@fm ?m ?n ?f) (@fm _ _ ?g) =>
    let D := fresh "D" in pose proof (@fm_at m n f g i j (erefl true) (erefl true) C) as D; clear C; cbv beta in D; clash D end.
(* The same of a rate: its derivative at the point is another number. *)
Ltac other_slope D := let E := fresh "E" in
  match type of D with is_derive ?f ?t ?l =>
    let d := fresh "d" in evar (d : R);
    assert (E : is_derive f t d) by (auto_derive; [out; solved | subst d; reflexivity]);
    let F := fresh "F" in pose proof (is_derive_same D E) as F; subst d; clear D E; clash F end.
Ltac refute_slope C := premises C; cbv beta in C; let D := fresh "D" in
  match type of C with is_derive ?f ?t ?l =>
    let g := fresh "g" in evar (g : R -> R);
    assert (D : is_derive g t l) by (subst g; eapply is_derive_ext; [| exact C];
      intro; cbv beta; at_rows; out; diagonals_at; at_rows; out; reflexivity); subst g; clear C;
    rows_in D; out_in D; other_slope D end.
Ltac refute_slope_at i j C := premises C; cbv beta in C; let D := fresh "D" in
  match type of C with @mxd ?m ?n ?f ?t ?l =>
    let g := fresh "g" in evar (g : R -> nat -> nat -> R);
    assert (D : mxd (fun s => fm m n (g s)) t l) by (subst g; eapply mxd_ext; [| exact C];
      intro; cbv beta; at_rows; reflexivity); subst g; clear C;
    rows_in D;
    match type of D with mxd (fun s => @fm ?m ?n (@?h s)) ?t (fm _ _ ?l) =>
      let E := fresh "E" in pose proof (@fm_mxd_at m n h l t i j (erefl true) (erefl true) D) as E;
      clear D; cbv beta in E; out_in E; other_slope E end end.
(* Ranks at a point: of what is zero, and of what has one row or one column. *)
Lemma rank_zero m n (f : nat -> nat -> R) : below m (fun i => below n (fun j => f i j = R0)) -> \rank (fm m n f) = 0%N.
Proof.
move=> h; have -> : fm m n f = 0; last exact: mxrank0.
by apply/matrixP => i j; rewrite fm_entry mxE; apply: (belowP (belowP h (ltn_ord i)) (ltn_ord j)).
Qed.
Lemma rank_some m n (f : nat -> nat -> R) i j : (i < m)%N -> (j < n)%N -> f i j <> R0 -> (0 < \rank (fm m n f))%N.
Proof.
move=> hi hj h; rewrite lt0n mxrank_eq0; apply/eqP => /matrixP /(_ (Ordinal hi) (Ordinal hj)); rewrite fm_entry mxE; exact: h.
Qed.
(* Two rows and columns whose determinant is not zero. *)
Lemma rank_two m n (f : nat -> nat -> R) : m = 2%N -> n = 2%N ->
  Rminus (Rmult (f 0%N 0%N) (f 1%N 1%N)) (Rmult (f 0%N 1%N) (f 1%N 0%N)) <> R0 ->
  \rank (fm m n f) = 2%N.
Proof.
move=> -> -> h; pose d := Rminus (Rmult (f 0%N 0%N) (f 1%N 1%N)) (Rmult (f 0%N 1%N) (f 1%N 0%N)); apply: mxrank_unit.
pose g := rows [:: [:: Rdiv (f 1%N 1%N) d; Rdiv (Ropp (f 0%N 1%N)) d]; [:: Rdiv (Ropp (f 1%N 0%N)) d; Rdiv (f 0%N 0%N) d]].
suff : fm 2 2 f *m fm 2 2 g = 1%:M by move/mulmx1_unit => [].
by rewrite fm_mul fm_one; apply: fm_eq; rewrite /g /d; out; repeat split; field.
Qed.
Ltac nonzero_at m n f := first
  [ exact: (@rank_some m n f 0 0 (erefl true) (erefl true) ltac:(out; apply: Rgt_not_eq; one_number))
  | exact: (@rank_some m n f 0 0 (erefl true) (erefl true) ltac:(out; apply: Rlt_not_eq; one_number))
  | exact: (@rank_some m n f 0 1 (erefl true) (erefl true) ltac:(out; apply: Rgt_not_eq; one_number))
  | exact: (@rank_some m n f 0 1 (erefl true) (erefl true) ltac:(out; apply: Rlt_not_eq; one_number)) ].
Ltac ranks_known := repeat match goal with
  | |- context [\rank (fm ?m ?n ?f)] => first
      [ rewrite (@rank_zero m n f); [| out; solved]
      | rewrite (@rank_two m n f); [| reflexivity | reflexivity
          | out; first [apply: Rgt_not_eq; one_number | apply: Rlt_not_eq; one_number]]
      | let h := fresh "some" in let k := fresh "rows" in let l := fresh "columns" in
        assert (h : (0 < \rank (fm m n f))%N) by nonzero_at m n f;
        have k := rank_leq_row (fm m n f); have l := rank_leq_col (fm m n f); move: h k l; generalize (\rank (fm m n f)) ] end.
Ltac small_numbers := intros; repeat match goal with
  | h : is_true (?k <= 1)%N |- _ => is_var k; destruct k as [|[|k]]; try discriminate
  | h : is_true (?k <= 2)%N |- _ => is_var k; destruct k as [|[|[|k]]]; try discriminate end.
Ltac refute_ranks C := premises C; revert C;
  at_rows; ranks_known; small_numbers; try discriminate; try contradiction; auto.
(* Sizes are compared as numbers; all else as where every size is one. *)
Ltac at_point := repeat match goal with |- _ /\ _ => split end; first
  [ (lazymatch goal with |- context [INR _] => idtac end; cbv [addn addn_rec Nat.add INR]; lra) | one_part ].
