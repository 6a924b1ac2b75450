"""A false statement is never proved, a true one never refuted, a malformed one settles nothing; no decision raises or hangs."""

from collections import Counter

import pytest

from .case import answer
from .tables import every_case

CASES = dict(every_case())
FAST = 6
"""The fast lane asks of one statement in so many; each is a test of its own, so that processes share them."""
NAMES = [pytest.param(name, marks=() if place % FAST == 0 else pytest.mark.slow) for place, name in enumerate(CASES)]


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_sound(name):
    found = answer(CASES[name])
    assert not found.fault, f"{found.fault} [{CASES[name].why}]"


def test_the_suite_is_large_and_balanced():
    truths = Counter(case.truth for case in CASES.values())
    assert sum(truths.values()) >= 400
    assert min(truths[True], truths[False]) >= 0.4 * (truths[True] + truths[False])
    assert all(case.why for case in CASES.values())
