"""Rates of means along diffusions in the kernel: true ones are taken, false ones fail at a point, and what Itô's formula says nothing of is
refused, also where nobody looked at it when it was made."""

import copy

import pytest
from sympy import Eq, S, Trace, exp, sin, sqrt

from helpers.kernel_proofs import proofs_of, taken
from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language import Diffusion, Domain, Dot, MeanEvolves, dimension, matrix, reals, vector
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

x, y, c, theta, sigma, W, V = reals("x", "y", "c", "theta", "sigma", "W", "V")
d, k = dimension("d"), dimension("k")
w, Z, A, U = vector("w", d), vector("Z", d), matrix("A", d, k), vector("U", k)
LINE = Domain(over=[x, c, theta, sigma])
PLANE = Domain(over=[x, y, c, theta, sigma])
SPACE = Domain(over=[w, theta, sigma])
PULLED = Diffusion({x: -theta * x}, {x: sigma * W}, (W,))


def mean(quantity, rate, drift, noise, wiener=(W,), on=LINE):
    return MeanEvolves(quantity, rate, along=Diffusion(drift, noise, wiener), on=on)


def unchecked(kind, **parts):
    """As somebody might build it who looks at nothing."""
    made = object.__new__(kind)
    for name, value in parts.items():
        object.__setattr__(made, name, value)
    return made


def slipped(quantity, rate, drift, noise, wiener=(W,), on=LINE):
    flow = unchecked(Diffusion, drift=drift, noise=noise, wiener=wiener, name="")
    return unchecked(MeanEvolves, quantity=quantity, rate=rate, along=flow, on=on)


TRUE = {
    "a mean": MeanEvolves(x, -theta * x, along=PULLED, on=LINE),
    "a square": MeanEvolves(x**2, sigma**2 - 2 * theta * x**2, along=PULLED, on=LINE),
    "a fourth power": MeanEvolves(x**4, 6 * sigma**2 * x**2 - 4 * theta * x**4, along=PULLED, on=LINE),
    "noise of the state's size": mean(x**2, (2 * c + sigma**2) * x**2, {x: c * x}, {x: sigma * x * W}),
    "noise of a root": mean(x**2, 2 * theta * c * x - 2 * theta * x**2 + sigma**2 * x, {x: theta * (c - x)}, {x: sigma * sqrt(x) * W},
                            on=Domain(x > 0, over=[c, theta, sigma])),
    "shared noise": mean(x * y, sigma * c - x * y, {x: S.Zero, y: -y}, {x: sigma * W, y: c * W}, on=PLANE),
    "noise that is not shared": mean(x * y, -x * y, {x: S.Zero, y: -y}, {x: sigma * W, y: c * V}, (W, V), on=PLANE),
    "no noise at all": mean(x * y, y**2, {x: y, y: S.Zero}, {}, on=PLANE),
    "a bounded force": mean(x, sin(x), {x: sin(x)}, {x: W}),
    "any dimension": mean(Dot(w, w), d * sigma**2 - 2 * theta * Dot(w, w), {w: -theta * w}, {w: sigma * Z}, (Z,), SPACE),
    "noise through a matrix": mean(Dot(c * w, w), c * Trace(A * A.T), {w: 0 * w}, {w: A * U}, (U,), Domain(over=[w, A, c])),
}
FALSE = {
    "as if there were no noise": MeanEvolves(x**2, -2 * theta * x**2, along=PULLED, on=LINE),
    "without the half": MeanEvolves(x**2, 2 * sigma**2 - 2 * theta * x**2, along=PULLED, on=LINE),
    "in Stratonovich's sense": mean(x, (c + sigma**2 / 2) * x, {x: c * x}, {x: sigma * x * W}),
    "as if noise were not shared": mean(x * y, -x * y, {x: S.Zero, y: -y}, {x: sigma * W, y: c * W}, on=PLANE),
    "one dimension for all": mean(Dot(w, w), sigma**2 - 2 * theta * Dot(w, w), {w: -theta * w}, {w: sigma * Z}, (Z,), SPACE),
}
SAYS_NOTHING = {
    "noise that is not linear": slipped(x**2, S.One, {x: S.Zero}, {x: W**2}),
    "noise with a rest": slipped(x**2, S.One, {x: S.Zero}, {x: W + 1}),
    "noise in the drift": slipped(x**2, S.One, {x: W}, {x: W}),
    "noise in the quantity": slipped(x * W, S.One, {x: S.Zero}, {x: W}),
    "noise in the rate": slipped(x, W - W + 0 * x, {x: S.Zero}, {x: W}, on=Domain(Eq(W, 1), over=[x])),
    "what runs away": slipped(x, x**2, {x: x**2}, {x: W}),
    "no martingale": slipped(x, S.Zero, {x: S.Zero}, {x: x**2 * W}),
    "no polynomial": slipped(exp(x), exp(x) / 2, {x: S.Zero}, {x: W}),
    "noise of what does not move": slipped(x**2, S.One, {x: S.Zero}, {x: W, y: W}, on=PLANE),
    "a letter that the domain ties to the state": slipped(c * x, S.Zero, {x: S.Zero}, {x: W}, on=Domain(Eq(c, x), over=[x, c])),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_rate_is_taken(name):
    check(to_tree(TRUE[name]), proofs_of(TRUE[name]))


@pytest.mark.parametrize("name", FALSE)
def test_a_false_rate_is_refuted_at_a_point_that_the_kernel_takes(name):
    with offering(()):
        found = decide_here(FALSE[name])
    assert found.outcome.value == "refuted" and not found.assumes
    assert "W" not in str(found.counterexample) and "Z" not in str(found.counterexample), "a point gives no noise"


@pytest.mark.parametrize("name", SAYS_NOTHING)
def test_what_the_formula_says_nothing_of_has_no_goal(name):
    with pytest.raises(Refused):
        goals(read(to_tree(SAYS_NOTHING[name])))


@pytest.mark.parametrize("name", ["a square", "shared noise", "any dimension"])
def test_a_proof_is_of_its_own_rate_and_noise(name):
    statement = TRUE[name]
    proofs = proofs_of(statement)
    other = MeanEvolves(statement.quantity, statement.rate + sigma, along=statement.along, on=statement.on)
    noise = {state: 2 * formula for state, formula in statement.along.noise.items()}
    louder = MeanEvolves(statement.quantity, statement.rate, on=statement.on,
                         along=Diffusion(statement.along.drift, noise, statement.along.wiener))
    for wrong in (other, louder):
        with pytest.raises(Refused):
            check(to_tree(wrong), copy.deepcopy(proofs))


def test_a_side_of_zero_that_the_process_leaves_is_not_used():
    sided = MeanEvolves(x, -theta * abs(x), along=PULLED, on=LINE.but(x > 0))
    assert not taken(sided) and taken(MeanEvolves(x, -theta * x, along=PULLED, on=LINE.but(x > 0)))
