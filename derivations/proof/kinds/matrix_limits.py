"""Limits of words with functions of symmetric matrices: eigenvalue by eigenvalue, as a fixed matrix has finitely many.

A function of eigenvalues that tends to zero at each choice of them makes the sum of words tend to zero. Where an eigenvalue may be zero,
that case is taken by itself, since a growth integral has another form there. An inverse that moves is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from sympy import Expr, ImmutableMatrix, Inverse, MatrixBase, MatrixSymbol, Ne, S, exp, oo, preorder_traversal

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.functions import GrowthIntegral
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.language.statement import Limit
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.asymptotics.approach import Approach, approach_of
from theoremtest.derivations.proof.asymptotics.limits import compute_limit, prove_limit
from theoremtest.derivations.proof.balls.enclose import NotEvaluable
from theoremtest.derivations.proof.cases.witness import NOWHERE, may_have_point
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.ladder import Finding, scope
from theoremtest.derivations.proof.matrices.letters import NotWords, difference, is_matrix
from theoremtest.derivations.proof.matrix_functions.calculus import letter_rate, moves
from theoremtest.derivations.proof.matrix_functions.collecting import collected
from theoremtest.derivations.proof.matrix_functions.definiteness import spectral_domain
from theoremtest.derivations.proof.matrix_functions.regularity import obstacle
from theoremtest.derivations.proof.matrix_functions.vocabulary import FunctionSetting
from theoremtest.derivations.proof.points.random_points import contains, points
from theoremtest.derivations.proof.signs.signs import NOT_ZERO, sign
from theoremtest.derivations.proof.zero.normal_form import is_zero

from .limit_points import parameters, places, refuted_at_a_point

RANDOM = 4
"""Random points that are moved to where eigenvalues vanish."""
MOST = 3
"""Eigenvalues of one function, and other letters of its rates, that are told apart from zero at once."""


def matrix_limit(statement: Limit, deadline: Deadline) -> list[Finding]:
    """The findings on a limit of an expression with functions of matrices."""
    domain = statement.on
    if not may_have_point(domain, deadline):
        return [Finding(Outcome.UNDECIDED, tried=(NOWHERE,))]
    approach = approach_of(domain, statement.variable, statement.point, deadline)
    if approach is Approach.FORBIDDEN:
        return [Finding(Outcome.UNDECIDED, tried=(f"the domain keeps {statement.variable} away from {statement.point}",))]
    try:
        if _tends(statement, deadline):
            told = "" if approach is Approach.FREE else f", the domain's conditions on {statement.variable} left aside"
            return [Finding(Outcome.PROVED, "limits at every eigenvalue, exact series", scope(domain, statement.expression) + told)]
        reason = "limits at every eigenvalue, exact series"
    except NotWords as trouble:
        reason = f"matrix words: {trouble}"
    return [_elsewhere(statement, deadline) or Finding(Outcome.UNDECIDED, tried=(reason,))]


def _tends(statement: Limit, deadline: Deadline) -> bool:
    """Whether every function of eigenvalues in the difference of expression and value is shown to tend to zero."""
    if statement.value in (oo, -oo):
        raise NotWords("an infinite limit")
    setting = FunctionSetting(statement.on, deadline)
    if is_matrix(statement.expression):
        gap = difference(setting.matrix(statement.expression), setting.matrix(statement.value))
    else:
        gap = {(): setting.scalar(statement.expression) - setting.scalar(statement.value)}
    words = setting.words
    spoken = [*gap, *filter(None, map(words.word_of, set().union(*(c.free_symbols for c in gap.values()))))]
    for letter in {letter for word in spoken for letter in word if letter.symbol in words.inverted}:
        if letter_rate(words, letter, statement.variable, {}):
            raise NotWords("an inverse that moves")
    if any(moves(words, base, statement.variable, {}) for base in words.bases.values()):
        raise NotWords("a function of a matrix that moves, and its eigenvalues with it")
    for node in preorder_traversal(statement.on.expand(statement.expression)):
        if isinstance(node, (MatrixFunction, Inverse)) and (fault := obstacle(node, statement.variable, setting)) \
                and not _has_value_near(node, statement, setting):
            raise NotWords(f"{node} is not shown to have a value: {fault}")
    rate = None if statement.rate is None else setting.scalar(statement.rate)
    return all(_vanishes(coefficient, conditions, rate, statement, setting) for coefficient, conditions in collected(gap, words))


def _has_value_near(node, statement: Limit, setting: FunctionSetting) -> bool:
    """Whether a function of a matrix has a value from some argument on: its formula has a series at each eigenvalue, and there are finitely
    many. What is smooth nowhere, and what lies farther away, is no matter of a limit."""
    if not isinstance(node, MatrixFunction) or node.formula.atoms(MatrixSymbol) or obstacle(node.argument, statement.variable, setting):
        return False
    _, values = setting.words.spectral(node)
    return all(compute_limit(value, statement.variable, statement.point, spectral_domain(value, setting), setting.words.deadline, is_zero)
               is not None for value in values)


def _vanishes(coefficient: Expr, conditions: tuple, rate, statement: Limit, setting: FunctionSetting) -> bool:
    domain, deadline = setting.domain, setting.words.deadline
    new = sorted(coefficient.free_symbols - set(domain.symbols), key=str)
    open_rates = {symbol for rate_of, _ in (node.args for node in coefficient.atoms(GrowthIntegral)) for symbol in rate_of.free_symbols
                  if symbol in new or symbol != statement.variable and rate_of.subs(symbol, 0) == 0}
    if len(open_rates) > MOST:
        raise NotWords("functions of many eigenvalues")
    for zeros in product((True, False), repeat=len(open_rates)):
        chosen = dict(zip(sorted(open_rates, key=str), zeros, strict=True))
        at_zero = {symbol: S.Zero for symbol, zero in chosen.items() if zero}
        try:
            case = domain.but(*conditions, *(Ne(symbol, 0) for symbol, zero in chosen.items() if not zero), over=new).at(at_zero)
        except DomainError:
            continue  # nothing is so
        written = _without_growth(coefficient.xreplace(at_zero), case, deadline)
        if prove_limit(written, statement.variable, statement.point, S.Zero, rate, case, deadline, is_zero) is None:
            return False
    return True


def _without_growth(coefficient: Expr, domain: Domain, deadline: Deadline) -> Expr:
    """The coefficient with quotients for its growth integrals, whose rates are not zero."""
    table = {}
    for node in coefficient.atoms(GrowthIntegral):
        rate, time = node.args
        if sign(rate, domain, deadline) not in NOT_ZERO:
            raise NotWords(f"the rate {rate} is not kept from zero")
        table[node] = (exp(rate * time) - 1) / rate
    return coefficient.xreplace(table)


def _elsewhere(statement: Limit, deadline: Deadline) -> Finding | None:
    """A simple point, diagonal where functions are taken, at which an entry has another limit or is slower."""
    where = parameters(statement)
    return refuted_at_a_point(statement, where, chain(places(where, deadline), _at_zero(where, statement, deadline)), deadline)


def _at_zero(where: Domain, statement: Limit, deadline: Deadline) -> Iterator[dict]:
    """Points like random ones, but with zero for what functions of matrices speak of, as far as the domain lets that be."""
    written = statement.on.expand(statement.expression)
    inner = sorted(set().union(*map(atoms_of, written.atoms(MatrixFunction))) & set(where.symbols), key=str)
    try:
        for point in points(where, RANDOM, "eigenvalues that vanish", deadline):
            for symbol in inner:
                number = point[symbol]
                moved = {**point, symbol: ImmutableMatrix.zeros(*number.shape) if isinstance(number, MatrixBase) else S.Zero}
                point = moved if contains(where, moved) is True else point
            yield point
    except (DomainError, NotEvaluable):
        return
