"""Signs of a tower's elements on the domain: from the generators' ranges, then from the domain's own conditions; else a question."""

from __future__ import annotations

from flint import fmpq_mpoly
from sympy import Add, Expr, Mul, Rational, Symbol, exp
from sympy.core.relational import Eq, Ge, Gt, Le, Lt

from theoremtest.derivations.proof.deadline import OutOfTime
from theoremtest.derivations.proof.signs.signs import Sign, sign

from .elements import Element
from .fractions import TooLarge
from .questions import NotInTower, NoValue, Unsigned

SIGN_SHARE = 0.1
"""The part of the time left that one sign may take."""
_WEAK = {Sign.POSITIVE: (1, True), Sign.NONNEGATIVE: (1, False), Sign.ZERO: (0, True), Sign.NONPOSITIVE: (-1, False),
         Sign.NEGATIVE: (-1, True)}


class OpenSigns:
    """The part of a tower that settles signs, and says which symbols to tell apart where it cannot."""

    def _symbols_of(self, x: Element, weak: bool = False) -> list[Symbol]:
        """Domain symbols of open sign in an element, roots' radicands included; with `weak` also those that may only be zero."""
        seen: dict = {}
        todo, masks = [x], set()
        while todo:
            item = todo.pop()
            for mask, fraction in item.items():
                for poly in (fraction.num, fraction.den):
                    for index, degree in enumerate(poly.degrees()):
                        known = self.field.positivity.get(index)
                        if degree and index in self._owners and (known is None or weak and not known.strict):
                            seen[self._owners[index]] = None
                for bit in range(mask.bit_length()):
                    if mask >> bit & 1 and bit not in masks:
                        masks.add(bit)
                        todo.append(self.field.radicands[bit])
        return sorted(seen, key=str)

    def _unsigned(self, x: Element, weak: bool = False) -> Unsigned:
        """What to raise where an element's sign is wanted and open."""
        return Unsigned(self._symbols_of(x, weak), self._open_factor(x))

    def _open_factor(self, x: Element) -> Expr | None:
        """The first factor of open sign in a ground element, by the domain's symbols; None where it is a symbol or has another form."""
        if not x.is_ground:
            return self._roots_by_name.get(max(x).bit_length() - 1) if len(x) == 1 and max(x).bit_count() == 1 else None
        for poly in (x[0].num, x[0].den):
            for factor, exponent in poly.factor()[1]:
                if exponent % 2 == 0 or self.field.weak_sign(self.field.polynomial(factor)) is not None:
                    continue
                if not all(index in self._forms for index, degree in enumerate(factor.degrees()) if degree):
                    continue
                quantity = self._written(factor)
                if not isinstance(quantity, Symbol):
                    return quantity
        return None

    def _definite(self, x: Element) -> int:
        """The weak sign of an element, or Unsigned."""
        known = self.field.weak_sign(x)
        if known is None:
            known = self._sign_by_conditions(x)
        if known is None:
            raise self._unsigned(x)
        return known[0]

    def _sign_by_conditions(self, x: Element):
        """A side condition of the domain that is this very element up to a signed factor."""
        for condition in self.domain.joint:
            if isinstance(condition, (Gt, Ge, Lt, Le, Eq)) and condition not in self._asked:
                self._asked.add(condition)  # a condition that holds a sign itself must not be asked for that sign
                try:
                    gap = self._convert(condition.lhs) - self._convert(condition.rhs)
                except (NotInTower, TooLarge, Unsigned, NoValue, ZeroDivisionError):
                    continue
                finally:
                    self._asked.discard(condition)
                if isinstance(condition, (Lt, Le)):
                    gap = -gap
                if not gap:
                    continue
                quotient = x / gap
                strict = isinstance(condition, (Gt, Lt))
                if not (self._without_poles(quotient, gap if strict else None) or (strict and self._vanishes_nowhere(quotient))):
                    continue  # where the quotient has a pole the condition says nothing of the element
                if isinstance(condition, Eq):
                    return 0, True
                ratio = self.field.weak_sign(quotient)
                if ratio is not None:
                    return ratio[0], ratio[1] and isinstance(condition, (Gt, Lt))
        return None if self._asked else self._sign_by_analysis(x)

    def _sign_by_analysis(self, x: Element):
        """The weak sign of a ground element as the product of its factors' signs, found by the rules for signs over a whole domain."""
        if not x.is_ground:
            return None
        total, strict = 1, True
        for poly in (x[0].num, x[0].den):
            lead, factors = poly.factor()
            total *= 1 if lead > 0 else -1
            for factor, exponent in factors:
                known = self.field.weak_sign(self.field.polynomial(factor)) or self._analysed(factor)
                if known is None or poly is x[0].den and not known[1]:
                    return None
                total, strict = total * (known[0] if exponent % 2 else known[0] ** 2), strict and known[1]
        return total, strict

    def _analysed(self, poly: fmpq_mpoly):
        """The weak sign of a polynomial in generators that have a form by the domain's symbols."""
        quantity = self._written(poly)
        if quantity is None:
            return None
        try:
            found = sign(quantity, self.domain, self.deadline.part(SIGN_SHARE))
        except OutOfTime:
            self.deadline.check()
            return None
        return _WEAK.get(found)

    def _written(self, poly: fmpq_mpoly) -> Expr | None:
        """A polynomial in generators by the domain's symbols and exponentials; None where a generator is something else."""
        forms = {index: self._form(index) for index, degree in enumerate(poly.degrees()) if degree}
        if None in forms.values():
            return None
        return Add(*(Rational(int(value.p), int(value.q)) * Mul(*(forms[i] ** int(e) for i, e in enumerate(exponents) if e))
                     for exponents, value in poly.terms()))

    def _form(self, index: int) -> Expr | None:
        """A generator by the domain's symbols: a symbol's own, or an exponential of what has such a form."""
        if index in self._forms:
            return self._forms[index]
        if index in self._owners:  # between two bounds it is the ratio of what is left on both sides
            bounds = self.domain.bounds[self._owners[index]]
            return (self._owners[index] - bounds.lower) / (bounds.upper - self._owners[index])
        exponent = self._exp_exponents.get(index)
        if exponent is None or not exponent.is_ground:
            return None
        top, bottom = (self._written(poly) for poly in (exponent[0].num, exponent[0].den))
        return None if top is None or bottom is None else exp(top / bottom)

    def _vanishes_nowhere(self, x: Element) -> bool:
        """Whether a ground element is shown to have a numerator of strict sign: times what is not zero it has no pole."""
        if not x.is_ground:
            return False
        known = self.field.weak_sign(self.field.polynomial(x[0].num))
        return known is not None and known[1] and known[0] != 0

    def _without_poles(self, x: Element, nonzero: Element | None = None) -> bool:
        """Whether every denominator in an element is shown to vanish nowhere on the domain.

        nonzero: an element that a strict condition keeps from zero, so that its powers in a denominator are no poles.
        """
        kept = nonzero[0].num if nonzero is not None and nonzero.is_ground else None
        signs = [self.field.weak_sign(self.field.polynomial(_cleared(fraction.den, kept))) for fraction in x.values()]
        return all(known is not None and known[1] for known in signs)


def _cleared(poly: fmpq_mpoly, factor: fmpq_mpoly | None) -> fmpq_mpoly:
    """A polynomial without the powers of a factor that divide it."""
    if factor is None or factor.is_constant():
        return poly
    while True:
        quotient, rest = divmod(poly, factor)
        if rest != 0:
            return poly
        poly = quotient
