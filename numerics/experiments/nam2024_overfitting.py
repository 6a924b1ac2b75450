"""Overparameterized linear models of sine features (Nam 2024, Section 1.6): what they learn of a signal, and where they put the noise.

Inputs are uniform on [0, 1], e_k(x) = sqrt(2) sin(2 pi k x) is orthonormal there, and the model is the sum of w_k sqrt(rho_k) e_k(x).
Gradient flow from w = 0 on half the mean square error is solved in the eigenvectors of the kernel matrix, to any time and to its end. Sizes
are the captions'; the noise's width, which they do not give, is 1/10. Every seed draws inputs and noise anew.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from theoremtest.numerics.experiments.measured import Measured, over_starts

D, N, P, WIDTH, SEEDS = 5, 100, 2000, 0.1, 12
GRID = np.mod(np.arange(1, 2000) * (np.sqrt(5) - 1) / 2, 1.0)
"""Inputs that fill [0, 1] evenly, in no fixed distance: on a grid of equal steps high frequencies would be mistaken for low ones."""
OF = f"d = {D}, n = {N}, p = {P}, noise of width {WIDTH}, {SEEDS} training sets"


def sines(x: np.ndarray, rho: np.ndarray) -> np.ndarray:
    """The weighted eigenfunctions sqrt(rho_k) e_k at the inputs, (len(x), p)."""
    return np.sqrt(2 * rho) * np.sin(2 * np.pi * np.outer(x, np.arange(1, len(rho) + 1)))


def intensities(d: int = D, n: int = N, p: int = P) -> np.ndarray:
    """Eq. (1.36): 1 for the first d features, n/(p - d) for the others."""
    return np.where(np.arange(p) < d, 1.0, n / (p - d))


def weights(features: np.ndarray, labels: np.ndarray, time: float = np.inf) -> np.ndarray:
    """The parameters at the given eta t of gradient flow from zero; at its end the shortest that fit the labels."""
    values, vectors = np.linalg.eigh(features @ features.T)
    seen = values > 1e-12 * values[-1]
    share = -np.expm1(-values * time / len(labels)) if np.isfinite(time) else np.ones_like(values)
    reached = np.divide(share, values, out=np.zeros_like(values), where=seen)
    return features.T @ (vectors @ (reached * (vectors.T @ labels)))


@dataclass(frozen=True)
class Fit:
    """One trained model: inputs, labels, features at the inputs, parameters and the eigenvalues."""

    inputs: np.ndarray
    labels: np.ndarray
    features: np.ndarray
    parameters: np.ndarray
    rho: np.ndarray

    def at(self, x: np.ndarray, of: slice = slice(None)) -> np.ndarray:
        """The learned function, or the part of it that some of the features make up."""
        return sines(x, self.rho)[:, of] @ self.parameters[of]

    @property
    def parts(self) -> np.ndarray:
        """<f|e_k>, whose squares add up to <f|f>."""
        return np.sqrt(self.rho) * self.parameters

    @property
    def error_left(self) -> float:
        """Squared error on the training set over that of the zero function."""
        return float(np.sum((self.features @ self.parameters - self.labels)**2) / np.sum(self.labels**2))


def fits(target: Callable[[np.ndarray], np.ndarray], rho: np.ndarray, n: int = N, width: float = WIDTH) -> list[Fit]:
    """Models trained to the end, one for each seed."""
    made = []
    for seed in range(SEEDS):
        random = np.random.default_rng(seed)
        inputs = random.random(n)
        labels, features = target(inputs) + width * random.standard_normal(n), sines(inputs, rho)
        made.append(Fit(inputs, labels, features, weights(features, labels), rho))
    return made


def _first(x: np.ndarray) -> np.ndarray:
    return np.sin(2 * np.pi * x)


def _tenth(x: np.ndarray) -> np.ndarray:
    return np.sin(20 * np.pi * x)


def _share(fit: Fit, index: int) -> float:
    """<f|e_k>/<f*|e_k> for a target that is e_k/sqrt(2)."""
    return float(np.sqrt(2) * fit.parts[index])


def _off(fit: Fit, index: int) -> float:
    """Squared distance to the target e_k/sqrt(2) over its square."""
    return float(2 * np.sum((fit.parts - _only(fit, index))**2))


def _only(fit: Fit, index: int) -> np.ndarray:
    """The parts of the target e_k/sqrt(2)."""
    return np.where(np.arange(len(fit.rho)) == index, np.sqrt(0.5), 0.0)


def _of_the_first(fit: Fit) -> np.ndarray:
    """The parts that the first d features have in the fit."""
    return np.where(np.arange(len(fit.rho)) < D, fit.parts, 0.0)


def _likeness(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.sqrt((one @ one) * (other @ other)))


def _between(fit: Fit) -> np.ndarray:
    """The inputs of GRID that are more than 4/p from all data and from their mirror images 1 - x."""
    centres = np.concatenate([fit.inputs, 1 - fit.inputs])
    return GRID[np.abs(GRID[:, None] - centres).min(axis=1) > 4 / len(fit.rho)]


def _away(fit: Fit) -> float:
    """Mean square of the latter p - d features between the data, over that at the data."""
    rest = slice(D, None)
    return float(np.mean(fit.at(_between(fit), rest)**2) / np.mean(fit.at(fit.inputs, rest)**2))


def _signal_in_the_rest(fit: Fit, target: Callable[[np.ndarray], np.ndarray]) -> float:
    """The share of the target that the latter p - d features fit at the data: their product with it over its square."""
    signal = target(fit.inputs)
    return float(fit.at(fit.inputs, slice(D, None)) @ signal / (signal @ signal))


@cache
def _benign() -> list[Fit]:
    return fits(_first, intensities())


@cache
def _malignant() -> list[Fit]:
    return fits(_tenth, intensities())


def signal_phase(time: float = 4.0) -> Measured:
    """The share `r` of the noise's square that is left at eta t = 4, between 1 and (p - d)/n."""
    left = []
    for fit, seed in zip(_benign(), range(SEEDS), strict=True):
        noise = np.random.default_rng(seed + SEEDS).standard_normal(N)
        left.append(np.sum((fit.features @ weights(fit.features, noise, time) - noise)**2) / np.sum(noise**2))
    return Measured({"r": over_starts(left)}, f"{OF}; eta t = {time}")


def figure_1_3() -> Measured:
    """Fig. 1.3: error left on the training set, `r`; squared distance to the target over its square, `g`; likeness of learned function
    and of its first d features to the target, `h` and `c`; the learned share of the target, `l`."""
    runs = _benign()
    return Measured({"r": over_starts([fit.error_left for fit in runs]), "g": over_starts([_off(fit, 0) for fit in runs]),
                     "h": over_starts([_likeness(fit.parts, _only(fit, 0)) for fit in runs]),
                     "c": over_starts([_likeness(_of_the_first(fit), _only(fit, 0)) for fit in runs]),
                     "l": over_starts([_share(fit, 0) for fit in runs])}, OF)


def figure_1_3_rest() -> Measured:
    """Fig. 1.3 (c): mean square of the rest of the features away from data and mirror images over that at the data, `r`; the share of the
    signal that the rest fits at the data, `h`."""
    return Measured({"r": over_starts([_away(fit) for fit in _benign()]),
                     "h": over_starts([_signal_in_the_rest(fit, _first) for fit in _benign()])}, OF)


def figure_1_3_smaller_rest() -> Measured:
    """Fig. 1.3 with a tenth of the rest's intensity: squared distance to the target over its square, `g`, the share learned, `l`."""
    runs = fits(_first, np.where(np.arange(P) < D, 1.0, intensities() / 10))
    return Measured({"g": over_starts([_off(fit, 0) for fit in runs]), "l": over_starts([_share(fit, 0) for fit in runs])}, OF)


def figure_1_5() -> Measured:
    """Fig. 1.5: error left on the training set, `r`; squared distance to the target over its square, `g`; likeness of the first d features
    to the learned function between the data, `h`, and to the target, `c`; the share of <f|f> that is not in the first d features, `a`; the
    learned share of the target, `l`."""
    runs = _malignant()
    return Measured({"r": over_starts([fit.error_left for fit in runs]), "g": over_starts([_off(fit, 9) for fit in runs]),
                     "h": over_starts([_likeness(fit.at(_between(fit), slice(D)), fit.at(_between(fit))) for fit in runs]),
                     "c": over_starts([_likeness(_of_the_first(fit), _only(fit, 9)) for fit in runs]),
                     "a": over_starts([1 - np.sum(fit.parts[:D]**2) / np.sum(fit.parts**2) for fit in runs]),
                     "l": over_starts([_share(fit, 9) for fit in runs])}, OF)


def figure_1_2() -> Measured:
    """Fig. 1.2: the share of <f|f> in the features 1 to 5 for alpha = -4, `b`, and in 6 to 10 for alpha = 4, `h`; error left, `r`."""
    low, high, left = [], [], []
    for alpha, half, found in ((-4, slice(5), low), (4, slice(5, 10), high)):
        for fit in fits(np.zeros_like, np.arange(1, 11) ** (2.0 * alpha), n=4, width=1.0):
            parts = fit.rho * fit.parameters**2
            found.append(parts[half].sum() / parts.sum())
            left.append(fit.error_left)
    return Measured({"b": over_starts(low), "h": over_starts(high), "r": over_starts(left)},
                    f"four inputs and labels at random, {SEEDS} draws for each alpha")


def figure_1_4() -> Measured:
    """Fig. 1.4: the common logarithm of the mean square of fits of 50 random labels over all inputs, over the labels'.

    `a`, `b` and `c` for p = 100, 400 and 2000; a logarithm because of the few draws with an input close to another's mirror image.
    """
    found = [[np.log10(np.sum(fit.parts**2) / np.mean(fit.labels**2)) for fit in fits(np.zeros_like, np.ones(p), n=50, width=1.0)]
             for p in (100, 400, 2000)]
    return Measured({name: over_starts(values) for name, values in zip("abc", found, strict=True)}, f"50 labels, {SEEDS} draws for each p")


def learnability(p: int = 120, n: int = 60, sets: int = 2000) -> Measured:
    """The greatest difference `d` of mean <f|e_k>/<f*|e_k> and rho_k/(rho_k + kappa), k <= 10; Gaussian features, rho_k = 1/k."""
    rho = 1 / np.arange(1, p + 1)
    low, high = 0.0, float(rho.sum())
    for _ in range(200):
        kappa = (low + high) / 2
        low, high = (kappa, high) if np.sum(rho / (rho + kappa)) > n else (low, kappa)
    found, random = np.zeros(10), np.random.default_rng(0)
    for _ in range(sets):
        e = random.standard_normal((n, p))
        kernel = (e * rho) @ e.T
        found += np.einsum("ik,ik->k", e[:, :10], np.linalg.solve(kernel, e[:, :10])) * rho[:10]
    off = np.abs(found / sets - rho[:10] / (rho[:10] + kappa)).max()
    return Measured({"d": (float(off), 0.0)}, f"p = {p}, n = {n}, {sets} training sets, targets e_1 to e_10")
