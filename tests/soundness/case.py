"""A statement with its known truth, the verdict on it, and what is wrong with that verdict, if anything."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from sympy.matrices.exceptions import ShapeError

from theoremtest.derivations.language import Evidence, Outcome, Statement, TheoremtestError
from theoremtest.derivations.proof.decide import decide
from theoremtest.derivations.proof.reasons import CRASHED

SECONDS = 5.0
"""The time limit of a decision here."""
REFUSED = "refused"
"""The outcome of a statement that cannot be made."""


@dataclass(frozen=True)
class Case:
    """truth: True, False, or None for what is malformed and may only be refused or left undecided. why: the argument."""

    truth: bool | None
    make: Callable[[], Statement]
    why: str


@dataclass(frozen=True)
class Answer:
    """What the engine said of a case. outcome: an Outcome's value or `refused`."""

    kind: str
    outcome: str
    fault: str
    evidence: Evidence | None
    seconds: float


def T(make, why: str) -> Case:
    """A true statement."""
    return Case(True, make, why)


def F(make, why: str) -> Case:
    """A false statement."""
    return Case(False, make, why)


def M(make, why: str) -> Case:
    """A malformed statement."""
    return Case(None, make, why)


def answer(case: Case, seconds: float = SECONDS) -> Answer:
    """The engine's answer to a case, with the fault in it; an empty fault where there is none."""
    began = time.monotonic()
    try:
        statement = case.make()
    except (TheoremtestError, ShapeError) as refusal:
        return Answer("", REFUSED, "", None, time.monotonic() - began) if str(refusal) else _raised(refusal)
    except Exception as error:
        return _raised(error)
    began = time.monotonic()
    try:
        evidence = decide(statement, seconds)
    except Exception as error:
        return _raised(error)
    passed = time.monotonic() - began
    return Answer(statement.kind, evidence.outcome.value, fault_of(case.truth, evidence), evidence, passed)


def _raised(error: Exception) -> Answer:
    return Answer("", "raised", f"raised {type(error).__name__}: {error}", None, 0.0)


def fault_of(truth: bool | None, evidence: Evidence) -> str:
    """What is wrong with an answer, empty where nothing is. Undecided is never wrong."""
    outcome = evidence.outcome
    if outcome is Outcome.PROVED and truth is not True:
        return f"{'false' if truth is False else 'malformed'} and proved ({evidence.engine}; {evidence.scope})"
    if outcome is Outcome.REFUTED and truth is not False:
        return f"{'true' if truth is True else 'malformed'} and refuted ({evidence.engine}; {evidence.counterexample})"
    return next((reason for reason in evidence.tried if reason.startswith(CRASHED)), "")
