"""What follows for two eigenvectors of one symmetric matrix: their eigenvalues are the same number, or they are orthogonal."""

from __future__ import annotations

from itertools import combinations

from sympy import Eq, Expr, MatMul, MatrixSymbol, Mul, Transpose

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.symbols import Dot


def alike_or_orthogonal(domain: Domain) -> list[tuple[Eq, Eq]]:
    """(equal eigenvalues, orthogonal vectors) for every two eigenvectors that the domain's equations tell of one symmetric matrix.

    From A u = r u and A v = s v with A = A^T it follows that (r - s) u^T v = 0. What the domain says already is left out.
    """
    found = []
    for (matrix, vector, number), (other, beside, level) in combinations(_eigenvectors(domain), 2):
        if matrix == other and vector != beside and number != level and _symmetric(matrix, domain):
            cases = Eq(number, level), Eq(Dot(vector, beside), 0)
            if not {*cases, Eq(Dot(beside, vector), 0)} & set(domain.conditions):
                found.append(cases)
    return found


def _eigenvectors(domain: Domain) -> list[tuple[tuple, MatrixSymbol, Expr]]:
    """(factors of A, u, r) for the equations A u = r u."""
    found = []
    for condition in domain.conditions:
        if not isinstance(condition, Eq):
            continue
        for side, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
            if not (isinstance(side, MatMul) and isinstance(other, MatMul)):
                continue
            (factor, factors), (number, vectors) = side.as_coeff_matrices(), other.as_coeff_matrices()
            if factor == 1 and len(factors) > 1 and vectors == [factors[-1]] and isinstance(factors[-1], MatrixSymbol):
                found.append((tuple(factors[:-1]), factors[-1], Mul(number)))
    return found


def _symmetric(factors: tuple, domain: Domain) -> bool:
    turned = tuple(factor.arg if isinstance(factor, Transpose) else Transpose(factor) for factor in reversed(factors))
    if turned == factors:
        return True
    (only, *others) = factors
    return not others and any(isinstance(condition, Eq) and {condition.lhs, condition.rhs} == {only, Transpose(only)}
                              for condition in domain.conditions)
