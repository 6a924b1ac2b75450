"""Equations between matrices that hold number by number: at entries of a diagonal matrix, at eigenvalues, before words; powers and their
logarithms. Near misses have no proof."""

import pytest
from sympy import Eq, Identity, log, sqrt
from sympy.matrices.expressions.diagonal import DiagMatrix

from theoremtest.derivations.language import (
    EIGENVALUE,
    Domain,
    Dot,
    Equal,
    MatrixFunction,
    PositiveDefinite,
    PositiveSemidefinite,
    dimension,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.proof.attest import witness

pytestmark = pytest.mark.drawn(6)

x, y, q, z, a = reals("x", "y", "q", "z", "lambda")
n, C = dimension("n"), dimension("C")
s, v, one, V, E = vector("s", n), vector("v", n), vector("o", C), matrix("V", n, n), matrix("E", n, C)
S, R = DiagMatrix(s), sqrt(EIGENVALUE**2 + a**2 / 4)


def at(formula):
    return MatrixFunction(formula, EIGENVALUE, S)


TURNED = Domain(Eq(V * V.T, Identity(n)), Eq(V.T * V, Identity(n)), PositiveDefinite(S), over=[a])
COLUMNS = Domain(Eq(E.T * E, Identity(C)), Eq(Dot(one, one), C), over=[E, one])
TRUE = {
    "two roots of a matrix with no negative entry": Equal(at(sqrt(R - a / 2)) * at(sqrt(R + a / 2)), S,
                                                          on=Domain(PositiveSemidefinite(S), over=[a])),
    "words that a rule would take apart": Equal(V * at(R) * V.T - a / 2 * V * V.T, V * at(sqrt(R - a / 2)) ** 2 * V.T, on=TURNED),
    "a size that is an inner product": Equal((E / sqrt(C)).T * (E / sqrt(C)), Identity(C) / C, on=COLUMNS),
    "the logarithm of a power": Equal(log(x**q), q * log(x), on=Domain(x > 0, over=[q])),
    "a vector times half a power of its length": Equal(Dot(Dot(v, v) ** (z / 2) * v, Dot(v, v) ** (z / 2) * v), Dot(v, v) ** (z + 1),
                                                       on=Domain(Dot(v, v) > 0, over=[z, v])),
    "and half a whole power": Equal(Dot(Dot(v, v) ** (n / 2) * v, Dot(v, v) ** (n / 2) * v), Dot(v, v) ** n * Dot(v, v),
                                    on=Domain(Dot(v, v) > 0, over=[n, v])),
}
FALSE = {
    "entries that may be negative": Equal(at(sqrt(R - a / 2)) * at(sqrt(R + a / 2)), S, on=Domain(over=[s, a])),
    "words, half of one forgotten": Equal(V * at(R) * V.T - a * V * V.T, V * at(sqrt(R - a / 2)) ** 2 * V.T, on=TURNED),
    "a size that is twice the inner product": Equal((E / sqrt(C)).T * (E / sqrt(C)), Identity(C) / (2 * C), on=COLUMNS),
    "the logarithm of another power": Equal(log(x**q), q**2 * log(x), on=Domain(x > 0, over=[q])),
    "another power of the length": Equal(Dot(Dot(v, v) ** (n / 2) * v, Dot(v, v) ** (n / 2) * v), Dot(v, v) ** n,
                                         on=Domain(Dot(v, v) > 0, over=[n, v])),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_holds_number_by_number(name):
    assert witness(TRUE[name])


@pytest.mark.drawn(15)
@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_a_near_miss_has_no_proof(name):
    assert not witness(FALSE[name])
