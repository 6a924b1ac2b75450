"""What a comment of a manuscript says to this library: `% theoremtest: <id>` holds the next equation to a claim, `% theoremtest: claim`
makes it a claim of its own; `let`, `assume`, `along`, `start` and `trained` lay down what claims speak of, `name = formula` declares a
name, as the next equation does below `definition`, `forget name` takes that back, `paper` says whose claims they are. A comment that only
looks like one of these is found too, with what is wrong."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from theoremtest.derivations.notation.claimed import KINDS
from theoremtest.derivations.notation.ground import VERBS

from .front import plain

WORD = "theoremtest"
_MARK = re.compile(rf"%*\s*{WORD}:\s*([^\s=]+)(?:\s+\[([^\]]+)\])?\s*")
"""`% theoremtest: kunin2024/27`, and `% theoremtest: kunin2024/33 [balanced]` for one part of a conjunction."""
_FORGET = re.compile(rf"%*\s*{WORD}:\s*forget\s+(\S.*?)\s*")
_DECLARED = re.compile(rf"%*\s*{WORD}:\s*(.*?[^=:\s].*?=.*\S)\s*")
_ID = re.compile(r"(?<![\w/.:])[a-z][a-z0-9_]*\d{4}[a-z]?/[^\s\[\]]+")
_LIKE = re.compile(r"%*\s*([A-Za-z][A-Za-z \-_]{2,20}?)\s*(:?)\s*(\S+/\S+|\S[^=]*=.*)")
_VERB = re.compile(rf"%*\s*{WORD}:\s*({'|'.join((*VERBS, 'claim', 'paper', 'definition'))})(?![\w/:.-])(.*)")
_PAPER = re.compile(r'(?P<key>[a-z][a-z0-9_]*\d{4}[a-z]?)\s+"(?P<title>(?:\\.|[^"\\])+)"(?:\s+by\s+(?P<authors>\S.*))?')
_CLAIM = re.compile(r'(?:(?!as\b|uses\b)(?P<name>[A-Za-z0-9][\w:.-]*))?\s*(?:"(?P<title>(?:\\.|[^"\\])+)")?\s*(?:as\s+(?P<kind>\w+))?'
                    r'\s*(?:uses\s+(?P<uses>[\w/:.,\s-]+))?')
_FORMS = {
    "let": r"write `let u, v`, `let a > 0`, `let w \in \mathbb{R}^{d}` or `let n \in \mathbb{N}`", "assume": "write `assume a < b`",
    "along": r"write `along \dot x = ...` or `along gradient flow of <loss> in <letters>`", "start": "write `start x(0) = x_0`",
    "paper": 'write `paper mine2026 "Title"`, a key that ends in a year and the title in quotes, and `by Authors` behind it',
    "trained": "write `trained u = a b by gradient flow of <loss> in a from <start>, b from <start>`",
    "claim": 'write `claim`, and where it is due a name, a title in quotes, `as identity`, `uses eq:other`, in this order',
}
ALIKE = 0.8
"""How like this library's name a word must be to be taken for a slip of it."""


@dataclass(frozen=True)
class Mark:
    """The next equation is held to this claim, or to one part of it."""

    claim_id: str
    part: str = ""


@dataclass(frozen=True)
class Declared:
    """A name and what it stands for."""

    text: str


@dataclass(frozen=True)
class Forget:
    """A name that stands for nothing of its own from here on."""

    name: str


@dataclass(frozen=True)
class Laid:
    """What claims below speak of: `verb` is one of VERBS."""

    verb: str
    text: str


@dataclass(frozen=True)
class Own:
    """The next equation is a claim of this manuscript. name: its place, where no label says it. kind: as its form must say."""

    name: str = ""
    title: str = ""
    kind: str = ""
    uses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Defining:
    """The next equation says what its left side is."""


@dataclass(frozen=True)
class Named:
    """The paper whose claims a manuscript holds."""

    key: str
    title: str
    authors: str = ""


@dataclass(frozen=True)
class Doubtful:
    """A comment that looks like a mark and is none; `claim_id` as far as it names one."""

    claim_id: str
    why: str


Said = Mark | Declared | Defining | Forget | Laid | Own | Named | Doubtful


def said(comment: str, before: str = "") -> Said | None:
    """What a comment says, given what stands behind its % and what stands before it on its line; None where it says nothing to us."""
    found: Said | None = None
    if match := _VERB.fullmatch(comment):
        if before.strip():
            return Doubtful("declaration", "what a comment says to this library stands on a line of its own")
        return _of_verb(match.group(1), (match.group(2) or "").strip())
    if match := _FORGET.fullmatch(comment):
        found = Forget(match.group(1))
    elif match := _MARK.fullmatch(comment):
        found = Mark(match.group(1), match.group(2) or "")
    elif match := _DECLARED.fullmatch(comment):
        found = Declared(match.group(1))
    if found is not None and not before.strip():
        return found
    return _doubtful(comment, before)


def _of_verb(verb: str, text: str) -> Said:
    if verb in VERBS:
        return Laid(verb, text) if text else Doubtful("declaration", f"`{verb}` says nothing here; {_FORMS[verb]}")
    if verb == "definition":
        return Doubtful("declaration", "`definition` stands alone, above the equation that defines") if text else Defining()
    match = (_PAPER if verb == "paper" else _CLAIM).fullmatch(text)
    kind = (match["kind"] or "").strip() if match is not None and verb == "claim" else ""
    if match is None or (kind and kind not in KINDS):
        why = f"there is no kind {kind!r}; {', '.join(KINDS)}" if kind else _FORMS[verb]
        return Doubtful(verb, f"this comment is not read: {why}")
    if verb == "paper":
        return Named(match["key"], plain(match["title"]), plain((match["authors"] or "").strip()))
    return Own(match["name"] or "", plain(match["title"] or ""), kind, tuple(filter(None, re.split(r"[\s,]+", match["uses"] or ""))))


def _doubtful(comment: str, before: str) -> Doubtful | None:
    known = _ID.search(comment)
    named = re.search(rf"\b{WORD}\b", comment, re.IGNORECASE) is not None
    opening = comment.strip().lower().lstrip("%").strip().startswith(f"{WORD}:")
    if not (named and (known or opening)) and not _misspelled(comment):
        return None
    shown = known.group() if known else "<id>"
    if before.strip():
        why = "a mark stands on a line of its own, above its equation"
    elif not re.match(rf"%*\s*{WORD}:", comment):
        why = f"a mark reads `% {WORD}: {shown}`, in small letters, with its colon"
    elif known is None:
        why = "a mark names a claim, <paper>/<place>, or declares a name, name = formula"
    else:
        why = f"a mark holds the claim's id and nothing else, but for a part in square brackets; write `% {WORD}: {shown}`"
    return Doubtful(known.group() if known else "mark", f"this comment looks like a mark and tests nothing: {why}")


def _misspelled(comment: str) -> bool:
    """Whether a comment begins with a word like this library's name, and what a mark says follows."""
    match = _LIKE.match(comment)
    if match is None:
        return False
    word = re.sub(r"[^a-z]", "", match.group(1).lower())
    likeness = difflib.SequenceMatcher(None, word, WORD).ratio()
    return likeness >= ALIKE and (bool(match.group(2)) or _ID.match(match.group(3)) is not None)
