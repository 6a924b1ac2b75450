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
PARTS = 5
"""The first part is the fast lane's, the others share what is left."""


def part_of(row: list, part: int) -> list:
    return row[::FAST] if part == 0 else [item for place, item in enumerate(row) if place % FAST][part - 1::PARTS - 1]


@pytest.mark.parametrize("part", [pytest.param(part, marks=pytest.mark.slow if part else ()) for part in range(PARTS)])
@pytest.mark.parametrize("vary", VARIANTS, ids=lambda vary: vary.__name__)
def test_another_way_to_put_it_is_not_answered_the_other_way(vary, part):
    for name, case in part_of(CASES[VARIANTS.index(vary)::EVERY], part):
        found = answer(case, SECONDS)
        other = None if found.evidence is None else vary(case.make())
        if other is None:
            continue  # it is refused when it is made, or the variant does not apply to this kind
        varied = answer(Case(case.truth, lambda other=other: other, case.why), SECONDS)
        assert not varied.fault, f"{name}: {varied.fault}; as it stands: {found.outcome} [{case.why}]"
        assert {found.outcome, varied.outcome} != {"proved", "refuted"}, name
