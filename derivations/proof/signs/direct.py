"""The rules for polynomials in generators, asked without case distinctions."""

from __future__ import annotations

from theoremtest.derivations.proof.functions.units import FinerUnit

from .generator import NotShown
from .generators import Generators
from .hypotheses import Empty, Facts
from .signset import ANY


def generators_for(facts: Facts, deadline, build, tangents: bool = False):
    """`build(generators)` over fresh generators that hold the facts' relations, again with finer exponentials as needed.

    tangents: whether every two exponentials and logarithms are tied by their tangents, which costs time.
    """
    units: dict = {}
    for _ in range(8):
        generators = Generators(facts, deadline, units, tangents)
        try:
            assume_relations(generators, facts)
            return build(generators)
        except FinerUnit as finer:
            units[finer.key] = finer.unit
    raise NotShown("exponentials with too many different units")


def assume_relations(generators, facts) -> None:
    """Hand the facts' relations to the generators; raises Empty where one contradicts what is known."""
    # a relation that holds is defined, so its radicands and denominators may be trusted
    for relation, signs in sorted(facts.relations, key=lambda entry: entry[0].count_ops()):
        generators.trusting = True
        try:
            top, _ = generators.fraction(relation)
            if not generators.signs.mask(top, effort=2) & signs:
                raise Empty
            generators.signs.assume(top, signs)
        except NotShown:
            continue
        finally:
            generators.trusting = False


def direct(expression, facts, deadline, tangents: bool = False) -> tuple[int, int]:
    """The rules for polynomials in generators, without case distinctions: the signs not excluded, and the signs seen."""
    def build(generators):
        top, _ = generators.fraction(expression)
        signs = generators.mask(top)
        return signs, signs & generators.witnesses.seen(top)

    try:
        return generators_for(facts, deadline, build, tangents)
    except NotShown:
        return ANY, 0
    except Empty:
        return 0, 0
