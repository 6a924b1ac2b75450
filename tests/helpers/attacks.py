"""Statements written to break the exact engine, each with its truth: a false one is never proved, a true one never refuted."""

from __future__ import annotations

from theoremtest.derivations.language import Outcome, Statement, TheoremtestError
from theoremtest.derivations.proof.decide import decide

LIMIT, BRIEF = 20.0, 5.0
"""The seconds that a decision is given, and where no answer is expected; that it then ends, the process that makes it sees to."""


def attack(make, truth: bool | None, decided: bool = True) -> None:
    """Decide what `make` returns. truth: None where the statement says nothing, so that neither answer is right.

    decided: whether the right answer is expected; without it, undecided will do.
    """
    try:
        statement = make()
    except TheoremtestError:
        assert truth is not True, "a true statement is refused"
        return
    assert isinstance(statement, Statement)
    seconds = LIMIT if decided and truth is not None else BRIEF
    evidence = decide(statement, seconds=seconds)
    told = f"{statement.latex()}: {evidence.outcome.value}, {evidence.counterexample or evidence.tried}"
    assert not any("crash" in text.lower() or "Error:" in text for text in evidence.tried), told
    allowed = {Outcome.UNDECIDED} if truth is None or not decided else set()
    if truth is not None:
        allowed.add(Outcome.PROVED if truth else Outcome.REFUTED)
    assert evidence.outcome in allowed, told
