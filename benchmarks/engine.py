"""The exact engine over all scalar identities among the claims, beside SymPy's `simplify` and `Expr.equals`.

What is true is told by the points route, 50-digit values at random points, which shares no code with any of the three:
an answer that disagrees with it is counted as wrong, the engine's own answers included.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

LIMIT = 5.0
"""Seconds after which a call is stopped."""


def identities() -> list:
    """All scalar equalities among the claims, printed and corrected."""
    from theoremtest.derivations.language import Equal
    from theoremtest.derivations.papers import Library
    from theoremtest.derivations.proof.matrices.words import speaks_of_matrices

    return [part for claim in Library().registry() for statement in (claim.statement, *([claim.erratum.corrected] if claim.erratum else []))
            for _, part in statement.parts()
            if isinstance(part, Equal) and not speaks_of_matrices(part.on.expand(part.left - part.right))]


def run(every: int = 1) -> dict:
    """Counts of right, wrong and undecided, with median and worst seconds; every: take each nth identity only."""
    from sympy import simplify

    from theoremtest.derivations.language import Outcome
    from theoremtest.derivations.proof.decide import decide
    from theoremtest.numerics.routes import points

    def ours(part):
        outcome = decide(part, LIMIT).outcome
        return {Outcome.PROVED: True, Outcome.REFUTED: False}.get(outcome)

    def simplified(part):  # a nonzero remainder decides nothing
        return True if simplify(part.on.expand(part.left - part.right)) == 0 else None

    tools: dict[str, Callable] = {"theoremtest": ours, "simplify": simplified,
                                  "Expr.equals": lambda part: part.on.expand(part.left - part.right).equals(0)}
    chosen = identities()[::every]
    told = {name: {"right": 0, "wrong": 0, "not at all": 0} for name in tools}
    seconds: dict[str, list] = {name: [] for name in tools}
    for number, part in enumerate(chosen):
        truth = points.check(part, f"benchmark {number}").outcome is Outcome.AGREES
        for name, tool in tools.items():
            answer, spent = _timed(tool, part)
            seconds[name].append(spent)
            told[name]["not at all" if answer is None else "right" if answer == truth else "wrong"] += 1
    for name, entry in told.items():
        entry["median_seconds"], entry["worst_seconds"] = statistics.median(seconds[name]), max(seconds[name])
    return {"identities": len(chosen), "limit_seconds": LIMIT, "tools": told}


def _timed(tool: Callable, part):
    from theoremtest.numerics.routes.dispatch import alarm

    began = time.perf_counter()
    try:
        with alarm(LIMIT):
            answer = tool(part)
    except Exception:  # out of time, or the tool's own failure: not decided
        answer = None
    return answer, time.perf_counter() - began
