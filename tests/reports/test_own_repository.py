"""A repository with claims of its own: every command is about them and their ledger, the library is read beside them, and nothing of the
library is written there."""

import json
import subprocess

import pytest

from helpers.own_claims import FALSE, OTHER, TRUE, claims_text
from helpers.own_repository import PRINTED
from theoremtest.derivations.papers import GROUP
from theoremtest.reports.repository import BADGE, LEDGER
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.workspace import Workspace


@pytest.mark.slow
def test_commands_are_about_ones_own_claims_and_write_their_ledger_only(hers):
    hers.write(claims_text({1: TRUE, 2: TRUE}, uses={1: ["kunin2024/14"]}) + PRINTED)
    assert hers("list").count("not decided") == 4  # three claims, and the line on what to do
    assert hers.files == {"claims_mine.py"}
    assert "3 claims: 2 proved" in hers("verify") and [record["id"] for record in hers.records] == [f"mine2026/{n}" for n in (1, 2, 9)]
    assert [line.split("\t")[:2] for line in hers("list").splitlines()] == [
        ["mine2026/1", "proved"], ["mine2026/2", "proved"], ["mine2026/9", "refuted (false in general)"]]
    assert hers("errata").splitlines()[-1] == "1 errata: 1 false in general"
    assert "mine2026\tEq. (1)\t\tclaims\tmine2026/1" in hers("coverage") and "3 claims" in hers("coverage")
    assert "kunin2024/14  proved" in hers("graph", "1") and "mine2026/1  Eq. (1)" in hers("show", "Eq. (1)")
    assert "works it out" in hers("needs", "mine2026/1") and "every statement is as in the baseline" in hers("accept")
    assert hers.files == {"claims_mine.py", LEDGER}
    record, = json.loads((hers.folder / LEDGER).read_text())[:1]
    assert record["module"] == "claims_mine" and str(hers.folder) not in json.dumps(record)


@pytest.mark.slow
def test_the_library_is_read_beside_them(hers):
    hers("verify")
    assert "xu2024/5" in hers("list", "--paper", "xu2024") and "mine2026" not in hers("list", "--paper", "xu2024")
    false = sum((record["erratum"] or {}).get("grade") == "false in general" for record in ledger_file.read()
                if record["paper"] == "domine2025")
    assert "claims" in hers("coverage", "--paper", "xu2024") and f"{false} false in general" in hers("errata", "--paper", "domine2025")
    assert "written in      derivations/kunin2024/a2_3_upstream_eq26_28.py:" in hers("show", "kunin2024/26")
    assert "is in several papers" in hers("show", "25", code=2)  # of the library; one's own has none
    assert "unknown claim 'mine2026/3'; nearest known: mine2026/" in hers("show", "mine2026/3", code=2)
    assert "unknown paper 'mine2025'; known: domine2025, kunin2024, mine2026" in hers("list", "--paper", "mine2025", code=2)


def test_an_edit_is_told_and_taken_over(hers):
    hers("verify")
    hers.write(claims_text({1: FALSE, 2: TRUE}))
    assert hers("list").splitlines()[0].startswith("mine2026/1\tnot decided")
    told = hers("verify", code=1)
    assert "counterexample x = 1" in told and "reproduce         theoremtest verify 'mine2026/1'" in told and "left as it is" in told
    assert "refused: mine2026/1: the printed statement is refuted" in hers("accept", code=1)
    hers.write(claims_text({1: OTHER}))
    (hers.folder / BADGE).touch()
    assert "mine2026/2  Claim 2: removed" in hers("accept") and [record["id"] for record in hers.records] == ["mine2026/1"]
    assert "1 of 1 proved" in (hers.folder / BADGE).read_text()


def test_diff_compares_with_the_ledger_of_a_revision(hers):
    hers("verify")
    for words in (("init", "-q"), ("add", "."), ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first")):
        subprocess.run(("git", "-c", "commit.gpgsign=false", *words), cwd=hers.folder, check=True, capture_output=True)
    hers.write(claims_text({1: OTHER, 2: TRUE}))
    assert "mine2026/1  Claim 1: different" in hers("diff") and "against HEAD: 1 different" in hers("diff", "--paper", "mine2026")


def test_claims_of_several_files_and_folders_rest_on_one_another(hers):
    hers.write("[]", LEDGER)  # makes the folder a root, so that folders below it belong to it
    hers.write(claims_text({1: TRUE}, "deep2026"), "theory/claims_mine.py")
    hers.write(claims_text({1: TRUE, 2: TRUE}, uses={1: ["deep2026/1"]}))
    hers("verify")
    assert [record["id"] for record in hers.records] == ["deep2026/1", "mine2026/1", "mine2026/2"]
    assert {record["module"] for record in hers.records} == {"claims_mine", "theoremtest_own_theory_claims_mine"}  # no path of this machine
    assert hers.records[0]["used_by"] == ["mine2026/1"] and "mine2026/1  proved" in hers("graph", "deep2026/1")
    hers.write("nothing", "theory/notes.txt")
    assert Workspace.here(hers.folder / "theory").root == hers.folder
    assert [line.split("\t")[0] for line in hers("list", "--paper", "deep2026").splitlines()] == ["deep2026/1"]


@pytest.mark.parametrize("text, told", [
    ("import theoremtest\n1 +", "claims_bad.py cannot be imported: SyntaxError"),
    ("import theoremtest\n1 / 0", "ZeroDivisionError: division by zero (line 2)"),
    ("import theoremtest\nraise SystemExit('enough')", "SystemExit: enough (line 2)"),
    (claims_text({1: TRUE}, "bad2026", {1: ["bad2026/7"]}), "claims_bad.py cannot be taken in: unknown claim 'bad2026/7'"),
    (claims_text({1: TRUE}), "claim id 'mine2026/1' at claims_mine.py:4 is taken by claims_bad.py:4"),
    (claims_text({1: "x, y"}, "bad2026"), "bad2026/1 at claims_bad.py:4 cannot be built: NameError: name 'y' is not defined"),
], ids=["syntax", "import", "exit", "uses", "twice", "build"])
@pytest.mark.slow
def test_a_broken_file_is_one_line_in_every_command_and_the_library_can_be_read(hers, text, told):
    hers.write(text, "claims_bad.py")
    for words in (("list",), ("verify",)):
        output = hers(*words, code=2)
        assert told in output and len(output.strip().splitlines()) == 1, output
    assert "kunin2024/26" in hers("show", "kunin2024/26") and hers.files == {"claims_mine.py", "claims_bad.py"}


COMMANDS = (("list",), ("show", "1"), ("errata",), ("graph", "1"), ("needs", "1"), ("accept",), ("verify",), ("report",), ("certify",),
            ("list", "mine2026/1"))


@pytest.mark.slow
@pytest.mark.parametrize("content, told", [
    (b"[", "Expecting value"), (b"\xff\xfe[]", "it is no UTF-8 text"), (b"{}", "it holds no list of records"),
    (b"shallow", "record 1 lacks 'scope'"), (b"deep", "mine2026/1, evidence/0/outcome: 7 is none of "),
    (b"twice", "two records of mine2026/1"),
])
def test_a_damaged_ledger_is_one_line_in_every_command(hers, content, told, monkeypatch):
    """It is said before any program that is missing."""
    monkeypatch.setattr("theoremtest.reports.certify.kernel.available", lambda: False)
    hers("verify")
    records = hers.records
    made = {b"shallow": [{name: value for name, value in records[0].items() if name != "scope"}], b"twice": records[:1] * 2,
            b"deep": [{**records[0], "evidence": [{**records[0]["evidence"][0], "outcome": 7}]}]}.get(content)
    damaged = content if made is None else json.dumps(made).encode()
    (hers.folder / LEDGER).write_bytes(damaged)
    for words in COMMANDS if content == b"deep" else COMMANDS[:1]:
        output = hers(*words, code=2)
        assert f"{LEDGER} is damaged: " in output and told in output and len(output.strip().splitlines()) == 1, (words, output)
    assert (hers.folder / LEDGER).read_bytes() == damaged


def test_a_paper_that_is_a_package(hers, tmp_path, monkeypatch):
    (hers.folder / "claims_mine.py").unlink()
    hers.write('[project.entry-points."theoremtest.papers"]\npack2026 = "packed.theory"\n', "pyproject.toml")
    assert "which is not installed here: run `pip install -e .`" in hers("list", code=2)
    for name in ("src/packed/__init__.py", "src/packed/theory/__init__.py"):
        hers.write("", name)
    hers.write(claims_text({1: TRUE}, "pack2026"), "src/packed/theory/s1_start_eq1.py")
    hers.write(claims_text({2: TRUE}, "pack2026"), "src/packed/theory/claims_eq2.py")  # a module of the paper, whatever its name
    hers.write('[1]\n"Eq. (1)" = "a square"\n"Eq. (2)" = "another"\n"Eq. (3)" = "a third"\n', "src/packed/theory/places.toml")
    info = tmp_path / "site" / "packed-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: packed\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{GROUP}]\npack2026 = packed.theory\n")
    for path in (info.parent, hers.folder / "src"):
        monkeypatch.syspath_prepend(path)
    hers("verify")
    assert [record["module"] for record in hers.records] == ["packed.theory.s1_start_eq1", "packed.theory.claims_eq2"]
    assert "2 claims, 0 definition, 0 not a claim, 1 not yet" in hers("coverage") and "pack2026/1  Eq. (1)" in hers("show", "1")
    module = hers.folder / "src" / "packed" / "theory" / "s1_start_eq1.py"
    assert hers.opened().module_of(module) == "packed.theory.s1_start_eq1" and hers.opened().module_of(hers.folder / "setup.py") is None


def test_a_report_and_a_mutation_run_stay_in_their_folder(hers):
    hers("mutate", "--limit", "1", "--no-rewritings")
    hers("mutate", "--limit", "1")
    assert "claims_*.py" in hers("mutate", "--shared", code=2)
    assert hers.files == {"claims_mine.py", "theoremtest-report/mutation.json", "theoremtest-report/mutation.md"}


@pytest.mark.slow
def test_a_report_is_of_ones_own_claims(hers, monkeypatch):
    monkeypatch.setattr("theoremtest.reports.render.build.shutil.which", lambda program: None)
    hers("report")
    page = (hers.folder / "theoremtest-report" / "theoremtest.md").read_text()
    assert "A. B" in page and "mine2026/1" in page and "kunin2024" not in page
    assert {name.split("/")[0] for name in hers.files} == {"claims_mine.py", LEDGER, "theoremtest-report"}


def test_a_report_of_one_paper_leaves_the_ledger_alone(hers, monkeypatch):
    built = []
    monkeypatch.setattr("theoremtest.reports.render.build.report_of", lambda records, **rest: (len(records), rest))
    monkeypatch.setattr("theoremtest.reports.render.build.written", lambda made, out: built.append((out, *made)) or [])
    monkeypatch.setattr("theoremtest.reports.cli.claim_commands.write_site", lambda made, out, certificates: f"a site in {out.name}")
    hers("report", "--paper", "mine2026")
    assert not (hers.folder / LEDGER).exists() and "unknown paper" in hers("report", "--paper", "mine2025", code=2)
    hers("report", "--paper", "xu2024")
    (own, number, beside), (of_library, more, without) = built
    assert own == hers.folder / "theoremtest-report" / "mine2026" and number == 2 and beside["beside"] == own.parent
    assert of_library == own.parent / "xu2024" and more > 100 and without["beside"] is None


@pytest.mark.slow
def test_where_there_is_nothing_of_ones_own_the_library_is_read_and_nothing_is_written(hers):
    (hers.folder / "claims_mine.py").unlink()
    for words in (("accept",), ("diff",), ("verify",), ("report",)):
        assert "no claims of your own in " in hers(*words, code=2)
    hers.write("[]", LEDGER)
    assert "no claim in " in hers("verify", code=2) and "theoremtest init" in hers("verify", code=2)
    (hers.folder / LEDGER).unlink()
    assert "kunin2024/26" in hers("list") and hers.files == set()


def test_the_way_to_a_claim_goes_before_a_printed_command(hers, monkeypatch):
    place = hers.opened()
    assert place.find("mine2026/1")
    monkeypatch.chdir(hers.folder)
    assert place.way_to("mine2026/1") == place.way_to("kunin2024/26") == ""
    monkeypatch.chdir(hers.folder.parent)
    assert place.way_to("mine2026/1") == "cd hers && " and place.way_to("kunin2024/26") == ""
