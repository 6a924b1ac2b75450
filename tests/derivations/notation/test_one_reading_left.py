r"""Spellings with several readings of which all but one say nothing or do not fit: they are read, and refused where two are left."""

import pytest
from sympy import HadamardProduct, MatMul, MatrixSymbol, Rational, Symbol, Transpose

from theoremtest.derivations.language import Domain, Dot, Equal, Evolves, Expectation, Flow, real
from theoremtest.derivations.notation import NotationError, read_expression, read_typed, same_formula

n, d = (Symbol(name, integer=True, positive=True) for name in "nd")
x, a, b = real("x"), real("a"), real("b")
X, G, S, T = MatrixSymbol("X", n, d), MatrixSymbol("G", n, n), MatrixSymbol("S", n, n), MatrixSymbol("T", n, n)
u, v, w = (MatrixSymbol(name, n, 1) for name in "uvw")
on = Domain(over=[x, a, b, X, G, S, T, u, v, w, n, d])
anything = Equal(x, x + a, on=on)


@pytest.mark.parametrize("formula, value", [
    (r"X X^\top \odot G", HadamardProduct(MatMul(X, Transpose(X)), G)),
    (r"a X X^\top \odot G", a * HadamardProduct(MatMul(X, Transpose(X)), G)),
    (r"G \odot X X^\top", HadamardProduct(G, MatMul(X, Transpose(X)))),
    (r"u^\top v \odot w", Dot(u, HadamardProduct(v, w))),
])
def test_shapes_say_where_the_brackets_of_a_product_of_entries_are(formula, value):
    assert same_formula(Equal(*_pair(read_expression(formula, anything)), on=on), Equal(*_pair(value), on=on))


def _pair(value):
    return value, 2 * value


@pytest.mark.parametrize("formula", [r"S T \odot G", r"S \odot T G", r"X X^\top \odot G S", r"X \odot X^\top G"])
def test_where_shapes_leave_two_ways_or_none_it_is_refused(formula):
    with pytest.raises(NotationError, match=r"reads two ways"):
        read_expression(formula, anything)


def test_a_derivative_before_a_number_and_one_factor_is_of_both():
    moving = Flow({u: -S * u})
    like = Evolves(Rational(1, 2) * Dot(u, u), -Dot(u, S * u), along=moving, on=on)
    (read,) = read_typed(r"\frac{d}{dt} \frac{1}{2} \|u\|_2^2 = - u^\top S u", like)
    assert same_formula(read.statement, like)


@pytest.mark.parametrize("left", [r"\frac{d}{dt} \frac{1}{2} a x", r"\frac{d}{dt} \frac{1}{2} x / b", r"\frac{d}{dt} \frac{b}{2} x"])
def test_before_two_factors_or_a_quotient_a_derivative_still_reads_two_ways(left):
    with pytest.raises(NotationError):
        read_typed(rf"{left} = 0", Evolves(x, x, along=Flow({x: -x}), on=on))


def test_a_law_below_a_mean_is_the_law_of_its_draw():
    like = Expectation(quantity=x, value=a, draws={x: 1}, on=on)
    (read,) = read_typed(r"\mathbb{E}_{x \sim \mathcal{N}(0, 2)}[a x^2] = 2 a", like)
    assert read.statement.draws == {x: 2} and read.statement.value == 2 * a
    with pytest.raises(NotationError, match="drawn twice"):
        read_typed(r"\mathbb{E}_{x \sim \mathcal{N}(0, 2)}[x^2] = 1, x \sim \mathcal{N}(0, 1)", like)
    with pytest.raises(NotationError, match="column 20"):
        read_typed(r"\mathbb{E}_{x \sim \mathcal{M}(0, 2)}[x^2] = 1", like)
