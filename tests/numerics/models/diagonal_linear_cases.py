"""Starts of a diagonal network's modes: corner cases by name, drawn ones, and their integration by SciPy."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

TIMES = np.array([0.0, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0])
CORNERS = {  # a0, b0, target, variance, eta
    "plain": (0.7, -0.4, 1.2, 0.5, 2.0),
    "balanced": (0.3, 0.3, 1.2, 0.5, 2.0),
    "balanced, from above": (1.5, 1.5, 1.2, 0.5, 2.0),
    "balanced, target below 0": (1.5, -1.5, -0.7, 0.5, 2.0),
    "unbalanced, target below 0": (1.5, 0.2, -0.7, 0.5, 2.0),
    "a_0 = 0": (0.0, 0.6, 1.2, 0.5, 2.0),
    "b_0 = 0": (-0.6, 0.0, 1.2, 0.5, 2.0),
    "lazy": (9.0, -1.0, 0.2, 0.1, 0.5),
    "target = 0": (0.7, -0.4, 0.0, 0.5, 2.0),
    "target = 0, balanced": (0.7, 0.7, 0.0, 0.5, 2.0),
    "to the saddle": (1.0, -1.0, 1.5, 0.5, 2.0),
    "to the saddle, target below 0": (1.0, 1.0, -1.5, 0.5, 2.0),
    "opposed, to the minimum": (1.0, -1.0, -1.5, 0.5, 2.0),
    "solved already": (1.0, 1.5, 1.5, 0.5, 2.0),
    "origin": (0.0, 0.0, 1.5, 0.5, 2.0),
    "variance = 0": (0.7, -0.4, 1.2, 0.0, 2.0),
    "a weight changes its sign": (-1.0, 5.0, 0.3, 0.5, 2.0),
}

quick = settings(max_examples=25, deadline=None, derandomize=True, database=None)
entries = st.floats(-3, 3, width=32).map(lambda z: z if abs(z) > 1e-3 else 0.0)
rates = st.sampled_from([(1.0, 1.0), (0.3, 2.0), (2.5, 0.4)])


@st.composite
def starts(draw):
    a0, b0 = draw(entries), draw(entries)
    b0 = draw(st.sampled_from([b0, b0, a0, -a0]))
    return a0, b0, draw(entries), *draw(rates)


def corner(name):
    return CORNERS[name]


def integrated(start, times):
    a0, b0, target, variance, eta = start

    def velocity(_, state):
        return eta * variance * (target - state[0] * state[1]) * state[::-1]

    return solve_ivp(velocity, (0, times[-1]), [a0, b0], method="DOP853", rtol=1e-12, atol=1e-14, t_eval=times).y
