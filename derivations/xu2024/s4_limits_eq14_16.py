"""Section 4: the order of t_c in a scaling limit, Eqs. (14)-(16), the moments of P and Q, when P/Q tends to 1, and Theorem 2."""

from sympy import And, Eq, Ge, Gt, Le, Lt, Max, Ne, Not, S, sqrt

from theoremtest.derivations.language import (
    Classifies,
    Domain,
    Dot,
    Equal,
    Erratum,
    Expectation,
    Holds,
    Iff,
    Limit,
    Printed,
    Scales,
    Step,
    claim,
    every,
    real,
    reals,
    stated,
)

from .conventions_notation import (
    CAUCHY,
    FACTOR,
    GROWTH,
    MEAN_OF_SQUARES,
    ORDER_ONE,
    P_NOT_ZERO,
    SCALING,
    SHARES,
    SPREAD,
    VALID_LIMIT,
    VARIANCES,
    WIDTH,
)
from .notation import (
    XU,
    P,
    Q,
    W,
    alpha,
    constants,
    d,
    drive,
    eta_u,
    eta_w,
    gamma,
    grip,
    inverse_time,
    network,
    output,
    p_vector,
    plus_root,
    q_vector,
    rho,
    rho_of_x,
    starts,
    u,
    y,
)
from .phase_notation import c_d, c_eta_u, c_eta_w, c_gamma, c_u, c_w, exponents, first, meaning, second, stable
from .s3_1_solution_eq4_9 import both, scale, size_u, size_v
from .s3_2_alignment_eq11_13 import c, closed

kappa = real(r"\kappa")
sigma_u, sigma_w = reals(r"\sigma_u^2", r"\sigma_w^2")
share_P, share_Q = reals("P/E[P]", "Q/E[Q]")

gaussian = network.but(sigma_u > 0, sigma_w > 0, source=VARIANCES)
draws = {u: sigma_u, W: sigma_w}
expected = (eta_w * sigma_u + eta_u * sigma_w) / 4
big, small = Dot(p_vector, p_vector) / d, Dot(q_vector, q_vector) / d

mean_in_kappa = (kappa**(c_eta_w + c_u) + kappa**(c_eta_u + c_w)) / 4
"""The mean of P and of Q as a sum of powers of kappa."""

sampled = (exponents & Domain(kappa > 0, source=SCALING) & Domain(share_P > 0, share_Q > 0, source=SHARES)
           & Domain(rho > 0, Ne(y, 0), source=ORDER_ONE))
"""P and Q of the order of their means, and x and y of order one."""

powers = {gamma: kappa**c_gamma, d: kappa**c_d, eta_u: kappa**c_eta_u, eta_w: kappa**c_eta_w}
speed_in_kappa = (kappa**(c_eta_u + c_eta_w + 2 * c_gamma) * rho**2 * y**2
                  + 4 * rho**4 * kappa**(4 * c_gamma + 2 * c_d) * share_P * share_Q * mean_in_kappa**2)
"""1/t_c^2 of Eq. (7) with all of these put in."""


@claim(XU, "Eq. (14)", uses=["xu2024/7"], reading="P and Q are read as multiples of their means, by numbers of order one",
       leaves_out="starts at which P or Q is far from its mean, which at finite width have positive probability")
def order_of_the_learning_time():
    """1/t_c^2 is of the order of eta_u eta_w gamma^2 + (gamma^2 d)^2 P Q for x and y of order one."""
    values = {**powers, P: share_P * mean_in_kappa, Q: share_Q * mean_in_kappa}
    simple = kappa**(c_eta_u + c_eta_w + 2 * c_gamma) + kappa**(4 * c_gamma + 2 * c_d) * share_P * share_Q * mean_in_kappa**2
    return Printed(
        every(whole=Scales(speed_in_kappa, kappa, Max(first, 2 * second), on=sampled),
              printed=Scales(simple, kappa, Max(first, 2 * second), on=sampled)),
        derivation=(Step(Equal(inverse_time.subs(values)**2, speed_in_kappa, on=sampled), "1/t_c of Eq. (7), all in powers of kappa"),))


@claim(XU, "Eq. (15)", uses=["xu2024/14"])
def condition_on_the_exponents():
    """t_c is of order one exactly where Eq. (15) holds; it diverges where the left side is negative, and vanishes where it is positive.

    The exponents of the two terms of Eq. (14) are the first and twice the second term of Eq. (15).
    """
    order = Max(first, 2 * second)
    return Classifies({"diverges": meaning["frozen"], "of order one": stable, "vanishes": meaning["unstable"]},
                      {"diverges": order < 0, "of order one": Eq(order, 0), "vanishes": order > 0}, on=exponents)


@claim(XU, "Section 4", "moments", uses=["xu2024/27"])
def moments_of_P_and_Q():
    """P and Q have mean (eta_w sigma_u^2 + eta_u sigma_w^2)/4 and variance (eta_w sigma_u^2 + eta_u sigma_w^2)^2/(8d).

    With rho = |x|; the printed mean of squares would multiply sigma_w^2 by d_0.
    """
    return every(
        mean_P=Expectation(big, draws, expected, on=gaussian), mean_Q=Expectation(small, draws, expected, on=gaussian),
        variance_P=Expectation(big, draws, 16 * expected**2 / (8 * d), "variance", on=gaussian),
        variance_Q=Expectation(small, draws, 16 * expected**2 / (8 * d), "variance", on=gaussian))


@claim(XU, "Section 4", "infinite-width", uses=["xu2024/sec-4:moments"],
       reading="P - Q and P - E[P] at a width: their fourth moments are of the order 1/d^2 times the fourth power of E[P]",
       leaves_out="that differences whose fourth moments have a finite sum vanish almost surely (Borel and Cantelli), so that P/Q tends "
                  "to 1")
def ratio_at_infinite_width():
    """Case 1: P/Q tends to 1 almost surely as d goes to infinity, for independent layers."""
    product = eta_u * eta_w * sigma_u * sigma_w
    on = Domain(eta_u > 0, eta_w > 0, sigma_u > 0, sigma_w > 0, over=[d])
    return every(
        difference=Expectation((big - small)**4, draws, 3 * product**2 * (d + 2) / d**3, on=gaussian),
        bound=Holds(Le(3 * product**2 * (d + 2) / d**3, 144 * expected**4 / d**2), on=on),
        spread=Expectation((big - expected)**4, draws, expected**4 * (12 * d + 48) / d**3, on=gaussian))


@claim(XU, "Section 4", "zero-output", uses=["xu2024/27"])
def ratio_at_zero_output():
    """Case 2: P = Q exactly when the initial output is zero, at any width."""
    return Equal(gamma * d * rho_of_x * (big - small), sqrt(eta_u * eta_w) * output, on=network)


@claim(XU, "Section 4", "unbalanced", uses=["xu2024/sec-3.1:initialization-scales"])
def ratio_of_unbalanced_layers():
    """Case 3: P/Q tends to 1 at any finite width when c_u + c_eta_w != c_w + c_eta_u.

    r is the ratio of the smaller of sqrt(eta_w) u and sqrt(eta_u) Wx/rho to the larger, which then vanishes.
    """
    r = real("r")
    on = (Domain(size_u > 0, size_v > 0, source=GROWTH) & Domain(r > 0, source=SCALING)
          & Domain(Ge(size_u * size_v, both**2), source=CAUCHY))
    ratio = (size_v + r**2 * size_u + 2 * r * both) / (size_v + r**2 * size_u - 2 * r * both)
    return Limit(ratio, r, 0, S.One, on=on, rate=r)


@claim(XU, "Section 4", "balanced", uses=["xu2024/sec-3.1:initialization-scales"], origin="derived",
       reading="`tends to 1`: a number that does not depend on kappa does so where it is 1")
def ratio_of_balanced_layers():
    """Where c_u + c_eta_w = c_w + c_eta_u at finite width, P/Q does not depend on kappa at all: it tends to 1 only if u.Wx = 0.

    u and Wx/rho grow like kappa^(c_u/2) and kappa^(c_w/2) from given directions.
    """
    on = Domain(kappa > 0, size_u > 0, size_v > 0, eta_u > 0, eta_w > 0, Gt(size_u * size_v, both**2), over=[c_u, c_eta_u, c_eta_w, d])
    grown = {size_u: kappa**c_u * size_u, size_v: kappa**(c_u + c_eta_w - c_eta_u) * size_v,
             both: kappa**(c_u + (c_eta_w - c_eta_u) / 2) * both,
             eta_u: kappa**c_eta_u * eta_u, eta_w: kappa**c_eta_w * eta_w}
    P_now, Q_now = (scale(eta_u, eta_w, sign) for sign in (1, -1))
    P_then, Q_then = (part.subs(grown, simultaneous=True) for part in (P_now, Q_now))
    return every(
        ratio=Equal(P_then / Q_then, P_now / Q_now, on=on),
        one=Iff(Eq(P_now - Q_now, 0), Eq(both, 0), on=on))


A, B, C = reals("A", "B", "C")
limits = Domain(A > 0, source=P_NOT_ZERO) & Domain(Ge(C, 0), over=[B], source=MEAN_OF_SQUARES)
"""Limits of A = gamma^2 d rho^2 P, C = gamma^2 d rho^2 Q and B = sqrt(eta_u eta_w) gamma rho y, the kernel of order one, P != 0."""

end = (B + sqrt(B**2 + 4 * A * C)) / (2 * A)
"""alpha_+ in these."""


@claim(XU, "Definition 1", uses=["xu2024/10:modes"], origin="derived")
def kernel_along_the_way():
    """K(x, x) = 2 (A alpha + C/alpha) changes by 2 (alpha - 1)(A - C/alpha), and is strictly convex in alpha.

    So it stays what it was all the way from 1 to alpha_+ only if alpha_+ = 1. A, B, C as in `thm-1:case-free`.
    """
    on = limits.but(alpha > 0)
    value = A * alpha + C / alpha
    return every(
        change=Equal(2 * value - 2 * (A + C), 2 * (alpha - 1) * (A - C / alpha), on=on),
        convex=Holds(Gt(2 * C / alpha**3, 0), on=on.but(C > 0)))


@claim(XU, "Theorem 2", uses=["xu2024/def-1", "xu2024/36", "xu2024/37", "xu2024/38"],
       reading="`tends to`, of the limits A, B and C of the terms: Eq. (16) is B = 0, and P/Q tends to 1 where A = C")
def kernel_phase():
    """With a kernel of order one, alpha_+ tends to 1 if and only if P/Q tends to 1 and the first term of t_c vanishes.

    Stated for the limits A, B, C: (16) is B = 0, and P/Q = 1 is A = C.
    """
    return Printed(
        Iff(Eq(end, 1), And(Eq(A, C), Eq(B, 0)), on=limits),
        erratum=Erratum(
            "incomplete",
            "The proof shows that the conditions suffice. They are not necessary: the kernel also stays where the network starts at its "
            "target, A - C = B, that is f(0) = y, with P and Q apart, with A = gamma^2 d rho^2 P, C = gamma^2 d rho^2 Q and "
            "B = sqrt(eta_u eta_w) gamma rho y. alpha_+ tends to 1 exactly where A - C - B tends to 0. For layers "
            "drawn independently at growing width A - C tends to 0, and then B = 0 is necessary too.",
            every(
                exact=Iff(Lt(end, 1), Gt(A - C - B, 0), on=limits),
                other_side=Iff(Gt(end, 1), Lt(A - C - B, 0), on=limits),
                sufficient=Equal(end.subs({C: A, B: 0}), S.One, on=Domain(A > 0)))))


@claim(XU, "Theorem 2", "sufficient", uses=["xu2024/thm-2"])
def conditions_suffice():
    r"""How close $\alpha_+$ is to 1: with $|Q/P - 1| \leq h$ and $|\beta| \leq b$ it is within $h + 2 b$.

    $\alpha_+ = \beta + \sqrt{\beta^2 + Q/P}$ with $\beta = \frac{\sqrt{\eta_u \eta_w}\, y}{2 \gamma d \rho P}$,
    so both conditions of the theorem make it tend to 1.
    """
    b, h = real("b"), real("h")
    beta = drive / (2 * grip * P)
    on = Domain(Ge(b, 0), Ge(h, 0), Le(h, 1), source=SPREAD)
    return every(
        form=Equal(plus_root, beta + sqrt(beta**2 + Q / P), on=starts),
        above=Holds(Le(sqrt(b**2 + 1 + h), 1 + h + b), on=on),
        below=Holds(Ge(sqrt(b**2 + 1 - h), 1 - h), on=on))


@claim(XU, "Eq. (16)", uses=["xu2024/15"])
def condition_for_the_kernel_phase():
    """Where Eq. (15) holds, Eq. (16) says that the first term is negative and the second zero."""
    sixteen = c_d + Max(c_eta_w + c_u, c_eta_u + c_w) > c_eta_u + c_eta_w
    return Classifies({"kernel": sixteen, "learning": Not(sixteen)},
                      {"kernel": And(first < 0, Eq(second, 0)), "learning": And(Eq(first, 0), second <= 0)},
                      on=exponents.but(stable, source=VALID_LIMIT))


@claim(XU, "Section 4", "conclusion", uses=["xu2024/16"])
def overall_phase():
    """The kernel phase is 0 = c_gamma + c_d + max{c_eta_w + c_u, c_eta_u + c_w} > c_eta_u + c_eta_w, all else is learning (P/Q to 1)."""
    def statement(factor, other):
        printed = And(Eq(factor * c_gamma + c_d + Max(c_eta_w + c_u, c_eta_u + c_w), 0), other * c_gamma + c_eta_u + c_eta_w < 0)
        return Classifies({"kernel": printed, "learning": Not(printed)}, {name: meaning[name] for name in ("kernel", "learning")},
                          on=exponents.but(stable, source=VALID_LIMIT))

    return Printed(statement(1, 0), erratum=Erratum(
        "wrong", "The terms of Eq. (15) carry 2 c_gamma: the condition is 0 = 2 c_gamma + c_d + max{...} > 2 c_gamma + c_eta_u + c_eta_w. "
        "The printed one is not met by the standard kernel scaling of Table 1 itself.", statement(2, 2)))


@claim(XU, "Section 4", "lazy", uses=["xu2024/15", "xu2024/16"])
def lazy_training_satisfies_the_conditions():
    """c_gamma = 1, c_eta = -2 and c_u = c_w = 0 at fixed width satisfy Eqs. (15) and (16)."""
    lazy = {c_d: 0, c_gamma: 1, c_u: 0, c_w: 0, c_eta_u: -2, c_eta_w: -2}
    return Classifies({"kernel": (lazy,)}, {"kernel": meaning["kernel"]}, complete=False, on=exponents)


@claim(XU, "Section 4", "balance-not-needed", uses=["xu2024/16"],
       reading="`to achieve feature learning, one should make sure that the learning rate and the initialization are well balanced: "
               "c_u = c_w` is read as: feature learning has c_u = c_w")
def feature_learning_without_balance():
    """To achieve feature learning the learning rate and the initialization have to be well balanced: c_u = c_w."""
    unbalanced = {c_d: 1, c_gamma: -1, c_u: 0, c_w: -1, c_eta_u: 1, c_eta_w: 1}
    return Printed(
        Classifies({"balanced": meaning["learning"]}, {"balanced": Eq(c_u, c_w)}, complete=False, on=exponents),
        erratum=Erratum(
            "wrong", "Balance is not necessary: Eq. (16) fails, and features are learned, wherever c_gamma = -c_eta and c_eta is large "
            "enough (`cor-2`). Nor is c_u = c_w the balance that the third case is about, c_u + c_eta_w = c_w + c_eta_u.",
            Classifies({"learning": (unbalanced,)}, {"learning": And(meaning["learning"], Ne(c_u + c_eta_w, c_w + c_eta_u), Ne(c_u, c_w))},
                       complete=False, on=exponents)))


@claim(XU, "Section 4", "same-order", uses=["xu2024/15", "xu2024/16"])
def both_terms_in_the_learning_phase():
    """In the feature learning phase the two terms in (7) are of the same order."""
    return Printed(
        Classifies({"same": meaning["learning"]}, {"same": Eq(first, 2 * second)}, complete=False,
                   on=exponents.but(Ge(c_d, 0), source=WIDTH)),
        erratum=Erratum(
            "wrong", "With P/Q -> 1, as the paragraph supposes, the first is of order one and the second of order one or less: in "
            "Corollary 2 with c_eta > c_d + max{c_u, c_w} it vanishes. "
            "The bound on the alignment only needs that the first is not the smaller one.",
            Classifies({"first": meaning["learning"]}, {"first": And(Eq(first, 0), second <= 0)}, complete=False, on=exponents)))


@claim(XU, "Section 4", "alignment", uses=["xu2024/11"])
def alignment_of_independent_layers():
    """sum p_i q_i is close to zero for Gaussian initialization; with P = Q then zeta = (alpha^2 - 1)/(alpha^2 + 1), rising from 0.

    Close to zero is read as: beside d times the mean of P, so its mean is held against 0. The cosine is 0 at alpha = 1, where it
    starts, and nowhere else.
    """
    cosine = (alpha**2 - 1) / (alpha**2 + 1)
    on = Domain(P > 0, source=P_NOT_ZERO) & Domain(alpha > 0, source=FACTOR)
    mean = d * (eta_u * sigma_w - eta_w * sigma_u) / 4
    with_balance = gaussian.but(where={eta_w: eta_u * sigma_w / sigma_u})
    follows = every(
        form=Equal(closed.subs({Q: P, c: 0}), cosine, on=on),
        start=Iff(Eq(closed.subs({Q: P, c: 0}), 0), Eq(alpha, 1), on=on),
        rises=Holds(Gt(cosine.diff(alpha), 0), on=on))
    return Printed(
        every(gaussian=Expectation(Dot(p_vector, q_vector), draws, S.Zero, on=gaussian), **follows.members),
        erratum=Erratum(
            "incomplete", "The mean of sum p_i q_i is d (eta_u sigma_w^2 - eta_w sigma_u^2)/4, of the order of d P unless the layers are "
            "balanced, eta_u sigma_w^2 = eta_w sigma_u^2; P = Q holds for wide layers without that. Balanced, it is as stated.",
            every(mean=Expectation(Dot(p_vector, q_vector), draws, mean, on=gaussian),
                  balanced=Expectation(Dot(p_vector, q_vector), draws, S.Zero, on=with_balance),
                  **follows.members),
            under=(Eq(eta_w, eta_u * sigma_w / sigma_u),)))


@claim(XU, "Section 4", "bound", uses=["xu2024/sec-4:alignment"])
def bound_on_the_final_alignment():
    """Where P = Q and beta >= K a bound on the alignment, zeta(oo) >= ((K + 1)^2 - 1)/((K + 1)^2 + 1), called an upper bound.

    alpha_+ is beta + sqrt(beta^2 + 1) with beta = y sqrt(eta_u eta_w)/(2 gamma rho d P), from Eq. (8).
    """
    K, beta = real("K"), real(r"\beta")
    end = beta + sqrt(beta**2 + 1)
    on = Domain(K > 0, Ge(beta, K), over=[beta])
    bound = ((K + 1)**2 - 1) / ((K + 1)**2 + 1)
    equal = constants & Domain(P > 0, over=[y], source=P_NOT_ZERO)
    parts = every(
        form=Equal(plus_root.subs(Q, P), end, on=equal.but(where={beta: drive / (2 * grip * P)})),
        factor=Iff(Ge(drive, 2 * K * rho**2 * gamma**2 * d * P), Ge(drive / (2 * grip * P), K), on=equal.but(over=[K])),
        scale=Holds(Ge(end, K + 1), on=on),
        cosine=Holds(Ge((end**2 - 1) / (end**2 + 1), bound), on=on))
    return Printed(parts, conditions=[stated(K > 0, Ge(beta, K))])


@claim(XU, "Section 4", "upper-bound", uses=["xu2024/sec-4:bound"],
       reading="`upper bound` is read of the display's number: the final alignment is at most that")
def bound_from_above():
    """The number that bounds the alignment from below is called a non-zero upper bound of it."""
    K, beta = real("K"), real(r"\beta")
    end, bound = beta + sqrt(beta**2 + 1), ((K + 1)**2 - 1) / ((K + 1)**2 + 1)
    on = Domain(K > 0, Ge(beta, K))
    return Printed(
        Holds(Le((end**2 - 1) / (end**2 + 1), bound), on=on), conditions=[stated(K > 0, Ge(beta, K))],
        erratum=Erratum("wrong", "As the display has it, it is a lower bound.", Holds(Ge((end**2 - 1) / (end**2 + 1), bound), on=on)))


@claim(XU, "Section 4", "sharp-bound", uses=["xu2024/sec-4:bound"], origin="derived")
def final_alignment_exactly():
    """In fact zeta(oo) = beta/sqrt(beta^2 + 1) there, so it is at least K/sqrt(K^2 + 1)."""
    beta = real(r"\beta")
    end = beta + sqrt(beta**2 + 1)
    return Equal((end**2 - 1) / (end**2 + 1), beta / sqrt(beta**2 + 1), on=Domain(over=[beta]))
