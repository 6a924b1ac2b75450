"""Linear conditions over the rationals, decided: cells of a condition with Max and Min, and a point of a cell or proof that it is empty.

A condition built of And, Or, Not and comparisons of piecewise linear expressions is a union of cells, each a list of linear
constraints. A cell is emptied of one variable after the other (Fourier and Motzkin), strict inequalities kept strict; what
is left tells whether it has a point, and going back gives one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from sympy import And, Basic, Eq, Expr, Ge, Gt, Le, Lt, MatrixSymbol, Max, Min, Ne, Not, Or, Rational, S
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue, Implies

from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.expansion import expanded, expanded_or_kept

UNLIMITED = Deadline(None)
MANY = 8
"""Cells of a conjunction beyond which the empty ones are sorted out on the way."""


class NotLinear(Exception):
    """The condition is not built of piecewise linear comparisons with rational coefficients."""


@dataclass(frozen=True)
class Constraint:
    """`sum coefficient * symbol + constant` is negative (`<`), at most zero (`<=`) or zero (`=`)."""

    coefficients: tuple
    constant: Fraction
    kind: str

    def of(self, symbol) -> Fraction:
        return dict(self.coefficients).get(symbol, Fraction(0))

    def at(self, point: dict) -> Fraction:
        return self.constant + sum((c * point.get(symbol, Fraction(0)) for symbol, c in self.coefficients), Fraction(0))

    def holds(self, value: Fraction) -> bool:
        return value < 0 if self.kind == "<" else value <= 0 if self.kind == "<=" else value == 0


def cells(condition, deadline: Deadline = UNLIMITED) -> list[list[Constraint]]:
    """The cells whose union is where the condition holds. Raises NotLinear, and OutOfTime past the deadline."""
    deadline.check()
    if isinstance(condition, BooleanTrue):
        return [[]]
    if isinstance(condition, BooleanFalse):
        return []
    if isinstance(condition, Or):
        return [cell for part in condition.args for cell in cells(part, deadline)]
    if isinstance(condition, And):
        found = [[]]
        for part in condition.args:
            found = [[*cell, *more] for cell in found for more in cells(part, deadline) if _consistent([*cell, *more])]
            if len(found) > MANY:
                found = [cell for cell in found if point_of(cell, deadline) is not None]
        return found
    if isinstance(condition, Implies):
        return cells(Or(Not(condition.args[0]), condition.args[1]), deadline)
    if isinstance(condition, Not):
        return cells(_negation(condition.args[0]), deadline)
    if isinstance(condition, Relational):
        return _compared(condition)
    raise NotLinear(f"{type(condition).__name__} is no condition on numbers")


def point_of(cell: list[Constraint], deadline: Deadline = UNLIMITED) -> dict | None:
    """A rational point of a cell, by symbol; None where it has none. Raises OutOfTime past the deadline."""
    return _point(list(cell), deadline)


def somewhere(condition, deadline: Deadline = UNLIMITED) -> dict | None:
    """A rational point where the condition holds, None where it holds nowhere. Raises NotLinear, and OutOfTime past the deadline."""
    for plain, sides in _told_apart(condition, deadline):
        for cell in cells(plain, deadline):
            point = point_of([*sides, *cell], deadline)
            if point is not None:
                return {symbol: Rational(value.numerator, value.denominator) for symbol, value in point.items()}
    return None


def _told_apart(condition, deadline: Deadline, sides=()):
    """The condition without Max and Min, each of them told apart once for all places where it stands, with the constraints of the case."""
    node = _extreme(condition)
    if node is None:
        yield condition, list(sides)
        return
    for chosen, apart in _choices(node):
        case = [*sides, *apart]
        if point_of(case, deadline) is not None:
            yield from _told_apart(put_in(condition, {node: chosen}), deadline, case)


def put_in(condition: Basic, table: dict) -> Basic:
    """The condition with parts replaced. Raises NotLinear where SymPy can compare no more, as one side has no value then."""
    try:
        return condition.xreplace(table)
    except (TypeError, ValueError) as refusal:
        raise NotLinear(f"{condition}: {refusal}") from None


def _extreme(expression):
    """A Max or Min that holds no other one, None where there is none."""
    found = [node for node in expression.atoms(Max, Min) if not any(part.has(Max, Min) for part in node.args)]
    return min(found, key=str, default=None)


def _choices(node):
    """Each argument that a Max or Min may be, with the constraints under which it is."""
    for chosen in node.args:
        apart = [other - chosen if isinstance(node, Max) else chosen - other for other in node.args if other is not chosen]
        yield chosen, [_constraint(gap, "<=") for gap in apart]


def _negation(condition):
    if isinstance(condition, And):
        return Or(*(Not(part) for part in condition.args))
    if isinstance(condition, Or):
        return And(*(Not(part) for part in condition.args))
    if isinstance(condition, Not):
        return condition.args[0]
    if isinstance(condition, Implies):
        return And(condition.args[0], Not(condition.args[1]))
    if isinstance(condition, Relational):
        return condition.negated
    raise NotLinear(f"{type(condition).__name__} is no condition on numbers")


def _compared(relation) -> list[list[Constraint]]:
    if isinstance(relation, Ne):
        return [*_compared(Lt(relation.lhs, relation.rhs, evaluate=False)), *_compared(Gt(relation.lhs, relation.rhs, evaluate=False))]
    gap = relation.lhs - relation.rhs
    if isinstance(relation, (Gt, Ge)):
        gap = -gap
    kind = {Lt: "<", Gt: "<", Le: "<=", Ge: "<=", Eq: "="}[type(relation)]
    return [[*sides, _constraint(linear, kind)] for linear, sides in pieces(gap)]


def pieces(expression: Expr) -> list[tuple[Expr, list[Constraint]]]:
    """A piecewise linear expression as linear ones, each with the constraints under which it is that one."""
    node = _extreme(expression)
    if node is None:
        return [(expression, [])]
    return [(linear, [*sides, *more]) for chosen, sides in _choices(node)
            for linear, more in pieces(put_in(expression, {node: chosen}))]


def _constraint(expression: Expr, kind: str) -> Constraint:
    if getattr(expression, "shape", ()) or expression.atoms(MatrixSymbol):
        raise NotLinear(f"{expression} speaks of matrices")
    whole = expanded(expression)
    if whole is None:
        raise NotLinear(f"{expression} has too many terms when multiplied out")
    expression = whole
    symbols = sorted(expression.free_symbols, key=str)
    coefficients, constant = [], expression
    for symbol in symbols:
        slope = expression.coeff(symbol, 1)
        if not slope.is_Rational:
            raise NotLinear(f"{expression} is not linear in {symbol} with a rational coefficient")
        coefficients.append((symbol, Fraction(int(slope.p), int(slope.q))))
        constant = constant - slope * symbol
    constant = expanded_or_kept(constant)
    if not constant.is_Rational:
        raise NotLinear(f"{expression} is not linear with rational coefficients")
    found = Constraint(tuple(coefficients), Fraction(int(constant.p), int(constant.q)), kind)
    return _tightened(found) if symbols and all(symbol.is_integer for symbol in symbols) else found


def _tightened(item: Constraint) -> Constraint:
    """A bound on a whole number, as closed and as tight as whole numbers allow: between two of them it says nothing more."""
    if item.kind == "=":
        return item
    scale = Fraction(lcm(*(c.denominator for _, c in item.coefficients)), gcd(*(c.numerator for _, c in item.coefficients)))
    item = _times(item, scale)  # whole coefficients without a common factor
    least = floor(item.constant) + 1 if item.kind == "<" else ceil(item.constant)
    return Constraint(item.coefficients, Fraction(least), "<=")


def _consistent(cell) -> bool:
    return all(item.coefficients or item.holds(item.constant) for item in cell)


def _point(cell, deadline: Deadline) -> dict | None:
    deadline.check()
    cell = _reduced(cell)
    if cell is None:
        return None
    symbols = {symbol for item in cell for symbol, _ in item.coefficients}
    if not symbols:
        return {}
    equality = next((item for item in cell if item.kind == "="), None)
    symbol = equality.coefficients[0][0] if equality is not None else min(symbols, key=lambda s: (_growth(cell, s), str(s)))
    if equality is not None:
        slope = equality.of(symbol)
        rest = [_sum(item, equality, -item.of(symbol) / slope) for item in cell if item is not equality]
        point = _point(rest, deadline)
        return None if point is None else {**point, symbol: -_without(equality, symbol).at(point) / slope}
    above, below, rest = [], [], []
    for item in cell:
        (above if item.of(symbol) > 0 else below if item.of(symbol) < 0 else rest).append(item)
    for high in above:
        deadline.check()
        for low in below:
            joined = _sum(_times(high, 1 / high.of(symbol)), _times(low, -1 / low.of(symbol)), Fraction(1))
            rest.append(Constraint(joined.coefficients, joined.constant, "<" if "<" in (high.kind, low.kind) else "<="))
    point = _point(rest, deadline)
    if point is None:
        return None
    uppers = [(-_without(item, symbol).at(point) / item.of(symbol), item.kind == "<") for item in above]
    lowers = [(-_without(item, symbol).at(point) / item.of(symbol), item.kind == "<") for item in below]
    return {**point, symbol: _between(lowers, uppers)}


def _between(lowers, uppers) -> Fraction:
    """The simplest number that comes to hand between bounds of which each is (value, whether it is excluded)."""
    low = max(lowers, default=None)
    high = min(uppers, key=lambda bound: (bound[0], not bound[1]), default=None)

    def fits(value):
        return ((low is None or value > low[0] or (value == low[0] and not low[1]))
                and (high is None or value < high[0] or (value == high[0] and not high[1])))

    ends = [bound[0] for bound in (low, high) if bound is not None]
    for candidate in [Fraction(0), *(Fraction(round(end) + step) for end in ends for step in (0, 1, -1)), *ends]:
        if fits(candidate):
            return candidate
    return (low[0] + high[0]) / 2


def _growth(cell, symbol) -> int:
    signs = [item.of(symbol) for item in cell]
    return sum(s > 0 for s in signs) * sum(s < 0 for s in signs)


def _reduced(cell) -> list | None:
    """Without what is always true, each direction once with its sharpest constant; None where something is never true."""
    kept: dict = {}
    for item in cell:
        if not item.coefficients:
            if not item.holds(item.constant):
                return None
            continue
        scale = abs(item.coefficients[0][1])
        item = _times(item, 1 / scale)
        key = (item.coefficients, item.kind == "=")
        old = kept.get(key)
        if old is None or (item.kind != "=" and (item.constant, item.kind == "<") > (old.constant, old.kind == "<")):
            kept[key] = item
        elif item.kind == "=" and item.constant != old.constant:
            return None
    return list(kept.values())


def _times(item: Constraint, factor: Fraction) -> Constraint:
    return Constraint(tuple((symbol, c * factor) for symbol, c in item.coefficients), item.constant * factor, item.kind)


def _sum(item: Constraint, other: Constraint, factor: Fraction) -> Constraint:
    total = dict(item.coefficients)
    for symbol, c in other.coefficients:
        total[symbol] = total.get(symbol, Fraction(0)) + factor * c
    ordered = tuple((symbol, c) for symbol, c in sorted(total.items(), key=lambda pair: str(pair[0])) if c != 0)
    return Constraint(ordered, item.constant + factor * other.constant, item.kind)


def _without(item: Constraint, symbol) -> Constraint:
    return Constraint(tuple((s, c) for s, c in item.coefficients if s != symbol), item.constant, item.kind)


def domain_condition(domain):
    """All of a domain's conditions as one, abbreviations written out."""
    conditions = [domain.expand(condition) for condition in domain.conditions]
    return And(*conditions) if conditions else S.true


