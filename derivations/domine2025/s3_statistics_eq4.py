"""Section 3: what training depends on and what QQ^T determines, in words and in Eq. (4)."""

from sympy import Eq, Trace

from theoremtest.derivations.language import Blocks, Domain, Equal, Evolves, Meaning, PseudoInverse, claim, every, matrix

from .b1_flow_eq26_42 import with_data
from .notation import DOMINE, W1, W2, N_h, N_i, P, Sigma, X, Y, any_network, loss, network, one_h, tau, training

Sigma_xx = matrix(r"\Sigma^{xx}", N_i, N_i)
statistics = any_network & Domain(where={Sigma_xx: X * X.T / P, Sigma: Y * X.T / P})
"""Any data, by the two matrices of Eq. (2)."""


@claim(DOMINE, "Eq. (4)", "outputs", origin="reconstructed",
       reading="the similarity of the hidden activity that the outputs call for: the smallest H with W_2 H = Y, where there is one, is the "
               "pseudoinverse of W_2 times Y")
def similarity_of_outputs():
    """Y^T (W_2 W_2^T)^+ Y are the similarities of W_2^+ Y, read off the lower right block of QQ^T."""
    return Equal((PseudoInverse(W2) * Y).T * (PseudoInverse(W2) * Y), Y.T * PseudoInverse(W2 * W2.T) * Y, on=Domain(over=[W2, Y]))


@claim(DOMINE, "Section 3", "two-statistics", uses=["domine2025/26:any-input"],
       reading="'to describe the entire dynamics based on the input covariance and input-output cross-covariance matrices and the "
               "initialization': the motion of both layers is written in Sigma^xx and Sigma^yx alone, and the loss but for a constant")
def dynamics_by_two_matrices():
    """Both layers move by Sigma^yx - W_2 W_1 Sigma^xx, on any data; of the loss only the size of the targets is something else."""
    pull = Sigma - network * Sigma_xx
    return every(
        first=Evolves(W1, W2.T * pull / tau, along=training, on=statistics),
        second=Evolves(W2, pull * W1.T / tau, along=training, on=statistics),
        loss=Equal(loss, Trace(network * Sigma_xx * network.T) / 2 - Trace(network.T * Sigma) + Trace(Y.T * Y) / (2 * P), on=statistics))


@claim(DOMINE, "Section 3", "important-aspects",
       uses=["domine2025/4:inputs", "domine2025/4:outputs", "domine2025/5", "domine2025/sec-3:off-diagonal"],
       reading="'hence, the dynamics of QQ^T describes the important aspects of network behaviour' (and Section 4: 'we can calculate the "
               "exact temporal dynamics of the loss, network function, RSMs and NTK'): the loss by the block W_2 W_1; the others are Eqs. "
               "(3)-(5)",
       leaves_out="what else of a network's behaviour is important")
def loss_from_a_block():
    """Under whitened inputs the loss is half the squared distance of the block W_2 W_1 from Sigma, and a constant of the data."""
    rest = Trace(Y.T * Y) / (2 * P) - Trace(Sigma.T * Sigma) / 2
    return Equal(loss, Trace((network - Sigma).T * (network - Sigma)) / 2 + rest, on=with_data)


@claim(DOMINE, "Section 3", "up-to-a-rotation", origin="derived",
       reading="'the on-diagonal blocks capture the correlation structure of the weight matrices': what QQ^T cannot tell apart")
def rotated_layers():
    """A rotation R of the hidden units, R W_1 and W_2 R^T, leaves QQ^T as it is, its diagonal blocks included."""
    R = matrix("R", N_h, N_h)
    turned = Blocks([(R * W1).T], [W2 * R.T])
    on = Domain(Eq(R.T * R, one_h), over=[W1, W2], source=Meaning("R is a rotation", "Section 3"))
    return Equal(turned * turned.T, Blocks([W1.T * W1, W1.T * W2.T], [W2 * W1, W2 * W2.T]), on=on)
