"""Zero because constant: where the normal form lacks a function's relations, differentiate.

An expression whose derivative in one variable is proved zero on an interval, and which is proved zero at one rational
point of it, is zero on the interval. The interval must hold no point where the expression is undefined; that is shown by
the sign of every denominator, logarithm argument and root that depends on the variable.
"""

from __future__ import annotations

from sympy import Expr, Pow, Rational, S, Symbol, acos, acosh, acoth, asin, atanh, coth, csch, diff, log, nan, oo, zoo

from rederive.derivations.language.domain import Domain, atoms_of
from rederive.derivations.proof.deadline import Deadline

from .normal_form import is_zero


def is_constant_zero(expression: Expr, domain: Domain, deadline: Deadline) -> bool | None:
    """True where a vanishing derivative and one exact value prove the expression zero; None otherwise."""
    for variable in sorted(expression.free_symbols, key=str):
        bounds = domain.bounds.get(variable)
        if bounds is None or bounds.nonzero or bounds.integer:
            continue  # a punctured line is no interval
        if any(variable in atoms_of(condition) for condition in domain.joint):
            continue
        point = next((p for p in _candidates() if bounds.holds(p)), None)
        if point is None or not _defined(expression, variable, domain, deadline):
            continue
        if is_zero(diff(expression, variable), domain, deadline) is not True:
            continue
        value = expression.subs(variable, point)
        if value.has(nan, zoo, oo):
            continue
        try:
            border = domain.at({variable: point})
        except Exception:
            continue
        if is_zero(value, border, deadline) is True:
            return True
    return None


def _candidates():
    for p, q in ((1, 1), (0, 1), (-1, 1), (1, 2), (-1, 2), (2, 1), (-2, 1), (1, 3), (3, 1), (10, 1)):
        yield Rational(p, q)


def _defined(expression, variable: Symbol, domain: Domain, deadline: Deadline) -> bool:
    from rederive.derivations.proof.signs.signs import NOT_ZERO, Sign, sign

    for node in expression.atoms(Pow, log, acosh, acoth, atanh, asin, acos, coth, csch):
        if variable not in node.free_symbols:
            continue
        if isinstance(node, Pow):
            base, power = node.as_base_exp()
            if power.is_Integer and power > 0:
                continue
            wanted = NOT_ZERO if power.is_Integer else (Sign.POSITIVE,)
            if base is S.Exp1:
                continue
            if sign(base, domain, deadline) not in wanted:
                return False
        elif isinstance(node, log):
            if sign(node.args[0], domain, deadline) is not Sign.POSITIVE:
                return False
        else:
            return False
    return True
