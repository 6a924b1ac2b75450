"""Appendix C.1, the proof: Eqs. (118)-(139), from Theorem 4.3 at a task-aligned start to the transition function and its limits.

In matrices of every size as far as R drops out, then mode by mode. The start's layers have the singular values s_1 and s_2 with
s_1 s_2 = s_0 and s_2^2 - s_1^2 = lambda (Theorem C.2); g and h are the entries of G~ and H~.
"""

from sympy import Eq, Ge, Gt, S, ZeroMatrix, cosh, exp, oo, sinh, sqrt

from theoremtest.derivations.language import Domain, Equal, Holds, Inverse, Limit, Meaning, claim, every, matrix, real

from .c1_singular_values_eq16_17_and_115_117 import ROTATION, SINGULAR_VECTORS, R, shapes
from .frames_notation import positive
from .mode_notation import (
    aligned,
    constants,
    gamma,
    level_start,
    level_task,
    logistic,
    mixed,
    modes,
    path,
    product,
    s_start,
    s_task,
    start,
    turns,
)
from .notation import DOMINE, lam, later, t, tau, time_constant
from .task_notation import G, H, U_perp, U_tall, V_perp, V_tall, decay, decayed, grow, grown, n, one_n, s_tilde

S_1, S_2 = matrix("S_1", n, n), matrix("S_2", n, n)
X_B = S_2 * (G + H * G) + S_1 * (G - H * G)
X_C = S_2 * (G - H * G) - S_1 * (G + H * G)
"""B = R X_B and C = R X_C; diagonal matrices where S_1 and S_2 are."""
INVERTED = Meaning("the inverse of R^T A R", "Appendix C.1")
ABOVE_ZERO = Meaning("the denominator of Eq. (133) is positive", "Appendix C.1")
b_any, c_any, inner, inner_inverse = (matrix(name, n, n) for name in ("X_B", "X_C", "A_R", "A_R^{-1}"))


def frames(left, right, over):
    """R orthogonal, orthonormal singular vectors; `over` are matrices of any entries."""
    vectors = Domain(Eq(left.T * left, one_n), Eq(right.T * right, one_n), over=[*over, lam], source=SINGULAR_VECTORS)
    return vectors & Domain(Eq(R.T * R, one_n), source=ROTATION)


def in_shapes(statement):
    """`statement(left, right)` for square, funnel and inverted funnel networks."""
    return every(**{name: statement(left, right) for name, (left, right) in shapes.items()})


@claim(DOMINE, "Eq. (119)", uses=["domine2025/10:funnel", "domine2025/10:inverted", "domine2025/10:square", "domine2025/12"],
       origin="reconstructed")
def first_variable_of_an_aligned_start():
    """B = W_2(0)^T U~ (G + HG) + W_1(0) V~ (G - HG) is R X_B, and D = 0, for every size."""
    def of_B(left, right):
        first, second = R * S_1 * right.T, left * S_2.T * R.T
        return Equal(second.T * left * (G + H * G) + first * right * (G - H * G), R * X_B,
                     on=frames(left, right, [S_1, S_2, s_tilde]))

    def of_D(tall, perp, layer):
        complement = Domain(Eq(tall.T * perp, ZeroMatrix(n, perp.shape[1])), over=[S_1, R], source=SINGULAR_VECTORS)
        return Equal(layer * perp, ZeroMatrix(n, perp.shape[1]), on=complement)

    return every(B=in_shapes(of_B), D_funnel=of_D(V_tall, V_perp, R * S_1 * V_tall.T), D_inverted=of_D(U_tall, U_perp, R * S_1 * U_tall.T))


@claim(DOMINE, "Eq. (120)", uses=["domine2025/11:funnel", "domine2025/11:inverted", "domine2025/11:square"], origin="reconstructed")
def second_variable_of_an_aligned_start():
    """C = W_2(0)^T U~ (G - HG) - W_1(0) V~ (G + HG) is R X_C, for every size."""
    def of_C(left, right):
        first, second = R * S_1 * right.T, left * S_2.T * R.T
        return Equal(second.T * left * (G - H * G) - first * right * (G + H * G), R * X_C,
                     on=frames(left, right, [S_1, S_2, s_tilde]))

    return in_shapes(of_C)


def blocks(left, right):
    """Z_1 and Z_2 without R, for B = R X_B and C = R X_C."""
    one = right * ((G - H * G) * grow * b_any.T - (G + H * G) * decay * c_any.T) / 2
    two = left * ((G + H * G) * grow * b_any.T + (G - H * G) * decay * c_any.T) / 2
    return one, two


core = one_n + b_any * grown * b_any.T / 2 + c_any * decayed * c_any.T / 2
"""R^T A R."""


def any_start(*vectors):
    """Any X_B and X_C, any R and singular vectors: what is orthonormal plays no part."""
    return time_constant & Domain(over=[*vectors, R, b_any, c_any, s_tilde, t, lam])


@claim(DOMINE, "Eq. (121)", uses=["domine2025/119", "domine2025/120", "domine2025/14:funnel-above", "domine2025/14:inverted-above",
                                  "domine2025/14:square"], origin="reconstructed")
def first_block_of_an_aligned_start():
    """Z_1 with B = R X_B and C = R X_C has R^T on the right and nowhere else."""
    def of_Z(left, right):
        B, C = R * b_any, R * c_any
        return Equal(right * (G - H * G) * grow * B.T / 2 - right * (G + H * G) * decay * C.T / 2, blocks(left, right)[0] * R.T,
                     on=any_start(left, right))

    return in_shapes(of_Z)


@claim(DOMINE, "Eq. (122)", uses=["domine2025/119", "domine2025/120", "domine2025/14:funnel-below", "domine2025/14:inverted-below",
                                  "domine2025/14:square"], origin="reconstructed")
def second_block_of_an_aligned_start():
    """Z_2 with B = R X_B and C = R X_C has R^T on the right and nowhere else."""
    def of_Z(left, right):
        B, C = R * b_any, R * c_any
        return Equal(left * (G + H * G) * grow * B.T / 2 + left * (G - H * G) * decay * C.T / 2, blocks(left, right)[1] * R.T,
                     on=any_start(left, right))

    return in_shapes(of_Z)


@claim(DOMINE, "Eq. (123)", uses=["domine2025/119", "domine2025/120", "domine2025/15:funnel", "domine2025/15:inverted",
                                  "domine2025/15:square"], origin="reconstructed")
def inverse_of_an_aligned_start():
    """A = R (I + X_B (e^{2 S t/tau} - I)/(4S) X_B^T + X_C (I - e^{-2 S t/tau})/(4S) X_C^T) R^T with S = S~_lambda."""
    B, C = R * b_any, R * c_any
    return Equal(one_n + B * grown * B.T / 2 + C * decayed * C.T / 2, R * core * R.T,
                 on=any_start() & Domain(Eq(R.T * R, one_n), source=ROTATION))


@claim(DOMINE, "Eq. (124)", uses=["domine2025/118", "domine2025/121", "domine2025/122", "domine2025/123"], origin="reconstructed")
def rotation_cancels():
    """R cancels in Z_2 A^{-1} Z_1^T: A^{-1} is R times the inverse of R^T A R times R^T."""
    on = Domain(Eq(R.T * R, one_n), source=ROTATION) & Domain(Eq(inner * inner_inverse, one_n), over=[b_any, c_any], source=INVERTED)
    return every(
        inverse=Inverse(R * inner * R.T, R * inner_inverse * R.T, on=on),
        product=Equal(b_any * R.T * (R * inner_inverse * R.T) * R * c_any, b_any * inner_inverse * c_any, on=on))


# One mode. The start's values by lambda and s_0.
s_1, s_2 = sqrt(level_start - lam / 2), sqrt(level_start + lam / 2)
h = lam / 2 / (level_task + s_task)
g = 1 / sqrt(1 + h**2)
x_B = s_2 * g * (1 + h) + s_1 * g * (1 - h)
x_C = s_2 * g * (1 - h) - s_1 * g * (1 + h)
up, down = exp(turns), exp(-turns)
B2, C2, BC = (4 * value for value in ((product + mixed) / (2 * level_task), (product - mixed) / (2 * level_task),
                                      lam * (s_task - s_start) / (4 * level_task)))
"""x_B^2, x_C^2 and x_B x_C as Eq. (131) has them."""


inverse_mode = 1 + x_B**2 * (up - 1) / (4 * level_task) + x_C**2 * (1 - down) / (4 * level_task)
"""A's entry."""
z_1 = (g * (1 - h) * exp(turns / 2) * x_B - g * (1 + h) * exp(-turns / 2) * x_C) / 2
z_2 = (g * (1 + h) * exp(turns / 2) * x_B + g * (1 - h) * exp(-turns / 2) * x_C) / 2
rise = B2 * (up - 1) + C2 * (1 - down)
"""What grows in numerator and denominator."""


@claim(DOMINE, "Eq. (118)", uses=["domine2025/115", "domine2025/13", "domine2025/thm-4.3"], origin="reconstructed")
def network_function_by_the_main_theorem():
    """z_2 z_1/A of Theorem 4.3 is the singular value that the loss's motion has, mode by mode, for every lambda and s(0) >= 0."""
    return Equal(z_2 * z_1 / inverse_mode, path, on=aligned)


@claim(DOMINE, "Eq. (125)", uses=["domine2025/124"], origin="reconstructed")
def numerator_multiplied_out():
    """The numerator z_2 z_1: the mixed terms have e^{+} e^{-} = 1 and no time."""
    g_, h_, b_, c_ = (real(name) for name in ("g", "h", "x_B", "x_C"))
    on = later.but(over=[g_, h_, b_, c_, lam, s_task])
    left = ((g_ - h_ * g_) * exp(turns / 2) * b_ - (g_ + h_ * g_) * exp(-turns / 2) * c_)
    right = ((g_ + h_ * g_) * exp(turns / 2) * b_ + (g_ - h_ * g_) * exp(-turns / 2) * c_)
    return Equal(left * right, (g_**2 - h_**2 * g_**2) * (up * b_**2 - down * c_**2)
                 + ((g_ - h_ * g_)**2 - (g_ + h_ * g_)**2) * b_ * c_, on=on)


@claim(DOMINE, "Eq. (126)", uses=["domine2025/125"], origin="reconstructed")
def numerator_factored():
    """(g - hg)^2 - (g + hg)^2 = -4 h g^2 and g^2 - h^2 g^2 = g^2 (1 - h^2)."""
    g_, h_ = real("g"), real("h")
    on = Domain(over=[g_, h_])
    return every(mixed=Equal((g_ - h_ * g_)**2 - (g_ + h_ * g_)**2, -4 * h_ * g_**2, on=on),
                 square=Equal((g_ - h_ * g_) * (g_ + h_ * g_), g_**2 * (1 - h_**2), on=on))


@claim(DOMINE, "Eq. (127)", uses=["domine2025/126", "domine2025/118"], origin="reconstructed")
def value_as_a_quotient():
    """s(t) = (g^2 (1 - h^2) (e^x x_B^2 - e^{-x} x_C^2) - 4 h g^2 x_B x_C)/(4A)."""
    numerator = g**2 * (1 - h**2) * (up * x_B**2 - down * x_C**2) - 4 * h * g**2 * x_B * x_C
    return Equal(numerator / (4 * inverse_mode), path, on=aligned)


@claim(DOMINE, "Eq. (128)", uses=["domine2025/54"], origin="reconstructed")
def identities_of_g_and_h():
    """G^2 (1 - H^2) = S~/S~_lambda and 2 H G^2 = lambda/(2 S~_lambda), mode by mode, and G^2 (1 + H^2) = I as matrices."""
    return every(
        square=Equal(g**2 * (1 - h**2), s_task / level_task, on=constants),
        mixed=Equal(2 * h * g**2, lam / (2 * level_task), on=constants),
        one=Equal(G * G * (one_n + H * H), one_n, on=positive))


@claim(DOMINE, "Eq. (129)", uses=["domine2025/127", "domine2025/128"], origin="reconstructed")
def quotient_with_the_identities():
    """Both sides of the quotient times 4 s~_lambda."""
    return Equal((s_task * (up * x_B**2 - down * x_C**2) - lam * x_B * x_C)
                 / (4 * level_task + x_B**2 * (up - 1) + x_C**2 * (1 - down)), path, on=aligned)


@claim(DOMINE, "Eq. (130)", uses=["domine2025/129"], origin="reconstructed")
def term_added_and_subtracted():
    """s~ (x_B^2 - x_C^2) added and subtracted in the numerator."""
    b_, c_ = real("x_B"), real("x_C")
    on = later.but(over=[b_, c_, lam, s_task])
    return Equal(s_task * (up * b_**2 - down * c_**2) - lam * b_ * c_,
                 s_task * (b_**2 * (up - 1) + c_**2 * (1 - down)) + s_task * (b_**2 - c_**2) - lam * b_ * c_, on=on)


@claim(DOMINE, "Eq. (131)", uses=["domine2025/119", "domine2025/120", "domine2025/128"], origin="reconstructed")
def identities_of_the_start():
    """x_B^2, x_C^2 and x_B x_C in the singular values of the start and of the task."""
    on = start
    return every(first=Equal(x_B**2, B2, on=on), second=Equal(x_C**2, C2, on=on), mixed=Equal(x_B * x_C, BC, on=on),
                 sum=Equal(x_B**2 + x_C**2, 4 * level_start, on=on))


@claim(DOMINE, "Eq. (132)", uses=["domine2025/131"], origin="reconstructed")
def third_identity():
    """s~ (x_B^2 - x_C^2) - lambda x_B x_C = 4 s(0) s~_lambda."""
    return Equal(s_task * (x_B**2 - x_C**2) - lam * x_B * x_C, 4 * s_start * level_task, on=start)


@claim(DOMINE, "Eq. (133)", uses=["domine2025/130", "domine2025/131", "domine2025/132"], origin="reconstructed")
def quotient_with_the_third_identity():
    """s(t) = (s~ E + 4 s(0) s~_lambda)/(E + 4 s~_lambda) with E = x_B^2 (e^x - 1) + x_C^2 (1 - e^{-x})."""
    return Equal((s_task * rise + 4 * s_start * level_task) / (rise + 4 * level_task), path, on=modes)


@claim(DOMINE, "Eq. (134)", uses=["domine2025/133"], origin="reconstructed")
def start_split_off():
    """The quotient is s(0) + E/(E + 4 s~_lambda) (s~ - s(0)), whatever E is."""
    E = real("E")
    on = Domain(Gt(E + 4 * level_task, 0), over=[lam, s_task, s_start], source=ABOVE_ZERO)
    return Equal((s_task * E + 4 * s_start * level_task) / (E + 4 * level_task),
                 s_start + E / (E + 4 * level_task) * (s_task - s_start), on=on)


@claim(DOMINE, "Eq. (135)", uses=["domine2025/134"], origin="reconstructed")
def transition_as_a_quotient():
    """gamma = E/(E + 4 s~_lambda); E is not negative, so gamma lies in [0, 1)."""
    return every(
        value=Equal(rise / (rise + 4 * level_task), gamma, on=modes),
        sign=Holds(Ge(rise, 0), on=modes))


@claim(DOMINE, "Eq. (136)", uses=["domine2025/131"], origin="reconstructed")
def identity_of_the_products():
    """(s~_lambda s_lambda)^2 - (s~ s(0) + lambda^2/4)^2 = lambda^2/4 (s~ - s(0))^2, and E in hyperbolic functions."""
    return every(
        product=Equal(product**2 - mixed**2, lam**2 / 4 * (s_task - s_start)**2, on=constants),
        level=Equal(level_task**2 - mixed, s_task * (s_task - s_start), on=constants),
        hyperbolic=Equal(rise * level_task / 4, product * sinh(turns) + mixed * (cosh(turns) - 1), on=modes))


@claim(DOMINE, "Eq. (137)", uses=["domine2025/135", "domine2025/136", "domine2025/115"], origin="reconstructed")
def transition_in_hyperbolic_functions():
    """The transition function of the proof is that of Theorem C.1."""
    hyperbolic = product * sinh(turns) + mixed * (cosh(turns) - 1)
    return Equal(rise / (rise + 4 * level_task), hyperbolic / (hyperbolic + level_task**2), on=modes)


@claim(DOMINE, "Eq. (138)", uses=["domine2025/137"], origin="reconstructed")
def sigmoidal_dynamics():
    """As lambda -> 0, s~_lambda -> s~ and s_lambda -> s(0); all coefficients are s~ s(0); e^x = sinh x + cosh x gives the logistic form."""
    on, x = aligned, 2 * s_task * t / tau
    numerator = s_task * s_start * (exp(x) - 1)
    hyperbolic = s_task * s_start * (sinh(x) + cosh(x) - 1)
    return every(
        level=Limit(level_task, lam, 0, s_task, on=on), start=Limit(level_start, lam, 0, s_start, on=on),
        coefficient=Limit(mixed, lam, 0, s_task * s_start, on=on),
        hyperbolic=Equal(numerator, hyperbolic, on=on),
        logistic=Equal(hyperbolic / (hyperbolic + s_task**2), logistic, on=on))


@claim(DOMINE, "Eq. (139)", uses=["domine2025/137"], origin="reconstructed")
def exponential_dynamics():
    """As |lambda| -> oo, s~_lambda and s_lambda over |lambda|/2 tend to 1, and both coefficients over lambda^2/4."""
    return every(
        level=Limit(level_task / lam, lam, oo, S.Half, on=modes), start=Limit(level_start / lam, lam, oo, S.Half, on=modes),
        first=Limit(4 * product / lam**2, lam, oo, S.One, on=modes), second=Limit(4 * mixed / lam**2, lam, oo, S.One, on=modes),
        minus=Limit(4 * product / lam**2, lam, -oo, S.One, on=modes),
        rest=Limit(s_task * (s_task - s_start) / lam**2, lam, oo, S.Zero, on=modes))


@claim(DOMINE, "Appendix C.1", "coefficients", uses=["domine2025/136"], reading="in the limit of small lambda the coefficients of sinh and "
       "cosh are both s~ s(0), in that of large lambda both lambda^2/4 to leading order")
def coefficients_simplify_to_one_value():
    """In both limits of lambda the coefficients of the hyperbolic functions simplify to one value: their ratio tends to 1."""
    on = aligned
    return every(
        small=Limit(product, lam, 0, s_task * s_start, on=on), mixed=Limit(mixed, lam, 0, s_task * s_start, on=on),
        large=Limit(product / mixed, lam, oo, S.One, on=on), minus=Limit(product / mixed, lam, -oo, S.One, on=on))
