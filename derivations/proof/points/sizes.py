"""Which sizes of a domain's dimensions are tried: small ones, and of every dimension more than one, wherever it may have more.

At size 1 any two matrices commute and any is symmetric, so that a point of that size alone says little.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from sympy import Integer

from theoremtest.derivations.proof.balls import enclose as balls

from .coordinates import DIMENSION_SPREAD, Space

REACH = 7
"""Sizes of each dimension that are looked at where a dimension has but one among the first: frames of two columns may need four rows."""
MOST = 4096
"""Assignments that are looked at."""
MORE = 8
"""Larger assignments that are tried for the sake of a dimension."""


def tried_sizes(space: Space, fits: Callable[[dict], bool] = lambda sizes: True, spread: int = DIMENSION_SPREAD) -> list[dict]:
    """The assignments that fit, smallest first, among the first sizes of each dimension; and where one of these has a single size there, or
    not all are above 1 at once, larger ones.
    """
    conditions = [condition for condition, atoms in space.about.items() if atoms and atoms <= set(space.dimensions)]

    def allowed(sizes: dict) -> bool:
        env = {name: int(n) for name, n in sizes.items()}
        return fits(sizes) and all(balls.truth(condition, env) is True for condition in conditions)

    found = [sizes for sizes in space.sizes(spread) if allowed(sizes)]
    for dimension in space.dimensions:
        if len({sizes[dimension] for sizes in found}) < 2:
            known = {sizes[dimension] for sizes in found} or {Integer(space.least(dimension))}
            found += _further(space, found, lambda sizes, one=dimension, known=known: sizes[one] not in known and allowed(sizes))
    grown = [dimension for dimension in space.dimensions if any(sizes[dimension] > 1 for sizes in found)]
    if grown and not any(all(sizes[dimension] > 1 for dimension in grown) for sizes in found):
        found += _further(space, found, lambda sizes: all(sizes[dimension] > 1 for dimension in grown) and allowed(sizes))
    return sorted(found, key=lambda chosen: (space.excess(chosen), *map(int, chosen.values())))


def _further(space: Space, found: list[dict], wanted: Callable[[dict], bool]) -> list[dict]:
    """A few more assignments, larger ones among them."""
    reach = next(reach for reach in range(REACH, 1, -1) if reach ** len(space.dimensions) <= MOST or reach == 2)
    return list(islice((sizes for sizes in space.sizes(reach) if sizes not in found and wanted(sizes)), MORE))
