"""Starts of the single neuron: corner cases by name, drawn ones, and their flow."""

import numpy as np
from hypothesis import assume, settings
from hypothesis import strategies as st

from theoremtest.numerics.models.single_neuron import solve

TIMES = np.array([0.0, 0.01, 0.3, 1.0, 3.0, 10.0, 100.0])
CORNERS = {  # a0, w0, beta_star, eta_a, eta_w
    "upstream": (2.0, (0.3, -0.4), (1.0, 0.5), 1.0, 1.0),
    "downstream": (0.1, (1.5, 1.0), (1.0, 0.5), 1.0, 1.0),
    "balanced": (-5.0, (3.0, 4.0), (1.0, 0.5), 1.0, 1.0),
    "sign change": (0.2, (-2.0, 0.5), (1.0, 0.0), 1.0, 1.0),
    "orthogonal": (0.5, (0.0, 2.0), (1.0, 0.0), 1.0, 1.0),
    "saddle": (0.0, (0.0, 2.0), (1.0, 0.0), 1.0, 1.0),
    "separatrix": (2.0, (-1.0, 2.0, 1.0, 1.0), (2.0, 0.0, 0.0, 0.0), 1.0, 1.0),
    "balanced and opposed": (1.0, (-1.0, 0.0), (1.0, 0.0), 1.0, 1.0),
    "origin": (0.0, (0.0, 0.0), (1.0, 0.0), 1.0, 1.0),
    "a0 = 0": (0.0, (1.0, 1.0), (1.0, 0.5), 1.0, 1.0),
    "w0 = 0": (1.0, (0.0, 0.0), (1.0, 0.5), 1.0, 1.0),
    "d = 1": (0.5, (-2.0,), (1.5,), 1.0, 1.0),
    "only a learns": (0.5, (-2.0, 1.0), (1.5, 0.5), 0.5, 0.0),
    "only w learns": (0.5, (-2.0, 1.0), (1.5, 0.5), 0.0, 2.0),
    "unequal rates": (0.5, (-2.0, 1.0), (1.5, 0.5), 0.1, 3.0),
    "beta_* = 0": (0.5, (-2.0, 1.0), (0.0, 0.0), 1.0, 1.0),
}

numbers = st.floats(-3, 3, width=32).map(lambda x: x if abs(x) > 1e-3 else 0.0)
vectors = st.lists(numbers, min_size=2, max_size=2).map(np.array)
starts = st.tuples(numbers, vectors, vectors.filter(lambda v: np.linalg.norm(v) > 0.1), st.sampled_from([0.3, 1.0, 2.0]),
                   st.sampled_from([0.3, 1.0, 2.0]))
quick = settings(max_examples=20, deadline=None, derandomize=True, database=None)


def corner(name):
    a0, w0, beta_star, eta_a, eta_w = CORNERS[name]
    return a0, np.array(w0), np.array(beta_star), eta_a, eta_w


def flow(start):
    _, _, beta_star, eta_a, eta_w = start

    def velocity(t, state):
        a, w = state[0], state[1:]
        return np.concatenate([[eta_a * (w @ beta_star - a * (w @ w))], eta_w * (a * beta_star - a * a * w)])

    return velocity


def decided(start):
    """A start whose basin is not a matter of rounding."""
    run = solve(0.0, *start)
    assume(abs(run.start.distance[0]) > 1e-3)
    return start
