"""LaTeX formula text taken apart just far enough to print it: tokens, balance, width, and where a long line may break.

Nothing here understands mathematics. A formula is split only at the top level, never inside a group, a pair of
`\\left ... \\right` or an environment, so that the pieces read on their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|:=|\s+|.", re.DOTALL)
_STACKED = ("aligned", "gathered", "split", "align", "align*", "gather", "gather*")
_RELATIONS = ("=", ":=", r"\iff", r"\implies", r"\Rightarrow", r"\Longrightarrow", r"\Leftrightarrow", r"\leq", r"\geq", r"\neq",
              "<", ">", r"\in", r"\to")
_BREAKS = ("=", ":=", r"\iff", r"\implies", r"\Rightarrow", r"\Longrightarrow", r"\Leftrightarrow", r"\leq", r"\geq", r"\neq")
_NO_WIDTH = {r"\left", r"\right", r"\displaystyle", r"\textstyle", r"\limits", r"\nolimits", r"\bigl", r"\bigr", r"\Bigl",
             r"\Bigr", r"\big", r"\Big", "&"}
_SPACES = {r"\,": 0.3, r"\;": 0.5, r"\:": 0.4, r"\!": -0.2, r"\ ": 0.5, r"\quad": 2.0, r"\qquad": 4.0, "~": 0.5}
MEMBER = r" \in "
_FRACTIONS = (r"\frac", r"\dfrac", r"\tfrac", r"\binom")
_NAMED_WIDTH = {r"\sinh", r"\cosh", r"\tanh", r"\coth", r"\sin", r"\cos", r"\tan", r"\log", r"\ln", r"\exp", r"\min", r"\max",
                r"\lim", r"\arg", r"\det", r"\sup", r"\inf", r"\ker", r"\dim"}


def tokens(latex: str) -> list[str]:
    """Commands, escaped characters, runs of space, single characters; joined they give the text back."""
    return _TOKEN.findall(latex)


@cache
def fault(latex: str) -> str | None:
    """What is wrong with the text's pairs (braces, `\\left`/`\\right`, environments), or None when they match."""
    stack: list[str] = []
    words = tokens(latex)
    for place, word in enumerate(words):
        if word in ("{", r"\left"):
            stack.append(word)
        elif word == r"\begin":
            stack.append("begin " + _name_after(words, place))
        elif word in ("}", r"\right", r"\end"):
            wanted = {"}": "{", r"\right": r"\left"}.get(word, "begin " + _name_after(words, place) if word == r"\end" else "")
            if not stack or stack[-1] != wanted:
                return f"{word} closes {stack[-1] if stack else 'nothing'}"
            stack.pop()
    if not latex.strip():
        return "the formula is empty"
    if stack:
        return f"{stack[-1]} is never closed"
    return "the text ends in a lone backslash" if words[-1] == "\\" else None


def _name_after(words: list[str], place: int) -> str:
    rest = "".join(words[place + 1:place + 40])
    match = re.match(r"\s*\{([^{}]*)\}", rest)
    return match.group(1) if match else "?"


def split_top(latex: str, at: Callable[[str], bool]) -> list[tuple[str, str]]:
    """The pieces between the top-level tokens for which `at(token)` is true, each with the token before it ('' first).

    A sign that is a script, `L_-`, is part of its letter.
    """
    pieces, current, separator, depth, before = [], [], "", 0, ""
    for word in tokens(latex):
        if word in ("{", r"\left", r"\begin", "[", "("):
            depth += 1
        elif word in ("}", r"\right", r"\end", "]", ")"):
            depth -= 1
        if depth == 0 and before not in ("_", "^") and at(word):
            pieces.append((separator, "".join(current).strip()))
            current, separator = [], word
        else:
            current.append(word)
        before = before if word.isspace() else word
    pieces.append((separator, "".join(current).strip()))
    return pieces


@dataclass(frozen=True)
class Row:
    """One printed line of a display; a continued line hangs under the one before it."""

    latex: str
    continued: bool = False


def rows(latex: str, width: float = 62.0) -> list[Row]:
    """The lines of a display: the author's own, and long ones broken at top-level relations, then at plus and minus.

    width: the longest line wanted, in units of about one italic letter. A line with no place to break stays long.
    """
    if fault(latex):
        return [Row(latex)]
    latex = _unstack(latex.strip())
    result = []
    for _, line in split_top(latex, lambda word: word == "\\\\"):
        line = _without_marks(line)
        if not line:
            continue
        for place, piece in enumerate(_broken(line, width)):
            result.append(Row(piece, continued=place > 0))
    return result or [Row(latex)]


def items(latex: str) -> list[str]:
    """A list of conditions taken apart at its wide commas (`,` followed by a space command), for text that may wrap."""
    return list(_items(latex))


def gathered(listed: Iterable[str], width: float) -> list[str]:
    """Conditions for a row of them: neighbours that lie in one space share its sign, `A, B \\in \\mathbb{R}^{n}`, up to a width."""
    found: list[str] = []
    for item in listed:
        who, sign, space = item.partition(MEMBER)
        if found and sign and found[-1].endswith(f"{sign}{space}") and MEMBER not in space:
            both = f"{found[-1].removesuffix(f'{sign}{space}')}, {item}"
            if width_of(both) <= width:
                found[-1] = both
                continue
        found.append(item)
    return found


@cache
def _items(latex: str) -> tuple[str, ...]:
    if not latex.strip():
        return ()
    if fault(latex):
        return (latex,)
    marked = []
    words = tokens(latex)
    for place, word in enumerate(words):
        after = next((w for w in words[place + 1:] if not w.isspace()), "")
        marked.append("\x00" if word == "," and after in _SPACES else word)
    pieces = [piece for _, piece in split_top("".join(marked), lambda word: word == "\x00")]
    return tuple(stripped for piece in pieces if (stripped := _strip_spaces(piece.replace("\x00", ","))))


def _strip_spaces(text: str) -> str:
    words = tokens(text)
    while words and (words[0].isspace() or words[0] in _SPACES):
        words.pop(0)
    while words and (words[-1].isspace() or (words[-1] in _SPACES)):
        words.pop()
    return "".join(words)


def _unstack(latex: str) -> str:
    for name in _STACKED:
        opening, closing = rf"\begin{{{name}}}", rf"\end{{{name}}}"
        if latex.startswith(opening) and latex.endswith(closing) and latex.count(opening) == 1:
            return latex[len(opening):-len(closing)].strip()
    return latex


def _without_marks(line: str) -> str:
    return _strip_spaces("".join(piece for _, piece in _spaced(split_top(line, lambda word: word == "&"))))


def _spaced(pieces):
    return [(mark, piece if place == 0 else " " + piece) for place, (mark, piece) in enumerate(pieces)]


def _broken(line: str, limit: float) -> list[str]:
    if width_of(line) <= limit:
        return [line]
    listed = items(line)
    if len(listed) > 1:
        pieces = [piece + ("," if place < len(listed) - 1 else "") for place, piece in enumerate(listed)]
        return [row for piece in _packed(pieces, limit, joint=r" \quad ") for row in _broken_once(piece, limit)]
    return _broken_once(line, limit)


def _broken_once(line: str, limit: float) -> list[str]:
    if width_of(line) <= limit:
        return [line]
    pieces: list[str] = []
    for mark, part in split_top(line, lambda word: word in _BREAKS):
        piece = f"{mark} {part}".strip()
        if width_of(piece) <= limit:
            pieces.append(piece)
            continue
        terms = [f"{sign} {term}".strip() for sign, term in split_top(piece, lambda word: word in ("+", "-"))]
        for term in _signed([term for term in terms if term]):
            pieces.extend([term] if width_of(term) <= limit else _opened(term, limit))
    return _packed(pieces, limit)


def _opened(piece: str, limit: float) -> list[str]:
    """A long product broken inside its widest pair of `\\left ... \\right`, where that holds a sum; else left as it is.

    Each line stays whole: the pair is closed by an invisible partner, `\\right.`, and taken up again by `\\left.`.
    """
    words = tokens(piece)
    pairs = [(width_of("".join(words[start:end])), start, end) for start, end in _pairs(words)]
    if not pairs:
        return [piece]
    _, start, end = max(pairs)
    opening, closing = "".join(words[start:start + 2]), "".join(words[end - 2:end])
    body = "".join(words[start + 2:end - 2])
    terms = [f"{mark} {term}".strip() for mark, term in split_top(body, lambda word: word in ("+", "-"))]
    lines = _packed([term for term in _signed(terms) if term], limit - 4)
    if len(lines) == 1:
        return [piece]
    before, after = "".join(words[:start]).strip(), "".join(words[end:]).strip()
    lines[0] = rf"{before} {opening} {lines[0]} \right.".strip()
    lines[-1] = rf"\left. {lines[-1]} {closing} {after}".strip()
    return lines


def _pairs(words: list[str]) -> list[tuple[int, int]]:
    """Where the outermost `\\left ... \\right` pairs that are in no brace group and no matrix begin and end, delimiters included."""
    found, depth, braces, start = [], 0, 0, 0
    for place, word in enumerate(words):
        braces += {"{": 1, "}": -1, r"\begin": 1, r"\end": -1}.get(word, 0)
        if word == r"\left" and braces == 0:
            start = place if depth == 0 else start
            depth += 1
        elif word == r"\right" and braces == 0:
            depth -= 1
            if depth == 0 and words[start + 1:start + 2] and words[place + 1:place + 2]:
                found.append((start, place + 2))
    return found


def _signed(terms: list[str]) -> list[str]:
    """Glue a leading sign, or one that follows a relation, to its term: it is no place to break."""
    glued: list[str] = []
    for term in terms:
        if glued and (not glued[-1] or tokens(glued[-1])[-1] in (*_RELATIONS, "+", "-", r"\cdot", r"\times")):
            glued[-1] = f"{glued[-1]} {term}".strip()
        else:
            glued.append(term)
    return glued


def _packed(pieces: list[str], limit: float, joint: str = " ") -> list[str]:
    """Pieces set in lines as full as they may be; a short left side stays with a piece that fits nowhere anyway."""
    lines = [pieces[0]]
    for piece in pieces[1:]:
        together = lines[-1] + joint + piece
        hopeless = width_of(piece) > limit and width_of(lines[-1]) < limit / 6
        if hopeless or width_of(together) <= limit:
            lines[-1] = together
        else:
            lines.append(piece)
    return lines


@cache
def width_of(latex: str) -> float:
    """A rough printed width in italic letters: a fraction is as wide as its wider part, scripts count seven tenths."""
    width, _ = _measure(tokens(latex), 0, None)
    return width


def _measure(words: list[str], place: int, until: str | None) -> tuple[float, int]:
    width = 0.0
    while place < len(words):
        word = words[place]
        if word == until:
            return width, place + 1
        if word.isspace():
            place += 1
        elif word in ("_", "^"):
            inner, place = _argument(words, place + 1)
            width += 0.7 * inner
        elif word in _FRACTIONS:
            top, place = _argument(words, place + 1)
            bottom, place = _argument(words, place)
            width += max(top, bottom) + 0.5
        elif word == r"\begin":
            inner, place = _environment(words, place)
            width += inner
        else:
            inner, place = _argument(words, place)
            width += inner
            if word in (*_RELATIONS, "+", "-"):
                width += 1.0
    return width, place


def _argument(words: list[str], place: int) -> tuple[float, int]:
    while place < len(words) and words[place].isspace():
        place += 1
    if place >= len(words):
        return 0.0, place
    word = words[place]
    if word == "{":
        return _measure(words, place + 1, "}")
    if word in _NO_WIDTH:
        return 0.0, place + 1
    if word in _SPACES:
        return _SPACES[word], place + 1
    if word in _NAMED_WIDTH:
        return 0.85 * (len(word) - 1), place + 1
    if word == r"\class":  # a mark prints nothing itself
        _, place = _argument(words, place + 1)
        return _argument(words, place)
    if word == r"\sqrt":
        inner, place = _argument(words, place + 1)
        return inner + 1.2, place
    return 1.0, place + 1


def _environment(words: list[str], place: int) -> tuple[float, int]:
    name = _name_after(words, place)
    depth, end = 0, place
    while end < len(words):
        depth += {r"\begin": 1, r"\end": -1}.get(words[end], 0)
        if depth == 0:
            break
        end += 1
    body = "".join(words[place + 1:end])
    body = body[body.index("}") + 1:] if "}" in body else body
    widest = max(width_of(line) for _, line in split_top(body, lambda word: word == "\\\\"))
    skip = len(tokens("{" + name + "}"))
    return widest + 1.5, min(end + 1 + skip, len(words))


def stacked(latex: str, width: float = 62.0) -> str:
    """A display's LaTeX with its lines set out in `aligned`; continued lines are indented. One line stays as it is."""
    lines = rows(latex, width)
    if len(lines) == 1:
        return lines[0].latex
    body = " \\\\\n".join(("& \\qquad " if line.continued else "& ") + line.latex for line in lines)
    return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"
