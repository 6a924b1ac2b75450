"""A test run in a repository of one's own: its claims beside its ledger, edits told, removed claims failing, `-k` for one claim."""

import os
import sys
from pathlib import Path

import pytest

from helpers.own_claims import FALSE, OTHER, TRUE, claims_text, forget, polynomial
from theoremtest.reports.pytest_plugin import plugin
from theoremtest.reports.repository import LEDGER
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.workspace import Workspace

pytest_plugins = "pytester"
QUICK = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "--assert=plain", "-v")


class Cached:
    """A plugin that lets the run find its own workspace, and moves the cache."""

    def __init__(self, folder):
        self.folder = folder

    def pytest_collection(self, session):
        found = Workspace.here(plugin._asked_folder(session.config))
        found.folder = self.folder
        session.config.stash[plugin.WORKSPACE] = found


@pytest.fixture
def hers(pytester, exact_says):
    """Run pytest in a folder with these files of claims: `hers({"claims_a.py": {1: TRUE}}, "-k", "mine2026/1")`."""
    exact_says(polynomial)
    before = set(sys.modules)

    def run(files, *options):
        forget(pytester.path, before)
        for old in pytester.path.glob("claims_*.py"):
            old.unlink()
        for name, claims in files.items():
            (pytester.path / name).write_text(claims_text(claims))
        return pytester.runpytest_inprocess(*named(), *QUICK, *options, plugins=[Cached(pytester.path.parent / "cache")])
    yield run
    forget(pytester.path, before)


def named():
    from importlib.metadata import entry_points
    installed = any(point.value == "theoremtest.reports.pytest_plugin.plugin" for point in entry_points(group="pytest11"))
    return () if installed else ("-p", "theoremtest.reports.pytest_plugin.plugin")


@pytest.mark.slow
def test_edits_are_told_against_ones_own_ledger_until_they_are_accepted(hers, pytester):
    hers({"claims_a.py": {1: TRUE}}).assert_outcomes(passed=2)
    result = hers({"claims_a.py": {1: TRUE}}, "--accept-claims")
    result.stdout.fnmatch_lines(["the baseline is written; claims decided again: 1"])
    assert [record["id"] for record in ledger_file.read(pytester.path / LEDGER, whole=True)] == ["mine2026/1"]
    result = hers({"claims_a.py": {1: OTHER, 2: TRUE}})
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*mine2026/1 exact FAILED*", "*mine2026/2 exact PASSED*", "mine2026/1  Claim 1: different",
                                 "mine2026/2  Claim 2: new", "1 different, 1 new"])
    assert hers({"claims_a.py": {1: OTHER, 2: TRUE}}, "--accept-claims").ret == 0
    assert hers({"claims_a.py": {1: OTHER, 2: TRUE}}).ret == 0


def test_a_false_claim_fails_and_is_not_accepted(hers, pytester):
    result = hers({"claims_a.py": {1: FALSE}}, "--accept-claims")
    result.stdout.fnmatch_lines(["refused: mine2026/1: the printed statement is refuted", "  the printed statement is refuted",
                                 "*reproduce *theoremtest verify 'mine2026/1' --routes exact"])
    assert result.ret == 1 and not (pytester.path / LEDGER).exists()


def test_claims_that_are_gone_fail_be_it_with_their_file(hers):
    hers({"claims_a.py": {1: TRUE}, "claims_b.py": {2: TRUE}, "claims_c.py": {3: TRUE, 4: TRUE}}, "--accept-claims")
    result = hers({"claims_a.py": {1: TRUE}, "claims_c.py": {3: TRUE}})
    result.assert_outcomes(passed=4, failed=2)
    result.stdout.fnmatch_lines(["*claims_a.py::mine2026/2 edit FAILED*", "*claims_c.py::mine2026/4 edit FAILED*", "2 removed"])
    result = hers({"claims_a.py": {1: TRUE, 2: TRUE}, "claims_c.py": {3: TRUE, 4: TRUE}})  # moved into another file
    assert result.ret == 0 and "removed" not in result.stdout.str()


@pytest.mark.slow
def test_one_claim_is_asked_for_by_its_id(hers, pytester):
    (pytester.path / "test_other.py").write_text("raise SystemExit('is not read')")
    for _ in ("before there is a ledger", "and with one"):
        result = hers({"claims_a.py": {1: TRUE, 2: TRUE}}, "-k", "mine2026/2", "--accept-claims")
        result.assert_outcomes(passed=2, deselected=2)


def test_a_damaged_ledger_and_a_claim_that_cannot_be_built_are_a_line_each(hers, pytester):
    result = hers({"claims_a.py": {1: TRUE}, "claims_b.py": {2: "x, y"}})
    result.stdout.fnmatch_lines(["mine2026/2 at claims_b.py:4 cannot be built: NameError: name 'y' is not defined"])
    (pytester.path / LEDGER).write_text("[")
    result = hers({"claims_a.py": {1: TRUE}}, "--accept-claims")
    result.stdout.fnmatch_lines([f"the ledger *{LEDGER} is damaged: Expecting value*"])
    result.stdout.no_fnmatch_line("*Traceback*")
    assert (pytester.path / LEDGER).read_text() == "["


def test_the_repository_is_found_from_what_is_tested(hers, pytester, monkeypatch):
    hers({"claims_a.py": {1: TRUE}}, "--accept-claims")
    folder, above = pytester.path, pytester.path.parent
    os.chdir(above)
    result = hers({"claims_a.py": {1: FALSE}}, str(folder / "claims_a.py"))
    os.chdir(folder)
    result.stdout.fnmatch_lines([f"*reproduce *cd {Path(folder).name} && theoremtest verify 'mine2026/1' --routes exact", "1 different"])


def test_the_modules_of_a_paper_that_is_a_package_are_collected(hers, pytester):
    pytester.makepyprojecttoml('[project.entry-points."theoremtest.papers"]\nmine2026 = "packed_paper"\n')
    package, info = pytester.mkdir("packed_paper"), pytester.mkdir("packed_paper-1.dist-info")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: packed_paper\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[theoremtest.papers]\nmine2026 = packed_paper\n")
    for name, text in (("__init__.py", ""), ("places.toml", ""), ("s1_start_eq1.py", claims_text({1: TRUE})), ("other.txt", "")):
        (package / name).write_text(text)
    pytester.syspathinsert()
    result = hers({"claims_more.py": {2: TRUE}})
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["claims_more.py::mine2026/2 exact PASSED*", "packed_paper/s1_start_eq1.py::mine2026/1 exact PASSED*"])
    assert hers({"claims_more.py": {2: TRUE}}, "-k", "mine2026/1").parseoutcomes() == {"passed": 2, "deselected": 2}
