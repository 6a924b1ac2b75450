"""Points that no construction gives: found by digits at sizes above 1, proved to be there before they refute. Size 1 is no support."""

import mpmath
import pytest
from flint import arb, fmpq
from sympy import Eq, Ge, Identity, Integer, Le, MatrixSymbol, Rational, Trace, ZeroMatrix

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Evidence,
    Flow,
    Holds,
    Outcome,
    PositiveDefinite,
    dimension,
    matrix,
    vector,
)
from theoremtest.derivations.proof.balls.rules import precision
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.points.coordinates import space_of
from theoremtest.numerics.routes import dispatch, points
from theoremtest.numerics.routes.certified_points import proved_box
from theoremtest.numerics.routes.sizes import alone_at_one, larger_among_the_first, supported
from theoremtest.numerics.routes.solved_points import BITS, KNOWN, solved_beside, solved_points
from theoremtest.numerics.routes.trial import known_to
from theoremtest.numerics.values.matrices import value
from theoremtest.reports.verify.expected import verdict_by

k, m, n = map(dimension, "kmn")
u, v, w = (vector(name, n) for name in "uvw")
A, B = matrix("A", n, n), matrix("B", n, n)
X, Y = matrix("X", n, m), matrix("Y", k, m)
ANGLE = Domain(Eq(Dot(u, u), 1), Eq(Dot(v, v), 1), Eq(Dot(u, v), Rational(1, 2)), over=[w])
"""The third vectors of a hexagon: no rational point in two dimensions, nor in three."""
DOMAINS = {
    "an angle": ANGLE,
    "an irrational norm": Domain(Eq(Trace(A.T * A), 4), Eq(A * A, A + Identity(n))),
    "a Gram that two give": Domain(Eq(X.T * X, Y.T * Y + Identity(m))),
    "definite and commuting": Domain(PositiveDefinite(A), PositiveDefinite(B - A), Eq(A * B, B * A)),
}


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
def test_conditions_hold_to_many_digits(domain):
    sizes = {size: (3 if size == k else 2) for size in domain.dimensions}
    sizes = next(known for known in space_of(domain).sizes() if all(int(known[size]) == sizes[size] for size in sizes))
    found = solved_points(domain, sizes, 2, "digits", Deadline(30))
    assert len(found) == 2
    for one in found:
        for condition in domain.conditions:
            if isinstance(condition, Eq):
                gap = value(condition.lhs - condition.rhs, one.point, 2 * KNOWN)
                largest = max(map(abs, gap)) if hasattr(gap, "rows") else abs(gap)
                assert largest < mpmath.mpf(10) ** (10 - KNOWN)


def test_sizes_that_leave_no_room_give_no_point():
    narrow = next(known for known in space_of(DOMAINS["a Gram that two give"]).sizes() if known[n] == 1 and known[m] == 2)
    assert solved_points(DOMAINS["a Gram that two give"], narrow, 1, "none", Deadline(30)) == []


def test_points_are_solved_for_where_none_of_these_sizes_is_drawn():
    assert solved_beside(ANGLE, [], "beside") and solved_beside(Domain(over=[A, B]), [{n: 2}], "beside") == []


TRUE = {
    "of scalars": Equal(Dot(u + v, u + v), 3, on=ANGLE),
    "of matrices": Equal(u * v.T * v * u.T, u * u.T, on=ANGLE),
    "a relation": Holds(Le(Dot(u + v, w)**2, 3 * Dot(w, w)), on=ANGLE),
    "a relation on its border": Holds(Ge(Dot(u, v), Rational(1, 2)), on=ANGLE),
}
FALSE = {
    "of scalars": Equal(Dot(u - v, u - v), 3, on=ANGLE),
    "by a millionth": Equal(Dot(u + v, u + v), 3 + Rational(1, 10**6), on=ANGLE),
    "a transpose": Equal(u * v.T, v * u.T, on=ANGLE),
    "a relation": Holds(Le(Dot(u + v, w)**2, Dot(w, w)), on=ANGLE),
}


@pytest.mark.drawn(6)
@pytest.mark.parametrize("statement", TRUE.values(), ids=TRUE)
def test_what_is_true_is_supported_at_larger_sizes(statement):
    found = points.check(statement, "true")
    assert found.outcome is Outcome.AGREES and "solved for" in found.scope and "n = 1" not in found.scope


@pytest.mark.drawn(6)
@pytest.mark.parametrize("statement", FALSE.values(), ids=FALSE)
def test_what_is_false_is_refuted_at_a_point_that_is_proved_to_be_there(statement):
    assert points.check(statement, "false").outcome is Outcome.REFUTED


@pytest.mark.parametrize("shift, there", [(0, True), (fmpq(1, 10**30), False)])
def test_a_box_that_holds_no_point_is_told(shift, there):
    (found,) = solved_points(ANGLE, {n: Integer(2)}, 1, "box", Deadline(30))
    with precision(BITS):
        numbers = [number + shift if isinstance(number, arb) else number for number in found.numbers]
    assert any(isinstance(number, arb) for number in numbers)
    assert (proved_box(ANGLE, {n: Integer(2)}, numbers) is not None) is there


@pytest.mark.slow
def test_what_hangs_on_the_last_digits_is_no_difference():
    """A number that vanishes is rounding at such a point, and so is its quotient by another."""
    singular = ANGLE.but(Eq(A * u, ZeroMatrix(n, 1)), over=[A])
    found = points.check(Equal(Dot(A * u, w) / Dot(A * u, v), 1, on=singular), "last")
    assert found.outcome is Outcome.UNDECIDED and all(reason.startswith("no value at") for reason in found.tried)


def test_what_is_small_beside_the_digits_of_a_point_is_zero_there():
    relation = Holds(Dot(u, v) > Rational(1, 2) - Rational(1, 10**150), on=ANGLE)
    with known_to(KNOWN):
        (found,) = solved_points(ANGLE, {n: Integer(2)}, 1, "small", Deadline(30))
    assert points.check(relation, "small").outcome is Outcome.UNDECIDED and found.rounded != found.point


# --- sizes ----------------------------------------------------------------------------------------------------------------


def test_numbers_at_size_one_alone_are_no_support():
    free, held = Domain(over=[A, B]), Domain(Eq(n, 1), over=[A])
    agrees = Evidence("points", "stub", Outcome.AGREES, "2 points")
    assert alone_at_one(free, [{n: 1}, {n: 1}]) == [n] and alone_at_one(free, [{n: 1}, {n: 2}]) == [] and alone_at_one(held, [{n: 1}]) == []
    lowered = supported(agrees, free, [{n: 1}])
    assert lowered.outcome is Outcome.UNDECIDED and "n was tried at size 1 alone" in lowered.tried[0]
    assert verdict_by([lowered]).value == "undecided" and supported(agrees, held, [{n: 1}]) == agrees
    assert verdict_by([lowered, Evidence("integration", "stub", Outcome.AGREES)]).value == "supported"  # which saw larger ones


@pytest.mark.parametrize("route", ["points", "integration"])
def test_a_statement_that_holds_at_size_one_alone_is_not_supported(route, monkeypatch):
    """Any two matrices commute there: with no larger point, nothing is known."""
    drawn = points.draw
    monkeypatch.setattr(points, "draw", lambda domain, *rest, **more: drawn(domain.but(Eq(n, 1)), *rest, **more))
    monkeypatch.setattr("theoremtest.numerics.routes.integration.draw", points.draw)
    monkeypatch.setattr(points, "solved_beside", lambda *_: [])
    motion = Conserved(Trace(A * B - B * A) + (A * B - B * A)[0, 0], along=Flow({A: B, B: -A}), on=Domain(over=[A, B]))
    found = dispatch.run(route, motion, "one")
    assert found.outcome is Outcome.UNDECIDED and "n was tried at size 1 alone" in found.tried[0]
    monkeypatch.undo()
    assert dispatch.run("points", Equal(A * B, B * A, on=Domain(over=[A, B])), "one").outcome is Outcome.REFUTED


def test_larger_points_are_among_the_first():
    drawn = [{n: 1}, {n: 1}, {n: 1}, {n: 2}, {n: 3}]
    assert [point[n] for point in larger_among_the_first(Domain(over=[A]), drawn)] == [2, 1, 1, 3, 1]


def test_the_transposed_product_of_a_known_paper_is_refuted():
    """W = U S V^T: with the product transposed it holds where all sizes are 1, and nowhere else."""
    N1, N3, P = map(dimension, ("N_1", "N_3", "P"))
    data, targets = matrix("X", N1, P), matrix("Y", N3, P)
    left, right, middle = MatrixSymbol("U", N3, N3), MatrixSymbol("V", N1, N1), matrix("S", N3, N1)
    on = Domain(Eq(data * data.T, Identity(N1)), Eq(left.T * left, Identity(N3)), Eq(right.T * right, Identity(N1)),
                Eq(targets * data.T, left * middle * right.T))
    true, slip = Equal(left.T * targets * data.T * right, middle, on=on), Equal(left.T * targets * data.T * right.T, middle, on=on)
    assert points.check(true, "saxe").outcome is Outcome.AGREES and points.check(slip, "saxe").outcome is Outcome.REFUTED
