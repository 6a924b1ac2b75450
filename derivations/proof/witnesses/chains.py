"""A polynomial whose terms of the wrong sign are taken away one by one, each by a multiple of a known fact, until none is left.

A linear programme over all products of so many facts, and of so high a degree, would be too large; here each product is there to cancel a
term. The summands of the `sign` line are those multiples, and the terms that stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly

from theoremtest.derivations.kernel.ring import Quotient
from theoremtest.derivations.kernel.terms import Term

from .draft import as_text
from .effort import CHAINS, LINKS, MONOMIALS, TRIED
from .known import Known, letters_in
from .reader import Reader
from .sampled import fails_beside

if TYPE_CHECKING:
    from .signs import Signs

LONG = 12
"""Polynomials after which it is asked whether the search is in vain."""
Used = tuple[tuple[fmpq, tuple, Known], ...]


def by_chains(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly, facts: list[Known]) -> int | None:
    """The line that shows a sign, where such a chain of facts is found."""
    several = [known for known in facts if known.squared is None and known.nonzero is None and len(known.poly) > 1]
    search = _Chain(signs, fact, reader, several)
    found = search.find(poly, LINKS, ()) if search.facts and len(poly) < MONOMIALS else None
    if found is None:
        return None
    summands = []
    for weight, monomial, known in found:
        own = known.factor(signs) if known is not None else None
        if known is not None and own is None:
            return None
        summands.append([as_text(abs(weight)), [*search.factors(monomial), *([] if own is None else [own])]])
    return signs.draft.line("sign", signs.draft.number(fact), [], summands, signs.rules)


class _Chain:
    def __init__(self, signs: Signs, fact: Term, reader: Reader, facts: list[Known]) -> None:
        self.signs, self.strict, self.reader, self.facts = signs, fact.head == "pos", reader, facts
        self.letters: dict[int, tuple[int, bool] | None] = {}
        self.seen: set = set()
        self.vain = False
        self.tried = 0
        self.first: fmpq_mpoly | None = None

    def find(self, poly: fmpq_mpoly, deep: int, used: Used) -> list | None:
        """Multiples of facts, and terms of the right sign, whose sum the polynomial is."""
        terms = poly.to_dict()
        wrong = [monomial for monomial, weight in terms.items() if self.sign(monomial) * (1 if weight > 0 else -1) <= 0]
        if not wrong:
            found = [*used, *((weight, monomial, None) for monomial, weight in terms.items())]
            sure = not self.strict or any(self.certain(monomial) and (known is None or known.strict) for _, monomial, known in found)
            return found if sure else None
        key = frozenset((monomial, str(weight)) for monomial, weight in terms.items())
        if not deep or self.vain or key in self.seen or len(self.seen) >= CHAINS or self.tried > TRIED:
            return None
        self.seen.add(key)
        self.first = self.first or poly
        if len(self.seen) == LONG and self.in_vain(self.first):
            self.vain = True
            return None
        worst = max(wrong, key=lambda monomial: (sum(monomial), monomial))
        ways = sorted(self.links(poly, worst, terms[worst]), key=lambda way: way[0])
        for _, rest, link in ways:
            found = self.find(rest, deep - 1, (*used, link))
            if found is not None:
                return found
        return None

    def in_vain(self, poly: fmpq_mpoly) -> bool:
        """Whether the polynomial is negative somewhere for all that the facts, and the signs of letters, say."""
        letters = set[int]().union(letters_in(poly), *(letters_in(known.poly) for known in self.facts))
        signed = [Known(self.reader._gens[place] * (1 if found[1] else -1), line=found[0])
                  for place in letters for found in [self.letters.get(place)] if found is not None]
        return fails_beside(self.reader, poly, [*self.facts, *signed])

    def links(self, poly: fmpq_mpoly, worst: tuple, weight: fmpq):
        """What is left, by the multiples of facts that take a term away; how many terms are wrong in it, and how long it is."""
        context = poly.context()
        for known in self.facts:
            for monomial, value in known.poly.to_dict().items():
                if any(own > there for own, there in zip(monomial, worst, strict=True)):
                    continue
                beside = tuple(there - own for own, there in zip(monomial, worst, strict=True))
                times = weight / value
                if self.sign(beside) * (1 if times > 0 else -1) <= 0:
                    continue
                self.tried += 1 + len(poly) // 10
                rest = self.reader.reduced(Quotient(poly - context.from_dict({beside: times}) * known.poly, context.constant(1)))
                if rest.den.is_one():
                    wrong = sum(self.sign(m) * (1 if w > 0 else -1) <= 0 for m, w in rest.num.to_dict().items())
                    yield (wrong, len(rest.num)), rest.num, (times, beside, known)

    def sign(self, monomial: tuple) -> int:
        """1 or -1 where a product of letters is not negative, or not positive; 0 where that is open."""
        sign = 1
        for place, exponent in enumerate(monomial):
            if exponent % 2:
                found = self.letter(place)
                if found is None:
                    return 0
                sign *= 1 if found[1] else -1
        return sign

    def letter(self, place: int) -> tuple[int, bool] | None:
        if place not in self.letters:
            node = self.reader.terms.get(place)
            ways = [] if node is None else [self.signs._signed(node, head) for head in ("pos", "nonneg")]
            self.letters[place] = next((way for way in ways if way is not None), None)
        return self.letters[place]

    def certain(self, monomial: tuple) -> bool:
        """Whether no letter of a product may be zero."""
        for place, exponent in enumerate(monomial):
            if exponent:
                found = self.letter(place)
                if found is None or self.signs.draft.shown[found[0]].head != "pos":
                    return exponent % 2 == 0 and self.signs._squared(self.reader.terms[place], True)[1] and self.certain(
                        (*monomial[:place], 0, *monomial[place + 1:]))
        return True

    def factors(self, monomial: tuple) -> list:
        """A product of letters as factors of a `sign` line."""
        found: list = []
        for place, exponent in enumerate(monomial):
            if exponent % 2:
                found.append(["line", self.letters[place][0]])
            if exponent > 1:
                way = self.letter(place)
                sure = way is not None and self.signs.draft.shown[way[0]].head == "pos"
                squared = [["line", way[0]]] * 2 if sure else [self.signs._squared(self.reader.terms[place], self.strict)[0]]
                found += squared * (int(exponent) // 2)
        return found
