"""The form in which a diagonal network's mode is computed solves its flow, and its printed sigmoid is the balanced case: exactly."""

import pytest
import sympy as sp

from theoremtest.derivations.language.functions import Decay, Decayed, Hypot
from theoremtest.derivations.toolbox import diagonal_linear_form as form
from theoremtest.derivations.toolbox.latent_variable_form import grow, inverse_rate, pull, shrink, stuck

h, m, n, kappa, lift = sp.symbols("h m n kappa lift", positive=True)  # exp(-kappa R t/2), the two lengths, R + 2 s S
g, f = sp.symbols("g f", real=True)
drop = (g * f) ** 2 / lift  # R - 2 s S: the two have the product C^2
R, sS = (lift + drop) / 2, (lift - drop) / 4


def plain(expression):
    """The form's expression in h, m and n."""
    lengths = {grow: n, shrink: m}
    expression = expression.replace(Hypot, lambda one, other: next(lengths[root] for root in lengths if other.has(root)))
    expression = expression.replace(sp.Max, lambda *parts: next(part for part in parts if part is not stuck))
    expression = expression.replace(Decay, lambda *_: h).replace(Decayed, lambda *_: 1 - h)
    return expression.xreplace({inverse_rate: 1 / R, sp.Symbol("no_rate", nonnegative=True): 0, pull: 2 * sS - (g**2 - f**2) / 2})


@pytest.mark.slow
@pytest.mark.parametrize("s", [1, -1])
def test_the_form_solves_the_flow_of_every_mode(s):
    """a and b, differentiated, are kappa (S - a b) times the other one: rational functions of h, m and n that vanish identically."""
    p, q = (g, f) if s > 0 else (f, g)
    a0, b0, S = (p + q) / 2, (p - q) / 2, s * sS
    fall, push, left = plain(form.fall), plain(form.push), plain(form.left)
    sigma = (1 - h**2) / (2 * R)
    n2, m2 = h**2 + sigma * (lift + f**2), h**2 + sigma * (drop + g**2)
    a, b = fall * a0 + push * g, fall * b0 + s * push * g
    residual = (a0 * b0 - S) * left**2

    def rate(expression):
        slope = expression.diff(h) + expression.diff(n) * n2.diff(h) / (2 * n) + expression.diff(m) * m2.diff(h) / (2 * m)
        return -kappa * R / 2 * h * slope

    def vanishes(expression):
        parts = {}
        for (i, j), factor in sp.Poly(sp.numer(sp.together(expression)), m, n).terms():  # m^2 and n^2 are rational, m, n and m n are not
            parts[i % 2, j % 2] = parts.get((i % 2, j % 2), 0) + factor * m2 ** (i // 2) * n2 ** (j // 2)
        return all(sp.cancel(part) == 0 for part in parts.values())

    assert vanishes(rate(a) + kappa * residual * b) and vanishes(rate(b) + kappa * residual * a)
    assert vanishes(a * b - S - residual) and vanishes(a**2 - b**2 - (a0**2 - b0**2))
    assert [part.subs({h: 1, m: 1, n: 1}) for part in (fall, push, left)] == [1, 0, 1]
    assert not vanishes(rate(a)) and not vanishes(rate(a) - kappa * residual * b)


def test_the_meaning_of_the_constants_is_what_was_solved():
    S = sp.Symbol("S", real=True)
    for s in (1, -1):
        values = form.meaning(g, f, S, s, kappa)
        width = sp.sqrt(4 * S**2 + (g * f) ** 2)
        assert sp.expand(values[grow] ** 2 - f**2 - width - 2 * s * S) == sp.expand(values[shrink] ** 2 - g**2 - width + 2 * s * S) == 0
        assert values[inverse_rate] * width == 1 and sp.expand(values[pull] - 2 * s * (S - s * (g**2 - f**2) / 4)) == 0


def test_the_balanced_case_is_the_printed_sigmoid():
    """f = 0 and s S > 0, so that lift = 4 s S and drop = 0: a b/S = 1/(1 + (S/(a_0 b_0) - 1) h^2)."""
    fall, push = plain(form.fall), plain(form.push)
    a = (fall * g / 2 + push * g).subs(f, 0)
    sigma = (1 - h**2) / lift
    strength = sp.cancel(sp.expand(a**2).subs({m: sp.sqrt(h**2 + sigma * g**2), n: sp.sqrt(h**2 + sigma * lift)}))
    start, S = g**2 / 4, lift / 4
    assert sp.cancel(sp.together(strength - S / (1 + (S / start - 1) * h**2))) == 0
