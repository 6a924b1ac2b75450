"""An item as plain relations between scalar formulas under conditions, for solvers that know nothing else: rates are worked out along the
flow, solutions put into their equations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sympy import Add, Basic, Eq, Expr, Symbol, diff
from sympy.core.relational import Relational
from sympy.logic.boolalg import And
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol

from theoremtest.derivations.language import Conserved, Equal, Evolves, Flow, GradientFlow, Holds, Solves, Statement
from theoremtest.derivations.language.tree import from_tree


@dataclass(frozen=True)
class Plain:
    """Relations that hold where the conditions do, if the statement is true."""

    relations: tuple[Relational, ...]
    conditions: tuple[Relational, ...]

    @property
    def letters(self) -> list[Symbol]:
        """The letters of all of it, by name."""
        return sorted(set().union(*(one.free_symbols for one in (*self.relations, *self.conditions))), key=str)


def statement_of(item: Mapping) -> Statement:
    """The statement of an item."""
    made = from_tree(item["tree"])
    assert isinstance(made, Statement)
    return made


def plain(statement: Statement) -> Plain | None:
    """A statement as plain relations; None where it is none of scalars, or speaks of what they do not."""
    found = _relations(statement)
    if not found or statement.on.dimensions:
        return None
    expand = statement.on.expand
    conditions = [part for one in statement.on.conditions for part in (And.make_args(one))]
    whole = [expand(one) for one in (*found, *conditions)]
    if not all(isinstance(one, Relational) and not one.has(MatrixSymbol, MatrixExpr) for one in whole):
        return None
    return Plain(tuple(whole[:len(found)]), tuple(whole[len(found):]))


def _relations(statement: Statement) -> list[Basic]:
    if isinstance(statement, Equal):
        return [] if getattr(statement.left, "shape", ()) else [Eq(statement.left, statement.right, evaluate=False)]
    if isinstance(statement, Holds):
        return list(And.make_args(statement.relation))
    if isinstance(statement, (Evolves, Conserved)):
        rates = _rates(statement.along)
        quantity = statement.on.expand(statement.quantity)
        if rates is None or getattr(quantity, "shape", ()):
            return []
        wanted = statement.rate if isinstance(statement, Evolves) else 0
        return [Eq(Add(*(diff(quantity, state) * rate for state, rate in rates.items())), wanted, evaluate=False)]
    if isinstance(statement, Solves):
        return _of_a_solution(statement)
    return []


def _rates(along: Flow | GradientFlow) -> Mapping[Symbol, Expr] | None:
    states: Sequence[Basic] = along.states
    if not all(isinstance(state, Symbol) for state in states):
        return None
    if isinstance(along, Flow):
        return along.rates
    return {state: -rate * diff(along.loss, state) for state, rate in along.learning_rates.items()}


def _of_a_solution(statement: Solves) -> list[Basic]:
    system, found = statement.system, []
    if not all(isinstance(state, Symbol) for state in system.rates):
        return []
    values = {state: statement.on.expand(value) for state, value in statement.solution.items()}
    for state, rate in system.rates.items():
        found.append(Eq(diff(values[state], system.t), rate.xreplace(values), evaluate=False))
        found.append(Eq(values[state].subs(system.t, 0), system.initial[state], evaluate=False))
    return found
