"""The items of one claim: what is proved of it, its erratum, the conditions that it needs, and twins of true ones that differ in one slip.

True is what the ledger says is proved, of a record that agrees with itself and with its claim. False is what fails at a point that is
worked out here anew, by the kernel or by ball arithmetic; a slip that is not seen to fail is left out, whatever it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.kernel.points import FAILS, fails
from theoremtest.derivations.kernel.terms import Refused
from theoremtest.derivations.language import Claim, Counterexample, Equal, Limit, Observed, Statement, to_latex
from theoremtest.derivations.language.sources import Sourced
from theoremtest.derivations.language.tautology import tautology
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.mutants import mutants
from theoremtest.derivations.proof.balls.enclose import NotEvaluable
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime, alarm
from theoremtest.derivations.proof.gate import certainly_fails, exact_point, open_domain
from theoremtest.derivations.proof.recheck import contradiction
from theoremtest.derivations.proof.refute import value_text
from theoremtest.reports.edits.saying import says_nothing
from theoremtest.reports.verify.implied import GARBLED
from theoremtest.reports.verify.needs import drops_needed
from theoremtest.reports.verify.runner import drops_of

from .items import FALSE, MISSING, TRUE, item
from .trivial import settled_by

CANDIDATES = 10
"""Slips that are made of one statement before it has no twin."""
SECONDS = 1.0
"""Of work in which a point is looked for."""
LONGEST = 900
"""Characters of a formula at most: what nobody would read is no item."""
UNSPOKEN = Observed,
"""Kinds that no formula states."""


def items_of(claim: Claim, record: Mapping) -> list[dict]:
    """All items of a claim, true ones followed by their twins."""
    found: list[dict] = []
    for statement, certificate, source in _proved(claim, record):
        if not _may_be_asked(statement) or says_nothing(statement) or isinstance(statement, Equal) and tautology(statement):
            continue
        true = item(statement, TRUE, certificate, source)
        found.append(true)
        twin = _twin(statement, source)
        if twin is not None:
            true["twin"], twin["twin"] = twin["id"], true["id"]
            found.append(twin)
    return [*found, *_errata(claim, record), *_conditions(claim, record)]


def _may_be_asked(statement: Statement) -> bool:
    return not isinstance(statement, UNSPOKEN) and tree_of(statement) is not None and len(statement.latex()) <= LONGEST


def _source(claim: Claim, role: str, part: str) -> dict:
    return {"paper": claim.paper.key, "claim": claim.id, "role": role, "part": part}


# what is proved --------------------------------------------------------------------------------------------------------


def _proved(claim: Claim, record: Mapping) -> Iterator[tuple[Statement, dict, dict]]:
    """(statement, certificate, source) of every part that the ledger says is proved."""
    coq = {(part["role"], part["part"]) for part in record.get("certificate", {}).get("parts", ()) if part["certified"]}
    roles = [("printed", claim.statement, record["evidence"])]
    if claim.erratum:
        roles.append(("corrected", claim.erratum.corrected, record["erratum"]["corrected_evidence"]))
    roles += [(f"step {number}", step.statement, row["evidence"])
              for number, (step, row) in enumerate(zip(claim.derivation, record["derivation"], strict=False), start=1)]
    for role, statement, rows in roles:
        exact = {row.get("part", ""): row for row in rows if row["kind"] == "exact"}
        for name, part in statement.parts():
            row = exact.get(name)
            if row is not None and row["outcome"] == "proved":
                yield part, {"by": row["engine"], "scope": row["scope"], "assumes": list(row.get("assumes", ())),
                             "coq": (role, name) in coq}, _source(claim, role, name)


# what is refuted -------------------------------------------------------------------------------------------------------


def _errata(claim: Claim, record: Mapping) -> Iterator[dict]:
    """The printed parts that the ledger has refuted, where they fail at their recorded point anew. What was garbled is nobody's error."""
    erratum = record["erratum"]
    if not erratum or erratum["kind"] == GARBLED:
        return
    label = MISSING if erratum.get("grade") == "condition missing" else FALSE
    rows = {row.get("part", ""): row for row in record["evidence"] if row["kind"] == "exact" and row["outcome"] == "refuted"}
    for name, part in claim.statement.parts():
        if name in rows and _may_be_asked(part):
            certificate = _at(part, rows[name].get("counterexample"))
            if certificate is not None:
                yield item(part, label, {**certificate, "grade": erratum.get("grade", "")}, _source(claim, "printed", name),
                           {"kind": "erratum", "place": erratum["kind"]})


def _conditions(claim: Claim, record: Mapping) -> Iterator[dict]:
    """Statements that lack a condition which they need, where they fail at the recorded point anew."""
    seen: set[str] = set()
    known = {row["latex"]: row for row in record["needs"] if row["verdict"] == "needed"}
    for drop in drops_needed(claim) if known else ():
        row = known.get(to_latex(drop.condition))
        weaker = None if row is None or drop.weaker is None else next(
            (one for one in row["weaker"] if one["latex"] == to_latex(drop.weaker) and one["verdict"] == "not enough"), None)
        held = row if drop.weaker is None else weaker
        yield from _without(claim, drop.parts, held, to_latex(drop.condition), seen)
    rows = {row["latex"]: row["without"] for row in record["conditions"] if row.get("without", {}).get("verdict") == "refuted"}
    entries: list[tuple[Sourced, Statement | None, str]] = drops_of(claim) if rows else []
    for entry, left, _ in entries:
        condition = to_latex(entry.condition)
        yield from _without(claim, tuple(left.parts()) if left is not None else (), rows.get(condition), condition, seen)


def _without(claim: Claim, parts, row: Mapping | None, condition: str, seen: set[str]) -> Iterator[dict]:
    if row is None:
        return
    for name, part in parts:
        if row.get("part", name) != name or not _may_be_asked(part):
            continue
        certificate = _at(part, row.get("counterexample"))
        if certificate is not None:
            made = item(part, MISSING, {**certificate, "condition": condition}, _source(claim, "without", name),
                        {"kind": "condition", "place": "domain"})
            if made["id"] not in seen:
                seen.add(made["id"])
                yield made


def _at(statement: Statement, held: Mapping | None) -> dict | None:
    """What refutes a statement at a recorded point, worked out anew; None where it is not seen to fail there."""
    if held is None:
        return None
    with suppress(TheoremtestError, OutOfTime, NotEvaluable, TypeError, ValueError, KeyError, AttributeError):
        point = exact_point(statement, Counterexample.from_json(held), Deadline(SECONDS))
        if point is not None:
            return _refuted(statement, point)
    return None


def _refuted(statement: Statement, point: dict) -> dict | None:
    """The certificate of a refutation: the point, and who saw the statement fail there; None where nobody does."""
    by = []
    with suppress(Refused):
        if fails(tree_of(statement), to_tree(point)) == FAILS:
            by.append("kernel")
    with suppress(TheoremtestError, OutOfTime, NotEvaluable, NotImplementedError, TypeError, ValueError):
        if certainly_fails(statement, point, Deadline(SECONDS)):
            by.append("ball arithmetic")
    gone = {statement.variable} if isinstance(statement, Limit) else set()  # of a limit the other letters tell
    shown = {to_latex(letter): value_text(value) for letter, value in point.items() if letter not in gone}
    return {"by": " and ".join(by), "point": shown, "trivial": settled_by(statement)} if by else None


# twins -----------------------------------------------------------------------------------------------------------------


def _twin(statement: Statement, source: Mapping[str, str]) -> dict | None:
    """A statement that differs from a true one in one slip and fails at a point; none that a trivial check settles."""
    seed = f"{source['claim']} {source['role']} {source['part']}"
    with suppress(Exception), alarm(10 * SECONDS):  # as below
        for mutant in _shuffled(mutants(statement, seed, CANDIDATES), seed):
            if mutant.lost is not None or not _may_be_asked(mutant.statement) or mutant.statement.latex() == statement.latex():
                continue
            certificate = _found(mutant.statement)
            if certificate is not None and not certificate["trivial"]:
                return item(mutant.statement, FALSE, certificate, source, {"kind": mutant.kind, "place": mutant.place})
    return None


def _shuffled(found: list, seed: str) -> list:
    """Slips in an order that their kinds do not decide, so that every kind comes first somewhere."""
    random.Random(seed).shuffle(found)
    return found


def _found(statement: Statement) -> dict | None:
    with suppress(Exception), alarm(2 * SECONDS):  # a statement that a slip made may break what looks at it: then it is no twin
        point = contradiction(statement, open_domain(statement), Deadline(SECONDS))
        if point is not None:
            return _refuted(statement, point)
    return None
