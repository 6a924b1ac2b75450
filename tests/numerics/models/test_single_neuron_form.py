"""The single neuron's numeric form is the solution of its linear system, exactly, for every sign of delta."""

import pytest
import sympy as sp

from theoremtest.derivations.language.functions import Decay, Decayed
from theoremtest.derivations.toolbox import single_neuron_form as form


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("sign", [-1, 0, 1])
def test_the_numeric_form_solves_the_linear_system(sign):
    # L and K are the larger and the smaller of lambda_+ and -lambda_-; G and H stand for exp(-|delta| t) and exp(-K t).
    L, K, eta_w, s, G, H = sp.symbols("L K eta_w s G H", positive=True)
    a0, y0, z0, delta, eta_a = sp.symbols("a_0 y_0 z_0 delta eta_a", real=True)
    K = L if sign == 0 else K
    t = form.t
    values = form.meaning(delta, a0, y0, z0, s, eta_a, eta_w, sign)
    width = sp.sqrt((delta**2 if sign else 0) + 4 * eta_a * eta_w * s**2)
    expressed = {delta: sign * (L - K), eta_a: L * K / (eta_w * s**2)}
    values = {symbol: value.subs(width, L + K).subs(expressed) for symbol, value in values.items()}
    delta, eta_a = expressed[delta], expressed[eta_a]
    values[form.side] = eta_w * a0**2 - eta_a * y0**2 - delta  # delta is what the start says it is
    rates = {form.gap: G, form.slow: H}

    def exact(expression):
        expression = expression.replace(Decay, lambda rate, low, t: rates[rate]).replace(Decayed, lambda rate, low, t: 1 - rates[rate])
        expression = expression.replace(sp.Max, lambda *parts: _larger(parts, values))
        return expression.xreplace(values).subs(G, 1 if sign == 0 else G)

    def rate_of(expression):
        return expression.diff(t) - (L - K) * G * expression.diff(G) - K * H * expression.diff(H)

    def vanishes(expression):
        return sp.expand(sp.numer(sp.together(expression))) == 0

    at_start = {t: 0, G: 1, H: 1}
    a, along, across = (exact(part) for part in (form.a, form.along, form.across))
    p, q, D2 = sp.cancel(a / across), sp.cancel(s * along / across), sp.cancel(1 / across**2)
    assert vanishes(p.subs(at_start) - a0) and vanishes(q.subs(at_start) - s * y0) and vanishes(D2.subs(at_start) - 1)
    assert vanishes(rate_of(p) - delta * p - eta_a * q)
    assert vanishes(rate_of(q) - eta_w * s**2 * p)
    assert vanishes(rate_of(D2) - 2 * eta_w * p**2)
    assert vanishes((exact(form.residual) + s) * D2 - p * q / s)


def _larger(parts, values):
    """The larger of a decay and a flag that is 0 or 1."""
    (flag,) = [part for part in parts if part in (form.downstream, form.stuck)]
    (decay,) = [part for part in parts if part is not flag]
    return sp.S.One if values[flag] == 1 else decay
