"""What Appendix C.2 and what follows from it share: modes of both representations, frames of the three shapes, limits of large lambda."""

from collections.abc import Callable

from sympy import Eq, Expr, MatrixExpr, oo

from theoremtest.derivations.language import Domain, Limit, PositiveDefinite, Statement, every

from .c1_singular_values_eq16_17_and_115_117 import ROTATION, SINGULAR_VECTORS, R, shapes
from .mode_notation import constants, level_task
from .notation import POSITIVE_VALUES, lam
from .task_notation import S_tilde, one_n, s_tilde

first_gram, second_gram = level_task - lam / 2, level_task + lam / 2
"""A mode of W_1^T W_1 and of W_2 W_2^T where the network function's mode is s~; at any time for s(t) in its place."""
positive_entries = Domain(PositiveDefinite(S_tilde), source=POSITIVE_VALUES)
"""The task's singular values are positive."""


def frames(left: MatrixExpr, right: MatrixExpr, rotation: bool = True) -> Domain:
    """Singular vectors of the network function, its singular values, and R."""
    vectors = Domain(Eq(left.T * left, one_n), Eq(right.T * right, one_n), over=[s_tilde, lam], source=SINGULAR_VECTORS)
    values = vectors & Domain(*([Eq(R.T * R, one_n)] if rotation else []), source=ROTATION)
    return values


def in_shapes(statement: Callable[[MatrixExpr, MatrixExpr], Statement]) -> Statement:
    """`statement(left, right)` for square, funnel and inverted funnel networks."""
    return every(**{name: statement(left, right) for name, (left, right) in shapes.items()})


def at_plus(value: Expr, limit: Expr) -> Limit:
    """`value` tends to `limit` as lambda -> +oo, with an error of the order 1/lambda^2."""
    return Limit(value, lam, oo, limit, on=constants, rate=lam**-2)


def at_minus(value: Expr, limit: Expr) -> Limit:
    """`value` tends to `limit` as lambda -> -oo, with an error of the order 1/lambda^2."""
    return Limit(value, lam, -oo, limit, on=constants, rate=lam**-2)
