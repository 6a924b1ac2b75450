"""What ``array_math.choose`` means in compiled code: a choice between two numbers."""

from __future__ import annotations

from numba.extending import overload

from theoremtest.numerics.kernels import array_math


@overload(array_math.choose)
def _choose(condition, yes, no):
    return lambda condition, yes, no: yes if condition else no
