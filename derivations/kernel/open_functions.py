"""Open functions, of which a proof knows what the domain says of them: at two points that have values, as inequalities.

`between`: f - m |x|^2/2 and M |x|^2/2 - f are convex. Then h = f - m |x|^2/2 is convex and (M - m)-smooth, and
h(y) >= h(x) + <h'(x), y - x> + |h'(x) - h'(y)|^2 / (2 (M - m)), where M > m, written without a quotient.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .facts import OPEN, nonneg
from .matrix_lemmas import minus
from .table import HALF, TWO, neg, square
from .terms import ZERO, Refused, Term, add, mul, shape, sub, term

if TYPE_CHECKING:
    from .steps import Line


ANYWHERE = " anywhere"
"""The vector that stands for every one in what is said of an open function."""


def differentiable(value: Term) -> Term:
    """That an open function of vectors, of which a value is given, is continuously differentiable everywhere."""
    if value.head != "function" or len(value.args) != 1:
        raise Refused("a gradient is of an open function of one vector")
    anywhere = term("MatrixSymbol", shape(value.args[0]) or (), ANYWHERE)
    return term("Differentiable", (term("function", (anywhere,), value.mark),))


def at(function: Term, point: Term) -> Term:
    """The value of a function at a point. function: its value anywhere."""
    if shape(point) != shape(function.args[0]):
        raise Refused("a point of another size")
    return term("function", (point,), function.mark)


def gradient(function: Term, point: Term) -> Term:
    """The gradient at a point."""
    return term("GradientAt", (at(function, point),))


def _dot(left: Term, right: Term) -> Term:
    return term("Dot", (left, right))


def _gap(f: Term, x: Term, y: Term) -> Term:
    """f(y) - f(x) - <f'(x), y - x>."""
    return sub(sub(at(f, y), at(f, x)), _dot(gradient(f, x), minus(y, x)))


def _ends(fact: Term) -> tuple[Term | None, Term | None]:
    """Between what a function is curved, as far as a fact says."""
    head, numbers = fact.head, fact.args[1:]
    return {"Convex": (ZERO, None), "StronglyConvex": (*numbers, None), "Smooth": (*map(neg, numbers), *numbers)}.get(head, (None, None))


def _below(fact: Term, x: Term, y: Term) -> Term:
    f, least = fact.args[0], _ends(fact)[0]
    if least is None:
        raise Refused("nothing bounds the curvature from below")
    way = minus(y, x)
    return nonneg(sub(_gap(f, x, y), mul(HALF, least, _dot(way, way))))


def _above(fact: Term, x: Term, y: Term) -> Term:
    f, most = fact.args[0], _ends(fact)[1]
    if most is None:
        raise Refused("nothing bounds the curvature from above")
    way = minus(y, x)
    return nonneg(sub(mul(HALF, most, _dot(way, way)), _gap(f, x, y)))


def between(low: Term, high: Term, x: Term, y: Term) -> Term:
    """From two facts about one function, an inequality between two points. That M >= m follows where vectors have an entry at all; where
    M = m the inequality says that the gradient is m x, up to a constant."""
    f, m, most = low.args[0], _ends(low)[0], _ends(high)[1]
    if f is not high.args[0] or m is None or most is None:
        raise Refused("bounds of one function's curvature, from below and from above")
    way, turn, span = minus(y, x), minus(gradient(f, y), gradient(f, x)), sub(most, m)
    inner = add(mul(TWO, span, _gap(f, x, y)), neg(_dot(turn, turn)), neg(mul(m, most, _dot(way, way))), mul(TWO, m, _dot(turn, way)))
    return nonneg(inner)


def _steep(fact: Term, x: Term, y: Term) -> Term:
    if fact.head != "PL":
        raise Refused("nothing bounds the gradient from below")
    f, mu, least = fact.args
    slope = gradient(f, x)
    return nonneg(sub(_dot(slope, slope), mul(TWO, mu, sub(at(f, x), least))))


def _least(fact: Term, x: Term, y: Term) -> Term:
    if fact.head != "PL":
        raise Refused("nothing bounds the function from below")
    return nonneg(sub(at(fact.args[0], x), fact.args[2]))


def _near(fact: Term, x: Term, y: Term) -> Term:
    if fact.head != "Lipschitz":
        raise Refused("nothing bounds how far values are apart")
    f, most = fact.args
    way = minus(y, x)
    return nonneg(sub(mul(square(most), _dot(way, way)), square(sub(at(f, y), at(f, x)))))


def _flat(fact: Term, x: Term, y: Term) -> Term:
    """Along its gradient g a function changes by t |g|^2 + o(t) over a way of the length t |g|, so that |g|^2 <= |G| |g|."""
    if fact.head != "Lipschitz":
        raise Refused("nothing bounds the gradient from above")
    f, most = fact.args
    slope = gradient(f, x)
    return nonneg(sub(square(most), _dot(slope, slope)))


def _convex(fact: Term, x: Term, y: Term) -> Term:
    if fact.head != "StronglyConvex":
        raise Refused("nothing says that the function is convex")
    return term("Convex", fact.args[:1])


ROWS: dict[str, Callable[[Term, Term, Term], Term]] = {
    "below": _below, "above": _above, "steep": _steep, "least": _least, "near": _near, "flat": _flat, "convex": _convex,
}
"""Name to what a fact about a function says at two points."""


def said(fact: Term, name: str, x: Term, y: Term) -> tuple[list[Term], Term]:
    """What a fact about a function says at two points, and where. Raises Refused where it says nothing of that kind."""
    if fact.head not in OPEN or name not in ROWS:
        raise Refused("a fact about an open function, and what it says")
    found = ROWS[name](fact, x, y)
    return [nonneg(fact.args[1])] if name == "convex" else [], found


def _open(line: Line, name: str, number: int, x: int, y: int) -> Term:
    line.value(line.term(x))
    line.value(line.term(y))
    sides, fact = said(line.fact(number), name, line.term(x), line.term(y))
    for side in sides:
        line.need(side)
    return fact


def _between(line: Line, low: int, high: int, x: int, y: int) -> Term:
    line.value(line.term(x))
    line.value(line.term(y))
    return between(line.fact(low), line.fact(high), line.term(x), line.term(y))


STEPS = {"open": _open, "between": _between}
