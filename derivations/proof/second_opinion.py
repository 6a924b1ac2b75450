"""What balls at a point cannot tell of a counterexample, worked out by numbers: quadrature, long sums, grids of draws, starts of motions.

This is never the reason for an answer. A counterexample that was found exactly is told only if numbers bear it out, and where they
cannot be had it is not told: to see nothing wrong is no pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import singledispatch
from itertools import product
from math import exp, lgamma, log, pi, sqrt
from operator import sub

import mpmath
from sympy import Eq, Float, Ge, Gt, ImmutableMatrix, Integer, Le, Lt, MatrixSymbol, Ne, Rational, S, Sum, Symbol, diff, oo
from sympy.core.relational import Relational

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.expectation import Covariance, Expectation
from theoremtest.derivations.language.laws import Law
from theoremtest.derivations.language.laws import Poisson as PoissonLaw
from theoremtest.derivations.language.statement import Equal, Evolves, Holds, Limit, NotHessian, Solves, Statement

from .balls import enclose as balls
from .deadline import Deadline, OutOfTime, alarm
from .ladder import evaluated
from .on_the_way import shrink, way_of
from .points.explicit import NotExplicit, explicit
from .zero.normal_form import is_zero

SECONDS = 3.0
"""What one opinion may take."""
DIGITS, MARGIN, SMALL = 15, 1e-6, 1e-9
"""Digits of a value, and the relative and absolute gap from which on two of them count as different."""
GRIDS = {1: (64, 8), 2: (3, 6), 3: (1, 4), 4: (1, 4)}
"""By the number of drawn entries: steps to one standard deviation, and how many deviations a grid reaches."""
OUTCOMES = 400
SPREADS, TERMS = 20, 80
"""Values of a count that are gone through, spreads of a shifted grid that a difference has to exceed, terms of a sum that are added up."""
PLACES = ((1, 2), (3, -1), (-2, 5))
"""Vectors of two entries at which mixed partial derivatives are compared, in thirds."""
NEARLY, FEW_STEPS = 1e-3, (3, 6)
"""A distance on the way to a limit that sums and quadrature do not tell from none; powers of two at which they are worked out."""
NEAR = 10, 20, 40
"""Powers of one half at which a start is looked at from beside."""
HOLDS: dict[type, Callable[[float], bool]] = {Lt: lambda gap: gap < 0, Le: lambda gap: gap <= 0, Gt: lambda gap: gap > 0,
                                              Ge: lambda gap: gap >= 0, Eq: lambda gap: False, Ne: lambda gap: True}
"""By relation: whether it holds of a left side less the right one that is clearly not zero."""


def fails_by_numbers(statement: Statement, point: dict, deadline: Deadline) -> bool:
    """Whether numbers bear out that a statement fails at a point; False where they do not, or where there are none."""
    try:
        with alarm(min(SECONDS, max(deadline.left(), 0.1)), "no numbers within"):
            return _fails(statement, point)
    except (OutOfTime, NotExplicit, NotImplementedError, balls.NotEvaluable, ValueError, TypeError, ZeroDivisionError, OverflowError):
        deadline.check()
        return False


@singledispatch
def _fails(statement, point) -> bool:
    return False


def _apart(left: float, right: float, spread: float = 0.0) -> bool:
    return abs(left - right) > SPREADS * spread + MARGIN * (abs(left) + abs(right)) + SMALL


def _number(expression) -> float:
    """A number by SymPy's own arithmetic and quadrature. Raises NotExplicit where it gives none."""
    value = expression.replace(lambda node: isinstance(node, Sum), _summed).evalf(DIGITS, maxn=60)
    if not (value.is_Float or value.is_Rational) or not value.is_finite:
        raise NotExplicit(f"no number for {expression}")
    return float(value)


def _summed(node: Sum) -> Float:
    """A sum term by term; of an endless one the first terms, and an integral from half a step on for the rest."""
    (index, low, high), *others = node.limits
    if others or node.function.has(Sum) or not low.is_Integer or not (high is S.Infinity or high.is_Integer and high - low < OUTCOMES):
        raise NotExplicit(f"no number for {node}")

    def term(place) -> float:
        value = node.function.subs(index, place).evalf(DIGITS)
        if not value.is_number or not value.is_finite:
            raise NotExplicit(f"no number for {node}")
        return float(value)

    last = int(low) + TERMS if high is S.Infinity else int(high) + 1
    total = sum(map(term, map(Integer, range(int(low), last))))
    if high is S.Infinity and abs(term(Integer(last))) + abs(term(Integer(2 * last))) > SMALL**2:
        total += float(mpmath.quad(lambda place: term(_exact(place)), [last - 0.5, 4 * last, 16 * last, mpmath.inf], maxdegree=4))
    return Float(total)


def _exact(place: mpmath.mpf) -> Rational:
    """A number as a fraction, so that what cancels far out is worked out with as many digits as it takes."""
    return Rational(str(mpmath.nstr(place, DIGITS)))


def _values(statement, side, point: dict) -> list[float]:
    found = explicit(statement.on.expand(evaluated(side, statement.on)), point)
    return [_number(entry) for entry in found.flat()] if isinstance(found, ImmutableMatrix) else [_number(found)]


@_fails.register
def _(statement: Equal, point):
    return any(map(_apart, *(_values(statement, side, point) for side in (statement.left, statement.right))))


@_fails.register
def _(statement: Evolves, point):
    """Where the quantity holds an integral or a sum: by a step along the rates."""
    step = Symbol("h", real=True)
    moved = {**point, **{state: point[state] + step * explicit(statement.on.expand(rate), point)
                         for state, rate in statement.along.rates.items()}}
    change = diff(explicit(statement.on.expand(statement.quantity), moved), step).subs(step, 0)
    return _apart(_number(change.doit()), *_values(statement, statement.rate, point))


@_fails.register
def _(statement: Holds, point):
    """Of a comparison: that it fails by more than its sides are off, or that both sides of a strict one are one number."""
    relation = statement.relation
    if not isinstance(relation, Relational):
        return False
    left, right = (explicit(statement.on.expand(evaluated(side, statement.on)), point) for side in relation.args)
    if isinstance(left, ImmutableMatrix):
        return False
    one, other = _number(left), _number(right)
    if _apart(one, other):
        return not HOLDS[type(relation)](one - other)
    return isinstance(relation, (Gt, Lt, Ne)) and is_zero(left - right, Domain()) is True


# draws -------------------------------------------------------------------------------------------------------------------


@_fails.register
def _(statement: Expectation, point):
    value = explicit(statement.on.expand(statement.value), point)
    if isinstance(value, ImmutableMatrix):
        return False
    quantity = statement.on.expand(statement.quantity)
    powers = [[quantity]] if statement.moment == "mean" else [[quantity, quantity], [quantity]]
    grids = [[_mean(statement, factors, point, shift) for factors in powers] for shift in (0, 1)]
    one, other = (found[0] if len(found) == 1 else found[0] - found[1] ** 2 for found in grids)
    return _apart(one, _number(value), abs(one - other))


@_fails.register
def _(statement: Covariance, point):
    first, second = (statement.on.expand(part) for part in (statement.first, statement.second))
    grids = [[_mean(statement, factors, point, shift) for factors in ([first, second], [first], [second])] for shift in (0, 1)]
    one, other = (both - left * right for both, left, right in grids)
    return _apart(one, _number(explicit(statement.on.expand(statement.value), point)), abs(one - other))


def _mean(statement, factors: list, point: dict, shift: int) -> float:
    """The mean of a product over a grid of draws; shift: 1 for the grid moved by half a step, which shows how good the grid is."""
    total = weights = 0.0
    for draws, weight in _grid(statement, point, shift):
        place, term = {**point, **draws}, weight
        for factor in factors:
            term *= float(balls.enclosure(factor, place, balls.PRECISIONS[0]))
        total, weights = total + term, weights + weight
    return total / weights


def _grid(statement, point: dict, shift: int) -> Iterator[tuple[dict, float]]:
    """Values of all draws, each with its weight. Raises NotExplicit where they are too many, or of a law that has no grid here."""
    entries: list[tuple] = []
    for symbol, law in statement.draws.items():
        if isinstance(law, PoissonLaw):
            rate = _number(explicit(statement.on.expand(law.rate), point))
            entries.append((symbol, None, [(Integer(n), exp(n * log(rate) - rate - lgamma(n + 1))) for n in range(OUTCOMES)]
                            if rate > 0 else [(S.Zero, 1.0)]))
            continue
        if isinstance(law, Law):
            raise NotExplicit(f"the law {law}")
        variance = _number(explicit(statement.on.expand(law), point))
        rows, columns = (int(explicit(size, point)) for size in symbol.shape) if isinstance(symbol, MatrixSymbol) else (1, 1)
        entries += [(symbol, (i, j) if isinstance(symbol, MatrixSymbol) else None, variance) for i in range(rows) for j in range(columns)]
    normal = sum(not isinstance(kind, list) for _, _, kind in entries)
    if normal > max(GRIDS):
        raise NotExplicit("too many draws")
    choices = [kind if isinstance(kind, list) else _line(kind, *GRIDS[normal], shift) for _, _, kind in entries]
    for chosen in product(*choices):
        weight, draws = 1.0, {}
        for (symbol, place, _), (value, part) in zip(entries, chosen, strict=True):
            weight *= part
            draws.setdefault(symbol, {})[place] = value
        yield {symbol: _filled(symbol, values, point) for symbol, values in draws.items()}, weight


def _line(variance: float, steps: int, reach: int, shift: int) -> list[tuple[Rational, float]]:
    """Rational values of a normal number with their weights: for smooth functions such a grid is far better than its step tells."""
    if variance < 0:
        raise NotExplicit("a negative variance")
    if variance == 0:
        return [(S.Zero, 1.0)]
    step = Rational(max(1, round(sqrt(variance) / steps * 2**20)), 2**20)
    values = [step * (Rational(n) + Rational(shift, 2)) for n in range(-steps * reach, steps * reach + 1)]
    return [(value, exp(-float(value) ** 2 / (2 * variance)) / sqrt(2 * pi * variance)) for value in values]


def _filled(symbol, values: dict, point: dict):
    if None in values:
        return values[None]
    rows, columns = (int(explicit(size, point)) for size in symbol.shape)
    return ImmutableMatrix(rows, columns, lambda i, j: values[i, j])


# fields and motions --------------------------------------------------------------------------------------------------------


@_fails.register
def _(statement: NotHessian, point):
    """That the mixed partial derivatives agree in two dimensions, at some vectors."""
    size = statement.variable.shape[0]
    letters = [Symbol(f"v_{i}", real=True) for i in (1, 2)]
    two = {**point, statement.variable: ImmutableMatrix(letters)} | ({size: Integer(2)} if size.is_Symbol else {})
    if any(isinstance(symbol, MatrixSymbol) and symbol != statement.variable and size in symbol.shape for symbol in point):
        two |= {symbol: _of_two(symbol, size) for symbol in point if isinstance(symbol, MatrixSymbol) and symbol != statement.variable}
    field = explicit(statement.on.expand(statement.field), two)
    gaps = [diff(field[i, 0], letters[1]) - diff(field[i, 1], letters[0]) for i in (0, 1)]
    places = [dict(zip(letters, (Rational(n, 3) for n in place), strict=True)) for place in PLACES]
    return all(abs(_number(gap.subs(place))) < MARGIN for gap in gaps for place in places)


def _of_two(symbol: MatrixSymbol, size) -> ImmutableMatrix:
    rows, columns = (2 if side == size else int(side) for side in symbol.shape)
    return ImmutableMatrix(rows, columns, lambda i, j: Rational(1 + i + j, 2 + (i - j) ** 2))


@_fails.register
def _(statement: Solves, point):
    """A start as a limit: that the value beside the start does not come nearer to the initial one."""
    t = statement.system.t
    for state, initial in statement.system.initial.items():
        value, wanted = (statement.on.expand(side) for side in (statement.solution[state], initial))
        gaps = [abs(float(balls.enclosure(value - wanted, {**point, t: Rational(1, 2**far)}, balls.PRECISIONS[1]))) for far in NEAR]
        if stays_away(gaps):
            return True
    return False


def comes_near_by_numbers(statement: Limit, point: dict, deadline: Deadline) -> bool | None:
    """Whether a limit comes nearer and nearer to the stated value at a few numbers on its way; None where there are none to be had."""
    x, value = statement.variable, statement.value
    try:
        with alarm(min(SECONDS, max(deadline.left(), 0.1)), "no numbers within"):
            gaps = []
            for there in way_of(statement, FEW_STEPS):
                side, *others = (_values(statement, side, {**point, x: there}) for side in (
                    (statement.expression,) if value in (oo, -oo) else (statement.expression, value)))
                infinite = 1 / abs(side[0]) if (side[0] > 0) is (value is oo) else 1.0
                gaps.append(sum(map(abs, map(sub, side, *others))) if others else infinite)
            return shrink(gaps) or gaps[-1] < NEARLY if len(gaps) > 1 else None
    except (OutOfTime, NotExplicit, NotImplementedError, balls.NotEvaluable, ValueError, TypeError, ZeroDivisionError, OverflowError):
        deadline.check()
        return None


def stays_away(gaps: list[float]) -> bool:
    """Whether gaps on the way to a limit do not shrink: a gap that goes to zero as slowly as that is none that is met."""
    return all(later > 0.9 * sooner > 0 for sooner, later in zip(gaps, gaps[1:], strict=False)) and gaps[-1] > SMALL
