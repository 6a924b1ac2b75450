"""Whole numbers as products, as far as that takes no time: a large factor without small primes stays in one piece."""

from __future__ import annotations

from functools import lru_cache

from flint import fmpz

QUICK = 10**24
"""Up to here a number is taken apart completely; beyond, only primes below `SMALL` are split off."""
SMALL = 10**4


@lru_cache(maxsize=4096)
def parts_of(number: int) -> tuple[tuple[int, int], ...]:
    """A positive number as (factor, exponent) pairs in rising order; the factors are pairwise coprime, and prime up to `QUICK`."""
    found = fmpz(number).factor() if number < QUICK else fmpz(number).factor(trial_limit=SMALL)
    return tuple(sorted((int(factor), int(exponent)) for factor, exponent in found))
