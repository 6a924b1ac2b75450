"""Conditions on every entry of a vector, taken down to one place: what holds of the entries there.

A condition on every entry follows from others where it follows at one place, for any numbers that meet what the others say of the entries
at that place and of the scalars.
"""

from __future__ import annotations

from contextlib import suppress

from sympy import Basic, DiagMatrix, Ge, Gt, Symbol
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import Domain, Holds, PositiveDefinite, PositiveSemidefinite, atoms_of, real
from theoremtest.derivations.language.diagonal import EveryEntry
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.relations import spoken

_DEFINITE = {PositiveDefinite: Gt, PositiveSemidefinite: Ge}


def at_one_place(condition: Basic, domain: Domain) -> Holds | None:
    """The condition at one place of its vectors, over the numbers that may stand there; None where it is not on every entry.

    Conditions of the domain that speak of matrices otherwise are left out, so that what is asked here is more than what is needed.
    """
    if not _pairs(condition):
        return None
    entries: dict[MatrixSymbol, Symbol] = {}
    asked, known = _there(condition, entries), [domain.expand(one) for one in domain.conditions]
    given = [_there(one, entries) for one in known if any(vector in entries for _, vector in _pairs(one))]
    given += [one for one in known if not any(isinstance(atom, MatrixSymbol) for atom in atoms_of(one))]
    with suppress(DomainError):  # what no number meets is left to the whole condition
        return Holds(spoken(asked), on=Domain(*given, over=sorted(set().union(*(one.free_symbols for one in (asked, *given))), key=str)))
    return None


def _pairs(condition: Basic) -> tuple[tuple[Symbol, MatrixSymbol], ...]:
    """(symbol, vector): the vectors on whose entries a condition is, none where it is another."""
    if isinstance(condition, EveryEntry):
        return tuple((pair[0], pair[1]) for pair in condition.pairs)
    if type(condition) in _DEFINITE and isinstance(condition.matrix, DiagMatrix) and isinstance(condition.matrix.args[0], MatrixSymbol):
        return ((real("e"), condition.matrix.args[0]),)
    return ()


def _there(condition: Basic, entries: dict[MatrixSymbol, Symbol]) -> Basic:
    """What the condition says at one place, in a letter of its own for each vector's entry there."""
    pairs = _pairs(condition)
    relation = condition.relation if isinstance(condition, EveryEntry) else _DEFINITE[type(condition)](pairs[0][0], 0)
    for _, vector in pairs:
        entries.setdefault(vector, real(rf"[{vector.name}]_i"))
    return relation.subs({symbol: entries[vector] for symbol, vector in pairs}, simultaneous=True)
