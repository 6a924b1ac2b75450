"""Plain arithmetic with fifty digits on the yardstick's entries: no true one fails at a point of its domain, and every wrong twin does.

The syntax trees of the entries are walked with mpmath, so nothing here is shared with the engine, nor with SymPy. Endless sums and
products are worked out only where it is cheap, integrals where the error is known to be small. A wrong twin that changes nothing but the
right side of an equation is also wrong wherever its right side is not the true one.
"""

from __future__ import annotations

import ast
import itertools
import random
from collections.abc import Callable, Iterator

import mpmath
from mpmath import mp, mpf

from .entries import BOUND, WHOLE, Entry, comparison_of, conditions_of, letters_of, name_of

DIGITS = 50
SAME = mpf(10) ** -40
"""Values closer than this, relative to their sizes, are one value."""
ROUGH = mpf(10) ** -12
"""The same for derivatives, sums, integrals and limits, which are worked out with fewer digits."""
APART = mpf(10) ** -30
"""How far a point stays from where an open condition ends."""
TRIES = 4000
POINTS = 12
REALS = ("1", "2", "1/2", "-1/2", "-1", "pi/2", "-2", "0", "1/3", "-7/5", "3", "pi", "-pi/2", "9/10", "1/10", "-1/10", "7/5", "10", "-3",
         "1/100", "25/10", "-9/10", "5", "1/10000", "-1/100", "0.99", "0.3", "-4", "30", "200",
         "1.8", "1.4616", "4.49341")


class NoValue(Exception):
    """The formula has no real value at the point, or none that is cheap to work out."""


def fails(entry: Entry, true: Entry | None = None) -> dict | None:
    """A point of the entry's domain at which it is false, by a clear margin; None where no tried point shows it.

    true: the truth beside a wrong twin, whose right side may stand for the common left side.
    """
    comparison = comparison_of(entry.formula)
    by_right = comparison if true is None else _by_right_side(entry, true, comparison)
    with mp.workdps(DIGITS):
        for at in points(entry):
            for tried in (by_right, comparison):
                try:
                    if _false(tried, at, strict=true is not None):
                        return at
                    break
                except (NoValue, ZeroDivisionError, ValueError, OverflowError, mpmath.libmp.NoConvergence):
                    continue
    return None


def checked(entry: Entry) -> int:
    """At how many points of the domain (at most POINTS) the entry has been found not to fail. Raises ValueError where it fails."""
    comparison, seen = comparison_of(entry.formula), 0
    with mp.workdps(DIGITS):
        for at in itertools.islice(points(entry), 4 * POINTS):
            try:
                if _false(comparison, at, strict=False):
                    raise ValueError(f"{entry} fails at {at}")
                seen += 1
            except (NoValue, ZeroDivisionError, OverflowError, mpmath.libmp.NoConvergence):
                continue
            if seen == POINTS:
                break
    return seen


def points(entry: Entry) -> Iterator[dict]:
    """Points of the entry's domain: chosen values, then combinations of them by a fixed seed."""
    letters, conditions = letters_of(entry), conditions_of(entry.conditions)
    chooser = random.Random(1)
    values = {letter: [mpf(k) for k in range(-3, 9)] if letter in WHOLE else [_plain(text) for text in REALS] for letter in letters}
    tried = [dict.fromkeys(letters)] if not letters else (
        {letter: values[letter][i % len(values[letter])] if len(letters) == 1 else chooser.choice(values[letter]) for letter in letters}
        for i in range(TRIES if len(letters) > 1 else max(map(len, values.values()))))
    for at in tried:
        try:
            if all(_holds(condition, at, mpf(0)) for condition in conditions):
                yield at
        except (NoValue, ZeroDivisionError, ValueError):
            continue


def _plain(text: str) -> mpf:
    with mp.workdps(DIGITS):
        return value(ast.parse(text, mode="eval").body, {})


def _by_right_side(entry: Entry, true: Entry, comparison: ast.Compare) -> ast.Compare:
    truth = comparison_of(true.formula)
    same = ast.dump(truth.left) == ast.dump(comparison.left) and entry.conditions == true.conditions
    if not same or not isinstance(comparison.ops[0], ast.Eq):
        return comparison
    return ast.Compare(truth.comparators[0], comparison.ops, comparison.comparators)


def _rough(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Call) and name_of(part) in (*BOUND, "diff", "limit") for part in ast.walk(node))


def _false(comparison: ast.Compare, at: dict, strict: bool) -> bool:
    """Whether the comparison is clearly false at the point; strict: a tie, to fifty digits, refutes a strict inequality."""
    left, right = (value(side, at) for side in (comparison.left, comparison.comparators[0]))
    if mpmath.isinf(left) or mpmath.isinf(right):
        return isinstance(comparison.ops[0], ast.Eq) and left != right
    within = (ROUGH if _rough(comparison) else SAME) * (1 + abs(left) + abs(right))
    gap = left - right
    operator = comparison.ops[0]
    if isinstance(operator, ast.Eq):
        return abs(gap) > within
    if isinstance(operator, ast.NotEq):
        return gap == 0
    if isinstance(operator, (ast.Gt, ast.GtE)):
        gap = -gap
    return gap > within or strict and isinstance(operator, (ast.Lt, ast.Gt)) and abs(gap) <= mpf(10) ** (5 - DIGITS)


def _holds(condition: ast.Compare, at: dict, margin: mpf) -> bool:
    left, right = value(condition.left, at), value(condition.comparators[0], at)
    if isinstance(condition.ops[0], ast.NotEq):
        return abs(left - right) > APART
    tests: dict[type, Callable] = {ast.Lt: lambda: left < right - APART, ast.LtE: lambda: left <= right + margin,
                                   ast.Gt: lambda: left > right + APART, ast.GtE: lambda: left >= right - margin,
                                   ast.Eq: lambda: left == right}
    return tests[type(condition.ops[0])]()


def _real(number) -> mpf:
    if isinstance(number, mpmath.mpc) or mpmath.isnan(number):
        raise NoValue
    return number


def _power(base: mpf, exponent: mpf) -> mpf:
    if base < 0 and exponent != mpmath.floor(exponent) or base == 0 and exponent < 0:
        raise NoValue
    return mpf(1) if exponent == 0 else base**exponent


def _positive(number: mpf) -> mpf:
    if number <= 0:
        raise NoValue
    return number


def _cbrt(number: mpf) -> mpf:
    return mpmath.sign(number) * mpmath.cbrt(abs(number))


FUNCTIONS: dict[str, Callable] = {name: getattr(mpmath, name) for name in (
    "exp", "sin", "cos", "tan", "cot", "csc", "acos", "asin", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc",
    "sqrt", "sign", "floor", "sinc", "atan2", "acot", "expm1", "hypot")} | {
    "log": lambda u: mpmath.log(_positive(u)), "log1p": lambda u: mpmath.log1p(_positive(1 + u) - 1), "cbrt": _cbrt, "abs": abs,
    "max": max, "min": min, "gamma": mpmath.gamma, "factorial": lambda n: mpmath.gamma(n + 1),
    "copysign": lambda u, v: abs(u) * mpmath.sign(v), "remainder": lambda u, v: u - v * mpmath.floor(u / v + mpf(1) / 2)}


def value(node: ast.expr, at: dict) -> mpf:
    """The real value of a formula at a point. Raises NoValue where it has none."""
    if isinstance(node, ast.Constant):
        return mpf(str(node.value))
    if isinstance(node, ast.Name):
        return at[node.id] if node.id in at else _constant(node.id)
    if isinstance(node, ast.UnaryOp):
        return -value(node.operand, at)
    if isinstance(node, ast.BinOp):
        left, right = value(node.left, at), value(node.right, at)
        return {ast.Add: lambda: left + right, ast.Sub: lambda: left - right, ast.Mult: lambda: left * right,
                ast.Div: lambda: left / right, ast.Pow: lambda: _power(left, right)}[type(node.op)]()
    name = name_of(node)
    if name in BOUND:
        return _bound(name, node.args, at)
    if name == "diff":
        letter = node.args[1].id
        return _real(mpmath.diff(lambda t: value(node.args[0], at | {letter: t}), at[letter], len(node.args) - 1))
    if name == "limit":
        return _limit(node.args, at)
    return _real(FUNCTIONS[name](*(value(argument, at) for argument in node.args)))


def _constant(name: str) -> mpf:
    return {"pi": lambda: +mp.pi, "E": lambda: +mp.e, "oo": lambda: mpf("inf"), "phi": lambda: (1 + mpmath.sqrt(5)) / 2}[name]()


def _bound(name: str, arguments: list[ast.expr], at: dict) -> mpf:
    letter, low, high = arguments[1].id, value(arguments[2], at), value(arguments[3], at)

    def term(t):
        return value(arguments[0], at | {letter: t})

    if name == "integral":
        with mp.workdps(20):
            found, error = mpmath.quad(term, [low, high] if low * high >= 0 else [low, 0, high], error=True)
        if not error < ROUGH / 10:
            raise NoValue
        return _real(found)
    if mpmath.isinf(low) or mpmath.isinf(high):
        if mpmath.isinf(low) or name == "product":
            raise NoValue
        return _series(term, int(low))
    terms = (term(mpf(k)) for k in range(int(low), int(high) + 1))
    return mpmath.fsum(terms) if name == "sum" else mpmath.fprod(terms)


def _series(term: Callable, low: int) -> mpf:
    """The sum of a series whose terms die out fast; others have no cheap value."""
    total, quiet = mpf(0), 0
    for k in range(low, low + 400):
        added = term(mpf(k))
        total += added
        quiet = quiet + 1 if abs(added) <= mpf(10) ** -45 * (1 + abs(total)) else 0
        if quiet == 4:
            return total
    raise NoValue


def _limit(arguments: list[ast.expr], at: dict) -> mpf:
    """The value close to the place, if it hardly moves there; a limit has no value of its own."""
    letter, place = arguments[1].id, value(arguments[2], at)
    with mp.workdps(4 * DIGITS):
        near = [value(arguments[0], at | {letter: mpmath.sign(place) * step if mpmath.isinf(place) else place + 1 / step})
                for step in (mpf(10) ** 13, mpf(10) ** 26)]
    if abs(near[1] - near[0]) > ROUGH * (1 + abs(near[1])):
        raise NoValue
    return near[1]

