"""What holds of all real matrices, put down for the elements of one question as polynomials that are never negative.

Each function states one theorem and yields its instances. Nothing here is searched or guessed: an instance is the theorem with elements
of the right shapes put in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from flint import fmpq

from theoremtest.derivations.language.wellformed import same_size

from .elements import Element, Space
from .ring import ONE, Polynomial, Ring, constant, minus, plus, times_number

RATIOS = ((1, 1), (1, -1), (2, 1), (2, -1), (1, 2), (1, -2))


@dataclass(frozen=True)
class Fact:
    """A polynomial that is never negative, whether it is always positive, and the theorem's name."""

    polynomial: Polynomial
    strict: bool
    name: str


def squares(space: Space, goal: Polynomial) -> Iterator[Fact]:
    """<S, S> >= 0 for every element S: for the question's own, and for combinations of two of one shape."""
    for one in space.elements:
        yield Fact(space.gram(one), False, "squares")
    for one, other in space.pairs:
        for a, b in RATIOS:
            yield Fact(space.combination([(constant(a), one), (constant(b), other)]), False, "squares")
        for a, b in _completing(space, goal, one, other):
            for sign in (1, -1):
                yield Fact(space.combination([(a, one), (times_number(b, sign), other)]), False, "squares")


def _completing(space: Space, goal: Polynomial, one: Element, other: Element) -> Iterator[tuple[Polynomial, Polynomial]]:
    """(p, c q) for which the goal holds multiples of p^2 <U, U> and c^2 q^2 <V, V>, with p and q products of generators."""
    for value, a in _even_coefficients(goal, space.gram(one)):
        for other_value, b in _even_coefficients(goal, space.gram(other)):
            ratio = _whole_root(other_value / value)
            if ratio is not None and (a, ratio) != (b, 1):
                yield {a: fmpq(1)}, {b: ratio}


def _even_coefficients(goal: Polynomial, gram: Polynomial) -> Iterator[tuple[fmpq, tuple]]:
    """(number, p) for the terms of the goal that are a positive number times p^2 times the square of an element."""
    if len(gram) != 1:
        return
    (target,) = gram
    for monomial, value in goal.items():
        rest = list(monomial)
        try:
            for g in target:
                rest.remove(g)
        except ValueError:
            continue
        if rest[::2] == rest[1::2] and value > 0:
            yield value, tuple(rest[::2])


def _whole_root(value: fmpq) -> fmpq | None:
    found = fmpq(value.p.isqrt(), value.q.isqrt())
    return found if found * found == value else None


def completed_squares(space: Space, goal: Polynomial) -> Iterator[Fact]:
    """<S, S> >= 0 for the sums that completing squares in the goal, one element after the other, comes to."""
    groups: list[list[Element]] = []
    for one in space.elements:
        if one.word is None or len(space.gram(one)) != 1:
            continue
        group = next((g for g in groups if same_size(g[0].rows, one.rows) and same_size(g[0].columns, one.columns)), None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    for group in groups:
        if len(group) > 2:
            form = _form(space, goal, group)
            for part in _pivots(form):
                pairs = [(constant(value), group[k]) for k, value in part.items()]
                yield Fact(space.combination(pairs), False, "squares")


def _form(space: Space, goal: Polynomial, group: list[Element]) -> list[list[fmpq]]:
    """The symmetric matrix of rational coefficients that the goal has beside the inner products of a group."""
    form = [[fmpq(0)] * len(group) for _ in group]
    for i, one in enumerate(group):
        for j, other in enumerate(group):
            gram = space.inner(one, other)
            if len(gram) == 1:
                (monomial,) = gram
                form[i][j] = goal.get(monomial, fmpq(0)) / (1 if i == j else 2)
    return form


def _pivots(form: list[list[fmpq]]) -> Iterator[dict]:
    """The rows by which squares are completed, as {place: coefficient}; rows of pivots that are not positive are passed over."""
    form = [row[:] for row in form]
    for k, row in enumerate(form):
        if row[k] <= 0:
            continue
        scaled = [value / row[k] for value in row]
        yield {j: value for j, value in enumerate(scaled) if value != 0}
        pivot = row[k]
        for i in range(len(form)):
            for j in range(len(form)):
                form[i][j] -= 0 if i == k else pivot * scaled[i] * scaled[j]
        form[k] = [fmpq(0)] * len(form)
        for other in form:
            other[k] = fmpq(0)


def scalar_squares(ring: Ring, goal: Polynomial) -> Iterator[Fact]:
    """(p - c q)^2 >= 0 and (p + c q)^2 >= 0 for products p, q of generators whose squares stand in the goal, c by their coefficients."""
    halves = [(half, value) for monomial, value in goal.items() if value > 0 and (half := _half(ring, monomial)) is not None]
    for (p, one), (q, other) in combinations(halves, 2):
        ratio = _whole_root(other / one)
        for c in {fmpq(1), ratio or fmpq(1)}:
            for sign in (c, -c):
                yield Fact(ring.power({p: fmpq(1), q: sign}, 2), False, "squares")


def _half(ring: Ring, monomial: tuple) -> tuple | None:
    """The product whose square a product of generators is, with the roots that there are; None where there is none."""
    half: list[int] = []
    for g, times in Counter(monomial).items():
        half += [g] * (times // 2)
        if times % 2:
            root = ring.numbers.get(("root", frozenset({((g,), fmpq(1))})))
            if root is None:
                return None
            half.append(root)
    return tuple(sorted(half))


def cauchy_schwarz(space: Space, rooted: bool) -> Iterator[Fact]:
    """<U, V>^2 <= <U, U> <V, V>, and |<U, V>| <= ||U|| ||V|| (Cauchy, Schwarz)."""
    ring, name = space.reader.ring, "Cauchy-Schwarz"
    for one, other in space.pairs:
        inner = space.inner(one, other)
        yield Fact(minus(ring.times(space.gram(one), space.gram(other)), ring.times(inner, inner)), False, name)
        if rooted:
            bound = ring.times(space.norm(one), space.norm(other))
            yield Fact(minus(bound, inner), False, name)
            yield Fact(plus(bound, inner), False, name)


def products(space: Space, rooted: bool) -> Iterator[Fact]:
    """||U V||_F <= ||U||_F ||V||_F: row by row by Cauchy and Schwarz."""
    ring, name = space.reader.ring, "the Frobenius norm of a product"
    for left, right, whole in space.products:
        yield Fact(minus(ring.times(space.gram(left), space.gram(right)), space.gram(whole)), False, name)
        if rooted:
            yield Fact(minus(ring.times(space.norm(left), space.norm(right)), space.norm(whole)), False, name)


def triangles(space: Space, rooted: bool) -> Iterator[Fact]:
    """||U + V|| <= ||U|| + ||V||, and so ||U|| <= ||U + V|| + ||V|| (triangle inequality of a norm)."""
    if not rooted:
        return
    for whole, parts in space.sums:
        norms = [space.norm(part) for part in parts]
        yield Fact(minus(plus(*norms), space.norm(whole)), False, "triangle inequality")
        for k, norm in enumerate(norms):
            rest = norms[:k] + norms[k + 1:]
            yield Fact(minus(plus(space.norm(whole), *rest), norm), False, "triangle inequality")


def generators(ring: Ring) -> Iterator[Fact]:
    """Generators that are seen not to be negative: norms, squares, sizes, bounded scalars."""
    for g in sorted(ring.nonnegative):
        yield Fact({(g,): fmpq(1)}, False, "signs")


def number_one() -> Fact:
    """1 > 0."""
    return Fact({ONE: fmpq(1)}, True, "signs")
