"""Theorem 5.1 as one statement in every dimension: the network function and both representations of a task-aligned network in time.

Sizes are free: U~ and V~ have n orthonormal columns on sides of any size, s~ and s(0) are vectors of n entries, and the singular values
in time stand on a diagonal, written in exponentials. That these are the hyperbolic functions of Eq. (137) is a claim of its own.
"""

from sympy import DiagMatrix, Eq, Expr, MatrixExpr, diff, exp

from theoremtest.derivations.language import Diagonal, Domain, Equal, EveryEntry, Meaning, claim, every, matrix, reals, vector

from .mode_notation import gamma, level_task, mean_square, mixed, modes, product, s_start, s_task, turns
from .notation import DOMINE, POSITIVE_VALUES, N_h, N_i, N_o, lam, later, t, tau
from .task_notation import n, one_n, s_tilde

x, y, z = reals("x", "y", "z")
starts = vector("s(0)", n)
U, V = matrix(r"\tilde{U}", N_o, n), matrix(r"\tilde{V}", N_i, n)
SINGULAR_VECTORS = Meaning("the task's singular vectors are orthonormal", "Section 4")
on = (later & Domain(EveryEntry(x > 0, (x, s_tilde)), over=[lam, starts], source=POSITIVE_VALUES)
      & Domain(Eq(U.T * U, one_n), Eq(V.T * V, one_n), source=SINGULAR_VECTORS))

up, down = exp(turns), exp(-turns)
bottom = product * (up - down) / 2 + mixed * (up + down) / 2 + s_task * (s_task - s_start)
transition = (product * (up - down) / 2 + mixed * ((up + down) / 2 - 1)) / bottom
"""gamma of one mode in exponentials."""
value = s_start + transition * (s_task - s_start)
half_norm = level_task * (product * (up + down) / 2 + mixed * (up - down) / 2) / bottom
"""(s^2 + lambda^2/4)^{1/2} of one mode."""


def diagonal(formula: Expr) -> MatrixExpr:
    """The formula in s~ and s(0) on a diagonal, n x n."""
    return Diagonal(formula.xreplace({s_task: x, s_start: y}), (x, s_tilde), (y, starts))


task = U * DiagMatrix(s_tilde) * V.T
function = U * diagonal(value) * V.T
first, second = V * diagonal(half_norm - lam / 2) * V.T, U * diagonal(half_norm + lam / 2) * U.T
"""W_2 W_1, W_1^T W_1 and W_2 W_2^T."""
LOST = "the formulas are lost and stand as Appendix C.1 has them; S(t) is the diagonal matrix of s(0) + gamma(t) (s~ - s(0))"
FROM = ["domine2025/thm-C.1:aligned", "domine2025/16", "domine2025/thm-A.2"]


@claim(DOMINE, "Theorem 5.1", uses=[*FROM, "domine2025/thm-5.1:exponentials"], origin="reconstructed", reading=LOST)
def network_function_in_time():
    """W_2 W_1 = U~ S(t) V~^T obeys the loss's motion from U~ S(0) V~^T, in every dimension, for every lambda and any real s(0).

    U~ and V~ stand still, so that the rate is that of S(t), entry by entry.
    """
    return every(
        start=Equal(function.subs(t, 0), U * DiagMatrix(starts) * V.T, on=on),
        motion=Equal(tau * U * diagonal(diff(value, t)) * V.T, second * (task - function) + (task - function) * first, on=on))


@claim(DOMINE, "Theorem 5.1", "first", uses=["domine2025/thm-5.1"], origin="reconstructed", reading=LOST)
def first_representation_in_time():
    """W_1^T W_1 obeys the loss's motion beside the network function."""
    return Equal(tau * V * diagonal(diff(half_norm, t)) * V.T, function.T * (task - function) + (task - function).T * function, on=on)


@claim(DOMINE, "Theorem 5.1", "second", uses=["domine2025/thm-5.1"], origin="reconstructed", reading=LOST)
def second_representation_in_time():
    """W_2 W_2^T obeys the loss's motion beside the network function."""
    return Equal(tau * U * diagonal(diff(half_norm, t)) * U.T, function * (task - function).T + (task - function) * function.T, on=on)


@claim(DOMINE, "Theorem 5.1", "balanced", uses=["domine2025/thm-5.1"], origin="derived")
def representations_of_a_balanced_network():
    """Both representations are those of lambda-balanced layers with this network function, at every time."""
    return every(first=Equal(first * first + lam * first, function.T * function, on=on),
                 second=Equal(second * second - lam * second, function * function.T, on=on))


@claim(DOMINE, "Theorem 5.1", "exponentials", uses=["domine2025/137"], origin="derived")
def in_exponentials():
    """The exponentials are the hyperbolic functions of Eqs. (115)-(116)."""
    return every(transition=Equal(transition, gamma, on=modes), half_norm=Equal(half_norm, mean_square, on=modes))


R = matrix("R", N_h, n)
a, b = vector("a", n), vector("b", n)
ALIGNED = "'initial weights that are aligned with the task remain aligned throughout training': layers R A V~^T and U~ B R^T with " \
    "diagonal A and B are pushed within this form, and the push on each entry has nothing of the other entries"


@claim(DOMINE, "Section 5", "stays-aligned", uses=["domine2025/thm-C.1:aligned"], reading=ALIGNED,
       leaves_out="that a flow whose motion stays within a form does not leave it")
def aligned_weights_stay_aligned():
    """Weights aligned with the task remain so, which restricts learning to the singular values, at every size."""
    layer_1, layer_2 = R * DiagMatrix(a) * V.T, U * DiagMatrix(b) * R.T
    of = (Domain(Eq(U.T * U, one_n), Eq(V.T * V, one_n), over=[a, b, s_tilde], source=SINGULAR_VECTORS)
          & Domain(Eq(R.T * R, one_n), source=Meaning("R has orthonormal columns", "Appendix C.1")))
    error = task - layer_2 * layer_1
    pairs = ((x, a), (y, b), (z, s_tilde))
    return every(first=Equal(layer_2.T * error, R * Diagonal(y * (z - x * y), *pairs) * V.T, on=of),
                 second=Equal(error * layer_1.T, U * Diagonal(x * (z - x * y), *pairs) * R.T, on=of))
