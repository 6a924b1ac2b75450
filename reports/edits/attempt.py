"""Would a claim hold if its statement read like this? A formula is read over the claim's own names, decided by the same routes
as the claim itself, and compared with what is printed and with the correction."""

from __future__ import annotations

import shlex
import time
from dataclasses import dataclass, field, replace

from rederive.derivations.language import (
    All,
    Claim,
    Conserved,
    Counterexample,
    Equal,
    Evidence,
    Holds,
    Iff,
    Outcome,
    RederiveError,
    Registry,
    Statement,
    Verdict,
    verdict_from,
)
from rederive.derivations.notation import NotationError, read_statement, same_formula
from rederive.numerics.routes.dispatch import ROUTES
from rederive.reports.verify.cache import Cache, NoCache
from rederive.reports.verify.runner import Check, decide, rests_digest, routes_for

from . import edits

HOLDS, FAILS, UNDECIDED = "holds", "fails", "undecided"
PRINTED, CORRECTED, NEITHER, UNKNOWN = "printed", "corrected", "neither", "unknown"
ANSWERS = {Verdict.PROVED: HOLDS, Verdict.SUPPORTED: HOLDS, Verdict.REFUTED: FAILS, Verdict.UNDECIDED: UNDECIDED}
NUMBERS = tuple(route for route in ROUTES if route not in ("exact", "flow"))
"""Asked where the exact engine leaves a formula undecided; training a network takes too long for an answer in passing."""
SECONDS = 10.0


@dataclass(frozen=True)
class Likeness:
    """Whether two statements say the same: True, False, or None where neither was shown, and how it is known."""

    same: bool | None
    how: str = ""
    example: Counterexample | None = None
    likely: bool = False
    """Whether numbers agree where no proof was found."""


@dataclass(frozen=True)
class Attempt:
    """What came of trying a formula in a claim's place.

    verdict: `holds`, `fails` or `undecided`. equivalent_to: `printed`, `corrected`, `neither` (shown different from both) or
    `unknown`. read_as: the formula as it was understood.
    """

    id: str
    part: str
    formula: str
    verdict: str
    equivalent_to: str
    how: str
    read_as: str
    domain: str
    likely: str = ""
    """The statement that numbers agree with, where equivalence is not proved."""
    by: str = ""
    scope: str = ""
    counterexample: Counterexample | None = None
    differs: Counterexample | None = None
    tried: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    @property
    def reproduce(self) -> str:
        part = f" --part {shlex.quote(self.part)}" if self.part else ""
        formula = " ".join(self.formula.split())
        return f"rederive try {shlex.quote(self.id)}{part} --formula {shlex.quote(formula)}"

    def as_json(self) -> dict:
        return {"id": self.id, "part": self.part, "formula": self.formula, "verdict": self.verdict,
                "equivalent_to": self.equivalent_to, "how": self.how, "likely": self.likely, "read_as": self.read_as, "domain": self.domain,
                "by": self.by, "scope": self.scope,
                "counterexample": self.counterexample.as_json() if self.counterexample else None,
                "differs": self.differs.as_json() if self.differs else None,
                "tried": list(self.tried), "notes": list(self.notes), "reproduce": self.reproduce,
                "seconds": round(self.seconds, 3)}


def attempt(claim: Claim, formula: str, registry: Registry, part: str = "", cache: Cache | None = None,
            seconds: float = SECONDS) -> Attempt:
    """Try a formula in place of a claim's statement (or of one part of it).

    Raises NotationError where the formula cannot be read, and RederiveError for a part that the claim does not have.
    """
    began = time.perf_counter()
    cache = NoCache() if cache is None else cache
    judge = _Judge(claim, registry, cache, seconds)
    printed = _part(claim, claim.statement, part)
    corrected = _corrected(claim, part)
    frames = _readings(formula, printed, corrected)
    likeness: dict[str, Likeness] = {}
    role, reading = frames[0]
    for role, reading in frames:
        target = printed if role == PRINTED else corrected
        likeness[role] = judge.compare(target, reading)
        if likeness[role].same:
            break
    else:
        role, reading = frames[0]
    verdict, evidence = judge.verdict(reading)
    if not any(item.same for item in likeness.values()):
        for other, target in ((PRINTED, printed), (CORRECTED, corrected)):
            if target is not None and other not in likeness:
                likeness[other] = judge.beside(reading, target)
    equivalent, how, differs = _told(likeness, corrected is not None)
    likely = next((role for role, item in likeness.items() if item.same or item.likely), "")
    notes = _notes(claim, judge, role, equivalent, verdict, formula, corrected)
    refuting = next((item for item in evidence if item.outcome is Outcome.REFUTED), None)
    return Attempt(
        id=claim.id, part=part, formula=formula, verdict=ANSWERS[verdict], equivalent_to=equivalent, how=how,
        likely=likely, read_as=reading.latex(), domain=str(reading.on), by=_by(evidence, verdict), scope=_scope(evidence),
        counterexample=refuting.counterexample if refuting else None, differs=differs,
        tried=tuple(dict.fromkeys(f"{item.kind}: {reason}" for item in evidence for reason in item.tried))
        if verdict is Verdict.UNDECIDED else (), notes=notes, seconds=time.perf_counter() - began)


def _part(claim: Claim, statement: Statement, part: str) -> Statement:
    if not part:
        return statement
    members = statement.members if isinstance(statement, All) else {}
    if part not in members:
        known = f"its parts are {', '.join(members)}" if members else "it has no parts"
        raise RederiveError(f"{claim.id} has no part {part!r}; {known}")
    return members[part]


def _corrected(claim: Claim, part: str) -> Statement | None:
    if claim.erratum is None:
        return None
    corrected = claim.erratum.corrected
    if part and isinstance(corrected, All):
        return corrected.members.get(part)
    return corrected


def _readings(formula: str, printed: Statement, corrected: Statement | None) -> list[tuple[str, Statement]]:
    """The statements that the formula may be, over the printed statement's names and over the correction's; at least one."""
    found, errors = [], []
    for role, target in ((PRINTED, printed), (CORRECTED, corrected)):
        if target is None:
            continue
        try:
            reading = read_statement(formula, target)
        except NotationError as error:
            errors.append(error)
        else:
            found.append((role, target if same_formula(reading, target) else reading))
    if not found:
        raise errors[0]
    return found


class _Judge:
    """Decides the statements of one attempt; nothing is decided twice."""

    def __init__(self, claim: Claim, registry: Registry, cache: Cache, seconds: float):
        self.claim, self.cache, self.seconds = claim, cache, seconds
        self.rests = rests_digest(claim, registry)
        self._known: dict[int, tuple] = {}

    def verdict(self, statement: Statement) -> tuple[Verdict, tuple[Evidence, ...]]:
        """The verdict of a statement: exact first; numbers where that leaves it undecided."""
        kept = self._known.get(id(statement))
        if kept is None:
            verdicts, evidence = [], []
            for name, part in statement.parts():
                found = self._evidence(Check("printed", name, part))
                verdicts.append(verdict_from(found))
                evidence += found
                if verdicts[-1] is Verdict.REFUTED:
                    break
            kept = self._known[id(statement)] = statement, Verdict.lowest(verdicts), tuple(evidence)
        return kept[1:]

    def _evidence(self, check: Check) -> list[Evidence]:
        found = [decide(check, "exact", self.claim.id, self.rests, self.cache, self.seconds)]
        if found[0].outcome is Outcome.UNDECIDED:
            found += [decide(check, route, self.claim.id, self.rests, self.cache, self.seconds)
                      for route in routes_for(check, NUMBERS)]
        if check.part:
            found = [replace(item, counterexample=_in_part(item.counterexample, check.part)) for item in found]
        return found

    def compare(self, target: Statement, reading: Statement) -> Likeness:
        """Whether a formula says what a statement of the same kind and domain says."""
        if target is reading or same_formula(target, reading):
            return Likeness(True, "the same formula")
        changes = edits.compare(target, reading, self.claim.id, self.cache, self.seconds / 2)
        status = edits.worst(change.status for change in changes)
        if status == edits.PROVED:
            relations = isinstance(reading, (Holds, Iff))
            return Likeness(True, "proved true at the same points" if relations else "proved equal side by side")
        if {self.verdict(reading)[0], self.verdict(target)[0]} == {Verdict.PROVED, Verdict.REFUTED}:
            different = (change.example for change in changes if change.status == edits.DIFFERENT)
            return Likeness(False, "one holds everywhere, the other has a counterexample", next(different, None))
        if isinstance(reading, (Equal, Holds, Iff, All, Conserved)) and type(reading) is type(target):
            as_relation = self._as_relation(target, reading, changes)
            if as_relation is not None:
                return as_relation
        if status == edits.DIFFERENT:
            first = next(change for change in changes if change.status == edits.DIFFERENT)
            return Likeness(False, f"{first.place}: another value", first.example)
        if status == edits.SUPPORTED:
            return Likeness(None, "numbers agree side by side, which is no proof", likely=True)
        return Likeness(None, "not settled: " + "; ".join(change.place for change in changes if change.status == edits.UNDECIDED))

    def _as_relation(self, target, reading, changes) -> Likeness | None:
        """Two relations whose sides differ may still say the same of every point, or provably not."""
        holding = [self.verdict(statement)[0] is Verdict.PROVED for statement in (reading, target)]
        if isinstance(reading, Conserved):
            return self._times_a_constant(reading, target.quantity, reading.quantity, "quantity")
        if all(holding):
            return Likeness(True, "both hold everywhere on the domain, though side by side they differ")
        if isinstance(reading, Equal) and len(changes) > 1:
            if getattr(reading.left, "shape", ()):
                return Likeness(None, "both sides differ")
            found = self._times_a_constant(reading, target.left - target.right, reading.left - reading.right, "equation")
            return found or Likeness(None, "both sides differ, and no constant factor was found")
        return None

    def _times_a_constant(self, reading, first, second, what: str) -> Likeness | None:
        """Whether a scalar is another times a number other than 0."""
        domain = _declaring(reading)
        factor = _constant_factor(domain, first, second)
        if factor is not None and self._proved(Equal(factor * first, second, on=domain)):
            return Likeness(True, f"the same {what} times {factor}")
        return None

    def beside(self, reading: Statement, other: Statement) -> Likeness:
        """A formula and a statement of another kind or domain: only their verdicts can tell them apart."""
        if type(reading) is type(other) and same_formula(replace(reading, on=other.on), other):
            return Likeness(None, "the same formula, claimed on another domain")
        verdicts = {self.verdict(reading)[0], self.verdict(other)[0]}
        if verdicts == {Verdict.PROVED, Verdict.REFUTED}:
            return Likeness(False, "one holds, the other has a counterexample")
        return Likeness(None, "statements of two kinds or over two domains are not compared")

    def _proved(self, statement: Statement) -> bool:
        found = decide(Check("step", "", statement), "exact", self.claim.id, self.rests, self.cache, self.seconds / 2)
        return found.outcome is Outcome.PROVED


def _in_part(example: Counterexample | None, part: str) -> Counterexample | None:
    if example is None:
        return None
    return replace(example, note=f"{part}; {example.note}" if example.note else part)


def _declaring(statement: Statement):
    from rederive.derivations.language import atoms_of

    spoken = set().union(*(atoms_of(expression) for expression in statement.expressions()))
    return statement.on.but(over=sorted(spoken - statement.on.declared, key=str))


def _constant_factor(domain, first, second):
    """A number that the second scalar may be of the first, read off at one random point; None where none fits."""
    from sympy import Rational, nsimplify

    from rederive.derivations.proof.points.random_points import points

    try:
        (point,) = points(domain, 1, "factor")
        one, other = (domain.expand(side).subs(point).evalf(40) for side in (first, second))
        ratio = nsimplify(other / one, rational=True, tolerance=Rational(1, 10**25))
    except (RederiveError, ValueError, TypeError, ZeroDivisionError, AttributeError):
        return None
    return ratio if ratio.is_Rational and ratio != 0 and max(abs(ratio.p), ratio.q) < 10**6 else None


def _told(likeness: dict[str, Likeness], has_correction: bool) -> tuple[str, str, Counterexample | None]:
    for role in (PRINTED, CORRECTED):
        if role in likeness and likeness[role].same:
            return role, likeness[role].how, None
    wanted = (PRINTED, CORRECTED) if has_correction else (PRINTED,)
    found = [likeness.get(role, Likeness(None, f"not read as the {role} statement")) for role in wanted]
    how = "; ".join(f"{role}: {item.how}" for role, item in zip(wanted, found, strict=True))
    if all(item.same is False for item in found):
        return NEITHER, how, next((item.example for item in found if item.example), None)
    return UNKNOWN, how, None


def _notes(claim, judge, role, equivalent, verdict, formula, corrected) -> tuple[str, ...]:
    notes = []
    if role == CORRECTED:
        notes.append("read and decided over the corrected statement's domain")
    if claim.erratum is not None and equivalent == PRINTED:
        notes.append(f"the printed statement has an erratum ({claim.erratum.kind}): {claim.erratum.why}")
        if verdict is Verdict.REFUTED and corrected is not None:
            notes.append(f"what holds instead: {corrected.latex()} on {corrected.on}")
    return tuple(notes)


def _by(evidence, verdict: Verdict) -> str:
    wanted = {Verdict.PROVED: Outcome.PROVED, Verdict.SUPPORTED: Outcome.AGREES, Verdict.REFUTED: Outcome.REFUTED}.get(verdict)
    told = [f"{item.kind} ({item.engine}{', ' + item.figure if item.figure else ''})" for item in evidence if item.outcome is wanted]
    return "; ".join(dict.fromkeys(told))


def _scope(evidence) -> str:
    return "; ".join(dict.fromkeys(item.scope for item in evidence if item.scope))
