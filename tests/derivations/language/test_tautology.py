"""A statement whose two sides are one formula once abbreviations are written out says nothing, and that is said of it."""

import pytest
from sympy import And, Eq, Identity, MatrixSymbol, S

from theoremtest.derivations.language import Domain, Equal, Holds, Iff, dimension, eq, ge, gt, le, lt, ne, reals, tautology

x, y, z, k = reals("x", "y", "z", "k")
n = dimension("n")
A, B, Z = (MatrixSymbol(name, n, n) for name in "ABZ")
sums = Domain(over=[x, y], where={z: x + y})
nested = Domain(over=[x, y], where={z: x + y, k: z**2})
products = Domain(over=[A, B], where={Z: A * B})


@pytest.mark.parametrize("statement, written", [
    (Equal(z, x + y, on=sums), "once z is written out"),
    (Equal((x + y)**2, z**2, on=sums), "once z is written out"),
    (Equal(k, z**2, on=nested), "once z and k are written out"),
    (Equal(k, (x + y)**2, on=nested), "once k is written out"),
    (Equal(z * (1 / z), S.One, on=Domain(x > 0, where={z: x})), "the same"),
    (Equal(Z + Identity(n), A * B + Identity(n), on=products), "once Z is written out"),
    (Iff(z > 0, x + y > 0, on=sums), "once z is written out"),
    (Holds(ge(z, x + y), on=sums), "once z is written out"),
    (Holds(And(x**2 + 1 > x, eq(z, x + y)), on=sums), "once z is written out"),
    (Equal(x + y, y + x, on=Domain(over=[x, y])), "both sides are the same"),
])
def test_one_formula_on_both_sides_says_nothing(statement, written):
    assert tautology(statement).startswith("says nothing: both sides are the same") and written in tautology(statement)


@pytest.mark.parametrize("statement", [
    Equal(x**2 - y**2, (x - y) * (x + y), on=Domain(over=[x, y])),
    Equal(z**2, x**2 + 2 * x * y + y**2, on=sums),
    Equal(z, x + y, on=Domain(over=[x, y, z])),
    Equal(z, x - y, on=sums),
    Equal(x * y, S.Zero, on=Domain(Eq(x, 0), over=[y])),
    Equal(Z, B * A, on=products),
    Iff(z > 0, x > -y, on=sums),
    Holds(gt(z, x + y), on=sums), Holds(lt(z, x + y), on=sums), Holds(ne(z, x + y), on=sums),
    Holds(le(z, x + y + 1), on=sums),
    Holds(ge(z**2, 0), on=sums),
])
def test_two_formulas_say_something(statement):
    assert tautology(statement) == ""
