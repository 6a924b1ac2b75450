"""A paper's own names for long formulas stand where its claims are shown, with what they stand for; what is decided keeps its formulas."""

import sys

import pytest

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.papers import installed_papers
from theoremtest.reports.render.names import TABLE, in_names, named, names_of
from theoremtest.reports.verify.ledger_file import LEDGER, read

TABLE_OF_TWO = "[[name]]\nname = 'G'\nformula = 'f(s)'\n[[name]]\nname = 'H'\nformula = 'f(s)^{-1}'\n"


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Makes a package with a table of names; returns its name."""
    monkeypatch.syspath_prepend(tmp_path)

    def make(text, name="letters_of_a_paper"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        (tmp_path / name / TABLE).write_text(text)
        return name
    yield make
    names_of.cache_clear()
    sys.modules.pop("letters_of_a_paper", None)


def test_a_name_takes_the_place_of_its_formula_the_longest_first(package):
    assert in_names("a f(s) + f(s)^{-1} + f(t)", names_of(package(TABLE_OF_TWO))) == "a G + H + f(t)"


def test_what_a_name_stands_for_is_listed_with_the_domain_of_each_part(package):
    record = {"module": f"{package(TABLE_OF_TWO)}.s1", "latex": "f(s) = 1", "domain": "s > 0", "tree": [["f(s)"]],
              "parts": [{"latex": "s = 1", "domain": "f(s) > 0"}], "erratum": {"corrected_latex": "f(s)^{-1}", "corrected_domain": ""}}
    shown = named(record)
    assert shown["latex"] == "G = 1" and shown["domain"] == r"s > 0,\; G := f(s)" and "tree" not in shown
    assert shown["parts"] == [{"latex": "s = 1", "domain": "G > 0"}] and shown["erratum"]["corrected_domain"] == r"H := G^{-1},\; G := f(s)"
    assert record["latex"] == "f(s) = 1"


def test_a_paper_without_a_table_is_shown_as_it_is():
    record = {"module": "theoremtest.derivations.kunin2024.s3", "latex": "f(s)"}
    assert named(record) is record and named({"latex": "x"}) == {"latex": "x"}


def test_a_faulty_table_is_one_line_that_names_it(package):
    with pytest.raises(TheoremtestError, match=rf"{TABLE}.*an entry is \[\[name\]\]"):
        names_of(package("[[name]]\nname = 'G'\n"))


@pytest.mark.slow
def test_every_name_of_a_paper_stands_for_a_formula_of_its_claims():
    records = list(read(LEDGER))
    for key, module in installed_papers().items():
        texts = [record["latex"] + record["domain"] for record in records if record["paper"] == key]
        assert [name for name, formula in names_of(module) if not any(formula in text for text in texts)] == []
