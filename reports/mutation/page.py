"""The record of a run: counts by paper and kind and everything that was not simply refuted or accepted, as JSON and as a page."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from rederive.derivations.language import Registry
from rederive.derivations.mutants import KINDS, REWRITINGS
from rederive.reports.files import id_order, write

from .shared import ANSWERS as SHARED
from .tally import ANSWERS, OUTCOMES, percent, score, totals
from .trials import Result

LISTED = (("Survivors", "survived"), ("Undecided", "undecided"), ("Rewritings that were not accepted", "rewritings not accepted"),
          ("Borne out by the experiment as well", "borne out"),
          ("True, though not what the original says", "true"), ("Proved equivalent", "equivalent"))
"""The lists below the tables: heading, and key of the record."""
PROVED = ("true", "equivalent")
"""Listed where a run takes some slips of each claim; of all slips these are tens of thousands, and only counted."""


def record(results: Iterable[Result], registry: Registry, *, seed: int, limit: int | None) -> dict:
    """What a run found, ready for JSON. seed, limit: those of the run."""
    results = sorted(results, key=lambda result: (id_order(result.claim), result.kind, result.part, result.place, result.slip))
    found: dict = {"seed": seed, "limit": limit, "earlier": sum(result.earlier for result in results), "papers": {}}
    for paper in dict.fromkeys(claim.paper.key for claim in registry):
        own = [result for result in results if registry[result.claim].paper.key == paper]
        if own:
            found["papers"][paper] = {
                "claims": len({result.claim for result in own}),
                "slips": _counts([r for r in own if not r.rewriting], KINDS, OUTCOMES),
                "rewritings": _counts([r for r in own if r.rewriting], (*REWRITINGS, "names changed"), ANSWERS)}
    for outcome in ("survived", "undecided", "borne out", *(PROVED if limit else ())):
        found[outcome] = [_listed(r) for r in results if not r.rewriting and r.outcome == outcome]
    found["rewritings not accepted"] = [_listed(r) | {"outcome": r.outcome} for r in results if r.rewriting and r.outcome != "accepted"]
    return found


def _listed(result: Result) -> dict:
    return {name: value for name, value in asdict(result).items() if name not in ("outcome", "earlier") and value != ""}


def _counts(results: list[Result], kinds: Iterable[str], outcomes: Sequence[str]) -> dict:
    table = {}
    for kind in kinds:
        found = Counter(result.outcome for result in results if result.kind == kind)
        if found:
            table[kind] = {outcome: found[outcome] for outcome in outcomes}
    return table


def save(found: dict, json_file: Path) -> None:
    """Write a record as JSON and, beside it under the same name, as a page of markdown; each in one step."""
    write(json_file, json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    write(json_file.with_suffix(".md"), markdown(found))


def saved(json_file: Path) -> dict:
    """The record in a file; empty where there is none or it is damaged."""
    try:
        found = json.loads(json_file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def markdown(found: dict) -> str:
    """A record as a page of markdown."""
    environment = Environment(loader=PackageLoader("rederive.reports.mutation", "."), undefined=StrictUndefined, autoescape=False,
                              trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    environment.filters.update(totals=totals, code=_code, words=_words, score=lambda counts: percent(score(counts)))
    text = environment.get_template("page.md.j2").render(record={"shared": None, **found}, shared_answers=SHARED,
                                                         outcomes=OUTCOMES, answers=ANSWERS, listed=LISTED)
    return text.rstrip() + "\n"


def _code(text: str) -> str:
    """Text as a code span, whatever backticks it holds."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _words(text: str) -> str:
    """Words with formulas, `$...$`, as Markdown sets them."""
    return re.sub(r"\$([^$]+)\$", r"$`\1`$", text)
