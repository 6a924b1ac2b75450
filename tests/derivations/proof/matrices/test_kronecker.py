"""Kronecker products, vectorised words, traces and sums over neurons: true identities are proved, twisted ones are not."""

import pytest
from sympy import Identity, Trace, eye

from helpers.kernel_proofs import taken
from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    GradientFlow,
    Kron,
    Outcome,
    OverNeurons,
    StatementError,
    Vec,
    dimension,
    kronecker_sum,
    matrix,
    real,
    vector,
)
from theoremtest.derivations.proof.decide import decide
from theoremtest.numerics.integrate.components import written_out
from theoremtest.numerics.routes import points

p, q, r, s = (dimension(name) for name in "pqrs")
A, X, B = matrix("A", p, q), matrix("X", q, r), matrix("B", r, s)
U, V = matrix("U", q, p), matrix("V", s, r)
e = vector("e", p)
free = Domain(over=[A, X, B, U, V, e])


@pytest.mark.parametrize("left, right", [
    (Vec(A * X * B), Kron(B.T, A) * Vec(X)),
    (Kron(A, B) * Kron(U, V), Kron(A * U, B * V)),
    (Kron(A, B).T, Kron(A.T, B.T)),
    (kronecker_sum(A.T * A, B * B.T), Kron(A.T * A, Identity(r)) + Kron(Identity(q), B * B.T)),
    (A.T * A, OverNeurons((A.T * e) * (A.T * e).T, e)),
])
def test_identities_are_proved_and_agree_at_points(left, right):
    statement = Equal(left, right, on=free)
    assert decide(statement).outcome is Outcome.PROVED
    assert points.check(statement, "kronecker", 3).outcome is Outcome.AGREES


@pytest.mark.parametrize("left, right", [
    (Vec(A * X * B), Kron(B.T, A) * Vec(2 * X)),
    (A.T * A, OverNeurons(2 * (A.T * e) * (A.T * e).T, e)),
    (Kron(A.T * A, A.T * A), Kron(A.T * A, Identity(q))),
])
def test_wrong_forms_are_refuted(left, right):
    statement = Equal(left, right, on=free)
    assert decide(statement).outcome is Outcome.REFUTED
    assert points.check(statement, "kronecker", 3).outcome is Outcome.REFUTED


def test_the_trace_of_a_loss_is_differentiated_cyclically():
    fit = X * B
    flow = GradientFlow(Trace(fit.T * fit) / 2, {X: real("k"), B: real("k")})
    on = Domain(over=[X, B, real("k")])
    assert decide(Evolves(X, -real("k") * X * B * B.T, along=flow, on=on)).outcome is Outcome.PROVED
    assert taken(Conserved(X.T * X - B * B.T, along=flow, on=on))
    assert decide(Conserved(X.T * X + B * B.T, along=flow, on=on)).outcome is Outcome.REFUTED
    assert decide(Equal(Trace(A * X * X.T * A.T), Trace(X.T * A.T * A * X), on=free)).outcome is Outcome.PROVED


def test_a_rank_one_matrix_has_the_norms_as_its_trace():
    a, b = vector("a", p), vector("b", q)
    outer = a * b.T
    on = Domain(over=[a, b])
    assert decide(Equal(Trace(outer.T * outer), Dot(a, a) * Dot(b, b), on=on)).outcome is Outcome.PROVED


def test_columns_are_stacked():
    known = {A: eye(2) * 3 + eye(2)[::-1, :], p: 2, q: 2}
    known[A] = known[A].as_immutable()
    assert list(written_out(Vec(A), known)) == [3, 1, 1, 3]


def test_a_factor_that_depends_on_the_neuron_is_no_constant():
    statement = Equal(Dot(e, e) * A.T * A, OverNeurons(Dot(e, e) * (A.T * e) * (A.T * e).T, e), on=free)
    assert decide(statement).outcome is not Outcome.PROVED


@pytest.mark.parametrize("make", [lambda: Vec(real("x")), lambda: Kron(real("x"), A), lambda: kronecker_sum(A, B),
                                  lambda: OverNeurons(real("x"), e), lambda: OverNeurons(A, A)])
def test_bad_input_is_named(make):
    with pytest.raises(StatementError):
        make()
