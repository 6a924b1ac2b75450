"""Finite sums with letters for bounds, as the theory of deep learning writes them: true ones proved, false ones never.

Modes, layers, samples and skill frequencies give the examples; beside each list of true statements stands one of slips.
"""

import pytest
from sympy import Abs, Eq, Function, KroneckerDelta, Ne, Sum, exp, sqrt, symbols, sympify

from theoremtest.derivations.language import Domain, Equal, Holds, Outcome, StatementError
from theoremtest.derivations.proof.decide import decide

n, m, k, j, i, d = symbols("n m k j i d", integer=True)
r, x, c, t, s, eta = symbols("r x c t s eta", real=True)
a, b, lam, w = (Function(name, real=True) for name in ("a", "b", "lam", "w"))
A = Function("A", real=True)
N = Domain(n >= 1)
N0 = Domain(n >= 0)

TRUE = {
    "Gauss": (Sum(k, (k, 1, n)), n * (n + 1) / 2, N),
    "squares": (Sum(k**2, (k, 1, n)), n * (n + 1) * (2 * n + 1) / 6, N),
    "fourth powers": (Sum(k**4, (k, 1, n)), n * (n + 1) * (2 * n + 1) * (3 * n**2 + 3 * n - 1) / 30, N),
    "cubes": (Sum(k**3, (k, 1, n)), Sum(k, (k, 1, n)) ** 2, N),
    "geometric": (Sum(r**k, (k, 0, n)), (1 - r ** (n + 1)) / (1 - r), N0.but(Ne(r, 1))),
    "geometric between": (Sum(r**k, (k, m, n)), (r**m - r ** (n + 1)) / (1 - r), Domain(m >= 0, n >= m, Ne(r, 1))),
    "geometric at 1": (Sum(1**k, (k, 0, n)), n + 1, N0),
    "discounted from behind": (Sum(r ** (n - k), (k, 0, n)), (1 - r ** (n + 1)) / (1 - r), N0.but(Ne(r, 1))),
    "momentum weights": (Sum(k * r**k, (k, 0, n)), r * (1 - (n + 1) * r**n + n * r ** (n + 1)) / (1 - r) ** 2, N0.but(Ne(r, 1))),
    "decays": (Sum(exp(-x * k), (k, 0, n)), (1 - exp(-x * (n + 1))) / (1 - exp(-x)), N0.but(x > 0)),
    "telescoping": (Sum(1 / (k * (k + 1)), (k, 1, n)), n / (n + 1), N),
    "telescoping of layers": (Sum(a(k + 1) - a(k), (k, m, n)), a(n + 1) - a(m), Domain(n >= m)),
    "linear": (Sum(2 * a(k) + c * b(k), (k, 0, n)), 2 * Sum(a(j), (j, 0, n)) + c * Sum(b(i), (i, 0, n)), N0.but(over=[c])),
    "index moved": (Sum(a(k - 1), (k, 1, n)), Sum(a(k), (k, 0, n - 1)), N),
    "index moved by a letter": (Sum(a(k), (k, m, n)), Sum(a(k + m), (k, 0, n - m)), Domain(n >= m)),
    "turned round": (Sum(a(k), (k, 0, n)), Sum(a(n - k), (k, 0, n)), N0),
    "convolution": (Sum(a(k) * b(n - k), (k, 0, n)), Sum(a(n - k) * b(k), (k, 0, n)), N0),
    "split": (Sum(a(k), (k, 0, n)), Sum(a(k), (k, 0, m)) + Sum(a(k), (k, m + 1, n)), Domain(m >= 0, n >= m)),
    "triangle exchanged": (Sum(Sum(A(i, j), (j, 0, i)), (i, 0, n)), Sum(Sum(A(i, j), (i, j, n)), (j, 0, n)), N0),
    "rectangle exchanged": (Sum(Sum(A(i, j), (j, 0, m)), (i, 0, n)), Sum(Sum(A(i, j), (i, 0, n)), (j, 0, m)), N0.but(m >= 0)),
    "product": (Sum(a(k), (k, 0, n)) * Sum(b(k), (k, 0, m)), Sum(a(i) * b(j), (i, 0, n), (j, 0, m)), N0.but(m >= 0)),
    "square of a sum": (Sum(a(k), (k, 1, n)) ** 2,
                        Sum(a(k) ** 2, (k, 1, n)) + 2 * Sum(Sum(a(i) * a(j), (i, 1, j - 1)), (j, 1, n)), N),
    "variance": (Sum((a(k) - Sum(a(j), (j, 1, n)) / n) ** 2, (k, 1, n)),
                 Sum(a(k) ** 2, (k, 1, n)) - Sum(a(k), (k, 1, n)) ** 2 / n, N),
    "weights summing to one": (Sum(lam(k) / Sum(lam(j), (j, 1, n)), (k, 1, n)), 1, N),
    "delta": (Sum(KroneckerDelta(k, m) * a(k), (k, 0, n)), a(m), Domain(m >= 0, n >= m)),
    "trace of deltas": (Sum(Sum(KroneckerDelta(i, j) * a(i) * b(j), (i, 0, n)), (j, 0, n)), Sum(a(i) * b(i), (i, 0, n)), N0),
    "loss of modes": (Sum((s - w(k)) ** 2 / 2, (k, 1, n)),
                      n * s**2 / 2 - s * Sum(w(k), (k, 1, n)) + Sum(w(k) ** 2, (k, 1, n)) / 2, N.but(over=[s])),
    "empty": (Sum(a(k), (k, n, m)), 0, Domain(n > m)),
    "a delta that is never 1": (a(i) * KroneckerDelta(-i, j), 0, Domain(i >= 1, j >= 1)),
    "deltas of which one is out of range": (Sum(KroneckerDelta(k, i) * KroneckerDelta(k, j), (k, 1, n)), KroneckerDelta(i, j),
                                            Domain(i < 1, j >= 1, j <= n)),
    "far from empty, empty": (Sum(k, (k, n, 1)), 0, Domain(n >= 5)),
}
FALSE = {
    "a delta that may be 1": (KroneckerDelta(-i, j), 0, Domain(i >= -1, j >= 1)),
    "Gauss to n - 1": (Sum(k, (k, 1, n)), n * (n - 1) / 2, N),
    "squares with a slip": (Sum(k**2, (k, 1, n)), n * (n + 1) * (2 * n - 1) / 6, N),
    "cubes from zero and two": (Sum(k**3, (k, 1, n)), Sum(k, (k, 2, n)) ** 2, N),
    "geometric, one power less": (Sum(r**k, (k, 0, n)), (1 - r**n) / (1 - r), N0.but(Ne(r, 1))),
    "geometric from one": (Sum(r**k, (k, 1, n)), (1 - r ** (n + 1)) / (1 - r), N0.but(Ne(r, 1))),
    "discounted the wrong way": (Sum(r ** (n + k), (k, 0, n)), (1 - r ** (n + 1)) / (1 - r), N.but(Ne(r, 1))),
    "decays without the first": (Sum(exp(-x * k), (k, 1, n)), (1 - exp(-x * (n + 1))) / (1 - exp(-x)), N0.but(x > 0)),
    "telescoping, one term less": (Sum(1 / (k * (k + 1)), (k, 1, n)), (n - 1) / n, N),
    "telescoping of layers, ends": (Sum(a(k + 1) - a(k), (k, m, n)), a(n) - a(m), Domain(n >= m)),
    "telescoping without an order": (Sum(k + 1 - k, (k, m, n)), n + 1 - m, Domain(over=[m, n])),
    "index moved one way": (Sum(a(k - 1), (k, 1, n)), Sum(a(k), (k, 0, n)), N),
    "split with the middle twice": (Sum(k, (k, 0, n)), Sum(k, (k, 0, m)) + Sum(k, (k, m, n)), Domain(m >= 1, n >= m)),
    "split outside": (Sum(k, (k, 0, n)), Sum(k, (k, 0, m)) + Sum(k, (k, m + 1, n)), Domain(m >= 0, n >= 0)),
    "triangle exchanged wrongly": (Sum(Sum(i - j, (j, 0, i)), (i, 0, n)), Sum(Sum(i - j, (i, 0, j)), (j, 0, n)), N),
    "square of a sum, once": (Sum(k, (k, 1, n)) ** 2, Sum(k**2, (k, 1, n)) + Sum(Sum(i * j, (i, 1, j - 1)), (j, 1, n)), N),
    "variance with n - 1": (Sum((k - Sum(j, (j, 1, n)) / n) ** 2, (k, 1, n)),
                            Sum(k**2, (k, 1, n)) - Sum(k, (k, 1, n)) ** 2 / (n + 1), N),
    "delta outside": (Sum(KroneckerDelta(k, m) * k, (k, 0, n)), m, Domain(m >= 0, n >= 0)),
    "delta counted twice": (Sum(Sum(KroneckerDelta(i, j), (i, 0, n)), (j, 0, n)), (n + 1) ** 2, N),
    "a sum that runs backwards": (Sum(k, (k, 5, n)), n * (n + 1) / 2 - 10, Domain(n >= 0)),
    "one late exception": (Sum(KroneckerDelta(k, 7), (k, 0, n)), 0, N0),
    "a step without a base": (Sum(k, (k, 1, n)), n * (n + 1) / 2 + 1, N),
}

TRUE_OF_CONSTANTS = {"telescoping of layers, ends"}
"""False of some functions, and true of those that are the same everywhere, which are all that is tried."""

ATTACKS = {
    "a constant that changes at a pole": (Abs(n - 3) / (n - 3) + Sum(k, (k, 1, n)), n * (n + 1) / 2 - 1, N0),
    "SymPy's sum of an empty range": (Sum(k, (k, 5, n)), Sum(k, (k, 5, n)).doit(), Domain(n >= 0)),
    "a bound that is no whole number": (Sum(1, (k, 1, x)), x, Domain(x >= 1)),
    "an even number": (Sum((-1) ** k, (k, 1, 2 * n + m)), 0, Domain(n >= 1, m >= 0)),
    "first values alone": (Sum(k, (k, 1, n)), n * (n + 1) / 2 + n * (n - 1) * (n - 2) * (n - 3) * (n - 4), N),
    "an open end": (Sum(k, (k, n, m)), (m - n + 1) * (m + n) / 2, Domain(m >= 0, n >= 0)),
    "a bound that moves against another": (Sum(1, (k, n, 10 - n)), 11 - 2 * n, N),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_are_never_proved(name):
    left, right, domain = ATTACKS[name]
    assert decide(Equal(sympify(left, strict=True), sympify(right, strict=True), on=domain)).outcome is not Outcome.PROVED


@pytest.mark.parametrize("make", [
    lambda: Equal(Sum(c * k, (k, 1, n)), n * (n + 1) * (2 * n + 1) / 6, on=Domain(n >= 1, over=[k], where={c: k})),
    lambda: Equal(Sum(k, (k, 1, n)), n * k, on=Domain(n >= 1, Eq(k, 1))),
    lambda: Equal(Sum(k, (k, 1, k), (k, 1, n)), n * (n + 1) / 2 * n, on=N),
    lambda: Equal(Sum(k, (k, 0, k)), 0, on=N),
])
def test_an_index_stands_for_itself_only(make):
    with pytest.raises(StatementError):
        make()


@pytest.mark.drawn(8)
@pytest.mark.parametrize("name", TRUE)
def test_true_sums_are_proved(name):
    left, right, domain = TRUE[name]
    assert decide(Equal(left, right, on=domain)).outcome is Outcome.PROVED


@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", FALSE)
def test_false_sums_are_refuted(name):
    left, right, domain = FALSE[name]
    evidence = decide(Equal(left, right, on=domain))
    assert evidence.outcome is (Outcome.UNDECIDED if name in TRUE_OF_CONSTANTS else Outcome.REFUTED)


TRUE_BOUNDS = {
    "power-law tail": (Sum(1 / k**2, (k, 1, n)) <= 2 - 1 / n, N),
    "nonnegative": (Sum(a(k) ** 2, (k, 1, n)) >= 0, N),
    "term by term": (Sum(2 * a(k) * b(k), (k, 0, n)) <= Sum(a(k) ** 2 + b(k) ** 2, (k, 0, n)), N0),
    "loss is convex": (Sum((s - w(k)) ** 2, (k, 1, n)) >= 2 * s**2 * n - 2 * s * Sum(w(k), (k, 1, n)) - n * s**2, N.but(over=[s])),
    "roots": (Sum(1 / sqrt(k), (k, 1, n)) >= sqrt(n), N),
    "positive": (Sum(exp(-x * k), (k, 0, n)) > 0, N0.but(over=[x])),
    "decays are at most one each": (Sum(exp(-x * k), (k, 1, n)) <= n, N.but(x > 0)),
    "skills learned": (Sum(1 - exp(-t * k), (k, 1, n)) <= n, N.but(t >= 0)),
    "at least the first": (Sum(k, (k, 1, n)) >= n, N),
    "quadratic": (Sum(k, (k, 1, n)) <= n**2, N),
}
FALSE_BOUNDS = {
    "power-law tail": (Sum(1 / k**2, (k, 1, n)) <= 2 - 2 / n, N),
    "positive where it may vanish": (Sum(k * s**2, (k, 1, n)) > 0, N.but(over=[s])),
    "term by term, turned": (Sum(2 * k * s, (k, 0, n)) >= Sum(k**2 + s**2, (k, 0, n)), N0.but(over=[s])),
    "roots": (Sum(1 / sqrt(k), (k, 1, n)) >= 2 * sqrt(n), N),
    "empty is not positive": (Sum(exp(-x * k), (k, 1, n)) > 0, N0.but(over=[x])),
    "growth is not bounded": (Sum(exp(x * k), (k, 1, n)) <= n, N.but(x > 0)),
    "skills": (Sum(1 - exp(-t * k), (k, 1, n)) >= 0, N.but(over=[t])),
    "linear": (Sum(k, (k, 1, n)) <= 3 * n, N),
    "strict at the start": (Sum(k, (k, 1, n)) < n**2, N),
    "harmonic numbers": (Sum(1 / k, (k, 1, n)) <= 2, N),
}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", TRUE_BOUNDS)
def test_true_bounds_on_sums_are_proved(name):
    relation, domain = TRUE_BOUNDS[name]
    assert decide(Holds(relation, on=domain)).outcome is Outcome.PROVED


@pytest.mark.parametrize("name", FALSE_BOUNDS)
def test_false_bounds_on_sums_are_refuted(name):
    relation, domain = FALSE_BOUNDS[name]
    assert decide(Holds(relation, on=domain)).outcome is Outcome.REFUTED
