"""The phase of a scaling limit as a decision: from the exponents of all hyperparameters to frozen, unstable, kernel or learning.

Everything is a power of kappa: d ~ kappa^c_d, gamma ~ kappa^c_gamma, sigma_u^2 ~ kappa^c_u, sigma_w^2 ~ kappa^c_w,
eta_u ~ kappa^c_eta_u, eta_w ~ kappa^c_eta_w (Section 4). Exponents are rational, so nothing is rounded.
"""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational as Number

from sympy import And, Eq, Gt, Lt, Max, S

from theoremtest.derivations.language import Domain, reals

PHASES = ("frozen", "unstable", "kernel", "learning")
"""Table 1's words: t_c diverges, t_c vanishes, and of t_c of order one those of Definition 1."""

c_d, c_gamma, c_u, c_w = reals("c_d", r"c_\gamma", "c_u", "c_w")
c_eta_u, c_eta_w, c_eta = reals(r"c_{\eta_u}", r"c_{\eta_w}", r"c_\eta")

exponents = Domain(over=[c_d, c_gamma, c_u, c_w, c_eta_u, c_eta_w])
"""All choices of exponents."""

first = 2 * c_gamma + c_eta_u + c_eta_w
second = 2 * c_gamma + c_d + Max(c_eta_w + c_u, c_eta_u + c_w)
"""The two terms of Eq. (15)."""

balance = Max(first, second)
stable = Eq(balance, 0)
"""Eq. (15)."""

meaning = {
    "frozen": Lt(balance, 0),
    "unstable": Gt(balance, 0),
    "kernel": And(stable, first < second),
    "learning": And(stable, second <= first),
}
"""What each phase is in exponents, where P/Q tends to 1. Without that nothing is kernel (Theorem 2)."""


def phase(*, c_d, c_gamma, c_u, c_w, c_eta_u, c_eta_w, equal_modes: bool = True) -> str:
    """The phase of a scaling limit, one of PHASES (Xu and Ziyin 2024, Eqs. (14)-(16) and Definition 1).

    Exponents are integers, fractions.Fraction or SymPy rationals; TypeError names any other. equal_modes: whether P/Q tends to 1 almost
    surely, as it does at infinite width from independent layers, for a vanishing initial output, and for c_u + c_eta_w != c_w + c_eta_u.
    """
    given = {"c_d": c_d, "c_gamma": c_gamma, "c_u": c_u, "c_w": c_w, "c_eta_u": c_eta_u, "c_eta_w": c_eta_w}
    exact = {name: _exact(name, number) for name, number in given.items()}
    target = 2 * exact["c_gamma"] + exact["c_eta_u"] + exact["c_eta_w"]
    start = 2 * exact["c_gamma"] + exact["c_d"] + max(exact["c_eta_w"] + exact["c_u"], exact["c_eta_u"] + exact["c_w"])
    if max(target, start) != 0:
        return "frozen" if max(target, start) < 0 else "unstable"
    return "kernel" if target < start and equal_modes else "learning"


def _exact(name: str, number) -> Fraction:
    if isinstance(number, bool) or not (isinstance(number, Number) or getattr(number, "is_Rational", False)):
        raise TypeError(f"{name} is {number!r}; an exponent is an integer, a Fraction or a SymPy rational")
    return Fraction(int(number.p), int(number.q)) if hasattr(number, "p") else Fraction(number)


def at_equal_rates(expression):
    """A condition or an exponent with both learning rates' exponents equal."""
    return S(expression).subs({c_eta_u: c_eta, c_eta_w: c_eta})
