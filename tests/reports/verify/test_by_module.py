"""After an edit only the modules that it touches are imported; what the claims of the others rest on is checked on their records."""

import json
from types import SimpleNamespace

import pytest

from theoremtest.derivations.papers import Library
from theoremtest.reports.cli import whole_run
from theoremtest.reports.verify import by_module, records
from theoremtest.reports.verify.by_module import Standing, fits_together, note_modules, standing_modules, tell_uses
from theoremtest.reports.verify.cache import Cache
from theoremtest.reports.verify.ledger import used_by

ROUTES = ("exact", "points")
PAPER = {key: f"theoremtest.derivations.{key}" for key in ("kunin2024", "xu2024")}


@pytest.fixture(scope="module")
def claims():
    return tuple(Library(PAPER).registry())


@pytest.fixture
def cache(tmp_path, claims):
    """The cache of a run over all claims of two papers."""
    kept = Cache(tmp_path)
    note_modules(Library(PAPER), claims, kept)
    for claim in claims:
        kept.put_text(records.record_key(claim, ROUTES, True), json.dumps({"id": claim.id, "module": claim.module, "uses": claim.uses}))
    return kept


def edited(monkeypatch, *modules):
    """Modules whose text is another than when the run was noted."""
    honest = records.module_version
    for place in (records, by_module):
        monkeypatch.setattr(place, "module_version", lambda module: "edited" if module in modules else honest(module))


def some_module(claims):
    """A module that a claim of another one rests on."""
    module = {claim.id: claim.module for claim in claims}
    return next(module[used] for claim in claims for used in claim.uses if module[used] != claim.module)


def test_every_module_stands_where_nothing_changed(cache, claims):
    stands = standing_modules(Library(PAPER), ROUTES, cache)
    assert [record["id"] for record in stands.records] == [claim.id for claim in claims] and stands.changed == ()


def test_nothing_stands_for_other_routes_or_in_an_empty_cache(cache, tmp_path):
    assert standing_modules(Library(PAPER), ("exact",), cache) is None
    assert standing_modules(Library(PAPER), ROUTES, Cache(tmp_path / "empty")) is None


def test_an_edited_module_and_one_without_all_its_records_are_built_again(cache, claims, monkeypatch):
    module = some_module(claims)
    edited(monkeypatch, module)
    other = next(claim for claim in claims if claim.module != module)
    cache.put_text(records.record_key(other, ROUTES, True), "{")
    assert set(standing_modules(Library(PAPER), ROUTES, cache).changed) == {module, other.module}


def test_only_the_edited_module_is_examined_and_every_claim_is_told(cache, claims, monkeypatch):
    module = some_module(claims)
    edited(monkeypatch, module)
    asked = []

    def examined(place, registry, chosen, *_, **__):
        asked.extend(chosen)
        return [(claim, {"id": claim.id, "uses": list(claim.uses), "used_by": []}, None) for claim in chosen]

    monkeypatch.setattr(whole_run, "examined", examined)
    place = SimpleNamespace(library=Library(PAPER), cache=cache)
    found = {record["id"]: record for _, record, _ in whole_run.examined_all(place, ROUTES, 1, 1.0)}
    registry = Library(PAPER).registry()
    assert asked and {claim.module for claim in asked} == {module}
    assert {claim.id: used_by(claim, registry) for claim in registry} == {name: record["used_by"] for name, record in found.items()}


def test_claims_that_do_not_fit_together_are_left_to_the_register(cache, claims, monkeypatch):
    place = SimpleNamespace(library=Library(PAPER), cache=cache, registry=(), claims=())
    monkeypatch.setattr(whole_run, "examined", lambda *_, **__: ["all"])
    monkeypatch.setattr(whole_run, "standing_modules",
                        lambda *_: Standing([{"id": "xu2024/1", "module": "", "uses": ["xu2024/unknown"]}], ()))
    assert whole_run.examined_all(place, ROUTES, 1, 1.0) == ["all"]


@pytest.mark.parametrize(("uses", "fits"), [
    ({"a/1": [], "a/2": ["a/1"]}, True), ({"a/1": ["a/3"]}, False), ({"a/1": ["a/2"], "a/2": ["a/1"]}, False)])
def test_uses_are_known_and_go_round_no_circle(uses, fits):
    assert fits_together([{"id": name, "uses": below} for name, below in uses.items()]) is fits


def test_no_id_is_there_twice():
    assert not fits_together([{"id": "a/1", "uses": []}, {"id": "a/1", "uses": []}])


def test_who_rests_on_a_claim_is_told_in_the_ledgers_order():
    found = [{"id": "a/10", "uses": ["a/1", "a/1"]}, {"id": "a/1", "uses": []}, {"id": "a/2", "uses": ["a/1"]}]
    tell_uses(found)
    assert [record["used_by"] for record in found] == [[], ["a/2", "a/10"], []]


def test_modules_by_name_bring_what_their_claims_rest_on(claims):
    library, module = Library(PAPER), next(claim.module for claim in claims if claim.uses)
    found = library.claims_of_modules([module])
    assert {claim.id for claim in found} == {claim.id for claim in claims if claim.module == module}
    assert library.around(found)
