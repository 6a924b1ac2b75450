"""A domain is written once: signs for the prover, conditions for the reader, refusal of contradictions; domains compose."""

import pytest
from sympy import Eq, Ge, Le, Ne, Rational, sqrt

from theoremtest.derivations.language import Domain, DomainError, Norm, dimension, real, reals, vector

a, s, delta, mu = reals("a", "s", r"\delta", r"\mu")
kappa = real(r"\kappa")


def test_signs_come_from_one_symbol_conditions():
    domain = Domain(s > 0, delta < 0, Ne(a, 0), over=[mu])
    signs = {str(symbol): bounds.sign for symbol, bounds in domain.bounds.items()}
    assert signs == {"s": 1, r"\delta": -1, "a": None, r"\mu": None}
    assert domain.bounds[a].nonzero


@pytest.mark.parametrize("conditions", [
    (s > 0, s < 0), (s > 1, s < Rational(1, 2)), (Ge(s, 0), Le(s, 0), Ne(s, 0)), (s > 0, Eq(s, 0))],
    ids=["two signs", "empty interval", "only zero, and not zero", "positive and zero"])
def test_contradictions_are_refused_by_name(conditions):
    with pytest.raises(DomainError, match="contradictory conditions on s"):
        Domain(*conditions)


def test_composition_joins_conditions_and_finds_new_contradictions():
    both = Domain(s > 0) & Domain(delta > 0, over=[a])
    assert set(both.symbols) == {s, delta, a}
    with pytest.raises(DomainError, match="contradictory"):
        both & Domain(delta < 0)


def test_abbreviations_expand_in_order():
    domain = Domain(s > 0, over=[delta], where={kappa: sqrt(delta**2 + 4 * s**2)})
    assert domain.expand(kappa + 1) == sqrt(delta**2 + 4 * s**2) + 1
    assert kappa not in domain.symbols and kappa in domain.declared


def test_an_abbreviation_may_not_rest_on_a_later_one():
    with pytest.raises(DomainError, match="defined after it or by it"):
        Domain(where={kappa: mu + 1, mu: s})


def test_two_meanings_of_one_abbreviation_are_refused():
    with pytest.raises(DomainError, match="means"):
        Domain(where={kappa: s}) & Domain(where={kappa: delta})


def test_a_condition_must_be_a_relation():
    with pytest.raises(DomainError, match="a condition is a relation"):
        Domain(s + 1)


def test_the_reader_sees_every_condition_and_free_symbol():
    d = dimension("d")
    w = vector("w", d)
    text = Domain(s > 0, Norm(w) > 0, over=[delta, w]).latex()
    assert text == r"s > 0,\; \left\|w\right\| > 0,\; \delta \in \mathbb{R},\; w \in \mathbb{R}^{d}"


def test_fixing_a_symbol_keeps_the_other_conditions():
    domain = Domain(s > 0, delta**2 < s).at({delta: Rational(1)})
    assert set(domain.symbols) == {s} and domain.bounds[s].lower == 1


def test_a_condition_on_an_abbreviation_is_kept_in_full():
    domain = Domain(kappa > 3, over=[delta], where={kappa: delta**2 + 1})
    assert domain.joint == (delta**2 + 1 > 3,)
