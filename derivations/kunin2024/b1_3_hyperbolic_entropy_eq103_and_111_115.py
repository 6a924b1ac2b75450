"""Appendix B.1.3, last part: the hyperbolic entropy and the implicit bias of aligned networks, Theorem B.6, Eqs. (103), (111)-(115).

`x` is one singular value. The text prints the potential twice, in Theorem B.6 and in Eq. (114), with the root of eta_a eta_w
before the first term missing in the former; each place is decided by itself.
"""

from sympy import Abs, Derivative, Eq, Ge, Gt, Lt, Ne, Rational, S, asinh, diff, log, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Limit,
    Printed,
    Step,
    chain,
    claim,
    every,
    real,
    stated,
)

from .conventions_notation import DIVIDED, EITHER_SIGN, ORIGIN, SINGULAR_VALUE, STRENGTH, TASK_ALIGNED, UPPER_HALF
from .notation import KUNIN, d, delta, eta_a, eta_w, n, rates_positive
from .square_notation import X, network
from .task_aligned_notation import Lam, M_mode, U, V, aligned, diagonal, lam, mode, modes, p, q, s, strength
from .wide_notation import product

x = real("x")
k = sqrt(product * 4 * x**2 + delta**2)
line = rates_positive & Domain(Ne(delta, 0), over=[x], source=DIVIDED)
"""Any rates, any delta != 0, any x."""
at_origin = line.but(Eq(x, 0), source=ORIGIN)
HESSIAN = "1/sqrt(4 eta_a eta_w x^2 + delta^2)"


def printed_in_the_theorem(value):
    """q_delta as Theorem B.6 prints it."""
    return Rational(1, 4) * (2 * value * asinh(sqrt(product) * 2 * value / delta) - sqrt(product * 4 * value**2 + delta**2) + delta)


def printed_in_114(value, level=delta):
    """q_delta as Eq. (114) prints it."""
    return Rational(1, 4) * (sqrt(product) * 2 * value * asinh(sqrt(product) * 2 * value / level)
                             - sqrt(product * 4 * value**2 + level**2) + level)


def entropy(value, size=Abs(delta)):
    """The potential with the Hessian that Eqs. (112) and (113) ask for, at every rate and either sign of delta; size is |delta|."""
    return printed_in_114(value, size) / product


def entropy_slope(size):
    """The slope of the corrected potential; size is |delta|."""
    return asinh(2 * sqrt(product) * x / size) / (2 * sqrt(product))


WHY_ENTROPY = (f"Its second derivative must be {HESSIAN}. With y = 2 sqrt(eta_a eta_w) x the function (y asinh(y/|delta|) - sqrt(y^2 + "
               "delta^2) + |delta|)/(4 eta_a eta_w) has it: the factor 1/(eta_a eta_w) is missing, and delta < 0 needs |delta|. ")


def _has_the_hessian(potential):
    return Equal(Derivative(potential, x, 2), 1 / k, on=line)


def _potential(printed, also, derivation=()):
    wanted = _has_the_hessian(printed(x))
    true = every(hessian=_has_the_hessian(entropy(x)), origin=Equal(entropy(x), S.Zero, on=at_origin))
    return Printed(wanted, derivation=derivation, erratum=Erratum("wrong", WHY_ENTROPY + also, true))


@claim(KUNIN, "Eq. (112)", uses=["kunin2024/109"])
def inverse_of_the_preconditioner():
    """The inverse of the diagonal M is the Hessian of a sum over modes: the corrected entropy's second derivative.

    The first part has M from the layers, where a mode's entry is eta_w p^2 + eta_a q^2 with Lambda_i = p q.
    """
    in_layers, alive = eta_w * p**2 + eta_a * q**2, modes.but(p**2 + q**2 > 0, source=TASK_ALIGNED)
    return every(inverse=Equal(in_layers * (1 / M_mode), S.One, on=alive),
                 hessian=Equal(k * Derivative(entropy(x), x, 2), S.One, on=line))


@claim(KUNIN, "Eq. (113)", uses=["kunin2024/112"])
def hessian_that_is_asked_for():
    """The ansatz of a sum over modes has a solution: slope and curvature of the corrected entropy, which vanishes at 0."""
    slope = entropy_slope(Abs(delta))
    return Printed(
        every(slope=Equal(Derivative(entropy(x), x), slope, on=line), curvature=Equal(Derivative(slope, x), 1 / k, on=line),
              origin=Equal(entropy(x), S.Zero, on=at_origin)),
        latex=r"\nabla^2 \Phi_\delta(\Lambda) = \left(\sqrt{\eta_a \eta_w 4\Lambda^2 + \delta^2 I}\right)^{-1}")


@claim(KUNIN, "Eq. (114)", uses=["kunin2024/113"])
def hyperbolic_entropy():
    """The hyperbolic entropy as Eq. (114) prints it, held to the Hessian that it is the answer to, and to the slope."""
    letter = real(r"q_\delta(\Lambda_i)")
    along = Flow({x: S.One}, name="x grows at the rate 1, which makes a rate the slope in x")

    def parts(potential):
        slope = Evolves(letter, entropy_slope(Abs(delta)), along=along, on=line.but(where={letter: potential}))
        return {"hessian": _has_the_hessian(potential), "slope": slope}
    also = ("As printed it has eta_a eta_w times that Hessian for delta > 0, which is right where eta_a eta_w = 1; Theorem B.6 also "
            "prints x for sqrt(eta_a eta_w) x in the first term.")
    true = every(**parts(entropy(x)), origin=Equal(entropy(x), S.Zero, on=at_origin))
    return Printed(every(**parts(printed_in_114(x))), defines=(letter,), erratum=Erratum("wrong", WHY_ENTROPY + also, true))


@claim(KUNIN, "Eq. (114)", "unit-rates", uses=["kunin2024/114"], origin="derived")
def hyperbolic_entropy_at_unit_rates():
    """Where eta_a eta_w = 1 and delta > 0, both printings are the same function and right."""
    on = rates_positive & Domain(delta > 0, Eq(eta_w, 1 / eta_a), over=[x])
    return every(same=Equal(printed_in_114(x), printed_in_the_theorem(x), on=on),
                 hessian=Equal(Derivative(printed_in_114(x), x, 2), 1 / k, on=on))


@claim(KUNIN, "Eq. (115)", uses=["kunin2024/114"])
def hessian_of_the_entropy():
    """The Hessian of the sum over modes is diagonal; its entry, with the potential of Eq. (114)."""
    right = Equal(Derivative(entropy(x), x, 2), 1 / k, on=line)
    value = diff(printed_in_114(x), x, 2)
    return Printed(Equal(Derivative(printed_in_114(x), x, 2), 1 / k, on=line),
                   derivation=chain(value, (product / k, "differentiate twice"), on=line.but(delta > 0)),
                   latex=r"\nabla^2 \left(\sum_i^h q_\delta(\Lambda_i) + c_\delta\right) = \left(\sqrt{\eta_a \eta_w 4\Lambda^2 "
                         r"+ \delta^2}\right)^{-1}",
                   erratum=Erratum("wrong", "With q_delta of Eq. (114) the Hessian is eta_a eta_w times the right side for delta > 0, and "
                                   "-eta_a eta_w (1 + 2 delta^2/(4 eta_a eta_w x^2 + delta^2)) times it for delta < 0. " + WHY_ENTROPY,
                                   right))


@claim(KUNIN, "Eq. (115)", "negative-delta", uses=["kunin2024/115"], origin="derived")
def hessian_of_the_printed_entropy_for_negative_delta():
    """For delta < 0 the potential of Eq. (114) is concave: its second derivative, as it is printed."""
    factor = -product * (1 + 2 * delta**2 / (4 * product * x**2 + delta**2))
    return every(value=Equal(Derivative(printed_in_114(x), x, 2), factor / k, on=line.but(delta < 0)),
                 concave=Holds(factor / k < 0, on=line.but(delta < 0)))


@claim(KUNIN, "Theorem B.6", "potential", uses=["kunin2024/113"])
def potential_of_the_theorem():
    """q_delta as Theorem B.6 prints it, without the root of eta_a eta_w before its first term."""
    rho = sqrt(product)
    second = rho / k + (rho - product) * delta**2 / k**3
    return _potential(
        printed_in_the_theorem, "Here the root of eta_a eta_w before x is missing as well, which Eq. (114) has; then the second derivative "
        "is not even proportional to the Hessian.",
        (Step(Equal(Derivative(printed_in_the_theorem(x), x, 2), second, on=line.but(delta > 0, source=EITHER_SIGN)),
              "the second derivative of what is printed"),))


@claim(KUNIN, "Appendix B.1.3", "convex", uses=["kunin2024/114"])
def the_potential_is_convex():
    """The corrected potential is strictly convex, so it rises from its least value 0 at the origin: no constant is needed."""
    slope = entropy_slope(Abs(delta))
    return every(curvature=Holds(Gt(1 / k, 0), on=line), rises=Holds(Gt(slope, 0), on=line.but(x > 0, source=SINGULAR_VALUE)),
                 origin=Equal(entropy(x), S.Zero, on=at_origin))


FALLING = 1 / delta**2
"""How fast the potential approaches a square far from balance (`between_two_penalties`)."""


def interpolation():
    """Both ends of the hyperbolic entropy, for x > 0 and delta > 0."""
    positive = rates_positive & Domain(x > 0, source=SINGULAR_VALUE) & Domain(delta > 0, source=UPPER_HALF)
    function, rho = printed_in_114(x) / product, sqrt(product)
    rest = x / (2 * rho) * log(2 * rho * x + k) - (k - delta) / (4 * product)
    return every(lazy=Limit(delta * function, delta, oo, x**2 / 2, rate=FALLING, on=positive),
                 rich=Equal(function, x / (2 * rho) * log(1 / delta) + rest, on=positive),
                 rest=Limit(rest, delta, 0, x / (2 * rho) * (log(4 * rho * x) - 1), on=positive))


@claim(KUNIN, "Appendix B.1.3", "interpolates", uses=["kunin2024/114"])
def between_two_penalties():
    """The potential goes from a square, x^2/(2 |delta|) far from balance, to an absolute value near it, x log(1/delta)/(2 rho).

    rho is the root of eta_a eta_w.
    Near balance what is left beside the logarithm stays finite.
    """
    parts = interpolation()
    lazy = dict(parts.parts())["lazy"]
    error = Limit((lazy.expression - lazy.value) / FALLING, delta, oo, -product * x**4 / 6, on=lazy.on)
    return Printed(parts, derivation=(Step(error, "what is left far from balance, to leading order"),))


def mirror_flow(slope, side=Gt):
    """The slope of a potential along one mode falls at the loss's own slope: the optimality condition once integrated.

    side: Gt for delta > 0, Lt for delta < 0.
    """
    level = eta_w * p**2 - eta_a * q**2
    at = slope.subs({x: p * q, delta: level}, simultaneous=True)
    return Evolves(at, -(strength * lam - s), along=mode,
                   on=modes.but(side(level, 0), source=EITHER_SIGN))


def mirror_flows():
    """Both signs of delta with the corrected potential, and the slope's being its derivative (see Eq. (113))."""
    return {"mirror_flow_upstream": mirror_flow(entropy_slope(delta)),
            "mirror_flow_downstream": mirror_flow(entropy_slope(-delta), Lt)}


def _interpolates(left, on=aligned):
    return Equal(X * network, X * left, on=on)


ORDER = ("By Assumption B.4 the predictor is beta = V Lambda U^T, with V on the input side; U Lambda V^T is another matrix in "
         "general. Interpolation is X beta = Y.")


@claim(KUNIN, "Theorem B.6", uses=["kunin2024/109", "kunin2024/113", "kunin2024/thm-B.6:potential"],
       reading="one mode at a time, with the flow of its two amplitudes")
def implicit_bias_of_aligned_networks():
    """The limit of an aligned network minimises a sum of potentials of its singular values.

    The parts: how beta is made of Lambda; strict convexity of Q_delta, which makes the stationary point the minimiser; the mirror
    flow, by which q'(Lambda_i(t)) - q'(Lambda_i(0)) is D_ii times an integral of the residual of mode i, a multiplier of its
    constraint; and the text's X^T beta(infinity) = Y, which multiplies d x n with d x c. A mode with D_ii = 0 has S_ii = 0 and
    does not move.
    """
    still = Evolves(p * q, S.Zero, along=mode, on=modes.but(Eq(strength, 0), Eq(s, 0), source=STRENGTH))
    curvature = diff(printed_in_the_theorem(x), x, 2)
    return Printed(
        every(predictor=Equal(network, U * Lam * V.T, on=diagonal),
              convex=Holds(Gt(curvature, 0), on=line.but(x > 0, source=SINGULAR_VALUE).but(delta > 0, source=EITHER_SIGN)),
              mirror_flow=mirror_flow(diff(printed_in_the_theorem(x), x)),
              interpolation_is_defined=Equal(n, d, on=Domain(over=[n, d]))),
        latex=(r"\beta(\infty) = U \Lambda_* V^\top, \quad \Lambda_* = \arg\min_{X U \Lambda V^\top = Y} \sum_i "
               r"q_\delta(\Lambda_i) - \nabla "
               r"q_\delta(\Lambda_i(0)) \Lambda_i, \quad q_\delta(x) = \frac{1}{4} \left(2x \sinh^{-1}\left(\frac{\sqrt{\eta_a "
               r"\eta_w} 2x}{\delta}"
               r"\right) - \sqrt{\eta_a \eta_w 4x^2 + \delta^2} + \delta\right)"),
        erratum=Erratum("wrong", ORDER + " The printed q_delta does not have the needed Hessian, and at large rates it is not "
                                         "convex, so that its "
                        "stationary point is no minimum; for delta < 0 it is concave.", every(
                            predictor=Equal(network, V * Lam * U.T, on=aligned),
                            convex=Holds(Gt(1 / k, 0), on=line), **mirror_flows(), still_modes=still)))


@claim(KUNIN, "Eq. (103)", uses=["kunin2024/thm-B.6"])
def constraint_of_the_theorem():
    """The constraint under which Theorem B.6 minimises: X beta = Y, with beta written through Lambda."""
    return Printed(_interpolates(U * Lam * V.T, diagonal), latex=r"X U \Lambda V^\top = Y",
                   erratum=Erratum("wrong", ORDER, _interpolates(V * Lam * U.T)))


@claim(KUNIN, "Eq. (111)", uses=["kunin2024/103"])
def constraint_of_the_mirror_flow():
    """The constrained minimisation of Eq. (103) for the mirror flow of Eq. (110), the predictor again as U Lambda V^T."""
    return Printed(_interpolates(U * Lam * V.T, diagonal), latex=r"\Lambda_* = \arg\min Q_\delta(\Lambda) \quad \text{s.t.} \quad X U "
                                                       r"\Lambda V^\top = Y",
                   erratum=Erratum("wrong", ORDER, every(constraint=_interpolates(V * Lam * U.T), **mirror_flows())))


@claim(KUNIN, "Appendix B.1.3", "same-solution", uses=["kunin2024/109"],
       reading="`only where D_ii Lambda_ii = S_ii`: the rate is zero there, and not zero anywhere else")
def aligned_networks_reach_one_solution():
    """An aligned mode comes to rest only where D_ii Lambda_ii = S_ii, whatever delta is: the preconditioner is positive."""
    rate = -M_mode * (strength * lam - s)
    on = rates_positive & Domain(Ge(lam, 0), over=[s], source=SINGULAR_VALUE) & Domain(
        Ge(strength, 0), source=STRENGTH) & Domain(Ne(delta, 0), source=DIVIDED)
    return Printed(every(rests=Equal(rate, S.Zero, on=on.but(Eq(strength * lam, s))),
                         nowhere_else=Holds(Ne(rate, 0), on=on.but(Ne(strength * lam - s, 0)))),
                   conditions=[stated(Eq(strength * lam, s), Ne(strength * lam - s, 0))])


@claim(KUNIN, "Theorem B.6", "positive", uses=["kunin2024/thm-B.6"], conditions=[stated(strength > 0), stated(Ge(s, 0))],
       reading="of the constraint Lambda_ii > 0: the limit S_ii/D_ii of a mode with D_ii > 0 is inside it")
def limits_are_positive():
    """The minimiser of Theorem B.6 is taken over positive Lambda_ii."""
    on = Domain(strength > 0, Ge(s, 0))
    return Printed(
        Holds(Gt(s / strength, 0), on=on), latex=r"\Lambda_{*,ii} = S_{ii}/D_{ii} > 0",
        erratum=Erratum("incomplete", "A mode with S_ii = 0 goes to Lambda_ii = 0, which the constraint excludes, so the minimum is not "
                        "attained there; the constraint must be Lambda_ii >= 0, or S_ii > 0.", Holds(Ge(s / strength, 0), on=on)))

