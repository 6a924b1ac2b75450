"""The net behind the provers, asked by itself: had any of these statements been proved, would it be held back?

True ones never; of the false ones that fail at a point, most.
"""

import pytest
from sympy.matrices.exceptions import ShapeError

from theoremtest.derivations.language import Equal, Evolves, Holds, Iff, Inverse, TheoremtestError
from theoremtest.derivations.proof import kinds  # noqa: F401  the kinds register how a moment is worked out anew
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.gate import open_domain
from theoremtest.derivations.proof.recheck import contradiction

from .tables import every_case

SECONDS = 2.0
EVERY = 3
AT_A_POINT = Equal, Evolves, Holds, Iff, Inverse
TABLES = ("functions_of_matrices", "jumps", "limits", "negative_arguments", "order", "sums", "time", "values_as_written",
          "zero_eigenvalues")
CASES = [(name, case) for name, case in every_case() if name.rpartition("-")[0] in TABLES and case.truth is not None]


def held_back(case) -> bool | None:
    """Whether a statement is held back; None where it is refused when it is made, or the time is up."""
    try:
        statement = case.make()
        return contradiction(statement, open_domain(statement), Deadline(SECONDS)) is not None
    except (TheoremtestError, ShapeError, OutOfTime):
        return None


@pytest.mark.slow
def test_what_is_true_is_not_held_back():
    assert not [(name, case.why) for name, case in [one for one in CASES if one[1].truth][::EVERY] if held_back(case)]


@pytest.mark.slow
def test_most_of_what_is_false_at_a_point_is_held_back():
    answers = [held_back(case) for _, case in [one for one in CASES if one[1].truth is False][::EVERY] if _fails_at_a_point(case)]
    assert answers.count(True) > 0.7 * len(answers)


def _fails_at_a_point(case) -> bool:
    try:
        return isinstance(case.make(), AT_A_POINT)
    except (TheoremtestError, ShapeError):
        return False
