"""Relations between words as rewriting rules that end.

Words are ordered by weight, then letter by letter; every rule replaces a word by smaller ones, so rewriting ends. The weights and the
order of letters are sought so that a relation written `left = right` goes from left to right; where no choice does that (A = A^2,
two letters that anticommute both ways), it goes whichever way is down. Every step puts equals for equals, so what it shows equal
is equal; words that stay apart may still be equal.
"""

from __future__ import annotations

from collections import Counter
from graphlib import CycleError, TopologicalSorter

from sympy import Rational, S

from theoremtest.derivations.language.spaces import Space
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.deadline import Deadline

from .letters import Letter, NotWords, Terms, Word, accumulate, scaled

ROUNDS = 50
"""Attempts to find weights under which every relation goes from left to right."""
MOST_LEFT_OUT = 20
"""Sums of words that are kept though they became no rule."""
LONGEST = 400
"""Letters of a word beyond which it is not rewritten any more."""


class Order:
    """A well-founded order of words that products keep: by weight, then letter by letter."""

    def __init__(self, wishes: list[tuple[Word, list[Word]]] = ()):
        """wishes: (greater word, smaller words), granted where all can be granted together."""
        wishes = [(left, [right for right in rights if right != left]) for left, rights in wishes]
        self.weights = _weights(wishes)
        self.places = _places(wishes, self.weight)

    def weight(self, word: Word) -> int:
        return sum(self.weights.get(letter.symbol, 1) for letter in word)

    def key(self, word: Word) -> tuple:
        """What words are compared by; all weights are positive, so only finitely many words lie below one."""
        return (self.weight(word), tuple((self.places.get(letter, 0), letter.name, letter.transposed, str(letter.symbol.shape))
                                         for letter in word))


def _weights(wishes) -> dict:
    """Whole weights of at least 1 under which no greater word is lighter than its smaller ones; none where a few rounds find none."""
    pairs = [(left, right) for left, rights in wishes for right in rights]
    surplus = {pair: _counts(pair[0]) - _counts(pair[1]) for pair in pairs}
    pairs = [(left, right) for left, right in pairs if surplus[left, right] or len(left) == len(right)]
    weights: Counter = Counter()

    def weight(word):
        return sum(1 + weights[letter.symbol] for letter in word)

    for _ in range(ROUNDS):
        short = [pair for pair in pairs if weight(pair[0]) < weight(pair[1])]
        if not short:
            return {symbol: 1 + more for symbol, more in weights.items()}
        for pair in short:
            for symbol in surplus[pair]:
                weights[symbol] += 1
    return {}


def _counts(word: Word) -> Counter:
    return Counter(letter.symbol for letter in word)


def _places(wishes, weight) -> dict:
    """The order of letters that words of one weight are told apart by."""
    above: dict[Letter, set] = {}
    for left, rights in wishes:
        for right in rights:
            if weight(left) != weight(right):
                continue
            first = next(((one, other) for one, other in zip(left, right, strict=False) if one != other), None)
            if first is None:
                continue
            tried = {letter: set(below) for letter, below in above.items()}
            tried.setdefault(first[0], set()).add(first[1])
            if _sorted(tried) is not None:
                above = tried
    return {letter: place for place, letter in enumerate(_sorted(above) or (), start=1)}


def _sorted(above: dict) -> list | None:
    try:
        return list(TopologicalSorter({letter: sorted(below, key=Letter.key) for letter, below in above.items()}).static_order())
    except CycleError:
        return None


class Rewriting:
    """Rules (word, smaller words), applied at the first place where one fits."""

    def __init__(self, order: Order, transpose, deadline: Deadline, keeps_from_zero=lambda coefficient: False):
        """keeps_from_zero: whether a coefficient that is no number is shown not to vanish, so that a rule may divide by it."""
        self.order, self.transpose, self.deadline, self.keeps_from_zero = order, transpose, deadline, keeps_from_zero
        self.rules: list[tuple[Word, Terms]] = []
        self.left_out: list[Terms] = []
        """The first sums of words that are zero and became no rule."""

    @property
    def speaks(self) -> bool:
        """Whether anything was said of words."""
        return bool(self.rules or self.left_out)

    def add(self, gap: Terms) -> None:
        """Take a sum of words for zero from now on, and so its transpose.

        A gap that the rules know already adds none; nor does one whose greatest word has a coefficient that is no number, as
        it might vanish.
        """
        self._add(gap)
        self._add({self.transpose(word): c for word, c in gap.items()})

    def _add(self, gap: Terms) -> None:
        gap = self.everywhere(gap)
        if not gap:
            return
        pattern = max(gap, key=self.order.key)
        lead = gap[pattern]
        if not pattern or not (isinstance(lead, Rational) or self.keeps_from_zero(lead)):
            if len(self.left_out) < MOST_LEFT_OUT:
                self.left_out.append(gap)
            return
        replacement = scaled({word: c for word, c in gap.items() if word != pattern}, -1 / lead)
        self.rules.append((pattern, replacement))
        if set(replacement) == {()} and isinstance(replacement[()], Rational):
            for turned in _turned(pattern):
                self.add({turned: S.One, (): -replacement[()]})

    def everywhere(self, gap: Terms) -> Terms:
        """A sum of words with the rules applied as long as one fits; no scalars are taken out."""
        pending, done = dict(gap), {}
        while pending:
            self.deadline.check()
            word, coefficient = pending.popitem()
            step = self.step(word)
            accumulate(done if step is None else pending, {word: coefficient} if step is None else scaled(step, coefficient))
        return done

    def step(self, word: Word) -> Terms | None:
        """The word with the first rule that fits applied once; None where none fits."""
        if not self.rules:
            return None
        if len(word) > LONGEST:
            raise NotWords(f"a word of more than {LONGEST} letters")
        for pattern, replacement in self.rules:
            size = len(pattern)
            for start in range(len(word) - size + 1):
                if word[start:start + size] == pattern:
                    head, tail = word[:start], word[start + size:]
                    return {head + middle + tail: c for middle, c in replacement.items()}
        return None


def _turned(pattern: Word) -> list[Word]:
    """The rotations of a product that is a multiple of the identity: where its two factors are square, they commute.

    That is so in finitely many dimensions only: a shift of a function space has an inverse on one side.
    """
    size = pattern[0].shape[0]
    if size.has(Space):
        return []
    return [pattern[cut:] + pattern[:cut] for cut in range(1, len(pattern)) if same_size(pattern[cut].shape[0], size)]
