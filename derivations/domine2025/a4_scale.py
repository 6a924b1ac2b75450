"""Appendix A.4: scale and relative scale of a scalar network and of a mode, and what loss and kernel distance depend on."""

from sympy import Abs, Eq, Identity, MatPow, S, Trace, exp, oo, sqrt

from theoremtest.derivations.language import (
    Chart,
    Domain,
    Equal,
    Erratum,
    Evolves,
    Expectation,
    Flow,
    Holds,
    Limit,
    Meaning,
    Printed,
    Solves,
    System,
    claim,
    every,
    ge,
    matrix,
    real,
)

from .notation import (
    DOMINE,
    W1,
    W2,
    N_i,
    N_o,
    Sigma,
    any_whitened,
    balanced,
    lam,
    later,
    network,
    one_h,
    t,
    tau,
    time_constant,
    whitened_flow,
)

u, v, s, s_0, goal = real("w_1"), real("w_2"), real("s"), real("s(0)"), real(r"\tilde{s}")
shift, part, x = real("t'"), real(r"\epsilon"), real("x")
TARGET = Meaning("a singular value of the task, not zero", "Theorem 5.1")
FUNCTION = Meaning("the size of the network function", "Appendix A.4")
target = Domain(goal > 0, source=TARGET)
scale = Domain(s >= 0, over=[lam], source=FUNCTION)
root = sqrt(s**2 + lam**2 / 4)
scalar_flow = Flow({u: v * (goal - u * v) / tau, v: u * (goal - u * v) / tau}, name="gradient flow of a scalar network")


def logistic(start, time=t):
    """s(0) e^{2 s~ t/tau}/(1 + s(0)/s~ (e^{2 s~ t/tau} - 1)), the mode of a zero-balanced network, free of a quotient by s~."""
    grown = exp(2 * goal * time / tau)
    return start * goal * grown / (goal + start * (grown - 1))


@claim(DOMINE, "Appendix A.4", "scalar",
       reading="the two examples are lost; 'easy to ensure w_2^2 - w_1^2 = lambda while allowing for different absolute scales' is read "
               "as: for every lambda and every size s >= 0 of w_1 w_2 there are such weights")
def every_scale_at_every_balance():
    """A scalar network has weights for every lambda and every size of w_1 w_2, so that the two are decoupled.

    w_2^2 and -w_1^2 are the two roots of x^2 - lambda x - s^2: their sum, the balance, is lambda, and w_1 w_2 is s.
    """
    first, second = sqrt(root - lam / 2), sqrt(root + lam / 2)
    return every(balance=Equal((x - second**2) * (x + first**2), x**2 - lam * x - s**2, on=scale & Domain(over=[x])),
                 function=Equal(first * second, s, on=scale))


@claim(DOMINE, "Appendix A.4", "norm", uses=["domine2025/app-A.4:scalar"], origin="derived")
def norm_is_not_decoupled():
    """The norm of the weights is not decoupled from lambda: w_1^2 + w_2^2 is at least |lambda|, and is sqrt(4 s^2 + lambda^2)."""
    free = Domain(over=[u, v])
    return every(bound=Holds(ge(u**2 + v**2, Abs(v**2 - u**2)), on=free),
                 value=Equal((u**2 + v**2)**2, 4 * (u * v)**2 + (v**2 - u**2)**2, on=free))


@claim(DOMINE, "Appendix A.4", "bernoulli", reading="'the dynamics reduce to the classical solution of the Bernoulli equation' at lambda = "
       "0 is read for s(0) > 0, of a scalar network or a task-aligned mode")
def bernoulli_equation():
    """tau s' = sqrt(4 s^2 + lambda^2) (s~ - s) for every lambda, which is the Bernoulli equation tau s' = 2 s (s~ - s) at lambda = 0."""
    free = time_constant & Domain(over=[u, v, goal])
    start = later & target & Domain(s_0 > 0, source=FUNCTION)
    speed = sqrt(4 * (u * v)**2 + (v**2 - u**2)**2)
    return every(
        any_lambda=Evolves(u * v, speed * (goal - u * v) / tau, along=scalar_flow, on=free),
        solution=Solves(System({s: 2 * s * (goal - s) / tau}, {s: s_0}), {s: logistic(s_0)}, on=start))


@claim(DOMINE, "Appendix A.4", "sigmoidal", uses=["domine2025/app-A.4:bernoulli"], origin="reconstructed",
       reading="'in the limiting case s(0) -> 0 the system exhibits classic sigmoidal dynamics' is read with time counted from the "
               "half-way point, tau/(2 s~) log(s~/s(0)), which moves to infinity: at a fixed time the mode tends to zero")
def sigmoidal_limit():
    """As s(0) tends to zero at lambda = 0, the curve around its half-way point is the logistic function; at a fixed time it vanishes."""
    on = time_constant & target & Domain(over=[shift])
    delayed = s_0 * goal * (goal / s_0) * exp(2 * goal * shift / tau) / (goal + s_0 * (goal / s_0 * exp(2 * goal * shift / tau) - 1))
    small = Domain(s_0 > 0, source=FUNCTION)
    return every(
        around=Limit(delayed, s_0, S.Zero, goal / (1 + exp(-2 * goal * shift / tau)), on=on & small),
        fixed_time=Limit(logistic(s_0), s_0, S.Zero, S.Zero, on=later & target & small))


@claim(DOMINE, "Appendix A.4", "exponential", uses=["domine2025/app-A.4:bernoulli"], origin="reconstructed",
       reading="'the limit s(0) -> s~ yields exponential dynamics' is read of the transition function, the share of the way from s(0) to "
               "s~ that is done at time t")
def exponential_limit():
    """As s(0) tends to s~ at lambda = 0 the transition function tends to 1 - e^{-2 s~ t/tau}."""
    share = (logistic(goal + part) - goal - part) / (-part)
    return Limit(share, part, S.Zero, 1 - exp(-2 * goal * t / tau), on=later & target & Domain(part > 0, source=FUNCTION))


# --- what the loss depends on ------------------------------------------------------------------------------------------

F, F_other = matrix("F", N_o, N_i), matrix("F'", N_o, N_i)
sigma = real(r"\sigma")


def task_loss(function):
    """The loss of a network function under whitened inputs, a constant of the data apart."""
    return Trace((function - Sigma).T * (function - Sigma)) / 2


@claim(DOMINE, "Appendix A.4", "start-loss",
       reading="'at the start of training the loss depends entirely on an absolute scale, not the relative scale' is read with the "
               "absolute scale, whose definition is lost, as the norm of the network function: two functions of one norm have one loss")
def loss_at_the_start():
    """The loss at the start depends on the norm of the network function alone.

    In the mean over functions drawn at random it depends on their norm alone, which is what a random experiment shows.
    """
    turn, one_o = matrix("K", N_o, N_o), Identity(N_o)
    turned = Chart({F_other: (one_o + turn - turn.T) * MatPow(one_o - turn + turn.T, -1) * F * -1}, Domain(over=[turn, F]))
    same = Domain(Eq(Trace(F.T * F), Trace(F_other.T * F_other)), over=[Sigma], chart=turned, source=FUNCTION)
    drawn = Domain(over=[F, Sigma, sigma])
    mean = (Trace(Sigma.T * Sigma) + N_o * N_i * sigma**2) / 2
    return Printed(
        Equal(task_loss(F), task_loss(F_other), on=same),
        erratum=Erratum("incomplete", "The definition of the absolute scale is lost in the text that we read; we took the norm of the "
                        "network function. F = Sigma and F = -Sigma have one norm and the losses 0 and 2 |Sigma|^2. In the mean over "
                        "Gaussian F the loss depends on the scale alone.",
                        Expectation(task_loss(F), {F: sigma**2}, mean, on=drawn),
                        convention="the loss is the mean over random networks of one scale"))


@claim(DOMINE, "Appendix A.4", "same-solution", uses=["domine2025/app-A.4:bernoulli"],
       reading="'at convergence the loss stabilizes uniformly, irrespective of initial conditions' and 'networks under gradient flow "
               "predictably converge to the same solution' are read of the smallest case, a scalar network with lambda = 0, s(0) >= 0")
def same_solution_from_every_start():
    """Networks of every scale converge to the same solution, at lambda = 0 too."""
    any_start = later & target & Domain(s_0 >= 0, source=FUNCTION)
    return Printed(
        Limit(logistic(s_0), t, oo, goal, on=any_start),
        erratum=Erratum("incomplete", "at s(0) = 0 the zero-balanced network is at the saddle and stays; Theorem C.3 assumes that B is "
                        "invertible",
                        Limit(logistic(s_0), t, oo, goal, on=any_start & Domain(s_0 > 0))))


@claim(DOMINE, "Appendix A.4", "antisymmetric",
       reading="'funnel and anti-funnel networks demonstrate antisymmetric behavior' is read as an exact symmetry: transposing the task "
               "and exchanging the layers turns the one into the other, and lambda into -lambda", leaves_out="what the figures draw of it")
def funnel_and_inverted_funnel():
    """W_2^T and W_1^T are the layers of the network with sizes exchanged, trained on Sigma^T: with its loss and the opposite balance."""
    other = W1.T * W2.T
    return every(
        first=Evolves(W2.T, W1 * (Sigma.T - other) / tau, along=whitened_flow, on=any_whitened),
        second=Evolves(W1.T, (Sigma.T - other) * W2 / tau, along=whitened_flow, on=any_whitened),
        loss=Equal(Trace((other - Sigma.T).T * (other - Sigma.T)) / 2, task_loss(network), on=any_whitened),
        balance=Equal((W1.T).T * W1.T - W2.T * (W2.T).T, -lam * one_h, on=Domain(over=[W1, W2]) & balanced))


# --- the kernel of two units --------------------------------------------------------------------------------------------

size = real("c")
POSITIVE = Meaning("the absolute scale of a start", "Appendix A.4")
start = Domain(size > 0, over=[lam], source=POSITIVE)
other_scale = real("c'")


def similarity(scale):
    """Cosine of the kernels at the start and at convergence, for 2 x 2 x 2, Sigma = I and a start of the function diag(2c, c).

    The kernel's eigenvalues are a_j + b_i, a and b those of W_1^T W_1 and W_2 W_2^T; at convergence all are equal. No mode
    starts at zero, so that the network converges for every lambda.
    """
    levels = [sqrt(mode**2 + lam**2 / 4) for mode in (2 * scale, scale)]
    kernel = [(first - lam / 2) + (second + lam / 2) for first in levels for second in levels]
    return sum(kernel) / (2 * sqrt(sum(value**2 for value in kernel)))


@claim(DOMINE, "Appendix A.4", "square-kernel",
       reading="'in square networks the kernel distance depends exclusively on the relative scale' is read of the distance between the "
               "start and convergence: two starts that differ by a factor have one distance. The network has two units per layer, the task "
               "is the identity, and the start has the function diag(2c, c)")
def kernel_distance_of_square_networks():
    """In a square network the kernel distance depends on the relative scale alone.

    With lambda = 1 the cosine rises from 6/sqrt 38 for large starts to 1 for small ones.
    """
    both = start & Domain(other_scale > 0, source=POSITIVE)
    zero = both & Domain(Eq(lam, 0))
    return Printed(
        Equal(similarity(size), similarity(other_scale), on=both),
        erratum=Erratum("incomplete", "The layers' singular values are (sqrt(s^2 + lambda^2/4) -+ lambda/2)^(1/2): lambda sets a scale of "
                        "its own. At lambda = 0 the distance does not depend on the absolute scale; at lambda = 2 it does.",
                        every(one_distance=Equal(similarity(size), similarity(other_scale), on=zero))))


@claim(DOMINE, "Appendix A.4", "lazy", uses=["domine2025/app-A.4:square-kernel"],
       reading="'for large imbalanced lambda, even at small scales, the network transitions into a lazy regime' is read of the kernel "
               "distance of the network of `app-A.4:square-kernel`, at every scale", leaves_out="other tasks, starts and sizes")
def large_balance_is_lazy():
    """The kernel's cosine tends to one as lambda grows, at every scale."""
    return Limit(similarity(size), lam, oo, S.One, on=start)
