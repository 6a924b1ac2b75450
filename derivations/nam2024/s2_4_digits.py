"""Sections 2.3.1 and 2.4 once more, on digits: a network of four layers of width 96 on the 8 x 8 pixels that ship with scikit-learn.

The thesis trains convolutional networks of width 1024 on MNIST and larger ones on photographs. The data, the networks and the numbers here
are others; what is held against them are the sentences. In each letter the index 1 is the network trained in full, 2 the one of which
the last layer alone was trained.
"""

from sympy import Abs, And, Gt, Lt

from theoremtest.derivations.language import Domain, Observed, claim, reals

from .notation import NAM

EXPERIMENTS = "theoremtest.numerics.experiments.nam2024_digits"
ELSE = "MNIST and the convolutional network; the small network is trained here, on other data"
a, g, h, k, r, s, u = reals("a", "g", "h", "k", "r", "s", "u")
full, last = reals("a_1", "h_1", "q_1", "s_1"), reals("a_2", "h_2", "q_2", "s_2")


def measured(relation, experiment):
    """The relation between what the experiment of this name measures."""
    return Observed(relation, f"{EXPERIMENTS}:{experiment}", on=Domain(over=sorted(relation.free_symbols, key=str)))


@claim(NAM, "Fig. 2.3", "minimum", uses=["nam2024/def-2", "nam2024/2.3", "nam2024/fig-2.3"],
       reading="digits of 8 x 8 pixels, width 96, trained in full: kappa is below 0.1, the first ten features have more than 49/50 of the "
               "utilisation, those beyond them less than 1/20 of quality, and the eleventh intensity is below a tenth of the second",
       leaves_out=ELSE)
def training_in_full_concentrates_the_metrics():
    """The MF regime concentrates quality, utilization and intensity in the first 10 features."""
    return measured(And(Lt(10 * k, 1), Gt(50 * h, 49), Lt(20 * g, 1), Lt(10 * s, 1)), "in_full")


@claim(NAM, "Fig. 2.3", "extended", uses=["nam2024/def-2", "nam2024/2.3", "nam2024/fig-2.3"],
       reading="digits of 8 x 8 pixels, width 96, the last layer alone trained: kappa above 0.1, both effective dimensions above twice "
               "the number of classes, the first ten features have less than 2/3 of the utilisation, those beyond them more than 1/4 of "
               "quality",
       leaves_out=f"{ELSE}; that all features count alike: the effective dimensions are below half the width, as the thesis's own are")
def training_the_last_layer_spreads_the_metrics():
    """The EF regime spreads the metrics across the features."""
    return measured(And(Gt(10 * k, 1), Gt(u, 20), Gt(r, 20), Lt(3 * h, 2), Gt(4 * g, 1)), "last_layer")


@claim(NAM, "Section 2.3.1", "poorer", uses=["nam2024/fig-2.3:minimum", "nam2024/fig-2.3:extended"],
       reading="digits of 8 x 8 pixels, width 96: with the last layer alone trained the first ten features have a smaller cumulative "
               "quality and utilisation, and the eleventh intensity is a larger part of the second (footnote 2: the first is left out)",
       leaves_out=ELSE)
def last_layer_training_uses_poorer_features():
    """Last-layer-only training uses features of poorer quality and slower decaying intensities than full backpropagation."""
    return measured(And(Lt(last[1], full[1]), Lt(last[2], full[2]), Gt(last[3], full[3])), "beside")


@claim(NAM, "Section 2.3.1", "learned", uses=["nam2024/fig-2.3:minimum", "nam2024/fig-2.3:extended"],
       reading="digits of 8 x 8 pixels, width 96: of the digits not trained on the network trained in full tells more than 19/20, the one "
               "whose last layer alone was trained more than 4/5",
       leaves_out=f"{ELSE}; an accuracy of 95% for the last layer alone, which 96 random features do not reach here (88%)")
def both_trainings_learn_the_task():
    """The two dynamics both generalize, but the features differ."""
    return measured(And(Gt(20 * full[0], 19), Gt(5 * last[0], 4)), "beside")


@claim(NAM, "Table 2.2", "digits", uses=["nam2024/def-2", "nam2024/table-2.2"],
       reading="digits of 8 x 8 pixels, width 96, ten classes: accuracy above 19/20 on the digits not trained on, kappa below 0.1, the "
               "effective dimension of utilisation within 1/2 of ten and that of intensity (Eq. 2.6) within 1",
       leaves_out="ResNet18, VGG16 and their data; the table's smaller values of kappa, below 0.02 with ten classes: 0.07 is measured")
def generalizing_network_uses_as_many_features_as_classes():
    """A generalizing model is in the MF regime: it uses only C features, and only these are significant."""
    return measured(And(Gt(20 * a, 19), Lt(10 * k, 1), Lt(2 * Abs(u - 10), 1), Lt(Abs(r - 10), 1)), "in_full")
