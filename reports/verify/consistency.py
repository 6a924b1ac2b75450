"""Whether a record of the ledger agrees with itself: its digest covers what it holds, and its words say no more than its rows imply.

A digest over public data is no signature, so a record that agrees with itself is what some run wrote or what somebody made to look so;
what counts is decided anew, and never taken from here. A record that does not agree with itself is not repeated at all. Light.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from .certificates import exact_rows
from .digests import digest, paper_text, record_digest
from .implied import allows, counterexample_of, graded, is_exact, scope_of, verdict_on
from .ledger_file import not_checked

ALTERED = "it holds something else than its digest covers"
UNSEALED = "it has no digest, as in ledgers of earlier versions"
OTHER_TEXT = "its claim is written otherwise now"
SETTLED = ("proved", "proved in part", "supported")
OUTCOMES = ("proved", "agrees", "refuted", "undecided", "unavailable")


def sealed(record: Mapping) -> dict:
    """A record with the digests of what it holds and of what its claim is written in: for one that was made or found consistent here."""
    held = {name: value for name, value in record.items() if name not in ("paper_text", "digest")}
    if text := paper_text(record["module"]):
        held["paper_text"] = text
    return {**held, "digest": record_digest(held)}


def fault(record: Mapping) -> str:
    """Why a record is not to be repeated, in words; empty where it agrees with itself. Raises nothing, whatever the record holds."""
    try:
        if record.get("digest") != record_digest(record):
            return ALTERED if "digest" in record else UNSEALED
        return next(_contradictions(record), "")
    except (AttributeError, KeyError, LookupError, TypeError, ValueError, RecursionError) as error:
        return f"it is no whole record: {type(error).__name__}: {error}"


def repeatable(records: Iterable[Mapping]) -> list[Mapping]:
    """The records, those that do not agree with themselves as not checked."""
    return [not_checked(record) if fault(record) else record for record in records]


def is_of_the_text(record: Mapping) -> bool:
    """Whether a library's claim is still written as it was when its record was made; of one's own claims the statement is asked."""
    return bool(record.get("paper_text", "") == paper_text(record["module"]))


def said_otherwise(before: Iterable[Mapping], now: Iterable[Mapping], by_all_routes: bool = True) -> list[str]:
    """A line for each record that was decided anew and of which an earlier ledger does not say the same, or nothing that can be repeated.

    by_all_routes: whether they were decided by all, so that their verdicts may be held against one another.
    """
    known, found = {record["id"]: record for record in before}, []
    for record in now:
        old = known.get(record["id"])
        if old is None:
            continue
        if wrong := fault(old):
            found.append(f"{record['id']}: {wrong}; decided anew: {_words(record)}{gone_with(old)}")
        elif by_all_routes and old.get("tree") == record.get("tree") and _words(old) != _words(record):
            found.append(f"{record['id']}: it says {_words(old)}; decided anew: {_words(record)}")
    return found


def lacks_a_route(record: Mapping) -> bool:
    """Whether some route that has to do with a claim could not run where its record was made."""
    return any(row["outcome"] == "unavailable" for row in evidence_rows(record))


def gone_with(record: Mapping) -> str:
    """What is lost with a record that is not to be repeated and that deciding does not bring back, in words; empty where nothing is."""
    return "; what Coq took of it is for `theoremtest certify` to ask again" if "certificate" in record else ""


def _words(record: Mapping) -> str:
    """The verdicts of a record: on what is printed, and on its correction."""
    return record["verdict"] + (f", corrected {record['erratum']['corrected_verdict']}" if record["erratum"] else "")


def _contradictions(record: Mapping) -> Iterator[str]:
    """What a record says that its own rows do not imply."""
    if not all(map(_is_whole, evidence_rows(record))):
        yield "a row of its evidence is not whole"
    erratum, failing = record["erratum"], bool(record["failures"])
    yield from _overstated("", record, "", record, failing)
    if erratum is not None:
        yield from _overstated("the corrected statement: ", erratum, "corrected_", record, failing)
        yield from _unlike("the counterexample", erratum["counterexample"], counterexample_of(record["evidence"]))
        if "under" in erratum:
            yield from _beyond("under the missing condition", erratum["under"]["verdict"], erratum["under"]["evidence"], failing)
        yield from _unlike("the grade", erratum.get("grade", ""), graded(record))
    wanted = [erratum["corrected_verdict"]] if erratum else [record["verdict"]]
    if not (failing or lacks_a_route(record)) and (
            any(verdict not in SETTLED for verdict in wanted) or (erratum and record["verdict"] != "refuted")):
        yield "it names nothing that is not as expected, and its verdict is not"
    for number, step in enumerate(record["derivation"], start=1):
        yield from _beyond(f"step {number}", step["verdict"], step["evidence"], failing)
    for row in record["conditions"]:
        if "without" in row and not row["without"].get("reason"):
            yield from _beyond(f"without {row['latex']}", row["without"]["verdict"], row["without"]["evidence"], failing)
            yield from _unlike(f"without {row['latex']}", row["without"]["counterexample"], counterexample_of(row["without"]["evidence"]))
    for row in record["needs"]:
        if (row["verdict"] == "needed") is not (row["counterexample"] is not None):
            yield f"{row['latex']} is {row['verdict']}, and its counterexample says otherwise"
    if "certificate" in record:
        yield from _of_certificate(record, record["certificate"], failing)


def evidence_rows(record: Mapping) -> Iterator[Mapping]:
    """All rows of evidence that a record holds."""
    yield from record["evidence"]
    yield from record["erratum"]["corrected_evidence"] if record["erratum"] else ()
    yield from (record["erratum"] or {}).get("under", {}).get("evidence", ())
    for step in record["derivation"]:
        yield from step["evidence"]
    for row in record["conditions"]:
        yield from row.get("without", {}).get("evidence", ())


def _is_whole(row: Mapping) -> bool:
    example = row.get("counterexample")
    return (all(isinstance(row[name], str) for name in ("kind", "engine", "scope", "figure")) and row["outcome"] in OUTCOMES
            and all(isinstance(reason, str) for reason in row.get("tried", ())) and (example is None or (
                all(isinstance(text, str) for pair in example["point"].items() for text in pair)
                and all(isinstance(example[name], str) for name in ("left", "right", "note")))))


def _overstated(name: str, held: Mapping, prefix: str, record: Mapping, failing: bool) -> Iterator[str]:
    """Of the printed or the corrected statement: verdicts, scope and `certified` beside its evidence."""
    rows, verdict, parts = held[f"{prefix}evidence"], held[f"{prefix}verdict"], held[f"{prefix}parts"]
    names = [part["name"] for part in parts] or [""]
    implied = verdict_on(rows, names)
    stray = {row.get("part", "") for row in rows} - set(names)
    if stray:
        yield f"{name}its evidence is of parts that it does not have: {', '.join(sorted(map(str, stray)))}"
    if not allows(implied, verdict) or (verdict == "undecided" != implied and not failing):
        yield f"{name}it says {verdict}, and its evidence implies {implied}"
    if verdict == "proved" and record["leaves_out"]:
        yield f"{name}it says proved, and the statement leaves out some of the printed words"
    for part in parts:
        yield from _beyond(f"{name}part {part['name']}", part["verdict"], [row for row in rows if row.get("part", "") == part["name"]],
                           failing, (part["name"],))
    yield from _unlike(f"{name}the scope", held[f"{prefix}scope"], scope_of(verdict, rows))
    yield from _unlike(f"{name}`certified`", held[f"{prefix}certified"], is_exact(verdict, rows))


def _beyond(name: str, verdict: str, rows: Iterable[Mapping], failing: bool, parts: Iterable[str] | None = None) -> Iterator[str]:
    rows = list(rows)
    implied = verdict_on(rows, dict.fromkeys(row.get("part", "") for row in rows) if parts is None else parts)
    if not allows(implied, verdict) or (verdict == "undecided" != implied and not failing):
        yield f"{name}: it says {verdict}, and its evidence implies {implied}"


def _unlike(name: str, held: object, implied: object) -> Iterator[str]:
    if held != implied:
        yield f"{name} is not what its evidence implies"


def _of_certificate(record: Mapping, held: Mapping, failing: bool) -> Iterator[str]:
    """Of a certificate: what it says as a whole beside its parts, and what they say beside the evidence; failing: where that is told."""
    parts, exact = held["parts"], exact_rows(record)
    taken = [part["certified"] for part in parts]
    status = {held["status"]} if any(taken) else {"none"}
    if any(taken):
        status = {"certified", "partly"} if all(taken) else {"partly"}
    if held["status"] not in status:
        yield f"its certificate says {held['status']}, and its parts do not"
    if held["digest"] != digest(tuple(part["digest"] for part in parts)):
        yield "its certificate's digest is not that of its parts"
    why = Counter(part["why"] for part in parts if not part["certified"])
    if held["why"] != ", ".join(sorted(word for word in why if word)):
        yield "its certificate's reasons are not those of its parts"
    for part in parts:
        row = exact.get((part["role"], part["part"]))
        if part["certified"] and (not part["digest"] or part["why"] or row is None or (row["outcome"] != part["says"] and not failing)):
            yield f"a certificate of the {part['role']} statement is of something else than what the exact engine says"
