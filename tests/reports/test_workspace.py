"""The workspace: a checkout's or a folder's, the ledger it reads and writes, and what a fresh one keeps."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.toy_claims import make_claim, registry_of, toy_workspace, written_ledger
from theoremtest.derivations.errors import TheoremtestError, UnknownClaim
from theoremtest.derivations.language import Evidence, Outcome
from theoremtest.derivations.papers import Library
from theoremtest.reports import workspace as module
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.verify.ledger_file import DamagedLedger
from theoremtest.reports.workspace import Workspace

CHECKOUT = Path(__file__).resolve().parents[2]
MINE = CHECKOUT / "tests" / "reports" / "example_manuscript" / "claims_mine.py"
PROVED = Evidence("exact", "tower", Outcome.PROVED, "every d", "", seconds=1.5)


def test_in_a_checkout_the_ledger_is_ones_own():
    place = Workspace.here(CHECKOUT / "tests" / "reports")
    assert (place.root, place.own, place.ledger) == (CHECKOUT, True, CHECKOUT / "reports" / "ledger.json")
    assert place.folder == CHECKOUT / ".theoremtest-cache" and not place.fresh


@pytest.mark.slow
def test_an_installed_copy_works_in_the_folder_and_writes_no_ledger(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "checkout", lambda: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    place = Workspace.here(tmp_path)
    assert (place.root, place.own) == (tmp_path, False) and place.records
    assert CHECKOUT not in place.folder.parents
    if sys.platform.startswith("linux"):
        assert place.folder == tmp_path / "cache" / "theoremtest"
    monkeypatch.chdir(tmp_path)
    assert Workspace.here().root == tmp_path


def test_only_ones_own_ledger_is_written(toy, tmp_path):
    records = ledger_file.read(written_ledger(toy, tmp_path / "records.json"))
    assert not toy_workspace(toy, tmp_path, own=False).save(records) and not (tmp_path / "reports").exists()
    place = toy_workspace(toy, tmp_path)
    assert place.save(records) and not place.save(records) and ledger_file.read(place.ledger) == records


def test_without_a_ledger_there_are_no_records_and_a_damaged_one_is_told(toy, tmp_path):
    assert toy_workspace(toy, tmp_path).records == [] and toy_workspace(toy, tmp_path).modules == {}
    place = toy_workspace(toy, tmp_path)
    place.ledger.parent.mkdir()
    place.ledger.write_text("[")
    with pytest.raises(DamagedLedger):
        assert place.records
    assert place.modules == {} and place.find("toy2026/1")[0].id == "toy2026/1"  # the papers answer without it


def test_a_claim_is_found_by_the_module_that_the_ledger_names(tmp_path):
    class Asked(Library):
        def find(self, claim_id, hints=None):
            self.hints = dict(hints or {})
            return super().find(claim_id, hints)

    place = Workspace(root=tmp_path, library=Asked())
    claim, registry = place.find("kunin2024/26")
    assert claim.id == "kunin2024/26" and place.library.hints["kunin2024/26"] == claim.module and len(registry) < len(place.records)
    with pytest.raises(UnknownClaim):
        place.find("kunin2024/2666")


def test_answers_are_kept_in_the_folder_and_none_in_a_fresh_workspace(tmp_path):
    registry = registry_of(make_claim("1"))
    toy_workspace(registry, tmp_path).cache.put("k" * 8, PROVED)
    assert toy_workspace(registry, tmp_path).cache.get("k" * 8) == PROVED
    fresh = toy_workspace(registry, tmp_path / "fresh", fresh=True)
    fresh.cache.put("k" * 8, PROVED)
    assert fresh.cache.get("k" * 8) == PROVED and not (tmp_path / "fresh").exists()


def own_folder(tmp_path):
    """A folder with a file of claims of one's own, and another project's file of such a name, which fails when it is imported."""
    shutil.copy(MINE, tmp_path)
    (tmp_path / "claims_of_insurance.py").write_text("raise SystemExit('not a file of theorems')\n")
    return tmp_path


def test_a_claim_of_ones_own_is_found_in_the_folder_one_works_in(tmp_path, monkeypatch):
    monkeypatch.delitem(sys.modules, "claims_mine", raising=False)
    place = Workspace.here(own_folder(tmp_path))
    place.library.papers.clear()  # whose import would take long
    assert place.library.files == []  # nothing is imported before it is asked for
    claim, registry = place.find("mine2026/2")
    assert claim.paper.key == "mine2026" and "mine2026/1" in registry and place.library.files == [tmp_path / "claims_mine.py"]
    assert place.may_hold("mine2026/1") and not place.may_hold("other2026/1")
    with pytest.raises(UnknownClaim, match="mine2026/1"):
        place.find("mine2026/11")
    del sys.modules["claims_mine"]  # for good: what `monkeypatch` deletes, it puts back


def test_a_papers_claim_is_found_without_reading_ones_own_files(tmp_path):
    (tmp_path / "claims_broken.py").write_text("import theoremtest\nraise ValueError('at once')\n")
    place = Workspace.here(tmp_path)
    assert place.find("kunin2024/26")[0].id == "kunin2024/26"
    with pytest.raises(TheoremtestError, match=r"claims_broken.py cannot be imported: ValueError: at once"):
        place.find("mine2026/1")


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize(("words", "told"), [
    (("verify", "mine2026/1", "--routes", "exact", "--jobs", "1"), "1 claims: 1 proved"),
    (("show", "mine2026/1"), "mine2026/1  Eq. (1)"),
    (("try", "mine2026/1", "--formula", r"\frac{d}{dt} \left(w^2 - a^2\right) = 0"), "holds  mine2026/1"),
])
def test_the_commands_see_a_claim_of_ones_own(tmp_path, words, told):
    done = subprocess.run([sys.executable, "-m", "theoremtest", *words], cwd=own_folder(tmp_path),
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and told in done.stdout, done.stdout + done.stderr
