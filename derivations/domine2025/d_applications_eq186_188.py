"""Appendices D.1, D.3, D.4 and E.2.2: forgetting, a new feature, Eqs. (186)-(187), re-balancing, the hierarchy's labels, Eq. (188)."""

from sympy import Eq, Ge, Identity, ImmutableMatrix, Rational, S, Trace, exp, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Evolves,
    Expectation,
    GradientFlow,
    Holds,
    Limit,
    Meaning,
    Solves,
    System,
    claim,
    every,
    matrix,
    real,
    reals,
    vector,
)

from .c1_singular_values_eq16_17_and_115_117 import R, shapes
from .notation import DOMINE, W1, W2, WHITENED, N_h, N_i, N_o, P, X, Y, lam, later, loss, network, t, tau, time_constant
from .representations_notation import frames, positive_entries
from .task_notation import S_high, S_low, S_tilde, one_n

tasks = {name: matrix(rf"\Sigma_{name}", N_o, N_i) for name in "ijk"}


def half_square(M):
    """Half the squared Frobenius norm."""
    return Trace(M.T * M) / 2


@claim(DOMINE, "Appendix D.1", "loss", origin="reconstructed")
def loss_of_a_task():
    """Under whitened inputs the loss is |W_2 W_1 - Sigma|^2/2 plus what no network reaches, (|Y|^2/P - |Sigma|^2)/2."""
    sigma = Y * X.T / P
    on = Domain(Eq(X * X.T, P * Identity(N_i)), over=[W1, W2, Y], source=WHITENED)
    return Equal(loss, half_square(network - sigma) + half_square(Y) / P - half_square(sigma), on=on)


i, j, k = (tasks[name] for name in "ijk")
forgotten = half_square(k - i) - half_square(j - i)


@claim(DOMINE, "Appendix D.1", "forgetting", uses=["domine2025/app-D.1:loss", "domine2025/thm-C.3"],
       reading="after convergence on task j and then on task k; the change of the loss on task i is a function of the three tasks "
       "alone, by inner "
       "products of their covariances", leaves_out="relative to what the change is taken")
def forgetting_is_dictated_by_the_tasks():
    """The extent of forgetting is entirely dictated by the similarity structure among tasks."""
    return Equal(forgotten, half_square(k) - half_square(j) - Trace(i.T * k) + Trace(i.T * j), on=Domain(over=[i, j, k]))


@claim(DOMINE, "Section 6", "forgetting", uses=["domine2025/app-D.1:forgetting"],
       reading="task i learned, then task k: the loss on i rises by "
       "|Sigma_k - Sigma_i|^2/2, in which lambda does not stand")
def forgetting_whatever_the_balance():
    """Regardless of lambda, training on a later task can overwrite what was learned."""
    on = Domain(over=[i, k])
    return every(change=Equal(forgotten.subs(j, i), half_square(k - i), on=on), sign=Holds(Ge(half_square(k - i), 0), on=on))


h, w = vector("h", N_h), vector("w", N_h)
along, r, u_0 = reals("k", "|h|^2", r"w(0)^\top h")
NOT_ZERO = Meaning("the item has a representation, W_1 x_i is not zero", "Appendix D.3")


@claim(DOMINE, "Eq. (186)", origin="reconstructed")
def new_row_after_training():
    """The new row moves along h = W_1 x_i alone and tends to w(0) + (1 - w(0).h)/|h|^2 h, which is h/|h|^2 from w(0) -> 0.

    Trained on one item to the target 1; written as a column, w = w(0) + k h.
    """
    flow = GradientFlow((1 - Dot(w, h))**2 / 2, {w: 1 / tau}, name="gradient flow of the new row")
    on = later & Domain(r > 0, over=[u_0], source=NOT_ZERO)
    k = (1 - u_0) * (1 - exp(-r * t / tau)) / r
    return every(
        motion=Evolves(w, (1 - Dot(w, h)) / tau * h, along=flow, on=time_constant & Domain(over=[w, h])),
        path=Solves(System({along: (1 - u_0 - r * along) / tau}, {along: S.Zero}), {along: k}, on=on),
        end=Limit(k, t, oo, (1 - u_0) / r, on=on), small=Limit((1 - u_0) / r, u_0, 0, 1 / r, on=on))


x_i = vector("x_i", N_i)


@claim(DOMINE, "Eq. (187)", uses=["domine2025/186"], origin="reconstructed")
def response_of_all_items():
    """The response of all items is x_i^T W_1^T W_1 X over x_i^T W_1^T W_1 x_i: 1 at the item, and a function of W_1^T W_1 alone."""
    hidden = W1 * x_i
    on = Domain(Dot(hidden, hidden) > 0, over=[X, W1, x_i], source=NOT_ZERO)
    row = hidden.T / Dot(hidden, hidden)
    return every(all=Equal(row * W1 * X, x_i.T * (W1.T * W1) * X / Dot(x_i, W1.T * W1 * x_i), on=on),
                 item=Equal(row * hidden, Identity(1), on=on))


@claim(DOMINE, "Appendix D.3", "first-layer-only", uses=["domine2025/187"],
       reading="a hidden rotation, which leaves W_1^T W_1, leaves the response")
def response_depends_on_the_first_layer():
    """Differences in the representations of the new feature are influenced by W_1 only."""
    hidden, turn = W1 * x_i, matrix("R", N_h, N_h)
    on = Domain(Eq(turn.T * turn, Identity(N_h)), over=[W1, X, x_i], source=Meaning("R is orthogonal", "Theorem 5.2"))
    return Equal((turn * hidden).T * (turn * W1 * X), hidden.T * W1 * X, on=on)


@claim(DOMINE, "Appendix D.4", "re-balancing", uses=["domine2025/thm-C.2"],
       reading="layers R S_1 V^T and U S_2 R^T with S_1, S_2 from S and the new lambda keep the network function and the singular vectors")
def layers_are_rebalanced():
    """Rescaling each layer's singular values from those of the network function resets lambda, at every size."""
    parts = {}
    for name, (left, right) in shapes.items():
        on = frames(left, right) & positive_entries
        first, second = R * S_low * right.T, left * S_high * R.T
        parts[name + "_balance"] = Equal(R.T * (second.T * second - first * first.T) * R, lam * one_n, on=on)
        parts[name + "_function"] = Equal(second * first, left * S_tilde * right.T, on=on)
    return every(**parts)


variance = real(r"\sigma^2")


@claim(DOMINE, "Appendix D.4", "low-rank-start",
       reading="the second layer zero, the first with independent normal entries: the mean of its balance "
       "matrix is a negative multiple of the identity", leaves_out="how far a draw is from its mean")
def low_rank_adapters_start_almost_balanced():
    """With one factor zero and the other drawn at random, the start approximately is lambda-balanced, lambda = -N_i sigma^2."""
    on = Domain(variance > 0, over=[W1], source=Meaning("a variance", "Appendix D.4"))
    return Expectation(-(W1 * W1.T), {W1: variance}, -N_i * variance * Identity(N_h), on=on)


BLUE_FISH = Meaning("left of the root, left of the animals, right of the fish", "Appendix E.2.2")
labels = ImmutableMatrix([[1, 1, 1, 1, 1, 1, 1, 1], [1, 1, 1, 1, -1, -1, -1, -1], [1, 1, -1, -1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 1, -1, -1],
                          [1, -1, 0, 0, 0, 0, 0, 0], [0, 0, 1, -1, 0, 0, 0, 0], [0, 0, 0, 0, 1, -1, 0, 0], [0, 0, 0, 0, 0, 0, 1, -1]])
level = real("x")
any_level = Domain(over=[level])


@claim(DOMINE, "Eq. (188)", origin="reconstructed",
       reading="the squared length of Y^T z for any z, an entry of z for each of the eight rows and a square for each of the eight items: "
               "the signs before the letters are the labels of an item")
def labels_of_the_hierarchy():
    """The labels Y, a row for each node of the tree: Y Y^T is diagonal, their squared singular values are 8, 8, 4, 4, 2, 2, 2, 2."""
    z = reals(*(f"z_{row}" for row in range(1, 9)))
    squares = sum(square * letter**2 for square, letter in zip((8, 8, 4, 4, 2, 2, 2, 2), z, strict=True))
    return Equal(sum(item**2 for item in labels.T * ImmutableMatrix(z)), squares, on=Domain(over=z))


@claim(DOMINE, "Appendix E.2.2", "equal-singular-values", uses=["domine2025/188"],
       reading="the zeros of the characteristic polynomial of Sigma^T Sigma "
       "and their multiplicities, with inputs sqrt(8) I and the labels of Eq. (188) as restored")
def singular_values_coincide():
    """The first two, the third and fourth, and the last four singular values are the same: 1, 1/sqrt(2) and 1/2."""
    inputs = sqrt(S(8)) * ImmutableMatrix.eye(8)
    covariance = labels * inputs.T / 8
    characteristic = (level * ImmutableMatrix.eye(8) - covariance.T * covariance).det()
    return Equal(characteristic, (level - 1)**2 * (level - Rational(1, 2))**2 * (level - Rational(1, 4))**4, on=any_level)


nodes = reals("all", "root", "animal", "plant", "fish", "bird", "algae", "flower")
sides = reals("r_1", "r_2", "r_3")
"""On which side of the three nodes above it an item hangs: 1 where it is in the left branch, -1 where it is in the right one."""


def in_the_tree():
    """The label of the item with these sides, each entry times the name of its row: a node that is not above the item adds nothing."""
    every_item, root, animal, plant, *lowest = nodes
    first, second, third = sides
    upper = [(1 + first) / 2, (1 - first) / 2]
    middle = [branch * (1 + side * second) / 2 for branch in upper for side in (1, -1)]
    return (every_item + first * root + sum(branch * second * name for branch, name in zip(upper, (animal, plant)))
            + sum(branch * third * name for branch, name in zip(middle, lowest, strict=True)))


@claim(DOMINE, "Appendix E.2.2", "blue-fish", uses=["domine2025/188"],
       reading="the second item's column, each entry beside the name of its row, is the label that the tree gives to an item that "
               "hangs to the left of the root, to the left of the animals and to the right of the fish")
def label_of_the_blue_fish():
    """The blue fish is a left child of the root and of the animals, a right child of the fish, and of no other node."""
    path = Domain(*(Eq(side, value) for side, value in zip(sides, (1, 1, -1))), over=list(nodes), source=BLUE_FISH)
    return Equal(sum(name * entry for name, entry in zip(nodes, labels[:, 1], strict=True)), in_the_tree(), on=path)
