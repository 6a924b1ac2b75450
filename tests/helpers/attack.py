"""What the attacks in the rooms' tests share: a statement made and decided."""

from theoremtest.derivations.language import Outcome
from theoremtest.derivations.language.errors import TheoremtestError
from theoremtest.derivations.proof.decide import decide


def decided(make) -> Outcome | None:
    """The outcome of a statement that `make` makes; None where it is refused when it is made."""
    try:
        statement = make()
    except TheoremtestError:
        return None
    return decide(statement).outcome
