"""A sum binds its index: what is put into it is never caught, and equal sums stay equal expressions."""

from sympy import Integer, Sum, Symbol

from theoremtest.derivations.language import reals
from theoremtest.derivations.proof.sums.finite import read

x, y = reals("x", "y")
i, j, n, m = (Symbol(name, integer=True) for name in "ijnm")


def total(term, index=i, low=0, high=n):
    """A sum as the proofs see it."""
    return read(Sum(term, (index, low, high)))


def test_equal_sums_are_equal_whatever_their_index():
    assert total(x * i) == total(x * j, j)
    assert total(x * i).xreplace({n: m}) == total(x * j, j, high=m) == total(x * i).subs(n, m)


def test_a_sum_that_is_put_in_keeps_its_own_index():
    inner = total(x * i)
    nested = total(total(x * j, j) * i)
    assert inner.xreplace({x: inner}) == nested == inner.subs(x, inner)
    assert nested.xreplace({x: y}).xreplace({y: x}) == nested


def test_an_index_from_outside_is_not_caught():
    inner = total(x * i)
    for made in (inner.xreplace({x: inner.index}), inner.subs(x, inner.index)):
        assert made.free_symbols == {n, inner.index}
        assert made != total(i**2)
        assert made.xreplace({inner.index: y}) == total(y * i)


def test_nothing_outside_speaks_of_the_index():
    inner = total(x * i)
    assert inner.xreplace({inner.index: Integer(5)}) == inner == inner.subs(inner.index, 5)


def test_bounds_are_put_in_and_a_body_of_zero_is_nothing():
    assert total(x * i).subs(n, m + 1) == total(x * i, high=m + 1)
    assert total(x * i).subs(x, 0) == 0
