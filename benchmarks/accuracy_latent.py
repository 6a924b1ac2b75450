"""How many units of rounding the latent variable solver loses: the tables that ``benchmarks.accuracy`` keeps of it, the printed
forms beside it.

The reference evaluates the flow's solution with hundreds of digits from unscaled hyperbolic functions, u and v = W x as
combinations of u_0 and v_0; ``integrated`` holds it to a rigorous integration of u' and W' themselves, which see no solution.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import mpmath
import numpy as np
from mpmath import mpf

from benchmarks.accuracy import DIGITS, NUDGE, Figure, component_conditions

QUANTITIES = ("u", "W", "output", "residual", "loss", "zeta", "u_norm", "v_norm", "W_norm", "ntk", "ntk_change")
INPUTS = ("t", "u0", "W0", "x", "y", "gamma", "eta_u", "eta_w")
TITLE, PRINTED = "latent variable", "latent variable, printed forms"


@dataclass(frozen=True)
class Start:
    """One initial condition and one time; W0 row by row."""

    t: float
    u0: tuple[float, ...]
    W0: tuple[tuple[float, ...], ...]
    x: tuple[float, ...]
    y: float
    gamma: float = 1.0
    eta_u: float = 1.0
    eta_w: float = 1.0


def reference(point: Start, nudge: tuple[str, int] | None = None, by=NUDGE) -> dict[str, list[mpf]]:
    """Every quantity of ``QUANTITIES`` at a point, its components in a list, with ``DIGITS`` digits.

    ``nudge`` names an input (and its component) to be multiplied by 1 + ``by``, for condition numbers.
    """
    with mpmath.workdps(DIGITS):
        given = {name: [mpf(float(part)) for part in np.ravel(getattr(point, name))] for name in INPUTS}
        if nudge:
            given[nudge[0]][nudge[1]] *= 1 + by
        return _reference(**given)


def _reference(t, u0, W0, x, y, gamma, eta_u, eta_w):
    (t,), (y,), (gamma,), (eta_u,), (eta_w,) = t, y, gamma, eta_u, eta_w
    d, d0 = len(u0), len(x)
    W0 = [W0[i * d0:(i + 1) * d0] for i in range(d)]
    r2 = _dot(x, x)
    v0 = [_dot(row, x) for row in W0]
    product, uu, vv = _dot(u0, v0), _dot(u0, u0), _dot(v0, v0)
    k2, A = r2 * eta_u * eta_w, eta_w * r2 * uu + eta_u * vv
    e0 = gamma * product - y
    square = 4 * k2 * gamma**2 * y**2 + gamma**4 * max(A**2 - 4 * k2 * product**2, mpf(0))
    omega = mpmath.sqrt(square)
    S = mpmath.sinh(omega * t) / omega if omega else t
    N, J = mpmath.cosh(omega * t) + gamma**2 * A * S, -2 * gamma * e0 * S
    D = mpmath.sqrt(N**2 - k2 * J**2)
    u = [(N * one + eta_u * J * other) / D for one, other in zip(u0, v0)]
    v = [(N * other + eta_w * r2 * J * one) / D for one, other in zip(u0, v0)]
    gain = [(after - before) / r2 if r2 else mpf(0) for after, before in zip(v, v0)]
    W = [[weight + part * component for weight, component in zip(row, x)] for row, part in zip(W0, gain)]
    now, u_norm, v_norm = _dot(u, v), mpmath.sqrt(_dot(u, u)), mpmath.sqrt(_dot(v, v))
    kernel = gamma**2 * (eta_u * _dot(v, v) + eta_w * r2 * _dot(u, u))
    return {
        "u": u, "W": [entry for row in W for entry in row], "output": [gamma * now], "residual": [gamma * now - y],
        "loss": [(gamma * now - y) ** 2], "zeta": [now / (u_norm * v_norm) if u_norm and v_norm else mpf(0)],
        "u_norm": [u_norm], "v_norm": [v_norm], "W_norm": [mpmath.sqrt(sum(_dot(row, row) for row in W))],
        "ntk": [kernel], "ntk_change": [kernel - gamma**2 * A],
    }


def _dot(x, y):
    return sum((one * other for one, other in zip(x, y)), mpf(0))


def condition(point: Start, exact: dict[str, list[mpf]]) -> dict[str, list[float]]:
    """The condition number of each component: 1 plus the sum over the inputs z of |z df/dz / f|."""
    return component_conditions(reference, INPUTS, point, exact)


def integrated(point: Start, digits: int = 100) -> float:
    """Digits to which ``reference`` agrees, at its time, with the rigorous integration of u' and W', at most ``digits``."""
    import sympy as sp

    from theoremtest.numerics.integrate.reference import integrate

    d, d0 = len(point.u0), len(point.x)
    u = sp.symbols(f"u_:{d}")
    W = [sp.symbols(f"W_{i}_:{d0}") for i in range(d)]
    x, (t, y, gamma, eta_u, eta_w) = list(map(_exact, point.x)), map(_exact, (point.t, point.y, point.gamma, point.eta_u, point.eta_w))
    v = [sum(one * other for one, other in zip(row, x)) for row in W]
    misfit = gamma * sum(one * other for one, other in zip(u, v)) - y
    rates = {one: -2 * eta_u * gamma * misfit * other for one, other in zip(u, v)}
    rates |= {W[i][j]: -2 * eta_w * gamma * misfit * u[i] * x[j] for i in range(d) for j in range(d0)}
    initial = dict(zip(u, map(_exact, point.u0))) | {W[i][j]: _exact(point.W0[i][j]) for i in range(d) for j in range(d0)}
    path = integrate(rates, initial, [t], digits=digits)
    exact = reference(point)
    names = [*u, *(entry for row in W for entry in row)]
    with mpmath.workdps(DIGITS):
        apart = max(abs(path.values[name][0] - value) for name, value in zip(names, exact["u"] + exact["W"]))
        size = max(abs(value) for value in exact["u"] + exact["W"])
        return min(float(digits), float(-mpmath.log10(apart / size)) if apart else float(digits))


def _exact(x):
    import sympy as sp

    return sp.Rational(*float(x).as_integer_ratio())


def draw(count: int, seed: int = 20240507) -> Iterator[Start]:
    """Starts of any size from 1e-6 to 1e6, any sign, both regimes, corner cases included; omega t up to 1e6."""
    random = np.random.default_rng(seed)

    def magnitude(low, high):
        return 10.0 ** random.uniform(low, high)

    for index in range(count):
        kind = index % 10
        d, d0 = int(random.integers(1, 4)), int(random.integers(1, 3))
        u0, W0, x = random.normal(size=d), random.normal(size=(d, d0)), random.normal(size=d0)
        x *= magnitude(-2, 2)
        eta_u, eta_w = (1.0, 1.0) if index % 3 else (magnitude(-2, 2), magnitude(-2, 2))
        gamma = random.choice([-1.0, 1.0]) * magnitude(-3, 3)
        size = magnitude(-4, 4)
        u0, W0 = size * magnitude(-1, 1) * u0, size * magnitude(-1, 1) * W0
        y = random.choice([-1.0, 1.0]) * magnitude(-4, 4) * (abs(gamma * (u0 @ (W0 @ x))) if index % 2 else 1.0)
        if kind == 1:  # nearly parallel or opposed layers
            v0 = W0 @ x
            ratio = math.sqrt(eta_u / eta_w) / np.linalg.norm(x)
            u0 = random.choice([-1.0, 1.0]) * ratio * v0 * (1 + magnitude(-12, -1) * random.normal(size=d))
        if kind == 2:  # a tiny start
            u0, W0 = 1e-6 * u0, 1e-6 * W0
        if kind == 3:
            y = 0.0
        if kind == 4:
            u0 = np.zeros(d)
        if kind == 5:
            eta_u, eta_w = (0.0, 1.0) if index % 4 == 1 else (1.0, 0.0)
        if kind == 6:  # orthogonal layers, as far as rounding allows
            v0 = W0 @ x
            u0 = u0 - (u0 @ v0) / (v0 @ v0) * v0 if d > 1 else u0
        if kind == 7:
            W0 = np.zeros((d, d0))
        r2, v0 = x @ x, W0 @ x
        rates = [2 * abs(gamma * y) * math.sqrt(r2 * eta_u * eta_w), gamma**2 * (eta_w * r2 * (u0 @ u0) + eta_u * (v0 @ v0))]
        t = (
            0.0
            if index % 31 == 30
            else min(magnitude(-4, 2) / random.choice([rate for rate in rates if rate > 0] or [1.0]), 1e6 / max(*rates, 1e-300))
        )
        yield Start(float(t), tuple(map(float, u0)), tuple(tuple(map(float, row)) for row in W0), tuple(map(float, x)), float(y),
                    float(gamma), float(eta_u), float(eta_w))


def printed(points: list[Start]) -> dict[str, Figure]:
    """The printed forms in plain float64, against the same reference and condition numbers.

    Xu and Ziyin 2024, Theorem 1 for u and Eq. (11) for zeta, with the signs of their own derivation (Eqs. 26 to 30) and rho = |x|.
    They divide by P and by the rates, so points with P = 0 or a rate of 0 are left out.
    """
    figures = {"u, Theorem 1 corrected": Figure(), "zeta, Eq. (11)": Figure()}
    for point in points:
        t, u0, W0, x, y, gamma, eta_u, eta_w = (np.array(getattr(point, name)) for name in INPUTS)
        if eta_u == 0 or eta_w == 0 or not (u0.any() or W0.any()):
            continue
        exact = reference(point)
        factors = condition(point, exact)
        d, rho = u0.size, np.linalg.norm(x)
        with np.errstate(all="ignore"):
            p, q = ((np.sqrt(eta_u) * W0 @ x + sign * np.sqrt(eta_w) * rho * u0) / (2 * rho) for sign in (1, -1))
            P, Q = np.mean(p**2), np.mean(q**2)
            speed = np.sqrt(eta_u * eta_w * gamma**2 * rho**2 * y**2 + 4 * rho**4 * (gamma**2 * d) ** 2 * P * Q)
            high, low = ((np.sqrt(eta_u * eta_w) * gamma * rho * y + sign * speed) / (2 * gamma**2 * d * rho**2 * P) for sign in (1, -1))
            xi = (1 - high) / (1 - low) * np.exp(-4 * t * speed)
            alpha = (high - xi * low) / (1 - xi)
            u = (p * np.sqrt(alpha) - q / np.sqrt(alpha)) / np.sqrt(eta_w)
            zeta = (alpha * P - Q / alpha) / np.sqrt((alpha * P + Q / alpha) ** 2 - (2 / d * np.sum(p * q)) ** 2)
        for value, wanted, factor in zip(u, exact["u"], factors["u"]):
            figures["u, Theorem 1 corrected"].add(float(value), wanted, factor, math.inf, point)
        figures["zeta, Eq. (11)"].add(float(zeta), exact["zeta"][0], factors["zeta"][0], math.inf, point)
    return figures
