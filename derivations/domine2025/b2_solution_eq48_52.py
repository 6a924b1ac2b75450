"""Appendix B.2: the matrix Riccati equation for any symmetric F, its solution and its uniqueness, Eqs. (48)-(52)."""

from sympy import Eq, Identity, Integer, Inverse, exp, oo

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Evolves,
    Flow,
    Holds,
    Limit,
    Meaning,
    PositiveDefinite,
    Solves,
    System,
    claim,
    dimension,
    every,
    matrix,
    matrix_exp,
    matrix_growth,
    real,
)

from .notation import DOMINE, later, t, tau, time_constant

k, r = dimension("k"), dimension("r")
F, S, Q0 = matrix("F", k, k), matrix("QQ^T", k, k), matrix("Q(0)", k, r)
one = Identity(r)
SYMMETRIC = Meaning("F is symmetric", "Lemma B.2")
symmetric = Domain(Eq(F, F.T), source=SYMMETRIC)
any_start = later & symmetric & Domain(over=[Q0])


def riccati(state, of=F):
    """The right side of the matrix Riccati equation."""
    return (of * state + state * of - state * state) / tau


def problem(of=F):
    """The Riccati equation from Q(0) Q(0)^T."""
    return System({S: riccati(S, of)}, {S: Q0 * Q0.T})


def solution(growth, integral):
    """Eq. (48) from e^{Ft/tau} and (e^{2Ft/tau} - 1)/(2F)."""
    return growth * Q0 * Inverse(one + Q0.T * integral * Q0) * Q0.T * growth


grow, integral = matrix_exp(F, t / tau), matrix_growth(F, t / tau, 2)
bracket = one + Q0.T * integral * Q0


@claim(DOMINE, "Eq. (48)", origin="reconstructed")
def solution_of_the_riccati_equation():
    """QQ^T solves the Riccati equation for every symmetric F and every t >= 0, eigenvalues zero included."""
    return Solves(problem(), {S: solution(grow, integral)}, on=any_start)


@claim(DOMINE, "Lemma B.2", uses=["domine2025/48"],
       reading="a unique solution for all later times, given by Eq. (48): two solutions differ by a solution of a linear equation, which "
               "starts at zero; that Eq. (48) is one is `domine2025/48`",
       leaves_out="that a linear equation with continuous coefficients stays at zero where it starts at zero")
def difference_of_two_solutions():
    """Two solutions of the Riccati equation differ by D with tau D' = (F - X) D + D (F - Y), linear in D."""
    X, Y = matrix("X", k, k), matrix("Y", k, k)
    flow = Flow({X: riccati(X), Y: riccati(Y)}, name="two solutions")
    gap = X - Y
    return Evolves(gap, ((F - X) * gap + gap * (F - Y)) / tau, along=flow, on=time_constant & symmetric & Domain(over=[X, Y]))


@claim(DOMINE, "Lemma B.2", "singular", uses=["domine2025/48"],
       reading="'even when there exists' an eigenvalue zero: all of them zero is written out; mixtures are in Eq. (48)")
def where_every_eigenvalue_is_zero():
    """With F = 0 the solution is Q(0) (I + (t/tau) Q(0)^T Q(0))^{-1} Q(0)^T."""
    shrinking = System({S: -S * S / tau}, {S: Q0 * Q0.T})
    return Solves(shrinking, {S: Q0 * Inverse(one + t / tau * Q0.T * Q0) * Q0.T}, on=later & Domain(over=[Q0]))


@claim(DOMINE, "Lemma B.2", "exists", origin="derived")
def the_bracket_is_never_singular():
    """For t >= 0 the matrix that Eq. (48) inverts is positive definite, whatever the signs of the eigenvalues: the solution never ends."""
    return Holds(PositiveDefinite(bracket), on=any_start)


@claim(DOMINE, "Lemma B.2", "picard-lindeloef", origin="derived",
       reading="the proof takes existence for all t from the theorem of Picard and Lindelöf, which gives it for short times only")
def a_solution_that_ends():
    """The same equation from a symmetric start that is no Q(0) Q(0)^T ends in finite time: -1/(1 - t/tau) from -1 with F = 0.

    So existence for all t >= 0 needs the start's form (`exists`), and the lemma cannot be read for all negative t.
    """
    x = real("x")
    early = Domain(tau > 0, t >= 0, t < tau)
    value = -1 / (1 - t / tau)
    return every(
        solves=Solves(System({x: -x**2 / tau}, {x: -Integer(1)}), {x: value}, on=early),
        ends=Limit(value.subs(t, tau - x), x, 0, -oo, on=Domain(tau > 0, over=[x])))


passing = Flow({t: Integer(1)}, name="time passes")


@claim(DOMINE, "Eq. (49)", origin="reconstructed", uses=["domine2025/50", "domine2025/51", "domine2025/52"])
def derivative_by_the_product_rule():
    """With L' = FL/tau, R' = RF/tau and A' = R L/tau, the derivative of L A^{-1} R is that of Eq. (49)."""
    left, right, A = matrix("L", k, r), matrix("R", r, k), matrix("A", r, r)
    flow = Flow({left: F * left / tau, right: right * F / tau, A: right * left / tau}, name="left factor, right factor, bracket")
    X = left * Inverse(A) * right
    return Evolves(X, riccati(X), along=flow, on=time_constant & Domain(over=[F, left, right, A]))


@claim(DOMINE, "Eq. (50)", origin="reconstructed")
def derivative_of_the_left_factor():
    """d/dt e^{Ft/tau} Q(0) = F e^{Ft/tau} Q(0)/tau."""
    return Evolves(grow * Q0, F * grow * Q0 / tau, along=passing, on=any_start)


@claim(DOMINE, "Eq. (51)", origin="reconstructed")
def derivative_of_the_right_factor():
    """d/dt Q(0)^T e^{Ft/tau} = Q(0)^T e^{Ft/tau} F/tau."""
    return Evolves(Q0.T * grow, Q0.T * grow * F / tau, along=passing, on=any_start)


@claim(DOMINE, "Eq. (52)", origin="reconstructed")
def derivative_of_the_fraction():
    """d/dt (e^{2Ft/tau} - 1)/(2F) = e^{2Ft/tau}/tau, eigenvalues zero included, and so for the bracket."""
    return every(
        fraction=Evolves(integral, grow * grow / tau, along=passing, on=later & symmetric),
        bracket=Evolves(bracket, Q0.T * grow * grow * Q0 / tau, along=passing, on=any_start))


@claim(DOMINE, "Eq. (52)", "limit", reading="'true even in the limit' as an eigenvalue tends to zero: the fraction tends to t/tau")
def fraction_at_the_eigenvalue_zero():
    """(e^{2 ell t/tau} - 1)/(2 ell) tends to t/tau, whose rate 1/tau is e^0/tau."""
    ell = real("x")
    return every(
        above=Limit((exp(2 * ell * t / tau) - 1) / (2 * ell), ell, 0, t / tau, on=later & Domain(over=[ell])),
        below=Limit((exp(-2 * ell * t / tau) - 1) / (-2 * ell), ell, 0, t / tau, on=later & Domain(over=[ell])))


@claim(DOMINE, "Lemma B.2", "start", reading="'let t = 0, we see that the solution satisfies the initial conditions'")
def at_the_start():
    """At t = 0 Eq. (48) is Q(0) Q(0)^T."""
    return Equal(solution(matrix_exp(F, 0), matrix_growth(F, 0, 2)), Q0 * Q0.T, on=symmetric & Domain(over=[Q0]))
