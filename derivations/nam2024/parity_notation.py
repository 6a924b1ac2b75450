"""A ReLU network of three hidden nodes for the parity of three bits (Appendix C.4): Eqs. (C.8) and (C.9), its loss and its flow.

x_1, x_2, x_3 are bits; alpha, beta, gamma and c the four parameters that are left by weight sharing, S the target scale.
"""

from itertools import product

from sympy import Abs, Expr, sqrt

from theoremtest.derivations.language import Domain, GradientFlow, Meaning, reals

from .skills_notation import RATE, eta

GROWING = Meaning("alpha, beta and gamma start small and grow, so that they are positive", "Appendix C.4")
SCALE = Meaning("the target scale", "Eq. (4.4)")
FOUND = Meaning("the parameters that give the parity function", "Appendix C.4")

alpha, beta, gamma, c, S = reals(r"\alpha", r"\beta", r"\gamma", "c", "S")
bits = tuple(product((0, 1), repeat=3))
"""The columns of X in Eq. (C.7)."""


def relu(z: Expr) -> Expr:
    """The activation sigma, max(0, z), by the absolute value, which can be integrated along a path."""
    return (z + Abs(z)) / 2


def modes(x: tuple) -> tuple[Expr, Expr, Expr]:
    """The three terms of Eq. (C.8) at three bits, with the weights of Eq. (C.9)."""
    return (-2 * alpha * relu(-alpha * x[0] + alpha * x[1] - alpha * x[2]),
            beta * relu(-beta * x[0] + beta * x[1] - beta * x[2] + beta),
            gamma * relu(gamma * x[0] - gamma * x[1] + gamma * x[2] - gamma))


def network(x: tuple) -> Expr:
    """Eq. (C.8)."""
    return sum(modes(x)) + c


def parity(x: tuple) -> Expr:
    """The entry of Y for three bits: S times minus one to the number of ones."""
    return S * (-1)**sum(x)


squares = sum((network(x) - parity(x))**2 for x in bits)
training = GradientFlow(squares / 2, {alpha: eta, beta: eta, gamma: eta, c: eta}, name="gradient flow of half the squared error")
positive = Domain(alpha > 0, beta > 0, gamma > 0, source=GROWING) & Domain(over=[c, S])
moving = positive & Domain(eta > 0, source=RATE)
scaled = Domain(S > 0, source=SCALE)
solution = scaled & Domain(where={alpha: sqrt(2 * S), beta: sqrt(2 * S), gamma: sqrt(2 * S), c: -S}, source=FOUND)
