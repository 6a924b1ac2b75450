"""A bundle holds all that a sceptic needs; Coq alone takes it, and its script sees what rests on more than the axioms that it lists."""

import subprocess

import pytest

from helpers.coq import needs_coq
from theoremtest.reports.certify.bundle import write_bundle
from theoremtest.reports.certify.certificate import Certificate, Certified

NAME = "certificate_" + "a" * 12
HONEST = f"Theorem {NAME} : forall x : R, 0 <= x ^ 2.\nProof.\nexact Lemmas.pow2_ge_0.\nQed.\n"
ASSUMED = f"Axiom classic : forall x : R, 0 < x ^ 2.\nTheorem {NAME} : forall x : R, 0 < x ^ 2.\nProof.\nexact classic.\nQed.\n"
FALSE = HONEST.replace("0 <=", "0 <")


def bundled(text: str, out, certified: bool = True) -> int:
    part = Certificate("printed", "", "Holds", "proved", certified=certified, digest="a" * 64, text=text)
    return write_bundle([Certified("toy2026/1:x", [part])], out)


def test_a_bundle_names_its_files_axioms_and_what_to_read(tmp_path):
    assert bundled(HONEST, tmp_path) == 1
    assert HONEST in (tmp_path / "claim_toy2026_1_x.v").read_text("utf-8")
    listed = (tmp_path / "_CoqProject").read_text("utf-8").split()
    assert {path.name for path in tmp_path.glob("*.v")} == {word for word in listed if word.endswith(".v")}
    assert (tmp_path / "certificates").read_text("utf-8").split() == ["claim_toy2026_1_x"]
    assert "1 theorems of 1 claims" in (tmp_path / "README.md").read_text("utf-8")


def test_what_was_not_taken_is_in_no_bundle(tmp_path):
    assert bundled(HONEST, tmp_path, certified=False) == 0 and not list(tmp_path.iterdir())


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("text, taken", [(HONEST, True), (ASSUMED, False), (FALSE, False)])
def test_the_script_takes_what_is_proved_and_nothing_else(tmp_path, text, taken):
    bundled(text, tmp_path)
    run = subprocess.run(["sh", "check.sh"], cwd=tmp_path, capture_output=True, text=True)
    assert (run.returncode == 0) == taken, run.stdout + run.stderr
