r"""A display that only says what letters stand for, `f(x) = ..., h(x) = ...`, held to a claim whose printed formula does the same: it is
read as the claim's statement with the letters as the display has them. Every letter that the claim's formula defines is given once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from sympy import Basic, Eq, MatrixSymbol, Symbol

from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import TheoremtestError
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.statement import All, Statement

from .build import build
from .canonical import canonical
from .displays import grid, relation_signs, sides_and_signs
from .entries import units_of
from .errors import NotationError
from .every_entry import of_every_entry
from .names import names_of
from .parser import parse
from .reading import like_shape
from .setting import declaration, with_declared
from .source import Source


@dataclass(frozen=True)
class Defined:
    """A letter's formula by a part of the claim (`own`, over `on`), and by the display (`given`)."""

    letter: Basic
    own: Basic
    given: Basic
    on: Domain


def define_only(equations: Sequence[Source], like: Statement, letters: Sequence[Basic]) -> bool:
    """Whether every equation defines one of these letters of a claim."""
    if not letters or not equations:
        return False
    return all(_letter(entry, _members(like), letters) is not None for source in equations for entry in _entries(source, letters))


def read_definitions(equations: Sequence[Source], like: Statement, letters: Sequence[Basic]) -> tuple[Statement, list[Defined]]:
    """The statement with the letters as equations that only define them have them, and every letter's two formulas.

    Raises NotationError for a letter that is missing or given twice, and for a formula that cannot be read.
    """
    parts = _members(like)
    equations = [entry for source in equations for entry in _entries(source, letters)]
    given = [_letter(source, parts, letters) for source in equations]
    for place, letter in enumerate(given):
        if letter in given[:place]:
            raise NotationError(f"{to_latex(letter)} is defined twice", equations[place].column(1))
    missing = [to_latex(letter) for letter in letters if letter not in given and any(letter in _told(part.on) for part in parts.values())]
    if missing:
        raise NotationError(f"the claim's formula defines {', '.join(missing)} as well; give every letter that it defines", 1)
    defined = []
    for name, part in parts.items():
        known = _told(part.on)
        told = {letter: _value(source, part, letter) for source, letter in zip(equations, given, strict=True) if letter in known}
        defined += [Defined(letter, known[letter], value, part.on) for letter, value in told.items()]
        told = {letter: value for letter, value in told.items() if canonical(value) != canonical(known[letter])}
        if told:
            parts[name] = _with(part, told)
    return (replace(like, members=parts) if isinstance(like, All) else parts[""]), defined


def _told(on: Domain) -> dict:
    """What letters stand for on a domain: its abbreviations, and the letters that a condition ties to a formula."""
    return {**on.where, **{condition.lhs: condition.rhs for condition in on.conditions
                           if isinstance(condition, Eq) and isinstance(condition.lhs, (Symbol, MatrixSymbol))}}


def _entries(source: Source, letters: Sequence[Basic]) -> list[Source]:
    """The equations of a matrix that is given entry by entry, where the letters are its entries; any other equation as it is."""
    found = grid(source, ("pmatrix", "bmatrix"))
    if found is None or relation_signs(source) != ["="] or not found[0].text.endswith("="):
        return [source]
    left = sides_and_signs(source)[0][0].text
    names = {letter.name for letter in letters}
    made = []
    for number, row in enumerate(found[1], start=1):
        for place, value in enumerate(row, start=1):
            name = f"{left}_{{{number}{place}}}"
            if name not in names:
                return [source]
            if value.text.rstrip().endswith((".", ",", ";")) and (number, place) != (len(found[1]), len(row)):
                raise NotationError(f"the entry {value.text.strip()} ends in a mark that says nothing here", value.column(1))
            made.append(Source(f"{name} = {value.text}", (source.column(1),) * (len(name) + 3) + value.at))
    return made


def _members(like: Statement) -> dict[str, Statement]:
    return dict(like.members) if isinstance(like, All) else {"": like}


def _letter(source: Source, parts: dict[str, Statement], letters: Sequence[Basic]) -> Basic | None:
    """The letter that an equation defines."""
    if relation_signs(source) != ["="]:
        return None
    text = declaration(source.text).left
    for part in parts.values():
        wanted = [letter for letter in letters if letter in _told(part.on)]
        try:
            left = _built(text, part)
        except NotationError:
            continue
        for letter in wanted:
            if left == letter or (units_of(left) and of_every_entry(left, left, letter, part.on)[0] == letter):
                return letter
    return None


def _built(text: str, part: Statement) -> Basic:
    return build(parse(text, "expression", with_declared(names_of(part), part, text)).children[0])


def _value(source: Source, part: Statement, letter: Basic) -> Basic:
    """The formula of a letter; of an entry of it, that of the whole."""
    left, text = declaration(source.text).left, declaration(source.text).right
    offset = source.text.rindex(text) if text else len(left)
    try:
        whole = _built(left, part)
    except NotationError:  # x(t) of a part without time
        whole = letter
    try:
        tree = parse(text, "expression", with_declared(names_of(part), part, source.text)).children[0]
        value = of_every_entry(whole, build(tree), letter, part.on)[1] if units_of(whole) else like_shape(build(tree), letter, tree)
    except NotationError as error:
        raise error.moved(source.column(error.column + offset)) from None
    if letter in atoms_of(value):
        raise NotationError(f"{to_latex(letter)} is defined by itself", source.column(1))
    return value


def _with(part: Statement, told: dict) -> Statement:
    """A statement whose abbreviations stand for other formulas, in an order in which each uses earlier ones only."""
    on, where = part.on, {}
    waiting = {**on.where, **{letter: value for letter, value in told.items() if letter in on.where}}
    tied = {Eq(letter, _told(on)[letter]): Eq(letter, value) for letter, value in told.items() if letter not in on.where}
    while waiting:
        ready = next((letter for letter, value in waiting.items() if not atoms_of(value) & (set(waiting) - {letter})), None)
        if ready is None:
            raise NotationError("these letters are defined by one another", 1)
        where[ready] = waiting.pop(ready)
    try:
        made = Domain(*(tied.get(condition, condition) for condition in on.conditions), over=on.over, where=where, chart=on.chart)
        made.sources = {tied.get(condition, condition): source for condition, source in on.sources.items()}
        return replace(part, on=made)
    except TheoremtestError as error:
        raise NotationError(str(error), 1) from None
