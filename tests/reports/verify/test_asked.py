"""What a test run must know of a claim to collect it is kept by the text of the claim's module, and is what the claim itself says."""

import pytest

from helpers.toy_claims import make_claim, with_erratum
from theoremtest.derivations.papers import Library
from theoremtest.reports.verify import asked
from theoremtest.reports.verify.asked import asked_of
from theoremtest.reports.verify.cache import Cache, NoCache


@pytest.fixture(scope="module")
def claim():
    return Library().find("kunin2024/26")[0]


def found(claims, cache):
    return [told for _, told in asked_of(claims, cache)]


def test_what_is_kept_is_what_the_claim_says_and_it_is_not_built_for_it(claim, tmp_path, monkeypatch):
    cache = Cache(tmp_path)
    told = found([claim], NoCache())
    assert "exact" in told[0].routes and "flow" in told[0].routes and "δ" not in told[0].domain
    assert found([claim], cache) == told
    monkeypatch.setattr(asked, "checks_of", lambda claim: pytest.fail("built"))
    assert found([claim], cache) == told


def test_what_is_kept_of_another_text_or_is_damaged_is_not_read(claim, tmp_path, monkeypatch):
    cache = Cache(tmp_path)
    told = found([claim], cache)
    for file in tmp_path.rglob("*.json"):
        file.write_text('{"kunin2024/26": 7}')
    assert found([claim], cache) == told
    monkeypatch.setattr(asked, "module_version", lambda module: "another")
    monkeypatch.setattr(asked, "checks_of", lambda claim: [])
    assert found([claim], cache)[0].routes == ()


def test_of_a_claim_of_one_s_own_nothing_is_kept(tmp_path):
    assert [told.routes for told in found([make_claim("1"), with_erratum("2")], Cache(tmp_path))] == [("exact", "points")] * 2
    assert not list(tmp_path.iterdir())
