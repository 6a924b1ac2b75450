"""What tests with a running Coq share: they are skipped where there is none."""

from __future__ import annotations

import pytest

from theoremtest.derivations.certificates import NoScript, part_of
from theoremtest.derivations.language import Statement
from theoremtest.numerics.routes.points import draw, sampled_domain
from theoremtest.reports.certify.kernel import MISSING, Kernel, available

needs_coq = pytest.mark.skipif(not available(), reason=MISSING)


def taken(kernel: Kernel, statement: Statement, says: str = "proved", point=None) -> bool:
    """Whether Coq takes any of the scripts for a part, or for its negation."""
    return part_taken(kernel, part_of(statement, says, draw(sampled_domain(statement), 6, "twins"), point))


def part_taken(kernel: Kernel, part) -> bool:
    """Whether Coq takes any of the scripts of a part that is written already."""
    name = f"certificate_{part.digest[:12]}"
    try:
        return any(kernel.check(name, part.whole(name, script)).taken for script in part.scripts())
    except NoScript:
        return False
