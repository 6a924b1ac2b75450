"""Signs in a script: a fraction as a quotient of factors, and what shows each factor positive.

A factor that speaks of exponentials above or below one is written in what they are above or below it: where every coefficient is then
positive, so is the factor, and Coq sees it from the shape.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .algebra import Field, Frac, Generator, TooLarge, coefficients
from .terms import Term, app, both, num, text

if TYPE_CHECKING:
    from .naming import Naming

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
    sign, found = 1 if lead > 0 else -1, []
    for factor, power in factors:
        signs = field.signs(Frac.of(factor))
        if 1 not in signs and -1 in signs:
            factor, sign = -factor, -sign if int(power) % 2 else sign
        found.append((factor, int(power)))
    return sign, found, abs(lead)


def _product(field: Field, poly) -> tuple[Term, int]:
    if poly.is_constant():
        return field.polynomial(poly), 1
    sign, factors, value = factors_of(field, poly)
    items = [] if value == 1 else [num(int(value.p), int(value.q))]
    for factor, power in factors:
        shown = field.polynomial(factor)
        items.append(shown if power == 1 else app("pow", shown, str(power)))
    return both("mul", items, num(1)), sign


def say_positive(work: Naming, item: Frac) -> None:
    """Lines that try to show each factor of the fraction that has one sign positive, for whatever comes after."""
    for poly in (item.above, item.below):
        if poly.is_constant() or poly.is_zero() or len(poly) > LONGEST:
            continue
        for factor, _ in factors_of(work.field, poly)[1]:
            shown = text(work.field.polynomial(factor))
            signs = work.field.signs(Frac.of(factor))
            if len(factor) == 1 or shown in work.said or -1 in signs or len(factor) > 60:
                continue
            work.said.add(shown)
            ways = ["lra", "solve [timeout 2 nra]", "solve [by_shape]"]
            other = _shifted(work.field, factor)
            if other is not None:
                ways.insert(1, f"(replace ({shown}) with ({text(other)}) by (first [ring | field; not_zeros]); solve [by_shape])")
            relation = "<" if signs == {1} else "<="
            if relation == "<=":
                ways = [way.replace("by_shape", "by_shape_weak") for way in ways]
            work.emit(f"try assert ({work.fresh('G')} : 0 {relation} {shown}) by first [ {' | '.join(ways)} ].")


def _shifted(field: Field, poly) -> Term | None:
    """The polynomial in what its exponentials are above or below one, where all coefficients then have a positive sign."""
    places = [place for place, degree in enumerate(poly.degrees()) if degree and field.gens[place].beside_one]
    if not places or len(places) > 3:
        return None
    found = [([], poly)]
    for place in places:
        found = [(basis + more, part) for basis, whole in found for more, part in _beside_one(whole, place, field.gens[place])]
    items = []
    for basis, part in found:
        if part.is_zero():
            continue
        if -1 in field.signs(Frac.of(part)):
            return None
        shown, sign = _product(field, part)
        if sign < 0:
            return None
        items.append(both("mul", [shown, *basis], num(1)))
    return both("add", items, num(0))


def _beside_one(poly, place: int, made: Generator) -> list[tuple[list[Term], object]]:
    """The polynomial as a sum of powers of (E - 1), or of (1 - E) and E where E is below one: pairs of basis and coefficient."""
    parts = coefficients(poly, place)
    degree = len(parts) - 1
    if made.beside_one < 0:
        parts = parts[::-1]  # in 1/E, times E to the degree
    above = [sum((parts[high] * _binomial(high, low) for high in range(low, degree + 1)), parts[0] * 0) for low in range(degree + 1)]
    gap = app("sub", made.name, num(1)) if made.beside_one > 0 else app("sub", num(1), made.name)
    found = []
    for power, part in enumerate(above):
        basis = [_power(gap, power)] if power else []
        if made.beside_one < 0 and degree - power:
            basis.append(_power(made.name, degree - power))
        found.append((basis, part))
    return found


def _power(term: Term, power: int) -> Term:
    return term if power == 1 else app("pow", term, str(power))


def _binomial(above: int, below: int) -> int:
    from math import comb
    return comb(above, below)
