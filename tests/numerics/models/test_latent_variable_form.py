"""The latent variable model's numeric form solves its flow, exactly, at many rational points of every branch."""

import random

import pytest
import sympy as sp

from theoremtest.derivations.language.functions import Decay, Decayed, Hypot
from theoremtest.derivations.toolbox import latent_variable_form as form

h, m, n = sp.symbols("h m n", positive=True)  # exp(-omega t), and the two lengths of the form, roots of rational functions of h


def start(side, target, seed):
    """A start with rational modes for which everything under a root but m^2 and n^2 is a square; ``side`` is s, ``target`` the
    sign of s b.
    """
    chance = random.Random(seed)

    def drawn():
        return sp.Rational(chance.choice([-1, 1]) * chance.randint(1, 10**6), chance.randint(1, 10**6))

    root_u, root_w, r, lift = (abs(drawn()) for _ in range(4))
    gamma, *modes = (drawn() for _ in range(5))
    grown, fallen = modes[:2], modes[2:]
    L, F = (gamma**2 * sum(part**2 for part in mode) for mode in (grown, fallen))
    drop = L * F / lift  # omega + s b and omega - s b are lift and drop, or the other way round, and have the product L F
    omega, b = (lift + drop) / 2, target * (lift - drop) / 2
    p, q = (grown, fallen) if side > 0 else (fallen, grown)
    v0 = [(one + other) / (2 * root_u) for one, other in zip(p, q)]
    u0 = [(one - other) / (2 * root_w * r) for one, other in zip(p, q)]
    y = side * b / (2 * r * root_u * root_w * gamma)
    e0 = gamma * sum(one * other for one, other in zip(u0, v0)) - y
    return root_u, root_w, r, gamma, grown, u0, v0, y, e0, L, F, omega, b


def plain(expression, omega, b, L, F, values):
    """The form's expression in h, m and n at a start."""
    known = {form.rate: omega, form.inverse_rate: 1 / omega} | {
        key: values[key] for key in values if key not in (form.rate, form.inverse_rate)
    }
    lengths = {form.grow: n, form.shrink: m}
    expression = expression.replace(Hypot, lambda one, other: next(lengths[root] for root in lengths if other.has(root)))
    expression = expression.replace(sp.Max, lambda *parts: next(part for part in parts if part is not form.stuck))
    expression = expression.replace(Decay, lambda *_: h).replace(Decayed, lambda *_: 1 - h)
    return expression.xreplace(known)


@pytest.mark.drawn(6)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("side", [1, -1])
@pytest.mark.parametrize("target", [1, -1])
def test_the_numeric_form_solves_the_flow(side, target, seed):
    """u and v in the forms' terms, differentiated, are the flow's velocity at every time: a rational function of h, m and n that is 0."""
    root_u, root_w, r, gamma, grown, u0, v0, y, e0, L, F, omega, b = start(side, target, seed)
    k, eta_u, eta_w = r * root_u * root_w, root_u**2, root_w**2
    values = form.meaning(L, F, b, gamma, e0)
    fall, push, residual, reach = (plain(part, omega, b, L, F, values) for part in (form.fall, form.push, form.residual, form.reach))
    sigma = (1 - h**2) / (2 * omega)
    n2, m2 = h**2 + sigma * (omega + b + F), h**2 + sigma * (omega - b + L)
    assert values[form.grow] ** 2 == omega + b + F and values[form.shrink] ** 2 == omega - b + L

    def rate(expression):
        """The derivative with respect to time: h' = -omega h, and n and m follow from their squares."""
        slope = expression.diff(h) + expression.diff(n) * n2.diff(h) / (2 * n) + expression.diff(m) * m2.diff(h) / (2 * m)
        return -omega * h * slope

    def vanishes(expression):
        numerator = sp.Poly(sp.numer(sp.together(expression)), m, n)
        parts = {}
        for (i, j), factor in numerator.terms():  # by parity: m^2 and n^2 are rational, m, n and m n are not
            parts[i % 2, j % 2] = parts.get((i % 2, j % 2), 0) + factor * m2 ** (i // 2) * n2 ** (j // 2)
        return all(sp.cancel(part) == 0 for part in parts.values())

    def at_start(expression):
        return expression.subs({h: 1, m: 1, n: 1})

    product = 0
    for one, u_start, v_start in zip(grown, u0, v0):
        u, v = fall * u_start + root_u * push * one, fall * v_start + side * root_w * r * push * one
        product += u * v
        assert vanishes(rate(u) + 2 * eta_u * gamma * residual * v)
        assert vanishes(rate(v) + 2 * eta_w * gamma * r**2 * residual * u)
        assert at_start(u) == u_start and at_start(v) == v_start
    assert vanishes(gamma * product - y - residual)
    assert vanishes(1 - fall**2 - 2 * k * side * reach)
    assert not vanishes(rate(product))  # the start moves
