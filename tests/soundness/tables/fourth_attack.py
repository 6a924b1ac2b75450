"""A fourth attack: what jumps on the way, sizes that are 1 or 0, time as a constant, equations that tie letters, laws of random counts."""

from sympy import (
    Abs,
    Derivative,
    Determinant,
    Eq,
    Heaviside,
    Identity,
    KroneckerDelta,
    Ne,
    OneMatrix,
    Or,
    Piecewise,
    Rational,
    S,
    Symbol,
    Trace,
    acot,
    atan,
    binomial,
    exp,
    floor,
    gamma,
    log,
    sign,
    sqrt,
    tan,
)

from theoremtest.derivations.language import (
    TIME,
    Binomial,
    Conserved,
    Convex,
    Decays,
    Diffusion,
    Domain,
    Dot,
    Equal,
    EveryEntry,
    Evolves,
    Expectation,
    FairBits,
    Flow,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Lipschitz,
    MeanEvolves,
    Moments,
    NotHessian,
    OpenFunction,
    Parity,
    Poisson,
    PositiveDefinite,
    Rank,
    Smooth,
    Solves,
    Stays,
    StronglyConvex,
    System,
    TailBound,
    eq,
    ge,
    gt,
    le,
    lt,
    matrix,
    vector,
)
from theoremtest.derivations.language.kronecker import OverNeurons

from ..case import F, M, T
from ..words import A, N, W, a, b, d, h, k, m, n, q, s, u, v, w, x, y, z
from ..words import S as SYM

ONE, SQUARE = Identity(d), Dot(v, v)
LINE = Domain(over=[x])
few, bits = Symbol("k", integer=True, nonnegative=True), Symbol("j", integer=True)
rest, e, U = vector("r", d - h), vector("e", h), matrix("U", h, d)
f = OpenFunction("f", d)
gradient = f.gradient
R = Rational


def kept(quantity, *conditions, rate=S.One):
    """What a motion at one rate keeps."""
    return Conserved(quantity, along=Flow({x: rate}), on=Domain(*conditions, over=[x]))


def no_hessian(field, *conditions, over=()):
    return NotHessian(field, v, on=Domain(*conditions, over=[v, *over]))


def entries(relation, *conditions):
    """What holds of every entry of v, named x."""
    return Holds(EveryEntry(relation, (x, v)), on=Domain(*conditions, over=[v]))


def mean(quantity, rate, drift, noise, over=(), *conditions):
    return MeanEvolves(quantity, rate, along=Diffusion(drift, noise, (w,)), on=Domain(*conditions, over=[*drift, *over]))


def drawn(quantity, value, law, draw=few, on=LINE):
    return Expectation(S(quantity), {draw: law}, S(value), on=on.but(over=[draw]))


def tail(event, most, law, through, draw=few, on=LINE):
    return TailBound(event, S(most), {draw: law}, through=through, on=on.but(over=[draw]))


COUNTS, RATES = Domain(a >= 0, a <= 1, n >= 0, over=[z]), Domain(a >= 0, over=[z, b])
NEURONS = Domain(over=[U, e, x])
PAIR = Domain(Convex(f), Smooth(f, k), k > 0, over=[u, v])
CASES = [
    # what jumps, or has no value, on the way
    F(lambda: kept(sign(x)), "from -1 to 1"),
    F(lambda: kept(Abs(x) / x), "from -1 to 1, with no value between"),
    F(lambda: kept(floor(x)), "it jumps at each whole number"),
    F(lambda: kept(Heaviside(x)), "from 0 to 1"),
    F(lambda: kept(atan(x) + atan(1 / x)), "from -pi/2 to pi/2"),
    F(lambda: kept(atan(x) + acot(x)), "from -pi/2 to pi/2"),
    F(lambda: kept(atan(tan(x)) - x), "less by pi at each pole"),
    F(lambda: kept(sqrt(x**2) - x), "x < 0 moves"),
    T(lambda: kept(sign(x), x > 0), "it stays at 1"),
    T(lambda: kept(Abs(x) / x, x > 0), "it stays at 1"),
    T(lambda: kept(sqrt(x**2) - x, x > 0), "nothing"),
    T(lambda: kept(log(x) - log(2 * x), x > 0), "minus log 2"),
    T(lambda: Evolves(x * Abs(x), 2 * Abs(x), along=Flow({x: S.One}), on=LINE), "the slope of x |x|"),
    F(lambda: Evolves(Abs(x), 1, along=Flow({x: S.One}), on=LINE), "x < 0 falls"),
    # how many dimensions a condition leaves
    F(lambda: no_hessian(SQUARE * ONE, Eq(u * u.T, ONE), over=[u]), "u u^T = I: one dimension"),
    F(lambda: no_hessian(v * v.T, Eq(A * u * u.T, ONE), over=[u, A]), "of rank one: one dimension"),
    F(lambda: no_hessian(SQUARE * ONE, Eq(OneMatrix(d, d), ONE)), "one dimension"),
    F(lambda: no_hessian(SQUARE * ONE, PositiveDefinite(u * u.T), over=[u]), "of rank one: one dimension"),
    F(lambda: no_hessian(SQUARE * ONE, Ne(Determinant(u * u.T), 0), over=[u]), "of rank one: one dimension"),
    F(lambda: no_hessian(SQUARE * ONE, Eq(Rank(ONE), 1)), "one dimension"),
    F(lambda: no_hessian(SQUARE * ONE, Eq(d * h, 1)), "one dimension"),
    T(lambda: no_hessian(SQUARE * ONE, Dot(u, u) > 0, over=[u]), "in two dimensions too"),
    T(lambda: no_hessian(SQUARE * ONE, d >= 2), "two dimensions"),
    T(lambda: no_hessian(v * v.T, Eq(Dot(u, u), 1), over=[u]), "a unit vector of any size"),
    # values at every entry
    F(lambda: entries(ge(log(x), log(x))), "no logarithm of -1"),
    F(lambda: entries(eq(1 / x, 1 / x)), "nothing over 0"),
    F(lambda: entries(gt(1 / x + 1, 1 / x)), "nothing over 0"),
    F(lambda: Iff(EveryEntry(ge(log(x), log(x)), (x, v)), ge(s**2, 0), on=Domain(over=[v, s])), "no logarithm of -1"),
    F(lambda: Holds(Or(EveryEntry(ge(log(x), log(x)), (x, v)), ge(s**2, 0)), on=Domain(over=[v, s])), "no logarithm of -1"),
    T(lambda: entries(ge(log(x), log(x)), EveryEntry(gt(x, 0), (x, v))), "positive entries"),
    T(lambda: entries(ge(x**2, 0)), "a square"),
    F(lambda: Holds(a >= b, on=Domain(EveryEntry(le(x, a), (x, rest)), EveryEntry(ge(x, b), (x, rest)), d >= h, over=[a, b])),
      "d = h: no entry is between them"),
    T(lambda: Holds(a >= b, on=Domain(EveryEntry(le(x, a), (x, v)), EveryEntry(ge(x, b), (x, v)), over=[a, b])),
      "an entry is between them"),
    # equations that tie letters
    M(lambda: Gradient(k * SQUARE, v, 2 * k * v, on=Domain(Eq(k, SQUARE), over=[v])), "k may move with v"),
    M(lambda: Gradient(Dot(u, v), v, u, on=Domain(Eq(u, v))), "u may move with v"),
    M(lambda: Gradient(Trace(A * SYM), SYM, A.T, on=Domain(Eq(SYM.T, SYM), over=[A])), "A^T, or its symmetric part"),
    M(lambda: Hessian(Dot(u, v) ** 2, v, 2 * u * u.T, on=Domain(Eq(u, v))), "u may move with v"),
    T(lambda: Gradient(k * SQUARE, v, 2 * k * v, on=Domain(Eq(k, s**2), over=[v])), "k stands still"),
    M(lambda: Evolves(a, S.Zero, along=Flow({x: S.One}), on=Domain(Or(Eq(a, x), Eq(a, -x)))), "a may move with x"),
    T(lambda: Evolves(a * x, a, along=Flow({x: S.One}), on=Domain(over=[a, x])), "a stands still"),
    # means along diffusions
    M(lambda: mean(TIME * x, -TIME * x, {x: -x}, {x: w}, [TIME]), "time goes by"),
    M(lambda: mean(TIME, S.Zero, {x: -x}, {x: w}, [TIME]), "time goes by"),
    T(lambda: mean(TIME * x, x - TIME * x, {x: -x, TIME: S.One}, {x: w}), "the product rule"),
    F(lambda: mean(TIME * x, -TIME * x, {x: -x, TIME: S.One}, {x: w}), "the product rule"),
    F(lambda: mean(x**3, 3 * x, {x: S.Zero}, {x: 2 * w}), "12 x"),
    F(lambda: mean(x * y, S.Zero, {x: S.Zero, y: S.Zero}, {x: a * w, y: b * w}, [a, b]), "a b"),
    T(lambda: mean(x * y, a * b, {x: S.Zero, y: S.Zero}, {x: a * w, y: b * w}, [a, b]), "a b"),
    # counts and bits
    F(lambda: drawn(z**few, exp(a * z), Poisson(a), on=RATES), "exp(a (z - 1))"),
    T(lambda: drawn(z**few, exp(a * (z - 1)), Poisson(a), on=RATES), "the generating function"),
    F(lambda: drawn(z ** (2 * few), exp(a * (z - 1)), Poisson(a), on=RATES), "z^2"),
    F(lambda: drawn(z**few * b**few, exp(a * (z + b - 1)), Poisson(a), on=RATES), "the product of both"),
    F(lambda: drawn(few * KroneckerDelta(few, 0), a * exp(-a), Poisson(a), on=RATES), "nothing"),
    F(lambda: drawn((-1) ** few, exp(-a), Poisson(a), on=RATES), "exp(-2 a)"),
    T(lambda: drawn((-1) ** few, exp(-2 * a), Poisson(a), on=RATES), "z = -1"),
    F(lambda: drawn(z**few, (1 + a * (z - 1)) ** n, Binomial(2 * n, a), on=COUNTS), "twice as many trials"),
    T(lambda: drawn(z**few, (1 + a * (z - 1)) ** n, Binomial(n, a), on=COUNTS), "the generating function"),
    F(lambda: drawn(0**few, 0, Binomial(n, a), on=COUNTS), "(1 - a)^n"),
    T(lambda: drawn(0**few, (1 - a) ** n, Binomial(n, a), on=COUNTS), "no outcome at all"),
    F(lambda: drawn(few**2, n * a, Binomial(n, a), on=COUNTS), "n = 2, a = 1: 4"),
    F(lambda: drawn(bits, 3, FairBits(2), bits), "a half of 3"),
    T(lambda: drawn(bits, R(3, 2), FairBits(2), bits), "a half of 3"),
    F(lambda: drawn(Parity(bits, bits), 1, FairBits(2), bits), "1 - 1 - 1 + 1"),
    F(lambda: drawn(Parity(bits, 4), 0, FairBits(2), bits), "a bit that is never set"),
    F(lambda: Holds(ge(Parity(n, m), 0), on=Domain(n >= 0, m >= 0)), "-1 at 1, 1"),
    F(lambda: Equal(Parity(n, m) * Parity(n, N), Parity(n, m + N), on=Domain(n >= 0, m >= 0, over=[N])), "1 + 1 carries"),
    F(lambda: tail(few >= s, a / s, Poisson(a), few / s, on=Domain(a >= 0, over=[s])), "s < 0"),
    T(lambda: tail(few >= s, a / s, Poisson(a), few / s, on=Domain(a >= 0, s > 0)), "Markov"),
    F(lambda: tail(Abs(x - b) >= s, a / s, Moments(b, a), (x - b) ** 2 / s, x, Domain(a >= 0, s > 0, over=[b])),
      "a = 1/4, s = 1/2: it may be as far as s always"),
    T(lambda: tail(Abs(x - b) >= s, a / s**2, Moments(b, a), (x - b) ** 2 / s**2, x, Domain(a >= 0, s > 0, over=[b])), "Chebyshev"),
    F(lambda: tail(few <= 0, (1 - a) ** (n + 1), Binomial(n, a), KroneckerDelta(few, 0), on=COUNTS), "n = 0: 1"),
    M(lambda: tail(x >= 1, 0, Moments(0, a), x**2, x, Domain(a < -1)), "no law has a negative variance"),
    M(lambda: drawn(x, 7, Moments(7, a), x, Domain(a < -1)), "no law has a negative variance"),
    M(lambda: drawn(few, a, Poisson(a), few, Domain(a < -1)), "no law has a negative mean"),
    # sums over neurons
    F(lambda: Equal(OverNeurons(U.T * e * e.T * U + ONE, e), U.T * U + ONE, on=NEURONS), "h identities"),
    T(lambda: Equal(OverNeurons(U.T * e * e.T * U + ONE, e), U.T * U + h * ONE, on=NEURONS), "h identities"),
    F(lambda: Equal(Trace(OverNeurons(e * e.T, e)), 1, on=NEURONS), "h"),
    F(lambda: Equal(e * e.T + OverNeurons(e * e.T, e), 2 * Identity(h), on=NEURONS), "one e is a vector of the domain"),
    T(lambda: Equal(e * e.T + OverNeurons(e * e.T, e), e * e.T + Identity(h), on=NEURONS), "one e is a vector of the domain"),
    # open functions, sets and decays
    F(lambda: Holds(le(f(u) - f(v) - Dot(gradient(v), u - v), k / 4 * Dot(u - v, u - v)), on=PAIR), "a half"),
    T(lambda: Holds(le(f(u) - f(v) - Dot(gradient(v), u - v), k / 2 * Dot(u - v, u - v)), on=PAIR), "a half"),
    F(lambda: Holds(ge(k, 0), on=Domain(StronglyConvex(f, k), over=[u])), "k may be negative"),
    F(lambda: Holds(le((f(u) - f(v)) ** 2, k * Dot(u - v, u - v)), on=Domain(Lipschitz(f, k), k > 0, over=[u, v])), "k^2"),
    F(lambda: Stays(x**3 <= 0, along=Flow({x: S.One}), on=LINE), "x = 0 goes on"),
    F(lambda: Stays(Dot(u, v) > 0, along=Flow({u: -v}), on=Domain(over=[u, v])), "it falls"),
    T(lambda: Stays(x <= a, along=Flow({x: a - x}), on=Domain(over=[x, a])), "it comes near"),
    F(lambda: Decays(x**4, S(5), along=Flow({x: -x}), on=LINE), "four"),
    T(lambda: Decays(x**4, S(3), along=Flow({x: -x}), on=LINE), "four"),
    F(lambda: Decays(x**2, a, along=Flow({x: -a * x}), on=Domain(over=[x, a])), "a < 0"),
    F(lambda: Holds(eq(Derivative(Abs(x), x), 1), on=LINE), "x < 0"),
    T(lambda: Holds(lt(q - 1, q), on=Domain(over=[q])), "one less"),
    F(lambda: Equal(W.T * W, ONE, on=Domain(Eq(W * W.T, Identity(h)), over=[W])), "fewer rows than columns"),
    # what is said of a state, and a slope that is nowhere
    F(lambda: Solves(System({x: S(-1)}, {x: a}), {x: a - TIME}, on=Domain(TIME >= 0, a > 0, x > 0)), "it leaves x > 0"),
    T(lambda: Solves(System({x: x}, {x: a}), {x: a * exp(TIME)}, on=Domain(TIME >= 0, a > 0, x > 0)), "it stays positive"),
    M(lambda: Evolves(Abs(x), 7, along=Flow({x: S.One}), on=Domain(Eq(x, 0))), "|x| has no slope at 0"),
    T(lambda: Evolves(Abs(x), -1, along=Flow({x: S.One}), on=Domain(x < 0)), "-1"),
    F(lambda: Holds(ge(x * Abs(x), x**2), on=Domain(ge(Derivative(sqrt(x**4 + x**6), x) * x, 0))), "x < 0"),
    F(lambda: Holds(Ne(x, 0), on=Domain(ge(Derivative(sqrt(x**4 + x**6), x) * x, 0))), "x = 0, where the derivative is 0"),
    F(lambda: Holds(x + 7 > 0, on=Domain(gamma(x) > 1000)), "gamma has values beyond 1000 beside each of its poles"),
    F(lambda: Holds(ge(n, 0), on=Domain(binomial(n, 2) >= 5)), "binomial(-3, 2) = 6"),
    F(lambda: Holds(Ne(y, 0), on=Domain(ge(Piecewise((5, x <= 0), (y**-2, True)), 2))), "x = y = 0: 5"),
    F(lambda: Evolves(x * Abs(x), 2 * Abs(x) + 1 - sign(x) ** 2, along=Flow({x: S.One}), on=LINE), "x = 0: 0 against 1"),
]
