r"""What a referee does not read, before it guesses anything: each kind of formula that is misread where letters are guessed, by its tokens.

An iterate's index looks like a power, an order like a function, a mean like a product; none of them is read here, and the count of each
kind stands in the report.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from theoremtest.derivations.notation.ground import LETTERS
from theoremtest.derivations.notation.tokens import Tex, tex_tokens

from .letters import STARS, Key, names_among

_ORDER = re.compile(r"\\?(?:O|o|mathcalO|mathcal\{O\}|Omega|Theta|Op|omega)$")
_BLACK = {r"\mathbb", r"\mathbf", r"\mathsf", r"\mathrm", r"\boldsymbol", r"\bm", r"\mathbbm", r"\mathds"}
_VAGUE = {r"\approx", r"\sim", r"\simeq", r"\ll", r"\gg", r"\lesssim", r"\gtrsim", r"\asymp", r"\propto", r"\equiv", r"\cong", r"\to",
          r"\doteq", r"\mapsto", r"\mid", r"\iff", r"\Rightarrow", r"\implies", r"\in", r"\forall", r"\exists", r"\subset", r"\subseteq"}
_BELOW = {r"\min", r"\max", r"\sup", r"\inf", r"\argmin", r"\argmax", r"\arg", r"\limsup", r"\liminf"}
_MANY = {r"\sum", r"\prod", r"\int", r"\oint", r"\iint", r"\bigcup", r"\bigcap", r"\bigoplus"}
_OTHER = {
    r"\partial": "a partial derivative", r"\nabla": "a gradient", r"\langle": "brackets of a product or a mean", r"\{": "a set",
    **dict.fromkeys((r"\otimes", r"\oplus", r"\odot", r"\circ", r"\star"), "a product of another kind"),
    **dict.fromkeys((r"\dots", r"\ldots", r"\cdots"), "dots"), r"\mathbb": "a space, a mean or an indicator",
    r"\pm": "two signs at once", r"\mp": "two signs at once", "!": "a factorial", r"\lfloor": "a floor", r"\lceil": "a ceiling",
    "'": "a prime", r"\prime": "a prime", r"\infty": "a value at infinity", r"\binom": "a binomial", ";": "several arguments",
    r"\ddot": "a second derivative", r"\Delta": "a difference", r"\square": "a box", ":": "a colon", "&": "a table",
}
_WORD = re.compile(r"(?<![\\A-Za-z])(?:[A-Za-z]{4,}|max|min|log|exp|sin|cos|tan|det|ker|sgn|var|cov|erf|var|sup|inf|lim)(?![A-Za-z])")
"""Letters without a space between them that are a word, and no product."""
_UPRIGHT = re.compile(r"\\(?:text|operatorname|mathrm|textrm)\s*\{[A-Za-z]*\}")
_TIMES = {"t", "n", "k", "s"}
"""Letters that count iterates."""


def refused(text: str, functions: set[Key], iterated: set[Key], known: Iterable[Key] = ()) -> str:
    """Why one side of a relation is not read; empty where nothing speaks against it. functions, iterated: names that the document has as
    functions of something, and with the index of an iterate; known: functions whose formula was read.

    Raises NotationError where it has no tokens.
    """
    tokens = tex_tokens(text)
    words = [token.text for token in tokens]
    if _WORD.search(_UPRIGHT.sub(" ", text)):
        return "words in the formula"
    limit = words[:1] == [r"\lim"]
    for place, word in enumerate(words):
        after = words[place + 1] if place + 1 < len(words) else ""
        if word in _MANY:
            return "a sum, a product or an integral over something"
        if word in _BELOW and after != "(" or word in (r"\argmin", r"\argmax", r"\arg"):
            return "a minimum or a maximum over something"
        if limit and (word == r"\to" or word == r"\infty" and place and words[place - 1] == r"\to"):
            continue
        if word == r"\lim" and place:
            return "a limit inside of a formula"
        if word in _VAGUE:
            return f"the sign {word}"
        if (word in _BLACK and after in ("E", "P", "1", "V")) or word in (r"\E", r"\Pr", r"\P", r"\Var", r"\Cov") or (
                word in ("E", "P") and after in ("[", r"\{")):
            return "a mean, a probability or an indicator"
        if word.startswith(("\\text", "\\mbox")) or (word.startswith(r"\operatorname{") and after != "(" and "arc" not in word):
            return "words in the formula"
        if after == "(" and _ORDER.match(word) or word == r"\mathcal" and after in ("O", "o", "N") and (
                words[place + 2:place + 3] in (["("], ["["])):
            return "an order of magnitude"
        if word in _OTHER and not (word == r"\star" and words[place - 1:place] == ["^"]):
            return _OTHER[word]
        if word == "^" and after in ("(", "{") and _is_iterate(words, place + 1):
            return "the index of an iterate, which looks like a power"
        if word == "_" and after == "{" and _is_step(words, place + 1) or word == "_" and after == "t":
            return "an index of time"
        if word == "1" and (not place or words[place - 1] in "+-({") and (after in LETTERS or len(after) == 1 and after.isalpha()):
            return "a factor 1, as where two statements stand side by side"
        if word == "," and _depth(words, place) > 0:
            return "several arguments"
    return _of_names(tokens, words, functions.difference(known), iterated)


def _of_names(tokens: Sequence[Tex], words: Sequence[str], functions: set[Key], iterated: set[Key]) -> str:
    for name in names_among(tokens):
        after = list(words[name.end:name.end + 2])
        if name.key in functions and after[:1] in (["("], ["["]):
            return "a function of something"
        if name.key in iterated and after[:1] == ["^"]:
            return "the index of an iterate, which looks like a power"
        if name.key in (("e",), ("i",), ("j",)) and after[:1] != ["^"]:
            return "a letter that is a number or an index"
        if name.key in (("d",),) and after and (after[0].isalpha() or after[0].startswith("\\")) and "\\frac" in words:
            return "a differential"
    return ""


def _is_iterate(words: Sequence[str], place: int) -> bool:
    return words[place] == "(" or _is_step(words, place)


def _is_step(words: Sequence[str], place: int) -> bool:
    """Whether a group holds a counting letter and a whole number beside it, such as {t+1}, or begins with such a letter alone."""
    inner = list(words[place + 1:place + 4])
    return len(inner) == 3 and inner[0] in _TIMES and inner[1] in "+-" and inner[2].isdigit() and words[place + 4:place + 5] == ["}"]


def _closing(words: Sequence[str], place: int) -> int:
    """Where the bracket closes that opens at a place; the end where it never does."""
    depth = 0
    for at in range(place, len(words)):
        depth += (words[at] == "(") - (words[at] == ")")
        if depth == 0:
            return at
    return len(words)


def _depth(words: Sequence[str], place: int) -> int:
    return sum((word in ("(", "[")) - (word in (")", "]")) for word in words[:place])


def functions_in(text: str) -> tuple[set[Key], set[Key]]:
    r"""The names that a formula has as functions of something other than the time, f(x), and with the index of an iterate, \beta^{t+1}."""
    tokens = tex_tokens(text)
    words = [token.text for token in tokens]
    functions, iterated = set(), set()
    for name in names_among(tokens):
        behind = words[name.end:name.end + 3]
        if behind[:1] == ["("]:
            end = _closing(words, name.end)
            inner = names_among(tokens[name.end + 1:end])
            alone = len(inner) == 1 and inner[0].end - inner[0].start == end - name.end - 1 and inner[0].key != ("t",)
            if alone or {",", ";"} & set(words[name.end:end]):
                functions.add(name.key)
        bracketed = behind == ["^", "{", "("] and words[_closing(words, name.end + 2) + 1:][:1] == ["}"]
        if behind[:2] == ["^", "{"] and _is_step(words, name.end + 1) or behind[:2] == ["^", "("] or bracketed:
            iterated.add(name.key)
    return functions, iterated


__all__ = ["STARS", "functions_in", "refused"]
