"""Pairs of diagonal letters whose product is the identity, as values at a few numbers show: relations for a proof, once Coq has them."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import mpmath

from .matrices_lemmas import Facts, as_term
from .matrices_setting import Setting
from .matrices_terms import NoCertificate, Node, node, plain, product
from .samples import numeric
from .terms import Term, app

AT = (3, 5, 7)
"""Numbers from which values are made."""


def inverse_pairs(made: Setting) -> list[tuple[Node, Node]]:
    """Diagonal letters, and products of two, that are the identity or nothing by guess: what is zero then, with the zero matrix."""
    found, values, letters = [], _values(made), made.letters
    for one, first in values.items():
        place = letters.shape(one)[0]
        if first in ([0] * len(AT), [1] * len(AT)):
            terms = [node("mlet", one), *([node("mscal", node("snum", -1), node("mid", place))] if first[0] else [])]
            found.append((product(terms, "madd"), node("mzero", place, place)))
    for one, first in values.items():
        for other, second in values.items():
            place = letters.shape(one)[0]
            same = place == letters.shape(other)[0]
            if same and all(abs(a * b - 1) < mpmath.mpf(10) ** -9 for a, b in zip(first, second, strict=True)):
                turned = node("mscal", node("snum", -1), node("mid", place))
                found.append((node("madd", node("mmul", node("mlet", one), node("mlet", other)), turned), node("mzero", place, place)))
    return found


def _values(made: Setting) -> dict[Any, list]:
    """The entry of each diagonal letter that has a value where scalars and entries of vectors are a few positive numbers."""
    facts, terms, found = Facts(made), {}, {}

    def leaf(tree: Node) -> Term:
        return app("growth", *(as_term(part, leaf) for part in tree.args)) if tree.head == "sgrowth" else facts.leaf(tree)
    for key, entry in made.letters.diagonals.items():
        with suppress(NoCertificate):
            terms[key] = as_term(plain(entry), leaf)
    names = facts.variables.values()
    for key, term in terms.items():
        with suppress(KeyError, ArithmeticError, ValueError, TypeError), mpmath.workdps(30):
            found[key] = [numeric(term, {name: mpmath.mpf(number + k) / (k + 2) for k, name in enumerate(names)}) for number in AT]
    return found
