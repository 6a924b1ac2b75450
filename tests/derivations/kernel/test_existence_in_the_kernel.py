"""Exactly one motion from every start: smooth rates, sets, growth; and what is no proof of it, or of the contrary."""

import copy

import pytest
from sympy import Abs, And, Eq, Piecewise, Rational, S, Symbol, cos, exp, sin, sqrt

from helpers.kernel_proofs import none_taken, proofs_of, short_search, taken
from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.points import FAILS, fails
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language import Domain, Flow, GradientFlow, Outcome, StatementError, UniqueMotion, dimension, reals, vector
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.notation import NotationError, read_statement
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here
from theoremtest.derivations.proof.witnesses.contrary import against
from theoremtest.numerics.routes.dispatch import run

pytestmark = pytest.mark.drawn(6)

x, y, z, a, c = reals("x", "y", "z", "a", "c")
w, POSITIVE = vector("w", dimension("d")), Symbol("p", positive=True)
LINE, PLANE = Domain(over=[x]), Domain(over=[x, y])


def unique(rates, region=None, on=PLANE):
    return UniqueMotion(along=Flow(rates), region=region, on=on)


TRUE = {
    "linear": unique({x: y - x, y: -x}),
    "no faster than the states": unique({x: sin(y) * x, y: cos(x)}),
    "a fraction": unique({x: 1 / (1 + x**2)}, on=LINE),
    "falls back": unique({x: a * x - x**3}, on=Domain(over=[x, a])),
    "Lorenz": unique({x: 10 * (y - x), y: x * (28 - z) - y, z: x * y - Rational(8, 3) * z}, on=Domain(over=[x, y, z])),
    "a bounded set": unique({x: 5 * x * (1 - x)}, And(x >= 0, x <= 1), on=LINE),
    "a disc": unique({x: y, y: -x + x**3 * (x**2 + y**2 - 1)}, Eq(x**2 + y**2, 1)),
    "half a line": unique({x: x**2}, x <= 0, on=LINE),
    "a gradient flow": UniqueMotion(along=GradientFlow(Dot(w, w), {w: 1}), on=Domain(over=[w])),
}
FALSE = {
    "runs away": unique({x: x**2}, on=LINE),
    "runs away from any start": unique({x: 1 + x**2}, on=LINE),
    "faster than any power": unique({x: exp(x)}, on=LINE),
    "for some letters": unique({x: a * x**2}, on=Domain(a >= 1, over=[x])),
    "leaves the set": unique({x: S.One}, x <= 1, on=LINE),
    "a root": unique({x: sqrt(Abs(x))}, on=LINE),
    "a root beside what rests": unique({x: -2 * sqrt(Abs(x - 1)), y: S.Zero}),
    "half a line, the other one": unique({x: x**2}, x >= 0, on=LINE),
}
NOT_SHOWN = {
    "a kink": unique({x: Abs(x)}, on=LINE),
    "no rate at a point": unique({x: 1 / x}, on=LINE),
    "pieces": unique({x: Piecewise((x, x > 0), (0, True))}, on=LINE),
    "a kink across": unique({x: S.Zero, y: sqrt(Abs(x))}),
}


@pytest.mark.parametrize("name", TRUE)
def test_it_is_taken_kept_and_read(name):
    statement = TRUE[name]
    assert taken(statement)
    assert from_tree(to_tree(statement)).key() == statement.key()
    assert read_statement(statement.latex(), statement).key() == statement.key()


@pytest.mark.drawn(12)
@pytest.mark.parametrize("name", FALSE)
def test_a_start_refutes(name):
    assert none_taken(FALSE[name])
    with offering(()), short_search():
        found = decide_here(FALSE[name])
    assert found.outcome is Outcome.REFUTED and not found.assumes
    with offering(found.proofs, search=False):
        assert decide_here(FALSE[name]).outcome is Outcome.REFUTED


@pytest.mark.parametrize("name", NOT_SHOWN)
def test_what_is_not_seen_is_not_taken(name):
    assert none_taken(NOT_SHOWN[name])


@pytest.mark.parametrize("name", TRUE)
def test_of_what_is_true_no_contrary_is_found(name):
    for goal in goals(read(to_tree(TRUE[name]))):
        assert against(goal) is None


@pytest.mark.parametrize(("name", "false"), [
    ("linear", {x: y - x, y: x**2}), ("falls back", {x: a * x + x**3}), ("half a line", {x: -x**2}),
    ("a bounded set", {x: 5 * x * (2 - x)}), ("a fraction", {x: 1 / (1 - x**2)})])
def test_a_proof_is_of_its_own_flow(name, false):
    statement = TRUE[name]
    twin = UniqueMotion(along=Flow(false), region=statement.region, on=statement.on)
    with pytest.raises(Refused):
        check(to_tree(twin), copy.deepcopy(proofs_of(statement)))


def test_growth_has_to_be_shown():
    """A proof without its bound is none, where the rates grow faster than the states."""
    (proof,) = copy.deepcopy(proofs_of(TRUE["falls back"]))
    del proof["lines"][0][4:]
    with pytest.raises(Refused):
        check(to_tree(TRUE["falls back"]), [proof])


def contrary(statement):
    (goal,) = goals(read(to_tree(statement)))
    return against(goal)


@pytest.mark.parametrize("damage", [
    lambda line: line.__setitem__(4, "-1"), lambda line: line.__setitem__(5, "1"), lambda line: line.__setitem__(5, "1/2"),
    lambda line: line.__setitem__(4, "2"), lambda line: line.__setitem__(2, [])])
def test_a_damaged_proof_that_a_motion_runs_away_is_none(damage):
    statement, point = FALSE["runs away"], to_tree({x: S.One})
    proof = contrary(statement)
    assert fails(to_tree(statement), point, [proof], []) == FAILS
    damage(proof["lines"][0])
    with pytest.raises(Refused):
        fails(to_tree(statement), point, [proof], [])


def test_a_number_with_a_pole_shows_nothing():
    """1/(1 - x) grows as its square where x' = 1, and x goes on."""
    statement = unique({x: S.One}, on=LINE)
    proof = contrary(FALSE["runs away"])
    inner = {"terms": [["number", 0]], "lines": []}
    rows = [["Symbol", "x", ["real"]], ["number", 0], ["number", 1], ["number", -1], ["Mul", 3, 0], ["Add", 2, 4], ["Pow", 5, 3],
            ["both"], ["Tuple", 0, 2], ["exists", 7, 8]]
    made = {"terms": rows, "lines": [["runs_away", 9, [1], 6, "1", "2", inner]]}
    assert proof is not None
    with pytest.raises(Refused, match="polynomial"):
        fails(to_tree(statement), to_tree({x: S.Zero}), [made], [])


def test_two_ways_differ_and_are_motions():
    statement, point = FALSE["a root"], to_tree({x: S.Zero})
    proof = contrary(statement)
    assert fails(to_tree(statement), point, [proof], []) == FAILS
    twice = copy.deepcopy(proof)
    twice["lines"][0][5][1] = twice["lines"][0][5][0]
    with pytest.raises(Refused, match="differ"):
        fails(to_tree(statement), point, [twice], [])
    with pytest.raises(Refused):  # the ways of another flow
        fails(to_tree(unique({x: 2 * sqrt(Abs(x))}, on=LINE)), point, [proof], [])


@pytest.mark.slow
def test_motions_are_followed():
    assert run("integration", TRUE["falls back"], "seed").outcome is Outcome.AGREES
    assert run("integration", FALSE["faster than any power"], "seed").outcome is Outcome.REFUTED


@pytest.mark.parametrize("make", [
    lambda: unique({x: x}, on=Domain(x > 0)), lambda: unique({POSITIVE: S.One}, on=Domain(over=[POSITIVE])),
    lambda: unique({x: x}, region=x + y), lambda: UniqueMotion(along=x, on=LINE)])
def test_what_means_nothing_is_refused(make):
    with pytest.raises(StatementError):
        make()


def test_the_set_may_be_typed():
    claim = TRUE["half a line"]
    assert read_statement(r"x \leq 0", claim).key() == claim.key()
    assert read_statement(r"\text{exactly one motion for all times}", claim).region is None
    with pytest.raises(NotationError):
        read_statement(r"\text{exactly two motions}", claim)
