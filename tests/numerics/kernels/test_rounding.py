"""The bounds of rounding hold against exact arithmetic, for code that runs on them unchanged, and are no larger than they must be."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.kernels.pair_rounding import pairs
from theoremtest.numerics.kernels.rounding import SMOOTH, ULPS, UNIT, Bounded, Judged

numbers = st.floats(-1e6, 1e6).filter(lambda x: abs(x) > 1e-6)
drawn = settings(max_examples=50, deadline=None, derandomize=True, database=None)
EXACT = {np.arcsin: mpmath.asin, np.arccos: mpmath.acos, np.arctan: mpmath.atan, np.arcsinh: mpmath.asinh, np.arccosh: mpmath.acosh,
         np.arctanh: mpmath.atanh, np.arctan2: mpmath.atan2}


def within(found, exact):
    return abs(Fraction(float(found.value)) - exact) <= Fraction(float(found.slack)) * Fraction(UNIT)


@drawn
@given(numbers, numbers, numbers)
def test_arithmetic_hands_errors_on(x, y, z):
    """(x y - z)/(x + y z) squared: every operation's rounding and what it makes of the errors before it."""
    def formula(x, y, z):
        return ((x * y - z) / (x + y * z)) ** 2

    exact_x, exact_y, exact_z = map(Fraction, (x, y, z))
    if exact_x + exact_y * exact_z != 0:
        assert within(formula(*map(Bounded, (x, y, z))), formula(exact_x, exact_y, exact_z))


@drawn
@given(st.floats(1.1, 3.0), st.integers(0, 1000))
def test_functions_hand_errors_on(x, units):
    """An argument that strays by so many units, to either side, stays within the bound of the result."""
    for function in SMOOTH:
        at = 1 / (1 + x) if function in (np.arcsin, np.arccos, np.arctanh) else x
        given = (Bounded(at, units),) * (2 if function is np.arctan2 else 1)
        found = function(*given)
        exact = EXACT.get(function) or getattr(mpmath, function.__name__)
        with mpmath.workdps(40):
            for sign in (-1, 0, 1):
                strayed = [mpmath.mpf(at) + sign * units * mpmath.mpf(UNIT)] * len(given)
                assert abs(mpmath.mpf(float(found.value)) - exact(*strayed)) <= mpmath.mpf(float(found.slack)) * UNIT, function


def test_a_sum_is_bounded_in_every_order_and_a_power_of_two_is_free():
    parts = Bounded(np.array([1e16, 1.0, -1e16, 1.0]))
    assert parts.sum().slack >= 2 / UNIT and Bounded(3.0).__mul__(0.25).slack == 0
    assert (np.hypot(Bounded(3.0), 4.0)).slack < 2 * ULPS * 5 + 1


def test_what_rounding_may_decide_is_bounded_for_both_ways():
    """1 + u rounds to 1 or not: a choice by it is unsure, and takes the larger bound."""
    near = Bounded(1.0, 2.0)
    assert not (near > 1).sure and (near > 0.5).sure and (near < 2).sure
    chosen = np.where(near > 1, Bounded(5.0, 7.0), Bounded(5.0, 3.0))
    assert chosen.slack == 7.0
    assert ((near > 1) & (near > 2)).sure and not (~(near > 1)).sure and Judged(True).sure


@drawn
@given(numbers, numbers)
def test_pairs_keep_thirty_digits(x, y):
    paired = pairs()
    square = paired["add"](paired["two_product"](np.float64(x), np.float64(x)), paired["two_product"](np.float64(y), np.float64(y)))
    root = paired["root"](square)
    with mpmath.workdps(60):
        exact = mpmath.sqrt(mpmath.mpf(x) ** 2 + mpmath.mpf(y) ** 2)
        found = mpmath.mpf(float(root[0].value)) + mpmath.mpf(float(root[1].value))
        assert abs(found - exact) <= mpmath.mpf(float(root[1].slack)) * UNIT <= exact * mpmath.mpf(10) ** -29
        assert abs(mpmath.mpf(float(root[0].value)) - exact) <= mpmath.mpf(float(root[0].slack)) * UNIT
    plain = dd.root(dd.add(dd.two_product(np.float64(x), np.float64(x)), dd.two_product(np.float64(y), np.float64(y))))
    assert root[0].value == plain[0]


def test_what_has_no_rule_is_refused():
    with pytest.raises(TypeError):
        np.cbrt(Bounded(1.0))
    with pytest.raises(TypeError):
        np.median(Bounded(np.ones(3)))
