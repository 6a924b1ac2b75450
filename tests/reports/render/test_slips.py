"""One slip, many places: errata of one mistake are one entry, the gravest first."""

import pytest

from helpers.render_samples import erratum, record
from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.papers import Library
from theoremtest.reports.render.letter import as_latex, as_markdown
from theoremtest.reports.render.sections import Outline
from theoremtest.reports.render.slips import Slip, grouped, slips_of
from theoremtest.reports.render.view import view
from theoremtest.reports.verify.implied import CONDITION, DEGENERATE, FALSE, graded

SLIPS = (Slip("The factor delta is left out", ("sample2020/2", "sample2020/4")),)


def refuted(label, grade, **more):
    return record(label, r"\mu = 1", "refuted", erratum=erratum(grade=grade, **more))


@pytest.fixture
def paper():
    records = [refuted("1", DEGENERATE), refuted("2", CONDITION, missing=[r"\delta > 0"]), refuted("3", FALSE), refuted("4", FALSE)]
    return view(records, outlines={"sample2020": Outline(title="Samples", authors="A. One, B. Two", slips=SLIPS)}).papers[0]


def test_the_gravest_slip_comes_first_and_has_the_gravest_of_its_places_grades(paper):
    assert [(slip.grade, [claim.label for claim in slip.claims]) for slip in paper.slips] == [
        (FALSE, ["2", "4"]), (FALSE, ["3"]), (DEGENERATE, ["1"])]


def test_what_fails_only_in_a_corner_is_a_remark_and_no_erratum(paper):
    assert [claim.label for claim in paper.errata] == ["2", "4", "3"] and [claim.label for claim in paper.remarks] == ["1"]


def test_a_root_that_is_not_asked_for_leaves_its_other_places_one_entry():
    found = grouped(["sample2020/4"], SLIPS, str, lambda one: FALSE, str)
    assert [(group.title, group.members) for group in found] == [("The factor delta is left out", ("sample2020/4",))]


@pytest.mark.parametrize(("text", "told"), [
    ('[[slip]]\ntitle = "a"\nplaces = ["1", "1"]', "lists sample2020/1 twice"), ('[[slip]]\ntitle = "a"', "an entry is"),
    ("[[slip", "an entry is")], ids=["twice", "no places", "no table"])
def test_a_faulty_table_is_one_line_that_names_it(tmp_path, text, told):
    (tmp_path / "slips.toml").write_text(text, "utf-8")
    with pytest.raises(TheoremtestError, match=told):
        slips_of("sample2020", tmp_path / "places.toml")


@pytest.mark.slow
def test_every_place_of_a_slip_is_an_erratum():
    library = Library()
    errata = {claim.id for claim in library.registry() if claim.erratum}
    named = {place for key in library.papers for slip in slips_of(key, library.table_of(key)) for place in slip.places}
    assert named and sorted(named - errata) == []


@pytest.mark.slow
def test_errata_told_in_the_same_words_are_one_slip():
    library = Library()
    by_words: dict = {}
    for claim in library.registry():
        if claim.erratum and claim.erratum.kind != "garbled":
            by_words.setdefault((claim.paper.key, claim.erratum.why), []).append(claim.id)
    slip_of = {place: slip.title for key in library.papers for slip in slips_of(key, library.table_of(key)) for place in slip.places}
    apart = [ids for ids in by_words.values() if len(ids) > 1 and len({slip_of.get(one, one) for one in ids}) > 1]
    assert apart == []


def rows(*extents):
    return [{"outcome": "refuted", "extent": one} for one in extents]


@pytest.mark.parametrize(("held", "evidence", "grade"), [
    ({"kind": "wrong"}, rows("open"), FALSE), ({"kind": "incomplete", "missing": ["x > 0"]}, rows("open"), CONDITION),
    ({"kind": "incomplete", "missing": []}, rows("open"), FALSE), ({"kind": "wrong"}, rows("thin"), DEGENERATE),
    ({"kind": "wrong"}, rows("thin", "open"), FALSE), ({"kind": "wrong", "convention": "one for each neuron"}, rows("open"), DEGENERATE),
    ({"kind": "incomplete", "missing": ["x > 0"], "under": {"verdict": "undecided"}}, rows("open"), FALSE),
    ({"kind": "garbled"}, rows("open"), ""), ({"kind": "wrong"}, [{"outcome": "refuted"}], "")])
def test_a_grade_is_what_the_points_and_the_named_condition_make_it(held, evidence, grade):
    assert graded({"erratum": held, "evidence": evidence}) == grade


def test_a_letter_says_for_each_slip_what_is_printed_what_holds_and_where_else(paper):
    text = as_markdown(paper)
    assert "Dear A. One and B. Two," in text
    first, second = (text.index(words) for words in ("The factor", "Statement 3"))
    entry = text[first:second]
    assert first < second < text.index("## Remarks") and "*It holds where* $`\\delta > 0`$" in entry and "The same at Eq. (4)" in entry
    assert "*As transcribed:* $`\\mu = 1`$" in entry and "*What holds in general:*" in entry and "`sample2020/2`" in entry


def test_a_letter_is_latex_too(paper):
    text = as_latex(paper)
    assert text.startswith("\\documentclass") and text.rstrip().endswith("\\end{document}") and "\\emph{What holds" in text
