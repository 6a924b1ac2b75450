"""Claims: a paper's statement as printed, with its permanent id, its derivation, and its erratum where it is false."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TypeVar

from sympy import Basic, Expr

from theoremtest.derivations.display import Shown

from .domain import Domain
from .errors import ClaimError, TheoremtestError
from .paper import Paper
from .sources import Marked, Sourced, sources_of
from .spoken import Spoken
from .statement import Equal, Statement

ERRATUM_KINDS = ("wrong", "incomplete", "garbled")
GARBLED = "garbled"
"""The kind that is nobody's error; it is counted apart from the errata."""
ORIGINS = ("printed", "reconstructed", "derived")
"""`printed`: the paper's own formula or sentence; `reconstructed`: the stored text lost it; `derived`: ours."""
MISTAKES = (ArithmeticError, AssertionError, AttributeError, LookupError, NameError, TheoremtestError, RuntimeError, TypeError, ValueError)
"""What a slip in a claim function raises; a time limit that runs out while it is called is none."""
ClaimFunction = TypeVar("ClaimFunction", bound=FunctionType)


@dataclass(frozen=True)
class Step:
    """One link of a derivation: a statement that is itself decided, and the reason that a reader is given."""

    statement: Statement
    reason: str


def chain(start: Expr, *links: tuple[Expr, str], on: Domain) -> tuple[Step, ...]:
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
    no_value: an `incomplete` statement that holds where it has a value, and has none at a point that the missing condition
    excludes; that point is then looked for, and is what refutes it.
    under: conditions under which the printed formula holds, where the correction changes more than the domain; that is decided, too.
    convention: the words of a convention by which the statement is right as printed; it lowers the grade, and nothing raises one.
    """

    kind: str
    why: str
    corrected: Statement
    no_value: bool = False
    under: tuple[Basic, ...] = ()
    convention: str = ""

    def __post_init__(self) -> None:
        if self.kind not in ERRATUM_KINDS:
            raise ClaimError(f"an erratum is one of {', '.join(ERRATUM_KINDS)}; got {self.kind!r}")
        if not self.why.strip():
            raise ClaimError("an erratum says why the printed statement fails")
        if self.no_value and self.kind != "incomplete":
            raise ClaimError("a statement that only lacks a value is `incomplete`")
        if self.under and self.kind != "incomplete":
            raise ClaimError("what holds under a further condition (`under`) is `incomplete`")


@dataclass(frozen=True)
class Printed:
    """What a claim function returns when there is more to tell than the statement."""

    statement: Statement
    derivation: tuple[Step, ...] = ()
    erratum: Erratum | None = None
    latex: str | None = None
    """The printed formula where the statement's own LaTeX would read differently (a garbled text, a verbal claim)."""
    conditions: tuple[Marked, ...] = ()
    """As the decorator's, for conditions on symbols that the claim function makes."""
    defines: tuple[Basic, ...] = ()
    """Abbreviations of the domain, where the printed formula only says what these letters stand for and the statement what follows."""
    spoken: Mapping[str, Spoken] = field(default_factory=dict)
    r"""By part ("" for a statement without parts): what the sign of its printed relation, such as \approx or \to, is read as."""


@dataclass(frozen=True, eq=False)
class Claim(Shown):
    """A statement of a paper under its permanent id.

    Who it is, and what it rests on, is known at once; its formulas are built when they are first asked for, so that a
    question about one claim does not wait for all the others.
    """

    id: str
    paper: Paper
    where: str
    """The paper's own number for the place: `Eq. (27)`."""
    title: str
    uses: tuple[str, ...]
    """Ids of the claims that it rests on."""
    note: str
    origin: str
    """One of ORIGINS."""
    build: Callable[[], Statement | Printed]
    """Returns the statement, or all that is printed."""
    module: str = ""
    """The module that the claim is written in, by its import name; empty for a claim made on the way."""
    function: str = ""
    """The name of the claim function, which together with the module finds its line."""
    source: str = ""
    """File and line of the claim function, for messages."""
    conditions: tuple[Marked, ...] = ()
    """What the claim says of the sources of its conditions; `sources` has the whole answer."""
    reading: str = ""
    """How printed words became the statement; empty where a formula was transcribed."""
    leaves_out: str = ""
    """What of the printed words the statement does not say; what is proved is then proved in part."""

    @cached_property
    def printed(self) -> Printed:
        """The statement with its derivation and erratum. Raises ClaimError where the claim function fails or returns something else."""
        try:
            made = self.build()
        except MISTAKES as error:
            told = str(error) if isinstance(error, TheoremtestError) else f"{type(error).__name__}: {error}"
            raise ClaimError(f"{self.id} at {self.source} cannot be built: {told}") from error
        if isinstance(made, Statement):
            made = Printed(made)
        if not isinstance(made, Printed):
            raise ClaimError(f"{self.id} at {self.source}: a claim function returns a Statement or Printed; got {type(made).__name__}")
        if made.erratum and self.origin != "printed" and made.erratum.kind != GARBLED:
            raise ClaimError(f"{self.id} at {self.source} is {self.origin}: what the paper does not print is no erratum of it")
        return made

    @property
    def statement(self) -> Statement:
        """The statement as printed."""
        return self.printed.statement

    @property
    def derivation(self) -> tuple[Step, ...]:
        """The links that lead to the statement, each decided by itself."""
        return tuple(self.printed.derivation)

    @property
    def erratum(self) -> Erratum | None:
        """What is wrong with the printed statement; None where nothing is."""
        return self.printed.erratum

    @property
    def latex(self) -> str:
        """The printed formula."""
        return self.printed.latex or self.statement.latex()

    @cached_property
    def sources(self) -> tuple[Sourced, ...]:
        """Every condition of the printed statement and where it stands in the paper. Raises ClaimError for a mark that fits none."""
        try:
            return sources_of(self.statement, (*self.conditions, *self.printed.conditions), self.paper, ours=self.origin == "derived")
        except ClaimError as error:
            raise ClaimError(f"{self.id} at {self.source}: {error}") from None

    @property
    def domain(self) -> Domain:
        """Where the statement is claimed to hold."""
        return self.statement.on


_PLACES = (
    (r"Eq\. \(((?:[A-Z]\.?|\d+\.)?\d+[a-z]?)\)", "{}"),
    (r"Theorem ([A-Z]?\.?\d+(?:\.\d+)?|[A-Z]\.\d+)", "thm-{}"),
    (r"Lemma ([A-Z]?\.?\d+(?:\.\d+)?)", "lemma-{}"),
    (r"Proposition ([A-Z]?\.?\d+(?:\.\d+)*)", "prop-{}"),
    (r"Corollary ([A-Z]?\.?\d+(?:\.\d+)*)", "cor-{}"),
    (r"Definition ([A-Z]?\.?\d+(?:\.\d+)?)", "def-{}"),
    (r"Assumption ([A-Z]?\.?\d+(?:\.\d+)?)", "assumption-{}"),
    (r"Footnote (\d+)", "fn-{}"),
    (r"Fig\. ((?:[A-Z]\.|\d+\.)?\d+)", "fig-{}"),
    (r"Table ((?:[A-Z]\.|\d+\.)?\d+)", "table-{}"),
    (r"Algorithm (\d+)", "alg-{}"),
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
                         "Definition 1, Assumption 4, Footnote 2, Fig. 7, Table 1, Algorithm 1, Section 3, Appendix D.2")
    if part is None:
        return base
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", part):
        raise ClaimError(f"part {part!r} of {base} may hold lower-case letters, digits and hyphens")
    return f"{base}:{part}"


def claim(paper: Paper, place: str, part: str | None = None, uses: Iterable[str] = (), origin: str = "printed",
          conditions: Iterable[Marked] = (), reading: str = "", leaves_out: str = "") -> Callable[[ClaimFunction], ClaimFunction]:
    """Make the decorated function a claim of the module that it stands in.

    The function takes no argument and returns a Statement or a `Printed`; the first line of its docstring is the title,
    the rest a note for the report. It is called when the claim's formulas are first asked for. Its attribute `claim` is the claim,
    and in a notebook it shows itself as that.
    uses: ids of the claims that it rests on. conditions: where those of its domain stand in the paper (`stated`, `added`,
    `by`). reading: how the printed words became the statement; leaves_out: what of them it does not say.
    Raises ClaimError for a place, part or origin that is not allowed.
    """
    if origin not in ORIGINS:
        raise ClaimError(f"origin is one of {', '.join(ORIGINS)}; got {origin!r}")
    if leaves_out.strip() and not reading.strip():
        raise ClaimError("a claim that leaves out some of the printed words says how it reads them")

    def register(function: ClaimFunction) -> ClaimFunction:
        doc = inspect.getdoc(function) or ""
        if not doc:
            raise ClaimError(f"{function.__name__} needs a docstring: its first line is the claim's title")
        title, _, note = doc.partition("\n")
        code = function.__code__
        made = Claim(
            id=place_id(paper, place, part), paper=paper, where=place, title=title.strip().rstrip("."), uses=tuple(uses),
            note=" ".join(note.split()), origin=origin, build=function, module=function.__module__, function=function.__name__,
            source=f"{Path(code.co_filename).name}:{code.co_firstlineno}", conditions=tuple(conditions),
            reading=" ".join(reading.split()), leaves_out=" ".join(leaves_out.split()),
        )
        vars(function).update(claim=made, _repr_html_=made._repr_html_, _repr_latex_=made._repr_latex_)
        function.__globals__.setdefault(CLAIMS_OF_A_MODULE, []).append(made)
        return function

    return register


CLAIMS_OF_A_MODULE = "__theoremtest_claims__"
"""The name under which a module keeps the claims that are written in it, in their order."""


def claims_in(module: ModuleType) -> tuple[Claim, ...]:
    """The claims that are written in a module, in its order."""
    return tuple(getattr(module, CLAIMS_OF_A_MODULE, ()))
