"""The tangent kernel from the representations, Eq. (140) and Theorem C.5, what its limits need of the sizes, and Appendix C.2's prose."""

from sympy import Eq, Identity, Lt, S, diff, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Holds,
    Kron,
    Limit,
    Printed,
    Vec,
    claim,
    every,
    matrix,
    vector,
)

from .c1_singular_values_eq16_17_and_115_117 import ROTATION, SINGULAR_VECTORS, R, shapes
from .frames_notation import positive
from .mode_notation import constants, level_task, mean_square, modes, s_start, s_task
from .notation import DOMINE, W1, W2, WHITENED, N_h, N_i, N_o, P, X, Y, any_network, balanced, lam, network, t, tau, training
from .representations_notation import first_gram, positive_entries, second_gram
from .task_notation import S_high, S_level, S_low, U_square, U_tall, V_square, V_tall, n, one_n, s_tilde

outputs = network * X


@claim(DOMINE, "Eq. (140)", origin="reconstructed")
def kernel_from_the_representations():
    """The outputs move by NTK = I (x) X^T W_1^T W_1 X + W_2 W_2^T (x) X^T X applied to the errors, from the loss, on any data."""
    error = outputs - Y
    moved = error * (X.T * W1.T * W1 * X) + (W2 * W2.T) * error * (X.T * X)
    return Evolves(outputs, -moved / (tau * P), along=training, on=any_network)


@claim(DOMINE, "Eq. (167)", uses=["domine2025/140", "domine2025/thm-C.2"], origin="reconstructed")
def both_factors_from_the_layers():
    """X^T W_1^T W_1 X = X^T V S_1^2 V^T X and W_2 W_2^T = U S_2^2 U^T: R drops out, at every size and time."""
    parts = {}
    for name, (left, right) in shapes.items():
        x = matrix("X", right.shape[0], P)
        first, second = R * S_low * right.T, left * S_high * R.T
        on = Domain(Eq(R.T * R, one_n), over=[left, right, s_tilde, lam, x], source=ROTATION) & positive_entries
        parts[name + "_inputs"] = Equal(x.T * first.T * first * x, x.T * right * S_low * S_low * right.T * x, on=on)
        parts[name + "_outputs"] = Equal(second * second.T, left * S_high * S_high * left.T, on=on)
    return every(**parts)


APPLIED = ("a matrix tends to another where it does so applied to every vector, which is vec Z of a matrix Z of P rows: the kernel of "
           "Eq. (168) and its limit applied to it, and what they make of Z")
U, V, Z = matrix("U", N_o, n), matrix("V", N_i, n), matrix("Z", P, N_o)
kernel = Kron(Identity(N_o), X.T * V * S_low * S_low * V.T * X) + Kron(U * S_high * S_high * U.T, X.T * X)
applied = X.T * V * S_low * S_low * V.T * X * Z + X.T * X * Z * (U * S_high * S_high * U.T)
any_vectors = positive & Domain(over=[U, V, X, Z])


@claim(DOMINE, "Eq. (168)", uses=["domine2025/167", "domine2025/147"], origin="reconstructed")
def both_factors_in_lambda():
    """The modes of both factors are sqrt(s^2 + lambda^2/4) -+ lambda/2, apart by lambda, with s the network's value at any time.

    X^T V S_1^2 V^T X = X^T V (sqrt(S^2 + lambda^2/4) - lambda/2) V^T X and U S_2^2 U^T likewise, whatever the vectors are.
    """
    on = Domain(over=[U, V, X]) & positive_entries & Domain(over=[lam])
    return every(
        inputs=Equal(X.T * V * S_low * S_low * V.T * X, X.T * V * (S_level - lam / 2 * one_n) * V.T * X, on=on),
        outputs=Equal(U * S_high * S_high * U.T, U * (S_level + lam / 2 * one_n) * U.T, on=on),
        product=Equal(second_gram * first_gram, s_task**2, on=constants))


@claim(DOMINE, "Eq. (169)", uses=["domine2025/168", "domine2025/162"], origin="reconstructed", reading=APPLIED)
def kernel_for_large_lambda():
    """NTK/lambda -> U U^T (x) X^T X as lambda -> +oo."""
    end = X.T * X * Z * U * U.T
    return every(kernel=Equal(kernel * Vec(Z), Vec(applied), on=any_vectors),
                 end=Equal(Kron(U * U.T, X.T * X) * Vec(Z), Vec(end), on=any_vectors),
                 limit=Limit(applied / lam, lam, oo, end, on=any_vectors))


@claim(DOMINE, "Eq. (170)", uses=["domine2025/168", "domine2025/163"], origin="reconstructed", reading=APPLIED)
def kernel_for_large_negative_lambda():
    """NTK/|lambda| -> I (x) X^T V V^T X as lambda -> -oo."""
    end = X.T * V * V.T * X * Z
    return every(kernel=Equal(kernel * Vec(Z), Vec(applied), on=any_vectors),
                 end=Equal(Kron(Identity(N_o), X.T * V * V.T * X) * Vec(Z), Vec(end), on=any_vectors),
                 limit=Limit(-applied / lam, lam, -oo, end, on=any_vectors))


@claim(DOMINE, "Theorem C.5", uses=["domine2025/115", "domine2025/168"], origin="derived")
def kernel_of_a_mode_stands_still():
    """Both modes of the kernel change by q(t) - q(0) in training, which vanishes like 1/|lambda|, and grow like |lambda| themselves."""
    change = mean_square.subs(t, 0)
    ended = level_task - sqrt(s_start**2 + lam**2 / 4)
    return every(
        start=Equal(change, sqrt(s_start**2 + lam**2 / 4), on=modes),
        plus=Limit(lam * ended, lam, oo, s_task**2 - s_start**2, on=constants),
        minus=Limit(-lam * ended, lam, -oo, s_task**2 - s_start**2, on=constants))


def constant_outputs(left):
    """U U^T = I, so that it does not move with U."""
    return Equal(left * left.T, Identity(left.shape[0]), on=Domain(Eq(left.T * left, one_n), source=SINGULAR_VECTORS))


STATIC = "NTK/|lambda| tends to U U^T (x) X^T X or I (x) X^T V V^T X by Theorem C.5; it is constant in training whatever the vectors do " \
    "where U U^T = I and V V^T = I"
ROTATES = "U~ U~^T = I holds where N_o <= N_i, and V~ V~^T = I where N_i <= N_o. Otherwise it is a projector that turns during training: " \
    "a funnel's for lambda -> -oo, an inverted funnel's for lambda -> +oo. Section 5 and Theorem C.6 say so; a word here would do. " \
    "(Theorem C.5 is used with its Eqs. (169) and (170) as we restored them.)"
DELAYED = "the delayed rich limits of Section 5 and Theorem C.6 are left out, a funnel's for lambda -> -oo and an inverted funnel's for " \
    "lambda -> +oo"
LEFT_OUT = "that a kernel whose limit turns does turn in training"


def always():
    """For every shape and both signs of lambda."""
    return every(plus_square=constant_outputs(U_square), plus_inverted=constant_outputs(U_tall), minus_funnel=constant_outputs(V_tall))


def where_it_is():
    """Square networks for both signs; a funnel's U~ and an inverted funnel's V~ are square as well."""
    return every(plus=constant_outputs(U_square), minus=constant_outputs(V_square))


@claim(DOMINE, "Appendix C.2.4", "static", uses=["domine2025/169", "domine2025/170"], reading=STATIC, leaves_out=LEFT_OUT)
def kernel_is_constant_for_every_shape():
    """As lambda grows the kernel of a lambda-balanced network remains constant: lazy throughout all training steps."""
    return Printed(always(), erratum=Erratum("incomplete", ROTATES, where_it_is(), convention=DELAYED))


@claim(DOMINE, "Appendix C.2.3", "static", uses=["domine2025/169", "domine2025/170"], reading=STATIC, leaves_out=LEFT_OUT)
def kernel_varies_less_and_less():
    """One representation approaches a scaled identity matrix, for every shape."""
    return Printed(always(), erratum=Erratum("incomplete", ROTATES, where_it_is(), convention=DELAYED))


orthogonal = matrix(r"\left(X/\sqrt{N_i}\right)", N_i, N_i)
white = Eq(X * X.T, P * Identity(N_i))


@claim(DOMINE, "Section 5", "identity-kernel", uses=["domine2025/169"],
       reading="for N_i = N_o the kernel over |lambda| tends to I (x) X^T X; it "
       "is the identity, up to scale, where X^T X is")
def kernel_becomes_the_identity():
    """The kernel becomes equivalent to the identity matrix as |lambda| grows: X^T X is P times the identity."""
    printed = Equal(X.T * X, P * Identity(P), on=Domain(white, source=WHITENED))
    inputs = sqrt(N_i) * orthogonal
    corrected = Equal(inputs.T * inputs, N_i * Identity(N_i), on=Domain(Eq(orthogonal.T * orthogonal, Identity(N_i)), source=WHITENED))
    return Printed(printed, erratum=Erratum(
        "incomplete", "X^T X is P times a projector of rank N_i. It is P times the identity where P = N_i, as in the semantic task with "
        "its one-hot items, of which the paragraph speaks. For X = (1 1) the product X^T X is (1 1; 1 1), not 2 I_2; the sides that we "
        "show are "
        "those of the entry (1, 1).", corrected, under=(Eq(P, N_i),)))


@claim(DOMINE, "Appendix C.2.4", "relations", uses=["domine2025/147"],
       reading="s_1 and s_2 are singular values of one mode of W_1 and W_2: the lengths of W_1^T r and W_2 r for the mode's "
       "unit vector r of the hidden layer")
def relations_of_a_mode():
    """s_2^2 - s_1^2 = lambda and s_1 s_2 = s; s_1 falls as lambda grows; for lambda -> oo, s_1 -> 0 and s_2^2/lambda -> 1.

    The first is so for every unit vector r of the hidden layer of balanced layers.
    """
    on, r = constants, vector("r", N_h)
    unit = balanced & Domain(Eq(Dot(r, r), 1), over=[W1, W2], source=SINGULAR_VECTORS)
    return every(
        difference=Equal(Dot(W2 * r, W2 * r) - Dot(W1.T * r, W1.T * r), lam, on=unit),
        product=Equal(sqrt(second_gram) * sqrt(first_gram), s_task, on=on),
        falls=Holds(Lt(diff(first_gram, lam), 0), on=on),
        first=Limit(first_gram, lam, oo, S.Zero, on=on), second=Limit(second_gram / lam, lam, oo, S.One, on=on))
