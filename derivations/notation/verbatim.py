"""A printed text that is no formula of its claim's statement (words, a garbled formula, a definition): nothing of it can be read over the
claim's names, so that only the same text says the same. Layout, macros and spellings of one sign are no part of a text."""

from __future__ import annotations

from .displays import Display, bare, display, last_side, pieces
from .errors import NotationError
from .put_in import put_in
from .setting import Setting
from .source import Source
from .tokens import tex_tokens

Spelled = tuple[str, ...]


def same_text(text: str | Source, printed: str, setting: Setting | None = None) -> list[str] | None:
    """None where a formula is not a printed text, piece by piece; else what it holds beside that text and is no part of it.

    A piece that it leaves out must be among the names that the setting declares, and no label is left out. A formula that begins with its
    relation sign carries on from a line above, and is compared with the last side.
    """
    setting = setting or Setting()
    try:
        one, other = display(text, setting.macros), display(printed, setting.macros)
        typed, wanted, beside = _pieces(one, setting), _pieces(other, setting), _beside(other)
        if set(beside) - set(_beside(one)):
            return None
        further = [" ".join(source.text.split()) for key, source in _beside(one).items() if key not in beside]
        declared = {_spelled(f"{item.left} = {item.right}", setting) for item in setting.declared}
    except NotationError:
        return None
    if len(typed) == len(wanted) == 1 and typed[0][:1] == ("=",) and wanted[0][:1] != ("=",):
        last = last_side(other.formula)
        return further if last is not None and typed[0][1:] == _tokens(last.text) else None
    return further if typed and set(typed) <= set(wanted) and set(wanted) - set(typed) <= declared else None


def _pieces(shown: Display, setting: Setting) -> list[Spelled]:
    return [_tokens(piece.source.text) for piece in pieces(put_in(shown.formula, setting.declared))]


def _beside(shown: Display) -> dict[tuple[Spelled, ...], Source]:
    """The labels of braces by what they say and what they stand beside, and what else is set aside."""
    return {**{(_tokens(part.text), _tokens(label.text)): label for part, label in shown.labels},
            **{(_tokens(one.text),): one for one in shown.noted}}


def _spelled(text: str, setting: Setting) -> Spelled:
    return _tokens(bare(text, setting.macros).text)


def _tokens(text: str) -> Spelled:
    words = [token.text for token in tex_tokens(text)]
    for place in range(len(words) - 3, -1, -1):  # brackets around a root alone say nothing, unless a name before them takes arguments
        if words[place:place + 2] == ["(", r"\sqrt"] and (place == 0 or not words[place - 1][-1].isalpha()):
            end = _closing(words, place + 2)
            if words[end + 1:end + 2] == [")"] and words[end + 2:end + 3] != ["^"]:
                del words[end + 1], words[place]
    return tuple(words)


def _closing(words: list[str], place: int) -> int:
    depth = 0
    for at in range(place, len(words)):
        depth += {"{": 1, "}": -1}.get(words[at], 0)
        if depth == 0:
            return at
    return len(words)
