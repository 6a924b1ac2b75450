"""Section 4.1: Table 1, Corollaries 1-3 and the condition at infinite width; Section 4.2 and its choices at fixed width."""

from sympy import And, Eq, Ge, Le, Max, Min, Not, Rational, S, sqrt

from theoremtest.derivations.language import Classifies, Domain, Dot, Equal, Erratum, Holds, Limit, Printed, Scales, claim, every, real

from .conventions_notation import (
    CHOICE,
    EQUAL_RATES,
    FIXED_RATES,
    FIXED_WIDTH,
    INFINITE_WIDTH,
    P_NOT_ZERO,
    RANDOM_START,
    SCALING,
    VALID_LIMIT,
)
from .notation import XU, P, Q, W, constants, d0, eta_u, eta_w, gamma, output, parameters, plus_root, u, x, y
from .phase_notation import balance, c_d, c_eta, c_eta_u, c_eta_w, c_gamma, c_u, c_w, exponents, first, meaning, second, stable
from .s4_limits_eq14_16 import kappa

half = Rational(1, 2)
columns = {"NTK": (1, -half, 0, 0), "Mean Field": (1, -1, 0, 0), "Xavier": (1, 0, -1, -1), "Kaiming": (1, 0, 0, -1), "lazy": (0, 1, 0, 0)}
"""The first block of Table 1: c_d, c_gamma, c_u, c_w."""

rates = dict(zip(columns, (0, 0, 0, 0, 0), strict=True))
stable_rates = dict(zip(columns, (0, 1, 0, -1, -2), strict=True))
plus = {"NTK": (1, -1), "Mean Field": (1, -1), "Xavier": (0, 0), "Kaiming": (1, -1), "lazy": (0, 0)}
minus = {"NTK": (0, -half), "Mean Field": (0, -half), "Xavier": (-2, 1), "Kaiming": (-1, 0), "lazy": (-2, 1)}
"""The other blocks: c_eta^*, and pairs (c_eta, c_gamma) with superscripts + and -."""

printed_phases = {
    "standard": ("kernel", "frozen", "learning", "unstable", "unstable"),
    "stable": ("kernel", "learning", "learning", "kernel", "kernel"),
    "plus": ("learning",) * 5,
    "minus": ("kernel",) * 5,
}


def column(name, c_rate, gamma=None) -> dict:
    """One column's exponents, both rates equal; gamma replaces the scaling's own."""
    width, own, of_u, of_w = columns[name]
    return {c_d: width, c_gamma: own if gamma is None else gamma, c_u: of_u, c_w: of_w, c_eta_u: c_rate, c_eta_w: c_rate}


blocks = {
    "standard": [column(name, rates[name]) for name in columns],
    "stable": [column(name, stable_rates[name]) for name in columns],
    "plus": [column(name, *plus[name]) for name in columns],
    "minus": [column(name, *minus[name]) for name in columns],
}


def labelled(block) -> dict:
    """Phase to the tuple of columns that bear it."""
    found: dict = {}
    for point, phase in zip(blocks[block], printed_phases[block], strict=True):
        found[phase] = (*found.get(phase, ()), point)
    return found


@claim(XU, "Table 1", uses=["xu2024/15", "xu2024/16", "xu2024/def-1"])
def phases_of_common_scalings():
    """The phases of all twenty columns, decided from their exponents.

    The lazy column's width is fixed; its kernel phase rests on a vanishing initial output (case 2).
    """
    return every(**{block: Classifies(labelled(block), meaning, complete=False, on=exponents) for block in blocks})


@claim(XU, "Table 1", "schemes", origin="derived")
def exponents_of_common_scalings():
    """The first block as orders in kappa: the width, gamma and both variances that each scheme prescribes.

    NTK and mean field have weights of order one. Xavier's variance is 2 over the number of a layer's inputs and outputs; Kaiming's is taken
    in the form that keeps the size of gradients, 2 over the number of outputs. Lazy training has a fixed width and gamma = kappa.
    """
    schemes = {"NTK": (kappa, 1 / sqrt(kappa), 1, 1), "Mean Field": (kappa, 1 / kappa, 1, 1),
               "Xavier": (kappa, 1, 2 / (kappa + 1), 2 / (d0 + kappa)), "Kaiming": (kappa, 1, 2, 2 / kappa), "lazy": (1, kappa, 1, 1)}
    letters, on = {"d": c_d, "gamma": c_gamma, "u": c_u, "w": c_w}, Domain(kappa > 0, over=[d0], source=SCALING)
    parts = {}
    for name, prescribed in schemes.items():
        printed = column(name, rates[name])
        for (part, exponent), value in zip(letters.items(), prescribed, strict=True):
            parts[f"{name}_{part}".replace(" ", "_")] = Scales(S(value), kappa, S(printed[exponent]), on=on)
    return every(**parts)


@claim(XU, "Table 1", "measured", uses=["xu2024/table-1"], origin="derived")
def phases_as_trained_networks_show_them():
    """The same twenty columns; the numerical check trains networks of growing kappa by gradient flow and measures.

    t_c's slope tells frozen and unstable, the change of the kernel tells kernel and learning.
    """
    everything: dict = {}
    for block in blocks:
        for phase, points in labelled(block).items():
            everything[phase] = (*everything.get(phase, ()), *points)
    distinct = {phase: tuple({tuple(point.items()): point for point in points}.values()) for phase, points in everything.items()}
    return Classifies(distinct, meaning, complete=False, experiment="latent-variable phases", on=exponents)


wide = exponents.but(over=[c_eta])


def chosen(conditions, phase, on=wide):
    """Wherever the choices hold the phase is as named, both rates' exponents being c_eta."""
    same = And(Eq(c_eta_u, c_eta), Eq(c_eta_w, c_eta))
    return Classifies({phase: And(same, *conditions)}, {phase: meaning[phase]}, complete=False, on=on)


@claim(XU, "Corollary 1", uses=["xu2024/15"])
def a_stable_learning_rate_exists():
    """c_eta = min{-c_gamma, -2 c_gamma - c_d - max{c_u, c_w}} makes t_c of order one, and no other c_eta does."""
    value = Min(-c_gamma, -2 * c_gamma - c_d - Max(c_u, c_w))
    same = And(Eq(c_eta_u, c_eta), Eq(c_eta_w, c_eta))
    return Classifies({"stable": Eq(c_eta, value), "frozen": c_eta < value, "unstable": c_eta > value},
                      {"stable": stable, "frozen": balance < 0, "unstable": balance > 0}, on=wide.but(*same.args, source=EQUAL_RATES))


@claim(XU, "Corollary 2", uses=["xu2024/15", "xu2024/16"])
def every_initialization_can_learn_features():
    """c_gamma = -c_eta with c_eta >= c_d + max{c_u, c_w} leads to the feature learning phase."""
    return chosen((Eq(c_gamma, -c_eta), Ge(c_eta, c_d + Max(c_u, c_w))), "learning")


@claim(XU, "Corollary 2", "only-if", uses=["xu2024/cor-2"], origin="derived")
def all_choices_that_learn_features():
    """With equal rates these are the only choices: feature learning means c_gamma = -c_eta and c_eta >= c_d + max{c_u, c_w}."""
    return Classifies({"choice": And(Eq(c_eta_u, c_eta), Eq(c_eta_w, c_eta), meaning["learning"])},
                      {"choice": And(Eq(c_gamma, -c_eta), Ge(c_eta, c_d + Max(c_u, c_w)))}, complete=False, on=wide)


@claim(XU, "Corollary 3", uses=["xu2024/15", "xu2024/16"])
def every_initialization_can_be_kernel():
    """c_gamma = -(c_d + max{c_u, c_w} + c_eta)/2 with c_eta < c_d + max{c_u, c_w} leads to the kernel phase, P/Q tending to 1.

    At infinite width P/Q does; at fixed width it is a condition of its own (`sec-4.2:large-initialization`).
    """
    return chosen((Eq(c_gamma, -half * (c_d + Max(c_u, c_w) + c_eta)), c_eta < c_d + Max(c_u, c_w)), "kernel")


@claim(XU, "Corollary 3", "only-if", uses=["xu2024/cor-3"], origin="derived")
def all_choices_that_are_kernel():
    """With equal rates these are the only choices of the kernel phase."""
    return Classifies({"choice": And(Eq(c_eta_u, c_eta), Eq(c_eta_w, c_eta), meaning["kernel"])},
                      {"choice": And(Eq(c_gamma, -half * (c_d + Max(c_u, c_w) + c_eta)), c_eta < c_d + Max(c_u, c_w))},
                      complete=False, on=wide)


@claim(XU, "Table 1", "choices", uses=["xu2024/cor-1", "xu2024/cor-2", "xu2024/cor-3"])
def blocks_follow_from_the_corollaries():
    """The stable rates are Corollary 1's, the + block is one of Corollary 2's choices, the - block of Corollary 3's."""
    widest = c_d + Max(c_u, c_w)
    rate = c_eta_u
    return every(
        stable=Classifies({"corollary 1": tuple(blocks["stable"])},
                          {"corollary 1": Eq(rate, Min(-c_gamma, -2 * c_gamma - widest))}, complete=False, on=exponents),
        plus=Classifies({"corollary 2": tuple(blocks["plus"])},
                        {"corollary 2": And(Eq(c_gamma, -rate), Ge(rate, widest))}, complete=False, on=exponents),
        minus=Classifies({"corollary 3": tuple(blocks["minus"])},
                         {"corollary 3": And(Eq(2 * c_gamma, -widest - rate), rate < widest)}, complete=False, on=exponents))


@claim(XU, "Section 4.1", "kernel-condition", uses=["xu2024/sec-4:conclusion"])
def kernel_condition_at_infinite_width():
    """At infinite width the kernel phase is 0 = c_gamma + c_d + max{c_eta_w + c_u, c_eta_u + c_w} > c_eta_u + c_eta_w."""
    def statement(factor, other):
        stated = And(Eq(factor * c_gamma + c_d + Max(c_eta_w + c_u, c_eta_u + c_w), 0), other * c_gamma + c_eta_u + c_eta_w < 0)
        return Classifies({"kernel": stated, "learning": Not(stated)}, {name: meaning[name] for name in ("kernel", "learning")},
                          on=exponents.but(stable, source=VALID_LIMIT).but(Eq(c_d, 1), source=INFINITE_WIDTH))

    return Printed(statement(1, 0), erratum=Erratum(
        "wrong", "As in Section 4, the factor 2 before c_gamma, and the term 2 c_gamma on the right, are missing.", statement(2, 2)))


fixed = (exponents.but(Eq(c_d, 0), source=FIXED_WIDTH).but(Eq(c_eta_u, 0), Eq(c_eta_w, 0), source=FIXED_RATES)
         .but(Eq(c_u, Max(0, c_w)), Eq(c_gamma, Min(-half * c_w, 0)), source=CHOICE))
"""Section 4.2's choice: fixed width and rates, c_u = max{0, c_w}, c_gamma = min{-c_w/2, 0}."""


@claim(XU, "Section 4.2", "initial-output", uses=["xu2024/18"])
def initial_output_of_the_choice():
    """c_u = max{0, c_w} and c_gamma = min{-c_w/2, 0} ensure that the initial output is O(1): it does not grow with kappa.

    At fixed width gamma u.Wx, and gamma sigma_u sigma_w, has the order kappa^(c_gamma + c_u/2 + c_w/2) for layers drawn independently.
    """
    power = c_gamma + c_u / 2 + c_w / 2
    product = kappa**Min(-half * c_w, 0) * sqrt(kappa**Max(0, c_w)) * sqrt(kappa**c_w)
    return Printed(
        Holds(Le(power, 0), on=fixed),
        erratum=Erratum(
            "wrong", "gamma sigma_u sigma_w = kappa^(c_w/2), which grows for c_w > 0, the kernel phase; only for c_w <= 0 is it O(1). "
            "What the choice makes of order one is the kernel (`sec-4.2:valid`).",
            every(order=Scales(product, kappa, c_w / 2, on=Domain(kappa > 0, over=[c_w])),
                  bounded=Classifies({"bounded": c_w <= 0, "grows": c_w > 0}, {"bounded": power <= 0, "grows": power > 0}, on=fixed))))


@claim(XU, "Section 4.2", "valid", uses=["xu2024/15"])
def choice_is_valid():
    """With these choices, fixed width and fixed rates, Eq. (15) holds for every c_w."""
    return Classifies({"valid": S.true}, {"valid": stable}, complete=False, on=fixed)


@claim(XU, "Section 4.2", "exponents", uses=["xu2024/16"])
def exponents_of_the_choice():
    """Of the exponents' conditions alone, Eq. (16) holds if and only if c_w > 0."""
    return Classifies({"kernel": c_w > 0, "learning": Le(c_w, 0)}, {name: meaning[name] for name in ("kernel", "learning")}, on=fixed)


kernel_change = (plus_root * P + Q / plus_root) / (P + Q)
"""The kernel at the end over the kernel at the start."""

vanishing = constants & Domain(P > 0, over=[y], source=P_NOT_ZERO) & Domain(Q > 0, source=RANDOM_START)


@claim(XU, "Section 4.2", "kernel-iff", uses=["xu2024/sec-4.2:exponents", "xu2024/sec-4:balanced", "xu2024/thm-2"])
def kernel_phase_of_the_choice():
    """With these choices the network is in the kernel phase if and only if c_w > 0, by Theorem 2.

    For c_w > 0 then c_u = c_w, and Theorem 2 also asks for P/Q to tend to 1; held against its meaning, that the kernel at the end is what
    it was, in the limit of a vanishing first term.
    """
    labels = Classifies({"kernel": c_w > 0, "learning": Le(c_w, 0)}, {name: meaning[name] for name in ("kernel", "learning")}, on=fixed)
    change = 2 * sqrt(P * Q) / (P + Q)
    return Printed(
        every(exponents=labels, kernel=Limit(kernel_change, y, 0, S.One, on=vanishing)),
        erratum=Erratum(
            "incomplete",
            "The exponents are as stated, but at fixed width c_u = c_w with equal rates leaves P/Q at its random start (`sec-4:balanced`), "
            "and the kernel shrinks to 2 sqrt(PQ)/(P + Q) of what it was. It needs a vanishing initial output, or a large width.",
            every(exponents=labels, kernel=Limit(kernel_change, y, 0, change, on=vanishing),
                  equal=Equal(change.subs(Q, P), S.One, on=Domain(P > 0))), under=(Eq(Q, P),)))


@claim(XU, "Section 4.2", "large-initialization", uses=["xu2024/sec-4:balanced", "xu2024/thm-2"])
def large_initialization_at_fixed_width():
    """With c_u = c_w = c > 0 and gamma = 1, c_eta = -c leads to the kernel phase by Corollary 3, at fixed width.

    In the limit the target's term vanishes beside those of P and Q, here as y goes to 0, and P/Q
    keeps its value at the start. Held against it: the kernel's change from start to end.
    """
    change = 2 * sqrt(P * Q) / (P + Q)
    return Printed(
        Limit(kernel_change, y, 0, S.One, on=vanishing),
        erratum=Erratum(
            "incomplete",
            "Corollary 3 needs P/Q to tend to 1, which Theorem 2 names as a condition. Here the layers are balanced (c_u = c_w, equal "
            "rates) and the width is fixed, so P/Q keeps its random value, and the kernel shrinks to 2 sqrt(PQ)/(P + Q) of what it was: by "
            "Theorem 2 this is the feature learning phase, by disalignment. A vanishing initial output, or a large width, makes it kernel.",
            every(
                change=Limit(kernel_change, y, 0, change, on=vanishing),
                equal=Equal(change.subs(Q, P), S.One, on=Domain(P > 0)),
                exponents=Classifies({"valid": And(Eq(c_u, c_w), Eq(c_gamma, 0), Eq(c_eta_u, -c_w), Eq(c_eta_w, -c_w), c_w > 0)},
                                     {"valid": And(stable, first < second)}, complete=False, on=exponents.but(Eq(c_d, 0)))),
                        under=(Eq(Q, P),)))


@claim(XU, "Section 4.2", "large-learning", uses=["xu2024/cor-2"])
def large_initialization_that_learns():
    """With c_u = c_w = c > 0 at fixed width, c_eta = c and c_gamma = -c lead to feature learning."""
    chosen_exponents = And(Eq(c_u, c_w), Eq(c_eta_u, c_w), Eq(c_eta_w, c_w), Eq(c_gamma, -c_w), c_w > 0)
    return Classifies({"learning": chosen_exponents}, {"learning": meaning["learning"]}, complete=False,
                      on=exponents.but(Eq(c_d, 0), source=FIXED_WIDTH))


@claim(XU, "Section 4.2", "cancels", uses=["xu2024/18", "xu2024/sec-4.2:large-learning"])
def scale_cancels_the_initialization():
    """With c_u = c_w = c, c_eta = c and c_gamma = -c the normalization cancels out the scaling of the initialization.

    Weights s = kappa^(c/2) times as large, gamma divided by s^2 and the rates times s^2: the output, and the motion of both layers in
    units of s, are what they were.
    """
    s = real("s")
    on = parameters.but(s > 0, source=SCALING)
    small = {gamma: gamma / s**2, eta_u: s**2 * eta_u, eta_w: s**2 * eta_w}
    scaled = (gamma / s**2) * Dot(s * u, (s * W) * x)
    return every(
        output=Equal(scaled, output, on=on),
        u=Equal(-2 * small[eta_u] * small[gamma] * (scaled - y) * (s * W) * x / s, -2 * eta_u * gamma * (output - y) * W * x, on=on),
        W=Equal(-2 * small[eta_w] * small[gamma] * (scaled - y) * ((s * u) * x.T) / s,
                -2 * eta_w * gamma * (output - y) * (u * x.T), on=on))


@claim(XU, "Section 4.2", "lazy", uses=["xu2024/cor-3", "xu2024/sec-4:zero-output"])
def lazy_training_at_fixed_width():
    """c_u = c_w = c_d = 0 with c_gamma = 1 and c_eta = -2 is a choice of Corollary 3; P = Q comes from a zero initial output."""
    point = {c_d: 0, c_gamma: 1, c_u: 0, c_w: 0, c_eta_u: -2, c_eta_w: -2}
    return Classifies({"kernel": (point,)}, {"kernel": And(meaning["kernel"], Eq(2 * c_gamma, -c_d - Max(c_u, c_w) - c_eta_u))},
                      complete=False, on=exponents)
