"""Relations and equivalences of piecewise linear quantities, whole numbers among them: proved where no cell is left in which they fail.

A product beside zero is looked at by the signs of its factors, which may be linear where it is not.
"""

from __future__ import annotations

from itertools import product
from math import prod

from sympy import Add, And, Basic, Eq, Ge, Gt, Le, Lt, Mul, Ne, Not, Or, Pow, S, expand
from sympy.core.relational import Relational

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.proof.deadline import Deadline

from .polyhedra import NotLinear, domain_condition
from .whole_numbers import NotSettled, somewhere_whole

FACTORS = 3
"""Factors of a product beyond which its signs are too many to look at."""


def holds_in_all_cells(relation: Basic, domain: Domain, deadline: Deadline) -> bool:
    """Whether a relation, abbreviations written out, is shown to hold all over the domain."""
    return _nowhere(Not(by_factors(relation)), domain, deadline) or all(
        _nowhere(Not(part), domain, deadline) for part in _side_by_side(relation, domain))


def same_in_all_cells(left: Basic, right: Basic, domain: Domain, deadline: Deadline) -> bool:
    """Whether two conditions are shown to be true together all over the domain."""
    left, right = by_factors(left), by_factors(right)
    return _nowhere(Or(And(left, Not(right)), And(right, Not(left))), domain, deadline)


def _nowhere(condition: Basic, domain: Domain, deadline: Deadline) -> bool:
    try:
        return somewhere_whole(And(domain_condition(domain), condition), deadline) is None
    except (NotLinear, NotSettled):
        return False


def _side_by_side(relation: Basic, domain: Domain) -> list[Basic]:
    """What is enough for w A - h B >= 0 with symbols w, h >= 0: A >= 0 and -B >= 0; what is false where there is no such sum."""
    if not isinstance(relation, (Ge, Le)):
        return [S.false]
    groups: dict = {}
    for term in Add.make_args(expand(relation.gts - relation.lts)):
        outside = [part for part in Mul.make_args(term) if part in domain.bounds and domain.bounds[part].weak_sign == 1]
        weight = Mul(*outside)
        groups[weight] = groups.get(weight, S.Zero) + term / weight
    return [Ge(part, 0, evaluate=False) for part in groups.values()] if len(groups) > 1 else [S.false]


def by_factors(relation: Basic) -> Basic:
    """The relation with each comparison of a product and zero by the signs of the product's factors."""
    if isinstance(relation, (And, Or, Not)):
        return relation.func(*map(by_factors, relation.args))
    if not isinstance(relation, Relational) or S.Zero not in (relation.lhs, relation.rhs):
        return relation
    if relation.lhs == S.Zero:
        relation = relation.reversed
    factors = [_base_and_parity(part) for part in Mul.make_args(relation.lhs)]
    if not 1 < len(factors) <= FACTORS or None in factors:
        return relation
    bases = [base for base, _ in factors]
    if isinstance(relation, (Eq, Ne)):
        return (Or if isinstance(relation, Eq) else And)(*(relation.func(base, 0) for base in bases))
    above = isinstance(relation, (Gt, Ge))
    fitting = [signs for signs in product((1, -1), repeat=len(bases))
               if (prod(sign for (_, odd), sign in zip(factors, signs, strict=True) if odd) > 0) == above]
    open_signs = Or(*(And(*(Gt(base, 0) if sign > 0 else Lt(base, 0) for base, sign in zip(bases, signs, strict=True)))
                      for signs in fitting))
    return Or(open_signs, *(Eq(base, 0) for base in bases)) if isinstance(relation, (Ge, Le)) else open_signs


def _base_and_parity(factor: Basic) -> tuple[Basic, bool] | None:
    """The base of a whole power and whether the power is odd; None of others."""
    if not isinstance(factor, Pow):
        return factor, True
    return (factor.base, bool(factor.exp % 2)) if factor.exp.is_Integer and factor.exp > 0 else None
