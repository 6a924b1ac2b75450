"""Section 5, the prose on representations: what becomes of both layers for lambda at zero and at either infinity; wide random layers.

The sizes N_i and N_o are free unless a claim says otherwise; S_1 and S_2 of Theorem 5.2 are functions of the singular values.
"""

from sympy import Eq, Gt, Lt, S, Trace, oo

from theoremtest.derivations.language import Domain, Equal, Expectation, Iff, Limit, Meaning, claim, every, matrix, real, stated

from .c1_transition_eq118_139 import B2
from .c2_2_convergence_eq150_159 import U, V
from .c2_3_limits_eq160_166 import representations_at_zero
from .frames_notation import positive
from .mode_notation import constants, gamma, level_task, mirror, mirrored, modes, path, s_start, s_task
from .notation import DOMINE, W1, W2, N_h, N_i, N_o, P, lam, t, tau
from .task_notation import S_high, S_low, S_tilde, U_square, V_square, level, of, one_n

first_square, second_square = level_task - lam / 2, level_task + lam / 2
SINGULAR_VECTORS = Meaning("the task's singular vectors are orthonormal", "Section 4")
EQUAL_SIZES = Meaning("orthonormal singular vectors of a task with as many outputs as inputs", "Footnote 1")
free = positive & Domain(over=[U, V])
vectors = positive & Domain(Eq(U.T * U, one_n), Eq(V.T * V, one_n), source=SINGULAR_VECTORS)
first, second = V * S_low * S_low * V.T, U * S_high * S_high * U.T
"""W_1^T W_1 and W_2 W_2^T at convergence."""
sigma = U * S_tilde * V.T


@claim(DOMINE, "Section 5", "weighted", uses=["domine2025/18"],
       reading="'the effective singular values are either up-weighted or down-weighted depending on the magnitude and sign of lambda': "
               "their squares beside s, which both are at lambda = 0")
def singular_values_are_weighted():
    """For lambda > 0 a singular value of W_2 is weighted up and that of W_1 down, for lambda < 0 the other way round."""
    return every(
        first_down=Iff(Lt(first_square, s_task), Gt(lam, 0), on=constants),
        first_up=Iff(Gt(first_square, s_task), Lt(lam, 0), on=constants),
        second_up=Iff(Gt(second_square, s_task), Gt(lam, 0), on=constants),
        neither=Iff(Eq(second_square, s_task), Eq(lam, 0), on=constants))


@claim(DOMINE, "Section 5", "global-minimum", uses=["domine2025/131", "domine2025/115"],
       reading="'convergence to the global minimum, which is guaranteed when the matrix B is non-singular': a mode of a task-aligned "
               "network tends to s~ where the square of its entry of R^T B, by Eq. (131), is not zero",
       leaves_out="starts that are not aligned, for which the factors' limits are Eqs. (152)-(154)", conditions=[stated(Gt(B2, 0))])
def invertible_b_converges():
    """An aligned or reversed mode with a non-zero entry of B tends to the task's singular value."""
    return Limit(path, t, oo, s_task, on=modes.but(Gt(B2, 0)))


@claim(DOMINE, "Section 5", "rich-at-zero", uses=["domine2025/155", "domine2025/thm-C.4"],
       conditions=[stated(Eq(lam, 0))], leaves_out="starts with a singular B, which may never converge",
       reading="'the similarity matrices match the task's structure', where the network converges: at lambda = 0 the representations at "
               "convergence are V~ S~ V~^T and U~ S~ U~^T, where no start occurs: B^{-1} and C of any size leave A^ its limit. The "
               "guarantee that it does converge is `sec-5:rich-at-any-scale`")
def representations_of_the_task():
    """At lambda = 0 both representations end as the task's own, whatever the scale of the start."""
    return representations_at_zero()


@claim(DOMINE, "Section 5", "symmetric", uses=["domine2025/18", "domine2025/140"],
       reading="'as lambda approaches either positive or negative infinity, the network symmetrically transitions into the lazy regime' "
               "is read of a network of equal input and output sizes: with -lambda for lambda the layers' modes change places, and the "
               "kernel has the same eigenvalues s_1^2 + s_2^2 of pairs of modes",
       leaves_out="that the transition is to the lazy regime, which is `app-C.2.4:static`")
def both_signs_are_alike():
    """With lambda changed to -lambda the layers' singular values change places, and so do pairs of modes in the kernel."""
    other = real("s")
    pair = first_square + second_square.subs(s_task, other)
    swapped = first_square.subs(s_task, other) + second_square
    on = constants & Domain(other > 0, source=Meaning("another singular value of the task", "Section 5"))
    low, high = V * S_low * S_low * V.T, V * S_high * S_high * V.T
    return every(layers=Equal(low.subs(lam, mirror), high, on=positive & Domain(over=[V]) & mirrored),
                 kernel=Equal(pair.subs(lam, mirror), swapped, on=on & mirrored))


@claim(DOMINE, "Section 5", "identity-representations", uses=["domine2025/162", "domine2025/163"],
       reading="'the representations converge to an identity matrix for both large positive and large negative values of lambda, emerging "
               "in the output representations for large positive and input representations for large negative': over |lambda|, in a "
               "network of equal input and output sizes, as Footnote 1 has it; other sizes are `app-C.2.3:static`")
def large_representations_are_identities():
    """W_2 W_2^T/lambda tends to U~ U~^T, which is I, as lambda -> oo, and W_1^T W_1/|lambda| to V~ V~^T = I as lambda -> -oo."""
    squares = positive & Domain(over=[U_square, V_square])
    return every(
        output=Limit(U_square * S_high * S_high * U_square.T / lam, lam, oo, U_square * U_square.T, on=squares, rate=lam**-2),
        input=Limit(-V_square * S_low * S_low * V_square.T / lam, lam, -oo, V_square * V_square.T, on=squares, rate=lam**-2),
        output_is_one=Equal(U_square * U_square.T, one_n, on=Domain(Eq(U_square.T * U_square, one_n), source=EQUAL_SIZES)),
        input_is_one=Equal(V_square * V_square.T, one_n, on=Domain(Eq(V_square.T * V_square, one_n), source=EQUAL_SIZES)))


@claim(DOMINE, "Section 5", "negligible-representations", uses=["domine2025/161", "domine2025/164"],
       reading="'the other respective RSMs become negligible, with scales proportional to' 1/|lambda|: of W_1^T W_1 for large positive "
               "and of W_2 W_2^T for large negative lambda; the limit is not zero, since S~ has no zeros",
       leaves_out="the output similarity matrix of Eq. (4), which has a pseudo-inverse: it is that of the inputs "
                  "(`sec-5:both-similarities`), and grows with |lambda| for negative lambda")
def small_representations_shrink():
    """lambda W_1^T W_1 and |lambda| W_2 W_2^T have limits, V~ S~^2 V~^T and U~ S~^2 U~^T."""
    return every(input=Limit(lam * first, lam, oo, V * S_tilde * S_tilde * V.T, on=free, rate=lam**-2),
                 output=Limit(-lam * second, lam, -oo, U * S_tilde * S_tilde * U.T, on=free, rate=lam**-2))


@claim(DOMINE, "Section 5", "both-similarities", uses=["domine2025/4:inputs", "domine2025/thm-C.3:blocks"], origin="derived")
def both_similarity_matrices_coincide():
    """With Y = Sigma X, which is learned without error, Y^T (W_2 W_2^T)^+ Y is X^T W_1^T W_1 X: Eq. (4) names one matrix twice.

    Both are the similarities of the same hidden activity. So the output similarity matrix of Eq. (4) is large where the
    representation W_2 W_2^T is small.
    """
    inputs, inverse = matrix("X", N_i, P), of(1 / (level + lam / 2))
    targets = sigma * inputs
    return Equal(targets.T * (U * inverse * U.T) * targets, inputs.T * first * inputs, on=vectors & Domain(over=[inputs]))


@claim(DOMINE, "Section 5", "structured", uses=["domine2025/sec-5:negligible-representations"],
       reading="'the downscaled representations of the network remain structured and task-specific': times |lambda| they tend to Sigma^T "
               "Sigma and to Sigma Sigma^T")
def small_representations_are_the_task_s():
    """What the small layer represents is the task's own second moment, Sigma^T Sigma or Sigma Sigma^T."""
    return every(input=Limit(lam * first, lam, oo, sigma.T * sigma, on=vectors),
                 output=Limit(-lam * second, lam, -oo, sigma * sigma.T, on=vectors))


@claim(DOMINE, "Section 5", "negligible-in-the-kernel", uses=["domine2025/169", "domine2025/170"],
       reading="'due to their relative scale compared to the larger weights, their contribution to the NTK remains negligible': the small "
               "layer's mode over the sum of both, of any two modes")
def small_layer_adds_nothing_to_the_kernel():
    """The small layer's share of a kernel's eigenvalue vanishes like 1/lambda^2."""
    other = real("s")
    on = constants & Domain(other > 0, source=Meaning("another singular value of the task", "Section 5"))
    second_other, first_other = second_square.subs(s_task, other), first_square.subs(s_task, other)
    return every(plus=Limit(first_square / (first_square + second_other), lam, oo, S.Zero, on=on, rate=lam**-2),
                 minus=Limit(second_square / (second_square + first_other), lam, -oo, S.Zero, on=on, rate=lam**-2))


@claim(DOMINE, "Section 5", "which-layer", uses=["domine2025/165", "domine2025/166", "domine2025/169"],
       reading="'layers initialized with large values will be task-agnostic, while those initialized with small values will be "
               "task-specific': as lambda -> oo the second layer is large at the start and all its modes end alike over lambda, the first "
               "is small and its modes end as the task's; the other way round for -oo", leaves_out="starts with two large or two small "
               "layers; turning singular vectors")
def which_layer_holds_the_task():
    """The layer that starts large ends without a trace of the task, and the one that starts small ends with the task's modes."""
    begin_1, begin_2 = (value.subs(s_task, s_start) for value in (first_square, second_square))
    return every(
        large=Limit(begin_2 / lam, lam, oo, S.One, on=constants), small=Limit(begin_1, lam, oo, S.Zero, on=constants),
        agnostic=Limit(second_square / lam, lam, oo, S.One, on=constants),
        specific=Limit(lam * first_square, lam, oo, s_task**2, on=constants),
        large_first=Limit(-begin_1 / lam, lam, -oo, S.One, on=constants), small_second=Limit(begin_2, lam, -oo, S.Zero, on=constants),
        agnostic_first=Limit(-first_square / lam, lam, -oo, S.One, on=constants),
        specific_second=Limit(-lam * second_square, lam, -oo, s_task**2, on=constants))


@claim(DOMINE, "Section 5", "all-rich-at-zero", uses=["domine2025/thm-C.3:blocks"],
       reading="'across all architectures, as lambda -> 0, the networks consistently transition into the rich regime': with free sizes the "
               "representations at convergence tend to the task's, and a mode's transition function to the sigmoidal one (`17`)",
       leaves_out="the kernel's movement on the way")
def every_shape_is_rich_at_zero():
    """As lambda -> 0 both representations tend to the task's, for every shape of network."""
    return every(first=Limit(first, lam, 0, V * S_tilde * V.T, on=free), second=Limit(second, lam, 0, U * S_tilde * U.T, on=free))


scaled = real("T")


@claim(DOMINE, "Section 5", "large-scale", uses=["domine2025/116"], origin="derived")
def large_aligned_starts_are_not_exponential():
    """At lambda = 0 a large aligned start follows 2T/(1 + 2T) in the time T = s(0) t/tau, which is no exponential.

    The text says of large absolute scales that `similar effects` were observed. In an aligned network a large scale is a large
    function, which has far to go; the exponential limit of Appendix A.4 is s(0) -> s~.
    """
    return Limit(gamma.subs(lam, 0).subs(t, scaled * tau / s_start), s_start, oo, 2 * scaled / (1 + 2 * scaled),
                 on=Domain(s_task > 0, scaled > 0, tau > 0, s_start > 0))


variance = real(r"\sigma^2")
random_layers = Domain(variance > 0, over=[W1, W2], source=Meaning("the variance of the weights", "Section 5"))


@claim(DOMINE, "Section 5", "wide-gaussian",
       reading="'in the infinite-width regime, where weights are Gaussian, averaging effects cause both representations to approximate "
               "identity matrices': W_1^T W_1 and W_2 W_2^T over N_h sigma^2 have the mean I, and the mean squared Frobenius distances "
               "from it are N_i (N_i + 1)/N_h and N_o (N_o + 1)/N_h, which vanish for wide hidden layers",
       leaves_out="that training stays lazy with a fixed kernel, measured at `wide-gaussian-trained`")
def wide_gaussian_layers():
    """Representations of wide Gaussian layers are close to multiples of the identity at the start, whatever the variance."""
    one_i, one_o = one_n.func(N_i), one_n.func(N_o)
    first_off, second_off = W1.T * W1 / (N_h * variance) - one_i, W2 * W2.T / (N_h * variance) - one_o
    return every(
        first=Expectation(W1.T * W1, {W1: variance}, N_h * variance * one_i, on=random_layers),
        second=Expectation(W2 * W2.T, {W2: variance}, N_h * variance * one_o, on=random_layers),
        first_spread=Expectation(Trace(first_off.T * first_off), {W1: variance}, N_i * (N_i + 1) / N_h, on=random_layers),
        second_spread=Expectation(Trace(second_off.T * second_off), {W2: variance}, N_o * (N_o + 1) / N_h, on=random_layers))
