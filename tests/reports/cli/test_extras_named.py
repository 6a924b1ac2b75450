"""A command whose extra is not installed says the line for pip, and imports nothing of it before it is called."""

import subprocess
import sys

import pytest
from typer.testing import CliRunner

from theoremtest.reports.cli import benchmark_command, program


def test_the_server_names_its_extra(monkeypatch):
    for name in ("mcp", "mcp_types", "theoremtest.reports.assistant.server"):
        monkeypatch.setitem(sys.modules, name, None) if "server" not in name else monkeypatch.delitem(sys.modules, name, raising=False)
    done = CliRunner().invoke(program.app, ["mcp"])
    assert done.exit_code == 2 and "pip install 'theoremtest[mcp]'" in done.output


@pytest.mark.parametrize("solver", ["z3", "cvc5"])
def test_solvers_name_theirs(monkeypatch, solver):
    monkeypatch.setattr(benchmark_command, "find_spec", lambda name: None)
    done = CliRunner().invoke(program.app, ["benchmark", "baselines", "--only", solver])
    assert done.exit_code == 2 and "pip install 'theoremtest[bench]'" in done.output


def test_what_is_no_solver_no_file_and_no_model_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for words, told in ((["baselines", "--only", "oracle"], "no solver"),
                        (["ask", str(tmp_path / "none"), "--command", "true"], "cannot be read"),
                        (["ask"], "either"), (["ask", "--url", "file:///etc/passwd"], "http"),
                        (["ask", "--command", "false"], "does not answer")):
        done = CliRunner().invoke(program.app, ["benchmark", *words])
        assert done.exit_code == 2 and told in done.output and "Traceback" not in done.output, (words, done.output)


def test_nothing_of_the_extras_is_imported_by_the_program():
    code = ("import sys, theoremtest.reports.cli.program\n"
            "print([name for name in ('mcp', 'mcp_types', 'z3', 'cvc5', 'sympy') if name in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr
