"""The record of a run: counts by paper and kind and everything that was not simply refuted or accepted, as JSON and as a page."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from theoremtest.derivations.language import Claim, Registry
from theoremtest.derivations.mutants import KINDS, REWRITINGS
from theoremtest.numerics.extras import needing
from theoremtest.reports.files import id_order, write
from theoremtest.reports.verify.cache import content, digest

from .again import asked_again
from .shared import ANSWERS as SHARED
from .tally import ANSWERS, OUTCOMES, percent, score, totals
from .trials import KEY, Result, listed, target

with needing("the page of survivors"):
    from jinja2 import Environment, PackageLoader, StrictUndefined

LISTED = (("Survivors", "survived"), ("Undecided", "undecided"), ("Rewritings that were not accepted", "rewritings not accepted"),
          ("Borne out by the experiment as well", "borne out"),
          ("True, though not what the original says", "true"), ("Proved equivalent", "equivalent"))
"""The lists below the tables: heading, and key of the record."""
PROVED = ("true", "equivalent")
"""Listed where a run takes some slips of each claim; of all slips these are tens of thousands, and only counted."""
MAKERS = ("kinds", "places", "rewritings")
"""The modules that slips and rewritings come from."""
TRIED = ("slips", "rewritings")
ROWS = ("survived", "undecided", "borne out", "rewritings not accepted")
"""What is listed of all slips."""


def record(results: Iterable[Result], registry: Registry, *, seed: int, limit: int | None, tried: Sequence[str] = TRIED,
           before: dict | None = None, again: Container[str] = ()) -> dict:
    """What a run found, ready for JSON. seed, limit: those of the run; tried: what of `TRIED` it was about.

    before: of a run over all slips, what `done_before` keeps of an earlier one. again: claims of which only what that one left open was
    asked.
    """
    results = list(results)
    if before is not None and again:
        before = asked_again(before, (result for result in results if result.claim in again))
        results = [result for result in results if result.claim not in again]
    results = sorted(results, key=lambda result: (id_order(result.claim), result.kind, result.part, result.place, result.slip))
    grouped: dict[str, list[Result]] = {}
    for result in results:
        grouped.setdefault(result.claim, []).append(result)
    by_claim = {claim: {"of": of(registry[claim]), "tried": [*tried], **_summary(own)} for claim, own in grouped.items()}
    before = {"claims": {}, "rows": {}} if before is None else before
    by_claim = dict(sorted((before["claims"] | by_claim).items(), key=lambda item: id_order(item[0])))
    found: dict = {"seed": seed, "limit": limit, "earlier": sum(row["earlier"] for row in by_claim.values()), "papers": {}}
    for paper in dict.fromkeys(claim.paper.key for claim in registry):
        own = [row for claim, row in by_claim.items() if claim in registry and registry[claim].paper.key == paper]
        if own:
            found["papers"][paper] = {
                "claims": len(own),
                "slips": _added([row["slips"] for row in own], KINDS, OUTCOMES),
                "rewritings": _added([row["rewritings"] for row in own], (*REWRITINGS, "names changed"), ANSWERS)}
    for outcome in ("survived", "undecided", "borne out", *(PROVED if limit else ())):
        found[outcome] = [listed(r) for r in results if not r.rewriting and r.outcome == outcome]
    found["rewritings not accepted"] = [listed(r) | {"outcome": r.outcome} for r in results if r.rewriting and r.outcome != "accepted"]
    if limit is None:
        for name, rows in before["rows"].items():
            standing = [row for row in rows if row["claim"] not in grouped]
            found[name] = sorted([*found[name], *standing], key=lambda row: id_order(row["claim"]))
        found["claims"] = by_claim
    return found


def done_before(saved: dict, claims: Iterable[Claim], *, seed: int, tried: Sequence[str] = TRIED) -> dict:
    """Of a saved record of all slips, what stands: claims whose statement and whose slips are still the same, with their rows."""
    kept: dict = {"claims": {}, "rows": {name: [] for name in ROWS}}
    if saved.get("seed") != seed or saved.get("limit", 0) is not None:
        return kept
    for claim in claims:
        row = saved.get("claims", {}).get(claim.id)
        if row is not None and set(tried) <= set(row["tried"]) and row["of"] == of(claim):
            kept["claims"][claim.id] = row
    for name in ROWS:
        kept["rows"][name] = [row for row in saved.get(name, ()) if row["claim"] in kept["claims"]]
    return kept


def to_do(claims: Iterable[Claim], before: dict, again: Container[str] = ()) -> list[Claim]:
    """The claims that no earlier run has done, and those of which something is asked again."""
    return [claim for claim in claims if claim.id not in before["claims"] or claim.id in again]


def of(claim: Claim) -> str:
    """A digest of the statement that slips are put into, and of the modules that make them; those that judge them may change: what was
    settled stays settled."""
    return digest(content(target(claim)), _makers())[:KEY]


@cache
def _makers() -> tuple[str, ...]:
    folder = resources.files("theoremtest.derivations.mutants")
    return tuple(folder.joinpath(f"{module}.py").read_text("utf-8") for module in MAKERS)


def _summary(results: list[Result]) -> dict:
    return {"slips": _counts([r for r in results if not r.rewriting]), "rewritings": _counts([r for r in results if r.rewriting]),
            "earlier": sum(result.earlier for result in results)}


def _counts(results: list[Result]) -> dict:
    table: dict = {}
    for result in results:
        row = table.setdefault(result.kind, {})
        row[result.outcome] = row.get(result.outcome, 0) + 1
    return table


def _added(tables: list[dict], kinds: Iterable[str], outcomes: Sequence[str]) -> dict:
    """Tables of counts added up, in the order of the kinds and outcomes."""
    found = {}
    for kind in kinds:
        counts: Counter = Counter()
        for table in tables:
            counts.update(table.get(kind, {}))
        if counts:
            found[kind] = {outcome: counts[outcome] for outcome in outcomes}
    return found


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
    environment = Environment(loader=PackageLoader("theoremtest.reports.mutation", "."), undefined=StrictUndefined, autoescape=False,
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
