"""Steps of gradient descent as recursions: closed forms of quadratics, what is kept, and where a step is too long."""

import pytest
from sympy import Function, Rational, Symbol

from theoremtest import for_every_loss
from theoremtest.derivations.language import Domain, Equal, Holds, Induction, Outcome, StatementError, descent, le, reals
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

pytestmark = pytest.mark.drawn(4)

a, x, y, b, c, eta, beta = reals("a", "x", "y", "b", "c", "eta", "beta")
k = Symbol("k", integer=True)
X, Y = (Function(name, real=True)(k) for name in "xy")
QUADRATIC = descent(a * x**2 / 2, {x: b}, eta, k)


def decided(claim, sequences):
    with offering(()):
        return decide_here(Induction(claim, k, 0, sequences, on=claim.on)).outcome


def test_a_step_goes_down_the_slope():
    assert list(QUADRATIC.items()) == [(X, (b, X - eta * a * X))]
    assert list(descent(x * y, {x: b, y: c}, eta, k).values()) == [(b, X - eta * Y), (c, Y - eta * X)]


def test_momentum_is_a_sequence_of_its_own():
    memory = Function("m_x", real=True)(k)
    assert descent(x**2 / 2, {x: b}, eta, k, momentum=beta) == {memory: (0, beta * memory + X), X: (b, X - eta * (beta * memory + X))}


@pytest.mark.slow
@pytest.mark.parametrize("curvature, closed, outcome", [
    (a, b * (1 - eta * a) ** k, Outcome.PROVED), (2, b * (1 - eta) ** k, Outcome.REFUTED)])
def test_a_quadratic_is_solved(curvature, closed, outcome):
    """The false one has a letter less, as the proof of the contrary at a point is a search over all of them."""
    assert decided(Equal(X, closed, on=Domain(over=[a, b, eta, k])), descent(curvature * x**2 / 2, {x: b}, eta, k)) is outcome


@pytest.mark.slow
@pytest.mark.parametrize("most, outcome", [(2, Outcome.PROVED), (3, Outcome.REFUTED)])
def test_the_loss_stays_below_its_start_up_to_two_over_the_curvature(most, outcome):
    on = Domain(a > 0, eta > 0, eta * a <= most, over=[b, k])
    assert decided(Holds(le(X**2, b**2), on=on), QUADRATIC) is outcome


@pytest.mark.parametrize("make", [
    lambda: descent(x**2, {k: b}, eta, k), lambda: descent(x**2, {x: b}, eta, x), lambda: descent(x**2, {Rational(1): b}, eta, k)])
def test_what_is_no_parameter_or_no_count_is_refused(make):
    with pytest.raises(StatementError):
        make()


@pytest.mark.parametrize("make", [
    lambda text: descent(text, {x: b}, eta, k), lambda text: descent(x**2, {x: text}, eta, k), lambda text: descent(x**2, {x: b}, text, k),
    lambda text: descent(x**2, {x: b}, eta, k, momentum=text), lambda text: for_every_loss([text], [x]),
    lambda text: for_every_loss([x], [x], rates=[text]),
])
def test_a_text_is_no_formula_and_is_never_run(make, tmp_path):
    with pytest.raises(StatementError, match="is neither a number nor a matrix"):
        make(f"__import__('pathlib').Path('{tmp_path / 'ran'}').touch()")
    assert not (tmp_path / "ran").exists()
