"""Angles that are equal because they differ by whole turns and by less than one.

An expression E with inverse circular functions is zero on a domain where cos E = 1 all over it, which says that E is a whole multiple of
2 pi, and |E| < 2 pi. The first is a question for the normal form, the second one of the functions' ranges, of signs, or of an enclosure.
Where an inverse function has no value neither has E. The angle of a point to the right of the origin is an arctangent, and so is the
arccotangent of a number that is not zero.
"""

from __future__ import annotations

from sympy import Abs, Add, Expr, Rational, S, acos, acot, asin, atan, atan2, cos, pi

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.proof.balls.enclose import NotEvaluable, enclosure
from theoremtest.derivations.proof.continuity import in_share
from theoremtest.derivations.proof.signs.signs import NOT_ZERO, Sign, sign

from .normal_form import is_zero

BITS = 256
_REACH = {asin: (Rational(1, 2), False), atan: (Rational(1, 2), True), acos: (S.One, False)}
"""By inverse function: the largest modulus of its values in units of pi, and whether that is never reached."""


def is_zero_angle(expression: Expr, domain: Domain, deadline) -> bool | None:
    """True where the expression is proved zero as an angle wherever it has a value; None otherwise."""
    expression = _over_arctangents(expression, domain, deadline)
    if expression == 0:
        return True
    if not expression.has(asin, acos, atan):
        return None
    if not (_in_reach(expression) or _below_a_turn(expression, domain, deadline)):
        return None
    return is_zero(cos(expression, evaluate=False) - 1, domain, deadline)


def _over_arctangents(expression: Expr, domain: Domain, deadline) -> Expr:
    """The same with atan2(y, x) as atan(y/x) where x is shown to be positive, and acot(u) as atan(1/u) where u is shown not to vanish."""
    values = {node: atan(node.args[0] / node.args[1]) for node in expression.atoms(atan2)
              if in_share(lambda share, x=node.args[1]: sign(x, domain, share), deadline) is Sign.POSITIVE}
    values |= {node: atan(1 / node.args[0]) for node in expression.atoms(acot)
               if in_share(lambda share, u=node.args[0]: sign(u, domain, share), deadline) in NOT_ZERO}
    return expression.xreplace(values)


def _in_reach(expression: Expr) -> bool:
    """Whether the ranges of the inverse functions keep a sum of them within a turn."""
    total, strict = S.Zero, False
    for term in Add.make_args(expression):
        number, rest = term.as_coeff_Mul()
        if not number.is_Rational:
            return False
        reach, open_end = (S.One, False) if rest is pi else _REACH.get(type(rest), (None, False))
        if reach is None:
            return False
        total, strict = total + abs(number) * reach, strict or open_end
    return total < 2 or (total == 2 and strict)


def _below_a_turn(expression: Expr, domain: Domain, deadline) -> bool:
    if not expression.free_symbols:
        try:
            return bool(enclosure(Abs(expression) - 2 * pi, {}, BITS) < 0)
        except NotEvaluable:
            return False
    return all(in_share(lambda share, side=side: sign(2 * pi + side, domain, share), deadline) is Sign.POSITIVE
               for side in (expression, -expression))
