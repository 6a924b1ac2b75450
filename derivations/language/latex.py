"""LaTeX for statements: symbols print verbatim, inner products and norms as the papers write them."""

from __future__ import annotations

from sympy import Rational, S
from sympy.printing.latex import LatexPrinter

from .symbols import Dot


class PaperLatex(LatexPrinter):
    """SymPy's printer with the papers' notation: a symbol's name *is* its LaTeX."""

    def _print_Symbol(self, expr, style="plain"):
        return expr.name

    _print_Dummy = _print_Symbol
    _print_RandomSymbol = _print_Symbol

    def _print_MatrixSymbol(self, expr):
        return expr.name

    def _print_Identity(self, expr):
        return rf"\mathbf{{I}}_{{{self._print(expr.args[0])}}}"

    def _print_Transpose(self, expr):
        inner = self._print(expr.arg)
        if expr.arg.is_MatrixExpr and not expr.arg.is_Symbol and not hasattr(expr.arg, "name"):
            inner = rf"\left({inner}\right)"
        return rf"{inner}^{{\top}}"

    def _norm(self, v):
        return rf"\left\|{self._print(v)}\right\|"

    def _print_Dot(self, expr):
        if expr.left == expr.right:
            return self._norm(expr.left) + "^{2}"
        sides = []
        for side in (expr.left, expr.right):
            text = self._print(side)
            sides.append(rf"\left({text}\right)" if side.is_MatAdd else text)
        return rf"{sides[0]}^{{\top}} {sides[1]}" if not expr.left.is_MatMul else rf"\left({sides[0]}\right)^{{\top}} {sides[1]}"

    def _print_Pow(self, expr):
        base, power = expr.as_base_exp()
        if isinstance(base, Dot) and base.left == base.right and power.is_Rational:
            text, double = self._norm(base.left), 2 * power
            if double < 0:
                positive = text if double == -1 else rf"{text}^{{{self._print(-double)}}}"
                return rf"\frac{{1}}{{{positive}}}"
            return text if double == 1 else rf"{text}^{{{self._print(double)}}}"
        if base.is_Symbol and "^" in base.name and power.is_Rational and power > 0 and power != S.Half:
            return rf"{{{base.name}}}^{{{self._print(power)}}}" if power.q == 1 or power != Rational(1, power.q) else super()._print_Pow(expr)
        return super()._print_Pow(expr)

    def _print_AppliedUndef(self, expr):
        arguments = ", ".join(self._print(argument) for argument in expr.args)
        return rf"{expr.func.__name__}({arguments})"

    def _print_sign(self, expr):
        return rf"\operatorname{{sgn}}\left({self._print(expr.args[0])}\right)"

    def _print_Relational(self, expr):
        symbols = {"Equality": "=", "Unequality": r"\neq", "StrictGreaterThan": ">", "GreaterThan": r"\geq",
                   "StrictLessThan": "<", "LessThan": r"\leq"}
        return f"{self._print(expr.lhs)} {symbols[type(expr).__name__]} {self._print(expr.rhs)}"

    _print_Equality = _print_Unequality = _print_Relational
    _print_StrictGreaterThan = _print_GreaterThan = _print_Relational
    _print_StrictLessThan = _print_LessThan = _print_Relational


def to_latex(expression) -> str:
    """The LaTeX of a scalar, matrix or relation in the papers' notation."""
    return PaperLatex({"inv_trig_style": "power", "fold_short_frac": False, "mat_delim": "["}).doprint(expression)
