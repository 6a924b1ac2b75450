"""A proof may come with a point at which its statement says something: the domain's conditions hold there, and what its sides suppose."""

import json

import pytest
from sympy import Abs, Eq, Integer, ZeroMatrix, log, sign, sqrt

from theoremtest import Domain, Equal, Evolves, Flow, Holds, dimension, reals, vector
from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.points import silent, speaks
from theoremtest.derivations.kernel.terms import Refused
from theoremtest.derivations.language.symbols import Norm
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.proof.attest import silent_at_all, witness

x, y = reals("x", "y")
d = dimension("d")
u, v = vector("u", d), vector("v", d)
ROOTS = Equal(log(x * y), log(x) + log(y), on=Domain(over=[x, y]))
NOWHERE = Equal(log(x), log(x) + y - y, on=Domain(x < 0, over=[x, y]))
INSIDE = Holds(x + y > 0, on=Domain(x > 0, y > 0))


def data(point: dict) -> list:
    return to_tree({letter: Integer(value) for letter, value in point.items()})


@pytest.mark.parametrize("statement, point", [(ROOTS, {x: 2, y: 3}), (INSIDE, {x: 1, y: 1})])
def test_it_speaks_where_all_that_it_supposes_holds(statement, point):
    speaks(tree_of(statement), data(point))


@pytest.mark.parametrize("statement, point", [
    (ROOTS, {x: -2, y: -3}),  # one side alone has a value
    (ROOTS, {x: -2, y: 3}), (NOWHERE, {x: -1, y: 0}), (INSIDE, {x: 1, y: -2}), (INSIDE, {x: 1}),
    (Holds(x >= 0, on=Domain(Eq(x**2, 2), x > 0)), {x: 1}), (Holds(sqrt(x) >= 0, on=Domain(x >= 0)), {x: -1}), (INSIDE, {})])
def test_it_says_nothing_elsewhere(statement, point):
    with pytest.raises(Refused):
        speaks(tree_of(statement), data(point))


SLOPE = Evolves(Abs(x), sign(x), along=Flow({x: 1}), on=Domain(over=[x]))


@pytest.mark.parametrize("statement, point, says_nothing", [
    (SLOPE, {x: 0}, True), (SLOPE, {x: 2}, False), (SLOPE, {}, None), (INSIDE, {x: 1, y: -2}, False), (INSIDE, {x: 1, y: 1}, False)])
def test_it_is_silent_where_what_it_supposes_does_not_hold(statement, point, says_nothing):
    if says_nothing is None:  # no number for a letter
        with pytest.raises(Refused):
            silent(tree_of(statement), data(point))
    else:
        assert silent(tree_of(statement), data(point)) is says_nothing


@pytest.mark.parametrize("where, says_nothing", [(Eq(x, 0), True), (x <= 0, False)])
def test_what_supposes_a_slope_that_is_nowhere_says_nothing(where, says_nothing):
    """|x| has no slope at 0, and any one there."""
    assert (silent_at_all(Evolves(Abs(x), Integer(-1), along=Flow({x: 1}), on=Domain(where))) > 0) is says_nothing


@pytest.mark.parametrize("where, says_nothing", [
    (Domain(Eq(u, ZeroMatrix(d, 1))), True), (Domain(over=[u]), False)])
def test_what_supposes_a_slope_of_vectors_that_is_nowhere_says_nothing(where, says_nothing):
    """|u| has no slope at 0; the simplest points of a vector are not the ones that tell."""
    assert (silent_at_all(Evolves(Norm(u), 3 * Norm(u), along=Flow({u: v}), on=where & Domain(over=[u, v]))) > 0) is says_nothing


def test_a_witness_carries_its_point_and_none_where_there_is_none():
    assert check(tree_of(ROOTS), list(map(json.loads, witness(ROOTS)))).speaks
    assert not check(tree_of(NOWHERE), list(map(json.loads, witness(NOWHERE)))).speaks


def test_a_point_at_which_nothing_is_said_makes_a_witness_worthless():
    *proofs, _ = map(json.loads, witness(ROOTS))
    assert check(tree_of(ROOTS), [*proofs, {"point": data({x: 2, y: 3})}]).speaks
    for point in ({x: -2, y: -3}, {x: 0, y: 0}, {}):
        with pytest.raises(Refused):
            check(tree_of(ROOTS), [*proofs, {"point": data(point)}])
