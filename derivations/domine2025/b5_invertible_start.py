"""Theorem B.5's assumption: where the balance itself makes B invertible, so that no start has to be excluded.

The balance matrix in B, C and D has no term in which B does not stand, but -lambda/4 C S~_lambda^{-1} C^T and D D^T with the sign of
N_o - N_i. A vector v with B^T v = 0 then has 4 lambda |v|^2 + lambda |S~_lambda^{-1/2} C^T v|^2 = 0 in a square network.
"""

from sympy import Eq, Gt, Lt, MatrixExpr, Ne, S, ZeroMatrix, sqrt

from theoremtest.derivations.language import Domain, Dot, Equal, Holds, Meaning, claim, every, reals, vector

from .frames_notation import SHAPES, B, C, D, Shape, positive
from .notation import DOMINE, N_h, lam
from .s4_start_eq10_12 import first_layer, second_layer
from .task_notation import S_tilde, level, n, of

v = vector("v", N_h)
x, y, z = reals("x", "y", "z")
KERNEL = Meaning("v is in the kernel of B^T", "Theorem B.5")
LENGTHS = Meaning("x is |v|^2, y is |S~_lambda^{-1/2} C^T v|^2 and z is |D^T v|^2", "Theorem B.5")
inverse_level, half_level, share = of(1 / level), of(1 / sqrt(level)), of(1 / level) * S_tilde


def balance_of(shape: Shape) -> MatrixExpr:
    """W_2^T W_2 - W_1 W_1^T in B, C and D."""
    found = lam / 4 * (B * inverse_level * B.T - C * inverse_level * C.T) + (B * share * C.T + C * share * B.T) / 2
    if shape.U_perp is not None:
        found = found + D * D.T
    return found if shape.V_perp is None else found - D * D.T


@claim(DOMINE, "Theorem B.5", "balance", uses=["domine2025/10:square", "domine2025/64:square"], origin="derived")
def balance_of_the_start():
    """The balance matrix of the layers that B, C and D make; without B only -lambda/4 C S~_lambda^{-1} C^T and the term in D are left."""
    return every(**{name: Equal(second_layer(shape).T * second_layer(shape) - first_layer(shape) * first_layer(shape).T, balance_of(shape),
                                on=shape.frames & positive & shape.start) for name, shape in SHAPES.items()})


def no_other_vector() -> dict:
    """That the form of the balance matrix, lambda x, is not what B^T v = 0 makes of it where x = |v|^2 is positive, by shape."""
    on, term = Domain(x > 0, y >= 0, z >= 0, source=LENGTHS), -lam / 4 * y
    return {"square": Holds(Gt(lam * (lam * x - term), 0), on=on & Domain(Ne(lam, 0))),
            "funnel": Holds(Gt(lam * x, term - z), on=on & Domain(lam > 0)),
            "inverted": Holds(Lt(lam * x, term + z), on=on & Domain(lam < 0))}


@claim(DOMINE, "Theorem B.5", "invertible-start", uses=["domine2025/thm-B.5:balance"], origin="derived",
       reading="of a lambda-balanced start the form of the balance matrix at v is lambda |v|^2: with x = |v|^2, y = |S~_lambda^{-1/2} C^T "
               "v|^2 and z = |D^T v|^2 it is -lambda/4 y for a square network, less z for a funnel, more z for an inverted funnel, which "
               "no x > 0 meets")
def only_zero_is_in_the_kernel():
    """B^T v = 0 has no solution but v = 0 for any lambda-balanced start of a square network with lambda other than 0.

    Nor has it in a funnel with lambda > 0 or in an inverted funnel with lambda < 0, the limits that Section 5 calls lazy.
    """
    at_kernel = {}
    for name, shape in SHAPES.items():
        off, off_level = Dot(D.T * v, D.T * v), half_level * C.T * v
        term = {"square": S.Zero, "funnel": -off, "inverted": off}[name]
        on = positive & shape.start & Domain(Eq(B.T * v, ZeroMatrix(n, 1)), source=KERNEL)
        at_kernel[name + "_form"] = Equal(Dot(v, balance_of(shape) * v), -lam / 4 * Dot(off_level, off_level) + term, on=on)
    return every(**at_kernel, **no_other_vector())
