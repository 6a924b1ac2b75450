"""TeX's own tokens: control sequences, characters, scripts and groups, with their columns and nothing of their meaning.

Spacing, sizes and `\\left`, `\\right` are dropped here; braces around a single token are dropped too, so that `x^{2}` and
`x^2`, `\\beta_{*}` and `\\beta_*` are the same tokens.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from .errors import NotationError
from .layout import NO_INK, SPACES, WIDE
from .limits import DEPTH, LENGTH, TOKENS
from .tex import Kind, Mouth, Token, listed, spelled

PASSED_OVER = SPACES | WIDE | {r"\limits", r"\nolimits"} | {word for word, arguments in NO_INK.items() if not arguments}
"""What says nothing wherever it stands."""
SIZES = {rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")}
SAME = {r"\lVert": r"\|", r"\rVert": r"\|", r"\Vert": r"\|", r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\le": r"\leq",
        r"\ge": r"\geq", r"\ne": r"\neq", r"\leqslant": r"\leq", r"\geqslant": r"\geq", r"\dfrac": r"\frac",
        r"\tfrac": r"\frac", r"\dbinom": r"\binom", r"\tbinom": r"\binom", r"\lbrace": r"\{", r"\rbrace": r"\}", r"\ast": "*",
        r"\lt": "<", r"\gt": ">", r"\land": r"\wedge",
        r"\lor": r"\vee", r"\lnot": r"\neg", r"\Leftrightarrow": r"\iff", r"\ln": r"\log", r"\rightarrow": r"\to",
        r"\intercal": r"\top", r"\succcurlyeq": r"\succeq", r"\preccurlyeq": r"\preceq",
        r"\lbrack": "[", r"\rbrack": "]", r"\mathrm": r"\mathrm", r"\rm": r"\mathrm"}
"""Spellings of one thing."""
BRACKETS = set(listed(r"( ) [ ] \{ \} \lbrace \rbrace \lbrack \rbrack | \| \vert \Vert \lvert \rvert \lVert \rVert \langle \rangle / ."))
"""What may be made larger."""
OPEN, CLOSE = 1, -1
UPRIGHT = {"sgn", "sign", "vec", "Tr", "tr", "det", "diag", "rank", "Var", "Cov", "erf", "ln", "log", "exp", "tanh", "sinh", "cosh", "max",
           "min", "ReLU"}
"""Functions that are also written as words, `\\text{sgn}`."""
_SIDES = {r"\left": OPEN, r"\right": CLOSE, r"\lVert": OPEN, r"\rVert": CLOSE, r"\lvert": OPEN, r"\rvert": CLOSE}
_WORDS = {r"\text", r"\operatorname", r"\begin", r"\end", r"\mbox", r"\textrm"}
LONGEST = 62
"""Characters of a word in braces."""


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
    return list(_tokens(text))


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[Tex, ...]:
    found = _scan(text)
    while found and found[-1].text in (".", ",", ";"):  # a sentence goes on or ends after a displayed formula
        found.pop()
    if len(found) > TOKENS:
        raise NotationError(f"the formula has {len(found)} tokens; at most {TOKENS} are read")
    _check_braces(found)
    return tuple(_scripts_in_order(_with_primes(_without_needless_braces(found))))


def _scan(text: str) -> list[Tex]:
    tokens = list(Mouth(text))
    found: list[Tex] = []
    place, side, sided_at, sized = 0, 0, 0, False
    lefts: list[tuple[int, int]] = []
    """Every \\left that is open, by its column and how many groups it stands in."""
    depth = 0
    while place < len(tokens):
        token = tokens[place]
        word, column, place = token.text, token.at, place + 1
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if word in (r"\limits", r"\nolimits") and not (found and _has_limits(found[-1].text)):
            raise NotationError(f"{word} stands behind no operator", column)
        if token.blank or token.kind is Kind.PARAGRAPH or word in PASSED_OVER:
            continue
        if (side or sized) and word not in BRACKETS:
            raise NotationError(f"{word} where a bracket is due", column)
        if word in (r"\left", r"\right"):
            side, sided_at = _SIDES[word], column
            if word == r"\left":
                lefts.append((column, depth))
            elif not lefts or lefts.pop()[1] != depth:
                raise NotationError(r"\right ends no \left of its group", column)
            continue
        sized = word in SIZES
        if sized:
            sided_at = column
            continue
        if word in _WORDS:
            word, place = _word(tokens, place, word, column)
        elif word.isdigit() and word.isascii():
            while place < len(tokens) and tokens[place].text.isdigit() and tokens[place].at == column + len(word):
                word, place = word + tokens[place].text, place + 1
        if not word.isascii() or not word.isprintable():
            raise NotationError(f"the character {word!r} is not part of a formula; write LaTeX commands", column)
        if side and word == ".":  # a bracket that prints nothing, where a pair of them stands on two lines
            side = 0
            continue
        own = _SIDES.get(word, 0)
        found.append(Tex(SAME.get(word, word), column, side or own, not (side or own)))
        side = 0
    if side or sized:
        raise NotationError("a bracket is missing at the end", sided_at)
    if lefts:
        raise NotationError(r"\left is never followed by its \right", lefts[-1][0])
    return found


def _has_limits(word: str) -> bool:
    """Whether a token is an operator above and below which limits may stand."""
    return word in (r"\sum", r"\prod", r"\int", r"\lim", r"\max", r"\min", r"\sup", r"\inf", r"\det", r"\argmin", "}") or (
        word.startswith(r"\operatorname{"))


def _word(tokens: list[Token], place: int, word: str, column: int) -> tuple[str, int]:
    r"""A word in braces behind \text and its like, as one token, and the place behind it."""
    if word == r"\operatorname" and place < len(tokens) and tokens[place].text == "*":
        place += 1  # says where a limit stands
    while place < len(tokens) and tokens[place].blank:
        place += 1
    if place >= len(tokens) or tokens[place].kind is not Kind.OPEN:
        raise NotationError(f"{word} takes a word in braces", column)
    end = place + 1
    while end < len(tokens) and end - place < LONGEST and tokens[end].kind not in (Kind.OPEN, Kind.CLOSE, Kind.COMMENT, Kind.PARAGRAPH):
        end += 1
    inner = tokens[place + 1:end]
    if end >= len(tokens) or tokens[end].kind is not Kind.CLOSE or any(token.text == "$" for token in inner):
        raise NotationError(f"{word} takes a word in braces", column)
    said = " ".join(spelled(inner)[0].split())
    if said in UPRIGHT and word in (r"\text", r"\textrm", r"\mbox"):
        word = r"\operatorname"  # a function's name set as words
    return f"{word}{{{said}}}", end + 1


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
    while (fewer := _letters_in_groups(kept)) != kept:
        kept = fewer
    return kept


def _letters_in_groups(found: list[Tex]) -> list[Tex]:
    r"""`{\mathbf r}_0` as `\mathbf r_0`, and `{{x + y}}` as `{x + y}`: a group of one letter in a font, and one around a group."""
    kept: list[Tex] = []
    opened: list[int] = []
    for token in found:
        kept.append(token)
        if token.text == "{":
            opened.append(len(kept) - 1)
        elif token.text == "}":
            start = opened.pop()
            before = kept[start - 1].text if start else ""
            inner = [one.text for one in kept[start + 1:-1]]
            apart = before not in {"^", "_", "}", *_TAKES_A_GROUP, *_LETTER_FONTS}
            around = inner[:1] == ["{"] and _past_script(kept, start) == len(kept) - 1
            letter = len(inner) == 2 and inner[0] in _LETTER_FONTS and inner[1] not in ("{", "}")
            if around or (letter and apart):
                del kept[-1], kept[start]
    return kept


_LETTER_FONTS = set(listed(r"\mathbf \mathrm \mathcal \mathbb \mathsf \mathfrak \boldsymbol \bm \bar \hat \tilde \vec \overline \underline "
                           r"\widehat \widetilde"))
_TAKES_A_GROUP = {r"\frac", r"\sqrt", r"\binom", r"\dot", r"\ddot", r"\overset", r"\underset", r"\stackrel", "]"}
"""Behind these a group is an argument; a bracket may close the degree of a root."""


def _with_primes(found: list[Tex]) -> list[Tex]:
    r"""`f^{\prime}` and `f^{\prime\prime}` as `f'` and `f''`, which TeX sets alike."""
    made: list[Tex] = []
    place = 0
    while place < len(found):
        end = _past_script(found, place) if found[place].text == "^" else 0
        inner = [token for token in found[place + 1:end] if token.text not in ("{", "}")]
        if inner and all(token.text == r"\prime" for token in inner):
            made += [replace(token, text="'") for token in inner]
            place = end
            continue
        made.append(found[place])
        place += 1
    return made


def _scripts_in_order(found: list[Tex]) -> list[Tex]:
    """`x^a_b` and `x'_b` as `x_b^a` and `x_b'`, which TeX sets alike."""
    place, behind_one = 0, 0
    while place < len(found):
        end = place
        while end < len(found) and found[end].text == "'":
            end += 1
        if found[place].text == "^":
            end = _past_script(found, place)
        if found[place].text == "_":
            behind_one = _past_script(found, place)  # a second subscript is no spelling of the first
        if end > place != behind_one and end < len(found) and found[end].text == "_" and (after := _past_script(found, end)) > end and not (
                after < len(found) and found[after].text == "_"):
            below = _scripts_in_order(found[end + 1:after])
            found = [*found[:place], found[end], *below, *found[place:end], *found[after:]]
            place = place + 1 + len(below)
        place += 1
    return found


def _past_script(found: list[Tex], place: int) -> int:
    """Behind the script whose sign stands at a place; the place itself where it is none that is whole."""
    if place + 1 >= len(found):
        return place
    if found[place + 1].text != "{":
        return place + 2
    depth = 0
    for at in range(place + 1, len(found)):
        depth += (found[at].text == "{") - (found[at].text == "}")
        if depth == 0:
            return at + 1
    return place
