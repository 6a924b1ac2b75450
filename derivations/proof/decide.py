"""Decide a statement exactly: PROVED, REFUTED with a certified counterexample, or UNDECIDED with what was tried.

Each kind of statement is first turned into goals by the operation that defines it (substitute the solution back, multiply
the inverse back, differentiate the potential); the modules in `kinds` know the kinds, `ladder` decides what they come down to.
"""

from __future__ import annotations

import time

from rederive.derivations.language.errors import DomainError
from rederive.derivations.language.statement import Statement
from rederive.derivations.language.verdict import Counterexample, Evidence, Outcome

from . import kinds  # noqa: F401  its modules register what they decide
from .deadline import Deadline, OutOfTime
from .functions.admission import refusal
from .ladder import Finding, findings_of
from .matrices.words import NotWords

DEFAULT_SECONDS = 20.0


def decide(statement: Statement, seconds: float = DEFAULT_SECONDS) -> Evidence:
    """Decide a statement within a time limit; the evidence names engine, rung, scope and seconds."""
    start = time.monotonic()
    deadline = Deadline(seconds)
    findings: list[Finding] = []
    for name, part in statement.parts():
        try:
            reason = _refusal(part)
            found = findings_of(part, deadline) if reason is None else [Finding(Outcome.UNDECIDED, tried=(reason,))]
        except (OutOfTime, DomainError) as reason:  # a domain in which no point is found is no reason to stop the others
            found = [Finding(Outcome.UNDECIDED, tried=(str(reason),))]
        except NotWords as error:
            found = [Finding(Outcome.UNDECIDED, tried=(f"matrix words: {error}",))]
        label = f"{name}: " if name else ""
        for item in found:
            counterexample = item.counterexample
            if counterexample is not None and label:
                note = label.rstrip(": ") + (f"; {counterexample.note}" if counterexample.note else "")
                counterexample = Counterexample(counterexample.point, counterexample.left, counterexample.right, note)
            findings.append(Finding(item.outcome, item.rung, item.scope, counterexample,
                                    tuple(label + text for text in item.tried)))
    return _combine(findings, time.monotonic() - start)


def _refusal(part: Statement) -> str | None:
    """Why a statement may not enter an exact argument: a floating-point number, a function that the table does not know."""
    domain = part.on
    spoken = (*part.expressions(), *domain.conditions, *domain.where.values())
    return next(filter(None, map(refusal, spoken)), None)


def _combine(findings: list[Finding], seconds: float) -> Evidence:
    order = (Outcome.REFUTED, Outcome.UNDECIDED, Outcome.PROVED)
    outcome = next(o for o in order if any(f.outcome is o for f in findings))
    if outcome is Outcome.REFUTED:
        findings = [f for f in findings if f.outcome is Outcome.REFUTED][:1]
    rungs = list(dict.fromkeys(f.rung for f in findings if f.rung and (f.outcome is outcome)))
    scopes = list(dict.fromkeys(f.scope for f in findings if f.scope))
    tried = tuple(dict.fromkeys(text for f in findings for text in f.tried)) if outcome is Outcome.UNDECIDED else ()
    counterexample = next((f.counterexample for f in findings if f.counterexample is not None), None)
    return Evidence("exact", "; ".join(rungs) or "none", outcome, "; ".join(scopes), "", counterexample, tried, seconds)
