"""Positive from a start on: what is positive at time zero and does not fall stays positive, whatever sign analysis sees of it.

A sum of squares under a root, one plus the integral of a square, grows because its derivative is a square. Such a derivative is
recognised by its square-free factors, its exponentials taken for letters.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from sympy import Add, Dummy, Expr, Integer, Mul, PolynomialError, S, Symbol, diff, exp, fraction, ilcm, sqf_list, together

from theoremtest.derivations.language.domain import Domain

from .continuity import in_share
from .deadline import Deadline
from .expansion import expanded_or_kept
from .signs.direct import direct
from .signs.hypotheses import Empty, Facts
from .signs.signs import NOT_NEGATIVE, Sign, sign
from .signs.signset import POS

LONGEST = 400
"""Operations up to which a derivative is brought over one denominator and factored, which no time limit can stop."""


def stays_positive(quantity: Expr, t: Symbol, domain: Domain, deadline: Deadline, squares_only: bool = False) -> bool:
    """Whether the quantity is positive at t = 0 and, at every later point of the domain, no smaller than there.

    The domain's times are an interval that begins (or, where they are negative, ends) at zero, and the quantity is smooth on it.
    squares_only: whether to look no further where the slope is no square, which is soon known.
    """
    if t not in quantity.free_symbols:
        return False
    bounds = domain.bounds.get(t)
    forward = bounds is not None and bounds.weak_sign == 1
    if not forward and (bounds is None or bounds.weak_sign != -1):
        return False
    start = quantity.subs(t, 0)
    slope = diff(quantity, t) if forward else -diff(quantity, t)
    if squares_only and slope.count_ops() > LONGEST:
        return False
    known = _plainly_positive if squares_only else _positive
    if start.has(S.NaN, S.ComplexInfinity) or not known(start, domain, deadline):
        return False
    if slope.count_ops() < LONGEST and _is_square(slope, lambda part: known(part, domain, deadline)):
        return True
    return not squares_only and in_share(lambda share: sign(slope, domain, share), deadline) in NOT_NEGATIVE


def _positive(expression: Expr, domain: Domain, deadline: Deadline) -> bool:
    return in_share(lambda share: sign(expression, domain, share), deadline) is Sign.POSITIVE


def _plainly_positive(expression: Expr, domain: Domain, deadline: Deadline) -> bool:
    """The same by the rules for polynomials alone, without any distinction of cases."""
    with suppress(Empty):
        facts = Facts.of(domain)
        return in_share(lambda share: direct(domain.expand(expression), facts, share)[0], deadline) == POS
    return False


def _is_square(expression: Expr, is_positive: Callable[[Expr], bool]) -> bool:
    """Whether every square-free factor of odd multiplicity is shown to be positive; a quotient has the sign of its product."""
    written, letters = _over_letters(expression)
    top, bottom = fraction(together(written))
    for part in (top, bottom):
        try:
            number, factors = sqf_list(part)
        except (PolynomialError, TypeError):  # SymPy cannot order factors with symbolic exponents
            return False
        if not (number.is_Rational and number > 0):
            return False
        for factor, power in factors:
            if power % 2 == 0:
                continue
            if not is_positive(factor.xreplace(letters)):
                return False
    return True


def _over_letters(expression: Expr) -> tuple[Expr, dict]:
    """The expression with each exponential as a product of powers of letters, and what the letters stand for."""
    exponents: dict = {}
    for node in expression.atoms(exp):
        for term in Add.make_args(expanded_or_kept(node.args[0])):
            number, rest = term.as_coeff_Mul()
            if number.is_Rational:
                exponents.setdefault(rest, []).append(int(number.q))
    letters = {rest: (Dummy("E", positive=True), Integer(ilcm(1, *below))) for rest, below in exponents.items()}

    def spelled(node):
        parts = []
        for term in Add.make_args(expanded_or_kept(node.args[0])):
            number, rest = term.as_coeff_Mul()
            letter, unit = letters.get(rest, (None, None))
            parts.append(exp(term) if letter is None else letter ** (number * unit))
        return Mul(*parts)

    written = expression.replace(lambda node: isinstance(node, exp), spelled)
    return written, {letter: exp(rest / unit) for rest, (letter, unit) in letters.items()}
