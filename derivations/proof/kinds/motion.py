"""Rates, conservation laws and solved initial value problems: derivatives along a flow, where what is differentiated has them."""

from __future__ import annotations

from dataclasses import replace

from sympy import (
    Abs,
    Expr,
    Heaviside,
    Max,
    Min,
    Ne,
    Piecewise,
    S,
    ZeroMatrix,
    diff,
    oo,
    sign,
)
from sympy.core.relational import Relational

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.flow import GradientFlow
from theoremtest.derivations.language.kronecker import Vec
from theoremtest.derivations.language.statement import Conserved, Evolves, Solves
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.asymptotics.limits import limit_differs, prove_limit
from theoremtest.derivations.proof.broken_paths import loss_of_value, passed_by
from theoremtest.derivations.proof.cases.witness import NOWHERE, may_have_point
from theoremtest.derivations.proof.continuity import Smoothness
from theoremtest.derivations.proof.ladder import (
    Finding,
    evaluated,
    findings_of,
    identity_scope,
    matrix_goal,
    named,
    noted,
    refutation,
    scalar_goal,
    scope,
    sought,
    speaks_of_functions,
    words_vanish,
    zero_rung,
)
from theoremtest.derivations.proof.matrices.blocks import opened_scalar, paired, speaks_of_blocks
from theoremtest.derivations.proof.matrices.inverses import inverted_by, inverted_in
from theoremtest.derivations.proof.matrices.letters import NotWords, difference, is_matrix
from theoremtest.derivations.proof.paths import after_start, at_start, cancelled, obstacle, spans, without_value
from theoremtest.derivations.proof.rates import rate_of, refute_rate
from theoremtest.derivations.proof.refute import refute_equal
from theoremtest.derivations.proof.zero.normal_form import is_zero

from .matrix_rates import function_rate
from .matrix_solutions import has_matrices, kept, matrix_solution

VANISHES = "its rate vanishes, and no proof that the kernel takes is found"
"""What is left open of a conserved quantity."""


@findings_of.register
def _(statement: Evolves, deadline) -> list[Finding]:
    if not may_have_point(statement.on, deadline):
        return [Finding(Outcome.UNDECIDED, tried=(NOWHERE,))]
    rate = statement.rate
    if statement.symbol is not None and statement.symbol not in statement.on.declared:  # a name in the rate stands for the quantity
        rate = rate.xreplace({statement.symbol: statement.quantity})
    return [_rate(statement, rate, statement.on, deadline)]


@findings_of.register
def _(statement: Conserved, deadline) -> list[Finding]:
    """Refuted where the rate does not vanish. That it vanishes proves nothing here: a quantity jumps where it has no value, and a motion
    leaves what the domain says of it; the kernel asks for both."""
    if not may_have_point(statement.on, deadline):
        return [Finding(Outcome.UNDECIDED, tried=(NOWHERE,))]
    found = _rate(statement, ZeroMatrix(*statement.quantity.shape) if is_matrix(statement.quantity) else S.Zero, statement.on, deadline)
    return [Finding(Outcome.UNDECIDED, tried=(VANISHES,)) if found.outcome is Outcome.PROVED else found]


def _rate(statement, rate, domain: Domain, deadline) -> Finding:
    """The derivative of the statement's quantity along its flow against a rate."""
    operation = "derivative along the flow"
    if speaks_of_functions(domain, *statement.expressions()):
        return function_rate(statement, rate, deadline)
    if isinstance(statement.along, GradientFlow):
        operation = "gradient of the loss, derivative along its flow"
    quantity, stated = domain.expand(statement.quantity), domain.expand(rate)
    if speaks_of_blocks(quantity) or speaks_of_blocks(stated):
        return _rate_by_blocks(statement, quantity, stated, domain, deadline)
    if isinstance(statement.quantity, Vec):
        setting, change = rate_of(statement.quantity.arg, statement.along, domain, deadline)
        printed = Vec(setting.restore_matrix(change, statement.quantity.arg.shape))
        return _if_smooth(statement, setting, matrix_goal(printed, rate, domain, deadline, operation), deadline)
    try:
        setting, change = rate_of(statement.quantity, statement.along, domain, deadline, rate)
    except NotWords as reason:
        return _beside_corners(statement, rate, domain, deadline, operation, reason)
    if is_matrix(statement.quantity):
        printed = setting.restore_matrix(change, statement.quantity.shape)
        found = words_vanish(difference(change, setting.matrix(rate)), setting, domain, deadline, operation,
                             lambda: refute_rate(statement.quantity, printed, rate, domain, deadline), (statement.quantity, rate))
        return _if_smooth(statement, setting, found, deadline)
    wanted = setting.scalar(evaluated(rate, domain))
    rung = zero_rung(change - wanted, setting.domain, deadline)
    if rung is not None:
        found = Finding(Outcome.PROVED, named(operation, rung), identity_scope(domain, statement.quantity, rate))
        return _if_smooth(statement, setting, found, deadline)
    smooth = _off_corners(statement, domain)
    return sought(lambda: refute_rate(statement.quantity, setting.restore(change), domain.expand(rate), smooth, deadline), operation,
                  "normal form")


def _rate_by_blocks(statement, quantity, rate, domain: Domain, deadline) -> Finding:
    """A quantity of blocks changes at a rate if each of its blocks does at the block of the rate."""
    if is_matrix(quantity):
        pairs = paired(quantity, rate)
    else:
        inverted = inverted_by(domain) + inverted_in(quantity, rate)
        pairs = [(opened_scalar(quantity, inverted), opened_scalar(rate, inverted))]
    rungs = []
    for part, stated in pairs:
        found = _rate(replace(statement, quantity=part), stated, domain, deadline) if isinstance(statement, Conserved) else _rate(
            replace(statement, quantity=part, rate=stated, symbol=None), stated, domain, deadline)
        if found.outcome is not Outcome.PROVED:
            return found
        rungs.append(found.rung)
    return Finding(Outcome.PROVED, "; ".join(dict.fromkeys(rungs)), identity_scope(domain, quantity, rate))


def _beside_corners(statement, rate, domain: Domain, deadline, operation: str, reason: NotWords) -> Finding:
    """A scalar that is not smooth everywhere may still be refuted where it is. Raises the reason again where there are no corners."""
    smooth = _off_corners(statement, domain)
    if smooth is domain or is_matrix(statement.quantity):
        raise reason
    setting, change = rate_of(statement.quantity, statement.along, smooth, deadline)
    return sought(lambda: refute_rate(statement.quantity, setting.restore(change), domain.expand(rate), smooth, deadline), operation,
                  str(reason))


def _off_corners(statement, domain: Domain) -> Domain:
    """The domain without the points where the quantity may have a corner or a jump: what SymPy calls its derivative there is none."""
    quantity, gaps = domain.expand(statement.quantity), []
    for node in quantity.atoms(Abs, sign, Heaviside, Max, Min, Relational):
        gaps += [node.args[0] - other for other in node.args[1:]] if isinstance(node, (Max, Min, Relational)) else [node.args[0]]
    try:
        return domain.but(*(Ne(gap, 0) for gap in gaps)) if gaps else domain
    except DomainError:
        return domain


# --- what is differentiated is smooth -------------------------------------------------------------------------------


def _if_smooth(statement, setting, found: Finding, deadline) -> Finding:
    """A proof stands where the quantity is differentiable along the motion; a quotient of polynomials is wherever it has a value."""
    if found.outcome is not Outcome.PROVED:
        return found
    states = set(statement.along.states)
    quantities = _scalars(statement.quantity, setting)
    rates = [part for rate in getattr(statement.along, "rates", {}).values() for part in _scalars(rate, setting)]
    moving = states | {symbol for symbol in setting.domain.scalars if setting.words.depends(symbol, states)}
    smoothness = Smoothness(moving, setting.domain, deadline)
    for part in quantities:
        if _is_rational(part, moving) and all(_is_rational(rate, moving) for rate in rates):
            continue
        fault = smoothness.obstacle(part)
        if fault:
            return Finding(Outcome.UNDECIDED, tried=(f"a derivative alone, where the quantity is not shown to be smooth: {fault}",))
    return found


def _scalars(quantity, setting) -> list[Expr]:
    """A scalar over scalar words, or a matrix's coefficients."""
    if isinstance(quantity, Vec):
        quantity = quantity.arg
    return list(setting.matrix(quantity).values()) if is_matrix(quantity) else [setting.scalar(evaluated(quantity, setting.source))]


def _is_rational(expression, moving: set) -> bool:
    """Whether an expression is a quotient of polynomials in what moves, which has no jump and no corner where it has a value."""
    return expression.is_rational_function(*sorted(moving & expression.free_symbols, key=str)) is True


# --- initial value problems -----------------------------------------------------------------------------------------


@findings_of.register
def _(statement: Solves, deadline) -> list[Finding]:
    """The solution substituted back, its values at the start, and its existence at every time in between."""
    if has_matrices(statement):
        return matrix_solution(statement, deadline)
    system, domain = statement.system, statement.on
    if not may_have_point(domain, deadline):
        return [Finding(Outcome.UNDECIDED, tried=(NOWHERE,))]
    solution = {state: domain.expand(evaluated(value, domain)) for state, value in statement.solution.items()}
    rates = {state: domain.expand(rate).subs(solution, simultaneous=True) for state, rate in system.rates.items()}
    findings = []
    for span in spans(domain, system.t):
        for state, wanted in rates.items():
            found = scalar_goal(diff(solution[state], system.t), wanted, span, deadline, "solution substituted back")
            findings.append(noted(found, f"rate of {state}"))
        findings += [noted(_start(solution[state], domain.expand(value), statement, span, deadline), f"{state}(0)")
                     for state, value in system.initial.items()]
        if not any(found.outcome is Outcome.REFUTED for found in findings):
            findings.append(_existence(solution, rates, statement, span, deadline))
    if all(found.outcome is Outcome.PROVED for found in findings):
        missing = without_value(solution, system.t, domain, deadline)
        if missing is not None:
            return [Finding(Outcome.UNDECIDED, tried=(f"it solves the equations, but has no value where {missing}",))]
        findings = kept(statement, [replace(found, scope=scope(domain)) for found in findings])
    return findings


def _includes_start(statement: Solves) -> bool:
    """Whether zero is one of the domain's times, so that the solution has a value and a slope there too."""
    bounds = statement.on.bounds.get(statement.system.t)
    return bounds is None or (bounds.holds(S.Zero) and not bounds.nonzero)


def _start(value: Expr, initial: Expr, statement: Solves, span: Domain, deadline) -> Finding:
    """The value at the start, or, where the domain's times begin after it, the limit towards it."""
    t = statement.system.t
    if _includes_start(statement) or Smoothness([t], span, deadline).obstacle(value) is None:
        return scalar_goal(value.subs(t, 0), initial, at_start(span, t), deadline, "initial value")
    for side in after_start(span, t):
        turned = value if side.bounds[t].sign == 1 else value.subs(t, -t)
        place = Domain(*(c for c in side.conditions if t not in atoms_of(c)), over=side.symbols, where=side.where)
        if prove_limit(turned, t, S.Zero, initial, None, place, deadline, is_zero) is None:
            actual = limit_differs(turned, t, S.Zero, initial, place, deadline, is_zero)
            if actual is None or actual in (oo, -oo) or isinstance(actual, Piecewise):
                return Finding(Outcome.UNDECIDED, tried=("initial value as a limit, exact series",))
            return refutation(refute_equal(actual, initial, at_start(place, t), deadline), "initial value as a limit", "exact series")
    return Finding(Outcome.PROVED, "initial value as a limit, exact series", scope(statement.on))


def _existence(solution: dict, rates: dict, statement: Solves, span: Domain, deadline) -> Finding:
    """Values and slopes at every time from the start on; a formula that loses its value on the way is no solution."""
    t = statement.system.t
    places = [span] if _includes_start(statement) else after_start(span, t)
    fault = next((fault for place in places if (fault := obstacle(solution, rates, t, place, deadline)
                                                or cancelled(statement, solution, place, deadline))), None)
    if fault is None:
        return Finding(Outcome.PROVED, "smooth from the start on, sign analysis", scope(statement.on))
    lost = loss_of_value(solution, passed_by(statement, solution), t, statement.on, deadline)
    if lost is not None:
        return Finding(Outcome.REFUTED, "existence, ball arithmetic", "one exact point", lost)
    return Finding(Outcome.UNDECIDED, tried=(f"existence at every time from the start on: {fault}",))
