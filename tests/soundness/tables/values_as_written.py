"""What a statement writes must have a value at every point of its domain, also where it cancels, is settled, or is evaluated away."""

from itertools import product

from sympy import (
    Abs,
    And,
    Derivative,
    Determinant,
    Eq,
    Identity,
    Integral,
    MatMul,
    Max,
    Ne,
    Or,
    Piecewise,
    Rational,
    S,
    Sum,
    Symbol,
    Trace,
    acos,
    acosh,
    acoth,
    asin,
    atan,
    cosh,
    coth,
    csch,
    exp,
    log,
    oo,
    pi,
    sech,
    sign,
    sinh,
    sqrt,
    tan,
    tanh,
)
from sympy import Inverse as Inv

from theoremtest.derivations.language import (
    TIME,
    AtMostOneZero,
    Classifies,
    Domain,
    Dot,
    Expectation,
    Flow,
    Holds,
    Iff,
    Induction,
    Limit,
    MatrixFunction,
    Norm,
    PositiveSemidefinite,
    Scales,
    Solves,
    System,
    dimension,
    eq,
    functions,
    ge,
    gt,
    le,
    lt,
    matrix,
    ne,
    real,
    reals,
    vector,
)

from ..case import F, T

x, y, z, a, b, c, k, p, w = reals("x", "y", "z", "a", "b", "c", "k", "p", "w")
i, n = Symbol("i", integer=True), Symbol("n", integer=True)
j, l = Symbol("j", real=True), real("l")
REAL, LEFT, RIGHT, PLANE = Domain(over=[x]), Domain(x < 0), Domain(x > 0), Domain(over=[x, y])
d = dimension("d")
G, K = matrix("G", d, d), matrix("K", d, d)
u, v = vector("u", d), vector("v", d)
HALF = Rational(1, 2)

UNIT = Domain(x > -1, x < 1)
GAPS = {  # something without a value at some point of the reals, and a domain where it has one
    "log x": (log(x), RIGHT),
    "1/x": (1 / x, RIGHT),
    "sqrt x": (sqrt(x), RIGHT),
    "asin x": (asin(x), UNIT),
    "log log x": (log(log(x)), Domain(x > 3)),
    "1/(e^x - 1)": (1 / (exp(x) - 1), RIGHT),
    "x^x": (x**x, RIGHT),
    "acoth x": (acoth(x), Domain(x > 2)),
    "tan x": (tan(x), UNIT),
    "log1p x": (functions.Log1p(x), RIGHT),
    "1/max(x, 0)": (1 / Max(x, 0), RIGHT),
}
WAYS = {  # what is true where the gap has a value, and says nothing, or what is false, where it has none
    "less than itself and one": lambda gap, on: Holds(lt(gap, gap + 1), on=on),
    "a modulus": lambda gap, on: Holds(ge(Abs(gap), 0), on=on),
    "itself": lambda gap, on: Holds(eq(gap, gap), on=on),
    "in a conjunction": lambda gap, on: Holds(And(ge(Abs(gap), 0), gt(exp(x), x), evaluate=False), on=on),
    "in a disjunction": lambda gap, on: Holds(Or(ge(gap, 0), lt(gap, 1), evaluate=False), on=on),
    "an equivalence": lambda gap, on: Iff(ge(Abs(gap), 0), ge(x**2, 0), on=on),
    "an equivalence with itself": lambda gap, on: Iff(gt(gap, 0), gt(2 * gap, 0), on=on),
    "cases": lambda gap, on: Classifies({"a": gt(gap, 1), "b": le(gap, 1)}, {"a": gt(gap, 0), "b": le(gap, 2)}, on=on),
    "an abbreviation, squared": lambda gap, on: Holds(ge((k + y) ** 2, 0), on=on.but(over=[y], where={k: gap})),
    "a hyperbolic function": lambda gap, on: Holds(gt(cosh(gap), 0), on=on),
    "a rate": lambda gap, on: Solves(System({y: gap}, {y: S.Zero}), {y: gap * TIME}, on=on.but(over=[TIME])),
    "a mean": lambda gap, on: Expectation(w * gap, {w: S.One}, S.Zero, on=on.but(over=[w])),
    "a limit": lambda gap, on: Limit(gap + 1 / z, z, oo, gap, on=on.but(z > 0)),
    "an exponent": lambda gap, on: Scales(z**2 * exp(gap), z, S(2), on=on.but(z > 0)),
}


def cases():
    """Every way with every gap: false over all reals, true where the gap has a value."""
    for (name, (gap, where)), (way, make) in product(GAPS.items(), WAYS.items()):
        yield F(lambda gap=gap, make=make: make(gap, REAL), f"{name}, {way}: no value somewhere")
        yield T(lambda gap=gap, make=make, where=where: make(gap, where), f"{name}, {way}: a value everywhere")


HYPERBOLIC = {cosh: (sinh, 1), sech: (tanh, 1), tanh: (cosh, -1), coth: (sinh, -1), csch: (coth, -1), sinh: (cosh, -1)}

CASES = [
    *cases(),
    # what the table of functions writes out is not shortened
    *(F(lambda f=f, s=s: Holds(gt(s * f(log(x)), -99) if s > 0 else lt(f(log(x)), 99), on=LEFT), f"{f.__name__}: no value at x = -1")
      for f, (_, s) in HYPERBOLIC.items()),
    *(F(lambda f=f: Holds(ne(f(log(x)), 77), on=LEFT), f"{f.__name__}: no value at x = -1") for f in HYPERBOLIC),
    F(lambda: Holds(lt(cosh(log(x)), 0), on=LEFT), "no value at x = -1"),
    F(lambda: Holds(lt(tanh(log(x) / 2), 0), on=LEFT), "no value at x = -1"),
    F(lambda: Holds(gt(tanh(2 * log(x)), -1), on=REAL), "no value at x = -1"),
    F(lambda: Holds(gt(sech(2 * log(x)), 0), on=LEFT), "no value at x = -1"),
    F(lambda: Holds(gt(cosh(3 * log(x)), 1), on=Domain(x < -1)), "no value at x = -2"),
    F(lambda: Holds(lt(sinh(log(-x)), 1), on=Domain(x > 0, x < 1)), "no value at x = 1/2"),
    F(lambda: Holds(gt(cosh(log(x)) + cosh(log(y)), 0), on=Domain(x < 0, y > 0)), "no value at x = -1"),
    T(lambda: Holds(gt(cosh(log(x)), 0), on=RIGHT), "positive"),
    F(lambda: Holds(gt(cosh(k), 0), on=Domain(x < 0, where={k: log(x)})), "no value at x = -1"),
    F(lambda: Iff(gt(cosh(log(x)), 0), lt(x, 0), on=LEFT), "no value at x = -1"),
    # derivatives that are evaluated away
    F(lambda: Holds(eq(Derivative(asin(x) + acos(x), x), 0), on=REAL), "no value at x = 2"),
    F(lambda: Holds(eq(Derivative(atan(x) + atan(1 / x), x), 0), on=REAL), "no value at x = 0"),
    F(lambda: Holds(gt(Derivative(log(a) + x, x), 0), on=Domain(a < 0, over=[x])), "log a has no value"),
    F(lambda: Holds(eq(Derivative(sqrt(a) + y * x, x), y), on=Domain(over=[a, x, y])), "a = -1"),
    F(lambda: Holds(gt(Derivative(acoth(a) + x**3 + x, x), 0), on=Domain(a > -1, a < 1, over=[x])), "acoth a has no value"),
    F(lambda: Holds(ge(Derivative(x**2 + 1 / a, x, x), 2), on=Domain(over=[a, x])), "a = 0"),
    F(lambda: Holds(eq(Derivative(log(x) - log(2 * x), x), 0), on=REAL), "no value at x = -1"),
    F(lambda: Holds(eq(Derivative(acosh(x)**2, x) * sqrt(x**2 - 1), 2 * acosh(x)), on=Domain(over=[x])), "no value at x = 0"),
    T(lambda: Holds(eq(Derivative(asin(x) + acos(x), x), 0), on=Domain(x > -1, x < 1)), "a constant"),
    T(lambda: Holds(gt(Derivative(log(a) + x, x), 0), on=Domain(a > 0, over=[x])), "one"),
    F(lambda: Iff(gt(Derivative(log(a) + x, x), 0), a < 0, on=Domain(a < 0, over=[x])), "log a has no value"),
    F(lambda: Holds(gt(Derivative(k + x, x), 0), on=Domain(a < 0, over=[x], where={k: log(a)})), "log a has no value"),
    F(lambda: Holds(ge(Derivative(x * k * a, x), 0), on=Domain(over=[a, x], where={k: 1 / a})), "a = 0"),
    # solutions: constants and initial values too
    F(lambda: Solves(System({x: asin(a) + acos(a)}, {x: S.Zero}), {x: pi / 2 * TIME}, on=Domain(over=[a, TIME])), "a = 2"),
    F(lambda: Solves(System({x: S.One}, {x: log(a) - log(2 * a)}), {x: TIME - log(2)}, on=Domain(over=[a, TIME])), "a = -1"),
    F(lambda: Solves(System({x: atan(a) + atan(1 / a)}, {x: S.Zero}), {x: pi / 2 * TIME}, on=Domain(a >= 0, over=[TIME])), "a = 0"),
    F(lambda: Solves(System({x: k * a}, {x: S.Zero}), {x: TIME}, on=Domain(over=[a, TIME], where={k: 1 / a})), "a = 0"),
    F(lambda: Solves(System({x: cosh(log(a)) * 2 * a - a**2}, {x: S.Zero}), {x: TIME}, on=Domain(over=[a, TIME])), "a = -1"),
    F(lambda: Solves(System({x: S.One}, {x: k}), {x: TIME + 1}, on=Domain(over=[a, TIME], where={b: log(1 / a), k: exp(b) * a})), "a = -1"),
    T(lambda: Solves(System({x: asin(a) + acos(a)}, {x: S.Zero}), {x: pi / 2 * TIME}, on=Domain(a > -1, a < 1, over=[TIME])), "a constant"),
    # signs, growth, definiteness of what has gaps
    F(lambda: Holds(ge(sign(Abs(log(x))), 0), on=REAL), "no value at x = -1"),
    F(lambda: Holds(PositiveSemidefinite(Abs(log(a)) * u * u.T), on=Domain(over=[a, u])), "a = -1"),
    F(lambda: Holds(PositiveSemidefinite(log(a)**2 * Identity(d)), on=Domain(over=[a, u])), "a = -1"),
    F(lambda: Holds(ge(Dot(u, u) / a**2, 0), on=Domain(over=[a, u])), "a = 0"),
    F(lambda: Holds(ge(Norm(u)**2 * Abs(log(a)), 0), on=Domain(over=[a, u])), "a = -1"),
    F(lambda: Holds(ge(Dot(u, v)**2 / Dot(u, u), 0), on=Domain(over=[u, v])), "u = 0"),
    F(lambda: Holds(le(Dot(u, v)**2 / Dot(u, u), Dot(v, v)), on=Domain(over=[u, v])), "u = 0"),
    F(lambda: Holds(ge(Dot(u, Inv(G) * u)**2, 0), on=Domain(over=[u, G])), "G = 0"),
    F(lambda: Holds(ge(Trace(Inv(G).T * Inv(G)), 0), on=Domain(over=[G])), "G = 0"),
    F(lambda: Holds(ge(Norm(MatrixFunction(log(l), l, G) * u), 0), on=Domain(Eq(G, G.T), over=[u])), "G = 0"),
    F(lambda: Holds(eq(Determinant(G) * Determinant(Inv(G)), 1), on=Domain(over=[G])), "G = 0"),
    F(lambda: Holds(eq(Trace(MatMul(G, Inv(G))), d), on=Domain(over=[G])), "G = 0"),
    F(lambda: Iff(eq(Trace(MatMul(G, Inv(G))), d), ge(Dot(u, u), 0), on=Domain(over=[G, u])), "G = 0"),
    T(lambda: Holds(ge(Dot(u, Inv(Identity(d) + G * G.T) * u), 0), on=Domain(over=[u, G])), "a definite matrix"),
    F(lambda: AtMostOneZero(x * (log(a) - log(2 * a) + 1), along=Flow({x: S.One}), on=Domain(over=[x, a])), "a = -1"),
    F(lambda: Induction(ge(k - k + 2**n, n), over=n, on=Domain(n >= 0, over=[a], where={k: 1 / a})), "a = 0"),
    F(lambda: Holds(ge(Sum(Abs(log(x)) * i**2, (i, 1, 3)), 0), on=REAL), "no value at x = -1"),
    F(lambda: Holds(ge(Sum(i**2 / x**2, (i, 1, n)), 0), on=Domain(n >= 1, over=[x])), "no value at x = 0"),
    F(lambda: Holds(ge(Integral(j**2 / x**2, (j, 0, 1)), 0), on=REAL), "no value at x = 0"),
    F(lambda: Holds(ge(Integral(Abs(log(x)) * j**2, (j, 0, 1)), 0), on=REAL), "no value at x = -1"),
    F(lambda: Holds(ge(x**2 + Max(0, -1 / y**2), 0), on=PLANE), "no value at y = 0"),
    F(lambda: Holds(ge(Piecewise((x, x > 1), (1 / x**2, True)), 0), on=REAL), "no value at x = 0"),
    T(lambda: Holds(ge(Piecewise((x, x > 1), (x**2, True)), 0), on=REAL), "either way"),
    T(lambda: Holds(ge(Piecewise((1 / x**2, Ne(x, 0)), (1, True)), 0), on=REAL), "the gap is told apart"),
    F(lambda: Holds(ge(Piecewise((x, x > 1)), 0), on=REAL), "no piece at x = 0"),
    F(lambda: Classifies({"large": log(x) > 0, "small": log(x) <= 0}, {"large": x > 1, "small": x <= 1}, on=REAL), "no value at x = -1"),
    F(lambda: Classifies({"a": 1 / x > 1, "b": 1 / x <= 1}, {"a": x < 1, "b": Or(x >= 1, x < 0)}, on=REAL), "no value at x = 0"),
    F(lambda: Classifies({"a": Max(1 / x, y) >= y, "b": Max(1 / x, y) < y}, {"a": ge(x**2, 0), "b": x > 0}, on=PLANE), "no value at x = 0"),
    T(lambda: Classifies({"large": 1 / x > 1, "small": 1 / x <= 1}, {"large": x < 1, "small": x >= 1}, on=RIGHT), "in order"),
    F(lambda: Limit((asin(a) + acos(a)) / z, z, oo, S.Zero, on=Domain(z > 0, over=[a])), "a = 2"),
    F(lambda: Limit(log(a) - log(2 * a) + 1 / z, z, oo, -log(2), on=Domain(z > 0, over=[a])), "a = -1"),
    F(lambda: Scales(z**2 * (log(2 * a) - log(a)), z, S(2), on=Domain(z > 0, over=[a])), "a = -1"),
    F(lambda: Expectation(w**2 * (log(2 * a) - log(a)), {w: S.One}, log(2), on=Domain(over=[a, w])), "a = -1"),
    F(lambda: Expectation(w**2 * (asin(a) + acos(a)), {w: S.One}, pi / 2, on=Domain(over=[a, w])), "a = 2"),
]
