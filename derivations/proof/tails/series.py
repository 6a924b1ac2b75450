"""Sums without an end: shown to converge, then given their closed form where they have one.

Closed forms are telescoped: a sequence F with F(k + 1) - F(k) = f(k), proposed by anybody and checked here, and its limit. Geometric
sums and even zeta values are known by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sympy import Add, Dummy, Expr, Mul, Poly, S, Sum, Symbol, cancel, diff, expand, oo, powsimp, zeta
from sympy.concrete.gosper import gosper_term

from theoremtest.derivations.proof.asymptotics.limits import compute_limit
from theoremtest.derivations.proof.deadline import OutOfTime, alarm
from theoremtest.derivations.proof.endless import speaks_of_integrals
from theoremtest.derivations.proof.integrals.growth import integrable_at_infinity
from theoremtest.derivations.proof.integrals.powers import tidy
from theoremtest.derivations.proof.integrals.questions import NoValue, Questions
from theoremtest.derivations.proof.sums.definedness import total
from theoremtest.derivations.proof.zero.normal_form import is_zero

PROPOSING = 1.0
"""Seconds that SymPy may take for the proposal of a telescoping sequence."""
HIGHEST = 4
"""The largest degree of a polynomial beside a geometric sequence."""
WRITTEN_OUT = 50
"""First terms that are taken away one by one."""
_INDEX = Dummy("k", integer=True)


def opened(node: Sum) -> tuple[Expr, Symbol, Expr, Expr]:
    """body, index, low and high of a sum over one index. Raises NoValue for what is not read."""
    if len(node.limits) != 1 or len(node.limits[0]) != 3:
        raise NoValue(f"the sum {node} is not over one index with bounds")
    index, low, high = node.limits[0]
    if low.has(oo, -oo) or low.is_integer is not True or not (high == oo or high.is_integer is True):
        raise NoValue(f"the bounds of {node} are not known to be whole numbers")
    fresh = Dummy("k", integer=True)
    return node.function.xreplace({index: fresh}), fresh, low, high


def series(node: Sum, ask: Questions, valued: Callable[[Expr, Questions], Expr]) -> Expr:
    """The value of an endless sum, or the sum itself over an index of its own where it only is shown to converge. Raises NoValue."""
    ask.deadline.check()
    body, k, low, high = opened(node)
    if high != oo or speaks_of_integrals(body) or body.has(Sum):
        raise NoValue(f"the sum {node}")
    if body == 0:
        return body
    terms = ask.within(k >= low, over=(k,))
    if not (terms.has_value(body) or total(body, terms.domain, ask.deadline)):
        raise NoValue(f"the terms {body} are not shown to have values")
    for way in (_geometric, _even_zeta, _telescoped):
        found = way(body, k, low, ask)
        if found is not None:
            return found
    parts = Add.make_args(expand(body))
    if len(parts) > 1:
        try:
            return Add(*(series(Sum(part, (k, low, oo)), ask, valued) for part in parts))
        except NoValue:
            pass  # the parts may diverge where the whole converges
    factor, rest = body.as_independent(k, as_Add=False)
    if not converges(rest, k, low, ask):
        raise NoValue(f"the sum of {body} over {k} is not shown to converge")
    return Mul(factor, Sum(rest.xreplace({k: _INDEX}), (_INDEX, low, oo)))


def converges(body: Expr, k: Symbol, low: Expr, ask: Questions) -> bool:
    """Whether the terms are shown to fall off fast enough: by their order, and by a ratio below 1."""
    place = Dummy("x", positive=True)
    try:
        if integrable_at_infinity(tidy(body.xreplace({k: place})), place, ask):
            return True
    except NoValue:
        pass
    ratio = _ratio(body, k)
    return k not in ratio.free_symbols and ask.positive(1 - ratio) and ask.positive(1 + ratio)


def _ratio(body: Expr, k: Symbol) -> Expr:
    return powsimp(expand(cancel(powsimp(body.xreplace({k: k + 1}) / body)), power_exp=False, power_base=False, log=False))


def _geometric(body: Expr, k: Symbol, low: Expr, ask: Questions) -> Expr | None:
    """A polynomial in k times r^k with -1 < r < 1: F = r^k times a polynomial, which vanishes at infinity."""
    polynomial, rest = _split(expand(body) if body.is_Add else body, k)
    if polynomial is None or polynomial.degree() > HIGHEST:
        return None
    ratio = _ratio(rest, k)
    if k in ratio.free_symbols or ratio == 1 or not (ask.positive(1 - ratio) and ask.positive(1 + ratio)):
        return None
    if not ask.within(k >= low, over=(k,)).zero(rest.xreplace({k: k + 1}) - ratio * rest):
        return None
    quotient = _lowered(polynomial, k, ratio)
    return -(rest * quotient).xreplace({k: low})


def _split(body: Expr, k: Symbol) -> tuple[Poly | None, Expr]:
    """A polynomial in k and the factors beside it."""
    top, rest = [], []
    for part in Mul.make_args(body):
        (top if part.is_polynomial(k) else rest).append(part)
    if not rest:
        return None, body
    return Poly(Mul(*top), k), Mul(*rest)


def _lowered(polynomial: Poly, k: Symbol, ratio: Expr) -> Expr:
    """The polynomial Q with ratio * Q(k + 1) - Q(k) = P(k), coefficient by coefficient from the highest."""
    left, found = polynomial.as_expr(), S.Zero
    for degree in range(polynomial.degree(), -1, -1):
        top = expand(left).coeff(k, degree) / (ratio - 1)
        found += top * k**degree
        left = expand(left - top * (ratio * (k + 1) ** degree - k**degree))
    return found


def _even_zeta(body: Expr, k: Symbol, low: Expr, ask: Questions) -> Expr | None:
    """The sum of k^(-2m) from 1 on: a rational multiple of pi^(2m); from a later number on, the first terms less."""
    factor, rest = body.as_independent(k, as_Add=False)
    base, exponent = rest.as_base_exp()
    if base != k or not exponent.is_Integer or exponent >= 0 or exponent % 2 or not ask.has_value(factor):
        return None
    if not low.is_Integer or not 1 <= low <= WRITTEN_OUT:
        return None
    return factor * (zeta(-exponent) - Add(*(S(place) ** exponent for place in range(1, int(low)))))


def _telescoped(body: Expr, k: Symbol, low: Expr, ask: Questions) -> Expr | None:
    """lim F - F(low) for a sequence F whose differences are shown to be the terms."""
    terms, place = ask.within(k >= low, over=(k,)), Dummy("x", positive=True)
    for found in _sequences(body, k, ask):
        if not terms.has_value(found) or not terms.zero(found.xreplace({k: k + 1}) - found - body):
            continue
        cases = compute_limit(tidy(found.xreplace({k: place})), place, oo, ask.domain, ask.deadline, is_zero)
        if cases and len(cases) == 1 and not cases[0].limit.has(oo, -oo) and ask.has_value(cases[0].limit):
            return cases[0].limit - found.xreplace({k: low})
    return None


def _sequences(body: Expr, k: Symbol, ask: Questions) -> Iterator[Expr]:
    if not body.is_rational_function(k):
        return
    try:
        with alarm(min(PROPOSING, ask.deadline.left())):
            term = gosper_term(body, k)
    except OutOfTime:
        ask.deadline.check()
        return
    except Exception:  # what SymPy fails at says nothing about the sum
        return
    if term is not None:
        yield cancel(body * term)



def limit_term_by_term(node: Sum, variable: Symbol, ask: Questions) -> Expr:
    """The sum of the terms' limits, for terms that all grow or all fall with a variable that goes to infinity (Levi's theorem).

    The sum converges for every value of the variable; whether that of the limits does is left to the caller. Raises NoValue.
    """
    body, k, low, high = opened(node)
    if high != oo or variable in low.free_symbols:
        raise NoValue(f"the sum {node} does not run to infinity from a fixed place")
    terms = ask.within(k >= low, variable > 1, over=(k, variable))
    if terms.rough(body, variable) or not terms.has_value(body):
        raise NoValue(f"{body} is not shown to have a derivative in {variable}")
    slope = diff(body, variable)
    if not terms.not_negative(slope) and not terms.not_negative(-slope):
        raise NoValue(f"{body} is not shown to be monotone in {variable}")
    cases = compute_limit(body, variable, oo, ask.within(k >= low, over=(k,)).domain, ask.deadline, is_zero)
    if not cases or len(cases) > 1 or cases[0].limit.has(oo, -oo):
        raise NoValue(f"the limit of {body}")
    if not converges(body, k, low, ask.within(variable > 1, over=(variable,))):
        raise NoValue(f"the sum of {body} is not shown to converge")
    return Sum(cases[0].limit, (k, low, oo))
