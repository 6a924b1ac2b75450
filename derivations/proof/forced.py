"""Symbols that a domain forces to zero: where a quantity must not be negative and none of its terms is positive, all vanish."""

from __future__ import annotations

from sympy import Add, Eq, Ge, Le, Mul, Symbol, expand

from ..language.domain import Bounds, Domain
from ..language.errors import DomainError


def with_forced_zeros(domain: Domain) -> Domain:
    """The domain with `symbol = 0` added wherever a condition leaves nothing else, for instance w^2 <= b n where n <= 0 < b."""
    zeros = []
    for condition in domain.joint:
        if isinstance(condition, (Le, Ge)) and not getattr(condition.lhs, "shape", ()):
            least = condition.lhs - condition.rhs if isinstance(condition, Ge) else condition.rhs - condition.lhs
            zeros += _vanishing(expand(least), domain)
    try:
        return domain.but(*(Eq(symbol, 0) for symbol in dict.fromkeys(zeros))) if zeros else domain
    except DomainError:
        return domain  # no point at all; whoever asks for one is told


def _vanishing(quantity, domain: Domain) -> list[Symbol]:
    """Symbols that are zero because the quantity, which is not negative, is a sum of terms none of which is positive."""
    found = []
    for term in Add.make_args(quantity):
        sign, open_factors = 1, []
        for factor in Mul.make_args(term):
            base, power = factor.as_base_exp()
            weak, strict = _signs(base, power, domain)
            if weak is None:
                return []
            sign *= weak
            if not strict:
                open_factors.append(base)
        if sign > 0:
            return []
        if len(open_factors) == 1:  # of several factors it is not known which one vanishes
            found += open_factors
    return found


def _signs(base, power, domain: Domain) -> tuple[int | None, bool]:
    """(sign that the power has where it is not zero, or None where that is open; whether it cannot be zero)."""
    if base.is_Rational and power.is_Integer:
        return (1 if base**power > 0 else -1), base != 0
    if not isinstance(base, Symbol) or not (power.is_Integer and power > 0):
        return None, False
    bounds = domain.bounds.get(base) or Bounds()
    strict = bounds.nonzero or bounds.sign in (1, -1)
    if power % 2 == 0:
        return 1, strict
    return bounds.weak_sign, strict
