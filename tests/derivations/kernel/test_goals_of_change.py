"""What holds on a surface alone is not used along a flow, and what is only sufficient for a derivative refutes nothing."""

import pytest
from sympy import Abs, Eq, Heaviside, KroneckerDelta, Or, S, atan, sign, sqrt

from helpers.kernel_proofs import taken
from theoremtest.derivations.kernel.points import fails
from theoremtest.derivations.kernel.terms import Refused
from theoremtest.derivations.language import Conserved, Domain, Equal, Evolves, Flow, reals
from theoremtest.derivations.language.tree import to_tree

x, y, a = reals("x", "y", "a")


@pytest.mark.drawn(4)
@pytest.mark.parametrize("condition", [Eq(x, 0), Eq(x**2, 0), Eq(sqrt(1 + x**2), 1), x**2 <= 0, Or(Eq(x, 0), x**2 <= 0)])
@pytest.mark.parametrize("rate", [S.One, 2 * sqrt(Abs(x))])
def test_a_surface_that_the_motion_leaves_conserves_nothing(condition, rate):
    assert not taken(Conserved(y, along=Flow({x: rate, y: x}), on=Domain(condition, over=[x, y])))


def test_open_conditions_are_used_along_a_flow():
    assert taken(Conserved(y, along=Flow({x: 1, y: Abs(x) - x}), on=Domain(x > 0, over=[y])))


@pytest.mark.parametrize("quantity", [sign(x), Abs(x) / x, atan(x) + atan(1 / x), KroneckerDelta(x, 0), Heaviside(x)], ids=str)
def test_what_jumps_on_the_way_is_not_conserved(quantity):
    along = Flow({x: S.One})
    assert not taken(Conserved(quantity, along=along, on=Domain(over=[x])))
    assert taken(Conserved(quantity, along=along, on=Domain(x > 0))) is not quantity.has(KroneckerDelta, Heaviside)


def test_a_letter_that_one_of_several_equations_ties_may_move():
    for condition, holds in ((Or(Eq(y, x), Eq(y, -x)), False), (Or(Eq(y, 1), Eq(y, -1)), True)):
        assert taken(Evolves(y, S.Zero, along=Flow({x: S.One}), on=Domain(condition, over=[x]))) is holds


def test_a_point_that_refutes_lies_on_the_surface():
    statement = to_tree(Conserved(y, along=Flow({x: x, y: x}), on=Domain(Eq(x, 0), over=[y])))
    for value in (0, 1):
        with pytest.raises(Refused):
            fails(statement, to_tree({x: S(value), y: S(0)}))


@pytest.mark.parametrize("statement, point", [
    (Evolves(x * Abs(x), 2 * Abs(x), along=Flow({x: S.One}), on=Domain(over=[x])), {x: S.Zero}),
    (Evolves(x**a, a * x ** (a - 1), along=Flow({x: S.One}), on=Domain(Eq(a, 2), over=[x])), {x: S.Zero, a: S(2)}),
    (Equal(Abs(x) ** (2 * a), x ** (2 * a), on=Domain(x < 0, Eq(a, 1))), {x: S(-1), a: S.One})])
def test_a_statement_that_holds_at_a_point_is_not_refuted_there(statement, point):
    with pytest.raises(Refused):
        fails(to_tree(statement), to_tree(point))


def test_what_differs_at_the_point_is():
    assert fails(to_tree(Evolves(x * Abs(x), 3 * Abs(x), along=Flow({x: S.One}), on=Domain(over=[x]))), to_tree({x: S.One}))
