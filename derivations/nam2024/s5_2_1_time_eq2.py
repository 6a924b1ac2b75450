"""Section 5.2.1: time emergence of a multilinear model with a calibration constant, Eq. (5.2), and the caption of Fig. 5.1.

By Eq. (5.1) the model is a_k b_k beta g_k with the constant beta, and its skill strength by Eq. (4.7) is a_k b_k beta.
"""

from sympy import Eq, Expr, Gt, Identity, Integer, diff, exp, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    GradientFlow,
    Holds,
    Meaning,
    Printed,
    Solves,
    Space,
    System,
    claim,
    every,
    matrix,
    real,
    reals,
)

from .notation import NAM
from .skills_notation import LATER, R0, RATE, S, a, b, eta, t

CALIBRATED = Meaning("the calibration constant, 0 < beta < 1", "Eq. (5.1)")
OFTEN = Meaning("the frequency of the skill", "Eq. (5.2)")
STARTED = Meaning("0 < R_k(0) < S", "Lemma 1")
beta, often, start = reals(r"\mathcal{B}", r"\mathcal{P}_s(k)", "a_k(0)")
strength = a * b * beta
training = GradientFlow(often * (S - strength)**2 / 2, {a: eta, b: eta}, name="gradient flow of the skill's share of the loss")
rates = {a: -eta * often * diff((S - strength)**2 / 2, a), b: -eta * often * diff((S - strength)**2 / 2, b)}
calibrated = Domain(beta > 0, beta < 1, source=CALIBRATED) & Domain(eta > 0, source=RATE) & Domain(often > 0, source=OFTEN)
later = calibrated & Domain(R0 > 0, S > R0, source=STARTED) & Domain(t >= 0, source=LATER)
H = Space("L^2")


def path(constant: Expr, at: Expr = R0) -> Expr:
    """S times the right side of Eq. (5.2) with `constant` for the square of the calibration constant."""
    return S / (1 + (S / at - 1) * exp(-2 * eta * often * constant * S * t))


@claim(NAM, "Eq. (5.2)", uses=["nam2024/B.1"],
       reading="from the loss of the model, with equal layers at the start as in Lemma 1, R_k(0) = beta a_k(0)^2 and R_k = beta "
               "a_k^2: a_k and "
               "b_k are the root of the right side over beta")
def calibrated_strength_in_time():
    r"""R_k/S is the sigmoid with the exponent $-2 \eta P(k) \mathcal{B}^2 S T$."""
    on = (calibrated & Domain(often <= 1, source=OFTEN) & Domain(start > 0, beta * start**2 < S, source=STARTED)
          & Domain(t >= 0, source=LATER))

    def solved(constant):
        reached = sqrt(path(constant, beta * start**2) / beta)
        return Solves(System(rates, {a: start, b: start}), {a: reached, b: reached}, on=on)
    return Printed(solved(beta**2), erratum=Erratum(
        "wrong", r"The exponent has $\mathcal{B}$, not its square, since Eq. (5.1) changes the model and not the target: both rates have "
                 r"one factor $\mathcal{B}$, $R_k = \mathcal{B} a_k b_k$ a further one, and $a_k^2 + b_k^2 = 2 R_k/\mathcal{B}$ takes one "
                 r"away (`5.2:rate`). What is fitted as $\mathcal{B}^2 = 1/22$ is the constant itself.", solved(beta)))


@claim(NAM, "Eq. (5.2)", "rate", origin="derived", uses=["nam2024/B.8"])
def calibrated_strength_moves():
    """R_k moves by eta P(k) beta^2 (a_k^2 + b_k^2) (S - R_k), for equal layers by 2 eta P(k) beta R_k (S - R_k)."""
    equal = Domain(Eq(b, a), source=Meaning("equal layers", "Lemma 1")) & Domain(over=[a, beta, S, often, eta])
    force = eta * often * (S - strength)
    return every(any=Evolves(strength, beta**2 * (a**2 + b**2) * force, along=training, on=Domain(over=[a, b, beta, S, often, eta])),
                 equal=Equal(beta**2 * (a**2 + b**2) * force, 2 * beta * strength * force, on=equal))


@claim(NAM, "Section 5.2.1", "rescales", uses=["nam2024/5.2"],
       reading="`the calibration constant rescales the dynamics in T`: the path is that without the constant at beta T, by the corrected "
               "Eq. "
               "(5.2); `compensate for the additional delay`: what S/R_k has above one is larger than without it at every "
               "time, from the same strength at the start")
def calibration_rescales_time():
    """The constant rescales time, and delays."""
    on = later & Domain(t > 0, source=LATER)

    def lacking(constant):
        return (S / R0 - 1) * exp(-2 * eta * often * constant * S * t)
    sooner = real("T'")
    at = later & Domain(Eq(sooner, beta * t), source=LATER)
    return every(rescaled=Equal(path(beta), path(Integer(1)).subs(t, sooner), on=at),
                 lacking=Equal((S - path(beta)) / path(beta), lacking(beta), on=later),
                 delayed=Holds(Gt(lacking(beta), lacking(Integer(1))), on=on))


@claim(NAM, "Section 5.2.1", "feedback", uses=["nam2024/5.2:rate"],
       reading="`an update of one layer hastens the update of the other`: at a given rest S - R_k the rate of a_k is eta P(k) beta b_k "
               "times it, "
               "and so grows with b_k")
def layers_hasten_one_another():
    """The rate of one layer is proportional to the other."""
    return every(first=Evolves(a, eta * often * beta * b * (S - strength), along=training, on=Domain(over=[a, b, beta, S, often, eta])),
                 second=Evolves(b, eta * often * beta * a * (S - strength), along=training, on=Domain(over=[a, b, beta, S, often, eta])))


@claim(NAM, "Fig. 5.1", "zero-loss", uses=["nam2024/app-B.1.6:strength"],
       reading="`R_k/S = 1 means zero skill loss`, for any model f with <g_k|f> = S, a network's too: the skill loss is half of |S g_k - "
               "f|^2",
       leaves_out="the curves")
def full_strength_means_no_loss():
    """A skill strength of S means zero skill loss."""
    f, g = matrix("f", H, 1), matrix("g_k", H, 1)
    on = Domain(Eq(g.T * g, Identity(1)), source=Meaning("g_k is 1 or -1", "Eq. (4.2)"))
    full = on & Domain(S > 0, source=Meaning("the target scale", "Eq. (4.4)")) & Domain(
        Eq(g.T * f, S * Identity(1)), source=Meaning("R_k = S", "Fig. 5.1"))
    reached, scale = real(r"\mathcal{R}_k"), real("S")
    scaled = on & Domain(scale > 0, source=Meaning("the target scale", "Eq. (4.4)")) & Domain(over=[reached])
    projected = scaled & Domain(Eq(g.T * f, reached * Identity(1)), Eq(f.T * f, scale * reached * Identity(1)),
                                source=Meaning("a projection of S g_k", "Appendix B.1.6"))
    return Printed(
        Equal(Dot(S * g - f, S * g - f) / 2, Integer(0), on=full),
        erratum=Erratum(
            "incomplete", "A network can have more than S g_k: what it has across g_k adds to the loss and not to the strength. It is so "
                          "for "
                          "multilinear models, whose skill loss is (S - R_k)^2/2, and for the extended one after training, S (S - R_k)/2; "
                          "for others a loss of zero means a strength of S, and not the other way round.",
            every(lossless=Equal(Dot(g, scale * g), scale, on=scaled),
                  extended=Equal(Dot(scale * g - f, scale * g - f) / 2, scale * (scale - reached) / 2, on=projected),
                  multilinear=Equal(Dot(scale * g - reached * g, scale * g - reached * g) / 2, (scale - reached)**2 / 2,
                                    on=scaled)),
            under=(Eq(f, g * g.T * f),)))
