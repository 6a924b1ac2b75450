r"""Formulas that the grammar takes in one way and readers in two: `\sin x / 2`, `\ln(x)^2`, `\frac{d}{dx} \sin(x) \cos(x)`, `3\frac12`.
They are refused, with both readings; of a number and one factor, `\frac{d}{dt} \frac{1}{2} x^2`, the derivative is of both, as that of the
number would be none."""

from __future__ import annotations

from lark import Token, Tree

from .errors import NotationError
from .shapes import column_of
from .vocabulary import ALWAYS_BRACKETED

_ONE = ("sum", "term", "product", "factors")


def refuse_two_readings(tree: Tree) -> None:
    """Raise NotationError for the first such formula in a tree."""
    for node in tree.iter_subtrees():
        if node.data == "product" and len(node.children) == 1:
            _of_a_number_and_a_factor(node.children[0])
    for node in tree.iter_subtrees():
        if node.data == "factors":
            _factors(node)
        elif node.data == "product":
            _division(node)
        elif node.data == "powered":
            _power(node)


def _factors(node: Tree) -> None:
    for one, other in zip(node.children, node.children[1:], strict=False):
        if isinstance(one, Token) or one.data == "tensor":
            continue
        if one.data == "derivative":
            _derivative(one, other)
        if one.data == "number" and len(one.children) == 1 and isinstance(other, Tree) and other.data == "fraction" and all(
                _number(part) for part in other.children if isinstance(part, Tree)):
            raise NotationError("a number before a fraction of numbers reads two ways: their sum, as a mixed numeral, or their product; "
                                "write + or \\cdot between them", column_of(other))


def _of_a_number_and_a_factor(factors: Tree) -> None:
    """A derivative before a fraction of numbers and one last factor, put before both."""
    before, ends = factors.children[:-2], factors.children[-2:]
    if len(ends) == 2 and isinstance(ends[0], Tree) and ends[0].data == "derivative" and isinstance(ends[1], Tree):
        operand = ends[0].children[1]
        if operand.data == "fraction" and all(_number(part) for part in operand.children if isinstance(part, Tree)):
            factors.children = [*before, Tree("derivative", [ends[0].children[0], Tree("factors", [operand, ends[1]])])]


def _number(tree: Tree) -> bool:
    """Whether a tree is a number and nothing else, brackets around it or not."""
    while tree.data in (*_ONE, "bracket") and len(tree.children) == 1 and isinstance(tree.children[0], Tree):
        tree = tree.children[0]
    return tree.data == "number" and len(tree.children) == 1


def _derivative(one: Tree, other: Tree | Token) -> None:
    """A derivative with a factor behind what it is taken of; brackets around that say where it ends, unless others follow."""
    operand = one.children[1]
    closed = operand.data == "above" or (operand.data == "bracket" and not (isinstance(other, Tree) and other.data == "bracket"))
    if not closed:
        raise NotationError("a derivative before a product reads two ways: of the first factor, or of the whole; put what is "
                            "differentiated in brackets, or the derivative itself", column_of(operand))


def _division(node: Tree) -> None:
    over = node.children[-1]
    if over.data != "over" or node.children[0].data != "factors":
        return
    last = node.children[0].children[-1]
    if last.data == "elementary" and _without_brackets(last):
        raise NotationError("a function without brackets before / reads two ways: the function divided, or the function of a quotient; "
                            "write the argument in brackets", column_of(over))
    if last.data == "derivative" and last.children[1].data not in ("bracket", "above"):
        raise NotationError("a derivative before / reads two ways: the derivative divided, or that of a quotient; put what is "
                            "differentiated in brackets", column_of(over))


def _without_brackets(elementary: Tree) -> bool:
    return elementary.children[-1].children[0].type == "SIMPLE"


def _power(node: Tree) -> None:
    base = node.children[0]
    if base.data == "elementary" and base.children[-1].children[0].type in ("LPAR", "LSQUARE", "LSET") and (
            base.children[0].value not in ALWAYS_BRACKETED):
        raise NotationError("a power behind a function's brackets reads two ways: of the function, or of its argument; write \\sin^{2}(x), "
                            "or brackets around what is raised", column_of(node.children[1]))
