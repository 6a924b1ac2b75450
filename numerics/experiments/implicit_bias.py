"""Implicit bias of linear networks, Kunin et al. 2024, Theorems B.6 and B.9: gradient flow run to rest on problems with many
solutions, against SciPy's constrained minimisation of the stated objective; and what becomes of it where an assumption is broken.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from theoremtest.numerics.training import gradient_flow
from theoremtest.numerics.training.networks import deep_linear, two_layer
from theoremtest.numerics.training.threads import one_thread

REST = 1e-9
"""A flow is at rest when its largest residual is below this."""
LONGEST = 1e6
"""Longest training time, in units of the inverse learning rate, before a flow counts as not converging."""


class NotAtRest(RuntimeError):
    """A flow did not reach an interpolating solution within LONGEST."""


@dataclass(frozen=True)
class Comparison:
    """Where gradient flow came to rest and where the objective is least, both in function space.

    limit, minimiser: arrays of one shape. residual: largest residual of the limit. distance: |limit - minimiser| over |limit - start|,
    the way that training took. start: the predictor before training.
    """

    start: np.ndarray
    limit: np.ndarray
    minimiser: np.ndarray
    residual: float

    @property
    def distance(self) -> float:
        return float(np.linalg.norm(self.limit - self.minimiser) / np.linalg.norm(self.limit - self.start))


def deep(depth: int, dimension: int, samples: int, seed: int, *, level: float = 0.0, scale: float = 0.5,
         isotropic: bool = True) -> Comparison:
    """A network a^T W_l ... W_1 x with l = `depth`, trained on `samples` < `dimension` random samples, against Theorem B.9.

    level: delta <= 0 of Definition B.7; the theorem is about 0. scale: |a| at the start. isotropic: False draws every layer
    independently instead. Raises ValueError for sizes without many solutions and for delta > 0, NotAtRest.
    """
    if not 0 < samples < dimension:
        raise ValueError(f"samples is {samples}; between 1 and dimension - 1 = {dimension - 1} there are many solutions")
    if level > 0:
        raise ValueError(f"level is {level}; an isotropic network of width above 1 has delta <= 0")
    rng = np.random.default_rng(seed)
    inputs = rng.standard_normal((samples, dimension))
    targets = rng.standard_normal(samples)
    start = isotropic_layers(depth, dimension, level, scale, rng) if isotropic else {
        **{f"W{i}": rng.standard_normal((dimension, dimension)) * scale / np.sqrt(dimension) for i in range(1, depth + 1)},
        "a": rng.standard_normal(dimension) * scale / np.sqrt(dimension)}
    beta = _deep_predictor(start, depth)
    limit, residual = _at_rest(deep_linear(depth), start, inputs, targets, 1.0, lambda found: _deep_predictor(found, depth))
    return Comparison(beta, limit, deep_minimiser(depth, inputs, targets, beta), residual)


def isotropic_layers(depth: int, dimension: int, level: float, scale: float, rng) -> dict[str, np.ndarray]:
    """Layers that obey Definition B.7 with delta = `level` <= 0: W_i = O_{i+1} D O_i^T, a = O_{l+1} u, D^2 = -delta I + u u^T."""
    turns = [np.linalg.qr(rng.standard_normal((dimension, dimension)))[0] for _ in range(depth + 1)]
    u = rng.standard_normal(dimension)
    u *= scale / np.linalg.norm(u)
    squares, axes = np.linalg.eigh(-level * np.eye(dimension) + np.outer(u, u))
    root = axes * np.sqrt(np.maximum(squares, 0)) @ axes.T
    return {**{f"W{i + 1}": turns[i + 1] @ root @ turns[i].T for i in range(depth)}, "a": turns[depth] @ u}


def deep_minimiser(depth: int, inputs: np.ndarray, targets: np.ndarray, start: np.ndarray) -> np.ndarray:
    """The least point of Eq. (119) over X beta = y, by SciPy: shape (dimension,)."""
    power = (depth + 2) / (depth + 1)
    slope = start / np.linalg.norm(start) ** (depth / (depth + 1))

    def objective(beta):
        norm = np.linalg.norm(beta)
        return norm**power / power - slope @ beta, beta * norm ** (power - 2) - slope

    return _constrained(objective, inputs, targets, np.linalg.lstsq(inputs, targets, rcond=None)[0])


def aligned(dimension: int, rank: int, seed: int, *, delta: float, rates: tuple[float, float] = (1.0, 1.0),
            aligned_start: bool = True
            ) -> Comparison:
    """A square network A^T W x under Assumptions B.4 and B.5, `rank` of whose `dimension` modes the data determine, against Theorem B.6.

    rates: (eta_a, eta_w). The objective is that of the corrected theorem; predictors are given in the task's bases, as V^T beta
    U. aligned_start: False turns the initial singular vectors away from the task's, which breaks Assumption B.4.
    Raises ValueError for rank or rates out of range, NotAtRest.
    """
    if not 0 < rank <= dimension:
        raise ValueError(f"rank is {rank}; it lies between 1 and dimension = {dimension}")
    eta_a, eta_w = rates
    if not (eta_a > 0 and eta_w > 0):
        raise ValueError(f"rates are {rates}; both must be positive")
    rng = np.random.default_rng(seed)
    U, V, T, O = (np.linalg.qr(rng.standard_normal((dimension, dimension)))[0] for _ in range(4))
    strength = np.where(np.arange(dimension) < rank, rng.uniform(0.5, 2, dimension), 0)
    goal = rng.uniform(0.5, 2, dimension)
    inputs, targets = T * strength @ V.T, T * (strength * goal) @ U.T
    weight = rng.uniform(0.2, 0.8, dimension)
    if delta < 0:  # keeps the other layer's square positive
        weight = np.sqrt(weight**2 - delta / eta_a)
    read_out = np.sqrt((delta + eta_a * weight**2) / eta_w)
    in_U, in_V = (U, V) if aligned_start else (np.linalg.qr(rng.standard_normal((dimension, dimension)))[0] for _ in range(2))
    start = {"A": O * read_out @ in_U.T, "W": O * weight @ in_V.T}

    def predictor(found):
        return V.T @ found["W"].T @ found["A"] @ U

    limit, residual = _at_rest(two_layer(vector_output=True), start, inputs, targets, {"A": eta_a, "W": eta_w}, predictor)
    first = predictor(start)
    least = aligned_minimiser(strength, strength * goal, np.diag(first), delta, eta_a * eta_w)
    return Comparison(first, limit, np.diag(least), residual)


def aligned_minimiser(strength, targets, start, delta: float, product: float) -> np.ndarray:
    """The singular values that minimise the sum of hyperbolic entropies less their slopes at the start, X V Lambda U^T = Y, by SciPy.

    The constraint is strength * Lambda = targets, mode by mode; modes of strength 0 are free.
    """
    root = np.sqrt(product)

    def slope(values):
        return np.arcsinh(2 * root * values / abs(delta)) / (2 * root)

    def objective(values):
        entropy = values * slope(values) - np.sqrt(values**2 / (4 * product) + delta**2 / (16 * product**2)) + abs(delta) / (4 * product)
        return np.sum(entropy) - slope(start) @ values, slope(values) - slope(start)

    held = strength > 0
    return _constrained(objective, np.diag(strength)[held], targets[held], np.where(held, targets / np.where(held, strength, 1),
        2 * start))


def _constrained(objective, matrix, right, guess) -> np.ndarray:
    """The least point over matrix x = right; started a second time where the first one ends, which gains the last digits."""
    constraint = {"type": "eq", "fun": lambda x: matrix @ x - right, "jac": lambda x: matrix}
    for _ in range(2):
        guess = minimize(objective, guess, jac=True, method="SLSQP", constraints=[constraint],
                         options={"ftol": 1e-16, "maxiter": 1000}).x
    return guess


def _deep_predictor(parameters, depth: int) -> np.ndarray:
    beta = parameters["a"]
    for i in range(depth, 0, -1):
        beta = parameters[f"W{i}"].T @ beta
    return beta


def _at_rest(network, start, inputs, targets, rates, predictor):
    """The predictor's limit under gradient flow and its largest residual in the data's own outputs."""
    parameters, passed, span = start, 0.0, 50.0
    with one_thread():
        while passed < LONGEST:
            run = gradient_flow.flow(network, parameters, inputs, targets, [span], rates, rtol=1e-11, atol=1e-13, device="cpu", replay=True)
            parameters, passed, span = run.final(), passed + span, 4 * span
            residual = float(np.sqrt(2 * run.losses[..., -1].max()))
            if residual < REST:
                return predictor(parameters), residual
    raise NotAtRest(f"residual {residual:.2g} after time {passed:g}; at rest is below {REST:g}")
