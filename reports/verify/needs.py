"""What each theorem needs: its statement decided without each of its conditions, and with a weaker one where it fails without.

Asked of every theorem, lemma, proposition and corollary, and of every numbered solution in closed form; of the corrected statement where
there is an erratum. A condition is needed where a point is found at which the statement fails, or has no value, without it; one at which
it failed in an earlier run is worked out anew before another is searched for. It is not needed where the statement is proved without it.
Abbreviations stay, and so does every other condition: two conditions of which either alone would do are both "not needed", one at a time.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from sympy import Basic, Eq, Ge, Gt, Le, Lt, Ne, Not, Rational, S, Symbol
from sympy.core.relational import Relational

from theoremtest.derivations.language import (
    Claim,
    Conserved,
    Counterexample,
    Domain,
    Equal,
    Evidence,
    Evolves,
    Holds,
    Iff,
    Inverse,
    Limit,
    Outcome,
    Solves,
    Statement,
    TheoremtestError,
    atoms_of,
    sources_of,
    to_latex,
    without,
)
from theoremtest.derivations.proof.balls.enclose import NotEvaluable
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime, alarm
from theoremtest.derivations.proof.gate import stands
from theoremtest.derivations.proof.matrices.emptiness import certainly_empty
from theoremtest.derivations.proof.valueless import without_value
from theoremtest.numerics.routes import dispatch as routes

from .known_failures import Failures

SECONDS = 5.0
"""For one condition, all parts of the statement together; then it is undecided. A longer look is for asking about one claim."""
AT_ONCE = 0.3
"""The part of the time that a known point may take."""
LOOK = 2.5
"""Seconds for a second look, where the condition fails."""
PARTED = Equal, Evolves, Conserved, Holds, Iff, Inverse, Limit, Solves
"""Kinds that hold over a domain where they hold over its parts."""
LEAST = 0.2
"""A part for which less time than this is left is not begun."""
NEEDED, NOT_NEEDED, UNDECIDED = "needed", "not needed", "undecided"
ENOUGH, NOT_ENOUGH = "enough", "not enough"
_NAMED = re.compile(r"(thm|lemma|prop|cor)-")
_NUMBERED = re.compile(r"[A-Z]?\.?\d")


@dataclass(frozen=True)
class Drop:
    """A condition that is dropped, or replaced by a weaker one, and the parts of the statement that had it; reason: why none is left."""

    condition: Basic
    weaker: Basic | None
    statement: Statement | None
    reason: str = ""
    failed: tuple[str, Counterexample] | None = None
    """The part that failed in an earlier run, and where."""

    @property
    def parts(self) -> tuple[tuple[str, Statement], ...]:
        """The statements to be decided, with their names in a conjunction; first the one that failed in an earlier run."""
        found = () if self.statement is None else tuple(self.statement.parts())
        return found if self.failed is None else tuple(sorted(found, key=lambda part: part[0] != self.failed[0]))

    @property
    def name(self) -> tuple[str, str]:
        """Condition and weaker one, which may be none, as LaTeX."""
        return to_latex(self.condition), "" if self.weaker is None else to_latex(self.weaker)

    def example(self, part: str) -> Counterexample | None:
        """Where a part failed in an earlier run."""
        return self.failed[1] if self.failed is not None and self.failed[0] == part else None


def asked(claim: Claim) -> bool:
    """Whether a full run decides what a claim needs; the formulas of a numbered place are built to tell."""
    place = claim.id.partition("/")[2]
    if _NAMED.match(place):
        return True
    return bool(_NUMBERED.match(place)) and any(isinstance(part, Solves) for _, part in goal_of(claim).parts())


def goal_of(claim: Claim) -> Statement:
    """The statement whose conditions are tried: the corrected one where the printed one is refuted."""
    return claim.erratum.corrected if claim.erratum else claim.statement


def drops_needed(claim: Claim) -> tuple[Drop, ...]:
    """Every condition dropped on its own, in the statement's order, each followed by what it may be weakened to."""
    goal, found = goal_of(claim), []
    for condition in dict.fromkeys(condition for _, part in goal.parts() for condition in part.on.conditions):
        for weaker in (None, *weaker_than(condition)):
            try:
                left = without(goal, condition, () if weaker is None else (weaker,))
                found.append(Drop(condition, weaker, left))
            except TheoremtestError as error:
                found.append(Drop(condition, weaker, None, f"nothing that means something is left without it: {error}"))
    return tuple(found)


def recalled(drops: Sequence[Drop], failed: Failures) -> list[Drop]:
    """The drops, each with where it failed in an earlier run."""
    return [replace(drop, failed=failed.get(drop.name)) for drop in drops] if failed else list(drops)


def weaker_than(condition: Basic) -> tuple[Basic, ...]:
    """What a strict bound may be weakened to: the bound itself let in, and its other side let in. Nothing for other conditions."""
    closed = {Gt: Ge, Lt: Le}.get(type(condition))
    if closed is None:
        return ()
    return tuple(made for make in (closed, Ne) if isinstance(made := make(*condition.args), Relational))


# --- one condition --------------------------------------------------------------------------------------------------------


def decide_without(statement: Statement, condition: Basic, seed: str, seconds: float, twice: bool = True,
                   example: Counterexample | None = None) -> Evidence:
    """What becomes of a part of a statement that lacks a condition, within a time limit.

    example: where it may fail, worked out before anything else. Next comes what is quick: whether the other conditions imply this one, and
    a point without a value. Then the exact engine decides it. What it leaves open is decided again where the condition fails: a statement
    without a condition claims more exactly there, and one that is proved there as well needs none. twice: at random points there too.
    """
    began = time.perf_counter()
    if example is not None and _stands(statement, example, AT_ONCE * seconds):
        return Evidence("exact", "a known point, worked out anew", Outcome.REFUTED, counterexample=example,
                        seconds=time.perf_counter() - began)
    evidence = _decided_without(statement, condition, seed, seconds, twice)
    return replace(evidence, seconds=time.perf_counter() - began)


def _stands(statement: Statement, example: Counterexample, seconds: float) -> bool:
    try:
        with alarm(seconds):
            return stands(statement, example, Deadline(seconds))
    except (TheoremtestError, OutOfTime, NotEvaluable, NotImplementedError, ArithmeticError, ValueError, TypeError):
        return False  # the search comes next


def _decided_without(statement: Statement, condition: Basic, seed: str, seconds: float, twice: bool) -> Evidence:
    limit = Deadline(seconds)
    try:
        beyond = _uncharted(statement.on) if _matrix_equation(condition) else _beyond(statement.on, condition)
        if not _matrix_equation(condition) and certainly_empty(beyond, limit):
            return Evidence("exact", "the other conditions imply it", Outcome.PROVED, scope="no point is left where it fails")
    except (TheoremtestError, OutOfTime):
        beyond = None
    evidence = without_value(statement, (condition,), limit.part(0.5)) or routes.run("exact", statement, seed, max(limit.left(), LEAST))
    if evidence.outcome in (Outcome.REFUTED, Outcome.PROVED) or beyond is None:
        return evidence
    outside, limit = replace(statement, on=beyond), Deadline(min(limit.left(), LOOK))
    for route in ("exact", "points") if twice else ("exact",):
        if limit.left() > LEAST and routes.applies(route, outside):
            found = routes.run(route, outside, seed, limit.left())
            if found.outcome is Outcome.REFUTED:
                return found
            if found.outcome is Outcome.PROVED and _of_parameters(condition, statement):
                return replace(found, engine=f"{found.engine}, where the condition fails")
    return evidence


def _of_parameters(condition: Basic, statement: Statement) -> bool:
    """Whether a condition parts a domain into two over which a statement holds by itself: it speaks of nothing that varies in it.

    A statement that is proved where such a condition holds, and where it fails, is proved without it.
    """
    spoken = atoms_of(statement.on.expand(condition))
    return isinstance(statement, PARTED) and not _matrix_equation(condition) and not spoken & statement.binders()


def _matrix_equation(condition: Basic) -> bool:
    """An equation between matrices fails nearly everywhere, and is no relation that a domain could negate."""
    return isinstance(condition, Eq) and bool(getattr(condition.lhs, "shape", ()))


def _uncharted(domain: Domain) -> Domain:
    """The domain without its way to draw points, which may keep to the condition that was dropped."""
    return Domain(*domain.conditions, over=domain.symbols, where=domain.where)


def _beyond(domain: Domain, condition: Basic) -> Domain:
    return _uncharted(domain).but(Not(condition))


# --- all conditions of a claim --------------------------------------------------------------------------------------------

Answer = Callable[[Drop, str, Statement, float], Evidence | None]
"""(drop, name and statement of a part, seconds left) to evidence; None where it is not known and not worked out."""


def decided(drops: Sequence[Drop], answer: Answer, seconds: float = SECONDS) -> list[tuple[int, str, Statement, Evidence]] | None:
    """(number from 1, part, statement, evidence) of what was looked at; None where an answer was not known.

    The parts that a condition is dropped from share its time, what one leaves is the next one's, and the first that fails ends it. A weaker
    condition is tried only where the statement fails without any and the point of that failure does not show the same of the weaker one.
    """
    found: list[tuple[int, str, Statement, Evidence]] = []
    failure: dict[Basic, Counterexample | None] = {}
    for number, drop in enumerate(drops, start=1):
        if drop.weaker is not None and (drop.condition not in failure or met(drop.weaker, failure[drop.condition])):
            continue
        left = seconds
        for place, (part, statement) in enumerate(drop.parts):
            if left < LEAST:
                break
            evidence = answer(drop, part, statement, max(LEAST, left / (len(drop.parts) - place)))
            if evidence is None:
                return None
            found.append((number, part, statement, evidence))
            left -= evidence.seconds
            if evidence.outcome is Outcome.REFUTED:
                if drop.weaker is None:
                    failure[drop.condition] = evidence.counterexample
                break
    return found


def met(condition: Basic, example: Counterexample | None) -> bool:
    """Whether a counterexample certainly meets a bound on a single letter, read from its exact values."""
    if example is None or not isinstance(condition, Relational) or not isinstance(condition.lhs, Symbol) or not condition.rhs.is_Rational:
        return False
    value = dict(example.point).get(to_latex(condition.lhs), "")
    return bool(re.fullmatch(r"-?\d+(/\d+)?", value)) and condition.func(Rational(value), condition.rhs) is S.true


# --- the ledger's rows ----------------------------------------------------------------------------------------------------


def rows(claim: Claim, found: Iterable[tuple[int, str, Evidence]], proved: bool) -> list[dict]:
    """A row for each condition, ready for JSON: needed, not needed or undecided, the point, and the weaker conditions that were tried.

    found: (number of the drop, part, evidence). proved: whether the statement is proved under all its conditions; where it is not, no
    condition is called unnecessary.
    """
    by_number: dict[int, list[tuple[str, Evidence]]] = {}
    for number, part, evidence in found:
        by_number.setdefault(number, []).append((part, evidence))
    known, table = _sources(claim), {}
    for number, drop in enumerate(drops_needed(claim), start=1):
        outcome, told = _told(drop, by_number.get(number, []), proved)
        if drop.weaker is None:
            verdict = {Outcome.REFUTED: NEEDED, Outcome.PROVED: NOT_NEEDED}.get(outcome, UNDECIDED)
            table[drop.condition] = {"latex": to_latex(drop.condition), "source": known.get(drop.condition, "unclassified"),
                                     "verdict": verdict, **told, "weaker": []}
            continue
        row = table[drop.condition]
        if row["verdict"] != NEEDED:
            continue
        if number not in by_number and drop.statement is not None:
            outcome, told = Outcome.REFUTED, {name: row[name] for name in ("counterexample", "part") if name in row}
        verdict = {Outcome.REFUTED: NOT_ENOUGH, Outcome.PROVED: ENOUGH}.get(outcome, UNDECIDED)
        row["weaker"].append({"latex": to_latex(drop.weaker), "verdict": verdict, **told})
    return list(table.values())


def _told(drop: Drop, found: list[tuple[str, Evidence]], proved: bool) -> tuple[Outcome, dict]:
    """What the evidence on all parts comes to, and what a row says of it."""
    if drop.statement is None:
        return Outcome.UNDECIDED, {"counterexample": None, "reason": drop.reason}
    for part, evidence in found:
        if evidence.outcome is Outcome.REFUTED:
            example = evidence.counterexample
            told = {"counterexample": None if example is None else example.as_json(), "by": evidence.kind}
            return Outcome.REFUTED, {**told, **({"part": part} if part else {})}
    if proved and len(found) == len(drop.parts) and all(evidence.outcome is Outcome.PROVED for _, evidence in found):
        return Outcome.PROVED, {"counterexample": None}
    reasons = dict.fromkeys(reason for _, evidence in found if evidence.outcome is not Outcome.PROVED for reason in evidence.tried)
    if not proved:
        reasons["the statement is not proved with it either"] = None
    return Outcome.UNDECIDED, {"counterexample": None, "reason": "; ".join(reasons) or "nothing settled it in time"}


def _sources(claim: Claim) -> dict[Basic, str]:
    """The source of each condition of the statement, those of a correction by what its domain says."""
    found = {entry.condition: entry.source for entry in claim.sources}
    if claim.erratum:
        of_domain = {entry.condition: entry.source for entry in sources_of(claim.erratum.corrected)}
        found = {**of_domain, **found}
    return found


