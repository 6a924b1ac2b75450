"""Values of vector and matrix expressions at a point, and derivatives by difference quotients."""

import mpmath
import pytest
from sympy import Identity, ImmutableMatrix, Inverse, Rational, S, ZeroMatrix, exp, sqrt

from theoremtest.derivations.language import Dot, Norm, dimension, real, vector
from theoremtest.numerics.values.evaluate import NotDefined, Unsupported
from theoremtest.numerics.values.matrices import entries, gradient, moved, settle, slope, value

x, d = real("x"), dimension("d")
u, v = vector("u", d), vector("v", d)
POINT = {d: S(2), u: ImmutableMatrix([3, 4]), v: ImmutableMatrix([S.Half, -1]), x: Rational(1, 3)}


@pytest.mark.parametrize("expression, expected", [
    (Dot(u, v), "-5/2"), (Norm(u), "5"), (x * Dot(u, u) + d, "31/3"), (sqrt(Dot(u, u)) / Norm(u), "1")])
def test_scalars(expression, expected):
    numerator, _, denominator = expected.partition("/")
    with mpmath.workdps(60):
        wanted = mpmath.mpf(numerator) / mpmath.mpf(denominator or 1)
        assert abs(value(expression, POINT, 50) - wanted) <= abs(wanted) * mpmath.mpf(10) ** -49


@pytest.mark.parametrize("expression, expected", [
    (u + 2 * v, [4, 2]), (u * u.T, [9, 12, 12, 16]), (Identity(d) * Dot(u, u), [25, 0, 0, 25]), (ZeroMatrix(d, 1), [0, 0]),
    (Inverse(Identity(d) * 2) * u, [1.5, 2]), ((u * v.T) ** 2, [-3.75, 7.5, -5, 10])])
def test_matrices(expression, expected):
    assert entries(value(expression, POINT, 30)) == [mpmath.mpf(item) for item in expected]


def test_a_singular_matrix_has_no_inverse():
    with pytest.raises(NotDefined, match="singular"):
        value(Inverse(u * u.T), POINT, 30)


def test_a_vector_without_a_value_is_named():
    with pytest.raises(Unsupported, match="no value for z"):
        value(Dot(vector("z", d), u), POINT, 30)


def test_a_gradient_is_right_to_the_digits_that_are_settled():
    got = settle(lambda w: gradient(exp(Norm(u) ** 2 / 20), u, POINT, w), 60, start=120)
    with mpmath.workdps(70):
        wanted = [mpmath.exp(mpmath.mpf(25) / 20) * k / 10 for k in (3, 4)]
        assert max(abs(a - b) for a, b in zip(got, wanted)) < mpmath.mpf(10) ** -58


def test_a_slope_is_taken_at_zero():
    with mpmath.workdps(120):
        assert abs(slope(lambda h: mpmath.exp(3 * h), 120) - 3) < mpmath.mpf(10) ** -80


def test_the_slope_of_what_stands_still_is_zero_however_many_digits_it_has():
    """A matrix with more digits than are worked with is not rounded on one side alone."""
    with mpmath.workdps(60):
        still = mpmath.matrix([mpmath.sqrt(2), mpmath.mpf(1) / 3])
    assert entries(slope(lambda h: still, 40)) == [0, 0]


def test_a_point_is_moved_along_a_direction_and_left_alone():
    there = moved(POINT, {x: mpmath.mpf(2), u: mpmath.matrix([1, 0])}, mpmath.mpf(1) / 2)
    assert there[u][0] == 3.5 and there[v] is POINT[v] and POINT[x] == Rational(1, 3)


def test_noise_settles_to_zero_and_a_tiny_value_does_not():
    def noise(w):
        with mpmath.workdps(w):
            return mpmath.sqrt(2) ** 2 - 2
    assert settle(noise) == [0]
    assert settle(lambda w: mpmath.mpf(10) ** -70)[0] > 0
    assert settle(lambda w: mpmath.mpf(10) ** -800)[0] > 0
    assert settle(lambda w: mpmath.mpf(10) ** -2000)[0] > 0
