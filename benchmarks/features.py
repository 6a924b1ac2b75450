"""Spectra of feature maps from samples, beside SciPy's `eigh` of the full kernel matrix, a plain SVD, the matrix of second moments, and
scikit-learn where it is installed: time and memory as ratios, and the digits that are left of small intensities.

``python -m benchmarks.features [--quick]`` prints the figures; ``python -m benchmarks`` keeps them.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable

import numpy as np
from scipy.linalg import eigh

from benchmarks.measured import command, fastest, peak
from theoremtest.features import Moments, operator

CHUNKS = 8
DECADES = 9  # over which the roots of the intensities fall: twice as many for the intensities


def run(quick: bool = False) -> dict:
    """All figures as a dict that JSON can hold.

    Seconds are the least processor time of this process over repeats that take turns. Memory is the peak of what NumPy allocates beyond
    the features themselves (``tracemalloc``; LAPACK's own work space is not seen). Errors are the largest relative error of the roots
    of the intensities.
    """
    n, p, repeats = (600, 24, 1) if quick else (1500, 64, 2)
    phi, known = _features(n, p)
    works = _works(phi)
    least = fastest(works, repeats)
    peaks = {name: peak(work) for name, work in works.items()}
    own = "operator(Moments.stream), 8 chunks"
    rows = [{"method": name, "seconds": least[name], "over_own": least[name] / least[own], "bytes": peaks[name],
             "bytes_over_own": peaks[name] / peaks[own], "error": _error(work(), known)} for name, work in works.items()]
    return {"what": f"{p} features of {n} samples, intensities falling evenly over {2 * DECADES} decades; eigenvalues and eigenvectors",
            "methods": rows, "unavailable": [name for name in ("sklearn",) if not importlib.util.find_spec(name)]}


def _features(n: int, p: int) -> tuple[np.ndarray, np.ndarray]:
    """Features (n, p) and the roots of their intensities, known because the features are orthogonal functions of known sizes."""
    rng = np.random.default_rng(0)
    sizes = 10.0 ** -np.linspace(0, DECADES, p)
    return np.linalg.qr(rng.normal(size=(n, p)))[0] * np.sqrt(n) * sizes, sizes


def _works(phi: np.ndarray) -> dict[str, Callable[[], np.ndarray]]:
    """Each method as a function that returns intensities, largest first."""
    n, p = phi.shape
    chunks = np.array_split(phi, CHUNKS)
    works = {
        "operator(Moments.stream), 8 chunks": lambda: operator(Moments.stream(chunks)).intensities,
        "operator(Moments.of)": lambda: operator(Moments.of(phi)).intensities,
        "numpy.linalg.svd of the samples": lambda: np.linalg.svd(phi, full_matrices=False)[1] ** 2 / n,
        "numpy.linalg.eigh of the second moments": lambda: np.linalg.eigh(phi.T @ phi / n)[0][::-1],
        "scipy eigh of the kernel matrix": lambda: eigh(phi @ phi.T / n)[0][:-p - 1:-1],
        "scipy eigh of the kernel matrix, p largest": lambda: eigh(phi @ phi.T / n, subset_by_index=(n - p, n - 1))[0][::-1],
    }
    if importlib.util.find_spec("sklearn"):
        from sklearn.decomposition import IncrementalPCA, TruncatedSVD

        works["sklearn TruncatedSVD, arpack, p - 1"] = lambda: TruncatedSVD(p - 1, algorithm="arpack").fit(phi).singular_values_ ** 2 / n
        # It takes means off, so its intensities are those of other features: its time and memory alone are compared.
        works["sklearn IncrementalPCA, 8 chunks"] = lambda: IncrementalPCA(p, batch_size=-(-n // CHUNKS)).fit(phi).singular_values_ ** 2 / n
    return works


def _error(intensities: np.ndarray, known: np.ndarray) -> float:
    roots = np.sqrt(np.maximum(intensities, 0.0))
    return float(np.abs(roots / known[:len(roots)] - 1).max())


if __name__ == "__main__":
    command(run, __doc__, "fewer samples and features")
