"""What a claim says of a printed sign is tied to its statement: the sides, times the scale, are the part's own formulas."""

import importlib
from pathlib import Path

import pytest

from theoremtest.derivations.language import Equal, Limit, Outcome
from theoremtest.derivations.papers import Library
from theoremtest.derivations.proof.decide import decide


def claims_that_say(word):
    """The claims of every module that speaks of this; other modules are not built."""
    modules = {claim.module for claim in Library().registry()}
    spoken = {name for name in modules if word in Path(importlib.import_module(name).__file__).read_text("utf-8")}
    return [claim for claim in Library().registry() if claim.module in spoken]


def pairs(part, spoken):
    """The formulas of a part, each beside what the sides of the printed relation make of it."""
    if isinstance(part, Equal):
        return [(part.left, spoken.left), (part.right, spoken.scale * spoken.right)]
    assert isinstance(part, Limit), part
    tending, value = (spoken.right, spoken.left) if spoken.turned else (spoken.left, spoken.right)
    order = [] if spoken.order is None else [(part.rate, spoken.scale * spoken.order)]
    return [(part.expression, spoken.scale * tending), (part.value, spoken.scale * value), *order]


def agrees(one, other, on):
    return one == other or decide(Equal(one, other, on=on), 20.0).outcome is Outcome.PROVED


@pytest.mark.slow
def test_the_sides_of_a_spoken_relation_are_those_of_its_part():
    claims = [claim for claim in claims_that_say("spoken=") if claim.printed.spoken]
    assert claims
    apart = []
    for claim in claims:
        parts = dict(claim.statement.parts())
        assert set(claim.printed.spoken) <= set(parts), claim.id
        assert claim.reading, f"{claim.id} reads a sign as another relation and does not say so"
        apart += [(claim.id, name) for name, spoken in claim.printed.spoken.items()
                  if not all(agrees(one, other, parts[name].on) for one, other in pairs(parts[name], spoken))]
    assert apart == []


@pytest.mark.slow
def test_letters_that_a_claim_defines_are_told_by_its_domain():
    for claim in claims_that_say("defines="):
        told = set().union(*({*part.on.where, *(getattr(item, "lhs", None) for item in part.on.conditions)}
                             for _, part in claim.statement.parts()))
        assert set(claim.printed.defines) <= told, claim.id
