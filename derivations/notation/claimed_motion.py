"""Claims about what moves: rates along a flow, conserved quantities, solutions with their starts."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from lark import Tree
from sympy import Basic, Dummy, Integer, S

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.flow import TIME, Flow, GradientFlow, System
from theoremtest.derivations.language.statement import Conserved, Equal, Evolves, Solves, Statement

from .build import build, is_matrix
from .claimed_over import read_over, without
from .conjunctions import placed
from .entries import units_of
from .errors import NotationError
from .every_entry import of_every_entry
from .ground import Ground
from .kinds_change import changing
from .names import Names
from .parser import parse
from .rates import holds_derivative
from .rates import solved as solved_for
from .reading import equation, expression, like_shape, only, sign_column
from .setting import CONSTANT, within
from .source import Source
from .tokens import tex_tokens

_AT_TIME = re.compile(r"(?P<state>.+?)\s*\(\s*t\s*\)\s*", re.DOTALL)


def changes(ground: Ground, text: str) -> Statement:
    """An equation along a flow: a conserved quantity, a rate, or an identity of what moves."""
    one, _, other = text.partition("=") if text.count("=") == 1 else (text, "", "")
    if other.strip().rstrip(". ") in CONSTANT:
        return _conserved(ground, expression(one, _moving(ground, one)))
    if ground.along is None:
        tree = equation(text, ground.names(text))
        if any(_by_time(side) for side in tree[:2]):
            raise NotationError(r"a rate is along a flow; say along which in a comment above, % theoremtest: along \dot x = ..., or "
                                "% theoremtest: along gradient flow of <loss> in <letters>", 1)
        return _by_a_letter(ground, *tree[:2]) or read_over(ground, text, Equal(S.Zero, S.Zero, on=ground.domain))
    return _change(ground, text)


def _by_a_letter(ground: Ground, left: Tree, right: Tree) -> Statement | None:
    r"""The derivative of a matrix by a letter, \frac{d}{dt} e^{tA} = A e^{tA}: its rate where nothing but the letter moves."""
    derivative = only(left, "derivative")
    if derivative is None or holds_derivative(right):
        return None
    variables, operand = derivative.children
    if len(variables.value) != 1 or variables.value[0][1] != 1 or not isinstance(operand, Tree):
        return None
    quantity = build(operand)
    if not is_matrix(quantity):
        return None
    return Evolves(quantity, like_shape(build(right), quantity, right), along=Flow({variables.value[0][0]: Integer(1)}), on=ground.domain)


def _moving(ground: Ground, text: str) -> Names:
    """The names along the flow. Raises NotationError where there is none."""
    if ground.along is None:
        raise NotationError(r"what is conserved is so along a flow; say along which in a comment above, "
                            r"% theoremtest: along \dot x = ...", 1)
    return ground.names(text)


def _change(ground: Ground, text: str) -> Statement:
    names = _moving(ground, text)
    left, right, _ = equation(text, names)
    if not (holds_derivative(left) or holds_derivative(right)):
        return read_over(ground, text, Equal(S.Zero, S.Zero, on=ground.domain))
    if holds_derivative(right):
        raise NotationError("a rate is stated with one derivative, alone on the left side", 1)
    like = ground.template()
    if only(left, "dotted") is None and only(left, "derivative") is None:
        if _derivatives(left) != 1:
            raise NotationError("a rate is stated with one derivative on the left side", 1)
        quantity, value = solved_for(left, right, Dummy(real=True), like)  # with a factor, or what stays beside it
    else:
        quantity, _ = changing(left, like, names)
        value = like_shape(build(right), quantity, right)
    if value == 0 or getattr(value, "is_ZeroMatrix", False):
        return _conserved(ground, quantity)
    if units_of(quantity):
        quantity, value = of_every_entry(quantity, value, quantity, ground.domain)
    _must_move(ground, quantity)
    return Evolves(quantity, value, along=_along(ground, quantity, value), on=ground.domain)


def _conserved(ground: Ground, quantity: Basic) -> Statement:
    _must_move(ground, quantity)
    return Conserved(quantity, along=_along(ground, quantity), on=ground.domain)


def _along(ground: Ground, *formulas: Basic) -> Flow | GradientFlow:
    """The flow, in which time passes where a formula speaks of it."""
    along, expand = ground.along, ground.domain.expand
    if isinstance(along, Flow) and TIME not in along.rates and any(TIME in atoms_of(expand(formula)) for formula in formulas):
        return replace(along, rates={**along.rates, TIME: Integer(1)})
    return along


def _must_move(ground: Ground, quantity: Basic) -> None:
    if not atoms_of(ground.domain.expand(quantity)) & set(ground.states):
        raise NotationError(f"{quantity} does not speak of what moves along the flow ({', '.join(map(str, ground.states))})", 1)


def state_at_time(ground: Ground, side: Source) -> Basic | None:
    """What moves, where a side is its value at time t."""
    match = _AT_TIME.fullmatch(side.text.strip())
    if match is None or ground.along is None:
        return None
    words = [token.text for token in tex_tokens(match["state"])]
    return next((state for state in ground.states if [token.text for token in tex_tokens(str(state))] == words), None)


def _moving_with(ground: Ground, given: Collection[Basic]) -> dict[Basic, Basic]:
    """The rates of some states and of all that these depend on; what else moves may be a motion of another paragraph."""
    rates = {state: rate for state, rate in getattr(ground.along, "rates", {}).items() if state != TIME}
    reached: set[Basic] = set()
    while new := (set(given) & set(rates)) - reached:
        reached |= new
        given = set().union(*(atoms_of(ground.domain.expand(value))
                              for state in new for value in (rates[state], ground.initial.get(state, S.Zero))))
    return {state: rate for state, rate in rates.items() if state in reached}


def _problem(ground: Ground, at: Source, given: Collection[Basic]) -> Solves:
    """The initial value problem that the flow of some states and their starts make, for a solution to be put into."""
    if isinstance(ground.along, GradientFlow):
        raise NotationError(r"a solution is one of given rates; say them, % theoremtest: along \dot x = ...", at.column(1))
    rates = _moving_with(ground, given)
    initial = {state: value for state, value in ground.initial.items() if state in rates}
    if missing := [str(state) for state in rates if state not in initial]:
        raise NotationError(f"a solution has a start; say where {', '.join(missing)} begins, "
                            f"% theoremtest: start {missing[0]}(0) = ...", at.column(1))
    system = System(rates, initial, **ground.training)
    if system.t not in ground.letters.values():
        raise NotationError(r"a solution is one at some times; say at which, % theoremtest: let t \geq 0", at.column(1))
    return Solves(system, dict(initial), on=without(ground, (*ground.states, system.t)))


def solution(ground: Ground, solved: Sequence[tuple[Source, Source]]) -> Statement:
    """What moves as functions of time, held to the flow and its start."""
    like, found = _problem(ground, solved[0][0], [state_at_time(ground, left) for left, _ in solved]), {}
    for left, right in solved:
        state = state_at_time(ground, left)
        if state in found:
            raise NotationError(f"the solution of {state} is given twice", left.column(1))
        found[state] = placed(right, lambda right=right, state=state: _value(ground, right.text, like, state))
    if missing := [str(state) for state in like.system.states if state not in found]:
        raise NotationError(f"the flow moves {', '.join(missing)}, too, and the display does not say how", solved[0][0].column(1))
    return replace(like, solution=found)


def after_a_solution(ground: Ground, state: Basic, text: str) -> Statement:
    """A further link of x(t) = a = b: an identity between functions of time, in which x(0) is the start."""
    if not sign_column(text, {"="}):
        raise NotationError("a bound on a solution is a display of its own", 1)
    like = _problem(ground, Source.of(text), [state])
    ground.names(text, like)
    with within(ground.setting):
        left, right, _ = equation(text, ground.names(text, like))
        return Equal(build(left), build(right), on=like.on)


def _value(ground: Ground, text: str, like: Statement, state: Basic) -> Basic:
    tree = parse(text, "expression", ground.names(text, like)).children[0]
    return like_shape(build(tree), state, tree)


def _by_time(tree) -> bool:
    """Whether a tree holds a derivative along a motion: a dotted letter, or one by a t that nobody declared."""
    data = getattr(tree, "data", "")
    return data == "dotted" or any(_by_time(child) for child in getattr(tree, "children", ()))


def _derivatives(tree) -> int:
    """How many derivatives stand in a tree."""
    if getattr(tree, "data", "") in ("dotted", "derivative"):
        return 1
    return sum(_derivatives(child) for child in getattr(tree, "children", ()))


__all__ = ["after_a_solution", "changes", "solution", "state_at_time"]
