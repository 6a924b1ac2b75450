"""Bounds of probabilities over draws, with their constants: Markov's inequality, and what it makes of any function of the draws, such as
exponentials (Chernoff), and of what is linear in draws with bounds (Hoeffding)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sympy import Abs, Add, And, Basic, Expr, Ge, Gt, Le, Lt, Mul, S, Symbol, diff, exp, expand

from .errors import StatementError
from .expectation import _Drawing
from .latex import to_latex
from .laws import Bounded
from .material import as_formula, told
from .relations import check_unsettled
from .wellformed import shape_of


@dataclass(frozen=True, eq=False)
class TailBound(_Drawing):
    """The probability of `event` over the draws is at most `at_most`.

    event: comparisons of numbers, several joined by `And`. draws: as for an `Expectation`; a law `Moments(mean, variance)` stands for every
    law that has these, `Bounded(mean, low, high)` for every one of values between these ends. through: g with g >= 0 everywhere and g >= 1
    in the event, whose mean is at most `at_most`: that is how it is shown. Where it is left out it is Hoeffding's (`chernoff`) where all
    draws are bounded, Chernoff's where all are normal and the bound is an exponential, else Chebyshev's for one comparison |u| >= t,
    u^2/t^2, and Markov's for any other u >= t, u/t.
    """

    label: ClassVar[str] = "bound of a probability"

    event: Basic
    at_most: Expr
    draws: dict
    through: Expr | None = None

    def __post_init__(self) -> None:
        self.check_relations(self.event)
        check_unsettled(self.kind, self.event)
        for part in self.comparisons():
            if not isinstance(part, (Gt, Ge, Lt, Le)) or shape_of(part.lhs):
                raise StatementError(f"an event is made of comparisons of numbers, several joined by And; got {told(part)}")
        if self.through is None:
            object.__setattr__(self, "through", self._usual())
        super().__post_init__()
        for part in (self.at_most, self.through):
            if shape_of(part):
                raise StatementError(f"a probability is at most a number; {told(part)} is a matrix")

    def comparisons(self) -> tuple[Basic, ...]:
        """The comparisons that make the event together."""
        return self.event.args if isinstance(self.event, And) else (self.event,)

    def _usual(self) -> Expr:
        if isinstance(self.event, And):
            raise StatementError("of several comparisons, say through which function: through=g, at least 1 where all of them hold")
        size, least = _sides(self.event)
        if all(isinstance(law, Bounded) for law in self.draws.values()):
            return _by_hoeffding(self.event, self.draws)
        normal = all(isinstance(draw, Symbol) and isinstance(law, Expr) for draw, law in self.draws.items())
        if normal and as_formula(self.at_most).has(exp) and (through := _by_chernoff(self.event, self.draws)) is not None:
            return through
        if least == 0:
            raise StatementError(f"no bound by a mean says how likely {told(self.event)} is; bound an event at a number above 0")
        return size.args[0] ** 2 / least**2 if isinstance(size, Abs) else size / least

    def drawn_over(self) -> tuple:
        sides = (side for part in self.comparisons() for side in part.args)
        return (*sides, self.through)

    def stated(self) -> tuple:
        return (self.at_most,)

    def latex(self) -> str:
        return rf"\mathbb{{P}}\left({to_latex(self.event)}\right) \leq {to_latex(self.at_most)},\quad {self._laws_latex()}"


def chernoff(event: Basic, draws: dict, slope: Expr) -> Expr:
    """exp(slope (u - t)) of an event u >= t, with which a `TailBound` becomes Chernoff's: `through=chernoff(x >= t, {x: v}, t/v)`.

    event: one comparison u >= t, u a number that is linear in the draws; of |u| >= t it is the sum of both sides. slope: positive, without
    draws. For a draw of the law `Bounded` the chord stands in place of the exponential, which lies above it between the ends: its mean is
    known, and by Hoeffding's lemma at most the exponential of slope^2 (high - low)^2/8.
    """
    size, least = _sides(event)
    if isinstance(size, Abs):
        return Add(*(chernoff(Ge(way, least, evaluate=False), draws, slope) for way in (size.args[0], -size.args[0])))
    size, bounded = expand(size), [(draw, law) for draw, law in draws.items() if isinstance(law, Bounded)]
    middle = expand(size.xreplace({draw: law.mean for draw, law in bounded}) - least)
    found: list = [] if bounded else [exp(slope * middle)]
    for draw, law in bounded:
        factor = diff(size, draw)
        low, high = (exp(slope * expand(factor * (end - law.mean) + middle)) for end in (law.low, law.high))
        found.append(((law.high - draw) * low + (draw - law.low) * high) / (law.high - law.low))
        middle = S.Zero
    return Mul(*found)


def _by_hoeffding(event: Basic, draws: dict) -> Expr:
    """`chernoff` with the slope for which the bound is least."""
    size, least = _sides(event)
    size = size.args[0] if isinstance(size, Abs) else size
    middle = size.xreplace({draw: law.mean for draw, law in draws.items()})
    spread = Add(*((diff(size, draw) * (law.high - law.low)) ** 2 for draw, law in draws.items()))
    return chernoff(event, draws, 4 * (least - (0 if isinstance(_sides(event)[0], Abs) else expand(middle))) / spread)


def _by_chernoff(event: Basic, draws: dict) -> Expr | None:
    """`chernoff` with the slope for which the bound is least; None where what is large is not linear in the draws."""
    size, least = _sides(event)
    size = expand(size.args[0] if isinstance(size, Abs) else size)
    rates = {draw: diff(size, draw) for draw in draws if size.has(draw)}
    if not rates or any(rate.has(*draws) for rate in rates.values()):
        return None
    least -= size.xreplace(dict.fromkeys(draws, S.Zero))
    return chernoff(event, draws, least / Add(*(rate**2 * draws[draw] for draw, rate in rates.items())))


def _sides(event: Basic) -> tuple[Expr, Expr]:
    """What is large, and what it is at least."""
    return event.args if isinstance(event, (Ge, Gt)) else event.args[::-1]
