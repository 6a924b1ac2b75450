"""Signs of numbers, as lines of a proof: a number is a product of factors, a factor a positive combination of products of what is known.

What is known of the letters comes from the domain, from what is supposed, and from lemmas about the functions that occur. A linear
programme finds the combination in floats; its basis is then solved exactly. """

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations_with_replacement, islice, permutations

import numpy as np
from flint import fmpq, fmpq_mat, fmpq_mpoly
from scipy.optimize import linprog

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal, nonneg, nonzero, pos
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters, coefficient
from theoremtest.derivations.kernel.slopes import Slope
from theoremtest.derivations.kernel.steps import RULES
from theoremtest.derivations.kernel.table import PI, over, square
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, free, mul, number, parts, put, shape, sub, term

from .boxes import by_boxes, is_closed
from .draft import Draft, as_text
from .effort import DEEP, FEW, GROWTHS, PRODUCTS, SHALLOW, STARTS, TANGENTS
from .reader import Reader
from .squares import by_squares, fails_somewhere


class Signs:
    """Shows signs in one draft. Each answer is a line, or None."""

    def __init__(self, draft: Draft, deep: int = 0, rules: list | None = None) -> None:
        self.draft = draft
        self.rules: list = [] if rules is None else rules
        self.asked: dict[Term, int | None] = {}
        self.deep = self.begun = deep
        self.cleared: dict[Term, int | None] = {}
        """By a quotient's sign, the line that shows its numerator's."""
        self.growing = 0
        """Slopes that are looked at inside of slopes."""
        self.again: Callable[..., Signs] | None = None
        """Makes another one, for another draft."""

    def show(self, fact: Term) -> int | None:
        """The line that shows a sign of a number, written now; None where no proof is found."""
        if fact not in self.asked:
            self.asked[fact] = None  # asked again on the way, it helps nobody
            if self.deep > DEEP:
                return None
            self.deep += 1
            try:
                self.asked[fact] = self._show(fact)
            except (Refused, TooManyLetters):
                self.asked[fact] = None
            self.deep -= 1
        return self.asked[fact]

    def _show(self, fact: Term) -> int | None:
        place = self.draft.place(fact)
        if place is not None:
            return place
        if self.draft.known.knows(fact):
            return self.draft.line("known", self.draft.number(fact))
        if len(fact.args) != 1:
            return None
        for size in SIZES[:2]:
            try:
                return self._read(fact, self._reader(size))
            except TooManyLetters:
                continue
        return None

    def _reader(self, size: int) -> Reader:
        reader = Reader(size)
        for name, *needs in self.rules:
            RULES[name](self.draft.looking(), reader, *needs)
        return reader

    def _read(self, fact: Term, reader: Reader) -> int | None:
        head, (node,) = fact.head, fact.args
        value = reader.reduced(reader.scalar(node))
        constant = value.constant()
        if constant is not None:
            if head == "nonzero" and constant != 0:
                return self.draft.line("factors", self.draft.number(fact), [], self.rules)
            if constant > 0:
                return self.draft.line("sign", self.draft.number(fact), [], [[as_text(constant), []]], self.rules)
            return self.draft.line("sign", self.draft.number(fact), [], [], self.rules) if head == "nonneg" and constant == 0 else None
        if head != "nonzero" and is_closed(node):
            return by_boxes(self, fact)
        if head == "nonzero":
            for way in (node, mul(MINUS, node)):
                line = self._lemma(pos(way))
                if line is not None:
                    return self._from_positive(fact, line)
        else:
            line = self._lemma(fact)
            if line is not None:
                return line
        lead, factors = _factored(value.num)
        below_lead, below = _factored(value.den)
        if len(factors) + len(below) > 1 or any(exponent > 1 for _, exponent in factors + below):
            self.begun += 1  # its factors are asked in its place
            line = self._product(fact, reader, lead / below_lead, factors, below)
            self.begun -= 1
            return line if line is not None or head == "nonzero" or self.deep - self.begun > SHALLOW else self._by_growth(fact)
        if head == "nonzero":
            for way in (node, mul(MINUS, node)):
                line = self.show(pos(way))
                if line is not None:
                    return self._from_positive(fact, line)
            return None
        if factors and not below:
            return self._combination(fact, reader, value.num)
        if below:
            self.begun += 1
            line = self._product(fact, reader, lead / below_lead, factors, below)
            self.begun -= 1
            return line
        return None

    def _from_positive(self, fact: Term, line: int) -> int:
        return self.draft.line("factors", self.draft.number(fact), [[line, 1]], self.rules)

    # --- products ------------------------------------------------------------------------------------------------------

    def _product(self, fact: Term, reader: Reader, lead: fmpq, factors: list, below: list) -> int | None:
        """A product of factors whose signs are shown one by one."""
        head = fact.head
        if head == "nonzero":
            lines = []
            for factor, exponent in [*factors, *((factor, -exponent) for factor, exponent in below)]:
                line = self.show(nonzero(reader.polynomial(factor)))
                if line is None:
                    return None
                lines.append([line, exponent])
            return self.draft.line("factors", self.draft.number(fact), lines, self.rules)
        sign, by, above = lead > 0, [], []
        for factor, exponent in below:
            way = self._signed(reader.polynomial(factor), "pos")
            if way is None:
                if exponent % 2:
                    return None
                line = self._square(reader.polynomial(factor), True)
                if line is None:
                    return None
                by += [line] * (exponent // 2)
                continue
            line, positive = way
            by += [line] * exponent
            if not positive and exponent % 2:
                sign = not sign
        for factor, exponent in factors:
            node = reader.polynomial(factor)
            if exponent % 2 == 0 and head == "nonneg":
                above += [["square", self.draft.number(node)]] * (exponent // 2)
                continue
            way = self._signed(node, head)
            if way is None and exponent % 2 == 0:
                line = self._square(node, head == "pos")
                if line is None:
                    return None
                above += [["line", line]] * (exponent // 2)
                continue
            if way is None:
                return None
            line, positive = way
            above += [["line", line]] * exponent
            if not positive and exponent % 2:
                sign = not sign
        if not sign:
            return None
        return self.draft.line("sign", self.draft.number(fact), by, [[as_text(abs(lead)), above]], self.rules)

    def _signed(self, node: Term, head: str) -> tuple[int, bool] | None:
        """A line that shows the sign of a number or of its opposite, and whether it is the number's own."""
        for way, positive in ((node, True), (mul(MINUS, node), False)):
            line = self.show(term(head, (way,)))
            if line is not None:
                return line, positive
        return None

    def _square(self, node: Term, strict: bool) -> int | None:
        if not strict:
            return self.draft.line("lemma", "square_nonneg", [self.draft.number(node)])
        if self.show(nonzero(node)) is None:
            return None
        return self.draft.line("lemma", "square_pos", [self.draft.number(node)])

    # --- lemmas --------------------------------------------------------------------------------------------------------

    def _lemma(self, fact: Term) -> int | None:
        """A lemma whose conclusion is the fact, for a number that is one function."""
        (node,) = fact.args
        draft, strict = self.draft, fact.head == "pos"
        for name, values, sides in _lemmas_about(node, strict):
            if all(self.show(side) is not None for side in sides):
                draft.line("lemma", name, [draft.number(value) for value in values])
                return draft.places[fact] if fact in draft.places else self._weakened(fact)
        return None

    def _weakened(self, fact: Term) -> int | None:
        """A line for what is known by a fact that says more, or says it otherwise."""
        line = self.draft.places.get(pos(fact.args[0]))
        if line is None or fact.head == "pos":
            return None
        if fact.head == "nonzero":
            return self._from_positive(fact, line)
        return self.draft.line("sign", self.draft.number(fact), [], [["1", [["line", line]]]], self.rules)

    # --- combinations --------------------------------------------------------------------------------------------------

    def _combination(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
        """A sum of products of what is known not to be negative; a root against the rest; then with tangents and bounds of functions."""
        known: list[Known] = []
        in_vain = False

        def by_facts(more: Iterator[Known]) -> int | None:
            before = len(known)
            known.extend(more)
            facts = [*self._facts(fact, reader, poly), *known]
            return self._by_programme(fact, reader, poly, facts) if len(known) > before else None

        def by_hypotheses() -> int | None:
            nonlocal in_vain
            facts = list(self._facts(fact, reader, poly))
            in_vain = fails_somewhere(reader, poly, facts)
            return None if in_vain else self._by_programme(fact, reader, poly, facts)

        def by_neighbours() -> int | None:
            facts = list(self._facts(fact, reader, poly, wide=True))
            return self._by_programme(fact, reader, poly, facts) if facts else None

        asked = self.deep - self.begun <= SHALLOW
        plain = (lambda: self._by_monomials(fact, reader, poly), by_hypotheses, by_neighbours, lambda: self._by_each(fact, reader, poly),
                 lambda: by_facts(self._bounds(reader, poly)))
        wide = (lambda: self._by_root(fact, reader, poly),
                lambda: by_facts(self._tangents(reader, poly, fact)) if asked else None, lambda: self._by_growth(fact) if asked else None,
                lambda: None if in_vain else by_squares(self, fact, reader, poly, list(self._facts(fact, reader, poly))),
                lambda: self._by_logarithm(fact, reader, poly) if asked else None, lambda: by_boxes(self, fact))
        line = next((line for line in (way() for way in plain) if line is not None), None)
        return line if line is not None else next((line for line in map(self._tried, wide) if line is not None), None)

    def _tried(self, way: Callable[[], int | None]) -> int | None:
        """What a way finds; where it finds nothing, none of its lines stays."""
        mark, asked, cleared = self.draft.mark(), dict(self.asked), dict(self.cleared)
        with suppress(Refused):
            line = way()
            if line is not None:
                return line
        self.draft.back(mark)
        self.asked, self.cleared = asked, cleared
        return None

    def inside(self, case: Draft) -> Signs:
        """The same search in a case of the draft."""
        made = Signs(case, self.deep, self.rules)
        made.growing, made.again, made.begun = self.growing, self.again, self.begun
        return made

    def _by_growth(self, fact: Term) -> int | None:
        """What is so at a place and grows from there on, up or down, along one letter."""
        (node,) = fact.args
        heads = {part.head for part in parts(node)}
        if self.again is None or self.growing >= GROWTHS or heads <= LINEAR or heads & KINKED:
            return None
        for letter in sorted((letter for letter in free(node) if letter.head == "Symbol" and "integer" not in letter.mark[1]), key=repr):
            for first in self._starts(letter, node):
                with suppress(Refused, TooManyLetters):
                    line = self._grown(fact, letter, first)
                    if line is not None:
                        return line
        return None

    def _starts(self, letter: Term, node: Term) -> list[Term]:
        """Where a letter may begin: at one of its bounds, where another letter is, at 0 or at 1; where it is known on which side of that it
        is, or where there is no other letter."""
        found = [other for other in sorted(free(node), key=repr) if other.head == "Symbol" and other is not letter]
        for known in self.draft.goal.hypotheses:
            if known.head in ("pos", "nonneg") and letter in free(known) and known.args[0].head == "Add":
                rest = [part for part in known.args[0].args if part not in (letter, mul(MINUS, letter))]
                if len(rest) + 1 == len(known.args[0].args) and not any(letter in free(part) for part in rest):
                    found.append(add(*(mul(MINUS, part) if letter in known.args[0].args else part for part in rest)))
        starts = dict.fromkeys([*found, ZERO, ONE])
        return [first for first in starts if self._ways(letter, first) or free(node) == {letter} and not free(first)][:STARTS]

    def _ways(self, letter: Term, first: Term) -> list[bool]:
        """Whether it is known that a letter is above, or below, a number."""
        gap = sub(letter, first)
        return [up for up in (True, False) if self.draft.known.knows(nonneg(gap if up else mul(MINUS, gap)))]

    def _grown(self, fact: Term, letter: Term, first: Term) -> int | None:
        gap, ways = sub(letter, first), self._ways(letter, first)
        start = self.show(term(fact.head, (put(fact.args[0], {letter: first}),)))
        if start is None:
            return None
        if ways:
            return self._grown_one_way(fact, letter, first, ways[0])
        if self.growing:
            return None
        cases = []
        for held, way in ((pos(mul(MINUS, gap)), False), (equal(gap, ZERO), True), (pos(gap), True)):
            case = self.draft.inside(held)
            if held.head == "Equality":
                case.line("difference", len(case.shown) - 1, False)
            if self.inside(case)._grown_one_way(fact, letter, first, way) is None:
                return None
            cases.append(case.lines)
        return self.draft.line("cases", self.draft.number(fact), self.draft.number(gap), *cases)

    def _grown_one_way(self, fact: Term, letter: Term, first: Term, up: bool) -> int | None:
        (node,) = fact.args
        slope, inner = Slope({letter: ONE}), self.draft.along(letter, first, up)
        change = slope.of(node)
        assert self.again is not None
        signs = self.again(inner, node, change)
        signs.deep, signs.begun, signs.growing = self.deep, self.deep, self.growing + 1
        needs = (*obligations(node), *slope.smooth, *obligations(change), nonneg(change if up else mul(MINUS, change)))
        if not all(inner.known.knows(need) or signs.show(need) is not None for need in needs):
            return None
        line = self.draft.line("grows", self.draft.number(node), self.draft.number(letter), self.draft.number(first), inner.lines)
        start = self.show(term(fact.head, (put(node, {letter: first}),)))
        if start is None:
            return None
        summands = [["1", [["line", line]]], ["1", [["line", start]]]]
        return self.draft.line("sign", self.draft.number(fact), [], summands, self.rules)

    def _by_monomials(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
        """A sum of products of letters of known sign, no product of another sign than the sum."""
        signs: dict[int, tuple[int, bool]] = {}
        summands, strict = [], fact.head == "nonneg"
        for monomial, weight in poly.to_dict().items():
            factors: list = []
            up, certain = weight > 0, True
            for place, exponent in enumerate(monomial):
                if exponent % 2:
                    node = reader.terms.get(place)
                    if node is None:
                        return None
                    if place not in signs:
                        found = next((pair for head in ("pos", "nonneg") for pair in [self._signed(node, head)] if pair is not None), None)
                        if found is None:
                            return None
                        signs[place] = found
                    line, positive = signs[place]
                    up = up if positive else not up
                    factors.append(["line", line])
                    certain = certain and self.draft.shown[line].head == "pos"
                if exponent > 1:
                    factors += [["square", self.draft.number(reader.terms[place])]] * (int(exponent) // 2)
                    certain = False
            if not up:
                return None
            strict = strict or certain
            summands.append([as_text(abs(weight)), factors])
        return self.draft.line("sign", self.draft.number(fact), [], summands, self.rules) if strict else None

    def contradiction(self) -> bool:
        """Whether what is known is shown to say something false of numbers; the last line then says `never`."""
        for size in SIZES[:2]:
            with suppress(TooManyLetters, Refused):
                reader = self._reader(size)
                for known in [*self.draft.goal.hypotheses, *self.draft.held, *self.draft.shown]:
                    if known.head == "nonzero" and not reader.reduced(reader.scalar(known.args[0])):
                        self.draft.line("absurd", self.draft.place(known), self.rules)
                        return True
                facts = list(self._facts(None, reader, reader.context.constant(0)))
                line = self._by_programme(pos(number(0)), reader, reader.context.constant(0), facts)
                if line is not None:
                    self.draft.line("absurd", line, [])
                    return True
                return False
        return False

    def _by_programme(self, fact: Term, reader: Reader, poly: fmpq_mpoly, facts: list[Known]) -> int | None:
        self.draft.effort.spend(programmes=1)
        found = _programme(poly, facts, fact.head == "pos", reader)
        if found is None:
            return None
        summands = []
        for weight, chosen in found:
            factors: list = []
            for place in chosen:
                factors.append(facts[place].factor(self))
            if any(factor is None for factor in factors):
                return None
            summands.append([as_text(weight), factors])
        return self.draft.line("sign", self.draft.number(fact), [], summands, self.rules)

    def _by_root(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
        """X + Y where one holds a root, X is not negative, and has the larger square."""
        strict = fact.head == "pos"
        for place, degree, _ in reversed(reader._roots):
            if degree != 2 or int(poly.degrees()[place]) != 1:
                continue
            front = coefficient(poly, place, 1)
            sides = reader.polynomial(front * reader._gens[place]), reader.polynomial(coefficient(poly, place, 0))
            for larger, smaller in (sides, sides[::-1]):
                squares = sub(square(larger), square(smaller))
                if self._plainly(nonneg(larger)) is None or self._plainly((pos if strict else nonneg)(squares)) is None:
                    continue
                name = "larger_square" if strict else "square_not_smaller"
                line = self.draft.line("lemma", name, [self.draft.number(larger), self.draft.number(smaller)])
                return self.draft.line("sign", self.draft.number(fact), [], [["1", [["line", line]]]], self.rules)
        return None

    def _plainly(self, fact: Term) -> int | None:
        """The line that shows a sign, found without slopes and tangents."""
        self.begun -= DEEP
        try:
            return self.show(fact)
        finally:
            self.begun += DEEP

    def _by_each(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
        """Y - c |u|, Y - c max(u, v) and c min(u, v) - Y for a number c > 0: Y is compared with each of what it has to exceed."""
        strict = fact.head == "pos"
        for place in sorted(_letters_in(poly)):
            node = reader.terms.get(place)
            front = coefficient(poly, place, 1)
            if node is None or node.head not in ("Abs", "Max", "Min") or int(poly.degrees()[place]) != 1 or not front.is_constant():
                continue
            value = front.leading_coefficient()
            if (value > 0) != (node.head == "Min"):
                continue
            each = (*node.args, mul(MINUS, *node.args)) if node.head == "Abs" else node.args
            other = reader.polynomial(-coefficient(poly, place, 0) / value)
            gaps = [sub(other, part) if value < 0 else sub(part, other) for part in each]
            if all(self.show(term(fact.head, (gap,))) is not None for gap in gaps):
                name = ("strictly_" if strict else "") + {"Abs": "within", "Max": "above_both", "Min": "below_both"}[node.head]
                line = self.draft.line("lemma", name, [*map(self.draft.number, node.args), self.draft.number(other)])
                return self.draft.line("sign", self.draft.number(fact), [], [[as_text(abs(value)), [["line", line]]]], self.rules)
        return None

    def _bounds(self, reader: Reader, poly: fmpq_mpoly) -> Iterator[Known]:
        """Tangents and bounds of the functions in a polynomial."""
        for place, degree in enumerate(poly.degrees()):
            node = reader.terms.get(place) if int(degree) else None
            for name, values, sides in () if node is None else _bounds_of(node):
                if all(self.show(side) is not None for side in sides):
                    with suppress(Refused):
                        line = self.draft.line("lemma", name, [self.draft.number(value) for value in values])
                        shown = self.draft.shown[line]
                        value = reader.reduced(reader.scalar(shown.args[0]))
                        if value.den.is_one():
                            yield Known(value.num, line=line, strict=shown.head == "pos")

    def _tangents(self, reader: Reader, poly: fmpq_mpoly, fact: Term) -> Iterator[Known]:
        """Tangents of exponentials at each other, e^u >= e^v (1 + u - v), a positive letter beside its logarithm among them; the like of
        logarithms, log b <= log c + b/c - 1."""
        nodes, asked = [reader.terms[place] for place in sorted(_letters_in(poly)) if place in reader.terms], dict.fromkeys(parts(fact))
        inner = [ZERO, *(ONE for node in nodes if node.head == "constant" and node.mark == "E"),
                 *(node.args[0] for node in nodes if node.head == "exp"), *(node for node in nodes if node.head == "log")]
        for one, other in islice(permutations(dict.fromkeys(inner), 2), TANGENTS):
            with suppress(Refused):
                gap, (up, down) = sub(one, other), (_exponential(node) for node in (one, other))
                lemma = self.draft.line("lemma", "exp_tangent", [self.draft.number(gap)])
                split = equal(call("exp", gap), over(*(ONE if node is ZERO else call("exp", node) for node in (one, other))))
                for node in (one, other):
                    if node is not ZERO:
                        self.draft.line("lemma", "exp_pos", [self.draft.number(node)])
                rules = [["letter", self.draft.line("lemma", "exp_log", [self.draft.number(node.args[0])])]
                         for node in (one, other) if node.head == "log"]
                rules.append(["letter", self.draft.line("exp", self.draft.number(split), [])])
                yield self._scaled(reader, lemma, rules, down, sub(up, mul(down, add(ONE, gap))))
        bases = list(dict.fromkeys(node.args[0] for node in (*nodes, *asked) if node.head == "log"))
        for one, other in islice(permutations([ONE, *bases], 2), TANGENTS):
            if other is ONE:
                continue
            with suppress(Refused):
                ratio = over(one, other)
                if self.show(pos(ratio)) is None:
                    continue
                lemma = self.draft.line("lemma", "log_tangent", [self.draft.number(ratio)])
                gap = sub(*(ZERO if base is ONE else call("log", base) for base in (one, other)))
                split = self.draft.line("log", self.draft.number(equal(call("log", ratio), gap)), [])
                yield self._scaled(reader, lemma, [["letter", split]], other, sub(sub(one, other), mul(other, gap)))

    def _scaled(self, reader: Reader, lemma: int, rules: list, factor: Term, made: Term) -> Known:
        """A lemma's sign times a positive factor, a function in it taken apart by rules. Raises Refused where it is not that."""
        factors = [["line", lemma]]
        if factor is not ONE:
            place = self.show(pos(factor))
            if place is None:
                raise Refused("a factor whose sign is open")
            factors.append(["line", place])
        line = self.draft.line("sign", self.draft.number(nonneg(made)), [], [["1", factors]], [*self.rules, *rules])
        value = reader.reduced(reader.scalar(made))
        if not value.den.is_one():
            raise Refused("a quotient")
        return Known(value.num, line=line)

    def _by_logarithm(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
        """c log b + r, for a number c: b is compared with e^(-r/c)."""
        for place in sorted(_letters_in(poly)):
            node, front = reader.terms.get(place), coefficient(poly, place, 1)
            if node is None or node.head != "log" or int(poly.degrees()[place]) != 1 or not front.is_constant():
                continue
            weight = front.leading_coefficient()
            other = reader.polynomial(-coefficient(poly, place, 0) / weight)
            gap = sub(node.args[0], call("exp", other))
            names = ("log_more_than", "log_less_than") if fact.head == "pos" else ("log_at_least", "log_at_most")
            signs = None if self.again is None else self.again(self.draft, gap)
            if signs is not None and signs._plainly(term(fact.head, (gap if weight > 0 else mul(MINUS, gap),))) is not None:
                with suppress(Refused):
                    line = self.draft.line("lemma", names[weight < 0], [self.draft.number(node.args[0]), self.draft.number(other)])
                    return self.draft.line("sign", self.draft.number(fact), [], [[as_text(abs(weight)), [["line", line]]]], self.rules)
        return None

    def _facts(self, fact: Term | None, reader: Reader, poly: fmpq_mpoly, wide: bool = False) -> Iterator[Known]:
        """What is known of the letters of a polynomial, and of sums of them; of all letters, where there is no fact to show. wide: of what
        is spoken of beside them, too."""
        present = _letters_in(poly)
        found: list[Known] = []
        moving = self.draft.moving
        apart = moving is not None and (fact is None or moving not in free(fact))
        for known in dict.fromkeys([*self.draft.shown, *self.draft.goal.hypotheses, *self.draft.goal.given]):
            if apart and moving in free(known):
                continue
            with suppress(Refused):
                found += self._of_known(known, reader, fact is None)
        if wide:
            beside = present.union(*(letters for letters in (_letters_in(known.poly) for known in found) if letters & present))
            if beside == present:
                return
            for place in sorted(beside - present):
                found += self._bounds(reader, reader._gens[place])
            present = beside
        found = [known for known in found if fact is None or _letters_in(known.poly) <= present]
        if fact is None:
            present = present.union(*(_letters_in(known.poly) for known in found))
        yield from found
        for place in sorted(present):
            node = reader.terms.get(place)
            if node is None:
                continue
            for way, sign in ((node, 1), (mul(MINUS, node), -1)):
                line = self._letter_sign(way)
                if line is not None:
                    yield Known(reader._gens[place] * sign, line=line, strict=self.draft.shown[line].head == "pos")
                    break
            yield Known(reader._gens[place] ** 2, square=node)

    def _of_known(self, known: Term, reader: Reader, squares: bool) -> list[Known]:
        """A fact as polynomials that are not negative. squares: whether the square of what is not zero is one."""
        if known.head == "Equality" and shape(known.args[0]) is None:
            value = reader.reduced(reader.scalar(known.args[0]) - reader.scalar(known.args[1]))
            if not value.den.is_one() or value.constant() is not None:
                return []
            return [Known(value.num, equation=known), Known(-value.num, equation=known, turned=True)]
        if known.head not in ("pos", "nonneg") and not (squares and known.head == "nonzero"):
            return []
        value = reader.reduced(reader.scalar(known.args[0]))
        if not value.den.is_one() and value.num and known.head != "nonzero":
            return self._cleared(known, value, reader)
        if not value.den.is_one() or value.constant() is not None:
            return []
        if known.head == "nonzero":
            return [Known(value.num**2, nonzero=known.args[0], strict=True)]
        return [Known(value.num, fact=known, strict=known.head == "pos")]

    def _cleared(self, known: Term, value: Quotient, reader: Reader) -> list[Known]:
        """What a quotient's sign says of its numerator, where the sign of the denominator is shown."""
        if known not in self.cleared:
            self.cleared[known] = None
            found = self._signed(reader.polynomial(value.den), "pos")
            place = self.draft.place(known)
            if found is not None and place is not None:
                above = reader.polynomial(value.num if found[1] else -value.num)
                self.cleared[known] = self.draft.line("sign", self.draft.number(term(known.head, (above,))), [],
                                                      [["1", [["line", place], ["line", found[0]]]]], self.rules)
        line = self.cleared[known]
        if line is None:
            return []
        poly = reader.reduced(reader.scalar(self.draft.shown[line].args[0])).num
        return [] if poly.is_constant() else [Known(poly, line=line, strict=known.head == "pos")]

    def _letter_sign(self, node: Term) -> int | None:
        for head in ("pos", "nonneg"):
            fact = term(head, (node,))
            place = self.draft.place(fact)
            if place is not None:
                return place
            line = self._lemma(fact) if node.head != "Symbol" else None
            if line is not None:
                return line
        return None


class Known:
    """A polynomial that is known not to be negative: a line, a fact that has to be written, or a square."""

    def __init__(self, poly: fmpq_mpoly, line: int | None = None, fact: Term | None = None, square: Term | None = None,
                 strict: bool = False, equation: Term | None = None, turned: bool = False, nonzero: Term | None = None) -> None:
        self.equation, self.turned, self.nonzero = equation, turned, nonzero
        self.poly, self.line, self.fact, self.squared, self.strict = poly, line, fact, square, strict

    def factor(self, signs: Signs) -> list | None:
        """As a factor of a `sign` line."""
        if self.squared is not None:
            return ["square", signs.draft.number(self.squared)]
        if self.nonzero is not None:
            return ["line", signs.draft.line("lemma", "square_pos", [signs.draft.number(self.nonzero)])]
        if self.equation is not None:
            place = signs.draft.place(self.equation)
            return None if place is None else ["line", signs.draft.line("difference", place, self.turned)]
        line = self.line if self.line is not None else signs.draft.place(self.fact) if self.fact is not None else None
        return None if line is None else ["line", line]


def _lemmas_about(node: Term, strict: bool) -> Iterator[tuple[str, tuple[Term, ...], tuple[Term, ...]]]:
    """Lemmas whose conclusion is the sign of a number that is one function: name, terms, side conditions."""
    head, args = node.head, node.args
    if head == "exp":
        yield "exp_pos", args, ()
    elif head == "cosh":
        yield "cosh_pos", args, ()
    elif head == "sinh":
        yield "sinh_pos", args, (pos(args[0]),)
        if not strict:
            yield "sinh_nonneg", args, (nonneg(args[0]),)
    elif head == "GrowthIntegral":
        yield "growth_pos", args, (pos(args[1]),)
        if not strict:
            yield "growth_nonneg", args, (nonneg(args[1]),)
    elif head == "tanh":
        yield "tanh_pos", args, (pos(args[0]),)
        if not strict:
            yield "tanh_nonneg", args, (nonneg(args[0]),)
    elif head == "log":
        yield "log_pos", args, (pos(sub(args[0], number(1))),)
    elif head == "constant" and node.mark == "pi":
        yield "pi_pos", (), ()
    elif head == "Abs" and not strict:
        yield "abs_nonneg", args, ()
    elif head in _OF_ONE_SIGN:
        yield f"{head}_pos", args, _OF_ONE_SIGN[head](pos, *args)
        if not strict:
            yield f"{head}_nonneg", args, _OF_ONE_SIGN[head](nonneg, *args)
    elif head == "Pow" and args[1].head != "number":
        yield "power_pos", args, (pos(args[0]),)
    elif head == "Pow" and args[1].mark == Fraction(1, 2):
        yield "root_pos", args[:1], (pos(args[0]),)
        if not strict:
            yield "root_nonneg", args[:1], (nonneg(args[0]),)
    elif head == "Pow" and args[1].mark.numerator == 1 and args[1].mark.denominator > 1:
        yield "power_pos", args, (pos(args[0]),)
        if not strict:
            yield "power_nonneg", args, (nonneg(args[0]),)
    elif head == "Dot" and args[0] is args[1] and not strict:
        yield "dot_nonneg", args[:1], ()


_RIGHT = mul(number(Fraction(1, 2)), PI)
_OF_ONE_SIGN: dict[str, Callable[..., tuple[Term, ...]]] = {
    "sin": lambda sign, u: (sign(u), sign(sub(PI, u))), "cos": lambda sign, u: (sign(add(u, _RIGHT)), sign(sub(_RIGHT, u))),
    "atan": lambda sign, u: (sign(u),), "erf": lambda sign, u: (sign(u),), "asin": lambda sign, u: (nonneg(sub(ONE, square(u))), sign(u))}
"""Functions that are positive, or not negative, where so much is."""


def _bounds_of(node: Term) -> Iterator[tuple[str, tuple[Term, ...], tuple[Term, ...]]]:
    """Lemmas that compare a function with something simpler: name, terms, side conditions."""
    head, args = node.head, node.args
    if head == "exp":
        opposite = mul(MINUS, args[0])
        yield "exp_over_one", args, (pos(args[0]),)
        yield "exp_from_one", args, (nonneg(args[0]),)
        yield "exp_under_one", args, (pos(opposite),)
        yield "exp_up_to_one", args, (nonneg(opposite),)
        yield "exp_above_tangent", args, (nonzero(args[0]),)
        yield "exp_tangent", args, ()
    elif head == "log":
        yield "log_tangent", args, (pos(args[0]),)
    elif head == "Pow" and args[1].head != "number":
        yield "bernoulli", args, (pos(args[0]), nonneg(sub(args[1], ONE)))
        yield "bernoulli_between", args, (pos(args[0]), nonneg(args[1]), nonneg(sub(ONE, args[1])))
    elif head == "cosh":
        yield "cosh_from_one", args, ()
        yield "sinh_below_cosh", args, ()
        yield "sinh_above_cosh", args, ()
    elif head == "sinh":
        yield "sinh_above", args, (nonneg(args[0]),)
        yield "sinh_below_cosh", args, ()
        yield "sinh_above_cosh", args, ()
    elif head == "tanh":
        yield "tanh_below_one", args, ()
        yield "tanh_above_minus_one", args, ()
    elif head in ("sin", "cos"):
        yield f"{head}_up_to_one", args, ()
        yield f"{head}_from_minus_one", args, ()
        if head == "cos":
            yield "cos_above_parabola", args, ()
            yield "cos_below_quartic", args, ()
        else:
            for name in ("sin_below", "sin_above_minus", "sin_above_cubic"):
                yield name, args, (nonneg(args[0]),)
            yield "jordan", args, (nonneg(args[0]), nonneg(sub(_RIGHT, args[0])))
    elif head == "atan":
        yield "atan_below", args, ()
        yield "atan_above", args, ()
        yield "atan_up_to", args, (nonneg(args[0]),)
    elif head == "asin":
        yield "asin_up_to", args, (nonneg(sub(ONE, square(args[0]))),)
        yield "asin_from", args, (nonneg(sub(ONE, square(args[0]))),)
    elif head == "erf":
        yield "erf_below_one", args, ()
        yield "erf_above_minus_one", args, ()
    elif head == "Abs":
        yield "abs_above", args, ()
        yield "abs_above_opposite", args, ()
    elif head in ("Max", "Min"):
        for which in ("first", "second"):
            yield f"{head.lower()}_{'above' if head == 'Max' else 'below'}_{which}", args, ()


KINKED, LINEAR = {"Abs", "sign", "Max", "Min", "Heaviside"}, {"Add", "Mul", "number", "constant", "Symbol"}
"""Heads of what has no slope somewhere; of sums of multiples."""


def _exponential(node: Term) -> Term:
    """e^u, the argument of a logarithm by itself."""
    return ONE if node is ZERO else node.args[0] if node.head == "log" else call("exp", node)


def _letters_in(poly: fmpq_mpoly) -> set[int]:
    return {place for place, degree in enumerate(poly.degrees()) if int(degree) > 0}


def _factored(poly: fmpq_mpoly) -> tuple[fmpq, list]:
    lead, factors = poly.factor()
    return fmpq(lead), [(factor, int(exponent)) for factor, exponent in factors]


def _programme(poly: fmpq_mpoly, facts: list[Known], strict: bool, reader: Reader) -> list | None:
    """Weights that are not negative, of products of facts, whose sum the polynomial is: [(weight, places)]."""
    degree = int(poly.total_degree()) if not poly.is_constant() else 3 if len(facts) <= FEW else 2
    if poly.is_constant() and all(known.squared is not None or int(known.poly.total_degree()) == 1 for known in facts):
        degree = 1  # of linear ones their sums are enough (Farkas)
    one = poly.context().constant(1)
    products: dict = {(): (one, True)}
    for count in range(1, max(degree, 1) + 1):
        for chosen in combinations_with_replacement(range(len(facts)), count):
            if sum(int(facts[place].poly.total_degree()) for place in chosen) > degree:
                continue
            made = one
            for place in chosen:
                made = made * facts[place].poly
            if any(int(made.degrees()[place]) >= root for place, root, _ in reader._roots):
                value = reader.reduced(Quotient(made, one))
                if not value.den.is_one():
                    continue
                made = value.num
            products[chosen] = (made, all(facts[place].strict for place in chosen))
            if len(products) > PRODUCTS:
                break
        if len(products) > PRODUCTS:
            break
    names = list(products)
    strictly = [column for column, name in enumerate(names) if products[name][1]]
    monomials: dict = {}
    for value in (poly, *(products[name][0] for name in names)):
        for monomial in value.monoms():
            monomials.setdefault(monomial, len(monomials))
    normal = int(not poly)  # of a contradiction any multiple is one: the strict part has the weight 1
    table = np.zeros((len(monomials) + normal, len(names)))
    for column, name in enumerate(names):
        for monomial, value in products[name][0].to_dict().items():
            table[monomials[monomial], column] = float(int(value.p) / int(value.q))
    wanted = np.zeros(len(monomials) + normal)
    for monomial, value in poly.to_dict().items():
        wanted[monomials[monomial]] = float(int(value.p) / int(value.q))
    if normal:
        table[-1, strictly] = wanted[-1] = 1.0
    cost, upper, most = np.ones(len(names)), None, None
    if strict and not normal:
        cost = np.full(len(names), 0.01)
        cost[strictly] = -1.0
        upper, most = np.zeros((1, len(names))), np.array([1000.0])
        upper[0, strictly] = 1.0
    try:
        found = linprog(cost, A_ub=upper, b_ub=most, A_eq=table, b_eq=wanted, bounds=(0, None), method="highs-ds")
    except ValueError:
        return None
    if found.status != 0:
        return None
    chosen = [column for column in range(len(names)) if found.x[column] > 1e-9]
    if strict and not any(column in strictly for column in chosen):
        return None
    columns = [products[names[column]][0] for column in chosen]
    weights = _solved(columns, poly, monomials, [column in strictly for column in chosen] if normal else None)
    if weights is None or any(weight < 0 for weight in weights):
        return None
    return [(weight, names[column]) for weight, column in zip(weights, chosen, strict=True) if weight != 0]


def _solved(columns: list[fmpq_mpoly], wanted: fmpq_mpoly, monomials: dict, strict: list[bool] | None) -> list[fmpq] | None:
    """The exact weights of polynomials whose sum is another; None where there are none, or more than one. strict: those whose weights sum
    up to 1."""
    rows = fmpq_mat(len(monomials) + (strict is not None), len(columns) + 1)
    for place, poly in enumerate([*columns, wanted]):
        for monomial, value in poly.to_dict().items():
            rows[monomials[monomial], place] = value
    if strict is not None:
        for place, counts in enumerate([*strict, True]):
            rows[len(monomials), place] = fmpq(int(counts))
    reduced, rank = rows.rref()
    if rank != len(columns) or any(reduced[place, place] != 1 for place in range(rank)):
        return None
    return [reduced[place, len(columns)] for place in range(rank)]
