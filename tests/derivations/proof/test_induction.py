"""Induction as a kind of statement: true claims are proved by base and step, false ones refuted; nothing is assumed for free."""

import pytest
from sympy import And, Function, Ne, S, Sum, Symbol, symbols

from theoremtest.derivations.language import Domain, Equal, Holds, Induction, Outcome, StatementError, every
from theoremtest.derivations.notation import read_statement, same_formula
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.decide import decide
from theoremtest.numerics.routes.dispatch import run

n, k = symbols("n k", integer=True)
r, x, c, s, w, eta, g = symbols("r x c s w eta g", real=True)
u, v, a = (Function(name, real=True) for name in ("u", "v", "a"))
ALL = Domain(over=[n, r, x, c, s, w, eta, g])


def eq(left, right):
    return Equal(S(left), S(right), on=ALL)


def claim(part, *conditions, start=0, **sequences):
    return Induction(part, n, start, {u(n) if name == "u" else v(n): pair for name, pair in sequences.items()}, on=ALL.but(*conditions))


TRUE = {
    "Gauss": claim(eq(Sum(k, (k, 0, n)), n * (n + 1) / 2)),
    "geometric": claim(eq(Sum(r**k, (k, 0, n)), (1 - r ** (n + 1)) / (1 - r)), Ne(r, 1)),
    "Bernoulli": claim(Holds((1 + x) ** n >= 1 + n * x, on=ALL), x >= -1),
    "one layer more": claim(eq(u(n), r**n * c), u=(c, r * u(n))),
    "gradient descent on a quadratic": claim(eq(u(n), s + (1 - eta * c) ** n * (w - s)), u=(w, u(n) - eta * c * (u(n) - s))),
    "variance by depth": claim(eq(u(n), s**2 * c**n), start=1, u=(s**2 * c, c * u(n))),
    "squares of squares": claim(eq(u(n), x ** (2**n)), x > 0, u=(x, u(n) ** 2)),
    "squares of squares of either sign": claim(eq(u(n), x ** (2**n)), u=(x, u(n) ** 2)),
    "squares of squares, one each": claim(eq(u(n), x ** (2**n - 1)), start=1, u=(x, x * u(n) ** 2)),
    "two coupled modes": claim(every(one=eq(u(n), (c**n + s**n) / 2), other=eq(v(n), (c**n - s**n) / 2)),
                               u=(S(1), (c + s) / 2 * u(n) + (c - s) / 2 * v(n)), v=(S(0), (c - s) / 2 * u(n) + (c + s) / 2 * v(n))),
    "powers of two": claim(Holds(2**n >= n + 1, on=ALL)),
    "tail of squares": claim(Holds(Sum(1 / k**2, (k, 1, n)) <= 2 - 1 / n, on=ALL), start=1),
    "a running sum": claim(eq(u(n), Sum(a(k), (k, 0, n))), u=(a(0), u(n) + a(n + 1))),
    "a decreasing loss": claim(Holds(u(n) >= 0, on=ALL), eta > 0, eta < 1, x >= 0, u=(x, (1 - eta) * u(n))),
    "average of gradients": claim(eq(u(n), (1 - g) * Sum(g**k, (k, 0, n))), u=(1 - g, g * u(n) + 1 - g)),
}
FALSE = {
    "Gauss": claim(eq(Sum(k, (k, 0, n)), n * (n - 1) / 2)),
    "geometric": claim(eq(Sum(r**k, (k, 0, n)), (1 - r**n) / (1 - r)), Ne(r, 1)),
    "Bernoulli everywhere": claim(Holds((1 + x) ** n >= 1 + n * x, on=ALL)),
    "a wrong first value": claim(eq(u(n), r**n * c), u=(c + 1, r * u(n))),
    "gradient descent, sign": claim(eq(u(n), s - (1 - eta * c) ** n * (w - s)), u=(w, u(n) - eta * c * (u(n) - s))),
    "gradient descent, twice the step": claim(eq(u(n), s + (1 - 2 * eta * c) ** n * (w - s)), u=(w, u(n) - eta * c * (u(n) - s))),
    "variance by depth, one layer off": claim(eq(u(n), s**2 * c ** (n - 1)), start=1, u=(s**2 * c, c * u(n))),
    "squares of squares": claim(eq(u(n), x ** (2 * n)), x > 0, u=(x, u(n) ** 2)),
    "squares of squares, one each": claim(eq(u(n), x ** (2**n + 1)), start=1, u=(x**3, x * u(n) ** 2)),
    "two coupled modes": claim(every(one=eq(u(n), (c**n + s**n) / 2), other=eq(v(n), (c**n + s**n) / 2)),
                               u=(S(1), (c + s) / 2 * u(n) + (c - s) / 2 * v(n)), v=(S(0), (c - s) / 2 * u(n) + (c + s) / 2 * v(n))),
    "powers of two": claim(Holds(2**n >= n**2, on=ALL)),
    "tail of squares": claim(Holds(Sum(1 / k**2, (k, 1, n)) <= 2 - 2 / n, on=ALL), start=1),
    "an increasing loss": claim(Holds(u(n) >= x, on=ALL), eta > 0, eta < 1, x > 0, u=(x, (1 - eta) * u(n))),
}


@pytest.mark.drawn(4)
@pytest.mark.slow
@pytest.mark.parametrize("name", TRUE)
def test_true_claims_are_proved(name):
    evidence = decide(TRUE[name])
    assert evidence.outcome is Outcome.PROVED and "base" in evidence.engine and "step" in evidence.engine


def test_whole_exponents_may_not_be_negative_where_a_base_may_be_zero():
    """x^(2^n - 2) begins with 1/x."""
    powers = eq(u(n), x ** (2**n - 2))
    assert decide(claim(powers, u=(1 / x, x**2 * u(n) ** 2))).outcome is Outcome.UNDECIDED
    assert decide(claim(powers, Ne(x, 0), u=(1 / x, x**2 * u(n) ** 2))).outcome is not Outcome.REFUTED


@pytest.mark.drawn(24)
@pytest.mark.parametrize("name", FALSE)
def test_false_claims_are_refuted(name):
    assert decide(FALSE[name]).outcome is Outcome.REFUTED


@pytest.mark.parametrize("name", TRUE)
def test_true_claims_agree_at_points(name):
    assert run("points", TRUE[name], name).outcome is Outcome.AGREES


@pytest.mark.drawn(8)
@pytest.mark.parametrize("name", sorted(set(FALSE) - {"Bernoulli everywhere"}))  # false only where x < -2, far from most points
def test_false_claims_fail_at_points(name):
    assert run("points", FALSE[name], name).outcome is Outcome.REFUTED


@pytest.mark.parametrize("name", TRUE)
def test_a_claim_is_read_from_its_own_latex(name):
    read = read_statement(TRUE[name].latex(), TRUE[name])
    assert same_formula(read, TRUE[name]) and read.latex() == TRUE[name].latex()


UNSHOWN = {
    "a step without a base": claim(eq(u(n), a(n)), u=(x, u(n) + a(n + 1) - a(n))),
    "a base without a step": claim(eq(a(n), a(0)), start=0),
    "an assumed side that has no value": claim(eq(Sum(r**k, (k, 0, n)), (1 - r ** (n + 1)) / (1 - r))),
    "a sequence that breaks off": claim(eq(u(n), u(n)), u=(x, 1 / u(n))),
    "a division by what may be zero": claim(eq(u(n), x / (1 + n * x)), u=(x, u(n) / (1 + u(n)))),
    "a claim about the next number alone": claim(Holds(u(n + 1) >= u(n), on=ALL), u=(x, 2 * u(n) - u(n) ** 2)),
    "a value before the first": claim(eq(u(n - 1), u(n - 1) + 0 * a(n) + a(n) - a(n) + (u(n) - 2 * u(n - 1)))
                                      , u=(x, 2 * u(n))),
}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("name", UNSHOWN)
def test_what_lacks_a_half_is_not_proved(name):
    assert decide(UNSHOWN[name]).outcome is not Outcome.PROVED


@pytest.mark.parametrize("wrong", [
    lambda: Induction(eq(n, n), n, 0, on=Domain(n >= 3)),
    lambda: Induction(eq(n, n), x, 0, on=ALL),
    lambda: Induction(Equal(Symbol("p", even=True), S(0), on=ALL.but(over=[Symbol("p", even=True)])), Symbol("p", even=True), 0,
                      on=ALL.but(over=[Symbol("p", even=True)])),
    lambda: Induction(eq(n, n), n, 0, {u(n): (u(0), u(n))}, on=ALL),
    lambda: Induction(eq(n, n), n, 0, {u(n): (x, u(n + 1))}, on=ALL),
    lambda: Induction(eq(n, n), n, 0, {u(k): (x, u(k))}, on=ALL),
    lambda: Induction(eq(n, n), n, S.Half, on=ALL),
])
def test_what_is_no_induction_is_refused(wrong):
    with pytest.raises(StatementError):
        wrong()


def test_a_conjunction_of_relations_is_assumed_as_a_whole():
    bounded = claim(Holds(And(u(n) >= 0, u(n) <= 1), on=ALL), x >= 0, x <= 1, eta > 0, eta < 1, u=(x, u(n) * (1 - eta * u(n))))
    assert decide(bounded).outcome is Outcome.PROVED


def test_a_refutation_is_of_a_step_that_the_kernel_sees_fail():
    for name, number in (("Gauss", 1), ("Bernoulli everywhere", 3), ("powers of two", 3)):
        found = decide(FALSE[name], 20)
        assert found.outcome is Outcome.REFUTED and not found.assumes
        with offering(found.proofs, search=False):
            kept = decide(FALSE[name], 20)
        assert dict(found.counterexample.point)["n"] == dict(kept.counterexample.point)["n"] == str(number)
