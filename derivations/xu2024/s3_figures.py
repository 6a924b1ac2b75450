"""Figs. 2 and 3: what captions and text say of deep nonlinear networks, measured on small networks and a task of our own.

The paper trains on MNIST and CIFAR-10; here the task is to tell ten sectors of the plane of two out of twenty inputs.
"""

from sympy import And, Ge, Gt, Lt

from theoremtest.derivations.language import Domain, Observed, claim, reals

from .conventions_notation import XU

EXPERIMENTS = "theoremtest.numerics.experiments"
r, c, a = reals("r", "c", "a")
t_1, t_2, n_1, n_2 = reals("t_1", "t_2", "n_1", "n_2")

OTHER_TASK = "MNIST, its four-layer network's width, the path in between"


def observed(relation, experiment):
    """The relation between what `module:function` below the experiments measures."""
    return Observed(relation, f"{EXPERIMENTS}.{experiment}", on=Domain(over=sorted(relation.free_symbols, key=str)))


@claim(XU, "Fig. 2", "alignment", uses=["xu2024/sec-3.2:monotonic"],
       reading="zeta = |UW|/(|U||W|) in Frobenius norms; from start to end it rises by more than 1/100 for each pair of consecutive layers "
               "at sigma = 1", leaves_out=OTHER_TASK)
def deep_networks_align():
    """The alignment between consecutive layers of a four-layer ReLU network increases during training."""
    return observed(And(100 * r > 1, Ge(a, 1)), "xu2024_deep:figure_2")


@claim(XU, "Fig. 2", "large-initialization", uses=["xu2024/sec-3.4:large-initialization"],
       reading="`large` is sigma = 2, `stop being aligned`: no pair of layers changes its alignment by more than a fifth of the least rise "
               "at sigma = 1", leaves_out=OTHER_TASK)
def layers_stop_being_aligned():
    """Layers stop being aligned for large initialization."""
    return observed(And(5 * c < r, Ge(a, 1)), "xu2024_deep:figure_2")


@claim(XU, "Fig. 3", uses=["xu2024/sec-3.4:large-initialization"],
       reading="from sigma = 1/2 to 1 and from 1 to 2 the test accuracy falls by t_i > 0 and the norm of all weights at the end grows by "
               "n_i > 0, while all training points are classified right",
       leaves_out="CIFAR-10 and Resnet-18: a four-layer ReLU network without normalization is trained; that the layers are misaligned")
def larger_starts_perform_worse():
    """The initialization's scale correlates negatively with the performance, and positively with the norm at the end."""
    return observed(And(Gt(t_1, 0), Gt(t_2, 0), Gt(n_1, 0), Gt(n_2, 0), Ge(a, 1)), "xu2024_deep:figure_3")


@claim(XU, "Fig. 6", uses=["xu2024/fig-2:alignment", "xu2024/fig-2:large-initialization"],
       reading="as for Fig. 2, with rises above 1/200 at sigma = 1 and changes below the least rise at sigma = 2",
       leaves_out="MNIST, its six-layer network's width, that the training of deeper networks is less stable")
def deeper_networks_align():
    """The results of Fig. 2 extend to deeper networks, here of six layers."""
    return observed(And(200 * r > 1, Lt(c, r), Ge(a, 1)), "xu2024_deep:figure_6")
