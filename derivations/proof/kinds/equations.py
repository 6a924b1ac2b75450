"""Statements that are equations once the operation that defines them is carried out: substituted back, multiplied out, differentiated."""

from __future__ import annotations

from dataclasses import replace

from sympy import Identity, S, ZeroMatrix, diff

from rederive.derivations.language.domain import Domain, atoms_of
from rederive.derivations.language.expectation import Expectation
from rederive.derivations.language.flow import GradientFlow
from rederive.derivations.language.kronecker import Vec
from rederive.derivations.language.rank import RankBound
from rederive.derivations.language.square_root import SquareRoot
from rederive.derivations.language.statement import Conserved, Equal, Evolves, Inverse, Solves
from rederive.derivations.language.verdict import Outcome
from rederive.derivations.proof.ladder import (
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
    words_vanish,
    zero_rung,
)
from rederive.derivations.proof.matrices.letters import NotWords, difference, is_matrix, same_size, square
from rederive.derivations.proof.matrices.moments import NotPolynomial, mean
from rederive.derivations.proof.matrices.ranks import prove_rank, refute_rank
from rederive.derivations.proof.matrices.scalarise import Scalarised
from rederive.derivations.proof.matrices.square_roots import gaps_of, is_semidefinite, refute_root
from rederive.derivations.proof.rates import rate_of, refute_rate


@findings_of.register
def _(statement: Equal, deadline) -> list[Finding]:
    goal = matrix_goal if is_matrix(statement.left) else scalar_goal
    return [goal(statement.left, statement.right, statement.on, deadline)]


@findings_of.register(Evolves)
@findings_of.register(Conserved)
def _(statement, deadline) -> list[Finding]:
    domain, operation = statement.on, "derivative along the flow"
    if isinstance(statement.along, GradientFlow):
        operation = "gradient of the loss, derivative along its flow"
    quantity, rate = statement.quantity, statement.rate
    if is_matrix(quantity) and isinstance(statement, Conserved):
        rate = ZeroMatrix(*quantity.shape)
    if isinstance(quantity, Vec):
        setting, change = rate_of(quantity.arg, statement.along, domain, deadline)
        return [matrix_goal(Vec(setting.restore_matrix(change, quantity.arg.shape)), rate, domain, deadline, operation)]
    setting, change = rate_of(quantity, statement.along, domain, deadline)
    if is_matrix(quantity):
        printed = setting.restore_matrix(change, quantity.shape)
        return [words_vanish(difference(change, setting.matrix(rate)), setting, domain, deadline, operation,
                             lambda: refute_rate(quantity, printed, rate, domain, deadline), (quantity, rate))]
    rung = zero_rung(change - setting.scalar(evaluated(rate, domain)), setting.domain, deadline)
    if rung is not None:
        return [Finding(Outcome.PROVED, named(operation, rung), identity_scope(domain, quantity, rate))]
    return [refutation(refute_rate(quantity, setting.restore(change), domain.expand(rate), domain, deadline), operation, "normal form")]


@findings_of.register
def _(statement: Solves, deadline) -> list[Finding]:
    system, domain = statement.system, statement.on
    solution = {state: domain.expand(evaluated(value, domain)) for state, value in statement.solution.items()}
    findings = []
    for state, rate in system.rates.items():
        residual = diff(solution[state], system.t)
        wanted = domain.expand(rate).subs(solution, simultaneous=True)
        findings.append(noted(scalar_goal(residual, wanted, domain, deadline, "solution substituted back"),
                               f"rate of {state}"))
    for state, value in system.initial.items():
        start = domain.at({system.t: S.Zero}) if system.t in domain.scalars else domain
        findings.append(noted(scalar_goal(solution[state].subs(system.t, 0), domain.expand(value), start, deadline,
                                            "initial value"), f"{state}(0)"))
    return findings


@findings_of.register
def _(statement: Inverse, deadline) -> list[Finding]:
    square(statement.matrix)
    if not all(map(same_size, statement.matrix.shape, statement.inverse.shape)):
        raise NotWords(f"an inverse of shape {statement.inverse.shape} of a matrix of shape {statement.matrix.shape}")
    one = Identity(statement.matrix.shape[0])
    return [matrix_goal(statement.matrix * statement.inverse, one, statement.on, deadline, "product with the inverse"),
            matrix_goal(statement.inverse * statement.matrix, one, statement.on, deadline, "product with the inverse")]


@findings_of.register
def _(statement: RankBound, deadline) -> list[Finding]:
    rung = prove_rank(statement, deadline)
    if rung is not None:
        return [Finding(Outcome.PROVED, rung, scope(statement.on, statement.matrix))]
    counterexample = refute_rank(statement, deadline)
    if counterexample is not None:
        return [Finding(Outcome.REFUTED, "exact rank", "one exact point", counterexample)]
    return [Finding(Outcome.UNDECIDED, tried=("calculation with ranks", "exact ranks at small and random points kept the bound"))]


@findings_of.register
def _(statement: SquareRoot, deadline) -> list[Finding]:
    domain, setting = statement.on, Scalarised(statement.on, deadline)
    findings = [words_vanish(gap, setting, domain, deadline, operation, lambda: refute_root(statement, deadline), statement.expressions())
                for operation, gap in zip(("symmetry of the root", "its square"), gaps_of(statement, setting), strict=True)]
    if all(finding.outcome is Outcome.PROVED for finding in findings):
        if is_semidefinite(statement, setting, deadline):
            findings.append(Finding(Outcome.PROVED, "positive semidefinite by Gram words", scope(domain, statement.root)))
        else:
            findings.append(refutation(refute_root(statement, deadline), "positive semidefinite", "Gram words"))
    return findings


@findings_of.register
def _(statement: Expectation, deadline) -> list[Finding]:
    domain = statement.on
    try:
        setting = Scalarised(domain, deadline)
        found = mean(statement.quantity, statement.draws, setting)
        if statement.moment == "variance":
            found = mean(statement.quantity**2, statement.draws, setting) - found**2
    except NotPolynomial as reason:
        return [Finding(Outcome.UNDECIDED, tried=(f"moments of normal draws: {reason}",))]
    drawn = Domain(*[c for c in domain.conditions if not atoms_of(c) & set(statement.draws)],
                   over=[*(s for s in domain.symbols if s not in statement.draws), *domain.dimensions])
    finding = scalar_goal(setting.restore(found), domain.expand(statement.value), drawn, deadline, "moments of normal draws")
    return [replace(finding, scope=scope(domain)) if finding.outcome is Outcome.PROVED else finding]
