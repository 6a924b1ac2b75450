"""The commands of the edit loop: `theoremtest accept` writes or refuses, `theoremtest diff` compares with a revision."""

import json
import subprocess

import pytest

from helpers.toy_claims import REWRITTEN, toy_with, written_ledger, wrong_square
from theoremtest.derivations.language import TheoremtestError
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.verify.consistency import sealed
from theoremtest.reports.verify.revisions import ledger_at


@pytest.fixture
def plain_toy():
    return toy_with(None)


@pytest.fixture
def path(plain_toy, tmp_path):
    """A ledger of the toy paper, where the commands look for it."""
    return written_ledger(plain_toy, tmp_path / "reports" / "ledger.json")


@pytest.fixture
def committed(path):
    """The ledger at the revision `before` of a repository of its own."""
    def git(*words):
        subprocess.run(("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", *words), cwd=path.parent,
                       check=True, capture_output=True)
    git("init", "-q")
    git("add", "ledger.json")
    git("commit", "-q", "-m", "baseline")
    git("tag", "before")


def test_accept_takes_over_or_refuses(command, path):
    result = command(toy_with(REWRITTEN), "accept", "--jobs", "1")
    assert result.exit_code == 0 and "the baseline is written" in result.output and "1 equivalent (proved)" in result.output
    result = command(toy_with(wrong_square()), "accept", "--jobs", "1")
    assert result.exit_code == 1 and "refused: toy2026/1: the printed statement is refuted" in result.output


def test_diff_compares_with_a_revision(command, committed, path, plain_toy):
    assert "every statement is as in the baseline" in command(plain_toy, "diff").output
    result = command(toy_with(wrong_square()), "diff", "before")
    assert result.exit_code == 0 and "at x = 1: it was 4 and is 2" in result.output and "against before: 1 different" in result.output
    records = json.loads(path.read_text())
    records[0].update(verdict="undecided", scope="", certified=False, failures=["the printed statement is undecided"])
    ledger_file.save([sealed(record) for record in records], path)
    assert "toy2026/1: the verdict was proved and is undecided" in command(plain_toy, "diff", "before").output
    ledger_file.save([{**record, "verdict": "refuted"} for record in records], path)
    assert "the verdict" not in command(plain_toy, "diff", "before").output  # no word of a record that does not agree with itself


@pytest.mark.parametrize("revision, message", [("after", "unknown revision 'after'"), ("--help-me", "is no revision")])
def test_diff_names_what_is_wrong(path, committed, revision, message):
    with pytest.raises(TheoremtestError, match=message):
        ledger_at(revision, path)


def test_a_revision_without_a_ledger_and_a_folder_without_git(path, committed, tmp_path, monkeypatch):
    with pytest.raises(TheoremtestError, match=r"revision before holds no other\.json"):
        ledger_at("before", path.parent / "other.json")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    (tmp_path / "bare").mkdir()
    with pytest.raises(TheoremtestError, match="no git repository"):
        ledger_at("before", tmp_path / "bare" / "ledger.json")


def test_a_full_run_leaves_an_edited_baseline_alone(command, path):
    before = path.read_bytes()
    result = command(toy_with(REWRITTEN), "verify", "--jobs", "1")
    assert "the ledger is left as it is: 1 statements are not as in the baseline" in result.output.replace("\n", " ")
    assert path.read_bytes() == before
