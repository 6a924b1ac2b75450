"""A slip that has no value at a point where the original has one is told; what neither has, or has elsewhere, is not."""

import pytest
from sympy import Derivative, Gt, Ne, S, oo, sqrt

from rederive.derivations.language import Domain, Equal, Holds, Limit, reals
from rederive.derivations.mutants import loses_its_value

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
    assert not loses_its_value(Equal(1 / x, 2 / (2 * x) + y - y, on=line), Equal(2 / x, 1 / x, on=line))  # the original has none at 0
    assert not loses_its_value(Equal(x / y, x / y, on=line), Equal(2 * x / y, x / y, on=line))
    assert not loses_its_value(Equal(x, x, on=line), Equal(1 / x, x, on=line.but(Ne(x, 0))))  # another domain is another question
    assert not loses_its_value(Limit(1 / (x + 1), x, oo, S.Zero, on=Domain(over=[x])), Limit(1 / x, x, oo, S.Zero, on=Domain(over=[x])))
