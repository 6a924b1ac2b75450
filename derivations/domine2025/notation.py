"""Symbols, training and domains of the two-layer linear network y^ = W_2 W_1 x trained on P pairs (Sections 3 and 4, Appendix A).

Shapes: W_1 is N_h x N_i, W_2 is N_o x N_h, X is N_i x P with one input per column, Y is N_o x P, Sigma = Y X^T / P is the
N_o x N_i input-output covariance. Every size is free. The stored text lost the formulas of the loss and of Eqs. (1)-(2): the
factor 1/2 and the mean over the P pairs are those of the reconstruction that the gradients of Appendix B.1 need.
"""

from sympy import Eq, Identity, Trace

from theoremtest.derivations.language import TIME, Convention, Domain, Flow, GradientFlow, Meaning, Paper, dimension, matrix, real

WHITENED = Convention("whitened input", "Assumption A1", "The input data is whitened")
BALANCED = Convention("lambda-balanced weights", "Assumption A2", "the initial weights are lambda-balanced")
DIMENSIONS = Convention("dimensions", "Assumption A3", "neither bottlenecked nor overparameterized")
POSITIVE_VALUES = Convention("positive singular values of the task", "Appendix C.2.2", "is a diagonal matrix with entries larger zero")

DOMINE = Paper(
    key="domine2025",
    authors="C. Dominé, N. Anguita, A. Proca, L. Braun, D. Kunin, P. Mediano, A. Saxe",
    title="From Lazy to Rich: Exact Learning Dynamics in Deep Linear Networks",
    year=2025,
    identifier="arXiv:2409.14623",
    conventions=(WHITENED, BALANCED, DIMENSIONS, POSITIVE_VALUES),
)

TIME_CONSTANT = Meaning("the time constant of training, one over the learning rate", "Section 3")
TIME_FROM_ZERO = Meaning("training time counts from the initialization", "Section 3")

N_i, N_h, N_o, P = (dimension(name) for name in ("N_i", "N_h", "N_o", "P"))
t = TIME
lam, tau, eta = real(r"\lambda"), real(r"\tau"), real(r"\eta")
W1, W2 = matrix("W_1", N_h, N_i), matrix("W_2", N_o, N_h)
W1_0, W2_0 = matrix("W_1(0)", N_h, N_i), matrix("W_2(0)", N_o, N_h)
X, Y = matrix("X", N_i, P), matrix("Y", N_o, P)
Sigma = matrix(r"\Sigma", N_o, N_i)
one_i, one_h, one_o = Identity(N_i), Identity(N_h), Identity(N_o)

network = W2 * W1
"""The network function W_2 W_1, N_o x N_i."""

balance = W2.T * W2 - W1 * W1.T
"""The balance matrix of Definition A.1, N_h x N_h."""

residual = network * X - Y
loss = Trace(residual.T * residual) / (2 * P)
"""Half the mean over the pairs of the squared error."""

training = GradientFlow(loss, {W1: 1 / tau, W2: 1 / tau}, name="gradient flow of the loss")
"""Both layers at one learning rate, 1/tau."""

whitened_flow = Flow({W1: W2.T * (Sigma - network) / tau, W2: (Sigma - network) * W1.T / tau}, name="gradient flow under whitened inputs")
"""The motion of both layers where X X^T = P I and Y X^T = P Sigma."""

time_constant = Domain(tau > 0, source=TIME_CONSTANT)
later = time_constant & Domain(t >= 0, source=TIME_FROM_ZERO)
"""tau > 0 and t >= 0."""

any_network = time_constant & Domain(over=[W1, W2, X, Y])
"""Any layers, any data, any sizes; no assumption of the paper."""

any_whitened = time_constant & Domain(over=[W1, W2, Sigma])
"""Any layers; the data enter through Sigma alone."""

whitened_data = Domain(Eq(X * X.T, P * one_i), over=[Y], source=WHITENED)
"""Assumption A1 for explicit data."""

balanced = Domain(Eq(W2.T * W2, W1 * W1.T + lam * one_h), over=[lam], source=BALANCED)
"""Assumption A2: the layers are lambda-balanced, the equation solved for the second layer's Gram matrix."""
