r"""Letters with an index and sums over one, `\sum_{j=1}^{n} w_{ij} x_j`, written out at small sizes: what is said of all sizes is said of
these, so that a point at which it fails here refutes it. How far an index runs is read off the sums of the text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, product

from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.tokens import Tex, tex_tokens

from .letters import Key, Name, names_among, names_in

_SMALL = (2, 3)
"""The sizes that bounds are given, one after the other: two that differ tell rows from columns."""
_OPEN, _CLOSE = {"(", "[", "{", r"\{"}, {")", "]", "}", r"\}"}
_ENDS = {"+", "-", "=", ",", ";", "<", ">", r"\leq", r"\geq"}
_SLOT = "\x00"
"""Stands for an index in what letters of one family have in common."""


@dataclass
class Ranges:
    """indices: letters that sums of the document run over. bounds: how far each index of a family of letters runs. first: the letter by
    which a family is known."""

    indices: set[str] = field(default_factory=set)
    bounds: dict[tuple[Key, int], Counter] = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)
    first: dict[Key, Key] = field(default_factory=dict)

    def note(self, text: str) -> None:
        """Take down the sums of a formula. Raises NotationError where it has no tokens."""
        words = _words(text)
        for place, word in enumerate(words):
            if word == r"\sum" and (head := _head(words, place)) is not None:
                index, bound, start = head
                self.indices.add(index)
                if not bound:
                    continue
                if bound not in self.sizes:
                    self.sizes[bound] = dict(zip(range(len(self.sizes) + 1), cycle(_SMALL), strict=False))[len(self.sizes)]
                body = " ".join(words[start:_end(words, start)])
                for name in names_in(body):
                    for slot, found in enumerate(_below(name.key)):
                        if found == index:
                            self.bounds.setdefault((_stem(name.key, {index}), slot), Counter())[bound] += 1

    # families ----------------------------------------------------------------------------------------------------------

    def of(self, key: Key) -> list[str]:
        """The indices that a letter has."""
        return _indices(key, self.indices)

    def known_as(self, key: Key) -> Key:
        """The letter by which the family of a letter is known; the letter itself where it has no index."""
        return self.first.setdefault(_stem(key, self.indices), key) if self.of(key) else key

    def define(self, key: Key) -> None:
        """Let a letter be the one by which its family is known."""
        if self.of(key):
            self.first[_stem(key, self.indices)] = key

    def _bound(self, key: Key, index: str) -> str:
        """How far an index of a letter runs; empty where no sum of the text says so."""
        found: Counter = Counter()
        for slot, one in enumerate(_below(key)):
            if one == index:
                for (stem, place), bounds in self.bounds.items():
                    if place == slot and _alike(stem, key, self.indices):
                        found.update(bounds)
        return found.most_common(1)[0][0] if found else ""

    # written out -------------------------------------------------------------------------------------------------------

    def places(self, text: str) -> dict[str, str]:
        """The bound of each index that is free in a formula. Raises NotationError for one of which no sum says how far it runs."""
        found: dict[str, str] = {}
        for index, key in self._free(_words(text), frozenset()):
            bound = self._bound(key, index)
            if found.get(index) and bound and found[index] != bound:
                raise NotationError(f"an index that runs over {found[index]} and over {bound}")
            found[index] = found.get(index) or bound
        if not all(found.values()):
            raise NotationError("an index of which no sum says how far it runs")
        return found

    def _free(self, words: Sequence[str], within: frozenset) -> Iterator[tuple[str, Key]]:
        place = 0
        while place < len(words):
            if words[place] == r"\sum":
                if (head := _head(words, place)) is None:
                    raise NotationError("a sum that does not say what it is over")
                index, _, start = head
                end = _end(words, start)
                yield from self._free(words[start:end], within | {index})
                place = end
                continue
            end = next((at for at in range(place, len(words)) if words[at] == r"\sum"), len(words))
            for name in _loose(words[place:end]):
                yield from ((index, name.key) for index in self.of(name.key) if index not in within)
            place = end

    def assigned(self, text: str) -> dict[str, int]:
        """One place for each free index, different ones for those that run over the same."""
        found: dict[str, int] = {}
        used: Counter = Counter()
        for index, bound in self.places(text).items():
            used[bound] += 1
            if used[bound] > self.sizes[bound]:
                raise NotationError("more indices than small sizes have places for")
            found[index] = used[bound]
        return found

    def everywhere(self, text: str) -> list[dict[str, int]]:
        """All places that the indices of a letter can have."""
        places = self.places(text)
        numbers = (range(1, self.sizes[bound] + 1) for bound in places.values())
        return [dict(zip(places, values, strict=True)) for values in product(*numbers)]

    def members(self, key: Key) -> list[str]:
        """The letters of a family, or the letter alone."""
        text = " ".join(key)
        return [self.written(text, at) for at in self.everywhere(text)] if self.of(key) else []

    def written(self, text: str, at: Mapping[str, int]) -> str:
        """A formula without sums and with numbers as indices. Raises NotationError where a sum says too little."""
        return " ".join(self._written(_words(text), at))

    def _written(self, words: Sequence[str], at: Mapping[str, int]) -> list[str]:
        made: list[str] = []
        place = 0
        while place < len(words):
            word = words[place]
            if word == r"\sum":
                head = _head(words, place)
                if head is None:
                    raise NotationError("a sum that does not say what it is over")
                index, bound, start = head
                end = _end(words, start)
                bound = self._agreed(words[start:end], index, bound)
                terms = [["(", *self._written(words[start:end], {**at, index: value}), ")"] for value in range(1, self.sizes[bound] + 1)]
                made += ["(", *terms[0], *(word for term in terms[1:] for word in ("+", *term)), ")"]
                place = end
            elif word == "_" and made and place + 1 < len(words):
                end = _past(words, place + 1)
                made += ["_", *_placed(words[place + 1:end], at)]
                place = end
            elif word in at:
                made += ["(", str(at[word]), ")"]
                place += 1
            else:
                made.append(word)
                place += 1
        return made

    def _agreed(self, body: Sequence[str], index: str, bound: str) -> str:
        """How far a sum runs, which must be as far as the letters do that it is over."""
        for name in _loose(body):
            if index in self.of(name.key):
                usual = self._bound(name.key, index)
                if bound and usual and usual != bound:
                    raise NotationError(f"a sum up to {bound} over letters whose sums elsewhere go up to {usual}")
                bound = bound or usual
        if not bound:
            raise NotationError("a sum of which the text does not say how far it goes")
        return bound

    def plain(self, text: str) -> str:
        """A formula without the heads of its sums and the primes of its indices, for what else may speak against it."""
        words, made, place = _words(text), [], 0
        while place < len(words):
            if words[place] == r"\sum" and (head := _head(words, place)) is not None:
                place = head[2]
            elif words[place] == "_" and place + 1 < len(words):
                end = _past(words, place + 1)
                inner = [word for at, word in enumerate(words[place + 1:end], place + 1)
                         if word != "'" or words[at - 1] not in self.indices]
                made += ["_", *inner]
                place = end
            else:
                made.append(words[place])
                place += 1
        return " ".join(made)

    def speaks(self, text: str) -> bool:
        """Whether a formula has sums, or letters with an index that sums run over."""
        return r"\sum" in text or bool(self.indices) and any(self.of(name.key) for name in names_in(text))


def _words(text: str) -> list[str]:
    return [token.text for token in tex_tokens(text)]


def _head(words: Sequence[str], place: int) -> tuple[str, str, int] | None:
    """The index of a sum, its bound, and where its body begins; None for any other sum."""
    below: list[str] = []
    above: list[str] = []
    place += 1
    for _ in range(2):
        if words[place:place + 1] in (["_"], ["^"]):
            end = _past(words, place + 1)
            part = [word for word in words[place + 1:end] if word not in ("{", "}")] if words[place] == "_" else list(words[place + 1:end])
            below, above = (part, above) if words[place] == "_" else (below, part)
            place = end
    if below[1:] not in ([], ["=", "1"]) or not below or not (len(below[0]) == 1 and below[0].isalpha()):
        return None
    if above[:1] == ["{"]:
        above = above[1:-1]
    return below[0], "".join(above), place


def _end(words: Sequence[str], start: int) -> int:
    """Where the body of a sum ends: before a sign or a bracket that closes."""
    depth = 0
    for place in range(start, len(words)):
        depth += (words[place] in _OPEN) - (words[place] in _CLOSE)
        if depth < 0 or depth == 0 and words[place] in _ENDS and place > start:
            return place
    return len(words)


def _past(words: Sequence[str], place: int) -> int:
    if words[place:place + 1] != ["{"]:
        return place + 1
    depth = 0
    for at in range(place, len(words)):
        depth += (words[at] == "{") - (words[at] == "}")
        if depth == 0:
            return at + 1
    return len(words)


def _below(key: Key) -> list[str]:
    """What stands below a letter, a prime with what it is behind."""
    found: list[str] = []
    for word in key[key.index("_") + 1:] if "_" in key else ():
        if word == "'" and found:
            found[-1] += word
        elif word not in ("{", "}"):
            found.append(word)
    return found


def _indices(key: Key, known: set[str]) -> list[str]:
    """What stands below a letter, in order, without what is no index."""
    return [word for word in _below(key) if word.rstrip("'") in known] if key[0] != r"\|" else []


def _stem(key: Key, known: set[str]) -> Key:
    head = key[:key.index("_")] if "_" in key else key
    return (*head, "_", *(_SLOT if word.rstrip("'") in known else word for word in _below(key)))


def _alike(stem: Key, key: Key, known: set[str]) -> bool:
    """Whether a stem, of which one index was seen, is that of a letter: the same head and as much below it, the index at its place."""
    head, below = stem[:stem.index("_")], stem[stem.index("_") + 1:]
    mine = _stem(key, known)
    return head == mine[:mine.index("_")] and len(below) == len(mine) - len(head) - 1 and all(
        one == other or (one == _SLOT or one.rstrip("'") in known) and other == _SLOT
        for one, other in zip(below, mine[len(head) + 1:], strict=True))


def _placed(words: Sequence[str], at: Mapping[str, int]) -> list[str]:
    """What stands below a letter, with numbers for indices, those side by side as one number."""
    made: list[str] = []
    inner = [word for word in words if word not in ("{", "}")]
    place = 0
    while place < len(inner):
        word = inner[place]
        if inner[place + 1:place + 2] == ["'"] and word + "'" in at:
            word, place = word + "'", place + 1
        if word in at:
            word = str(at[word])
            if made and made[-1].isdigit():
                word = made.pop() + word
        made.append(word)
        place += 1
    return ["{", *made, "}"]


def _loose(words: Sequence[str]) -> list[Name]:
    """The letters of a piece whose braces need not match."""
    return names_among([Tex(word, 1) for word in words])


__all__ = ["Ranges"]
