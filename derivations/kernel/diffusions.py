"""Means along a diffusion dX = b dt + s dW, in Itô's sense: d/dt E f(X) = E (L f)(X), with L f the slope of f along b and half the mean of
its second slope along s Z, for independent standard normal numbers Z in place of dW.

So it is where f is a polynomial and |b|, |s| <= C (1 + |X|): then no solution runs away, every moment that the start has stays finite and
bounded for any while (Grönwall's inequality), and the stochastic integral that Itô's formula leaves has the mean 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from .laws import conditions, polynomial
from .slopes import Slope
from .terms import ONE, ZERO, Refused, Term, add, free, mul, number, put, shape, term

BOUNDED = ("sin", "cos", "tanh")


def change(quantity: Term, drift: Mapping[Term, Term], noise: Mapping[Term, Term], wiener: tuple[Term, ...]) -> tuple[Term, list[Term]]:
    """L f, and what makes the slopes in it ones. Raises Refused for noise that is not linear in the letters for dW, and where the mean may
    change otherwise."""
    drawn, states = frozenset(wiener), frozenset(drift)
    pairs = tuple(term("Tuple", (letter, ONE)) for letter in wiener)
    conditions(pairs)
    if not noise.keys() <= states or states & drawn or shape(quantity) is not None \
            or any(free(node) & drawn for node in (quantity, *drift.values())):
        raise Refused("nothing but the noise speaks of dW")
    polynomial(quantity, states)
    for state, node in (*drift.items(), *noise.items()):
        if shape(node) != shape(state) or degree(node, states) > 1:
            raise Refused("drift and noise have the shapes of their states, and grow no faster than they do")
    first = Slope(drift)
    found = first.of(quantity)
    ways = {state: _way(state) for state, node in noise.items() if node is not ZERO}
    turn = Slope(ways)
    second = turn.of(turn.of(quantity)) if ways else ZERO
    if second is not ZERO:
        for node in noise.values():
            linear(node, drawn)
        second = put(second, {way: noise[state] for state, way in ways.items()})
        found = add(found, mul(number(Fraction(1, 2)), term("Mean", (second, *pairs))))
    return found, [*first.smooth, *turn.smooth]


def _way(state: Term) -> Term:
    """A letter for a step of a state, which no statement and no proof can name: it is gone before either sees it."""
    return term(state.head, state.args, (" step", state.mark) if state.args else ((" step", state.mark[0]), ("real",)))


def linear(node: Term, drawn: frozenset[Term]) -> None:
    """Raises Refused for what is not linear in letters."""
    speaking = [part for part in node.args if free(part) & drawn]
    if node in drawn or node is ZERO:
        return
    if node.head in ("Add", "MatAdd") and len(speaking) == len(node.args) or \
            node.head in ("Mul", "MatMul", "Dot", "Transpose", "Trace") and len(speaking) == 1:
        for part in speaking:
            linear(part, drawn)
        return
    raise Refused(f"{node.head} of dW is not linear in it")


def degree(node: Term, states: frozenset[Term]) -> Fraction:
    """A power of the states' size beside 1 that bounds a term where it has a value."""
    if node in states:
        return Fraction(1)
    if not free(node) & states or node.head in BOUNDED:
        return Fraction(0)
    if node.head in ("Add", "MatAdd", "Transpose", "Trace"):
        return max(degree(part, states) for part in node.args)
    if node.head in ("Mul", "MatMul", "Dot"):
        return sum((degree(part, states) for part in node.args), Fraction(0))
    if node.head == "Pow" and node.args[1].head == "number" and node.args[1].mark >= 0:
        return node.args[1].mark * degree(node.args[0], states)
    raise Refused(f"how {node.head} grows with the states")
