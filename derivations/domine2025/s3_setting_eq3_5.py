"""Section 3: what the four blocks of QQ^T determine, Eqs. (3)-(5)."""

from sympy import ZeroMatrix

from theoremtest.derivations.language import Blocks, Domain, Dot, Equal, Evolves, Kron, Vec, claim, vector

from .notation import DOMINE, W1, W2, N_i, N_o, P, X, any_network, network, one_o, residual, tau, training

Q = Blocks([W1.T], [W2])
"""Both layers one below the other, (N_i + N_o) x N_h."""

kernel = Kron(X.T * X, W2 * W2.T) + Kron(X.T * W1.T * W1 * X, one_o)
"""The tangent kernel, outputs of one sample next to each other (columns of W_2 W_1 X stacked), N_o P x N_o P."""


@claim(DOMINE, "Eq. (3)", origin="reconstructed")
def blocks_of_the_gram_matrix():
    """QQ^T with Q = [W_1^T; W_2] has the four blocks W_1^T W_1, W_1^T W_2^T, W_2 W_1 and W_2 W_2^T."""
    return Equal(Q * Q.T, Blocks([W1.T * W1, W1.T * W2.T], [W2 * W1, W2 * W2.T]), on=any_network)


@claim(DOMINE, "Eq. (5)", origin="reconstructed",
       reading="the kernel is what multiplies the residual in the motion of the outputs, stacked sample by sample, under gradient flow")
def tangent_kernel():
    """The outputs move by -NTK (Y^ - Y)/(P tau), with the kernel made of W_1^T W_1 and W_2 W_2^T alone.

    The loss is differentiated; no assumption of the paper enters, whitened inputs and balance neither.
    """
    return Evolves(Vec(network * X), -kernel * Vec(residual) / (P * tau), along=training, on=any_network)


@claim(DOMINE, "Eq. (4)", "inputs", origin="reconstructed")
def similarity_of_hidden_activity():
    """Similarities of hidden activities, (W_1 X)^T (W_1 X), are read off the upper left block of QQ^T.

    Between the inputs, diag(X, I)^T QQ^T diag(X, I), that block is the similarities; beside it stand the outputs.
    """
    data, hidden, outputs = Blocks([X, ZeroMatrix(N_i, N_o)], [ZeroMatrix(N_o, P), one_o]), W1 * X, network * X
    return Equal(data.T * Q * Q.T * data, Blocks([hidden.T * hidden, outputs.T], [outputs, W2 * W2.T]), on=any_network)


@claim(DOMINE, "Section 3", "off-diagonal",
       reading="'the off-diagonal blocks contain the network function': what couples x to y in the quadratic form of QQ^T at [x; y] is "
               "the network's output at x along y, for every x and y")
def network_function_in_the_blocks():
    """[x; y]^T QQ^T [x; y] - [x; -y]^T QQ^T [x; -y], which the blocks on the diagonal drop out of, is 4 y^T W_2 W_1 x."""
    x, y = vector("x", N_i), vector("y", N_o)
    both, turned = Blocks([x], [y]), Blocks([x], [-y])
    return Equal(Dot(both, Q * Q.T * both) - Dot(turned, Q * Q.T * turned), 4 * Dot(y, network * x), on=Domain(over=[W1, W2, x, y]))
