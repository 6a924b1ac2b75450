"""Conditions with a few products of unknowns, by way of linear ones: without a point where even looser ones have none, with a point on
slices where the unknowns of the products are numbers.
"""

from __future__ import annotations

from itertools import product

from sympy import And, Basic, Dummy, Ge, Mul, Pow, Rational, S

from theoremtest.derivations.proof.deadline import Deadline

from .polyhedra import NotLinear, put_in
from .whole_numbers import NotSettled, somewhere_whole

VALUES = tuple(map(Rational, ("0", "1", "-1", "1/2", "-1/2", "2", "-2", "3", "-3", "1/4")))
"""What unknowns of products are in turn."""
SLICED = 2
"""Unknowns that may be put in at once."""


def nowhere(condition: Basic, deadline: Deadline) -> bool:
    """Whether the condition is shown to hold nowhere: neither does it with a letter for each product, whatever the letter is.

    A letter for an even power is not negative.
    """
    letters = {node: Dummy("m") for node in _products(condition)}
    told = [Ge(letter, 0) for node, letter in letters.items() if isinstance(node, Pow) and node.exp.is_even]
    try:
        return somewhere_whole(And(condition.xreplace(letters), *told), deadline) is None
    except (NotLinear, NotSettled):
        return False


def on_a_slice(condition: Basic, deadline: Deadline) -> dict | None:
    """A point where the condition holds, with simple numbers for the unknowns of its products; None where none is found."""
    unknowns = sorted(set().union(*(node.free_symbols for node in _products(condition))), key=str)
    if not 0 < len(unknowns) <= SLICED:
        return None
    for values in product(VALUES, repeat=len(unknowns)):
        there = dict(zip(unknowns, values, strict=True))
        if any(symbol.is_integer and not value.is_Integer for symbol, value in there.items()):
            continue
        try:
            point = somewhere_whole(put_in(condition, there), deadline)
        except (NotLinear, NotSettled):
            continue
        if point is not None:
            return {**point, **there}
    return None


def _products(condition: Basic) -> list[Basic]:
    """The largest products and powers of unknowns in a condition, where all of them are polynomials; none otherwise."""
    found: list[Basic] = []
    waiting = [condition]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Pow) and node.free_symbols:
            if not (node.exp.is_Integer and node.exp > S.One):
                return []
            found.append(node)
        elif isinstance(node, Mul) and sum(bool(part.free_symbols) for part in node.args) > 1:
            if any(isinstance(part, Pow) and not (part.exp.is_Integer and part.exp > S.One) for part in node.atoms(Pow)):
                return []
            found.append(node)
        else:
            waiting.extend(node.args)
    return list(dict.fromkeys(found))
