"""Starts of the scalar network: corner cases by name, drawn ones, and their integration by SciPy."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

TIMES = np.array([0.0, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0])


def _of(a0, b0, *rest):
    return np.array(a0, dtype=float), np.array(b0, dtype=float), *rest


CORNERS = {  # a0, b0, target, Z, variance, eta
    "plain": _of([0.7, -0.4, 0.2], [0.1, 0.5, 0.9], 1.2, 1.5, 0.5, 2.0),
    "aligned": _of([1, -1, 1], [1, -1, 1], 1.2, 1.5, 0.5, 2.0),
    "aligned and opposed": _of([1, -1, 1, 1], [1, 1, -1, 1], 1.2, 2.0, 0.5, 2.0),
    "mostly opposed": _of([1, -1, 1, 1], [1, 1, -1, -1], 1.2, 2.0, 0.5, 2.0),
    "Z < 0": _of([0.7, -0.4, 0.2], [0.1, 0.5, 0.9], 1.2, -1.5, 0.5, 2.0),
    "target < 0": _of([0.7, -0.4, 0.2], [0.1, 0.5, 0.9], -0.7, 1.5, 0.5, 2.0),
    "target < 0, Z < 0": _of([0.7, -0.4, 0.2], [0.1, 0.5, 0.9], -0.7, -1.5, 0.5, 2.0),
    "target = 0": _of([0.7, -0.4], [0.1, 0.5], 0.0, 1.5, 0.5, 2.0),
    "from above": _of([1.7, -1.4], [1.1, -1.5], 0.3, 1.5, 0.5, 2.0),
    "lazy": _of([3, -3, 3, 3], [3, 3, -3, 3], 0.2, 2.0, 0.1, 0.5),
    "one mode": _of([0.3], [-0.2], 1.0, 1.0, 0.5, 2.0),
    "one layer is 0": _of([0, 0], [0.4, -0.3], 1.2, 1.5, 0.5, 2.0),
    "a mode is 0": _of([0.5, 0], [0.4, 0], 1.2, 1.5, 0.5, 2.0),
    "to the saddle": _of([0.7, -0.4], [-0.7, 0.4], 1.2, 1.5, 0.5, 2.0),
    "to the saddle, Z < 0": _of([0.7, -0.4], [0.7, -0.4], 1.2, -1.5, 0.5, 2.0),
    "opposed, to the minimum": _of([0.7, -0.4], [-0.7, 0.4], -1.2, 1.5, 0.5, 2.0),
    "target = 0, opposed": _of([0.7, -0.4], [-0.7, 0.4], 0.0, 1.5, 0.5, 2.0),
    "solved already": _of([1, 0.5], [1, 1], 1.0, 1.5, 0.5, 2.0),
    "origin": _of([0, 0], [0, 0], 1.2, 1.5, 0.5, 2.0),
    "variance = 0": _of([0.7, -0.4], [0.1, 0.5], 1.2, 1.5, 0.0, 2.0),
}

quick = settings(max_examples=25, deadline=None, derandomize=True, database=None)
entries = st.floats(-3, 3, width=32).map(lambda z: z if abs(z) > 1e-3 else 0.0)
divisors = st.floats(0.25, 4, width=32).flatmap(lambda z: st.sampled_from([z, -z]))
rates = st.sampled_from([(1.0, 1.0), (0.3, 2.0), (2.5, 0.4)])


@st.composite
def starts(draw):
    p = draw(st.integers(1, 4))
    a0 = np.array([draw(entries) for _ in range(p)])
    b0 = np.array([draw(entries) for _ in range(p)])
    b0 = draw(st.sampled_from([b0, b0, a0, -a0]))
    return a0, b0, draw(entries), draw(divisors), *draw(rates)


def corner(name):
    return CORNERS[name]


def integrated(start, times):
    a0, b0, target, Z, variance, eta = start

    def velocity(_, state):
        a, b = np.split(state, 2)
        pull = -eta * variance / Z * (a @ b / Z - target)
        return np.concatenate([pull * b, pull * a])

    path = solve_ivp(velocity, (0, times[-1]), np.concatenate([a0, b0]), method="DOP853", rtol=1e-12, atol=1e-14, t_eval=times).y
    return path[:len(a0)].T, path[len(a0):].T
