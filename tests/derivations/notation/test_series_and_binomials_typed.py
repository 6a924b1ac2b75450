r"""The exponential series and Poisson's sums, sums over binomials in two letters that may be 0, Pascal's rule: each beside a
false one."""

import pytest
from sympy import Sum as EndlessSum
from sympy import Symbol, factorial, oo, sympify

from tests.derivations.notation.test_open_functions_typed import read
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.balls.enclose import enclosure
from theoremtest.derivations.proof.decide import decide_here

LETTERS = "let a, b, x\nlet n, k \\in \\mathbb{N}\nlet \\lambda > 0\nlet p \\in [0, 1]"
BINOMIAL = r"\binom{n}{k} p^k (1 - p)^{n - k}"
POISSON = r"\frac{\lambda^k}{k!} e^{-\lambda}"


@pytest.mark.drawn(6)
@pytest.mark.parametrize(("display", "holds"), [
    (r"\sum_{k=0}^\infty \frac{x^k}{k!} = e^x", True), (r"\sum_{k=1}^\infty \frac{x^k}{k!} = e^x", False),
    (r"\sum_{k=0}^\infty \frac{1}{k!} = e", True), (r"\sum_{k=0}^\infty \frac{1}{k!} = 2", False),
    (rf"\sum_{{k=0}}^\infty {POISSON} = 1", True), (rf"\sum_{{k=0}}^\infty {POISSON} = 2", False),
    (rf"\sum_{{k=0}}^\infty k {POISSON} = \lambda", True), (rf"\sum_{{k=0}}^\infty k {POISSON} = \lambda^2", False),
    (rf"\sum_{{k=0}}^\infty k^2 {POISSON} = \lambda^2 + \lambda", True), (rf"\sum_{{k=0}}^\infty k^2 {POISSON} = \lambda^2", False),
    (rf"\sum_{{k=0}}^n {BINOMIAL} = 1", True), (rf"\sum_{{k=0}}^n {BINOMIAL} = p", False),
    (rf"\sum_{{k=0}}^n k {BINOMIAL} = n p", True), (rf"\sum_{{k=0}}^n k {BINOMIAL} = n p^2", False),
    (r"\sum_{k=0}^n \binom{n}{k} a^k b^{n-k} = (a + b)^n", True), (r"\sum_{k=0}^n \binom{n}{k} a^k b^{n-k} = (a - b)^n", False),
    (r"\binom{n+1}{k+1} = \binom{n}{k} + \binom{n}{k+1}", True), (r"\binom{n}{k} = \binom{n-1}{k} + \binom{n-1}{k-1}", True),
    (r"\binom{n+1}{k} = \binom{n}{k} + \binom{n}{k+1}", False),
])
def test_sums_are_decided(display, holds):
    with offering(()):
        assert decide_here(read(LETTERS, display)).outcome is (Outcome.PROVED if holds else Outcome.REFUTED)


K, X = Symbol("k", integer=True), Symbol("x", real=True)


@pytest.mark.parametrize("summand", [X**K / factorial(K), 3 * K**2 * X**(K + 1) / factorial(K), (K - 1) * X**(2 * K) / factorial(K)])
@pytest.mark.parametrize("first", [0, 1, 4])
@pytest.mark.parametrize("value", [0, 2, -1])
def test_a_ball_of_an_endless_sum_over_factorials_holds_its_first_terms(summand, first, value):
    found = enclosure(EndlessSum(summand, (K, first, oo)), {X: sympify(value, strict=True)}, 128)
    terms = sum(summand.subs({X: value}).subs(K, place) for place in range(first, 60))
    assert abs(float(found.mid()) - float(terms)) < 1e-12 and float(found.rad()) < 1e-12
