"""Means, variances and covariances over independent draws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from sympy import Basic, Expr, Symbol, sympify
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixExpr, MatrixSymbol

from .base import Statement
from .domain import atoms_of
from .errors import StatementError
from .latex import to_latex
from .laws import OF_ANY_LAW, Law, Mass, Moments, Multinomial
from .spaces import Space
from .wellformed import same_shape, shape_of

MOMENTS = ("mean", "variance")
_TOLD_OF_COUNTS = {"integer", "real", "commutative", "finite", "rational", "nonnegative", "extended_real", "complex", "hermitian"}
"""What the symbol of a count may be assumed to be."""


@dataclass(frozen=True, eq=False)
class _Drawing(Statement):
    """What the kinds over draws share. Subclasses have `draws` and say in `drawn_over` what is averaged, in `stated` what comes out."""

    def __post_init__(self) -> None:
        draws = getattr(self, "draws", None)
        if not isinstance(draws, dict) or not draws:
            raise StatementError("an expectation is over at least one drawn symbol")
        super().__post_init__()
        known = self.on.declared
        drawn = [str(symbol) for symbol in self.drawn if symbol not in known]
        if drawn:
            raise StatementError(f"the domain declares the sizes and fixed symbols, the draws included; it lacks {', '.join(drawn)}")
        self.check_formulas(*self.drawn_over(), *self.stated(), *self._parameters())
        for variance in self._parameters():
            if shape_of(variance):
                raise StatementError(f"a moment of normal draws is of scalars; {variance} has shape {shape_of(variance)}")
        self._check_draws()
        self._check_laws()

    @property
    def drawn(self) -> dict:
        """Drawn symbol to its law, or to its variance."""
        return getattr(self, "draws")  # noqa: B009  a field of the subclasses

    def drawn_over(self) -> tuple:
        """What speaks of the draws."""
        raise NotImplementedError

    def stated(self) -> tuple:
        """What is claimed to come out, free of draws."""
        raise NotImplementedError

    def _parameters(self) -> tuple:
        return tuple(part for law in self.drawn.values() for part in (law.args if isinstance(law, Law) else (law,)))

    def _check_draws(self) -> None:
        """Free and independent normal numbers: nothing but the quantity speaks of them."""
        for symbol, law in self.drawn.items():
            if isinstance(law, Law) and not isinstance(law, OF_ANY_LAW):
                self._check_count(symbol)
                continue
            if not isinstance(symbol, (Symbol, MatrixSymbol)) or symbol in self.on.dimensions:
                raise StatementError(f"a draw is a scalar or matrix symbol and no size; got {symbol!r}")
            if isinstance(symbol, Symbol) and (symbol.is_integer or symbol.is_extended_real is not True
                                               or None not in (symbol.is_nonnegative, symbol.is_nonpositive, symbol.is_zero)
                                               and not (isinstance(law, Moments) and symbol.is_nonnegative)):
                raise StatementError(f"the draw {symbol} is a normal number; it cannot be assumed whole or of one sign")
            if isinstance(law, OF_ANY_LAW) and not isinstance(symbol, Symbol):
                raise StatementError(f"a law that is known by its moments is of a number; {symbol} is a matrix")
            if not isinstance(law, Law) and sympify(law, strict=True).is_negative:
                raise StatementError(f"the variance of {symbol} is {law}; a variance is not negative")
            if any(size.has(Space) for size in getattr(symbol, "shape", ())):
                raise StatementError(f"{symbol} is drawn entry by entry, and a function space has no entries")
        drawn, expand = set(self.drawn), self.on.expand
        for what, formulas in (("the value", self.stated()), ("a variance", self._law_formulas()),
                               ("a condition of the domain", self.on.conditions)):
            for formula in formulas:
                tied = drawn & atoms_of(expand(formula))
                if tied:
                    raise StatementError(f"{what}, {formula}, speaks of the drawn {', '.join(sorted(map(str, tied)))}; "
                                         "draws are free and independent, and their variances fixed")

    def _law_formulas(self) -> tuple:
        """The parameters of all laws, the probability of an outcome with its own draw left out."""
        found: list = []
        for symbol, law in self.drawn.items():
            if isinstance(law, Mass):
                found += [law.low, law.high]
                others = atoms_of(self.on.expand(law.probability)) - {symbol}
                found += sorted(others & set(self.drawn), key=str)
            else:
                found += law.args if isinstance(law, Law) else (law,)
        return tuple(found)

    def _check_count(self, symbol: Basic) -> None:
        if not isinstance(symbol, Symbol) or symbol.is_integer is not True or symbol in self.on.dimensions:
            raise StatementError(f"the draw {symbol} of a law of whole numbers is a whole-number symbol and no size")
        told = {name for name, true in symbol._assumptions_orig.items() if true is not None}
        if told - _TOLD_OF_COUNTS:
            raise StatementError(f"the draw {symbol} cannot be assumed {', '.join(sorted(told - _TOLD_OF_COUNTS))}")

    def _check_laws(self) -> None:
        trials = {law.trials for law in self.drawn.values() if isinstance(law, Multinomial)}
        if len(trials) > 1:
            raise StatementError(f"multinomial counts of one statement are of the same trials; got {', '.join(map(str, trials))} of them")
        for symbol, law in self.drawn.items():
            if isinstance(law, Law) and symbol.is_nonnegative and isinstance(law, Mass) and law.low.is_nonnegative is not True:
                raise StatementError(f"the draw {symbol} is assumed not to be negative; it takes values from {law.low} on")

    def binders(self) -> set:
        return set(self.drawn)

    def expressions(self) -> tuple:
        return (*self.drawn_over(), *self.stated(), *self._parameters())

    def _laws_latex(self) -> str:
        return ", ".join(
            rf"{to_latex(symbol)} \sim {to_latex(law)}" if isinstance(law, Law) else
            rf"{to_latex(symbol)} \sim \mathcal{{N}}\left(0, {to_latex(law)}\right)" for symbol, law in self.drawn.items())


@dataclass(frozen=True, eq=False)
class Expectation(_Drawing):
    """The mean (or the variance) of `quantity` over the draws is `value`.

    quantity: a formula in scalars, inner products, traces and entries of the drawn symbols and of any others, which are held fixed;
    for a mean also a matrix, of the shape of `value`. An index letter of an entry is a whole number that the domain keeps in range.
    draws: scalar, vector or matrix symbol to the variance of its entries, which are independent normal numbers of mean zero; or a
    whole-number symbol to a law of counts (`Binomial`, `Multinomial`, `Poisson`, `FairBits`, `Mass`). No condition of the domain speaks
    of a draw, and no variance does: either would make it another distribution.
    """

    label: ClassVar[str] = "expectation"

    quantity: Expr | MatrixExpr
    draws: dict
    value: Expr | MatrixExpr
    moment: str = "mean"

    def __post_init__(self) -> None:
        if self.moment not in MOMENTS:
            raise StatementError(f"moment is one of {', '.join(MOMENTS)}; got {self.moment!r}")
        super().__post_init__()
        shape = shape_of(self.quantity)
        if shape and self.moment == "variance":
            raise StatementError(f"a moment of normal draws is of scalars; {self.quantity} has shape {shape}; take an entry")
        if not same_shape(shape, shape_of(self.value)):
            raise StatementError(f"a mean of shape {shape or 'scalar'} cannot have the shape {shape_of(self.value) or 'scalar'}")

    def drawn_over(self) -> tuple:
        return (self.quantity,)

    def stated(self) -> tuple:
        return (self.value,)

    def latex(self) -> str:
        name = r"\mathbb{E}" if self.moment == "mean" else r"\operatorname{Var}"
        return rf"{name}\left[{to_latex(self.quantity)}\right] = {to_latex(self.value)},\quad {self._laws_latex()}"


@dataclass(frozen=True, eq=False)
class Covariance(_Drawing):
    """The covariance of two scalars, `first` and `second`, over the draws is `value`; the draws are as for `Expectation`."""

    label: ClassVar[str] = "covariance"

    first: Expr
    second: Expr
    draws: dict
    value: Expr

    def __post_init__(self) -> None:
        super().__post_init__()
        for part in (self.first, self.second, self.value):
            if shape_of(part):
                raise StatementError(f"a covariance is of scalars; {part} has shape {shape_of(part)}")

    def drawn_over(self) -> tuple:
        return (self.first, self.second)

    def stated(self) -> tuple:
        return (self.value,)

    def latex(self) -> str:
        pair = rf"{to_latex(self.first)}, {to_latex(self.second)}"
        return rf"\operatorname{{Cov}}\left[{pair}\right] = {to_latex(self.value)},\quad {self._laws_latex()}"


@dataclass(frozen=True, eq=False)
class ConvergesInProbability(_Drawing):
    """P(|quantity - value| > e) tends to 0 for every e > 0 as the whole number `variable` grows, at each point of the domain.

    variable: a size of the draws, or a number that the quantity or a variance speaks of; no size of a fixed matrix depends on it.
    """

    label: ClassVar[str] = "convergence in probability"

    quantity: Expr
    variable: Symbol
    value: Expr
    draws: dict

    def __post_init__(self) -> None:
        super().__post_init__()
        number, expand = self.variable, self.on.expand
        if not isinstance(number, Symbol) or number.is_integer is not True or number in self.draws or number in self.on.where:
            raise StatementError(f"convergence is along a whole number that is no draw and no abbreviation; got {number!r}")
        for part in (self.quantity, self.value):
            if shape_of(part):
                raise StatementError(f"convergence in probability is of scalars; {part} has shape {shape_of(part)}")
        if number in expand(self.value).free_symbols:
            raise StatementError(f"the value {self.value} speaks of {number}, along which the limit is taken")
        fixed = [symbol for symbol in self.on.matrices if symbol not in self.draws
                 and any(number in size.free_symbols for size in symbol.shape)]
        if fixed:
            raise StatementError(f"{fixed[0]} is held fixed, and its size depends on {number}")

    def drawn_over(self) -> tuple:
        return (self.quantity,)

    def stated(self) -> tuple:
        return (self.value,)

    def binders(self) -> set:
        return {*self.draws, self.variable}

    def latex(self) -> str:
        return (rf"\operatorname{{plim}}_{{{to_latex(self.variable)} \to \infty}} \left[{to_latex(self.quantity)}\right] "
                rf"= {to_latex(self.value)},\quad {self._laws_latex()}")


def entry(matrix: Any, row: Any, column: Any = 0) -> Any:
    """The entry of a matrix, or of a product or sum of matrices, in this row and column, counted from zero; it stays as it is written."""
    if not shape_of(matrix):
        raise StatementError(f"only a matrix has entries; got {matrix}")
    return MatrixElement(matrix, sympify(row, strict=True), sympify(column, strict=True))
