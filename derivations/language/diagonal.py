"""Diagonal matrices by a formula for their entries, and conditions that hold for every entry of a vector.

`Diagonal(sqrt(s**2 + 1), (s, sigma))` has the entries sqrt(sigma_i^2 + 1): the symbol s stands for an entry of the vector sigma and means
nothing outside. Several vectors of one size may be read at once, entry by entry: `Diagonal(s * c, (s, sigma), (c, gamma))`.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, Symbol, Tuple
from sympy.logic.boolalg import Boolean, BooleanFunction
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from .errors import StatementError
from .material import as_formula, told
from .wellformed import same_size


def entries_read(whoever: str, pairs: tuple) -> tuple[Tuple, ...]:
    """(symbol, vector) pairs, each vector a column vector symbol of one size. Raises StatementError."""
    made: list[Tuple] = []
    for pair in pairs:
        if not isinstance(pair, (tuple, Tuple)) or len(pair) != 2:
            raise StatementError(f"{whoever} takes pairs (symbol, vector); got {told(pair)}")
        symbol, vector = pair
        if not isinstance(symbol, Symbol) or symbol.is_real is not True or symbol.is_integer or symbol.is_nonzero:
            raise StatementError(f"an entry of a vector is written by a symbol for any real number, such as real('s'); got {told(symbol)}")
        if not isinstance(vector, MatrixSymbol) or vector.shape[1] != 1:
            raise StatementError(f"{whoever} reads the entries of a column vector symbol; got {told(vector)}")
        if made and not same_size(vector.shape[0], made[0][1].shape[0]):
            raise StatementError(f"{whoever} reads vectors of one size; got {vector.shape[0]} and {made[0][1].shape[0]}")
        made.append(Tuple(symbol, vector))
    if not made or len({pair[0] for pair in made}) != len(made) or len({pair[1] for pair in made}) != len(made):
        raise StatementError(f"{whoever} takes one symbol for each of its vectors, and at least one")
    return tuple(made)


class _OverEntries:
    """What is told in symbols that stand for the entries of vectors: a formula or relation first, then the pairs."""

    args: tuple

    @property
    def pairs(self) -> tuple[Tuple, ...]:
        """(symbol, vector) pairs."""
        return self.args[1:]

    @property
    def bound(self) -> frozenset:
        """The symbols that stand for entries."""
        return frozenset(pair[0] for pair in self.pairs)


class Diagonal(_OverEntries, MatrixExpr):
    """The diagonal matrix, (n, n), whose i-th entry is the formula at the i-th entries of the vectors."""

    precedence = PRECEDENCE["Atom"]

    def __new__(cls, formula: Expr, *pairs: Any) -> Diagonal:
        formula = as_formula(formula)
        if getattr(formula, "shape", ()) or formula.atoms(MatrixSymbol):
            raise StatementError(f"an entry of a diagonal matrix is a scalar without matrices; got {told(formula)}")
        return MatrixExpr.__new__(cls, formula, *entries_read("Diagonal", pairs))

    @property
    def formula(self) -> Expr:
        """The entry, in the symbols of `pairs` and in parameters."""
        return self.args[0]

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """(n, n) for vectors of size n."""
        size = self.pairs[0][1].shape[0]
        return (size, size)

    @property
    def free_symbols(self) -> set:
        """The formula's parameters, the vectors and their size."""
        return (self.formula.free_symbols - self.bound).union(*(pair[1].free_symbols for pair in self.pairs))

    def entry_at(self, values: tuple) -> Expr:
        """The formula with values for the symbols of `pairs`, in their order."""
        return self.formula.subs(dict(zip((pair[0] for pair in self.pairs), values, strict=True)), simultaneous=True)

    def _eval_transpose(self) -> Diagonal:
        return self

    def _eval_subs(self, old: Any, new: Any) -> Diagonal | None:
        """What stands for an entry is bound and replaced by nothing."""
        if old in self.bound or any(old == pair[1] for pair in self.pairs):
            return self
        return Diagonal(self.formula.subs(old, new), *self.pairs)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\operatorname{{diag}}_{{{_printed(self.pairs, printer)}}}\left({printer._print(self.formula)}\right)"


class EveryEntry(_OverEntries, BooleanFunction):
    """A relation between scalars holds at every entry of the vectors: `EveryEntry(s > 0, (s, sigma))`."""

    @classmethod
    def eval(cls, relation: Any, *pairs: Any) -> None:
        if not isinstance(relation, Boolean) or isinstance(relation, Expr) or relation.atoms(MatrixSymbol):
            raise StatementError(f"EveryEntry takes a relation between scalars, such as s > 0; got {told(relation)}")
        entries_read("EveryEntry", pairs)

    @property
    def relation(self) -> Any:
        """What holds at each entry."""
        return self.args[0]

    @property
    def free_symbols(self) -> set:
        """The relation's parameters, the vectors and their size."""
        return (self.relation.free_symbols - self.bound).union(*(pair[1].free_symbols for pair in self.pairs))

    def _eval_subs(self, old: Any, new: Any) -> EveryEntry | None:
        if old in self.bound or any(old == pair[1] for pair in self.pairs):
            return self
        return EveryEntry(self.relation.subs(old, new), *self.pairs)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"{printer._print(self.relation)} \text{{ for every }} {_printed(self.pairs, printer)}"


def _printed(pairs: tuple, printer: LatexPrinter) -> str:
    return ", ".join(rf"{printer._print(symbol)} \in {printer._print(vector)}" for symbol, vector in pairs)
