"""A foreign paper in LaTeX alone: every display is a claim or a definition, what its ledger says is what it says today, and slips show."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "examples" / "saxe2014"
TEXT = (FOLDER / "paper.tex").read_text()
SLIPS = {
    "eq:u": ("sign", r"= 2u\,(s - u)", r"= 2u\,(s + u)"),
    "eq:time": ("factor", r"\frac{\tau}{2s} \ln", r"\frac{\tau}{s} \ln"),
    "eq:svd": ("transpose", "= U^{33} S^{31} V^{11^T}\n", "= U^{33} S^{31} V^{11}\n"),
    "eq:deeplimit": ("exponent", "= u^2 (s - u)", "= u^3 (s - u)"),
    "eq:ab": ("symbol", r"a = b\,(s - ab)", r"a = a\,(s - ab)"),
    "eq:uf": ("start", "u_f(0) = u_0", "u_f(0) = s"),
}
INDEX = (r"b^\gamma \, (a^\alpha \cdot b^\gamma)", r"b^\gamma \, (a^\gamma \cdot b^\gamma)")


def theoremtest(folder, *arguments):
    return subprocess.run([sys.executable, "-m", "theoremtest", *arguments], cwd=folder, text=True, capture_output=True, timeout=600)


@pytest.fixture
def paper(tmp_path):
    """Write the paper, some of its text changed, into a folder of its own."""
    def written(*changes):
        text = TEXT
        for old, new in changes:
            assert text.count(old) == 1
            text = text.replace(old, new)
        (tmp_path / "paper.tex").write_text(text)
        return tmp_path
    return written


def test_every_display_is_a_claim_or_a_definition():
    ledger = {record["id"].partition("/")[2] for record in json.loads((FOLDER / "theoremtest-ledger.json").read_text())}
    labels, defined = set(re.findall(r"\\label\{(eq:\w+)\}", TEXT)), TEXT.count("% theoremtest: definition")
    assert ledger <= labels and len(labels - ledger) == defined
    displays = re.findall(r"\\begin\{(equation|align|eqnarray)\}(.*?)\\end\{\1\}", TEXT, re.DOTALL)
    assert all(r"\label" in body for _, body in displays)


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_what_its_ledger_says_is_proved_today(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "saxe2014")
    done = theoremtest(tmp_path / "saxe2014", "recheck")
    assert done.returncode == 0 and "0 faults" in done.stdout, done.stdout + done.stderr


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_slip_of_any_kind_is_refuted(paper):
    folder = paper(*((old, new) for _, old, new in SLIPS.values()))
    done = theoremtest(folder, "verify", *(f"saxe2014/{label}" for label in SLIPS))
    assert f"{len(SLIPS)} refuted" in done.stdout.splitlines()[-1] and "Traceback" not in done.stderr, done.stdout[-2000:] + done.stderr


@pytest.mark.slow
def test_an_index_that_a_sum_leaves_open_is_refused_in_one_line(paper):
    done = theoremtest(paper(INDEX), "verify", "saxe2014/eq:a")
    assert done.returncode and done.stderr.count("\n") == 1 and "index" in done.stderr and "paper.tex:" in done.stderr, done.stderr
