"""Coq takes blocks, Kronecker products, functions of matrices, ranks and inequalities, and refuses their wrong twins.

It refutes what fails at a point of any few sizes, rates too. What is true has the kernel's witness beside it, where there is one.
Skipped where there is no Coq.
"""

import json
from dataclasses import replace

import pytest
from sympy import DiagMatrix, Eq, Identity, ImmutableDenseMatrix, Inverse, Ne, Rational, Trace, exp, sqrt

from helpers.coq import denied, needs_coq, part_taken
from theoremtest.derivations.certificates.matrices_holds import valued
from theoremtest.derivations.certificates.matrices_part import matrix_part
from theoremtest.derivations.language import (
    Blocks,
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Gradient,
    GradientFlow,
    GrowthIntegral,
    Holds,
    Iff,
    Kron,
    MatrixFunction,
    OverNeurons,
    PositiveDefinite,
    Rank,
    RankBound,
    Solves,
    System,
    Vec,
    dimension,
    ge,
    gt,
    matrix,
    real,
    vector,
)
from theoremtest.derivations.language import Inverse as StatedInverse
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import proofs_of
from theoremtest.derivations.proof.gate import open_domain
from theoremtest.derivations.proof.points.witness import some_points
from theoremtest.numerics.routes.points import draw, sampled_domain

m, n, p = dimension("m"), dimension("n"), dimension("p")
X, Y, W = matrix("X", m, n), matrix("Y", m, n), matrix("W", n, p)
A, B, C, P = matrix("A", n, n), matrix("B", n, n), matrix("C", m, m), matrix("P", n, n)
u, v, s, w, h = vector("u", n), vector("v", n), vector("s", n), vector("w", 2), vector("h", p)
FIRST = ImmutableDenseMatrix([[1, 0], [0, 0]])
a, c, e = real("a"), real("c"), real("e")
FREE = Domain(over=[X, Y, W, A, B, C, u, v, a, c])
FRAME = Domain(Eq(P.T * P, Identity(n)), over=[P, s, c])
GROWN = MatrixFunction(exp(c * e), e, P * DiagMatrix(s) * P.T)
MOVED = MatrixFunction(exp(a * e), e, DiagMatrix(s))
GROWING = MatrixFunction(GrowthIntegral(e, a), e, DiagMatrix(s))
LONG = Domain(Ne(a, 0), Dot(u, u) > 0, over=[a, u])
BALANCED = Domain(Eq(A * A.T, u * u.T - c * Identity(n)), over=[A, u, c])
SAME = Domain(Eq(A, A.T), over=[A, u, a, c])
STEP = Flow({u: A * u})
DESCENT = GradientFlow(Dot(A * u - v, A * u - v) / 2, {u: a})


def equal(left, right, on=FREE):
    return Equal(left, right, on=on)


def rows(*entries):
    return ImmutableDenseMatrix(entries)


INVERSES = [StatedInverse(Identity(n) + u * u.T, Identity(n) + factor * u * u.T / (1 + Dot(u, u)), on=Domain(over=[u]))
            for factor in (-1, 1)]
PAIRS = {
    "inverse": INVERSES,
    "blocks": (equal(Blocks([A], [X]) * Blocks([A.T, X.T]), Blocks([A * A.T, A * X.T], [X * A.T, X * X.T])),
               equal(Blocks([A], [X]) * Blocks([A.T, X.T]), Blocks([A * A.T, A * X.T], [X * A, X * X.T]))),
    "blocks in another order": (equal(Blocks([A, A], [X, X]).T * Blocks([A], [X]), Blocks([A.T * A + X.T * X], [A.T * A + X.T * X])),
                                equal(Blocks([A, A], [X, X]).T * Blocks([A], [X]), Blocks([A.T * A + X.T * X], [A * A.T + X.T * X]))),
    "Kronecker": (equal(Kron(A, C) * Kron(B, C) + a * Kron(A * B, C), Kron(A * B, C * C + a * C)),
                  equal(Kron(A, C) * Kron(B, C), Kron(B * A, C * C))),
    "stacked": (equal(Kron(A, C) * Vec(X), Vec(C * X * A.T)), equal(Kron(A, C) * Vec(X), Vec(C * X * A))),
    "function": (equal(GROWN * P, P * MatrixFunction(exp(c * e), e, DiagMatrix(s)), FRAME),
                 equal(GROWN, MatrixFunction(exp(c * e), e, DiagMatrix(s)), FRAME)),
    "columns in a relation": (equal(Dot(A.T * u, A.T * u), (Dot(u, u) - c) * Dot(u, u), BALANCED),
                              equal(Dot(A.T * u, A.T * u), (Dot(u, u) + c) * Dot(u, u), BALANCED)),
    "rate of a length": tuple(Evolves(sqrt(Dot(u, u)), factor * a * sqrt(Dot(u, u)), along=Flow({u: a * u}), on=LONG) for factor in (1, 2)),
    "bounded rank": (RankBound(X * A * W, n, on=FREE), RankBound(X * A * W, 1, on=FREE)),
    "rank of a square": (equal(Rank(X.T * X), Rank(X)), equal(Rank(A * B), Rank(A))),
    "square": (Holds(ge(Trace(A.T * X.T * X * A), 0), on=FREE), Holds(ge(Trace(A * A), 0), on=FREE)),
    "signs": (Holds(gt(Dot(u, a * v + c * v), 0), on=Domain(a > 0, c > 0, Dot(u, v) > 0, over=[u, v, a, c])),
              Holds(gt(Dot(u, a * v - c * v), 0), on=Domain(a > 0, c > 0, Dot(u, v) > 0, over=[u, v, a, c]))),
    "diagonal that moves": tuple(Evolves(MOVED * u, factor * c * DiagMatrix(s) * MOVED * u, along=Flow({a: c}),
                                         on=Domain(over=[s, u, a, c]))
                                 for factor in (1, 2)),
    "growth that moves": tuple(Evolves(GROWING, made, along=Flow({a: 1}), on=Domain(over=[s, a])) for made in (MOVED, MOVED * MOVED)),
    "function of a symmetric matrix that moves": tuple(Evolves(MatrixFunction(exp(a * e), e, A) * u, made * u, along=Flow({a: c}), on=SAME)
                                                       for made in (c * A * MatrixFunction(exp(a * e), e, A), c * A)),
    "gradient in a vector": tuple(Gradient(Dot(A * u - v, A * u - v) / 2, u, made * (A * u - v), on=FREE) for made in (A.T, A)),
    "gradient in a matrix": tuple(Gradient(Trace(X.T * X * A), X, made, on=FREE) for made in (X * A + X * A.T, 2 * X * A)),
    "inverse that moves": tuple(Evolves(X * Inverse(A), X * made - X * Inverse(A) * X.T * X * Inverse(A),
                                        along=Flow({X: X * B, A: X.T * X}), on=FREE) for made in (B * Inverse(A), Inverse(A) * B)),
    "stacked rate": (Evolves(Vec(X), Kron(A, Identity(m)) * Vec(X), along=Flow({X: X * A.T}), on=FREE),
                     Evolves(Vec(X), Kron(A.T, Identity(m)) * Vec(X), along=Flow({X: X * A.T}), on=FREE)),
    "traces of products": (equal(Trace(Kron(A, C) * Kron(B, C)) + a, a + Trace(A * B) * Trace(C * C)),
                           equal(Trace(Kron(A, C) * Kron(B, C)), Trace(A * B) * Trace(C)**2)),
    "over neurons": tuple(equal(factor * W * W.T, OverNeurons(W * h * h.T * W.T, h), Domain(over=[W, h])) for factor in (1, 2)),
    "where and only where": tuple(Iff(Eq(a**2 * Dot(u, u), 0), Eq(Dot(made, made), 0), on=Domain(Ne(a, 0), over=[u, v, a]))
                                  for made in (u, v)),
    "positive entries": tuple(Holds(PositiveDefinite(MatrixFunction(made, e, DiagMatrix(s))), on=Domain(over=[s, a]))
                              for made in (sqrt(a**2 + e**2 + 1) - e, sqrt(a**2 + e**2) - e)),
    "path": tuple(Solves(System({u: -c * DiagMatrix(s) * u}, {u: v}, t=a), {u: MatrixFunction(exp(-f * c * a * e), e, DiagMatrix(s)) * v},
                         on=Domain(over=[s, v, c, a])) for f in (1, 2)),
}
WRONG = {
    "at two rows": equal(u * u.T, Identity(n), Domain(Eq(u.T * u, Identity(1)), over=[u])),
    "rate of a number": Evolves(Dot(u, u), Dot(u, A * u), along=STEP, on=FREE),
    "rate of a matrix": Evolves(u * u.T, A * u * u.T, along=STEP, on=FREE),
    "conserved": Conserved(Dot(u, u), along=DESCENT, on=FREE),
    "sign": Holds(ge(Dot(u, v), 0), on=FREE),
    "rank": equal(Rank(X), n),
    "inverse": INVERSES[1],
    "matrix of numbers": equal(Dot(w, FIRST * w), Dot(w, w), on=Domain(over=[w])),
}
"""Each fails at some point of small numbers."""


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", PAIRS)
def test_what_is_true_is_taken_and_its_wrong_twin_refused(matrix_kernel, name):
    true, wrong = (replace(matrix_part(one), points=draw(sampled_domain(one), 6, "twins")) for one in PAIRS[name])
    proofs = proofs_of(PAIRS[name][0], 10)
    true = replace(true, witness=(tree_of(PAIRS[name][0]), [*map(json.loads, proofs)]) if proofs else None)
    assert part_taken(matrix_kernel, true) and not part_taken(matrix_kernel, wrong, true)
    label = f"holds_{true.digest[:12]}"
    assert not true.supposes or any(matrix_kernel.check(label, lemma).taken for lemma in true.witnesses(label))


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", WRONG)
def test_what_fails_at_a_point_is_refuted(matrix_kernel, name):
    assert part_taken(matrix_kernel, denied(WRONG[name]))


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("said", [PAIRS["stacked rate"][0], PAIRS["signs"][0], INVERSES[0],
                                  equal(Dot(w, FIRST * w), Dot(FIRST * w, FIRST * w), on=Domain(over=[w]))],
                         ids=["stacked rate", "signs", "inverse", "matrix of numbers"])
def test_what_is_true_is_not_refuted(matrix_kernel, said):
    assert not part_taken(matrix_kernel, denied(said, next(some_points(open_domain(said), Deadline(20)))))


@pytest.mark.slow
@needs_coq
def test_a_point_of_long_numbers_is_made_simpler(matrix_kernel):
    """Both sides are multiples of two roots there; with the numbers that are told Coq takes too long."""
    frame, ones = matrix("D", m, n), vector("o", n)
    on = Domain(Eq(frame.T * frame, Identity(n)), Eq(Dot(ones, ones), n), over=[frame, ones])
    long = {m: 3, n: 2, frame: rows([Rational(-805, 3757), Rational(12, 13)], [Rational(1932, 3757), Rational(5, 13)],
                                    [Rational(-240, 289), 0]),
            ones: rows([Rational(7, 17)], [Rational(23, 17)])}
    part = denied(equal(sqrt(m) * Dot(frame * ones, frame * ones), sqrt(n) * n, on=on), long)
    assert "3757" not in part.from_witness() and part_taken(matrix_kernel, part)


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("value", [0, 1])
def test_an_equation_whose_side_has_no_value_somewhere_is_refuted_there_alone(matrix_kernel, value):
    said = equal(u / Dot(u, u), u, Domain(over=[u]))
    part = replace(valued(said), witness=(tree_of(said), [{"point": to_tree({n: 1, u: rows([value])})}]))
    assert part_taken(matrix_kernel, part) == (value == 0)


def test_a_matrix_of_numbers_has_all_its_entries_in_the_theorem():
    assert "M_1 = \\matrix_(i < 2, j < 2) nth R0 (nth [::] [:: [:: (1)%Re; (0)%Re]; [:: (0)%Re; (0)%Re]] i) j" in matrix_part(
        WRONG["matrix of numbers"]).stated


@needs_coq
@pytest.mark.slow
def test_the_point_that_is_told_is_used(matrix_kernel):
    """Where no small numbers refute it, a larger point does."""
    said = equal(Dot(u, v) * (Dot(u, v) - 1), 0, Domain(Eq(Dot(u, u), Dot(v, v)), over=[u, v]))
    assert part_taken(matrix_kernel, denied(said, {n: 3, u: rows([1], [2], [2]), v: rows([2], [1], [2])}))


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize("said, at", [
    (equal(Kron(A, B), Kron(B, A)), {n: 2, A: rows([1, 0], [0, 0]), B: rows([1, 2], [3, 4])}),
    (RankBound(A + B, 1, on=Domain(over=[A, B])), {n: 2, A: rows([1, 0], [0, 0]), B: rows([0, 0], [0, 1])}),
    (Holds(gt(Rank(u.T), Rank(u.T * v * v.T)), on=Domain(Eq(v.T * v, Identity(1)), over=[u, v])),
     {n: 2, u: rows([1], [1]), v: rows([1], [0])}),
    (Holds(ge(Rank(A + B), Rank(A)), on=Domain(over=[A, B])), {n: 2, A: rows([1, 2], [3, 4]), B: rows([-1, -2], [-3, -4])}),
], ids=["Kronecker", "rank of two", "rank of a row", "sum of matrices below a rank"])
def test_products_and_ranks_of_two_rows_are_worked_out(matrix_kernel, said, at):
    assert part_taken(matrix_kernel, denied(said, at))


def test_definitions_beyond_the_first_are_part_of_what_is_said():
    one, other = matrix_part(equal(Kron(A, C), Kron(A, C))), matrix_part(equal(A, A))
    assert "kron" in one.stated and one.digest != other.digest
    assert "is_function (fun x : R =>" in matrix_part(PAIRS["function"][0]).stated


def test_a_diagonal_matrix_that_moves_is_no_constant():
    """An abbreviation of what moves is written out at every time."""
    t = real("t")
    moved = MatrixFunction(exp(t * e), e, DiagMatrix(s))
    stated = matrix_part(Evolves(moved * u, moved * u, along=Flow({t: 1}), on=Domain(over=[s, u]))).stated
    assert "(s_t s)" in stated
