"""The engine by itself: its answers without the search for witnesses, which has tests of its own."""

import pytest

from theoremtest.derivations.proof.attest import offering


@pytest.fixture(autouse=True)
def no_witness_is_searched_for():
    """What is asked here is what the engine answers, not what the kernel takes of it."""
    with offering((), search=False):
        yield
