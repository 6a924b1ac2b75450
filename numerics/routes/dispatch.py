"""The routes by which a statement is checked, and the one seam where they are run: exact, points, integration, flow.

Each route is a function of a statement that returns Evidence; none knows another's formulas. A route that cannot run
here says `unavailable`, one that has nothing to say of a kind of statement says `not applicable`, and a limit of time or
an engine's failure is `undecided` and named, so that nothing passes because it was not looked at.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from sympy import Basic
from sympy.core.function import AppliedUndef

from theoremtest.derivations.language import DomainError, Evidence, Observed, Outcome, Statement, TheoremtestError
from theoremtest.derivations.language.open_functions import AboutFunction, GradientAt
from theoremtest.derivations.proof.deadline import OutOfTime, alarm
from theoremtest.derivations.proof.reasons import CRASHED, NO_POINT
from theoremtest.numerics.extras import installed
from theoremtest.numerics.routes.names import ROUTES

ENGINES = {"exact": "exact engine", "points": "mpmath, 50 digits", "integration": "integration", "flow": "gradient flow"}


def run(route: str, statement: Statement, claim_id: str, seconds: float = 20.0, count: int | None = None) -> Evidence:
    """What one route shows of one statement that is no conjunction.

    claim_id seeds the random points. seconds is the time limit, after which the evidence is `undecided`; a route that
    ignores its limit is stopped at one and a half times that, where the platform allows it. count: how many plain points the points
    route draws, where not as many as it would.
    """
    chosen_routes(route)
    if route == "flow" and applies(route, statement):
        _prepare(statement)
    began = time.perf_counter()
    try:
        with alarm(1.5 * seconds):
            evidence = _run(route, statement, claim_id, seconds, count)
    except OutOfTime as error:
        evidence = _undecided(route, str(error))
    except DomainError as error:
        evidence = _undecided(route, NO_POINT + str(error))
    except Exception as error:  # an engine's fault must be seen, not end the run
        evidence = _undecided(route, f"{CRASHED}{type(error).__name__}: {error}")
    return replace(evidence, seconds=time.perf_counter() - began)


def chosen_routes(text: str) -> tuple[str, ...]:
    """The routes of a comma-separated list, in the order they are run. Raises TheoremtestError for an unknown one."""
    wanted = [name.strip() for name in text.split(",") if name.strip()]
    for name in wanted or [text]:
        if name not in ROUTES:
            raise TheoremtestError(f"unknown route {name!r}; the routes are {', '.join(ROUTES)}")
    return tuple(route for route in ROUTES if route in wanted)


def applies(route: str, statement: Statement) -> bool:
    """Whether a route has anything to say about this kind of statement, known without running it."""
    if route == "exact":
        return True
    if _of_open_functions(statement):
        return False
    if route == "points":
        return _points_module(statement).applies(statement)
    if route == "integration":
        from theoremtest.numerics.routes import integration
        return integration.applies(statement)
    from theoremtest.numerics.routes import flow as flow_check
    return flow_check.applies(statement)


def _of_open_functions(statement: Statement) -> bool:
    """Whether a statement speaks of functions of vectors without a formula, of which no number is worked out."""
    formulas = [item for item in (*statement.expressions(), *statement.on.conditions) if isinstance(item, Basic)]
    return any(formula.atoms(AboutFunction, GradientAt) or any(getattr(argument, "shape", ()) for value in formula.atoms(AppliedUndef)
                                                               for argument in value.args) for formula in formulas)


def available(route: str) -> bool:
    """Whether a route can run here at all; asking costs nothing, so that a run that only reads its ledger imports no route."""
    return route != "flow" or installed("torch")


def _run(route: str, statement: Statement, claim_id: str, seconds: float, count: int | None) -> Evidence:
    if not applies(route, statement):
        return Evidence(route, ENGINES[route], Outcome.NOT_APPLICABLE)
    if route == "exact":
        from theoremtest.derivations.proof.decide import decide
        return decide(statement, seconds=seconds)
    if route == "points":
        from theoremtest.numerics.routes import points
        module = _points_module(statement)
        return module.check(statement, claim_id, *((count,) if count and module is points else ()))
    if route == "integration":
        from theoremtest.numerics.routes import integration
        return integration.check(statement, claim_id)
    from theoremtest.numerics.routes import flow as flow_check
    return flow_check.check(statement, claim_id)


def prepare_all(wanted: Iterable[str]) -> None:
    """Import what these routes need for any statement, as Torch, before the first is asked for in a process that decides many."""
    if "flow" in wanted:
        from theoremtest.numerics.routes import flow as flow_check
        flow_check.prepare(optimiser=True)


def _prepare(statement: Statement) -> None:
    from theoremtest.numerics.routes import flow as flow_check
    flow_check.prepare(optimiser=isinstance(statement, Observed))


def _points_module(statement: Statement):
    """The module whose points route knows this kind: draws, exponents, labels and recursions have one of their own."""
    from theoremtest.numerics.routes import growth, in_probability, labels, monte_carlo, points, recursion, tails

    return next((module for module in (monte_carlo, in_probability, tails, growth, labels, recursion) if module.applies(statement)), points)


def _undecided(route: str, reason: str) -> Evidence:
    return Evidence(route, ENGINES[route], Outcome.UNDECIDED, tried=(reason,))
