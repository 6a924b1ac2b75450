"""What a referee reports: each finding with its place, its reading and the point that carries it; as lines, Markdown, JSON and SARIF."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.reports.formulas.unicode_formula import unicode_formula
from theoremtest.reports.sarif import WARNING, Result
from theoremtest.reports.sarif import sarif as document


@dataclass(frozen=True)
class Finding:
    """One relation that fails at a checked point. reading: what it was taken to say, over which letters; mended: the relation after the
    change of one token under which it holds at every point that was looked at."""

    file: str
    line: int
    column: int
    kind: str
    formula: str
    reading: str
    counterexample: Counterexample
    mended: str = ""

    @property
    def message(self) -> str:
        """What is wrong, in one line."""
        note = self.counterexample.note
        return f"this {self.kind} fails at {at(self.counterexample)}" + (f": {note}" if note else "")

    def as_json(self) -> dict:
        """The finding as plain data."""
        return {"file": self.file, "line": self.line, "column": self.column, "message": self.message, "reading": self.reading,
                "counterexample": self.counterexample.as_json(), "mended": self.mended}


@dataclass
class Report:
    """What was read of a document and what was found in it. displays: formulas on lines of their own; held: those of them that were held to
    something; refused: what was not read, by kind; withheld: what failed and was not reported, by reason."""

    path: str
    findings: list[Finding] = field(default_factory=list)
    displays: int = 0
    read: int = 0
    held: int = 0
    refused: Counter = field(default_factory=Counter)
    withheld: Counter = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def said(self) -> str:
        """How much was read, in a line."""
        return (f"{self.path}: {self.displays} displays, {self.read} read, {self.held} of them held to what stands before them or to their "
                f"own other side; {len(self.findings)} findings, which say nothing of what was not held to anything")


def at(example: Counterexample) -> str:
    """A counterexample in words."""
    point = ", ".join(f"{unicode_formula(name)} = {value}" for name, value in example.point) or "every point"
    return point + (f": left {example.left}, right {example.right}" if example.left or example.right else "")


def lines(report: Report) -> list[str]:
    """`file:line:column: message`, and what was read below it."""
    found = []
    for one in report.findings:
        found.append(f"{one.file}:{one.line}:{one.column}: {one.message}")
        found.append(f"    read as   {one.reading}")
        if one.mended:
            found.append(f"    it holds  {one.mended}")
    return found


def markdown(reports: Sequence[Report]) -> str:
    """All reports on a page."""
    parts = ["# What a referee found", ""]
    for report in reports:
        parts += [report.said(), ""]
        for one in report.findings:
            parts += [f"- **{one.file}:{one.line}:{one.column}** {one.message}", f"  - read as `{one.reading}`"]
            parts += [f"  - it holds as `{one.mended}`"] if one.mended else []
        if report.refused:
            parts += ["", "| not read | displays |", "|---|---|",
                      *(f"| {kind.replace('|', chr(92) + '|')} | {count} |" for kind, count in report.refused.most_common())]
        parts.append("")
    return "\n".join(parts)


def as_json(reports: Sequence[Report]) -> str:
    """The findings as a list of objects."""
    return json.dumps([one.as_json() for report in reports for one in report.findings], ensure_ascii=False, indent=1)


def sarif(reports: Sequence[Report]) -> str:
    """The findings in the Static Analysis Results Interchange Format."""
    return document(Result(one.kind, f"{one.message}; read as {one.reading}", Path(one.file), one.line, one.column, WARNING)
                    for report in reports for one in report.findings)


__all__ = ["Finding", "Report", "as_json", "at", "lines", "markdown", "sarif"]
