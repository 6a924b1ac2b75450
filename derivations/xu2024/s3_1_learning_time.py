"""Section 3.1, what the text says of t_c: how long learning takes, what its second term stands for; the first claim of Section 4.

In the letters of the case-free form the output's residual f(t) - y is 4E/(n m) of what it was (`thm-1:case-free-residual`), S = 1/t_c.
"""

from sympy import Eq, Ge, Gt, Rational, S, exp, oo, sqrt

from theoremtest.derivations.language import Domain, Equal, Erratum, Holds, Limit, Printed, by, claim, every, reals, stated

from .conventions_notation import P_NOT_ZERO, SCALE_OF_OUTPUT, TIME_FROM_ZERO
from .notation import XU, P, Q, constants, plus_root, t, y

A, B, C, speed = reals("A", "B", "C", "S")
"""A = gamma^2 d rho^2 P, C the same of Q, B = sqrt(eta_u eta_w) gamma rho y, S = sqrt(B^2 + 4AC) = 1/t_c."""


def left_over(time, rate):
    """f(t) - y over f(0) - y at a time, the rate being 1/t_c; one factor of S is multiplied into n and m."""
    fading = exp(-4 * rate * time)
    n = rate * (1 + fading) + (B + 2 * C) * (1 - fading)
    m = rate * (1 + fading) + (2 * A - B) * (1 - fading)
    return 4 * rate**2 * fading / (n * m)


@claim(XU, "Section 3.1", "learning-time", uses=["xu2024/thm-1:case-free-residual", "xu2024/7"],
       reading="`roughly the time it takes for learning to happen` is read as: after a hundredth of t_c more than half of the residual "
               "f(t) - y is left", leaves_out="that little of it is left after t_c, which fails for starts near the saddle")
def learning_takes_the_time():
    """t_c is roughly the time that it takes for learning to happen.

    For Q = 0, where 1/t_c is the target's term alone, B.
    """
    hundredth = Rational(1, 100)
    on = Domain(A > 0, source=P_NOT_ZERO) & Domain(B > 0, source=SCALE_OF_OUTPUT)
    now = left_over(hundredth / B, B).subs(C, 0)
    return Printed(
        Holds(Gt(now, Rational(1, 2)), on=on),
        erratum=Erratum(
            "wrong", "The last approach is f - y ~ exp(-4t/t_c), with the time constant t_c/4. At Q = 0 and a small target t_c is as "
            "long as one likes, while the output falls to it in a time of the order 1/(gamma^2 d rho^2 P): from 5 to 0.24 within t = 1 at "
            "t_c = 10^4 (gamma = rho = d = 1, unit rates, u = w = sqrt(5), y = 10^(-4)). Near the saddle learning takes many t_c.",
            every(last=Limit(left_over(t, speed) * exp(4 * speed * t), t, oo,
                             4 * speed**2 / ((speed + B + 2 * C) * (speed + 2 * A - B)),
                             on=Domain(A > 0, Ge(C, 0), speed > 0, Gt(speed + B + 2 * C, 0), Gt(speed + 2 * A - B, 0),
                                       Ge(t, 0))),
                  small_target=Limit(left_over(t, B).subs(C, 0), B, 0, 1 / (1 + 4 * A * t), on=Domain(A > 0, B > 0, Ge(t, 0))))))


@claim(XU, "Section 4", "learning-time", uses=["xu2024/sec-3.1:learning-time"],
       reading="`when it diverges, learning is stationary and frozen at initialization`: the residual at a fixed time stays what it was, "
               "held against Q = 0, where t_c diverges with a vanishing target")
def frozen_where_the_time_diverges():
    """t_c of order one is necessary for learning to happen: where it diverges, the model is frozen at its initialization."""
    on = Domain(A > 0, source=P_NOT_ZERO) & Domain(B > 0, source=SCALE_OF_OUTPUT) & Domain(Ge(t, 0), source=TIME_FROM_ZERO)
    now = left_over(t, B).subs(C, 0)
    return Printed(
        Limit(now, B, 0, S.One, on=on),
        erratum=Erratum(
            "incomplete", "With Q = 0 the time t_c diverges as the target vanishes, and the output still falls, to 1/(1 + 4At) of what it "
            "was. Frozen it is where both P and Q are of one order, so that a vanishing 1/t_c makes A, B and C vanish (`14`).",
            Limit(now, B, 0, 1 / (1 + 4 * A * t), on=Domain(A > 0, B > 0, Ge(t, 0)))))


@claim(XU, "Section 3.1", "second-term-dominates", uses=["xu2024/sec-3.1:two-terms", "xu2024/thm-2"],
       reading="`dominant` is read as a vanishing first term, `in the kernel regime` as a kernel that ends as it started")
def dominating_second_term():
    """Where the second term of 1/t_c^2 is dominant the model is in the kernel regime."""
    change = (plus_root * P + Q / plus_root) / (P + Q)
    on = constants & Domain(P > 0, Q > 0, over=[y])
    kept = 2 * sqrt(P * Q) / (P + Q)
    return Printed(
        Limit(change, y, 0, S.One, on=on), conditions=[by(P_NOT_ZERO, P > 0), stated(Q > 0)],
        erratum=Erratum(
            "incomplete", "A vanishing first term leaves 2 sqrt(PQ)/(P + Q) of the kernel; only where P and Q agree is this 1, which "
            "Theorem 2 names as its other condition. A term with Q = 0 is not dominant.",
            every(kept=Limit(change, y, 0, kept, on=on), equal=Equal(kept.subs(Q, P), S.One, on=Domain(P > 0))), under=(Eq(Q, P),)))
