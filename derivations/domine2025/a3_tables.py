"""Appendix A.3, Tables 1 to 3: balance and variance of four initializations, from the draws, in ratios of widths, and in their limits.

Of the tables' cells the stored text kept the hyphens of the last column and the zero beside them; the others are reconstructed. Cells in
sizes are claims about the draws themselves, and so are means in ratios and those of three equal layers; variances in ratios are the cells
in sizes at N_i = a N, N_h = N, N_o = b N, and Table 3 takes limits of the means.
"""

from sympy import S, oo

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Expectation,
    Limit,
    claim,
    entry,
    every,
    matrix,
    real,
)

from .notation import DOMINE, W1, W2, N_h, N_i, N_o, balance, one_h
from .random_notation import (
    FREE,
    SIZE_RATIO,
    TABLE_1,
    TABLE_2,
    VARIANCES,
    a,
    alpha_1,
    alpha_2,
    b,
    i,
    in_ratios,
    j,
    positions,
    ratios,
)

r = real("r")
anywhere = Domain()


def from_the_draws(name):
    """A row of Table 1: mean of the balance matrix, variance of its entries off the diagonal and on it."""
    draws, (mean, factor) = dict(zip((W1, W2), VARIANCES[name])), TABLE_1[name]
    on = Domain(over=[W1, W2]) & FREE.get(name, anywhere)
    return every(
        mean=Expectation(balance, draws, mean * one_h, on=on),
        variance=Expectation(entry(balance, i, j), draws, factor, moment="variance", on=on & positions),
        on_the_diagonal=Expectation(entry(balance, i, i), draws, 2 * factor, moment="variance", on=on & positions))


def by_ratios(name):
    """A row of Table 2: the mean of the draws with a = N_i/N_h, b = N_o/N_h; the variance of Table 1 at N_i = a N, N_h = N, N_o = b N."""
    free = FREE.get(name, anywhere)
    drawn = Domain(over=[W1, W2], where={a: N_i / N_h, b: N_o / N_h}) & free
    return every(mean=Expectation(balance, dict(zip((W1, W2), VARIANCES[name])), TABLE_2[name][0] * one_h, on=drawn),
                 variance=Equal(TABLE_1[name][1].subs(in_ratios), TABLE_2[name][1], on=ratios & free))


def of_equal_layers(name, value):
    """The mean of the balance matrix of three layers of N_h units is `value` times the identity."""
    first, second = matrix("W_1", N_h, N_h), matrix("W_2", N_h, N_h)
    draws = {layer: variance.subs({N_i: N_h, N_o: N_h}) for layer, variance in zip((first, second), VARIANCES[name])}
    on = Domain(over=[first, second]) & FREE.get(name, anywhere)
    return Expectation(second.T * second - first * first.T, draws, value * one_h, on=on)


def limits(name, equal, first, last, both_grow, both_shrink):
    """The first five columns of a row of Table 3, by the ratios that its numbered list names; a and b grow or shrink as a = r b."""
    mean = TABLE_2[name][0]
    free = FREE.get(name, anywhere)
    on = ratios & free
    along = mean.subs(a, r * b)
    on_ray = Domain(b > 0, r > 0, source=SIZE_RATIO) & free
    return every(
        equal=of_equal_layers(name, equal),
        first_larger=Limit(mean, a, oo, first, on=on), last_larger=Limit(mean, b, oo, last, on=on),
        middle_small=Limit(along, b, oo, both_grow, on=on_ray), middle_large=Limit(along, b, S.Zero, both_shrink, on=on_ray))


@claim(DOMINE, "Table 1", "lecun", origin="reconstructed", uses=["domine2025/thm-A.3", "domine2025/thm-A.3:variance"])
def lecun_in_sizes():
    """LeCun: lambda = N_o/N_h - 1, the variance's factor N_o/N_h^2 + 1/N_i."""
    return from_the_draws("lecun")


@claim(DOMINE, "Table 1", "glorot", origin="reconstructed", uses=["domine2025/thm-A.3", "domine2025/thm-A.3:variance"])
def glorot_in_sizes():
    """Glorot: lambda = 2 N_o/(N_h + N_o) - 2 N_i/(N_i + N_h), the factor 4 N_o/(N_h + N_o)^2 + 4 N_i/(N_i + N_h)^2."""
    return from_the_draws("glorot")


@claim(DOMINE, "Table 1", "he", origin="reconstructed", uses=["domine2025/thm-A.3", "domine2025/thm-A.3:variance"])
def he_in_sizes():
    """He: lambda = 2 (N_o/N_h - 1), the factor 4 (N_o/N_h^2 + 1/N_i)."""
    return from_the_draws("he")


@claim(DOMINE, "Table 1", "scaled", origin="reconstructed", uses=["domine2025/thm-A.3", "domine2025/thm-A.3:variance"])
def scaled_in_sizes():
    """Scaled: lambda = alpha_2^2 N_o/N_h - alpha_1^2, the factor alpha_2^4 N_o/N_h^2 + alpha_1^4/N_i."""
    return from_the_draws("scaled")


@claim(DOMINE, "Table 2", "lecun", origin="reconstructed", uses=["domine2025/table-1:lecun"])
def lecun_in_ratios():
    """LeCun: b - 1 and (b + 1/a)/N."""
    return by_ratios("lecun")


@claim(DOMINE, "Table 2", "glorot", origin="reconstructed", uses=["domine2025/table-1:glorot"])
def glorot_in_ratios():
    """Glorot: 2b/(1 + b) - 2a/(1 + a) and 4/N (b/(1 + b)^2 + a/(1 + a)^2)."""
    return by_ratios("glorot")


@claim(DOMINE, "Table 2", "he", origin="reconstructed", uses=["domine2025/table-1:he"])
def he_in_ratios():
    """He: 2 (b - 1) and 4/N (b + 1/a)."""
    return by_ratios("he")


@claim(DOMINE, "Table 2", "scaled", origin="reconstructed", uses=["domine2025/table-1:scaled"])
def scaled_in_ratios():
    """Scaled: alpha_2^2 b - alpha_1^2 and (alpha_2^4 b + alpha_1^4/a)/N."""
    return by_ratios("scaled")


@claim(DOMINE, "Table 3", "lecun", origin="reconstructed", uses=["domine2025/table-2:lecun"])
def lecun_in_the_limits():
    """LeCun: 0, b - 1, infinity, infinity, -1."""
    return limits("lecun", S.Zero, b - 1, oo, oo, S.NegativeOne)


@claim(DOMINE, "Table 3", "glorot", origin="reconstructed", uses=["domine2025/table-2:glorot"])
def glorot_in_the_limits():
    """Glorot: 0, -2/(1 + b), 2/(1 + a), 0, 0."""
    return limits("glorot", S.Zero, -2 / (1 + b), 2 / (1 + a), S.Zero, S.Zero)


@claim(DOMINE, "Table 3", "he", origin="reconstructed", uses=["domine2025/table-2:he"])
def he_in_the_limits():
    """He: 0, 2 (b - 1), infinity, infinity, -2."""
    return limits("he", S.Zero, 2 * (b - 1), oo, oo, S(-2))


@claim(DOMINE, "Table 3", "scaled", origin="reconstructed", uses=["domine2025/table-2:scaled"])
def scaled_in_the_limits():
    """Scaled: alpha_2^2 - alpha_1^2, alpha_2^2 b - alpha_1^2, infinity, infinity, -alpha_1^2."""
    return limits("scaled", alpha_2**2 - alpha_1**2, alpha_2**2 * b - alpha_1**2, oo, oo, -alpha_1**2)
