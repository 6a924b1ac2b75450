"""What a verdict rests on: a witness that the kernel took, or else a rule of the engine, which the verdict then names as an assumption."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import islice, takewhile

from theoremtest.derivations.kernel.check import Taken, check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.points import VALUELESS, fails, silent, speaks
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language.induction import Induction
from theoremtest.derivations.language.motion import Solves
from theoremtest.derivations.language.statement import Holds, Statement
from theoremtest.derivations.language.tails import TailBound
from theoremtest.derivations.language.tree import from_tree, to_tree, tree_of
from theoremtest.derivations.language.verdict import Counterexample, Evidence, Outcome

from .chance.likelier import likelier, said
from .deadline import Deadline
from .gate import exact_point, open_domain
from .ladder import ONE_POINT, Finding, identity_scope, scope
from .points.random_points import points
from .points.touching import touching_points
from .points.witness import some_points
from .recheck import fails_at
from .refute import point_items
from .witnesses.contrary import contrary
from .witnesses.proving import prove

POINT = "a point, seen to by balls alone"
"""What a refutation rests on whose point the kernel has not taken."""
KERNEL = "kernel"
LOOKING, POINTS = 1.0, 12
"""Seconds of work, and points, within which one is looked for at which a statement says something."""
PLUMBING = frozenset({"hyp", "given", "known", "meaning", "mode"})
"""Steps that say again what stands there; they name no argument."""


def pointed(statement: Statement, finding: Finding, deadline: Deadline) -> Finding:
    """A refutation with its point as the kernel took it; where the kernel takes none, it says so. Raises nothing."""
    with suppress(Exception):  # a point that cannot be written down, or that the kernel refuses, is none
        found = exact_point(statement, finding.counterexample, deadline)
        if isinstance(statement, TailBound) and found is not None:
            found = likelier(statement, found) or found
        tree = tree_of(statement)
        if isinstance(statement, Induction) and found[statement.over] > statement.start:  # first as what the number before it does not give
            with suppress(Refused):
                before = to_tree(_moved(statement, found, -1))
                return replace(finding, proofs=(_text({"fails": fails(tree, before), "point": before}),))
        return replace(finding, proofs=(_text(_failing(tree, to_tree(found))),))
    return replace(finding, assumes=(POINT,))


def _moved(statement: Induction, point: dict, by: int) -> dict:
    return {**point, statement.over: point[statement.over] + by}


def _failing(tree: list, point: list) -> dict:
    """What the kernel takes a point for: by its numbers, or by a proof of the contrary there."""
    with suppress(Refused):
        return {"fails": fails(tree, point), "point": point}
    values = read(point)
    letters = list(values)
    for proofs, chosen in contrary(goals(read(tree)), values):
        more = {"proofs": proofs, "put_in": [letters.index(letter) for letter in chosen]}
        with suppress(Refused):
            return {"fails": fails(tree, point, **more), "point": point, **more}
    raise Refused("no proof of the contrary is found")


def with_point(statement: Statement, evidence: Evidence, deadline: Deadline) -> Evidence:
    """As `pointed`, of a refutation that the engine did not make itself."""
    found = pointed(statement, Finding(evidence.outcome, counterexample=evidence.counterexample), deadline)
    return replace(evidence, proofs=found.proofs, assumes=found.assumes)


_offered: tuple[str, ...] = ()
_searching = True


@contextmanager
def offering(proofs: tuple[str, ...], search: bool = True) -> Iterator[None]:
    """Inside, a proof that somebody kept is given to the kernel before one is searched for. It is believed no more than any other.

    search: whether one is searched for where the kernel does not take it; a verdict then names the rule that it rests on.
    """
    global _offered, _searching
    before, (_offered, _searching) = (_offered, _searching), (proofs, search)
    try:
        yield
    finally:
        _offered, _searching = before


def searching() -> bool:
    """Whether proofs are searched for here."""
    return _searching


def offered() -> tuple[str, ...]:
    """The proofs that are offered here."""
    return _offered


def taken(statement: Statement, proofs: tuple[str, ...] | None) -> Taken | None:
    """What the kernel takes proofs for; None where it does not take them."""
    if proofs:
        with suppress(Exception):  # what is no proof of it is none
            return check(tree_of(statement), list(map(json.loads, proofs)))
    return None


def refuted(statement: Statement, proofs: tuple[str, ...]) -> Finding | None:
    """The refutation by a point that somebody kept, where the kernel takes it; what the sides come to there is not worked out again. Where
    a side of an identity has no value, the identity says nothing."""
    with suppress(Exception):  # a point that cannot be read, or that is refused, is none
        (kept,) = map(json.loads, proofs)
        if fails(tree_of(statement), kept["point"], kept.get("proofs", ()), kept.get("put_in", ())) == VALUELESS:
            return None
        point, where = from_tree(kept["point"]), statement.on
        note = ""
        if isinstance(statement, TailBound):
            where, note = open_domain(statement), said(statement, point)
        elif isinstance(statement, Induction) and fails_at(statement, point, Deadline(LOOKING)) is not True:
            point = _moved(statement, point, 1)
        counterexample = Counterexample(point_items(where, point), note=note)
        return Finding(Outcome.REFUTED, KERNEL, ONE_POINT, counterexample=counterexample, proofs=proofs)
    return None


def touched(statement: Holds) -> tuple[str, ...] | None:
    """A point where the sides of a strict bound are one number, by a proof that the kernel took, as text; None where there is none. Raises
    nothing."""
    with suppress(Exception):  # a search that breaks finds nothing
        tree = tree_of(statement)
        for point in islice(touching_points(statement.relation, statement.on, Deadline(LOOKING)), POINTS):
            with suppress(Refused):
                return (_text(_failing(tree, to_tree(point))),)
    return None


def attested(statement: Statement, proofs: tuple[str, ...], found: Taken, missing: str = "") -> Finding:
    """That a statement is proved by proofs that the kernel took: what they rest on, and of which points it speaks.

    missing: what it says nothing of, as far as that is known.
    """
    data = map(json.loads, proofs)
    steps = sorted({line[0] for proof in data for line in proof.get("lines", ())} - PLUMBING)
    points = (identity_scope if found.supposed else scope)(statement.on, *statement.expressions()) + (f": {missing}" if missing else "")
    return Finding(Outcome.PROVED, f"{KERNEL}: {', '.join(steps)}" if steps else KERNEL, points, proofs=proofs)


def assumed(found: list[Finding]) -> list[Finding]:
    """Findings that prove a statement without a witness, with the rules that it rests on."""
    return [replace(finding, assumes=(finding.rung,)) for finding in found]


def witness(statement: Statement) -> tuple[str, ...] | None:
    """A proof for each of a statement's goals, as text, that the kernel took; None where there is none. Raises nothing.

    The search counts steps and looks at no clock.
    """
    with suppress(Exception):  # a search that breaks finds nothing
        tree = tree_of(statement)
        proofs = list(takewhile(lambda proof: proof is not None, map(prove, goals(read(tree)))))
        check(tree, proofs)  # which asks for as many as there are goals
        return (*map(_text, proofs), *_point_of(statement, tree))
    return None


def _point_of(statement: Statement, tree: list) -> Iterator[str]:
    """A point at which the statement says something, as text; nothing where none is soon found that the kernel takes."""
    with suppress(Exception):
        for found in islice(some_points(open_domain(statement), Deadline(LOOKING)), POINTS):
            with suppress(Refused):
                point = to_tree(found)
                speaks(tree, point)
                yield _text({"point": point})
                return


def silent_at_all(statement: Statement) -> int:
    """The number of points of the domain that were looked at, where the kernel sees at each that what the statement supposes does not
    hold; 0 where it may hold at one. Of matrices they are random, as the simplest ones may all be singular. A solution supposes no value at
    the start, which may be a limit. Raises nothing."""
    if isinstance(statement, Solves):
        return 0
    tried, where, deadline = 0, open_domain(statement), Deadline(LOOKING)
    with suppress(Exception):  # a point that the kernel says nothing of settles nothing
        tree = to_tree(statement)
        for found in points(where, POINTS, "silent", deadline) if where.matrices else islice(some_points(where, deadline), POINTS):
            if not silent(tree, to_tree(found)):
                return 0
            tried += 1
        return tried
    return 0


def _text(witness: dict) -> str:
    return json.dumps(witness, separators=(",", ":"))
