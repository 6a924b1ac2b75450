"""All that a flow conserves: known counts, nothing that is not conserved, nothing left out, and what else there is by its name."""

import pytest
from sympy import Abs, Matrix, S, expand, sign, symbols

from theoremtest import find_conserved, for_every_loss
from theoremtest.derivations.language import (
    ConservedExactly,
    Domain,
    Dot,
    Flow,
    GradientFlow,
    Outcome,
    StatementError,
    dimension,
    reals,
    vector,
)
from theoremtest.derivations.mutants import mutants
from theoremtest.derivations.notation import read_statement
from theoremtest.derivations.proof.conserved import Setting
from theoremtest.derivations.proof.decide import decide_here
from theoremtest.numerics.routes.dispatch import run

u, v, w, b, c, eta = reals("u", "v", "w", "b", "c", "eta")
X = vector("x", dimension("d"))
PLANE = Domain(over=[u, v, c])
DESCENT = Flow({u: v * (c - u * v), v: u * (c - u * v)}, name="gradient flow of (u v - c)^2 / 2")


def linear(rows, width, columns):
    """A linear network of two layers, any data and loss."""
    U, V = (Matrix(size, width, symbols(f"{name}:{size * width}", real=True)) for name, size in (("u", rows), ("v", columns)))
    return for_every_loss(list(U * V.T), [*U, *V])


def neuron(inputs, bias):
    """A hidden ReLU unit where it is active."""
    weights = symbols(f"a:{inputs}", real=True)
    return for_every_loss([u * weight for weight in (*weights, *([b] if bias else []))], [u, *weights, *([b] if bias else [])])


LAYERS = Flow({u: c * v * w, v: c * u * w, w: c * u * v}, name="three layers, any loss")
COUNTS = {
    "two scalar layers": (DESCENT, 1),
    "three scalar layers": (for_every_loss([u * v * w], [u, v, w]), 2),
    "a linear network of width 2": (linear(2, 2, 2), 3),
    "a linear network of width 1": (linear(2, 1, 3), 1),
    "a linear network wider than its outputs": (linear(1, 2, 2), 3),
    "a ReLU neuron": (neuron(3, False), 1),
    "a ReLU neuron with a bias": (neuron(2, True), 1),
    "a rotation": (Flow({u: c * v, v: -c * u}), 1),
    "nothing": (Flow({u: c, v: c * u + b}), 0),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_near_almost_every_point_are_the_known_ones(name):
    flow, count = COUNTS[name]
    setting = Setting(flow)
    assert len(setting.states) - setting.spanned(len(setting.states)) == count


@pytest.mark.parametrize("name", COUNTS)
def test_as_many_quadratic_ones_are_found_and_each_is_conserved(name):
    flow, count = COUNTS[name]
    found = find_conserved(flow, 2)
    assert len(found) == count
    for quantity in found:
        assert expand(sum(quantity.diff(state) * rate for state, rate in flow.rates.items())) == 0


def test_layers_of_a_linear_network_keep_the_difference_of_their_gram_matrices():
    flow = linear(2, 2, 2)
    U, V = (Matrix(2, 2, [state for state in flow.states if str(state).startswith(name)]) for name in "uv")
    gap = U.T * U - V.T * V
    setting = Setting(flow)
    found = list(map(setting.read, find_conserved(flow, 2)))
    assert all(setting.made_of(setting.read(entry), found, 2) for entry in gap)
    assert not setting.made_of(setting.read((U.T * U)[0, 0]), found, 2)


def test_learning_rates_may_stand_in_what_is_conserved_where_they_are_said_to():
    flow = for_every_loss([u * v], [u, v], [eta, S.One])
    assert [expand(one - (u**2 - eta * v**2)) for one in find_conserved(flow, 2, [eta])] == [0]
    assert find_conserved(flow, 2) == (), "nothing is kept whatever the rate is"


def test_powers_of_what_is_conserved_are_not_found_again():
    assert find_conserved(DESCENT, 6) == find_conserved(DESCENT, 2)


TRUE = {
    "all": ConservedExactly((u**2 - v**2,), along=DESCENT, on=PLANE),
    "all of degree 4": ConservedExactly((u**2 - v**2,), along=DESCENT, on=PLANE, degree=4),
    "none": ConservedExactly((), along=Flow({u: c, v: c * u + b}), on=Domain(over=[u, v, c, b])),
    "with a learning rate": ConservedExactly((u**2 - eta * v**2,), along=Flow({u: eta * v * c, v: u * c}),
                                             on=Domain(eta > 0, over=[u, v, c])),
    "of a loss": ConservedExactly((u**2 - v**2,), along=GradientFlow((u * v - c) ** 2, {u: S.One, v: S.One}), on=PLANE),
}
LEFT_OUT = {
    "one of two": (ConservedExactly((u**2 - v**2,), along=LAYERS, on=Domain(over=[u, v, w, c])), "room for 2"),
    "one of two, by degree": (ConservedExactly((u**2 - v**2,), along=LAYERS, on=Domain(over=[u, v, w, c]), degree=2), "is conserved too"),
    "the square alone": (ConservedExactly(((u**2 - v**2) ** 2,), along=DESCENT, on=PLANE, degree=4), "is conserved too"),
    "twice the same": (ConservedExactly((u**2 - v**2, 2 * u**2 - 2 * v**2), along=DESCENT, on=PLANE), "independent"),
    "at an edge of the data": (ConservedExactly((u**2 - v**2,), along=DESCENT, on=Domain(c >= 0, c <= 0, over=[u, v])), "at an edge"),
}


@pytest.mark.parametrize("name", TRUE)
def test_all_are_all_and_the_verdict_names_the_rule(name):
    found = decide_here(TRUE[name])
    assert found.outcome is Outcome.PROVED and found.assumes, "the counting is a rule of the engine: the kernel has no say in it"


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_is_left_out_is_seen(name):
    statement, reason = LEFT_OUT[name]
    found = decide_here(statement)
    assert found.outcome is Outcome.UNDECIDED and reason in " ".join(found.tried)


def test_a_strict_condition_with_a_jump_leaves_no_open_set():
    """|sign c| < 1 says that c is 0, and then nothing moves."""
    assert decide_here(ConservedExactly((), Flow({u: c}), on=PLANE.but(Abs(sign(c)) < 1))).outcome is Outcome.UNDECIDED
    assert decide_here(ConservedExactly((), Flow({u: c}), on=PLANE.but(c > 1))).outcome is Outcome.PROVED


def test_what_is_not_conserved_is_refuted():
    statement = ConservedExactly((u**2 - v**2, u * v), along=DESCENT, on=PLANE)
    found = decide_here(statement)
    assert found.outcome is Outcome.REFUTED
    assert run("integration", statement, "seed").outcome is Outcome.REFUTED
    assert run("integration", TRUE["all"], "seed").outcome is Outcome.AGREES


@pytest.mark.parametrize("name", TRUE)
def test_it_is_read_from_its_own_latex(name):
    statement = TRUE[name]
    assert read_statement(statement.latex(), statement).key() == statement.key()


def test_slips_are_put_into_each_quantity():
    assert any("quantities 1" in one.place for one in mutants(TRUE["all"]))


@pytest.mark.parametrize("make", [
    lambda: find_conserved(Flow({u: 1 / v, v: u}), 2), lambda: find_conserved(DESCENT, 0), lambda: find_conserved(DESCENT, 40 * 40),
    lambda: find_conserved(GradientFlow(Dot(X, X), {X: S.One}), 2),
    lambda: find_conserved(DESCENT, 2, [u]), lambda: for_every_loss([u * v], [u, v], [eta]),
    lambda: ConservedExactly([u], along=DESCENT, on=PLANE), lambda: ConservedExactly((u,), along=DESCENT, on=PLANE, degree=0),
    lambda: ConservedExactly(("u",), along=DESCENT, on=PLANE), lambda: ConservedExactly((w,), along=DESCENT, on=PLANE)])
def test_what_means_nothing_is_refused_in_one_line(make):
    with pytest.raises(StatementError) as error:
        make()
    assert "\n" not in str(error.value)
