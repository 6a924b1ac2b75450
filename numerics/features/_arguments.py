"""Checks of what a user hands to the functions of features: finite float64, or a one-line error that names argument, value and what is
expected. Single precision is taken, too: features of trained networks come in it, and it widens to double without loss.
"""

from __future__ import annotations

from typing import NoReturn

import numpy as np

LARGEST = 1e100


def fail(name: str, value: object, expected: str) -> NoReturn:
    """Raises the ValueError of a bad argument."""
    raise ValueError(f"{name}: got {value}; expected {expected}")


def array(name: str, value: object, least: int, largest: float = LARGEST) -> np.ndarray:
    """``value`` as a finite float64 array of at least ``least`` dimensions; TypeError unless it holds real numbers."""
    try:
        given = np.asarray(value)
    except ValueError:
        fail(name, "rows of different lengths", "an array")
    if given.dtype.kind not in "biuf":
        raise TypeError(f"{name}: got type {given.dtype}; expected real numbers")
    result = given.astype(np.float64, copy=False)
    if result.ndim < least:
        fail(name, f"shape {result.shape}", f"at least {least} dimension(s)")
    if 0 in result.shape:
        fail(name, f"shape {result.shape}", "at least one entry along every axis")
    bad = ~np.isfinite(result)
    if bad.any():
        fail(name, f"{result[bad].flat[0]} among its values", "finite numbers")
    if np.abs(result).max() > largest:
        fail(name, f"{np.abs(result).max():.3g} in magnitude", f"magnitudes up to {largest:g}")
    return result


def nonnegative(name: str, value: object, largest: float = LARGEST) -> np.ndarray:
    """``array`` of one dimension or more whose entries are at least 0."""
    result = array(name, value, 1, largest)
    if result.min() < 0:
        fail(name, f"{result.min():g} among its values", "numbers of at least 0")
    return result
