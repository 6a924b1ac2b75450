"""Starts of the latent variable model: corner cases by name, drawn ones, and their integration by SciPy."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from scipy.integrate import solve_ivp

TIMES = np.array([0.0, 0.01, 0.1, 0.3, 1.0, 3.0, 10.0])
CORNERS = {  # u0, W0, x, y, gamma, eta_u, eta_w
    "plain": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, 0.8, 0.5, 2.0),
    "target of the other sign": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), -1.2, 0.8, 0.5, 2.0),
    "gamma < 0": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, -0.8, 0.5, 2.0),
    "y = 0": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 0.0, 0.8, 0.5, 2.0),
    "gamma = 0": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, 0.0, 0.5, 2.0),
    "x = 0": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.0, 0.0), 1.2, 0.8, 0.5, 2.0),
    "only u learns": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, 0.8, 0.5, 0.0),
    "only W learns": ((0.7, -0.4), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, 0.8, 0.0, 2.0),
    "u_0 = 0": ((0.0, 0.0), ((0.3, 0.2), (-0.5, 1.1)), (0.5, -1.5), 1.2, 0.8, 0.5, 2.0),
    "W_0 = 0": ((0.7, -0.4), ((0.0, 0.0), (0.0, 0.0)), (0.5, -1.5), 1.2, 0.8, 0.5, 2.0),
    "origin": ((0.0, 0.0), ((0.0, 0.0), (0.0, 0.0)), (0.5, -1.5), 1.2, 0.8, 0.5, 2.0),
    "P = 0, to the minimum": ((-1.0, 0.5), ((1.0,), (-0.5,)), (1.0,), -2.0, 1.0, 1.0, 1.0),
    "P = 0, to the saddle": ((-1.0, 0.5), ((1.0,), (-0.5,)), (1.0,), 2.0, 1.0, 1.0, 1.0),
    "P = 0, y = 0": ((-1.0, 0.5), ((1.0,), (-0.5,)), (1.0,), 0.0, 1.0, 1.0, 1.0),
    "Q = 0, to the minimum": ((1.0, -0.5), ((1.0,), (-0.5,)), (1.0,), 2.0, 1.0, 1.0, 1.0),
    "Q = 0, to the saddle": ((1.0, -0.5), ((1.0,), (-0.5,)), (1.0,), -2.0, 1.0, 1.0, 1.0),
    "P = 0 in two dimensions": ((-3.0, 6.0), ((5.0, 0.0), (-10.0, 0.0)), (3.0, 4.0), 0.5, 0.01, 0.5, 0.5),
    "solved already": ((1.0, 1.0), ((1.0,), (2.0,)), (1.0,), 3.0, 1.0, 1.0, 1.0),
    "one neuron": ((-0.7,), ((0.3, 1.0),), (0.5, -1.5), 1.2, 0.8, 0.5, 2.0),
    "orthogonal layers": ((1.0, 1.0), ((1.0,), (-1.0,)), (2.0,), 1.5, 0.5, 1.0, 3.0),
}

quick = settings(max_examples=25, deadline=None, derandomize=True, database=None)
entries = st.floats(-2, 2, width=32).map(lambda z: z if abs(z) > 1e-3 else 0.0)
nonzero = entries.filter(bool)
rates = st.sampled_from([(1.0, 1.0), (0.3, 2.0), (1.0, 0.0), (0.0, 1.0)])


@st.composite
def starts(draw, both=False, sizes=None):
    d, d0 = sizes or (draw(st.integers(1, 4)), draw(st.integers(1, 3)))
    u0 = np.array(draw(st.lists(entries, min_size=d, max_size=d)))
    W0 = np.array(draw(st.lists(entries, min_size=d * d0, max_size=d * d0))).reshape(d, d0)
    x = np.array(draw(st.lists(nonzero, min_size=d0, max_size=d0)))
    eta = draw(rates.filter(all) if both else rates)
    return u0, W0, x, draw(entries), draw(nonzero), *eta


def corner(name):
    return tuple(np.array(part) for part in CORNERS[name])


def velocity(start):
    u0, W0, x, y, gamma, eta_u, eta_w = start

    def move(t, state):
        u, W = state[:u0.size], state[u0.size:].reshape(W0.shape)
        misfit = gamma * u @ W @ x - y
        return np.concatenate([-2 * eta_u * gamma * misfit * (W @ x), (-2 * eta_w * gamma * misfit * np.outer(u, x)).ravel()])

    return move


def integrated(start, times, rtol=1e-12):
    u0, W0 = start[:2]
    path = solve_ivp(
        velocity(start), (0, times[-1]), np.concatenate([u0, W0.ravel()]), method="DOP853", rtol=rtol, atol=1e-14, t_eval=times
    ).y.T
    return path[:, :u0.size], path[:, u0.size:].reshape(-1, *W0.shape)
