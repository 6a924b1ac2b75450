"""The `points` route: every kind of statement tried at random points of its domain, worked out to 50 digits.

Points are seeded by the claim's id, so the same code gives the same figures on any machine. Derivatives are difference
quotients at high precision, gradients of losses included: no formula is differentiated here, so a slip in the symbolic
route shows up as a disagreement. Agreement supports a statement and proves nothing; a disagreement is a refutation.
"""

from __future__ import annotations

from functools import singledispatch

import mpmath
from sympy import And, Eq, Ge, Gt, Le, Lt, MatrixSymbol, Ne, Not, Or, S, oo
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom

from rederive.derivations.language import (
    Conserved,
    Counterexample,
    Domain,
    Equal,
    Evidence,
    Evolves,
    Gradient,
    GradientFlow,
    Hessian,
    Holds,
    Iff,
    Inverse,
    Limit,
    Minimises,
    NotHessian,
    Outcome,
    Solves,
    Statement,
)
from rederive.derivations.language.rank import RankBound
from rederive.derivations.language.square_root import SquareRoot
from rederive.numerics.routes import matrix_trials
from rederive.numerics.routes.evaluate import EvaluationError, NotDefined
from rederive.numerics.routes.values import entries, gradient, is_matrix, largest, moved, settle, size, slope, value

DIGITS = 50
REQUIRED = 40
"""Agreement below this many digits is a disagreement: values are settled to 60 digits before they are compared."""
COUNT = 8
LIMIT_COUNT = 4
"""Limits are followed over many arguments, so fewer points will do."""
ENGINE = "mpmath, 50 digits"


def check(statement: Statement, seed: str, count: int = COUNT) -> Evidence:
    """Try a statement (no conjunction) at `count` random points of its domain.

    Outcome `agrees` when all points agree, `refuted` with the point where one does not, `undecided` when a side has no
    value at a point of the domain, `not applicable` for kinds that speak of whole trajectories.
    Raises DomainError when the domain has no point to try.
    """
    if not applies(statement):
        return Evidence("points", ENGINE, Outcome.NOT_APPLICABLE)
    tried, worst, seen, notes = [], DIGITS, [], []
    count = min(count, LIMIT_COUNT) if isinstance(statement, Limit) else count
    for point in draw(sampled_domain(statement), count, seed, least_size=2 if isinstance(statement, NotHessian) else 1):
        try:
            result = trial(statement, point)
        except EvaluationError as error:
            tried.append(f"no value at {_named(point)}: {error}")
            continue
        seen.append(point)
        notes.append(result.note)
        worst = min(worst, result.digits)
        if result.fails:
            return Evidence("points", ENGINE, Outcome.REFUTED, scope="numerical", figure=result.figure,
                            counterexample=Counterexample(_named(point), result.left, result.right, result.note))
    if not seen:
        return Evidence("points", ENGINE, Outcome.UNDECIDED, tried=tuple(tried[:3]))
    scope = _scope(statement.on, seen)
    figure = f"{worst} digits" if _counts_digits(statement) else "all"
    if isinstance(statement, Limit):
        figure = _common(notes)
    if tried:
        return Evidence("points", ENGINE, Outcome.UNDECIDED, scope, figure, tried=tuple(tried[:3]))
    return Evidence("points", ENGINE, Outcome.AGREES, scope, figure)


def applies(statement: Statement) -> bool:
    """Whether this route has anything to say about such a statement."""
    return trial.dispatch(type(statement)) is not trial.dispatch(object)


def draw(domain: Domain, count: int, seed: str, least_size: int = 1) -> list[dict]:
    """`count` random rational points of a domain, the same for the same seed, every dimension at least `least_size`.

    Raises DomainError when the domain has none that can be found.
    """
    from rederive.derivations.proof.points.random_points import points

    if least_size > 1 and domain.dimensions:
        domain = domain.but(*(Ge(dimension, least_size) for dimension in domain.dimensions))
    return points(domain, count, seed)


def sampled_domain(statement: Statement) -> Domain:
    """The statement's domain, with what the statement itself binds and no point of the domain would give: states, time."""
    if isinstance(statement, Solves):
        free = {statement.system.t}
    elif hasattr(statement, "along"):
        free = set(statement.along.states)
    else:
        return statement.on
    missing = sorted(free - statement.on.declared, key=str)
    return statement.on.but(over=missing) if missing else statement.on


class Trial:
    """What one point showed: the digits that both sides share, or whether the statement is true there."""

    def __init__(self, digits: int, fails: bool, left: str = "", right: str = "", note: str = ""):
        self.digits, self.fails, self.left, self.right, self.note = digits, fails, left, right, note
        self.figure = f"{digits} digits"


def agreed_digits(left: list, right: list, scale=0) -> int:
    """Whole digits that two lists of numbers share, relative to the largest of them (or to `scale`); 50 at most."""
    with mpmath.workdps(2 * DIGITS):
        scale = max(largest(left), largest(right), scale)
        apart = largest([a - b for a, b in zip(left, right, strict=True)])
        if apart == 0:
            return DIGITS
        return max(0, min(DIGITS, int(mpmath.floor(-mpmath.log10(apart / scale)))))


def _compared(statement, point, sides, start=80) -> Trial:
    """A trial of `sides(statement, point, working digits) -> (left entries, right entries)`."""
    lengths = []

    def both(working):
        with mpmath.workdps(working):
            left, right = sides(statement, point, working)
            lengths[:] = [len(left)]
            return mpmath.matrix([*left, *right])

    numbers = settle(both, DIGITS + 10, start=start)
    left, right = numbers[: lengths[0]], numbers[lengths[0]:]
    digits = agreed_digits(left, right)
    if digits >= REQUIRED:
        return Trial(digits, False)
    worst = max(range(len(left)), key=lambda i: abs(left[i] - right[i]))
    note = f"entry {worst + 1} of {len(left)}" if len(left) > 1 else ""
    return Trial(digits, True, _decimal(left[worst]), _decimal(right[worst]), note)


@singledispatch
def trial(statement: Statement, point) -> Trial:
    """Try one statement at one point; kinds without a rule are not applicable."""
    raise TypeError(f"the points route has no rule for {type(statement).__name__}")


# --- identities ---------------------------------------------------------------------------------------------------


@trial.register
def _(statement: Equal, point):
    left, right = statement.on.expand(statement.left), statement.on.expand(statement.right)
    return _compared(statement, point, lambda s, p, w: (entries(value(left, p, w)), entries(value(right, p, w))))


@trial.register
def _(statement: Inverse, point):
    matrix, inverse = statement.on.expand(statement.matrix), statement.on.expand(statement.inverse)

    def sides(s, p, w):
        a, b = value(matrix, p, w), value(inverse, p, w)
        one = entries(mpmath.eye(a.rows))
        return entries(a * b) + entries(b * a), one + one

    return _compared(statement, point, sides)


def rates_along(flow, domain: Domain, point, digits: int) -> dict:
    """The rate of each state of a flow at a point; a gradient flow's by difference quotients of its loss."""
    if isinstance(flow, GradientFlow):
        loss = domain.expand(flow.loss)
        return {state: gradient(loss, state, point, digits) * -value(domain.expand(rate), point, digits)
                for state, rate in flow.learning_rates.items()}
    return {state: value(domain.expand(rate), point, digits) for state, rate in flow.rates.items()}


@trial.register(Evolves)
@trial.register(Conserved)
def _(statement, point):
    domain, flow = statement.on, statement.along
    quantity, rate = domain.expand(statement.quantity), domain.expand(statement.rate)

    def sides(s, p, w):
        direction = rates_along(flow, domain, p, w)
        left = slope(lambda h: value(quantity, moved(p, direction, h), w), w)
        if isinstance(statement, Conserved):
            return entries(left), [mpmath.mpf(0)] * len(entries(left))
        there = dict(p)
        if statement.symbol is not None:
            there[statement.symbol] = value(quantity, p, w)
        return entries(left), entries(value(rate, there, w))

    return _compared(statement, point, sides, start=120)


@trial.register
def _(statement: Gradient, point):
    potential, expected = statement.on.expand(statement.potential), statement.on.expand(statement.value)
    return _compared(statement, point, lambda s, p, w: (
        entries(gradient(potential, s.variable, p, w)), entries(value(expected, p, w))), start=120)


def hessian(potential, variable, point, digits: int):
    """The matrix of second derivatives by difference quotients, shape (d, d)."""
    with mpmath.workdps(digits):
        rows = size(variable.shape[0], point)
        columns = []
        for i in range(rows):
            unit = mpmath.zeros(rows, 1)
            unit[i] = 1
            columns.append(slope(lambda h, unit=unit: gradient(
                potential, variable, moved(point, {variable: unit}, h), digits), digits))
        return mpmath.matrix([[columns[j][i] for j in range(rows)] for i in range(rows)])


@trial.register
def _(statement: Hessian, point):
    potential, field = statement.on.expand(statement.potential), statement.on.expand(statement.field)
    return _compared(statement, point, lambda s, p, w: (
        entries(hessian(potential, s.variable, p, w)), entries(value(field, p, w))), start=160)


@trial.register
def _(statement: Solves, point):
    domain, t = statement.on, statement.system.t
    solution = {x: domain.expand(f) for x, f in statement.solution.items()}
    rates = {x: domain.expand(f) for x, f in statement.system.rates.items()}
    initial = {x: domain.expand(f) for x, f in statement.system.initial.items()}

    def sides(s, p, w):
        there = {**p, **{x: value(f, p, w) for x, f in solution.items()}}
        start = {**p, t: S.Zero}
        left = [slope(lambda h, f=f: value(f, moved(p, {t: mpmath.mpf(1)}, h), w), w) for f in solution.values()]
        right = [value(rates[x], there, w) for x in solution]
        left += [value(f, start, w) for f in solution.values()]
        right += [value(initial[x], start, w) for x in solution]
        return left, right

    return _compared(statement, point, sides, start=120)


@trial.register
def _(statement: NotHessian, point):
    """The mixed partials of the field differ somewhere, for these parameters: three positions are tried."""
    field, x = statement.on.expand(statement.field), statement.variable
    for stretch in (1, S(3) / 2, S(1) / 3):
        def apart(w, stretch=stretch):
            with mpmath.workdps(w):
                there = {**point, x: point[x] * stretch}
                rows = size(x.shape[0], point)
                partial = []
                for k in range(rows):
                    unit = mpmath.zeros(rows, 1)
                    unit[k] = 1
                    partial.append(slope(lambda h, unit=unit: value(field, moved(there, {x: unit}, h), w), w))
                return mpmath.matrix([partial[k][i, j] - partial[j][i, k]
                                      for i in range(rows) for j in range(rows) for k in range(j)])
        if largest(settle(apart, DIGITS, start=120)) > 0:
            return Trial(DIGITS, False)
    return Trial(0, True, "equal mixed partials", "", "at three positions along one ray")


@trial.register
def _(statement: Minimises, point):
    """The potential's Hessian is warp times the inverse preconditioner, positive, and its slope at the start is as given."""
    domain, x = statement.on, statement.variable
    potential, slope_, start, precondition, warp = (domain.expand(part) for part in (
        statement.potential, statement.slope, statement.initial, statement.preconditioner, statement.warp))
    convex = []

    def sides(s, p, w):
        bend = hessian(potential, x, p, w)
        convex[:] = [min(mpmath.eigsy(bend, eigvals_only=True)) > 0]
        there = {**p, x: value(start, p, w)}
        left = entries(bend * value(precondition, p, w)) + entries(gradient(potential, x, there, w))
        right = entries(mpmath.eye(bend.rows) * value(warp, p, w)) + entries(value(slope_, p, w))
        return left, right

    result = _compared(statement, point, sides, start=160)
    if not result.fails and not convex[0]:
        return Trial(0, True, "an eigenvalue of the Hessian is not positive", "", "strict convexity")
    return result


@trial.register
def _(statement: RankBound, point):
    """The rank by singular values against the bound."""
    domain = statement.on
    found = matrix_trials.rank_at(domain.expand(statement.matrix), point, DIGITS, statement.neurons)
    bound = value(domain.expand(statement.at_most), point, DIGITS)
    return Trial(DIGITS, found > bound, str(found), mpmath.nstr(bound, 6), "rank against its bound")


@trial.register
def _(statement: SquareRoot, point):
    """The root against the one found from eigenvalues."""
    root, of = statement.on.expand(statement.root), statement.on.expand(statement.of)
    return _compared(statement, point, lambda s, p, w: (
        entries(value(root, p, w)), entries(matrix_trials.semidefinite_root(value(of, p, w)))))


# --- relations ----------------------------------------------------------------------------------------------------


def truth(relation, point) -> bool:
    """Whether a relation (or And, Or, Not of such) is true at a point, sides told apart at settled precision."""
    if isinstance(relation, BooleanAtom) or relation in (S.true, S.false):
        return bool(relation)
    if isinstance(relation, And):
        return all(truth(part, point) for part in relation.args)
    if isinstance(relation, Or):
        return any(truth(part, point) for part in relation.args)
    if isinstance(relation, Not):
        return not truth(relation.args[0], point)
    if not isinstance(relation, Relational):
        raise NotDefined(f"{relation} is no relation")
    if is_matrix(relation.lhs) or is_matrix(relation.rhs):
        equal = _same_entries(relation, point)
        return equal if isinstance(relation, Eq) else not equal
    left, right = settled_pair(relation, point)
    rule = {Eq: left == right, Ne: left != right, Lt: left < right, Le: left <= right, Gt: left > right, Ge: left >= right}
    return rule[type(relation)]


def _same_entries(relation, point) -> bool:
    """Whether two matrices, or a matrix and the number 0, share 50 digits."""
    shape = []

    def both(working):
        sides = [entries(value(side, point, working)) if is_matrix(side) else None for side in (relation.lhs, relation.rhs)]
        sides = [side or [mpmath.mpf(0)] * len(next(filter(None, sides))) for side in sides]
        shape[:] = [len(sides[0])]
        return mpmath.matrix([*sides[0], *sides[1]])

    numbers = settle(both, DIGITS + 10)
    return agreed_digits(numbers[: shape[0]], numbers[shape[0]:]) >= DIGITS


def settled_pair(relation, point) -> tuple:
    """Both sides of a scalar relation; made equal where they share 50 digits."""
    left, right = settle(lambda w: mpmath.matrix([value(relation.lhs, point, w), value(relation.rhs, point, w)]), DIGITS + 10)
    return (left, left) if agreed_digits([left], [right]) >= DIGITS else (left, right)


def inside(domain: Domain, point) -> bool:
    """Whether a point obeys all conditions of a domain."""
    try:
        return all(truth(domain.expand(condition), point) for condition in domain.conditions)
    except EvaluationError:
        return False


def near_boundary(domain: Domain, point):
    """The point, and the point with one bounded scalar at a time moved close to its bound, where that stays inside."""
    yield point
    for symbol, bounds in domain.bounds.items():
        if symbol not in point or bounds.integer:
            continue
        for bound, inward, open_ in ((bounds.lower, 1, bounds.lower_open), (bounds.upper, -1, bounds.upper_open)):
            if bound is None:
                continue
            for distance in (S(1) / 1000, S.Zero) if not open_ else (S(1) / 1000,):
                there = {**point, symbol: bound + inward * distance}
                if inside(domain, there):
                    yield there


def _sides_text(relation, point) -> tuple[str, str]:
    if isinstance(relation, Relational) and not (is_matrix(relation.lhs) or is_matrix(relation.rhs)):
        left, right = settled_pair(relation, point)
        return _decimal(left), _decimal(right)
    return str(truth(relation, point)).lower(), "true"


@trial.register
def _(statement: Holds, point):
    relation = statement.on.expand(statement.relation)
    for there in near_boundary(statement.on, point):
        if not truth(relation, there):
            left, right = _sides_text(relation, there)
            return Trial(0, True, left, right, f"the relation is false at {_text(there)}" if there is not point else "")
    return Trial(DIGITS, False)


@trial.register
def _(statement: Iff, point):
    left, right = statement.on.expand(statement.left), statement.on.expand(statement.right)
    for there in near_boundary(statement.on, point):
        sides = truth(left, there), truth(right, there)
        if sides[0] != sides[1]:
            return Trial(0, True, str(sides[0]).lower(), str(sides[1]).lower(), f"at {_text(there)}" if there is not point else "")
    return Trial(DIGITS, False)


# --- limits -------------------------------------------------------------------------------------------------------


@trial.register
def _(statement: Limit, point):
    """The distance to the limit at growing arguments: it shrinks, and over the stated rate it tends to a finite number."""
    domain, x = statement.on, statement.variable
    expression, target = domain.expand(statement.expression), domain.expand(statement.value)
    rate = None if statement.rate is None else domain.expand(statement.rate)
    distances, ratios, used = [], [], []
    for exponent in (2, 4, 8, 16, 32, 64, 128, 256):
        there = {**point, x: _approach(statement.to, exponent)}
        if not inside(domain, there):
            continue
        with mpmath.workdps(DIGITS):
            if target in (oo, -oo):
                reached = settle(lambda w, q=there: value(expression, q, w), 20)[0]
                distances.append(1 / reached if target is oo else -1 / reached)
            else:
                # two equal roundings of terms as large as the argument's square would look settled
                apart = largest(settle(lambda w, q=there: _difference(expression, target, q, w), 20, start=160 + 3 * exponent))
                distances.append(apart)
                if rate is not None and apart:
                    scale = value(rate, there, 2 * DIGITS)
                    ratios.append(apart / abs(scale) if scale else mpmath.inf)
            used.append(exponent)
    if len(used) < 3:
        raise NotDefined(f"fewer than three arguments of {x} on the way to {statement.to} lie in the domain")
    with mpmath.workdps(DIGITS):
        tail = distances[-4:]  # what happens before says nothing about the limit
        if any(d < 0 for d in tail) or tail[-1] > tail[0] / 4 or any(b > a for a, b in zip(tail, tail[1:], strict=False)):
            return Trial(0, True, _decimal(tail[-1]), "0", f"the distance to the limit, {used[-1]} powers of ten on the way")
        if len(ratios) > 1 and not _bounded(ratios):
            return Trial(0, True, _decimal(ratios[-1]), _decimal(ratios[0]), "the distance over the stated rate does not stay bounded")
    return Trial(DIGITS, False, note="tends to the limit" if rate is None else "tends to the limit at the stated rate")


def _approach(to, exponent: int):
    if to is oo:
        return S(10) ** exponent
    if to is -oo:
        return -S(10) ** exponent
    return to + S(10) ** (-exponent)


def _difference(expression, target, point, digits: int):
    with mpmath.workdps(digits):
        return value(expression, point, digits) - value(target, point, digits)


def _bounded(ratios: list) -> bool:
    """Whether ratios at arguments 10^2, 10^4, 10^8, ... look bounded: no growth even as slow as a logarithm's."""
    return all(mpmath.isfinite(ratio) for ratio in ratios) and ratios[-1] <= ratios[-2] * mpmath.mpf("1.01")


# --- words --------------------------------------------------------------------------------------------------------


def _counts_digits(statement) -> bool:
    return not isinstance(statement, (Holds, Iff, Limit, NotHessian, RankBound))


def _common(notes: list[str]) -> str:
    return notes[0] if notes else ""


def _scope(domain: Domain, seen: list) -> str:
    text = f"{len(seen)} points"
    for dimension in domain.dimensions:
        sizes = sorted({int(point[dimension]) for point in seen if dimension in point})
        text += f", {dimension} = {', '.join(map(str, sizes))}"
    return text


def _decimal(number) -> str:
    return mpmath.nstr(mpmath.mpf(number), 20)


def _entry(item) -> str:
    if hasattr(item, "shape") and not isinstance(item, MatrixSymbol):
        rows = [[str(item[i, j]) for j in range(item.shape[1])] for i in range(item.shape[0])]
        return "[" + ", ".join(row[0] if len(row) == 1 else "[" + ", ".join(row) + "]" for row in rows) + "]"
    return str(item)


def _named(point) -> tuple[tuple[str, str], ...]:
    return tuple((str(symbol), _entry(item)) for symbol, item in point.items())


def _text(point) -> str:
    return ", ".join(f"{name} = {item}" for name, item in _named(point))
