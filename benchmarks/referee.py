"""Slips of one token seeded into unmarked manuscripts: how many of those in displays that the referee reads it reports, and how many
findings it has where nothing was changed.

`python -m benchmarks.referee` takes the manuscripts of the tests; files that are named are taken instead. A slip turns a sign or a bound,
doubles or drops a factor, moves an index, a transpose or an exponent, or puts one letter of the display for another; slips whose relation
says the same as before are counted as missed. A display is bound where it is held to something, or a relation that holds rests on it, as
the manuscript is; a slip in any other turns one possible definition into another, and nothing that was read speaks against it. Both
counts are printed: of all displays that are read, and of those that are bound. `--held` draws in bound displays alone. `--show` prints what
is missed.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

KINDS = ("sign", "factor", "index", "transpose", "exponent", "symbol", "turned")
MANUSCRIPTS = Path(__file__).parents[1] / "tests/reports/referee/papers"


@dataclass(frozen=True)
class Slip:
    """One slip: its kind, the line of the display, and the whole text with it."""

    kind: str
    line: int
    change: str
    text: str
    bound: bool
    """Whether its display is held to something, or something that is held rests on it."""


def read(path: Path, text: str):
    """(document, what was taken down, report) of a text in the place of a file."""
    from theoremtest.reports.referee.findings import Report
    from theoremtest.reports.referee.passages import Passages
    from theoremtest.reports.referee.referee import Referee
    from theoremtest.reports.tex.files import Files

    document = Passages(Files(path.resolve(), path.parent.resolve(), given=text)).run()
    referee = Referee(document, Report(path.name), path.parent)
    return document, referee.state, referee.run()


def slips(path: Path, text: str, each: int, chance: random.Random, held: bool = False) -> Iterator[Slip]:
    """So many slips of every kind that a display allows, in each display that is read."""
    document, state, _ = read(path, text)
    bound = state.held_of | state.rests_on
    kept = bound if held else state.read_of
    for formula in document.formulas:
        if formula.displayed and id(formula) in kept and formula.file == 0:
            found: dict[str, list] = {}
            for kind, start, end, new in changes(formula.source):
                old = text[start:end].strip()
                if old and old[0] not in "+-0123456789\\^" and not old.isalpha():
                    continue  # written out by a macro
                found.setdefault(kind, []).append((start, end, new))
            for kind, places in found.items():
                for start, end, new in chance.sample(places, min(each, len(places))):
                    line = text.count("\n", 0, start) + 1
                    yield Slip(kind, line, f"{text[start:end]} -> {new}", text[:start] + new + text[end:], id(formula) in bound)


def changes(source) -> Iterator[tuple[str, int, int, str]]:
    """(kind, from, to, new text) of every slip, as places in the file."""
    from theoremtest.derivations.notation.displays import display
    from theoremtest.derivations.notation.ground import LETTERS
    from theoremtest.reports.referee.standing import TURNED

    tokens = [token for token in display(source).formula.tokens if not token.blank]
    letters = list(dict.fromkeys(token.text for token in tokens if token.text in LETTERS or len(token.text) == 1 and token.text.isalpha()))
    words = [token.text for token in tokens]
    inside = 0
    for place, token in enumerate(tokens):
        start, end = token.at - 1, token.at - 1 + len(token.text)
        before = words[place - 1] if place else ""
        after = words[place + 1] if place + 1 < len(words) else ""
        inside = inside + 1 if before in (r"\text", r"\label", r"\tag", r"\begin", r"\end", r"\mathbb") or inside else 0
        if inside:
            inside = 0 if token.text == "}" else inside
            continue
        if token.text in "+-" and before != "_":
            yield "sign", start, end, "-" if token.text == "+" else "+"
        if token.text in ("=", "(") and after not in ("-", "0", ")"):
            yield "factor", end, end, " 2 "
        if token.text == "2" and before not in ("^", "_") and (after[:1].isalpha() or after[:1] == "\\"):
            yield "factor", start, end, " "
        if token.text in TURNED:
            yield "turned", start, end, TURNED[token.text] + " "
        if before == "^" and token.text.isdigit():
            yield "exponent", start, end, str(int(token.text) + 1)
        if before == "_" and token.text.isdigit():
            yield "index", start, end, "2" if token.text != "2" else "1"
        if token.text == r"\top" and before == "^":
            yield "transpose", tokens[place - 1].at - 1, end, " "
        if token.text in letters and before not in ("_", "^", "d") and not (token.text == "d" and (after == "t" or "\\frac" in words)) and (
                token.text not in "eI"):
            for other in letters:
                if other not in (token.text, "d", "e", "I", "t") and (before, token.text) != ("\\mathrm", "d"):
                    yield "symbol", start, end, other + (" " if other[0] == "\\" else "")


def run(paths: list[Path], each: int, seed: int, held: bool = False, show: bool = False, most: int = 0) -> dict:
    """The counts of some manuscripts. most: slips that are taken of each, by chance; 0 for all."""
    table: dict[str, Counter] = {}
    clean = {}
    for path in paths:
        text = path.read_text("utf-8")
        began = time.perf_counter()
        _, _, report = read(path, text)
        clean[path.name] = {"displays": report.displays, "read": report.read, "held": report.held, "findings": len(report.findings),
                            "seconds": round(time.perf_counter() - began, 1)}
        known = {(one.kind, one.formula) for one in report.findings}
        count = table.setdefault(path.name, Counter())
        drawn = list(slips(path, text, each, random.Random(seed), held))
        for slip in random.Random(seed).sample(drawn, min(most or len(drawn), len(drawn))):
            _, _, found = read(path, slip.text)
            told = any((one.kind, one.formula) not in known for one in found.findings)
            count[slip.kind, told] += 1
            count["bound", told] += slip.bound
            if show and not told:
                print(f"missed{'' if slip.bound else ' (not bound)'}  {path.name}:{slip.line}  {slip.kind}: {slip.change}", flush=True)
    rows = {name: {kind: (count[kind, True], count[kind, True] + count[kind, False]) for kind in (*KINDS, "bound")}
            for name, count in table.items()}
    return {"as they are": clean, "slips": rows}


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--each", type=int, default=2, help="slips of a kind in a display")
    parser.add_argument("--most", type=int, default=0, help="slips of a manuscript, drawn by chance; all if 0")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--held", action="store_true", help="only in displays that are held to something")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    found = run(options.paths or sorted(MANUSCRIPTS.glob("*.tex")), options.each, options.seed, options.held, options.show, options.most)
    for name, row in found["as they are"].items():
        print(f"{name:<20} " + ", ".join(f"{key} {value}" for key, value in row.items()))
    total: Counter = Counter()
    for name, row in found["slips"].items():
        print(f"{name:<20} " + ", ".join(f"{kind} {told} of {all_}" for kind, (told, all_) in row.items() if all_))
        total.update({(kind, at): value for kind, pair in row.items() for at, value in enumerate(pair)})
    told, number = (sum(total[kind, at] for kind in KINDS) for at in (0, 1))
    print(f"{'all':<20} " + ", ".join(f"{kind} {total[kind, 0]} of {total[kind, 1]}" for kind in KINDS) + f"; {told} of {number}, "
          f"of those in bound displays {total['bound', 0]} of {total['bound', 1]}")


if __name__ == "__main__":
    main()
