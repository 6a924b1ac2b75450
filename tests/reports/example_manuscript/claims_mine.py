"""The theorems of the manuscript in this folder: a two-layer scalar network a w under gradient flow of (a w - c)^2 / 2."""

from sympy import exp

from theoremtest.derivations.language import TIME as t
from theoremtest.derivations.language import Conserved, Domain, Evolves, Flow, Paper, Solves, System, claim, real, reals

MINE = Paper(key="mine2026", authors="A. Theorist", title="Two layers and one number", year=2026)
a, w, c = reals("a", "w", "c")
beta, beta0 = real(r"\beta"), real(r"\beta_0")

flow = Flow({a: w * (c - a * w), w: a * (c - a * w)}, name="gradient flow of (a w - c)^2 / 2")
anywhere = Domain(over=[a, w, c])


@claim(MINE, "Eq. (1)")
def balance():
    """The layers' squares stay the same distance apart."""
    return Conserved(a**2 - w**2, along=flow, on=anywhere)


@claim(MINE, "Eq. (2)", uses=["mine2026/1"])
def product():
    """What the network computes follows an equation with the layers' size in front."""
    return Evolves(a * w, (a**2 + w**2) * (c - a * w), along=flow, symbol=beta, on=anywhere)


@claim(MINE, "Eq. (3)", uses=["mine2026/2"])
def balanced_solution():
    """From balanced layers of one sign the product follows a logistic curve up to c."""
    on = Domain(c > 0, beta0 > 0, t >= 0)
    path = c * beta0 / (beta0 + (c - beta0) * exp(-2 * c * t))
    return Solves(System({beta: 2 * beta * (c - beta)}, {beta: beta0}), {beta: path}, on=on)
