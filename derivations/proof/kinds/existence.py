"""Existence and uniqueness of motions: proofs are the kernel's, and so are refutations, for which a few numbers are tried of what stands
still."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import lru_cache
from itertools import islice

from sympy import Rational

from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.points import fails as kernel_fails
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language.bounds import UniqueMotion
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.ladder import ONE_POINT, Finding, findings_of
from theoremtest.derivations.proof.points.witness import some_points
from theoremtest.derivations.proof.recheck import fails
from theoremtest.derivations.proof.refute import point_items
from theoremtest.derivations.proof.witnesses.contrary import contrary

TRIED = 4
"""Values of what stands still that are tried."""
SAID = {"runs_away": "no motion goes on from there for all times in the set", "branches": "more than one motion goes out from there"}
"""What a step of the kernel shows, in words."""


@findings_of.register
def _(statement: UniqueMotion, deadline) -> list[Finding]:
    """A start from which no motion goes on for all times, or more than one goes out."""
    states, seen = set(statement.along.states), set()
    where = statement.on.but(over=[state for state in statement.along.states if state not in statement.on.declared])
    for point in islice(some_points(where, deadline), 10 * TRIED):
        still = {letter: value for letter, value in point.items() if letter not in states}
        if tuple(still.items()) in seen or len(seen) == TRIED:
            continue
        seen.add(tuple(still.items()))
        deadline.check()
        found = _refuted(statement, point)
        if found is not None:
            start, note = found
            counterexample = Counterexample(point_items(where, {**still, **start}), note=note)
            return [Finding(Outcome.REFUTED, note, ONE_POINT, counterexample)]
    return [Finding(Outcome.UNDECIDED, tried=("no proof that the kernel takes is found, nor a start from which not exactly one goes on",))]


def _refuted(statement: UniqueMotion, point: dict) -> tuple[dict, str] | None:
    """A start that refutes, for the numbers of what stands still at a point, and in which way."""
    found = _searched(json.dumps(tree_of(statement)), json.dumps(to_tree(point)))
    return None if found is None else (dict(zip(statement.along.states, found[0], strict=True)), found[1])


@lru_cache(maxsize=64)
def _searched(statement: str, point: str) -> tuple[tuple[Rational, ...], str] | None:
    """Starts of one refutation, which are asked for when it is found and when it is looked at again."""
    tree, there = json.loads(statement), json.loads(point)
    values = read(there)
    letters = list(values)
    for proofs, chosen in contrary(goals(read(tree)), values):
        with suppress(Refused):
            kernel_fails(tree, there, proofs, [letters.index(letter) for letter in chosen])
            rows, line = proofs[-1]["terms"], proofs[-1]["lines"][0]
            return tuple(Rational(*rows[place][1:]) for place in line[2]), SAID[line[0]]
    return None


@fails.register
def _(statement: UniqueMotion, point, apart, deadline):
    """Whether not exactly one motion goes on, for what stands still at the point: the kernel says so."""
    return _refuted(statement, point) is not None or None
