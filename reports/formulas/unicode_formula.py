"""LaTeX formulas as one line of Unicode, for the terminal: `\\|w\\|^{2} > 0` is `‖w‖² > 0`, `\\frac{a + b}{c}` is `(a + b)/c`.

Nothing here understands mathematics: TeX's groups are kept by brackets where one line needs them, so that no formula reads as another.
A fraction is `a/b` and has brackets of its own beside a factor; a root is `√x` or `√(a + b)`; what Unicode cannot raise or lower
is `e^(−t/2)`, `η_w`, `c_(η_u)`. Rows, as of two conjuncts, are parted by semicolons.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from .formula import fault, items, tokens
from .unicode_signs import ACCENTS, BIG, FONTS, OPERATORS, RELATIONS, accented, in_font, lowered, raised, sign

_SPACES = {r"\,", r"\;", r"\:", r"\!", r"\>", r"\ ", "~"}
_WIDE = {r"\quad", r"\qquad"}
_SILENT = {r"\displaystyle", r"\textstyle", r"\limits", r"\nolimits", r"\nonumber", r"\notag", "&",
           *(rf"\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m"))}
_OPEN, _CLOSE = {"(", "[", "{", "⟨", "⌊", "⌈"}, {")", "]", "}", "⟩", "⌋", "⌉"}
_BARS = {"|", "‖"}
_TEXTS = {r"\text", r"\mbox", r"\textrm", r"\textit", r"\mathrm"}
_FUNCTIONS = {"sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "arcsin", "arccos", "arctan", "log", "ln", "exp",
              "min", "max", "det", "dim", "ker", "arg", "lim", "sup", "inf", "gcd", "Pr"}
_WRITTEN = {"DiagMatrix": "diag"}
"""Operators that have a name of their own here, and how a reader knows them."""
_CELL_ENDS = frozenset(("&", "\\\\", r"\end"))
_AMBIGUOUS = "^⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵏᵀ("
"""What, standing after a root's sign, leaves open whether the root goes over it."""
_ROOTS = {"2": "√", "3": "∛", "4": "∜"}
_FORMULA = re.compile(r"\$[^$]+\$|\\[A-Za-z]+(?:\{[^{}]*\})*(?:_(?:\{[^{}]*\}|[A-Za-z0-9*+-]))?")
"""A formula in running text, or a letter that is spelled as LaTeX: `\\tilde{s}`, `\\eta_a`."""


@dataclass
class _Piece:
    """A stretch of the line. kind: `atom`, `fraction`, `function`, `big`, `operator`, `relation`, `open`, `close`, `comma`, `text`
    or `row`; gap: whether the source has a space before it; bare: whether nothing was raised, lowered or set beside it."""

    text: str
    kind: str = "atom"
    gap: bool = False
    bare: bool = True


@lru_cache(4096)
def unicode_formula(latex: str) -> str:
    """A LaTeX formula as one line of Unicode text; an unknown command stands by its name, and what is no formula as it is spelled."""
    if fault(latex):
        return latex
    return _joined(_Reader(tokens(latex)).pieces()).strip()


def unicode_conditions(latex: str) -> list[str]:
    """The conditions and abbreviations of a domain in LaTeX, each as a line of Unicode, in their order."""
    return [unicode_formula(item) for item in items(latex)]


def unicode_domain(latex: str) -> str:
    """A domain in LaTeX as one line: its conditions, then, after a semicolon, its abbreviations; `everywhere` where it has neither."""
    listed = unicode_conditions(latex)
    where = [item for item in listed if ":=" in item]
    conditions = ", ".join(item for item in listed if item not in where)
    return "; ".join(part for part in (conditions, "where " + ", ".join(where) if where else "") if part) or "everywhere"


def unicode_words(text: str) -> str:
    """Running text with its formulas, `$...$`, and with letters that are spelled as LaTeX, as Unicode."""
    return _FORMULA.sub(lambda match: unicode_formula(match.group().strip("$")), text)


class _Reader:
    """Goes through the tokens of one formula once, from left to right."""

    def __init__(self, words: list[str]):
        self._words, self._place = words, 0
        self._bars: list[str] = []

    def pieces(self, until: Callable[[str], bool] = lambda word: False) -> list[_Piece]:
        """The pieces up to a token that ends them, which is taken, or to the end."""
        found: list[_Piece] = []
        gap, bars, self._bars = False, self._bars, []
        while self._place < len(self._words):
            word = self._take()
            if until(word):
                break
            if word.isspace() or word in _SPACES or word in _WIDE:
                gap = True
            elif word in ("_", "^"):
                self._script(found, word)
            elif word not in _SILENT:
                for piece in self._piece(word, found):
                    piece.gap, gap = piece.gap or gap, False
                    found.append(piece)
        self._bars = bars
        return found

    def _take(self) -> str:
        word = self._words[self._place]
        self._place += 1
        return word

    def _peek(self) -> str:
        """The next token that is no space, left where it is; nothing at the end."""
        while self._place < len(self._words) and self._words[self._place].isspace():
            self._place += 1
        return self._words[self._place] if self._place < len(self._words) else ""

    def _argument(self) -> list[_Piece]:
        """What a command applies to: a group in braces, or one token with its own arguments."""
        word = self._peek()
        if not word:
            return []
        self._place += 1
        if word.isdigit():  # one digit, as TeX has it: the halves of `\\frac12` are 1 and 2
            return [_Piece(word)]
        return self.pieces(lambda token: token == "}") if word == "{" else self._piece(word, [])

    def _word_argument(self) -> str:
        """A group in braces taken as it is spelled."""
        if self._peek() != "{":
            return self._take() if self._place < len(self._words) else ""
        self._place += 1
        end = depth = 0
        spelled = ""
        while self._place < len(self._words) and not end:
            word = self._take()
            depth += {"{": 1, "}": -1}.get(word, 0)
            end = depth < 0
            spelled += "" if end else word
        return spelled

    def _piece(self, word: str, before: list[_Piece]) -> list[_Piece]:
        """What a token, with the arguments it takes, is written as."""
        if word == "{":
            return self._group()
        if word in (r"\left", r"\right"):
            return self._delimiter(self._take() if self._peek() else "", opens=word == r"\left")
        if word in (r"\frac", r"\dfrac", r"\tfrac"):
            return [_Piece(_fraction(self._argument(), self._argument()), "fraction")]
        if word == r"\sqrt":
            return [self._root()]
        if word in FONTS:
            return [_Piece(in_font(word, _joined(self._argument())))]
        if word in ACCENTS:
            return [_Piece(accented(word, _joined(self._argument())))]
        if word in _TEXTS or word in (r"\operatorname", r"\operatorname*"):
            return self._named(word)
        if word == r"\begin":
            return self._environment()
        if word in (r"\underbrace", r"\overbrace"):
            return [_Piece(f"({_joined(self._argument())})")]
        if word in (r"\class", r"\color"):
            self._word_argument()
            return self._argument()
        if word == r"\binom":
            return [_Piece(f"binom({_joined(self._argument())}, {_joined(self._argument())})")]
        return self._sign(word, before)

    def _group(self) -> list[_Piece]:
        inner = self.pieces(lambda token: token == "}")
        if self._peek() in ("^", "_") and inner and not (len(inner) == 1 and inner[0].bare):
            return [_Piece(f"({_joined(inner)})")]
        return inner

    def _delimiter(self, word: str, opens: bool) -> list[_Piece]:
        return [] if word in (".", "") else [_Piece(sign(word) if len(word) > 1 else word, "open" if opens else "close")]

    def _root(self) -> _Piece:
        index = "2"
        if self._peek() == "[":
            self._place += 1
            index = _joined(self.pieces(lambda token: token == "]"))
        body = self._argument()
        text = _joined(body)
        text = text if _is_bare(body) else f"({text})"
        power = _ROOTS.get(index) or (raised(index) or f"({index})") + "√"
        return _Piece(power + text)

    def _named(self, command: str) -> list[_Piece]:
        spelled = self._word_argument().replace("DiagMatrix", "diag")  # as papers write it
        if command in (r"\operatorname", r"\operatorname*"):
            spelled = _WRITTEN.get(spelled, spelled)
            return [_Piece(spelled, "big" if spelled in BIG else "function")]
        if command == r"\mathrm":
            return [_Piece(spelled)]
        return [_Piece(spelled.replace("$", "").replace("~", " "), "text")]

    def _environment(self) -> list[_Piece]:
        """Rows of cells between `\\begin` and `\\end`; whatever the environment, rows are parted by semicolons."""
        name = self._word_argument()
        rows: list[list[str]] = [[""]]

        while self._place < len(self._words):
            rows[-1][-1] = _joined(self.pieces(_CELL_ENDS.__contains__)).strip()
            last = self._words[self._place - 1]
            if last == r"\end":
                self._word_argument()
                break
            rows.append([""]) if last == "\\\\" else rows[-1].append("")
        rows = [row for row in rows if any(row)]
        if name in ("aligned", "align", "align*", "gathered", "split"):
            return [_Piece("; ".join(" ".join(cell for cell in row if cell) for row in rows), "text")]
        if name == "cases":
            return [_Piece("{" + "; ".join(" ".join(cell for cell in row if cell) for row in rows) + "}")]
        matrix = "; ".join(", ".join(row) for row in rows)
        return [_Piece(matrix if name in ("matrix", "smallmatrix", "array") else f"[{matrix}]")]

    def _sign(self, word: str, before: list[_Piece]) -> list[_Piece]:
        """A token that takes no argument."""
        if word == "\\\\":
            return [_Piece(";", "row")]
        if word == r"\arg" and self._peek() in (r"\min", r"\max"):
            return [_Piece("arg" + self._take()[1:], "big")]
        text = sign(word)
        if text in _BARS:
            return [_Piece(text, self._side(text, before))]
        if text.isdigit():
            while self._place < len(self._words) and (self._words[self._place].isdigit() or self._decimal()):
                text += self._take()
            return [_Piece(text)]
        for kind, listed in (("open", _OPEN), ("close", _CLOSE), ("relation", RELATIONS), ("operator", OPERATORS), ("big", BIG),
                             ("function", _FUNCTIONS), ("comma", {",", ";"})):
            if text in listed:
                return [_Piece(text, kind)]
        return [_Piece(text)]

    def _decimal(self) -> bool:
        """Whether a point stands here with a digit after it."""
        return self._words[self._place:self._place + 1] == ["."] and "".join(self._words[self._place + 1:self._place + 2]).isdigit()

    def _side(self, bar: str, before: list[_Piece]) -> str:
        """Whether a bar opens or closes: it closes the one like it that is open in this group, unless nothing stands between."""
        if self._bars and self._bars[-1] == bar and before and before[-1].kind not in ("operator", "relation", "open", "comma"):
            self._bars.pop()
            return "close"
        self._bars.append(bar)
        return "open"

    def _script(self, found: list[_Piece], mark: str) -> None:
        """Raise or lower the argument beside the last piece."""
        argument = self._argument()
        text = _joined(argument).strip()
        short = (raised if mark == "^" else lowered)(text)
        if short is None:
            alone = len(argument) == 1 and argument[0].bare and argument[0].kind in ("atom", "function", "text", "operator")
            short = mark + (text if alone or text.isalpha() else f"({text})")
        base = found[-1] if found else None
        if base is None or base.kind in ("operator", "relation", "comma", "open", "row"):
            found.append(_Piece(short, bare=False))
        elif base.kind == "fraction" or base.text[0] in _ROOTS.values():
            base.text, base.kind, base.bare = f"({base.text}){short}", "atom", False
        else:
            base.text += short
            base.bare = False
            base.kind = "big" if base.text.startswith(("max_", "min_")) else base.kind


def _fraction(top: list[_Piece], bottom: list[_Piece]) -> str:
    above, below = (_joined(side) if _is_whole(side) else f"({_joined(side)})" for side in (top, bottom))
    return f"{above}/{below}"


def _is_bare(found: list[_Piece]) -> bool:
    """Whether a root may stand before this without brackets: one letter or number with nothing raised, or a pair of brackets."""
    if len(found) == 1:
        piece = found[0]
        return piece.kind == "atom" and piece.text[0] not in _ROOTS.values() and (piece.bare or not set(piece.text) & set(_AMBIGUOUS))
    return _is_pair(found) and found[0].text == "(" and found[-1].bare


def _is_whole(found: list[_Piece]) -> bool:
    """Whether a slash may stand beside this: one factor, a differential such as `dt`, or brackets, with a function before them or not."""
    if found and found[0].kind == "function":
        found = found[1:]
    if len(found) == 1:
        return found[0].kind == "atom"
    return _is_differential(found) or _is_pair(found)


def _is_differential(found: list[_Piece]) -> bool:
    """Whether this is `dt`, `dt²` or `∂L`."""
    return len(found) == 2 and found[0].text in ("d", "∂") and found[1].kind == "atom" and not (found[0].text == "d" and found[1].gap)


def _is_pair(found: list[_Piece]) -> bool:
    """Whether the first piece opens brackets that the last one closes."""
    depth = 0
    for place, piece in enumerate(found):
        depth += {"open": 1, "close": -1}.get(piece.kind, 0)
        if depth == 0:
            return place == len(found) - 1 and place > 0
    return False


def _joined(found: list[_Piece]) -> str:
    """The pieces in one line, spaced as a formula is."""
    line, before = "", None
    for place, piece in enumerate(found):
        after = found[place + 1] if place + 1 < len(found) else None
        text = piece.text
        if piece.kind == "fraction" and (_is_factor(before, closing=True) or _is_factor(after)) and not _differentiates(text):
            text = f"({text})"
        prefix = piece.kind == "operator" and not _is_factor(before, closing=True)
        if before is not None and _spaced(before, piece):
            line += " "
        line += text
        before = _Piece(text, "prefix", piece.gap) if prefix else piece
    return line


def _is_factor(piece: _Piece | None, closing: bool = False) -> bool:
    """Whether a piece is part of a product with its neighbour; `closing`: the neighbour stands after it."""
    return piece is not None and piece.kind in ("atom", "fraction", "function" if not closing else "close", "close" if closing else "open",
                                                *(() if closing else ("big",)))


def _differentiates(fraction: str) -> bool:
    top, _, bottom = fraction.partition("/")
    return top[:1] in ("d", "∂") and bottom[:1] == top[:1] and len(bottom) == 2


def _spaced(before: _Piece, piece: _Piece) -> bool:
    """Whether a space stands between two pieces."""
    kinds = {before.kind, piece.kind}
    if piece.kind in ("comma", "row", "close") or before.kind in ("open", "prefix"):
        return False
    if before.kind == "text" and (piece.text == ":" or (piece.kind == "open" and not piece.gap)):
        return False
    if kinds & {"comma", "row", "relation", "operator", "big"}:
        return True
    if "text" in kinds:
        return not (before.text.endswith(" ") or piece.text.startswith(" "))
    if before.kind == "function":
        return piece.kind != "open"
    if before.text in ("∂", "∇", "¬", "#"):
        return False
    if piece.kind == "open":
        return piece.gap or before.kind == "fraction" or piece.text in _BARS
    if before.text == "d" and not piece.gap:
        return False
    single = all(len(one.text) == 1 and one.text.isascii() and one.kind == "atom" for one in (before, piece))
    return piece.gap or not (single or piece.text in ("′", "!"))
