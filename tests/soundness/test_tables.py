"""A false statement is never proved, a true one never refuted, a malformed one settles nothing; no decision raises or hangs."""

from collections import Counter

import pytest

from .case import answer
from .tables import every_case

CASES = dict(every_case())
FAST, PARTS = 6, 60
"""The fast lane asks of one statement in so many; they are asked in so many parts, so that processes share them."""


@pytest.mark.drawn(72)
@pytest.mark.parametrize("part", [pytest.param(part, marks=() if part % FAST == 0 else pytest.mark.slow) for part in range(PARTS)])
def test_the_answer_is_sound(part):
    faults = {name: f"{found.fault} [{case.why}]" for name, case in [*CASES.items()][part::PARTS] if (found := answer(case)).fault}
    assert not faults, "\n".join(f"{name}: {fault}" for name, fault in faults.items())


def test_the_suite_is_large_and_balanced():
    truths = Counter(case.truth for case in CASES.values())
    assert sum(truths.values()) >= 400
    assert min(truths[True], truths[False]) >= 0.4 * (truths[True] + truths[False])
    assert all(case.why for case in CASES.values())
