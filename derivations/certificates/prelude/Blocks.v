(* Blocks side by side and one below the other: each by the matrix that puts it into its place, so that they are sums of words. *)
Require Import Reals.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Words.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.
Definition first_of m n : 'M[R]_(m + n, m) := col_mx 1%:M 0.
Definition last_of m n : 'M[R]_(m + n, n) := col_mx 0 1%:M.
Section Places.
Variables m n : nat.
Lemma col_places p (A : 'M[R]_(m, p)) (B : 'M[R]_(n, p)) : col_mx A B = first_of m n *m A + last_of m n *m B.
Proof. by rewrite /first_of /last_of !mul_col_mx !mul1mx !mul0mx add_col_mx addr0 add0r. Qed.
Lemma row_places p (A : 'M[R]_(p, m)) (B : 'M[R]_(p, n)) : row_mx A B = A *m (first_of m n)^T + B *m (last_of m n)^T.
Proof. by rewrite /first_of /last_of !tr_col_mx !trmx1 !trmx0 !mul_mx_row !mulmx1 !mulmx0 add_row_mx addr0 add0r. Qed.
Lemma first_first : (first_of m n)^T *m first_of m n = 1%:M.
Proof. by rewrite /first_of tr_col_mx mul_row_col trmx1 mul1mx mulmx0 addr0. Qed.
Lemma last_last : (last_of m n)^T *m last_of m n = 1%:M.
Proof. by rewrite /last_of tr_col_mx mul_row_col trmx1 mul1mx mulmx0 add0r. Qed.
Lemma first_last : (first_of m n)^T *m last_of m n = 0.
Proof. by rewrite /first_of /last_of tr_col_mx mul_row_col trmx1 mulmx0 trmx0 mul0mx addr0. Qed.
Lemma places : first_of m n *m (first_of m n)^T + last_of m n *m (last_of m n)^T = 1%:M.
Proof.
rewrite /first_of /last_of !tr_col_mx !mul_col_row !trmx1 !trmx0 !mulmx1 !mulmx0 ?mul0mx add_block_mx !addr0 !add0r.
by rewrite -scalar_mx_block.
Qed.
End Places.
Section Read.
Variables (N : nat) (dims : seq nat) (ml : nat -> 'M[R]_N) (sl : nat -> R).
Local Notation em := (evm dims ml sl).
Lemma rCol m n p (A : 'M[R]_(m, p)) (B : 'M[R]_(n, p)) f l a b : (m <= N)%N -> (n <= N)%N ->
  emb N (first_of m n) = em f -> emb N (last_of m n) = em l -> emb N A = em a -> emb N B = em b ->
  emb N (col_mx A B) = em (MAdd (MMul f a) (MMul l b)).
Proof. by move=> hm hn hf hl ha hb; rewrite col_places embD !embM // hf hl ha hb. Qed.
Lemma rRow m n p (A : 'M[R]_(p, m)) (B : 'M[R]_(p, n)) f l a b : (m <= N)%N -> (n <= N)%N ->
  emb N (first_of m n) = em f -> emb N (last_of m n) = em l -> emb N A = em a -> emb N B = em b ->
  emb N (row_mx A B) = em (MAdd (MMul a (MTr f)) (MMul b (MTr l))).
Proof. by move=> hm hn hf hl ha hb; rewrite row_places embD !embM // !embT hf hl ha hb. Qed.
End Read.
