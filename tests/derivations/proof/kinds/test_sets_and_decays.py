"""Sets that are never left and rates of decay, as they are decided: proved for every size, refuted at a simple point, read from LaTeX."""

import pytest
from sympy import And, Eq, Or, S, Symbol, ZeroMatrix

from theoremtest.derivations.language import (
    Convex,
    Decays,
    Domain,
    Dot,
    Flow,
    GradientFlow,
    OpenFunction,
    Outcome,
    StatementError,
    Stays,
    dimension,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.notation import NotationError, read_statement
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here
from theoremtest.numerics.routes.dispatch import run

x, y, c, mu = reals("x", "y", "c", "mu")
w, A = vector("w", dimension("d")), matrix("A", dimension("d"), dimension("d"))
PLANE = Domain(over=[x, y])
SPIRAL = Flow({x: y - x, y: -x - y})
LOSS = GradientFlow(Dot(w, w) / 2, {w: S.One})
F = Symbol("F", real=True)
PL = Flow({F: -Dot(w, w)}, name="gradient flow, of its loss F and the slope w there")

TRUE = {
    "a disc": Stays(x**2 + y**2 <= 1, along=SPIRAL, on=PLANE),
    "a disc of any radius": Stays(x**2 + y**2 <= c, along=SPIRAL, on=Domain(c > 0, over=[x, y])),
    "a ball of any dimension": Stays(Dot(w, w) <= 1, along=LOSS, on=Domain(over=[w])),
    "an energy": Decays(x**2 + y**2, 2, along=SPIRAL, on=PLANE),
    "a norm of any dimension": Decays(Dot(w, w), 2, along=LOSS, on=Domain(over=[w])),
    "a loss under the PL condition": Decays(F, 2 * mu, along=PL, on=Domain(mu > 0, Dot(w, w) >= 2 * mu * F, over=[w, F])),
    "what never grows": Decays(x**2, 0, along=Flow({x: -x**3}), on=Domain(over=[x])),
    "a rate 1/t": Decays(x**2, 2, along=Flow({x: -x**3}), on=Domain(over=[x]), power=1),
    "a rate 1/t^2": Decays(x, 2, along=Flow({x: -2 * x ** (S(3) / 2)}), on=Domain(x >= 0), power=2),
    "growth at most": Decays(x**2, -2, along=Flow({x: x * y, y: -y}), on=Domain(y <= 1, over=[x])),
}
FALSE = {
    "a disc that is left": (Stays(x**2 + y**2 <= 1, along=Flow({x: y + x, y: -x - y / 2}), on=PLANE), "x = 1, y = 0"),
    "a ball that is left": (Stays(Dot(w, w) <= 1, along=Flow({w: w}), on=Domain(over=[w])), "d = 1, w = [1]"),
    "no slope at the edge": (Stays(x**3 >= 0, along=Flow({x: -S.One}), on=PLANE), "x = 0, y = 0: -6 against 0"),
    "a cubed ball": (Stays((Dot(w, w) - 1) ** 3 <= 0, along=Flow({w: w}), on=Domain(over=[w])), "d = 1, w = [1]: -48 against 0"),
    "an open set whose edge is met": (Stays(x**2 > 0, along=Flow({x: -S.One}), on=PLANE), "x = 0, y = 0"),
    "too fast": (Decays(x**2 + y**2, 3, along=SPIRAL, on=PLANE), "x = 0, y = 1"),
    "too fast in any dimension": (Decays(Dot(w, w), 3, along=LOSS, on=Domain(over=[w])), "d = 1, w = [1]"),
    "without the PL condition": (Decays(F, 2 * mu, along=PL, on=Domain(mu > 0, over=[w, F])), ""),
    "a power too small": (Decays(x**2, 2, along=Flow({x: -x**3}), on=Domain(over=[x]), power=2), ""),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved_by_the_kernel(name):
    with offering(()):
        found = decide_here(TRUE[name])
    assert found.outcome is Outcome.PROVED and not found.assumes


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted_at_a_point_that_the_kernel_takes(name):
    statement, point = FALSE[name]
    found = decide_here(statement)
    assert found.outcome is Outcome.REFUTED and not found.assumes
    assert point in str(found.counterexample)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a disc", "a disc of any radius", "an energy", "a rate 1/t", "what never grows"])
def test_motions_agree_with_what_is_true(name):
    assert run("integration", TRUE[name], "seed").outcome is Outcome.AGREES


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a disc that is left", "too fast"])
def test_motions_speak_against_what_is_false(name):
    assert run("integration", FALSE[name][0], "seed").outcome in (Outcome.REFUTED, Outcome.UNDECIDED)


@pytest.mark.parametrize("name", TRUE)
def test_it_is_read_from_its_own_latex(name):
    statement = TRUE[name]
    read = read_statement(statement.latex(), statement)
    assert read.latex() == statement.latex() and read.key() == statement.key()


def test_a_rate_is_read_from_an_inequality():
    energy = TRUE["an energy"]
    assert read_statement(r"\frac{d}{dt}\left(x^2 + y^2\right) \leq -3 (x^2 + y^2)", energy).rate == 3
    for wrong in (r"\frac{d}{dt}\left(x^2 + y^2\right) \leq -3 x^2", r"\frac{d}{dt}\left(x^2 + y^2\right) \geq -3 (x^2 + y^2)"):
        with pytest.raises(NotationError):
            read_statement(wrong, energy)
    assert read_statement(r"x^2 + y^2 < 1", TRUE["a disc"]).region == (x**2 + y**2 < 1)


@pytest.mark.parametrize("make", [
    lambda: Stays(x + y, along=SPIRAL, on=PLANE), lambda: Stays(Or(x > 0, y > 0), along=SPIRAL, on=PLANE),
    lambda: Stays(Eq(A, A.T), along=Flow({A: A}), on=Domain(over=[A])), lambda: Stays(x > c, along=SPIRAL, on=PLANE),
    lambda: Decays(x**2, y, along=SPIRAL, on=PLANE), lambda: Decays(x**2, 1, along=SPIRAL, on=PLANE, power=x),
    lambda: Decays(w, 1, along=LOSS, on=Domain(over=[w])), lambda: Decays(x, x > 0, along=SPIRAL, on=PLANE),
    lambda: Stays(And(x > 0, y > 0), along=None, on=PLANE)])
def test_what_means_nothing_is_refused(make):
    with pytest.raises(StatementError):
        make()


def test_the_bound_is_what_the_rate_makes_of_the_start():
    assert TRUE["a rate 1/t"].most(c, 0).subs(c, 4) == 4
    assert TRUE["a rate 1/t"].most(S.One, y) == 1 / (1 + 2 * y)


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("friction, outcome", [(3, Outcome.PROVED), (4, Outcome.PROVED), (2, Outcome.REFUTED)])
def test_the_energy_of_an_accelerated_flow_never_grows(friction, outcome):
    """For every convex loss; the friction r/t has no value at t = 0, where the motion starts, and the domain leaves that out."""
    f, z, v, t = OpenFunction("f", dimension("d")), vector("z", dimension("d")), vector("v", dimension("d")), Symbol("t", real=True)
    away = w + t * v / (friction - 1) - z
    energy = 2 * t**2 * (f(w) - f(z)) / (friction - 1) + (friction - 1) * Dot(away, away)
    damped = Flow({w: v, v: -friction / t * v - f.gradient(w), t: S.One})
    rest = [Eq(f.gradient(z), ZeroMatrix(dimension("d"), 1))] if friction > 3 else []  # only a larger friction asks for it
    with offering(()):
        found = decide_here(Decays(energy, 0, along=damped, on=Domain(Convex(f), t > 0, *rest, over=[w, v, z])))
    assert found.outcome is outcome and (outcome is Outcome.REFUTED or not found.assumes)
