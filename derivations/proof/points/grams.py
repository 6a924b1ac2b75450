"""Equations between Gram matrices in one form: what stands on both sides as a sum of terms that are told apart.

M^T M, M M^T and <u, u> are Grams of a member, a matrix symbol with whether its rows are meant; A^T B and <u, v> are pairs of members; a
multiple of the identity, or a number beside inner products, is the unit; anything else stands for itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Add, Basic, Eq, Expr, Identity, MatAdd, MatMul, Mul, S, Transpose
from sympy.matrices.expressions.matexpr import MatrixSymbol
from sympy.matrices.expressions.special import ZeroMatrix

from theoremtest.derivations.language.symbols import Dot

Member = tuple[MatrixSymbol, bool]
"""A matrix symbol, and whether its rows are meant."""


@dataclass(frozen=True)
class Grams:
    """An equation as the sum that it says is zero: coefficients by member, by pair of members, of the unit, and of all else."""

    grams: tuple[tuple[Member, Expr], ...]
    pairs: tuple[tuple[frozenset[Member], Expr], ...]
    unit: Expr
    others: tuple[tuple[Basic, Expr], ...]


def grams_of(condition: Basic) -> Grams | None:
    """The equation in this form; None where no Gram and no pair is part of it."""
    if not isinstance(condition, Eq):
        return None
    found: tuple[dict, dict, dict] = ({}, {}, {})
    unit = S.Zero
    for side, sign in ((condition.lhs, S.One), (condition.rhs, S.NegativeOne)):
        for term in _terms(side):
            factor, core = _parts(term)
            if core is None:
                unit += sign * factor
            else:
                kind, key = _kind(core)
                found[kind][key] = found[kind].get(key, S.Zero) + sign * factor
    grams, pairs, others = (tuple((key, factor) for key, factor in kind.items() if factor != 0) for kind in found)
    return Grams(grams, pairs, unit, others) if grams or pairs else None


def _terms(side: Basic) -> tuple:
    if isinstance(side, (MatAdd, Add)):
        return side.args
    return () if side == 0 or isinstance(side, ZeroMatrix) else (side,)


def _parts(term: Basic) -> tuple[Expr, Basic | None]:
    """A coefficient and what it stands before; None for the unit."""
    if isinstance(term, Mul) and not isinstance(term, MatMul):
        inner = [part for part in term.args if part.has(Dot)]
        rest = Mul(*(part for part in term.args if not part.has(Dot)))
        return (rest, Mul(*inner)) if inner else (term, None)
    if isinstance(term, MatMul):
        factor, matrices = term.as_coeff_matrices()
        core = matrices[0] if len(matrices) == 1 else MatMul(*matrices)
    else:
        factor, core = S.One, term
    if isinstance(core, Identity):
        return factor, None
    return (factor, core) if getattr(core, "is_Matrix", False) or core.has(Dot) else (factor * core, None)


def _kind(core: Basic) -> tuple[int, object]:
    """0 and a member, 1 and a pair of members, or 2 and the term itself."""
    if isinstance(core, Dot):
        sides = core.left, core.right
        if all(isinstance(side, MatrixSymbol) for side in sides):
            members = frozenset((side, False) for side in sides)
            return (0, (core.left, False)) if len(members) == 1 else (1, members)
    if isinstance(core, MatMul) and len(core.args) == 2:
        left, right = core.args
        for turned, plain, by_rows in ((left, right, False), (right, left, True)):
            if isinstance(turned, Transpose) and isinstance(turned.arg, MatrixSymbol) and isinstance(plain, MatrixSymbol):
                members = frozenset({(turned.arg, by_rows), (plain, by_rows)})
                return (0, (plain, by_rows)) if len(members) == 1 else (1, members)
    return 2, core


def oriented(matrix, by_rows: bool):
    """The matrix whose columns are meant."""
    return matrix.T if by_rows else matrix
