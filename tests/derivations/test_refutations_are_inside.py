"""A printed statement is refuted inside its paper's setting: the point meets what a convention or a meaning says of its letters."""

import pytest

from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.gate import exact_point
from theoremtest.reports.verify.implied import DEGENERATE
from theoremtest.reports.verify.ledger_file import read

pytestmark = pytest.mark.slow  # errata of all papers are built

CASES = {
    "domine2025/sec-4:strictly-weaker": "two earlier papers, each with its sizes", "kunin2024/110": "upstream and downstream",
    "nam2024/sec-2.5.1:example": "three vertices",
    **dict.fromkeys(("nam2024/5.5", "nam2024/B.26", "nam2024/prop-B.1.1", "nam2024/sec-5.2.2:overfits"), "fewer samples, and enough")}
"""Claims whose parts are cases of one another, and which."""


def broken(claim, rows) -> list[str]:
    """Conditions of a claim's parts that do not hold at a point which refutes another of them, though they speak of its letters."""
    parts, found = dict(claim.statement.parts()), []
    laid_down = {entry.condition for entry in claim.sources if entry.source in ("convention", "meaning")}
    for row in rows:
        if row["outcome"] != "refuted" or row["kind"] != "exact" or not row["counterexample"]["point"]:
            continue
        part = parts[row.get("part", "")]
        point = exact_point(part, Counterexample.from_json(row["counterexample"]), Deadline(20)) or {}
        for other in parts.values():
            for condition in other.on.conditions:
                written = other.on.expand(condition)
                if condition in laid_down and written.free_symbols and written.free_symbols <= set(point):
                    try:
                        holds = balls.truth(written, point)
                    except balls.NotEvaluable:
                        continue
                    found += [str(condition)] if holds is False else []
    return found


def test_a_point_that_refutes_one_part_meets_what_is_laid_down_for_its_letters_in_all():
    records = [record for record in read() if record["erratum"] and record["erratum"].get("grade") not in (None, "", DEGENERATE)]
    registry = Library().registry()
    outside = {record["id"]: found for record in records if record["id"] not in CASES and record["id"] in registry
               and (found := broken(registry[record["id"]], record["evidence"]))}
    assert outside == {}
