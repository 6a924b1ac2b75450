(* Products, traces and ranks of Kronecker products, and ranks of sums over neurons, each of whose terms has rank one. *)
Require Import Reals Lra.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix mxalgebra.
Require Import Rmx Kron Ranks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Lemma kron_mul m n p q r s (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) (C : 'M[R]_(n, r)) (D : 'M[R]_(q, s)) :
  kron (A *m C) (B *m D) = kron A B *m kron C D.
Proof.
apply/matrixP => k l; rewrite !mxE sum_pairs; have e (x y : R) : Rmult x y = x * y by [].
rewrite [LHS]e big_distrl /=; apply: eq_bigr => i _; rewrite big_distrr /=; apply: eq_bigr => j _.
rewrite !mxE !pair_index /=; move: (A _ _) (B _ _) (C _ _) (D _ _) => a b c d.
change (Rmult (Rmult a c) (Rmult b d) = Rmult (Rmult a b) (Rmult c d)); ring.
Qed.
Lemma trace_kron m p (A : 'M[R]_m) (B : 'M[R]_p) : \tr (kron A B) = Rmult (\tr A) (\tr B).
Proof.
rewrite /mxtrace sum_pairs; change (\sum_i \sum_j kron A B (mxvec_index i j) (mxvec_index i j) = (\sum_i A i i) * (\sum_i B i i)).
rewrite big_distrl /=; apply: eq_bigr => i _; rewrite big_distrr /=; apply: eq_bigr => j _; by rewrite mxE !pair_index.
Qed.
(* A sum of Kronecker products, by their factors. *)
Definition spread m n p q (M : 'M[R]_(m * p, n * q)) (s : seq ('M[R]_(m, n) * 'M[R]_(p, q))) := M = \sum_(x <- s) kron x.1 x.2.
Lemma spread_kron m n p q (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) : spread (kron A B) [:: (A, B)]. Proof. by rewrite /spread big_seq1. Qed.
Lemma spread_add m n p q (M N : 'M[R]_(m * p, n * q)) s t : spread M s -> spread N t -> spread (M + N) (s ++ t).
Proof. by move=> -> ->; rewrite /spread big_cat. Qed.
Lemma spread_mul m n p q r k (M : 'M[R]_(m * p, n * q)) (N : 'M[R]_(n * q, r * k)) s t : spread M s -> spread N t ->
  spread (M *m N) [seq (x.1 *m y.1, x.2 *m y.2) | x <- s, y <- t].
Proof.
move=> -> ->; rewrite /spread big_allpairs_dep mulmx_suml; apply: eq_bigr => x _; rewrite mulmx_sumr; apply: eq_bigr => y _; by rewrite kron_mul.
Qed.
Lemma trace_spread m p (M : 'M[R]_(m * p)) s : spread M s -> \tr M = \sum_(x <- s) Rmult (\tr x.1) (\tr x.2).
Proof. by move=> ->; rewrite raddf_sum; apply: eq_bigr => x _; rewrite /= trace_kron. Qed.
Ltac spread_read := lazymatch goal with
  | |- spread (_ + _) _ => eapply spread_add; spread_read
  | |- spread (_ *m _) _ => eapply spread_mul; spread_read
  | |- spread (kron _ _) _ => eapply spread_kron end.
Ltac traces_apart := etransitivity; [eapply trace_spread; spread_read | rewrite /= ?big_cons ?big_nil ?addr0 ?addrA; reflexivity].
Lemma rank_kron m n p q (A : 'M[R]_(m, n)) (B : 'M[R]_(p, q)) : (\rank (kron A B) <= \rank A * \rank B)%N.
Proof.
rewrite -{1}(mulmx_base A) -{1}(mulmx_base B) kron_mul; apply: leq_trans (mxrankM_maxl _ _) _; exact: rank_leq_col.
Qed.
Lemma over_neurons m n p (A : 'M[R]_(m, n)) (B : 'M[R]_(n, p)) :
  \sum_(k < n) ((A *m delta_mx k (ord0 : 'I_1)) *m (delta_mx k ord0)^T) *m B = A *m B.
Proof.
transitivity (A *m (\sum_(k < n) delta_mx k (ord0 : 'I_1) *m (delta_mx k ord0)^T) *m B).
  by rewrite mulmx_sumr mulmx_suml; apply: eq_bigr => k _; rewrite !mulmxA.
congr (_ *m _); rewrite -[RHS]mulmx1; congr (_ *m _); apply/matrixP => i j; rewrite summxE (bigD1 i) //= big1 ?addr0 => [|k hk].
  by rewrite trmx_delta mul_delta_mx !mxE eqxx eq_sym.
by rewrite trmx_delta mul_delta_mx mxE eq_sym (negPf hk).
Qed.
Lemma rank_sum n m p (F : 'I_n -> 'M[R]_(m, p)) : (forall k, (\rank (F k) <= 1)%N) -> (\rank (\sum_k F k)%R <= n)%N.
Proof.
elim: n F => [|n IH] F h; first by rewrite big_ord0 mxrank0.
rewrite big_ord_recl; apply: leq_trans (mxrank_add _ _) _; apply: (leq_add (n1 := 1) (n2 := n)); [exact: h | exact: IH].
Qed.
Lemma sum_one n (f : 'I_n -> nat) : (forall k, (f k <= 1)%N) -> (\sum_k f k <= n)%N.
Proof. move=> h; rewrite -[X in (_ <= X)%N]card_ord -sum1_card; apply: leq_sum => i _; exact: h. Qed.
Ltac rank_over := sizes_known; first [ rank_at_most | (apply: rank_sum => k; rank_at_most) | (apply: sum_one => k; rank_at_most)
  | (apply: (leq_trans (rank_kron _ _)); rewrite ?mxrank1;
     first [ (apply: leq_mul; rank_over) | (rewrite mulnC; apply: leq_mul; rank_over) ]) ].
