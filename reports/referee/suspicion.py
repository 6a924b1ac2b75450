r"""Displays that fail at a checked point though nothing before them speaks against them: they are suspects until a change of one token lets
more of the text hold together (`repairs`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.tokens import tex_tokens

from .letters import Key, at_times, latex_of, named, names_in
from .reading import Known, Reading, read_over
from .relation import APPLIED, Relation, Suspect
from .standing import FAILS, certified, changes, renamed, sizes_tell, standing
from .state import State
from .withheld import withheld

_IMPLICIT = re.compile(r"(?i)\b(?:self|fixed|implicit\w*|equation|roots?|transcendental|recursi\w*|iterat\w*)\b")
"""Words before what a letter is to solve, and so stands on both sides of."""


def _suspect(state: State, one: Relation, kind: str, reading: Reading, example: Counterexample | None, others: Iterable[Sequence[str]],
             place: int = 0) -> None:
    """Take down a relation of a display that fails at a point, with the changes of its two sides."""
    if example is None or not one.of.displayed or any(other.one is one for other in state.suspects):
        return
    found = tuple((left, right) for left, right in others if not _alike(left, right))
    said = replace(reading, relation=" = ".join(side.text.strip(" .,;") for side in one.sides[place:place + 2])).said()
    state.suspects.append(Suspect(one, place, kind, said, example, found))


def _refuted(state: State, one: Relation, sides: Sequence[str], under: str, known: Known | None = None) -> Reading | None:
    """How two sides are read as equal, where they are at no point, as far as anything may be said of that; None else. under: the kind of
    relation that the sentence makes it."""
    reading = read_over(known or state.known, " = ".join(sides), sides)
    return reading if standing(reading) == FAILS and not withheld(state, one, under, reading) else None


# sizes -----------------------------------------------------------------------------------------------------------------


def misfit(state: State, one: Relation, kind: str, left: str, right: str, as_typed: str = "%s") -> bool:
    """Whether the sizes of a relation do not fit, where the text says that of every letter; it is a suspect then.

    left: empty for a name whose size is that of the right side; as_typed: how the left side is typed.
    """
    if not one.of.displayed:
        return False

    def read(sides: Sequence[str]) -> Reading:
        first = sides[0] if left else sides[1]
        return read_over(state.known, f"{first} = {sides[1]}", [first, sides[1]])

    try:
        reading = read([left, right])
    except NotationError:
        return False
    if (told := of_said_sizes(state, reading)) is None:
        return False
    name = left or at_times(one.sides[0]).text
    others = _fitting(_changes(state, [left or right, right]), read)
    _suspect(state, one, kind, *told, [(as_typed % (sides[0] if left else name), sides[1]) for sides in others])
    return True


def of_said_sizes(state: State, reading: Reading) -> tuple[Reading, Counterexample] | None:
    """A reading whose sizes do not fit, where the text says that of every letter, and at which they do not; None for any other."""
    try:
        reading.statement()
    except NotationError as error:
        with suppress(NotationError):
            reading, example = sizes_tell(reading, error)
            if example is not None and _sizes_said(state, reading):
                return reading, example
    return None


def _sizes_said(state: State, reading: Reading) -> bool:
    """Whether the text says the size of every letter, and no relation ties sizes."""
    sizes = {name.key for _, of in reading.letters if of.startswith("\\") for name in names_in(of.partition("^")[2])}
    said = {*state.known.spaces, *state.known.signs} - state.guessed
    return all(key in said or key in sizes or key[0] == r"\|" for key, _ in reading.letters) and not any(
        sizes & tie.letters for tie in state.ties)


def _changes(state: State, sides: Sequence[str]) -> Iterator[Sequence[str]]:
    """Two sides with one letter turned into another one, or one token of the right side changed."""
    yield from renamed(sides, state.letters())
    for right in changes(sides[1], []):
        yield sides[0], right


def _fitting(others: Iterable[Sequence[str]], read: Callable[[Sequence[str]], Reading]) -> Iterator[Sequence[str]]:
    """Those changes of two sides whose sizes fit."""
    for sides in others:
        with suppress(NotationError):
            read(sides).statement()
            yield sides


# at points -------------------------------------------------------------------------------------------------------------


def circular(state: State, one: Relation, key: Key, right: str, left: str = "") -> None:
    """Suspect a display that says a name to be a formula of itself, as what is so and not what the name is to solve.

    left: the side that it stands on as it is typed.
    """
    if not one.of.displayed or _IMPLICIT.search(one.of.words[-200:]) or key not in {name.key for name in names_in(right)}:
        return
    known = replace(state.known, stands_for={name: text for name, text in state.known.stands_for.items() if name != key})
    with suppress(NotationError):
        reading = _refuted(state, one, [latex_of(key), right], "definition" if left else "identity", known)
        if reading is not None:
            turned = renamed([left or latex_of(key), right], [*state.letters(), "t"])
            others = [sides for sides in turned if not _goes_round_still(sides) and not _restating(state, *sides)]
            _suspect(state, one, "equation", reading, certified(reading), others)


def circular_function(state: State, one: Relation) -> None:
    """Suspect `f(x) = formula` with f in it, and not its value at something."""
    match = APPLIED.fullmatch(one.sides[0].text.strip())
    key = named(match["name"].strip()) if match is not None and r"\left" not in match["name"] else None
    if key is not None and key not in state.known.functions:
        circular(state, one, key, at_times(one.sides[1]).text, one.sides[0].text.strip())


def misapplied(state: State, one: Relation, place: int) -> None:
    r"""Suspect a link with brackets behind a function's own letter, or a function without any: 1 - x(x), \sigma(\sigma)."""
    sides = [at_times(side).text for side in one.sides[place:place + 2]]
    meant = [_applied(state.known, side) for side in sides]
    if meant == sides or one.signs[place] != "=":
        return
    with suppress(NotationError):
        if (reading := _refuted(state, one, meant, "link")) is not None:
            turned = [other for other in renamed(sides, state.letters()) if [_applied(state.known, side) for side in other] == other]
            _suspect(state, one, "equation", reading, certified(reading), turned, place)


def moves_what_is_still(state: State, one: Relation, key: Key, right: str) -> None:
    """Suspect a rate of what a solution in this section, which holds, has as a constant."""
    if state.still.get(key) == state.section and key not in state.known.rates:
        _not_both_rates(state, key, [("0", None), (right, one)], ["0"])


def twice(state: State, one: Relation, key: Key, right: str) -> None:
    """Suspect a display that gives one letter two rates which differ: the letter of either may be another one."""
    first = state.rated.get(key)
    if first is not None and first.of is one.of and first is not one:
        rate = state.known.rates.get(key, right)
        _not_both_rates(state, key, [(rate, first), (right, one)], [rate, right])


def _not_both_rates(state: State, key: Key, rates: Sequence[tuple[str, Relation | None]], shown: Sequence[str]) -> None:
    """Suspect the relations that give a letter one of two rates, of which it cannot have both: the letter may be another one."""
    name, (_, last) = latex_of(key), rates[-1]
    with suppress(NotationError):
        if last is not None and (reading := _refuted(state, last, [text for text, _ in rates], "rate")) is not None:
            example, reading = certified(reading), replace(reading, rates=tuple((name, text) for text in shown))
            for text, one in rates:
                turned = [sides for sides in renamed([name, text], state.letters()) if sides[0] != name]
                if one is not None:
                    _suspect(state, one, "rate", reading, example, [(rf"\dot{{{left}}}", text) for left, text in turned])


def _restating(state: State, left: str, right: str) -> bool:
    """Whether two sides repeat what a name was said to stand for, word for word."""
    key = named(left)
    return key is not None and _alike(state.known.stands_for.get(key, ""), right)


def _goes_round_still(sides: Sequence[str]) -> bool:
    """Whether the name on the left side stands on the right one, or the letter that it is a function of does not."""
    applied = APPLIED.fullmatch(sides[0].strip())
    spoken = {name.key for name in names_in(sides[1])}
    if applied is None:
        return named(sides[0]) in spoken
    return named(applied["name"]) in spoken or named(applied["of"]) not in spoken


def _applied(known: Known, side: str) -> str:
    """A side with a function without brackets as its value at its own letter, and brackets behind that letter as a factor."""
    words = [token.text for token in tex_tokens(side)]
    of = {named(letter) for letter, _ in known.functions.values()}
    for name in reversed(names_in(side)):
        bracketed = words[name.end:name.end + 1] == ["("]
        if name.key in known.functions and not bracketed:
            words[name.end:name.end] = ["(", known.functions[name.key][0], ")"]
        elif name.key in of and bracketed:
            words[name.end:name.end] = [r"\cdot"]
    return " ".join(words) if words != [token.text for token in tex_tokens(side)] else side


def _alike(one: str, other: str) -> bool:
    """Whether two formulas are typed alike but for spaces."""
    return "".join(one.split()) == "".join(other.split())


__all__ = ["circular", "circular_function", "misapplied", "misfit", "moves_what_is_still", "of_said_sizes", "twice"]
