"""What readers take in two ways is refused with both readings, never read as a product or a power in silence."""

import pytest
from sympy import Symbol

from theoremtest.derivations.language import Domain, Equal, Evolves, Flow, reals
from theoremtest.derivations.notation import NotationError, read_expression, read_statement

x, y, t = reals("x", "y", "t")
anywhere = Equal(x + t, y, on=Domain(over=[x, y, t]))


@pytest.mark.parametrize("formula, readings", [
    (r"x(0) + y", ("x at 0", "product")), (r"x(2)", ("x at 2", "product")), (r"x(-1)", ("x at -1", "product")),
    (r"x^2(t)", ("x at t, raised to a power", "product")), (r"x^2(0)", ("x at 0, raised to a power", "product")),
    (r"x^{(2)}", ("the power 2", "the order of a derivative")), (r"1e-3 x", ("10^{-3}", "Euler's number - 3")),
    (r"x + 2e5", ("10^{5}", "Euler's number times 5")),
])
def test_both_readings_are_told(formula, readings):
    with pytest.raises(NotationError) as caught:
        read_expression(formula, anywhere)
    assert caught.value.column and all(reading in str(caught.value) for reading in readings), caught.value


@pytest.mark.parametrize("formula, value", [
    (r"x(y + 2)", x * (y + 2)), (r"2(x)", 2 * x), (r"x^2 (y - 1)", x**2 * (y - 1)), (r"2 e - 3", None), (r"x^{(y + 1)}", x**(y + 1)),
])
def test_what_reads_one_way_stays(formula, value):
    read = read_expression(formula, anywhere)
    assert value is None or read == value


def test_a_name_that_begins_with_d_is_no_differential():
    d_k, d_j = reals("d_k", "d_j")
    like = Equal(d_k, d_j, on=Domain(over=[d_k, d_j]))
    assert read_expression(r"\frac{d_k}{d_k - d_j}", like) == d_k / (d_k - d_j)


def test_a_derivative_by_time_where_d_is_a_dimension():
    d = Symbol("d", integer=True, positive=True)
    like = Evolves(x, d * x, along=Flow({x: d * x}, name="growth"), on=Domain(over=[x, d]))
    read = read_statement(r"\frac{dx}{dt} = d x", like)
    assert (read.quantity, read.rate) == (x, d * x)
