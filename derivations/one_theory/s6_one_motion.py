"""Section 6: one mode of all four papers is one motion, and its path is one Moebius curve of an exponential of time.

s is the product of the layers and q half the sum of their squares, from (s_0, q_0). The curve is that of G = (q + s)/(q_0 + s_0), which
starts at 1; (q - s)/(q_0 - s_0) is 1/G. The start is named by H = q_0 + s_0 and by L = r - S with r = sqrt(q_0^2 - s_0^2 + S^2), which
leaves no root: every start is of this form.
"""

from sympy import Eq, Expr, Ge, Gt, S, exp, oo, sqrt

from theoremtest.derivations.domine2025.mode_notation import level_start, level_task, mean_square, path, q, s, s_start, s_task
from theoremtest.derivations.domine2025.notation import N_h, lam, later, t, tau, time_constant
from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    GradientFlow,
    Holds,
    Limit,
    Meaning,
    Solves,
    System,
    claim,
    every,
    real,
    reals,
    vector,
)

from .notation import THEORY, ours

ROOM = Meaning("half a sum of squares is no less than the size of the product", "Section 6")
KEPT = Meaning("q^2 - s^2 stays", "Section 6")

first, second = vector("w_1", N_h), vector("w_2", N_h)
product, squares = Dot(second, first), (Dot(first, first) + Dot(second, second)) / 2
training = GradientFlow((product - s_task)**2 / 2, {first: 1 / tau, second: 1 / tau}, name="gradient flow of half the squared error")
any_width = time_constant & Domain(over=[first, second, s_task])

q_start = real("q(0)")
motion = Flow({s: 2 * q * (s_task - s) / tau, q: 2 * s * (s_task - s) / tau}, name="the motion of one mode")
L, H, G, K = reals("L", "H", "G", "K")
M = real(r"q(0) - s(0)")
positive_task = ours(later, s_task > 0)
starts = positive_task & Domain(L >= 0, H > 0, source=ROOM)
"""Every start with q_0 + s_0 > 0, by L and H."""
by_two = {q_start: (H + L * (L + 2 * s_task) / H) / 2, s_start: (H - L * (L + 2 * s_task) / H) / 2}
fall = exp(-2 * (L + s_task) * t / tau)
curve = ((L + 2 * s_task) * (H + L) + L * (H - L - 2 * s_task) * fall) / (H * (H + L + (L + 2 * s_task - H) * fall))
"""G(t)."""


def moved(factor: Expr) -> tuple[Expr, Expr]:
    """s and q where (q + s)/(q_0 + s_0) is `factor`."""
    rising, falling = H * factor, L * (L + 2 * s_task) / H / factor
    return (rising - falling) / 2, (rising + falling) / 2


@claim(THEORY, "Section 6", "motion", uses=["domine2025/26", "domine2025/thm-C.1:loss"], origin="derived")
def one_motion():
    """tau s' = 2 q (S - s), tau q' = 2 s (S - s), and q^2 - s^2 stays, from the loss, for any number of neurons between two numbers."""
    off = s_task - product
    return every(s=Evolves(product, 2 * squares * off / tau, along=training, on=any_width),
                 q=Evolves(squares, 2 * product * off / tau, along=training, on=any_width),
                 kept=Conserved(squares**2 - product**2, along=training, on=any_width),
                 room=Holds(Ge(squares**2, product**2), on=any_width))


@claim(THEORY, "Section 6", "factor", uses=["one_theory/sec-6:motion"], origin="derived")
def the_factor_moves_by_itself():
    """G = (q + s)/(q_0 + s_0) has tau G' = (q_0 - s_0) + 2 S G - (q_0 + s_0) G^2 and G (q - s) = q_0 - s_0: one Riccati equation."""
    plus, minus = q_start + s_start, q_start - s_start
    factor = (q + s) / plus
    here = ours(time_constant, Eq(q**2 - s**2, q_start**2 - s_start**2), Gt(plus, 0), over=(q, s, s_task))
    return every(riccati=Evolves(factor, (minus + 2 * s_task * factor - plus * factor**2) / tau, along=motion, on=here),
                 other=Equal(factor * (q - s), minus, on=here))


@claim(THEORY, "Section 6", "curve", uses=["one_theory/sec-6:factor"], origin="derived")
def one_moebius_curve():
    """G is a quotient of two linear functions of e^{-2rt/tau}, and with it s and q solve their motion from every start but q_0 = -s_0."""
    output, mean = moved(curve)
    riccati = System({G: (L * (L + 2 * s_task) / H + 2 * s_task * G - H * G**2) / tau}, {G: S.One})
    moving = System(motion.rates, {s: by_two[s_start], q: by_two[q_start]})
    return every(curve=Solves(riccati, {G: curve}, on=starts), mode=Solves(moving, {s: output, q: mean}, on=starts),
                 root=Equal(sqrt(by_two[q_start]**2 - by_two[s_start]**2 + s_task**2), L + s_task, on=starts),
                 end=Limit(curve, t, oo, (L + 2 * s_task) / H, on=starts))


@claim(THEORY, "Section 6", "other-factor", uses=["one_theory/sec-6:factor"], origin="derived")
def the_other_factor():
    """(q - s)/(q_0 - s_0) is 1/G and ends at (r - S)/(q_0 - s_0); from q_0 = -s_0, where G has no value, it falls to 0, the saddle."""
    riccati = System({K: (L * (L + 2 * s_task) / M - 2 * s_task * K - M * K**2) / tau}, {K: S.One})
    lower = (L * (M + L + 2 * s_task) + (L + 2 * s_task) * (M - L) * fall) / (M * (M + L + 2 * s_task - (M - L) * fall))
    on = positive_task & Domain(L >= 0, M > 0, source=ROOM)
    return every(curve=Solves(riccati, {K: lower}, on=on),
                 inverse=Equal(lower.subs(M, L * (L + 2 * s_task) / H) * curve, 1, on=starts & Domain(L > 0)),
                 end=Limit(lower, t, oo, L / M, on=on), saddle=Limit(lower.subs(L, 0), t, oo, S.Zero, on=on))


@claim(THEORY, "Section 6", "balanced-mode", uses=["one_theory/sec-6:curve", "domine2025/115"], origin="derived")
def the_mode_of_the_first_paper():
    """Dominé's s(t) of Eq. (115) and sqrt(s^2 + lambda^2/4) are those of the curve.

    There q_0 = s_lambda, r = s~_lambda and lambda^2 = 4 L (L + 2 S).
    """
    output, mean = moved(curve)
    on = starts.but(where={lam: 2 * sqrt(L * (L + 2 * s_task)), s_start: by_two[s_start]})
    return every(output=Equal(path, output, on=on), mean=Equal(mean_square, mean, on=on), root=Equal(level_task, L + s_task, on=on),
                 start=Equal(level_start, by_two[q_start], on=on))
