"""Signs along a whole number: what holds at the least one and never falls, by itself or over what is multiplied from one to the next."""

import pytest
from sympy import factorial, symbols

from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.terms import read
from theoremtest.derivations.language import Domain, Holds
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.witnesses.counting import by_counting
from theoremtest.derivations.proof.witnesses.draft import Draft
from theoremtest.derivations.proof.witnesses.identities import Equation
from theoremtest.derivations.proof.witnesses.proving import directly, valued

n = symbols("n", integer=True, positive=True)


def along(relation, *conditions):
    """Whether a relation is shown so, and by nothing else; what is found the kernel has to take."""
    tree = to_tree(Holds(relation, on=Domain(*conditions, over=[n])))
    (goal,) = goals(read(tree))
    draft = Draft(goal)
    draft.say(goal.hypotheses)
    valued(draft, goal.fact.args[0])
    found = by_counting(draft, goal.fact, Equation, directly, valued) and draft.ends(goal.fact)
    if found:
        check(tree, [draft.data()])
    return found


def test_what_never_falls_from_one_whole_number_to_the_next():
    assert along(2**n >= n + 1)
    assert not along(2**n >= n + 2)


@pytest.mark.slow
def test_what_grows_over_a_power_or_a_factorial():
    assert along(factorial(n) >= 2**(n - 1))
    assert not along(factorial(n) >= 2**n)
