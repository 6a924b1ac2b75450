"""Whole records kept by their sources: a claim that did not change is not even built, and whatever could change its record drops it."""

import ast
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from helpers.toy_claims import make_claim, registry_of
from theoremtest.derivations.language import Claim, Erratum, Outcome, Registry, Step, real, stated
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify import records
from theoremtest.reports.verify.cache import Cache
from theoremtest.reports.verify.records import kept_by_content, kept_record, made_record, record_key
from theoremtest.reports.verify.runner import examine
from theoremtest.reports.verify.sources import FLOORS, _statements, closure, text_of

ROUTES = ("exact",)


class Built(Exception):
    """A claim's formulas were asked for."""


def unbuilt(claim: Claim) -> Claim:
    def build():
        raise Built(claim.id)
    return replace(claim, build=build)


@pytest.fixture(scope="module")
def papers():
    return Library().registry()


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "cache")


def recorded(registry, claim_id, cache):
    claim = registry[claim_id]
    return made_record(claim, examine(claim, ROUTES, cache), registry, ROUTES, cache)


@pytest.mark.slow
def test_a_kept_record_is_used_and_no_statement_is_built(papers, cache, exact_says):
    exact_says(Outcome.PROVED)
    made = recorded(papers, "kunin2024/27", cache)
    others = Registry(unbuilt(claim) for claim in papers)
    assert kept_record(others["kunin2024/27"], others, ROUTES, cache) == made
    assert kept_record(others["kunin2024/26"], others, ROUTES, cache) is None
    with pytest.raises(Built):
        examine(others["kunin2024/27"], ROUTES, cache)


def test_a_run_answers_from_kept_records_alone(papers, command, exact_says):
    calls = exact_says(Outcome.PROVED)
    words = ("verify", "kunin2024/27", "--routes", "exact", "--jobs", "1")
    first = command(papers, *words)
    asked = len(calls)
    assert first.exit_code == 0 and asked > 0, first.output
    assert command(Registry(unbuilt(claim) for claim in papers), *words).output == first.output and len(calls) == asked


def test_who_uses_a_claim_is_said_as_it_stands(papers, cache, exact_says):
    exact_says(Outcome.PROVED)
    made = recorded(papers, "kunin2024/26", cache)
    few = Registry(papers[identity] for identity in ("kunin2024/26", *papers.rests_on("kunin2024/26")))
    told = kept_record(few["kunin2024/26"], few, ROUTES, cache)
    assert made["used_by"] and told["used_by"] == [] and {**told, "used_by": made["used_by"]} == made


@pytest.mark.parametrize("outcome", [Outcome.UNDECIDED, Outcome.REFUTED])
def test_what_is_undecided_or_not_as_expected_is_not_kept(papers, cache, exact_says, outcome):
    exact_says(outcome)
    made = recorded(papers, "kunin2024/26", cache)
    assert made["failures"] and kept_record(papers["kunin2024/26"], papers, ROUTES, cache) is None


def test_other_routes_are_another_record(papers):
    claim = papers["kunin2024/26"]
    assert record_key(claim, ("exact",)) != record_key(claim, ("exact", "points"))


@pytest.fixture
def forgetful():
    """What is worked out once in a process is worked out anew in a test that changes it, and after it."""
    yield records._routes_version.cache_clear
    records._routes_version.cache_clear()


@pytest.mark.parametrize("version", ["engine_version", "makers_version"])
def test_another_engine_or_another_maker_of_records_asks_again(papers, monkeypatch, forgetful, version):
    before = record_key(papers["kunin2024/26"], ROUTES)
    monkeypatch.setattr(records, version, lambda *of: "another")
    forgetful()
    assert record_key(papers["kunin2024/26"], ROUTES) != before


def test_a_route_that_cannot_run_here_is_another_record(papers, monkeypatch, forgetful):
    before = record_key(papers["kunin2024/26"], ("flow",))
    was = records.dispatch.available("flow")
    monkeypatch.setattr(records.dispatch, "available", lambda route: not was)
    forgetful()
    assert record_key(papers["kunin2024/26"], ("flow",)) != before


def test_claims_whose_sources_are_elsewhere_are_not_kept(papers, cache, truthful):
    registry = registry_of(make_claim("1"), *papers)
    assert record_key(registry["toy2026/1"], ROUTES) is None
    assert recorded(registry, "toy2026/1", cache)["verdict"] == "proved"
    assert kept_record(registry["toy2026/1"], registry, ROUTES, cache) is None


@pytest.fixture
def module_edited(monkeypatch, papers, cache, exact_says):
    """A record was made of Eq. (26); since then its module has been edited."""
    exact_says(Outcome.PROVED)
    made = recorded(papers, "kunin2024/26", cache)
    monkeypatch.setattr(records, "module_version", lambda module: "edited")
    assert kept_record(papers["kunin2024/26"], papers, ROUTES, cache) is None
    return made


def test_a_claim_that_says_what_it_said_keeps_its_record_when_its_module_is_edited(papers, cache, module_edited):
    assert kept_by_content(papers["kunin2024/26"], papers, ROUTES, cache) == module_edited
    assert kept_record(papers["kunin2024/26"], papers, ROUTES, cache) == module_edited


def retold(claim: Claim, **fields) -> Claim:
    """The claim with other fields, or with another statement, erratum, derivation or printed formula."""
    inside = {name: fields.pop(name) for name in list(fields) if name in ("statement", "erratum", "derivation", "latex")}
    made = replace(claim.printed, **inside)
    return replace(claim, build=lambda: made, **fields)


def turned(statement):
    """The statement with another sign."""
    return replace(statement, rate=-statement.rate)


@pytest.mark.parametrize("edit", [
    lambda claim: retold(claim, title="Another title"), lambda claim: retold(claim, reading="Read otherwise"),
    lambda claim: retold(claim, uses=()), lambda claim: retold(claim, function="renamed"), lambda claim: retold(claim, note="A note."),
    lambda claim: retold(claim, latex="a = b"), lambda claim: retold(claim, statement=turned(claim.statement)),
    lambda claim: retold(claim, erratum=Erratum("wrong", "a sign", turned(claim.statement))),
    lambda claim: retold(claim, derivation=(Step(claim.statement, "by definition"),)),
    lambda claim: retold(claim, paper=replace(claim.paper, title="Another paper")),
    lambda claim: retold(claim, conditions=(stated(claim.statement.on.conditions[0]),)),
    lambda claim: retold(claim, statement=replace(claim.statement, on=claim.statement.on.but(over=[real("q")]))),
])
def test_a_claim_that_says_anything_else_does_not(papers, cache, module_edited, edit):
    assert kept_by_content(edit(papers["kunin2024/26"]), papers, ROUTES, cache) is None


def test_by_content_too_other_routes_are_another_record(papers, cache, module_edited):
    assert kept_by_content(papers["kunin2024/26"], papers, ("exact", "points"), cache) is None
    assert kept_by_content(papers["kunin2024/26"], papers, ROUTES, cache, what_it_needs=True) is None


def test_a_damaged_kept_record_is_no_record(papers, cache, exact_says):
    exact_says(Outcome.PROVED)
    recorded(papers, "kunin2024/26", cache)
    for path in cache.folder.rglob("*.json"):
        path.write_text("{")
    assert kept_record(papers["kunin2024/26"], papers, ROUTES, cache) is None


def imports_by_python(text: str) -> set:
    """(level, module, names) of every import statement, from the whole syntax tree."""
    nodes = list(ast.walk(ast.parse(text)))
    return {(0, alias.name, ()) for node in nodes if isinstance(node, ast.Import) for alias in node.names} | {
        (node.level, node.module or "", tuple(alias.name for alias in node.names)) for node in nodes if isinstance(node, ast.ImportFrom)}


@pytest.mark.slow
def test_the_imports_of_a_file_are_read_as_python_reads_them():
    for file in [*(FLOORS / "derivations/proof").rglob("*.py"), *(FLOORS / "reports").rglob("*.py")]:
        assert imports_by_python(file.read_text("utf-8")) <= set(_statements(file)), file


@pytest.mark.parametrize("text", [
    "from a import (  # why (and how)\n    b,\n    c,\n)\n", "import a; import b\nfrom . import c, d\n", "from a import b, \\\n    c\n",
    "def f():\n\tfrom ..a.b import c as d\n\timport e.f as g, h\n", 'from a import (b,\n    c)  # (\nx = """\nfrom nowhere\n"""\n',
    "from b import(c)\nimport \\\n    d\n"])
def test_imports_of_every_form_are_found(text, tmp_path):
    file = tmp_path / "module.py"
    file.write_text(text)
    assert imports_by_python(text) <= set(_statements(file))


# --- edits of the sources -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """A copy of the floors' modules."""
    place = tmp_path_factory.mktemp("floors")
    for floor in ("derivations", "numerics", "reports"):
        shutil.copytree(FLOORS / floor, place / floor, ignore=lambda folder, names: [
            name for name in names if not (name.endswith(".py") or (Path(folder) / name).is_dir()) or name == "__pycache__"])
    return place


@pytest.fixture
def key(papers, copy, monkeypatch):
    """The key of a claim's record by the sources of the copy as they stand."""
    monkeypatch.setattr(records, "text_of", partial(text_of, floors=copy))

    def of(claim_id):
        records.module_version.cache_clear()
        return record_key(papers[claim_id], ROUTES)
    yield of
    records.module_version.cache_clear()


def of_module(copy: Path, module: str) -> Path:
    return closure(module, floors=copy)[module]


def changed(file: Path, look) -> bool:
    """Whether an edit to the file changes what is seen."""
    before, text = look(), file.read_text("utf-8")
    file.write_text(text + "\n# a remark\n", "utf-8")
    try:
        return look() != before
    finally:
        file.write_text(text, "utf-8")
        assert look() == before


def test_an_edit_where_the_claim_is_written_drops_its_record(papers, copy, key):
    assert changed(of_module(copy, papers["kunin2024/27"].module), lambda: key("kunin2024/27"))
    assert changed(of_module(copy, "theoremtest.derivations.kunin2024.notation"), lambda: key("kunin2024/27"))


def test_an_edit_to_what_a_claim_rests_on_drops_its_record_only_where_it_takes_formulas_from_there(papers, copy, key):
    """A record says what the claim states and what was found of that; another claim's statement is in it only by an import."""
    imported = {module: closure(module) for module in {claim.module for claim in papers if claim.uses}}
    far = [(claim, papers[used]) for claim in papers for used in papers.rests_on(claim.id)
           if papers[used].module not in imported[claim.module]]
    near = [(claim, papers[used]) for claim in papers for used in claim.uses
            if papers[used].module in imported[claim.module] and papers[used].module != claim.module]
    assert len(far) > 20 and len(near) > 20
    for pairs, drops in ((far, False), (near, True)):
        for claim, used in pairs[:: len(pairs) // 3]:
            assert changed(of_module(copy, used.module), lambda claim=claim: key(claim.id)) is drops, (claim.id, used.id)


@pytest.mark.slow
def test_an_edit_elsewhere_drops_nothing(papers, copy, key):
    claim = papers["kunin2024/27"]
    for module in sorted({other.module for other in papers} - set(closure(claim.module)))[::4]:
        assert not changed(of_module(copy, module), lambda: key(claim.id)), module
