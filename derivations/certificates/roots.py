"""Square roots in a script: each is a polynomial times one of a few, whose squares are square-free and independent of one another."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import mpmath
from sympy import factorint

from .algebra import Frac, Generator, Pair, coefficients, constant, generator
from .reasons import Case, NoScript
from .signs import mixed_factor, say_positive, signed
from .terms import Term, app, text, var

if TYPE_CHECKING:
    from .naming import Naming


LONGEST_SUM = 60
"""Terms of a radicand of which a root is looked for."""


class Roots:
    """The roots that one script has named."""

    def __init__(self, work: Naming) -> None:
        self.work = work
        self.classes: list[tuple[frozenset, Frac, Frac]] = []
        """(irreducible factors of odd power, the root as a fraction, its square) of each."""

    def name(self, term: Term, argument: Frac, name: str, equation: str) -> Frac:
        """The value of a named square root over the generators."""
        work = self.work
        radicand = work.field.rational(argument)
        self._known(term, name, equation)
        if radicand.above.is_zero():
            return self._denested(constant(0), radicand, argument, name, equation)
        whole = self._whole(radicand)
        if whole is not None:
            return self._denested(whole, radicand, argument, name, equation)
        front, square, odd = self._split(radicand)
        product, rest = self._product(odd)
        if not rest:
            found = self._times(product, radicand)
            if found is not None:
                return self._denested(found, radicand, argument, name, equation)
        paired = self._paired(square)
        if front.number == 1:
            found = self._itself(term, square, odd, argument, name)
        else:
            found = self._quotient(term, front, square, odd, argument, name, equation)
        for other, product in paired:
            self._tie(other, product)
        return found

    def _whole(self, radicand: Frac) -> Frac | None:
        """p + q r for an earlier root r, where the radicand is the square of that; with the sign of a root, None where there is none."""
        field = self.work.field
        if not radicand.below.is_constant() or len(radicand.above) > LONGEST_SUM:
            return None
        for place in range(len(field.gens) - 1, -1, -1):
            made = field.gens[place]
            if made.square is None or int(radicand.above.degrees()[place]) != 1:
                continue
            plain, times = (Frac.of(part, radicand.below) for part in coefficients(radicand.above, place))
            norm = field.rational(plain * plain - times * times * Frac.of(made.square))
            if norm.above.is_zero() or not norm.below.is_constant() or len(norm.above) > 4 * LONGEST_SUM:
                continue
            gap = _square_root(norm)
            for side in (gap, -gap) if gap is not None else ():
                first = _square_root((plain + side) / constant(2)) if not (plain + side).above.is_zero() else None
                if first is None:
                    continue
                found = first + times / (constant(2) * first) * generator(place)
                signs = field.signs(found)
                if found.below.is_constant() and not {1, -1} <= signs:
                    return -found if -1 in signs else found
        return None

    def _paired(self, square: Frac) -> list[tuple[int, Frac]]:
        """Earlier roots whose square times this one is a square: their places, and the root of the product."""
        work, found = self.work, []
        for _, root, other in self.classes:
            together = work.field.canonical(square * other)
            result = self._root_of(together) if together.below.is_constant() and len(together.above) < LONGEST_SUM else None
            if result is not None and result.below.is_constant():
                signs = work.field.signs(result)
                if not {1, -1} <= signs:
                    place = next(index for index, degree in enumerate(root.above.degrees()) if degree)
                    found.append((place, -result if -1 in signs else result))
        return found

    def _root_of(self, item: Frac) -> Frac | None:
        """A fraction whose square is the item, perhaps times the root of a whole number that is named already."""
        for classes, root, square in [(frozenset(), constant(1), constant(1)), *self.classes]:
            if square.number is not None and all(isinstance(one, int) for one in classes):
                found = _square_root(item / square)
                if found is not None:
                    return found * root
        return None

    def _tie(self, place: int, product: Frac) -> None:
        """Say what the newest root times an earlier one is."""
        work = self.work
        root, newest = work.field.gens[place], work.field.gens[-1]
        relation = work.fresh("T")
        square = work.by_field(*(Frac.of(gen.square) for gen in (root, newest)), product)
        one, other = text(root.name), text(newest.name)
        work.emit(f"assert ({relation} : {one} * {other} = {text(work.field.term(product))}) by (apply root_product; [ "
                  f"apply Rmult_le_pos; first [assumption | lra] | positive | replace ({one} * {other} * ({one} * {other})) with "
                  f"(({one} * {one}) * ({other} * {other})) by ring; rewrite {root.relation}, {newest.relation}; {square} ]).")
        work.field.pairs.append(Pair((place, len(work.field.gens) - 1), product.above / product.below.leading_coefficient(), relation))

    def _known(self, term: Term, name: str, equation: str) -> None:
        work = self.work
        inner = text(work.now(term.args[0]))
        work.emit(f"assert (P{equation} : 0 <= {name}) by (rewrite {equation}; apply sqrt_pos).")
        work.emit(f"try assert (S{equation} : {name} * {name} = {inner}) by (rewrite {equation}; apply sqrt_sqrt; weak_sign).")
        work.emit(f"try assert (X{equation} : 0 < {name}) by (rewrite {equation}; apply sqrt_lt_R0; first [assumption | solve [above]]).")

    def _split(self, radicand: Frac) -> tuple[Frac, Frac, frozenset]:
        """(front, square-free polynomial, its factors): the radicand is the front's square times the polynomial."""
        work, odd = self.work, set()
        lead, factors = (radicand.above * radicand.below).factor()
        number = Fraction(int(lead.p), int(lead.q))
        front, square = constant(1) / Frac.of(radicand.below), constant(1)
        for factor, power in factors:
            power = int(power)
            front = front * Frac.of(factor) ** (power // 2)
            if power % 2:
                square = square * Frac.of(factor)
                odd.add(str(factor))
        whole = abs(number.numerator * number.denominator)
        front = front / constant(number.denominator)
        for prime, power in factorint(whole).items():
            front = front * constant(Fraction(prime) ** (power // 2))
            if power % 2 and prime > 1:
                square = square * constant(prime)
                odd.add(prime)
        signs = work.field.signs(square) if work.field.gens else {1}
        if -1 in signs and 1 not in signs:
            square = -square
            odd.add("turned" if number < 0 else "turned once")
        signs = work.field.signs(front) if work.field.gens else {1}
        if -1 in signs and 1 not in signs:
            front = -front
        elif -1 in signs:
            self._case(front)
        return front, square, frozenset(item for item in odd if not str(item).startswith("turned"))

    def _case(self, front: Frac) -> None:
        """The front changes its sign: split at its first factor that does."""
        term = mixed_factor(self.work.field, front)
        if term is not None:
            raise Case(term)
        raise NoScript("sign")

    def _product(self, odd: frozenset) -> tuple[list[tuple[Frac, Frac]], frozenset]:
        """Known roots whose squares have, together, the odd factors; and the factors that none of them explains."""
        rows = [(classes, [(root, square)]) for classes, root, square in self.classes]
        basis: list[tuple[frozenset, list]] = []
        for classes, used in rows:
            classes, used = _eliminated(classes, used, basis)
            if classes:
                basis.append((classes, used))
        left, used = _eliminated(odd, [], basis)
        return used, left

    def _times(self, product: list[tuple[Frac, Frac]], radicand: Frac) -> Frac | None:
        """A number times the roots whose square is the radicand, with the sign of a root; None where the squares do not fit."""
        work, total, roots = self.work, constant(1), constant(1)
        for root, square in product:
            total, roots = total * square, roots * root
        quotient = radicand / total
        found = _square_root(quotient)
        if found is None:
            return None
        result = found * roots
        signs = work.field.signs(result) if work.field.gens else {1}
        if {1, -1} <= signs:
            self._case(found)
        return -result if -1 in signs else result

    def _denested(self, found: Frac, radicand: Frac, argument: Frac, name: str, equation: str) -> Frac:
        work = self.work
        say_positive(work, found)
        shown = work.field.term(found, factored=True)
        work.emit(f"try clear S{equation}; clear P{equation}; try clear X{equation}.")
        proof = f"rewrite {equation}; apply sqrt_is; [ {self._above(found, '_weakly')} | {work.by_field(found, argument, radicand)} ]"
        return work.becomes(name, equation, found, proof, shown)

    def _above(self, item: Frac, weakly: str = "") -> str:
        """The tactic for an element that the samples show positive, or not negative: as a quotient of factors, or as it stands."""
        work = self.work
        shown = text(signed(work.field, item))
        return (f"first [ assumption | lra | apply (above_zero{weakly} _ ({shown})); [ {work.by_field(item)} | positive ] | positive ]")

    def _itself(self, term: Term, square: Frac, odd: frozenset, argument: Frac, name: str) -> Frac:
        work, relation = self.work, self.work.fresh("S")
        work.emit(f"assert ({relation} : {name} * {name} = {text(work.field.term(square))}) by "
                  f"(match goal with H : {name} * {name} = _ |- _ => rewrite H end; {work.by_field(argument, square)}).")
        made = Generator(var(name), work.seen(term), square=square.above, relation=relation)
        found = work.field.add(made)
        self.classes.append((odd, found, square))
        return found

    def _quotient(self, term, front: Frac, square: Frac, odd: frozenset, argument: Frac, name: str, equation: str) -> Frac:
        work = self.work
        say_positive(work, front)
        root, relation, equal = work.fresh("r"), work.fresh("S"), work.fresh("W")
        ahead, under = text(work.field.term(front, factored=True)), text(work.field.term(square))
        work.emit(f"destruct (root_quotient {name} ({ahead}) ({under})) as [{root} [P{root} [{relation} {equal}]]]; "
                  f"[ {self._above(front)} | assumption | rewrite S{equation}; {work.by_field(argument, front, square)} | ].")
        work.emit(f"try assert (X{root} : 0 < {root}) by (apply (Rmult_lt_reg_l ({ahead})); "
                  f"[{self._above(front)} | rewrite Rmult_0_r, <- {equal}; assumption]).")
        values = [mpmath.sqrt(value) for value in work.field.values(square)]
        made = Generator(var(root), values, square=square.above, relation=relation)
        found = work.field.add(made)
        self.classes.append((odd, found, square))
        work.emit(f"clear {equation} S{equation} P{equation}; try clear X{equation}; subst {name}.")
        shown = app("mul", app("raw", f"({ahead})"), var(root))
        work.written[var(name)] = shown
        for key, value in list(work.written.items()):
            if value == var(name):
                work.written[key] = shown
        return front * found


def _eliminated(classes: frozenset, used: list, basis) -> tuple[frozenset, list]:
    for other, theirs in basis:
        pivot = min(other, key=str)
        if pivot in classes:
            classes = classes ^ other
            used = [item for item in [*used, *theirs] if (item in used) != (item in theirs)]
    return classes, used


def _square_root(item: Frac) -> Frac | None:
    """A fraction whose square is the item; None where there is none."""
    found = constant(1)
    for poly, way in ((item.above, 1), (item.below, -1)):
        lead, factors = poly.factor()
        if any(int(power) % 2 for _, power in factors):
            return None
        for factor, power in factors:
            found = found * Frac.of(factor) ** (way * int(power) // 2)
    rest = (item / (found * found)).number
    if rest is None or rest < 0:
        return None
    above, below = _whole_root(rest.numerator), _whole_root(rest.denominator)
    return None if above is None or below is None else found * constant(Fraction(above, below))


def _whole_root(value: int) -> int | None:
    from math import isqrt
    root = isqrt(value)
    return root if root * root == value else None
