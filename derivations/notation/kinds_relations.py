"""Limits and relations: values approached, inequalities, equivalences, the number of zeros."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree
from sympy import Symbol, oo
from sympy.core.relational import Relational

from theoremtest.derivations.language.observed import Observed
from theoremtest.derivations.language.statement import AtMostOneZero, Holds, Iff, Limit

from .build import build, build_condition, column_of, product
from .errors import NotationError
from .parser import parse
from .reading import RELATIONS, is_relation, like_shape, reader, right_side, scalar, time_of


@reader(Limit)
def _limit(text, like, names):
    """`\\lim_{x \\to a} e = v + O(r)`, or the right-hand side by itself."""
    tree = parse(text, "limit", names)
    if tree.data == "limit_value":
        value, rate = _value(tree.children[0], like.expression)
        return replace(like, value=value, rate=rate)
    variable = next(child for child in tree.children if isinstance(child, Token) and child.type == "NAME").value.value
    target, expression, value = [child for child in tree.children if isinstance(child, Tree)]
    if not isinstance(variable, Symbol):
        raise NotationError("a limit is in a declared scalar", column_of(tree))
    expression = product([expression])
    value, rate = _value(value, expression)
    return replace(like, variable=variable, to=_target(target), expression=expression, value=value, rate=rate)


def _target(tree: Tree):
    tokens = [child for child in tree.children if isinstance(child, Token)]
    if any(token.type == "INFTY" for token in tokens):
        return -oo if tokens[0].type == "MINUS" else oo
    value = build(tree.children[0])
    if not tokens:
        raise NotationError("say from where: a number is approached from above, ^{+}", column_of(tree))
    return value


def _value(tree: Tree, model):
    """(limit, rate): infinite limits have no rate."""
    first = tree.children[0]
    if first.data == "infinite":
        return (-oo if first.children[0].type == "MINUS" else oo), None
    rate = None
    if len(tree.children) > 1:
        rate = scalar(tree.children[-1])
    return like_shape(build(first), model, first), rate


@reader(Observed)
@reader(Holds)
def _holds(text, like, names):
    """A relation, or several joined by `\\wedge` and `\\vee`; the right-hand side alone where the statement is one relation."""
    if is_relation(text, RELATIONS | {r"\wedge", r"\vee", r"\neg"}) or not _single(like.relation):
        return replace(like, relation=build_condition(parse(text, "condition", names).children[0]))
    value = right_side(text, names, like.relation.lhs)
    return replace(like, relation=type(like.relation)(like.relation.lhs, value, evaluate=False))


def _single(condition) -> bool:
    return isinstance(condition, Relational)


@reader(Iff)
def _iff(text, like, names):
    """`A \\iff B`, or B by itself."""
    if is_relation(text, {r"\iff"}):
        left, _, right = parse(text, "equivalence", names).children
        return replace(like, left=build_condition(left), right=build_condition(right))
    if is_relation(text):
        return replace(like, right=build_condition(parse(text, "condition", names).children[0]))
    if not _single(like.right):
        raise NotationError("give a relation, or two with \\iff between them", 1)
    value = right_side(text, names, like.right.lhs)
    return replace(like, right=type(like.right)(like.right.lhs, value, evaluate=False))


@reader(AtMostOneZero)
def _zeros(text, like, names):
    """`\\#\\{t \\geq 0 : q(t) = 0\\} \\leq 1`, or the quantity by itself."""
    if not is_relation(text):
        return replace(like, quantity=right_side(text, names, like.quantity))
    tree = parse(text, "zeros", names)
    numbers = [str(child) for child in tree.children if isinstance(child, Token) and child.type == "NUMBER"]
    time = next(child for child in tree.children if isinstance(child, Token) and child.type == "NAME").value.value
    if numbers != ["0", "0", "1"] or time != time_of(names):
        raise NotationError(r"the claim reads \#\{t \geq 0 : ... = 0\} \leq 1", 1)
    quantity = next(child for child in tree.children if isinstance(child, Tree))
    return replace(like, quantity=scalar(quantity))
