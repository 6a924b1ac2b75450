"""Figs. 11-14 and LoRA's start: what Section 6 and Appendix D say of them, measured on trained networks.

The captions are lost; the sentences that name a figure are left. Sizes, tasks and values of lambda are those of the experiments.
"""

from sympy import Abs, And, Basic

from theoremtest.derivations.language import Observed, claim, reals
from theoremtest.derivations.toolbox import measured as experiments

from .notation import DOMINE

EXPERIMENTS = "theoremtest.numerics.experiments.domine2025_captions_applications"
a, e, e_1, l, l_t, r, r_0, s, s_b = reals("a", "e", "e_1", "l", "l_t", "r", "r_0", "s", "s_b")
S_1, S_4 = reals("S_1", "S_4")
f_above, f_zero, f_below = reals("f_a", "f_0", "f_b")
b_above, b_zero, b_below = reals("b_a", "b_0", "b_b")
p_above, p_zero, p_below = reals("p_a", "p_0", "p_b")
SIZES = {a, e, e_1, l, l_t, r, S_1, S_4, p_above, p_zero, p_below}


def observed(relation: Basic, experiment: str) -> Observed:
    """The relation between what the experiment of this name measures."""
    return experiments.observed(relation, f"{EXPERIMENTS}:{experiment}", SIZES, "Figs. 11 to 14")


@claim(DOMINE, "Fig. 11", "overwritten", uses=["domine2025/sec-6:forgetting"],
       reading="`overwriting of previously acquired knowledge` as: each of four random tasks is learned to below 1/20 of the loss of no "
               "network at all, and learning the next one takes that loss above 1/2 of it, for lambda = -3, 0 and 3; trained networks "
               "differ "
               "from the exact solution by less than 10^-8", leaves_out="other values of lambda, tasks and sizes")
def training_on_a_task_overwrites_the_last():
    """Regardless of lambda, training on subsequent tasks overwrites previously acquired knowledge; the solution describes it exactly."""
    return observed(And(20 * l < 1, 2 * r > 1, 10**8 * e < 1), "figure_11_overwritten")


@claim(DOMINE, "Fig. 11", "forgetting", uses=["domine2025/app-D.1:forgetting"],
       reading="`entirely dictated by the similarity structure among tasks` as: the loss on task i rises by half the squared distance of "
               "both "
               "tasks, to 1/20 of it, for lambda = -3, 0, 3", leaves_out="that each task is learned in full")
def forgetting_is_the_tasks_distance():
    """How much is forgotten in training is dictated by the similarity of the tasks, whatever lambda."""
    return observed(20 * e < 1, "figure_11_forgetting")


# --- reversal -----------------------------------------------------------------------------------------------------------


@claim(DOMINE, "Fig. 12", "slowed", uses=["domine2025/183", "domine2025/sec-6:reversal-fails"],
       reading="lambda = 0, time 60: `analytically, training does not succeed` as: the exact loss ends at that of the reversed mode at "
               "zero, "
               "to 1/1000; `escape due to numerical imprecision` as: the trained network's ends below 1/1000 of that; `catastrophically "
               "slowed` as: it takes more than five times as long to a hundredth of the loss as a network that starts from a tenth of the "
               "task")
def reversal_waits_for_rounding():
    """At lambda = 0 reversal stays at the saddle; training in floating point escapes it, and is catastrophically slowed."""
    return observed(And(1000 * (l - 1) < 1, 1000 * (1 - l) < 1, 1000 * l_t < 1, r > 5), "figure_12_slowed")


@claim(DOMINE, "Fig. 12", "succeeds", uses=["domine2025/sec-6:reversal-succeeds"],
       reading="by the time 60 the loss of trained networks is below 1/1000 of its start for lambda = 0.001, 0.1, 1, 5 and their "
               "negatives; "
               "they differ from the exact solution by less than 10^-8")
def reversal_succeeds_when_not_balanced():
    """When lambda is non-zero, reversal learning dynamics consistently succeed."""
    return observed(And(1000 * l < 1, 10**8 * e < 1), "figure_12_succeeds")


@claim(DOMINE, "Fig. 12", "spectrum", uses=["domine2025/app-D.2:crossing"],
       reading="`a spectrum of behaviors controlled by lambda, from rich to lazy` as: each of lambda = 0.001, 0.1, 1, 5 takes more than "
               "3/2 as "
               "long as the next; the kernel moves by more than 1/10 at the first and by less than 1/100 at the last")
def reversal_ranges_from_rich_to_lazy():
    """The relative scale controls a spectrum of reversal learning, from rich to lazy."""
    return observed(And(2 * r > 3, 10 * S_1 > 1, 100 * S_4 < 1), "figure_12_spectrum")


# --- a new feature ------------------------------------------------------------------------------------------------------


@claim(DOMINE, "Fig. 13", "agreement", uses=["domine2025/187"],
       reading="responses of trained rows differ from Eq. (187) by less than 10^-6, with entries of the row of 10^-10 at the start")
def new_row_responds_by_the_first_layer():
    """The new feature's response across items is that of Eq. (187)."""
    return observed(10**6 * e < 1, "figure_13_agreement")


@claim(DOMINE, "Fig. 13", "loss", uses=["domine2025/fig-13:agreement"],
       reading="`the generalization loss on untrained items decreases with lambda` as: it falls from each of nine lambdas from -30 to 30 "
               "to "
               "the next, where an item should respond by its share of common labels, and where animals should by 1 and plants by 0; the "
               "paper's own target is lost",
       leaves_out="a target by which no untrained item should respond: the loss then rises with lambda (`fig-13:no-response`)")
def generalization_improves_with_lambda():
    """The generalization loss on untrained items with the new feature decreases as lambda increases."""
    return observed(And(s < 0, s_b < 0), "figure_13_loss")


@claim(DOMINE, "Fig. 13", "no-response", uses=["domine2025/fig-13:loss"], origin="derived",
       reading="the loss on untrained items, where none of them should respond to the new feature, at lambda = -30 and at 0 over that at 0 "
               "and at 30")
def generalization_depends_on_the_target():
    """Where the new feature is of one item alone, the loss on untrained items rises with lambda: what transfers is then wrong."""
    return observed(And(100 * r < 1, 10 * r_0 < 9), "figure_13_no_response")


@claim(DOMINE, "Fig. 13", "hierarchy", uses=["domine2025/fig-13:agreement"],
       reading="`projects the feature based on the distance to the trained item` as: at lambda = 30 the sibling responds by more than "
               "2/5, the "
               "cousins by more than 1/5 and less than the sibling, plants by less than 1/50, and at 0 in the same order; `no hierarchical "
               "structure` as: at -30 every other item responds by less than 1/50, up or down")
def hierarchy_is_transferred():
    """Networks of positive and zero lambda transfer the hierarchy to the new feature, those of negative lambda do not."""
    rich = And(10 * f_zero > 2, 20 * b_zero > 1, b_zero < f_zero, 50 * p_zero < 1)
    positive = And(5 * f_above > 2, 5 * b_above > 1, b_above < f_above, 50 * p_above < 1)
    negative = And(50 * Abs(f_below) < 1, 50 * Abs(b_below) < 1, 50 * p_below < 1)
    return observed(And(positive, rich, negative), "figure_13_hierarchy")


# --- fine-tuning --------------------------------------------------------------------------------------------------------


@claim(DOMINE, "Fig. 14", "larger", uses=["domine2025/app-D.4:re-balancing"],
       reading="`performance improves and converges more quickly as networks are re-balanced to larger values and decreases towards 0` "
               "as: on "
               "each of the three tasks, at the times 1, 2 and 3, the loss falls from each |lambda| = 0, 0.3, 1, 3, 10 to the next",
       leaves_out="the sign of lambda, which a square network's loss does not know")
def fine_tuning_improves_with_imbalance():
    """On all three tasks fine-tuning improves as networks are re-balanced to larger |lambda|."""
    return observed(r < 1, "figure_14_larger")


@claim(DOMINE, "Fig. 14", "sign", uses=["domine2025/fig-14:larger"], origin="derived")
def fine_tuning_does_not_know_the_sign():
    """Square networks re-balanced to lambda and to -lambda learn alike, to 10^-8 of the loss."""
    return observed(10**8 * a < 1, "figure_14_larger")


@claim(DOMINE, "Fig. 14", "not-re-balanced", uses=["domine2025/app-D.4:re-balancing"],
       reading="`perform similarly` as: with lambda before pre-training and no re-balancing the losses differ by less than 10^-8 of their "
               "start from those of networks re-balanced to that lambda, at all times to 3")
def not_rebalanced_networks_perform_alike():
    """Networks that are not re-balanced perform as networks re-balanced to their own initial lambda."""
    return observed(10**8 * e < 1, "figure_14_not_rebalanced")


@claim(DOMINE, "Fig. 14", "agreement", uses=["domine2025/7"], origin="derived")
def fine_tuning_follows_the_solution():
    """Fine-tuning from re-balanced layers follows the exact solution, to 10^-8."""
    return observed(10**8 * e < 1, "figure_14_agreement")


@claim(DOMINE, "Appendix D.4", "low-rank-draws", uses=["domine2025/app-D.4:low-rank-start"],
       reading="the condition on the sizes is lost, and is read as a rank far below the number of inputs: the balance matrix is off its "
               "mean by "
               "less than 1/10 in spectral norm with 512 times as many inputs, and by more than its mean with as many",
       leaves_out="the limit")
def low_rank_draws_are_almost_balanced():
    """LoRA's start approximately is lambda-balanced when its rank is far below the number of inputs, and not when they are equal."""
    return observed(And(10 * e < 1, e_1 > 1), "low_rank_starts")
