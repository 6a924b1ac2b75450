"""Integrals in the kernel, by a primitive and over a normal density, and inductions: true statements beside neighbours that are not."""

import pytest
from sympy import Function, Integral, S, Symbol, exp, oo, pi, sqrt

from helpers.kernel_proofs import has_proof
from theoremtest.derivations.kernel.check import check, shown
from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.terms import Refused, call, mul, number, power, read, rows_of, sub, term
from theoremtest.derivations.language import Domain, Equal, Induction, reals
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.witnesses.proving import prove

pytestmark = pytest.mark.drawn(6)

a, b, p, s, x, y = reals("a", "b", "p", "s", "x", "y")
n = Symbol("n", integer=True)
NORMAL = exp(-(x**2) / 2) / sqrt(2 * pi)


@pytest.mark.slow
@pytest.mark.parametrize(("true", "false"), [
    (Equal(Integral(x**2, (x, 0, a)), a**3 / 3, on=Domain(a >= 0)), Equal(Integral(x**2, (x, 0, a)), a**3 / 2, on=Domain(a >= 0))),
    (Equal(Integral(x**-2, (x, a, oo)), 1 / a, on=Domain(a > 0)), Equal(Integral(x**-2, (x, a, oo)), 1 / a, on=Domain(a > -1))),
    (Equal(Integral(y ** (-1 - p), (y, a, oo)), a**-p / p, on=Domain(a > 0, p > 0)),
     Equal(Integral(y ** (-1 - p), (y, a, oo)), a**-p / p, on=Domain(a > 0, p > -1))),
    (Equal(Integral(x**2 * NORMAL, (x, -oo, oo)), S(1), on=Domain()), Equal(Integral(x**2 * NORMAL, (x, -oo, oo)), S(2), on=Domain())),
    (Equal(Integral(x * exp(a * x) * NORMAL, (x, -oo, oo)), a * exp(a**2 / 2), on=Domain(over=[a])),
     Equal(Integral(x * exp(a * x) * NORMAL, (x, -oo, oo)), exp(a**2 / 2), on=Domain(over=[a]))),
    (Equal(Integral(exp(-(x**2) / (2 * s)), (x, -oo, oo)), sqrt(2 * pi) * sqrt(s), on=Domain(s > 0)),
     Equal(Integral(exp(-(x**2) / (2 * s)), (x, -oo, oo)), sqrt(2 * pi) * sqrt(s), on=Domain(s > -1))),
])
def test_an_integral_has_the_value_that_its_primitive_or_its_density_gives(true, false):
    assert has_proof(true, "Integral")
    assert not has_proof(false, "Integral")


@pytest.mark.slow
def test_an_integral_that_diverges_has_no_value():
    assert not has_proof(Equal(Integral(x**-1, (x, 1, oo)), a, on=Domain(over=[a])), "Integral")
    assert not has_proof(Equal(Integral(x**-2, (x, -1, 1)), S(-2), on=Domain(over=[a])), "Integral")


def of(formula):
    return read(to_tree(formula))


def proof(terms, *lines):
    rows, places = rows_of(terms)
    return {"terms": rows, "lines": [[places[part[0]] if isinstance(part, tuple) else part for part in line] for line in lines]}


X, A = of(x), of(a)
SQUARE = term("Integral", (power(X, 2), term("Tuple", (X, number(0), A))))
CUBE = mul(number(1), power(number(3), -1), power(X, 3))


def test_a_primitive_has_the_integrand_for_its_slope_from_end_to_end():
    goal = Goal("", nonneg(sub(SQUARE, SQUARE)), [nonneg(A)])
    slope = equal(mul(number(1), power(number(3), -1), number(3), power(X, 2)), power(X, 2))
    terms = [SQUARE, CUBE, power(X, 3), slope, nonneg(sub(SQUARE, SQUARE))]
    shown(goal, proof(terms, ["primitive", (0,), (1,), []], ["known", (4,)]))
    with pytest.raises(Refused, match="not known of any value"):
        shown(goal, proof(terms, ["primitive", (0,), (2,), []], ["known", (4,)]))
    with pytest.raises(Refused, match="something is known"):
        shown(Goal("", goal.fact, [nonneg(A), pos(X)]), proof(terms, ["primitive", (0,), (1,), []], ["known", (4,)]))


def test_where_it_is_open_which_end_is_above_the_slope_is_the_integrand_everywhere():
    fact = nonneg(sub(SQUARE, SQUARE))
    slope = equal(mul(number(1), power(number(3), -1), number(3), power(X, 2)), power(X, 2))
    shown(Goal("", fact, []), proof([SQUARE, CUBE, fact, slope], ["primitive", (0,), (1,), []], ["known", (2,)]))
    inverse = term("Integral", (power(X, -1), term("Tuple", (X, number(1), A))))
    fact = equal(inverse, inverse)
    terms = [inverse, call("log", X), fact, pos(X), pos(A)]
    with pytest.raises(Refused, match="not known of any value"):
        shown(Goal("", fact, [pos(A)]), proof(terms, ["primitive", (0,), (1,), []], ["known", (2,)]))


R = Function("R", real=True)


@pytest.mark.slow
@pytest.mark.parametrize(("claim", "sequence", "start", "holds"), [
    ((R(n), a + b * (n - 1)), (a, R(n) + b), 1, True),
    ((R(n), a + b * n), (a, R(n) + b), 1, False),
    ((R(n), a**n), (a, a * R(n)), 1, True),
    ((R(n), a ** (2**n - 1)), (a, a * R(n) ** 2), 1, True),
    ((R(n), a ** (2**n)), (a, a * R(n) ** 2), 1, False),
    ((R(n), a), (a, R(n) ** 2 / a), 1, None),
])
def test_an_induction_needs_its_start_and_its_step(claim, sequence, start, holds):
    on = Domain(a > 0, over=[b, n])
    statement = Induction(Equal(*claim, on=on), n, start, {R(n): sequence}, on=on)
    if holds is None:
        with pytest.raises(Refused, match="may have no value"):
            goals(read(to_tree(statement)))
    else:
        tree = to_tree(statement)
        proofs = [prove(goal) for goal in goals(read(tree))]
        assert (None not in proofs) is holds
        if holds:
            check(tree, proofs)


def test_a_step_alone_shows_nothing():
    on = Domain(over=[b, n])
    tree = to_tree(Induction(Equal(R(n), b + n, on=on), n, 0, {R(n): (b + 1, R(n) + 1)}, on=on))
    start, step = goals(read(tree))
    assert prove(start) is None
    assert prove(step) is not None
