r"""Displays of manuscripts that nobody marked, read as claims: for how many there are declarations of their letters under which the grammar
takes the whole display, and for how many a statement comes of it; what refuses the others, counted by kind.

`python -m benchmarks.wild MAIN.tex ...` takes main files of sources that the caller has, `--each 60 --seed 1` draws so many displays of
each; nothing of them is kept. A letter is tried as a number, a vector, a square matrix and a normal draw, first as its use in the
display suggests, then by changing one letter and several, at most `--tries` times; one with brackets behind it is a function of what
stands in them. A display *parses* where under one of these every formula of it has a syntax tree, and is *built* where it is a
statement besides. Which declarations the author would make is not asked: what is counted is what she could say. What refuses is counted
by the try that came furthest; `--show CAUSE` prints those displays.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from theoremtest.derivations.notation import NotationError, Source
from theoremtest.derivations.notation.claimed import claimed
from theoremtest.derivations.notation.ground import Line, is_letter, laid
from theoremtest.derivations.notation.tokens import tex_tokens
from theoremtest.reports.referee.letters import Key, Name, latex_of, names_among
from theoremtest.reports.referee.passages import passages

BUILT, PARSED, REFUSED = "built", "parses", "refused"
SORTS = {
    "number": ("let {0}",), "vector": (r"let {0} \in \mathbb{{R}}^{{d_0}}",), "matrix": (r"let {0} \in \mathbb{{R}}^{{d_0 \times d_0}}",),
    "drawn": (r"let {0} \sim \mathcal{{N}}(0, 1)",),
    "vector drawn": (r"let {0} \in \mathbb{{R}}^{{d_0}}", r"let {0} \sim \mathcal{{N}}(0, 1)"),
    "moving": ("let {0}, r_{{{1}}}",),
}
"""What a letter is tried as, and the comments that say so."""
_SPACES = {"vector": r"\mathbb{R}^{d_0}", "matrix": r"\mathbb{R}^{d_0 \times d_0}"}
_MEAN = re.compile(r"\\(?:mathbb|mathrm|operatorname|mathbf|mathsf)\s*\{?\s*(?:E|P|Var|Cov|Pr)\b|\\Pr\b")
_ORDER = re.compile(r"(?:\\mathcal|\\widetilde|\\tilde)?\{?(?:O|o|\\Omega|\\Theta)\}?")
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
    """One display, under the declarations that take it furthest."""
    best: tuple[int, int, NotationError] | None = None
    for lines in declarations(source, tries):
        try:
            claimed(source, laid(lines))
        except NotationError as error:
            rank = (not _by_syntax(error), error.column or 0, error)
            if best is None or rank[:2] > best[:2]:
                best = rank
            continue
        return Shown(str(main), source.text, BUILT)
    outcome = PARSED if best is not None and best[0] else REFUSED
    cause, why = cause_of(source, best[2]) if best is not None else ("no letters", "")
    return Shown(str(main), source.text, outcome, cause, why)


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


# declarations ----------------------------------------------------------------------------------------------------------


def declarations(source: Source, tries: int) -> Iterator[list[Line]]:
    """Declarations of the letters of a display, the likeliest first."""
    try:
        words = [token.text for token in tex_tokens(source.text)]
        names = names_among(tex_tokens(source.text))
    except NotationError:
        yield []
        return
    keys = dict.fromkeys(_with_superscript(words, name) for name in names if not name.key[0].startswith(r"\mathbb"))
    letters = [key for key in keys if is_letter(latex_of(key)) and not _ORDER.fullmatch("".join(key))]
    uses = {key: list(_uses(words, key)) for key in letters}
    functions = [key for key in letters if any(arguments for _, arguments in uses[key])]
    likely = {key: _sort(words, key) for key in letters if key not in functions}
    for sorts in islice(_changed(likely), tries):
        yield _lines(sorts, {key: [arguments for _, arguments in uses[key]] for key in functions}, bool(_MEAN.search(source.text)))


def _with_superscript(words: list[str], name: Name) -> Key:
    """A name with a star, a sign, an index in brackets or a prime above it, or that of the letter in a norm."""
    key, end = (name.inner, name.end - 1) if name.norm else (name.key, name.end)
    if words[end:end + 1] == ["'"]:
        return (*key, "'")
    if words[end:end + 1] == ["^"]:
        inner = words[end + 1:end + 2] if words[end + 1:end + 2] != ["{"] else words[end + 1:words.index("}", end) + 1]
        if inner and (inner[-1] in ("*", r"\star", "+", "-") or inner[1:2] == ["("] or inner[1:3] == ["t", "+"]):
            return (*key, "^", *inner)
    return key


def _uses(words: list[str], key: Key) -> Iterator[tuple[int, list[list[str]]]]:
    """Where a name stands, and the arguments behind it where it is a function there."""
    for place in range(len(words) - len(key) + 1):
        if tuple(words[place:place + len(key)]) == key:
            end = place + len(key)
            lone = words[end:end + 1] == ["("] and (words[place - 1:place] == [r"\nabla"] or words[place - 1:place] != ["}"])
            yield place, _arguments(words, end) if lone else []


def _arguments(words: list[str], place: int) -> list[list[str]]:
    """What stands between the commas of brackets; empty where that is a sum of numbers alone, as behind a factor."""
    depth, found = 0, [[]]
    for at in range(place, len(words)):
        depth += (words[at] in "([{") - (words[at] in ")]}")
        if depth == 0:
            break
        if depth == 1 and words[at] == ",":
            found.append([])
        elif at > place:
            found[-1].append(words[at])
    lettered = all(any(word[-1].isalpha() for word in one) for one in found)
    factor = len(found) == 1 and {"+", "-"} & set(found[0][1:]) and words[place - 2] != r"\nabla"
    return found if lettered and not factor else []


def _changed(likely: dict[Key, str]) -> Iterator[dict[Key, str]]:
    yield likely
    for key in likely:
        for sort in ("number", "vector", "matrix"):
            if sort != likely[key]:
                yield {**likely, key: sort}
    chance = random.Random(0)
    while likely:
        yield {key: sort if chance.random() < 0.5 else chance.choice(("number", "vector", "vector", "matrix"))
               for key, sort in likely.items()}


def _sort(words: list[str], key: Key) -> str:
    """What a letter seems to be by its use."""
    found = "number"
    for place, _ in _uses(words, key):
        before, after = words[max(place - 2, 0):place], words[place + len(key):place + len(key) + 2]
        if before[-1:] == [r"\dot"] or before == [r"\dot", "{"]:
            return "moving"
        if after in (["^", r"\top"], ["^", "T"]) or before[-1:] in ([r"\|"], [r"\langle"]) or after[:1] in ([r"\|"], [r"\rangle"]) \
                or key[0] in (r"\mathbf", r"\boldsymbol", r"\bm", r"\vec") or before == [r"\odot"] or after[:1] == [r"\odot"]:
            found = "matrix" if any(word.isupper() for word in key[:3]) else "vector"
    return found


def _lines(sorts: dict[Key, str], functions: dict[Key, list[list[list[str]]]], averaged: bool) -> list[Line]:
    found, rates = [], []
    for place, (key, sort) in enumerate(sorts.items()):
        drawn = {"number": "drawn", "vector": "vector drawn"}.get(sort, sort) if averaged else sort
        found += [line.format(latex_of(key), place) for line in SORTS[drawn]]
        rates += [rf"\dot{{{latex_of(key)}}} = r_{{{place}}}"] if sort == "moving" else []
    for key, uses in functions.items():
        arguments = next(one for one in uses if one)
        inside = [{sort for letter, sort in sorts.items() if any(True for _ in _uses(words, letter))} for words in arguments]
        spaces = [next((_SPACES[sort] for sort in ("vector", "matrix") if sort in found_in), r"\mathbb{R}") for found_in in inside]
        found.append(f"let {latex_of(key)} : " + r" \times ".join(spaces) + r" \to \mathbb{R}")
    found += [f"along {', '.join(rates)}"] if rates else []
    return [Line(*line.split(" ", 1)) for line in found]


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
