"""Section 4: Lemma 4.1, the Riccati equation of QQ^T, and its solution from the eigendecomposition of F, Eqs. (6)-(7)."""

from sympy import DiagMatrix, Eq, Identity, exp

from theoremtest.derivations.language import (
    EIGENVALUE,
    Domain,
    Evolves,
    GrowthIntegral,
    MatrixFunction,
    Solves,
    claim,
    every,
    vector,
)

from .b1_riccati_eq44_47 import F, Q
from .b2_solution_eq48_52 import Q0, S, k, problem, solution
from .notation import DOMINE, W1, W2, Sigma, any_whitened, balanced, lam, later, network, t, tau, whitened_flow
from .spectral_notation import ORTHONORMAL, P

eigenvalues = vector(r"\Lambda", k)


@claim(DOMINE, "Eq. (6)", origin="reconstructed", uses=["domine2025/25", "domine2025/26"])
def riccati_equation_of_the_blocks():
    """tau d/dt QQ^T = F QQ^T + QQ^T F - (QQ^T)^2 along the flow of both layers of Eq. (26), for lambda-balanced layers of any sizes."""
    return Evolves(Q * Q.T, (F * Q * Q.T + Q * Q.T * F - Q * Q.T * Q * Q.T) / tau, along=whitened_flow, on=any_whitened & balanced)


@claim(DOMINE, "Lemma 4.1", origin="reconstructed", uses=["domine2025/6", "domine2025/thm-A.2"],
       reading="the statement is lost beside Eq. (6); that the solution of the Riccati equation speaks of the network at later times needs "
               "the balance to last, which is Theorem A.2")
def closed_motion_of_the_blocks():
    """QQ^T moves by itself: each block's rate is made of blocks, of the task and of lambda, and of nothing else of the layers."""
    first, function, second = W1.T * W1, network, W2 * W2.T
    on = any_whitened & balanced
    return every(
        first=Evolves(first, (Sigma.T * function + function.T * Sigma - lam * first - first**2 - function.T * function) / tau,
                      along=whitened_flow, on=on),
        function=Evolves(function, (Sigma * first + second * Sigma - function * first - second * function) / tau,
                         along=whitened_flow, on=on),
        second=Evolves(second, (Sigma * function.T + function * Sigma.T + lam * second - second**2 - function * function.T) / tau,
                       along=whitened_flow, on=on))


@claim(DOMINE, "Eq. (7)", origin="reconstructed", uses=["domine2025/48"])
def solution_by_eigenvectors():
    """The same with F = P Lambda P^T written out."""
    diagonal, spread = DiagMatrix(eigenvalues), P * DiagMatrix(eigenvalues) * P.T
    turned = later & Domain(Eq(P.T * P, Identity(k)), Eq(P * P.T, Identity(k)), source=ORTHONORMAL) & Domain(over=[eigenvalues, Q0])

    def of(formula):
        return P * MatrixFunction(formula, EIGENVALUE, diagonal) * P.T
    return Solves(problem(spread), {S: solution(of(exp(EIGENVALUE * t / tau)), of(GrowthIntegral(2 * EIGENVALUE, t / tau)))}, on=turned)
