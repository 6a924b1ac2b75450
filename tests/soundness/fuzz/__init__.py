"""Statements made by chance whose truth never comes from the engine: `statement(seed, number)`.

Two ways to know it: `facts` puts chosen parts into known facts, `slips` mends and breaks statements of every kind and looks at
points with 50 digits. One in four is then put in another way of the same truth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from theoremtest.derivations.language import Statement, TheoremtestError

from ..case import Case
from ..variants import VARIANTS
from . import facts, slips

Maker = Callable[[Random], Case | None]

MAKERS: dict[str, Maker] = {
    f"{made.__name__.rpartition('.')[2]}.{make.__module__.rpartition('.')[2]}.{make.__name__}": make
    for made in (facts, slips) for make in made.MAKERS
}
"""Every maker by its name; it gives a case, or None where nothing came of it whose truth is known."""
NAMES = tuple(MAKERS)
ATTEMPTS = 40
VARIED = 0.25


def made(make: Maker, chance: Random) -> Case | None:
    """What a maker makes, some of it put in another way."""
    case = make(chance)
    if case is None or chance.random() >= VARIED:
        return case
    return _varied(case, chance.choice(VARIANTS))


def _varied(case: Case, vary) -> Case:
    """The case put in another way; as it stands where that way does not apply or no such statement can be made."""
    def make() -> Statement:
        statement = case.make()
        try:
            return vary(statement) or statement
        except TheoremtestError:
            return statement

    return Case(case.truth, make, f"{case.why} [{vary.__name__}]")


def statement(seed: int, number: int) -> tuple[str, Case]:
    """(maker, case) of one statement; the same two numbers give the same one, whatever was made before."""
    name = NAMES[number % len(NAMES)]
    for attempt in range(ATTEMPTS):
        case = made(MAKERS[name], Random(f"{seed} {number} {attempt}"))
        if case is not None:
            return name, case
    raise AssertionError(f"{name} made nothing in {ATTEMPTS} attempts at {seed} {number}")


def statements(seed: int, count: int, first: int = 0) -> Iterator[tuple[str, Case]]:
    """So many statements of a seed from a number on, the makers in turn."""
    for number in range(first, first + count):
        yield statement(seed, number)
