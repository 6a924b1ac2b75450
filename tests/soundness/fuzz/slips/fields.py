"""Gradients, Hessians, fields that are none, and what a flow minimises: potentials put together from pieces with known derivatives."""

from __future__ import annotations

from random import Random

from sympy import Identity, S, diff

from theoremtest.derivations.language import Domain, Dot, Gradient, Hessian, Minimises, NotHessian, dimension, fresh, matrix, reals, vector

from ...case import Case
from ...independent import differ
from .slipped import case_of, some_points, true_or_slipped

d = dimension("d")
u, v, g = vector("u", d), vector("v", d), vector("g", d)
A = matrix("A", d, d)
a, b, k = reals("a", "b", "k")
ON = Domain(over=[u, v, A, a, b])
N = Dot(v, v)
ONE = Identity(d)


def _pieces():
    """(potential, gradient, Hessian) of v."""
    return [(N, 2 * v, 2 * ONE), (N**2, 4 * N * v, 4 * N * ONE + 8 * v * v.T), (Dot(u, v), u, 0 * ONE),
            (Dot(u, v) ** 2, 2 * Dot(u, v) * u, 2 * u * u.T),
            (Dot(v, A * v), A * v + A.T * v, A + A.T), (N**3, 6 * N**2 * v, 6 * N**2 * ONE + 24 * N * v * v.T),
            (Dot(u, v) * N, N * u + 2 * Dot(u, v) * v, 2 * u * v.T + 2 * v * u.T + 2 * Dot(u, v) * ONE)]


def _mixture(chance):
    pieces = _pieces()
    chosen = [(chance.choice((S.One, S(2), -S.One, S.Half, a, b)), chance.choice(pieces)) for _ in range(1 + chance.randrange(3))]
    return tuple(sum((weight * piece[place] for weight, piece in chosen[1:]), chosen[0][0] * chosen[0][1][place]) for place in range(3))


def _points(chance):
    return some_points((u, v, A, a, b), chance, sizes={d: S(2 + chance.randrange(2))})


def gradient(chance: Random) -> Case | None:
    """A mixture of pieces and of their gradients."""
    potential, slope, _ = _mixture(chance)
    return true_or_slipped(Gradient(potential, v, slope, on=ON), chance,
                           lambda made, point: made.potential == potential and differ(made.value, slope, point), _points(chance))


def hessian(chance: Random) -> Case | None:
    """A mixture of pieces and of their Hessians."""
    potential, _, curvature = _mixture(chance)
    return true_or_slipped(Hessian(potential, v, curvature, on=ON), chance,
                           lambda made, point: made.potential == potential and differ(made.field, curvature, point), _points(chance))


def no_hessian(chance: Random) -> Case:
    """c(N) I + e(N) v v^T is a Hessian in two dimensions and more just where e = 2 c'."""
    n = fresh("n")
    c = sum((S(chance.choice((1, -1, 2))) * n**power for power in range(1 + chance.randrange(3))), S.Zero) * chance.choice((1, n))
    e = 2 * diff(c, n) + chance.choice((0, 0, 1, n, -2 * diff(c, n)))
    false = (e - 2 * diff(c, n)).expand() == 0
    field = c.subs(n, N) * ONE + e.subs(n, N) * v * v.T
    return case_of(NotHessian(field, v, on=Domain(over=[v])), not false, "e = 2 c'" if false else "e differs from 2 c'")


def minimum(chance: Random) -> Case | None:
    """A growing polynomial of |v|^2, preconditioned by the inverse of its Hessian."""
    w = S(1 + chance.randrange(3))
    shape = chance.randrange(2)
    if shape:
        potential, slope, inverse = k * N / 2, k * g, ONE / k
    else:
        potential, slope = N / 2 + N**2 / 4, (1 + Dot(g, g)) * g
        inverse = ONE / (1 + N) - 2 * v * v.T / ((1 + N) * (1 + 3 * N))
    statement = Minimises(potential, slope, v, g, w * inverse, w, on=Domain(k > 0, over=[v, g]))
    return true_or_slipped(statement, chance, lambda made, point: made.potential == potential and (
        differ(made.slope, slope, point) or differ(made.preconditioner / made.warp, inverse, point)),
        some_points((v, g, k), chance, (k,), sizes={d: S(2)}))


MAKERS = (gradient, hessian, no_hessian, minimum)
