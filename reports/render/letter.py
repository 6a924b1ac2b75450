"""A letter to a paper's authors on its errata: grade by grade, slip by slip, what is printed, why it fails, and what holds instead.

It is made of the ledger's records as the report is, in Markdown and in LaTeX, and short: of a conjunction it shows the first part that
fails, of several places the first one. A formula that is a reading of words is shown with the words of that reading, and only where these,
or the paper's own formulas, say what its letters are; a point is shown with the formula that it refutes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from theoremtest.reports.formulas.formula import tokens, width_of
from theoremtest.reports.formulas.values import value_latex
from theoremtest.reports.verify.implied import CONDITION, DEGENERATE, FALSE

from . import latex, markdown
from .model import Example, Formula, PaperView, PartView, SlipView, people
from .prose import Run
from .units import braced

INCOMPLETE = "incomplete"
WIDE = (66, 48, 32)
"""The width of a formula, in letters, that a letter still shows; a wider one is for the page of the claim. A long letter shows fewer."""
MOST = 17000
"""Letters and signs, without what every letter says, that fill about five pages."""
LONG = 360
"""Characters after which the reason ends with its sentence; a reading that is longer is for the page of the claim."""
LETTER = re.compile(r"\\(?:tilde|hat|bar|dot|ddot)\{?\s*(\\?[A-Za-z]+)|\\([A-Za-z]+)|([A-Za-z])")
NO_LETTERS = re.compile(r"\\(?:operatorname|text|begin|end|mathrm)\{[^{}]*\}|"
                        r"\\(?:left|right|frac|sqrt|sum|int|lim|infty|to|cdot|leq|geq|neq|wedge|"
                        r"vee|top|otimes|oplus|mathbf|mathbb|mathcal|quad|qquad|in|iff|implies|Rightarrow|prod|forall|exists|subset|sim|dots|ldots|"
                        r"approx|pm|mp|ne|le|ge|circ|perp|nabla|partial|prime|min|max|exp|log|ln|sin|cos|sinh|cosh|tanh|gg|ll|succeq|mapsto|ell"
                        r"|displaystyle)(?![A-Za-z])|\\[^A-Za-z]|(?<![A-Za-z])d(?=[}t]|\\)|e(?=\^)")
"""What of a formula is no letter of anybody's: commands, words, differentials, the exponential."""
SUMMED = re.compile(r"\\sum_\{([a-z])(?:=|\})")
SENTENCE = re.compile(r"(?<!\bEq)(?<!\bEqs)(?<!\bFig)(?<!\bFigs)\.(?= )")
RATE = re.compile(r"\\frac\{d\}\{dt\}|\\dot\b")
NEAR = re.compile(r"(-?\d+\.\d+) \u00b1")
DECIMAL = re.compile(r"-?\d+\.\d+")
MATRIX_OF_ONE = re.compile(r"\[([^,;\[\]]*)\]")


@dataclass(frozen=True)
class Item:
    """One slip as the letter shows it; formulas are LaTeX, and what is too long for a letter is empty."""

    number: int
    title: tuple[Run, ...]
    place: str
    id: str
    printed: tuple[str, ...]
    """What is printed and fails, then what its letters abbreviate; empty where words are printed."""
    read_as: tuple[str, ...]
    """The statement that was decided, where it is another formula or words are printed."""
    reading: tuple[Run, ...]
    """How the printed words became that statement; empty where nothing is shown of it."""
    why: tuple[Run, ...]
    convention: tuple[Run, ...]
    at: tuple[str, ...]
    """The point, each letter with its value."""
    sides: tuple[str, ...]
    """Both sides there."""
    corrected: tuple[str, ...]
    """What holds in its place, then its abbreviations; empty where it is the same formula under a condition."""
    missing: tuple[str, ...]
    elsewhere: tuple[str, ...]


@dataclass(frozen=True)
class Letter:
    """All that a letter says."""

    paper: PaperView
    false: tuple[Item, ...]
    conditional: tuple[Item, ...]
    remarks: tuple[Item, ...]
    garbled: tuple[str, ...]
    """Places where the text that was read had lost symbols."""

    @property
    def names(self) -> str:
        """The authors as a letter addresses them."""
        named = people(self.paper.authors)
        return named[0] if len(named) == 1 else ", ".join(named[:-1]) + " and " + named[-1] if named else "authors"

    @property
    def holding(self) -> int:
        """How many statements hold as they are printed, or more than their formula says."""
        return sum(claim.origin == "printed" and claim.verdict in ("proved", "proved in part", "supported") for claim in self.paper.claims)

    @property
    def points(self) -> int:
        """How many slips the letter lists."""
        return len(self.false) + len(self.conditional) + len(self.remarks)

    @property
    def restored(self) -> bool:
        """Whether formulas of the paper had to be restored, as the text that was read had lost them."""
        return any(claim.origin == "reconstructed" for claim in self.paper.claims)

    @property
    def read(self) -> int:
        """How many printed statements were read."""
        return sum(claim.origin == "printed" for claim in self.paper.claims)


def letter_of(paper: PaperView) -> Letter:
    """The letter on a paper, with as many formulas as leave it short."""
    made = [_letter_of(paper, wide) for wide in WIDE]
    return next((letter for letter in made if _length(letter) <= MOST), made[-1])


def _length(letter: Letter) -> float:
    """About how many letters and signs it has."""
    items = (*letter.false, *letter.conditional, *letter.remarks)
    words = sum(len(run.text) for item in items for run in (*item.title, *item.why, *item.reading))
    shown = (formula for item in (*letter.false, *letter.conditional) for listed in (item.printed, item.read_as, item.corrected, item.at)
             for formula in listed)
    return words + sum(map(width_of, shown))


def _letter_of(paper: PaperView, wide: float) -> Letter:
    places = {claim.id: claim.where for claim in paper.claims}
    own = frozenset().union(*(_letters(claim.formula.latex) for claim in paper.claims if claim.origin == "printed" and (
        claim.formula.stated or not (claim.reading or claim.formula.parts))))

    def items(part: str, start: int) -> tuple[Item, ...]:
        slips = [slip for slip in paper.slips if _part_of(slip) == part]
        return tuple(_item(slip, start + number, places, wide, own) for number, slip in enumerate(slips, start=1))

    false = items(FALSE, 0)
    conditional = items(CONDITION, len(false))
    remarks = items(DEGENERATE, len(false) + len(conditional))
    return Letter(paper, false, conditional, remarks, tuple(dict.fromkeys(claim.where for claim in paper.garbled)))


def _part_of(slip: SlipView) -> str:
    """The part of the letter in which a slip stands: what its errata call incomplete lacks something, and may be right with it."""
    if slip.grade == DEGENERATE:
        return DEGENERATE
    kinds = {claim.erratum.kind for claim in slip.claims if claim.erratum}
    return CONDITION if slip.grade == CONDITION or kinds == {INCOMPLETE} else FALSE


def as_markdown(paper: PaperView) -> str:
    """The letter as Markdown."""
    text = markdown.environment().get_template("letter.md.j2").render(letter=letter_of(paper))
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def as_latex(paper: PaperView) -> str:
    """The letter as a LaTeX document."""
    return latex.environment().get_template("letter.tex").render(letter=letter_of(paper))


def _item(slip: SlipView, number: int, places: Mapping[str, str], wide: float, letters: frozenset[str]) -> Item:
    def told(runs: Iterable[Run]) -> tuple[Run, ...]:
        """Running text in which the paper's places stand for our names of them."""
        return _without_itself(tuple(Run("text", places.get(run.text, run.text)) if run.kind == "ref" else run for run in runs), root.where)

    root, erratum = slip.root, slip.root.erratum
    assert erratum is not None  # a slip is of errata
    missing = erratum.missing if erratum.kind == "incomplete" or len(erratum.missing) == 1 else ()
    failing = [part for part in root.formula.parts if part.verdict == "refuted"]
    shown = erratum.example.part if erratum.example else ""
    part = next((part for part in failing if "".join(run.text for run in part.name) == shown), next(iter(failing), None))
    decided = _with_letters(part.latex if part else root.formula.stated or root.formula.latex, part, root.formula)
    own = bool(root.reading or root.formula.stated)
    why, reading = _shortened(told(erratum.why)), told(root.reading)
    printed = decided if not own else (root.formula.latex,) if root.formula.stated and root.formula.latex else ()
    mended = _corrected(erratum.formula, part, bool(missing))
    if mended[:1] == decided[:1]:
        missing, mended = _added(erratum.formula, part) or missing, ()
    said = frozenset().union(letters, *(_letters(run.text) for run in (*slip.title, *reading, *why) if run.kind == "math"),
                             *(_letters(formula) for formula in (printed if own else ())))
    fits = _fits(decided, wide) and (not own or (sum(len(run.text) for run in reading) <= LONG and _known(decided, said)))
    if (own and not fits) or not (_fits(decided, wide) or _fits(mended, WIDE[-1])):
        mended = ()  # it would be in the letters of a statement that is not shown
    if not _known(missing, said | _letters(" ".join(decided if fits else ()))):
        missing = ()
    at, sides = _example(erratum.example, decided, wide) if fits else ((), ())
    return Item(number, told(slip.title), root.where, root.id, printed if _fits(printed, wide) else (), decided if own and fits else (),
                reading if own and fits else (), why, told(erratum.convention), at, sides if at else (),
                mended if _fits(mended, wide) else (), missing,
                tuple(dict.fromkeys(claim.where for claim in slip.claims[1:] if claim.where != root.where)))


def _without_itself(spoken: tuple[Run, ...], where: str) -> tuple[Run, ...]:
    """Running text without brackets that name nothing but the place that it speaks of, which it meant another claim of."""
    found: list[Run] = []
    for run in spoken:
        back = found[-1].text if found and found[-1].text == where and len(found) > 1 else ""
        if back and found[-2].text.endswith("(") and run.text.startswith(")"):
            found[-2:] = [Run("text", found[-2].text[:-1].rstrip())]
            run = Run("text", run.text[1:])
        found.append(run)
    return tuple(found)


def _letters(latex: str) -> frozenset[str]:
    """The letters of a formula, without scripts, accents and fonts."""
    plain = NO_LETTERS.sub(" ", re.sub(r"_(?:\{[^{}]*\}|\\?[A-Za-z]+|.)", "", latex))
    return frozenset(next(filter(None, found)) for found in LETTER.findall(plain))


def _known(formulas: tuple[str, ...], said: frozenset[str]) -> bool:
    summed = frozenset(SUMMED.findall(" ".join(formulas)))
    return _letters(" ".join(formulas)) - summed <= said


def _added(now: Formula, part: PartView | None) -> tuple[str, ...]:
    """The conditions that a correction of the same formula has besides; of a conjunction those of the part that fails."""
    mended = next((one for one in now.parts if part is not None and one.name == part.name), None)
    stated = mended.domain.conditions if mended and mended.same else now.domain.conditions if now.same else ()
    return tuple(item for item in stated if r"\in" not in tokens(item))


def _shortened(spoken: tuple[Run, ...]) -> tuple[Run, ...]:
    """Running text up to the first sentence that ends beyond what is long."""
    found: list[Run] = []
    length = 0
    for run in spoken:
        end = SENTENCE.search(run.text, max(0, LONG - length)) if run.kind == "text" else None
        if end:
            return (*found, Run("text", run.text[:end.start() + 1]))
        found.append(run)
        length += len(run.text)
    return tuple(found)


def _fits(formulas: tuple[str, ...], wide: float) -> bool:
    return sum(map(width_of, formulas)) <= wide


def _example(example: Example | None, printed: tuple[str, ...], wide: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The point in the letters that the formula speaks of, sizes included, and both sides there; of a rate in all letters, as the motion
    has others than the formula."""
    if example is None:
        return (), ()
    point = [(name, _value(value)) for name, value in example.point]
    summed, moves = SUMMED.findall(" ".join(printed)), RATE.search(printed[0])
    at = tuple(f"{name} = {value}" for name, value in point
               if name not in summed and (moves or _spoken(name, printed) or "matrix" in value))
    truths = {example.left, example.right} <= {"", "true", "false"} or set(tokens(printed[0])) & {r"\vee", r"\wedge", r"\iff"}
    sides = () if truths else (_value(example.left), _value(example.right))
    return (at, sides) if _fits(at, wide) else ((), ())


def _spoken(name: str, formulas: tuple[str, ...]) -> bool:
    """Whether a letter stands in one of the formulas: with its own accents and scripts, and no others."""
    lone = re.compile(r"(?<![A-Za-z\\])(?<!\\tilde\{)(?<!\\hat\{)(?<!\\bar\{)" + re.escape(braced(name)) + r"(?![A-Za-z_'(]|\^\{\*\})")
    return any(lone.search(braced(formula)) for formula in formulas)


def _value(text: str) -> str:
    """A value as LaTeX, a matrix of one entry as that entry."""
    one = MATRIX_OF_ONE.fullmatch(text.strip())
    text = one.group(1).strip() if one else text
    about = NEAR.match(text)
    if about:
        return (value_latex(f"{float(about.group(1)):.6g}") or "") + r"\ldots"
    if DECIMAL.fullmatch(text):
        return value_latex(f"{float(text):.6g}") or text
    return value_latex(text) or rf"\text{{{text}}}"


def _corrected(formula: Formula, part: PartView | None, conditional: bool) -> tuple[str, ...]:
    """What holds: of a conjunction the part that mends what fails, else the first of its parts, unless a condition says it all."""
    if not formula.parts:
        return _with_letters(formula.latex, None, formula)
    named = next((one for one in formula.parts if part is not None and one.name == part.name), None)
    if named is None and conditional:
        return ()
    chosen = named or formula.parts[0]
    return _with_letters(chosen.latex, chosen, formula)


def _with_letters(latex: str, part: PartView | None, formula: Formula) -> tuple[str, ...]:
    """A formula and those abbreviations of its domain that it uses, directly or by another one."""
    found, spoken = [], set(tokens(latex))
    for item in reversed((*formula.domain.where, *(part.domain.where if part else ()))):
        name, _, value = item.partition(":=")
        if set(tokens(name)) - {" "} <= spoken:
            found.append(item.replace(":=", "="))
            spoken |= set(tokens(value))
    return (latex, *reversed(found))
