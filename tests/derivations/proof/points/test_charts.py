"""Domains whose conditions are matrix equations: points come from a chart, and each is checked against the conditions."""

import pytest
from sympy import Eq, Identity, Inverse, S, Symbol

from theoremtest.derivations.language import Chart, Domain, DomainError, Dot, Equal, Outcome, dimension, matrix, real, vector
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.points.random_points import contains, points
from theoremtest.numerics.routes import points as route

k = dimension("k")
Q, K, x = matrix("Q", k, k), matrix("K", k, k), real("x")
rotation = Chart({Q: (Identity(k) + K - K.T) * Inverse(Identity(k) - K + K.T)}, Domain(over=[K]))
orthogonal = Domain(Eq(Q.T * Q, Identity(k)), Eq(Q * Q.T, Identity(k)), x > 0, over=[Q], chart=rotation)


def test_points_obey_the_conditions_and_are_the_same_for_one_seed():
    drawn = points(orthogonal, 4, "seed")
    assert drawn == points(orthogonal, 4, "seed") and len(drawn) == 4
    assert all(contains(orthogonal, point) is True and point[x] > 0 for point in drawn)
    assert {int(point[k]) for point in drawn} - {1}, "sizes above 1 occur"


def test_a_chart_that_misses_the_domain_is_an_error():
    wrong = Domain(Eq(Q.T * Q, Identity(k)), over=[Q], chart=Chart({Q: 2 * Identity(k) + K - K}, Domain(over=[K])))
    with pytest.raises(DomainError, match="chart"):
        points(wrong, 1, "seed")


def test_a_chart_that_fits_at_size_one_alone_is_none():
    free = Chart({Q: (Identity(k) + K - K.T) * (Identity(k) - K + K.T)}, Domain(over=[K]))
    with pytest.raises(DomainError, match="none of .* points of sizes above 1"):
        points(Domain(Eq(Q.T * Q, Identity(k)), over=[Q], chart=free), 8, "seed")


def test_the_values_of_a_chart_have_the_shapes_of_their_symbols():
    u = matrix("u", k, 1)
    with pytest.raises(DomainError, match="a chart's Q"):
        Chart({Q: K * u * K}, Domain(over=[K, u]))
    with pytest.raises(DomainError, match="a chart's Q: of shape .* a value of shape"):
        Chart({Q: K * u}, Domain(over=[K, u]))


def test_both_routes_use_it():
    true, false = Equal(Q * K * Q.T * Q, Q * K, on=orthogonal.but(over=[K])), Equal(x * Q, Q, on=orthogonal)
    assert decide(true).outcome is Outcome.PROVED
    assert route.check(true, "seed", 3).outcome is Outcome.AGREES
    assert decide(false).outcome is Outcome.REFUTED


def test_it_survives_composition_and_writing():
    assert (orthogonal & Domain(x < S(3))).chart is rotation
    assert from_tree(to_tree(Equal(Q, Q, on=orthogonal))).on.chart.values == rotation.values
    with pytest.raises(DomainError, match="chart"):
        orthogonal & Domain(over=[K], chart=Chart({K: Q}, Domain(over=[Q])))


@pytest.mark.slow
def test_an_equation_that_gives_no_number_gives_no_point():
    """Solved for q, the first equation divides by C, which may be zero; what it gives then is compared with no bound."""
    p = dimension("p")
    u, v, a, q, C = vector("u", p), vector("v", p), real("a"), real("q"), Symbol("C", integer=True)
    lengths = [Eq(Dot(w, w), a * (C - 1)) for w in (u, v)]
    drawn = points(Domain(Eq(Dot(u, v), a * (C * q - 1)), *lengths, a > 0, C < 2, q >= 0, q <= 1), 6, "seed")
    assert len(drawn) == 6 and all(point[C] != 0 for point in drawn)
