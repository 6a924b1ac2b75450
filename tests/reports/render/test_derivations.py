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
    names = {f"{key}.{form}" for key in ("sample2020", "other2021") for form in ("md", "tex", "html")}
    assert files.keys() == names | {"index.md"}
    assert names == set(re.findall(r"\]\(([\w.]+)\)", files["index.md"]))


@pytest.mark.parametrize("form, signs", [
    ("md", ["Eq. (7)", "As printed", "Rests on", "a step of its own", "Verdict: **refuted**", "Erratum", "Corrected", "## Appendix",
            "Evidence on the printed"]),
    ("tex", ["Eq. (7)", "as printed", "rests on", "a step of its own", "named{verdict}", "named{erratum}", "named{corrected}",
             "section{Appendix", "evidence on the printed"]),
    ("html", ["Eq. (7)", "As printed", "Rests on", "a step of its own", "refuted", "Erratum (", "Corrected", "<h2>Appendix",
              "Evidence on the printed"]),
])
def test_a_statement_reads_in_the_order_of_an_argument(files, form, signs):
    text, place = files[f"sample2020.{form}"], 0
    for sign in signs:
        place = text.find(sign, place)
        assert place >= 0, sign
    assert text.index("Evidence" if form != "tex" else "evidence on") > text.index("Appendix: conditions")


@pytest.mark.parametrize("form", ["md", "html"])
def test_what_rests_on_another_paper_leads_to_its_file(files, form):
    assert f"other2021.{form}#other2021/2" in files[f"sample2020.{form}"] and "#sample2020/1" in files[f"sample2020.{form}"]


def test_the_page_is_lean_and_shows_every_statement(files):
    page = files["sample2020.html"]
    assert "<annotation" not in page and "<semantics>" not in page and "\\" not in page.partition("<h2>Appendix: conditions")[2]
    assert all(f'id="{row["id"]}"' in page for row in ledger())
