"""The site: a page for each claim, every link leads somewhere, text stays text, nothing comes from outside, what is gone is taken away."""

import re
from html.parser import HTMLParser
from pathlib import PurePosixPath
from posixpath import normpath
from urllib.parse import unquote, urlsplit

import pytest

from helpers.render_samples import erratum, ledger, record
from theoremtest.derivations.errors import TheoremtestError
from theoremtest.reports.render.extras import Extras, Figure
from theoremtest.reports.render.sections import Outline
from theoremtest.reports.render.view import view
from theoremtest.reports.site import coq
from theoremtest.reports.site.addresses import page_of
from theoremtest.reports.site.build import build
from theoremtest.reports.site.guide_pages import ORDER
from theoremtest.reports.site.pages import Pages

MEASURED = {
    "machine": {"processor": "<P>", "cores": 2, "versions": {"numpy": "2.4"}},
    "runs": {"what": "x < y", "methods": [
        {"method": "ours", "seconds": 2e-6, "met": True}, {"method": "theirs", "seconds": 1e-3}]},
}
OUTLINE = Outline(authors="Ann Author, Bo Writer", title="On $x$ & <y>", year="2020", identifier="arXiv:2001.00001", version="v2")
NEED = {"latex": r"\delta > 0", "verdict": "needed", "part": "", "by": "exact", "weaker": [],
        "counterexample": {"point": {r"\delta": "-1"}, "left": "1", "right": "2", "note": ""}}


class Reader(HTMLParser):
    """Ids, links, what is loaded, images, headings and text of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.loaded, self.images, self.headings, self.text = [], [], [], [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        self.ids += [told["id"]] if "id" in told else []
        if tag == "a" and "href" in told:
            self.links.append(told["href"])
        elif tag in ("script", "link", "img"):
            self.loaded.append(told.get("src") or told.get("href"))
        self.images += [told] if tag == "img" else []
        self.headings += [int(tag[1])] if re.fullmatch("h[1-6]", tag) else []

    def handle_data(self, data):
        self.text += data


@pytest.fixture(scope="module")
def files():
    figure = Figure("sample2020_fig_1", "Fig. 1: mu & phi", b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    extras = Extras(figures=(figure,), measured=MEASURED)
    report = view([*ledger(), record("7", r"\delta > 0", needs=[NEED])], extras, {"sample2020": OUTLINE})
    theorems = coq.CoqFiles({"theoremtest.v": "(* what all start from *)", "sample2020_1.v": "Theorem a : 1 < 2.", "_CoqProject": ""},
                            {"sample2020/1": ("sample2020_1.v",)})
    return dict(Pages(report, theorems).files())


@pytest.fixture(scope="module")
def read(files):
    return {name: Reader(text) for name, text in files.items() if name.endswith(".html")}


def test_every_claim_has_a_page_and_the_index_finds_it(files):
    for told in ledger():
        assert told["id"] in files[page_of(told["id"])]
        assert f'["{page_of(told["id"])}",' in files["assets/claims.js"]


def test_every_link_leads_somewhere(files, read):
    for name, page in read.items():
        for link in (*page.links, *page.loaded):
            parts = urlsplit(link)
            if parts.scheme or (not parts.path and name == "index.html" and "=" in parts.fragment):
                continue
            target = normpath(str(PurePosixPath(name).parent / unquote(parts.path))) if parts.path else name
            assert target in files, (name, link)
            if parts.fragment:
                assert unquote(parts.fragment) in read[target].ids, (name, link)


def test_nothing_is_loaded_from_outside(files, read):
    assert all(not urlsplit(link).netloc for page in read.values() for link in page.loaded)
    assert not re.search(r"@import|url\((?!#)|https?://", files["assets/site.css"])
    assert not re.search(r"fetch\(|XMLHttpRequest|https?://", files["assets/site.js"])


def test_pages_have_one_title_each_and_their_headings_follow_one_another(read):
    for name, page in read.items():
        assert page.headings[0] == 1 and page.headings.count(1) == 1, name
        assert all(after - before <= 1 for before, after in zip(page.headings, page.headings[1:], strict=False)), (name, page.headings)
        assert len(page.ids) == len(set(page.ids)), name


def test_text_stays_text(files):
    page = files["sample2020/app-A.1~aside.html"]
    assert "<script>alert" not in page and "&lt;script&gt;alert(1)&lt;/script&gt; stays text" in page
    assert "</script" not in files["assets/claims.js"] and "<script" not in files["assets/claims.js"]
    assert "&lt;P&gt;" in files["measured.html"] and "<P>" not in files["measured.html"]


def test_the_site_is_not_by_the_authors_of_the_papers(files):
    for name, text in files.items():
        if name.endswith(".html"):
            assert '<meta name="author" content="the theoremtest test suite">' in text, name
            assert not re.search(r"<(title|h1)>[^<]*Author", text.replace("Author and Writer (2020)", "")), name


def test_a_claim_is_cited_as_this_report_s_and_its_paper_as_its_authors(files):
    own, paper = files["sample2020/3.html"], files["sample2020/index.html"]
    entry = own[own.index('<pre class="bibtex"'):]
    assert "@misc{theoremtest:sample2020/3," in entry and "The theoremtest developers" in entry and "corrected form proved" in entry
    assert "Ann Author and Bo Writer" in paper and "eprint = {2001.00001v2}" in paper and "Ann Author" not in own


def test_an_erratum_is_one_line_with_what_changes_and_the_rest_is_folded(files):
    page = files["errata.html"]
    line = page[page.index('href="sample2020/3.html"'):]
    line, _, folded = line[:line.index("</li>")].partition("<details>")
    assert line.index("side statement old") < line.index("→") < line.index("side statement new") and 'class="come"' in line
    assert "The factor" in folded and "the left side is" in folded and "1.25" in folded and "0.75" in folded
    assert "false as printed" in folded and page.index("Garbled in the stored text") < page.index('href="sample2020/app-A.1~lost.html"')


def test_what_a_theorem_needs_is_told_with_the_point_that_fails(files):
    page = files["needs.html"]
    assert 'href="sample2020/7.html"' in page and "<td>needed</td>" in page
    assert "<mo>-</mo><mn>1</mn>" in page.replace(' form="prefix"', "").replace("−", "-")


def test_a_claim_shows_its_coq_file(files):
    assert "Theorem a : 1 &lt; 2." in files["sample2020/1.html"] and 'href="../coq/sample2020_1.v"' in files["sample2020/1.html"]
    assert files["coq/theoremtest.v"].startswith("(*") and "coq/" not in files["sample2020/2.html"]


def test_images_say_what_they_show(read):
    assert [image["alt"] for image in read["figures.html"].images] == ["Fig. 1: mu & phi"]


def test_benchmarks_are_tables_and_bars(files):
    page = files["measured.html"]
    assert "2 µs" in page and "1 ms" in page and "500&nbsp;×" in page and page.count('class="bar-value"') == 2
    assert ">time</th>" in page and ">yes<" in page


def test_an_empty_ledger_makes_a_site(tmp_path):
    assert build(view([]), tmp_path) == 4 + len(ORDER)  # the guide


def test_pages_of_claims_that_are_no_more_are_taken_away_and_nothing_else(tmp_path):
    out = tmp_path / "site"
    build(view([record("1", "x = y"), record("2", "x = z")]), out)
    (out / "mine.txt").write_text("kept")
    build(view([record("1", "x = y")]), out)
    assert {path.name for path in out.iterdir()} >= {"mine.txt", "index.html"}
    assert {path.name for path in (out / "sample2020").iterdir()} == {"1.html", "index.html", "graph.html"}


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(TheoremtestError, match="something else"):
        build(view(ledger()), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_coq_files_are_known_by_the_theorem_in_them(tmp_path):
    (tmp_path / "sample2020_1.v").write_text("Require Import theoremtest.\n(* sample2020/1, printed: proved *)\nTheorem t : True.\n")
    (tmp_path / "theoremtest.v").write_text("(* all *)")
    (tmp_path / "_CoqProject").write_text("-Q . \"\"\n")
    found = coq.read(tmp_path, {"sample2020/1"})
    assert found.of_claim == {"sample2020/1": ("sample2020_1.v",)}
    assert set(found.texts) == {"sample2020_1.v", "theoremtest.v", "_CoqProject"}


def test_a_form_that_gains_a_condition_alone_shows_statement_and_condition():
    corrected = erratum("incomplete", corrected_latex="x = y", corrected_domain=r"x > 0,\; y > 0")
    told = record("1", "x = y", "refuted", domain="x > 0", erratum=corrected)
    page = dict(Pages(view([told])).files())["errata.html"]
    line = page[page.index('class="changes"'):page.index("<details>")]
    assert "only where" in line and "→" not in line


def test_every_table_scrolls_in_a_box_of_its_own(files):
    """On a phone a table is read by moving it, and the page stays where it is."""
    assert re.search(r"\.wide \{[^}]*overflow-x: auto", files["assets/site.css"])
    pages = [text for name, text in files.items() if name.endswith(".html")]
    assert sum(text.count("<table") for text in pages) > 10
    assert all(text.count("<table") == len(re.findall(r'<div class="wide">\s*<table', text)) for text in pages)


def test_the_site_is_headed_by_what_it_is_about(files):
    assert "On $x$" in re.search(r"<h1.*?</h1>", files["index.html"]).group()


@pytest.mark.slow
def test_a_site_made_by_two_processes_is_the_same(files, tmp_path, monkeypatch):
    from theoremtest.reports.site import build as module

    report = view(ledger(), None, {"sample2020": OUTLINE})
    for many in (0, 10**6):
        monkeypatch.setattr(module, "MANY", many)
        build(report, tmp_path / str(many))
    assert sorted(path.name for path in (tmp_path / "0").rglob("*")) == sorted(path.name for path in (tmp_path / "1000000").rglob("*"))
    assert all(path.read_bytes() == (tmp_path / "1000000" / path.relative_to(tmp_path / "0")).read_bytes()
               for path in (tmp_path / "0").rglob("*") if path.is_file())
