"""Means over draws: what the kernel says they are, against sums over the entries; near misses and tricks that are refused."""

from math import prod

import pytest
from sympy import Eq, Identity, Integer, KroneckerDelta, MatrixSymbol, Ne, Poly, Rational, Symbol, Trace, exp, expand

from helpers.kernel_proofs import has_proof
from theoremtest.derivations.kernel.check import check, shown
from theoremtest.derivations.kernel.facts import equal
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.terms import ONE, ZERO, Refused, power, read, rows_of, term
from theoremtest.derivations.language import (
    Binomial,
    ConvergesInProbability,
    Covariance,
    Domain,
    Expectation,
    FairBits,
    Multinomial,
    Parity,
    Poisson,
    dimension,
    entry,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.language.tree import to_tree

x, y, v = reals("x", "y", "v")
n, k, l, i, j = (Symbol(name, integer=True) for name in "nklij")
N, d = dimension("N"), dimension("d")
W, U = MatrixSymbol("W", 2, 3), MatrixSymbol("U", 3, 2)


def by_entries(formula, draws):
    """The mean of a formula in matrices of numbered entries, monomial by monomial."""
    letters = {matrix[a, b]: Symbol(f"{matrix}{a}{b}") for matrix in draws for a in range(matrix.rows) for b in range(matrix.cols)}
    variances = {letters[matrix[a, b]]: law for matrix, law in draws.items() for a in range(matrix.rows) for b in range(matrix.cols)}
    explicit = expand(formula.doit() if not formula.has(Trace) else formula.replace(Trace, lambda inner: inner.as_explicit().trace()))
    poly = Poly(explicit.subs(letters), *variances)
    return sum(weight * prod(prod(range(1, e, 2)) * law ** (e // 2) if e % 2 == 0 else 0 for e, law in zip(monomial, variances.values()))
               for monomial, weight in poly.terms())


@pytest.mark.drawn(4)
@pytest.mark.parametrize("formula", [
    Trace(W * W.T), Trace(W * U), Trace(W * U) ** 2, Trace(W * U * W * U), Trace(W * W.T * W * W.T), Trace(W * W.T) ** 2,
    Trace(W * W.T * U.T * U), Trace(W.T * W * U * U.T * W.T * W), Trace(W * U) * Trace(W * W.T), Trace(W * U * U.T * W.T) ** 2,
])
def test_the_mean_of_a_product_of_traces_is_that_over_the_entries(formula):
    draws = {W: Rational(2, 3), U: Integer(5)}
    value = by_entries(formula, draws)
    assert has_proof(Expectation(formula, draws, value, on=Domain(over=[W, U])))
    assert not has_proof(Expectation(formula, draws, value + Rational(1, 7), on=Domain(over=[W, U])))


def test_a_matrix_of_any_size_has_the_mean_that_its_pairings_give():
    A, B = matrix("A", d, N), matrix("B", N, N)
    on, one = Domain(over=[A, B, v]), Identity
    assert has_proof(Expectation(A * B * A.T, {A: v**2}, v**2 * Trace(B) * one(d), on=on))
    assert has_proof(Expectation(A.T * A * B * A.T * A, {A: v**2}, v**4 * (d * (d * B + B.T) + d * Trace(B) * one(N)), on=on))
    assert not has_proof(Expectation(A.T * A * B * A.T * A, {A: v**2}, v**4 * (d * (d * B + B) + d * Trace(B) * one(N)), on=on))


@pytest.mark.parametrize(("power_of", "law", "value"), [
    (k**3, Poisson(v**2), v**6 + 3 * v**4 + v**2),
    (k**2, Binomial(n, Rational(1, 3)), n / 3 + n * (n - 1) / 9),
    (k**4, Binomial(Integer(1), Rational(1, 3)), Rational(1, 3)),
])
def test_powers_of_counts_have_the_means_of_their_laws(power_of, law, value):
    on = Domain(n >= 0, over=[k, v])
    assert has_proof(Expectation(power_of, {k: law}, value, on=on))
    assert not has_proof(Expectation(power_of, {k: law}, value + 1, on=on))


def test_counts_of_the_same_trials_are_not_independent():
    draws = {k: Multinomial(n, Rational(1, 4)), l: Multinomial(n, Rational(1, 2))}
    on = Domain(n >= 0, over=[k, l])
    assert has_proof(Covariance(k, l, draws, -n / 8, on=on))
    assert not has_proof(Covariance(k, l, draws, Integer(0), on=on))
    independent = {k: Binomial(n, Rational(1, 4)), l: Binomial(n, Rational(1, 2))}
    assert has_proof(Covariance(k, l, independent, Integer(0), on=on))


def test_entries_at_different_places_are_independent():
    A = matrix("A", N, N)
    draws = {A: v**2}
    apart = Domain(i >= 0, i < N, j >= 0, j < N, Ne(i, j), over=[A, v])
    anywhere = Domain(i >= 0, i < N, j >= 0, j < N, over=[A, v])
    product = entry(A, i, i) * entry(A, j, j)
    assert has_proof(Expectation(product, draws, Integer(0), on=apart))
    assert not has_proof(Expectation(product, draws, Integer(0), on=anywhere))
    assert has_proof(Expectation(product, draws, v**2 * KroneckerDelta(i, j), on=anywhere))


def test_a_power_that_is_not_multiplied_out_is_not_taken_for_a_constant():
    A = matrix("A", N, N)
    with pytest.raises(Refused):
        check(to_tree(Covariance(Trace(A**25), Trace(A**25), {A: v**2}, Integer(0), on=Domain(over=[A, v]))), [{"terms": [], "lines": []}])
    assert not has_proof(Covariance(Trace(A**2), Trace(A**2), {A: v**2}, Integer(0), on=Domain(over=[A, v])))


def test_an_entry_outside_of_its_matrix_has_no_mean():
    A = matrix("A", N, N)
    assert not has_proof(Expectation(entry(A, i, i) ** 2, {A: v**2}, v**2, on=Domain(i >= 0, over=[A, v])))


def test_what_is_no_polynomial_of_normal_draws_is_refused():
    for formula in (exp(x), 1 / x, abs(x)):
        with pytest.raises(Refused):
            check(to_tree(Expectation(formula, {x: Integer(1)}, y, on=Domain(over=[x, y]))), [{"terms": [], "lines": []}])


def test_what_holds_of_a_letter_says_nothing_of_the_draw_of_that_name():
    letter = read(to_tree(x))
    mean = term("Mean", (power(letter, 2), term("Tuple", (letter, ONE))))
    fact = equal(mean, ZERO)
    rows, (claim,) = rows_of([fact])
    goal = Goal("", fact, [equal(letter, ZERO)])
    with pytest.raises(Refused, match="not the same"):
        shown(goal, {"terms": rows, "lines": [["hyp", 0], ["algebra", claim, [["letter", 0]]]]})


def test_a_condition_does_not_speak_of_a_draw():
    tree = to_tree(Expectation(x**2, {x: Integer(1)}, Integer(1), on=Domain(over=[x, y])))
    statement = read(tree)
    condition = read(to_tree(Eq(x, y)))
    statement["on"].fields["conditions"] = (condition,)
    with pytest.raises(Refused, match="speaks of a draw"):
        goals(statement)


def test_the_average_of_a_growing_sample_converges_and_its_sum_does_not():
    z = vector("z", N)
    on = Domain(over=[z, v])
    average, total = z.T * z / N, z.T * z
    assert has_proof(ConvergesInProbability(Trace(average), N, v**2, {z: v**2}, on=on))
    assert not has_proof(ConvergesInProbability(Trace(average), N, v**2 + 1, {z: v**2}, on=on))
    assert not has_proof(ConvergesInProbability(Trace(total), N, v**2, {z: v**2}, on=on))


def test_variances_that_are_negative_from_some_size_on_say_nothing_of_large_ones():
    z = vector("z", N)
    with_few = ConvergesInProbability(Trace(z.T * z), N, Integer(7), {z: 3 - N}, on=Domain(over=[z]))
    assert not has_proof(with_few)


p, b = reals("p", "b")


@pytest.mark.drawn(4)
@pytest.mark.parametrize("quantity, law, value, holds", [
    (b**k, Poisson(v), exp(v * (b - 1)), True), (b**k, Binomial(n, p), (1 + p * (b - 1)) ** n, True),
    (KroneckerDelta(0, k), Binomial(n, p), (1 - p) ** n, True), (1 - KroneckerDelta(k, 0), Binomial(n, p), 1 - (1 - p) ** n, True),
    (x * b**k + y, Poisson(v), x * exp(v * (b - 1)) + y, True), (b**k * x**k, Poisson(v), exp(v * (b * x - 1)), True),
    (b**k, Poisson(v), exp(v * b), False), (b**k, Binomial(n, p), (1 + p * b) ** n, False),
    (KroneckerDelta(0, k), Binomial(n, p), 1 - p, False),
    (KroneckerDelta(1, k), Binomial(n, p), (1 - p) ** n, False), (k * b**k, Poisson(v), v * exp(v * (b - 1)), False)], ids=str)
def test_powers_of_a_count(quantity, law, value, holds):
    on = Domain(v > 0, p >= 0, p <= 1, n >= 0, over=[x, y, b, k])
    assert has_proof(Expectation(quantity, {k: law}, value, on=on)) is holds


@pytest.mark.parametrize("quantity, value, holds", [
    (Parity(1, k) * Parity(2, k), 0, True), (Parity(3, k) ** 2, 1, True), ((x + y * Parity(1, k)) ** 2, x**2 + y**2, True),
    (k, Rational(3, 2), True),
    (Parity(1, k) * Parity(1, k), 0, False), ((x + y * Parity(1, k)) ** 2, x**2, False), (k, 2, False),
    (1 / (k + x), 1 / x, False)], ids=str)
def test_fair_bits_value_by_value(quantity, value, holds):
    assert has_proof(Expectation(quantity, {k: FairBits(2)}, value, on=Domain(over=[x, y, k]))) is holds
