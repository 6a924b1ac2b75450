"""Appendix A up to A.1: the network, its gradient flow, its minima and saddles, and the conserved quantity, Eqs. (10)-(13)."""

from sympy import Eq, Ge, Gt, Identity, Ne, Rational, S, ZeroMatrix, oo, sqrt

from theoremtest.derivations.language import (
    Chart,
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
    stated,
)

from .conventions_notation import BRANCHES, NORMAL_EQUATIONS, SQUARED_NORM
from .notation import KUNIN, X, a, d, eta_a, eta_w, parameters, training, w, y

rho = X.T * X * (a * w) - X.T * y
alpha, radius = real(r"\alpha"), real("r")


@claim(KUNIN, "Eq. (10)", uses=["kunin2024/1"])
def tangent_kernel_again():
    """The tangent kernel, as in Eq. (1): the Jacobian of the outputs by a is Xw, that by w is aX."""
    return Equal(eta_a * (X * w) * (X * w).T + eta_w * (a * X) * (a * X).T,
                 X * (eta_w * a**2 * Identity(d) + eta_a * w * w.T) * X.T, on=parameters)


@claim(KUNIN, "Eq. (11)")
def motion_of_a():
    """Gradient flow of the loss moves the second layer by minus eta_a w^T rho."""
    return Evolves(a, -eta_a * Dot(w, rho), along=training, on=parameters)


@claim(KUNIN, "Eq. (12)")
def motion_of_w():
    """Gradient flow of the loss moves the first layer by minus eta_w a rho."""
    return Evolves(w, -eta_w * a * rho, along=training, on=parameters)


@claim(KUNIN, "Appendix A", "minima", uses=["kunin2024/11", "kunin2024/12", "kunin2024/sec-3:rescaling"])
def minima_rest():
    """Where the normal equations hold both layers rest; with a != 0 the converse holds too.

    The squared speed of w is eta_w^2 a^2 |rho|^2.
    """
    rest = parameters.but(Eq(X.T * y, a * X.T * X * w), source=NORMAL_EQUATIONS)
    solved = Domain(*rest.conditions, over=rest.symbols, chart=Chart({y: X * (a * w)}, Domain(over=[X, a, w])))
    solved.sources = rest.sources
    return every(
        a_rests=Equal(-eta_a * Dot(w, rho), S.Zero, on=solved),
        w_rests=Equal(-eta_w * a * rho, ZeroMatrix(d, 1), on=solved),
        speed=Equal(Dot(-eta_w * a * rho, -eta_w * a * rho), eta_w**2 * a**2 * Dot(rho, rho), on=parameters),
        nowhere_else=Iff(Eq(a**2 * Dot(rho, rho), 0), Eq(Dot(rho, rho), 0), on=parameters.but(Ne(a, 0), source=BRANCHES)))


@claim(KUNIN, "Appendix A", "saddles", uses=["kunin2024/fn-2", "kunin2024/11", "kunin2024/12"],
       reading="`exactly where w^T X^T y = 0`: that number times eta_a is the rate of a")
def saddles_rest():
    """With a = 0 the first layer rests, and the second rests exactly where w^T X^T y = 0."""
    on = parameters
    return every(
        w_rests=Equal((-eta_w * a * rho).subs(a, 0), ZeroMatrix(d, 1), on=on),
        a_rests=Equal((-eta_a * Dot(w, rho)).subs(a, 0), eta_a * Dot(w, X.T * y), on=on))


@claim(KUNIN, "Eq. (13)", uses=["kunin2024/11", "kunin2024/12"])
def conserved_quantity():
    """delta = eta_w a^2 - eta_a |w|^2 does not change along gradient flow, for any data and any learning rates."""
    on, kept = parameters, eta_w * a**2 - eta_a * Dot(w, w)
    by_layer = 2 * eta_w * a * (-eta_a * Dot(w, rho)) - 2 * eta_a * Dot(w, -eta_w * a * rho)
    return Printed(
        Conserved(kept, along=training, on=on),
        derivation=(
            Step(Evolves(kept, by_layer, along=training, on=on), "product rule, then Eqs. (11) and (12) for the two rates"),
            Step(Equal(by_layer, S.Zero, on=on), "the two terms cancel"),
        ))


@claim(KUNIN, "Appendix A.1", "verification", uses=["kunin2024/13"])
def verification_of_conservation():
    """The unnumbered check: the two layers' contributions to the rate of delta cancel."""
    on = parameters
    first, second = 2 * eta_w * a * (-eta_a * Dot(w, rho)), 2 * eta_a * Dot(w, -eta_w * a * rho)
    return every(
        a_term=Evolves(eta_w * a**2, first, along=training, on=on),
        w_term=Evolves(eta_a * Dot(w, w), second, along=training, on=on),
        sum=Equal(first - second, S.Zero, on=on))


@claim(KUNIN, "Appendix A.1", "geometry", uses=["kunin2024/fig-2"])
def curvature_of_the_hyperboloid():
    """A larger |delta| flattens the hyperboloid; at zero it is singular at the origin.

    The profile x = sqrt(alpha + r^2) of x^2 - r^2 = alpha has curvature alpha/(alpha + 2 r^2)^(3/2): at the vertex it is
    alpha^(-1/2), and at every r it goes to zero as alpha grows. The normal (the gradient of the quadratic form) vanishes on
    the surface only where alpha = 0 and only at the origin.
    """
    profile = sqrt(alpha + radius**2)
    curvature = profile.diff(radius, 2) / (1 + profile.diff(radius)**2)**Rational(3, 2)
    closed = alpha / (alpha + 2 * radius**2)**Rational(3, 2)
    on = Domain(alpha > 0, over=[radius])
    first, rest = real("x_1^2"), real(r"\textstyle\sum_{i>1} x_i^2")
    return Printed(every(
        curvature=Equal(curvature, closed, on=on),
        flattens=Limit(closed, alpha, oo, S.Zero, on=on),
        vertex=Limit(closed.subs(radius, 0), alpha, 0, oo, on=Domain(alpha > 0)),
        smooth=Holds(Gt(4 * (first + rest), 0), on=Domain(Gt(first - rest, 0), Ge(rest, 0)))),
        conditions=[stated(alpha > 0, Gt(first - rest, 0)), by(SQUARED_NORM, Ge(rest, 0))])


@claim(KUNIN, "Appendix A.1", "sheets", uses=["kunin2024/fig-2"],
       reading="`two sheets` is read as: no point with x_1 = 0 joins both signs of x_1; `one sheet` as: over every point of the other "
               "coordinates stands a sphere of positive radius and of dimension k - 1 >= 1",
       leaves_out="that such a family of spheres is connected")
def number_of_sheets():
    """The hyperboloid x_1^2 + ... + x_k^2 - (the other squares) = alpha with alpha >= 0 has two sheets for k = 1, else one."""
    first, rest, several = real("x_1"), real(r"\textstyle\sum_{i>k} x_i^2"), real(r"\textstyle\sum_{i \leq k} x_i^2")
    surface = Domain(Eq(first**2 - rest, alpha), Ge(rest, 0), Ge(alpha, 0))
    wide = Domain(Eq(several - rest, alpha), Ge(rest, 0), Ge(several, 0))
    printed = Holds(Ne(first, 0), on=surface)
    return Printed(
        every(two_sheets=printed, one_sheet=Holds(Gt(several, 0), on=wide.but(alpha > 0))),
        conditions=[stated(alpha >= 0, Eq(first**2 - rest, alpha), Eq(several - rest, alpha)), stated(alpha > 0),
                    by(SQUARED_NORM, Ge(rest, 0), Ge(several, 0))],
        erratum=Erratum(
            "incomplete", "At alpha = 0 the surface is a cone, whose halves x_1 > 0 and x_1 < 0 meet at the origin: one piece. Two "
            "sheets need alpha > 0; the text names the singularity at alpha = 0.",
            every(two_sheets=Holds(Ne(first, 0), on=Domain(Eq(first**2 - rest, alpha), Ge(rest, 0), alpha > 0)),
                  one_sheet=Holds(Gt(several, 0), on=wide.but(alpha > 0)))))
