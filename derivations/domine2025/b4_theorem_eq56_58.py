"""Theorem B.4, which is Theorem 4.3 again, by ways of its own, Eqs. (56)-(58).

Theorem 4.3 compares the layers' QQ^T with Z A^{-1} Z^T and gives Z and A by B, C and D. Here Q is one matrix that moves by the cubic
equation of Eq. (23), and Z is written in hyperbolic functions of the layers at the start, without B, C and D.
"""

from sympy import Eq, Inverse, cosh, exp, sinh

from theoremtest.derivations.language import EIGENVALUE, Domain, Equal, Evolves, Flow, claim, every, matrix

from .b1_gram_eq23_25 import SYMMETRIC, any_F, any_Q, cubic, total
from .eigen_notation import any_vectors, by_layers, layers_at_the_start
from .frames_notation import FUNNEL, INVERTED, SHAPES, SQUARE, B, C, D, positive
from .notation import DOMINE, N_h, lam, later, t, tau, time_constant
from .s4_solution_eq13_15 import Z1, Z2, A, Sigma, factors, moving, passing
from .task_notation import decay, grow, level, of

Z, inside = matrix("Z", total, N_h), matrix("A", N_h, N_h)


@claim(DOMINE, "Theorem B.4", origin="reconstructed", uses=["domine2025/23", "domine2025/56", "domine2025/thm-4.3:start"],
       reading="QQ^T = Z A^{-1} Z^T at all times: their difference G obeys a linear equation and starts at zero",
       leaves_out="that a linear equation with continuous coefficients stays at zero where it starts at zero")
def solution_of_the_cubic_motion():
    """With tau Q' = F Q - Q Q^T Q/2, G = QQ^T - Z A^{-1} Z^T obeys tau G' = (F - QQ^T) G + G (F - Z A^{-1} Z^T), for any symmetric F."""
    both = Flow({**dict(cubic.rates), Z: any_F * Z / tau, inside: Z.T * Z / tau}, name="the cubic motion of Q, with Z and A")
    X, found = any_Q * any_Q.T, Z * Inverse(inside) * Z.T
    gap = X - found
    return Evolves(gap, ((any_F - X) * gap + gap * (any_F - found)) / tau, along=both,
                   on=time_constant & Domain(Eq(any_F, any_F.T), over=[any_Q, Z, inside], source=SYMMETRIC))


@claim(DOMINE, "Eq. (56)", origin="reconstructed", uses=["domine2025/57:funnel", "domine2025/57:inverted", "domine2025/57:square",
                                                         "domine2025/58"])
def representations_move_by_blocks():
    """The diagonal blocks Z_1 A^{-1} Z_1^T and Z_2 A^{-1} Z_2^T move as the Riccati equation says; the other block is at Eq. (13)."""
    first, function, second = Z1 * Inverse(A) * Z1.T, Z2 * Inverse(A) * Z1.T, Z2 * Inverse(A) * Z2.T
    mirror = Z1 * Inverse(A) * Z2.T
    return every(
        first=Evolves(first, (-lam * first + Sigma.T * function + mirror * Sigma - first**2 - mirror * function) / tau,
                      along=factors, on=moving),
        second=Evolves(second, (lam * second + Sigma * mirror + function * Sigma.T - function * mirror - second**2) / tau,
                       along=factors, on=moving))


def by_hyperbolic_functions(shape):
    """e^{Ft/tau} Q(0) by cosh and sinh of S~_lambda t/tau, for any layers at the start."""
    first, second = layers_at_the_start(shape)
    even, odd = of(cosh(level * t / tau)), of(sinh(level * t / tau) / level)
    across = of(EIGENVALUE * sinh(level * t / tau) / level)
    above = shape.V * (even - lam / 2 * odd) * shape.V.T * first.T + shape.V * across * shape.U.T * second
    below = shape.U * (even + lam / 2 * odd) * shape.U.T * second + shape.U * across * shape.V.T * first.T
    if shape.V_perp is not None:
        above = above + exp(shape.perp * t / tau) * shape.V_perp * shape.V_perp.T * first.T
    if shape.U_perp is not None:
        below = below + exp(shape.perp * t / tau) * shape.U_perp * shape.U_perp.T * second
    on = later & any_vectors(shape) & Domain(over=[first, second])
    return every(above=Equal(shape.above().subs(by_layers(shape)), above, on=on),
                 below=Equal(shape.below().subs(by_layers(shape)), below, on=on))


@claim(DOMINE, "Eq. (57)", "funnel", origin="reconstructed", uses=["domine2025/69:funnel"])
def both_halves_by_hyperbolic_functions_funnel():
    """Z_1 and Z_2 of any layers at the start, by cosh and sinh of S~_lambda t/tau; funnel."""
    return by_hyperbolic_functions(FUNNEL)


@claim(DOMINE, "Eq. (57)", "inverted", origin="reconstructed", uses=["domine2025/69:inverted"])
def both_halves_by_hyperbolic_functions_inverted():
    """Z_1 and Z_2 of any layers at the start, by cosh and sinh of S~_lambda t/tau; inverted funnel."""
    return by_hyperbolic_functions(INVERTED)


@claim(DOMINE, "Eq. (57)", "square", origin="reconstructed", uses=["domine2025/69:square"])
def both_halves_by_hyperbolic_functions_square():
    """Z_1 and Z_2 of any layers at the start, by cosh and sinh of S~_lambda t/tau; square network."""
    return by_hyperbolic_functions(SQUARE)


@claim(DOMINE, "Eq. (58)", origin="reconstructed", uses=["domine2025/74:funnel", "domine2025/74:inverted", "domine2025/74:square"])
def how_the_inside_grows():
    """tau A' = Q(0)^T e^{2Ft/tau} Q(0), by B, C and D: nothing of the singular vectors is left in A."""
    def of_shape(shape):
        rate = B * grow * grow * B.T / 2 + C * decay * decay * C.T / 2
        if not shape.square:
            rate = rate + exp(2 * shape.perp * t / tau) * D * D.T
        return Evolves(shape.inside, rate / tau, along=passing, on=later & positive & shape.start)
    return every(**{name: of_shape(shape) for name, shape in SHAPES.items()})
