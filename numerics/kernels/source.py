"""SymPy expressions become the source text of a Python module for one backend: one statement per shared subexpression, one
function per branch of a case distinction, and an error for every function that has no entry in the table below.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import sympy as sp
from sympy.printing.codeprinter import PrintMethodNotImplementedError
from sympy.printing.pycode import PythonCodePrinter

from theoremtest.derivations.language.functions import Decay, Decayed

if TYPE_CHECKING:  # what the generated modules import, said here too: kept verdicts depend on the modules that the sources name
    from theoremtest.numerics.kernels import array_math, multiprecision_math, scalar_math, tensor_math  # noqa: F401  see above

BACKENDS = ("numpy", "numba", "torch", "mpmath")
GPU = "gpu"  # what Torch's kernels become on a CUDA device; nobody asks for it by name

# How each backend spells a function; an empty entry stands for a function that it lacks.
_FUNCTIONS = {
    # SymPy class: numpy, numba, torch, mpmath
    "exp": ("np.exp", "scalar_math.exp", "torch.exp", "mpmath.exp"),
    "log": ("np.log", "np.log", "torch.log", "mpmath.log"),
    "sqrt": ("np.sqrt", "np.sqrt", "tensor_math.sqrt", "mpmath.sqrt"),
    "Expm1": ("np.expm1", "scalar_math.expm1", "torch.expm1", "mpmath.expm1"),
    "Log1p": ("np.log1p", "np.log1p", "torch.log1p", "mpmath.log1p"),
    "Hypot": ("np.hypot", "np.hypot", "tensor_math.hypot", "mpmath.hypot"),
    "Decay": ("array_math.decay", "scalar_math.decay", "tensor_math.decay", "multiprecision_math.decay"),
    "Decayed": ("array_math.decayed", "scalar_math.decayed", "tensor_math.decayed", "multiprecision_math.decayed"),
    "falling": ("array_math.falling", "scalar_math.falling", "tensor_math.falling", "multiprecision_math.falling"),
    "Max": ("np.maximum", "scalar_math.larger", "tensor_math.larger", "multiprecision_math.larger"),
    "Min": ("np.minimum", "scalar_math.smaller", "tensor_math.smaller", "multiprecision_math.smaller"),
    "Abs": ("np.abs", "np.abs", "torch.abs", "mpmath.fabs"),
    "sign": ("np.sign", "np.sign", "torch.sign", "mpmath.sign"),
    "floor": ("np.floor", "np.floor", "torch.floor", "mpmath.floor"),
    "ceiling": ("np.ceil", "np.ceil", "torch.ceil", "mpmath.ceil"),
    "sin": ("np.sin", "np.sin", "torch.sin", "mpmath.sin"),
    "cos": ("np.cos", "np.cos", "torch.cos", "mpmath.cos"),
    "tan": ("np.tan", "np.tan", "torch.tan", "mpmath.tan"),
    "asin": ("np.arcsin", "np.arcsin", "torch.asin", "mpmath.asin"),
    "acos": ("np.arccos", "np.arccos", "torch.acos", "mpmath.acos"),
    "atan": ("np.arctan", "np.arctan", "torch.atan", "mpmath.atan"),
    "atan2": ("np.arctan2", "np.arctan2", "tensor_math.atan2", "mpmath.atan2"),
    "sinh": ("np.sinh", "np.sinh", "torch.sinh", "mpmath.sinh"),
    "cosh": ("np.cosh", "np.cosh", "torch.cosh", "mpmath.cosh"),
    "tanh": ("np.tanh", "np.tanh", "torch.tanh", "mpmath.tanh"),
    "asinh": ("np.arcsinh", "np.arcsinh", "torch.asinh", "mpmath.asinh"),
    "acosh": ("np.arccosh", "np.arccosh", "torch.acosh", "mpmath.acosh"),
    "atanh": ("np.arctanh", "np.arctanh", "torch.atanh", "mpmath.atanh"),
    "erf": ("scipy.special.erf", "math.erf", "torch.erf", "mpmath.erf"),
    "erfc": ("scipy.special.erfc", "math.erfc", "torch.erfc", "mpmath.erfc"),
    "select": ("array_math.select", "", "tensor_math.select", ""),
    "nan": ("np.nan", "np.nan", "float('nan')", "mpmath.nan"),
}

_IMPORTS = {
    "numpy": "import numpy as np\nimport scipy.special\n\nfrom theoremtest.numerics.kernels import array_math",
    "numba": "import math\n\nimport numpy as np\nfrom numba import float64, guvectorize, njit\n\n"
             "from theoremtest.numerics.kernels import scalar_math",
    "gpu": "import math\n\nfrom numba import cuda\n\nfrom theoremtest.numerics.kernels import scalar_math",
    "torch": "import torch\n\nfrom theoremtest.numerics.kernels import tensor_math",
    "mpmath": "import mpmath\n\nfrom theoremtest.numerics.kernels import multiprecision_math",
}

# Products and sums may fuse, which rounds once less; no other liberty is taken.
_NUMBA = '@njit(forceinline=True, error_model="numpy", fastmath={"contract"})\n'
_GPU = "@cuda.jit(device=True)\n"  # its compiler fuses products and sums unasked


class KernelError(ValueError):
    """An expression cannot become a kernel; the message names the part that has no counterpart."""


def spelling(function: str, backend: str) -> str:
    """The backend's name of a SymPy function. Raises KernelError where there is none."""
    entry = _FUNCTIONS.get(function)
    name = entry[_column(backend)] if entry else ""
    if backend == GPU:
        name = _on_gpu(name)
    if not name:
        known = ", ".join(key for key in _FUNCTIONS if key not in ("select", "falling", "nan"))
        raise KernelError(f"function {function!r} has no entry for the backend {backend!r}; known functions: {known}")
    return name


def _column(backend: str) -> int:
    return BACKENDS.index("numba" if backend == GPU else backend)


def _on_gpu(name: str) -> str:
    """Numba's GPU target knows Python's functions of numbers, not NumPy's; rounding to integers and signs give it integers."""
    if name in ("np.floor", "np.ceil", "np.sign"):
        return ""
    return {"np.abs": "abs"}.get(name, name.replace("np.arc", "math.a").replace("np.", "math."))


class _Printer(PythonCodePrinter):
    def __init__(self, backend: str):
        super().__init__({"fully_qualified_modules": True, "strict": True})
        self.backend = backend

    def _print(self, node, **settings):
        if isinstance(node, sp.Expr) and not isinstance(node, (sp.Integer, sp.Symbol)) and not node.free_symbols:
            return self._constant(node)
        if isinstance(node, (sp.Max, sp.Min)):
            return self._nested(type(node).__name__, sorted(node.args, key=sp.default_sort_key))
        if isinstance(node, sp.Function):
            inner = ", ".join(self._print(argument) for argument in node.args)
            return f"{spelling(type(node).__name__, self.backend)}({inner})"
        return super()._print(node, **settings)

    def _nested(self, name, arguments):
        text = self._print(arguments[0])
        for argument in arguments[1:]:
            text = f"{spelling(name, self.backend)}({text}, {self._print(argument)})"
        return text

    def _constant(self, node):
        if not (node.is_number and node.is_extended_real):
            raise KernelError(f"the constant {node} is not real; a kernel works with real numbers")
        if self.backend == "mpmath":
            return self._exact(node)
        value = float(node.evalf(40))
        if value != value or value in (float("inf"), float("-inf")):
            raise KernelError(f"the constant {node} has no finite double")
        return f"({value!r})" if value < 0 else repr(value)

    def _exact(self, node):
        # Printed as a formula, so that it is evaluated at whatever precision the caller works.
        if isinstance(node, sp.Rational):
            return f"(mpmath.mpf({node.p})/{node.q})"
        if isinstance(node, sp.Float):
            sign, mantissa, exponent, _ = node._mpf_
            return f"mpmath.ldexp({-int(mantissa) if sign else int(mantissa)}, {int(exponent)})"
        if node is sp.pi or node is sp.E or isinstance(node, (sp.core.numbers.EulerGamma, sp.core.numbers.GoldenRatio)):
            names = {"Pi": "mpmath.pi", "Exp1": "mpmath.e", "EulerGamma": "mpmath.euler", "GoldenRatio": "mpmath.phi"}
            return f"(+{names[type(node).__name__]})"
        if isinstance(node, (sp.Max, sp.Min)):
            return self._nested(type(node).__name__, node.args)
        if isinstance(node, sp.Function):
            return f"{spelling(type(node).__name__, 'mpmath')}({', '.join(self._print(a) for a in node.args)})"
        return super()._print(node)

    def _print_Integer(self, node):
        if self.backend == "mpmath":
            return f"mpmath.mpf({node.p})"
        return f"{node.p}.0" if abs(node.p) < 2**53 else repr(float(node.p))

    def _hprint_Pow(self, node, rational=False, sqrt=None):
        return self._print_Pow(node)

    def _print_Pow(self, node, rational=False):
        base, exponent = node.args
        if exponent == sp.Rational(1, 2):
            return f"{spelling('sqrt', self.backend)}({self._print(base)})"
        if base is sp.E:
            return f"{spelling('exp', self.backend)}({self._print(exponent)})"
        if exponent == -1:
            return f"({self._print(sp.S.One)}/{self._print_factor(base)})"
        if exponent.is_Rational and exponent < 0:
            return f"({self._print(sp.S.One)}/{self._print_factor(sp.Pow(base, -exponent, evaluate=False))})"
        if exponent.is_Integer:
            return f"{self._print_factor(base)}**{exponent.p}"
        return f"{self._print_factor(base)}**({self._print(exponent)})"

    def _print_factor(self, node):
        text = self._print(node) if not isinstance(node, sp.Pow) else self._print_Pow(node)
        return text if node.is_Symbol else f"({text})"

    def _print_Relational(self, node):
        return f"({self._print(node.lhs)} {node.rel_op} {self._print(node.rhs)})"

    def _print_And(self, node):
        return "(" + " & ".join(self._print(part) for part in sorted(node.args, key=sp.default_sort_key)) + ")"

    def _print_Or(self, node):
        return "(" + " | ".join(self._print(part) for part in sorted(node.args, key=sp.default_sort_key)) + ")"

    def _print_BooleanTrue(self, node):
        return "True"

    def _print_BooleanFalse(self, node):
        return "False"


@dataclass
class Source:
    """The text of a module for one backend, function by function."""

    backend: str
    functions: list[str] = field(default_factory=list)
    count: int = 0

    def __post_init__(self):
        self.printer = _Printer(self.backend)

    def function(self, name: str, arguments: list[sp.Symbol], expressions: list[sp.Basic]) -> None:
        """Adds ``def name(arguments)`` that returns the values of the expressions."""
        lines = []
        expressions = self._without_cases(lines, expressions)
        expressions = self._with_joint_decays(lines, expressions)
        shared, expressions = sp.cse(expressions, symbols=(self._fresh("x") for _ in iter(int, 1)), order="none")
        negated = {symbol: value for symbol, value in shared if value.is_Mul and value.args[0] is sp.S.NegativeOne
                   and len(value.args) == 2 and value.args[1].is_Symbol}  # x - y costs what x + (-y) does, and no array for -y
        shared = [(symbol, value.xreplace(negated)) for symbol, value in shared if symbol not in negated]
        lines += [f"{symbol} = {self._text(_turned(value))}" for symbol, value in shared]
        lines.append("return " + ", ".join(self._text(_turned(value.xreplace(negated))) for value in expressions))
        self._define(name, arguments, lines)

    def module(self, title: str, footer: str = "") -> str:
        """The whole module."""
        note = "Generated from a symbolic expression; a change here is lost."
        return "\n\n\n".join([f'"""{title}. {note}"""\n\n{_IMPORTS[self.backend]}', *self.functions, footer]).rstrip() + "\n"

    def _define(self, name, arguments, lines):
        decorator = {"numba": _NUMBA, GPU: _GPU}.get(self.backend, "")
        head = f"{decorator}def {name}({', '.join(str(argument) for argument in arguments)}):"
        self.functions.append("\n    ".join([head, *lines]))

    def _text(self, node):
        try:
            return self.printer.doprint(node)
        except PrintMethodNotImplementedError:
            raise KernelError(f"{node} has no counterpart for the backend {self.backend!r}") from None

    def _fresh(self, stem):
        self.count += 1
        return sp.Symbol(f"_{stem}{self.count}", real=True)

    def _without_cases(self, lines, expressions):
        """Expressions with each outermost case distinction replaced by a variable, whose assignment joins ``lines``."""
        while found := _outermost_cases(expressions):
            found = found[0]
            variable = self._fresh("case")
            arguments = sorted(found.free_symbols, key=str)
            pairs = []
            for value, condition in found.args:
                number = self._fresh("").name
                condition = sp.to_nnf(condition, simplify=False) if condition not in (True, False) else condition
                self.function(f"condition{number}", arguments, [condition])
                self.function(f"value{number}", arguments, [value])
                pairs.append((f"condition{number}", f"value{number}"))
            lines.append(f"{variable} = {self._choice(arguments, pairs)}")
            expressions = [expression.xreplace({found: variable}) for expression in expressions]
        return expressions

    def _choice(self, arguments, pairs):
        given = ", ".join(map(str, arguments))
        if _FUNCTIONS["select"][_column(self.backend)]:
            cases = ", ".join(f"({condition}, {value})" for condition, value in pairs)
            return f"{spelling('select', self.backend)}(({given},), {cases})"
        name = f"choose{self._fresh('').name}"
        lines = [f"if {condition}({given}):\n        return {value}({given})" for condition, value in pairs]
        self._define(name, arguments, [*lines, f"return {spelling('nan', self.backend)}"])
        return f"{name}({given})"

    def _with_joint_decays(self, lines, expressions):
        """Decay and Decayed of the same arguments share one evaluation."""
        nodes = set().union(*(expression.atoms(Decay, Decayed) for expression in expressions))
        for node in sorted((node for node in nodes if isinstance(node, Decay)), key=sp.default_sort_key):
            twin = Decayed(*node.args)
            if twin in nodes and not any(argument.atoms(Decay, Decayed) for argument in node.args):
                left, gone = self._fresh("left"), self._fresh("gone")
                given = ", ".join(self._text(argument) for argument in node.args)
                lines.append(f"{left}, {gone} = {spelling('falling', self.backend)}({given})")
                expressions = [expression.xreplace({node: left, twin: gone}) for expression in expressions]
        return expressions


def _outermost_cases(expressions):
    found = []

    def visit(node):
        if isinstance(node, sp.Piecewise):
            found.append(node)
        else:
            for argument in node.args:
                visit(argument)

    for expression in expressions:
        visit(expression)
    return found


def _turned(expression: sp.Basic) -> sp.Basic:
    """The same with y - x for -(x - y) in a product, which is the same number and one pass over an array less."""
    def turn(node):
        place = next(place for place, part in enumerate(node.args) if _is_difference(part))
        return sp.Mul(*node.args[1:place], sp.Add(*(-part for part in node.args[place].args)), *node.args[place + 1:])

    return expression.replace(lambda node: node.is_Mul and node.args[0] is sp.S.NegativeOne and any(map(_is_difference, node.args)), turn)


def _is_difference(node: sp.Basic) -> bool:
    return node.is_Add and len(node.args) == 2 and any(part.could_extract_minus_sign() for part in node.args)
