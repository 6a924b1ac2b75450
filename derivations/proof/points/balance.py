"""Points whose two layers are balanced, Y^T Y = lambda I + X X^T, which chance never meets where the layers share more than one unit.

Both layers are built from rational orthogonal matrices and singular values a and b with b^2 - a^2 = lambda: a + b is drawn, and b - a is
lambda over it. A direction that only one of the layers has room for fixes lambda as a square, or as the negative of one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sympy import Eq, Expr, Identity, ImmutableMatrix, MatAdd, MatMul, MatrixSymbol, Rational, S, Symbol, Transpose, zeros

from .coordinates import shape_of


@dataclass(frozen=True)
class Balance:
    """Y^T Y = lambda I + X X^T: the layers, and lambda, a symbol or a number."""

    X: MatrixSymbol
    Y: MatrixSymbol
    level: Expr


def balance(condition) -> Balance | None:
    """The balance that an equation states; None for any other condition."""
    if not isinstance(condition, Eq):
        return None
    for one, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
        Y = _gram(one, first_turned=True)
        terms = other.args if isinstance(other, MatAdd) else (other,)
        grams = [X for term in terms if (X := _gram(term, first_turned=False)) is not None]
        levels = [level for term in terms if (level := _level(term)) is not None]
        if Y is not None and len(grams) == 1 and len(grams) + len(levels) == len(terms) <= 2 and grams[0] != Y:
            return Balance(grams[0], Y, levels[0] if levels else S.Zero)
    return None


def _gram(term, first_turned: bool) -> MatrixSymbol | None:
    """M of M^T M, or of M M^T."""
    if not isinstance(term, MatMul) or len(term.args) != 2:
        return None
    turned, plain = term.args if first_turned else term.args[::-1]
    return plain if isinstance(turned, Transpose) and turned.arg == plain and isinstance(plain, MatrixSymbol) else None


def _level(term) -> Expr | None:
    """The multiple of the identity that a term is, if that is a symbol or a number."""
    level, rest = term.args if isinstance(term, MatMul) and len(term.args) == 2 else (S.One, term)
    return level if isinstance(rest, Identity) and (isinstance(level, Symbol) or level.is_Rational) else None


def balanced(stated: Balance, point: dict, sizes: dict, draws, orthogonal: Callable) -> dict:
    """The point with balanced layers; lambda is the point's own where every direction has room in both layers.

    orthogonal: makes a rational orthogonal matrix of a size. Where lambda is a number that these sizes rule out, the point is none.
    """
    units, inputs = shape_of(stated.X, sizes)
    outputs, _ = shape_of(stated.Y, sizes)
    made, level = dict(point), point.get(stated.level, stated.level)
    if isinstance(stated.level, Symbol) and units > min(inputs, outputs):
        root = _drawn(draws)
        level = S.Zero if units > max(inputs, outputs) else root**2 if outputs > inputs else -root**2
        made[stated.level] = level
    X, Y = zeros(units, inputs), zeros(outputs, units)
    for j in range(units):
        total = _drawn(draws)
        if j < inputs and j < outputs:
            X[j, j], Y[j, j] = (total - level / total) / 2, (total + level / total) / 2
        elif j < outputs:
            Y[j, j] = _root(level)
        elif j < inputs:
            X[j, j] = _root(-level)
    turn = orthogonal(units)
    made[stated.X] = ImmutableMatrix(turn * X * orthogonal(inputs))
    made[stated.Y] = ImmutableMatrix(orthogonal(outputs) * Y * turn.T)
    return made


def _drawn(draws) -> Rational:
    return Rational(1 + draws.below(30), 1 + draws.below(8))


def _root(square: Expr) -> Expr:
    """The rational root of a square; 0 where there is none."""
    root = Rational(square) ** Rational(1, 2) if square >= 0 else S.Zero
    return root if root.is_Rational else S.Zero
