"""Statements that are equations once the operation that defines them is carried out: multiplied out, squared."""

from __future__ import annotations

from sympy import Eq, Identity, MatMul, MatrixSymbol, ZeroMatrix

from theoremtest.derivations.language.blocks import Blocks
from theoremtest.derivations.language.inverses import PseudoInverse
from theoremtest.derivations.language.rank import RankBound
from theoremtest.derivations.language.square_root import SquareRoot
from theoremtest.derivations.language.statement import Equal, Inverse
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.function_letters import refute_at_constants
from theoremtest.derivations.proof.ladder import (
    Finding,
    evaluated,
    findings_of,
    identity_scope,
    matrix_goal,
    refutation,
    scalar_goal,
    scope,
    sought,
    words_vanish,
)
from theoremtest.derivations.proof.matrices.inverses import inverted_by, inverted_in
from theoremtest.derivations.proof.matrices.letters import NotWords, finite_square, is_matrix, square
from theoremtest.derivations.proof.matrices.ranks import exceeds, refute_rank
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.matrices.square_roots import gaps_of, is_semidefinite, refute_root
from theoremtest.derivations.proof.norms.prove import prove_equal_numbers
from theoremtest.derivations.proof.norms.spectra import KINDS
from theoremtest.derivations.proof.points.sparse import sparse_points
from theoremtest.derivations.proof.recheck import fails
from theoremtest.derivations.proof.refute import refute_equal

SPARSE = 200
"""Points with sparse matrices at which an equation between norms, eigenvalues or ranks is tried."""

SHARE = 0.25
"""The part of the time left that one of the equations of Penrose may take."""


@findings_of.register
def _(statement: Equal, deadline) -> list[Finding]:
    domain = statement.on
    sides = statement.left, statement.right
    if not is_matrix(statement.left) and any(domain.expand(side).has(*KINDS) for side in sides):
        # words say no more of these numbers than the theorems do
        left, right = (domain.expand(evaluated(side, domain)) for side in sides)
        rung = prove_equal_numbers(left, right, Scalarised(domain, deadline), deadline.part(0.5))
        if rung is not None:
            return [Finding(Outcome.PROVED, rung, scope(domain, left, right))]
        return [sought(lambda: refute_equal(left, right, domain, deadline, sparse_points(domain, SPARSE)),
                       "", "theorems on norms, eigenvalues and ranks")]
    if not is_matrix(statement.left):
        counterexample = refute_at_constants(statement, deadline)
        if counterexample is not None:
            return [refutation(counterexample, "", "constant functions")]
    if not is_matrix(statement.left):
        return [scalar_goal(*sides, domain, deadline)]
    found = _by_equations_of_penrose(statement, deadline) or matrix_goal(*sides, domain, deadline)
    if found.outcome is Outcome.UNDECIDED:
        return [_in_the_other_order(statement, deadline) or _in_a_turned_basis(statement, deadline) or found]
    return [found]


def _in_the_other_order(statement: Equal, deadline) -> Finding | None:
    """X Y = 1 where X and Y are square and Y X = 1 is proved; None where that is not asked or not seen."""
    domain = statement.on
    sides = domain.expand(statement.left), domain.expand(statement.right)
    for given, one in (sides, sides[::-1]):
        if not (isinstance(given, MatMul) and _is_one(one)):
            continue
        factor, matrices = given.as_coeff_matrices()
        for cut in range(1, len(matrices)):
            x, y = MatMul(*matrices[:cut]), MatMul(*matrices[cut:])
            if finite_square(x.shape) and matrix_goal(factor * y * x, one, domain, deadline.part(SHARE)).outcome is Outcome.PROVED:
                return Finding(Outcome.PROVED, "the product in the other order, matrix words", identity_scope(domain, *sides))
    return None


def _in_a_turned_basis(statement: Equal, deadline) -> Finding | None:
    """X = Y where R^T X R = R^T Y R is proved, R orthogonal by the domain; None where that is not asked or not seen."""
    domain, size = statement.on, statement.left.shape[0]
    if not finite_square(statement.left.shape):
        return None
    for condition in domain.conditions:
        frame = _orthogonal(condition)
        if frame is None or not same_size(frame.shape[0], size):
            continue
        for turn in (frame, frame.T):
            sides = [turn.T * side * turn for side in (statement.left, statement.right)]
            if matrix_goal(*sides, domain, deadline.part(SHARE)).outcome is Outcome.PROVED:
                return Finding(Outcome.PROVED, "in a turned basis, matrix words", identity_scope(domain, statement.left, statement.right))
    return None


def _orthogonal(condition) -> MatrixSymbol | None:
    """The square matrix that a condition makes orthogonal."""
    if isinstance(condition, Eq) and isinstance(condition.rhs, Identity) and isinstance(condition.lhs, MatMul):
        factors = condition.lhs.args
        for symbol in (factor for factor in factors if isinstance(factor, MatrixSymbol) and same_size(*factor.shape)):
            if set(factors) == {symbol, symbol.T} and len(factors) == 2:
                return symbol
    return None


def _is_one(matrix) -> bool:
    """Whether a matrix is written as the identity, or as blocks that make it one."""
    if not isinstance(matrix, Blocks):
        return isinstance(matrix, Identity)
    return all(isinstance(block, Identity if i == j else ZeroMatrix)
               for i, row in enumerate(matrix.rows_of_blocks) for j, block in enumerate(row)) and len(matrix.heights) == len(matrix.widths)


def _by_equations_of_penrose(statement: Equal, deadline) -> Finding | None:
    """X^+ = Y where Y meets the four equations that no other matrix than X^+ meets; None where that is not asked or not seen."""
    domain = statement.on
    sides = domain.expand(statement.left), domain.expand(statement.right)
    for one, other in (sides, sides[::-1]):
        if isinstance(one, PseudoInverse) and not other.has(PseudoInverse):
            x, inverted = one.arg, inverted_by(domain) + inverted_in(*sides)
            pairs = ((x * other * x, x), (other * x * other, other), ((x * other).T, x * other), ((other * x).T, other * x))
            if all(matrix_goal(*pair, domain, deadline.part(SHARE), inverted=inverted).outcome is Outcome.PROVED for pair in pairs):
                return Finding(Outcome.PROVED, "the four equations of Penrose, matrix words", identity_scope(domain, *sides))
    return None


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
    counterexample = refute_rank(statement, deadline)
    if counterexample is not None:
        return [Finding(Outcome.REFUTED, "exact rank", "one exact point", counterexample)]
    return [Finding(Outcome.UNDECIDED, tried=("exact ranks at small and random points kept the bound",))]


@fails.register
def _(statement: RankBound, point, apart, deadline):
    return exceeds(statement, point)


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
