"""Symbols, models and domains of layerwise linear models (Chapter 3, Appendix A.2): modes, functions over inputs, layers.

A function of the input is a column over the space of functions with finite mean square, <f|g> = E[f(x) g(x)], whatever the distribution
and the number of features; the empirical mean over n points is one of these. x_i is the feature of the mode that is looked at, X_rest the
other features, w what the model is off by along them, w_j = a_j b_j - S_j. That features are independent with mean zero makes x_i
orthogonal to all others. v_i is E[x_i^2].
"""

from sympy import Eq, Expr, Integer, Symbol, Trace, ZeroMatrix, exp, log

from theoremtest.derivations.language import TIME, Domain, Dot, GradientFlow, Meaning, Space, dimension, matrix, reals, vector

INDEPENDENT = Meaning("features are independent of mean zero, so that E[x_i x_j] = 0", "Section 3.2")
VARIANCE = Meaning("the second moment of a feature", "Section 3.2")
TIME_FROM_ZERO = Meaning("time counts from the initialization", "Section 3.4.2")
FRACTION = Meaning("a fraction of the target scale", "Section 3.4.2")
ORDER = Meaning("mode i is learned before mode i + 1", "Section 3.4.2")
IMPLIED = Meaning("follows from 0 < a_i(0) b_i(0) < S", "Section 3.4.2")

t = TIME
d, p, c, m = (dimension(name) for name in "dpcm")
H = Space("L^2")

# --- one mode among others ---------------------------------------------------------------------------------------------------------------

a, b, theta, S_i, v = reals("a_i", "b_i", r"\theta_i", "S_i", "v_i")
a0, b0 = reals("a_i(0)", "b_i(0)")
feature, others, w = vector("x_i", H), matrix(r"X_\mathrm{rest}", H, m), vector("w", m)
one = Integer(1)


def mean_square_error(off: Expr) -> Expr:
    """Eq. (3.2) for a model that is off by `off` times x_i, and by w along all other features."""
    error = feature * off + others * w
    return Dot(error, error) / 2


layerwise = GradientFlow(mean_square_error(a * b - S_i), {a: one, b: one}, name="gradient flow of the diagonal network's loss")
linear = GradientFlow(mean_square_error(theta - S_i), {theta: one}, name="gradient flow of the linear model's loss")
any_features = Domain(over=[feature, others, w])
"""Any features, correlated or not."""
uncorrelated = any_features & Domain(Eq(feature.T * others, ZeroMatrix(1, m)), source=INDEPENDENT)
moment = Domain(where={v: Dot(feature, feature)}, over=[feature])
"""v_i = E[x_i^2]."""
varied = Domain(v > 0, source=VARIANCE)
later = Domain(t >= 0, source=TIME_FROM_ZERO)


def sigmoid(start: Expr, scale: Expr = S_i, rate: Expr = v) -> Expr:
    """The right side of Eq. (3.9): the share of the scale that a mode has reached at time t."""
    return 1 / (1 + (scale / start - 1) * exp(-2 * scale * rate * t))


# --- two modes in turn -------------------------------------------------------------------------------------------------------------------

S, P0, eps, E1, E2 = reals("S", "P_0", r"\epsilon", "v_i", "v_{i+1}")
"""P_0 is a_i(0) b_i(0), the same for every mode; v_i and v_{i+1} are two modes' second moments."""
started = Domain(P0 > 0, P0 < S) & Domain(S > 0, source=IMPLIED)
share = Domain(eps > 0, eps < 1, source=FRACTION)
ordered = started & Domain(E2 > 0, source=VARIANCE) & Domain(E1 > E2, source=ORDER)
delayed = S / P0 - 1
slower = (E1 - E2) / (E1 + E2)


def emergent_time(moment_: Expr, start: Expr = P0) -> Expr:
    """The first half of Eq. (3.12)."""
    return log((S / start - 1) / (1 / eps - 1)) / (2 * moment_ * S)


def saturation_time(moment_: Expr) -> Expr:
    """The second half of Eq. (3.12)."""
    return log(1 / eps - 1) / (moment_ * S)


# --- layers of a linear neural network ---------------------------------------------------------------------------------------------------

X, Y = matrix("X", H, d), matrix("Y", H, c)
W1, W2 = matrix("W_1", d, p), matrix("W_2", p, c)
network = X * W1 * W2
"""The network's c outputs as functions of the input."""
loss = Trace((network - Y).T * (network - Y)) / 2
training = GradientFlow(loss, {W1: one, W2: one}, name="gradient flow of the linear network's loss")
any_network = Domain(over=[X, Y, W1, W2])


def index(name: str) -> Symbol:
    """A whole number that counts entries from one."""
    return Symbol(name, integer=True)
