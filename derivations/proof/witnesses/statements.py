"""A proof for each goal of a whole statement, as text, that the kernel took."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import takewhile

from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import read
from theoremtest.derivations.language.statement import Statement
from theoremtest.derivations.language.tree import tree_of

from .proving import prove

SHOWN = "a proof that the kernel takes"
"""The rung of a proof that no rule of the engine found."""


_searching = True


@contextmanager
def searching_if(allowed: bool) -> Iterator[None]:
    """Inside, proofs are searched for only where this is allowed."""
    global _searching
    before, _searching = _searching, allowed
    try:
        yield
    finally:
        _searching = before


def searching() -> bool:
    """Whether proofs are searched for here."""
    return _searching


def witness(statement: Statement, seconds: float = 0.0) -> tuple[str, ...] | None:
    """A proof for each of a statement's goals, as text, that the kernel took; None where there is none. Raises nothing.

    seconds: given to whoever works in a process of its own; the search counts steps and looks at no clock.
    """
    with suppress(Exception):  # a search that breaks finds nothing
        tree = tree_of(statement)
        proofs = list(takewhile(lambda proof: proof is not None, map(prove, goals(read(tree)))))
        check(tree, proofs)  # which asks for as many as there are goals
        return tuple(map(as_text, proofs))
    return None


def as_text(found: dict) -> str:
    """A proof, or a point, as it is kept."""
    return json.dumps(found, separators=(",", ":"))
