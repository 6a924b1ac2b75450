"""Equations with inverses of sums: found by multiplying with what is inverted; their false twins are not."""

import pytest
from sympy import Identity, Inverse, MatrixSymbol, symbols

from theoremtest.derivations.language import Domain, Dot, Equal, PositiveDefinite, eq
from theoremtest.derivations.proof.attest import witness

d, h = symbols("d h", integer=True, positive=True)
a, b = symbols("a b", positive=True)
A, B, C, U, V = (MatrixSymbol(*each) for each in (("A", d, d), ("B", d, d), ("C", h, h), ("U", d, h), ("V", h, d)))
v = MatrixSymbol("v", d, 1)
ALL = Domain(over=[d, h, a, b, A, B, C, U, V, v])
I, J = Identity(d), Identity(h)


def inv(matrix):
    return Inverse(matrix)


PD, COMMUTE = PositiveDefinite(A), eq(A * B, B * A)
TRUE = {
    "Woodbury": (inv(A + U * C * V), inv(A) - inv(A) * U * inv(inv(C) + V * inv(A) * U) * V * inv(A)),
    "pushed through": (inv(a * I + V.T * V) * V.T, V.T * inv(a * J + V * V.T)),
    "Sherman and Morrison": (inv(A + v * v.T) * v, inv(A) * v / (1 + Dot(v, inv(A) * v)), PD),
    "two resolvents": (inv(A + a * I) - inv(A + b * I), (b - a) * inv(A + a * I) * inv(A + b * I), PD),
    "a sum of inverses": (inv(inv(A) + inv(B)), A * inv(A + B) * B),
    "what commutes": (inv(A + a * I) * B, B * inv(A + a * I), COMMUTE),
}
FALSE = {
    "Woodbury, sign": (inv(A + U * C * V), inv(A) - inv(A) * U * inv(inv(C) - V * inv(A) * U) * V * inv(A)),
    "pushed through to another shift": (inv(a * I + V.T * V) * V.T, V.T * inv(b * J + V * V.T)),
    "two resolvents, turned": (inv(A + a * I) - inv(A + b * I), (a - b) * inv(A + a * I) * inv(A + b * I), PD),
    "what does not commute": (inv(A + a * I) * B, B * inv(A + a * I), PD),
}


def found(left, right, *conditions):
    return witness(Equal(left, right, on=ALL.but(*conditions)))


@pytest.mark.parametrize("name", TRUE)
def test_true_equations_are_shown(name):
    assert found(*TRUE[name])


@pytest.mark.parametrize("name", FALSE)
def test_false_equations_are_not(name):
    assert not found(*FALSE[name])
