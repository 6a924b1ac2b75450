"""Appendix D.1: the teacher-student experiment: its symmetrised initialisation, scale and geometry, and the kernel distance."""

from sympy import Eq, Ge, Gt, Ne, S, sign, sqrt

from theoremtest.derivations.language import Domain, Dot, Equal, Erratum, Holds, Iff, Norm, Printed, claim, every, real, reals

from .conventions_notation import HOMOGENEOUS, SCALE, SPHERE, SYMMETRIZED, TIME_FROM_ZERO
from .notation import KUNIN, a, delta, w
from .piecewise_notation import sigma, slope
from .s1_introduction import alpha, distance, k_0, k_t, kernels, tau

z = real("z")
base = Domain(tau > 0, alpha > 0, source=SCALE)
scaled_delta = (alpha * tau)**2 - (tau / alpha)**2
"""delta of a neuron with |w| = 1 and a = +-1 whose w is scaled by tau/alpha and a by tau alpha (unit learning rates)."""


@claim(KUNIN, "Appendix D.1", "symmetrised")
def the_symmetrised_student_is_zero():
    """A neuron and its copy with the opposite read-out cancel on every input, before and after the scaling.

    A prime marks the copy; z is the input as the neuron's weights see it.
    """
    other, seen = reals("a'", "z'")
    on = slope.but(Eq(other, -a), Eq(seen, z), source=SYMMETRIZED)

    def student(read, weigh):
        return read * a * sigma(weigh * z) + read * other * sigma(weigh * seen)

    return every(base=Equal(student(1, 1), S.Zero, on=on), scaled=Equal(student(tau * alpha, tau / alpha), S.Zero, on=on & base))


@claim(KUNIN, "Appendix D.1", "balanced-base")
def the_base_is_balanced():
    """With w_i on the unit sphere and a_i = +-1 every neuron has delta_i = 0 (unit learning rates).

    A point of the sphere is written w/|w|, a sign sgn(a).
    """
    on = Domain(Ne(a, 0), Dot(w, w) > 0, over=[a, w], source=SPHERE)
    unit = w / Norm(w)
    return Equal(sign(a)**2 - Dot(unit, unit), S.Zero, on=on)


@claim(KUNIN, "Appendix D.1", "alpha", uses=["kunin2024/fig-1", "kunin2024/app-D.1:balanced-base"])
def relative_scaling_of_the_layers():
    """alpha is to be solved for in delta^2 = tau^2 (alpha^2 - alpha^(-2)), where delta is that of the scaled neurons."""
    named = base.but(where={delta: scaled_delta})
    return Printed(
        Equal(delta**2, tau**2 * (alpha**2 - alpha**-2), on=named),
        erratum=Erratum(
            "wrong",
            "The scaled neurons have delta = tau^2 (alpha^2 - alpha^(-2)), as the caption of Fig. 1 says, not delta^2: the printed "
            "equation gives the same alpha for delta and -delta, always above 1, and so no downstream start.",
            every(delta=Equal(delta, tau**2 * (alpha**2 - alpha**-2), on=named),
                  never_downstream=Iff(Ge(tau**2 * (alpha**2 - alpha**-2), 0), Ge(alpha, 1), on=base))))


@claim(KUNIN, "Appendix D.1", "alpha-solved", uses=["kunin2024/app-D.1:alpha"], origin="derived")
def alpha_from_tau_and_delta():
    """alpha^2 = (delta + sqrt(delta^2 + 4 tau^4))/(2 tau^2), the only positive solution."""
    square = (delta + sqrt(delta**2 + 4 * tau**4)) / (2 * tau**2)
    on = Domain(tau > 0, over=[delta])
    return every(solves=Equal(tau**2 * (square - 1 / square), delta, on=on), positive=Holds(Gt(square, 0), on=on),
                 only=Holds(Gt((tau**2 * (alpha**2 - alpha**-2)).diff(alpha), 0), on=base))


@claim(KUNIN, "Appendix D.1", "scale", uses=["kunin2024/fig-1:scale-and-geometry"])
def the_scaling_keeps_the_product():
    """Scaling w_i by tau/alpha and a_i by tau alpha scales the neuron's function by tau^2, whatever alpha is."""
    return Equal(tau * alpha * a * sigma(tau / alpha * z), tau**2 * (a * sigma(z)), on=slope.but(over=[a, z]) & base)


@claim(KUNIN, "Appendix D.1", "kernel-distance", uses=["kunin2024/sec-1:kernel-distance"])
def kernel_distance_from_the_start():
    """S(t) is zero at the start and does not change when a kernel is scaled."""
    c, e = reals("c", "e")
    return every(start=Equal(distance(k_0, k_t), S.Zero, on=kernels.but(Eq(k_t, k_0), source=TIME_FROM_ZERO)),
                 scaling=Equal(distance(c * k_0, e * k_t), distance(k_0, k_t), on=kernels.but(c > 0, e > 0, source=HOMOGENEOUS)))
