"""Every witness through the kernel again, without any search: does it show what the claim says now, and the ledger says of it?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.points import VALUELESS, fails
from theoremtest.derivations.kernel.terms import Refused
from theoremtest.derivations.language import Claim, Outcome
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.papers import Library
from theoremtest.numerics.parallel.workers import Workers

from . import witnesses
from .cache import NoCache
from .ledger import findings_in
from .runner import Check, library_here
from .witnesses import ROLES, Held
from .workers import in_workers_with

PROVED, REFUTED, ASSUMED, OPEN = "proved", "refuted", "assumed", "open"
MISSING, WRONG, UNRECORDED = "missing", "wrong", "unrecorded"


@dataclass(frozen=True)
class Rechecked:
    """What became of a claim's parts. faults: a line for each witness that is missing, or that the kernel refuses."""

    claim_id: str
    counts: Counter = field(default_factory=Counter)
    assumes: Counter = field(default_factory=Counter)
    faults: tuple[str, ...] = ()


def recheck_all(claims: Sequence[Claim], records: Mapping[str, Mapping], path: Path, jobs: Workers,
                library: Library) -> Iterator[Rechecked]:
    """For each claim, in any order. records: what the ledger says, by id; path: the file of witnesses."""
    if jobs == 1 or len(claims) == 1:
        known = witnesses.read(path)
        yield from (recheck(claim, records.get(claim.id), known.get(claim.id, {})) for claim in claims)
        return
    by_module: dict[str, list[str]] = defaultdict(list)
    for claim in claims:
        by_module[claim.module].append(claim.id)
    calls = {tuple(ids): (library, tuple(ids), {name: records[name] for name in ids if name in records}, path)
             for ids in by_module.values()}
    for _, found in in_workers_with(NoCache(), _in_worker, calls, jobs):
        yield from found


def _in_worker(cache: NoCache, library: Library, ids: tuple[str, ...], records: Mapping[str, Mapping], path: Path) -> list[Rechecked]:
    known = witnesses.read(path)
    return [recheck(library_here(library).find(name)[0], records.get(name), known.get(name, {})) for name in ids]


def recheck(claim: Claim, record: Mapping | None, held: Held) -> Rechecked:
    """A claim's parts, of which the ledger has this record and the file these witnesses."""
    if record is None:
        return Rechecked(claim.id, Counter({UNRECORDED: len(list(claim.statement.parts()))}))
    counts: Counter = Counter()
    assumes: Counter = Counter()
    faults = []
    for finding in findings_in(record, claim):
        role, part = finding.check.role, finding.check.part
        said = next((item for item in finding.evidence if item.kind == "exact"), None)
        if role.split()[0] not in ROLES:
            continue
        if said is None or said.outcome not in (Outcome.PROVED, Outcome.REFUTED):
            counts[OPEN] += 1
            continue
        proofs = held.get(role, {}).get(part)
        if said.assumes:
            counts[ASSUMED] += 1
            assumes.update(said.assumes)
        elif proofs is None:
            counts[MISSING] += 1
            faults.append(f"{finding.check.name}: {said.outcome.value} without a witness")
        elif why := _refusal(finding.check, said.outcome, proofs):
            counts[WRONG] += 1
            faults.append(f"{finding.check.name}: {why}")
        else:
            counts[PROVED if said.outcome is Outcome.PROVED else REFUTED] += 1
    return Rechecked(claim.id, counts, assumes, tuple(f"{claim.id}: {line}" for line in faults))


def _refusal(asked: Check, outcome: Outcome, proofs: list) -> str:
    """Why the kernel does not take a witness, in words; empty where it does."""
    tree = tree_of(asked.statement)
    if tree is None:
        return "the statement cannot be written down"
    try:
        if outcome is Outcome.REFUTED:
            (example,) = proofs
            how = fails(tree, example["point"], example.get("proofs", ()), example.get("put_in", ()))
            if how == VALUELESS and not asked.dropped:
                return "an identity says nothing where a side has no value, as at its point"
        else:
            check(tree, proofs)
    except Refused as refused:
        return f"the kernel refuses its witness: {str(refused)[:200]}"
    except (TypeError, ValueError, KeyError):
        return "its witness is of a form that is none"
    return ""


def total(found: Iterable[Rechecked]) -> tuple[Counter, Counter, list[str]]:
    """Parts by what became of them, rules that are assumed by the parts that rest on them, and all faults."""
    counts: Counter = Counter()
    assumes: Counter = Counter()
    faults: list[str] = []
    for item in found:
        counts += item.counts
        assumes += item.assumes
        faults += item.faults
    return counts, assumes, sorted(faults)
