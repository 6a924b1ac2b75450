"""Limits with their rates. A limit that is another one is shown at a point of the parameters, vectors and matrices included."""

from __future__ import annotations

from dataclasses import dataclass

from sympy import And, Expr, Not, Or, Piecewise, S, oo

from rederive.derivations.language.domain import Domain, atoms_of
from rederive.derivations.language.errors import DomainError
from rederive.derivations.language.statement import Limit
from rederive.derivations.language.verdict import Counterexample, Outcome
from rederive.derivations.proof.asymptotics.approach import Approach, approach_of
from rederive.derivations.proof.asymptotics.limits import limit_differs, prove_limit
from rederive.derivations.proof.balls.enclose import NotEvaluable, exact_value, separated
from rederive.derivations.proof.cases.witness import NOWHERE, may_have_point
from rederive.derivations.proof.ladder import Finding, evaluated, findings_of, noted, scope, speaks_of_functions
from rederive.derivations.proof.matrices.kronecker import Tensors, speaks_of_products
from rederive.derivations.proof.matrices.letters import is_matrix
from rederive.derivations.proof.matrices.scalarise import Scalarised
from rederive.derivations.proof.points.smallest import small_points
from rederive.derivations.proof.refute import point_items, refute_equal
from rederive.derivations.proof.tails import goals as tails
from rederive.derivations.proof.zero.normal_form import is_zero

from .matrix_limits import matrix_limit

LIMIT_POINTS = 24
"""Simplest points at which a limit is worked out by itself, where that of the whole expression is not settled."""
LARGE, LARGE_POINTS = 1000, 6
"""Operations from which on the limit at a few simple points is worked out first: telling the letters' signs apart is slow there."""
NOTE = "the limit against the printed value"
_NAMED = {oo: "infinity", -oo: "-infinity"}


@dataclass(frozen=True)
class _Question:
    """A limit over scalar words, and the domain of its parameters in the statement's own symbols."""

    statement: Limit
    setting: Scalarised
    where: Domain
    deadline: object

    def differing(self, expression, value, domain: Domain):
        """The limit where it is found and not shown to be the value."""
        return limit_differs(expression, self.statement.variable, self.statement.point, value, domain, self.deadline, is_zero)


@findings_of.register
def _(statement: Limit, deadline) -> list[Finding]:
    if speaks_of_functions(statement.on, *statement.expressions()):
        return matrix_limit(statement, deadline)
    if tails.speaks(statement):
        found = tails.limit_findings(statement, deadline)
        if found is not None:
            return found
    domain, setting = statement.on, Scalarised(statement.on, deadline)
    if not may_have_point(domain, deadline):
        return [Finding(Outcome.UNDECIDED, tried=(NOWHERE,))]
    approach = approach_of(domain, statement.variable, statement.point, deadline)
    if approach is Approach.FORBIDDEN:
        return [Finding(Outcome.UNDECIDED, tried=(f"the domain keeps {statement.variable} away from {statement.point}",))]
    question = _Question(statement, setting, _parameters(statement), deadline)
    rate = None if statement.rate is None else setting.scalar(statement.rate)
    findings, actual = [], {}
    for word, (expression, value) in _pairs(statement, setting).items():
        if approach is Approach.FREE and not word and expression.count_ops() > LARGE:
            other = _limit_at_a_point(expression, value, question, points=LARGE_POINTS)
            if other is not None:
                return [other]
        proof = prove_limit(expression, statement.variable, statement.point, value, rate, setting.domain, deadline, is_zero)
        if proof is not None:
            told = "" if approach is Approach.FREE else f", the domain's conditions on {statement.variable} left aside"
            findings.append(Finding(Outcome.PROVED, proof.rung, scope(domain, statement.expression) + told))
            actual[word] = value
        elif approach is not Approach.FREE:
            tried = f"exact series, the domain's conditions on {statement.variable} left aside"
            findings.append(Finding(Outcome.UNDECIDED, tried=(tried,)))
        elif is_matrix(statement.expression):
            actual[word] = question.differing(expression, value, setting.domain)
            findings.append(Finding(Outcome.UNDECIDED, tried=("exact series of the expression's coefficients",)))
        else:
            findings.append(_refuted(expression, value, question) or Finding(Outcome.UNDECIDED, tried=("exact series of the expression",)))
    if is_matrix(statement.expression) and any(found.outcome is Outcome.UNDECIDED for found in findings):
        other = _another_matrix(actual, question)
        findings = findings if other is None else [other]
    return findings


def _pairs(statement: Limit, setting: Scalarised) -> dict:
    """The expression's coefficient and the value's by word; under the empty word for a scalar."""
    if not is_matrix(statement.expression):
        expression, value = (setting.scalar(evaluated(side, statement.on)) for side in (statement.expression, statement.value))
        return {(): (expression, value)}
    read = Tensors(setting.words).read if speaks_of_products(statement.expression) else setting.words.matrix
    left, right = read(statement.on.expand(statement.expression)), read(statement.on.expand(statement.value))
    return {word: (left.get(word, S.Zero), right.get(word, S.Zero)) for word in {**left, **right}}


def _parameters(statement: Limit) -> Domain:
    """The domain of everything but the variable, for which the variable comes as near as one likes."""
    domain, x = statement.on, statement.variable
    kept = [written for condition in domain.conditions if x not in atoms_of(written := domain.expand(condition))]
    chart = domain.chart if domain.chart is not None and x not in domain.chart.values else None
    return Domain(*kept, over=[symbol for symbol in domain.symbols if symbol != x], chart=chart)


# --- refutations ----------------------------------------------------------------------------------------------------


def _refuted(expression, value, question: _Question) -> Finding | None:
    actual = question.differing(expression, value, question.setting.domain)
    if actual is not None:
        restore = question.setting.restore
        printed = value if value in _NAMED else restore(value)
        differing = _differing_case if isinstance(actual, Piecewise) else _differing_limit
        counterexample = differing(actual if actual in _NAMED else restore(actual), printed, question)
        if counterexample is not None:
            rung = "exact series" if actual in _NAMED else "exact series, ball arithmetic"
            return noted(Finding(Outcome.REFUTED, rung, "one exact point", counterexample), NOTE)
    return _limit_at_a_point(expression, value, question)


def _somewhere(where: Domain, deadline) -> Counterexample | None:
    """Any point of a domain, found as one where nothing is one."""
    try:
        return refute_equal(S.Zero, S.One, where, deadline)
    except DomainError:
        return None


def _differing_limit(actual, value, question: _Question) -> Counterexample | None:
    """A point where the computed limit is not the printed one; a finite limit differs from an infinite one anywhere."""
    where, deadline = question.where, question.deadline
    if actual in _NAMED:
        point = _somewhere(where, deadline)
        return point and Counterexample(point.point, str(actual), str(value))
    if value not in _NAMED:
        return refute_equal(actual, value, where, deadline)
    somewhere = refute_equal(actual, actual + 1, where, deadline)
    return somewhere and Counterexample(somewhere.point, somewhere.left, _NAMED[value])


def _differing_case(actual: Piecewise, value, question: _Question) -> Counterexample | None:
    """A point of one of the cases where its limit is not the printed value; the cases before it are kept out."""
    before: list = []
    for limit, condition in actual.args:
        try:
            case = question.where.but(condition, *(Not(other) for other in before))
        except DomainError:
            continue  # this case has no point
        before.append(condition)
        if limit == value:
            continue
        if limit not in _NAMED and value not in _NAMED:
            found = refute_equal(limit, value, case, question.deadline)
        else:
            found = _somewhere(case, question.deadline)
            found = found and Counterexample(found.point, *(_NAMED.get(side, "a finite value") for side in (limit, value)))
        if found is not None:
            return found
    return None


def _limit_at_a_point(expression, value, question: _Question, points: int = LIMIT_POINTS) -> Finding | None:
    """A simple point of the parameters where the limit is another number: there leading terms may cancel that do not elsewhere."""
    x, where = question.statement.variable, question.where
    if where.dimensions and not question.setting.words._words:
        return None
    for point in small_points(where, points, deadline=question.deadline):
        values = _values(point, (expression, value), question)
        if values is None:
            return None
        stated = value.subs(values)
        actual = question.differing(expression.subs(values), stated, Domain(over=[x]))
        if actual is None or actual.free_symbols or isinstance(actual, Piecewise) or S.NaN in (actual, stated):
            continue
        if actual in _NAMED or stated in _NAMED:
            sides = tuple(_NAMED.get(side, "a finite value") for side in (actual, stated)) if actual != stated else None
        else:
            apart = separated(actual, stated, {}, question.deadline)
            sides = apart and (apart.left, apart.right)
        if sides:
            return noted(Finding(Outcome.REFUTED, "exact series at a point, ball arithmetic", "one exact point", Counterexample(
                point_items(where, point), *sides)), NOTE)
    return None


def _values(point: dict, formulas, question: _Question) -> dict | None:
    """What stands for each scalar and each scalar word at a point; None where something else stands in the formulas."""
    found: dict = {}
    for symbol in set().union(*(formula.free_symbols for formula in formulas)) - {question.statement.variable}:
        if symbol in point:
            found[symbol] = point[symbol]
            continue
        try:
            number = exact_value(question.setting.restore(symbol), point)
        except NotEvaluable:
            return None
        if number is None:
            return None
        found[symbol] = number
    return found


def _another_matrix(actual: dict, question: _Question) -> Finding | None:
    """A point where the matrix of the coefficients' limits is not the printed one."""
    statement, setting = question.statement, question.setting
    if speaks_of_products(statement.expression) or any(not _is_plain(limit) for limit in actual.values()):
        return None
    if len(actual) < len(_pairs(statement, setting)):
        return None
    limit = setting.restore_matrix(actual, statement.expression.shape)
    found = refute_equal(limit, statement.value, question.where, question.deadline)
    return found and noted(Finding(Outcome.REFUTED, "exact series, ball arithmetic", "one exact point", found), NOTE)


def _is_plain(limit) -> bool:
    return isinstance(limit, Expr) and limit not in _NAMED and not isinstance(limit, (Piecewise, And, Or))
