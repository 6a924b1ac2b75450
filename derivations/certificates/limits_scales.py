"""Scales and coefficients of limits as terms: written more simply where that is plain, and lines in the running variable."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from .terms import Term, app, num, parts, speaks_of

ZERO, ONE = num(0), num(1)
KNOWN = {app("ln", ONE): ZERO, app("sqrt", ZERO): ZERO, app("sinh", ZERO): ZERO, app("tanh", ZERO): ZERO, app("sin", ZERO): ZERO,
         app("arcsinh", ZERO): ZERO, app("atan", ZERO): ZERO, app("exp", ZERO): ONE, app("cosh", ZERO): ONE, app("cos", ZERO): ONE}
"""Values that `limits.v` knows too."""


def affine(term: Term, y: str) -> tuple[Term, Term] | None:
    """Constant and slope of a term that is a line in y."""
    head, args = term
    if not speaks_of(term, {y}):
        return term, ZERO
    if head == "var":
        return ZERO, ONE
    if head in ("add", "sub", "opp"):
        lines = [affine(item, y) for item in args]
        if None in lines:
            return None
        return tuple(simple(app(head, *(line[place] for line in lines))) for place in (0, 1))  # type: ignore[return-value]  # of two
    if head in ("mul", "div"):
        one, other = args
        if speaks_of(other, {y}):
            if head == "div" or speaks_of(one, {y}):
                return None
            one, other = other, one
        line = affine(one, y)
        return None if line is None else (simple(app(head, line[0], other)), simple(app(head, line[1], other)))
    return None


def logarithmic(term: Term, y: str) -> tuple[Term, Term] | None:
    """Factor and argument of a term that is a constant times a logarithm."""
    head, args = term
    if head == "ln" and speaks_of(args[0], {y}):
        return ONE, args[0]
    if head == "opp":
        found = logarithmic(args[0], y)
        return None if found is None else (simple(app("opp", found[0])), found[1])
    if head in ("mul", "div"):
        for inner, factor in ((args[0], args[1]), (args[1], args[0])):
            if not speaks_of(factor, {y}) and speaks_of(inner, {y}):
                found = logarithmic(inner, y) if head == "mul" or inner is args[0] else None
                return None if found is None else (simple(app(head, found[0], factor)), found[1])
    return None


def simple(term: Term) -> Term:
    """The term without what adds nothing; numbers are worked out."""
    head, args = term
    if term in KNOWN or head == "Rpower" and args[0] == ONE:
        return KNOWN.get(term, ONE)
    if head == "sqrt" and args[0].head == "num" and args[0].args[0] > 0:
        roots = [isqrt(item) for item in args[0].args]
        return num(*roots) if [root**2 for root in roots] == list(args[0].args) else term
    if head not in ("add", "sub", "mul", "div", "opp", "inv", "pow"):
        return term
    args = tuple(simple(item) if isinstance(item, Term) else item for item in args)
    if all(isinstance(item, str) or item.head == "num" for item in args):
        return _number(head, args) or Term(head, args)
    if head in ("add", "sub") and args[1] == ZERO:
        return args[0]
    if head in ("add", "sub") and args[0] == ZERO:
        return args[1] if head == "add" else simple(app("opp", args[1]))
    if head in ("mul", "div") and args[0] == ZERO:
        return ZERO
    if head in ("mul", "div") and args[1] == ONE:
        return args[0]
    if head == "mul" and ZERO in args:
        return ZERO
    if head == "mul" and args[0] == ONE:
        return args[1]
    if head == "opp" and args[0].head == "opp":
        return args[0].args[0]
    return Term(head, args)


def _number(head: str, args: tuple) -> Term | None:
    one, *rest = (Fraction(*item.args) if isinstance(item, Term) else item for item in args)
    try:
        found = {"add": lambda: one + rest[0], "sub": lambda: one - rest[0], "mul": lambda: one * rest[0], "div": lambda: one / rest[0],
                 "opp": lambda: -one, "inv": lambda: 1 / one, "pow": lambda: one ** int(rest[0])}[head]()
    except (ZeroDivisionError, ValueError):
        return None
    return num(found.numerator, found.denominator)


def names_in(term: Term) -> set[str]:
    """The variables of a term."""
    return {item.args[0] for item in parts(term) if item.head == "var"}


def plain_sign(said: Term) -> bool:
    """Whether a sign is of numbers and single variables."""
    return all(item.head in ("num", "var", "lt", "ne", "INR", "IZR") for item in parts(said))
