"""Points of a domain lie in it, are the same everywhere for the same seed, and are listed from the smallest."""

from itertools import islice, product

import pytest
from sympy import Abs, DiagMatrix, Eq, Ge, Gt, Identity, ImmutableMatrix, Integer, Le, Ne, Or, Rational, Symbol, ZeroMatrix, sqrt

from theoremtest.derivations.language import Domain, DomainError, Dot, dimension, matrix, reals, vector
from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.proof.points.affine import met
from theoremtest.derivations.proof.points.coordinates import space_of
from theoremtest.derivations.proof.points.random_points import contains, points, small_points
from theoremtest.derivations.proof.points.smallest import of_size, size, total_size

x, y, z = reals("x", "y", "z")
s, omega, W, delta, kappa = reals("s", r"\omega", "W", r"\delta", r"\kappa")
k = Symbol("k", integer=True)
d, n = dimension("d"), dimension("n")
v, w, y_vector, X = vector("v", d), vector("w", d), vector("y", n), matrix("X", n, d)
R = Rational

DOMAINS = [
    Domain(over=[x, y, z]),
    Domain(x > 0, y < -1, Ne(z, 0)),
    Domain(x >= R(1, 3), x < R(1, 2)),
    Domain(x > 100, x < R(1001, 10)),
    Domain(Ge(k, 2), k < 6),
    Domain(s > 0, W > 0, Le(omega**2, W * s**2)),
    Domain(s > 0, W > 0, Le(Abs(omega), s * sqrt(W))),
    Domain(x > 1, y > x, z > y),
    Domain(x > 0, y > x**2, y < 2 * x),
    Domain(Eq(x + 2 * y, 3), over=[z]),
    Domain(s > 0, Eq(omega**2, W * s**2)),
    Domain(Eq(x**2 + y**2, 1)),
    Domain(Or(x > 3, x < -3)),
    Domain(kappa > 3, where={kappa: sqrt(delta**2 + 4 * s**2)}),
    Domain(over=[x, v, X]),
    Domain(Ge(d, 2), Dot(v, v) > 0, Dot(v, w) < 0),
    Domain(Eq(Dot(v, w), 0), Ne(Dot(v, v), 0)),
    Domain(Eq(Dot(v, v), 1)),
    Domain(Eq(Dot(v, v), 4 * kappa**2), kappa < 0),
    Domain(Ge(n, d), over=[X]),
    Domain(Eq(X * v, ZeroMatrix(n, 1)), over=[w]),
    Domain(Eq(X * v, y_vector)),
]


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_random_points_lie_inside(domain):
    found = points(domain, 12, "inside")
    assert len(found) == 12
    assert all(contains(domain, point) is True for point in found)


def test_entries_of_a_definite_diagonal_matrix_are_drawn_with_their_sign():
    """With any sign, half of the draws would fail at size 1, seven of eight at size 3: larger sizes would hardly ever come up."""
    for condition, least in ((PositiveDefinite(DiagMatrix(v)), 0), (PositiveSemidefinite(DiagMatrix(v)), 0)):
        domain = Domain(condition, over=[v, w])
        assert space_of(domain).entries[v].lower == least
        found = points(domain, 12, "inside")
        assert {int(point[d]) for point in found} == {1, 2, 3}
        assert all(contains(domain, point) is True for point in found)
        assert any(entry < 0 for point in found for entry in point[w])


@pytest.mark.parametrize("seed", range(6))
def test_frames_come_in_more_than_one_size(seed):
    """Three frames of n columns fit seldom where n is large; the last points make room for one that does."""
    first, second, third = matrix("U", dimension("p"), n), matrix("V", dimension("q"), n), matrix("Q", d, n)
    domain = Domain(*(Eq(frame.T * frame, Identity(n)) for frame in (first, second, third)), PositiveDefinite(DiagMatrix(y_vector)))
    found = points(domain, 8, seed)
    assert len(found) == 8 and all(contains(domain, point) is True for point in found)
    assert len({point[n] for point in found}) > 1


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
def test_small_points_lie_inside_in_order_without_repeats(domain):
    listed = list(small_points(domain, 40))
    assert listed and all(contains(domain, point) is True for point in listed)
    keys = [total_size(domain, point) for point in listed]
    assert keys == sorted(keys) and len(set(keys)) == len(keys)


def test_the_same_seed_gives_the_same_points_on_every_machine():
    domain = Domain(s > 0, Le(omega**2, W * s**2), over=[v])
    assert [_line(point) for point in points(domain, 2, "pinned")] == PINNED
    assert points(domain, 2, "pinned") == points(domain, 5, "pinned")[:2]
    assert points(domain, 2, "pinned") != points(domain, 2, "another")


PINNED = [
    'W=37/6 \\omega=-8/5 d=1 s=31/9 v=[15/7]',
    'W=71/4 \\omega=-9/55 d=3 s=88/49 v=[41/13, -1/5, -14/5]',
]


def _line(point) -> str:
    named = sorted((str(symbol), value) for symbol, value in point.items())
    return " ".join(f"{name}={list(value) if hasattr(value, 'shape') else value}" for name, value in named)


def test_random_points_cover_scales_signs_and_denominators():
    values = [point[x] for point in points(Domain(over=[x]), 200, "spread")]
    assert any(abs(value) < R(1, 4) for value in values) and any(abs(value) > 5 for value in values)
    assert 50 < sum(1 for value in values if value > 0) < 150
    assert max(abs(value) for value in values) <= 10 and 0 not in values
    assert sum(1 for value in values if value.q & (value.q - 1)) > 150  # not dyadic: no float holds them exactly


def test_random_points_avoid_ties():
    assert all(len({abs(value) for value in point.values()}) == 3 for point in points(Domain(over=[x, y, z]), 50, "ties"))


def test_an_equality_of_matrices_is_met_by_dense_points():
    """Not only by zero matrices: the linear system is solved, with a kernel where there is one."""
    found = points(Domain(Eq(X * v, ZeroMatrix(n, 1))), 30, "kernel")
    assert any(0 not in point[v] and 0 not in point[X] for point in found)


def test_a_linear_system_is_solved_with_free_coordinates_kept():
    """x + 2 y - 3 z = 4 and its like: the first coordinate follows from the others as drawn."""
    space = space_of(Domain(Eq(x + 2 * y - 3 * z, 4)))
    (gap,) = space.gaps.values()
    assert met(space, gap, {}, [R(7), R(1, 2), R(5)], [0, 1, 2]) == [R(18), R(1, 2), R(5)]
    assert met(space, gap, {}, [R(7), R(1, 2), R(5)], [2]) == [R(7), R(1, 2), R(4, 3)]


def test_a_quadratic_equality_is_met_at_many_rationals():
    found = points(Domain(Eq(x**2 + y**2, 1)), 12, "circle")
    assert len({point[x] for point in found}) > 6 and any(point[x].q > 5 for point in found)


def test_sizes_of_matrices_start_at_the_least_allowed():
    sizes = {int(point[d]) for point in points(Domain(Ge(d, 2), over=[v]), 40, "sizes")}
    assert sizes == {2, 3, 4}
    for point in points(Domain(over=[X]), 10, "shapes"):
        assert point[X].shape == (point[n], point[d])


def test_rationals_from_the_simplest():
    listed = [value for total in range(4) for value in of_size(total)]
    assert list(map(str, listed)) == ["0", "1", "-1", "2", "-2", "1/2", "-1/2", "3", "-3", "1/3", "-1/3"]
    assert all(size(value) == total for total in range(30) for value in of_size(total))


def test_small_points_of_two_scalars():
    listed = [f"{point[x]} {point[y]}" for point in small_points(Domain(over=[x, y]), 13)]
    assert listed == ["0 0", "0 1", "0 -1", "1 0", "-1 0", "0 2", "0 -2", "0 1/2", "0 -1/2", "1 1", "1 -1", "-1 1", "-1 -1"]


def test_small_points_are_all_points_up_to_a_size():
    """Against a plain product of rationals, for a condition that no listing knows of."""
    condition = x * y > x + y
    domain = Domain(condition)
    values = [value for total in range(7) for value in of_size(total)]
    expected = {(a, b) for a, b in product(values, values) if size(a) + size(b) <= 6 and condition.subs({x: a, y: b})}
    listed = list(islice(small_points(domain, 10_000), len(expected)))
    assert {(point[x], point[y]) for point in listed} == expected


def test_an_equality_fixes_a_scalar_in_small_points():
    first = next(small_points(Domain(Eq(W, s**2 + 1), s > 2), 1))
    assert first == {s: Integer(3), W: Integer(10)}


def test_small_points_of_narrow_and_distant_intervals():
    assert next(small_points(Domain(x > 1000, x < R(100001, 100)), 1))[x] == R(101001, 101)
    assert next(small_points(Domain(x > R(1, 2), x < R(2, 3)), 1))[x] == R(3, 5)
    assert next(small_points(Domain(x > R(-10, 7), x < R(-7, 5)), 1))[x] == R(-17, 12)


def test_listing_a_finite_domain_ends():
    assert [int(point[k]) for point in small_points(Domain(Ge(k, 1), Le(k, 5)), 100)] == [1, 2, 3, 4, 5]
    assert list(small_points(Domain(), 5)) == [{}]


@pytest.mark.parametrize("point, inside", [
    ({s: 1, W: 4, omega: 2}, True), ({s: 1, W: 4, omega: R(-21, 10)}, False), ({s: 0, W: 4, omega: 0}, False),
])
def test_contains_decides_joint_conditions(point, inside):
    domain = Domain(s > 0, Le(omega**2, W * s**2))
    assert contains(domain, {symbol: R(value) for symbol, value in point.items()}) is inside


def test_contains_is_open_where_balls_cannot_tell():
    domain = Domain(x > 0, y > 0, Ge(sqrt(x) * sqrt(y), sqrt(x * y)))
    assert contains(domain, {x: R(2), y: R(3)}) is None


def test_a_condition_without_a_value_does_not_hold():
    assert contains(Domain(sqrt(x) < 5), {x: R(-1)}) is False


def test_contains_checks_shapes_and_assumptions():
    domain = Domain(over=[v, k])
    column = ImmutableMatrix([1, 2])
    assert contains(domain, {d: Integer(2), v: column, k: Integer(-1)}) is True
    assert contains(domain, {d: Integer(3), v: column, k: Integer(-1)}) is False
    assert contains(domain, {d: Integer(2), v: column, k: R(1, 2)}) is False
    assert contains(Domain(over=[Symbol("p", positive=True)]), {Symbol("p", positive=True): R(-1)}) is False


def test_a_point_without_a_value_for_a_symbol_is_an_error():
    with pytest.raises(DomainError, match="no value to y"):
        contains(Domain(over=[x, y]), {x: R(1)})


@pytest.mark.parametrize("domain, condition", [
    (Domain(x > 0, Gt(x * y, 1), x + y < 0), r"x\*y > 1, x \+ y < 0"),
    (Domain(Eq(x**2, 2)), r"x\*\*2, 2"),
    (Domain(Dot(v, w) ** 2 > Dot(v, v) * Dot(w, w)), r"Dot\(v, w\)\*\*2 >"),
], ids=["signs", "irrational", "beyond-cauchy-schwarz"])
def test_a_domain_without_points_says_what_was_tried(domain, condition):
    with pytest.raises(DomainError, match=condition + r".* held at none of \d+ random points"):
        points(domain, 1, "none")
    assert list(small_points(domain, 1, candidates=500)) == []


def test_unit_vectors_at_right_angles_are_drawn_together():
    found = points(Domain(Eq(Dot(v, v), 1), Eq(Dot(w, w), 1), Eq(Dot(v, w), 0)), 8, "pair")
    assert {drawn[d] for drawn in found} == {2, 3} and any(0 not in drawn[v] for drawn in found)


def test_points_are_drawn_once_and_given_out_as_copies():
    domain = Domain(x > 0, over=[y])
    first = points(domain, 3, "kept")
    before = first[0][x]
    first[0][x] = None
    assert points(domain, 3, "kept")[0][x] == before


def test_an_equal_domain_with_its_symbols_in_another_order_draws_its_own_points():
    """Whichever of the two is asked first: what a process drew before must not show."""
    U, V = matrix("U", d, n), matrix("V", d, dimension("m"))
    one, other = Domain(over=[V, U]), Domain(over=[U, V])
    assert one == other and space_of(one).dimensions != space_of(other).dimensions
    assert space_of(one) is space_of(one) and space_of(other).symbols == (U, V)
