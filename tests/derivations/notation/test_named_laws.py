r"""Laws of draws by their usual names; a normal law with a mean or a matrix of covariances is one of standard draws,
x = \mu + \Sigma^{1/2} z."""

import pytest
from sympy import Integer

from tests.derivations.notation.test_open_functions_typed import ground, read, refusal
from theoremtest.derivations.language.matrix_function import matrix_root
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide_here

CHANCE = "let p\nassume 0 < p\nassume p < 1\nlet n \\in \\mathbb{N}\n"
NORMAL = "let \\mu\nlet \\sigma > 0\nlet x \\sim \\mathcal{N}(\\mu, \\sigma^2)"
COLUMN = "let \\mu \\in \\mathbb{R}^{n}\nlet \\Sigma \\in \\mathbb{R}^{n \\times n}\nassume \\Sigma \\succeq 0\n" \
         "let x \\sim \\mathcal{N}(\\mu, \\Sigma)"


@pytest.mark.parametrize(("comments", "display", "holds"), [
    (CHANCE + "let x \\sim \\mathrm{Bernoulli}(p)", r"\operatorname{Var}(x) = p (1 - p)", True),
    (CHANCE + "let x \\sim \\text{Bernoulli}(p)", r"\operatorname{Var}(x) = p", False),
    (CHANCE + "let k \\sim \\operatorname{Binomial}(n, p)", r"\mathbb{E}[k] = n p", True),
    ("let m > 0\nlet k \\sim \\mathrm{Poisson}\\left(m\\right)", r"\operatorname{Var}(k) = m", True),
    ("let s \\sim \\text{Rademacher}", r"\mathbb{E}[s^2] = 1", True),
    ("let s \\sim \\mathrm{Unif}(\\{-1, 1\\})", r"\mathbb{E}[s^3] = 0", True),
    ("let s \\sim \\mathrm{Unif}\\{\\pm 1\\}", r"\mathbb{E}[s^4] = 0", False),
    ("let x, y \\overset{iid}{\\sim} \\mathcal{N}(0, 1)", r"\mathbb{E}[(x + y)^2] = 2", True),
    ("let x \\stackrel{\\text{i.i.d.}}{\\sim} \\mathcal{N}(0, 1)", r"\mathbb{E}[x^4] = 3", True),
    (NORMAL, r"\mathbb{E}[x^3] = \mu^3 + 3 \mu \sigma^2", True),
    (NORMAL, r"\mathbb{E}[x^2] = \sigma^2", False),
    (NORMAL, r"\mathbb{E}[e^x] = e^{\mu + \sigma^2/2}", True),
    ("let A \\in \\mathbb{R}^{n \\times n}\nlet x \\sim \\mathcal{N}(0, I_n)", r"\mathbb{E}[x^\top A x] = \operatorname{tr} A", True),
    ("let \\mu \\in \\mathbb{R}^{n}\nlet x \\sim \\mathcal{N}(\\mu, 2 I)", r"\mathbb{E}[\|x - \mu\|^2] = 2 n", True),
    (COLUMN, r"\mathbb{E}[x x^\top] = \Sigma + \mu \mu^\top", True),
    (COLUMN, r"\mathbb{E}[\|x\|^2] = \operatorname{tr} \Sigma + \|\mu\|^2", True),
])
def test_its_means_are_decided(comments, display, holds):
    with offering(()):
        assert decide_here(read(comments, display)).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)


def test_covariances_are_those_of_a_turned_standard_draw():
    laid = ground(COLUMN)
    (drawn, law), = laid.draws.items()
    value, = laid.where.values()
    assert law == Integer(1) and value == laid.letter(r"\mu") + matrix_root(laid.letter(r"\Sigma")) * drawn


@pytest.mark.parametrize(("comments", "says"), [
    ("let x \\sim \\mathrm{Cauchy}(0, 1)", "the law Cauchy is not known"),
    ("let x \\sim \\mathcal{U}(0, 1)", "the law Uniform is not known"),
    ("let x \\sim \\mathrm{Unif}(\\{1, 2\\})", "the law Unif is not known"),
    ("let \\Sigma \\in \\mathbb{R}^{n \\times n}\nlet x \\sim \\mathcal{N}(0, \\Sigma)", "assume \\Sigma \\succeq 0"),
    ("let \\mu \\in \\mathbb{R}^{m}\nlet x \\in \\mathbb{R}^{n}\nlet x \\sim \\mathcal{N}(\\mu, 1)", "do not fit together"),
    ("let \\mu, x\nassume x > 0\nlet x \\sim \\mathcal{N}(\\mu, 1)", "before it is drawn"),
    ("let x \\sim \\mathcal{N}(0, 1)\nlet x \\sim \\mathcal{N}(0, 2)", "from another law above"),
])
def test_what_is_no_law_of_these_is_refused(comments, says):
    assert says in refusal(comments)
