r"""A bound of a rate along a flow, `\frac{d}{dt} V \leq -c V`, as what it says of every state: the derivative by the chain rule, with the
flow's rates in it, is compared with the bound."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp
from sympy.core.function import AppliedUndef

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.flow import Flow
from theoremtest.derivations.language.open_functions import GradientAt
from theoremtest.derivations.language.statement import Holds
from theoremtest.derivations.language.symbols import Dot

from .build import build
from .displays import sides_and_signs
from .errors import NotationError
from .ground import Ground
from .kinds_change import changing
from .rates import holds_derivative
from .reading import equation
from .shapes import is_matrix
from .source import Source

_SIGNS = {"<": sp.Lt, ">": sp.Gt, **dict.fromkeys((r"\leq", r"\le", r"\leqslant"), sp.Le),
          **dict.fromkeys((r"\geq", r"\ge", r"\geqslant"), sp.Ge)}
_NUMBERS = Dot, sp.Trace, AppliedUndef
_SMOOTH = (sp.Add, sp.Mul, sp.Pow, sp.exp, sp.sin, sp.cos, sp.sinh, sp.cosh, sp.tanh, sp.atan, sp.asinh, sp.erf, sp.Symbol, sp.Number,
           sp.NumberSymbol)
"""Heads that have a value, and are smooth, wherever the formula of their derivative has a value."""


def bounded_rate(ground: Ground, text: str) -> Holds | None:
    """The bound that a relation says of a time derivative; None where none stands on its left. Raises NotationError for one that is not
    read."""
    sides, signs = sides_and_signs(Source.of(text))
    if ground.along is None or len(signs) != 1 or signs[0] not in _SIGNS or not all(side.text.strip() for side in sides):
        return None
    names = ground.names(text)
    left, right, _ = equation(f"{sides[0].text} = {sides[1].text}", names)
    if not holds_derivative(left):
        return None
    if holds_derivative(right) or not isinstance(ground.along, Flow):
        raise NotationError(r"a bound of a rate has one derivative, alone on its left, along a flow given by its rates, \dot x = ...", 1)
    quantity = ground.domain.expand(changing(left, ground.template(), names)[0])
    rates = {state: ground.domain.expand(rate) for state, rate in ground.along.rates.items()}
    if is_matrix(quantity) or not atoms_of(quantity) & rates.keys():
        raise NotationError("a bound of a rate is one of a number that moves along the flow", 1)
    return Holds(_SIGNS[signs[0]](rate_along(quantity, rates), build(right), evaluate=False), on=ground.domain)


def rate_along(node: sp.Basic, rates: Mapping[sp.Basic, sp.Basic]) -> sp.Basic:
    """The derivative of a formula, by the chain rule, where states have these rates. Raises NotationError where it is not known."""
    if node in rates:
        return rates[node]
    if not atoms_of(node) & rates.keys():
        return sp.ZeroMatrix(*node.shape) if is_matrix(node) else sp.S.Zero
    if isinstance(node, sp.MatAdd):
        return sp.MatAdd(*(rate_along(part, rates) for part in node.args if atoms_of(part) & rates.keys()))
    if isinstance(node, (sp.MatMul, Dot)):
        moved = [node.func(*node.args[:place], rate_along(part, rates), *node.args[place + 1:])
                 for place, part in enumerate(node.args) if atoms_of(part) & rates.keys()]
        return moved[0] if len(moved) == 1 else (sp.MatAdd if is_matrix(node) else sp.Add)(*moved)
    if isinstance(node, (sp.Transpose, sp.Trace)):
        return node.func(rate_along(node.arg, rates))
    if isinstance(node, AppliedUndef) and len(node.args) == 1 and is_matrix(node.args[0]):
        return Dot(GradientAt(node), rate_along(node.args[0], rates))
    if is_matrix(node) or isinstance(node, AppliedUndef):
        raise NotationError("of this formula no rate along the flow is known here", 1)
    inner = {part: sp.Dummy(real=True) for part in _outermost(node) if atoms_of(part) & rates.keys()}
    moving = {**{name: part for part, name in inner.items()}, **{state: state for state in rates if isinstance(state, sp.Symbol)}}
    outer = node.xreplace(inner)
    for part in sp.preorder_traversal(outer):
        if atoms_of(part) & moving.keys() and (not isinstance(part, _SMOOTH) or _rooted(part)):
            raise NotationError(f"{part} may have no rate where the formula for one has a value: write out what is bounded", 1)
    if atoms_of(outer) & {state for state in rates if is_matrix(state)}:
        raise NotationError("of this formula no rate along the flow is known here", 1)
    slopes = {letter: sp.diff(outer, letter).xreplace({name: part for part, name in inner.items()}) for letter in moving}
    terms = [sp.Mul(slope, rate_along(moving[letter], rates), evaluate=False) for letter, slope in slopes.items() if slope != 0]
    return sp.Add(*terms, evaluate=False) if len(terms) > 1 else terms[0]  # 1/x^2 times x^2 has no value at 0


def _rooted(node: sp.Basic) -> bool:
    """Whether a power has no derivative where its base is 0, though its formula may have a value there."""
    return isinstance(node, sp.Pow) and not node.exp.is_integer and not node.base.is_positive


def _outermost(node: sp.Basic) -> set[sp.Basic]:
    """The inner products, traces and values of open functions in a formula that stand in no other."""
    if isinstance(node, _NUMBERS):
        return {node}
    return set().union(*map(_outermost, node.args))
