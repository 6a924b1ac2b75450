"""Moduli and larger ones of polynomials: their cells are looked at first, with what each of them is in its place."""

import pytest
from sympy import Abs, Max, Min, S, symbols

from theoremtest.derivations.language import Domain, Equal, Holds, le
from theoremtest.derivations.proof.attest import witness

x, y = symbols("x y", real=True)
ALL = Domain(over=[x, y])
EQUATIONS = {
    "a modulus far from 0": (Abs(x - 1000), Max(x - 1000, 1000 - x)),
    "the larger of two": (Max(x, y), (x + y + Abs(x - y)) / 2),
    "both halves": (Max(x, 0) - Max(-x, 0), x),
}


@pytest.mark.parametrize("name", EQUATIONS)
def test_equations(name):
    left, right = EQUATIONS[name]
    assert witness(Equal(left, S(right), on=ALL))


@pytest.mark.slow
def test_clipped_and_not_steeper_than_what_it_is_of():
    assert witness(Equal(Min(Max(x, -1), 1), (Abs(x + 1) - Abs(x - 1)) / 2, on=ALL))
    assert witness(Holds(le(Abs(Max(x, 0) - Max(y, 0)), Abs(x - y)), on=ALL))
    assert not witness(Equal(Max(x, 0) + Max(-x, 0), x, on=ALL))
