"""Theorem C.1, which is Theorem 5.1: the singular values of a task-aligned network in time, from the loss, and Eqs. (16)-(17), (115)-(117).

Every size of network: an aligned pair of layers is R A V~^T and U~ B R^T with diagonal A and B; R, U~ and V~ drop out of the motion,
and every mode moves by itself as one entry a of A with one entry b of B.
"""

from sympy import Eq, Ge, Gt, Ne, S, cosh, diff, exp, oo, sinh, sqrt

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Equal,
    Erratum,
    Evolves,
    Holds,
    Iff,
    Limit,
    Meaning,
    Printed,
    Solves,
    claim,
    every,
    matrix,
    real,
)

from .mode_notation import (
    a,
    aligned,
    b,
    balanced_layers,
    below,
    gamma,
    layer_flow,
    layers,
    level_task,
    logistic,
    mean_square,
    mirror,
    mirrored,
    mixed,
    mode_system,
    modes,
    path,
    positive_task,
    product,
    q,
    s,
    s_start,
    s_task,
    turns,
)
from .notation import DOMINE, TIME_FROM_ZERO, lam, later, t, tau, time_constant
from .task_notation import U_square, U_tall, V_square, V_tall, n, one_n

R, A, B, task = (matrix(name, n, n) for name in ("R", "A", "B", r"\tilde{S}"))
shapes = {"square": (U_square, V_square), "funnel": (U_square, V_tall), "inverted": (U_tall, V_square)}
SINGULAR_VECTORS = Meaning("singular vectors are orthonormal", "Section 4")
ROTATION = Meaning("R is an orthonormal matrix", "Appendix C.1")


def frames(left, right):
    """R orthogonal, the task's singular vectors with orthonormal columns; A, B and S~ are any n x n matrices."""
    vectors = Domain(Eq(left.T * left, one_n), Eq(right.T * right, one_n), over=[A, B, task], source=SINGULAR_VECTORS)
    return vectors & Domain(Eq(R.T * R, one_n), source=ROTATION)


@claim(DOMINE, "Theorem C.1", "aligned", origin="reconstructed")
def aligned_layers_stay_aligned():
    """W_1 = R A V~^T and W_2 = U~ B R^T move within this form: R, U~ and V~ drop out of the motion, at every size.

    Both rates are those of A and B under the task S~, for any n x n matrices. Diagonal A and B move entry by entry, since products of
    diagonal matrices are diagonal.
    """
    parts = {}
    for name, (left, right) in shapes.items():
        first, second, sigma = R * A * right.T, left * B * R.T, left * task * right.T
        on = frames(left, right)
        parts[name + "_first"] = Equal(second.T * (sigma - second * first), R * B.T * (task - B * A) * right.T, on=on)
        parts[name + "_second"] = Equal((sigma - second * first) * first.T, left * (task - B * A) * A.T * R.T, on=on)
    return every(**parts)


@claim(DOMINE, "Theorem C.1", "loss", uses=["domine2025/thm-C.1:aligned"], origin="reconstructed")
def motion_of_a_mode_from_the_loss():
    r"""$\tau \dot{s} = \sqrt{4 s^2 + \lambda^2} (\tilde{s} - s)$ for $s = a b$, $\lambda = b^2 - a^2$, from the loss; $\lambda$ stays."""
    rate = sqrt(4 * (a * b)**2 + lam**2) * (s_task - a * b) / tau
    half = (a**2 + b**2) / 2
    return every(
        balance=Conserved(b**2 - a**2, along=layer_flow, on=layers),
        value=Evolves(a * b, rate, along=layer_flow, on=balanced_layers),
        product=Evolves(a * b, 2 * half * (s_task - a * b) / tau, along=layer_flow, on=layers),
        mean=Evolves(half, 2 * a * b * (s_task - a * b) / tau, along=layer_flow, on=layers),
        root=Equal(half, sqrt((a * b)**2 + lam**2 / 4), on=balanced_layers))


@claim(DOMINE, "Eq. (115)", uses=["domine2025/thm-C.1:loss"], origin="reconstructed")
def singular_value_in_time():
    """s(t) = s(0) + gamma(t) (s~ - s(0)) solves the motion from the loss, for all t >= 0, any lambda and any real s(0).

    Solved together with q = sqrt(s^2 + lambda^2/4), in which the motion has no root.
    """
    return every(
        solution=Solves(mode_system, {s: path, q: mean_square}, on=modes),
        root=Equal(mean_square**2, path**2 + lam**2 / 4, on=modes),
        sign=Holds(Ge(mean_square, 0), on=modes))


@claim(DOMINE, "Theorem C.1", uses=["domine2025/115", "domine2025/thm-C.1:aligned"], origin="reconstructed")
def existence_for_all_times():
    """The denominator of the transition function is positive for all t >= 0, so the singular values exist for all times."""
    return Holds(Gt(below, 0), on=modes)


@claim(DOMINE, "Eq. (16)", uses=["domine2025/115"], origin="reconstructed")
def distance_from_the_task():
    """s~ - s(t) = (1 - gamma(t)) (s~ - s(0)), where 1 - gamma = s~_lambda^2 over the denominator, positive and at most 1 for s(0) >= 0."""
    return every(
        distance=Equal(s_task - path, level_task**2 / below * (s_task - s_start), on=modes),
        share=Equal(1 - gamma, level_task**2 / below, on=modes))


speed = 2 * level_task**3 * (product * cosh(turns) + mixed * sinh(turns)) / (tau * below**2)


@claim(DOMINE, "Eq. (116)", uses=["domine2025/16"], origin="reconstructed")
def slope_of_the_transition():
    """gamma' = 2 q (1 - gamma)/tau, which at t = 0 is sqrt(4 s(0)^2 + lambda^2)/tau: the slope at the start grows with |lambda|."""
    return every(
        slope=Equal(diff(gamma, t), speed, on=modes),
        form=Equal(speed, 2 * mean_square * (1 - gamma) / tau, on=modes),
        start=Equal(speed.subs(t, 0), sqrt(4 * s_start**2 + lam**2) / tau, on=modes))


def increases(on):
    """gamma -> 0 as t -> 0, gamma -> 1 as t -> oo, and gamma' > 0: what decides the sign of Eq. (116)."""
    return every(
        start=Limit(gamma, t, S.Zero, S.Zero, on=on),
        rises=Holds(Gt(product * cosh(turns) + mixed * sinh(turns), 0), on=on),
        end=Limit(gamma, t, oo, S.One, on=on))


def away_from_the_saddle():
    """The same where s(0) > 0 or lambda is not zero."""
    return every(positive=increases(aligned.but(s_start > 0)), unbalanced=increases(aligned.but(Ne(lam, 0))))


INCREASE = "a monotonic transition function that increases from 0 to 1; its derivative is taken in the closed form of Eq. (116)"
AT_REST = "A mode with s(0) = 0 and lambda = 0 rests at the saddle: gamma is 0 at all times. The start or lambda has to be other than zero."


@claim(DOMINE, "Theorem C.1", "monotonic", uses=["domine2025/116"], reading=INCREASE)
def transition_increases():
    """The transition function increases monotonically from 0 to 1, for each singular value and every lambda."""
    return Printed(increases(aligned), erratum=Erratum("incomplete", AT_REST, away_from_the_saddle()))


@claim(DOMINE, "Theorem 5.1", "monotonic", uses=["domine2025/116"], reading=INCREASE)
def transition_increases_as_stated_first():
    """The transition function increases monotonically from 0 to 1, for each singular value and every lambda (Theorem 5.1)."""
    return Printed(increases(aligned), erratum=Erratum("incomplete", AT_REST, away_from_the_saddle()))


@claim(DOMINE, "Theorem 5.1", "lambda-dependent", uses=["domine2025/116"], reading="two values of lambda give other functions of time")
def transition_depends_on_the_balance():
    """The transition function depends on lambda, through lambda^2 alone: its slope at the start tells |lambda| apart."""
    other, steepness = real(r"\lambda'"), speed.subs(t, 0)
    return every(
        even=Equal(gamma.subs(lam, mirror), gamma, on=modes & mirrored),
        differs=Iff(Gt(steepness, steepness.subs(lam, other)), Gt(lam**2, other**2), on=aligned.but(over=[other])))


scaled = real("T")
stretched = gamma.subs(t, scaled * tau / lam)
"""gamma at T time constants tau/lambda."""
fast = time_constant & positive_task & Domain(Ge(scaled, 0), over=[lam, s_start], source=TIME_FROM_ZERO)


def sigmoidal(on):
    """gamma as lambda -> 0, from above; gamma is even in lambda."""
    return Limit(gamma, lam, 0, logistic, on=on)


@claim(DOMINE, "Eq. (17)", uses=["domine2025/thm-C.1:monotonic"], origin="reconstructed")
def two_limits():
    """As lambda -> 0 the transition function tends to the logistic one, as lambda -> +-oo to 1 - e^(-|lambda| t/tau), pointwise."""
    return every(
        sigmoidal=sigmoidal(aligned),
        plus=Limit(gamma - (1 - exp(-lam * t / tau)), lam, oo, S.Zero, on=modes),
        minus=Limit(gamma - (1 - exp(lam * t / tau)), lam, -oo, S.Zero, on=modes))


@claim(DOMINE, "Eq. (117)", uses=["domine2025/17"], origin="reconstructed")
def limits_in_scaled_time():
    """In the time T = |lambda| t/tau the limit of large lambda is 1 - e^(-T), with an error of the order 1/lambda^2.

    At a fixed t both sides tend to 1 at once; scaled time tells whether the curve is exponential.
    """
    return every(
        plus=Limit(stretched, lam, oo, 1 - exp(-scaled), on=fast, rate=lam**-2),
        minus=Limit(gamma.subs(t, -scaled * tau / lam), lam, -oo, 1 - exp(-scaled), on=fast, rate=lam**-2),
        zero=sigmoidal(aligned))


@claim(DOMINE, "Eq. (117)", "reversed", uses=["domine2025/17"], origin="derived")
def sigmoidal_limit_of_other_starts():
    """For s(0) = 0 the limit of lambda -> 0 is 0, and for s(0) < 0 it ends at |s(0)|/(s~ + |s(0)|): such a mode never reaches the task."""
    size = real("s_0")
    negative = gamma.subs(s_start, -size)
    on = later.but(s_task > 0, over=[lam])
    ends = size * (1 - exp(-2 * s_task * t / tau)) / (s_task + size * (1 - exp(-2 * s_task * t / tau)))
    return every(
        zero=Limit(gamma.subs(s_start, 0), lam, 0, S.Zero, on=on),
        reversed=Limit(negative, lam, 0, ends, on=on.but(size > 0)),
        end=Limit(ends, t, oo, size / (s_task + size), on=on.but(size > 0)))
