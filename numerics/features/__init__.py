"""What a feature map sees of a distribution, from samples: the eigenvalues and eigenfunctions of its integral operator, how much of a
target and of a learned function each of them carries, how many count, and how near the operator is to the ideal one.

The definitions are those of Nam's thesis (nam2024, Chapters 1 and 2). Samples come at once or in chunks; `Moments` keeps one
triangular factor of them, from which everything else follows. Where the printed formulas fail, the functions say so and compute
what the text means.
"""

from theoremtest.numerics.features.alignment import cka, cka_gap
from theoremtest.numerics.features.dimensions import effective_dimension
from theoremtest.numerics.features.moments import Moments
from theoremtest.numerics.features.operators import Operator, integral, operator
from theoremtest.numerics.features.shares import quality, utilisation

__all__ = ["Moments", "Operator", "cka", "cka_gap", "effective_dimension", "integral", "operator", "quality", "utilisation"]
