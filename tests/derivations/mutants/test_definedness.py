"""A slip that has no value at a point where the original has one is told; what neither has, or has elsewhere, is not."""

import pytest
from sympy import Derivative, Gt, Ne, Rational, S, cosh, exp, oo, sign, sinh, sqrt

from theoremtest.derivations.language import Domain, Equal, Holds, Limit, gt, reals
from theoremtest.derivations.mutants import divides_by_zero, loses_its_value

x, y = reals("x", "y")
line = Domain(Ne(y, 0), over=[x])


@pytest.mark.parametrize("original, slip", [
    (Equal(x / y, x * y / y**2, on=line), Equal(y / x, x * y / y**2, on=line)),
    (Holds(Gt(x**2 + 1 / y**2, 0), on=line), Holds(Gt(y**2 + 1 / x**2, 0), on=line)),
    (Equal(sqrt(x**2), abs(x), on=line), Equal(sqrt(x), abs(x), on=line)),
    (Equal(Derivative(x**3 / y, x), 3 * x**2 / y, on=line), Equal(Derivative(y**3 / x, x), 3 * x**2 / y, on=line)),
])
def test_a_value_lost(original, slip):
    assert loses_its_value(original, slip)
    assert not loses_its_value(original, original)


def test_only_the_slip_is_blamed_and_only_where_values_count():
    assert not loses_its_value(Equal(1 / x, 2 / (2 * x) + y - y, on=line), Equal(2 / x, 1 / x, on=line))  # it had none at 0
    assert not loses_its_value(Equal(x / y, x / y, on=line), Equal(2 * x / y, x / y, on=line))
    assert not loses_its_value(Equal(x, x, on=line), Equal(1 / x, x, on=line.but(Ne(x, 0))))  # another domain is another question
    assert not loses_its_value(Limit(1 / (x + 1), x, oo, S.Zero, on=Domain(over=[x])), Limit(1 / x, x, oo, S.Zero, on=Domain(over=[x])))


STRIP = Domain(x > 0, y > 0, y**2 < 2)


@pytest.mark.parametrize("divisor, on, zero", [
    (1 - exp(x) / y, Domain(x > 0, y > 0), True),  # a convex domain
    (x + y - 1, Domain(x > 0, y > x), True),
    (x + y + 1, Domain(x > 0, y > x), False),
    (cosh(x) - 2 * y * sinh(x), STRIP, True),  # along x, from a point of any domain
    (2 * cosh(x) + y * sinh(x), STRIP, False),
    (sign(x - 1) + Rational(1, 2), Domain(x > 0), False),  # it jumps over zero
    (x, Domain(Ne(x, 0), over=[y]), False),
])
def test_a_divisor_that_must_vanish_somewhere_is_told(divisor, on, zero):
    plane = on.but(over=[symbol for symbol in (x, y) if symbol not in on.declared])
    assert divides_by_zero(Holds(gt(1 / divisor**2, 0), on=plane), 5.0) is zero
