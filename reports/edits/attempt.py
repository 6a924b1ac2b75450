"""Would a claim hold if its statement read like this? A formula is read over the claim's own names, decided by the same routes
as the claim itself, and compared with what is printed and with the correction."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sympy import Basic

from theoremtest.derivations.language import (
    All,
    Claim,
    Counterexample,
    Evidence,
    Outcome,
    Statement,
    TheoremtestError,
    Verdict,
)
from theoremtest.derivations.language.claim import GARBLED
from theoremtest.derivations.notation import Macro, NotationError, Setting, Source, Typed, divisors, read_typed, same_formula, same_text
from theoremtest.reports.formulas.unicode_formula import unicode_domain, unicode_formula
from theoremtest.reports.verify.cache import Cache, NoCache

from .likeness import Decisions, Likeness
from .saying import says_nothing, set_to_a_number, value_lost

HOLDS, FAILS, UNDECIDED = "holds", "fails", "undecided"
PRINTED, CORRECTED, NEITHER, UNKNOWN = "printed", "corrected", "neither", "unknown"
ANSWERS = {Verdict.PROVED: HOLDS, Verdict.SUPPORTED: UNDECIDED, Verdict.REFUTED: FAILS, Verdict.UNDECIDED: UNDECIDED}
"""What a verdict answers; numbers alone settle nothing."""
SHORT_OF_PROOF = {Verdict.SUPPORTED: "is supported by numbers alone", Verdict.REFUTED: "does not hold",
                  Verdict.UNDECIDED: "was not settled"}
"""What is said of a part that is not proved."""
SECONDS = 10.0


@dataclass(frozen=True)
class Attempt:
    """What came of trying a formula in a claim's place.

    verdict: `holds`, `fails` or `undecided`; what only numbers support holds where the claim itself is only supported, and it was proved to
    say the same. equivalent_to: `printed`, `corrected`, `neither` (shown different from both) or
    `unknown`. read_as: the formula as it was understood; domain: where it is claimed; both in LaTeX.
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
    set_aside: tuple[str, ...] = ()
    """Of the notes, those of what the display holds beside what was read."""
    where: tuple[str, ...] = ()
    """The names that were declared for it."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def reproduce(self) -> str:
        """The command that tries this again."""
        part = f" --part {shlex.quote(self.part)}" if self.part else ""
        where = "".join(f" --where {shlex.quote(text)}" for text in self.where)
        formula = " ".join(self.formula.split())
        return f"theoremtest try {shlex.quote(self.id)}{part}{where} --formula {shlex.quote(formula)}"

    def as_json(self) -> dict:
        """The attempt as plain data."""
        return {"id": self.id, "part": self.part, "formula": self.formula, "verdict": self.verdict,
                "equivalent_to": self.equivalent_to, "how": self.how, "likely": self.likely, "read_as": self.read_as, "domain": self.domain,
                "by": self.by, "scope": self.scope,
                "counterexample": self.counterexample.as_json() if self.counterexample else None,
                "differs": self.differs.as_json() if self.differs else None,
                "tried": list(self.tried), "notes": list(self.notes), "set_aside": list(self.set_aside), "reproduce": self.reproduce,
                "seconds": round(self.seconds, 3)}


def attempt(claim: Claim, formula: str | Source, part: str = "", cache: Cache | None = None,
            seconds: float = SECONDS, setting: Setting | None = None) -> Attempt:
    """Try a formula in place of a claim's statement (or of one part of it). setting: a manuscript's macros and declared names.

    Raises NotationError where the formula cannot be read, and TheoremtestError for a part that the claim does not have.
    """
    began = time.perf_counter()
    cache = NoCache() if cache is None else cache
    decisions = Decisions(claim, cache, seconds)
    printed = _part(claim, claim.statement, part)
    corrected = _corrected(claim, part)
    frames = readings(claim, formula, part, setting)
    likeness: dict[str, Likeness] = {}
    frame = frames[0]
    for frame in frames:
        found = decisions.definitions(frame.typed.defined) if frame.typed.defined else decisions.compare(frame.target, frame.statement)
        found = _defined_too(found, frame.target, frame.divided)
        if frame.role not in likeness or found.same or likeness[frame.role].same is False:
            likeness[frame.role] = found
        if found.same:
            break
    else:
        frame = frames[0]
    role, reading = frame.role, frame.statement
    verdict, evidence, short = _decided(reading, frame.typed.also, decisions)
    answer = HOLDS if found.same and _as_far_as(frame.target, verdict, frame.typed.also, decisions) else ANSWERS[verdict]
    decisions.check_conditions(reading, frame.typed.conditions)
    if not any(item.same for item in likeness.values()):
        for other, target in ((PRINTED, printed), (CORRECTED, corrected)):
            if target is not None and other not in likeness:
                likeness[other] = decisions.beside(reading, target)
    equivalent, how, differs = _equivalent(likeness, corrected is not None)
    likely = next((role for role, item in likeness.items() if item.same or item.likely), "")
    under = (f"said under {text}, which holds on the whole domain" for text, _ in frame.typed.conditions)
    notes = (*short, *frame.typed.notes, *under, *_notes(claim, role, equivalent, verdict, corrected))
    text = formula if isinstance(formula, str) else formula.text
    refuting = next((item for item in evidence if item.outcome is Outcome.REFUTED), None)
    return Attempt(
        id=claim.id, part=part, formula=text, verdict=answer, equivalent_to=equivalent, how=how,
        likely=likely, read_as=reading.latex(), domain=reading.on.latex(), by=_by(evidence, verdict), scope=_scope(evidence),
        counterexample=refuting.counterexample if refuting else None, differs=differs,
        tried=tuple(dict.fromkeys(f"{item.kind}: {reason}" for item in evidence for reason in item.tried))
        if answer == UNDECIDED else (), notes=notes, set_aside=frame.typed.notes,
        where=_where(text, setting), seconds=time.perf_counter() - began)


def _decided(reading: Statement, links: Sequence[Statement], decisions: Decisions) -> tuple[Verdict, tuple[Evidence, ...], tuple[str, ...]]:
    """The lowest verdict of a formula and of what is said with it, what it rests on, and a note on all that is not proved.

    The word for the whole is that of its weakest part, and a part that is refuted ends the search.
    """
    verdict, evidence = decisions.verdict(reading)
    notes = [f"{f'part {name}' if name else 'it'} {SHORT_OF_PROOF[found]}" for name, found in decisions.by_part(reading).items()
             if found is Verdict.SUPPORTED or name and found in SHORT_OF_PROOF]
    for link in links:
        if verdict is Verdict.REFUTED:
            break
        found, more = decisions.verdict(link)
        verdict, evidence = verdict.lowered_to(found), (*evidence, *more)
        if found in SHORT_OF_PROOF:
            notes.append(f"of what is said with it, this {SHORT_OF_PROOF[found]}: {link.latex()}")
    return verdict, evidence, tuple(notes)


def _as_far_as(target: Statement, verdict: Verdict, links: Sequence[Statement], decisions: Decisions) -> bool:
    """Whether a formula that says the same as a claim is supported as the claim is, and all that is said with it is proved."""
    return verdict is Verdict.SUPPORTED and decisions.verdict(target)[0] is Verdict.SUPPORTED and all(
        decisions.verdict(link)[0] is Verdict.PROVED for link in links)


def _where(formula: str, setting: Setting | None) -> tuple[str, ...]:
    """The macros that a formula names, and all declared names, as they may be typed again."""
    if setting is None:
        return ()
    return (*(macro.typed(name) for name, macro in setting.macros.items() if name in formula and isinstance(macro, Macro)),
            *(f"{item.left} = {item.right}" for item in setting.declared))


def _part(claim: Claim, statement: Statement, part: str) -> Statement:
    if not part:
        return statement
    members = statement.members if isinstance(statement, All) else {}
    if part not in members:
        known = f"its parts are {', '.join(members)}" if members else "it has no parts"
        raise TheoremtestError(f"{claim.id} has no part {part!r}; {known}")
    return members[part]


def _corrected(claim: Claim, part: str) -> Statement | None:
    if claim.erratum is None:
        return None
    corrected = claim.erratum.corrected
    if part and isinstance(corrected, All):
        return corrected.members.get(part)
    return corrected


@dataclass(frozen=True)
class Frame:
    """A formula read in the place of one statement, and what it divides by."""

    role: str
    target: Statement
    typed: Typed
    divided: Sequence[Basic]

    @property
    def statement(self) -> Statement:
        """What the formula says; the target itself where it is the same formula."""
        return self.target if same_formula(self.typed.statement, self.target) else self.typed.statement


def readings(claim: Claim, formula: str | Source, part: str = "", setting: Setting | None = None) -> list[Frame]:
    """What a formula may say in a claim's place, or in that of one of its parts, before anything is decided; at least one reading."""
    return _word_for_word(claim, formula, part, setting) or _readings(
        formula, _part(claim, claim.statement, part), _corrected(claim, part), setting, _told(claim, part))


def _word_for_word(claim: Claim, formula: str | Source, part: str, setting: Setting | None) -> list[Frame]:
    """The claim's own statement where the formula is the text that the claim prints in its place; empty for anything else."""
    shown = claim.printed.latex
    further = None if part or shown is None else same_text(formula, shown, setting)
    if further is None:
        return []
    notes = (f"word for word what the claim prints; decided as {claim.statement.latex()}",
             *(f"set aside, as it is no part of what the claim prints: {text}" for text in further))
    return [Frame(PRINTED, claim.statement, Typed(claim.statement, notes=notes), [])]


def _told(claim: Claim, part: str) -> dict:
    """What the claim says of how its printed formula is read: letters that it only defines, signs that stand for another relation."""
    spoken = claim.printed.spoken
    return {"defines": claim.printed.defines, "spoken": {"": spoken[part]} if part in spoken else {} if part else spoken}


def _readings(formula: str | Source, printed: Statement, corrected: Statement | None, setting: Setting | None, told: dict) -> list[Frame]:
    """The statements that the formula may be, over the printed statement's names and over the correction's; at least one."""
    found, errors = [], []
    for role, target in ((PRINTED, printed), (CORRECTED, corrected)):
        if target is None:
            continue
        known = {**told, "spoken": {}} if role == CORRECTED else told  # a sign is spoken of beside the printed sides
        try:
            with divisors() as divided:
                typed = read_typed(formula, target, replace(setting or Setting(), **known))
            trivial = [(item, "" if same_formula(item.statement, target) or says_nothing(target) else says_nothing(item.statement))
                       for item in typed]
            if all(reason for _, reason in trivial):
                raise NotationError(f"this says nothing of the claim: {trivial[0][1]}")
            if all(set_to_a_number(target, item.statement) for item in typed):
                raise NotationError("this sets a formula to a number, and the claim compares two formulas; write both of its sides")
        except NotationError as error:
            errors.append(error)
        else:
            found += [Frame(role, target, item, divided) for item, reason in trivial if not reason]
    if not found:
        raise errors[0]
    return found


def _defined_too(found: Likeness, target: Statement, divided: list[Basic]) -> Likeness:
    """A formula that lacks a value where the statement has one does not say the same, whatever its values elsewhere."""
    lost = value_lost(target, divided) if found.same else None
    return found if lost is None else Likeness(False, "it has no value at a point of the domain", lost)


def _equivalent(likeness: dict[str, Likeness], has_correction: bool) -> tuple[str, str, Counterexample | None]:
    for role in (PRINTED, CORRECTED):
        if role in likeness and likeness[role].same:
            return role, likeness[role].how, None
    wanted = (PRINTED, CORRECTED) if has_correction else (PRINTED,)
    found = [likeness.get(role, Likeness(None, f"not read as the {role} statement")) for role in wanted]
    how = "; ".join(f"{role}: {item.how}" for role, item in zip(wanted, found, strict=True))
    if all(item.same is False for item in found):
        return NEITHER, how, next((item.example for item in found if item.example), None)
    return UNKNOWN, how, None


def _notes(claim: Claim, role: str, equivalent: str, verdict: Verdict, corrected: Statement | None) -> tuple[str, ...]:
    notes = []
    if role == CORRECTED:
        notes.append("read and decided over the corrected statement's domain")
    if claim.erratum is not None and equivalent == PRINTED:
        kind = claim.erratum.kind
        fate = "is garbled in the stored text" if kind == GARBLED else f"has an erratum ({kind})"
        notes.append(f"the printed statement {fate}: {claim.erratum.why}")
        if verdict is Verdict.REFUTED and corrected is not None:
            notes.append(f"what holds instead: {unicode_formula(corrected.latex())} on {unicode_domain(corrected.on.latex())}")
    return tuple(notes)


def _by(evidence: Sequence[Evidence], verdict: Verdict) -> str:
    wanted = {Verdict.PROVED: Outcome.PROVED, Verdict.SUPPORTED: Outcome.AGREES, Verdict.REFUTED: Outcome.REFUTED}.get(verdict)
    found = [f"{item.kind} ({item.engine}{', ' + item.figure if item.figure else ''})" for item in evidence if item.outcome is wanted]
    return "; ".join(dict.fromkeys(found))


def _scope(evidence: Sequence[Evidence]) -> str:
    return "; ".join(dict.fromkeys(item.scope for item in evidence if item.scope))
