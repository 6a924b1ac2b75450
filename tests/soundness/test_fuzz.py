"""The rule, asked of statements made by chance: 2,000 of them by default, other ones with `python -m tests.soundness.fuzz SEED COUNT`."""

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


def test_both_truths_are_made_by_every_maker():
    truths = {}
    for name, case in statements(1, 8 * len(MAKERS)):
        truths.setdefault(name.rpartition(":")[2], set()).add(case.truth)
    assert all(found == {True, False} for found in truths.values()), truths
