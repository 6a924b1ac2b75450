"""The view of the records: counts, links, grounds, order, and records that cannot be told."""

from dataclasses import replace

import pytest

from helpers.render_samples import NUMBERS, PROOF, REFUTATION, erratum, ledger, record
from theoremtest.derivations.errors import ClaimError
from theoremtest.derivations.papers import Library
from theoremtest.reports.formulas.values import value_latex
from theoremtest.reports.render.model import people
from theoremtest.reports.render.prose import Run, runs
from theoremtest.reports.render.sections import Outline, outline
from theoremtest.reports.render.view import view
from theoremtest.reports.render.words import VERDICTS
from theoremtest.reports.site.cite import of_claim, of_paper


@pytest.fixture
def report():
    return view(ledger())


def test_the_counts_are_of_the_printed_statements(report):
    assert report.counts == {"proved": 4, "proved in part": 0, "supported": 1, "refuted": 3, "undecided": 1}
    assert sum(report.counts.values()) == len(report.claims) == len(ledger())


def test_every_erratum_is_listed_with_both_verdicts(report):
    assert [(claim.label, claim.verdict, claim.erratum.kind, claim.erratum.verdict) for claim in report.errata] == [
        ("3", "refuted", "wrong", "proved"), ("4", "refuted", "incomplete", "supported")]


def test_links_run_both_ways(report):
    assert [link.label for link in report.by_id["sample2020/3"].uses] == ["2"]
    assert [link.label for link in report.by_id["sample2020/3"].used_by] == ["4", "5"]


def test_a_link_out_of_the_report_is_known_to_lead_nowhere():
    (link,) = view([record("1", "x = y", uses=["other2021/7"])]).claims[0].uses
    assert (link.known, link.label) == (False, "other2021/7")


@pytest.mark.parametrize(("label", "ground"), [
    ("1", "proved"), ("3", "proved"), ("4", "corrected"), ("5", "corrected"), ("lemma-A.1", "open"), ("app-A.1:aside", "proved")])
def test_the_ground_is_that_of_everything_below(report, label, ground):
    assert report.by_id[f"sample2020/{label}"].ground == ground


def test_a_claim_on_an_unproved_correction_stands_on_open_ground():
    told = [*ledger(), record("7", "x = y", uses=["sample2020/4"])]
    assert view(told).by_id["sample2020/7"].ground == "open"


def test_a_claim_on_something_outside_the_report_stands_on_open_ground():
    assert view([record("1", "x = y", uses=["other2021/7"])]).claims[0].ground == "open"


def test_parts_that_repeat_the_whole_are_shown_once(report):
    formula = report.by_id["sample2020/5"].formula
    assert formula.latex == ""
    assert [("".join(run.text for run in part.name), part.verdict) for part in formula.parts] == \
        [("left half", "proved"), ("right half", "supported")]


def parts_on(*domains):
    """The formula of a statement whose parts hold on these domains."""
    stated = [{"name": str(place), "kind": "Equal", "latex": "x = y", "domain": domain, "verdict": "proved"}
              for place, domain in enumerate(domains)]
    return view([record("1", "x = y", parts=stated)]).claims[0].formula


def test_a_condition_that_all_parts_share_is_told_once():
    formula = parts_on(r"x > 0,\; y > 0", r"x > 0,\; y < 0")
    assert formula.domain.conditions == ("x > 0",)
    assert [part.domain.conditions for part in formula.parts] == [("y > 0",), ("y < 0",)]


def test_an_abbreviation_told_above_is_only_named_again():
    first, second, third = parts_on(r"x > 0,\; p := x^{2}", r"x < 0,\; p := x^{2}", "p := 3").parts
    assert (first.domain.where, first.domain.above) == (("p := x^{2}",), ())
    assert (second.domain.where, second.domain.above) == ((), ("p",))
    assert (third.domain.where, third.domain.above) == (("p := 3",), ())


@pytest.mark.parametrize(("change", "told"), [
    ({"verdict": "true"}, "verdict 'true'; allowed: proved, proved in part, supported, refuted, undecided"),
    ({"verdict": None}, "verdict None"),
    ({"derivation": [{"latex": "x", "reason": "", "verdict": "passed"}]}, "derivation has verdict 'passed'"),
    ({"erratum": {"kind": "odd", "corrected_verdict": "proved"}}, "erratum of kind 'odd'; allowed: wrong, incomplete, garbled"),
    ({"erratum": {"kind": "wrong", "corrected_verdict": ""}}, "corrected has verdict ''")])
def test_a_verdict_that_is_unknown_is_an_error(change, told):
    with pytest.raises(ClaimError, match="sample2020/1") as error:
        view([record("1", "x = y") | change])
    assert told in str(error.value)


def test_a_record_without_a_formula_is_an_error():
    broken = record("1", "x = y")
    del broken["latex"]
    with pytest.raises(ClaimError, match="sample2020/1 lacks `latex`"):
        view([broken])


def test_an_id_told_twice_is_an_error():
    with pytest.raises(ClaimError, match="two records of sample2020/1"):
        view([record("1", "x = y"), record("1", "x = z")])


def test_sections_come_in_the_papers_order():
    known = Outline(title="Sample", headings={"A.1": "Asides"}, places={"Eq. (2)": "2", "Eq. (1)": "2", "Eq. (3)": "10"})
    (paper,) = view([record(label, "x = y") for label in ("3", "1", "2")] +
                    [record("app-A.1:x", "x = y", where="Appendix A.1")], outlines={"sample2020": known}).papers
    assert [(section.title, [claim.label for claim in section.claims]) for section in paper.sections] == [
        ("Section 2", ["2", "1"]), ("Section 10", ["3"]), ("Appendix A.1. Asides", ["app-A.1:x"])]


def test_a_paper_that_nobody_knows_has_its_key_for_a_title():
    assert outline("sample2020", Library()) == Outline(title="sample2020")
    assert view([record("1", "x = y")]).papers[0].title == "sample2020"


def test_nothing_to_tell_is_told_as_nothing():
    assert view([]).counts == dict.fromkeys(VERDICTS, 0)


def test_plain_spelling_in_prose_becomes_formulas():
    assert [run for run in runs("As mu^2 <= |beta_*|, the w.beta_* of a dog; see Eq. (3).") if run.kind == "math"] == [
        Run("math", r"\mu^{2} \leq|\beta_{*}|"), Run("math", r"w \cdot \beta_{*}")]


@pytest.mark.parametrize("text", ["a function of a sign", "I mean Appendix A.2", "e.g. this, i.e. that", "one's own", "demure",
                                  "file_name"])
def test_words_stay_words(text):
    assert runs(text) == [Run("text", text)]


def test_formulas_code_and_known_ids_in_prose():
    assert runs("so $x_1$, `w < 1` and sample2020/1.", {"sample2020/1"}) == [
        Run("text", "so "), Run("math", "x_1"), Run("text", ", "), Run("code", "w < 1"), Run("text", " and "),
        Run("ref", "sample2020/1"), Run("text", ".")]
    assert runs("see `1`", {"sample2020/1"}, "sample2020") == [Run("text", "see "), Run("ref", "sample2020/1")]
    assert runs("see other2021/7", {"sample2020/1"}) == [Run("text", "see other2021/7")]


@pytest.mark.parametrize(("text", "latex"), [
    ("3", "3"), ("-7/12", r"-\frac{7}{12}"), ("Matrix([[1], [-1/2]])", r"\left(1,\, -\frac{1}{2}\right)^{\top}"),
    ("[1, 2; 3, 4]", r"\left[\begin{matrix}1 & 2 \\ 3 & 4\end{matrix}\right]"),
    ("ImmutableDenseMatrix([[1, 2], [3, 4]])", r"\left[\begin{matrix}1 & 2 \\ 3 & 4\end{matrix}\right]"),
    ("[0.5 +/- 1e-20]", None), ("[[1], [x]]", None), ("sqrt(2)", None), ("[[1], [2, 3]]", None)])
def test_exact_values_are_read_and_nothing_else(text, latex):
    assert value_latex(text) == latex


def test_only_the_exact_engines_counterexample_is_called_smallest():
    certified = {"kind": "exact", "engine": "balls", "outcome": "refuted", "counterexample": {"point": {"x": "1"}}}
    numerical = {"kind": "points", "engine": "mpmath", "outcome": "refuted", "counterexample": {"point": {"x": "7/3"}}}
    told = record("1", "x = y", "refuted", evidence=[numerical, certified], erratum=erratum())
    assert view([told]).errata[0].erratum.example.name == "smallest counterexample"
    told = record("1", "x = y", "refuted", evidence=[numerical], erratum=erratum(), certified=False)
    (claim,) = view([told]).errata
    assert claim.erratum.example.name == "counterexample at a random point" and not claim.certified


def test_what_the_stored_text_garbled_is_no_erratum(report):
    assert [(claim.label, claim.erratum.kind) for claim in report.garbled] == [("app-A.1:lost", "garbled")]
    assert not set(report.errata) & set(report.garbled)


@pytest.mark.parametrize("authors, year, cited", [
    ("D. Kunin, A. Raventós, C. Dominé", "2024", "Kunin et al. (2024)"), ("Y. Xu, L. Ziyin", "2024", "Xu and Ziyin (2024)"),
    ("A. Author", "", "Author"), ("", "", "sample2020")])
def test_the_report_has_a_title_and_an_author_of_its_own(authors, year, cited):
    found = view([record("1", "x = y")], outlines={"sample2020": Outline(title="Sample", authors=authors, year=year)})
    assert found.title == f"theoremtest: verdicts on {cited}"
    assert found.author == "the theoremtest test suite"
    assert replace(found, own=True).author == (authors or "the theoremtest test suite")


@pytest.mark.parametrize("authors", ["A. One, B. Two, C. Three", "A. One, B. Two and C. Three", "A. One, B. Two, and C. Three",
                                     "A. One and B. Two and C. Three", "A. One; B. Two & C. Three"])
def test_no_author_is_lost_however_they_are_joined(authors):
    assert people(authors) == ["A. One", "B. Two", "C. Three"]
    found = view([record("1", "x = y")], outlines={"sample2020": Outline(title="Sample", authors=authors, year="2020")})
    assert found.title == "theoremtest: verdicts on One et al. (2020)"
    assert "A. One and B. Two and C. Three" in of_paper(found.papers[0])
    assert "theoremtest developers" in of_claim(found.claims[0], found.papers[0])
    assert "A. One and B. Two and C. Three" in of_claim(found.claims[0], found.papers[0], own=True)


def test_several_papers_are_all_named_in_the_title():
    rows = [record("1", "x = y"), record("1", "x = y") | {"id": "other2021/1", "paper": "other2021"}]
    assert view(rows).title == "theoremtest: verdicts on sample2020 and other2021"


@pytest.mark.parametrize(("text", "expected"), [
    ("slope |beta_0|^(-(l+2)/(l+1))", [Run("text", "slope "), Run("math", r"|\beta_{0}|^{-(l + 2)/(l + 1)}")]),
    ("kappa^(c_u/2)", [Run("math", r"\kappa^{c_{u}/2}")]),
    ("kappa^(second term)", [Run("math", r"\kappa"), Run("text", "^(second term)")]),
])
def test_an_exponent_in_brackets_is_raised_where_it_is_made_of_symbols(text, expected):
    assert runs(text) == expected


def test_parts_of_which_every_route_says_the_same_share_a_row():
    rows = [PROOF | {"part": "one"}, NUMBERS | {"part": "one"}, PROOF | {"part": "two"},
            NUMBERS | {"part": "two"}, REFUTATION | {"part": "three"}, REFUTATION | {"part": "four"}]
    shown = view([record("1", "x = y", evidence=rows)]).papers[0].claims[0].evidence
    assert [check.part for check in shown] == ["one, two", "one, two", "three", "four"]
    assert [check.example.part for check in shown if check.example] == ["three", "four"]
