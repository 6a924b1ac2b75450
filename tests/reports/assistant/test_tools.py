"""What the tools answer: the statement as it was read, nothing proved of points at which what was typed says nothing, no word of the ledger
as a verdict that the kernel does not take now."""

import json
import os
import subprocess
import sys

import jsonschema
import pytest

from helpers.own_claims import FALSE, TRUE, claims_text, forget
from theoremtest.reports.assistant.answers import answer
from theoremtest.reports.assistant.schemas import ANSWER, TOOLS
from theoremtest.reports.assistant.text import lines
from theoremtest.reports.repository import LEDGER
from theoremtest.reports.verify.consistency import sealed

VALID = jsonschema.Draft202012Validator(ANSWER)


@pytest.fixture
def ask(tmp_path):
    """Ask a tool in an empty folder; every answer is of the one shape, and has words."""
    before = set(sys.modules)

    def asked(tool, root=tmp_path, **arguments):
        found = answer(tool, arguments, root)
        VALID.validate(found)
        assert lines(found)
        return found
    yield asked
    forget(tmp_path, before)


def test_the_schemas_are_schemas():
    for _, schema in TOOLS.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator.check_schema(ANSWER)


@pytest.mark.parametrize("latex, python, lines, verdict", [
    (r"e^x \geq 1 + x", "exp(x) >= 1 + x", ["let x"], "proved"),
    (r"x^2 \geq x", "x**2 >= x", ["let x"], "refuted"),
    (r"\frac{d}{dx} \left(\log x\right) = \frac{1}{x}", "diff(log(x), x) == 1/x", ["let x > 0"], "proved"),
    (r"(a + b)^2 \geq 4 a b", "(a + b)**2 >= 4*a*b", ["let a, b"], "proved")])
def test_latex_and_python_are_read_alike(ask, latex, python, lines, verdict):
    one = ask("check", statement=latex, declarations=lines)
    other = ask("check", statement=python, declarations=lines, syntax="python")
    assert one["verdict"] == other["verdict"] == verdict
    assert one["read"]["latex"] == other["read"]["latex"] and "spelled" in other["read"] and "spelled" not in one["read"]
    assert (one["point"] is not None) is (verdict == "refuted")


@pytest.mark.parametrize("statement, lines", [
    (r"e^{\log x} \geq x - 1", ["let x"]), (r"\log x - \log x < 1", ["let x"]), (r"\frac{x^2}{x} \leq x^2 + 1", ["let x"]),
    (r"(\sqrt{x})^2 \geq x - 1", ["let x"]), (r"\sin(\arcsin(x)) \leq 2 + x^2", ["let x"]), (r"0 \cdot \log x = 0", ["let x"]),
    (r"x \cdot x^{-1} = 1", ["let x"])])
def test_what_cancels_while_it_is_read_has_to_have_a_value(ask, statement, lines):
    found = ask("check", statement=statement, declarations=lines)
    assert found["verdict"] in ("undecided", "proved in part") and "cancels" in " ".join(found["unread"])
    assert found["verdict"] == "undecided" or "=" in statement
    domain = [r"let x > 0", "assume x < 1"]
    assert ask("check", statement=statement, declarations=domain)["verdict"] in ("proved", "proved in part")


def test_a_tautology_says_that_it_is_one(ask):
    found = ask("check", statement="(x + 1)^2 = (x + 1)^2", declarations=["let x"])
    assert found["verdict"] == "proved" and "says nothing" in " ".join(found["notes"])


@pytest.mark.parametrize("arguments, word", [
    ({"statement": r"x + z = 1", "declarations": ["let x"]}, "let z"),
    ({"statement": "x = 1", "declarations": ["lett x"]}, "declaration 1"),
    ({"statement": "x", "declarations": ["let x"]}, "no relation"), ({"statement": "x = 1", "seconds": 1e9}, "seconds"),
    ({"statement": "x = 1", "extra": 1}, "extra"), ({}, "statement"), ({"statement": 5}, "statement"),
    ({"statement": "__import__('os').system('id') == 1", "syntax": "python"}, "cannot be read"),
    ({"statement": "x = 1", "declarations": ["let x", "k = (x"]}, "declaration 2")])
def test_a_mistake_is_one_line_that_names_it(ask, arguments, word):
    found = ask("check", **arguments)
    assert found["verdict"] == "not read" and word in found["error"] and "defect" not in found["error"]


def test_a_point_that_somebody_names_counts_where_it_is_one(ask):
    told = {"statement": r"x^2 \geq x", "declarations": ["let x > 0"]}
    assert ask("refute", **told, at={"x": "1/2"})["verdict"] == "refuted"
    for value in ("2", "-1", "0.5x", "nan", "[1]", ""):  # true there, outside, no number
        assert ask("refute", **told, at={"x": value})["verdict"] != "refuted", value
    assert ask("refute", **told)["point"]["words"] == "x = 1/2"
    assert ask("refute", statement=r"x^2 \geq 0", declarations=["let x"])["verdict"] == "undecided"


@pytest.mark.slow
def test_needs_names_the_point_without_each_condition(ask):
    found = ask("needs", statement=r"\sqrt{x^2} = x", declarations=[r"let x \geq 0"])
    (row,) = found["items"]
    assert row["verdict"] == "needed" and row["point"]["words"] == "x = -1"
    assert "either" in ask("needs")["error"] and "either" in ask("needs", claim="kunin2024/26", statement="x = 1")["error"]


@pytest.mark.slow
def test_claims_are_found_tried_and_their_errata_shown_with_what_the_kernel_takes_now(ask):
    (found,) = ask("search", query="Eq. (26) Riccati", paper="kunin2024", limit=1)["items"]
    assert found["id"] == "kunin2024/26" and found["verdict"] == found["recorded"] == "proved"
    (erratum,) = ask("errata", claim="kunin2024/25")["items"]
    assert erratum["verdict"] == "refuted" and erratum["point"] and erratum["corrected"]
    assert ask("try", claim="kunin2024/26", formula=r"\|\beta_*\|^2 - \delta \nu - \nu^2")["verdict"] == "holds"
    assert ask("try", claim="kunin2024/26", formula=r"\|\beta_*\|^2 + \delta \nu - \nu^2")["verdict"] == "fails"
    assert "unknown claim" in ask("try", claim="kunin2024/0", formula="1 = 1")["error"]
    assert ask("search", query="there is no such word at all")["items"] == []


def test_a_manuscript_is_judged_display_by_display(ask, tmp_path):
    text = "\n".join([r"% theoremtest: let x", r"\[ x^2 \geq 0 \]", r"\[ x^2 \geq x \]", r"\[ y = 1 \]", "% theoremtest: kunin2024/26",
                      r"\[ \dot\nu = \|\beta_*\|^2 + \delta \nu - \nu^2 \]"])
    found = ask("referee", text=text)
    assert [item["verdict"] for item in found["items"]] == ["proved", "refuted", "not read", "fails"]
    assert "unknown name y" in " ".join(found["items"][2]["unread"])
    (tmp_path / "paper.tex").write_text(text)
    of_file = ask("referee", path="paper.tex", displays=2)
    assert [item["line"] for item in of_file["items"]] == [2, 3] and of_file["left_out"] == 2


def test_a_manuscript_without_marks_is_refereed(ask):
    text = "\n".join([r"Let $x > 0$ and $a > 0$ be real numbers. We write $k = x + a$.", "", "Then",
                      r"\[ k^2 = x^2 + 2 a x + 2 a^2 \]", "for all of them."])
    found = ask("referee", text=text)
    first = found["items"][0]
    assert first["verdict"] == "refuted" and first["point"] and first["line"] == 4 and "it holds as" in " ".join(first["notes"])
    assert "1 findings" in " ".join(found["notes"])
    right = ask("referee", text=text.replace("2 a^2", "a^2"))
    assert not [item for item in right["items"] if item["verdict"] == "refuted"]


@pytest.mark.parametrize("path",
                         ["../outside.tex", "/etc/passwd", "link.tex", "folder.tex", "none.tex", "paper.tex\0", "", "a/../../outside.tex"])
def test_no_file_outside_is_read(ask, tmp_path, path):
    (tmp_path / "outside.tex").write_text("\\[ secret = 1 \\]")
    inside = tmp_path / "work"
    (inside / "folder.tex").mkdir(parents=True)
    (inside / "link.tex").symlink_to(tmp_path / "outside.tex")
    found = ask("referee", root=inside, path=path)
    assert found["error"] and "secret" not in json.dumps(found)
    taken = ask("referee", root=inside, text="\\input{../outside}\\input{link}\n\\[ 1 = 1 \\]")
    assert "secret" not in json.dumps(taken)


@pytest.mark.slow  # a program that decides claims
@pytest.mark.parametrize("change", ["verdict", "rows"])
def test_no_verdict_comes_from_a_forged_ledger(ask, tmp_path, change):
    (tmp_path / "claims_mine.py").write_text(claims_text({1: TRUE, 2: FALSE}))
    subprocess.run([sys.executable, "-m", "theoremtest", "verify", "--jobs", "1"], cwd=tmp_path, capture_output=True,
                   env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    ledger = tmp_path / LEDGER
    records = {record["id"]: record for record in json.loads(ledger.read_text())}
    true, false = records["mine2026/1"], records["mine2026/2"]
    honest = {item["id"]: item["verdict"] for item in ask("search", query="mine2026")["items"]}
    assert honest == {"mine2026/1": "proved", "mine2026/2": "refuted"}  # by the witness that was recorded
    false.update(verdict="proved", failures=[])
    if change == "rows":
        false.update(evidence=true["evidence"], scope=true["scope"], certified=true["certified"])
    ledger.write_text(json.dumps([sealed(record) for record in records.values()]))
    found = {item["id"]: item["verdict"] for item in ask("search", query="mine2026")["items"]}
    assert found == {"mine2026/1": "proved", "mine2026/2": "not checked"}
