"""Moduli put without: |u| < c says u < c and u > -c, and where the sign of u is shown |u| is u or -u and sgn u is 1 or -1."""

from __future__ import annotations

from sympy import Abs, Expr, Ge, Gt, Le, Lt
from sympy import sign as sgn

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.continuity import in_share
from theoremtest.derivations.proof.signs.signs import Sign, sign


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


def over_known_signs(expression: Expr, domain: Domain, deadline) -> Expr:
    """The same with every modulus |u| and sign sgn u written out whose u is shown to be positive, or negative, all over the domain."""
    values = {}
    for node in expression.atoms(Abs, sgn):
        inner = node.args[0]
        found = in_share(lambda share, inner=inner: sign(inner, domain, share), deadline)
        if found in (Sign.POSITIVE, Sign.NEGATIVE):
            side = 1 if found is Sign.POSITIVE else -1
            values[node] = side * inner if isinstance(node, Abs) else side
    return expression.xreplace(values)
