"""Equations between diagonal matrices, entry by entry, proved as equations between numbers.

A growth is looked at in the cases of a rate that is zero and of one that is not.
"""

from __future__ import annotations

from typing import Any

from .matrices_terms import Node
from .reasons import NoScript
from .terms import Term, app, num, var

INFIX = {"sadd": "add", "smul": "mul", "madd": "add", "mmul": "mul", "mscal": "mul"}
FUNCTIONS = {"abs": "Rabs"}


class Entries:
    """Trees of diagonal matrices as terms for their entry i. scalars: the names of scalars; diagonals: the entry of each letter."""

    def __init__(self, scalars: dict, diagonals: dict) -> None:
        self.scalars, self.diagonals = scalars, diagonals
        self.vectors: dict[Any, str] = {}
        """Vector to the name of its entry."""

    def entry(self, tree: Node) -> Term:
        """The entry of a matrix, or a number. Raises NoScript."""
        head, args = tree
        if head == "svar":
            return var(self.scalars[args[0]])
        if head == "sentry":
            return var(self.vectors.setdefault(args[0], f"e{len(self.vectors)}"))
        if head == "snum":
            return num(args[0])
        if head in ("sabbr", "mabbr"):
            return self.entry(args[1])
        if head == "mlet" and args[0] in self.diagonals:
            return self.entry(self.diagonals[args[0]])
        if head == "mid":
            return num(1)
        if head in INFIX:
            return app(INFIX[head], *map(self.entry, args))
        if head in ("sopp", "mopp"):
            return app("opp", self.entry(args[0]))
        if head == "sfun":
            return app(FUNCTIONS.get(args[0], args[0]), self.entry(args[1]))
        if head == "sgrowth":
            return app("growth", *map(self.entry, args))
        raise NoScript("entry")
