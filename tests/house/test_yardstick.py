"""The yardstick of identities that others wrote: every entry is a statement of the language, and plain arithmetic finds no error in it."""

import pytest

from benchmarks.yardstick.arithmetic import checked, fails
from benchmarks.yardstick.entries import entries, left_out

ENTRIES = list(entries())
PAIRS = list(zip(ENTRIES[::2], ENTRIES[1::2], strict=True))


@pytest.mark.slow
def test_every_entry_is_a_statement_of_the_language():
    for entry in ENTRIES:
        assert entry.statement(), entry


def test_no_name_of_a_list_stands_twice():
    """A version of a rule, in brackets, is an entry of its own."""
    named = [(true.source, true.chapter, name) for true, _ in PAIRS for name in true.name.split(", ")]
    named += [(part.source, part.chapter, name) for part in left_out() for name in part.names]
    assert len(named) == len(set(named)) and {source for source, _, _ in named} == {"Herbie", "Fungrim", "ours"}
    assert all(part.reason for part in left_out())


@pytest.mark.parametrize("true, wrong", PAIRS[::12], ids=[f"{true.source} {true.name}" for true, _ in PAIRS[::12]])
def test_a_truth_stands_at_points_and_its_wrong_twin_falls(true, wrong):
    """A share of the pairs; the benchmark itself tries all of them before it counts."""
    assert checked(true) >= 0
    assert fails(wrong, true) is not None


def test_plain_arithmetic_sees_an_error():
    true, wrong = PAIRS[0]
    with pytest.raises(ValueError, match="fails at"):
        checked(wrong)
    assert fails(true) is None
