"""Section 4: Assumption A3, which hidden sizes are bottlenecks and which are enough."""


from theoremtest.derivations.language import Domain, Equal, RankBound, claim, every

from .eigen_notation import any_vectors
from .frames_notation import SHAPES
from .notation import DOMINE, W1, W2, N_h, network
from .task_notation import S_high, S_low


@claim(DOMINE, "Assumption A3", "neither", origin="printed", uses=["domine2025/thm-C.2"],
       reading="'ensuring the network is neither bottlenecked nor overparameterized': the rank of the network function is at most N_h, so "
               "that fewer hidden units than min(N_i, N_o) cannot have a task of full rank, and n = min(N_i, N_o) units have every task, "
               "by the layers of Theorem C.2, which are lambda-balanced, for every lambda",
       leaves_out="what overparameterized means beyond having more hidden units than this")
def hidden_units_that_are_enough():
    """N_h bounds the rank of the network function, and n lambda-balanced hidden units make every task with n singular values."""
    parts = {"bound": RankBound(network, N_h, on=Domain(over=[W1, W2]))}
    for name, shape in SHAPES.items():
        parts[name] = Equal((shape.U * S_high) * (S_low * shape.V.T), shape.task, on=any_vectors(shape))
    return every(**parts)
