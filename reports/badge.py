"""A small drawing for a README that counts the verdicts of a ledger: how many claims are proved, and in which colour."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.sax.saxutils import escape

from theoremtest.reports.files import write
from theoremtest.reports.verify.implied import DEGENERATE
from theoremtest.reports.verify.ledger_file import NOT_CHECKED

LABEL = "theorems"
ALT = "theorems, checked by theoremtest"
GREEN, YELLOW, RED, GREY = "#2e7d32", "#8a6d00", "#b3261e", "#555555"
"""Dark enough for white letters at this size."""
_LETTER, _MARGIN, _HEIGHT = 7, 12, 20
"""Pixels; the words are stretched to their width, so that no font has to be measured."""


def write_badge(file: Path, records: Iterable[Mapping]) -> bool:
    """Draw the verdicts of a ledger's records into a file; True when that changes it."""
    return write(file, drawing(*words(records)))


def words(records: Iterable[Mapping]) -> tuple[str, str]:
    """What the badge says and its colour: red where a claim is not as expected, yellow where one is not proved as it is printed.

    A statement that fails only in a corner of its setting is counted apart from those that are refuted.

    Whoever draws it for a ledger gives records that agree with themselves, others as not checked.
    """
    records = list(records)
    remarks = [record for record in records if (record.get("erratum") or {}).get("grade") == DEGENERATE]
    counts = Counter(record["verdict"] for record in records if record not in remarks) + Counter(dict.fromkeys([DEGENERATE], len(remarks)))
    if not records:
        return "none yet", GREY
    failing = sum(bool(record["failures"]) for record in records)
    listed = ("proved in part", "supported", "refuted", DEGENERATE, "undecided", NOT_CHECKED)
    others = [f"{counts[name]} {name}" for name in listed if counts[name]]
    told = ", ".join([f"{counts['proved']} of {len(records)} proved", *others])
    return told, RED if failing else YELLOW if others else GREEN


def drawing(told: str, colour: str) -> str:
    """The badge as SVG: the label on grey, what is told on a colour."""
    left, right = (_LETTER * len(text) + _MARGIN for text in (LABEL, told))
    title = escape(f"{LABEL}: {told}")
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{_HEIGHT}" role="img">',
        f"<title>{title}</title>",
        f'<rect width="{left}" height="{_HEIGHT}" fill="{GREY}"/>',
        f'<rect x="{left}" width="{right}" height="{_HEIGHT}" fill="{colour}"/>',
        '<g fill="#fff" font-family="Verdana,Geneva,sans-serif" font-size="11" text-anchor="middle">',
        _text(LABEL, 0, left), _text(told, left, right), "</g>", "</svg>", ""])


def _text(words: str, start: int, width: int) -> str:
    return f'<text x="{start + width / 2:g}" y="14" textLength="{width - _MARGIN}">{escape(words)}</text>'
