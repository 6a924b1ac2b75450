"""A cache that cannot be written is a warning and costs time; a ledger that cannot be written is one line and exit code 2."""

import contextlib
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.toy_claims import toy_with
from theoremtest.reports.verify import ledger_file

pytestmark = pytest.mark.usefixtures("truthful")


@pytest.fixture
def blocked(tmp_path):
    """The cache's folder is a file."""
    tmp_path.joinpath("cache").write_text("in the way")
    return tmp_path / "cache"


def test_a_run_without_a_cache_warns_once_and_is_whole(command, blocked, tmp_path):
    with pytest.warns(UserWarning, match="cache .* cannot be written .*; answers are not kept") as told:
        result = command(toy_with(), "verify", "--jobs", "1")
    assert result.exit_code == 0 and "3 claims: 2 proved" in result.output, result.output
    assert len([warning for warning in told if "cannot be written" in str(warning.message)]) == 1
    assert len(ledger_file.read(tmp_path / "reports" / "ledger.json")) == 3 and blocked.read_text() == "in the way"


@pytest.mark.parametrize("words", [("verify", "toy2026/1", "--jobs", "1"), ("try", "toy2026/1", "--formula", "x^2 + 2x + 1"),
                                   ("accept", "--jobs", "1"), ("show", "toy2026/1"), ("errata", "--fresh", "--jobs", "1")])
def test_no_command_fails_for_want_of_a_cache(command, blocked, words):
    told = pytest.warns(UserWarning, match="cannot be written") if words[0] != "errata" else contextlib.nullcontext()  # errata keeps none
    with told:
        assert command(toy_with(), *words).exit_code == 0


def test_a_ledger_that_cannot_be_written_is_told(command, tmp_path):
    tmp_path.joinpath("reports").write_text("in the way")
    result = command(toy_with(), "verify", "--jobs", "1")
    assert result.exit_code == 2 and "Traceback" not in result.output, result.output
    assert result.output.splitlines()[-1].startswith("error: ") and str(tmp_path / "reports") in result.output


def test_a_file_of_records_that_cannot_be_written_is_told(command, tmp_path):
    tmp_path.joinpath("file").write_text("in the way")
    result = command(toy_with(), "verify", "toy2026/1", "--jobs", "1", "--json", str(tmp_path / "file" / "records.json"))
    assert result.exit_code == 2 and result.output.splitlines()[-1].startswith("error: ") and "file" in result.output


def full(*paths):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("words", [("verify", "--jobs", "1"), ("accept", "--jobs", "1"), ("init", "PLACE/new")])
@pytest.mark.filterwarnings("ignore:the cache")
def test_a_disk_that_is_full_is_one_line_that_names_the_file(command, tmp_path, monkeypatch, words):
    monkeypatch.setattr("theoremtest.reports.files.os.replace", full)
    result = command(toy_with(), *(word.replace("PLACE", str(tmp_path)) for word in words))
    last = result.output.splitlines()[-1]
    assert result.exit_code == 2 and "Traceback" not in result.output, result.output
    assert last.startswith(f"error: {tmp_path}") and last.endswith(os.strerror(errno.ENOSPC))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("words", [("list", "--paper", "xu2024"), ("--version",)])
def test_an_output_that_cannot_be_written_is_one_line(words):
    with open("/dev/full", "w") as nowhere:
        done = subprocess.run([sys.executable, "-m", "theoremtest", *words], stdout=nowhere, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and done.stderr == f"error: {os.strerror(errno.ENOSPC)}\n"
