"""The table of functions against arithmetic in balls and SymPy's own derivatives, at exact points on every side of every end."""

from contextlib import suppress

import pytest
from sympy import DiracDelta, Float, Function, I, Integral, Rational, S, cos, diff, exp, oo, pi, sin, sqrt, symbols, tan, zeta

from theoremtest.derivations.language import reals
from theoremtest.derivations.language.functions import Hypot
from theoremtest.derivations.proof.balls import rules
from theoremtest.derivations.proof.balls.enclose import Imprecise, NotEvaluable, Undefined, enclosure, truth
from theoremtest.derivations.proof.functions.admission import refusal
from theoremtest.derivations.proof.functions.derivatives import NoDerivative, derivative, elementary
from theoremtest.derivations.proof.functions.entries import Wanted
from theoremtest.derivations.proof.functions.primes import parts_of
from theoremtest.derivations.proof.functions.table import (
    TABLE,
    demands_for_continuity,
    demands_for_smoothness,
    hidden_corners,
    hidden_jumps,
    written_out,
)

x, y, z = reals("x", "y", "z")
VALUES = [S.Zero, *(sign * Rational(*value) for value in ((1, 3), (1, 2), (1, 1), (5, 3), (2, 1), (3, 1)) for sign in (1, -1))]
ARGUMENTS = {"atan2": (x, y), "KroneckerDelta": (x, y), "Max": (x, y, z), "Min": (x, y, z), "Hypot": (x, y), "Decay": (x, y, z),
             "Decayed": (x, y, z), "GrowthIntegral": (x, y), "Parity": symbols("m n", integer=True),
             "besselj": (S.One, x), "besseli": (S(2), x), "factorial": symbols("m,", integer=True),
             "binomial": symbols("m n", integer=True)}
BITS = 256


def nodes(entry):
    """The function at open arguments; a power with each kind of exponent."""
    if entry.head.__name__ == "Pow":
        return [x**exponent for exponent in (2, -1, -2, Rational(1, 2), Rational(-1, 3), Rational(4, 3), sqrt(2), y)]
    return [entry.head(*ARGUMENTS.get(entry.head.__name__, (x,)))]


ALL = [pytest.param(entry, node, id=str(node)) for entry in TABLE.values() for node in nodes(entry)]


def points(node):
    symbols = sorted(node.free_symbols, key=str)
    for k in range(len(VALUES) * (1 if len(symbols) == 1 else 3)):
        point = {symbol: VALUES[(k * (1 + 2 * i) + i * (k // len(VALUES))) % len(VALUES)] for i, symbol in enumerate(symbols)}
        if not any(symbol.is_integer and not number.is_Integer for symbol, number in point.items()):
            yield point


def value(expression, point):
    """A ball, or None where there is certainly no value."""
    try:
        return enclosure(expression, point, BITS)
    except Undefined:
        return None


def met(demands, point):
    relation = {Wanted.POSITIVE: lambda e: e > 0, Wanted.NOT_NEGATIVE: lambda e: e >= 0, Wanted.NOT_ZERO: lambda e: ~(e <= 0) | ~(e >= 0)}
    return all(truth(relation[demand.sign](demand.expression), point) for demand in demands)


@pytest.mark.parametrize("entry, node", ALL)
def test_enclosures_are_known(entry, node):
    assert not entry.enclosure or entry.enclosure in rules.FUNCTIONS
    assert entry.enclosure or entry.elsewise or entry.head.__name__ == "Pow"


@pytest.mark.parametrize("entry, node", [case for case in ALL if case.values[0].elsewise])
def test_the_other_form_has_the_same_value_at_the_same_points(entry, node):
    form = entry.elsewise(*node.args)
    for point in points(node):
        here, there = value(node, point), value(form, point)
        assert (here is None) == (there is None), point
        assert here is None or here.overlaps(there), point


@pytest.mark.parametrize("entry, node", ALL)
def test_where_the_demands_hold_there_is_a_value(entry, node):
    continuity = demands_for_continuity(node)
    if entry.defined is None:
        assert written_out(node) is not None
        return
    for point in points(node):
        if met(entry.defined(*node.args), point):
            assert value(node, point) is not None, point
        assert continuity is None or not met(continuity, point) or value(node, point) is not None


@pytest.mark.parametrize("entry, node", [case for case in ALL if case.values[0].slopes])
def test_the_derivatives_are_right_and_defined_where_the_table_says(entry, node):
    seen = 0
    for point in points(node):
        if not met(demands_for_smoothness(node), point):
            continue
        for symbol in node.free_symbols:
            found = value(derivative(node, symbol), point)
            assert found is not None, point
            with suppress(NotEvaluable):  # SymPy's own form may have no rule, or no value where ours has one
                assert found.overlaps(enclosure(diff(node, symbol), point, BITS)), point
            seen += 1
    assert seen


@pytest.mark.parametrize("entry, node", [case for case in ALL if case.values[0].slopes])
def test_the_derivatives_agree_with_differences(entry, node):
    """A central difference of step 1/10**6 comes within 1/10**4 of the derivative at a smooth point that lies apart from every end."""
    step = Rational(1, 10**6)
    for point in points(node):
        for symbol in node.free_symbols:
            beside = [{**point, symbol: point[symbol] + side} for side in (step, -step)]
            if not all(met(demands_for_smoothness(node), there) for there in (point, *beside)):
                continue
            high, low = (value(node, there) for there in beside)
            gap = (high - low) / (2 * rules.ball(rules.ONE) / 10**6) - value(derivative(node, symbol), point)
            assert abs(gap) < rules.ball(rules.ONE) / 10**4, (point, symbol)


@pytest.mark.parametrize("entry, node", [case for case in ALL if case.values[0].elsewise and case.values[0].smooth])
def test_another_form_has_a_derivative_where_the_table_says(entry, node):
    """It has a value at the point and beside it, and comes within 1/10**4 of a central difference of step 1/10**6."""
    step, seen = Rational(1, 10**6), 0
    for point in points(node):
        for symbol in node.free_symbols:
            beside = [{**point, symbol: point[symbol] + side} for side in (step, -step)]
            if not all(met(demands_for_smoothness(node), there) for there in (point, *beside)):
                continue
            found, (high, low) = value(derivative(elementary(node), symbol), point), (value(node, there) for there in beside)
            assert found is not None, point
            assert abs((high - low) / (2 * rules.ball(rules.ONE) / 10**6) - found) < rules.ball(rules.ONE) / 10**4, (point, symbol)
            seen += 1
    assert seen


@pytest.mark.drawn(4)
@pytest.mark.parametrize("entry, node", ALL)
def test_no_jump_and_no_corner_is_hidden(entry, node):
    """Where the function has a value and no hidden jump is near it moves little over a small step; with slopes, differences agree."""
    jumps, corners, step, one = hidden_jumps(node), hidden_corners(node), Rational(1, 10**8), rules.ball(rules.ONE)
    for point in points(node):
        for symbol in node.free_symbols:
            beside = [{**point, symbol: point[symbol] + side} for side in (step, -step)]
            high, here, low = (value(node, there) for there in (beside[0], point, beside[1]))
            if None in (high, here, low):
                continue
            if jumps is not None and met(jumps, point):
                assert abs(high - here) + abs(low - here) < one / 10**2, (point, symbol)
            if corners is not None and met(corners, point):
                slope = slope_at(node, symbol, point)
                assert slope is None or abs((high - low) * 10**8 / (2 * one) - slope) < one / 10**2, (point, symbol)
                assert slope is None or abs((high - 2 * here + low) * 10**8 / one) < one / 10**2, (point, symbol)


def slope_at(node, symbol, point):
    """SymPy's derivative at a point; None where it has no value, or is a delta, which is nothing apart from its place."""
    try:
        return value(diff(node, symbol).replace(DiracDelta, lambda *_: S.Zero), point)
    except NotEvaluable:
        return None


@pytest.mark.parametrize("expression, word", [
    (x + Float("0.5"), "floating-point"), (sin(I * x), "no real number"), (zeta(x), "zeta"), (S.ComplexInfinity, "zoo"), (S.NaN, "nan"),
])
def test_what_is_refused_is_named(expression, word):
    assert word in refusal(expression)


@pytest.mark.parametrize("expression", [x**y + exp(pi) - oo, Function("f", real=True)(x), Hypot(x, y), Integral(tan(x), x), x > 0])
def test_what_is_admitted(expression):
    assert refusal(expression) is None


def test_functions_are_written_out_all_the_way_down():
    assert elementary(tan(tan(x))) == sin(sin(x) / cos(x)) / cos(sin(x) / cos(x))


def test_no_derivative_is_made_up():
    with pytest.raises(NoDerivative, match="f"):
        derivative(Function("f", real=True)(x), x)


@pytest.mark.parametrize("number", [1, 2, 360, 97 * 89, 10**24 - 1, (2**89 - 1) * (2**107 - 1) * 49])
def test_whole_numbers_come_apart(number):
    product = 1
    for factor, exponent in parts_of(number):
        product *= factor**exponent
    assert product == number


def test_imprecise_is_not_undefined():
    with pytest.raises(Imprecise):
        enclosure(1 / (sin(x)**2 + cos(x)**2 - 1), {x: S.One}, 64)
