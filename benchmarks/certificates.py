"""Coq's kernel over the claims: how many parts it takes by kind, seconds for each, beside the exact engine over the same claims.

`python -m benchmarks.certificates [--every N]` asks each Nth claim anew, in one process, and keeps nothing; `--recorded` counts what the
ledger says of all of them and asks nobody.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

from theoremtest.reports.workspace import Workspace


def recorded() -> dict:
    """What the ledger holds: parts by kind and verdict, how many of them Coq took, and the words of the others with their kinds."""
    told: dict = defaultdict(Counter)
    why: Counter = Counter()
    for record in Workspace.here().records:
        for row in record.get("certificate", {}).get("parts", ()):
            told[f"{row['kind']}, {row['says']}"].update(parts=1, certified=int(row["certified"]))
            why.update([f"{row['why']}, {row['kind']}"] if row["why"] else [])
    return {"kinds": {name: dict(counts) for name, counts in sorted(told.items())}, "without": dict(why.most_common())}


def run(every: int = 20) -> dict:
    """Each claim of `every` certified anew: parts asked, taken, seconds of the kernel by kind; seconds of the exact engine beside them."""
    from theoremtest.reports.certify.certify import outcomes
    from theoremtest.reports.certify.kernel import available
    from theoremtest.reports.certify.session import Session, coq_here
    from theoremtest.reports.verify.cache import NoCache
    from theoremtest.reports.verify.runner import examine

    if not available():
        return {"unavailable": "Coq is not installed"}
    place = Workspace.here()
    registry, records = place.library.registry(), {record["id"]: record for record in place.records}
    chosen = [claim for claim in registry if claim.id in records][::every]
    with tempfile.TemporaryDirectory() as folder:
        coq = coq_here(Path(folder))
        try:
            session, found = Session(coq, NoCache()), []
            began = time.perf_counter()
            for claim in chosen:
                found.append(session.certify(claim, outcomes(claim, records[claim.id], NoCache())))
            session.finish()
            whole = time.perf_counter() - began
        finally:
            coq.close()
    began = time.perf_counter()
    for claim in chosen:
        examine(claim, ("exact",), NoCache())
    engine = time.perf_counter() - began
    kinds = defaultdict(list)
    for part in (part for claim in found for part in claim.parts if part.certified):
        kinds[part.kind].append(part.seconds)
    return {"claims": len(chosen), "parts": sum(len(claim.parts) for claim in found),
            "certified": sum(len(seconds) for seconds in kinds.values()), "all_seconds": whole, "exact_engine_seconds": engine,
            "ratio": whole / engine,
            "median_seconds_of_a_certificate": {kind: statistics.median(times) for kind, times in sorted(kinds.items())}}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=20, help="take each nth claim only")
    parser.add_argument("--recorded", action="store_true", help="count what the ledger says")
    options = parser.parse_args()
    print(json.dumps(recorded() if options.recorded else run(options.every), indent=1))
