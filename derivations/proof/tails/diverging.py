"""Where a sum without an end certainly has no value: at a point its terms keep one sign and fall off no faster than 1/k."""

from __future__ import annotations

from sympy import Dummy, Sum, Symbol, oo

from theoremtest.derivations.proof.asymptotics.limits import compute_limit
from theoremtest.derivations.proof.integrals.powers import tidy
from theoremtest.derivations.proof.integrals.questions import NoValue, Questions
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.zero.normal_form import is_zero

from .series import opened

POINTS = 12
"""Simplest points that are looked at."""


def diverges_at(node: Sum, variable: Symbol, ask: Questions) -> dict | None:
    """A point of the parameters where k times the terms tends to a limit other than 0, whatever the positive variable is, or None."""
    try:
        body, k, _, high = opened(node)
    except NoValue:
        return None
    if high != oo:
        return None
    place = Dummy("x", positive=True)
    for point in small_points(ask.domain, POINTS, deadline=ask.deadline):
        terms = tidy((place * body.xreplace({k: place})).subs(point))
        here = ask.domain.at(point).but(variable > 0)
        cases = compute_limit(terms, place, oo, here, ask.deadline, is_zero)
        asked = Questions(here, ask.deadline)
        if cases and all(case.limit != 0 and (case.limit.has(oo, -oo) or asked.not_zero(case.limit)) for case in cases):
            return point
    return None
