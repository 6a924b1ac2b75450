"""Equations between matrices that hold inverses of sums: both sides are multiplied by what is inverted at the start, or the end, of a word,
until their words agree; then that is cancelled again. So are Woodbury's identity, what is pushed through an inverse, and resolvents."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.algebra import SIZES, Words, accumulate, scaled
from theoremtest.derivations.kernel.facts import equal
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import Refused, Term, term

from .effort import INVERSES
from .reader import Reader

if TYPE_CHECKING:
    from .identities import Equation


def by_inverses(equation: Equation) -> bool:
    """Whether an equation is shown after what is inverted in it was multiplied with, a few times at most."""
    inverses = equation.nodes([*equation.fact.args], "Inverse")
    for deep in range(1, INVERSES + 1) if inverses else ():
        with suppress(Refused, TooManyLetters):
            way = _way(equation, inverses, equation.fact, deep)
            if way is not None:
                return _written(equation, way)
    return False


Way = list[tuple[Term, bool]]
"""What is multiplied with, one after the other, and whether from the left."""


def _way(equation: Equation, inverses: list[Term], fact: Term, deep: int) -> Way | None:
    reader = equation.reader(SIZES[1])  # a new one, which names letters as the kernel does that reads nothing else
    gap = reader.matrix(fact.args[0])
    accumulate(gap, scaled(reader.matrix(fact.args[1]), reader.constant(-1)))
    if reader.vanish(gap):
        return []
    for node, left in dict.fromkeys(_ends(reader, inverses, gap)) if deep else ():
        rest = _way(equation, inverses, _times(fact, node, left), deep - 1)
        if rest is not None:
            return [(node, left), *rest]
    return None


def _ends(reader: Reader, inverses: list[Term], gap: Words) -> Iterator[tuple[Term, bool]]:
    """What is inverted at the ends of words. An inverse may be a transposed letter, which is that of the transpose."""
    letters = {}
    for node in inverses:
        word, *others = reader.matrix(node)
        if len(word) == 1 and not others:
            letters[word[0][0]] = node.args[0], word[0][1]
    for word in gap:
        for place in (0, -1):
            if word and word[place][0] in letters:
                node, turned = letters[word[place][0]]
                yield (node if word[place][1] is turned else term("Transpose", (node,))), place == 0


def _times(fact: Term, node: Term, left: bool) -> Term:
    return equal(*(term("MatMul", (node, side) if left else (side, node)) for side in fact.args))


def _written(equation: Equation, way: Way) -> bool:
    """Write the equation with all that is multiplied with, and cancel the last that came first."""
    draft, rules, facts = equation.draft, equation.ordered(), [equation.fact]
    for node, left in way:
        facts.append(_times(facts[-1], node, left))
    line = draft.line("algebra", draft.number(facts.pop()), rules)
    for (node, left), fact in zip(reversed(way), reversed(facts), strict=True):
        line = draft.line("cancel", draft.number(fact), line, draft.number(node), left, [])
    return True
