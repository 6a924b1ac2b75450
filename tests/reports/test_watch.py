"""Claims watched: a look decides what says something else than before, a real save is noticed, and the command tells it."""

import sys

import pytest
from typer.testing import CliRunner

from helpers.own_claims import FALSE, OTHER, TRUE, claims_text, forget, polynomial
from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Verdict
from theoremtest.reports.cli import program, watch_command
from theoremtest.reports.watch import Look, Watch
from theoremtest.reports.workspace import Workspace

HEAD = "from neighbour import MINE, x\nfrom theoremtest import Domain, Equal, claim\n"
NEIGHBOUR = "from theoremtest import Paper, real\nx = real('{name}')\nMINE = Paper('mine2026', 'A. B', 'T', 2026)\n"


@pytest.fixture
def folder(tmp_path, exact_says, monkeypatch):
    """An empty folder of hers; an engine that knows polynomials stands in for the exact one."""
    exact_says(polynomial)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before, place = set(sys.modules), tmp_path / "hers"
    place.mkdir()
    (place / "neighbour.py").write_text(NEIGHBOUR.format(name="x"))
    yield place.resolve()
    forget(tmp_path, before)


def save(folder, *texts, then=""):
    """Claims with these statements, the second resting on the first."""
    text = claims_text(dict(enumerate(texts, 1)), uses={2: ["mine2026/1"]}, head=HEAD)
    (folder / "claims_mine.py").write_text(text + then)


def ids(look):
    return [found.claim.id for found in look.decided]


@pytest.mark.slow
def test_a_look_decides_what_says_something_else_and_what_rests_on_it(folder):
    save(folder, TRUE, TRUE, TRUE)
    watching = Watch(folder, fresh=True)
    assert ids(watching.look()) == ["mine2026/1", "mine2026/2", "mine2026/3"] and watching.look() == Look(claims=3)
    save(folder, TRUE, TRUE, FALSE)
    (found,) = watching.look().decided
    assert (found.claim.id, found.verdict) == ("mine2026/3", Verdict.REFUTED) and "is refuted" in found.problems[0]
    save(folder, OTHER, TRUE)
    look = watching.look()
    assert ids(look) == ["mine2026/1", "mine2026/2"] and look.removed == ("mine2026/3",)
    (folder / "neighbour.py").write_text(NEIGHBOUR.format(name="z"))
    assert ids(watching.look()) == ["mine2026/1", "mine2026/2"]  # a module beside it is read anew as well


@pytest.mark.slow
def test_what_cannot_be_read_or_built_is_told_and_forgets_nothing(folder):
    save(folder, TRUE, TRUE)
    watching = Watch(folder, fresh=True)
    watching.look()
    save(folder, TRUE, TRUE, then="1 +\n")
    assert "cannot be imported: SyntaxError" in watching.look().errors[0]
    save(folder, TRUE, TRUE, "x, y")
    look = watching.look()
    assert look.decided == () and look.errors == ("mine2026/3 at claims_mine.py:11 cannot be built: NameError: name 'y' is not defined",)
    save(folder, TRUE, TRUE, TRUE)
    assert ids(watching.look()) == ["mine2026/3"]


def test_there_must_be_something_to_watch(tmp_path):
    with pytest.raises(TheoremtestError, match="no claims of your own in .* to be watched"):
        Watch(tmp_path)


@pytest.mark.slow
def test_the_command_tells_verdicts_and_the_smallest_counterexample(folder, monkeypatch):
    def saves(root):
        yield set()
        save(folder, FALSE)
        yield {"saved"}
        yield {"saved again"}
    monkeypatch.setattr(watch_command, "saves", saves)
    save(folder, TRUE)
    done = CliRunner().invoke(program.app, ["watch", "--no-claim-cache"], obj=Workspace.here(folder))
    assert done.exit_code == 0, done.output
    first, watching, *rest = done.output.splitlines()
    assert first == "mine2026/1  proved  Claim 1" and watching.startswith("watching 1 claims in ")
    assert rest[0] == "mine2026/1  Eq. (1): Claim 1" and rest[2].split() == ["counterexample", "x", "=", "1"]
    assert rest[-1] == "no statement changed" and [*folder.glob("*.json")] == []


def test_a_save_is_noticed(folder):
    pytest.importorskip("watchfiles", reason="watching needs the extra `watch`")
    noticed = watch_command.saves(folder)
    assert next(noticed) == set()  # it is watched from here on
    (folder / "notes.txt").write_text("no claim")
    save(folder, TRUE)
    (folder / "paper.tex").write_text("a manuscript")
    seen = set()
    while len(seen) < 2:  # a system may tell of one write in several notices
        seen |= {path for _, path in next(noticed)}
    assert seen == {str(folder / "claims_mine.py"), str(folder / "paper.tex")}
    noticed.close()


def test_without_watchfiles_it_says_what_to_install(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    with pytest.raises(TheoremtestError, match=r"pip install 'theoremtest\[watch\]'"):
        next(watch_command.saves(folder))


PAPER = ("\\begin{{document}}\n% theoremtest: mine2026/1\n\\[ {0} \\]\n"
         "% theoremtest: mine2026/2\n\\[ (x + 1)^2 = x^2 + 2 x + 1 \\]\n\\end{{document}}\n")


@pytest.mark.drawn(4)
@pytest.mark.slow
def test_a_manuscript_is_followed(folder):
    save(folder, TRUE, TRUE)
    paper = folder / "paper.tex"
    paper.write_text(PAPER.format("(x + 1)^2 = x^2 + 2 x + 1"))
    (folder / "notes.tex").write_text("nothing is marked here")
    watching = Watch(folder, fresh=True)
    (read,) = watching.look().manuscripts
    assert (read.path, read.passed, read.failures) == (paper, 2, ()) and watching.look() == Look(claims=2)
    paper.write_text(PAPER.format("(x + 1)^2 = x^2 + 3 x + 1"))
    (read,) = watching.look().manuscripts
    (text,) = read.failures
    assert read.passed == 1 and text.startswith("paper.tex:2  held to mine2026/1") and "is refuted" in text
    save(folder, TRUE, OTHER)  # another claim now, which the second equation is not
    look = watching.look()
    assert ids(look) == ["mine2026/2"] and len(look.manuscripts[0].failures) == 2
    paper.unlink()
    assert watching.look() == Look(claims=2)


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_claim_of_a_manuscript_s_own_is_told_once(folder):
    paper = folder / "paper.tex"
    own = '% theoremtest: paper tex2026 "T"\n% theoremtest: let x\n% theoremtest: claim eq:a\n\\[ (x + 1)^2 = x^2 + {} x + 1 \\]\n'
    paper.write_text(own.format(2))
    watching = Watch(folder)
    assert "tex2026/eq:a" in ids(watching.look())
    paper.write_text(own.format(3))
    look = watching.look()
    assert ids(look) == ["tex2026/eq:a"] and look.decided[0].problems and not look.manuscripts


@pytest.mark.slow
def test_the_command_tells_of_a_manuscript(folder, monkeypatch):
    def saves(root):
        yield set()
        (folder / "paper.tex").write_text(PAPER.format("(x + 1)^2 = x^2 + 3 x + 1"))
        yield {"saved"}
    monkeypatch.setattr(watch_command, "saves", saves)
    save(folder, TRUE, TRUE)
    done = CliRunner().invoke(program.app, ["watch", "--no-claim-cache"], obj=Workspace.here(folder))
    assert done.exit_code == 0, done.output
    assert "paper.tex:2  held to mine2026/1" in done.output
    assert done.output.splitlines()[-1] == "paper.tex  1 of 2 marked equations are as their claims say"
