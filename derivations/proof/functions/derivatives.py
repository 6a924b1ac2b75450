"""Derivatives by the table: defined wherever the table shows the expression to be differentiable."""

from __future__ import annotations

from sympy import Add, Expr, Mul, S, Symbol

from .table import entry_of, written_out


class NoDerivative(Exception):
    """The table has no derivative for a function that depends on the variable."""


def elementary(expression):
    """The expression with every function that has another form written out."""
    if not expression.args:
        return expression
    arguments = [elementary(argument) for argument in expression.args]
    if any(new is not old for new, old in zip(arguments, expression.args)):
        expression = expression.func(*arguments)
    form = written_out(expression)
    return expression if form is None else elementary(form)


def derivative(expression: Expr, variable: Symbol) -> Expr:
    """The derivative of an elementary expression in one variable. Raises NoDerivative naming the function without one."""
    if expression == variable:
        return S.One
    if variable not in expression.free_symbols:
        return S.Zero
    if isinstance(expression, Add):
        return Add(*(derivative(term, variable) for term in expression.args))
    if isinstance(expression, Mul):
        return Add(*(Mul(*expression.args[:i], derivative(factor, variable), *expression.args[i + 1:])
                     for i, factor in enumerate(expression.args) if variable in factor.free_symbols))
    entry = entry_of(expression)
    if entry is None or entry.slopes is None:
        raise NoDerivative(f"no derivative of {type(expression).__name__} in the table of functions")
    slopes = entry.slopes(*expression.args)
    return Add(*(slope * derivative(argument, variable) for slope, argument in zip(slopes, expression.args)
                 if variable in argument.free_symbols))
