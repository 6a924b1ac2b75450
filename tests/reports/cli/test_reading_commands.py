"""The commands that read answer from the ledger, in a form that other programs can take in, and import nothing that is slow."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest
from sympy import sqrt

from helpers.toy_claims import TOY, anywhere, make_claim, registry_of, toy_with, written_ledger, wrong_square, x
from theoremtest.derivations.language import Convention, Domain, Equal, Erratum, Paper, added
from theoremtest.reports.verify.consistency import sealed

pytestmark = pytest.mark.usefixtures("truthful")
OTHER = Paper(key="other2025", authors="B. Author", title="Other identities", year=2025)
SIDES = Equal((x + 1) ** 2, x**2 + 2 * x + 1, on=anywhere)


@pytest.fixture
def claims():
    """Two papers that both have an Eq. (1); one erratum of each sort."""
    garbled = make_claim("4", wrong_square(), erratum=Erratum("garbled", "a term fell out of the text", SIDES))
    incomplete = make_claim("5", wrong_square(), erratum=Erratum("incomplete", "a condition is missing", SIDES))
    user = make_claim("6:part", uses=["toy2026/3", "toy2026/1"])
    return registry_of(*toy_with(), garbled, incomplete, user, make_claim("1", paper=OTHER))


@pytest.fixture
def reading(command, claims, tmp_path):
    written_ledger(claims, tmp_path / "reports" / "ledger.json")
    return lambda *words, **rest: command(claims, *words, **rest)


def test_list_through_a_pipe_is_one_line_a_claim(reading, claims):
    told = reading("list")
    rows = [line.split("\t") for line in told.stdout.splitlines()]
    assert told.exit_code == 0 and sorted(row[0] for row in rows) == sorted(claim.id for claim in claims)
    assert rows[1] == ["toy2026/1", "proved", "Equal", "Claim 1"] and all(len(row) == 4 for row in rows)
    assert [line.split("\t")[0] for line in reading("list", "--paper", "other2025").stdout.splitlines()] == ["other2025/1"]
    assert [line.split("\t")[0] for line in reading("list", "3", "Eq. (4)").stdout.splitlines()] == ["toy2026/3", "toy2026/4"]


@pytest.mark.parametrize("wanted", ["3", "Eq. (3)", "eq 3", "toy2026/3"])
def test_a_claim_is_shown_by_its_place(reading, wanted):
    told = reading("show", wanted)
    assert told.exit_code == 0 and told.stdout.startswith("toy2026/3  Eq. (3): Claim 3")


@pytest.mark.parametrize("words", [("show", "1"), ("list", "Eq. (1)"), ("graph", "1"), ("verify", "1"), ("show", "1", "--fresh"),
                                   ("errata", "1"), ("try", "1", "--formula", "x")])
def test_a_place_in_two_papers_is_refused_with_both_ids(reading, words):
    told = reading(*words)
    assert told.exit_code == (3 if words[0] == "try" else 2)
    assert "is in several papers: other2025/1, toy2026/1; give the id" in told.output


def test_the_paper_says_which_is_meant(reading):
    assert reading("show", "1", "--paper", "other2025").stdout.startswith("other2025/1")
    assert reading("verify", "1", "--paper", "toy2026", "--jobs", "1").exit_code == 0


@pytest.mark.parametrize("words", [("show", "toy2026/33"), ("graph", "33"), ("list", "toy2026/33"), ("errata", "33"),
                                   ("verify", "toy2026/33")])
def test_near_misses_are_named(reading, words):
    told = reading(*words)
    assert told.exit_code == 2 and f"unknown claim '{words[1]}'" in told.output and "toy2026/3" in told.output.partition("nearest known")[2]


def test_an_unknown_paper_is_named(reading):
    told = reading("list", "--paper", "third2024")
    assert told.exit_code == 2 and "unknown paper 'third2024'; known: other2025, toy2026" in told.output


def test_show_answers_for_a_claim_that_the_ledger_does_not_know(command, claims, reading):
    more = registry_of(*claims, make_claim("9"))
    told = command(more, "show", "toy2026/9")
    assert told.exit_code == 0 and told.stdout.startswith("toy2026/9") and "verdict         proved" in told.stdout


def test_show_decides_anew_where_asked(command, claims, reading, truthful):
    edited = registry_of(make_claim("1", wrong_square()))
    assert "refuted" not in command(edited, "show", "toy2026/1").stdout and truthful[-1].key() != wrong_square().key()
    told = command(edited, "show", "toy2026/1", "--fresh")
    assert "verdict         refuted" in told.stdout and truthful[-1].key() == wrong_square().key()


def test_a_claim_is_shown_with_its_reading_and_where_its_conditions_stand(command, tmp_path):
    rates = Convention("positive x", "Section 2", "let x be positive")
    paper = replace(TOY, conventions=(rates,))
    root = Equal(sqrt(x**2), x, on=Domain(x > 0, source=rates))
    needed = make_claim("8", Equal(sqrt(x**2), x, on=Domain(x > 0)), conditions=(added(x > 0, because="roots"),), reading="as an equation",
                        leaves_out="its motive", origin="reconstructed")
    claims = registry_of(make_claim("7", root, paper=paper), needed)
    written_ledger(claims, tmp_path / "reports" / "ledger.json")
    assert "convention      x > 0  (positive x; Section 2; let x be positive)" in command(claims, "show", "7").stdout
    told = command(claims, "show", "8").stdout
    for words in ("verdict         proved in part", "origin          reconstructed", "reading         as an equation",
                  "leaves out      its motive", "added           x > 0  (roots)"):
        assert words in told
    assert "without it    undecided: x = " in told  # the exact engine proves all in these tests, the points find one that fails


def test_errata_count_what_the_stored_text_garbled_apart(reading):
    told = reading("errata").stdout
    assert told.splitlines()[-1] == "2 errata: 2 false in general; besides 1 garbled in the stored text, which is nobody's error"
    assert all(f"toy2026/{number}  " in told for number in (2, 4, 5)) and "toy2026/3  " not in told


def test_errata_of_some_claims_say_which_have_none(reading, truthful):
    told = reading("errata", "toy2026/2", "3").stdout
    assert "no erratum: toy2026/3" in told and "toy2026/2  " in told and "toy2026/4" not in told
    assert told.splitlines()[-1] == "1 errata: 1 false in general"
    del truthful[:]
    anew = reading("errata", "3", "--fresh", "--jobs", "1").stdout
    assert "no erratum: toy2026/3" in anew and anew.splitlines()[-1] == "0 errata" and truthful == []
    assert reading("errata", "--fresh", "--jobs", "1").stdout == reading("errata").stdout and truthful


def test_graph_is_a_tree_in_which_nothing_is_opened_twice(reading):
    told = reading("graph", "6:part").stdout.splitlines()
    assert told == ["toy2026/6:part rests on", "  toy2026/3  proved  Claim 3", "    toy2026/1  proved  Claim 1",
                    "  toy2026/1  proved  Claim 1 (above)"]
    assert reading("graph", "toy2026/1").stdout.splitlines() == [
        "toy2026/1 rests on nothing but its own domain", "used by", "  toy2026/3  proved  Claim 3",
        "  toy2026/6:part  proved  Claim 6:part"]


def test_brackets_in_a_title_are_text(command, tmp_path):
    registry = registry_of(make_claim("1"))
    path = written_ledger(registry, tmp_path / "reports" / "ledger.json")
    records = json.loads(path.read_text())
    records[0].update(title="a [bold]title[/bold] [/red]", uses=["toy2026/[x]"])
    path.write_text(json.dumps([sealed(record) for record in records]))
    for words in (("show", "1"), ("list",)):
        assert "[bold]title[/bold] [/red]" in command(registry, *words).stdout
    assert "  toy2026/[x]" in command(registry, "graph", "1").stdout


def test_without_a_ledger_nothing_is_listed(command, toy):
    assert command(toy, "list").output == "" and command(toy, "errata").output.strip() == "0 errata"
    assert command(toy, "show", "toy2026/1").exit_code == 0  # decided now


SLOW = {"sympy", "flint", "numpy", "torch", "numba", "mpmath", "scipy", "matplotlib", "hypothesis", "jsonschema",
        "theoremtest.derivations.language"}


@pytest.mark.slow
@pytest.mark.drawn(4)
@pytest.mark.parametrize("words", [("list",), ("show", "kunin2024/27"), ("errata",), ("graph", "thm-3.1", "--paper", "kunin2024"),
                                   ("coverage", "--paper", "xu2024"), ("--version",)], ids=lambda words: words[0])
def test_reading_commands_import_nothing_that_is_slow(words):
    program = ("import sys, runpy\nsys.argv = ['theoremtest', *sys.argv[1:]]\n"
               "try:\n    runpy.run_module('theoremtest', run_name='__main__')\nexcept SystemExit as end:\n"
               f"    print('END', end.code, sorted({SLOW!r} & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=600)
    assert done.stdout.splitlines()[-1] in ("END 0 []", "END None []"), done.stderr or done.stdout[-300:]
    assert len(done.stdout.splitlines()) > 1
