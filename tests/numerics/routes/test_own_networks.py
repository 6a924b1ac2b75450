"""A network of one's own is trained for what is claimed of it: what is right agrees, a slip is seen by this route alone, and a network that
is not what its map says is told of in one line.
"""

import numpy as np
import pytest
from sympy import Rational, Trace, exp, oo

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Evolves,
    Flow,
    GradientFlow,
    Limit,
    Network,
    Outcome,
    Solves,
    StatementError,
    System,
    dimension,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.reasons import APART, CRASHED
from theoremtest.numerics.routes.dispatch import applies, run
from theoremtest.numerics.training.gradient_flow import Network as NumericNetwork
from theoremtest.numerics.training.gradient_flow import flow
from theoremtest.reports.verify.cache import content

torch = pytest.importorskip("torch", reason="the gradient-flow route needs torch")

u, v, c, w, w0, s, t, eta = reals("u", "v", "c", "w", "w_0", "s", "t", r"\eta")
d, n, h = dimension("d"), dimension("n"), dimension("h")
V, X, y, A, W, Y = vector("V", d), matrix("X", n, d), vector("y", n), matrix("A", h, 2), matrix("W", h, d), matrix("Y", n, 2)


def product(parameters, inputs):
    return parameters["u"] * parameters["v"] * inputs


def layers(parameters, inputs):
    return torch.relu(inputs @ parameters["first"].T) @ parameters["second"]


PRODUCT = Network(product, {"u": u, "v": v}, name="a product")
DESCENT = GradientFlow((u * v - c) ** 2 / 2, {u: 1, v: eta}, network=PRODUCT, data=(1, c))
ON = Domain(eta > 0, over=[u, v, c])
LEAST = Dot(X * V - y, X * V - y) / 2
FITTED = Domain(over=[V, X, y])


def regression(forward, loss=None, letters=None):
    network = Network(forward, letters or {"V": V}, loss=loss, name="hers")
    return Evolves(V, -X.T * (X * V - y), along=GradientFlow(LEAST, {V: 1}, network=network, data=(X, y)), on=FITTED)


SOLVED = c + (w0 - c) * exp(-t)


def linear(rate=1, solved=SOLVED, value=c, loss=None):
    """The system, its solution and its limit, of w x trained on (1, c)."""
    network = Network(lambda p, x: p["w"] * x, {"w": w}, loss=loss, name="a slope")
    system = System({w: rate * (c - w)}, {w: w0}, t=t, network=network, read={w: w}, learning_rates={w: 1}, data=(1, c), lift={w: w0})
    on = Domain(t >= 0, over=[c, w0])
    return Solves(system, {w: solved}, on=on), Limit(solved, t, oo, value, on=on, training=system)


RIGHT = {
    "a conserved quantity": Conserved(eta * u**2 - v**2, along=DESCENT, on=ON),
    "a rate": Evolves(u * v, (v**2 + eta * u**2) * (c - u * v), along=DESCENT, on=ON),
    "a vector's rate": regression(lambda p, x: x @ p["V"]),
    "outputs in an axis of their own": regression(lambda p, x: x @ p["V"][:, None]),
    "a module": regression(torch.nn.Linear(3, 1, bias=False), letters={"weight": V}),
    "a loss of her own": regression(lambda p, x: x @ p["V"], loss=lambda found, wanted: (found - wanted).square().sum() / 2),
    "a solution": linear()[0],
}
WRONG = {
    "a learning rate left out": Conserved(u**2 - v**2, along=DESCENT, on=ON),
    "a sign": Evolves(u * v, (v**2 - eta * u**2) * (c - u * v), along=DESCENT, on=ON),
    "a closed form": linear(solved=c + (w0 - c) * exp(-2 * t))[0],
    "a closed form by a millionth": linear(solved=c * (1 + Rational(1, 10**6)) + (w0 - c) * exp(-t))[0],
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_is_right_agrees_with_the_trained_network(name):
    assert run("flow", RIGHT[name], "seed").outcome is Outcome.AGREES


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_refuted(name):
    assert run("flow", WRONG[name], "seed").outcome is Outcome.REFUTED


@pytest.mark.slow
def test_a_limit_is_where_training_comes_to_rest():
    assert run("flow", linear()[1], "seed").outcome is Outcome.AGREES
    unrest = linear(solved=w0 + 0 * c, value=w0)[1]
    assert run("flow", unrest, "seed").outcome is not Outcome.AGREES


SLIPS = {
    "the rate of another flow and its solution": linear(rate=2, solved=c + (w0 - c) * exp(-2 * t))[0],
    "another loss than the printed one": regression(lambda p, x: x @ p["V"], loss=lambda found, wanted: (found - wanted).square().mean()),
    "another network than the printed one": regression(lambda p, x: x @ torch.relu(p["V"])),
    "two letters of the map exchanged": Evolves(u, -u**2 * (u**2 * v - c), along=GradientFlow(
        (u**2 * v - c) ** 2 / 2, {u: 1, v: 1}, network=Network(lambda p, x: p["u"] ** 2 * p["v"] * x, {"u": v, "v": u}), data=(1, c)),
        on=Domain(over=[u, v, c])),
}


@pytest.mark.parametrize("name", list(SLIPS)[:3])
def test_a_slip_that_is_consistent_on_paper_is_seen_by_this_route_alone(name):
    assert decide(SLIPS[name]).outcome is Outcome.PROVED
    found = run("flow", SLIPS[name], "seed")
    assert found.outcome is Outcome.REFUTED or any(reason.startswith(APART) for reason in found.tried)


def test_letters_that_the_map_exchanges_are_seen():
    assert run("flow", SLIPS["two letters of the map exchanged"], "seed").outcome is Outcome.REFUTED


held = torch.ones(3, dtype=torch.float64, requires_grad=True)
FAULTS = {
    "detached": (lambda p, x: x @ p["V"].detach(), {}, "changes with V (V) otherwise than its gradient by autograd says: it is"),
    "half detached": (lambda p, x: x @ (p["V"].detach() + p["V"]) / 2, {}, "otherwise than its gradient by autograd says"),
    "unused": (lambda p, x: x.sum(-1), {}, "does not depend on V (V): is it the tensor that the map means?"),
    "another name": (lambda p, x: x @ p["weight"], {}, "KeyError: 'weight'"),
    "a shape": (lambda p, x: x * p["V"], {}, "the targets call for"),
    "single precision": (lambda p, x: x.float() @ p["V"].float(), {}, "computes in float32; parameters and inputs are float64"),
    "no tensor": (lambda p, x: (x @ p["V"]).tolist(), {}, "returns a list; a tensor of predictions is expected"),
    "a loss with an axis": (lambda p, x: x @ p["V"], {"loss": lambda found, wanted: found - wanted}, "a number is expected"),
    "a bias outside the map": (torch.nn.Linear(3, 1), {"letters": {"weight": V}}, "holds bias, which the map does not name"),
    "a tensor that a module lacks": (torch.nn.Linear(3, 1, bias=False), {"letters": {"V": V}}, "has no V; it has weight"),
    "a tensor captured": (lambda p, x: x @ p["V"] + held.sum(), {}, "holds held, which the map does not name"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_network_that_is_not_what_its_map_says_is_one_clear_line(name):
    forward, more, said = FAULTS[name]
    found = run("flow", regression(forward, **more), "seed")
    (reason,) = found.tried
    assert found.outcome is Outcome.UNDECIDED and reason.startswith(CRASHED)
    assert said in reason and "'hers'" in reason and "\n" not in reason


def test_a_parameter_without_effect_at_one_place_is_no_fault():
    """Where u is 0 the loss does not change with v, and its gradient says so."""
    on = Domain(u >= 0, u <= 0, over=[v, c])
    assert run("flow", Evolves(v, 0 * v, along=GradientFlow((u * v - c) ** 2 / 2, {u: 1, v: 1}, network=PRODUCT, data=(1, c)), on=on),
               "seed").outcome is Outcome.AGREES


def test_several_outputs_and_kinks_are_trained_too():
    """Of a two-layer network with ReLU and two outputs the layers stay as far apart in norm as they were, not as near."""
    network = Network(layers, {"first": W, "second": A}, name="two layers")
    moving = Flow({A: A, W: W}, network=network, learning_rates={A: 1, W: 1}, data=(X, Y), read={A: A, W: W})
    on = Domain(over=[A, W, X, Y])
    apart, together = (Trace(A * A.T) + sign * Trace(W * W.T) for sign in (-1, 1))
    assert run("flow", Conserved(apart, along=moving, on=on), "seed").outcome is Outcome.AGREES
    assert run("flow", Conserved(together, along=moving, on=on), "seed").outcome is not Outcome.AGREES


def test_the_statement_keeps_a_digest_of_the_network_and_no_function():
    statement = RIGHT["a rate"]
    back = from_tree(to_tree(statement))
    assert to_tree(back) == to_tree(statement) and back.along.network == PRODUCT.recorded and not applies("flow", back)
    other = Network(lambda p, x: 2 * product(p, x), {"u": u, "v": v}, name="a product")
    assert other.recorded != PRODUCT.recorded and Network(product, {"u": u, "v": v}, name="a product").recorded == PRODUCT.recorded
    edited = Evolves(u * v, (v**2 + eta * u**2) * (c - u * v), on=ON, along=GradientFlow(
        (u * v - c) ** 2 / 2, {u: 1, v: eta}, network=other, data=(1, c)))
    assert content(edited) != content(statement)


def test_a_value_or_a_function_that_the_forward_function_uses_is_part_of_it():
    def made(factor):
        return Network(lambda p, x: factor * p["u"] * p["v"] * x, {"u": u, "v": v})

    assert made(1).recorded != made(2).recorded and made(1).recorded == made(1).recorded


@pytest.mark.parametrize("make, said", [
    (lambda: Network("a w.x", {"a": u}), "is called with parameters and inputs; got 'a w.x'"),
    (lambda: Network(product, {}), r"map the names of its tensors to letters, such as \{'weight': W\}; got \{\}"),
    (lambda: Network(product, {"u": u * v}), r"map a tensor's name to a letter; got 'u': u\*v"),
    (lambda: Network(product, {"u": u, "v": u}), "two tensors of the network are one letter"),
    (lambda: Network(product, {"u": u}, loss="mse"), "loss is called with predictions and targets; got 'mse'"),
    (lambda: GradientFlow((u * v - c) ** 2, {u: 1, w: 1}, network=PRODUCT, data=(1, c)),
     "'a product' is a function of u, v, so that learning rates are given of these letters; got u, w"),
    (lambda: GradientFlow((u * v - c) ** 2, {u: 1, v: 1}, network=PRODUCT), "training the network 'a product' needs data"),
    (lambda: Limit(exp(-t), t, oo, 0, on=Domain(t >= 0), training=System({w: -w}, {w: w0})), "is a System with its network"),
    (lambda: Limit(1 / (1 + s), s, oo, 0, on=Domain(s > 0), training=linear()[0].system), "training ends as t tends"),
])
def test_what_is_no_network_is_refused_where_it_is_written(make, said):
    with pytest.raises(StatementError, match=said):
        make()


def test_it_is_trained_by_hand_as_well():
    """In a batch, on its own loss, as the library's own networks are."""
    rng = np.random.default_rng(0)
    starts, inputs, targets, times = rng.normal(size=(4, 2)), rng.normal(size=(5, 2)), rng.normal(size=5), [0.1, 0.5]
    hers = Network(lambda p, x: x @ p["V"], {"V": V}, loss=lambda found, wanted: (found - wanted).square().mean())
    found = flow(hers, {"V": starts}, inputs, targets, times, device="cpu")
    plain = NumericNetwork("linear", {"V": ("d",)}, ("d",), (), lambda p, x: (p["V"][..., None, :] @ x.mT)[..., 0, :])
    wanted = flow(plain, {"V": starts}, inputs, targets, times, loss="mean", device="cpu")
    assert np.allclose(found.parameters["V"], wanted.parameters["V"], rtol=1e-8, atol=1e-10)
