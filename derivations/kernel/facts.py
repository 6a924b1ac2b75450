"""Facts: what a proof may know. A fact is a term whose head says what is so at every point that is spoken of.

`pos(t)`, `nonneg(t)`, `nonzero(t)`, `whole(t)` for scalars; `Equality(a, b)` for scalars and matrices; `pd(A)`, `psd(A)`, `invertible(A)`
for square matrices (`pd` and `psd` say symmetric too); `any(f, ...)`, one of several; `both(f, ...)`, all of several;
`every(f, (i, a, b), ...)`, f for all whole numbers i with a <= i <= b;
`integrable(I)`, the integral or endless sum I converges, `area(I, v)`, to v;
`spectral(l, G, f)`, f for every eigenvalue l of the symmetric matrix G; `entries(f, (s, v), ...)`, f for every entry s of v.

Where a letter goes to an end, `near(x, a)` says so (a number is approached from above), and every fact is one of all points near enough.
There, `limit(t, l)`: t tends to l, a number, a matrix, oo or -oo; `converges(t)`: to some number or matrix; `fixed(t)`: t does not speak of
x; `order(s, t)`: s/t stays between positive constants. `stays(f, (x, v), ...)`: a motion x' = v in which f holds once does not leave it.
`exists(f, (x, v), ...)`: from every start in which f holds goes out exactly one, for all times, and does not leave f; `fails(g)`: not so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .terms import MINUS, ZERO, Refused, Term, of_space, shape, sub, term

FACTS = ("pos", "nonneg", "nonzero", "whole", "Equality", "pd", "psd", "invertible", "any", "spectral", "entries", "both",
         "every", "integrable", "area", "smooth", "never", "near", "limit", "converges", "fixed", "order", "stays", "exists", "fails")
OPEN = ("Differentiable", "Convex", "Smooth", "StronglyConvex", "PL", "Lipschitz")
"""What is said of an open function as a whole: its value anywhere, and numbers. Each says that it is continuously differentiable."""


def pos(node: Term) -> Term:
    """t > 0."""
    return term("pos", (node,))


def nonneg(node: Term) -> Term:
    """t >= 0."""
    return term("nonneg", (node,))


def nonzero(node: Term) -> Term:
    """t is not 0."""
    return term("nonzero", (node,))


def whole(node: Term) -> Term:
    """t is a whole number."""
    return term("whole", (node,))


def equal(left: Term, right: Term) -> Term:
    """left = right."""
    return term("Equality", (left, right))


def either(facts: Iterable[Term]) -> Term:
    """One of several facts."""
    found = tuple(dict.fromkeys(facts))
    return found[0] if len(found) == 1 else term("any", found)


def limit(node: Term, value: Term) -> Term:
    """t tends to a value."""
    return term("limit", (node, value))


OO, MINUS_OO = term("constant", (), "oo"), term("constant", (), "-oo")
NEVER = term("never")
"""What holds nowhere."""


def facts_of(relation: Term) -> list[Term]:
    """A relation of a statement as facts that say the same together. Raises Refused for one that has no form here."""
    head, args = relation.head, relation.args
    if head in _RELATIONS and all(shape(side) is None for side in args):
        return [_RELATIONS[head](*args)]
    if head == "Equality":
        return [equal(*args)]
    if head == "And":
        return [fact for part in args for fact in facts_of(part)]
    if head == "Or":
        return [either(fact_of(part) for part in args)]
    if head == "Not":
        return [negation(fact_of(args[0]))]
    if head == "Unequality" and not any(map(of_space, shape(args[0]) or ())):
        gap = term("MatAdd", (args[0], term("MatMul", (MINUS, args[1]))))
        return [pos(term("Trace", (term("MatMul", (term("Transpose", (gap,)), gap)),)))]
    if head in ("PositiveDefinite", "PositiveSemidefinite"):
        return [term("pd" if head == "PositiveDefinite" else "psd", args)]
    if head in OPEN:
        return [relation]
    if head == "EveryEntry":
        return [term("entries", (fact, *args[1:])) for fact in facts_of(args[0])]
    if head == "constant" and relation.mark in ("true", "false"):
        return [] if relation.mark == "true" else [NEVER]
    raise Refused(f"a relation {head} has no form as a fact")


_RELATIONS = {
    "StrictGreaterThan": lambda a, b: pos(sub(a, b)), "GreaterThan": lambda a, b: nonneg(sub(a, b)),
    "StrictLessThan": lambda a, b: pos(sub(b, a)), "LessThan": lambda a, b: nonneg(sub(b, a)),
    "Unequality": lambda a, b: nonzero(sub(a, b)),
}


def fact_of(relation: Term) -> Term:
    """A relation as one fact."""
    found = facts_of(relation)
    return found[0] if len(found) == 1 else term("both", found)


def negation(fact: Term) -> Term:
    """What holds exactly where a fact about numbers that have values does not. Raises Refused for a fact about anything else."""
    head, args = fact.head, fact.args
    if head in ("pos", "nonneg"):
        return (nonneg if head == "pos" else pos)(term("Mul", (MINUS, *args)))
    if head == "nonzero":
        return equal(args[0], ZERO)
    if head == "Equality" and shape(args[0]) is None:
        return nonzero(sub(*args))
    if head == "exists":
        return term("fails", (fact,))
    if head in ("any", "both"):
        return term("both" if head == "any" else "any", map(negation, args))
    raise Refused(f"no negation of {head} is known")


def spoken(fact: Term) -> Iterator[Term]:
    """The formulas that a fact speaks of, outside of what it binds."""
    if fact.head in ("any", "both"):
        for part in fact.args:
            yield from spoken(part)
    elif fact.head == "limit":
        yield from fact.args[:1] if fact.args[1] in (OO, MINUS_OO) else fact.args
    elif fact.head in OPEN:
        yield from fact.args[1:]
    elif fact.head not in ("spectral", "entries", "every", "integrable", "area", "smooth", "never", "near", "stays", "exists", "fails"):
        yield from fact.args
