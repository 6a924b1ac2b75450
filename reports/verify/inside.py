"""Whether a point that refutes a printed statement is inside its paper's setting: what a claim's sources print holds of it, in every part.

The gate checks a point against its own part's domain. What a convention or a meaning prints as a formula holds of its letters wherever
they stand, so that a part which only lacks the condition is refuted by no point that goes against it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sympy import Basic

from theoremtest.derivations.language import Claim, Outcome
from theoremtest.derivations.language.paper import Source
from theoremtest.derivations.language.statement import Statement
from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.notation.printed_conditions import laid_down, quoted
from theoremtest.derivations.proof.balls import enclose
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.gate import exact_point

from .runner import Finding

SECONDS = 20.0
"""To complete one point."""


def outside(claim: Claim, findings: Iterable[Finding]) -> list[str]:
    """What is wrong with the points that refute a claim's printed statement, in sentences; empty where all are inside.

    A source's formulas are one condition in several letters, or its cases: a point is outside where none of those that can be read holds.
    """
    sources = [source for source in quoted(claim.statement, (*claim.conditions, *claim.printed.conditions)) if source.formulas]
    refuting = [(finding.check.statement, item.counterexample) for finding in findings if sources and finding.check.role == "printed"
                for item in finding.evidence if item.outcome is Outcome.REFUTED and item.counterexample is not None]
    return [f"it is refuted outside the paper's setting, at {example}: {source.place} has {formula} ({source.says})"
            for statement, example in refuting for formula, source in _missed(statement, example, sources)]


def _missed(statement: Statement, example: Counterexample, sources: Iterable[Source]) -> Iterator[tuple[str, Source]]:
    """The sources of which no formula holds at a point, each with the first that certainly fails there."""
    point = exact_point(statement, example, Deadline(SECONDS)) or {}
    for source in sources:
        read = [(formula, [_holds(statement.on.expand(one), point) for one in conditions])
                for formula, conditions in laid_down(statement, source)]
        if read and all(False in held for _, held in read):
            yield read[0][0], source


def _holds(condition: Basic, point: dict) -> bool | None:
    """Whether a condition holds at a point; None where it cannot be told, or speaks of more than the point gives."""
    if not condition.free_symbols <= set(point):
        return None
    try:
        return enclose.truth(condition, point)
    except enclose.NotEvaluable:
        return None
