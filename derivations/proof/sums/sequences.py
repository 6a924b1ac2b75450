"""A claim about every whole number at one of them: sequences worked out from their first values, or one step further."""

from __future__ import annotations

from sympy import Basic, Expr, Integer, Rational, S, Symbol
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational

from theoremtest.derivations.language.induction import Induction

from .finite import FiniteSum, read

FURTHEST, FAR, BITS = 8, 24, 4000
"""The most steps that a sequence is worked out over; one that holds no other letter; of the numbers in its values."""


class Beyond(Exception):
    """A value of a sequence before its first, or too far on."""


def relations(statement: Induction) -> list[Basic]:
    """What is claimed, as relations with finite sums and without abbreviations."""
    found = []
    for part in statement.claims():
        expressions = [statement.on.expand(expression) for expression in part.expressions()]
        if len(expressions) == 2:
            found.append(("equal", read(expressions[0]), read(expressions[1])))
        else:
            found.append(("holds", _read(expressions[0]), None))
    return found


def _read(relation: Basic) -> Basic:
    if isinstance(relation, Relational):
        return relation.func(read(relation.lhs), read(relation.rhs), evaluate=False)
    return relation.func(*map(_read, relation.args), evaluate=False) if relation.args else relation


def rules(statement: Induction) -> dict:
    """For each sequence its first value and its next one, over the number of the statement."""
    return {name.func: tuple(read(statement.on.expand(value)) for value in pair) for name, pair in statement.sequences.items()}


def speaks_of_it_alone(statement: Induction) -> bool:
    """Whether a claim is of its whole number and of no other letter."""
    return set(statement.on.symbols) == {statement.over}


def unrolled(expression: Basic, statement: Induction, known: dict) -> Basic:
    """The expression with every value of a sequence at a number worked out; sums must have been written out. Raises Beyond."""
    values: dict = {}
    furthest = statement.start + (FAR if speaks_of_it_alone(statement) else FURTHEST)

    def value(function, place: int) -> Expr:
        if not statement.start <= place <= furthest:
            raise Beyond(f"{function} has no value at {place}")
        if (function, place) not in values:
            first, following = known[function]
            if place == statement.start:
                values[function, place] = first
            else:
                before = {name: value(name.func, place - 1) for name in following.atoms(AppliedUndef) if name.func in known}
                values[function, place] = following.xreplace(before).xreplace({statement.over: Integer(place - 1)})
            if any(max(abs(part.p), part.q).bit_length() > BITS for part in values[function, place].atoms(Rational)):
                raise Beyond(f"{function} is too long a number at {place}")
            if values[function, place].has(S.ComplexInfinity, S.NaN):
                raise Beyond(f"{function} has no value at {place}")
        return values[function, place]

    table = {}
    for node in expression.atoms(AppliedUndef):
        if node.func in known and not node.free_symbols:
            if not node.args[0].is_Integer:
                raise Beyond(f"{node} has no value")
            table[node] = value(node.func, int(node.args[0]))
    return expression.xreplace(table)


def stepped(expression: Expr, known: dict, over: Symbol, number: Symbol) -> Expr:
    """Values of sequences at number + 1, number + 2 ... in terms of those at `number`, outside of sums."""
    for _ in range(FURTHEST):
        table = {}
        for node in _applied(expression):
            if node.func in known:
                ahead = (node.args[0] - number).expand()
                if ahead.is_Integer and ahead >= 1:
                    table[node] = known[node.func][1].xreplace({over: number + ahead - 1})
        if not table:
            return expression
        expression = _outside_sums(expression, table)
    return expression


def _applied(expression: Basic) -> set:
    if isinstance(expression, FiniteSum):
        return set()
    if isinstance(expression, AppliedUndef):
        return {expression}
    return set().union(*map(_applied, expression.args)) if expression.args else set()


def _outside_sums(expression: Basic, table: dict) -> Basic:
    if expression in table:
        return table[expression]
    if isinstance(expression, FiniteSum) or not expression.args:
        return expression
    return expression.func(*(_outside_sums(argument, table) for argument in expression.args))
