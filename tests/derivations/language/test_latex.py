"""LaTeX of matrices: signs, brackets around what has a power already, functions of matrices that no product works out."""

import pytest
from sympy import DiagMatrix, Inverse, MatMul, Rational, Transpose, exp

from theoremtest.derivations.language import EIGENVALUE, MatrixFunction, dimension, matrix, real, vector
from theoremtest.derivations.language.latex import to_latex

n, x, y = dimension("n"), real("x"), real("y")
A, B, inverse, s = matrix("A", n, n), matrix("B", n, n), matrix("B^{-1}", n, n), vector("s", n)


@pytest.mark.parametrize("expression, latex", [
    (-A * B, "- A B"),
    (-2 * A * B, "- 2 A B"),
    (Rational(1, 2) * A * B, r"\frac{1}{2} A B"),
    (-A * B / 2, r"- \frac{1}{2} A B"),
    ((x - y) * A, r"\left(x - y\right) A"),
    (-x * A, "- x A"),
    (A - B, "- B + A"),
    (A * (A + B), r"A \left(A + B\right)"),
    (A.T, r"A^{\top}"),
    (Transpose(Inverse(B)), r"\left(B^{-1}\right)^{\top}"),
    (A * inverse.T, r"A \left(B^{-1}\right)^{\top}"),
    (A * inverse, r"A B^{-1}"),
])
def test_matrices_print_one_way(expression, latex):
    assert to_latex(expression) == latex


def test_a_function_of_a_matrix_is_not_worked_out():
    node = MatrixFunction(exp(EIGENVALUE), EIGENVALUE, DiagMatrix(s))
    assert node.doit() is node and MatMul(A, node).doit().args == (A, node)
