"""What the search of the site reads: a light row for each claim, written as a script so that a browser takes it from a disk, too."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable

from theoremtest.numerics.extras import needing
from theoremtest.reports.render.html import MARKS
from theoremtest.reports.render.model import ClaimView, Report
from theoremtest.reports.render.prose import Run
from theoremtest.reports.render.words import ERRATUM_KINDS, VERDICTS, slug

from .addresses import page_of

with needing("the site"):
    from markupsafe import Markup


def script(report: Report, typeset: Callable[[Iterable[Run]], Markup]) -> str:
    """The script that sets `THEOREMTEST`: papers, verdicts, kinds of erratum, and a row for each claim in the papers' order.

    A row holds page, paper, verdict, kind of erratum (-1 where there is none), place, name within the paper, title as HTML, and words
    that it is found by; paper, verdict and kind as numbers in their lists. typeset: how a title becomes HTML.
    """
    papers, verdicts, kinds = [paper.key for paper in report.papers], list(VERDICTS), list(ERRATUM_KINDS)
    rows = []
    for number, paper in enumerate(report.papers):
        headings = {claim.id: section.title for section in paper.sections for claim in section.claims}
        rows += [[page_of(claim.id), number, verdicts.index(claim.verdict), kinds.index(claim.erratum.kind) if claim.erratum else -1,
                  claim.where, claim.label, str(typeset(claim.title)), words(claim, headings[claim.id])] for claim in paper.claims]
    data = {"papers": papers, "verdicts": [[name, slug(name), MARKS[name]] for name in verdicts], "kinds": kinds}
    lines = ",\n".join(_json(row) for row in rows)
    return f"var THEOREMTEST = {_json(data)};\nTHEOREMTEST.claims = [\n{lines}\n];\n"


def words(claim: ClaimView, heading: str) -> str:
    """What a claim is found by beside its place: the words of its title, of its section and of its kind, plain and in small letters."""
    text = f"{claim.plain_title} {heading} {claim.kind}".replace("\\", " ")
    return " ".join(re.findall(r"[^\W_]+", plain(text)))


def plain(text: str) -> str:
    """Small letters without accents."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(letter))


def _json(value: object) -> str:
    """JSON that may stand in a script, whatever its strings hold."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace(
        "\u2029", "\\u2029")
