(* Diagonal matrices whose entries move, growths among them. *)
Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq choice fintype bigop ssralg matrix.
Require Import Rmx Diag Spectral.
Require theoremtest.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Lemma mxd_dg n (f : R -> 'I_n -> R) t g : (forall i, is_derive (fun s => f s i) t (g i)) -> mxd (fun s => dg (f s)) t (dg g).
Proof.
move=> h i j; apply: (is_derive_ext (fun s => if i == j then f s i else R0)) => [s|]; first by rewrite dg_entry.
by rewrite dg_entry; case: eqP => // _; apply: is_derive_const.
Qed.
Lemma D_growth r f t a : is_derive f t a -> is_derive (fun s => growth r (f s)) t (Rmult a (exp (Rmult r (f t)))).
Proof.
move=> h; case: (Req_EM_T r R0) => [->|n].
  rewrite Rmult_0_l exp_0 Rmult_1_r; apply: is_derive_ext h => s; exact/esym/growth_0.
apply: (is_derive_ext (fun s => Rdiv (Rminus (exp (Rmult r (f s))) 1%R) r)) => [s|]; first by rewrite growth_is.
by eapply theoremtest.D_is; [theoremtest.derive; exact n | cbv beta; field].
Qed.
(* What a rule asks of an entry: a hypothesis on this entry or on none says so. *)
Ltac of_entry i := first [ assumption | lra
  | match goal with H : forall j : 'I__, _ |- _ => solve [ let K := fresh in pose proof (H i) as K; first [ exact K | lra ] ] end
  | (apply: Rgt_not_eq; solve [of_entry i]) ].
Ltac moving_entry i := eapply theoremtest.D_is;
  [ lazymatch goal with |- is_derive (fun _ => growth _ _) _ _ => apply: D_growth; theoremtest.derive | |- _ => theoremtest.derive end;
    cbv beta; repeat split; of_entry i
  | cbv beta; first [ ring | field; repeat split; of_entry i ] ].
Ltac entries_at_start := entries_out; rewrite ?Rmult_0_r ?Rmult_0_l ?exp_0; first [ ring | grown_entries ].
