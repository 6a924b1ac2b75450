"""Figs. 1, 3 and 4: what their captions say of the curves, measured on trained networks.

`much above` and `much below` zero are read as delta = 4 and -4, with the constants of Appendix D.2; times go from 0 to 20.
"""

from sympy import And, sqrt

from theoremtest.derivations.language import Domain, Equal, Erratum, Holds, Meaning, Observed, Printed, claim, every, ne, real, reals

from .notation import KUNIN, a, delta, eta_a, eta_w, mu, omega, phi, rates_positive, s

EXPERIMENTS = "theoremtest.numerics.experiments.kunin2024_captions"
LOW_RANK = Meaning("inputs that are white on the subspace of P; beta_* in it and P w are not zero", "Fig. 4")
q, sigma = real("q"), real(r"\sigma")
e, u, b, d, c, r, lazy, a_one = reals("e", "u", "b", "d", "c", "r", "l", "a_1")
SMALLER_STUDENTS = "d = 100 and 50 neurons: held against d = 20, 20 neurons and 200 updates; all other values of tau and delta"
mu_min, mu_end, phi_end = reals(r"\mu_{min}", r"\mu_{end}", r"\phi_{end}")
S_min, S_max, S_end, t_min = reals("S_{min}", "S_{max}", "S_{end}", "t_{min}")


def observed(relation, experiment):
    """The relation between what the experiment of this name measures."""
    return Observed(relation, f"{EXPERIMENTS}:{experiment}", on=Domain(over=sorted(relation.free_symbols, key=str)))


@claim(KUNIN, "Fig. 1", "regimes", uses=["kunin2024/fig-1:scale-and-geometry"],
       reading="the kernel distance is above 1/40 at tau = 1/10 and below 1/200 at tau = 2, for delta = -1 and 1",
       leaves_out=SMALLER_STUDENTS)
def scale_decides_between_lazy_and_rich():
    """Lazy learning happens when tau is large, rich learning when tau is small."""
    return observed(And(40 * r > 1, 200 * lazy < 1), "figure_1")


@claim(KUNIN, "Fig. 1", "rapid", uses=["kunin2024/fig-1:regimes"],
       reading="at tau = 1/10 the first 20 of 400 updates reach more than 4/5 of the kernel distance upstream, at delta = 1, and less than "
               "2/5 of it downstream, at delta = -1",
       leaves_out="d = 100 and 50 neurons: held against d = 20 and 20 neurons; that balanced starts are less rapid, which we did not see")
def upstream_small_starts_are_rapid():
    """Rapid rich learning happens when tau is small and delta is large."""
    return observed(And(5 * u > 4, 5 * d < 2), "figure_1_rapid")


@claim(KUNIN, "Fig. 1", "farthest", uses=["kunin2024/fig-1:rapid"], origin="derived",
       reading="at tau = 1/10, after 400 updates, S at delta = -1/3 is above those at 0 and at 1 by more than 1/20")
def the_kernel_moves_farthest_a_little_downstream():
    """The kernel moves farthest from small starts a little downstream, and less far from upstream ones, which are quicker."""
    return observed(And(20 * b > 1, 20 * a_one > 1), "figure_1_rapid")


@claim(KUNIN, "Fig. 1", "test-loss", uses=["kunin2024/fig-1:regimes"],
       reading="at tau = 1/10 and delta = 1 the test loss is lower than at delta = -1, and lower than at tau = 2 with either delta",
       leaves_out=SMALLER_STUDENTS)
def upstream_small_starts_generalise_best():
    """An upstream initialization of small scale leads to the smallest test loss."""
    return observed(And(d > 0, b > 0), "figure_1")


@claim(KUNIN, "Fig. 3", "agreement", uses=["kunin2024/27", "kunin2024/25", "kunin2024/31"],
       reading="`agree` is read as: mu, phi and S differ by less than 1/1000 at all times, for delta = 4, 0 and -4")
def theory_agrees_with_simulation():
    """Theoretical predictions agree with gradient flow simulations, for mu, phi and S(0, t)."""
    return observed(1000 * e < 1, "figure_3_agreement")


@claim(KUNIN, "Fig. 3", "upstream", uses=["kunin2024/fig-3"],
       reading="`slightly` as: mu, from 1 to 1, stays above 7/10; `aligns` as: phi ends above 99/100; `near zero` as: S stays below 1/100",
       leaves_out="that phi aligns exponentially")
def upstream_curves():
    """Upstream mu changes only slightly, phi aligns and S remains near zero."""
    return observed(And(10 * mu_min > 7, 100 * phi_end > 99, 100 * S_max < 1), "figure_3_upstream")


@claim(KUNIN, "Fig. 3", "balanced", uses=["kunin2024/fig-3"],
       reading="`change significantly` as: mu falls below 7/10 and phi goes from 0 to above 99/100; `away from zero` as: S exceeds 1/10",
       leaves_out="that S does so quickly")
def balanced_curves():
    """When balanced both mu and phi change significantly and S moves away from zero."""
    return observed(And(10 * mu_min < 7, 100 * phi_end > 99, 10 * S_max > 1), "figure_3_balanced")


@claim(KUNIN, "Fig. 3", "downstream", uses=["kunin2024/fig-3", "kunin2024/sec-3:downstream-mu"],
       reading="`drops to zero` as: mu has its least value, below 1/10, before t = 3; `climb back` as: mu and phi end above 9/10; "
               "`small before` "
               "as: S is below 1/10 where mu is least; `towards one` as: it ends above 4/5")
def downstream_curves():
    """Downstream mu quickly drops to zero, then mu and phi slowly climb back to one; S is small before a transition towards one."""
    return observed(And(10 * mu_min < 1, t_min < 3, 10 * mu_end > 9, 10 * phi_end > 9, 10 * S_min < 1, 5 * S_end > 4),
                    "figure_3_downstream")


@claim(KUNIN, "Fig. 4", "whitened", uses=["kunin2024/sec-3:upstream-preconditioner", "kunin2024/sec-3:downstream-projected"],
       reading="how far a path strays from the segment that gradient flow on beta follows: upstream below 1/10, balanced in between, "
               "downstream "
               "above 1/2; and the downstream path is shortest still in the direction of beta_0, at a cosine above 9/10")
def paths_of_beta():
    """Upstream beta follows gradient flow on beta, downstream it first moves in the direction of beta_0, balanced in between."""
    return observed(And(10 * u < 1, u < b, b < d, 2 * d > 1, 10 * c > 9), "figure_4_whitened")


@claim(KUNIN, "Fig. 4", "only-in-the-limits", uses=["kunin2024/app-A.2:low-rank-inputs", "kunin2024/2"],
       reading="`when X^T X is low-rank we can only predict the trajectories in the limit of delta = +-infinity`: that at finite delta mu "
               "does not follow Eq. (2); held against inputs that are white on a subspace, X^T X = sigma^2 P, as those of rank one always "
               "are, with the rates that `app-A.2:low-rank-inputs` shows for a, q = |P w| and omega = w.beta_*")
def trajectories_for_low_rank_inputs():
    """When X^T X is low-rank, the trajectories can be predicted in the limit of infinite delta only."""
    root = sqrt(delta**2 + 4 * eta_a * eta_w * mu**2)
    a_rate, q_rate = eta_a * sigma**2 * (omega - a * q**2), eta_w * sigma**2 * (a * omega - a**2 * q**2) / q
    turned = (eta_w * sigma**2 * (a * s**2 - a**2 * omega) - omega / q * q_rate) / (s * q)
    motion = a_rate * q + a * q_rate
    on = rates_positive & Domain(s > 0, q > 0, sigma > 0, omega**2 <= s**2 * q**2, over=[a], source=LOW_RANK, where={
        delta: eta_w * a**2 - eta_a * q**2, mu: a * q, phi: omega / (s * q)})
    predicted = sigma**2 * root * (phi * s - mu)
    return Printed(Holds(ne(motion, predicted), on=on), erratum=Erratum(
        "wrong", "The X^T X of Appendix D.2 is itself of rank one, and inputs that are white on a subspace, X^T X = sigma^2 P, are solved "
        "at every delta: a and P w move as under whitened inputs at sigma^2 times the learning rates. Eq. (2) and its solutions hold with "
        "|P w| for |w|, delta being taken with |P w|^2 and the scaled rates; what w has across the subspace stands still.",
        every(mu=Equal(motion, predicted, on=on),
              phi=Equal(turned, sigma**2 * 2 * eta_a * eta_w * mu * s * (1 - phi**2) / (root - delta), on=on))))


@claim(KUNIN, "Fig. 4", "low-rank", uses=["kunin2024/72"],
       reading="`exactly` is read as: trained networks end within 1/10000 of the predicted points, for delta = 2, 0 and -1/5",
       leaves_out="that the trajectories themselves are predicted in the limits of delta")
def ends_on_the_interpolating_manifold():
    """If the interpolating manifold is one-dimensional, the solution in terms of delta is exact."""
    return observed(10000 * e < 1, "figure_4_low_rank")
