"""A letter that an equation ties to a state: what is proved of it where the flow says that it stays as it is, and where it does not."""

import pytest
from sympy import Eq, Identity, S, Trace, ZeroMatrix

from helpers.attack import decided
from helpers.kernel_proofs import taken
from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Equal,
    Evolves,
    Flow,
    GradientFlow,
    Outcome,
    StatementError,
    dimension,
    matrix,
    reals,
)
from theoremtest.derivations.language.tree import from_tree, to_tree

c, p, d = dimension("c"), dimension("p"), dimension("d")
W, M, R = matrix("W", d, p), matrix("M", d, c), matrix("R", c, p)
x, k = reals("x", "k")
frame = Domain(Eq(R * R.T, Identity(c)), Eq(W * R.T * R, W), over=[M])
"""A frame R, and a layer W that R^T R leaves as it is. The flow W' = M R + W does not mind whether it does."""


def moving(constants=(), rate=None):
    return Flow({W: M * R - W * R.T * R + W if rate is None else rate}, constants=constants)


def turned(rate, constants=(R,), on=frame, by=None):
    return Evolves(W * R.T, rate, along=moving(constants, by), on=on)


def test_a_constant_frame_turns_the_rate():
    assert decided(lambda: turned(1 * M)) is Outcome.PROVED


def test_the_equation_is_used_where_the_flow_leaves_it():
    """W' = M (1 - R^T R) + W: W R^T R = W holds at the point only, which is where the statement speaks."""
    other = matrix("N", d, p)
    leaving = other - other * R.T * R + W
    on = frame & Domain(over=[other])
    assert decided(lambda: turned(W * R.T, on=on, by=leaving)) is Outcome.PROVED
    assert decided(lambda: turned(W * R.T, (), on, leaving)) is Outcome.UNDECIDED


@pytest.mark.parametrize("rate", (2 * M, M + W * R.T, ZeroMatrix(d, c)))
def test_a_wrong_rate_is_refuted(rate):
    assert decided(lambda: turned(rate)) is Outcome.REFUTED


def test_the_equation_is_still_not_used_before_the_derivative():
    """W R^T R equals W on the domain and moves by N R^T R, not by N."""
    other = matrix("N", d, p)
    on = frame & Domain(over=[other])
    held = Flow({W: other}, constants=(R,))
    assert decided(lambda: Evolves(W * R.T * R, other * R.T * R, along=held, on=on)) is Outcome.PROVED
    assert decided(lambda: Evolves(W * R.T * R, other, along=held, on=on)) is Outcome.REFUTED


def test_a_number_that_is_tied_to_a_state():
    on = Domain(Eq(k, x**2))
    free, held = Flow({x: x}), Flow({x: x}, constants=(k,))
    assert not taken(Conserved(k, along=free, on=on))
    assert taken(Conserved(k, along=held, on=on))
    assert decided(lambda: Evolves(k * x, k * x, along=held, on=on)) is Outcome.PROVED
    assert decided(lambda: Evolves(k * x, 3 * k * x, along=held, on=on)) is Outcome.REFUTED


def test_a_letter_that_is_not_named_stays_open():
    """R is held, k is not: what ties k to W may be what it means."""
    on = frame & Domain(Eq(k, Trace(W.T * W)))
    assert decided(lambda: Evolves(k * W * R.T, k * M, along=moving((R,)), on=on)) is not Outcome.PROVED


@pytest.mark.parametrize("make, message", (
    (lambda: Flow({x: x}, constants=(x,)), "x is a state of the flow and cannot be one of its constants"),
    (lambda: GradientFlow(x**2, {x: S.One}, constants=(x,)), "x is a state of the flow"),
    (lambda: Flow({x: x}, constants=(k**2,)), "a constant of a flow is a symbol"),
    (lambda: Flow({x: x}, constants=k), "a tuple of symbols; got k"),
    (lambda: Evolves(x, x, along=Flow({x: x}, constants=(k,)), on=Domain(over=[x], where={k: x**2})),
     "holds k fixed, which the domain takes"),
))
def test_what_is_no_constant_is_refused(make, message):
    with pytest.raises(StatementError, match=message):
        make()


def test_a_flow_without_named_constants_is_written_as_before():
    plain, held = (Evolves(x, x, along=Flow({x: x}, constants=constants), on=Domain(over=[x, k])) for constants in ((), (k,)))
    assert "constants" not in str(to_tree(plain)) and plain.key() != held.key()
    for statement in (plain, held):
        assert from_tree(to_tree(statement)).key() == statement.key()


def test_equal_letters_are_no_constants():
    """Without a flow nothing moves, and an equation is an equation."""
    assert decided(lambda: Equal(k, x**2, on=Domain(Eq(k, x**2)))) is Outcome.PROVED


@pytest.mark.parametrize("rate", [1 / x, 1 / x**2], ids=str)
def test_a_rate_that_vanishes_proves_no_quantity_conserved(rate):
    """y + 1/x jumps where x passes 0."""
    falling = Flow({x: rate * x**2, k: rate})
    quantity = k + 1 / x
    assert decided(lambda: Conserved(quantity, along=falling, on=Domain(over=[x, k]))) is Outcome.UNDECIDED
    assert taken(Conserved(quantity, along=falling, on=Domain(x > 0, over=[k])))
