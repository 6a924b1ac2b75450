"""Relations that stay as they are written: `ge(x**2, 0)` where SymPy would make `x**2 >= 0` the word true before anybody decides it.

What SymPy has worked out says no more of what it spoke of, nor where that has a value; a statement refuses it.
"""

from __future__ import annotations

from sympy import Basic, Eq, Expr, Ge, Gt, Le, Lt, Ne, S

from .errors import StatementError
from .material import as_formula


def _kept(relation: type[Basic], left: Expr, right: Expr) -> Basic:
    return relation(as_formula(left), as_formula(right), evaluate=False)


def ge(left: Expr, right: Expr) -> Basic:
    """left >= right, as written."""
    return _kept(Ge, left, right)


def gt(left: Expr, right: Expr) -> Basic:
    """left > right, as written."""
    return _kept(Gt, left, right)


def le(left: Expr, right: Expr) -> Basic:
    """left <= right, as written."""
    return _kept(Le, left, right)


def lt(left: Expr, right: Expr) -> Basic:
    """left < right, as written."""
    return _kept(Lt, left, right)


def eq(left: Expr, right: Expr) -> Basic:
    """left = right for scalars or matrices of one shape, as written."""
    return _kept(Eq, left, right)


def ne(left: Expr, right: Expr) -> Basic:
    """left != right, as written."""
    return _kept(Ne, left, right)


def worked_out(relation: object) -> bool:
    """Whether nothing of a relation is left but that it is true, or false."""
    return relation is S.true or relation is S.false


def spoken(relation: Basic) -> Basic:
    """The relation; where nothing but true or false is left of it, 0 >= 0 or 0 > 0, which a statement can hold."""
    return relation if not worked_out(relation) else ge(S.Zero, S.Zero) if relation is S.true else gt(S.Zero, S.Zero)


def check_unsettled(kind: str, *relations: object) -> None:
    """Raise StatementError where SymPy settled a relation before the statement of that kind was made."""
    for relation in relations:
        if worked_out(relation):
            raise StatementError(f"SymPy worked a relation of this {kind} out to {str(relation).lower()} before it was made, and "
                                 "nothing of what it spoke of is left; write it with ge, gt, le, lt, eq or ne of theoremtest, "
                                 f"which keep it as it stands: {kind}(ge(x**2, 0), ...)")
