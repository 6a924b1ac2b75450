"""Appendix B.1, first part: conserved matrix, tangent kernel and motion of beta = W^T A, Eqs. (73)-(80)."""

from sympy import And, Identity, Or

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Kron,
    Printed,
    Vec,
    claim,
    every,
    matrix,
    stated,
    vector,
)

from .notation import KUNIN, eta_a, eta_w, setting
from .wide_notation import A, W, X, Y, c, d, gradient_of, h, in_layers, n, network, wide, wide_training

velocity_W, velocity_A = matrix(r"\dot{W}", h, d), matrix(r"\dot{A}", h, c)
L, R, C = matrix(r"\mathbf{A}", d, n), matrix(r"\mathbf{B}", n, h), matrix(r"\mathbf{C}", h, c)
P = matrix("P", n, c)
gradient = gradient_of(network)
balance = eta_w * A * A.T - eta_a * W * W.T


narrowing = Or(And(h >= d, h <= c), And(h >= c, h <= d))
"""The setting of Appendix B.1: min(d, c) <= h <= max(d, c)."""


@claim(KUNIN, "Appendix B.1", "conserved", conditions=[stated(narrowing)])
def conserved_matrix():
    """The rescaling symmetry conserves the h x h matrix Delta.

    Printed without learning rates, which Eqs. (74) and (75) carry; Section 4 has them.
    """
    return Printed(
        Conserved(A * A.T - W * W.T, along=wide_training, on=wide.but(narrowing)),
        erratum=Erratum("wrong", "Each layer's Gram matrix grows at its own learning rate, so each must be weighted with the "
                        "other layer's: eta_w A A^T - eta_a W W^T, as Section 4 and the delta_i below Eq. (82) have it. The "
                        "printed one is conserved at equal rates only: at d = h = c = 1, X = 1, Y = 0, A = W = 1, eta_a = 1 and "
                        "eta_w = 2 it changes at the rate 2.",
                        Conserved(balance, along=wide_training, on=wide)))


@claim(KUNIN, "Appendix B.1", "conserved-equal-rates", uses=["kunin2024/app-B.1:conserved"], origin="derived")
def conserved_at_equal_rates():
    """At equal learning rates the matrix without them is conserved."""
    equal = setting(eta_a > 0, over=[W, A, X, Y], where={eta_w: eta_a})
    return Conserved(A * A.T - W * W.T, along=wide_training, on=equal)


@claim(KUNIN, "Appendix B", "count", uses=["kunin2024/sec-4:conserved"],
       reading="the quantities that belong to one neuron each, the delta_i: e^T Delta e is conserved for every vector e",
       leaves_out="that there is one for each neuron, as the diagonal entries are")
def number_of_conserved_quantities():
    """The number of conserved quantities grows with the network, one for each hidden neuron.

    Every entry of the symmetric h x h matrix Delta is conserved; the h diagonal ones are the delta_i.
    """
    e = vector("e", h)
    return Conserved(Dot(e, balance * e), along=wide_training, on=wide.but(over=[e]))


def kernel_of_the_network():
    """The kernel's definition from both Jacobians, and what the kernel is for."""
    in_W, in_A = Kron(A.T, X), Kron(Identity(c), X * W.T)
    kernel = Kron(Identity(c), X) * in_layers * Kron(Identity(c), X.T)
    return every(
        kernel=Equal(eta_w * in_W * in_W.T + eta_a * in_A * in_A.T, kernel, on=wide),
        jacobian_in_W=Equal(Vec(X * velocity_W.T * A), in_W * Vec(velocity_W.T), on=wide.but(over=[velocity_W])),
        jacobian_in_A=Equal(Vec(X * W.T * velocity_A), in_A * Vec(velocity_A), on=wide.but(over=[velocity_A])),
        outputs=Evolves(Vec(X * network), -kernel * Vec(X * network - Y), along=wide_training, on=wide))


@claim(KUNIN, "Appendix B.1", "kernel")
def tangent_kernel():
    """The tangent kernel of the two-layer network through the Kronecker sum.

    The left side of the first part is the kernel's definition, with the Jacobians of vec(X W^T A) in the entries of W^T and
    A; the last part says that it drives the outputs down the residual.
    """
    return kernel_of_the_network()


@claim(KUNIN, "Eq. (73)")
def product_rule():
    """The product rule for beta, whatever the layers' velocities."""
    flow = Flow({W: velocity_W, A: velocity_A}, name="any motion of both layers")
    return Evolves(network, velocity_W.T * A + W.T * velocity_A, along=flow, on=Domain(over=[W, A, velocity_W, velocity_A]))


@claim(KUNIN, "Eq. (74)")
def motion_of_w():
    """Gradient flow of the first layer, derived from the loss."""
    return Evolves(W.T, -eta_w * gradient * A.T, along=wide_training, on=wide)


@claim(KUNIN, "Eq. (75)")
def motion_of_a():
    """Gradient flow of the second layer, derived from the loss."""
    return Evolves(A, -eta_a * W * gradient, along=wide_training, on=wide)


@claim(KUNIN, "Eq. (76)", uses=["kunin2024/73", "kunin2024/74", "kunin2024/75"])
def motion_of_beta():
    """Both layers' velocities in the product rule."""
    return Evolves(network, -(eta_w * gradient * A.T * A + eta_a * W.T * W * gradient), along=wide_training, on=wide)


@claim(KUNIN, "Appendix B.1", "vec")
def vectorisation():
    """The identity for the vectorised product of three matrices."""
    return Equal(Vec(L * R * C), Kron(C.T, L) * Vec(R), on=Domain(over=[L, R, C]))


@claim(KUNIN, "Eq. (77)", uses=["kunin2024/76"])
def vectorised_first():
    """The motion of beta vectorised, with the identities that make each term a product of three."""
    inside = eta_w * (Identity(d) * gradient * A.T * A) + eta_a * (W.T * W * gradient * Identity(c))
    return Evolves(Vec(network), -Vec(inside), along=wide_training, on=wide)


@claim(KUNIN, "Eq. (77)", "underbraces", uses=["kunin2024/77"])
def what_p_stands_for():
    """Both underbraces of Eq. (77) are labelled P, so P would be one matrix."""
    slope = X.T * P
    return Printed(
        Equal(Identity(d) * gradient * A.T * A, W.T * W * gradient * Identity(c), on=wide),
        latex=r"P = I_d X^\top (X\beta - Y) A^\top A, \quad P = W^\top W X^\top (X\beta - Y) I_c",
        erratum=Erratum("garbled", "The braces reach over the whole terms. Eqs. (78) to (80) and the sentence after Eq. (100) "
                        "use P = X beta - Y, the n x c residual; only then is X^T P defined, and the operator acts on it.",
                        Equal(Vec(eta_w * slope * A.T * A + eta_a * W.T * W * slope), in_layers * Vec(slope),
                              on=wide.but(over=[P]))))


@claim(KUNIN, "Eq. (78)", uses=["kunin2024/77", "kunin2024/app-B.1:vec"])
def vectorised_second():
    """The operator must act on vec(X^T P), which has d c entries; as printed its terms act on c^2 and on d^2."""
    first, second = Kron(eta_w * A.T * A, Identity(c)), Kron(Identity(d), eta_a * W.T * W)
    entries, sizes = Vec(gradient).shape[0], Domain(over=[c, d])
    right = Kron(eta_w * A.T * A, Identity(d)) + Kron(Identity(c), eta_a * W.T * W)
    return Printed(
        every(first_term_fits=Equal(first.shape[1], entries, on=sizes), second_term_fits=Equal(second.shape[1], entries,
            on=sizes)),
        latex=r"\text{vec}(\dot{\beta}) = -(\eta_w A^\top A \otimes I_c + \eta_a I_d \otimes W^\top W) \text{vec}(X^\top P)",
        erratum=Erratum("wrong", "A misprint: I_c and I_d are exchanged; Eq. (79) with Footnote 7 is right.",
                        Evolves(Vec(network), -right * Vec(gradient), along=wide_training, on=wide)))


@claim(KUNIN, "Eq. (79)", uses=["kunin2024/78"])
def vectorised_third():
    """The same with the Kronecker sum of footnote 7, P = X beta - Y."""
    return Evolves(Vec(network), -in_layers * Vec(X.T * (X * network - Y)), along=wide_training, on=wide)


@claim(KUNIN, "Eq. (80)", uses=["kunin2024/79"])
def vectorised_in_the_data():
    """The motion of vec(beta) in terms of the data; the text has vec(beta) itself on the left."""
    rate = -in_layers * Vec(X.T * X * network - X.T * Y)
    return Printed(
        Equal(Vec(network), rate, on=wide),
        erratum=Erratum("garbled", "The left side must be the derivative of vec(beta): the dot of Eqs. (6) and (100) is missing.",
                        Evolves(Vec(network), rate, along=wide_training, on=wide)))
