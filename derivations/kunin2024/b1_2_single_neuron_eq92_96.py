"""Appendix B.1.2: one hidden neuron with one output (funnel) or with one input (inverted funnel), Eqs. (92)-(96)."""

from sympy import Abs, Eq, Gt, Identity, S, Trace, oo, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Limit,
    Norm,
    Printed,
    Spoken,
    Step,
    claim,
    every,
    kronecker_sum,
    matrix,
    stated,
)

from .conventions_notation import FUNNELS, NONZERO_NEURONS
from .mirror_notation import BB, M, kappa, with_rates
from .notation import KUNIN, beta, d, delta, rates_positive
from .wide_notation import c, contribution, kappa_of, product

row = matrix(r"\beta", 1, c)
"""beta of the inverted funnel with one neuron, 1 x c."""
size = Dot(row.T, row.T)
one_output, one_input = with_rates, rates_positive & Domain(Gt(size, 0), over=[row, delta], source=NONZERO_NEURONS)
expanding = one_input.but(c >= 2, source=FUNNELS)
"""One neuron and one input with more outputs than that: what is printed is of inverted funnels."""
kappa_row = kappa_of(delta, size)


def funnel():
    """M of Eq. (92), from Eq. (7) with h = c = 1."""
    k = kappa(BB, product)
    return kronecker_sum((k + delta) / 2 * Identity(1), (k - delta) / (2 * BB) * (beta * beta.T))


def inverted():
    """M of Eq. (94), from Eq. (7) with h = d = 1."""
    return kronecker_sum((kappa_row + delta) / (2 * size) * (row.T * row), (kappa_row - delta) / 2 * Identity(1))


def inverted_written_out(level=delta):
    """M of Eq. (95)."""
    k = kappa_of(level, size)
    return (k + level) / (2 * size) * (row.T * row) + (k - level) / 2 * Identity(c)


def recovers_the_single_neuron():
    """Eq. (7) with one neuron and one output, against Eq. (4)."""
    return Equal(contribution(beta, delta, BB), M(product), on=one_output)


@claim(KUNIN, "Eq. (92)", uses=["kunin2024/87"],
       reading="the rank-one matrix is beta_i^T beta_i over |beta_i|_F^2")
def funnel_with_one_neuron():
    """With one output the rank-one matrix on the output side, over the squared Frobenius norm, is the number 1."""
    return every(one=Equal(Dot(beta, beta) / Trace(beta * beta.T), S.One, on=one_output),
                 preconditioner=Equal(contribution(beta, delta, BB), funnel(), on=one_output))


@claim(KUNIN, "Eq. (93)", uses=["kunin2024/92"])
def funnel_written_out():
    """The Kronecker sum with a number is a multiple of the identity added; Eq. (4) again."""
    return Equal(funnel(), M(product), on=one_output)


@claim(KUNIN, "Eq. (94)", uses=["kunin2024/87"],
       reading="the rank-one matrix is beta_i beta_i^T over |beta_i|_F^2")
def inverted_funnel_with_one_neuron():
    """With one input the rank-one matrix on the input side is the number 1."""
    return Equal(contribution(row, delta, size), inverted(), on=one_input)


@claim(KUNIN, "Eq. (95)", uses=["kunin2024/94"])
def inverted_funnel_written_out():
    """The same as a c x c matrix."""
    return Equal(inverted(), inverted_written_out(), on=one_input)


FALLING = 1 / delta**2
"""How fast M over |delta| approaches its limit at either end (`_errors`)."""


def _lazy_end(scale, on=one_input):
    return Limit(inverted_written_out() / scale, delta, -oo, Identity(c), rate=FALLING, on=on)


def _rich():
    return Equal(inverted_written_out(S.Zero), sqrt(product) * Norm(row.T) * (row.T * row / size + Identity(c)),
                 on=one_input.at({delta: 0}))


def _lazy_to_rich():
    return Limit(inverted_written_out() / delta, delta, oo, row.T * row / size, rate=FALLING, on=one_input)


def _errors():
    """What is left of M over |delta| at both ends, to leading order: no faster rate holds."""
    left = product * (row.T * row + size * Identity(c))
    return (Step(Limit((inverted_written_out() / -delta - Identity(c)) / FALLING, delta, -oo, left, on=one_input),
                 "the error at the lazy end, to leading order"),
            Step(Limit((inverted_written_out() / delta - row.T * row / size) / FALLING, delta, oo, left, on=one_input),
                 "the error at the other end, to leading order"))


SIGN = ("M is positive semidefinite, so for delta < 0 it cannot approach delta times the identity: it approaches |delta| times "
        "it, as "
        "the third case is written.")


@claim(KUNIN, "Eq. (96)", uses=["kunin2024/95"], conditions=[stated(Eq(delta, 0))],
       reading="`M tends to` what diverges as the limit of M over its printed factor; at delta = 0 M is what the second case says")
def limits_of_the_inverted_funnel():
    """M in the limits of delta; a diverging limit is read as that of M divided by its printed factor."""
    form = inverted_written_out()
    balanced = Equal(form, _rich().right, on=one_input.but(Eq(delta, 0)))
    upstream = Limit(form / Abs(delta), delta, oo, row.T * row / size, rate=FALLING, on=one_input)
    return Printed(
        every(downstream=_lazy_end(delta, expanding), balanced=balanced, upstream=upstream),
        derivation=_errors(),
        spoken={"downstream": Spoken(r"\to", form, delta * Identity(c), scale=1 / delta),
                "balanced": Spoken(r"\to", balanced.left, balanced.right),
                "upstream": Spoken(r"\to", form, Abs(delta) * (row.T * row / size), scale=1 / Abs(delta))},
        latex=(r"M \to \delta I_c \;(\delta \to -\infty), \quad M = \sqrt{\eta_a \eta_w} \|\beta\| \left(\frac{\beta^\top "
               r"\beta}{\|\beta\|^2} "
               r"+ I_c\right) \;(\delta = 0), \quad M \to |\delta| \frac{\beta^\top \beta}{\|\beta\|^2} \;(\delta \to \infty)"),
        erratum=Erratum("wrong", SIGN, every(downstream=_lazy_end(-delta), balanced=balanced, upstream=upstream)))


@claim(KUNIN, "Appendix B.1.2", "rich", reading="of the paragraph, the formula for M and that its first term is a projection",
       leaves_out="that the kernel changes in magnitude and direction through training", uses=["kunin2024/96"])
def balanced_inverted_funnel():
    """At delta = 0 the preconditioner of the inverted funnel stretches the direction of beta twofold.

    The first term is a projection: it is its own square.
    """
    project = row.T * row / size
    return every(preconditioner=_rich(), projection=Equal(project * project, project, on=one_input))


@claim(KUNIN, "Appendix B.1.2", "lazy", uses=["kunin2024/96"],
       reading="of the paragraph, the limit of M over delta at each beta")
def lazy_inverted_funnel():
    """As delta falls, the inverted funnel becomes lazy; the sentence repeats the sign of Eq. (96)."""
    return Printed(_lazy_end(delta, expanding), latex=r"M \to \delta I_c \quad (\delta \to -\infty)",
                   erratum=Erratum("wrong", SIGN, _lazy_end(-delta)))


@claim(KUNIN, "Appendix B.1.2", "which-limit", uses=["kunin2024/95"],
       reading="the slow alignment is that of the part of beta across its direction, whose rate carries (kappa - delta)/2, the weight "
               "of I_c in M")
def which_limit_slows_the_alignment():
    """For delta -> +infinity the slow alignment is said to occur for finite delta or if t -> infinity faster than delta -> -infinity."""
    weight = (kappa_row - delta) / 2
    return Printed(
        Limit(weight, delta, -oo, S.Zero, on=expanding),
        erratum=Erratum("wrong", "It should read delta -> +infinity, where the weight vanishes; for delta -> -infinity it diverges.",
                        Limit(weight, delta, oo, S.Zero, rate=1 / delta, on=one_input)))


@claim(KUNIN, "Appendix B.1.2", "lazy-to-rich", uses=["kunin2024/96"],
       reading="of the paragraph, the limit of M over delta",
       leaves_out="that beta and the kernel follow: first lazy, then a slow alignment")
def lazy_to_rich_inverted_funnel():
    """As delta grows, the inverted funnel moves along beta only, so the projector that M approaches does not change."""
    return _lazy_to_rich()


@claim(KUNIN, "Appendix B.1.2", "summary", uses=["kunin2024/93", "kunin2024/95"],
       reading="lazy is read as: M/|delta| approaches the identity; active as: it approaches the projector onto beta",
       leaves_out="that both enter the rich regime as delta -> 0, and that the kernel behaves so along a trajectory")
def opposite_directions():
    """One output: lazy as delta grows, along beta as it falls. One input: the other way round.

    Lazy means that M/|delta| approaches the identity, whatever beta is.
    """
    funnel_M, away = M(product), beta * beta.T / BB
    return every(
        one_output_lazy=Limit(funnel_M / delta, delta, oo, Identity(d), rate=1 / delta**2, on=one_output),
        one_output_active=Limit(funnel_M / (-delta), delta, -oo, away, rate=1 / delta**2, on=one_output),
        one_input_lazy=_lazy_end(-delta), one_input_active=_lazy_to_rich())
