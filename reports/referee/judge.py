"""What becomes of a relation that was read: it stands, or it fails and is a finding, or nothing, for a reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.notation import NotationError

from .findings import Finding
from .letters import named, names_in, spelled
from .passages import position
from .reading import Reading
from .relation import Relation, in_passing
from .standing import FAILS, HOLDS, certified, holding, mended, sizes_tell, standing
from .state import State
from .withheld import withheld

_SETTINGS = 3
"""Settings that a relation is read under, the last ones."""


class Judge(Protocol):
    """What says how a relation stands. Raises NotationError for one that cannot be read."""

    def __call__(self, state: State, one: Relation, place: int, kind: str, reading: Reading, others: Sequence[Reading] = (),
                 changed: Iterable[tuple[str, Reading]] = ()) -> str:
        """others: what else it may be read as; changed: the relation with other letters."""


def judged(state: State, one: Relation, place: int, kind: str, reading: Reading, others: Sequence[Reading] = (),
           changed: Iterable[tuple[str, Reading]] = ()) -> str:
    """How a relation stands; where it fails and a change of one token mends it, that is a finding. others: what else it may be read as; it
    stands where it does so in one of its readings. changed: the relation with other letters, which is looked at last."""
    text = f" {one.signs[place]} ".join(side.text for side in one.sides[place:place + 2])
    try:
        reading.statement()  # what cannot be read is an error here
        misfit = None
    except NotationError as error:
        reading, misfit = sizes_tell(reading, error)
        if misfit is not None and not one.of.displayed:
            raise
    state.read_of.add(id(one.of))
    readings = [reading] if misfit else [reading, *others, *settled(state, reading)]
    stand = [FAILS if misfit else standing(reading)]
    while HOLDS not in stand and len(stand) < len(readings):
        stand.append(standing(readings[len(stand)]))
    if HOLDS in stand:
        state.hold(one, readings[stand.index(HOLDS)])
        return HOLDS
    if stand[0] != FAILS or not one.of.displayed and (in_passing(one) or named(one.sides[0].text) is not None):
        if kind != "bound":
            state.tie(text, None if one.of.displayed else one.of.paragraph)
        return stand[0]
    failing = [read for read, found in zip(readings, stand, strict=True) if found == FAILS]
    why = withheld(state, one, kind, reading)
    better, meant = None, reading
    for meant in failing if not why else []:
        if (better := mended(meant, kind == "solution")) is not None:
            break
    if better is None and failing and not why and kind != "bound" and one.of.displayed:
        better, meant = holding(changed), failing[0]
    example = misfit or certified(meant) if better is not None else None
    if why or better is None or example is None:
        state.report.withheld[why or ("no change of one token mends it" if better is None else "no point was checked")] += 1
        if kind != "bound":
            state.tie(text, None)
        if misfit is not None:
            raise NotationError("sizes that do not fit")
        return FAILS
    find(state, one, place, kind, meant.said(), example, better[0])
    return FAILS


def find(state: State, one: Relation, place: int, kind: str, said: str, example: Counterexample, better: str) -> None:
    """Report a relation that fails, with its reading, the point, and the change that mends it."""
    state.held_of.add(id(one.of))
    text = f" {one.signs[place]} ".join(side.text for side in one.sides[place:place + 2])
    path, line, column = position(state.document, one.of.file, one.sides[place].at[0] if one.sides[place].at else one.of.at)
    state.report.findings.append(Finding(shown(path, state.folder, Path.cwd()), line, column, kind, text, said, example, spelled(better)))


def settled(state: State, reading: Reading) -> list[Reading]:
    """The reading under what the text sets letters to, and with the parameters of a flow at 1 of which the relation no longer speaks."""
    found = []
    spoken = {name.key for name in names_in(reading.relation)}
    for key, value in state.settings[-_SETTINGS:]:
        if any(key == letter and of in (">", ">=") for letter, of in reading.letters):
            found.append(reading.with_meaning(key, value))
    gone = {name.key for _, right in reading.rates for name in names_in(right)} - spoken - {named(left) for left, _ in reading.rates}
    whole = reading
    for key, of in reading.letters:
        if key in gone and of == ">" and key != ("t",):
            whole = whole.with_meaning(key, "1")
    return found + ([whole] if whole is not reading else [])


def shown(path: Path, folder: Path, here: Path) -> str:
    """A path as it is named from where one is, or from a folder."""
    if path.is_relative_to(here):
        return path.relative_to(here).as_posix()
    return path.relative_to(folder.resolve()).as_posix() if path.is_relative_to(folder.resolve()) else path.as_posix()


__all__ = ["Judge", "find", "judged", "settled", "shown"]
