"""Roots in equations: each over radicands that have no known factor, pairs of them in one, one over a sum of them without it.

Every rewriting is a line that the kernel takes; which signs it needs is shown on the way.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import TYPE_CHECKING

from flint import fmpq, fmpz

from theoremtest.derivations.kernel.facts import equal, nonneg, nonzero, pos
from theoremtest.derivations.kernel.ring import Quotient, coefficient
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, call, mul, number, parts, power, shape

from .effort import ROOTS
from .reader import Reader

if TYPE_CHECKING:
    from .identities import Equation


def of_formulas(equation: Equation, formulas: list[Term]) -> None:
    """Each root over radicands that have no known factor, the innermost first."""
    nodes = {power(node.args[0], Fraction(1, node.args[1].mark.denominator)) for node in equation.nodes(formulas, "Pow") if is_root(node)}
    late = {node for node in nodes if any(part.head == "exp" for part in parts(node))}
    if any(is_root(below) for node in late for part in parts(node) if part.head == "exp" for below in parts(part)):
        _innermost(equation, nodes - late)  # what these exponentials are is asked next
        equation.exponentials(formulas)
        nodes = late
    _innermost(equation, nodes)


def is_root(node: Term) -> bool:
    return node.head == "Pow" and node.args[1].head == "number" and node.args[1].mark.denominator > 1


def _innermost(equation: Equation, nodes: set[Term]) -> None:
    for node in sorted(nodes, key=lambda node: (size_of(node), repr(node))):
        with suppress(Refused):
            equation.read(lambda reader, node=node: _root(equation, node, reader))
    _finest_roots(equation, nodes)


def _finest_roots(equation: Equation, nodes: set[Term]) -> None:
    """Roots of one base as powers of the finest."""
    made = {part for fact in equation.draft.shown if fact.head == "Equality" and fact.args[0] in nodes for part in parts(fact.args[1])}
    found = [node for node in {*nodes, *made} if is_root(node) and node.args[1].mark.numerator == 1]
    bases: dict[Term, list[Term]] = {}
    for node in found:
        bases.setdefault(node.args[0], []).append(node)
    for base, several in bases.items():
        degree = lcm(*(node.args[1].mark.denominator for node in several))
        finest = power(base, Fraction(1, degree))
        for node in several if len(several) > 1 else ():
            if node is not finest:
                value = power(finest, degree // node.args[1].mark.denominator)
                with suppress(Refused):
                    equation.signs.show(nonneg(value))
                    equation.take(equation.draft.line("root", equation.draft.number(equal(node, value)), []))


def _root(equation: Equation, node: Term, reader: Reader) -> None:
    below, degree = node.args[0], node.args[1].mark.denominator
    value = reader.reduced(reader.scalar(below))
    if not value:
        _root_is(equation, node, ZERO)
        return
    lead, above = value.num.factor()
    if len(above) == 1 and int(above[0][1]) == 1 and value.den.is_constant():
        alike, scale = _signature(value.num, reader)
        first, size = equation.radicands.setdefault((alike, degree), (node, scale))
        if first is node:  # the first of its kind stays as it is
            _denested(equation, node, value, reader)
            return
        ratio = scale / size
        whole, primes = _root_of_number(Fraction(int(ratio.p), int(ratio.q)), degree)
        _root_is(equation, node, mul(number(whole), *(power(number(prime), Fraction(1, degree)) for prime in primes), first))
        return
    if not value.den.is_constant() and _denested(equation, node, value, reader):
        return
    lead_below, under = value.den.factor()
    lead = lead / lead_below
    factors = [(factor, int(exponent)) for factor, exponent in above] + [(factor, -int(exponent)) for factor, exponent in under]
    outside, inside, rest = [], [], []
    number_left = Fraction(int(lead.p), int(lead.q))
    shown: list[tuple[int, int]] = []
    for factor, exponent in sorted(factors, key=lambda pair: len(pair[0])):
        base = reader.polynomial(factor)
        last = exponent == 1 < len(factor) and len(shown) == len(factors) - 1
        way = _as_the_whole(equation, below, base, number_left, shown) if last else None
        way = way or equation.signs._signed(base, "nonneg")
        if way is None and exponent % (2 * degree) == 0:  # the root is a square
            outside.append(power(base, exponent // degree))
            continue
        if way is None:
            rest.append((base, exponent))
            continue
        shown.append((way[0], exponent))
        if not way[1]:
            base, number_left = mul(MINUS, base), number_left * (-1) ** abs(exponent)
        if exponent // degree:
            outside.append(power(base, exponent // degree))
        if exponent % degree:
            inside.append((base, exponent % degree))
    made, kept = _factors_of(outside, inside, rest, number_left, degree)
    found = mul(*made) if made else ONE
    if found is node or (len(made) == 1 and made[0].head == "Pow" and made[0].args[1] is node.args[1]):
        return
    for base in (part.args[0] for part in kept):
        modulus_letter(equation, (base if base.head == "Abs" else base.args[0]).args[0])
    _root_is(equation, node, found)


def _factors_of(outside: list[Term], inside: list[tuple], rest: list[tuple], lead: Fraction, degree: int) -> tuple[list[Term], list[Term]]:
    """The factors of a root whose radicand's are known, and those of them that are moduli. rest: what has no known sign."""
    kept, left = [], []
    for base, exponent in rest:
        if exponent % degree == 0 and degree == 2:
            kept.append(power(call("Abs", base), exponent // degree))
        else:
            left.append(power(base, exponent))
    made = [*outside, *kept, *(power(base, Fraction(exponent, degree)) for base, exponent in inside)]
    whole, primes = _root_of_number(lead, degree) if lead > 0 else (Fraction(1), [lead])
    if whole != 1:
        made.append(number(whole))
    if left:
        made.append(power(mul(*map(number, primes), *left), Fraction(1, degree)))
    else:
        made += [power(number(prime), Fraction(1, degree)) for prime in primes]
    return made, kept


def _as_the_whole(equation: Equation, below: Term, base: Term, lead: Fraction, others: list[tuple[int, int]]) -> tuple[int, bool] | None:
    """The sign of one factor of what is supposed not to be negative, by those of the others: a line, and whether it is the factor's own."""
    draft = equation.draft
    whole = next((place for place in (draft.place(pos(below)), draft.place(nonneg(below))) if place is not None), None)
    if whole is None:
        return None
    own = lead > 0
    fact = nonneg(base if own else mul(MINUS, base))
    over = [line for line, exponent in others for _ in range(exponent)]
    times = [["line", line] for line, exponent in others for _ in range(-exponent)]
    for place, line in enumerate(over):
        (node,) = draft.shown[line].args
        strict = equation.signs.show(pos(node))
        if strict is None:
            return None
        over[place] = strict
    with suppress(Refused):
        weight = f"{abs(lead).denominator}/{abs(lead).numerator}"
        return draft.line("sign", draft.number(fact), over, [[weight, [["line", whole], *times]]], equation.ordered()), own
    return None


def _root_is(equation: Equation, node: Term, found: Term) -> None:
    if equation.signs.show(nonneg(found)) is not None:
        equation.take(equation.draft.line("root", equation.draft.number(equal(node, found)), equation.ordered()))


def _denested(equation: Equation, node: Term, value: Quotient, reader: Reader) -> bool:
    """sqrt(u + v r) for a root r as p + q r, where u^2 - v^2 r^2 is a square, and half of u plus its root too."""
    for place, degree, below in reversed(reader._roots) if node.args[1].mark == Fraction(1, 2) else ():
        if degree != 2 or int(value.num.degrees()[place]) != 1 or int(value.den.degrees()[place]):
            continue
        one = reader.context.constant(1)
        free_part, front = (Quotient(coefficient(value.num, place, power_of), one) * Quotient(one, value.den) for power_of in (0, 1))
        norm = _square_root(reader.reduced(free_part * free_part - front * front * below), reader)
        for sign in () if norm is None else (1, -1):
            half = _square_root(reader.reduced((free_part + norm * reader.constant(sign)) * reader.constant(Fraction(1, 2))), reader)
            if half is None or not half:
                continue
            found = reader.written(half + front * (half * reader.constant(2)).inverse() * Quotient(reader._gens[place], one))
            for way in (found, mul(MINUS, found)):
                with suppress(Refused):
                    if equation.signs.show(nonneg(way)) is not None:
                        equation.take(equation.draft.line("root", equation.draft.number(equal(node, way)), equation.ordered()))
                        return True
    return False


def in_pairs(equation: Equation, formulas: list[Term]) -> None:
    """Two square roots whose product is the root of a square."""
    nodes = equation.read(lambda reader: _roots_left(equation, formulas, reader)) or []
    for one, other in combinations(sorted(nodes, key=size_of)[:ROOTS], 2):
        with suppress(Refused):
            equation.read(lambda reader, one=one, other=other: _pair(equation, one, other, nodes, reader))


def _roots_left(equation: Equation, formulas: list[Term], reader: Reader) -> list[Term]:
    """The square roots that are left once the rules so far are put in."""
    for formula in formulas:
        with suppress(Refused):
            reader.scalar(formula) if shape(formula) is None else reader.matrix(formula)
    return [reader.terms[place] for place, degree, _ in reader._roots if degree == 2 and place in reader.terms]


def _pair(equation: Equation, one: Term, other: Term, spoken: list[Term], reader: Reader) -> None:
    keys = {reader.key_of(one), reader.key_of(other)}
    if len(keys) < 2 or any(key in reader._scalar_rules for key in keys):
        return
    below = reader.reduced(reader.scalar(one.args[0]) * reader.scalar(other.args[0]))
    found = _over_roots(below, spoken, reader)
    way = None if found is None else equation.signs._signed(found, "nonneg")
    if found is None or way is None or {one, other} <= set(parts(found)):
        return
    value = found if way[1] else mul(MINUS, found)
    draft = equation.draft
    together = power(mul(one.args[0], other.args[0]), Fraction(1, 2))
    with suppress(Refused):
        product = draft.line("lemma", "root_product", [draft.number(one.args[0]), draft.number(other.args[0])])
        line = draft.line("root", draft.number(equal(together, value)), equation.ordered())
        fact = equal(mul(one, other), value)
        line = draft.line("algebra", draft.number(fact), [["letter", line]], [[product, draft.number(ONE)]])
        if equation.signs.show(nonzero(one)) is None:
            equation.rules.append(["product", line])
            return
        found = mul(value, power(one, -1))
        equation.take(draft.line("algebra", draft.number(equal(other, found)), [], [[line, draft.number(power(one, -1))]]))


def rationalised(value: Quotient, reader: Reader) -> Quotient:
    """The quotient with no square root below, where one conjugate does it."""
    for place, degree, below in reversed(reader._roots):
        if degree == 2 and int(value.den.degrees()[place]) == 1:
            one = reader.context.constant(1)
            free_part, front = (Quotient(coefficient(value.den, place, exponent), one) for exponent in (0, 1))
            conjugate = free_part - front * Quotient(reader._gens[place], one)
            bottom = reader.reduced(free_part * free_part - front * front * below)
            if bottom:
                value = Quotient(value.num, one) * conjugate * bottom.inverse()
    return value


def _over_roots(value: Quotient, spoken: list[Term], reader: Reader) -> Term | None:
    """The square root of a quotient, over square roots that are spoken of; None where it needs another."""
    one, beside = reader.context.constant(1), []
    for poly, way in ((value.num, 1), (value.den, -1)):
        for factor, exponent in poly.factor()[1]:
            node = power(reader.polynomial(factor), Fraction(1, 2))
            if int(exponent) % 2 and node in spoken:
                beside.append(power(node, way))
                value = value * (Quotient(factor, one) if way < 0 else Quotient(one, factor))
    lead = value.num.factor()[0] / value.den.factor()[0]
    for prime in _root_of_number(Fraction(int(lead.p), int(lead.q)), 2)[1] if lead > 0 else ():
        beside.append(power(number(prime), Fraction(1, 2)))
        value = value * reader.constant(1 / prime)
    found = _square_root(value, reader)
    return None if found is None else mul(reader.written(found), *beside)


def _signature(poly, reader: Reader) -> tuple[frozenset, fmpq]:
    """A polynomial up to a number, by the terms of its letters, and the number."""
    named = {frozenset((reader.terms[place], int(exponent)) for place, exponent in enumerate(monomial) if exponent): value
             for monomial, value in poly.to_dict().items()}
    first = named[min(named, key=lambda names: sorted(map(repr, names)))]
    return frozenset((names, value / first) for names, value in named.items()), first


def _square_root(value, reader: Reader):
    """A quotient of polynomials whose square is another; None where there is none."""
    parts_of = []
    for poly in (value.num, value.den):
        lead, factors = poly.factor()
        root = Fraction(int(lead.p), int(lead.q))
        if root < 0 or any(int(exponent) % 2 for _, exponent in factors):
            return None
        whole, primes = _root_of_number(root, 2)
        if primes:
            return None
        made = reader.constant(whole)
        for factor, exponent in factors:
            made = made * Quotient(factor, reader.context.constant(1)) ** (int(exponent) // 2)
        parts_of.append(made)
    return parts_of[0] * parts_of[1].inverse()


def _root_of_number(value: Fraction, degree: int) -> tuple[Fraction, list[Fraction]]:
    """A positive number as a rational to the power `degree`, and a product of primes."""
    whole, primes = Fraction(1), []
    for integer, way in ((value.numerator, 1), (value.denominator, -1)):
        for prime, exponent in fmpz(integer).factor():
            exponent = way * int(exponent)
            whole *= Fraction(int(prime)) ** (exponent // degree)
            primes += [Fraction(int(prime))] * (exponent % degree)
    return whole, primes


def size_of(node: Term) -> int:
    return sum(1 for _ in parts(node))


def modulus_letter(equation: Equation, base: Term) -> None:
    """What is known of |u| where u has no sign: u times its sign, where that is spoken of, else its square."""
    letter = call("Abs", base)
    if ("modulo", letter) in equation._said:
        return
    equation._said.add(("modulo", letter))
    if call("sign", base) in equation.nodes([*equation.fact.args], "sign"):
        equation.take(equation.draft.line("lemma", "abs_as_sign", [equation.draft.number(base)]))
    else:
        line = equation.draft.line("lemma", "abs_square", [equation.draft.number(base)])
        equation.rules.append(["modulo", line, equation.draft.number(letter), 2])
