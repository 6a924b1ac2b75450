"""Formulas near an end, as quotients of polynomials in letters that tend to 0, or grow, there.

The letter that moves is written by a small one, y; roots, exponentials and logarithms by their first Taylor polynomials, each with a rest
that is a letter of its own and tends to 0. What grows is an exponential of single monomials, or the logarithm of 1/y. Every rewriting is a
line of the proof, an equation that the algebra may use. Then the limit of a quotient can be read off: the monomial that outgrows all others
of its denominator is taken out of both sides, and everything that is left tends to a number or to 0.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any

from flint import fmpq_mat, fmpq_mpoly, fmpz

from theoremtest.derivations.kernel.facts import MINUS_OO, OO, equal, limit, nonneg, nonzero, pos
from theoremtest.derivations.kernel.lemmas import LEMMAS
from theoremtest.derivations.kernel.obligations import obligations
from theoremtest.derivations.kernel.ring import Quotient, coefficient
from theoremtest.derivations.kernel.special import eigenvalue, entry
from theoremtest.derivations.kernel.steps import RULES
from theoremtest.derivations.kernel.table import TABLE
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, free, mul, number, parts, power, put, sub, term

from .draft import Draft
from .identities import Equation
from .reader import Reader
from .signs import Signs

Powers = dict[int, int]
"""A monomial of letters that move: place to exponent, none of them 0."""


ODD = ("atan", "asin", "erf")
"""Functions that have no meaning in others, and are 0 at 0."""


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


class Series(Reader):
    """An algebra of formulas near an end, in which the rules so far hold. `rules` grows by what is rewritten."""

    def __init__(self, size: int, draft: Draft, way: Way, rules: list, matrix_limit: Callable[[Series, Term], tuple[int, Term]]) -> None:
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
        self.given, self.rules, self.still_rules = rules, list(rules), list(rules)
        self._start()
        for name, *needs in rules:
            RULES[name](draft.looking(), self, *needs)

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

    # --- reading -------------------------------------------------------------------------------------------------------

    def _read(self, node: Term) -> Quotient:
        head, still = node.head, self.moving not in free(node)
        if head == "exp" or (head == "constant" and node.mark == "E"):
            return self._exp(node, node.args[0] if node.args else ONE)
        if head == "log":
            return self._logarithm(node)
        if head == "Pow" and node.args[1].head != "number":
            return self._general_power(node)
        if head in ("Abs", "sign") or head in ("Max", "Min") and len(node.args) == 2:
            found = self._by_sign(node)
            if found is not None:
                return found
        if head == "GrowthIntegral" and (not still or not self._is_zero_term(node.args[0])):
            return self._growth_integral(node)
        if head in TABLE and TABLE[head].meaning is not None and not (still and head in ("acos", "tan", "cot", "sec", "csc")):
            return self._meaning(node)
        if still or head in ("Add", "Mul", "Pow"):
            return super()._read(node)
        if head in ("Dot", "Trace"):
            if any(part.head in ("MatrixFunction", "Diagonal", "DiagMatrix") and self.moving in free(part) for part in parts(node)):
                return self._of_matrices(node)
            found = super()._read(node)
            if any(self.moving in free(self.terms[place]) and place not in self._scale_places() | self.rests
                   for poly in (found.num, found.den) for place in _letters_in(poly)):
                return self._of_matrices(node)
            return found
        if head == "Determinant":
            return self._of_matrices(node)
        if head in TABLE:
            return self._function(node)
        raise Refused(f"{head} is not read near an end")

    def _of_matrices(self, node: Term) -> Quotient:
        """A number made of matrices that move, by their limits: its value there, and a rest."""
        lines = [self.matrix_limit(self, part)[0] for part in node.args if self.moving in free(part)]
        line = self.draft.line("continuous", self.draft.number(node), lines)
        return self._valued_at(node, self.draft.shown[line].args[1], line)

    def _function(self, node: Term) -> Quotient:
        """A function that is no quotient of others: at a number that its argument tends to, at an end, or anywhere where it is bounded."""
        inner = [self.reduced(self.scalar(part)) for part in node.args]
        grow = [not self.is_zero(value) and (self.leading(value) or ({},))[0] and self.growth((self.leading(value) or ({},))[0]) > 0
                for value in inner]
        if not any(grow):
            return self._circular(node, inner[0]) if node.head in ("sin", "cos") else self._by_continuity(node)
        if node.head in ("sin", "cos"):
            return self._bounded(node)
        if node.head in ("atan", "erf"):
            return self._at_an_end(node, inner[0])
        raise Refused(f"{node.head} at an end")

    def _by_continuity(self, node: Term) -> Quotient:
        """A continuous function of what tends to numbers: its value there, and a rest."""
        lines, there = [], []
        for part in node.args:
            if self.moving not in free(part):
                there.append(part)
                continue
            inner, written, _, line = self.tending(self.scalar(part))
            lines.append(line if part is inner else self.moved(limit(part, written), line, self.agrees(part, inner)))
            there.append(written)
        value = term(node.head, there, node.mark)
        self.admit(value)
        if node.head in ODD and there == [ZERO]:
            odd = self.lemma(f"{node.head}_of_opposite", ZERO)
            zero = equal(value, ZERO)
            if zero not in self.draft.places:
                self.draft.line("algebra", self.draft.number(zero), [], [[odd, self.draft.number(number(Fraction(1, 2)))]])
            self.rule(self.draft.places[zero])
            self._known[value] = self.zero
        if node.head in ("sign", "acot"):
            self.signs.show(nonzero(there[0]))
        return self._valued_at(node, value, self.draft.line("continuous", self.draft.number(node), lines))

    def _valued_at(self, node: Term, value: Term, line: int) -> Quotient:
        """A term by its limit, which a line shows, and a rest that is a letter."""
        rest = sub(node, value) if value is not ZERO else node
        if rest is not node:
            first = self.draft.line("continuous", self.draft.number(rest), [line])
            line = self.moved(limit(rest, ZERO), first, self.agrees(self.draft.shown[first].args[1], ZERO))
        return self.scalar(value) + self._rest(line)

    def _circular(self, node: Term, value: Quotient) -> Quotient:
        """A sine or cosine by its Taylor polynomial, at a number by the sum of angles."""
        draft = self.draft
        _, there, found, _ = self.tending(value)
        if self.is_zero(found):
            u, function = self._taylor(node.head, value)
            if u is not ZERO:
                self.agrees(node, call(node.head, u))
            return function
        away = self.written(self.reduced(value - found))
        self.admit(away)
        whole = add(there, away)
        same = self.agrees(node.args[0], whole)
        first = draft.line("congruent", draft.number(equal(node, call(node.head, whole))), [same])
        second = self.lemma(f"{node.head}_of_sum", there, away)
        turned = equal(node, draft.shown[second].args[1])
        third = draft.line("algebra", draft.number(turned), [], [[first, draft.number(ONE)], [second, draft.number(ONE)]])
        self.rule(third)
        return self.scalar(turned.args[1])

    def _bounded(self, node: Term) -> Quotient:
        """A sine or cosine of what grows: a letter whose square is at most 1."""
        (inner,) = node.args
        circle = self.lemma("circle", inner)
        other = call("cos" if node.head == "sin" else "sin", inner)
        rule = ["modulo", circle, self.draft.number(node), 2]
        fact = nonneg(sub(ONE, power(node, 2)))
        self.draft.line("sign", self.draft.number(fact), [], [["1", [["square", self.draft.number(other)]]]], [rule])
        place = self.place(("bounded", node))
        self.terms[place] = node
        self.bounded.add(place)
        return self._letter_at(place)

    def _at_an_end(self, node: Term, value: Quotient) -> Quotient:
        """An arctangent, or an error function, of what grows or falls without bound."""
        (inner,) = node.args
        found = self.leading(value)
        assert found is not None
        name = f"limit_of_{node.head}"
        if self.sign(found[1]) > 0:
            self.grows(inner, OO)
            line = self.lemma(name, inner)
            return self._valued_at(node, self.draft.shown[line].args[1], line)
        self.grows(inner, MINUS_OO)
        opposite = mul(MINUS, inner)
        self.lemma("limit_opposite_small", inner)
        line = self.lemma(name, opposite)
        other, there = self.draft.shown[line].args
        odd = self.lemma(f"{node.head}_of_opposite", inner)
        first = self.draft.line("continuous", self.draft.number(mul(MINUS, other)), [line])
        same = self.draft.line("algebra", self.draft.number(equal(node, mul(MINUS, other))), [], [[odd, self.draft.number(ONE)]])
        return self._valued_at(node, mul(MINUS, there), self.moved(limit(node, mul(MINUS, there)), first, same))

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

    def _is_zero_term(self, node: Term) -> bool:
        return self.is_zero(self.scalar(node))

    def _meaning(self, node: Term) -> Quotient:
        meaning = TABLE[node.head].meaning(*node.args)  # type: ignore[misc]
        self.admit(meaning)
        self.rule(self.draft.line("meaning", self.draft.number(node)))
        return self.scalar(meaning)

    def _growth_integral(self, node: Term) -> Quotient:
        rate, time = node.args
        if not self._shows(nonzero(rate)):
            if self.moving in free(rate):
                raise Refused("an integral of an exponential whose rate may vanish")
            return super()._read(node) if self.moving not in free(node) else self._open(rate)
        self.rule(self.lemma("growth_quotient", rate, time))
        return self.scalar(mul(sub(call("exp", mul(rate, time)), ONE), power(rate, -1)))

    def _open(self, node: Term) -> Any:
        raise Open(node)

    def _by_sign(self, node: Term) -> Quotient | None:
        """What a modulus, a sign, a larger one is, where a sign is known; None for what stands still and is a letter."""
        still = self.moving not in free(node)
        inner = node.args[0] if node.head in ("Abs", "sign") else sub(*node.args)
        for way, up in ((inner, True), (mul(MINUS, inner), False)):
            if self._shows(pos(way) if node.head == "sign" else nonneg(way), quiet=still):
                if node.head == "Abs":
                    self.rule(self.lemma("abs_of_nonneg" if up else "abs_of_negative", inner))
                    return self.scalar(way)
                if node.head == "sign":
                    self.rule(self.lemma("sign_of_positive" if up else "sign_of_negative", inner))
                    return self.constant(1 if up else -1)
                which = "larger" if up else "smaller"
                self.rule(self.lemma(f"{node.head.lower()}_of_{which}", *node.args))
                return self.scalar(node.args[int(up != (node.head == "Max"))])
        if still and self.by_cases:
            raise Open(inner)
        if still:
            return super()._read(node)
        raise Refused(f"the sign inside of {node.head} is not known near the end")

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
        """What is to be known for the sign of a polynomial: where it holds a root, what makes the squares of its two parts equal."""
        one = self.context.constant(1)
        for place, degree, below in reversed(self._roots):
            if degree != 2 or int(poly.degrees()[place]) != 1:
                continue
            front, rest = (Quotient(coefficient(poly, place, exponent), one) for exponent in (1, 0))
            for factor, _ in self.reduced(front * front * below - rest * rest).num.factor()[1]:
                node = self.polynomial(factor)
                if node not in self.draft.split and self.signs._signed(node, "pos") is None:
                    return node
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
            self.rule(self.draft.line("exp", self.draft.number(equal(node, product)), self._without_exp()))

    def _without_exp(self) -> list:
        return list(self.rules)

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

    # --- roots, exponentials, logarithms -------------------------------------------------------------------------------

    def _split(self, value: Quotient) -> tuple[Powers, Quotient, Quotient]:
        """A positive quotient as monomial, number, and 1 + w with w tending to 0: the first two, and w."""
        found = self.leading(value)
        if found is None:
            raise Refused("zero where a positive number is wanted")
        powers, coefficient = found
        if self.sign(coefficient) < 0:
            raise Refused("a negative number where a positive one is wanted")
        return powers, coefficient, self.reduced(value * (self.monomial_value(powers) * coefficient).inverse() - self.one)

    def _taylor(self, name: str, w: Quotient, exponent: Fraction = Fraction(1)) -> tuple[Term, Quotient]:
        """The argument u of e^u, log(1 + u), (1 + u)^a, which is w and tends to 0, and the function's value with its rest."""
        found = None if self.is_zero(w) else self.leading(w)
        if found is None:
            return ZERO, self.zero if name in ("log", "sin") else self.one
        powers = found[0]
        if self.growth(powers) >= 0:
            raise Again
        order, draft = self.way.order, self.draft
        front = self.small(powers)
        inner, _, _, beside = self.tending(w * self.monomial_value(powers).inverse())
        u = mul(front, inner)
        small_line = self.lines.get(front)
        if small_line is None:
            small_line = self.lines[front] = self.continuous(front, ZERO)
        self.signs.show(pos(front))
        if not draft.known.knows(nonzero(front)):
            draft.line("known", draft.number(pos(front)))
        if name in ("log", "power"):
            one = add(ONE, u)
            line = draft.line("continuous", draft.number(one), [small_line, beside])
            self.moved(limit(one, ONE), line, self.agrees(draft.shown[line].args[1], ONE))
            self.lemma("limit_positive", one, ONE)
        more = [draft.number(number(exponent))] if name == "power" else []
        line = draft.line("taylor", name, small_line, beside, order, *more)
        rest = self._rest(line)
        total, factor, powered = self.zero, Fraction(1), self.one
        for place in range(order + 1):
            if name == "log":
                factor = Fraction((-1) ** (place + 1), place) if place else Fraction(0)
            if name not in ("sin", "cos"):
                total = total + powered * self.constant(factor)
            elif place % 2 == ("cos", "sin").index(name):
                total = total + powered * self.constant(factor if place % 4 < 2 else -factor)
            if name in ("exp", "sin", "cos"):
                factor = factor / (place + 1)
            elif name == "power":
                factor = factor * (exponent - place) / (place + 1)
            powered = powered * w
        return u, total + rest * self.monomial_value(powers) ** order

    def _rest(self, line: int) -> Quotient:
        node = self.draft.shown[line].args[0]
        place = self.place(("rest", node))
        self.terms[place] = node
        self.rests.add(place)
        self.lines[node] = line
        return self._letter_at(place)

    def _power(self, base: Term, exponent: Fraction) -> Quotient:
        """A root: that of the leading number, of the leading monomial, and of 1 + u."""
        degree = exponent.denominator
        if degree == 1:
            return super()._power(base, exponent)
        node = power(base, Fraction(1, degree))
        if self.moving not in free(base):
            self._simple_root(node)
            return super()._power(base, exponent)
        if node not in self._known:
            self._known[node] = self._root(node, base, degree)
        return self._known[node] ** exponent.numerator

    def _simple_root(self, node: Term) -> None:
        """What a root of what stands still is, by factors of known sign."""
        if node in self._known or self.key_of(node) in self._scalar_rules or self.key_of(node) in self._letters:
            return
        equation = Equation(self.draft, equal(node, node))
        equation.rules = list(self.still_rules)
        equation._roots([node])
        for rule in equation.rules[len(self.still_rules):]:
            self.rules.append(rule)
            self.still_rules.append(rule)
            RULES[rule[0]](self.draft.looking(), self, *rule[1:])

    def _root(self, node: Term, base: Term, degree: int) -> Quotient:
        draft = self.draft
        value = self.reduced(self.scalar(base))
        powers, coefficient, w = self._split(value)
        for place, times in powers.items():
            if times % degree:
                self._finer(place, degree // gcd(times, degree))
        rooted = {place: times // degree for place, times in powers.items()}
        if self._log in rooted:
            raise Refused("a root of a logarithm")
        front = power(self.written(coefficient), Fraction(1, degree))
        constant = ONE if coefficient.constant() == 1 else front
        if constant is not ONE:
            self.show(nonneg(front.args[0]))
        factor = self.one if constant is ONE else self.scalar(front)
        constant = self.written(factor)
        self.signs.show(nonneg(constant))
        u, function = self._taylor("power", w, Fraction(1, degree))
        monomial = self.monomial_term(rooted)
        last = ONE
        if u is not ZERO:
            last = power(add(ONE, u), Fraction(1, degree))
            self.lemma("power_pos", *last.args)
        if not draft.known.knows(nonneg(base)):
            self.eventually(nonneg(base))
        product = mul(constant, monomial, last)
        if monomial is not ONE:
            draft.line("known", draft.number(pos(monomial)))
        self.rule(draft.line("root", draft.number(equal(node, product)), list(self.rules)))
        return factor * self.monomial_value(rooted) * function

    def _finer(self, place: int, times: int) -> None:
        if place == self.small_place:
            self.way.degree *= times
        else:
            key = next(key for key, found in self._letters.items() if found == place)
            self.way.shares[key[1]] = self.way.shares[key[1]] / times
        raise Again

    def _logarithm(self, node: Term) -> Quotient:
        """log(c m (1 + u)) = log c + log m + log(1 + u), log c by factors."""
        (inner,) = node.args
        if self._log is not None and node is self.terms[self._log]:
            return self._letter_at(self._log)
        if not self._shows(pos(inner)):
            if self.moving in free(inner):
                raise Refused("the logarithm of what may not be positive")
            raise Open(inner)
        value = self.reduced(self.scalar(inner))
        powers, coefficient, w = self._split(value) if self.moving in free(inner) else ({}, value, self.zero)
        total, summands = self.zero, []
        for factor, times in self._factors(coefficient):
            letter = call("log", factor)
            place = self.place(("log", None, (self.reduced(self.scalar(factor)).key(),)))
            self.terms.setdefault(place, letter)
            total = total + self._letter_at(place) * self.constant(times)
            summands.append(mul(number(times), letter))
        if not powers and self.is_zero(w) and len(summands) == 1 and summands[0].args[1] is node:
            return total
        for place, times in powers.items():
            if place == self.small_place:
                log = self._log_letter()
                share = Fraction(-times, self.way.degree)
                total = total + self._letter_at(log) * self.constant(share)
                summands.append(mul(number(share), self.terms[log]))
            elif place in self.exponents:
                total = total + self.exponents[place] * self.constant(times)
                letter = call("log", self.terms[place])
                self.lemma("exp_pos", self.terms[place].args[0])
                self.rule(self.lemma("log_exp", self.terms[place].args[0]))
                summands.append(mul(number(times), letter))
            else:
                raise Refused("the logarithm of a logarithm")
        u, function = self._taylor("log", w)
        if u is not ZERO:
            summands.append(call("log", add(ONE, u)))
        fact = equal(node, add(*summands) if summands else ZERO)
        if fact.args[1] is not node:
            self.rule(self.draft.line("log", self.draft.number(fact), self._without_log()))
        return total + function

    def _without_log(self) -> list:
        return list(self.rules)

    def _factors(self, value: Quotient) -> list[tuple[Term, int]]:
        """A positive number as a product of powers of positive numbers, primes and factors of known sign among them."""
        if self.signs.show(pos(self.written(value))) is None:
            raise Open(self.written(value))
        found: list[tuple[Term, int]] = []
        rest, lead = self.one, Fraction(1)
        for poly, way in ((value.num, 1), (value.den, -1)):
            front, factors = poly.factor()
            lead *= Fraction(int(front.p), int(front.q)) ** way
            for factor, exponent in factors:
                node = self.polynomial(factor)
                line = self.signs._signed(node, "pos")
                if line is None:
                    rest = rest * Quotient(factor, self.context.constant(1)) ** (way * int(exponent))
                else:
                    found.append((node if line[1] else mul(MINUS, node), way * int(exponent)))
                    lead = lead if line[1] or int(exponent) % 2 == 0 else -lead
        if rest.constant() is None:
            found.append((self.written(rest * self.constant(-1 if lead < 0 else 1)), 1))
            self.signs.show(pos(found[-1][0]))
            lead = abs(lead)
        for prime, exponent in _primes(lead):
            found.append((number(prime), exponent))
        return found

    def _exp(self, node: Term, inner: Term) -> Quotient:
        """e^u for u = what grows + a number + w: exponentials of monomials, and of what tends to 0."""
        value = self.reduced(self.scalar(inner))
        grows, w = self.zero, value
        if self.moving not in free(inner):
            grows, w = value, self.zero
        else:
            for _ in range(12):
                found = None if self.is_zero(w) else self.leading(w)
                if found is None or self.growth(found[0]) < 0:
                    break
                part = self.monomial_value(found[0]) * found[1]
                grows, w = grows + part, self.reduced(w - part)
            else:
                raise Refused("an exponent of too many terms")
        product, total = self._exponential(self.reduced(grows))
        u, function = self._taylor("exp", w)
        if u is not ZERO:
            product = call("exp", u) if product is ONE else mul(product, call("exp", u))
        if product is not node:
            self.rule(self.draft.line("exp", self.draft.number(equal(node, product)), self._without_exp()))
        return total * function

    def _exponential(self, exponent: Quotient) -> tuple[Term, Quotient]:
        """e to a sum of monomials, as a product of letters, each the exponential of a share of one monomial."""
        factors, total = self._in_letters(exponent)
        if factors is not None:
            return (mul(*factors) if factors else ONE), total
        factors, total = [], self.one
        for monomial, factor in exponent.num.to_dict().items():
            top = Quotient(self.context.from_dict({monomial: 1}), exponent.den)
            key = self._key_of(top)
            quotient = Fraction(int(factor.p), int(factor.q))
            share = self.way.shares.get(key)
            if share is None:
                share = self.way.shares[key] = abs(quotient)
            if (quotient / share).denominator != 1:
                self.way.shares[key] = Fraction(gcd(share.numerator, abs(quotient.numerator)), lcm(share.denominator, quotient.denominator))
                raise Again
            times = int(quotient / share)
            letter, value = self._exponential_letter(key, top * self.constant(share))
            if times < 0:
                self.lemma("exp_pos", letter.args[0])
            factors.append(letter if times == 1 else power(letter, times))
            total = total * value**times
        return (mul(*factors) if factors else ONE), total

    def _in_letters(self, exponent: Quotient) -> tuple[list[Term] | None, Quotient]:
        """e to an exponent as a product of powers of the letters that there are; None where it is none."""
        places = list(self.exponents)
        given = [self.exponents[place] for place in places]
        if self._log is not None:
            places.append(self.small_place)
            given.append(self._letter_at(self._log) * self.constant(Fraction(-1, self.way.degree)))
        weights = self._weights(given, exponent)
        if weights is None:
            return None, self.one
        powers = {}
        for place, weight in zip(places, weights, strict=True):
            if weight.denominator != 1:
                self._finer(place, weight.denominator)
            if weight:
                powers[place] = int(weight)
        return self._exponentials(powers), self.monomial_value(powers)

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

    def _weights(self, given: list[Quotient], wanted: Quotient) -> list[Fraction] | None:
        """The rational numbers by which given quotients add up to another; None where they do not."""
        if not given:
            return None
        common = self.context.constant(1)
        for value in (*given, wanted):
            common = common * (value.den // common.gcd(value.den))
        rows: dict = {}
        for column, value in enumerate((*given, wanted)):
            for monomial, factor in (value.num * (common // value.den)).to_dict().items():
                rows.setdefault(monomial, {})[column] = factor
        table = fmpq_mat(len(rows), len(given) + 1)
        for row, entries in enumerate(rows.values()):
            for column, factor in entries.items():
                table[row, column] = factor
        reduced, rank = table.rref()
        if rank != len(given) or any(reduced[place, place] != 1 for place in range(rank)):
            return None
        return [Fraction(int(reduced[place, rank].p), int(reduced[place, rank].q)) for place in range(rank)]

    def _key_of(self, value: Quotient) -> Any:
        """A monomial over a denominator by the terms of its letters, so that it is the same when formulas are read once more."""
        monomial = value.num.monoms()[0]
        top = tuple((self.terms[place], int(exponent)) for place, exponent in enumerate(monomial) if exponent)
        return top, None if value.den.is_one() else self.polynomial(value.den)

    def _exponential_letter(self, key: Any, exponent: Quotient) -> tuple[Term, Quotient]:
        node = call("exp", self.written(exponent))
        name = ("exponential", key)
        if name in self._letters:
            return node, self._letter_at(self._letters[name])
        log = key[0][0][0] if len(key[0]) == 1 and key[0][0][1] == 1 and key[1] is None and key[0][0][0].head == "log" else None
        if log is not None:
            return node, self._exp_of_log(node, log, self.way.shares[key])
        place = self.place(name)
        self.terms[place] = node
        if self.moving in free(node):
            self.exponents[place] = exponent
        return node, self._letter_at(place)

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

    def _general_power(self, node: Term) -> Quotient:
        """A power whose exponent is no number: e^(exponent log base)."""
        base, exponent = node.args
        if base.head == "constant" and base.mark == "E":
            return super()._read(node)
        if not self._shows(pos(base)):
            if self.moving not in free(node):
                return super()._read(node)
            if self.moving in free(base):
                raise Refused("a power of what may not be positive")
            raise Open(base)
        self.rule(self.lemma("power_as_exp", base, exponent))
        return self.scalar(call("exp", mul(exponent, call("log", base))))


def _over(key: tuple, other: tuple) -> Powers:
    """The quotient of two monomials."""
    found = dict(key)
    for place, exponent in other:
        found[place] = found.get(place, 0) - exponent
    return {place: exponent for place, exponent in found.items() if exponent}


def _letters_in(poly: fmpq_mpoly) -> set[int]:
    return {place for place, degree in enumerate(poly.degrees()) if int(degree) > 0}


def _primes(value: Fraction) -> list[tuple[int, int]]:
    found = []
    for integer, way in ((value.numerator, 1), (value.denominator, -1)):
        found += [(int(prime), way * int(exponent)) for prime, exponent in fmpz(integer).factor()]
    return [(prime, exponent) for prime, exponent in found if prime != 1]
