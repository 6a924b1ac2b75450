"""What an equation makes of functions by what they are of: pieces, opposite arguments, those a whole number apart, powers of one base,
exponentials of what is zero, integrals of an exponential."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.facts import equal, facts_of, negation, nonneg, nonzero, pos
from theoremtest.derivations.kernel.table import is_whole
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, mul, number, parts, power, sub

from .effort import MULTIPLES
from .roots import size_of

if TYPE_CHECKING:
    from .identities import Equation
    from .reader import Reader


def pieces(equation: Equation, formulas: list[Term]) -> None:
    """Functions of pieces, where it is known which one counts."""
    for node in equation.nodes(formulas, "Piecewise"):
        for which, (value, condition) in enumerate(piece.args for piece in node.args):
            with suppress(Refused):
                held = facts_of(condition)
                if all(equation.signs.show(fact) is not None for fact in held):
                    equation.take(equation.draft.line("piece", equation.draft.number(node), which))
                    formulas.append(value)
                    break
                if all(equation.signs.show(negation(fact)) is None for fact in held):
                    break


def opposite(equation: Equation, formulas: list[Term]) -> None:
    """Odd functions of a number and of its opposite, two of one function at most."""
    for head in ("erf", "atan", "asin"):
        nodes = sorted(equation.nodes(formulas, head), key=size_of)
        for one, other in ((one, other) for place, one in enumerate(nodes) for other in nodes[:place]):
            if equation.read(lambda reader, one=one, other=other: not reader.reduced(reader.scalar(add(*one.args, *other.args)))):
                with suppress(Refused):
                    equation.take(equation.draft.line("lemma", f"{head}_of_opposite", [equation.draft.number(other.args[0])]))


def gammas(equation: Equation, formulas: list[Term]) -> None:
    """The gamma function at places a whole number apart."""
    nodes = equation.nodes(formulas, "gamma")
    for node, other in permutations(nodes, 2):
        between = sub(node.args[0], other.args[0])
        gap = equation.read(lambda reader, between=between: reader.reduced(reader.scalar(between)).constant())
        for step in range(int(gap) if gap is not None and gap.q == 1 and gap <= MULTIPLES else 0):
            place = add(number(step), *other.args)
            for positive in (place, add(ONE, place)):
                equation.signs.show(pos(positive))
            with suppress(Refused):
                equation.take(equation.draft.line("lemma", "gamma_step", [equation.draft.number(place)]))


def constant_exponentials(equation: Equation, formulas: list[Term]) -> None:
    """e^0 = 1, and exponentials of logarithms."""
    for node in equation.nodes(formulas, "exp"):
        with suppress(Refused):
            if not equation.read(lambda reader, node=node: reader.scalar(node.args[0])):
                equation.take(equation.draft.line("exp", equation.draft.number(equal(node, ONE)), equation.ordered()))


def growth(equation: Equation, formulas: list[Term]) -> None:
    """Integrals of an exponential: as quotients where the rate is not zero."""
    for node in equation.nodes(formulas, "GrowthIntegral"):
        values = [equation.draft.number(part) for part in node.args]
        with suppress(Refused):
            if equation.draft.known.knows(equal(node.args[1], ZERO)):
                equation.take(equation.draft.line("lemma", "growth_at_start", values))
                continue
            if equation.signs.show(nonzero(node.args[0])) is not None:
                equation.take(equation.draft.line("lemma", "growth_quotient", values))
            else:
                equation.rules.append(["product", equation.draft.line("lemma", "growth_times_rate", values)])
            formulas.append(call("exp", mul(*node.args)))


def steps_of_powers(equation: Equation, formulas: list[Term]) -> None:
    """b^(k n + c) is (b^n)^k b^c, where b^n is spoken of too; (-1)^(2 n + c), and a power of 0, wherever they stand."""
    for node in equation.nodes(formulas, "Pow"):
        _of_nothing(equation, node)
        half = equation.read(lambda reader, node=node: _half(reader, node.args[1])) if node.args[0] is MINUS else None
        if half is not None and _step_of_power(equation, node, power(MINUS, half)):
            formulas.append(power(MINUS, half))
    known = [*formulas, *equation.draft.goal.hypotheses, *equation.draft.held]
    others = [part for formula in known for part in parts(formula) if part.head == "Pow" and part.args[1].head != "number"]
    others = sorted(dict.fromkeys(others), key=size_of)
    for node in [node for node in others if node in equation.nodes(formulas, "Pow")]:
        for other in others[:others.index(node)]:
            if other.args[0] is node.args[0] and _step_of_power(equation, node, other):
                break


def _of_nothing(equation: Equation, node: Term) -> None:
    """A power of 0, one factor by itself."""
    base, exponent = node.args
    if exponent.head != "number" and is_whole(exponent) and equation.read(lambda reader: not reader.reduced(reader.scalar(base))):
        rest = sub(exponent, ONE)
        with suppress(Refused):
            if equation.signs.show(nonneg(rest)) is not None:
                equation.take(equation.draft.line("powers", equation.draft.number(equal(node, mul(base, power(base, rest)))), []))


def _half(reader: Reader, exponent: Term) -> Term | None:
    """The whole number q of 2 q + c for a number c; None where there is none, or it is a number itself."""
    found = reader.scalar(exponent)
    if found.constant() is not None or not found.den.is_one():
        return None
    terms = {monomial: value for monomial, value in found.num.to_dict().items() if any(monomial)}
    half = reader.polynomial(reader.context.from_dict({monomial: value / 2 for monomial, value in terms.items()}))
    return half if is_whole(half) else None


def _step_of_power(equation: Equation, node: Term, other: Term) -> bool:
    for times in (1, 2, -1, -2):
        gap = add(node.args[1], mul(number(-times), other.args[1]))
        constant = equation.read(lambda reader, gap=gap: reader.reduced(reader.scalar(gap)).constant())
        if constant is not None:
            beside = power(node.args[0], Fraction(int(constant.p), int(constant.q)))
            with suppress(Refused):
                made = equal(node, mul(power(other, times), beside))
                if equation.signs.show(nonzero(node.args[0])) is None:
                    for exponent in (node.args[1], mul(number(times), other.args[1])):
                        equation.signs.show(nonneg(exponent))
                equation.admit(made.args[1])
                equation.take(equation.draft.line("powers", equation.draft.number(made), equation.ordered()))
                return True
    return False
