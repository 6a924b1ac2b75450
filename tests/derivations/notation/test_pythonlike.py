"""Formulas typed in Python's way are spelled in LaTeX that reads as what Python would make of them, and nothing else is taken."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sympy import Abs, Integer, Max, Rational, Symbol, cos, exp, log, sqrt, tanh

from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.claimed import claimed
from theoremtest.derivations.notation.ground import Line, laid
from theoremtest.derivations.notation.pythonlike import declared_in_latex, letter, spelled_in_latex

GROUND = laid([Line("let", r"x, \alpha_{1}"), Line("let", "y > 0")])
LETTERS = {"x": Symbol("x", real=True), "y": Symbol("y", real=True), "alpha_1": Symbol(r"\alpha_1", real=True)}
VALUES = {"x": Rational(1, 3), "y": Rational(3, 2), r"\alpha_1": Rational(-2, 5), r"\alpha_{1}": Rational(-2, 5)}
HEADS = {"exp": exp, "cos": cos, "tanh": tanh, "abs": Abs, "sqrt": lambda u: sqrt(1 + u**2), "log": lambda u: log(2 + u**2)}
TEXTS = {"sqrt": "sqrt(1 + ({})**2)", "log": "log(2 + ({})**2)"}
leaves = st.one_of(st.sampled_from(sorted(LETTERS)).map(lambda name: (name, LETTERS[name])),
                   st.integers(0, 12).map(lambda n: (str(n), Integer(n))))


def grown(inner):
    """Larger formulas as Python's text, with the brackets that Python needs and no others, and as what Python makes of it."""
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: (f"{p[0][0]} + {p[1][0]}", p[0][1] + p[1][1])),
        pairs.map(lambda p: (f"{p[0][0]} - ({p[1][0]})", p[0][1] - p[1][1])),
        pairs.map(lambda p: (f"({p[0][0]})*({p[1][0]})", p[0][1] * p[1][1])),
        pairs.map(lambda p: (f"({p[0][0]})/(1 + ({p[1][0]})**2)", p[0][1] / (1 + p[1][1]**2))),
        st.tuples(inner, st.integers(0, 3)).map(lambda p: (f"-({p[0][0]})**{p[1]}", -p[0][1]**p[1])),
        pairs.map(lambda p: (f"max({p[0][0]}, {p[1][0]})", Max(p[0][1], p[1][1]))),
        st.tuples(st.sampled_from(sorted(HEADS)),
                  inner).map(lambda p: (TEXTS.get(p[0], p[0] + "({})").format(p[1][0]), HEADS[p[0]](p[1][1]))))


def close(one, other):
    one, other = (side.subs({symbol: VALUES[symbol.name] for symbol in side.free_symbols}).evalf(30) for side in (one, other))
    return bool(abs(one - other).evalf() <= 1e-9 * (1 + abs(one).evalf()))  # exp(exp(7)) is none of Python's own numbers


@pytest.mark.slow
@given(st.recursive(leaves, grown, max_leaves=6))
@example(("exp(exp(7))", exp(exp(7))))
def test_a_formula_reads_as_what_python_makes_of_it(pair):
    text, value = pair
    if not value.is_finite or len(str(value)) > 200:
        return
    statement = claimed(f"{spelled_in_latex(text)} = y + 1", GROUND)
    assert close(statement.left - statement.right, value - LETTERS["y"] - 1), (text, spelled_in_latex(text))


@pytest.mark.parametrize("text, latex", [
    ("a*b/c", r"\frac{a \cdot b}{c}"), ("-x**2", "-x^{2}"), ("(-x)**2", r"\left(-x\right)^{2}"), ("2**-1", "2^{-1}"),
    ("a - (b - c)", r"a - \left(b - c\right)"),
    ("sin(x)**2", r"\left(\sin\left(x\right)\right)^{2}"), ("A.T @ A", r"A^{\top} \cdot A"), ("a <= b < c", r"a \leq b < c"),
    ("lambda + beta_star", r"\lambda + \beta_{star}"),
    ("sum(k**2, (k, 1, n))", r"\sum_{k=1}^{n} \left(k^{2}\right)"), ("x**y**z", "x^{y^{z}}")])
def test_it_is_spelled_so(text, latex):
    assert spelled_in_latex(text.replace("lambda", "lamda")) == latex == spelled_in_latex(text)


@pytest.mark.parametrize("text", [
    "__import__('os')", "x.__class__", "x[0]", "[x]", "lambda: 1", "x if y else z", "'x'", "1e5", "0x10", "1_000", "f'{x}'", "x and y",
    "not x", "x // y", "x % y",
    "x in y", "x is y", "f(x)", "exp(x, y)", "exp(x=1)", "sum(k, (1, 2, 3))", "sum(k, k)", "x := 1", "x; y", "", "x\ny", "(", "(" * 3000,
    "True", "e", "*x", "x\0",
    "exp(*x)", "getattr(x, y)", "\u0445 + 1", "1j", "diff(x)", "None"])
def test_what_is_no_formula_is_refused(text):
    with pytest.raises(NotationError):
        spelled_in_latex(text)


@pytest.mark.parametrize("line, latex", [
    ("let x, alpha > 0", r"let x, \alpha > 0"), ("let A in R^(n, m)", r"let A \in \mathbb{R}^{n \times m}"),
    ("let n in N", r"let n \in \mathbb{N}"),
    ("let v in R^n", r"let v \in \mathbb{R}^{n}"), ("assume a < b, c != max(a, b)", r"assume a < b, c \neq \max\left(a, b\right)"),
    ("k = sqrt(a)", r"k = \sqrt{a}"), (r"let w \in \mathbb{R}^{d}", r"let w \in \mathbb{R}^{d}"),
    ("let a <= 2*b", r"let a \leq 2 \cdot b")])
def test_declarations_are_spelled_too(line, latex):
    assert declared_in_latex(line) == latex


@pytest.mark.parametrize("name", ["e", "i", "if", "x y", "1x", "_", "\u03b1", ""])
def test_no_letter(name):
    with pytest.raises(NotationError):
        letter(name)
