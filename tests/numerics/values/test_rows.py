"""Sums and products of small matrices: digit by digit those of mpmath's own matrices, and other shapes are refused."""

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from theoremtest.numerics.values.rows import plus, rows_of, times, transposed

NUMBERS = st.fractions(-10, 10, max_denominator=97)


def rows(numbers, height, width):
    values = [mpmath.mpf(number.numerator) / number.denominator for number in numbers]
    return [values[i * width : (i + 1) * width] for i in range(height)]


@pytest.mark.drawn(6)
@pytest.mark.slow
@given(st.lists(NUMBERS, min_size=12, max_size=12), st.integers(20, 200))
def test_products_and_sums_are_those_of_mpmath(numbers, digits):
    with mpmath.workdps(digits):
        left, right = rows(numbers[:6], 2, 3), rows(numbers[6:], 3, 2)
        assert times(left, right) == rows_of(mpmath.matrix(left) * mpmath.matrix(right))
        assert plus(left, transposed(right)) == rows_of(mpmath.matrix(left) + mpmath.matrix(right).T)


def test_shapes_that_do_not_fit_are_refused():
    one = [[mpmath.mpf(1)] * 3]
    with pytest.raises(ValueError, match="3 columns times one of 1 rows"):
        times(one, one)
    with pytest.raises(ValueError, match="are added"):
        plus(one, transposed(one))
