"""What one slip is: refuted, equivalent, another true statement, borne out, survived or undecided; whether a rewriting is accepted.

A few points at 50 digits are looked at first, then the exact engine is asked, then more points. Without one of its conditions a
statement claims more exactly where that condition fails, so it is decided there: all at once, and where that settles nothing,
beyond a lost bound and on it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from sympy import And, Eq, Ge, Gt, Le, Lt, Not, S, Trace, oo
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language import (
    Chart,
    Conserved,
    ConvergesInProbability,
    Domain,
    Equal,
    Evidence,
    Evolves,
    Expectation,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Inverse,
    Limit,
    Observed,
    Outcome,
    Scales,
    Solves,
    Statement,
    TheoremtestError,
    atoms_of,
)
from theoremtest.derivations.mutants import Mutant
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime, alarm
from theoremtest.derivations.proof.matrices.emptiness import certainly_empty
from theoremtest.derivations.proof.matrices.letters import is_matrix
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.relevant_domain import relevant
from theoremtest.derivations.proof.reasons import CRASHED
from theoremtest.numerics.experiments.measured import Measured
from theoremtest.numerics.extras import MissingExtra
from theoremtest.numerics.routes import integral_trials
from theoremtest.numerics.routes.dispatch import NO_POINT
from theoremtest.numerics.routes.observed import held, measured
from theoremtest.numerics.routes.points import COUNT
from theoremtest.reports.edits.changes import DIFFERENT, PROVED, SUPPORTED, worst
from theoremtest.reports.edits.comparison import compare

from .kept import OPEN
from .lost_values import law_lost, value_lost
from .outcomes import BORNE_OUT, EQUIVALENT, REFUTED, SURVIVED, TRUE, UNDECIDED
from .speaking import where_it_speaks

SECONDS = 5.0
PATIENCE = 12
"""How many times as long a second look takes at what time ran out for."""
OUT_OF_TIME = "no decision within", "stopped after", "ended by its share of the time"
SIMPLEST = 24
"""Simplest points that are looked at where random ones refute nothing."""
DRAWS = 5
"""How often points are drawn before a slip that none of them refutes has survived."""
MEASURING = 900.0
"""Seconds that an experiment may take; it is run once for all slips in what is said of it."""
AT_POINTS = Equal, Evolves, Conserved, Inverse, Holds, Iff, Solves, Gradient, Hessian, Limit
"""Kinds that fail where they fail at one point, of a limit's parameters: looked at first, a few settle most slips in a twentieth of the
exact engine's time."""
LOOSE = 2.0
"""Seconds in which a point must be found on a chart that leaves one of its equations."""
LOOSE_CHARTS = 2
"""How many of such charts are looked at."""
FIRST = 4
"""Points that are looked at first: one more costs a tenth of the first, and the sizes of its matrices are others."""
_WORST_FIRST = (REFUTED, UNDECIDED, SURVIVED, TRUE, EQUIVALENT)


def judge(mutant: Mutant, seed: str, seconds: float = SECONDS, patience: float = PATIENCE) -> tuple[str, str]:
    """What a slip is, and what settled it.

    A slip that leaves a formula without a value at a point of the domain, where the original has one, is refuted by that. Where time
    ran out before anything was settled, `patience` times as much of it is given once; at 1 it is not asked again.
    """
    found = _decided(mutant, seed, seconds, patience)
    if patience > 1 and found[0] == UNDECIDED and any(words in found[1] for words in OUT_OF_TIME):
        found = _decided(mutant, seed, patience * seconds, 1)
    return found


def _decided(mutant: Mutant, seed: str, seconds: float, patience: float) -> tuple[str, str]:
    if isinstance(mutant.statement, Observed):
        return _measured(mutant, mutant.statement, seconds)
    if mutant.lost is None and law_lost(mutant.original, mutant.statement):
        return REFUTED, "what it draws from is no law at a point of the domain, where the original's is one"
    if mutant.lost is None:
        return _judged(mutant, mutant.statement, seed, seconds, patience)
    if _holds_on_the_way(mutant.statement, mutant.lost):
        return EQUIVALENT, "it holds on the way to the limit"
    if _is_of_matrices(mutant.lost) and mutant.statement.on.chart is not None:  # a proof needs a point, and the chart has some
        exact = _run("exact", mutant.statement, seed, seconds)
        if exact.outcome is Outcome.PROVED:
            return TRUE, exact.engine
    found: list[tuple[str, str]] = []
    for cases in _where_it_fails(mutant.statement.on, mutant.lost):
        cases = [case for case in cases if not certainly_empty(case, Deadline(seconds))]
        if not cases:  # no point is left: the other conditions imply the one that was dropped
            return EQUIVALENT, "the other conditions imply it"
        found = []
        for case in cases:
            found.append(_judged(mutant, replace(mutant.statement, on=case), seed, seconds, patience))
            if found[-1][0] == REFUTED:
                return found[-1]
        if all(outcome in (EQUIVALENT, TRUE) for outcome, _ in found):
            break
    worst_found = min(found, key=lambda outcome: _WORST_FIRST.index(outcome[0]))
    if worst_found[0] in OPEN and _is_implied(mutant.lost, mutant.statement.on, seed, seconds):
        return EQUIVALENT, "the other conditions imply it"
    return worst_found


def _is_implied(lost: Boolean, domain: Domain, seed: str, seconds: float) -> bool:
    """Whether the two sides of a lost equation of matrices are shown to be at no distance by the conditions that are left."""
    if not isinstance(lost, Eq) or not is_matrix(lost.lhs - lost.rhs):
        return False
    gap = lost.lhs - lost.rhs
    with contextlib.suppress(TheoremtestError):
        return _run("exact", Equal(Trace(gap.T * gap), S.Zero, on=domain), seed, seconds).outcome is Outcome.PROVED
    return False


def _judged(mutant: Mutant, stated: Statement, seed: str, seconds: float, patience: float) -> tuple[str, str]:
    if isinstance(stated, AT_POINTS) and not integral_trials.speaks(stated):
        first = _run("points", stated, seed, seconds, FIRST)
        if first.outcome is Outcome.REFUTED:
            return REFUTED, first.engine
    exact = _run("exact", stated, seed, seconds)
    if stated.on.chart is not None and _found_no_point(exact):
        stated = replace(stated, on=_uncharted(stated.on))  # the chart may keep to the condition that was lost
        exact = _run("exact", stated, seed, seconds)
    if stated is not mutant.statement and _found_no_point(exact):
        stated = mutant.statement  # an initial value lies where the condition holds, so the two cannot be parted
        exact = _run("exact", stated, seed, seconds)
    if exact.outcome is Outcome.REFUTED:
        return REFUTED, exact.engine
    if exact.outcome is Outcome.PROVED:
        return EQUIVALENT if _same(mutant, seed, seconds) else TRUE, exact.engine
    numbers = _run("points", stated, seed, seconds)
    if numbers.outcome is Outcome.REFUTED:
        return REFUTED, numbers.engine
    if isinstance(stated, (Equal, Expectation)) and mutant.lost is not None:
        said = where_it_speaks(stated, seed, seconds)
        if said is not None:
            return said
    if _same(mutant, seed, seconds):
        return EQUIVALENT, "compared with the original"
    lost = value_lost(mutant, stated, seconds)
    if lost is not None:
        return lost
    if isinstance(stated, Holds) and mutant.original.on is stated.on and (  # else what a relation speaks of may mean something else
            _says_less(mutant, seconds) or _follows(stated.relation, mutant.original, seconds)):
        return TRUE, "follows from the original"
    if _is_of_matrices(mutant.lost) and any("no value at " in reason for reason in numbers.tried):
        numbers = _run("points", _above_size_one(stated, mutant.lost), seed, seconds)  # at size 1 the condition may hold
    further = _further(stated, exact, seed, seconds, patience)
    if further is not None:
        return further
    if any(reason.startswith(CRASHED) for reason in (*exact.tried, *numbers.tried)):  # a fault of ours is to be seen, whatever numbers say
        return UNDECIDED, "; ".join((*exact.tried, *numbers.tried))
    if numbers.outcome is Outcome.AGREES:
        return SURVIVED, f"{numbers.engine}: {numbers.figure}"
    if numbers.tried and all(reason.startswith("no value at ") for reason in numbers.tried):
        if mutant.lost is not None and not numbers.figure:
            return EQUIVALENT, "no side has a value where the condition fails"
        if mutant.lost is None and _run("points", mutant.original, seed, seconds).outcome is Outcome.AGREES:
            return REFUTED, "no value at a point of the domain, where the original has one"
    return UNDECIDED, "; ".join((*exact.tried, *numbers.tried))


def _further(stated: Statement, exact: Evidence, seed: str, seconds: float, patience: float) -> tuple[str, str] | None:
    """What further points show of a slip that the first ones do not refute, the simplest among them, where letters are equal or zero;
    and a proof with more time, where that ran out."""
    for turn in range(DRAWS):
        numbers = _run("points", stated, f"{seed} {turn}", seconds, COUNT + SIMPLEST if turn == 0 else None)
        if numbers.outcome is Outcome.REFUTED:
            return REFUTED, numbers.engine
        if any(words in reason for reason in numbers.tried for words in OUT_OF_TIME):
            break
    if patience > 1 and any(words in reason for reason in exact.tried for words in OUT_OF_TIME):
        longer = _run("exact", stated, seed, patience * seconds)
        if longer.outcome in (Outcome.REFUTED, Outcome.PROVED):
            return REFUTED if longer.outcome is Outcome.REFUTED else TRUE, longer.engine
    return None


def _holds_on_the_way(stated: Statement, lost: Boolean) -> bool:
    """Whether a lost condition bounds nothing but a limit's variable, and holds all the way to the limit from some argument on."""
    if not isinstance(stated, (Limit, Scales, ConvergesInProbability)) or not isinstance(lost, (Gt, Ge, Lt, Le)):
        return False
    to = stated.to if isinstance(stated, Limit) else oo
    room = (lost.gts - lost.lts).expand()
    slope = room.coeff(stated.variable, 1)
    rest = (room - slope * stated.variable).expand()
    return to in (oo, -oo) and slope.is_Rational and slope * to == oo and stated.variable not in rest.free_symbols


def _measured(mutant: Mutant, stated: Observed, seconds: float) -> tuple[str, str]:
    """A slip in what an experiment is said to show: the experiment is asked first, which has run already.

    What follows from the original says less, and is true whatever is measured.
    """
    found = _experiment(stated.experiment)
    outcome, by = _held(stated, found)
    if outcome != REFUTED and _follows(stated.relation, mutant.original, seconds):
        same = _follows(mutant.original.relation, stated, seconds)
        return (EQUIVALENT, "the one follows from the other") if same else (TRUE, "follows from the original")
    return outcome, by


def _held(stated: Observed, found: Measured | str) -> tuple[str, str]:
    if isinstance(found, str):
        return UNDECIDED, found
    try:
        measured = held(stated, found)
    except ValueError as error:
        return UNDECIDED, str(error)
    outcome = {Outcome.REFUTED: REFUTED, Outcome.AGREES: BORNE_OUT}.get(measured.outcome, UNDECIDED)
    return outcome, f"{measured.engine}: {measured.figure}"


def _follows(relation: Boolean, premise: Observed | Holds, seconds: float) -> bool:
    """Whether a relation is proved wherever the premise holds, between the quantities that an experiment measures or of a domain."""
    try:
        wherever = premise.on.but(premise.relation, over=sorted(relation.free_symbols - premise.on.declared, key=str))
    except TheoremtestError:  # the premise contradicts itself, and everything would follow
        return False
    relation = wherever.expand(relation)
    parts = relation.args if isinstance(relation, And) else (relation,)
    return all(part in wherever.conditions or _run("exact", Holds(part, on=relevant(wherever, (part,))), "", seconds).outcome
               is Outcome.PROVED for part in parts)


def _says_less(mutant: Mutant, seconds: float) -> bool:
    """Whether the one part of a relation that a slip has changed leaves more room between its sides than the original does, proved."""
    before, after = (stated.relation.args if isinstance(stated.relation, And) else (stated.relation,)
                     for stated in (mutant.original, mutant.statement))
    changed, new = [part for part in before if part not in after], [part for part in after if part not in before]
    if len(changed) != 1 or len(new) != 1 or type(changed[0]) is not type(new[0]) or not isinstance(new[0], (Gt, Ge, Lt, Le)):
        return False
    old_room, room = changed[0].gts - changed[0].lts, new[0].gts - new[0].lts
    if (room - old_room).is_extended_real is False:  # the slip has made a number that is not real, log(-1) say
        return False
    more = Ge(room - old_room, 0)
    return more == S.true or more != S.false and _run("exact", Holds(more, on=mutant.statement.on), "", seconds).outcome is Outcome.PROVED


@lru_cache(maxsize=64)
def _experiment(name: str) -> Measured | str:
    """What an experiment measures, run once for all slips in what is said of it; why it could not be run."""
    from theoremtest.numerics.routes import flow

    if not flow.available():
        return "torch is not installed"
    flow.prepare(optimiser=True)
    try:
        with alarm(MEASURING):
            return measured(name)
    except Exception as error:  # what a simulation stumbles over must be seen, not end the run
        return f"{CRASHED}{type(error).__name__}: {error}" if not isinstance(error, (OutOfTime, MissingExtra, ValueError)) else str(error)


def _found_no_point(evidence: Evidence) -> bool:
    return any(reason.startswith(NO_POINT) for reason in evidence.tried)


def _uncharted(domain: Domain) -> Domain:
    return Domain(*domain.conditions, over=domain.symbols, where=domain.where)


def _where_it_fails(domain: Domain, lost: Boolean) -> list[list[Domain]]:
    """The domain where a lost condition fails: as one, and for a lost bound cut into what is beyond it and what is on it.

    A matrix equation fails nearly everywhere, once no chart keeps to it.
    """
    loose = [[chart] for chart in _loosely_charted(domain, lost)]
    if _is_of_matrices(lost):
        return loose or [[_uncharted(domain)]]
    cuts = {Gt: (Lt, Eq), Lt: (Gt, Eq)}.get(type(lost), ())
    restricted = [_restricted(domain, [cut(lost.lhs, lost.rhs) for cut in cuts])] if cuts else []
    return [*loose, _restricted(domain, [Not(lost)]), *restricted]


def _loosely_charted(domain: Domain, lost: Boolean) -> list[Domain]:
    """The domain with charts of its own in which a lost equation may fail and the others hold: a matrix of it is free, or its parameters
    lack one of their equations, or it is twice what it was.
    """
    chart = domain.chart
    if chart is None or not isinstance(lost, Eq):
        return []
    symbols = sorted(atoms_of(lost) & set(chart.values), key=str)
    made = [({symbol: value for symbol, value in chart.values.items() if symbol != one}, chart.of) for one in symbols]
    made += [(chart.values, _without(chart.of, condition)) for condition in chart.of.conditions if symbols and isinstance(condition, Eq)]
    made += [({**chart.values, one: 2 * chart.values[one]}, chart.of) for one in symbols]
    found: list[Domain] = []
    for values, of in made:
        with contextlib.suppress(TheoremtestError, OutOfTime), alarm(LOOSE):
            loose = Domain(*domain.conditions, over=domain.symbols, where=domain.where, chart=Chart(values, of))
            points(loose, 1, "loose")
            found.append(loose)
        if len(found) == LOOSE_CHARTS:
            break
    return found


def _without(domain: Domain, condition: Boolean) -> Domain:
    return Domain(*(one for one in domain.conditions if one is not condition), over=domain.symbols, where=domain.where, chart=domain.chart)


def _is_of_matrices(lost: Boolean | None) -> bool:
    return isinstance(lost, Eq) and bool(getattr(lost.lhs, "shape", ()))


def _above_size_one(stated: Statement, lost: Boolean) -> Statement:
    sizes = sorted(set().union(*(size.free_symbols for size in lost.lhs.shape)), key=str)
    larger = _restricted(stated.on, [And(*(Ge(size, 2) for size in sizes))])
    return replace(stated, on=larger[0]) if larger else stated


def _restricted(domain: Domain, conditions: Iterable[Boolean]) -> list[Domain]:
    """The domain with each of the conditions, those left out that contradict it."""
    found = []
    for condition in conditions:
        with contextlib.suppress(TheoremtestError):
            found.append(domain.but(condition))
    return found


def _same(mutant: Mutant, seed: str, seconds: float) -> bool:
    """Whether a slip says what the original says, proved; numbers are asked first, as they tell most apart at once."""
    changes = compare(mutant.original, mutant.statement, seed, seconds=seconds, numbers_first=True)
    return worst(change.status for change in changes) == PROVED


def accept(mutant: Mutant, seed: str, seconds: float = SECONDS) -> tuple[str, str]:
    """Whether a rewriting is accepted: it must not be refuted, and the comparison must find it equivalent."""
    exact = _run("exact", mutant.statement, seed, seconds)
    if exact.outcome is Outcome.REFUTED:
        return "refused", exact.engine
    same = worst(change.status for change in compare(mutant.original, mutant.statement, seed, seconds=seconds))
    if same == DIFFERENT:
        return "refused", "found different from the original"
    if same in (PROVED, SUPPORTED):
        return "accepted", same
    return UNDECIDED, "; ".join(exact.tried) or "the comparison with the original"


def _run(route: str, statement: Statement, seed: str, seconds: float, count: int | None = None) -> Evidence:
    from theoremtest.numerics.routes import dispatch as routes

    return routes.run(route, statement, seed, seconds, count)
