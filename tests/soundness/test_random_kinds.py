"""Five hundred random statements over every kind, a hundred in the fast lane; Hypothesis shrinks one that breaks the rule."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rederive.derivations.proof.decide import decide

from .builders import BUILDERS, build
from .case import fault_of
from .random_kinds import chunk
from .source import Drawn, Seeded

SEED, SECONDS = 0, 3.0


def check(numbers):
    faults = [found for found in chunk(SEED, numbers, SECONDS) if found["fault"]]
    assert not faults, "\n".join(f"{found['number']} is {found['truth']}: {found['fault']}: {found['statement']}" for found in faults)


@pytest.mark.parametrize("start", range(0, 100, 25))
def test_random_statements(start):
    check(range(start, start + 25))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(100, 500, 100))
def test_many_random_statements(start):
    check(range(start, start + 100))


@pytest.mark.parametrize("kind", sorted(BUILDERS))
def test_every_kind_is_built_true_and_false(kind):
    made = [build(Seeded(f"{kind} {k}"), kind) for k in range(40)]
    assert {True, False} == {one.truth for one in made if one}
    assert sum(one is not None for one in made) >= 20


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_what_hypothesis_finds(data):
    made = build(Drawn(data))
    if made is not None:
        assert not fault_of(made.truth, decide(made.statement, SECONDS), 0.0, SECONDS)
