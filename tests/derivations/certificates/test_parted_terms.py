"""Terms that differ in one stretch each are put together, and none stays alone."""

from __future__ import annotations

from theoremtest.derivations.certificates.matrices_lemmas import vanishes
from theoremtest.derivations.certificates.matrices_script import _by_gaps
from theoremtest.derivations.certificates.matrices_terms import ZERO, node

RATE, GROWN, TIMES = ("rate",), ("grown",), ("letter", "grown")


def test_a_product_rule_is_parted_by_both_of_its_factors():
    members = [((RATE, GROWN), 1), ((GROWN, RATE), 1), ((TIMES, GROWN), -1), ((GROWN, TIMES), -1)]
    found = _by_gaps(members, [0, 1])
    assert found == {(0, ((), GROWN)): [(RATE, 1), (TIMES, -1)], (1, (GROWN, ())): [(RATE, 1), (TIMES, -1)]}


def test_a_term_that_stays_alone_leaves_nothing():
    assert _by_gaps([((RATE, GROWN), 1), ((GROWN, TIMES), 1)], [0, 1]) == {}


def test_a_product_with_nothing_vanishes_and_a_sum_need_not():
    letter = node("svar", "x")
    assert vanishes(node("smul", letter, node("smul", ZERO, letter)))
    assert not vanishes(node("sadd", letter, ZERO))
