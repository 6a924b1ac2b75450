"""The lambda-balanced solver beside integration of the same flow, and beside the factorisations that it cannot do without; each figure a
ratio of times measured side by side in one run.

``python -m benchmarks.lambda_balanced [--quick]`` prints the figures; ``python -m benchmarks`` keeps them.
"""

from __future__ import annotations

import importlib.util
from functools import partial

import numpy as np
from scipy.integrate import solve_ivp

from benchmarks import accuracy_lambda
from benchmarks.measured import command, fastest, judged, peak
from theoremtest.numerics.models.lambda_balanced import balanced_initialisation, solve

TIMES = np.linspace(0.0, 10.0, 200)
SHAPE, LAM = (8, 4, 8), 0.5
_BACKENDS = ("numba", "numpy", "torch")
OWN = "solve, numba, with the layers"


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold.

    Seconds are the least processor time of this process over repeats that take turns, so that what else the machine does weighs
    on all alike. Integrators that loop run on a sample of the batch. Errors are the largest of |Q Q^T - exact| over the largest
    entry of the exact one, against enclosures at four times.
    """
    count, sample, repeats = (100, 2, 2) if quick else (1000, 6, 5)
    layers = balanced_initialisation(*SHAPE, LAM, 0.3, 3, batch=(count,))
    Sigma = np.random.default_rng(1).normal(size=(count, SHAPE[2], SHAPE[0])) / np.sqrt(2)
    works = {OWN: (partial(_layers, layers, Sigma), count)}
    works |= {f"solve, {backend}, Q Q^T alone": (partial(_solved, layers, Sigma, backend), count) for backend in _BACKENDS
             if backend != "torch" or importlib.util.find_spec("torch")}
    for method, tolerance in (("RK45", 1e-6), ("DOP853", 1e-12), ("DOP853", 3e-14)):
        works[f"solve_ivp {method} rtol {tolerance:g}"] = partial(_loop, layers, Sigma, sample, method, tolerance), sample
    if importlib.util.find_spec("diffrax"):
        works["diffrax Dopri8 rtol 1e-12"] = _diffrax(layers, Sigma), count
    works["factorisations"] = partial(_factorisations, Sigma, SHAPE), count
    seconds = fastest({name: work for name, (work, _) in works.items()}, repeats)
    per = {name: seconds[name] / size for name, (_, size) in works.items()}
    own = per[OWN]  # all that the integrators make
    path = solve(TIMES, *layers, Sigma, backend="numba", lam=LAM)
    made = path.factor.nbytes + sum(part.nbytes for part in path.layers())
    del path
    exact = _exact(layers, Sigma, sample)
    rows = [{"method": name, "seconds_per_trajectory": value, "over_own": value / own}
            | ({} if name == "factorisations" else {"error": _error(works[name][0](), exact)})
            | ({"memory_over_result": peak(works[OWN][0]) / made} if name == OWN else {}) for name, value in per.items()]
    goals = [{"goal": "times faster than solve_ivp at the accuracy nearest to its own (DOP853 rtol 3e-14), per trajectory",
              "at least": 300, "measured": per["solve_ivp DOP853 rtol 3e-14"] / own},
             {"goal": "times faster than the RK45 loop, per trajectory", "at least": 300,
              "measured": per["solve_ivp RK45 rtol 1e-06"] / own},
             {"goal": "time of Q Q^T over that of the factorisations needed (one SVD, a QR per time)", "at most": 3,
              "measured": per["solve, numba, Q Q^T alone"] / per["factorisations"]},
             {"goal": "peak memory over the result's own size", "at most": 1.2, "measured": peak(works[OWN][0]) / made}]
    return {"what": f"{count} networks 8x4x8, lambda 1/2, 200 times from 0 to 10, Q Q^T's factor and the layers; processor time",
            "methods": rows,
            "goals": judged(goals), "unavailable": [name for name in ("diffrax",) if not importlib.util.find_spec(name)]}


def _solved(layers, Sigma, backend):
    return solve(TIMES, *layers, Sigma, backend=backend, lam=LAM).factor


def _layers(layers, Sigma):
    """The layers themselves, which is what the integrators make: the rotation of the hidden neurons has no closed form."""
    W1, W2 = solve(TIMES, *layers, Sigma, backend="numba", lam=LAM).layers()
    return _Layers(W1, W2)


class _Layers:
    """Both layers, one above the other where a test of the error asks for a moment's."""

    def __init__(self, W1, W2):
        self.W1, self.W2 = W1, W2

    def __getitem__(self, place):
        return np.concatenate([self.W1[place].T, self.W2[place]])


def _loop(layers, Sigma, sample, method, tolerance):
    """Factors by integration of the layers' flow, one network after the other."""
    found = []
    for W1, W2, target in zip(*layers, Sigma[:sample]):
        N_i, start = W1.shape[1], np.concatenate([W1.T, W2])

        def velocity(_, state, N_i=N_i, target=target, shape=start.shape):
            state = state.reshape(shape)
            inputs, outputs = state[:N_i], state[N_i:]
            misfit, rate = target - outputs @ inputs.T, np.empty(shape)
            np.matmul(misfit.T, outputs, out=rate[:N_i])
            np.matmul(misfit, inputs, out=rate[N_i:])
            return rate.ravel()

        path = solve_ivp(velocity, (0.0, TIMES[-1]), start.ravel(), method=method, rtol=tolerance, atol=tolerance * 1e-3, t_eval=TIMES)
        found.append(path.y.T.reshape((-1, *start.shape)))
    return np.array(found)


def _diffrax(layers, Sigma):
    import diffrax
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    N_i = SHAPE[0]

    def velocity(_, state, target):
        inputs, outputs = state[:N_i], state[N_i:]
        misfit = target - outputs @ inputs.T
        return jnp.concatenate([misfit.T @ outputs, misfit @ inputs])

    def one(state, target):
        return diffrax.diffeqsolve(diffrax.ODETerm(velocity), diffrax.Dopri8(), 0.0, TIMES[-1], None, state, target,
                                   saveat=diffrax.SaveAt(ts=jnp.asarray(TIMES)), max_steps=100_000,
                                   stepsize_controller=diffrax.PIDController(rtol=1e-12, atol=1e-15)).ys

    batched = jax.jit(jax.vmap(one))
    states, targets = jnp.asarray(np.concatenate([np.swapaxes(layers[0], 1, 2), layers[1]], axis=1)), jnp.asarray(Sigma)
    return lambda: np.asarray(batched(states, targets))


def _factorisations(Sigma, shape):
    """What any exact form needs, by LAPACK: the task's SVD once, and the QR of N_i + N_h + N_o rows and N_h columns at each time."""
    np.linalg.svd(Sigma)
    columns = np.random.default_rng(0).normal(size=(len(TIMES), sum(shape), shape[1]))
    for _ in range(len(Sigma)):
        np.linalg.qr(columns)


def _exact(layers, Sigma, sample):
    found = {}
    for row in range(min(sample, 2)):
        for moment in (1, 20, 80, len(TIMES) - 1):
            start = accuracy_lambda.Start(layers[0][row], layers[1][row], Sigma[row], LAM, TIMES[moment])
            found[row, moment] = accuracy_lambda.reference(start)
    return found


def _error(factor, exact):
    worst, N_i = 0.0, SHAPE[0]
    for (row, moment), blocks in exact.items():
        X = factor[row, moment] @ factor[row, moment].T
        parts = X[:N_i, :N_i], X[N_i:, :N_i], X[N_i:, N_i:]
        size = max(map(accuracy_lambda.largest, blocks))
        worst = max(worst, *(accuracy_lambda.strays(part, block) / size for part, block in zip(parts, blocks, strict=True)))
    return worst


if __name__ == "__main__":
    command(run, __doc__)
