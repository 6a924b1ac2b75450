"""Appendix B.1, Fig. 7: the alignment of nonlinear networks that tell two Gaussians apart, measured on trained networks."""

from sympy import And, Gt, Lt

from theoremtest.derivations.language import Erratum, Printed, claim

from .conventions_notation import XU
from .s3_2_figure_1 import leaky, relu, sigmoid, swish
from .s3_figures import observed

MODULE = "xu2024_classification"
SIZE = "the paper's width of 10000: held against width 100, gamma = 1/d and a rate of d"


@claim(XU, "Fig. 7", "alignment", uses=["xu2024/sec-3.2:monotonic"],
       reading="zeta is higher at the end than at the start, by more than 1/2",
       leaves_out=SIZE)
def classifiers_align():
    """Layers that start independent align in the feature learning regime, with the cross-entropy and all four activations."""
    return observed(And(*(2 * rise > 1 for rise in (relu, leaky, swish, sigmoid))), f"{MODULE}:rises")


@claim(XU, "Fig. 7", "disalignment", uses=["xu2024/fig-1:disalignment"],
       reading="`and vice versa`: nearly parallel layers are less aligned when the losses have settled, at t = 20, than at the start",
       leaves_out=SIZE)
def classifiers_disalign():
    """Layers that start aligned tend to disalign, with the cross-entropy and all four activations."""
    return observed(And(*(Gt(fall, 0) for fall in (relu, leaky, swish, sigmoid))), f"{MODULE}:falls")


@claim(XU, "Appendix B.1", "keeps-decreasing", uses=["xu2024/fig-7:disalignment"],
       reading="the alignment of nearly parallel layers is lower at t = 40 than at t = 20, when the losses have settled", leaves_out=SIZE)
def alignment_after_the_loss_has_settled():
    """Because of the binary cross-entropy loss, zeta keeps decreasing even after the loss converges."""
    return Printed(
        observed(And(*(Gt(fall, 0) for fall in (relu, leaky, swish, sigmoid))), f"{MODULE}:late_falls"),
        erratum=Erratum(
            "wrong", "We did not see this in three ReLU and leaky-ReLU networks of width 100 (yours have 10 000): there zeta rises again "
            "after the loss has settled, as the layers go on growing while |u|^2 - |w|^2 is conserved. For swish and sigmoid it keeps "
            "falling.",
            observed(And(Lt(relu, 0), Lt(leaky, 0), Gt(swish, 0), Gt(sigmoid, 0)), f"{MODULE}:late_falls"),
            convention="it is said of networks of width 10 000 alone, and of these we trained none"))


@claim(XU, "Appendix B.1", "deviates-from-one", uses=["xu2024/sec-3.2:orthogonal-initialization"],
       reading="layers that start parallel, w = u, are at a cosine below 99/100 in the end, for leaky ReLU, swish and sigmoid",
       leaves_out=SIZE)
def alignment_of_parallel_layers():
    """Because of the binary cross-entropy loss, zeta deviates from one for nonlinear activation functions other than ReLU."""
    nearly = 10**6
    return Printed(
        observed(And(*(100 * apart > 1 for apart in (leaky, swish, sigmoid))), f"{MODULE}:departures"),
        erratum=Erratum(
            "wrong", "For leaky ReLU it stays one, to rounding: where sigma(z) = z sigma'(z), as for ReLU and leaky ReLU, u_i and w_i "
            "move alike from u_i = w_i, whatever the loss. For swish and sigmoid it does deviate, and the loss is not what makes it do so.",
            observed(And(100 * swish > 1, 100 * sigmoid > 1, nearly * leaky < 1, nearly * relu < 1), f"{MODULE}:departures")))
