"""Powers with letters as exponents, and exponentials, compared with one another and with 1: as e^(c log b), by the signs of logarithms."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, permutations
from typing import TYPE_CHECKING

from flint import fmpq_mpoly

from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, mul, power, sub

from .effort import TANGENTS
from .known import Known, letters_in
from .reader import Reader

if TYPE_CHECKING:
    from .signs import Signs


def compared(signs: Signs, reader: Reader, poly: fmpq_mpoly) -> Iterator[Known]:
    """Which of two exponentials, or powers, is the larger one; and bounds of powers by their bases."""
    nodes = [reader.terms[place] for place in sorted(letters_in(poly)) if place in reader.terms]
    inner = [node.args[0] for node in nodes if node.head == "exp"]
    for one, other in islice(permutations(inner, 2), TANGENTS):
        if signs.plainly(pos(sub(one, other))) is not None:
            places = _places(signs, other, one)
            yield from _known(signs, reader, lambda places=places: signs.draft.line("lemma", "exp_increasing", places))
    powers = [node for node in nodes if node.head == "Pow" and node.args[1].head != "number"]
    powers = [node for node in powers if signs.plainly(pos(node.args[0])) is not None]
    for one, other in islice(permutations([*powers, ONE], 2), TANGENTS):
        yield from _known(signs, reader, lambda one=one, other=other: _larger(signs, one, other))
    for node in powers:
        for way in (_above, _below):
            yield from _known(signs, reader, lambda node=node, way=way: way(signs, *node.args))


def _known(signs: Signs, reader: Reader, way) -> Iterator[Known]:
    with suppress(Refused):
        line = way()
        if line is not None:
            yield from signs.said_by(line, reader)


def _places(signs: Signs, *nodes: Term) -> list[int]:
    return [signs.draft.number(node) for node in nodes]


def _larger(signs: Signs, one: Term, other: Term) -> int | None:
    """That b^c is larger than d^e, where bases or exponents are the same, or one of them is 1."""
    draft = signs.draft
    (base, first), (below, second) = (node.args if node is not ONE else (ONE, ZERO) for node in (one, other))
    if ONE in (base, below):
        base = below = base if below is ONE else below
    if base is below:
        factor, gap = sub(first, second), _logarithm(signs, base, ONE)
    elif first is second:
        factor, gap = first, _logarithm(signs, base, below)
    else:
        return None
    if gap is None:
        return None
    line, up = gap
    way = signs.plainly(pos(factor if up else mul(MINUS, factor)))
    if way is None:
        return None
    exponents = [ZERO if node is ONE else mul(node.args[1], call("log", node.args[0])) for node in (one, other)]
    draft.line("sign", draft.number(pos(sub(*exponents))), [], [["1", [["line", line], ["line", way]]]], signs.rules)
    increasing = draft.line("lemma", "exp_increasing", _places(signs, *exponents[::-1]))
    rules = [["letter", draft.line("lemma", "power_as_exp", _places(signs, *node.args))] for node in (one, other) if node is not ONE]
    return draft.line("sign", draft.number(pos(sub(one, other))), [], [["1", [["line", increasing]]]], rules)


def _logarithm(signs: Signs, one: Term, other: Term) -> tuple[int, bool] | None:
    """The line that says which of two logarithms is the larger one, and whether it is the first."""
    for larger, smaller in ((one, other), (other, one)):
        if signs.plainly(pos(sub(larger, smaller))) is not None:
            return signs.draft.line("lemma", "log_increasing", _places(signs, smaller, larger)), larger is one
    return None


def _above(signs: Signs, base: Term, exponent: Term) -> int | None:
    """b^c >= 1 + c (1 - 1/b) for c >= 0: tangents of e^(c log b) and of the logarithm of 1/b."""
    sign = signs.plainly(nonneg(exponent))
    if sign is None:
        return None
    draft, log, inverse = signs.draft, call("log", base), power(base, -1)
    signs.show(pos(inverse))
    rules = [["letter", draft.line("lemma", "power_as_exp", _places(signs, base, exponent))]]
    rules.append(["letter", draft.line("log", draft.number(equal(call("log", inverse), mul(MINUS, log))), [])])
    tangent = draft.line("lemma", "exp_tangent", _places(signs, mul(exponent, log)))
    beside = draft.line("lemma", "log_tangent", _places(signs, inverse))
    made = nonneg(sub(power(base, exponent), add(ONE, mul(exponent, sub(ONE, inverse)))))
    return draft.line("sign", draft.number(made), [], [["1", [["line", tangent]]], ["1", [["line", sign], ["line", beside]]]], rules)


def _below(signs: Signs, base: Term, exponent: Term) -> int | None:
    """b^c (1 + c (1 - b)) <= 1 for c >= 0: tangents of e^(-c log b) and of the logarithm."""
    sign = signs.plainly(nonneg(exponent))
    if sign is None:
        return None
    draft, up = signs.draft, mul(exponent, call("log", base))
    down = mul(MINUS, up)
    node = draft.line("lemma", "power_pos", _places(signs, base, exponent))
    draft.line("lemma", "exp_pos", _places(signs, up))
    rules = [["letter", draft.line("lemma", "power_as_exp", _places(signs, base, exponent))]]
    rules.append(["letter", draft.line("exp", draft.number(equal(call("exp", down), power(call("exp", up), -1))), [])])
    tangent = draft.line("lemma", "exp_tangent", _places(signs, down))
    beside = draft.line("lemma", "log_tangent", _places(signs, base))
    made = nonneg(sub(ONE, mul(power(base, exponent), add(ONE, mul(exponent, sub(ONE, base))))))
    summands = [["1", [["line", node], ["line", tangent]]], ["1", [["line", node], ["line", sign], ["line", beside]]]]
    return draft.line("sign", draft.number(made), [], summands, rules)
