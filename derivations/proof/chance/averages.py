"""The mean of a quantity over independent draws: term by term, and in each term factor by factor where no draw is shared.

What is left of a term is a product of factors that share draws of one kind of law; `normal`, `counts` and `outcomes` know their means.
What none of them knows is refused by `NotAverage`, so that nothing is ever taken for a mean that was not worked out.
"""

from __future__ import annotations

from sympy import Add, Expr, Mul, S

from theoremtest.derivations.language.laws import OF_ANY_LAW, FairBits, Law, Mass, Multinomial
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.expansion import expanded, expanded_or_kept
from theoremtest.derivations.proof.matrices.moments import Moments
from theoremtest.derivations.proof.matrices.scalarise import Scalarised
from theoremtest.derivations.proof.signs.signs import Sign, sign

from .counts import count_mean
from .normal import normal_mean
from .outcomes import bits_mean, outcome_mean
from .reasons import NotAverage

TERMS = 4000
"""The most terms that a quantity may be multiplied out into, which no time limit can stop."""


class Averages:
    """Means over one set of draws, over the scalar words of a setting.

    draws: symbol to a variance or a law. setting: the domain over scalars and scalar words, draws declared. Means raise NotAverage where
    they are not known, and OutOfTime past the deadline.
    """

    def __init__(self, draws: dict, setting: Scalarised, deadline: Deadline):
        self.setting, self.deadline = setting, deadline
        self.laws = {symbol: law.func(*map(setting.scalar, law.args)) if isinstance(law, Law) else setting.scalar(law)
                     for symbol, law in draws.items()}
        self.variances = {symbol: law for symbol, law in self.laws.items() if not isinstance(law, Law)}
        self.moments = Moments(self.variances, setting, deadline)
        self.polynomial = all(not isinstance(law, Law) for law in draws.values())
        """Whether all that was averaged so far were polynomials in normal draws."""

    def mean(self, quantity: Expr) -> Expr:
        """The mean of a scalar in the domain's symbols, over scalar words."""
        return self.of(self.setting.scalar(quantity))

    def of(self, quantity: Expr) -> Expr:
        """The mean of a scalar over scalar words."""
        written = expanded(quantity, TERMS)
        if written is None:
            raise NotAverage(f"more than {TERMS} terms when multiplied out")
        return expanded_or_kept(Add(*(self._term(term) for term in Add.make_args(written))))

    def drawn_in(self, expression: Expr) -> set:
        """The draws that an expression over scalar words speaks of."""
        found = set()
        for symbol in expression.free_symbols:
            if symbol in self.laws:
                found.add(symbol)
            found |= {letter.symbol for letter in self.setting.words.word_of(symbol) or () if letter.symbol in self.laws}
        return found

    def is_positive(self, expression: Expr) -> bool:
        """Whether a fixed scalar over scalar words is shown to be positive all over the domain."""
        return sign(expression, self.setting.domain, self.deadline) is Sign.POSITIVE

    def _term(self, term: Expr) -> Expr:
        self.deadline.check()
        total, groups = S.One, []
        for factor in Mul.make_args(term):
            drawn = self.drawn_in(factor)
            if not drawn:
                total *= factor
                continue
            if any(isinstance(self.laws[symbol], Multinomial) for symbol in drawn):
                drawn = drawn | {symbol for symbol, law in self.laws.items() if isinstance(law, Multinomial)}
            factors = [factor]
            for group in [group for group in groups if group[0] & drawn]:
                groups.remove(group)
                drawn, factors = drawn | group[0], factors + group[1]
            groups.append((drawn, factors))
        for drawn, factors in groups:
            if total == 0:
                break
            total *= self._group(drawn, factors)
        return total

    def _group(self, drawn: set, factors: list) -> Expr:
        """The mean of a product of factors that share draws."""
        self.polynomial = self.polynomial and all(factor.as_base_exp()[0].is_Symbol for factor in factors)
        kinds = {_kind(self.laws[symbol]) for symbol in drawn}
        if len(kinds) > 1:
            raise NotAverage(f"{Mul(*factors)} ties draws of different laws")
        return kinds.pop()(self, drawn, factors)


def _kind(law):
    if not isinstance(law, Law):
        return normal_mean
    if isinstance(law, OF_ANY_LAW):
        raise NotAverage("the moments of a law of which some are known are the kernel's")
    return bits_mean if isinstance(law, FairBits) else outcome_mean if isinstance(law, Mass) else count_mean
