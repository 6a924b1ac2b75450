"""Appendix C.1: the time scaling law with finitely many skills, Eqs. (C.1) and (C.2), and Fig. C.1.

L_k is the skill loss of Eq. (4.19); A k^{-alpha} L_k/((alpha + 1) T) between k = 1 and k = N is what integration by parts leaves in
Eq. (4.23).
"""

from sympy import And, Eq, Expr, Gt, Integer, Lt, Rational, exp, oo

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Erratum,
    Holds,
    Limit,
    Meaning,
    Observed,
    Printed,
    Spoken,
    claim,
    every,
    real,
    reals,
)

from .notation import NAM
from .skills_notation import COUNT, R0, RATE, S, eta

POWER = Meaning("the exponent alpha > 0 and the normalization A > 0 of the frequencies", "Eq. (4.1)")
STARTED = Meaning("0 < R_k(0) < S", "Eq. (4.11)")
FAST = Meaning("4 eta S A = 1 + x is one at least", "Eq. (C.1)")
TIME = Meaning("time counts from the initialization", "Appendix C.1")
alpha, A, k, T, N, L = reals(r"\alpha", "A", "k", "T", "N", r"\mathcal{L}")
plain, corrected, at_three, at_seven = reals("e", "e_C", "e_{0.3}", "e_{0.7}")
skills = (Domain(alpha > 0, A > 0, source=POWER) & Domain(R0 > 0, S > R0, source=STARTED) & Domain(eta > 0, source=RATE)
          & Domain(T > 0, source=TIME))
counted = skills & Domain(k >= 1, source=COUNT)
constant = S**2 * A * N**-alpha / (2 * alpha)
"""L_C of Eq. (C.2)."""
skill_loss = S**2 / (2 * (1 + (S / R0 - 1)**-1 * exp(2 * eta * A * k**(-(alpha + 1)) * S * T))**2)
"""Eq. (4.19)."""


def bracket(power: Expr) -> Expr:
    """What stands in the bracket of Eq. (C.1), with `power` for the factor of 2 eta S A in the exponent."""
    return 1 / (2 * (alpha + 1)) * S**2 * A / (1 + 1 / (S / R0 - 1) * exp(2 * eta * S * A * power))**2 * k**-alpha / T


term = bracket(k**(-(alpha + 1)) * T)


@claim(NAM, "Eq. (C.1)", uses=["nam2024/B.2"], reading="the bracket at k is the term of Eq. (4.23), A k^{-alpha} L_k/((alpha + 1) T), up "
                                                       "to its sign")
def antiderivative_term():
    """The antiderivative term of Eq. (4.23), with L_k written out."""
    def equal(power):
        return Equal(bracket(power), A * k**-alpha * skill_loss / ((alpha + 1) * T), on=counted)
    return Printed(equal(k**(-(alpha + 1) * T)), erratum=Erratum(
        "garbled", "T stands within the braces of the exponent of k; it belongs beside the power.", equal(k**(-(alpha + 1)) * T)))


@claim(NAM, "Eq. (C.1)", "orders", uses=["nam2024/C.1"],
       reading="`O(N^{-alpha}/T)` at k = N: the term over it has a limit; `O(1/(T e^T))` at k = 1: the term times T e^T stays bounded, "
               "and so over "
               "T vanishes; the corrected bracket", leaves_out="numbers N between the first ones and infinity")
def orders_of_the_antiderivative_term():
    """The term is of the order N^{-alpha}/T at k = N, and of 1/(T e^T) at k = 1."""
    last = Limit(term * k**alpha * T, k, oo, A * (S - R0)**2 / (2 * (alpha + 1)), on=counted)
    first, x = term.subs(k, 1), real("x")
    fast = Domain(alpha > 0, A > 0, source=POWER) & Domain(R0 > 0, S > R0, source=STARTED) & Domain(T > 0, source=TIME)
    fast = fast & Domain(where={eta: (1 + x) / (4 * S * A)}, source=FAST)
    return Printed(
        every(last=last, first=Limit(first * T * exp(T) / T, T, oo, Integer(0), on=skills)),
        erratum=Erratum(
            "incomplete", "The first skill's loss falls like e^{-4 eta S A T}, which is slower than e^{-T} where 4 eta S A < 1. At 1 and "
                          "above the order is as printed.",
            every(last=last, faster=Limit(first * T * exp(T) / T, T, oo, Integer(0), on=fast & Domain(x > 0, source=FAST)),
                  equal=Limit(first * T * exp(T) / T, T, oo, Integer(0), on=fast & Domain(Eq(x, 0), source=FAST)),
                  rate=Limit(first * T * exp(4 * eta * S * A * T), T, oo, A * S**2 * (S / R0 - 1)**2 / (2 * (alpha + 1)), on=skills)),
            under=(4 * eta * S * A >= 1,)))


@claim(NAM, "Appendix C.1", "sizes", uses=["nam2024/C.1:orders"],
       reading="`the second term goes to 0 faster than O(T^{-1})`: over 1/T it vanishes; `N = 50,000 and alpha = 0.1 leads to N^{-alpha} "
               "= 0.3`, to "
               "one digit")
def sizes_of_both_terms():
    """The term at k = 1 vanishes beside 1/T; the power of N at the sizes of the figure is about 0.3."""
    at = Domain(Eq(N, 50000), Eq(alpha, Rational(1, 10)), source=Meaning("the sizes of the figure", "Appendix C.1"))
    return every(first=Limit(term.subs(k, 1) * T, T, oo, Integer(0), on=skills),
                 power=Holds(And(Gt(N**-alpha, Rational(25, 100)), Lt(N**-alpha, Rational(35, 100))), on=at))


@claim(NAM, "Eq. (C.2)", uses=["nam2024/C.1:orders"],
       reading="Eq. (4.23) without its term at k = 1, and with (S - R_k(0))^2/2 for the loss of skill N, which is its limit for N^{alpha "
               "+ 1} >> T; L_C is what then stands beside the loss, about equal to S^2 A N^-alpha/(2 alpha) as R_k(0) goes to zero")
def corrected_time_scaling_law():
    """The loss with the constant L_C added falls by the power law."""
    on = skills & Domain(N >= 1, source=COUNT) & Domain(over=[L])
    unlearned = (S - R0)**2 / 2
    integrated = -A * N**-alpha * unlearned / ((alpha + 1) * T) - alpha / ((alpha + 1) * T) * L
    beside = A * N**-alpha / alpha * unlearned
    law = -alpha / (alpha + 1) * (L + beside) / T
    return Printed(
        every(law=Equal(integrated, law, on=on), many=Limit(skill_loss, k, oo, unlearned, on=counted),
              constant=Limit(beside, R0, 0, constant, R0, on=skills & Domain(N >= 1, source=COUNT))),
        spoken={"law": Spoken(r"\approx", integrated, law), "constant": Spoken(r"\approx", beside, constant)})


@claim(NAM, "Appendix C.1", "start", uses=["nam2024/C.2"],
       reading="`the total loss at initialization is S^2/2`: with F for the sum of the frequencies, which is one, and (S - R_k(0))^2/2 for "
               "every skill, as R_k(0) goes to zero")
def loss_at_the_start():
    """The loss starts at S^2/2 for a small initialization."""
    total = real("F")
    on = Domain(Eq(total, 1), source=POWER) & Domain(R0 > 0, S > R0, source=STARTED)
    return Limit(total * (S - R0)**2 / 2, R0, 0, S**2 / 2, R0, on=on)


@claim(NAM, "Appendix C.1", "share", uses=["nam2024/C.2"],
       reading="`L_C is non-negligible compared to the loss for sufficiently small alpha`: over the loss S^2/2 at the start it tends to "
               "one as "
               "alpha goes to zero; A is alpha, where the sum that normalizes the frequencies is an integral over k from one",
       leaves_out="that A is larger for finitely many skills, for as many as basis functions by about 1/(1 - N^{-alpha})")
def correction_beside_the_loss():
    """For small alpha the constant is as large as the loss at the start."""
    on = Domain(alpha > 0, source=POWER) & Domain(N >= 1, source=COUNT) & Domain(S > 0, source=STARTED)
    beside, start = reals(r"\mathcal{L}_C", r"\mathcal{L}(0)")
    return Limit(beside / start, alpha, 0, Integer(1), on=on.but(where={beside: constant.subs(A, alpha), start: S**2 / 2}))


@claim(NAM, "Fig. C.1", uses=["nam2024/C.2"],
       reading="`better predicts the dynamics, especially for smaller alpha`: e and e_C are the largest |log| of either law over the "
               "loss of N "
               "skills, both put on it at the first time, at alpha = 0.1; e at 0.3 and 0.7 is smaller", leaves_out="the curves")
def corrected_law_is_closer():
    """The corrected law is closer to the loss, and the plain one the further off the smaller alpha is."""
    return Observed(And(Lt(10 * corrected, plain), Gt(plain, at_three), Gt(at_three, at_seven)),
                    "theoremtest.numerics.experiments.nam2024_skills:corrected_laws",
                    on=Domain(over=[plain, corrected, at_three, at_seven]))
