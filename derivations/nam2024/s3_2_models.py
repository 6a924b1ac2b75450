"""Section 3.2: the models of Eqs. (3.1)-(3.5): a realizable target, a multilinear output, arbitrary features."""

from sympy import Eq, Identity

from theoremtest.derivations.language import Domain, Dot, Equal, Erratum, Evolves, Meaning, Printed, claim, every, matrix, real, vector

from .layerwise_notation import S_i, a, any_features, b, c, d, feature, layerwise, p, uncorrelated
from .notation import NAM

x, A, B = vector("x", d), matrix("A", d, p), matrix("A'", d, p)
C, D = matrix("B", p, c), matrix("B'", p, c)
first, second = real("r"), real("s")
EXAMPLE = Meaning("an example of parameters that give the target", "Section 3.2")


@claim(NAM, "Section 3.2", "multilinear",
       reading="`multilinear with respect to any layers of parameters`: the output of the linear neural network is linear in each layer "
               "while the other stays, in every size; the diagonal network is the one whose first layer is diagonal, with a for its "
               "entries, and whose second one is the column b: x^T diag(a) b")
def output_is_linear_in_each_layer():
    """x^T W_1 W_2 of a combination of first layers is the combination of the outputs, and so it is for second layers."""
    on = Domain(over=[x, A, B, C, D, first, second])
    return every(
        first=Equal(x.T * (first * A + second * B) * C, first * x.T * A * C + second * x.T * B * C, on=on),
        second=Equal(x.T * A * (first * C + second * D), first * x.T * A * C + second * x.T * A * D, on=on))


@claim(NAM, "Section 3.2", "realizable",
       reading="`realizable`: some parameters give every target, by an example of each: a_i = S_i/b_i with any b_i > 0 for the diagonal "
               "network, a second layer Q with an inverse for the linear one")
def target_is_realizable():
    """Every target scale is the product of two parameters of its mode, every target matrix that of two layers."""
    target, layer, inverse = matrix("B", d, c), matrix("Q", c, c), matrix("Q'", c, c)
    invertible = Domain(Eq(inverse * layer, Identity(c)), source=EXAMPLE)
    return every(
        diagonal=Equal(a * b, S_i, on=Domain(Eq(a, S_i / b), b > 0, source=EXAMPLE) & Domain(over=[S_i])),
        linear=Equal(x.T * (target * inverse) * layer, x.T * target, on=invertible & Domain(over=[x, target])))


@claim(NAM, "Section 3.2", "any-features", uses=["nam2024/3.6"],
       reading="`the arguments in this chapter hold for more general feature map phi`: Eq. (3.6), the first of them, for any features")
def arguments_hold_for_other_features():
    """The mode's equation keeps its form for non-linear features, which may be correlated."""
    def moves(on):
        force = Dot(feature, feature) * (a * b - S_i)
        return every(first=Evolves(a, -b * force, along=layerwise, on=on), second=Evolves(b, -a * force, along=layerwise, on=on))
    over = Domain(over=[a, b, S_i])
    return Printed(
        moves(any_features & over),
        erratum=Erratum(
            "incomplete", "A more general map keeps Eq. (3.6) if its features are uncorrelated, E[phi_i phi_j] = 0 for i != j. Section "
            "3.4.1 and Appendix A.2.1 print that for x_i; non-linear functions of independent inputs need not be so, and then drive one "
            "another: with a_i = 1, b_i = S_i = 1/3 and x_i = (2, 1/2, 1/3), and a model that has 1/3 of another feature (3, 1, 1/2) too "
            "much, a_i moves at -20/27, and not at 0. Normality is not used.",
            moves(uncorrelated & over)))
