"""Questions that are not worth asking: numbers are soon found with which all that is known holds, and what is asked does not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq_mpoly

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import spoken
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import Refused, Term, free, shape

from .gram import Poly
from .ideal import Letters
from .known import Known, letters_in
from .reader import Reader

if TYPE_CHECKING:
    from .signs import Signs

TRIED, STEPS = 400, 12
"""Points, and steps that take them onto equations."""
NOTHING, CLEARLY = 1e-9, 1e-6
"""Of the sum of the sizes of its terms: what a polynomial is at most that is 0; how far below 0 one is that is negative near equations."""


def fails(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly) -> bool:
    """Whether a polynomial has not the sign that is asked for, for real letters of which all is read that the draft knows."""
    draft = signs.draft
    said, _ = beside([*draft.shown, *draft.goal.hypotheses, *draft.goal.given], free(fact))
    found: dict[str, list] = {"pos": [], "nonneg": [], "nonzero": [], "Equality": []}
    if any(known.head not in found or any(shape(node) is not None for node in spoken(known)) for known in said):
        return False
    try:
        if signs.atoms:  # sums that are read as letters have a sign that is known of what is in them
            reader = signs._reader(SIZES[0], apart=True)
            value = reader.reduced(reader.scalar(fact.args[0]))
            poly = value.num * value.den
        for known in said:
            value = reader.reduced(reader.scalar(known.args[0]))
            if known.head == "Equality":
                value = reader.reduced(value - reader.scalar(known.args[1]))
            if value.constant() is None:
                found[known.head].append(value.num * value.den)
    except (Refused, TooManyLetters):
        return False
    polys = [poly, *(one for several in found.values() for one in several)]
    if draft.moving is not None or reader._roots or not all(
            _is_real(reader.terms.get(place)) for place in set[int]().union(*map(letters_in, polys))):
        return False
    looked = Letters(reader, polys)
    return bool(looked.places) and is_wrong(
        looked.named(poly), fact.head == "pos", *(list(map(looked.named, several)) for several in found.values()))


def beside(facts: Iterable[Term], letters: Iterable[Term]) -> tuple[list[Term], set[Term]]:
    """What facts say of some letters, and of those beside them; with all of these letters."""
    left = dict.fromkeys(part for known in facts for part in (known.args if known.head == "both" else (known,)))
    said, spoken_of = [], set(letters)
    while near := [known for known in left if free(known) & spoken_of]:
        for known in near:
            del left[known]
        said += near
        spoken_of.update(*map(free, near))
    return said, spoken_of


def fails_beside(reader: Reader, poly: fmpq_mpoly, facts: list[Known]) -> bool:
    """Whether a polynomial is negative somewhere for all that some facts say, where nothing else is said of its letters: functions, too."""
    looked = Letters(reader, [poly, *(known.poly for known in facts)])
    cones = [looked.named(known.poly) for known in facts if known.equation is None and known.squared is None]
    equations = [looked.named(known.poly) for known in facts if known.equation is not None and not known.turned]
    return bool(looked.places) and is_wrong(looked.named(poly), False, [], cones, [], [*equations, *looked.roots()])


def _is_real(node: Term | None) -> bool:
    return node is not None and node.head in ("Symbol", "Dummy") and "integer" not in node.mark[1]


def is_wrong(target: Poly, strict: bool, above: list[Poly], least: list[Poly], unequal: list[Poly], equations: list[Poly]) -> bool:
    """Whether a point is soon found where the target is negative, or 0 where it should not be, and others are positive, not negative,
    not 0, and 0, up to rounding."""
    count = len(next(iter(target)))
    at = np.exp(np.random.default_rng(1).normal(size=(TRIED, count))) * np.random.default_rng(2).choice([-1, 1], size=(TRIED, count))
    at[:TRIED // 2] = np.where(np.random.default_rng(3).random((TRIED // 2, count)) < 0.3, 0, at[:TRIED // 2])
    at = np.vstack([at, np.random.default_rng(4).choice([0, 1, 1, 2, -1], size=(TRIED // 2, count))])
    for cone in (*above, *least):
        if len(cone) == 1 and sum(next(iter(cone))) == 1:
            place = next(iter(cone)).index(1)
            at[:, place] = abs(at[:, place]) * (1 if next(iter(cone.values())) > 0 else -1)
    with np.errstate(all="ignore"):
        if equations:
            at = _moved_onto(equations, at)
        good = np.all(np.isfinite(at), axis=1)
        for poly in above:
            good &= _part(poly, at) > NOTHING
        for poly in least:
            good &= _part(poly, at) >= 0
        for poly in unequal:
            good &= abs(_part(poly, at)) > NOTHING
        value = _part(target, at)
        return bool(np.any(good & (value <= NOTHING if strict else value < -(CLEARLY if equations else NOTHING))))


def _moved_onto(equations: list[Poly], at: np.ndarray) -> np.ndarray:
    """Points near those given at which equations hold; without those that do not come there."""
    count = at.shape[1]
    slopes = [[_slope(equation, place) for place in range(count)] for equation in equations]
    for _ in range(STEPS):
        gaps = np.stack([_terms(equation, at).sum(0) for equation in equations], axis=1)
        rates = np.stack([np.stack([_terms(one, at).sum(0) for one in row], axis=1) for row in slopes], axis=1)
        usable = np.all(np.isfinite(rates), axis=(1, 2)) & np.all(np.isfinite(gaps), axis=1)
        at = at[usable] - np.einsum("nkm,nm->nk", np.linalg.pinv(rates[usable]), gaps[usable])
        at = at[np.all(np.isfinite(at) & (abs(at) < 1e6), axis=1)]
        if not len(at):
            return at
    return at[np.all([abs(_part(equation, at)) <= NOTHING for equation in equations], axis=0)]


def _slope(poly: Poly, place: int) -> Poly:
    return {(*m[:place], m[place] - 1, *m[place + 1:]): value * m[place] for m, value in poly.items() if m[place]}


def _terms(poly: Poly, at: np.ndarray) -> np.ndarray:
    return np.array([np.zeros(len(at)), *(float(value) * np.prod(at ** np.array(monomial), axis=1) for monomial, value in poly.items())])


def _part(poly: Poly, at: np.ndarray) -> np.ndarray:
    """A polynomial over the sum of the sizes of its terms."""
    terms = _terms(poly, at)
    return terms.sum(0) / np.maximum(abs(terms).sum(0), 1e-300)
