"""A release is made of sources whose versions agree and whose changes have been gathered; what is not so is named."""

import importlib.util
import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def faults(tmp_path):
    """The faults of a copy of the files that a release reads, changed as a test asks: `faults({name: (old, new)}, changed="")`."""
    loaded = importlib.util.spec_from_file_location("release", ROOT / ".ci" / "release.py")
    release = importlib.util.module_from_spec(loaded)
    loaded.loader.exec_module(release)

    def found(edits=(), changed=""):
        for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md"):
            shutil.copy(ROOT / name, tmp_path)
        tmp_path.joinpath("changes").mkdir()
        shutil.copy(ROOT / "changes" / "README.md", tmp_path / "changes")
        for name, text in edits:
            tmp_path.joinpath(name).write_text(text, "utf-8")
        return release.faults(tmp_path, changed)
    return found


def test_these_sources_agree_on_their_version(faults):
    assert faults() == []


@pytest.mark.parametrize("name, text, said", [
    ("CITATION.cff", "version: 0.0.9\n", "CITATION.cff says 0.0.9, pyproject.toml "),
    ("CHANGELOG.md", "## [Unreleased]\n\n## [0.0.9] - 2026-01-01\n", "CHANGELOG.md says 0.0.9"),
    ("CHANGELOG.md", "# Changelog\n", "CHANGELOG.md says no version"),
    ("changes/+it.added.md", "It.\n", r"changes/ holds \+it.added.md: run `towncrier build --version "),
])
def test_what_is_not_ready_is_named(faults, name, text, said):
    (fault,) = faults([(name, text)])
    assert re.match(said, fault)


def test_a_changed_working_tree_is_no_release(faults):
    assert faults(changed=" M README.md") == ["the working tree has changes:\n M README.md"]
