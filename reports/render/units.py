"""A product in LaTeX taken apart into its factors: letters, numbers, commands with their arguments, brackets, each with its scripts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from theoremtest.reports.formulas.formula import tokens

_ARGUMENTS = {r"\frac": 2, r"\dfrac": 2, r"\tfrac": 2, r"\binom": 2, r"\sqrt": 1, r"\operatorname": 1, r"\text": 1, r"\mathrm": 1,
              r"\mathbb": 1, r"\mathbf": 1, r"\mathcal": 1, r"\dot": 1, r"\ddot": 1, r"\hat": 1, r"\tilde": 1, r"\bar": 1, r"\overline": 1}
_ENTERED = {r"\frac", r"\dfrac", r"\tfrac", r"\sqrt"}
"""Commands whose arguments are formulas of their own; the others name things."""
_BARS = (r"\|", "|")
_OPEN, _CLOSE = {"{", "(", "[", r"\left", r"\begin"}, {"}", ")", "]", r"\right", r"\end"}


@dataclass(frozen=True)
class Unit:
    """A factor. frame: its text around the formulas inside it, one piece more than there are; inner: those formulas."""

    frame: tuple[str, ...]
    inner: tuple[str, ...]

    @property
    def text(self) -> str:
        """The factor as it is spelled."""
        return self.filled(self.inner)

    def filled(self, inner: Sequence[str]) -> str:
        """The factor with other formulas inside."""
        return self.frame[0] + "".join(body + rest for body, rest in zip(inner, self.frame[1:], strict=True))


def spelled(latex: str) -> str:
    """A formula without spaces and braces, by which two spellings of it are held against each other."""
    return re.sub(r"(?<!\\)[{}]|\s+", "", latex)


def braced(latex: str) -> str:
    """The formula with braces around every script, so that a sign in one is no sign of the formula: `\\alpha_+` is `\\alpha_{+}`."""
    words, text, script, place = tokens(latex), "", False, 0
    while place < len(words):
        word, end = words[place], place + 1
        alone = script and not word.isspace() and word != "{"
        while alone and word.startswith("\\") and words[end:end + 1] == ["{"]:  # `_\mathrm{max}`: a command's group is its own
            end = _end(words, end)
        text += "{" + "".join(words[place:end]) + "}" if alone else word
        script = word in ("_", "^") or (script and word.isspace())
        place = end
    return text


def units(latex: str) -> list[Unit]:
    """The factors in their order; a sign or relation that stands among them is one too."""
    words = [word for word in tokens(latex) if not word.isspace()]
    found, place = [], 0
    while place < len(words):
        unit, place = _unit(words, place)
        found.append(unit)
    return found


def _unit(words: list[str], place: int) -> tuple[Unit, int]:
    frame, inner = [""], []
    word = words[place]
    if word in ("{", "(", "[", r"\left") or (word in _BARS and word in words[place + 1:]):
        end = words.index(word, place + 1) + 1 if word in _BARS else _end(words, place)
        edge = 2 if word == r"\left" else 1
        frame, inner = ["".join(words[place:place + edge]), _spaced(words[end - edge:end])], [_spaced(words[place + edge:end - edge])]
        place = end
    elif word == r"\begin":
        end = _end(words, place) + 3
        while end < len(words) and words[end - 1] != "}":
            end += 1
        frame[0], place = _spaced(words[place:end]), end
    elif word.isdigit():
        end = place
        while end < len(words) and (words[end].isdigit() or words[end] == "."):
            end += 1
        frame[0], place = "".join(words[place:end]), end
    else:
        frame[0], place = word, place + 1
        for _ in range(_ARGUMENTS.get(word, 0)):
            place = _add_argument(words, place, frame, inner, word in _ENTERED)
    while place < len(words) and words[place] in ("_", "^"):
        raised = words[place] == "^"
        frame[-1] += words[place]
        place = _add_argument(words, place + 1, frame, inner, raised)
    return Unit(tuple(frame), tuple(inner)), place


def _add_argument(words: list[str], place: int, frame: list[str], inner: list[str], entered: bool) -> int:
    """Take one argument: a group or a single token; entered: it is a formula of its own."""
    if place < len(words) and words[place] == "[":
        end = _end(words, place)
        frame[-1] += _spaced(words[place:end])
        place = end
    if place >= len(words):
        return place
    grouped = words[place] == "{"
    end = _end(words, place) if grouped else place + 1
    body = _spaced(words[place + 1:end - 1] if grouped else words[place:end])
    if entered:
        frame[-1] += "{"
        inner.append(body)
        frame.append("}")
    else:
        frame[-1] += "{" + body + "}"
    return end


def _end(words: list[str], place: int) -> int:
    """The place after the bracket, group or environment that opens here, the delimiter of a `\\right` included."""
    depth = 0
    for end in range(place, len(words)):
        if end == place or words[end - 1] not in (r"\left", r"\right"):  # what follows those is their delimiter and opens nothing itself
            depth += (words[end] in _OPEN) - (words[end] in _CLOSE)
        if depth == 0:
            return min(end + 1 + (words[end] == r"\right"), len(words))
    return len(words)


def _spaced(words: Sequence[str]) -> str:
    """Tokens as text, with a space after a command that a letter follows."""
    text = ""
    for word in words:
        text += " " + word if re.search(r"\\[A-Za-z]+$", text) and word[:1].isalpha() else word
    return text
