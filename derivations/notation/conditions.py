"""Relations and conditions built from a syntax tree: chains, conjunctions, negations; nothing is evaluated."""

from __future__ import annotations

import sympy as sp
from lark import Token, Tree
from sympy import S
from sympy.core.relational import Relational
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.diagonal import EveryEntry

from .builders import build
from .errors import NotationError
from .shapes import column_of, is_matrix, matched

RELATIONS = {"EQ": sp.Eq, "NE": sp.Ne, "LT": sp.Lt, "LE": sp.Le, "GT": sp.Gt, "GE": sp.Ge}
_UPWARD, _DOWNWARD = {"LT", "LE"}, {"GT", "GE"}


def build_condition(tree: Tree) -> Boolean:
    """The relation, or the `And`, `Or`, `Not` of relations, that a tree of the grammar's `disjunction` stands for."""
    if tree.data == "relation":
        return relation(tree)
    if tree.data == "definite":
        return _definite(tree)
    if tree.data == "grouped":
        return build_condition(tree.children[1])
    if tree.data == "negation":
        return _open(sp.Not(build_condition(tree.children[2]), evaluate=False), tree)
    head = sp.Or if tree.data == "disjunction" else sp.And
    return _open(head(*[build_condition(child) for child in tree.children if isinstance(child, Tree)], evaluate=False), tree)


def _definite(tree: Tree) -> Boolean:
    r"""`A \succeq B`, and a chain of such, in Loewner's order: what is larger less what is smaller is positive (semi)definite."""
    trees, signs = sides(tree)
    if len({sign.type.removesuffix("EQ") for sign in signs}) > 1:
        raise NotationError("a chain of relations runs in one direction", signs[1].column)
    values = [build(side) for side in trees]
    found = [_ordered(*(pair if sign.type.startswith("SUCC") else pair[::-1]), sign)
             for sign, *pair in zip(signs, values, values[1:], strict=False)]
    return found[0] if len(found) == 1 else _open(sp.And(*found, evaluate=False), tree)


def _ordered(larger: sp.Basic, smaller: sp.Basic, sign: Token) -> Boolean:
    larger, smaller = matched(larger, smaller, sign)
    if not is_matrix(larger) or larger.shape[0] != larger.shape[1]:
        raise NotationError(rf"{sign} is between square matrices, or a matrix and 0", sign.column)
    if isinstance(smaller, sp.ZeroMatrix):
        difference = larger
    else:
        difference = -smaller if isinstance(larger, sp.ZeroMatrix) else larger - smaller
    return (PositiveSemidefinite if sign.type.endswith("EQ") else PositiveDefinite)(difference)


def _open(condition: Boolean, tree: Tree) -> Boolean:
    """A condition that SymPy has not settled by its form alone."""
    if condition in (S.true, S.false):
        raise NotationError(f"this condition is {str(bool(condition)).lower()} whatever its names stand for", column_of(tree))
    return condition


def sides(tree: Tree) -> tuple[list[Tree], list[Token]]:
    """The sides of a relation, as trees, and the relation signs between them."""
    return tree.children[0::2], [child.children[0] for child in tree.children[1::2]]


def relation(tree: Tree) -> Relational | Boolean:
    """`a < b`, or the conjunction that a chain such as `a < b <= c` stands for; nothing is evaluated."""
    trees, signs = sides(tree)
    kinds = {sign.type for sign in signs}
    if "PROPTO" in kinds:
        raise NotationError(r"\propto is read of an order only; of an equation, write the constant factor as a declared name",
                            signs[0].column)
    if len(signs) > 1 and not (kinds <= _UPWARD or kinds <= _DOWNWARD or kinds == {"EQ"}):
        raise NotationError("a chain of relations runs in one direction", signs[1].column)
    values = [build(side) for side in trees]
    found = []
    for sign, left, right in zip(signs, values, values[1:], strict=False):
        left, right = matched(left, right, sign)
        ordered = is_matrix(left) and sign.type not in ("EQ", "NE")
        found.append(_of_entries(left, right, sign) if ordered else RELATIONS[sign.type](left, right, evaluate=False))
    return found[0] if len(found) == 1 else _open(sp.And(*found, evaluate=False), tree)


def _of_entries(left: sp.Basic, right: sp.Basic, sign: Token) -> Boolean:
    r"""x \geq 0 and x < y of columns, which hold entry by entry."""
    columns = [side for side in (left, right) if isinstance(side, sp.MatrixSymbol)]
    if not columns or any(not isinstance(side, (sp.MatrixSymbol, sp.ZeroMatrix)) or side.shape[1] != 1 for side in (left, right)):
        raise NotationError("matrices have no order; of columns x \\geq 0 and x \\leq y are read, entry by entry", sign.column)
    letters = {column: sp.Symbol(f"x_{{{place}}}", real=True) for place, column in enumerate(dict.fromkeys(columns))}
    holds = RELATIONS[sign.type](*(letters.get(side, S.Zero) for side in (left, right)), evaluate=False)
    return EveryEntry(holds, *((letter, column) for column, letter in letters.items()))
