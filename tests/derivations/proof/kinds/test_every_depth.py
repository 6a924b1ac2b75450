"""Networks of any depth, a letter: rates and conserved quantities of layers that are alike, whatever their number."""

import pytest
from sympy import Symbol

from theoremtest.derivations.language import Conserved, Domain, Evolves, Flow, Outcome, reals
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

u, v, w, y = reals("u", "v", "w", "y")
L = Symbol("L", integer=True, positive=True)
ALIKE = Flow({w: w ** (L - 1) * (y - w**L)}, name="gradient flow of (y - w^L)^2/2, a layer's share")
FIRST = Flow({u: v * u ** (L - 2) * (y - v * u ** (L - 1)), v: u ** (L - 1) * (y - v * u ** (L - 1))}, name="L - 1 layers alike, and one")


@pytest.mark.drawn(8)
@pytest.mark.parametrize(("power", "outcome"), [(2 - 2 / L, Outcome.PROVED), (1 - 2 / L, Outcome.REFUTED)])
def test_the_product_of_any_number_of_layers_has_a_rate(power, outcome):
    statement = Evolves(w**L, L * (w**L) ** power * (y - w**L), along=ALIKE, on=Domain(w > 0, over=[y, L]))
    with offering(()):
        assert decide_here(statement).outcome is outcome


@pytest.mark.parametrize(("quantity", "outcome"), [(u**2 - v**2, Outcome.PROVED), ((L - 1) * u**2 - v**2, Outcome.REFUTED)])
def test_layers_of_any_number_keep_the_distance_of_their_squares(quantity, outcome):
    with offering(()):
        assert decide_here(Conserved(quantity, along=FIRST, on=Domain(u > 0, over=[v, y, L]))).outcome is outcome
