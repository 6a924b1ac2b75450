"""Equations and change: identities, rates along a flow, conserved quantities, solutions of initial value problems."""

from __future__ import annotations

from dataclasses import replace

from lark import Tree
from sympy import Add, Basic, Eq, Gt, Integer, Mul, Pow, Rational, ZeroMatrix, expand, factor_terms, fraction, sqrt, together

from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.statement import Conserved, Equal, Evolves, Solves, Statement

from .build import build, column_of, is_matrix, matched
from .builders import divides_by
from .declared import Constant
from .entries import units_of
from .errors import NotationError
from .every_entry import of_every_entry
from .limits_of_constants import check_still, without_limit
from .names import names_of
from .parser import parse
from .products import one_entry
from .rates import along_a_flow, derivatives_as_letters, holds_derivative, same_value, solved
from .reading import equation, expression, is_relation, like_shape, only, reader, right_side, time_of, two_sides
from .separated import rate_told
from .setting import with_declared


@reader(Equal)
def _equal(text, like, names):
    if not is_relation(text):
        return replace(like, right=_due(_right_side(text, names, like), like))
    text, variable = without_limit(text)
    left, right, sign = equation(text, names)
    left, right = matched(*of_every_entry(*_of_one_kind(left, right), like.left, like.on), sign)
    check_still((left, right), variable, names, like)
    if left == right == 0 and is_matrix(like.left):
        left = right = ZeroMatrix(*like.left.shape)
    return replace(like, left=left, right=right)


def _right_side(text: str, names, like: Equal) -> Basic:
    """A right-hand side by itself; one that gives an entry is that of the matrix."""
    value = expression(text, names)
    if units_of(value):
        return of_every_entry(value, value, like.right, like.on)[0]
    return right_side(text, names, like.left)


def equal_over(text: str, like: Statement) -> Equal | None:
    """An equation over the names and the domain of a statement of any kind; None for one of time derivatives that only says how a product
    is differentiated. Raises NotationError where it says more of derivatives that the statement does not give."""
    names = with_declared(names_of(like), like, text)
    left, right, sign = equation(text, names)
    with derivatives_as_letters() as letters:
        one, other = _of_one_kind(left, right)
    if letters:
        one, other, given = along_a_flow(one, other, letters, like)
        if not given:
            if same_value(one, other):
                return None
            raise NotationError("the claim does not write its rates out, so that this equation of derivatives cannot be decided; leave it "
                                "out", column_of(left))
    return Equal(*matched(*of_every_entry(one, other, one, like.on), sign), on=like.on)


def _due(value: Basic, like: Equal) -> Basic:
    """A right-hand side by itself; refused where the claim's own is a letter or a number, as a formula then belongs to another side."""
    if getattr(like.left, "is_Symbol", False) or value == like.right:
        return value
    if getattr(like.right, "is_Symbol", False) or (getattr(like.right, "is_number", False) and not getattr(value, "is_number", False)):
        raise NotationError(f"the right-hand side of this claim is {to_latex(like.right)}, so a formula by itself may be meant for "
                            "another side; write the whole equation", 1)
    return value


def _of_one_kind(left: Tree, right: Tree) -> tuple[Basic, Basic]:
    """Both sides; a row times a column opposite a matrix of one entry is such a matrix, and no inner product."""
    one, other = build(left), build(right)
    if is_matrix(one) != is_matrix(other) and getattr(one if is_matrix(one) else other, "shape", None) == (1, 1):
        return (one, one_entry(right) or other) if is_matrix(one) else (one_entry(left) or one, other)
    return one, other


def changing(tree: Tree, like, names):
    """The quantity whose time derivative a left side names, and its symbol where it bears one."""
    dotted = only(tree, "dotted")
    if dotted is not None:
        symbol = next(child for child in dotted.children if child.type == "NAME").value.value
        known = getattr(like, "symbol", None)
        return (like.quantity, symbol) if symbol == known else (symbol, None)
    derivative = only(tree, "derivative")
    if derivative is not None:
        variables, operand = derivative.children
        if len(variables.value) != 1 or variables.value[0] != (time_of(names), 1):
            raise NotationError("the derivative of a quantity along a flow is by time, once", column_of(tree))
        value = build(operand)
        if value == getattr(like, "symbol", None):
            return like.quantity, value
        return value, None
    raise NotationError(r"the left side is a time derivative, \dot{x} or \frac{d}{dt}\left(...\right)", column_of(tree))


def _written_out(rate, like):
    if like.symbol is None or like.symbol in like.on.declared or like.symbol in like.along.states:
        return rate
    return rate.xreplace({like.symbol: like.quantity})


@reader(Evolves)
def _evolves(text, like, names):
    """`\\dot{x} = rate`; the quantity's own name on the right stands for the quantity."""
    if not is_relation(text):
        value = expression(text, names)
        value = of_every_entry(value, value, like.rate, like.on)[0] if units_of(value) else right_side(text, names, like.quantity)
        return replace(like, rate=_written_out(value, like))
    left, right, _ = equation(text, names)
    told = _time_told(left, right, like, names)
    if told is not None:
        return replace(like, quantity=told, rate=Integer(1))
    if _is_time(left, names) and not holds_derivative(right):
        separated = rate_told(time_of(names), build(right), set(like.along.states))
        if separated is not None:
            return replace(like, quantity=separated[0], rate=separated[1], symbol=None)
    kept = _kept_since(left, right) if like.rate == 0 else None
    if kept is not None:
        return replace(like, quantity=kept)
    alone = only(left, "dotted") is not None or only(left, "derivative") is not None
    if not alone or holds_derivative(right):
        wanted = like.symbol if like.symbol is not None else like.quantity
        found, rate = solved(left, right, wanted, like)
        quantity, symbol = (like.quantity, found) if found == like.symbol else (found, None)
        rate = _written_out(rate, like)
    else:
        quantity, symbol = changing(left, like, names)
        rate = _written_out(like_shape(build(right), quantity, right), like)
    if units_of(quantity):
        quantity, rate = of_every_entry(quantity, rate, like.quantity, like.on)
        if quantity == like.quantity:
            symbol = like.symbol
    if symbol is None and quantity != like.quantity and like.symbol is not None:
        return replace(like, quantity=quantity, rate=rate, symbol=None)
    return replace(like, quantity=quantity, rate=rate)


def _kept_since(left: Tree, right: Tree) -> Basic | None:
    """The quantity that an equation between values now and at the beginning says is kept: a product of powers of both, which is an identity
    at the beginning. None for any other equation."""
    if holds_derivative(left) or holds_derivative(right):
        return None
    one, other = build(left), build(right)
    if is_matrix(one) or is_matrix(other) or not (one.has(Constant) or other.has(Constant)):
        return None
    begun = {letter: letter.start for letter in (one / other).atoms(Constant)}
    if any(start is None for start in begun.values()):
        return None
    factors = Mul.make_args(factor_terms(one / other))
    now = Mul(*(part for part in factors if not part.has(Constant)))
    then = Mul(*(part for part in factors if part.has(Constant)))
    mixed = any(part.has(Constant) and part.free_symbols - set(begun) for part in factors)
    gap, _ = fraction(together(now * then.xreplace(begun) - 1))
    return None if mixed or expand(gap) != 0 else now


def _is_time(tree: Tree, names) -> bool:
    """Whether a side is the time alone."""
    named = only(tree, "name")
    return named is not None and build(named) == time_of(names)


def _time_told(left: Tree, right: Tree, like: Evolves, names) -> Basic | None:
    """What t = q + const says has the rate 1; None for any other equation. The constant is what t = 0 makes it."""
    if like.rate != 1 or holds_derivative(left) or holds_derivative(right):
        return None
    one, other = build(left), build(right)
    if one != time_of(names) or is_matrix(other):
        return None
    kept = [term for term in Add.make_args(other) if isinstance(term, Constant)]
    rest = Add(*(term for term in Add.make_args(other) if term not in kept))
    return rest if len(kept) == 1 and not rest.has(Constant) and not rest.has(one) else None


@reader(Conserved)
def _conserved(text, like, names):
    """`\\frac{d}{dt}(q) = 0`; also the conserved quantity by itself, or set equal to a constant."""
    if not is_relation(text):
        return replace(like, quantity=expression(text, names))
    left, right, _ = equation(text, names)
    if not holds_derivative(left):
        one, other = build(left), build(right)
        if isinstance(one, Constant) != isinstance(other, Constant):
            return replace(like, quantity=other if isinstance(one, Constant) else one)
    if build(right) != 0:
        raise NotationError("a conserved quantity has the rate 0", column_of(right))
    return replace(like, quantity=changing(_without_number(left), like, names)[0])


def _without_number(tree: Tree) -> Tree:
    """A derivative without the number other than 0 that stands before it."""
    while tree.data in ("sum", "term", "product") and len(tree.children) == 1:
        tree = tree.children[0]
    if tree.data != "factors" or len(tree.children) != 2:
        return tree
    number, derivative = tree.children
    value = build(number)
    return derivative if derivative.data == "derivative" and getattr(value, "is_Rational", False) and value != 0 else tree


def _positive_root(state: Basic, like: Solves) -> bool:
    """Whether a square tells the state itself: it begins above 0, and the claim gives it as a square root."""
    own = like.solution[state]
    return Gt(like.system.initial[state], 0) in like.on.conditions and isinstance(own, Pow) and own.exp == Rational(1, 2)


def _twins(left: Basic, right: Tree, like: Solves) -> dict:
    """Both states of a system from their product, where they begin alike and change alike, so that they stay alike: the product is the
    square of each. Empty for anything else."""
    states = like.system.states
    if len(states) != 2 or any(is_matrix(state) for state in states):
        return {}
    one, other = states
    swap, factor = {one: other, other: one}, left / (one * other)
    start = [like.on.expand(like.system.initial[state]) for state in states]
    alike = start[0] == start[1] or Eq(*start) in like.on.conditions or Eq(*start[::-1]) in like.on.conditions
    if factor.has(one, other) or not alike or like.system.rates[one].xreplace(swap) != like.system.rates[other]:
        return {}
    own = like.solution[one]
    root = next((sign for sign in (1, -1) if isinstance(sign * own, Pow) and (sign * own).exp == Rational(1, 2)), 0)
    if own != like.solution[other] or root == 0 or is_matrix(value := build(right)):
        return {}
    divides_by(factor)
    return {state: root * sqrt(value / factor) for state in states}


def _solved_for(left: Basic, right: Tree, states, like: Solves) -> tuple[Basic, Basic]:
    """The one state that a left side is a multiple of, such as x in x(t)/S, or whose square it is, and its value."""
    spoken = [state for state in states if left.has(state)]
    value = build(right)
    if len(spoken) == 1 and not is_matrix(spoken[0]) and not is_matrix(value):
        factor = left / spoken[0]
        if not factor.has(spoken[0]):
            divides_by(factor)
            return spoken[0], value / factor
        factor = left / spoken[0]**2
        if not factor.has(spoken[0]) and _positive_root(spoken[0], like):
            divides_by(factor)
            return spoken[0], sqrt(value / factor)
    raise NotationError(f"the left side is one of {', '.join(map(str, states))}, or one of them times a factor", column_of(right))


@reader(Solves)
def _solves(text, like, names):
    """`x(t) = ..., y(t) = ...` for every state, or the right-hand side where there is one state."""
    states = like.system.states
    if not is_relation(text):
        if len(states) > 1:
            raise NotationError("give every function: " + ", ".join(f"{state}({like.system.t}) = ..." for state in states), 1)
        return replace(like, solution={states[0]: right_side(text, names, states[0])})
    found = {}
    for child in parse(text, "equations", names).children:
        if not isinstance(child, Tree):
            continue
        left, right, _ = two_sides(child)
        state = build(left)
        if units_of(state):
            state, value = of_every_entry(state, build(right), states[0], like.on)
            if state not in states or state in found:
                raise NotationError("the left side is an entry of one of the claim's functions, each once", column_of(left))
            found[state] = value
            continue
        if state not in states and not is_matrix(state) and (both := _twins(state, right, like)):
            found.update(both)
            continue
        if state not in states and not is_matrix(state):
            state, value = _solved_for(state, right, states, like)
            found[state] = value
            continue
        if state not in states or state in found:
            raise NotationError(f"the left side is one of {', '.join(f'{s}({like.system.t})' for s in states)}, each once",
                                column_of(left))
        found[state] = like_shape(build(right), state, right)
    return replace(like, solution={**like.solution, **found})  # functions that are not given stay as they are
