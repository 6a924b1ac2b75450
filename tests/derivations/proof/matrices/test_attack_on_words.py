"""No false statement of the attack is proved, no true one refuted; each decision ends, and most are made."""

import pytest
from attack_on_words import STATEMENTS

from helpers.attack import decided
from helpers.kernel_proofs import has_proof
from theoremtest.derivations.language import Outcome

pytestmark = pytest.mark.drawn(6)

SETTLED = (
    "relations: a relation meets its transpose",
    "relations: a relation meets its transpose, turned",
    "relations: two relations meet",
    "relations: a meeting of what was found",
    "relations: antisymmetric, written the other way",
    "relations: idempotent cubed",
    "relations: anticommuting, both ways stated",
    "relations: commuting and anticommuting",
    "relations: inverse is two-sided",
    "relations: one symbol for the other's transpose",
    "relations: antisymmetric quadratic form",
    "relations: orthogonal frame is not onto",
    "relations: unit vector",
    "plain: 1 x 1 inner products in another order",
    "plain: Cauchy and Schwarz are equal in size 1",
    "plain: trace of any order",
    "Kronecker: two sides commute",
    "Kronecker: identities multiply",
    "Kronecker: vec of a product",
    "Kronecker: sum over neurons",
    "roots: identity through itself",
    "roots: minus a Gram matrix",
    "inverses: of a product",
    "inverses: of I - N, nilpotent",
)
"""Statements that are not left open either: to refuse everything would be no wrong answer."""


@pytest.mark.drawn(42)
@pytest.mark.parametrize("true, make", [pytest.param(true, make, id=name) for name, true, make in STATEMENTS])
def test_no_wrong_answer(true, make):
    assert decided(make) is not (Outcome.REFUTED if true else Outcome.PROVED)


def test_half_of_the_statements_are_false():
    assert 0.35 < sum(not true for _, true, _ in STATEMENTS) / len(STATEMENTS) < 0.65


@pytest.mark.parametrize("name", SETTLED)
def test_what_words_can_tell_is_told(name):
    true, make = next((true, make) for found, true, make in STATEMENTS if found == name)
    assert decided(make) is (Outcome.PROVED if true else Outcome.REFUTED)


def test_the_rank_of_a_long_sum_has_a_proof():
    assert has_proof(next(make() for name, _, make in STATEMENTS if name == "ranks: rank of a long sum"))
