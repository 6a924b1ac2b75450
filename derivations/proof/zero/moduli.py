"""A domain's bounds on moduli put as bounds: |u| < c says u < c and u > -c, which normal forms read and moduli they do not."""

from __future__ import annotations

from sympy import Abs, Ge, Gt, Le, Lt

from rederive.derivations.language.domain import Domain
from rederive.derivations.language.errors import DomainError


def with_moduli_as_bounds(domain: Domain) -> Domain:
    """The domain with both halves of each condition that bounds a modulus from above added; the same points."""
    halves: list = []
    for condition in domain.joint:
        if isinstance(condition, (Gt, Ge)):
            condition = condition.reversed
        if isinstance(condition, (Lt, Le)) and isinstance(condition.lhs, Abs):
            inner, bound = condition.lhs.args[0], condition.rhs
            halves += [half for half in (condition.func(inner, bound), condition.func(-bound, inner)) if half.is_Relational]
    try:
        return domain.but(*halves) if halves else domain
    except DomainError:
        return domain  # no point at all; whoever asks for one is told
