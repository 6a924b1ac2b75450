"""The dictionary between the papers: what layers, target and balance of Dominé et al. (2025) are in the letters of the others.

Each paper's symbols come from its own notation. tau, the time constant, is free in every translation. The layers of the balanced network
are a paper's own, each times the root of tau times the learning rate of the *other* layer, which turns two learning rates into one. In
scalars s is the product of the layers, q half the sum of their squares and lambda the square of the second layer less that of the first;
where many neurons stand in for one, lambda^2/4 is q^2 - s^2.
"""

from typing import NamedTuple

from sympy import Expr, Identity, Integer, MatrixSymbol, sqrt
from sympy.matrices.expressions.matexpr import MatrixExpr

from theoremtest.derivations.domine2025.mode_notation import s_start, s_task
from theoremtest.derivations.domine2025.notation import W1, W2, N_h, N_i, N_o, Sigma, lam, network, tau
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.language import Domain, Dot, Paper
from theoremtest.derivations.nam2024 import layerwise_notation as diagonal
from theoremtest.derivations.nam2024 import toy_notation as toy
from theoremtest.derivations.xu2024 import notation as latent

THEORY = Paper(
    key="one_theory", authors="The theoremtest developers", year=2026,
    title="One theory for four papers: single neuron, latent variable, diagonal and scalar network as "
          "lambda-balanced networks", identifier="derived in this library")

one = Identity(1)


def translated(expression: MatrixExpr, sizes: tuple, layers: dict) -> MatrixExpr:
    """A matrix expression of Dominé et al. with these sizes for N_i, N_h and N_o, and `layers` for its letters."""
    fit = dict(zip((N_i, N_h, N_o), sizes, strict=True))
    return expression.xreplace(fit).xreplace({old.xreplace(fit): new for old, new in layers.items()}).doit()


def ours(domain: Domain, *conditions: Expr, over: tuple = (), where: dict | None = None) -> Domain:
    """A paper's domain, and more conditions, without the places where the paper lays its own down: they are no places of this text."""
    made = domain & Domain(*conditions, over=over)
    return Domain(*made.conditions, over=made.symbols, where={**made.where, **(where or {})}, chart=made.chart)


# --- matrices --------------------------------------------------------------------------------------------------------------------------

neuron_sizes = kunin.d, Integer(1), Integer(1)
of_neuron = {
    W1: sqrt(tau * kunin.eta_a) * kunin.w.T,
    W2: sqrt(tau * kunin.eta_w) * kunin.a * one,
    Sigma: tau * sqrt(kunin.eta_a * kunin.eta_w) * kunin.beta_star.T,
}
"""Kunin et al.: f = a w.x under whitened inputs; W_1 is 1 x d."""


class Columns(NamedTuple):
    """A network with one input and one output: W_1 is the column `first`, W_2 the row `second`^T, Sigma the number `target`."""

    first: MatrixExpr
    second: MatrixExpr
    target: Expr

    @property
    def off(self) -> Expr:
        """Sigma - W_2 W_1, a number."""
        return self.target - Dot(self.second, self.first)

    @property
    def level(self) -> Expr:
        """q^2 - s^2."""
        return ((Dot(self.first, self.first) + Dot(self.second, self.second)) / 2)**2 - Dot(self.second, self.first)**2

    def translate(self, expression: MatrixExpr, width: Expr) -> MatrixExpr:
        """A matrix expression of Dominé et al. for this network of that width; Sigma - W_2 W_1 is written as the number that it is."""
        gap = MatrixSymbol("gap", N_o, N_i)
        return translated(expression.xreplace({Sigma - network: gap}), (Integer(1), width, Integer(1)),
                          {W1: self.first, W2: self.second.T, gap: self.off * one})


of_latent = Columns(
    sqrt(2 * tau * latent.eta_u) * latent.gamma * latent.W * latent.x,
    sqrt(2 * tau * latent.eta_w) * latent.gamma * latent.rho_of_x * latent.u,
    2 * tau * sqrt(latent.eta_u * latent.eta_w) * latent.gamma * latent.rho_of_x * latent.y)
"""Xu and Ziyin: f = gamma u^T W x at one point. The 2 is that of their loss, which is not halved."""

moment = Dot(toy.x, toy.x)
of_toy = Columns(sqrt(tau * moment) / toy.Z * toy.a, sqrt(tau * moment) / toy.Z * toy.b, tau * moment * toy.S / toy.Z)
"""Nam, Chapter 6: f = x a.b/Z, with E[x^2] = x.x."""

# --- one mode --------------------------------------------------------------------------------------------------------------------------

of_diagonal = {"a": sqrt(tau * diagonal.v) * diagonal.a, "b": sqrt(tau * diagonal.v) * diagonal.b,
               "target": tau * diagonal.v * diagonal.S_i}
"""Nam, Chapter 3: one mode of a diagonal network; its first layer a_i is the balanced network's first layer."""

neuron_scale = tau * sqrt(kunin.eta_a * kunin.eta_w)
"""s over mu phi, the part of a w along beta_*."""
latent_scale = 2 * tau * latent.grip
"""s over P - Q, and q over P + Q."""
toy_scale = tau / toy.Z
"""s over theta, and q over Delta theta, for E[x^2] = 1."""


def words(start: Expr, target: Expr, balance: Expr) -> dict:
    """The one-mode formulas' letters: s(0), s~ and lambda in another paper's words."""
    return {s_start: start, s_task: target, lam: balance}
