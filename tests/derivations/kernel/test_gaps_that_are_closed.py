"""False statements that an earlier kernel took a proof of, each by a gap of its own, and the proofs as they were."""

import pytest
from sympy import Derivative, Integral, Piecewise, Rational, S, Sum, atan, oo, symbols

from helpers.kernel_proofs import proofs_of
from theoremtest.derivations.kernel.changes import holds_before
from theoremtest.derivations.kernel.facts import nonneg, pos
from theoremtest.derivations.kernel.terms import read, sub
from theoremtest.derivations.language import Conserved, Domain, Equal, Evolves, Flow, Kron, OverNeurons, dimension, matrix, real
from theoremtest.derivations.language.statement import Solves, System
from theoremtest.derivations.language.tree import to_tree

y, x, b, t = real("y"), real("x"), real("b"), real("t")
j = symbols("j", integer=True)
GOES_ON = Flow({y: 1})
POLE = Integral(x**-2, (x, -1, y))
w = symbols("w", positive=True)
HARMONIC = Sum(1 / j, (j, 1, oo))


@pytest.mark.parametrize("statement", [
    Conserved(POLE + 1 / y, along=GOES_ON, on=Domain(y > 0)),
    Evolves(POLE, y**-2, along=GOES_ON, on=Domain(y > 0)),
    Conserved(HARMONIC, along=GOES_ON, on=Domain(over=[y])),
    Evolves(y + HARMONIC, 1, along=GOES_ON, on=Domain(over=[y])),
    Equal(Derivative(POLE, y), y**-2, on=Domain(y > 0)),
    Equal(Derivative(y + HARMONIC, y), 1, on=Domain(over=[y])),
    Equal(2 * Piecewise((Integral(x**-2, (x, -1, 1)), b > 0), (0, True)),
          Piecewise((Integral(x**-2, (x, -1, 1)), b > 0), (0, True)) * 2 + 0 * b, on=Domain(over=[b])),
], ids=str)
def test_what_diverges_is_not_supposed_to_converge(statement):
    assert None in proofs_of(statement)


def test_a_bound_with_a_pole_on_the_way_holds_at_no_earlier_time():
    """atan u + atan 1/u jumps at u = 0, though its slope is 0 wherever it has one."""
    u = t - 1
    time, jumping, falling = (read(to_tree(formula)) for formula in (t, atan(u) + atan(1 / u) - t, 2 - t))
    assert not holds_before(pos(jumping), time, True)
    assert holds_before(nonneg(sub(falling, read(to_tree(x)))), time, True)


def test_a_state_that_is_positive_by_its_making_stays_so():
    """1 - t solves w' = -1 for ever, as the number that w is declared to be only until t = 1."""
    system = System({w: S(-1)}, initial={w: 1}, t=t)
    assert None in proofs_of(Solves(system, {w: 1 - t}, on=Domain(t >= 0)))
    assert None not in proofs_of(Solves(system, {w: 1 - t}, on=Domain(t >= 0, t < Rational(1, 2))))


def test_neurons_inside_a_kronecker_product_are_spoken_of():
    """The squared sum of v_kk is not n times the sum of their squares."""
    n = dimension("n")
    e, v = matrix("e", n, 1), matrix("v", n * n, 1)
    each = v.T * Kron(e, e)
    summed = OverNeurons(each, e)
    assert None in proofs_of(Equal(summed * summed.T, n * OverNeurons(each * each.T, e), on=Domain(over=[v, e])))
