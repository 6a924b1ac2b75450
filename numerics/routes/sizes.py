"""At which sizes a statement was tried: numbers at size 1 alone are no support where there are larger ones, for there any two matrices
commute and any is its own transpose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from sympy import Ge

from theoremtest.derivations.language import Domain, Evidence, Outcome, TheoremtestError
from theoremtest.derivations.proof.balls.enclose import NotEvaluable
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.matrices.emptiness import certainly_empty
from theoremtest.derivations.proof.points.building import fitting_sizes
from theoremtest.derivations.proof.points.coordinates import space_of
from theoremtest.derivations.proof.points.frames import frames_of
from theoremtest.derivations.proof.points.sizes import tried_sizes

SECONDS = 1.0
"""For showing that a size is 1 at every point of a domain."""


def small_sizes(domain: Domain) -> list[dict]:
    """The sizes at which points of a domain are looked for, smallest first."""
    frames, space = frames_of(domain), space_of(domain)
    return tried_sizes(space) if frames is None else fitting_sizes(frames, space)


def larger_among_the_first(domain: Domain, drawn: list[dict]) -> list[dict]:
    """The points with those whose sizes are all above 1, the smallest first, at every third place, for whoever takes but a few."""
    larger = [point for point in drawn if domain.dimensions and all(point.get(dimension, 1) > 1 for dimension in domain.dimensions)]
    larger.sort(key=lambda point: sum(int(point[dimension]) for dimension in domain.dimensions))
    others = [point for point in drawn if point not in larger]
    ordered = []
    while larger and others:
        ordered += [larger.pop(0), *others[:2]]
        others = others[2:]
    return [*ordered, *larger, *others]


def alone_at_one(domain: Domain, seen: Iterable[Mapping]) -> list:
    """The symbolic sizes that were 1 at all the points, and are not known to be 1 everywhere."""
    seen = list(seen)
    at_one = [dimension for dimension in domain.dimensions if seen and all(point.get(dimension, 2) == 1 for point in seen)]
    return [dimension for dimension in at_one if not _always_one(domain, dimension)]


def _always_one(domain: Domain, dimension) -> bool:
    upper = space_of(domain).bounds[dimension].upper
    if upper is not None and upper < 2:
        return True
    try:
        return certainly_empty(domain.but(Ge(dimension, 2)), Deadline(SECONDS))
    except (TheoremtestError, OutOfTime, NotEvaluable):
        return False


def supported(evidence: Evidence, domain: Domain, seen: Iterable[Mapping]) -> Evidence:
    """What numbers support at these points: undecided where a symbolic size was 1 at all of them."""
    alone = alone_at_one(domain, seen) if evidence.outcome is Outcome.AGREES else []
    if not alone:
        return evidence
    names = ", ".join(map(str, alone))
    reason = f"{names} {'was' if len(alone) == 1 else 'were'} tried at size 1 alone, as no point of a larger size was found"
    return replace(evidence, outcome=Outcome.UNDECIDED, tried=(*evidence.tried, reason))
