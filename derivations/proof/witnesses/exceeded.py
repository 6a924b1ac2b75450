"""Y - c |u|, Y - c max(u, v) and c min(u, v) - Y for a number c > 0: Y is compared with each of what it has to exceed."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from theoremtest.derivations.kernel.terms import MINUS, Term, mul, sub, term

from .draft import Draft, as_text

LEMMAS = {"Abs": "within", "Max": "above_both", "Min": "below_both"}


def is_compared(node: Term, value: fmpq | Fraction) -> bool:
    """Whether a multiple of a modulus, of the larger or of the smaller one, is on the side on which it is compared by parts."""
    return node.head in LEMMAS and (value > 0) == (node.head == "Min")


def gaps_of(fact: Term, node: Term, other: Term) -> list[Term]:
    """What is asked of Y: the same sign of its distance from each part."""
    each = (*node.args, mul(MINUS, *node.args)) if node.head == "Abs" else node.args
    return [term(fact.head, (sub(part, other) if node.head == "Min" else sub(other, part),)) for part in each]


def exceeds_each(draft: Draft, fact: Term, node: Term, other: Term, value: fmpq, rules: list) -> int:
    """The line of a fact whose gaps are shown."""
    name = ("strictly_" if fact.head == "pos" else "") + LEMMAS[node.head]
    line = draft.line("lemma", name, [*map(draft.number, node.args), draft.number(other)])
    return draft.line("sign", draft.number(fact), [], [[as_text(abs(value)), [["line", line]]]], rules)
