"""Whether a value of a solver strays from a reference of hundreds of digits by more than its counted bound."""

import mpmath
import numpy as np

from theoremtest.numerics.kernels.rounding import UNIT

TINY = 2.0**-1022  # where the solver returns 0, the reference keeps what a double cannot hold


def strays(value, wanted, slack):
    """slack: the bound in units of rounding. What is no number strays."""
    return not abs(mpmath.mpf(float(value)) - wanted) <= float(slack) * UNIT + TINY


def time_strays(value, wanted, slack):
    """The same of a time, which may be never: then on both sides."""
    if mpmath.isinf(wanted) or np.isinf(value):
        return not (mpmath.isinf(wanted) and np.isinf(value))
    return strays(value, wanted, slack)
