"""Functions of one positive variable as C x^a Phi(x^q): the form in which power laws and Mellin integrals are read.

Exponents may hold letters. The variable is a positive symbol of its own, so that powers of products come apart by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Add, Expr, Mul, Pow, S, Symbol, cancel, exp, expand_power_base, log, powdenest, preorder_traversal, together

from .questions import NoValue


@dataclass(frozen=True)
class PowerForm:
    """factor * x**power * shape(x**inner), the shape written in the symbol `place`; inner is 0 where the shape is 1."""

    factor: Expr
    power: Expr
    shape: Expr
    place: Symbol
    inner: Expr


def simple(exponent: Expr) -> Expr:
    """An exponent as one fraction in lowest terms, so that equal ones look equal."""
    return cancel(together(exponent))


def tidy(expression: Expr) -> Expr:
    """Powers of products taken apart and powers of powers joined, where the bases are positive symbols."""
    return expand_power_base(powdenest(expand_power_base(expression)))  # what is joined may be a product's power again


def power_form(expression: Expr, variable: Symbol, place: Symbol) -> PowerForm:
    """The expression, in a positive variable, as a power form. Raises NoValue where its exponents have no common measure."""
    factor, power, rest = S.One, S.Zero, []
    for part in Mul.make_args(tidy(expression)):
        if variable not in part.free_symbols:
            factor *= part
        elif part == variable or (part.is_Pow and part.base == variable and variable not in part.exp.free_symbols):
            power += part.as_base_exp()[1]
        else:
            rest.append(part)
    shape = Mul(*rest)
    if shape == 1:
        return PowerForm(factor, power, S.One, place, S.Zero)
    inner, changed = _common(shape, variable, place)
    if variable in changed.free_symbols:
        raise NoValue(f"{shape} is no function of one power of {variable}")
    return PowerForm(factor, power, changed, place, inner)


def _common(shape: Expr, variable: Symbol, place: Symbol) -> tuple[Expr, Expr]:
    """The power of the variable that the shape is a function of, and the shape in it."""
    exponents = list(dict.fromkeys(_exponents(shape, variable)))
    inner = min(exponents, key=lambda found: (found.count_ops(), str(found)))
    ratios = {found: cancel(found / inner) for found in exponents}
    if not all(ratio.is_Rational for ratio in ratios.values()):
        raise NoValue(f"the powers of {variable} in {shape} have no common measure")
    return inner, _put(shape, variable, {found: place**ratio for found, ratio in ratios.items()})


def _exponents(expression: Expr, variable: Symbol):
    if expression == variable:
        yield S.One
    elif expression.is_Pow and expression.base == variable and variable not in expression.exp.free_symbols:
        yield expression.exp
    else:
        for argument in expression.args:
            if variable in argument.free_symbols:
                yield from _exponents(argument, variable)


def _put(expression: Expr, variable: Symbol, table: dict) -> Expr:
    if variable not in expression.free_symbols:
        return expression
    if expression == variable:
        return table[S.One]
    if expression.is_Pow and expression.base == variable and expression.exp in table:
        return table[expression.exp]
    return expression.func(*(_put(argument, variable, table) for argument in expression.args))


def is_exp_log(expression: Expr, variable: Symbol) -> bool:
    """Whether an expression is made of the variable by sums, products, powers, exp and log alone (Hardy's functions).

    Such a function that is smooth on the positive axis is analytic there, and monotone near 0 and near infinity: it has finitely many
    maxima and minima, or is constant.
    """
    for node in preorder_traversal(expression):
        if variable in node.free_symbols and not (node == variable or isinstance(node, (Add, Mul, Pow, exp, log))):
            return False
    return True
