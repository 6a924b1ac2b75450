"""Section 4: Theorem 4.3, the solution by the blocks B, C and D of the start, for each shape of network, Eqs. (13)-(15).

Z = [Z_1; Z_2] obeys tau Z' = FZ, A obeys tau A' = Z^T Z, A is never singular, so Z A^{-1} Z^T moves by the Riccati equation. That is the
motion of QQ^T along the gradient flow of a lambda-balanced start; the two differ by what obeys a linear equation and starts at zero.
N_h is free: Assumption A3 is not used, and lambda may have any sign or be zero.
"""

from sympy import Eq, Integer, Inverse, Ne, exp, oo

from theoremtest.derivations.language import (
    Blocks,
    Domain,
    Equal,
    Evolves,
    Flow,
    Holds,
    Limit,
    Meaning,
    PositiveDefinite,
    claim,
    every,
    matrix,
    real,
)

from .frames_notation import FUNNEL, INVERTED, NONZERO, SHAPES, SQUARE
from .notation import DOMINE, W1, W2, N_h, N_i, N_o, Sigma, any_whitened, balanced, lam, one_i, one_o, t, tau, time_constant, whitened_flow

passing = Flow({t: Integer(1)}, name="time passes")


def upper(shape):
    """tau Z_1' is the upper half of FZ."""
    return Evolves(shape.above(), (-lam / 2 * shape.above() + shape.task.T * shape.below()) / tau, along=passing, on=shape.on)


def lower(shape):
    """tau Z_2' is the lower half of FZ."""
    return Evolves(shape.below(), (shape.task * shape.above() + lam / 2 * shape.below()) / tau, along=passing, on=shape.on)


def inside(shape):
    """tau A' = Z^T Z."""
    squares = shape.above().T * shape.above() + shape.below().T * shape.below()
    return Evolves(shape.inside, squares / tau, along=passing, on=shape.on)


Z1, Z2, A = matrix("Z_1", N_i, N_h), matrix("Z_2", N_o, N_h), matrix("A", N_h, N_h)
"""Z_1, Z_2 and A as they move, of a network of any sizes."""
Z, F = Blocks([Z1], [Z2]), Blocks([-lam / 2 * one_i, Sigma.T], [Sigma, lam / 2 * one_o])
solution = Z * Inverse(A) * Z.T
rates = {Z1: (-lam / 2 * Z1 + Sigma.T * Z2) / tau, Z2: (Sigma * Z1 + lam / 2 * Z2) / tau, A: (Z1.T * Z1 + Z2.T * Z2) / tau}
factors = Flow(rates, name="Z_1, Z_2 and A of Eqs. (14) and (15)")
moving = time_constant & Domain(over=[Z1, Z2, A, Sigma, lam])
MOVE = [f"domine2025/{place}" for place in ("14:funnel-above", "14:funnel-below", "14:inverted-above", "14:inverted-below", "14:square",
                                            "15:funnel", "15:inverted", "15:square", "15:positive-definite")]
"""That Z_1, Z_2 and A move as `factors` says, and that A has an inverse."""


@claim(DOMINE, "Eq. (13)", origin="reconstructed", uses=MOVE)
def solution_in_four_blocks():
    """Z A^{-1} Z^T by blocks, and the network function among them moves as the lower left block of the Riccati equation says."""
    first, function, second = Z1 * Inverse(A) * Z1.T, Z2 * Inverse(A) * Z1.T, Z2 * Inverse(A) * Z2.T
    symmetric = moving & Domain(Eq(A, A.T), source=Meaning("A is symmetric", "Eq. (15)"))
    return every(
        blocks=Equal(solution, Blocks([first, function.T], [function, second]), on=symmetric),
        function=Evolves(function, (Sigma * first + second * Sigma - function * first - second * function) / tau, along=factors, on=moving))


@claim(DOMINE, "Theorem 4.3", origin="reconstructed",
       uses=["domine2025/6", "domine2025/13", "domine2025/70", "domine2025/71", "domine2025/thm-4.3:start", "domine2025/thm-A.2"],
       reading="QQ^T of the layers along the gradient flow is Z A^{-1} Z^T: their difference G obeys a linear equation, and "
               "starts at zero by `thm-4.3:start`",
       leaves_out="that a linear equation with continuous coefficients stays at zero where it starts at zero")
def solution_of_the_gradient_flow():
    """From lambda-balanced layers to the solution: G = QQ^T - Z A^{-1} Z^T obeys tau G' = (F - QQ^T) G + G (F - Z A^{-1} Z^T)."""
    Q = Blocks([W1.T], [W2])
    gap = Q * Q.T - solution
    both = Flow({**dict(whitened_flow.rates), **rates}, name="gradient flow under whitened inputs, with Z_1, Z_2 and A")
    return Evolves(gap, ((F - Q * Q.T) * gap + gap * (F - solution)) / tau, along=both,
                   on=any_whitened & balanced & Domain(over=[Z1, Z2, A]))


@claim(DOMINE, "Theorem 4.3", "start", origin="reconstructed", uses=["domine2025/70", "domine2025/71", "domine2025/52:limit"],
       reading="at t = 0 the matrix A is the identity, so that Z A^{-1} Z^T is Z(0) Z(0)^T, which is Q(0) Q(0)^T by Eqs. (70), (71): each "
               "term of A has the factor (e^{2 ell t/tau} - 1)/(2 ell) of one eigenvalue ell of F; of ell = 0 it is t/tau")
def solution_at_the_start():
    """Nothing has been added to A at t = 0: the growth of an eigenvalue begins at zero, whatever its sign."""
    ell = real("x")
    return Limit((exp(2 * ell * t / tau) - 1) / (2 * ell), t, 0, Integer(0),
                 on=time_constant & Domain(Ne(ell, 0), source=Meaning("an eigenvalue other than zero", "Theorem 4.3")) & Domain(over=[t]))


@claim(DOMINE, "Eq. (14)", "funnel-above", origin="reconstructed")
def upper_half_funnel():
    """Z_1 moves by the upper half of FZ; funnel."""
    return upper(FUNNEL)


@claim(DOMINE, "Eq. (14)", "funnel-below", origin="reconstructed")
def lower_half_funnel():
    """Z_2 moves by the lower half of FZ; funnel."""
    return lower(FUNNEL)


@claim(DOMINE, "Eq. (14)", "inverted-above", origin="reconstructed")
def upper_half_inverted():
    """Z_1 moves by the upper half of FZ; inverted funnel."""
    return upper(INVERTED)


@claim(DOMINE, "Eq. (14)", "inverted-below", origin="reconstructed")
def lower_half_inverted():
    """Z_2 moves by the lower half of FZ; inverted funnel."""
    return lower(INVERTED)


@claim(DOMINE, "Eq. (14)", "square", origin="reconstructed")
def both_halves_square():
    """Z_1 and Z_2 move by the halves of FZ; square network."""
    return every(above=upper(SQUARE), below=lower(SQUARE))


@claim(DOMINE, "Eq. (15)", "funnel", origin="reconstructed")
def inside_of_a_funnel():
    """tau A' = Z_1^T Z_1 + Z_2^T Z_2; funnel."""
    return inside(FUNNEL)


@claim(DOMINE, "Eq. (15)", "inverted", origin="reconstructed")
def inside_of_an_inverted_funnel():
    """tau A' = Z_1^T Z_1 + Z_2^T Z_2; inverted funnel."""
    return inside(INVERTED)


@claim(DOMINE, "Eq. (15)", "square", origin="reconstructed")
def inside_of_a_square_network():
    """tau A' = Z_1^T Z_1 + Z_2^T Z_2; square network."""
    return inside(SQUARE)


@claim(DOMINE, "Eq. (15)", "positive-definite", origin="derived")
def inside_is_never_singular():
    """A is positive definite for every t >= 0, so that the solution of Theorem 4.3 never ends, for every sign of lambda."""
    return every(**{name: Holds(PositiveDefinite(shape.inside), on=shape.on) for name, shape in SHAPES.items()})


@claim(DOMINE, "Theorem 4.3", "exponentials", reading="'exponentials that are diverging with t': the growth of one mode in A",
       leaves_out="that this makes a simulation unstable, which is a matter of floating point")
def inside_grows_without_bound():
    """(e^{2 s_lambda t/tau} - 1)/(4 s_lambda) grows without bound."""
    s = real(r"\tilde{s}_\lambda")
    return Limit((exp(2 * s * t / tau) - 1) / (4 * s), t, oo, oo, on=time_constant & Domain(s > 0, source=NONZERO) & Domain(over=[t]))
