"""Formulas near an end, as quotients of polynomials in letters that tend to 0, or grow, there.

Roots, exponentials and logarithms are written by their first Taylor polynomials, each with a rest that is a letter of its own and tends to
0; every other function by its value where its argument tends to, and a rest. Every rewriting is a line of the proof, an equation that the
algebra may use.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import Any

from flint import fmpq_mat, fmpz

from theoremtest.derivations.kernel.facts import MINUS_OO, OO, equal, limit, nonneg, nonzero, pos
from theoremtest.derivations.kernel.ring import Quotient
from theoremtest.derivations.kernel.steps import RULES
from theoremtest.derivations.kernel.table import TABLE, meaning_of
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, free, mul, number, parts, power, sub, term

from . import roots
from .growing import Again, Growing, Open, Powers, letters_in
from .identities import Equation

ODD = ("atan", "asin", "erf")
"""Functions that have no meaning in others, and are 0 at 0."""


class Series(Growing):
    """An algebra of formulas near an end, in which the rules so far hold. `rules` grows by what is rewritten."""

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
                   for poly in (found.num, found.den) for place in letters_in(poly)):
                return self._of_matrices(node)
            return found
        if head == "Determinant":
            return self._of_matrices(node)
        if head == "lowergamma":
            return self._lower_gamma(node)
        there = next((fact.args[1] for fact in self.draft.goal.hypotheses if fact.head == "limit" and fact.args[0] is node), None)
        if there is not None:
            return self._valued_at(node, there, self.draft.place(limit(node, there)))
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

    def _lower_gamma(self, node: Term) -> Quotient:
        """An integral of x^(s - 1) e^-x from 0 up to what grows, or tends to 0."""
        order, inner = node.args
        self.fixed(order)
        self.signs.show(pos(order))
        value = self.reduced(self.scalar(inner))
        found = self.leading(value)
        if found is not None and self.growth(found[0]) > 0 and self.grows(inner, OO):
            line = self.lemma("limit_of_lowergamma_large", order, inner)
            return self._valued_at(node, self.draft.shown[line].args[1], line)
        formula, written, _, line = self.tending(value)
        if written is not ZERO or not self.show(pos(inner)):
            raise Refused("a lower gamma function elsewhere")
        self.moved(limit(inner, ZERO), line, *([] if formula is inner else [self.agrees(inner, formula)]))
        return self._valued_at(node, ZERO, self.lemma("limit_of_lowergamma_small", order, inner))

    def _is_zero_term(self, node: Term) -> bool:
        return self.is_zero(self.scalar(node))

    def _meaning(self, node: Term) -> Quotient:
        meaning = meaning_of(node)
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
        roots.of_formulas(equation, [node])
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
            self.rule(self.draft.line("log", self.draft.number(fact), list(self.rules)))
        return total + function

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
            self.rule(self.draft.line("exp", self.draft.number(equal(node, product)), list(self.rules)))
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


def _primes(value: Fraction) -> list[tuple[int, int]]:
    found = []
    for integer, way in ((value.numerator, 1), (value.denominator, -1)):
        found += [(int(prime), way * int(exponent)) for prime, exponent in fmpz(integer).factor()]
    return [(prime, exponent) for prime, exponent in found if prime != 1]
