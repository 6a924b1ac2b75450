"""Rates and conservation laws of quantities with functions of matrices that stand still: differentiated letter by letter along a flow.

The domain's conditions may speak of what is constant alone: a relation that a state obeys says nothing of the points beside it, which a
derivative compares with. A quantity with functions counts as differentiable only where every part of it is shown to be.
"""

from __future__ import annotations

from sympy import S, ZeroMatrix

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.flow import GradientFlow
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.ladder import Finding, identity_scope, sought
from theoremtest.derivations.proof.matrices.letters import NotWords, difference, is_matrix
from theoremtest.derivations.proof.matrix_functions.calculus import scalar_rate, terms_rate
from theoremtest.derivations.proof.matrix_functions.collecting import vanishing
from theoremtest.derivations.proof.matrix_functions.regularity import obstacle
from theoremtest.derivations.proof.matrix_functions.slopes import NoSlope, slope
from theoremtest.derivations.proof.matrix_functions.vocabulary import FunctionSetting
from theoremtest.derivations.proof.refute import refute_equal

OPERATION = "derivative along the flow"


def function_rate(statement, rate, deadline: Deadline) -> Finding:
    """The derivative of a statement's quantity along its flow against a rate."""
    domain, flow = statement.on, statement.along
    if isinstance(flow, GradientFlow):
        raise NotWords("the gradient of a loss with functions of matrices")
    quantity, rate = domain.expand(statement.quantity), domain.expand(rate)
    moving = {state: domain.expand(change) for state, change in flow.rates.items()}
    time = next((state for state in moving if not is_matrix(state) and moving[state] == 1), None)
    _refuse_tied(domain, set(moving) - {time})

    def refute():
        try:
            change = slope(quantity, moving)
        except NoSlope:
            return None
        return refute_equal(change, rate if is_matrix(rate) or not is_matrix(change) else ZeroMatrix(*change.shape), domain, deadline)

    try:
        setting = FunctionSetting(domain, deadline)
        rungs, fault = _shown(quantity, rate, moving, time, setting)
    except NotWords as reason:
        return sought(refute, OPERATION, f"matrix words: {reason}")
    if rungs is None:
        return sought(refute, OPERATION, "matrix words with functions of their eigenvalues")
    if fault:
        return Finding(Outcome.UNDECIDED, tried=(f"a derivative alone, where the quantity is not shown to be smooth: {fault}",))
    return Finding(Outcome.PROVED, f"{OPERATION}, functions of symmetric matrices", identity_scope(domain, quantity, rate))


def _refuse_tied(domain, states: set) -> None:
    """Raises NotWords where a condition of the domain speaks of a state."""
    for condition in domain.conditions:
        tied = atoms_of(domain.expand(condition)) & states
        if tied:
            raise NotWords(f"{condition} restricts {', '.join(sorted(map(str, tied)))}, which moves")


def _shown(quantity, rate, moving: dict, time, setting: FunctionSetting) -> tuple[str | None, str | None]:
    """(the rungs that show the rate, what is not shown to be smooth)."""
    words = setting.words
    rates = {state: words.matrix(change) if is_matrix(state) else words.scalar(change) for state, change in moving.items() if state != time}
    if any(not is_matrix(state) for state in rates):
        raise NotWords("a scalar state beside functions of matrices")
    clock = time if time is not None else S.Zero
    if is_matrix(quantity):
        gap = difference(terms_rate(words, words.matrix(quantity), clock, rates), words.matrix(rate))
    else:
        gap = {(): scalar_rate(words, words.scalar(quantity), clock, rates) - words.scalar(rate)}
    return vanishing(gap, setting), obstacle(quantity, clock, setting)
