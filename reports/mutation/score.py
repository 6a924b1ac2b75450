"""How sharp the checks are: slips of a tired author put into every claim's statement, and each of them decided.

A slip is `refuted`, or the statement that it makes is proved: `equivalent`, where it says what the original says, or `true`,
where it is another true statement (a bound that is looser, a condition that was not needed). Nothing could refute those two;
they are listed and do not count. What neither is refuted nor proved has `survived` where numbers support it, and is
`undecided` where nothing tells. A printed statement that is refuted is left aside, its correction stands in for it. The
converse is tried beside it: rewritings of a statement must be accepted.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from rederive.derivations.language import Claim, Registry, Statement
from rederive.derivations.mutants import KINDS, REWRITINGS, Mutant, mutants, rewritings
from rederive.derivations.papers import Library
from rederive.derivations.proof.deadline import OutOfTime
from rederive.reports.files import write
from rederive.reports.verify.cache import Cache, NoCache, content, digest, engine_version
from rederive.reports.verify.runner import library_here

from .judge import SECONDS, accept, judge

JSON = Path(__file__).resolve().parents[1] / "mutation.json"
MARKDOWN = JSON.with_suffix(".md")
LIMIT = 20
"""Slips tried in each claim unless told otherwise: all of them are some thirty thousand."""
OUTCOMES = ("refuted", "equivalent", "true", "survived", "undecided")
ANSWERS = ("accepted", "refused", "undecided")
ROUTES = ("exact", "points")


@dataclass(frozen=True)
class Result:
    """What became of one slip or rewriting. by: what settled it; latex, domain: the statement that it made."""

    claim: str
    kind: str
    part: str
    place: str
    slip: str
    outcome: str
    by: str
    latex: str
    domain: str

    @property
    def rewriting(self) -> bool:
        return self.kind not in KINDS


def target(claim: Claim) -> Statement:
    """The statement that slips are put into: the corrected one where the printed one is refuted."""
    return claim.erratum.corrected if claim.erratum else claim.statement


# --- one claim ------------------------------------------------------------------------------------------------------------


def of_claim(claim: Claim, seed: int = 0, limit: int | None = LIMIT, slips: bool = True, rewritten: bool = True,
             folder: Path | None = None, retry: bool = False, seconds: float = SECONDS) -> list[Result]:
    """Decide slips and rewritings of one claim; what a folder holds from before is not worked out again."""
    statement, found = target(claim), []
    if slips:
        for mutant in mutants(statement, f"{seed} {claim.id}", limit):
            found.append(_kept(claim, mutant, judge, folder, retry, seconds))
    if rewritten:
        for mutant in _rewritings(statement, f"{seed} {claim.id}", limit):
            found.append(_kept(claim, mutant, accept, folder, retry, seconds))
    return found


def _rewritings(statement: Statement, seed: str, limit: int | None) -> Iterator[Mutant]:
    """Rewritings of a statement, `limit` at most; what SymPy cannot rearrange in a second is passed over."""
    from rederive.numerics.routes.dispatch import alarm

    waiting = list(rewritings(statement))
    if limit is not None:
        random.Random(seed).shuffle(waiting)
        waiting = waiting[:2 * limit]
    seen = set()
    for _kind, _part, _place, make in waiting:
        try:
            with alarm(1.0):
                made = make()
        except OutOfTime:
            continue
        if made is not None and content(made.statement) not in seen:
            seen.add(content(made.statement))
            yield made
            if limit is not None and len(seen) == limit:
                return


def _kept(claim: Claim, mutant: Mutant, decide, folder: Path | None, retry: bool, seconds: float) -> Result:
    key = digest(decide.__name__, content(mutant.statement), content(mutant.original), claim.id,
                 _judging_code(), *(engine_version(route) for route in ROUTES))
    path = None if folder is None else folder / "mutants" / key[:2] / f"{key[2:]}.json"
    told = {"claim": claim.id, "kind": mutant.kind, "part": mutant.part, "place": mutant.place, "slip": mutant.slip,
            "latex": mutant.statement.latex(), "domain": mutant.statement.on.latex()}
    if path is not None:
        try:
            known = json.loads(path.read_text("utf-8"))
            if not (retry and known["outcome"] in ("undecided", "survived")):
                return Result(**told, outcome=known["outcome"], by=known["by"])
        except (OSError, ValueError, KeyError, TypeError):
            pass
    outcome, by = decide(mutant, claim.id, seconds)
    if path is not None:
        write(path, json.dumps({"outcome": outcome, "by": by}))
    return Result(**told, outcome=outcome, by=by)


@lru_cache
def _judging_code() -> str:
    """Digest of what makes and judges slips: what was decided by other code is decided anew."""
    floors = Path(__file__).resolve().parents[2]
    files = [floors / "reports" / "mutation" / "judge.py", floors / "reports" / "edits" / "edits.py",
             *sorted((floors / "derivations" / "mutants").glob("*.py"))]
    return digest(*(file.read_text("utf-8") for file in files))


# --- all claims -----------------------------------------------------------------------------------------------------------


def run(claims: Iterable[Claim], *, seed: int = 0, limit: int | None = LIMIT, slips: bool = True, rewritten: bool = True,
        cache: Cache | None = None, jobs: int = 1, retry: bool = False, seconds: float = SECONDS,
        library: Library | None = None) -> Iterator[tuple[Claim, list[Result]]]:
    """Each claim with the results of its slips and rewritings, as they are done; broken off, a run goes on where it stopped.

    library: where workers find the claims by their ids; without it everything is done in this process.
    """
    claims = list(claims)
    folder = None if cache is None or isinstance(cache, NoCache) else cache.folder
    options = {"seed": seed, "limit": limit, "slips": slips, "rewritten": rewritten, "folder": folder, "retry": retry, "seconds": seconds}
    if jobs == 1 or library is None or len(claims) < 2:
        for claim in claims:
            yield claim, of_claim(claim, **options)
        return
    from joblib import Parallel, delayed

    by_id = {claim.id: claim for claim in claims}
    told = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)(
        delayed(_of_id)(library, claim.id, options) for claim in claims)
    for claim_id, results in told:
        yield by_id[claim_id], results


def _of_id(library: Library, claim_id: str, options: dict):
    """In a worker: the claim is looked up by id, so no formula is pickled."""
    claim, _ = library_here(library).find(claim_id)
    return claim_id, of_claim(claim, **options)


# --- the record -----------------------------------------------------------------------------------------------------------


def record(results: Iterable[Result], registry: Registry, *, seed: int, limit: int | None) -> dict:
    """What a run found, ready for JSON: counts by paper and kind, and everything that was not simply refuted or accepted."""
    results = sorted(results, key=lambda result: (_order(result.claim), result.kind, result.part, result.place, result.slip))
    papers = dict.fromkeys(claim.paper.key for claim in registry)
    told = {"seed": seed, "limit": limit, "papers": {}}
    for paper in papers:
        own = [result for result in results if registry[result.claim].paper.key == paper]
        if own:
            told["papers"][paper] = {
                "claims": len({result.claim for result in own}),
                "slips": _counts([r for r in own if not r.rewriting], KINDS, OUTCOMES),
                "rewritings": _counts([r for r in own if r.rewriting], (*REWRITINGS, "names changed"), ANSWERS)}
    for outcome in ("survived", "undecided", "true", "equivalent"):
        told[outcome] = [_listed(r) for r in results if not r.rewriting and r.outcome == outcome]
    told["rewritings not accepted"] = [_listed(r) | {"outcome": r.outcome} for r in results if r.rewriting and r.outcome != "accepted"]
    return told


def _listed(result: Result) -> dict:
    return {name: value for name, value in asdict(result).items() if name != "outcome" and value != ""}


def _counts(results: list[Result], kinds, outcomes) -> dict:
    table = {}
    for kind in kinds:
        found = Counter(result.outcome for result in results if result.kind == kind)
        if found:
            table[kind] = {outcome: found[outcome] for outcome in outcomes}
    return table


def _order(identity: str) -> tuple:
    return tuple((0, int(piece), "") if piece.isdigit() else (1, 0, piece) for piece in re.split(r"(\d+)", identity) if piece)


def totals(table: dict) -> dict:
    """The counts of a table of kinds added up."""
    found: Counter = Counter()
    for row in table.values():
        found.update(row)
    return dict(found)


def score(counts: dict) -> float | None:
    """Refuted over all that are neither equivalent nor true, in percent; None where there are none."""
    counted = counts.get("refuted", 0) + counts.get("survived", 0) + counts.get("undecided", 0)
    return None if counted == 0 else 100 * counts.get("refuted", 0) / counted


def percent(value: float | None) -> str:
    """Rounded down, so that 100 % says that nothing is left."""
    return "" if value is None else "100 %" if value == 100 else f"{int(value * 10) / 10:.1f} %"


def save(told: dict, json_file: Path = JSON, markdown_file: Path = MARKDOWN) -> None:
    """Write both files, each in one step."""
    write(json_file, json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    write(markdown_file, markdown(told))


def markdown(told: dict) -> str:
    """The record for a reader."""
    lines = ["# Mutation score", "", "Slips of a tired author put into each claim's statement (the corrected one where the printed one is "
             "refuted), and each decided. The score is refuted over all that are not proved: an *equivalent* slip says what the original "
             "says, a *true* one is another proved statement; neither can be refuted, both are listed. A condition that is dropped is decided "
             "where it fails: a claim that holds there as well is *true*, its condition was not needed.", "",
             f"Seed {told['seed']}, " + (f"at most {told['limit']} slips in a claim." if told["limit"] else "all slips."), ""]
    for paper, found in told["papers"].items():
        lines += [f"## {paper}: {found['claims']} claims", ""]
        lines += _table("slip", found["slips"], OUTCOMES, score) + [""]
        if found["rewritings"]:
            lines += _table("rewriting", found["rewritings"], ANSWERS, None) + [""]
    for title, name in (("Survivors", "survived"), ("Undecided", "undecided"), ("Rewritings that were not accepted", "rewritings not accepted"),
                        ("True, though not what the original says", "true"), ("Proved equivalent", "equivalent")):
        rows = told[name]
        lines += [f"## {title}: {len(rows)}", ""]
        for row in rows:
            part = f", {row['part']}" if row.get("part") else ""
            lines.append(f"- `{row['claim']}`{part}, {row['place']}: {row['kind']}, {_code(row['slip'])}: {_code(row['latex'])}"
                         + (f" ({row['by']})" if name in ("survived", "undecided", "rewritings not accepted") and row.get("by") else ""))
        lines += [""] if rows else []
    return "\n".join(lines).rstrip() + "\n"


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _table(first: str, table: dict, outcomes, rate) -> list[str]:
    heading = (first, *outcomes, *(("score",) if rate else ()))
    rows = [(kind, row) for kind, row in table.items()] + [("all", totals(table))]
    return ["| " + " | ".join(heading) + " |", "|---|" + "---:|" * (len(heading) - 1),
            *("| " + " | ".join((kind, *(str(row.get(name, 0)) for name in outcomes), *((percent(rate(row)),) if rate else ()))) + " |"
              for kind, row in rows)]
