"""Signs in a script: a fraction as a quotient of factors, and what shows each factor positive.

A factor that speaks of exponentials above or below one is written in what they are above or below it: where every coefficient is then
positive, so is the factor, and Coq sees it from the shape.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING

from .algebra import Field, Frac, TooLarge, coefficients
from .terms import Term, app, both, num, text

if TYPE_CHECKING:
    from .naming import Naming

PATIENCE = 3
"""Seconds for one way to show a sign that may help."""
LONGEST = 800
"""Terms of a polynomial that is still factored."""


def signed(field: Field, item: Frac) -> Term:
    """The fraction as a quotient of products of factors that the sample points show positive, where they have one sign."""
    above, first = _product(field, item.above)
    below, second = _product(field, item.below)
    shown = above if item.below.is_constant() else app("div", above, below)
    return shown if first * second > 0 else app("opp", shown)


def factors_of(field: Field, poly) -> tuple[int, list[tuple[object, int]], object]:
    """(sign, factors with powers, positive number): factors turned so that the sample points show them positive."""
    if len(poly) > LONGEST:
        raise TooLarge
    lead, factors = poly.factor()
    sign, found, mixed = 1 if lead > 0 else -1, [], None
    for factor, power in factors:
        signs = field.signs(Frac.of(factor))
        if 1 not in signs and -1 in signs:
            factor, sign = -factor, -sign if int(power) % 2 else sign
        found.append((factor, int(power)))
        mixed = len(found) - 1 if {1, -1} <= signs and int(power) % 2 else mixed
    if sign < 0 and mixed is not None:
        found[mixed], sign = (-found[mixed][0], found[mixed][1]), 1
    return sign, found, abs(lead)


def _product(field: Field, poly) -> tuple[Term, int]:
    if poly.is_constant():
        negative = not poly.is_zero() and poly.leading_coefficient() < 0
        return field.polynomial(-poly if negative else poly), -1 if negative else 1
    sign, factors, value = factors_of(field, poly)
    items = [] if value == 1 else [num(int(value.p), int(value.q))]
    for factor, power in factors:
        shown = field.polynomial(factor)
        items.append(shown if power == 1 else app("pow", shown, str(power)))
    return both("mul", items, num(1)), sign


def mixed_factor(field: Field, item: Frac) -> Term | None:
    """The first factor of which the sample points show both signs, where it speaks of the theorem's own variables; None where none does."""
    for poly in (item.above, item.below):
        for factor, power in (poly.factor()[1] if not poly.is_constant() and len(poly) <= LONGEST else ()):
            if int(power) % 2 and {1, -1} <= field.signs(Frac.of(factor)):
                term = field.polynomial(factor)
                if "__" not in text(term):
                    return term
    return None


def say_positive(work: Naming, item: Frac, depth: int = 3) -> None:
    """Lines that try to show each factor of the fraction that has one sign positive, for whatever comes after."""
    for poly in (item.above, item.below):
        if poly.is_constant() or poly.is_zero() or len(poly) > LONGEST:
            continue
        for factor, _ in factors_of(work.field, poly)[1]:
            _say(work, factor, depth)


def _say(work: Naming, factor, depth: int) -> None:
    shown, signs = text(work.field.polynomial(factor)), work.field.signs(Frac.of(factor))
    if len(factor) == 1 or shown in work.said or -1 in signs or len(factor) > 60:
        return
    work.said.add(shown)
    strict = signs == {1}
    work.emit(f"try assert ({work.fresh('G')} : 0 {'<' if strict else '<='} {shown}) by first [ {_ways(work, factor, strict, depth)} ].")
    if strict and work.weak:
        work.emit(f"try (assert_fails (assert (0 < {shown}) by assumption); "
                  f"assert ({work.fresh('G')} : 0 <= {shown}) by first [ {_ways(work, factor, False, depth)} ]).")


def _ways(work: Naming, factor, strict: bool, depth: int) -> str:
    """The tactics that may show a polynomial positive, or not negative."""
    shown, shape, ways = text(work.field.polynomial(factor)), "by_shape" if strict else "by_shape_weak", ["lra"]
    by_root = _by_root(work, factor, strict, depth) if depth else []
    field, places = work.field, [place for place, degree in enumerate(factor.degrees()) if degree]
    beside = [place for place in places if field.gens[place].beside_one]
    bounded = [place for place in places if place in work.bounds]
    for chosen in dict.fromkeys(map(tuple, (beside, bounded, beside + bounded))):
        other = _shifted(work, factor, chosen, depth)
        if other is not None:
            ways.append(f"(replace ({shown}) with ({text(other)}) by ring; solve [{shape}])")
    for other in (*_collected(work, factor, depth), *_completed(work, factor, strict, depth)):
        ways.append(f"timeout {PATIENCE} (replace ({shown}) with ({text(other)}) by (first [ ring | field; not_zeros ]); solve [{shape}])")
    ways += [f"timeout {PATIENCE} {way}" for way in by_root]  # what fails there fails slowly
    ways += ["solve [timeout 2 nra]", f"solve [timeout {PATIENCE} {shape}]"]
    return " | ".join(ways)


def _by_root(work: Naming, factor, strict: bool, depth: int) -> list[str]:
    """For p + q r with a root r: the sign of q^2 r^2 - p^2 and of one of the two tells that of the sum."""
    field = work.field
    place = max((place for place, degree in enumerate(factor.degrees()) if degree and field.gens[place].square is not None), default=None)
    if place is None or int(factor.degrees()[place]) != 1:
        return []
    plain, times = coefficients(factor, place)
    made = field.gens[place]
    norm = field.reduced(times * times * made.square - plain * plain)
    if norm.is_zero():
        return []
    found = []
    for lemma, part, rest in (("root_sum", times, norm), ("root_difference", plain, -norm)):
        signs = field.signs(Frac.of(rest))
        never = -1 in signs or strict and 0 in signs
        if -1 in field.signs(Frac.of(part)) or never and (lemma == "root_difference" or 1 not in signs):
            continue
        say_positive(work, Frac.of(part), depth - 1)
        say_positive(work, Frac.of(rest), depth - 1)
        weakly, shown = "" if strict else "_weakly", text(signed(field, Frac.of(rest)))
        parts = " ".join(f"({text(item)})" for item in (field.polynomial(plain), field.polynomial(times), made.name,
                                                        field.polynomial(made.square)))
        supposed = "intro; " if lemma == "root_sum" else ""
        equal = work.by_field(*map(Frac.of, (rest, plain, times)))
        found.append(f"(apply ({lemma}{weakly} _ {parts}); [ ring | exact {made.relation} | first [assumption | lra] | positive | "
                     f"{supposed}apply (above_zero{weakly} _ ({shown})); [ {equal} | positive ] ])")
    return found


def _collected(work: Naming, poly, depth: int) -> Iterator[Term]:
    """The polynomial in the powers of one variable, where the sample points show no coefficient negative."""
    field = work.field
    for place, degree in enumerate(poly.degrees() if depth else ()):
        parts = coefficients(poly, place) if 1 <= int(degree) <= 4 else []
        if sum(len(part) > 1 for part in parts) == 0 or any(-1 in field.signs(Frac.of(part)) for part in parts if not part.is_zero()):
            continue
        items = []
        for power, part in enumerate(parts):
            if not part.is_zero():
                say_positive(work, Frac.of(part), depth - 1)
                shown, sign = _product(field, part)
                if sign < 0:
                    break
                items.append(app("mul", shown, _power(field.gens[place].name, power)) if power else shown)
        else:
            yield both("add", items, num(0))


def _completed(work: Naming, poly, strict: bool, depth: int) -> Iterator[Term]:
    """A polynomial of second degree in one variable as a square and a rest, over a factor that is positive."""
    field = work.field
    for place, degree in enumerate(poly.degrees() if depth else ()):
        if int(degree) != 2:
            continue
        last, slope, lead = coefficients(poly, place)
        rest = field.reduced(4 * lead * last - slope * slope)
        if slope.is_zero() or field.signs(Frac.of(lead)) != {1} or -1 in field.signs(Frac.of(rest)) or strict and rest.is_zero():
            continue
        for part in (lead, rest):
            say_positive(work, Frac.of(part), depth - 1)
        (below, sign), (shown, other) = _product(field, lead), _product(field, rest)
        if sign < 0 or other < 0:
            continue
        x = field.gens[place].name
        square = _power(app("add", app("mul", app("mul", num(2), field.polynomial(lead)), x), field.polynomial(slope)), 2)
        above = square if rest.is_zero() else app("add", square, shown)
        yield app("div", above, app("mul", num(4), below))


def _shifted(work: Naming, poly, places: tuple[int, ...], depth: int) -> Term | None:
    """The polynomial in what some variables are above or below, where all coefficients then have a positive sign."""
    field = work.field
    if not places or len(places) > 4:
        return None
    found = [([], poly)]
    for place in places:
        base, way = work.bounds.get(place, (None, field.gens[place].beside_one))
        found = [(basis + more, part) for basis, whole in found for more, part in _beside(field, whole, place, base, way)]
    items = []
    for basis, part in found:
        if part.is_zero():
            continue
        if -1 in field.signs(Frac.of(part)):
            return None
        shown, sign = _product(field, part)
        if sign < 0:
            return None
        if depth:
            say_positive(work, Frac.of(part), depth - 1)
        items.append(both("mul", [shown, *basis], num(1)))
    return both("add", items, num(0))


def _beside(field: Field, poly, place: int, base, way: int) -> list[tuple[list[Term], object]]:
    """The polynomial as a sum of powers of (x - base), or of (1 - x) and x where x is below one: pairs of basis and coefficient."""
    parts, made = coefficients(poly, place), field.gens[place]
    degree = len(parts) - 1
    if base is None and way < 0:
        parts = parts[::-1]  # in 1/x, times x to the degree
    one = parts[0] * 0 + 1
    base_poly = one if base is None else base
    above = [sum((parts[high] * comb(high, low) * base_poly ** (high - low) for high in range(low, degree + 1)), one * 0)
             for low in range(degree + 1)]
    under = num(1) if base is None else field.polynomial(base)
    gap = app("sub", num(1), made.name) if base is None and way < 0 else app("sub", made.name, under)
    found = []
    for power, part in enumerate(above):
        basis = [_power(gap, power)] if power else []
        if base is None and way < 0 and degree - power:
            basis.append(_power(made.name, degree - power))
        found.append((basis, part))
    return found


def _power(term: Term, power: int) -> Term:
    return term if power == 1 else app("pow", term, str(power))
