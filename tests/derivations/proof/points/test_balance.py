"""Random points of whitened data and of balanced layers: exact, of several sizes, found at once."""

import pytest
from sympy import Eq, Identity, Rational, ZeroMatrix

from theoremtest.derivations.language import Domain, Dot, dimension, matrix, real, vector
from theoremtest.derivations.proof.points.balance import balance
from theoremtest.derivations.proof.points.frames import frames_of
from theoremtest.derivations.proof.points.random_points import contains, points
from theoremtest.derivations.proof.points.smallest import small_points

N_i, N_h, N_o, P = (dimension(name) for name in ("N_i", "N_h", "N_o", "P"))
W1, W2, X = matrix("W_1", N_h, N_i), matrix("W_2", N_o, N_h), matrix("X", N_i, P)
level = real("l")
C, k = dimension("C"), dimension("k")
u, v, F, R = vector("u", N_i), vector("v", C), matrix("F", N_i, C), matrix("R", N_i, k)
T, S = matrix("T", N_i, N_i), matrix("S", N_i, k)
BALANCED = Eq(W2.T * W2, level * Identity(N_h) + W1 * W1.T)
DOMAINS = {
    "whitened data": Domain(Eq(X * X.T, P * Identity(N_i))),
    "vectors of length 2": Domain(Eq(X * X.T, 4 * Identity(N_i))),
    "balanced layers": Domain(BALANCED, over=[level]),
    "layers balanced with lambda = 0": Domain(Eq(W2.T * W2, W1 * W1.T)),
    "layers balanced with a number": Domain(Eq(W2.T * W2, Rational(1, 2) * Identity(N_h) + W1 * W1.T)),
    "both at once": Domain(BALANCED, Eq(X * X.T, P * Identity(N_i)), over=[level]),
    "lambda positive": Domain(BALANCED, level > 0),
    "a vector of length one": Domain(Eq(Dot(u, u), 1)),
    "a vector of the squared length of its size": Domain(Eq(Dot(v, v), C)),
    "indicators of balanced classes": Domain(Eq(F.T * F, Identity(C) / C), Eq(Dot(v, v), C)),
    "a frame beside a vector": Domain(Eq(R.T * R, Identity(k)), Eq(Dot(u, u), 1), Eq(R.T * u, ZeroMatrix(k, 1)), N_i > k),
    "a frame of a length of its own": Domain(Eq(F.T * F, C * level * Identity(C)), level > 0),
    "a matrix beside a vector": Domain(Eq(Dot(u, u), 1), Eq(S.T * u, ZeroMatrix(k, 1)), N_i > 1),
    "an operator of a frame": Domain(Eq(R.T * R, Identity(k)), Eq(T, R * R.T), Eq(S, T * R), over=[level]),
}


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
def test_points_lie_in_the_domain_and_differ(domain):
    assert frames_of(domain).rest.conditions == tuple(condition for condition in domain.conditions if not isinstance(condition, Eq))
    found = points(domain, 12, "layers")
    assert all(contains(domain, point) is True for point in found)
    assert sum(point not in found[:k] for k, point in enumerate(found)) >= 6


def test_balanced_layers_of_every_size_are_drawn():
    found = points(DOMAINS["balanced layers"], 60, "sizes")
    assert {int(point[N_h]) for point in found} == {1, 2, 3}
    wide = [point for point in found if point[N_h] == 2 and point[N_i] >= 2 and point[N_o] >= 2]
    assert wide and all(not (point[W1].is_zero_matrix or point[W2].is_zero_matrix) for point in wide)
    assert {bool(point[level] > 0) for point in found} == {True, False}


def test_simple_points_are_found():
    assert all(contains(DOMAINS["both at once"], point) is True for point in small_points(DOMAINS["both at once"], 4))


@pytest.mark.parametrize("other", [
    Eq(W2.T * W2, W1.T * W1), Eq(W2.T * W2, W1 * W1.T * W1 * W1.T), Eq(W2 * W2.T, W1 * W1.T), Eq(W2.T * W2, level * Identity(N_h)),
    Eq(W2.T * W2, 2 * level * Identity(N_h) + W1 * W1.T), BALANCED.lhs,
])
def test_other_equations_are_no_balance(other):
    assert balance(other) is None


def test_a_layer_that_two_equations_hold_is_left_to_the_search():
    both = Domain(BALANCED, Eq(W1 * W1.T, Identity(N_h)), over=[level])
    assert len(frames_of(both).rest.conditions) == 1


@pytest.mark.parametrize("name", ["indicators of balanced classes", "a frame beside a vector", "an operator of a frame"])
def test_more_than_one_column_is_drawn(name):
    columns = C if name.startswith("indicators") else k
    assert {1, 2} <= {int(point[columns]) for point in points(DOMAINS[name], 30, "columns")}


def test_points_are_not_degenerate():
    """What only the zero matrix or one column would meet is met by others: beside a vector, of a length that is a scalar, of n/C each."""
    assert not any(point[S].is_zero_matrix for point in points(DOMAINS["a matrix beside a vector"], 8, "beside"))
    own = points(DOMAINS["a frame of a length of its own"], 12, "own")
    assert {1, 2} <= {int(point[C]) for point in own} and len({point[level] for point in own}) > 4
    samples = Domain(Eq(F.T * F, N_i / C * Identity(C)))
    assert any(1 < point[C] < point[N_i] for point in points(samples, 30, "classes of several samples"))


def test_what_an_equation_makes_is_worked_out_after_what_it_needs():
    domain = Domain(Eq(S, T * R), Eq(T, R * R.T), Eq(R.T * R, Identity(k)))
    assert [symbol for symbol, _ in frames_of(domain).made_of] == [T, S]
    around = Domain(Eq(S, T * R), Eq(T, S * R.T), Eq(R.T * R, Identity(k)))  # each by the other: one of them is left to the search
    assert len(frames_of(around).made_of) == 1 and len(frames_of(around).rest.conditions) == 1
