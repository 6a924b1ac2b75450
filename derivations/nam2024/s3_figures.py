"""Fig. 3.4 and what Section 3.5 says of trained networks, measured on small linear ones. Figs. 3.5 and 3.6 show trained ResNets."""

from sympy import And, Gt

from theoremtest.derivations.language import Observed, claim, real
from theoremtest.derivations.toolbox import measured as experiments

from .notation import NAM

EXPERIMENTS = "theoremtest.numerics.experiments.nam2024_layerwise"
a, e, r, s, w = (real(name) for name in "aersw")
SIZES = {e, r, w}


def observed(relation, experiment: str) -> Observed:
    """The relation between what the experiment of this name measures."""
    return experiments.observed(relation, f"{EXPERIMENTS}:{experiment}", SIZES, "Fig. 3.4 and Section 3.5")


@claim(NAM, "Fig. 3.4", "stages", uses=["nam2024/3.12", "nam2024/3.14"],
       reading="alpha = 0.6, S = 5, epsilon = 0.05, the first three of five skills, from a_i(0) b_i(0) = 10^-16, which the caption does "
               "not give: "
               "the integrated network emerges and saturates at the times of Eq. (3.12) to 1/1000, and every gap between two emergences is "
               "more than twice the first mode's saturation time")
def the_network_is_trained_in_stages():
    """Stage-like training: the interval between two emergences is larger than the saturation time."""
    return observed(And(1000 * e < 1, r > 2), "figure_3_4_times")


@claim(NAM, "Fig. 3.4", "falls", uses=["nam2024/fig-3.4:loss"],
       reading="`E[x_i^2] L_i + O(epsilon)` for the k-th mode, with L_i = S^2/2: the loss of the integrated network falls by that, to "
               "5/2 of epsilon of it; "
               "the same "
               "network as in `fig-3.4:stages`")
def the_loss_falls_by_each_mode_s_part():
    """The change in the loss for the k-th emergence is E[x_k^2] L_k up to the order of epsilon."""
    return observed(2 * e < 5, "figure_3_4_loss")


@claim(NAM, "Section 3.5.1", "random-starts", uses=["nam2024/A.39", "nam2024/app-A.2.3:small"],
       reading="`assuming small initialization and whitened input, the dynamics decouples into c independent modes`: from random layers "
               "of size "
               "10^-6 every mode rises from 1/10 to 9/10 of rho_i in the time log 9/rho_i of the sigmoid to 1/50, and ends at rho_i to "
               "1/1000",
       leaves_out="`decouples`: what is off the diagonal of U^T W_1 W_2 V is not measured, nor the delays before the rises")
def modes_of_small_random_layers():
    """Linear networks with small random layers grow in modes of their correlation matrix, each by its sigmoid."""
    return observed(And(50 * e < 1, 1000 * s > 999), "small_random_starts")


@claim(NAM, "Section 3.5.2", "trained", uses=["nam2024/sec-3.5.2:same-rank", "nam2024/sec-3.5.2:collapse"],
       reading="`rank c`, from random layers of size 10^-4: the fourth singular value of the features X W_1 is below 1/100 of the "
               "third, with three classes, and no feature vector is farther from its class mean than 1/100 of the shortest mean")
def features_of_trained_networks_collapse():
    """The feature matrix collapses to rank c, each class to one direction."""
    return observed(And(100 * s < 1, 100 * w < 1), "collapse")


@claim(NAM, "Section 3.5.2", "trained-angles", uses=["nam2024/sec-3.5.2:orthogonal"], origin="derived",
       reading="the largest cosine between two class means of the same networks, whose inputs are random points that are not whitened")
def classes_of_trained_networks_are_at_an_angle():
    """The class means of these networks are not orthogonal: two of them have a cosine above 1/20."""
    return observed(Gt(20 * a, 1), "collapse")


@claim(NAM, "Section 3.5.3", "structure", uses=["nam2024/sec-3.5.2:same-rank"],
       reading="`our theory predicts that the feature matrix rank is determined by the rank of the target function, here, one`, `the bias "
               "is "
               "independent of the underlying input signal`: linear networks on ten clusters of points; the second singular value of X "
               "W_1 is "
               "below 1/100 of the first where the target is the cluster's number, the fourth below 1/100 of the third with three random "
               "labels",
       leaves_out="the ResNets on CIFAR10 and MNIST of Figs. 3.5 and 3.6")
def rank_follows_the_target():
    """The rank of the features is that of the target function, not that of the data's internal structure."""
    return observed(And(100 * s < 1, 100 * r < 1), "without_structure")
