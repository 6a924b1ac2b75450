"""Numbered displays typed as papers print them, held to their claims: how many are read, and how many of those are judged as the ledger
judges the printed statement.

`python -m benchmarks.manuscripts` prints a line for each display that is not read or not told; `--paper kunin2024` takes one paper,
`--held-out` the displays of other models and authors, which are only read and compared with what they say, and to which the reader was
never fitted. `manuscripts.json` holds the formulas, each with the names that an author would declare above it (`where`): what a letter of
the paper stands for in the claim's letters. A display that no claim states as a formula says why (`apart`) and is counted apart, as nothing
could tell whether the claim says it; one that is not read says what stands in the way (`unread`). `manuscripts_held_out.json` holds the
others.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

FIXTURE = Path(__file__).with_name("manuscripts.json")
HELD_OUT = Path(__file__).with_name("manuscripts_held_out.json")
GOALS = {"judged rightly": 0.9, "judged wrongly": 0.0}
RIGHTLY, WRONGLY, UNTOLD, UNREAD = "judged rightly", "judged wrongly", "read, not told", "not read"
APART = "no claim states it as a formula"


@dataclass(frozen=True)
class Row:
    """What came of one display."""

    claim: str
    outcome: str
    why: str = ""


def displays(paper: str = "") -> list[dict]:
    """The displays: claim, part (empty for all of it), formula, the declared names, `where`, and why no claim states it, `apart`."""
    return [entry for entry in json.loads(FIXTURE.read_text("utf-8")) if entry["claim"].startswith(paper)]


def judged(entry: dict, place) -> Row:
    """One display tried in its claim's place."""
    from theoremtest.derivations.language import TheoremtestError
    from theoremtest.derivations.notation import Setting, declaration
    from theoremtest.reports.edits.attempt import attempt

    claim, _ = place.find(entry["claim"])
    setting = Setting({}, tuple(declaration(text) for text in entry.get("where", ())))
    try:
        found = attempt(claim, entry["formula"], entry.get("part", ""), place.cache, setting=setting)
    except TheoremtestError as error:
        return Row(entry["claim"], UNREAD, str(error).splitlines()[0])
    expected = _expected(next(record for record in place.records if record["id"] == claim.id), entry.get("part", ""))
    told = f"{found.verdict}, equivalent to {found.equivalent_to}; the ledger: {expected}"
    right = found.verdict == {"proved": "holds", "supported": "holds", "refuted": "fails"}.get(expected)
    if found.equivalent_to == "printed" and right:
        return Row(entry["claim"], RIGHTLY)
    if found.equivalent_to == "unknown" or found.verdict == "undecided" or right:
        return Row(entry["claim"], UNTOLD, f"{told}; {found.how}")
    return Row(entry["claim"], WRONGLY, told)


def _expected(record: dict, part: str) -> str:
    """The ledger's verdict of the printed statement, or of one part of it."""
    verdict = next((item["verdict"] for item in record["parts"] if item.get("name") == part), record["verdict"]) if part \
        else record["verdict"]
    return {"proved in part": "proved"}.get(verdict, verdict)


def run(quick: bool = False, paper: str = "") -> dict:
    """The counts of every paper; quick takes each tenth display."""
    from theoremtest.reports.workspace import Workspace

    place = Workspace.here()
    found = displays(paper)[::10 if quick else 1]
    rows = [Row(entry["claim"], APART, entry["apart"]) if "apart" in entry else judged(entry, place) for entry in found]
    counts = {key: Counter(row.outcome for row in rows if row.claim.startswith(key + "/")) for key in dict.fromkeys(
        entry["claim"].partition("/")[0] for entry in found)}
    total = Counter(row.outcome for row in rows)
    table = {key: {"displays": sum(count.values()), **{name: count[name] for name in (RIGHTLY, WRONGLY, UNTOLD, UNREAD, APART)}}
             for key, count in {**counts, "all": total}.items()}
    return {"displays": table, "share judged rightly": total[RIGHTLY] / max(len(rows), 1), "goal": GOALS["judged rightly"],
            "share of those that a claim states": total[RIGHTLY] / max(len(rows) - total[APART], 1),
            "why no claim states it": dict(Counter(row.why for row in rows if row.outcome == APART)),
            "why not read": dict(Counter(entry.get("unread", "another reason") for entry, row in zip(found, rows, strict=True)
                                         if row.outcome == UNREAD)),
            "rows": [vars(row) for row in rows]}


def main() -> None:
    """Print the counts and what was not judged rightly."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--paper", default="")
    parser.add_argument("--held-out", action="store_true")
    options = parser.parse_args()
    if options.held_out:
        from benchmarks.manuscripts_held_out import report

        report()
        return
    found = run(paper=options.paper)
    for row in found["rows"]:
        if row["outcome"] != RIGHTLY:
            print(f"{row['claim']:<18} {row['outcome']:<15} {row['why']}")
    for key, count in found["displays"].items():
        print(f"{key:<12} " + ", ".join(f"{name} {number}" for name, number in count.items()))


if __name__ == "__main__":
    main()
