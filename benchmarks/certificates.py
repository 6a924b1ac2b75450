"""Coq's kernel over the claims: how many parts it takes by kind, seconds for each, beside the exact engine over the same claims.

`python -m benchmarks.certificates [--every N]` asks each Nth claim anew, in one process, and keeps nothing; `--recorded` counts what the
ledger says of all of them and asks nobody; `--texts` counts without Coq, by what a theorem is about, for how many decided parts a proof is
printed from the kept witness, of how many of the others the ledger has a certificate, and what keeps each from being printed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path

from theoremtest.derivations.certificates import NoScript, Unprintable, asserts_values
from theoremtest.derivations.certificates.matrices import MatrixPart
from theoremtest.derivations.certificates.printing.numbers import proving
from theoremtest.derivations.certificates.sums import has_sums
from theoremtest.derivations.language import Statement
from theoremtest.derivations.language.tree import tree_of
from theoremtest.derivations.proof.deadline import OutOfTime, alarm
from theoremtest.derivations.proof.witnesses.proving import prove
from theoremtest.reports.certify.certificate import recorded_in
from theoremtest.reports.certify.certify import outcomes
from theoremtest.reports.certify.session import SEARCH, UNDEFINED, Theorem, theorem_of_part
from theoremtest.reports.verify.runner import checks_of
from theoremtest.reports.verify.witnesses import kept
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


def about(theorem: Theorem) -> str:
    """What a theorem is about, as the modules that write it are divided."""
    if isinstance(theorem, MatrixPart):
        return "matrices"
    own = theorem.theorem
    if own.approach is not None or own.kind in ("Integral", "Induction"):
        return "limit" if own.approach is not None else own.kind.lower()
    return "mean" if own.means else "sum" if has_sums(own) else "motion" if own.motion is not None else "numbers"


def texts(every: int = 1, show: str = "") -> dict:
    """Each decided part of each claim of `every`: how many by what they are about, kind and verdict; words for why none is printed.

    show: a word, of whose parts the ids are listed.
    """
    place = Workspace.here()
    registry, records = place.library.registry(), {record["id"]: record for record in place.records}
    told: dict = defaultdict(Counter)
    why: dict = defaultdict(Counter)
    shown = []
    for claim in [claim for claim in registry if claim.id in records][::every]:
        said, known = outcomes(claim, records[claim.id], place.cache), recorded_in(records[claim.id])
        for check in checks_of(claim):
            outcome = said.get((check.role, check.part))
            if check.role not in ("printed", "corrected") or outcome not in ("proved", "refuted", UNDEFINED):
                continue
            statement = check.statement
            name, says = f"{statement.kind}, {outcome}", "proved" if outcome == "proved" else "refuted"
            valueless = outcome == UNDEFINED and not asserts_values(statement)
            try:
                part = theorem_of_part(statement, UNDEFINED if valueless else says)
            except Unprintable as reason:
                told[f"no text, {name}"].update(["none"])
                why[f"no text, {name}"].update([reason.word])
                continue
            kind, word = f"{about(part)}, {name}", _unprinted(part, statement, kept(claim.id, check))
            certified = known.get(part.digest, (False,))[0]
            told[kind].update(["printed" if not word else "kept" if certified else "none"])
            why[kind].update([word + ("" if certified else " (none)")] if word else [])
            if show and word == show:
                shown.append([claim.id, check.role, check.part, kind, certified])
    whole = sum(told.values(), Counter())
    table = {name: {**counts, "why": dict(why[name].most_common())} for name, counts in sorted(told.items())}
    return {"parts": sum(whole.values()), **whole, "kinds": table, "shown": shown}


def _unprinted(part: Theorem, statement: Statement, proofs: list[str]) -> str:
    """One word for why no proof is printed from a witness; empty where one is."""
    tree = tree_of(statement)
    part.witness = (tree, list(map(json.loads, proofs))) if proofs and tree is not None else None
    try:
        with proving(prove), alarm(SEARCH):
            part.script()
    except NoScript as reason:
        return reason.word
    except OutOfTime:
        return "time"
    return ""


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, help="take each nth claim only; 20, with --texts 1")
    parser.add_argument("--recorded", action="store_true", help="count what the ledger says")
    parser.add_argument("--texts", action="store_true", help="count what is printed from witnesses, without Coq")
    parser.add_argument("--show", default="", help="with --texts: list the parts that are not printed for this word")
    options = parser.parse_args()
    told = recorded() if options.recorded else texts(options.every or 1, options.show) if options.texts else run(options.every or 20)
    print(json.dumps(told, indent=1))
