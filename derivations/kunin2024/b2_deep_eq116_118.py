"""Appendix B.2, first part: deep linear networks f(x) = a^T W_l ... W_1 x with an isotropic initialisation, Eqs. (116)-(118).

Products over the layers are proved for every depth by induction, as the text indicates: a step for one more layer, decided in
every dimension, with what the step assumes written as the domain's equations. Depths 1 to 3 are decided outright as well,
every layer written. All layers are d x d, since d = h.
"""

from functools import reduce

from sympy import Eq, Ge, Gt, S

from theoremtest.derivations.language import (
    Chart,
    Conserved,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    GradientFlow,
    Holds,
    Limit,
    Printed,
    Step,
    claim,
    dimension,
    every,
    matrix,
    real,
    vector,
)

from .conventions_notation import EIGENVALUE, ORTHOGONAL_START
from .deep_notation import (
    DEPTHS,
    G,
    P,
    Q,
    T,
    a,
    downward,
    gram,
    in_layers,
    isotropic,
    l,
    last_layer,
    layers,
    lower,
    one,
    preconditioner,
    predictor,
    size,
    skew,
    training,
    turns,
    upper,
    upward,
)
from .notation import KUNIN, X, d, delta, y


def telescopes_from_below():
    """P_k^T P_k = (W_1^T W_1)^k and W_k W_k^T P_k = P_k W_1^T W_1 from k to k + 1; for k = 1 both are definitions."""
    grown = upper * P
    return {"one more layer from below": Equal(grown.T * grown, P.T * P * G, on=upward),
            "passing W_k W_k^T from below": Equal(upper * upper.T * grown, grown * G, on=upward)}


def telescopes_from_above():
    """Q_k Q_k^T = (W_l W_l^T)^k from k to k + 1, likewise."""
    grown = Q * lower
    return {"one more layer from above": Equal(grown * grown.T, T * Q * Q.T, on=downward),
            "passing W W^T from above": Equal(grown * lower.T * lower, T * grown, on=downward)}


def _conjunction(parts):
    return every(**{name.replace(" ", "_"): part for name, part in parts.items()})


@claim(KUNIN, "Definition B.7", "semidefinite")
def sign_of_delta():
    """Isotropic layers of width above 1 have delta <= 0: across a, W_l W_l^T is -delta times the identity.

    For v orthogonal to a, v^T W_l W_l^T v = -delta |v|^2, and the left side is a square.
    """
    v = vector("v", d)
    across = size * v - Dot(a, v) * a
    on = isotropic(1).but(over=[v])
    return Equal(Dot(layers[0].T * across, layers[0].T * across), -delta * Dot(across, across), on=on)


@claim(KUNIN, "Appendix B.2", "conserved")
def structure_is_conserved():
    """Gradient flow keeps the isotropic structure, whatever the depth.

    Two neighbouring layers inside any network: beta = L W_i^T W_{i+1}^T R, with the layers below in L and those above, and a, in
    R. Their velocities do not care what L and R do. Likewise a and the last layer, beta = L W_l^T a.
    """
    left, right = matrix("L", d, d), vector("R", d)
    below, above = layers[:2]
    inner, last = left * below.T * above.T * right, left * below.T * a
    flows = [GradientFlow(Dot(X * b - y, X * b - y) / 2, dict.fromkeys(moving, S.One),
                          name="gradient flow of two neighbouring layers")
             for b, moving in ((inner, (below, above)), (last, (below, a)))]
    return every(
        neighbours=Conserved(above.T * above - below * below.T, along=flows[0], on=Domain(over=[left, below, above, right, X,
            y])),
        last_layer=Conserved(a * a.T - below * below.T, along=flows[1], on=Domain(over=[left, below, a, X, y])))


@claim(KUNIN, "Appendix B.2", "achieved")
def orthogonal_initialisation():
    """a = 0 and W_i = alpha O_i with orthogonal O_i are isotropic with delta = -alpha^2."""
    lower_O, upper_O, alpha = matrix("O_1", d, d), matrix("O_2", d, d), real(r"\alpha")
    on = Domain(*(Eq(side, one) for O in (lower_O, upper_O) for side in (O.T * O, O * O.T)), Ge(alpha, 0), over=[lower_O,
        upper_O], source=ORTHOGONAL_START,
                chart=Chart({lower_O: turns[0], upper_O: turns[1]}, Domain(over=skew[:2])))
    below, above = alpha * lower_O, alpha * upper_O
    return every(last_layer=Equal(-above * above.T, -alpha**2 * one, on=on), neighbours=Equal(above.T * above, below * below.T,
        on=on))


def _gaussian_moments(variance=1 / d):
    """Mean squares of the entries of W W^T - I for d x d independent entries of mean 0 and variance 1/d: across and on the diagonal."""
    return d * variance**2, d * 2 * variance**2


@claim(KUNIN, "Appendix B.2", "gaussian",
       reading="`achieved in the limit` is read as: the mean of |W W^T - I|_F^2, over |I|_F^2 = d, tends to 0")
def gaussian_initialisation():
    """Gaussian layers of variance 1/d are said to achieve the isotropic structure as d grows.

    Entry (i, j) of W W^T is a sum of d products with mean 1/d for i = j and 0 otherwise; the mean square of what is left is 1/d,
    on the diagonal 2/d (a squared Gaussian has variance 2 over the square of its own).
    """
    across, along = _gaussian_moments()
    on, total = Domain(over=[d]), d * (d - 1) * across + d * along
    return Printed(
        Limit(total / d, d, S.Infinity, S.Zero, on=on),
        erratum=Erratum(
            "wrong", "In norm the deviation from the identity stays as large as the identity: the spectrum of W W^T stays spread. Only "
            "each single entry approaches its value, with a variance of order 1/d.",
            every(norm=Limit(total / d, d, S.Infinity, S.One, on=on), across=Limit(across, d, S.Infinity, S.Zero, on=on),
                  diagonal=Limit(along, d, S.Infinity, S.Zero, on=on))))


@claim(KUNIN, "Appendix B.2", "order", reading="the product of the W_i is written with its last factor first, as W_1 takes the input, and "
               "that of the W_i^T with its first factor first, for l = 2")
def order_of_the_product():
    """f(x) = a^T prod_i W_i x and beta = prod_i W_i^T a are to be the same network, f(x) = beta^T x."""
    first, second = layers[:2]
    x = vector("x", d)
    on = Domain(over=[a, first, second, x])
    return Printed(
        Equal(Dot(a, second * first * x), Dot(first.T * second.T * a, x), on=on),
        latex=r"a^\top \prod_{i=1}^l W_i x = \left(\prod_{i=1}^l W_i^\top a\right)^\top x")


@claim(KUNIN, "Appendix B.2", "gaussian-norm", uses=["kunin2024/app-B.2:gaussian"], origin="derived")
def gaussian_initialisation_in_norm():
    """In norm Gaussian square layers do not approach it: the mean of |W W^T - I|_F^2, over |I|_F^2 = d, tends to 1.

    The d (d - 1) entries across and the d on the diagonal add up to d + 1. So the statement of the text holds for each entry,
    not for the matrices: the spectrum of W W^T stays spread.
    """
    def total(*variance):
        across, along = _gaussian_moments(*variance)
        return d * (d - 1) * across + d * along

    variance = real("v")
    return every(total=Equal(total(variance), d + 1, on=Domain(Eq(variance, 1 / d), over=[d])),
                 relative=Limit(total() / d, d, S.Infinity, S.One, on=Domain(over=[d])))


@claim(KUNIN, "Eq. (116)", uses=["kunin2024/def-B.7:semidefinite"],
       reading="the depths 1 to 3 outright, and the step from k layers to k + 1",
       leaves_out="the principle of induction, which joins the step to every depth")
def squared_norm():
    """|beta|^2 as a polynomial in |a|^2, for every depth.

    From above: Q = W_l ... W_1 has Q Q^T = (W_l W_l^T)^l, and a is an eigenvector of W_l W_l^T = a a^T - delta I.
    """
    outright = {f"depth {k}": Equal(Dot(predictor(k), predictor(k)), size * (size - delta)**k, on=isotropic(k)) for k in DEPTHS}
    eigenvector = Equal((a * a.T - delta * one) * a, (size - delta) * a, on=Domain(over=[a, delta]))
    return Printed(_conjunction({**outright, **telescopes_from_above(), "eigenvector": eigenvector}),
                   latex=r"\|\beta\|^2 = \|a\|^2 (\|a\|^2 - \delta)^l")


@claim(KUNIN, "Eq. (116)", "proof", uses=["kunin2024/116"])
def exponent_in_the_proof():
    """The proof's exponents: it telescopes l layers and writes (W_l W_l^T)^d, with the dimension d in place of l.

    As a is an eigenvector with |a|^2 - delta, the printed expression is |a|^2 (|a|^2 - delta)^d.
    """
    squared, wide = real(r"\|a\|^2"), dimension("d")
    on = Domain(Gt(squared, 0), Ge(squared - delta, 0), over=[l, wide], source=EIGENVALUE)
    return Printed(Equal(squared * (squared - delta)**wide, squared * (squared - delta)**l, on=on),
                   latex=r"\|\beta\|^2 = a^\top (W_l W_l^\top)^d a = a^\top (a a^\top - \delta I_d)^d a",
                   erratum=Erratum("wrong", "The product has l factors: the exponent is the number of hidden layers l, as in Eq. "
                                            "(116), "
                                   "not the dimension d.", _conjunction({
                                       f"depth {k}": Equal(Dot(predictor(k), predictor(k)), Dot(a, reduce(
                                           lambda v, _: (a * a.T - delta * one) * v, range(k), a)),
                                           on=isotropic(k)) for k in DEPTHS})))


@claim(KUNIN, "Eq. (117)", reading="the depths 1 to 3 outright, and the step from k layers to k + 1",
       leaves_out="the principle of induction, which joins the step to every depth")
def outer_product():
    """beta beta^T as a polynomial in W_1^T W_1, for every depth.

    From below P = W_l ... W_1 has P^T P = (W_1^T W_1)^l; the last layer adds one factor, and delta times P^T P.
    """
    outright = {f"depth {k}": Equal(predictor(k) * predictor(k).T, gram(k + 1) + delta * gram(k),
                                    on=isotropic(k)) for k in DEPTHS}
    last = Equal(P.T * a * a.T * P, P.T * P * G + delta * P.T * P, on=last_layer)
    return Printed(_conjunction({**outright, **telescopes_from_below(), "last layer": last}),
                   latex=r"\beta\beta^\top = (W_1^\top W_1)^{l+1} + \delta (W_1^\top W_1)^l")


def motion_by(M, depth):
    """The motion of beta with preconditioner M, for any layers of one depth."""
    rate = -M * (X.T * (X * predictor(depth) - y))
    return Evolves(predictor(depth), rate, along=training(depth), on=Domain(over=[a, *layers[:depth], X, y]))


def deep_preconditioner():
    """Eq. (118): the layers' shares for depths 2 and 3, and the inductions that carry each share to any depth."""
    parts = {f"depth {k}": Equal(in_layers(k), preconditioner(k), on=isotropic(k)) for k in DEPTHS[1:]}
    return {**parts, **telescopes_from_below(), **telescopes_from_above()}


def moved(left, layer, right):
    """beta as one layer moves it: L W^T R, whatever stands before and behind."""
    return left * layer.T * right


def shares_of_the_layers():
    """How one layer, or a, moves beta while the others rest: beta = L W^T R, of any depth; and whole networks of depths 1 and 2."""
    left, right, layer = matrix("L", d, d), vector("R", d), layers[0]
    parts = {}
    for name, moving, beta, share in (("share of a layer", layer, moved(left, layer, right), Dot(right, right) * left * left.T),
                                      ("share of a", a, left * a, left * left.T)):
        fit = X * beta - y
        flow = GradientFlow(Dot(fit, fit) / 2, {moving: S.One}, name="gradient flow of one layer")
        parts[name] = Evolves(beta, -share * (X.T * fit), along=flow, on=Domain(over=[left, right, layer, a, X, y]))
    return {**parts, **{f"motion at depth {k}": motion_by(in_layers(k), k) for k in (1, 2)}}


@claim(KUNIN, "Eq. (118)", uses=["kunin2024/116", "kunin2024/117"],
       reading="the depths 1 to 3 outright, and the step from k layers to k + 1",
       leaves_out="the principle of induction, which joins the step to every depth")
def preconditioner_of_a_deep_network():
    """M in terms of |a|^2, W_1^T W_1 and delta.

    Layer i moves beta through (W_{i-1} ... W_1)^T (W_{i-1} ... W_1) = (W_1^T W_1)^{i-1}, weighted with the squared length of
    W_{i+1}^T ... W_l^T a, which is |a|^2 (|a|^2 - delta)^{l-i}; a moves it through (W_1^T W_1)^l. At depth 1 the printed M is what
    the two layers give, so it is held to the motion of beta.
    """
    return Printed(_conjunction({"depth 1": motion_by(preconditioner(1), 1), **deep_preconditioner()}),
                   latex=r"M = (W_1^\top W_1)^l + \|a\|^2 \left(\sum_{i=0}^{l-1} (\|a\|^2 - \delta)^i (W_1^\top "
                         r"W_1)^{l-1-i}\right)")


@claim(KUNIN, "Lemma B.8", uses=["kunin2024/118"],
       reading="the depths 1 to 3 outright, and the step from k layers to k + 1",
       leaves_out="the principle of induction, which joins the step to every depth")
def deep_lemma():
    """The motion of beta under gradient flow, with a positive semidefinite M.

    M is a sum of powers of a Gram matrix with weights |a|^2 (|a|^2 - delta)^i. These are not negative: |a|^2 (|a|^2 - delta)
    is the squared length of W_l^T a.
    """
    weight = Equal(Dot(layers[0].T * a, layers[0].T * a), size * (size - delta), on=isotropic(1))
    scalar = real(r"\|a\|^2")
    positive = Holds(Ge(scalar - delta, 0), on=Domain(Gt(scalar, 0), Ge(scalar * (scalar - delta), 0), over=[delta],
                                                        source=EIGENVALUE))
    first, second, point = *layers[:2], vector("x", d)
    output, on = Dot(a, second * (first * point)), Domain(over=[first, second, a, point])
    return Printed(_conjunction({**shares_of_the_layers(), **deep_preconditioner(), "weights": weight, "not negative": positive}),
                   derivation=(Step(Equal(Dot(moved(one, first, second.T * a), point), output, on=on),
                                    "the output of two layers with beta as the first of them moves it"),
                               Step(Equal(Dot(moved(first.T, second, a), point), output, on=on), "and as the second does")),
                   latex=r"\dot{\beta} = -M X^\top \rho, \quad M \succeq 0")
