"""Slips in what several claims share: a paper's helpers, constants, abbreviations and domains, each tried with all its uses at once.

A slip is made in the source, the paper is imported anew with it, and the claims that use the helper are decided by the exact engine, the
nearest first, until one is not as it was: it is refuted, has no value or no point, has a condition that its source does not print, or
cannot be made. Where all of them are still proved the other routes are asked. Where none of them minds, and the statements are what they
were but for the points or networks that check them, the slip is equivalent; else nobody would notice it: it is unpinned. Where a
statement is left open, and none fails, it is undecided.
"""

from __future__ import annotations

import ast
import contextlib
import json
import random
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from theoremtest.derivations.language import Claim, Outcome, TheoremtestError, claims_in
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime, alarm
from theoremtest.derivations.proof.valueless import without_value
from theoremtest.numerics.parallel.workers import Workers
from theoremtest.numerics.routes import dispatch as routes
from theoremtest.reports.verify.cache import Cache, NoCache, content, digest, engine_version
from theoremtest.reports.verify.runner import Check, checks_of
from theoremtest.reports.verify.sources import text_of
from theoremtest.reports.verify.workers import in_workers_with

from .code_slips import CodeSlip, patched, slips_of
from .dependents import Name, Source, Unit, source_of
from .patched_paper import patched_paper
from .second_look import Faults, condition_faults, freed, noticed, says_the_same

SECONDS = 3.0
"""For one statement."""
BUDGET = 60.0
"""For one slip, all claims together; the claims that are left are then not looked at, and it is undecided."""
ROUTE_SECONDS = 20.0
ROUTE_BUDGET = 150.0
"""For one statement by one of the other routes, and for all of them together."""
BUILD_SECONDS = 10.0
PINNED, UNPINNED, UNDECIDED, EQUIVALENT, UNCHANGED = "pinned", "unpinned", "undecided", "equivalent", "unchanged"
ANSWERS = (PINNED, UNPINNED, UNDECIDED, EQUIVALENT, UNCHANGED)
"""What may become of a slip in a helper; equivalent: the same statements, checked at other points that are as good; unchanged: no
statement says or does anything else with it."""


@dataclass(frozen=True)
class SharedResult:
    """What became of one slip. by: the claim that notices it and how, or why none does; claims: how many statements' claims it changes."""

    paper: str
    helper: str
    kind: str
    slip: str
    outcome: str
    by: str
    claims: int


@dataclass(frozen=True)
class Trial:
    """One slip to be tried, without any formula, so that it can be sent to a worker."""

    paper: str
    package: str
    module: str
    helper: str
    kind: str
    slip: str
    text: str
    claims: tuple[Name, ...]


# --- which slips ----------------------------------------------------------------------------------------------------------


def trials(paper: str, package: str, seed: int = 0, limit: int | None = None, helpers: Iterable[str] = ()) -> list[Trial]:
    """The slips in a paper's shared helpers, `limit` at most in each, in the modules' order; helpers: only these, `notation.drive`.

    Raises TheoremtestError for a helper that the paper has not.
    """
    source, wanted = _source(package), set(helpers)
    shared = source.shared()
    unknown = wanted - {unit.label for unit, _ in shared} - {unit.module for unit, _ in shared}
    if unknown:
        raise TheoremtestError(f"{paper} has no shared helper {', '.join(sorted(unknown))}")
    found = []
    for unit, claims in shared:
        if not wanted or unit.label in wanted or unit.module in wanted:
            found += [_trial(paper, source, unit, claims, slip) for slip in _chosen(source, unit, seed, limit)]
    return found


def _chosen(source: Source, unit: Unit, seed: int, limit: int | None) -> list[CodeSlip]:
    slips = list(slips_of(source.trees[unit.module], unit.statement))
    if limit is None or len(slips) <= limit:
        return slips
    kept = set(random.Random(f"{seed} {source.package} {unit.label}").sample(range(len(slips)), limit))
    return [slip for place, slip in enumerate(slips) if place in kept]


def _trial(paper: str, source: Source, unit: Unit, claims: tuple[Name, ...], slip: CodeSlip) -> Trial:
    text = ast.unparse(patched(source.trees[unit.module], slip))
    return Trial(paper, source.package, unit.module, unit.label, slip.kind, slip.told, text, claims)


@lru_cache
def _source(package: str) -> Source:
    return source_of(package, _folder(package))


def _folder(package: str) -> Path:
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        raise TheoremtestError(f"no folder for the paper's package {package}")
    return Path(next(iter(found.submodule_search_locations)))


# --- one slip -------------------------------------------------------------------------------------------------------------


@dataclass
class _Looked:
    """What was seen of one slip so far. held: changed statements that the exact engine did not refute, with what they were before."""

    limit: Deadline
    seconds: float
    changed: int = 0
    lost: list[str] = field(default_factory=list)
    left_open: list[str] = field(default_factory=list)
    known: dict = field(default_factory=dict)
    held: list[tuple[str, Check, Check | None]] = field(default_factory=list)

    def outcome(self, unseen: list[str]) -> tuple[str, str]:
        """What becomes of a slip that nothing has noticed. unseen: what the other routes had no time for."""
        if self.changed == 0 and not self.left_open:
            return UNCHANGED, "no statement says anything else with it"
        if not unseen and self.held and not self.lost and all(
                before is not None and says_the_same(before.statement, check.statement, f"{claim_id} {check.role}", self.seconds)
                for claim_id, check, before in self.held):
            return EQUIVALENT, "the same statements, checked at other points which fit them as well, or proved to say the same"
        if self.left_open or unseen:
            return UNDECIDED, "; ".join([*self.left_open, *unseen][:5])
        if not self.held:
            return UNPINNED, "what is printed and refuted reads otherwise, and is refuted as before"
        return UNPINNED, f"{self.lost[0]} is gone" if self.lost else "all of them are still proved"


def attempt(trial: Trial, seconds: float = SECONDS, budget: float = BUDGET) -> SharedResult:
    """Import the paper with the slip and decide the claims that use the helper, until one notices; then ask the other routes."""
    usual = {name: (_checks(trial.package, *name), _faults(trial.package, *name)) for name in trial.claims}
    looked = _Looked(Deadline(budget), seconds)
    with patched_paper(trial.package, trial.module, _folder(trial.package) / f"{trial.module}.py", trial.text):
        by = _exactly(trial, usual, looked)
        if not by:
            by, unseen = _otherwise(looked.held, ROUTE_BUDGET)
    outcome, by = (PINNED, by) if by else looked.outcome(unseen)
    return SharedResult(trial.paper, trial.helper, trial.kind, trial.slip, outcome, by, looked.changed)


def _exactly(trial: Trial, usual: dict[Name, tuple], looked: _Looked) -> str:
    """Which claim notices a slip when it is made, by its conditions or by the exact engine, and how; empty where none does."""
    for name in trial.claims:
        if looked.limit.left() == 0:
            looked.left_open = [*looked.left_open[:3], f"no time for {name[1]} and what follows"]
            break
        before, faulty = usual[name]
        try:
            with alarm(BUILD_SECONDS):
                claim = _claim(trial.package, *name)
                checks = _by_name(claim)
                fault = condition_faults(claim).beyond(faulty)
        except OutOfTime:
            looked.left_open.append(f"{name[1]} takes longer than {BUILD_SECONDS:g} s to make")
            continue
        except Exception as error:  # a slip may break a helper in any way, and to break is to be noticed
            return f"{name[1]} cannot be made: {type(error).__name__}: {str(error):.120}"
        if _contents(checks) == _contents(before):
            continue
        looked.changed += 1
        looked.lost += [f"{claim.id}, {before[key].name}" for key in before if key not in checks]
        if fault:
            return f"{claim.id}: {fault}"
        if claim.erratum:
            if not claim.erratum.no_value and not _still_refuted(claim, checks, looked):
                return f"{claim.id}, printed: proved, and its erratum says otherwise"
            checks = {key: check for key, check in checks.items() if check.role != "printed"}
        by = _of_one(claim.id, checks, before, looked)
        if by:
            return by
    return ""


def _of_one(claim_id: str, checks: dict[tuple[str, str], Check], usual: dict[tuple[str, str], Check], looked: _Looked) -> str:
    """How one claim's statements notice a slip; what is held or left open is kept."""
    for key, check in checks.items():
        before = usual.get(key)
        if before is not None and content(before.statement) == content(check.statement):
            continue
        answer, by = _judged(check, before, claim_id, min(looked.seconds, max(looked.limit.left(), 0.5)), looked.known)
        if answer == PINNED:
            return f"{claim_id}, {check.name}: {by}"
        if answer == UNDECIDED:
            looked.left_open.append(f"{claim_id}, {check.name}")
        looked.held.append((claim_id, check, before))
    return ""


def _otherwise(held: list[tuple[str, Check, Check | None]], budget: float) -> tuple[str, list[str]]:
    """(which claim another route refutes, and how; what there was no time for)."""
    limit, seen, left_open = Deadline(budget), set(), []
    for claim_id, check, _ in held:
        if (key := content(check.statement)) in seen:
            continue
        if limit.left() == 0:
            return "", [*left_open, f"no time for the other routes of {claim_id} and what follows"]
        seen.add(key)
        by, out_of_time = noticed(check, claim_id, min(ROUTE_SECONDS, max(limit.left(), 0.5)))
        if by:
            return f"{claim_id}, {check.name}: {by}", []
        left_open += [f"{claim_id}, {check.name}: a route ran out of time"] if out_of_time else []
    return "", left_open


def _by_name(claim: Claim) -> dict[tuple[str, str], Check]:
    return {(check.role, check.part): check for check in _decidable(claim)}


def _contents(checks: dict[tuple[str, str], Check]) -> dict[tuple[str, str], str]:
    return {key: content(check.statement) for key, check in checks.items()}


def _decidable(claim: Claim) -> list[Check]:
    """The statements that have to hold or, where there is an erratum, to fail: what is printed; the correction and the derivation."""
    return [check for check in checks_of(claim) if check.role.startswith(("printed", "corrected", "step"))]


def _still_refuted(claim: Claim, checks: dict[tuple[str, str], Check], looked: _Looked) -> bool:
    """Whether what is printed, changed by a slip, may still be what the erratum says that it is; the last doubt is on its side."""
    return any(_judged(check, None, claim.id, min(looked.seconds, max(looked.limit.left(), 0.5)), looked.known)[0] != UNPINNED
               for (role, _), check in checks.items() if role == "printed")


def _judged(check: Check, before: Check | None, claim_id: str, seconds: float, known: dict) -> tuple[str, str]:
    """Whether a statement that a slip has changed is still proved, is refuted, or neither; and what says so."""
    key = content(check.statement)
    if key not in known:
        known[key] = _decided(check, before, claim_id, seconds)
    return known[key]


def _decided(check: Check, before: Check | None, claim_id: str, seconds: float) -> tuple[str, str]:
    found = routes.run("exact", check.statement, claim_id, seconds)
    if found.outcome is Outcome.REFUTED:
        return PINNED, f"refuted, {found.engine}"
    if any(reason.startswith(routes.NO_POINT) for reason in found.tried):
        return PINNED, "its domain holds no point"
    dropped = [] if before is None else [one for one in before.statement.on.conditions if one not in check.statement.on.conditions]
    if dropped:
        try:
            valueless = without_value(check.statement, dropped, Deadline(seconds))
        except OutOfTime:
            valueless = None
        if valueless is not None:
            return PINNED, "no value at a point that was kept out"
        without = freed(check.statement, dropped)
        if without is not None and routes.run("exact", without, claim_id, seconds).outcome is Outcome.REFUTED:
            return PINNED, "refuted where the condition fails"
    if found.outcome is Outcome.PROVED:
        return UNPINNED, found.engine
    if routes.applies("points", check.statement):
        numbers = routes.run("points", check.statement, claim_id, seconds)
        if numbers.outcome is Outcome.REFUTED:
            return PINNED, f"refuted, {numbers.engine}"
    return UNDECIDED, "; ".join(found.tried)


def _claim(package: str, module: str, function: str) -> Claim:
    """A claim by its module and function, from the package as it is imported now."""
    return next(claim for claim in claims_in(import_module(f"{package}.{module}")) if claim.function == function)


@cache
def _checks(package: str, module: str, function: str) -> dict[tuple[str, str], Check]:
    """The checks of a claim of the paper as it stands."""
    return _by_name(_claim(package, module, function))


@cache
def _faults(package: str, module: str, function: str) -> Faults:
    """What is wrong with a claim's conditions in the paper as it stands."""
    return condition_faults(_claim(package, module, function))


# --- all of them ----------------------------------------------------------------------------------------------------------


def run_shared(wanted: list[Trial], cache: Cache | None = None, jobs: Workers = 1, retry: bool = False) -> Iterator[SharedResult]:
    """Each slip's result as it is done, in `jobs` processes or on a cluster.

    cache: where answers are kept, so that a run that was broken off goes on where it stopped. retry: try undecided ones again.
    """
    calls = {(trial.module, trial.helper, trial.slip, number): (trial, retry) for number, trial in enumerate(wanted)}
    for _, found in in_workers_with(NoCache() if cache is None else cache, kept, calls, jobs):
        yield found


def kept(cache: Cache, trial: Trial, retry: bool = False) -> SharedResult:
    """What becomes of a slip, from the cache where it is known."""
    key = digest(trial.package, trial.module, trial.text, trial.claims, _texts(trial.package), _judging_code(),
                 *map(engine_version, routes.ROUTES))
    with contextlib.suppress(ValueError, TypeError):  # nothing is kept of it, or the file is damaged: the slip is tried
        known = SharedResult(**json.loads(cache.get_text(f"shared/{key}") or ""))
        if not (retry and known.outcome == UNDECIDED):
            return known
    found = attempt(trial)
    cache.put_text(f"shared/{key}", json.dumps(asdict(found), ensure_ascii=False))
    return found


@lru_cache
def _texts(package: str) -> str:
    """Digest of all modules of a paper: a slip in one is judged by claims of all."""
    folder = _folder(package)
    return digest(tuple((file.name, file.read_text("utf-8")) for file in sorted(folder.glob("*.py"))))


@lru_cache
def _judging_code() -> str:
    return digest(text_of(__name__))


def record_shared(results: Iterable[SharedResult], seed: int, limit: int | None, helpers: Iterable[str] = ()) -> dict:
    """What a run found, ready for JSON: counts by paper and kind, and every slip that is unpinned or undecided."""
    results = sorted(results, key=lambda result: (result.paper, result.helper, result.slip))
    papers: dict = {}
    for result in results:
        row = papers.setdefault(result.paper, {}).setdefault(result.kind, dict.fromkeys(ANSWERS, 0))
        row[result.outcome] += 1
    listed = {outcome: [asdict(result) for result in results if result.outcome == outcome] for outcome in (UNPINNED, UNDECIDED)}
    return {"seed": seed, "limit": limit, "helpers": list(helpers), "papers": papers, **listed}
