"""Identities between matrices and scalars in which functions of symmetric matrices occur, decided word by word."""

from __future__ import annotations

from sympy import Dummy

from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.ladder import Finding, identity_scope, named, scope, sought, with_functions
from theoremtest.derivations.proof.matrices.letters import NotWords, difference, is_matrix
from theoremtest.derivations.proof.points.relevant_domain import relevant
from theoremtest.derivations.proof.refute import refute_equal, refute_relation

from .collecting import vanishing
from .definiteness import is_positive
from .regularity import obstacle
from .vocabulary import FunctionSetting

TRIED = "matrix words with functions of their eigenvalues"


@with_functions
def function_goal(left, right, domain: Domain, deadline: Deadline, operation: str = "") -> Finding:
    """left = right for matrices, or for scalars made of them."""
    def refute():
        return refute_equal(left, right, relevant(domain, (left, right)).but(over=domain.dimensions), deadline)

    try:
        if is_matrix(left) and not all(map(same_size, left.shape, right.shape)):
            raise NotWords(f"shapes {left.shape} and {right.shape} are not the same for every size")
        setting = FunctionSetting(domain, deadline)
        if is_matrix(left):
            gap = difference(setting.matrix(left), setting.matrix(right))
        else:
            gap = {(): setting.scalar(left) - setting.scalar(right)}
        rungs = vanishing(gap, setting)
    except NotWords as reason:
        return sought(refute, operation, f"matrix words: {reason}")
    if rungs is None:
        return sought(refute, operation, TRIED)
    rung = "functions of symmetric matrices" + (f" with {rungs} coefficients" if rungs else "")
    return Finding(Outcome.PROVED, named(operation, rung), identity_scope(domain, left, right))


def definite_goal(relation: PositiveDefinite | PositiveSemidefinite, domain: Domain, deadline: Deadline) -> Finding:
    """A matrix is symmetric, with eigenvalues of one sign, all over the domain."""
    def refute():
        return refute_relation(relation, relevant(domain, (relation,)).but(over=domain.dimensions), deadline)

    operation, strict = "sandwich of functions, signs at every eigenvalue", isinstance(relation, PositiveDefinite)
    try:
        setting, matrix = FunctionSetting(domain, deadline), domain.expand(relation.matrix)
        terms = setting.words.normal(setting.matrix(matrix))
        shown = not difference(setting.words.flipped(terms), terms) and is_positive(terms, strict, setting)
        fault = obstacle(matrix, Dummy("t", real=True), setting) if shown else None
    except NotWords as reason:
        return sought(refute, operation, f"matrix words: {reason}")
    if not shown:
        return sought(refute, operation, TRIED)
    if fault:
        return Finding(Outcome.UNDECIDED, tried=(f"where it has a value, which is not shown everywhere: {fault}",))
    return Finding(Outcome.PROVED, operation, scope(domain, matrix))
