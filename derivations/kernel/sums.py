"""Finite sums in the algebra: multiplied out over their summands, with the index counted from 0.

A sum over the whole numbers k with a <= k <= b is empty, and zero, where b < a. What a summand's monomial does not share with the index
stands before the sum; sums inside of sums, and products of sums, are sums over several indices; one that falls apart is a product. Such a
sum is a letter, one for each class under names and order of its indices. A delta is taken out where the place that it picks is known to
be in the range, and equal summands are counted where the range is known not to run backwards by more than one.
"""

from __future__ import annotations

from itertools import count, groupby, permutations, product
from math import factorial, prod
from typing import TYPE_CHECKING, Any

from .ring import Quotient, coefficient
from .table import is_whole
from .terms import ONE, ZERO, Refused, Term, add, free, mul, number, parts, power, put, shape, sub, term

if TYPE_CHECKING:
    from .algebra import Algebra

LONGEST = 12
"""Summands that are written one by one, at most."""
ORDERS = 48
"""Orders of the indices of one sum that are looked at, at most."""
_OWN = object()
"""Marks the indices of sums while they are read: no statement and no proof can name one."""
Range = tuple[Term, Term]
"""An index, and the last of the numbers from 0 on that it runs over."""
Factors = tuple[tuple[Term, int], ...]


def index(place: int) -> Term:
    """An index that nothing outside of the algebra speaks of."""
    return term("Dummy", (), ((_OWN, place), ("integer",), 0))


def read(algebra: Algebra, node: Term) -> Quotient | None:
    """A sum multiplied out; None for one that stays as it is."""
    body, *limits = node.args
    names = [limit.args[0] for limit in limits]
    if shape(body) is not None or any(len(limit.args) != 3 for limit in limits) or len(set(names)) < len(names):
        return None
    ends = [end for limit in limits for end in limit.args[1:]]
    if any(end.head == "constant" for end in ends):
        return None
    if any(free(end) & set(names) for end in ends):  # the first limit is the innermost
        return None if len(limits) < 2 else read(algebra, term("Sum", (term("Sum", (body, *limits[:-1])), limits[-1])))
    if any(_matrix_of(part, set(names)) for part in parts(body, "Rank")):  # a rank is a letter, which knows the matrix that it is of
        return None
    ranges: list[Range] = []
    where: dict[Term, Term] = {}
    for name, low, high in (limit.args for limit in limits):
        algebra.indices += 1
        fresh = index(algebra.indices)
        where[name] = fresh if low is ZERO else add(low, fresh)
        ranges.append((fresh, sub(high, low)))
    return _over(algebra, ranges, put(body, where))


def _matrix_of(node: Term, names: set[Term]) -> bool:
    """Whether a term is a matrix that depends on an index."""
    try:
        return bool(free(node) & names) and shape(node) is not None
    except Refused:
        return True


def _over(algebra: Algebra, ranges: list[Range], body: Term) -> Quotient:
    """The sum of a body over ranges: one by one where they are short, else by its monomials."""
    for place, (name, last) in enumerate(ranges):
        constant = algebra.scalar(last).constant()
        if constant is not None and constant < LONGEST:
            if constant.q != 1:
                raise Refused("the ends of a sum are whole numbers")
            total, rest = algebra.zero, ranges[:place] + ranges[place + 1:]
            for step in range(int(constant) + 1):
                at = {name: number(step)}
                total = total + _over(algebra, [(other, put(end, at)) for other, end in rest], put(body, at))
            return total
    value = algebra.reduced(algebra.scalar(body))
    if not ranges:
        return value
    names = frozenset(name for name, _ in ranges)
    below, factors = _below(algebra, value, names)
    total = algebra.zero
    for monomial, weight in value.num.to_dict().items():
        inner = [place for place, exponent in enumerate(monomial) if exponent and _depends(algebra, place, names)]
        rest = tuple(0 if place in inner else exponent for place, exponent in enumerate(monomial))
        outer = Quotient(algebra.context.from_dict({rest: weight}), algebra.context.constant(1)) * below
        total = total + outer * _monomial(algebra, ranges, [(place, int(monomial[place])) for place in inner], factors)
    return total


def _below(algebra: Algebra, value: Quotient, names: frozenset[Term]) -> tuple[Quotient, Factors]:
    """One over what does not depend on the indices, and the powers below the fraction bar that do."""
    if value.den.is_one():
        return algebra.one, ()
    lead, found = value.den.factor()
    apart, inside = algebra.constant(lead), []
    for factor, exponent in found:
        if any(int(degree) and _depends(algebra, place, names) for place, degree in enumerate(factor.degrees())):
            inside.append((power(algebra.polynomial(factor), -1), int(exponent)))
        else:
            apart = apart * Quotient(factor, algebra.context.constant(1)) ** int(exponent)
    return apart.inverse(), tuple(inside)


def _depends(algebra: Algebra, place: int, names: frozenset[Term]) -> bool:
    """Whether a letter depends on an index. What has no term here is made of matrices, which do not."""
    if place not in algebra.terms:
        key = next(key for key, found in algebra._letters.items() if found == place)
        if any(free(algebra._units[letter]) & names for letter, _ in key[1] if letter in algebra._units):
            raise Refused("a product of matrices at the place of an index")
        return False
    return bool(free(algebra.terms[place]) & names)


def _monomial(algebra: Algebra, ranges: list[Range], letters: list[tuple[int, int]], below: Factors) -> Quotient:
    """The sum of one product: sums among its factors join it."""
    ranges, factors = list(ranges), list(below)
    for place, exponent in letters:
        held = algebra.sums.get(place)
        if held is None or any(free(last) & {name for name, _ in ranges} for _, last in held[0]):
            factors.append((algebra.terms[place], 1 if algebra.terms[place].head == "KroneckerDelta" else exponent))
            continue
        for _ in range(exponent):
            fresh = {}
            for name, _ in held[0]:
                algebra.indices += 1
                fresh[name] = index(algebra.indices)
            ranges += [(fresh[name], last) for name, last in held[0]]
            factors += [(put(factor, fresh), times) for factor, times in held[1]]
    for factor, _ in factors:
        if factor.head == "KroneckerDelta":
            found = _picked(algebra, ranges, factor)
            if found is not None:
                name, at = found
                rest = mul(ONE, *(power(put(other, {name: at}), times) for other, times in factors if other is not factor))
                return _over(algebra, [pair for pair in ranges if pair[0] is not name], rest)
    total = algebra.one
    for names, together in _apart(ranges, factors):
        total = total * _letter(algebra, [pair for pair in ranges if pair[0] in names], together)
    return total


def _picked(algebra: Algebra, ranges: list[Range], delta: Term) -> tuple[Term, Term] | None:
    """The index that a delta ties to one place, and the place, where that is known to be in the index's range."""
    if not all(map(is_whole, delta.args)):
        return None
    gap = algebra.scalar(sub(*delta.args))
    for name, last in ranges:
        place = algebra.place(name)
        if not gap.den.is_one() or int(gap.num.degrees()[place]) != 1:
            continue
        before = coefficient(gap.num, place, 1)
        if not before.is_constant() or abs(before.leading_coefficient()) != 1:
            continue
        at = mul(number(-int(before.leading_coefficient().p)), put(sub(*delta.args), {name: ZERO}))
        value = algebra.scalar(at)
        if _inside(algebra, ranges, value, last):
            return name, at
    return None


def _inside(algebra: Algebra, ranges: list[Range], value: Quotient, last: Term) -> bool:
    """Whether 0 <= value <= last: by what is known, or as another index of a range that is no longer, and not empty by more than one."""
    for name, other in ranges:
        if not (value - algebra.scalar(name)):
            gap = (algebra.scalar(last) - algebra.scalar(other)).constant()
            return gap is not None and gap >= 0
    return algebra.not_negative(value) and algebra.not_negative(algebra.scalar(last) - value)


def _apart(ranges: list[Range], factors: list[tuple[Term, int]]) -> list[tuple[set[Term], list[tuple[Term, int]]]]:
    """Indices that share a factor, with their factors."""
    groups: list[tuple[set[Term], list[tuple[Term, int]]]] = [({name}, []) for name, _ in ranges]
    for factor, times in factors:
        touched = [group for group in groups if group[0] & free(factor)]
        names: set[Term] = set().union(*(group[0] for group in touched))
        held = [pair for group in touched for pair in group[1]] + [(factor, times)]
        groups = [group for group in groups if group not in touched] + [(names, held)]
    return groups


def _letter(algebra: Algebra, ranges: list[Range], factors: list[tuple[Term, int]]) -> Quotient:
    """A sum of one product as a letter; as a number, where all its summands are 1."""
    if not factors:
        ((_, last),) = ranges
        summands = algebra.scalar(last) + algebra.one
        if algebra.not_negative(summands):
            return summands
    body = mul(ONE, *(power(factor, times) for factor, times in factors))
    keyed = sorted(((algebra.scalar(last).key(), name, last) for name, last in ranges), key=lambda item: item[0])
    classes = [list(group) for _, group in groupby(keyed, key=lambda item: item[0])]
    if prod(factorial(len(group)) for group in classes) > ORDERS:
        raise Refused("a sum over too many indices")
    best: tuple[Any, Any, Any] | None = None
    apart = 0  # what the summand is read under may bear such names too
    while any(index(-1 - apart - place) in free(body) for place in range(len(ranges))):
        apart += 1
    for orders in product(*(permutations(group) for group in classes)):
        order = [item for group in orders for item in group]
        names = {name: index(-1 - apart - place) for place, (_, name, _) in enumerate(order)}
        key = algebra.reduced(algebra.scalar(put(body, names))).key()
        if best is None or key < best[0]:
            best = key, names, [(index(-1 - apart - place), last) for place, (_, _, last) in enumerate(order)]
    assert best is not None
    key, names, held = best
    letter = "sum", tuple(item[0] for item in keyed), key
    found = algebra.letter(letter)
    place = algebra._letters.get(letter)
    if place is not None and place not in algebra.sums:
        algebra.sums[place] = held, tuple((put(factor, names), times) for factor, times in factors)
        inside = {part.mark[0] for part in parts(body) if part.head == "Dummy"}
        free_names = (name for name in map(" index {}".format, count()) if name not in inside)
        shown = {name: term("Dummy", (), (next(free_names), ("integer",), 0)) for name, _ in held}
        limits = [term("Tuple", (shown[name], ZERO, last)) for name, last in held]
        algebra._remember(letter, term("Sum", (put(put(body, names), shown), *limits)))
    return found
