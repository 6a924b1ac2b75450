"""How a claim and its paper are cited: entries for BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterable

from theoremtest.reports.render import latex
from theoremtest.reports.render.model import ClaimView, PaperView, people
from theoremtest.reports.render.prose import Run


def of_claim(claim: ClaimView, paper: PaperView, own: bool = False) -> str:
    """The entry of a claim's verdict, which is this report's, and the paper's authors' only where the report is their own."""
    said = f"As printed: {claim.verdict}"
    if claim.erratum is not None:
        said += f"; {claim.erratum.kind}, corrected form {claim.erratum.verdict}"
    about = latex.escape(f"{claim.where} of {paper.cited}")
    return _entry("misc", "theoremtest:" + _key(claim.id), {
        "title": f"{{{about}: {_prose(claim.title)}}}",
        "author": _authors(paper) if own and paper.authors else "{The theoremtest developers}",
        "howpublished": latex.escape(f"theoremtest, a test suite for theorems, claim {claim.id}"), "note": latex.escape(said + ".")})


def of_paper(paper: PaperView) -> str:
    """The entry of the paper itself; empty where its authors are not known."""
    if not paper.authors:
        return ""
    fields = {
        "title": f"{{{latex.escape(paper.title)}}}", "author": _authors(paper), "year": paper.year}
    kind, _, number = paper.identifier.partition(":")
    if kind == "arXiv":
        fields |= {"eprint": number + paper.version, "archivePrefix": "arXiv"}
    elif kind == "doi":
        fields["doi"] = number
    elif paper.identifier:
        fields["note"] = latex.escape(paper.identifier)
    return _entry("misc", _key(paper.key), fields)


def _authors(paper: PaperView) -> str:
    return " and ".join(map(_author, people(paper.authors)))


def _author(name: str) -> str:
    """A person as BibTeX takes names apart; a group, which it must not."""
    return f"{{{latex.escape(name)}}}" if name.startswith("The ") else latex.escape(name)


def _entry(kind: str, key: str, fields: dict[str, str]) -> str:
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@{kind}{{{key},", *lines, "}"])


def _key(identity: str) -> str:
    """What may stand as a key: letters, digits, colons, points, hyphens and slashes."""
    return re.sub(r"[^A-Za-z0-9:./_-]", "-", identity)


def _prose(runs: Iterable[Run]) -> str:
    return "".join(f"${run.text}$" if run.kind == "math" else latex.escape(run.text) for run in runs)
