"""A printed statement is refuted inside its paper's setting: the point meets what a convention or a meaning says of its letters."""

from contextlib import suppress

import pytest
from sympy import Ge

from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.gate import exact_point, objection, open_domain
from theoremtest.derivations.proof.points.coordinates import space_of
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.refute import point_items
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


def fails_beyond_size_one(part, row) -> bool:
    """Whether a part fails at drawn points of which every size is two or more, where all sizes of the one that is shown are one."""
    domain, wide = open_domain(part), ()
    sizes = list(space_of(domain).dimensions)
    sizes = sizes if all(row["counterexample"]["point"].get(to_latex(size)) == "1" for size in sizes) else []
    with suppress(DomainError):  # the dimension of a function space is no number
        wide = points(domain.but(*(Ge(size, 2) for size in sizes)), 12, "extent", Deadline(20))
        return not sizes or any(not objection(part, Counterexample(point_items(domain, one)), Deadline(20)) for one in wide)
    return True


def test_what_fails_with_one_unit_alone_is_no_erratum():
    """Then it fails in a corner of its setting, as what commutes is no trouble for numbers, and is a remark."""
    registry, alone = Library().registry(), []
    for record in read():
        if record["id"] in registry and (record["erratum"] or {}).get("grade") not in (None, "", DEGENERATE):
            parts = dict(registry[record["id"]].statement.parts())
            rows = [row for row in record["evidence"] if (row["outcome"], row["kind"], row.get("extent")) == ("refuted", "exact", "open")]
            alone += [record["id"] for row in rows if row.get("part", "") in parts and parts[row.get("part", "")].on.matrices
                      and row["counterexample"]["point"] and not fails_beyond_size_one(parts[row.get("part", "")], row)]
    assert alone == []
