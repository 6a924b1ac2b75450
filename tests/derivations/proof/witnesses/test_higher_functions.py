"""Lambert's W, Bessel functions, factorials and binomials: what the search makes of them, beside neighbours that are not so."""

import pytest
from sympy import Derivative, Function, LambertW, Sum, Symbol, besseli, besselj, binomial, exp, factorial, gamma, log, symbols

from helpers.kernel_proofs import has_proof
from theoremtest.derivations.language import Domain, Equal, Holds, gt, lt, reals
from theoremtest.derivations.proof.decide import decide_here

(x,) = reals("x")
n, k = symbols("n k", integer=True, positive=True)
ON, ROW = Domain(x > 0), Domain(k <= n)


@pytest.mark.slow
@pytest.mark.drawn(6)
@pytest.mark.parametrize(("true", "false"), [
    (Equal(LambertW(x) * exp(LambertW(x)), x, on=ON), Equal(LambertW(x) * exp(LambertW(x)), x**2, on=ON)),
    (Equal(Derivative(LambertW(x), x), LambertW(x) / (x * (1 + LambertW(x))), on=ON),
     Equal(Derivative(LambertW(x), x), LambertW(x) / x, on=ON)),
    (Equal(log(LambertW(x)), log(x) - LambertW(x), on=ON), Equal(log(LambertW(x)), log(x) + LambertW(x), on=ON)),
    (Holds(lt(LambertW(x), x), on=ON), Holds(gt(LambertW(x), x), on=ON)),
    (Equal(besselj(0, x) + besselj(2, x), 2 * besselj(1, x) / x, on=ON),
     Equal(besselj(0, x) - besselj(2, x), 2 * besselj(1, x) / x, on=ON)),
    (Equal(Derivative(besseli(0, x), x), besseli(1, x), on=ON), Equal(Derivative(besselj(0, x), x), besselj(1, x), on=ON)),
    (Holds(lt(besseli(1, x), besseli(0, x)), on=ON), Holds(lt(besseli(0, x), besseli(1, x)), on=ON)),
    (Equal(binomial(n + 1, k), binomial(n, k) + binomial(n, k - 1), on=ROW),
     Equal(binomial(n + 1, k), binomial(n, k) + binomial(n, k + 1), on=ROW)),
    (Equal(binomial(n, 2), n * (n - 1) / 2, on=Domain(over=[n])), Equal(binomial(n, 2), n * (n + 1) / 2, on=Domain(over=[n]))),
    (Equal(gamma(n + 1), factorial(n), on=Domain(over=[n])), Equal(gamma(n), factorial(n), on=Domain(over=[n]))),
])
def test_what_neighbours_and_definitions_say(true, false):
    assert has_proof(true)
    assert not has_proof(false)
    assert decide_here(false, 5).outcome.name == "REFUTED"


def test_a_factorial_is_of_whole_numbers_and_another_branch_has_no_entry():
    for side in (factorial(x), binomial(x, 2), besselj(x, 1), LambertW(x, -1), factorial(Symbol("m", real=True))):
        found = decide_here(Equal(side, side + 1, on=Domain(over=side.free_symbols)), 5)
        assert found.outcome.name == "UNDECIDED"


def test_sums_whose_summands_differ_by_a_factor_with_an_exponential_are_compared():
    f, g = (Function(name, real=True) for name in "fg")
    j, m = symbols("j m", integer=True)
    left, right = Sum(f(j) / (1 + g(j) * exp(-x)), (j, 1, m)), Sum(f(j) * exp(x) / (exp(x) + g(j)), (j, 1, m))
    assert has_proof(Equal(left, right, on=Domain(m >= 1, over=[x])))
