"""Checks of what a user hands to a solver: float64 or an error that names the argument, its value and what is expected."""

from __future__ import annotations

import numpy as np

from theoremtest.numerics.kernels.array_like import ArrayLike

LARGEST = 1e70


def fail(name: str, value: object, expected: str):
    """Raises the ValueError of a bad argument."""
    raise ValueError(f"{name}: got {value}; expected {expected}")


def array(name: str, value: object, least: int = 0) -> np.ndarray:
    """``value`` as a finite float64 array of at least ``least`` dimensions. TypeError for other types, float32 above all.

    Another kind of array, which solvers make only of checked numbers, is returned as it is.
    """
    if isinstance(value, ArrayLike):
        return value
    result = np.asarray(value)
    if result.dtype.kind in "iu":
        result = result.astype(np.float64)
    if result.dtype != np.float64:
        raise TypeError(f"{name}: got type {result.dtype}; expected float64 (convert it yourself, so that the loss of digits shows)")
    if result.ndim < least:
        fail(name, f"shape {result.shape}", f"at least {least} dimension(s)")
    bad = ~np.isfinite(result)
    if bad.any():
        fail(name, f"{result[bad].flat[0]} among its values", "finite numbers")
    if result.size and np.abs(result).max() > LARGEST:
        fail(name, f"{np.abs(result).max():.3g} in magnitude", f"magnitudes up to {LARGEST:g}")
    return result


def rates(eta_a: object, eta_w: object, both: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Learning rates: nonnegative, not both zero; positive where ``both`` is set."""
    eta_a, eta_w = array("eta_a", eta_a), array("eta_w", eta_w)
    for name, rate in (("eta_a", eta_a), ("eta_w", eta_w)):
        if (rate < 0).any() or (both and (rate == 0).any()):
            fail(name, rate.min(), "a positive learning rate" if both else "a learning rate of at least 0")
    if ((eta_a == 0) & (eta_w == 0)).any():
        fail("eta_a, eta_w", "both 0", "at least one positive learning rate")
    return eta_a, eta_w


def checked_times(times: object) -> np.ndarray:
    """Times as a contiguous float64 array (T,) or a number: nonnegative, nondecreasing. Raises as ``array`` does."""
    times = array("times", times)
    if times.ndim > 1:
        fail("times", f"shape {times.shape}", "one dimension, or a number")
    if times.size and times.min() < 0:
        fail("times", f"{times.min():g} among its values", "times of at least 0")
    steps = np.diff(times) if times.ndim else np.zeros(0)
    if (steps < 0).any():
        fail("times", f"a step of {steps.min():g}", "times that do not decrease")
    return np.array(times, order="C")
