"""Formulas freed of integrals and endless sums: each becomes its value in closed form, or a letter that equal ones share.

Every one of them is shown to have a value all over the domain before anything is said of it; one that is not stops the argument.
"""

from __future__ import annotations

from collections.abc import Callable

from sympy import Add, Basic, Derivative, Dummy, Expr, Integer, Integral, Mul, Rational, Sum, cancel, expand, oo, powsimp, together

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.endless import is_endless, speaks_of_integrals
from theoremtest.derivations.proof.integrals.leibniz import taken
from theoremtest.derivations.proof.integrals.questions import NoValue, Questions
from theoremtest.derivations.proof.integrals.reading import Definite, opened
from theoremtest.derivations.proof.integrals.values import inside, value

from .series import series


class Plain:
    """What stands for the integrals and endless sums of formulas over one domain.

    letters: the real unknowns, each with the convergent integral or sum that it stands for. hints: proposals for primitives.
    """

    def __init__(self, domain: Domain, deadline: Deadline, hints: Callable[[Integral, Expr], tuple] = lambda node, variable: ()):
        self.ask, self.hints = Questions(domain, deadline), hints
        self.letters: dict[Expr, Dummy] = {}

    def of(self, expression: Expr) -> Expr:
        """The expression without integrals and endless sums. Raises NoValue naming one that is not shown to have a value."""
        return self.lettered(self.valued(expression, self.ask))

    @property
    def domain(self) -> Domain:
        """The domain with the letters declared."""
        return self.ask.domain.but(over=list(self.letters.values())) if self.letters else self.ask.domain

    def valued(self, expression: Expr, ask: Questions) -> Expr:
        """The expression with closed forms put in; integrals and sums without one stay, over indices of their own."""
        if not speaks_of_integrals(expression):
            return expression
        if isinstance(expression, Integral):
            return self._integral(expression, ask)
        if is_endless(expression):
            return series(expression, ask, self.valued)
        if isinstance(expression, Derivative):
            return self.valued(taken(expression, ask, self.valued), ask)
        if isinstance(expression, Sum):
            raise NoValue("a finite sum over what holds integrals")
        return expression.func(*(self.valued(argument, ask) for argument in expression.args))

    def _integral(self, node: Integral, ask: Questions) -> Expr:
        """Outermost first, so that what stands inside is valued where its variable runs; terms one by one where each converges."""
        read = opened(node)
        ends = tuple(self.valued(end, ask) for end in (read.low, read.high))
        read = Definite(read.body, read.variable, *ends)
        if speaks_of_integrals(read.body):
            read = Definite(self.valued(read.body, _where(read, ask)), read.variable, *ends)
        if speaks_of_integrals(read.body):
            raise NoValue("an integral of an integral without a closed form")
        proposals = tuple(self.hints(node, read.variable))
        whole = value(read, ask, proposals)
        terms = Add.make_args(expand(read.body))
        if not speaks_of_integrals(whole) or len(terms) == 1:
            return _outside(whole)
        try:
            return Add(*(_outside(value(Definite(term, read.variable, *ends), ask)) for term in terms))
        except NoValue:
            return whole

    def lettered(self, expression: Basic) -> Basic:
        """The expression with a letter for every integral and sum that stayed."""
        if not speaks_of_integrals(expression):
            return expression
        if isinstance(expression, (Integral, Sum)):
            return self._letter(expression)
        return expression.func(*(self.lettered(argument) for argument in expression.args))


    def _letter(self, node: Expr) -> Expr:
        """The letter of an integral or sum, or a multiple of one that another integral over the same range has."""
        if node not in self.letters and isinstance(node, Integral):
            for known, letter in self.letters.items():
                factor = self._multiple(node, known) if isinstance(known, Integral) else None
                if factor is not None:
                    return factor * letter
        return self.letters.setdefault(node, Dummy("I", real=True))

    def _multiple(self, node: Integral, known: Integral) -> Expr | None:
        """c, free of the variable, where the integrand is shown to be c times that of a known integral with the same ends."""
        one, other = opened(node), opened(known)
        if (one.low, one.high) != (other.low, other.high):
            return None
        body, variable = other.body.xreplace({other.variable: one.variable}), one.variable
        factor = (one.body / body).subs(variable, 1)  # a guess, which numbers refuse soon and a proof then confirms
        if not _agree(one.body, factor * body):
            return None
        factor, here = powsimp(cancel(together(factor))), _where(one, self.ask)
        return factor if self.ask.has_value(factor) and here.zero(one.body - factor * body) else None


def _agree(left: Expr, right: Expr) -> bool:
    """Whether two formulas have values close to one another where each symbol is a small number of its own."""
    symbols = sorted(left.free_symbols | right.free_symbols, key=str)
    place = {symbol: Integer(3 + number) if symbol.is_integer else Rational(5 + 2 * number, 7) for number, symbol in enumerate(symbols)}
    try:
        one, other = (complex(side.subs(place).evalf(30)) for side in (left, right))
    except TypeError:  # no number: nothing is said
        return False
    return abs(one - other) <= 1e-12 * (abs(one) + abs(other))


def _where(read: Definite, ask: Questions) -> Questions:
    """Where the variable runs: between the ends where they are in shown order, else anywhere."""
    if {read.low, read.high} & {oo, -oo} or ask.not_negative(read.high - read.low):
        return inside(read, ask)
    return ask.within(over=(read.variable,))


def _outside(expression: Expr) -> Expr:
    """Factors that are free of the variable taken out of an integral."""
    if not isinstance(expression, Integral):
        return expression
    variable = expression.limits[0][0]
    factor, body = expression.function.as_independent(variable, as_Add=False)
    return Mul(factor, Integral(body, *expression.limits))
