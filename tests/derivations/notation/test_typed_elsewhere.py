r"""Spellings that other people type: what a number lies in, where a formula goes, means without brackets, primed letters, entries that
nobody declared. Each is read as what it says, written beside it in the narrow notation, or refused with its column and a repair."""

import pytest
from test_claimed import read, refusal

MATRICES = r"""let W \in \mathbb{R}^{n \times d}
let V \in \mathbb{R}^{d \times n}
let x, y \in \mathbb{R}^d"""
LOSS = r"L(x) = \|W x\|^2"
SQUARE = r"f(x) = x^2"


@pytest.mark.parametrize(("comments", "typed", "plain"), [
    ("let x", r"\frac{1}{1 + x^2} \in (0, 1]", r"0 < \frac{1}{1 + x^2} \leq 1"),
    ("let x", r"x^2 \in [0, \infty).", r"x^2 \geq 0"),
    ("let x", r"-x^2 \in (-\infty, 0]", r"-x^2 \leq 0"),
    ("let x", r"x^2 + 1 \in \mathbb{R}_{>0}", r"x^2 + 1 > 0"),
    (r"let u \in \mathbb{R}^{d}", r"u \in \mathbb{R}^d_{\geq 0}", r"u \geq 0"),
    ("let x > 0", r"\log\exp x = \sin\cos(x)", r"\log(\exp(x)) = \sin(\cos(x))"),
    ("let x", r"x^3 \geq 0 \quad \text{for } x \in [0, \infty)", r"x^3 \geq 0 \quad \text{for } x \geq 0"),
    ("let x", r"x (1 - x) \geq 0, \quad \forall x \in \left[0, \tfrac12\right]",
     r"x (1 - x) \geq 0 \quad \text{for } 0 \leq x \leq \tfrac12"),
    ("let x, t", r"x^2 + t^2 \geq 0 \quad \text{for all } t, x \in \mathbb{R}", r"x^2 + t^2 \geq 0"),
    (r"let y \in \{-1, 1\}", r"y^2 \leq 1", None),
    (r"let t > 0", r"e^{-t} \to 0\ (t\to\infty)", r"\lim_{t \to \infty} e^{-t} = 0"),
    (r"let t > 0", r"e^{-t} \to 0 \quad (t \rightarrow \infty).", r"\lim_{t \to \infty} e^{-t} = 0"),
    (r"let t > 0", r"\sinh t \sim \tfrac12 e^t \text{ as } t \to \infty", r"\lim_{t \to \infty} \frac{\sinh t}{\tfrac12 e^t} = 1"),
    ("let x, x'", r"x'^2 + x x' = x' (x + x')", None),
    ("let s > 0\n" + r"let x, y \sim \mathcal{N}(0, s)", r"\mathbb{E} x^2 y^2 = s^2", r"\mathbb{E}[x^2 y^2] = s^2"),
    ("let s > 0\n" + r"let x, y \sim \mathcal{N}(0, s)", r"\mathbb{E}\left(x^2 + y\right) = s", r"\mathbb{E}[x^2 + y] = s"),
    ("let s > 0\n" + r"let x \sim \mathcal{N}(0, s)", r"\operatorname{Var}(x) = s", r"\operatorname{Var}[x] = s"),
    ("let s > 0\n" + r"let x, y \sim \mathcal{N}(0, s)", r"\mathrm{Cov}(x + y, y) = s", r"\operatorname{Cov}[x + y, y] = s"),
    ("let x > 0\nlet y\n" + SQUARE, r"y \log f(x) - 1 = 2 y \log x - 1", r"y \log(f(x)) - 1 = 2 y \log(x) - 1"),
    ("let x, a > 0", r"x^\frac{a}{2} x^\frac12 = \sqrt\frac{x^a x}{1}", r"x^{\frac{a}{2}} x^{\frac12} = \sqrt{\frac{x^a x}{1}}"),
    ("let d", r"d^2 \geq 1 \qquad \text{for any $d \ge 1$} \; .", r"d^2 \geq 1 \quad \text{for } d \geq 1"),
    ("let d", r"d^2 + c \geq 1 \qquad \text{if $d \ge 1$, where $c = d^4$}",
     r"d^2 + c \geq 1, \quad \text{if } d \geq 1, \text{ where } c = d^4"),
    ("let y", r"\max(y, 0) = \begin{cases} y & \text{if $y>0$,} \\ 0 & \text{otherwise.} \end{cases}",
     r"\max(y, 0) = \begin{cases} y & \text{if } y > 0 \\ 0 & \text{otherwise} \end{cases}"),
    ("let a, t > 0", r"\lim_{t \to \infty} \frac{a t + 1}{t} = \lim_{t \to \infty} \frac{a t - 1}{t} = a",
     r"\lim_{t \to \infty} \frac{a t + 1}{t} = a, \quad \lim_{t \to \infty} \frac{a t - 1}{t} = a"),
    ("let a, t > 0", r"\lim_{t \to \infty} \frac{a t}{t} = a", None),
    ("let a, t > 0", r"a = \lim_{t \to \infty} \frac{a t + 1}{t}", r"\lim_{t \to \infty} \frac{a t + 1}{t} = a"),
    (MATRICES + "\n" + LOSS, r"\nabla_x L = 2 W^\top W x", r"\nabla_x (L(x)) = 2 W^\top W x"),
    ("let y", r"\max(y, 0) = \begin{cases} y, & y > 0, \\ 0, & \text{otherwise}. \end{cases}",
     r"\max(y, 0) = \begin{cases} y & y > 0 \\ 0 & \text{otherwise} \end{cases}"),
    (MATRICES, r"x^\top y = \sum_i x_i y_i", r"x^\top y = x^\top y"),
    (MATRICES, r"\|x\|^2 = \sum_{i=1}^d x_i^2", r"\|x\|^2 = \|x\|^2"),
    (MATRICES, r"(W x)_i = \sum_{j} W_{ij} x_j", r"W x = W x"),
    (MATRICES, r"(W V)_{ij} = \sum_k W_{ik} V_{kj}", r"W V = W V"),
    (MATRICES, r"(W W^\top)_{ij} = \sum_k W_{ik} W_{jk}", r"W W^\top = W W^\top"),
    (MATRICES, r"x^\top V W x = \sum_i x_i (V W x)_i", r"x^\top V W x = x^\top V W x"),
])
def test_what_is_typed_is_read_as_what_it_says(comments, typed, plain):
    found = read(comments, typed)
    if plain is not None:
        wanted = read(comments, plain)
        assert type(found) is type(wanted) and found.latex() == wanted.latex() and set(found.on.conditions) == set(wanted.on.conditions)


def test_a_list_is_one_value_or_another():
    found = read(r"let y \in \{-1, 1\}", r"y^2 \leq 1")
    assert found.on.latex() == r"y = -1 \vee y = 1"
    assert read("let x, y", r"x^2 y^2 \in \{0, 1\} \quad \text{for } x \in (0, 1]").on.latex() == (
        r"x \leq 1,\; 0 < x,\; y \in \mathbb{R}")


@pytest.mark.parametrize(("comments", "typed", "told"), [
    (MATRICES + "\n" + LOSS, r"\nabla_y L = 2 W^\top W x", "column 10: L is no function of y; say at what it is taken, L(...)"),
    ("let a, t > 0", r"\lim_{t \to \infty} \frac{1}{t} = \lim_{t \to \infty} \frac{a}{t}", "both sides are limits"),
    ("let x", r"x \lesssim x^2 + 1",
     r"column 3: \lesssim does not say exactly what is claimed; write the equation, or the bound with its constant"),
    (r"let u \in \mathbb{R}^{d}", r"u \in \mathbb{R}^{2}_{>0}", r"column 1: u was not declared to lie in \mathbb{R}^{2}"),
    ("let x, y", r"\log\exp x y = 1", r"column 10: put the argument of \exp in brackets"),
    ("let x, y", r"\log\exp(x)^2 = 1", r"column 5: put the argument of \log in brackets"),
    ("let x", r"x^2 \in A", "column 9: what a number lies in reads [a, b]"),
    ("let x", r"x^2 \in [0, 1, 2]", "what a number lies in reads"),
    ("let x", r"x^2 \in (-\infty, \infty)", "leave it out"),
    (r"let t > 0", r"\sinh t \sim \tfrac12 e^t", r"\sim"),
    ("let s > 0\n" + r"let x, y \sim \mathcal{N}(0, s)", r"\mathbb{E} x^2 + y = s", "column 16: where this mean ends reads two ways"),
    ("let x > 0\nlet y\n" + SQUARE, r"\log f(x) y = 1", r"column 6: put the argument of \log in brackets"),
    ("let x > 0\n" + SQUARE, r"\log f(x)^2 = 1", r"column 6: put the argument of \log in brackets"),
    (MATRICES, r"(W V)_{ij} = \sum_k W_{ik} V_{jk}", "runs over d and over n"),
    (MATRICES, r"x_1 = 0", "unknown name x_1"),
    (MATRICES + "\nlet a, b", r"(a + b)_i = x_i", "column 1: one index below a bracket names an entry of a column"),
    (MATRICES + "\nlet i", r"x_i = 0", "unknown name x_i"),
    (MATRICES, r"V W = \sum_i x_i x_i^\top", "column 18: a scalar has no transpose"),  # x_i as the i-th of several vectors
    (MATRICES, r"\sum_i \|x_i\|^2 = \|x\|^2", "this is a scalar"),
])
def test_what_reads_two_ways_is_refused_with_its_repair(comments, typed, told):
    assert told in refusal(comments, typed)
