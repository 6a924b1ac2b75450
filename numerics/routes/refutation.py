"""What becomes of two sides whose numbers differ: a refutation where the difference is proved to be no error, and a doubt elsewhere.

A working precision is no bound of an error. What proves one is ball arithmetic, at the very point at which the numbers differ, or a
counterexample of the exact engine's own, where one point cannot tell (an order, a mean, a limit). A doubt refutes nothing and supports
nothing, and beside a proof it is a contradiction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from theoremtest.derivations.language import Counterexample, Evidence, Outcome, Statement, TheoremtestError
from theoremtest.derivations.proof import decide
from theoremtest.derivations.proof.balls.enclose import NotEvaluable
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime, alarm
from theoremtest.derivations.proof.gate import certainly_fails
from theoremtest.derivations.proof.reasons import APART

SECONDS = 5.0
"""For the proof at the point, and for the exact engine where that shows nothing."""


def told_apart(statement: Statement, point: Mapping | None, evidence: Evidence, proof: Callable[[], bool] | None = None) -> Evidence:
    """The evidence of a route whose numbers differ, which is given as a refutation with its counterexample: as it is where the difference
    is proved, undecided elsewhere. point: the exact numbers at which they differ, None where there are none. proof: what proves it where
    the numbers are not rational.
    """
    if _in_time(proof or (lambda: point is not None and certainly_fails(statement, dict(point), Deadline(SECONDS)))) or _refuted(statement):
        return evidence
    return Evidence(evidence.kind, evidence.engine, Outcome.UNDECIDED, figure=evidence.figure, tried=(f"{APART}{evidence.counterexample}",))


def differ(kind: str, engine: str, figure: str, example: Counterexample) -> Evidence:
    """What a route has to say of numbers that differ, before anybody has proved that they do."""
    return Evidence(kind, engine, Outcome.REFUTED, "numerical", figure, example)


def _in_time(proved: Callable[[], bool]) -> bool:
    try:
        with alarm(SECONDS):
            return proved()
    except (TheoremtestError, OutOfTime, NotEvaluable, NotImplementedError, ArithmeticError, ValueError, TypeError, AttributeError):
        return False


def _refuted(statement: Statement) -> bool:
    return decide.decide(statement, SECONDS).outcome is Outcome.REFUTED
