"""A polynomial in an exponential of known exponent: by its powers less one from 1 on, or by both ends of what lies between 0 and 1.

For u >= 0 and e = exp(u), p(e) is a sum of c_k (e - 1)^k; for u <= 0 one of c_k e^k (1 - e)^(n - k). What is asked are the c_k.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly

from theoremtest.derivations.kernel.facts import nonneg, pos
from theoremtest.derivations.kernel.ring import coefficient
from theoremtest.derivations.kernel.terms import MINUS, Term, mul

from .draft import as_text
from .effort import POWERS
from .known import letters_in
from .reader import Reader

if TYPE_CHECKING:
    from .signs import Signs


def by_ends(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
    """The line that shows a sign of a polynomial in an exponential."""
    for place in sorted(letters_in(poly)):
        node, degree = reader.terms.get(place), int(poly.degrees()[place])
        if node is None or node.head != "exp" or degree > POWERS:
            continue
        rising = signs.show(nonneg(node.args[0])) is not None
        if rising or signs.show(nonneg(mul(MINUS, node.args[0]))) is not None:
            line = _summed(signs, fact, reader, node, [coefficient(poly, place, power) for power in range(degree + 1)], rising)
            if line is not None:
                return line
    return None


def _summed(signs: Signs, fact: Term, reader: Reader, node: Term, given: list[fmpq_mpoly], rising: bool) -> int | None:
    """The sum over the c_k, from the coefficients that are given."""
    draft, last = signs.draft, len(given) - 1
    names = "exp_from_one" if rising else "exp_up_to_one", "exp_pos"
    apart, up = (draft.line("lemma", name, [draft.number(node.args[0])]) for name in names)
    summands = []
    for power in range(last + 1):
        value = sum((inner * (comb(place, power) if rising else fmpq(comb(power, place), comb(last, place)))
                     for place, inner in enumerate(given)), given[0] * 0)
        strict = fact.head == "pos" and power == (0 if rising else last)
        if not value and not strict:
            continue
        line = signs.show((pos if strict else nonneg)(reader.polynomial(value)))
        if line is None:
            return None
        factors = [apart] * power if rising else [up] * power + [apart] * (last - power)
        summands.append([as_text(fmpq(1 if rising else comb(last, power))), [["line", place] for place in (line, *factors)]])
    return draft.line("sign", draft.number(fact), [], summands, signs.rules)
