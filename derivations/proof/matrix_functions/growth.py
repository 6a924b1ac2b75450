"""Growth integrals and exponentials of one exponent as polynomials in one of them, exact at the rate zero too.

With q the integral of exp(r s) over s from 0 to u, exp(r u) = 1 + r q. So exp(k r u) and the integrals of exp(k r s) are polynomials in r
and q for whole k > 0 and quotients by powers of 1 + r q, which is positive, for k < 0. An identity of such quotients in free r and q
holds at every rate, with no hole at zero.
"""

from __future__ import annotations

from math import comb, lcm

from sympy import Add, Dummy, Expr, Ge, Gt, Rational, S, cancel, exp, expand

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.functions import GrowthIntegral
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.functions.derivatives import elementary
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, Sign, sign

MOST = 24
"""Power of 1 + r q up to which an exponential is written by it."""


def without_growth(expression: Expr, domain: Domain, deadline: Deadline) -> tuple[Expr, Domain]:
    """(the expression without growth integrals, the domain with what is known of the symbols that stand for them)."""
    if not expression.has(GrowthIntegral):
        return expression, domain
    expression = elementary(expression)
    for group in _groups(expression):
        expression, domain = _written(expression, group, domain, deadline)
    return expression, domain


def _groups(expression: Expr) -> list[dict]:
    """Growth integrals whose rates and exponents are rational multiples of one another: {node: (factor of rate, factor of exponent)}."""
    groups: list[tuple] = []
    for node in sorted(expression.atoms(GrowthIntegral), key=str):
        rate, time = node.args
        exponent = expand(rate * time)
        for first_rate, first_exponent, members in groups:
            factors = cancel(rate / first_rate), cancel(exponent / first_exponent)
            if all(factor.is_Rational for factor in factors):
                members[node] = factors
                break
        else:
            groups.append((rate, exponent, {node: (S.One, S.One)}))
    return [members for _, _, members in groups]


def _written(expression: Expr, group: dict, domain: Domain, deadline: Deadline) -> tuple[Expr, Domain]:
    deadline.check()
    first = next(node for node, factors in group.items() if factors == (1, 1))
    rate, time = first.args
    exponent = expand(rate * time)
    shares = {node: _share(expand(node.args[0]), exponent) for node in expression.atoms(exp)}
    parts = [factor for _, factor in group.values()] + [share for share in shares.values() if share != 0]
    unit = lcm(*(int(part.q) for part in parts))
    if any(abs(part) * unit > MOST for part in parts):
        return expression, domain
    q = Dummy("q", real=True)
    grown = 1 + rate * q
    table = {node: _integral(rate, q, int(power * unit), scale) for node, (scale, power) in group.items()}
    for node, share in shares.items():
        if share != 0:
            table[node] = exp(expand(node.args[0] - share * exponent)) * grown ** int(share * unit)
    known = [Gt(grown, 0)]
    direction = sign(time, domain, deadline)
    if direction in NOT_NEGATIVE:
        known.append(Gt(q, 0) if direction is Sign.POSITIVE else Ge(q, 0))
    return expression.xreplace(table), domain.but(*known, over=[q])


def _share(exponent: Expr, unit: Expr) -> Rational:
    """The rational k for which exponent - k unit lacks the unit's first term."""
    first = Add.make_args(unit)[0]
    for term in Add.make_args(exponent):
        ratio = cancel(term / first)
        if ratio.is_Rational:
            return ratio
    return S.Zero


def _integral(rate: Expr, q: Expr, power: int, scale: Rational) -> Expr:
    """((1 + rate q)**power - 1)/(scale rate) without the rate below."""
    n = abs(power)
    polynomial = Add(*(comb(n, j) * rate ** (j - 1) * q**j for j in range(1, n + 1))) / scale
    return polynomial if power > 0 else -polynomial * (1 + rate * q) ** power
