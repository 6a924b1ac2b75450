"""Coq takes means, variances and covariances over normal matrices of any size and refuses their wrong twins.

Skipped where there is no Coq.
"""

import pytest
from sympy import Identity, Inverse, Ne, Symbol, Trace

from helpers.coq import needs_coq, part_taken
from theoremtest.derivations.certificates.matrices_part import matrix_part
from theoremtest.derivations.certificates.matrices_terms import NoCertificate
from theoremtest.derivations.language import (
    ConvergesInProbability,
    Covariance,
    Domain,
    Dot,
    Expectation,
    dimension,
    entry,
    ge,
    lt,
    matrix,
    real,
    vector,
)

m, n = dimension("m"), dimension("n")
W, V, A = matrix("W", m, n), matrix("V", n, m), matrix("A", n, n)
u, x, z, v, x_i = vector("u", m), vector("x", n), vector("z", m), real("v"), real("x_i")
i, j = Symbol("i", integer=True), Symbol("j", integer=True)
ONE, BOTH = Domain(v > 0, over=[W, A]), Domain(v > 0, over=[W, V, u, x])
PLACES = Domain(v > 0, ge(i, 0), lt(i, n), ge(j, 0), lt(j, n), Ne(i, j), over=[W])
SQUARE = W.T * W


def mean(quantity, value, on=ONE, **more):
    """The mean over the matrices that the quantity speaks of."""
    drawn = {one: v for one in (W, V, u) if one in quantity.atoms(type(W))}
    return Expectation(quantity, drawn, value, on=on, **more)


PAIRS = {
    "two": (mean(SQUARE, v * m * Identity(n)), mean(SQUARE, v * n * Identity(n))),
    "between": (mean(W * A * W.T, v * Trace(A) * Identity(m)), mean(W * A * W.T, v * Identity(m))),
    "odd": (mean(Trace(W * A * W.T * W * V), 0, BOTH & ONE), mean(Trace(W * A * W.T * W * V), v, BOTH & ONE)),
    "four": (mean(Trace(SQUARE**2), v**2 * m * n * (m + n + 1)), mean(Trace(SQUARE**2), v**2 * m * n * (m + n))),
    "two draws": (mean(Dot(u, W * x)**2, v**2 * m * Dot(x, x), BOTH), mean(Dot(u, W * x)**2, v**2 * m**2 * Dot(x, x), BOTH)),
    "variance of an entry": (mean(entry(SQUARE, i, j), v**2 * m, PLACES, moment="variance"),
                             mean(entry(SQUARE, i, j), 2 * v**2 * m, PLACES, moment="variance")),
    "variance on the diagonal": (mean(entry(SQUARE, i, i), 2 * v**2 * m, PLACES, moment="variance"),
                                 mean(entry(SQUARE, i, i), v**2 * m, PLACES, moment="variance")),
    "a number too": tuple(Expectation((v * x_i + Dot(u, z))**2, {x_i: v, z: 1}, v**3 + f * Dot(u, u), on=Domain(v > 0, over=[u, z, x_i]))
                          for f in (1, 2)),
    "in probability": tuple(ConvergesInProbability(Dot(u, u), m, value, {u: 1 / m}, on=Domain(over=[u])) for value in (1, 2)),
    "covariance": (Covariance(Trace(SQUARE), Trace(V * V.T), {W: v, V: v}, 0, on=BOTH),
                   Covariance(Trace(SQUARE), Trace(V * V.T), {W: v, V: v}, v**2, on=BOTH)),
}


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", PAIRS)
def test_what_is_true_is_taken_and_its_wrong_twin_refused(matrix_kernel, name):
    true, wrong = map(matrix_part, PAIRS[name])
    assert part_taken(matrix_kernel, true)
    assert not part_taken(matrix_kernel, wrong, like=true)


def test_a_mean_says_what_is_drawn_with_which_variance():
    stated = matrix_part(PAIRS["two draws"][0]).stated
    assert "average s_v (fun m_W : 'M[R]_(n_m, n_n) =>" in stated and "average s_v (fun m_u : 'M[R]_(n_m, 1%N) =>" in stated
    assert "k_i <> k_j -> " in matrix_part(PAIRS["variance of an entry"][0]).stated


@pytest.mark.parametrize(("quantity", "why"), [(1 / Trace(SQUARE), "polynomial"), (Trace(Inverse(SQUARE)), "inverse")])
def test_what_is_no_polynomial_of_the_draws_is_not_written(quantity, why):
    with pytest.raises(NoCertificate) as refused:
        matrix_part(mean(quantity, v))
    assert refused.value.word == why


def test_a_place_that_the_domain_does_not_keep_in_range_has_no_entry():
    with pytest.raises(NoCertificate):
        matrix_part(mean(entry(SQUARE, i, i), v, Domain(v > 0, over=[W, i])))


@pytest.mark.slow
@needs_coq
def test_six_draws_are_beyond_the_script(matrix_kernel):
    assert not part_taken(matrix_kernel, matrix_part(mean(Trace(SQUARE**3), v)))
