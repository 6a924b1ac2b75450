"""Matrices that a polynomial equation allows, as P^2 = P, R^2 = I, N^2 = 0 or A^2 = A + I: blocks that it allows, in a drawn basis.

Each factor of the polynomial over the rationals has a companion matrix, and so have its powers up to the one in which it stands. A
symmetric matrix takes eigenvalues alone, in an orthonormal basis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from sympy import Basic, Eq, Identity, ImmutableMatrix, MatAdd, MatMul, MatPow, Poly, S, Symbol, diag, zeros
from sympy.matrices.expressions.matexpr import MatrixSymbol
from sympy.matrices.expressions.special import ZeroMatrix

VARIABLE = Symbol("z")
TRIES = 20
"""Bases that are drawn until one is invertible."""


@dataclass(frozen=True)
class Root:
    """A square matrix symbol, and the polynomial in z of which it is a root."""

    symbol: MatrixSymbol
    polynomial: Poly

    @cached_property
    def blocks(self) -> list[Poly]:
        """The polynomials whose companion matrices it may be made of."""
        _, factors = self.polynomial.factor_list()
        return [factor**power for factor, most in factors for power in range(1, most + 1)]

    def fits(self, size: int, symmetric: bool) -> bool:
        """Whether blocks fill the size."""
        degrees = {block.degree() for block in self.blocks} & ({1} if symmetric else set(range(size + 1)))
        reached = {0}
        for _ in range(size):
            reached |= {filled + degree for filled in reached for degree in degrees}
        return size in reached


def root(condition: Basic) -> Root | None:
    """The matrix that an equation makes the root of a polynomial of degree two at least; None for any other condition."""
    return _root(condition) if isinstance(condition, Eq) else None


@lru_cache(maxsize=512)
def _root(condition: Eq) -> Root | None:
    symbols: set[MatrixSymbol] = set()
    total = S.Zero
    for side, sign in ((condition.lhs, 1), (condition.rhs, -1)):
        for term in side.args if isinstance(side, MatAdd) else (side,):
            if isinstance(term, ZeroMatrix):
                continue
            factor, matrices = term.as_coeff_matrices() if isinstance(term, MatMul) else (S.One, [term])
            power = _power(matrices, symbols)
            if power is None or not factor.is_Rational:
                return None
            total += sign * factor * VARIABLE**power
    if len(symbols) != 1:
        return None
    found = Poly(total, VARIABLE)
    return Root(symbols.pop(), found) if found.degree() > 1 else None


def _power(matrices: list, symbols: set[MatrixSymbol]) -> int | None:
    """The power of a symbol that a product of matrices is; None for other products."""
    total = 0
    for matrix in matrices:
        base, exponent = (matrix.base, matrix.exp) if isinstance(matrix, MatPow) else (matrix, S.One)
        if isinstance(base, Identity):
            continue
        if not isinstance(base, MatrixSymbol) or not exponent.is_Integer or exponent < 1:
            return None
        symbols.add(base)
        total += int(exponent)
    return total


def made_root(stated: Root, size: int, draws, basis: ImmutableMatrix | None,
              orthogonal: Callable | None) -> tuple[ImmutableMatrix, ImmutableMatrix]:
    """A matrix of that size which is the root, and the basis in which it has its blocks.

    basis: one to take. orthogonal: makes the basis of a symmetric matrix, whose blocks are eigenvalues.
    """
    blocks, left = [], size
    while left:
        chosen = draws.pick([block for block in stated.blocks if block.degree() <= (1 if orthogonal else left)
                             and stated.fits(left - block.degree(), orthogonal is not None)])
        blocks.append(_companion(chosen))
        left -= chosen.degree()
    if basis is None:
        basis = ImmutableMatrix(orthogonal(size)) if orthogonal else _basis(size, draws)
    return ImmutableMatrix(basis * diag(*blocks) * (basis.T if orthogonal else basis.inv())), basis


def _companion(polynomial: Poly) -> ImmutableMatrix:
    _, *rest = polynomial.monic().all_coeffs()
    size = len(rest)
    made = zeros(size, size)
    for i in range(size):
        made[i, size - 1] = -rest[size - 1 - i]
        if i:
            made[i, i - 1] = 1
    return ImmutableMatrix(made)


def _basis(size: int, draws) -> ImmutableMatrix:
    for _ in range(TRIES):
        made = ImmutableMatrix(size, size, lambda i, j: draws.below(7) - 3)
        if made.det() != 0:
            return made
    return ImmutableMatrix.eye(size)
