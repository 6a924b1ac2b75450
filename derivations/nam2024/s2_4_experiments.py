"""Sections 2.3.1, 2.4 and 2.5.1 and their figures and tables: networks in the minimum feature regime.

The thesis trains convolutional networks on images. What is measured here are small networks on Gaussian classes, which show the same
or do not; the numbers of Table 2.2 are held against its own caption.
"""

from sympy import And, Eq, Gt, Lt, Rational

from theoremtest.derivations.language import Domain, Holds, Meaning, claim, every, real, reals
from theoremtest.derivations.toolbox import measured as experiments

from .notation import NAM

EXPERIMENTS = "theoremtest.numerics.experiments.nam2024_classes"
e, k, r, u = reals("e", "k", "r", "u")
kappa = real(r"\kappa")
three, four = reals("k_3", "u_3", "r_3"), reals("k_4", "u_4", "r_4")
PRINTED = Meaning("the numbers of the table", "Table 2.2")
TABLE = {
    "ResNet18_MNIST": (10, "101/10", "10", "44/10000"), "VGG16_MNIST": (10, "10", "10", "18/1000"),
    "ResNet18_CIFAR10": (10, "104/10", "10", "31/10000"), "VGG16_CIFAR10": (10, "10", "10", "11/10000"),
    "ResNet18_CIFAR100": (100, "999/10", "997/10", "25/1000"), "VGG16_CIFAR100": (100, "958/10", "994/10", "74/1000"),
}
"""C, D_eff of intensity, D_eff of utilization, CKA measure."""


def measured(relation, experiment):
    """The relation between what the experiment of this name measures."""
    return experiments.observed(relation, f"{EXPERIMENTS}:{experiment}", {e, k, r, u, *three, *four}, "Section 2.4")


@claim(NAM, "Table 2.2", reading="the printed numbers against the caption, `approximately C` as within one part in twenty")
def printed_metrics_are_of_the_regime():
    """All models of the table have kappa below 0.1 and both effective dimensions near C."""
    def row(count, intensity, utilization, gap):
        numbers = Domain(Eq(r, Rational(intensity)), Eq(u, Rational(utilization)), Eq(kappa, Rational(gap)), source=PRINTED)
        low, high = Rational(95 * count, 100), Rational(105 * count, 100)
        return Holds(And(kappa < Rational(1, 10), r > low, r < high, u > low, u < high), on=numbers)
    return every(**{name: row(*numbers) for name, numbers in TABLE.items()})


@claim(NAM, "Fig. 2.3", uses=["nam2024/def-2"],
       reading="kappa is that of Definition 2, where the caption names Definition 1; "
               "four Gaussian classes: training the last layer alone leaves kappa above 0.1 and effective dimensions of utilization and "
               "intensity above 5/4 of the number of classes",
       leaves_out="the convolutional network, MNIST, its accuracy and the width of 1024")
def last_layer_training_is_the_extended_regime():
    """Last-layer-only training leads to the extended feature regime: the metrics spread over more features than classes."""
    return measured(And(Gt(10 * k, 1), Gt(4 * u, 5), Gt(4 * r, 5)), "last_layer")


@claim(NAM, "Fig. 2.4", uses=["nam2024/def-2"],
       reading="kappa is that of Definition 2, where the section names Definition 1; "
               "three and four Gaussian classes: in each trained network kappa is below 0.1, D_eff of utilization within 5% of the number "
               "of classes and D_eff of intensity within 25%",
       leaves_out="ResNet18, CIFAR100, ten and more classes, the quality of the features")
def trained_networks_are_in_the_minimum_regime():
    """Networks trained in full are in the minimum feature regime for every number of classes."""
    return measured(And(*(relation for gap, used, strong in (three, four)
                          for relation in (Lt(10 * gap, 1), Lt(20 * used, 1), Lt(4 * strong, 1)))), "in_full")


@claim(NAM, "Section 2.5.1", "resembles", uses=["nam2024/sec-2.5.1:first"], origin="derived",
       reading="the least overlap over the networks of `fig-2.4`")
def first_eigenfunction_need_not_be_the_constant():
    """Networks can be in the minimum feature regime with <e_1|1> below 0.95, the overlap of all the thesis's experiments but one."""
    return measured(And(Lt(20 * e, 19), Gt(2 * e, 1)), "in_full")


@claim(NAM, "Section 2.3.1", "threshold", uses=["nam2024/def-2", "nam2024/fig-2.3", "nam2024/fig-2.4"],
       reading="`epsilon = 0.1 works well in practice`: it tells networks of four Gaussian classes that were trained in full, kappa below "
               "it, from those whose last layer alone was, kappa above it; `some arbitrariness`: so do 0.09 and 0.11",
       leaves_out="networks other than these")
def threshold_tells_the_regimes_apart():
    """The threshold 0.1 separates both regimes, and is not the only one that does."""
    return every(full=measured(Lt(100 * four[0], 9), "in_full"), last=measured(Gt(100 * k, 11), "last_layer"))
