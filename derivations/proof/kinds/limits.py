"""Limits with their rates. A limit that is another one is shown at a point of the parameters, vectors and matrices included."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from sympy import And, Expr, Not, Or, Piecewise, S

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.statement import Limit
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.asymptotics.approach import Approach, approach_of
from theoremtest.derivations.proof.asymptotics.limits import limit_differs, prove_limit
from theoremtest.derivations.proof.cases.witness import NOWHERE, may_have_point
from theoremtest.derivations.proof.ladder import Finding, evaluated, findings_of, noted, scope, speaks_of_functions
from theoremtest.derivations.proof.matrices.kronecker import Tensors, speaks_of_products
from theoremtest.derivations.proof.matrices.letters import is_matrix
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.refute import refute_equal
from theoremtest.derivations.proof.tails import goals as tails
from theoremtest.derivations.proof.zero.normal_form import is_zero

from .limit_points import NAMED, NOTE, RATE_NOTE, few_places, parameters, places, refuted_at_a_point
from .matrix_limits import matrix_limit

LARGE = 1000
"""Operations from which on the limit at a few points is worked out first: telling the letters' signs apart is slow there."""


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

    def reached(self, expression, value) -> bool:
        """Whether the value is shown to be the limit, at whatever rate."""
        x, to, domain = self.statement.variable, self.statement.point, self.setting.domain
        return prove_limit(expression, x, to, value, None, domain, self.deadline, is_zero) is not None


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
    question = _Question(statement, setting, parameters(statement), deadline)
    rate = None if statement.rate is None else setting.scalar(statement.rate)
    findings, actual = [], {}
    for word, (expression, value) in _pairs(statement, setting).items():
        if approach is Approach.FREE and not word and expression.count_ops() > LARGE:
            other = refuted_at_a_point(statement, question.where, few_places(question.where, deadline), deadline)
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
            reached = rate is not None and question.reached(expression, value)
            actual[word] = value if reached else question.differing(expression, value, setting.domain)
            findings.append(Finding(Outcome.UNDECIDED, tried=("exact series of the expression's coefficients",)))
        else:
            false = _refuted(expression, value, question) if rate is None else _refuted_with_rate(expression, value, rate, question)
            findings.append(false or Finding(Outcome.UNDECIDED, tried=("exact series of the expression",)))
    if all(found.outcome is not Outcome.UNDECIDED for found in findings):
        return findings
    if approach is not Approach.FREE:
        other = _at_a_point(question)
    elif is_matrix(statement.expression):
        other = _another_matrix(actual, question) or (None if rate is None else _at_a_point(question))
    else:
        return findings
    return findings if other is None else [other]


def _pairs(statement: Limit, setting: Scalarised) -> dict:
    """The expression's coefficient and the value's by word; under the empty word for a scalar."""
    if not is_matrix(statement.expression):
        expression, value = (setting.scalar(evaluated(side, statement.on)) for side in (statement.expression, statement.value))
        return {(): (expression, value)}
    read = Tensors(setting.words).read if speaks_of_products(statement.expression) else setting.words.matrix
    left, right = read(statement.on.expand(statement.expression)), read(statement.on.expand(statement.value))
    return {word: (left.get(word, S.Zero), right.get(word, S.Zero)) for word in {**left, **right}}


# --- refutations ----------------------------------------------------------------------------------------------------


def _refuted(expression, value, question: _Question) -> Finding | None:
    actual = question.differing(expression, value, question.setting.domain)
    if actual is not None:
        restore = question.setting.restore
        printed = value if value in NAMED else restore(value)
        differing = _differing_case if isinstance(actual, Piecewise) else _differing_limit
        counterexample = differing(actual if actual in NAMED else restore(actual), printed, question)
        if counterexample is not None:
            rung = "exact series" if actual in NAMED else "exact series, ball arithmetic"
            return noted(Finding(Outcome.REFUTED, rung, "one exact point", counterexample), NOTE)
    return _at_a_point(question)


def _refuted_with_rate(expression, value, rate, question: _Question) -> Finding | None:
    """The value is wrong; or it is right and the rate is too fast."""
    if not question.reached(expression, value):
        return _refuted(expression, value, question)
    return _at_a_point(question, rate_only=True) or _grows_in_a_case((expression - value) / rate, question)


def _at_a_point(question: _Question, rate_only: bool = False) -> Finding | None:
    """A point at which an entry, written out, does not do what is stated."""
    at = places(question.where, question.deadline)
    return refuted_at_a_point(question.statement, question.where, at, question.deadline, rate_only)


def _grows_in_a_case(ratio, question: _Question) -> Finding | None:
    """A point of a case of signs in which the distance to the limit, over the stated rate, grows without bound."""
    actual = question.differing(ratio, S.Zero, question.setting.domain)
    if actual in NAMED:
        found = _somewhere(question.where, question.deadline)
        return found and _growing(found.point, actual, "exact series")
    if isinstance(actual, Piecewise):
        for limit, case in _cases(question.setting.restore(actual), question):
            found = _somewhere(case, question.deadline) if limit in NAMED else None
            if found is not None:
                return _growing(found.point, limit, "exact series")
    return None


def _growing(point, limit, rung: str) -> Finding:
    return Finding(Outcome.REFUTED, rung, "one exact point", Counterexample(point, NAMED[limit], "a finite value", RATE_NOTE))


def _somewhere(where: Domain, deadline) -> Counterexample | None:
    """Any point of a domain, found as one where nothing is one."""
    try:
        return refute_equal(S.Zero, S.One, where, deadline)
    except DomainError:
        return None


def _differing_limit(actual, value, question: _Question) -> Counterexample | None:
    """A point where the computed limit is not the printed one; a finite limit differs from an infinite one anywhere."""
    where, deadline = question.where, question.deadline
    if actual in NAMED:
        point = _somewhere(where, deadline)
        return point and Counterexample(point.point, str(actual), str(value))
    if value not in NAMED:
        return refute_equal(actual, value, where, deadline)
    somewhere = refute_equal(actual, actual + 1, where, deadline)
    return somewhere and Counterexample(somewhere.point, somewhere.left, NAMED[value])


def _differing_case(actual: Piecewise, value, question: _Question) -> Counterexample | None:
    """A point of one of the cases where its limit is not the printed value."""
    for limit, case in _cases(actual, question):
        if limit == value:
            continue
        if limit not in NAMED and value not in NAMED:
            found = refute_equal(limit, value, case, question.deadline)
        else:
            found = _somewhere(case, question.deadline)
            found = found and Counterexample(found.point, *(NAMED.get(side, "a finite value") for side in (limit, value)))
        if found is not None:
            return found
    return None


def _cases(actual: Piecewise, question: _Question):
    """The limit in each case and the case's domain, of which the cases before it are kept out; a case without a point is left out."""
    before: list = []
    for limit, condition in actual.args:
        with contextlib.suppress(DomainError):
            yield limit, question.where.but(condition, *(Not(other) for other in before))
        before.append(condition)


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
    return isinstance(limit, Expr) and limit not in NAMED and not isinstance(limit, (Piecewise, And, Or))
