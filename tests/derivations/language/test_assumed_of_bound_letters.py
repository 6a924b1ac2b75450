"""A letter that a formula binds, or that stands for a formula, is assumed to be no more than its range or its meaning is: SymPy writes
k for |k| where k is positive, and 1 for cos 2 pi k where it is whole, before anybody asks what k runs over."""

import pytest
from sympy import Abs, Derivative, Integral, Sum, Symbol, cos, oo, pi, sqrt

from theoremtest.derivations.language import Domain, DomainError, Equal, StatementError, dimension, reals

x, n = reals("x")[0], Symbol("n", integer=True)
k, p = Symbol("k", positive=True), Symbol("p", integer=True, positive=True)
m, w = Symbol("m", integer=True, nonzero=True), Symbol("w", integer=True)
LINE, WHOLE = Domain(over=[x]), Domain(n >= 1)


@pytest.mark.parametrize("make", [
    lambda: Equal(Sum(Abs(p), (p, -n, n)), 0 * n, on=WHOLE), lambda: Equal(Sum(m, (m, -1, n)), n, on=WHOLE),
    lambda: Equal(Sum((-1)**Symbol("e", even=True), (Symbol("e", even=True), 1, n)), n, on=WHOLE),
    lambda: Equal(Integral(Abs(k), (k, -1, x)), x, on=LINE), lambda: Equal(Integral(cos(2 * pi * w), (w, 0, x)), x, on=LINE),
    lambda: Equal(Derivative(cos(2 * pi * n), n), 0 * n, on=WHOLE),
], ids=["negative index", "index zero", "odd index", "negative way", "way between whole numbers", "slope by a whole number"])
def test_a_bound_letter_is_assumed_to_be_no_more_than_its_range_is(make):
    with pytest.raises(StatementError, match="is assumed to be|is a whole number"):
        make()


@pytest.mark.parametrize("formula", [
    Sum(Abs(p), (p, 1, n)), Sum(Abs(p) / 2**p, (p, dimension("d"), oo)), Sum(m, (m, 1, n)), Integral(Abs(k), (k, 0, oo)),
    Sum(Sum(p, (p, 1, w)), (w, 1, n))], ids=str)
def test_what_the_range_is_may_be_assumed(formula):
    assert Equal(formula, n + formula, on=WHOLE & Domain(over=[dimension("d")]))


@pytest.mark.parametrize(("letter", "value", "fits"), [
    (k, x, False), (k, x**2, False), (k, x**2 + 1, True), (w, x, False), (p, n, False), (p, n**2 + 1, True), (x, sqrt(x), None)], ids=str)
def test_an_abbreviation_is_assumed_to_be_no_more_than_its_meaning_is(letter, value, fits):
    """sqrt(k^2) is k for a positive k, and |x| where k is x."""
    made = {letter if fits is not None else reals("r")[0]: value}
    if fits is False:
        with pytest.raises(DomainError, match="is assumed to be"):
            Domain(over=[x, n], where=made)
    else:
        assert Domain(over=[x, n], where=made).where == made
