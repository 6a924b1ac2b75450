"""Domains of matrix equations have points at sizes above 1, all sizes at once, whatever form the equations take."""

import pytest
from sympy import Determinant, DiagMatrix, Eq, Ge, Identity, MatrixSymbol, Rational, Trace, ZeroMatrix

from theoremtest.derivations.language import Domain, Dot, PositiveDefinite, Rank, dimension, matrix, real, vector
from theoremtest.derivations.proof.points.balance import balance, shared
from theoremtest.derivations.proof.points.canonical_forms import root
from theoremtest.derivations.proof.points.coordinates import space_of
from theoremtest.derivations.proof.points.frames import frames_of
from theoremtest.derivations.proof.points.grams import grams_of
from theoremtest.derivations.proof.points.random_points import contains, points
from theoremtest.derivations.proof.points.sizes import tried_sizes
from theoremtest.derivations.proof.points.smallest import small_points

d, h, k, m, n, p = map(dimension, "dhkmnp")
A, B, C, D, P, Q = (matrix(name, n, n) for name in "ABCDPQ")
U, V, R = matrix("U", n, k), matrix("V", m, k), matrix("R", k, k)
X, Y, S = matrix("X", d, p), matrix("Y", m, p), matrix("S", m, d)
left, right = matrix("L", m, m), matrix("R'", d, d)
W1, W2, W3 = matrix("W_1", h, d), matrix("W_2", m, h), matrix("W_3", k, m)
G = matrix("G", p, p)
u, v, w = (vector(name, n) for name in "uvw")
level, rho = real("l"), real("rho")


def same(left, right):
    return Eq(left, right, evaluate=False)


def one(size):
    return Identity(size)


DOMAINS = {
    "several frames": (same(X * X.T, one(d)), same(left.T * left, one(m)), same(right.T * right, one(d))),
    "frames and what two of them make": (same(X * X.T, one(d)), same(left.T * left, one(m)), same(right.T * right, one(d)),
                                         same(Y * X.T, left * S * right.T)),
    "a product of frames": (same(P.T * P, one(n)), same(Q.T * Q, one(n)), same((P * Q).T * (P * Q), one(n))),
    "a product that is a frame": (same((A * B).T * (A * B), one(n)),),
    "a frame turned": (same(U.T * U, one(k)), same(R.T * R, one(k)), same(matrix("F", n, k), U * R)),
    "balanced layers": (same(W2.T * W2, W1 * W1.T),),
    "balanced layers, terms moved": (same(W2.T * W2 - W1 * W1.T, ZeroMatrix(h, h)),),
    "a chain of balanced layers": (same(W2.T * W2, W1 * W1.T), same(W3.T * W3, W2 * W2.T)),
    "balanced layers and whitened data": (same(W2.T * W2, W1 * W1.T), same(X * X.T, one(d))),
    "balanced layers, one a frame": (same(W1 * W1.T, one(h)), same(W2.T * W2, W1 * W1.T)),
    "a level on the other side": (same(W2.T * W2 - W1 * W1.T, level * one(h)),),
    "one Gram of two": (same(X.T * X, Y.T * Y),),
    "a given Gram": (same(X.T * X, G), same(Y.T * Y, G)),
    "a diagonal Gram": (same(U.T * U, DiagMatrix(vector("N", k))),),
    "commuting": (same(A * B, B * A), same(A * C, C * A)),
    "commuting and definite": (same(A * B, B * A), PositiveDefinite(A), PositiveDefinite(B)),
    "definite, and greater": (PositiveDefinite(A), PositiveDefinite(B - A)),
    "a contraction": (PositiveDefinite(one(n) - A * A.T),),
    "orthonormal by a definite matrix": (PositiveDefinite(A), same(U.T * A * U, one(k))),
    "unit vectors with an angle": (same(Dot(u, u), 1), same(Dot(v, v), 1), same(Dot(u, v), rho)),
    "an eigenvector": (same(A * v, rho * v), same(A.T, A), same(Dot(v, v), 1)),
    "projections": (same(P * P, P),),
    "orthogonal projections, orthogonal": (same(P * P, P), same(P.T, P), same(Q * Q, Q), same(Q.T, Q), same(P * Q, ZeroMatrix(n, n))),
    "an involution": (same(A * A, one(n)),),
    "nilpotent": (same(A * A, ZeroMatrix(n, n)),),
    "no rational eigenvalue": (same(A * A, A + one(n)),),
    "a rank": (same(Rank(A), 2), Ge(n, 3)),
    "blocks of one frame": (same(A.T * A + B.T * B, one(n)), same(C.T * C + D.T * D, one(n)), same(A.T * C + B.T * D, ZeroMatrix(n, n))),
    "a resolution": (same(U.T * U, one(k)), same(matrix("N", n, m).T * matrix("N", n, m), one(m)),
                     same(U * U.T + matrix("N", n, m) * matrix("N", n, m).T, one(n))),
    "a volume": (same(Determinant(A), 1),),
    "a norm": (same(Trace(A.T * A), 1),),
    "whitened by its samples": (same(X * X.T, p * one(d)),),
    "frames that need room": (same(U.T * U, one(k)), same(matrix("N", n, k).T * matrix("N", n, k), one(k)),
                              same(U.T * matrix("N", n, k), ZeroMatrix(k, k))),
}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("conditions", DOMAINS.values(), ids=DOMAINS)
def test_points_of_larger_sizes_are_found(conditions):
    domain = Domain(*conditions)
    found = points(domain, 8, "sizes")
    assert len(found) == 8 and all(contains(domain, point) is True for point in found)
    large = [point for point in found if all(point[size] > 1 for size in domain.dimensions)]
    assert large and any(entry != 0 for point in large for symbol in domain.matrices for entry in point[symbol])
    (alone,) = points(domain, 1, "sizes")
    assert all(alone[size] > 1 for size in domain.dimensions)


@pytest.mark.parametrize("name", ["projections", "an involution", "a norm", "nilpotent", "several frames"])
def test_larger_points_are_not_all_simple(name):
    """Not only zeros, identities and permutations: there a product is seldom told from what it is turned into."""
    domain = Domain(*DOMAINS[name])
    entries = [[entry for symbol in domain.matrices for entry in point[symbol]] for point in points(domain, 8, "dense")]
    assert any(sum(entry != 0 for entry in one) > len(one) / 2 and any(abs(entry) not in (0, 1) for entry in one)
               for one in entries if len(one) > len(domain.matrices))


def test_sizes_that_a_domain_holds_stay():
    held = Domain(Eq(n, 1), same(U.T * U, one(k)))
    assert {int(point[n]) for point in points(held, 4, "held")} == {1}
    assert {(int(point[n]), int(point[k])) for point in points(Domain(Eq(n, 2 * k), same(U.T * U, one(k))), 8, "twice")} >= {(2, 1), (4, 2)}


def test_sizes_are_tried_further_where_the_first_leave_no_room():
    space = space_of(Domain(Ge(n, 2 * k), over=[U]))
    assert any(sizes[n] > 1 and sizes[k] > 1 for sizes in tried_sizes(space))
    assert {int(sizes[k]) for sizes in tried_sizes(space_of(Domain(Eq(k, 1), over=[U])))} == {1}


# --- how equations are read -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("condition, grams, unit", [
    (same(U.T * U, one(k)), {(U, False): 1}, -1),
    (same(one(k), U.T * U), {(U, False): -1}, 1),
    (same(2 * X * X.T - 3 * one(d), ZeroMatrix(d, d)), {(X, True): 2}, -3),
    (same(W2.T * W2 - W1 * W1.T, level * one(h)), {(W2, False): 1, (W1, True): -1}, -level),
    (same(Dot(u, u) - 2, 0), {(u, False): 1}, -2),
    (same(X * X.T, X * X.T + one(d)), {}, None),
])
def test_an_equation_is_read_in_any_form(condition, grams, unit):
    found = grams_of(condition)
    assert (found is None) if unit is None else (dict(found.grams) == grams and found.unit == unit and not found.others)


def test_what_is_no_gram_is_another_term():
    assert grams_of(same(A * B, one(n))) is None and grams_of(U) is None
    assert dict(grams_of(same(X.T * X, G)).others) == {G: -1}
    (pair, factor), = grams_of(same(u.T * v, ZeroMatrix(1, 1))).pairs
    assert pair == {(u, False), (v, False)} and factor == 1


@pytest.mark.parametrize("condition, level_of", [
    (same(W2.T * W2, W1 * W1.T), 0), (same(W1 * W1.T - W2.T * W2, ZeroMatrix(h, h)), 0),
    (same(W1 * W1.T, W2.T * W2 - level * one(h)), level), (same(X.T * X, Y.T * Y), 0),
])
def test_balances_are_told_in_any_form(condition, level_of):
    found = balance(condition)
    assert found is not None and found.level == level_of


def test_grams_of_one_matrix_are_no_balance_and_a_chain_is_one_set():
    assert balance(same(A * A.T, A.T * A)) is None
    chain = shared([((W2, False), (W1, True)), ((W3, False), (W2, True))], {})
    assert [together.symbols for together in chain] == [{W1, W2, W3}]
    assert shared([((W2, False), (W1, True))], {(W1, True): Rational(1), (W1, False): Rational(1)}) == []  # two Grams that are given


@pytest.mark.parametrize("condition, degree", [
    (same(P * P, P), 2), (same(A**3, A), 3), (same(A * A - 2 * one(n), A), 2), (same(A * B, A), None), (same(A.T * A, A), None),
    (same(A, B), None), (same(2 * A, one(n)), None),
])
def test_polynomial_equations_of_one_matrix_are_told(condition, degree):
    found = root(condition)
    assert (found is None) is (degree is None) and (found is None or found.polynomial.degree() == degree)


def test_a_root_without_eigenvalues_takes_even_sizes_alone():
    stated = root(same(A * A, -one(n)))
    assert [stated.fits(size, False) for size in (1, 2, 3, 4)] == [False, True, False, True] and not stated.fits(2, True)
    assert {int(point[n]) % 2 for point in points(Domain(same(A * A, -one(n))), 8, "even")} == {0}


def test_what_two_equations_hold_is_built_once():
    frames = frames_of(Domain(same(U.T * U, one(k)), same(U * U.T, 2 * one(n))))
    assert len(frames.groups) == 1 and len(frames.rest.conditions) == 1
    assert frames_of(Domain(same(A * B, B * A))) is None


def test_simple_points_of_built_domains_are_inside():
    for name in ("several frames", "a chain of balanced layers", "blocks of one frame", "projections"):
        domain = Domain(*DOMAINS[name])
        listed = list(small_points(domain, 4))
        assert listed and all(contains(domain, point) is True for point in listed)
    assert MatrixSymbol("F_{1}", n, n) not in points(Domain(*DOMAINS["a product that is a frame"]), 1, "hidden")[0]
