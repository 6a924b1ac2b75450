"""Entries and columns of matrices that a manuscript declares: sums over their indices, and equations between them."""

import pytest
from sympy import MatrixSymbol, Symbol, Transpose

from theoremtest.derivations.language import Domain, Dot, Equal, reals
from theoremtest.derivations.language.flow import Flow
from theoremtest.derivations.language.statement import Evolves
from theoremtest.derivations.notation import NotationError, Setting, declaration, read_typed, same_formula

n, m = Symbol("n", integer=True, positive=True), Symbol("m", integer=True, positive=True)
(c,) = reals("c")
W, x, u = MatrixSymbol("W", n, m), MatrixSymbol("x", m, 1), MatrixSymbol("u", n, 1)
ones = MatrixSymbol(r"\mathbf{1}_n", n, 1)
on = Domain(over=[W, x, u, c, ones])
column = Equal(W * x, c * u, on=on)
number = Equal(Dot(u, W * x), c, on=on)
ENTRIES = (r"w_{ij} = [W]_{ij}", r"x_j = [x]_j", r"u_i = [u]_i", r"w_j = [W]_{\cdot j}")


def read(formula, like, *declared):
    (found,) = read_typed(formula, like, Setting({}, tuple(map(declaration, (*ENTRIES, *declared)))))
    return found.statement


@pytest.mark.parametrize("formula, like", [
    (r"\sum_{j=1}^{m} w_{ij} x_j = c u_i", column), (r"\sum_j w_{ij} x_j = c u_i", column), (r"\sum_j x_j w_j = c u", column),
    (r"\sum_{i=1}^{n} \sum_{j=1}^{m} u_i w_{ij} x_j = c", number), (r"\sum_{i,j} u_i w_{ij} x_j = c", number),
])
def test_a_sum_over_an_index_is_a_product_of_matrices(formula, like):
    assert same_formula(read(formula, like), like)


def test_an_index_is_no_factor():
    with pytest.raises(NotationError, match="the index j is no factor"):
        read(r"\sum_j x_j W j = c u", column)


def test_a_square_is_a_length_and_a_delta_picks_a_place():
    assert read(r"\sum_j x_j^2 = c", number).left == Dot(x, x)
    assert read(r"\sum_{i} \delta_{ki} u_i = c u_k", column, r"u_k = [u]_k").left == u


def test_what_is_said_of_every_entry_is_said_of_the_matrix():
    outer = Equal(u * Transpose(u), c * W * Transpose(W), on=on)
    read_as = read(r"u_i u_k = c \sum_j w_{ij} w_{kj}", outer, r"u_k = [u]_k", r"w_{kj} = [W]_{kj}")
    assert same_formula(read_as, outer)
    flow = Flow({u: c * u})
    assert read(r"\frac{du_i}{dt} = c u_i", Evolves(u, c * u, along=flow, on=on)).quantity == u


def test_what_does_not_depend_on_an_index_is_a_multiple_of_the_column_of_ones():
    assert read("u_i = c", Equal(u, c * ones, on=on)).right == c * ones
    with pytest.raises(NotationError, match="no column of ones"):
        read("x_j = c", Equal(x, 2 * x, on=on))


def test_an_integral_over_the_points_of_an_index_is_a_sum():
    declared = (r"f(s) = [x]_s", r"g(s) = [W^\top u]_s", r"q(s) = 1", r"\mathcal{X} = \text{all}")
    assert same_formula(read(r"\int_{\mathcal{X}} f(s) g(s) q(s) ds = c", number, *declared),
                        Equal(Dot(x, Transpose(W) * u), c, on=on))


@pytest.mark.parametrize("formula, what", [
    (r"\sum_{j=1}^{n} w_{ij} x_j = c u_i", "runs to m"), (r"\sum_{j=2}^{m} w_{ij} x_j = c u_i", "begins at 1"),
    (r"\sum_j w_{ij} w_{ij} w_{ij} = c u_i", "more or less often than twice"), (r"\sum_j \sqrt{w_{ij}} = c", "cannot be summed over"),
    (r"\sum_j w_{ij} x_j = c", "no column of ones"), (r"u_i x_j = c w_{ij} x_k", "at most two indices"),
])
def test_what_is_no_sum_of_products_is_refused(formula, what):
    bare = Domain(over=[W, x, u, c])
    with pytest.raises(NotationError, match=what):
        read(formula, Equal(W * x, c * u, on=bare), r"x_k = [x]_k")


def test_an_index_is_a_letter_of_its_own():
    with pytest.raises(NotationError, match="it is declared, but not over this claim's names: the index c"):
        read("v_c = 1", number, "v_c = [u]_c")
    with pytest.raises(NotationError, match="runs over"):
        read("u_i y_i = c", number, "y_i = [x]_i")


def test_an_integral_over_an_undeclared_domain_is_refused():
    with pytest.raises(NotationError, match="unknown name A"):
        read(r"\int_{A} f(s) ds = c", number, r"f(s) = [x]_s", r"\mathcal{X} = \text{all}")
