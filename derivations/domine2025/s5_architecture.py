"""Section 5, the prose on shapes of networks and on noise: funnels that are lazy or delayed, what the span at the start cannot reach."""

from sympy import Eq, Identity, S, Trace, ZeroMatrix, oo

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Evolves,
    Expectation,
    Limit,
    Meaning,
    claim,
    dimension,
    every,
    matrix,
    real,
)

from .frames_notation import positive
from .mode_notation import constants, level_task, s_task
from .notation import DOMINE, W1, W2, WHITENED, N_h, N_i, N_o, P, Sigma, X, Y, any_whitened, lam, network, tau, whitened_flow
from .task_notation import S_high, S_low, U_square, V_square, level, n, of, one_n

fast, with_slow_inverted, with_slow_funnel = level_task, level_task - lam / 2, level_task + lam / 2
"""Rates of e^{-s~_lambda t/tau}, and of the term with D in an inverted funnel and in a funnel, in 1/tau."""
SQUARE_SIDE = Meaning("orthonormal singular vectors on the narrow side", "Section 5")


@claim(DOMINE, "Section 5", "lazy-shapes", uses=["domine2025/151", "domine2025/169", "domine2025/170"], origin="reconstructed",
       reading="'funnel networks enter the lazy regime as' lambda -> oo, 'while inverted-funnel networks do so as' lambda -> -oo, the "
               "signs lost: every rate grows with |lambda|, and the layer that makes up the kernel is U~ U~^T of a funnel's narrow "
               "output, or V~ V~^T of an inverted funnel's narrow input, which is I and cannot turn")
def lazy_limits_of_both_shapes():
    """A funnel is lazy for lambda -> oo and an inverted funnel for lambda -> -oo: no rate falls, and the kernel's limit is constant."""
    either = positive & Domain(over=[U_square, V_square])
    return every(
        funnel_rate=Limit(with_slow_funnel / lam, lam, oo, S.One, on=constants),
        inverted_rate=Limit(-with_slow_inverted / lam, lam, -oo, S.One, on=constants),
        funnel=Limit(U_square * S_high * S_high * U_square.T / lam, lam, oo, U_square * U_square.T, on=either),
        inverted=Limit(-V_square * S_low * S_low * V_square.T / lam, lam, -oo, V_square * V_square.T, on=either),
        funnel_one=Equal(U_square * U_square.T, one_n, on=Domain(Eq(U_square.T * U_square, one_n), source=SQUARE_SIDE)),
        inverted_one=Equal(V_square * V_square.T, one_n, on=Domain(Eq(V_square.T * V_square, one_n), source=SQUARE_SIDE)))


@claim(DOMINE, "Section 5", "two-phases", uses=["domine2025/178", "domine2025/179"], origin="reconstructed",
       reading="'in the opposite limits of lambda these networks transition from a lazy regime to a rich regime', 'an initial lazy phase "
               "followed by a delayed rich phase': the slow rate over the fast one vanishes like 1/lambda^2, so that there are two phases",
       leaves_out="that the second phase is rich; what turns in it")
def lazy_first_rich_later():
    """In a funnel for lambda -> -oo and an inverted funnel for lambda -> oo the two rates part: their ratio is 2 s~^2/lambda^2."""
    return every(
        funnel=Limit(lam**2 * with_slow_funnel / fast, lam, -oo, 2 * s_task**2, on=constants, rate=lam**-2),
        inverted=Limit(lam**2 * with_slow_inverted / fast, lam, oo, 2 * s_task**2, on=constants, rate=lam**-2))




@claim(DOMINE, "Section 5", "static-at-first", uses=["domine2025/28", "domine2025/140"],
       reading="'the NTK remains static during the initial phase', which lasts about the time tau/|lambda|: over |lambda|, and in that "
               "time for a unit, both representations move by 1/lambda^2 times what lambda does not stand in",
       leaves_out="that the network function stays bounded in the initial phase, uniformly in lambda; the rank argument of Kunin et al.")
def kernel_is_static_at_first():
    """W_1^T W_1 and W_2 W_2^T are moved by what W_2 W_1 is alone: over lambda, and per tau/lambda of time, by 1/lambda^2 of it."""
    error = Sigma - network
    unit = any_whitened & Domain(lam > 0, source=Meaning("the size of lambda", "Section 5"))
    return every(
        first=Evolves(tau / lam * (W1.T * W1 / lam), (network.T * error + error.T * network) / lam**2, along=whitened_flow, on=unit),
        second=Evolves(tau / lam * (W2 * W2.T / lam), (network * error.T + error * network.T) / lam**2, along=whitened_flow, on=unit))


k = dimension("k")
rows, first = matrix("V_0", N_i, k), matrix("L", N_h, k)
SPAN = Meaning("an orthonormal basis of the rows of W_1(0)", "Section 5")


def half_square(M):
    """Half the squared Frobenius norm."""
    return Trace(M.T * M) / 2


@claim(DOMINE, "Section 5", "no-least-squares", uses=["domine2025/app-D.1:loss"],
       reading="'the delayed onset of the rich regime occurs because no least-squares solution exists within the span of the network at "
               "initialization': a funnel whose first layer is large and stays, W_1 = L V_0^T, with all second layers. What Sigma has "
               "beside the span of V_0 stays as loss, whatever W_2 is; an inverted funnel is its transpose, a square network spans all",
       leaves_out="that a random span misses the task; that this is why the onset is delayed")
def span_at_the_start_misses_the_task():
    """The loss of W_2 L V_0^T is that within the span and a floor |Sigma - Sigma V_0 V_0^T|^2/2, which W_2 does not reach."""
    on = Domain(Eq(rows.T * rows, Identity(k)), over=[Sigma, W2, first], source=SPAN)
    whole = matrix("V_0", N_i, N_i)
    full = Domain(Eq(whole.T * whole, Identity(N_i)), over=[Sigma], source=SPAN)
    return every(
        floor=Equal(half_square(W2 * first * rows.T - Sigma),
                    half_square(W2 * first - Sigma * rows) + half_square(Sigma - Sigma * rows * rows.T), on=on),
        square=Equal(Sigma - Sigma * whole * whole.T, ZeroMatrix(N_o, N_i), on=full))


@claim(DOMINE, "Section 5", "span-of-an-inverted-funnel", uses=["domine2025/sec-5:no-least-squares"], origin="derived")
def columns_at_the_start_miss_the_task():
    """An inverted funnel with a large second layer W_2 = U_0 L: the floor of all first layers is |Sigma - U_0 U_0^T Sigma|^2/2."""
    columns, second = matrix("U_0", N_o, k), matrix("L", k, N_h)
    on = Domain(Eq(columns.T * columns, Identity(k)), over=[Sigma, W1, second],
                source=Meaning("an orthonormal basis of the columns of W_2(0)", "Section 5"))
    return Equal(half_square(columns * second * W1 - Sigma),
                 half_square(second * W1 - columns.T * Sigma) + half_square(Sigma - columns * columns.T * Sigma), on=on)


# noise --------------------------------------------------------------------------------------------------------------------------

size, sigma_W = real("k"), real(r"\sigma_W^2")
E_1, E_2 = matrix(r"\Xi_1", N_h, N_i), matrix(r"\Xi_2", N_o, N_h)


@claim(DOMINE, "Section 5", "quadratic-in-the-norms", uses=["domine2025/173"],
       reading="'the expected loss scales quadratically with the norm of the weight matrices': what parameter noise adds at convergence, "
               "for layers k W_1 and k W_2, is k^2 times its value for W_1 and W_2, a term without the layers apart")
def parameter_noise_is_quadratic_in_the_weights():
    """What parameter noise adds to the loss is quadratic in the layers, and has one term without them, of second order in the variance."""
    error = (size * W2 + E_2) * (size * W1 + E_1) - size**2 * network
    value = size**2 * sigma_W * (N_i * half_square(W2) + N_o * half_square(W1)) + sigma_W**2 * N_i * N_h * N_o / 2
    on = Domain(sigma_W > 0, over=[W1, W2, E_1, E_2, size], source=Meaning("a variance", "Section 5"))
    return Expectation(half_square(error), {E_1: sigma_W, E_2: sigma_W}, value, on=on)


U, V = matrix(r"\tilde{U}", N_o, n), matrix(r"\tilde{V}", N_i, n)


@claim(DOMINE, "Section 5", "norms-depend-on-lambda", uses=["domine2025/174", "domine2025/175"],
       reading="'the norms of the weight matrices, which in our setting depend on lambda': both squared norms at convergence, together "
               "the trace of 2 S~_lambda, and their difference n lambda")
def norms_of_both_layers():
    """At convergence |W_2|^2 + |W_1|^2 is the trace of 2 S~_lambda and |W_2|^2 - |W_1|^2 is n lambda, at every size."""
    on = positive & Domain(Eq(U.T * U, one_n), Eq(V.T * V, one_n), source=Meaning("orthonormal singular vectors", "Section 4"))
    first_norm, second_norm = Trace((S_low * V.T).T * S_low * V.T), Trace((U * S_high).T * U * S_high)
    return every(sum=Equal(second_norm + first_norm, 2 * Trace(of(level)), on=on),
                 difference=Equal(second_norm - first_norm, n * lam, on=on))


@claim(DOMINE, "Appendix C.3", "constant", uses=["domine2025/app-D.1:loss", "domine2025/172"],
       reading="'c is a noise independent constant that only depends on the statistics of the training data': the loss at convergence "
               "without noise, where W_2 W_1 is Sigma")
def constant_of_the_data():
    """Without noise the converged loss is (|Y|^2/P - |Sigma|^2)/2, in which no layer stands."""
    sigma = Y * X.T / P
    on = Domain(Eq(X * X.T, P * Identity(N_i)), over=[Y], source=WHITENED)
    return Equal(half_square(sigma * X - Y) / P, half_square(Y) / P - half_square(sigma), on=on)
