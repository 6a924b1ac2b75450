"""Means over independent draws: normal numbers, vectors and matrices by pairings (Isserlis, Wick), counts by their factorial moments, and
numbers of which mean and variance are known, or the mean and two numbers between which they lie.

`Mean(q, (draw, law), ...)` is a term that binds its draws. A law that is a scalar is the variance of every entry of a normal draw of mean
zero. q is a polynomial in the entries of the draws, whose mean exists, and in exponentials of what is linear in normal ones; whatever else
stands in q does not speak of them. Independent normal numbers make a normal number L of what is linear in them, so that
E exp(L) = exp(E L + (E L^2 - (E L)^2)/2).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from math import comb, prod
from typing import TYPE_CHECKING

from .facts import either, equal, nonneg, pos, whole
from .ring import Quotient
from .terms import ONE, ZERO, Refused, Term, add, call, free, mul, number, of_space, parts, power, put, shape, sub, term

if TYPE_CHECKING:
    from .algebra import Algebra, Word, Words

COUNTS = {"Binomial": 2, "Multinomial": 2, "Poisson": 1, "FairBits": 1}
"""Laws of whole numbers, with how many parameters each has."""
LAWS = (*COUNTS, "Moments", "Bounded")
"""Laws that are no variance of a normal one."""
SAID = frozenset(("integer", "positive", "nonnegative", "negative", "nonpositive", "nonzero", "-zero"))
"""What a letter may be said to be by its making, beside real."""
POLYNOMIAL = ("Add", "Mul", "MatAdd", "MatMul", "Transpose", "Dot", "Trace", "MatrixElement")
"""Heads that are polynomials in the entries of what they are of."""
BITS = 6
"""Fair bits whose values are gone through one by one, at most."""
PAIRINGS = 12
"""Draws of one matrix in one product, at most: there are 10,395 pairings of twelve."""
POWER = 24
"""The largest power of a matrix that the algebra multiplies out; a larger one would be a letter, and look as if it were no draw."""
_OWN = object()
"""Marks the letters that stand for draws while a mean is read: no statement and no proof can name one."""


def of_count(letter: Term) -> list[Term]:
    """What a count is at every draw."""
    return [whole(letter), nonneg(letter)]


def of_every_draw(letter: Term, law: Term) -> list[Term]:
    """What holds at every draw by its law."""
    if law.head == "Bounded":
        _, low, high = law.args
        return [nonneg(sub(letter, low)), nonneg(sub(high, letter))]
    return of_count(letter) if law.head in COUNTS else []


def conditions(pairs: tuple[Term, ...]) -> list[Term]:
    """What has to hold for the draws to have their laws. Raises Refused for a law that is not known, or a draw that cannot have it."""
    found: list[Term] = []
    counts = [pair.args[1] for pair in pairs if pair.args[1].head == "Multinomial"]
    drawn = frozenset(pair.args[0] for pair in pairs)
    if len(drawn) < len(pairs) or any(law.args[0] is not counts[0].args[0] for law in counts):
        raise Refused("a draw with two laws, or counts of different trials")
    for letter, law in (pair.args for pair in pairs):
        made = letter.mark[1] if letter.head == "Symbol" else ()
        if letter.head not in ("Symbol", "MatrixSymbol") or any(map(of_space, letter.args)) \
                or drawn & (free(law).union(*map(free, letter.args))):
            raise Refused("a draw is a letter, and neither its law nor its size speaks of a draw")
        if law.head == "Moments":
            if len(law.args) != 2 or letter.head != "Symbol" or "integer" in made or SAID & set(made) - {"nonnegative"}:
                raise Refused("a number of which two moments are known")
            found.append(nonneg(law.args[1]))
            if "nonnegative" in made:  # there is none of mean 0 that varies
                found += [nonneg(law.args[0]), either([pos(law.args[0]), equal(law.args[1], ZERO)])]
            continue
        if law.head == "Bounded":
            if len(law.args) != 3 or letter.head != "Symbol" or SAID & set(made):
                raise Refused("a number whose mean is known and between which ends it lies")
            mean, low, high = law.args
            found += [nonneg(sub(mean, low)), nonneg(sub(high, mean))]
            continue
        if law.head not in COUNTS:
            if shape(law) is not None or SAID & set(made):
                raise Refused("a normal number is neither whole nor of one sign, and its variance is a scalar")
            found.append(nonneg(law))
            continue
        if len(law.args) != COUNTS[law.head] or "integer" not in made or SAID & set(made) - {"integer", "nonnegative"}:
            raise Refused("a count is any whole number from 0 on")
        found.append(nonneg(law.args[0]))
        if law.head != "Poisson":
            found.append(whole(law.args[0]))
        if law.head in ("Binomial", "Multinomial"):
            found += [nonneg(law.args[1]), nonneg(sub(ONE, law.args[1]))]
    if len(counts) > 1:
        found.append(nonneg(sub(ONE, add(*(law.args[1] for law in counts)))))
    return found


def _generating(node: Term, laws: dict[Term, Term]) -> tuple[Term, Term] | None:
    """The count k and the number z of z^k, which is 1 where k = 0; of the sign that k is 0, z = 0. None for anything else."""
    if node.head == "KroneckerDelta" and ZERO in node.args:
        count, base = node.args[node.args[0] is ZERO], ZERO
    elif node.head == "Pow":
        base, count = node.args
    else:
        return None
    alone = count in laws and laws[count].head in ("Binomial", "Poisson") and not free(base) & laws.keys() and base.head != "constant"
    return (count, base) if alone else None


def polynomial(node: Term, drawn: frozenset[Term]) -> None:
    """Raises Refused for what is no polynomial in the entries of draws."""
    if node in drawn or not free(node) & drawn:
        return
    exponent = node.args[1] if node.head in ("Pow", "MatPow") else None
    if exponent is not None and exponent.head == "number" and exponent.mark.denominator == 1 and 0 <= exponent.mark <= POWER:
        return polynomial(node.args[0], drawn)
    if node.head not in POLYNOMIAL or node.head == "MatrixElement" and drawn & free(term("Tuple", node.args[1:])):
        raise Refused(f"{node.head} of a draw is no polynomial in it")
    for part in node.args:
        polynomial(part, drawn)


def affine(node: Term, drawn: frozenset[Term]) -> None:
    """Raises Refused for what is not linear in draws, beside a number."""
    speaking = [part for part in node.args if free(part) & drawn]
    if node in drawn or not free(node) & drawn:
        return
    if node.head not in POLYNOMIAL or node.head in ("Mul", "MatMul", "Dot") and len(speaking) > 1 \
            or node.head == "MatrixElement" and speaking != [node.args[0]]:
        raise Refused(f"{node.head} of draws is not linear in them")
    for part in speaking:
        affine(part, drawn)


def mean(algebra: Algebra, node: Term) -> Words:
    """The mean as a sum of words; a scalar is the coefficient of the empty one."""
    quantity, *pairs = node.args
    conditions(tuple(pairs))
    if any(part.head == "Mean" for part in parts(quantity)):
        raise Refused("a mean inside of a mean")
    bits = next((pair for pair in pairs if pair.args[1].head == "FairBits"), None)
    if bits is not None:
        return _over_bits(algebra, quantity, bits, [pair for pair in pairs if pair is not bits])
    own = {letter: own_letter(letter) for letter, _ in (pair.args for pair in pairs)}
    laws = {own[letter]: law for letter, law in (pair.args for pair in pairs)}
    quantity, powers = plain(put(quantity, own), laws)
    words = {(): algebra.scalar(quantity)} if shape(quantity) is None else algebra.matrix(quantity)
    return _Moments(algebra, laws, powers).of(words)


def plain(quantity: Term, laws: dict[Term, Term]) -> tuple[Term, dict[Term, tuple[Term | None, Term]]]:
    """A polynomial in draws and in letters for powers z^k of a count, with these, and for exponentials of normal draws, with their
    exponents and no count. Raises Refused for anything else."""
    powers: dict[Term, tuple[Term | None, Term]] = {}
    normal = frozenset(letter for letter, law in laws.items() if law.head not in LAWS)

    def named(node: Term) -> Term:
        found: tuple[Term | None, Term] | None = _generating(node, laws)
        if node.head == "exp" and frozenset() < free(node) & laws.keys() <= normal:
            affine(node.args[0], normal)
            found = None, node.args[0]
        if found is not None:
            letter = term("Symbol", (), ((_OWN, repr(node)), ("real",)))
            powers[letter] = found
            return letter
        return term(node.head, tuple(map(named, node.args)), node.mark) if node.head in (*POLYNOMIAL, "Pow") else node

    found = named(quantity)
    polynomial(found, frozenset((*laws, *powers)))
    return found, powers


def _over_bits(algebra: Algebra, quantity: Term, bits: Term, rest: list[Term]) -> Words:
    """Value by value: bits that are fair make every number below 2^n as likely."""
    letter, law = bits.args
    if law.args[0].head != "number" or not 0 <= law.args[0].mark <= BITS:
        raise Refused("many bits, or any number of them")
    total: Words = {}
    for value in range(2 ** int(law.args[0].mark)):
        there = put(quantity, {letter: number(value)})
        if rest:
            there = term("Mean", (there, *rest))
        words = {(): algebra.scalar(there)} if shape(there) is None else algebra.matrix(there)
        algebra.accumulate(total, algebra.scaled(words, algebra.constant(Fraction(1, 2 ** int(law.args[0].mark)))))
    return total


def own_letter(letter: Term) -> Term:
    return term(letter.head, letter.args, (_OWN, letter.mark) if letter.args else ((_OWN, letter.mark[0]), letter.mark[1]))


class _Moments:
    """Means of monomials of one algebra."""

    def __init__(self, algebra: Algebra, laws: dict[Term, Term], powers: dict[Term, tuple[Term, Term]]) -> None:
        self.algebra, self.laws = algebra, laws
        self.powers = {algebra._letters[letter]: found for letter, found in powers.items() if letter in algebra._letters}
        self.scalars = {place: letter for letter in laws if (place := algebra._letters.get(letter)) is not None}
        self.matrices = {place: letter for letter in laws if (place := algebra._matrices.get(letter)) is not None}

    def of(self, words: Words) -> Words:
        """By linearity, monomial by monomial."""
        cycles = {place: key[1] for key, place in self.algebra._letters.items() if isinstance(key, tuple) and key[0] in ("word", "trace")
                  and any(letter in self.matrices for letter, _ in key[1])}
        drawn = {*cycles, *self.scalars, *self.powers}
        total: Words = {}
        for word, value in words.items():
            if any(int(degree) for place, degree in enumerate(value.den.degrees()) if place in drawn):
                raise Refused("a draw stands below a fraction bar")
            for monomial, weight in value.num.to_dict().items():
                rest = tuple(0 if place in drawn else exponent for place, exponent in enumerate(monomial))
                factor = Quotient(self.algebra.context.from_dict({rest: weight}), value.den)
                degrees = {self.scalars[place]: int(monomial[place]) for place in self.scalars}
                closed = [cycles[place] for place in cycles for _ in range(int(monomial[place]))]
                beside = {self.matrices[letter] for inner in (word, *closed) for letter, _ in inner if letter in self.matrices}
                beside.update(letter for letter, degree in degrees.items() if degree)
                factor = factor * self._generated(monomial, beside) * self._scalar_moment(degrees)
                if factor:
                    self.algebra.accumulate(total, self.algebra.scaled(self._paired(word, closed), factor))
        return total

    def _generated(self, monomial: tuple, beside: set[Term]) -> Quotient:
        """Of z^k alone: (1 + p (z - 1))^n for n trials, exp(m (z - 1)) for a Poisson number. Of exponentials of normal draws alone."""
        bases: dict[Term, Quotient] = {}
        exponents: list[Term] = []
        for place, (count, base) in self.powers.items():
            if monomial[place] and count is None:
                exponents.append(mul(number(int(monomial[place])), base))
            elif monomial[place] and count is not None:
                bases[count] = bases.get(count, self.algebra.one) * self.algebra.scalar(base) ** int(monomial[place])
        total = self._exponential(add(*exponents), beside) if exponents else self.algebra.one
        for count, value in bases.items():
            if count in beside:
                raise Refused("a power of a count beside the count itself")
            law, gap = self.laws[count], self.algebra.written(value - self.algebra.one)
            total = total * self.algebra.scalar(call("exp", mul(law.args[0], gap)) if law.head == "Poisson" else
                                                term("Pow", (add(ONE, mul(law.args[1], gap)), law.args[0])))
        return total

    def _exponential(self, exponent: Term, beside: set[Term]) -> Quotient:
        """E exp(L), of L that is linear in normal draws."""
        if free(exponent) & beside:
            raise Refused("an exponential of a draw beside the draw itself")
        pairs = tuple(term("Tuple", pair) for pair in self.laws.items() if pair[0] in free(exponent))
        first, second = (term("Mean", (power(exponent, degree), *pairs)) for degree in (1, 2))
        found = add(first, mul(number(Fraction(1, 2)), sub(second, power(first, 2))))
        with suppress(Refused):  # an inner product is a letter without a term: its means stay as they stand
            found = self.algebra.written(self.algebra.scalar(found))
        return self.algebra.scalar(call("exp", found))

    def _scalar_moment(self, degrees: dict[Term, int]) -> Quotient:
        """Independent laws by themselves; powers of counts by their falling factorials, which multinomial counts share."""
        total, of, shared = self.algebra.one, self.algebra.scalar, []
        for letter, degree in degrees.items():
            law = self.laws[letter]
            if law.head == "Multinomial":
                shared.append((law, degree))
            elif law.head in COUNTS:
                total = total * self._counted([(law, degree)])
            elif law.head == "Moments":
                if degree > 2:
                    raise Refused("a moment that is not known")
                centre = of(law.args[0]) ** degree
                total = total * (centre + of(law.args[1]) if degree == 2 else centre)
            elif law.head == "Bounded":
                if degree > 1:
                    raise Refused("a moment that is not known")
                total = total * of(law.args[0]) ** degree
            elif degree % 2:
                return self.algebra.zero
            else:  # (2k - 1)!! v^k
                total = total * of(law) ** (degree // 2) * self.algebra.constant(prod(range(1, degree, 2)))
        return total * self._counted(shared)

    def _counted(self, powers: list[tuple[Term, int]], taken: int = 0) -> Quotient:
        """E of x_1^{e_1} x_2^{e_2} ...: x^e is the sum of S(e, j) x (x - 1) ... (x - j + 1), and the mean of a product of these is
        n (n - 1) ... p_1^{j_1} p_2^{j_2} ... with as many factors from n on as there are j, or for a Poisson number its mean's power."""
        if not powers:
            return self.algebra.one
        (law, degree), *rest = powers
        total, of = self.algebra.zero, self.algebra.scalar
        for j in range(degree + 1):
            factor = of(law.args[-1]) ** j * self.algebra.constant(_partitions(degree, j))
            for place in range(j if law.head != "Poisson" else 0):
                factor = factor * (of(law.args[0]) - self.algebra.constant(taken + place))
            total = total + factor * self._counted(rest, taken + j)
        return total

    # --- pairings --------------------------------------------------------------------------------------------------------

    def _paired(self, word: Word, closed: list[Word]) -> Words:
        """The sum over all ways to pair equal draws. W_ab W_cd has the mean v where a = c and b = d: both letters go, what stood beside
        the rows of one is joined to what stood beside the rows of the other, columns likewise; a join that closes upon itself counts the
        places that it ranges over."""
        letters = [letter for inner in (word, *closed) for letter in inner]
        beside: dict[int, int] = {}  # the two sides of letter k are 2k and 2k + 1; what is open is beside nothing
        start = 0
        for inner, cyclic in ((word, False), *((inner, True) for inner in closed)):
            for place in range(start, start + len(inner) - 1):
                beside[2 * place + 1], beside[2 * place + 2] = 2 * place + 2, 2 * place + 1
            if cyclic:
                beside[2 * (start + len(inner)) - 1], beside[2 * start] = 2 * start, 2 * (start + len(inner)) - 1
            start += len(inner)
        groups = [[place for place, (letter, _) in enumerate(letters) if letter == drawn] for drawn in self.matrices]
        variance = self.algebra.one
        for drawn, group in zip(self.matrices.values(), groups, strict=True):
            if len(group) > PAIRINGS:
                raise Refused("too many pairings")
            if len(group) % 2:
                return {}
            variance = variance * self.algebra.scalar(self.laws[drawn]) ** (len(group) // 2)
        total: Words = {}
        for pairs in _pairings(groups):
            joined: dict[int, int] = {}
            for one, other in pairs:
                for side in (0, 1):  # rows to rows; the rows of a transposed letter are at its right
                    a, b = 2 * one + (side ^ letters[one][1]), 2 * other + (side ^ letters[other][1])
                    joined[a], joined[b] = b, a
            self.algebra.accumulate(total, self._read(letters, beside, joined, len(word)))
        return self.algebra.scaled(total, variance)

    def _read(self, letters: list, beside: dict[int, int], joined: dict[int, int], length: int) -> Words:
        """What is left after one pairing: the word from its left end to its right one, and cycles."""
        seen: set[int] = set()

        def walk(side: int | None) -> Word:
            found: list = []
            while side is not None and side not in seen:
                out = joined.get(side, side ^ 1)
                seen.update((side, out))
                if side not in joined:
                    letter = letters[side // 2]
                    found += [letter] if side % 2 == 0 else self.algebra.turned((letter,))
                side = beside.get(out)
            return tuple(found)

        open_word = walk(0 if length else None)
        factor = self.algebra.one
        for side in range(2 * len(letters)):
            if side not in seen:
                letter, flag = letters[side // 2]
                sizes = self.algebra._shapes[letter]
                cycle = walk(side)
                size = sizes[(side % 2) ^ flag] if not cycle else self.algebra.sizes(cycle)[0]
                factor = factor * self.algebra.trace({cycle: self.algebra.one}, size)
        return self.algebra.tidy({open_word: factor})


def _pairings(groups: list[list[int]]) -> Iterator[list[tuple[int, int]]]:
    """All ways to pair the members of each group among themselves."""
    if not groups:
        yield []
        return
    (group, *rest) = groups
    if not group:
        yield from _pairings(rest)
        return
    for place in range(1, len(group)):
        for found in _pairings([group[1:place] + group[place + 1:], *rest]):
            yield [(group[0], group[place]), *found]


def _partitions(degree: int, blocks: int) -> int:
    """In how many ways a set falls into so many parts: Stirling's numbers of the second kind."""
    return sum((-1) ** j * comb(blocks, j) * (blocks - j) ** degree for j in range(blocks + 1)) // prod(range(1, blocks + 1))
