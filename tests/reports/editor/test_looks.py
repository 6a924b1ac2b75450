"""A look at a document: what is found of its places, kept under keys that only what matters changes; nothing of a manuscript is run."""

import random
import string
import sys

import pytest

from theoremtest.reports.editor.looks import answer

HEAD = '% theoremtest: paper mine2026 "Mine"\n% theoremtest: let x\n'
GOOD = "% theoremtest: claim eq:good\n\\[ x^2 \\geq 0 \\]\n"
BAD = "% theoremtest: claim eq:bad\n\\[ x^2 \\geq x \\]\n"
PROGRAM = '''from pathlib import Path
from theoremtest import Domain, Equal, Paper, claim, reals
with Path(__file__).with_name("ran.txt").open("a") as ran:
    ran.write("x")
MINE = Paper(key="mine2026", authors="A. Theorist", title="A note", year=2026)
u, v = reals("u", "v")


@claim(MINE, "Eq. (1)")
def good():
    """It holds."""
    return Equal((u + v)**2, u**2 + 2*u*v + v**2, on=Domain(over=[u, v]))


@claim(MINE, "Eq. (2)")
def bad():
    """It fails."""
    return Equal((u + v)**2, u**2 + u*v + v**2, on=Domain(over=[u, v]))
'''


@pytest.fixture(scope="module", autouse=True)
def loaded(tmp_path_factory):
    """A first decision, as what a process loads for it takes longer than a look may."""
    answer("look", {"path": "paper.tex", "text": HEAD + GOOD, "seconds": 20}, tmp_path_factory.mktemp("first"))


@pytest.fixture
def look(tmp_path):
    before = set(sys.modules)
    yield from looked_at(tmp_path)
    for name in set(sys.modules) - before:
        if "claims_" in name:  # the programs of this repository, which the next one's of that name would stand behind
            del sys.modules[name]


def looked_at(tmp_path):
    (tmp_path / "theoremtest-ledger.json").write_text("[]")

    def looked(text, name="paper.tex", **more):
        found = answer("look", {"path": str(tmp_path / name), "text": text, **more}, tmp_path)
        while not found["error"] and found["left"]:  # a look ends after a while and is asked for again
            known = [*more.get("known", ()), *found["found"]]
            again = answer("look", {"path": str(tmp_path / name), "text": text, **more, "known": known}, tmp_path)
            found = {**again, "found": {**found["found"], **again["found"]}}
        if not found["error"]:
            found["by_id"] = {spot["id"]: found["found"].get(spot["key"]) for spot in found["spots"]}
            found["keys"] = {spot["id"]: spot["key"] for spot in found["spots"]}
        return found
    looked.folder = tmp_path
    yield looked


def test_a_display_that_fails_says_where_and_one_that_holds_says_nothing(look):
    found = look(HEAD + GOOD + BAD)
    assert found["by_id"]["mine2026/eq:good"]["message"] == "" and found["by_id"]["mine2026/eq:good"]["verdict"] == "proved"
    assert "x = 1/2: left 1/4, right 1/2" in found["by_id"]["mine2026/eq:bad"]["message"]
    spot = next(spot for spot in found["spots"] if spot["id"] == "mine2026/eq:bad")
    assert (HEAD + GOOD + BAD)[spot["start"]:spot["end"]] == r"x^2 \geq x"


def test_a_finding_is_kept_while_nothing_that_it_rests_on_changes(look):
    before = look(HEAD + GOOD + BAD)["keys"]
    moved = look(HEAD + "Words.\n\n" + GOOD.replace("0", "1") + BAD)["keys"]
    assert moved["mine2026/eq:bad"] == before["mine2026/eq:bad"] and moved["mine2026/eq:good"] != before["mine2026/eq:good"]
    laid = look(HEAD + "% theoremtest: assume x > 1\n" + BAD)
    assert laid["keys"]["mine2026/eq:bad"] != before["mine2026/eq:bad"] and laid["by_id"]["mine2026/eq:bad"]["verdict"] == "proved"
    macro = r"\newcommand{\bound}{x}" + "\n" + HEAD + BAD.replace(r"\geq x", r"\geq \bound")
    assert look(macro)["keys"]["mine2026/eq:bad"] != look(macro.replace("{x}", "{0}"))["keys"]["mine2026/eq:bad"]


def test_what_is_known_is_not_decided_again_and_what_is_asked_for_is(look):
    found = look(HEAD + GOOD + BAD)
    again = look(HEAD + GOOD + BAD, known=[found["keys"]["mine2026/eq:good"]])
    assert set(again["found"]) == {found["keys"]["mine2026/eq:bad"]}
    alone = look(HEAD + GOOD + BAD, only=[found["keys"]["mine2026/eq:good"]])
    assert set(alone["found"]) == {found["keys"]["mine2026/eq:good"]}


def test_a_letter_that_is_missing_is_offered_and_a_near_name_of_a_claim(look):
    own = look(HEAD + "% theoremtest: claim eq:lack\n\\[ x^2 + y^2 \\geq 0 \\]\n")["by_id"]["mine2026/eq:lack"]
    assert own["word"] == "not-read" and [fix["above"] for fix in own["fixes"]] == ["% theoremtest: let y"]
    applied = look(HEAD + "% theoremtest: claim eq:lack\n\\[ x^2 + g(x) \\geq 0 \\]\n")["by_id"]["mine2026/eq:lack"]
    assert [fix["above"] for fix in applied["fixes"]] == [
        "% theoremtest: let g : \\mathbb{R}^{d} \\to \\mathbb{R}", "% theoremtest: let g"]
    held = look("% theoremtest: kunin2024/26\n\\[ \\dot\\nu = \\|b\\|^2 - \\delta\\nu - \\nu^2 \\]\n")["by_id"]["kunin2024/26"]
    assert held["word"] == "not-read"


def test_an_equation_that_is_not_its_claims_gets_the_form_that_holds(look):
    text = "% theoremtest: kunin2024/26\n\\[ \\dot\\nu = \\|\\beta_*\\|^2 + \\delta \\nu - \\nu^2 \\]\n"
    found = look(text)["by_id"]["kunin2024/26"]
    assert found["word"] == "refuted" and "left 1, right -1" in found["message"]
    (fix,) = [fix for fix in found["fixes"] if "replace" in fix]
    spot = look(text)["spots"][0]
    mended = text[:spot["start"]] + fix["replace"] + text[spot["end"]:]
    assert look(mended)["by_id"]["kunin2024/26"]["message"] == ""


def test_other_files_count_as_they_stand_in_the_editor(look):
    style = look.folder / "mine.sty"
    style.write_text("\\newcommand{\\bound}{x}\n")
    text = "\\documentclass{article}\n\\usepackage{mine}\n" + HEAD + BAD.replace(r"\geq x", r"\geq \bound")
    assert look(text)["by_id"]["mine2026/eq:bad"]["verdict"] == "refuted"
    assert look(text, unsaved={str(style): "\\newcommand{\\bound}{0}\n"})["by_id"]["mine2026/eq:bad"]["verdict"] == "proved"


def test_a_program_is_parsed_in_passing_and_imported_only_as_it_is_saved_and_where_that_is_allowed(look):
    file, ran = look.folder / "claims_looked_at.py", look.folder / "ran.txt"
    file.write_text("raise SystemExit\n")
    unsaved = look(PROGRAM, file.name)
    assert list(unsaved["by_id"]) == ["good", "bad"] and all("not saved" in found["message"] for found in unsaved["by_id"].values())
    assert not any(found["to_come"] for found in look(PROGRAM, file.name, only=list(unsaved["keys"].values()))["by_id"].values())
    file.write_text(PROGRAM)
    saved = look(PROGRAM, file.name)
    assert all(found["to_come"] for found in saved["by_id"].values())
    assert not any(found["to_come"] for found in look(PROGRAM, file.name, programs=False)["by_id"].values())
    assert not ran.exists()
    decided = look(PROGRAM, file.name, only=list(saved["keys"].values()), seconds=5)["by_id"]
    assert ran.exists() and decided["good"]["message"] == "" and decided["bad"]["word"] == "refuted"
    one = look(PROGRAM.replace("+ u*v", "+ 3*u*v"), file.name)["keys"]
    assert one["bad"] != saved["keys"]["bad"]


def test_a_mark_runs_no_program_where_that_is_not_allowed(look):
    (look.folder / "claims_looked_at.py").write_text(PROGRAM)
    text = "% theoremtest: mine2026/1\n\\[ (u + v)^2 = u^2 + 2 u v + v^2 \\]\n"
    assert "not run" in look(text, programs=False)["by_id"]["mine2026/1"]["message"] and not (look.folder / "ran.txt").exists()
    assert look(text)["by_id"]["mine2026/1"]["message"] == "" and (look.folder / "ran.txt").exists()


def hostile(seed):
    """Texts that no reader was made for: cut, stirred, nested, unclosed, of any signs."""
    chance = random.Random(seed)
    whole = HEAD + GOOD + BAD + "% theoremtest: claim\n\\begin{align} x &= x \\label{a} \\\\ &= 1 \\end{align}\n% theoremtest: forget all\n"
    kind = seed % 5
    if kind == 0:
        return whole[:chance.randrange(len(whole))]
    if kind == 1:
        return "".join(chance.sample(whole, len(whole)))
    if kind == 2:
        return HEAD + "% theoremtest: claim eq:a\n\\[ " + chance.choice(["{", "\\frac{", "\\left(", "x^", "\\sqrt{", "-"]) * 3000 + " \\]\n"
    if kind == 3:
        return "".join(chance.choice(string.printable + "\0\ufffe\u2028\U0001d465\x0c") for _ in range(3000))
    lines = whole.splitlines(keepends=True)
    return "".join(chance.choices(lines, k=60))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["paper.tex", "claims_looked_at.py"])
def test_no_text_breaks_a_look(look, name):
    for seed in range(40):
        found = look(hostile(seed), name)
        assert "defect" not in found["error"], (seed, found["error"])
        assert not any(one["message"] == "" and "read as `x² ≥ x`" in "".join(one["hover"]) for one in found.get("found", {}).values())


def test_a_call_that_is_none_is_an_error_in_one_line(look):
    for call in ({}, {"path": "x.tex"}, {"path": "\0", "text": ""}, {"path": 3, "text": 4}):
        assert "\n" not in answer("look", call, look.folder)["error"] and answer("look", call, look.folder)["error"]
    assert answer("nothing", {}, look.folder)["error"]
