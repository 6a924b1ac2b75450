"""Integrals that are cut at their kinks, taken apart, bounded and compared: true statements beside neighbours that are not."""

import pytest
from sympy import Abs, Derivative, Integral, Max, Piecewise, Rational, S, exp, sin

from helpers.kernel_proofs import has_proof, short_search
from theoremtest.derivations.kernel.check import shown
from theoremtest.derivations.kernel.facts import nonneg, pos
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, call, mul, number, power, read, rows_of, sub, term
from theoremtest.derivations.language import Domain, Equal, Holds, gt, le, lt, reals
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.witnesses.proving import prove

pytestmark = pytest.mark.drawn(6)

a, b, x, y = reals("a", "b", "x", "y")
POSITIVE = Domain(a > 0, b > a)
BUMP = exp(-(x**4))


def integral(body, low=0, high=a):
    return Integral(body, (x, S(low), S(high)))


@pytest.mark.drawn(24)
@pytest.mark.slow
@pytest.mark.parametrize(("true", "false"), [
    (Equal(integral(Abs(x), -1, 1), S(1), on=Domain()), Equal(integral(Abs(x), -1, 1), S(0), on=Domain())),
    (Equal(integral(Max(x, 0), -a), a**2 / 2, on=POSITIVE), Equal(integral(Max(x, 0), -a), a**2, on=POSITIVE)),
    (Equal(integral(Piecewise((x, x < 1), (3, True)), 0, 2), Rational(7, 2), on=Domain()),
     Equal(integral(Piecewise((x, x < 1), (3, True)), 0, 2), S(2), on=Domain())),
    (Equal(integral(b * BUMP + x), b * integral(BUMP) + a**2 / 2, on=POSITIVE),
     Equal(integral(b * BUMP + x), integral(BUMP) + a**2 / 2, on=POSITIVE)),
    (Equal(integral(BUMP) + integral(BUMP, a, b), integral(BUMP, 0, b), on=POSITIVE),
     Equal(integral(BUMP) - integral(BUMP, a, b), integral(BUMP, 0, b), on=POSITIVE)),
    (Holds(le(integral(BUMP), a), on=POSITIVE), Holds(le(integral(BUMP), a / 2), on=POSITIVE)),
    (Holds(lt(integral(BUMP), integral(BUMP, 0, b)), on=POSITIVE), Holds(gt(integral(BUMP), integral(BUMP, 0, b)), on=POSITIVE)),
    (Holds(le(integral(BUMP * sin(x) ** 2), integral(BUMP)), on=POSITIVE),
     Holds(lt(integral(BUMP), integral(BUMP * sin(x) ** 2)), on=POSITIVE)),
])
def test_kinks_factors_ends_and_integrands(true, false):
    assert has_proof(true, "Integral")
    with short_search():
        assert not has_proof(false, "Integral")


def test_an_integral_changes_with_its_ends_as_its_integrand_says():
    on = Domain(over=[y])
    for low, high, value, holds in ((0, y, exp(-(y**4)), True), (y, 0, exp(-(y**4)), False), (0, y**2, 2 * y * exp(-(y**8)), True)):
        (goal,) = goals(read(to_tree(Equal(Derivative(integral(BUMP, S(low), S(high)), y), value, on=on))))
        assert (prove(goal) is not None) is holds


def test_a_jump_is_no_place_of_continuity_and_what_diverges_is_not_compared():
    assert not has_proof(Holds(le(integral(x**-2, -1, 1), S(-2)), on=Domain()), "Integral")
    assert not has_proof(Holds(gt(integral(1 / x, 0, 1), S(0)), on=Domain()), "Integral")


def of(formula):
    return read(to_tree(formula))


def proof(terms, *lines):
    rows, places = rows_of(terms)
    return {"terms": rows, "lines": [[places[part[0]] if isinstance(part, tuple) else part for part in line] for line in lines]}


X, A = of(x), of(a)


def area(body, low=ZERO, high=A):
    return term("Integral", (body, term("Tuple", (X, low, high))))


WAVE, STEP = area(call("sin", X)), area(call("sign", X))
NOTHING = nonneg(sub(WAVE, WAVE))


def test_what_is_continuous_between_numbers_converges():
    shown(Goal("", NOTHING, [nonneg(A)]), proof([WAVE, NOTHING], ["converges_between", (0,), []], ["known", (1,)]))
    with pytest.raises(Refused, match="continuous"):
        shown(Goal("", NOTHING, [nonneg(A)]), proof([STEP, NOTHING], ["converges_between", (0,), []], ["known", (1,)]))
    for body in (power(X, -1), call("log", X)):
        with pytest.raises(Refused, match="of any value"):
            shown(Goal("", NOTHING, [nonneg(A)]), proof([area(body), NOTHING], ["converges_between", (0,), []], ["known", (1,)]))
    with pytest.raises(Refused, match="without end"):
        shown(Goal("", NOTHING, []), proof([area(call("sin", X), high=of(S.Infinity)), NOTHING], ["converges_between", (0,), []]))


def test_a_sign_of_an_integral_needs_its_ends_in_order_and_that_it_converges():
    square = area(power(X, 2), mul(MINUS, A))
    fact = nonneg(square)
    rows, places = rows_of([square, fact, X])
    data = {"terms": rows, "lines": [["converges_between", places[0], []],
                                     ["above", places[0], False, [["lemma", "square_nonneg", [places[2]]]]]]}
    shown(Goal("", fact, [nonneg(A)]), data)
    with pytest.raises(Refused):
        shown(Goal("", fact, []), data)
    with pytest.raises(Refused):
        shown(Goal("", fact, [nonneg(A)]), {**data, "lines": data["lines"][1:]})
    with pytest.raises(Refused, match="of any value"):  # not positive at 0
        shown(Goal("", pos(square), [pos(A)]), {**data, "lines": [data["lines"][0], ["above", places[0], True, data["lines"][1][3]]]})


def test_parts_converge_before_they_are_joined_or_gathered():
    fact = nonneg(sub(WAVE, WAVE))
    with pytest.raises(Refused, match="integrable"):
        shown(Goal("", fact, [nonneg(A)]), proof([WAVE, number(1), fact], ["joined", (0,), (1,)]))
    rows, places = rows_of([WAVE, ONE, MINUS, mul(ONE, call("sin", X))])
    with pytest.raises(Refused, match="integrable"):
        shown(Goal("", fact, [nonneg(A)]), {"terms": rows, "lines": [["gathered", places[0], [[places[1], places[0]]], []]]})
    with pytest.raises(Refused, match="of any value"):
        shown(Goal("", fact, [nonneg(A)]), {"terms": rows, "lines": [["converges_between", places[0], []],
                                                                     ["gathered", places[0], [[places[2], places[0]]], []]]})


def test_a_piece_is_the_first_whose_condition_holds():
    node = of(Piecewise((x, x < 1), (3, True)))
    rows, places = rows_of([node])
    goal = Goal("", nonneg(sub(X, X)), [pos(sub(number(1), X))])
    with pytest.raises(Refused, match="not known"):
        shown(goal, {"terms": rows, "lines": [["piece", places[0], 1]]})
    shown(Goal("", term("Equality", (node, X)), goal.hypotheses), {"terms": rows, "lines": [["piece", places[0], 0]]})
