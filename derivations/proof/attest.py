"""What a proof rests on: a witness that the kernel took, or else a rule of the engine, which the verdict then names as an assumption."""

from __future__ import annotations

import json
from dataclasses import replace

from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import Record, read
from theoremtest.derivations.language.statement import Statement
from theoremtest.derivations.language.tree import tree_of

from .ladder import Finding
from .witnesses.proving import prove


def attested(found: list[Finding], proofs: tuple[str, ...] | None) -> list[Finding]:
    """Findings that prove a statement, with its witness; without one, with the rules that it rests on."""
    if proofs is None:
        return [replace(finding, assumes=(finding.rung,)) for finding in found]
    return [replace(found[0], proofs=proofs), *found[1:]]


def witness(statement: Statement, seconds: float = 0.0) -> tuple[str, ...] | None:
    """A proof for each of a statement's goals, as text, that the kernel took; None where there is none. Raises nothing.

    seconds: given to whoever works in a process of its own; the search counts steps and looks at no clock.
    """
    tree = tree_of(statement)
    if tree is None:
        return None
    try:
        record = read(tree)
        if not isinstance(record, Record):
            return None
        proofs: list[dict] = []
        for goal in goals(record):
            proof = prove(goal)
            if proof is None:
                return None
            proofs.append(proof)
        check(tree, proofs)
    except Exception:  # a search that breaks finds nothing
        return None
    return tuple(json.dumps(proof, separators=(",", ":")) for proof in proofs)
