"""True statements of the plainest kind, so that a table of attacks does not only teach the engine to refuse."""

from sympy import S, cos, cosh, exp, log, sin, sinh, sqrt, tanh

from theoremtest.derivations.language import Conserved, Domain, Equal, Evolves, Flow, Holds, Iff, Limit, gt

from ..case import T
from ..words import REAL, a, b, x, y

POSITIVE, PLANE = Domain(x > 0), Domain(over=[x, y])
DECAY, SPIN = Flow({x: -x}), Flow({x: y, y: -x})

CASES = [
    T(lambda: Equal((x + y) ** 2, x**2 + 2 * x * y + y**2, on=PLANE), "the binomial"),
    T(lambda: Equal((x - y) * (x + y), x**2 - y**2, on=PLANE), "difference of squares"),
    T(lambda: Equal(exp(x + y), exp(x) * exp(y), on=PLANE), "the exponential of a sum"),
    T(lambda: Equal(log(x**2), 2 * log(x), on=POSITIVE), "x is positive"),
    T(lambda: Equal(sqrt(x**2), x, on=POSITIVE), "x is positive"),
    T(lambda: Equal(cosh(x) ** 2 - sinh(x) ** 2, 1, on=REAL), "the hyperbola"),
    T(lambda: Equal(sin(x) ** 2 + cos(x) ** 2, 1, on=REAL), "the circle"),
    T(lambda: Equal(tanh(x), sinh(x) / cosh(x), on=REAL), "by definition"),
    T(lambda: Equal(1 / (1 + exp(-x)), exp(x) / (1 + exp(x)), on=REAL), "the logistic function, both ways"),
    T(lambda: Holds(gt(x**2 + 1, 0), on=REAL), "a square and one"),
    T(lambda: Holds(x**2 + y**2 >= 2 * x * y, on=PLANE), "(x - y)^2 is not negative"),
    T(lambda: Holds(gt(exp(x), 0), on=Domain(over=[x, y])), "the exponential is positive"),
    T(lambda: Holds(x + 1 / x >= 2, on=POSITIVE), "(x - 1)^2 over x is not negative"),
    T(lambda: Iff(x**2 > 4, x > 2, on=POSITIVE), "x is positive"),
    T(lambda: Limit(exp(-x), x, S.Infinity, S.Zero, on=REAL), "decay"),
    T(lambda: Limit((1 - exp(-x)) / x, x, S.Zero, S.One, on=POSITIVE), "the slope of the exponential at zero"),
    T(lambda: Evolves(x**2, -2 * x**2, along=DECAY, on=REAL), "twice the rate"),
    T(lambda: Conserved(x**2 + y**2, along=SPIN, on=PLANE), "the radius of a rotation"),
    T(lambda: Conserved(a * x**2 + a * y**2, along=SPIN, on=Domain(over=[x, y, a])), "a constant times the radius"),
    T(lambda: Equal((a + b) ** 3, a**3 + 3 * a**2 * b + 3 * a * b**2 + b**3, on=Domain(over=[a, b])), "the binomial of degree three"),
    T(lambda: Equal(sinh(2 * x), 2 * sinh(x) * cosh(x), on=REAL), "twice the argument"),
    T(lambda: Equal(cosh(x), (exp(x) + exp(-x)) / 2, on=REAL), "by definition"),
    T(lambda: Equal(sin(x + y), sin(x) * cos(y) + cos(x) * sin(y), on=PLANE), "the sine of a sum"),
    T(lambda: Equal(log(x * y), log(x) + log(y), on=Domain(x > 0, y > 0)), "the logarithm of a product"),
    T(lambda: Equal(x**3 - y**3, (x - y) * (x**2 + x * y + y**2), on=PLANE), "difference of cubes"),
    T(lambda: Equal(1 - tanh(x) ** 2, 1 / cosh(x) ** 2, on=REAL), "the slope of tanh"),
    T(lambda: Equal(1 / x - 1 / (x + 1), 1 / (x * (x + 1)), on=POSITIVE), "partial fractions"),
    T(lambda: Holds(exp(x) >= 1 + x, on=REAL), "the exponential above its tangent"),
    T(lambda: Holds(x**4 + y**4 >= 2 * x**2 * y**2, on=PLANE), "(x^2 - y^2)^2 is not negative"),
    T(lambda: Holds(x**2 + x * y + y**2 >= 0, on=PLANE), "a definite form"),
    T(lambda: Holds(gt(cosh(x), sinh(x)), on=REAL), "the difference is exp(-x)"),
    T(lambda: Holds(x / (1 + x) <= x, on=Domain(x >= 0)), "a divisor of at least one"),
    T(lambda: Iff(x**2 <= 9, x <= 3, on=POSITIVE), "x is positive"),
    T(lambda: Iff(gt(x * y, 0), y > 0, on=Domain(x > 0, over=[y])), "x is positive"),
    T(lambda: Limit(x * exp(-x), x, S.Infinity, S.Zero, on=REAL), "the exponential wins"),
    T(lambda: Limit(log(x) / x, x, S.Infinity, S.Zero, on=POSITIVE), "the power wins"),
    T(lambda: Limit(sinh(x) / x, x, S.Zero, S.One, on=POSITIVE), "the slope of sinh at zero"),
    T(lambda: Limit(tanh(x), x, S.Infinity, S.One, on=REAL), "saturation"),
    T(lambda: Evolves(exp(x), -x * exp(x), along=DECAY, on=REAL), "the chain rule"),
    T(lambda: Evolves(x * y, y**2 - x**2, along=SPIN, on=PLANE), "the product rule"),
    T(lambda: Evolves(x**2 - y**2, 4 * x * y, along=SPIN, on=PLANE), "the double angle"),
]
