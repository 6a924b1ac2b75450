"""The sets that lie below a folder, asked of all solvers with one limit, in one run; the counts as data, and as a page."""

from __future__ import annotations

import contextlib
import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from pathlib import Path

from sympy import And, Basic, Eq, Rational, Symbol
from sympy.core.relational import Relational

from theoremtest.derivations.language import Equal, Holds
from theoremtest.derivations.language.base import Statement

from .problem import Problem, Unread
from .rivals import SOLVERS, missing
from .sets import found_in

HEAD = ("solver", "right", "wrong", "open", "key refuted", "no key: true", "no key: false", "median s")
REASONS = 6
"""Reasons why entries are not read that the page names, at most."""


def run(folder: Path, limit: float, sample: int | None, seed: int, solvers: Iterable[str] = SOLVERS,
        seen: Callable[[str], None] = lambda line: None) -> Iterator[tuple[str, dict]]:
    """Title and counts, set by set. Raises ValueError where the folder holds none.

    limit: seconds of processor time of one solver on one problem; sample: problems of each set, drawn by `seed`, or all of them.
    """
    from theoremtest.reports.benchmark.baselines import prepared

    prepared()
    asked = [name for name in solvers if name not in missing()]
    found = list(found_in(folder))
    if not found:
        raise ValueError(f"{folder}: no set that can be read lies here; give the folder of a checkout")
    for one, place in found:
        yield one.title, _measured(list(one.problems(place)), asked, limit, sample, seed, seen)


def _measured(entries: list[Problem | Unread], solvers: list[str], limit: float, sample: int | None, seed: int, seen: Callable) -> dict:
    problems = [one for one in entries if isinstance(one, Problem)]
    unread = Counter(one.why for one in entries if isinstance(one, Unread))
    chosen = problems if sample is None or sample >= len(problems) else random.Random(seed).sample(problems, sample)
    rows = [_row(name, one, limit, seen) for one in chosen for name in solvers]
    by_name = {one.name: one for one in chosen}
    for row in rows:
        if row["solver"] == "theoremtest" and row["truth"] is True and row["answer"] is False:
            row["point"] = point_against(by_name[row["name"]].statement, limit)
    said = {one.name: {row["answer"] for row in rows if row["name"] == one.name} - {None} for one in chosen}
    return {"entries": len(entries), "read": len(problems), "asked": len(chosen), "seed": seed, "limit_seconds": limit,
            "not read": dict(unread.most_common(REASONS)), "not read for other reasons": sum(unread.values()) - sum(
                count for _, count in unread.most_common(REASONS)),
            "solvers": {name: _counts([row for row in rows if row["solver"] == name]) for name in solvers},
            "left out": missing(), "solvers disagree": sorted(name for name, answers in said.items() if len(answers) > 1),
            "open to us": sorted(row["name"] for row in rows if row["solver"] == "theoremtest" and row["answer"] is None)}


def _row(solver: str, problem: Problem, limit: float, seen: Callable) -> dict:
    from theoremtest.reports.benchmark.baselines import call

    answer, seconds, why = call(lambda asked: SOLVERS[solver](asked, limit), problem, limit)
    with contextlib.suppress(Exception):
        seen(f"{solver:12} {seconds:7.2f} s  {str(answer):5}  (key: {problem.truth})  {problem.name}  {why}")
    return {"solver": solver, "name": problem.name, "truth": problem.truth, "answer": answer, "seconds": seconds}


def point_against(statement: Statement, seconds: float) -> str:
    """The point of a refutation at which conditions hold and the formula fails in plain arithmetic; nothing where that is not so."""
    from theoremtest.derivations.proof.decide import decide

    found = decide(statement, seconds).counterexample
    if found is None or not found.point or not isinstance(statement, (Equal, Holds)):
        return ""
    numbers = dict(found.point)
    try:
        point = {one: Rational(Fraction(numbers[str(one)])) for one in statement.on.symbols}
    except (KeyError, ValueError):  # a number that is no fraction
        return ""
    relation = Eq(statement.left, statement.right, evaluate=False) if isinstance(statement, Equal) else statement.relation
    fails = any(_plainly(one, point) is False for one in And.make_args(relation))
    return str(found) if fails and all(_plainly(one, point) for one in statement.on.conditions) else ""


def _plainly(relation: Basic, point: Mapping[Symbol, Rational]) -> bool | None:
    if not isinstance(relation, Relational):
        return None
    sides = [side.doit().xreplace(point).evalf(50) for side in relation.args]
    if not all(side.is_Float or side.is_Rational for side in sides):
        return None
    gap, within = sides[0] - sides[1], 1e-30 * (1 + abs(sides[0]) + abs(sides[1]))
    return bool({"==": abs(gap) <= within, "!=": abs(gap) > within, "<": gap < -within, ">": gap > within, "<=": gap <= within,
                 ">=": gap >= -within}[relation.rel_op])


def _counts(rows: list[dict]) -> dict:
    keyed = [row for row in rows if row["truth"] is not None and row["answer"] is not None]
    free = [row["answer"] for row in rows if row["truth"] is None]
    shown = [row for row in keyed if row.get("point")]
    keyed = [row for row in keyed if not row.get("point")]
    return {"right": sum(row["answer"] is row["truth"] for row in keyed), "wrong": sum(row["answer"] is not row["truth"] for row in keyed),
            "open": sum(row["answer"] is None for row in rows), "key refuted": len(shown), "no key: true": free.count(True),
            "no key: false": free.count(False),
            "median_seconds": statistics.median(row["seconds"] for row in rows) if rows else None,
            "points": {row["name"]: row["point"] for row in shown},
            "wrong ones": [row["name"] for row in keyed if row["answer"] is not row["truth"]]}


def page(record: Mapping[str, Mapping]) -> str:
    """The counts as Markdown."""
    lines = ["# Problem sets of others", "",
             "Written by `python -m benchmarks --only foreign --set FOLDER`, where FOLDER holds checkouts of the sets; a set that is "
             "not there keeps its last figures. All solvers of a set were asked in one run, each call in a process of its own with "
             "one limit of processor time. Right and wrong are by the set's own key; a key is refuted where plain arithmetic fails "
             "at a point of ours; `no key` is what nobody says beforehand. An entry that the reader of a set has no words for is "
             "counted as not read.", ""]
    for title, told in record.items():
        lines += [f"## {title}", "", f"{told['entries']} entries, {told['read']} read, {told['asked']} asked"
                  + (f" (drawn by seed {told['seed']})" if told["asked"] < told["read"] else "") + f", {told['limit_seconds']:g} s each"
                  + (f", {told['machine']['date']}." if "machine" in told else ".")
                  + (f" Not on this machine, and left out: {', '.join(told['left out'])}." if told["left out"] else ""), "",
                  f"| {' | '.join(HEAD)} |", "|---" * len(HEAD) + "|"]
        for name, counts in told["solvers"].items():
            median = counts["median_seconds"]
            cells = [*(counts[key] for key in HEAD[1:-1]), "-" if median is None else f"{median:.2f}"]
            lines.append(f"| {name} | {' | '.join(map(str, cells))} |")
        lines.append("")
        wrong = [f"{name}: {', '.join(counts['wrong ones'])}" for name, counts in told["solvers"].items() if counts["wrong ones"]]
        points = [f"{name} at {point}" for counts in told["solvers"].values() for name, point in counts["points"].items()]
        for label, found in (("Refuted by a point that plain arithmetic confirms, so that the key says too much", points),
                             ("Against the key", wrong), ("Solvers disagree", told["solvers disagree"]),
                             ("Not read", [f"{why} ({count})" for why, count in told["not read"].items()])):
            if found:
                lines += [f"{label}: {'; '.join(found)}.", ""]
    return "\n".join(lines)
