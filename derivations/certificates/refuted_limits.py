"""The negation of a limit, printed from a witness: a point, and the proof that the formula tends to something else there."""

from __future__ import annotations

from collections.abc import Sequence

from theoremtest.derivations.kernel.check import MALFORMED
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import Record, Refused, read

from .limits_stated import Approach
from .printing.continuity import End
from .printing.proofs import functions_of, letters_of, point_of
from .printing.tending import refuting
from .reasons import NoScript
from .refutations import Point, completed
from .samples import exact
from .terms import Term, conjunction, text
from .theorems import Theorem

NEAR_THE_END = "eventually", "Rbar_locally'", "at_right"
"""Heads of what is said to hold near an end."""


def printed_refutation(theorem: Theorem, tree: list, witness: dict) -> str:
    """The script for the negation of a limit, from a point and the proof of another limit there. Raises NoScript."""
    approach = theorem.approach
    assert approach is not None
    try:
        statement, values = read(tree), read(witness["point"])
        assert isinstance(statement, Record) and isinstance(values, dict)
        letters = list(values)
        there = {letters[place]: values[letters[place]] for place in witness["put_in"]}
        point = Point(theorem, completed(theorem, exact(theorem, point_of(theorem, witness["point"]))))
        names = {node: (_shown(point, *pair), pair[1]) for node, pair in letters_of(theorem).items()}
        moved = Approach(approach.name, approach.kind, *map(point.at, (approach.to, approach.body, approach.value)),
                         [point.at(item) for item in approach.defined], None)
        end = End(moved, names, functions_of(theorem))
        before, lines, near = refuting(end, goals(statement), witness["proofs"], there)
    except (Refused, *MALFORMED) as error:
        raise NoScript("witness", f"{type(error).__name__}: {error}") from None
    given = " ".join(point.given[name] for name, _ in theorem.binders)
    found = [*before, "intro STATED.", *([f"specialize (STATED {given})."] if given else [])]
    for item in map(point.at, theorem.hypotheses):
        found += [f"match type of STATED with ?A -> _ => assert (A__0 : A) by ({_of_the_point(item, end, near)}) end.",
                  "specialize (STATED A__0). clear A__0."]
    found += [r"repeat match type of STATED with _ /\ _ => let K := fresh in destruct STATED as [K STATED] end.",
              f"assert (L__0 : {text(moved.limit())}) by assumption. clear STATED. rename L__0 into STATED."]
    if moved.defined:
        found.append(f"assert (VALUED : {text(moved.near(conjunction(moved.defined)))}) by assumption.")
    return "Proof.\n" + "\n".join([*found, *lines]) + "\nQed.\n"


def _shown(point: Point, name: str, kind: str) -> str:
    """A letter's value at the point; the name of one that moves."""
    return str(point.values[name].args[0]) if kind != "R" and name in point.values else point.given.get(name, name)


def _of_the_point(item: Term, end: End, near: Sequence[str]) -> str:
    """What shows a hypothesis at the point: numbers alone, or what holds near the end."""
    if item.head not in NEAR_THE_END:
        return "number"
    return f"{end.at_a_point(near).replace('. ', '; ').rstrip('.')}; to_theorem"
