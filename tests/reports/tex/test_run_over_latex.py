r"""A manuscript's own claims in a test run: decided, held against the ledger, and their edits told, as those of Python files are."""

import pytest

from helpers.own_claims import polynomial
from theoremtest.reports.pytest_plugin import plugin
from theoremtest.reports.repository import LEDGER
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.workspace import Workspace

pytest_plugins = "pytester"
QUICK = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest", "--assert=plain", "-v")
PAPER = """% theoremtest: paper mine2026 "A note"
% theoremtest: let x
% theoremtest: claim
\\begin{{equation}}\\label{{eq:a}}
  {}
\\end{{equation}}
% theoremtest: mine2026/eq:a
\\[ {} \\]
"""
TRUE, OTHER, FALSE = "(x + 1)^2 = x^2 + 2 x + 1", "(x - 1)^2 = x^2 - 2 x + 1", "(x + 1)^2 = x^2 - 2 x + 1"


class Cached:
    """A plugin that lets the run find its own workspace, and moves the cache."""

    def __init__(self, folder):
        self.folder = folder

    def pytest_collection(self, session):
        found = Workspace.here(plugin._asked_folder(session.config))
        found.folder = self.folder
        session.config.stash[plugin.WORKSPACE] = found


@pytest.fixture
def typed(pytester, exact_says):
    """Run pytest over a manuscript of one claim, and of one display held to it: `typed(claim, display)`."""
    from importlib.metadata import entry_points
    exact_says(polynomial)
    installed = any(point.value == plugin.__name__ for point in entry_points(group="pytest11"))

    def run(claim, display, *options):
        (pytester.path / "paper.tex").write_text(PAPER.format(claim, display))
        named = () if installed else ("-p", plugin.__name__)
        return pytester.runpytest_inprocess(*named, *QUICK, *options, plugins=[Cached(pytester.path.parent / "cache")])
    return run


def test_a_run_decides_accepts_and_tells_edits(typed, pytester):
    typed(TRUE, TRUE).assert_outcomes(passed=3)
    typed(TRUE, TRUE, "--accept-claims").stdout.fnmatch_lines(["the baseline is written; claims decided again: 1"])
    assert [(record["id"], record["module"]) for record in ledger_file.read(pytester.path / LEDGER, whole=True)] == [
        ("mine2026/eq:a", "paper.tex")]
    edited = typed(OTHER, OTHER)
    edited.stdout.fnmatch_lines(["*mine2026/eq:a*different*"])
    assert edited.ret == 1


def test_a_false_display_fails_and_so_does_one_that_says_something_else(typed):
    assert typed(FALSE, FALSE).ret == 1
    typed(TRUE, OTHER).assert_outcomes(passed=2, failed=1)


def test_a_claim_that_is_gone_is_told(typed, pytester):
    typed(TRUE, TRUE, "--accept-claims")
    (pytester.path / "paper.tex").write_text('% theoremtest: paper mine2026 "A note"\n')
    gone = pytester.runpytest_inprocess(*QUICK, plugins=[Cached(pytester.path.parent / "cache")])
    gone.stdout.fnmatch_lines(["*mine2026/eq:a*removed*"])
    assert gone.ret == 1


def test_a_claim_of_which_nobody_says_whose_it_is_fails(typed, pytester):
    (pytester.path / "paper.tex").write_text("% theoremtest: let x\n% theoremtest: claim eq:a\n\\[ x = x \\]\n")
    alone = pytester.runpytest_inprocess(*QUICK, "paper.tex", plugins=[Cached(pytester.path.parent / "cache")])
    alone.stdout.fnmatch_lines(["*% theoremtest: paper*"])
    assert alone.ret == 1


def test_a_comment_that_cannot_be_read_is_one_line(typed):
    broken = typed("x = x\n% theoremtest: assume q > 0", "x = x")
    broken.stdout.fnmatch_lines(["*paper.tex:6: unknown name q*let q*"])
    assert broken.ret != 0
