"""Statements about every convex, smooth or Polyak-Lojasiewicz function: proved at the points that occur; false with a better constant."""

import pytest
import sympy as sp

from theoremtest import Domain, Dot, Evolves, Flow, GradientFlow, Holds, TheoremtestError, dimension, reals, vector
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.proof.attest import offering, witness
from theoremtest.derivations.proof.decide import decide_here
from theoremtest.language import PL, Convex, Differentiable, Lipschitz, OpenFunction, Smooth, StronglyConvex, ge, le

n = dimension("n")
x, y, s, v = (vector(name, n) for name in "xysv")
L, mu, eta, t, least, G = reals("L", "mu", "eta", "t", "f_s", "G")
f = OpenFunction("f", n)
g = f.gradient
rests = sp.Eq(g(s), sp.ZeroMatrix(n, 1))


def square(u):
    return Dot(u, u)


def holds(relation, *conditions, over):
    return Holds(relation, on=Domain(*conditions, over=over))


def evolves(quantity, rate, flow, *conditions, over):
    return Evolves(quantity, rate, along=flow, on=Domain(*conditions, over=over))


nesterov = Flow({x: v, v: -3 / t * v - g(x), t: 1})
energy = t**2 * (f(x) - f(s)) + 2 * square(x + t * v / 2 - s)
TRUE = {
    "the descent lemma": holds(le(f(y), f(x) + Dot(g(x), y - x) + L / 2 * square(y - x)), Smooth(f, L), over=[x, y]),
    "a step": holds(le(f(x - g(x) / L), f(x) - square(g(x)) / (2 * L)), Smooth(f, L), L > 0, over=[x]),
    "tangents": holds(ge(f(y), f(x) + Dot(g(x), y - x)), Convex(f), over=[x, y]),
    "a monotone gradient": holds(ge(Dot(g(x) - g(y), x - y), mu * square(x - y)), StronglyConvex(f, mu), over=[x, y]),
    "a rest is a minimum": holds(ge(f(x), f(s)), Convex(f), rests, over=[x]),
    "a distance": holds(ge(f(x) - f(s), mu / 2 * square(x - s)), StronglyConvex(f, mu), rests, over=[x]),
    "a step under PL": holds(le(f(x - g(x) / L) - least, (1 - mu / L) * (f(x) - least)), PL(f, mu, least), Smooth(f, L), L > 0, mu > 0,
                             over=[x]),
    "a flow descends": evolves(f(x), -square(g(x)), Flow({x: -g(x)}), Differentiable(f), over=[x]),
    "a gradient flow": evolves(f(x), -eta * square(g(x)), GradientFlow(f(x), {x: eta}), Differentiable(f), over=[x, eta]),
    "an energy": evolves(energy, 2 * t * (f(x) - f(s)) - 2 * t * Dot(x - s, g(x)), nesterov, Convex(f), t > 0, over=[x, v, s]),
    "an energy falls": holds(le(2 * t * (f(x) - f(s)) - 2 * t * Dot(x - s, g(x)), 0), Convex(f), t > 0, over=[x, s]),
    "a short step": holds(le(f(x - eta * g(x)), f(x) - eta / 2 * square(g(x))), Smooth(f, L), L > 0, eta >= 0, eta * L <= 1, over=[x]),
    "a cocoercive gradient": holds(ge(Dot(g(x) - g(y), x - y), square(g(x) - g(y)) / L), Convex(f), Smooth(f, L), L > 0, over=[x, y]),
    "a gap below the gradient": holds(le(f(x) - f(s), square(g(x)) / (2 * mu)), StronglyConvex(f, mu), mu > 0, rests, over=[x]),
    "a contraction": holds(le(square(x - g(x) / L - s), (1 - mu / L) * square(x - s)), StronglyConvex(f, mu), Smooth(f, L), mu < L, mu > 0,
                           rests, over=[x]),
    "a step towards a minimum": holds(le(square(x - eta * g(x) - s), square(x - s) - 2 * eta * (f(x) - f(s)) + eta**2 * square(g(x))),
                                      Convex(f), eta >= 0, over=[x, s]),
    "a step of a Lipschitz function": holds(
        le(square(x - eta * g(x) - s), square(x - s) - 2 * eta * (f(x) - f(s)) + eta**2 * G**2), Convex(f), Lipschitz(f, G), eta >= 0,
        over=[x, s]),
    "Lipschitz": holds(le((f(x) - f(y)) ** 2, G**2 * square(x - y)), Lipschitz(f, G), over=[x, y]),
}
FALSE = {
    "half the curvature": holds(le(f(y), f(x) + Dot(g(x), y - x) + L / 4 * square(y - x)), Smooth(f, L), L > 0, over=[x, y]),
    "twice the step's gain": holds(le(f(x - g(x) / L), f(x) - square(g(x)) / L), Smooth(f, L), L > 0, over=[x]),
    "a rest without convexity": holds(ge(f(x), f(s)), Smooth(f, L), rests, over=[x]),
    "three halves of an energy": holds(le(3 * t * (f(x) - f(s)) - 2 * t * Dot(x - s, g(x)), 0), Convex(f), t > 0, over=[x, s]),
    "twice the rate of a flow": evolves(f(x), -2 * square(g(x)), Flow({x: -g(x)}), Differentiable(f), over=[x]),
    "cocoercive without convexity": holds(ge(Dot(g(x) - g(y), x - y), square(g(x) - g(y)) / L), Smooth(f, L), L > 0, over=[x, y]),
    "a shorter step of a Lipschitz function": holds(
        le(square(x - eta * g(x) - s), square(x - s) - 2 * eta * (f(x) - f(s)) + eta**2 * G**2 / 2), Convex(f), Lipschitz(f, G), eta >= 0,
        over=[x, s]),
    "more than PL": holds(le(-square(g(x)), -3 * mu * (f(x) - least)), PL(f, mu, least), mu > 0, over=[x]),
}


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", TRUE)
def test_what_holds_for_every_function_is_proved(name):
    assert witness(TRUE[name]) is not None


@pytest.mark.slow
@pytest.mark.drawn(5)
@pytest.mark.parametrize("name", FALSE)
def test_a_better_constant_is_not(name):
    assert witness(FALSE[name]) is None


@pytest.mark.slow
def test_a_proof_is_a_verdict_and_quadratic_functions_refute():
    with offering(()):
        proved = decide_here(TRUE["the descent lemma"])
        refuted = decide_here(FALSE["half the curvature"])
    assert (proved.outcome.value, proved.assumes) == ("proved", ())
    assert refuted.outcome.value == "refuted" and refuted.counterexample is not None


@pytest.mark.parametrize("name", ["a step", "a step under PL", "a rest is a minimum"])
def test_a_statement_is_read_back_from_its_tree(name):
    assert to_tree(from_tree(to_tree(TRUE[name]))) == to_tree(TRUE[name])


@pytest.mark.parametrize("make", [lambda: f(L), lambda: f(vector("u", dimension("m"))), lambda: Smooth(f), lambda: Convex(f(x)),
                                  lambda: Smooth(f, x)])
def test_what_is_no_function_or_no_point_is_refused(make):
    with pytest.raises(TheoremtestError):
        make()
