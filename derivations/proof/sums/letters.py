"""Expressions with finite sums as expressions without: a real letter stands for each sum, and for each value of an open function.

What is proved for every value of the letters is proved for the sums.
"""

from __future__ import annotations

from sympy import Dummy, Expr, Ge, Gt
from sympy.core.function import AppliedUndef

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.zero.symbolic_powers import has_symbolic_powers, rewritten

from .finite import FiniteSum


def lettered(expression: Expr, names: dict) -> Expr:
    """The expression with sums and values of open functions as letters; `names` is added to."""
    if isinstance(expression, (FiniteSum, AppliedUndef)):
        return names.setdefault(expression, Dummy("S", real=True))
    if not expression.args or not expression.has(FiniteSum, AppliedUndef):
        return expression
    return expression.func(*(lettered(argument, names) for argument in expression.args))


def over_letters(expressions: list, names: dict, domain: Domain, positive, deadline: Deadline) -> tuple[list, Domain]:
    """Several expressions over common letters, powers with symbolic exponents among them, and the domain with these."""
    plain = [lettered(expression, names) for expression in expressions]
    domain = domain.but(over=list(names.values()))
    if not any(map(has_symbolic_powers, plain)):
        return plain, domain
    tags = [Dummy("tag") for _ in plain]
    joined, generators = rewritten(sum(tag * part for tag, part in zip(tags, plain, strict=True)), positive)
    joined = joined.expand(power_base=False, power_exp=False, log=False)
    parts = [joined.coeff(tag, 1) for tag in tags]
    new = set().union(*(part.free_symbols for part in parts)) - set(domain.symbols)
    return parts, domain.but(*(Gt(generator, 0) for generator in generators), over=sorted(new, key=str))


def weak_condition(expression: Expr, strict: bool):
    """`expression > 0` or `expression >= 0`, not worked out."""
    return Gt(expression, 0, evaluate=False) if strict else Ge(expression, 0, evaluate=False)
