"""Signs of numbers, as lines of a proof: a number is a product of factors, a factor a positive combination of products of what is known.

What is known of the letters comes from the domain, from what is supposed, and from lemmas about the functions that occur. """

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from flint import fmpq, fmpq_mpoly

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import nonneg, nonzero, pos
from theoremtest.derivations.kernel.ring import Quotient, TooManyLetters, coefficient
from theoremtest.derivations.kernel.steps import RULES
from theoremtest.derivations.kernel.table import square
from theoremtest.derivations.kernel.terms import MINUS, ZERO, Refused, Term, add, call, free, mul, number, shape, sub, term

from .along import by_clear_growth, by_growth, times_of
from .averages import by_means, by_weights
from .bounds import bounds_of, lemmas_about
from .boxes import by_boxes, is_closed
from .chains import by_chains
from .draft import Draft, as_text, signs_of
from .effort import DEEP, RUNNING, SHALLOW
from .ends import by_ends
from .exceeded import exceeds_each, gaps_of, is_compared
from .floating import is_false
from .known import Known, letters_in
from .lengths import of_lengths
from .one_trace import by_one_trace
from .ordered import by_bounds, by_orders
from .powers import compared
from .programmes import degree_of, programme
from .reader import Reader
from .sampled import fails, fails_beside
from .squares import by_degrees, by_discriminant, by_squares
from .tangents import by_exponential, by_logarithm, by_product, increasing, of_logarithms, tangents
from .traces import by_extremes, by_traces, of_products
from .weighted import by_other_weights

if TYPE_CHECKING:
    from .definite import Definite


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
        self.equals: Callable[[Term], bool] | None = None
        """Shows an equation."""
        self.averaged = 0
        """Comparisons with means inside of such."""
        self.completing = False
        """Whether a square is being completed."""
        self.atoms: list[Term] = []
        """Sums that are read as letters, each of a sign that is known."""
        self.definite: Callable[[Signs], Definite] | None = None
        """Makes what looks at definite matrices."""
        self.alike = False
        """Whether facts are heard only where all their terms have one degree."""

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

    def _reader(self, size: int, apart: bool = False) -> Reader:
        """What reads under the rules. apart: without sums that are read as letters."""
        reader = Reader(size)
        for node in () if apart else self.atoms:
            reader.read_as_letter(node)
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
        if head != "nonzero" and is_false(self.draft, fact):
            return None
        if head == "pos" and (self.draft.known.knows(nonneg(node)) and self._instead(lambda: self.show(nonzero(node))) is not None
                              or self.draft.known.knows(nonzero(node)) and self._lemma(nonneg(node)) is not None):
            return self._not_zero(node)
        if head != "nonzero" and is_closed(node):
            return by_boxes(self, fact)
        if head == "nonzero":
            for way in (node, mul(MINUS, node)):
                line = self._lemma(pos(way))
                if line is not None:
                    return self._from_positive(fact, line)
        else:
            line = self._lemma(fact)
            if line is not None or _is_a_root(node):
                return line
        above, under = (value.num, value.den) if head != "nonzero" else self._as_written(reader, reader.scalar(node))
        (lead, factors), (below_lead, below) = _factored(above), _factored(under)
        if head != "nonzero" and (node.head == "Add" or node.args[:1] == (MINUS,)) and not value.den.is_constant() \
                and self._asks_of_few(fact):
            line = by_clear_growth(self, fact)
            if line is not None:
                return line
        if head != "nonzero" and node.head == "Add" and not value.den.is_constant() and not self.growing:
            line = self._tried(lambda: self._without_slopes(lambda: self._product(fact, reader, lead / below_lead, factors, below)))
            line = by_growth(self, fact, times_of(self, node)) if line is None else line
            if line is not None:
                return line
        if len(factors) + len(below) > 1 or any(exponent > 1 for _, exponent in factors + below):
            line = self._instead(lambda: self._product(fact, reader, lead / below_lead, factors, below))
            return line if line is not None or head == "nonzero" or self.deep - self.begun > SHALLOW else by_growth(self, fact)
        if head == "nonzero":
            line = next((line for way in (node, mul(MINUS, node)) for line in [self._instead(lambda way=way: self.show(pos(way)))]
                         if line is not None), None)
            return self._by_conjugate(fact, reader, value.num) if line is None else self._from_positive(fact, line)
        if factors and not below:
            return self._combination(fact, reader, value.num)
        return self._instead(lambda: self._product(fact, reader, lead / below_lead, factors, below)) if below else None

    @staticmethod
    def _as_written(reader: Reader, value: Quotient) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        """A quotient over the factors that it was written with: they are known not to be 0, which is hidden once roots are put in."""
        above = reader.reduced(Quotient(value.num, reader.context.constant(1)))
        return above.num, value.den * above.den

    def _instead(self, way: Callable[[], int | None]) -> int | None:
        """What a way finds whose questions are asked in the place of this one."""
        self.begun += 1
        try:
            return way()
        finally:
            self.begun -= 1

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
        sign, by, above, open_ones = lead > 0, [], [], []
        for factor, exponent in below:
            way = self._signed(reader.polynomial(factor), "pos")
            if way is None:
                line = self._square(reader.polynomial(factor), True)
                if line is None:
                    return None
                by += [line] * ((exponent + 1) // 2)
                open_ones += [factor] * (exponent % 2)
                continue
            line, positive = way
            by += [line] * exponent
            if not positive and exponent % 2:
                sign = not sign
        waiting = sorted(factors, key=lambda pair: (pair[1] % 2, len(pair[0])))
        for place, (factor, exponent) in enumerate(waiting):
            node = reader.polynomial(factor)
            if exponent % 2 == 0 and head == "nonneg":
                above += [["square", self.draft.number(node)]] * (exponent // 2)
                continue
            if place == len(waiting) - 1 and exponent % 2 and not open_ones:  # its sign is decided by those of the others
                line = self.show(term(head, (node if sign else mul(MINUS, node),)))
                way = None if line is None else (line, sign)
            else:
                way = self._signed(node, head)
            if way is None and exponent % 2 == 0:
                line = self._square(node, head == "pos")
                if line is None:
                    return None
                above += [["line", line]] * (exponent // 2)
                continue
            if way is None:
                open_ones += [factor] * exponent
                continue
            line, positive = way
            above += [["line", line]] * exponent
            if not positive and exponent % 2:
                sign = not sign
        if open_ones:
            line = self._together(head, reader, open_ones, sign) if len(factors) + len(below) > 1 else None
            if line is None:
                return None
            sign = True
            above.append(["line", line])
        if not sign:
            return None
        return self.draft.line("sign", self.draft.number(fact), by, [[as_text(abs(lead)), above]], self.rules)

    def _together(self, head: str, reader: Reader, factors: list[fmpq_mpoly], sign: bool) -> int | None:
        """The sign of a product of which no factor's is known: as products of what is known."""
        poly = factors[0].context().constant(1 if sign else -1)
        for factor in factors:
            poly = poly * factor
        fact = term(head, (reader.polynomial(poly),))
        return self._by_programme(fact, reader, poly, list(self._facts(fact, reader, poly)))

    def _signed(self, node: Term, head: str) -> tuple[int, bool] | None:
        """A line that shows the sign of a number or of its opposite, and whether it is the number's own."""
        ways = (node, True), (mul(MINUS, node), False)
        at_once = [pair for pair in ways if self.draft.known.knows(term(head, pair[:1]))]
        for way, positive in at_once or ways:
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

    def _lemma(self, fact: Term, at_once: bool = False) -> int | None:
        """A lemma whose conclusion is the fact, for a number that is one function. at_once: by what is plain alone."""
        (node,) = fact.args
        draft, strict = self.draft, fact.head == "pos"
        if node.head == "Trace" and fact.head == "nonneg" and self.definite is not None:
            definite = self.definite(self)
            return None if definite.show(term("psd", node.args)) is None else definite._lemma("trace_nonneg", *node.args)
        if node.head == "Abs" and strict:
            return self._modulus(*node.args)
        for name, values, sides in sorted(lemmas_about(node, strict), key=lambda row: not all(map(draft.known.knows, row[2]))):
            if all((not at_once or draft.known.knows(side)) and self.show(side) is not None for side in sides):
                draft.line("lemma", name, [draft.number(value) for value in values])
                return draft.places[fact] if fact in draft.places else self._weakened(fact)
        return None

    def _modulus(self, node: Term) -> int | None:
        """The modulus of what is not zero is positive, for its square is."""
        if self.show(nonzero(node)) is None:
            return None
        draft, modulus = self.draft, call("Abs", node)
        at, of = draft.number(modulus), draft.number(node)
        rule = ["modulo", draft.line("lemma", "abs_square", [of]), at, 2]
        draft.line("factors", draft.number(nonzero(square(modulus))), [[draft.line("lemma", "square_pos", [of]), 1]], [rule])
        draft.line("lemma", "factor_nonzero", [at, at])
        draft.line("lemma", "abs_nonneg", [of])
        return self._not_zero(modulus)

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
        if fails(self, fact, reader, poly):
            return None
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
            in_vain = fails_beside(reader, poly, facts)
            if in_vain:
                return None
            line = by_bounds(self, fact, reader, poly, facts)
            return line if line is not None else self._by_programme(fact, reader, poly, facts)

        def by_neighbours() -> int | None:
            facts = list(self._facts(fact, reader, poly, wide=True))
            return self._by_programme(fact, reader, poly, facts) if facts else None

        def by_lengths(apart: bool) -> int | None:
            found = list(of_lengths(self, reader, poly, apart))
            line = by_chains(self, fact, reader, poly, found) if found else None
            return by_facts(iter(found)) if line is None else line

        asked, few = self.deep - self.begun <= SHALLOW, self._asks_of_few(fact)
        plain = (lambda: self._tried(lambda: by_logarithm(self, fact, reader, poly, True)) if asked else None,
                 lambda: self._by_nonzero(fact, reader, poly), lambda: self._by_monomials(fact, reader, poly), by_hypotheses,
                 lambda: by_other_weights(self, fact, reader, poly), lambda: by_means(self, fact, reader, poly) if asked else None,
                 lambda: by_weights(self, fact, reader, poly) if asked else None, lambda: by_clear_growth(self, fact) if few else None,
                 by_neighbours, lambda: self._by_chain(fact, reader, poly), lambda: self._by_each(fact, reader, poly),
                 lambda: by_facts(self._bounds(reader, poly)),
                 lambda: by_facts(increasing(self, reader, poly)), lambda: by_facts(compared(self, reader, poly)),
                 lambda: by_ends(self, fact, reader, poly), lambda: by_extremes(self, fact, reader, poly),
                 lambda: by_facts(of_products(self, fact, reader, poly)))
        wide = (lambda: self._grown_soon(fact) if asked and not self.growing else None,
                lambda: by_product(self, fact, poly, reader) if asked else None,
                lambda: by_facts(of_logarithms(self, reader, poly, fact)) if few else None,
                lambda: by_degrees(self, fact, reader, poly, list(self._facts(fact, reader, poly))),
                lambda: None if in_vain else by_orders(self, fact, reader, poly, list(self._facts(fact, reader, poly))),
                *(lambda apart=apart: by_lengths(apart) if asked else None for apart in (True, False)),
                lambda: by_one_trace(self, fact), lambda: by_traces(self, fact) if asked or not self.draft.instances else None,
                lambda: self._by_root(fact, reader, poly), lambda: by_discriminant(self, fact, reader, poly),
                lambda: by_facts(tangents(self, reader, poly, fact)) if few else None, lambda: by_growth(self, fact) if asked else None,
                lambda: None if in_vain else by_squares(self, fact, reader, poly, list(self._facts(fact, reader, poly))),
                lambda: by_squares(self, fact, reader, poly, [*self._facts(fact, reader, poly), *self._bounds(reader, poly)])
                if few and any(reader.terms[place].head in ("exp", "log") for place in letters_in(poly) & reader.terms.keys()) else None,
                lambda: by_logarithm(self, fact, reader, poly) if few else None,
                lambda: by_exponential(self, fact, reader, poly) if few else None, lambda: by_boxes(self, fact))
        line = next((line for line in (way() for way in plain) if line is not None), None)
        if line is None and fact.args[0].head == "Symbol":  # a letter has no bound of its own
            return None
        return line if line is not None else next((line for line in map(self._tried, wide) if line is not None), None)

    def _asks_of_few(self, fact: Term) -> bool:
        """Whether slopes and tangents are looked at."""
        return self.deep - self.begun <= SHALLOW and len(free(fact)) <= RUNNING

    def _by_chain(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
        return by_chains(self, fact, reader, poly, self.said(reader) if len(poly) > 1 else [])

    def said(self, reader: Reader) -> list[Known]:
        """What the domain says, and what is shown, as polynomials."""
        facts: dict = {}
        for known in dict.fromkeys([*self.draft.goal.hypotheses, *self.draft.shown]):
            with suppress(Refused):
                facts.update({str(one.poly): one for one in self._of_known(known, reader, False)})
        return list(facts.values())

    def _grown_soon(self, fact: Term) -> int | None:
        """What grows in time, in part of the steps."""
        return self.draft.effort.in_part(lambda: by_growth(self, fact, times_of(self, fact.args[0])))

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
        made.growing, made.again, made.begun, made.definite, made.atoms = self.growing, self.again, self.begun, self.definite, self.atoms
        made.averaged, made.equals, made.alike = self.averaged, self.equals, self.alike
        return made

    def _not_zero(self, node: Term) -> int:
        """The line that shows what is known to be neither negative nor zero to be positive."""
        cases: list[list] = []
        for held in signs_of(node):
            inner = self.draft.inside(held)
            at_least = ["line", inner.line("known", inner.number(nonneg(node)))]
            if held.head == "Equality":
                positive = inner.line("lemma", "square_pos", [inner.number(node)])
                others = [at_least, ["line", inner.line("difference", inner.places[held], True)]]
                self._absurd(inner, [["1", [["line", positive]]], ["1", others]])
            elif held.args[0] is not node:
                self._absurd(inner, [["1", [["line", inner.places[held]]]], ["1", [at_least]]])
            cases.append(inner.lines)
        return self.draft.line("cases", self.draft.number(pos(node)), self.draft.number(node), *cases)

    def _by_nonzero(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
        """What is not negative and, as the domain says, not zero."""
        draft = self.draft
        for known in draft.goal.hypotheses if fact.head == "pos" else ():
            if known.head != "nonzero" or term("once", (known,)) in draft.split:
                continue
            (node,) = known.args
            value = reader.reduced(reader.scalar(node))
            if not (value.num and value.den.is_one()) or value.num / value.num.leading_coefficient() != poly / poly.leading_coefficient():
                continue
            weight = poly.leading_coefficient() / value.num.leading_coefficient()
            way = node if weight > 0 else mul(MINUS, node)
            line = draft.places.get(pos(way))
            if line is None and self.show(nonneg(way)) is not None and draft.place(known) is not None:
                draft.split.add(term("once", (known,)))
                line = self._not_zero(way)
            if line is not None:
                return draft.line("sign", draft.number(fact), [], [[as_text(abs(weight)), [["line", line]]]], self.rules)
        return None

    @staticmethod
    def _absurd(inner: Draft, summands: list) -> None:
        """Summands, one of them positive, that add up to 0."""
        inner.line("absurd", inner.line("sign", inner.number(pos(number(0))), [], summands, []), [])

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
                    squared, sure = self._squared(reader.terms[place], fact.head == "pos")
                    factors += [squared] * (int(exponent) // 2)
                    certain = certain and sure
            if not up:
                return None
            strict = strict or certain
            summands.append([as_text(abs(weight)), factors])
        return self.draft.line("sign", self.draft.number(fact), [], summands, self.rules) if strict else None

    def _squared(self, node: Term, strict: bool) -> tuple[list, bool]:
        """A square as a factor, and whether it is known not to be 0."""
        if strict and self.draft.known.knows(nonzero(node)):
            return ["line", self.draft.line("lemma", "square_pos", [self.draft.number(node)])], True
        return ["square", self.draft.number(node)], False

    def contradiction(self) -> bool:
        """Whether what is known is shown to say something false of numbers; the last line then says `never`."""
        for size in SIZES[:2]:
            with suppress(TooManyLetters, Refused):
                reader = self._reader(size)
                for known in [*self.draft.goal.hypotheses, *self.draft.held, *self.draft.shown]:
                    if known.head in ("pos", "nonneg", "nonzero") and self._absurd_alone(known, reader):
                        return True
                facts = list(self._facts(None, reader, reader.context.constant(0)))
                line = self._by_programme(pos(number(0)), reader, reader.context.constant(0), facts)
                if line is not None:
                    self.draft.line("absurd", line, [])
                    return True
                return False
        return False

    def _absurd_alone(self, known: Term, reader: Reader) -> bool:
        """Whether a fact is about a number, as the rules read it, of which it does not hold."""
        value = reader.reduced(reader.scalar(known.args[0])).constant()
        if value is None or value > 0 or known.head == "nonneg" and value == 0 or known.head == "nonzero" and value != 0:
            return False
        place = self.draft.place(known)
        if place is None:
            return False
        if known.head == "nonzero":
            self.draft.line("absurd", place, self.rules)
            return True
        summands = [["1", [["line", place]]], *([[as_text(-value), []]] if value else [])]
        self.draft.line("absurd", self.draft.line("sign", self.draft.number(pos(number(0))), [], summands, self.rules), [])
        return True

    def _by_programme(self, fact: Term, reader: Reader, poly: fmpq_mpoly, facts: list[Known]) -> int | None:
        self.draft.effort.spend(programmes=1)
        distinct: dict[tuple, Known] = {}
        for known in facts:
            key = tuple(sorted((known.poly / abs(known.poly.leading_coefficient())).to_dict().items())) if known.poly else ()
            if key not in distinct or known.strict and not distinct[key].strict:
                distinct[key] = known
        facts = list(distinct.values())
        own = int(poly.total_degree()) if poly else 0
        found = programme(poly, facts, fact.head == "pos", reader, own)
        higher = degree_of(poly, facts, fact.head == "pos") if found is None and own else own
        if higher > own:
            self.draft.effort.spend(programmes=1)
            found = programme(poly, facts, fact.head == "pos", reader, higher)
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
        """X + Y where one holds a root, or is a letter of whose square something is known; X is not negative, and has the larger square."""
        strict = fact.head == "pos"
        for place in self._places_of_roots(reader):
            if int(poly.degrees()[place]) != 1:
                continue
            front = coefficient(poly, place, 1)
            sides = reader.polynomial(front * reader._gens[place]), reader.polynomial(coefficient(poly, place, 0))
            for larger, smaller in (sides, sides[::-1]):
                squares = sub(square(larger), square(smaller))
                if self.plainly(nonneg(larger)) is None or self.plainly((pos if strict else nonneg)(squares)) is None:
                    continue
                name = "larger_square" if strict else "square_not_smaller"
                line = self.draft.line("lemma", name, [self.draft.number(larger), self.draft.number(smaller)])
                return self.draft.line("sign", self.draft.number(fact), [], [["1", [["line", line]]]], self.rules)
        return None

    def _by_conjugate(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
        """X + Y is not zero where X^2 - Y^2 is not."""
        for place in self._places_of_roots(reader):
            if int(poly.degrees()[place]) == 1:
                one = reader.polynomial(coefficient(poly, place, 1) * reader._gens[place])
                other = reader.polynomial(coefficient(poly, place, 0))
                found = self._signed(sub(square(one), square(other)), "pos") if other is not ZERO else None
                if found is not None:
                    factors = add(one, other), sub(one, other)
                    self.draft.line("factors", self.draft.number(nonzero(mul(*factors))), [[found[0], 1]], self.rules)
                    line = self.draft.line("lemma", "factor_nonzero", [self.draft.number(factor) for factor in factors])
                    return self.draft.line("factors", self.draft.number(fact), [[line, 1]], self.rules)
        return None

    def _places_of_roots(self, reader: Reader) -> list[int]:
        """Letters that are roots, and those that the domain speaks of in their squares alone."""
        places = [place for place, degree, _ in reversed(reader._roots) if degree == 2]
        known = [self._squares(node, reader) for node in self.draft.goal.hypotheses] if self.deep - self.begun <= SHALLOW else []
        return list(dict.fromkeys([*places, *(place for several in known for place in several)]))

    @staticmethod
    def _squares(known: Term, reader: Reader) -> list[int]:
        """The letters that stand in a fact in their square alone."""
        with suppress(Refused):
            if known.head in ("pos", "nonneg"):
                poly = reader.reduced(reader.scalar(known.args[0])).num
                return [place for place, degree in enumerate(poly.degrees()) if int(degree) == 2 and not coefficient(poly, place, 1)]
        return []

    def plainly(self, fact: Term) -> int | None:
        """The line that shows a sign, found without slopes and tangents."""
        return self._without_slopes(lambda: self.show(fact))

    def _without_slopes(self, way: Callable[[], int | None]) -> int | None:
        self.begun -= DEEP
        try:
            return way()
        finally:
            self.begun += DEEP

    def _by_each(self, fact: Term, reader: Reader, poly: fmpq_mpoly) -> int | None:
        """Y - c |u|, Y - c max(u, v) and c min(u, v) - Y for a number c > 0: Y is compared with each of what it has to exceed."""
        for place in sorted(letters_in(poly)):
            node = reader.terms.get(place)
            front = coefficient(poly, place, 1)
            if node is None or int(poly.degrees()[place]) != 1 or not front.is_constant():
                continue
            value = front.leading_coefficient()
            if is_compared(node, value):
                other = reader.polynomial(-coefficient(poly, place, 0) / value)
                if all(self.show(gap) is not None for gap in gaps_of(fact, node, other)):
                    return exceeds_each(self.draft, fact, node, other, value, self.rules)
        return None

    def _bounds(self, reader: Reader, poly: fmpq_mpoly) -> Iterator[Known]:
        """Tangents and bounds of the functions in a polynomial."""
        for place, degree in enumerate(poly.degrees()):
            node = reader.terms.get(place) if int(degree) else None
            for name, values, sides in () if node is None else bounds_of(node):
                if all(self.show(side) is not None for side in sides):
                    with suppress(Refused):
                        yield from self.said_by(self.draft.line("lemma", name, [self.draft.number(value) for value in values]), reader)

    def said_by(self, line: int, reader: Reader, node: Term | None = None) -> Iterable[Known]:
        """What a line says of a sign, without a denominator. node: what is read for what it says it of, in other words."""
        fact = self.draft.shown[line]
        value = reader.reduced(reader.scalar(fact.args[0] if node is None else node))
        return [Known(value.num, line=line, strict=fact.head == "pos")] if value.den.is_one() else self._cleared(fact, value, reader)

    def _facts(self, fact: Term | None, reader: Reader, poly: fmpq_mpoly, wide: bool = False) -> Iterator[Known]:
        """What is known of the letters of a polynomial, and of sums of them; of all letters, where there is no fact to show. wide: of what
        is spoken of beside them, too."""
        present = letters_in(poly)
        found: list[Known] = []
        moving = self.draft.moving
        apart = moving is not None and (fact is None or moving not in free(fact))
        for known in dict.fromkeys([*self.draft.shown, *self.draft.goal.hypotheses, *self.draft.goal.given]):
            if apart and moving in free(known):
                continue
            with suppress(Refused):
                found += self._of_known(known, reader, fact is None)
        if self.alike:
            found = [known for known in found if len(set(map(sum, known.poly.monoms()))) == 1]
        if wide:
            beside = present.union(*(letters for letters in (letters_in(known.poly) for known in found) if letters & present))
            if beside == present:
                return
            for place in sorted(beside - present):
                found += self._bounds(reader, reader._gens[place])
            present = beside
        found = [known for known in found if fact is None or letters_in(known.poly) <= present]
        if fact is None:
            present = present.union(*(letters_in(known.poly) for known in found))
        yield from found
        for place in sorted(present):
            node = reader.terms.get(place)
            if node is None:
                continue
            for way, sign in ((node, 1), (mul(MINUS, node), -1)):
                line = self._letter_sign(way, fact is None)
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
        if known.args[0] in self.atoms:  # what the sum is, too
            apart = reader.reduced(sum(map(reader.scalar, known.args[0].args), reader.zero))
            return [Known(poly, fact=known, strict=known.head == "pos") for poly in (value.num, apart.num) if apart.den.is_one()]
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

    def _letter_sign(self, node: Term, at_once: bool = False) -> int | None:
        """at_once: by what is plain alone, for nobody asks for it."""
        known = node.head != "Abs" or not at_once or self.draft.known.knows(nonzero(node.args[0]))
        for head in ("pos", "nonneg") if known else ("nonneg",):
            fact = term(head, (node,))
            place = self.draft.place(fact)
            if place is not None:
                return place
            line = self._lemma(fact, at_once) if node.head != "Symbol" else None
            if line is not None:
                return line
        return None


def _is_a_root(node: Term) -> bool:
    """Whether a number is a root, or the opposite of one, whose sign is that of what stands below it."""
    root = node.args[1] if node.head == "Mul" and len(node.args) == 2 and node.args[0] is MINUS else node
    return root.head == "Pow" and root.args[1].head == "number" and root.args[1].mark.numerator == 1 < root.args[1].mark.denominator


def _factored(poly: fmpq_mpoly) -> tuple[fmpq, list]:
    lead, factors = poly.factor()
    return fmpq(lead), [(factor, int(exponent)) for factor, exponent in factors]
