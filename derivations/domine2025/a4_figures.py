"""Figs. 8-10: what Appendix A.4 says of the planes of absolute scale and lambda, measured on exact solutions.

The captions are lost; the sentences that name a figure are left. Scales run from 1/4 to 10, lambda from -10 to 10, with ten draws of task
and start; `throughout training` is read at the time 1/2, where the loss is neither that of the start nor zero.
"""

from sympy import And, Basic, Eq

from theoremtest.derivations.language import Erratum, Observed, Printed, claim, reals
from theoremtest.derivations.toolbox import measured as experiments

from .notation import DOMINE

EXPERIMENTS = "theoremtest.numerics.experiments.domine2025_captions_scales"
e, m, n, r, s, s_2, v = reals("e", "m", "n", "r", "s", "s_2", "v")
L_l, L_r, S, S_0, S_l, S_r = reals("L_l", "L_r", "S", "S_0", "S_l", "S_r")
p_0, p_1, p_f, p_plus, p_minus = reals("p_0", "p_1", "p_f", "p_+", "p_-")
SIZES = {e, S, S_0, S_l, S_r, p_0, p_1, p_f, p_plus, p_minus}


def observed(relation: Basic, experiment: str) -> Observed:
    """The relation between what the experiment of this name measures."""
    return experiments.observed(relation, f"{EXPERIMENTS}:{experiment}", SIZES, "Figs. 8 to 10")


@claim(DOMINE, "Fig. 8", "loss-by-scale", uses=["domine2025/app-A.4:start-loss"],
       reading="`in the square network the loss increases with absolute scale` as: at the time 1/2 the mean log10 loss rises from each "
               "scale "
               "to the next at every lambda, zero among them")
def loss_increases_with_absolute_scale():
    """In a square network the loss increases with the absolute scale.

    A zero-balanced network near zero is near the saddle and waits: there a larger start has the smaller loss in training.
    """
    return Printed(observed(s > 0, "square_loss_by_scale"),
                   erratum=Erratum("incomplete", "No time is given. We took the mean log10 loss of ten draws. At the start it rises with "
                                   "the scale at every lambda. At a fixed later time, t = 1/2, it first falls with the scale at small "
                                   "|lambda|; it rises throughout where |lambda| is 2 or more.",
                                   observed(And(s < 0, s_2 > 0), "square_loss_by_scale"),
                                   convention="the loss is that at the start of training"))


@claim(DOMINE, "Fig. 8", "loss-by-lambda", uses=["domine2025/116"],
       reading="`the loss decreases with relative scale` as: the mean log10 loss falls from each |lambda| to the next, at every scale, "
               "at the "
               "times 1/20 and 1/2", leaves_out="signs: a square network's loss depends on |lambda| alone")
def loss_decreases_with_relative_scale():
    """In a square network the loss decreases with relative scale."""
    return observed(r < 0, "square_loss_by_lambda")


@claim(DOMINE, "Fig. 8", "peak", uses=["domine2025/app-A.4:square-kernel", "domine2025/thm-C.4"],
       reading="`peaks at lambda = 0` as: at every scale the greatest kernel distance at convergence is there; `consistently rich, "
               "independent of the absolute scale` as: there it is above 1/10 and differs by less than 10^-5 between scales",
       leaves_out="`depends exclusively on the relative scale`, which is refuted (`app-A.4:square-kernel`)")
def kernel_distance_peaks_at_zero():
    """In square networks the kernel distance peaks at lambda = 0, where the regime is rich whatever the absolute scale."""
    return observed(And(Eq(n, 0), 10 * S_0 > 1, 10**5 * e < 1), "square_kernel")


@claim(DOMINE, "Fig. 8", "small-scales", uses=["domine2025/app-A.4:lazy"],
       reading="`lazy` as: at the smallest scale and |lambda| = 10 the kernel distance ends below 1/1000")
def imbalance_is_lazy_at_small_scales():
    """For large imbalance, even at small scales, the network transitions into a lazy regime."""
    return observed(1000 * S < 1, "square_kernel")


@claim(DOMINE, "Fig. 8", "same-loss", uses=["domine2025/app-A.4:same-solution"],
       reading="`at convergence the loss across all networks stabilizes uniformly, irrespective of initial conditions` as: by the time 400 "
               "square networks at lambda = 0 and 1 and funnels at lambda = 0 reach the task from more than 99 of 100 random starts")
def every_network_converges():
    """All starts converge to the same loss, those of square networks at lambda = 0 included.

    The flow of a zero-balanced square network keeps the sign of the determinant of W_2 W_1, and so cannot reach a task of the other sign:
    B is singular there, and it ends at a saddle with one mode unlearned. In floating point it may leave the saddle late.
    """
    return Printed(observed(And(100 * p_0 > 99, 100 * p_1 > 99, 100 * p_f > 99), "reached"),
                   erratum=Erratum("incomplete", "In square networks at lambda = 0 a start whose determinant has the other sign than the "
                                   "task's does not reach it: B is singular there.",
                                   observed(And(10 * p_0 < 6, 100 * p_1 > 99, 100 * p_f > 99, 100 * p_plus > 99, 20 * p_minus < 1),
                                            "reached"),
                                   convention="B is invertible, as Section 5 and Theorem C.3 ask"))


ORDER = ("`{first} initializations first converge, whereas {other} retain larger loss` as: at the time 1/2 every mean loss with {low} is "
         "below every one with {high}")
KERNEL = ("the greatest kernel distance at convergence is at {side} at every scale; `depends mostly on lambda` as: lambda alone accounts "
          "for more than 9/10 of its variance over the plane; `high values` as: above 1/5 with {high}, `approaching zero` as: below 1/50 "
          "at {zero}")


@claim(DOMINE, "Fig. 10", "loss", uses=["domine2025/fig-5:inverted-funnel"],
       reading=ORDER.format(first="negative", other="positive", low="lambda <= -2", high="lambda >= 2"))
def negative_converge_first():
    """In the anti-funnel negative initializations converge first, positive ones retain larger loss."""
    return observed(L_l < L_r, "inverted_funnel")


@claim(DOMINE, "Fig. 10", "kernel", uses=["domine2025/fig-5:inverted-funnel"],
       reading=KERNEL.format(side="positive lambda", high="lambda >= 2", zero="lambda = -10"))
def anti_funnel_kernel_depends_on_lambda():
    """In the anti-funnel the kernel distance depends mostly on lambda, with its maximum for positive lambda, near zero for negative."""
    return observed(And(m > 0, 10 * v > 9, 5 * S_r > 1, 50 * S_l < 1), "inverted_funnel")


@claim(DOMINE, "Fig. 9", "kernel", uses=["domine2025/fig-5:funnel"],
       reading=KERNEL.format(side="negative lambda", high="lambda <= -2", zero="lambda = 10"))
def funnel_kernel_depends_on_lambda():
    """In the funnel the kernel distance is high for negative lambda and approaches zero for positive lambda."""
    return observed(And(m > 0, 10 * v > 9, 5 * S_r > 1, 50 * S_l < 1), "funnel")


@claim(DOMINE, "Fig. 9", "antisymmetry", uses=["domine2025/app-A.4:antisymmetric"],
       reading="loss and kernel distance of both differ by less than 10^-8 at all times, with task and layers transposed and lambda turned")
def funnel_mirrors_anti_funnel():
    """Funnel and anti-funnel networks demonstrate antisymmetric behaviour."""
    return observed(10**8 * e < 1, "antisymmetry")
