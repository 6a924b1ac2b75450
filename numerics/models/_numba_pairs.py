"""Arithmetic on pairs of doubles as compiled functions of arrays, each one pass over them, from the functions of ``double_double``."""

from __future__ import annotations

from numba import guvectorize
from numba.extending import register_jitable

from theoremtest.numerics.kernels import double_double as dd
from theoremtest.numerics.models import _numba_choice  # noqa: F401  registers what the functions call

for _function in (dd._normalised, dd.two_sum, dd.two_product, dd.add, dd.negative, dd.multiply, dd.divide, dd.root):
    register_jitable(forceinline=True, error_model="numpy")(_function)

_ONE = {"layout": "(),()->(),()", "types": ["void(float64, float64, float64[:], float64[:])"]}
_TWO = {"layout": "(),(),(),()->(),()", "types": ["void(float64, float64, float64, float64, float64[:], float64[:])"]}


@guvectorize(_ONE["types"], _ONE["layout"], nopython=True, cache=True)
def _two_sum(x, y, high, low):
    high[0], low[0] = dd.two_sum(x, y)


@guvectorize(_ONE["types"], _ONE["layout"], nopython=True, cache=True)
def _two_product(x, y, high, low):
    high[0], low[0] = dd.two_product(x, y)


@guvectorize(_ONE["types"], _ONE["layout"], nopython=True, cache=True)
def _root(x, x_low, high, low):
    high[0], low[0] = dd.root((x, x_low))


@guvectorize(_TWO["types"], _TWO["layout"], nopython=True, cache=True)
def _add(x, x_low, y, y_low, high, low):
    high[0], low[0] = dd.add((x, x_low), (y, y_low))


@guvectorize(_TWO["types"], _TWO["layout"], nopython=True, cache=True)
def _multiply(x, x_low, y, y_low, high, low):
    high[0], low[0] = dd.multiply((x, x_low), (y, y_low))


@guvectorize(_TWO["types"], _TWO["layout"], nopython=True, cache=True)
def _divide(x, x_low, y, y_low, high, low):
    high[0], low[0] = dd.divide((x, x_low), (y, y_low))


FUNCTIONS = {"two_sum": _two_sum, "two_product": _two_product, "root": lambda x: _root(*x), "add": lambda x, y: _add(*x, *y),
             "multiply": lambda x, y: _multiply(*x, *y), "divide": lambda x, y: _divide(*x, *y)}
"""By the names that they have in ``double_double``."""
