"""The value of a definite integral: by gamma functions, by a checked primitive, else a number that is shown to exist.

Everywhere the integrand has to be continuous on the open range, at every point of the domain, and the integral to converge at both ends.
"""

from __future__ import annotations

from sympy import Add, Dummy, Expr, Integral, Mul, Pow, S, Symbol, exp, expand, oo, pi, sqrt, together

from theoremtest.derivations.proof.asymptotics.limits import compute_limit
from theoremtest.derivations.proof.zero.normal_form import is_zero

from .growth import integrable_at_infinity, integrable_at_zero, vanishes
from .mellin import Mellin, beta, closed_form, over_the_axis
from .powers import tidy
from .primitives import primitives
from .questions import NoValue, Questions
from .reading import Definite


def value(integral: Definite, ask: Questions, hints: tuple[Expr, ...] = ()) -> Expr:
    """The integral's value: free of integrals where a closed form is found, else an Integral node in a form of its own.

    hints: expressions that may be primitives, in the integral's variable. Raises NoValue where no value is shown to exist.
    """
    ask.deadline.check()
    if integral.body == 0:
        return integral.body
    if integral.low == integral.high and integral.low in (oo, -oo):
        raise NoValue("a range from infinity to infinity")
    turned = _turned(integral, ask)
    if turned is not None:
        return -value(turned, ask, hints)
    if integral.low == -oo or integral.high == oo:
        return _improper(integral, ask, hints)
    return _between(integral, ask, hints)


def _turned(integral: Definite, ask: Questions) -> Definite | None:
    """The integral with its ends exchanged, where the lower is shown to be the larger."""
    if integral.low == oo or integral.high == -oo or (
            not {integral.low, integral.high} & {oo, -oo} and not ask.not_negative(integral.high - integral.low)
            and ask.not_negative(integral.low - integral.high)):
        return Definite(integral.body, integral.variable, integral.high, integral.low)
    return None


def inside(integral: Definite, ask: Questions, closed: bool = False) -> Questions:
    """The domain with the variable between the ends; `closed`: the ends among them. Raises NoValue for a range without points."""
    x = integral.variable
    conditions = []
    if integral.low != -oo:
        conditions.append(x >= integral.low if closed else x > integral.low)
    if integral.high != oo:
        conditions.append(x <= integral.high if closed else x < integral.high)
    return ask.within(*conditions, over=(x,))


# over infinite ranges ----------------------------------------------------------------------------------------------------


def _improper(integral: Definite, ask: Questions, hints: tuple[Expr, ...]) -> Expr:
    if integral.low == -oo and integral.high == oo:
        return _over_the_line(integral, ask)
    if integral.low == -oo:
        x = Dummy(integral.variable.name, real=True)
        return value(Definite(integral.body.subs(integral.variable, -x), x, -integral.high, oo), ask)
    if integral.low == 0:
        try:
            found = _over_the_axis(integral, ask)
        except NoValue:
            return _by_limits(integral, ask, hints)
        if not isinstance(found, (Mul, Integral)) or not found.has(Integral) or _has_letters_above(integral):
            return found
        try:
            other = _by_limits(integral, ask, hints)
        except NoValue:
            return found
        return found if other.has(Integral) else other
    return _by_limits(integral, ask, hints)


def _has_letters_above(integral: Definite) -> bool:
    """Whether powers with symbolic exponents stand in the integrand, which no proposal of a primitive is expected for."""
    return any(node.exp.free_symbols and node.base.free_symbols for node in integral.body.atoms(Pow))


def _over_the_axis(integral: Definite, ask: Questions) -> Expr:
    axis = Dummy("x", positive=True)
    found = over_the_axis(integral.body.xreplace({integral.variable: axis}), axis, ask)
    closed = closed_form(found, ask)
    return named(found) if closed is None else closed


_PLACE = Dummy("x", positive=True)
"""The variable of integrals that stay: equal integrals are equal expressions."""


def named(found: Mellin) -> Expr:
    """A convergent integral over the axis without a closed form, so written that equal ones look equal."""
    return Mellin(found.factor, found.at, found.shape.xreplace({found.place: _PLACE}), _PLACE).as_integral()


def _over_the_line(integral: Definite, ask: Questions) -> Expr:
    """Both halves; a Gaussian by its centre."""
    x = integral.variable
    gauss = _gaussian(integral, ask)
    if gauss is not None:
        return gauss
    half = Definite(integral.body, x, S.Zero, oo)
    fault = inside(integral, ask).unsteady(integral.body, x)
    if fault:
        raise NoValue(fault)
    other = Definite(integral.body.subs(x, -x), x, half.low, oo)
    return value(half, ask) + value(other, ask)


def _gaussian(integral: Definite, ask: Questions) -> Expr | None:
    """c * exp(-a x^2 + b x + d) with a > 0."""
    x = integral.variable
    factor, exponent = [], []
    for part in Mul.make_args(tidy(integral.body)):
        (exponent if isinstance(part, exp) else factor).append(part)
    factor, exponent = Mul(*factor), expand(sum(part.args[0] for part in exponent))
    if x in factor.free_symbols or not exponent or not exponent.is_polynomial(x):
        return None
    steep, slope, rest = -exponent.coeff(x, 2), exponent.coeff(x, 1), exponent.coeff(x, 0)
    if expand(exponent + steep * x**2 - slope * x - rest) != 0 or not ask.positive(steep):
        return None
    if not all(ask.has_value(part) for part in (factor, slope, rest)):
        return None
    return factor * sqrt(pi / steep) * exp(together(rest + slope**2 / (4 * steep)))


# by primitives -----------------------------------------------------------------------------------------------------------


def _between(integral: Definite, ask: Questions, hints: tuple[Expr, ...]) -> Expr:
    """A finite range. Where the ends are in no shown order the integrand has to be continuous wherever the domain lets its variable be."""
    x, low, high = integral.variable, integral.low, integral.high
    if not (ask.has_value(low) and ask.has_value(high)):
        raise NoValue("an end of the range is not shown to have a value")
    if ask.zero(high - low):
        whole = ask.within(over=(x,))
        if whole.unsteady(integral.body, x) or not whole.has_value(integral.body):
            raise NoValue(f"{integral.body} over a range without length")
        return integral.body * 0
    if not ask.not_negative(high - low):
        whole = ask.within(over=(x,))
        fault = whole.unsteady(integral.body, x)
        if fault or not whole.has_value(integral.body):
            raise NoValue(fault or f"{integral.body} is not shown to have a value")
        for found in primitives(integral.body, x, whole, hints):
            return found.subs(x, high) - found.subs(x, low)
        return _kept(integral)
    if low == 0 and high == 1:
        found = _euler(integral, ask)
        if found is not None:
            return found
    kept = _over_closed(integral, ask, hints)
    if kept is not None and not isinstance(kept, Integral):
        return kept
    try:
        return _by_limits(integral, ask, hints)  # a primitive may be rough at an end where the integrand is not
    except NoValue:
        if kept is None:
            raise
        return kept


def _over_closed(integral: Definite, ask: Questions, hints: tuple[Expr, ...]) -> Expr | None:
    """The integrand is continuous up to both ends: the integral exists, and any primitive that is continuous there gives it."""
    x = integral.variable
    closed = inside(integral, ask, closed=True)
    if closed.unsteady(integral.body, x) or not closed.has_value(integral.body):
        return None
    for found in primitives(integral.body, x, closed, hints):
        return found.subs(x, integral.high) - found.subs(x, integral.low)
    return _kept(integral)


def _kept(integral: Definite) -> Expr:
    place = Dummy("y", real=True) if integral.body.has(Integral) else _KEPT
    return Integral(integral.body.xreplace({integral.variable: place}), (place, integral.low, integral.high))


_KEPT = Dummy("y", real=True)


def _by_limits(integral: Definite, ask: Questions, hints: tuple[Expr, ...]) -> Expr:
    """A primitive's limits at both ends; without one, a number that exists by the integrand's order at the ends."""
    x = integral.variable
    open_range = inside(integral, ask)
    fault = open_range.unsteady(integral.body, x)
    if fault or not open_range.has_value(integral.body):
        raise NoValue(fault or f"{integral.body} is not shown to have a value")
    if {integral.low, integral.high}.isdisjoint({oo, -oo}) and not ask.positive(integral.high - integral.low):
        raise NoValue("an end where the integrand is not continuous, of a range that may have no length")
    for found in primitives(integral.body, x, open_range, hints):
        ends = _end(found, x, integral.high, True, ask), _end(found, x, integral.low, False, ask)
        if None not in ends:
            return ends[0] - ends[1]
    if _converges(integral, ask):
        return _kept(integral)
    raise NoValue(f"the integral of {integral.body} from {integral.low} to {integral.high} is not shown to converge")


def _end(primitive: Expr, x: Symbol, end: Expr, upper: bool, ask: Questions) -> Expr | None:
    """The primitive's limit at an end of the range, from inside; None where it is not shown to be finite."""
    if end not in (oo, -oo):
        try:
            at = primitive.subs(x, end)
            here = ask.within(x >= end, x <= end, over=(x,))
        except NoValue:
            return None
        if ask.has_value(at) and here.unsteady(primitive, x) is None and here.has_value(primitive):
            return at
    away = Dummy("x", positive=True)
    moved = {oo: away, -oo: -away}.get(end, end - away if upper else end + away)
    to = oo if end in (oo, -oo) else S.Zero
    terms = [term for term in Add.make_args(tidy(primitive.subs(x, moved))) if not vanishes(term, away, to, ask)]
    cases = compute_limit(Add(*terms), away, to, ask.domain, ask.deadline, is_zero)
    if not cases or len(cases) > 1 or cases[0].limit.has(oo, -oo) or not ask.has_value(cases[0].limit):
        return None
    return cases[0].limit


def _converges(integral: Definite, ask: Questions) -> bool:
    """Whether the integrand is absolutely integrable at both ends, by its order there."""
    x, away = integral.variable, Dummy("x", positive=True)
    for end, upper in ((integral.low, False), (integral.high, True)):
        moved = tidy(integral.body.subs(x, {oo: away, -oo: -away}.get(end, end - away if upper else end + away)))
        fits = integrable_at_infinity if end in (oo, -oo) else integrable_at_zero
        if not fits(moved, away, ask):
            return False
    return True


def _euler(integral: Definite, ask: Questions) -> Expr | None:
    """c * x^(a - 1) (1 - x)^(b - 1) over the unit interval."""
    x, factor, left, right = integral.variable, [], [], []
    for part in Mul.make_args(tidy(integral.body)):
        base, exponent = part.as_base_exp()
        if x not in part.free_symbols:
            factor.append(part)
        elif x in exponent.free_symbols:
            return None
        elif base == x:
            left.append(exponent)
        elif expand(base - 1 + x) == 0:
            right.append(exponent)
        else:
            return None
    one, other = together(sum(left) + 1), together(sum(right) + 1)
    if not (ask.positive(one) and ask.positive(other) and ask.has_value(Mul(*factor))):
        return None
    return Mul(*factor) * beta(one, other)
