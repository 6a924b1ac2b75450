"""Trying a formula in a claim's place: the answer, what the formula is equivalent to, and the command's exit codes."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sympy import Max, sqrt

from helpers.toy_claims import anywhere, make_claim, positive, with_erratum, x
from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Equal,
    Erratum,
    Evidence,
    Flow,
    Holds,
    NotHessian,
    Outcome,
    Verdict,
    every,
    real,
)
from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.papers import Library
from theoremtest.reports.edits import likeness
from theoremtest.reports.edits.attempt import attempt
from theoremtest.reports.edits.changes import SUPPORTED, Change

y = real("y")


def tried(claim, formula, **options):
    return attempt(claim, formula, **options)


@pytest.mark.parametrize("formula, verdict, equivalent", [
    (r"(x+1)^2 = x^2 + 2x + 1", "holds", "printed"),
    (r"x^2 + 2x + 1", "holds", "printed"),
    (r"x(x+2) + 1", "holds", "printed"),
    (r"x^2 + 2x + 1 = (1+x)^2", "holds", "printed"),
    (r"2(x+1)^2 = 2x^2 + 4x + 2", "holds", "printed"),
    (r"x^2 + 2x - 1", "fails", "neither"),
    (r"x^2 + x + 1", "fails", "neither"),
    (r"(x+1)^3", "fails", "neither"),
])
def test_an_identity(formula, verdict, equivalent):
    found = tried(make_claim("1"), formula)
    assert (found.verdict, found.equivalent_to) == (verdict, equivalent), found
    assert (found.counterexample is not None) == (verdict == "fails")


def test_a_counterexample_is_small_and_shows_both_sides():
    found = tried(make_claim("1"), r"x^2 + x + 1")
    assert dict(found.counterexample.point) == {"x": "1"} or dict(found.counterexample.point) == {"x": "-1"}
    assert found.counterexample.left and found.counterexample.right and found.counterexample.left != found.counterexample.right
    assert found.reproduce == "theoremtest try toy2026/1 --formula 'x^2 + x + 1'"


@pytest.mark.parametrize("formula, verdict, equivalent", [
    (r"x^2 + 1", "fails", "printed"),
    (r"(x+1)^2 = 1 + x \cdot x", "fails", "printed"),
    (r"x^2 + 2x + 1", "holds", "corrected"),
    (r"x^2 + 3x + 1", "fails", "neither"),
])
def test_an_erratum_tells_the_printed_from_the_corrected(formula, verdict, equivalent):
    found = tried(with_erratum(), formula)
    assert (found.verdict, found.equivalent_to) == (verdict, equivalent), found
    if equivalent == "printed":
        assert any("the mixed term is missing" in note for note in found.notes)


def test_a_wrong_equation_times_a_constant_is_still_that_equation():
    found = tried(with_erratum(), r"3 (x+1)^2 = 3 x^2 + 3")
    assert (found.verdict, found.equivalent_to) == ("fails", "printed"), found


def test_a_missing_condition_shows_in_the_domain():
    claim = make_claim("4", Equal(sqrt(x**2), x, on=anywhere),
                       erratum=Erratum("incomplete", "x is positive", Equal(sqrt(x**2), x, on=positive)))
    found = tried(claim, r"\sqrt{x^2} = x")
    assert (found.verdict, found.equivalent_to) == ("fails", "printed")
    assert any("what holds instead" in note for note in found.notes)


@pytest.mark.slow
def test_a_relation_and_its_right_hand_side():
    claim = make_claim("5", Holds(x**2 + 1 > x, on=anywhere))
    assert tried(claim, "x^2 + 1 > 2x - 1").verdict == "holds"
    found = tried(claim, "2x + 1")
    assert (found.verdict, found.equivalent_to) == ("fails", "neither")


def test_one_part_of_a_conjunction():
    claim = make_claim("6", every(square=Equal(x**2, x * x, on=anywhere), cube=Equal(x**3, x * x * x, on=anywhere)))
    assert tried(claim, "x^2 x", part="cube").verdict == "holds"
    assert tried(claim, "x^2 x^2", part="cube").equivalent_to == "neither"
    assert tried(claim, "x^3 = x^2").verdict == "fails"
    with pytest.raises(Exception, match="its parts are square, cube"):
        tried(claim, "x", part="fourth")


def test_what_cannot_be_read_says_where():
    with pytest.raises(NotationError) as caught:
        tried(make_claim("1"), r"x^2 + 2 q")
    assert caught.value.column == 9


def test_an_unreadable_kind_is_told(monkeypatch):
    from theoremtest.derivations.notation import READERS
    monkeypatch.delitem(READERS, Equal)
    with pytest.raises(NotationError, match="kind Equal cannot be given as LaTeX"):
        tried(make_claim("1"), "x")
    assert NotHessian in READERS


def test_numbers_support_what_the_engine_leaves_open(exact_says):
    exact_says(Outcome.UNDECIDED)
    found = tried(make_claim("1"), r"x^2 + 2x + 1")
    assert found.verdict == "holds" and "points" in found.by


def test_undecided_tells_what_was_tried(exact_says, monkeypatch):
    exact_says(lambda statement: Evidence("exact", "stub", Outcome.UNDECIDED, tried=("the normal form",)))
    monkeypatch.setattr("theoremtest.reports.edits.likeness.NUMBERS", ())
    found = tried(make_claim("1"), r"x^2 + 2x + 1")
    assert found.verdict == "undecided" and found.tried == ("exact: the normal form",)


# --- the command ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def run(command, toy):
    return lambda *words, **rest: command(toy, "try", *words, **rest)


@pytest.mark.parametrize("words, code", [
    (("toy2026/1", "--formula", "x^2 + 2x + 1"), 0), (("toy2026/1", "--formula", "x^2"), 1),
    (("toy2026/1", "--formula", "q"), 3), (("toy2026/7", "--formula", "x"), 3), (("toy2026/1",), 3),
    (("toy2026/1", "--formula", "x", "--nonsense"), 3), (("toy2026/1", "--formula", "x", "--part", "a"), 3),
])
def test_exit_codes(run, words, code):
    assert run(*words).exit_code == code


def test_the_answer_in_words(run):
    told = run("toy2026/1", "--formula", "x^2").output
    for line in ("fails  toy2026/1", "read as", "counterexample x = ", "left side", "right side", "equivalent to   neither",
                 "reproduce       theoremtest try toy2026/1 --formula 'x^2'"):
        assert line in told, told


def test_the_answer_as_json(run):
    found = json.loads(run("toy2026/2", "--formula", "x^2 + 2x + 1", "--json").stdout)
    assert (found["verdict"], found["equivalent_to"], found["counterexample"]) == ("holds", "corrected", None)
    assert 0 <= found["seconds"] < 100
    broken = json.loads(run("toy2026/2", "--formula", "x + q", "--json").stdout)
    assert (broken["verdict"], broken["column"]) == ("error", 5)


def test_undecided_is_exit_code_2(run, exact_says, monkeypatch):
    exact_says(Outcome.UNDECIDED)
    monkeypatch.setattr("theoremtest.reports.edits.likeness.NUMBERS", ())
    assert run("toy2026/1", "--formula", "x^2 + 2 x + 1").exit_code == 2


def test_claims_of_a_file_can_be_tried(run, tmp_path):
    file = tmp_path / "claims_extra.py"
    file.write_text("from theoremtest import Domain, Equal, Paper, claim, real\nu = real('u')\n"
                    "P = Paper(key='extra2026', authors='A', title='T', year=2026)\n\n"
                    "@claim(P, 'Eq. (1)', uses=['kunin2024/26'])\ndef one():\n    'Twice.'\n"
                    "    return Equal(u + u, 2 * u, on=Domain(over=[u]))\n")
    assert run("extra2026/1", "--formula", "3u - u", "--claims", str(file), library=Library()).exit_code == 0
    assert run("extra2026/1", "--formula", "3u", "--claims", str(file), library=Library()).exit_code == 1
    file.with_name("claims_bad.py").write_text("import theoremtest\nraise ValueError('no')\n")
    told = run("extra2026/1", "--formula", "3u", "--claims", str(file.with_name("claims_bad.py")), library=Library())
    assert told.exit_code == 3 and "claims_bad.py cannot be imported: ValueError: no" in told.output


def test_a_conserved_quantity_times_a_number_is_the_same_claim():
    flow = Flow({x: y, y: -x}, name="a rotation")
    claim = make_claim("8", Conserved(x**2 + y**2, along=flow, on=Domain(over=[x, y])))
    assert tried(claim, r"\frac{d}{dt}\left(3x^2 + 3y^2\right) = 0").equivalent_to == "printed"
    other = tried(claim, r"\frac{d}{dt}\left((x^2 + y^2)^2\right) = 0")
    assert (other.verdict, other.equivalent_to) == ("holds", "neither")


def test_agreement_of_numbers_alone_is_not_called_equivalent(monkeypatch):
    monkeypatch.setattr(likeness, "compare", lambda *rest: [Change("right side", SUPPORTED)])
    monkeypatch.setattr(likeness.Decisions, "verdict", lambda self, statement: (Verdict.SUPPORTED, ()))
    found = tried(make_claim("1"), r"x(x+2) + 1")
    assert (found.equivalent_to, found.likely) == ("unknown", "printed")


@pytest.mark.parametrize("fault, told", [
    (PermissionError(13, "Permission denied", "/nowhere/cache"), "/nowhere/cache: Permission denied"),
    (ZeroDivisionError("division by zero"), "a defect of this program, ZeroDivisionError: division by zero"),
])
def test_a_crash_is_an_error_and_not_a_refutation(run, monkeypatch, fault, told):
    def crash(*_, **__):
        raise fault
    monkeypatch.setattr("theoremtest.reports.edits.attempt.attempt", crash)
    found = run("toy2026/1", "--formula", "x")
    assert found.exit_code == 3 and told in found.output


def test_names_and_macros_on_the_command_line(run):
    found = run("toy2026/1", "--formula", r"s^2 = \sq{x} + 2x + 2", "--where", "s = x + 1", "--where", r"\newcommand{\sq}[1]{#1^2}")
    assert found.exit_code == 1 and "--where 's = x + 1'" in found.output, found.output
    assert run("toy2026/1", "--formula", r"s^2 = x^2 + 2x + 1", "--where", "s = x + 1").exit_code == 0
    assert run("toy2026/1", "--formula", r"s^2 = x^2 + 2x + 1", "--where", "s").exit_code == 3


def test_a_broken_link_of_a_chain_is_named():
    found = tried(make_claim("1"), r"(x+1)^2 = x^2 + 2x + 2 = x^2 + 2x + 1")
    assert found.verdict == "fails" and any("this does not hold" in note for note in found.notes)
    assert tried(make_claim("1"), r"(x+1)^2 = x(x + 1) + x + 1 = x^2 + 2x + 1").equivalent_to == "printed"


# --- the word for the whole ----------------------------------------------------------------------------------------------

WORDS = {Verdict.PROVED: "holds", Verdict.SUPPORTED: "holds", Verdict.UNDECIDED: "undecided", Verdict.REFUTED: "fails"}
SAID = {Verdict.SUPPORTED: "is supported by numbers alone", Verdict.UNDECIDED: "was not settled", Verdict.REFUTED: "does not hold"}


@pytest.fixture
def judged(exact_says, monkeypatch):
    """Give every right side a verdict: `judged({side: verdict})`; numbers agree with what is supported, and with nothing else."""
    def install(verdicts):
        def of(statement):
            return verdicts[statement.right]
        outcomes = {Verdict.PROVED: Outcome.PROVED, Verdict.REFUTED: Outcome.REFUTED}
        exact_says(lambda statement: outcomes.get(of(statement), Outcome.UNDECIDED))
        monkeypatch.setattr("theoremtest.numerics.routes.points.check", lambda statement, *_: Evidence(
            "points", "stub", Outcome.AGREES if of(statement) is Verdict.SUPPORTED else Outcome.UNDECIDED))
    return install


@pytest.mark.slow
@given(st.lists(st.sampled_from(list(WORDS)), min_size=3, max_size=3))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40, deadline=None)
def test_the_word_for_a_chain_is_that_of_its_weakest_link(judged, verdicts):
    """Numbers alone settle no link, though they support the claim."""
    sides = [x + 1, x + 2, x + 3]
    judged(dict(zip(sides, verdicts, strict=True)))
    claim = make_claim("1", Equal(x, sides[-1], on=anywhere))
    found = tried(claim, "x = x + 1 = x + 2 = x + 3")
    weakest = min(verdicts, key=lambda verdict: verdict.rank)
    assert found.verdict == ("undecided" if weakest is Verdict.SUPPORTED else WORDS[weakest])
    notes = " ".join(found.notes)
    assert weakest not in SAID or SAID[weakest] in notes or weakest is verdicts[-1]  # what a whole chain says is shown above its links
    if found.verdict == "holds":
        assert all(SAID[verdict] not in notes for verdict in (Verdict.UNDECIDED, Verdict.REFUTED))


@pytest.mark.slow
@given(st.lists(st.sampled_from(list(WORDS)), min_size=2, max_size=2))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=16, deadline=None)
def test_the_word_for_a_conjunction_is_that_of_its_weakest_part(judged, verdicts):
    sides = [x + 1, x + 2]
    judged(dict(zip(sides, verdicts, strict=True)))
    claim = make_claim("1", every(one=Equal(x, sides[0], on=anywhere), other=Equal(x, sides[1], on=anywhere)))
    found = tried(claim, r"x = x + 1 \\ x = x + 2")
    assert found.verdict == WORDS[min(verdicts, key=lambda verdict: verdict.rank)]
    for name, verdict in zip(("one", "other"), verdicts, strict=True):
        if verdict in (Verdict.SUPPORTED, Verdict.UNDECIDED) and found.verdict != "fails":
            assert f"part {name} {SAID[verdict]}" in found.notes


def test_numbers_alone_are_said_to_be_numbers_alone(judged):
    judged({x + 1: Verdict.SUPPORTED})
    found = tried(make_claim("1", Equal(x, x + 1, on=anywhere)), "x + 1")
    assert found.verdict == "holds" and "it is supported by numbers alone" in found.notes


def test_numbers_alone_pass_no_formula_beside_a_proved_claim(judged):
    """Nor beside one that they support, unless it is proved to say the same."""
    far = x + 1 + Max(0, x - 1000000)
    judged({x + 1: Verdict.PROVED, far: Verdict.SUPPORTED})
    found = tried(make_claim("1", Equal(x, x + 1, on=anywhere)), r"x + 1 + \max(0, x - 1000000)")
    assert found.verdict == "undecided" and "it is supported by numbers alone" in found.notes
    judged({x + 1: Verdict.SUPPORTED, far: Verdict.SUPPORTED})
    assert tried(make_claim("1", Equal(x, x + 1, on=anywhere)), r"x + 1 + \max(0, x - 1000000)").verdict == "undecided"
