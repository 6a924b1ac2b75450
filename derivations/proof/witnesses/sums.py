"""Finite sums: what is known of the ranges that they run over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from theoremtest.derivations.kernel.facts import nonneg
from theoremtest.derivations.kernel.table import is_whole
from theoremtest.derivations.kernel.terms import Refused, Term, parts

from .draft import Draft
from .reader import Reader
from .signs import Signs


def speaks_of_sums(*formulas: Term) -> bool:
    """Whether a sum is in one of the formulas."""
    return any(part.head == "Sum" for formula in formulas for part in parts(formula))


def known_of_ranges(draft: Draft) -> Iterator[int]:
    """Lines that say of a number that it is not negative; a whole number that is positive is 1 or more."""
    for fact in [*draft.goal.hypotheses, *draft.held]:
        if fact.head in ("pos", "nonneg"):
            with suppress(Refused):
                place = draft.place(fact)
                if place is not None:
                    yield place
                if fact.head == "pos" and is_whole(fact.args[0]):
                    yield draft.line("lemma", "whole_from_one", [draft.number(fact.args[0])])


def asked_of_ranges(draft: Draft, signs: Signs, reader: Reader) -> Iterator[int]:
    """Lines that show what sums asked of their ranges while they were read."""
    done: set = set()
    for value in reader.asked:
        with suppress(Refused):
            node = reader.written(value)
            if value.key() not in done and not any(part.head == "Dummy" for part in parts(node)):
                line = signs.show(nonneg(node))
                if line is not None:
                    yield line
        done.add(value.key())
