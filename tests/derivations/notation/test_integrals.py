"""Integrals and endless sums in LaTeX: what is printed reads back, what is ambiguous or lacks a part is refused."""

import pytest
from sympy import Derivative, Integral, Sum, exp, gamma, oo, sin, sqrt, symbols

from theoremtest.derivations.language import Domain, Equal, Holds, Limit
from theoremtest.derivations.language.tree import from_tree, to_tree
from theoremtest.derivations.notation import NotationError, read_statement

a, b, c, s, t, x, y = symbols("a b c s t x y", real=True)
k, n = symbols("k n", integer=True)
NONE = Domain(over=[t])
STATEMENTS = [
    Equal(Integral(exp(-c * x**2), (x, -oo, oo)), sqrt(1 / c), on=Domain(c > 0)),
    Equal(2 * Integral(2 * x + 1, (x, 0, t)) ** 2, t**2, on=NONE),
    Equal(Integral(x * y, (x, 0, y), (y, 0, t)) + 1, t**4 / 8, on=NONE),
    Equal(Derivative(Integral(sin(x**2), (x, 0, t)), t), sin(t**2), on=NONE),
    Equal(Integral(1, (x, 0, t)), t, on=NONE),
    Equal(t * s * Integral(exp(-y) / y, (y, s, oo)), t, on=Domain(t > 0, s > 0)),
    Limit(t**a * Sum(k ** (-a) * exp(-t * k ** (-b)), (k, 1, oo)), t, oo, gamma((a - 1) / b) / b, on=Domain(a > 1, b > 0, t > 0)),
    Holds(Sum(k ** (-a - 1), (k, n + 1, oo)) <= n ** (-a) / a, on=Domain(a > 0, n >= 1)),
]


@pytest.mark.parametrize("statement", STATEMENTS, ids=lambda statement: statement.latex()[:40])
def test_what_is_printed_reads_back(statement):
    found = read_statement(statement.latex(), statement)
    assert found.latex() == statement.latex()
    assert found.key() == statement.key()
    assert from_tree(to_tree(statement)).key() == statement.key()


@pytest.mark.parametrize("text", [r"\int_0^t x^2 dx = t", r"\int_0^t x^2 \, \mathrm{d}x = t", r"\int\limits_{0}^{t} x^{2} \,dx = t",
                                  r"\int_{0}^{t} \left(x^2\right) d x = t"])
def test_other_spellings(text):
    like = Equal(Integral(x**2, (x, 0, t)), t, on=NONE)
    assert read_statement(text, like).key() == like.key()


@pytest.mark.parametrize("text", [r"\int_0^t x^2 = t", r"\int x^2 dx = t", r"\int_0 x^2 dx = t", r"\int_0^t dx = t",
                                  r"\int_0^t x dx dx = t", r"\int_0^t x dx + x = t"])
def test_what_lacks_a_part_is_refused(text):
    with pytest.raises(Exception) as found:
        read_statement(text, Equal(Integral(x**2, (x, 0, t)), t, on=NONE))
    assert isinstance(found.value, NotationError) or "undeclared" in str(found.value) or "free" in str(found.value)
