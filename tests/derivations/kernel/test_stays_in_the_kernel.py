"""What the kernel takes for a set that is never left: proofs at its edge, and nothing that was shown of one case or one moment alone."""

import copy

import pytest
from sympy import Abs, And, Eq, S, sign, sqrt

from helpers.kernel_proofs import proofs_of, taken
from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.points import fails
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language import Decays, Domain, Flow, Stays, reals
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.witnesses.proving import prove

pytestmark = pytest.mark.drawn(6)

x, y, c = reals("x", "y", "c")
PLANE = Domain(over=[x, y])


def stays(region, x_rate, y_rate=S.Zero, on=PLANE):
    return Stays(region, along=Flow({x: x_rate, y: y_rate}), on=on)


TRUE = {
    "strictly inwards": stays(x**2 + y**2 <= 4, -x, -y),
    "a factor of its own": stays(And(x > 0, y > 0), x * (1 - y), y * (x - 1)),
    "the side that is open": stays(x < 1, 1 - x),
    "an equation, and one that its derivative makes": stays(And(Eq(x, 0), Eq(y, 0)), y, -x),
    "a circle": stays(Eq(x**2 + y**2, 1), y, -x),
    "one part by another": stays(And(x >= 0, y >= 0), y, x),
    "tangent at first, then inwards": stays(y >= x**2, S.One, 2 * x + (y - x**2) + 1),
    "zero with all derivatives": stays(x**2 >= 1, x - x**3),
    "where the domain helps": stays(x >= 1, y, S.Zero, on=Domain(y >= 0, over=[x])),
    "no slope at the edge, and at rest there": stays(x**3 >= 0, -x**2),
    "no motion but one without smoothness": stays(x >= 0, sqrt(x**2 + 1)),
}
FALSE = {
    "outwards": (stays(x <= 1, S.One), {x: 1, y: 0}),
    "outwards at one point of the edge": (stays(x**2 + y**2 <= 1, y + x, -x - y / 2), {x: 1, y: 0}),
    "tangent at first, then outwards": (stays(y >= x**2, S.One, S.Zero), {x: 0, y: 0}),
    "an open set from within": (stays(x < 1, 2 - x), {x: 1, y: 0}),
    "an equation": (stays(Eq(x, 1), y), {x: 1, y: 1}),
    "no slope at the edge": (stays(x**3 >= 0, -S.One), {x: 0, y: 0}),
    "no slope, nor a second one, at the edge of an open set": (stays(x**4 > 0, -S.One), {x: 0, y: 0}),
    "an equation that is met and left": (stays(Eq(x**2, 0), S.One), {x: 0, y: 0}),
    "one part alone": (stays(And(x >= 0, y >= 0), -y, x), {x: 0, y: 1}),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_set_that_is_never_left_is_shown_to_be(name):
    assert taken(TRUE[name])


@pytest.mark.slow
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", FALSE)
def test_a_set_that_is_left_is_not_shown_and_fails_at_a_point(name):
    statement, point = FALSE[name]
    assert not taken(statement)
    assert fails(to_tree(statement), to_tree({letter: S(value) for letter, value in point.items()})) == "fails"


@pytest.mark.parametrize("name", TRUE)
def test_a_true_one_fails_at_no_small_point(name):
    tree = to_tree(TRUE[name])
    for a in range(-2, 3):
        for b in range(-2, 3):
            with pytest.raises(Refused):
                fails(tree, to_tree({x: S(a), y: S(b)}))


def test_the_slope_at_the_edge_alone_is_not_enough():
    """x' = -3 |x|^(2/3) leaves x >= 0, though its slope at the edge is 0; so does y >= 0 beside y = 0 along x' = 1, y' = -x."""
    assert not taken(stays(x >= 0, -3 * (x**2) ** (S.One / 3)))
    assert not taken(stays(y >= 0, S.One, -x))


def test_where_no_motion_has_room_nothing_fails():
    """The domain ends where the motion would leave the set; it is not spoken of behind."""
    at = to_tree({x: S(1), y: S(0)})
    for on in (Domain(x <= 1, over=[x, y]), Domain(Eq(y, 0), over=[x, y])):
        with pytest.raises(Refused):
            fails(to_tree(stays(x <= 1, S.One, S.One, on=on)), at)


def test_parts_that_hold_one_another_up_are_shown_together_or_not_at_all():
    """Each of x >= 0 and y >= 0 keeps the other along x' = y, y' = x; in one group behind the other, the first has nothing to lean on."""
    statement = TRUE["one part by another"]
    proofs = proofs_of(statement)
    check(to_tree(statement), proofs)
    line = proofs[-1]["lines"][0]
    apart = copy.deepcopy(proofs)
    apart[-1]["lines"][0] = [*line[:2], [[rule] for group in line[2] for rule in group]]
    with pytest.raises(Refused):
        check(to_tree(statement), apart)


@pytest.mark.parametrize("spoil", [
    lambda line: line[2].pop(), lambda line: line[2][0].append(line[2][0][0]), lambda line: line[2][0][0].pop(),
    lambda line: line[2][0][0].__setitem__(1, "grow" if line[2][0][0][1] == "edge" else "edge"),
    lambda line: line[2][0][0].__setitem__(0, 7), lambda line: line[2][0].clear()])
@pytest.mark.parametrize("name", ["strictly inwards", "a factor of its own", "tangent at first, then inwards"])
def test_a_damaged_proof_is_refused(spoil, name):
    proofs = copy.deepcopy(proofs_of(TRUE[name]))
    spoil(proofs[-1]["lines"][0])
    with pytest.raises(Refused):
        check(to_tree(TRUE[name]), proofs)


def test_a_proof_is_of_one_set_and_one_flow():
    for one, other in ((TRUE["strictly inwards"], FALSE["outwards at one point of the edge"][0]),
                       (TRUE["the side that is open"], FALSE["an open set from within"][0])):
        with pytest.raises(Refused):
            check(to_tree(other), proofs_of(one))


def test_a_case_of_the_states_does_not_last():
    """In the case x > 1 the edge x = 1 is not met; a motion may come from there."""
    statement = stays(x >= 1, -S.One)
    (goal,) = goals(read(to_tree(statement)))
    inner = prove(goal)
    assert inner is None
    taken_alone = prove(goals(read(to_tree(stays(x >= 1, -S.One, on=Domain(x > 1, over=[y])))))[0])
    assert taken_alone is not None
    with pytest.raises(Refused):
        check(to_tree(statement), [taken_alone])


def test_a_decay_is_shown_by_its_derivative_and_fails_by_it():
    flow = Flow({x: -x**3})
    assert taken(Decays(x**2, 2, along=flow, on=Domain(over=[x]), power=1))
    slow = Decays(x**2, 3, along=flow, on=Domain(over=[x]), power=1)
    assert not taken(slow)
    assert fails(to_tree(slow), to_tree({x: S(1)})) == "fails"
    assert taken(Decays(x**2 - y**2, -2, along=Flow({x: x, y: y}), on=PLANE)), "no sign is asked for where e^(-ct) does it"
    assert not taken(Decays(x, 1, along=Flow({x: -x**2}), on=Domain(x > -1), power=1)), "a negative start has no such bound"
    assert taken(Decays(x, 1, along=Flow({x: -x**2}), on=Domain(x >= 0), power=1))


def test_a_decay_fails_at_no_point_of_a_domain_without_room():
    with pytest.raises(Refused):
        fails(to_tree(Decays(x, 1, along=Flow({x: S.One}), on=Domain(x <= 1, over=[x]))), to_tree({x: S(1)}))


def test_a_kink_refutes_nothing_and_no_value_does():
    """|x| falls like e^(-t) along x' = -x, though it has no slope at 0; log x says nothing of x = -1."""
    with pytest.raises(Refused):
        fails(to_tree(Decays(Abs(x), 1, along=Flow({x: -x}), on=Domain(over=[x]))), to_tree({x: S(0)}))
    assert fails(to_tree(Decays(sqrt(x), 1, along=Flow({x: -2 * x}), on=Domain(over=[x]))), to_tree({x: S(-1)})) == "fails"


def test_a_flow_whose_slope_is_not_known_keeps_a_set_all_the_same():
    assert taken(stays(x >= 0, 2 + sign(x)))
    with pytest.raises(Refused):
        fails(to_tree(stays(x <= 0, 2 + sign(x))), to_tree({x: S(0), y: S(0)}))
