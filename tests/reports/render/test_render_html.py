"""The page: self-contained, every link leads somewhere, every verdict a word, nothing dropped, text stays text."""

import re
from html.parser import HTMLParser

import pytest

from helpers.render_samples import erratum, ledger, record
from theoremtest.reports.render import html
from theoremtest.reports.render.extras import Extras, Figure, Table
from theoremtest.reports.render.view import view

VOID = {"meta", "input", "br", "img", "link", "hr"}


class Reader(HTMLParser):
    """Collects ids, local links, outside references and text; complains about tags that do not match."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.outside, self.open, self.texts = [], [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        self.ids += [told["id"]] if "id" in told else []
        for name in ("href", "src"):
            if told.get(name, "").startswith("#"):
                self.links.append(told[name][1:])
            elif name in told and not told[name].startswith("data:"):
                self.outside.append((tag, told[name]))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"style", "script", "annotation"} & set(self.open):
            self.texts.append(data)


@pytest.fixture(scope="module")
def page():
    return html.render(view(ledger()))


@pytest.fixture(scope="module")
def read(page):
    return Reader(page.text)


def article(page, identity):
    return re.search(rf'<article class="claim" id="{re.escape(identity)}".*?</article>', page.text, re.DOTALL).group(0)


def test_the_page_needs_nothing_from_outside(page, read):
    assert [reference for reference in read.outside if reference[0] != "a"] == []
    assert not re.search(r"@import|url\((?!#)", page.text)


def test_every_claim_has_its_permanent_anchor_and_ids_are_unique(read):
    assert len(read.ids) == len(set(read.ids))
    assert {told["id"] for told in ledger()} <= set(read.ids)


def test_every_link_leads_somewhere(read):
    assert set(read.links) <= set(read.ids)


def test_every_section_is_in_the_contents(page):
    contents = page.text[page.text.index("<nav"):page.text.index("</nav>")]
    assert all(f'href="#{section.anchor}"' in contents for section in view(ledger()).papers[0].sections)


def test_verdicts_are_words_and_not_only_colours(page):
    for told in ledger():
        assert f"</span> {told['verdict']}</span>" in article(page, told["id"])


def test_a_refuted_claim_shows_its_correction_and_leads_to_its_erratum(page):
    told = article(page, "sample2020/4")
    assert "As printed" in told and "Corrected" in told and 'href="#erratum-sample2020/4"' in told
    assert told.index('v-refuted') < told.index("Corrected") < told.index("v-supported")


def test_a_counterexample_shows_its_point_and_both_sides(page):
    told = page.text[page.text.index('id="erratum-sample2020/3"'):]
    told = told[:told.index("</li>\n<li")]
    assert "Smallest counterexample" in told and "1.25" in told and "0.75" in told and "<mfrac>" in told and "the sum" in told


def test_a_derivation_is_a_numbered_list_with_reasons_and_verdicts(page):
    told = article(page, "sample2020/1")
    steps = told[told.index('<ol class="derivation">'):told.index("</ol>")]
    assert steps.count("<li>") == 2 and steps.count("the norm's definition".replace("'", "&#39;")) == 2 and steps.count("v-proved") == 2


def test_what_was_tried_and_what_is_missing_is_told(page):
    assert "tried: normal form; out of time after 20 s" in article(page, "sample2020/6")
    assert "the printed statement is undecided" in article(page, "sample2020/6")


def test_text_cannot_become_markup(page):
    assert "<script>alert" not in page.text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; stays text" in article(page, "sample2020/app-A.1:aside")


def test_the_filter_hides_itself_where_there_is_no_script(page):
    assert '<form class="search" role="search" hidden>' in page.text


def test_the_legend_explains_every_border_and_fill(page):
    legend = page.text[page.text.index('<ul class="legend">'):]
    legend = legend[:legend.index("</ul>")]
    for words in ("proved as printed", "supported as printed", "refuted as printed", "undecided as printed", "filled", "hatched", "empty"):
        assert words in legend


def test_all_sample_formulas_are_mathml(page):
    assert page.unconverted == ()
    assert f"All {page.formulas} formulas are MathML" in page.text


def test_a_formula_that_does_not_convert_is_shown_counted_and_named():
    broken = html.render(view([record("1", r"\unheard{x} = y")]))
    assert [source for source, _ in broken.unconverted] == [r"\unheard{x} = y"]
    assert r"\unheard{x} = y" in article(broken, "sample2020/1")
    assert "1 could not be converted and is shown as source" in broken.text


def test_an_empty_ledger_makes_a_page():
    Reader(html.render(view([])).text)


def test_figures_tables_and_benchmarks_are_told_where_there_are_any():
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
    extras = Extras(figures=(Figure("fig-3", "mu & phi", svg),), accuracy=(Table("figures", ("", "worst"), (("a(t)", "4"),)),),
                    benchmarks="| what | ratio |\n|---|---|\n| <b>solver</b> | 2000 |\n")
    text = html.render(view(ledger(), extras)).text
    Reader(text)
    assert 'src="data:image/svg+xml;base64,' in text and "mu &amp; phi" in text
    assert "<td>a(t)</td><td>4</td>" in text
    assert "&lt;b&gt;solver&lt;/b&gt;" in text and "<td>2000</td>" in text


def test_the_same_records_make_the_same_page(page):
    assert html.render(view(ledger())).text == page.text


def test_a_correction_in_parts_shows_each_part():
    halves = [{"name": "upper", "kind": "Equal", "latex": "x = 1", "domain": "", "verdict": "proved"},
              {"name": "lower", "kind": "Equal", "latex": "y = 2", "domain": "", "verdict": "supported"}]
    told = erratum(corrected_latex="x = 1 \\\\ y = 2", corrected_parts=halves)
    text = article(html.render(view([record("1", "x = 3", "refuted", erratum=told)])), "sample2020/1")
    assert "upper" in text and "lower" in text


def luminance(colour):
    """Relative luminance of `#rrggbb`, as the accessibility guidelines define it."""
    parts = [int(colour[place:place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "shade", "fill"])
@pytest.mark.parametrize("ink", ["ink", "soft", "link", "proved", "supported", "refuted", "undecided"])
def test_text_stands_out_from_its_ground(page, scheme, ground, ink):
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6})", re.findall(r":root \{(.*?)\}", page.text, re.DOTALL)[scheme]))
    high, low = sorted((luminance(colours[ink]), luminance(colours[ground])), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= 4.5


def test_the_page_names_its_author_and_sets_an_erratum_apart():
    rows = [record("1", "x = y + z", "refuted", erratum=erratum(corrected_latex="x = y - z")), record("2", "x = y")]
    page = html.render(view(rows)).text
    assert '<meta name="author" content="the theoremtest test suite">' in page
    assert "<title>theoremtest: verdicts on sample2020</title>" in page
    assert 'class="gone"' in page and 'class="come"' in page
    assert 'id="garbled"' not in page


def test_garbled_statements_have_a_section_of_their_own():
    page = html.render(view(ledger())).text
    errata, garbled = page.index('<section id="errata"'), page.index('<section id="garbled"')
    assert errata < page.index('id="erratum-sample2020/3"') < garbled < page.index('id="erratum-sample2020/app-A.1:lost"')
    assert 'data-erratum="garbled"' in page and "erratum: garbled</a>" not in page


def test_claims_out_of_sight_are_not_laid_out():
    assert "article.claim { content-visibility: auto;" in html.render(view([record("1", "x = y")])).text
