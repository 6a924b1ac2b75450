"""Is an expression defined everywhere on a domain? Denominators nonzero, even roots nonnegative, logarithms positive.

A proof of an identity holds wherever both sides are defined; only where this module agrees does a verdict's scope say
"whole domain" without that proviso.
"""

from __future__ import annotations

from sympy import (Abs, Add, Derivative, E, Expr, Function, Max, Min, Mul, Pow, Symbol, acosh, acoth, asinh, atan, atanh, cosh,
                   coth, csch, exp, log, sech, sign as sgn, sinh, tanh)

from ..language.domain import Domain
from .deadline import Deadline, OutOfTime
from .signs import Sign, sign

EVERYWHERE = (Add, Mul, exp, cosh, sinh, tanh, sech, asinh, atan, Abs, sgn, Max, Min)
NONZERO = (Sign.POSITIVE, Sign.NEGATIVE, Sign.NONZERO)
NONNEGATIVE = (Sign.POSITIVE, Sign.NONNEGATIVE, Sign.ZERO)


def defined(expression: Expr, domain: Domain, deadline: Deadline) -> bool:
    """True where every node is proved defined (and continuous, steps of sign functions apart) on the whole domain."""
    expression = domain.expand(expression)
    seen: set = set()
    stack = [expression]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if not _node_defined(node, domain, deadline):
            return False
        stack.extend(argument for argument in node.args if isinstance(argument, Expr))
    return True


def _node_defined(node, domain: Domain, deadline: Deadline) -> bool:
    if node.is_number and node.is_finite:
        return True
    if isinstance(node, (Symbol, *EVERYWHERE)) or not node.args:
        return True
    if isinstance(node, Pow):
        base, power = node.as_base_exp()
        if base is E:
            return True
        if power.is_Integer:
            return power > 0 or sign(base, domain, deadline) in NONZERO
        found = sign(base, domain, deadline)
        if power.is_Rational and power > 0:
            return found in NONNEGATIVE
        return found is Sign.POSITIVE
    if isinstance(node, log):
        return sign(node.args[0], domain, deadline) is Sign.POSITIVE
    x = node.args[0]
    if isinstance(node, atanh):
        return all(sign(side, domain, deadline) is Sign.POSITIVE for side in (1 + x, 1 - x))
    if isinstance(node, acosh):
        return sign(x - 1, domain, deadline) in NONNEGATIVE
    if isinstance(node, (coth, csch, acoth)):
        return not isinstance(node, acoth) and sign(x, domain, deadline) in NONZERO
    return isinstance(node, (Function, Derivative)) and not (type(node).__module__ or "").startswith("sympy.functions")


def defined_within(expressions, domain: Domain, seconds: float, deadline: Deadline) -> bool:
    """`defined` for several expressions within a small share of the time that is left."""
    share = Deadline(min(seconds, deadline.left()))
    try:
        return all(defined(expression, domain, share) for expression in expressions)
    except (OutOfTime, NotImplementedError):
        return False
