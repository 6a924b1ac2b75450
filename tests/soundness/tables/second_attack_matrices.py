"""Matrices and vectors once more: constants that an equation ties to a state, sizes that a domain fixes, parts that are no formulas."""

from fractions import Fraction

import numpy as np
from sympy import Eq, FiniteSet, Identity, ImmutableMatrix, Lambda, MatPow, Matrix, Order, S, Symbol, Trace, Wild, ZeroMatrix, oo

from theoremtest.derivations.language import (
    All,
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Expectation,
    Flow,
    Gradient,
    GradientFlow,
    Hessian,
    Kron,
    Limit,
    Minimises,
    NotHessian,
    RankBound,
    Solves,
    SquareRoot,
    System,
    Vec,
    every,
    matrix,
    vector,
)

from ..case import F, M, T
from ..words import PLANE, POSITIVE, REAL, A, B, X, a, c, d, h, k, t, u, u1, v, w, x, y

P, K = matrix("P", d, d), matrix("K", d, d)
W1, W2, TARGET = matrix("W_1", h, d), matrix("W_2", c, h), matrix("M", c, d)
LOSS = Trace((W2 * W1 - TARGET).T * (W2 * W1 - TARGET)) / 2
ROTATION = Flow({x: y, y: -x})
VEC = Domain(over=[u, v])


def kept(quantity, rates, *conditions, over=()):
    """The quantity is conserved along the flow."""
    return Conserved(quantity, along=rates if isinstance(rates, GradientFlow) else Flow(rates), on=Domain(*conditions, over=over))


def gradient(potential, variable=u):
    """A gradient whose parts may be anything."""
    return Gradient(potential, variable, 2 * u, on=VEC)


CASES = [
    F(lambda: kept(A, {v: v}, Eq(A, v * v.T)), "v v^T grows"),
    F(lambda: kept(Trace(A), {v: v}, Eq(A, v * v.T)), "|v|^2 grows"),
    F(lambda: kept(Trace(A), {v: v}, Eq(A * B, Identity(d)), Eq(B, v * v.T)), "A is the inverse of what grows, d = 1"),
    F(lambda: kept(k, {x: x}, Eq(k, x**2)), "x^2 grows"),
    F(lambda: kept(W1 * W1.T - a * W2.T * W2, GradientFlow(LOSS, {W1: a, W2: S.One}), Eq(a, Trace(W1 * W1.T)), over=(W1, W2, TARGET)),
      "the learning rate is the size of W_1, which moves"),
    T(lambda: kept(W1 * W1.T - a * W2.T * W2, GradientFlow(LOSS, {W1: a, W2: S.One}), over=(W1, W2, TARGET, a)), "a is a constant"),
    T(lambda: kept(K, {P: K * P - P * K}, Eq(K, P - P.T)), "K P - P K less its transpose is K K - K K = 0 there"),
    T(lambda: kept(k, {x: y, y: -x}, Eq(k, x**2 + y**2)), "the radius is kept"),
    F(lambda: NotHessian(u * u.T, u, on=Domain(Eq(d, 1), over=[u])), "in one dimension every field is a second derivative"),
    F(lambda: NotHessian(Dot(u1, u1) * Identity(1), u1, on=Domain(over=[u1])), "in one dimension: u^4/12"),
    F(lambda: NotHessian(Dot(u, u) * Identity(d), u, on=Domain(d < 2, over=[u])), "in one dimension"),
    T(lambda: NotHessian(u * u.T, u, on=Domain(d > 1, over=[u])), "mixed partials differ"),
    T(lambda: Gradient(2 * Dot(u, u) + 3, u, 4 * u, on=VEC), "twice 2u"),
    T(lambda: Gradient(5, u, ZeroMatrix(d, 1), on=VEC), "a constant, Python's own"),
    T(lambda: Evolves(x**2, 0, along=Flow({x: 0}), on=REAL), "nothing moves, told by Python's own zero"),
    T(lambda: Conserved(Fraction(1, 2), along=ROTATION, on=PLANE), "a constant"),
    T(lambda: Conserved(np.int64(3), along=ROTATION, on=PLANE), "a constant"),
    T(lambda: Equal(A, A, on=Domain(over=[A, B])), "the same"),
    T(lambda: Equal(Trace(K), d, on=Domain(Eq(X * K, X), Eq(X.T * X, Identity(d)))), "K = X^T X K = I"),
    F(lambda: Equal(X * X.T, Identity(h), on=Domain(Eq(X.T * X, Identity(d)), h > d)), "its rank is d"),
    M(lambda: gradient(True), "a truth value"),
    M(lambda: gradient(x > 0), "a relation"),
    M(lambda: gradient({x}), "a set"),
    M(lambda: gradient(FiniteSet(1)), "a set"),
    M(lambda: gradient(Lambda(x, x)), "a function without its argument"),
    M(lambda: gradient(Order(x)), "an order of magnitude"),
    M(lambda: gradient("x"), "a text"),
    M(lambda: gradient(np.eye(2)), "an array"),
    M(lambda: gradient(Dot(u, u), {}), "a dict for a vector"),
    M(lambda: gradient(Dot(u, u), Matrix([1, 2])), "an explicit vector"),
    M(lambda: Hessian({1}, u, Identity(d), on=VEC), "a set"),
    M(lambda: Minimises(Dot(u, u) / 2, v, u, v, Identity(d), x > 0, on=Domain(over=[u, v, x])), "a relation for a warp"),
    M(lambda: Limit(1 / x, [], oo, S.Zero, on=POSITIVE), "a list for a variable"),
    M(lambda: Limit(1 / x, x, ImmutableMatrix([1, 2]), S.Zero, on=POSITIVE), "a point that is a vector"),
    M(lambda: Limit(1 / x, x, np.eye(2), S.Zero, on=POSITIVE), "a point that is an array"),
    M(lambda: RankBound(X, X, on=Domain(over=[X])), "a bound that is a matrix"),
    M(lambda: RankBound(X, h, neurons=X, on=Domain(over=[X])), "neurons that are no column"),
    M(lambda: RankBound(X, h, neurons="e", on=Domain(over=[X])), "neurons that are a text"),
    M(lambda: SquareRoot(A.T * A, A.T * A * A.T * A, through=3, on=Domain(over=[A])), "a range of no matrix"),
    M(lambda: Expectation(w**2, x > 0, S.One, on=Domain(over=[w, x])), "draws that are a relation"),
    M(lambda: Solves(System({x: -x}, {x: a}), x, on=Domain(t >= 0, over=[a])), "a solution that is no dict"),
    M(lambda: Equal(x, x, on=10**5000), "a number too long to print"),
    M(lambda: Equal(x, x, on=Domain(over=A)), "a matrix symbol for a list of symbols, which has no last entry"),
    M(lambda: Equal(x, x, on=Domain(over=[[x]])), "a list in the list"),
    M(lambda: Equal(x, x, on=Domain(over=5)), "no list"),
    M(lambda: Equal(x, x, on=Domain(over=[x], where=5)), "no dict"),
    M(lambda: Equal(x, x, on=Domain(over=[x], chart=5)), "no chart"),
    M(lambda: Equal(x, x, on=REAL & 5), "no domain"),
    M(lambda: Equal(x, x, on=Domain(over=[x, Wild("w")])), "a pattern"),
    M(lambda: Equal(x, x, on=Domain(over=[x, Symbol("z", imaginary=True)])), "no real number"),
    M(lambda: Equal(x, x, on=Domain(over=[x, matrix("Z", Symbol("p", real=True), 1)])), "a size that is no whole number"),
    M(lambda: vector("q", -1), "a negative size"),
    M(lambda: vector("q", S.Half), "half a row"),
    M(lambda: vector(3, 2), "a name that is a number"),
    M(lambda: Equal(Dot(u, "v"), x, on=Domain(over=[u, x])), "a text"),
    M(lambda: Equal(Kron(A, [1]), A, on=Domain(over=[A])), "a list"),
    M(lambda: Equal(Vec({}), u, on=Domain(over=[u])), "a dict"),
    M(lambda: All(members=[1], on=REAL), "no dict"),
    M(lambda: every(a=x), "no statement"),
    M(lambda: Equal(MatPow(X, 2), X, on=Domain(over=[X])), "a power of a matrix that is not square"),
]
