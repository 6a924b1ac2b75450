"""Facts freed of what they are multiplied or divided by: of a product that is positive, the factor whose sign is not known."""

from __future__ import annotations

from contextlib import suppress

from flint import fmpq

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import MINUS, Refused, Term, mul, power, term

from .draft import Draft
from .reader import Reader
from .signs import Signs


def freed(draft: Draft, signs: Signs) -> None:
    """Write a line for each fact that holds more than one factor, of which the signs of some are known."""
    for known in [*draft.goal.hypotheses, *draft.held]:
        if known.head in ("pos", "nonneg") and known not in draft.freed:
            draft.freed.add(known)
            with suppress(Refused, TooManyLetters):
                _free(draft, signs, known, Reader(SIZES[0]))


def _free(draft: Draft, signs: Signs, known: Term, reader: Reader) -> None:
    value = reader.reduced(reader.scalar(known.args[0]))
    lead, above = value.num.factor()
    below_lead, below = value.den.factor()
    if len(above) + len(below) < 2 and value.den.is_one():
        return
    left: list[Term] = []
    by: list[int] = []
    more: list[int] = []
    sign = fmpq(lead) / fmpq(below_lead) > 0
    for factors, lines in ((above, by), (below, more)):
        for factor, exponent in factors:
            node = reader.polynomial(factor)
            way = signs._signed(node, "pos")
            if way is not None:
                line, positive = way
                lines += [line] * int(exponent)
                sign ^= not positive and exponent % 2 == 1
            elif factors is below:
                lines += [_square(draft, signs, node)] * int(exponent // 2)
                if exponent % 2:  # what is divided by has the sign of what it is multiplied by
                    return
            else:
                left.append(node if exponent == 1 else power(node, int(exponent)))
    if not left or not (by or more):
        return
    rest = mul(*left) if sign else mul(MINUS, *left)
    scale = abs(fmpq(below_lead) / fmpq(lead))
    place = draft.place(known)
    summands = [[f"{int(scale.p)}/{int(scale.q)}", [["line", place], *(["line", line] for line in more)]]]
    draft.line("sign", draft.number(term(known.head, (rest,))), by, summands, [])


def _square(draft: Draft, signs: Signs, node: Term) -> int:
    if signs.show(term("nonzero", (node,))) is None:
        raise Refused("a factor that may be zero")
    return draft.line("lemma", "square_pos", [draft.number(node)])


