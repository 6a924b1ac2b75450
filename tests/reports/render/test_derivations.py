"""A paper's derivations read like an appendix to it: statement, what it rests on, steps, verdict, erratum; evidence behind all."""

import re

import pytest

from helpers.render_samples import erratum, ledger, record
from theoremtest.reports.render import build, derivations

STEP = {"kind": "Equal", "latex": r"q = q_1", "domain": "", "reason": "a step of its own", "verdict": "proved", "evidence": []}


@pytest.fixture(scope="module")
def files():
    wrong = record("7", r"\mu = 7", "refuted", erratum=erratum(), derivation=[STEP], uses=["sample2020/1", "other2021/2"])
    other = record("2", r"\nu = 2") | {"id": "other2021/2", "paper": "other2021"}
    return dict(derivations.files(build.report_of([*ledger(), wrong, other])))


@pytest.mark.slow
def test_each_paper_has_its_three_files_and_the_index_leads_to_them(files):
    names = {f"{key}{form}" for key in ("sample2020", "other2021") for form in (".md", ".tex", ".html", "-evidence.html")}
    assert files.keys() == names | {"index.md"}
    assert names == set(re.findall(r"\]\(([\w.-]+)\)", files["index.md"]))


@pytest.mark.parametrize("form, signs", [
    ("md", ["Eq. (7)", "As printed", "Rests on", "a step of its own", "Verdict: **refuted**", "Erratum", "Corrected", "## Appendix",
            "Evidence on the printed"]),
    ("tex", ["Eq. (7)", "as printed", "rests on", "a step of its own", "named{verdict}", "named{erratum}", "named{corrected}",
             "section{Appendix", "evidence on the printed"]),
    ("html", ["Eq. (7)", "As printed", "Rests on", "a step of its own", "refuted", "Erratum (", "Corrected"]),
])
def test_a_statement_reads_in_the_order_of_an_argument(files, form, signs):
    text, place = files[f"sample2020.{form}"], 0
    for sign in signs:
        place = text.find(sign, place)
        assert place >= 0, sign
    if form != "html":
        assert text.lower().index("evidence on") > text.index("Appendix: conditions")


@pytest.mark.parametrize("form", ["md", "html"])
def test_what_rests_on_another_paper_leads_to_its_file(files, form):
    assert f"other2021.{form}#other2021/2" in files[f"sample2020.{form}"] and "#sample2020/1" in files[f"sample2020.{form}"]


def test_the_page_is_lean_and_shows_every_statement(files):
    page, behind = files["sample2020.html"], files["sample2020-evidence.html"]
    assert "<annotation" not in page and "<semantics>" not in page and "\\" not in behind.partition("</style>")[2]
    for row in ledger():
        assert f'id="{row["id"]}"' in page and f'href="sample2020-evidence.html#{row["id"]}"' in page
        assert f'id="{row["id"]}"' in behind and f'href="sample2020.html#{row["id"]}"' in behind


def test_the_evidence_of_html_stands_on_a_page_of_its_own(files):
    assert "Evidence on the printed" in files["sample2020-evidence.html"] and "Evidence on the printed" not in files["sample2020.html"]


def test_an_abbreviation_is_spelled_out_once_in_a_chapter():
    one, other = r"x > 0,\; p := 2 x", r"x > 0,\; p := 3 x"
    rows = [record(str(place), rf"p = {place}", domain=domain) for place, domain in enumerate((one, one, other, one), 1)]
    text = dict(derivations.files(build.report_of(rows)))["sample2020.md"]
    assert text.count("p := 2 x") == 2 and text.count("p := 3 x") == 1 and text.count("as above: $`p`$") == 1
