"""The task's singular value decomposition, Sigma = U~ S~ V~^T, its complements, and the diagonal matrices of Eq. (9).

`n` is min(N_i, N_o), the number of singular values, and `m` = |N_o - N_i|. Each shape of network has sizes of its own, in which
A3 holds by construction: a funnel narrows (N_i = n + m, N_o = N_h = n), an inverted funnel widens (N_o = n + m, N_i = N_h = n).
"""

from sympy import DiagMatrix, Identity, Rational, exp, sqrt

from theoremtest.derivations.language import EIGENVALUE, GrowthIntegral, MatrixFunction, dimension, matrix, vector

from .notation import lam, t, tau

n, m = dimension("n"), dimension("m")
s_tilde = vector(r"\tilde{s}", n)
S_tilde = DiagMatrix(s_tilde)
"""The task's singular values on a diagonal, n x n."""

one_n, one_m = Identity(n), Identity(m)
narrow, wide = n, n + m

U_square, V_square = matrix(r"\tilde{U}", n, n), matrix(r"\tilde{V}", n, n)
"""Singular vectors on a side with n units: orthogonal matrices."""
U_tall, V_tall = matrix(r"\tilde{U}", n + m, n), matrix(r"\tilde{V}", n + m, n)
"""Singular vectors on a side with n + m units: orthonormal columns."""
U_perp, V_perp = matrix(r"\tilde{U}_\perp", n + m, m), matrix(r"\tilde{V}_\perp", n + m, m)
"""What completes them; the narrow side's complement is zero."""

level = sqrt(EIGENVALUE**2 + lam**2 / 4)
"""s_lambda of a singular value s."""
slant = lam / 2 / (level + EIGENVALUE)
"""H of a singular value; sgn(lambda) sqrt((s_lambda - s)/(s_lambda + s)) without the sign's branch."""


def of(formula, argument=S_tilde):
    """A function of the singular values, by its formula in one of them."""
    return MatrixFunction(formula, EIGENVALUE, argument)


S_level = of(level)
"""S~_lambda = sqrt(S~^2 + lambda^2/4)."""
H, G = of(slant), of(1 / sqrt(1 + slant**2))
"""H~ and G~ of Eq. (9)."""
S_low, S_high = of(sqrt(level - lam / 2)), of(sqrt(level + lam / 2))
"""The singular values of W_1 and W_2 where the network function is the task."""
grow, decay = of(exp(level * t / tau)), of(exp(-level * t / tau))
"""e^{+S~_lambda t/tau} and e^{-S~_lambda t/tau}."""
grown, decayed = of(GrowthIntegral(2 * level, t / tau)), of(GrowthIntegral(-2 * level, t / tau))
"""(e^{2 S~_lambda t/tau} - 1)/(2 S~_lambda) and (1 - e^{-2 S~_lambda t/tau})/(2 S~_lambda), with the limit t/tau at zero."""
half = Rational(1, 2)
