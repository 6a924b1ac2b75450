"""What is said of ranks, as theorems about natural numbers: bounds by sizes and by other ranks, and ranks that are the same.

Of sums over neurons also that they are a product: the squares of unit vectors add up to the identity.
"""

from __future__ import annotations

import re
from typing import Any

from sympy import And, Eq, Ge, Gt, Le, Lt, Min
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import Equal, Holds, OverNeurons, Rank, RankBound, Statement

from .matrices import MatrixPart, theorem
from .matrices_points import Said
from .matrices_reading import Reader
from .matrices_setting import Setting, setting_of, spoken
from .matrices_terms import ZERO, NoCertificate, Node, node, product, subtrees
from .matrices_words import Algebra

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
    over = neurons_of(statement)
    if over:
        return _over_neurons(made, statement, over)
    if isinstance(statement, RankBound):
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
    return theorem(made, trees, " /\\ ".join(shown), lambda: ["of_ranks."], saying=saying)


def neurons_of(statement: Statement) -> set[MatrixSymbol]:
    """The letters for a unit vector over which a statement adds up."""
    found = {part.unit for expression in statement.expressions() for part in expression.atoms(OverNeurons)}
    return found | ({statement.neurons} if isinstance(statement, RankBound) and statement.neurons is not None else set())


def _over_neurons(made: Setting, statement: Statement, over: set[MatrixSymbol]) -> MatrixPart:
    """A bound on the rank of a sum over neurons, or on the sum of the ranks; it holds also where a denominator is zero."""
    if not isinstance(statement, RankBound) or len(over) != 1:
        raise NoCertificate("matrix word OverNeurons")
    (unit,) = over
    made.reader = NeuronReader(made.letters)
    tree = made.reader.matrix(statement.on.expand(statement.matrix))
    size = _every_unit(made, unit)
    shown = f"(\\rank {made.printer.shown(tree)}%R)"
    if statement.neurons is not None:
        shown = f"(\\sum_(k < {size}) {shown})"
    bound: list[Node] = []
    said = f"({shown} <= {_number(made, statement.at_most, bound)})%N"
    made.left_out += ["denominators (not needed)"] if any(part.head == "sfun" for part in subtrees(tree)) else []
    return theorem(made, [tree], said, lambda: ["rank_over."])


def _every_unit(made: Setting, unit: MatrixSymbol) -> str:
    """The size of the unit vectors, which stand for the letter from here on."""
    of_unit = re.compile(rf"\b{re.escape(made.letters.names[unit])}\b")  # what is supposed of one neuron is not needed
    made.left_out += [item.text for item in made.hypotheses if of_unit.search(item.text)]
    made.hypotheses = [item for item in made.hypotheses if not of_unit.search(item.text)]
    made.letters.letters = [one for one in made.letters.letters if one[0] != unit]
    size = made.letters.size_text(made.letters.size_of(unit.shape[0]))
    made.printer.given[unit] = f"(delta_mx k ord0 : 'M[R]_({size}, 1%N))"
    return size


def summed(statement: Equal) -> MatrixPart:
    """That a product is a sum over neurons, in each of which the square of a unit vector stands once. Raises NoCertificate."""
    made = setting_of(statement.on, spoken(statement))
    made.reader = NeuronReader(made.letters)
    sides = [made.reader.matrix(statement.on.expand(side)) for side in (statement.left, statement.right)]
    (unit,) = neurons_of(statement)
    if sides[1].head != "mneurons":
        raise NoCertificate("matrix word OverNeurons")
    algebra = Algebra(made.letters, [sides[1]])
    ((word, scalars), factor), *more = algebra.matrix(sides[1].args[0]).items()
    places = [place for place, (key, _) in enumerate(word) if key == unit]
    if more or scalars or factor != algebra.one or len(places) != 2 or word[places[0]:places[1] + 1] != ((unit, False), (unit, True)):
        raise NoCertificate("matrix word OverNeurons")
    before, after = (product([node("mtr", node("mlet", key)) if turned else node("mlet", key) for key, turned in part])
                     for part in (word[:places[0]], word[places[1] + 1:]))
    _every_unit(made, unit)
    shown = made.printer.shown
    return theorem(made, sides, f"{shown(sides[0])} = {shown(sides[1])}",
                   lambda: [f"by rewrite (over_neurons {shown(before)} {shown(after)})."])


class NeuronReader(Reader):
    """Reads sums over neurons too, which no proof of words has."""

    def matrix(self, expression: Any) -> Node:
        """The tree of a matrix expression."""
        if isinstance(expression, OverNeurons):
            return node("mneurons", self.matrix(expression.summand), self.of.size(expression.unit.shape[0]))
        return super().matrix(expression)


def _number(made: Setting, side: Any, trees: list[Node]) -> str:
    if isinstance(side, Rank):
        trees.append(made.reader.matrix(side.arg))
        shown = made.printer.shown(trees[-1])
        sums = any(part.head in ("madd", "mopp") for part in subtrees(trees[-1]))
        return f"(\\rank {shown}%R)" if sums else f"(\\rank {shown})"  # else Coq reads the sum of two row spaces
    if isinstance(side, Min) and len(side.args) == 2:
        return f"(minn {' '.join(_number(made, part, trees) for part in side.args)})"
    made.letters.size(side)
    return made.letters.size_text(made.letters.size_of(side))
