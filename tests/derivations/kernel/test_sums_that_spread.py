"""Sums that become an integral: the proof of a power law, and what the kernel refuses when one thing in it is another."""

from copy import deepcopy

import pytest
from sympy import Integral, Sum, Symbol, exp, gamma, oo

from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language import Domain, Equal, Limit, reals
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.witnesses.proving import prove

a, b, y, t = reals("a", "b", "y", "t")
k = Symbol("k", integer=True)
ON = Domain(a > 0, b > 0, t > 0)
LAW = t ** (a / (a + 1)) * Sum(k ** (-a - 1) / (1 + exp(b * t * k ** (-a - 1))) ** 2, (k, 1, oo))
SHAPE = y ** (-a - 1) / (1 + exp(b * y ** (-a - 1))) ** 2

pytestmark = pytest.mark.slow


def tree_and_proofs(statement):
    tree = to_tree(statement)
    return tree, [prove(goal) for goal in goals(read(tree))]


@pytest.fixture(scope="module")
def power_law():
    tree, proofs = tree_and_proofs(Limit(LAW, t, oo, Integral(SHAPE, (y, 0, oo)), on=ON))
    assert None not in proofs
    check(tree, proofs)
    return tree, proofs


def spread_of(proofs):
    """The line that is spoken of: integral, [scale, width, M, C, p], path, proofs."""
    return next(line for line in proofs[-1]["lines"] if line[0] == "spread")


@pytest.mark.drawn(6)
@pytest.mark.parametrize("other", [
    lambda line: line[3].__setitem__(4, line[3][1]),  # p is the width
    lambda line: line[3].__setitem__(2, line[3][4]),  # M is p
    lambda line: line[3].__setitem__(1, line[3][0]),  # the width is the scale, which grows
    lambda line: line[3].__setitem__(0, line[3][1]),  # the scale is the width
    lambda line: line[3].__setitem__(3, line[3][0]),  # C grows
    lambda line: line.__setitem__(4, line[3][1]),  # the path is a power of the letter, of which much is known
    lambda line: line.__setitem__(2, line[1]),  # the integral is the sum
    lambda line: line.__setitem__(5, line[5][:-1]),
    lambda line: line.__setitem__(6, line[6][:-1]),
    lambda line: line.__setitem__(7, []),
])
def test_every_number_and_every_proof_of_it_is_asked_for(power_law, other):
    tree, proofs = power_law
    proofs = deepcopy(proofs)
    other(spread_of(proofs))
    with pytest.raises(Refused):
        check(tree, proofs)


@pytest.mark.parametrize("false", [
    Limit(LAW, t, oo, 2 * Integral(SHAPE, (y, 0, oo)), on=ON),
    Limit(LAW, t, oo, Integral(SHAPE, (y, 1, oo)), on=ON),
    Limit(t * LAW, t, oo, Integral(SHAPE, (y, 0, oo)), on=ON),
    Limit(LAW, t, oo, Integral(SHAPE, (y, 0, oo)), on=Domain(a > -1, b > 0, t > 0)),
])
def test_another_constant_end_or_power_is_not_shown(power_law, false):
    with pytest.raises(Refused):
        check(to_tree(false), power_law[1])


@pytest.mark.drawn(4)
@pytest.mark.parametrize(("true", "false"), [
    (Equal(Integral(y ** (a - 1) * exp(-b * y), (y, 0, oo)), gamma(a) * b**-a, on=Domain(a > 0, b > 0)),
     Equal(Integral(y ** (a - 1) * exp(-b * y), (y, 0, oo)), gamma(a) * b**a, on=Domain(a > 0, b > 0))),
    (Equal(Integral(y ** (a - 1) * exp(-b * y), (y, 0, oo)), gamma(a) * b**-a, on=Domain(a > 0, b > 0)),
     Equal(Integral(y ** (a - 1) * exp(-b * y), (y, 0, oo)), gamma(a + 1) * b**-a / a, on=Domain(a > -1, b > 0))),
    (Equal(Integral(y ** (a - 1), (y, 0, b)), b**a / a, on=Domain(a > 0, b > 0)),
     Equal(Integral(y ** (a - 1), (y, 0, b)), b**a / a, on=Domain(a > -1, b > 0))),
])
def test_an_integral_from_where_the_integrand_has_no_value(true, false):
    tree, proofs = tree_and_proofs(true)
    assert None not in proofs
    check(tree, proofs)
    assert None in tree_and_proofs(false)[1]
