"""Laws of draws: whole numbers (counts of outcomes, fair bits, outcomes with a mass each), any law with two moments, any between two
numbers with a mean. A variance stands for a normal law."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Eq, Expr, Ge, Gt, Le, Or, S
from sympy.printing.latex import LatexPrinter

from .errors import StatementError
from .material import as_formula, told
from .wellformed import shape_of


class Law(Basic):
    """The law of one draw; `args` are its parameters, scalars each."""

    def __new__(cls, *parameters: Any) -> Law:
        made = [as_formula(parameter) for parameter in parameters]
        for parameter in made:
            if shape_of(parameter):
                raise StatementError(f"the law {cls.__name__} takes scalars; {told(parameter)} is a matrix")
        return Basic.__new__(cls, *made)

    def conditions(self) -> tuple:
        """The relations under which there is such a law."""
        raise NotImplementedError

    def range_of(self, draw: Expr) -> tuple:
        """Relations that every value of the draw meets."""
        return (Ge(draw, 0),)


def _whole(law: str, what: str, number: Expr) -> None:
    if number.is_integer is not True:
        raise StatementError(f"{what} of {law} is a whole number; {told(number)} is not known to be one")


class Binomial(Law):
    """How often an outcome of probability `probability` came up in `trials` independent trials."""

    def __new__(cls, trials: Any, probability: Any) -> Law:
        _whole("a binomial law", "the number of trials", as_formula(trials))
        return super().__new__(cls, trials, probability)

    @property
    def trials(self) -> Expr:
        """The number of trials."""
        return self.args[0]

    @property
    def probability(self) -> Expr:
        """The probability of the outcome in one trial."""
        return self.args[1]

    def conditions(self) -> tuple:
        return (Ge(self.trials, 0), Ge(self.probability, 0), Le(self.probability, 1))

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\operatorname{{Bin}}\left({printer._print(self.trials)}, {printer._print(self.probability)}\right)"


class Multinomial(Binomial):
    """As `Binomial`; all draws of this law in one statement count different outcomes of the same trials."""

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\operatorname{{Multi}}\left({printer._print(self.trials)}, {printer._print(self.probability)}\right)"


class Poisson(Law):
    """A Poisson number of mean `rate`."""

    def __new__(cls, rate: Any) -> Law:
        return super().__new__(cls, rate)

    @property
    def rate(self) -> Expr:
        """The mean."""
        return self.args[0]

    def conditions(self) -> tuple:
        return (Ge(self.rate, 0),)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\operatorname{{Poi}}\left({printer._print(self.rate)}\right)"


class FairBits(Law):
    """`count` fair bits, read as one whole number from 0 to 2^count - 1; `Parity` is the sign of a set of them."""

    def __new__(cls, count: Any) -> Law:
        _whole("fair bits", "the number", as_formula(count))
        return super().__new__(cls, count)

    @property
    def count(self) -> Expr:
        """The number of bits."""
        return self.args[0]

    def conditions(self) -> tuple:
        return (Ge(self.count, 0),)

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\operatorname{{Bits}}\left({printer._print(self.count)}\right)"


class Mass(Law):
    """A whole number from `low` to `high`; `probability` speaks of the draw itself and is the probability of its value there.

    A probability with an open function in it, `p(k)`, is taken to add up to 1; any other has to be seen to.
    """

    def __new__(cls, probability: Any, low: Any, high: Any) -> Law:
        for end in (low, high):
            _whole("a law of outcomes", "an end of the range", as_formula(end))
        return super().__new__(cls, probability, low, high)

    @property
    def probability(self) -> Expr:
        """The probability of the value that the draw has."""
        return self.args[0]

    @property
    def low(self) -> Expr:
        """The least value."""
        return self.args[1]

    @property
    def high(self) -> Expr:
        """The greatest value."""
        return self.args[2]

    def conditions(self) -> tuple:
        return (Le(self.low, self.high),)

    def range_of(self, draw: Expr) -> tuple:
        return (Ge(draw, self.low), Le(draw, self.high))

    def _latex(self, printer: LatexPrinter) -> str:
        probability, low, high = map(printer._print, self.args)
        return rf"\operatorname{{Mass}}\left({probability}, {low}, {high}\right)"


class Moments(Law):
    """Any law with this mean and variance: what is said of a draw holds for each of them. Its mean of a cube is not known."""

    def __new__(cls, mean: Any, variance: Any) -> Law:
        return super().__new__(cls, mean, variance)

    @property
    def mean(self) -> Expr:
        """The mean."""
        return self.args[0]

    @property
    def variance(self) -> Expr:
        """The mean of the squared deviation from it."""
        return self.args[1]

    def conditions(self) -> tuple:
        return (Ge(self.variance, 0),)

    def range_of(self, draw: Expr) -> tuple:
        return (Ge(draw, 0),) if draw.is_nonnegative else ()

    def _latex(self, printer: LatexPrinter) -> str:
        return rf"\operatorname{{Law}}\left({printer._print(self.mean)}, {printer._print(self.variance)}\right)"


class Bounded(Law):
    """Any law of values from `low` to `high` with this mean: what is said of a draw holds for each of them. No other moment is known."""

    def __new__(cls, mean: Any, low: Any, high: Any) -> Law:
        return super().__new__(cls, mean, low, high)

    @property
    def mean(self) -> Expr:
        """The mean."""
        return self.args[0]

    @property
    def low(self) -> Expr:
        """What no value is less than."""
        return self.args[1]

    @property
    def high(self) -> Expr:
        """What no value is more than."""
        return self.args[2]

    def conditions(self) -> tuple:
        return (Le(self.low, self.mean), Le(self.mean, self.high))

    def range_of(self, draw: Expr) -> tuple:
        return (Ge(draw, self.low), Le(draw, self.high))

    def _latex(self, printer: LatexPrinter) -> str:
        mean, low, high = map(printer._print, self.args)
        return rf"\operatorname{{Bounded}}\left({mean}, {low}, {high}\right)"


OF_ANY_LAW = Moments, Bounded
"""Laws that stand for every one with these moments, of a number."""


def is_normal(law: Any) -> bool:
    """Whether a draw's law is given by a variance."""
    return not isinstance(law, Law)


def law_conditions(draws: dict) -> tuple:
    """What has to hold for the draws to have their laws: variances not negative, probabilities between 0 and 1, at most 1 together."""
    found: list = []
    shared = S.Zero
    for draw, law in draws.items():
        if isinstance(law, Moments) and draw.is_nonnegative:  # there is none of mean 0 that varies
            found += [Ge(law.mean, 0), Or(Gt(law.mean, 0), Eq(law.variance, 0))]
        if isinstance(law, Law):
            found += law.conditions()
            shared += law.probability if isinstance(law, Multinomial) else S.Zero
        else:
            found.append(Ge(law, 0))
    return tuple(condition for condition in (*found, Le(shared, 1)) if condition is not S.true)
