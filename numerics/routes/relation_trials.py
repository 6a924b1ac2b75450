"""Trials of relations: whether one is true at a point, at its bounds too, and what is equivalent to what."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import lcm

import mpmath
from sympy import (
    Abs,
    Add,
    And,
    Eq,
    Ge,
    Gt,
    Identity,
    Le,
    Lt,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Not,
    Or,
    Poly,
    PolynomialError,
    Pow,
    Rational,
    S,
    Symbol,
    Trace,
    Transpose,
    ZeroMatrix,
    cancel,
    exp,
    preorder_traversal,
    roots,
)
from sympy.core.relational import Relational
from sympy.core.symbol import Str
from sympy.logic.boolalg import BooleanAtom

from theoremtest.derivations.language import Domain, Dot, Holds, Iff, PositiveDefinite, PositiveSemidefinite, Rank
from theoremtest.derivations.language.diagonal import EveryEntry
from theoremtest.derivations.language.latex import in_words
from theoremtest.numerics.routes import integral_trials
from theoremtest.numerics.routes.crossings import Crossing, about
from theoremtest.numerics.routes.trial import DIGITS, Trial, agreed_digits, blur, decimal, trial
from theoremtest.numerics.values.evaluate import EvaluationError, NotDefined
from theoremtest.numerics.values.matrices import difference, entries, entry_points, is_matrix, largest, settle, value
from theoremtest.numerics.values.rules import NotToldApart

_ARITHMETIC = (Abs, Max, Min, Trace, Transpose, MatAdd, MatMul, Identity, ZeroMatrix, MatrixSymbol, Str, Dot, Rank)
MOST_DIGITS = 1600
"""Working digits up to which an eigenvalue is told from 0."""
MOST_DEGREE = 10_000
"""The degree of an exponential, or of a root, up to which fractions of it are cancelled."""
FACTORS = tuple(sign * Rational(2) ** power for sign in (1, -1) for power in (-8, -4, -2, -1, 0, 1, 2, 4, 8))
"""By what a coordinate is multiplied in search of a change of sign."""
CLOSE, HALVINGS = 90, 250
"""Digits, and halvings of an interval, with which it is found."""


def truth(relation, point, digits: int = DIGITS, careful: bool = False) -> bool:
    """Whether a relation (or And, Or, Not of such) is true at a point, where sides that share `digits` digits are the same.

    careful: such sides are told apart by their difference, as tanh(200) is from 1. Where that does not stand above the rounding either
    they are the same to a relation that admits it; a strict one of sides that are not algebraic raises NotDefined.
    """
    if isinstance(relation, BooleanAtom) or relation in (S.true, S.false):
        return bool(relation)
    if isinstance(relation, And):
        return all(truth(part, point, digits, careful) for part in relation.args)
    if isinstance(relation, Or):
        return any(truth(part, point, digits, careful) for part in relation.args)
    if isinstance(relation, Not):
        return not truth(relation.args[0], point, digits, careful)
    if isinstance(relation, (PositiveDefinite, PositiveSemidefinite)):
        return _definite(relation, point)
    if isinstance(relation, EveryEntry):
        return all(truth(relation.relation, there, digits, careful) for there in entry_points(relation, point, digits))
    if not isinstance(relation, Relational):
        raise NotDefined(f"{relation} is no relation")
    if is_matrix(relation.lhs) or is_matrix(relation.rhs):
        equal = _same_entries(relation, point, digits)
        return equal if isinstance(relation, Eq) else not equal
    known = [_as_given(side, point) for side in relation.args]
    if None not in known and not isinstance(relation, (Eq, Ne)):
        return bool(relation.func(*known))
    left, right = settled_pair(relation, point, digits)
    if careful and left == right and not isinstance(relation, Eq):
        left, right = _apart(relation, point), mpmath.mpf(0)
    rule = {Eq: left == right, Ne: left != right, Lt: left < right, Le: left <= right, Gt: left > right, Ge: left >= right}
    return rule[type(relation)]


def _as_given(side, point) -> Rational | None:
    """A rational number, or a symbol's where the point has a rational one for it: there is nothing to work out."""
    number = point.get(side) if side.is_Symbol else side
    return number if isinstance(number, Rational) else None


def _definite(relation, point) -> bool:
    """Whether a matrix is symmetric with positive eigenvalues, or with none negative.

    The precision rises until the least eigenvalue stands above the rounding; one that never does may be 0, which is not negative.
    Raises NotDefined where that leaves the question open.
    """
    working = DIGITS
    while working <= MOST_DIGITS:
        with mpmath.workdps(working):
            matrix = value(relation.matrix, point, working)
            noise = max(largest(entries(matrix)) * mpmath.mpf(10) ** (10 - working), blur())
            if largest(entries(matrix - matrix.T)) > noise:
                return False
            least = min(mpmath.eigsy((matrix + matrix.T) / 2, eigvals_only=True)) if noise else mpmath.mpf(0)
            if abs(least) > noise:
                return bool(least > 0)
        working *= 2
    if isinstance(relation, PositiveDefinite):
        raise NotDefined(f"the least eigenvalue of {in_words(relation.matrix)} is not told from 0 at {MOST_DIGITS} digits")
    return True


def _same_entries(relation, point, digits: int) -> bool:
    """Whether two matrices, or a matrix and the number 0, share so many digits."""
    shape = []

    def both(working):
        sides = [entries(value(side, point, working)) if is_matrix(side) else None for side in (relation.lhs, relation.rhs)]
        sides = [side or [mpmath.mpf(0)] * len(next(filter(None, sides))) for side in sides]
        shape[:] = [len(sides[0])]
        return mpmath.matrix([*sides[0], *sides[1]])

    numbers = settle(both, DIGITS + 10)
    return agreed_digits(numbers[: shape[0]], numbers[shape[0]:]) >= digits


def settled_pair(relation, point, digits: int = DIGITS) -> tuple:
    """Both sides of a scalar relation; made equal where they share so many digits."""
    left, right = settle(lambda w: mpmath.matrix([value(relation.lhs, point, w), value(relation.rhs, point, w)]), DIGITS + 10)
    return (left, left) if agreed_digits([left], [right]) >= digits else (left, right)


def _apart(relation, point) -> mpmath.mpf:
    """The difference of two sides that share DIGITS digits.

    Where it does not stand above the rounding it is 0 for algebraic sides, and for others that cancel once the point is put in.
    """
    (gap,) = settle(lambda w: mpmath.matrix([difference(relation.lhs, relation.rhs, point, w)]), 10)
    if abs(gap) > blur():
        return gap
    if isinstance(relation, (Gt, Lt, Ne)) and (blur() or not (_algebraic(relation.lhs) and _algebraic(relation.rhs)
                                                              or _cancels(relation.lhs - relation.rhs, point))):
        raise NotToldApart(f"the sides of {relation} are not told apart")
    return mpmath.mpf(0)


def _cancels(gap, point) -> bool:
    """Whether a scalar is 0 by fractions alone once the point's rational numbers are put in: no rounding is part of it."""
    numbers = {symbol: number for symbol, number in point.items() if symbol in gap.free_symbols}
    if len(numbers) < len(gap.free_symbols) or not all(isinstance(number, Rational) for number in numbers.values()):
        return False
    there = gap.subs(numbers)
    shares = [term.as_coeff_Mul()[0] for node in there.atoms(Pow, exp) for term in Add.make_args(node.as_base_exp()[1])]
    whole = lcm(*(share.q for share in shares))
    if any(abs(share * whole) > MOST_DEGREE for share in shares):  # beyond that a polynomial's values fill the memory
        return False
    try:
        return cancel(there) == 0
    except PolynomialError:
        return False


def _algebraic(side) -> bool:
    """Whether a scalar is made by arithmetic, roots and moduli alone: no difference of such is as small as a decayed exponential's."""
    return all(node.is_Symbol or node.is_Rational or node.is_Add or node.is_Mul or isinstance(node, _ARITHMETIC)
               or isinstance(node, (Pow, MatPow)) and node.exp.is_Rational for node in preorder_traversal(side))


def inside(domain: Domain, point, digits: int = DIGITS, moved: Symbol | None = None) -> bool:
    """Whether a point, known to so many digits, obeys all conditions of a domain.

    moved: the symbol in which it differs from a point that does, so that only the conditions on that one are asked.
    """
    conditions = map(domain.expand, domain.conditions)
    try:
        return all(truth(condition, point, digits) for condition in conditions if moved is None or moved in condition.free_symbols)
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
                if inside(domain, there, moved=symbol):
                    yield there


def _on_equations(domain: Domain, sides: tuple, point):
    """The point moved along one coordinate to where an equation of either side holds, which chance does not meet; the coordinate, and the
    equation.
    """
    equations = set().union(*(side.atoms(Eq) for side in sides if hasattr(side, "atoms")))
    for equation in sorted(equations, key=str):
        if is_matrix(equation.lhs) or is_matrix(equation.rhs):
            continue
        for symbol in sorted(equation.free_symbols & set(domain.scalars), key=str):
            if symbol.is_integer or symbol not in point:
                continue
            others = {name: number for name, number in point.items() if name != symbol and isinstance(number, Rational)}
            for root in _roots((equation.lhs - equation.rhs).subs(others), symbol):
                there = {**point, symbol: root}
                if inside(domain, there):
                    yield there, symbol, equation


def _roots(gap, symbol) -> list:
    """The real zeros of a polynomial of the second degree at most, with rational coefficients; with real ones where it is of the first."""
    if not gap.is_polynomial(symbol) or gap.free_symbols != {symbol}:
        return []
    polynomial = Poly(gap, symbol)
    if polynomial.degree() == 1:
        slope, rest = polynomial.all_coeffs()
        return [-rest / slope] if slope.is_real and rest.is_real else []
    if polynomial.degree() > 2 or not all(number.is_Rational for number in polynomial.all_coeffs()):
        return []
    return [root for root in roots(polynomial) if root.is_real]


def _sides_text(relation, point) -> tuple[str, str]:
    if isinstance(relation, Relational) and not (is_matrix(relation.lhs) or is_matrix(relation.rhs)):
        left, right = settled_pair(relation, point)
        return decimal(left), decimal(right)
    return str(truth(relation, point)).lower(), "true"


@trial.register
def _(statement: Holds, point):
    relation = statement.on.expand(statement.relation)
    if integral_trials.speaks(statement):
        return integral_trials.relation(relation, point)
    for there in near_boundary(statement.on, point):
        try:
            true = truth(relation, there, careful=True)
        except NotToldApart:
            if there is point:
                raise
            continue  # at its bounds a decayed exponential may be too small for any precision
        if not true:
            left, right = _sides_text(relation, there)
            return Trial(0, True, left, right, "the relation is false" if there is not point else "", there)
    for part in relation.args if isinstance(relation, And) else (relation,):
        if isinstance(part, Ne) and not (is_matrix(part.lhs) or is_matrix(part.rhs)):
            found = _meeting(part, statement.on, point)
            if found is not None:
                return found
    return Trial(DIGITS, False)


def _meeting(relation: Ne, domain: Domain, point) -> Trial | None:
    """A point, moved along one coordinate, at which two sides meet that a relation keeps apart: chance does not come upon it."""
    gap = relation.lhs - relation.rhs
    for symbol in sorted(gap.free_symbols & set(domain.scalars), key=str):
        if symbol.is_integer or symbol not in point:
            continue
        places = sorted({point[symbol] * factor for factor in FACTORS})
        seen = [(place, side) for place in places if (side := _side(gap, domain, {**point, symbol: place}, symbol)) is not None]
        for (low, below), (high, above) in pairwise(seen):
            if (below > 0) != (above > 0):
                ends = _crossing(gap, point, symbol, low, high)
                there = {**point, symbol: ends[0]}
                rest = _side(gap, domain, there, symbol)
                if rest is not None and _vanished(rest, below, above) and not _excluded(domain, point, there, (symbol, low, high)):
                    return Trial(0, True, decimal(value(relation.lhs, there, DIGITS)), decimal(value(relation.rhs, there, DIGITS)),
                                 f"the sides meet at {symbol} = {decimal(there[symbol])}", there,
                                 partial(Crossing(point, symbol, *ends).meets, gap, domain))
    return None


def _vanished(rest, *before) -> bool:
    return abs(rest) <= min(map(abs, before)) * mpmath.mpf(10) ** -DIGITS


def _excluded(domain: Domain, point, there, way) -> bool:
    """Whether one of the domain's strict relations is that of a number that vanishes there too, and so keeps the point out."""
    symbol, low, high = way
    for condition in map(domain.expand, domain.conditions):
        if isinstance(condition, (Ne, Gt, Lt)) and symbol in condition.free_symbols and not is_matrix(condition.lhs):
            gap = condition.lhs - condition.rhs
            ends = [value(gap, {**point, symbol: end}, CLOSE) for end in (low, high)]
            if _vanished(value(gap, there, CLOSE), *ends):
                return True
    return False


def _side(gap, domain: Domain, point, moved: Symbol):
    """The gap's value at a point of the domain, moved in one symbol; None outside and where it has none."""
    try:
        return value(gap, point, CLOSE) if inside(domain, point, moved=moved) else None
    except EvaluationError:
        return None


def _crossing(gap, point, symbol, low, high) -> tuple:
    """Two numbers closely about the place where a gap changes its sign between two others."""
    with mpmath.workdps(CLOSE):
        positive = value(gap, {**point, symbol: low}, CLOSE) > 0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            try:
                low, high = (middle, high) if (value(gap, {**point, symbol: middle}, CLOSE) > 0) == positive else (low, middle)
            except EvaluationError:
                break
        return low, high


@trial.register
def _(statement: Iff, point):
    left, right = statement.on.expand(statement.left), statement.on.expand(statement.right)
    for there in near_boundary(statement.on, point):
        found = _two_truths(left, right, there, point)
        if found is not None:
            return found
    for there, symbol, equation in _on_equations(statement.on, (left, right), point):
        try:
            found = _two_truths(left, right, there, point)
        except NotToldApart:
            continue
        if found is not None:
            if not there[symbol].is_Rational:
                found.proof = partial(_parted, statement.on, (left, right), about(point, symbol, there[symbol]), equation)
            return found
    return Trial(DIGITS, False)


def _parted(domain: Domain, sides: tuple, stretch: Crossing, equation: Eq) -> bool:
    """Whether, for certain, of two sides one alone is true where an equation holds on a stretch."""
    return stretch.meets(equation.lhs - equation.rhs, domain) and {
        stretch.holds(side.xreplace({equation: S.true})) for side in sides} == {True, False}


def _two_truths(left, right, there, point) -> Trial | None:
    """What fails where one side is true and the other is not."""
    sides = truth(left, there, careful=True), truth(right, there, careful=True)
    if sides[0] == sides[1]:
        return None
    return Trial(0, True, str(sides[0]).lower(), str(sides[1]).lower(), "which of the sides is true", there)
