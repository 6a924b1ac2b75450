"""Appendix C.2.1, the proof of Theorem C.2: both layers from the network function, up to a rotation of the hidden layer, Eqs. (141)-(149).

The network function is U S V^T with n singular values, n the hidden size too (Assumption A3 and full rank); the input and output sizes
are free, so that one statement holds for every shape of network.
"""

from sympy import Abs, DiagMatrix, Eq, Ge, Gt, Identity, Lt, ZeroMatrix, diff, sqrt

from theoremtest.derivations.language import (
    Blocks,
    Diagonal,
    Domain,
    Dot,
    Equal,
    EveryEntry,
    Holds,
    Meaning,
    PositiveDefinite,
    PositiveSemidefinite,
    claim,
    every,
    ge,
    matrix,
    real,
    reals,
    stated,
    vector,
)

from .c1_singular_values_eq16_17_and_115_117 import R
from .frames_notation import positive
from .mode_notation import constants, mirror, mirrored, s_task
from .notation import DOMINE, W1, W2, N_i, N_o, balanced, lam, network
from .representations_notation import first_gram, frames, in_shapes, positive_entries, second_gram
from .task_notation import S_high, S_low, S_tilde, level, m, n, of, one_n

U, V = matrix("U", N_o, n), matrix("V", N_i, n)
first, second = matrix("W_1", n, N_i), matrix("W_2", N_o, n)
SINGULAR_VECTORS = Meaning("singular vectors are orthonormal", "Appendix C.2.1")
BALANCED_LAYERS = Meaning("the layers are lambda-balanced", "Theorem C.2")
NOT_NEGATIVE = Meaning("singular values are not negative", "Appendix C.2.1")
vectors = Domain(Eq(U.T * U, one_n), Eq(V.T * V, one_n), source=SINGULAR_VECTORS)
rotated = vectors & Domain(Eq(R.T * R, one_n), source=Meaning("R is an orthonormal matrix", "Theorem C.2"))
unscaled = of(1 / sqrt(level - lam / 2))
"""S_1^{-1}."""


@claim(DOMINE, "Theorem C.2", uses=["domine2025/149", "domine2025/144", "domine2025/145", "domine2025/146"], origin="reconstructed")
def layers_from_the_network_function():
    """The layers R S_1 V^T and U S_2 R^T are lambda-balanced and their product is U S V^T, for every orthogonal R and every size."""
    def of_layers(left, right):
        first, second, on = R * S_low * right.T, left * S_high * R.T, frames(left, right) & positive_entries
        return every(balance=Equal(R.T * (second.T * second - first * first.T) * R, lam * one_n, on=on),
                     product=Equal(second * first, left * S_tilde * right.T, on=on))

    return in_shapes(of_layers)


@claim(DOMINE, "Eq. (141)", uses=["domine2025/147", "domine2025/148"], origin="reconstructed")
def singular_values_of_both_layers():
    """S_1 and S_2 are the positive roots of (S^2 + lambda^2/4)^{1/2} -+ lambda/2, with S_1 S_2 = S and S_2^2 - S_1^2 = lambda."""
    root = of(level)
    return every(
        first=Equal(S_low * S_low, root - lam / 2 * one_n, on=positive), second=Equal(S_high * S_high, root + lam / 2 * one_n, on=positive),
        first_root=Holds(PositiveDefinite(S_low), on=positive), second_root=Holds(PositiveDefinite(S_high), on=positive),
        product=Equal(S_low * S_high, S_tilde, on=positive), difference=Equal(S_high * S_high - S_low * S_low, lam * one_n, on=positive))


values_1, values_2 = vector("s_1", n), vector("s_2", n)
x, y = reals("x", "y")


@claim(DOMINE, "Eq. (142)", origin="reconstructed")
def gram_matrix_of_the_second_layer():
    """W_2^T W_2 = R S_2^2 R^T for W_2 = U S_2 R^T: an eigendecomposition, with the singular vectors of the hidden side."""
    layer = U * DiagMatrix(values_2) * R.T
    return Equal(layer.T * layer, R * Diagonal(y**2, (y, values_2)) * R.T, on=vectors & Domain(over=[R, values_2]))


@claim(DOMINE, "Eq. (143)", origin="reconstructed")
def gram_matrix_of_the_first_layer():
    """W_1 W_1^T = R S_1^2 R^T for W_1 = R S_1 V^T; beside Eq. (142) the balance is R (S_2^2 - S_1^2) R^T, diagonal in one frame."""
    one, two = R * DiagMatrix(values_1) * V.T, U * DiagMatrix(values_2) * R.T
    on = vectors & Domain(over=[R, values_1])
    return every(
        gram=Equal(one * one.T, R * Diagonal(x**2, (x, values_1)) * R.T, on=on),
        balance=Equal(two.T * two - one * one.T, R * Diagonal(y**2 - x**2, (x, values_1), (y, values_2)) * R.T,
                      on=on & Domain(over=[values_2])))


@claim(DOMINE, "Eq. (144)", origin="reconstructed")
def gram_matrices_from_the_network_function():
    """Of balanced layers of any size: (W_1^T W_1 + lambda/2)^2 = M^T M + lambda^2/4 and (W_2 W_2^T - lambda/2)^2 = M M^T + lambda^2/4.

    M = W_2 W_1. The left sides' roots are fixed by the network function alone, which leaves a rotation R of the hidden layer.
    """
    one_i, one_o = Identity(N_i), Identity(N_o)
    first, second, on = W1.T * W1, W2 * W2.T, Domain(over=[W1, W2]) & balanced
    return every(
        first=Equal((first + lam * one_i / 2) * (first + lam * one_i / 2), network.T * network + lam**2 * one_i / 4, on=on),
        second=Equal((second - lam * one_o / 2) * (second - lam * one_o / 2), network * network.T + lam**2 * one_o / 4, on=on))


@claim(DOMINE, "Eq. (145)", uses=["domine2025/144"], origin="reconstructed",
       reading="the layers' singular vectors on the hidden side coincide: with R = W_1 V S_1^{-1}, W_2 R is U S_2")
def second_layer_in_the_same_frame():
    """W_2 R = W_2 W_1 V S_1^{-1} = U S_2, so that the second layer has the hidden singular vectors of the first."""
    return Equal(U * S_tilde * V.T * V * unscaled, U * S_high, on=vectors & positive)


@claim(DOMINE, "Eq. (146)", origin="reconstructed")
def singular_values_padded_by_zeros():
    """With full singular vectors, [V, V_perp] and [U, U_perp], the singular values are padded by zeros, and the layers are the same.

    S_1 by columns where there are more inputs, S_2 by rows where there are more outputs; S_1^T S_1 and S_2 S_2^T then have m zeros.
    """
    V_rest, U_rest = matrix(r"V_\perp", N_i, m), matrix(r"U_\perp", N_o, m)
    right, below = matrix("O_1", n, m), matrix("O_2", m, n)
    wide, tall = Blocks([S_low, right]), Blocks([S_high], [below])
    on = positive & Domain(Eq(right, ZeroMatrix(n, m)), Eq(below, ZeroMatrix(m, n)), source=Meaning("the zeros that pad", "Appendix C.2.1"))
    return every(
        first=Equal(R * wide * Blocks([V.T], [V_rest.T]), R * S_low * V.T, on=on & Domain(over=[R, V, V_rest])),
        second=Equal(Blocks([U, U_rest]) * tall * R.T, U * S_high * R.T, on=on & Domain(over=[R, U, U_rest])),
        product=Equal(tall * wide, Blocks([S_tilde, right], [below, below * right]), on=on))


@claim(DOMINE, "Eq. (147)", uses=["domine2025/142", "domine2025/143", "domine2025/146", "domine2025/thm-A.2"], origin="reconstructed")
def difference_of_the_squares():
    """S_2^2 - S_1^2 = lambda I and S_1 S_2 = S, for singular values that are not negative."""
    on = Domain(PositiveSemidefinite(S_tilde), over=[lam], source=NOT_NEGATIVE)
    return every(difference=Equal(S_high * S_high - S_low * S_low, lam * one_n, on=on), product=Equal(S_low * S_high, S_tilde, on=on))


@claim(DOMINE, "Eq. (148)", uses=["domine2025/147"], origin="reconstructed")
def squares_of_the_singular_values():
    """Where s_2^2 - s_1^2 = lambda and s = s_1 s_2, the squares add up to 2 (s^2 + lambda^2/4)^{1/2} and obey a quadratic equation each."""
    low, high = reals("s_1", "s_2")
    on = Domain(over=[low, high], where={lam: high**2 - low**2})
    return every(
        sum=Equal(low**2 + high**2, 2 * sqrt((low * high)**2 + lam**2 / 4), on=on),
        second=Equal(high**4 - lam * high**2, (low * high)**2, on=on),
        first=Equal(low**4 + lam * low**2, (low * high)**2, on=on))


@claim(DOMINE, "Eq. (149)", uses=["domine2025/147", "domine2025/148"], origin="reconstructed")
def singular_values_of_the_layers():
    """Numbers s_1, s_2 >= 0 with s_2^2 - s_1^2 = lambda have s_{1,2}^2 = sqrt(s^2 + lambda^2/4) -+ lambda/2 with s = s_1 s_2."""
    low, high = reals("s_1", "s_2")
    on = Domain(Ge(low, 0), Ge(high, 0), source=NOT_NEGATIVE) & Domain(where={lam: high**2 - low**2})
    level = sqrt((low * high)**2 + lam**2 / 4)
    return every(first=Equal(low, sqrt(level - lam / 2), on=on), second=Equal(high, sqrt(level + lam / 2), on=on))




@claim(DOMINE, "Eq. (18)", uses=["domine2025/141", "domine2025/149", "domine2025/thm-C.2"], origin="reconstructed",
       conditions=[stated(Eq(lam, 0))])
def weights_up_and_down():
    """Where s > 0, s_1 falls and s_2 rises strictly with lambda, both are sqrt(s) at lambda = 0, and s_1 at -lambda is s_2 at lambda."""
    on, balanced = constants, Domain(Eq(lam, 0))
    return every(falls=Holds(Lt(diff(first_gram, lam), 0), on=on), rises=Holds(Gt(diff(second_gram, lam), 0), on=on),
                 equal=Equal(first_gram, s_task, on=on & balanced), other=Equal(second_gram, s_task, on=on & balanced),
                 mirrored=Equal(first_gram.subs(lam, mirror), second_gram, on=on & mirrored))


LOST = "the formula of Eq. (18) is lost and stands as Eq. (141) has it; the network function has full rank n = N_h, so that S has no zeros"


@claim(DOMINE, "Theorem 5.2", uses=["domine2025/thm-C.2", "domine2025/141", "domine2025/144", "domine2025/145", "domine2025/thm-A.2"],
       origin="reconstructed", reading=LOST,
       leaves_out="that a positive semidefinite matrix has one such root, which makes W_1^T W_1 = V S_1^2 V^T of Eq. (144) at every time")
def rotation_from_the_first_layer():
    """R = W_1 V S_1^{-1} is orthogonal, W_1 = R S_1 V^T and W_2 = U S_2 R^T: only R is not fixed by the network function.

    From W_1^T W_1 = V S_1^2 V^T: R^T R = I, and what W_1 has beside V vanishes, as its Gram matrix does.
    """
    gram, on = V * S_low * S_low * V.T, vectors & positive
    beside = Identity(N_i) - V * V.T
    return every(
        orthogonal=Equal((V * unscaled).T * gram * (V * unscaled), one_n, on=on),
        first=Equal(beside * gram * beside, ZeroMatrix(N_i, N_i), on=on),
        second=Equal(U * S_tilde * V.T * (V * unscaled), U * S_high, on=on))


@claim(DOMINE, "Theorem 5.2", "any-rotation", uses=["domine2025/thm-C.2"], origin="derived")
def any_rotation_will_do():
    """The rotation cannot be told from QQ^T: turning the hidden layer leaves both representations and the network function."""
    turned_1, turned_2 = R.T * first, second * R
    on = Domain(Eq(R * R.T, one_n), over=[first, second], source=Meaning("R is an orthonormal matrix", "Theorem 5.2"))
    return every(function=Equal(turned_2 * turned_1, second * first, on=on), first=Equal(turned_1.T * turned_1, first.T * first, on=on),
                 second=Equal(turned_2 * turned_2.T, second * second.T, on=on))


@claim(DOMINE, "Appendix C.2.1", "symmetric",
       reading="'the matrices W_2^T W_2 and W_1 W_1^T are symmetric, which implies that their singular "
       "vectors are orthogonal': two eigenvectors of different eigenvalues of one such matrix")
def eigenvectors_of_a_symmetric_matrix():
    """w.Mv is both mu v.w and nu v.w for eigenvectors v and w of mu and nu, so that v.w = 0 where the eigenvalues differ."""
    M, v, w = matrix("M", n, n), vector("v", n), vector("w", n)
    mu, nu = real(r"\mu"), real(r"\nu")
    symmetric = Domain(Eq(M, M.T), over=[v, w, mu, nu], source=Meaning("a symmetric matrix", "Appendix C.2.1"))
    pair = Meaning("two of its eigenvectors", "Appendix C.2.1")
    return every(first=Equal(Dot(w, M * v), mu * Dot(w, v), on=symmetric & Domain(Eq(M * v, mu * v), source=pair)),
                 second=Equal(Dot(w, M * v), nu * Dot(w, v), on=symmetric & Domain(Eq(w.T * M, nu * w.T), source=pair)))


@claim(DOMINE, "Algorithm 1", "every-rank", uses=["domine2025/thm-C.2", "domine2025/141"], origin="reconstructed",
       reading="the listing is lost: from random layers the singular value decomposition U S V^T of their product is taken, and the layers "
               "R S_1 V^T and U S_2 R^T are made with any orthogonal R and the wanted lambda")
def lambda_balanced_weights():
    """The layers of Algorithm 1 are lambda-balanced and have the product of the random ones; every shape and lambda."""
    low, high = (Diagonal(sqrt(sqrt(x**2 + lam**2 / 4) + sign * lam / 2), (x, values_1)) for sign in (-1, 1))
    made_1, made_2 = R * low * V.T, U * high * R.T
    on = rotated & Domain(EveryEntry(x >= 0, (x, values_1)), over=[lam], source=NOT_NEGATIVE)
    return every(product=Equal(made_2 * made_1, U * DiagMatrix(values_1) * V.T, on=on),
                 balance=Equal(R.T * (made_2.T * made_2 - made_1 * made_1.T) * R, lam * one_n, on=on))


scale, s = real(r"\sigma"), real("s")
SCALE = Meaning("the standard deviation of the random weights", "Appendix E.1")


@claim(DOMINE, "Appendix E.1", "scale", uses=["domine2025/alg-1:every-rank"],
       reading="'sigma serves as a scaling factor that controls the variance of the weights': the random layers times sigma have sigma^2 "
               "times the singular values, and a mode of the layers that Algorithm 1 makes of them has the squared weights "
               "sqrt(4 sigma^4 s^2 + lambda^2), which grow with sigma")
def scale_of_the_weights():
    """A larger sigma gives larger weights, whose square stays above |lambda| however small sigma is."""
    weight = sqrt(4 * scale**4 * s**2 + lam**2)
    low, high = sqrt(sqrt(scale**4 * s**2 + lam**2 / 4) - lam / 2), sqrt(sqrt(scale**4 * s**2 + lam**2 / 4) + lam / 2)
    on = Domain(Ge(s, 0), over=[lam, scale], source=NOT_NEGATIVE)
    return every(value=Equal(low**2 + high**2, weight, on=on), floor=Holds(ge(weight, Abs(lam)), on=on))
