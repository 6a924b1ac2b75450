"""Change a third time: neurons behind a gate, zeros on the way, sums inside derivatives, means and limits, inductions."""

from sympy import (
    Abs,
    Eq,
    Function,
    Heaviside,
    Identity,
    Max,
    Ne,
    Rational,
    S,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    cos,
    exp,
    factorial,
    log,
    oo,
    pi,
    sign,
    sin,
    sqrt,
    tan,
    tanh,
)

from theoremtest.derivations.language import (
    AtMostOneZero,
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    GatedFlow,
    Gradient,
    Hessian,
    Holds,
    Induction,
    Limit,
    dimension,
    matrix,
    vector,
)

from ..case import F, M, T
from ..words import X, a, b, d, h, m, n, u, v, w, x, y

p, q, rate, speed, gamma = (Symbol(name, real=True) for name in ("p", "q", "eta_a", "eta_w", "gamma"))
count, others = dimension("c"), dimension("k")
weights, gate, rest, target = vector("w_i", d), matrix("C", h, h), vector("g", h), vector("y_0", h)
outer, inner = vector("b_0", others), matrix("U", others, d)
rho = a * gate * X * weights + rest - target
xi = X.T * gate.T * rho
square = Dot(weights, weights)
SPOKEN = [a, weights, X, target, gate, rest, outer, inner, gamma]
NEURON = Domain(rate > 0, speed > 0, over=SPOKEN)
N = Dot(v, v)
LOSS = Dot(rho, rho) / 2
i, j = Symbol("i", integer=True), Symbol("j", integer=True)
f, Y, Z = (Function(name, real=True) for name in "fYZ")
R = Rational
WHOLE, N0, PLANE = Domain(over=[n]), Domain(n >= 0), Domain(over=[x, y])


def gated(loss=LOSS, rates=None, gate=gate, rest=rest):
    """The flow of one neuron between switching times."""
    return GatedFlow(loss, rates or {a: rate, weights: speed}, gate=gate, rest=rest, others=(outer, inner), gamma=gamma)


def kept(quantity, on=NEURON, **flow):
    """A quantity that the gated flow keeps."""
    return Conserved(quantity, along=gated(**flow), on=on)


def moves(quantity, change, on=NEURON, **flow):
    """The rate of a quantity along the gated flow."""
    return Evolves(quantity, change, along=gated(**flow), on=on)


def once(quantity, rates, *conditions, over=()):
    """The quantity vanishes at most once on the way."""
    return AtMostOneZero(quantity, along=Flow(rates), on=Domain(*conditions, over=[x, y, *over]))


def of(claim, start=0, sequences=None, on=WHOLE):
    """An induction over n; claim: a relation, or the two sides of an equation."""
    made = Equal(*claim, on=on) if isinstance(claim, tuple) else Holds(claim, on=on)
    return Induction(made, n, start, sequences or {}, on=on)


def tends(expression, value, variable=n, to=oo, on=N0):
    """A limit of a sum."""
    return Limit(expression, variable, S(to), S(value), on=on)


CASES = [
    # one neuron behind its gate
    T(lambda: kept(speed * a**2 - rate * square), "2 speed a a' = 2 rate w.w'"),
    F(lambda: kept(speed * a**2 + rate * square), "the two add up"),
    F(lambda: kept(a**2 - square), "the rates differ"),
    T(lambda: kept(a**2 - square, NEURON.but(Eq(rate, speed))), "the rates agree"),
    F(lambda: kept(square), "it learns"),
    F(lambda: kept(a), "it learns"),
    T(lambda: kept(Trace(gate)), "the gate is held fixed"),
    T(lambda: kept(Dot(rest, rest)), "the others are held fixed"),
    F(lambda: kept(Dot(rho, rho)), "the loss falls"),
    F(lambda: kept(Dot(rho, rho), NEURON.but(Eq(gate * X * weights, ZeroMatrix(h, 1)))),
      "a = 1, X of two rows: w moves though a does not"),
    T(lambda: moves(a, -rate * Dot(weights, xi)), "the slope in a"),
    F(lambda: moves(a, rate * Dot(weights, xi)), "it descends"),
    F(lambda: moves(a, -speed * Dot(weights, xi)), "the other rate"),
    F(lambda: moves(a, -rate * Dot(weights, X.T * rho)), "the gate is missing"),
    F(lambda: moves(a, -rate * Dot(weights, X.T * gate * rho)), "the gate need not be symmetric"),
    T(lambda: moves(a, -rate * Dot(weights, X.T * gate * rho), NEURON.but(Eq(gate.T, gate))), "a symmetric gate"),
    T(lambda: moves(weights, -speed * a * xi), "the slope in w"),
    F(lambda: moves(weights, -speed * xi), "a is missing"),
    F(lambda: moves(weights, -speed * a * X.T * gate.T * (rho - rest)), "the others are missing"),
    T(lambda: moves(Dot(rho, rho) / 2, -rate * Dot(weights, xi) ** 2 - speed * a**2 * Dot(xi, xi)), "the squared slopes"),
    F(lambda: moves(Dot(rho, rho) / 2, -rate * Dot(weights, xi) ** 2), "w moves too"),
    T(lambda: moves(a * weights, -(speed * a**2 * Identity(d) + rate * weights * weights.T) * xi), "the product rule"),
    F(lambda: moves(a * weights, -(rate * a**2 * Identity(d) + speed * weights * weights.T) * xi), "the rates are exchanged"),
    F(lambda: moves(square, -2 * speed * Dot(weights, xi)), "a is missing"),
    T(lambda: moves(square, -2 * speed * a * Dot(weights, xi)), "twice w.w'"),
    F(lambda: moves(rest, rest), "the others are held fixed"),
    T(lambda: moves(rest, ZeroMatrix(h, 1)), "the others are held fixed"),
    F(lambda: kept(speed * a**2 - rate * square, loss=Dot(rho, rho) / 2 + a), "the added slope pulls on a alone"),
    T(lambda: kept(speed * a**2 - rate * square, loss=Dot(rho, rho) ** 2), "any function of the outputs"),
    F(lambda: kept(speed * a**2 - rate * square, loss=Dot(rho, rho) / 2 + square), "decay of w alone"),
    T(lambda: kept(speed * a**2 - rate * square, loss=Dot(rho, rho) / 2 + Dot(rest, rest)), "what is fixed has no slope"),
    M(lambda: GatedFlow(Dot(rho, rho), {a: rate, weights: speed}, gate=gate, rest=rest, others=(outer,), gamma=gamma), "one of two others"),
    M(lambda: gated(rates={a: rate}), "a read-out alone"),
    M(lambda: kept(Trace(gate), rates={a: rate, gate: speed}), "a gate that moves"),
    M(lambda: kept(Dot(rest, rest), rates={a: rate, rest: speed}), "a rest that moves"),
    M(lambda: moves(a, -rate * Dot(weights, xi), Domain(rate > 0, speed > 0, over=[s for s in SPOKEN if s != rest],
                                                        where={rest: X * weights})), "a rest that is read off the weights"),
    # zeros on the way
    T(lambda: once(x, {x: 1 + y**2, y: x}), "it rises"),
    F(lambda: once(x**2 - 1, {x: S.One, y: S.Zero}), "-1 and 1"),
    F(lambda: once(sin(x), {x: S.One, y: S.Zero}), "0 and pi"),
    F(lambda: once(tan(x), {x: S.One, y: S.Zero}), "0 and pi, between them a pole"),
    F(lambda: once(x - 1 / x, {x: S.One, y: S.Zero}), "-1 and 1, between them a pole"),
    T(lambda: once(x - 1 / x, {x: S.One, y: S.Zero}, x > 0), "it rises"),
    F(lambda: once(x * y, {x: S.One, y: S.One}), "from (-1, -2) both vanish, one after the other"),
    T(lambda: once(x * y, {x: S.One, y: S.One}, x > 0), "only y"),
    F(lambda: once(x * y, {x: S.One, y: -S.One}), "from (-1, 2)"),
    F(lambda: once(x * (1 + y**2), {x: y, y: -x}), "it turns round"),
    T(lambda: once(x, {x: y, y: -x}, y > 0), "it rises where y > 0"),
    F(lambda: once(x, {x: y, y: -x}, y > -1), "a small circle"),
    F(lambda: once(x, {x: -x, y: S.One}), "at rest in 0"),
    T(lambda: once(x, {x: -x, y: S.One}, x > 0), "it never vanishes"),
    F(lambda: once(x - y, {x: y, y: x}), "x = y stays so"),
    F(lambda: once(Abs(x), {x: y, y: -S.One}), "thrown up"),
    T(lambda: once(tanh(x), {x: exp(y), y: x}), "it rises"),
    T(lambda: once(x**3, {x: S.One, y: S.Zero}), "a power vanishes where its base does"),
    F(lambda: once(x**3 - x, {x: S.One, y: S.Zero}), "-1, 0, 1"),
    F(lambda: once(Max(x, 0), {x: S.One, y: S.Zero}), "all x <= 0"),
    F(lambda: once(x + Abs(x), {x: S.One, y: S.Zero}), "all x <= 0"),
    F(lambda: once(Heaviside(x - 1), {x: S.One, y: S.Zero}), "all x < 1"),
    F(lambda: once(x * b, {x: S.One, y: S.Zero}, over=[b]), "b = 0"),
    T(lambda: once(x * b, {x: S.One, y: S.Zero}, Ne(b, 0)), "b is not 0"),
    F(lambda: once(x - b, {x: b, y: S.Zero}, over=[b]), "b = 0, x = 0: it rests"),
    F(lambda: once(sqrt(x**2 + 1) - 2, {x: S.One, y: S.Zero}), "x^2 = 3 twice"),
    F(lambda: once(log(x**2 + R(1, 2)), {x: S.One, y: S.Zero}), "x^2 = 1/2 twice"),
    F(lambda: once(x - sin(x) / 2 + cos(y) - cos(y), {x: sin(y), y: S.One}), "it turns round"),
    T(lambda: once(x + y, {x: exp(x), y: exp(y)}), "both rise"),
    F(lambda: once(Dot(u, u) - 1, {u: u * cos(x), x: S.One}, over=[u]), "the length swings"),
    T(lambda: once(Dot(u, u) - 1, {u: u}, over=[u]), "at the zero its rate is 2"),
    F(lambda: once(Dot(u, v), {u: v, v: -u}, over=[u, v]), "a rotation"),
    # sums inside
    T(lambda: Gradient(Sum(i * Dot(u, v), (i, 1, n)), v, n * (n + 1) / 2 * u, on=Domain(n >= 0, over=[u, v])), "Gauss"),
    F(lambda: Gradient(Sum(i * Dot(u, v), (i, 1, n)), v, n * (n + 1) / 2 * u, on=Domain(over=[u, v, n])), "n = -2: nothing against u"),
    F(lambda: Gradient(Sum(N**i, (i, 1, n)), v, 2 * Sum(N ** (i - 1), (i, 1, n)) * v, on=Domain(n >= 1, over=[v])), "n = 2: 2 |v|^2"),
    F(lambda: Gradient(Sum(Dot(u, v) ** i, (i, 1, n)), v, ZeroMatrix(d, 1), on=Domain(n >= 1, over=[u, v])), "n = 1: u"),
    F(lambda: Gradient(Sum(N, (i, 1, n)), v, 2 * v, on=Domain(n >= 1, over=[v])), "2 n v"),
    T(lambda: Gradient(Sum(N, (i, 1, n)), v, 2 * n * v, on=Domain(n >= 1, over=[v])), "n times"),
    T(lambda: Hessian(Sum(N / 2, (i, 1, n)), v, n * Identity(d), on=Domain(n >= 0, over=[v])), "n times"),
    F(lambda: Hessian(Sum(N / 2, (i, 1, n)), v, n * Identity(d), on=Domain(over=[v, n])), "n = -1: nothing"),
    F(lambda: Hessian(Sum(i * N, (i, 1, n)), v, n * (n + 1) / 2 * Identity(d), on=Domain(n >= 1, over=[v])), "twice that"),
    F(lambda: Evolves(Sum(x**i, (i, 0, n)), Sum(x**i, (i, 0, n)), along=Flow({x: x}), on=N0.but(over=[x])), "n = 0: 0 against 1"),
    F(lambda: Conserved(Sum(x**i * (-1) ** i, (i, 0, n)), along=Flow({x: S.One}), on=N0.but(over=[x])), "n = 1: the rate is -1"),
    T(lambda: tends(Sum(2 ** (-i), (i, 0, n)), 2), "halves"),
    F(lambda: tends(Sum(2 ** (-i), (i, 0, n)), 1), "2"),
    F(lambda: tends(Sum(1 / i**2, (i, 1, n)), R(3, 2), on=Domain(n >= 1)), "pi^2/6"),
    T(lambda: tends(Sum(1 / i**2, (i, 1, n)), pi**2 / 6, on=Domain(n >= 1)), "Basel"),
    F(lambda: tends(Sum(x**i, (i, 0, n)), 1 / (1 - x), on=N0.but(x > 0, Ne(x, 1))), "x = 2 grows"),
    T(lambda: tends(Sum(x**i, (i, 0, n)), 1 / (1 - x), on=N0.but(x > 0, x < 1)), "the geometric series"),
    F(lambda: tends(Sum(i, (i, 1, n)) / n**2, 1, on=Domain(n >= 1)), "a half"),
    T(lambda: tends(Sum(i, (i, 1, n)) / n**2, R(1, 2), on=Domain(n >= 1)), "a half"),
    F(lambda: tends(Sum(1 / (n + i), (i, 1, n)), 1, on=Domain(n >= 1)), "log 2"),
    F(lambda: tends(Sum((-1) ** i, (i, 0, n)), R(1, 2)), "1 and 0 in turn"),
    F(lambda: tends(Sum(exp(-i * x), (i, 0, n)), 0, x, on=N0.but(x > 0)), "the term at 0"),
    T(lambda: tends(Sum(exp(-i * x), (i, 0, n)), 1, x, on=N0.but(x > 0)), "the term at 0"),
    F(lambda: tends(Sum(exp(-i * x), (i, 0, n)), 1, x, on=WHOLE.but(x > 0)), "n = -1: 0"),
    F(lambda: tends(x * Sum(exp(-i * x), (i, 0, n)), 1, x, 0, on=N0.but(x > 0)), "finitely many terms: 0"),
    F(lambda: tends(Sum(exp(-i * x), (i, 0, n)), 1 / x, n, on=N0.but(x > 0)), "1/(1 - exp(-x))"),
    F(lambda: tends(Sum(1, (i, 1, n)) / n, 0, on=Domain(n >= 1)), "1"),
    # inductions
    T(lambda: of((Sum(Y(i), (i, 0, n)), Z(n + 1) - 1), 0, {Y(n): (0, Z(n)), Z(n): (1, Y(n) + Z(n))}), "sums of Fibonacci's numbers"),
    F(lambda: of((Sum(Y(i), (i, 0, n)), Z(n) - 1), 0, {Y(n): (0, Z(n)), Z(n): (1, Y(n) + Z(n))}), "n = 1: 1 against 0"),
    T(lambda: of((Y(n) * (Y(n) + Z(n)) - Z(n) ** 2, -((-1) ** n)), 0, {Y(n): (0, Z(n)), Z(n): (1, Y(n) + Z(n))}), "Cassini"),
    F(lambda: of((Y(n) * (Y(n) + Z(n)) - Z(n) ** 2, (-1) ** n), 0, {Y(n): (0, Z(n)), Z(n): (1, Y(n) + Z(n))}), "n = 0: -1 against 1"),
    F(lambda: of(2**n >= n**3, 0), "n = 2"),
    T(lambda: of(2**n >= n**3, 10), "1024 against 1000, then doubling wins"),
    T(lambda: of(factorial(n) >= 2**n, 4), "24 against 16"),
    F(lambda: of(factorial(n) >= 2**n, 0), "n = 1"),
    T(lambda: of((1 + x) ** n >= 1 + n * x, 0, on=WHOLE.but(x >= -1)), "Bernoulli"),
    F(lambda: of((1 + x) ** n >= 1 + n * x, 0, on=WHOLE.but(x >= -4)), "x = -4, n = 3: -27 against -11"),
    T(lambda: of(Y(n) > 0, 0, {Y(n): (2, (Y(n) + 2 / Y(n)) / 2)}), "Heron's numbers are positive"),
    F(lambda: of(Y(n) >= R(3, 2), 0, {Y(n): (2, (Y(n) + 2 / Y(n)) / 2)}), "Y(2) = 17/12"),
    F(lambda: of(Y(n) <= 100, 0, {Y(n): (0, Y(n) + 1)}), "Y(101) = 101"),
    F(lambda: of(Ne(n, 37), 0), "n = 37"),
    F(lambda: of((sign(n - 20), -1), 0), "n = 20"),
    F(lambda: of((Abs(n - 30), 30 - n), 0), "n = 31"),
    F(lambda: of((Max(n, 50), S(50)), 0), "n = 51"),
    F(lambda: of(Y(n) >= m, 0, {Y(n): (m, Y(n) * m)}, on=WHOLE.but(over=[m])), "m = -1: Y(1) = 1, then Y(2) = -1; m = -2: Y(2) = -8"),
    T(lambda: of(Y(n) >= m, 0, {Y(n): (m, Y(n) * m)}, on=WHOLE.but(m >= 1)), "factors of at least 1"),
    F(lambda: of((Y(n), x), 0, {Y(n): (x, Y(n) * Y(n) / x)}, on=WHOLE.but(over=[x])), "x = 0: no value"),
    T(lambda: of((Y(n), x), 0, {Y(n): (x, Y(n) * Y(n) / x)}, on=WHOLE.but(x > 0)), "x^2/x"),
    F(lambda: of((Y(n + 1) - Y(n), Y(1) - Y(0)), 0, {Y(n): (1, 2 * Y(n))}), "2 against 1"),
    F(lambda: of(Sum(1 / i, (i, 1, n)) <= 3, 1), "n = 11"),
    F(lambda: of(Sum(1 / i, (i, 1, n)) < w, 1, on=WHOLE.but(w > 1)), "w = 5/4, n = 2"),
]
