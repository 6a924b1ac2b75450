"""A point refutes a statement only inside its whole domain, in exact numbers, and only where the statement certainly fails."""

import pytest
from sympy import (
    Abs,
    Derivative,
    Eq,
    Function,
    Heaviside,
    Identity,
    Max,
    Ne,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    Trace,
    exp,
    log,
    oo,
    pi,
    sin,
    sqrt,
    sympify,
)
from sympy import ImmutableMatrix as M

from theoremtest import Conserved, Domain, Dot, Equal, Evolves, Flow, Holds, Limit, Solves, System, dimension, matrix, real, reals, vector
from theoremtest.derivations.kernel.points import FAILS, VALUELESS, fails
from theoremtest.derivations.kernel.terms import Refused
from theoremtest.derivations.language.spectra import LargestEigenvalue, SmallestEigenvalue, SpectralNorm
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.language import Iff, Inverse, ge, gt

x, y = reals("x", "y")
n, m = dimension("n"), Symbol("m", integer=True, positive=True)
p, k = Symbol("p", positive=True), Symbol("k", integer=True)
A, B = matrix("A", n, n), matrix("B", n, n)
u = vector("u", n)


def how(statement, point) -> str:
    """How it fails there; empty where the kernel does not take the point."""
    try:
        return fails(tree_of(statement), to_tree({letter: sympify(value, strict=True) for letter, value in point.items()}))
    except Refused:
        return ""


ONE = M([[1, 2], [0, 1]])
OTHER = M([[1, 0], [3, 1]])

TAKEN = [
    (Equal(sqrt(x**2), x, on=Domain(over=[x])), {x: -1}, FAILS),
    (Equal(exp(x), 1 + x, on=Domain(over=[x])), {x: 1}, FAILS),
    (Equal((x**2 - 1) / (x - 1), x + 1, on=Domain(over=[x])), {x: 1}, VALUELESS),
    (Equal((x**2 - 1) / (x - 1), x + 1, on=Domain(over=[x])), {x: 2}, ""),
    (Equal(log(x**2), 2 * log(x), on=Domain(over=[x])), {x: -1}, VALUELESS),
    (Equal(A * B, B * A, on=Domain(over=[A, B])), {n: 2, A: ONE, B: OTHER}, FAILS),
    (Equal(A * B, B * A, on=Domain(over=[A, B])), {n: 1, A: M([[2]]), B: M([[3]])}, ""),
    (Equal(Trace(A * B), Trace(A) * Trace(B), on=Domain(over=[A, B])), {n: 2, A: ONE, B: OTHER}, FAILS),
    (Holds(ge(1, SpectralNorm(A)), on=Domain(over=[A])), {n: 2, A: ONE}, FAILS),
    (Holds(ge(3, SpectralNorm(A)), on=Domain(over=[A])), {n: 2, A: ONE}, ""),
    (Holds(ge(LargestEigenvalue(A), 4), on=Domain(over=[A])), {n: 2, A: M([[1, 2], [2, 1]])}, FAILS),
    (Holds(ge(LargestEigenvalue(A), 3), on=Domain(over=[A])), {n: 2, A: M([[1, 2], [2, 1]])}, ""),
    (Holds(ge(SmallestEigenvalue(A), 0), on=Domain(over=[A])), {n: 2, A: M([[1, 2], [2, 1]])}, FAILS),
    (Holds(ge(SmallestEigenvalue(A), -2), on=Domain(over=[A])), {n: 2, A: M([[1, 2], [2, 1]])}, ""),
    (Holds(ge(LargestEigenvalue(A), -9), on=Domain(over=[A])), {n: 2, A: ONE}, FAILS),
    (Inverse(A, A.T, on=Domain(over=[A])), {n: 2, A: ONE}, FAILS),
    (Holds(ge(x**3, 0), on=Domain(over=[x])), {x: -1}, FAILS),
    (Holds(ge(x**3, 0), on=Domain(over=[x])), {x: 0}, ""),
    (Holds(gt(sin(x), 0), on=Domain(x > 0)), {x: 4}, FAILS),
    (Holds(ge(Max(x, y), x + y), on=Domain(over=[x, y])), {x: 1, y: 1}, FAILS),
    (Iff(x**2 > 1, x > 1, on=Domain(over=[x])), {x: -2}, FAILS),
    (Iff(x**2 > 1, x > 1, on=Domain(over=[x])), {x: 2}, ""),
    (Equal(Sum(x * k, (k, 1, m)), x * m, on=Domain(over=[x, m])), {x: 2, m: 3}, FAILS),
    (Equal(Piecewise((x, x > 0), (-x, True)), x, on=Domain(over=[x])), {x: -3}, FAILS),
    (Equal(Dot(u, u) * Identity(n), u * u.T, on=Domain(over=[u])), {n: 2, u: M([1, 1])}, FAILS),
]


@pytest.mark.parametrize(("statement", "point", "found"), TAKEN)
def test_a_point_shows_that_a_statement_fails(statement, point, found):
    assert how(statement, point) == found


def test_rates_are_worked_out_at_the_point():
    flow = Flow({x: y, y: -x})
    assert how(Evolves(x * y, y**2 + x**2, flow, on=Domain(over=[x, y])), {x: 1, y: 1}) == FAILS
    assert how(Evolves(x * y, y**2 - x**2, flow, on=Domain(over=[x, y])), {x: 1, y: 2}) == ""
    assert how(Conserved(x**2 - y**2, flow, on=Domain(over=[x, y])), {x: 1, y: 1}) == FAILS
    assert how(Conserved(x**2 + y**2, flow, on=Domain(over=[x, y])), {x: 1, y: 1}) == ""


def test_a_solution_fails_at_a_time_or_at_its_start():
    t, c = Symbol("t", positive=True), real("c")
    system = System({x: x}, {x: c}, t)
    assert how(Solves(system, {x: c * exp(2 * t)}, on=Domain(over=[t, c])), {t: 1, c: 1}) == FAILS
    assert how(Solves(system, {x: exp(t)}, on=Domain(over=[t, c])), {t: 1, c: 2}) == FAILS
    assert how(Solves(system, {x: c * exp(t)}, on=Domain(over=[t, c])), {t: 1, c: 1}) == ""


OUTSIDE = [
    ("a condition fails", Holds(ge(x, 1), on=Domain(x > 0)), {x: -1}),
    ("a condition is on the border", Holds(ge(x, 1), on=Domain(x > 0)), {x: 0}),
    ("an equation is not met", Holds(ge(x, 1), on=Domain(Eq(x, y))), {x: 0, y: 1}),
    ("an inequation is not met", Holds(ge(x, y), on=Domain(Ne(x, 0), over=[x, y])), {x: 0, y: 1}),
    ("a condition has no value", Holds(ge(x, 1), on=Domain(log(x) < 5)), {x: 0}),
    ("a letter has no value", Holds(ge(x, y), on=Domain(over=[x, y])), {x: 0}),
    ("a letter is positive by its making", Equal(p, 1, on=Domain(over=[p])), {p: -1}),
    ("a letter is whole by its making", Equal(k, 1, on=Domain(over=[k])), {k: Rational(1, 2)}),
    ("a size is no size", Equal(A, B, on=Domain(over=[A, B])), {n: 0, A: M([[1]]), B: M([[2]])}),
    ("a matrix has another size", Equal(A, B, on=Domain(over=[A, B])), {n: 2, A: M([[1]]), B: M([[2]])}),
    ("sizes of two matrices differ", Equal(A, B, on=Domain(over=[A, B])), {n: 1, A: M([[1]]), B: ONE}),
    ("a matrix is not symmetric", Holds(ge(Trace(A), 1), on=Domain(Eq(A.T, A))), {n: 2, A: M([[0, 1], [0, 0]])}),
]


@pytest.mark.parametrize(("why", "statement", "point"), OUTSIDE, ids=[row[0] for row in OUTSIDE])
def test_no_point_outside_the_domain_is_taken(why, statement, point):
    assert how(statement, point) == ""


NOT_SEEN = [
    Equal(Heaviside(x), 1, on=Domain(over=[x])),  # a convention says what it is at 0
    Equal(sqrt(2 + x) * sqrt(3), sqrt(6), on=Domain(over=[x])),  # equal, which no ball shows
    Equal(sin(pi + x), 0, on=Domain(over=[x])),
    Equal(Derivative(Function("f")(x), x), 1, on=Domain(over=[x])),
    Limit(1 / (1 + y), y, oo, 0, on=Domain(y > 0)),
    Equal(Abs(x), x, on=Domain(over=[x])),
]


@pytest.mark.parametrize("statement", NOT_SEEN)
def test_what_is_not_certain_is_not_taken(statement):
    assert how(statement, {x: 0, y: 1}) == ""


HOSTILE = [[], [["plain", 1]], [["number", 1]], "x", None, 7, [["dict", [0, 0]]], [["number", 1, 0], ["dict", [0, 0]]],
           [["Symbol", "x", []], ["dict", [0, 0]]], [["Symbol", "x", []], ["number", 2], ["dict", [0, 1], [5, 1]]]]


@pytest.mark.parametrize("point", HOSTILE)
def test_what_is_no_point_is_refused(point):
    with pytest.raises(Refused):
        fails(tree_of(Equal(x, 1, on=Domain(over=[x]))), point)
