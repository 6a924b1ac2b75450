"""What the rooms of integrals and of tails ask of a domain: signs, values, zeros; each answer is a proof or none."""

from __future__ import annotations

from sympy import Add, Basic, Expr, Mul, Pow, Symbol, nan, oo, preorder_traversal, zoo

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.proof.balls.enclose import NotEvaluable, enclosure
from theoremtest.derivations.proof.continuity import Smoothness
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.functions.entries import Wanted
from theoremtest.derivations.proof.functions.table import demands_for_continuity, demands_for_smoothness
from theoremtest.derivations.proof.ladder import zero_rung
from theoremtest.derivations.proof.signs.definedness import defined
from theoremtest.derivations.proof.signs.hypotheses import Empty, Facts
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, NOT_ZERO, Sign
from theoremtest.derivations.proof.signs.signs import sign as sign_of

BITS = 256
"""The precision at which a constant is seen to have a value."""
NO_NUMBERS = (nan, zoo, oo, -oo)


class NoValue(Exception):
    """An integral or an endless sum that is not shown to have a value, or that the argument at hand does not reach."""


class Questions:
    """One domain and one deadline, and what is asked of them."""

    def __init__(self, domain: Domain, deadline: Deadline):
        self.domain, self.deadline = domain, deadline

    def within(self, *conditions: Basic, over: tuple = ()) -> Questions:
        """The same with further conditions and symbols. Raises NoValue where they contradict one another."""
        try:
            return Questions(self.domain.but(*conditions, over=over), self.deadline)
        except DomainError as reason:
            raise NoValue(f"a range without points: {reason}") from None

    def positive(self, expression: Expr) -> bool:
        """Whether the expression is shown to be positive all over the domain."""
        return self._sign(expression) is Sign.POSITIVE

    def not_negative(self, expression: Expr) -> bool:
        """Whether the expression is shown not to be negative all over the domain."""
        return self._sign(expression) in NOT_NEGATIVE

    def not_zero(self, expression: Expr) -> bool:
        """Whether the expression is shown to vanish nowhere in the domain."""
        return self._sign(expression) in NOT_ZERO

    def zero(self, expression: Expr) -> bool:
        """Whether the expression is shown to vanish wherever it has a value."""
        return expression == 0 or zero_rung(expression, self.domain, self.deadline) is not None

    def has_value(self, expression: Expr) -> bool:
        """Whether the expression is shown to have a real value all over the domain."""
        if expression.has(*NO_NUMBERS):
            return False
        try:
            return defined(expression, Facts.of(self.domain), self.deadline) or self._by_the_table(expression)
        except Empty:
            return False

    def _by_the_table(self, expression: Expr) -> bool:
        """Whether every part of the expression is shown to have a value: by the table of functions, a constant by its enclosure."""
        constants = [node for node in preorder_traversal(expression) if not node.free_symbols and node.args]
        try:
            for node in constants:
                enclosure(node, {}, BITS)
        except NotEvaluable:
            return False
        return self.unsteady(expression, *expression.free_symbols) is None

    def rough(self, expression: Expr, *variables: Symbol) -> str | None:
        """What keeps an expression from being shown to be continuously differentiable in some variables; None where nothing does."""
        return Smoothness(variables, self.domain, self.deadline).obstacle(expression)

    def unsteady(self, expression: Expr, *variables: Symbol) -> str | None:
        """What keeps an expression from being shown to be continuous in some variables, and defined; None where nothing does."""
        if not expression.args or not expression.free_symbols & set(variables):
            return None
        if not isinstance(expression, (Add, Mul)):
            wanted = demands_for_continuity(expression)
            wanted = demands_for_smoothness(expression) if wanted is None else wanted
            if isinstance(expression, Pow) and self._is_whole(expression.exp, variables):
                wanted = ()  # a power with a whole exponent has a value for every base
            if wanted is None:
                return f"{type(expression).__name__} is not known to be continuous"
            for demand in wanted:
                shown = {Wanted.POSITIVE: self.positive, Wanted.NOT_NEGATIVE: self.not_negative, Wanted.NOT_ZERO: self.not_zero}
                if not shown[demand.sign](demand.expression):
                    return f"{demand} is not shown"
        return next((fault for part in expression.args if (fault := self.unsteady(part, *variables))), None)

    def _is_whole(self, exponent: Expr, variables) -> bool:
        """Whether an exponent in letters is a whole number, shown not to be negative, and none that varies continuously."""
        steady = all(symbol.is_integer or symbol not in variables for symbol in exponent.free_symbols)
        return bool(exponent.is_integer) and not exponent.is_Rational and steady and self.not_negative(exponent)

    def _sign(self, expression: Expr) -> Sign | None:
        self.deadline.check()
        if expression.is_Rational:
            return Sign.POSITIVE if expression > 0 else Sign.NEGATIVE if expression < 0 else Sign.ZERO
        if expression.has(*NO_NUMBERS):
            return None
        return sign_of(expression, self.domain, self.deadline)
