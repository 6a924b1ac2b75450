"""The one algebra: terms multiplied out over letters.

A scalar becomes a quotient of polynomials (FLINT) in *letters*: symbols, and whatever is no sum, product or whole power, by its head and
its multiplied-out arguments. A matrix becomes a sum of words, products of matrix letters and their transposes, with scalar coefficients. A
stretch of a word that is 1 x 1 is a scalar and leaves the word; such a scalar, and a trace, is a letter, one for each class under
transposition, by the rules, and rotation. Roots keep their defining relation: a q-th root's q-th power is what stands below it.

Two terms that are the same here agree wherever both have a value. Rules, which are facts that a proof has shown, are put in on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction as Rational
from functools import lru_cache
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from . import laws, special, sums
from .ring import Quotient, TooManyLetters, coefficient, coefficients, divided, remainder, times
from .table import AT_ONE_PLACE
from .terms import ONE, ZERO, Refused, Term, add, bound, free, mul, number, of_space, parts, power, put, shape, term

SIZES = 24, 96, 400
"""Letters of one algebra, tried in this order."""
NUMBERS = ("pi", "E", "EulerGamma", "Catalan", "GoldenRatio")
"""Constants that are real numbers."""
STEPS = 20_000
"""Rewritings of words in one proof step, at most."""
LONGEST = 400
"""Letters of one word, at most."""


Letter = tuple[int, bool]
"""A matrix letter by its number, and whether it is transposed."""
Word = tuple[Letter, ...]
Words = dict[Word, Quotient]


@lru_cache(maxsize=8)
def _ring(size: int) -> tuple[fmpq_mpoly_ctx, tuple[fmpq_mpoly, ...]]:
    context = fmpq_mpoly_ctx.get([f"x{place}" for place in range(size)], "degrevlex")
    return context, context.gens()


class Algebra:
    """Letters and rules of one step of a proof."""

    def __init__(self, size: int = SIZES[0]) -> None:
        self.context, self._gens = _ring(size)
        self.size = size
        self.terms: dict[int, Term] = {}
        """The term that a letter was read from."""
        self._letters: dict[Any, int] = {}
        self._known: dict[Term, Quotient] = {}
        self._matrices: dict[Any, int] = {}
        self._shapes: list[tuple[Any, Any]] = []
        self._roots: list[tuple[int, int, Quotient]] = []
        self._scalar_rules: dict[Any, Quotient] = {}
        self._reductions: list[tuple[int, fmpq_mpoly]] = []
        self._nothing: list[fmpq_mpoly] = []
        self._monomials: list[tuple[tuple, fmpq_mpoly, fmpq_mpoly]] = []
        self._word_rules: list[tuple[Word, Words]] = []
        self._special: dict[int, special.Special] = {}
        self._dependent: set[int] = set()
        self.sums: dict[int, tuple[list[sums.Range], sums.Factors]] = {}
        self.indices = 0
        self._not_negative: list[Quotient] = []
        """Sums, by their letters; how many indices were named; numbers that are known not to be negative."""
        self._units: dict[int, Term] = {}
        """Of a unit vector, by its letter, the place where it is 1."""
        self._ones: dict[int, Any] = {}
        """Of a column of ones, by its letter, its size."""
        self._steps = 0
        self._read_under: Any = None
        self._arguments: dict[Term, Any] = {}
        self._sums: dict[Term, Words] = {}
        """What was read under the rules and roots that there are; read again once there are more."""
        self.one, self.zero = self.constant(1), self.constant(0)
        self.unit = self.one.key()

    # --- scalars -------------------------------------------------------------------------------------------------------

    def constant(self, value: int | Rational | fmpq) -> Quotient:
        """A rational number."""
        value = fmpq(value.numerator, value.denominator) if isinstance(value, Rational) else fmpq(value)
        return Quotient(self.context.constant(value), self.context.constant(1))

    def letter(self, key: Any) -> Quotient:
        """The letter with this key, or what a rule puts in for it."""
        if key in self._scalar_rules:
            return self._scalar_rules[key]
        return Quotient(self._gens[self.place(key)], self.context.constant(1))

    def place(self, key: Any) -> int:
        """A letter's number, new for a new key."""
        if key not in self._letters:
            if len(self._letters) == self.size:
                raise TooManyLetters
            self._letters[key] = len(self._letters)
        return self._letters[key]

    def scalar(self, node: Term) -> Quotient:
        """A scalar term multiplied out. Raises Refused where it is none, or holds what is no number."""
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._read(node)
        return found

    def _read(self, node: Term) -> Quotient:
        head, args = node.head, node.args
        if head == "number":
            return self.constant(node.mark)
        if head == "Add":
            total = self.zero
            for part in args:
                total = total + self.scalar(part)
            return total
        if head == "Mul":
            total = self.one
            for part in args:
                total = total * self.scalar(part)
            return total
        if head == "Pow" and args[1].head == "number":
            return self._power(args[0], args[1].mark)
        if head == "Pow" and args[0].head != "constant":
            exponent = self.reduced(self.scalar(args[1])).constant()
            if exponent is not None:
                return self._power(args[0], Rational(int(exponent.p), int(exponent.q)))
            if self.reduced(self.scalar(args[0])).constant() == 1:
                return self.one
        if head == "Dot":
            return self.entry(self.product(self.transposed(self.matrix(args[0])), self.matrix(args[1])))
        if head == "Trace":
            return self.trace(self.matrix(args[0]), self.size_key(_square(args[0])))
        if head == "Mean":
            return self.entry(laws.mean(self, node))
        if head == "MatrixElement":  # e_i^T A e_j, which is linear in A, and knows products
            rows, columns = (term("UnitVector", pair) for pair in zip(shape(args[0]) or (), args[1:], strict=True))
            found = self.scalar(term("Dot", (rows, term("MatMul", (args[0], columns)))))
            if found.den.is_one() and len(found.num) == 1 and found.num.total_degree() == 1 == found.num.leading_coefficient():
                self.terms.setdefault(list(found.num.degrees()).index(1), node)
            return found
        if head == "KroneckerDelta":
            gap = self.reduced(self.scalar(args[0]) - self.scalar(args[1])).constant()
            if gap is not None:
                return self.constant(0 if gap else 1)
            if (key := self.key_of(node)) not in self._letters and key not in self._scalar_rules:  # its own square
                letter = self._gens[self.place(key)]
                self._reductions.append((self.place(key), letter**2 - letter))
        if head == "Parity":
            chosen, bits = (self.reduced(self.scalar(part)).constant() for part in args)
            if chosen is not None and bits is not None and min(chosen, bits) >= 0 and chosen.q == bits.q == 1:
                return self.constant((-1) ** (int(chosen.p) & int(bits.p)).bit_count())
        if head == "Sum":
            with suppress(Refused):
                total = sums.read(self, node)
                if total is not None:
                    return total
        if head in AT_ONE_PLACE:
            place, value = AT_ONE_PLACE[head]
            if self.reduced(self.scalar(args[0])).constant() == place:
                return self.constant(value)
        key = self.key_of(node)
        found = self.letter(key)
        self._remember(key, node)
        return found

    def _remember(self, key: Any, node: Term) -> None:
        """Which term a letter stands for, and whether it depends on an eigenvalue or an entry."""
        place = self._letters.get(key)
        if place is not None and place not in self.terms:
            self.terms[place] = node
            if special.depends(node):
                self._dependent.add(place)

    def key_of(self, node: Term) -> Any:
        """The key of a term that is one letter. Raises Refused for any other."""
        head, args = node.head, node.args
        if head in ("Symbol", "Dummy"):
            return node
        if head == "constant":
            if node.mark == "E":
                return ("exp", None, (self.one.key(),))
            if node.mark not in NUMBERS:
                raise Refused(f"{node.mark} is no number")
            return node
        if head == "Pow":
            base, exponent = args
            if exponent.head == "number":
                if exponent.mark.numerator == 1 and exponent.mark.denominator > 1:
                    return ("root", exponent.mark.denominator, self.reduced(self.scalar(base)).key())
                raise Refused("a power of a number is no letter")
            if base.head == "constant" and base.mark == "E":
                return ("exp", None, (self.argument(exponent),))
            return ("power", self.argument(base), self.argument(exponent))
        if head == "Dot":
            words = self._vector(args[0], True) + self._vector(args[1], False)
            return ("word", min(words, self.turned(words)))
        if head == "Determinant":
            return (head, self.words_key(self.matrix(args[0])), self.size_key(_square(args[0])))
        if head in ("number", "Add", "Mul", "Trace") or shape(node) is not None:
            raise Refused(f"{head} is no letter")
        if head == "KroneckerDelta":
            return (head, *sorted(map(self.argument, args)))
        if bound(node) or head in ("Derivative", "Limit", "Piecewise"):
            return node
        return (head, node.mark, tuple(self.argument(part) for part in args))

    def _vector(self, node: Term, turned: bool) -> Word:
        words = self.matrix(term("Transpose", (node,)) if turned else node)
        if len(words) != 1 or next(iter(words.values())).constant() != 1:
            raise Refused("an inner product of sums is no letter")
        return next(iter(words))

    def _kept(self, kept: dict, node: Term, read: Callable[[Term], Any]) -> Any:
        """What is read of a node, once for the rules and roots that there are."""
        under = len(self._roots), len(self._scalar_rules), len(self._word_rules)
        if under != self._read_under:
            self._arguments.clear()
            self._sums.clear()
            self._read_under = under
        if node not in kept:
            found = read(node)
            if under != (len(self._roots), len(self._scalar_rules), len(self._word_rules)):
                return found
            kept[node] = found
        return kept[node]

    def argument(self, node: Term) -> Any:
        """A part of a term as a key."""
        return self._kept(self._arguments, node, self._argument)

    def _argument(self, node: Term) -> Any:
        if node.head == "Tuple":
            return tuple(map(self.argument, node.args))
        sizes = shape(node)
        if sizes is not None:  # an identity, or a zero, has no word that would say its size
            return (*map(self.size_key, sizes), self.words_key(self.matrix(node)))
        return self.reduced(self.scalar(node)).key()

    def _power(self, base: Term, exponent: Rational) -> Quotient:
        if exponent.denominator == 1:
            return self.scalar(base) ** int(exponent)
        below = self.reduced(self.scalar(base))
        if below.constant() in (0, 1):
            return below ** (1 if exponent > 0 else -1)
        key = ("root", exponent.denominator, below.key())
        known = key in self._letters or key in self._scalar_rules
        found = self.letter(key)
        if not known:
            self._roots.append((self._letters[key], exponent.denominator, below))
            self._remember(key, power(base, Rational(1, exponent.denominator)))
        return found**exponent.numerator

    def reduced(self, value: Quotient) -> Quotient:
        """The quotient with no power of a root that is whole, so that one number has one key more often."""
        for place, degree, below in reversed(self._roots):
            if value.num.degrees()[place] >= degree or value.den.degrees()[place] >= degree:
                value = self._without(value.num, place, degree, below) * self._without(value.den, place, degree, below).inverse()
        return value

    def _without(self, poly: fmpq_mpoly, place: int, degree: int, below: Quotient) -> Quotient:
        total = self.zero
        for exponent, part in sorted(coefficients(poly, place).items()):
            kept = Quotient(times(part, self._gens[place] ** (exponent % degree)), self.context.constant(1))
            total = total + kept * below ** (exponent // degree)
        return total

    # --- matrices ------------------------------------------------------------------------------------------------------

    def size_key(self, size: Term) -> Any:
        """A size as a key: equal sizes have one."""
        return size if of_space(size) else self.scalar(size).key()

    def matrix_letter(self, key: Any, rows: Any, columns: Any) -> int:
        """The number of a matrix letter, new for a new key. rows, columns: its sizes, as keys."""
        if key not in self._matrices:
            self._matrices[key] = len(self._shapes)
            self._shapes.append((rows, columns))
        return self._matrices[key]

    def matrix(self, node: Term) -> Words:
        """A matrix term as a sum of words. Raises Refused where sizes do not fit or a head has no place."""
        return dict(self._kept(self._sums, node, self._matrix))

    def _matrix(self, node: Term) -> Words:
        head, args = node.head, node.args
        sizes = shape(node)
        if sizes is None:
            raise Refused(f"{head} is a scalar where a matrix is wanted")
        rows, columns = map(self.size_key, sizes)
        if head in ("MatAdd", "Add"):
            total: Words = {}
            for part in args:
                if tuple(map(self.size_key, shape(part) or ())) != (rows, columns):
                    raise Refused("a sum of matrices of different shapes")
                accumulate(total, self.matrix(part))
            return total
        if head in ("MatMul", "Mul"):
            return self._multiplied(args)
        if head == "Transpose":
            return self.transposed(self.matrix(args[0]))
        if head == "Identity":
            return {(): self.one}
        if head == "ZeroMatrix":
            return {}
        if head == "MatPow":
            exponent = args[1]
            if exponent.head == "number" and exponent.mark.denominator == 1 and 0 <= exponent.mark <= laws.POWER:
                found = {(): self.one}
                inner = self.matrix(args[0])
                for _ in range(int(exponent.mark)):
                    found = self.product(found, inner)
                return found
            if exponent.head != "number" or exponent.mark.denominator != 1 or exponent.mark < -24:
                raise Refused("a power of a matrix with an exponent that is no small number")
        if head == "MatrixSymbol":
            return self.one_letter(node, rows, columns)
        if head == "Mean":
            return laws.mean(self, node)
        if head == "OverNeurons":
            words = self.matrix(put(args[0], {args[1]: laws.own_letter(args[1])}))
            found = self._over_neurons(words, *args)
            return self.one_letter((head, self.argument(args[1].args[0]), self.words_key(words)), rows, columns) if found is None else found
        if head == "OneMatrix":
            return self._ones_in(node, rows, columns)
        if head == "UnitVector":
            found = self.one_letter((head, rows, self.argument(args[1])), rows, columns)
            self._units.update((word[0][0], args[1]) for word in found if word)
            return found
        found = special.read(self, node)
        if found is not None:
            return found
        if bound(node):
            return self.one_letter(node, rows, columns)
        if head == "Matrix":
            return self.one_letter((head, node.mark, tuple(self.scalar(part).key() for part in args)), rows, columns)
        return self.one_letter((head, node.mark, tuple(self.argument(part) for part in args)), rows, columns)

    def _ones_in(self, node: Term, rows: Any, columns: Any) -> Words:
        """A matrix of ones is 1 1^T, columns of ones; of one entry, the number 1."""
        if columns != self.unit:
            left, right = (term("OneMatrix", (size, ONE)) for size in node.args)
            return self.product(self.matrix(left), self.transposed(self.matrix(right)))
        if rows == self.unit:
            return {(): self.one}
        if isinstance(rows, Term):
            raise Refused("ones in a function space")
        found = self.one_letter((node.head, rows), rows, columns)
        self._ones.update((word[0][0], rows) for word in found if len(word) == 1)
        return found

    def _over_neurons(self, words: Words, summand: Term, unit: Term) -> Words | None:
        """The sum over e_1, e_2, ... of what is linear in e e^T, whose sum is the identity; None of anything else."""
        plain = "MatMul", "MatAdd", "Transpose", "MatrixSymbol", "Kron"
        if any(unit in free(part) and part.head not in plain for part in parts(summand)):
            return None
        letter, size = self._matrices.get(laws.own_letter(unit), -1), self.scalar(unit.args[0])
        spoken = {place for key, place in self._letters.items() if isinstance(key, tuple) and key[0] in ("word", "trace")
                  and any(special.speaks(self, one, letter) for one, _ in key[1])}
        total: Words = {}
        for word, value in words.items():
            if any(int(degree) for poly in (value.num, value.den) for place, degree in enumerate(poly.degrees()) if place in spoken):
                return None
            if not any(special.speaks(self, one, letter) for one, _ in word):
                accumulate(total, {word: value * size})
                continue
            found = self._without_neuron(word, letter)
            if found is None:
                return None
            accumulate(total, scaled(found, value))
        return total

    def _without_neuron(self, word: Word, own: int) -> Words | None:
        """A word with e e^T taken out of it, or out of a factor of a Kronecker product in it; None where e stands there otherwise."""
        first, *rest = [place for place, (one, _) in enumerate(word) if special.speaks(self, one, own)]
        if word[first:first + 2] == ((own, False), (own, True)) and len(rest) == 1:
            return self.tidy({word[:first] + word[first + 2:]: self.one})
        known = self._special.get(word[first][0])
        if rest or known is None:
            return None
        held = [any(special.speaks(self, one, own) for one, _ in factor) for factor in known.words]
        factors = [self._without_neuron(factor, own) if there else {factor: self.one} for factor, there in zip(known.words, held)]
        if all(held) or None in factors:
            return None
        found = special.over_pairs(self, factors[0] or {}, factors[1] or {}, known.group)
        return self.tidy({word[:first] + inner + word[first + 1:]: value for inner, value in found.items()})

    def one_letter(self, key: Any, rows: Any, columns: Any) -> Words:
        """A matrix that is one letter, or what a rule puts in for it."""
        return self.tidy({((self.matrix_letter(key, rows, columns), False),): self.one})

    def _multiplied(self, args: tuple[Term, ...]) -> Words:
        factor, words, before = self.one, None, None
        for part in args:
            sizes = shape(part)
            if sizes is None:
                factor = factor * self.scalar(part)
                continue
            if before is not None and self.size_key(sizes[0]) != before:
                raise Refused("a product of matrices whose sizes do not fit")
            before = self.size_key(sizes[1])
            found = self.matrix(part)
            words = found if words is None else self.product(words, found)
        return scaled(words or {}, factor)

    def product(self, left: Words, right: Words) -> Words:
        """The product of two sums of words."""
        if len(left) * len(right) > STEPS:
            raise Refused("products of matrices of too many words")
        total: Words = {}
        for one, a in left.items():
            for other, b in right.items():
                accumulate(total, self.tidy({one + other: a * b}))
        return total

    def transposed(self, words: Words) -> Words:
        """The transpose of a sum of words."""
        total: Words = {}
        for word, value in words.items():
            accumulate(total, self.tidy({self.turned(word): value}))
        return total

    def turned(self, word: Word) -> Word:
        """The transpose of a word."""
        return tuple(special.turned(self, letter) for letter in reversed(word))

    def sizes(self, word: Word) -> list:
        """The sizes along a word: of its rows, between its letters, of its columns."""
        found = []
        for letter, flag in word:
            rows, columns = self._shapes[letter]
            found.append(columns if flag else rows)
        letter, flag = word[-1]
        rows, columns = self._shapes[letter]
        return [*found, rows if flag else columns]

    def tidy(self, words: Words) -> Words:
        """Words rewritten by the rules, neighbours multiplied that can be, what is 1 x 1 in them taken out as a scalar."""
        total: Words = {}
        pending = list(words.items())
        while pending:
            word, value = pending.pop()
            if not value:
                continue
            if len(word) > LONGEST:
                raise Refused("a word of too many letters")
            hit = self._rewritten(word) or self._merged(word) or self._absorbed(word)
            if hit is not None:
                start, stop, instead = hit
                if isinstance(instead, Quotient):
                    pending.append((word[:start] + word[stop:], value * instead))
                else:
                    pending.extend((word[:start] + inner + word[stop:], value * factor) for inner, factor in instead.items())
                continue
            cut = self._inner_scalar(word)
            if cut is not None:
                start, stop = cut
                pending.append((word[:start] + word[stop:], value * self.word_letter(word[start:stop])))
                continue
            accumulate(total, {word: value})
        return total

    def _merged(self, word: Word) -> tuple[int, int, Words | Quotient] | None:
        """Two neighbours whose product is more than their word."""
        for place, pair in enumerate(pairwise(word)):
            instead = special.merged(self, *pair) if all(letter in self._special for letter, _ in pair) else None
            if instead is not None:
                return place, place + 2, instead
        return None

    def _absorbed(self, word: Word) -> tuple[int, int, Words] | None:
        """A function, or an inverse, beside the leading word of its own matrix, which multiplies its formula by the eigenvalue."""
        for place, (letter, _) in enumerate(word):
            known = self._special.get(letter)
            if known is None or known.kind not in ("function", "inverse"):
                continue
            matrix = dict(known.words) if known.argument is None else self.matrix(known.argument)
            lead = max(matrix, key=lambda inner: (len(inner), inner))
            if matrix[lead].constant() is None or not lead:
                continue
            span = len(lead)
            for start, stop, before in ((place - span, place + 1, True), (place, place + span + 1, False)):
                if start < 0 or (word[start:place] if before else word[place + 1:stop]) != lead:
                    continue
                factor = matrix[lead].inverse()
                own = ((letter, False),)
                product = {(): self.one} if known.argument is None or known.formula is None else \
                    special.made(self, known, mul(known.formula, special.eigenvalue(known.argument, 0)), known.group[-1])
                instead = scaled(product, factor)
                for inner, value in matrix.items():
                    if inner != lead:
                        accumulate(instead, {(inner + own if before else own + inner): -(value * factor)})
                return start, stop, instead
        return None

    def _rewritten(self, word: Word) -> tuple[int, int, Words] | None:
        for pattern, instead in self._word_rules:
            span = len(pattern)
            for start in range(len(word) - span + 1):
                if word[start:start + span] == pattern:
                    self._steps += 1
                    if self._steps > STEPS:
                        raise Refused("rules rewrite words without end")
                    return start, start + span, instead
        return None

    def _inner_scalar(self, word: Word) -> tuple[int, int] | None:
        """A stretch that is 1 x 1 and holds none that is shorter."""
        if not word:
            return None
        sizes = self.sizes(word)
        ones = [place for place, size in enumerate(sizes) if size == self.unit]
        return (ones[0], ones[1]) if len(ones) > 1 else None

    def special(self, key: Any, rows: Any, columns: Any, known: special.Special) -> int:
        """The number of a letter that knows more than its name."""
        found = self.matrix_letter(key, rows, columns)
        self._special.setdefault(found, known)
        return found

    def known_special(self, letter: int) -> special.Special | None:
        """What a letter knows beyond its name."""
        return self._special.get(letter)

    def times_sizes(self, one: Any, other: Any) -> Any:
        """The product of two sizes, as a key."""
        return (one.of * other.of).key()

    def over_modes(self, value: Quotient) -> list[tuple[Quotient, Term, tuple]]:
        """A formula as a sum of scalars times formulas without one, each with the letters and powers that it is made of."""
        held = [place for place in self._dependent if int(value.den.degrees()[place])]
        below = str(value.den) if held else ""
        groups: dict[tuple, dict] = {}
        for monomial, weight in value.num.to_dict().items():
            inner = tuple((place, int(exponent)) for place, exponent in enumerate(monomial) if exponent and place in self._dependent)
            outer = tuple(0 if place in self._dependent else exponent for place, exponent in enumerate(monomial))
            groups.setdefault(inner, {})[outer] = weight
        one = self.context.constant(1)
        found = []
        for inner, outer in groups.items():
            factors = [power(self.terms[place], exponent) if exponent > 1 else self.terms[place] for place, exponent in inner]
            if held:
                factors.append(power(self.polynomial(value.den), -1))
            scalar = Quotient(self.context.from_dict(outer), one if held else value.den)
            found.append((scalar, mul(*factors) if factors else ONE, (inner, below)))
        return found

    def written(self, value: Quotient) -> Term:
        """A quotient as a term."""
        top = self.polynomial(value.num)
        return top if value.den.is_one() else mul(top, power(self.polynomial(value.den), -1))

    def polynomial(self, poly: fmpq_mpoly) -> Term:
        """A polynomial as a term."""
        summands = [self.monomial(monomial, Rational(int(value.p), int(value.q))) for monomial, value in poly.to_dict().items()]
        return add(*summands) if summands else ZERO

    def monomial(self, monomial: tuple, factor: Rational = Rational(1)) -> Term:
        """A monomial with a number before it, as a term."""
        factors = [] if factor == 1 else [number(factor)]
        for place, exponent in enumerate(monomial):
            if exponent:
                if place not in self.terms:
                    raise Refused("a letter without a term")
                factors.append(self.terms[place] if exponent == 1 else power(self.terms[place], int(exponent)))
        return mul(*factors) if factors else ONE

    accumulate = staticmethod(lambda total, more: accumulate(total, more))
    scaled = staticmethod(lambda words, factor: scaled(words, factor))

    def word_letter(self, word: Word) -> Quotient:
        """The scalar that a 1 x 1 word is; of two unit vectors, whether they are one; of ones, how many there are."""
        if len(word) == 2 and word[0][0] in self._units and word[1][0] in self._units:
            return self.scalar(term("KroneckerDelta", (self._units[word[0][0]], self._units[word[1][0]])))
        if len(word) == 2 and word[0][0] in self._ones and word[1][0] in self._ones:
            return self._ones[word[0][0]].of
        if len(word) == 2 and any(one in self._ones and other in self._units for (one, _), (other, _) in (word, word[::-1])):
            return self.one  # an entry of it
        return self._one_of("word", word, lambda found: found)

    def _one_of(self, name: str, word: Word, least: Callable[[Word], Word]) -> Quotient:
        """The number that is the entry, or the trace, of a word and of its transpose, which rules may make a multiple of another word."""
        factor, other = self.one, self.turned(word)
        while (hit := self._rewritten(other)) is not None and [len(inner) for inner in hit[2]] == [hit[1] - hit[0]]:
            (inner, value), = hit[2].items()
            factor, other = factor * value, other[:hit[0]] + inner + other[hit[1]:]
        own, other = least(word), least(other)
        if own == other and factor.constant() not in (None, 1):
            return self.zero
        return self.letter((name, own)) if own <= other else factor * self.letter((name, other))

    def entry(self, words: Words) -> Quotient:
        """A 1 x 1 matrix as the scalar that it is."""
        total = self.zero
        for word, value in words.items():
            if word:
                raise Refused("a matrix stands where a scalar is wanted")
            total = total + value
        return total

    def trace(self, words: Words, size: Any) -> Quotient:
        """The trace of a sum of square words. Raises Refused for an operator of a function space that is not cut at a number."""
        return sum((value * self._trace(word, size) for word, value in words.items()), self.zero)

    def _trace(self, word: Word, size: Any) -> Quotient:
        if not word:
            if isinstance(size, Term):
                raise Refused("the identity of a function space has no trace")
            return size.of
        sizes = self.sizes(word)
        if self.unit in sizes:
            place = sizes.index(self.unit)
            return self.entry(self.tidy({word[place:] + word[:place]: self.one}))
        if any(isinstance(found, Term) for found in sizes):
            finite = next((place for place, found in enumerate(sizes) if not isinstance(found, Term)), None)
            if finite is None:
                raise Refused("an operator between function spaces may have no trace")
        known = self._special.get(word[0][0]) if len(word) == 1 else None
        if known is not None and known.kind == "kron":
            (left, right), (a, b, c, d) = known.words, known.group
            if a == b and c == d:
                return self.trace({left: self.one}, a) * self.trace({right: self.one}, c)
        if known is not None and known.kind == "diagonal" and (pair := special.two_entries(known.formula)):
            return self.scalar(term("Dot", pair))
        for place in range(len(word)):  # rules may apply across the place where a cycle was cut
            turned = word[place:] + word[:place]
            hit = self._rewritten(turned) or self._absorbed(turned)
            if hit is not None:
                start, stop, instead = hit
                total = self.zero
                rotated = {turned[:start] + inner + turned[stop:]: factor for inner, factor in instead.items()}
                for inner, factor in self.tidy(rotated).items():
                    total = total + factor * self._trace(inner, sizes[place] if not inner else None)
                return total
        return self._one_of("trace", word, lambda found: min(found[place:] + found[:place] for place in range(len(found))))

    def words_key(self, words: Words) -> tuple:
        """A sum of words as a key."""
        return tuple(sorted((word, value.key()) for word, value in words.items()))

    # --- rules ---------------------------------------------------------------------------------------------------------

    def put_letter(self, node: Term, value: Term) -> None:
        """From now on the scalar letter that a term is stands for the other term, which is the same number."""
        key, read = self.key_of(node), self.scalar(value)
        if key in self._letters:  # read already: taken out at the end, wherever it is no part of another letter's name
            place = self._letters[key]
            relation = times(self._gens[place], read.den) - read.num
            degree = int(relation.degrees()[place]) if relation else 0
            own = read.num.degrees()[place] or read.den.degrees()[place]
            if own and degree and not coefficient(relation, place, degree).is_constant():  # x = x y says nothing of x where y = 1
                raise Refused("a letter stands for what holds the letter itself")
            if degree:
                self._reductions.append((place, relation))
        else:
            self._scalar_rules.setdefault(key, read)

    def reduce_by(self, difference: Quotient, node: Term, degree: int, leading: Callable[[Quotient], bool]) -> None:
        """From now on what is found is taken modulo a difference that is zero, of this degree in one letter. leading: whether what stands
        before the letter's power is known not to be zero."""
        place = self._place_of(node)
        poly = difference.num
        if degree < 1 or int(poly.degrees()[place]) != degree:
            raise Refused("a rule of another degree than it is said to have")
        head = coefficient(poly, place, degree)
        if not (head.is_constant() or leading(Quotient(head, self.context.constant(1)))):
            raise Refused("what stands before a rule's letter may be zero")
        self._reductions.append((place, poly))

    def put_nothing(self, difference: Quotient) -> None:
        """From now on a difference that is zero is so with all of its multiples, in what is asked at the end."""
        if difference.num:
            self._nothing.append(difference.num)

    def put_product(self, factors: list[Term], value: Term) -> None:
        """From now on a product of letters stands for the other term, which is the same number, in what is asked at the end."""
        top = self.one
        for factor in factors:
            top = top * self.scalar(factor)
        if not (top.den.is_one() and len(top.num) == 1) or top.num.is_constant():
            raise Refused("a rule for a product is for a product of letters")
        read = self.scalar(value) * self.constant(1 / top.num.leading_coefficient())
        self._monomials.append((top.num.monoms()[0], read.num, read.den))

    def _place_of(self, node: Term) -> int:
        found = self.scalar(node)
        if found.den.is_one() and found.num.total_degree() == 1 and len(found.num) == 1 and found.num.leading_coefficient() == 1:
            return list(found.num.degrees()).index(1)
        raise Refused(f"a rule is for one letter; {node!r} is none here")

    def put_sign(self, node: Term) -> None:
        """From now on a number is known not to be negative, where a sum asks for it."""
        self._not_negative.append(self.scalar(node))

    def not_negative(self, value: Quotient) -> bool:
        """Whether a number is one that is known not to be negative, or more by a number."""
        gaps = [value.constant(), *((value - known).constant() for known in self._not_negative)]
        return any(gap is not None and gap >= 0 for gap in gaps)

    def put_word(self, left: Words, right: Words, word: Word) -> None:
        """From now on a word stands for what an equation between matrices makes it; its transpose too."""
        gap = dict(left)
        accumulate(gap, scaled(right, self.constant(-1)))
        lead = gap.pop(word, None)
        if not word or lead is None or lead.constant() is None:
            raise Refused("a rule's word stands in its equation with a number before it")
        instead = scaled(gap, lead.inverse() * self.constant(-1))
        self._word_rules.append((word, instead))
        found, value = self.transposed({word: self.one}), self.transposed(instead)
        for other, factor in found.items() if len(found) == 1 else ():
            if other and factor.constant() == 1 and other not in value:
                self._word_rules.append((other, value))

    # --- the answer ----------------------------------------------------------------------------------------------------

    def is_zero(self, value: Quotient) -> bool:
        """Whether a quotient is zero by its letters' relations and the rules."""
        poly = self._modulo_rules(value.num)
        return not poly or any(not divmod(whole, zero)[1] for nothing in self._nothing
                               for whole, zero in ((value.num, nothing), (poly, self._modulo_rules(nothing))) if zero)

    def _modulo_rules(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        """A multiple of a polynomial, less multiples of the letters' relations and of the rules'."""
        for monomial, instead, over in self._monomials:
            poly = divided(poly, monomial, instead, over, STEPS)
        again = self._reductions if self._roots else []  # what a root is of may hold their letters
        roots = [(place, times(below.den, self._gens[place] ** degree) - below.num) for place, degree, below in self._roots]
        for place, relation in reversed([*again, *roots, *self._reductions]):
            poly = remainder(poly, place, relation)
            for monomial, instead, over in self._monomials:
                poly = divided(poly, monomial, instead, over, STEPS)
        return poly

    def agree(self, left: Term, right: Term) -> bool:
        """Whether two scalars, or two matrices, are the same multiplied out."""
        if shape(left) is None:
            return self.is_zero(self.scalar(left) - self.scalar(right))
        gap = dict(self.matrix(left))
        accumulate(gap, scaled(self.matrix(right), self.constant(-1)))
        return self.vanish(gap)

    def vanish(self, words: Words) -> bool:
        """Whether a sum of words is zero, formulas of functions compared mode by mode."""
        return special.vanish(self, words)


def accumulate(total: Words, more: Words) -> None:
    """Add a sum of words to another in place."""
    for word, value in more.items():
        found = total[word] + value if word in total else value
        if found:
            total[word] = found
        else:
            total.pop(word, None)


def scaled(words: Words, factor: Quotient) -> Words:
    """A sum of words times a scalar."""
    return {word: value * factor for word, value in words.items()} if factor else {}


def _square(node: Term) -> Term:
    sizes = shape(node)
    if sizes is None:
        raise Refused(f"{node.head} is a scalar where a square matrix is wanted")
    return sizes[0]

