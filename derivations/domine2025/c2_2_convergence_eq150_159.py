"""Appendix C.2.2, the proof of Theorem C.3: what is left of the solution where B is invertible, in every dimension, Eqs. (150)-(159).

The factors of Theorem B.5 tend to those of Eqs. (152)-(154), matrices of every size and of any B^{-1}, C and D; then the four blocks of
QQ^T are worked out. B^{-1} is a letter of its own, since nothing but that it stands still is used of it. Which step stood at which number
is lost; the order is that of the surviving words, from the factors to the limit.
"""

from sympy import Expr, Gt, Inverse, MatrixExpr, Ne, S, ZeroMatrix, exp, oo

from theoremtest.derivations.language import (
    EIGENVALUE,
    Blocks,
    Domain,
    Equal,
    GrowthIntegral,
    Holds,
    Limit,
    MatrixFunction,
    Meaning,
    PositiveDefinite,
    Statement,
    claim,
    every,
    matrix,
)

from .frames_notation import Shape, high, low, positive
from .mode_notation import aligned, level_task, mean_square, modes, path, s_start, s_task
from .notation import DOMINE, N_i, N_o, lam, later, t, tau
from .representations_notation import first_gram, frames, in_shapes, positive_entries, second_gram
from .task_notation import G, H, S_high, S_level, S_low, S_tilde, decay, decayed, level, m, n, of, one_m, one_n

U, V = matrix(r"\tilde{U}", N_o, n), matrix(r"\tilde{V}", N_i, n)
U_rest, V_rest = matrix(r"\tilde{U}_\perp", N_o, m), matrix(r"\tilde{V}_\perp", N_i, m)
inverse, C, D = matrix("B^{-1}", n, n), matrix("C", n, n), matrix("D", n, m)
funnel, inverted = Shape(U, V, None, V_rest, -lam / 2), Shape(U, V, U_rest, None, lam / 2)
any_start = later & positive & Domain(over=[inverse, C])
with_complement = any_start & Domain(over=[D])
SIGN = Meaning("one of the cases lambda > 0, lambda < 0, lambda = 0", "Theorem C.3")
falling_c = decay * inverse * C * decay
"""K = e^{-S~_lambda t/tau} B^{-1} C e^{-S~_lambda t/tau}."""


def falling_d(shape: Shape) -> MatrixExpr:
    """M = 2 e^{-S~_lambda t/tau} B^{-1} D e^{lambda_perp t/tau}, n x m."""
    return 2 * exp(shape.perp * t / tau) * decay * inverse * D


upper, lower = V * low - V * high * falling_c.T, U * high + U * low * falling_c.T
"""Z^_1 and Z^_2 without the complement."""
inside = 2 * decayed + decay * inverse * (4 * one_n + 2 * C * decayed * C.T) * inverse.T * decay
"""A^ without the complement."""


@claim(DOMINE, "Eq. (150)", uses=["domine2025/77:funnel", "domine2025/77:inverted", "domine2025/77:square"], origin="reconstructed")
def first_term_decays():
    """e^{-s~_lambda t/tau} -> 0."""
    return Limit(exp(-level_task * t / tau), t, oo, S.Zero, on=aligned)


@claim(DOMINE, "Eq. (151)", uses=["domine2025/77:funnel", "domine2025/77:inverted", "domine2025/77:square"], origin="reconstructed")
def second_term_decays():
    """e^{lambda_perp t/tau} e^{-s~_lambda t/tau} -> 0 for both signs of lambda_perp = +-lambda/2, since s~ > 0."""
    return every(**{name: Limit(exp(sign * lam * t / (2 * tau)) * exp(-level_task * t / tau), t, oo, S.Zero, on=aligned)
                    for name, sign in (("inverted", 1), ("funnel", -1))})


@claim(DOMINE, "Appendix C.2.2", "vanish", uses=["domine2025/150", "domine2025/151"],
       reading="'all terms including a matrix exponential with negative exponent vanish to zero, as S~_lambda is a diagonal matrix with "
               "entries larger zero': the terms K and M of Theorem B.5, and those of A^ beside its first, with any matrices between the "
               "exponentials")
def decaying_terms_vanish():
    """Every term of the stable solution with a decaying exponential tends to zero, in every dimension and for every lambda."""
    return every(
        C=Limit(falling_c, t, oo, ZeroMatrix(n, n), on=any_start),
        D_funnel=Limit(falling_d(funnel), t, oo, ZeroMatrix(n, m), on=with_complement),
        D_inverted=Limit(falling_d(inverted), t, oo, ZeroMatrix(n, m), on=with_complement),
        inside=Limit(decay * inverse * (4 * one_n + 2 * C * decayed * C.T) * inverse.T * decay, t, oo, ZeroMatrix(n, n), on=any_start))



@claim(DOMINE, "Eq. (152)", uses=["domine2025/app-C.2.2:vanish"], origin="reconstructed")
def upper_factor_in_the_end():
    """Z^_1 tends to V~ (G~ - H~ G~), with and without the complement of V~."""
    on = Domain(over=[V])
    return every(plain=Limit(upper, t, oo, V * (G - H * G), on=any_start & on),
                 funnel=Limit(upper + V_rest * falling_d(funnel).T, t, oo, V * (G - H * G),
                              on=with_complement & on & Domain(over=[V_rest])))


@claim(DOMINE, "Eq. (153)", uses=["domine2025/app-C.2.2:vanish"], origin="reconstructed")
def lower_factor_in_the_end():
    """Z^_2 tends to U~ (G~ + H~ G~), with and without the complement of U~."""
    on = Domain(over=[U])
    return every(plain=Limit(lower, t, oo, U * (G + H * G), on=any_start & on),
                 inverted=Limit(lower + U_rest * falling_d(inverted).T, t, oo, U * (G + H * G),
                                on=with_complement & on & Domain(over=[U_rest])))


def growth_of(rate: Expr) -> MatrixExpr:
    """(e^{2 rate t/tau} - 1)/(2 rate) times the identity, m x m."""
    return MatrixFunction(GrowthIntegral(2 * EIGENVALUE, t / tau), EIGENVALUE, rate * one_m)


@claim(DOMINE, "Eq. (154)", uses=["domine2025/app-C.2.2:vanish"], origin="reconstructed")
def inside_in_the_end():
    """A^ tends to the inverse of S~_lambda; its term with D is (M M^T - 4 N N^T)/(2 lambda_perp), N = e^{-S~_lambda t/tau} B^{-1} D.

    M and N vanish. Where lambda = 0 the term is t/tau 4 N N^T, which vanishes as well.
    """
    bare, other = decay * inverse * D, with_complement & Domain(lam > 0, source=SIGN)
    negative = with_complement & Domain(lam < 0, source=SIGN)

    def complement(shape: Shape, on: Domain) -> Statement:
        grown = falling_d(shape) * falling_d(shape).T - 4 * bare * bare.T
        return Equal(4 * decay * inverse * D * growth_of(shape.perp) * D.T * inverse.T * decay, grown / (2 * shape.perp), on=on)
    return every(
        plain=Limit(inside, t, oo, of(1 / level), on=any_start),
        funnel=complement(funnel, other), funnel_negative=complement(funnel, negative),
        inverted=complement(inverted, other), inverted_negative=complement(inverted, negative),
        bare=Limit(bare, t, oo, ZeroMatrix(n, m), on=with_complement),
        zero=Limit((4 * t / tau * bare * bare.T).subs(lam, 0), t, oo, ZeroMatrix(n, n), on=with_complement.at({lam: S.Zero})))


@claim(DOMINE, "Theorem C.3", "inverse", uses=["domine2025/154"], origin="derived",
       reading="`tends to S~_lambda`: with A^ itself, whose limit Theorem C.3 has")
def inverse_of_the_inside_is_bounded():
    """A^ stays above (1 - e^{-2 S~_lambda t/tau})/(2 S~_lambda) for t > 0, so A^^{-1} is bounded and tends to S~_lambda.

    A^^{-1} - S = A^^{-1} (S^{-1} - A^) S, with S for S~_lambda.
    """
    whole, limit = matrix(r"\hat{A}", n, n), matrix(r"\tilde{S}_\lambda", n, n)
    return every(
        above=Holds(PositiveDefinite(inside - decayed), on=any_start & Domain(t > 0)),
        difference=Equal(Inverse(whole) - limit, Inverse(whole) * (Inverse(limit) - whole) * limit, on=Domain(over=[whole, limit])))


@claim(DOMINE, "Eq. (155)", origin="reconstructed",
       uses=["domine2025/152", "domine2025/153", "domine2025/154", "domine2025/thm-C.3:inverse"],
       reading="the limit of Z^ A^^{-1} Z^^T is read as the product of the factors' limits")
def four_blocks_in_the_end():
    """QQ^T tends to the four blocks V~ S_1^2 V~^T, V~ S~ U~^T, U~ S~ V~^T and U~ S_2^2 U~^T, multiplied out."""
    column = Blocks([V * (G - H * G)], [U * (G + H * G)])
    squares = Blocks([V * S_low * S_low * V.T, V * S_tilde * U.T], [U * S_tilde * V.T, U * S_high * S_high * U.T])
    return Equal(column * S_level * column.T, squares, on=positive & Domain(over=[U, V]))


@claim(DOMINE, "Eq. (156)", origin="reconstructed")
def first_square():
    """(G~ - H~ G~)^2 S~_lambda = S~_lambda - lambda/2."""
    return Equal((G - H * G) * (G - H * G) * S_level, S_level - lam / 2 * one_n, on=positive)


@claim(DOMINE, "Eq. (157)", origin="reconstructed")
def mixed_product():
    """(G~ + H~ G~) S~_lambda (G~ - H~ G~) = S~."""
    return Equal((G + H * G) * S_level * (G - H * G), S_tilde, on=positive)


@claim(DOMINE, "Eq. (158)", origin="reconstructed")
def second_square():
    """(G~ + H~ G~)^2 S~_lambda = S~_lambda + lambda/2."""
    return Equal((G + H * G) * (G + H * G) * S_level, S_level + lam / 2 * one_n, on=positive)


@claim(DOMINE, "Eq. (159)", uses=["domine2025/155", "domine2025/156", "domine2025/157", "domine2025/158", "domine2025/141"],
       origin="reconstructed")
def layers_in_the_end():
    """The limit is Q Q^T of the layers S_1 V~^T and U~ S_2, S_{1,2}^2 = S~_lambda -+ lambda/2: balanced, and of the function Sigma."""
    first, second = S_low * V.T, U * S_high
    on = Shape(U, V, None, None, S.Zero).frames & positive
    whole = Blocks([V * (S_level - lam / 2 * one_n) * V.T, V * S_tilde * U.T], [U * S_tilde * V.T, U * (S_level + lam / 2 * one_n) * U.T])
    return every(product=Equal(Blocks([first.T], [second]) * Blocks([first.T], [second]).T, whole, on=on),
                 balance=Equal(second.T * second - first * first.T, lam * one_n, on=on))


@claim(DOMINE, "Theorem C.3", uses=["domine2025/77:funnel", "domine2025/77:inverted", "domine2025/77:square", "domine2025/150",
                                    "domine2025/151", "domine2025/155"], origin="reconstructed")
def what_remains_of_the_solution():
    """With the decaying terms gone, QQ^T has the blocks V~ S_1^2 V~^T, U~ S~ V~^T and U~ S_2^2 U~^T.

    What remains is V~ (G - HG) and U~ (G + HG) about S~_lambda, at every size and for every lambda, S~ with positive entries.
    """
    def of_blocks(left, right):
        low, high, on = right * (G - H * G), left * (G + H * G), frames(left, right, rotation=False) & positive_entries
        return every(first=Equal(low * S_level * low.T, right * S_low * S_low * right.T, on=on),
                     function=Equal(high * S_level * low.T, left * S_tilde * right.T, on=on),
                     second=Equal(high * S_level * high.T, left * S_high * S_high * left.T, on=on))

    return in_shapes(of_blocks)


@claim(DOMINE, "Theorem C.3", "aligned", uses=["domine2025/115"], origin="derived")
def convergence_of_a_mode():
    """An aligned mode of s(0) > 0, or any mode with lambda other than zero, ends at s~, s~_lambda - lambda/2 and s~_lambda + lambda/2."""
    def ends(on):
        return every(function=Limit(path, t, oo, s_task, on=on), first=Limit(mean_square - lam / 2, t, oo, first_gram, on=on),
                     second=Limit(mean_square + lam / 2, t, oo, second_gram, on=on))
    return every(positive=ends(aligned.but(Gt(s_start, 0))), unbalanced=ends(modes.but(Ne(lam, 0))))


@claim(DOMINE, "Theorem C.3", "blocks", uses=["domine2025/155", "domine2025/159"], origin="reconstructed",
       reading="'the network function converges to Sigma and acquires the internal representation' of the task: both representations as "
               "functions of the task's, W_1^T W_1 + lambda/2 and W_2 W_2^T - lambda/2 on the task's singular vectors",
       leaves_out="that the limit of a product is the product of the limits")
def representations_are_roots_of_the_task_s():
    """In the end W_2 W_1 is Sigma, and each representation is fixed by Sigma^T Sigma or Sigma Sigma^T and lambda alone."""
    on = Shape(U, V, None, None, S.Zero).frames & positive
    first, second = V * (G - H * G) * S_level * (G - H * G) * V.T, U * (G + H * G) * S_level * (G + H * G) * U.T
    sigma = U * S_tilde * V.T
    return every(
        function=Equal(U * (G + H * G) * S_level * (G - H * G) * V.T, sigma, on=on),
        first=Equal(first * first + lam * first, sigma.T * sigma, on=on),
        second=Equal(second * second - lam * second, sigma * sigma.T, on=on))
