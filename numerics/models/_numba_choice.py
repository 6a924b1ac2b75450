"""What functions written for arrays mean in compiled code: a choice between two numbers, and the error of a product in one operation."""

from __future__ import annotations

from numba.extending import overload

from theoremtest.numerics.kernels import array_math
from theoremtest.numerics.kernels.scalar_math import fma


@overload(array_math.choose)
def _choose(condition, yes, no):
    return lambda condition, yes, no: yes if condition else no


@overload(array_math.product_error)
def _product_error(x, y, product):
    return lambda x, y, product: fma(x, y, -product)
