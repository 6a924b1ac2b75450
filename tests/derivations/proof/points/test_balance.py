"""Random points of whitened data and of balanced layers: exact, of several sizes, found at once."""

import pytest
from sympy import Eq, Identity, Rational

from rederive.derivations.language import Domain, dimension, matrix, real
from rederive.derivations.proof.points.balance import balance
from rederive.derivations.proof.points.frames import frames_of
from rederive.derivations.proof.points.random_points import contains, points
from rederive.derivations.proof.points.smallest import small_points

N_i, N_h, N_o, P = (dimension(name) for name in ("N_i", "N_h", "N_o", "P"))
W1, W2, X = matrix("W_1", N_h, N_i), matrix("W_2", N_o, N_h), matrix("X", N_i, P)
level = real("l")
BALANCED = Eq(W2.T * W2, level * Identity(N_h) + W1 * W1.T)
DOMAINS = {
    "whitened data": Domain(Eq(X * X.T, P * Identity(N_i))),
    "vectors of length 2": Domain(Eq(X * X.T, 4 * Identity(N_i))),
    "balanced layers": Domain(BALANCED, over=[level]),
    "layers balanced with lambda = 0": Domain(Eq(W2.T * W2, W1 * W1.T)),
    "layers balanced with a number": Domain(Eq(W2.T * W2, Rational(1, 2) * Identity(N_h) + W1 * W1.T)),
    "both at once": Domain(BALANCED, Eq(X * X.T, P * Identity(N_i)), over=[level]),
    "lambda positive": Domain(BALANCED, level > 0),
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
