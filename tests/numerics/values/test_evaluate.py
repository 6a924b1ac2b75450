"""Expressions at a point: every function against mpmath's own, branches not taken stay unread, failures are named."""

from fractions import Fraction

import mpmath
import pytest
import sympy
from sympy import Abs, Eq, Function, Heaviside, Matrix, MatrixSymbol, Max, Min, Piecewise, Rational, S, Symbol, symbols

from theoremtest.numerics.values import evaluate as module
from theoremtest.numerics.values.evaluate import BadValue, EvaluationError, MissingValue, NotDefined, Unsupported, evaluate, settled

x, y = symbols("x y", real=True)
POINT = {x: Fraction(3, 7), y: Fraction(-5, 3)}

FUNCTIONS = {
    sympy.exp: "exp", sympy.log: "log", sympy.sin: "sin", sympy.cos: "cos", sympy.tan: "tan", sympy.cot: "cot",
    sympy.sec: "sec", sympy.csc: "csc", sympy.asin: "asin", sympy.acos: "acos", sympy.atan: "atan",
    sympy.sinh: "sinh", sympy.cosh: "cosh", sympy.tanh: "tanh", sympy.coth: "coth", sympy.sech: "sech",
    sympy.csch: "csch", sympy.asinh: "asinh", sympy.atanh: "atanh", sympy.asech: "asech", sympy.acsch: "acsch",
    sympy.sqrt: "sqrt", sympy.erf: "erf", sympy.erfc: "erfc", sympy.gamma: "gamma", sympy.LambertW: "lambertw",
}  # fmt: skip


def close(got, wanted, digits=48):
    with mpmath.workdps(digits + 20):
        return abs(got - wanted) <= abs(wanted) * mpmath.mpf(10) ** (-digits)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: FUNCTIONS[f])
def test_function_is_mpmaths(function):
    with mpmath.workdps(70):
        wanted = getattr(mpmath, FUNCTIONS[function])(mpmath.mpf(3) / 7)
    assert close(evaluate(function(x), POINT, 50), wanted)


@pytest.mark.parametrize(("function", "name"), [(sympy.acosh, "acosh"), (sympy.acoth, "acoth")])
def test_function_beyond_one(function, name):
    with mpmath.workdps(70):
        wanted = getattr(mpmath, name)(mpmath.mpf(7) / 3)
    assert close(evaluate(function(x), {x: Rational(7, 3)}, 50), wanted)


@pytest.mark.parametrize(
    ("expr", "wanted"),
    [
        (x + 2 * y, Fraction(3, 7) - Fraction(10, 3)),
        (x * y / 3, Fraction(3 * -5, 7 * 3 * 3)),
        (y**3, Fraction(-125, 27)),
        (y**-2, Fraction(9, 25)),
        (Abs(y) * sympy.sign(y), Fraction(-5, 3)),
        (Max(x, y, 0), Fraction(3, 7)),
        (Min(x, y, 0), Fraction(-5, 3)),
        (Heaviside(y) + Heaviside(x), 1),
        (sympy.floor(y) + sympy.ceiling(x), -1),
        (Piecewise((1, y > 0), (x, (x > 0) & (y < 0)), (7, True)), Fraction(3, 7)),
        (sympy.Sum(x**symbols("k"), (symbols("k"), 0, 2)), 1 + Fraction(3, 7) + Fraction(9, 49)),
    ],
)
def test_rational_operations(expr, wanted):
    wanted = Fraction(wanted)
    with mpmath.workdps(70):
        assert close(evaluate(expr, POINT, 50), mpmath.mpf(wanted.numerator) / wanted.denominator)


def test_rational_and_general_powers():
    value = Rational(7, 3)
    for exponent in (Rational(1, 3), Rational(-3, 2), sympy.sqrt(2), -sympy.pi):
        with mpmath.workdps(70):
            power = mpmath.mpmathify(sympy.N(exponent, 70))
            wanted = (mpmath.mpf(7) / 3) ** power
        assert close(evaluate(x**exponent, {x: value}, 50), wanted)


def test_precision_follows_digits():
    for digits in (15, 50, 200):
        with mpmath.workdps(digits + 20):
            apart = abs(evaluate(sympy.pi + x, {x: 1}, digits) - mpmath.pi - 1)
            assert 0 < apart < mpmath.mpf(10) ** (1 - digits)


def test_callers_precision_is_left_alone():
    before = mpmath.mp.prec
    evaluate(sympy.erf(x) + sympy.exp(x), POINT, 120)
    assert mpmath.mp.prec == before


def test_branch_not_taken_may_be_undefined():
    expr = Piecewise((sympy.sin(x) / x, sympy.Ne(x, 0)), (1, True))
    assert evaluate(expr, {x: 0}) == 1
    assert evaluate(Piecewise((sympy.log(y), y > 0), (0, True)), POINT) == 0


def test_relations_and_conditions_are_bools():
    assert evaluate(x > y, POINT) is True
    assert evaluate(Eq(x, Rational(3, 7)), POINT) is True
    assert evaluate((x < y) | sympy.Not(x > 0), POINT) is False


def test_matrix_keeps_its_shape():
    value = evaluate(Matrix([[x, y, 0], [1, x * y, 2]]), POINT, 30)
    assert (value.rows, value.cols) == (2, 3)
    assert close(value[1, 1], evaluate(x * y, POINT, 30), 28)


def test_array_becomes_nested_tuples():
    value = evaluate(sympy.Array([[[1, 2], [3, 4]], [[5, 6], [7, x - x + 8]]]), POINT)
    assert value == (((1, 2), (3, 4)), ((5, 6), (7, 8)))


def test_matrix_symbols_take_matrices():
    A, B = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 2)
    values = {A: Matrix([[1, 2], [3, 4]]), B: Matrix([[0, 1], [Rational(1, 2), 5]])}
    product = evaluate(A * B.T, values)
    assert [product[i, j] for i in range(2) for j in range(2)] == [2, 10.5, 4, 21.5]
    assert evaluate(sympy.Trace(A), values) == 5
    assert evaluate(sympy.Determinant(A), values) == -2


def test_whole_subexpressions_take_values():
    a, t = Function("a"), Symbol("t")
    assert evaluate(2 * a(t) + a(t).diff(t), {a(t): 3, a(t).diff(t): Fraction(1, 2)}) == mpmath.mpf("6.5")


def test_settled_makes_up_for_cancellation():
    lossy = sympy.sqrt(x**2 + 1) - x
    point = {x: 10**30}
    with mpmath.workdps(200):
        wanted = 1 / (mpmath.sqrt(mpmath.mpf(10) ** 60 + 1) + mpmath.mpf(10) ** 30)
    assert close(settled(lossy, point, 40), wanted, 39)
    assert not close(evaluate(lossy, point, 40), wanted, 39)


def test_settled_calls_persistent_rounding_zero():
    assert settled(sympy.sin(x) ** 2 + sympy.cos(x) ** 2 - 1, POINT, 30) == 0


def test_expression_is_read_once():
    assert module.reader(x * y + 1) is module.reader(x * y + 1)


@pytest.mark.parametrize(
    ("expr", "values", "error", "names"),
    [
        (x + y, {x: 1}, MissingValue, "no value for y"),
        (1 / (x - 1), {x: 1}, NotDefined, "x = 1"),
        (sympy.sqrt(x), {x: -2}, NotDefined, r"\$\\sqrt{x}\$ is not real at \$x = -2\$"),
        (sympy.log(x), {x: 0}, NotDefined, r"\\log"),
        (x ** Rational(1, 3), {x: -8}, NotDefined, "x = -8"),
        (sympy.acosh(x), {x: Rational(1, 2)}, NotDefined, "acosh"),
        (Piecewise((1, x > 0)), {x: -1}, NotDefined, "no case"),
        (x, {x: float("nan")}, BadValue, "x = nan is not finite"),
        (x, {x: mpmath.inf}, BadValue, "x = \\+inf is not finite"),
        (x, {x: "1/3"}, BadValue, "x = '1/3'"),
        (x, {x: 1j}, BadValue, "complex"),
        (x, {x: True}, BadValue, "bool"),
        (S.ImaginaryUnit * x, {x: 1}, Unsupported, "ImaginaryUnit"),
        (sympy.Integral(sympy.exp(-(x**2)), x), {x: 1}, Unsupported, "Integral"),
    ],
)
def test_error_names_the_offender(expr, values, error, names):
    with pytest.raises(error, match=names) as caught:
        evaluate(expr, values)
    assert isinstance(caught.value, EvaluationError)


@pytest.mark.parametrize("expr", [
    x * sympy.exp(y * sympy.sqrt(2)) + Piecewise((y**x, x > 0), (1, True)), y**3 / x + sympy.log(x), sympy.exp(y),
])
def test_one_symbol_moves_as_in_a_run_of_its_own(expr):
    calculate = module.reader(expr).along(x, {y: Rational(5, 7)})
    for digits in (20, 20, 50, 20):
        for place in (Rational(1, 3), mpmath.mpf(2) / 7, mpmath.mpf(9)):
            assert calculate(place, digits) == evaluate(expr, {x: place, y: Rational(5, 7)}, digits)


def test_what_is_kept_of_a_run_says_the_same_when_a_value_is_bad():
    calculate = module.reader(1 / x + y).along(x, {y: 1})
    assert calculate(mpmath.mpf(4), 30) == 1.25
    with pytest.raises(NotDefined, match="divides by zero"):
        calculate(mpmath.mpf(0), 30)
    with pytest.raises(BadValue):
        calculate(mpmath.inf, 30)
    assert calculate(mpmath.mpf(2), 30) == 1.5
