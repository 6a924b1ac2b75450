"""Points of the domain at which one of two statements has a value and the other has none.

Two formulas may agree wherever both have a value; a statement that lost its value at a point that it speaks of does not hold there.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice

from sympy import Basic, Pow, log, sympify

from theoremtest.derivations.language import Counterexample, Domain, Statement, TheoremtestError
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.ladder import evaluated
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.points.witness import has_value
from theoremtest.derivations.proof.refute import point_items
from theoremtest.derivations.proof.valueless import NOT_POINTWISE, without_value

from .changes import DIFFERENT, Change
from .comparison import aligned
from .goals import Place
from .pieces import signs_of

SIMPLE, THERE = 40, 3
"""Simple points at which values are looked for, and points where a formula may have none."""


def value_changes(old: Statement, new: Statement, seconds: float) -> Iterator[Change]:
    """One change for each part that has no value at a point where it had one, or that a condition kept out; or the other way round."""
    was, now = (dict(statement.parts()) for statement in aligned(old, new)[:2])
    for name, part in now.items():
        if name in was and type(was[name]) is type(part):
            deadline = Deadline(seconds)
            with suppress(TheoremtestError, OutOfTime, NotImplementedError, TypeError, ValueError):  # no point is found, and none is told
                found = _no_longer_kept_out(was[name], part, deadline) or _lost_or_gained(was[name], part, deadline)
                if found is not None:
                    place = f"part {name}: value" if name else "value"
                    yield Change(place, DIFFERENT, example=found[0], lost=found[1], note=found[2])


Found = tuple[Counterexample, bool, str]


def _no_longer_kept_out(old: Statement, new: Statement, deadline: Deadline) -> Found | None:
    for condition in (one for one in old.on.conditions if one not in new.on.conditions):
        evidence = without_value(new, (condition,), deadline)
        if evidence is not None and evidence.counterexample is not None:
            return evidence.counterexample, True, f"it has no value there, and {condition} kept that point out"
    return None


def _lost_or_gained(old: Statement, new: Statement, deadline: Deadline) -> Found | None:
    if isinstance(new, NOT_POINTWISE):
        return None
    domain = Place(old, new).domain
    had, has = (_written(statement) for statement in (old, new))
    if set(had) == set(has):
        return None
    for point in chain(*(_where(domain, risk, deadline) for risk in _risks(had, has)), small_points(domain, SIMPLE, deadline=deadline)):
        deadline.check()
        values = has_value(had, point), has_value(has, point)
        if values in ((True, False), (False, True)):
            lost = values[0] is True
            return (Counterexample(point_items(domain, point)), lost,
                    "it had a value there and has none" if lost else "it has a value there and had none")
    return None


def _written(statement: Statement) -> list[Basic]:
    return [evaluated(statement.on.expand(sympify(side, strict=True))) for side in statement.expressions()]


def _risks(had: list[Basic], has: list[Basic]) -> list[Basic]:
    """Where a formula of one of the statements alone may have no value: a divisor is zero, a root's or a logarithm's argument negative."""
    one, other = (set(chain.from_iterable(map(_may_fail, formulas))) for formulas in (had, has))
    return sorted((one ^ other), key=str)


def _may_fail(formula: Basic) -> Iterator[Basic]:
    for power in formula.atoms(Pow):
        if power.base.free_symbols and not getattr(power.base, "shape", ()):
            negative, zero, _ = signs_of(power.base)
            if power.exp.could_extract_minus_sign():
                yield zero
            if power.exp.is_Rational and not power.exp.is_Integer:
                yield negative
    for node in formula.atoms(log):
        if node.args[0].free_symbols:
            yield from signs_of(node.args[0])[:2]


def _where(domain: Domain, risk: Basic, deadline: Deadline) -> Iterator[dict]:
    with suppress(TheoremtestError):
        there = domain.but(risk)
        yield from islice(small_points(there, THERE, deadline=deadline), THERE)
        yield from points(there, THERE, "values", deadline)
