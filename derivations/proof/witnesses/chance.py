"""Means over draws, where a search has to look at what they are: the kernel's algebra says so, and the reader writes it down."""

from __future__ import annotations

from contextlib import suppress

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import Term, parts, shape, term

from .draft import Draft
from .reader import Reader


def written_out(node: Term) -> Term | None:
    """A scalar without the means in it."""
    if shape(node) is None:
        for size in SIZES:
            with suppress(TooManyLetters):
                reader = Reader(size)
                return reader.written(reader.scalar(node))
    return None


def of_moments(fact: Term) -> Term | None:
    """The limit of what a mean is; None where no mean is there."""
    if fact.head not in ("limit", "converges") or not any(part.head == "Mean" for part in parts(fact.args[0])):
        return None
    found = written_out(fact.args[0])
    return None if found is None else term(fact.head, (found, *fact.args[1:]))


def moved_to_mean(draft: Draft, fact: Term, without: Term) -> bool:
    """Whether the limit of a mean is shown by that of what it is, which is known."""
    line = draft.line("algebra", draft.number(equal(fact.args[0], without.args[0])), [])
    draft.line("moved", draft.number(fact), draft.place(without), [line])
    return draft.ends(fact)
