"""Signs of numbers that hold inner products and traces: sums of tr(B^T P B) and tr(P Q) over definite matrices, beside products of what is
known; and of what is at most, or at least, an extreme eigenvalue or a norm."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpq_mpoly

from theoremtest.derivations.kernel.algebra import SIZES, Word
from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.matrix_lemmas import gram, minus, times
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters, coefficient
from theoremtest.derivations.kernel.steps import RULES
from theoremtest.derivations.kernel.table import square
from theoremtest.derivations.kernel.terms import Refused, Term, parts, shape, term

from .draft import as_text
from .effort import KNOWN, MULTIPLES_OF_FORMS, WORDS
from .forms import Cone, Flat, FormBlock, Mono, Programme, flat, joined, matrix_of, scalar_of
from .known import Known, letters_in
from .reader import Reader

if TYPE_CHECKING:
    from .definite import Definite
    from .signs import Signs

EXTREME = "SpectralNorm", "LargestEigenvalue", "SmallestEigenvalue"


def by_traces(signs: Signs, fact: Term) -> int | None:
    """The line that shows the sign, as a sum of traces; None where none is found, or no trace is there."""
    if signs.definite is None or not (signs.draft.instances or any(part.head in ("Dot", "Trace") for part in parts(fact))):
        return None
    return _Traces(signs, signs.definite(signs), fact).show()


class _Traces:
    def __init__(self, signs: Signs, definite: Definite, fact: Term) -> None:
        self.signs, self.definite, self.fact, self.draft = signs, definite, fact, signs.draft
        reader = definite._reader(SIZES[2])
        self.rules = [*definite.rules, *signs.rules]
        for name, *needs in signs.rules:
            RULES[name](self.draft.looking(), reader, *needs)
        self.reader = reader
        self.kinds: list[tuple] = []
        """What each block's cone is: a form over a cone, two cones, a strict form, something known."""

    def show(self) -> int | None:
        """Write the lines."""
        reader, (node,) = self.reader, self.fact.args
        value = reader.reduced(reader.scalar(node))
        words = self._words(value.num)
        if not (words or self.draft.instances) or not value.den.is_one() or value.num.is_constant():
            return None
        question = self.fact, len(self.draft.shown) if self.draft.instances else 0
        if question in self.draft.effort.in_vain:
            return None
        self.draft.effort.in_vain.add(question)
        instances = [known for line in self.draft.instances for known in self._of_instance(line)]
        words |= {place: word for known in instances for place, word in self._words(known.poly).items()}
        self.draft.effort.spend(programmes=2)
        target = dict(flat(value))
        scalar = {tuple((place, exponent) for place, exponent in mono if place not in words and not self._is_value(place))
                  for mono in target} - {()}
        scalar = self._multipliers(scalar, {place for known in instances for place in letters_in(known.poly)} - words.keys())
        cones = self.definite.cones([node, *self._spoken()], reader)
        programme = Programme(reader, cones, None)
        self._longest = max((len(word) for _, word in words.values()), default=0) + 1
        self._forms(programme, words, scalar)
        if any(kind == "trace" for kind, _ in words.values()):
            self._pairs(programme)
        self._facts(programme, value.num)
        self._instances(programme, instances, scalar, int(value.num.total_degree()))
        found = programme.solve(target)
        return None if found is None else self._written(found, programme)

    def _spoken(self) -> list[Term]:
        return [part for known in self.draft.held for part in known.args]

    def _words(self, poly: fmpq_mpoly) -> dict[int, tuple[str, Word]]:
        """The letters of a polynomial that are inner products or traces."""
        present = letters_in(poly)
        return {place: (key[0], key[1]) for key, place in self.reader._letters.items()
                if place in present and isinstance(key, tuple) and key[0] in ("word", "trace")}

    # --- blocks --------------------------------------------------------------------------------------------------------

    def _is_value(self, place: int) -> bool:
        return place in self.reader.terms and self.reader.terms[place].head == "function"

    def _multipliers(self, monos: set[Mono], beside: set[int]) -> list[Term]:
        """Scalars that are not negative: monomials of the target, what the domain says of their letters, products of two of these."""
        reader, letters = self.reader, {place for mono in monos for place, _ in mono} | {
            place for place in beside if not self._is_value(place)}
        found: dict[Any, Term] = {}
        for fact in [*self.draft.goal.hypotheses, *self.draft.held]:
            if fact.head in ("pos", "nonneg") and letters:
                with suppress(Refused):
                    value = reader.reduced(reader.scalar(fact.args[0]))
                    value = Quotient(value.num, reader.context.constant(1))  # of a quotient whose sign is known, as its denominator's is
                    if not value.num.is_constant() and letters_in(value.num) <= letters:
                        found[value.key()] = reader.written(value)
        values = [reader.scalar(node) for node in found.values()]
        for made in [*(scalar_of(reader, mono) for mono in sorted(monos)),
                     *(one * other for place, one in enumerate(values) for other in values[place:])]:
            if len(found) < MULTIPLES_OF_FORMS:
                found.setdefault(made.key(), reader.written(made))
        return [node for node in found.values() if self.signs.plainly(nonneg(node)) is not None]

    def _forms(self, programme: Programme, words: dict[int, tuple[str, Word]], scalar: list[Term]) -> None:
        """Squares of what stands left and right in the words, over each cone of their size; the identity is one."""
        reader = self.reader
        groups: dict[tuple, dict[Word, None]] = {}
        for kind, word in words.values():
            for start in range(len(word) if kind == "trace" else 1):
                turned = word[start:] + word[:start]
                columns = reader.sizes(turned)[0]
                for place in range(len(turned) + 1):
                    for part in (reader.turned(turned[:place]), turned[place:]):
                        for made in reader.tidy({part: reader.one}) if part else ():
                            if made and (kind == "trace" or len(part) < len(turned)):
                                groups.setdefault((reader.sizes(made)[0], columns), {})[made] = None
        places = [place for node in scalar for place in letters_in(reader.scalar(node).num)]
        monos = [(), *(((place, 1),) for place in sorted(set(places)))]
        sizes = {rows for rows, _ in groups}
        known = [*programme.cones, *(Cone({(): reader.one}, size, None) for size in sizes)]
        programme.cones[:] = self.definite.scaled(known, scalar, reader)
        for (rows, columns), group in groups.items():
            basis = sorted(group, key=len)[:WORDS]
            for place, cone in enumerate(programme.cones):
                if cone.size == rows:
                    self._block(programme, place, basis, monos if len(basis) * len(monos) <= WORDS else [()], columns)
        for place, cone in enumerate(programme.cones):
            if cone.line is not None and any(kind == "trace" for kind, _ in words.values()):
                self._block(programme, place, [()], [()], cone.size)

    def _block(self, programme: Programme, place: int, basis: list[Word], monos: list[Mono], columns: Any) -> None:
        reader = self.reader
        basis = [word for word in basis if max(map(len, programme._products(word, place, word)), default=0) <= self._longest]

        def form(one: Any, other: Any) -> Flat:
            words = programme._products(one[0], place, other[0])
            found = reader.entry(words) if columns == reader.unit else reader.trace(words, columns)
            return {joined(mono, joined(one[1], other[1])): value for mono, value in flat(reader.reduced(found))}
        self.kinds.append(("form", place))
        programme.blocks.append(FormBlock(len(self.kinds) - 1, [{(word, mono): fmpq(1)} for word in basis for mono in monos], form=form))

    def _single(self, programme: Programme, kind: tuple, value: Flat) -> None:
        """Something that is not negative, times a number."""
        self.kinds.append(kind)
        programme.blocks.append(FormBlock(len(self.kinds) - 1, [{(): fmpq(1)}], form=lambda one, other: value))

    def _pairs(self, programme: Programme) -> None:
        reader = self.reader
        lined = [(place, cone) for place, cone in enumerate(programme.cones) if cone.line is not None]
        for place, cone in lined:
            for other, beside in lined:
                if place < other and cone.size == beside.size:
                    with suppress(Refused):
                        found = reader.trace(reader.product(cone.words, beside.words), cone.size)
                        lines = cone.line, beside.line
                        strict = self.fact.head == "pos" and cone.strict and beside.strict
                        kind = ("line", self._positive(*lines)) if strict else ("pair", *lines)
                        self._single(programme, kind, dict(flat(reader.reduced(found))))

    def _positive(self, *lines: int) -> int:
        """The trace of a product of two positive definite matrices is positive: one is at least its least eigenvalue."""
        draft, lemma = self.draft, self.definite._lemma
        one, other = (draft.shown[line].args[0] for line in lines)
        self.signs.show(pos((shape(one) or ())[0]))
        for fact in (equal(term("Transpose", (one,)), one), term("psd", (other,))):
            draft.line("known", draft.number(fact))
        line = lemma("eigenvalue_below", one)
        rest = draft.shown[line].args[0]
        summands = [[lemma("trace_of_product", rest, other)], [lemma("eigenvalue_pos", one), lemma("trace_pos", other)]]
        return draft.line("sign", draft.number(pos(term("Trace", (term("MatMul", (one, other)),)))), [],
                          [["1", [["line", line] for line in factors]] for factors in summands], [])

    def _facts(self, programme: Programme, poly: fmpq_mpoly) -> None:
        """What is known, and products of two of it."""
        facts = [known for known in self.signs._facts(self.fact, self.reader, poly) if known.squared is None]
        degree = int(poly.total_degree())
        one = self.reader.context.constant(1)
        for place, known in enumerate(facts[:KNOWN]):
            for other in (None, *facts[place:KNOWN]):
                made = known.poly * (one if other is None else other.poly)
                if int(made.total_degree()) <= degree:
                    chosen = [known] if other is None else [known, other]
                    self._single(programme, ("known", chosen), dict(flat(Quotient(made, one))))
        if self.fact.head == "pos":  # what is strictly so where a vector is not zero
            keys = {place: key for key, place in self.reader._letters.items()}
            for fact in [*self.draft.goal.hypotheses, *self.draft.held]:
                if fact.head == "pos" and fact.args[0].head in ("Dot", "Trace"):
                    value = self.reader.scalar(fact.args[0])
                    if value.den.is_one() and len(value.num) == 1 and value.num.total_degree() == 1:
                        for cone in programme.cones:
                            if cone.strict and cone.line is not None:
                                self._strict(programme, cone, keys[list(value.num.degrees()).index(1)])

    def _of_instance(self, line: int) -> list[Known]:
        with suppress(Refused):
            return self.signs._of_known(self.draft.shown[line], self.reader, False)
        return []

    def _instances(self, programme: Programme, instances: list[Known], scalar: list[Term], degree: int) -> None:
        """What is known of open functions, times scalars that are not negative."""
        one = self.reader.context.constant(1)
        factors: list[tuple] = [(one, [])]
        for node in scalar:
            line = self.signs.show(nonneg(node))
            if line is not None:
                value = self.reader.scalar(node).num
                factors.append((value, [Known(value, line=line)]))
        for known in instances:
            for value, beside in factors:
                if int((known.poly * value).total_degree()) <= degree + 2:
                    self._single(programme, ("known", [known, *beside]), dict(flat(Quotient(known.poly * value, one))))

    def _strict(self, programme: Programme, cone: Cone, key: Any) -> None:
        if not (isinstance(key, tuple) and key[0] in ("word", "trace")):
            return
        word, reader = key[1], self.reader
        half = word[len(word) // 2:]
        if len(word) % 2 or reader.turned(half) + half != word or reader.sizes(half)[0] != cone.size:
            return
        with suppress(Refused):
            node = reader.word_term(half)
            matrix = self.draft.shown[cone.line].args[0]
            line = self.definite._lemma("form_pos", matrix, node)
            found = reader.reduced(reader.scalar(self.draft.shown[line].args[0]))
            self._single(programme, ("line", line), dict(flat(found)))

    # --- lines ---------------------------------------------------------------------------------------------------------

    def _written(self, found: list, programme: Programme) -> int | None:
        summands, strict = [], self.fact.head == "nonneg"
        for place, weight, inner in found:
            kind, *of = self.kinds[place]
            if kind != "form":
                weight *= next(iter(inner.values())) ** 2
            if kind == "known":
                factors = [known.factor(self.signs) for known in of[0]]
                strict = strict or all(known.strict for known in of[0])
            elif kind == "line":
                factors, strict = [["line", of[0]]], True
            elif kind == "pair":
                factors = [["line", self.definite._lemma("trace_of_product", *(self.draft.shown[line].args[0] for line in of))]]
            else:
                factors = [["line", self._trace(programme.cones[of[0]], inner)]]
                strict = strict or self.draft.shown[factors[0][1]].head == "pos"
            if None in factors:
                return None
            summands.append([as_text(weight), factors])
        return self.draft.line("sign", self.draft.number(self.fact), [], summands, self.rules) if strict else None

    def _trace(self, cone: Cone, inner: dict) -> int:
        middle = None if cone.line is None else self.draft.shown[cone.line].args[0]
        if middle is not None and {word for word, _ in inner} == {()} and {mono for _, mono in inner} == {()}:
            strict = cone.strict and inner[(), ()] == 1
            return self.definite._lemma("trace_pos" if strict else "trace_nonneg", middle)
        node = matrix_of(self.reader, inner, None if middle is None else (shape(middle) or ())[0])
        form = term("MatMul", (term("Transpose", (node,)), *([] if middle is None else [middle]), node))
        self.draft.line("definite", self.draft.number(term("psd", (form,))), [["1", self.draft.number(node), cone.line]], [])
        return self.definite._lemma("trace_nonneg", form)


def of_products(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly) -> Iterator[Known]:
    """Cauchy and Schwarz's inequality, for the inner products and traces whose squares stand there; in the lengths that a definite matrix
    gives where its inverse stands there."""
    if signs.definite is None:
        return
    definite = signs.definite(signs)
    for key, place in list(reader._letters.items()):
        if not (isinstance(key, tuple) and key[0] in ("word", "trace")) or int(poly.degrees()[place]) < 2:
            continue
        word = key[1]
        for start in range(len(word) if key[0] == "trace" else 1):
            turned = word[start:] + word[:start]
            for at in range(key[0] == "word", len(turned)):
                for middle in {at, at + 1} if at + 1 < len(turned) else {at}:
                    with suppress(Refused, TooManyLetters):
                        right = reader.word_term(turned[middle:])
                        left = reader.word_term(reader.turned(turned[:at])) if at else term("Identity", (shape(right) or ())[:1])
                        a = reader.word_term(turned[at:middle]) if middle > at else term("Identity", (shape(left) or ())[:1])
                        if shape(left) != shape(right) or left is right or definite.show(term("psd", (a,))) is None:
                            continue
                        yield from _cauchy(definite, reader, a, left, right)
    for node in [node for node in parts(fact) if node.head == "Inverse"]:
        (inner, *_), size = node.args, (shape(node) or ())[:1]
        pairs = [(part.args[0], term("MatMul", (node, part.args[1]))) for part in parts(fact)
                 if part.head == "Dot" and (shape(part.args[0]) or ())[:1] == size and node not in parts(part)]
        pairs += [(term("Identity", size), node) for part in parts(fact) if part.head == "Trace" and part.args[0] is inner]
        for left, right in pairs if pairs and definite.show(term("pd", (inner,))) is not None else ():
            with suppress(Refused, TooManyLetters):
                yield from _cauchy(definite, reader, inner, left, right)


def _cauchy(definite: Definite, reader: Reader, middle: Term, left: Term, right: Term) -> Iterator[Known]:
    line = definite._lemma("cauchy", middle, left, right)
    value = reader.reduced(reader.scalar(definite.draft.shown[line].args[0]))
    if value.den.is_one():
        yield Known(value.num, line=line)


def by_extremes(signs: Signs, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
    """Y - c |A| and Y - c l_max(A), c l_min(A) - Y for c > 0: Y bounds all that A does to vectors."""
    if signs.definite is None or fact.head != "nonneg":
        return None
    for place in sorted(letters_in(poly)):
        node = reader.terms.get(place)
        if node is None or node.head not in EXTREME or int(poly.degrees()[place]) != 1:
            continue
        matrix, below = *node.args, node.head == "SmallestEigenvalue"
        front = coefficient(poly, place, 1) * (1 if below else -1)
        sign = None if front.is_constant() else signs.show(pos(reader.polynomial(front)))
        if sign is None and not (front.is_constant() and front.leading_coefficient() > 0):
            continue
        rest = coefficient(poly, place, 0) * (-1 if below else 1)
        value = reader.written(Quotient(rest, front))
        definite = signs.definite(signs)
        alike = node.head == "SpectralNorm" and definite.show(term("psd", (matrix,))) is not None
        if node.head == "SpectralNorm" and not alike:
            if signs.show(nonneg(value)) is None:
                continue
            name, gap = "norm_at_most", minus(times(square(value), matrix), gram(matrix))
        elif not below:
            name, gap = "eigenvalue_at_most", minus(times(value, matrix), matrix)
        else:
            name, gap = "eigenvalue_at_least", minus(matrix, times(value, matrix))
        if definite.show(term("psd", (gap,))) is not None:
            lines = [definite._lemma(name, matrix, value)]
            if alike:
                lines.append(signs.draft.line("difference", definite._lemma("norm_of_definite", matrix), True))
            times_weight = [] if sign is None else [["line", sign]]
            summands = [["1" if sign is not None else as_text(front.leading_coefficient()), [["line", line], *times_weight]]
                        for line in lines]
            return signs.draft.line("sign", signs.draft.number(fact), [], summands, signs.rules)
    return None
