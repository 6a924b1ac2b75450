"""Appendix A.2: the network of Kunin et al. (2024) as the one with one hidden and one output unit, and what carries over.

Their two layers a and w of a single hidden neuron, with learning rates eta_a and eta_w, conserve delta = eta_w a^2 - eta_a |w|^2
(`kunin2024/13`). At one learning rate eta that is eta lambda of Definition A.1 with N_h = N_o = 1.
"""

from sympy import oo, sqrt

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    GradientFlow,
    Limit,
    Meaning,
    claim,
    every,
    real,
    vector,
)

from .mode_notation import constants, level_task
from .notation import DOMINE, N_i, P, X, eta, lam

a, w = real("a"), vector("w", N_i)
targets = vector("y", P)
errors = a * X.T * w - targets
RATE = Meaning("the learning rate of both layers", "Section 3")
single = Domain(eta > 0, over=[a, w, X, targets], source=RATE)
training = GradientFlow(Dot(errors, errors) / (2 * P), {a: eta, w: eta}, name="gradient flow of a single hidden neuron")


@claim(DOMINE, "Appendix A.2", "single-neuron", uses=["domine2025/thm-A.2", "kunin2024/13"], origin="derived")
def lambda_of_a_single_neuron():
    """With N_h = N_o = 1 the balance a^2 - |w|^2 is delta/eta of Kunin et al., conserved for any data, whitened or not."""
    return Conserved(eta * a**2 - eta * Dot(w, w), along=training, on=single)


@claim(DOMINE, "Appendix A.2", "one-dimensional-manifold",
       uses=["domine2025/app-A.2:single-neuron", "domine2025/148", "kunin2024/4", "kunin2024/70", "kunin2024/71", "kunin2024/72"],
       reading="'if the interpolating manifold is one-dimensional, the solution can be solved exactly in terms of' delta, of Kunin et "
               "al., whose Eqs. (70)-(72) are that solution without whitened inputs: delta/eta is lambda, and their kernel a^2 I + w w^T "
               "is a function of beta = a w and lambda by Eq. (148) with s = |beta|",
       leaves_out="the minimum over the manifold itself, which is `kunin2024/72`")
def kernel_of_a_single_neuron():
    """a^2 and |w|^2 are (|beta|^2 + lambda^2/4)^{1/2} +- lambda/2, so that beta and lambda fix the kernel of a single neuron."""
    size = Dot(a * w, a * w)
    on = Domain(over=[a, w], where={lam: a**2 - Dot(w, w)})
    return every(output=Equal(a**2, sqrt(size + lam**2 / 4) + lam / 2, on=on),
                 input=Equal(Dot(w, w), sqrt(size + lam**2 / 4) - lam / 2, on=on))


@claim(DOMINE, "Appendix A.2", "quantitative-dependence",
       uses=["domine2025/app-A.2:one-dimensional-manifold", "kunin2024/sec-3:upstream-preconditioner"],
       reading="'their findings demonstrate a similar quantitative dependence on' delta, 'governing the implicit bias transition between "
               "rich and lazy regimes': the same function (s^2 + lambda^2/4)^{1/2} +- lambda/2 stands in the kernel of Kunin et al. and "
               "in Theorem 5.2; over lambda both tend to 1 and 0 for lambda -> oo, where theirs is lazy",
       leaves_out="the implicit bias that follows from the kernel, and the limit lambda -> -oo, which is lazy in a square network alone")
def one_function_of_lambda():
    """The two numbers that make the kernel of a single neuron are S_2^2 and S_1^2 of Theorem 5.2, with the limits 1 and 0 over lambda."""
    return every(output=Limit((level_task + lam / 2) / lam, lam, oo, 1, on=constants, rate=lam**-2),
                 input=Limit((level_task - lam / 2) / lam, lam, oo, 0, on=constants, rate=lam**-2))
