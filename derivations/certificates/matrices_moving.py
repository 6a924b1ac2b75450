"""Diagonal matrices whose entries move with the states of a flow: each is a letter, and so is the diagonal matrix of its entries' rates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .matrices_setting import Setting
from .matrices_terms import Letters, Node, atoms_moving, node, plain
from .matrices_text import Printer


def moving_diagonals(letters: Letters, rate_of: Callable[[Node], Node]) -> dict[Any, Node]:
    """The rate of every diagonal letter that moves, itself a letter; rate_of: the rate of an entry."""
    found = {}
    for key, entry in list(letters.diagonals.items()):
        if atoms_moving(entry, letters):
            rate = rate_of(plain(entry))
            _, rows, _ = next(known for known in letters.letters if known[0] == key)
            size = letters.sizes[rows]
            own = ("diagonal", rate, size)
            letters.diagonals[own] = rate
            found[key] = letters.letter(own, (size, size))
    return found


def path(made: Setting, key: Any) -> str:
    """A letter's matrix at the time s, as Coq writes it."""
    return Printer(made.letters, "s").shown(node("mlet", key))


def moves(made: Setting, rate: Node) -> Iterator[str]:
    """The lines that show that such a letter has its rate."""
    yield f"split; [ apply: (mxd_move (V := {made.printer.shown(rate)})); [ apply: mxd_dg => i; moving_entry i | by reify ] |]."
