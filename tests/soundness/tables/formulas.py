"""Plain identities with a wrong twin each: what is true is true by a line of algebra, and the twin fails at small numbers."""

from sympy import Identity, Rational, S, Trace, cosh, coth, exp, log, sinh, sqrt, tanh

from theoremtest.derivations.language import Domain, Dot, Equal, Norm

from ..case import F, T
from ..words import OCTANT, PLANE, POSITIVE, QUADRANT, REAL, SPACE, A, B, N, Q, a, b, d, n, u, v, x, y, z

VECTORS = Domain(over=[u, v])
MATRICES = Domain(over=[A, B, Q])
TWINS = [
    ((x - y) * (x + y), x**2 - y**2, x**2 + y**2, PLANE, "the difference of squares"),
    (x**3 - y**3, (x - y) * (x**2 + x * y + y**2), (x - y) * (x**2 - x * y + y**2), PLANE, "the difference of cubes"),
    (x**4 + 4 * y**4, (x**2 + 2 * y**2 + 2 * x * y) * (x**2 + 2 * y**2 - 2 * x * y), (x**2 + 2 * y**2) ** 2, PLANE, "Sophie Germain"),
    ((a**2 + b**2) * (x**2 + y**2), (a * x - b * y) ** 2 + (a * y + b * x) ** 2, (a * x + b * y) ** 2, Domain(over=[a, b, x, y]),
      "Brahmagupta"),
    ((x + y + z) ** 3 - x**3 - y**3 - z**3, 3 * (x + y) * (y + z) * (z + x), 3 * x * y * z, SPACE, "expanded"),
    (1 / x + 1 / y, (x + y) / (x * y), 2 / (x + y), QUADRANT, "one denominator"),
    (1 / (1 + 1 / x), x / (x + 1), 1 + x, POSITIVE, "times x"),
    ((x**6 - 1) / (x - 1), 1 + x + x**2 + x**3 + x**4 + x**5, 1 + x + x**2 + x**3 + x**4, Domain(x > 1), "a geometric sum"),
    (sqrt(x + 1) - sqrt(x), 1 / (sqrt(x + 1) + sqrt(x)), 1 / (2 * sqrt(x)), POSITIVE, "times the other sign"),
    (sqrt(x) * sqrt(x + y), sqrt(x**2 + x * y), x + sqrt(x * y), QUADRANT, "of positive numbers"),
    (1 / (sqrt(x) + sqrt(y)) ** 2, (x + y - 2 * sqrt(x * y)) / (x - y) ** 2, 1 / (x + y), Domain(x > 0, y > x), "a rational denominator"),
    (cosh(x) ** 2 - sinh(x) ** 2, S.One, cosh(2 * x), REAL, "the hyperbola"),
    (cosh(2 * x), 2 * cosh(x) ** 2 - 1, 2 * cosh(x) ** 2 + 1, REAL, "the double argument"),
    (sinh(3 * x), 3 * sinh(x) + 4 * sinh(x) ** 3, 3 * sinh(x) - 4 * sinh(x) ** 3, REAL, "the threefold argument"),
    (tanh(2 * x), 2 * tanh(x) / (1 + tanh(x) ** 2), 2 * tanh(x) / (1 - tanh(x) ** 2), REAL, "the double argument"),
    (1 - tanh(x) ** 2, 1 / cosh(x) ** 2, 1 / cosh(x), REAL, "over cosh^2"),
    (coth(x) - tanh(x), 2 / sinh(2 * x), 2 / cosh(2 * x), POSITIVE, "one denominator"),
    (tanh(x / 2), sinh(x) / (1 + cosh(x)), sinh(x) / (1 - cosh(x)), POSITIVE, "half the argument"),
    (exp(x) / (1 + exp(x)), 1 / (1 + exp(-x)), 1 / (1 - exp(-x)), POSITIVE, "times exp(-x)"),
    (exp(x) / (1 + exp(x)), (1 + tanh(x / 2)) / 2, (1 + tanh(x)) / 2, REAL, "the logistic curve"),
    (log(x**3 * y), 3 * log(x) + log(y), 3 * log(x) * log(y), QUADRANT, "the law of logarithms"),
    (log(1 + x) - log(x), log(1 + 1 / x), log(1 / x), POSITIVE, "one logarithm"),
    (log((1 + x) / (1 - x)) / 2, log(sqrt(1 + x)) - log(sqrt(1 - x)), log(1 + x), Domain(x > 0, x < 1), "halved"),
    (x**a * x ** (1 - a), x, x**a, Domain(x > 0, over=[a]), "exponents add"),
    ((x * y) ** a / x**a, y**a, y, Domain(x > 0, y > 0, over=[a]), "of positive numbers"),
    (x**N * x, x ** (N + 1), x ** (2 * N), Domain(x > 0, over=[N]), "exponents add"),
    (2 ** (n + 1) - 2**n, 2**n, S(2), Domain(over=[n]), "twice less once"),
    (x ** Rational(2, 3) * x ** Rational(1, 3), x, x ** Rational(2, 9), POSITIVE, "exponents add"),
    ((x ** Rational(1, 3) + y ** Rational(1, 3)) ** 3, x + y + 3 * (x * y) ** Rational(1, 3) * (x ** Rational(1, 3) + y ** Rational(1, 3)),
     x + y, QUADRANT, "expanded"),
    (Dot(u + v, u + v), Dot(u, u) + 2 * Dot(u, v) + Dot(v, v), Dot(u, u) + Dot(v, v), VECTORS, "the law of cosines"),
    (Dot(u + v, u - v), Dot(u, u) - Dot(v, v), Dot(u, u) + Dot(v, v), VECTORS, "the difference of squares"),
    (Dot(u + v, u + v) + Dot(u - v, u - v), 2 * Dot(u, u) + 2 * Dot(v, v), 2 * Dot(u, u), VECTORS, "the parallelogram"),
    (Norm(2 * u), 2 * Norm(u), 4 * Norm(u), VECTORS, "homogeneous"),
    (Norm(u) ** 2 * Dot(u, v), Dot(u, u) * Dot(u, v), Norm(u) * Dot(u, v), VECTORS, "the square of the norm"),
    (Trace(A * B - B * A), S.Zero, d, MATRICES, "the cyclic trace"),
    (Trace((A + B) * (A - B)), Trace(A * A) - Trace(B * B), Trace(A * A) + Trace(B * B), MATRICES, "the middle terms cancel in the trace"),
    (Dot(A * u, v), Dot(u, A.T * v), Dot(u, A * v), Domain(over=[A, u, v]), "the adjoint"),
    ((A + B) * (A + B), A * A + A * B + B * A + B * B, A * A + 2 * A * B + B * B, MATRICES, "expanded"),
    ((A * B * Q).T, Q.T * B.T * A.T, A.T * B.T * Q.T, MATRICES, "the order is turned"),
    ((Identity(d) - A) * (Identity(d) + A), Identity(d) - A * A, Identity(d) + A * A, MATRICES, "one letter commutes with itself"),
    (u * u.T * u, Dot(u, u) * u, Norm(u) * u, VECTORS, "an outer product applied"),
    (x * y * z / (x * y + y * z + z * x), 1 / (1 / x + 1 / y + 1 / z), (x + y + z) / 9, OCTANT, "the harmonic sum"),
]
CASES = [made for left, right, wrong, on, why in TWINS for made in (
    T(lambda left=left, right=right, on=on: Equal(left, right, on=on), why),
    F(lambda left=left, wrong=wrong, on=on: Equal(left, wrong, on=on), f"the twin of: {why}"))]
