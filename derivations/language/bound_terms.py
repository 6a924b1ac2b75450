r"""Numbers over letters that they bind: a mean over independent draws, and the least or largest value of a formula where a condition holds.

    Mean(x**2 + a, (x, 1))                                # E[x^2 + a], x normal with variance 1
    Infimum(y**2 - y, y >= 0, y)                          # inf over y >= 0 of y^2 - y

Whether the mean exists, or the value is finite, is part of what has to be shown before anything is said of one.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Derivative, Expr, Symbol, Tuple, true
from sympy.logic.boolalg import Boolean
from sympy.matrices.expressions.matexpr import MatrixSymbol
from sympy.printing.latex import LatexPrinter

from .errors import StatementError
from .laws import Law
from .material import as_formula, told
from .wellformed import shape_of


class BoundTerm(Expr):
    """A real number, where it has a value, of which SymPy knows nothing."""

    is_commutative = True
    is_extended_real = True

    @property
    def binds(self) -> frozenset:
        """Its letters."""
        raise NotImplementedError

    @property
    def inside(self) -> tuple:
        """What speaks of them."""
        raise NotImplementedError

    @property
    def outside(self) -> tuple:
        """The rest."""
        return ()

    @property
    def free_symbols(self) -> set:
        """The symbols of all parts, the letters that it binds apart."""
        inner, outer = (set().union(*(part.free_symbols for part in parts)) for parts in (self.inside, self.outside))
        return (inner - self.binds) | outer

    def _eval_subs(self, old: Any, new: Any) -> Expr | None:
        """What it binds is replaced by nothing."""
        return self if old in self.binds else None

    def _eval_derivative(self, by: Any) -> Expr:
        return Derivative(self, by, evaluate=False)


class Mean(BoundTerm):
    """The mean of a number over independent draws, (letter, law) pairs, where a variance stands for a normal law."""

    def __new__(cls, quantity: Any, *draws: Any) -> Mean:
        quantity, pairs = as_formula(quantity), [Tuple(*pair) for pair in draws]
        if shape_of(quantity):
            raise StatementError(f"a mean as a term is of a number; got the matrix {told(quantity)}")
        if not pairs or any(len(pair) != 2 or not isinstance(pair[0], (Symbol, MatrixSymbol)) for pair in pairs):
            raise StatementError("a mean is over pairs (letter, law), at least one")
        return Expr.__new__(cls, quantity, *pairs)

    @property
    def binds(self) -> frozenset:
        """The draws."""
        return frozenset(pair[0] for pair in self.args[1:])

    @property
    def inside(self) -> tuple:
        """The quantity."""
        return self.args[:1]

    @property
    def outside(self) -> tuple:
        """The laws."""
        return tuple(pair[1] for pair in self.args[1:])

    def _latex(self, printer: LatexPrinter) -> str:
        def law(draw: Basic, given: Basic) -> str:
            named = printer._print(given) if isinstance(given, Law) else rf"\mathcal{{N}}\left(0, {printer._print(given)}\right)"
            return rf"{printer._print(draw)} \sim {named}"

        return rf"\mathbb{{E}}_{{{', '.join(law(*pair) for pair in self.args[1:])}}}\left[{printer._print(self.args[0])}\right]"


class Extreme(BoundTerm):
    """An extreme value of a number where a condition holds, over letters: `Infimum(f(y), y >= 0, y)`."""

    word = ""

    def __new__(cls, formula: Any, condition: Any, *letters: Any) -> Extreme:
        formula = as_formula(formula)
        if shape_of(formula) or not isinstance(condition, Boolean):
            raise StatementError(f"{cls.__name__} is of a number, where a condition holds; got {told(formula)}, {told(condition)}")
        letters = letters[0].args if len(letters) == 1 and isinstance(letters[0], Tuple) else letters
        if not letters or any(not isinstance(letter, (Symbol, MatrixSymbol)) for letter in letters):
            raise StatementError(f"{cls.__name__} is over letters, at least one")
        return Expr.__new__(cls, formula, condition, Tuple(*letters))

    @property
    def binds(self) -> frozenset:
        """What it is over."""
        return frozenset(self.args[2].args)

    @property
    def inside(self) -> tuple:
        """The number and the condition."""
        return self.args[:2]

    def _latex(self, printer: LatexPrinter) -> str:
        letters = ", ".join(map(printer._print, self.args[2].args))
        where = "" if self.args[1] == true else rf" : {printer._print(self.args[1])}"
        return rf"\{self.word}_{{{letters}{where}}} \left({printer._print(self.args[0])}\right)"


class Minimum(Extreme):
    """The least value, which is attained."""

    word = "min"


class Maximum(Extreme):
    """The largest value, which is attained."""

    word = "max"


class Infimum(Extreme):
    """The largest number below every value."""

    word = "inf"


class Supremum(Extreme):
    """The least number above every value."""

    word = "sup"


EXTREMES = {kind.word: kind for kind in (Minimum, Maximum, Infimum, Supremum)}


__all__ = ["EXTREMES", "BoundTerm", "Infimum", "Maximum", "Mean", "Minimum", "Supremum"]
