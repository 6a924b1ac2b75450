"""TeX's own tokens: control sequences, characters, scripts and groups, with their columns and nothing of their meaning.

Spacing, sizes and `\\left`, `\\right` are dropped here; braces around a single token are dropped too, so that `x^{2}` and
`x^2`, `\\beta_{*}` and `\\beta_*` are the same tokens.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import NotationError
from .limits import DEPTH, LENGTH, TOKENS

SPACES = {r"\,", r"\;", r"\:", r"\!", r"\>", r"\ ", r"\quad", r"\qquad", r"\displaystyle", r"\textstyle", r"\limits",
          r"\nolimits", r"\nonumber", r"\notag", "~"}
SIZES = {rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")}
SAME = {r"\lVert": r"\|", r"\rVert": r"\|", r"\Vert": r"\|", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\le": r"\leq",
        r"\ge": r"\geq", r"\ne": r"\neq", r"\leqslant": r"\leq", r"\geqslant": r"\geq", r"\dfrac": r"\frac",
        r"\tfrac": r"\frac", r"\lbrace": r"\{", r"\rbrace": r"\}", r"\ast": "*", r"\lt": "<", r"\gt": ">", r"\land": r"\wedge",
        r"\lor": r"\vee", r"\lnot": r"\neg", r"\Leftrightarrow": r"\iff", r"\ln": r"\log", r"\rightarrow": r"\to",
        r"\intercal": r"\top", r"\lbrack": "[", r"\rbrack": "]", r"\mathrm": r"\mathrm", r"\rm": r"\mathrm"}
"""Spellings of one thing."""
OPEN, CLOSE = 1, -1
UPRIGHT = {"sgn", "sign", "vec", "Tr", "tr", "det", "diag", "rank", "Var", "Cov", "erf", "ln", "log", "exp", "tanh", "sinh", "cosh", "max",
           "min"}
"""Functions that are also written as words, `\\text{sgn}`."""
_SIDES = {r"\left": OPEN, r"\right": CLOSE, r"\lVert": OPEN, r"\rVert": CLOSE, r"\lvert": OPEN, r"\rvert": CLOSE}
_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\(?s:.)|\s+|[0-9]+|(?s:.)")
_WORDS = {r"\text", r"\operatorname", r"\begin", r"\end", r"\mbox", r"\textrm"}
_WORD = re.compile(r"\s*\{([^{}$%\n]{0,60})\}")


@dataclass(frozen=True)
class Tex:
    """One token: `text` as TeX spells it, the column where it begins, the side it says it is on, and its size in the text."""

    text: str
    column: int
    side: int = 0
    plain: bool = True
    """Whether it stood without `\\left`, `\\right`."""


def tex_tokens(text: str) -> list[Tex]:
    """The tokens of a formula. Raises NotationError for a formula too long, too deep, or with braces that do not match."""
    if not isinstance(text, str):
        raise NotationError(f"a formula is text; got {type(text).__name__}")
    if len(text) > LENGTH:
        raise NotationError(f"the formula has {len(text)} characters; at most {LENGTH} are read")
    found = _scan(text)
    while found and found[-1].text in (".", ",", ";"):  # a sentence goes on or ends after a displayed formula
        found.pop()
    if len(found) > TOKENS:
        raise NotationError(f"the formula has {len(found)} tokens; at most {TOKENS} are read")
    _check_braces(found)
    return _without_needless_braces(found)


def _scan(text: str) -> list[Tex]:
    found, place, side, sided_at = [], 0, 0, 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        word, column, place = match.group(), match.start() + 1, match.end()
        if word == "%":
            place = text.find("\n", place)
            place = len(text) if place < 0 else place
            continue
        if word.isspace() or word in SPACES or word in SIZES:
            continue
        if word in (r"\left", r"\right"):
            if side:
                raise NotationError(f"{word} where a bracket is due", column)
            side, sided_at = _SIDES[word], column
            continue
        starred = word.endswith("*") and len(word) > 2 and word[0] == "\\"
        if starred:  # a star after a command is a token of its own, except that TeX's starred operator names keep it
            if word[:-1] == r"\operatorname":
                word = word[:-1]
            else:
                word, place = word[:-1], place - 1
        if word in _WORDS:
            inner = _WORD.match(text, place)
            if inner is None:
                raise NotationError(f"{word} takes a word in braces", column)
            word, place = f"{word}{{{' '.join(inner.group(1).split())}}}", inner.end()
            if inner.group(1).strip() in UPRIGHT and word.startswith((r"\text{", r"\textrm{", r"\mbox{")):
                word = rf"\operatorname{{{inner.group(1).strip()}}}"  # a function's name set as words
        if word.isdigit() or (word == "." and place < len(text) and text[place].isdigit()):
            found.append(Tex(word, column, side, not side))
            side = 0
            continue
        if not word.isascii() or not word.isprintable():
            raise NotationError(f"the character {word!r} is not part of a formula; write LaTeX commands", column)
        own = _SIDES.get(word, 0)
        found.append(Tex(SAME.get(word, word), column, side or own, not (side or own)))
        side = 0
    if side:
        raise NotationError("a bracket is missing at the end", sided_at)
    return found


def _check_braces(found: list[Tex]) -> None:
    opened: list[int] = []
    for token in found:
        if token.text == "{":
            opened.append(token.column)
            if len(opened) > DEPTH:
                raise NotationError(f"braces nested more than {DEPTH} deep", token.column)
        elif token.text == "}":
            if not opened:
                raise NotationError("this brace closes nothing", token.column)
            opened.pop()
    if opened:
        raise NotationError("this brace is never closed", opened[-1])


def _without_needless_braces(found: list[Tex]) -> list[Tex]:
    """Braces around one token dropped, from the inside out; those of an empty group are kept, an empty group is an error later."""
    kept: list[Tex] = []
    for token in found:
        kept.append(token)
        if token.text == "}" and len(kept) >= 3 and kept[-3].text == "{" and kept[-2].text not in ("{", "}"):
            inner = kept[-2]
            if not (inner.text.isdigit() and len(inner.text) > 1):
                kept[-3:] = [inner]
    return kept
