r"""A display that nothing before it speaks against is reported where it fails by itself, at sizes or at a point, and a change of one letter
lets more of the text hold together; otherwise nothing is said of it."""

import pytest

from theoremtest.reports.referee.referee import refereed

SPACES = r"Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$, $w \in \mathbb{R}^d$ and $\lambda > 0$. "
DECAY = r"The weight $x$ follows \[ \dot x = -k x, \qquad x(0) = x_0, \] "


@pytest.fixture
def read(tmp_path):
    def of(text):
        path = tmp_path / "paper.tex"
        path.write_text(f"\\documentclass{{article}}\n\\begin{{document}}\n\\section{{One}}\n{text}\n\\end{{document}}\n")
        return refereed(path, tmp_path)
    return of


FOUND = {
    "sizes of a definition": (SPACES + r"The predictor is \[ v = (X^\top X + \lambda I_d)^{-1} w^\top y. \] We obtain "
                              r"\[ v = X^\top (X X^\top + \lambda I_n)^{-1} y. \]", "definition", "X^\\top y"),
    "the letter that moves": (r"Let $w \in \mathbb{R}^d$, $g \in \mathbb{R}^d$ and $a \in \mathbb{R}$. The flow is "
                              r"\[ \dot a = w^\top g, \qquad \dot a = a g. \] Therefore \[ \frac{d}{dt} (a^2 - w^\top w) = 0. \]",
                              "rate", r"\dot{w}"),
    "the letter that another relation needs to move": (
        r"Let $w \in \mathbb{R}^d$, $g \in \mathbb{R}^d$ and $a \in \mathbb{R}$. The flow is \[ \dot a = w^\top g, \qquad \dot g = a g. \] "
        r"Therefore \[ \frac{d}{dt} (a^2 - w^\top w) = 0. \]", "rate", r"\dot{w}"),
    "a name of itself": (DECAY + r"which is solved by \[ k(t) = x_0 e^{-k t}. \]", "equation", "x"),
    "a solution without the time": (DECAY + r"which is solved by \[ x(t) = x_0 e^{-k x}. \]", "equation", "t"),
    "a function of itself": (r"The sigmoid is \[ f(x) = \frac{1}{1 + e^{-f}}. \] We have \[ f(-x) = 1 - f(x). \]", "equation", "e^{- x}"),
    "a function without brackets": (
        r"The sigmoid is \[ f(x) = \frac{1}{1 + e^{-x}}. \] We have \[ f(-x) = 1 - f(f). \]", "equation", "f(x)"),
    "a rate of what a solution has constant": (
        DECAY + r"which is solved by \[ x(t) = x_0 e^{-k t}. \] Let $v = x^2$. Then \[ \dot k = -2 k v. \]", "rate", r"\dot{v}"),
    "two rates of one letter": (r"The position $x$ and the velocity $v$ obey \[ \dot v = v, \qquad \dot v = -k x. \] Therefore "
                                r"\[ \frac{d}{dt} (v^2 + k x^2) = 0. \]", "rate", r"\dot{x}"),
    "a start beside the letter for it": (
        r"The weight $x$ follows \[ \dot x = -k x, \qquad x(0) = 2 x_0, \] which is solved by \[ x(t) = x_0 e^{-k t}. \]", "solution", "2"),
}


@pytest.mark.drawn(8)
@pytest.mark.slow
@pytest.mark.parametrize("text, kind, mended", FOUND.values(), ids=FOUND)
def test_a_display_that_fails_by_itself_is_found_where_one_letter_mends_the_text(read, text, kind, mended):
    report = read(text)
    (found,) = [one for one in report.findings if one.kind == kind][:1] or [None]
    assert found is not None, (report.findings, report.withheld, report.refused)
    assert mended.replace(" ", "") in found.mended.replace(" ", "") and found.counterexample.point


NOT_FOUND = {
    "sizes that no later display needs otherwise": SPACES + r"The predictor is \[ v = (X^\top X + \lambda I_d)^{-1} w^\top y. \]",
    "a letter of unsaid size": r"Let $X \in \mathbb{R}^{n \times d}$. The predictor is \[ v = X u + b X. \] We obtain \[ v = X u. \]",
    "sizes that are tied": r"Suppose that $n = d$. " + SPACES + r"The predictor is \[ v = X y. \] We obtain \[ v = X^\top y. \]",
    "what a letter is to solve": r"Let $h = \tanh(b m)$. This yields the self-consistent equation \[ m = \tanh(b m). \]",
    "a definition word for word": r"Let $h = \tanh(b m)$. We obtain \[ m = \tanh(b m). \]",
    "another setting": DECAY + r"which is solved by \[ x(t) = x_0 e^{-k t}. \] Now \[ \dot k = -c k. \]",
    "a start that the solution has": r"The weight $x$ follows \[ \dot x = -k x, \qquad x(0) = 2 x_0, \] which is solved by "
                                     r"\[ x(t) = 2 x_0 e^{-k t}. \]",
    "a start in the solution as the value that it is": r"The weight $x$ follows \[ \dot x = -k x, \qquad x(0) = 2 x_0, \] which is "
                                                       r"solved by \[ x(t) = x(0) e^{-k t}. \]",
}


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("text", NOT_FOUND.values(), ids=NOT_FOUND)
def test_what_may_be_meant_is_not_reported(read, text):
    assert not read(text).findings
