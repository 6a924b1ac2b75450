"""How a script begins: the binders and hypotheses introduced; of a rate, the rules of differentiation down to an equation of numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .derivatives import derivative
from .terms import Term, app, num, put, text, var
from .theorems import Theorem

SIDES = "first [assumption | not_zeros | positive | apply Rgt_not_eq, cosh_pos]"
"""What settles a side condition of a rule of differentiation."""


def introduced(theorem: Theorem) -> list[str]:
    """The lines that introduce all binders and hypotheses."""
    names = " ".join(name for name, _ in theorem.binders)
    sizes = ["sizes."] if any(kind == "nat" for _, kind in theorem.binders) else []
    return [f"intros {names}.", "intros.", *sizes] if names else ["intros."]


def along_motion(theorem: Theorem, shown: Callable[[Term, Term], Sequence[str]]) -> list[str]:
    """The script for a rate: what the rules of differentiation leave of it is an equation between numbers.

    shown: the script for that equation, the change on the left and the stated rate on the right, below its letters and hypotheses.
    """
    motion = theorem.motion
    assert motion is not None
    lines, u = introduced(theorem), motion.time
    running = {name for name, kind in theorem.binders if kind == "R -> R"}
    at = {var(name): app(name, var(u)) for name in running}
    names = [name for name, _ in theorem.binders if name != u]
    kinds = {name: "R" if kind == "R -> R" else kind for name, kind in theorem.binders}
    velocities = dict(motion.velocities)
    for name, learning in motion.learning.items():
        velocities[name] = app("mul", app("opp", learning), derivative(motion.loss, {name: num(1)}))
        lines.append(f"assert (V_{name} : is_derive {name} {u} ({text(put(velocities[name], at))})) by (match goal with "
                     f"H : forall g, is_derive _ ({name} {u}) g -> _ |- _ => apply H end; eapply D_is; [ derive; cbv beta; {SIDES} | "
                     f"cbv beta; reflexivity ]).")
    quantity, rate = motion.quantity[0], motion.rate[0]
    change = derivative(quantity, velocities)
    bound = " ".join(f"({name} : {kinds[name]})" for name in names)
    said = "".join(f"({text(item)}) -> " for item in motion.pointwise)
    lines.append(f"assert (rate : forall {bound}, {said}{text(change)} = {text(rate)}).")
    body = [f"clear. intros {' '.join(names)}. intros. sizes.", *shown(change, rate)]
    lines.append("{ " + "\n  ".join(body) + " }")
    if any(name in running for name, _ in theorem.equations):
        lines.append(f"apply (is_derive_ext (fun {u} : R => {text(put(quantity, at))})); [ intro; repeat (match goal with "
                     "H : forall _ : R, _ = _ |- _ => rewrite H end); reflexivity | ].")
    lines.append(f"eapply D_is. {{ derive; cbv beta; {SIDES}. }}")
    applied = " ".join(f"({name} {u})" if name in running else name for name in names)
    lines.append(f"cbv beta. apply (rate {applied}); first [ assumption | match goal with H : forall _ : R, _ = _ |- _ => apply H end ].")
    return lines
