"""Which record a person means: by id, by the paper's number, or as the paper writes the place. Light."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from theoremtest.derivations.errors import ClaimError, UnknownClaim
from theoremtest.reports.files import id_order


class Ambiguous(ClaimError):
    """A place is in several papers, and nothing says which is meant."""


def record_of(wanted: str, records: Iterable[Mapping], paper: str | None = None) -> Mapping:
    """The record of `kunin2024/27`, `27` or `Eq. (27)`.

    paper: the only paper to look in. Raises UnknownClaim with the nearest ids, Ambiguous where several papers have the place.
    """
    known = [record for record in records if paper in (None, record["paper"])]
    by_id = {record["id"]: record for record in known}
    if wanted in by_id:
        return by_id[wanted]
    found = [record for record in known if record["id"].partition("/")[2] == wanted]
    if not found:
        place = _plain(wanted)
        at = [record for record in known if _plain(record["where"]) in (place, f"eq({place.strip('()')})")]
        found = list({record["paper"]: record for record in sorted(at, key=lambda record: id_order(record["id"]), reverse=True)}.values())
    if len(found) > 1:
        raise Ambiguous(f"{wanted!r} is in several papers: {', '.join(sorted(record['id'] for record in found))}; give the id")
    if not found:
        raise _unknown(wanted, by_id)
    return found[0]


def records_of(wanted: Iterable[str], records: list[dict], paper: str | None = None) -> list[dict]:
    """The records of several places in that order; all of the paper's, or all, where none is named."""
    wanted = list(dict.fromkeys(wanted))
    if paper is not None and paper not in (keys := {record["paper"] for record in records}):
        raise ClaimError(f"unknown paper {paper!r}; known: {', '.join(sorted(keys))}")
    if not wanted:
        return [record for record in records if paper in (None, record["paper"])]
    return [dict(record_of(text, records, paper)) for text in wanted]


def source_of(record: Mapping, floors: Path) -> str:
    """File and line of a claim function, `derivations/kunin2024/a2_3_upstream_eq26_28.py:74`; the module where no file is found."""
    module, function = record.get("module", ""), record.get("function", "")
    relative = Path(*module.split(".")[1:]).with_suffix(".py") if module.startswith("theoremtest.") else Path(module)
    try:
        lines = (floors / relative).read_text("utf-8").splitlines()
    except OSError:
        return module
    line = next((number for number, text in enumerate(lines, 1) if text.startswith(f"def {function}(")), 0)
    return f"{relative.as_posix()}:{line}" if line else relative.as_posix()


def _unknown(wanted: str, by_id: Mapping[str, Mapping]) -> UnknownClaim:
    """The nearest ids, the paper's own part of an id counting as much as the whole."""
    places = {identity.partition("/")[2]: identity for identity in sorted(by_id, reverse=True)}
    near = difflib.get_close_matches(wanted.partition("/")[2] or wanted, places, n=3, cutoff=0.6)
    error = UnknownClaim(wanted, by_id)
    if not error.near and near:
        error = UnknownClaim(wanted, by_id, where="")
        error.near = tuple(places[place] for place in near)
        error.args = (f"unknown claim {wanted!r}; nearest known: {', '.join(error.near)}",)
    return error


def _plain(place: str) -> str:
    """A place without what people write differently: case, blanks, full stops, `Equation` for `Eq.`."""
    text = re.sub(r"\s+|(?<![0-9])\.|\.(?![0-9])", "", place.lower())
    text = re.sub(r"^(equation|eqn?)(?=\(|[a-z]?\d|[a-z]\.)", "eq", text)
    text = re.sub(r"^eq([a-z]?\.?\d.*)$", r"eq(\1)", text)
    return re.sub(r"^(theorem|proposition|corollary|definition|figure|footnote|appendix|section|lemma|assumption|table)",
                  lambda match: {"theorem": "thm", "proposition": "prop", "corollary": "cor", "definition": "def", "figure": "fig",
                                 "footnote": "fn", "appendix": "app", "section": "sec"}.get(match.group(), match.group()), text)
