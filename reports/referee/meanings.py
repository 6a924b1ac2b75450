"""What a relation says that a name stands for."""

from __future__ import annotations

from theoremtest.derivations.notation import NotationError

from .letters import Key, at_times, holds_identity, inner_of, latex_of, named, names_in
from .prose import claims, defines
from .reading import read_over
from .relation import APPLIED, Relation
from .suspicion import Suspicion


class Meanings(Suspicion):
    """Names taken down for formulas, and functions of one letter."""

    def _function(self, one: Relation) -> bool:
        """Take `f(x) = formula` down."""
        match = APPLIED.fullmatch(one.sides[0].text.strip())
        if match is None or match["of"].strip() in ("t", "0") or r"\left" in match["name"]:
            return False
        key, of = named(match["name"].strip()), named(match["of"].strip())
        right = at_times(one.sides[1]).text
        if key is None or of is None or self._why_not(right) or of not in {name.key for name in names_in(right)} or (
                of in self.known.stands_for):
            return False
        before = self.known.functions.get(key)
        self.said_by[f"{latex_of(key)}({latex_of(of)})", right] = id(one.of)
        self.known.functions[key] = (latex_of(of), right)
        try:
            self.known.base([latex_of(key)])
        except NotationError:
            self.known.functions.pop(key) if before is None else self.known.functions.update({key: before})
            return False
        self.read_of.add(id(one.of))
        return True

    def _circular_function(self, one: Relation) -> None:
        """Suspect `f(x) = formula` with f in it, and not its value at something."""
        match = APPLIED.fullmatch(one.sides[0].text.strip())
        key = named(match["name"].strip()) if match is not None and r"\left" not in match["name"] else None
        if key is not None and key not in self.known.functions:
            self._circular(one, key, at_times(one.sides[1]).text, one.sides[0].text.strip())

    def _doubt(self, one: Relation, key: Key) -> None:
        """Suspect what gives a name no meaning."""
        right = at_times(one.sides[1]).text
        if not self._misfit(one, "definition", latex_of(key) if key in self.known.spaces else "", right):
            self._circular(one, key, right)

    def _stands_for(self, key: Key, one: Relation) -> bool:
        text = at_times(one.sides[1]).text
        if self._why_not(text) or not self._abbreviates(key, text):
            if self._of_vectors(text):
                self.known.unread.add(key)
            return False
        self.known.unread.discard(key)
        self.said_by[latex_of(key), text] = id(one.of)
        self.defined_in[key] = one.of.section, one.of.paragraph
        self.read_of.add(id(one.of))
        return True

    def _of_vectors(self, text: str) -> bool:
        """Whether a formula speaks of vectors or matrices, as far as can be seen."""
        vectors = self.known.vectors | self.known.unread | {key for key, space in self.known.spaces.items() if space}
        return holds_identity(text) or any(name.inner in vectors for name in names_in(text))

    def _abbreviates(self, key: Key, text: str) -> bool:
        """Take a name down for a formula; what cannot be read, or goes round in a circle, is no abbreviation."""
        if set(self.known.ranges.of(key)) != set(self.known.ranges.places(text)) if self.known.ranges.speaks(text) else False:
            return False  # an index on one side alone
        before = self.known.stands_for.pop(key, None)
        try:
            read_over(self.known, f"{text} = {text}", [text]).statement()
            self.known.stands_for[key] = text
            self.known.base([latex_of(key)])
            return True
        except NotationError:
            self.known.stands_for.pop(key, None)
            if before is not None:
                self.known.stands_for[key] = before
            return False

    def _goes_round(self, key: Key, one: Relation) -> bool:
        """Whether what a name is said to be is made of what is made of it, so that it is a law and no meaning."""
        letters = {name.inner for name in self.known.base([at_times(one.sides[1]).text])[0]}
        inner = inner_of(key)
        return inner in letters and inner not in {name.inner for name in names_in(one.sides[1].text)}

    def _restates(self, one: Relation, key: Key) -> bool:
        """Whether a name that has a meaning is said to be equal to something, rather than given another one."""
        return claims(one.of) and not defines(one.of) and self.defined_in.get(key, (-1, 0))[0] == one.of.section


__all__ = ["Meanings"]
