"""The tools themselves: each takes what it was asked, checked against its schema, and answers as plain data of one shape.

Nothing outside of the workspace is read, nothing is written, and no text is run. A word of the ledger is told as `recorded`; a verdict
stands beside it only where the kernel took its witness again.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Claim, Counterexample, Outcome
from theoremtest.derivations.notation import Setting, declaration, macros_of
from theoremtest.derivations.proof.attest import pointed
from theoremtest.derivations.proof.balls.enclose import NotEvaluable
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.gate import objection, stands
from theoremtest.derivations.proof.ladder import Finding
from theoremtest.reports.files import in_one_line
from theoremtest.reports.verify import witnesses
from theoremtest.reports.verify.ledger_file import LEDGER
from theoremtest.reports.verify.recheck import ASSUMED, OPEN, recheck
from theoremtest.reports.workspace import Workspace

from . import manuscript
from .places import Place, place_of
from .schemas import TOOLS, USUAL
from .statements import Read, decided, plain, point_as_json, read

NOTHING: dict = {"read": None, "by": "", "scope": "", "point": None, "unread": [], "notes": []}
NO_POINT = "no point was found at which it fails; that proves nothing"
NOT_ANEW = "the ledger's word; this tool had no witness that the kernel takes again: ask `check` or `try` to decide it"


def answer(tool: str, arguments: Mapping[str, Any], root: Path) -> dict:
    """What a tool answers. Raises nothing: a mistake in the call is one line, and a defect of the program says that it is one."""
    began = time.monotonic()
    try:
        checked = _checked(tool, arguments)
        found = _DOES[tool](place_of(root), checked)
    except (TheoremtestError, OutOfTime, NotEvaluable) as error:
        found = _error(str(error), checked if "checked" in locals() else {})
    except OSError as error:
        found = _error(in_one_line(error), {})
    except Exception as error:  # a crash is no answer: nothing is said of the statement
        found = _error(f"a defect of this program, {type(error).__name__}: {str(error)[:200]}", {})
    whole = {"verdict": "not read", **NOTHING, "items": [], "left_out": 0, "error": "", **found}
    return {**whole, "tool": tool if tool in TOOLS else "check", "seconds": round(time.monotonic() - began, 3)}


def _error(text: str, asked: Mapping) -> dict:
    given = asked.get("statement") or asked.get("formula") or ""
    return {"verdict": "not read", "error": text, "unread": [given] if given else []}


def _checked(tool: str, arguments: Mapping[str, Any]) -> dict:
    """The arguments with what is usual filled in. Raises TheoremtestError for a call that the tool's schema does not allow."""
    if tool not in TOOLS:
        raise TheoremtestError(f"there is no tool {tool[:60]!r}; there are {', '.join(TOOLS)}")
    schema = TOOLS[tool][1]
    wrong = next(iter(sorted(Draft202012Validator(schema).iter_errors(arguments), key=lambda error: list(map(str, error.path)))), None)
    if wrong is not None:
        where = ".".join(map(str, wrong.absolute_path))
        raise TheoremtestError(f"{tool}: {f'{where}: ' if where else ''}{wrong.message[:200]}")
    usual = {name: what["default"] for name, what in schema["properties"].items() if "default" in what}
    return {**usual, **arguments}


# statements ------------------------------------------------------------------------------------------------------------


def _read(asked: Mapping) -> Read:
    return read(asked["statement"], asked["declarations"], asked["syntax"])


def _check(place: Place, asked: Mapping) -> dict:
    statement = _read(asked)
    return {**decided(statement, asked["seconds"]).as_json(), "read": statement.as_json()}


def _refute(place: Place, asked: Mapping) -> dict:
    statement = _read(asked)
    if asked.get("at") is not None:
        return {**_at(statement, asked["at"], asked["seconds"]), "read": statement.as_json()}
    found = decided(statement, asked["seconds"])
    if found.verdict == "refuted":
        return {**found.as_json(), "read": statement.as_json()}
    return {"verdict": "undecided", "notes": [NO_POINT], "read": statement.as_json()}


def _at(statement: Read, values: Mapping[str, str], seconds: float) -> dict:
    """A point that somebody names: it counts where the gate lets it pass."""
    deadline = Deadline(seconds)
    proposed = Counterexample(tuple((name, text) for name, text in values.items()))
    reasons = []
    for name, part in statement.statement.parts():
        if not (why := objection(part, proposed, deadline)):
            finding = pointed(part, Finding(Outcome.REFUTED, counterexample=proposed), deadline)
            return {"verdict": "refuted", "by": "the kernel, at the point that was named" if finding.proofs else "ball arithmetic",
                    "scope": "one exact point", "point": point_as_json(proposed), "notes": [f"part {name}"] if name else []}
        reasons.append(why)
    return {"verdict": "undecided", "notes": [*reasons, "this point shows nothing; another may"]}


def _needs(place: Place, asked: Mapping) -> dict:
    from theoremtest.reports.verify.cache import NoCache
    from theoremtest.reports.verify.ledger import needs_rows
    from theoremtest.reports.verify.runner import examine, examine_needs

    if ("claim" in asked) is ("statement" in asked):
        raise TheoremtestError("needs: name either a claim or a statement")
    if "claim" in asked:
        claim = _claim(place, asked["claim"])
        told = plain_of(claim)
    else:
        statement = _read(asked)
        claim, told = statement.claim, statement.as_json()
    findings = examine(claim, ("exact",), NoCache(), asked["seconds"]) + examine_needs(claim, NoCache(), asked["seconds"] / 2, again=True)
    rows = needs_rows(claim, findings)
    return {"verdict": "listed", "read": told, "id": claim.id if "claim" in asked else "", "items": [_need(row) for row in rows],
            "notes": [] if rows else ["it has no conditions"]}


def _need(row: Mapping) -> dict:
    enough = [weaker["latex"] for weaker in row["weaker"] if weaker["verdict"] == "enough"]
    example = row["counterexample"]
    return {**NOTHING, "verdict": row["verdict"], "condition": row["latex"],
            "point": None if example is None else point_as_json(Counterexample.from_json(example)),
            "notes": [*([row["reason"]] if row.get("reason") else []), *(f"enough in its place: {latex}" for latex in enough)]}


# claims ----------------------------------------------------------------------------------------------------------------


def _claim(place: Place, wanted: str) -> Claim:
    return place.workspace.find(place.workspace.id_of(wanted))[0]


def plain_of(claim: Claim) -> dict:
    """A claim's statement in LaTeX and in words."""
    return Read(claim.statement).as_json()


def _try(place: Place, asked: Mapping) -> dict:
    from theoremtest.reports.edits.attempt import attempt
    from theoremtest.reports.verify.cache import NoCache

    claim = _claim(place, asked["claim"])
    setting = Setting(macros_of("\n".join(asked["where"])), tuple(declaration(text) for text in asked["where"] if not macros_of(text)))
    found = attempt(claim, asked["formula"], asked.get("part", ""), NoCache(), asked["seconds"], setting)
    told = plain({"latex": found.read_as, "domain": found.domain, "kind": claim.statement.label})
    return {"verdict": found.verdict, "read": told, "by": found.by, "scope": found.scope, "id": claim.id,
            "point": point_as_json(found.counterexample or found.differs), "equivalent_to": found.equivalent_to,
            "unread": list(found.set_aside),
            "notes": [f"equivalent to {found.equivalent_to}: {found.how}" if found.how else f"equivalent to {found.equivalent_to}",
                      *(note for note in found.notes if note not in found.set_aside), *found.tried]}


def _errata(place: Place, asked: Mapping) -> dict:
    wanted = [asked["claim"]] if "claim" in asked else []
    records = place.workspace.standing(wanted, asked.get("paper")) if wanted else place.standing(asked.get("paper"))
    with_one = [record for record in records if record["erratum"]]
    unchecked = sum(record["verdict"] == "not checked" for record in records)
    shown = with_one[asked["offset"]:asked["offset"] + asked["limit"]]
    notes = [f"{unchecked} records do not agree with themselves and are not repeated"] if unchecked else []
    if wanted and not with_one:
        notes.append("it has no erratum that can be repeated")
    return {"verdict": "listed", "items": _listed(place.workspace, shown, asked["seconds"]), "notes": notes,
            "left_out": len(with_one) - asked["offset"] - len(shown) if len(with_one) > asked["offset"] else 0}


def _search(place: Place, asked: Mapping) -> dict:
    words = re.findall(r"\\?[^\W_]+", asked["query"].lower())
    if not words:
        raise TheoremtestError("search: say at least one word, place or LaTeX command")
    with place.searched(asked.get("paper")) as (rows, formula, whole):
        fits = sorted((-_fit(row, words, formula), number) for number, row in enumerate(rows))
        found = [rows[number] for fit, number in fits if fit < 0]
        shown = [whole(row) for row in found[:asked["limit"]]]
    return {"verdict": "listed", "items": _listed(place.workspace, shown, asked["seconds"]), "left_out": len(found) - len(shown),
            "notes": [] if found else ["nothing fits"]}


def _fit(record: Mapping, words: Iterable[str], formula_of: Callable[[Mapping], str]) -> int:
    """How well a record fits: every word must stand in it; one of its id, place or title counts more than one of its formula, which is
    read where it has to be."""
    heading = f"{record['id']} {record['where']} {record['title']}".lower()
    named = set(re.findall(r"[^\W_]+", heading))
    total = 0
    for word in words:
        worth = 8 if word in named else 3 if word in heading else 1 if word in formula_of(record).lower() else 0
        if not worth:
            return 0
        total += worth
    return total


def _listed(place: Workspace, records: Iterable[Mapping], seconds: float) -> list[dict]:
    """Records as items, each with the verdict that the kernel gives now to what was recorded."""
    deadline, held = time.monotonic() + seconds, {}
    return [_item(place, record, deadline, held) for record in records]


def _item(place: Workspace, record: Mapping, deadline: float, held: dict) -> dict:
    """One record. Where the kernel took its witnesses, or its point fails anew, there is a verdict, and what stands beside it is the
    claim's own."""
    claim, taken, point, corrected, erratum = None, False, None, None, record["erratum"]
    with suppress(TheoremtestError):
        claim = place.find(record["id"])[0] if time.monotonic() < deadline and record["verdict"] != "not checked" else None
        if claim is not None:
            taken, point = _taken(place, record, claim, held), _recorded_point(claim, erratum, deadline)
    sure = taken or (record["verdict"] == "refuted" and point is not None)
    if claim is not None:
        printed = plain_of(claim)
        corrected = Read(claim.erratum.corrected).as_json() if claim.erratum else None
        why, leaves_out = claim.erratum.why if claim.erratum else "", claim.leaves_out
    else:
        printed, why, leaves_out = plain(record), erratum["why"] if erratum else "", record["leaves_out"]
        if erratum:
            corrected = plain({"latex": erratum["corrected_latex"], "domain": erratum["corrected_domain"], "kind": record["kind"]})
    notes = [*([why] if why else []), *([f"leaves out: {leaves_out}"] if leaves_out else []), *([] if sure else [NOT_ANEW])]
    if erratum and not taken:
        notes.append(f"the correction is recorded as {erratum['corrected_verdict']}")
    return {**NOTHING, "verdict": record["verdict"] if sure else "not checked", "id": record["id"], "where": record["where"],
            "title": record["title"] if claim is None else claim.title, "read": printed, "recorded": record["verdict"],
            "by": "the kernel, which took the recorded witness again" if taken else "its recorded point, worked out again" if sure else "",
            "scope": record["scope"] if taken else "one exact point" if sure else "", "point": point_as_json(point),
            "corrected": corrected, "notes": notes}


def _recorded_point(claim: Claim, erratum: Mapping | None, deadline: float) -> Counterexample | None:
    """The recorded point of a refutation, where the claim is seen to fail there anew."""
    if erratum is None or erratum["counterexample"] is None:
        return None
    point = Counterexample.from_json(erratum["counterexample"])
    with suppress(OutOfTime, NotEvaluable, TheoremtestError):
        limit = Deadline(max(0.1, deadline - time.monotonic()))
        if any(stands(part, point, limit) for _, part in claim.statement.parts()):
            return point
    return None


def _taken(place: Workspace, record: Mapping, claim: Claim, held: dict) -> bool:
    """Whether the kernel takes a witness of every part of what is recorded of a claim, printed and corrected."""
    if record["verdict"] not in ("proved", "proved in part", "refuted"):
        return False
    of_library = place.personal and place.is_of_library(record["id"])
    path = witnesses.path_beside(LEDGER if of_library else place.ledger)
    with suppress(TheoremtestError, LookupError, TypeError, ValueError, AttributeError):
        if path not in held:
            held[path] = witnesses.read(path)
        found = recheck(claim, record, held[path].get(record["id"], {}))
        return not found.faults and not found.counts[OPEN] and not found.counts[ASSUMED] and sum(found.counts.values()) > 0
    return False


# manuscripts -----------------------------------------------------------------------------------------------------------


def _referee(place: Place, asked: Mapping) -> dict:
    if ("path" in asked) is ("text" in asked):
        raise TheoremtestError("referee: name either a path or a text")
    items, left_out, notes = manuscript.judged(place.workspace, asked.get("path"), asked.get("text"), asked["seconds"], asked["displays"])
    return {"verdict": "listed", "items": [{**NOTHING, **item} for item in items], "left_out": left_out, "notes": notes}


_DOES: dict[str, Callable[[Place, Mapping], dict]] = {
    "check": _check, "try": _try, "refute": _refute, "needs": _needs, "errata": _errata, "referee": _referee, "search": _search}
__all__ = ["USUAL", "answer"]
