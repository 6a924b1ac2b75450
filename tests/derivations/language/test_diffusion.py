"""Diffusions as words: what is refused when it is made, what they make (generator, Fokker-Planck equation, moments), reading, paths."""

import pytest
from sympy import Derivative, S, exp, pi, sqrt

from theoremtest.derivations.language import (
    TIME,
    Diffusion,
    Domain,
    Dot,
    Flow,
    MeanEvolves,
    Outcome,
    StatementError,
    dimension,
    reals,
    stationary,
    vector,
)
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.mutants import mutants
from theoremtest.derivations.notation import NotationError, read_statement
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here
from theoremtest.numerics.routes.dispatch import run

x, y, m, q, W = reals("x", "y", "m", "q", "W")
theta, sigma = reals(r"\theta", r"\sigma")
w, Z = vector("w", dimension("d")), vector("Z", dimension("d"))
PULLED = Diffusion({x: -theta * x}, {x: sigma * W}, (W,))
ON = Domain(over=[x, theta, sigma])
SQUARE = MeanEvolves(x**2, sigma**2 - 2 * theta * x**2, along=PULLED, on=ON)
BALL = MeanEvolves(Dot(w, w), dimension("d") * sigma**2 - 2 * theta * Dot(w, w), on=Domain(over=[w, theta, sigma]),
                   along=Diffusion({w: -theta * w}, {w: sigma * Z}, (Z,)))


@pytest.mark.parametrize("make", [
    lambda: Diffusion({x: -x}, {x: W**2}, (W,)), lambda: Diffusion({x: -x}, {x: 1 + W}, (W,)), lambda: Diffusion({x: W}, {x: W}, (W,)),
    lambda: Diffusion({x: -x}, {x: W}, W), lambda: Diffusion({x: -x}, {y: W}, (W,)), lambda: Diffusion({x: -x}, {x: x}, (x,)),
    lambda: Diffusion({}, {}, (W,)), lambda: Diffusion({w: -w}, {w: W}, (W,)),
    lambda: MeanEvolves(x, S.Zero, along=Flow({x: S.Zero}), on=ON), lambda: MeanEvolves(x * W, S.Zero, along=PULLED, on=ON),
    lambda: MeanEvolves(x, W, along=PULLED, on=ON), lambda: MeanEvolves(w, w, along=BALL.along, on=BALL.on),
    lambda: MeanEvolves(exp(x), S.Zero, along=PULLED, on=ON), lambda: MeanEvolves(1 / x, S.Zero, along=PULLED, on=ON),
    lambda: MeanEvolves(x, S.Zero, along=Diffusion({x: S.Zero}, {x: x**2 * W}, (W,)), on=ON),
    lambda: MeanEvolves(x, -x**3, along=Diffusion({x: -x**3}, {x: W}, (W,)), on=ON), lambda: BALL.along.generator(Dot(w, w))])
def test_what_means_nothing_or_need_not_hold_is_refused(make):
    with pytest.raises(StatementError):
        make()


def test_generator_and_forward_equation_are_written_and_not_carried_out():
    assert PULLED.generator(x**2) == sigma**2 * Derivative(x**2, (x, 2)) / 2 - theta * x * Derivative(x**2, x)
    assert PULLED.generator(x**2).doit() == sigma**2 - 2 * theta * x**2
    assert PULLED.forward(exp(x)).has(Derivative)


def test_moments_are_a_flow_where_they_close():
    assert PULLED.moments({m: x, q: x**2}).rates == {m: -theta * m, q: sigma**2 - 2 * theta * q}
    both = Diffusion({x: y, y: -y}, {y: W}, (W,)).moments({m: x * y, q: y**2, x: x**2})
    assert both.rates == {m: q - m, q: 1 - 2 * q, x: 2 * m}
    with pytest.raises(StatementError, match="do not close"):
        Diffusion({x: -theta * x, y: S.Zero}, {x: y * W}, (W,)).moments({m: x**2})
    with pytest.raises(StatementError, match="grows faster"):
        Diffusion({x: -x**3}, {x: W}, (W,)).moments({m: x})


def test_time_goes_by():
    t = TIME
    with pytest.raises(StatementError, match="speaks of time t, which the flow takes for a constant"):
        MeanEvolves(t * x, -theta * t * x, along=PULLED, on=ON.but(over=[t]))
    with pytest.raises(StatementError, match="moves at the rate 2"):
        MeanEvolves(t * x, t, along=Diffusion({x: S.One, t: S(2)}, {x: W}, (W,)), on=ON)
    assert MeanEvolves(t * x, x - theta * t * x, along=Diffusion({x: -theta * x, t: S.One}, {x: W}, (W,)), on=ON)


GAUSSIAN = sqrt(theta / (pi * sigma**2)) * exp(-theta * x**2 / sigma**2)


@pytest.mark.slow
@pytest.mark.parametrize("density, outcomes", [
    (GAUSSIAN, ("proved", "proved")), (GAUSSIAN / 2, ("proved", "refuted")), (GAUSSIAN.subs(theta, 2 * theta), ("refuted", "proved"))])
def test_a_stationary_density_stands_still_and_has_the_mass_1(density, outcomes):
    said = stationary(PULLED, density, on=Domain(theta > 0, sigma > 0, over=[x]))
    with offering(()):
        assert tuple(decide_here(part).outcome.value for _, part in said.parts()) == outcomes


@pytest.mark.parametrize("statement", [SQUARE, BALL, MeanEvolves(x, S.Zero, along=Diffusion({x: S.Zero}, {x: W}, (W,)), on=ON)])
def test_it_is_kept_as_data_and_read_from_its_own_latex(statement):
    assert from_tree(to_tree(statement)).key() == statement.key()
    assert read_statement(statement.latex(), statement).key() == statement.key()


@pytest.mark.parametrize("text", [
    r"\frac{d}{dt} \mathbb{E}[x^2] = -2\theta\mathbb{E}[x^2] + \sigma^2",
    r"\frac{\mathrm{d}}{\mathrm{d}t}\mathbb{E}[x^2] = \mathbb{E}[\sigma^2 - 2\theta x^2]",
    r"\sigma^2 - 2 \theta x^2"])
def test_it_is_read_as_it_is_printed(text):
    assert (read_statement(text, SQUARE).rate - SQUARE.rate).expand() == 0


@pytest.mark.parametrize("text, said", [
    (r"\frac{d}{dt} \mathbb{E}[x^2] = \sigma^2 - 2\theta x^2", "inside of a mean"), (r"\mathbb{E}[x^2] = 3", "left side"),
    (r"\frac{d}{dt} \mathbb{E}[x^2] = x \mathbb{E}[x]", "inside of a mean"),
    (r"\frac{d}{dt} \operatorname{Var}[x] = 3", "the mean that changes"),
    (r"\frac{d}{dt} \mathbb{E}[x^2] = \mathbb{E}[x] \mathbb{E}[x]", "column")])
def test_what_says_something_else_is_not_read(text, said):
    with pytest.raises(NotationError, match=said):
        read_statement(text, SQUARE)


@pytest.mark.slow
@pytest.mark.parametrize("statement", [SQUARE, BALL])
def test_paths_agree_with_a_true_rate_and_not_with_its_slips(statement):
    assert run("integration", statement, "seed").outcome is Outcome.AGREES
    slips = mutants(statement, "seed", 6)
    assert slips
    for slip in slips:
        assert run("integration", slip.statement, "seed").outcome is not Outcome.AGREES, slip.slip
        with offering(()):
            assert decide_here(slip.statement).outcome.value == "refuted", slip.slip
