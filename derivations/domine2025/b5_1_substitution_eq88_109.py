"""Appendix B.5.1: the proof by substitution, Eqs. (88)-(109), from the rule for a product to the blocks of the Riccati equation.

The stored text kept the numbers, and of the words between them `next, we note that`, `and`, `we get`, `with`. What the proof needs is
stated in that order: the rule for a product and what is then left to show, Eqs. (88)-(90); the motion of every term of Z, Eqs. (91)-(96);
that of every term of A, Eqs. (97)-(99); A' beside Z^T Z, Eqs. (100)-(106); the blocks, Eqs. (107)-(109). N_h is free throughout.
"""

from collections.abc import Callable

from sympy import Eq, Expr, Identity, Integer, Inverse, MatrixExpr, S, ZeroMatrix, exp

from theoremtest.derivations.language import (
    EIGENVALUE,
    Domain,
    Equal,
    Evolves,
    Flow,
    GrowthIntegral,
    MatrixFunction,
    Meaning,
    Statement,
    claim,
    dimension,
    every,
    matrix,
)

from .frames_notation import B, C, D, Shape, growth, high, low, positive
from .notation import DOMINE, N_h, N_i, N_o, Sigma, lam, later, t, tau, time_constant
from .task_notation import S_level, decayed, grown, m, n, one_m, one_n

passing = Flow({t: Integer(1)}, name="time passes")
k, r = dimension("k"), dimension("r")
Z, A, F = matrix("Z", k, r), matrix("A", r, r), matrix("F", k, k)
Z_rate, A_rate = matrix(r"\dot{Z}", k, r), matrix(r"\dot{A}", r, r)
any_motion = Flow({Z: Z_rate, A: A_rate}, name="any motion of Z and A")
any_rates = time_constant & Domain(Eq(F, F.T), source=Meaning("F is symmetric", "Lemma B.2")) & Domain(over=[Z, A, Z_rate, A_rate])
X = Z * Inverse(A) * Z.T
grow, fall = growth(t)


@claim(DOMINE, "Eq. (88)", origin="reconstructed", uses=["domine2025/87"])
def rule_for_the_product():
    """d/dt Z A^{-1} Z^T is Z' A^{-1} Z^T - Z A^{-1} A' A^{-1} Z^T + Z A^{-1} Z'^T, whatever moves Z and A."""
    return Evolves(X, Z_rate * Inverse(A) * Z.T - Z * Inverse(A) * A_rate * Inverse(A) * Z.T + Z * Inverse(A) * Z_rate.T,
                   along=any_motion, on=any_rates)


@claim(DOMINE, "Eq. (89)", origin="reconstructed")
def right_side_by_factors():
    """F X + X F - X X is L A^{-1} Z^T + Z A^{-1} L^T - Z A^{-1} M A^{-1} Z^T with L = FZ and M = Z^T Z, F being symmetric."""
    moved, square = matrix("L", k, r), matrix("M", r, r)
    named = any_rates & Domain(where={moved: F * Z, square: Z.T * Z})
    return Equal(F * X + X * F - X * X, moved * Inverse(A) * Z.T + Z * Inverse(A) * moved.T - Z * Inverse(A) * square * Inverse(A) * Z.T,
                 on=named)


@claim(DOMINE, "Eq. (90)", origin="reconstructed", uses=["domine2025/88", "domine2025/89"])
def what_is_left_to_show():
    """X' falls short of the Riccati equation by terms in Z' - FZ/tau and A' - Z^T Z/tau alone; both vanishing is enough."""
    first, second = Z_rate - F * Z / tau, A_rate - Z.T * Z / tau
    gap = first * Inverse(A) * Z.T + Z * Inverse(A) * first.T - Z * Inverse(A) * second * Inverse(A) * Z.T
    return Evolves(X, (F * X + X * F - X * X) / tau + gap, along=any_motion, on=any_rates)


# the terms of Z -----------------------------------------------------------------------------------------------------------------


U, V = matrix(r"\tilde{U}", N_o, n), matrix(r"\tilde{V}", N_i, n)
U_rest, V_rest = matrix(r"\tilde{U}_\perp", N_o, m), matrix(r"\tilde{V}_\perp", N_i, m)
PLAIN = Shape(U, V, None, None, S.Zero)
"""Singular vectors on sides of any sizes, without what completes them: a square network, or the terms with B and C of the others."""
COMPLETED = {"funnel": Shape(U, V, None, V_rest, -lam / 2), "inverted": Shape(U, V, U_rest, None, lam / 2)}
"""With the complement of one side; of the other side it is zero, and the sizes are free all the same."""
start = later & positive & Domain(over=[B, C])
with_complement = start & Domain(over=[D])


def each(statement: Callable[[Shape], Statement]) -> Statement:
    """`statement(shape)` with the complement on either side."""
    return every(**{name: statement(shape) for name, shape in COMPLETED.items()})


def moves(shape: Shape, above: MatrixExpr, below: MatrixExpr, upper: bool) -> Statement:
    """A term of Z, given by its two halves, moves by F/tau times itself; the upper or the lower half of that."""
    half = above if upper else below
    rate = -lam / 2 * above + shape.task.T * below if upper else shape.task * above + lam / 2 * below
    return Evolves(half, rate / tau, along=passing, on=shape.on)


def growing_term(shape: Shape) -> tuple[MatrixExpr, MatrixExpr]:
    """The term of Z with B, both halves."""
    return shape.V * low * grow * B.T / 2, shape.U * high * grow * B.T / 2


def decaying_term(shape: Shape) -> tuple[MatrixExpr, MatrixExpr]:
    """The term of Z with C, both halves."""
    return -shape.V * high * fall * C.T / 2, shape.U * low * fall * C.T / 2


@claim(DOMINE, "Eq. (91)", origin="reconstructed")
def rates_of_the_exponentials():
    """The exponentials move at the rates S~_lambda/tau and -S~_lambda/tau."""
    return every(growing=Evolves(grow, S_level * grow / tau, along=passing, on=later & positive),
                 decaying=Evolves(fall, -fall * S_level / tau, along=passing, on=later & positive))


@claim(DOMINE, "Eq. (92)", origin="reconstructed", uses=["domine2025/91"])
def growing_term_above():
    """The term of Z_1 with B moves by the upper half of F times the terms with B; each shape has these terms."""
    return moves(PLAIN, *growing_term(PLAIN), upper=True)


@claim(DOMINE, "Eq. (93)", origin="reconstructed", uses=["domine2025/91"])
def growing_term_below():
    """The term of Z_2 with B moves by the lower half of F times the terms with B; each shape has these terms."""
    return moves(PLAIN, *growing_term(PLAIN), upper=False)


@claim(DOMINE, "Eq. (94)", origin="reconstructed", uses=["domine2025/91"])
def decaying_term_above():
    """The term of Z_1 with C moves by the upper half of F times the terms with C; each shape has these terms."""
    return moves(PLAIN, *decaying_term(PLAIN), upper=True)


@claim(DOMINE, "Eq. (95)", origin="reconstructed", uses=["domine2025/91"])
def decaying_term_below():
    """The term of Z_2 with C moves by the lower half of F times the terms with C; each shape has these terms."""
    return moves(PLAIN, *decaying_term(PLAIN), upper=False)


@claim(DOMINE, "Eq. (96)", origin="reconstructed")
def term_of_the_complement():
    """The term with D moves by its block of F, and the other block does not see it: Sigma has nothing on the complement."""
    def of(shape: Shape) -> Statement:
        upper = shape.V_perp is not None
        term = exp(shape.perp * t / tau) * (shape.V_perp if upper else shape.U_perp) * D.T
        other = shape.task * term if upper else shape.task.T * term
        return every(own=Evolves(term, (-lam if upper else lam) / 2 * term / tau, along=passing, on=shape.on),
                     other=Equal(other, ZeroMatrix(*other.shape), on=shape.on))
    return each(of)


# the terms of A -----------------------------------------------------------------------------------------------------------------


@claim(DOMINE, "Eq. (97)", origin="reconstructed")
def rate_of_the_growing_integral():
    """B (e^{2 S~_lambda t/tau} - 1)/(2 S~_lambda) B^T moves by B e^{2 S~_lambda t/tau} B^T/tau."""
    return Evolves(B * grown * B.T, B * grow * grow * B.T / tau, along=passing, on=start)


@claim(DOMINE, "Eq. (98)", origin="reconstructed")
def rate_of_the_decaying_integral():
    """C (1 - e^{-2 S~_lambda t/tau})/(2 S~_lambda) C^T moves by C e^{-2 S~_lambda t/tau} C^T/tau."""
    return Evolves(C * decayed * C.T, C * fall * fall * C.T / tau, along=passing, on=start)


def of_perp(shape: Shape, formula: Expr) -> MatrixExpr:
    """A function of lambda_perp I, m x m, by its formula in lambda_perp."""
    return MatrixFunction(formula, EIGENVALUE, shape.perp * one_m)


@claim(DOMINE, "Eq. (99)", origin="reconstructed")
def rate_of_the_complement_s_integral():
    """D (e^{2 lambda_perp t/tau} - 1)/(2 lambda_perp) D^T moves by D e^{2 lambda_perp t/tau} D^T/tau, lambda = 0 included."""
    def of(shape: Shape) -> Statement:
        return Evolves(D * of_perp(shape, GrowthIntegral(2 * EIGENVALUE, t / tau)) * D.T,
                       exp(shape.perp * t / tau) * D * of_perp(shape, exp(EIGENVALUE * t / tau)) * D.T / tau, along=passing,
                       on=with_complement)
    return each(of)


def squares(shape: Shape) -> MatrixExpr:
    """B e^{2 S t} B^T/2 + C e^{-2 S t} C^T/2 + e^{2 lambda_perp t} D D^T, N_h x N_h."""
    both = B * grow * grow * B.T / 2 + C * fall * fall * C.T / 2
    return both + exp(2 * shape.perp * t / tau) * D * D.T


@claim(DOMINE, "Eq. (100)", origin="reconstructed", uses=["domine2025/97", "domine2025/98", "domine2025/99"])
def motion_of_the_inside():
    """tau A' is B e^{2 S~_lambda t/tau} B^T/2 + C e^{-2 S~_lambda t/tau} C^T/2 + e^{2 lambda_perp t/tau} D D^T."""
    def of(shape: Shape) -> Statement:
        whole = Identity(N_h) + B * grown * B.T / 2 + C * decayed * C.T / 2
        whole += D * of_perp(shape, GrowthIntegral(2 * EIGENVALUE, t / tau)) * D.T
        return Evolves(whole, squares(shape) / tau, along=passing, on=with_complement)
    return each(of)


def crossed(sign: int) -> MatrixExpr:
    """The mixed terms of Z_1^T Z_1 (sign -1) and of Z_2^T Z_2 (sign +1), which have no time in them."""
    return sign * (B * low * high * C.T + C * low * high * B.T) / 4


@claim(DOMINE, "Eq. (101)", origin="reconstructed", uses=["domine2025/103"])
def square_of_the_upper_half():
    """Z_1^T Z_1 multiplied out, by V~^T V~ = I and what completes V~."""
    def of(shape: Shape) -> Statement:
        value = B * low * low * grow * grow * B.T / 4 + C * high * high * fall * fall * C.T / 4 + crossed(-1)
        rest = ZeroMatrix(N_h, N_h) if shape.V_perp is None else exp(2 * shape.perp * t / tau) * D * D.T
        return Equal(shape.above().T * shape.above(), value + rest, on=shape.on)
    return each(of)


@claim(DOMINE, "Eq. (102)", origin="reconstructed", uses=["domine2025/103"])
def square_of_the_lower_half():
    """Z_2^T Z_2 multiplied out, by U~^T U~ = I and what completes U~."""
    def of(shape: Shape) -> Statement:
        value = B * high * high * grow * grow * B.T / 4 + C * low * low * fall * fall * C.T / 4 + crossed(1)
        rest = ZeroMatrix(N_h, N_h) if shape.U_perp is None else exp(2 * shape.perp * t / tau) * D * D.T
        return Equal(shape.below().T * shape.below(), value + rest, on=shape.on)
    return each(of)


# what makes both one ------------------------------------------------------------------------------------------------------------


def column(shape: Shape, growing: bool) -> tuple[MatrixExpr, MatrixExpr]:
    """The halves of a block column of sqrt(2) P: the growing or the decaying eigenvectors."""
    return (shape.V * low, shape.U * high) if growing else (-shape.V * high, shape.U * low)


def against(first: tuple[MatrixExpr, MatrixExpr], second: tuple[MatrixExpr, MatrixExpr]) -> MatrixExpr:
    """The inner products of two block columns."""
    return first[0].T * second[0] + first[1].T * second[1]


@claim(DOMINE, "Eq. (103)", origin="reconstructed")
def columns_have_the_length_of_two():
    """The growing and the decaying block columns of sqrt(2) P have 2 I as Gram matrices; the same for every shape."""
    return every(**{name: Equal(against(column(PLAIN, growing), column(PLAIN, growing)), 2 * one_n, on=PLAIN.frames & positive)
                    for name, growing in (("growing", True), ("decaying", False))})


@claim(DOMINE, "Eq. (104)", origin="reconstructed")
def columns_are_orthogonal():
    """The growing block column is orthogonal to the decaying one; the same for every shape."""
    return Equal(against(column(PLAIN, True), column(PLAIN, False)), ZeroMatrix(n, n), on=PLAIN.frames & positive)


@claim(DOMINE, "Eq. (105)", origin="reconstructed")
def complement_is_orthogonal_to_both():
    """What completes V~ or U~ is orthogonal to both block columns, and D^T passes through it with its length."""
    def of(shape: Shape) -> Statement:
        upper = shape.V_perp is not None
        rest, half, on = (shape.V_perp, 0, shape.frames & positive) if upper else (shape.U_perp, 1, shape.frames & positive)
        return every(
            growing=Equal(column(shape, True)[half].T * rest, ZeroMatrix(n, m), on=on),
            decaying=Equal(column(shape, False)[half].T * rest, ZeroMatrix(n, m), on=on),
            length=Equal((rest * D.T).T * (rest * D.T), D * D.T, on=on & Domain(over=[D])))
    return each(of)


@claim(DOMINE, "Eq. (106)", origin="reconstructed", uses=["domine2025/101", "domine2025/102", "domine2025/103", "domine2025/104"])
def square_of_both_halves():
    """Z_1^T Z_1 + Z_2^T Z_2 is tau A' of Eq. (100): the mixed terms cancel."""
    return each(lambda shape: Equal(shape.above().T * shape.above() + shape.below().T * shape.below(), squares(shape), on=shape.on))


# the blocks ---------------------------------------------------------------------------------------------------------------------

Z_1, Z_2, inside = matrix("Z_1", N_i, N_h), matrix("Z_2", N_o, N_h), matrix("A", N_h, N_h)
upper, lower = -lam / 2 * Z_1 + Sigma.T * Z_2, Sigma * Z_1 + lam / 2 * Z_2
"""tau Z_1' and tau Z_2' by Eqs. (92)-(96)."""


def pushed(left: MatrixExpr, right: MatrixExpr, left_rate: MatrixExpr, right_rate: MatrixExpr) -> MatrixExpr:
    """tau times the rate of L A^{-1} R^T by Eq. (88), A' being Z^T Z/tau (Eq. (106))."""
    moved = left_rate * Inverse(inside) * right.T + left * Inverse(inside) * right_rate.T
    return moved - left * Inverse(inside) * (Z_1.T * Z_1 + Z_2.T * Z_2) * Inverse(inside) * right.T


any_halves = Domain(over=[Z_1, Z_2, inside, Sigma, lam])
first, function, second = Z_1 * Inverse(inside) * Z_1.T, Z_2 * Inverse(inside) * Z_1.T, Z_2 * Inverse(inside) * Z_2.T
SUBSTITUTED = [f"domine2025/{number}" for number in (88, 92, 93, 94, 95, 96, 106)]


@claim(DOMINE, "Eq. (107)", origin="reconstructed", uses=SUBSTITUTED)
def block_of_the_first_layer():
    """Z_1 A^{-1} Z_1^T obeys the first block of the Riccati equation, that of W_1^T W_1."""
    across = Z_1 * Inverse(inside) * Z_2.T
    return Equal(pushed(Z_1, Z_1, upper, upper), -lam * first + Sigma.T * function + across * Sigma - first**2 - across * function,
                 on=any_halves)


@claim(DOMINE, "Eq. (108)", origin="reconstructed", uses=SUBSTITUTED)
def block_of_the_network_function():
    """Z_2 A^{-1} Z_1^T obeys the block of the Riccati equation for W_2 W_1, in which lambda cancels."""
    return Equal(pushed(Z_2, Z_1, lower, upper), Sigma * first + second * Sigma - function * first - second * function, on=any_halves)


@claim(DOMINE, "Eq. (109)", origin="reconstructed", uses=SUBSTITUTED)
def block_of_the_second_layer():
    """Z_2 A^{-1} Z_2^T obeys the last block of the Riccati equation, that of W_2 W_2^T."""
    across = Z_1 * Inverse(inside) * Z_2.T
    return Equal(pushed(Z_2, Z_2, lower, lower), lam * second + Sigma * across + function * Sigma.T - function * across - second**2,
                 on=any_halves)
