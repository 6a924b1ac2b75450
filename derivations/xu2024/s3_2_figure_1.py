"""Section 3.2, what Fig. 1 shows of trained networks: theory beside simulation, and how the layers of nonlinear networks align."""

from sympy import And, Gt, Lt

from theoremtest.derivations.language import Domain, Observed, claim, real, reals

from .conventions_notation import XU

NAMES = ("ReLU", "leaky", "swish", "sigmoid")
relu, leaky, swish, sigmoid = reals(*(rf"\Delta\zeta_{{\mathrm{{{name}}}}}" for name in NAMES))
kernel = reals(*(rf"\Delta\zeta'_{{\mathrm{{{name}}}}}" for name in NAMES))
"""The same in the kernel phase."""
e = real("e")
EXPERIMENTS = "theoremtest.numerics.experiments.xu2024_disalignment"


@claim(XU, "Fig. 1", "theory", uses=["xu2024/11"],
       reading="trained linear networks of width 100 stay within 1/10^6 of Eq. (11) in all four settings", leaves_out="the width of 10000")
def theory_lies_on_the_linear_network():
    """For the linear network the theoretical predictions of Eq. (11) are lines through the experimental results."""
    return Observed(Lt(10**6 * e, 1), f"{EXPERIMENTS}:theory", on=Domain(over=[e]))


@claim(XU, "Fig. 1", "nonlinear-alignment", uses=["xu2024/sec-3.2:monotonic"],
       reading="from independent layers zeta rises by more than 1/2 in the feature learning phase, and by less than two thirds of it in "
               "the kernel phase, at width 100",
       leaves_out="that it rises at every time, the width of 10000, at which the kernel phase's rise is negligible, all other activations")
def nonlinear_networks_align():
    """The results for nonlinear networks are qualitatively similar: independent layers align where features are learned."""
    each = zip((relu, leaky, swish, sigmoid), kernel, strict=True)
    return Observed(And(*(And(Gt(2 * rise, 1), Gt(2 * rise, 3 * lazy)) for rise, lazy in each)), f"{EXPERIMENTS}:rises",
                    on=Domain(over=[relu, leaky, swish, sigmoid, *kernel]))


@claim(XU, "Fig. 1", "disalignment", uses=["xu2024/sec-3.2:monotonic"],
       reading="the alignment is lower at the end of training than at the start, at width 100 and gamma = 1/sqrt(d)",
       leaves_out="that it falls at every time, the paper's width of 10000, all other activation functions")
def nonlinear_networks_disalign():
    """Nearly orthogonal layers with a large initial output learn by disalignment, for ReLU, leaky ReLU, swish and sigmoid networks."""
    return Observed(And(*(Gt(fall, 0) for fall in (relu, leaky, swish, sigmoid))),
                    f"{EXPERIMENTS}:falls", on=Domain(over=[relu, leaky, swish, sigmoid]))
