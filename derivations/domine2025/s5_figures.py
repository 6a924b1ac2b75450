"""Figs. 1-5: what the text says of them, measured on trained networks.

The captions are lost; the sentences that name a figure are left. Sizes, tasks and values of lambda are those of the experiments.
"""

from sympy import And, Expr

from theoremtest.derivations.language import Erratum, Printed, claim, reals
from theoremtest.derivations.toolbox import measured as experiments

from .notation import DOMINE

EXPERIMENTS = "theoremtest.numerics.experiments.domine2025_captions"
c, d, e, f, f_l, g, o, p, q, r, s = reals("c", "d", "e", "f", "f_l", "g", "o", "p", "q", "r", "s")
c_i, c_o, e_i, e_o = reals("c_i", "c_o", "e_i", "e_o")
S, S_0, S_d, S_e, S_l, S_w = reals("S", "S_0", "S_d", "S_e", "S_l", "S_w")
L_zero, L_minus, L_plus, e_32, e_512 = reals("L_0", "L_-", "L_+", "e_{32}", "e_{512}")
SIZES = {d, e, f, f_l, o, r, s, e_i, e_o, S, S_0, S_d, S_e, S_l, S_w, L_zero, L_minus, L_plus, e_32, e_512}


def observed(relation, experiment):
    """The relation between what the experiment of this name measures."""
    return experiments.observed(relation, f"{EXPERIMENTS}:{experiment}", SIZES, "Figs. 1 to 5")


def between(lower: int, value: Expr, upper: int) -> And:
    """lower < value < upper."""
    return And(value > lower, value < upper)


@claim(DOMINE, "Fig. 1", "trajectories",
       reading="`drastically different` is read as: from one network function, on one task, a tenth of the loss is reached more than twice "
               "as late by one network as by another, and any two W_1^T W_1 at convergence are apart by more than half of their size; "
               "lambda = -5, 0, 5", leaves_out="other tasks, sizes and values of lambda")
def relative_scale_changes_trajectories():
    """The relative scale, at one absolute scale, results in drastically different learning trajectories and representations."""
    return observed(And(r > 2, 2 * d > 1), "figure_1_trajectories")


@claim(DOMINE, "Fig. 2", "agreement", uses=["domine2025/thm-4.3:exponentials"],
       reading="`exact temporal dynamics of the loss, network function, RSMs and NTK over a range of lambda` is read as: trained networks "
               "differ by less than 10^-8 from the solution", leaves_out="other tasks, sizes and values of lambda")
def solution_gives_all_dynamics():
    """The solution gives the exact dynamics of loss, network function, representations and kernel for lambda = -5, 0, 5."""
    return observed(10**8 * e < 1, "figure_2_agreement")


@claim(DOMINE, "Fig. 3", "sigmoids", uses=["domine2025/sec-5:between-saddles"],
       reading="`sigmoidal` as: each mode, as a share of its goal, differs by less than 1/1000 from a logistic curve at lambda = 0; "
               "`traverse between saddle points` as: the first mode has passed 9/10 before the last one passes 1/10",
       leaves_out="lambda near zero, and starts that are not aligned")
def modes_follow_sigmoids():
    """At lambda = 0 singular values follow sigmoids, one after the other."""
    return observed(And(1000 * e < 1, g > 0), "figure_3_sigmoids")


@claim(DOMINE, "Fig. 3", "exponentials", uses=["domine2025/sec-5:features-equally"],
       reading="`exponential` as: each mode, as a share of its goal, differs by less than 1/20 from 1 - exp(-|lambda| t); `all features "
               "are treated equally` as: no mode takes more than 1.1 times as long to its half as another; lambda = -10 and 10",
       leaves_out="starts that are not aligned")
def modes_follow_exponentials():
    """At large |lambda| singular values follow exponentials, all at one pace."""
    return observed(And(20 * e < 1, 10 * r < 11), "figure_3_exponentials")


# --- Fig. 4 -------------------------------------------------------------------------------------------------------------


@claim(DOMINE, "Fig. 4", "rich", uses=["domine2025/thm-C.4"],
       reading="`match the task's structure` as: at convergence W_1^T W_1 and W_2 W_2^T differ by less than 1/1000 from V S V^T and "
               "U S U^T, from starts of three sizes; with a singular B, which half of the random starts have at lambda = 0, nothing is "
               "promised",
       leaves_out="all other starts; the similarities of Eq. (4) themselves")
def representations_match_the_task():
    """At relative scale zero both representations match the task's structure at convergence, whatever the absolute scale."""
    return observed(And(1000 * e_i < 1, 1000 * e_o < 1), "figure_4_rich")


@claim(DOMINE, "Fig. 4", "theory", uses=["domine2025/thm-C.3"],
       reading="simulated and theoretical representations at convergence differ by less than 10^-8, for |lambda| = 10, 30, 100")
def representations_at_convergence():
    """Theoretical representations at convergence agree with simulated ones."""
    return observed(10**8 * e < 1, "figure_4_theory")


@claim(DOMINE, "Fig. 4", "identity", uses=["domine2025/165", "domine2025/166", "domine2025/thm-C.5"],
       reading="lambda = 100 and -100: the relative distances from 100 times the identity are below 1/100, the other representation is "
               "below 1/100 of it in size (`negligible`), the kernel distance below 1/1000 (`static`); the words `representational "
               "similarity` are read as W_1^T W_1 and W_2 W_2^T, since both similarities of Eq. (4) are one matrix at convergence",
       leaves_out="the limit itself, which Theorem C.4 has")
def representations_become_identities():
    """Output representations for large positive, input ones for large negative lambda become the identity, and the kernel is static."""
    return observed(And(100 * e_o < 1, 100 * e_i < 1, 100 * s < 1, 1000 * S < 1), "figure_4_identity")


@claim(DOMINE, "Fig. 4", "downscaled", uses=["domine2025/161", "domine2025/164"],
       reading="`scales proportional to 1/lambda` as: the size of the other representation has an exponent of |lambda| between -1.02 and "
               "-0.98 over 10, 30, 100; `structured and task-specific` as: less their multiples of the identity, it and the task's "
               "similarities have a cosine above 9/10")
def downscaled_representations_keep_structure():
    """The other representation's scale is proportional to 1/lambda, and it remains structured and task-specific."""
    return observed(And(between(-51, 50 * p, -49), between(-51, 50 * q, -49), 10 * c > 9),
                    "figure_4_downscaled")


@claim(DOMINE, "Fig. 4", "symmetry", uses=["domine2025/app-A.4:antisymmetric"],
       reading="|W_1|^2 at lambda and |W_2|^2 at -lambda, and the kernel distances at both, differ by less than 10^-8; 8-8-8 networks")
def both_sides_are_symmetric():
    """As lambda approaches either infinity the network transitions symmetrically into the lazy regime."""
    return observed(And(10**8 * e < 1, 10**8 * S < 1), "figure_4_symmetry")


@claim(DOMINE, "Fig. 4", "large-gaussian",
       reading="`fixed NTK` as: the mean kernel distance is below 1/100; `lacks any structural representation` as: less their multiples of "
               "the identity, the representations and the task's similarities have a mean cosine between -1/5 and 1/5; standard "
               "deviation 5 of both weights, 8-8-8 networks")
def large_gaussian_weights():
    """Large Gaussian weights leave no structure of the task and a fixed kernel.

    Whatever the standard deviation, from 1 to 30, the mean kernel distance is near 0.06, a third of what it is at lambda = 0 from a
    small start: such weights have to take their own function back. It falls as the hidden layer widens.
    """
    bare = And(between(-1, 5 * c_i, 1), between(-1, 5 * c_o, 1))
    return Printed(observed(And(100 * S < 1, bare), "figure_4_large_gaussian"),
                   erratum=Erratum("incomplete", "The kernel is fixed where the hidden layer is wide, not where the weights are large: its "
                                   "mean distance is above 1/30 in 8-8-8 networks and below 1/1000 in 8-128-8, with the standard "
                                   "deviation 5 for both.",
                                   observed(And(30 * S > 1, 1000 * S_w < 1, bare), "figure_4_large_gaussian"),
                                   convention="the hidden layer is wide, as where Section 5 speaks of Gaussian weights"))


@claim(DOMINE, "Section 5", "wide-gaussian-trained",
       reading="`approximate identity matrices` as: the mean relative distance from a multiple of the identity is below 1/5 with 512 "
               "hidden neurons and less than a third of that with 32; `fixed NTK` as: a kernel distance below 1/1000; standard deviation 3",
       leaves_out="the limit of infinite width")
def wide_gaussian_networks():
    """With Gaussian weights of large variance and great width both representations approximate identities, and the kernel is fixed."""
    return observed(And(5 * e_512 < 1, 3 * e_512 < e_32, 1000 * S < 1), "wide_gaussian")


@claim(DOMINE, "Fig. 4", "input-noise", uses=["domine2025/sec-5:robust-to-input-noise"],
       reading="the expected losses at lambda = -6, 0 and 6 differ by less than 1/20 of 1")
def input_noise_does_not_tell_lambda():
    """The expected loss after convergence under noise on the inputs does not depend on lambda."""
    return observed(And(between(-1, 20 * (L_plus - L_zero), 1), between(-1, 20 * (L_minus - L_zero), 1)), "figure_4_input_noise")


@claim(DOMINE, "Fig. 4", "parameter-noise", uses=["domine2025/sec-5:robust-to-parameter-noise"],
       reading="the expected loss under noise on the weights at lambda = 0 is below half of that at -6 and at 6; 4-4-4 networks")
def rich_networks_are_robust():
    """Networks with lambda = 0 converge to solutions that are most robust to parameter noise, of equal input and output sizes."""
    return observed(And(2 * L_zero < L_minus, 2 * L_zero < L_plus), "figure_4_parameter_noise")


# --- Fig. 5 -------------------------------------------------------------------------------------------------------------

LAZY = And(100 * S_l < 1, 10 * S_0 > 1)
LATE = And(20 * S_e < 1, 5 * S_d > 1, d > 5)
SIDES = ("`lazy` as: the kernel distance stays below 1/100, at {lazy}; `initial lazy phase followed by a delayed rich phase` as: it is "
         "below 1/20 at the time 1/4 and above 1/5 at 40, and grows by more than five times in between, at {late}; `rich` at lambda = 0 "
         "as: it ends above 1/10; four tasks each")


@claim(DOMINE, "Fig. 5", "funnel", uses=["domine2025/thm-C.6"], reading=SIDES.format(lazy="lambda = 10", late="lambda = -10"),
       leaves_out="the limits of lambda")
def funnels():
    """Funnel networks are lazy for large positive lambda, late and rich for large negative, rich at zero."""
    return observed(And(LAZY, LATE), "figure_5_funnel")


@claim(DOMINE, "Fig. 5", "inverted-funnel", uses=["domine2025/thm-C.6"], reading=SIDES.format(lazy="lambda = -10", late="lambda = 10"),
       leaves_out="the limits of lambda")
def inverted_funnels():
    """Inverted funnel networks are lazy for large negative lambda, late and rich for large positive, rich at zero."""
    return observed(And(LAZY, LATE), "figure_5_inverted_funnel")


@claim(DOMINE, "Fig. 5", "square", uses=["domine2025/thm-C.5"],
       reading="the kernel distance stays below 1/100 at lambda = -10 and 10, and ends above 1/10 at lambda = 0; four tasks",
       leaves_out="the limits of lambda")
def square_networks():
    """Square networks are lazy for large lambda of both signs and rich at zero."""
    return observed(LAZY, "figure_5_square")


@claim(DOMINE, "Fig. 5", "span", uses=["domine2025/sec-5:length-of-the-delay"],
       reading="a funnel at lambda = -8: more than a quarter of the task lies outside the span of W_1(0)'s rows, and at the time 1/2 the "
               "function is off by more than half of that share and less than all of it; at lambda = 8 it is off by less than 1/20 of the "
               "task", leaves_out="that this is the cause")
def no_solution_within_the_span():
    """No least-squares solution exists within the span of a late network at its start: it approaches what is there, then adjusts."""
    return observed(And(4 * o > 1, 2 * f > 1, g < 1, 20 * f_l < 1), "span_at_the_start")
