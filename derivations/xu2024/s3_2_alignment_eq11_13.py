"""Section 3.2: the cosine zeta between the two layers in time, Eqs. (11)-(13), what it depends on, and when it stands still.

The section sets x = 1 in one dimension; here w stands for Wx/rho, which is w for x = 1, so every input dimension is covered.
The sum (2/d) sum_i p_i q_i, a constant of the motion, is called c.
"""

from sympy import Derivative, Eq, Ge, Gt, Integer, Le, Lt, Ne, Rational, S, diff, sqrt

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
    Step,
    by,
    claim,
    every,
    real,
    reals,
    stated,
    vector,
)

from .a2_solution_eq18_30 import scalar_flow
from .conventions_notation import (
    CAUCHY,
    COMMON_FACTOR,
    COSINE,
    FACTOR,
    LEARNING_RATE,
    MEAN_OF_SQUARES,
    P_NOT_ZERO,
    PARALLEL,
    PARALLEL_LEFT_OUT,
    POSITIVE_TARGET,
    SCALE_OF_OUTPUT,
)
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
    drive,
    eta_u,
    eta_w,
    gamma,
    grip,
    moving,
    network,
    output,
    p_vector,
    parameters,
    plus_root,
    q_vector,
    rates_positive,
    rho,
    rho_of_x,
    starts,
    training,
    two_roots,
    u,
    x,
    y,
)
from .s3_1_solution_eq4_9 import both, factor, final_scale, layers, scale, size_u, size_v

w = W * x / rho_of_x
cosine = Dot(u, w) / sqrt(Dot(u, u) * Dot(w, w))
c, z = real("c"), vector("w", d)

apart = alpha * P - Q / alpha
spread = (alpha * P + Q / alpha)**2 - c**2
closed = apart / sqrt(spread)
"""zeta of Eq. (11)."""

means = Domain(P > 0, source=P_NOT_ZERO) & Domain(Ge(Q, 0), source=MEAN_OF_SQUARES) & Domain(alpha > 0, over=[c], source=FACTOR)
not_parallel = means & Domain(Gt(4 * P * Q, c**2), source=PARALLEL_LEFT_OUT)
"""Layers that span an area: 4PQ > c^2 (`12:cauchy`)."""


@claim(XU, "Eq. (11)", uses=["xu2024/27", "xu2024/4"])
def cosine_in_modes():
    """zeta = (|p|^2 - |q|^2)/sqrt((|p|^2 + |q|^2)^2 - (2 p.q)^2), which at alpha P and Q/alpha is Eq. (11).

    Both learning rates and the width cancel.
    """
    pp, qq, pq = Dot(p_vector, p_vector), Dot(q_vector, q_vector), Dot(p_vector, q_vector)
    on = network.but(Gt(Dot(u, u) * Dot(W * x, W * x), 0), source=COSINE)
    defined = means.but(Gt(spread, 0), over=[d], source=COSINE)
    return every(
        modes=Equal(cosine, (pp - qq) / sqrt((pp + qq)**2 - (2 * pq)**2), on=on),
        means=Equal((d * alpha * P - d * Q / alpha) / sqrt((d * alpha * P + d * Q / alpha)**2 - (d * c)**2), closed, on=defined))


@claim(XU, "Section 3.2", "alpha", uses=["xu2024/30"])
def scale_in_time():
    """alpha(t) = (alpha_+ + xi alpha_-)/(1 - xi) follows from Eq. (30), by which xi is (alpha - alpha_+)/(alpha - alpha_-)."""
    quotient = (alpha - alpha_plus) / (alpha - alpha_minus)

    def statement(sign):
        return Equal((alpha_plus + sign * quotient * alpha_minus) / (1 - quotient), alpha,
                     on=two_roots.but(alpha > 0, source=FACTOR))

    return Printed(statement(1), erratum=Erratum(
        "wrong", "The sign before alpha_- is minus for the roots of Eq. (8); see `thm-1`.", statement(-1)))


@claim(XU, "Section 3.2", "product", uses=["xu2024/22", "xu2024/23"])
def product_in_weights():
    """4 p_i q_i = u_i^2 - w_i^2 at unit learning rates, as the sentence after Eq. (11) has it.

    p_i and q_i are those of Eq. (4) for the section's input, x = 1 in one dimension.
    """
    u_i, w_i, p_i, q_i = reals("u_i", "w_i", "p_i", "q_i")

    def at(first, second):
        along, across = sqrt(first) * w_i, sqrt(second) * u_i
        return Domain(over=[u_i, w_i], where={p_i: (along + across) / 2, q_i: (along - across) / 2})
    return Printed(
        Equal(4 * p_i * q_i, u_i**2 - w_i**2, on=at(S.One, S.One)),
        erratum=Erratum(
            "wrong", "By Eq. (22) 4 p_i q_i = eta_u w_i^2 - eta_w u_i^2: the sign is the other one, and the learning rates are left out. "
            "The norms of Section 3.3 take the right sign.",
            Equal(4 * p_i * q_i, eta_u * w_i**2 - eta_w * u_i**2, on=rates_positive & at(eta_u, eta_w))))


@claim(XU, "Section 3.2", "orthogonal-initialization", uses=["xu2024/11"])
def parallel_layers_stay_parallel():
    """With u parallel to w, p_i = C q_i for a constant C, and u and w stay parallel or anti-parallel: zeta^2 = 1 at all times.

    As w = k u, p_i = (sqrt(eta_u) k + sqrt(eta_w)) u_i/2 and q_i has a minus sign, so C is their quotient.
    """
    k, C = real("k"), real("C")
    plus, minus = sqrt(eta_u) * k + sqrt(eta_w), sqrt(eta_u) * k - sqrt(eta_w)
    any_factor = rates_positive.but(over=[k])
    parallel = network.but(Eq(W * x, k * u), over=[k], source=PARALLEL)
    turning = Domain(Q > 0, alpha > 0, Gt((alpha * C**2 * Q - Q / alpha)**2, 0), over=[C])
    stays = Conserved(Dot(u, u) * Dot(w, w) - Dot(u, w)**2, along=training, on=network)
    parallel_now = Equal(Dot(u, u) * Dot(w, w) - Dot(u, w)**2, S.Zero, on=parallel)
    mirrored = network.but(Eq(W * x, k * rho_of_x * u), over=[k], source=PARALLEL)
    modes = Equal(p_vector, plus / minus * q_vector, on=mirrored.but(Ne(minus, 0)))
    return Printed(
        every(constant=Holds(Ne(minus, 0), on=any_factor), stays=stays, parallel=parallel_now),
        latex=r"u \parallel w \implies p_i = C q_i, \quad \zeta(t)^2 = 1",
        erratum=Erratum(
            "incomplete", "For sqrt(eta_u) w = sqrt(eta_w) u every q_i is 0, p_i is not, and no C exists: the start that is aligned best. "
            "Then Q = 0. The conclusion holds there too.",
            every(modes=modes, stays=stays, parallel=parallel_now,
                  cosine=Equal(closed.subs({P: C**2 * Q, c: 2 * C * Q})**2, S.One, on=turning))))


@claim(XU, "Section 3.2", "kernel-scale", uses=["xu2024/11"])
def no_alignment_at_scale_one():
    """In the kernel regime alpha(t) = 1 is a constant, which in turn implies zeta(t) = 0.

    In the limit of the kernel phase the layers may become parallel, and then zeta need not vanish (`sec-3.2:kernel-iff`).
    """
    on = not_parallel.but(Eq(alpha, 1))
    return Printed(
        Equal(closed, S.Zero, on=on), conditions=[stated(Eq(alpha, 1))],
        erratum=Erratum("incomplete", "At alpha = 1 the cosine is P - Q over the root: alpha = 1 implies zeta = 0 only with P = Q, the "
                        "other condition of Theorem 2.", Equal(closed, S.Zero, on=on.but(Eq(Q, P)))))


@claim(XU, "Eq. (12)", uses=["xu2024/11"])
def slope_of_the_cosine():
    """d zeta/d alpha."""
    printed = (P + Q / alpha**2) * (4 * P * Q - c**2) / spread**(S(3) / 2)
    return Printed(
        Equal(diff(closed, alpha), printed, on=not_parallel),
        derivation=(
            Step(Equal(spread, apart**2 + 4 * P * Q - c**2, on=not_parallel), "the two squares differ by 4PQ"),
            Step(Equal(diff(closed, alpha), (4 * P * Q - c**2) * diff(apart, alpha) / spread**(S(3) / 2), on=not_parallel),
                 "the derivative of z/sqrt(z^2 + k) is k/(z^2 + k)^(3/2)"),
            Step(Equal(Derivative(apart, alpha), P + Q / alpha**2, on=not_parallel), "and z = alpha P - Q/alpha"),
        ))


@claim(XU, "Eq. (12)", "cauchy", uses=["xu2024/12"])
def cauchy_inequality():
    """4PQ - c^2 is positive unless the layers are parallel: it is eta_u eta_w/d^2 times |u|^2 |w|^2 - (u.w)^2.

    |u|^2 times that is the squared length of |u|^2 w - (u.w) u, which is zero for parallel layers only.
    """
    pp, qq, pq = Dot(p_vector, p_vector), Dot(q_vector, q_vector), Dot(p_vector, q_vector)
    area, k, part = Dot(u, u) * Dot(w, w) - Dot(u, w)**2, real("k"), Dot(u, u) * z - Dot(u, z) * u
    return every(
        area=Equal(4 * (pp / d) * (qq / d) - (2 * pq / d)**2, eta_u * eta_w * area / d**2, on=network),
        across=Equal(Dot(u, u) * (Dot(u, u) * Dot(z, z) - Dot(u, z)**2), Dot(part, part), on=Domain(over=[u, z])),
        strict=Holds(Gt(Dot(u, u) * Dot(z, z) - Dot(u, z)**2, 0),
                     on=Domain(Gt(Dot(u, u) * (Dot(u, u) * Dot(z, z) - Dot(u, z)**2), 0), over=[u, z], source=PARALLEL_LEFT_OUT)),
        parallel=Equal(Dot(u, u) * Dot(k * u, k * u) - Dot(u, k * u)**2, S.Zero, on=Domain(over=[u, k])))


@claim(XU, "Section 3.2", "monotonic", uses=["xu2024/12", "xu2024/12:cauchy", "xu2024/30"],
       conditions=[stated(Ge(alpha, 1), alpha < alpha_plus, Le(alpha, 1), Gt(alpha, alpha_plus))])
def alignment_is_monotonic():
    """zeta moves one way only: up if alpha_+ > 1, down if alpha_+ < 1, not at all if alpha_+ = 1 (layers not parallel).

    d zeta/d alpha > 0, and alpha moves from 1 towards alpha_+ without reaching it: below alpha_+ it rises, above it falls.
    """
    rate = scalar_flow.rates[alpha]
    return every(
        slope=Holds(Gt(diff(closed, alpha), 0), on=not_parallel),
        rises=Holds(Gt(rate, 0), on=by_roots.but(Ge(alpha, 1), alpha < alpha_plus)),
        falls=Holds(Lt(rate, 0), on=by_roots.but(Le(alpha, 1), Gt(alpha, alpha_plus))),
        rests=Equal(rate.subs(alpha, alpha_plus), S.Zero, on=by_roots))


positive = starts.but(y > 0, source=POSITIVE_TARGET).but(gamma > 0, source=SCALE_OF_OUTPUT)

first_term = sqrt(eta_u * eta_w) * y / (2 * gamma * d * rho * P)
left_side = first_term + sqrt(first_term**2 + Q / P)


@claim(XU, "Eq. (13)", uses=["xu2024/8"])
def condition_for_alignment():
    """The left side of Eq. (13) is alpha_+, so the condition is alpha_+ > 1."""
    return every(side=Equal(left_side, plus_root, on=starts), condition=Iff(Gt(plus_root, 1), Gt(left_side, 1), on=starts))


@claim(XU, "Eq. (13)", "output", uses=["xu2024/13", "xu2024/27"], origin="derived")
def condition_is_an_output_below_its_target():
    """alpha_+ > 1 exactly where gamma^2 d rho^2 (P - Q) < sqrt(eta_u eta_w) gamma rho y.

    For gamma > 0 this says that the output starts below its target, f(0) < y: the output is gamma rho d (P - Q)/sqrt(eta_u eta_w).
    Nothing in it depends on a learning rate. Decided for the two roots that name a start (`8:every-start`).
    """
    return every(
        product=Equal(grip * (P - Q) - drive, grip * P * (1 - alpha_plus) * (1 - alpha_minus), on=by_roots),
        condition=Iff(Gt(alpha_plus, 1), Lt(grip * P * (1 - alpha_plus) * (1 - alpha_minus), 0), on=by_roots),
        output=Equal(grip.subs(rho, rho_of_x) * (Dot(p_vector, p_vector) - Dot(q_vector, q_vector)) / d,
                     sqrt(eta_u * eta_w) * gamma * rho_of_x * output, on=network))


@claim(XU, "Section 3.2", "sign-of-y", uses=["xu2024/13"])
def symmetric_in_the_sign_of_the_target():
    """Turning the sign of y and exchanging P and Q (that is u -> -u) turns alpha_+ into 1/alpha_+, and zeta into -zeta."""
    on = starts.but(Q > 0, source=P_NOT_ZERO)
    turned = plus_root.subs({y: -y, P: Q, Q: P}, simultaneous=True)
    return every(scale=Equal(turned, 1 / plus_root, on=on),
                 cosine=Equal(closed.subs({P: Q, Q: P, alpha: 1 / alpha}, simultaneous=True), -closed, on=not_parallel))


@claim(XU, "Section 3.2", "wrong-predictions", uses=["xu2024/13:output"], conditions=[stated(Ge(Q, P))])
def condition_holds_for_wrong_predictions():
    """Eq. (13) holds whenever Q >= P, for y > 0 (gamma > 0)."""
    return Holds(Gt(plus_root, 1), on=positive.but(Ge(Q, P)))


@claim(XU, "Section 3.2", "negative-overlap", uses=["xu2024/sec-3.1:initialization-scales"])
def larger_Q_is_a_negative_overlap():
    """Q >= P is equivalent to u(0).w(0) < 0."""
    big, small = scale(eta_u, eta_w, 1), scale(eta_u, eta_w, -1)
    return Printed(
        Iff(Ge(small, big), both < 0, on=layers),
        erratum=Erratum("wrong", "Equality of P and Q is a vanishing overlap: Q >= P is u.w <= 0, and Q > P is u.w < 0.",
                        every(weak=Iff(Ge(small, big), Le(both, 0), on=layers),
                              strict=Iff(Gt(small, big), both < 0, on=layers))))


inner, area = real(r"u^\top w"), real("G")


@claim(XU, "Section 3.2", "alignment", uses=["xu2024/sec-3.1:wedge"], origin="derived")
def alignment_is_a_function_of_the_output():
    """zeta = s/sqrt(G + s^2) with s = u.w = f/(gamma rho) and the conserved G = |u|^2 |w|^2 - (u.w)^2.

    So zeta(t) follows from the output f(t) and the start alone, and its end is that of f = y: both learning rates drop out.
    """
    f, s = real("f"), real("s")
    there = network.but(where={f: output, s: f / (gamma * rho_of_x), area: Dot(u, u) * Dot(w, w) - Dot(u, w)**2})
    return every(
        kept=Conserved(Dot(u, u) * Dot(w, w) - Dot(u, w)**2, along=training, on=network),
        cosine=Equal(cosine, s / sqrt(area + s**2), on=there.but(Gt(Dot(u, u) * Dot(W * x, W * x), 0))),
        output=Equal(Dot(u, w), s, on=there))


final_cosine = (final_scale(eta_u, eta_w) * scale(eta_u, eta_w, 1) - scale(eta_u, eta_w, -1) / final_scale(eta_u, eta_w)) / sqrt(
    (final_scale(eta_u, eta_w) * scale(eta_u, eta_w, 1) + scale(eta_u, eta_w, -1) / final_scale(eta_u, eta_w))**2
    - ((eta_u * size_v - eta_w * size_u) / (2 * d))**2)
"""zeta at the end by Eqs. (11), (8) and (27) from the inner products of the start."""



@claim(XU, "Section 3.2", "rates-matter", uses=["xu2024/sec-3.2:alignment"], conditions=[stated(eta_w < 1)])
def what_the_learning_rates_do_to_the_alignment():
    """The final alignment at eta_w = eta_u is larger than at any smaller eta_w.

    The text: the dependence on the rates becomes significant once the two differ, and making eta_w close to eta_u makes the layers more
    aligned. Held against it: layers with |u| = |w| = 1 and u.w = 0, rho = gamma = y = 1.
    """
    here = final_cosine.subs({size_u: 1, size_v: 1, both: 0, d: 1, rho: 1, gamma: 1, y: 1, eta_u: 1})
    on = Domain(eta_w > 0, source=LEARNING_RATE)
    s = y / (gamma * rho)
    return Printed(
        Holds(Gt(here.subs(eta_w, 1), here), on=on.but(eta_w < 1)),
        erratum=Erratum(
            "wrong",
            "|u|^2 |w|^2 - (u.w)^2 is conserved for any two learning rates, so the final alignment is s/sqrt(G + s^2), s = y/(gamma "
            "rho), G = |u|^2 |w|^2 - (u.w)^2 at the start: it depends on the start and the target only. "
            "Unequal rates change which layer grows, not the angle at the end; alpha_+ depends on their ratio because P and Q do.",
            every(
                here=Equal(here, sqrt(2) / 2, on=on),
                end=Equal((plus_root * P - Q / plus_root)**2 * (4 * P * Q - c**2 + eta_u * eta_w * (s / d)**2),
                          eta_u * eta_w * (s / d)**2 * ((plus_root * P + Q / plus_root)**2 - c**2),
                          on=moving.but(over=[c])),
                kept=Conserved(Dot(u, u) * Dot(w, w) - Dot(u, w)**2, along=training, on=network))))


@claim(XU, "Section 3.2", "linear-in-the-rate", uses=["xu2024/13"])
def dependence_on_a_small_rate():
    """For eta_u much larger than eta_w the left side of Eq. (13) depends linearly on eta_w.

    Read as: its distance from 1, its value at eta_w = 0, is of smaller order than sqrt(eta_w), with r = sqrt(eta_w/eta_u). (Whether
    the condition holds depends on no rate at all, `13:output`.)
    """
    ratio = real("r")
    small = final_scale(1, ratio**2)
    on = layers.at({eta_u: S.One, eta_w: ratio**2}).but(ratio > 0, source=LEARNING_RATE).but(gamma > 0, source=SCALE_OF_OUTPUT)
    slope = 2 * (y / (gamma * rho) - both) / size_v
    return Printed(
        Limit((small - 1) / ratio, ratio, 0, S.Zero, on=on), conditions=[by(LEARNING_RATE, ratio**2 > 0)],
        erratum=Erratum(
            "wrong", "P and Q tend to the same value, and sqrt(eta_w) is the leading order: alpha_+ - 1 is "
            "2 (y/(gamma rho) - u.w)/|w|^2 times sqrt(eta_w/eta_u). Its sign is that of y - f(0) for gamma > 0.",
            Limit((small - 1) / ratio, ratio, 0, slope, on=on)))


@claim(XU, "Section 3.2", "equal-rates", uses=["xu2024/sec-3.1:learning-rates"])
def equal_rates_drop_out():
    """At equal learning rates the final alignment does not depend on them: alpha_+, P/Q and c/P are those at unit rates."""
    on = layers.but(factor > 0, source=COMMON_FACTOR)
    return every(
        scale=Equal(final_scale(factor, factor), final_scale(S.One, S.One), on=on),
        ratio=Equal(scale(factor, factor, 1) / scale(factor, factor, -1), scale(1, 1, 1) / scale(1, 1, -1), on=on))


@claim(XU, "Section 3.2", "both-mechanisms", uses=["xu2024/sec-3.2:alignment"])
def both_mechanisms_when_the_output_is_too_large():
    """When Eq. (13) fails for y > 0, both |u||w| and the alignment fall.

    Then f(0) > y > 0, and f falls to y; |u|^2 |w|^2 = G + s^2 and zeta = s/sqrt(G + s^2) both grow with s = f/(gamma rho) > 0.
    """
    on = Domain(inner > 0, source=POSITIVE_TARGET)
    falls = Evolves(output, -2 * gamma**2 * (eta_u * Dot(W * x, W * x) + eta_w * Dot(u, u) * Dot(x, x)) * (output - y),
                    along=training, on=parameters)

    def both_rise(on):
        return every(size=Holds(Gt(diff(area + inner**2, inner), 0), on=on),
                     cosine=Holds(Gt(diff(inner / sqrt(area + inner**2), inner), 0), on=on), output=falls)

    return Printed(
        both_rise(on.but(Ge(area, 0), source=CAUCHY)),
        erratum=Erratum("incomplete", "With parallel layers G = 0, the alignment stays and only the scale falls, as the section says "
                        "itself. Not parallel, both fall.", both_rise(on.but(area > 0))))


@claim(XU, "Section 3.2", "standing-still", uses=["xu2024/12", "xu2024/sec-3.2:monotonic"])
def when_the_angle_stands_still():
    """The angle remains unchanged only in the orthogonal initialization case or in the kernel phase.

    Its speed is d zeta/d alpha times the rate of alpha. For layers that are not parallel, outside the limit that the kernel phase is,
    it is said not to vanish. The text goes on `where alpha(t) = 0/1 throughout training`; zeta is meant.
    """
    rate = -4 * (grip * P * alpha**2 - drive * alpha - grip * Q)
    on = starts & not_parallel
    return Printed(
        Holds(Ne(diff(closed, alpha) * rate, 0), on=on),
        erratum=Erratum(
            "incomplete", "A start that fits its target, f(0) = y, has alpha_+ = 1 and nothing moves, whatever the angle. Away from the "
            "rest point the angle stands still for parallel layers alone.",
            every(moving=Holds(Ne(diff(closed, alpha) * rate, 0), on=on.but(Ne(rate, 0))),
                  parallel=Iff(Eq((P + Q / alpha**2) * (4 * P * Q - c**2), 0), Eq(4 * P * Q, c**2),
                               on=means.but(Ge(4 * P * Q, c**2))))))


@claim(XU, "Fig. 1", uses=["xu2024/sec-3.2:wrong-predictions", "xu2024/13:output"],
       reading="`P close to Q` is read as Q = 99/100 P, with the figure's d = 10000, gamma = 1/sqrt(d) and P = 1/2")
def independent_layers_align():
    """From P close to Q follows alpha_+ > 1 if y > 0, so the alignment rises monotonically.

    Held against it: Q = 99/100 P in the network of the figure, whose target of 2 Appendix B.1 prints.
    """
    the_network = {d: Integer(10000), gamma: Rational(1, 100), P: Rational(1, 2), Q: Rational(99, 200),
                   **dict.fromkeys((rho, eta_u, eta_w), S.One)}
    return Printed(
        Holds(Gt(plus_root.subs(the_network), 1), on=Domain(y > 0, source=POSITIVE_TARGET)),
        erratum=Erratum(
            "incomplete", "It holds for y > f(0), here 1/2, and so at the y = 2 of Appendix B.1. In the kernel scaling P - Q is as small "
            "as the target's term beside that of P, and a start with f(0) > y has alpha_+ < 1 (`13:output`). With P = Q, or Q above P, it "
            "is as stated.",
            every(equal=Holds(Gt(plus_root.subs(Q, P), 1), on=positive.at({Q: P})),
                  above=Holds(Gt(plus_root, 1), on=positive.but(Ge(Q, P))),
                  product=Equal(grip * (P - Q) - drive, grip * P * (1 - alpha_plus) * (1 - alpha_minus), on=by_roots)),
                        under=(y > Rational(1, 2),)))
