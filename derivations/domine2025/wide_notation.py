"""Convergence in probability of the balance matrix where the widths p M, c M, q M grow together: of each entry, and of the matrix.

The matrix is near lambda I where the eigenvalues of B - lambda I are near zero; their mean square is |B - lambda I|_F^2/N_h.
"""

from sympy import Identity, S, Trace

from theoremtest.derivations.language import ConvergesInProbability, Domain, Dot, every, vector

from .random_notation import FREE, G_1, G_2, TABLE_1, VARIANCES, c, growing, growing_balance, many, p, q

anywhere = Domain()
one = Identity(c * many)
columns = [vector(name, q * many) for name in ("x", "x'")]
rows = [vector(name, p * many) for name in ("z", "z'")]
"""Two columns of W_2 and two rows of W_1: what an entry of the balance matrix is made of."""


def wide_level(name):
    """lambda at the widths p M, c M, q M, in which M cancels."""
    return TABLE_1[name][0].subs(growing).cancel()


def spectral(name, value):
    """The mean square of the eigenvalues of B - lambda I converges in probability to `value`."""
    draws = {layer: variance.subs(growing) for layer, variance in zip((G_1, G_2), VARIANCES[name])}
    deviation = growing_balance - wide_level(name) * one
    return ConvergesInProbability(Trace(deviation * deviation) / (c * many), many, value, draws,
                                  on=Domain(over=[G_1, G_2]) & FREE.get(name, anywhere))


def entrywise(name):
    """Each entry on the diagonal converges in probability to lambda, each off it to zero."""
    first, second = (variance.subs(growing) for variance in VARIANCES[name])
    free = FREE.get(name, anywhere)
    (x, y), (z, w) = columns, rows
    return {
        f"{name}_on": ConvergesInProbability(Dot(x, x) - Dot(z, z), many, wide_level(name), {x: second, z: first},
                                             on=Domain(over=[x, z, c]) & free),
        f"{name}_off": ConvergesInProbability(Dot(x, y) - Dot(z, w), many, S.Zero, {x: second, y: second, z: first, w: first},
                                              on=Domain(over=[x, y, z, w, c]) & free)}


def every_entry(names):
    """Entrywise convergence for several initializations."""
    return every(**{part: statement for name in names for part, statement in entrywise(name).items()})


def as_a_matrix(names):
    """Convergence of the matrix, in the mean square of the eigenvalues of B - lambda I, for several initializations."""
    return every(**{name: spectral(name, S.Zero) for name in names})


WHY = ("Each of the N_h^2 entries has a variance of order 1/N_h, so that |W_2^T W_2 - W_1 W_1^T - lambda I|_F^2/N_h, the mean square of "
       "the eigenvalues of the difference, tends to b + 1/a for LeCun's scaling and to a positive number for every one; what converges is "
       "each entry by itself")
