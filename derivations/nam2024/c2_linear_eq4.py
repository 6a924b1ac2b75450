"""Appendix C.2: linear models with skill basis functions, Eq. (C.4), their scaling laws and their solution of least norm."""

from sympy import DiagMatrix, Eq, Identity, Integer, Lt, Ne, Symbol, ZeroMatrix, diff, exp, oo, sqrt

from theoremtest.derivations.language import (
    EIGENVALUE,
    Domain,
    Dot,
    Equal,
    Evolves,
    GradientFlow,
    Holds,
    Limit,
    MatrixFunction,
    Meaning,
    PositiveDefinite,
    Solves,
    System,
    claim,
    every,
    reals,
    vector,
)

from .notation import NAM
from .shots_notation import RANK, SVD, U, V, singular
from .skills_notation import COUNT, LATER, RATE, ROOT, D_c, S, counted, d_c, eta, later, n, others, root, samples, seen, skill, t, targets
from .skills_notation import count as number
from .skills_notation import w as rest

POWER = Meaning("frequencies A k^{-(alpha + 1)}", "Eq. (4.1)")
w, W = reals("w_k", "W")[0], vector("W_k", D_c)
alpha, A, k = reals(r"\alpha", "A", "k")
Sigma = DiagMatrix(singular)
frames = Domain(Eq(U.T * U, Identity(d_c)), Eq(V * V.T, Identity(d_c)), Eq(V.T * V, Identity(d_c)), source=SVD) & Domain(
    PositiveDefinite(Sigma), source=RANK)
frames = frames & Domain(Ne(root, 0), source=ROOT)
path = S * (1 - exp(-eta * number / samples * t))
"""The right side of Eq. (C.4)."""
error = skill * (w - S) + others * rest
training = GradientFlow(Dot(error, error) / (2 * n), {w: eta}, name="gradient flow of the empirical loss")
power_law = (Domain(alpha > 0, A > 0, source=POWER) & Domain(k >= 1, source=COUNT) & Domain(eta > 0, source=RATE)
             & Domain(t > 0, source=LATER) & Domain(over=[S]))


@claim(NAM, "Eq. (C.4)", reading="`the dynamics of the linear model under gradient flow`: from the empirical loss with d_k = g_k^T g_k "
                                 "samples of "
                                 "the skill, and by numbers")
def strength_of_the_linear_model():
    """R_k = w_k is S (1 - e^{-eta d_k/D T})."""
    apart = Domain(Eq(skill.T * others, ZeroMatrix(1, others.shape[1])), over=[rest, w, S, eta],
                   source=Meaning("the supports of skills are mutually exclusive", "Eq. (4.3)"))
    return every(motion=Evolves(w, -eta * Dot(skill, skill) / n * (w - S), along=training, on=apart),
                 path=Solves(System({w: -eta * number / samples * (w - S)}, {w: Integer(0)}), {w: path}, on=later & Domain(over=[S])))


@claim(NAM, "Appendix C.2", "saturation", uses=["nam2024/C.4"],
       reading="`an exponential saturation in contrast to the sigmoidal one`: the strength grows ever slower from the start on, so that "
               "nothing "
               "emerges later; S > 0")
def linear_model_saturates_exponentially():
    """The strength of the linear model has no phase of speeding up."""
    on = seen & Domain(S > 0, source=Meaning("the target scale", "Eq. (4.4)"))
    return every(rate=Equal(diff(path, t), eta * number / samples * (S - path), on=on), slower=Holds(Lt(diff(path, t, 2), 0), on=on))


@claim(NAM, "Appendix C.2", "scaling-laws", uses=["nam2024/C.4"],
       reading="`the relationship between dL_k/dT and dL_k/dk`, Eq. (4.20), for L_k = (S - R_k)^2/2 with the frequency for d_k/D; "
               "`Corollary "
               "B.1.1`: the strength tends to S from one sample on, and stays zero without; `Corollary B.1.2`: a skill without its basis "
               "function keeps the strength zero",
       leaves_out="what the scaling laws of Section 4.3 take from there")
def linear_model_has_the_same_scaling_laws():
    """The linear model recovers what the three scaling laws are derived from."""
    left = (S - S * (1 - exp(-eta * A * k**(-(alpha + 1)) * t)))**2 / 2
    missing = others * rest
    silent = Domain(Eq(skill.T * others, ZeroMatrix(1, others.shape[1])), over=[rest],
                    source=Meaning("the supports of skills are mutually exclusive", "Eq. (4.3)"))
    unseen = counted & Domain(t >= 0, source=LATER) & Domain(Eq(number, 0), source=COUNT) & Domain(over=[S])
    return every(time=Equal(diff(left, t), -k / ((alpha + 1) * t) * diff(left, k), on=power_law),
                 data=Limit(path, t, oo, S, on=seen & Domain(over=[S])), unseen=Equal(path, Integer(0), on=unseen),
                 parameters=Equal(Dot(skill, missing), Integer(0), on=silent))


@claim(NAM, "Appendix C.2", "parameters", uses=["nam2024/C.4", "nam2024/5.9"],
       reading="`parameter emergence can be obtained from the linear model`, extended as in Eq. (5.6): the r coefficients that a skill has "
               "grow from zero to S/sqrt(N_c), and their sum over sqrt(N_c), the strength, tends to S r/N_c",
       leaves_out="the limit of many samples")
def linear_model_learns_part_of_a_skill():
    """With r of N_c basis functions the linear model ends at S r/N_c."""
    r, N_c = Symbol("r", integer=True), Symbol("N_c", integer=True)
    functions = Domain(r >= 1, N_c >= r, source=Meaning("r of N_c basis functions", "Eq. (5.6)")) & Domain(over=[S])
    on = seen & functions
    grown = S / sqrt(N_c) * (1 - exp(-eta * number / samples * t))
    return every(path=Solves(System({w: -eta * number / samples * (w - S / sqrt(N_c))}, {w: Integer(0)}), {w: grown}, on=on),
                 end=Limit(r * grown / sqrt(N_c), t, oo, S * r / N_c, on=on))


@claim(NAM, "Appendix C.2", "minimum-norm", uses=["nam2024/app-B.1.6:pseudo-inverse", "nam2024/A.12"],
       reading="`the solution that the linear model finds in a ridgeless regression setup`: the extended linear model of Eq. (C.5) from "
               "zero "
               "tends to U U^T S/sqrt(D_c), at which B_k a_k ends by Eq. (B.36)",
       leaves_out="that Lemma 2 states it: that it does is in the proof of Proposition B.1.1")
def linear_model_finds_the_same_solution():
    """The extended linear model ends where the extended multilinear model does."""
    decay = MatrixFunction(1 - exp(-eta * EIGENVALUE**2 * t / samples), EIGENVALUE, Sigma)
    path_of_all, end = U * decay * U.T * targets / root, U * U.T * targets / root
    on = frames & Domain(eta > 0, source=RATE) & Domain(samples > 0, source=COUNT) & Domain(over=[targets])
    force = -eta / samples * (U * Sigma * V) * (V.T * Sigma * U.T) * (W - targets / root)
    return every(path=Solves(System({W: force}, {W: ZeroMatrix(D_c, 1)}), {W: path_of_all}, on=on & Domain(t >= 0, source=LATER)),
                 end=Limit(path_of_all, t, oo, end, on=on & Domain(over=[t])))
