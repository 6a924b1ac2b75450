"""The closing lines of a test run: how many claims are proved, in part, supported, refuted with their erratum, undecided, and what is
assumed: rules that a verdict rests on without a witness that the kernel took.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from theoremtest.reports.verify.implied import RISING

VERDICT = "theoremtest verdict"
"""The property of a test report that holds the verdict on a claim as data."""
OTHER_RUN = "theoremtest other run"
"""The property that holds the id of a claim whose record is of another run."""
FEW = 5
"""As many ids at most are named."""


def told_verdict(claim, findings) -> dict[str, Any]:
    """The verdict on a claim as data. supported: which of its statements numbers alone support, though it should hold; else empty.
    assumes: the rules that verdicts on its statements rest on without a witness.
    """
    from theoremtest.derivations.language import Verdict
    from theoremtest.reports.verify.expected import claimed, of_role, verdict_on

    role = "corrected" if claim.erratum else "printed"
    by_numbers = verdict_on(of_role(findings, role)) is Verdict.SUPPORTED
    assumed = [name for each in ("printed", "corrected") for finding in of_role(findings, each) for item in finding.evidence
               for name in item.assumes]
    return {"id": claim.id, "assumes": list(dict.fromkeys(assumed)), "verdict": claimed(claim, of_role(findings, "printed")).value,
            "erratum": claim.erratum.kind if claim.erratum else "", "supported": role if by_numbers else ""}


def closing_lines(reporter) -> Iterator[str]:
    """The lines, none where no claim was decided; under several workers as in one process."""
    told = {found["id"]: found for found in _properties(reporter, VERDICT)}
    if told:
        yield f"{len(told)} claims: {', '.join(_counted(told.values()))}"
    if numbers := [found["id"] for found in told.values() if found["supported"]]:
        yield f"numbers alone support {_named(numbers)}; --strict-proved refuses that"
    rules = Counter(name for found in told.values() for name in found["assumes"])
    if assuming := sum(bool(found["assumes"]) for found in told.values()):
        few = ", ".join(f"{name} ({number})" for name, number in rules.most_common(FEW))
        yield f"{assuming} claims rest on rules without a witness that the kernel took: {few}{', ...' if len(rules) > FEW else ''}"
    if others := sorted(set(_properties(reporter, OTHER_RUN))):
        yield f"the ledger has evidence of another run of {_named(others)}; `theoremtest verify` brings it up to date"


def _counted(told) -> Iterator[str]:
    counts = Counter(found["verdict"] + (" with its erratum" if found["erratum"] and found["verdict"] == "refuted" else "")
                     for found in told)
    for verdict in reversed(RISING):
        if verdict == "refuted":
            yield f"{counts['refuted with its erratum']} refuted with their erratum"
            if counts[verdict]:
                yield f"{counts[verdict]} refuted without one"
        else:
            yield f"{counts[verdict]} {verdict}"


def _named(ids: list[str]) -> str:
    return f"{len(ids)} ({', '.join(ids[:FEW])}{', ...' if len(ids) > FEW else ''})"


def _properties(reporter, wanted: str) -> Iterator:
    for reports in reporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "call":
                yield from (value for name, value in getattr(report, "user_properties", ()) if name == wanted)


def show(reporter) -> None:
    """Write the closing lines."""
    for line in closing_lines(reporter):
        reporter.line(line)
