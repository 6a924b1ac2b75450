"""Equations between matrices by what rows say: roots, exponentials that commute, eigenvectors, characteristic polynomials, ones, means."""

import pytest
from sympy import Determinant, Identity, MatrixSymbol, OneMatrix, Trace, ZeroMatrix, exp, symbols

from helpers.kernel_proofs import has_proof
from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Holds,
    PositiveDefinite,
    PositiveSemidefinite,
    SpectralNorm,
    eq,
    matrix_exp,
    matrix_root,
    reals,
)
from theoremtest.derivations.language.spectra import SmallestEigenvalue

d, h = symbols("d h", integer=True, positive=True)
s, t = reals("s", "t")
A, B, G, S2 = MatrixSymbol("A", d, d), MatrixSymbol("B", d, d), MatrixSymbol("G", d, d), MatrixSymbol("S", 2, 2)
U, V, v = MatrixSymbol("U", h, d), MatrixSymbol("V", d, h), MatrixSymbol("v", d, 1)
ones, eye = OneMatrix(d, 1), Identity(d)
BALANCED = Domain(eq(V.T * V, U * U.T), over=[G, d, h])
SYMMETRIC = (eq(A.T, A), eq(B.T, B))
DEFINITE = Domain(PositiveDefinite(A), PositiveDefinite(B), s >= 0, s <= 1)
BOTH = Flow({V: -G * U.T, U: -V.T * G})
LEFT, RIGHT = matrix_root(V * U * U.T * V.T), matrix_root(U.T * V.T * V * U)
MEAN = s * A.inverse() + (1 - s) * B.inverse() - (s * A + (1 - s) * B).inverse()
SQUARE = S2 * S2 - Trace(S2) * S2
EIGEN = Domain(eq(A * v, t * v), *SYMMETRIC[:1])


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize(("true", "false"), [
    (Equal(LEFT, V * V.T, on=BALANCED), Equal(LEFT, V * V.T, on=Domain(over=[U, V, d, h]))),
    (Evolves(V * U, -(LEFT * G + G * RIGHT), BOTH, on=BALANCED), Evolves(V * U, -(LEFT * G - G * RIGHT), BOTH, on=BALANCED)),
    (Equal(matrix_exp(A) * matrix_exp(B), matrix_exp(A + B), on=Domain(eq(A * B, B * A), *SYMMETRIC)),
     Equal(matrix_exp(A) * matrix_exp(B), matrix_exp(A + B), on=Domain(*SYMMETRIC))),
    (Equal(matrix_exp(A) * matrix_exp(-A), eye, on=Domain(*SYMMETRIC)), Equal(matrix_exp(A) * matrix_exp(A), eye, on=Domain(*SYMMETRIC))),
    (Equal(matrix_exp(A) * v, exp(t) * v, on=EIGEN), Equal(matrix_exp(A) * v, t * v, on=EIGEN)),
    (Equal(SQUARE + Determinant(S2) * Identity(2), ZeroMatrix(2, 2), on=Domain(over=[S2])),
     Equal(SQUARE - Determinant(S2) * Identity(2), ZeroMatrix(2, 2), on=Domain(over=[S2]))),
    (Equal((eye - ones * ones.T / d) ** 2, eye - ones * ones.T / d, on=Domain(over=[d])),
     Equal((eye - ones * ones.T) ** 2, eye - ones * ones.T, on=Domain(over=[d]))),
    (Equal(Dot(ones, ones), d, on=Domain(over=[d])), Equal(Dot(ones, ones), d**2, on=Domain(over=[d]))),
    (Holds(PositiveSemidefinite(MEAN), on=DEFINITE), Holds(PositiveSemidefinite(-MEAN), on=DEFINITE)),
    (Equal(SpectralNorm(A.inverse()), 1 / SmallestEigenvalue(A), on=DEFINITE),
     Equal(SpectralNorm(A.inverse()), 1 / SpectralNorm(A), on=DEFINITE)),
])
def test_rows_close_equations_between_words(true, false):
    assert has_proof(true)
    assert not has_proof(false)
