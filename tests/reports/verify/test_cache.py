"""The cache: same content, same answer; any edit that could change an answer asks again."""

import json
from concurrent.futures import ProcessPoolExecutor

import pytest
from sympy import Integral

from helpers.toy_claims import anywhere, make_claim, registry_of, x
from theoremtest.derivations.language import Counterexample, Domain, Equal, Evidence, Outcome, Registry, fresh
from theoremtest.derivations.proof.reasons import CRASHED, HURRIED, MEASURED
from theoremtest.reports.files import write
from theoremtest.reports.verify.cache import Cache, NoCache, digest, evidence_from
from theoremtest.reports.verify.runner import ended_by_itself, examine

PROVED = Evidence("exact", "tower", Outcome.PROVED, "every d", "", seconds=1.5)


def test_what_is_put_is_got_back(tmp_path):
    example = Counterexample((("x", "1/2"),), "1", "2", "first entry")
    refuted = Evidence("points", "mpmath", Outcome.REFUTED, "numerical", "3 digits", example, ("a", "b"), 0.25)
    cache = Cache(tmp_path)
    cache.put("k" * 8, refuted)
    assert cache.get("k" * 8) == refuted and cache.get("k" * 8).seconds == 0.25
    assert cache.get("other000") is None


@pytest.mark.parametrize("outcome", [Outcome.UNDECIDED, Outcome.UNAVAILABLE])
def test_what_is_not_settled_is_asked_again(tmp_path, outcome):
    cache = Cache(tmp_path)
    cache.put("k" * 8, Evidence("exact", "tower", outcome))
    assert cache.get("k" * 8) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"kind": "exact"}'])
def test_a_damaged_entry_is_no_entry(tmp_path, damage):
    cache = Cache(tmp_path)
    cache.put("k" * 8, PROVED)
    (path,) = tmp_path.rglob("*.json")
    path.write_text(damage)
    assert cache.get("k" * 8) is None


def _put_many(folder):
    cache = Cache(folder)
    for number in range(40):
        cache.put(f"shared{number % 4}", PROVED)
    return all(cache.get(f"shared{number}") == PROVED for number in range(4))


def test_many_processes_share_a_cache(tmp_path):
    with ProcessPoolExecutor(2) as pool:
        assert all(pool.map(_put_many, [tmp_path] * 4))
    assert not list(tmp_path.rglob(".writing-*"))


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    write(path, "old")
    monkeypatch.setattr("os.replace", lambda *paths: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError):
        write(path, "new")
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_digest_does_not_depend_on_how_many_dummies_were_made_before():
    def integral():
        s = fresh("s")
        return Equal(Integral(s * x, (s, 0, 1)), x / 2, on=Domain(over=[x]))
    first = digest(integral().key())
    fresh("another")
    assert digest(integral().key()) == first


def edited(registry, claim_id, statement):
    changed = Registry()
    for claim in registry:
        changed.add(make_claim(claim_id.split("/")[1], statement, claim.uses) if claim.id == claim_id else claim)
    return changed


def run(registry, cache):
    for claim in registry:
        examine(claim, ("exact",), cache)


def chain_of_claims():
    return registry_of(
        make_claim("1"),
        make_claim("2", Equal(x + x, 2 * x, on=anywhere), uses=["toy2026/1"]),
        make_claim("3", Equal(x * x, x**2, on=anywhere), uses=["toy2026/2"]),
        make_claim("4", Equal(x - x, 0 * x, on=anywhere)))


def test_a_second_run_asks_nothing(tmp_path, exact_says):
    calls, claims = exact_says(Outcome.PROVED), chain_of_claims()
    run(claims, Cache(tmp_path))
    assert len(calls) == 4
    run(claims, Cache(tmp_path))
    assert len(calls) == 4


def test_an_edit_asks_again_for_the_claim_and_not_for_what_rests_on_it(tmp_path, exact_says):
    calls, claims = exact_says(Outcome.PROVED), chain_of_claims()
    run(claims, Cache(tmp_path))
    del calls[:]
    new = Equal(x + x + x, 3 * x, on=anywhere)
    run(edited(claims, "toy2026/2", new), Cache(tmp_path))
    assert [call.key() for call in calls] == [new.key()]


def test_a_changed_domain_asks_again(tmp_path, exact_says):
    calls = exact_says(Outcome.PROVED)
    for domain in (anywhere, Domain(x > 0), Domain(x >= 0), anywhere):
        run(registry_of(make_claim("1", Equal(x + x, 2 * x, on=domain))), Cache(tmp_path))
    assert len(calls) == 3


def test_a_changed_engine_asks_again(tmp_path, exact_says, monkeypatch):
    calls, claims = exact_says(Outcome.PROVED), chain_of_claims()
    run(claims, Cache(tmp_path))
    monkeypatch.setattr("theoremtest.reports.verify.cache.engine_version", lambda route: "another")
    run(claims, Cache(tmp_path))
    assert len(calls) == 8


@pytest.mark.parametrize("evidence, kept", [
    (Evidence("points", "mpmath", Outcome.UNDECIDED, tried=("no value at x = 0",), seconds=1.0), True),
    (Evidence("points", "mpmath", Outcome.UNDECIDED, tried=("no decision within 30 s",), seconds=19.0), False),
    (Evidence("points", "mpmath", Outcome.UNDECIDED, tried=(f"{CRASHED}MemoryError: ",), seconds=1.0), False),
    (Evidence("exact", "normal form", Outcome.UNDECIDED, tried=("normal form",), seconds=1.0), True),
    (Evidence("exact", "", Outcome.UNDECIDED, tried=("normal form", HURRIED), seconds=1.0), False),
    (Evidence("exact", "", Outcome.UNDECIDED, tried=("no decision within 20 s",), seconds=20.0), False),
    (Evidence("exact", "", Outcome.UNDECIDED, tried=(MEASURED,)), True),
    (Evidence("flow", "Torch", Outcome.UNAVAILABLE), False),
    (PROVED, True)])
def test_what_more_time_may_settle_is_asked_again_and_nothing_else(evidence, kept):
    assert ended_by_itself(evidence) is kept


def test_no_cache_still_answers_once_in_a_process(exact_says):
    calls, claims, cache = exact_says(Outcome.PROVED), chain_of_claims(), NoCache()
    run(claims, cache)
    run(claims, cache)
    assert len(calls) == 4


def test_evidence_survives_json():
    assert evidence_from(json.loads(json.dumps({**PROVED.as_json(), "seconds": 1.5}))) == PROVED
