"""The report's words: verdicts, kinds of erratum, kinds of statement, routes, and how far a claim's foundations are proved."""

from __future__ import annotations

import re
from functools import cache

from theoremtest.derivations.language import Statement

VERDICTS = {
    "proved": "an exact argument covers the whole declared domain",
    "proved in part": "the statement is proved, and the printed words say more than it does",
    "supported": "numerical evidence only; the evidence table says which",
    "refuted": "there is a counterexample inside the domain",
    "undecided": "nothing that was tried settled it",
}
"""The verdicts in the order in which the report counts them, with what each one means."""

ERRATUM_KINDS = {
    "wrong": "false as printed",
    "incomplete": "false without a condition that the text leaves out",
    "garbled": "symbols were lost or moved in the stored text",
}
GRADES = {
    "false in general": "it fails on an open part of the stated setting",
    "condition missing": "it fails on a part of the setting that the text does not exclude, and holds under the condition that is named",
    "degenerate": "it fails only on a set of measure zero, at an equality or a removable 0/0, or by a convention: a remark, and no erratum",
}
"""How grave an erratum is, which its points decide and nobody's taste."""
ORDINALS = dict(enumerate(["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"], 1))
COUNTS = dict(enumerate(["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]))
DEGENERATE = "degenerate"
GARBLED = "garbled"
"""The kind that is nobody's error: it is listed and counted apart from the errata."""


_ONE_OF = re.compile(r"\bformula (\d+) of (\d+) has no value there")


def plainly(note: str) -> str:
    """A counterexample's note as a reader says it who does not count the formulas of a statement."""
    def said(match: re.Match[str]) -> str:
        number, count = map(int, match.groups())
        which = "the formula" if count == 1 else f"the {ORDINALS.get(number, f'{number}th')} of the statement's {count} formulas"
        return f"{which} has no value at this point"
    return _ONE_OF.sub(said, note)


@cache
def kind_labels() -> dict[str, str]:
    """What each kind of statement is called, by the name of its class as the ledger has it: the label that the class carries."""
    waiting, found = list(Statement.__subclasses__()), {}
    while waiting:
        kind = waiting.pop()
        if not kind.__name__.startswith("_"):  # what some kinds share is none itself
            found[kind.__name__] = kind.label
        waiting += kind.__subclasses__()
    return found


ROUTES = {"exact": "exact", "points": "points", "integration": "integration", "flow": "gradient flow"}

CONDITIONS = {
    "printed": "printed at this place",
    "convention": "a convention of the paper",
    "meaning": "what a letter means",
    "added": "added here",
    "ours": "of a statement of ours",
    "unclassified": "not yet classified",
}
"""Where a condition stands in the paper, in the order in which the report counts them."""

NEEDS = {"needed": "needed", "not needed": "not needed: holds more generally", "undecided": "undecided"}
"""What a table says of a condition that was dropped."""

ORIGINS = {
    "reconstructed": ("reconstructed", "The stored text lost it; what stands here is put together from what is left"),
    "derived": ("derived here", "The paper omits this or leaves it to the reader"),
}
"""What is not printed: a tag and what it means."""


def slug(verdict: str) -> str:
    """A verdict as a class or a colour is named."""
    return verdict.replace(" ", "-")


GROUNDS = {
    "proved": "all that it rests on is proved",
    "corrected": "all that it rests on is proved, part of it only in the corrected form",
    "open": "something that it rests on is not proved",
}
