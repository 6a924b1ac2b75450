"""Section 3: what the four blocks of QQ^T determine, Eqs. (3)-(5)."""

from rederive.derivations.language import Blocks, Equal, Evolves, Kron, Vec, claim

from .notation import DOMINE, W1, W2, P, X, any_network, network, one_o, residual, tau, training

kernel = Kron(X.T * X, W2 * W2.T) + Kron(X.T * W1.T * W1 * X, one_o)
"""The tangent kernel, outputs of one sample next to each other (columns of W_2 W_1 X stacked), N_o P x N_o P."""


@claim(DOMINE, "Eq. (3)", origin="reconstructed")
def blocks_of_the_gram_matrix():
    """QQ^T with Q = [W_1^T; W_2] has the four blocks W_1^T W_1, W_1^T W_2^T, W_2 W_1 and W_2 W_2^T."""
    Q = Blocks([W1.T], [W2])
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
    """Similarities of hidden activities, (W_1 X)^T (W_1 X), are read off the upper left block of QQ^T."""
    return Equal((W1 * X).T * (W1 * X), X.T * (W1.T * W1) * X, on=any_network)


@claim(DOMINE, "Section 3", "off-diagonal",
       reading="'the off-diagonal blocks contain the network function': Q^T is [W_1, W_2^T], so the blocks are its layers' products")
def network_function_in_the_blocks():
    """The upper right block of QQ^T, W_1^T W_2^T, is the transposed network function."""
    return Equal(W1.T * W2.T, network.T, on=any_network)
