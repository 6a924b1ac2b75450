"""No proof that the search finds lets the kernel take a false statement: families of falsehoods, with truths beside them.

An identity is claimed only where its sides have values, so that its falsehoods fail at points where everything has one.
"""


import pytest
from sympy import (
    Abs,
    Derivative,
    Determinant,
    Eq,
    Function,
    Identity,
    Max,
    Min,
    Ne,
    Or,
    Rational,
    S,
    Trace,
    ZeroMatrix,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    cos,
    cosh,
    coth,
    erf,
    exp,
    log,
    sign,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from helpers.kernel_proofs import none_taken, taken
from theoremtest.derivations.language import (
    TIME,
    Classifies,
    Conserved,
    Diagonal,
    Domain,
    Dot,
    Equal,
    EveryEntry,
    Evolves,
    Flow,
    Gradient,
    Holds,
    Iff,
    Inverse,
    Kron,
    MatrixFunction,
    PositiveDefinite,
    PositiveSemidefinite,
    Solves,
    Space,
    SquareRoot,
    System,
    Vec,
    ge,
    matrix,
)

from .words import OCTANT, PLANE, POSITIVE, QUADRANT, REAL, SPACE, A, B, I, Q, W, X, a, d, h, k, n, u, v, w, x, y, z

pytestmark = pytest.mark.slow
R = Rational
G, K = matrix("G", d, d), matrix("K", d, d)
L, M = matrix("L", d, h), matrix("M", h, d)
L2, M2 = matrix("L_2", d, h), matrix("M_2", h, d)
H = Space("H")
P, Y = matrix("P", H, H), matrix("Y", H, H)
T, U = matrix("T", H, d), matrix("U", d, H)
MATRICES, SYMMETRIC = Domain(over=[A, B, Q]), Domain(Eq(G, G.T), over=[A])
DEFINITE = Domain(PositiveDefinite(G), over=[A])
SPACES = Domain(over=[P, Y])


def f(formula, argument=G):
    """A function of a symmetric matrix, whose eigenvalue is k."""
    return MatrixFunction(formula, k, argument)


NUMBERS = [
    (POSITIVE, exp(log(x)), x), (REAL, exp(x) * exp(-x) * y + x, y + x), (REAL, cosh(x) ** 2 - sinh(x) ** 2, 1),
    (REAL, sqrt(x**2) * y, Abs(x) * y), (QUADRANT, log(x * y), log(x) + log(y)), (QUADRANT, sqrt(x) * sqrt(y), sqrt(x * y)),
    (REAL, tanh(x) * cosh(x), sinh(x)), (POSITIVE, sinh(log(x)), (x - 1 / x) / 2), (REAL, sin(x) ** 2 + cos(x) ** 2, 1),
    (REAL, exp(asinh(x)), x + sqrt(x**2 + 1)), (POSITIVE, x ** R(3, 2) / sqrt(x), x), (POSITIVE, coth(x) * tanh(x), 1),
    (POSITIVE, Abs(x) + x, 2 * x), (POSITIVE, sign(x) * y, y), (Domain(x > y), Max(x, y) - Min(x, y), x - y),
    (POSITIVE, x**y * x**z, x ** (y + z)), (Domain(x > 1), exp(acosh(x)), x + sqrt(x**2 - 1)),
    (Domain(Abs(x) < 1), exp(2 * atanh(x)), (1 + x) / (1 - x)), (Domain(Eq(x**2, 2), x > 0), x, sqrt(2)),
    (Domain(Eq(x * y, 1)), x**2 * y**2 + x, 1 + x), (OCTANT, (x / y) / (z / y), x / z), (REAL, sin(2 * x), 2 * sin(x) * cos(x)),
    (SPACE, (x + y + z) ** 2 - x**2 - y**2 - z**2, 2 * (x * y + y * z + z * x)), (QUADRANT, log(x**2 / y), 2 * log(x) - log(y)),
    (REAL, Derivative(x**3 + exp(x), x), 3 * x**2 + exp(x)), (POSITIVE, Derivative(log(x), x), 1 / x),
]
"""Identities; each is false when a side is changed by what is not zero."""
CHANGES = {"one more": lambda side: side + 1, "a little less": lambda side: side - R(1, 1000), "twice": lambda side: 2 * side,
           "minus": lambda side: -side, "the square more": lambda side: side + side**2, "a modulus": lambda side: 1 + Abs(side) + side**2}
FORMS = [
    (MATRICES, A * (B + Q), A * B + A * Q), (MATRICES, (A * B).T, B.T * A.T), (MATRICES, A * A.I * B, B),
    (MATRICES, (A * B).I * Q, B.I * A.I * Q), (SYMMETRIC, f(exp(k)) * f(exp(-k)) * A, A), (SYMMETRIC, f(k**2 + k), G * G + G),
    (SYMMETRIC, f(exp(k)) * G, G * f(exp(k))), (SYMMETRIC, f(cosh(k) ** 2) * A, A + f(sinh(k) ** 2) * A),
    (DEFINITE, f(1 / k) * A, G.I * A), (DEFINITE, f(sqrt(k)) * f(sqrt(k)), G),
    (Domain(over=[A, B, u]), Kron(A, B) * Vec(Q), Vec(B * Q * A.T)),
    (MATRICES, Kron(A, B) * Kron(B, Q), Kron(A * B, B * Q)), (Domain(Eq(A.T * A, I(d)), over=[B]), A * A.T * B, B),
    (Domain(over=[v, B]), DiagMatrix(v) * Diagonal(x**2, (x, v)) * B, Diagonal(x**3, (x, v)) * B),
    (Domain(Eq(A * B, B * A)), A * A * B, B * A * A),
    (Domain(Eq(A * A, A)), A * A * A * A, A), (Domain(over=[L, M, A]), L * (M * A), (L * M) * A),
]
MATRIX_CHANGES = {"twice": lambda side: 2 * side, "minus": lambda side: -side, "turned, and twice": lambda side: 2 * side.T,
                  "half of each": lambda side: side / 2 + side.T / 3}


@pytest.mark.drawn(120)
@pytest.mark.parametrize("place", range(len(NUMBERS)))
@pytest.mark.parametrize("change", CHANGES)
def test_an_identity_that_was_changed_is_not_taken(change, place):
    on, left, right = NUMBERS[place]
    assert none_taken(Equal(left, CHANGES[change](S(right)), on=on.but(over=[x, y, z])))


def test_the_identities_themselves_are_taken():
    assert sum(taken(Equal(left, right, on=on.but(over=[x, y, z]))) for on, left, right in NUMBERS) >= len(NUMBERS) - 5


@pytest.mark.parametrize("change", MATRIX_CHANGES)
def test_an_identity_between_matrices_that_was_changed_is_not_taken(change):
    for on, left, right in FORMS:
        on = on.but(over=[A, B, Q, G, L, M])
        assert left.shape != right.T.shape or none_taken(Equal(left, MATRIX_CHANGES[change](right), on=on)), f"{left}, {change}"


def test_the_identities_between_matrices_themselves_are_taken():
    assert sum(taken(Equal(left, right, on=on.but(over=[A, B, Q, G, L, M]))) for on, left, right in FORMS) >= len(FORMS) - 3


ORDER = {
    "matrices do not commute": [(A * B, B * A), (A * B * A, A * A * B), (A.T * B, B.T * A), (A * A.T, A.T * A), ((A * B).T, A.T * B.T),
                                ((A + B) * (A - B), A * A - B * B), (A * B.I, B.I * A), ((A * B).I, A.I * B.I), (Kron(A, B), Kron(B, A)),
                                (f(exp(k)) * A, A * f(exp(k))), (f(k) * A * f(k**2), f(k**2) * A * f(k)), (f(exp(k)), I(d) + G),
                                (Kron(A, B) * Vec(Q), Vec(A * Q * B.T)), (Kron(A, B).T, Kron(B.T, A.T)), (A, A.T), (A * A, A),
                                (DiagMatrix(v) * B, B * DiagMatrix(v)),
                                (DiagMatrix(v) ** 2 * B * DiagMatrix(v), DiagMatrix(v) * B * DiagMatrix(v) ** 2),
                                (Diagonal(x**2, (x, v)), DiagMatrix(v)), (Diagonal(x * y, (x, u), (y, v)), DiagMatrix(u) * DiagMatrix(u)),
                                (f(Trace(MatrixFunction(exp(k * w), w, G))), Trace(f(exp(k**2))) * I(d))],
    "traces and inner products": [(Trace(A * B * Q), Trace(A * Q * B)), (Trace(A * B), Trace(A) * Trace(B)), (Trace(A), Trace(I(d))),
                                  (Dot(u, v), Dot(u, u)), (Dot(u, A * v), Dot(v, A * u)), (Dot(u, v) ** 2, Dot(u, u) * Dot(v, v)),
                                  (Trace(u * v.T), Dot(u, u)), (Trace(Kron(A, B)), Trace(A * B)), (Trace(I(d)), h), (Trace(I(d)), 1),
                                  (Trace(Kron(L, M)) * Trace(Kron(L2, M2)), Trace(Kron(L, M2)) * Trace(Kron(L2, M))),
                                  (Trace(Kron(L, M)), Trace(L * M)), (Trace(L * M), Trace(L2 * M)), (Trace(A.I), 1 / Trace(A)),
                                  (Determinant(A), Trace(A)), (Trace(f(exp(k))), exp(Trace(G))), (Trace(G**2), Trace(G) ** 2)],
}


@pytest.mark.parametrize("family", ORDER)
def test_what_holds_for_numbers_alone_is_not_taken_of_matrices(family):
    on = Domain(Eq(G, G.T), over=[A, B, Q, L, M, L2, M2, u, v, d, h])
    for left, right in ORDER[family]:
        assert none_taken(Equal(left, right, on=on)), f"{left} = {right}"


HOLDS = {
    "no value somewhere": [(REAL, log(x) <= x), (REAL, sqrt(x) >= 0), (REAL, 1 / x**2 > 0), (REAL, ge(tan(x) ** 2, 0)),
    (REAL, asin(x) <= 2),
                           (REAL, acosh(x) >= 0), (REAL, ge(Abs(atanh(x)), 0)), (PLANE, (x / y) ** 2 >= 0), (PLANE, exp(1 / (x - y)) > 0),
                           (REAL, coth(x) ** 2 > 1), (REAL, sqrt(x**2 - 1) >= 0), (PLANE, ge(Abs(log(x * y)), 0)),
                           (PLANE, sqrt(x * y) >= 0),
                           (REAL, x ** R(1, 3) >= 0), (QUADRANT, log(x - y) <= x - y), (PLANE, x**y >= 0), (Domain(x >= 0), 1 / x >= 0),
                           (Domain(x >= 0), log(x) < x), (REAL, Eq(log(x**2), 2 * log(Abs(x)))), (REAL, ge(1 / x**2, -1)),
                           (Domain(Ne(x, 0)), x * Derivative(log(x), x) > 0), (Domain(x > 2), Derivative(atanh(x), x) < 2),
                           (REAL, Derivative(Abs(x), x) <= 1), (Domain(x < 0), Derivative(y + log(x), y) > 0),
                           (Domain(over=[v]), EveryEntry(log(x) <= x, (x, v))), (Domain(over=[v]), EveryEntry(1 / x**2 > 0, (x, v)))],
    "a sign": [(REAL, x > 0), (REAL, x**2 > 0), (PLANE, x * y >= 0), (PLANE, x**2 - y**2 >= 0), (PLANE, x**2 + x * y * 3 + y**2 >= 0),
               (REAL, exp(x) > 1), (REAL, exp(x) > 1 + x), (POSITIVE, log(x) > 0), (POSITIVE, log(x) < x - 1), (REAL, sinh(x) >= 0),
               (REAL, sinh(x) >= x), (REAL, tanh(x) >= 0), (REAL, cosh(x) > 1), (REAL, Abs(x) > 0), (REAL, Abs(x) > x),
               (PLANE, Max(x, y) > x),
               (PLANE, Max(x, y) >= x + y), (PLANE, Abs(x + y) >= Abs(x) + Abs(y)), (QUADRANT, x + y >= 2 * x * y),
               (QUADRANT, sqrt(x) >= x),
               (QUADRANT, x - y > 0), (Domain(x >= 0), x**3 > 0), (Domain(x > -1), x**3 + 1 > 1), (Domain(x >= 1), x**2 > x),
               (REAL, sin(x) > 0),
               (REAL, sign(x) * x > 0), (REAL, erf(x) >= 0), (REAL, atan(x) >= 0), (PLANE, x**4 + y**4 - 3 * x**2 * y**2 >= 0),
               (QUADRANT, x**2 + y**2 > 2 * x * y), (Domain(over=[u, v]), Dot(u, v) >= 0), (Domain(over=[u]), Dot(u, u) > 0),
               (Domain(over=[u, v]), Dot(u, u) >= Dot(v, v)), (Domain(PositiveDefinite(G), over=[u]), Dot(u, G * u) > 0),
               (Domain(over=[d]), d > 1), (Domain(over=[n]), n >= 0), (Domain(over=[n]), n**2 >= n + 1), (Domain(over=[d, h]), d >= h),
               (Domain(PositiveDefinite(G)), Trace(G) > 1), (Domain(over=[A]), Trace(A * A) >= 0), (Domain(over=[A]), Trace(A) >= 0),
               (Domain(over=[v]), EveryEntry(x >= 0, (x, v))), (Domain(EveryEntry(x > 0, (x, v))), EveryEntry(x > 1, (x, v)))],
    "an equation": [(Domain(Eq(x, x * y)), Eq(x, 0)), (Domain(Eq(x * y, 0)), Eq(x, 0)), (Domain(Eq(x**2, y**2)), Eq(x, y)),
    (Domain(Eq(x**2, 1)), Eq(x, 1)),
                    (Domain(Eq(x * y, x * z)), Eq(y, z)), (Domain(Eq(x**3, x)), Eq(x, 0)), (Domain(Eq(x**2 + y**2, 1)), Eq(x, 1)),
                    (Domain(Eq(x, y * x + z * x)), Eq(y + z, 1)), (Domain(Eq(Abs(x), Abs(y))), Eq(x, y)),
                    (Domain(Eq(cosh(x), cosh(y))), Eq(x, y)),
                    (Domain(Eq(sin(x), sin(y))), Eq(x, y)), (Domain(over=[d, h]), Eq(d, h)),
                    (Domain(Eq(A * B, ZeroMatrix(d, d))), Eq(B, ZeroMatrix(d, d))),
                    (Domain(Eq(A * B, A * Q)), Eq(B, Q)), (Domain(Eq(A, A * B)), Eq(B, I(d))), (Domain(Eq(A * A, I(d))), Eq(A, I(d))),
                    (Domain(Eq(A * A, ZeroMatrix(d, d))), Eq(A, ZeroMatrix(d, d))), (Domain(Eq(Trace(A), 0)), Eq(A, ZeroMatrix(d, d))),
                    (Domain(Eq(Dot(u, v), 0)), Eq(u, ZeroMatrix(d, 1))), (Domain(Eq(L.T * L, I(h))), Eq(L * L.T, I(d))),
                    (Domain(Eq(Kron(A, B), Kron(B, A))), Eq(A, B))],
    "a definite matrix": [(Domain(over=[A]), PositiveSemidefinite(A)), (Domain(over=[A]), PositiveDefinite(A.T * A)),
    (Domain(over=[A]), PositiveSemidefinite(A + A.T)),
                          (Domain(PositiveSemidefinite(G)), PositiveDefinite(G)),
                          (Domain(PositiveDefinite(G)), PositiveDefinite(G - I(d))),
                          (Domain(PositiveDefinite(G), PositiveDefinite(K)), PositiveDefinite(G - K)),
                          (Domain(over=[A]), PositiveSemidefinite(-A.T * A)),
                          (Domain(PositiveDefinite(G), PositiveDefinite(K)), PositiveDefinite(G * K)),
                          (Domain(over=[u]), PositiveDefinite(u * u.T)),
                          (Domain(Eq(G, G.T)), PositiveSemidefinite(f(k))), (Domain(Eq(G, G.T)), PositiveDefinite(f(k**2))),
                          (Domain(Eq(G, G.T)), PositiveDefinite(f(exp(k) - 1))),
                          (Domain(over=[v]), PositiveSemidefinite(DiagMatrix(v))),
                          (Domain(PositiveDefinite(G)), PositiveDefinite(f(log(k)))),
                          (Domain(over=[L]), PositiveDefinite(L * L.T)),
                          (Domain(PositiveDefinite(G), over=[L]), PositiveDefinite(L.T * G * L))],
}


@pytest.mark.drawn(72)
@pytest.mark.parametrize("family, place", [(family, place) for family, them in HOLDS.items() for place in range(len(them))])
def test_a_relation_that_fails_somewhere_is_not_taken(family, place):
    on, relation = HOLDS[family][place]
    assert none_taken(Holds(relation, on=on.but(over=[x, y, z, A, B, Q, d, h]))), f"{relation} on {on}"


@pytest.mark.parametrize("relation, on", [
    (log(x) <= x, POSITIVE), (x * Derivative(log(x), x) > 0, POSITIVE), (ge(x**2, 0), REAL), (exp(x) >= 1 + x, REAL), (Abs(x) >= x, REAL),
    (Eq(x, 0), Domain(Eq(x, x * y), y > 1)), (Eq(A * B, I(d)), Domain(Eq(B * A, I(d)))),
    (PositiveSemidefinite(A.T * A), Domain(over=[A]))])
def test_relations_beside_them_are_taken(relation, on):
    assert taken(Holds(relation, on=on))


OTHERS = {
    "function spaces": lambda: [
        Equal(P * Y, I(H), on=Domain(Eq(Y * P, I(H)))), Inverse(P, P.T, on=Domain(Eq(P.T * P, I(H)))),
        Equal(P * P.T * Y, Y, on=Domain(Eq(P.T * P, I(H)), over=[Y])),
        Equal(P * Y, Y * P, on=SPACES), Equal((P * Y).T, P.T * Y.T, on=SPACES),
        Equal(T * T.T, I(H), on=Domain(Eq(T.T * T, I(d)))), Equal(U * U.T, 2 * I(d), on=Domain(over=[U])),
        Equal(Trace(T.T * T), d, on=Domain(over=[T, d])),
        Holds(Eq(P, Y), on=Domain(Eq(P * P, P), Eq(Y * Y, Y), Eq(P * Y, Y))), Holds(PositiveDefinite(T * T.T), on=Domain(over=[T])),
        Holds(PositiveDefinite(P.T * P), on=Domain(over=[P]))],
    "equivalences": lambda: [
        Iff(x > 0, x >= 0, on=REAL), Iff(x**2 > 0, x > 0, on=REAL), Iff(Eq(x**2, 1), Eq(x, 1), on=REAL),
        Iff(x > y, x**2 > y**2, on=PLANE),
        Iff(exp(x) > 1, x >= 0, on=REAL), Iff(log(x) > 0, x > 1, on=REAL), Iff(1 / x > 1, x < 1, on=REAL),
        Iff(Abs(x) > 1, x > 1, on=REAL),
        Iff(sqrt(x) > 1, x > 1, on=REAL), Iff(x * y > 0, x > 0, on=Domain(y > -1, over=[x])), Iff(Eq(x * y, 0), Eq(x, 0), on=PLANE),
        Iff(x > 1, x > 2, on=REAL),
        Iff(Or(x > 0, y > 0), x + y > 0, on=PLANE), Iff(Max(x, y) > 0, x > 0, on=PLANE), Iff(x**3 > x, x > 1, on=REAL),
        Iff(EveryEntry(log(x) > 0, (x, v)), EveryEntry(x > 1, (x, v)), on=Domain(over=[v]))],
    "classes": lambda: [
        Classifies({"a": x > 0, "b": x < 0}, {"a": x > 0, "b": x < 0}, True, on=REAL),
        Classifies({"a": x >= 0, "b": x <= 0}, {"a": x >= 0, "b": x <= 0}, True, on=REAL),
        Classifies({"a": x > 0, "b": x <= 0}, {"a": x > 1, "b": x <= 0}, True, on=REAL),
        Classifies({"a": log(x) > 0, "b": log(x) <= 0}, {"a": x > 1, "b": x <= 1}, True, on=REAL),
        Classifies({"a": x > 1}, {"a": x > 1}, True, on=REAL),
        Classifies({"a": x * y > 0, "b": x * y < 0}, {"a": x * y > 0, "b": x * y < 0}, True, on=PLANE),
        Classifies({"a": x**2 > 1, "b": x**2 <= 1}, {"a": x > 1, "b": x <= 1}, True, on=REAL),
        Classifies({"a": 1 / x > 0, "b": 1 / x < 0}, {"a": x > 0, "b": x < 0}, True, on=REAL),
        Classifies({"a": x > y, "b": y > x}, {"a": x > y, "b": y > x}, True, on=PLANE),
        Classifies({"a": x > 0, "b": x > 1, "c": x <= 0}, {"a": x > 0, "b": x > 1, "c": x <= 0}, True, on=REAL)],
    "paths": lambda: [
        Solves(System({x: rate}, {x: start}), {x: path}, on=on.but(over=[a, TIME])) for rate, start, path, on in (
            (x, 1, exp(2 * TIME), Domain(over=[a])), (x, 2, exp(TIME), Domain(over=[a])),
            (x**2, 1, 1 / (1 - TIME), Domain(TIME >= 0, over=[a])),
            (x**2, a, a / (1 - a * TIME), Domain(TIME >= 0, a > 0)), (S.One, 0, TIME + a, Domain(over=[a])),
            (-x, 1, exp(TIME), Domain(over=[a])),
            (sqrt(x), 0, TIME**2 / 4, Domain(over=[a])), (2 * sqrt(Abs(x)), 0, TIME * Abs(TIME) / 2, Domain(over=[a])),
            (1 / x, 0, sqrt(2 * TIME), Domain(TIME >= 0, over=[a])),
            (a * x, 1, exp(a * TIME) + a, Domain(over=[a])), (1 - x**2, 0, tanh(2 * TIME), Domain(over=[a])),
            (1 + x**2, 0, tan(TIME), Domain(TIME >= 0, over=[a])),
            (S.One, log(a), TIME + log(a), Domain(over=[a])), (-x**2, a, a / (1 + a * TIME), Domain(TIME >= 0, over=[a])),
            (x / a, 1, exp(TIME / a), Domain(over=[a])))],
    "flows": lambda: [
        *(Conserved(quantity, along=Flow(flow), on=Domain(over=[x, y, a])) for quantity, flow in (
            (x, {x: S.One}), (x**2 + y**2, {x: y, y: x}), (x * y, {x: x, y: y}), (x + y, {x: y, y: x}), (x - y, {x: x, y: -y}),
            (x**2 - y**2, {x: y, y: 2 * x}), (exp(x), {x: x**2}),
            (a * x, {x: a}), (x**3 + y, {x: S.One, y: x**2}), (sqrt(1 + x**2), {x: x}), (log(1 + x**2 + y**2), {x: -y, y: 2 * x}))),
        *(Evolves(quantity, rate, along=Flow(flow), on=Domain(over=[x, y, a])) for quantity, rate, flow in (
            (x**2, x, {x: S.One}), (x * y, x + y, {x: S.One, y: x}), (exp(x), exp(x), {x: x}), (sinh(x), sinh(x), {x: S.One}),
            (x**2, 2 * x**2 + 1, {x: x}), (1 / (1 + x**2), -2 * x / (1 + x**2), {x: S.One}))),
        Evolves(A * A, 2 * A * B, along=Flow({A: B}), on=MATRICES), Evolves(A.I, -A.I * A.I * B, along=Flow({A: B}), on=MATRICES),
        Conserved(A.T * A - B * B.T, along=Flow({A: B, B: A}), on=MATRICES),
        Conserved(Trace(A * B), along=Flow({A: A, B: B}), on=MATRICES)],
    "gradients, inverses, roots": lambda: [
        *(Gradient(potential, variable, value, on=Domain(over=[A, B, u, v, W, X])) for potential, variable, value in (
            (Dot(u, u), u, u), (Dot(u, v), u, u), (Dot(u, A * u), u, 2 * A * u), (Trace(A.T * A), A, A), (Trace(A * B), A, B),
            (Trace(W.T * X), W, W), (Dot(u, u) ** 2, u, 4 * u),
            (Dot(u, A * v), A, v * u.T), (Trace(A * A), A, 2 * A), (Dot(v, v), u, 2 * u), (exp(Dot(u, v)), u, v))),
        *(Inverse(one, other, on=MATRICES) for one, other in ((A, A.T), (A, A), (A * B, A.I * B.I), (2 * A, 2 * A.I), (A.T, A.I),
        (A + I(d), A.I + I(d)))),
        *(SquareRoot(root, of, on=Domain(PositiveDefinite(G), over=[A])) for root, of in ((G, G), (A, A * A), (-f(sqrt(k)), G),
        (f(k), f(k) * 2), (f(sqrt(k)), G * G), (A.T * A, A * A.T)))],
    "functions that are known by name": lambda: [
        Equal(g(x), x, on=REAL), Equal(g(x + y), g(x) + g(y), on=PLANE), Equal(Derivative(g(x), x), g(x), on=REAL),
        Equal(g(x) * g(-x), g(x) ** 2, on=REAL), Holds(g(x) >= 0, on=REAL)],
}
g = Function("g", real=True)


@pytest.mark.drawn(6)
@pytest.mark.parametrize("family", OTHERS)
def test_a_false_statement_of_another_kind_is_not_taken(family):
    for statement in OTHERS[family]():
        assert none_taken(statement), str(statement)


def test_there_are_three_hundred_of_them():
    families = [*ORDER.values(), *HOLDS.values(), *(make() for make in OTHERS.values())]
    assert len(NUMBERS) * len(CHANGES) + len(FORMS) * len(MATRIX_CHANGES) + sum(map(len, families)) >= 300


def test_identity_matrices_of_two_sizes_are_two_matrices():
    assert none_taken(Holds(Eq(Trace(Identity(d)), Trace(Identity(h))), on=Domain(over=[d, h])))
