"""Relations, equivalences, case distinctions, and how often a quantity vanishes: decided by signs over the whole domain."""

from __future__ import annotations

from sympy import Gt, Lt, Mul, Ne, S, Symbol

from rederive.derivations.language.classifies import Classifies
from rederive.derivations.language.domain import Domain
from rederive.derivations.language.errors import DomainError
from rederive.derivations.language.statement import AtMostOneZero, Holds, Iff
from rederive.derivations.language.verdict import Counterexample, Outcome
from rederive.derivations.proof.balls.enclose import Imprecise, NotEvaluable, Undefined, texts
from rederive.derivations.proof.cases.classify import decide_goal, goals
from rederive.derivations.proof.ladder import Finding, evaluated, findings_of, noted, refutation, scope, zero_rung
from rederive.derivations.proof.matrices.scalarise import Scalarised
from rederive.derivations.proof.points.smallest import small_points
from rederive.derivations.proof.rates import rate_of
from rederive.derivations.proof.refute import point_items, refute_iff, refute_relation
from rederive.derivations.proof.signs.inequality import prove_iff, prove_relation

EQUAL_POINTS = 20
"""Simplest points at which equal sides of a strict inequality are shown, until both have a value."""


@findings_of.register
def _(statement: Holds, deadline) -> list[Finding]:
    domain = statement.on
    setting = Scalarised(domain, deadline)
    relation = setting._condition(domain.expand(evaluated(statement.relation, domain)))
    if relation == S.true:
        return [Finding(Outcome.PROVED, "structural", scope(domain))]
    proof = prove_relation(relation, setting.domain, deadline)
    if proof is not None:
        return [Finding(Outcome.PROVED, proof.rung, scope(domain) if proof.scope in ("", "whole domain") else proof.scope)]
    same = _equal_sides(statement.relation, relation, setting, domain, deadline)
    if same is not None:
        return [same]
    return [refutation(refute_relation(evaluated(statement.relation, domain), domain, deadline), "",
                        "sign analysis, balls over boxes")]


def _equal_sides(stated, relation, setting: Scalarised, domain: Domain, deadline) -> Finding | None:
    """A strict inequality of two sides that agree everywhere is false everywhere, which balls cannot tell: the simplest point shows it."""
    if not isinstance(relation, (Gt, Lt, Ne)) or zero_rung(relation.lhs - relation.rhs, setting.domain, deadline) is None:
        return None
    for point in small_points(domain, EQUAL_POINTS, deadline=deadline):
        try:
            sides = texts(domain.expand(stated.lhs), domain.expand(stated.rhs), point)
        except (Imprecise, NotEvaluable, Undefined):
            continue  # an identity says nothing where a side has no value
        return Finding(Outcome.REFUTED, "normal form, both sides agree", "whole domain", Counterexample(
            point_items(domain, point), sides.left, sides.right, "both sides are equal everywhere"))
    return None


@findings_of.register
def _(statement: Iff, deadline) -> list[Finding]:
    domain = statement.on
    setting = Scalarised(domain, deadline)
    left = setting._condition(domain.expand(evaluated(statement.left, domain)))
    right = setting._condition(domain.expand(evaluated(statement.right, domain)))
    proof = prove_iff(left, right, setting.domain, deadline)
    if proof is not None:
        return [Finding(Outcome.PROVED, proof.rung, scope(domain) if proof.scope in ("", "whole domain") else proof.scope)]
    return [refutation(refute_iff(statement.left, statement.right, domain, deadline), "", "sign analysis in both directions")]


@findings_of.register
def _(statement: AtMostOneZero, deadline) -> list[Finding]:
    """A function whose derivative is positive wherever it vanishes vanishes at most once.

    Numbers and positive powers do not change where a product vanishes, so the product of its bases is looked at instead.
    """
    domain = statement.on
    factors = [factor.as_base_exp() for factor in Mul.make_args(statement.quantity) if not (factor.is_Rational and factor != 0)]
    plain = Mul(*(base for base, _ in factors)) if all(power.is_Rational and power > 0 for _, power in factors) else statement.quantity
    setting, change = rate_of(plain, statement.along, domain, deadline)
    quantity = setting.scalar(plain)
    base = setting.domain
    directions = set()
    for factor in Mul.make_args(quantity):
        factor = factor.as_base_exp()[0]
        if not isinstance(factor, Symbol):
            return [Finding(Outcome.UNDECIDED, tried=("zeros of a product of state symbols; this quantity is another kind",))]
        try:
            border = base.at({factor: S.Zero})
        except DomainError:
            continue  # the domain keeps this factor away from zero
        slope = change.subs(factor, 0)
        for direction, relation in ((1, Gt(slope, 0)), (-1, Gt(-slope, 0))):
            if prove_relation(relation, border, deadline) is not None:
                directions.add(direction)
                break
        else:
            return [refutation(refute_relation(Ne(slope, 0), border, deadline), "derivative at the zeros", "sign analysis")]
    if len(directions) > 1:
        return [Finding(Outcome.UNDECIDED, tried=("the derivative at the zeros takes both signs",))]
    return [Finding(Outcome.PROVED, "derivative at the zeros keeps one sign, sign analysis", scope(domain))]


@findings_of.register
def _(statement: Classifies, deadline) -> list[Finding]:
    findings = []
    for name, hypothesis, conclusion in goals(statement):
        found = decide_goal(hypothesis, conclusion, statement.on, deadline)
        if found is None:
            findings.append(Finding(Outcome.UNDECIDED, tried=(f"{name}: polyhedral cells, sign analysis, balls",)))
        elif found[1] is None:
            findings.append(Finding(Outcome.PROVED, found[0], scope(statement.on)))
        else:
            findings.append(noted(Finding(Outcome.REFUTED, found[0], "one exact point", found[1]), name))
    return findings
