"""The goals with finite sums that the kinds of statement come down to: two sides are equal, a relation holds.

Above the ladder, whose zero test it uses; the ladder hands over what has sums in it without knowing this module.
"""

from __future__ import annotations

from itertools import chain

from sympy import Basic, Expr, sympify
from sympy.core.relational import Relational

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.verdict import Outcome

from .balls.enclose import Imprecise, NotEvaluable, Undefined, separated, truth
from .deadline import Deadline, OutOfTime
from .ladder import Finding, identity_scope, named, refutation, scope, with_sums, zero_rung
from .points.random_points import points
from .points.smallest import small_points
from .refute import refute_equal, refute_relation
from .sums.finite import NotFinite, differentiated, read
from .sums.inequalities import Bounding
from .sums.vanishing import Prover
from .zero.equalities import substitute_equalities

SHARE = 0.6
"""The part of the time that a proof may take; the rest is for a counterexample."""
PROBES = 12
"""Simplest points at which a false identity shows before a proof is tried."""


def prover(deadline: Deadline) -> Prover:
    """The prover over the ladder's own zero test."""
    return Prover(zero_rung, deadline)


def sum_rung(difference: Expr, domain: Domain, deadline: Deadline) -> str | None:
    """The rung that proves a scalar expression with sums zero over the domain, or None. Raises NotFinite."""
    plain = read(domain.expand(difference))
    return prover(deadline).decided(substitute_equalities(plain, domain), domain)


@with_sums
def sum_goal(left: Expr, right: Expr, domain: Domain, deadline: Deadline, operation: str = "") -> Finding:
    """left = right for scalars with sums, as a finding."""
    left, right = (differentiated(sympify(side, strict=True)) for side in (left, right))
    tried = "sums term by term, induction"
    if not differ_somewhere(left, right, domain, deadline):
        try:
            rung = sum_rung(left - right, domain, deadline.part(SHARE))
        except NotFinite as reason:
            rung, tried = None, str(reason)
        except OutOfTime:
            deadline.check()
            rung = None
        if rung is not None:
            return Finding(Outcome.PROVED, named(operation, rung), identity_scope(domain))
    return refutation(refute_equal(left, right, domain, deadline), operation, tried)


def relation_goal(relation: Basic, domain: Domain, deadline: Deadline) -> Finding:
    """A comparison with sums, or a conjunction of such, as a finding."""
    relation = differentiated(relation)
    found, tried = None, "signs of sums, induction"
    if false_somewhere(relation, domain, deadline):
        return refutation(refute_relation(relation, domain, deadline), "", tried)
    try:
        found = Bounding(prover(deadline.part(SHARE))).relation(_read_relation(domain.expand(relation)), domain)
    except NotFinite as reason:
        tried = str(reason)
    except OutOfTime:
        deadline.check()
    if found is not None:
        return Finding(Outcome.PROVED, found, scope(domain))
    return refutation(None, "", tried)


def false_somewhere(relation: Basic, domain: Domain, deadline: Deadline) -> bool:
    """Whether balls show the relation false at one of the simplest points, or at a random one."""
    relation = domain.expand(relation)
    try:
        for point in chain(small_points(domain, PROBES, deadline=deadline), points(domain, PROBES, f"{domain}|{relation}", deadline)):
            try:
                if truth(relation, point, deadline, 256) is False:
                    return True
            except (Undefined, Imprecise):
                continue
    except (DomainError, NotEvaluable):
        return False
    return False


def _read_relation(relation: Basic) -> Basic:
    """The relation with its sums as finite ones, nothing worked out."""
    if isinstance(relation, Relational):
        return relation.func(read(relation.lhs), read(relation.rhs), evaluate=False)
    if not relation.args:
        return relation
    return relation.func(*map(_read_relation, relation.args), evaluate=False)


def differ_somewhere(left: Expr, right: Expr, domain: Domain, deadline: Deadline) -> bool:
    """Whether balls part the sides at one of the simplest points: then no proof need be tried."""
    try:
        return any(separated(left, right, point, deadline, most=256) is not None
                   for point in small_points(domain, PROBES, deadline=deadline))
    except (DomainError, NotEvaluable):
        return False
