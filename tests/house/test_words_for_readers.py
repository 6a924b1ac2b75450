"""No text that a reader meets is spelled as SymPy prints it: neither words that authors wrote nor what engines say of their searches."""

import re
from collections import defaultdict

import pytest

from theoremtest.reports.formulas import unicode_words
from theoremtest.reports.render.prose import runs
from theoremtest.reports.verify import ledger_file

SPELLED = re.compile(r"\*\*|->|\boo\b|\b_?m_\d|\.T\b|\\[A-Za-z]"
                     r"|\b(?:Abs|Derivative|DiagMatrix|Dot|Eq|I?mmutable\w+|Integral|Inverse|Mat[A-Z]\w+|Matrix\w*|Ne|Piecewise|Rational|"
                     r"SmallestEigenvalue|Sum|Symbol|Trace|Transpose|acosh|asin|asinh|atan|atanh|sqrt)\(")
"""What SymPy's printer writes and no paper does, an arrow of two signs, and what is left of LaTeX."""


def written(record):
    """Where a text of an author stands in a record, and the words beside its formulas."""
    erratum = record.get("erratum") or {}
    texts = [(name, record.get(name)) for name in ("title", "note", "reading", "leaves_out")]
    texts += [(f"erratum {name}", erratum.get(name)) for name in ("why", "convention")]
    texts += [("step", step.get("reason")) for step in record.get("derivation") or ()]
    texts += [("condition", entry.get("why")) for entry in record.get("conditions") or ()]
    return [(name, run.text) for name, text in texts for run in runs(text or "") if run.kind == "text"]


def told(record):
    """Where an engine says something in a record, as pages and terminals show it."""
    erratum = record.get("erratum") or {}
    rows = [*(record.get("evidence") or ()), *(erratum.get("corrected_evidence") or ()),
            *(row for step in record.get("derivation") or () for row in step.get("evidence") or ())]
    needs = [entry for row in record.get("needs") or () for entry in (row, *row["weaker"])]
    texts = [("scope", record.get("scope")), *(("scope", row.get("scope")) for row in rows),
             *(("tried", reason) for row in rows for reason in row.get("tried") or ()),
             *(("needs", entry.get("reason")) for entry in needs)]
    return [(name, unicode_words(text)) for name, text in texts if text]


def offenders(records, texts_of):
    found = defaultdict(set)
    for record in records:
        for name, text in texts_of(record):
            for match in SPELLED.finditer(text):
                found[match.group()].add(f"{record['id']} {name}: {text[max(0, match.start() - 40):match.end() + 40]}")
    return {spelling: sorted(where) for spelling, where in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize("texts_of", [written, told])
def test_nothing_is_spelled_as_a_program_prints_it(texts_of):
    assert not offenders(ledger_file.read(ledger_file.LEDGER), texts_of)


@pytest.mark.parametrize("text", ["for lambda -> oo", "what X.T is", "no value of asinh(2*x)", r"every \mathcal{H}", "1 + x**2"])
def test_such_a_spelling_is_found(text):
    assert offenders([{"id": "toy2026/1"}], lambda record: [("title", text)])


@pytest.mark.parametrize("text, shown", [
    (r"whole domain, every \mathcal{H}, p", "whole domain, every ℋ, p"),
    (r"no value at \tilde{s} = 4, \eta_a = 1", "no value at s̃ = 4, η_a = 1"),
    (r"$\log{\left(x \right)}$ divides by zero", "log(x) divides by zero"), ("half of it", "half of it")])
def test_letters_in_messages_are_shown(text, shown):
    assert unicode_words(text) == shown
