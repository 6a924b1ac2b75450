"""Whether a slip leaves a formula without a value where the original has one, or where a condition that it dropped kept that out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain

from sympy import And, Basic, Determinant, Ge, Integer, Inverse, Le, Pow, Rational, S, Sum, oo, preorder_traversal, sympify
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language import (
    ConvergesInProbability,
    Covariance,
    Domain,
    Equal,
    Expectation,
    Holds,
    Iff,
    Limit,
    Scales,
    Solves,
    Statement,
    TheoremtestError,
    atoms_of,
)
from theoremtest.derivations.language.laws import Binomial, Multinomial, Poisson, law_conditions
from theoremtest.derivations.mutants import (
    Mutant,
    divides_by_zero,
    divisors_of,
    has_no_value_somewhere,
    loses_its_value,
    vanishes_on_its_way,
)
from theoremtest.derivations.proof.balls.enclose import NotEvaluable, truth
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.ladder import evaluated
from theoremtest.derivations.proof.on_the_way import way_of
from theoremtest.derivations.proof.points.coordinates import contains
from theoremtest.derivations.proof.points.explicit import NotExplicit, explicit
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.points.witness import has_value
from theoremtest.derivations.proof.valueless import entries_of, lacking_entry, without_value

from .outcomes import EQUIVALENT, REFUTED

OVER_DRAWS = Expectation, Covariance, ConvergesInProbability
BITS = 256
RANDOM = 40
"""Simple points, and random ones, at which a value is looked for that a slip has lost."""
FEW = 8
"""Simple points at which the ends of sums are looked at."""
WAYS, PLACES = 4, tuple(sign * Rational(2) ** power for power in range(4, -4, -1) for sign in (1, -1))
"""Points from which a symbol goes through some numbers, along which a determinant may change its sign."""
OUTCOMES = 64
"""Draws of counts that are looked at a point."""


def law_lost(before: Statement, slip: Statement) -> bool:
    """Whether at a point of the domain the slip draws from what is no law, a negative variance say, and the original from laws."""
    if not isinstance(slip, OVER_DRAWS) or slip.draws == before.draws or before.on is not slip.on:
        return False
    had, has = (And(*map(slip.on.expand, law_conditions(stated.draws))) for stated in (before, slip))
    with suppress(TheoremtestError, NotEvaluable):
        return any(truth(has, point, most=BITS) is False and truth(had, point, most=BITS) is True
                   for point in chain(small_points(slip.on, RANDOM), points(slip.on, RANDOM, "laws")))
    return False


def value_lost(mutant: Mutant, stated: Statement, seconds: float) -> tuple[str, str] | None:
    """What follows where a formula has no value: an identity says nothing there, a relation claims to hold and does not."""
    if mutant.lost is None:
        if (loses_its_value(mutant.original, mutant.statement) or _loses_it_elsewhere(mutant) or _loses_an_end(mutant)
                or _divides_anew(mutant, seconds)):
            return REFUTED, "no value at a point of the domain, where the original has one"
        if isinstance(mutant.statement, Limit) and vanishes_on_its_way(mutant.statement, seconds, _corners) \
                and not vanishes_on_its_way(mutant.original, seconds, _corners):
            return REFUTED, "zero all along the way to an endless limit, at a point of the domain"
    elif stated is mutant.statement:
        return None
    elif isinstance(stated, (Holds, Iff, Solves, Limit, Scales)) and _loses_a_value_to(stated, mutant.lost, seconds):
        return REFUTED, "no value at a point that the condition kept out"
    elif isinstance(stated, Equal) and has_no_value_somewhere(stated, everywhere=True):
        return EQUIVALENT, "no side has a value where the condition fails"
    return None


def _loses_it_elsewhere(mutant: Mutant) -> bool:
    """Whether the slip has certainly no value at a simple or random point of a relation's domain, or all along the way to a limit there,
    where the original has one; of draws, whether it asks there for an entry that a matrix does not have."""
    before, slip = mutant.original, mutant.statement
    if before.on is not slip.on:
        return False
    if isinstance(slip, (Expectation, Covariance)):  # the simplest points hold no matrix of more than one entry
        asked, had = entries_of(slip), entries_of(before)
        return _divides_before_it_draws(before, slip) or _loses_an_outcome(before, slip) or any(
            lacking_entry(asked, point) and not lacking_entry(had, point) for point in points(slip.on, RANDOM, "entries"))
    if not isinstance(slip, (Holds, Iff, Limit)):
        return False
    told = [[evaluated(stated.on.expand(expression)) for expression in stated.expressions() if expression not in (oo, -oo)]
            for stated in (before, slip)]
    way = [{slip.variable: value} for value in way_of(slip)] if isinstance(slip, Limit) else [{}]
    corners = _below_zero(*told, slip.on, {slip.variable} if isinstance(slip, Limit) else set())
    try:
        return bool(way) and any(
            all(has_none(told[1], {**point, **there}) for there in way)
            and any(has_value(told[0], {**point, **there}) is True for there in way)
            for point in chain(small_points(slip.on, RANDOM), points(slip.on, RANDOM, "values"), corners))
    except (TheoremtestError, NotEvaluable):
        return False


def _divides_before_it_draws(before: Statement, slip: Statement) -> bool:
    """Whether at a simple point the slip divides by a zero in which nothing is drawn, and the original by none."""
    told = [set().union(*(divisors_of(evaluated(stated.on.expand(sympify(part, strict=True)))) for part in stated.expressions()))
            for stated in (before, slip)]
    had, has = ([1 / divisor for divisor in sorted(divisors, key=str) if not atoms_of(divisor) & set(slip.draws)] for divisors in told)
    with suppress(TheoremtestError, NotEvaluable):
        return has != had and any(has_none(has, point) and has_value(had, point) is True for point in small_points(slip.on, RANDOM))
    return False


def _loses_an_outcome(before: Statement, slip: Statement) -> bool:
    """Whether among what is drawn at a few points there are counts for which the slip has certainly no value, and the original one."""
    from theoremtest.numerics.routes.sampling import Sampler

    laws = slip.draws.values()
    if slip.draws != before.draws or not laws or not all(isinstance(law, (Binomial, Multinomial, Poisson)) for law in laws):
        return False
    told = [[evaluated(stated.on.expand(part)) for part in stated.drawn_over()] for stated in (before, slip)]
    with suppress(TheoremtestError, NotEvaluable, TypeError):
        for point in points(slip.on.but(*law_conditions(slip.draws)), FEW, "outcomes"):
            known = Sampler(slip, point, "outcomes").block(OUTCOMES)
            drawn = {tuple(int(known[count][place]) for count in slip.draws) for place in range(OUTCOMES)}
            for outcome in sorted(drawn):
                there = {**point, **dict(zip(slip.draws, map(Integer, outcome), strict=True))}
                if has_none(told[1], there) and has_value(told[0], there) is True:
                    return True
    return False


def has_none(formulas: list, point: dict) -> bool:
    """Whether one of the formulas has certainly no value at a point: by balls, or because terms cancel in what it divides by."""
    told = has_value(formulas, point)
    if told is None:
        with suppress(NotExplicit, TypeError, ValueError, NotImplementedError):
            return any(explicit(sympify(formula, strict=True), point).has(S.NaN, S.ComplexInfinity) for formula in formulas)
    return told is False


def _corners(divisor: Basic, domain: Domain) -> Iterator[dict]:
    """Points in corners of the domain where a divisor is positive, and where it is negative."""
    for relation in (Le(divisor, 0, evaluate=False), Ge(divisor, 0, evaluate=False)):
        yield from _failing(relation, domain)


def _failing(relation: Boolean, domain: Domain) -> Iterator[dict]:
    from theoremtest.numerics.routes.descent import failing_points

    with suppress(TheoremtestError):
        yield from failing_points(Holds(relation, on=domain), points(domain, FEW, "corners"), "corners")


def _below_zero(before: list, after: list, domain: Domain, but: set) -> Iterator[dict]:
    """Points in corners of the domain where what stands under one of the new roots is negative. but: symbols that it must not hold."""
    had, has = (set().union(*(_radicands(formula) for formula in formulas)) for formulas in (before, after))
    for radicand in sorted((one for one in has - had if not one.free_symbols & but), key=str):
        yield from _failing(Ge(radicand, 0, evaluate=False), domain)


def _radicands(formula: Basic) -> set:
    return {power.base for power in formula.atoms(Pow) if power.exp.is_Rational and power.exp.q == 2 and power.base.free_symbols}


def _loses_an_end(mutant: Mutant) -> bool:
    """Whether at a simple point a sum of the slip divides by zero at one of its ends, or ends between two numbers, and none of the
    original's does.
    """
    before, slip = mutant.original, mutant.statement
    if before.on is not slip.on or not _sums(slip):
        return False
    return any(_divides_at(_sums(slip), point) and not _divides_at(_sums(before), point) for point in small_points(slip.on, FEW))


def _sums(stated: Statement) -> list[Sum]:
    """The sums over one index."""
    found = set().union(*(stated.on.expand(sympify(side, strict=True)).atoms(Sum) for side in stated.expressions()))
    return [node for node in sorted(found, key=str) if len(node.limits) == 1]


def _divides_at(sums: list[Sum], point: dict) -> bool:
    for node in sums:
        ((index, low, high),) = node.limits
        with suppress(NotExplicit):
            ends = [explicit(end, point) for end in (low, high)]
            if any(end.is_Rational and not end.is_Integer for end in ends):
                return True
            if ends[0].is_Integer and (ends[1] >= ends[0]) == S.true and any(
                    explicit(node.function.xreplace({index: end}), point).has(S.NaN, S.ComplexInfinity) for end in ends if end.is_Integer):
                return True
    return False


def _divides_anew(mutant: Mutant, seconds: float) -> bool:
    """Whether the slip of a relation or a solution divides by what is certainly zero at some point, and the original does not."""
    return (isinstance(mutant.statement, (Holds, Iff, Limit, Solves)) and divides_by_zero(mutant.statement, seconds, _corners)
            and not divides_by_zero(mutant.original, seconds, _corners))


def _loses_an_inverse(stated: Statement, lost: Boolean) -> bool:
    """Whether the determinant of what a solution inverts changes its sign along a symbol that a lost condition kept from there."""
    from theoremtest.numerics.values.evaluate import EvaluationError
    from theoremtest.numerics.values.matrices import value

    domain, found = stated.on, [evaluated(stated.on.expand(part)) for part in stated.expressions()]
    inverted = {node.arg for part in found for node in preorder_traversal(part) if isinstance(node, Inverse)}
    ways = [(symbol, one) for symbol in sorted(lost.free_symbols & set(domain.scalars), key=str) if not symbol.is_integer
            for one in sorted(inverted, key=str) if symbol in atoms_of(one)]
    with suppress(TheoremtestError, EvaluationError):
        for point in points(domain, WAYS, "inverses") if ways else ():
            for symbol, one in ways:
                signs = {value(Determinant(one), there) > 0 for place in PLACES
                         if contains(domain, there := {**point, symbol: place}) is True}
                if signs == {True, False}:
                    return True
    return False


def _loses_a_value_to(stated: Statement, lost: Boolean, seconds: float) -> bool:
    """Whether a formula, or an abbreviation that a statement speaks of, has certainly no value somewhere that a lost condition kept out."""
    if isinstance(stated, Solves) and _loses_an_inverse(stated, lost):
        return True
    return without_value(stated, (lost,), Deadline(seconds), within=stated.on) is not None or (
        isinstance(stated, (Holds, Iff, Limit, Solves)) and divides_by_zero(stated, seconds, _corners))
