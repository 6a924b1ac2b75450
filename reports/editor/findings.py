"""What is found of one place of a document, a display or a claim's function: a word, a message where something is wrong, what a hover
shows, and repairs. All of it is plain data, and offsets count from where the place begins, so that it may be kept while text moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from theoremtest.derivations.language import Counterexample
from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.ground import unknown_name, with_repair
from theoremtest.derivations.notation.open_functions import OF_A_VECTOR
from theoremtest.reports.formulas.unicode_formula import unicode_formula
from theoremtest.reports.referee.findings import at

ERROR, WARNING, NOTE = 1, 2, 3
"""How grave a message is, by the protocol's numbers."""
REFUTED, OTHER, UNREAD, UNDECIDED = "refuted", "says-something-else", "not-read", "undecided"
PASSES, RECORDED = "as-it-should-be", "recorded"
"""The words for what is found; where something is wrong they are the codes of diagnostics."""
NOT_NOW = "not decided yet"
Found = dict[str, Any]


def key_of(*parts: object) -> str:
    """A name for what a finding depends on."""
    return sha256("\0".join(map(str, parts)).encode("utf-8", "surrogatepass")).hexdigest()


def found(word: str, verdict: str, message: str = "", severity: int = ERROR, span: Sequence[int] | None = None,
          hover: Iterable[str] = (), fixes: Iterable[Mapping] = (), to_come: bool = False) -> Found:
    """A finding. span: the offsets of what the message is about, the whole place where None; to_come: a longer look is due."""
    return {"word": word, "verdict": verdict, "message": message, "severity": severity, "span": span, "hover": list(hover),
            "fixes": list(fixes), "to_come": to_come}


def unread(error: NotationError, title: str, start: int, length: int, declares: bool) -> Found:
    """A display that cannot be read. start: the offset at which its place begins; declares: whether `let` declares a letter here."""
    error = with_repair(error) if declares else error
    near = f"; nearest known: {', '.join(error.near)}" if error.near else ""
    offset = error.column - 1 - start
    inside = error.column and 0 <= offset < length
    return found(UNREAD, "not read", f"{title}: {error.message}{near}", span=[offset, offset + 1] if inside else None,
                 hover=[f"**{title}** not read", error.message], fixes=_declarations(error, declares))


def _declarations(error: NotationError, declares: bool) -> list[dict]:
    """The declarations that an unknown name may lack: a letter of one's own, else a near name of the claim that it may stand for."""
    name = unknown_name(error)
    if not name:
        return []
    if declares:
        function = {"title": f"Declare {name} as a function", "above": f"% theoremtest: let {name} : {OF_A_VECTOR}"}
        return [*([function] if error.applied else []), {"title": f"Declare {name} as a letter", "above": f"% theoremtest: let {name}"}]
    return [{"title": f"Declare {name} as {near}", "above": f"% theoremtest: {name} = {near}"} for near in error.near[:3]]


def fails(example: Counterexample | None) -> str:
    """Where something fails, in one line."""
    if example is None:
        return "it is refuted"
    return f"it fails at {at(example)}" + (f" ({example.note})" if example.note else "")


def needs_shown(rows: Iterable[Mapping]) -> list[str]:
    """Which conditions are needed, for a hover."""
    lines = []
    for row in rows:
        example = row.get("counterexample")
        where = f": without it {fails(Counterexample.from_json(example))}" if example else ""
        lines.append(f"- `{unicode_formula(row['latex'])}` {row['verdict']}{where}")
    return ["needs", *lines] if lines else []
