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

from .judge import Judge
from .letters import Key, at_times, latex_of, named, names_in
from .reading import Reading, read_over
from .relation import APPLIED, Relation
from .repairs import Suspect
from .standing import FAILS, certified, changes, sizes_tell, standing

_IMPLICIT = re.compile(r"(?i)\b(?:self|fixed|implicit\w*|equation|roots?|transcendental|recursi\w*|iterat\w*)\b")
"""Words before what a letter is to solve, and so stands on both sides of."""


class Suspicion(Judge):
    """Relations that are suspects."""

    def _suspect(self, one: Relation, kind: str, reading: Reading, example: Counterexample | None, others: Iterable[Sequence[str]],
                 place: int = 0) -> None:
        """Take down a relation of a display that fails at a point, with the changes of its two sides."""
        if example is None or not one.of.displayed or any(other.one is one for other in self.suspects):
            return
        found = tuple((left, right) for left, right in others if not _alike(left, right))
        said = replace(reading, relation=" = ".join(side.text.strip(" .,;") for side in one.sides[place:place + 2])).said()
        self.suspects.append(Suspect(one, place, kind, said, example, found))

    def _misfit(self, one: Relation, kind: str, left: str, right: str, as_typed: str = "%s") -> bool:
        """Whether the sizes of a relation do not fit, where the text says that of every letter; it is a suspect then.

        left: empty for a name whose size is that of the right side; as_typed: how the left side is typed.
        """
        if not one.of.displayed:
            return False

        def read(sides: Sequence[str]) -> Reading:
            first = sides[0] if left else sides[1]
            return read_over(self.known, f"{first} = {sides[1]}", [first, sides[1]])

        try:
            reading = read([left, right])
        except NotationError:
            return False
        if (told := self._sizes_tell(reading)) is None:
            return False
        reading, misfit = told
        name = left or at_times(one.sides[0]).text
        others = _fitting(self._changes([left or right, right]), read)
        self._suspect(one, kind, reading, misfit, [(as_typed % (sides[0] if left else name), sides[1]) for sides in others])
        return True

    def _sizes_tell(self, reading: Reading) -> tuple[Reading, Counterexample] | None:
        """A reading whose sizes do not fit, where the text says that of every letter, and at which they do not; None for any other."""
        try:
            reading.statement()
        except NotationError as error:
            with suppress(NotationError):
                reading, misfit = sizes_tell(reading, error)
                if misfit is not None and self._sizes_said(reading):
                    return reading, misfit
        return None

    def _sizes_said(self, reading: Reading) -> bool:
        """Whether the text says the size of every letter, and no relation ties sizes."""
        sizes = {name.key for _, of in reading.letters if of.startswith("\\") for name in names_in(of.partition("^")[2])}
        said = {*self.known.spaces, *self.known.signs} - self.guessed
        return all(key in said or key in sizes or key[0] == r"\|" for key, _ in reading.letters) and not any(
            sizes & tie.letters for tie in self.ties)

    def _changes(self, sides: Sequence[str]) -> Iterator[Sequence[str]]:
        """Two sides with one letter turned into another one, or one token of the right side changed."""
        yield from self._letters_turned(sides)
        for right in changes(sides[1], []):
            yield sides[0], right

    def _circular(self, one: Relation, key: Key, right: str, left: str = "") -> None:
        """Suspect a display that says a name to be a formula of itself, as what is so and not what the name is to solve.

        left: the side that it stands on as it is typed.
        """
        if not one.of.displayed or _IMPLICIT.search(one.of.words[-200:]) or key not in {name.key for name in names_in(right)}:
            return
        known = replace(self.known, stands_for={name: text for name, text in self.known.stands_for.items() if name != key})
        with suppress(NotationError):
            reading = read_over(known, f"{latex_of(key)} = {right}", [latex_of(key), right])
            if standing(reading) == FAILS and not self._withheld(one, "definition" if left else "identity", reading):
                turned = self._letters_turned([left or latex_of(key), right], time=True)
                others = [sides for sides in turned if not self._goes_round_still(sides) and not self._restating(*sides)]
                self._suspect(one, "equation", reading, certified(reading), others)

    def _restating(self, left: str, right: str) -> bool:
        """Whether two sides repeat what a name was said to stand for, word for word."""
        key = named(left)
        return key is not None and _alike(self.known.stands_for.get(key, ""), right)

    @staticmethod
    def _goes_round_still(sides: Sequence[str]) -> bool:
        """Whether the name on the left side stands on the right one, or the letter that it is a function of does not."""
        applied = APPLIED.fullmatch(sides[0].strip())
        spoken = {name.key for name in names_in(sides[1])}
        if applied is None:
            return named(sides[0]) in spoken
        return named(applied["name"]) in spoken or named(applied["of"]) not in spoken

    def _misapplied(self, one: Relation, place: int) -> None:
        r"""Suspect a link with brackets behind a function's own letter, or a function without any: 1 - x(x), \sigma(\sigma)."""
        sides = [at_times(side).text for side in one.sides[place:place + 2]]
        meant = [self._applied(side) for side in sides]
        if meant == sides or one.signs[place] != "=":
            return
        with suppress(NotationError):
            reading = read_over(self.known, " = ".join(meant), meant)
            if standing(reading) == FAILS and not self._withheld(one, "link", reading):
                turned = [other for other in self._letters_turned(sides) if [self._applied(side) for side in other] == other]
                self._suspect(one, "equation", reading, certified(reading), turned, place)

    def _applied(self, side: str) -> str:
        """A side with a function without brackets as its value at its own letter, and brackets behind that letter as a factor."""
        words = [token.text for token in tex_tokens(side)]
        of = {named(letter) for letter, _ in self.known.functions.values()}
        for name in reversed(names_in(side)):
            bracketed = words[name.end:name.end + 1] == ["("]
            if name.key in self.known.functions and not bracketed:
                words[name.end:name.end] = ["(", self.known.functions[name.key][0], ")"]
            elif name.key in of and bracketed:
                words[name.end:name.end] = [r"\cdot"]
        return " ".join(words) if words != [token.text for token in tex_tokens(side)] else side

    def _moves_what_is_still(self, one: Relation, key: Key, right: str) -> None:
        """Suspect a rate of what a solution in this section, which holds, has as a constant."""
        if self.still.get(key) != self.section or key in self.known.rates:
            return
        with suppress(NotationError):
            reading = read_over(self.known, f"0 = {right}", ["0", right])
            if standing(reading) == FAILS and not self._withheld(one, "rate", reading):
                turned = [sides for sides in self._letters_turned([latex_of(key), right]) if sides[0] != latex_of(key)]
                shown = replace(reading, rates=((latex_of(key), "0"),))
                self._suspect(one, "rate", shown, certified(reading), [(rf"\dot{{{left}}}", right) for left, right in turned])

    def _twice(self, one: Relation, key: Key, right: str) -> None:
        """Suspect a display that gives one letter two rates which differ: the letter of either may be another one."""
        first = self.rated.get(key)
        if first is None or first.of is not one.of or first is one:
            return
        rate = self.known.rates.get(key, right)
        with suppress(NotationError):
            reading = read_over(self.known, f"{rate} = {right}", [rate, right])
            if standing(reading) == FAILS and not self._withheld(one, "rate", reading):
                name, example = latex_of(key), certified(reading)
                shown = replace(reading, rates=((name, rate), (name, right)))
                for which, text in ((first, rate), (one, right)):
                    turned = [sides for sides in self._letters_turned([name, text]) if sides[0] != name]
                    self._suspect(which, "rate", shown, example, [(rf"\dot{{{left}}}", text) for left, text in turned])

    def _held(self, one: Relation, reading: Reading) -> None:
        super()._held(one, reading)
        if reading.starts:
            moved = {("t",), *(named(left) for left, _ in reading.rates)}
            self.still |= {key: self.section for key, of in reading.letters if not of.startswith("\\") and key not in moved}


def _alike(one: str, other: str) -> bool:
    """Whether two formulas are typed alike but for spaces."""
    return "".join(one.split()) == "".join(other.split())


def _fitting(others: Iterable[Sequence[str]], read: Callable[[Sequence[str]], Reading]) -> Iterator[Sequence[str]]:
    """Those changes of two sides whose sizes fit."""
    for sides in others:
        with suppress(NotationError):
            read(sides).statement()
            yield sides


__all__ = ["Suspicion"]
