r"""`t = \int_{x(0)}^{x} \frac{d z}{f(z)}` says a rate, and only from where the motion begins."""

import pytest
from sympy import Symbol

from theoremtest.derivations.language import Domain, Evolves, Flow, real
from theoremtest.derivations.notation import NotationError, read_typed, same_formula
from theoremtest.derivations.notation.displays import display, pieces

x, k, start, other = real("x"), real("k"), Symbol("x(0)", real=True), real("b")
on = Domain(x > 0, k > 0, over=[x, k, start, other])
decay = Evolves(x**2, -2 * k * x**2, along=Flow({x: -k * x}), on=on)


@pytest.mark.parametrize("formula", [r"t = -\int_{x(0)^2}^{x^2} \frac{dz}{2 k z}", r"t = \int_{x(0)^2}^{x^2} \frac{-1}{2 k z} dz"])
def test_time_as_an_integral_says_the_rate_of_its_upper_bound(formula):
    (read,) = read_typed(formula, decay)
    assert same_formula(read.statement, decay)


@pytest.mark.parametrize("formula, why", [
    (r"t = -\int_{b}^{x^2} \frac{dz}{2 k z}", "at the beginning"), (r"t = -\int_{x(0)}^{x^2} \frac{dz}{2 k z}", "at the beginning"),
    (r"t = -\int_{x(0)^2}^{x^2} \frac{dz}{2 x z}", "over what does not"),
    (r"t = -\int_{x(0)^2}^{b} \frac{dz}{2 k z}", "over what does not"),
])
def test_from_elsewhere_or_over_what_moves_it_says_none(formula, why):
    with pytest.raises(NotationError, match=why):
        read_typed(formula, decay)


def test_another_integrand_says_another_rate():
    (read,) = read_typed(r"t = -\int_{x(0)^2}^{x^2} \frac{dz}{k z}", decay)
    assert not same_formula(read.statement, decay)


def test_a_ket_closes_no_bracket_of_a_display():
    found = pieces(display(r"g = |f\rangle \langle f | g \rangle, \quad h = \langle f | g \rangle").formula)
    assert [piece.source.text for piece in found] == [r"g = |f\rangle \langle f | g \rangle", r"h = \langle f | g \rangle"]
