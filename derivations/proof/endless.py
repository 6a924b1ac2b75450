"""Whether integrals, or sums without an end, stand in a formula: those need a value before anything else is asked of it."""

from __future__ import annotations

from sympy import Basic, Integral, Sum, oo

from theoremtest.derivations.language.domain import Domain


def speaks_of_integrals(expression) -> bool:
    """Whether an integral, or a sum without an end, occurs."""
    return isinstance(expression, Basic) and expression.has(Integral, Sum) and any(
        isinstance(node, Integral) or is_endless(node) for node in expression.atoms(Integral, Sum))


def involves_integrals(domain: Domain, *expressions) -> bool:
    """Whether an integral or an endless sum stands in expressions, or in an abbreviation of the domain that they use."""
    if any(map(speaks_of_integrals, domain.where.values())):
        expressions = tuple(map(domain.expand, expressions))
    return any(map(speaks_of_integrals, expressions))


def is_endless(node: Basic) -> bool:
    """Whether a node is a sum with an infinite bound."""
    return isinstance(node, Sum) and any(end in (oo, -oo) for limit in node.limits for end in limit[1:])
