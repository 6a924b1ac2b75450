"""The constants of latent variable trajectories, one set per initial condition, formed in pairs of doubles where terms may cancel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.kernels.array_like import erased, settled

_ABSENT = 2.0**-98  # what pairs of doubles cannot tell from zero
_STUCK = 1e-250

CONSTANTS = ("rate", "rate_low", "inverse_rate", "no_rate", "grow", "shrink", "stuck", "drive", "pull", "misfit")
"""The arguments of the numeric form (``derivations.toolbox.latent_variable_form``)."""


class Plane(NamedTuple):
    """A vector (n, d) seen from another one: its part along that one, the length of its part across, the growing mode's part
    along, the other's length, each (n,); the two unit vectors, (n, d)."""

    along: np.ndarray
    across: np.ndarray
    growing: np.ndarray
    size: np.ndarray
    first: np.ndarray
    second: np.ndarray


@dataclass
class Start:
    """What a trajectory needs to know of its initial condition; arrays of shape (n,), or as given.

    constants   the arguments of the numeric form, by name
    v           W_0 x, (n, d)
    growing     sqrt(eta_u) v_0 + s sqrt(eta_w) r u_0, (n, d): the mode that grows
    s           1 where p grows, -1 where q does
    r, k        |x|, r sqrt(eta_u eta_w)
    product     u_0.v_0
    area        sqrt(|u_0|^2 |v_0|^2 - (u_0.v_0)^2), which the flow conserves
    weight      |growing|
    target      2 k gamma y, the target's part of the rate omega
    u_plane, v_plane   u_0 seen from v_0, and v_0 seen from u_0
    """

    constants: dict[str, np.ndarray]
    v: np.ndarray
    growing: np.ndarray
    s: np.ndarray
    r: np.ndarray
    k: np.ndarray
    product: np.ndarray
    area: np.ndarray
    weight: np.ndarray
    target: np.ndarray
    u_plane: Plane
    v_plane: Plane


def start(u0, W0, x, y, gamma, eta_u, eta_w) -> Start:
    """From u0 (n, d), W0 (n, d, d0), x (n, d0) and y, gamma, eta_u, eta_w (n,); all float64."""
    with np.errstate(all="ignore"):
        found = _start(u0, W0, x, y, gamma, eta_u, eta_w)
    found.constants = {name: settled(value) for name, value in found.constants.items()}
    return found


def _start(u0, W0, x, y, gamma, eta_u, eta_w):
    """As ``start``; y may be a pair of doubles."""
    r = _length(dd.pair(x))
    v, u = dd.dot(W0, x[:, None, :]), dd.pair(u0)
    root_u, root_w = dd.root(dd.pair(eta_u)), dd.root(dd.pair(eta_w))
    rate_u = dd.multiply(root_w, r)  # of u: what turns u into the modes' units, as root_u does for v
    k = dd.multiply(root_u, rate_u)
    part_v, part_u = dd.multiply(_column(root_u), v), dd.multiply(_column(rate_u), u)
    plus, minus = _present(part_v, part_u), _present(part_v, dd.negative(part_u))
    product = dd.total(dd.multiply(u, v))
    target, scale = y if isinstance(y, tuple) else dd.pair(y), dd.pair(gamma)
    misfit = dd.add(dd.multiply(scale, product), dd.negative(target))
    drive = -2 * gamma * misfit[0]
    s = np.where(drive < 0, -1.0, 1.0)
    up = s > 0
    growing = tuple(np.where(up[:, None], one, other) for one, other in zip(plus, minus))
    falling = tuple(np.where(up[:, None], other, one) for one, other in zip(plus, minus))
    weight = _length(growing)
    L, F = dd.multiply(scale, weight), dd.multiply(scale, _length(falling))  # their square roots, up to sign
    b = dd.multiply(dd.multiply(k, scale), target)
    b = 2 * b[0], 2 * b[1]
    mixed = dd.multiply(L, F)
    rate = dd.hypot(b, mixed)
    root_L, root_F, both = np.abs(L[0]), np.abs(F[0]), np.abs(mixed[0])
    # The larger of omega + b and omega - b is a sum; the smaller is L F over it, and is added to L or F under the root.
    helps = s * b[0] >= 0
    sum_ = np.sqrt(rate[0] + np.where(helps, s, -s) * b[0])
    share = np.divide(both, sum_, out=np.zeros_like(both), where=sum_ > 0)
    grow = np.where(helps, np.hypot(sum_, root_F), np.hypot(root_F, share))
    shrink = np.where(helps, np.hypot(root_L, share), np.hypot(sum_, root_L))
    none = rate[0] == 0
    stuck = helps & ~none & (shrink <= _STUCK * np.sqrt(rate[0]))
    inverse = np.divide(1.0, rate[0], out=np.zeros_like(rate[0]), where=~none)
    values = (rate[0], rate[1], inverse, none * 1.0, grow, shrink, stuck * 1.0, drive, np.where(stuck, 0.0, drive), misfit[0])
    turned = s * rate_u[0], s * rate_u[1]  # how much of u_0 the growing mode holds; of v_0 it is root_u
    u_plane, v_plane = _plane(u, v, growing, turned), _plane(v, u, growing, root_u)
    return Start(dict(zip(CONSTANTS, values)), v[0], growing[0], s,
                 r[0], k[0], product[0], u_plane.across * u_plane.size, weight[0], b[0], u_plane, v_plane)


def _plane(own, other, growing, share):
    along, rest, size, unit = _parts(own, other)
    mode, mode_rest, _, _ = _parts(growing, other)
    # The growing mode holds ``share`` of own; where that cancels, what it keeps across says most about own's rest.
    held = _column(share)
    better = (np.abs(growing[0]) < np.abs(held[0] * own[0])).all(axis=-1, keepdims=True)
    across = np.where(better, dd.divide(mode_rest, held)[0], rest[0])
    length = _length(dd.pair(across))[0]
    second = np.divide(across, length[:, None], out=np.zeros_like(unit), where=length[:, None] > 0)
    return Plane(along[0], length, mode[0], size[0], unit, second)


def across_length(W0, x) -> np.ndarray:
    """|W_0 (I - x x^T/|x|^2)|, the part of W_0 (n, d, d0) that never learns; (n,)."""
    with np.errstate(all="ignore"):
        across = _parts(dd.pair(W0), dd.pair(x[:, None, :]))[1]
        return _length(dd.pair(_length(across)[0]))[0]


def _present(x, y):
    """x + y, and 0 where pairs of doubles cannot tell the sum from zero."""
    total = dd.add(x, y)
    absent = np.abs(total[0]) <= _ABSENT * np.maximum(np.abs(x[0]), np.abs(y[0]))
    return np.where(absent, erased(total[0]), total[0]), np.where(absent, erased(total[1]), total[1])


def _column(x):
    return x[0][..., None], x[1][..., None]


def _length(x):
    """The length over the last axis of pairs of any magnitude."""
    size = dd.power_above(np.abs(x[0]).max(axis=-1, initial=0.0))
    scaled = x[0] / size[..., None], x[1] / size[..., None]
    root = dd.root(dd.total(dd.multiply(scaled, scaled)))
    return root[0] * size, root[1] * size


def _parts(u, v):
    """u's part along v, what is left across, |v| and v's unit vector; all of u is across a v that vanishes."""
    size = _length(v)
    unit = dd.divide(v, _column(size))
    along = dd.total(dd.multiply(u, unit))
    return along, _present(u, dd.negative(dd.multiply(_column(along), unit))), size, unit[0]
