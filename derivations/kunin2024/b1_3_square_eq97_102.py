"""Appendix B.1.3, first part: square networks with an isotropic initialisation, Lemma B.3, Eqs. (97)-(102)."""

from sympy import Eq, Ge, ImmutableMatrix, Lt, oo, sqrt

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Equal,
    Erratum,
    Evolves,
    Holds,
    Kron,
    Limit,
    Printed,
    SquareRoot,
    Step,
    Vec,
    by,
    claim,
    every,
    real,
    reals,
)

from .conventions_notation import EITHER_SIGN, SINGULAR_VALUE
from .notation import KUNIN, eta_a, eta_w
from .square_notation import (
    A,
    W,
    X,
    Y,
    balanced,
    delta,
    downstream,
    in_layers,
    network,
    one,
    product,
    rates,
    root_A,
    root_W,
    training,
    under_A,
    under_W,
    upstream,
)

any_layers = rates.but(over=[W, A, X, Y])
gradient = X.T * (X * network - Y)
ROOT_A, ROOT_W = (r"\sqrt{\eta_a \eta_w \beta^\top \beta + \tfrac{\delta^2}{4} I}", r"\sqrt{\eta_a \eta_w \beta \beta^\top + "
                                                                                    r"\tfrac{\delta^2}{4} I}")


def root_on_the_input_side():
    """Eq. (98) for both signs of delta.

    For delta >= 0 the root is a sum of Gram matrices, so it is semidefinite. For delta < 0 that shows on the range of W^T (`through`),
    which is the whole space.
    """
    return every(not_negative=SquareRoot(root=root_W, of=under_W, on=upstream.but(Ge(delta, 0))),
                 negative=SquareRoot(root=root_W, of=under_W, through=W.T, on=downstream.but(Lt(delta, 0))))


def root_on_the_output_side():
    """Eq. (99) for both signs of delta."""
    return every(not_positive=SquareRoot(root=root_A, of=under_A, on=upstream.but(delta <= 0)),
                 positive=SquareRoot(root=root_A, of=under_A, through=A.T, on=upstream.but(delta > 0)))


@claim(KUNIN, "Eq. (98)", conditions=[by(EITHER_SIGN, Ge(delta, 0), Lt(delta, 0))])
def gram_matrix_of_w():
    """W^T W through a matrix root of beta beta^T, in square networks.

    The statement is that eta_a W^T W + delta/2 I is the positive semidefinite root: symmetric, with the printed square, and
    semidefinite. For delta < 0 the last needs W to be onto, so d <= h: see the claim on other shapes.
    """
    return Printed(root_on_the_input_side(), latex=rf"W^\top W = \frac{{1}}{{\eta_a}} \left(-\frac{{\delta}}{{2}} I + "
                                                   rf"{ROOT_W}\right)")


@claim(KUNIN, "Eq. (99)", conditions=[by(EITHER_SIGN, delta <= 0, delta > 0)])
def gram_matrix_of_a():
    """A^T A through a matrix root of beta^T beta, in square networks."""
    return Printed(root_on_the_output_side(), latex=rf"A^\top A = \frac{{1}}{{\eta_w}} \left(\frac{{\delta}}{{2}} I + "
                                                    rf"{ROOT_A}\right)")


def preconditioner_through_roots():
    """M as the Kronecker sum of both roots, each root being what Eqs. (98) and (99) say."""
    return every(sum=Equal(in_layers, Kron(root_A, one) + Kron(one, root_W), on=upstream),
                 input_side=root_on_the_input_side(), output_side=root_on_the_output_side())


@claim(KUNIN, "Eq. (97)", uses=["kunin2024/98", "kunin2024/99", "kunin2024/79"],
       conditions=[by(EITHER_SIGN, Ge(delta, 0), Lt(delta, 0), delta <= 0, delta > 0)])
def isotropic_preconditioner():
    """For an isotropic initialisation M is a function of beta and delta: the halves of delta cancel."""
    return Printed(preconditioner_through_roots(),
                   latex=rf"M = \left({ROOT_A} \otimes I\right) + \left(I \otimes {ROOT_W}\right)")


@claim(KUNIN, "Lemma B.3", uses=["kunin2024/97", "kunin2024/app-B.1.3:isotropic"],
       conditions=[by(EITHER_SIGN, Ge(delta, 0), Lt(delta, 0), delta <= 0, delta > 0)])
def isotropic_dynamics():
    """The motion of vec(beta) for an isotropic initialisation, P = X beta - Y.

    That |beta(0)| > 0 is asked for is not needed: both roots exist at beta = 0 too.
    """
    return every(motion=Evolves(Vec(network), -in_layers * Vec(gradient), along=training, on=any_layers),
                 preconditioner=preconditioner_through_roots())


@claim(KUNIN, "Eq. (100)")
def motion_of_vec_beta():
    """The motion of vec(beta), as Eq. (6)."""
    return Evolves(Vec(network), -in_layers * Vec(X.T * X * network - X.T * Y), along=training, on=any_layers)


@claim(KUNIN, "Eq. (101)", uses=["kunin2024/98", "kunin2024/99", "kunin2024/100"])
def motion_with_the_roots():
    """The roots inserted into the motion; both are printed with beta^T beta.

    The statement is that the bracket is M: by Eqs. (98) and (99) its roots are written through the layers.
    """
    return Printed(
        Equal(in_layers, Kron(root_A, one) + Kron(one, root_A), on=upstream),
        latex=rf"\text{{vec}}(\dot{{\beta}}) = -\left[\left({ROOT_A} \otimes I\right) + \left(I \otimes {ROOT_A}\right)\right] "
              rf"\text{{vec}}(X^\top P)",
        erratum=Erratum("wrong", "The second root comes from W^T W, so it holds beta beta^T, as in Eq. (97).",
                        Equal(in_layers, Kron(root_A, one) + Kron(one, root_W), on=upstream)))


x, y = real(r"\lambda_i"), real(r"\lambda_j")
levels = rates & Domain(Ge(x, 0), Ge(y, 0), over=[delta], source=SINGULAR_VALUE)


def eigenvalue(one_value, other, level=delta):
    """The eigenvalue of M of Eq. (97) that belongs to two singular values of beta."""
    return sqrt(product * one_value**2 + level**2 / 4) + sqrt(product * other**2 + level**2 / 4)


FALLING = 1 / delta**2
"""How fast an eigenvalue of M over |delta| approaches 1."""


def lazy_end(scale, to):
    """Every eigenvalue of M over `scale` approaches 1."""
    return Limit(eigenvalue(x, y) / scale, delta, to, 1, rate=FALLING, on=levels)


def eigenvalue_from_the_layers():
    """The eigenvalue against what the layers' amplitudes p and q give, for i = j, and its leading error at both ends."""
    p, q = reals("p", "q")
    error = product * (x**2 + y**2)
    return (
        Step(Equal(eigenvalue(p * q, p * q, eta_w * p**2 - eta_a * q**2), eta_w * p**2 + eta_a * q**2, on=rates.but(over=[p, q])),
             "the entry of the Kronecker sum of the layers' Gram matrices in their bases, with lambda = p q, for i = j"),
        Step(Limit((eigenvalue(x, y) / delta - 1) / FALLING, delta, oo, error, on=levels), "the error upstream, to leading order"),
        Step(Limit((eigenvalue(x, y) / -delta - 1) / FALLING, delta, -oo, error, on=levels), "the error downstream, to leading order"))


def balanced_form():
    """M at delta = 0 with both roots in their places: the sum of Eq. (97), and the roots that it holds there."""
    in_A, in_W = eta_w * A.T * A, eta_a * W.T * W
    return every(sum=Equal(in_layers, Kron(root_A, one) + Kron(one, root_W), on=upstream.but(Eq(delta, 0))),
                 output_side=SquareRoot(root=in_A, of=product * network.T * network, on=balanced),
                 input_side=SquareRoot(root=in_W, of=product * network * network.T, on=balanced))


def balanced_form_as_printed():
    """M at delta = 0 as Eq. (102) and the text below it have it."""
    return Equal(in_layers, Kron(network * network.T, one) + Kron(one, network.T * network), on=balanced)


def what_is_printed_at_balance():
    """The form that Eq. (102) prints at delta = 0 through the layers: squares of their Gram matrices, in each other's places."""
    of_W, of_A = eta_a / eta_w * W.T * W * W.T * W, eta_w / eta_a * A.T * A * A.T * A
    return Step(Equal(balanced_form_as_printed().right, Kron(of_W, one) + Kron(one, of_A), on=balanced),
                "the printed form at delta = 0 through the layers")


SIGN = "M is positive semidefinite: for delta < 0 it approaches |delta| times the identity."
BALANCE = ("At delta = 0 the roots of Eq. (97) remain: M = sqrt(eta_a eta_w) (sqrt(beta^T beta) kron I + I kron sqrt(beta "
           "beta^T)). The printed "
           "form lacks the roots and exchanges the two Gram matrices.")


@claim(KUNIN, "Eq. (102)", uses=["kunin2024/97"])
def limits_of_the_square_network():
    """M in the limits of delta, through its eigenvalues: one for each pair of singular values of beta.

    A diverging limit is read as that of M over its printed factor. At delta = 0 the layers are balanced and M is known from
    Eqs. (98) and (99).
    """
    return Printed(
        every(downstream=lazy_end(delta, -oo), balanced=balanced_form_as_printed(), upstream=lazy_end(delta, oo)),
        derivation=(*eigenvalue_from_the_layers(), what_is_printed_at_balance()),
        latex=(r"M \to \begin{cases} \delta I & \delta \to -\infty. \\ \beta\beta^\top \otimes I + I \otimes \beta^\top \beta & "
               r"\delta = 0. \\ \delta I & \delta \to \infty. \end{cases}"),
        erratum=Erratum("wrong", SIGN + " " + BALANCE,
                        every(downstream=lazy_end(-delta, -oo), balanced=balanced_form(), upstream=lazy_end(delta, oo))))


@claim(KUNIN, "Appendix B.1.3", "isotropic", uses=["kunin2024/app-B.1:conserved"])
def isotropic_conservation():
    """The conserved quantity of an isotropic initialisation; the text leaves the learning rates out once more.

    Eqs. (98) and (99) hold with them: see those claims.
    """
    on = any_layers
    return Printed(Conserved(A * A.T - W * W.T, along=training, on=on),
                   latex=r"A A^\top - W W^\top = \delta I_h",
                   erratum=Erratum("wrong", "Conserved, and equal to delta I, is eta_w A A^T - eta_a W W^T; the printed one is "
                                            "so at equal "
                                   "rates only.", Conserved(eta_w * A * A.T - eta_a * W * W.T, along=training, on=on)))


@claim(KUNIN, "Appendix B.1.3", "lazy", uses=["kunin2024/102"])
def lazy_square_network():
    """Square networks become lazy at both ends; the sentence has delta I_d for M, which is d c x d c."""
    return Printed(every(upstream=lazy_end(delta, oo), downstream=lazy_end(delta, -oo)),
                   latex=r"M \to \delta I_d \quad (\delta \to \pm\infty)",
                   erratum=Erratum("wrong", SIGN + " Its identity is I_d kron I_c.",
                                   every(upstream=lazy_end(delta, oo), downstream=lazy_end(-delta, -oo))))


@claim(KUNIN, "Appendix B.1.3", "rich", uses=["kunin2024/102"])
def rich_square_network():
    """M at delta = 0, as the sentence repeats it from Eq. (102)."""
    return Printed(balanced_form_as_printed(), erratum=Erratum("wrong", BALANCE, balanced_form()))


def symmetric_in_delta():
    """M depends on delta through its square, and over |delta| approaches the identity at both ends."""
    opposite = real(r"\delta'")
    return every(symmetric=Equal(eigenvalue(x, y), eigenvalue(x, y, opposite), on=levels.but(Eq(opposite, -delta), source=EITHER_SIGN)),
                 upstream=lazy_end(delta, oo), downstream=lazy_end(-delta, -oo))


@claim(KUNIN, "Appendix B.1.3", "symmetric", uses=["kunin2024/97"],
       reading="lazy is read as: M/|delta| approaches the identity at each beta, at both ends alike",
       leaves_out="that the kernel stays along the trajectory, and the rich regime near zero")
def symmetric_transition():
    """The square network becomes lazy alike at both ends, at a rate of 1/delta^2."""
    return symmetric_in_delta()


@claim(KUNIN, "Appendix B.1.3", "other-shapes", uses=["kunin2024/98"], origin="derived")
def other_shapes():
    """Outside square networks Eq. (98) fails: with fewer neurons than inputs and delta < 0 its root is not semidefinite.

    The example has h = 1 and d = 2, isotropic trivially: across w, W^T W vanishes, where eta_a W^T W + delta/2 is delta/2 < 0.
    """
    first, second = real("w_1"), real("w_2")
    layer, across = ImmutableMatrix([[first, second]]), ImmutableMatrix([-second, first])
    printed_root = eta_a * layer.T * layer + delta / 2 * ImmutableMatrix([[1, 0], [0, 1]])
    return Holds((across.T * printed_root * across)[0] < 0, on=rates & Domain(delta < 0, first**2 + second**2 > 0))
