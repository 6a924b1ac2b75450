r"""Equations that a time derivative stands anywhere in, such as `\dot{\nu} + \delta\nu = 1` and `\tau \dot{W} = F`: the derivative is a
letter while the equation is built, and the equation is solved for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import sympy as sp
from lark import Token, Tree

from theoremtest.derivations.language.kronecker import Vec

from .builders import build, divides_by
from .canonical import canonical
from .errors import NotationError
from .product_rule import changed
from .shapes import column_of, is_matrix, sized

_LETTERS: ContextVar[dict | None] = ContextVar("rates", default=None)


@contextmanager
def derivatives_as_letters() -> Iterator[dict]:
    """Time derivatives read meanwhile are letters; yields the quantity that each is the derivative of."""
    letters: dict = {}
    token = _LETTERS.set(letters)
    try:
        yield letters
    finally:
        _LETTERS.reset(token)


def letter_of(quantity: sp.Basic) -> sp.Basic | None:
    """The letter for the derivative of a quantity; None where derivatives stand for themselves."""
    letters = _LETTERS.get()
    if letters is None:
        return None
    known = next((letter for letter, meant in letters.items() if meant == quantity), None)
    if known is None:
        name = f"rate_{len(letters)}"
        known = sp.MatrixSymbol(name, *quantity.shape) if is_matrix(quantity) else sp.Dummy(name, real=True)
        letters[known] = quantity
    return known


def solved(left: Tree, right: Tree, wanted: sp.Basic, like) -> tuple[sp.Basic, sp.Basic]:
    """(quantity, rate) of an equation that is solved for the derivative of `wanted`, or of the one quantity that it has a derivative of.

    like: the statement along whose flow things change; the derivatives of its states beside it are their rates.
    """
    rates = getattr(like.along, "rates", {})
    with derivatives_as_letters() as letters:
        one, other = build(left), build(right)
    if not letters:
        raise NotationError(r"the equation holds no time derivative, \dot{x} or \frac{d}{dt}\left(...\right)", column_of(left))
    told = _by_its_letters(one, other, wanted, letters, _moving(like))
    if told is not None:
        return wanted, told
    chosen = next((letter for letter, quantity in letters.items() if quantity == wanted), None)
    if chosen is None:
        chosen = next(iter(letters))
    known = {letter: changed(quantity, rates) if rates else None for letter, quantity in letters.items() if letter != chosen}
    if any(rate is None for rate in known.values()):
        raise NotationError("two time derivatives stand in this equation; one is expected", column_of(left))
    if known:
        one, other = one.xreplace(known), other.xreplace(known)
    quantity, rate = _matrix(one, other, chosen, left, _moving(like)) if is_matrix(chosen) else _scalar(one, other, chosen, left)
    return (quantity(letters[chosen]) if callable(quantity) else letters[chosen]), rate


def _by_its_letters(one: sp.Basic, other: sp.Basic, wanted: sp.Basic, letters: dict, moving: set) -> sp.Basic | None:
    r"""The rate of a scalar of which every moving letter has its derivative in an equation: a \dot{a} is the rate of a^2 / 2."""
    moved = {quantity: letter for letter, quantity in letters.items()}
    if wanted in moved or is_matrix(wanted) or is_matrix(one) or is_matrix(other) or not wanted.free_symbols & moving <= set(moved):
        return None
    slope = changed(wanted, moved)
    rest = None if slope is None else sp.expand(one - other - slope)
    return None if rest is None or slope == 0 or rest.has(*letters) else -rest


def along_a_flow(one: sp.Basic, other: sp.Basic, letters: dict, like) -> tuple[sp.Basic, sp.Basic, bool]:
    """Two sides with their derivatives worked out by the product rule, and whether the flow gives the rates that are left in them."""
    flow = getattr(like, "along", None) or getattr(like, "system", None)
    states = getattr(flow, "states", ())
    given = dict(getattr(flow, "rates", {}))
    rates = {state: given.get(state) if given else _rate_letter(state) for state in states}
    symbol = getattr(like, "symbol", None)
    named = {symbol: like.quantity} if symbol is not None and symbol not in rates else {}
    found = {letter: changed(like.on.expand(quantity.xreplace(named)), rates) for letter, quantity in letters.items()}
    if not rates or any(value is None for value in found.values()):
        raise NotationError("a time derivative stands in this equation that the claim does not tell")
    found = {letter: sp.ZeroMatrix(*letter.shape) if value == 0 and is_matrix(letter) else value for letter, value in found.items()}
    return one.xreplace(found), other.xreplace(found), bool(given)


def _rate_letter(state: sp.Basic) -> sp.Basic:
    name = rf"\dot{{{state.name}}}"
    return sp.MatrixSymbol(name, *state.shape) if is_matrix(state) else sp.Symbol(name, real=True)


def same_value(one: sp.Basic, other: sp.Basic) -> bool:
    """Whether two sides are one formula once they are multiplied out."""
    if is_matrix(one) or is_matrix(other):
        return canonical(one) == canonical(other)
    return bool(sp.expand(one - other) == 0)


def _scalar(one: sp.Basic, other: sp.Basic, letter: sp.Basic, tree: Tree) -> tuple[object, sp.Basic]:
    if is_matrix(one) or is_matrix(other):
        raise NotationError("the sides have different shapes", column_of(tree))
    gap = one - other
    factor = sp.diff(gap, letter)
    if factor.has(letter) or factor == 0:
        raise NotationError("the time derivative stands in this equation more than once, or not by itself", column_of(tree))
    rest = gap.xreplace({letter: sp.Integer(0)})
    divides_by(factor)
    if rest.is_Add and factor.is_number and factor != 1 and factor != -1:
        return None, sp.Add(*(-term / factor for term in rest.args))
    return None, -rest if factor == 1 else rest if factor == -1 else -rest / factor


_SHAPED = {sp.Transpose: lambda quantity: sp.Transpose(quantity), Vec: Vec}


def _moving(like) -> set:
    """Every letter whose value changes along a statement's flow: states, and names of what holds one."""
    states = set(like.along.states)
    named = {symbol for symbol, value in like.on.where.items() if like.on.expand(value).free_symbols & states}
    return states | named | ({like.symbol} if getattr(like, "symbol", None) is not None else set())


def _between(matrices: list, letter: sp.Basic):
    """Constant matrices around a derivative: what changes is the matrix between them."""
    place = matrices.index(letter)
    return lambda quantity: sp.MatMul(*matrices[:place], quantity, *matrices[place + 1:])


def _matrix(one: sp.Basic, other: sp.Basic, letter: sp.Basic, tree: Tree, moving: set) -> tuple[object, sp.Basic]:
    shape = one.shape if is_matrix(one) else other.shape
    terms = [(sign, term) for sign, side in ((1, one), (-1, other)) for term in (side.args if isinstance(side, sp.MatAdd) else (side,))]
    terms = [(sign, sized(term, shape) or term) if not is_matrix(term) and term != 0 else (sign, term) for sign, term in terms]
    holding = [(sign, term) for sign, term in terms if term.has(letter)]
    rest = [(sign, term) for sign, term in terms if not term.has(letter) and term != 0]
    if len(holding) != 1 or any(not is_matrix(term) for _, term in rest):
        raise NotationError("the time derivative stands in this equation more than once, or not by itself", column_of(tree))
    sign, term = holding[0]
    factors = list(term.args) if isinstance(term, sp.MatMul) else [term]
    scalars, matrices = [f for f in factors if not is_matrix(f)], [f for f in factors if is_matrix(f)]
    if any(f.has(letter) for f in scalars):
        raise NotationError("the time derivative of a matrix stands beside scalars only", column_of(tree))
    shaped = next((make for kind, make in _SHAPED.items() if isinstance(matrices[0], kind) and matrices[0].args[0] == letter), None)
    if len(matrices) > 1 and matrices.count(letter) == 1 and not any(f.free_symbols & moving for f in matrices if f != letter):
        shaped = _between(matrices, letter)
    elif shaped is None and (len(matrices) != 1 or matrices[0] != letter):
        raise NotationError("the time derivative of a matrix stands beside scalars only", column_of(tree))
    factor = sp.Mul(*scalars)
    divides_by(factor)
    moved = [sp.MatMul(-s * sign / factor, item) if -s * sign / factor != 1 else item for s, item in rest]
    if not moved:
        return shaped, sp.ZeroMatrix(*shape)
    return shaped, moved[0] if len(moved) == 1 else sp.MatAdd(*moved)


def holds_derivative(tree: Tree | Token) -> bool:
    """Whether a time derivative stands anywhere in a tree."""
    return isinstance(tree, Tree) and (tree.data in ("dotted", "derivative") or any(holds_derivative(child) for child in tree.children))
