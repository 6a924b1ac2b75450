"""Points at which the arguments of Kronecker deltas agree, or the sets of parities: chance seldom draws them, and elsewhere all is zero."""

from __future__ import annotations

from itertools import combinations, product

from sympy import Basic, Expr, Integer, KroneckerDelta

from theoremtest.derivations.language import Domain, Parity, Statement, atoms_of
from theoremtest.derivations.proof.points.coordinates import contains

STARTS = 2
"""Drawn points that are moved to such places, unless more are asked for."""
MOST = 12
"""Points that are given at most."""


def tied_points(statement: Statement, domain: Domain, drawn: list[dict], bound: frozenset = frozenset(),
                starts: int = STARTS) -> list[dict]:
    """Points of the domain like the drawn ones at which one or two of the statement's deltas are 1, or products of parities are.

    bound: symbols that are drawn at random in the statement and have no say in where it is looked at. starts: how many of the drawn
    points are tried for each.
    """
    wanted = _equalities(statement, bound)
    found: list[dict] = []
    for chosen in (*combinations(wanted, 2), *((one,) for one in wanted)):
        for point in drawn[:starts]:
            moved = _moved(domain, point, chosen, bound)
            if moved is not None and moved not in drawn and moved not in found:
                found.append(moved)
                break
        if len(found) == MOST:
            break
    return found


def _equalities(statement: Statement, bound: frozenset) -> list[Expr]:
    """Differences that are to vanish: of each delta's arguments, of what two deltas compare with one draw, of two sets of bits, and a set
    itself.
    """
    deltas: list[Expr] = []
    alone: list[Expr] = []
    sets: dict[Expr, set] = {}
    shared: dict[Expr, set] = {}
    for part in (statement.on.expand(part) for part in statement.expressions() if isinstance(part, Basic)):
        for delta in part.atoms(KroneckerDelta):
            deltas.append(delta.args[0] - delta.args[1])
            for drawn, other in (delta.args, delta.args[::-1]):
                if drawn in bound:
                    shared.setdefault(drawn, set()).add(other)
        for parity in part.atoms(Parity):
            sets.setdefault(parity.args[1], set()).add(parity.args[0])
            if parity.args[0].is_Integer:  # where the bits are those of the set, an odd number of them is told from none
                alone.append(parity.args[1] - parity.args[0])
    listed = [sorted(chosen, key=str) for _, chosen in sorted(sets.items(), key=str)]
    at_once = [sorted(others, key=str) for _, others in sorted(shared.items(), key=str)]
    pairs = [one - other for chosen in (*listed, *at_once) for one, other in combinations(chosen, 2)]
    gaps = [*deltas, *pairs, *alone, *(one for chosen in listed for one in chosen)]
    return list(dict.fromkeys(gap for gap in gaps if atoms_of(gap) and not atoms_of(gap) & bound))


def _moved(domain: Domain, point: dict, gaps: tuple[Expr, ...], bound: frozenset) -> dict | None:
    """The point with a symbol of each difference moved so that it vanishes; None where that leaves the domain."""
    for chosen in product(*(sorted(atoms_of(gap) & set(domain.scalars) - bound, key=str) for gap in gaps)):
        there = _solved(point, gaps, chosen)
        if there is not None and contains(domain, there) is True and all(gap.subs(there) == 0 for gap in gaps):
            return there
    return None


def _solved(point: dict, gaps: tuple[Expr, ...], chosen: tuple) -> dict | None:
    """The point with one symbol for each difference moved, which must not be in an earlier one."""
    there, seen = dict(point), set()
    for gap, symbol in zip(gaps, chosen, strict=True):
        slope = gap.coeff(symbol)
        rest = (gap - slope * symbol).expand()
        if symbol in seen or not slope.is_Integer or slope == 0 or symbol in atoms_of(rest):
            return None
        value = (-rest / slope).subs(there)
        if not value.is_Rational or symbol.is_integer and not value.is_Integer:
            return None
        there[symbol] = Integer(value) if value.is_Integer else value
        seen |= atoms_of(gap)
    return there
