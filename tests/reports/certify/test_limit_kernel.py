"""Coq takes limits that hold and refuses their wrong twins: another value, sign, direction or rate. Skipped where there is no Coq."""

import pytest
import sympy as sp

from helpers.coq import needs_coq, true_and_not_wrong
from theoremtest.derivations.language import Domain, Limit, Scales, dimension, reals

x, t, a, s, c, mu = reals("x", "t", "a", "s", "c", "\\mu")
n = dimension("n")
oo = sp.oo
HERE, FLOW = Domain(over=[x]), Domain(a > 0, s > 0, c > 0, t >= 0)
LOGISTIC = s * sp.exp(2 * s * t / a) / (sp.exp(2 * s * t / a) - 1 + s / c)
GAP = sp.sqrt(x**2 / 4 + s**2) - x / 2

SATURATING, ANY, POSITIVE = Domain(a > 0, c > 0, x > 0), Domain(s > 0, over=[x]), Domain(a > 0, x > 0)
BACKWARDS, LINE, EITHER = Domain(a > 0, s > 0, c > 0, s < c, over=[t]), Domain(a > 0, over=[t]), Domain(sp.Ne(mu, 0), over=[t])
SIZES, SLOW = Domain(over=[n]), Domain(a > 0, c > 0, s > 0, x > 0)
APPROACH, SLOPE, POWER = s + (c - s) * sp.exp(-a * t), (1 - sp.exp(-a * x)) / x, x**a / (1 + x) ** a

PAIRS = {
    "exponential approach": (Limit(APPROACH, t, oo, s, on=FLOW), Limit(APPROACH, t, oo, c, on=FLOW)),
    "decay": (Limit(sp.exp(-a * t), t, oo, 0, on=FLOW), Limit(sp.exp(a * t), t, oo, 0, on=FLOW)),
    "growth": (Limit(sp.exp(a * t), t, oo, oo, on=FLOW), Limit(sp.exp(a * t), t, oo, -oo, on=FLOW)),
    "a power against an exponential": (Limit(t**3 * sp.exp(-a * t), t, oo, 0, on=FLOW), Limit(t**3 * sp.exp(-a * t), t, -oo, 0, on=LINE)),
    "saturation": (Limit(a * x / (x + c), x, oo, a, on=SATURATING), Limit(a * x / (x + c), x, oo, a / c, on=SATURATING)),
    "logistic": (Limit(LOGISTIC, t, oo, s, on=FLOW), Limit(LOGISTIC, t, oo, c, on=FLOW)),
    "logistic backwards": (Limit(LOGISTIC, t, -oo, 0, on=BACKWARDS), Limit(LOGISTIC, t, -oo, s, on=BACKWARDS)),
    "tanh": (Limit(sp.tanh(a * t), t, oo, 1, on=FLOW), Limit(sp.tanh(a * t), t, -oo, 1, on=LINE)),
    "roots that cancel": (Limit(x * GAP, x, oo, s**2, on=ANY), Limit(x * GAP, x, -oo, s**2, on=ANY)),
    "a rate": (Limit(GAP, x, oo, 0, rate=1 / x, on=ANY), Limit(GAP, x, oo, 0, rate=1 / x**2, on=ANY)),
    "slope at zero": (Limit(SLOPE, x, 0, a, on=POSITIVE), Limit(SLOPE, x, 0, 1, on=POSITIVE)),
    "continuity": (Limit(sp.exp(x) * (x + 1), x, 1, 2 * sp.E, on=HERE), Limit(sp.exp(x) * (x + 1), x, 1, sp.E, on=HERE)),
    "from above": (Limit(1 / x, x, 0, oo, on=HERE), Limit(1 / x, x, 0, -oo, on=HERE)),
    "a slow one": (Limit(sp.log((s + x) / c) / a - 1, x, oo, oo, on=SLOW), Limit(sp.log((s + x) / c) / a - 1, x, oo, -oo, on=SLOW)),
    "x log x": (Limit(x * sp.log(x), x, 0, 0, on=Domain(x > 0)), Limit(x * sp.log(x), x, 0, 1, on=Domain(x > 0))),
    "real power": (Limit(POWER, x, oo, 1, on=POSITIVE), Limit(POWER, x, oo, 2, on=POSITIVE)),
    "either sign": (Limit(sp.exp(-mu**2 * t), t, oo, 0, on=EITHER), Limit(sp.exp(-mu * t), t, oo, 0, on=EITHER)),
    "sizes": (Limit((n + 2) / (2 * n), n, oo, sp.Rational(1, 2), on=SIZES), Limit((n + 2) / (2 * n), n, oo, 1, on=SIZES)),
    "an exponent": (Scales(a * x**2 / (sp.sqrt(x) + c), x, sp.Rational(3, 2), on=SATURATING),
                    Scales(a * x**2 / (sp.sqrt(x) + c), x, 2, on=SATURATING)),
    "a symbol as exponent": (Scales((x + c) ** a, x, a, on=SATURATING), Scales((x + c) ** a, x, c, on=SATURATING)),
    "defined near the point": (Limit(sp.sqrt(x), x, 0, 0, on=HERE), Limit(sp.sqrt(-x), x, 0, 0, on=HERE)),
}


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", PAIRS)
def test_a_limit_is_taken_and_its_wrong_twin_refused(kernel, name):
    true, wrong = PAIRS[name]
    assert true_and_not_wrong(kernel, true, wrong)
