"""What a comment of a manuscript says to this library: `% theoremtest: <id>` holds the next equation to a claim,
`% theoremtest: name = formula` declares a name, `% theoremtest: forget name` takes that back. A comment that only looks like one of these
is found too, with what is wrong."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

WORD = "theoremtest"
_MARK = re.compile(rf"%*\s*{WORD}:\s*([^\s=]+)(?:\s+\[([^\]]+)\])?\s*")
"""`% theoremtest: kunin2024/27`, and `% theoremtest: kunin2024/33 [balanced]` for one part of a conjunction."""
_FORGET = re.compile(rf"%*\s*{WORD}:\s*forget\s+(\S.*?)\s*")
_DECLARED = re.compile(rf"%*\s*{WORD}:\s*(.*?[^=:\s].*?=.*\S)\s*")
_ID = re.compile(r"(?<![\w/.:])[a-z][a-z0-9_]*\d{4}[a-z]?/[^\s\[\]]+")
_LIKE = re.compile(r"%*\s*([A-Za-z][A-Za-z \-_]{2,20}?)\s*(:?)\s*(\S+/\S+|\S[^=]*=.*)")
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
class Doubtful:
    """A comment that looks like a mark and is none; `claim_id` as far as it names one."""

    claim_id: str
    why: str


def said(comment: str, before: str = "") -> Mark | Declared | Forget | Doubtful | None:
    """What a comment says, given what stands behind its % and what stands before it on its line; None where it says nothing to us."""
    found: Mark | Declared | Forget | None = None
    if match := _FORGET.fullmatch(comment):
        found = Forget(match.group(1))
    elif match := _MARK.fullmatch(comment):
        found = Mark(match.group(1), match.group(2) or "")
    elif match := _DECLARED.fullmatch(comment):
        found = Declared(match.group(1))
    if found is not None and not before.strip():
        return found
    return _doubtful(comment, before)


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
