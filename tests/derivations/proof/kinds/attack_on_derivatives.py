"""Statements written to break gradients, Hessians, mirror flows and motions: (name, whether it is true, a function that makes it)."""

from sympy import (
    Abs,
    And,
    Derivative,
    Determinant,
    Eq,
    Function,
    Gt,
    Heaviside,
    Identity,
    Inverse,
    Max,
    Ne,
    Or,
    Piecewise,
    S,
    Symbol,
    Trace,
    ZeroMatrix,
    acot,
    cos,
    exp,
    floor,
    log,
    sign,
    sin,
    sqrt,
    tan,
    tanh,
)

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Evolves,
    Flow,
    Gradient,
    GradientFlow,
    Hessian,
    Minimises,
    Norm,
    NotHessian,
    Vec,
    dimension,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.language.domain import atoms_of

d, n = dimension("d"), dimension("n")
v, w, u, v0 = vector("v", d), vector("w", d), vector("u", d), vector("v_0", d)
p, q = vector("p", 2), vector("q", 2)
o, o2 = vector("o", 1), vector("r", 1)
A, B, X, Y, S_, W1, W2 = (matrix(name, d, d) for name in ("A", "B", "X", "Y", "S", "W_1", "W_2"))
T = matrix("T", n, d)
x, y, t, k, a, b = reals("x", "y", "t", "k", "a", "b")
m, whole = dimension("m"), Symbol("j", integer=True)
z = vector("z", n)
I = Identity(d)
nothing, none = ZeroMatrix(d, d), ZeroMatrix(d, 1)
NN, N0 = Dot(v, v), Dot(v0, v0)
off_zero = Gt(NN, 0)


def about(*expressions, given=(), where=None):
    symbols = set().union(*(atoms_of(expression) for expression in expressions)) - {d, n, m} - set(where or {})
    return Domain(*given, over=sorted(symbols, key=str), where=where)


def slope(potential, value, *conditions, of=v, where=None):
    return lambda: Gradient(potential, of, value, on=about(potential, of, value, given=conditions, where=where))


def curvature(potential, field, *conditions, of=v, where=None):
    return lambda: Hessian(potential, of, field, on=about(potential, of, field, given=conditions, where=where))


def no_potential(field, *conditions, of=v, where=None):
    return lambda: NotHessian(field, of, on=about(field, of, given=conditions, where=where))


def mirror(potential, slope_at_start, preconditioner, warp, *conditions):
    return lambda: Minimises(potential=potential, slope=slope_at_start, variable=v, initial=v0, preconditioner=preconditioner, warp=warp,
                             on=about(potential, slope_at_start, preconditioner, warp, v, v0, given=conditions))


def keeps(quantity, rates, *conditions, where=None):
    flow = rates if isinstance(rates, GradientFlow) else Flow(rates)
    return lambda: Conserved(quantity, along=flow, on=about(quantity, *flow.expressions(), given=conditions, where=where))


def moves(quantity, rate, rates, *conditions, where=None):
    flow = rates if isinstance(rates, GradientFlow) else Flow(rates)
    return lambda: Evolves(quantity, rate, along=flow, on=about(quantity, rate, *flow.expressions(), given=conditions, where=where))


GRADIENTS = [
    ("linear", True, slope(Dot(w, v), w)),
    ("linear is nothing", False, slope(Dot(w, v), none)),
    ("linear and the norm", True, slope(Dot(w, v) + NN / 2, w + v)),
    ("linear left out", False, slope(Dot(w, v) + NN / 2, v)),
    ("linear squared", True, slope(Dot(w, v)**2, 2 * Dot(w, v) * w)),
    ("linear squared along v", False, slope(Dot(w, v)**2, 2 * Dot(w, v) * v)),
    ("quadratic form", True, slope(Dot(v, A * v) / 2, (A + A.T) * v / 2)),
    ("quadratic form of any matrix", False, slope(Dot(v, A * v) / 2, A * v)),
    ("quadratic form of a symmetric matrix", True, slope(Dot(v, A * v) / 2, A * v, Eq(A.T, A))),
    ("least squares", True, slope(Dot(T * v - z, T * v - z) / 2, T.T * (T * v - z))),
    ("least squares turned", False, slope(Dot(T * v - z, T * v - z) / 2, -T.T * (T * v - z))),
    ("norm", True, slope(Norm(v), v / Norm(v), off_zero)),
    ("norm squared, half", False, slope(NN, v)),
    ("a kink at a hyperplane", False, slope(Abs(Dot(w, v)), none)),
    ("a step", False, slope(Heaviside(Dot(w, v)), none)),
    ("a sign", False, slope(sign(Dot(w, v)), none)),
    ("a sign where it is positive", True, slope(sign(Dot(w, v)), none, Gt(Dot(w, v), 0))),
    ("a rounded number", False, slope(floor(NN), none)),
    ("two pieces", False, slope(Piecewise((NN, NN > 1), (S.Zero, True)), none)),
    ("a ramp", False, slope(Max(Dot(w, v), 0), none)),
    ("an inverse cotangent", False, slope(acot(Dot(w, v)), w)),
    ("something at the origin only", False, slope(Piecewise((Dot(w, v), NN <= 0), (S.Zero, True)), none)),
    ("determinant", False, slope(Determinant(X), nothing, of=X)),
    ("log determinant", False, slope(log(Determinant(X)), nothing, Gt(Determinant(X), 0), of=X)),
    ("trace", True, slope(Trace(X), I, of=X)),
    ("trace, wrong", False, slope(Trace(X), X, of=X)),
    ("trace of a product", True, slope(Trace(A * X), A.T, of=X)),
    ("trace of a product without transpose", False, slope(Trace(A * X), A, of=X)),
    ("trace of a square", True, slope(Trace(X * X), 2 * X.T, of=X)),
    ("trace of a square without transpose", False, slope(Trace(X * X), 2 * X, of=X)),
    ("trace on symmetric matrices", False, slope(Trace(A * S_.T), A.T, Eq(S_.T, S_), of=S_)),
    ("trace where X is orthogonal", False, slope(Trace(X.T * X), nothing, Eq(X.T * X, I), of=X)),
    ("inverse in a trace", False, slope(Trace(Inverse(X)), nothing, Ne(Determinant(X), 0), of=X)),
    ("bilinear form in a matrix", True, slope(Dot(u, X * w), u * w.T, of=X)),
    ("bilinear form in a matrix turned", False, slope(Dot(u, X * w), w * u.T, of=X)),
    ("of a wide matrix", True, slope(Trace(T.T * T) / 2, T, of=T)),
    ("on the sphere", False, slope(NN**2, 2 * v, Eq(NN, 1))),
    ("abbreviated", False, slope(k, none, where={k: NN})),
    ("abbreviated, right", True, slope(k, 2 * v, where={k: NN})),
    ("tied", False, slope(k, none, Eq(k, NN))),
    ("tied in a circle", False, slope(k, none, Eq(k, x), Eq(x, Dot(w, v)))),
    ("of one entry", True, slope(Dot(o, o)**2, 4 * Dot(o, o) * o, of=o)),
    ("of one entry, wrong", False, slope(Dot(o, o)**2, 2 * o, of=o)),
    ("exponential", True, slope(exp(Dot(w, v)), exp(Dot(w, v)) * w)),
    ("exponential of the wrong thing", False, slope(exp(Dot(w, v)), exp(Dot(w, v)) * v)),
    ("softened norm", True, slope(sqrt(1 + NN), v / sqrt(1 + NN))),
    ("log of a linear form", True, slope(log(Dot(w, v)), w / Dot(w, v))),
    ("log of a linear form and its size", True, slope(log(Dot(w, v)), w / Abs(Dot(w, v)))),
    ("unknown function", True, slope(Function("f", real=True)(x), none)),
    ("derivative with an abbreviation", False, slope(Derivative(k, x) * Dot(w, v), none, where={k: x**2})),
]

HESSIANS = [
    ("half the square", True, curvature(NN / 2, I)),
    ("the square", False, curvature(NN, I)),
    ("quadratic form", True, curvature(Dot(v, A * v) / 2, (A + A.T) / 2)),
    ("quadratic form of any matrix", False, curvature(Dot(v, A * v) / 2, A)),
    ("quadratic form is flat", False, curvature(Dot(v, A * v) / 2, nothing)),
    ("linear", True, curvature(Dot(w, v), nothing)),
    ("linear squared", True, curvature(Dot(w, v)**2 / 2, w * w.T)),
    ("linear squared is flat", False, curvature(Dot(w, v)**2 / 2, nothing)),
    ("product of two linear forms", True, curvature(Dot(w, v) * Dot(u, v), w * u.T + u * w.T)),
    ("product of two linear forms, one side", False, curvature(Dot(w, v) * Dot(u, v), 2 * w * u.T)),
    ("norm", True, curvature(Norm(v), I / Norm(v) - v * v.T / Norm(v)**3, off_zero)),
    ("norm without its direction", False, curvature(Norm(v), I / Norm(v), off_zero)),
    ("fourth power", True, curvature(NN**2, 4 * NN * I + 8 * v * v.T)),
    ("fourth power, wrong", False, curvature(NN**2, 4 * NN * I + 4 * v * v.T)),
    ("cubic mixture", True, curvature(Dot(w, v) * NN, 2 * Dot(w, v) * I + 2 * w * v.T + 2 * v * w.T)),
    ("cubic mixture, radial part only", False, curvature(Dot(w, v) * NN, 2 * Dot(w, v) * I)),
    ("of one entry", True, curvature(Dot(o, o)**2, 12 * Dot(o, o) * Identity(1), of=o)),
    ("of one entry, in another form", True, curvature(Dot(o, o)**2, 4 * Dot(o, o) * Identity(1) + 8 * o * o.T, of=o)),
    ("of one entry, wrong", False, curvature(Dot(o, o)**2, 4 * Dot(o, o) * Identity(1), of=o)),
    ("of two entries", True, curvature(Dot(p, p)**2, 4 * Dot(p, p) * Identity(2) + 8 * p * p.T, of=p)),
    ("of two entries, wrong", False, curvature(Dot(p, q)**2, Dot(q, q) * Identity(2), of=p)),
    ("a kink", False, curvature(Abs(Dot(w, v)), nothing)),
    ("in a matrix", False, lambda: Hessian(Trace(X), X, nothing, on=Domain(over=[X]))),
    ("on the sphere", False, curvature(NN**2, 2 * I + 4 * v * v.T, Eq(NN, 1))),
    ("exponential", True, curvature(exp(Dot(w, v)), exp(Dot(w, v)) * w * w.T)),
    ("exponential, wrong", False, curvature(exp(Dot(w, v)), exp(Dot(w, v)) * I)),
    ("log-cosh like", True, curvature(log(1 + exp(Dot(w, v))), exp(Dot(w, v)) / (1 + exp(Dot(w, v)))**2 * w * w.T)),
]

NO_POTENTIALS = [
    ("identity", False, no_potential(I)),
    ("norm times identity", True, no_potential(Norm(v) * I, off_zero)),
    ("Hessian of the norm", False, no_potential(I / Norm(v) - v * v.T / Norm(v)**3, off_zero)),
    ("Hessian of the fourth power", False, no_potential(4 * NN * I + 8 * v * v.T)),
    ("outer product", True, no_potential(v * v.T)),
    ("of one entry", False, no_potential(o * o.T, of=o)),
    ("of one entry, by its length", False, no_potential(Dot(o, o) * Identity(1), of=o)),
    ("linear in the vector", False, no_potential(Dot(w, v) * I + w * v.T + v * w.T)),
    ("a matrix held fixed", False, no_potential(A, Eq(A.T, A))),
    ("a parameter that may be right", False, no_potential(k * NN * I + 2 * v * v.T)),
    ("a parameter that may vanish", False, no_potential(k * NN * I)),
    ("a parameter kept from right", True, no_potential(k * NN * I + 2 * v * v.T, k < 1)),
    ("a whole number of any sign", False, no_potential(whole * NN * I)),
    ("on a sphere", False, no_potential(NN * I, Eq(NN, 1))),
    ("beyond the parameter", False, no_potential((1 + (k - 1) * Heaviside(4 - NN)) * I, NN > 9)),
    ("on an empty domain", True, no_potential(I, Gt(NN, 0), Gt(-NN, 0))),
]

quartic_inverse = I / (1 + NN) - 2 * v * v.T / ((1 + NN) * (1 + 3 * NN))
MIRRORS = [
    ("Euclid", True, mirror(NN / 2, v0, I, S.One)),
    ("Euclid with the wrong slope", False, mirror(NN / 2, 2 * v0, I, S.One)),
    ("quartic", True, mirror(NN**2 / 4 + NN / 2, (N0 + 1) * v0, quartic_inverse, S.One)),
    ("quartic, slope at the wrong place", False, mirror(NN**2 / 4 + NN / 2, v0, quartic_inverse, S.One)),
    ("a linear part left out", False, mirror(NN / 2 + Dot(w, v), v0, I, S.One)),
    ("a linear part in the warp", False, mirror(NN / 2, v0, I * Dot(w, v), Dot(w, v), Gt(Dot(w, v), 0))),
    ("a factor of the start", True, mirror(N0 * NN / 2, N0 * v0, I / N0, S.One, Gt(N0, 0))),
    ("a factor of the start differentiated too", False, mirror(N0 * NN / 2, 2 * N0 * v0, I / N0, S.One, Gt(N0, 0))),
    ("convex beyond a ball only", False, mirror(NN**2 / 4 - NN / 2, (N0 - 1) * v0, I / (NN - 1) - 2 * v * v.T / ((NN - 1) * (3 * NN - 1)),
                                                S.One, NN > 1, N0 > 1)),
    ("concave", False, mirror(-NN / 2, -v0, I, -S.One)),
    ("warp of a sign", False, mirror(NN / 2, v0, -I, -S.One)),
    ("on a sphere", False, mirror(NN**2 / 2, 2 * v0, I / 2, S.One, Eq(NN, 1), Eq(N0, 1))),
]

turn = {v: A * v}
shrink = {v: -v}
grow = {X: X}
MOTIONS = [
    ("squared length where it is one", False, keeps(Dot(v, v), {v: v}, Eq(Dot(v, v), 1))),
    ("squared length, turning", True, keeps(Dot(v, v), turn, Eq(A.T, -A))),
    ("squared length, any motion", False, keeps(Dot(v, v), turn)),
    ("trace of an orthogonal matrix squared", False, keeps(Trace(X.T * X), grow, Eq(X.T * X, I))),
    ("orthogonal matrix grows", False, keeps(X.T * X, grow, Eq(X.T * X, I))),
    ("orthogonal matrix turns", True, keeps(X.T * X, {X: X * A}, Eq(A.T, -A), Eq(X.T * X, I))),
    ("orthogonal matrix turns by a constant", True, moves(X * X.T, nothing, {X: A * X}, Eq(A.T, -A), Eq(X * X.T, I))),
    ("balanced weights stand still", False, moves(W1, nothing, {W1: W2.T * A, W2: A * W1.T}, Eq(W1 * W1.T, W2.T * W2))),
    ("balanced weights stay balanced", True, keeps(W1 * W1.T - W2.T * W2, GradientFlow(Trace((W2 * W1 - A).T * (W2 * W1 - A)) / 2,
                                                                                       {W1: S.One, W2: S.One}))),
    ("balanced weights, other rates", False, keeps(W1 * W1.T - W2.T * W2, GradientFlow(Trace((W2 * W1 - A).T * (W2 * W1 - A)) / 2,
                                                                                       {W1: S.One, W2: S(2)}))),
    ("sum instead of difference", False, keeps(W1 * W1.T + W2.T * W2, GradientFlow(Trace((W2 * W1 - A).T * (W2 * W1 - A)) / 2,
                                                                                   {W1: S.One, W2: S.One}))),
    ("symmetric stays symmetric", True, moves(S_ - S_.T, nothing, {S_: S_}, Eq(S_.T, S_))),
    ("symmetric under any motion", False, keeps(S_ - S_.T, {S_: A}, Eq(S_.T, S_))),
    ("determinant", False, keeps(Determinant(X), grow)),
    ("log determinant", False, moves(log(Determinant(X)), S.Zero, grow, Gt(Determinant(X), 0))),
    ("trace of the inverse", False, keeps(Trace(Inverse(X)), grow, Ne(Determinant(X), 0))),
    ("inverse as a letter", False, keeps(Y, grow, Eq(X * Y, I))),
    ("inverse as a letter that moves", True, keeps(X * Y, {X: X * A, Y: -A * Y}, Eq(X * Y, I))),
    ("inverse as a letter that moves the wrong way", False, keeps(X * Y, {X: X * A, Y: A * Y}, Eq(X * Y, I))),
    ("a constant tied to a state", False, keeps(k, {x: x}, Eq(k, x**2))),
    ("a constant tied through another", False, keeps(k, {x: x}, Eq(k, y), Eq(y, x**2))),
    ("kept at one place, told by two bounds", False, keeps(y, {x: S.One, y: x}, x <= 0, x >= 0)),
    ("kept at one place, told by a square", False, keeps(y, {x: S.One, y: x}, x**2 <= 0)),
    ("kept at one place, told with another equation", False, keeps(y, {x: S.One, y: x}, And(Eq(x, 0), Eq(k, 1)))),
    ("kept at two places", False, keeps(y, {x: S.One, y: x * (x - 1)}, Or(Eq(x, 0), Eq(x, 1)))),
    ("a constant tied to a state by two bounds", False, keeps(k, {x: S.One}, x <= k, x >= k)),
    ("bounds that leave room", True, keeps(x**2 + y**2, {x: y, y: -x}, x >= 0, y >= 0)),
    ("a larger one, wrong", False, moves(Max(x, 0), S.One, {x: S.One})),
    ("a larger one where it is larger", True, moves(Max(x, 0), S.One, {x: S.One}, x > 0)),
    ("step away from its place", True, keeps(Heaviside(x), {x: S.One}, x > 0)),
    ("a constant tied to what is kept", True, keeps(k, {x: y, y: -x}, Eq(k, x**2 + y**2))),
    ("a state tied to a constant", False, keeps(x, {x: x}, Eq(x, k), Gt(k, 0))),
    ("value of a state on the domain", False, keeps(x**2, {x: x}, Eq(x, 1))),
    ("abbreviation of a state", False, keeps(k, {x: x}, where={k: x**2})),
    ("abbreviation of a state, rate", True, moves(k, 2 * k, {x: x}, where={k: x**2})),
    ("derivative of an abbreviation", True, moves(Derivative(k, x), 2 * x, {x: x}, where={k: x**2})),
    ("derivative of an abbreviation is nothing", False, keeps(Derivative(k, x), {x: x}, where={k: x**2})),
    ("outer product", True, moves(v * v.T, -2 * v * v.T, shrink)),
    ("outer product at one rate", False, moves(v * v.T, -v * v.T, shrink)),
    ("direction", True, keeps(v / Norm(v), shrink, off_zero)),
    ("direction turns", False, keeps(v / Norm(v), {v: w}, off_zero)),
    ("log of the length", True, moves(log(Dot(v, v)), -2 * S.One, shrink, off_zero)),
    ("log of a coordinate", True, moves(log(x), 1 / Abs(x), {x: S.One})),
    ("log of a coordinate, wrong", False, moves(log(x), 1 / x**2, {x: S.One})),
    ("step", False, keeps(Heaviside(x), {x: S.One})),
    ("sign where it is positive", True, keeps(sign(x), {x: S.One}, x > 0)),
    ("kink", False, keeps(Abs(x), {x: S.One})),
    ("tangent", True, moves(tan(x), 1 + tan(x)**2, {x: S.One})),
    ("tangent, wrong", False, moves(tan(x), 1 - tan(x)**2, {x: S.One})),
    ("hyperbolic tangent", True, moves(tanh(x), 1 - tanh(x)**2, {x: S.One})),
    ("pieces", False, keeps(Piecewise((S.One, x > 0), (S.Zero, True)), {x: S.One})),
    ("energy", True, keeps(x**2 + y**2, {x: y, y: -x})),
    ("energy with friction", False, keeps(x**2 + y**2, {x: y, y: -x - y})),
    ("vectorised", True, moves(Vec(X), Vec(A * X), {X: A * X})),
    ("vectorised, turned", False, moves(Vec(X), Vec(X * A), {X: A * X})),
    ("vectorised and kept", False, keeps(Vec(X), {X: A * X})),
    ("vectorised and nothing moves", True, keeps(Vec(X), {X: A * X - A * X + nothing})),
    ("one entry", True, moves(o * o.T, -2 * o * o.T, {o: -o})),
    ("one entry, wrong", False, moves(o * o.T, -o * o.T, {o: -o})),
    ("one entry against another", True, moves(Dot(o, o2), Dot(o, o), {o2: o})),
    ("relations in the rate", True, moves(v, none, {v: (A * A - A) * v}, Eq(A * A, A))),
    ("relations in the rate, not enough", False, moves(v, none, {v: (A * A - I) * v}, Eq(A * A, A))),
    ("relations on the quantity", False, moves(A * A - A, nothing, {A: A}, Eq(A * A, A))),
    ("relations on the quantity, rate", True, moves(A * A, 2 * A, {A: A}, Eq(A * A, A))),
    ("Riccati", True, moves(Dot(v, v), 2 * Dot(v, v) * (1 - Dot(v, v)), {v: (1 - Dot(v, v)) * v})),
    ("Riccati, wrong", False, moves(Dot(v, v), Dot(v, v) * (1 - Dot(v, v)), {v: (1 - Dot(v, v)) * v})),
    ("Oja's rule keeps the sphere", True, moves(Dot(v, v), S.Zero, {v: A * v - Dot(v, A * v) * v}, Eq(Dot(v, v), 1))),
    ("Oja's rule keeps lengths", False, keeps(Dot(v, v), {v: A * v - Dot(v, A * v) * v})),
    ("loss with a kink", False, moves(x, S.Zero, GradientFlow(Abs(x), {x: S.One}))),
    ("loss with a determinant", False, moves(X, nothing, GradientFlow(Determinant(X), {X: S.One}))),
    ("cosine", True, keeps(sin(x)**2 + cos(x)**2, {x: y, y: S.One})),
]

STATEMENTS = [(f"{room}: {name}", true, make) for room, group in (
    ("gradient", GRADIENTS), ("Hessian", HESSIANS), ("no potential", NO_POTENTIALS), ("mirror", MIRRORS), ("motion", MOTIONS))
    for name, true, make in group]
