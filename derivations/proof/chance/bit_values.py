"""Means over a few fair bits, value by value: for parities of what is no set of the drawn bits, as of x + 1."""

from __future__ import annotations

from itertools import product

from sympy import Add, Expr, Integer, MatrixSymbol

from theoremtest.derivations.language.expectation import Expectation
from theoremtest.derivations.language.functions import Parity
from theoremtest.derivations.language.laws import FairBits

MOST_BITS = 6
"""Bits in all up to which every value is looked at."""


def one_by_one(statement, quantities: list) -> Expr | None:
    """The mean over all values of the bits; None where not all draws are few bits, or no parity speaks of more than a draw."""
    draws = statement.draws
    if not isinstance(statement, Expectation) or statement.moment != "mean":
        return None
    if not all(isinstance(law, FairBits) and law.count.is_Integer for law in draws.values()):
        return None
    (quantity,) = quantities
    plain = all(bits in draws or not bits.free_symbols & set(draws) for bits in (node.args[1] for node in quantity.atoms(Parity)))
    bits = int(sum(law.count for law in draws.values()))
    if plain or bits > MOST_BITS or quantity.atoms(MatrixSymbol):
        return None
    ranges = [[Integer(value) for value in range(2 ** int(law.count))] for law in draws.values()]
    values = [quantity.subs(dict(zip(draws, chosen, strict=True))) for chosen in product(*ranges)]
    if any(value.has(Parity) for value in values):  # of a negative number, or a letter, which is not known
        return None
    return Add(*values) / 2**bits
