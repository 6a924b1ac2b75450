"""Points at which the arguments of Kronecker deltas agree, or the sets of parities: chance seldom draws them, and elsewhere all is zero."""

from __future__ import annotations

from itertools import combinations

from sympy import Basic, Expr, Integer, KroneckerDelta

from rederive.derivations.language import Domain, Parity, Statement, atoms_of
from rederive.derivations.proof.points.coordinates import contains

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
    """Differences that are to vanish: of each delta's arguments, of two sets of bits, and a set itself."""
    deltas: list[Expr] = []
    sets: dict[Expr, set] = {}
    for part in (statement.on.expand(part) for part in statement.expressions() if isinstance(part, Basic)):
        for delta in part.atoms(KroneckerDelta):
            deltas.append(delta.args[0] - delta.args[1])
        for parity in part.atoms(Parity):
            sets.setdefault(parity.args[1], set()).add(parity.args[0])
    listed = [sorted(chosen, key=str) for _, chosen in sorted(sets.items(), key=str)]
    pairs = [one - other for chosen in listed for one, other in combinations(chosen, 2)]
    gaps = [*deltas, *pairs, *(one for chosen in listed for one in chosen)]
    return list(dict.fromkeys(gap for gap in gaps if atoms_of(gap) and not atoms_of(gap) & bound))


def _moved(domain: Domain, point: dict, gaps: tuple[Expr, ...], bound: frozenset) -> dict | None:
    """The point with a symbol of each difference moved so that it vanishes; None where that leaves the domain."""
    there, moved = dict(point), set()
    for gap in gaps:
        for symbol in sorted(atoms_of(gap) & set(domain.scalars) - moved - bound, key=str):
            slope = gap.coeff(symbol)
            rest = (gap - slope * symbol).expand()
            if not slope.is_Integer or slope == 0 or symbol in atoms_of(rest):
                continue
            value = (-rest / slope).subs(there)
            if value.is_Rational and (value.is_Integer or not symbol.is_integer):
                there[symbol] = Integer(value) if value.is_Integer else value
                moved |= atoms_of(gap)
                break
        else:
            return None
    return there if contains(domain, there) is True and all(gap.subs(there) == 0 for gap in gaps) else None
