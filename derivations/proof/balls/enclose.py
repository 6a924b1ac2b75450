"""Expressions enclosed at exact points: rational where possible, Arb balls elsewhere, with rising precision.

A point maps symbols to rationals, matrix symbols to explicit rational matrices and dimensions to integers. Only finite
and disjoint enclosures separate two sides; everything else is "not shown".
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy
from flint import arb, arb_mat, fmpq

from . import rules
from .grid import Grid, same_shape
from .program import program
from .rules import Imprecise, NotEvaluable, Undefined, ball, exact
from .scalar_steps import UNKNOWN
from .text import DIGITS, decimal_text, shown

PRECISIONS = (64, 256, 1024, 4096)


def environment(point) -> dict:
    """A point's values as the programs read them: exact rationals, or balls, which stand for every number in them; others are refused."""
    return {symbol: _value(value, symbol) for symbol, value in point.items()}


def _value(value, name):
    if isinstance(value, sympy.MatrixBase):
        return Grid(*value.shape, [_value(entry, name) for entry in value.flat()])
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, sympy.Rational):
        return fmpq(int(value.p), int(value.q))
    if isinstance(value, (fmpq, arb, Grid)):
        return value
    raise NotEvaluable(f"a point holds exact rationals; {name} is {value!r}")


def enclosure(expression, point, bits: int) -> arb:
    """A finite ball that holds the scalar's value at the point, worked out at `bits` bits.

    Raises NotEvaluable naming the node: Undefined where there is certainly no real value, Imprecise where more bits may help.
    """
    code = program(expression)
    with rules.precision(bits):
        value = code.run(environment(point)).get(code.roots[0])
        if isinstance(value, Grid):
            raise NotEvaluable("a matrix, not a scalar", expression)
        return _finite(ball(value), expression)


def matrix_enclosure(expression, point, bits: int) -> arb_mat:
    """Finite balls that hold the matrix's entries at the point; raises as `enclosure` does."""
    code = program(expression)
    with rules.precision(bits):
        value = code.run(environment(point)).get(code.roots[0])
        if not isinstance(value, Grid):
            raise NotEvaluable("a scalar, not a matrix", expression)
        return arb_mat(value.rows, value.columns, [_finite(ball(entry), expression) for entry in value.entries])


def _finite(value, node):
    if not (exact(value) or value.is_finite()):
        raise Imprecise("not finite at this precision", node)
    return value


def exact_value(expression, point) -> sympy.Rational | None:
    """The scalar's value where it works out rational without rounding, else None."""
    return exact_value_in(expression, environment(point))


def exact_value_in(expression, env) -> sympy.Rational | None:
    """As `exact_value`, in an environment that is already made."""
    code = program(expression)
    try:
        with rules.precision(PRECISIONS[0]):
            value = code.run(env).get(code.roots[0])
    except (Undefined, Imprecise):
        return None
    return sympy.Rational(int(value.p), int(value.q)) if exact(value) else None


def truth(condition, point, deadline=None, most: int = PRECISIONS[-1]) -> bool | None:
    """Whether a condition holds at the point; None where the balls do not settle it. Raises Undefined."""
    return truth_in(condition, environment(point), deadline, most)


def truth_in(condition, env, deadline=None, most: int = PRECISIONS[-1]) -> bool | None:
    """As `truth`, in an environment that is already made."""
    code = program(condition)
    for bits in PRECISIONS:
        if bits > most:
            break
        if deadline is not None:
            deadline.check()
        with rules.precision(bits):
            try:
                found = code.run(env).get(code.roots[0])
            except Imprecise:
                continue
        if found is not UNKNOWN:
            return found
    return None


def quickly_false(condition, env) -> bool:
    """Whether the lowest precision already shows that a condition is false, or undefined, in an environment."""
    code = program(condition)
    with rules.precision(PRECISIONS[0]):
        try:
            return code.run(env).get(code.roots[0]) is False
        except Undefined:
            return True
        except Imprecise:
            return False


@dataclass(frozen=True)
class Sides:
    """Both sides at a point where they certainly differ, as text; `note` says which entry, or how far apart."""

    left: str
    right: str
    note: str = ""


def separated(left, right, point, deadline=None, most: int = PRECISIONS[-1]) -> Sides | None:
    """The two sides where they certainly differ at the point: finite, disjoint enclosures. Otherwise None."""
    try:
        return contrast(left, right, point, deadline, most)
    except (Undefined, Imprecise):
        return None


def contrast(left, right, point, deadline=None, most: int = PRECISIONS[-1]) -> Sides | None:
    """As `separated`, but raises Undefined where a side has no real value and Imprecise where `most` bits do not tell."""
    code = program(left, right)
    env = environment(point)
    unsettled = None
    for bits in PRECISIONS:
        if bits > most:
            break
        if deadline is not None:
            deadline.check()
        with rules.precision(bits):
            try:
                run = code.run(env)
                pairs = _pairs(run.get(code.roots[0]), run.get(code.roots[1]))
                apart = [place for place, (u, v) in pairs if rules.compare(u, v) not in (None, 0)]
                unsettled = None
            except Imprecise as error:
                unsettled = error
                continue
        if apart:
            return _sides(code, env, apart[0])
        if all(exact(u) and exact(v) for _, (u, v) in pairs):
            return None
    if unsettled is not None:
        raise unsettled
    return None


def _pairs(left, right):
    if isinstance(left, Grid) != isinstance(right, Grid):
        raise NotEvaluable("a matrix is compared with a scalar")
    if not isinstance(left, Grid):
        return [(None, (left, right))]
    same_shape(left, right)
    return [((k // left.columns, k % left.columns), pair) for k, pair in enumerate(zip(left.entries, right.entries))]


def _sides(code, env, apart) -> Sides:
    """Text for two sides that differ: more bits first, so that the digits shown do not hang on the last rounding."""
    values = _at(code, env, apart, wanted=DIGITS + 3)
    left, right = (shown(side) for side in values)
    notes = [] if apart is None else [f"entry ({apart[0] + 1}, {apart[1] + 1})"]
    if abs(left[1] - right[1]) <= left[2] + right[2] and not all(map(exact, values)):
        with rules.precision(PRECISIONS[-1]):
            precise = _at(code, env, apart, wanted=None)
            notes.append(f"left minus right is {decimal_text(precise[0] - precise[1])}")
    return Sides(left[0], right[0], note=", ".join(notes))


def texts(left, right, point) -> Sides:
    """Two scalars at a point as text, whether they differ there or not."""
    return _sides(program(left, right), environment(point), None)


def _at(code, env, place, wanted: int | None):
    """Both sides at the first precision that gives `wanted` digits of each; None: at the highest."""
    found = None
    for bits in PRECISIONS if wanted is not None else PRECISIONS[-1:]:
        with rules.precision(bits):
            try:
                run = code.run(env)
                found = run.get(code.roots[0]), run.get(code.roots[1])
            except Imprecise:
                continue
        if place is not None:
            found = found[0][place], found[1][place]
        if wanted is not None and all(_good_digits(side) > wanted for side in found):
            break
    return found


def _good_digits(value) -> float:
    return float("inf") if exact(value) else value.rel_accuracy_bits() * 0.30103
