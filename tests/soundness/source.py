"""Where a builder's choices come from: a seeded stream, or Hypothesis, which shrinks what it finds."""

from __future__ import annotations

import random

from hypothesis import strategies as st


class Seeded:
    """The same choices for the same seed on every machine."""

    def __init__(self, seed):
        self._random = random.Random(str(seed))

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return self._random.randrange(n)

    def pick(self, items):
        """One of some items."""
        return items[self.below(len(items))]

    def chance(self, one_in: int) -> bool:
        """True once in so many times."""
        return self.below(one_in) == 0


class Drawn(Seeded):
    """Choices drawn by Hypothesis; `data` is what `st.data()` gives."""

    def __init__(self, data):
        self._data = data

    def below(self, n: int) -> int:
        return self._data.draw(st.integers(0, n - 1))
