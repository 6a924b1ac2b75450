"""What a feature map sees of a distribution, from samples: eigenvalues and eigenfunctions of its integral operator, quality,
utilisation, effective dimensions, centred kernel alignment (Nam 2024, Chapters 1 and 2).

    moments = Moments.stream(chunks)           # or Moments.of(phi, target, learned)
    found = operator(moments)                  # found.intensities, found.eigenfunctions(phi)
    np.cumsum(quality(found, tested)), effective_dimension(found.intensities, apart=1), cka_gap(moments)
"""

from __future__ import annotations

from theoremtest.numerics.features import (
    Moments,
    Operator,
    cka,
    cka_gap,
    effective_dimension,
    integral,
    operator,
    quality,
    utilisation,
)

__all__ = ["Moments", "Operator", "cka", "cka_gap", "effective_dimension", "integral", "operator", "quality", "utilisation"]
