"""The rule, asked of statements made by chance: 2,000 of them by default, other ones with `python -m tests.soundness.fuzz SEED COUNT`."""

from random import Random

import pytest

from .case import answer
from .fuzz import MAKERS, statements

COUNT, BATCH, SEED = 2000, 50, 0
SECONDS = 1.0
"""The limit of a decision: what is decided at all takes a fraction of it as a rule."""
BATCHES = [pytest.param(first, marks=() if first % 1000 == 0 else pytest.mark.slow) for first in range(0, COUNT, BATCH)]


@pytest.mark.parametrize("first", BATCHES)
def test_no_answer_is_wrong(first):
    faults = []
    for name, case in statements(SEED, BATCH, first):
        found = answer(case, SECONDS)
        if found.fault:
            faults.append(f"{name} [{case.truth}: {case.why}] {found.fault}")
    assert not faults, "\n".join(faults)


def test_the_same_numbers_give_the_same_statements():
    made = [[case.make().key() for _, case in statements(7, 2 * len(MAKERS))] for _ in range(2)]
    assert made[0] == made[1]


@pytest.mark.parametrize("make", dict.fromkeys(MAKERS), ids=lambda make: make.__name__)
def test_every_maker_makes_true_and_false_ones(make):
    chance, truths = Random(0), set()
    for _ in range(40):
        truths.add(make(chance).truth)
        if truths == {True, False}:
            return
    raise AssertionError(f"only {truths}")
