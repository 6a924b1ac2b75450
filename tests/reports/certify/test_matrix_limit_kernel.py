"""Coq takes limits of matrices of any size, positive matrices, square roots and ranks of sums, and refuses their wrong twins.

A wrong limit is refuted at a point. Skipped where there is no Coq.
"""

import pytest
from sympy import Abs, DiagMatrix, Identity, ImmutableDenseMatrix, Trace, ZeroMatrix, exp, oo, sqrt

from helpers.coq import denied, needs_coq, part_taken, shown_of
from theoremtest.derivations.certificates.matrices_part import matrix_part
from theoremtest.derivations.language import (
    Domain,
    Dot,
    Holds,
    Kron,
    Limit,
    MatrixFunction,
    OverNeurons,
    PositiveDefinite,
    PositiveSemidefinite,
    RankBound,
    SquareRoot,
    dimension,
    matrix,
    real,
    vector,
)

m, n = dimension("m"), dimension("n")
A, B, W, V = matrix("A", n, n), matrix("B", m, m), matrix("W", m, n), matrix("V", m, n)
u, s, k = vector("u", n), vector("s", n), vector("k", m)
c, x, e = real("c"), real("x"), real("e")
RATE = Domain(c > 0, Dot(u, u) > 0, over=[u, x])
MODES = Domain(PositiveDefinite(DiagMatrix(s)), c > 0, over=[V, A, s, x])
OUTER, SQUARE = u * u.T, Dot(u, u)
ROOT = sqrt(x**2 + 4 * c * SQUARE)
SINGLE = (ROOT + x) / 2 * Identity(n) + (ROOT - x) / (2 * SQUARE) * OUTER
"""It tends to one multiple of the identity upstream, and of the projector downstream."""
DECAY = MatrixFunction(exp(-c * x * e), e, DiagMatrix(s))
GAP = MatrixFunction(sqrt(e**2 + x**2 / 4) - x / 2, e, DiagMatrix(s))
ANY, ADDED = Domain(over=[A, B, W]), Domain(c > 0, over=[A, W])
TERM = Trace(W.T * k * k.T * W) ** -1 * (W.T * k * k.T * W)

PAIRS = {
    "numbers of a matrix": (Limit(SINGLE / x, x, oo, Identity(n), on=RATE), Limit(SINGLE / x, x, oo, OUTER / SQUARE, on=RATE)),
    "to the other side": (Limit(-SINGLE / x, x, -oo, OUTER / SQUARE, on=RATE), Limit(SINGLE / x, x, -oo, OUTER / SQUARE, on=RATE)),
    "a rate": (Limit(SINGLE / Abs(x), x, oo, Identity(n), rate=x**-2, on=RATE),
               Limit(SINGLE / Abs(x), x, oo, Identity(n), rate=x**-3, on=RATE)),
    "entries of a diagonal": (Limit(x * V * GAP * V.T, x, oo, V * DiagMatrix(s) ** 2 * V.T, on=MODES),
                              Limit(x * V * GAP * V.T, x, oo, V * DiagMatrix(s) * V.T, on=MODES)),
    "products": (Limit(V * DECAY * A * DECAY * V.T + V * V.T, x, oo, V * V.T, on=MODES),
                 Limit(V * DECAY * A * DECAY * V.T + V * V.T, x, oo, V * A * V.T, on=MODES)),
    "summands that cancel": (Limit(Kron(B, (ROOT + x) / 2 * OUTER) - x * Kron(B, OUTER), x, oo, ZeroMatrix(m * n, m * n), on=RATE & ANY),
                             Limit(Kron(B, (ROOT + x) / 2 * OUTER) - x * Kron(B, OUTER), x, oo, Kron(B, OUTER), on=RATE & ANY)),
    "positive": (Holds(PositiveDefinite(c * Identity(n) + W.T * W), on=ADDED),
                 Holds(PositiveDefinite(W.T * W - c * Identity(n)), on=ADDED)),
    "not negative": (Holds(PositiveSemidefinite(A.T * A), on=ANY), Holds(PositiveSemidefinite(A * A), on=ANY)),
    "square root": (SquareRoot(c * A.T * A, c**2 * A.T * A * A.T * A, on=ADDED),
                    SquareRoot(-c * A.T * A, c**2 * A.T * A * A.T * A, on=ADDED)),
    "neurons": (RankBound(Kron(OverNeurons(TERM, k), A), m * n, on=Domain(over=[W, A, k])),
                RankBound(Kron(OverNeurons(TERM, k), A), m, on=Domain(over=[W, A, k]))),
}
REFUTED = {"numbers of a matrix": {n: 2, c: 1, u: ImmutableDenseMatrix([[1], [0]])},
           "to the other side": {n: 1, c: 1, u: ImmutableDenseMatrix([[1]])}}
"""Of these the wrong twin is refuted there, and what is true is not."""


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", PAIRS)
def test_what_is_true_is_taken_and_its_wrong_twin_refused(matrix_kernel, name):
    true, wrong = shown_of(PAIRS[name][0]), matrix_part(PAIRS[name][1])
    assert part_taken(matrix_kernel, true)
    assert not part_taken(matrix_kernel, wrong, like=true)


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("name", REFUTED)
def test_a_wrong_limit_is_refuted_and_one_that_holds_is_not(matrix_kernel, name):
    true, wrong = PAIRS[name]
    assert part_taken(matrix_kernel, denied(wrong, REFUTED[name]))
    assert not part_taken(matrix_kernel, denied(true, REFUTED[name]))
