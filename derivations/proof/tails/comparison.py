"""Sums between integrals: for f that falls, int_m^(n+1) f <= f(m) + ... + f(n) <= f(m) + int_m^n f; the other way round where it grows.

The same with no upper end. The summand has to be smooth in a real variable and monotone, both shown; the integrals come in closed form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import Basic, Dummy, Expr, Ge, Gt, Le, Lt, Sum, Symbol, diff, expand, oo

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.endless import speaks_of_integrals
from theoremtest.derivations.proof.integrals.growth import integrable_at_infinity
from theoremtest.derivations.proof.integrals.powers import tidy
from theoremtest.derivations.proof.integrals.questions import NoValue, Questions
from theoremtest.derivations.proof.integrals.reading import Definite
from theoremtest.derivations.proof.integrals.values import value
from theoremtest.derivations.proof.signs.inequality import prove_relation

from .series import opened

RUNG = "comparison with an integral"


@dataclass(frozen=True)
class Bounds:
    """What a sum is at least and at most, each entry a bound of its own."""

    lower: tuple[Expr, ...]
    upper: tuple[Expr, ...]


def bounds(node: Sum, ask: Questions) -> Bounds:
    """Bounds for a sum of monotone terms by integrals. Raises NoValue where its terms are not shown to be monotone."""
    body, k, low, high = opened(node)
    x = Dummy("x", real=True)
    f = tidy(body.xreplace({k: x}))
    if high != oo and not ask.not_negative(high - low):
        raise NoValue(f"the sum {node} may be empty")
    falls = _direction(f, x, low, high, ask)
    if high == oo:
        return _endless(f, x, low, ask) if falls else _raised()
    return _finite(f, x, low, high, falls, ask)


def _raised() -> Bounds:
    raise NoValue("an endless sum of terms that are not shown to fall")


def _direction(f: Expr, x: Symbol, low: Expr, high: Expr, ask: Questions) -> bool:
    """True where f is shown to fall from the first place to the last, False where it is shown to grow. Raises NoValue."""
    beyond = () if high == oo else (x <= high + 1,)
    where = ask.within(x >= low, *beyond, over=(x,))
    fault = where.rough(f, x)
    if fault or not where.has_value(f):
        raise NoValue(fault or f"{f} is not shown to have a value")
    slope = diff(f, x)
    if where.not_negative(-slope):
        return True
    if where.not_negative(slope):
        return False
    raise NoValue(f"{f} is not shown to be monotone")


def _area(f: Expr, x: Symbol, low: Expr, high: Expr, ask: Questions) -> Expr | None:
    try:
        found = value(Definite(f, x, low, high), ask)
    except NoValue:
        return None
    return None if speaks_of_integrals(found) else found


def _begun_before(f: Expr, x: Symbol, low: Expr, high: Expr, falls: bool, ask: Questions) -> Expr | None:
    """The integral from one place before the first, where f is monotone and integrable from there on."""
    try:
        where = ask.within(x > low - 1, x <= low, over=(x,))
        slope = diff(f, x)
        if where.rough(f, x) or not where.has_value(f) or not where.not_negative(-slope if falls else slope):
            return None
    except NoValue:
        return None
    return _area(f, x, low - 1, high, ask)


def _endless(f: Expr, x: Symbol, low: Expr, ask: Questions) -> Bounds:
    place = Dummy("x", positive=True)
    if not integrable_at_infinity(tidy(f.xreplace({x: place})), place, ask):
        raise NoValue(f"the sum of {f} is not shown to converge")
    area = _area(f, x, low, oo, ask)
    upper = [_begun_before(f, x, low, oo, True, ask)] + ([] if area is None else [f.subs(x, low) + area])
    return Bounds(() if area is None else (area,), tuple(found for found in upper if found is not None))


def _finite(f: Expr, x: Symbol, low: Expr, high: Expr, falls: bool, ask: Questions) -> Bounds:
    within, after = _area(f, x, low, high, ask), _area(f, x, low, high + 1, ask)
    before = _begun_before(f, x, low, high, falls, ask)
    first, last = f.subs(x, low), f.subs(x, high)
    outer = [before] + ([] if within is None else [first + within])
    inner = [after] + ([] if within is None else [last + within])
    lower, upper = (inner, outer) if falls else (outer, inner)
    return Bounds(tuple(item for item in lower if item is not None), tuple(item for item in upper if item is not None))


def compared(relation: Basic, domain: Domain, deadline: Deadline) -> str | None:
    """The rung by which a comparison that is linear in one sum follows from the sum's bounds; None where it does not."""
    if not isinstance(relation, (Le, Lt, Ge, Gt)):
        return None
    sums = [node for node in relation.atoms(Sum) if not any(node is not other and other.has(node) for other in relation.atoms(Sum))]
    if len(sums) != 1:
        return None
    ask = Questions(domain, deadline)
    greater, less = (relation.lhs, relation.rhs) if isinstance(relation, (Ge, Gt)) else (relation.rhs, relation.lhs)
    letter = Dummy("S", real=True)
    gap = expand(greater.subs(sums[0], letter) - less.subs(sums[0], letter))
    slope = gap.coeff(letter, 1)
    rest = expand(gap - slope * letter)
    if letter in rest.free_symbols or letter in slope.free_symbols or speaks_of_integrals(gap) or gap.has(Sum):
        return None
    try:
        for bound in _useful(sums[0], slope, ask):
            stated = (Gt if isinstance(relation, (Lt, Gt)) else Ge)(slope * bound + rest, 0, evaluate=False)
            proof = prove_relation(stated, domain, deadline)
            if proof is not None:
                return f"{RUNG}, {proof.rung}"
    except NoValue:
        return None
    return None


def _useful(node: Sum, slope: Expr, ask: Questions) -> Iterator[Expr]:
    """The bounds from below where the gap grows with the sum, from above where it falls with it."""
    if ask.not_negative(slope):
        yield from bounds(node, ask).lower
    elif ask.not_negative(-slope):
        yield from bounds(node, ask).upper
