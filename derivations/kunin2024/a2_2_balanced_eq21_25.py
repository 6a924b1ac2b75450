"""A.2.2: the balanced case delta = 0, where phi follows a Riccati equation by itself and drives a Bernoulli equation for mu,
Eqs. (21)-(25)."""

from sympy import Abs, Eq, Ge, Le, Ne, S, atanh, cosh, exp, oo, sign, sinh, sqrt, tanh

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Limit,
    Norm,
    Printed,
    Solves,
    Step,
    System,
    claim,
    every,
    stated,
)

from .conventions_notation import ANGLE, BALANCE, COSINE, SCALAR_PRODUCT, UPPER_SHEET
from .notation import KUNIN, W, a, balanced_at, c_mu, c_phi, cosine, eta_a, mu, mu0, omega, phi, phi0, s, setting, t, w

eta = eta_a
cone = Flow({a: eta * (omega - a * (a**2 / eta**2)), omega: (a * s**2 - a**2 * omega) / eta},
            name="the motion of (a, w.beta_*) on the cone |w|^2 = a^2/eta_a^2, with eta_w = 1/eta_a")
on_cone = setting(s > 0, eta > 0) & Domain(Ne(a, 0), source=ANGLE) & Domain(
    Le(omega**2 * eta**2, a**2 * s**2), source=SCALAR_PRODUCT).but(where={mu: a * Abs(a) / eta, phi: omega * eta / (Abs(a) * s)})
"""delta = 0 with eta_a eta_w = 1: |w| = |a|/eta_a, so mu = a|a|/eta_a; a = 0 is the saddle at the apex."""

angle = c_phi + s * t
cosine_start = setting(s > 0) & Domain(phi0 >= -1, phi0 <= 1, source=COSINE) & setting(Ge(t, 0)).but(where={c_phi: atanh(phi0)})
riccati_start = setting(s > 0, phi0 > -1, phi0 < 1, Ge(t, 0), where={c_phi: atanh(phi0)})
upper_start = Domain(mu0 > 0, source=UPPER_SHEET)
bernoulli_start = setting(s > 0) & upper_start & setting(Ge(t, 0), over=[c_phi])
driven = {mu: 2 * s * tanh(angle) * mu - 2 * mu**2}


@claim(KUNIN, "Eq. (21)", uses=["kunin2024/19"])
def balanced_motion_of_mu():
    """On the double cone mu follows a Bernoulli equation driven by phi |beta_*|."""
    return Printed(
        Evolves(mu, sign(mu) * 2 * mu * (phi * s - mu), along=cone, on=on_cone),
        derivation=(Step(Equal(sqrt(4 * mu**2) * (phi * s - mu), sign(mu) * 2 * mu * (phi * s - mu),
                               on=setting(s > 0, over=[mu, phi])), "Eq. (19) at delta = 0, where the root is 2|mu|"),))


@claim(KUNIN, "Eq. (22)", uses=["kunin2024/20"])
def balanced_motion_of_phi():
    """On the double cone phi follows a Riccati equation by itself."""
    return Printed(
        Evolves(phi, sign(mu) * s * (1 - phi**2), along=cone, on=on_cone),
        derivation=(Step(Equal(2 * mu * s / sqrt(4 * mu**2) * (1 - phi**2), sign(mu) * s * (1 - phi**2),
                               on=setting(s > 0, Ne(mu, 0), over=[phi])), "Eq. (20) at delta = 0"),))


@claim(KUNIN, "Appendix A.2.2", "sign-of-mu", uses=["kunin2024/13", "kunin2024/14"])
def sign_of_mu():
    """mu has the sign of a, and when balanced neither can change it.

    The logarithm of |a| falls no faster than at the rate |beta_*| + a^2 (unit learning rates, |w| = |a|), so a reaches zero in
    no finite time.
    """
    return every(
        same_sign=Equal(sign(a * sqrt(W)), sign(a), on=Domain(Eq(W, a**2), over=[a], source=BALANCE)),
        kept=Holds(Ge(omega / a - a**2, -s - a**2),
                   on=setting(s > 0) & Domain(a > 0, source=UPPER_SHEET) & Domain(Le(omega**2, a**2 * s**2), source=SCALAR_PRODUCT)))


@claim(KUNIN, "Eq. (23)", uses=["kunin2024/22"])
def balanced_phi():
    """The Riccati equation for phi is separable: with a_0 > 0 the inverse hyperbolic tangent of phi grows at rate |beta_*|."""
    problem = System({phi: s * (1 - phi**2)}, {phi: phi0}, read={phi: cosine}, **balanced_at(S.One, phi0))
    rational = (phi0 * cosh(s * t) + sinh(s * t)) / (cosh(s * t) + phi0 * sinh(s * t))
    return Printed(
        Solves(problem, {phi: tanh(angle)}, on=cosine_start),
        erratum=Erratum(
            "incomplete", "c_phi = atanh(phi_0) has no value at phi_0 = 1 and -1, where phi rests; the formula needs |phi_0| < 1. Written "
            "with the addition theorem it covers both.",
            every(inside=Solves(problem, {phi: tanh(angle)}, on=riccati_start),
                  everywhere=Solves(problem, {phi: rational}, on=setting(s > 0, phi0 > -1, phi0 <= 1, Ge(t, 0)))), no_value=True),
        derivation=(
            Step(Evolves(atanh(phi), s, along=Flow({phi: s * (1 - phi**2)}), on=setting(s > 0, phi > -1, phi < 1)),
                 "separate the variables"),
            Step(Equal(tanh(angle), phi0, on=riccati_start.but(Eq(t, 0))), "value at t = 0"),
        ))


@claim(KUNIN, "Appendix A.2.2", "alignment", uses=["kunin2024/23"], conditions=[stated(phi0 > -1)])
def balanced_alignment():
    """With a_0 > 0 the cosine phi evolves from phi_0 to 1.

    phi_0 > -1 is needed, as the last sentence of A.2.2 says. Eq. (23) is written with the addition theorem, which covers phi_0 = 1.
    """
    path = (phi0 * cosh(s * t) + sinh(s * t)) / (cosh(s * t) + phi0 * sinh(s * t))
    return Limit(path, t, oo, S.One, on=setting(s > 0) & Domain(phi0 > -1) & Domain(phi0 <= 1, source=COSINE) & setting(Ge(t, 0)))


@claim(KUNIN, "Eq. (24)", uses=["kunin2024/21", "kunin2024/23"])
def balanced_bernoulli():
    """Eq. (23) put into Eq. (21), with mu > 0."""
    return Equal(sign(mu) * 2 * mu * (tanh(angle) * s - mu), 2 * s * tanh(angle) * mu - 2 * mu**2,
                 on=setting(s > 0) & Domain(mu > 0, source=UPPER_SHEET) & setting(Ge(t, 0), over=[c_phi]))


@claim(KUNIN, "Eq. (25)", uses=["kunin2024/24"])
def balanced_mu():
    """The Bernoulli equation for mu solved."""
    def solution(length, constant):
        return Solves(
            System(driven, {mu: mu0}, read={mu: a * Norm(w)}, **balanced_at(sqrt(mu0), tanh(c_phi))),
            {mu: 2 * length * cosh(angle)**2 / (2 * angle + sinh(2 * angle) + c_mu)},
            on=bernoulli_start.but(where={c_mu: constant}))

    printed = solution(S.One, 2 * cosh(c_phi)**2 / mu0 - (2 * c_phi + sinh(2 * c_phi)))
    corrected = solution(s, 2 * s * cosh(c_phi)**2 / mu0 - (2 * c_phi + sinh(2 * c_phi)))
    return Printed(
        printed,
        derivation=(
            Step(Evolves(cosh(angle)**2 / mu, 2 * cosh(angle)**2, along=Flow({mu: driven[mu], t: S.One}),
                         on=setting(s > 0, mu > 0, Ge(t, 0), over=[c_phi])),
                 "the Bernoulli equation is linear in 1/mu; cosh^2 is its integrating factor"),
            Step(Evolves((2 * angle + sinh(2 * angle)) / (2 * s), 2 * cosh(angle)**2, along=Flow({t: S.One}),
                         on=setting(s > 0, Ge(t, 0), over=[c_phi])),
                 "integrate the right side: the antiderivative carries 1/|beta_*|"),
            Step(corrected, "solve for mu and fit the constant at t = 0"),
        ),
        erratum=Erratum(
            "wrong",
            "The factor |beta_*| is missing from the numerator and from the first term of c_mu: the antiderivative of "
            "2 cosh^2 u, u = c_phi + |beta_*| t, is (2u + sinh 2u)/(2|beta_*|). It should read mu = 2 |beta_*| cosh^2 u/(2u + sinh 2u + "
            "c_mu) with c_mu = 2 |beta_*| mu_0^-1 cosh^2 c_phi - (2 c_phi + sinh 2 c_phi); "
            "the printed one solves Eq. (24) only where |beta_*| = 1.",
            corrected))


@claim(KUNIN, "Eq. (25)", "unit-target", uses=["kunin2024/24"], origin="derived")
def balanced_mu_for_a_unit_target():
    """Eq. (25) as printed is right where |beta_*| = 1, the length that the paper's figures use."""
    turned = c_phi + t
    return Solves(
        System({mu: 2 * tanh(turned) * mu - 2 * mu**2}, {mu: mu0}, read={mu: a * Norm(w)},
               **balanced_at(sqrt(mu0), tanh(c_phi), S.One)),
        {mu: 2 * cosh(turned)**2 / (2 * turned + sinh(2 * turned) + c_mu)},
        on=setting(mu0 > 0, Ge(t, 0), over=[c_phi],
                  where={c_mu: 2 * cosh(c_phi)**2 / mu0 - (2 * c_phi + sinh(2 * c_phi))}))


@claim(KUNIN, "Appendix A.2.2", "fitting", uses=["kunin2024/25"], origin="derived")
def balanced_fit():
    """mu tends to |beta_*| when phi_0 > -1: the balanced network with a_0 > 0 learns beta_*."""
    constant = 2 * s * cosh(c_phi)**2 / mu0 - (2 * c_phi + sinh(2 * c_phi))
    return Limit(2 * s * cosh(angle)**2 / (2 * angle + sinh(2 * angle) + c_mu), t, oo, s,
                 on=bernoulli_start.but(where={c_mu: constant}))


@claim(KUNIN, "Appendix A.2.2", "saddle", uses=["kunin2024/21", "kunin2024/22"])
def balanced_saddle():
    """If phi_0 = -1 then phi stands still and mu is driven to 0, a saddle."""
    on = setting(s > 0) & upper_start & setting(Ge(t, 0))
    mu_t = s * mu0 * exp(-2 * s * t) / (s + mu0 * (1 - exp(-2 * s * t)))
    return every(
        phi_rests=Solves(System({phi: s * (1 - phi**2)}, {phi: -S.One}, read={phi: cosine}, **balanced_at(S.One, -S.One)),
                         {phi: -S.One}, on=setting(s > 0, Ge(t, 0))),
        mu=Solves(System({mu: 2 * mu * (-s - mu)}, {mu: mu0}, read={mu: a * Norm(w)}, **balanced_at(sqrt(mu0), -S.One)),
                  {mu: mu_t}, on=on),
        driven_to_zero=Limit(mu_t, t, oo, S.Zero, on=on))
