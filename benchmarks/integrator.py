"""The reference integrator against mpmath's `odefun`, side by side in one run: the single-neuron gradient flow
(a' = eta_a (w.b - a |w|^2), w' = eta_w (a b - a^2 w), two inputs) to t = 5 at 50 digits.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import mpmath
import sympy

from theoremtest.numerics.integrate.reference import integrate

DIGITS = 50
END = 5
GOAL = 50.0

A, W1, W2 = sympy.symbols("a w1 w2", real=True)
ETA_A, ETA_W = sympy.symbols("eta_a eta_w", positive=True)
TARGET = (sympy.Integer(1), sympy.Rational(1, 2))
RATES = {
    A: ETA_A * (W1 * TARGET[0] + W2 * TARGET[1] - A * (W1**2 + W2**2)),
    W1: ETA_W * (A * TARGET[0] - A**2 * W1),
    W2: ETA_W * (A * TARGET[1] - A**2 * W2),
}
INITIAL = {A: sympy.Rational(1, 2), W1: sympy.Rational(1, 3), W2: sympy.Rational(-1, 5)}
LEARNING_RATES = {ETA_A: 1, ETA_W: 1}


def by_odefun() -> list[mpmath.mpf]:
    """The end state as one would get it today: the rates written by hand for mpmath, one run, no error estimate."""
    with mpmath.workdps(DIGITS):
        b1, b2 = mpmath.mpf(1), mpmath.mpf(1) / 2

        def slope(_: Any, state: list) -> list:
            a, w1, w2 = state
            return [w1 * b1 + w2 * b2 - a * (w1 * w1 + w2 * w2), a * b1 - a * a * w1, a * b2 - a * a * w2]

        begin = [mpmath.mpf(int(x.p)) / int(x.q) for x in INITIAL.values()]
        return list(mpmath.odefun(slope, 0, begin)(END))


def by_taylor(rigorous: bool) -> Any:
    """The trajectory from SymPy expressions, reading them and bounding (or estimating) the error included."""
    return integrate(RATES, INITIAL, [END], LEARNING_RATES, digits=DIGITS, rigorous=rigorous)


def run(repeats: int = 5) -> dict[str, Any]:
    """Median processor seconds of each route over interleaved repeats, the ratios, and the digits to which their end
    states agree.
    """
    routes: dict[str, Callable[[], Any]] = {
        "odefun": by_odefun,
        "taylor, enclosed": lambda: by_taylor(rigorous=True),
        "taylor, estimated": lambda: by_taylor(rigorous=False),
    }
    seconds: dict[str, list[float]] = {name: [] for name in routes}
    results: dict[str, Any] = {}
    for _ in range(repeats):  # interleaved, and all on one thread, so that a busy machine slows all routes alike
        for name, route in routes.items():
            for _ in range(1 if name == "odefun" else 5):  # a short run feels every hiccup: take it more often
                began = time.process_time()
                results[name] = route()
                seconds[name].append(time.process_time() - began)
    median = {name: statistics.median(values) for name, values in seconds.items()}
    enclosed = results["taylor, enclosed"]
    with mpmath.workdps(2 * DIGITS):
        ends = [column[-1] for column in enclosed.values.values()]
        apart = max(abs(x - y) / abs(y) for x, y in zip(results["odefun"], ends, strict=True))
        agreed = float(-mpmath.log10(apart)) if apart else float(DIGITS)
    least = {name: min(values) for name, values in seconds.items()}
    ratios = {name: median["odefun"] / median[name] for name in median if name != "odefun"}
    return {
        "problem": f"single neuron, d = 2, t = {END}, {DIGITS} digits",
        "repeats": repeats,
        "processor_seconds": median,
        "processor_seconds_least": least,
        "ratio": ratios,
        "goal": GOAL,
        "reached": {name: ratio >= GOAL for name, ratio in ratios.items()},
        "digits_agreed_with_odefun": agreed,
        "outcome": {name: results[name].outcome() for name in results if name != "odefun"},
    }


if __name__ == "__main__":
    print(json.dumps(run(), indent=2))
