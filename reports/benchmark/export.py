"""The benchmark as files: made claim by claim in chunks that a broken run takes up again, the same from the same ledger and sources."""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from string import Template

from theoremtest.derivations.papers import Library
from theoremtest.numerics.parallel.workers import Workers
from theoremtest.reports.files import write
from theoremtest.reports.verify.cache import Cache, NoCache
from theoremtest.reports.verify.runner import library_here
from theoremtest.reports.verify.workers import in_workers_with
from theoremtest.reports.workspace import FLOORS, Workspace

from .items import CANARY, FALSE, LABELS, SPLITS, TRUE
from .made import items_of

HERE = Path(__file__).resolve().parent
CHUNK = 20
"""Claims that are made together."""
SAMPLE, SAMPLE_SEED = 100, 1
MADE_BY = (*(HERE / f"{name}.py" for name in ("items", "made", "trivial")), *sorted((FLOORS / "derivations" / "mutants").glob("*.py")))
CARD, SCORER = "README.md", "score.py"


def export(place: Workspace, folder: Path, jobs: Workers, paper: str | None = None) -> Iterator[tuple[int, int]]:
    """Write the benchmark to a folder; yields (chunks done, chunks in all). Records that do not agree with themselves are left out."""
    records = [record for record in place.library_records if paper in (None, record["paper"]) and not place.fault(record)]
    chunks = {_name(part): part for part in _chunks(records)}
    parts = folder / "parts"
    calls = {name: (place.library, [dict(record) for record in part]) for name, part in chunks.items() if not (parts / name).is_file()}
    done = len(chunks) - len(calls)
    yield done, len(chunks)
    for name, lines in in_workers_with(NoCache(), _made, calls, jobs):
        write(parts / name, "".join(lines))
        done += 1
        yield done, len(chunks)
    save(folder, list(whole(json.loads(line) for name in chunks for line in (parts / name).read_text("utf-8").splitlines())))


def _chunks(records: Sequence[Mapping]) -> Iterator[Sequence[Mapping]]:
    for key in dict.fromkeys(record["paper"] for record in records):
        of_paper = [record for record in records if record["paper"] == key]
        yield from (of_paper[start:start + CHUNK] for start in range(0, len(of_paper), CHUNK))


def _name(records: Sequence[Mapping]) -> str:
    """A chunk's file, by what it is made of: the records and the sources that make items."""
    said = hashlib.sha256("".join(str(record.get("digest")) for record in records).encode())
    for path in MADE_BY:
        said.update(path.read_bytes())
    return f"{records[0]['paper']}-{said.hexdigest()[:16]}.jsonl"


def _made(cache: Cache, library: Library, records: Sequence[Mapping]) -> list[str]:
    """In a worker: the items of a chunk of claims, a line each."""
    found = []
    for record in records:
        found += items_of(library_here(library).find(record["id"])[0], record)
    return [line(one) for one in found]


def line(item: Mapping) -> str:
    """An item as a line of the file."""
    return json.dumps(item, ensure_ascii=False, separators=(",", ":"), sort_keys=True) + "\n"


def whole(items: Iterable[dict]) -> Iterator[dict]:
    """Items once each; what is said in two places with two labels is left out, and so is a twin of what is left out."""
    by_id: dict[str, dict] = {}
    labels: dict[str, set] = {}
    for one in items:
        by_id.setdefault(one["id"], one)
        labels.setdefault(one["id"], set()).add(one["label"])
    kept = {name: one for name, one in by_id.items() if len(labels[name]) == 1 or labels[name] == {*LABELS} - {TRUE}}
    for one in kept.values():
        if one["twin"] and kept.get(one["twin"], {}).get("twin") != one["id"]:
            one["twin"] = ""
        yield one


def save(folder: Path, items: Sequence[dict]) -> None:
    """Write items by split, a sample, the card and the scorer."""
    for split in SPLITS:
        write(folder / f"{split}.jsonl", "".join(line(one) for one in items if one["split"] == split))
    write(folder / "sample.jsonl", "".join(map(line, sample(items, SAMPLE, SAMPLE_SEED))))
    write(folder / SCORER, (HERE / SCORER).read_text("utf-8"))
    write(folder / "LICENSE", (HERE / "LICENSE.txt").read_text("utf-8"))
    write(folder / CARD, card(items))


def sample(items: Sequence[dict], number: int, seed: int) -> list[dict]:
    """As many items by a seed, twins together, in the order of their ids."""
    by_id = {one["id"]: one for one in items}
    waiting = sorted(by_id)
    random.Random(seed).shuffle(waiting)
    chosen: dict[str, dict] = {}
    for name in waiting:
        pair = [one for one in (by_id[name], by_id.get(by_id[name]["twin"])) if one is not None and one["id"] not in chosen]
        if len(chosen) + len(pair) <= number:
            chosen.update({one["id"]: one for one in pair})
    return [chosen[name] for name in sorted(chosen)]


def card(items: Sequence[Mapping]) -> str:
    """The page that says what the benchmark is, with its figures."""
    splits = [(name, papers, Counter(one["label"] for one in items if one["split"] == name)) for name, papers in SPLITS.items()]
    rows = [f"| {name} | {', '.join(papers)} | " + " | ".join(str(counts[label]) for label in LABELS) + " |" for name, papers,
            counts in splits]
    slips = Counter(one["slip"]["kind"] for one in items if one["slip"])
    trivial = Counter(one["certificate"].get("trivial") or "" for one in items if one["label"] != TRUE)
    broken = sum(trivial.values()) or 1
    share = 100 * (broken - trivial[""]) / broken if trivial else 0.0
    by = ", ".join(f"{number} by {name}" for name, number in sorted(trivial.items()) if name)
    return Template((HERE / "card.txt").read_text("utf-8")).substitute(
        NUMBER=len(items), CANARY=CANARY, ROWS="\n".join(rows), PAIRS=sum(one["label"] == FALSE and bool(one["twin"]) for one in items),
        SLIPS=", ".join(f"{name} {number}" for name, number in slips.most_common()), SHARE=f"{share:.1f}", TRIVIAL=by or "none",
        COQ=sum(bool(one["certificate"].get("coq")) for one in items),
        KERNEL=sum(one["label"] == TRUE and not one["certificate"]["assumes"] for one in items), SAMPLE=SAMPLE)
