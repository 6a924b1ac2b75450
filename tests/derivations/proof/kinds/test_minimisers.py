"""What refutes a minimiser is a point of its own domain, with real vectors, where the claim itself fails."""

import pytest
from sympy import Identity, S

from theoremtest.derivations.language import Domain, Dot, Minimises, Outcome, dimension, vector
from theoremtest.derivations.proof.decide import decide


@pytest.mark.parametrize("size", [dimension("d"), 3], ids=str)
@pytest.mark.parametrize("slope, preconditioner", [(2, 0), (1, 1)], ids=["slope", "preconditioner"])
def test_a_counterexample_names_the_vectors_and_not_their_lengths(size, slope, preconditioner):
    u, v = vector("u", size), vector("v", size)
    claim = Minimises(Dot(v, v) / 2, slope * u, v, u, Identity(size) + preconditioner * v * v.T, S.One, on=Domain(over=[u, v]))
    found = decide(claim)
    assert found.outcome is Outcome.REFUTED
    names = {name for name, _ in found.counterexample.point}
    assert {"u", "v"} <= names <= {"u", "v", "d"}
    if slope == 2:
        start = dict(found.counterexample.point)["u"]
        assert set(start) & set("123456789"), "at the origin both slopes vanish, whatever stands before them"
