"""Section 3.4.2: emergent and saturation times, when one mode is learned before the next begins, and Fig. 3.4, Eqs. (3.12)-(3.14).

Modes i and i + 1 have the second moments v_i > v_{i+1}, one target scale S and one start P_0 = a_i(0) b_i(0).
"""

from sympy import Eq, Gt, Lt, S, Symbol, exp, log, oo

from theoremtest.derivations.language import Domain, Equal, Erratum, Holds, Iff, Limit, Meaning, Printed, by, claim, every, reals, stated

from .layerwise_notation import (
    E1,
    E2,
    IMPLIED,
    ORDER,
    P0,
    TIME_FROM_ZERO,
    VARIANCE,
    delayed,
    emergent_time,
    eps,
    ordered,
    saturation_time,
    share,
    sigmoid,
    slower,
    started,
    t,
)
from .layerwise_notation import S as scale
from .notation import NAM

SMALL = stated(P0 > 0, scale > P0)
some = started & Domain(E1 > 0, source=VARIANCE)
SECTION = Meaning("a small start, not above epsilon S", "Section 3.4.1")
SMALL_SHARE = Meaning("epsilon is sufficiently small", "Fig. 3.4")
k, u = reals("k", "u")
emerges, saturates = reals(r"\tau_i^{(e)}(\epsilon)", r"\tau_i^{(s)}(\epsilon)")
"""The order of the next mode's start in this one's; a_i(0) b_i(0) as a share of epsilon S."""
gap = emergent_time(E2) - emergent_time(E1)
overlap = 1 / (1 + delayed**slower)
"""The epsilon at which a mode saturates just as the next one emerges."""


reached = sigmoid(P0, scale, E1)
"""a_i b_i/S in time, by Eq. (3.9)."""
EMERGED = Meaning("the emergent time", "Section 3.4.2")
LATE = Meaning("the time to saturation times E[x_i^2], which is one number for all modes", "Section 3.4.2")
later = reals("c")[0]


@claim(NAM, "Eq. (3.12)", "emergence", uses=["nam2024/3.9"], conditions=[SMALL])
def share_at_the_emergent_time():
    """At tau_i^(e)(epsilon) the product a_i b_i is epsilon S."""
    return Equal(reached, eps, on=some & share & Domain(Eq(t, emergent_time(E1)), source=EMERGED))


@claim(NAM, "Eq. (3.12)", "saturation", uses=["nam2024/3.9", "nam2024/3.12:emergence"], conditions=[SMALL])
def share_after_the_saturation_time():
    """After tau_i^(s)(epsilon) more it is (1 - epsilon) S."""
    return Equal(reached.subs(t, emergent_time(E1) + saturation_time(E1)), 1 - eps, on=some & share)


@claim(NAM, "Eq. (3.12)", uses=["nam2024/3.12:emergence", "nam2024/3.12:saturation"],
       conditions=[by(SECTION, u > 0, u <= 1), by(SMALL_SHARE, eps <= S.Half)],
       reading="`the time for a_i b_i/S_i to reach epsilon` and to saturate from there: both formulas are times, none is negative")
def both_times_are_times():
    """The emergent time is (1/(2 E[x_i^2] S)) log((S/(a_i(0) b_i(0)) - 1)/(1/epsilon - 1)); neither time is negative."""
    late = Domain(scale > 0, source=IMPLIED) & Domain(E1 > 0, source=VARIANCE) & share & Domain(
        u > 0, u <= 1, eps <= S.Half, where={P0: u * eps * scale, emerges: emergent_time(E1), saturates: saturation_time(E1)})
    return Printed(every(emergence=Holds(emerges >= 0, on=late), saturation=Holds(saturates >= 0, on=late)), defines=(emerges, saturates))


@claim(NAM, "Eq. (3.13)", uses=["nam2024/3.12:emergence", "nam2024/3.12:saturation"], conditions=[SMALL],
       reading="`we have stage-like training with epsilon`: the epsilon at which mode i saturates just as mode i + 1 emerges, where the "
               "inequality of Eq. (3.14) becomes an equation; one start for both modes, as the formula has one")
def overlap_of_the_stages():
    r"""$\epsilon$ is one over $1 + (\frac{S}{a_i(0) b_i(0)} - 1) \frac{E[x_{i+1}^2] - E[x_i^2]}{E[x_{i+1}^2] + E[x_i^2]}$."""
    printed = 1 / (1 + delayed * (E2 - E1) / (E2 + E1))
    return Printed(
        Equal(printed, overlap, on=ordered),
        erratum=Erratum(
            "garbled", "The stored text sets the last fraction on the line; it is an exponent, and is positive for the mode that is "
            "learned "
            "first, (E[x_i^2] - E[x_{i+1}^2])/(E[x_i^2] + E[x_{i+1}^2]). What the printed sign gives as an exponent stands beside it "
            "(`3.13:sign`).",
            Equal(saturation_time(E1), gap, on=ordered.but(where={eps: overlap}))))


@claim(NAM, "Eq. (3.13)", "sign", uses=["nam2024/3.13"], conditions=[SMALL],
       reading="the fraction with its printed sign, put in the exponent where it belongs (`3.13`): at this epsilon mode i is to saturate "
               "just as mode i + 1 emerges")
def printed_sign_in_the_exponent():
    """The exponent is printed as (E[x_{i+1}^2] - E[x_i^2])/(E[x_{i+1}^2] + E[x_i^2]), negative for the mode that is learned first."""
    turned = 1 / (1 + delayed**((E2 - E1) / (E2 + E1)))

    def just(epsilon):
        return Equal(saturation_time(E1), gap, on=ordered.but(where={eps: epsilon}))
    return Printed(just(turned), erratum=Erratum(
        "wrong", "In the text that we read the fraction stands on the line. Read as an exponent it has the wrong sign: it is "
        "(E[x_i^2] - E[x_{i+1}^2])/(E[x_i^2] + E[x_{i+1}^2]). With the printed sign the formula gives 1 - epsilon, which tends to one as "
        "the start vanishes, in place of epsilon.",
        every(exponent=just(overlap), left=Equal(turned, 1 - overlap, on=ordered), end=Limit(turned, P0, 0, S.One, on=ordered))))


@claim(NAM, "Eq. (3.13)", "unequal-starts", origin="derived", uses=["nam2024/3.12:emergence", "nam2024/3.12:saturation"])
def overlap_for_unequal_starts():
    """With starts P and P' of both modes, 1/epsilon - 1 is (S/P' - 1)^(v_i/(v_i + v')) over (S/P - 1)^(v'/(v_i + v'))."""
    (other,) = reals("P_{0,i+1}")
    weight = E1 + E2
    odds = (scale / other - 1)**(E1 / weight) / (scale / P0 - 1)**(E2 / weight)
    on = ordered & Domain(other > 0, other < scale)
    return Equal(saturation_time(E1), emergent_time(E2, other) - emergent_time(E1), on=on.but(where={eps: 1 / (1 + odds)}))


@claim(NAM, "Eq. (3.14)", uses=["nam2024/3.13"], conditions=[SMALL],
       reading="`sufficiently small initialization`, one start for both modes as in Eq. (3.13): as it vanishes, the gap between the "
               "emergences outgrows the saturation time at every fixed epsilon, and the epsilon of Eq. (3.13) vanishes")
def stages_of_small_starts():
    """For sufficiently small starts a mode saturates before the next one emerges, with as small an epsilon as one likes."""
    return every(later=Limit(gap - saturation_time(E1), P0, 0, oo, on=ordered & share), overlap=Limit(overlap, P0, 0, S.Zero, on=ordered))


@claim(NAM, "Eq. (3.14)", "unequal-starts", uses=["nam2024/3.14"], origin="derived",
       reading="mode i starts at P_0, mode i + 1 at S (P_0/S)^k, a small start for any k > 0")
def stages_of_comparable_small_starts():
    """Starts of two sizes must be comparable, k > v_{i+1}/v_i: otherwise the slower mode starts so far ahead that it is not later."""
    lead = emergent_time(E2, scale * (P0 / scale)**k) - emergent_time(E1) - saturation_time(E1)
    return every(comparable=Limit(lead, P0, 0, oo, on=ordered & share & Domain(k > E2 / E1)),
                 ahead=Limit(lead, P0, 0, -oo, on=ordered & share & Domain(k > 0, k < E2 / E1)))


@claim(NAM, "Eq. (3.14)", "threshold", uses=["nam2024/3.13"], origin="derived")
def threshold_of_the_start():
    """The inequality holds where log(1/epsilon - 1) is below (v_i - v_{i+1})/(v_i + v_{i+1}) log(S/P_0 - 1), and only there."""
    on, lead = ordered & share, slower * log(delayed) - log(1 / eps - 1)
    return every(
        inequality=Iff(Lt(saturation_time(E1), gap), Lt(log(1 / eps - 1), slower * log(delayed)), on=on),
        difference=Equal(gap - saturation_time(E1), (E1 + E2) / (2 * E1 * E2 * scale) * lead, on=on))


@claim(NAM, "Eq. (3.14)", "every-mode", uses=["nam2024/3.13"], origin="derived",
       reading="`the model finishes learning the i-th mode before starting to learn the next`, for every i of a power law E[x_k^2] = "
               "k^(-s): the "
               "epsilon depends on the mode, and whatever the start, it tends to 1/2 along the modes")
def no_start_is_small_enough_for_every_mode():
    """For a power law of the second moments no start makes all stages apart: neighbours among the late modes overlap."""
    number, (power, odds, exponent) = Symbol("k", integer=True), reals("s", "q", "r")
    ratio = ((number + 1)**power - number**power) / ((number + 1)**power + number**power)
    return every(ratio=Limit(ratio, number, oo, S.Zero, on=Domain(number >= 1, power > 0)),
                 overlap=Limit(1 / (1 + odds**exponent), exponent, 0, S.Half, on=Domain(odds > 1, exponent > 0)))


@claim(NAM, "Section 3.4.2", "time-scales", uses=["nam2024/3.13"], conditions=[SMALL],
       reading="`when saturation time scales (1/(S_i E[x_i^2])) differ sufficiently`, `fully saturate`: with one S, as "
               "E[x_i^2]/E[x_{i+1}^2] grows without bound, the "
               "epsilon at "
               "which mode i saturates just as mode i + 1 emerges falls to a_i(0) b_i(0)/S, which is small for the section's small starts")
def time_scales_apart():
    """Where the time scales differ sufficiently, slower modes are delayed long enough for faster modes to saturate fully."""
    on = started & Domain(E2 > 0, source=VARIANCE) & Domain(E1 > 0, source=VARIANCE)
    return Limit(overlap, E1, oo, P0 / scale, on=on)


@claim(NAM, "Section 3.4.2", "linear", uses=["nam2024/3.10"],
       reading="`the concurrent saturation of modes in linear models`: from zero the i-th mode saturates from epsilon to 1 - epsilon "
               "before the "
               "next one reaches epsilon only if v_i/v_{i+1} is above 1 + log(1/epsilon - 1)/log(1/(1 - epsilon)), which grows without "
               "bound as epsilon vanishes; no start enters")
def linear_modes_are_concurrent():
    """A linear model's modes saturate at once unless their second moments are far apart, whatever the start."""
    def time(of, moment):
        return -log(1 - of) / moment
    on = share & Domain(eps < S.Half, source=Meaning("epsilon is sufficiently small", "Fig. 3.4")) & Domain(
        E2 > 0, source=VARIANCE) & Domain(E1 > E2, source=ORDER)
    least = 1 + log(1 / eps - 1) / log(1 / (1 - eps))
    return every(
        apart=Iff(Lt(time(1 - eps, E1) - time(eps, E1), time(eps, E2) - time(eps, E1)), Gt(E1 / E2, least), on=on),
        least=Limit(least, eps, 0, oo, on=Domain(eps > 0, eps < S.Half)))


@claim(NAM, "Fig. 3.4", "loss", uses=["nam2024/3.12:saturation"],
       reading="`the change in the loss for the k-th emergence is E[x_i^2] L_i + O(epsilon)`, i being the k-th mode: from epsilon to 1 "
               "- epsilon the mode's part "
               "of the loss "
               "falls by v/2 ((S - epsilon S)^2 - (epsilon S)^2); L_k is half of S^2, what the mode costs where it is not learned",
       leaves_out="what other modes change in that time, which stage-like training makes of the order of epsilon")
def change_of_the_loss():
    """In the k-th emergence the loss falls by E[x_k^2] S^2/2 up to the order of epsilon."""
    change = E1 / 2 * ((scale - eps * scale)**2 - (eps * scale)**2)
    return Limit(change, eps, 0, E1 * scale**2 / 2, rate=eps, on=Domain(E1 > 0, source=VARIANCE) & share & Domain(over=[scale]))


@claim(NAM, "Section 3.4.2", "sequential", uses=["nam2024/3.12:saturation"], conditions=[SMALL],
       reading="`modes of different intensity saturate sequentially`: the time to 1 - epsilon of the scale is inversely proportional to "
               "E[x_i^2], and shorter for the larger one where it is a time, as it is of a mode that starts below 1 - epsilon of its "
               "scale; `intensity` is a mean square here, not an amplitude")
def modes_saturate_in_order():
    """Modes saturate in the order of their intensity E[x_i^2], at times inversely proportional to it."""
    slow, fast = (emergent_time(moment) + saturation_time(moment) for moment in (E2, E1))
    return every(times=Equal(slow * E2, fast * E1, on=ordered & share),
                 order=Holds(Lt(later / E1, later / E2), on=ordered & Domain(later > 0, source=LATE)))


@claim(NAM, "Section 3.4.1", "abrupt", uses=["nam2024/3.12"], conditions=[SMALL],
       reading="`abruptly saturates`: the saturation time, in which a mode rises from epsilon to 1 - epsilon, becomes a vanishing part of "
               "the "
               "delay before it as the start vanishes")
def saturation_is_abrupt():
    """After its delay a mode saturates abruptly."""
    return Limit(saturation_time(E1) / emergent_time(E1), P0, 0, S.Zero, on=some & share)


@claim(NAM, "Section 3.4.2", "negligible", uses=["nam2024/3.9", "nam2024/3.10"], conditions=[SMALL],
       reading="`the first mode saturates fully while the next mode remains negligible`: what the next mode has reached of its scale when "
               "the first is at 1 - epsilon tends to zero with the start; `contrasting with linear models`: there the first is at "
               "1 - epsilon from the time -log(epsilon)/v_i on, and what the next one has reached then tends to one as epsilon vanishes",
       leaves_out="the sizes that Fig. 3.3 (b) was drawn with")
def next_mode_is_negligible():
    """When a mode has saturated the next one is still negligible in the layerwise model, and far on its way in the linear one."""
    end = emergent_time(E1) + saturation_time(E1)
    next_one = sigmoid(P0, scale, E2).subs(t, end)
    spread = Domain(E2 > 0, source=VARIANCE) & Domain(E1 > E2, source=ORDER) & share
    done, after = -log(eps) / E1, Domain(t >= 0, source=TIME_FROM_ZERO)
    return every(layerwise=Limit(next_one, P0, 0, S.Zero, on=ordered & share),
                 linear=Iff(Gt(1 - exp(-E1 * t), 1 - eps), Gt(t, done), on=spread & after),
                 far=Limit(1 - exp(-E2 * done), eps, 0, S.One, on=spread))
