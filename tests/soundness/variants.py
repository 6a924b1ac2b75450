"""Other ways to put a statement, of the same truth: other names, another order, sides scaled or exchanged, a condition that is true.

Each takes a statement and gives another, or None where it does not apply to the kind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sympy import Equality, Expr, Ge, Integer, Rational
from sympy.core.relational import Relational

from theoremtest.derivations.language import (
    All,
    AtMostOneZero,
    Conserved,
    Domain,
    Equal,
    Evolves,
    Expectation,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Induction,
    Inverse,
    Limit,
    RankBound,
    Scales,
    SquareRoot,
    Statement,
    real,
)
from theoremtest.derivations.language.tree import from_tree, to_tree

TIME_NAME = "t"


def renamed(statement: Statement) -> Statement:
    """Every symbol under another name, in another order of the alphabet; time keeps its own."""
    tree = to_tree(statement)
    names = sorted({node[1] for node in tree if node[0] in ("Symbol", "MatrixSymbol")} - {TIME_NAME}, reverse=True)
    fresh = {name: f"\\alpha_{{{number}}}" for number, name in enumerate(names)} | {TIME_NAME: TIME_NAME}
    return from_tree([[node[0], fresh[node[1]], *node[2:]] if node[0] in ("Symbol", "MatrixSymbol") else node for node in tree])


def reordered(statement: Statement) -> Statement:
    """The domain's conditions and symbols the other way round."""
    tree = [["Domain", node[1][::-1], node[2][::-1], *node[3:]] if node[0] == "Domain" else node for node in to_tree(statement)]
    return from_tree(tree)


def with_a_stranger(statement: Statement) -> Statement | None:
    """One more symbol in the domain, positive, of which the statement does not speak."""
    return _on(statement, lambda domain: domain.but(real("\\xi_0") > 0))


def with_a_true_condition(statement: Statement) -> Statement | None:
    """A condition that holds of every number, told of a scalar that nothing binds."""
    free = sorted((set(statement.on.scalars) - statement.binders()), key=str) if not isinstance(statement, All) else []
    if not free:
        return None
    if isinstance(statement, Induction):
        free = [symbol for symbol in free if symbol != statement.over]  # an induction is over every number from its start on
    return _on(statement, lambda domain: domain.but(Ge(free[0] ** 2, -1, evaluate=False))) if free else None


def _on(statement: Statement, change: Callable[[Domain], Domain]) -> Statement | None:
    if isinstance(statement, All):
        return None
    return replace(statement, on=change(statement.on))


def scaled(statement: Statement) -> Statement | None:
    """Both sides of what is said times a number."""
    three, part = Integer(3), Rational(-2, 5)
    if isinstance(statement, Equal):
        return replace(statement, left=three * statement.left, right=three * statement.right)
    if isinstance(statement, Limit) and statement.value.is_finite:
        return replace(statement, expression=part * statement.expression, value=part * statement.value)
    if isinstance(statement, Evolves):
        return replace(statement, quantity=part * statement.quantity, rate=part * statement.rate, symbol=None)
    if isinstance(statement, (Conserved, AtMostOneZero)):
        return replace(statement, quantity=part * statement.quantity)
    if isinstance(statement, Gradient):
        return replace(statement, potential=part * statement.potential, value=part * statement.value)
    if isinstance(statement, Hessian):
        return replace(statement, potential=part * statement.potential, field=part * statement.field)
    if isinstance(statement, Expectation) and statement.moment == "mean":
        return replace(statement, quantity=part * statement.quantity, value=part * statement.value)
    if isinstance(statement, Scales):
        return replace(statement, expression=three * statement.expression)
    if isinstance(statement, RankBound):
        return replace(statement, matrix=part * statement.matrix)
    if isinstance(statement, SquareRoot):
        return replace(statement, root=three * statement.root, of=9 * statement.of)
    if isinstance(statement, Inverse):
        return replace(statement, matrix=three * statement.matrix, inverse=statement.inverse / three)
    if isinstance(statement, Holds) and isinstance(statement.relation, Relational):
        relation = statement.relation
        return replace(statement, relation=relation.func(three * relation.lhs, three * relation.rhs, evaluate=False))
    return None


def exchanged(statement: Statement) -> Statement | None:
    """The two sides in each other's place."""
    if isinstance(statement, (Equal, Iff)):
        return replace(statement, left=statement.right, right=statement.left)
    if isinstance(statement, Inverse):
        return replace(statement, matrix=statement.inverse, inverse=statement.matrix)
    if isinstance(statement, Holds) and isinstance(statement.relation, Relational):
        return replace(statement, relation=statement.relation.reversed)
    return None


def on_one_side(statement: Statement) -> Statement | None:
    """The difference of the two sides against nothing."""
    if isinstance(statement, Equal) and not getattr(statement.left, "shape", ()):
        difference = _apart(statement.left, statement.right)
        return None if difference is None else replace(statement, left=difference, right=Integer(0))
    if isinstance(statement, Limit) and statement.value.is_finite and not getattr(statement.value, "shape", ()):
        difference = _apart(statement.expression, statement.value)
        return None if difference is None else replace(statement, expression=difference, value=Integer(0))
    on_a_surface = any(isinstance(condition, Equality) for condition in statement.on.conditions)  # which the motion may leave
    if isinstance(statement, Evolves) and statement.rate == 0 and not on_a_surface:
        return Conserved(statement.quantity, along=statement.along, on=statement.on)
    if isinstance(statement, Conserved) and not getattr(statement.quantity, "shape", ()) and not on_a_surface:
        return Evolves(statement.quantity, Integer(0), along=statement.along, on=statement.on)
    if isinstance(statement, Holds) and isinstance(statement.relation, Relational) and not getattr(statement.relation.lhs, "shape", ()):
        relation = statement.relation
        difference = _apart(relation.lhs, relation.rhs)
        return None if difference is None else replace(statement, relation=relation.func(difference, 0, evaluate=False))
    return None


def _apart(left: Expr, right: Expr) -> Expr | None:
    """The difference; None where letters cancel on the way, with which values may go that are lacking somewhere."""
    difference = left - right
    return difference if difference.free_symbols == left.free_symbols | right.free_symbols else None


VARIANTS = (renamed, reordered, with_a_stranger, with_a_true_condition, scaled, exchanged, on_one_side)
