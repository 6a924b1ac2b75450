"""Statements about matrices: inverses, gradients and Hessians, minimisers, ranks, square roots."""

from __future__ import annotations

import re
from dataclasses import replace

from lark import Token, Tree
from sympy import MatMul, MatrixSymbol, S, Symbol, ZeroMatrix

from theoremtest.derivations.language.rank import RankBound
from theoremtest.derivations.language.square_root import SquareRoot
from theoremtest.derivations.language.statement import Gradient, Hessian, Inverse, Minimises, NotHessian
from theoremtest.derivations.language.symbols import Dot

from .build import build, column_of, is_matrix, matched, product
from .builders import divides_by
from .errors import NotationError
from .names import Names
from .parser import parse
from .powers import roots_as_letters
from .reading import equation, is_relation, like_shape, only, reader, right_side, scalar
from .words_of import Product, chains_of, value_of

_NAMED = r"(?:[^{}=]|\{[^{}]*\})+?"
BY_A_MATRIX = re.compile(rf"^\s*\\frac\s*\{{\s*\\partial\s*(?P<of>{_NAMED})\}}\s*\{{\s*\\partial\s*(?P<by>{_NAMED})\}}\s*(?==)")
"""The derivative of a scalar by a vector or a matrix, alone on a left side, is its gradient."""


@reader(Inverse)
def _inverse(text, like, names):
    if not is_relation(text):
        return replace(like, inverse=right_side(text, names, like.matrix))
    left, right, _ = equation(text, names)
    powered = only(left, "powered")
    if powered is None or build(powered.children[1].children[2]) != S.NegativeOne:
        raise NotationError(r"the left side is an inverse, \left(...\right)^{-1}", column_of(left))
    matrix = build(powered.children[0])
    if not is_matrix(matrix) or matrix.shape[0] != matrix.shape[1]:
        raise NotationError("only a square matrix has an inverse", column_of(left))
    return replace(like, matrix=matrix, inverse=like_shape(build(right), matrix, right))


@reader(Gradient)
def _gradient(text, like, names):
    if not is_relation(text):
        return replace(like, value=right_side(text, names, like.variable))
    text = BY_A_MATRIX.sub(lambda match: rf"\nabla_{{{match['by']}}}\left({match['of']}\right)", text)
    tree = parse(text, "gradient", names)
    (variable,) = [child.value.value for child in tree.children if isinstance(child, Token) and child.type == "NAME"]
    if not isinstance(variable, MatrixSymbol):
        raise NotationError("the gradient is by a declared vector", column_of(tree))
    potential, value = [child for child in tree.children if isinstance(child, Tree)]
    _alone(potential, variable)
    return replace(like, variable=variable, potential=scalar(potential), value=like_shape(build(value), variable, value))


def _alone(potential: Tree, variable: MatrixSymbol) -> None:
    """Raise NotationError where a gradient stands before a product of which more than one factor moves."""
    moving = [factor for factor in _factors(potential) if build(factor).has(variable)]
    if len(moving) > 1:
        raise NotationError("a gradient before a product reads two ways, of the first factor or of all; put what it is of in brackets",
                            column_of(moving[1]))


def _factors(tree: Tree) -> list[Tree]:
    """What a product is written as a product of, its divisors too."""
    if tree.data not in ("product", "factors", "over"):
        return [tree]
    return [factor for child in tree.children if isinstance(child, Tree) for factor in _factors(child)]


@reader(Hessian)
def _hessian(text, like, names):
    if not is_relation(text):
        return replace(like, field=right_side(text, names, like.field))
    tree = parse(text, "hessian", names)
    variable = next((child.value.value for child in tree.children if isinstance(child, Token) and child.type == "NAME"), like.variable)
    if not isinstance(variable, MatrixSymbol) or variable.shape[1] != 1:
        raise NotationError("the Hessian is by a declared vector", column_of(tree))
    potential, field = [child for child in tree.children if isinstance(child, Tree)]
    _alone(potential, variable)
    square = ZeroMatrix(variable.shape[0], variable.shape[0])
    return replace(like, variable=variable, potential=scalar(potential), field=like_shape(build(field), square, field))


@reader(NotHessian)
def _not_hessian(text, like, names):
    """`M \\neq \\nabla^2 \\Phi \\text{ for every } \\Phi`, or M by itself."""
    if not is_relation(text):
        return replace(like, field=right_side(text, names, like.field))
    names.offer(r"\Phi", None, mark="potential")
    tree = parse(text, "not_hessian", names)
    words = next(child for child in tree.children if isinstance(child, Token) and child.type == "TEXT")
    if words.strip() != "for every":
        raise NotationError(r"the claim ends in \text{ for every } \Phi", words.column)
    return replace(like, field=like_shape(build(tree.children[0]), like.field, tree.children[0]))


@reader(Minimises)
def _minimises(text, like, names):
    """`b(\\infty) = \\arg\\min_{X b = y} P - (s)^\\top b`, or the objective by itself."""
    b = like.variable
    rows = Symbol("n", integer=True, positive=True)
    inputs, targets = MatrixSymbol("X", rows, b.shape[0]), MatrixSymbol("y", rows, 1)
    names.offer("X", inputs)
    names.offer("y", targets)
    names.offer(f"{_spelled(names, b)}(\\infty)", None, mark="limit")
    if is_relation(text):
        tree = parse(text, "minimiser", names)
        left, right, objective = [child for child in tree.children if isinstance(child, Tree)]
        wanted = MatMul(names.by_tokens[("X",)].value, b), names.by_tokens[("y",)].value
        if (product([left]), product([right])) != wanted:
            raise NotationError(rf"the minimum is over X {_spelled(names, b)} = y", column_of(left))
    else:
        objective = parse(text, "expression", names).children[0]
    potential, slope = _linear_part(objective, b)
    return replace(like, potential=potential, slope=slope)


def _spelled(names: Names, symbol) -> str:
    return next(meaning.latex for meaning in names.by_tokens.values() if meaning.value == symbol)


def _linear_part(tree: Tree, b: MatrixSymbol):
    """The objective as potential minus slope^T b: its last term is the linear one."""
    last = tree.children[-1]
    before = Tree("sum", tree.children[:-2])
    if len(tree.children) < 3 or tree.children[-2].children[0].type != "MINUS":
        raise NotationError(rf"the objective ends in `- \left(...\right)^{{\top}} {b}`", column_of(last))
    linear = product([last])
    if not isinstance(linear, Dot) or linear.right != b:
        raise NotationError(rf"the objective ends in `- \left(...\right)^{{\top}} {b}`", column_of(last))
    return scalar(before), linear.left


@reader(RankBound)
def _rank_bound(text, like, names):
    """`\\operatorname{rank}(M) \\leq k`, added up over the neurons where a sum stands before it; or the bound by itself."""
    if not is_relation(text):
        return replace(like, at_most=right_side(text, names, like.at_most))
    tree = parse(text, "rank_bound", names)
    neurons = next((child.value.value for child in tree.children if isinstance(child, Token) and child.type == "NAME"), None)
    matrix, bound = [child for child in tree.children if isinstance(child, Tree)]
    value = build(matrix)
    if not is_matrix(value):
        raise NotationError("the rank is of a matrix", column_of(matrix))
    return replace(like, matrix=value, at_most=scalar(bound), neurons=neurons)


@reader(SquareRoot)
def _square_root(text, like, names):
    """`\\sqrt{M} = R`, an equation that holds the root once, in a sum, or R by itself."""
    if not is_relation(text):
        return replace(like, root=right_side(text, names, like.root))
    with roots_as_letters() as roots:
        left, right, _ = equation(text, names)
        one, other = matched(build(left), build(right))
    if len(roots) != 1:
        raise NotationError(r"the equation holds one square root of a matrix, \sqrt{...}", column_of(left))
    ((letter, inside),) = roots.items()
    terms = [(sign * factor, word) for sign, side in ((1, one), (-1, other)) for factor, word in chains_of(side)]
    holding = [factor for factor, word in terms if word == (letter,)]
    if len(holding) != 1 or any(letter in word for _, word in terms if word != (letter,)):
        raise NotationError("the square root stands in a sum, times a number", column_of(left))
    divides_by(holding[0])
    if one == letter and not other.has(letter):
        return replace(like, of=inside, root=other)
    rest = [Product(-factor / holding[0], chain=word) for factor, word in terms if word != (letter,)]
    return replace(like, of=inside, root=value_of(rest, letter.shape))
