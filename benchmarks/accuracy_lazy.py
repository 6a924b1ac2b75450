"""How many units of rounding the solver of the scalar network loses: the tables that ``benchmarks.accuracy`` keeps of it, the printed
form beside it.

The reference is Theorem 1 of Nam 2024 with the exponent that solves the flow, in the thesis's own symbols S_0, Sigma_0 and gamma and with
hundreds of digits; ``integrated`` holds it to a rigorous integration of a' and b' themselves, ``waited`` holds its times to quadrature.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
import numpy as np
from mpmath import mpf

from benchmarks.accuracy import NUDGE, Figure, component_conditions

DIGITS = 900  # the theorem subtracts S from r, to the square of a start's size
QUANTITIES = ("a", "b", "theta", "delta_theta", "residual", "loss", "gamma", "ntk", "ntk_change", "weight_change", "lazy_theta",
              "lazy_residual")
INPUTS = ("t", "a0", "b0", "target", "Z", "variance", "eta")
TITLE, PRINTED = "lazy to rich", "lazy to rich, printed form"


@dataclass(frozen=True)
class Start:
    """One initial condition and one time."""

    t: float
    a0: tuple[float, ...]
    b0: tuple[float, ...]
    target: float
    Z: float = 1.0
    variance: float = 1.0
    eta: float = 1.0


def reference(point: Start, nudge: tuple[str, int] | None = None, by=NUDGE, digits: int = DIGITS) -> dict[str, list[mpf]]:
    """Every quantity of ``QUANTITIES`` at a point, its components in a list, with so many digits; ``nudge`` names an input, and its
    component, to be multiplied by 1 + ``by``."""
    with mpmath.workdps(digits):
        given = {name: [mpf(float(part)) for part in np.ravel(getattr(point, name))] for name in INPUTS}
        if nudge:
            given[nudge[0]][nudge[1]] *= 1 + by
        a0, b0 = given.pop("a0"), given.pop("b0")
        (t,), (S,), (Z,), (variance,), (eta,) = given.values()
        S0, Sigma = _sums(a0, b0, Z)
        g = _gamma(eta * variance * t, S, S0, Sigma, Z)
        root = mpmath.sqrt(g)
        a = [(x + y) / 2 * root + (x - y) / 2 / root for x, y in zip(a0, b0)]
        b = [(x + y) / 2 * root - (x - y) / 2 / root for x, y in zip(a0, b0)]
        theta, gap = _sums(a, b, Z)
        kept = mpmath.exp(-2 * eta * variance * Sigma / Z * t)
        size = sum(x * x for x in a0 + b0)
        moved = mpmath.sqrt(sum((x - y) ** 2 for x, y in zip(a + b, a0 + b0)) / size) if size else mpf(0)
        numbers = {"theta": theta, "delta_theta": gap, "residual": theta - S, "loss": variance * (theta - S) ** 2 / 2, "gamma": g,
                   "ntk": 2 * gap / Z, "ntk_change": gap / Sigma - 1 if Sigma else mpf(0), "weight_change": moved,
                   "lazy_theta": S + (S0 - S) * kept, "lazy_residual": (S0 - S) * kept}
        return {"a": a, "b": b} | {name: [value] for name, value in numbers.items()}


def _sums(a, b, Z):
    """S_0 and Sigma_0 of Eq. (6.13)."""
    return sum((x * y for x, y in zip(a, b)), mpf(0)) / Z, sum((x * x for x in a + b), mpf(0)) / (2 * Z)


def _gamma(t, S, S0, Sigma, Z):
    """Eq. (6.12) with 2 in place of 4; where the root is zero, its limit."""
    r = mpmath.sqrt(Sigma**2 - S0**2 + S**2)
    if not r:
        return (1 + (Sigma - S0) * t / Z) / (1 + (Sigma + S0) * t / Z)
    falling = mpmath.exp(-2 * r / Z * t)
    return ((Sigma - S0 + S + r + (-Sigma + S0 - S + r) * falling) / (Sigma + S0 - S + r + (-Sigma - S0 + S + r) * falling))


def times(point: Start, fraction: float) -> dict[str, mpf]:
    """The time in which a fraction of the residual goes and the first with theta/S at the fraction: Eq. (6.12) solved for t."""
    with mpmath.workdps(DIGITS):
        a0, b0 = ([mpf(part) for part in layer] for layer in (point.a0, point.b0))
        S, Z, f = mpf(point.target), mpf(point.Z), mpf(fraction)
        speed = mpf(point.variance) * mpf(point.eta)
        S0, Sigma = _sums(a0, b0, Z)
        r = mpmath.sqrt(Sigma**2 - S0**2 + S**2)

        def moment(theta):
            width = mpmath.sqrt(Sigma**2 - S0**2 + theta**2)
            side = mpmath.sign(Z)
            rising, falling = Sigma + S0, Sigma - S0
            if rising:
                goal = (theta + side * width) / rising
            else:  # theta = -falling/(2 gamma)
                goal = -falling / (2 * theta) if theta else mpmath.inf
            if not speed or goal <= 0 or mpmath.isinf(goal) or (not rising and S * theta > 0 and S * S0 <= 0 and S * Z > 0):
                return mpmath.inf
            if not r:
                return Z * (goal - 1) / falling / speed if falling else Z * (1 / goal - 1) / rising / speed
            top, bottom = goal * (rising - S + r) - (falling + S + r), (r - falling - S) - goal * (r - rising + S)
            return -Z / (2 * r * speed) * mpmath.log(top / bottom)

        learned = mpf(0) if S0 == S else moment(S0 + f * (S - S0))
        if not S:
            reached = mpmath.inf
        else:
            reached = mpf(0) if f <= S0 / S else moment(f * S)
        return {"learning_time": learned, "time_to": reached}


def waited(point: Start, share: float, digits: int = 50) -> mpf:
    """The time in which ``share`` of the residual goes by quadrature of theta' = 2 eta E[x^2] sqrt(theta^2 + c^2)/|Z| (S - theta)."""
    with mpmath.workdps(digits + 15):
        a0, b0 = ([mpf(part) for part in layer] for layer in (point.a0, point.b0))
        S, Z = mpf(point.target), mpf(point.Z)
        S0, Sigma = _sums(a0, b0, Z)
        c = mpmath.sqrt(Sigma**2 - S0**2)
        size = c or abs(S0)
        # theta = size sinh(u) takes away the root's scale, however small.
        first, last = mpmath.asinh(S0 / size), mpmath.asinh((S0 + mpf(share) * (S - S0)) / size)

        def density(u):
            theta = size * mpmath.sinh(u)
            return size * mpmath.cosh(u) / (2 * mpf(point.eta) * mpf(point.variance) / abs(Z) * mpmath.hypot(theta, c) * (S - theta))

        return mpmath.quad(density, [first + (last - first) * k / 24 for k in range(25)])


def integrated(point: Start, digits: int = 50) -> float:
    """Digits to which ``reference`` agrees, at its time, with the rigorous integration of a' and b', at most ``digits``."""
    import sympy as sp

    from theoremtest.numerics.integrate.reference import integrate

    def exact_of(value):
        return sp.Rational(*float(value).as_integer_ratio())

    p = len(point.a0)
    a, b = sp.symbols(f"a_:{p}"), sp.symbols(f"b_:{p}")
    t, S, Z, variance, eta = (exact_of(getattr(point, name)) for name in ("t", "target", "Z", "variance", "eta"))
    push = variance * eta / Z * (S - sum(x * y for x, y in zip(a, b)) / Z)
    begin = dict(zip(a + b, map(exact_of, point.a0 + point.b0)))
    path = integrate({x: push * y for x, y in zip(a + b, b + a)}, begin, [t], digits=digits)
    exact = reference(point)
    with mpmath.workdps(DIGITS):
        apart = max(abs(path.values[name][0] - value) for name, value in zip(a + b, exact["a"] + exact["b"]))
        size = max(map(abs, exact["a"] + exact["b"]))
        return min(float(digits), float(-mpmath.log10(apart / size)) if apart else float(digits))


def condition(point: Start, exact: dict[str, list[mpf]]) -> dict[str, list[float]]:
    """The condition number of each component: 1 plus the sum over the inputs z of |z df/dz / f|."""
    return component_conditions(reference, INPUTS, point, exact)


def draw(count: int, seed: int = 20250811) -> Iterator[Start]:
    """Starts of sizes from 1e-106 to 1e6, of one to four modes, any sign, corner cases included; times up to 1e6 time constants."""
    random = np.random.default_rng(seed)

    def magnitude(low, high):
        return float(10.0 ** random.uniform(low, high))

    def sign():
        return float(random.choice([-1.0, 1.0]))

    for index in range(count):
        kind, p = index % 11, int(random.integers(1, 5))
        size, Z = magnitude(-6, 6), sign() * magnitude(-3, 3) if index % 2 else math.sqrt(p)
        a0, b0 = size * random.normal(size=p), size * random.normal(size=p) * (magnitude(-3, 3) if index % 4 == 1 else 1.0)
        S = sign() * magnitude(-4, 4) * (abs(a0 @ b0 / Z) if index % 3 else 1.0)
        variance, eta = (1.0, 1.0) if index % 4 else (magnitude(-3, 3), magnitude(-3, 3))
        if kind == 1:  # signs, as in Section 6.2
            a0, b0 = random.choice([-size, size], size=(2, p))
        if kind == 2:  # next to a saddle's stable manifold, or on the way to it
            b0 = -math.copysign(1.0, S * Z) * a0 * (1 + (magnitude(-15, -1) * random.normal(size=p) if index % 2 else 0.0))
        if kind == 3:
            S = 0.0
        if kind == 4:
            a0 = np.zeros(p)
        if kind == 5:  # a tiny start: rich
            small = magnitude(-100, -3)
            a0, b0 = a0 * small, b0 * small
        if kind == 6:  # nearly solved
            S = float(a0 @ b0 / Z) * (1 + sign() * magnitude(-16, -8))
        if kind == 7:  # a tiny target: lazy
            S *= magnitude(-30, -3)
        if kind == 8:  # a large divisor: slow, then rich
            Z *= magnitude(2, 8)
        if kind == 9:  # one kind of mode alone
            b0 = sign() * a0
        R = math.hypot(2 * Z * S, np.linalg.norm(a0 + b0) * np.linalg.norm(a0 - b0))
        rates = [rate for rate in (R, a0 @ a0 + b0 @ b0, abs(2 * Z * S)) if rate > 1e-250] or [1.0]
        t = min(magnitude(-4, 3) / float(random.choice(rates)), 1e6 / max(rates)) if index % 17 else 0.0
        if index % 13 == 12:
            t = 1e6 / max(rates)
        t = min(float(t * Z * Z / (variance * eta)), 1e60)
        yield Start(t, tuple(map(float, a0)), tuple(map(float, b0)), float(S), float(Z), variance, eta)


def printed(points: list[Start]) -> dict[str, Figure]:
    """Nam 2024, Eq. (6.12) with the exponent that solves the flow, in plain float64, against the same reference and condition numbers."""
    figure = Figure()
    for point in points:
        exact = reference(point)
        a0, b0 = np.array(point.a0), np.array(point.b0)
        t, S, Z, variance, eta = (np.float64(getattr(point, name)) for name in ("t", "target", "Z", "variance", "eta"))
        with np.errstate(all="ignore"):
            S0, Sigma = a0 @ b0 / Z, (a0 @ a0 + b0 @ b0) / (2 * Z)
            r = np.sqrt(Sigma**2 - S0**2 + S**2)
            falling = np.exp(-2 * r / Z * variance * eta * t)
            g = ((Sigma - S0 + S + r + (-Sigma + S0 - S + r) * falling) / (Sigma + S0 - S + r + (-Sigma - S0 + S + r) * falling))
        if abs(exact["gamma"][0]) < mpf(10) ** 290:
            figure.add(float(g), exact["gamma"][0], condition(point, exact)["gamma"][0], math.inf, point)
    return {"gamma, Eq. (6.12) corrected": figure}
