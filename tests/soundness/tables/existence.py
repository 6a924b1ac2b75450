"""Initial value problems: a solution is continuous, solves the equation at every time of the domain, and starts where it says."""

from fractions import Fraction

from sympy import Abs, Heaviside, Max, Ne, Piecewise, Rational, S, cos, cosh, exp, floor, log, sign, sin, sqrt, tan, tanh

from theoremtest.derivations.language import TIME, Domain, Scales, Solves, System

from ..case import F, M, T
from ..words import POSITIVE, a, b, k, w, x, y

AFTER = Domain(TIME >= 0)
EVER = Domain(over=[TIME])
LATER = Domain(TIME > 0)
WITH = Domain(TIME >= 0, over=[a])


def solves(rate, start, value, on=AFTER):
    """x' = rate, x(0) = start, solved by x = value."""
    return Solves(System({x: S(rate)}, {x: S(start)}), {x: S(value)}, on=on)


CASES = [
    F(lambda: solves(x**2, 1, 1 / (1 - TIME)), "a pole at t = 1"),
    T(lambda: solves(x**2, 1, 1 / (1 - TIME), Domain(TIME >= 0, TIME < 1)), "before the pole"),
    F(lambda: solves(x**2, 1, 1 / (1 - TIME), Domain(TIME >= 0, TIME < 2)), "a pole at t = 1"),
    T(lambda: solves(-(x**2), 1, 1 / (1 + TIME)), "no pole after 0"),
    F(lambda: solves(-(x**2), 1, 1 / (1 + TIME), EVER), "a pole at t = -1"),
    F(lambda: solves(x**2, a, a / (1 - a * TIME), WITH), "a pole at t = 1/a"),
    T(lambda: solves(x**2, a, a / (1 - a * TIME), Domain(TIME >= 0, a < 0)), "a < 0: no pole after 0"),
    F(lambda: solves(x**2, a, a / (1 - a * TIME), Domain(TIME >= 0, a > 0)), "a pole at t = 1/a"),
    F(lambda: solves(0, 0, Heaviside(TIME - 3)), "a step at t = 3"),
    F(lambda: solves(0, 1, Piecewise((1, TIME < 5), (2, True))), "a step at t = 5"),
    F(lambda: solves(0, 0, floor(TIME)), "steps"),
    F(lambda: solves(0, -1, sign(TIME - 4)), "a step at t = 4"),
    F(lambda: solves(1, 0, TIME + Heaviside(TIME - 7)), "a step at t = 7"),
    T(lambda: solves(0, 1, Piecewise((1, TIME < 5), (1, True))), "constant"),
    F(lambda: solves(1 + x**2, 0, tan(TIME)), "poles"),
    T(lambda: solves(1 + x**2, 0, tan(TIME), Domain(TIME >= 0, TIME < 1)), "before the first pole"),
    F(lambda: solves(1 + x**2, 0, tan(TIME), Domain(TIME >= 0, TIME < 2)), "a pole at pi/2"),
    F(lambda: solves(1, 0, Abs(TIME), EVER), "slope -1 before 0"),
    T(lambda: solves(1, 0, Abs(TIME)), "t >= 0"),
    T(lambda: solves(x, 1, exp(TIME)), "the exponential"),
    T(lambda: solves(x, 1, exp(TIME), EVER), "the exponential"),
    T(lambda: solves(x, 1, exp(TIME), LATER), "starts at 0 though only t > 0 is spoken of"),
    F(lambda: solves(x, 1, 2 * exp(TIME)), "starts at 2"),
    F(lambda: solves(x, 1, 2 * exp(TIME), LATER), "starts at 2"),
    F(lambda: solves(x, 1, exp(-TIME)), "x' = -x"),
    F(lambda: solves(x, 1, 1 + TIME + TIME**2 / 2 + TIME**3 / 6), "the first terms of exp"),
    T(lambda: solves(a * x, 1, exp(a * TIME), WITH), "the exponential"),
    F(lambda: solves(a * x, a, exp(a * TIME), WITH), "starts at 1"),
    T(lambda: solves(a * (1 - x), 0, 1 - exp(-a * TIME), WITH), "relaxation"),
    F(lambda: solves(a * (1 - x), 0, 1 - exp(-a * TIME) + a * TIME * exp(-a * TIME), WITH), "a term too many"),
    T(lambda: solves(x * (1 - x), Rational(1, 2), 1 / (1 + exp(-TIME)), EVER), "the logistic curve"),
    F(lambda: solves(x * (1 - x), Rational(1, 2), 1 / (1 + exp(TIME))), "it falls"),
    T(lambda: solves(x * (1 - x), a, a * exp(TIME) / (1 - a + a * exp(TIME)), Domain(TIME >= 0, a > 0, a < 1)), "the logistic curve"),
    F(lambda: solves(x * (1 - x), a, a * exp(TIME) / (1 - a + a * exp(TIME)), WITH), "a < 0: a pole"),
    T(lambda: solves(1 - x**2, 0, tanh(TIME)), "the hyperbolic tangent"),
    F(lambda: solves(1 - x**2, 0, tan(TIME)), "1 + x^2"),
    T(lambda: solves(TIME, 0, TIME**2 / 2), "driven by time"),
    F(lambda: solves(TIME, 0, TIME**2), "twice too much"),
    T(lambda: solves(2 * TIME * x, 1, exp(TIME**2)), "driven by time"),
    F(lambda: solves(x / TIME, 0, TIME**2, LATER), "2t against t"),
    F(lambda: solves(x / 2, 1, sqrt(exp(TIME)) + Heaviside(TIME - 30)), "a step at t = 30"),
    F(lambda: solves(-sqrt(x), 1, (1 - TIME / 2) ** 2), "after t = 2 it rises"),
    T(lambda: solves(-sqrt(x), 1, (1 - TIME / 2) ** 2, Domain(TIME >= 0, TIME < 2)), "before t = 2"),
    T(lambda: solves(-sqrt(x), 1, Max(0, 1 - TIME / 2) ** 2), "it stays at 0"),
    T(lambda: solves(2 * sqrt(Abs(x)), 0, TIME**2), "one of many solutions"),
    T(lambda: solves(2 * sqrt(Abs(x)), 0, 0), "one of many solutions"),
    F(lambda: solves(-x / Abs(x), 1, 1 - TIME), "after t = 1 it turns"),
    F(lambda: solves(1 / x, 1, sqrt(1 - 2 * TIME), Domain(TIME >= 0, Rational(1, 2) > TIME)), "the slope is -1/x"),
    T(lambda: solves(-1 / x, 1, sqrt(1 - 2 * TIME), Domain(TIME >= 0, Rational(1, 2) > TIME)), "before it ends"),
    F(lambda: solves(-1 / x, 1, sqrt(1 - 2 * TIME)), "no value after t = 1/2"),
    F(lambda: solves(1 / (TIME - 1), 0, log(Abs(TIME - 1))), "a pole at t = 1"),
    T(lambda: solves(1 / (TIME + 1), 0, log(TIME + 1)), "no pole after 0"),
    F(lambda: solves(-1 / (TIME - 2) ** 2, Rational(-1, 2), 1 / (TIME - 2)), "a pole at t = 2"),
    T(lambda: Solves(System({x: y, y: -x}, {x: S.Zero, y: S.One}), {x: sin(TIME), y: cos(TIME)}, on=EVER), "the circle"),
    F(lambda: Solves(System({x: y, y: -x}, {x: S.Zero, y: S.One}), {x: cos(TIME), y: sin(TIME)}, on=EVER), "they are swapped"),
    F(lambda: Solves(System({x: y, y: x}, {x: S.Zero, y: S.One}), {x: sin(TIME), y: cos(TIME)}, on=EVER), "that is sinh and cosh"),
    T(lambda: Solves(System({x: y, y: x}, {x: S.One, y: S.Zero}), {x: cosh(TIME), y: (exp(TIME) - exp(-TIME)) / 2}, on=EVER),
      "cosh and sinh"),
    F(lambda: Solves(System({x: y, y: S.Zero}, {x: S.Zero, y: S.One}), {x: TIME, y: S.One + Heaviside(TIME - 9)}, on=AFTER),
      "a step at t = 9"),
    T(lambda: Solves(System({x: a * x, y: b * y}, {x: S.One, y: k}), {x: exp(a * TIME), y: k * exp(b * TIME)},
                     on=Domain(TIME >= 0, over=[a, b, k])), "two of them"),
    F(lambda: Solves(System({x: a * x, y: b * y}, {x: S.One, y: k}), {x: exp(a * TIME), y: k * exp(a * TIME)},
                     on=Domain(TIME >= 0, over=[a, b, k])), "a against b"),
    T(lambda: Solves(System({x: -w * x}, {x: a}), {x: a * exp(-w * TIME)}, on=Domain(TIME >= 0, w > 0, Ne(a, 0))), "decay"),
    F(lambda: Solves(System({x: -w * x}, {x: a}), {x: 2 * exp(-w * TIME)}, on=Domain(TIME >= 0, w > 0, over=[a])), "starts at 2, not at a"),
    T(lambda: Solves(System({x: 1}, {x: 0}), {x: TIME}, on=AFTER), "plain integers"),
    F(lambda: Solves(System({x: 1}, {x: 0}), {x: 2 * TIME}, on=AFTER), "plain integers"),
    T(lambda: Solves(System({x: Fraction(1, 2)}, {x: 0}), {x: TIME / 2}, on=AFTER), "a plain fraction"),
    F(lambda: Solves(System({x: Fraction(1, 2)}, {x: 0}), {x: TIME / 3}, on=AFTER), "a plain fraction"),
    T(lambda: Solves(System({x: 0}, {x: 2}), {x: 2}, on=AFTER), "plain integers"),
    M(lambda: Solves(System({x: 0.5}, {x: 0}), {x: TIME / 2}, on=AFTER), "a floating-point rate"),
    M(lambda: Solves(System({x: 1}, {x: 0.1}), {x: TIME + Rational(1, 10)}, on=AFTER), "a floating-point start"),
    T(lambda: Scales(x**2, x, exponent=2, on=POSITIVE), "a plain integer"),
    F(lambda: Scales(x**2, x, exponent=3, on=POSITIVE), "a plain integer"),
    M(lambda: Scales(x**2, x, exponent=2.0, on=POSITIVE), "a floating-point exponent"),
]
