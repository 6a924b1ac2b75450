"""Coq takes what integrals are, with the proof that they exist, and refuses wrong twins. Skipped where there is no Coq."""

import pytest
import sympy as sp

from helpers.coq import needs_coq, taken, true_and_not_wrong
from theoremtest.derivations.certificates import Unprintable, part_of
from theoremtest.derivations.language import Domain, Equal, reals

x, y, s, u, a, c = reals("x", "y", "s", "u", "a", "c")
k = sp.Symbol("k", integer=True)
NORMAL = sp.exp(-(x**2) / 2) / sp.sqrt(2 * sp.pi)
ANY, COUNTED = Domain(over=[s, u, c]), Domain(k >= 1, over=[c])
FALLING = Domain(a > 0, k >= 1, over=[c])


def line(inner):
    return sp.Integral(inner * NORMAL, (x, -sp.oo, sp.oo))


def wave(n):
    return sp.sin(2 * sp.pi * n * x)


PAIRS = {
    "area": tuple(Equal(line(c), made, on=ANY) for made in (c, 2 * c)),
    "fourth moment": tuple(Equal(line(c * x**4 + s * x**3 + u * x**2), made, on=ANY) for made in (3 * c + u, 3 * c + s + u)),
    "sixth moment": tuple(Equal(line(x**6 + s), made + s, on=ANY) for made in (15, 14)),
    "exponential": tuple(Equal(line(sp.exp(s * x) * sp.exp(u * x)), sp.exp((s + factor * u) ** 2 / 2), on=ANY) for factor in (1, 2)),
    "up to infinity": tuple(Equal(c / sp.Integral(x ** (-a - 1), (x, k, sp.oo)), c * made, on=FALLING) for made in (
        a * k**a, (a + 1) * k**a)),
    "a sine alike": tuple(Equal(sp.Integral(c * wave(k) ** 2, (x, 0, 1)), c / made, on=COUNTED) for made in (2, 3)),
    "an antiderivative": tuple(Equal(sp.Integral(c * x**2 + sp.exp(x), (x, 0, s)), c * s**3 / made + sp.exp(s) - 1, on=ANY)
                               for made in (3, 2)),
}


@needs_coq
@pytest.mark.slow
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", PAIRS)
def test_a_true_statement_is_taken_and_its_wrong_twin_refused(kernel, name):
    true, wrong = PAIRS[name]
    assert true_and_not_wrong(kernel, true, wrong)


@pytest.mark.slow
@needs_coq
def test_an_integral_that_does_not_exist_is_no_number(kernel):
    """A power that falls too slowly has no integral up to infinity, whatever number is claimed."""
    slow = Equal(sp.Integral(x ** (-a), (x, k, sp.oo)), 1 / ((a - 1) * k ** (a - 1)), on=Domain(a > 0, a < 1, k >= 1))
    assert not taken(kernel, slow, "proved")


def test_an_integral_exists_by_what_the_theorem_says():
    said = part_of(PAIRS["area"][0], "proved", ()).stated
    assert "exists area_0 : R, is_RInt_gen (fun z : R => " in said and "(Rbar_locally' m_infty) (Rbar_locally' p_infty) area_0" in said


@pytest.mark.parametrize("side", [
    sp.Integral(sp.Integral(x * y, (x, 0, 1)), (y, 0, 1)), sp.Derivative(sp.Integral(x * s, (x, 0, 1)), s)], ids=["two", "its derivative"])
def test_other_integrals_have_no_text(side):
    with pytest.raises(Unprintable):
        part_of(Equal(side, c, on=ANY), "proved", ())
