"""The names that a formula may use: those of one statement, each with its LaTeX, found in the text by the longest match."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field
from functools import lru_cache

from sympy import Basic, Identity, OneMatrix, S, Symbol, Transpose, sqrt
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixSymbol
from sympy.tensor.indexed import Indexed, IndexedBase

from theoremtest.derivations.language.diagonal import Diagonal, EveryEntry
from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.flow import TIME
from theoremtest.derivations.language.functions import GrowthIntegral
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.open_functions import OpenValue
from theoremtest.derivations.language.statement import Statement

from .errors import NotationError
from .open_functions import named
from .seen_symmetric import Symmetric
from .shapes import UNSIZED
from .tokens import Tex, tex_tokens

_SQUARED_NORM = re.compile(r"(\\\|[^|]+\\\|)\^(?:2|\{2\})")
TRIES = 3
"""Nearest names that an error suggests."""


@dataclass(frozen=True)
class Meaning:
    """What a name stands for: a symbol, a matrix, a function of declared arguments, or a mark that only one kind knows."""

    value: object
    latex: str
    mark: str = ""
    ones: object = None
    """Of an index: the column of ones of its length, where the statement has one."""
    but: object = None
    """Of an index that a sum runs over: the index that it leaves out."""

    def __str__(self) -> str:
        return self.latex  # a token of the grammar is a text, made of this


@dataclass
class Names:
    """Names by their tokens. `clashes` are spellings that two different things share; using one is an error."""

    by_tokens: dict[tuple[str, ...], Meaning] = field(default_factory=dict)
    clashes: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    longest: int = 0
    starts: set[str] = field(default_factory=set)
    over: dict[object, set[str]] = field(default_factory=dict)
    """Of what is also spelled with brackets, x(t), the letters in them: x before brackets with t in them is a value of x, and no factor."""
    time: tuple[str, ...] = ()
    """The tokens of the time, where the statement has one: x(t) is then another spelling of x."""
    growths: set[GrowthIntegral] = field(default_factory=set)
    """The growth integrals that the statement prints as quotients: such a quotient stands for its limit where the rate is 0."""
    symmetric: Symmetric | None = None
    """What the statement's domain makes symmetric, where it speaks of square matrices."""
    whole: frozenset[tuple[str, ...]] = frozenset()
    """Declared domains of integration that hold every point of an index."""
    unread: dict[str, str] = field(default_factory=dict)
    """Declared names whose right-hand side cannot be read over the names of this statement, each with the reason."""

    def add(self, latex: str, value: object, mark: str = "") -> None:
        """Declare a name; the same spelling for something else is remembered as a clash."""
        key = _key(latex)
        if not key:
            raise NotationError(f"{value!r} has no LaTeX")
        known = self.by_tokens.get(key)
        if known is not None and known.value != value:
            self.clashes[key] = (repr(known.value), repr(value))
        elif known is None:
            self.by_tokens[key] = Meaning(value, latex, mark)
            opening = len(key) - 1 - key[::-1].index("(") if key[-1] == ")" and "(" in key else 0
            if (base := self.by_tokens.get(key[:opening])) is not None and base.value == value:
                self.over.setdefault(value, set()).update(word for word in key[opening + 1:-1] if word[-1].isalpha())
            self.longest = max(self.longest, len(key))
            self.starts.add(key[0])

    def offer(self, latex: str, value: object, mark: str = "") -> None:
        """Declare a further spelling, unless it is taken."""
        if _key(latex) not in self.by_tokens:
            self.add(latex, value, mark)

    def has(self, latex: str) -> bool:
        """Whether a spelling is a name."""
        return _key(latex) in self.by_tokens

    def match(self, tokens: list[Tex], place: int) -> tuple[Meaning, int] | None:
        """The longest name at a place, with the number of its tokens; None where none begins here."""
        if place >= len(tokens) or tokens[place].text not in self.starts:
            return None
        window = tuple(token.text for token in tokens[place:place + self.longest])
        for size in range(len(window), 0, -1):
            meaning = self.by_tokens.get(window[:size])
            if meaning is None:
                continue
            if meaning.value is not None and window[:size] in self.clashes:
                raise NotationError(f"{meaning.latex} is two different things here: "
                                    + " and ".join(self.clashes[window[:size]]), tokens[place].column)
            if self._stands_alone(tokens, place, size, meaning):
                return meaning, size
        return self._transposed(tokens, place)

    def _transposed(self, tokens: list[Tex], place: int) -> tuple[Meaning, int] | None:
        r"""The transpose of a matrix whose name has a script, spelled in that script: W^{32^T}, x^{\mu T}."""
        window = tuple(token.text for token in tokens[place:place + self.longest + 4])
        for end in (at for at, text in enumerate(window) if text == "}"):
            script = end - window[end::-1].index("{") if "{" in window[:end] else 0
            turn, scalar = window[end - 1], self.by_tokens.get((window[end - 1],))
            if script < 2 or window[script - 1] != "^" or turn not in ("T", r"\top") or scalar is not None:
                continue
            label = window[script + 1:end - 1 - (window[end - 2] == "^")]
            for base in ((*window[:script], *label), (*window[:script], "{", *label, "}")):
                meaning = self.by_tokens.get(base)
                if meaning is not None and label and getattr(meaning.value, "shape", ()) and base not in self.clashes:
                    return Meaning(Transpose(meaning.value), rf"{meaning.latex}^{{\top}}"), end + 1
        return None

    def _stands_alone(self, tokens: list[Tex], place: int, size: int, meaning: Meaning) -> bool:
        after = tokens[place + size].text if place + size < len(tokens) else ""
        if after in ("_", "'"):
            return False  # part of a longer name, which is not known
        if tokens[place].text == r"\|" and not tokens[place].plain and size >= 3:
            # \left\| v \right\| of a declared vector is its norm, \|v\| the scalar of that name
            end = place + size - (1 if tokens[place + size - 1].text == r"\|" else 3)
            inner = tuple(token.text for token in tokens[place + 1:end])
            inside = self.by_tokens.get(inner)
            return inside is None or not isinstance(inside.value, MatrixSymbol)
        return True

    def nearest(self, text: str) -> tuple[str, ...]:
        """The known names most like a text, spelled as declared."""
        spelled = {_plain(meaning.latex): meaning.latex for meaning in self.by_tokens.values() if meaning.value is not None}
        wanted = _plain(text)
        found = difflib.get_close_matches(wanted, list(spelled), n=TRIES, cutoff=0.4)
        if len(found) < TRIES:  # the same letter with another script is near, however long the script
            letter = wanted.split("_")[0].split("^")[0]
            found += [key for key in sorted(spelled) if key not in found and letter and key.split("_")[0].split("^")[0] == letter]
        return tuple(spelled[key] for key in found[:TRIES])

    def listed(self) -> tuple[str, ...]:
        """All names, spelled as declared."""
        return tuple(dict.fromkeys(meaning.latex for meaning in self.by_tokens.values() if meaning.value is not None))


def without_turns(words: list[str]) -> list[str]:
    r"""The words of a formula without the transposes that stand in scripts: x^\mu for x^{\mu T}."""
    found: list[str] = []
    for word in words:
        found.append(word)
        if word == "}" and found[-2] in ("T", r"\top") and "{" in found:
            script = len(found) - 1 - found[::-1].index("{")
            label = found[script + 1:-2 - (found[-3] == "^")]
            if label and found[script - 1:script] == ["^"]:
                found[script:] = label if len(label) == 1 and len(label[0]) == 1 or label[0][0] == "\\" else ["{", *label, "}"]
    return found


@lru_cache(maxsize=4096)
def _key(latex: str) -> tuple[str, ...]:
    return tuple(token.text for token in tex_tokens(latex))


def _plain(text: str) -> str:
    return "".join(character for character in text if character not in "{} \\")


_ONES = (r"\mathbf{1}", r"\mathbb{1}", r"\boldsymbol{1}", r"\bm{1}")
"""The column of ones, with its length below it or, where all columns are of one length, without."""


def names_of(statement: Statement) -> Names:
    """Every name that a statement's domain declares, that the statement binds, and the functions that it speaks of."""
    names = Names()
    symbols = list(statement.on.symbols) + list(statement.on.where) + list(statement.on.dimensions)
    symbols += sorted(statement.bound(), key=str)
    sizes, functions, entries = set(), set(), set()
    for expression in _expressions(statement):
        for node in _nodes(expression):
            if isinstance(node, (Symbol, MatrixSymbol)):
                symbols.append(node)
            elif isinstance(node, (AppliedUndef, OpenValue)):
                functions.add(named(node))
            elif isinstance(node, Identity):
                sizes.add(node.rows)
            elif isinstance(node, Indexed):
                symbols.append(node.base)
            elif isinstance(node, (Diagonal, EveryEntry)):
                entries |= node.bound - {*symbols}
            elif isinstance(node, GrowthIntegral):
                names.growths.add(node)
    for symbol in dict.fromkeys(symbols):
        if isinstance(symbol, MatrixSymbol):
            sizes |= set(symbol.shape)
        (names.offer if symbol in entries else names.add)(_label(symbol), symbol)
    for function in sorted(functions, key=str):
        names.add(getattr(function, "name", None) or function.__name__, function)
    for size in sorted(sizes, key=str):
        text = to_latex(size)
        names.add(rf"\mathbf{{I}}_{{{text}}}", Identity(size))
        names.offer(rf"I_{{{text}}}", Identity(size))
        names.offer(rf"\mathrm{{I}}_{{{text}}}", Identity(size))
        names.offer(rf"\mathbb{{I}}_{{{text}}}", Identity(size))
        for font in _ONES:
            names.offer(rf"{font}_{{{text}}}", OneMatrix(size, 1))
    lengths = {symbol.shape[0] for symbol in symbols if isinstance(symbol, MatrixSymbol) and symbol.shape[1] == 1}
    for font in _ONES if len(lengths) == 1 else ():
        names.offer(font, OneMatrix(*lengths, 1))
    for size in statement.on.over:
        if isinstance(size, Symbol) and size.is_integer and size.is_positive and size not in sizes:  # said to be a whole number
            for font in (r"\mathbf{I}", "I", r"\mathrm{I}", r"\mathbb{I}"):
                names.offer(rf"{font}_{{{to_latex(size)}}}", Identity(size))
    for symbol in dict.fromkeys(symbols):
        squared = _SQUARED_NORM.fullmatch(symbol.name) if isinstance(symbol, Symbol) else None
        if squared is not None:
            names.offer(squared.group(1), sqrt(symbol))
    if sizes:
        for text in ("I", r"\mathbf{I}", r"\mathbb{I}", r"\mathrm{I}"):
            names.offer(text, UNSIZED)
    names.offer(r"\pi", S.Pi)
    if any(isinstance(symbol, MatrixSymbol) for symbol in symbols):
        names.symmetric = Symmetric(statement.on)
    _values_over_time(names, statement)
    return names


def _values_over_time(names: Names, statement: Statement) -> None:
    """x(t) is another spelling of x for the states of a flow or system, and for what is named or abbreviated beside them."""
    flow = getattr(statement, "along", None) or getattr(statement, "system", None)
    if flow is None:
        for symbol, value in statement.on.where.items():
            formula = statement.on.expand(value)
            if TIME in atoms_of(formula):
                names.offer(f"{_label(symbol)}({_label(TIME)})", symbol)
                _at_the_beginning(names, _label(symbol), formula)
        return
    time = getattr(flow, "t", TIME)
    names.offer(to_latex(time), time)
    names.time = _key(to_latex(time))
    states = [*getattr(flow, "states", ()), getattr(statement, "symbol", None), getattr(statement, "quantity", None),
              *statement.on.where]
    for state in states:
        if isinstance(state, (Symbol, MatrixSymbol)) and state != time:
            names.offer(f"{to_latex(state)}({to_latex(time)})", state)
    for state, value in getattr(flow, "initial", {}).items():
        names.offer(f"{to_latex(state)}(0)", value)


def _at_the_beginning(names: Names, latex: str, formula: Basic) -> None:
    """x(0) of a letter that stands for a formula in the time, where the formula has a value there."""
    if getattr(formula, "shape", ()):
        return
    value = formula.subs(TIME, 0)
    if not value.has(S.NaN, S.ComplexInfinity, S.Infinity, S.NegativeInfinity):
        names.offer(f"{latex}(0)", value)


def _label(symbol) -> str:
    if isinstance(symbol, IndexedBase):
        return str(symbol.label)
    return symbol.name  # a symbol's name is its LaTeX


def _expressions(statement: Statement):
    if statement.parts() and statement.parts()[0][1] is not statement:
        for _, part in statement.parts():
            yield from _expressions(part)
        return
    for expression in statement.expressions():
        if isinstance(expression, Basic):
            yield expression
    yield from (*statement.on.conditions, *statement.on.where.values())


def _nodes(expression):
    """All nodes but what a matrix symbol is made of."""
    stack = [expression]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, OpenValue):
            stack.extend((*node.args[0].args, *node.shape))
        elif not isinstance(node, (MatrixSymbol, Symbol)):
            stack.extend(node.args)
