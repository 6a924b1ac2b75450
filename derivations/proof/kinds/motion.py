"""Rates, conservation laws and solved initial value problems: derivatives along a flow, where what is differentiated has them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from sympy import (
    Abs,
    Add,
    Eq,
    Expr,
    Ge,
    Gt,
    Heaviside,
    Le,
    Lt,
    Max,
    Min,
    Ne,
    Piecewise,
    S,
    ZeroMatrix,
    cancel,
    diff,
    false,
    oo,
    sign,
)
from sympy.core.relational import Relational

from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.flow import GradientFlow
from theoremtest.derivations.language.kronecker import Vec
from theoremtest.derivations.language.statement import Conserved, Evolves, Solves
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.asymptotics.limits import limit_differs, prove_limit
from theoremtest.derivations.proof.broken_paths import loss_of_value, passed_by
from theoremtest.derivations.proof.cases.witness import NOWHERE, may_have_point
from theoremtest.derivations.proof.continuity import Smoothness
from theoremtest.derivations.proof.invariance import Ideal, equations_kept, smooth_and_regular
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
from theoremtest.derivations.proof.points.witness import has_point
from theoremtest.derivations.proof.rates import rate_of, refute_rate, tied_by
from theoremtest.derivations.proof.refute import refute_equal
from theoremtest.derivations.proof.witnesses.proving import prove
from theoremtest.derivations.proof.zero.normal_form import is_zero

from .matrix_rates import function_rate
from .matrix_solutions import has_matrices, kept, matrix_solution

VALUES = "its rate vanishes where it has one; the kernel takes no proof that it has values all over the domain"
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
    """The rate vanishes. A condition of the domain is used only where the flow keeps it, or the motion would leave where it holds. A
    quantity may jump where it has no value, as y + 1/x does: of values the kernel takes a proof."""
    if not may_have_point(statement.on, deadline):
        return [Finding(Outcome.UNDECIDED, tried=(NOWHERE,))]
    zero = ZeroMatrix(*statement.quantity.shape) if is_matrix(statement.quantity) else S.Zero
    loose = _without_equations(statement)
    if loose is not None and not _speaks_of_tied_constants(statement):
        found = _rate(statement, zero, loose, deadline)
        if found.outcome is Outcome.PROVED and _has_inside(loose, statement, deadline) and _values_are_shown(statement):
            return [replace(found, scope=identity_scope(statement.on, statement.quantity))]
    found = _rate(statement, zero, statement.on, deadline)
    if found.outcome is not Outcome.PROVED:
        return [found]
    if loose is not None and not _keeps_equations(statement, deadline):
        return [Finding(Outcome.UNDECIDED, tried=("the flow is not shown to keep the equations without which the rate is not zero",))]
    if not _values_are_shown(statement):
        return [Finding(Outcome.UNDECIDED, tried=(VALUES,))]
    if not _has_inside(statement.on if loose is None else loose, statement, deadline):
        return [Finding(Outcome.UNDECIDED, tried=("the domain's inequalities are not shown to leave the states room to move",))]
    return [found]


def _values_are_shown(statement: Conserved) -> bool:
    """Whether the kernel takes a proof of each of its goals that is about values."""
    with suppress(Refused):
        return all(prove(goal) is not None for goal in goals(read(tree_of(statement))) if goal.name.startswith("values"))
    return False


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
    smoothness = Smoothness(moving, setting.domain, deadline, sooner=lambda part: _is_kept(part, statement, moving))
    for part in quantities:
        if _is_rational(part, moving) and all(_is_rational(rate, moving) for rate in rates):
            continue
        fault = smoothness.obstacle(part)
        if fault:
            return Finding(Outcome.UNDECIDED, tried=(f"a derivative alone, where the quantity is not shown to be smooth: {fault}",))
    return found


def _is_kept(expression, statement, moving: set) -> bool:
    """Whether a quotient of polynomials in scalar states keeps its value along the motion: a function of it is constant there."""
    rates = getattr(statement.along, "rates", None)
    if rates is None or moving != set(rates) or any(map(is_matrix, rates)) or not expression.is_rational_function():
        return False
    change = Add(*(diff(expression, state) * statement.on.expand(rate) for state, rate in rates.items()))
    return change.is_rational_function() is True and cancel(change) == 0


def _scalars(quantity, setting) -> list[Expr]:
    """A scalar over scalar words, or a matrix's coefficients."""
    if isinstance(quantity, Vec):
        quantity = quantity.arg
    return list(setting.matrix(quantity).values()) if is_matrix(quantity) else [setting.scalar(evaluated(quantity, setting.source))]


def _is_rational(expression, moving: set) -> bool:
    """Whether an expression is a quotient of polynomials in what moves, which has no jump and no corner where it has a value."""
    return expression.is_rational_function(*sorted(moving & expression.free_symbols, key=str)) is True


# --- equations of the domain along a flow ---------------------------------------------------------------------------


def _tied(condition, statement) -> bool:
    """Whether a condition is an equation of states, or one that makes them symmetric."""
    if not isinstance(condition, (Eq, PositiveDefinite, PositiveSemidefinite)):
        return False
    return bool(atoms_of(statement.on.expand(condition)) & set(statement.along.states))


def _without_equations(statement) -> Domain | None:
    """The domain without its equations between states; None where it has none, or is not told without them."""
    domain = statement.on
    kept = [condition for condition in domain.conditions if not _tied(condition, statement)]
    if len(kept) == len(domain.conditions):
        return None
    return Domain(*kept, over=domain.symbols, where=domain.where)


def _speaks_of_tied_constants(statement) -> bool:
    """Whether the quantity holds a constant that the domain ties to a state: without the equation it would be a constant for nothing."""
    states = set(statement.along.states)
    tied = tied_by(statement.on, atoms_of(statement.on.expand(statement.quantity)) - states - set(statement.along.held))
    return bool(set().union(*map(atoms_of, tied)) & states)


def _has_inside(domain: Domain, statement, deadline) -> bool:
    """Whether a domain without equations of states holds a point where its bounds on states are strict: else they say what equations do."""
    states = set(statement.along.states)
    conditions = [domain.expand(condition) for condition in domain.conditions]
    strict = [condition.replace(Ge, Gt).replace(Le, Lt).replace(Eq, lambda *_: false) if atoms_of(condition) & states else condition
              for condition in conditions]
    if strict == conditions:
        return True
    try:
        return has_point(Domain(*strict, over=domain.symbols), deadline)
    except DomainError:
        return False


def _keeps_equations(statement, deadline) -> bool:
    """Whether the flow is shown to keep the equations between states."""
    domain, free = statement.on, _without_equations(statement)
    equations = equations_kept((condition for condition in domain.conditions if _tied(condition, statement)),
                               set(statement.along.states), domain)
    gaps = [equation.lhs - equation.rhs for equation in equations]
    ideal = Ideal(equations, domain, deadline, (*gaps, *statement.along.expressions()))
    changes = [rate_of(gap, statement.along, free, deadline) for gap in gaps]
    if all(ideal.holds(change, setting.words) for setting, change in changes):
        return True
    return not any(map(is_matrix, gaps)) and all(
        scalar_goal(setting.restore(change), S.Zero, domain, deadline).outcome is Outcome.PROVED for setting, change in changes
    ) and smooth_and_regular(equations, getattr(statement.along, "rates", {}), domain, deadline)


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
