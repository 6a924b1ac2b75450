"""Functions of matrices in numbers: exact and enclosed values against each other, symmetric points, LaTeX and data there and back."""

import mpmath
import pytest
from linear_networks import FALSE, TRUE, E, F, P, Q, grown, n, of, riccati, t, x
from sympy import Determinant, DiagMatrix, Eq, ImmutableMatrix, Rational, exp, sqrt, tanh

from theoremtest.derivations.language import (
    Domain,
    GrowthIntegral,
    MatrixFunction,
    Outcome,
    PositiveDefinite,
    PositiveSemidefinite,
    StatementError,
    real,
    to_latex,
)
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.mutants import mutants
from theoremtest.derivations.notation import read_statement
from theoremtest.derivations.notation.canonical import same_formula
from theoremtest.derivations.proof.balls import enclose
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.numerics.routes.dispatch import run
from theoremtest.numerics.values.matrices import value

SINGULAR = ImmutableMatrix([[1, 1], [1, 1]])
GOLDEN = ImmutableMatrix([[1, 1], [1, 0]])
THREE = ImmutableMatrix([[2, -1, 0], [-1, 2, -1], [0, -1, 2]])


@pytest.mark.parametrize("matrix", [SINGULAR, GOLDEN, THREE, SINGULAR * 0, ImmutableMatrix([[Rational(-3, 7)]])], ids=str)
@pytest.mark.parametrize("formula", [exp(x * t), GrowthIntegral(2 * x, t), tanh(x) / (1 + x**2), sqrt(1 + x**2)], ids=str)
def test_balls_and_eigenvalues_agree(matrix, formula):
    point = {n: matrix.rows, F: matrix, t: Rational(3, 4)}
    ball = enclose.matrix_enclosure(of(formula), point, 256)
    number = value(of(formula), point, 60)
    with mpmath.workdps(60):
        for i in range(matrix.rows):
            for j in range(matrix.cols):
                enclosed = mpmath.mpf(ball[i, j].mid().str(70, radius=False))
                assert abs(enclosed - number[i, j]) < mpmath.mpf(10) ** -45


def test_the_eigenvalue_zero_is_exact():
    """(e^{2lt} - 1)/(2l) at the eigenvalues 0 and 2: the projections are rational."""
    grown_once = enclose.matrix_enclosure(of(GrowthIntegral(x, t)), {n: 2, F: SINGULAR, t: 0}, 64)
    assert all(entry == 0 and entry.is_exact() for entry in grown_once.entries())
    root = enclose.matrix_enclosure(of(sqrt(x)), {n: 2, F: 2 * SINGULAR, t: 0}, 64)
    assert all(entry == 1 and entry.is_exact() for entry in root.entries())


def test_no_value_where_the_matrix_is_not_symmetric_or_the_formula_has_none():
    for matrix in (ImmutableMatrix([[0, 1], [0, 0]]), -SINGULAR):
        with pytest.raises(enclose.Undefined):
            enclose.matrix_enclosure(of(sqrt(x)), {n: 2, F: matrix, t: 0}, 64)


@pytest.mark.parametrize(("condition", "least"), [(Eq(F, F.T), None), (PositiveDefinite(F), 1), (PositiveSemidefinite(F), 0)])
def test_points_of_a_domain_are_symmetric_and_definite(condition, least):
    found = [point[F] for point in points(Domain(condition), 8, "symmetric")]
    assert all(matrix.is_symmetric() for matrix in found) and any(matrix.rows > 1 for matrix in found)
    if least is not None:
        smallest = [min(mpmath.eigsy(mpmath.matrix(matrix.rows, matrix.cols) + mpmath.matrix(matrix.tolist()), eigvals_only=True))
                    for matrix in found]
        assert all(level > 0 if least else level > -1e-12 for level in smallest)


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", [*TRUE, *FALSE])
def test_latex_and_data_read_back(name):
    statement = {**TRUE, **FALSE}[name]
    assert from_tree(to_tree(statement)).key() == statement.key()
    if not any(part.has(DiagMatrix, Determinant) for part in statement.expressions()):  # SymPy's own words for these are not read
        read = read_statement(statement.latex(), statement)
        assert read.latex() == statement.latex() and same_formula(read, statement)


@pytest.mark.drawn(6)
@pytest.mark.slow
@pytest.mark.parametrize("name", ["Riccati", "Sylvester flow", "quadratic loss", "logistic modes", "Lyapunov flow"])
def test_integration_and_points_agree_with_what_is_true(name):
    for route in ("integration", "points"):
        assert run(route, TRUE[name], name).outcome is Outcome.AGREES


@pytest.mark.parametrize("name", ["Riccati, F for 2F", "Riccati with a factor", "Sylvester flow with one matrix",
                                  "quadratic loss, growing"])
def test_integration_and_points_refute_what_is_false(name):
    for route in ("integration", "points"):
        assert run(route, FALSE[name], name).outcome is Outcome.REFUTED


def test_slips_are_made_inside_functions():
    slips = list(mutants(riccati(grown())))
    assert any(mutant.statement.solution != riccati(grown()).solution for mutant in slips) and len(slips) > 40


def test_a_function_is_of_a_square_matrix_and_of_an_open_eigenvalue():
    for make in (lambda: of(exp(x), Q), lambda: MatrixFunction(E, x, F), lambda: MatrixFunction(x, Rational(1), F),
                 lambda: MatrixFunction(x, x, x * F)):
        with pytest.raises(StatementError):
            make()
    assert E.free_symbols == {t, *F.free_symbols} and E.T == E
    assert to_latex(of(exp(x), P)) == r"\left[\ell \mapsto e^{\ell}\right]\left(P\right)"
    assert of(exp(x * t)).subs(t, 0) == of(exp(0 * x)) and MatrixFunction(exp(real("y")), real("y"), F).free_symbols == F.free_symbols
