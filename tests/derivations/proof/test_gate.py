"""Every counterexample is checked again before it is told: against the whole domain, and by both sides at its point."""

import pytest
from sympy import Abs, Eq, Function, Integral, Or, S, Sum, Symbol, exp, log, oo, pi, sign, sqrt

from theoremtest.derivations.language import (
    TIME,
    AtMostOneZero,
    Classifies,
    Conserved,
    Counterexample,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Limit,
    Norm,
    Outcome,
    PositiveDefinite,
    PositiveSemidefinite,
    Scales,
    Solves,
    SquareRoot,
    System,
    dimension,
    ge,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.proof import decide as engine
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.gate import objection, stands
from theoremtest.derivations.proof.ladder import Finding
from theoremtest.derivations.proof.recheck import contradiction

x, y = reals("x", "y")
n, d = Symbol("n", integer=True), dimension("d")
k, f = Symbol("k", real=True), Function("f", real=True)
v, u3 = vector("v", d), vector("u", 3)
PLANE, WHOLE = Domain(over=[x, y]), Domain(over=[n])


def refused(statement, note="", **point):
    return objection(statement, Counterexample(tuple((name, str(value)) for name, value in point.items()), note=note), Deadline(10))


@pytest.mark.parametrize("statement, point", [
    (Equal(x, y, on=PLANE), {"x": 1, "y": "2/3"}),
    (Equal(x, y, on=PLANE.but(x > 1)), {"x": 2}),  # y is completed
    (Holds(x < 3, on=Domain(x > 0)), {"x": 4}),
    (Holds(n < 3, on=WHOLE), {"n": 3}),
    (Iff(x > 0, x >= 0, on=Domain(over=[x, n])), {"x": 0}),
    (Evolves(x**2, x, along=Flow({x: S.One}), on=Domain(over=[x])), {"x": 1}),
    (Conserved(x * y, along=Flow({x: x, y: y}), on=PLANE), {"x": 1, "y": 1}),
    (Solves(System({x: x}, {x: y}), {x: exp(TIME)}, on=Domain(over=[TIME, y])), {"y": 2}),
    (Classifies({"a": x <= 0, "b": x >= 0}, {"a": x < 1, "b": x > -1}, on=Domain(over=[x])), {"x": 0}),
    (AtMostOneZero(x * y, along=Flow({x: S.Zero, y: S.Zero}), on=PLANE), {"y": 1}),
    (Equal(Dot(v, v), 1, on=Domain(over=[v])), {"d": 1, "v": "[2]"}),
    (Limit(x / y, y, oo, S.One, on=Domain(y > 0, over=[x])), {"x": 3}),
    (Gradient(Dot(v, v), v, v, on=Domain(over=[v])), {r"\|v\|^2": 2, "v_1": 1}),
    (Limit(Dot(v, v) / y, y, oo, S.One, on=Domain(y > 0, over=[v])), {"<v' v>": 3}),
    (Equal(f(log(x)), f(log(x)) * sign(x - 1), on=Domain(x > 0)), {"x": "1/2"}),
    (Equal(Integral(exp(-(k**2)), (k, 0, oo)), sqrt(pi), on=Domain(over=[x])), {"x": 1}),
])
def test_a_counterexample_passes(statement, point):
    assert refused(statement, **point) == ""


@pytest.mark.parametrize("statement, point", [
    (Equal(x, y, on=PLANE), {"x": 1, "y": 1}),  # the sides agree
    (Equal(x, y, on=PLANE.but(x > 1)), {"x": 1, "y": 2}),  # outside
    (Equal(x, y, on=Domain(Eq(x, y))), {"x": 1, "y": 2}),
    (Equal(x, 1, on=Domain(x > 0, y > x, y < 2)), {"x": 2}),  # no y goes with it
    (Equal(y, x, on=Domain(y > 5, where={y: x**2})), {"x": 1}),  # an abbreviation's condition
    (Equal(x, y, on=PLANE), {"x": "1.5e", "y": 1}),
    (Equal(x, y, on=PLANE), {"q": 1}),  # no symbol of the domain
    (Holds(Or(n <= 0, n >= 1), on=WHOLE), {"n": "1/2"}),  # no whole number
    (Holds(ge(d, 1), on=Domain(over=[d])), {"d": 0}),
    (Equal(Dot(v, v), 1, on=Domain(over=[v])), {"d": 2, "v": "[2]"}),  # another size
    (Equal(Dot(u3, u3), 1, on=Domain(over=[u3])), {"u": "[2]"}),
    (AtMostOneZero(x, along=Flow({x: y**2, y: S.One}), on=PLANE), {"y": 0}),  # a zero slope alone
    (Limit(x / y, y, oo, S.One, on=Domain(y > 0, y < 7, over=[x])), {"x": 3}),  # the variable cannot go there
    (Scales(x * y, y, S.Zero, on=Domain(y > 0, y * x < 9, x > 0)), {"x": 1}),
    (Gradient(Dot(v, v), v, v, on=Domain(over=[v])), {r"\|v\|^2": 1, "v_1": 2}),  # longer than it is
    (Hessian(Norm(v), v, v * v.T, on=Domain(Dot(v, v) > 4, over=[v])), {r"\|v\|^2": 2, "v_1": 1, "v_2": 1}),
    (Limit(Dot(v, v) / y, y, oo, S.One, on=Domain(y > 0, over=[v])), {"<v' v>": -3}),
    (Limit(x / y, y, oo, S.Zero, on=Domain(y > 0, over=[x])), {"x": 3}),  # the limit is the stated one
    (Limit(Sum((1 - 2 * k**2 / y**2) * exp(-(k**2) / y**2), (k, 1, oo)), y, oo, -S.Half, on=Domain(y > 0)), {}),  # and so by numbers
    (Equal(f(log(x)), f(log(x)) * sign(x), on=Domain(over=[x])), {"x": 0}),  # nothing is said of f(log 0)
    (Equal(f(x), f(x) * sign(x) ** 2, on=Domain(over=[x])), {"x": 1}),
    (Equal(Integral(exp(-(k**2)), (k, 0, oo)), sqrt(pi) / 2 + x - x, on=Domain(over=[x])), {"x": 1}),  # what balls do not enclose
])
def test_what_only_looks_like_a_counterexample_is_refused(statement, point):
    assert refused(statement, **point) != ""


def test_a_refused_counterexample_is_undecided_with_its_reason(monkeypatch):
    wrong = Finding(Outcome.REFUTED, "guess", "one exact point", Counterexample((("n", "1/2"),), "1", "2"))
    monkeypatch.setattr(engine, "findings_of", lambda statement, deadline: [wrong])
    found = engine.decide_here(Holds(Or(n <= 0, n >= 1), on=WHOLE))
    assert found.outcome is Outcome.UNDECIDED and found.counterexample is None
    assert found.tried == ("not a counterexample: its point is not certainly in the domain: n = 1/2: 1 against 2",)


def test_an_exception_is_undecided_and_named(monkeypatch):
    def broken(statement, deadline):
        raise KeyError("slot")

    monkeypatch.setattr(engine, "findings_of", broken)
    found = engine.decide_here(Equal(x, y, on=PLANE))
    assert found.outcome is Outcome.UNDECIDED and found.tried == ("crashed: KeyError: 'slot'",)


@pytest.mark.parametrize("statement, fails", [
    (Evolves(Dot(v, v), S.Zero, along=Flow({v: v}), on=Domain(over=[v])), True),
    (Evolves(Dot(v, v), 2 * Dot(v, v), along=Flow({v: v}), on=Domain(over=[v])), False),
    (Evolves(Dot(v, v), 2 * Dot(v, v) / x, along=Flow({v: v / x}), on=Domain(over=[v, x])), False),  # at x = 0 it says nothing
    (Evolves(Dot(v, v), Dot(v, v) / x, along=Flow({v: v / x}), on=Domain(x > 0, over=[v])), True),
    (Gradient(Dot(u3, u3) ** 2, u3, 4 * Dot(u3, u3) * u3, on=Domain(over=[u3])), False),
    (Gradient(Dot(u3, u3) ** 2, u3, 2 * Dot(u3, u3) * u3, on=Domain(over=[u3])), True),
    (Hessian(Norm(v), v, v * v.T, on=Domain(Dot(v, v) > 0)), True),
    (Evolves(Abs(x), S.Zero, along=Flow({x: S.One}), on=Domain(Eq(x, 0))), False),  # a kink says nothing
])
def test_an_answer_is_checked_by_plain_arithmetic(statement, fails):
    assert (contradiction(statement, statement.on, Deadline(10)) is not None) is fails


def test_a_proof_that_fails_at_a_simple_point_is_a_crash(monkeypatch):
    monkeypatch.setattr(engine, "findings_of", lambda statement, deadline: [Finding(Outcome.PROVED, "a slip", "whole domain")])
    found = engine.decide_here(Equal(x, y, on=PLANE))
    assert found.outcome is Outcome.UNDECIDED
    assert found.tried == ("crashed: a slip proved it, yet it fails where x = 0, y = 1: the engine contradicts itself",)


A = matrix("A", d, d)
SQUARES = Domain(over=[A])


@pytest.mark.parametrize("statement, point, fails", [
    (Holds(PositiveSemidefinite(A), on=SQUARES), {"d": 1, "A": "[-2/3]"}, True),
    (Holds(PositiveSemidefinite(A), on=SQUARES), {"d": 2, "A": "[1,2;2,1]"}, True),  # its diagonal alone does not tell
    (Holds(PositiveSemidefinite(A), on=SQUARES), {"d": 2, "A": "[1,1;1,1]"}, False),
    (Holds(PositiveDefinite(A), on=SQUARES), {"d": 2, "A": "[1,1;1,1]"}, True),
    (Holds(PositiveDefinite(A), on=SQUARES), {"d": 2, "A": "[2,1;1,1]"}, False),
    (Holds(PositiveDefinite(A), on=SQUARES), {"d": 2, "A": "[2,1;0,1]"}, True),  # not symmetric
    (Holds(PositiveDefinite(A.I), on=SQUARES), {"d": 1, "A": "[0]"}, False),  # no value
    (SquareRoot(A, of=A * A, on=SQUARES), {"d": 1, "A": "[-1]"}, True),
    (SquareRoot(A, of=A * A, on=SQUARES), {"d": 1, "A": "[1]"}, False),
    (Limit(x / y, y, oo, S.One, on=Domain(y > 0, over=[x])), {"x": 3}, True),
    (Limit(x / y, y, oo, S.Zero, on=Domain(y > 0, over=[x])), {"x": 3}, False),
    (Limit(exp(x * y), y, oo, S.Zero, on=Domain(y > 0, x < 0)), {"x": 1}, False),  # no point of the domain
    (Limit(exp(x * y), y, oo, S.Zero, on=Domain(y > 0, x <= 0)), {"x": 0}, True),
    (Limit(exp(x * y), y, oo, S.Zero, on=Domain(y > 0, x <= 0)), {}, False),  # a parameter is open
])
def test_a_known_point_is_worked_out_anew(statement, point, fails):
    known = Counterexample(tuple((name, str(value)) for name, value in point.items()))
    assert stands(statement, known, Deadline(10)) is fails
