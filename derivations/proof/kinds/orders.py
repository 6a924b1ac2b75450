"""Exponents: how an expression grows with one variable, its coefficients' signs told apart where the domain leaves them open."""

from __future__ import annotations

from dataclasses import replace

from sympy import And, Eq, Gt, Lt, S

from rederive.derivations.language.domain import Domain
from rederive.derivations.language.errors import DomainError
from rederive.derivations.language.latex import to_latex
from rederive.derivations.language.scales import Scales
from rederive.derivations.language.verdict import Counterexample, Outcome
from rederive.derivations.proof.asymptotics.orders import NotPositive, differs, order
from rederive.derivations.proof.cases.polyhedra import NotLinear, domain_condition, somewhere
from rederive.derivations.proof.ladder import Finding, findings_of, identity_scope, scope, without


@findings_of.register
def _(statement: Scales, deadline) -> list[Finding]:
    domain = statement.on
    return _order_goals(domain.expand(statement.expression), domain.expand(statement.exponent), statement.variable, domain)


def _order_goals(expression, stated, variable, domain: Domain) -> list[Finding]:
    """The order of an expression against the stated one; a coefficient whose sign is open is positive, negative or zero in turn."""
    try:
        found = order(expression, variable, domain)
    except NotPositive as reason:
        if reason.symbol is None:
            return [Finding(Outcome.UNDECIDED, tried=(f"orders of positive terms: {reason}",))]
        cases = _signs_of(reason.symbol, expression, domain)
        found = [finding for put, case in cases for finding in _order_goals(put, stated, variable, case)]
        return [replace(finding, scope=identity_scope(domain)) if finding.outcome is Outcome.PROVED else finding for finding in found]
    if found is None:
        return [Finding(Outcome.REFUTED, "orders of positive terms", "one exact point", Counterexample(
            _fixed(domain), "0", to_latex(variable) + "**(" + str(stated) + ")", "what vanishes has no order"))]
    return [_same_order(found, stated, variable, domain)]


def _fixed(domain: Domain) -> tuple:
    return tuple((to_latex(symbol), str(value)) for symbol, value in domain.fixed.items())


def _signs_of(symbol, expression, domain: Domain):
    """(expression, domain) where a coefficient is positive, where it is negative (the other sign put in), where it is zero.

    What has no value at zero says nothing there and is left out.
    """
    for condition, value in ((Gt(symbol, 0), symbol), (Lt(symbol, 0), -symbol), (Eq(symbol, 0), S.Zero)):
        try:
            case = domain.but(condition)
        except DomainError:
            continue  # the domain has no such point
        put = expression.subs(symbol, value) if value != symbol else expression
        if put.has(S.NaN, S.ComplexInfinity):
            continue
        yield put, domain.at({symbol: -symbol}).but(Gt(symbol, 0)) if value == -symbol else case


def _same_order(found, stated, variable, domain: Domain) -> Finding:
    try:
        point = somewhere(And(domain_condition(without(domain, variable)), differs(found, stated)))
    except NotLinear as reason:
        return Finding(Outcome.UNDECIDED, tried=(f"orders of positive terms, polyhedral cells: {reason}",))
    if point is None:
        return Finding(Outcome.PROVED, "orders of positive terms, polyhedral cells", scope(domain))
    fixed = dict(_fixed(domain))
    shown = tuple({**fixed, **{to_latex(symbol): str(number) for symbol, number in point.items() if to_latex(symbol) not in fixed}}.items())
    return Finding(Outcome.REFUTED, "orders of positive terms, polyhedral cells", "one exact point", Counterexample(
        shown, str(found.subs(point)), str(stated.subs(point)), "the exponent against the stated one"))
