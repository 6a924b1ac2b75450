"""Inequalities, their conjunctions, disjunctions and equivalences, proved over a whole domain: sign analysis first, then
balls over boxes where the domain is compact."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

from sympy import And, Equivalent, Function, Implies, Not, Or, Pow, S, Symbol, sympify
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from theoremtest.derivations.language import Domain
from theoremtest.derivations.proof.deadline import OutOfTime

from .boxes import NotABox, proved_on_boxes
from .definedness import defined
from .hypotheses import Empty, Facts, signs_of
from .resolvents import closer
from .signs import is_empty, possible_signs
from .signset import NEG, POS, inside

WHOLE_DOMAIN = "whole domain"
PLAIN = 0.6
"""The part of the time that the domain as it is may take, before larger ones are tried."""


@dataclass(frozen=True)
class Proof:
    """How a statement was proved, and where it holds."""

    rung: str
    scope: str = WHOLE_DOMAIN


def prove_relation(relation, domain: Domain, deadline) -> Proof | None:
    """A proof that the relation is true, and both sides defined, at every point of the domain; None where there is none.

    relation: `<`, `<=`, `>`, `>=`, `Eq`, `Ne`, and `And`, `Or`, `Not`, `Implies`, `Equivalent` of such. Under a disjunction every
    part is required to be defined everywhere; under an implication the conclusion only where the hypothesis holds.
    """
    relation = domain.expand(sympify(relation, strict=True))
    try:
        facts = Facts.of(domain)
    except Empty:
        return None
    if is_empty(facts, deadline):
        return None
    compact = all(bounds.lower is not None and bounds.upper is not None for bounds in domain.bounds.values())
    # where boxes can still have a turn, signs may take half of the time
    share = deadline.part(0.5) if compact else deadline
    others = ((other, share) for other in chain(_wider(facts), _closer(facts, share, relation), _divided(facts, share, relation)))
    for where, time in chain([(facts, share.part(PLAIN))], others):
        try:
            if _follows(relation, where, time, top=True):
                return Proof("sign analysis")
        except OutOfTime:
            deadline.check()
    try:
        boxes = proved_on_boxes(relation, domain, deadline)
    except NotABox:
        return None
    return None if boxes is None else Proof("balls over boxes", f"{WHOLE_DOMAIN}, {boxes} boxes")


def _wider(facts: Facts):
    """Facts of simpler domains that hold the given one: without conditions on several symbols; with intervals drawn out to zero."""
    if facts.relations or facts.alternatives:
        yield Facts(facts.bounds)
    drawn = [(symbol, bounds) if bounds.integer else (symbol, replace(bounds, lower=S.Zero, lower_open=True))
             if bounds.lower is not None and bounds.lower > 0 else (symbol, replace(bounds, upper=S.Zero, upper_open=True))
             if bounds.upper is not None and bounds.upper < 0 else (symbol, bounds) for symbol, bounds in facts.bounds]
    if drawn != list(facts.bounds):
        yield Facts(tuple(drawn))


def _closer(facts: Facts, deadline, *relations):
    """The same facts with what follows from two of them; nothing where they contradict one another, as no proof is needed then.

    Symbols that are divided by are looked at with these facts: a quotient asks for a bound.
    """
    with suppress(Empty):
        found = closer(facts, relations)
        if found is None:
            return
        divisors = {power.base for relation in relations for power in relation.atoms(Pow) if power.exp.is_negative}
        for symbol in sorted((base for base in divisors if isinstance(base, Symbol)), key=str):
            if not facts.bound(symbol).sign and (signs := possible_signs(symbol, found, deadline)) in (POS, NEG):
                found = found.known(symbol, signs)
        yield found


def _divided(facts: Facts, deadline, relation):
    """The same facts with the signs of sums with functions that are divided by, where all of them are told apart from zero."""
    divisors = sorted({power.base for power in relation.atoms(Pow) if power.exp.is_negative and power.base.atoms(Function)}, key=str)
    with suppress(Empty):
        known = facts
        for divisor in divisors:
            signs = possible_signs(divisor, known, deadline)
            if signs not in (POS, NEG):
                return
            known = known.known(divisor, signs)
        if known != facts:
            yield known


def prove_iff(left, right, domain: Domain, deadline) -> Proof | None:
    """A proof that two relations are true at the same points of the domain; both are shown to be defined everywhere."""
    left, right = domain.expand(sympify(left, strict=True)), domain.expand(sympify(right, strict=True))
    try:
        facts = Facts.of(domain)
    except Empty:
        return None
    if is_empty(facts, deadline):
        return None
    if not (_meaningful(left, facts, deadline) and _meaningful(right, facts, deadline)):
        return None
    for where in chain([facts], _closer(facts, deadline, left, right)):
        if _implies(left, right, where, deadline) and _implies(right, left, where, deadline):
            return Proof("sign analysis in both directions")
    return None


def _follows(relation, facts: Facts, deadline, top: bool = False) -> bool:
    """Whether the relation is proved wherever the facts hold. At the top, facts shown to be empty prove nothing."""
    deadline.check()
    if isinstance(relation, BooleanTrue):
        return True
    if isinstance(relation, BooleanFalse):
        return False
    if isinstance(relation, Relational):
        if not _meaningful(relation, facts, deadline):
            return False
        wanted = signs_of(relation)
        found = possible_signs(relation.lhs - relation.rhs, facts, deadline, wanted)
        return inside(found, wanted) and not (top and found == 0)
    if isinstance(relation, And):
        return all(_follows(part, facts, deadline, top) for part in relation.args)
    if isinstance(relation, Not):
        opposite = negation(relation.args[0])
        return not isinstance(opposite, Not) and _follows(opposite, facts, deadline, top)
    if isinstance(relation, Implies):
        hypothesis, conclusion = relation.args
        return _meaningful(hypothesis, facts, deadline) and _implies(hypothesis, conclusion, facts, deadline)
    if isinstance(relation, Equivalent):
        first, *rest = relation.args
        return _meaningful(relation, facts, deadline) and all(
            _implies(first, other, facts, deadline) and _implies(other, first, facts, deadline) for other in rest)
    if isinstance(relation, Or):
        return _some_part(relation.args, facts, deadline)
    return False


def _some_part(parts, facts, deadline) -> bool:
    """A disjunction: one part follows, the others denied."""
    if not all(_meaningful(part, facts, deadline) for part in parts):
        return False
    for chosen in parts:
        try:
            rest = facts
            for other in parts:
                if other is not chosen:
                    rest = rest.given(negation(other))
        except Empty:
            return True
        if _follows(chosen, rest, deadline):
            return True
    return False


def _implies(hypothesis, conclusion, facts, deadline) -> bool:
    """Directly, or by contraposition."""
    try:
        if _follows(conclusion, facts.given(hypothesis), deadline):
            return True
    except Empty:
        return True
    try:
        return _meaningful(conclusion, facts, deadline) and _follows(
            negation(hypothesis), facts.given(negation(conclusion)), deadline)
    except Empty:
        return True


def _meaningful(relation, facts, deadline) -> bool:
    """Whether every side of every comparison is shown to be defined wherever the facts hold."""
    if isinstance(relation, Relational):
        return all(defined(side, facts, deadline) for side in relation.args)
    if isinstance(relation, (BooleanTrue, BooleanFalse)):
        return True
    return all(_meaningful(part, facts, deadline) for part in relation.args)


def negation(relation):
    """The opposite, carried down to the comparisons."""
    if isinstance(relation, And):
        return Or(*(negation(part) for part in relation.args))
    if isinstance(relation, Or):
        return And(*(negation(part) for part in relation.args))
    if isinstance(relation, Not):
        return relation.args[0]
    if isinstance(relation, Implies):
        return And(relation.args[0], negation(relation.args[1]))
    if relation in (S.true, S.false):
        return S.false if relation == S.true else S.true
    return Not(relation)
