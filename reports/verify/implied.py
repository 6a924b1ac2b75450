"""What rows of evidence imply: verdict, scope, whether the exact engine stands behind it, the counterexample that is shown.

Rows are plain data, as the ledger holds them. Records are made by these rules and held to them when they are read; light, as reading
waits for no formula.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from theoremtest.derivations.proof.reasons import NO_POINT

Row = Mapping[str, object]
GARBLED = "garbled"
FALSE, CONDITION, DEGENERATE = "false in general", "condition missing", "degenerate"
GRADES = (FALSE, CONDITION, DEGENERATE)
"""Of an erratum, the gravest first; what is degenerate is a remark, and no erratum."""
RISING = ("refuted", "undecided", "supported", "proved in part", "proved")
"""Verdicts from the lowest to the highest."""
_BACKED_BY = {"proved": "proved", "proved in part": "proved", "supported": "agrees", "refuted": "refuted"}


def verdict_of(rows: Iterable[Row]) -> str:
    """The highest verdict that the evidence on one part of a statement allows."""
    rows = list(rows)
    outcomes = {row["outcome"] for row in rows}
    if {"proved", "refuted"} <= outcomes:
        return "undecided"
    verdict = next((verdict for verdict, outcome in (("refuted", "refuted"), ("proved", "proved"), ("supported", "agrees"))
                    if outcome in outcomes), "undecided")
    pointless = any(str(reason).startswith(NO_POINT) for row in rows for reason in _listed(row.get("tried")))
    return "undecided" if pointless and verdict != "refuted" else verdict


def verdict_on(rows: Iterable[Row], parts: Iterable[str] = ("",)) -> str:
    """The highest verdict on a statement with these parts, or without any: the lowest of its parts'."""
    rows = list(rows)
    return min((verdict_of(row for row in rows if row.get("part", "") == part) for part in parts), key=RISING.index, default="undecided")


def allows(implied: str, verdict: str) -> bool:
    """Whether a verdict may stand where the evidence implies another: a recorder lowers a verdict, and never raises it."""
    return verdict == implied or (verdict == "undecided" and implied != "refuted") or (verdict, implied) == ("proved in part", "proved")


def scope_of(verdict: str, rows: Iterable[Row]) -> str:
    """What a verdict covers, in the words of the evidence that it rests on."""
    return "; ".join(dict.fromkeys(str(row["scope"]) for row in rows if row["outcome"] == _BACKED_BY.get(verdict) and row["scope"]))


def is_exact(verdict: str, rows: Iterable[Row]) -> bool:
    """Whether a verdict is the exact engine's: a proof of every part, or a rigorous counterexample to one."""
    exact = [row["outcome"] for row in rows if row["kind"] == "exact"]
    if verdict == "refuted":
        return "refuted" in exact
    return verdict in ("proved", "proved in part") and all(outcome == "proved" for outcome in exact)


def counterexample_of(rows: Iterable[Row]) -> object:
    """The exact engine's counterexample where it has one, else a numerical one, that of the part which fails most; None without any."""
    found = sorted((row for row in rows if row.get("counterexample") is not None),
                   key=lambda row: (row["kind"] != "exact", row.get("extent") == "thin"))
    return found[0]["counterexample"] if found else None


def graded(record: Mapping) -> str:
    """How grave an erratum is, by how far the parts that are refuted fail; empty of a garbled text, and where points cannot tell.

    `degenerate`: only on a set that chance never meets (a removable 0/0, an equality, a border), or only by another convention than the one
    that is named. `condition missing`: on a set with interior, where the formula itself holds under conditions that are named. Else
    `false in general`. None of it is a matter of taste.
    """
    erratum = record["erratum"]
    extents = {row["extent"] for row in record["evidence"] if row["outcome"] == "refuted" and row.get("extent")}
    if erratum["kind"] == GARBLED or not extents:
        return ""
    if erratum.get("convention") or extents == {"thin"}:
        return DEGENERATE
    holds = "under" not in erratum or erratum["under"]["verdict"] in ("proved", "supported")
    return CONDITION if erratum["kind"] == "incomplete" and erratum.get("missing") and holds else FALSE


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, (list, tuple)) else ()
