"""What a verdict rests on: a witness that the kernel took, or else a rule of the engine, which the verdict then names as an assumption."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.points import fails
from theoremtest.derivations.language.statement import Statement
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.language.verdict import Evidence

from .deadline import Deadline
from .gate import exact_point
from .ladder import Finding
from .witnesses.statements import as_text, searching_if

POINT = "a point, seen to by balls alone"
"""What a refutation rests on whose point the kernel has not taken."""


def pointed(statement: Statement, finding: Finding, deadline: Deadline) -> Finding:
    """A refutation with its point as the kernel took it; where the kernel takes none, it says so. Raises nothing."""
    with suppress(Exception):  # a point that cannot be written down, or that the kernel refuses, is none
        point = to_tree(exact_point(statement, finding.counterexample, deadline))
        return replace(finding, proofs=(as_text({"fails": fails(tree_of(statement), point), "point": point}),))
    return replace(finding, assumes=(POINT,))


def with_point(statement: Statement, evidence: Evidence, deadline: Deadline) -> Evidence:
    """As `pointed`, of a refutation that the engine did not make itself."""
    found = pointed(statement, Finding(evidence.outcome, counterexample=evidence.counterexample), deadline)
    return replace(evidence, proofs=found.proofs, assumes=found.assumes)


_offered: tuple[str, ...] = ()


@contextmanager
def offering(proofs: tuple[str, ...], search: bool = True) -> Iterator[None]:
    """Inside, a proof that somebody kept is given to the kernel before one is searched for. It is believed no more than any other.

    search: whether one is searched for where the kernel does not take it; a verdict then names the rule that it rests on.
    """
    global _offered
    before, _offered = _offered, proofs
    try:
        with searching_if(search):
            yield
    finally:
        _offered = before


def offered(statement: Statement) -> tuple[str, ...] | None:
    """The proofs that are offered, where the kernel takes them for this statement."""
    if not _offered:
        return None
    with suppress(Exception):  # what is no proof of it is none
        check(tree_of(statement), [json.loads(text) for text in _offered])
        return _offered
    return None


def attested(found: list[Finding], proofs: tuple[str, ...] | None) -> list[Finding]:
    """Findings that prove a statement, with its witness; without one, with the rules that it rests on."""
    if proofs is None:
        return [replace(finding, assumes=(finding.rung,)) for finding in found]
    return [replace(found[0], proofs=proofs), *found[1:]]
