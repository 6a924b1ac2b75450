"""Relations, equivalences, case distinctions, and how often a quantity vanishes: decided by signs over the whole domain."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from sympy import Dummy, Gt, Lt, MatAdd, MatMul, MatrixSymbol, Mul, Ne, Number, S, Symbol, Transpose
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from theoremtest.derivations.language.classifies import Classifies
from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.observed import Observed
from theoremtest.derivations.language.spectra import Rank
from theoremtest.derivations.language.statement import AtMostOneZero, Holds, Iff
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.balls.enclose import Imprecise, NotEvaluable, Undefined, exact_value, texts, truth
from theoremtest.derivations.proof.cases.classify import decide_goal, goals
from theoremtest.derivations.proof.cases.linear_relations import holds_in_all_cells, same_in_all_cells
from theoremtest.derivations.proof.cases.witness import NOWHERE, may_have_point
from theoremtest.derivations.proof.continuity import Smoothness
from theoremtest.derivations.proof.deadline import OutOfTime
from theoremtest.derivations.proof.endless import involves_integrals
from theoremtest.derivations.proof.function_letters import refute_at_constants
from theoremtest.derivations.proof.ladder import Finding, evaluated, findings_of, noted, refutation, scope, zero_rung
from theoremtest.derivations.proof.matrices.letters import is_matrix
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.matrix_functions.goals import definite_goal
from theoremtest.derivations.proof.norms.prove import prove_matrix_inequality
from theoremtest.derivations.proof.points.coordinates import contains
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.points.sparse import sparse_points
from theoremtest.derivations.proof.rates import rate_of
from theoremtest.derivations.proof.reasons import MEASURED
from theoremtest.derivations.proof.refute import point_items, refute_iff, refute_relation
from theoremtest.derivations.proof.signs.definedness import defined
from theoremtest.derivations.proof.signs.hypotheses import Empty, Facts
from theoremtest.derivations.proof.signs.inequality import prove_iff, prove_relation
from theoremtest.derivations.proof.sum_goals import relation_goal
from theoremtest.derivations.proof.sums.finite import has_sums
from theoremtest.derivations.proof.tails.comparison import compared
from theoremtest.derivations.proof.tails.values import relation_goal as integral_relation

RESTING_POINTS = 200
"""Simplest points at which motions are looked for that rest."""
PROBES, PROBE_BITS = 20, 256
"""Simplest points that are looked at before a proof about matrices is, and the precision in bits."""
FEW_PROBES = 5
"""As many where the relation is one between numbers, whose signs are mostly soon told."""
PROBE_SHARE = 0.03
"""The part of the time that these points may take, where they are hard to find."""
SPARSE_PROBES, SPARSE = 30, 200
"""Points with sparse matrices that are looked at before a proof is, and after none is found."""
NORMS_SHARE = 0.4
"""The part of the time that the theorems on traces and norms may take, before signs are looked at."""
EQUAL_POINTS = 20
"""Simplest points at which equal sides of a strict inequality are shown, until both have a value."""


@findings_of.register
def _(statement: Observed, deadline) -> list[Finding]:
    return [Finding(Outcome.UNDECIDED, tried=(MEASURED,))]


@findings_of.register
def _(statement: Holds, deadline) -> list[Finding]:
    domain = statement.on
    if isinstance(statement.relation, (PositiveDefinite, PositiveSemidefinite)):
        return [definite_goal(statement.relation, domain, deadline)]
    if involves_integrals(domain, statement.relation):
        return [integral_relation(statement.relation, domain, deadline)]
    counterexample = refute_at_constants(statement, deadline) if statement.relation.atoms(AppliedUndef) else None
    if counterexample is not None:
        return [refutation(counterexample, "", "constant functions")]
    if has_sums(statement.relation):
        found = relation_goal(statement.relation, domain, deadline)
        rung = compared(domain.expand(statement.relation), domain, deadline) if found.outcome is Outcome.UNDECIDED else None
        return [found if rung is None else Finding(Outcome.PROVED, rung, scope(domain))]
    setting = Scalarised(domain, deadline, ())
    relation = setting._condition(domain.expand(evaluated(statement.relation, domain)))
    if relation == S.true:
        if not may_have_point(domain, deadline):
            return [Finding(Outcome.UNDECIDED, tried=(NOWHERE,))]
        if not _has_sides(statement.relation, setting, deadline):
            return [Finding(Outcome.UNDECIDED, tried=("true wherever its sides have a value, which is not shown of the whole domain",))]
        return [Finding(Outcome.PROVED, "structural", scope(domain))]
    if not _plainly_false(statement.relation, domain, deadline):
        rung = prove_matrix_inequality(domain.expand(evaluated(statement.relation, domain)), setting, deadline.part(NORMS_SHARE))
        if rung is not None:
            return [Finding(Outcome.PROVED, rung, scope(domain, statement.relation))]
        proof = prove_relation(relation, setting.domain, deadline)
        if proof is not None:
            return [Finding(Outcome.PROVED, proof.rung, scope(domain) if proof.scope in ("", "whole domain") else proof.scope)]
        if holds_in_all_cells(relation, setting.domain, deadline) and may_have_point(domain, deadline):
            return [Finding(Outcome.PROVED, "polyhedral cells", scope(domain))]
    same = _equal_sides(statement.relation, relation, setting, domain, deadline)
    if same is not None:
        return [same]
    sparse = _inside(domain, SPARSE) if statement.relation.atoms(MatrixSymbol) else ()
    return [refutation(refute_relation(evaluated(statement.relation, domain), domain, deadline, sparse), "",
                        "sign analysis, balls over boxes")]


def _plainly_false(relation, domain: Domain, deadline) -> bool:
    """Whether a few points show a relation false: then no proof is looked for, which takes long of matrices and of long formulas."""
    matrices = bool(relation.atoms(MatrixSymbol))
    relation, share = domain.expand(evaluated(relation, domain)), deadline.part(PROBE_SHARE)
    try:
        tried = chain(small_points(domain, PROBES if matrices else FEW_PROBES, deadline=share),
                      _inside(domain, SPARSE_PROBES) if matrices else (), points(domain, FEW_PROBES, "probe", share))
        return any(_certainly_false(relation, point, share) for point in tried)
    except (DomainError, NotEvaluable):
        return False
    except OutOfTime:
        deadline.check()
        return False


def _inside(domain: Domain, count: int) -> Iterator[dict]:
    return (point for point in sparse_points(domain, count) if contains(domain, point) is True)


def _certainly_false(relation, point: dict, deadline) -> bool:
    try:
        return truth(relation, point, deadline, PROBE_BITS) is False
    except Undefined:
        return False


def _has_sides(stated, setting: Scalarised, deadline) -> bool:
    """Whether both sides of every comparison, as they are written, are shown to have a value all over the domain."""
    try:
        facts = Facts.of(setting.domain)
        return all(is_matrix(side) or defined(setting.scalar(_without_ranks(setting.source.expand(evaluated(side, setting.source)))), facts,
                                              deadline)
                   for part in stated.atoms(Relational) for side in part.args)
    except Empty:
        return False


def _without_ranks(side):
    """The side with letters for ranks of what has a value everywhere: products and sums of letters."""
    plain = [node for node in side.atoms(Rank) if all(isinstance(part, (MatMul, MatAdd, Transpose, MatrixSymbol, Number))
                                                      for part in _parts(node.arg))]
    return side.xreplace({node: Dummy("r", real=True) for node in plain})


def _parts(expression) -> Iterator:
    """The expression and its parts, without the sizes of its letters."""
    yield expression
    if not isinstance(expression, MatrixSymbol):
        for argument in expression.args:
            yield from _parts(argument)


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
    if same_in_all_cells(left, right, setting.domain, deadline) and may_have_point(domain, deadline):
        return [Finding(Outcome.PROVED, "polyhedral cells", scope(domain))]
    return [refutation(refute_iff(statement.left, statement.right, domain, deadline), "", "sign analysis in both directions")]


@findings_of.register
def _(statement: AtMostOneZero, deadline) -> list[Finding]:
    """A function whose derivative is positive wherever it vanishes vanishes at most once.

    Numbers and positive powers do not change where a product vanishes, so the product of its bases is looked at instead.
    """
    resting = _zero_at_rest(statement, deadline)
    if resting is not None:
        return [Finding(Outcome.REFUTED, "a motion that rests, exact values", "one exact point", resting)]
    domain = statement.on
    factors = [factor.as_base_exp() for factor in Mul.make_args(statement.quantity) if not _is_constant(factor, statement)]
    plain = Mul(*(base for base, _ in factors)) if all(power.is_Rational and power > 0 for _, power in factors) else statement.quantity
    setting, change = rate_of(plain, statement.along, domain, deadline)
    quantity = setting.scalar(plain)
    base = setting.domain
    directions = set()
    for factor in Mul.make_args(quantity):
        factor = factor.as_base_exp()[0]
        if not isinstance(factor, Symbol):
            return [_monotone(quantity, change, setting, statement, deadline)]
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
            return [Finding(Outcome.UNDECIDED, tried=("derivative at the zeros, sign analysis", "no motion found that rests at a zero"))]
    if len(directions) > 1:
        return [Finding(Outcome.UNDECIDED, tried=("the derivative at the zeros takes both signs",))]
    return [Finding(Outcome.PROVED, "derivative at the zeros keeps one sign, sign analysis", scope(domain))]


def _is_constant(factor, statement: AtMostOneZero) -> bool:
    """Whether a factor is a number, or a parameter, that is not zero."""
    if factor.is_Rational:
        return factor != 0
    bounds = statement.on.bounds.get(factor)
    return bounds is not None and factor not in statement.along.states and (bounds.nonzero or bounds.sign in (1, -1))


def _monotone(quantity, change, setting: Scalarised, statement: AtMostOneZero, deadline) -> Finding:
    """A smooth quantity whose derivative keeps one strict sign all over the domain vanishes at most once."""
    states = set(statement.along.states)
    moving = states | {symbol for symbol in setting.domain.scalars if setting.words.depends(symbol, states)}
    if Smoothness(moving, setting.domain, deadline).obstacle(quantity) is None:
        for relation in (Gt(change, 0), Gt(-change, 0)):
            if prove_relation(relation, setting.domain, deadline) is not None:
                return Finding(Outcome.PROVED, "derivative of one sign, sign analysis", scope(statement.on))
    return Finding(Outcome.UNDECIDED, tried=("zeros of a product of state symbols, derivative of one sign",))


def _zero_at_rest(statement: AtMostOneZero, deadline) -> Counterexample | None:
    """A point of the domain where the quantity vanishes and every state rests: there it vanishes at all times.

    A slope that is zero at a zero refutes nothing, as the quantity may vanish there once all the same.
    """
    domain, rates = statement.on, getattr(statement.along, "rates", {})
    if not rates or any(is_matrix(rate) for rate in rates.values()) or not set(rates) <= set(domain.symbols):
        return None
    written = [domain.expand(formula) for formula in (statement.quantity, *rates.values())]
    try:
        for point in small_points(domain, RESTING_POINTS, deadline=deadline):
            if all(exact_value(formula, point) == 0 for formula in written):
                return Counterexample(point_items(domain, point), "zero at all times", "zero at most once", "every state rests there")
    except (DomainError, NotEvaluable):
        return None
    return None


@findings_of.register
def _(statement: Classifies, deadline) -> list[Finding]:
    if not may_have_point(statement.on, deadline):
        return [Finding(Outcome.UNDECIDED, tried=(NOWHERE,))]
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
