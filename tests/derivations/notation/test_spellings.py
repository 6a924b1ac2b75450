"""Spellings of the field: derivatives in every notation, upright function names, norms, inner products, Kronecker sums, identities without
a size, numbers between factors."""

import pytest
from sympy import Identity, MatAdd, MatMul, MatrixSymbol, Symbol, exp, log, sign, sqrt

from theoremtest.derivations.language import Domain, Dot, Equal, Evolves, Flow, every, real, reals
from theoremtest.derivations.language.kronecker import Kron, Vec
from theoremtest.derivations.notation import NotationError, Setting, declaration, read_expression, read_statement, read_typed, same_formula

x, y, tau = reals("x", "y", r"\tau")
a_1, b_2 = reals("a_1", "b_2")
norm = real(r"\|w\|^2")
n = Symbol("n", integer=True, positive=True)
W, v, u = MatrixSymbol("W", n, n), MatrixSymbol("v", n, 1), MatrixSymbol("u", n, 1)
anything = Equal(Dot(u, W * v) + a_1 * b_2 * norm, x * y * tau, on=Domain(over=[x, y, tau, a_1, b_2, norm, W, v, u]))


@pytest.mark.parametrize("formula, value", [
    (r"a_1 b_2 2 x", 2 * a_1 * b_2 * x), (r"\text{sgn}(x)2y", 2 * sign(x) * y), (r"\text{sign}(x)", sign(x)),
    (r"\langle u, v \rangle", Dot(u, v)),
    (r"\|w\|", sqrt(norm)), (r"\|v\|_2^2", Dot(v, v)), (r"\|v\|_F^2", Dot(v, v)), (r"\log \frac{x}{y} + 1", log(x / y) + 1),
    (r"\exp\left[-x\right]", exp(-x)), (r"\exp\left\{-x\right\}", exp(-x)), (r"||v||^2", None),
])
def test_scalars(formula, value):
    assert value is None or read_expression(formula, anything) == value


@pytest.mark.parametrize("formula, value", [
    (r"W + 2 I", MatAdd(W, MatMul(2, Identity(n)))), (r"x \mathbf{I} W", MatMul(x, W)),
    (r"W \oplus x W", MatAdd(Kron(W, Identity(n)), Kron(Identity(n), MatMul(x, W)))), (r"\text{vec}(W)", Vec(W)),
])
def test_matrices(formula, value):
    assert read_expression(formula, anything) == value


@pytest.mark.parametrize("formula", [r"x2y", r"(x + 1)2y", r"\langle u, W \rangle", r"\langle u, W, v \rangle",
                                     r"x + I", r"u \oplus v", r"\log \frac{x}{y} x"])
def test_what_reads_two_ways_is_still_refused(formula):
    with pytest.raises(NotationError):
        read_statement(formula + " = x", anything)


decay = Evolves(x, 2 * y - x, along=Flow({x: 2 * y - x}, name="decay"), on=Domain(over=[x, y, tau]))
turning = Evolves(v, MatMul(tau, W, v), along=Flow({v: MatMul(tau, W, v)}, name="turning"), on=Domain(over=[v, W, tau]))


@pytest.mark.parametrize("formula, like", [
    (r"\dot x = 2y - x", decay), (r"\dot{x} + x = 2y", decay), (r"\frac{dx}{dt} = 2y - x", decay), (r"2y - x = \frac{d}{dt} x", decay),
    (r"3 \frac{\mathrm{d}x}{\mathrm{d}t} + 3x = 6y", decay), (r"\dv{x}{t} = 2y - x", decay),
    (r"\partial_t x = 2y - x", decay), (r"\partial_{t} (x) = 2y - x", decay),
    (r"\dot v = \tau W v", turning),
    (r"\frac{d}{dt} v - \tau W v = 0", turning), (r"2 \dot{v} = 2 \tau W v", turning),
])
def test_an_equation_of_motion_is_solved_for_its_derivative(formula, like):
    (found,) = read_typed(formula, like)
    assert found.statement.quantity == like.quantity and same_formula(found.statement.rate, like.rate), found.statement.rate


def test_a_dot_over_a_letter_with_an_index():
    w = real("w_1")
    like = Evolves(w, -w, along=Flow({w: -w}, name="decay"), on=Domain(over=[w]))
    assert same_formula(read_statement(r"\dot{w}_1 = -w_1", like), like) and same_formula(read_statement(r"\dot{w_1} = -w_1", like), like)


def test_a_sign_that_is_both():
    both = every(a=Equal(a_1 + x, x + a_1, on=anything.on), b=Equal(b_2 - x, -x + b_2, on=anything.on))
    (found,) = read_typed(r"c_{\pm} \pm x = \pm x + c_{\pm}", both, Setting({}, (declaration("c_+ = a_1"), declaration("c_- = b_2"))))
    assert same_formula(found.statement, both)


def test_a_declared_function_has_derivatives():
    setting = Setting({}, (declaration("f(z) = z^3"),))
    (found,) = read_typed(r"\nabla f(x) + f''(y) = f'(x) + \nabla^2 f(y)", Equal(x, y, on=anything.on), setting)
    assert found.statement.left == 3 * x**2 + 6 * y == found.statement.right


@pytest.mark.parametrize("formula", [r"W + \sin(I)", r"W + (1 + I^2 x)", r"W + |I| + 1"])
def test_an_identity_without_a_size_is_no_number(formula):
    with pytest.raises(NotationError):
        read_expression(formula, anything)


def test_a_matrix_between_two_columns():
    assert read_expression(r"\langle u | W | v \rangle", anything) == Dot(u, MatMul(W, v))


@pytest.mark.parametrize("formula", [r"x W \otimes y W", r"x y W \otimes W", r"W \otimes x y W"])
def test_scalars_beside_a_kronecker_product(formula):
    assert same_formula(read_expression(formula, anything), MatMul(x * y, Kron(W, W)))


def test_matrices_beside_a_kronecker_product_read_two_ways():
    with pytest.raises(NotationError, match="reads two ways"):
        read_expression(r"W W \otimes W", anything)
