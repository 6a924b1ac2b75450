"""Integrals over the positive axis by one substitution: int_0^oo x^(s-1) Phi(x) dx, with its strip of convergence and its closed form.

With k = x^(1/q), the integral of C k^a Phi(k^q) over all k > 0 is C/|q| times that at s = (a + 1)/q. A sum of exponentials has the closed
form that each term would have alone, at every s where the whole converges: both sides are analytic in s on the strip.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Abs, Add, Dummy, Expr, Integral, Mul, Pow, S, Symbol, exp, expand, gamma, oo

from .growth import integrable_at_infinity, integrable_at_zero
from .powers import PowerForm, is_exp_log, power_form, simple, tidy
from .questions import NoValue, Questions

LONGEST = 24
"""Terms of a shape beyond which it is not multiplied out."""
SHIFTS = 6
"""How many poles of the gamma function to the right of its argument are walked over."""


@dataclass(frozen=True)
class Mellin:
    """factor * int_0^oo place**(at - 1) * shape d place, which is shown to converge absolutely."""

    factor: Expr
    at: Expr
    shape: Expr
    place: Symbol

    def as_integral(self) -> Expr:
        """The integral written out."""
        return self.factor * Integral(self.place ** (self.at - 1) * self.shape, (self.place, 0, oo))


def mellin(form: PowerForm, ask: Questions) -> Mellin:
    """The integral of a power form over the whole positive axis. Raises NoValue where it is not shown to converge."""
    if form.shape == 1:
        raise NoValue("no power is integrable over the whole positive axis")
    if not ask.not_zero(form.inner):
        raise NoValue(f"the exponent {form.inner} is not shown to differ from 0")
    size = form.inner if ask.positive(form.inner) else -form.inner if ask.positive(-form.inner) else Abs(form.inner)
    found = Mellin(form.factor / size, simple((form.power + 1) / form.inner), form.shape, form.place)
    on = ask.within(form.place > 0, over=(form.place,))
    fault = on.rough(form.shape, form.place)
    if fault or not on.has_value(form.shape):
        raise NoValue(fault or f"{form.shape} is not shown to have a value")
    if not (ask.has_value(found.factor) and ask.has_value(found.at)):
        raise NoValue(f"the exponents of {form.shape} are not shown to have values")
    params = Questions(_without(ask, form.place), ask.deadline)
    if not (integrable_at_zero(form.shape, form.place, params, found.at - 1)
            and integrable_at_infinity(form.shape, form.place, params, found.at - 1)):
        raise NoValue(f"the integral of {form.place**(found.at - 1) * form.shape} is not shown to converge")
    return found


def _without(ask: Questions, place: Symbol):
    return ask.domain.but(over=(place,))


def closed_form(integral: Mellin, ask: Questions) -> Expr | None:
    """The value by gamma functions, where the shape is a sum of exponentials or one power of a binomial; None elsewhere."""
    found = _exponentials(integral, ask)
    if found is None:
        found = _binomial(integral, ask)
    return None if found is None else integral.factor * found


def _exponentials(integral: Mellin, ask: Questions) -> Expr | None:
    terms = Add.make_args(expand(integral.shape))
    if len(terms) > LONGEST:
        return None
    total, fades = S.Zero, False
    for term in terms:
        read = _term(tidy(term), integral.place)
        if read is None:
            return None
        factor, power, rate = read
        if rate == 0:
            continue  # a power alone adds nothing: its two halves cancel
        if not ask.positive(rate):
            return None
        value = gamma_at(simple(integral.at + power), ask)
        if value is None:
            return None
        fades = True
        total += factor * value * rate ** (-simple(integral.at + power))
    return total if fades else None


def _term(term: Expr, place: Symbol) -> tuple[Expr, Expr, Expr] | None:
    """factor, power and rate of factor * x**power * exp(-rate * x)."""
    factor, power, rate = S.One, S.Zero, S.Zero
    for part in Mul.make_args(term):
        if place not in part.free_symbols:
            factor *= part
        elif isinstance(part, exp):
            slope = -part.args[0].coeff(place, 1)
            left = expand(part.args[0] + slope * place)
            if place in slope.free_symbols or place in left.free_symbols:
                return None
            rate += slope
            factor *= exp(left)
        elif place not in part.as_base_exp()[1].free_symbols and part.as_base_exp()[0] == place:
            power += part.as_base_exp()[1]
        else:
            return None
    return factor, power, rate


def gamma_at(argument: Expr, ask: Questions) -> Expr | None:
    """The gamma function, by its values at positive arguments only; None where the argument may be a pole or lies too far left."""
    below = S.One
    for _ in range(SHIFTS):
        if ask.positive(argument):
            return gamma(argument) / below
        if not ask.not_zero(argument):
            return None
        below, argument = below * argument, argument + 1
    return None


def beta(one: Expr, other: Expr) -> Expr:
    """Euler's beta function at two positive arguments."""
    return gamma(one) * gamma(other) / gamma(simple(one + other))


def _binomial(integral: Mellin, ask: Questions) -> Expr | None:
    """x**n * (c + d x)**(-b) with c and d positive."""
    factor, power, base = S.One, S.Zero, None
    for part in Mul.make_args(tidy(integral.shape)):
        bottom, exponent = part.as_base_exp()
        if integral.place not in part.free_symbols:
            factor *= part
        elif integral.place in exponent.free_symbols:
            return None
        elif bottom == integral.place:
            power += exponent
        elif base is None:
            base, down = bottom, -exponent
        else:
            return None
    if base is None:
        return None
    slope = expand(base).coeff(integral.place, 1)
    start = expand(base - slope * integral.place)
    if integral.place in start.free_symbols | slope.free_symbols or not (ask.positive(slope) and ask.positive(start)):
        return None
    at = simple(integral.at + power)
    if not (ask.positive(at) and ask.positive(down - at)):
        return None
    return factor * Pow(start, at - down) * Pow(slope, -at) * beta(at, simple(down - at))


def over_the_axis(body: Expr, variable: Symbol, ask: Questions) -> Mellin:
    """The integral of a function of a positive variable over the whole axis. Raises NoValue."""
    if not is_exp_log(body, variable):
        raise NoValue(f"{body} is not made of powers, exp and log")
    return mellin(power_form(body, variable, Dummy("x", positive=True)), ask)
