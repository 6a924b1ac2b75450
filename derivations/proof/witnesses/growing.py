"""What grows near an end, and what tends to 0: quotients of polynomials in letters that do one or the other there.

The letter that moves is written by a small one, y. What grows is an exponential, or the logarithm of 1/y. The monomial that outgrows all
others of a denominator is taken out of both sides, and everything that is left tends to a number or to 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import fmpq_mpoly

from theoremtest.derivations.kernel.facts import MINUS_OO, OO, equal, limit, nonzero, pos
from theoremtest.derivations.kernel.lemmas import LEMMAS
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, coefficient
from theoremtest.derivations.kernel.special import eigenvalue, entry
from theoremtest.derivations.kernel.steps import RULES
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, free, mul, number, parts, power, put, sub, term

from .draft import Draft
from .identities import Equation
from .reader import Reader
from .signs import Signs

Powers = dict[int, int]
"""A monomial of letters that move: place to exponent, none of them 0."""


class Open(Exception):
    """The sign of a number that stands still decides, and is not known."""

    def __init__(self, node: Term) -> None:
        super().__init__(node)
        self.node = node


class Again(Exception):
    """The formulas have to be read once more, by finer roots or with more powers of Taylor polynomials."""


class Large(Exception):
    """A quotient that grows without bound, or may."""


@dataclass
class Way:
    """How formulas are read. degree: y is this root of 1/x, or of x; order: powers of Taylor polynomials; shares: of exponents, by
    monomial."""

    moving: Term
    to: Term
    degree: int = 1
    order: int = 2
    shares: dict[Any, Fraction] = field(default_factory=dict)

class Growing(Reader):
    """An algebra of formulas near an end, in which the rules so far hold. `rules` grows by what is rewritten."""

    def __init__(self, size: int, draft: Draft, way: Way, rules: list, matrix_limit: Callable[[Any, Term], tuple[int, Term]]) -> None:
        super().__init__(size)
        self.matrix_limit = matrix_limit
        """The line that shows what a matrix tends to, and that."""
        self.draft, self.way, self.moving = draft, way, way.moving
        self.lines: dict[Term, int] = {}
        """Small terms, and letters that are rests: the line that shows that they tend to 0."""
        self.rests: set[int] = set()
        self.bounded: set[int] = set()
        """Letters whose squares are at most 1."""
        self.exponents: dict[int, Quotient] = {}
        self._growths: dict[tuple, int] = {}
        self._smalls: dict[tuple, Term] = {}
        self._log: int | None = None
        self.by_cases = False
        """Whether a larger one of two that stand still has to be known."""
        self.signs = Signs(draft, rules=[rule for rule in rules if rule[0] == "letter"])
        self.given, self.rules, self.still_rules = list(rules), list(rules), list(rules)
        self._start()
        for rule in rules:
            try:
                RULES[rule[0]](draft.looking(), self, *rule[1:])
            except Refused:  # one that is of no letter here
                for several in (self.given, self.rules, self.still_rules):
                    several.remove(rule)

    # --- lines ---------------------------------------------------------------------------------------------------------

    def lemma(self, name: str, *values: Term) -> int:
        """The line of a lemma, written once."""
        _, conclusion = LEMMAS[name].at(list(values))
        place = self.draft.places.get(conclusion)
        if place is not None:
            return place
        for value in values:
            self.admit(value)
        return self.draft.line("lemma", name, [self.draft.number(value) for value in values])

    def agrees(self, left: Term, right: Term) -> int:
        """The line of an equation that the algebra shows under the rules."""
        fact = equal(left, right)
        place = self.draft.places.get(fact)
        if place is not None:
            return place
        self.admit(left)
        self.admit(right)
        try:
            return self.draft.line("algebra", self.draft.number(fact), list(self.rules))
        except Refused:  # rules are of one eigenvalue, which a function of a matrix inside of a number does not speak of
            return self.draft.line("algebra", self.draft.number(fact), list(self.given))

    def rule(self, line: int) -> None:
        """A letter stands for the right side of an equation from now on."""
        if ["letter", line] in self.rules:
            return
        self.rules.append(["letter", line])
        if self.moving not in free(self.draft.shown[line].args[0]):
            self.still_rules.append(["letter", line])

    def fixed(self, node: Term) -> None:
        """Write that a term stands still."""
        fact = term("fixed", (node,))
        if fact not in self.draft.places:
            self.draft.line("fixed", self.draft.number(node))

    def moved(self, fact: Term, line: int, *equations: int) -> int:
        """A limit, of equal terms."""
        return line if self.draft.shown[line] is fact else self.draft.line("moved", self.draft.number(fact), line, list(equations))

    def continuous(self, node: Term, value: Term) -> int:
        """The limit of a term whose moving parts are small ones, as a line."""
        needs = [line for small, line in self.lines.items() if small in set(parts(node))]
        line = self.draft.line("continuous", self.draft.number(node), needs)
        found = self.draft.shown[line].args[1]
        return line if found is value else self.moved(limit(node, value), line, self.agrees(found, value))

    # --- the small letter ----------------------------------------------------------------------------------------------

    def _start(self) -> None:
        """y, 1/y, and that they tend to 0 and grow."""
        draft, way, x = self.draft, self.way, self.moving
        root = Fraction(1, way.degree)
        tends = draft.places.get(limit(x, way.to))
        tends = draft.line("tends") if tends is None else tends
        self.lines[x] = tends
        if way.to in (OO, MINUS_OO):
            del self.lines[x]
            base = x if way.to is OO else mul(MINUS, x)
            if pos(base) not in draft.places:
                draft.line("near", draft.number(ZERO))
            if way.to is MINUS_OO:
                self.lemma("limit_opposite_small", x)
            self.big = base
            self.large = base if way.degree == 1 else power(base, root)
            if way.degree > 1:
                self._rooted("limit_of_large_power", base, root)
            self.small_letter = power(self.large, -1)
            self.lines[self.small_letter] = self.lemma("limit_of_inverse_large", self.large)
        else:
            base = sub(x, way.to)
            draft.place(pos(base))
            line = tends if base is x else self.continuous(base, ZERO)
            self.small_letter = base if way.degree == 1 else power(base, root)
            self.big = power(base, -1)
            self.lemma("limit_of_inverse_small", base)
            self.lines[base] = line
            if way.degree > 1:
                self._rooted("limit_of_small_power", base, root)
                self.lines[self.small_letter] = draft.places[limit(self.small_letter, ZERO)]
            self.large = power(self.small_letter, -1)
            self.lemma("limit_of_inverse_small", self.small_letter)
        letter = self.letter(("small",))
        self.small_place = self.place(("small",))
        self.terms[self.small_place] = self.small_letter
        variable = letter ** (-way.degree if way.to in (OO, MINUS_OO) else way.degree)
        if way.to is MINUS_OO:
            variable = -variable
        self._known[x] = variable if way.to in (OO, MINUS_OO) else variable + self.scalar(way.to)

    def _rooted(self, lemma: str, base: Term, root: Fraction) -> None:
        self.fixed(number(root))
        self.lemma("power_pos", base, number(root))
        self.lemma(lemma, base, number(root))

    def _log_letter(self) -> int:
        """The place of the logarithm of 1/x, or of x where it grows, which grows."""
        if self._log is None:
            node = call("log", self.big)
            self.lemma("limit_of_log_large", self.big)
            self.fixed(ZERO)
            self.lemma("large_above", node, ZERO)
            self._log = self.place(("log of the large",))
            self.terms[self._log] = node
            self._known[node] = self._letter_at(self._log)
        return self._log

    def _letter_at(self, place: int) -> Quotient:
        return Quotient(self._gens[place], self.context.constant(1))

    # --- signs and growth ----------------------------------------------------------------------------------------------

    def sign(self, value: Quotient) -> int:
        """The sign of a number that stands still. Raises Open, with the factor that decides, where it is not known."""
        value = self.reduced(value)
        if self.is_zero(value):
            return 0
        node = self.written(value)
        self._valued(node)
        for way, found in ((node, 1), (mul(MINUS, node), -1)):
            if self.signs.show(pos(way)) is not None:
                return found
        found = 1
        for poly in (value.num, value.den):
            lead, factors = poly.factor()
            found = found if lead > 0 else -found
            for factor, exponent in factors:
                inner = self.polynomial(factor)
                if exponent % 2 == 0 and self.signs.show(nonzero(inner)) is not None:
                    continue
                line = self.signs._signed(inner, "pos")
                if line is None:
                    raise Open(self._decides(factor))
                found = found if line[1] or exponent % 2 == 0 else -found
        way = node if found > 0 else mul(MINUS, node)
        if self.signs.show(pos(way)) is None:
            raise Open(node)
        return found

    def _decides(self, poly: fmpq_mpoly) -> Term:
        """What is to be known for the sign of a polynomial: where it holds a root, what makes the squares of its two parts equal; where it
        is a difference of two logarithms, which of the numbers is the larger one."""
        one = self.context.constant(1)
        for place, degree, below in reversed(self._roots):
            if degree != 2 or int(poly.degrees()[place]) != 1:
                continue
            front, rest = (Quotient(coefficient(poly, place, exponent), one) for exponent in (1, 0))
            for factor, _ in self.reduced(front * front * below - rest * rest).num.factor()[1]:
                node = self.polynomial(factor)
                if node not in self.draft.split and self.signs._signed(node, "pos") is None:
                    return node
        logs = {self.terms[list(monomial).index(1)]: weight for monomial, weight in poly.to_dict().items() if sum(monomial) == 1}
        if len(logs) == len(poly) == 2 and not sum(logs.values()) and all(node.head == "log" for node in logs):
            return sub(*(node.args[0] for node in logs))
        return self.polynomial(poly)

    def _valued(self, node: Term) -> None:
        """Show what a number that stands still needs to have a value."""
        for need in obligations(node):
            if not self.draft.known.knows(need):
                self.signs.show(need)

    def not_zero(self, value: Quotient) -> None:
        """Show that a number that stands still is not zero. Raises Open where that is not known."""
        node = self.written(value)
        self._valued(node)
        if self.signs.show(nonzero(node)) is None and not self._known_not_zero(value, node):
            self.sign(value)
            if self.signs.show(nonzero(node)) is None:
                raise Open(node)

    def _known_not_zero(self, value: Quotient, node: Term) -> bool:
        """Whether a number is, under the rules, a multiple of one that is known not to be zero."""
        for known in [fact for fact in self.draft.shown if fact.head == "nonzero" and self.moving not in free(fact)]:
            ratio = self.reduced(value * self.reduced(self.scalar(known.args[0])).inverse())
            if ratio.constant() is not None:
                self.draft.line("factors", self.draft.number(nonzero(node)), [[self.draft.places[known], 1]], list(self.rules))
                return True
        return False

    def _scale_places(self) -> set[int]:
        return {self.small_place, *self.exponents, *self.bounded, *([] if self._log is None else [self._log])}

    def _groups(self, poly: fmpq_mpoly) -> dict[tuple, tuple[fmpq_mpoly, fmpq_mpoly]]:
        """A polynomial by monomials of what moves: what stands before each, and what is left of that where rests are 0."""
        scales = self._scale_places()
        found: dict[tuple, tuple[dict, dict]] = {}
        for monomial, value in poly.to_dict().items():
            key = tuple((place, int(exponent)) for place, exponent in enumerate(monomial) if exponent and place in scales)
            inner = tuple(0 if place in scales else exponent for place, exponent in enumerate(monomial))
            whole, bare = found.setdefault(key, ({}, {}))
            whole[inner] = value
            if not any(inner[place] for place in self.rests):
                bare[inner] = value
        made = self.context.from_dict
        return {key: (made(whole), made(bare)) for key, (whole, bare) in found.items() if not self._vanishes(made(whole))}

    def _vanishes(self, poly: fmpq_mpoly) -> bool:
        return not poly or self.is_zero(Quotient(poly, self.context.constant(1)))

    def dominant(self, poly: fmpq_mpoly) -> tuple[Powers, fmpq_mpoly] | None:
        """The monomial that outgrows all others, and what stands before it at the end; None for zero."""
        groups = self._groups(poly)
        if not groups:
            return None
        live = [key for key, (_, bare) in groups.items() if not self._vanishes(bare) and not self._swings(key)]
        if not live:
            raise Refused("what swings") if any(map(self._swings, groups)) else Again()
        best = live[0]
        for key in live[1:]:
            if self.growth(_over(key, best)) > 0:
                best = key
        for key in groups:
            if key != best and self.growth(_over(key, best)) >= 0:
                raise Refused("what swings") if self._swings(key) else Again()
        return dict(best), groups[best][1]

    def _swings(self, key: tuple) -> bool:
        return any(place in self.bounded for place, _ in key)

    def leading(self, value: Quotient) -> tuple[Powers, Quotient] | None:
        """A monomial and a number that is not zero, whose product the quotient is like near the end; None for zero."""
        above = self.dominant(value.num)
        if above is None:
            return None
        below = self.dominant(value.den)
        if below is None:
            raise Refused("a denominator that is zero")
        one = self.context.constant(1)
        coefficient = self.reduced(Quotient(above[1], one) * Quotient(below[1], one).inverse())
        return _over(tuple(above[0].items()), tuple(below[0].items())), coefficient

    def growth(self, powers: Powers) -> int:
        """1, 0 or -1 for a monomial that grows, stands still or tends to 0."""
        key = tuple(sorted(powers.items()))
        if key not in self._growths:
            self._growths[key] = self._growth(powers)
        return self._growths[key]

    def _growth(self, powers: Powers) -> int:
        if not powers:
            return 0
        if set(powers) == {self.small_place}:
            return -1 if powers[self.small_place] > 0 else 1
        exponent = self._exponent(powers)
        if not self.is_zero(exponent):
            found = self.leading(exponent)
            assert found is not None
            return self.sign(found[1])
        times = powers.get(self._log, 0) if self._log is not None else 0
        return (times > 0) - (times < 0)

    def _exponent(self, powers: Powers) -> Quotient:
        """The logarithm of a monomial, but for powers of the logarithm itself."""
        total = self.zero
        for place, times in powers.items():
            if place == self.small_place:
                total = total - self._letter_at(self._log_letter()) * self.constant(Fraction(times, self.way.degree))
            elif place in self.exponents:
                total = total + self.exponents[place] * self.constant(times)
        return total

    def monomial_value(self, powers: Powers) -> Quotient:
        """A monomial of what moves as a quotient."""
        total = self.one
        for place, times in powers.items():
            total = total * self._letter_at(place) ** times
        return total

    def monomial_term(self, powers: Powers) -> Term:
        """A monomial of what moves as a term that is known to be positive."""
        factors = []
        for place, times in powers.items():
            node = self.terms[place]
            if place in self.exponents:
                self.lemma("exp_pos", node.args[0])
            factors.append(node if times == 1 else power(node, times))
        return mul(*factors) if factors else ONE

    def small(self, powers: Powers) -> Term:
        """A term for a monomial that tends to 0, built of terms that are known to."""
        key = tuple(sorted(powers.items()))
        if key not in self._smalls:
            self._smalls[key] = self._small(dict(powers))
        return self._smalls[key]

    def _small(self, powers: Powers) -> Term:
        swings = [place for place in powers if place in self.bounded for _ in range(powers[place])]
        if swings:
            found = self.small({place: exponent for place, exponent in powers.items() if place not in self.bounded})
            for place in swings:
                if found not in self.lines:
                    self.lines[found] = self.continuous(found, ZERO)
                line = self.lemma("limit_of_bounded_multiple", found, self.terms[place])
                found = self.draft.shown[line].args[0]
                self.lines[found] = line
            return found
        if set(powers) == {self.small_place}:
            return self.small_letter if powers[self.small_place] == 1 else power(self.small_letter, powers[self.small_place])
        place = self._log_letter()
        log, times = self.terms[place], powers.pop(place, 0)
        exponent, alike = self._exponent(powers), dict(powers)
        if times < 0:
            inverse = power(log, -1)
            self.lines[inverse] = self.lemma("limit_of_inverse_large", log)
            return mul(power(inverse, -times), self.small(powers)) if powers else power(inverse, -times)
        found = self.leading(exponent)
        if found is None:
            raise Refused("a monomial that stands still")
        front, outer = found[0], []
        if front == {place: 1}:
            base, divided = log, self._letter_at(place)
        elif set(front) == {self.small_place} and front[self.small_place] < 0:
            degree = -front[self.small_place]
            base, divided = self.large, self._letter_at(self.small_place) ** -degree
            if degree > 1:
                base = power(self.large, degree)
                self.fixed(number(degree))
                self.lemma("limit_of_large_power", self.large, number(degree))
            if times:  # (y log)^times, and its powers of y go into the exponential
                outer = [power(self.small({self.small_place: 1, place: 1}), times)]
                exponent = exponent + self._letter_at(place) * self.constant(Fraction(times, self.way.degree))
                alike[self.small_place] = alike.get(self.small_place, 0) - times
                times = 0
        else:
            inverse = self.small({place: -exponent for place, exponent in front.items()})
            self.signs.show(pos(inverse))
            base, divided = power(inverse, -1), self.monomial_value(front)
            self.lemma("limit_of_inverse_small", inverse)
        inner, value, _, _ = self.tending(-exponent * divided.inverse())
        self.signs.show(pos(value))
        self.fixed(number(times))
        line = self.lemma("exp_outgrows", base, number(times), inner, value)
        node = self.draft.shown[line].args[0]
        self.lines[node] = line
        self._exp_rule(node.args[1], alike)
        self.lemma("exp_pos", node.args[1].args[0])
        return mul(node, *outer) if outer else node

    def _exp_rule(self, node: Term, powers: Powers) -> None:
        """An exponential stands for a monomial."""
        factors = self._exponentials(powers)
        product = mul(*factors) if factors else ONE
        if product is not node:
            self.rule(self.draft.line("exp", self.draft.number(equal(node, product)), list(self.rules)))

    # --- limits --------------------------------------------------------------------------------------------------------

    def tending(self, value: Quotient) -> tuple[Term, Term, Quotient, int]:
        """A quotient that tends to a number: a term for it, its limit as a term and as a quotient, and the line that shows it."""
        value = self.reduced(value)
        below = self.dominant(value.den)
        if below is None:
            raise Refused("a denominator that is zero")
        lead, coefficient = below
        one = self.context.constant(1)
        bottom = Quotient(coefficient, one)
        self.not_zero(bottom)
        above, top = self._relative(value.num, lead)
        node, limit_value = above, self.reduced(Quotient(top, one))
        if not (value.den.is_one()):
            under, _ = self._relative(value.den, lead)
            self._bounded_away(under, bottom)
            node, limit_value = mul(above, power(under, -1)), self.reduced(Quotient(top, one) * bottom.inverse())
        written = self.written(limit_value)
        return node, written, limit_value, self.continuous(node, written)

    def _relative(self, poly: fmpq_mpoly, lead: Powers) -> tuple[Term, fmpq_mpoly]:
        """A polynomial over a monomial, as a sum of small terms and of what stands still at the end. Raises Large where one grows."""
        summands, stays = [], self.context.constant(0)
        for key, (whole, bare) in self._groups(poly).items():
            powers = _over(key, tuple(lead.items()))
            growth = self.growth(powers)
            if growth > 0 or (growth == 0 and powers):
                raise Again if self._vanishes(bare) else Large
            front = self.polynomial(whole)
            if not powers:
                stays = stays + bare
                summands.append(front)
            else:
                summands.append(self.small(powers) if front is ONE else mul(front, self.small(powers)))
        return (add(*summands) if summands else ZERO), stays

    def _bounded_away(self, node: Term, value: Quotient) -> None:
        """Show that a term with a limit that is not zero is not zero near the end."""
        if self.moving not in free(node):
            self.signs.show(nonzero(node))
            return
        written = self.written(value)
        line = self.continuous(node, written)
        if self.signs.show(pos(written)) is not None:
            self.lemma("limit_positive", node, written)
            return
        opposite = mul(MINUS, written)
        if self.signs.show(pos(opposite)) is None:
            self.sign(value)
            raise Open(written)
        turned = mul(MINUS, node)
        self.moved(limit(turned, opposite), self.draft.line("continuous", self.draft.number(turned), [line]))
        self.lemma("limit_positive", turned, opposite)

    def eventually(self, fact: Term) -> bool:
        """Whether a sign of what moves is shown near the end, by its leading term. Raises Open where a number's sign decides."""
        (node,) = fact.args
        value = self.reduced(self.scalar(node))
        found = self.leading(value)
        if found is None:
            if fact.head != "nonneg":
                return False
            self.draft.line("sign", self.draft.number(fact), [], [], list(self.rules))
            return True
        powers, coefficient = found
        sign = self.sign(coefficient)
        if sign < 0 and fact.head != "nonzero":
            return False
        inner, written, _, _ = self.tending(value * self.monomial_value(powers).inverse())
        if sign < 0:
            turned, opposite = mul(MINUS, inner), mul(MINUS, written)
            line = self.draft.line("continuous", self.draft.number(turned), [self.draft.places[limit(inner, written)]]) \
                if self.moving in free(inner) else self.continuous(turned, opposite)
            self.moved(limit(turned, opposite), line)
            inner, written = turned, opposite
        self.signs.show(pos(written))
        first = self.lemma("limit_positive", inner, written)
        monomial = self.monomial_term(powers)
        second = self.draft.line("known", self.draft.number(pos(monomial)))
        if fact.head == "nonzero":
            self.draft.line("factors", self.draft.number(fact), [[first, 1], [second, 1]], list(self.rules))
        else:
            self.draft.line("sign", self.draft.number(fact), [], [["1", [["line", first], ["line", second]]]], list(self.rules))
        return True

    def admit(self, node: Term) -> None:
        """Show what a term needs to have a value near the end."""
        for need in obligations(node):
            self.show(need)

    def show(self, fact: Term) -> bool:
        """Whether a fact is shown near the end."""
        if self.draft.known.knows(fact):
            return True
        if fact.head == "both":
            shown = [self.show(part) for part in fact.args]
            return all(shown)
        if fact.head == "any":
            return any(self.show(part) for part in fact.args)
        if fact.head == "spectral":
            return self.show(put(fact.args[2], {fact.args[0]: eigenvalue(fact.args[1], 0)}))
        if fact.head == "entries":
            return self.show(put(fact.args[0], {pair.args[0]: entry(pair.args[1], 0) for pair in fact.args[1:]}))
        if fact.head == "Equality":
            return self.moving not in free(fact) and Equation(self.draft, fact).show()
        if fact.head not in ("pos", "nonneg", "nonzero"):
            return False
        return self._shows(fact)

    # --- signs near the end, and what has none ---

    def _shows(self, fact: Term, quiet: bool = True) -> bool:
        """Whether a sign is shown, near the end where it is of what moves."""
        if self.draft.known.knows(fact):
            return True
        if self.moving in free(fact):
            return self.eventually(fact)
        return self.signs.show(fact) is not None or self._by_rules(fact)

    def _by_rules(self, fact: Term) -> bool:
        """Whether a sign is shown of what a number is under the rules."""
        value = self.reduced(self.scalar(fact.args[0]))
        line = None if self.is_zero(value) else self.signs.show(term(fact.head, (self.written(value),)))
        if line is None:
            return False
        if fact.head == "nonzero":
            self.draft.line("factors", self.draft.number(fact), [[line, 1]], list(self.rules))
        else:
            self.draft.line("sign", self.draft.number(fact), [], [["1", [["line", line]]]], list(self.rules))
        return True

    def grows(self, node: Term, value: Term) -> bool:
        """Whether it is shown that a term tends to oo, or to -oo: a monomial that grows, times what tends to a number that is not zero."""
        read = self.reduced(self.scalar(node))
        found = self.leading(read)
        if found is None or self.growth(found[0]) <= 0:
            return False
        up = value is OO
        if self.sign(found[1]) != (1 if up else -1):
            return False
        factor = self.monomial_value(found[0]).inverse()
        inner, written, _, _ = self.tending((read if up else -read) * factor)
        small = self.small({place: -times for place, times in found[0].items()})
        if small not in self.lines:
            self.lines[small] = self.continuous(small, ZERO)
        self.signs.show(pos(small))
        self.lemma("limit_of_inverse_small", small)
        self.signs.show(pos(written))
        line = self.lemma("limit_of_large_multiple", power(small, -1), inner, written)
        large = self.draft.shown[line].args[0]
        if not up:
            line = self.lemma("limit_opposite_large", large)
            large = self.draft.shown[line].args[0]
        self.moved(limit(node, value), line, self.agrees(node, large))
        return True

    # --- exponentials as letters ---

    def _exponentials(self, powers: Powers) -> list[Term]:
        """A monomial as exponentials."""
        factors = []
        for place, times in powers.items():
            letter = self.terms[place]
            if place == self.small_place:
                log, share, times = self.terms[self._log_letter()], Fraction(1, self.way.degree), -times
                letter = call("exp", log if share == 1 else mul(number(share), log))
                self._exp_of_log(letter, log, share)
            if times:
                self.lemma("exp_pos", letter.args[0])
                factors.append(power(letter, times) if times != 1 else letter)
        return factors

    def _exp_of_log(self, node: Term, log: Term, share: Fraction) -> Quotient:
        """e^(share log p) is a power of p, of y where p is what grows."""
        base, draft = log.args[0], self.draft
        found = power(base, share) if share != 1 else base
        of_the_large = self._log is not None and log is self.terms[self._log]
        if of_the_large and (share * self.way.degree).denominator != 1:
            self._finer(self.small_place, (share * self.way.degree).denominator)
        if equal(node, found) not in draft.places:
            if share == 1:
                line = self.lemma("exp_log", base)
            else:
                line = self.lemma("power_as_exp", base, number(share))
            made = draft.shown[line]
            turned = equal(node, found)
            if made is not turned:
                draft.line("algebra", draft.number(turned), [], [[line, draft.number(ONE if made.args[1].head != "exp" else MINUS)]])
        self.rule(draft.places[equal(node, found)])
        return self._letter_at(self.small_place) ** -int(share * self.way.degree) if of_the_large else self.scalar(found)

    def _finer(self, place: int, times: int) -> None:
        if place == self.small_place:
            self.way.degree *= times
        else:
            key = next(key for key, found in self._letters.items() if found == place)
            self.way.shares[key[1]] = self.way.shares[key[1]] / times
        raise Again


def _over(key: tuple, other: tuple) -> Powers:
    """The quotient of two monomials."""
    found = dict(key)
    for place, exponent in other:
        found[place] = found.get(place, 0) - exponent
    return {place: exponent for place, exponent in found.items() if exponent}


def letters_in(poly: fmpq_mpoly) -> set[int]:
    """The letters of a polynomial."""
    return {place for place, degree in enumerate(poly.degrees()) if int(degree) > 0}
