"""A proof may come with a point at which its statement says something: the domain's conditions hold there, and what its sides suppose."""

import json

import pytest
from sympy import Eq, Integer, log, sqrt

from theoremtest import Domain, Equal, Holds, reals
from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.points import speaks
from theoremtest.derivations.kernel.terms import Refused
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.proof.attest import witness

x, y = reals("x", "y")
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


def test_a_witness_carries_its_point_and_none_where_there_is_none():
    assert check(tree_of(ROOTS), list(map(json.loads, witness(ROOTS)))).speaks
    assert not check(tree_of(NOWHERE), list(map(json.loads, witness(NOWHERE)))).speaks


def test_a_point_at_which_nothing_is_said_makes_a_witness_worthless():
    *proofs, _ = map(json.loads, witness(ROOTS))
    assert check(tree_of(ROOTS), [*proofs, {"point": data({x: 2, y: 3})}]).speaks
    for point in ({x: -2, y: -3}, {x: 0, y: 0}, {}):
        with pytest.raises(Refused):
            check(tree_of(ROOTS), [*proofs, {"point": data(point)}])
