"""What fails is written by file and line: as SARIF where that is asked for, as annotations in a workflow of GitHub's and nowhere else."""

import json
import re

import pytest

from helpers.toy_claims import make_claim, registry_of, wrong_square
from theoremtest.reports.sarif import Result, annotation, sarif

pytest_plugins = "pytester"
TEX = """% theoremtest: paper mine2026 "Mine"
% theoremtest: let x
% theoremtest: claim eq:good
\\[ x^2 \\geq 0 \\]
% theoremtest: claim eq:bad
\\[ x^2 \\geq x \\]
% theoremtest: mine2026/eq:good
\\[ x^2 \\geq 1 \\]
"""


@pytest.fixture(autouse=True)
def no_workflow(monkeypatch):
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)


@pytest.fixture
def run(pytester):
    def run_over(text, *options):
        (pytester.path / "theoremtest-ledger.json").write_text("[]")
        (pytester.path / "paper.tex").write_text(text)
        plugin = () if pytester.plugins else ("-p", "theoremtest.reports.pytest_plugin.plugin")
        return pytester.runpytest_subprocess(*plugin, "-p", "no:cacheprovider", "paper.tex", *options)
    return run_over


def results(path):
    (whole,) = json.loads(path.read_text("utf-8"))["runs"]
    return [(one["ruleId"], *one["locations"][0]["physicalLocation"].values(), one["message"]["text"]) for one in whole["results"]]


@pytest.mark.slow
def test_what_fails_of_a_manuscript_is_a_result_and_what_holds_is_none(run, pytester):
    run(TEX, "--theoremtest-sarif", "out/found.sarif")
    found = results(pytester.path / "out" / "found.sarif")
    assert [(rule, place["uri"], region["startLine"]) for rule, place, region, _ in found] == [
        ("claim", "paper.tex", 5), ("marked-equation", "paper.tex", 7)]
    assert "x = 1/2" in found[0][3] and "refuted" in found[1][3]


@pytest.mark.slow
def test_what_cannot_be_read_says_where(run, pytester):
    run(TEX.replace("% theoremtest: let x\n", "% theoremtest: let x in nothing = \n"), "--theoremtest-sarif", "found.sarif")
    ((rule, place, region, _),) = results(pytester.path / "found.sarif")
    assert (rule, place["uri"], region["startLine"]) == ("not-read", "paper.tex", 2)


@pytest.mark.drawn(4)
@pytest.mark.slow
def test_a_workflow_gets_annotations_and_nobody_else_does(run, monkeypatch):
    assert not any(line.startswith("::") for line in run(TEX).outlines)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    lines = [line for line in run(TEX).outlines if line.startswith("::")]
    assert [re.match(r"::error file=paper\.tex,line=(\d+)", line)[1] for line in lines] == ["5", "7"] and "x = 1/2" in lines[0]


@pytest.mark.slow
def test_a_file_that_cannot_be_written_fails_the_run_in_one_line(run, pytester):
    (pytester.path / "taken").write_text("")
    result = run("% theoremtest: paper mine2026 \"Mine\"\n", "--theoremtest-sarif", "taken/found.sarif")
    assert result.ret != 0 and sum("--theoremtest-sarif: " in line for line in result.outlines) == 1


def test_a_claim_is_placed_at_its_function_and_a_run_without_failures_writes_none(run_claims, truthful, pytester):
    run_claims(registry_of(make_claim("1", wrong_square())), "--theoremtest-sarif", "found.sarif", "--theoremtest-routes", "exact")
    ((rule, place, region, message),) = results(pytester.path / "found.sarif")
    assert rule == "claim" and place["uri"].endswith(".py") and region["startLine"] > 0 and "toy2026/1" in message
    run_claims(registry_of(make_claim("1")), "--theoremtest-sarif", "found.sarif")
    assert results(pytester.path / "found.sarif") == []


def test_no_text_breaks_out_of_an_annotation_or_of_a_document():
    from pathlib import PurePath

    evil = Result("claim", "a\n::error::b%0A\r\udcff", PurePath("a,b:c\nd %.tex"), 3)
    line = annotation(evil)
    assert "\n" not in line and "\r" not in line and line.startswith("::error file=a%2Cb%3Ac%0Ad %25.tex,line=3,")
    (result,) = json.loads(sarif([evil]).encode("utf-8"))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%2Cb%3Ac%0Ad%20%25.tex"
