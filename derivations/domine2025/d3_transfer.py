"""Section 6 and Appendix D.3: how a new feature is carried over to other items, for lambda at zero and at either infinity.

After Eq. (187) the response of all items is a row of X^T W_1^T W_1 X over its largest entry. In the semantic hierarchy with one-hot items
the trained item answers with 1, its sibling, the two items one branch up and the four across the root with what the singular
values 1, 1/sqrt 2 and 1/2 of the task make of it (Eq. (188), on eight items).
"""

from sympy import Eq, Gt, ImmutableMatrix, Lt, Rational, S, diff, oo, sqrt

from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Meaning, claim, every, reals, stated

from .d_applications_eq186_188 import labels
from .frames_notation import positive
from .mode_notation import constants, level_task, s_task
from .notation import DOMINE, lam
from .task_notation import S_high, S_low, S_tilde, U_square, V_square, one_n

U, V = U_square, V_square
HIERARCHY = "the hierarchy's labels as Eq. (188) restores them, eight one-hot items, the networks at convergence (Theorem C.3)"


def weight(square):
    """A mode of W_1^T W_1 at convergence whose singular value has this square."""
    return sqrt(square + lam**2 / 4) - lam / 2


high, middle, low = weight(S.One), weight(Rational(1, 2)), weight(Rational(1, 4))
"""The modes of all items and the root; of animals and plants; of the four pairs."""
own = high + middle + 2 * low
sibling, cousin = (high + middle - 2 * low) / own, (high - middle) / own
"""Responses of the other item of the pair and of the other pair of the branch; the other branch's is zero."""
any_lambda = Domain(over=[lam])


@claim(DOMINE, "Appendix D.3", "hierarchy", uses=["domine2025/187", "domine2025/188", "domine2025/thm-C.3:blocks"], origin="derived",
       reading=HIERARCHY)
def responses_in_the_hierarchy():
    """The responses r solve y.r = 4 mode y_2/own for each row y of the labels, which are orthogonal: r is 4/own times W_1^T W_1 e_2.

    For the rows of all items, of the animals and of the fish; the root's is that of all items, and the others see equal or no responses.
    """
    responses = ImmutableMatrix([sibling, S.One, cousin, cousin, 0, 0, 0, 0])
    rows = {"all": (0, high), "animal": (2, middle), "fish": (4, low)}
    return every(**{name: Equal((labels[row, :] * responses)[0], 4 * mode * labels[row, 1] / own, on=any_lambda)
                    for name, (row, mode) in rows.items()})


a, b, c, more = reals("a", "b", "c", "s")
larger = constants & Domain(more > 0, source=Meaning("how much larger the other singular value is", "Appendix D.3"))
BY_DISTANCE = "'as lambda increases positively the network projects the feature onto items based on their distance to the trained " \
    "item', and 'plants are not likely to eat worms': "


@claim(DOMINE, "Appendix D.3", "by-distance", uses=["domine2025/app-D.3:hierarchy"],
       reading=BY_DISTANCE + "the responses in the order of the tree's distances at every lambda, and for lambda -> oo 1, 1/2, 1/4 and 0; "
               + HIERARCHY, leaves_out="the figure")
def feature_is_carried_by_distance():
    """The response falls with the distance from the trained item, at every lambda; for lambda -> oo it halves with each step up.

    Larger singular values have larger modes at every lambda, and the order of three modes is all that the order of the responses needs.
    """
    near, far = (a + b - 2 * c) / (a + b + 2 * c), (a - b) / (a + b + 2 * c)
    of_modes = Domain(a > b, b > c, c > 0, source=Meaning("modes of W_1^T W_1 in falling order", "Appendix D.3"))
    first, second = level_task - lam / 2, (level_task - lam / 2).subs(s_task, s_task + more)
    return every(
        modes=Holds(Gt(second, first), on=larger), positive_modes=Holds(Gt(first, 0), on=constants),
        below_one=Holds(Lt(near, 1), on=of_modes), nearer=Holds(Gt(near, far), on=of_modes), positive=Holds(Gt(far, 0), on=of_modes),
        sibling=Limit(sibling, lam, oo, S.Half, on=any_lambda), cousin=Limit(cousin, lam, oo, Rational(1, 4), on=any_lambda))


@claim(DOMINE, "Section 6", "transfer-grows", uses=["domine2025/app-D.3:by-distance", "domine2025/app-D.3:ratio-of-modes"],
       reading="'as lambda increases, networks more effectively transfer the hierarchical structure of the network to the new feature for "
               "untrained items': the responses of the untrained items of the trained branch grow with lambda; they are functions of the "
               "ratios of modes, which grow with lambda (`app-D.3:ratio-of-modes`); " + HIERARCHY,
       leaves_out="the generalization loss of Fig. 13, whose target is not told")
def transfer_grows_with_lambda():
    """Both responses rise with the ratio of a larger to a smaller mode, and so with lambda."""
    near = (a + b - 2) / (a + b + 2)
    far = (a - 1) / (a + 1 + 2 / b)
    over = Domain(a > 1, b > 1, source=Meaning("ratios of a larger to a smaller mode", "Appendix D.3"))
    return every(
        sibling=Equal(sibling, near.subs({a: high / low, b: middle / low}), on=any_lambda),
        cousin=Equal(cousin, far.subs({a: high / middle, b: middle / low}), on=any_lambda),
        sibling_a=Holds(Gt(diff(near, a), 0), on=over), sibling_b=Holds(Gt(diff(near, b), 0), on=over),
        cousin_a=Holds(Gt(diff(far, a), 0), on=over), cousin_b=Holds(Gt(diff(far, b), 0), on=over))


@claim(DOMINE, "Section 6", "no-transfer", uses=["domine2025/app-D.3:hierarchy", "domine2025/166"],
       reading="'when the input feature representation is lazy (lambda -> -oo) no hierarchical generalization is observed', and Appendix "
               "D.3: 'as lambda becomes more negative, the network only learns to map the new feature to the single item': of every task "
               "with as many outputs as inputs, W_1^T W_1/|lambda| tends to V~ V~^T = I, whose rows have one entry; in the hierarchy all "
               "other responses vanish")
def nothing_is_carried_over():
    """As lambda -> -oo the response of every other item vanishes, in the hierarchy and for every square task."""
    return every(
        sibling=Limit(sibling, lam, -oo, S.Zero, on=any_lambda), cousin=Limit(cousin, lam, -oo, S.Zero, on=any_lambda),
        every_task=Limit(-V * S_low * S_low * V.T / lam, lam, -oo, V * V.T, on=positive & Domain(over=[V])),
        identity=Equal(V * V.T, one_n, on=Domain(Eq(V.T * V, one_n), source=Meaning("singular vectors of a square task", "Footnote 1"))))


@claim(DOMINE, "Section 6", "transfer-at-zero", conditions=[stated(Eq(lam, 0))],
       uses=["domine2025/app-D.3:hierarchy", "domine2025/thm-C.4"],
       reading="'the hierarchical structure of the data is effectively transferred to the new feature when the representation is "
               "task-specific and lambda is zero': the responses of the untrained items of the trained branch are positive and ordered by "
               "distance; "
               + HIERARCHY)
def transfer_at_zero():
    """At lambda = 0 the sibling answers with 1/(1 + 2 sqrt 2), about 0.26 of the trained item, the pair beside with about 0.11."""
    on = Domain(Eq(lam, 0))
    return every(sibling=Equal(sibling, 1 / (2 * sqrt(2) + 1), on=on), cousin=Equal(cousin, (sqrt(2) - 1) / (2 * sqrt(2) + 1), on=on),
                 ordered=Holds(Gt(sibling, cousin), on=on))


@claim(DOMINE, "Appendix D.3", "both-layers-at-zero", uses=["domine2025/thm-C.4"], conditions=[stated(Eq(lam, 0))],
       reading="'where lambda = 0, the semantic relationship between features and items is distributed across both layers': each layer "
               "has the square roots of the task's singular values")
def hierarchy_in_both_layers():
    """At lambda = 0 both layers have the singular values sqrt(s~), and their representations the task's."""
    on = positive & Domain(Eq(lam, 0))
    return every(first=Equal(V * S_low * S_low * V.T, V * S_tilde * V.T, on=on & Domain(over=[V])),
                 second=Equal(U * S_high * S_high * U.T, U * S_tilde * U.T, on=on & Domain(over=[U])),
                 alike=Equal(S_low, S_high, on=on))


@claim(DOMINE, "Appendix D.3", "all-in-the-first-layer", uses=["domine2025/165"],
       reading="'when lambda -> oo, the second layer exhibits lazy learning, yielding an output representation of a weighted identity "
               "matrix', 'the first layer still learns a rich representation of the hierarchy, albeit at a smaller scaling', 'all "
               "learning of the hierarchy occurs in the first layer': over sqrt(lambda) the second layer's singular values tend to 1 and "
               "times sqrt(lambda) the first layer's to the task's")
def hierarchy_in_the_first_layer():
    """As lambda -> oo the second layer becomes sqrt(lambda) times orthonormal columns, the first the whole task over sqrt(lambda)."""
    on = positive & Domain(over=[V, U])
    return every(first=Limit(sqrt(lam) * S_low, lam, oo, S_tilde, on=positive),
                 second=Limit(S_high / sqrt(lam), lam, oo, one_n, on=positive),
                 hierarchy=Limit(lam * V * S_low * S_low * V.T, lam, oo, V * S_tilde * S_tilde * V.T, on=on),
                 small=Limit(S_low, lam, oo, 0 * one_n, on=positive))


@claim(DOMINE, "Appendix D.3", "all-in-the-second-layer", uses=["domine2025/166"],
       reading="'the opposite case when lambda -> -oo: rich learning happens in the second layer, while the first layer is lazy and "
               "learns to represent a weighted identity matrix'")
def hierarchy_in_the_second_layer():
    """As lambda -> -oo the first layer becomes sqrt(|lambda|) times orthonormal rows, the second the whole task over sqrt(|lambda|)."""
    return every(first=Limit(S_low / sqrt(-lam), lam, -oo, one_n, on=positive),
                 second=Limit(sqrt(-lam) * S_high, lam, -oo, S_tilde, on=positive))


@claim(DOMINE, "Appendix D.3", "ratio-of-modes", uses=["domine2025/149"], origin="derived")
def stronger_modes_gain_with_lambda():
    """The larger of two modes of W_1^T W_1 gains on the smaller as lambda grows, from equality to the ratio of squares."""
    first, second = level_task - lam / 2, (level_task - lam / 2).subs(s_task, s_task + more)
    return every(lowest=Limit(second / first, lam, -oo, S.One, on=larger), gains=Holds(Gt(diff(second / first, lam), 0), on=larger),
                 highest=Limit(second / first, lam, oo, (s_task + more)**2 / s_task**2, on=larger))
