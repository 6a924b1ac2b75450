"""The error bound trusts nothing: a polynomial spoilt by hand is given a bound that covers the damage, and no sharper."""

from fractions import Fraction

import pytest
from flint import arb
from sympy import Rational, exp, sqrt, symbols

from theoremtest.numerics.integrate.ball_fields import NoEnclosure, dyadic, enclose, fraction, precision
from theoremtest.numerics.integrate.enclosure import Encloser
from theoremtest.numerics.integrate.tape import read
from theoremtest.numerics.integrate.taylor import steps

x, v = symbols("x v", real=True)


def first_step(rates, initial, digits=40):
    tape = read(rates, {})
    begin = enclose(list(initial.values()), 400)
    return tape, next(steps(tape, begin, Fraction(0), Fraction(1), digits, 60, 0.8))


def true_error(step, truth):
    with precision(600):
        end = fraction(step.length)
        return (truth(end) - dyadic(step.at(step.reach)[0], step.bits)).abs_upper()


@pytest.mark.parametrize("order", [0, 1, 7, 30])
def test_spoilt_coefficient_is_covered(order):
    tape, step = first_step({x: -x}, {x: Rational(1)})
    sound = Encloser(tape).advance(step, [arb(0)]).after[0]
    assert sound < arb(10) ** -35
    step.coefficients[0][order] += 1 << (step.bits - 50)
    # a wrong start is the caller's to tell; every other coefficient is checked
    entered = [arb(2) ** -50 if order == 0 else arb(0)]
    bound = Encloser(tape).advance(step, entered).after[0]
    error = true_error(step, lambda h: (-h).exp())
    assert error < bound
    assert bound < 20 * error
    assert bound > 1000 * sound


def test_error_at_the_start_shrinks_with_the_flow():
    tape, step = first_step({x: -3 * x}, {x: Rational(1)})
    small = arb(10) ** -20
    after = Encloser(tape).advance(step, [small]).after[0]
    with precision(100):
        exact = small * (-3 * fraction(step.length)).exp()
    assert exact <= after
    assert after < exact * arb(1.0001)


def test_bound_is_kept_for_each_variable():
    tape, step = first_step({x: -x, v: v**2}, {x: Rational(1), v: Rational(1, 2)})
    bound = Encloser(tape).advance(step, [arb(10) ** -10, arb(0)])
    assert bound.after[1] < arb(10) ** -35 < arb(10) ** -11 < bound.after[0]


@pytest.mark.parametrize("rate", [sqrt(x), 1 / x, exp(1 / x)])
def test_step_towards_a_singularity_is_refused(rate):
    tape, step = first_step({x: -rate}, {x: Rational(1)})
    step.reach = Fraction(2) / step.scale
    with pytest.raises(NoEnclosure):
        Encloser(tape).advance(step, [arb(0)])


def test_refusal_names_the_formula():
    assert str(NoEnclosure("the denominator in {} may vanish there", 1 / x)) == "the denominator in 1/x may vanish there"
    assert str(NoEnclosure("a bound {is} not finite")) == "a bound {is} not finite"
