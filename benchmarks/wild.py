r"""Displays of manuscripts that nobody marked, read as claims: for how many there are declarations of their letters under which the grammar
takes the whole display, and for how many a statement comes of it; what refuses the others, counted by kind.

`python -m benchmarks.wild MAIN.tex ...` takes main files of sources that the caller has, `--each 60 --seed 1` draws so many displays of
each; nothing of them is kept. A letter is tried as `wild_letters` says, first as its use in the display suggests, then by changing one
letter and several, at most `--tries` times. A display *parses* where under one of these every formula of it has a syntax tree, and is
*built* where it is a statement besides; a formula without a relation parses and claims nothing. Which declarations the author would make is
not asked: what is counted is what she could say.
What refuses is counted by the try that came furthest; `--show CAUSE` prints those displays.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.wild_letters import Letters, Sorts, letters
from benchmarks.wild_sorts import fitting, trees_read
from theoremtest.derivations.notation import NotationError, Source
from theoremtest.derivations.notation.claimed import claimed
from theoremtest.derivations.notation.displays import bare
from theoremtest.derivations.notation.ground import Line, laid
from theoremtest.reports.referee.passages import passages

BUILT, PARSED, REFUSED = "built", "parses", "refused"
_BUILDING = {"builders", "atoms", "products", "powers", "wellformed", "base"}
"""Modules that make a statement of syntax trees."""
CAUSES = (
    ("gradients", r"\\nabla"), ("means and variances", r"(?:mathbb|mathbf|mathsf|operatorname|mathrm)\s*\{?\s*(?:E|Var|Cov)\b|^E$"),
    ("probabilities and events", r"(?:mathbb|mathbf|operatorname|mathrm)\s*\{?\s*(?:P|Pr)\b|\\Pr|\\mid"),
    ("minima, maxima with something below", r"\\(?:min|max|sup|inf|arg\w*|lim\w*)|operatorname\{(?:arg|min|max|sup|inf)"),
    ("sums and products", r"\\(?:sum|prod|bigcup|bigcap)"), ("integrals", r"\\int"),
    ("orders and likenesses", r"\\(?:asymp|lesssim|gtrsim|sim|simeq|equiv|approx|ll|gg|propto|to|rightarrow|mapsto|triangleq|perp)"),
    ("sets and membership", r"\\(?:in|notin|subset\w*|cup|cap|\{|\}|setminus|forall|exists|emptyset)"),
    ("implications", r"\\(?:implies|Rightarrow|iff|Leftrightarrow|Longrightarrow)"),
    ("words", r"\\(?:text\w*|mbox|quad|qquad)"), ("dots", r"\\(?:c|l|d|v)?dots"),
    ("derivatives", r"\\partial|^d$"), ("norms of another kind", r"^\\\||^\\\\\|"),
)
"""What refuses, by the token at which a display is refused."""


@dataclass(frozen=True)
class Shown:
    """One display: its source file, its text, what came of it, the cause, and what was said."""

    paper: str
    text: str
    outcome: str
    cause: str = ""
    why: str = ""


def displays(main: Path) -> Iterator[Source]:
    """The displays of a manuscript with something in them."""
    for formula in passages(main, main.parent).formulas:
        if formula.displayed and formula.source.text.strip():
            yield Source.of(formula.source.text)


def looked_at(main: Path, source: Source, tries: int) -> Shown:
    """One display, under the declarations that take it furthest, a name before a sum in brackets as a factor, and then as a function."""
    first, other = letters(source), letters(source, factors=False)
    found = _tried(main, source, first, tries)
    if found.outcome == BUILT or other == first:
        return found
    again = _tried(main, source, other, tries)
    return again if again.outcome == BUILT or (found.outcome, again.outcome) == (REFUSED, PARSED) else found


def _tried(main: Path, source: Source, names: Letters, tries: int) -> Shown:
    """From the likeliest declarations those under which the trees fit are tried, then one name after the other is changed as long as that
    takes the display further, and then several at a time."""
    left = tries
    best: tuple[tuple[bool, int], Sorts, NotationError] | None = None
    read: list = []
    chance = random.Random(0)

    def ahead(sorts: Sorts) -> bool | None:
        """Whether these take the display further than any before; None where it is built."""
        nonlocal best, read
        with trees_read() as trees:
            error = _refusal(source, names.lines(sorts))
        if error is None:
            return None
        claims_nothing = error.message.startswith("this is no relation") and _is_expression(source, names.lines(sorts))
        rank = (claims_nothing or not _by_syntax(error), error.column or 0)
        further = best is None or rank > best[0]
        read = trees if further else read
        best = (rank, sorts, error) if further or best is None else best
        return further

    if ahead(names.likely) is None:
        return Shown(str(main), source.text, BUILT)
    while left > 0 and best is not None and names.likely:
        start = best[1]
        fits = fitting(read, start, chance)
        nearby = list(_other(names, start))
        some = [{key: sort if chance.random() < 0.5 or sort == "moving" else chance.choice(("number", "vector", "vector", "matrix"))
                 for key, sort in start.items()} for _ in range(min(left, 10))]
        for sorts in [*([fits] if fits != start else []), *nearby, *some]:
            left -= 1
            found = ahead(sorts)
            if found is None:
                return Shown(str(main), source.text, BUILT)
            if found or left <= 0:
                break
        else:
            continue
    cause, why = cause_of(source, best[2])
    return Shown(str(main), source.text, PARSED if best[0][0] else REFUSED, cause, why)


def _refusal(source: Source, lines: list[Line]) -> NotationError | None:
    """Why a display is no claim under these declarations; None where it is one."""
    try:
        claimed(source, laid(lines))
    except NotationError as error:
        return error
    return None


def _is_expression(source: Source, lines: list[Line]) -> bool:
    """Whether a display without a relation has a syntax tree, with one put behind it."""
    error = _refusal(Source.joined([bare(source), Source.of("= 0")], " "), lines)
    return error is None or not _by_syntax(error)


def _by_syntax(error: BaseException) -> bool:
    """Whether a formula was refused before all of the display had a syntax tree."""
    seen: BaseException | None = error
    frames = set()
    while seen is not None:
        trace = seen.__traceback__
        while trace is not None:
            frames.add((Path(trace.tb_frame.f_code.co_filename).stem, trace.tb_frame.f_code.co_name))
            trace = trace.tb_next
        seen = seen.__cause__ or seen.__context__
    return ("parser", "parse") in frames or not {stem for stem, _ in frames} & _BUILDING


def cause_of(source: Source, error: NotationError) -> tuple[str, str]:
    """The kind of what refuses a display, by the token that the error points at, or by its words."""
    why = " ".join(error.message.split())
    words, at = [token for token in source.tokens if not token.blank], error.column or 1
    token = next((token.text for token in reversed(words) if token.at <= at), "")
    behind = "".join(one.text for one in words if at <= one.at < at + 20)
    for name, pattern in CAUSES:
        if re.search(pattern, token) or re.match(r"\\?(?:" + pattern.removeprefix("^") + ")", behind):
            return name, why
    return re.sub(r"\\[A-Za-z]+(?:\{[^{}]*\})*|'[^']*'|\b[A-Za-z]\b|\d+", "*", why)[:60], why


def _other(letters: Letters, start: Sorts) -> Iterator[Sorts]:
    """The sorts with one of them changed."""
    for key in letters.likely:
        for sort in ("number", "vector", "matrix"):
            if sort != start[key] and start[key] != "moving":
                yield {**start, key: sort}


# the command -----------------------------------------------------------------------------------------------------------


def main() -> None:
    """Print the counts, for each source and of all, and the causes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("main", nargs="+", type=Path)
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=40)
    parser.add_argument("--show", default="")
    options = parser.parse_args()
    rows: list[Shown] = []
    for path in options.main:
        drawn = list(dict.fromkeys(displays(path)))
        total = len(drawn)
        if total > options.each:
            drawn = random.Random(options.seed).sample(drawn, options.each)
        found = [looked_at(path, source, options.tries) for source in drawn]
        rows += found
        print(f"{path.parent.name}/{path.name}: {total} displays, {len(drawn)} looked at, {_counts(found)}", flush=True)
    for row in rows:
        if options.show and options.show in (row.cause, row.outcome, "all"):
            print(f"--- {row.outcome}: {row.cause}: {row.why}\n{' '.join(row.text.split())}")
    print(f"all: {len(rows)} looked at, {_counts(rows)}")
    for cause, number in Counter(row.cause for row in rows if row.outcome != BUILT).most_common(40):
        print(f"{number:5}  {cause}")


def _counts(rows: list[Shown]) -> str:
    built = sum(row.outcome == BUILT for row in rows)
    parsed = built + sum(row.outcome == PARSED for row in rows)
    share = max(len(rows), 1)
    return f"{parsed} parse ({100 * parsed // share} %), {built} are built ({100 * built // share} %)"


if __name__ == "__main__":
    main()
