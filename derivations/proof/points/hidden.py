"""Conditions on a formula as conditions on a matrix of its own: (A B)^T (A B) = I where A B is a frame, B - A > 0 where B - A is definite.

The matrix is built, and one that the formula speaks of is moved until it is that; then it is forgotten.
"""

from __future__ import annotations

from functools import lru_cache

from sympy import Basic, Eq, Identity, MatMul, Transpose
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol
from sympy.matrices.expressions.special import ZeroMatrix

from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import TheoremtestError


def with_hidden(domain: Domain) -> tuple[Domain, tuple[MatrixSymbol, ...]] | None:
    """The domain with a matrix for each such formula, all of whose points are points of the domain; None where there is none.

    Kept, as the order of a domain's symbols is by `space_of`.
    """
    return None if domain.chart is not None else _with_hidden(domain, domain.symbols)


@lru_cache(maxsize=128)
def _with_hidden(domain: Domain, symbols: tuple) -> tuple[Domain, tuple[MatrixSymbol, ...]] | None:
    made: list[MatrixSymbol] = []
    conditions: list[Basic] = []
    for condition in map(domain.expand, domain.conditions):
        formula = _formula(condition)
        if formula is None:
            conditions.append(condition)
            continue
        stand_in = MatrixSymbol(f"F_{{{len(made) + 1}}}", *formula.shape)
        made.append(stand_in)
        square = condition.func(stand_in) if isinstance(condition, (PositiveDefinite, PositiveSemidefinite)) else Eq(
            stand_in.T * stand_in, Identity(formula.shape[1]))
        conditions += [square, Eq(formula - stand_in, ZeroMatrix(*formula.shape), evaluate=False)]  # so that neither is worked out
    if not made or set(made) & set(domain.symbols):
        return None
    try:
        return Domain(*conditions, over=[*domain.symbols, *made]), tuple(made)
    except TheoremtestError:
        return None


def _formula(condition: Basic) -> MatrixExpr | None:
    """The formula that is definite, or whose columns are orthonormal; None for a symbol, of which that is built itself."""
    if isinstance(condition, (PositiveDefinite, PositiveSemidefinite)):
        return None if isinstance(condition.matrix, (MatrixSymbol, DiagMatrix)) else condition.matrix
    if not isinstance(condition, Eq):
        return None
    for side, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
        if isinstance(other, Identity) and isinstance(side, MatMul) and len(side.args) > 2 and len(side.args) % 2 == 0:
            half = len(side.args) // 2
            if all(Transpose(one).doit() == other for one, other in zip(side.args[:half], reversed(side.args[half:]), strict=True)):
                return MatMul(*side.args[half:])
    return None
