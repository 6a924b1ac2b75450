"""Sums over skills of f(k) = q phi(q), q = k^-s, s = alpha + 1, up to any number of skills, with a proved bound of what is left out.

phi is a profile of ``_skill_profiles``, u = scale q its argument. For each row a first skill K is chosen with K >= ``REACH`` s (1 + top),
where ``top`` is MARGIN above both the last skill's u and the profile's floor. Skills up to K are added one by one, or left out where all
of them have u >= top, at most K^(1 - s) bound(u_K) in all, f falling with k there; the skills behind K are

    sum of f(k) over K < k <= N = integral of f from K to N + corrections(N) - corrections(K) + R

by Euler-Maclaurin with eight derivatives of odd order (DLMF 2.10.1), which come from jets. Few skills are all added one by one.

R. Let mu = min(1, log(1 + 1/u(x))). Where |xi - x| <= (1 - e^(-mu/s)) x, |u(xi) - u(x)| <= u(x) (e^mu - 1) <= 1, or u < 1/(e - 1) and
so below 1, too; there |phi(xi)| <= 4 e^2 phi(x) by the profiles' bounds (1 + u is enlarged by u/(1 - p), p <= 1/40, for `Unseen`), and
|xi^-s| <= e x^-s. The radius is at least rho(x) = (1 - 1/e) x/(s (1 + 1.03 u(x))), which grows with x. By Cauchy |f^(16)(x)| <= 16! 4 e^3
f(x)/rho(K)^16, whence |R| <= 2 zeta(16) 16! 4 e^3 (2 pi rho(K))^-16 times the integral.

The integral. Substituting u, its part with u >= 1/2 is one of u^(-1/s) phi over panels [l, l + w], w <= 1/2 <= l, by 16 nodes of Gauss.
In the Bernstein ellipse of 5, whose half-axes are 1.3 w and 1.2 w, |u| >= l - 0.8 w >= 0.1 and |Im u| <= 0.6, so that what is integrated
is at most 4 e^1.8 * 10 times its least value on the panel. Its Chebyshev coefficients are at most 2 M 5^-k, those up to 31 are integrated
exactly, and each other is missed by at most 4: 10 M 5^-32 for an interval of length 2, 5 * 40 e^1.8 5^-32 of the panel's integral.
The part with u <= 1/2 is integrated term by term of phi's Taylor series: |a_m| <= 4 e^5/sin(2.5)^2 a_0 2.5^-m by Cauchy in |u| <= 2.5
(at most 1/m! for `Unseen`), so that what follows the first ``TAYLOR`` terms is at most 1700 * 5^-32/(1 - 1/5) of the first.

A changed normalisation. If all frequencies change by a small part, p phi changes by at most 1 + 2 u times it. Where u > top, u phi is at
most top bound(top), falling with u; for `Unseen` the factor is |1 - u/(1 - p)| (1 - p)^D, which there, and where p > 1/2, is at most
3 u e^-u. Frequencies add up to one. That is ``stirred``.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import e, factorial, pi
from typing import Any

import numpy as np

from theoremtest.numerics.kernels.array_like import plain
from theoremtest.numerics.models._power_sums import BERNOULLI, alike, halved
from theoremtest.numerics.models._skill_profiles import TAYLOR, of_rows

REACH = 42.0
_NODES = (0.09501250983763744, 0.2816035507792589, 0.45801677765722737, 0.6178762444026438, 0.755404408355003, 0.8656312023878318,
          0.9445750230732326, 0.9894009349916499)
_WEIGHTS = (0.1894506104550685, 0.18260341504492358, 0.16915651939500254, 0.14959598881657674, 0.12462897125553388, 0.09515851168249279,
            0.062253523938647894, 0.027152459411754096)
NODES, WEIGHTS = np.array([*_NODES, *(-node for node in _NODES)]), np.array(2 * _WEIGHTS)
"""Gauss's 16 nodes on [-1, 1] and their weights, rounded once; NumPy's own weights are off by up to 30 units."""
BLOCK = 4096
ENTRIES = 2**20
"""How many numbers an array of one part of the work holds at most, roughly; memory is a few times that."""
QUADRATURE = 5 * 40 * e**1.8 * 5.0**-32
SERIES = 1700 * 1.25 * 5.0**-TAYLOR
_EULER = 2.001 * factorial(16) * 4 * e**3
_TINY = 1e-300


@dataclass
class Plan:
    """What is done for each row, (n,) each: how many skills are added one by one, the first and last of the sum behind them, the
    argument top, where the Taylor series begins, and whether the sum is below all doubles."""

    head: np.ndarray
    first: np.ndarray
    last: np.ndarray
    top: np.ndarray
    turn: np.ndarray
    gone: np.ndarray

    def __getitem__(self, rows: slice) -> Plan:
        return Plan(*(part[rows] for part in vars(self).values()))


def planned(profile: Any, last: np.ndarray, alpha: np.ndarray) -> Plan:
    """The plan for sums up to ``last``, (n,): whole numbers or infinite; alpha (n,) or (1,)."""
    s, scale = alpha + 1.0, np.broadcast_to(plain(profile.scale), last.shape)
    endless = np.isinf(last)
    final = np.where(endless, 0.0, scale * np.where(endless, 1.0, last) ** -s)
    top = np.maximum(final, profile.floor) + profile.MARGIN
    gone = final > profile.floor + profile.VANISHES
    top = np.where(gone, profile.MARGIN, top)
    least, edge = np.ceil(REACH * s * (1 + top)), np.ceil((scale / top) ** (1 / s))
    few = ~gone & (last < 2 * least)
    first = np.where(gone | few, last, np.maximum(least, edge))
    head = np.where(gone, 0.0, np.where(few, last, np.where(edge > least, 0.0, least)))
    return Plan(head, first, last, top, np.clip((2 * scale) ** (1 / s), first, last), gone)


def skill_sums(profile: Any, alpha: Any, plan: Plan) -> tuple[Any, np.ndarray]:
    """The sums (n,) and by how much each may stray, roundings aside; alpha, (n,) or (1,), may carry bounds, as the profile may."""
    panels = _panels(profile, alpha, plan)
    columns = max(1.0, np.minimum(plan.head, BLOCK).max(initial=0), 16 * panels.max(initial=0))
    step = max(1, int(ENTRIES // columns))
    pieces = [slice(low, low + step) for low in range(0, plan.last.size, step)] or [slice(0, 0)]
    parts = [_part(profile[rows], of_rows(alpha, rows), plan[rows], int(panels[rows].max(initial=1))) for rows in pieces]
    return np.concatenate([total for total, _ in parts]), np.concatenate([remainder for _, remainder in parts])


def _panels(profile, alpha, plan):
    """How many panels each row's integral needs."""
    s, scale = plain(alpha) + 1.0, plain(profile.scale)
    return np.maximum(np.ceil(2.02 * scale * (plan.first**-s - plan.turn**-s)), 1.0)


def _part(profile, alpha, plan, panels):
    begun = _one_by_one(profile, alpha, plan.head)
    behind = plan.last > plan.first
    bent = bent_part(profile, alpha, plan.first, plan.turn, panels)
    flat, leading = flat_part(profile, alpha, plan.turn, plan.last)
    endless = np.isinf(plan.last)
    ends = np.where(endless, 0.0, _corrections(profile, alpha, np.where(endless, plan.first, plan.last)))
    total = begun + np.where(behind, bent + flat + ends - _corrections(profile, alpha, plan.first), 0.0)
    return total, np.where(behind, _left_out(profile, alpha, plan, plain(bent), plain(flat), plain(leading)), 0.0) + _forgone(
        profile, alpha, plan)


def _one_by_one(profile, alpha, head):
    """The sums over the first skills, (n,)."""
    total = 0.0 * profile.scale + np.zeros(head.shape)
    for low in range(0, int(head.max(initial=0)), BLOCK):
        k = np.arange(low + 1.0, min(low + BLOCK, int(head.max())) + 1.0)
        q = np.power(k, -alpha[:, None]) / k
        total = total + halved(np.where(k <= head[:, None], q * profile.value(q), 0.0))
    return total


def bent_part(profile: Any, alpha: Any, first: np.ndarray, turn: np.ndarray, panels: int) -> Any:
    """The integral of f from ``first`` to ``turn``, (n,), by so many panels of equal width in u."""
    first = alike(first, alpha)
    low = np.power(turn / first, -(alpha + 1.0))
    q, width = np.power(first, -alpha) / first, (1.0 - low) / float(panels)
    places = (np.arange(float(panels))[:, None] + (1.0 + NODES) / 2.0).reshape(-1)
    share = low[:, None] + width[:, None] * places
    values = np.power(share, (-1.0 / (alpha + 1.0))[:, None]) * profile.value(q[:, None] * share)
    means = halved(values.reshape(-1, panels, NODES.size) * WEIGHTS)
    return halved(means) * width / 2.0 * np.power(first, -alpha) / (alpha + 1.0)


def flat_part(profile: Any, alpha: Any, turn: np.ndarray, last: np.ndarray) -> tuple[Any, Any]:
    """The integral of f from ``turn`` to ``last``, (n,), and its first term."""
    endless, nothing = np.isinf(last), turn == last
    begin, end, s = alike(turn, alpha), np.where(endless, turn, last), alpha + 1.0
    ratio = np.log1p((end - begin) / begin)
    terms = profile.series(np.where(nothing, 0.0, np.power(begin, -alpha) / begin))
    total = 0.0
    for m in reversed(range(TAYLOR)):
        rate = alpha + s * float(m)
        term = terms[m] * np.where(endless, 1.0, -np.expm1(-(rate * ratio))) / rate
        total = total + term
    size = np.power(begin, -alpha)
    return total * size, term * size


def _corrections(profile, alpha, x):
    """f(x)/2 and the terms with derivatives of f at x, (n,)."""
    orders = 2 * len(BERNOULLI)
    q = [np.power(x, -alpha) / x]
    for j in range(1, orders):
        q.append(-(q[-1] * (alpha + float(j))) / float(j))
    left = profile.jets(q)
    inverse = 1.0 / alike(x, alpha)
    total, power = q[0] * left[0] / 2.0, inverse
    for j, number in enumerate(BERNOULLI, 1):
        n, weight = 2 * j - 1, number / (2 * j)
        slope = sum(q[i] * left[n - i] for i in range(n + 1))
        total = total + slope * power * float(weight.numerator) / float(weight.denominator)
        power = power * inverse * inverse
    return total


def _left_out(profile, alpha, plan, bent, flat, leading):
    s = plain(alpha) + 1.0
    u = plain(profile.scale) * plan.first**-s
    radius = (1 - 1 / e) * plan.first / (s * (1 + 1.03 * u))
    with np.errstate(all="ignore"):
        behind = _EULER * (2 * pi * radius) ** -16 * (bent + flat)
        return 1.01 * (behind + QUADRATURE * bent + SERIES * leading)


def _forgone(profile, alpha, plan):
    """The skills that are left out altogether: the first ones where the sum begins behind them, all where nothing is left of any."""
    s = plain(alpha) + 1.0
    forgone = plan.gone | (plan.head == 0)
    with np.errstate(all="ignore"):
        most = plan.first ** (1 - s) * profile.bound(0.9999 * plain(profile.scale) * plan.first**-s)
    return np.where(forgone, 1.01 * most + _TINY, 0.0)
