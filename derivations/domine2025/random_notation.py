"""Random layers and the four scalings of Appendix A.3: variances of the weights, the balance and its variance in sizes and in ratios.

The stored text lost the cells of Tables 1 to 3 but for three hyphens and a zero; what stands here is restated from the prose and held
against the draws themselves. `a` = N_i/N_h and `b` = N_o/N_h are the ratios of Table 2, N the hidden size.
"""

from sympy import Ne, symbols

from theoremtest.derivations.language import Domain, Meaning, dimension, matrix, real, reals, vector

from .notation import N_h, N_i, N_o

above, here, below = dimension("n_{l+1}"), dimension("n_l"), dimension("n_{l-1}")
W_below, W_above = matrix("W_l", here, below), matrix("W_{l+1}", above, here)
alpha_below, alpha_above = real(r"\alpha_l"), real(r"\alpha_{l+1}")
"""Standard deviations of the weights of two adjacent layers; the layer n_l is the one between them."""

random_layers = {W_below: alpha_below**2, W_above: alpha_above**2}
random_balance = W_above.T * W_above - W_below * W_below.T
level = above * alpha_above**2 - below * alpha_below**2
"""lambda of the mean."""
spread = above * alpha_above**4 + below * alpha_below**4
"""The variance of an entry off the diagonal."""

i, j = symbols("i j", integer=True)
e, f, g, h = (vector(name, here) for name in "efgh")
u = vector("u", above)
INDEX = Meaning("an index of the balance matrix, counted from zero", "Theorem A.3")
OFF_DIAGONAL = Meaning("an entry off the diagonal", "Theorem A.3")
of_layers = Domain(over=[W_below, W_above, alpha_below, alpha_above])
pair = Domain(i >= 0, i < here, j >= 0, j < here, source=INDEX)
"""Two places along the balance matrix, which may coincide."""
apart = pair & Domain(Ne(i, j), source=OFF_DIAGONAL)

alpha_1, alpha_2 = reals(r"\alpha_1", r"\alpha_2")
a, b, N = real("a"), real("b"), real("N")
SIZE_RATIO = Meaning("a ratio of sizes, or a size", "Table 2")
ratios = Domain(a > 0, b > 0, N > 0, source=SIZE_RATIO)
in_ratios = {N_i: a * N, N_h: N, N_o: b * N}

SCALE = Meaning("a scale of the weights of one layer, positive", "Appendix A.3")
scales = Domain(alpha_1 > 0, alpha_2 > 0, source=SCALE)
FREE = {"scaled": scales}
"""What the domain of a row declares beside sizes or ratios."""
positions = Domain(i >= 0, i < N_h, j >= 0, j < N_h, source=INDEX) & Domain(Ne(i, j), source=OFF_DIAGONAL)

VARIANCES = {
    "lecun": (1 / N_i, 1 / N_h),
    "glorot": (2 / (N_i + N_h), 2 / (N_h + N_o)),
    "he": (2 / N_i, 2 / N_h),
    "scaled": (alpha_1**2 / N_i, alpha_2**2 / N_h),
}
"""Variances of the entries of W_1 and W_2: LeCun 1/n_in, Glorot 2/(n_in + n_out), He 2/n_in, scaled alpha^2/n_in."""

TABLE_1 = {
    "lecun": (N_o / N_h - 1, N_o / N_h**2 + 1 / N_i),
    "glorot": (2 * N_o / (N_h + N_o) - 2 * N_i / (N_i + N_h), 4 * N_o / (N_h + N_o)**2 + 4 * N_i / (N_i + N_h)**2),
    "he": (2 * (N_o / N_h - 1), 4 * (N_o / N_h**2 + 1 / N_i)),
    "scaled": (alpha_2**2 * N_o / N_h - alpha_1**2, alpha_2**4 * N_o / N_h**2 + alpha_1**4 / N_i),
}
"""lambda and the factor of the variance, in sizes."""

TABLE_2 = {
    "lecun": (b - 1, (b + 1 / a) / N),
    "glorot": (2 * b / (1 + b) - 2 * a / (1 + a), 4 / N * (b / (1 + b)**2 + a / (1 + a)**2)),
    "he": (2 * (b - 1), 4 / N * (b + 1 / a)),
    "scaled": (alpha_2**2 * b - alpha_1**2, (alpha_2**4 * b + alpha_1**4 / a) / N),
}
"""The same in ratios."""

many = dimension("M")
p, c, q = dimension("p"), dimension("c"), dimension("q")
"""Widths that grow together: N_i = p M, N_h = c M, N_o = q M, so that a = p/c and b = q/c are any positive rational numbers."""
growing = {N_i: p * many, N_h: c * many, N_o: q * many}
G_1, G_2 = matrix("W_1", c * many, p * many), matrix("W_2", q * many, c * many)
growing_balance = G_2.T * G_2 - G_1 * G_1.T
