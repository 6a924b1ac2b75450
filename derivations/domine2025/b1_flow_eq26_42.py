"""Appendix B.1: gradient flow from the loss and the motion of the four blocks of QQ^T, Eqs. (26)-(42).

Which step stood at which number is lost; the numbers are given out in the order of the derivation. The text cites "equations 18 and 19"
for the flow and the balance; Eq. (18) of this version is another one. Each block's first and last form are derived from the loss by
themselves, so that the steps between them are checked from both ends.
"""

from theoremtest.derivations.language import Blocks, Domain, Equal, Evolves, claim, every

from .notation import (
    DOMINE,
    W1,
    W2,
    P,
    Sigma,
    X,
    Y,
    any_network,
    any_whitened,
    balanced,
    lam,
    network,
    one_i,
    one_o,
    tau,
    time_constant,
    training,
    whitened_data,
)

with_data = time_constant & whitened_data & Domain(over=[W1, W2], where={Sigma: Y * X.T / P})
"""Whitened inputs, any targets; Sigma is what they make of it."""
with_balance = with_data & balanced
any_balanced = any_whitened & balanced
inner, product, outer = W1.T * W1, network, W2 * W2.T
"""The blocks W_1^T W_1, W_2 W_1 and W_2 W_2^T."""
gap = Sigma - network

Q = Blocks([W1.T], [W2])
F_above, F_below = Blocks([-lam / 2 * one_i, Sigma.T]), Blocks([Sigma, lam / 2 * one_o])
"""The two rows of blocks of the symmetric F."""
quartic = Q.T * Q
"""W_1 W_1^T + W_2^T W_2: between a block of Q and one of Q^T it makes the blocks of (QQ^T)^2 = Q (Q^T Q) Q^T."""

# the forms that each block's motion goes through, tau left out -------------------------------------------------------------------

INNER = (
    gap.T * W2 * W1 + W1.T * W2.T * gap,
    Sigma.T * product + product.T * Sigma - 2 * W1.T * W2.T * W2 * W1,
    Sigma.T * product + product.T * Sigma - product.T * product - W1.T * (W1 * W1.T) * W1 - lam * inner,
    -lam * inner + Sigma.T * product + product.T * Sigma - inner**2 - product.T * product,
)
PRODUCT = (
    gap * W1.T * W1 + W2 * W2.T * gap,
    Sigma * inner + outer * Sigma - W2 * (W1 * W1.T) * W1 - W2 * (W2.T * W2) * W1,
    Sigma * inner + outer * Sigma - product * inner - outer * product,
)
OUTER = (
    gap * W1.T * W2.T + W2 * W1 * gap.T,
    Sigma * product.T + product * Sigma.T - 2 * W2 * W1 * W1.T * W2.T,
    Sigma * product.T + product * Sigma.T - product * product.T - W2 * (W2.T * W2) * W2.T + lam * outer,
    lam * outer + Sigma * product.T + product * Sigma.T - outer**2 - product * product.T,
)


def moves(block, form, on):
    """A block's motion along the loss's gradient flow."""
    return Evolves(block, form / tau, along=training, on=on)


@claim(DOMINE, "Eq. (26)", origin="reconstructed")
def gradient_flow_of_both_layers():
    """Both layers move down the gradient of the loss, under whitened inputs through Sigma alone."""
    return every(
        first=Evolves(W1, W2.T * gap / tau, along=training, on=with_data),
        second=Evolves(W2, gap * W1.T / tau, along=training, on=with_data))


@claim(DOMINE, "Eq. (26)", "any-input", origin="derived")
def gradient_flow_for_any_inputs():
    """Without whitened inputs both layers move by (Y X^T - W_2 W_1 X X^T)/P."""
    pull = (Y * X.T - network * X * X.T) / P
    return every(
        first=Evolves(W1, W2.T * pull / tau, along=training, on=any_network),
        second=Evolves(W2, pull * W1.T / tau, along=training, on=any_network))


@claim(DOMINE, "Eq. (27)", origin="reconstructed", uses=["domine2025/26"])
def product_rule():
    """The product rule, block by block, for any inputs and no balance."""
    pull = (Y * X.T - network * X * X.T) / P
    first, second = W2.T * pull, pull * W1.T
    return every(
        inner=moves(inner, first.T * W1 + W1.T * first, any_network),
        product=moves(product, second * W1 + W2 * first, any_network),
        outer=moves(outer, second * W2.T + W2 * second.T, any_network))


@claim(DOMINE, "Eq. (28)", origin="reconstructed", uses=["domine2025/27"])
def inner_block_moves():
    """d/dt W_1^T W_1 with the flow put in; no balance yet."""
    return moves(inner, INNER[0], with_data)


@claim(DOMINE, "Eq. (29)", origin="reconstructed")
def inner_block_multiplied_out():
    """The same multiplied out."""
    return Equal(INNER[0], INNER[1], on=any_whitened)


@claim(DOMINE, "Eq. (30)", origin="reconstructed")
def inner_block_with_the_balance():
    """In half of the quartic term W_2^T W_2 is W_1 W_1^T + lambda I."""
    return Equal(INNER[1], INNER[2], on=any_balanced)


@claim(DOMINE, "Eq. (31)", origin="reconstructed", uses=["domine2025/28", "domine2025/29", "domine2025/30"])
def inner_block_in_blocks():
    """The upper left block moves by blocks of QQ^T alone; derived from the loss by itself."""
    return every(step=Equal(INNER[2], INNER[3], on=any_balanced), motion=moves(inner, INNER[3], with_balance))


@claim(DOMINE, "Eq. (32)", origin="reconstructed", uses=["domine2025/27"])
def transposed_product_moves():
    """d/dt W_1^T W_2^T with the flow put in; no balance yet."""
    return moves(product.T, PRODUCT[0].T, with_data)


@claim(DOMINE, "Eq. (33)", origin="reconstructed")
def transposed_product_multiplied_out():
    """The same multiplied out."""
    return Equal(PRODUCT[0].T, PRODUCT[1].T, on=any_whitened)


@claim(DOMINE, "Eq. (34)", origin="reconstructed")
def transposed_product_by_blocks():
    """Its quartic terms are the upper right block of (QQ^T)^2, W_1^T (Q^T Q) W_2^T, as they stand; the balance is not needed."""
    return Equal(PRODUCT[1].T, inner * Sigma.T + Sigma.T * outer - W1.T * quartic * W2.T, on=any_whitened)


@claim(DOMINE, "Eq. (35)", origin="reconstructed", uses=["domine2025/32", "domine2025/33", "domine2025/34"])
def transposed_product_in_blocks():
    """The upper right block moves by that of F QQ^T + QQ^T F - (QQ^T)^2, in which the two terms in lambda cancel."""
    written = F_above * Q * W2.T + W1.T * Q.T * F_below.T - W1.T * quartic * W2.T
    return every(step=Equal(PRODUCT[2].T, written, on=any_whitened & Domain(over=[lam])),
                 motion=moves(product.T, PRODUCT[2].T, with_data))


@claim(DOMINE, "Eq. (36)", origin="reconstructed", uses=["domine2025/27"])
def product_moves():
    """d/dt W_2 W_1 with the flow put in."""
    return moves(product, PRODUCT[0], with_data)


@claim(DOMINE, "Eq. (37)", origin="reconstructed")
def product_multiplied_out():
    """The same multiplied out."""
    return Equal(PRODUCT[0], PRODUCT[1], on=any_whitened)


@claim(DOMINE, "Eq. (38)", origin="reconstructed", uses=["domine2025/36", "domine2025/37"])
def product_in_blocks():
    """The lower left block moves by that of F QQ^T + QQ^T F - (QQ^T)^2, balanced or not."""
    written = F_below * Q * W1 + W2 * Q.T * F_above.T - W2 * quartic * W1
    return every(step=Equal(PRODUCT[1], written, on=any_whitened & Domain(over=[lam])), motion=moves(product, PRODUCT[2], with_data))


@claim(DOMINE, "Eq. (39)", origin="reconstructed", uses=["domine2025/27"])
def outer_block_moves():
    """d/dt W_2 W_2^T with the flow put in; no balance yet."""
    return moves(outer, OUTER[0], with_data)


@claim(DOMINE, "Eq. (40)", origin="reconstructed")
def outer_block_multiplied_out():
    """The same multiplied out."""
    return Equal(OUTER[0], OUTER[1], on=any_whitened)


@claim(DOMINE, "Eq. (41)", origin="reconstructed")
def outer_block_with_the_balance():
    """In half of the quartic term W_1 W_1^T is W_2^T W_2 - lambda I."""
    return Equal(OUTER[1], OUTER[2], on=any_balanced)


@claim(DOMINE, "Eq. (42)", origin="reconstructed", uses=["domine2025/39", "domine2025/40", "domine2025/41"])
def outer_block_in_blocks():
    """The lower right block moves by blocks of QQ^T alone; derived from the loss by itself."""
    return every(step=Equal(OUTER[2], OUTER[3], on=any_balanced), motion=moves(outer, OUTER[3], with_balance))


@claim(DOMINE, "Lemma B.1", "any-layers", uses=["domine2025/31", "domine2025/42"], origin="derived")
def what_lacks_without_balance():
    """For any layers the diagonal blocks of Eqs. (31) and (42) are off by W_1^T (W_2^T W_2 - W_1 W_1^T - lambda I) W_1 and its like."""
    off = W2.T * W2 - W1 * W1.T
    free = any_whitened & Domain(over=[lam])
    return every(
        inner=Equal(INNER[3] - INNER[1], W1.T * off * W1 - lam * inner, on=free),
        outer=Equal(OUTER[3] - OUTER[1], lam * outer - W2 * off * W2.T, on=free))


