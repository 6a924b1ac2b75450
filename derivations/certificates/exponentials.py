"""Exponentials and logarithms in a script: each a product of powers, or a sum of multiples, of a few."""

from __future__ import annotations

import mpmath
from sympy import factorint

from .algebra import Frac, Generator, as_fraction, constant, generator, single_terms
from .naming import Naming
from .reasons import Finer, NoScript
from .signs import LONGEST, say_positive, signed
from .terms import Term, app, num, text, var

GIVEN = "match goal with H : 0 < ?x |- 0 < ?y => replace y with x by (timeout 2 (field; not_zeros)); exact H end"
"""What a hypothesis says in other words."""
ABOVE = f"first [positive | {GIVEN}]"
"""What shows that the argument of a logarithm is positive."""


class Exponentials(Naming):
    """The rules for `exp` and `ln`."""

    def _exp(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        exponent = self.field.canonical(arguments[0])
        if self.pieces:
            steps = [step for piece in _pieces(exponent) for step in self._power_of_piece(piece)]
            return self._product_of_powers(steps, name, equation, arguments[0])
        steps, rest = self._combination(exponent)
        if rest.above.is_zero():
            return self._product_of_powers(steps, name, equation, arguments[0])
        if steps:
            base = self._new_exponential(rest, None, "")
            return self._product_of_powers([*steps, base], name, equation, arguments[0])
        divisor = self._divisor()
        if divisor == 1:
            return self._new_exponential(rest, name, equation, arguments[0])[1]
        base = self._new_exponential(rest / constant(divisor), None, "")
        return self._product_of_powers([(divisor, base[1], base[2])], name, equation, arguments[0])

    def _divisor(self) -> int:
        """By what the exponent of the next exponential is divided, so that all of them are its powers."""
        return self.divisors.get(len([gen for gen in self.field.gens if gen.exponent is not None]), 1)

    def _power_of_piece(self, piece: Frac):
        """(power, fraction, generator) for one term of an exponent."""
        for made in [gen for gen in self.field.gens if gen.argument is not None]:
            ratio = (piece / self._frac_of(made)).number
            if ratio is not None and ratio.denominator == 1:
                return [(int(ratio), made.argument, made)]
        for place, made in enumerate(gen for gen in self.field.gens if gen.exponent is not None):
            ratio = (piece / made.exponent).number
            if ratio is not None:
                if ratio.denominator != 1:
                    self.divisors[place] = self.divisors.get(place, 1) * ratio.denominator
                    raise Finer
                return [(int(ratio), self._frac_of(made), made)]
        divisor = self._divisor()
        _, found, made = self._new_exponential(piece / constant(divisor), None, "")
        return [(divisor, found, made)]

    def _new_exponential(self, exponent: Frac, name: str | None, equation: str, was: Frac | None = None):
        shown = self.field.term(exponent)
        values = [mpmath.exp(value) for value in self.field.values(exponent)] if self.field.gens else [mpmath.exp(1)]
        if exponent.number is not None:
            values = [mpmath.exp(mpmath.mpf(exponent.number.numerator) / exponent.number.denominator)] * len(self.samples)
        known = self.fresh("X")
        if name is None:
            name = self.fresh("E")
            self.emit(f"pose ({name} := expo ({text(shown)})). assert ({known} : {name} = expo ({text(shown)})) by reflexivity. "
                      f"clearbody {name}.")
        else:
            self.emit(f"assert ({known} : {name} = expo ({text(shown)})) by (rewrite {equation}; unfold expo; apply f_equal; "
                      f"{self.by_field(exponent, was)}). clear {equation}.")
        self.emit(f"assert ({self.fresh('P')} : 0 < {name}) by (rewrite {known}; apply expo_pos).")
        signs = {1 if value > 1 else -1 if value < 1 else 0 for value in values}
        beside = next(iter(signs - {0}), 0) if len(signs - {0}) == 1 else 0
        if signs == {1}:
            self.emit(f"try assert ({self.fresh('P')} : 1 < {name}) by (rewrite {known}; apply expo_above_one; "
                      f"{self._beside(exponent, 1)}).")
        if beside == 1:
            self.emit(f"try assert ({self.fresh('P')} : 1 <= {name}) by (rewrite {known}; apply expo_at_least_one; "
                      f"{self._beside(exponent, 1, '_weakly')}).")
        if signs == {-1}:
            self.emit(f"try assert ({self.fresh('P')} : {name} < 1) by (rewrite {known}; apply expo_below_one; "
                      f"{self._beside(exponent, -1)}).")
        if beside == -1:
            self.emit(f"try assert ({self.fresh('P')} : {name} <= 1) by (rewrite {known}; apply expo_at_most_one; "
                      f"{self._beside(exponent, -1, '_weakly')}).")
        made = Generator(var(name), values, exponent=exponent, equation=known, beside_one=beside)
        return 1, self.field.add(made), made

    def _beside(self, exponent: Frac, way: int, weakly: str = "") -> str:
        """The tactic for the sign of an exponent: as a quotient of factors whose signs the samples show, or as it stands."""
        plain = "positive" if way > 0 else f"below{weakly}"
        if len(exponent.above) > LONGEST or len(exponent.below) > LONGEST:
            return plain
        shown = text(signed(self.field, exponent if way > 0 else -exponent))
        lemma = f"{'above' if way > 0 else 'below'}_zero{weakly}"
        return f"first [ apply ({lemma} _ ({shown})); [ {self.by_field(exponent)} | positive ] | {plain} ]"

    def _combination(self, exponent: Frac):
        """(power, fraction, generator) of known exponentials, and what of the exponent is left."""
        steps = []
        for place, made in enumerate(gen for gen in self.field.gens if gen.exponent is not None):
            ratio = _ratio(exponent, made.exponent)
            if ratio is None or not ratio:
                continue
            if ratio.denominator != 1:
                self.divisors[place] = self.divisors.get(place, 1) * ratio.denominator
                raise Finer
            steps.append((int(ratio), self._frac_of(made), made))
            exponent = exponent - constant(ratio) * made.exponent
        for made in [gen for gen in self.field.gens if gen.argument is not None]:
            ratio = _ratio(exponent, self._frac_of(made), alone=True)
            if ratio is not None and ratio and ratio.denominator <= (2 if self.halves else 1):
                root = ratio.denominator == 2
                base = self.value(app("sqrt", self.field.term(made.argument))) if root else made.argument
                steps.append((int(ratio * ratio.denominator), base, made))
                exponent = exponent - constant(ratio) * self._frac_of(made)
        return steps, exponent

    def _frac_of(self, made: Generator) -> Frac:
        return generator(self.field.gens.index(made))

    def _product_of_powers(self, steps, name: str, equation: str, was: Frac) -> Frac:
        found, whole, proof = constant(1), num(1), [f"rewrite {equation}"]
        for power, base, made in steps:
            found = found * base**power
            direction = "up" if power > 0 else "down"
            if made.argument is not None and base is not made.argument:
                under, shown = text(self.field.term(made.argument)), text(self.field.term(base))
                known = (f"apply (exp_root_{direction} _ ({under}) {text(made.name)} {abs(power)} ({shown})); "
                         f"[{ABOVE}|assumption|positive|{self.by_field(base, made.argument)}|]")
            elif made.exponent is not None:
                known = f"apply (exp_{direction} _ ({text(self.field.term(made.exponent))}) {text(made.name)} {abs(power)}); [assumption|]"
            else:
                known = (f"apply (exp_log_{direction} _ ({text(self.field.term(made.argument))}) {text(made.name)} {abs(power)}); "
                         f"[{ABOVE}|assumption|]")
            proof.append(known)
        for power, base, _ in reversed(steps):
            bare = app("pow", self.field.term(base), str(abs(power)))
            whole = app("mul", bare if power > 0 else app("inv", bare), whole)
        proof.append(f"apply exp_done; cbn [INR]; {self.by_field(was, *(base for _, base, _ in steps))}")
        return self.becomes(name, equation, found, "; ".join(proof), whole)

    def _ln(self, term: Term, arguments: list[Frac], name: str, equation: str) -> Frac:
        argument = self.field.canonical(arguments[0])
        for made in self.field.gens:
            if made.argument is not None and (made.argument.above * argument.below == argument.above * made.argument.below):
                return self.becomes(name, equation, self._frac_of(made),
                                    f"rewrite {equation}, {made.equation}; unfold lno; apply f_equal; "
                                    f"{self.by_field(argument, arguments[0])}", made.name)
        exponentials = self._pure_exponential(argument)
        if exponentials is not None or self.logs:
            return self._split_logarithm(argument, arguments[0], name, equation)
        shown, known = text(self.field.term(argument)), self.fresh("X")
        self.emit(f"assert ({known} : {name} = lno ({shown})) by (rewrite {equation}; unfold lno; apply f_equal; "
                  f"{self.by_field(argument, arguments[0])}). clear {equation}.")
        self._say_side(name, known, argument)
        return self.field.add(Generator(var(name), self.seen(term), argument=argument, equation=known))

    def _say_side(self, name: str, known: str, argument: Frac) -> None:
        """Lines that try to show the sign of a logarithm that the samples show."""
        gap = argument - constant(1)
        signs = self.field.signs(gap) - {0} if self.field.gens else set()
        if len(signs) != 1 or len(gap.above) > LONGEST:
            return
        way = next(iter(signs))
        say_positive(self, gap)
        side = text(signed(self.field, gap if way > 0 else -gap))
        shown = text(self.field.term(argument))
        for weakly, lemma in (("", "above_one" if way > 0 else "below_one"), ("_weakly", "at_least_one" if way > 0 else "at_most_one")):
            least, relation = ("at_most" if weakly else "less"), "<=" if weakly else "<"
            gap_shown = f"({shown}) - 1" if way > 0 else f"1 - ({shown})"
            rule = f"apply {least}_by_difference; apply (above_zero{weakly} ({gap_shown}) ({side})); [ {self.by_field(gap)} | positive ]"
            said = f"0 {relation} {name}" if way > 0 else f"{name} {relation} 0"
            both = f"[ positive | {rule} ]" if way < 0 else f"{rule}"
            self.emit(f"try assert ({self.fresh('P')} : {said}) by (rewrite {known}; apply lno_{lemma}; {both}).")

    def _pure_exponential(self, argument: Frac):
        """The powers of exponentials that make up the whole argument; None where there is more in it."""
        if len(argument.above) != 1 or len(argument.below) != 1 or argument.above.leading_coefficient() != 1:
            return None
        powers = [int(up) - int(down) for up, down in zip(argument.above.degrees(), argument.below.degrees())]
        used = [(place, power) for place, power in enumerate(powers) if power]
        return used if used and all(self.field.gens[place].exponent is not None for place, _ in used) else None

    def _split_logarithm(self, argument: Frac, was: Frac, name: str, equation: str) -> Frac:
        found, items, proof = constant(0), [], [f"rewrite {equation}"]
        for base, power in self._factors(argument):
            direction, made = "up" if power > 0 else "down", None
            if len(base.above) == 1 and base.below.is_one() and base.number is None:
                made = next(gen for place, gen in enumerate(self.field.gens) if int(base.above.degrees()[place]))
            if made is not None and made.exponent is not None:
                value, written = made.exponent, text(self.field.term(made.exponent))
                proof.append(f"apply (ln_expo_{direction} _ {text(made.name)} ({written}) {abs(power)}); [positive|assumption|]")
            else:
                made = self._logarithm_of(base)
                value, written = self._frac_of(made), text(made.name)
                proof.append(f"apply (ln_{direction} _ ({text(self.field.term(base))}) {written} {abs(power)}); "
                             "[positive|positive|assumption|]")
            found = found + constant(power) * value
            item = app("mul", app("INR", str(abs(power))), app("raw", f"({written})"))
            items.append(item if power > 0 else app("opp", item))
        total = num(0)
        for item in reversed(items):
            total = app("add", item, total)
        proof.append(f"apply ln_done; cbn [INR]; {self.by_field(argument, was)}")
        steps = f"transitivity ({text(total)}); [ {'; '.join(proof)} | cbn [INR]; {self.by_field(found)} ]"
        return self.becomes(name, equation, found, steps)

    def _factors(self, argument: Frac) -> list[tuple[Frac, int]]:
        """Positive factors of a positive element, with their powers."""
        found, value = [], constant(1)
        for poly, way in ((argument.above, 1), (argument.below, -1)):
            if poly.is_constant():
                continue
            for factor, power in poly.factor()[1]:
                item = Frac.of(factor)
                signs = self.field.signs(item)
                if signs == {-1}:
                    item = -item
                elif signs != {1}:
                    raise NoScript("logarithm")
                found.append((item, way * int(power)))
                value = value * item ** (way * int(power))
        rest = (argument / value).number
        if rest is None or rest <= 0:
            raise NoScript("logarithm")
        found += [(constant(prime), power) for prime, power in factorint(rest.numerator).items() if prime > 1]
        return found + [(constant(prime), -power) for prime, power in factorint(rest.denominator).items() if prime > 1]

    def _logarithm_of(self, base: Frac) -> Generator:
        for made in self.field.gens:
            if made.argument is not None and made.argument.above * base.below == base.above * made.argument.below:
                return made
        name, known, shown = self.fresh("L"), self.fresh("X"), text(self.field.term(base))
        self.emit(f"pose ({name} := lno ({shown})). assert ({known} : {name} = lno ({shown})) by reflexivity. clearbody {name}.")
        values = [mpmath.log(value) for value in self.field.values(base)]
        made = Generator(var(name), values, argument=base, equation=known)
        self.field.add(made)
        return made


def _ratio(one: Frac, other: Frac, alone: bool = False):
    """The rational coefficient of `other` in `one`, where it is clear; None where there is none.

    alone: `other` is a generator, which may stand beside more.
    """
    if alone:
        place = next(index for index, degree in enumerate(other.above.degrees()) if degree)
        if int(one.below.degrees()[place]) or not one.below.is_constant():
            return None
        powers = other.above.monoms()[0]
        found = one.above.to_dict().get(tuple(map(int, powers)))
        rest = one - (constant(as_fraction(found)) * other if found is not None else constant(0))
        alone = found is not None and (rest.above.is_zero() or not int(rest.above.degrees()[place]))
        return as_fraction(found) / as_fraction(one.below.leading_coefficient()) if alone else None
    above, below = one.above * other.below, other.above * one.below
    terms, against = above.to_dict(), below.to_dict()
    lead = below.monoms()[0] if len(below) else None
    if lead is None:
        return None
    key = tuple(map(int, lead))
    lookup = {tuple(map(int, powers)): value for powers, value in terms.items()}
    if key not in lookup:
        return None
    ratio = as_fraction(lookup[key]) / as_fraction(against[lead] if lead in against else below.leading_coefficient())
    share = {tuple(map(int, powers)) for powers in against}
    if not share <= set(lookup):
        return None
    return ratio


def _pieces(exponent: Frac) -> list[Frac]:
    """The terms of an exponent, after the whole part of the quotient is taken off."""
    whole, rest = divmod(exponent.above, exponent.below)
    found = [Frac.of(item) for item in single_terms(whole)]
    return found + [Frac.of(item, exponent.below) for item in single_terms(rest)]


