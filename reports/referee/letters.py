r"""The letters of a formula, each with its font and its scripts, and norms of letters; and a formula as it is compared with others: values
at a time are letters of their own, x(0) and x_0 one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from theoremtest.derivations.notation import Source
from theoremtest.derivations.notation.ground import LETTERS, past_script
from theoremtest.derivations.notation.tex import Kind, Token
from theoremtest.derivations.notation.tokens import Tex, tex_tokens
from theoremtest.derivations.notation.vocabulary import FONTS

Key = tuple[str, ...]
"""The tokens of a name."""
STARS = {"*", r"\star", r"\dagger", "+", "-"}
"""What may stand above a letter and be part of its name."""
_BARS = {r"\|"}
_WORDS = ("\\text", "\\operatorname", "\\begin", "\\end", "\\mbox", "\\textrm")


@dataclass(frozen=True)
class Name:
    """A letter, or the norm of one: its tokens, and from where to where they stand."""

    key: Key
    start: int
    end: int

    @property
    def latex(self) -> str:
        """The name as it is typed."""
        return latex_of(self.key)

    @property
    def inner(self) -> Key:
        """The letter whose norm it is; a letter itself."""
        return inner_of(self.key)

    @property
    def norm(self) -> bool:
        """Whether it is the norm of a letter."""
        return self.key[0] in _BARS


def inner_of(key: Key) -> Key:
    """The letter whose norm a key is; that of a letter itself."""
    return key[1:key.index(key[0], 1)] if key[0] in _BARS else key


def latex_of(key: Sequence[str]) -> str:
    """Tokens spelled."""
    text = ""
    for word in key:
        text += (" " if text and text[-1].isalpha() and word[0].isalpha() and "\\" in text.split("{")[-1].split("_")[-1] else "") + word
    return text


def spelled(text: str) -> str:
    """A formula of tokens with a space between each as it is typed."""
    text = re.sub(r"(\\[A-Za-z]+)\s+(?![A-Za-z])", r"\1", re.sub(r"\s*([_^{}()\[\],])\s*", r"\1", text))
    return re.sub(r"([A-Za-z0-9}\])])([+=-])|(?<=\s)([+=-])(?=\S)", r"\1\2\3", text).strip()


def names_in(text: str) -> list[Name]:
    """The letters of a formula in order. Raises NotationError where it has no tokens."""
    return names_among(tex_tokens(text))


def names_among(tokens: Sequence[Tex]) -> list[Name]:
    """The letters among tokens, norms of letters as one name each."""
    words = [token.text for token in tokens]
    found: list[Name] = []
    place = 0
    while place < len(words):
        if words[place] in _BARS and (inner := _letter(words, place + 1)) is not None and words[inner:inner + 1] == [words[place]]:
            end = inner + 1
            if words[end:end + 2] in (["_", "F"], ["_", "2"]):
                end += 2
            found.append(Name(tuple(words[place:end]), place, end))
            place = end
        elif words[place] == "e" and words[place + 1:place + 2] == ["^"]:
            place += 1  # the number
        elif (end := _letter(words, place)) is not None and is_identity(words[place:end]):
            place = end
        elif (end := _letter(words, place)) is not None:
            found.append(Name(tuple(words[place:end]), place, end))
            place = end
        elif words[place] == "_" and place + 1 < len(words):  # below an operator
            place = past_script(words, place)
        else:
            place += 1
    return found


def is_identity(words: Sequence[str]) -> bool:
    """Whether a letter is the identity matrix, I or a bold one, with its size below it."""
    plain = [word for word in words if word not in (r"\mathbf", r"\mathrm", r"\boldsymbol", r"\bm", "{", "}")]
    return plain[:1] == ["I"] and plain[1:2] in ([], ["_"])


def holds_identity(text: str) -> bool:
    """Whether a formula speaks of an identity matrix."""
    words = [token.text for token in tex_tokens(text)]
    return any((end := _letter(words, place)) is not None and is_identity(words[place:end]) for place in range(len(words)))


def _letter(words: Sequence[str], place: int) -> int | None:
    """Behind the letter that begins at a place; None where none does."""
    start = place
    while place < len(words) and words[place] in FONTS and words[place] not in (r"\dot", r"\ddot"):
        place += 1
    if place > start and words[place:place + 1] == ["{"]:
        place = _past(words, place)
    elif place < len(words) and ((len(words[place]) == 1 and words[place].isalpha()) or words[place] in LETTERS):
        place += 1
    else:
        return None
    while place + 1 < len(words):
        if words[place] == "_":
            place = past_script(words, place)
        elif words[place] == "^" and words[place + 1] in STARS:
            place += 2
        else:
            break
    return place


def _past(words: Sequence[str], place: int) -> int:
    if words[place:place + 1] != ["{"]:
        return place + 1
    depth = 0
    for at in range(place, len(words)):
        depth += (words[at] == "{") - (words[at] == "}")
        if depth == 0:
            return at + 1
    return len(words)


def named(text: str) -> Key | None:
    """The name that a text is; None where it is more than a name, or none."""
    tokens = tex_tokens(text)
    found = names_among(tokens)
    return found[0].key if len(found) == 1 and (found[0].start, found[0].end) == (0, len(tokens)) else None


def at_times(source: Source) -> Source:
    r"""x(t) as x, x(0) as x_0, x_i(0) as x_{i,0}; without a point or a comma at the end."""
    tokens = list(source.tokens)
    made: list[Token] = []
    place = 0
    while place < len(tokens):
        inner = [token for token in tokens[place:place + 6] if not token.blank][:3]
        words = [token.text for token in inner]
        if made and words[:1] == ["("] and words[2:] == [")"] and words[1] in ("t", "0") and _may_move(made):
            place = tokens.index(inner[2], place) + 1
            if words[1] == "0":
                _put_zero(made, inner[0].at)
            continue
        made.append(tokens[place])
        place += 1
    while made and (made[-1].blank or made[-1].text in (".", ",", ";")):
        made.pop()
    return Source.made(made)


def _may_move(made: Sequence[Token]) -> bool:
    last = next((token for token in reversed(made) if not token.blank), None)
    return last is not None and ((len(last.text) == 1 and last.text.isalpha()) or last.text in LETTERS
                                 or last.kind is Kind.CLOSE or last.text in STARS)


def _put_zero(made: list[Token], at: int) -> None:
    """Give the name that ends here the index 0, behind the one that it has."""
    zero = Token(Kind.CHARACTER, "0", at)
    star = [made.pop()] if made[-1].text in STARS else []
    power = [made.pop()] if star else []
    if made[-1].kind is Kind.CLOSE and (start := _opening(made)) and made[start - 1].text == "_":
        made[-1:-1] = [Token(Kind.CHARACTER, ",", at), zero]
    elif len(made) > 1 and made[-2].text == "_":
        made[-1:] = [Token(Kind.OPEN, "{", at), made[-1], Token(Kind.CHARACTER, ",", at), zero, Token(Kind.CLOSE, "}", at)]
    else:
        made += [Token(Kind.CHARACTER, "_", at), zero]
    made += [*power, *star]


def _opening(made: Sequence[Token]) -> int:
    depth = 0
    for place in range(len(made) - 1, -1, -1):
        depth += (made[place].kind is Kind.CLOSE) - (made[place].kind is Kind.OPEN)
        if depth == 0:
            return place
    return 0


__all__ = ["Key", "Name", "at_times", "holds_identity", "is_identity", "latex_of", "named", "names_among", "names_in", "spelled"]
