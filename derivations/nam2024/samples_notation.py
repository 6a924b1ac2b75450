"""The n samples of a training set themselves, for what is said of functions on it: features, classes, class means, scatter.

X holds the samples' features in its rows, Y a unit vector for each sample's class. The empirical distribution gives each sample the weight
1/n: <f|g> is f^T g/n and T[f] is X X^T f/n for the n values of a function.
"""

from sympy import Eq, Identity, sqrt

from theoremtest.derivations.language import Chart, Domain, Dot, dimension, matrix, orthonormal, vector

from .collapse_notation import BALANCED, CONSTANT, MP_OPERATOR, C, a_1, a_2, features_of_mp_operator, of_mp_operator, ones, p, positive

n = dimension("n")
X, Y, ones_n = matrix("X", n, p), matrix("Y", n, C), vector(r"\mathbf{1}_n", n)
sample_means, sample_mean = matrix(r"\mu", p, C), vector(r"\mu_g", p)

on_samples = Domain(over=[n])
_classes = Domain(Eq(Y.T * Y, n / C * Identity(C)), source=BALANCED) & Domain(Eq(Dot(ones, ones), C), source=CONSTANT)
_means = Domain(over=[X], where={sample_means: C / n * X.T * Y, sample_mean: X.T * ones_n / n})
samples = _classes & Domain(Eq(Y * ones, ones_n), source=CONSTANT) & _means
"""Balanced classes: n/C samples of each; the means are those of Eqs. (D.2) and (2.14)."""
_operator = Eq(X * X.T, a_1 * ones_n * ones_n.T + a_2 * C * Y * Y.T)
_chart = Chart({a_1: of_mp_operator.values[a_1], a_2: of_mp_operator.values[a_2], X: Y * features_of_mp_operator}, of_mp_operator.of)
of_samples = _classes & Domain(where={ones_n: Y * ones}) & _means & positive & Domain(_operator, source=MP_OPERATOR, chart=_chart)
"""The same where the integral operator of the samples is an MP-operator."""
D = matrix("D", n, C)
framed_of_samples = Domain(orthonormal(D), source=BALANCED) & Domain(where={Y: sqrt(n / C) * D, ones_n: sqrt(n / C) * D * ones}) & Domain(
    Eq(Dot(ones, ones), C), source=CONSTANT) & _means
"""Any features, with the orthonormal columns sqrt(C/n) Y as letters."""
sample_spread = sample_means - sample_mean * ones.T
sample_rest = X - Y * sample_means.T
"""Each sample's features less the mean of its class."""
Nc1 = (sample_rest.T * sample_rest) * (sample_spread * sample_spread.T).T
"""The product of both sums of Eq. (2.10)."""
