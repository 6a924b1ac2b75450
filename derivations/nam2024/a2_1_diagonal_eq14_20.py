"""Appendix A.2.1: dynamics of the diagonal linear neural network from its loss, line by line, Eqs. (A.14)-(A.20).

Here the means are taken over the Gaussian features of Section 3.2: x_i of variance v_i, and standard normal z for the other features, whose
standard deviations are in w_j = sqrt(v_j) (a_j b_j - S_j). Eq. (3.6) is the same for every distribution, by another way.
"""

from sympy import Eq, Function, KroneckerDelta, Ne, S, Sum, diff, exp

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Expectation,
    Flow,
    Meaning,
    Solves,
    System,
    by,
    claim,
    every,
    real,
    reals,
    stated,
    vector,
)

from .layerwise_notation import S_i, a, b, index, later, m, t, v, varied
from .notation import NAM

x, z, w, step = real("x_i"), vector("z", m), vector("w", m), real("s")
error = x * (a * b - S_i) + Dot(w, z)
"""f(x) - f*(x) at one input."""
draws = {x: v, z: S.One}
drawn = varied & Domain(over=[a, b, S_i, x, z, w])
mean_loss = v * (a * b - S_i)**2 / 2 + Dot(w, w) / 2
flow = Flow({a: -b * v * (a * b - S_i), b: -a * v * (a * b - S_i)}, name="Eq. (A.16) and its equivalent for b_i")
mode = varied & Domain(over=[a, b, S_i])
POSITIVE = Meaning("the product of equal layers a_i(0) > 0", "Section 3.4.1")
P, P0 = reals("P", "P(0)")
"""a_i b_i and its start."""


@claim(NAM, "Eq. (A.14)",
       reading="the derivative of the mean is the mean of the derivative; both are worked out for Gaussian features")
def derivative_under_the_mean():
    """Minus the derivative of the loss in a_i is minus the mean of the derivative of half the squared error."""
    return every(loss=Expectation(error**2 / 2, draws, mean_loss, on=drawn),
                 derivative=Expectation(diff(error**2 / 2, a), draws, diff(mean_loss, a), on=drawn))


@claim(NAM, "Eq. (A.15)",
       reading="at one input, by what a small change s of a_i does to half the squared error, in any number of features; the sum's end "
               "p, the number of features in Chapter 1, is the d of Eq. (3.3)")
def derivative_of_the_squared_error():
    """The derivative of half the squared error in a_i is b_i x_i times the sum of (a_j b_j - S_j) x_j."""
    i, j, d = index("i"), index("j"), index("d")
    A, B, target, feature = (Function(name, real=True) for name in ("a", "b", "S", "x"))
    moved = Sum(((A(j) + step * KroneckerDelta(i, j)) * B(j) - target(j)) * feature(j), (j, 1, d))
    kept = Sum((A(j) * B(j) - target(j)) * feature(j), (j, 1, d))
    return Equal(moved**2 / 2, kept**2 / 2 + step * (B(i) * feature(i) * kept) + step**2 / 2 * (B(i) * feature(i))**2,
                 on=Domain(d >= 1, i >= 1, i <= d, over=[step], source=Meaning("i is one of d features", "Section 3.2")))


@claim(NAM, "Eq. (A.16)", uses=["nam2024/A.15"])
def orthogonality_leaves_one_term():
    """Minus the mean of b_i x_i times the error is -b_i E[x_i^2] (a_i b_i - S_i): the other features are orthogonal to x_i."""
    return Expectation(-b * x * error, draws, -b * v * (a * b - S_i), on=drawn)


@claim(NAM, "Eq. (A.17)", uses=["nam2024/A.16"])
def product_rule():
    """The product moves by a_i' b_i + a_i b_i', the rates being those of the loss."""
    rate_a, rate_b = -diff(mean_loss, a), -diff(mean_loss, b)
    return Evolves(a * b, rate_a * b + a * rate_b, along=flow, on=mode & Domain(over=[w]))


@claim(NAM, "Eq. (A.18)", uses=["nam2024/A.17"], reading="S is S_i, as where all target scales are one S (Section 3.4.2)")
def product_moves():
    """The product moves by -E[x_i^2] (b_i^2 + a_i^2) (a_i b_i - S_i)."""
    return Evolves(a * b, -v * (b**2 + a**2) * (a * b - S_i), along=flow, on=mode)


@claim(NAM, "Eq. (A.19)", uses=["nam2024/A.18"], conditions=[stated(Eq(a, b))], reading="S is S_i, as where all target scales are one S "
"(Section 3.4.2)")
def product_of_equal_layers_moves():
    """With a_i = b_i the two squares are twice the product."""
    return Equal(-v * (b**2 + a**2) * (a * b - S_i), -2 * v * a * b * (a * b - S_i), on=mode & Domain(Eq(a, b)))


@claim(NAM, "Appendix A.2.1", "equal-layers", uses=["nam2024/A.16"], origin="derived",
       reading="`the condition a_i = b_i` is one on the start: a_i - b_i moves by a multiple of itself, and so stays zero")
def equal_layers_stay_equal():
    """Layers that start equal stay equal: their difference moves by a multiple of itself; difference times sum is kept."""
    return every(difference=Evolves(a - b, v * (a * b - S_i) * (a - b), along=flow, on=mode),
                 kept=Conserved((a - b) * (a + b), along=flow, on=mode))


@claim(NAM, "Eq. (A.20)", uses=["nam2024/A.19", "nam2024/app-A.2.1:equal-layers"], conditions=[stated(S_i > P0), by(POSITIVE, P0 > 0)],
       reading="a_i b_i as one number")
def logistic_growth():
    """The differential equation is solved by S_i/(1 + (S_i/(a_i(0) b_i(0)) - 1) e^{-2 S_i E[x_i^2] t})."""
    return Solves(System({P: -2 * v * P * (P - S_i)}, {P: P0}), {P: S_i / (1 + (S_i / P0 - 1) * exp(-2 * S_i * v * t))},
                  on=varied & later & Domain(P0 > 0, S_i > P0))


@claim(NAM, "Eq. (A.20)", "any-start", uses=["nam2024/A.19"], origin="derived")
def logistic_decay():
    """It holds for every positive start, above the scale too, and for negative scales: `a_i(0) b_i(0) < S` is not needed."""
    on = varied & later & Domain(P0 > 0, Ne(S_i, 0))
    return Solves(System({P: -2 * v * P * (P - S_i)}, {P: P0}), {P: S_i / (1 + (S_i / P0 - 1) * exp(-2 * S_i * v * t))}, on=on)
