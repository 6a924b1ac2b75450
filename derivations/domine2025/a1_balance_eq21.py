"""Appendix A.1: which layers can be balanced, that the balance matrix stays along the flow, what a finite step does to it, Eq. (21)."""

from sympy import Trace, ZeroMatrix

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Evolves,
    Flow,
    GradientFlow,
    claim,
    every,
    matrix,
    real,
)

from .notation import (
    DOMINE,
    W1,
    W2,
    N_h,
    N_i,
    N_o,
    P,
    X,
    Y,
    any_network,
    any_whitened,
    balance,
    eta,
    lam,
    loss,
    one_h,
    residual,
    tau,
    time_constant,
    training,
    whitened_flow,
)

still = ZeroMatrix(N_h, N_h)
downhill = matrix("G", N_o, N_i)
"""Minus the gradient of any loss of the network function, with respect to that function."""
step_1, step_2 = W2.T * downhill, downhill * W1.T
"""What gradient descent adds to each layer, learning rate apart."""
anywhere = Domain(over=[W1, W2, downhill, eta])


@claim(DOMINE, "Theorem A.2", reading="'persists through training' and 'for any initial value' are read along the gradient flow of the "
       "loss: the balance matrix has the derivative zero, whatever it is at the start")
def the_balance_persists():
    """Along gradient flow the balance matrix never moves, whatever its initial value.

    Neither whitened inputs nor any relation of the sizes enters; the loss is differentiated for any data.
    """
    return Evolves(balance, still, along=training, on=any_network)


@claim(DOMINE, "Theorem A.2", "proof", origin="reconstructed", uses=["domine2025/thm-A.2"])
def both_gram_matrices_move_alike():
    """d/dt W_2^T W_2 and d/dt W_1 W_1^T are one matrix, so that their difference stays."""
    pull = -residual * X.T / (tau * P)
    moved = W2.T * pull * W1.T + W1 * pull.T * W2
    return every(
        second=Evolves(W2.T * W2, moved, along=training, on=any_network),
        first=Evolves(W1 * W1.T, moved, along=training, on=any_network))


@claim(DOMINE, "Eq. (21)", origin="reconstructed", uses=["domine2025/thm-A.2"],
       reading="a matrix that is zero at t = 0 and never moves is zero for every t")
def balanced_at_every_time():
    """W_2^T W_2 - W_1 W_1^T - lambda I never moves, so that it stays zero where it is zero at the start."""
    return Evolves(balance - lam * one_h, still, along=training, on=any_network & Domain(over=[lam]))


@claim(DOMINE, "Appendix A.1", "any-loss", uses=["domine2025/thm-A.2"], origin="derived")
def for_any_loss():
    """The balance matrix stays for every loss that depends on the layers through their product alone.

    G is minus that loss's gradient at the product, any matrix at all; under whitened inputs it is Sigma - W_2 W_1.
    """
    flow = Flow({W1: step_1 / tau, W2: step_2 / tau}, name="gradient flow of any loss of W_2 W_1")
    return every(
        any=Evolves(balance, still, along=flow, on=anywhere & time_constant),
        whitened=Evolves(balance, still, along=whitened_flow, on=any_whitened))


@claim(DOMINE, "Appendix A.1", "unequal-rates", uses=["domine2025/thm-A.2"], origin="derived")
def unequal_learning_rates():
    """With a learning rate for each layer the balance weighted by the other layer's rate stays, and the plain one moves.

    Theorem A.2 needs the one learning rate that Section 3 gives to both layers.
    """
    a, b = real(r"\eta_1"), real(r"\eta_2")
    rates = Domain(a > 0, b > 0, over=[W1, W2, X, Y])
    flow = GradientFlow(loss, {W1: a, W2: b}, name="gradient flow with two learning rates")
    pull = -residual * X.T / P
    return every(
        weighted=Evolves(a * W2.T * W2 - b * W1 * W1.T, still, along=flow, on=rates),
        plain=Evolves(balance, (b - a) * (W2.T * pull * W1.T + W1 * pull.T * W2), along=flow, on=rates))


@claim(DOMINE, "Appendix A.1", "decay", uses=["domine2025/thm-A.2"], origin="derived",
       reading="`tends to zero`: at the rate of its own exponential")
def weight_decay():
    """Weight decay makes the balance matrix fade like e^{-2 kappa t/tau}: it stays lambda-balanced with a lambda that tends to zero."""
    kappa = real(r"\kappa")
    fading = GradientFlow(loss + kappa * (Trace(W1.T * W1) + Trace(W2.T * W2)) / 2, {W1: 1 / tau, W2: 1 / tau},
                          name="gradient flow with weight decay")
    return Evolves(balance, -2 * kappa / tau * balance, along=fading, on=any_network & Domain(over=[kappa]))


# --- a finite step -------------------------------------------------------------------------------------------------------

after_1, after_2 = W1 + eta * step_1, W2 + eta * step_2
"""Both layers after one step of gradient descent."""
after = after_2.T * after_2 - after_1 * after_1.T
drift = W1 * downhill.T * downhill * W1.T - W2.T * downhill * downhill.T * W2


@claim(DOMINE, "Appendix A.1", "finite-step", uses=["domine2025/thm-A.2"], origin="derived")
def one_step_of_gradient_descent():
    """One step of gradient descent moves the balance matrix by eta^2 (W_1 G^T G W_1^T - W_2^T G G^T W_2), in every dimension.

    Section 3 trains by full batch gradient descent; Theorem A.2 is about its flow. The first order in eta vanishes and
    nothing beyond the second appears; the trace of the balance moves by eta^2 (|G W_1^T|^2 - |W_2^T G|^2).
    """
    return every(
        matrix=Equal(after, balance + eta**2 * drift, on=anywhere),
        trace=Equal(Trace(after - balance), eta**2 * (Trace((downhill * W1.T).T * downhill * W1.T) - Trace(step_1.T * step_1)),
                    on=anywhere))


@claim(DOMINE, "Appendix A.1", "finite-step-data", uses=["domine2025/app-A.1:finite-step"], origin="derived")
def the_step_is_that_of_the_loss():
    """G = (Y - W_2 W_1 X) X^T/P: the steps are those along the loss's gradient."""
    pull = -residual * X.T / P
    return every(
        first=Evolves(W1, W2.T * pull / tau, along=training, on=any_network),
        second=Evolves(W2, pull * W1.T / tau, along=training, on=any_network))


@claim(DOMINE, "Appendix A.1", "finite-step-scalar", uses=["domine2025/app-A.1:finite-step"], origin="derived")
def one_neuron_loses_imbalance():
    """With sizes one a step multiplies the balance by 1 - eta^2 g^2: it shrinks where eta |g| < sqrt 2."""
    u, v, g, rate = real("w_1"), real("w_2"), real("g"), real(r"\eta")
    stepped = (v + rate * g * u)**2 - (u + rate * g * v)**2
    return Equal(stepped, (v**2 - u**2) * (1 - rate**2 * g**2), on=Domain(over=[u, v, g, rate]))
