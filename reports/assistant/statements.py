"""A statement that somebody asks about: read over its declarations, decided, and told with what was read of it and what was not.

SymPy shortens what it builds, `e^{\\log x}` to x, and with it drops where that has no value. What was dropped is asked for a value by
itself, so that nothing is proved of points at which what was typed says nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from sympy import Basic

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import All, Claim, Counterexample, Domain, Equal, Evidence, Outcome, Paper, Statement
from theoremtest.derivations.notation import NotationError, Source, parts_built
from theoremtest.derivations.notation.claimed import claimed
from theoremtest.derivations.notation.ground import Ground, Line, extended
from theoremtest.derivations.notation.pythonlike import declared_in_latex, spelled_in_latex
from theoremtest.derivations.proof.decide import decide
from theoremtest.reports.edits.saying import says_nothing
from theoremtest.reports.formulas.unicode_formula import unicode_domain, unicode_formula
from theoremtest.reports.tex.marks import WORD, Declared, Doubtful, Forget, Laid, said
from theoremtest.reports.tex.values import dropped, has_a_value, in_abbreviations, refuse_lost

LATEX, PYTHON = "latex", "python"
OTHERS = Paper(key="asked2000", authors="whoever asks", title="A statement that was asked about", year=2000)
VALUE = 5.0
"""Seconds at most for whether what was dropped has a value."""
MOST = 8
"""Parts that were dropped and are asked for a value; of more it is not shown."""


@dataclass(frozen=True)
class Read:
    """A statement as it was read. spelled: its LaTeX where it was typed in Python's way; dropped: what SymPy shortened away; within: all
    that was laid down, also for letters that were shortened away."""

    statement: Statement
    spelled: str = ""
    dropped: tuple[Basic, ...] = ()
    within: Domain = field(default_factory=Domain)

    def as_json(self) -> dict:
        """The statement in LaTeX and in words."""
        return {**in_words(self.statement), **({"spelled": self.spelled} if self.spelled else {})}

    @property
    def claim(self) -> Claim:
        """The statement as a claim of nobody's, for what is asked of claims alone."""
        return Claim(id=f"{OTHERS.key}/statement", paper=OTHERS, where="statement", title="The statement", uses=(), note="",
                     origin="printed", build=lambda: self.statement, source="the statement")


@dataclass(frozen=True)
class Answer:
    """What became of a statement: verdict, by what, of which points, where it fails, and what was not read or not settled."""

    verdict: str
    by: str = ""
    scope: str = ""
    point: Counterexample | None = None
    unread: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    def as_json(self) -> dict:
        """The answer as plain data."""
        return {"verdict": self.verdict, "by": self.by, "scope": self.scope, "point": point_as_json(self.point),
                "unread": list(self.unread), "notes": list(self.notes), "seconds": round(self.seconds, 3)}


def in_words(statement: Statement) -> dict:
    """A statement in LaTeX and in words."""
    latex, domain = statement.latex(), statement.on.latex()
    where = unicode_domain(domain)
    label = "several statements" if isinstance(statement, All) else statement.label
    return {"latex": latex, "domain_latex": domain, "kind": label,
            "words": f"{label}: {unicode_formula(latex)}" + (f", for all {where}" if domain else "")}


def point_as_json(point: Counterexample | None) -> dict | None:
    """A counterexample with its words."""
    return None if point is None else {**point.as_json(), "words": ", ".join(
        f"{unicode_formula(name)} = {value}" for name, value in point.point) or "everywhere"}


def ground_of(declarations: Sequence[str], syntax: str = LATEX) -> Ground:
    """What declarations lay down. Raises NotationError naming the line that cannot be read."""
    ground = Ground()
    for number, text in enumerate(declarations, start=1):
        try:
            line = _line(declared_in_latex(text) if syntax == PYTHON else text)
            ground = extended(ground, line)
            if ground.unread:
                raise NotationError("; ".join(ground.unread.values()))
        except NotationError as error:
            raise NotationError(f"declaration {number}, {text.strip()[:80]!r}: {error.message}") from None
    return ground


def _line(text: str) -> Line:
    plain = text.strip().lstrip("%").strip().removeprefix(f"{WORD}:").strip()
    found = said(f" {WORD}: {plain}")
    if isinstance(found, Laid):
        return Line(found.verb, found.text)
    if isinstance(found, Declared):
        return Line("=", found.text)
    if isinstance(found, Forget):
        return Line("forget", found.name)
    raise NotationError(found.why if isinstance(found, Doubtful) else "a declaration reads `let x, y`, `let a > 0`, "
                        r"`let W \in \mathbb{R}^{h \times d}`, `assume a < b`, `k = \sqrt{a}`, `along \dot x = -k x` or `start x(0) = 1`")


def read(text: str, declarations: Sequence[str] = (), syntax: str = LATEX) -> Read:
    """A statement over its declarations. Raises NotationError with the column of what cannot be read."""
    ground = ground_of(declarations, syntax)
    latex = spelled_in_latex(text) if syntax == PYTHON else text
    return read_over(latex, ground, latex if syntax == PYTHON else "")


def read_over(text: str | Source, ground: Ground, spelled: str = "") -> Read:
    """A display over a ground that is laid already."""
    with parts_built() as built:
        statement = claimed(text, ground)
    refuse_lost(ground, statement)
    return Read(statement, spelled, tuple(dropped([*built, *in_abbreviations(ground, statement)], statement)), ground.domain)


def decided(read: Read, seconds: float) -> Answer:
    """A statement decided by the exact engine. Raises nothing but what ends the process."""
    began = time.monotonic()
    evidence = decide(read.statement, seconds)
    answer = _with_values(read, of_evidence(evidence), seconds)
    if reason := _says_nothing(read.statement):
        answer = replace(answer, notes=(*answer.notes, f"as it was read it says nothing that could fail: {reason}"))
    return replace(answer, seconds=time.monotonic() - began)


def of_evidence(evidence: Evidence) -> Answer:
    """What the exact engine's evidence says. What is supported by numbers alone does not come from it."""
    words = {Outcome.PROVED: "proved", Outcome.REFUTED: "refuted"}.get(evidence.outcome, "undecided")
    assumes = (f"rests on rules without a witness: {', '.join(evidence.assumes)}",) if evidence.assumes else ()
    return Answer(words, evidence.engine if words != "undecided" else "", evidence.scope, evidence.counterexample,
                  notes=(*assumes, *evidence.tried))


def _says_nothing(statement: Statement) -> str:
    with suppress(TheoremtestError, TypeError, ValueError, AttributeError):
        found = says_nothing(statement)
        return "" if found.startswith("it compares two numbers") else found
    return ""


def _with_values(read: Read, answer: Answer, seconds: float) -> Answer:
    """A proof, as far as what was typed has values: an inequality speaks of every point, an identity names the points left out."""
    if answer.verdict != "proved":
        return answer
    missing = []
    for number, part in enumerate(read.dropped):
        if number >= MOST or not has_a_value(part, read.statement.on & read.within, min(seconds, VALUE)):
            missing.append(f"{part} was typed and cancels while it is read; that it has a value all over the domain is not shown")
    if not missing:
        return answer
    sides = [part for _, part in read.statement.parts()]
    verdict = "proved in part" if all(isinstance(part, Equal) for part in sides) else "undecided"
    return replace(answer, verdict=verdict, scope=f"{answer.scope}, where what was typed has a value", unread=tuple(missing))


def plain(claims: Mapping) -> dict:
    """A record's statement in LaTeX and in words."""
    where = unicode_domain(claims["domain"])
    return {"latex": claims["latex"], "domain_latex": claims["domain"], "kind": claims["kind"],
            "words": unicode_formula(claims["latex"]) + (f", for all {where}" if claims["domain"] else "")}
