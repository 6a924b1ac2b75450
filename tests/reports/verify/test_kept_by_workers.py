"""The one map with a cache: a broken-off run is taken up on every backend, and another machine's answers come home."""

import pytest

from helpers.worker_calls import kept
from theoremtest.derivations.papers import Library
from theoremtest.numerics.parallel.cluster import local_cluster
from theoremtest.reports.verify import recorded, workers
from theoremtest.reports.verify.cache import Cache
from theoremtest.reports.verify.runner import examine_all

NUMBERS = range(40)
CLAIMS = '''
from theoremtest import Domain, Equal, Paper, claim, reals

MINE = Paper(key="cluster2026", authors="A. Theorist", title="A note", year=2026)
x, y = reals("x", "y")


@claim(MINE, "Eq. (1)")
def square():
    """A square."""
    return Equal((x + y)**2, x**2 + 2 * x * y + y**2, on=Domain(over=[x, y]))


@claim(MINE, "Eq. (2)", uses=["cluster2026/1"])
def no_square():
    """Not a square."""
    return Equal((x + y)**2, x**2 + y**2, on=Domain(over=[x, y]))
'''


@pytest.fixture(params=["here", pytest.param("processes", marks=pytest.mark.slow), pytest.param("cluster", marks=pytest.mark.slow)])
def jobs(request):
    if request.param == "cluster":
        pytest.importorskip("distributed", reason="needs the extra `cluster`")
        with local_cluster(2) as address:
            yield address
    else:
        yield 1 if request.param == "here" else 2


def test_a_run_that_is_broken_off_is_taken_up(jobs, tmp_path):
    cache, calls = Cache(tmp_path / "cache"), {number: (number, tmp_path) for number in NUMBERS}
    running = workers.in_workers_with(cache, kept, calls, jobs)
    first = dict([next(running), next(running)])
    running.close()
    assert all(cache.get_text(f"toys/{number:02}") == str(3 * number) for number in first)
    found = dict(workers.in_workers_with(cache, kept, calls, jobs))
    assert found == {number: 3 * number for number in NUMBERS}
    assert all((tmp_path / f"worked-{number}").read_text() == "worked\n" for number in first)


def test_what_another_machine_keeps_comes_home(tmp_path, monkeypatch):
    mine = Cache(tmp_path / "mine")
    monkeypatch.setattr(workers, "user_cache", lambda: tmp_path / "theirs")
    answer, found = workers._keeping("another machine", mine, kept, (7, tmp_path))
    assert answer == 21 and Cache(tmp_path / "theirs").get_text("toys/07") == "21" and mine.get_text("toys/07") is None
    mine.take(found)
    assert mine.get_text("toys/07") == "21"
    assert workers._keeping(workers.platform.node(), mine, kept, (8, tmp_path)) == (24, {})


@pytest.fixture
def library(tmp_path) -> Library:
    file = tmp_path / f"claims_of_{tmp_path.name}.py"  # a second file of one name would be another module where the first is known
    file.write_text(CLAIMS)
    return Library({}, [file])


def test_records_that_workers_make_are_those_made_here(jobs, library, tmp_path, monkeypatch):
    """Of many claims each record is made where the claim is decided; who uses it is known here alone."""
    registry = library.registry()

    def made(workers, name):
        found = recorded.recorded_all(registry, registry, ("exact", "points"), Cache(tmp_path / name), workers, 20.0, library, True)
        return {claim.id: (record, {item.check.name: [evidence.outcome for evidence in item.evidence] for item in findings})
                for claim, record, findings in found}

    expected = made(1, "one")
    monkeypatch.setattr(recorded, "LOOKED_UP", 0)
    assert made(jobs, "other") == expected
    assert expected["cluster2026/1"][0]["used_by"] == ["cluster2026/2"]


@pytest.mark.slow
def test_the_findings_of_a_claim_that_fails_come_with_its_statements(library, tmp_path, monkeypatch):
    monkeypatch.setattr(recorded, "LOOKED_UP", 0)
    registry = library.registry()
    (_, record, findings), = recorded.recorded_all([registry["cluster2026/2"]], registry, ("exact",), Cache(tmp_path / "kept"), 2, 20.0,
                                                   library)
    assert record["failures"] == ["the printed statement is refuted"]
    assert findings[0].check.statement == registry["cluster2026/2"].statement


def test_claims_of_one_module_of_experiments_go_to_one_process():
    """They share runs of training; each claim is in one group, once, whatever the last run says."""
    def record(claim_id, *engines):
        return {"id": claim_id, "evidence": [{"engine": engine} for engine in engines]}

    last = [record("a/1", "experiment runs:first"), record("a/2", "sign analysis"), record("a/3", "experiment others:one"),
            record("a/4", "experiment runs:second"), record("gone", "experiment runs:third")]
    ids = ["a/1", "a/2", "a/3", "a/4", "a/new"]
    assert recorded.bundles(ids, last) == [("a/1", "a/4"), ("a/3",), ("a/2",), ("a/new",)]
    assert recorded.bundles(ids, ()) == [(claim_id,) for claim_id in ids]


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_a_cluster_decides_claims_as_this_process_does(library, tmp_path):
    pytest.importorskip("distributed", reason="needs the extra `cluster`")
    claims = tuple(library.registry())

    def decided(workers):
        return {claim.id: [(finding.check.name, [(item.outcome, item.scope, item.counterexample) for item in finding.evidence])
                           for finding in findings]
                for claim, findings in examine_all(claims, ("exact", "points"), jobs=workers, library=library)}

    with local_cluster(2) as address:
        assert decided(address) == decided(1)
    assert len(claims) == 2
