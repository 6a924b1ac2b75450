"""Powers of any base, of either sign or zero, whose exponents are whole numbers that are not negative: multiplied by adding exponents."""

from __future__ import annotations

from collections.abc import Callable

from sympy import Dummy, Expr, Mul, Pow, S, expand

from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, Sign


def is_whole(exponent: Expr, sign_of: Callable[[Expr], Sign | None]) -> bool:
    """Whether an exponent is a whole number, also by the signs that a domain gives to whole numbers in it: 2^n is one for n >= 0."""
    if exponent.is_integer is not None:
        return bool(exponent.is_integer)
    known = {symbol: Dummy(symbol.name, integer=True, nonnegative=True) for symbol in exponent.free_symbols
             if symbol.is_integer and sign_of(symbol) in NOT_NEGATIVE}
    return bool(exponent.xreplace(known).is_integer)


def joined(expression: Expr, sign_of: Callable[[Expr], Sign | None]) -> Expr:
    """The expression with one power for each base in a product, where all exponents are whole and none is negative: b^m b^n = b^(m + n)."""
    if not any(node.exp.free_symbols for node in expression.atoms(Pow)):
        return expression

    def counted(node: Expr) -> bool:
        return is_whole(node, sign_of) and sign_of(node) in NOT_NEGATIVE

    def one_power_each(product: Mul) -> Expr:
        powers: dict[Expr, list[Expr]] = {}
        for factor in product.args:
            base, exponent = factor.args if isinstance(factor, Pow) else (factor, S.One)
            powers.setdefault(base, []).append(exponent)
        return Mul(*(base ** expand(sum(exponents)) if all(map(counted, exponents)) else Mul(*(base**exponent for exponent in exponents))
                     for base, exponents in powers.items()))

    plain = expression.replace(lambda node: isinstance(node, Pow) and counted(node.exp), lambda node: node.base ** expand(node.exp))
    return plain.replace(lambda node: isinstance(node, Mul), one_power_each)
