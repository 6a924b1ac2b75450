"""Sines and cosines in those of a few angles: the sum formulas take apart what is a sum of whole multiples of these.

An angle is one monomial of an argument, over what divides all of its multiples; multiples of pi are made of whole turns, right angles, and
a fourth and a sixth of pi. Two angles are equal where the sine of their difference is 0 and it lies within half a turn.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING

from flint import arb

from theoremtest.derivations.kernel.facts import equal, nonneg, nonzero, pos
from theoremtest.derivations.kernel.numbers import Numbers, Unsettled
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.table import PI, TWO, is_whole, square
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, free, mul, number, parts, power, sub, term

from .effort import MULTIPLES
from .reader import Reader

if TYPE_CHECKING:
    from .identities import Equation

ARCS = "asin", "acos", "atan", "acot"
_OF_PI = {Fraction(1, 2): "right", Fraction(1, 4): "fourth", Fraction(1, 6): "sixth"}


def shares_of(nodes: list[Term], reader: Reader, together: bool = False) -> tuple[dict, dict]:
    """The arguments of functions as sums: for each node, [(place, quotient)]; for each place, what all its quotients are multiples of, and
    the term that has this multiple. together: over one denominator, what is not less than it taken out."""
    split: dict[Term, list] = {}
    shares: dict = {}
    values = {node: reader.reduced(reader.scalar(node.args[0])) for node in nodes}
    one = below = reader.context.constant(1)
    for value in values.values():
        below = below * (value.den / below.gcd(value.den))
    for node, value in values.items():
        terms = []
        whole, rest = divmod(value.num * (below / value.den), below) if together else (value.num * 0, value.num)
        for part, den in ((whole, one), (rest, below if together else value.den)):
            for monomial, factor in part.to_dict().items():
                key = (monomial, str(den))
                quotient = Fraction(int(factor.p), int(factor.q))
                terms.append((key, quotient))
                shares.setdefault(key, (monomial, den, []))[2].append(quotient)
        split[node] = terms
    bases = {}
    for key, (monomial, den, factors) in shares.items():
        share = Fraction(gcd(*(abs(factor.numerator) for factor in factors)), lcm(*(factor.denominator for factor in factors)))
        bases[key] = (share, lambda share, monomial=monomial, den=den: _term_of(reader, monomial, den, share))
    return split, bases


def _term_of(reader: Reader, monomial: tuple, den, share: Fraction) -> Term:
    top = reader.monomial(monomial, share)
    return top if den.is_one() else mul(top, power(reader.polynomial(den), -1))


class Angles:
    """Writes the lines that take sines and cosines apart."""

    def __init__(self, equation: Equation) -> None:
        self.equation, self.draft = equation, equation.draft
        self._done: dict[tuple, Term] = {}

    def take_apart(self, formulas: list[Term]) -> None:
        """Every sine and cosine of the formulas; what their rules speak of joins these."""
        nodes = self.equation.nodes(formulas, "sin", "cos")
        if nodes:
            with suppress(Refused):
                self.equation.read(lambda reader: self._nodes(nodes, reader, formulas))

    def _nodes(self, nodes: list[Term], reader: Reader, formulas: list[Term]) -> None:
        split, bases = shares_of(nodes, reader)
        for node, terms in split.items():
            pieces: list[Term] = []
            for key, quotient in terms:
                share, made = bases[key]
                base = made(Fraction(1))
                if base is PI:
                    pieces += _pieces_of_pi(quotient)
                    continue
                if quotient.denominator == 1 and self._is_turn(base, reader):  # whole turns at once, and a half one
                    pieces += [made(Fraction(1))] * (quotient.numerator % 2)
                    pieces += [made(quotient - quotient.numerator % 2)] if abs(quotient) > 1 or quotient < 0 else []
                    continue
                if quotient.denominator == 1 and base.head in ARCS:
                    share = Fraction(1)
                times = quotient / share
                if abs(times) > MULTIPLES:  # one angle by itself
                    pieces = [node.args[0]]
                    break
                pieces += [made(share) if times > 0 else mul(MINUS, made(share))] * abs(int(times))
            if pieces:
                self._sum(tuple(pieces), formulas)

    def _is_turn(self, base: Term, reader: Reader) -> bool:
        return is_whole(reader.written(reader.scalar(mul(base, power(PI, -1)))))

    def _sum(self, pieces: tuple[Term, ...], formulas: list[Term]) -> Term:
        """Rules for sine and cosine of a sum of angles; returns the sum."""
        if pieces in self._done:
            return self._done[pieces]
        if len(pieces) == 1:
            angle = pieces[0]
            self._done[pieces] = angle
            self._one(angle, formulas)
            return angle
        middle = len(pieces) // 2
        first, second = self._sum(pieces[:middle], formulas), self._sum(pieces[middle:], formulas)
        angle = add(first, second)
        self._done[pieces] = angle
        for head in ("sin", "cos"):
            self._lemma(f"{head}_of_sum", first, second)
        return angle

    def _one(self, angle: Term, formulas: list[Term]) -> None:
        if angle.head == "Mul" and angle.args[0] is MINUS:
            inner = mul(*angle.args[1:])
            self._sum((inner,), formulas)
            for head in ("sin", "cos"):
                self._lemma(f"{head}_of_opposite", inner)
            return
        name = next((name for part, name in _OF_PI.items() if angle is mul(number(part), PI)), None)
        times = self.equation.read(lambda reader: reader.written(reader.scalar(mul(angle, power(PI, -1)))))
        if name is not None:
            for head in ("sin", "cos"):
                self._lemma(f"{head}_at_{name}")
        elif times is not None and is_whole(times):
            half = mul(number(Fraction(1, 2)), times)
            whole_turns = self.equation.read(lambda reader: reader.written(reader.scalar(half)))
            turns = whole_turns if whole_turns is not None and is_whole(whole_turns) else None
            for head in ("sin", "cos"):
                self._lemma(f"{head}_of_{'half_' if turns is None else ''}turns", times if turns is None else turns)
        elif angle.head in ("asin", "atan"):
            self._arc(angle, formulas)
        else:
            line = self._line("circle", angle)
            if line is not None:
                self.equation.rules.append(["modulo", line, self.draft.number(call("sin", angle)), 2])
        formulas += [call("sin", angle), call("cos", angle)]

    def _arc(self, angle: Term, formulas: list[Term]) -> None:
        """The sine and cosine of an arc, and the root that they speak of."""
        (inner,) = angle.args
        below = sub(ONE, square(inner)) if angle.head == "asin" else add(ONE, square(inner))
        self.equation.signs.show((nonneg if angle.head == "asin" else pos)(below))
        for head in ("sin", "cos"):
            self._lemma(f"{head}_of_{angle.head}", inner)
        formulas.append(power(below, Fraction(1, 2)))

    def _lemma(self, name: str, *values: Term) -> None:
        line = self._line(name, *values)
        if line is not None:
            self.equation.take(line)

    def _line(self, name: str, *values: Term) -> int | None:
        with suppress(Refused):
            return self.draft.line("lemma", name, [self.draft.number(value) for value in values])
        return None


def _pieces_of_pi(quotient: Fraction) -> list[Term]:
    """A multiple of pi as a sum of angles whose sines are known; one piece where it is no multiple of a twelfth."""
    if (12 * quotient).denominator > 1:
        return [mul(number(quotient), PI)]
    turns, rest = divmod(quotient, 2)
    pieces = [mul(TWO, PI, number(turns))] if turns else []
    rights, rest = divmod(rest, Fraction(1, 2))
    sixth, fourth = (mul(number(Fraction(1, part)), PI) for part in (6, 4))
    pieces += [mul(number(Fraction(1, 2)), PI)] * int(rights)
    return pieces + {0: [], 1: [fourth, mul(MINUS, sixth)], 2: [sixth], 3: [fourth], 4: [sixth, sixth], 5: [fourth, sixth]}[int(12 * rest)]


def within_half_a_turn(equation: Equation) -> bool:
    """Whether two angles are shown to be equal: the sine of their difference is 0, and it is less than half a turn."""
    left, right = equation.fact.args
    if left.head == "sin" or not any(part.head in ARCS for side in (left, right) for part in parts(side)):
        return False  # the sine of a difference is asked for nothing further
    draft, gap = equation.draft, sub(left, right)
    made = type(equation)(draft, equal(call("sin", gap), ZERO))
    with suppress(Refused, TooManyLetters):
        if not made.show():
            return False
        for way in (sub(PI, gap), add(PI, gap)):
            if equation.signs.show(pos(way)) is None:
                return False
        line = draft.line("lemma", "sin_zero_within", [draft.number(gap)])
        draft.line("algebra", draft.number(equation.fact), [], [[line, draft.number(ONE)]])
        return True
    return False


def of_numbers(equation: Equation, formulas: list[Term]) -> None:
    """Arcs of numbers that are multiples of a twelfth of pi."""
    draft = equation.draft
    for node in equation.nodes(formulas, *ARCS[:3]):
        inner = equation.read(lambda reader, node=node: reader.written(reader.reduced(reader.scalar(node.args[0]))))
        asked = term("arc", (node,))
        if inner is not None and not free(inner) and asked not in draft.split:
            draft.split.add(asked)
            with suppress(Refused, Unsettled):
                twelfths = (Numbers({}).scalar(call(node.head, inner)) * 12 / arb.pi()).unique_fmpz()
                said = equal(node, mul(number(Fraction(int(twelfths), 12)), PI)) if twelfths is not None else None
                if said is not None and within_half_a_turn(type(equation)(draft, said)):
                    draft.split.discard(asked)
                    equation.take(draft.places[said])


def acot(equation: Equation, formulas: list[Term]) -> None:
    """Arccotangents as arctangents."""
    for node in equation.nodes(formulas, "acot"):
        with suppress(Refused):
            if equation.signs.show(nonzero(node.args[0])) is not None:
                equation.take(equation.draft.line("lemma", "acot_as_atan", [equation.draft.number(node.args[0])]))
                formulas.append(call("atan", power(node.args[0], -1)))
