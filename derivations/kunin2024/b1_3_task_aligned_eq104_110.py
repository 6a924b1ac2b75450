"""Appendix B.1.3, second part: task-aligned square networks and the motion of their singular values, Eqs. (104)-(109).

Assumption B.4: beta(0) = V Lambda(0) U^T and X^T Y = V S U^T with one pair U, V. Assumption B.5: X^T X = V D V^T. Diagonal
matrices are letters that equal their transposes. A single mode has the amplitudes p, q of its layers, lambda = p q.
"""

from sympy import Abs, Eq, Ge, Lt, S, asinh, sqrt

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Erratum,
    Evolves,
    GradientFlow,
    Printed,
    SquareRoot,
    by,
    claim,
    every,
)

from .conventions_notation import EITHER_SIGN, STRENGTH, TASK_ALIGNED
from .notation import KUNIN, delta, eta_a, eta_w
from .square_notation import (
    A,
    W,
    X,
    Y,
    downstream,
    network,
    one,
    product,
    root_A,
    root_W,
    training,
    upstream,
)
from .task_aligned_notation import (
    L_A,
    L_W,
    S_,
    D,
    Lam,
    M_mode,
    U,
    V,
    aligned,
    any_layers,
    free,
    in_a_basis,
    lam,
    mode,
    modes,
    p,
    projected,
    q,
    root,
    s,
    strength,
    task_aligned,
    turned,
    velocity,
)

level_of_a_mode = eta_w * p**2 - eta_a * q**2
"""delta in one mode."""

STRENGTH_MISSING = ("Assumption B.5 makes X^T X = V D V^T, so the slope is D Lambda - S; the text goes on with Lambda - S, which needs "
            "whitened "
            "inputs, D = I, a condition that it does not state. With D in its place the equation holds under B.4 and B.5.")


@claim(KUNIN, "Appendix B.1.3", "aligned-grams", uses=["kunin2024/98", "kunin2024/99"],
       conditions=[by(EITHER_SIGN, delta <= 0, delta > 0, Ge(delta, 0), Lt(delta, 0))])
def gram_matrices_in_the_basis_of_the_task():
    """A^T A and W^T W in orthogonal bases U, V: the roots are those of Lambda^T Lambda and Lambda Lambda^T, Lambda = V^T beta U.

    Where Lambda is diagonal both are Lambda^2, as the text has it.
    """
    up, down = in_a_basis(upstream), in_a_basis(downstream)
    under_A = product * projected.T * projected + delta**2 / 4 * one
    under_W = product * projected * projected.T + delta**2 / 4 * one
    in_A, in_W = U.T * root_A * U, V.T * root_W * V
    return Printed(
        every(output_side=SquareRoot(root=in_A, of=under_A, on=up.but(delta <= 0)),
              output_side_upstream=SquareRoot(root=in_A, of=under_A, through=U.T * A.T, on=up.but(delta > 0)),
              input_side=SquareRoot(root=in_W, of=under_W, on=up.but(Ge(delta, 0))),
              input_side_downstream=SquareRoot(root=in_W, of=under_W, through=V.T * W.T, on=down.but(Lt(delta, 0)))),
        latex=(r"A(t)^\top A(t) = \frac{1}{\eta_w} U \left(\frac{\delta}{2} I + \sqrt{\eta_a \eta_w \Lambda^2 + "
               r"\left(\tfrac{\delta}{2} I\right)^2}\right) "
               r"U^\top, \quad W^\top W = \frac{1}{\eta_a} V \left(-\frac{\delta}{2} I + \sqrt{\eta_a \eta_w \Lambda^2 + "
               r"\left(\tfrac{\delta}{2} I\right)^2}\right) V^\top"))


@claim(KUNIN, "Eq. (104)")
def motion_of_beta_again():
    """The motion of beta, Eq. (76) with the data multiplied out, for any number of samples."""
    slope = X.T * X * network - X.T * Y
    return Evolves(network, -(eta_w * slope * A.T * A + eta_a * W.T * W * slope), along=training, on=any_layers)


@claim(KUNIN, "Eq. (105)", uses=["kunin2024/104"])
def motion_in_the_task_s_bases():
    """The assumptions inserted into Eq. (104), U and V being orthogonal."""
    slope = X.T * X * V * Lam * U.T - V * S_ * U.T
    return Equal(velocity, -(slope * U * L_A * U.T + V * L_W * V.T * slope), on=aligned)


def _collected(strength_of):
    slope = strength_of * Lam - S_
    return -(slope * L_A + L_W * slope)


MODE = "one diagonal entry, whose layers have the amplitudes p and q"


def _one_mode_moves(slope):
    """The diagonal entry's motion, with the weights of both layers on either side of the slope."""
    return Evolves(p * q, -(slope * (eta_w * p**2) + (eta_a * q**2) * slope), along=mode, symbol=lam, on=modes)


@claim(KUNIN, "Eq. (106)", uses=["kunin2024/105"], reading=MODE)
def motion_collected():
    """The bases taken out of Eq. (105)."""
    return Printed(_one_mode_moves(lam - s), latex=r"\dot{\beta} = -(V((\Lambda - S)\Lambda_{AA} + \Lambda_{WW}(\Lambda - S))U^\top)",
                   erratum=Erratum("incomplete", STRENGTH_MISSING, every(
                       mode=_one_mode_moves(strength * lam - s), bases=Equal(velocity, V * _collected(D) * U.T, on=aligned)),
                       under=(Eq(strength, 1),)))


@claim(KUNIN, "Eq. (107)", uses=["kunin2024/106"], reading=MODE)
def motion_of_the_singular_values():
    """The motion projected onto the bases, which the flow leaves alone."""
    motion = Evolves(projected, V.T * velocity * U, along=training, on=any_layers.but(over=[U, V]))
    return Printed(every(motion=motion, mode=_one_mode_moves(lam - s)),
                   latex=r"\dot{\Lambda} = -((\Lambda - S)\Lambda_{AA} + \Lambda_{WW}(\Lambda - S))",
                   erratum=Erratum("incomplete", STRENGTH_MISSING, every(
                       motion=motion, mode=_one_mode_moves(strength * lam - s),
                       aligned=Equal(V.T * velocity * U, _collected(D), on=aligned)), under=(Eq(strength, 1),)))


@claim(KUNIN, "Appendix B.1.3", "one-mode", uses=["kunin2024/107"], origin="derived")
def one_mode():
    """One diagonal entry of the aligned flow is the gradient flow of its two amplitudes, with delta conserved.

    With A = O P R and W = O Q K in the task's bases, entry p of P moves at -eta_a q (D_ii p q - s), entry q of Q at -eta_w p
    (D_ii p q - s).
    """
    slope = strength * p * q - s
    return every(
        read_out=Evolves(p, -eta_a * q * slope, along=mode, on=modes), weight=Evolves(q, -eta_w * p * slope, along=mode,
            on=modes),
        product=Evolves(p * q, -(slope * (eta_w * p**2) + (eta_a * q**2) * slope), along=mode, on=modes),
        conserved=Evolves(eta_w * p**2 - eta_a * q**2, S.Zero, along=mode, on=modes))


@claim(KUNIN, "Eq. (108)", reading=MODE, uses=["kunin2024/107", "kunin2024/app-B.1.3:aligned-grams", "kunin2024/app-B.1.3:one-mode"])
def motion_with_the_roots_inserted():
    """Both roots inserted, for one mode: the halves of delta cancel."""
    def rate(slope):
        return -(slope * root + root * slope)
    return Printed(Evolves(p * q, rate(lam - s), along=mode, symbol=lam, on=modes),
                   latex=(r"\dot{\Lambda} = -\left((\Lambda - S) \sqrt{\eta_a \eta_w \Lambda^2 + \left(\tfrac{\delta}{2} "
                          r"I\right)^2} + "
                          r"\sqrt{\eta_a \eta_w \Lambda^2 + \left(\tfrac{\delta}{2} I\right)^2} (\Lambda - S)\right)"),
                   erratum=Erratum("incomplete", STRENGTH_MISSING, Evolves(p * q, rate(strength * lam - s), along=mode, symbol=lam,
                                                                   on=modes), under=(Eq(strength, 1),)))


@claim(KUNIN, "Eq. (109)", reading=MODE, uses=["kunin2024/108"])
def motion_with_its_preconditioner():
    """The singular values follow a preconditioned flow, one mode at a time."""
    return Printed(Evolves(p * q, -M_mode * (lam - s), along=mode, symbol=lam, on=modes),
                   latex=r"\dot{\Lambda} = -M_\Lambda(\Lambda - S), \quad M_\Lambda = \sqrt{\eta_a \eta_w 4\Lambda^2 + \delta^2 "
                         r"I}",
                   erratum=Erratum("incomplete", STRENGTH_MISSING, Evolves(p * q, -M_mode * (strength * lam - s), along=mode, symbol=lam,
                                                                   on=modes), under=(Eq(strength, 1),)))


@claim(KUNIN, "Eq. (110)", uses=["kunin2024/109", "kunin2024/112"], reading=MODE)
def mirror_flow_of_the_singular_values():
    """The aligned flow as a mirror flow: the slope of a potential with Hessian M_Lambda^-1 falls at the rate Lambda - S.

    The slope is that of `113`, its derivative 1/M_Lambda; the assumptions are B.4 and B.5.
    """
    along, at = S.One * p * q, Domain(strength >= 0, source=STRENGTH)
    slope = asinh(2 * sqrt(product) * along / Abs(level_of_a_mode)) / (2 * sqrt(product))
    on = modes.but(p * q > 0, source=TASK_ALIGNED) & at

    def falls(rate):
        return every(upstream=Evolves(slope.subs(Abs(level_of_a_mode), level_of_a_mode), -rate, along=mode, on=on.but(level_of_a_mode > 0)),
                     downstream=Evolves(slope.subs(Abs(level_of_a_mode), -level_of_a_mode), -rate, along=mode,
                                        on=on.but(level_of_a_mode < 0)))

    return Printed(falls(lam - s), conditions=[by(EITHER_SIGN, level_of_a_mode > 0, level_of_a_mode < 0)],
                   latex=r"\dot{\Lambda} = -(\nabla^2 \Phi_\delta(\Lambda))^{-1}(\Lambda - S)",
                   erratum=Erratum("incomplete", STRENGTH_MISSING, falls(strength * lam - s), under=(Eq(strength, 1),)))


@claim(KUNIN, "Appendix B.1.3", "whitened", uses=["kunin2024/106", "kunin2024/109"], origin="derived")
def whitened_inputs():
    """With whitened inputs Eqs. (106) to (109) hold as printed. Whitened inputs are at least as many samples as inputs."""
    white = modes.at({strength: S.One})
    on = task_aligned(Eq(D, one), data=turned, of=free)
    flow = GradientFlow((p * q)**2 / 2 - s * p * q, {p: eta_a, q: eta_w}, name="gradient flow of one whitened mode")
    return every(collected=Equal(velocity, V * _collected(one) * U.T, on=on),
                 one_mode=Evolves(p * q, -M_mode * (lam - s), along=flow, symbol=lam, on=white))


