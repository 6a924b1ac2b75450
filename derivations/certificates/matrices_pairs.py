"""Pairs of diagonal letters whose product is the identity, as values at a few numbers show: relations for a proof, once Coq has them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import mpmath

from .matrices_entries import Entries
from .matrices_terms import Letters, Node, node
from .reasons import NoScript
from .samples import numeric

AT = (3, 5, 7)
"""Numbers from which values are made."""


def inverse_pairs(letters: Letters) -> list[tuple[Node, Node]]:
    """Products of two diagonal letters less the identity, which are zero by guess; each with the zero matrix."""
    found, values = [], _values(letters)
    for one, first in values.items():
        for other, second in values.items():
            place = letters.shape(one)[0]
            same = place == letters.shape(other)[0]
            if same and all(abs(a * b - 1) < mpmath.mpf(10) ** -9 for a, b in zip(first, second, strict=True)):
                turned = node("mscal", node("snum", -1), node("mid", place))
                found.append((node("madd", node("mmul", node("mlet", one), node("mlet", other)), turned), node("mzero", place, place)))
    return found


def _values(letters: Letters) -> dict[Any, list]:
    """The entry of each diagonal letter that has a value where scalars and entries of vectors are a few positive numbers."""
    entries = Entries({symbol: f"x{k}" for k, symbol in enumerate(letters.scalars)}, letters.diagonals)
    terms, found = {}, {}
    for key, _, _ in letters.letters:
        if key in letters.diagonals:
            with suppress(NoScript):
                terms[key] = entries.entry(letters.diagonals[key])
    names = [*entries.scalars.values(), *entries.vectors.values()]
    for key, term in terms.items():
        with suppress(KeyError, ArithmeticError, ValueError, TypeError), mpmath.workdps(30):
            found[key] = [numeric(term, {name: mpmath.mpf(number + k) / (k + 2) for k, name in enumerate(names)}) for number in AT]
    return found
