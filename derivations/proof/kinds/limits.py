"""Limits with their rates."""

from __future__ import annotations

from sympy import Not, Piecewise, S, oo

from rederive.derivations.language.domain import Domain
from rederive.derivations.language.errors import DomainError
from rederive.derivations.language.statement import Limit
from rederive.derivations.language.verdict import Counterexample, Outcome
from rederive.derivations.proof.asymptotics.limits import limit_differs, prove_limit
from rederive.derivations.proof.balls.enclose import separated
from rederive.derivations.proof.ladder import Finding, evaluated, findings_of, noted, scope, without
from rederive.derivations.proof.matrices.kronecker import Tensors, speaks_of_products
from rederive.derivations.proof.matrices.scalarise import Scalarised
from rederive.derivations.proof.matrices.words import is_matrix
from rederive.derivations.proof.points.smallest import small_points
from rederive.derivations.proof.refute import point_items, refute_equal
from rederive.derivations.proof.zero.normal_form import is_zero

LIMIT_POINTS = 24
"""Simplest points at which a limit is worked out by itself, where that of the whole expression is not settled."""
_NAMED = {oo: "infinity", -oo: "-infinity"}


@findings_of.register
def _(statement: Limit, deadline) -> list[Finding]:
    domain = statement.on
    setting = Scalarised(domain, deadline)
    if is_matrix(statement.expression):
        read = Tensors(setting.words).read if speaks_of_products(statement.expression) else setting.words.matrix
        left, right = read(domain.expand(statement.expression)), read(domain.expand(statement.value))
        pairs = [(left.get(word, S.Zero), right.get(word, S.Zero)) for word in {**left, **right}]
    else:
        pairs = [(setting.scalar(evaluated(statement.expression, domain)), setting.scalar(evaluated(statement.value, domain)))]
    rate = None if statement.rate is None else setting.scalar(statement.rate)
    findings = []
    for expression, value in pairs:
        inner = setting.domain
        proof = prove_limit(expression, statement.variable, statement.to, value, rate, inner, deadline, is_zero)
        if proof is not None:
            findings.append(Finding(Outcome.PROVED, proof.rung, scope(domain, statement.expression)))
            continue
        actual = limit_differs(expression, statement.variable, statement.to, value, inner, deadline, is_zero)
        if actual is not None:
            where = without(inner, statement.variable)
            if actual in (oo, -oo):
                findings.append(Finding(Outcome.REFUTED, "exact series", "whole domain",
                                        Counterexample((), str(actual), str(value), "the limit")))
                continue
            differing = _differing_case if isinstance(actual, Piecewise) else _differing_limit
            counterexample = differing(actual, value, where, deadline)
            if counterexample is not None:
                findings.append(noted(Finding(Outcome.REFUTED, "exact series, ball arithmetic", "one exact point",
                                              counterexample), "the limit against the printed value"))
                continue
        elsewhere = _limit_at_a_point(expression, value, statement, inner, deadline)
        findings.append(elsewhere or Finding(Outcome.UNDECIDED, tried=("exact series of the expression",)))
    return findings


def _limit_at_a_point(expression, value, statement: Limit, domain: Domain, deadline) -> Finding | None:
    """A simple point of the other symbols where the limit is another number: there leading terms may cancel that do not elsewhere."""
    x, where = statement.variable, without(domain, statement.variable)
    if not (expression.free_symbols | value.free_symbols) - {x} <= set(where.scalars):
        return None
    for point in small_points(where, LIMIT_POINTS, deadline=deadline):
        there = Domain(over=[x])
        stated = value.subs(point)
        actual = limit_differs(expression.subs(point), x, statement.to, stated, there, deadline, is_zero)
        if actual is None or actual.free_symbols or isinstance(actual, Piecewise) or S.NaN in (actual, stated):
            continue
        if actual in _NAMED or stated in _NAMED:
            sides = (_NAMED.get(side, "a finite value") for side in (actual, stated)) if actual != stated else None
        else:
            apart = separated(actual, stated, {}, deadline)
            sides = apart and (apart.left, apart.right)
        if sides:
            return noted(Finding(Outcome.REFUTED, "exact series at a point, ball arithmetic", "one exact point", Counterexample(
                point_items(where, point), *sides)), "the limit against the printed value")
    return None


def _differing_limit(actual, value, where: Domain, deadline) -> Counterexample | None:
    """A point where the computed limit is not the printed one; a finite limit differs from an infinite one anywhere."""
    if value not in (oo, -oo):
        return refute_equal(actual, value, where, deadline)
    somewhere = refute_equal(actual, actual + 1, where, deadline)
    return somewhere and Counterexample(somewhere.point, somewhere.left, "infinity" if value == oo else "-infinity")


def _differing_case(actual: Piecewise, value, where: Domain, deadline) -> Counterexample | None:
    """A point of one of the cases where its limit is not the printed value; the cases before it are kept out."""
    before = []
    for limit, condition in actual.args:
        try:
            case = where.but(condition, *(Not(other) for other in before))
        except DomainError:
            continue  # this case has no point
        before.append(condition)
        if limit == value:
            continue
        if limit not in _NAMED and value not in _NAMED:
            found = refute_equal(limit, value, case, deadline)
        else:
            found = refute_equal(S.Zero, S.One, case, deadline)  # any point of the case
            found = found and Counterexample(found.point, *(_NAMED.get(side, "a finite value") for side in (limit, value)))
        if found is not None:
            return found
    return None
