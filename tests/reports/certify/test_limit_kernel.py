"""Coq takes limits that hold and refuses their wrong twins: another value, sign, direction or rate. Skipped where there is no Coq."""

import pytest
import sympy as sp

from rederive.derivations.certificates import NoScript, part_of
from rederive.derivations.language import Domain, Limit, dimension, reals
from rederive.numerics.routes.points import draw, sampled_domain
from rederive.reports.certify.kernel import MISSING, Kernel, available

needs_coq = pytest.mark.skipif(not available(), reason=MISSING)
x, y, t, a, s, c, mu = reals("x", "y", "t", "a", "s", "c", "\\mu")
n = dimension("n")
oo = sp.oo
HERE, FLOW = Domain(over=[x]), Domain(a > 0, s > 0, c > 0, t >= 0)
LOGISTIC = s * sp.exp(2 * s * t / a) / (sp.exp(2 * s * t / a) - 1 + s / c)
GAP = sp.sqrt(x**2 / 4 + s**2) - x / 2

PAIRS = {
    "exponential approach": (Limit(s + (c - s) * sp.exp(-a * t), t, oo, s, on=FLOW), Limit(s + (c - s) * sp.exp(-a * t), t, oo, c, on=FLOW)),
    "decay": (Limit(sp.exp(-a * t), t, oo, 0, on=FLOW), Limit(sp.exp(a * t), t, oo, 0, on=FLOW)),
    "growth": (Limit(sp.exp(a * t), t, oo, oo, on=FLOW), Limit(sp.exp(a * t), t, oo, -oo, on=FLOW)),
    "a power against an exponential": (Limit(t**3 * sp.exp(-a * t), t, oo, 0, on=FLOW), Limit(t**3 * sp.exp(-a * t), t, -oo, 0, on=FLOW)),
    "saturation": (Limit(a * x / (x + c), x, oo, a, on=Domain(a > 0, c > 0, x > 0)),
                   Limit(a * x / (x + c), x, oo, a / c, on=Domain(a > 0, c > 0, x > 0))),
    "logistic": (Limit(LOGISTIC, t, oo, s, on=FLOW), Limit(LOGISTIC, t, oo, c, on=FLOW)),
    "logistic backwards": (Limit(LOGISTIC, t, -oo, 0, on=Domain(a > 0, s > 0, c > 0, s < c, over=[t])),
                           Limit(LOGISTIC, t, -oo, s, on=Domain(a > 0, s > 0, c > 0, s < c, over=[t]))),
    "tanh": (Limit(sp.tanh(a * t), t, oo, 1, on=FLOW), Limit(sp.tanh(a * t), t, -oo, 1, on=Domain(a > 0, over=[t]))),
    "roots that cancel": (Limit(x * GAP, x, oo, s**2, on=Domain(s > 0, over=[x])), Limit(x * GAP, x, -oo, s**2, on=Domain(s > 0, over=[x]))),
    "a rate": (Limit(GAP, x, oo, 0, rate=1 / x, on=Domain(s > 0, over=[x])), Limit(GAP, x, oo, 0, rate=1 / x**2, on=Domain(s > 0, over=[x]))),
    "slope at zero": (Limit((1 - sp.exp(-a * x)) / x, x, 0, a, on=Domain(a > 0, x > 0)), Limit((1 - sp.exp(-a * x)) / x, x, 0, 1, on=Domain(a > 0, x > 0))),
    "continuity": (Limit(sp.exp(x) * (x + 1), x, 1, 2 * sp.E, on=HERE), Limit(sp.exp(x) * (x + 1), x, 1, sp.E, on=HERE)),
    "from above": (Limit(1 / x, x, 0, oo, on=Domain(x > 0)), Limit(1 / x, x, 0, -oo, on=Domain(x > 0))),
    "x log x": (Limit(x * sp.log(x), x, 0, 0, on=Domain(x > 0)), Limit(x * sp.log(x), x, 0, 1, on=Domain(x > 0))),
    "real power": (Limit(x**a / (1 + x) ** a, x, oo, 1, on=Domain(a > 0, x > 0)), Limit(x**a / (1 + x) ** a, x, oo, 2, on=Domain(a > 0, x > 0))),
    "either sign": (Limit(sp.exp(-mu**2 * t), t, oo, 0, on=Domain(sp.Ne(mu, 0), over=[t])), Limit(sp.exp(-mu * t), t, oo, 0, on=Domain(sp.Ne(mu, 0), over=[t]))),
    "sizes": (Limit((n + 2) / (2 * n), n, oo, sp.Rational(1, 2), on=Domain(over=[n])), Limit((n + 2) / (2 * n), n, oo, 1, on=Domain(over=[n]))),
    "defined near the point": (Limit(sp.sqrt(x), x, 0, 0, on=HERE), Limit(sp.sqrt(-x), x, 0, 0, on=HERE)),
}


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    running = Kernel(tmp_path_factory.mktemp("coq"), seconds=15)
    yield running
    running.close()


def taken(kernel: Kernel, statement) -> bool:
    """Whether Coq takes any of the scripts."""
    part = part_of(statement, "proved", draw(sampled_domain(statement), 6, "twins"))
    name = f"test_{part.digest[:12]}"
    try:
        return any(kernel.check(name, part.theorem_text(name) + script).taken for script in part.scripts())
    except NoScript:
        return False


@needs_coq
@pytest.mark.parametrize("name", PAIRS)
def test_a_limit_is_taken_and_its_wrong_twin_refused(kernel, name):
    true, wrong = PAIRS[name]
    assert taken(kernel, true)
    assert not taken(kernel, wrong)
