"""A proof of the contrary at a point: the kernel takes it for the point, and no damaged one."""

import copy

import pytest
from sympy import Max, Or, S, exp, oo, sqrt

from theoremtest import Domain, Holds, Limit, reals
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.points import FAILS, fails
from theoremtest.derivations.kernel.terms import Refused, read
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.proof.witnesses.contrary import contrary
from theoremtest.derivations.proof.witnesses.proving import prove
from theoremtest.language import gt

a, t = reals("a", "t")
POINT = {a: S(2), t: S(1)}


def limit_of(value) -> Limit:
    return Limit(a * (1 - exp(-t)), t, oo, value, on=Domain(a > 0, t > 0, over=[a, t]))


def found(statement, point) -> tuple[list, list, dict]:
    tree, rows = tree_of(statement), to_tree(point)
    letters = list(read(rows))
    proofs, chosen = next(contrary(goals(read(tree)), read(rows)))
    return tree, rows, {"proofs": proofs, "put_in": [letters.index(letter) for letter in chosen]}


@pytest.mark.parametrize("statement, point", [
    (limit_of(S(1)), POINT),
    (limit_of(oo), POINT),
    (Holds(gt(sqrt(2) * sqrt(a), sqrt(2 * a)), on=Domain(a > 0, over=[a])), {a: S(3)}),
])
def test_what_is_shown_of_a_point_refutes_there(statement, point):
    tree, rows, proof = found(statement, point)
    with pytest.raises(Refused):
        fails(tree, rows)
    assert fails(tree, rows, **proof) == FAILS


def test_the_same_value_excludes_nothing():
    """At a = 2 the limit is 2: what refutes the value 1 says nothing against 2."""
    _, rows, proof = found(limit_of(S(1)), POINT)
    for right in (S(2), a):
        with pytest.raises(Refused):
            fails(tree_of(limit_of(right)), rows, **proof)


def test_nothing_is_put_in_for_the_letter_that_goes_to_its_end():
    tree, rows, proof = found(limit_of(S(1)), POINT)
    with pytest.raises(Refused):
        fails(tree, rows, **{**proof, "put_in": [0, 1]})


def test_a_point_outside_of_the_domain_refutes_nothing():
    tree, _, proof = found(limit_of(S(1)), POINT)
    for outside in ({a: S(-2), t: S(1)}, {a: S(2), t: S(-1)}, {t: S(1)}):
        with pytest.raises(Refused):
            fails(tree, to_tree(outside), **proof)


def test_every_line_but_the_last_is_needed():
    """A proof that ends early, or of which the goals before are left out, is none."""
    tree, rows, proof = found(limit_of(S(1)), POINT)
    for damaged in (proof["proofs"][1:], [*proof["proofs"][:-1], {**proof["proofs"][-1], "lines": proof["proofs"][-1]["lines"][:1]}]):
        with pytest.raises(Refused):
            fails(tree, rows, copy.deepcopy(damaged), proof["put_in"])


@pytest.mark.slow
def test_alternatives_and_larger_ones_are_shown_by_cells():
    u, v = reals("u", "v")

    def shown(relation, *conditions) -> bool:
        return all(prove(goal) is not None for goal in goals(read(tree_of(Holds(relation, on=Domain(*conditions, over=[u, v]))))))
    assert shown(Or(gt(u, v), gt(v + 1, u)))
    assert shown(gt(Max(0, u, v) + 1, u))
    assert shown(gt(Max(u, v), 0), Or(u > 0, v > 1))
    assert not shown(gt(Max(u, v), 0), Or(u > 0, v > -1))
    assert not shown(Or(u > 0, v > 0))
