"""Appendix C.2.3: representations at convergence for lambda at zero and at either infinity, Theorem C.4 and Eqs. (160)-(166).

Eqs. (160) to (164) are of one mode, the others of matrices; `sec-5:structured` has the task in them.
"""

from sympy import Eq, S, oo

from theoremtest.derivations.language import Domain, Equal, Limit, claim, every, stated

from .c2_2_convergence_eq150_159 import U, V, any_start, inside
from .frames_notation import positive
from .mode_notation import constants, level_task, s_task
from .notation import DOMINE, lam, t
from .representations_notation import at_minus, at_plus, first_gram, second_gram
from .task_notation import S_high, S_low, S_tilde, level, of

in_lambda = positive & Domain(over=[U, V])
at_zero = in_lambda & Domain(Eq(lam, 0))


def representations_at_zero():
    """Both representations at convergence, V~ S_1^2 V~^T and U~ S_2^2 U~^T, where lambda is zero, and the start that leaves no trace."""
    return every(first=Equal(V * S_low * S_low * V.T, V * S_tilde * V.T, on=at_zero),
                 second=Equal(U * S_high * S_high * U.T, U * S_tilde * U.T, on=at_zero),
                 forgets=Limit(inside, t, oo, of(1 / level), on=any_start))


@claim(DOMINE, "Theorem C.4", uses=["domine2025/thm-C.3", "domine2025/155"], origin="reconstructed", conditions=[stated(Eq(lam, 0))],
       reading="whatever the scale of the start: B^{-1} and C of any size leave A^, of which the representations are made, its limit",
       leaves_out="starts with a singular B, which may never converge")
def rich_representations():
    """At lambda = 0 both squares are S~: W_1^T W_1 -> V~ S~ V~^T and W_2 W_2^T -> U~ S~ U~^T, whatever the scale of the start."""
    return representations_at_zero()


@claim(DOMINE, "Eq. (160)", origin="reconstructed")
def taylor_expansion_of_the_root():
    """sqrt(s^2 + lambda^2/4) = |lambda|/2 + s^2/|lambda| - s^4/|lambda|^3 + O(lambda^-5)."""
    return every(
        plus=Limit(lam**3 * (level_task - lam / 2 - s_task**2 / lam), lam, oo, -s_task**4, on=constants, rate=lam**-2),
        minus=Limit(-lam**3 * (level_task + lam / 2 + s_task**2 / lam), lam, -oo, -s_task**4, on=constants, rate=lam**-2))


@claim(DOMINE, "Eq. (161)", uses=["domine2025/160"], origin="reconstructed")
def first_square_for_large_lambda():
    """lambda s_1^2 -> s~^2 as lambda -> +oo, with an error of the order 1/lambda^2."""
    return at_plus(lam * first_gram, s_task**2)


@claim(DOMINE, "Eq. (162)", uses=["domine2025/160"], origin="reconstructed")
def second_square_for_large_lambda():
    """s_2^2/lambda -> 1 as lambda -> +oo."""
    return at_plus(second_gram / lam, S.One)


@claim(DOMINE, "Eq. (163)", uses=["domine2025/160"], origin="reconstructed")
def first_square_for_large_negative_lambda():
    """s_1^2/|lambda| -> 1 as lambda -> -oo."""
    return at_minus(-first_gram / lam, S.One)


@claim(DOMINE, "Eq. (164)", uses=["domine2025/160"], origin="reconstructed")
def second_square_for_large_negative_lambda():
    """|lambda| s_2^2 -> s~^2 as lambda -> -oo."""
    return at_minus(-lam * second_gram, s_task**2)


@claim(DOMINE, "Eq. (165)", uses=["domine2025/161", "domine2025/162"], origin="reconstructed")
def representations_for_large_lambda():
    """lambda W_1^T W_1 -> V~ S~^2 V~^T and W_2 W_2^T/lambda -> U~ U~^T as lambda -> +oo, at convergence."""
    return every(first=Limit(lam * V * S_low * S_low * V.T, lam, oo, V * S_tilde * S_tilde * V.T, on=in_lambda, rate=lam**-2),
                 second=Limit(U * S_high * S_high * U.T / lam, lam, oo, U * U.T, on=in_lambda, rate=lam**-2))


@claim(DOMINE, "Eq. (166)", uses=["domine2025/163", "domine2025/164"], origin="reconstructed")
def representations_for_large_negative_lambda():
    """W_1^T W_1/|lambda| -> V~ V~^T and |lambda| W_2 W_2^T -> U~ S~^2 U~^T as lambda -> -oo, at convergence."""
    return every(first=Limit(-V * S_low * S_low * V.T / lam, lam, -oo, V * V.T, on=in_lambda, rate=lam**-2),
                 second=Limit(-lam * U * S_high * S_high * U.T, lam, -oo, U * S_tilde * S_tilde * U.T, on=in_lambda, rate=lam**-2))
