"""What comments say in words is the formula that each word stands for; a word that is not known, or says nothing of what it is said of, is
refused."""

import pytest

from tests.derivations.notation.test_open_functions_typed import ground, read, refusal
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.notation.in_words import PAIRS, SAID
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

LETTERS = "let A, B, C \\in \\mathbb{R}^{n \\times n}\nlet x, y, z \\in \\mathbb{R}^{n}\nlet X \\in \\mathbb{R}^{m \\times n}\nlet a, b\n" \
          "let k \\in \\mathbb{N}"


def words(line):
    return f"{LETTERS}\n{line}"


@pytest.mark.parametrize(("said", "formulas"), [
    ("A is symmetric", r"A^\top = A"), ("A, B and C are skew-symmetric", r"A^\top = -A, B^\top = -B, C^\top = -C"),
    ("A is symmetric and positive definite and x is nonzero", r"A^\top = A, A \succ 0, x \neq 0"),
    ("A is symmetric positive semidefinite, a > 0", r"A^\top = A, A \succeq 0, a > 0"),
    ("A is an orthogonal matrix", r"A^\top A = I"), ("x and y are orthogonal", r"x^\top y = 0"),
    ("x, y, z are mutually orthogonal", r"x^\top y = 0, x^\top z = 0, y^\top z = 0"),
    ("x and y are orthonormal vectors", r"x^\top y = 0, x^\top x = 1, y^\top y = 1"),
    ("A commutes with B", "A B = B A"), ("A and B commute", "A B = B A"), ("$A$ is normal", r"A^\top A = A A^\top"),
    ("A is a projection", "A^2 = A"), ("A is an orthogonal projection", r"A^2 = A, A^\top = A"),
    ("X has full column rank", r"\operatorname{rank}(X) = n"), ("X has orthonormal columns", r"X^\top X = I"),
    (r"X^\top X is invertible", r"\det(X^\top X) \neq 0"), ("A has rank 2", r"\operatorname{rank}(A) = 2"),
    ("a and b are distinct, a is positive", r"a \neq b, a > 0"), ("k is even", "(-1)^k = 1"), ("x is nonnegative", r"x \geq 0"),
    ("a < b and b < 1", "a < b, b < 1"), ("A and B commute and are normal", r"A B = B A, A^\top A = A A^\top, B^\top B = B B^\top"),
    ("that the matrix A is symmetric, a > 0, and B is normal.", r"A^\top = A, a > 0, B^\top B = B B^\top"),
    ("k is an odd integer", "(-1)^k = -1"), ("a is a positive number", "a > 0"),
])
def test_words_say_what_their_formulas_say(said, formulas):
    assert ground(words(f"assume {said}")).conditions == ground(words(f"assume {formulas}")).conditions


@pytest.mark.parametrize(("line", "display", "holds"), [
    ("assume A is symmetric", r"x^\top A y = y^\top A x", True), ("assume A is symmetric", r"x^\top (A + B) y = y^\top (A + B) x", False),
    ("assume A and B are diagonal", "A B = B A", True), ("assume A is diagonal", "A B = B A", False),
    ("let S, T \\in \\mathbb{R}^{n \\times n} be symmetric and positive definite", r"x^\top (S + T) x \geq 0", True),
    ("let u \\in \\mathbb{R}^{n} with \\|u\\| = 1", r"u^\top u = 1", True),
    ("let U \\in \\mathbb{R}^{m \\times n} with orthonormal columns", r"\|U x\| = \|x\|", True),
    ("let f : \\mathbb{R}^{n} \\to \\mathbb{R} be a-smooth and convex", r"f(y) \geq f(x) + \nabla f(x)^\top (y - x)", True),
])
def test_what_is_claimed_under_words_is_decided(line, display, holds):
    with offering(()):
        assert decide_here(read(words(line), display)).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)


@pytest.mark.parametrize(("line", "says"), [
    ("A is fancy", "known are"), ("A is symmetric and fancy", "`fancy` is not known of A"), ("X is symmetric", "said of a square matrix"),
    ("A is positive", "said of a number or a column"), ("a is even", "said of a whole number"), ("G is symmetric", "unknown name G"),
    ("A and B are orthogonal", "two ways"), ("A commutes", "said of several"), ("g is convex", "no function of a vector"),
    ("a is a positive integer", "said of a whole number"), ("x is a nonzero number", "said of a number"),
    ("a is a nonzero vector", "a column"),
    ("A + B is diagonal", "said of a letter"), ("A is symmetric, b", "not known of A|a relation"), ("A, b > 0", "a relation"),
])
def test_what_says_nothing_known_is_refused(line, says):
    found = refusal(words(f"assume {line}"))
    assert any(part in found for part in says.split("|"))


def test_every_word_is_read_of_all_that_it_is_said_of():
    letters = {"a number": "a", "a whole number": "k", "a column": "x", "a square matrix": "A", "a matrix": "X"}
    other = {"a": "b", "x": "y", "A": "B", "X": "X + X"}
    for word, kinds in SAID.items():
        verb = "has" if "rank" in word or word.startswith("orthonormal ") else "is"
        for kind in kinds:
            assert ground(words(f"assume {letters[kind]} {verb} {word}")).conditions, (word, kind)
    for word, kinds in PAIRS.items():
        for one in (letters[kind] for kind in kinds):
            assert ground(words(f"assume {one} and {other[one]} {'' if word == 'commute' else 'are '}{word}")).conditions, (word, one)
