"""Functions of Gram matrices that have no value at the eigenvalue 0: what passes from u^T u to u u^T may be 0 there, not a limit."""

from sympy import Eq, Identity, Piecewise, S, Trace, exp, log, sqrt
from sympy import Inverse as Inv

from theoremtest.derivations.language import (
    EIGENVALUE,
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Holds,
    Inverse,
    Limit,
    MatrixFunction,
    PositiveDefinite,
    SquareRoot,
    dimension,
    matrix,
    matrix_root,
    real,
    vector,
)

from ..case import F, M, T

n, m = dimension("n"), dimension("m")
x, a, t, s = EIGENVALUE, real("a"), real("t"), real("s")
R, K, G = matrix("R", n, m), matrix("K", n, n), matrix("G", n, n)
u, e = vector("u", n), vector("e", n)
ALL = Domain(over=[R, K, u])
WEIGHTED = Domain(a > 0, over=[R])


def of(formula, argument):
    """A function of a matrix by its formula in the eigenvalue."""
    return MatrixFunction(formula, x, argument)


def projections(r):
    """The projection onto the range of r, written in ways that have a value where r^T r has an inverse."""
    gram = r.T * r
    half = r * of(1 / sqrt(x), gram)
    return {
        "1/x": r * of(1 / x, gram) * r.T,
        "two halves": half * half.T,
        "roots": r * Inv(matrix_root(gram)) * (r * Inv(matrix_root(gram))).T,
        "x / x^2": r * of(1 / x**2, gram) * gram * r.T,
        "x^(-1/3)": r * of(x ** (-S(1) / 3), gram) * of(x ** (-S(2) / 3), gram) * r.T,
        "e^(-log x)": r * of(exp(-log(x)), gram) * r.T,
        "beside a function": r * of(exp(x), gram) * Inv(gram) * of(exp(-x), gram) * r.T,
    }


HATS = projections(R).items()
WHOLE = Identity(n)
RESOLVENT = Inv(R.T * R + a * Identity(m))

CASES = [
    *(F(lambda hat=hat: Equal(Trace(hat), n, on=ALL), f"{name}: n = 2, m = 1: 1") for name, hat in HATS),
    *(F(lambda hat=hat: Equal(hat, WHOLE, on=ALL), f"{name}: n = 2, m = 1: a projection") for name, hat in HATS),
    *(F(lambda hat=hat: Equal(Dot(u, hat * u), Dot(u, u), on=ALL), f"{name}: u beside the range") for name, hat in HATS),
    *(F(lambda hat=hat: Inverse(WHOLE + hat, WHOLE / 2, on=ALL), f"{name}: the identity beside the range") for name, hat in HATS),
    *(T(lambda hat=hat: Equal(hat * hat, hat, on=ALL), f"{name}: a projection") for name, hat in HATS),
    *(T(lambda hat=hat: Equal(hat * R, R, on=ALL), f"{name}: onto the range") for name, hat in HATS),
    *(F(lambda hat=hat: Equal(hat * K * hat, K, on=ALL), f"{name}: n = 2, m = 1, K = 1") for name, hat in list(HATS)[:3]),
    *(F(lambda hat=hat: Conserved(Trace(hat) - a, along=Flow({a: Trace(hat) - n}), on=Domain(over=[a, R])), f"{name}: it moves")
      for name, hat in list(HATS)[:2]),
    *(F(lambda hat=hat: Evolves(Dot(u, u), 2 * Dot(u, u), along=Flow({u: hat * u}), on=Domain(over=[u, R])), f"{name}: u beside the range")
      for name, hat in list(HATS)[:3]),
    F(lambda: Equal(of(exp(x), R * of(1 / x, R.T * R) * R.T), exp(1) * WHOLE, on=ALL), "e on the range, 1 beside it"),
    F(lambda: SquareRoot(WHOLE, R * of(1 / x, R.T * R) * R.T, on=ALL), "the identity beside the range"),
    F(lambda: Limit(exp(-t) * WHOLE + R * of(1 / x, R.T * R) * R.T, t, S.Infinity, WHOLE, on=Domain(t > 0, over=[R])), "a projection"),
    F(lambda: Holds(PositiveDefinite(R * of(1 / x, R.T * R) * R.T), on=ALL), "n = 2, m = 1: a projection"),
    F(lambda: Equal(u * of(1 / x, u.T * u) * u.T, WHOLE, on=ALL), "n = 2: a projection onto u"),
    F(lambda: Equal(K * R * of(1 / x, R.T * K.T * K * R) * R.T * K.T, WHOLE, on=ALL), "n = 2, m = 1"),
    F(lambda: Equal(R.T * of(1 / x, R * R.T) * R, Identity(m), on=ALL), "n = 1, m = 2"),
    F(lambda: Equal(R * of((x + 1) / x, R.T * R) * R.T, WHOLE + R * R.T, on=ALL), "beside the range: 0"),
    M(lambda: Equal(R * of(log(x) / x, R.T * R) * R.T, of(log(x), R * R.T), on=ALL.but(Eq(n, m + 1))), "log 0 has no value"),
    T(lambda: Equal(Trace(R * of(1 / x, R.T * R) * R.T), m, on=ALL), "its rank"),
    T(lambda: Equal(R * of(1 / (x + a), R.T * R) * R.T, of(x / (x + a), R * R.T), on=WEIGHTED), "no hole"),
    T(lambda: Equal(R * of(1 / (x + a), R.T * R) * R.T, WHOLE - a * Inv(R * R.T + a * WHOLE), on=WEIGHTED), "Woodbury"),
    T(lambda: Equal(R * of(exp(-x * t), R.T * R) * R.T, of(x * exp(-x * t), R * R.T), on=Domain(over=[R, t])), "no hole"),
    T(lambda: Equal(Trace(R * RESOLVENT * R.T), m - a * Trace(RESOLVENT), on=WEIGHTED), "no hole"),
    T(lambda: Equal(Inv(R * R.T) * R * R.T, WHOLE, on=ALL), "an inverse"),
    T(lambda: Equal(of(1 / x, R * R.T) * R * R.T, WHOLE, on=ALL), "an inverse"),
    T(lambda: Equal(R * of(sqrt(x), R.T * R) * R.T, of(x * sqrt(x), R * R.T), on=ALL), "no hole"),
    F(lambda: Equal(R * of(Piecewise((1 / x, x > 0), (7, True)), R.T * R) * R.T, WHOLE, on=ALL), "R = 0: 0"),
    F(lambda: Equal(R * of(1 / (x + a), R.T * R) * R.T, WHOLE, on=Domain(Eq(a, 0), over=[R])), "n = 2, m = 1: a projection"),
]
