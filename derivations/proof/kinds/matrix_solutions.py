"""Matrix functions of time against the initial value problem that they are said to solve: substituted back, at the start, on the way.

The derivative is taken letter by letter and compared with the rate as words. That the solution exists at every time in between is shown of
the formula as it is written: its functions are smooth in time at every eigenvalue, and what it inverts is definite.
"""

from __future__ import annotations

from sympy import S

from theoremtest.derivations.language.assumptions import assumed
from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.statement import Solves
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.cases.witness import NOWHERE, may_have_point
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.ladder import Finding, noted, scope, sought
from theoremtest.derivations.proof.matrices.letters import NotWords, difference, is_matrix
from theoremtest.derivations.proof.matrix_functions.calculus import scalar_rate, terms_rate
from theoremtest.derivations.proof.matrix_functions.collecting import vanishing
from theoremtest.derivations.proof.matrix_functions.regularity import obstacle
from theoremtest.derivations.proof.matrix_functions.slopes import NoSlope, loses_value, slope
from theoremtest.derivations.proof.matrix_functions.vocabulary import FunctionSetting
from theoremtest.derivations.proof.paths import at_start, spans
from theoremtest.derivations.proof.points.relevant_domain import relevant
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.points.witness import has_value
from theoremtest.derivations.proof.refute import point_items, point_text, refute_equal

PLACES = 24
"""Simplest points at which a solution that was proved is asked for a value."""
PLACES_OF_LOSS = 200
"""Simplest points at which a solution is looked for that loses its value on the way."""
TRIED = "matrix words with functions of their eigenvalues"


def has_matrices(statement: Solves) -> bool:
    """Whether a state of the problem is a matrix."""
    return any(is_matrix(state) for state in statement.system.states)


def matrix_solution(statement: Solves, deadline: Deadline) -> list[Finding]:
    """The findings on an initial value problem whose states are matrices, or matrices and scalars."""
    system, domain = statement.system, statement.on
    if not may_have_point(domain, deadline):
        return [Finding(Outcome.UNDECIDED, tried=(NOWHERE,))]
    solution = {state: domain.expand(value) for state, value in statement.solution.items()}
    rates = {state: domain.expand(rate).xreplace(solution) for state, rate in system.rates.items()}
    findings = []
    for span in spans(domain, system.t):
        findings += [noted(_rate(solution[state], rates[state], system.t, span, deadline), f"rate of {state}") for state in solution]
        start = at_start(span, system.t)
        findings += [noted(_start(solution[state], domain.expand(value), system.t, start, deadline), f"{state}(0)")
                     for state, value in system.initial.items()]
        if all(found.outcome is Outcome.PROVED for found in findings):
            findings.append(_existence(solution, rates, system.t, span, deadline))
    if all(found.outcome is Outcome.PROVED for found in findings):
        missing = _without_value(solution, domain, deadline)
        if missing is not None:
            return [Finding(Outcome.UNDECIDED, tried=(f"it solves the equations, but has no value where {missing}",))]
        return kept(statement, findings)
    return findings


def kept(statement: Solves, findings: list[Finding]) -> list[Finding]:
    """The findings that a solution solves its equations; undecided where something is said of its states, which no rule sees it keep."""
    states, expand = set(statement.system.states), statement.on.expand
    said = [state for state in states if any(state in atoms_of(expand(condition)) for condition in statement.on.conditions)
            or not is_matrix(state) and assumed(state)]
    if not said:
        return findings
    why = f"it solves the equations; that it keeps what is said of {min(map(str, said))} is not shown"
    return [Finding(Outcome.UNDECIDED, tried=(why,))]


def _rate(value, wanted, t, span: Domain, deadline: Deadline) -> Finding:
    """The derivative in time against the rate."""
    def refute():
        try:
            return refute_equal(slope(value, {t: S.One}), wanted, span, deadline)
        except NoSlope:
            return None

    operation = "solution substituted back"
    try:
        setting = FunctionSetting(span, deadline)
        words = setting.words
        if is_matrix(value):
            change, stated = terms_rate(words, words.matrix(value), t, {}), words.matrix(wanted)
        else:
            change, stated = {(): scalar_rate(words, words.scalar(value), t, {})}, {(): words.scalar(wanted)}
        rungs = vanishing(difference(change, stated), setting)
    except NotWords as reason:
        return sought(refute, operation, f"matrix words: {reason}")
    if rungs is None:
        return sought(refute, operation, TRIED)
    return Finding(Outcome.PROVED, f"{operation}, functions of symmetric matrices", scope(span, value, wanted))


def _start(value, initial, t, start: Domain, deadline: Deadline) -> Finding:
    """The value at the start against the initial one."""
    value, operation = value.xreplace({t: S.Zero}), "initial value"

    def refute():
        return refute_equal(value, initial, start, deadline)

    try:
        setting = FunctionSetting(start, deadline)
        if is_matrix(value):
            gap = difference(setting.matrix(value), setting.matrix(initial))
        else:
            gap = {(): setting.scalar(value) - setting.scalar(initial)}
        rungs = vanishing(gap, setting)
    except NotWords as reason:
        return sought(refute, operation, f"matrix words: {reason}")
    if rungs is None:
        return sought(refute, operation, TRIED)
    return Finding(Outcome.PROVED, f"{operation}, functions of symmetric matrices", scope(start, value))


def _existence(solution: dict, rates: dict, t, span: Domain, deadline: Deadline) -> Finding:
    """Whether every part of the solution and of its rates is shown to have a value, and the solution a slope, all over the span."""
    setting = FunctionSetting(span, deadline)
    parts = [(f"{state}", value) for state, value in solution.items()] + [(f"the rate of {state}", value) for state, value in rates.items()]
    for name, value in parts:
        try:
            fault = obstacle(value, t, setting)
        except NotWords as reason:
            fault = str(reason)
        if fault:
            lost = _lost(solution, t, span, deadline)
            if lost is not None:
                return Finding(Outcome.REFUTED, "existence, exact values", "one exact point", lost)
            return Finding(Outcome.UNDECIDED, tried=(f"existence at every time from the start on: {name}: {fault}",))
    return Finding(Outcome.PROVED, "smooth from the start on, signs at every eigenvalue, definite inverses",
                   scope(span, *solution.values()))


def _lost(solution: dict, t, span: Domain, deadline: Deadline) -> Counterexample | None:
    """A point of the span at which the solution has no value, though it has one at the start and soon after."""
    span = relevant(span, (*solution.values(), t)).but(over=span.dimensions)
    for point in small_points(span, PLACES_OF_LOSS, deadline=deadline):
        deadline.check()
        if t in point and loses_value(solution, t, point):
            return Counterexample(point_items(span, point), "no value", "a value", f"at {t} = {point[t]}, after a value at the start")
    return None


def _without_value(solution: dict, domain: Domain, deadline: Deadline) -> str | None:
    """One of the domain's simplest points at which the solution has no value; None where none is found."""
    for point in small_points(domain, PLACES, deadline=deadline):
        deadline.check()
        if has_value(solution.values(), point) is False:
            return point_text(domain, point)
    return None
