"""Section 4: what the main text states of wide, square and deep linear networks; Appendix B derives it."""

from sympy import Eq, Gt, Identity, MatPow, Ne, Rational, Trace, oo, sqrt

from theoremtest.derivations.language import (
    Chart,
    Conserved,
    Domain,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Kron,
    Limit,
    Meaning,
    Printed,
    RankBound,
    Step,
    Vec,
    claim,
    every,
    kronecker_sum,
    matrix,
    real,
    reals,
    stated,
)

from .b1_1_funnel_eq88_91 import spanning
from .b1_2_single_neuron_eq92_96 import recovers_the_single_neuron
from .b1_3_hyperbolic_entropy_eq103_and_111_115 import interpolation, mirror_flows
from .b1_3_square_eq97_102 import symmetric_in_delta
from .b1_dynamics_eq73_80 import balance, kernel_of_the_network
from .b1_neurons_eq81_87 import as_a_sum_over_neurons
from .b2_rich_limit_eq119_122 import bias
from .conventions_notation import FACTOR, SPANNING
from .deep_notation import l
from .neurons_notation import layers, limit_in_delta, sum_a, sum_w
from .notation import KUNIN, eta_a, eta_w
from .wide_notation import A, B_i, W, X, Y, a_i, alive, c, contribution, d, delta_i, h, in_layers, network, size2, w_i, wide, wide_training

LAZY = "a lazy regime is read as: over |delta_i| M tends to a matrix of full rank that depends on the directions of the layers alone"
SIZE = Meaning("the size of the neurons at the start", "Section 4")
UNEQUAL = Meaning("the network does not fit at the start, where it is zero", "Section 4")
LAZY_LEAVES = "that along a trajectory beta is learned before the directions, and with them the kernel, have moved"


@claim(KUNIN, "Section 4", "conserved", uses=["kunin2024/app-B.1:conserved"])
def conserved_matrix():
    """The rescaling symmetry conserves Delta = eta_w A A^T - eta_a W W^T."""
    return Conserved(balance, along=wide_training, on=wide)


@claim(KUNIN, "Section 4", "kernel", uses=["kunin2024/app-B.1:kernel"])
def tangent_kernel():
    """The tangent kernel of the two-layer network."""
    return kernel_of_the_network()


@claim(KUNIN, "Section 4", "expressive")
def enough_neurons():
    """With at least min(d, c) neurons every d x c matrix is a product W^T A; with fewer, none of higher rank than h is.

    With h >= d take W^T with a right inverse R and A = R beta; with h >= c take A with a left inverse L and W^T = beta L.
    """
    target, R, L = matrix(r"\beta", d, c), matrix("R", h, d), matrix("L", c, h)
    by_inputs = Domain(Eq(W.T * R, Identity(d)), h >= d, over=[W, target], source=SPANNING,
                       chart=Chart({R: W * MatPow(W.T * W, -1)}, Domain()))
    by_outputs = Domain(Eq(L * A, Identity(c)), h >= c, over=[A, target], source=SPANNING,
                        chart=Chart({L: MatPow(A.T * A, -1) * A.T}, Domain()))
    return every(enough_for_inputs=Equal(W.T * (R * target), target, on=by_inputs),
                 enough_for_outputs=Equal((target * L) * A, target, on=by_outputs), rank=RankBound(network, h, on=layers))


@claim(KUNIN, "Eq. (6)", uses=["kunin2024/80"])
def motion_of_vec_beta():
    """The motion of vec(beta), preconditioned by M."""
    return Evolves(Vec(network), -in_layers * Vec(X.T * X * network - X.T * Y), along=wide_training, on=wide)


@claim(KUNIN, "Theorem 4.1", uses=["kunin2024/7", "kunin2024/lemma-B.1"])
def preconditioner_over_neurons():
    """M is a sum over hidden neurons, each term a function of beta_i and delta_i = Delta_ii."""
    return as_a_sum_over_neurons()


@claim(KUNIN, "Eq. (7)", uses=["kunin2024/87"])
def contribution_of_a_neuron():
    """One neuron's share of M."""
    return Equal(kronecker_sum(eta_w * a_i * a_i.T, eta_a * w_i * w_i.T), contribution(B_i, delta_i, size2), on=alive)


@claim(KUNIN, "Footnote 5", uses=["kunin2024/7", "kunin2024/4"])
def recovers_the_single_neuron_form():
    """With one neuron and one output Eq. (7) is Eq. (4)."""
    return recovers_the_single_neuron()


@claim(KUNIN, "Section 4", "funnel", reading=LAZY, leaves_out=LAZY_LEAVES,
       uses=["kunin2024/app-B.1.1:upstream", "kunin2024/app-B.1.1:independent-upstream"])
def funnels_upstream():
    """Funnel networks as all delta_i grow: M's limit has full rank wherever the a_i span R^c, which fails on a null set only.

    The a_i span unless every c x c minor of A vanishes, polynomials that are not zero for h >= c.
    """
    return every(limit=limit_in_delta(oo), spanning=spanning(A, matrix("L", c, h)))


@claim(KUNIN, "Section 4", "inverted-funnel", reading=LAZY, leaves_out=LAZY_LEAVES, uses=["kunin2024/app-B.1.1:downstream",
                                                    "kunin2024/app-B.1.1:independent-downstream"])
def inverted_funnels_downstream():
    """Inverted funnels as all delta_i fall: M's limit has full rank wherever the w_i span R^d."""
    return every(limit=limit_in_delta(-oo), spanning=spanning(W, matrix("L", d, h)))


@claim(KUNIN, "Section 4", "opposite-limits", uses=["kunin2024/lemma-B.2", "kunin2024/app-B.1.1:low-rank-downstream"],
       reading="a rich phase must follow where beta_* is not in the range of M's limit; decided on three inputs, two neurons with w_1 "
               "and w_2 "
               "along the first two axes, and one output",
       leaves_out="that the kernel then moves, with a delay")
def opposite_limits():
    """In the opposite limits of delta a rich regime follows the lazy one, assuming beta_0 is not proportional to beta_*."""
    a_1, a_2, b_1, b_2, b_3 = reals(r"\beta_{0,1}", r"\beta_{0,2}", r"\beta_{*,1}", r"\beta_{*,2}", r"\beta_{*,3}")
    parallel = (a_1 * b_2 - a_2 * b_1)**2 + (a_1**2 + a_2**2) * b_3**2
    on = Domain(Gt(parallel, 0), over=[a_1, a_2, b_1, b_2, b_3])
    return Printed(
        Holds(Ne(b_3, 0), on=on), conditions=[stated(Gt(parallel, 0))],
        latex=r"\beta_0 \not\propto \beta_* \implies \beta_* \notin \operatorname{span}(w_1, \dots, w_h)",
        erratum=Erratum(
            "incomplete", "A solution beta_* = W_0^T B, with some h x c matrix B, lies in the range of M's limit, and is reached by moving "
            "the a_i alone, whether or not beta_0 is proportional to it. The condition is that beta_* is outside that range, "
            "whose dimension is too small for all.",
            low_rank_in_the_opposite_limits()))


def low_rank_in_the_opposite_limits():
    """The dimension of the range of M's limit, in funnels downstream and in inverted funnels upstream."""
    downstream, upstream = Kron(Identity(c), sum_w), Kron(sum_a, Identity(d))
    at_most, at_most_inverted = c * h, d * h
    return every(funnel=RankBound(downstream, at_most, on=layers.but(h < d)),
                 funnel_low=Holds(at_most < downstream.shape[0], on=Domain(h < d, over=[c])),
                 inverted=RankBound(upstream, at_most_inverted, on=layers.but(h < c)),
                 inverted_low=Holds(at_most_inverted < upstream.shape[0], on=Domain(h < c, over=[d])))


@claim(KUNIN, "Section 4", "balanced", uses=["kunin2024/7"],
       reading="the rich regime is read as: at delta_i = 0 each neuron's share of M is proportional to |beta_i|",
       leaves_out="that the kernel moves through training, on which see `sec-4:all-rich`, and the limit delta_i -> 0")
def rich_at_balance():
    """At delta_i = 0 each neuron's share of M grows in proportion with beta_i, so the kernel changes as beta does."""
    factor = real("s")
    scaled = factor * B_i
    on = alive.but(Gt(factor, 0), source=FACTOR)
    return Equal(contribution(scaled, 0, Trace(scaled.T * scaled)), factor * contribution(B_i, 0, size2), on=on)


@claim(KUNIN, "Section 4", "all-rich", uses=["kunin2024/7"],
       reading="`as the delta_i -> 0, all networks transition into the rich regime`, in which a kernel evolves: of two inputs and two "
               "neurons, a_1 = p, w_1 = p v, a_2 = -q, w_2 = q v, with v along beta_*, all delta_i are zero; from p = q = s, where they "
               "cancel, the kernel 2 (p^2 + q^2) along v ends at more than 11/10 of its start")
def every_balanced_network_is_rich():
    """As the delta_i vanish all networks are said to transition into the rich regime, whatever the size of their neurons.

    The product p q is conserved and p^2 - q^2 tends to beta_*, so that p^2 + q^2 ends at sqrt(beta_*^2 + 4 s^4).
    """
    p, q, s, target = reals("p", "q", "s", r"\beta_*")
    off = target - (p**2 - q**2)
    training = Flow({p: p * off, q: -q * off}, name="gradient flow of two balanced neurons that start opposite")
    started = Domain(s > 0, source=SIZE) & Domain(Ne(target, 0), source=UNEQUAL)
    grows = sqrt(target**2 + 4 * s**4) / (2 * s**2)
    return Printed(
        Holds(grows > Rational(11, 10), on=started),
        latex=r"\delta_i \to 0 \implies \text{the kernel evolves}",
        derivation=(
            Step(Conserved(p * q, along=training, on=Domain(over=[p, q, target])), "the product stays s^2"),
            Step(Equal((p**2 + q**2)**2, (p**2 - q**2)**2 + 4 * (p * q)**2, on=Domain(over=[p, q])),
                 "at the end p^2 - q^2 is beta_* and p q is s^2"),
        ),
        erratum=Erratum(
            "wrong", "It needs small neurons as well: those of large norm that cancel fit the target while the kernel stays as near as one "
            "likes to what it was, as in the lazy regime. As the norms vanish the kernel's growth has no bound.",
            every(large=Limit(grows, s, oo, 1, on=started), small=Limit(1 / grows, s, 0, 0, on=started))))


@claim(KUNIN, "Section 4", "square", uses=["kunin2024/app-B.1.3:symmetric"],
       reading="lazy is read as: M/|delta| approaches the identity at each beta, at both ends alike, for isotropic initializations",
       leaves_out="initializations that are not isotropic, and that the kernel stays along the trajectory")
def square_networks_are_symmetric():
    """Square networks become lazy at both ends of delta, symmetrically; isotropic initialisations, as in Appendix B.1.3."""
    return symmetric_in_delta()


@claim(KUNIN, "Section 4", "mirror-flow", uses=["kunin2024/thm-B.6"],
       reading="one mode of an aligned network at a time, with the corrected potential")
def hyperbolic_entropy_flow():
    """Aligned square networks follow a mirror flow with the hyperbolic entropy of each singular value, in its corrected form."""
    return every(**mirror_flows())


@claim(KUNIN, "Section 4", "two-penalties", uses=["kunin2024/app-B.1.3:interpolates"])
def between_l1_and_l2():
    """The potential goes from an l1 penalty near balance to an l2 penalty far from it."""
    return interpolation()


@claim(KUNIN, "Section 4", "deep", uses=["kunin2024/thm-B.9"])
def deep_implicit_bias():
    """The implicit bias of deep networks as the main text prints it, with the slope |beta_0|^(-(l+2)/(l+1)) beta_0."""
    return Printed(bias(-(l + 2) / (l + 1)),
                   latex=(r"Q(\beta) = \left(\frac{l+1}{l+2}\right) \|\beta\|^{\frac{l+2}{l+1}} - \|\beta_0\|^{-\frac{l+2}{l+1}} "
                          r"\beta_0^\top \beta"),
                   erratum=Erratum("wrong", "The slope is the potential's gradient at beta_0, |beta_0|^(-l/(l+1)) beta_0, as "
                                            "Theorem B.9 and the end "
                                   "of Appendix B.2 have it; the exponent (l+2)/(l+1) is the potential's.", bias(-l / (l + 1))))

