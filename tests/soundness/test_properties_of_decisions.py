"""What ought to hold of a decision: put in another way, a true statement is not refuted and a false one not proved.

Where both ways are settled they are settled alike, which follows; and as the variants are new statements of known truth, the
whole rule is asked of them: no exception, no overrun.
"""

import pytest

from .case import Case, answer
from .tables import every_case
from .variants import VARIANTS

SECONDS = 1.0
EVERY, FAST = 20, 100
"""One in so many statements is put in each of the other ways; one in so many, in the fast lane too."""

CASES = [(name, case) for name, case in every_case() if case.truth is not None]
SPREAD = [
    pytest.param(vary, name, case, id=f"{vary.__name__}-{name}", marks=() if place % FAST == 0 else pytest.mark.slow)
    for shift, vary in enumerate(VARIANTS)
    for place, (name, case) in enumerate(CASES[shift::EVERY])
]


@pytest.mark.parametrize("vary, name, case", SPREAD)
def test_another_way_to_put_it_is_not_answered_the_other_way(vary, name, case):
    found = answer(case, SECONDS)
    if found.evidence is None:
        return  # it is refused when it is made, and there is nothing to put in another way
    other = vary(case.make())
    if other is None:
        return  # the variant does not apply to this kind
    varied = answer(Case(case.truth, lambda: other, case.why), SECONDS)
    assert not varied.fault, f"{varied.fault}; as it stands: {found.outcome} [{case.why}]"
    assert {found.outcome, varied.outcome} != {"proved", "refuted"}
