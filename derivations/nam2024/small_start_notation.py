"""Symbols of Appendix A.2.3: layers whose singular vectors are those of the correlation matrix E[x y^T] = U^T P V, and their motion.

U is c x d with orthonormal rows, V and R are c x c and orthogonal, P holds the singular values rho_i; p = c units. Inputs are whitened,
E[x x^T] = I.
"""

from sympy import DiagMatrix, Eq, Identity, Trace

from theoremtest.derivations.language import Chart, Domain, Flow, GradientFlow, Meaning, matrix, vector

from .layerwise_notation import X, Y, c, d, one

FRAMES = Meaning("singular vectors of the correlation matrix, and an orthogonal R", "Appendix A.2.3")
WHITENED = Meaning("whitened input E[x x^T] = I", "Appendix A.2.3")
CORRELATION = Meaning("the singular value decomposition of the correlation matrix", "Eq. (A.30)")

W1, W2 = matrix("W_1", d, c), matrix("W_2", c, c)
U, V, R = matrix("U", c, d), matrix("V", c, c), matrix("R", c, c)
rho, alpha = vector(r"\rho", c), vector(r"\alpha", c)
P, A = DiagMatrix(rho), DiagMatrix(alpha)
one_c, one_d = Identity(c), Identity(d)

frames = Domain(Eq(U * U.T, one_c), Eq(V * V.T, one_c), Eq(V.T * V, one_c), Eq(R * R.T, one_c), Eq(R.T * R, one_c), source=FRAMES)
start_1, start_2 = U.T * A * R, R.T * A * V
"""W_1(0) and W_2(0), and what the layers are at every time, with other diagonal entries."""
turned_1, turned_2 = U * W1 * R.T, R * W2 * V.T
"""The layers of Eq. (A.32)."""

loss = Trace((X * W1 * W2 - Y).T * (X * W1 * W2 - Y)) / 2
training = GradientFlow(loss, {W1: one, W2: one}, name="gradient flow of the linear network's loss")
_others = matrix("Z", *Y.shape)
_labels = Chart({Y: X * U.T * P * V + (Identity(X.shape[0]) - X * X.T) * _others}, of=Domain(over=[X, U, V, rho, _others]))
whitened = Domain(Eq(X.T * X, one_d), source=WHITENED) & Domain(Eq(X.T * Y, U.T * P * V), source=CORRELATION, chart=_labels)

flow = Flow({W1: -W1 * W2 * W2.T + U.T * P * V * W2.T, W2: -W1.T * W1 * W2 + W1.T * U.T * P * V},
            name="gradient flow under whitened inputs", constants=(U, V, R))
layers = frames & Domain(over=[W1, W2, rho])
"""Any layers."""
in_the_image = frames & Domain(Eq(U.T * U * W1, W1), source=Meaning("W_1 is in the image of U^T, where it starts", "Appendix A.2.3"))
in_the_image = in_the_image & Domain(over=[W2, rho])
"""Layers whose first one has no part across the left singular vectors (`app-A.2.3:image`)."""
