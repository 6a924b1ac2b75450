"""A foreign paper of another field, population dynamics: every display is a claim, its kept proofs are taken, and slips are refuted."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "examples" / "hofbauer2003"
TEXT = (FOLDER / "paper.tex").read_text()
SLIPS = {
    "eq:quotient": ("sign", r"\left( p - q \right)", r"\left( p + q \right)"),
    "eq:fisher": ("factor", r"m = 2 \left(", r"m = \left("),
    "eq:product": ("factor", r"\frac{b - a}{2}", "(b - a)"),
    "eq:bimatrix": ("symbol", r"c \log x - d \log (1 - x)", r"d \log x - c \log (1 - x)"),
    "eq:volterra": ("sign", r"d x - c \log x + b y - a \log y = ", r"d x - c \log x - b y + a \log y = "),
    "eq:barycentre": ("number", r"\frac{1}{27}", r"\frac{1}{28}"),
    "eq:takeover": ("limit", r"{1 - x_0 + x_0 e^{r t}} = 1", r"{1 - x_0 + x_0 e^{r t}} = x_0"),
}


def theoremtest(folder, *arguments):
    return subprocess.run([sys.executable, "-m", "theoremtest", *arguments], cwd=folder, text=True, capture_output=True, timeout=600)


def test_every_display_is_a_claim():
    ledger = {record["id"].partition("/")[2] for record in json.loads((FOLDER / "theoremtest-ledger.json").read_text())}
    assert ledger == set(re.findall(r"\\label\{(eq:\w+)\}", TEXT))
    assert TEXT.count(r"\begin{equation}") == len(ledger)


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_what_its_ledger_says_is_proved_today(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "hofbauer2003")
    done = theoremtest(tmp_path / "hofbauer2003", "recheck")
    assert done.returncode == 0 and "0 faults" in done.stdout, done.stdout + done.stderr


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_slip_of_any_kind_is_refuted(tmp_path):
    text = TEXT
    for _, old, new in SLIPS.values():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (tmp_path / "paper.tex").write_text(text)
    done = theoremtest(tmp_path, "verify", *(f"hofbauer2003/{label}" for label in SLIPS))
    assert f"{len(SLIPS)} refuted" in done.stdout.splitlines()[-1] and "Traceback" not in done.stderr, done.stdout[-2000:] + done.stderr
