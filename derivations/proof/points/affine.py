"""Coordinates moved so that an equality holds exactly, where they enter it to the first power.

Nothing is solved symbolically: the equality's gap is worked out exactly at zero and along each coordinate, and the linear
system that this gives is solved over the rationals, with the free coordinates left as they are.
"""

from __future__ import annotations

from flint import fmpq, fmpq_mat
from sympy import Rational

from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.balls import rules as ball_rules
from theoremtest.derivations.proof.balls.program import program

from .coordinates import Space


def gap_at(gap, env) -> list[fmpq] | None:
    """The entries of a scalar or matrix in an environment, None where one is not rational."""
    code = program(gap)
    with ball_rules.precision(balls.PRECISIONS[0]):
        try:
            value = code.run(env).get(code.roots[0])
        except (balls.Undefined, balls.Imprecise):
            return None
    entries = value.entries if isinstance(value, balls.Grid) else [value]
    return entries if all(map(ball_rules.exact, entries)) else None


def gaps_at(gaps: tuple, env) -> list[fmpq] | None:
    """The entries of several such, one after the other."""
    found = [gap_at(gap, env) for gap in gaps]
    return None if None in found else [entry for entries in found for entry in entries]


def met(space: Space, gap, sizes, values: list, places: list[int], fixed: dict | None = None, beside: tuple = ()) -> list | None:
    """The values with those at `places` moved so that gap = 0; None where that is not a solvable linear system.

    fixed: symbols whose values are these, whatever stands at their coordinates. beside: further gaps that are to vanish at once.
    The answer is a candidate: where a gap is no affine function of these coordinates it need not hold.
    """
    numbers = [fmpq(value.p, value.q) for value in values]

    def at(chosen: list[fmpq]) -> list[fmpq] | None:
        moved = list(numbers)
        for place, number in zip(places, chosen):
            moved[place] = number
        return gaps_at((gap, *beside), {**space.filled_in(sizes, moved), **(fixed or {})})

    zero, one = fmpq(0), fmpq(1)
    origin = at([zero] * len(places))
    if origin is None:
        return None
    columns = []
    for k in range(len(places)):
        along = at([one if j == k else zero for j in range(len(places))])
        if along is None:
            return None
        columns.append([after - before for after, before in zip(along, origin)])
    rows = [[column[i] for column in columns] + [-origin[i]] for i in range(len(origin))]
    reduced, rank = fmpq_mat(rows).rref()
    solution = [numbers[place] for place in places]
    for i in range(rank):
        row = [reduced[i, j] for j in range(len(places) + 1)]
        pivot = next(j for j, entry in enumerate(row) if entry != 0)
        if pivot == len(places):
            return None  # 0 = 1: these coordinates cannot meet it
        solution[pivot] = row[-1] - sum((row[j] * solution[j] for j in range(pivot + 1, len(places)) if row[j] != 0), fmpq(0))
    moved = list(values)
    for place, value in zip(places, solution):
        moved[place] = Rational(int(value.p), int(value.q))
    return moved
