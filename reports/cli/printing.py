"""Records as a terminal shows them: fields, evidence, errata. Nothing here knows more than a record holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rich.markup import escape
from rich.table import Table

from theoremtest.reports.formulas import unicode_conditions, unicode_domain, unicode_formula, unicode_words
from theoremtest.reports.formulas.formula import items
from theoremtest.reports.render.names import named
from theoremtest.reports.verify.certificates import in_words
from theoremtest.reports.verify.implied import DEGENERATE, GARBLED
from theoremtest.reports.verify.ledger_file import NOT_CHECKED, NOT_DECIDED

from .shared import COLOURS, err, out

UNCLASSIFIED = "unclassified"


def coloured(verdict: str) -> str:
    """A verdict in its colour, as Rich markup."""
    return f"[{COLOURS[verdict]}]{verdict}[/]" if verdict in COLOURS else verdict


def print_counts(records: Iterable[Mapping]) -> None:
    """One line: claims by verdict, errata, what the stored text garbled, conditions without a source, what is not as expected."""
    records = list(records)
    verdicts = Counter(record["verdict"] for record in records)
    counted = ", ".join(f"{verdicts[name]} {coloured(name)}" for name in COLOURS)
    broken = sum(bool(record["failures"]) for record in records)
    errata = [record["erratum"] for record in records if record["erratum"]]
    garbled, remarks = (sum(one.get(name) == word for one in errata) for name, word in (("kind", GARBLED), ("grade", DEGENERATE)))
    unclassified = sum(row["source"] == UNCLASSIFIED for record in records for row in record["conditions"])
    out.print(f"{len(records)} claims: {counted}; errata: {len(errata) - garbled - remarks}; "
              + (f"remarks: {remarks}; " if remarks else "") + (f"garbled: {garbled}; " if garbled else "")
              + (f"conditions unclassified: {unclassified}; " if unclassified else "") + f"not as expected: {broken}", soft_wrap=True)


def tell_not_decided(records: Iterable[Mapping]) -> None:
    """A line on how many claims are not decided as they stand, and on how many of which the ledger's words are not repeated."""
    found = Counter(record["verdict"] for record in records)
    if number := found[NOT_DECIDED]:
        err.print(f"{number} {NOT_DECIDED} as they stand: `theoremtest verify` decides, `theoremtest accept` records", markup=False)
    if number := found[NOT_CHECKED]:
        err.print(f"{number} {NOT_CHECKED}: their records do not agree with themselves, or with what their claims are written in now; "
                  "`theoremtest accept` decides them anew", markup=False, soft_wrap=True)


def print_record(record: Mapping, source: str = "", latex: bool = False) -> None:
    """All of a claim: statement, domain, correction, derivation and the evidence for each. latex: formulas as LaTeX, not as Unicode."""
    record = named(record)
    formula, domain = (str, str) if latex else (unicode_formula, unicode_domain)
    out.print(f"[bold]{escape(record['id'])}[/bold]  {record['where']}: {escape(unicode_words(record['title']))}", soft_wrap=True)
    fields(("note", unicode_words(record["note"])), ("statement", formula(record["latex"])),
           ("decided as", formula(record.get("stated") or "")),
           ("problem", formula(record.get("problem") or "")),
           ("domain", domain(record["domain"])), ("uses", ", ".join(record["uses"])), ("used by", ", ".join(record["used_by"])),
           ("written in", source), ("verdict", record["verdict"]), ("scope", unicode_words(record["scope"])),
           ("assumes", assumed(record["evidence"])), ("Coq", in_words(record)))
    fields(("origin", record["origin"] if record["origin"] != "printed" else ""), ("reading", record["reading"]),
           ("leaves out", record["leaves_out"]))
    print_conditions(record["conditions"], latex)
    print_parts(record["parts"], record["domain"], latex)
    print_evidence(record["evidence"], "evidence")
    if record["erratum"]:
        erratum = record["erratum"]
        out.print(f"[bold]{heading(erratum)}[/bold] ({erratum['kind']})" if erratum["kind"] != GARBLED
                  else "[bold]garbled in the stored text[/bold]")
        fields(("grade", erratum.get("grade")), ("why", erratum["why"]), ("by convention", erratum.get("convention")),
               ("counterexample", example_text(erratum["counterexample"], latex)))
        print_corrected(record, latex)
        fields(("verdict", erratum["corrected_verdict"]), ("scope", unicode_words(erratum["corrected_scope"])),
               ("assumes", assumed(erratum["corrected_evidence"])))
        print_evidence(erratum["corrected_evidence"], "evidence for the correction")
    for number, step in enumerate(record["derivation"], start=1):
        if number == 1:
            out.print("[bold]derivation[/bold]")
        out.print(f"  {number}. {formula(step['latex'])}  [{step['verdict']}]", markup=False, soft_wrap=True)
        out.print(f"     {step['reason']}", markup=False, soft_wrap=True)
    for failure in record["failures"]:
        out.print(f"[red]not as expected:[/red] {escape(failure)}", soft_wrap=True)


def print_conditions(rows: Iterable[Mapping], latex: bool = False) -> None:
    """Each condition with where it stands in the paper; for an added one, what becomes of the statement without it."""
    groups: dict[tuple, list[Mapping]] = {}
    for number, row in enumerate(rows):
        told = "; ".join(text for text in (row.get("name"), row.get("place"), row.get("why")) if text)
        groups.setdefault((row["source"], told, number if "without" in row else None), []).append(row)
    for (source, told, _), members in groups.items():
        formulas = ", ".join(row["latex"] if latex else unicode_formula(row["latex"]) for row in members)
        fields((source, formulas + (f"  ({told})" if told else "")))
        for tried in [row["without"] for row in members if "without" in row]:
            at = example_text(tried["counterexample"], latex) or tried.get("reason", "")
            fields(("  without it", f"{tried['verdict']}" + (f": {at}" if at else "")))


def print_erratum(record: Mapping, latex: bool = False) -> None:
    """A printed statement that is refuted: why, the counterexample, and what holds instead."""
    record = named(record)
    formula, domain = (str, str) if latex else (unicode_formula, unicode_domain)
    erratum = record["erratum"]
    title = escape(unicode_words(record["title"]))
    grade = erratum.get("grade") or erratum["kind"]
    out.print(f"[bold]{escape(record['id'])}[/bold]  {record['where']}: {title}  ({grade})", soft_wrap=True)
    refuted = [part for part in record["parts"] if part["verdict"] == "refuted"]
    fields(("printed", formula(record["latex"])), ("decided as", "" if refuted else formula(record.get("stated") or "")))
    if refuted:
        print_parts(refuted, "", latex)
    else:
        fields(("domain", domain(record["domain"])))
    fields(("verdict", record["verdict"]), ("why", erratum["why"]), ("by convention", erratum.get("convention")),
           ("counterexample", example_text(erratum["counterexample"], latex)))
    print_corrected(record, latex)
    fields(("verdict", erratum["corrected_verdict"]))


def graded(record: Mapping) -> str:
    """How grave its erratum is, behind a verdict in a list; empty where there is none."""
    grade = (record["erratum"] or {}).get("grade")
    return f" ({grade})" if grade else ""


def heading(erratum: Mapping) -> str:
    """What an erratum is called by its grade: what fails only in a corner of its setting is a remark."""
    return "remark" if erratum.get("grade") == DEGENERATE else "erratum"


def print_parts(parts: Iterable[Mapping], known: str, latex: bool = False) -> None:
    """The parts of a statement, each with its domain where that is not the one above it. known: the domain that is shown already."""
    formula, domain = (str, str) if latex else (unicode_formula, unicode_domain)
    for part in parts:
        own, known = ("" if part["domain"] == known else domain(part["domain"])), part["domain"]
        fields((part["name"], f"{formula(part['latex'])}  [{part['verdict']}]"), ("  domain", own))


def print_corrected(record: Mapping, latex: bool = False) -> None:
    """What holds in place of what is printed: the formula where it is another one, and what is added to the domain and dropped from it."""
    erratum = record["erratum"]
    formula, listed = (str, items) if latex else (unicode_formula, unicode_conditions)
    printed, corrected = record["parts"] or [record | {"name": ""}], erratum["corrected_parts"] or [
        {"name": "", "latex": erratum["corrected_latex"], "domain": erratum["corrected_domain"]}]
    before = {part["name"]: part for part in printed}
    if record["latex"] != erratum["corrected_latex"]:
        fields(("corrected", formula(erratum["corrected_latex"])))
    else:
        fields(("corrected", "the same formula; what changes is where it holds, or what a letter stands for"))
    for part in corrected:
        old = before.get(part["name"]) or printed[0]
        known, now = listed(old["domain"]), listed(part["domain"])
        name = f" ({part['name']})" if part["name"] else ""
        added, dropped = [item for item in now if item not in known], [item for item in known if item not in now]
        if all(":=" in item for item in dropped):
            fields((f"added{name}", ", ".join(added)), (f"dropped{name}", ", ".join(dropped)))
        else:
            fields((f"domain{name}", ", ".join(now)))
    fields(("holds under", ", ".join(map(formula, erratum.get("missing") or ())) if erratum.get("under") else ""))


def fields(*pairs: tuple[str, str | None]) -> None:
    """Name and text on a line each; what is empty is left out."""
    for name, text in pairs:
        if text:
            out.print(f"  {name:<15} {text}", markup=False, soft_wrap=True)


def assumed(rows: Iterable[Mapping]) -> str:
    """The rules that a verdict rests on without a witness that the kernel took; empty where there are none."""
    return "; ".join(dict.fromkeys(name for row in rows for name in row.get("assumes", ())))


def print_evidence(rows: list[dict], title: str) -> None:
    """A table of what each route showed; one line a row where the output is no terminal."""
    if not rows:
        return
    if not out.is_terminal:
        out.print(title)
        for row in rows:
            cells = (row["kind"], row.get("part", ""), row["outcome"], row["engine"], row["figure"], unicode_words(row["scope"]))
            out.print("  " + "  ".join(cell for cell in cells if cell), markup=False, soft_wrap=True)
        return
    table = Table("route", "part", "outcome", "engine", "figure", "scope", box=None, title=title, title_justify="left")
    for row in rows:
        table.add_row(row["kind"], escape(row.get("part", "")), row["outcome"], escape(row["engine"]), escape(row["figure"]),
                      escape(unicode_words(row["scope"])))
    out.print(table)


def example_text(example: Mapping | None, latex: bool = False) -> str:
    """A counterexample on one line: the point, both sides, a note."""
    if example is None:
        return ""
    at = ", ".join(f"{name if latex else unicode_formula(name)} = {value}" for name, value in example["point"].items())
    sides = f"; left {example['left']}, right {example['right']}" if example["left"] or example["right"] else ""
    return at + sides + (f" ({example['note']})" if example["note"] else "")
