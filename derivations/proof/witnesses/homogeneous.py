"""Formulas of one degree, where an equation says that one of some degree is 1: a + b + c = 3, 1/a + 1/b + 1/c = a + b + c. Each summand is
multiplied by powers of that, so that orders and squares are found without the equation; the rules of the domain lead back. """

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import spoken
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters
from theoremtest.derivations.kernel.terms import Refused, Term, add, free, mul, power, shape, term

from .draft import Draft
from .reader import Reader
from .root_bounds import by_bounds_of_roots, holds_roots
from .signs import Signs
from .squares import terms_by_degree


def by_one_degree(draft: Draft, fact: Term, under: Callable[..., Signs]) -> bool:
    """Whether a sign is shown that way. under: makes what reads under the rules of the domain."""
    for known in draft.goal.hypotheses:
        one = _one(known)
        if one is None or not free(known) <= free(fact):
            continue
        written = _Written(*one)
        with suppress(Refused, TooManyLetters, _Unlike):
            alike = term(fact.head, (written.of(fact.args[0])[0],))
            rules = under(draft, *spoken(fact)).rules
            signs = Signs(draft)
            signs.alike = True
            _said(draft, written, known, rules)
            if all(signs.show(need) is not None for need in _needed(draft, alike)):
                line = by_bounds_of_roots(signs, alike) if holds_roots(alike) else signs.show(alike)
                if line is not None:
                    draft.line("sign", draft.number(fact), [], [["1", [["line", line]]]], rules)
                    return True
    return False


def _one(known: Term) -> tuple[Term, int] | None:
    """What an equation between letters says to be 1, and of which degree it is: 0 is the sum of parts of two degrees."""
    if known.head != "Equality" or shape(known.args[0]) is not None:
        return None
    with suppress(Refused, TooManyLetters):
        reader = Reader(SIZES[0])
        gap = (reader.scalar(known.args[0]) - reader.scalar(known.args[1])).num
        if any(reader.terms[place].head != "Symbol" for place, degree in enumerate(gap.degrees()) if int(degree)):
            return None
        degrees = terms_by_degree(gap)
        if len(degrees) == 2:
            (low, below), (high, above) = sorted(degrees.items())
            one = reader.context.constant(1)
            return reader.written(Quotient(-above, one) * Quotient(below, one).inverse()), high - low
    return None


class _Unlike(Exception):
    """A formula whose parts have degrees that do not differ by multiples of that of what is 1."""


class _Written:
    """Formulas with all summands of one degree."""

    def __init__(self, one: Term, degree: int) -> None:
        self.one, self.degree = one, degree

    def of(self, node: Term) -> tuple[Term, Fraction]:
        """A formula, and its degree."""
        if node.head == "number":
            return node, Fraction(0)
        if node.head == "Symbol":
            return node, Fraction(1)
        if node.head == "Pow" and node.args[1].head == "number":
            base, degree = self.of(node.args[0])
            for _ in range(node.args[1].mark.denominator - 1):  # of a degree that is a whole number after the root is drawn
                if (degree * node.args[1].mark).denominator > 1:
                    base, degree = mul(base, self.one), degree + self.degree
            return power(base, node.args[1]), degree * node.args[1].mark
        if node.head == "Mul":
            found = [self.of(part) for part in node.args]
            return mul(*(part for part, _ in found)), sum((degree for _, degree in found), Fraction(0))
        if node.head == "Add":
            found = [self.of(part) for part in node.args]
            most = max(degree for _, degree in found)
            return add(*(self._raised(part, most - degree) for part, degree in found)), most
        raise _Unlike

    def _raised(self, node: Term, by: Fraction) -> Term:
        times = by / self.degree
        if times.denominator > 2:
            raise _Unlike
        return mul(node, power(self.one, times)) if times else node


def _needed(draft: Draft, fact: Term) -> Iterator[Term]:
    """What gives a formula a value."""
    for node in spoken(fact):
        for need in obligations(node):
            if not draft.known.knows(need):
                yield need


def _said(draft: Draft, written: _Written, equation: Term, rules: list) -> None:
    """Write what the domain says in formulas of one degree."""
    for known in draft.goal.hypotheses:
        if known.head in ("pos", "nonneg") and known is not equation:
            with suppress(Refused, TooManyLetters, _Unlike):
                alike = term(known.head, (written.of(known.args[0])[0],))
                place = draft.place(known)
                if alike is not known and place is not None:
                    draft.line("sign", draft.number(alike), [], [["1", [["line", place]]]], rules)
