"""Section 3.1, the solution: Theorem 1 with Eqs. (4)-(9), its footnotes, what the time t_c is made of and what alpha_+ depends on."""

from sympy import And, Ge, Gt, Integer, Le, Lt, Ne, S, ZeroMatrix, exp, oo, sqrt

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Holds,
    Iff,
    Limit,
    Printed,
    Solves,
    Step,
    System,
    claim,
    every,
    real,
    stated,
    vector,
)

from .a2_solution_eq18_30 import one_mode, rate_of_p, scalar_flow
from .conventions_notation import COMMON_FACTOR, COSINE, FACTOR, MOVING_MODE, PARALLEL_LEFT_OUT, SCALE_OF_OUTPUT, WIDER_THAN_ONE
from .notation import (
    XU,
    P,
    Q,
    W,
    alpha,
    alpha_minus,
    alpha_plus,
    by_roots,
    constants,
    d,
    d0,
    decay,
    drive,
    e,
    eta_u,
    eta_w,
    gamma,
    grip,
    has_a_time,
    inverse_time,
    later,
    minus_root,
    modes,
    modes_initial,
    modes_rates,
    modes_solution,
    moving,
    network,
    one_neuron,
    one_of_many,
    p,
    p0,
    p_vector,
    plus_root,
    q,
    q0,
    q_vector,
    rho,
    rho_of_x,
    starts,
    stays_off_zero,
    t,
    tau,
    timed,
    training,
    two_roots,
    u,
    x,
    xi,
    y,
)

growing = timed & later
printed_start, true_start = (1 - alpha_plus) / (1 + alpha_minus), (1 - alpha_plus) / (1 - alpha_minus)
by_formulas = {tau: 1 / inverse_time, alpha_plus: (drive + 1 / tau) / (2 * grip * P),
               alpha_minus: (drive - 1 / tau) / (2 * grip * P)}
"""Eqs. (7) and (8), as printed."""

following = (by_roots & later).but(where={xi: true_start * decay})
solved = Solves(System(modes_rates, modes_initial), modes_solution(alpha_plus - xi * alpha_minus, 1 - xi), on=following)
"""Theorem 1 with both signs before alpha_- turned: decided for every pair of roots, which every start has (`8:every-start`)."""


@claim(XU, "Eq. (4)", uses=["xu2024/24"])
def weights_from_modes():
    """u from the modes: u_i = (p_i - q_i)/sqrt(eta_w), and sum_j w_ij x_j = rho (p_i + q_i)/sqrt(eta_u)."""
    all_p, all_q = vector("p", d), vector("q", d)
    on = network.but(where={all_p: p_vector, all_q: q_vector})
    return Printed(every(u=Equal((all_p - all_q) / sqrt(eta_w), 1 * u, on=on),
                         forward=Equal(rho_of_x * (all_p + all_q) / sqrt(eta_u), W * x, on=on)), defines=(all_p, all_q))


@claim(XU, "Eq. (4)", "weights", uses=["xu2024/4", "xu2024/sec-3.1:orthogonal"])
def first_layer_from_modes():
    """Display after Eq. (8): W(t) - W(0) is the change of p + q along x."""
    def stands_still(rate):
        return Evolves(W - (p_vector + q_vector) * x.T / (sqrt(rate) * rho_of_x), ZeroMatrix(d, d0), along=training, on=network)

    return Printed(
        stands_still(eta_w),
        erratum=Erratum(
            "wrong", "p + q = sqrt(eta_u) W x/rho, so the denominator holds sqrt(eta_u); the printed sqrt(eta_w) agrees with it "
            "only at equal learning rates.", stands_still(eta_u)))


@claim(XU, "Theorem 1", "rho", uses=["xu2024/23"])
def normalisation_of_the_input():
    """rho^2 is the mean of the x_j^2: with it p_i q_i is to be conserved, which the whole proof rests on.

    The sum in the definition starts at i = 0; it is read from 1.
    """
    anywhere = network.but(over=[e])

    def kept(rho, on=anywhere):
        one, other = modes(rho)
        return Conserved(Dot(e, one) * Dot(e, other), along=training, on=on)

    return Printed(
        kept(sqrt(Dot(x, x) / d0), network & one_neuron),
        erratum=Erratum(
            "wrong", "rho^2 must be the sum of the x_j^2, not their mean: Eq. (23) itself puts the sum for rho^2. The two agree only "
            "for d_0 = 1. With the mean, p_1 q_1 moves at the rate -1 at d = gamma = eta_u = eta_w = 1, u = 1, W = (1, 0), x = (1, 1) and "
            "y = 0.", kept(rho_of_x)))


@claim(XU, "Theorem 1", uses=["xu2024/24", "xu2024/24:q", "xu2024/30", "xu2024/8:every-start"])
def solution():
    """p_i and q_i in time, with alpha(t) = (alpha_+ + xi alpha_-)/(1 - xi) as Section 3.2 writes it, and Eqs. (6)-(8).

    The printed p_i is held against Eq. (26). In the corrected statement the four numbers p_i, q_i and the means of their squares,
    which move by themselves, are solved for, so that it holds at every width.
    """
    on = (one_mode.but(gamma > 0, source=SCALE_OF_OUTPUT) & one_of_many & later).but(where={**by_formulas, xi: printed_start * decay})
    path = p0 * sqrt((alpha_plus + xi * alpha_minus) / (1 - xi))
    return Printed(
        Solves(System({p: rate_of_p}, {p: p0}), {p: path}, on=on),
        erratum=Erratum(
            "wrong",
            r"With $\alpha_\pm = (\pm B + 1/t_c)/(2 \gamma^2 d \rho^2 P)$, $B = \sqrt{\eta_u \eta_w} \gamma \rho y$, Eqs. (5), (6), "
            r"$\alpha_+ \alpha_- = Q/P$ and $\alpha(t)$ of Section 3.2 are right as printed; Eqs. (29), (30) and the proof of Theorem 2 "
            r"then need $-\alpha_-$ for $\alpha_-$. With Eq. (8) as printed it is the former that need the sign: "
            r"$\alpha = (\alpha_+ - \xi \alpha_-)/(1 - \xi)$ with $\xi(0) = (1 - \alpha_+)/(1 - \alpha_-)$. The two start at 1 and end at "
            r"$\alpha_+$, and differ in between. So corrected it holds at alpha_+ = 0 too, as long as the roots differ: only Eq. (9) and "
            "Footnote 1 need alpha_+ > 0. With equal roots, y = 0 and Q = 0, t_c is infinite.",
            solved))


@claim(XU, "Theorem 1", "other-convention", uses=["xu2024/thm-1"], origin="derived")
def solution_with_positive_alpha_minus():
    """The printed Eqs. (5) and (6) are right where alpha_- stands for minus the second root.

    That is 1/t_c less gamma rho y sqrt(eta_u eta_w), over 2 gamma^2 rho^2 d P.

    Then alpha_+ alpha_- = Q/P also is as printed, and Eqs. (8), (29), (30) are not.
    """
    size = real(r"|\alpha_-|")
    on = (by_roots & later).but(where={size: -alpha_minus, xi: printed_start.xreplace({alpha_minus: size}) * decay})
    by_formulas = starts.but(where={alpha_plus: plus_root, size: -minus_root})
    return every(
        path=Solves(System(modes_rates, modes_initial), modes_solution(alpha_plus + xi * size, 1 - xi), on=on),
        product=Equal(alpha_plus * size, Q / P, on=by_formulas))


@claim(XU, "Eq. (5)", uses=["xu2024/thm-1"])
def solution_as_it_stands():
    """Eq. (5) as the text has it: one constant alpha_i, twice, whatever it stands for."""
    one = real(r"\alpha_i")
    on = (one_mode & later).but(one > 0, source=FACTOR).but(where={**by_formulas, xi: true_start * decay})
    quotient = (one + xi * one) / (1 - xi)
    rate_of_q = 2 * q * (grip * P * q0**2 / q**2 - grip * Q / q0**2 * q**2 - drive)
    return Printed(
        every(p=Solves(System({p: rate_of_p}, {p: p0}), {p: p0 * sqrt(quotient)}, on=on),
              q=Solves(System({q: rate_of_q}, {q: q0}), {q: q0 / sqrt(quotient)},
                       on=on.but(Ne(q0, 0), over=[q0], source=MOVING_MODE))),
        erratum=Erratum("garbled", "The subscripts of the two constants are lost: they are alpha_+ and alpha_-. Section 3.2 writes the "
                        "quotient with them (and with the wrong sign, see `thm-1`).", solved))


@claim(XU, "Eq. (6)", uses=["xu2024/30"])
def time_dependence():
    """xi(t) is the quotient (alpha - alpha_+)/(alpha - alpha_-) of Eq. (30), which starts at alpha = 1.

    Its start is written in P, Q and y; Eq. (6) in the alpha_+ and alpha_- of Eq. (8), with the t_c of Eq. (7) in them.
    """
    quotient = (1 - plus_root) / (1 - minus_root)

    def statement(start, on):
        return Solves(System({xi: -4 * inverse_time * xi}, {xi: quotient}), {xi: start * exp(-4 * inverse_time * t)}, on=on)

    on = growing.but(where=by_formulas)
    return Printed(statement(printed_start, on), erratum=Erratum(
        "wrong", "The denominator is 1 - alpha_-, as in Eq. (30), for the alpha_- of Eq. (8). With the printed sign it even vanishes, "
        "for instance at y = 0 and Q = P, where alpha_- = -1.", statement(true_start, on)),
        derivation=(Step(Holds(Gt(inverse_time, 0), on=on), "t_c is a positive number, so the quotient falls"),))


@claim(XU, "Eq. (7)")
def time_scale():
    """t_c is the time in which the quotient of Eq. (30) decays; it is finite unless y = 0 and Q = 0.

    The t_c of the domain is one over the difference of the two rest points times gamma^2 d rho^2 P, which knows nothing of Eq. (7).
    """
    quotient = (alpha - alpha_plus) / (alpha - alpha_minus)
    return every(
        time=Equal(tau, 1 / inverse_time, on=by_roots),
        decay=Evolves(quotient, -4 * inverse_time * quotient, along=scalar_flow, on=by_roots.but(alpha > 0, source=FACTOR)),
        finite=Iff(inverse_time > 0, has_a_time, on=starts))


@claim(XU, "Eq. (8)")
def roots():
    """alpha_+ and alpha_- are the rest points of alpha, the two zeros of Eq. (26)'s quadratic, alpha_+ the larger.

    As printed for two numbers that are the zeros, by their sum and product; then the other way round, from P, Q and y.
    """
    def value(root):
        return grip * P * root**2 - drive * root - grip * Q
    return every(
        plus=Equal(alpha_plus, (drive + 1 / tau) / (2 * grip * P), on=by_roots),
        minus=Equal(alpha_minus, (drive - 1 / tau) / (2 * grip * P), on=by_roots),
        plus_rests=Equal(value(plus_root), S.Zero, on=starts), minus_rests=Equal(value(minus_root), S.Zero, on=starts),
        order=Holds(Ge(plus_root - minus_root, 0), on=starts))


@claim(XU, "Eq. (8)", "every-start", uses=["xu2024/7", "xu2024/8"], origin="derived")
def every_start_has_its_roots():
    """A start has alpha_+ > 0 exactly where gamma y > 0 or Q > 0; every one has alpha_- <= 0, and its y, Q and t_c in the two roots."""
    product, total, apart = plus_root * minus_root, plus_root + minus_root, plus_root - minus_root
    return every(
        plus=Iff(Gt(plus_root, 0), stays_off_zero, on=starts),
        minus=Holds(Ge(-minus_root, 0), on=starts),
        Q=Equal(-P * product, Q, on=starts),
        y=Equal(grip * P * total / (sqrt(eta_u * eta_w) * gamma * rho), y, on=starts),
        time=Equal(grip * P * apart, inverse_time, on=starts))


@claim(XU, "Section 3.1", "product-of-scale-factors", uses=["xu2024/8"])
def product_of_the_roots():
    """alpha_+ alpha_- = Q/P."""
    return Printed(Equal(plus_root * minus_root, Q / P, on=starts), erratum=Erratum(
        "wrong", "By Eq. (8) the product is -Q/P: the roots have opposite signs. The printed sign belongs to the other meaning of "
        "alpha_- (`thm-1:other-convention`).", Equal(plus_root * minus_root, -Q / P, on=starts)))


@claim(XU, "Eq. (9)", uses=["xu2024/thm-1"])
def where_the_modes_end():
    """p_i tends to p_i(0) sqrt(alpha_+) and q_i to q_i(0)/sqrt(alpha_+), which asks for alpha_+ > 0."""
    above, below = alpha_plus - xi * alpha_minus, 1 - xi
    moves = following.but(alpha_plus > 0)

    return Printed(
        every(p=Limit(p0 * sqrt(above) / sqrt(below), t, oo, p0 * sqrt(alpha_plus), on=following),
              q_divides=Holds(Gt(alpha_plus, 0), on=two_roots & later)),
        latex=r"p_i(\infty) = p_i(0) \sqrt{\alpha_+}, \quad q_i(\infty) = q_i(0)/\sqrt{\alpha_+}",
        erratum=Erratum(
            "incomplete", "For Q = 0 and gamma y < 0 alpha_+ is 0, every q_i is 0 and stays so, and q_i(0)/sqrt(alpha_+) is 0/0. With "
            "alpha_+ > 0 both limits are as printed, and exponentially fast with exp(-4t/t_c).",
            every(p=Limit(p0 * sqrt(above) / sqrt(below), t, oo, p0 * sqrt(alpha_plus), on=moves, rate=decay),
                  q=Limit(q0 * sqrt(below) / sqrt(above), t, oo, q0 / sqrt(alpha_plus), on=moves, rate=decay))))


@claim(XU, "Eq. (9)", "fit", uses=["xu2024/9", "xu2024/27"], origin="derived")
def the_end_fits_the_target():
    """At the end the output is y: gamma rho d (alpha_+ P - Q/alpha_+) = sqrt(eta_u eta_w) y."""
    return Equal(gamma * rho * d * (plus_root * P - Q / plus_root), sqrt(eta_u * eta_w) * y, on=moving)


@claim(XU, "Footnote 1", uses=["xu2024/8"])
def solution_is_well_defined():
    """alpha_+ > 0 and xi(t) < 1, with xi as printed in Eq. (6), for every start with P != 0 and a finite t_c."""
    on = (timed & later).but(gamma > 0, source=SCALE_OF_OUTPUT).but(where=by_formulas)
    return Printed(
        Holds(And(alpha_plus > 0, Lt(printed_start * exp(-4 * inverse_time * t), 1)), on=on),
        erratum=Erratum(
            "incomplete",
            "For Q = 0, gamma > 0 and y < 0 the root alpha_+ is 0: alpha then decays to zero, the flow to the saddle, and "
            "1/sqrt(alpha_+) in "
            "Eq. (9) has no meaning. With Eq. (8) as printed the denominator of xi may vanish or be negative; with Eq. (8) mended "
            "(`thm-1`) it is at least 1. So mended, and with Q > 0 or gamma y > 0, both are true.",
            every(
                plus=Holds(Gt(plus_root, 0), on=moving),
                below_one=Holds(Gt(1 - true_start * decay, 0), on=by_roots & later),
                above=Holds(Gt(alpha_plus - true_start * decay * alpha_minus, 0), on=(by_roots & later).but(alpha_plus > 0)))))


size_u, size_v, both = real(r"\|u\|^2"), real(r"\|Wx\|^2/\rho^2"), real(r"u^\top Wx/\rho")
layers = (constants & Domain(size_u > 0, size_v > 0, over=[y], source=COSINE)
          & Domain(Gt(size_u * size_v, both**2), source=PARALLEL_LEFT_OUT) & Domain(d >= 2, source=WIDER_THAN_ONE))
"""A start by its inner products alone, the layers not parallel."""


def scale(rate_u, rate_w, sign):
    """P (sign 1) or Q (sign -1) from the inner products of u and Wx, at given learning rates."""
    return (rate_u * size_v + rate_w * size_u + sign * 2 * sqrt(rate_u * rate_w) * both) / (4 * d)


def final_scale(rate_u, rate_w):
    """alpha_+ from the inner products, at given learning rates."""
    return plus_root.subs({P: scale(eta_u, eta_w, 1), Q: scale(eta_u, eta_w, -1)}, simultaneous=True).subs(
        {eta_u: rate_u, eta_w: rate_w}, simultaneous=True)


factor = real("c")


@claim(XU, "Section 3.1", "initialization-scales", uses=["xu2024/27"], origin="derived")
def scales_from_inner_products():
    """P and Q are (eta_u |Wx|^2/rho^2 + eta_w |u|^2 +- 2 sqrt(eta_u eta_w) u.Wx/rho)/(4d)."""
    on = network.but(where={rho: rho_of_x, size_u: Dot(u, u), size_v: Dot(W * x, W * x) / rho**2, both: Dot(u, W * x) / rho})
    return every(P=Equal(Dot(p_vector, p_vector) / d, scale(eta_u, eta_w, 1), on=on),
                 Q=Equal(Dot(q_vector, q_vector) / d, scale(eta_u, eta_w, -1), on=on))


@claim(XU, "Section 3.1", "learning-rates", uses=["xu2024/9", "xu2024/sec-3.1:initialization-scales"])
def where_it_ends_depends_on_the_ratio_of_the_rates():
    """The converged solution depends on the magnitudes of the learning rates: multiplying both changes alpha_+.

    The correction's second part is one example: a neuron with u = 1, Wx/rho = 2, rho = gamma = 1 and y = 3 has a smaller alpha_+ at
    eta_u/eta_w from 2 to 4 than at equal rates.
    """
    example = final_scale(eta_u, eta_w).subs({size_u: 1, size_v: 4, both: 2, d: 1, rho: 1, gamma: 1, y: 3, eta_w: 1})
    on = layers.but(factor > 0, source=COMMON_FACTOR)
    scaled, plain = final_scale(factor * eta_u, factor * eta_w), final_scale(eta_u, eta_w)
    return Printed(
        Holds(Ne(scaled, plain), on=on.but(Ne(factor, 1), source=COMMON_FACTOR)),
        erratum=Erratum(
            "wrong", "Of the magnitudes the ratio alone matters, as Section 3.2 says for equal rates: a common factor of both leaves "
            "alpha_+ as it is.",
            every(common=Equal(scaled, plain, on=on),
                  ratio=Holds(Lt(example, example.subs(eta_u, 1)), on=Domain(Ge(eta_u, 2), Le(eta_u, 4))))))


target_term, start_term = eta_u * eta_w * gamma**2 * rho**2 * y**2, 4 * rho**4 * (gamma**2 * d)**2 * P * Q


@claim(XU, "Section 3.1", "two-terms", uses=["xu2024/7", "xu2024/8:every-start"])
def speed_has_two_terms():
    """1/t_c^2 is the sum of a term with the target and a term with the start.

    As a definition, Eq. (7) squared, this would say nothing. Here 1/t_c is what the decay of xi makes of it: the distance of the two
    roots times gamma^2 d rho^2 P, for every pair of roots that a start with a finite t_c has.
    """
    return Equal(1 / tau**2, target_term + start_term, on=by_roots)


@claim(XU, "Section 3.1", "kernel-term", uses=["xu2024/sec-3.1:initialization-scales"])
def what_the_kernel_term_depends_on():
    """The second term of 1/t_c^2 does not depend on the learning rates: multiplying both by c leaves it.

    The text: it depends only on the data and the initialization.
    """
    def term(rate_u, rate_w):
        return start_term.subs({P: scale(rate_u, rate_w, 1), Q: scale(rate_u, rate_w, -1)}, simultaneous=True)

    on, scaled = layers.but(factor > 0, source=COMMON_FACTOR), term(factor * eta_u, factor * eta_w)
    return Printed(
        Equal(scaled, term(eta_u, eta_w), on=on),
        erratum=Erratum(
            "wrong",
            "P and Q hold the learning rates, so the term grows with the square of a common factor, exactly as the first one does: at "
            "fixed start and gamma no common learning rate favours either term.",
            every(second=Equal(scaled, factor**2 * term(eta_u, eta_w), on=on),
                  ratio=Equal(target_term.subs({eta_u: factor * eta_u, eta_w: factor * eta_w}, simultaneous=True) / scaled,
                              target_term / term(eta_u, eta_w), on=on))))


@claim(XU, "Footnote 2", uses=["xu2024/27"],
       reading="`small` is read as below a size that is set, 1, `close to anti-parallel` as a negative cosine")
def small_P_and_small_Q():
    """A small P means layers close to anti-parallel, at equal learning rates: the cosine is then negative.

    P small is P < 1, at d = 2; no size is distinguished, as all weights may be scaled. The
    last sentence, Q = P in the kernel regime, is held against Theorem 2 (`thm-2`); the origin
    as a saddle is `prop-2:saddle`.
    """
    equal = network.at({eta_w: eta_u})
    at = {eta_w: eta_u}
    gap, lag = W * x + rho_of_x * u, W * x - rho_of_x * u
    width = Integer(2)
    small = layers.at({d: width}).but(Lt(scale(1, 1, 1).subs(d, width), 1))
    true = every(
        P=Equal(Dot(p_vector, p_vector).subs(at) / d, eta_u * Dot(gap, gap) / (4 * d * Dot(x, x)), on=equal),
        Q=Equal(Dot(q_vector, q_vector).subs(at) / d, eta_u * Dot(lag, lag) / (4 * d * Dot(x, x)), on=equal),
        both=Equal(Dot(p_vector, p_vector) + Dot(q_vector, q_vector),
                   (eta_u * Dot(W * x, W * x) / Dot(x, x) + eta_w * Dot(u, u)) / 2, on=network),
        sign=Iff(both < 0, Lt(scale(1, 1, 1), scale(1, 1, -1)), on=layers))
    return Printed(
        Holds(both < 0, on=small), conditions=[stated(Lt(scale(1, 1, 1).subs(d, width), 1))],
        erratum=Erratum(
            "incomplete", "P measures how far Wx/rho is from -u and Q how far from u, together they measure the size: P is small for "
            "small layers too, whatever their angle. The word small should read: small beside Q.", true,
            under=(Lt(scale(1, 1, 1).subs(d, width), scale(1, 1, -1).subs(d, width)),), convention="small is said beside Q"))
