"""Appendix B: the parameter choices of the experiments, as far as they concern Section 4's exponents or the start of the model."""

from sympy import And, Eq, Max, Min, Rational, S, sqrt

from theoremtest.derivations.language import (
    Classifies,
    Domain,
    Dot,
    Equal,
    Erratum,
    Expectation,
    Printed,
    claim,
    every,
    real,
    stated,
    vector,
)

from .notation import XU, d, u
from .phase_notation import c_d, c_eta_u, c_eta_w, c_gamma, c_u, c_w, exponents, meaning, stable

noise = vector("g", d)


@claim(XU, "Appendix B.1", uses=["xu2024/sec-3.2:orthogonal-initialization"])
def start_of_the_aligned_experiment():
    """The start u ~ N(0, 10 I), w ~ u + N(0, 0.1 I) is called orthogonal, zeta = 1.

    The means of u.w, |u|^2 and |w|^2 are 10d, 10d and 10.1d; Section 3.2 says of the orthogonal initialization that zeta is 1.
    """
    w, on = u + noise, Domain(over=[u, noise])
    of_u, of_noise = real(r"\sigma_u^2"), real(r"\sigma_g^2")
    drawn = {u: S(10), noise: Rational(1, 10)}
    start = Domain(Eq(of_u, 10), Eq(of_noise, Rational(1, 10)), over=[d])
    cosine = d * of_u / sqrt(d * of_u * d * (of_u + of_noise))
    moments = every(
        product=Expectation(Dot(u, w), drawn, 10 * d, on=on),
        u=Expectation(Dot(u, u), drawn, 10 * d, on=on),
        w=Expectation(Dot(w, w), drawn, Rational(101, 10) * d, on=on))
    return Printed(
        every(orthogonal=Equal(cosine, S.One, on=start), **moments.members), conditions=[stated(*start.conditions)],
        erratum=Erratum("wrong", "Its cosine is 10/sqrt(101) = 0.995: this is the nearly orthogonal start of the figure. The "
                        "orthogonal one has w = u.", every(near=Equal(cosine, 10 / sqrt(101), on=start), **moments.members)))


width = real("d")
choices = {
    "NTK": (1 / sqrt(width), S(1) / 20, "kernel"), "mean-field": (10 / width, width / 2000, "learning"),
    "Kaiming-": (S.One, width / 2000, "kernel"), "Kaiming+": (100 / width, width / 2000, "learning"),
    "Xavier+": (S.One, S(1) / 20, "learning"), "Xavier-": (width / 100, 500 / width**2, "kernel"),
}
"""gamma and eta of Appendix B.3, 0.05 d/100 being d/2000 and 0.05 (100/d)^2 being 500/d^2, and the phase that each is for."""

falling_rate = 5 / width
"""0.05 (100/d), the rate that Kaiming- needs."""

initial = {"NTK": (0, 0), "mean-field": (0, 0), "Kaiming-": (0, -1), "Kaiming+": (0, -1), "Xavier+": (-1, -1), "Xavier-": (-1, -1)}


def power_of(expression):
    """The exponent of a monomial in the width."""
    return (expression.diff(width) * width / expression).simplify()


def point(name, rate=None) -> dict:
    gamma, eta, _ = choices[name]
    own = power_of(eta if rate is None else rate)
    of_u, of_w = initial[name]
    return {c_d: 1, c_gamma: power_of(gamma), c_u: of_u, c_w: of_w, c_eta_u: own, c_eta_w: own}


@claim(XU, "Appendix B.3", uses=["xu2024/table-1"])
def learning_rates_of_the_experiment():
    """All six choices of gamma and eta lead to the phase that they are for: Kaiming- with gamma = 1 and eta = 0.05 d/100 to kernel."""
    def statement(rate):
        table = {phase: tuple(point(name, rate if name == "Kaiming-" else None) for name in choices if choices[name][2] == phase)
                 for phase in ("kernel", "learning")}
        return Classifies(table, {phase: meaning[phase] for phase in table}, complete=False, on=exponents)

    return Printed(statement(choices["Kaiming-"][1]), erratum=Erratum(
        "wrong", "Table 1 has c_eta^- = -1 for Kaiming, so the rate falls with the width, 0.05 (100/d); the printed one grows, "
        "and training would be unstable at large width. The other five are right.", statement(falling_rate)))


@claim(XU, "Appendix B.3", "same-at-100", uses=["xu2024/app-B.3"])
def models_agree_at_width_100():
    """At d = 100 the two models of each pair have the same gamma and eta.

    The printed eta of Kaiming- is that of Kaiming+ at every width, so both are held to the 0.05 that they are at d = 100; the corrected
    one of `app-B.3` agrees there too.
    """
    parts, chosen, at = {}, choices, Domain(Eq(width, 100))
    for one, other, numbers in (("NTK", "mean-field", ("gamma", "eta")), ("Kaiming+", "Kaiming-", ("gamma",)),
                                ("Xavier+", "Xavier-", ("gamma", "eta"))):
        for index, name in enumerate(numbers):
            parts[f"{one.strip('+')}_{name}"] = Equal(chosen[one][index], chosen[other][index], on=at)
    for part, name in (("Kaiming_eta", "Kaiming+"), ("Kaiming_other_eta", "Kaiming-")):
        parts[part] = Equal(chosen[name][1], Rational(1, 20), on=at)
    return Printed(every(**parts, corrected=Equal(choices["Kaiming+"][1], falling_rate, on=at)), conditions=[stated(Eq(width, 100))])


@claim(XU, "Appendix B.4", uses=["xu2024/sec-4.2:valid"])
def scales_of_the_last_experiment():
    """gamma = kappa^(-min{0, -c/2}), sigma_u^2 = kappa^c and sigma_w^2 = kappa^max{c, 0} at fixed rates and width satisfy Eq. (15)."""
    c = real("c")

    def statement(power):
        stated = And(Eq(c_d, 0), Eq(c_eta_u, 0), Eq(c_eta_w, 0), Eq(c_u, c), Eq(c_w, Max(c, 0)), Eq(c_gamma, power))
        return Classifies({"valid": stated}, {"valid": stable}, complete=False, on=exponents.but(over=[c]))

    return Printed(statement(-Min(0, -c / 2)), erratum=Erratum(
        "wrong", "The sign in the exponent of gamma is turned: for c > 0 gamma has to fall, as Section 4.2 chooses it, "
        "gamma = kappa^min{0, -c/2}.", statement(Min(0, -c / 2))))


@claim(XU, "Appendix B.4", "same-choice", uses=["xu2024/app-B.4"])
def choice_of_the_last_experiment():
    """The scales of the appendix are those of Section 4.2, c_u = max{0, c_w}, c_gamma = min{-c_w/2, 0}, with one exponent left free."""
    def statement(c_one, c_other):
        stated = And(Eq(c_d, 0), Eq(c_eta_u, 0), Eq(c_eta_w, 0), Eq(c_other, Max(c_one, 0)), Eq(c_gamma, Min(0, -c_one / 2)))
        chosen = And(Eq(c_u, Max(0, c_w)), Eq(c_gamma, Min(-c_w / 2, 0)))
        return Classifies({"choice": stated}, {"choice": chosen}, complete=False, on=exponents)

    return Printed(statement(c_u, c_w), erratum=Erratum(
        "wrong", "u and w are exchanged: the appendix frees sigma_u^2 and ties sigma_w^2, the section ties c_u and frees c_w. At one "
        "learning rate the phases are the same. (The sign in gamma's exponent (`app-B.4`) is put right here.)", statement(c_w, c_u),
        convention="the names of the two layers are exchanged"))
