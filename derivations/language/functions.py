"""Functions that a numeric form is written in.

Each has an elementary meaning that the prover can expand, and a way to be computed without losing digits.
"""

from __future__ import annotations

from typing import Any

import mpmath
import sympy as sp
from sympy.printing.latex import LatexPrinter


class _Stable(sp.Function):
    """A function with an elementary meaning (``elementary``), to which every kind of expansion leads."""

    def elementary(self) -> sp.Expr:
        """The meaning in exp, log and roots."""
        raise NotImplementedError

    def _high_precision(self, *values: mpmath.mpf) -> mpmath.mpf:
        raise NotImplementedError

    def _eval_rewrite(self, rule: Any, args: tuple, **hints: Any) -> sp.Expr | None:
        if rule in (None, sp.exp, sp.log, sp.Pow, sp.sqrt) or rule == "tractable":
            return self.func(*args).elementary()
        return None

    def _eval_expand_func(self, **hints: Any) -> sp.Expr:
        return self.elementary()

    def _eval_evalf(self, prec: int) -> sp.Expr:
        with mpmath.workprec(prec + 10):
            values = [argument._to_mpmath(prec + 10, allow_ints=False) for argument in self.args]
            return sp.Expr._from_mpmath(self._high_precision(*values), prec)

    def _eval_nseries(self, x: sp.Symbol, n: int, logx: Any, cdir: Any = 0) -> sp.Expr:
        return self.elementary()._eval_nseries(x, n, logx, cdir)


class Expm1(_Stable):
    """exp(x) - 1, exact to rounding near x = 0."""

    nargs = 1

    @classmethod
    def eval(cls, x: sp.Expr) -> sp.Expr | None:
        if x.is_zero:
            return sp.S.Zero
        if x is sp.S.NegativeInfinity:
            return sp.S.NegativeOne
        return None

    def elementary(self) -> sp.Expr:
        return sp.exp(self.args[0]) - 1

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        return sp.exp(self.args[0])

    def _high_precision(self, x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.expm1(x)

    def _eval_is_extended_real(self) -> bool | None:
        return self.args[0].is_extended_real

    def _eval_is_extended_positive(self) -> bool | None:
        return self.args[0].is_extended_positive

    def _eval_is_extended_negative(self) -> bool | None:
        return self.args[0].is_extended_negative

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        return _power(rf"\left(e^{{{printer._print(self.args[0])}}} - 1\right)", exp)


class Log1p(_Stable):
    """log(1 + x), exact to rounding near x = 0."""

    nargs = 1

    @classmethod
    def eval(cls, x: sp.Expr) -> sp.Expr | None:
        if x.is_zero:
            return sp.S.Zero
        return None

    def elementary(self) -> sp.Expr:
        return sp.log(1 + self.args[0])

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        return 1 / (1 + self.args[0])

    def _high_precision(self, x: mpmath.mpf) -> mpmath.mpf:
        return mpmath.log1p(x)

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        return _power(rf"\log\left(1 + {printer._print(self.args[0])}\right)", exp)


class Hypot(_Stable):
    """sqrt(x**2 + y**2) of real x and y, without overflow in between."""

    nargs = 2

    @classmethod
    def eval(cls, x: sp.Expr, y: sp.Expr) -> sp.Expr | None:
        for one, other in ((x, y), (y, x)):
            if one.is_zero:
                return sp.Abs(other)
        if x.is_Rational and y.is_Rational:
            return sp.sqrt(x**2 + y**2)
        return None

    def elementary(self) -> sp.Expr:
        x, y = self.args
        return sp.sqrt(x**2 + y**2)

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        return self.args[argindex - 1] / self

    def _high_precision(self, x: mpmath.mpf, y: mpmath.mpf) -> mpmath.mpf:
        return mpmath.hypot(x, y)

    def _eval_is_extended_nonnegative(self) -> bool | None:
        if all(argument.is_extended_real for argument in self.args):
            return True
        return None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        x, y = (printer.parenthesize(argument, 1000) for argument in self.args)
        return _power(rf"\sqrt{{{x}^{{2}} + {y}^{{2}}}}", exp)


class Decay(_Stable):
    """exp(-(rate + low) t), where ``low`` holds the digits of the rate beyond the first double.

    A backend multiplies ``rate`` by ``t`` without error before it exponentiates, so that the result
    stays exact to rounding however large ``rate * t`` is.
    """

    nargs = 3

    @classmethod
    def eval(cls, rate: sp.Expr, low: sp.Expr, t: sp.Expr) -> sp.Expr | None:
        if t.is_zero or (rate.is_zero and low.is_zero):
            return sp.S.One
        return None

    def elementary(self) -> sp.Expr:
        rate, low, t = self.args
        return sp.exp(-(rate + low) * t)

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        rate, low, t = self.args
        return -self * (t if argindex < 3 else rate + low)

    def _high_precision(self, rate: mpmath.mpf, low: mpmath.mpf, t: mpmath.mpf) -> mpmath.mpf:
        return mpmath.exp(-(rate + low) * t)

    def _eval_is_extended_positive(self) -> bool | None:
        if all(argument.is_real for argument in self.args):
            return True
        return None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        return _power(rf"e^{{{printer._print(-(self.args[0] + self.args[1]) * self.args[2])}}}", exp)


class Decayed(_Stable):
    """1 - exp(-(rate + low) t), the part that ``Decay`` has lost by time t."""

    nargs = 3

    @classmethod
    def eval(cls, rate: sp.Expr, low: sp.Expr, t: sp.Expr) -> sp.Expr | None:
        if t.is_zero or (rate.is_zero and low.is_zero):
            return sp.S.Zero
        return None

    def elementary(self) -> sp.Expr:
        rate, low, t = self.args
        return 1 - sp.exp(-(rate + low) * t)

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        rate, low, t = self.args
        return Decay(rate, low, t) * (t if argindex < 3 else rate + low)

    def _high_precision(self, rate: mpmath.mpf, low: mpmath.mpf, t: mpmath.mpf) -> mpmath.mpf:
        return -mpmath.expm1(-(rate + low) * t)

    def _eval_is_extended_real(self) -> bool | None:
        if all(argument.is_real for argument in self.args):
            return True
        return None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        decayed = printer._print(-(self.args[0] + self.args[1]) * self.args[2])
        return _power(rf"\left(1 - e^{{{decayed}}}\right)", exp)


class GrowthIntegral(sp.Function):
    """The integral of exp(rate s) over s from 0 to time: (exp(rate time) - 1)/rate, and time where the rate is 0.

    A smooth function of both real arguments. It has no entry among the elementary forms above, which are none at rate 0.
    """

    nargs = 2

    @classmethod
    def eval(cls, rate: sp.Expr, time: sp.Expr) -> sp.Expr | None:
        if time.is_zero:
            return sp.S.Zero
        return time if rate.is_zero else None

    def fdiff(self, argindex: int = 1) -> sp.Expr:
        rate, time = self.args
        grown = sp.exp(rate * time)
        return grown if argindex == 2 else (time * grown - self) / rate

    def _eval_evalf(self, prec: int) -> sp.Expr:
        with mpmath.workprec(2 * prec + 10):
            rate, time = (argument._to_mpmath(2 * prec + 10, allow_ints=False) for argument in self.args)
            return sp.Expr._from_mpmath(mpmath.expm1(rate * time) / rate if rate else time, prec)

    def _eval_is_extended_real(self) -> bool | None:
        return True if all(argument.is_extended_real for argument in self.args) else None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        rate, time = self.args
        return _power(rf"\frac{{{printer._print(sp.exp(rate * time))} - 1}}{{{printer._print(rate)}}}", exp)


class Parity(sp.Function):
    """The parity +1 or -1 of some bits: of those bits of the whole number `bits` that the whole number `chosen` has too.

    Sets of bits and values of bits are both read as whole numbers, bit k as 2^k; neither is negative. Over all values of n bits these are
    the Walsh functions, the characters of the fair bits.
    """

    nargs = 2

    @classmethod
    def eval(cls, chosen: sp.Expr, bits: sp.Expr) -> sp.Expr | None:
        if chosen.is_zero or bits.is_zero:
            return sp.S.One
        if chosen.is_Integer and bits.is_Integer and chosen >= 0 and bits >= 0:
            return sp.Integer((-1) ** (int(chosen) & int(bits)).bit_count())
        return None

    def _eval_is_integer(self) -> bool | None:
        return True if all(argument.is_integer for argument in self.args) else None

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        chosen, bits = map(printer._print, self.args)
        return rf"\operatorname{{parity}}\left({chosen}, {bits}\right)" + ("" if exp is None else rf"^{{{exp}}}")


def elementary(expression: sp.Basic) -> sp.Basic:
    """The same expression (or matrix) with every function of this module written out in exp, log and roots."""
    return expression.replace(lambda node: isinstance(node, _Stable), lambda node: node.elementary())


def _power(base: str, exponent: str | None) -> str:
    return base if exponent is None else rf"{{{base}}}^{{{exponent}}}"
