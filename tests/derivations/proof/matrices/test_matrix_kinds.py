"""Rank bounds and matrix roots: the true ones proved and met by singular values and eigenvalues, the false ones refuted."""

import pytest
from sympy import Eq, Identity, Integer, MatPow, Max, Min

from helpers.kernel_proofs import taken
from theoremtest.derivations.language import (
    Chart,
    Domain,
    Kron,
    Outcome,
    OverNeurons,
    RankBound,
    SquareRoot,
    StatementError,
    dimension,
    matrix,
    real,
    vector,
)
from theoremtest.derivations.proof.decide import decide
from theoremtest.numerics.routes import points

h, c, d = (dimension(name) for name in "hcd")
A, W, S = matrix("A", h, c), matrix("W", h, d), matrix("S", d, d)
e = vector("e", h)
x = real("x")
S5 = Integer(5)
any_size = Domain(over=[A, W, e])
narrow = Domain(h < c, over=[A, W, e])
gram = OverNeurons((A.T * e) * (A.T * e).T, e)


def outcomes(statement):
    return decide(statement).outcome, points.check(statement, "kinds", 12).outcome


@pytest.mark.drawn(5)
@pytest.mark.parametrize("statement", [
    RankBound(A.T * W, h, on=any_size),
    RankBound(gram, h, on=narrow),
    RankBound(Kron(gram, Identity(d)), c * d, on=any_size),
    RankBound(W.T * A * A.T * W + W.T * W, h + c, on=any_size),
    RankBound((A.T * e) * (A.T * e).T, h, neurons=e, on=any_size),
    RankBound(W, Min(h, d), on=any_size),
    RankBound(W, Max(h, d), on=any_size),
])
def test_bounds_that_hold(statement):
    assert taken(statement)
    assert outcomes(statement) == (Outcome.UNDECIDED, Outcome.AGREES)  # without a witness


@pytest.mark.parametrize("statement", [
    RankBound(A.T * W, 1, on=any_size),
    RankBound(Kron(gram, Identity(d)), h, on=any_size),
    RankBound((A.T * e) * (A.T * e).T, c, neurons=e, on=any_size),
])
def test_bounds_that_fail(statement):
    assert outcomes(statement) == (Outcome.REFUTED, Outcome.REFUTED)


def test_a_rank_bound_is_about_a_matrix():
    with pytest.raises(StatementError, match="takes a matrix"):
        RankBound(x, 1, on=Domain(over=[x]))


def test_roots():
    positive = Domain(x > 0, over=[W])
    true = SquareRoot(root=W.T * W + x * Identity(d), of=W.T * W * W.T * W + 2 * x * W.T * W + x**2 * Identity(d), on=positive)
    assert outcomes(true) == (Outcome.PROVED, Outcome.AGREES)
    negative = SquareRoot(root=-W.T * W, of=W.T * W * W.T * W, on=positive)
    assert outcomes(negative) == (Outcome.REFUTED, Outcome.REFUTED)
    other = SquareRoot(root=W.T * W, of=W.T * W * W.T * W + x * Identity(d), on=positive)
    assert outcomes(other) == (Outcome.REFUTED, Outcome.REFUTED)
    with pytest.raises(StatementError, match="square"):
        SquareRoot(root=W, of=W, on=positive)


def test_a_root_seen_on_the_range_of_a_square_matrix():
    """W W^T = A A^T + x I in square layers: W^T W - x/2 I is not a sum of Gram words, but W^T maps onto everything."""
    V, B, K = matrix("V", d, d), matrix("B", d, d), matrix("K", d, d)
    turn = (Identity(d) + K - K.T) * MatPow(Identity(d) - K + K.T, -1)
    chart = Chart({B: 2 * Identity(d) * turn, V: 3 * Identity(d) * turn * turn, x: S5}, Domain(over=[K]))
    on = Domain(Eq(V * V.T, B * B.T + x * Identity(d)), x > 0, over=[V, B], chart=chart)
    root = V.T * V - x / 2 * Identity(d)
    of = V.T * B * B.T * V + x**2 / 4 * Identity(d)
    assert decide(SquareRoot(root=root, of=of, through=V.T, on=on)).outcome is Outcome.PROVED
    assert decide(SquareRoot(root=root, of=of, on=on)).outcome is Outcome.PROVED  # it is found where it is not named
    wide = Domain(Eq(V * V.T, B * B.T + x * Identity(d)), over=[V, B, x], chart=chart)
    assert decide(SquareRoot(root=root, of=of, on=wide)).outcome is not Outcome.PROVED
    assert points.check(SquareRoot(root=root, of=of, on=on), "kinds", 3).outcome is Outcome.AGREES


def test_a_root_by_an_equation_solved_for_the_other_side_and_half_of_a_word():
    """The same layers with the equation solved for B B^T, and their root in a turned basis."""
    V, B, K, O = matrix("V", d, d), matrix("B", d, d), matrix("K", d, d), matrix("O", d, d)
    turn = (Identity(d) + K - K.T) * MatPow(Identity(d) - K + K.T, -1)
    chart = Chart({B: 2 * Identity(d) * turn, V: 3 * Identity(d) * turn * turn, x: S5, O: turn}, Domain(over=[K]))
    turned = [Eq(B * B.T, V * V.T - x * Identity(d)), Eq(O.T * O, Identity(d)), Eq(O * O.T, Identity(d))]
    root, of = O.T * (V.T * V - x / 2 * Identity(d)) * O, O.T * (V.T * B * B.T * V + x**2 / 4 * Identity(d)) * O
    on = Domain(*turned, x > 0, over=[V, B, O], chart=chart)
    assert decide(SquareRoot(root=root, of=of, on=on)).outcome is Outcome.PROVED
    wide = Domain(*turned, over=[V, B, O, x], chart=chart)
    assert decide(SquareRoot(root=root, of=of, on=wide)).outcome is not Outcome.PROVED
    lower, low = V.T * V - 3 * x / 4 * Identity(d), V.T * V * V.T * V - 3 * x / 2 * V.T * V + 9 * x**2 / 16 * Identity(d)
    assert decide(SquareRoot(root=lower, of=low, on=on)).outcome is Outcome.PROVED
    lower, low = V.T * V - 2 * x * Identity(d), V.T * V * V.T * V - 4 * x * V.T * V + 4 * x**2 * Identity(d)
    assert decide(SquareRoot(root=lower, of=low, on=on)).outcome is not Outcome.PROVED


def test_symmetric_letters():
    on = Domain(Eq(S.T, S), over=[S, W], chart=Chart({S: W.T * W}, Domain(over=[W])))
    square = SquareRoot(root=S * S, of=S * S * S * S, on=on)
    assert outcomes(square) == (Outcome.PROVED, Outcome.AGREES)
