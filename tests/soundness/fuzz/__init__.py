"""Statements made by chance whose truth follows from how they are made, never from the engine: `statement(seed, number)`.

A true one is a known fact with chosen parts in it, a false one has a slip put in whose size at some point of the domain is known.
Every formula has a value at every point of its domain, so that no slip hides where a side is undefined.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..case import Case
from . import fields, formulas, motion, orders, traps

MAKERS = (*formulas.MAKERS, *orders.MAKERS, *motion.MAKERS, *fields.MAKERS, *traps.MAKERS)


def statement(seed: int, number: int) -> tuple[str, Case]:
    """(id, case) of one statement; the same two numbers give the same one, whatever was made before."""
    chance = Random(f"{seed}-{number}")
    make = MAKERS[number % len(MAKERS)]
    return f"fuzz-{seed}-{number}:{make.__name__}", make(chance)


def statements(seed: int, count: int, first: int = 0) -> Iterator[tuple[str, Case]]:
    """So many statements of a seed from a number on, the kinds in turn."""
    for number in range(first, first + count):
        yield statement(seed, number)
