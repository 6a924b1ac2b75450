"""Claims: a paper's statement as printed, with its permanent id, its derivation, and its erratum where it is false."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from pathlib import Path

from .errors import ClaimError
from .paper import Paper
from .statement import Equal, Statement

ERRATUM_KINDS = ("wrong", "incomplete", "garbled")


@dataclass(frozen=True)
class Step:
    """One link of a derivation: a statement that is itself decided, and the reason that a reader is given."""

    statement: Statement
    reason: str


def chain(start, *links, on) -> tuple[Step, ...]:
    """A derivation that reads `start = e1 = e2 = ...`; each link is `(expression, reason)`, each equality is decided."""
    steps, left = [], start
    for expression, reason in links:
        steps.append(Step(Equal(left, expression, on=on), reason))
        left = expression
    return tuple(steps)


@dataclass(frozen=True)
class Erratum:
    """The printed statement is refuted: why, and the statement that holds instead.

    kind: `wrong`, `incomplete` (a condition is missing) or `garbled` (the stored text lost or moved symbols).
    """

    kind: str
    why: str
    corrected: Statement

    def __post_init__(self):
        if self.kind not in ERRATUM_KINDS:
            raise ClaimError(f"an erratum is one of {', '.join(ERRATUM_KINDS)}; got {self.kind!r}")
        if not self.why.strip():
            raise ClaimError("an erratum says why the printed statement fails")


@dataclass(frozen=True)
class Printed:
    """What a claim function returns when there is more to tell than the statement."""

    statement: Statement
    derivation: tuple[Step, ...] = ()
    erratum: Erratum | None = None
    latex: str | None = None
    """The printed formula where the statement's own LaTeX would read differently (a garbled text, a verbal claim)."""


@dataclass(frozen=True)
class Claim:
    """A statement of a paper under its permanent id."""

    id: str
    paper: Paper
    where: str
    title: str
    statement: Statement
    uses: tuple[str, ...]
    derivation: tuple[Step, ...]
    erratum: Erratum | None
    note: str
    origin: str
    """`printed` for what the paper states, `derived` for what it omits or leaves to the reader."""
    printed_latex: str | None = None
    source: str = ""
    """Module and line of the claim function, for messages."""

    @property
    def latex(self) -> str:
        return self.printed_latex or self.statement.latex()

    @property
    def domain(self):
        return self.statement.on


_PLACES = (
    (r"Eq\. \(([A-Z]?\.?\d+[a-z]?)\)", "{}"),
    (r"Theorem ([A-Z]?\.?\d+(?:\.\d+)?|[A-Z]\.\d+)", "thm-{}"),
    (r"Lemma ([A-Z]?\.?\d+(?:\.\d+)?)", "lemma-{}"),
    (r"Proposition ([A-Z]?\.?\d+(?:\.\d+)?)", "prop-{}"),
    (r"Corollary ([A-Z]?\.?\d+(?:\.\d+)?)", "cor-{}"),
    (r"Definition ([A-Z]?\.?\d+(?:\.\d+)?)", "def-{}"),
    (r"Assumption ([A-Z]?\.?\d+(?:\.\d+)?)", "assumption-{}"),
    (r"Footnote (\d+)", "fn-{}"),
    (r"Fig\. (\d+)", "fig-{}"),
    (r"Table (\d+)", "table-{}"),
    (r"Section (\d+(?:\.\d+)*)", "sec-{}"),
    (r"Appendix ([A-Z](?:\.\d+)*)", "app-{}"),
)


def place_id(paper: Paper, place: str, part: str | None = None) -> str:
    """The permanent id of a place: `Eq. (27)` of kunin2024 is `kunin2024/27`, `part` goes after a colon."""
    for pattern, form in _PLACES:
        match = re.fullmatch(pattern, place)
        if match:
            base = f"{paper.key}/{form.format(match.group(1))}"
            break
    else:
        raise ClaimError(f"place {place!r} is none of: Eq. (27), Theorem 3.1, Lemma A.1, Proposition 2, Corollary 1, "
                         "Definition 1, Assumption 4, Footnote 2, Fig. 7, Table 1, Section 3, Appendix D.2")
    if part is None:
        return base
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", part):
        raise ClaimError(f"part {part!r} of {base} may hold lower-case letters, digits and hyphens")
    return f"{base}:{part}"


def claim(paper: Paper, place: str, part: str | None = None, uses=(), origin: str = "printed"):
    """Register the decorated function's statement as a claim.

    The function takes no argument and returns a Statement or a `Printed`; the first line of its docstring is the title,
    the rest a note for the report. uses: ids of the claims that it rests on.
    """
    if origin not in ("printed", "derived"):
        raise ClaimError(f"origin is `printed` or `derived`; got {origin!r}")

    def register(function):
        from .registry import REGISTRY

        told = function()
        if isinstance(told, Statement):
            told = Printed(told)
        if not isinstance(told, Printed):
            raise ClaimError(f"{function.__name__} returns a Statement or Printed; got {type(told).__name__}")
        doc = inspect.getdoc(function) or ""
        if not doc:
            raise ClaimError(f"{function.__name__} needs a docstring: its first line is the claim's title")
        title, _, note = doc.partition("\n")
        code = function.__code__
        made = Claim(
            id=place_id(paper, place, part), paper=paper, where=place, title=title.strip().rstrip("."),
            statement=told.statement, uses=tuple(uses), derivation=tuple(told.derivation), erratum=told.erratum,
            note=" ".join(note.split()), origin=origin, printed_latex=told.latex,
            source=f"{Path(code.co_filename).name}:{code.co_firstlineno}",
        )
        REGISTRY.add(made)
        function.claim = made
        return function

    return register
