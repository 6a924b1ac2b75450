"""LaTeX for statements: symbols print verbatim, inner products and norms as the papers write them.

What is printed reads one way only: brackets tell what a derivative, a coefficient or an inner product reaches over.
"""

from __future__ import annotations

from typing import Any

from sympy import Expr, MatrixSymbol, Rational, S, Sum, Symbol, log
from sympy.core.function import AppliedUndef
from sympy.functions.elementary.hyperbolic import InverseHyperbolicFunction
from sympy.functions.elementary.trigonometric import InverseTrigonometricFunction
from sympy.matrices.expressions.matexpr import MatrixExpr
from sympy.printing.conventions import requires_partial
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE

from .symbols import Dot


class PaperLatex(LatexPrinter):
    """SymPy's printer with the papers' notation: a symbol's name *is* its LaTeX."""

    e_is_taken = False
    """Whether a symbol of the expression is called e, so that exponentials print as an `exp` with brackets."""

    def doprint(self, expr: Any) -> str:
        self.e_is_taken = any(getattr(symbol, "name", "") == "e" for symbol in getattr(expr, "free_symbols", ()))
        return super().doprint(expr)

    def _print_Symbol(self, expr: Any, style: str = "plain") -> str:
        return expr.name

    _print_Dummy = _print_Symbol
    _print_RandomSymbol = _print_Symbol

    def _print_MatrixSymbol(self, expr: Any) -> str:
        return expr.name

    def _print_Identity(self, expr: Any) -> str:
        return rf"\mathbf{{I}}_{{{self._print(expr.args[0])}}}"

    def _print_Transpose(self, expr: Any) -> str:
        inner = self._print(expr.arg)
        if not hasattr(expr.arg, "name") or "^" in expr.arg.name:
            inner = rf"\left({inner}\right)"
        return rf"{inner}^{{\top}}"

    def _print_MatMul(self, expr: Any) -> str:
        """As SymPy does, but for the sign: it asks whether the product is its own negative, which evaluates every factor."""
        first, *others = expr.args
        negative = first.is_number and bool(first.is_extended_negative)
        factors = expr.args if not negative else others if first == -1 else [-first, *others]
        texts = [self._print(factor) if factor.is_Rational or (factor.is_Mul and not factor.is_Matrix)
                 else self.parenthesize(factor, PRECEDENCE["Mul"]) for factor in factors]
        return ("- " if negative else "") + " ".join(texts)

    def _norm(self, v: MatrixExpr) -> str:
        return rf"\left\|{self._print(v)}\right\|"

    def _print_Dot(self, expr: Any) -> str:
        if expr.left == expr.right:
            return self._norm(expr.left) + "^{2}"
        left, right = self._print(expr.left), self._print(expr.right)
        if not isinstance(expr.left, MatrixSymbol):
            left = rf"\left({left}\right)"
        if expr.right.is_MatAdd or (expr.right.is_MatMul and not expr.right.args[0].is_Matrix):
            right = rf"\left({right}\right)"  # a coefficient inside must not look like one of the whole product
        return rf"{left}^{{\top}} {right}"

    def _print_MatrixElement(self, expr: Any) -> str:
        return rf"\left[{self._print(expr.parent)}\right]_{{{self._print(expr.i)}, {self._print(expr.j)}}}"

    def _needs_mul_brackets(self, expr: Expr, first: bool = False, last: bool = False) -> bool:
        if isinstance(expr, Dot) and expr.left == expr.right:
            return False
        return super()._needs_mul_brackets(expr, first=first, last=last)

    def _print_Determinant(self, expr: Any, exp: str | None = None) -> str:
        text = rf"\det\left({self._print(expr.arg)}\right)"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"

    def _print_MatAdd(self, expr: Any) -> str:
        text = ""
        for term in expr.args:
            piece = self._print(term)
            if term.is_MatMul and piece.startswith("- "):
                text += f" {piece}" if text else piece
            else:
                text += f" + {piece}" if text else piece
        return text

    def _print_Derivative(self, expr: Any) -> str:
        d = r"\partial" if requires_partial(expr.expr) else "d"
        order = sum(times for _, times in expr.variable_count)
        below = " ".join(rf"{d} {self._print(variable)}" + (f"^{{{times}}}" if times != 1 else "")
                         for variable, times in expr.variable_count)
        above = d if order == 1 else f"{d}^{{{order}}}"
        operand = self._print(expr.expr)
        if not isinstance(expr.expr, (AppliedUndef, Symbol)):
            operand = rf"\left({operand}\right)"
        return rf"\frac{{{above}}}{{{below}}} {operand}"

    def _print_Integral(self, expr: Any) -> str:
        """Inner integrals innermost, each variable behind its d; a sum as integrand in brackets."""
        body = self._print(expr.function)
        if expr.function.is_Add:
            body = rf"\left({body}\right)"
        opened, closed = "", ""
        for variable, *ends in expr.limits:
            bounds = rf"_{{{self._print(ends[0])}}}^{{{self._print(ends[1])}}}" if len(ends) == 2 else ""
            opened = rf"\int{bounds} {opened}"
            closed += rf" \, d {self._print(variable)}"
        return opened + body + closed

    def _print_Sum(self, expr: Any) -> str:
        """A sum over several indices as sums of sums, the inner ones innermost, as the reader takes them."""
        if len(expr.limits) == 1:
            return super()._print_Sum(expr)
        *inner, (index, low, high) = expr.limits
        return rf"\sum_{{{self._print(index)}={self._print(low)}}}^{{{self._print(high)}}} {self._print(Sum(expr.function, *inner))}"

    def _print_ExpBase(self, expr: Any, exp: str | None = None) -> str:
        if self.e_is_taken:
            text = rf"\exp\left({self._print(expr.args[0])}\right)"
            return text if exp is None else rf"{text}^{{{exp}}}"
        return super()._print_ExpBase(expr, exp)

    def _print_Pow(self, expr: Any) -> str:
        base, power = expr.as_base_exp()
        if isinstance(base, Dot) and base.left == base.right and power.is_Rational:
            text, double = self._norm(base.left), 2 * power
            if double < 0:
                positive = text if double == -1 else rf"{text}^{{{self._print(-double)}}}"
                return rf"\frac{{1}}{{{positive}}}"
            return text if double == 1 else rf"{text}^{{{self._print(double)}}}"
        if (base.is_Symbol and "^" in base.name and power.is_Rational and power > 0 and power != S.Half
                and (power.q == 1 or power != Rational(1, power.q))):
            return rf"{{{base.name}}}^{{{self._print(power)}}}"
        if isinstance(base, (log, InverseTrigonometricFunction, InverseHyperbolicFunction)) and power.is_Integer and power > 0:
            return rf"\left({self._print(base)}\right)^{{{self._print(power)}}}"  # behind the brackets it might be the argument's
        return super()._print_Pow(expr)

    def _print_AppliedUndef(self, expr: Any, exp: str | None = None) -> str:
        arguments = ", ".join(self._print(argument) for argument in expr.args)
        return rf"{expr.func.__name__}({arguments})" + ("" if exp is None else rf"^{{{exp}}}")

    def _print_sign(self, expr: Any, exp: str | None = None) -> str:
        text = rf"\operatorname{{sgn}}\left({self._print(expr.args[0])}\right)"
        return text if exp is None else rf"{text}^{{{exp}}}"

    def _print_Heaviside(self, expr: Any, exp: str | None = None) -> str:
        text = rf"\operatorname{{step}}\left({self._print(expr.args[0])}\right)"
        return text if exp is None else rf"{text}^{{{exp}}}"

    def _print_Relational(self, expr: Any) -> str:
        symbols = {"Equality": "=", "Unequality": r"\neq", "StrictGreaterThan": ">", "GreaterThan": r"\geq",
                   "StrictLessThan": "<", "LessThan": r"\leq"}
        return f"{self._print(expr.lhs)} {symbols[type(expr).__name__]} {self._print(expr.rhs)}"

    _print_Equality = _print_Unequality = _print_Relational
    _print_StrictGreaterThan = _print_GreaterThan = _print_Relational
    _print_StrictLessThan = _print_LessThan = _print_Relational


def to_latex(expression: Any) -> str:
    """The LaTeX of a scalar, matrix or relation in the papers' notation; `in_words` where it stands in running text."""
    return PaperLatex({"inv_trig_style": "power", "fold_short_frac": False, "mat_delim": "["}).doprint(expression)


def in_words(expression: Any) -> str:
    """A formula as it stands in a message: LaTeX between dollars, which pages typeset and terminals show in Unicode."""
    return f"${to_latex(expression)}$"
