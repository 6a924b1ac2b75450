"""Appendix B.2, second part: deep linear networks at delta = 0 and their implicit bias, Eqs. (119)-(122), Theorem B.9.

At delta = 0, Eq. (117) makes W_1^T W_1 the (l+1)-th root of beta beta^T: a rank-one matrix v v^T with |v|^2 = |a|^2, and
beta = |a|^l v. The number of hidden layers l is a symbol: every depth at once.
"""

from functools import reduce

from sympy import Eq, Gt, Identity, S, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Hessian,
    Inverse,
    Limit,
    Minimises,
    Norm,
    NotHessian,
    Printed,
    claim,
    every,
    real,
    vector,
)

from .conventions_notation import DEPTH, NONZERO_BETA, RICH_LIMIT
from .deep_notation import l
from .mirror_notation import psi as slope_of_one_neuron
from .mirror_notation import q as potential_of_one_neuron
from .notation import KUNIN, beta, beta0, d, delta

v = vector("v", d)
A = Dot(v, v)
"""|a|^2, which is |v|^2."""
direction = A**(l / S(2)) * v
in_direction = Domain(Gt(A, 0), over=[v, l], source=NONZERO_BETA)
one = Identity(d)
BB, norm = Dot(beta, beta), Norm(beta)
nonzero = Domain(Gt(BB, 0), over=[beta, l], source=NONZERO_BETA)
started = nonzero & Domain(Gt(Dot(beta0, beta0), 0), over=[beta0], source=NONZERO_BETA)
M = norm**(2 * l / (l + 1)) * one + l * norm**(-2 / (l + 1)) * beta * beta.T
inverse_of_M = norm**(-2 * l / (l + 1)) * one - l / (l + 1) * norm**(-(4 * l + 2) / (l + 1)) * beta * beta.T
warp = norm**(-l / (l + 1))


def potential(size):
    """Phi of Theorem B.9 as a function of the norm."""
    return (l + 1) / (l + 2) * size**((l + 2) / (l + 1))


def bias(exponent):
    """The implicit bias with slope |beta_0|^exponent beta_0. A.4's convention has the inverse of the printed warp."""
    return Minimises(potential=potential(norm), slope=Norm(beta0)**exponent * beta0, variable=beta, initial=beta0,
                     preconditioner=M,
                     warp=1 / warp, on=started)


@claim(KUNIN, "Eq. (120)", uses=["kunin2024/116", "kunin2024/117"])
def layers_in_the_balanced_limit():
    """|a|^2 and W_1^T W_1 in terms of beta, where delta = 0.

    The last part is Eq. (117): v v^T, positive semidefinite, is the (l+1)-th root of beta beta^T. Its l-th power is
    |v|^{2(l-1)} v v^T, which one more factor carries on to the next.
    """
    square, outer = Dot(direction, direction), direction * direction.T
    return Printed(
        every(read_out=Equal(A, sqrt(square)**(2 / (l + 1)), on=in_direction),
              gram=Equal(v * v.T, sqrt(square)**(-2 * l / (l + 1)) * outer, on=in_direction),
              norm=Equal(square, A * A**l, on=in_direction), power=Equal(v * v.T * (A**(l - 1) * v * v.T), outer, on=in_direction)),
        latex=r"\|a\|^2 = \|\beta\|^{\frac{2}{l+1}}, \quad W_1^\top W_1 = \|\beta\|^{-\frac{2l}{l+1}} \beta\beta^\top")


def _preconditioner(depth):
    """Eq. (118) at delta = 0 with W_1^T W_1 = v v^T, for one depth."""
    def power(k):
        return reduce(lambda product, factor: product * factor, [v * v.T] * k, one)
    return power(depth) + sum((A * A**i * power(depth - 1 - i) for i in range(1, depth)), A * power(depth - 1))


@claim(KUNIN, "Eq. (121)", uses=["kunin2024/118", "kunin2024/120"],
       reading="the depths 1 to 4 outright, and the step from l layers to l + 1",
       leaves_out="the principle of induction, which joins the step to every depth")
def preconditioner_in_the_balanced_limit():
    """M at delta = 0, for every depth.

    By induction over Eq. (118), M_{l+1} = v v^T M_l + |v|^{2(l+1)} I, the sum is |v|^{2l} I + l |v|^{2(l-1)} v v^T. In terms of
    beta it is the printed form; the first depths are worked out from the sum itself, against that form.
    """
    closed = A**l * one + l * A**(l - 1) * v * v.T
    grown = A**(l + 1) * one + (l + 1) * A**l * v * v.T

    def in_beta(depth):
        here = A**(depth / S(2)) * v
        length, power = Norm(here), S(2) / (depth + 1)
        return length**(depth * power) * one + depth * length**-power * here * here.T

    first = {f"depth_{k}": Equal(_preconditioner(k), in_beta(k), on=in_direction) for k in (1, 2, 3, 4)}
    return Printed(every(**first, one_more_layer=Equal(v * v.T * closed + A**(l + 1) * one, grown, on=in_direction),
                         in_beta=Equal(closed, in_beta(l), on=in_direction)),
                   latex=r"M = \|\beta\|^{\frac{2l}{l+1}} \mathbf{I}_d + l\|\beta\|^{-\frac{2}{l+1}} \beta\beta^\top")


@claim(KUNIN, "Eq. (122)", uses=["kunin2024/121"])
def inverse_in_the_balanced_limit():
    """The inverse of M by the Sherman-Morrison formula; its second term is printed with a plus sign."""
    printed = norm**(-2 * l / (l + 1)) * one + l / (l + 1) * norm**(-(4 * l + 2) / (l + 1)) * beta * beta.T
    return Printed(Inverse(M, printed, on=nonzero),
                   erratum=Erratum("wrong", "The formula subtracts: M grows along beta, so its inverse shrinks there. The "
                                            "potential of the next "
                                   "sentence is right with the minus sign only.", Inverse(M, inverse_of_M, on=nonzero)))


@claim(KUNIN, "Appendix B.2", "warp", uses=["kunin2024/122"])
def warped_inverse():
    """M^-1 is the printed warp times the Hessian of Phi, with the inverse that M really has.

    Appendix A.4.1 puts the warp on the other side, warp times M^-1; there it is the reciprocal of this one.
    """
    return Hessian(potential(norm), beta, 1 / warp * inverse_of_M, on=nonzero)


@claim(KUNIN, "Appendix B.2", "needs-warp", uses=["kunin2024/122"], origin="derived")
def the_inverse_itself_is_no_hessian():
    """Without the warp there is no potential: the inverse of M is no Hessian, at any depth, in two dimensions or more."""
    return NotHessian(inverse_of_M, beta, on=nonzero)


@claim(KUNIN, "Theorem B.9", uses=["kunin2024/121", "kunin2024/122", "kunin2024/app-B.2:warp"])
def deep_implicit_bias():
    """The implicit bias of a deep network in the rich limit, for every depth and dimension.

    The mirror-flow argument link by link: the warped inverse of M is the potential's Hessian, the slope its gradient at beta(0),
    the potential strictly convex and the warp positive.
    """
    return bias(-l / (l + 1))


@claim(KUNIN, "Eq. (119)", uses=["kunin2024/thm-B.9"])
def deep_minimisation():
    """The constrained minimisation of Theorem B.9, with its potential and slope."""
    return bias(-l / (l + 1))


@claim(KUNIN, "Appendix B.2", "bias", uses=["kunin2024/thm-B.9"])
def bias_in_the_last_paragraph():
    """Q as the closing paragraph repeats it."""
    return bias(-l / (l + 1))


@claim(KUNIN, "Appendix B.2", "two-layers", uses=["kunin2024/thm-B.9", "kunin2024/thm-3.1"])
def one_hidden_layer():
    """With one hidden layer the bias is that of Theorem 3.1 at delta = 0, both terms in the same proportion sqrt(2)."""
    r = real("r")
    on = Domain(r > 0, source=DEPTH) & Domain(Eq(delta, 0), source=RICH_LIMIT)
    return every(potential=Equal(potential_of_one_neuron(r), sqrt(2) * potential(r).subs(l, 1), on=on),
                 slope=Equal(slope_of_one_neuron(r**2), sqrt(2) * r**(-l / (l + 1)).subs(l, 1) * r, on=on))


@claim(KUNIN, "Appendix B.2", "depth", uses=["kunin2024/thm-B.9"],
       reading="`emphasizes the direction with increased depth` is read as the limit of infinite depth",
       leaves_out="that the emphasis increases from each depth to the next")
def what_depth_does():
    """With depth the potential tends to the norm and the slope to the unit vector of beta_0.

    Then the objective is |beta| - beta . beta_0/|beta_0|, which vanishes along the whole ray of beta_0: what is left is the
    direction of the initialisation.
    """
    r, depth = real("r"), real("l")
    on = Domain(r > 0, depth > 0, source=DEPTH)
    power = (depth + 1) / (depth + 2) * r**((depth + 2) / (depth + 1))
    return every(potential=Limit(power, depth, oo, r, on=on), slope=Limit(r**(-depth / (depth + 1)) * r, depth, oo, S.One, on=on))
