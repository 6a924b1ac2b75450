"""The report's words: verdicts, kinds of erratum, kinds of statement, routes, and how far a claim's foundations are proved."""

from __future__ import annotations

from functools import cache

from rederive.derivations.language import Statement

VERDICTS = {
    "proved": "an exact argument covers the whole declared domain",
    "supported": "numerical evidence only; the evidence table says which",
    "refuted": "there is a counterexample inside the domain",
    "undecided": "nothing that was tried settled it",
}
"""The four verdicts in the order in which the report counts them, with what each one means."""

ERRATUM_KINDS = {
    "wrong": "false as printed",
    "incomplete": "false without a condition that the text leaves out",
    "garbled": "symbols were lost or moved in the stored text",
}
GARBLED = "garbled"
"""The kind that is nobody's error: it is listed and counted apart from the errata."""


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

GROUNDS = {
    "proved": "all that it rests on is proved",
    "corrected": "all that it rests on is proved, part of it only in the corrected form",
    "open": "something that it rests on is not proved",
}
