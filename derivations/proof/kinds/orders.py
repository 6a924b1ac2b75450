"""Exponents: how an expression grows with one variable, its coefficients' signs told apart where the domain leaves them open."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sympy import And, Eq, Expr, Ge, Gt, Le, Lt, S, Symbol, diff

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.asymptotics.orders import NotPositive, differs, order
from theoremtest.derivations.proof.cases.not_linear import nowhere, on_a_slice
from theoremtest.derivations.proof.cases.polyhedra import NotLinear, domain_condition
from theoremtest.derivations.proof.cases.whole_numbers import NotSettled, somewhere_whole
from theoremtest.derivations.proof.cases.witness import NOWHERE, completed, may_have_point
from theoremtest.derivations.proof.ladder import Finding, findings_of, identity_scope, scope
from theoremtest.derivations.proof.signs.signs import sign
from theoremtest.derivations.proof.tails import goals as tails

from .order_points import refuted_at_a_point

RUNG = "orders of positive terms"


@dataclass(frozen=True)
class _Case:
    """One case of the signs: expression and stated exponent over the case's domain, and the symbols that stand for their negatives."""

    expression: Expr
    stated: Expr
    domain: Domain
    turned: frozenset = frozenset()

    def original(self, point: dict) -> dict:
        """A point of the case in the statement's own symbols."""
        return {symbol: -value if symbol in self.turned else value for symbol, value in point.items()}


@findings_of.register
def _(statement: Scales, deadline) -> list[Finding]:
    domain, variable = statement.on, statement.variable
    if not grows_freely(domain, variable):
        return [Finding(Outcome.UNDECIDED, tried=(f"{RUNG}: the domain's conditions on {variable} may keep it from growing",))]
    if not may_have_point(domain, deadline):
        return [Finding(Outcome.UNDECIDED, tried=(NOWHERE,))]
    if tails.speaks(statement):
        return tails.scales_findings(statement, deadline)
    plain = Domain(*(domain.expand(condition) for condition in domain.conditions), over=domain.symbols)
    case = _Case(domain.expand(statement.expression), domain.expand(statement.exponent), plain)
    return _order_goals(case, statement, deadline)


def grows_freely(domain: Domain, variable: Symbol) -> bool:
    """Whether each condition on the variable is that it be larger than something free of it."""
    bounds = domain.bounds.get(variable)
    if bounds is not None and bounds.upper is not None:
        return False
    for condition in domain.joint:
        if variable not in atoms_of(condition):
            continue
        if not isinstance(condition, (Gt, Ge, Lt, Le)):
            return False
        gap = condition.lhs - condition.rhs if isinstance(condition, (Gt, Ge)) else condition.rhs - condition.lhs
        slope = diff(gap, variable)
        if not (slope.is_Rational and slope > 0):
            return False
    return True


def _order_goals(case: _Case, statement: Scales, deadline) -> list[Finding]:
    """The order against the stated one; a coefficient whose sign is open is positive, negative or zero in turn."""
    deadline.check()

    def larger(one: Expr, other: Expr) -> bool:
        return nowhere(And(domain_condition(_without(case.domain, statement.variable)), Le(one, other)), deadline)

    try:
        found = order(case.expression, statement.variable, case.domain, larger)
    except NotPositive as reason:
        if reason.symbol is None:
            return [refuted_at_a_point(statement, deadline) or Finding(Outcome.UNDECIDED, tried=(f"{RUNG}: {reason}",))]
        found = [finding for inner in _signs_of(reason.symbol, case) for finding in _order_goals(inner, statement, deadline)]
        if not found:
            return [Finding(Outcome.UNDECIDED, tried=(f"{RUNG}: no value for any sign of {reason.symbol}",))]
        return [replace(finding, scope=identity_scope(statement.on)) if finding.outcome is Outcome.PROVED else finding for finding in found]
    if found is None:
        return [_vanishing(case, statement, deadline)]
    return [_same_order(found, case, statement, deadline)]


def _vanishing(case: _Case, statement: Scales, deadline) -> Finding:
    """What vanishes has no order; at a point of the domain this refutes."""
    fixed = case.original(case.domain.fixed)
    if completed(statement.on, fixed, deadline) is None:
        return Finding(Outcome.UNDECIDED, tried=(f"{RUNG}: no point found where the expression vanishes as it seems to",))
    shown = tuple((to_latex(symbol), str(value)) for symbol, value in fixed.items())
    return Finding(Outcome.REFUTED, RUNG, "one exact point", Counterexample(
        shown, "0", f"{to_latex(statement.variable)}**({case.stated})", "what vanishes has no order"))


def _signs_of(symbol: Symbol, case: _Case):
    """The case where a coefficient is positive, where it is negative (its negative put in, everywhere), where it is zero.

    What has no value at zero says nothing there and is left out.
    """
    for condition in (Gt(symbol, 0), Lt(symbol, 0), Eq(symbol, 0)):
        try:
            narrower = case.domain.but(condition)
        except DomainError:
            continue  # the domain has no such point
        if isinstance(condition, Lt):
            turn = {symbol: -symbol}
            yield _Case(case.expression.subs(turn), case.stated.subs(turn), case.domain.at(turn).but(Gt(symbol, 0)),
                        case.turned ^ {symbol})
        elif isinstance(condition, Gt):
            yield replace(case, domain=narrower)
        else:
            put = case.expression.subs(symbol, S.Zero)
            if not put.has(S.NaN, S.ComplexInfinity):
                yield replace(case, expression=put, domain=narrower)


def _same_order(found: Expr, case: _Case, statement: Scales, deadline) -> Finding:
    params = _without(case.domain, statement.variable)
    for exponent in (found, case.stated):
        if not exponent.is_polynomial() and sign(exponent**2 + 1, params, deadline) is None:  # a sign says that it is defined
            return Finding(Outcome.UNDECIDED, tried=(f"{RUNG}: the exponent {exponent} is not shown to have a value",))
    apart = And(domain_condition(params), differs(found, case.stated))
    try:
        point = somewhere_whole(apart, deadline)
    except (NotLinear, NotSettled) as reason:
        point = on_a_slice(apart, deadline)
        if point is None and not nowhere(apart, deadline):
            return Finding(Outcome.UNDECIDED, tried=(f"{RUNG}, polyhedral cells: {reason}",))
    if point is None:
        return Finding(Outcome.PROVED, f"{RUNG}, polyhedral cells", scope(statement.on))
    partial = case.original({**case.domain.fixed, **point})
    if completed(statement.on, partial, deadline) is None:
        return Finding(Outcome.UNDECIDED, tried=(f"{RUNG}, polyhedral cells: no point of the whole domain where the exponents differ",))
    shown = tuple((to_latex(symbol), str(value)) for symbol, value in partial.items())
    return Finding(Outcome.REFUTED, f"{RUNG}, polyhedral cells", "one exact point", Counterexample(
        shown, str(found.subs(point)), str(case.stated.subs(point)), "the exponent against the stated one"))


def _without(domain: Domain, variable: Symbol) -> Domain:
    """The domain of the other symbols, for which the variable is large enough in the end."""
    return Domain(*(condition for condition in domain.conditions if variable not in atoms_of(condition)),
                  over=[symbol for symbol in domain.symbols if symbol != variable])
