"""What a mirror flow minimises, fields that are no Hessian, zeros along a flow: the kernel takes the true ones and no false one."""

from dataclasses import replace

import pytest
from sympy import Eq, Identity, Integer, Ne, OneMatrix, Rational, S, sqrt, symbols

from helpers.kernel_proofs import taken
from theoremtest.derivations.language import (
    AtMostOneZero,
    Domain,
    Dot,
    Equal,
    Flow,
    Gradient,
    Hessian,
    Minimises,
    Norm,
    NotHessian,
    PositiveDefinite,
    dimension,
    reals,
    vector,
)

n = dimension("n")
v, start, other = (vector(name, n) for name in ("v", "v_0", "w"))
ONE_AND_A_HALF = Rational(3, 2)
x, y, c = reals("x", "y", "c")
square = Dot(v, v)
away = Domain(square > 0, Dot(start, start) > 0, over=[v, start])


def least(potential=square / 2, slope=start, preconditioner=None, warp=S.One, on=None):
    return Minimises(potential, slope, v, start, Identity(n) if preconditioner is None else preconditioner, warp,
                     on=on or Domain(over=[v, start]))


@pytest.mark.parametrize("statement", [
    least(), least(3 * square, 6 * start, 2 * Identity(n), Integer(12)),
    least(2 * Norm(v)**ONE_AND_A_HALF / 3, start / sqrt(Norm(start)),
          sqrt(Norm(v)) * (Identity(n) + v * v.T / square), S.One, away)], ids=str)
def test_what_a_mirror_flow_minimises(statement):
    assert taken(statement)


@pytest.mark.parametrize("statement", [
    least(slope=2 * start),  # not the gradient at the start
    least(preconditioner=Identity(n) + v * v.T),  # not the inverse of the Hessian, whatever the warp
    least(preconditioner=-Identity(n), warp=-S.One),  # the flow goes up
    least(-square / 2, -start, -Identity(n)),  # nothing is least: the potential is concave
    least(-square / 2, -start, Identity(n), -S.One),
    least(on=Domain(Dot(v, other) > 0, over=[v, start, other])),  # less than all of space, whose bounds may hold what is least
    least(2 * Norm(v)**ONE_AND_A_HALF / 3, start / sqrt(Norm(start)),
          sqrt(Norm(v)) * (Identity(n) + v * v.T / square), S.One, Domain(over=[v, start])),
], ids=str)
def test_what_is_not_least(statement):
    assert not taken(statement)


@pytest.mark.parametrize("field", [square * Identity(n), v * v.T, Identity(n) / square], ids=str)
def test_fields_that_are_no_hessian(field):
    assert taken(NotHessian(field, v, on=Domain(square > 0, over=[v])))


@pytest.mark.parametrize("field", [
    Identity(n), square * Identity(n) + 2 * v * v.T, Identity(n) / square - 2 * v * v.T / square**2,
    c * square * Identity(n)], ids=str)
def test_fields_that_are_hessians(field):
    assert not taken(NotHessian(field, v, on=Domain(square > 0, over=[v, c])))


@pytest.mark.parametrize("size, conditions, holds", [
    (1, [], False), (n, [n <= 1], False), (n, [Eq(n, 1)], False), (n, [n * (n - 1) <= 0], False), (2, [], True),
    (n, [n >= 2], True), (n + 1, [], True)])
def test_in_one_dimension_every_field_is_a_hessian(size, conditions, holds):
    u = vector("u", size)
    assert taken(NotHessian(Dot(u, u) * Identity(size), u, on=Domain(Dot(u, u) > 0, *conditions, over=[u]))) is holds


@pytest.mark.parametrize("conditions, holds", [
    ([Eq(other * other.T, Identity(n))], False), ([Eq(n * dimension("m"), 1)], False), ([PositiveDefinite(other * other.T)], False),
    ([Eq(OneMatrix(n, n), Identity(n))], False),
    ([Eq(Dot(other, other), 1)], True), ([Eq(other * other.T, other * start.T), Ne(Dot(other, start), 0)], True)], ids=str)
def test_a_condition_that_zeros_below_a_vector_break_may_leave_one_dimension(conditions, holds):
    on = Domain(square > 0, *conditions, over=[v, other, start])
    assert taken(NotHessian(square * Identity(n), v, on=on)) is holds


@pytest.mark.parametrize("condition", [Eq(c, square), Eq(v, other), Eq(c * square, square)], ids=str)
def test_a_gradient_is_in_what_no_equation_ties(condition):
    for statement in (Gradient(c * square, v, 2 * c * v, on=Domain(condition, over=[v, other, c])),
                      Hessian(c * square, v, 2 * c * Identity(n), on=Domain(condition, over=[v, other, c]))):
        assert not taken(statement)
        assert taken(replace(statement, on=Domain(Eq(c, x), over=[v])))


def test_where_the_domain_is_no_open_set_nothing_is_said_of_derivatives():
    assert not taken(NotHessian(square * Identity(n), v, on=Domain(Eq(square, 1), over=[v])))


@pytest.mark.parametrize("quantity, rates, holds", [
    (x, {x: S.One}, True), (x, {x: 1 + x**2}, True), (x * y, {x: y, y: x}, True), (x, {x: x}, False), (x**2 - 1, {x: S.One}, False),
    (x, {x: y, y: -x}, False), (x**3, {x: S.One}, False)], ids=str)
def test_what_vanishes_at_most_once(quantity, rates, holds):
    on = Domain(x**2 + y**2 > 0) if holds and y in rates else Domain(over=[x, y])
    assert taken(AtMostOneZero(quantity, along=Flow(rates), on=on)) is holds


@pytest.mark.drawn(6)
@pytest.mark.slow
def test_words_are_compared_number_by_number():
    k, size = sqrt(c**2 + 4 * square), symbols("s", real=True)
    left, right = sqrt(k + c) * sqrt(k - c) * v, 2 * sqrt(square) * v
    assert taken(Equal(left, right, on=Domain(square > 0, over=[v, c])))
    assert not taken(Equal(left, right / 2, on=Domain(square > 0, over=[v, c])))
    assert not taken(Equal(left, size * v, on=Domain(square > 0, over=[v, c, size])))
