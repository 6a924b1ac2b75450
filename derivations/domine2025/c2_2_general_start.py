"""Theorem C.3 from a general start: the blocks of QQ^T of Theorem B.5 tend to their limits for every B^{-1}, C and D, A^^{-1} inside."""

from sympy import Inverse, MatrixExpr, oo

from theoremtest.derivations.language import Domain, Limit, Statement, claim, every

from .c2_2_convergence_eq150_159 import (
    SIGN,
    D,
    U,
    U_rest,
    V,
    V_rest,
    any_start,
    falling_d,
    funnel,
    growth_of,
    inside,
    inverse,
    inverted,
    lower,
    upper,
    with_complement,
)
from .notation import DOMINE, lam, t
from .task_notation import S_high, S_low, S_tilde, decay


def blocks(above: MatrixExpr, below: MatrixExpr, within: MatrixExpr, on: Domain) -> Statement:
    """W_1^T W_1, W_2 W_1 and W_2 W_2^T of the stable solution tend to those of the task."""
    middle = Inverse(within)
    return every(first=Limit(above * middle * above.T, t, oo, V * S_low * S_low * V.T, on=on),
                 function=Limit(below * middle * above.T, t, oo, U * S_tilde * V.T, on=on),
                 second=Limit(below * middle * below.T, t, oo, U * S_high * S_high * U.T, on=on))


@claim(DOMINE, "Theorem C.3", "general-start", uses=["domine2025/77:square", "domine2025/thm-C.3:inverse"], origin="derived")
def square_network_tends_to_the_task():
    """QQ^T tends to the blocks V~ S_1^2 V~^T, U~ S~ V~^T and U~ S_2^2 U~^T for every B^{-1} and C, without complement."""
    return blocks(upper, lower, inside, any_start & Domain(over=[U, V]))


@claim(DOMINE, "Theorem C.3", "general-funnel", uses=["domine2025/thm-C.3:general-start", "domine2025/154"], origin="derived")
def funnel_tends_to_the_task():
    """In a funnel with lambda > 0 QQ^T tends to the same blocks, for every B^{-1}, C and D."""
    on = with_complement & Domain(lam > 0, over=[U, V, V_rest], source=SIGN)
    within = inside + 4 * decay * inverse * D * growth_of(-lam / 2) * D.T * inverse.T * decay
    return blocks(upper + V_rest * falling_d(funnel).T, lower, within, on)


@claim(DOMINE, "Theorem C.3", "general-inverted", uses=["domine2025/thm-C.3:general-start", "domine2025/154"], origin="derived")
def inverted_funnel_tends_to_the_task():
    """In an inverted funnel with lambda < 0 QQ^T tends to the same blocks, for every B^{-1}, C and D."""
    on = with_complement & Domain(lam < 0, over=[U, V, U_rest], source=SIGN)
    within = inside + 4 * decay * inverse * D * growth_of(lam / 2) * D.T * inverse.T * decay
    return blocks(upper, lower + U_rest * falling_d(inverted).T, within, on)
