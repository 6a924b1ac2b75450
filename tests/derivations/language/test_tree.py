"""Statements as plain data: written and read back without a change, and nothing else is ever built."""

import json

import pytest
from sympy import Abs, And, Dummy, Eq, Function, Gt, Identity, ImmutableMatrix, MatMul, Mul, Ne, Or, Rational, cosh, exp, oo, sign, sqrt

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    GradientFlow,
    Holds,
    Iff,
    Limit,
    Solves,
    StatementError,
    System,
    TheoremtestError,
    dimension,
    every,
    fresh,
    function,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.papers import Library

x, y, t, eta = reals("x", "y", "t", r"\eta_{a b}")
d = dimension("d")
u, v, A = vector("u", d), vector("v", d), matrix("A", d, d)
plane = Domain(x > 0, Ne(y, 0), over=[t, eta, u, v, A], where={reals("kappa")[0]: sqrt(x**2 + y**2)})


def through_json(value):
    return from_tree(json.loads(json.dumps(to_tree(value))))


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_every_fourth_claim_survives_unchanged():
    for claim in list(Library().registry())[::4]:
        for statement in (claim.statement, *([claim.erratum.corrected] if claim.erratum else [])):
            again = through_json(statement)
            assert to_tree(again) == to_tree(statement), claim.id
            assert again.latex() == statement.latex() and again.on == statement.on, claim.id


@pytest.mark.parametrize("statement", [
    Equal(Rational(2, 3) * x * exp(-y) + Abs(x) - 7, cosh(x) / sqrt(y), on=plane),
    Equal(MatMul(A, u) + 2 * v, A * (u + v) - Identity(d) * u, on=plane),
    Equal(ImmutableMatrix([[x, y], [1, 0]]), ImmutableMatrix([[x, y], [1, 0]]), on=plane),
    Evolves(x * y, eta * Dot(u, v), along=Flow({x: y, u: v}, name="a flow, named", read={x: y}, data=("one", 2)), symbol=t, on=plane),
    Conserved(x, along=GradientFlow(Dot(u, u) / 2, {u: 1}), on=plane),
    Solves(System({x: -x}, {x: y}), {x: y * exp(-t)}, on=plane),
    Limit(x / y, x, oo, 0, rate=1 / y, on=plane),
    Equal(A[0, 0], u[0, 0] * x, on=plane),
    Holds(And(Gt(x, 0), Or(Gt(y, 0), Ne(sign(y), 1))), on=plane),
    Iff(Eq(x, y), Gt(x, function("g")(y)), on=plane),
    every(first=Holds(x > 0, on=plane), second=Equal(x, x, on=plane)),
])
def test_each_kind_survives(statement):
    again = through_json(statement)
    assert again.key() == statement.key() and type(again) is type(statement)


def test_nothing_is_worked_out_on_the_way():
    product = Mul(2, x + y, evaluate=False)
    unworked = Equal(product - product.xreplace({x: x}), sqrt(Mul(x, x, evaluate=False)), on=plane)
    assert through_json(unworked).key() == unworked.key()


def test_symbols_without_identity_are_told_apart_and_numbered():
    one, other = fresh("s"), fresh("s")
    tree = to_tree(Equal(one + other, other + one, on=Domain(over=[one, other])))
    again = from_tree(tree)
    assert len(again.left.free_symbols) == 2 and to_tree(again) == tree
    assert all(isinstance(symbol, Dummy) for symbol in again.left.free_symbols)


def test_equal_parts_are_stored_once():
    part = sqrt(x**2 + y**2)
    assert len(to_tree(Equal(part, part + 1, on=plane))) < len(to_tree(Equal(part, x + 1, on=plane))) + 3


def test_what_is_unknown_is_named():
    class Odd(Function):
        pass

    with pytest.raises(StatementError, match="Odd has no place in a statement's tree; the heads are"):
        to_tree(Odd(x))
    with pytest.raises(StatementError, match="Float has no place"):
        to_tree(1.5 * x)
    with pytest.raises(StatementError, match="got 1.5, a float"):
        to_tree({"a": 1.5})


@pytest.mark.parametrize("tree, message", [
    ([], "a list of nodes"),
    ("Symbol('x')", "a list of nodes"),
    ([["Symbol", "x", ["real"]], ["__import__", 0]], "'__import__' has no place"),
    ([["lambdify", 0]], "'lambdify' has no place"),
    ([["Add", 0]], "points to 0, which is no earlier node"),
    ([["plain", 1], ["Add", True]], "points to True"),
    ([["Symbol", "x", ["evil"]]], "evil is no assumption"),
    ([["number", "1"]], "one or two integers"),
    ([["plain", 1.5]], "a plain value"),
    ([["constant", "open"]], "cannot be read"),
    ([["Equal", ["left", 0]]], "no earlier node"),
    ([5], "not a head with its parts"),
])
def test_damaged_trees_are_refused(tree, message):
    with pytest.raises(TheoremtestError, match=message):
        from_tree(tree)
