"""Of a function of vectors without a formula no number is worked out, so that no route but the exact one has anything to say."""

from sympy import Function

from theoremtest.derivations.language import Domain, Dot, Equal, Holds, dimension, le, real, vector
from theoremtest.derivations.language.open_functions import OpenFunction, Smooth
from theoremtest.numerics.routes.dispatch import applies

x, L, a = vector("x", dimension("n")), real("L"), real("a")
f, g = OpenFunction("f", dimension("n")), Function("g", real=True)


def test_routes_of_numbers_leave_open_functions_of_vectors_to_the_exact_one():
    step = Holds(le(f(x - f.gradient(x) / L), f(x) - Dot(f.gradient(x), f.gradient(x)) / (2 * L)), on=Domain(Smooth(f, L), L > 0, over=[x]))
    plain = Equal((f(x) + 1) ** 2, f(x) ** 2 + 2 * f(x) + 1, on=Domain(over=[x]))
    for statement in (step, plain):
        assert [applies(route, statement) for route in ("exact", "points", "integration")] == [True, False, False]
    assert applies("points", Equal((g(a) + 1) ** 2, g(a) ** 2 + 2 * g(a) + 1, on=Domain(over=[a])))
