"""Facts freed of what they are multiplied or divided by: of a product that is positive, the factor whose sign is not known."""

from __future__ import annotations

from contextlib import suppress

from flint import fmpq, fmpq_mpoly

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal, nonneg, nonzero, pos
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters, coefficient
from theoremtest.derivations.kernel.terms import MINUS, ZERO, Refused, Term, free, mul, power, shape, term

from .draft import Draft, signs_of
from .reader import Reader
from .signs import Signs


def freed(draft: Draft, signs: Signs, apart: Signs) -> None:
    """Write a line for each fact that holds more than one factor, of which the signs of some are known. apart: without the equations."""
    waiting = [known for known in (*draft.goal.hypotheses, *draft.held) if known not in draft.derived]
    for known in waiting:
        before = len(draft.held)
        with suppress(Refused, TooManyLetters):
            if known.head in ("pos", "nonneg"):
                reader = signs._reader(SIZES[0])
                value = reader.reduced(reader.scalar(known.args[0]))
                if _new(draft, known, value):
                    _free(draft, signs, known, reader, value)
            elif known.head == "nonzero" and any(draft.shown[rule[1]].args[0] in free(known) for rule in signs.rules):
                reader = signs._reader(SIZES[0])
                value = reader.reduced(reader.scalar(known.args[0]))
                if _new(draft, known, value):
                    _free_nonzero(draft, signs, known, reader, value)
            elif known.head == "Equality" and shape(known.args[0]) is None:
                reader = apart._reader(SIZES[0])
                value = reader.reduced(reader.scalar(known.args[0]) - reader.scalar(known.args[1]))
                if _new(draft, known, value):
                    _free_equation(draft, apart, known, reader, value)
        waiting += draft.held[before:]


def _new(draft: Draft, known: Term, value: Quotient) -> bool:
    """Whether a fact was not looked at yet as it is read now."""
    key = known, str(value.num), str(value.den)
    found = key not in draft.freed and value.constant() is None
    draft.freed.add(key)
    return found


def _free(draft: Draft, signs: Signs, known: Term, reader: Reader, value: Quotient) -> None:
    lead, above = value.num.factor()
    below_lead, below = value.den.factor()
    left: list[Term] = []
    by: list[int] = []
    more: list[int] = []
    if len(above) == 1 and above[0][1] == 1 and not below and known.head == "nonneg":
        return _free_of_root(draft, signs, known.head, known.args[0], draft.place(known), reader)
    sign = fmpq(lead) / fmpq(below_lead) > 0
    for factors, lines in ((above, by), (below, more)):
        for factor, exponent in factors:
            node = reader.polynomial(factor)
            way = signs._signed(node, "pos")
            if way is not None:
                line, positive = way
                lines += [line] * int(exponent)
                sign ^= not positive and exponent % 2 == 1
                _free_of_root(draft, signs, "pos", node if positive else mul(MINUS, node), line, reader)
            elif factors is below:
                lines += [_square(draft, signs, node)] * int((exponent + 1) // 2)
                left += [node] * int(exponent % 2)  # what is divided by has the sign of what it is multiplied by
            elif exponent > 1 and signs.show(nonzero(node)) is not None:
                lines += [_square(draft, signs, node)] * int(exponent // 2)
                left += [node] * int(exponent % 2)
            else:
                left.append(node if exponent == 1 else power(node, int(exponent)))
    if not left:
        return
    rest = mul(*left) if sign else mul(MINUS, *left)
    line = draft.place(known)
    if by or more:
        scale = abs(fmpq(below_lead) / fmpq(lead))
        summands = [[f"{int(scale.p)}/{int(scale.q)}", [["line", line], *(["line", line] for line in more)]]]
        line = draft.line("sign", draft.number(term(known.head, (rest,))), by, summands, signs.rules)
    _free_of_root(draft, signs, known.head, rest, line, reader)


def _free_of_root(draft: Draft, signs: Signs, head: str, node: Term, line: int, reader: Reader) -> None:
    """The sign of u r + v for a root r, times that of u r - v, where that is known."""
    value = reader.reduced(reader.scalar(node))
    place = next((place for place, degree, _ in reversed(reader._roots) if degree == 2 and int(value.num.degrees()[place]) == 1), None)
    if place is None or not value.den.is_constant():
        return
    front, rest = coefficient(value.num, place, 1), coefficient(value.num, place, 0)
    other = signs._signed(reader.polynomial(front * reader._gens[place] - rest), "pos")
    if other is not None:
        square = mul(node, draft.shown[other[0]].args[0])
        draft.line("sign", draft.number(term(head, (square,))), [], [["1", [["line", line], ["line", other[0]]]]], signs.rules)


def _free_nonzero(draft: Draft, signs: Signs, known: Term, reader: Reader, value: Quotient) -> None:
    """The factors of what is not zero, as it is read under the equations."""
    draft.line("factors", draft.number(nonzero(reader.written(value))), [[draft.place(known), 1]], signs.rules)
    for factor, _ in value.num.factor()[1]:
        rest = reader.written(value * reader.scalar(reader.polynomial(factor)).inverse())
        draft.line("lemma", "factor_nonzero", [draft.number(reader.polynomial(factor)), draft.number(rest)])


def _free_equation(draft: Draft, signs: Signs, known: Term, reader: Reader, value: Quotient) -> None:
    """An equation without its denominator, the factors that are not zero, and a root that it holds once."""
    one = reader.context.constant(1)
    left, without = _open(signs, reader, value.num)
    times = Quotient(value.den, without)
    for place, degree, below in reversed(reader._roots):
        if degree == 2 and int(left.degrees()[place]) == 1:
            front, rest = coefficient(left, place, 1), coefficient(left, place, 0)
            product = reader.reduced(Quotient(front * front, one) * below - Quotient(rest * rest, one))
            left, without = _open(signs, reader, product.num)
            times = times * Quotient(front * reader._gens[place] - rest, one) * Quotient(product.den, without)
    if left.is_constant():
        return
    found, factors = equal(reader.polynomial(left), ZERO), left.factor()[1]
    power, apart = len(factors) == 1 and int(factors[0][1]), _of_one_sign(signs, reader, left) if len(factors) == 1 else None
    if found not in draft.places:
        if power == 1 and apart is None and value.den.is_one() and len(left) == len(value.num):
            return
        draft.line("algebra", draft.number(found), signs.rules, [[draft.place(known), draft.number(reader.written(times))]])
        draft.held.append(found)
    if power > 1:
        _free_of_power(draft, reader.polynomial(factors[0][0]), power, found)
    elif apart is not None:
        _summands(draft, signs, *apart, found)


def _free_of_power(draft: Draft, node: Term, exponent: int, zero: Term) -> None:
    """What has a power that is zero is zero: else the power would be positive, or the opposite's would."""
    cases: list[list] = []
    for held in signs_of(node):
        inner = draft.inside(held)
        if held.head == "pos":
            turned = held.args[0] is node or exponent % 2 == 0
            nothing = ["line", inner.line("difference", inner.places[zero], turned)]
            positive = ["line", inner.places[held]]
            line = inner.line("sign", inner.number(pos(ZERO)), [], [["1", [positive] * exponent], ["1", [nothing]]], [])
            inner.line("absurd", line, [])
        cases.append(inner.lines)
    found = equal(node, ZERO)
    draft.line("cases", draft.number(found), draft.number(node), *cases)
    draft.held.append(found)


def _of_one_sign(signs: Signs, reader: Reader, poly: fmpq_mpoly) -> tuple[list[Term], bool] | None:
    """The summands of a polynomial, or of its opposite, where they are several and none is negative; whether they are its own."""
    odd = {reader.terms[place] for monomial in poly.monoms() for place, exponent in enumerate(monomial) if exponent % 2}
    plain = all(any(signs._letter_sign(way, True) is not None for way in (node, mul(MINUS, node))) for node in odd)
    for scale in (1, -1) if len(poly) > 1 and plain else ():
        parts = [reader.polynomial(poly.context().from_dict({monomial: weight * scale})) for monomial, weight in poly.to_dict().items()]
        if all(signs.plainly(nonneg(part)) is not None for part in parts):
            return parts, scale > 0
    return None


def _summands(draft: Draft, signs: Signs, parts: list[Term], own: bool, zero: Term) -> None:
    """Where no summand of what is zero is negative, each of them is zero."""
    for part in parts:
        cases: list[list] = []
        for held in signs_of(part):
            inner = draft.inside(held)
            if held.head == "pos":
                others = [part] if held.args[0] is not part else [other for other in parts if other is not part]
                summands = [["1", [["line", inner.places[nonneg(other)]]]] for other in others]
                if held.args[0] is part:
                    summands.append(["1", [["line", inner.line("difference", inner.places[zero], own)]]])
                summands.append(["1", [["line", inner.places[held]]]])
                inner.line("absurd", inner.line("sign", inner.number(pos(ZERO)), [], summands, signs.rules), [])
            cases.append(inner.lines)
        nothing = equal(part, ZERO)
        draft.line("cases", draft.number(nothing), draft.number(part), *cases)
        draft.held.append(nothing)


def _open(signs: Signs, reader: Reader, poly: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
    """The factors of a polynomial that is zero that may be, and the others; one alone is."""
    left = one = poly.context().constant(1)
    factors = poly.factor()[1] if poly else ()
    for factor, exponent in factors:
        if len(factors) == 1 or signs.show(nonzero(reader.polynomial(factor))) is None:
            left = left * factor ** int(exponent)
    return left, poly / left if poly else one


def _square(draft: Draft, signs: Signs, node: Term) -> int:
    if signs.show(term("nonzero", (node,))) is None:
        raise Refused("a factor that may be zero")
    return draft.line("lemma", "square_pos", [draft.number(node)])


def factors_apart(draft: Draft) -> None:
    """Each factor of a product, or above a line, that is not zero is not zero."""
    for known in [*draft.goal.hypotheses, *draft.held]:
        if known.head not in ("nonzero", "pos") or known in draft.split:
            continue
        draft.split.add(known)
        with suppress(Refused, TooManyLetters):
            reader = Reader(SIZES[0])
            value = reader.scalar(known.args[0])
            factors = [(reader.polynomial(factor), int(exponent)) for factor, exponent in value.num.factor()[1]]
            if len(factors) < 2 and all(exponent < 2 for _, exponent in factors) and value.den.is_constant():
                continue
            for factor, _ in factors:
                with suppress(Refused):  # the factor times what is left is the product
                    whole = draft.number(factor), draft.number(reader.written(value * reader.scalar(factor).inverse()))
                    draft.line("lemma", "factor_nonzero", list(whole))
