"""From findings to the ledger's record of a claim, and what is expected of each record.

A record says what was printed, what was found, and by what evidence. A recorder may lower a verdict, never raise it: a
statement about an empty domain and one whose routes disagree are lowered here. No time stamp, no timing, no machine.
"""

from __future__ import annotations

from collections.abc import Mapping

from theoremtest.derivations.language import Claim, Outcome, Registry, Solves, Statement, Verdict, conditions_added
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.tree import tree_of
from theoremtest.reports.files import id_order

from . import needs, witnesses
from .cache import evidence_from
from .consistency import sealed
from .expected import claimed, of_role, problems, verdict_of, verdict_on
from .implied import counterexample_of, graded, is_exact, scope_of
from .ledger_file import NOT_DECIDED
from .runner import Finding, checks_of, drops_of


def record_of(claim: Claim, findings: tuple[Finding, ...], registry: Registry, unknown: str = NOT_DECIDED) -> dict:
    """The ledger's record of a claim, ready for JSON; the schema beside this file describes it.

    Without any findings it is what the claim says of itself, with `unknown` in place of verdicts, and no ledger takes it.
    """
    printed = of_role(findings, "printed")
    record = {
        "id": claim.id,
        "paper": claim.paper.key,
        "where": claim.where,
        "title": claim.title,
        "note": claim.note,
        "origin": claim.origin,
        "module": claim.module,
        "function": claim.function,
        "kind": claim.statement.kind,
        "latex": claim.latex,
        "domain": claim.domain.latex(),
        "domain_text": str(claim.domain),
        "uses": list(claim.uses),
        "used_by": used_by(claim, registry),
        "conditions": _conditions(claim, findings),
        "reading": claim.reading,
        "leaves_out": claim.leaves_out,
        "verdict": claimed(claim, printed).value if printed else unknown,
        "certified": _certified(printed),
        "scope": _scope(printed),
        "parts": _parts(printed),
        "evidence": _evidence(printed),
        "derivation": _derivation(claim, findings, unknown),
        "needs": needs_rows(claim, findings),
        "erratum": None,
        "tree": tree_of(claim.statement),
    }
    if isinstance(claim.statement, Solves):
        record["problem"] = claim.statement.problem_latex()
    if claim.printed.latex and claim.latex != (stated := claim.statement.latex()):
        record["stated"] = stated
    if claim.erratum:
        corrected, statement = of_role(findings, "corrected"), claim.erratum.corrected
        record["erratum"] = {
            "kind": claim.erratum.kind,
            "why": claim.erratum.why,
            "counterexample": counterexample_of(_evidence(printed)),
            "corrected_kind": statement.kind,
            "corrected_latex": statement.latex(),
            "corrected_domain": statement.on.latex(),
            "corrected_verdict": claimed(claim, corrected).value if corrected else unknown,
            "corrected_certified": _certified(corrected),
            "corrected_scope": _scope(corrected),
            "corrected_parts": _parts(corrected),
            "corrected_evidence": _evidence(corrected),
            "corrected_tree": tree_of(statement),
            **_reach(claim, findings, record["evidence"]),
        }
        record["erratum"]["grade"] = graded(record)
        if isinstance(statement, Solves):
            record["erratum"]["corrected_problem"] = statement.problem_latex()
    record["failures"] = problems(claim, findings)
    return {**sealed(record), witnesses.FIELD: witnesses.held(findings)}


def is_of(record: Mapping, claim: Claim) -> bool:
    """Whether a record holds the claim's statements as they are now, the corrected one included."""
    held, erratum = record["erratum"] or {}, claim.erratum
    return (record.get("tree") == tree_of(claim.statement)
            and held.get("corrected_tree") == (tree_of(erratum.corrected) if erratum else None))


def follows(record: Mapping, claim: Claim, registry: Registry) -> bool:
    """Whether a record is what its own rows of evidence make of the claim as it is now: words, formulas, verdicts, what it rests on.

    What it says of needs and of certificates is not looked at, and who uses the claim is not its own to say.
    """
    try:
        made = record_of(claim, findings_in(record, claim), registry)
    except (AttributeError, KeyError, LookupError, TypeError, ValueError):  # whatever somebody wrote into it
        return False
    others = ("needs", "certificate", "used_by", "paper_text", "digest", witnesses.FIELD)
    return {name: value for name, value in made.items() if name not in others} == \
        {name: value for name, value in record.items() if name not in others}


def findings_in(record: Mapping, claim: Claim) -> tuple[Finding, ...]:
    """What a record says that the routes found of the claim's checks, by role and part; what it lacks was not found."""
    held = {"printed": record["evidence"], "corrected": (record["erratum"] or {}).get("corrected_evidence", ())}
    held["under"] = (record["erratum"] or {}).get("under", {}).get("evidence", ())
    held |= {f"step {number}": step["evidence"] for number, step in enumerate(record["derivation"], start=1)}
    added = (row.get("without", {}).get("evidence", ()) for row in record["conditions"] if row["source"] == "added")
    held |= {f"without {number}": rows for number, rows in enumerate(added, start=1)}
    return tuple(Finding(check, tuple(evidence_from(row) for row in held.get(check.role, ()) if row.get("part", "") == check.part))
                 for check in checks_of(claim))


def used_by(claim: Claim, registry: Registry) -> list[str]:
    """The ids of the claims that rest on a claim directly, in the ledger's order."""
    return sorted(registry.used_by(claim.id), key=id_order)


def _certified(findings: list[Finding]) -> bool:
    """Whether the verdict is the exact engine's."""
    return bool(findings) and is_exact(verdict_on(findings).value, _evidence(findings))


def _scope(findings: list[Finding]) -> str:
    """What the verdict covers."""
    return scope_of(verdict_on(findings).value, _evidence(findings)) if findings else ""


def _parts(findings: list[Finding]) -> list[dict]:
    """The conjuncts of a statement that has several."""
    if len(findings) == 1 and not findings[0].check.part:
        return []
    return [{"name": finding.check.part, **_as_text(finding.check.statement), "verdict": verdict_of(finding).value}
            for finding in findings]


def _as_text(statement: Statement) -> dict:
    texts = {"kind": statement.kind, "latex": statement.latex(), "domain": statement.on.latex()}
    if isinstance(statement, Solves):
        texts["problem"] = statement.problem_latex()
    return texts


def _evidence(findings: list[Finding]) -> list[dict]:
    return [{**({"part": finding.check.part} if finding.check.part else {}), **item.as_json()}
            for finding in findings for item in finding.evidence if item.outcome is not Outcome.NOT_APPLICABLE]


def _derivation(claim: Claim, findings, unknown: str) -> list[dict]:
    steps = []
    for number, step in enumerate(claim.derivation, start=1):
        found = of_role(findings, f"step {number}")
        steps.append({**_as_text(step.statement), "reason": step.reason, "verdict": verdict_on(found).value if found else unknown,
                      "evidence": _evidence(found)})
    return steps


def _reach(claim: Claim, findings, rows: list[dict]) -> dict:
    """Of an erratum: the conditions that it names, and the convention that lowers it to a remark."""
    erratum, refuted = claim.erratum, [row for row in rows if row["outcome"] == "refuted"]
    named = erratum.under or conditions_added(claim.statement, erratum.corrected, (row.get("part", "") for row in refuted)) or ()
    found = of_role(findings, "under")
    held: dict = {"missing": [to_latex(condition) for condition in named]}
    if erratum.under:
        held["under"] = {"verdict": verdict_on(found).value if found else Verdict.UNDECIDED.value, "evidence": _evidence(found)}
    return {**held, "convention": erratum.convention}


def _conditions(claim: Claim, findings) -> list[dict]:
    """Every condition with its source; for one that was added, what became of the statement without it."""
    rows = {entry: entry.as_json() for entry in claim.sources}
    for number, (entry, left, reason) in enumerate(drops_of(claim), start=1):
        found = of_role(findings, f"without {number}")
        if left is None:
            rows[entry]["without"] = {"verdict": Verdict.UNDECIDED.value, "counterexample": None, "evidence": [], "reason": reason}
        elif found:
            rows[entry]["without"] = {"verdict": verdict_on(found).value, "counterexample": counterexample_of(_evidence(found)),
                                      "evidence": _evidence(found)}
    return list(rows.values())


def needs_rows(claim: Claim, findings: tuple[Finding, ...]) -> list[dict]:
    """Which conditions the claim's statement needs, a row for each; empty where nobody asked."""
    found = [(int(finding.check.role.split()[1]), finding.check.part, finding.evidence[0])
             for finding in findings if finding.check.role.startswith("needs")]
    if not found:
        return []
    stated = of_role(findings, "corrected" if claim.erratum else "printed")
    return needs.rows(claim, found, verdict_on(stated) is Verdict.PROVED)
