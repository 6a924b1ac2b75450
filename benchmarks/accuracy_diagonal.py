"""How many units of rounding the solver of diagonal linear networks loses: the tables that ``benchmarks.accuracy`` keeps of it, the
printed forms beside it.

The reference solves the linear equations that belong to the Riccati equations of (a + b)^2 and of (a - b)^2, each on its own, with
hundreds of digits; ``integrated`` holds it to a rigorous integration of a' and b' themselves, ``waited`` holds its times to quadrature.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
import numpy as np
from mpmath import mpf

from benchmarks.accuracy import DIGITS, NUDGE, Figure

QUANTITIES = ("a", "b", "strength", "residual", "loss")
INPUTS = ("t", "a0", "b0", "target", "variance", "eta")
TITLE, PRINTED = "diagonal linear", "diagonal linear, printed form"


@dataclass(frozen=True)
class Start:
    """One mode's start and one time."""

    t: float
    a0: float
    b0: float
    target: float
    variance: float = 1.0
    eta: float = 1.0


def reference(point: Start, nudge: str | None = None, by=NUDGE, digits: int = DIGITS) -> dict[str, mpf]:
    """Every quantity of ``QUANTITIES`` at a point, with so many digits; ``nudge`` names an input to be multiplied by 1 + ``by``."""
    with mpmath.workdps(digits):
        given = {name: mpf(getattr(point, name)) for name in INPUTS}
        if nudge:
            given[nudge] *= 1 + by
        t, a0, b0, S, variance, eta = given.values()
        p0, q0 = a0 + b0, a0 - b0
        C, kappa = p0 * q0, variance * eta
        p, q = _mode(t, p0, S, C, kappa), _mode(t, q0, -S, C, kappa)
        strength = (p * p - q * q) / 4
        return {"a": (p + q) / 2, "b": (p - q) / 2, "strength": strength, "residual": strength - S,
                "loss": variance * (strength - S) ** 2 / 2}


def _mode(t, p0, S, C, kappa):
    """p of P' = kappa (2 S P - P^2/2 + C^2/2), P = p^2: P = (2/kappa) Y'/Y with Y'' = 2 kappa S Y' + kappa^2 C^2/4 Y."""
    R = mpmath.sqrt(4 * S**2 + C**2)
    if not kappa or not p0:
        return p0
    if not R:
        return p0 / mpmath.sqrt(1 + kappa * p0**2 * t / 2)
    up, down = kappa * (2 * S + R) / 2, kappa * (2 * S - R) / 2
    slope = kappa * p0**2 / 2
    one, other = (slope - down) / (up - down), (up - slope) / (up - down)
    grown, fallen = one * mpmath.exp(up * t), other * mpmath.exp(down * t)
    return mpmath.sign(p0) * mpmath.sqrt(abs(2 / kappa * (up * grown + down * fallen) / (grown + fallen)))


def times(point: Start, epsilon: float) -> dict[str, mpf]:
    """Emergence and saturation time, by partial fractions of P' as they come, with ``DIGITS`` digits."""
    with mpmath.workdps(DIGITS):
        a0, b0, S, epsilon = mpf(point.a0), mpf(point.b0), mpf(point.target), mpf(epsilon)
        if S < 0:
            b0, S = -b0, -S
        C, kappa, start = a0**2 - b0**2, mpf(point.variance) * mpf(point.eta), a0 * b0
        R, square = mpmath.sqrt(4 * S**2 + C**2), (a0 + b0) ** 2

        def moment(share):
            if not S or start < share * S and not (kappa and square):
                return mpmath.inf
            if start >= share * S:
                return mpf(0)
            there = 2 * share * S + mpmath.sqrt(4 * share**2 * S**2 + C**2)
            up, down = 2 * S + R, 2 * S - R
            return mpmath.log((there - down) * (up - square) / ((up - there) * (square - down))) / (kappa * R)

        first, last = moment(epsilon), moment(1 - epsilon)
        return {"emergence_time": first, "saturation_time": mpmath.inf if mpmath.isinf(last) else last - first}


def waited(point: Start, share: float, digits: int = 50) -> mpf:
    """The time from the start to ``share`` of the target by quadrature of dz/(kappa (S - z) sqrt(4 z^2 + C^2)), z = a b."""
    with mpmath.workdps(digits + 15):
        a0, b0, S = mpf(point.a0), mpf(point.b0), mpf(point.target)
        side = mpmath.sign(S)
        b0, S = side * b0, side * S
        C, kappa = a0**2 - b0**2, mpf(point.variance) * mpf(point.eta)
        places = [a0 * b0, mpf(share) * S]
        if C and places[0] * places[1] < 0:
            places.insert(1, mpf(0))
        size = abs(C) / 2 or abs(places[0])
        # z = size sinh(u) takes away the root's scale, however small.
        ends = [mpmath.asinh(z / size) for z in places]
        steps = [ends[0] + (ends[-1] - ends[0]) * k / 24 for k in range(25)]

        def density(u):
            z = size * mpmath.sinh(u)
            return size * mpmath.cosh(u) / (kappa * (S - z) * mpmath.sqrt(4 * z * z + C * C))

        return mpmath.quad(density, sorted({*steps, *ends}))


def integrated(point: Start, digits: int = 50) -> float:
    """Digits to which ``reference`` agrees, at its time, with the rigorous integration of a' and b', at most ``digits``."""
    import sympy as sp

    from theoremtest.numerics.integrate.reference import integrate

    a, b = sp.symbols("a b")
    t, a0, b0, S, variance, eta = (sp.Rational(*float(getattr(point, name)).as_integer_ratio()) for name in INPUTS)
    push = variance * eta * (S - a * b)
    path = integrate({a: push * b, b: push * a}, {a: a0, b: b0}, [t], digits=digits)
    exact = reference(point)
    with mpmath.workdps(DIGITS):
        apart = max(abs(path.values[one][0] - exact[str(one)]) for one in (a, b))
        size = max(abs(exact["a"]), abs(exact["b"]))
        return min(float(digits), float(-mpmath.log10(apart / size)) if apart else float(digits))


def condition(point: Start, exact: dict[str, mpf]) -> dict[str, float]:
    """The condition number of each quantity: 1 plus the sum over the inputs z of |z df/dz / f|."""
    total = dict.fromkeys(exact, mpf(1))
    for name in INPUTS:
        nudged = reference(point, name)
        for quantity, value in exact.items():
            if value != 0:
                total[quantity] += abs((nudged[quantity] - value) / (NUDGE * value))
    return {name: float(min(value, mpf(10) ** 300)) for name, value in total.items()}


def draw(count: int, seed: int = 20250713) -> Iterator[Start]:
    """Modes of sizes from 1e-200 to 1e6, any sign, corner cases included; times up to 1e6 time constants."""
    random = np.random.default_rng(seed)

    def magnitude(low, high):
        return float(10.0 ** random.uniform(low, high))

    def signed(low, high):
        return float(random.choice([-1.0, 1.0])) * magnitude(low, high)

    for index in range(count):
        kind = index % 10
        size, ratio = magnitude(-6, 6), magnitude(-4, 4)
        a0, b0 = signed(-1, 1) * size, signed(-1, 1) * size * (ratio if index % 2 else 1.0)
        S = signed(-4, 4) * (abs(a0 * b0) if index % 3 else 1.0)
        variance, eta = (1.0, 1.0) if index % 4 else (magnitude(-3, 3), magnitude(-3, 3))
        if kind == 1:  # balanced, or on the way to the saddle
            b0 = float(random.choice([-1.0, 1.0])) * a0
        if kind == 2:  # next to the saddle's stable manifold
            b0 = -math.copysign(1.0, S) * a0 * (1 + signed(-15, -1))
        if kind == 3:
            S = 0.0
        if kind == 4:
            a0, b0 = (0.0, b0) if index % 20 == 4 else (a0, 0.0)
        if kind == 5:  # a tiny start
            small = magnitude(-200, -8)
            a0, b0 = a0 * small, b0 * small
        if kind == 6:  # nearly solved
            S = a0 * b0 * (1 + signed(-16, -8))
        if kind == 7:  # a tiny target
            S *= magnitude(-100, -6)
        R, weight = math.hypot(2 * S, (a0 - b0) * (a0 + b0)), a0 * a0 + b0 * b0
        rates = [rate for rate in (R, weight, abs(2 * S)) if rate > 1e-250] or [1.0]
        t = min(magnitude(-4, 3) / float(random.choice(rates)), 1e6 / max(rates)) / (variance * eta) if index % 17 else 0.0
        if index % 13 == 12:
            t = 1e6 / max(rates) / (variance * eta)
        yield Start(min(t, 1e60), a0, b0, S, variance, eta)


def printed(points: list[Start]) -> dict[str, Figure]:
    """Nam 2024, Eq. (3.9), in plain float64, for a_0 = b_0, against the same reference and condition numbers."""
    figure = Figure()
    for point in points:
        balanced = Start(point.t, point.a0, point.a0, point.target, point.variance, point.eta)
        if not balanced.a0 or not balanced.target:
            continue
        exact = reference(balanced)
        t, a0, _, S, variance, eta = (np.float64(getattr(balanced, name)) for name in INPUTS)
        with np.errstate(all="ignore"):
            strength = S / (1 + (S / (a0 * a0) - 1) * np.exp(-2 * S * variance * eta * t))
        figure.add(float(strength), exact["strength"], condition(balanced, exact)["strength"], math.inf, balanced)
    return {"strength, Eq. (3.9)": figure}
