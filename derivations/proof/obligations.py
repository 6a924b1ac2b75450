"""What must hold for a formula to have a value, read off the formula as it is written: one rule for each head, and nothing is simplified.

SymPy shortens what it builds: `x * (1/x)` to one, `exp(2 log x)` to x^2, the derivative of `log a + x` in x to one. Each loses a
point at which there is no value. Here abbreviations are written out without evaluation, and every part of the formula is asked; that a
part asks for nothing has to be said by its head.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from sympy import (
    Add,
    And,
    Basic,
    Derivative,
    Expr,
    Ge,
    Gt,
    Identity,
    Integral,
    Inverse,
    Le,
    Lt,
    MatPow,
    Mul,
    Not,
    Number,
    NumberSymbol,
    Or,
    Piecewise,
    Pow,
    Product,
    S,
    Sum,
    Symbol,
    ZeroMatrix,
    nan,
    zoo,
)
from sympy.core.function import AppliedUndef, Function
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanAtom, Implies
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixSymbol

from theoremtest.derivations.language.base import Statement
from theoremtest.derivations.language.diagonal import Diagonal, EveryEntry
from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.language.spectra import LargestEigenvalue, SmallestEigenvalue

from .functions.entries import Demand, Wanted, not_negative, not_zero, positive
from .functions.table import demands_for_smoothness, demands_for_value

LEAVES = (Symbol, Number, NumberSymbol, MatrixSymbol, Identity, ZeroMatrix, BooleanAtom)
OF_MATRICES = (Inverse, MatPow, MatrixFunction, Diagonal, LargestEigenvalue, SmallestEigenvalue)
"""Heads whose value hangs on a matrix as a whole: on its inverse, its symmetry or its spectrum."""
_SIGNS = {Wanted.POSITIVE: ">", Wanted.NOT_NEGATIVE: r"\geq", Wanted.NOT_ZERO: r"\neq"}
RELATION = {Wanted.POSITIVE: Gt, Wanted.NOT_NEGATIVE: Ge}


@dataclass(frozen=True)
class Obligation:
    """What one part of a formula, `node`, asks for.

    any_of: demands of which one is enough; none where no sign of scalars will do: the node itself then has to be shown to have a value.
    given: conditions under which it is asked, a case of a distinction or the range of an index. smooth: whether it is asked for a
    derivative that is written outside.
    """

    node: Basic
    any_of: tuple[Demand, ...] = ()
    given: tuple[Basic, ...] = ()
    smooth: bool = False

    def __str__(self) -> str:
        if isinstance(self.node, Inverse) or isinstance(self.node, MatPow) and self.node.exp.is_negative:
            return f"{self.node.args[0]} has an inverse"
        if not self.any_of:
            return f"{self.node} has a value"
        return " or ".join(map(str, self.any_of))

    @property
    def spoken(self) -> str:
        """The same for a reader: words, and formulas between dollars."""
        if isinstance(self.node, Inverse) or isinstance(self.node, MatPow) and self.node.exp.is_negative:
            return f"${to_latex(self.node.args[0])}$ has an inverse"
        if not self.any_of:
            return f"${to_latex(self.node)}$ has a value"
        return " or ".join(f"${to_latex(demand.expression)} {_SIGNS[demand.sign]} 0$" for demand in self.any_of)


def written_out(formula: Basic, domain: Domain) -> Basic:
    """The formula with every abbreviation in place of its letter, and nothing evaluated on the way."""
    table: dict[Basic, Basic] = {}
    for key, value in domain.where.items():
        table[key] = _put(value, table)
    return _put(formula, table)


def spoken_of(statement: Statement) -> list:
    """The abbreviations that a statement speaks of, those inside others included."""
    return spoken_in(statement.expressions(), statement.on)


def spoken_in(expressions: Iterable, domain: Domain) -> list:
    """The abbreviations that expressions speak of, those inside others included."""
    reached = set().union(*map(atoms_of, expressions))
    for key in reversed(domain.where):
        if key in reached:
            reached |= atoms_of(domain.where[key])
    return [key for key in domain.where if key in reached]


def loses_value(formula: Basic, domain: Domain) -> bool:
    """Whether an abbreviation asks for something that is gone once the formula is written out and evaluated: k x for k = 1/x."""
    if not domain.where or formula.has(MatrixSymbol) or not any(formula.has(key) for key in domain.where):
        return False
    met = {plain(demand) for asked in obligations(domain.expand(formula)) for demand in asked.any_of}
    return any(not any(plain(demand) in met or positive(plain(demand).expression) in met for demand in asked.any_of)
               for asked in obligations(written_out(formula, domain)) if not asked.given and asked.any_of)


def _put(formula: Basic, table: dict) -> Basic:
    return with_parts(formula, lambda part: table.get(part) if isinstance(part, (Symbol, MatrixSymbol)) else None) if table else formula


def with_parts(formula: Basic, other: Callable[[Basic], Basic | None]) -> Basic:
    """The formula with others in place of the outermost parts for which `other` has one, and nothing evaluated on the way."""
    found = other(formula)
    if found is not None:
        return found
    if not formula.args or isinstance(formula, MatrixSymbol):
        return formula
    arguments = [with_parts(argument, other) for argument in formula.args]
    if all(new is old for new, old in zip(arguments, formula.args, strict=True)):
        return formula
    if isinstance(formula, (Add, Mul, Pow, Function, Relational, And, Or, Not)):
        return formula.func(*arguments, evaluate=False)
    return formula.func(*arguments)  # a head that evaluates nothing, or cannot do without


def obligations(formula: Basic) -> Iterator[Obligation]:
    """What a formula without abbreviations asks for, part by part, the inner parts first."""
    return iter(dict.fromkeys(_asked(formula, (), ())))


def plain(demand: Demand) -> Demand:
    """The same demand of a shorter expression, evaluated: a root is positive, or not zero, where its radicand is positive.

    To be asked only beside what the expression's own parts ask for.
    """
    expression, sign = _evaluated(demand.expression), demand.sign
    while isinstance(expression, Pow) and expression.exp.is_Rational and expression.exp > 0:
        if expression.exp.is_Integer and expression.exp % 2 == 0 and sign is not Wanted.NOT_ZERO:
            break
        if not expression.exp.is_Integer and sign is Wanted.NOT_ZERO:
            sign = Wanted.POSITIVE
        expression = expression.base
    return Demand(expression, sign)


def _evaluated(formula: Basic) -> Basic:
    return formula.func(*map(_evaluated, formula.args)) if formula.args and not isinstance(formula, MatrixSymbol) else formula


def _asked(node: Basic, given: tuple, moving: tuple) -> Iterator[Obligation]:
    """moving: the variables of the derivatives outside, in which the node has to be smooth."""
    if node in (nan, zoo):
        yield Obligation(node, given=given)
    elif isinstance(node, LEAVES):
        return
    elif isinstance(node, Piecewise):
        yield from _cases(node, given, moving)
    elif isinstance(node, (Sum, Product, Integral)):
        yield from _over_a_range(node, given, moving)
    elif isinstance(node, Derivative):
        yield from _asked(node.expr, given, (*moving, *node.variables))
    elif isinstance(node, Implies):
        hypothesis, conclusion = node.args
        yield from _asked(hypothesis, given, moving)
        yield from _asked(conclusion, (*given, hypothesis), moving)
    elif isinstance(node, EveryEntry):
        return  # a condition on every entry, which a domain makes
    else:
        bound = isinstance(node, (MatrixFunction, Diagonal))
        for argument in (node.args[2:] if isinstance(node, MatrixFunction) else () if bound else node.args):
            if not (isinstance(node, MatrixElement) and argument is not node.args[0]):
                yield from _asked(argument, given, moving)
        yield from _of_the_head(node, given, moving)


def _of_the_head(node: Basic, given: tuple, moving: tuple) -> Iterator[Obligation]:
    smooth = bool(moving) and bool(set(moving) & node.free_symbols)
    if isinstance(node, OF_MATRICES) and not (isinstance(node, MatPow) and node.exp.is_Integer and node.exp > 0):
        yield Obligation(node, given=given, smooth=smooth)
    elif isinstance(node, Pow):
        for any_of in (_smooth_power if smooth else _power)(*node.as_base_exp()):
            yield Obligation(node, any_of, given, smooth)
    elif isinstance(node, Function) and not isinstance(node, AppliedUndef):
        demands = demands_for_value(node)
        if smooth and demands is not None:
            more = demands_for_smoothness(node)
            demands = None if more is None else (*demands, *more)
        if demands is None:
            yield Obligation(node, given=given, smooth=smooth)
        for demand in demands or ():
            yield Obligation(node, (demand,), given, smooth)


def _power(base: Expr, exponent: Expr) -> Iterator[tuple[Demand, ...]]:
    """0**0 is one; a negative base has powers with whole exponents only."""
    if base is S.Exp1:
        return
    if exponent.is_integer:
        if not (exponent.is_Integer and exponent >= 0):
            yield (not_zero(base),) if exponent.is_Integer else (not_zero(base), not_negative(exponent))
    elif exponent.is_Rational:
        yield (not_negative(base) if exponent > 0 else positive(base),)
    else:
        yield (not_negative(base),)
        yield positive(base), not_negative(exponent)


def _smooth_power(base: Expr, exponent: Expr) -> Iterator[tuple[Demand, ...]]:
    if base is S.Exp1 or (exponent.is_Integer and exponent >= 0):
        return
    yield (not_zero(base) if exponent.is_Integer else positive(base),)


def _cases(node: Piecewise, given: tuple, moving: tuple) -> Iterator[Obligation]:
    """Each piece where its own condition holds and none before does; the conditions as far as they are reached; one of them holds."""
    reached = given
    for value, condition in node.args:
        yield from _asked(condition, reached, moving)
        yield from _asked(value, reached if condition == S.true else (*reached, condition), moving)
        if condition == S.true:
            break
        reached = (*reached, Not(condition))
    else:
        yield Obligation(node, given=reached)
    if moving and set(moving) & node.free_symbols and any(set(moving) & condition.free_symbols for _, condition in node.args):
        yield Obligation(node, given=given, smooth=True)


def _over_a_range(node: Basic, given: tuple, moving: tuple) -> Iterator[Obligation]:
    """The term, or the integrand, wherever the index runs; that what has no end converges is asked of the node itself."""
    inside = list(given)
    for limit in reversed(node.limits):
        index, *ends = limit
        for end in ends:
            if end not in (S.Infinity, S.NegativeInfinity):
                yield from _asked(end, tuple(inside), moving)
        inside += _range(index, ends, strict=isinstance(node, Integral))
    yield from _asked(node.function, tuple(inside), moving)


def _range(index: Symbol, ends: list, strict: bool) -> list[Basic]:
    if len(ends) != 2:
        return []
    low, high = ends
    above, below = (Gt, Lt) if strict else (Ge, Le)
    forward = [relation(index, end, evaluate=False) for relation, end in ((above, low), (below, high)) if end.is_finite is not False]
    if not strict or len(forward) < 2 or (high - low).is_nonnegative:
        return forward
    backward = [Gt(index, high, evaluate=False), Lt(index, low, evaluate=False)]
    return [Or(And(*forward), And(*backward))]
