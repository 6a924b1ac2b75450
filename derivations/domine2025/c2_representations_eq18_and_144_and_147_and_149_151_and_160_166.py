"""Appendix C.2: both layers from the network function (Theorem C.2), representations and kernel at convergence (Theorems C.3 to C.5).

In matrices of every size where no limit is taken; limits are taken mode by mode, in the singular values that the matrices are made of.
"""

from sympy import Eq, Ge, Gt, Identity, Lt, Ne, S, diff, exp, oo, sqrt

from rederive.derivations.language import (
    Domain,
    Equal,
    Holds,
    Limit,
    Meaning,
    PositiveDefinite,
    PositiveSemidefinite,
    claim,
    every,
    reals,
)

from .c1_singular_values_eq16_17_and_115_117 import ROTATION, SINGULAR_VECTORS, R, shapes
from .mode_notation import aligned, constants, level_task, mean_square, mirror, mirrored, modes, path, s_start, s_task
from .notation import DOMINE, POSITIVE_VALUES, W1, W2, N_i, N_o, balanced, lam, network, t, tau
from .task_notation import G, H, S_high, S_level, S_low, S_tilde, one_n, s_tilde

first_gram, second_gram = level_task - lam / 2, level_task + lam / 2
"""A mode of W_1^T W_1 and of W_2 W_2^T where the network function's mode is s~; at any time for s(t) in its place."""
NOT_NEGATIVE = Meaning("singular values are not negative", "Appendix C.2.1")
positive_entries = Domain(PositiveDefinite(S_tilde), source=POSITIVE_VALUES)


def frames(left, right, rotation=True):
    """Singular vectors of the network function, its singular values, and R."""
    vectors = Domain(Eq(left.T * left, one_n), Eq(right.T * right, one_n), over=[s_tilde, lam], source=SINGULAR_VECTORS)
    values = vectors & Domain(*([Eq(R.T * R, one_n)] if rotation else []), source=ROTATION)
    return values


def in_shapes(statement):
    """`statement(left, right)` for square, funnel and inverted funnel networks."""
    return every(**{name: statement(left, right) for name, (left, right) in shapes.items()})


@claim(DOMINE, "Theorem C.2", uses=["domine2025/149", "domine2025/144"], origin="reconstructed")
def layers_from_the_network_function():
    """The layers R S_1 V^T and U S_2 R^T are lambda-balanced and their product is U S V^T, for every orthogonal R and every size."""
    def of_layers(left, right):
        first, second, on = R * S_low * right.T, left * S_high * R.T, frames(left, right) & positive_entries
        return every(balance=Equal(R.T * (second.T * second - first * first.T) * R, lam * one_n, on=on),
                     product=Equal(second * first, left * S_tilde * right.T, on=on))

    return in_shapes(of_layers)



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


@claim(DOMINE, "Eq. (147)", origin="reconstructed")
def difference_of_the_squares():
    """S_2^2 - S_1^2 = lambda I and S_1 S_2 = S, for singular values that are not negative."""
    on = Domain(PositiveSemidefinite(S_tilde), over=[lam], source=NOT_NEGATIVE)
    return every(difference=Equal(S_high * S_high - S_low * S_low, lam * one_n, on=on), product=Equal(S_low * S_high, S_tilde, on=on))


@claim(DOMINE, "Eq. (149)", uses=["domine2025/147"], origin="reconstructed")
def singular_values_of_the_layers():
    """Numbers s_1, s_2 >= 0 with s_2^2 - s_1^2 = lambda have s_{1,2}^2 = sqrt(s^2 + lambda^2/4) -+ lambda/2 with s = s_1 s_2."""
    low, high = reals("s_1", "s_2")
    on = Domain(Ge(low, 0), Ge(high, 0), source=NOT_NEGATIVE) & Domain(where={lam: high**2 - low**2})
    level = sqrt((low * high)**2 + lam**2 / 4)
    return every(first=Equal(low, sqrt(level - lam / 2), on=on), second=Equal(high, sqrt(level + lam / 2), on=on))


@claim(DOMINE, "Eq. (18)", uses=["domine2025/149", "domine2025/thm-C.2"], origin="reconstructed")
def weights_up_and_down():
    """Where s > 0, s_1 falls and s_2 rises strictly with lambda, both are sqrt(s) at lambda = 0, and s_1 at -lambda is s_2 at lambda."""
    on = constants
    return every(falls=Holds(Lt(diff(first_gram, lam), 0), on=on), rises=Holds(Gt(diff(second_gram, lam), 0), on=on),
                 equal=Equal(first_gram.subs(lam, 0), s_task, on=on), other=Equal(second_gram.subs(lam, 0), s_task, on=on),
                 mirrored=Equal(first_gram.subs(lam, mirror), second_gram, on=on & mirrored))


@claim(DOMINE, "Eq. (150)", uses=["domine2025/77:funnel", "domine2025/77:inverted", "domine2025/77:square"], origin="reconstructed")
def first_term_decays():
    """e^{-s~_lambda t/tau} -> 0."""
    return Limit(exp(-level_task * t / tau), t, oo, S.Zero, on=aligned)


@claim(DOMINE, "Eq. (151)", uses=["domine2025/77:funnel", "domine2025/77:inverted", "domine2025/77:square"], origin="reconstructed")
def second_term_decays():
    """e^{lambda_perp t/tau} e^{-s~_lambda t/tau} -> 0 for both signs of lambda_perp = +-lambda/2, since s~ > 0."""
    return every(**{name: Limit(exp(sign * lam * t / (2 * tau)) * exp(-level_task * t / tau), t, oo, S.Zero, on=aligned)
                    for name, sign in (("inverted", 1), ("funnel", -1))})


@claim(DOMINE, "Theorem C.3", uses=["domine2025/77:funnel", "domine2025/77:inverted", "domine2025/77:square", "domine2025/150",
                                    "domine2025/151"], origin="reconstructed")
def what_remains_of_the_solution():
    """With the decaying terms gone, QQ^T has the blocks V~ S_1^2 V~^T, U~ S~ V~^T and U~ S_2^2 U~^T.

    What remains is V~ (G - HG) and U~ (G + HG) about S~_lambda, at every size and for every lambda, S~ with positive entries.
    """
    def of_blocks(left, right):
        low, high, on = right * (G - H * G), left * (G + H * G), frames(left, right, rotation=False) & positive_entries
        return every(first=Equal(low * S_level * low.T, right * S_low * S_low * right.T, on=on),
                     function=Equal(high * S_level * low.T, left * S_tilde * right.T, on=on),
                     second=Equal(high * S_level * high.T, left * S_high * S_high * left.T, on=on))

    return in_shapes(of_blocks)


@claim(DOMINE, "Theorem C.3", "aligned", uses=["domine2025/115"], origin="derived")
def convergence_of_a_mode():
    """An aligned mode of s(0) > 0, or any mode with lambda other than zero, ends at s~, s~_lambda - lambda/2 and s~_lambda + lambda/2."""
    def ends(on):
        return every(function=Limit(path, t, oo, s_task, on=on), first=Limit(mean_square - lam / 2, t, oo, first_gram, on=on),
                     second=Limit(mean_square + lam / 2, t, oo, second_gram, on=on))
    return every(positive=ends(aligned.but(Gt(s_start, 0))), unbalanced=ends(modes.but(Ne(lam, 0))))


@claim(DOMINE, "Theorem C.4", uses=["domine2025/thm-C.3"], origin="reconstructed")
def rich_representations():
    """At lambda = 0 both squares are S~: W_1^T W_1 -> V~ S~ V~^T and W_2 W_2^T -> U~ S~ U~^T, whatever the scale of the start."""
    on = constants
    return every(first=Equal(first_gram.subs(lam, 0), s_task, on=on), second=Equal(second_gram.subs(lam, 0), s_task, on=on))


@claim(DOMINE, "Eq. (160)", origin="reconstructed")
def taylor_expansion_of_the_root():
    """sqrt(s^2 + lambda^2/4) = |lambda|/2 + s^2/|lambda| - s^4/|lambda|^3 + O(lambda^-5)."""
    return every(
        plus=Limit(lam**3 * (level_task - lam / 2 - s_task**2 / lam), lam, oo, -s_task**4, on=constants, rate=lam**-2),
        minus=Limit(-lam**3 * (level_task + lam / 2 + s_task**2 / lam), lam, -oo, -s_task**4, on=constants, rate=lam**-2))


def at_plus(value, limit):
    return Limit(value, lam, oo, limit, on=constants, rate=lam**-2)


def at_minus(value, limit):
    return Limit(value, lam, -oo, limit, on=constants, rate=lam**-2)


@claim(DOMINE, "Eq. (161)", uses=["domine2025/160"], origin="reconstructed")
def first_square_for_large_lambda():
    """lambda s_1^2 -> s~^2 as lambda -> +oo, with an error of the order 1/lambda^2."""
    return at_plus(lam * first_gram, s_task**2)


@claim(DOMINE, "Eq. (162)", uses=["domine2025/160"], origin="reconstructed")
def second_square_for_large_lambda():
    """s_2^2/lambda -> 1 as lambda -> +oo."""
    return at_plus(second_gram / lam, S.One)


@claim(DOMINE, "Eq. (163)", uses=["domine2025/160"], origin="reconstructed")
def first_square_for_large_negative_lambda():
    """s_1^2/|lambda| -> 1 as lambda -> -oo."""
    return at_minus(-first_gram / lam, S.One)


@claim(DOMINE, "Eq. (164)", uses=["domine2025/160"], origin="reconstructed")
def second_square_for_large_negative_lambda():
    """|lambda| s_2^2 -> s~^2 as lambda -> -oo."""
    return at_minus(-lam * second_gram, s_task**2)


@claim(DOMINE, "Eq. (165)", uses=["domine2025/161", "domine2025/162"], origin="reconstructed")
def representations_for_large_lambda():
    """Both modes at once as lambda -> +oo; U~ and V~ do not depend on lambda."""
    return every(first=at_plus(lam * first_gram, s_task**2), second=at_plus(second_gram / lam, S.One))


@claim(DOMINE, "Eq. (166)", uses=["domine2025/163", "domine2025/164"], origin="reconstructed")
def representations_for_large_negative_lambda():
    """Both modes at once as lambda -> -oo."""
    return every(first=at_minus(-first_gram / lam, S.One), second=at_minus(-lam * second_gram, s_task**2))
