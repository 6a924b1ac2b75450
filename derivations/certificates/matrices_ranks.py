"""What is said of ranks, as theorems about natural numbers: bounds by sizes and by other ranks, and ranks that are the same."""

from __future__ import annotations

from typing import Any

from sympy import And, Eq, Ge, Gt, Le, Lt, Min

from rederive.derivations.language import Equal, Holds, Rank, RankBound, Statement

from .matrices import MatrixPart, spoken, theorem
from .matrices_points import Said
from .matrices_setting import Setting, setting_of
from .matrices_terms import ZERO, NoCertificate, Node

SIGNS = {Ge: "<=", Gt: "<", Le: "<=", Lt: "<", Eq: "="}
"""How a relation of natural numbers is written, those that are greater the other way round."""


def speaks_of_rank(statement: Statement) -> bool:
    """Whether a statement is about a rank."""
    return isinstance(statement, RankBound) or any(getattr(expression, "has", lambda _: False)(Rank) for expression in
                                                   statement.expressions())


def ranks(statement: Equal | Holds | RankBound) -> MatrixPart:
    """A bound on a rank, or a relation between ranks and sizes."""
    made = setting_of(statement.on, spoken(statement))
    trees: list[Node] = []
    if isinstance(statement, RankBound):
        if statement.neurons is not None:
            raise NoCertificate("matrix word OverNeurons")
        relations: tuple = ((Rank(statement.matrix), Le, statement.at_most),)
    elif isinstance(statement, Equal):
        relations = ((statement.left, Eq, statement.right),)
    else:
        parts = statement.relation.args if isinstance(statement.relation, And) else (statement.relation,)
        relations = tuple((part.args[0], type(part), part.args[1]) for part in parts)
    shown = []
    for left, kind, right in relations:
        if kind not in SIGNS:
            raise NoCertificate(f"kind {kind.__name__}")
        sides = [_number(made, side, trees) for side in ((right, left) if kind in (Ge, Gt) else (left, right))]
        shown.append(f"({sides[0]} {SIGNS[kind]} {sides[1]})%N")
    if made.letters.inverses or made.letters.functions:
        raise NoCertificate("inverse")
    saying = Said(ZERO, ZERO, "rank") if len(relations) == 1 else None
    return theorem(made, trees, " /\\ ".join(shown), ["of_ranks."], saying=saying)


def _number(made: Setting, side: Any, trees: list[Node]) -> str:
    if isinstance(side, Rank):
        trees.append(made.reader.matrix(side.arg))
        ring = "%R" if trees[-1].head == "madd" else ""  # mathcomp reads a plain sum below a rank as that of row spaces
        return f"(\\rank {made.printer.shown(trees[-1])}{ring})"
    if isinstance(side, Min) and len(side.args) == 2:
        return f"(minn {' '.join(_number(made, part, trees) for part in side.args)})"
    made.letters.size(side)
    return made.letters.size_text(made.letters.size_of(side))
