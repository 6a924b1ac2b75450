"""What the field says of traces, norms, eigenvalues, ranks and Kronecker products: the true is proved, the false refuted, in every size."""

import norm_statements
import product_statements
import pytest
import spectrum_statements
from norm_statements import A, I, W, d, h, square
from sympy import Eq, Ge, Identity, ImmutableMatrix, Le, Trace

from helpers.attack import decided
from theoremtest.derivations.language import (
    Domain,
    Equal,
    Frobenius,
    Holds,
    LargestEigenvalue,
    Outcome,
    PositiveSemidefinite,
    Rank,
    SmallestEigenvalue,
    SpectralNorm,
    ge,
    matrix,
    real,
)
from theoremtest.derivations.language.errors import StatementError
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.mutants import mutants
from theoremtest.derivations.notation import read_statement
from theoremtest.derivations.proof.balls.enclose import Undefined, enclosure
from theoremtest.derivations.proof.decide import decide
from theoremtest.numerics.routes.dispatch import run
from theoremtest.numerics.values.matrices import value

pytestmark = pytest.mark.drawn(6)

OPEN = {
    "eigenvalues: of a matrix that need not be symmetric": "it has no value where the matrix is not symmetric, and holds where it is",
}
"""What is left open, and why."""
FAST = 6
STATEMENTS = [*norm_statements.STATEMENTS, *spectrum_statements.STATEMENTS, *product_statements.STATEMENTS]
CASES = [pytest.param(name, true, make, id=name, marks=() if place % FAST == 0 else pytest.mark.slow)
         for place, (name, true, make) in enumerate(STATEMENTS)]


@pytest.mark.drawn(72)
@pytest.mark.parametrize("name, true, make", CASES)
def test_statements_of_the_field(name, true, make):
    expected = Outcome.UNDECIDED if name in OPEN else Outcome.PROVED if true else Outcome.REFUTED
    assert decided(make) is expected


def test_there_are_enough_of_both():
    true = sum(true for _, true, _ in STATEMENTS)
    assert true >= 100 and len(STATEMENTS) - true >= 80


def test_the_theorems_used_are_named():
    evidence = decide(Holds(Le(Trace(A)**2, d * square(A), evaluate=False), on=Domain(over=[A])))
    assert "Cauchy-Schwarz" in evidence.engine and "every d" in evidence.scope


@pytest.mark.parametrize("make", [make for name, true, make in STATEMENTS if true and name.startswith("eigenvalues: Weyl")])
def test_the_points_route_agrees(make):
    assert run("points", make(), "norms").outcome is Outcome.AGREES


@pytest.mark.parametrize("name", ["spectral norm: product", "ranks: Sylvester", "eigenvalues: Weyl", "norms: triangle of Frobenius"])
def test_statements_are_kept_read_and_given_slips(name):
    statement = next(make for found, _, make in STATEMENTS if found == name)()
    assert from_tree(to_tree(statement)).key() == statement.key()
    assert read_statement(statement.latex(), statement).latex() == statement.latex()
    assert next(iter(mutants(statement)), None) is not None


def test_the_frobenius_norm_is_read_by_its_sign():
    statement = Holds(Ge(square(W), 0, evaluate=False), on=Domain(over=[W]))
    assert read_statement(r"\|W\|_F^2 \geq 0", statement).relation == statement.relation


@pytest.mark.parametrize("entries", [[1, 2, 3, 4, 5, 7], [1, 2, 3, 2, 4, 6], [0] * 6, [3, 0, 0, 0, 0, 0]])
def test_values_agree_with_mpmath(entries):
    M = matrix("M", 2, 3)
    point = {M: ImmutableMatrix(2, 3, entries)}
    for made in (SpectralNorm(M), LargestEigenvalue(M * M.T), LargestEigenvalue(M.T * M), Rank(M)):
        ball = enclosure(made, point, 256)
        assert abs(float(ball.mid()) - float(value(made, point))) < 1e-12, made


def test_an_eigenvalue_of_a_matrix_that_is_not_symmetric_has_no_value():
    M = matrix("M", 2, 2)
    with pytest.raises(Undefined):
        enclosure(LargestEigenvalue(M), {M: ImmutableMatrix([[1, 2], [3, 4]])}, 64)


@pytest.mark.parametrize("make", [
    lambda: SpectralNorm(real("x")), lambda: LargestEigenvalue(W), lambda: Rank(2), lambda: Frobenius(W, A)])
def test_what_makes_no_sense_is_refused(make):
    with pytest.raises(StatementError):
        make()


@pytest.mark.slow
def test_an_empty_domain_proves_nothing():
    domain = Domain(Eq(A.T * A, I), Eq(square(A), -1), over=[A])
    assert decide(Holds(Le(square(A), 0, evaluate=False), on=domain)).outcome is Outcome.UNDECIDED
    assert decide(Equal(Rank(A), d, on=Domain(Eq(A.T * A, I), over=[A]))).outcome is Outcome.PROVED


@pytest.mark.drawn(15)
@pytest.mark.slow
@pytest.mark.parametrize("statement", [
    lambda n, K: Equal(SpectralNorm(Identity(n)), 1, on=Domain()),
    lambda n, K: Holds(ge(SpectralNorm(K), 1), on=Domain(Eq(K.T * K, Identity(n)))),
    lambda n, K: Holds(ge(SpectralNorm(K), LargestEigenvalue(K)), on=Domain(PositiveSemidefinite(K))),
    lambda n, K: Holds(ge(LargestEigenvalue(K), SmallestEigenvalue(K)), on=Domain(Eq(K.T, K))),
])
def test_a_matrix_without_rows_has_no_eigenvalue_and_the_norm_zero(statement):
    assert decide(statement(d, matrix("K", d, d))).outcome is Outcome.PROVED
    for size in (d - 1, (3 * d - 5 * h) ** 2):
        assert decide(statement(size, matrix("K", size, size))).outcome is not Outcome.PROVED
