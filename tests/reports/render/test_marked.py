"""Marks of an erratum: on what changed, on whole pieces, and never at the cost of the formula."""

import json
from importlib import resources

import pytest
from hypothesis import given, settings

from helpers.render_samples import FORMULAS, LONG, erratum, record
from theoremtest.reports.formulas.formula import fault
from theoremtest.reports.render import mathml
from theoremtest.reports.render.marked import marked, marked_forms, unmarked
from theoremtest.reports.render.units import braced, spelled, units


def short(form):
    return form.replace(r"\class{gone}", "-").replace(r"\class{come}", "+").replace(" ", "")


@pytest.mark.parametrize("old, new, gone, come", [
    ("x = y - z", "x = y + z", "x=y-{-}z", "x=y+{+}z"),
    ("x = y", "x = 2 y", "x=y", "x=+{2}y"),
    ("x = a + b + c", "x = a + c", "x=a-{+}-{b}+c", "x=a+c"),
    ("x = a^{2} b", "x = a^{3} b", "x=a^{-{2}}b", "x=a^{+{3}}b"),
    (r"x = \frac{a}{b c}", r"x = \frac{a}{b}", r"x=\frac{a}{b-{c}}", r"x=\frac{a}{b}"),
    (r"x = \sqrt{a + 4 b}", r"x = \sqrt{a - 4 b}", r"x=\sqrt{a-{+}4b}", r"x=\sqrt{a+{-}4b}"),
    (r"x = \left(a + b\right) c", r"x = \left(a + d\right) c", r"x=\left(a-{+}-{b}\right)c",
     r"x=\left(a+{+}+{d}\right)c"),
    (r"x = \|w\| y", r"x = \|w\| \|v\| y", r"x=\|w\|y", r"x=\|w\|+{\|v\|}y"),
    (r"\alpha_+ x < y", r"\alpha_- x < y", r"-{\alpha_{+}}x<y", r"+{\alpha_{-}}x<y"),
    (r"a < b \wedge c = d", r"a \leq b \wedge c = d", r"a-{<}b\wedgec=d", r"a+{\leq}b\wedgec=d"),
])
def test_only_what_changed_is_marked(old, new, gone, come):
    found = marked(old, new)
    assert (short(found[0]), short(found[1])) == (gone, come)


def test_terms_that_changed_places_are_the_same():
    assert marked("x = a + b + c", "x = c + a + b") == ("x = a + b + c", "x = c + a + b")


@pytest.mark.parametrize("old, new", [("x = y", r"\frac{a}{b} < \sinh\left(c\right) + d"), ("x = y", "x = y"), ("x = {y", "x = y")])
def test_formulas_with_little_in_common_stay_unmarked(old, new):
    assert marked(old, new) == (old, new)


@settings(max_examples=50)
@given(LONG, LONG)
def test_a_mark_changes_nothing_of_a_formula(old, new):
    for form, latex in zip(marked(old, new), (old, new), strict=True):
        assert spelled(unmarked(form)) == spelled(latex) and fault(form) is None


@pytest.mark.parametrize("latex", FORMULAS)
def test_factors_give_the_formula_back(latex):
    assert spelled("".join(unit.text for unit in units(braced(latex)))) == spelled(latex)


@pytest.mark.parametrize("latex, wanted", [
    (r"\alpha_+", r"\alpha_{+}"), (r"S_\mathrm{miss}^\top", r"S_{\mathrm{miss}}^{\top}"), (r"x^\frac{1}{2}", r"x^{\frac{1}{2}}")])
def test_a_script_is_braced_with_its_group(latex, wanted):
    assert braced(latex) == wanted


def test_parts_are_held_against_parts_of_their_name():
    def part(name, latex):
        return {"name": name, "kind": "Equal", "latex": latex, "domain": "", "verdict": "proved"}
    row = record("1", r"a = b \\ c = d", "refuted", parts=[part("first", "a = b"), part("second", "c = d")],
                 erratum=erratum(corrected_latex="", corrected_parts=[part("second", "c = 2 d"), part("first", "a = b")]))
    forms = marked_forms(row)
    assert forms.of("c = 2 d", "corrected_") == r"c = \class{come}{2} d"
    assert (forms.of("a = b", ""), forms.of("a = b", "corrected_"), marked_forms(record("1", "x = y")).of("x = y", "")) == ("", "", "")


@pytest.mark.slow
def test_the_marks_of_the_ledger_are_shown():
    records = json.loads(resources.files("theoremtest.reports").joinpath("ledger.json").read_text(encoding="utf-8"))
    forms = [marked_forms(row).forms for row in records if row["erratum"]]
    assert sum(any(side.values()) for found in forms for side in [dict(found.get("", {}), **found.get("corrected_", {}))]) > 50
    faulty = {form: why for found in forms for side in found.values() for latex, form in side.items()
              if (why := mathml.display(form).why) and not mathml.display(latex).why}
    assert faulty == {}
