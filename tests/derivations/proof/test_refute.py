"""A wrong formula is refuted at exactly its smallest counterexample; a true one never is."""

from itertools import product

import pytest
from sympy import (
    Abs,
    And,
    Derivative,
    Eq,
    Function,
    Identity,
    Max,
    Min,
    Ne,
    Or,
    Piecewise,
    Rational,
    Trace,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    cos,
    cosh,
    coth,
    exp,
    log,
    pi,
    sign,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)

from theoremtest.derivations.language import Domain, DomainError, Dot, Norm, dimension, matrix, reals, vector
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.points.smallest import of_size, size
from theoremtest.derivations.proof.refute import refute_equal, refute_iff, refute_relation, search_equal, search_iff, search_relation

x, y, z = reals("x", "y", "z")
a, b = reals("a", "b")
s, mu, delta, kappa = reals("s", r"\mu", r"\delta", r"\kappa")
d = dimension("d")
u, v = vector("u", d), vector("v", d)
A, B = matrix("A", d, d), matrix("B", d, d)
R = Rational

REAL, PLANE = Domain(over=[x]), Domain(over=[x, y])
POSITIVE, QUADRANT = Domain(x > 0), Domain(x > 0, y > 0)
VECTORS, SQUARES = Domain(over=[u, v]), Domain(over=[A, B])

WRONG = [
    (sqrt(x**2), x, REAL, "x = -1: 1 against -1"),
    ((a + b) ** 2, a**2 + b**2, Domain(over=[a, b]), "a = 1, b = 1: 4 against 2"),
    (tanh(x), x, REAL, "x = 1: 0.761594155956 ± 1e-12 against 1"),
    (log(x * y), log(x) * log(y), QUADRANT, "x = 1, y = 2: 0.693147180560 ± 1e-12 against 0"),
    (1 / (1 + x), 1 - x, POSITIVE, "x = 1: 1/2 against 0"),
    (x**3, x, REAL, "x = 2: 8 against 2"),
    (x**5 - 5 * x**3 + 4 * x, 0, REAL, "x = 1/2: 45/32 against 0"),
    ((2 * x - 1) * (x - 1) * x, 0, Domain(x >= 0), "x = 2: 6 against 0"),
    (Abs(x + y), Abs(x) + Abs(y), PLANE, "x = 1, y = -1: 0 against 2"),
    (sqrt(x + y), sqrt(x) + sqrt(y), Domain(x >= 0, y >= 0), "x = 1, y = 1: 1.41421356237 ± 1e-11 against 2"),
    (exp(x + y), exp(x) + exp(y), PLANE, "x = 0, y = 0: 1 against 2"),
    (sinh(2 * x), 2 * sinh(x), REAL, "x = 1: 3.62686040785 ± 1e-11 against 2.35040238729 ± 1e-11"),
    (Max(x, y), x, PLANE, "x = 0, y = 1: 1 against 0"),
    (sqrt(delta**2 + 4 * mu**2), delta + 2 * mu, Domain(delta >= 0, mu >= 0),
     r"\delta = 1, \mu = 1: 2.23606797750 ± 1e-11 against 3"),
    (atan(x) + atan(1 / x), pi / 2, Domain(Ne(x, 0)), "x = -1: -1.57079632679 ± 1e-11 against 1.57079632679 ± 1e-11"),
    (acosh(cosh(x)), x, REAL, "x = -1: 1.00000000000 ± 1e-11 against -1"),
    (sqrt((x - y) ** 2), x - y, QUADRANT, "x = 1, y = 2: 1 against -1"),
    (x * y, x, Domain(s > 0, Eq(x**2 + y**2, s**2)), r"s = 1, x = 1, y = 0: 0 against 1"),
    (tanh(50 * s), 1, Domain(s > 3),
     "s = 4: 1.00000000000 ± 1e-11 against 1 (left minus right is -3.83033919343e-174 ± 1e-185)"),
    (Dot(u, v) ** 2, Dot(u, u) * Dot(v, v), VECTORS, "d = 2, u = [0; 1], v = [1; 0]: 0 against 1"),
    (Norm(u + v), Norm(u) + Norm(v), VECTORS, "d = 1, u = [1], v = [-1]: 0 against 2"),
    (A * B, B * A, SQUARES, "d = 2, A = [0, 0; 0, 1], B = [0, 0; 1, 0]: 1 against 0 (entry (2, 1))"),
    (A.T, A, SQUARES, "d = 2, A = [0, 0; 1, 0], B = [0, 0; 0, 0]: 1 against 0 (entry (1, 2))"),
    (Trace(A * A), Trace(A) ** 2, SQUARES, "d = 2, A = [0, 1; 1, 0], B = [0, 0; 0, 0]: 2 against 0"),
    (kappa, delta, Domain(delta > 0, over=[mu], where={kappa: sqrt(delta**2 + 4 * mu**2)}),
     r"\mu = 1, \delta = 1: 2.23606797750 ± 1e-11 against 1"),
]


@pytest.mark.parametrize("left, right, domain, expected", WRONG, ids=lambda item: str(item) if not isinstance(item, str) else "")
def test_smallest_counterexample_of_a_wrong_formula(left, right, domain, expected):
    assert str(refute_equal(left, right, domain)) == expected


TRUE = [
    (atan(x) + atan(1 / x), pi / 2, POSITIVE),
    (acosh(cosh(x)), x, POSITIVE),
    (asinh(x), log(x + sqrt(x**2 + 1)), REAL),
    (atanh(tanh(x)), x, Domain(x > -1, x < 1)),
    (asin(sin(x)), x, Domain(x > R(-3, 2), x < R(3, 2))),
    (sqrt(x**2), Abs(x), REAL),
    (sqrt(x * y), sqrt(x) * sqrt(y), QUADRANT),
    (sqrt(5 + 2 * sqrt(6)), sqrt(2) + sqrt(3), Domain()),
    (sqrt((sqrt(delta**2 + 4 * mu**2) + delta) / 2) * sqrt((sqrt(delta**2 + 4 * mu**2) - delta) / 2), Abs(mu),
     Domain(over=[delta, mu])),
    (cosh(x) ** 2 - sinh(x) ** 2, 1, REAL),
    (exp(50 * x) * exp(-50 * x), 1, REAL),
    (coth(100 * x) * tanh(100 * x), 1, POSITIVE),
    (log(exp(100 * x) + 1), 100 * x + log(1 + exp(-100 * x)), REAL),
    (tanh(200 * x), 1 - 2 / (exp(400 * x) + 1), REAL),
    (tan(x / 2), sin(x) / (1 + cos(x)), Domain(x > -3, x < 3)),
    (sign(x) * Abs(x), x, REAL),
    (Max(x, y) + Min(x, y), x + y, PLANE),
    (Norm(u) ** 2 * Norm(v) ** 2 - Dot(u, v) ** 2, Dot(Norm(v) ** 2 * u - Dot(u, v) * v, u), VECTORS),
    ((A * B).T, B.T * A.T, SQUARES),
    ((Identity(d) + u * u.T).inv(), Identity(d) - u * u.T / (1 + Dot(u, u)), VECTORS),
]


@pytest.mark.parametrize("left, right, domain", TRUE, ids=str)
def test_a_true_identity_is_never_refuted(left, right, domain):
    search = search_equal(left, right, domain)
    assert search.counterexample is None
    assert search.tried >= (1 if not domain.symbols else 60)
    assert not search.cut and not search.obstacle


def test_the_counterexample_is_the_smallest_of_all():
    """Against a plain search: no point of lower total size refutes x^2 y = x y^2 + (x - y) on x > y + 1."""
    left, right = x**2 * y, x * y**2 + (x - y)
    found = search_equal(left, right, Domain(x > y + 1)).point
    values = [value for total in range(6) for value in of_size(total)]
    total = size(found[x]) + size(found[y])
    for p, q in product(values, values):
        if size(p) + size(q) < total and p > q + 1:
            assert p**2 * q == p * q**2 + (p - q)
    assert found[x] ** 2 * found[y] != found[x] * found[y] ** 2 + (found[x] - found[y])


def test_a_counterexample_beyond_the_first_list_is_still_the_smallest():
    """Six scalars: the first sixty points have mostly zeros; the smallest refuting one has four ones."""
    a1, a2, a3, a4, a5, a6 = names = reals(*(f"a_{k}" for k in range(1, 7)))
    search = search_equal(a1 * a2 * a5 * a6, 0, Domain(over=list(names)))
    assert str(search.counterexample) == "a_1 = 1, a_2 = 1, a_3 = 0, a_4 = 0, a_5 = 1, a_6 = 1: 1 against 0"
    assert not search.shrunk


def test_a_remote_counterexample_is_shrunk_to_a_local_minimum():
    names = reals(*(f"a_{k}" for k in range(1, 7)))
    gap = Max(sum(names) - 15, 0)
    search = search_equal(gap, 0, Domain(*(name > 0 for name in names)))
    assert search.shrunk
    values = list(search.point.values())
    assert sum(values) > 15 and all(value.q == 1 for value in values)
    for value in values:  # no coordinate can be one less
        assert sum(values) - 1 <= 15 or value == 1


def test_two_sides_at_one_point_are_told_to_the_last_sure_digit():
    found = refute_equal(exp(x), 1 + x + x**2 / 2 + x**3 / 6, POSITIVE)
    assert str(found) == "x = 1: 2.71828182846 ± 1e-11 against 8/3"


# --- relations -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("relation, domain, expected", [
    (x + 1 / x > 2, POSITIVE, "x = 1: 2 against 2"),
    (log(x) < x - 1, POSITIVE, "x = 1: 0 against 0"),
    (Ne(x, y), PLANE, "x = 0, y = 0: 0 against 0"),
    (x**2 >= x, POSITIVE, "x = 1/2: 1/4 against 1/2"),
    (sinh(x) <= R(11, 10) * x, POSITIVE, "x = 1: 1.17520119364 ± 1e-11 against 11/10"),
    (And(x > 0, x < 5), POSITIVE, "x = 5: 5 against 5"),
    (Or(x > 1, x < R(1, 2)), POSITIVE, "x = 1: 1 against 1 (no alternative holds)"),
    (Dot(u, v) < Norm(u) * Norm(v), VECTORS, "d = 1, u = [0], v = [0]: 0 against 0"),
    (Ne(A * B, B * A), SQUARES, "d = 1, A = [0], B = [0]: false against true"),
], ids=str)
def test_smallest_counterexample_of_a_wrong_relation(relation, domain, expected):
    assert str(refute_relation(relation, domain)) == expected


@pytest.mark.parametrize("relation, domain", [
    (x + 1 / x >= 2, POSITIVE), (tanh(x) < x, POSITIVE), (Or(x > 0, x <= 0), REAL), (Abs(x + y) <= Abs(x) + Abs(y), PLANE),
    (Dot(u, v) ** 2 <= Dot(u, u) * Dot(v, v), VECTORS), (Ne(x**2, 2), REAL), (tanh(40 * x) < 1, REAL),
], ids=str)
def test_a_true_relation_is_never_refuted(relation, domain):
    search = search_relation(relation, domain)
    assert search.counterexample is None and search.tried >= 60


@pytest.mark.slow
def test_an_irrational_tie_is_counted_as_open():
    search = search_relation(sqrt(x) * sqrt(y) >= sqrt(x * y), QUADRANT)
    assert search.counterexample is None and search.unsettled > 0


@pytest.mark.parametrize("left, right, expected", [
    (x > 0, x**2 > 0, "x = -1: false against true"),
    (x * y > 0, x > 0, "x = 1, y = 0: false against true"),
    (Eq(x, y), Eq(x**2, y**2), "x = 1, y = -1: false against true"),
])
def test_smallest_point_where_two_relations_part(left, right, expected):
    assert str(refute_iff(left, right, PLANE)) == expected


@pytest.mark.slow
def test_equivalent_relations_are_never_parted():
    search = search_iff(x > y, x**3 > y**3, PLANE)
    assert search.counterexample is None and search.tried >= 80


# --- what else a search tells --------------------------------------------------------------------------------------


def test_points_without_a_value_refute_nothing_and_are_offered():
    search = search_equal(x / x**2, 1 / x, REAL)
    assert search.counterexample is None
    assert search.undefined == 1 and search.undefined_at == (("x = 0", "division by zero: 1/x"),)


def test_an_expression_without_a_rule_is_an_obstacle():
    search = search_equal(Derivative(Function("g", real=True)(x), x), x, REAL)
    assert search.counterexample is None and search.tried == 0
    assert "no rule for Derivative" in search.obstacle and "no rule for Derivative" in str(search)


def test_further_points_are_tried_only_inside_the_domain():
    hidden = Piecewise((1, Eq(x, R(355, 113))), (0, True))
    assert refute_equal(hidden, 0, POSITIVE) is None
    assert str(refute_equal(hidden, 0, POSITIVE, extra=[{x: R(355, 113)}])) == "x = 355/113: 1 against 0"
    assert refute_equal(hidden, 0, Domain(x < 3), extra=[{x: R(355, 113)}]) is None


def test_a_spent_deadline_cuts_the_search():
    search = search_equal(tanh(x), x, REAL, Deadline(-1))
    assert search.counterexample is None and search.cut and search.tried == 0


def test_a_domain_without_points_is_an_error_not_a_pass():
    with pytest.raises(DomainError, match="no point found"):
        refute_equal(x, x + 1, Domain(x * y > 1, x > 0, y < x - x**2 - 1))


def test_the_same_search_gives_the_same_answer():
    assert search_equal(tanh(a * b), a * b, Domain(over=[a, b])) == search_equal(tanh(a * b), a * b, Domain(over=[a, b]))
