"""Case distinctions with borders and gaps, conjunctions whose parts differ, tables given at points."""

from sympy import And, Eq, Ne, Or, Rational, S, exp, log, oo, sin, sqrt, true

from theoremtest.derivations.language import All, Classifies, Conserved, Domain, Equal, Expectation, Flow, Holds, Limit, Scales, every, ge

from ..case import F, M, T
from ..words import OCTANT, PLANE, POSITIVE, QUADRANT, REAL, a, b, k, n, w, x, y, z

WHOLE = Domain(over=[n])
R = Rational
TRUE = Equal((x + y) ** 2, x**2 + 2 * x * y + y**2, on=PLANE)
FALSE = Equal((x + y) ** 2, x**2 + y**2, on=PLANE)


def classes(given, meaning, on, complete=True):
    """Each label's condition implies its meaning; complete: every point bears exactly one."""
    return Classifies(given, meaning, complete, on=on)


CASES = [
    T(lambda: classes({"down": x < 0, "up": x >= 0}, {"down": x <= 0, "up": x >= 0}, REAL), "every sign"),
    F(lambda: classes({"down": x < 0, "up": x > 0}, {"down": x < 0, "up": x > 0}, REAL), "x = 0 bears none"),
    T(lambda: classes({"down": x < 0, "up": x > 0}, {"down": x < 0, "up": x > 0}, Domain(Ne(x, 0))), "x is not 0"),
    T(lambda: classes({"down": x < 0, "up": x > 0}, {"down": x < 0, "up": x > 0}, REAL, complete=False),
      "not complete, and not said to be"),
    F(lambda: classes({"down": x <= 0, "up": x >= 0}, {"down": x <= 0, "up": x >= 0}, REAL), "x = 0 bears both"),
    F(lambda: classes({"down": x < 1, "up": x >= 1}, {"down": x < 0, "up": x > 0}, REAL), "x = 1/2 is called down"),
    T(lambda: classes({"low": n <= 0, "high": n >= 1}, {"low": n < 1, "high": n > 0}, WHOLE), "no whole number in between"),
    F(lambda: classes({"low": x <= 0, "high": x >= 1}, {"low": x < 1, "high": x > 0}, REAL), "x = 1/2 bears none"),
    T(lambda: classes({"low": n < 1, "high": n > 0}, {"low": n <= 0, "high": n >= 1}, WHOLE), "whole numbers"),
    F(lambda: classes({"low": n < 1, "high": n > 1}, {"low": n <= 0, "high": n >= 2}, WHOLE), "n = 1 bears none"),
    F(lambda: classes({"low": n <= 1, "high": n >= 1}, {"low": n <= 1, "high": n >= 1}, WHOLE), "n = 1 bears both"),
    T(lambda: classes({"one": x + y < 1, "two": x + y >= 1}, {"one": x < 1, "two": Or(x >= R(1, 2), y >= R(1, 2))}, QUADRANT), "sums"),
    F(lambda: classes({"one": x + y < 1, "two": x + y >= 1}, {"one": x < 1, "two": And(x >= R(1, 2), y >= R(1, 2))}, QUADRANT),
      "x = 1, y = 0.1"),
    F(lambda: classes({"one": x < y, "two": y < z, "three": z < x}, {"one": true, "two": true, "three": true}, OCTANT),
      "x < y < z bears two"),
    F(lambda: classes({"one": And(x > y, x > z), "two": And(y > x, y > z), "three": And(z > x, z > y)},
                      {"one": x > 0, "two": y > 0, "three": z > 0}, OCTANT), "x = y = z bears none"),
    T(lambda: classes({"in": x**2 + y**2 < 1, "out": x**2 + y**2 >= 1}, {"in": x < 1, "out": Or(x**2 >= R(1, 2), y**2 >= R(1, 2))}, PLANE),
      "the disc"),
    F(lambda: classes({"in": x**2 + y**2 < 1, "out": x**2 + y**2 > 1}, {"in": x < 1, "out": true}, PLANE), "the circle bears none"),
    F(lambda: classes({"in": x**2 + y**2 <= 1, "out": x**2 + y**2 > 1}, {"in": x < 1, "out": true}, PLANE), "x = 1"),
    T(lambda: classes({"a": ({x: 1, y: 2}, {x: 2, y: 3}), "b": ({x: 3, y: 1},)}, {"a": x < y, "b": x > y}, QUADRANT, complete=False),
      "a table"),
    F(lambda: classes({"a": ({x: 1, y: 2}, {x: 3, y: 3})}, {"a": x < y}, QUADRANT, complete=False), "the second column"),
    F(lambda: classes({"a": ({x: 1, y: 2},), "b": ({x: 3, y: 1},)}, {"a": x < y, "b": x > y}, QUADRANT), "a table is not complete"),
    F(lambda: classes({"a": exp(x) > 2, "b": exp(x) <= 2}, {"a": x > 0, "b": x <= 0}, REAL), "x = 1/2 is called b"),
    T(lambda: classes({"a": exp(x) > 1, "b": exp(x) <= 1}, {"a": x > 0, "b": x <= 0}, REAL), "exp grows"),
    F(lambda: classes({"a": x * y > 0, "b": x * y < 0}, {"a": true, "b": true}, PLANE), "the axes bear none"),
    T(lambda: classes({"a": x * y > 0, "b": x * y <= 0}, {"a": Ne(x, 0), "b": true}, PLANE), "a sign"),
    F(lambda: classes({"every": true}, {"every": x > 0}, REAL), "x = -1"),
    T(lambda: classes({"every": true}, {"every": x > 0}, POSITIVE), "the domain says so"),
    F(lambda: classes({"every": true, "some": x > 1}, {"every": x > 0, "some": x > 0}, POSITIVE), "x = 2 bears both"),
    M(lambda: classes({"a": x > 0}, {}, REAL), "a label without a meaning"),
    M(lambda: classes({}, {}, REAL), "no label"),
    M(lambda: classes({"a": ({x: S(1) / 2 + 0.0},)}, {"a": x > 0}, REAL, complete=False), "a floating-point point"),
    T(lambda: every(one=TRUE, other=Holds(ge(x**2, 0), on=REAL)), "both are true"),
    F(lambda: every(one=TRUE, other=FALSE), "the second is false"),
    F(lambda: every(one=FALSE, other=TRUE), "the first is false"),
    F(lambda: every(one=Holds(ge(x**2, 0), on=REAL), two=Holds(x**2 > 0, on=Domain(Ne(x, 0))), three=Holds(x**2 > 0, on=REAL)),
      "the third, at x = 0"),
    T(lambda: every(up=Limit(1 / x, x, oo, S.Zero, on=POSITIVE), down=Limit(x, x, S.Zero, S.Zero, on=POSITIVE)), "both limits"),
    F(lambda: every(up=Limit(1 / x, x, oo, S.Zero, on=POSITIVE), down=Limit(1 / x, x, S.Zero, S.Zero, on=POSITIVE)), "it grows at 0"),
    F(lambda: every(mean=Expectation(w, {w: S.One}, S.Zero, on=Domain(over=[w])),
                    square=Expectation(w**2, {w: S.One}, S.Zero, on=Domain(over=[w]))),
      "the variance is 1"),
    T(lambda: every(inner=every(a=TRUE, b=TRUE), outer=TRUE), "all true"),
    F(lambda: every(inner=every(a=TRUE, b=FALSE), outer=TRUE), "one inside is false"),
    F(lambda: every(plain=TRUE, sine=Equal(sin(x) ** 2, 1 - x**2, on=REAL)), "x = 1"),
    F(lambda: every(roots=Equal(sqrt(x**2), x, on=REAL), logs=Equal(log(x**2), 2 * log(x), on=POSITIVE)), "x = -1"),
    T(lambda: every(roots=Equal(sqrt(x**2), x, on=POSITIVE), logs=Equal(log(x**2), 2 * log(x), on=POSITIVE)), "x > 0"),
    F(lambda: every(still=Conserved(x, along=Flow({x: S.Zero}), on=REAL), moving=Conserved(x, along=Flow({x: S.One}), on=REAL)),
      "the rate is 1"),
    F(lambda: every(a=Scales(x**2, x, S(2), on=POSITIVE), b=Scales(x**2 + x**3, x, S(2), on=POSITIVE)), "3"),
    T(lambda: every(a=Equal(a * b, b * a, on=Domain(over=[a, b])), b=Equal(k + k, 2 * k, on=Domain(over=[k]))), "two domains"),
    M(lambda: All({}, on=REAL), "no part"),
    M(lambda: All({"a": x > 0}, on=REAL), "a part that is no statement"),
    F(lambda: every(a=Holds(Eq(x, x + y), on=Domain(over=[x, y])), b=TRUE), "y = 1"),
    F(lambda: classes({"a": 2 * n < 3, "b": 2 * n > 3}, {"a": n < 1, "b": n > 1}, WHOLE), "n = 1 is called a"),
    T(lambda: classes({"a": 2 * n < 3, "b": 2 * n > 3}, {"a": n <= 1, "b": n >= 2}, WHOLE), "2n is never 3"),
    F(lambda: classes({"a": 2 * x < 3, "b": 2 * x > 3}, {"a": x <= R(3, 2), "b": x >= 1}, REAL), "x = 3/2 bears none"),
]
