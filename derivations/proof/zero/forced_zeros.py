"""Symbols that a domain forces to zero: where a quantity must not be negative and none of its terms is positive, all vanish."""

from __future__ import annotations

from sympy import Add, Eq, Ge, Le, Mul, Symbol

from theoremtest.derivations.language.domain import Bounds, Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.expansion import expanded
from theoremtest.derivations.proof.signs.generator import bounds_signs
from theoremtest.derivations.proof.signs.signset import ANY, NONPOS, POS, ZERO, bit, inside, power, times


def with_forced_zeros(domain: Domain) -> Domain:
    """The domain with `symbol = 0` added wherever a condition leaves nothing else, for instance w^2 <= b n where n <= 0 < b."""
    zeros = []
    for condition in domain.joint:
        if isinstance(condition, (Le, Ge)) and not getattr(condition.lhs, "shape", ()):
            least = condition.lhs - condition.rhs if isinstance(condition, Ge) else condition.rhs - condition.lhs
            sum_of_terms = expanded(least)
            zeros += [] if sum_of_terms is None else _vanishing(sum_of_terms, domain)
    try:
        return domain.but(*(Eq(symbol, 0) for symbol in dict.fromkeys(zeros))) if zeros else domain
    except DomainError:
        return domain  # no point at all; whoever asks for one is told


def _vanishing(quantity, domain: Domain) -> list[Symbol]:
    """Symbols that are zero because the quantity, which is not negative, is a sum of terms none of which is positive."""
    found = []
    for term in Add.make_args(quantity):
        signs, open_factors = POS, []
        for factor in Mul.make_args(term):
            base, exponent = factor.as_base_exp()
            of_factor = _signs(base, exponent, domain)
            signs = times(signs, of_factor)
            if of_factor & ZERO:
                open_factors.append(base)
        if not inside(signs, NONPOS):
            return []
        if len(open_factors) == 1 and isinstance(open_factors[0], Symbol):  # of several factors it is not known which one vanishes
            found += open_factors
    return found


def _signs(base, exponent, domain: Domain) -> int:
    """The signs that the bounds leave a power."""
    if base.is_Rational and exponent.is_Integer:
        return bit(base**exponent)
    if isinstance(base, Symbol) and exponent.is_Integer and exponent > 0:
        return power(bounds_signs(domain.bounds.get(base) or Bounds()), int(exponent))
    return ANY
