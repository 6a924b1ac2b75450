"""What the attacks in the rooms' tests share: a statement made and decided, and the time within which that ends."""

import time

from theoremtest.derivations.language import Outcome
from theoremtest.derivations.language.errors import TheoremtestError
from theoremtest.derivations.proof.decide import decide

LONGEST = 25.0
"""Seconds within which every decision ends; its limit is 20."""


def decided(make) -> Outcome | None:
    """The outcome of a statement that `make` makes; None where it is refused when it is made."""
    try:
        statement = make()
    except TheoremtestError:
        return None
    start = time.monotonic()
    outcome = decide(statement).outcome
    assert time.monotonic() - start < LONGEST
    return outcome
