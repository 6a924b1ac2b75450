r"""Scripts in any order, primes as exponents, norms with a matrix below and fonts around a bracket: read as TeX prints them; norms that
are none of those are refused."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.notation.tokens import tex_tokens

GROUND = "let x, y, x_+ \\in \\mathbb{R}^{d}\nlet A, B_1 \\in \\mathbb{R}^{d \\times d}\nlet a, a_1, b_1^{(2)}, c'" \
         "\nlet A_1 \\in \\mathbb{R}^{2 \\times 2}\nlet \\mathbf{u} : \\mathbb{R}^{d} \\to \\mathbb{R}"


def words(text):
    return [token.text for token in tex_tokens(text)]


@pytest.mark.parametrize(("typed", "plain"), [
    (r"x^{2}_{1}", "x_1^2"), (r"f'_i(x)", "f_i'(x)"), (r"f^{\prime\prime}_{ij}", "f_{ij}''"), (r"e^{x^2_3}_4", "e_4^{x_3^2}"),
    (r"\sum^{n - 1}_{k = 1} a^{\top}_k", r"\sum_{k = 1}^{n - 1} a_k^\top"),
])
def test_scripts_in_another_order_are_the_same_tokens(typed, plain):
    assert words(typed) == words(plain)


@pytest.mark.parametrize(("one", "other"), [("x^{2}_{1}", "x^{1}_{2}"), ("x_1^2_3", "x_{13}^2"), ("(x^2)_1", "x_1^2"), ("x^{2_1}", "x_1^2"),
                                            ("x^2 y_1", "x_1^2 y"), (r"f^{\prime 2}", "f'2")])
def test_scripts_of_other_things_are_not(one, other):
    assert words(one) != words(other)


@pytest.mark.parametrize(("typed", "plain"), [
    (r"\left\| x \right\|^{2}_{2} = a^{2}_{1}", r"\|x\|^2 = a_1^2"), (r"B^{\top}_1 x = b^{(2)}_1 y", r"B_1^\top x = b_1^{(2)} y"),
    (r"c^{\prime} a = 1", "c' a = 1"), (r"\|x - y\|^2_A = a", r"(x - y)^\top A (x - y) = a"),
    (r"\|x\|_{A^\top A}^2 = a", r"x^\top A^\top A x = a"), (r"\|x\|_{\ell_2} = a", r"\|x\| = a"),
    (r"\mathrm{\left\| x - y \right\|}_2^2 \leq a", r"\|x - y\|^2 \leq a"),
    (r"\left(\begin{array}{cc} a & 0 \\ c' & 1 \end{array}\right) = A_1", r"\begin{pmatrix} a & 0 \\ c' & 1 \end{pmatrix} = A_1"),
    (r"{\mathbf u}(x) = a", r"\mathbf{u}(x) = a"),
])
def test_one_statement(typed, plain):
    assert read(GROUND, typed).key() == read(GROUND, plain).key()


@pytest.mark.parametrize(("display", "made"), [
    (r"\|x\|_1 = a", "Trace(Diagonal(Abs(x_{0}), (x_{0}, x)))"), (r"\|A x\|_1 = a", "SumNorm(A*x)"),
    (r"\|x - y\|_1 = a", "Trace(Diagonal(Abs(x_{0} - x_{1}), (x_{0}, x), (x_{1}, y)))"),
    (r"\|x\|_\infty = a", "LargestEigenvalue(Diagonal(Abs(x_{0}), (x_{0}, x)))"), (r"\|A x\|_{\infty} = a", "LargestNorm(A*x)"),
])
def test_norms_by_the_entries_of_a_column(display, made):
    assert str(read(GROUND, display).left) == made


@pytest.mark.parametrize(("display", "says"), [
    (r"\|A\|_1 = a", "read two ways"), (r"\|A\|_\infty = a", "read two ways"), (r"\|x\|_* = a", "is not read"),
    (r"\|x\|_y = a", "a square matrix A"),
    (r"\|A\|_{\ell_2} = a", "two ways"), (r"\|A\|_A = a", "a square matrix A"), (r"\|x\|_a = 1", "a square matrix A"),
    (r"a_1^2_3 = a", "subscript"), (r"\mathrm{\left(a\right) + \left(a\right)} = 1", "no meaning"),
])
def test_what_is_another_norm_or_no_script_is_refused(display, says):
    assert says in refusal(GROUND, display)


@pytest.mark.parametrize(("typed", "plain"), [
    (r"a \stackrel{\mathrm{{\scriptscriptstyle def}}}{=} a_1", "a = a_1"), (r"a \left({a_1 + c'}\right) a_1 = 1", r"a (a_1 + c') a_1 = 1"),
    (r"a ({a_1 - c'}) = 1", "a (a_1 - c') = 1"),
])
def test_marks_and_groups_that_say_nothing(typed, plain):
    assert read(GROUND, typed).key() == read(GROUND, plain).key()


@pytest.mark.parametrize("display", [r"a \stackrel{d}{=} a_1", r"a \stackrel{\mathrm{undef}}{=} a_1", r"a ({a_1 + c'} a) = 1"])
def test_marks_and_groups_that_say_something_are_refused(display):
    assert refusal(GROUND, display)
