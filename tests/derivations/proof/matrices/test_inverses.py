"""Inverses, pseudo-inverses and determinants as letters: the field's statements are proved, their wrong twins refuted."""

import pytest
from statements_of_inverses import FALSE, NEVER, TRUE
from sympy import Determinant, Eq, Identity, Inverse, Ne, S

from theoremtest.derivations.language import Domain, Equal, Kron, Outcome, PseudoInverse, StatementError, dimension, matrix, real, to_latex
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.notation import read_statement
from theoremtest.derivations.proof.decide import decide_here
from theoremtest.derivations.proof.matrices.adoption import renewed
from theoremtest.derivations.proof.matrices.completion import complete
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.matrices.words import NotWords

n, m = dimension("n"), dimension("m")
A, X = matrix("A", n, m), matrix("X", n, n)
OPEN: dict = {}
"""True statements that are not proved, with the reason; false ones that are not refuted."""


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_proved(name):
    found = decide_here(TRUE[name])
    assert found.outcome is (Outcome.UNDECIDED if name in OPEN else Outcome.PROVED), found


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_refuted(name):
    found = decide_here(FALSE[name])
    assert found.outcome is (Outcome.UNDECIDED if name in OPEN else Outcome.REFUTED), found


@pytest.mark.parametrize("name", NEVER)
def test_what_is_false_or_says_nothing_is_never_proved(name):
    assert decide_here(NEVER[name]).outcome is not Outcome.PROVED


@pytest.mark.parametrize("name", [*TRUE, *FALSE])
def test_statements_are_read_back_and_kept_as_data(name):
    statement = {**TRUE, **FALSE}[name]
    assert from_tree(to_tree(statement)).key() == statement.key()
    assert read_statement(statement.latex(), statement).latex() == statement.latex()


def test_an_inverse_that_is_not_seen_to_exist_is_no_word():
    with pytest.raises(NotWords, match="not seen to exist"):
        Scalarised(Domain(over=[X]), sides=()).matrix(Inverse(X))


@pytest.mark.parametrize("condition", [Ne(Determinant(X), 0), Determinant(X) > 1, Eq(X.T * X, Identity(n)), Eq(Determinant(X), 2)])
def test_a_domain_may_say_that_an_inverse_exists(condition):
    words = Scalarised(Domain(condition, over=[X]), sides=()).words
    assert words.multiply(words.matrix(X), words.matrix(Inverse(X))) == {(): S.One}


@pytest.mark.parametrize("condition", [Determinant(X) > -1, Determinant(X) < 1, Ne(Determinant(X), 1), Determinant(X) >= 0])
def test_a_domain_may_leave_open_whether_an_inverse_exists(condition):
    with pytest.raises(NotWords):
        Scalarised(Domain(condition, over=[X]), sides=()).matrix(Inverse(X))


def test_a_definite_bracket_needs_coefficients_of_one_sign():
    a = real("a")
    bracket = Identity(m) + a * A.T * A
    assert Scalarised(Domain(a >= 0, over=[A]), sides=()).matrix(Inverse(bracket))
    with pytest.raises(NotWords):
        Scalarised(Domain(over=[A, a]), sides=()).matrix(Inverse(bracket))


def test_completion_finds_what_two_rules_make_of_an_overlap():
    words = Scalarised(Domain(over=[A]), sides=()).words
    gap = words.matrix(PseudoInverse(A) * A * PseudoInverse(A) - PseudoInverse(A))
    complete(words.rewriting, words.deadline)
    assert renewed(words, gap) == {} and words.matrix(A.T * A * PseudoInverse(A)) == words.matrix(A.T)


def test_a_pseudo_inverse_is_of_a_matrix_and_prints_as_one():
    with pytest.raises(StatementError):
        PseudoInverse(real("a"))
    assert PseudoInverse(A).shape == (m, n)
    assert to_latex(PseudoInverse(A)) == "{A}^{+}" and to_latex(PseudoInverse(A * A.T)) == r"\left(A A^{\top}\right)^{+}"


def test_inverses_inside_kronecker_products():
    Y = matrix("Y", n, n)
    domain, one = Domain(over=[X, Y]), Identity(n)
    product = Kron(X, Y) * Kron(Inverse(X), Inverse(Y))
    assert decide_here(Equal(product, Kron(one, one), on=domain)).outcome is Outcome.PROVED
    assert decide_here(Equal(Kron(Inverse(X), Y), Kron(X, Inverse(Y)), on=domain)).outcome is Outcome.REFUTED
