"""Relations held to what was said before them, and what becomes of one that fails: a finding, or nothing, for a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from theoremtest.derivations.language.verdict import Counterexample
from theoremtest.derivations.notation import NotationError

from .findings import Finding
from .letters import Key, at_times, latex_of, named, names_in, spelled
from .passages import position
from .prose import claims, under
from .reading import Reading, read_over
from .relation import ORDER, RATE, Relation, in_passing, kind_of
from .sizes import Sizes
from .standing import FAILS, HOLDS, certified, holding, mended, renamed, sizes_tell, standing
from .ties import restrict

_SETTINGS = 3
"""Settings that a relation is read under, the last ones."""


class Judge(Sizes):
    """How relations stand."""

    def _links(self, one: Relation, first: int) -> None:
        for place in range(first, len(one.signs)):
            sides = one.sides[place:place + 2]
            try:
                if one.signs[place] == "=":
                    self._hold(one, place, "link")
                elif one.of.displayed and one.signs[place] in ORDER and self._hold(one, place, "bound", one.signs[place]) != HOLDS:
                    self._narrow(sides)
            except NotationError as error:
                self._refuse(one.of, kind_of(error.message))
                if one.signs[place] == "=":
                    self._tie(" = ".join(side.text for side in sides), None if one.of.displayed else one.of.paragraph)
                else:
                    self._narrow(sides)

    def _hold(self, one: Relation, place: int, kind: str, sign: str = "=") -> str:
        """How a link of a relation stands."""
        typed, readings = [at_times(side).text for side in one.sides[place:place + 2]], []

        def read(texts: Sequence[str], rates: Mapping[Key, str]) -> Reading:
            left, right = (self._written(text, rates) for text in texts)
            if why := self._why_not(left) or self._why_not(right):
                raise NotationError(why)
            return read_over(self.known, f"{left} {sign} {right}", [left, right])

        for rates in (self.known.rates, *self._flows()) if any(RATE.search(text) for text in typed) else (self.known.rates,):
            try:
                readings.append(read(typed, rates))
            except NotationError as error:
                if rates is self.known.rates:
                    failed = error
        try:
            if not readings:
                raise failed
            others = self._renamed(typed, lambda texts: read(texts, self.known.rates))
            return self._judge(one, place, kind, readings[0], readings[1:], others)
        except NotationError:
            self._misapplied(one, place)
            raise

    def _renamed(self, typed: Sequence[str], read: Callable[[Sequence[str]], Reading]) -> Iterator[tuple[str, Reading]]:
        """A relation with one letter turned into another one of its section, each time as it is then read."""
        for texts in self._letters_turned(typed):
            with suppress(NotationError):
                reading = read(texts)
                reading.statement()
                yield " = ".join(texts), reading

    def _misapplied(self, one: Relation, place: int) -> None:
        """What becomes of a link that cannot be read; nothing here."""

    def _letters_turned(self, sides: Sequence[str], time: bool = False) -> Iterator[list[str]]:
        """Sides with one letter turned into another one of the section. time: also into the time."""
        spoken = [name for pair in self.spoken.get(self.section, []) for text in pair for name in names_in(text)]
        letters = list(dict.fromkeys(latex_of(name.inner) for name in spoken if name.inner not in (("e",), ("d",), ("t",))))
        yield from renamed(sides, [*letters, "t"] if time else letters)

    def _judge(self, one: Relation, place: int, kind: str, reading: Reading, others: Sequence[Reading] = (),
               changed: Iterable[tuple[str, Reading]] = ()) -> str:
        """How a relation stands; where it fails and a change of one token mends it, that is a finding. others: what else it may be read as;
        it stands where it does so in one of its readings. changed: the relation with other letters, which is looked at last."""
        text = f" {one.signs[place]} ".join(side.text for side in one.sides[place:place + 2])
        try:
            reading.statement()  # what cannot be read is an error here
            misfit = None
        except NotationError as error:
            reading, misfit = sizes_tell(reading, error)
            if misfit is not None and not one.of.displayed:
                raise
        self.read_of.add(id(one.of))
        readings = [reading] if misfit else [reading, *others, *self._settled(reading)]
        stand = [FAILS if misfit else standing(reading)]
        while HOLDS not in stand and len(stand) < len(readings):
            stand.append(standing(readings[len(stand)]))
        if HOLDS in stand:
            self._held(one, readings[stand.index(HOLDS)])
            return HOLDS
        if stand[0] != FAILS or not one.of.displayed and (in_passing(one) or named(one.sides[0].text) is not None):
            if kind != "bound":
                self._tie(text, None if one.of.displayed else one.of.paragraph)
            return stand[0]
        failing = [read for read, found in zip(readings, stand, strict=True) if found == FAILS]
        why = self._withheld(one, kind, reading)
        better, meant = None, reading
        for meant in failing if not why else []:
            if (better := mended(meant, kind == "solution")) is not None:
                break
        if better is None and failing and not why and kind != "bound" and one.of.displayed:
            better, meant = holding(changed), failing[0]
        example = misfit or certified(meant) if better is not None else None
        if why or better is None or example is None:
            self.report.withheld[why or ("no change of one token mends it" if better is None else "no point was checked")] += 1
            if kind != "bound":
                self._tie(text, None)
            if misfit is not None:
                raise NotationError("sizes that do not fit")
            return FAILS
        self._find(one, place, kind, meant.said(), example, better[0])
        return FAILS

    def _find(self, one: Relation, place: int, kind: str, said: str, example: Counterexample, better: str) -> None:
        """Report a relation that fails, with its reading, the point, and the change that mends it."""
        self.held_of.add(id(one.of))
        text = f" {one.signs[place]} ".join(side.text for side in one.sides[place:place + 2])
        path, line, column = position(self.document, one.of.file, one.sides[place].at[0] if one.sides[place].at else one.of.at)
        self.report.findings.append(Finding(shown(path, self.folder, Path.cwd()), line, column, kind, text, said, example, spelled(better)))

    def _held(self, one: Relation, reading: Reading) -> None:
        self.held_of.add(id(one.of))
        self.rests_on.update(self.said_by.get(pair, 0) for pair in (*reading.abbreviations, *reading.rates))

    def _settled(self, reading: Reading) -> list[Reading]:
        """The reading under what the text sets letters to, and with the parameters of a flow at 1 of which the relation no longer
        speaks."""
        found = []
        spoken = {name.key for name in names_in(reading.relation)}
        for key, value in self.settings[-_SETTINGS:]:
            if any(key == letter and of in (">", ">=") for letter, of in reading.letters):
                found.append(reading.with_meaning(key, value))
        gone = {name.key for _, right in reading.rates for name in names_in(right)} - spoken - {named(left) for left, _ in reading.rates}
        whole = reading
        for key, of in reading.letters:
            if key in gone and of == ">" and key != ("t",):
                whole = whole.with_meaning(key, "1")
        return found + ([whole] if whole is not reading else [])

    def _withheld(self, one: Relation, kind: str, reading: Reading) -> str:
        """Why a relation that fails is not reported: it is said under something, or its letters are tied by what was not read."""
        if (word := under(one.of)) and not (kind == "limit" and word.startswith("limit")):
            return f"the sentence says {word!r}"
        if kind in ("identity", "bound") and one.of.displayed and not claims(one.of):
            return "an equation that may be a condition" if kind == "identity" else "a bound that may be a condition"
        letters = {key for key, _ in reading.letters if key != ("t",)} | {named(left) for left, _ in reading.rates}
        if kind == "bound" and self.narrowed & {letter for key in letters for letter in self._bases(frozenset((key,)))}:
            return "its letters are bounded by what was not held"
        if kind == "bound" and standing(self._of_any_sign(reading)) != FAILS:
            return "the text does not say the signs of its letters"
        ties = [tie for tie in self.ties if tie.paragraph in (None, one.of.paragraph)]
        if restrict(letters, [frozenset(self._bases(tie.letters)) for tie in ties]):
            return "its letters are tied by a relation that was not read or not held"
        return ""

    def _of_any_sign(self, reading: Reading) -> Reading:
        """A bound over letters of either sign, where the text says none: of a bound, unlike of an equation, all may hang on that."""
        return replace(reading, letters=tuple((key, of if of != ">" or key in self.known.signs or key[0] == r"\|" else "")
                                              for key, of in reading.letters))


def shown(path: Path, folder: Path, here: Path) -> str:
    """A path as it is named from where one is, or from a folder."""
    if path.is_relative_to(here):
        return path.relative_to(here).as_posix()
    return path.relative_to(folder.resolve()).as_posix() if path.is_relative_to(folder.resolve()) else path.as_posix()


__all__ = ["Judge", "shown"]
