"""Laws under which an event is likelier than a bound says, at one point: values with masses that have the known moments, and cells of a law
that is given. The kernel counts their masses anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, islice, product
from math import isqrt

from flint import fmpq
from sympy import ImmutableMatrix, Rational

from theoremtest.derivations.kernel.goals import tail
from theoremtest.derivations.kernel.numbers import NoValue, Numbers, Unsettled
from theoremtest.derivations.kernel.points import FAILS, fails
from theoremtest.derivations.kernel.probabilities import MOMENTS
from theoremtest.derivations.kernel.terms import Record, Refused, Term, free, parts, read, shape
from theoremtest.derivations.language.tails import TailBound
from theoremtest.derivations.language.tree import to_tree, tree_of

Law = list[tuple[Fraction, Fraction, Fraction]]
"""Cells: ends and mass."""
NEAR = Fraction(1, 1024)
"""How far beyond the edge of an event a value lies where the edge itself is none, or not known exactly."""
VALUES, LAWS, TOGETHER, GRID, STEP, COUNT = 14, 24, 60, 32, 4, 40
"""Values of a draw that are looked at; laws that are made of them; laws of several draws together; cells on each side of a normal number's
mean and in a deviation; counts up to which cells go."""
ENOUGH = Fraction(10**9)


def likelier(statement: TailBound, point: dict) -> dict | None:
    """The point with a law for each draw under which the statement fails there, as the kernel takes it; None where none is found."""
    tree, there = tree_of(statement), {key: value for key, value in point.items() if key not in statement.draws}
    with suppress(Refused, NoValue, Unsettled, ZeroDivisionError):
        for laws in _laws(read(tree), read(to_tree(there))):
            made = {**there, **{draw: _matrix(law) for draw, law in zip(statement.draws, laws, strict=True)}}
            with suppress(Refused):
                if fails(tree, to_tree(made)) == FAILS:
                    return made
    return None


def said(statement: TailBound, point: dict) -> str:
    """The laws of the draws of which moments are known, in words."""
    found = []
    for draw, law in statement.draws.items():
        if type(law).__name__ in MOMENTS:
            rows = [point[draw].row(place) for place in range(point[draw].rows)]
            found.append(f"{draw} is " + ", ".join(f"{row[0]} with probability {row[2]}" for row in rows))
    return "; ".join(found)


def _matrix(law: Law) -> ImmutableMatrix:
    return ImmutableMatrix([[Rational(entry.numerator, entry.denominator) for entry in row] for row in law])


def _laws(statement: Record, values: dict) -> Iterator[list[Law]]:
    """Laws of all draws, one after the other, the likeliest for the event first where there is one draw."""
    event, most, draws = tail(statement)
    plain = Numbers({})
    point = Numbers({letter: plain.value(value) for letter, value in values.items()})
    numbers = _numbers([*event, most, *draws.values()], frozenset(draws), point)
    if len(draws) == 1:
        ((draw, law),) = draws.items()
        yield from ([one] for one in _of_one(draw, law, point, numbers, _holds(event, draw, point)))
        return
    each = [list(islice(_of_one(draw, law, point, numbers, None), LAWS)) for draw, law in draws.items()]
    alike = [list(laws) for laws in zip(*each, strict=False)]
    yield from alike
    yield from (list(laws) for laws in islice(product(*each), TOGETHER) if list(laws) not in alike)


def _holds(event: list[Term], draw: Term, point: Numbers) -> Callable[[Fraction], bool]:
    """Whether the event holds at a value of the one draw."""
    def holds(value: Fraction) -> bool:
        found = fmpq(value.numerator, value.denominator)
        where = point.with_value(draw, found if shape(draw) is None else [[found]])
        with suppress(NoValue, Unsettled):
            return all(map(where.truth, event))
        return False
    return holds


def _numbers(nodes: list[Term], drawn: frozenset[Term], point: Numbers) -> list[Fraction]:
    """Numbers that stand in formulas, with roots of those that are squares, and 1; the simplest first."""
    found = {Fraction(1)}
    for node in dict.fromkeys(part for formula in nodes for part in parts(formula)):
        if free(node) & drawn or shape(node) is not None or node.head in ("pos", "nonneg", "nonzero", "Equality", *MOMENTS):
            continue
        with suppress(NoValue, Unsettled, Refused):
            value = point.scalar(node)
            if isinstance(value, fmpq) and abs(value) < int(ENOUGH):
                one = abs(_fraction(value))
                found.add(one)
                root = Fraction(isqrt(one.numerator), isqrt(one.denominator) or 1)
                found.add(root if root ** 2 == one else one)
    return sorted(found, key=lambda one: (one.numerator + one.denominator, one))


def _fraction(value: object) -> Fraction:
    if not isinstance(value, fmpq):
        raise Refused("a moment that is no rational number")
    return Fraction(int(value.p), int(value.q))


def _of_one(draw: Term, law: Term, point: Numbers, numbers: list[Fraction], holds: Callable[[Fraction], bool] | None) -> Iterator[Law]:
    """Laws of one draw; where the event speaks of it alone, those first under which it is likeliest."""
    if law.head not in MOMENTS:
        yield from _cells(law, point, numbers, holds)
        return
    parameters = [_fraction(point.scalar(part)) for part in law.args]
    mean, steps = parameters[0], [step for one in numbers for step in (one, 2 * one, one / 2)]
    least, most = parameters[1:] if law.head == "Bounded" else (Fraction(0) if "nonnegative" in draw.mark[1] else None, None)
    values = [mean, *(value for step in steps for value in (mean + step, mean - step, step, -step))]
    values += [end for end in (least, most) if end is not None]
    if holds is not None:
        values = [*_edges(values, holds), *values]
    if law.head == "Moments":  # what may go with one value alone
        values = [*values[:6], *(mean - parameters[1] / (value - mean) for value in values[:6] if value != mean), *values[6:]]
    inside = [value for value in dict.fromkeys(values) if (least is None or value >= least) and (most is None or value <= most)][:VALUES]
    made = _with_moments(inside, parameters, law.head)
    if holds is None:
        yield from made
        return
    kept = {value: holds(value) for value in inside}
    chances = sorted(((sum(mass for value, _, mass in one if kept[value]), -len(one), number, one) for number, one in enumerate(made)),
                     key=lambda item: (-item[0], -item[1], item[2]))
    yield from (one for *_, one in chances[:3])


def _edges(values: list[Fraction], holds: Callable[[Fraction], bool]) -> list[Fraction]:
    """Values just inside of the event, by halving what lies between one inside and one outside."""
    found, ordered = [], sorted(set(values))
    for one, other in zip(ordered, ordered[1:], strict=False):
        if holds(one) != holds(other):
            inner, outer = (one, other) if holds(one) else (other, one)
            while abs(inner - outer) > NEAR:
                middle = (inner + outer) / 2
                inner, outer = (middle, outer) if holds(middle) else (inner, middle)
            found += [inner]
    return found


def _with_moments(values: list[Fraction], parameters: list[Fraction], head: str) -> list[Law]:
    """Values with masses that are not negative and have the moments: one, two or three of them."""
    mean, found = parameters[0], []
    second = None if head == "Bounded" else mean ** 2 + parameters[1]
    for count in range(1, 3 if second is None else 4):
        for chosen in combinations(values, count):
            masses = _masses(chosen, mean, second)
            if masses is not None:
                found.append([(value, value, mass) for value, mass in zip(chosen, masses, strict=True)])
    return found


def _masses(chosen: tuple[Fraction, ...], mean: Fraction, second: Fraction | None) -> list[Fraction] | None:
    """By the polynomials that are 1 at one of the values and 0 at the others, whose means the moments are."""
    found = []
    for value in chosen:
        others = [other for other in chosen if other != value]
        top = {0: Fraction(1), 1: mean - (others[0] if others else 0), 2: Fraction(0)}[len(others)] if len(others) < 2 else \
            (second or 0) - sum(others) * mean + others[0] * others[1]
        below = Fraction(1)
        for other in others:
            below *= value - other
        found.append(top / below)
    moments = [sum(mass * value ** power for value, mass in zip(chosen, found, strict=True)) for power in (1, 2)]
    if min(found) <= 0 or sum(found) != 1 or moments[0] != mean or second is not None and moments[1] != second:
        return None
    return found


def _cells(law: Term, point: Numbers, numbers: list[Fraction], holds: Callable[[Fraction], bool] | None) -> Iterator[Law]:
    """Cells of a law that is given: counts, or pieces of the line on which a normal number lies."""
    nothing = Fraction(0)
    if law.head in ("Binomial", "FairBits", "Poisson"):
        last = COUNT
        if law.head != "Poisson":
            many = _fraction(point.scalar(law.args[0]))
            last = min(COUNT, int(many) if law.head == "Binomial" else 2 ** min(int(many), 6) - 1)
        yield [(Fraction(count), Fraction(count), nothing) for count in range(last + 1)]
        return
    variance = _fraction(point.scalar(law))
    unit = Fraction(isqrt(int(variance * 4096)) + 1, 64)
    many = GRID if holds is not None else GRID // 4
    ends = [unit * place * GRID / many / STEP for place in range(-many, many + 1)]
    if holds is not None:
        ends = sorted({*ends, *_edges([*ends, *numbers, *(-one for one in numbers)], holds)})
    yield [(low, high, nothing) for low, high in zip(ends, ends[1:], strict=False)]
