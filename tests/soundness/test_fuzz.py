"""The rule, asked of statements made by chance: 600 of them, and some that Hypothesis finds and shrinks; more with
`python -m tests.soundness.fuzz`."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .case import answer
from .fuzz import MAKERS, made, statements
from .fuzz.running import chunk, run

COUNT, BATCH, SEED = 600, 50, 0
SECONDS = 0.5
"""The limit of a decision: what is decided at all takes a fraction of it as a rule."""
BATCHES = [pytest.param(first, marks=() if first == 0 else pytest.mark.slow) for first in range(0, COUNT, BATCH)]


@pytest.mark.drawn(15)
@pytest.mark.parametrize("first", BATCHES)
def test_no_answer_is_wrong(first):
    faults = [found for found in chunk(SEED, range(first, first + BATCH), SECONDS) if found["fault"]]
    assert not faults, "\n".join(f"{found['number']} {found['maker']}: {found['truth']}, {found['fault']}" for found in faults)


@pytest.mark.drawn(30)
@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_hypothesis_finds_no_wrong_answer(name):
    @settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.randoms(use_true_random=False))
    def search(chance):
        case = made(MAKERS[name], chance)
        if case is not None:
            found = answer(case, SECONDS)
            assert not found.fault, f"{case.truth}: {case.why}: {found.fault}: {case.make()!r}"

    search()


@pytest.mark.slow
def test_the_same_numbers_give_the_same_statements():
    keys = [[case.make().key() for _, case in statements(7, len(MAKERS))] for _ in range(2)]
    assert keys[0] == keys[1]


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_every_maker_makes_true_and_false_ones(name):
    """Thirteen statements of forty tries, of both kinds; no more are made than it takes to see it."""
    made_of, truths = 0, set()
    for number in range(40):
        case = MAKERS[name](Random(f"{name} {number}"))
        if case is not None:
            made_of, truths = made_of + 1, truths | {case.truth}
        if made_of >= 13 and truths == {True, False}:
            return
    pytest.fail(f"{made_of} statements, truths {truths}")


def test_a_run_goes_on_where_it_stopped(tmp_path):
    file = tmp_path / "results.jsonl"
    first = run(2, 5, 1, file, SECONDS)
    with file.open("a") as cut:
        cut.write('{"number": 2, "mak')
    run(3, 5, 1, file, SECONDS)
    again = run(3, 5, 1, file, SECONDS)
    assert again[:2] == first
    assert [result["number"] for result in again] == [0, 1, 2]
