"""What ought to hold of a decision: put in another way, a true statement is not refuted and a false one not proved.

As the variants are new statements of known truth, the whole rule is asked of them: no exception, no overrun. That both ways are settled
alike, where they are settled, follows: `test_tables.py` asks the rule of the statements as they stand.
"""

import pytest
from sympy.matrices.exceptions import ShapeError

from theoremtest.derivations.language import TheoremtestError

from .case import Case, answer
from .tables import every_case
from .variants import VARIANTS

pytestmark = pytest.mark.drawn(6)

SECONDS = 1.0
EVERY, FAST = 20, 100
"""One in so many statements is put in each of the other ways; one in so many, in the fast lane too."""

CASES = [(name, case) for name, case in every_case() if case.truth is not None]
PARTS = 5
"""The first part is the fast lane's, the others share what is left."""


def part_of(row: list, part: int) -> list:
    return row[::FAST] if part == 0 else [item for place, item in enumerate(row) if place % FAST][part - 1::PARTS - 1]


def made_otherwise(vary, case):
    """None where the statement is refused when it is made, or the variant does not apply to its kind."""
    try:
        return vary(case.make())
    except (TheoremtestError, ShapeError):
        return None


@pytest.mark.drawn(18)
@pytest.mark.parametrize("part", [pytest.param(part, marks=pytest.mark.slow if part else ()) for part in range(PARTS)])
@pytest.mark.parametrize("vary", VARIANTS, ids=lambda vary: vary.__name__)
def test_another_way_to_put_it_is_not_answered_the_other_way(vary, part):
    for name, case in part_of(CASES[VARIANTS.index(vary)::EVERY], part):
        other = made_otherwise(vary, case)
        if other is not None:
            varied = answer(Case(case.truth, lambda other=other: other, case.why), SECONDS)
            assert not varied.fault, f"{name}: {varied.fault} [{case.why}]"
