r"""What is laid down for one relation of a text, and the statement that it makes over that: its letters as positive numbers where nothing
says otherwise, its vectors and matrices in the spaces that the text names, its abbreviations, its flow and where that starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from sympy import Basic

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import ge, gt, lt, real
from theoremtest.derivations.language.statement import Statement
from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.ground import Ground, Line, extended
from theoremtest.derivations.notation.tokens import tex_tokens
from theoremtest.reports.tex.values import with_values

from .indices import Ranges
from .letters import Key, Name, holds_identity, latex_of, names_in

_SIGNS = {">": gt, "<": lt, r">=": ge}
_SAID = {">=": r"\geq"}
DEEP = 12
"""Abbreviations inside one another that are followed."""


@dataclass
class Known:
    """What the text has said so far: what names stand for, the rates of what moves, spaces, signs, and where motions start."""

    stands_for: dict[Key, str] = field(default_factory=dict)
    rates: dict[Key, str] = field(default_factory=dict)
    spaces: dict[Key, str] = field(default_factory=dict)
    signs: dict[Key, str] = field(default_factory=dict)
    starts: dict[Key, str] = field(default_factory=dict)
    vectors: set[Key] = field(default_factory=set)
    closed: dict[Key, str] = field(default_factory=dict)
    """What moves as a function of time, where the text gives it so."""
    unread: set[Key] = field(default_factory=set)
    """Names of vectors and matrices whose formula was not read."""
    constant: set[Key] = field(default_factory=set)
    """What the text says does not move, though it is made of what does."""
    functions: dict[Key, tuple[str, str]] = field(default_factory=dict)
    """Functions of one letter, each with that letter and its formula."""
    ranges: Ranges = field(default_factory=Ranges)
    """How far indices run."""

    def space(self, key: Key) -> str:
        """The space that a letter lies in; one with an index or at time 0 where the letter does that has no space of its own."""
        found = self.spaces.get(key, "")
        if key not in self.spaces and "_" in key and key[-2] == "_":
            found = self.spaces.get(key[:-2], "")
        return found

    def base(self, texts: Sequence[str], moving: bool = False) -> tuple[list[Name], dict[str, str]]:
        """The letters that formulas rest on, and the abbreviations on the way, each behind those that it uses.

        Raises NotationError where abbreviations go round in a circle.
        """
        letters: dict[Key, Name] = {}
        needed: dict[str, str] = {}

        def visit(text: str, depth: int, bound: str = "") -> None:
            if depth > DEEP:
                raise NotationError("abbreviations inside one another without an end")
            for name in names_in(text):
                if name.latex == bound:
                    continue
                if (key := self.ranges.known_as(name.key)) != name.key:
                    name = replace(name, key=key)
                if name.norm and name.inner in self.stands_for:
                    visit(latex_of(name.inner), depth + 1)
                elif name.key in self.functions:
                    of, formula = self.functions[name.key]
                    if (left := f"{name.latex}({of})") not in needed:
                        visit(formula, depth + 1, of)
                        needed[left] = formula
                elif name.key in self.stands_for and not (moving and name.key in self.rates):
                    if name.latex not in needed:
                        visit(self.stands_for[name.key], depth + 1)
                        needed[name.latex] = self.stands_for[name.key]
                elif name.key not in letters:
                    letters[name.key] = name
                    if moving and name.key in self.rates:
                        visit(self.rates[name.key], depth + 1)

        for text in texts:
            visit(text, 0)
        return list(letters.values()), needed


@dataclass(frozen=True)
class Reading:
    """A relation with all that it is read over: letters with their signs or spaces, abbreviations, rates, starts; a start without a value
    is the one that the relation itself has."""

    relation: str
    letters: tuple[tuple[Key, str], ...]
    """Each letter with the space that it lies in, or its sign."""
    abbreviations: tuple[tuple[str, str], ...] = ()
    rates: tuple[tuple[str, str], ...] = ()
    starts: tuple[tuple[str, str], ...] = ()
    ranges: Ranges | None = field(default=None, compare=False)
    """How far indices run, where letters have one or a sum is over one."""

    def with_meaning(self, key: Key, value: str) -> Reading:
        """The reading with a formula in the place of a letter."""
        return replace(self, letters=tuple(item for item in self.letters if item[0] != key),
                       abbreviations=((latex_of(key), value), *self.abbreviations))

    def statement(self) -> Statement:
        """What it says. Raises NotationError where it cannot be read."""
        try:
            return self._made()
        except NotationError:
            raise
        except TheoremtestError as error:
            raise NotationError(str(error)) from None
        except (TypeError, ValueError, AttributeError, ArithmeticError, NotImplementedError, RecursionError) as error:
            raise NotationError(f"SymPy refuses this: {type(error).__name__}") from None

    def _made(self) -> Statement:
        if self.ranges is not None:
            return self._written(self.ranges)
        ground = _grounded(self.letters, self.abbreviations, self.rates)
        for left, right in self.starts:
            ground = extended(ground, Line("start", f"{left}(0) = {right or at_zero(self.relation.partition('=')[2])}"))
        return with_values(self.relation, ground)

    def _written(self, ranges: Ranges) -> Statement:
        """What it says at small sizes."""
        if self.starts:
            raise NotationError("a solution for letters with an index")
        numbers = tuple((bound, str(size)) for bound, size in ranges.sizes.items())
        sized = {bound for bound, _ in numbers}
        letters = [(member, of) for key, of in self.letters if latex_of(key) not in sized
                   for member in ([names_in(text)[0].key for text in ranges.members(key)] or [key])]
        meanings, rates = (
            [(ranges.written(left, at), ranges.written(right, at)) for left, right in pairs for at in ranges.everywhere(left)]
            for pairs in (self.abbreviations, self.rates))
        ground = _grounded(tuple(letters), (*numbers, *meanings), tuple(rates))
        return with_values(ranges.written(self.relation, ranges.assigned(self.relation)), ground)

    def lines(self) -> list[str]:
        """The comments that would lay this down."""
        found = [f"let {latex_of(key)}" + (rf" \in {of}" if of.startswith("\\") else f" {_SAID.get(of, of)} 0" if of else "")
                 for key, of in self.letters]
        found += [f"{left} = {right}" for left, right in self.abbreviations]
        flow = ", ".join(rf"\dot{{{left}}} = {right}" for left, right in self.rates)
        found += [f"along {flow}"] if flow else []
        return found + [f"start {left}(0) = {right}" for left, right in self.starts if right]

    def said(self) -> str:
        """The reading in one line."""
        spaces = [rf"{latex_of(key)} \in {of}" for key, of in self.letters if of.startswith("\\")]
        signs = {sign: [latex_of(key) for key, of in self.letters if of == sign] for sign in ("<", ">", ">=", "")}
        parts = [f"{', '.join(names)}{f' {_SAID.get(sign, sign)} 0' if sign else ''}" for sign, names in signs.items() if names]
        parts = [*spaces, *parts, *(f"{left} = {right}" for left, right in self.abbreviations)]
        parts += [rf"\dot{{{left}}} = {right}" for left, right in self.rates]
        parts += [f"{left}(0) = {right}" for left, right in self.starts if right]
        parts += [f"{bound} = {size}" for bound, size in self.ranges.sizes.items()] if self.ranges is not None else []
        return f"{self.relation}   for {', '.join(parts)}" if parts else self.relation


@lru_cache(maxsize=512)
def _grounded(letters: tuple[tuple[Key, str], ...], abbreviations: tuple[tuple[str, str], ...],
              rates: tuple[tuple[str, str], ...]) -> Ground:
    ground, symbols, conditions = Ground(), {}, []
    for key, of in letters:
        latex = latex_of(key)
        if of.startswith("\\"):
            ground = extended(ground, Line("let", rf"{latex} \in {of}"))
        else:
            symbols[latex] = symbol = real(latex)
            conditions += [_SIGNS[of](symbol, 0)] if of else []
    ground = _with(ground, symbols, conditions)
    for left, right in abbreviations:
        ground = extended(ground, Line("=", f"{left} = {right}"))
    if rates:
        ground = extended(ground, Line("along", ", ".join(rf"\dot{{{left}}} = {right}" for left, right in rates)))
    return ground


def at_zero(right: str) -> str:
    """A function of time at t = 0."""
    words = [token.text for token in tex_tokens(right)]
    made = []
    for before, word in zip(["", *words], words, strict=False):
        factor = before[-1:].isalnum() or before in (")", "}", "]", r"\|", "*")
        made.append(word if word != "t" else r"\cdot 0" if factor and before not in (r"\frac", r"\cdot", r"\times") else "0")
    return " ".join(made)


def _with(ground: Ground, symbols: Mapping[str, Basic], conditions: Sequence[Basic]) -> Ground:
    return replace(ground, letters={**ground.letters, **symbols}, conditions=(*ground.conditions, *conditions))


def read_over(known: Known, relation: str, sides: Sequence[str], moving: bool = False, starts: Sequence[tuple[Key, str]] = (),
              also: Sequence[Key] = ()) -> Reading:
    """A relation with what the text says of its letters. moving: along the flow of the text; also: further letters that are declared.

    Raises NotationError, as words of the count, for a letter whose kind the text does not tell.
    """
    letters, needed = known.base([*sides, *(text for _, text in starts)], moving)
    names = {name.key: name for name in letters}
    bare = {name.key for name in letters if not name.norm}
    kinds: dict[Key, str] = {}
    for key in dict.fromkeys([*names, *also]):
        inner = names[key].inner if key in names else key
        space = known.space(inner)
        if inner != key and inner not in bare and space:  # a vector of which nothing but the length is spoken
            kinds[key] = ">"
            continue
        if inner in known.unread:
            raise NotationError("a name of a vector or matrix whose formula was not read")
        if space:
            kinds[inner] = space
        elif inner in known.vectors and inner not in known.spaces and (inner == key or inner in names):
            raise NotationError("a vector or matrix whose size the text does not say")
        else:
            kinds[key] = ">=" if key == ("t",) else known.signs.get(key, ">")
    spaced = any(of.startswith("\\") for of in kinds.values())
    if not spaced and any(holds_identity(text) for text in (*sides, *needed.values())):
        raise NotationError("an identity matrix beside nothing whose size the text says")
    sizes = {name.key for of in kinds.values() if of.startswith("\\") for name in names_in(of.partition("^")[2])}
    kept = [(key, of) for key, of in kinds.items() if key not in sizes or of.startswith("\\")]
    kept.sort(key=lambda item: not item[1].startswith("\\"))  # sizes come with the spaces
    flow = tuple((latex_of(key), known.rates[key]) for key in kinds if key in known.rates) if moving else ()
    texts = [relation, *needed, *needed.values(), *(text for pair in flow for text in pair)]
    return Reading(relation, tuple(kept), tuple(needed.items()), flow, tuple((latex_of(key), text) for key, text in starts),
                   known.ranges if any(known.ranges.speaks(text) for text in texts) else None)


__all__ = ["Known", "Reading", "read_over"]
