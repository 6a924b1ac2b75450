"""What one slip is: refuted, equivalent, another true statement, survived or undecided; and whether a rewriting is accepted.

The exact engine is asked first, then points at 50 digits. Without one of its conditions a statement claims more exactly where
that condition fails, so it is decided there: all at once, and where that settles nothing, beyond a lost bound and on it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import replace

from sympy import Eq, Gt, Lt, Not
from sympy.logic.boolalg import Boolean

from rederive.derivations.language import Domain, Equal, Evidence, Holds, Iff, Observed, Outcome, RederiveError, Statement
from rederive.derivations.mutants import Mutant, has_no_value_somewhere, loses_its_value
from rederive.derivations.proof.deadline import Deadline
from rederive.derivations.proof.matrices.emptiness import certainly_empty
from rederive.numerics.routes.dispatch import NO_POINT
from rederive.reports.edits.changes import DIFFERENT, PROVED, SUPPORTED, worst
from rederive.reports.edits.comparison import compare

SECONDS = 5.0
MEASURING = 60.0
"""Seconds that an experiment may take."""
REFUTED, EQUIVALENT, TRUE, SURVIVED, UNDECIDED = "refuted", "equivalent", "true", "survived", "undecided"
_WORST_FIRST = (REFUTED, UNDECIDED, SURVIVED, TRUE, EQUIVALENT)


def judge(mutant: Mutant, seed: str, seconds: float = SECONDS) -> tuple[str, str]:
    """What a slip is, and what settled it.

    A slip that leaves a formula without a value at a point of the domain, where the original has one, is refuted by that.
    """
    if mutant.lost is None:
        return _judged(mutant, mutant.statement, seed, seconds)
    found = []
    for cases in _where_it_fails(mutant.statement.on, mutant.lost):
        cases = [case for case in cases if not certainly_empty(case, Deadline(seconds))]
        if not cases:  # no point is left: the other conditions imply the one that was dropped
            return EQUIVALENT, "the other conditions imply it"
        found = []
        for case in cases:
            found.append(_judged(mutant, replace(mutant.statement, on=case), seed, seconds))
            if found[-1][0] == REFUTED:
                return found[-1]
        if all(outcome in (EQUIVALENT, TRUE) for outcome, _ in found):
            break
    return min(found, key=lambda outcome: _WORST_FIRST.index(outcome[0]))


def _judged(mutant: Mutant, stated: Statement, seed: str, seconds: float) -> tuple[str, str]:
    if isinstance(stated, Observed):
        return _measured(stated, seed)
    exact = _run("exact", stated, seed, seconds)
    if stated.on.chart is not None and _found_no_point(exact):
        stated = replace(stated, on=_uncharted(stated.on))  # the chart may keep to the condition that was lost
        exact = _run("exact", stated, seed, seconds)
    if stated is not mutant.statement and _found_no_point(exact):
        stated = mutant.statement  # an initial value lies where the condition holds, so the two cannot be parted
        exact = _run("exact", stated, seed, seconds)
    if exact.outcome is Outcome.REFUTED:
        return REFUTED, exact.engine
    if exact.outcome is Outcome.PROVED:
        return EQUIVALENT if _same(mutant, seed, seconds) else TRUE, exact.engine
    numbers = _run("points", stated, seed, seconds)
    if numbers.outcome is Outcome.REFUTED:
        return REFUTED, numbers.engine
    if _same(mutant, seed, seconds):
        return EQUIVALENT, "compared with the original"
    lost = _value_lost(mutant, stated)
    if lost is not None:
        return lost
    if numbers.outcome is Outcome.AGREES:
        return SURVIVED, f"{numbers.engine}: {numbers.figure}"
    if numbers.tried and all(reason.startswith("no value at ") for reason in numbers.tried):
        if mutant.lost is not None and not numbers.figure:
            return EQUIVALENT, "no side has a value where the condition fails"
        if mutant.lost is None and _run("points", mutant.original, seed, seconds).outcome is Outcome.AGREES:
            return REFUTED, "no value at a point of the domain, where the original has one"
    return UNDECIDED, "; ".join((*exact.tried, *numbers.tried))


def _measured(stated: Statement, seed: str) -> tuple[str, str]:
    """A slip in what an experiment is said to show: the experiment judges it."""
    measured = _run("flow", stated, seed, MEASURING)
    found = {Outcome.REFUTED: REFUTED, Outcome.AGREES: SURVIVED}.get(measured.outcome, UNDECIDED)
    return found, f"{measured.engine}: {measured.figure}" if measured.figure else "; ".join(measured.tried) or measured.engine


def _found_no_point(evidence: Evidence) -> bool:
    return any(reason.startswith(NO_POINT) for reason in evidence.tried)


def _uncharted(domain: Domain) -> Domain:
    return Domain(*domain.conditions, over=domain.symbols, where=domain.where)


def _value_lost(mutant: Mutant, stated: Statement) -> tuple[str, str] | None:
    """What follows where a formula has no value: an identity says nothing there, a relation claims to hold and does not."""
    if mutant.lost is None:
        if loses_its_value(mutant.original, mutant.statement):
            return REFUTED, "no value at a point of the domain, where the original has one"
    elif isinstance(stated, (Holds, Iff)) and stated is not mutant.statement and has_no_value_somewhere(stated):
        return REFUTED, "no value at a point that the condition kept out"
    elif isinstance(stated, Equal) and stated is not mutant.statement and has_no_value_somewhere(stated, everywhere=True):
        return EQUIVALENT, "no side has a value where the condition fails"
    return None


def _where_it_fails(domain: Domain, lost: Boolean) -> list[list[Domain]]:
    """The domain where a lost condition fails: as one, and for a lost bound cut into what is beyond it and what is on it.

    A matrix equation fails nearly everywhere, once no chart keeps to it.
    """
    if isinstance(lost, Eq) and getattr(lost.lhs, "shape", ()):
        return [[_uncharted(domain)]]
    cuts = {Gt: (Lt, Eq), Lt: (Gt, Eq)}.get(type(lost), ())
    return [_restricted(domain, [Not(lost)]), *([_restricted(domain, [cut(lost.lhs, lost.rhs) for cut in cuts])] if cuts else [])]


def _restricted(domain: Domain, conditions: Iterable[Boolean]) -> list[Domain]:
    """The domain with each of the conditions, those left out that contradict it."""
    found = []
    for condition in conditions:
        with contextlib.suppress(RederiveError):
            found.append(domain.but(condition))
    return found


def _same(mutant: Mutant, seed: str, seconds: float) -> bool:
    return worst(change.status for change in compare(mutant.original, mutant.statement, seed, seconds=seconds)) == PROVED


def accept(mutant: Mutant, seed: str, seconds: float = SECONDS) -> tuple[str, str]:
    """Whether a rewriting is accepted: it must not be refuted, and the comparison must find it equivalent."""
    exact = _run("exact", mutant.statement, seed, seconds)
    if exact.outcome is Outcome.REFUTED:
        return "refused", exact.engine
    same = worst(change.status for change in compare(mutant.original, mutant.statement, seed, seconds=seconds))
    if same == DIFFERENT:
        return "refused", "found different from the original"
    if same in (PROVED, SUPPORTED):
        return "accepted", same
    return UNDECIDED, "; ".join(exact.tried) or "the comparison with the original"


def _run(route: str, statement: Statement, seed: str, seconds: float) -> Evidence:
    from rederive.numerics.routes import dispatch as routes

    return routes.run(route, statement, seed, seconds)
