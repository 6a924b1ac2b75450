"""Decide a statement exactly: PROVED, REFUTED with a certified counterexample, or UNDECIDED with what was tried.

A statement that no simple point speaks against is proved where a proof is found that the kernel takes. What is left goes to the rules
of the engine: the modules in `kinds` know the kinds of statement, `ladder` decides what they come down to, and a verdict of theirs names
its rule. Nothing leaves here unlooked at: a counterexample passes the gate, a proof needs a domain with a point and sides with a value
somewhere, an exception and an overrun are undecided and say so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from sympy import Symbol

from theoremtest.derivations.language.assumptions import unspeakable
from theoremtest.derivations.language.errors import DomainError, TheoremtestError
from theoremtest.derivations.language.induction import Induction
from theoremtest.derivations.language.laws import law_conditions
from theoremtest.derivations.language.observed import Observed
from theoremtest.derivations.language.rank import RankBound
from theoremtest.derivations.language.statement import Conserved, Equal, Evolves, Gradient, Hessian, Holds, Inverse, Solves, Statement
from theoremtest.derivations.language.verdict import Counterexample, Evidence, Outcome

from . import kinds, worker  # noqa: F401  the kinds' modules register what they decide
from .attest import assumed, attested, offered, pointed, refuted, searching, silent_at_all, taken, touched, witness
from .balls.enclose import NotEvaluable
from .deadline import Deadline, OutOfTime, alarm
from .derivative_operands import no_derivative
from .functions.admission import refusal
from .gate import DRAWING, lawful_domain, objection, open_domain
from .kinds.induction import at_the_first
from .ladder import Finding, evaluated, findings_of
from .matrices.emptiness import certainly_empty
from .matrices.words import NotWords
from .open_functions import QUADRATIC, quadratic, speaks_of_functions
from .points.witness import has_point, nowhere_defined
from .reasons import CRASHED, HURRIED, NO_POINT, NO_VALUE, NOT_A_COUNTEREXAMPLE, OUT_OF_TIME
from .recheck import contradiction, points_to_try
from .refute import point_text
from .stated_values import left_out, without_value
from .valueless import gap_within

DEFAULT_SECONDS = 20.0
SLACK = 1.05
"""At this many times the limit a decision is interrupted that has not looked at its deadline."""
CHECKING = 0.1, 2.0
"""What checking an answer may take at least: this part of the limit, and no more than these seconds."""
LAST = 0.05
"""A part of a conjunction whose time others have used up is given this part of the limit: what is plainly false shows at once."""
IDENTITIES = Equal, Inverse, Evolves, Conserved
"""Kinds that compare two sides, and claim something only where both have a value."""
OF_A_FORMULA = Gradient, Hessian, RankBound
"""Kinds that claim something of a formula, where it has a value."""


def decide(statement: Statement, seconds: float = DEFAULT_SECONDS) -> Evidence:
    """Decide a statement within a time limit; the evidence names engine, rung, scope and seconds. Raises nothing, and ends.

    seconds: of work, for the search of a proof and for the rules each.
    The work is done in a process that is killed where it overruns (see `worker`); `decide_here` does it in this one.
    """
    return _decided(statement, seconds, worker.run)


def decide_here(statement: Statement, seconds: float = DEFAULT_SECONDS) -> Evidence:
    """As `decide`, in this process: a library's call that never comes back holds it up."""
    return _decided(statement, seconds, lambda work, part, limit: work(part, limit))


def _decided(statement: Statement, seconds: float, run: Callable) -> Evidence:
    start, spent = time.monotonic(), 0.0
    findings: list[Finding] = []
    for name, part in statement.parts():
        found = _by_the_kernel(part, seconds, run)
        if found is None:
            found = _found(run, findings_on, part, max(seconds - spent, LAST * seconds))
            spent += sum(finding.worked for finding in found)  # no clock: a busy machine leaves the other parts as much
            if {finding.outcome for finding in found} == {Outcome.PROVED}:
                found = assumed(found)
        findings += [_labelled(item, name) if name else item for item in found]
    return _combine(findings, time.monotonic() - start)


def _by_the_kernel(statement: Statement, seconds: float, run: Callable) -> list[Finding] | None:
    """What a proof comes to that the kernel takes, one that somebody kept or one that is found; None where there is none."""
    proofs: tuple[str, ...] | None = offered()
    known = taken(statement, proofs)
    if known is None and not searching():
        found = refuted(statement, proofs)
        return None if found is None else [found]
    if known is None:
        with suppress(worker.Overran, worker.Died):
            proofs = run(proofs_of, statement, seconds)
            known = taken(statement, proofs)
    if proofs is None or known is None:
        found = refuted(statement, proofs) if proofs and isinstance(statement, Holds) else None
        return None if found is None else [found]
    if known.speaks and not known.supposed:
        return [attested(statement, proofs, known)]
    found = _found(run, left_out_of if known.speaks else spoken_of, statement, seconds)
    return [attested(statement, proofs, known, found[0].scope)] if found[0].outcome is Outcome.PROVED else found


def _found(run: Callable, work: Callable, statement: Statement, seconds: float) -> list[Finding]:
    try:
        return run(work, statement, seconds)
    except worker.Overran:
        return [Finding(Outcome.UNDECIDED, tried=(f"{OUT_OF_TIME} {seconds:.3g} s, nor an end: its process was stopped",), worked=seconds)]
    except worker.Died as fate:
        return [Finding(Outcome.UNDECIDED, tried=(f"{CRASHED}{fate}",))]


def proofs_of(statement: Statement, seconds: float) -> tuple[str, ...] | None:
    """Proofs that are looked for where no simple point speaks against the statement, or of a point that is none. Raises nothing."""
    with suppress(Exception), alarm(CHECKING[0] * seconds, OUT_OF_TIME):
        deadline, tried = Deadline(CHECKING[0] * seconds), _at_quadratics(statement)
        if _refusal(tried) or no_derivative(tried, deadline) or isinstance(tried, Induction) and at_the_first(tried, deadline) is not None \
                or contradiction(tried, open_domain(tried), deadline):
            return None
    return (touched(statement) if isinstance(statement, Holds) else None) or witness(statement)


def left_out_of(statement: Statement, seconds: float) -> list[Finding]:
    """What a statement that the kernel took, and of which it has seen that it says something, says nothing of. Raises nothing."""
    missing = ""
    with suppress(Exception), alarm(SLACK * seconds):
        missing = _left_out(statement, None, Deadline(seconds))
    return [Finding(Outcome.PROVED, scope=missing)]


def spoken_of(statement: Statement, seconds: float) -> list[Finding]:
    """Whether a statement that the kernel took says something: undecided where it does not, and what it says nothing of. Raises nothing."""
    deadline = Deadline(seconds)
    try:
        with alarm(SLACK * seconds, "not checked within"):
            statement = _at_quadratics(statement)
            why = _refusal(statement) or _says_nothing(statement, deadline)
            if why:
                return [Finding(Outcome.UNDECIDED, tried=(why,))]
            return [Finding(Outcome.PROVED, scope=_left_out(statement, None, deadline))]
    except Exception as error:
        return [_failed(error)]


def findings_on(statement: Statement, seconds: float) -> list[Finding]:
    """What a statement that is no conjunction comes down to, each answer checked. Raises nothing."""
    before, began = Deadline.run_out, time.process_time()
    found = _of_functions(statement, seconds) if speaks_of_functions(statement) else _found_on(statement, seconds)
    found[:1] = [replace(first, worked=time.process_time() - began) for first in found[:1]]
    return found if Deadline.run_out == before else list(map(_hurried, found))


def _at_quadratics(statement: Statement) -> Statement:
    """The statement; where its domain speaks of open functions, what it says of quadratic ones."""
    return quadratic(statement) if speaks_of_functions(statement) else statement


def _of_functions(statement: Statement, seconds: float) -> list[Finding]:
    """A statement about open functions is refuted where it fails for quadratic ones; no rule here proves one."""
    try:
        found = _found_on(quadratic(statement), seconds)
    except Exception as error:
        return [_failed(error)]
    return [replace(finding, proofs=(), assumes=(QUADRATIC,)) if finding.outcome is Outcome.REFUTED else
            Finding(Outcome.UNDECIDED, tried=finding.tried or ("it is not shown for every function; for c |x|^2/2 it holds",))
            for finding in found]


def _hurried(finding: Finding) -> Finding:
    """What is left open says that the time ran out on the way."""
    if finding.outcome is not Outcome.UNDECIDED or any(reason.startswith(OUT_OF_TIME) for reason in finding.tried):
        return finding
    return replace(finding, tried=(*finding.tried, HURRIED))


def _found_on(statement: Statement, seconds: float) -> list[Finding]:
    deadline = Deadline(seconds)
    try:
        why = _refusal(statement)
        if why is not None:
            return [Finding(Outcome.UNDECIDED, tried=(why,))]
        with alarm(SLACK * seconds, OUT_OF_TIME):
            why = no_derivative(statement, deadline)
            if why is not None:
                return [Finding(Outcome.UNDECIDED, tried=(why,))]
            found = list(findings_of(statement, deadline))
    except Exception as error:
        found = [_failed(error)]
    checking = max(deadline.left(), min(CHECKING[0] * seconds, CHECKING[1]))
    try:
        with alarm(SLACK * checking, "not checked within"):
            return _checked(statement, found, Deadline(checking))
    except Exception as error:
        return [_failed(error)]


def _refusal(statement: Statement) -> str | None:
    """Why a statement may not enter an exact argument: a floating-point number, a function that the table does not know."""
    domain = statement.on
    for symbol in filter(lambda found: isinstance(found, Symbol), (*domain.symbols, *domain.dimensions, *domain.where, *statement.bound())):
        kind = unspeakable(symbol)
        if kind:
            return f"{symbol} is assumed to be {kind}, which no bound says: give a real or a whole symbol, and say the rest in a condition"
    spoken = (*statement.expressions(), *domain.conditions, *domain.where.values())
    return next(filter(None, map(refusal, spoken)), None)


def _failed(error: Exception) -> Finding:
    """An exception as a reason: a known obstacle by its own words, any other as the crash that it is."""
    if isinstance(error, DomainError):
        reason = NO_POINT + str(error)
    elif isinstance(error, NotWords):
        reason = f"matrix words: {error}"
    elif isinstance(error, (OutOfTime, NotEvaluable, TheoremtestError)):
        reason = str(error)
    elif isinstance(error, MemoryError):
        reason = f"{OUT_OF_TIME} the memory of its process"
    else:
        reason = f"{CRASHED}{type(error).__name__}: {error}"
    return Finding(Outcome.UNDECIDED, tried=(reason,))


def _checked(statement: Statement, found: list[Finding], deadline: Deadline) -> list[Finding]:
    """The findings after the gate: counterexamples that stand, proofs of something; of what is left open, a point without a value."""
    outcomes = {finding.outcome for finding in found}
    if Outcome.REFUTED in outcomes:
        found = [_gated(statement, finding, deadline) for finding in found]
    elif outcomes == {Outcome.PROVED}:
        found = _about_something(statement, found, deadline)
    elif not isinstance(statement, Observed):  # which speaks of what was measured alone
        domain = lawful_domain(statement) if isinstance(statement, DRAWING) else open_domain(statement)
        gap = gap_within(statement, domain, Deadline(min(deadline.left(), CHECKING[1])))
        found = [*found, Finding(Outcome.UNDECIDED, tried=(NO_VALUE + gap,))] if gap else found
    return found


def _gated(statement: Statement, finding: Finding, deadline: Deadline) -> Finding:
    if finding.outcome is not Outcome.REFUTED:
        return finding
    if finding.counterexample is None:
        return replace(finding, outcome=Outcome.UNDECIDED, tried=(f"{NOT_A_COUNTEREXAMPLE}{finding.rung} gave no point",))
    why = objection(statement, finding.counterexample, deadline)
    if not why:
        return pointed(statement, finding, deadline)
    return Finding(Outcome.UNDECIDED, finding.rung, tried=(NOT_A_COUNTEREXAMPLE + why,))


def _about_something(statement: Statement, found: list[Finding], deadline: Deadline) -> list[Finding]:
    """The proofs, where the domain has a point and the sides have a value at one; else nothing was said, and this says so."""
    where = open_domain(statement)
    why = _says_nothing(statement, deadline)
    if not why and not isinstance(statement, IDENTITIES + OF_A_FORMULA):
        why = without_value(statement, where, deadline) or ""
    if why:
        return [Finding(Outcome.UNDECIDED, tried=(why,))]
    tried: list[dict] = []
    against = None
    with suppress(OutOfTime):
        tried = list(points_to_try(statement, where, deadline))
        against = contradiction(statement, where, deadline, tried)
    if against is not None:
        return [Finding(Outcome.UNDECIDED, tried=(
            f"{CRASHED}{found[0].rung} proved it, yet it fails where {point_text(where, against)}: the engine contradicts itself",))]
    missing = _left_out(statement, tried, deadline)
    return [replace(finding, scope=f"{finding.scope}: {missing}") for finding in found] if missing else found


def _says_nothing(statement: Statement, deadline: Deadline) -> str:
    """Why a statement may say nothing: no point of its domain is found, or none where its draws have laws and its sides a value. Empty
    where it does not. Raises DomainError where no draw has a law anywhere."""
    domain = statement.on.but(*law_conditions(statement.draws)) if isinstance(statement, DRAWING) else statement.on
    if not has_point(domain, deadline):
        empty = "is empty" if certainly_empty(domain, deadline) else "shows no point"
        return f"{NO_POINT}the domain {domain} {empty}, so that the statement may say nothing"
    sides = _sides(statement)
    tried = nowhere_defined(sides, open_domain(statement), deadline) if sides else 0
    what = "a side has no value"
    if not tried:
        tried, what = silent_at_all(statement), "what the statement supposes does not hold"
    return f"{NO_POINT}at each of {tried} points of the domain {domain} {what}, so that the statement may say nothing" if tried else ""


def _left_out(statement: Statement, points: list[dict] | None, deadline: Deadline) -> str:
    """What an identity says nothing of; points: `points_to_try` unless they are given."""
    if not isinstance(statement, IDENTITIES + OF_A_FORMULA):
        return ""
    with suppress(Exception):  # a sentence beside a proof takes none away
        return left_out(statement, points_to_try(statement, open_domain(statement), deadline) if points is None else points, deadline)
    return ""


def _sides(statement: Statement) -> tuple:
    """What an identity compares, the rates that it moves along among them; nothing for kinds that are no identities."""
    if isinstance(statement, Solves):
        sides = tuple(statement.solution.values())
    elif isinstance(statement, (*IDENTITIES, RankBound)):
        sides = tuple(side for side in statement.expressions()[:2] if side not in statement.bound())
        sides += tuple(getattr(getattr(statement, "along", None), "rates", {}).values())
    else:
        sides = ()
    return tuple(statement.on.expand(evaluated(side, statement.on)) for side in sides)


def _labelled(finding: Finding, name: str) -> Finding:
    """A part's finding under its name; a marker that opens a reason stays in front."""
    counterexample = finding.counterexample
    if counterexample is not None:
        note = name + (f"; {counterexample.note}" if counterexample.note else "")
        counterexample = Counterexample(counterexample.point, counterexample.left, counterexample.right, note)
    return replace(finding, counterexample=counterexample, tried=tuple(_named(name, text) for text in finding.tried))


def _named(name: str, text: str) -> str:
    marker = next((marker for marker in (CRASHED, NO_POINT, NO_VALUE) if text.startswith(marker)), "")
    return f"{marker}{name}: {text.removeprefix(marker)}"


def _combine(findings: list[Finding], seconds: float) -> Evidence:
    order = (Outcome.REFUTED, Outcome.UNDECIDED, Outcome.PROVED)
    outcome = next((o for o in order if any(f.outcome is o for f in findings)), Outcome.UNDECIDED)
    if outcome is Outcome.REFUTED:
        findings = [f for f in findings if f.outcome is Outcome.REFUTED][:1]
    rungs = list(dict.fromkeys(f.rung for f in findings if f.rung and (f.outcome is outcome)))
    scopes = list(dict.fromkeys(f.scope for f in findings if f.scope))
    tried = tuple(dict.fromkeys(text for f in findings for text in f.tried)) if outcome is Outcome.UNDECIDED else ()
    counterexample = next((f.counterexample for f in findings if f.counterexample is not None), None)
    settled = findings if outcome in (Outcome.PROVED, Outcome.REFUTED) else []
    proofs = tuple(text for finding in settled for text in finding.proofs)
    assumes = tuple(dict.fromkeys(name for finding in settled for name in finding.assumes))
    return Evidence("exact", "; ".join(rungs) or "none", outcome, "; ".join(scopes), "", counterexample, tried, seconds, assumes, proofs)
