"""Appendix A.2, the proof of Theorem 1: conservation laws, the equation for one mode and its integral, Eqs. (18)-(30)."""

from sympy import Eq, Gt, ImmutableMatrix, Ne, S, log, sqrt

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Norm,
    Printed,
    Solves,
    Step,
    System,
    claim,
    every,
    matrix,
    real,
    reals,
    vector,
)

from .conventions_notation import DIVIDED, EITHER_SIDE, FACTOR, INPUT, MOVING_MODE, ONE_INPUT
from .notation import (
    XU,
    P,
    Q,
    W,
    alpha,
    alpha_minus,
    alpha_plus,
    by_roots,
    d,
    d0,
    decay,
    drive,
    e,
    e_prime,
    eta_u,
    eta_w,
    gamma,
    grip,
    later,
    minus_root,
    network,
    one_neuron,
    one_of_many,
    output,
    p,
    p0,
    p_vector,
    plus_root,
    q_vector,
    rates_positive,
    rho,
    rho_of_x,
    starts,
    tau,
    training,
    u,
    x,
    xi,
    y,
)

f, f_prime = vector("e_j", d0), vector("e_{j'}", d0)
v = W * x
neuron = network.but(over=[e])
row, entry_u, entry_v = W.T * e, Dot(e, u), Dot(e, v)
"""Row i of W, u_i, and sum_j w_ij x_j."""


two_W, two_x, first_only = matrix("W", d, 2), vector("x", 2), ImmutableMatrix([[1, 0], [0, 0]])
two_inputs = rates_positive & Domain(Dot(two_x, two_x) > 0, over=[u, two_W, gamma, y], source=INPUT)
"""Two inputs, the fewest for which a sum over N = 1 of them is not the sum over all."""


@claim(XU, "Eq. (18)")
def motion_of_both_layers():
    """Gradient flow of Eq. (3) moves both layers by minus the loss's gradient, each at its own rate."""
    return every(
        u=Evolves(u, -2 * eta_u * gamma * (output - y) * v, along=training, on=network),
        W=Evolves(W, -2 * eta_w * gamma * (output - y) * (u * x.T), along=training, on=network))


@claim(XU, "Eq. (19)", uses=["xu2024/18"])
def balance_of_one_neuron():
    """eta_u sum_j w_ij^2 - eta_w u_i^2 does not change."""
    return Conserved(eta_u * Dot(row, row) - eta_w * entry_u**2, along=training, on=neuron)


@claim(XU, "Eq. (20)", uses=["xu2024/18"])
def rows_move_along_x():
    """w_ij/x_j - w_ij'/x_j' does not change, where x_j and x_j' are not zero."""
    on = neuron.but(Ne(Dot(f, x), 0), Ne(Dot(f_prime, x), 0), over=[f, f_prime], source=DIVIDED)
    return Conserved(Dot(e, W * f) / Dot(f, x) - Dot(e, W * f_prime) / Dot(f_prime, x), along=training, on=on)


@claim(XU, "Eq. (21)", uses=["xu2024/18"], reading="the printed end N of the inner sum is held against d_0 at N = 1 and d_0 = 2")
def part_across_x_is_conserved():
    """sum_j w_ij^2 - (sum_j w_ij x_j)^2/|x|^2 does not change; the inner sum runs to N, the number of data."""
    w1, w2, x1, x2, of_u, of_A = reals("w_{i1}", "w_{i2}", "x_1", "x_2", "u_i", "A")
    rows = Flow({w1: of_u * x1 * of_A, w2: of_u * x2 * of_A}, name="the display before Eq. (21) for d_0 = 2")
    return Printed(
        Conserved(w1**2 + w2**2 - (w1 * x1)**2 / (x1**2 + x2**2), along=rows,
                  on=Domain(Gt(x1**2 + x2**2, 0), over=[w1, w2, of_u, of_A], source=INPUT)),
        erratum=Erratum("wrong", "The upper end N should be d_0: the inner sum runs over all inputs, like the others; N counts the data.",
                        Conserved(Dot(row, row) - entry_v**2 / Dot(x, x), along=training, on=neuron)))


@claim(XU, "Eq. (22)", reading="the printed end N of the sum is held against d_0 at N = 1 and d_0 = 2")
def product_of_the_modes():
    """p_i q_i in terms of the weights; the sum runs to N, the number of data."""
    size, second = Norm(two_x), ImmutableMatrix([0, 1])
    forward, back = sqrt(eta_u) * Dot(e, two_W * two_x), sqrt(eta_w) * size * entry_u
    return Printed(
        Equal((forward + back) * (forward - back) / (4 * size**2),
              (eta_u * Dot(e, two_W * first_only * two_x)**2 - eta_w * size**2 * entry_u**2) / (4 * size**2),
              on=two_inputs & one_neuron),
        derivation=(
            Step(Equal(Dot(e, two_W * first_only * two_x), Dot(e, two_W * two_x) - Dot(e, two_W * second) * Dot(second, two_x),
                       on=two_inputs.but(over=[e])), "a sum that ends at N = 1 leaves out w_i2 x_2"),),
        erratum=Erratum(
            "wrong", "The sum has to run over all d_0 inputs, as in Eq. (4); N counts the data. Eq. (23) has the same end.",
            Equal(Dot(e, p_vector) * Dot(e, q_vector),
                  (eta_u * entry_v**2 - eta_w * rho_of_x**2 * entry_u**2) / (4 * rho_of_x**2), on=neuron)))


@claim(XU, "Eq. (23)", uses=["xu2024/19", "xu2024/21", "xu2024/22"])
def product_is_conserved():
    """p_i q_i does not change.

    The middle line of Eq. (23) puts |x|^2 for rho^2: with the printed mean of squares it would not follow (`thm-1:rho`).
    """
    return Conserved(Dot(e, p_vector) * Dot(e, q_vector), along=training, on=neuron)


def motion_of_p(rho):
    """The rate of the vector p in Eq. (24) over p itself."""
    gap = Dot(p_vector, p_vector) - Dot(q_vector, q_vector)
    return -2 * gamma * sqrt(eta_u * eta_w) * rho * (gap * gamma * rho / sqrt(eta_u * eta_w) - y)


@claim(XU, "Eq. (24)", uses=["xu2024/18"])
def motion_of_one_mode():
    """Every p_i moves in proportion to itself, at one common rate."""
    return Evolves(p_vector, motion_of_p(rho_of_x) * p_vector, along=training, on=network)


@claim(XU, "Eq. (24)", "q", uses=["xu2024/18"], origin="derived")
def motion_of_the_other_mode():
    """Every q_i moves at the opposite of that rate."""
    return Evolves(q_vector, -motion_of_p(rho_of_x) * q_vector, along=training, on=network)


@claim(XU, "Eq. (25)", uses=["xu2024/24"])
def ratios_are_conserved():
    """p_i/p_i' does not change for any two neurons, where p_i' is not zero."""
    on = neuron.but(Ne(Dot(e_prime, p_vector), 0), over=[e_prime], source=MOVING_MODE)
    return Conserved(Dot(e, p_vector) / Dot(e_prime, p_vector), along=training, on=on)


one_mode = starts & Domain(Ne(p0, 0), source=MOVING_MODE)
rate_of_p = -2 * p * (grip * P / p0**2 * p**2 - grip * Q * p0**2 / p**2 - drive)
single = Flow({p: rate_of_p}, name="Eq. (26)")


@claim(XU, "Eq. (26)", uses=["xu2024/23", "xu2024/24", "xu2024/25"])
def equation_for_one_mode():
    """One p_i moves by itself, where p_i(0) != 0.

    By Eqs. (23) and (25) all p_j keep their ratio to p_i and all q_j move inversely, so the sums of squares are
    d P (p_i/p_i(0))^2 and d Q (p_i(0)/p_i)^2; what is decided is that Eq. (24) with these sums is Eq. (26).
    """
    sum_p, sum_q = d * P * (p / p0)**2, d * Q * (p0 / p)**2
    put_in = -2 * gamma * sqrt(eta_u * eta_w) * p * rho * ((sum_p - sum_q) * gamma * rho / sqrt(eta_u * eta_w) - y)
    return Equal(put_in, rate_of_p, on=one_mode.but(Ne(p, 0), source=MOVING_MODE))


@claim(XU, "Eq. (27)", origin="derived")
def mean_squares():
    """P + Q and P - Q say what the two constants stand for: the layers' size and the output.

    P and Q are definitions; with p and q of Eq. (4) their sum is the mean of (eta_u (Wx)_i^2/|x|^2 + eta_w u_i^2)/2, and
    their difference is the output up to a factor.
    """
    all_p, all_q = vector("p", d), vector("q", d)
    big, small = reals("P", "Q")
    on = network.but(where={all_p: p_vector, all_q: q_vector, big: Dot(all_p, all_p) / d, small: Dot(all_q, all_q) / d})
    return Printed(
        every(size=Equal(big + small, (eta_u * Dot(v, v) / Dot(x, x) + eta_w * Dot(u, u)) / (2 * d), on=on),
              output=Equal(gamma * d * rho_of_x * (big - small), sqrt(eta_u * eta_w) * output, on=on)), defines=(big, small))


@claim(XU, "Eq. (28)", uses=["xu2024/26"])
def separated_equation():
    """Time as an integral over zeta = p_i^2: d zeta/dt is minus four times the quadratic under the integral.

    The text is for one input, where it writes x for rho; x may be negative there, and rho = |x| may not.
    """
    x_one = real("x")

    def statement(factor, on):
        quadratic = grip * P / p0**2 * p**4 - gamma * factor * y * sqrt(eta_u * eta_w) * p**2 - grip * Q * p0**2
        return Evolves(p**2, -4 * quadratic, along=single, on=on)

    away = one_mode.but(Ne(p, 0), source=MOVING_MODE)
    return Printed(
        statement(x_one, (away & one_of_many).but(Eq(x_one**2, rho**2), source=ONE_INPUT)),
        erratum=Erratum(
            "wrong", "The linear term carries rho, as in Eq. (26), not x: they differ for x < 0, and x is a vector for d_0 > 1.",
            statement(rho, away)))


@claim(XU, "Eq. (29)", "roots", uses=["xu2024/28", "xu2024/8"])
def roots_of_the_quadratic():
    """The quadratic under the integral vanishes at alpha_+ and alpha_-."""
    def vanishes(scale, on=one_mode):
        def value(root):
            zeta = scale * root
            return grip * P / p0**2 * zeta**2 - drive * zeta - grip * Q * p0**2
        return every(plus=Equal(value(plus_root), S.Zero, on=on), minus=Equal(value(minus_root), S.Zero, on=on))

    return Printed(vanishes(S.One, one_mode & one_of_many), erratum=Erratum(
        "wrong", "The variable under the integral is p_i^2, so the roots are p_i(0)^2 alpha_+ and p_i(0)^2 alpha_-; Eq. (29) has "
        "them right.", vanishes(p0**2)))


quotient = (alpha - alpha_plus) / (alpha - alpha_minus)
scalar_flow = Flow({alpha: -4 * (grip * P * alpha**2 - drive * alpha - grip * Q)}, name="Eq. (26) for alpha = (p_i/p_i(0))^2")


@claim(XU, "Eq. (29)", uses=["xu2024/28"])
def logarithm_of_the_quotient():
    """-(t_c/4) log((alpha - alpha_+)/(alpha - alpha_-)) grows like time itself, alpha = (p_i/p_i(0))^2.

    Stated for alpha above both roots; below alpha_+ the quotient is negative, and its absolute value is meant.
    """
    on = by_roots.but(Gt(alpha, alpha_plus), source=EITHER_SIDE)
    return every(
        above=Evolves(-tau / 4 * log(quotient), S.One, along=scalar_flow, on=on),
        below=Evolves(-tau / 4 * log(-quotient), S.One, along=scalar_flow,
                      on=by_roots.but(alpha > 0, alpha < alpha_plus, source=EITHER_SIDE)))


@claim(XU, "Eq. (30)", uses=["xu2024/29"])
def quotient_decays():
    """(alpha - alpha_+)/(alpha - alpha_-) decays like exp(-4t/t_c) from its value at alpha = 1.

    Solved for alpha this is (alpha_+ - xi alpha_-)/(1 - xi), with minus signs before alpha_- in xi and in alpha: not what
    Eqs. (5) and (6) print.
    """
    start = (1 - alpha_plus) / (1 - alpha_minus)
    solved = (alpha_plus - xi * alpha_minus) / (1 - xi)
    on = (by_roots & later).but(where={xi: start * decay})
    return every(
        rate=Evolves(quotient, -4 * quotient / tau, along=scalar_flow, on=by_roots.but(alpha > 0, source=FACTOR)),
        solved=Equal((solved - alpha_plus) / (solved - alpha_minus), xi, on=on),
        path=Solves(System(scalar_flow.rates, {alpha: S.One}), {alpha: solved}, on=on))
