"""Appendix B.4: what the solution inverts, from the eigenvectors to B, C and D, and the final form, Eqs. (72)-(76)."""

from sympy import Identity, Inverse, Ne, exp

from theoremtest.derivations.language import (
    EIGENVALUE,
    Blocks,
    Domain,
    Equal,
    Evolves,
    GrowthIntegral,
    Meaning,
    claim,
    every,
    matrix_growth,
    vector,
)

from .eigen_notation import growths, of_matrix, start_in_eigenvectors
from .frames_notation import FUNNEL, INVERTED, SHAPES, SQUARE, B, C, D, positive
from .notation import DOMINE, N_h, lam, later, t, tau
from .s4_solution_eq13_15 import Z1, Z2, A, F, factors, moving
from .spectral_notation import Q0, P, of_values, orthonormal
from .spectral_notation import F as spread
from .task_notation import S_level, decay, decayed, grow, grown, level, m, of, one_m, one_n

FRACTION = Meaning("a denominator is not zero", "Appendix B.4")

@claim(DOMINE, "Eq. (72)", origin="reconstructed", uses=["domine2025/61"])
def inside_by_eigenvectors():
    """Q(0)^T (e^{2Ft/tau} - 1)/(2F) Q(0) is the growth of each eigenvalue between P^T Q(0) and its transpose."""
    return Equal(Q0.T * matrix_growth(spread, t / tau, 2) * Q0,
                 (P.T * Q0).T * of_values(GrowthIntegral(2 * EIGENVALUE, t / tau)) * (P.T * Q0),
                 on=orthonormal)


@claim(DOMINE, "Eq. (73)", origin="reconstructed", uses=["domine2025/72"])
def growth_by_blocks():
    """The growth factor of S~_lambda, of -S~_lambda and of lambda_perp I, block by block; the last where lambda is not zero."""
    beside = vector("v", m)  # any vector that the complement's block acts on
    formula = GrowthIntegral(2 * EIGENVALUE, t / tau)
    return every(
        growing=Equal(of_matrix(formula, S_level), grown, on=later & positive),
        decaying=Equal(of_matrix(formula, -S_level), decayed, on=later & positive),
        complement=Equal(of_matrix(formula, FUNNEL.perp * one_m) * beside,
                         (exp(2 * FUNNEL.perp * t / tau) - 1) / (2 * FUNNEL.perp) * beside,
                         on=later & Domain(Ne(lam, 0), over=[beside], source=FRACTION)))


def any_variables(shape):
    """Any B, C and D of any task, later."""
    return later & positive & shape.start


def terms(shape):
    """(P^T Q(0))^T (e^{2 Lambda t/tau} - 1)/(2 Lambda) (P^T Q(0)) is what A adds to the identity."""
    start = start_in_eigenvectors(shape)
    return Equal(Identity(N_h) + start.T * growths(shape) * start, shape.inside, on=any_variables(shape))


@claim(DOMINE, "Eq. (74)", "funnel", origin="reconstructed", uses=["domine2025/64:funnel", "domine2025/73"])
def inside_in_the_variables_funnel():
    """The terms inside the inverse by B, C and D; funnel."""
    return terms(FUNNEL)


@claim(DOMINE, "Eq. (74)", "inverted", origin="reconstructed", uses=["domine2025/64:inverted", "domine2025/73"])
def inside_in_the_variables_inverted():
    """The terms inside the inverse by B, C and D; inverted funnel."""
    return terms(INVERTED)


@claim(DOMINE, "Eq. (74)", "square", origin="reconstructed", uses=["domine2025/64:square", "domine2025/73"])
def inside_in_the_variables_square():
    """The terms inside the inverse by B and C; square network."""
    return terms(SQUARE)


def written_as_quotients(shape):
    """A with its exponentials over 4 S~_lambda and 2 lambda_perp."""
    over = of(1 / level)
    A = Identity(N_h) + B * (grow * grow - one_n) * over * B.T / 4 - C * (decay * decay - one_n) * over * C.T / 4
    if shape.square:
        return A
    return A + (exp(2 * shape.perp * t / tau) - 1) / (2 * shape.perp) * D * D.T


@claim(DOMINE, "Eq. (75)", origin="reconstructed", uses=["domine2025/74:funnel", "domine2025/74:inverted", "domine2025/74:square"],
       reading="the quotient over 2 lambda_perp is taken for lambda other than zero; at lambda = 0 it is its limit t/tau, as in `52:limit`")
def inside_put_together():
    """A as it is printed, its growth factors as quotients, is A as Eq. (15) has it."""
    nonzero = Domain(Ne(lam, 0), source=FRACTION)
    def of_shape(shape):
        on = any_variables(shape) if shape.square else any_variables(shape) & nonzero
        return Equal(written_as_quotients(shape), shape.inside, on=on)
    return every(**{name: of_shape(shape) for name, shape in SHAPES.items()})


@claim(DOMINE, "Eq. (76)", origin="reconstructed", uses=["domine2025/13", "domine2025/63", "domine2025/69:square", "domine2025/75"])
def final_form():
    """The four blocks Z_i A^{-1} Z_j^T together move by the Riccati equation, where Z_1, Z_2 and A move as Eqs. (14) and (15) do."""
    first, second = Z1 * Inverse(A), Z2 * Inverse(A)
    X = Blocks([first * Z1.T, first * Z2.T], [second * Z1.T, second * Z2.T])
    return Evolves(X, (F * X + X * F - X * X) / tau, along=factors, on=moving)
