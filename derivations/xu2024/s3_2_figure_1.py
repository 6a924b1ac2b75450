"""Section 3.2, what Fig. 1 shows of nonlinear networks: disalignment from nearly parallel layers with a large initial output."""

from sympy import And, Gt

from rederive.derivations.language import Domain, Observed, claim, reals

from .conventions_notation import XU

relu, leaky, swish, sigmoid = reals(*(rf"\Delta\zeta_{{\mathrm{{{name}}}}}" for name in ("ReLU", "leaky", "swish", "sigmoid")))


@claim(XU, "Fig. 1", "disalignment", uses=["xu2024/sec-3.2:monotonic"],
       reading="the alignment is lower at the end of training than at the start, at width 100 and gamma = 1/sqrt(d)",
       leaves_out="that it falls at every time, the paper's width of 10000, all other activation functions")
def nonlinear_networks_disalign():
    """Nearly orthogonal layers with a large initial output learn by disalignment, for ReLU, leaky ReLU, swish and sigmoid networks."""
    return Observed(And(*(Gt(fall, 0) for fall in (relu, leaky, swish, sigmoid))),
                    "rederive.numerics.experiments.xu2024_disalignment:falls", on=Domain(over=[relu, leaky, swish, sigmoid]))
