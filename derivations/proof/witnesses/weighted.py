"""Sums with other weights than one that is known to be positive: a u + b v, where u + v is, of which neither is negative.

(a + b) (a u + b v) = a b (u + v) + a^2 u + b^2 v.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from theoremtest.derivations.kernel.facts import nonneg, pos
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import Refused, Term, add

from .reader import Reader

if TYPE_CHECKING:
    from .signs import Signs


def by_other_weights(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
    """The line that shows it; None where nothing of that shape is known."""
    if fact.head != "pos" or len(poly) != 2:
        return None
    for known in [*signs.draft.goal.hypotheses, *signs.draft.held]:
        if known.head in ("pos", "nonzero") and known.args[0].head == "Add":
            with suppress(Refused, TooManyLetters):
                value = reader.reduced(reader.scalar(known.args[0]))
                if len(value.num) == 2 and value.den.is_one():
                    for ours in permutations(_monomials(poly)):
                        line = _weighted(signs, fact, reader, known, list(zip(ours, _monomials(value.num), strict=True)))
                        if line is not None:
                            return line
    return None


def _monomials(poly: fmpq_mpoly) -> list[fmpq_mpoly]:
    return [poly.context().from_dict({monomial: weight}) for monomial, weight in poly.to_dict().items()]


def _weighted(signs: Signs, fact: Term, reader: Reader, known: Term, pairs: list[tuple[fmpq_mpoly, fmpq_mpoly]]) -> int | None:
    """pairs: a monomial, and the known sum's of which it is a multiple."""
    weights = []
    for ours, theirs in pairs:
        weight, rest = divmod(ours, theirs)
        if rest or not weight or weight.is_constant() and weight.leading_coefficient() < 0:
            return None
        weights.append(reader.polynomial(weight))
    both = pos(add(*weights))
    needs = [*map(pos, weights), *(nonneg(reader.polynomial(theirs)) for _, theirs in pairs), pos(known.args[0])]
    lines = [signs.show(need) for need in needs]
    if any(line is None for line in lines):
        return None
    a, b, u, v, sum_ = (["line", line] for line in lines)
    over = signs.draft.line("sign", signs.draft.number(both), [], [["1", [a]], ["1", [b]]], signs.rules)
    summands = [["1", [a, b, sum_]], ["1", [a, a, u]], ["1", [b, b, v]]]
    return signs.draft.line("sign", signs.draft.number(fact), [over], summands, signs.rules)
