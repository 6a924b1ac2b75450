"""Endless sums in the kernel: true statements beside neighbours with a wrong end, constant or power, and sums that diverge or swing."""

import pytest
from sympy import S, Sum, Symbol, exp, oo

from helpers.kernel_proofs import has_proof, short_search
from theoremtest.derivations.kernel.facts import OO, equal, limit, nonneg, pos
from theoremtest.derivations.kernel.goals import Goal
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.slopes import Slope
from theoremtest.derivations.kernel.steps import Proof
from theoremtest.derivations.kernel.terms import MINUS, ONE, Refused, mul, put, read, sub, term
from theoremtest.derivations.language import Domain, Equal, Holds, Limit, Scales, ge, le, reals
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.witnesses.draft import Draft
from theoremtest.derivations.proof.witnesses.integrals import tending
from theoremtest.derivations.proof.witnesses.proving import shown

pytestmark = pytest.mark.drawn(6)

a, b, x, y = reals("a", "b", "x", "y")
j, n = Symbol("j", integer=True), Symbol("n", integer=True)
FROM_ONE = Domain(a > 0, n >= 1)
TAIL = Sum(j ** (-a - 1), (j, n, oo))


@pytest.mark.drawn(9)
@pytest.mark.slow
@pytest.mark.parametrize(("true", "false"), [
    (Holds(n**-a / a <= TAIL, on=FROM_ONE), Holds((n - 1) ** -a / a <= TAIL, on=Domain(a > 0, n >= 2))),
    (Holds(n**-a / a + n ** (-a - 1) >= TAIL, on=FROM_ONE), Holds(n**-a / a >= TAIL, on=FROM_ONE)),
    (Holds(Sum(j ** (-a - 1), (j, n + 1, oo)) <= n**-a / a, on=FROM_ONE),
     Holds(Sum(j ** (-a - 1), (j, n + 1, oo)) <= (n + 1) ** -a / a, on=FROM_ONE)),
    (Holds(n**-a / a <= TAIL, on=FROM_ONE), Holds(n**-a / a <= TAIL, on=Domain(a > -1, n >= 1))),
    (Holds(le(Sum(-(j**-2), (j, 1, oo)), -1), on=Domain()), Holds(ge(Sum(-(j**-2), (j, 1, oo)), -1), on=Domain())),
    (Holds(le(Sum(j**-2, (j, 1, oo)), 2), on=Domain()), Holds(le(Sum(j**-2, (j, 1, oo)), 1), on=Domain())),
    (Limit(n**a * TAIL, n, oo, 1 / a, on=FROM_ONE), Limit(n**a * TAIL, n, oo, 2 / a, on=FROM_ONE)),
    (Limit(b * n**a * TAIL, n, oo, b / a, on=Domain(a > 0, n >= 1, b > 0)),
     Limit(b * n**a * TAIL, n, oo, 1 / a, on=Domain(a > 0, n >= 1, b > 0))),
    (Scales(TAIL, n, -a, on=FROM_ONE), Scales(TAIL, n, -a - 1, on=FROM_ONE)),
    (Equal(Sum(a**j, (j, 0, oo)), 1 / (1 - a), on=Domain(a > 0, a < 1)),
     Equal(Sum(a**j, (j, 0, oo)), a / (1 - a), on=Domain(a > 0, a < 1))),
    (Equal(Sum(j * a**j, (j, 1, oo)), a / (1 - a) ** 2, on=Domain(a > 0, a < 1)),
     Equal(Sum(j * a**j, (j, 1, oo)), a / (1 - a) ** 2, on=Domain(a > 0, a < 2))),
    (Equal(Sum(a**j, (j, 0, oo)), 1 / (1 - a), on=Domain(a > 0, a < 1)), Equal(Sum(a**j, (j, 0, oo)), 1 / (1 - a), on=Domain(a > 1))),
    (Equal(Sum(b * j**-2, (j, 1, oo)), b * Sum(j**-2, (j, 1, oo)), on=Domain(over=[b])),
     Equal(Sum(b * j**-2, (j, 1, oo)), Sum(j**-2, (j, 1, oo)), on=Domain(over=[b]))),
])
def test_a_sum_lies_between_integrals_and_no_further(true, false):
    assert has_proof(true, "Sum", "Integral")
    with short_search():
        assert not has_proof(false, "Sum", "Integral")


@pytest.mark.parametrize("statement", [
    Holds(ge(Sum(1 / j, (j, 1, oo)), 0), on=Domain()),
    Equal(Sum(b / j, (j, 1, oo)), b * Sum(1 / j, (j, 1, oo)), on=Domain(over=[b])),
    Equal(Sum(b * (-1) ** j, (j, 1, oo)), b * Sum((-1) ** j, (j, 1, oo)), on=Domain(over=[b])),
    Holds(ge(Sum(j**2, (j, n, oo)), 0), on=FROM_ONE),
])
def test_a_sum_that_diverges_has_no_value(statement):
    with short_search():
        assert not has_proof(statement, "Sum", "Integral")


def of(formula):
    return read(to_tree(formula))


def test_a_limit_is_left_out_where_its_letter_goes_nowhere_and_where_another_does():
    letter, other = of(x), of(y)
    proof = Proof([], [term("near", (letter, OO)), limit(letter, OO), pos(other)], [])
    assert proof.anywhere().hypotheses == [pos(other)]
    assert proof.towards(other, OO).hypotheses == [term("near", (other, OO)), pos(other)]


def compared(summand, primitive, low, start):
    """What a line shows that compares a sum with an integral, each from its own place on. Raises Refused where the kernel takes none."""
    node, letter, made = of(Sum(summand, (j, low, oo))), of(x), of(primitive)
    draft = Draft(Goal("", nonneg(ONE), []))
    end = tending(draft, made, letter, OO)
    inside = draft.of_any([nonneg(sub(letter, of(start)))])
    body, slope = put(node.args[0], {of(j): letter}), Slope({letter: ONE})
    change, turn = slope.of(made), slope.of(body)
    for fact in (*obligations(body), *obligations(made), *slope.smooth, *obligations(change), *obligations(turn), equal(change, body),
                 nonneg(mul(MINUS, turn))):
        shown(inside, fact)
    line = draft.line("compared", *(draft.number(part) for part in (node, made, letter, of(start))), inside.lines, end)
    return draft.shown[line]


@pytest.mark.parametrize(("summand", "primitive", "low", "start"), [
    (j**-2, -1 / x, 1, 1), (j**-2, -1 / x, 2, 1), (j**-2, 1 - 1 / x, 1, 1), (j * exp(-j), -(x + 1) * exp(-x), 1, 1)])
def test_the_integral_begins_where_the_sum_does_or_one_before(summand, primitive, low, start):
    converges, below, above = compared(summand, primitive, S(low), S(start)).args
    assert (converges.head, below.head, above.head) == ("integrable", "nonneg", "nonneg")


@pytest.mark.parametrize(("summand", "primitive", "low", "start", "why"), [
    (j**-2, -1 / x, 3, 1, "Equality"), (j**-2, -1 / x, 1, 2, "Equality"), (j**-2, -2 / x, 1, 1, "of any value"),
    (j * exp(-j), -(x + 1) * exp(-x), 1, 0, "of any value"), (j**-2, -1 / x, 1, 0, "of any value|not known")])
def test_what_is_compared_falls_from_there_on_and_has_this_primitive(summand, primitive, low, start, why):
    with pytest.raises(Refused, match=why):
        compared(summand, primitive, S(low), S(start))
