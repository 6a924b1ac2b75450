"""Sums over neurons, and matrices of one entry: what is linear in e e^T, whose sum is the identity; what an equation says of a number."""

import pytest
from sympy import Eq, Identity, MatrixSymbol, Trace, ZeroMatrix, sqrt

from helpers.kernel_proofs import taken
from theoremtest.derivations.language import Domain, Dot, Equal, dimension, real, vector
from theoremtest.derivations.language.kronecker import Kron, OverNeurons

h, d, c = (dimension(name) for name in "hdc")
W, A, e = MatrixSymbol("W", h, d), MatrixSymbol("A", h, c), vector("e", h)
g, f, s = vector("g", d), vector("f", d), real("s")


@pytest.mark.drawn(6)
@pytest.mark.parametrize("summand, total, holds", [
    (W.T * e * e.T * A, W.T * A, True), (e * e.T, Identity(h), True), (3 * W.T * e * e.T * W, 3 * W.T * W, True),
    (W.T * W, h * W.T * W, True), (W.T * e * e.T * A, 2 * W.T * A, False), (W.T * W, W.T * W, False),
    (Dot(W.T * e, W.T * e) * W.T * e * e.T * W, W.T * W * W.T * W, False),
    (W.T * e * e.T * W * W.T * e * e.T * W, W.T * W * W.T * W, False),
    (Trace(W.T * e * e.T * W) * Identity(d), Trace(W.T * W) * Identity(d), False), (W.T * e * e.T * A, ZeroMatrix(d, c), False),
    (Kron(W.T * e * e.T * W, Identity(c)), Kron(W.T * W, Identity(c)), True),
    (Kron(Identity(c), W.T * e * e.T * W) * Kron(A.T, W.T), Kron(A.T, W.T * W * W.T), True),
    (Kron(W.T * e * e.T * W, W.T * e * e.T * W), Kron(W.T * W, W.T * W), False),
    (Kron(W.T * e * e.T * W, Identity(c)), Kron(Identity(d), A.T * A), False),
    (W.T * e * e.T * A / Dot(W.T * e, W.T * e) * Dot(W.T * e, W.T * e), W.T * A, True),
    (W.T * e * e.T * A / Dot(W.T * e, W.T * e), W.T * A, False),
    (sqrt(Dot(W.T * e, W.T * e)**2) * Identity(d), Trace(W * W.T) * Identity(d), False)], ids=str)
def test_what_is_linear_in_each_neuron(summand, total, holds):
    assert taken(Equal(OverNeurons(summand, e), total, on=Domain(over=[W, A, e]))) is holds


@pytest.mark.drawn(4)
@pytest.mark.parametrize("left, right, holds", [
    (Dot(g, s * g), s, True), (Dot(f - s * g, f - s * g), Dot(f, f) - s**2, True), (Dot(g, f), s, True), (Dot(g, f), 1, False),
    (Dot(f, f), s**2, False), (g * g.T, Identity(d), False)], ids=str)
def test_an_equation_between_matrices_of_one_entry_is_one_between_numbers(left, right, holds):
    on = Domain(Eq(g.T * g, Identity(1)), Eq(g.T * f, s * Identity(1)), over=[g, f, s])
    assert taken(Equal(left, right, on=on)) is holds
