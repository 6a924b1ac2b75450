"""Section 6.2.2: the lazy regime by a small target."""

from sympy import Rational, S, Symbol, exp

from theoremtest.derivations.language import (
    Domain,
    Erratum,
    Expectation,
    Limit,
    Meaning,
    Multinomial,
    Printed,
    Solves,
    System,
    claim,
    every,
    reals,
)

from .notation import NAM
from .toy_notation import S0, Sigma, Z, balanced, gamma, gamma_end, later, moved, t
from .toy_notation import S as scale

EVEN = Meaning("2 q modes, with signs of equal probability", "Section 6.2")
WITHOUT_Z = {S0: S.Zero, Z: S.One}
"""theta(0) = 0 and Z = 1."""
theta, g = reals(r"\theta", r"\gamma")
output = moved(gamma(2))[0].subs(WITHOUT_Z)
unit = balanced.but(where={Z: S.One})


@claim(NAM, "Section 6.2.2", "even",
       reading="`theta(0) = 0 (or p even)`: that with p = 2 q modes theta(0) = 2 N_+ - 2 q is zero, where N_+ of them are aligned")
def even_numbers_of_modes():
    """With an even number of modes the start is the zero function."""
    aligned, q = Symbol("N_+", integer=True, nonnegative=True), Symbol("q", integer=True)

    def mean(value):
        return Expectation((2 * aligned - 2 * q)**2, {aligned: Multinomial(2 * q, Rational(1, 2))}, value,
                           on=Domain(q >= 1, over=[aligned], source=EVEN))
    return Printed(mean(S.Zero), erratum=Erratum(
        "incomplete", "With an even p theta(0) can be zero, but need not be: its variance is p, and of two modes both are aligned with "
                 "probability 1/4. As many aligned modes as others must be asked for.", mean(2 * q)))


@claim(NAM, "Section 6.2.2", "constant", uses=["nam2024/6.4", "nam2024/6.14"],
       reading="Delta theta never leaves the interval from Sigma_0 to its end, at which gamma is gamma_+; their quotient tends to one")
def gap_is_constant():
    """As S goes to zero Delta theta stays what it was."""
    end = moved(gamma_end())[1].subs(WITHOUT_Z)
    return Limit(end / Sigma, scale, 0, S.One, on=unit)


@claim(NAM, "Section 6.2.2", "linear", uses=["nam2024/6.3", "nam2024/thm-1", "nam2024/sec-6.2.2:constant"],
       reading="Eq. (3.7) is theta' = -r (theta - S) with r = 2 Delta theta(0), solved by theta/S = 1 - e^{-rt}; theta/S of Theorem 1 "
               "tends to it at every time")
def dynamics_become_linear():
    """As S goes to zero the output follows a linear model."""
    rate = 2 * Sigma
    return every(
        model=Solves(System({theta: -rate * (theta - scale)}, {theta: S.Zero}), {theta: scale * (1 - exp(-rate * t))}, on=unit & later),
        network=Limit(output / scale, scale, 0, 1 - exp(-rate * t), on=unit & later))


@claim(NAM, "Section 6.2.2", "unmoved", uses=["nam2024/6.8", "nam2024/6.9", "nam2024/6.14"],
       reading="a_j(infinity)^2/a_j(0)^2 of aligned modes is gamma_+, that of the others 1/gamma_+")
def modes_do_not_move():
    """As S goes to zero neither aligned nor anti-aligned modes evolve."""
    end = gamma_end().subs(WITHOUT_Z)
    return every(aligned=Limit(end, scale, 0, S.One, on=unit), opposed=Limit(1 / end, scale, 0, S.One, on=unit))


@claim(NAM, "Section 6.2.2", "before-feedback", uses=["nam2024/sec-6.2.2:unmoved"],
       reading="`the parameter updates remain infinitesimal`: the updates' share sqrt(gamma_+) - 1 of an aligned mode, over S, tends to "
               "1/(2 Sigma_0)",
       leaves_out="that the dynamics conclude before the feedback sets in, which sec-6.2.2:linear says in another way")
def updates_are_infinitesimal():
    """Updates are of the order of the target."""
    share = (gamma_end().subs(WITHOUT_Z)**Rational(1, 2) - 1) / scale
    return Limit(share, scale, 0, 1 / (2 * Sigma), on=unit)
