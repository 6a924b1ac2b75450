"""Section 6.4 and Figs. 6.3 to 6.5: what trained networks show of lazy and rich regimes and of grokking, on networks trained here.

The thesis trains on MNIST, and a transformer on modular division. Data, networks and numbers here are others; what is held against them
are the captions.
"""

from sympy import Abs, And, Gt, Lt, Max

from theoremtest.derivations.language import claim, reals
from theoremtest.derivations.toolbox import measured as experiments

from .notation import NAM

EXPERIMENTS = "theoremtest.numerics.experiments.nam2024_regimes"
k, u = reals("k_1", "k_2", "k_3"), reals("u_1", "u_2", "u_3")
training, others = reals("t_1", "t_2")
delay = reals("d_1", "d_2", "d_3", "d_4", "d_5")
SIZES = {*k, *u, training, others, *delay}


def measured(relation, experiment):
    """The relation between what the experiment of this name measures."""
    return experiments.observed(relation, f"{EXPERIMENTS}:{experiment}", SIZES, "Figs. 6.3 to 6.5")


@claim(NAM, "Fig. 6.3", uses=["nam2024/def-2", "nam2024/sec-6.4.1:downscaled"],
       reading="four layers of width 64 on 240 points in 10 Gaussian classes, with the targets, with a hundredth of them, and in the last "
               "layer alone: kappa and the effective dimension of the utilisation are smaller with the targets than in the other two",
       leaves_out="MNIST and width 256; how deep in a regime each is: with a hundredth of the targets kappa is larger here than in the "
                  "last layer alone, which the text has the other way round")
def targets_in_full_make_the_features_richer():
    """The standard case is in the MF regime, the downscaled one and the last layer alone are in the EF regime."""
    return measured(And(*(Lt(one[0], other) for one in (k, u) for other in one[1:])), "rescaled")


@claim(NAM, "Fig. 6.4", uses=["nam2024/def-2"],
       reading="a network with a layer of squares and one of ReLU nodes on (a + b) mod 23: 95% of the pairs that are not trained on are "
               "right after four times the steps of the training pairs or later. Kappa is above 0.1 at step 50 and below it at step 600, "
               "where the effective dimension of the utilisation is the number of classes to 1; before, it was larger by half or more",
       leaves_out="the transformer and division; that the test accuracy reaches 100%")
def grokking_ends_in_the_minimum_feature_regime():
    """Grokking is a transition from the EF to the MF regime, and the test accuracy follows significantly later."""
    return measured(And(Gt(others, 4 * training), Gt(10 * k[0], 1), Lt(10 * k[1], 1), Lt(Abs(u[1] - 23), 1), Gt(2 * u[0], 3 * u[1])),
                    "grokking")


@claim(NAM, "Fig. 6.5", uses=["nam2024/sec-6.3.1:methods"],
       reading="a network of one layer of squares on (a + b) mod 23, Adam with weight decay: with each of the four methods the pairs that "
               "are not trained on follow the training pairs after fewer steps than by default. The caption says both `remove` and "
               "`accelerate`: the latter is measured",
       leaves_out="MNIST and four layers of width 512; that the delay is removed: it is shortened here, to a fifth or a third")
def methods_for_a_larger_factor_shorten_the_delay():
    """Weight, input and output downscaling and target upscaling remove (accelerate) grokking."""
    return measured(Lt(Max(*delay[1:]), delay[0]), "delays")
