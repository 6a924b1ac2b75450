"""Values of SymPy expressions at given points in mpmath arithmetic of any precision, with every failure named. An
expression is read once into nodes, common subexpressions shared, and kept for the next point; no formula is ever
turned into text and evaluated. `digits` is the working precision: a formula that cancels loses digits, and
`settled` makes up for that by raising the precision.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import mpmath
import sympy
from mpmath import libmp

from theoremtest.derivations.language.latex import in_words
from theoremtest.numerics.values.rules import (
    ROUND,
    BadValue,
    EvaluationError,
    MissingValue,
    Node,
    NotDefined,
    Raw,
    Unsupported,
    rule_of,
)
from theoremtest.numerics.values.straight import Step, step_of

__all__ = [
    "BadValue",
    "EvaluationError",
    "Evaluator",
    "MissingValue",
    "NotDefined",
    "Unsupported",
    "evaluate",
    "number",
    "reader",
    "settled",
]

GUARD_BITS = 24


def evaluate(expr: Any, values: Mapping[Any, Any] | None = None, digits: int = 50) -> Any:
    """The value of `expr` at the point `values`, worked out with `digits` decimal digits.

    `values` maps symbols (or whole subexpressions, such as `a(t)` or a MatrixSymbol) to numbers: int, Fraction,
    float (taken as the binary number it is), mpmath mpf or a constant SymPy expression; a MatrixSymbol maps to a
    matrix of such numbers. Surplus entries are ignored. A scalar gives an mpf; a matrix of shape (m, n) an
    `mpmath.matrix` of the same shape; an N-dimensional array nested tuples; a relation or a condition a bool.
    Raises MissingValue, BadValue, Unsupported or NotDefined, each naming the offending subexpression.
    """
    return reader(expr)(values or {}, digits)


def settled(expr: Any, values: Mapping[Any, Any] | None = None, digits: int = 50, most: int = 2000) -> mpmath.mpf:
    """The value of a scalar `expr` correct to about `digits` digits, cancellation made up for by more precision.

    The precision doubles until two successive values agree relatively to `digits` digits; a value that stays at the
    level of the rounding up to `most` working digits is returned as exactly 0, which is a numerical judgement, no
    proof.
    """
    calculate = reader(expr)
    working = digits + 10
    value = calculate(values or {}, working)
    while working < most:
        working = min(2 * working, most)
        better = calculate(values or {}, working)
        with mpmath.workdps(working):
            apart = abs(better - value)
            if apart <= abs(better) * mpmath.mpf(10) ** (-digits):
                return _rounded(better, digits)
        value = better
    with mpmath.workdps(working):
        if abs(value) <= mpmath.mpf(10) ** (-most // 2):
            return mpmath.mpf(0)
    raise NotDefined(f"{in_words(expr)} does not settle to {digits} digits within a working precision of {most} digits")


def reader(expr: Any) -> Evaluator:
    """The compiled form of `expr`, from a cache where it was read before."""
    if isinstance(expr, (list, tuple)):
        expr = sympy.Array(expr)
    elif isinstance(expr, (sympy.MatrixBase, sympy.NDimArray)):
        expr = expr.as_immutable()
    else:
        expr = sympy.sympify(expr, strict=True)
    return _reader(expr)


@lru_cache(maxsize=128)
def _reader(expr: Any) -> Evaluator:
    return Evaluator(expr)


class Evaluator:
    """An expression read into nodes. Call it with `(values, digits)`; see `evaluate`."""

    def __init__(self, expr: Any) -> None:
        self.expr = expr
        self.nodes: list[Node] = []
        self.place: dict[Any, int] = {}
        self.constants: dict[int, list] = {}
        self._known: dict[int, list] = {}
        self.shape: tuple[int, ...] | None = None
        if isinstance(expr, sympy.MatrixExpr):
            expr = expr.as_explicit()
        if isinstance(expr, (sympy.MatrixBase, sympy.NDimArray)):
            self.shape = tuple(int(n) for n in expr.shape)
            entries = list(expr.flat() if isinstance(expr, sympy.MatrixBase) else sympy.flatten(expr.tolist()))
        else:
            entries = [expr]
        self.is_matrix = isinstance(expr, sympy.MatrixBase)
        self.roots = [self._read(entry) for entry in entries]
        self.strict = self._always_needed()
        self.program: list[tuple[int, Step | None]] = [(index, step_of(self.nodes[index], _number)) for index in self.strict]
        self.moving = [(index, step) for index, step in self.program if self.nodes[index].expr.free_symbols]

    def __call__(self, values: Mapping[Any, Any], digits: int = 50) -> Any:
        if not isinstance(digits, int) or digits < 1:
            raise BadValue(f"digits must be a positive integer, got {digits!r}")
        precision = libmp.dps_to_prec(digits) + GUARD_BITS
        run = _Run(self, values, precision)
        if run.given:
            for index in self.strict:
                run.compute(index)
        else:
            self._straight(run, precision)
        return self._result(run, digits)

    def along(self, variable: sympy.Symbol, values: Mapping[Any, Any]) -> Callable[[Any, int], Any]:
        """The value as a function of one symbol's number and the digits, the others standing: what does not hold it is worked out once."""
        place, here = self.place.get(variable), dict(values)
        ahead = [(index, step) for index, step in self.program if variable in self.nodes[index].expr.free_symbols and index != place]
        plain = place is not None and all(isinstance(key, sympy.Symbol) for key in here)
        standing: dict[int, tuple[int, list]] = {}

        def calculate(x: Any, digits: int) -> Any:
            here[variable] = x
            if digits in standing and x.__class__ is mpmath.mpf and mpmath.isfinite(x):
                precision, slots = standing[digits]
                run = _Run(self, here, precision, slots.copy())
                run.slots[place] = x._mpf_
                run.follow(ahead)
                return self._result(run, digits)
            whole = self(here, digits)
            if plain and digits not in standing:
                run = _Run(self, here, libmp.dps_to_prec(digits) + GUARD_BITS)
                self._straight(run, run.precision)
                standing[digits] = run.precision, self._without(run, ahead)
            return whole

        return calculate

    def _straight(self, run: _Run, precision: int) -> None:
        """All that is always needed; what holds no symbol is kept for the next run at this precision."""
        if precision in self._known:
            run.slots = self._known[precision].copy()
            run.follow(self.moving)
        else:
            run.follow(self.program)
            self._known[precision] = self._without(run, self.moving)

    def _without(self, run: _Run, moving: list) -> list:
        """The slots of a run that stand whatever the moving nodes are."""
        kept: list[Any] = [None] * len(self.nodes)
        for index in set(self.strict) - {index for index, _ in moving}:
            kept[index] = run.slots[index]
        return kept

    def _result(self, run: _Run, digits: int) -> Any:
        results = [_public(run.slots[root], digits) for root in self.roots]
        if self.shape is None:
            return results[0]
        if self.is_matrix:
            rows, columns = self.shape
            out = mpmath.matrix(rows, columns)
            for position, value in enumerate(results):
                out[position // columns, position % columns] = value
            return out
        return _nested(results, self.shape)

    def _read(self, expr: Any) -> int:
        known = self.place.get(expr)
        if known is not None:
            return known
        rule, children, lazy = rule_of(expr)
        arguments = tuple(self._read(child) for child in children)
        node = Node(expr, rule, arguments, lazy)
        self.nodes.append(node)
        self.place[expr] = len(self.nodes) - 1
        return self.place[expr]

    def _always_needed(self) -> list[int]:
        """Nodes outside every case distinction: a branch not taken is never worked out, so it may be undefined."""
        needed: set[int] = set()
        stack = list(self.roots)
        while stack:
            index = stack.pop()
            if index in needed:
                continue
            needed.add(index)
            node = self.nodes[index]
            stack.extend(() if node.lazy else node.arguments)
        return sorted(needed)


class _Run:
    """One evaluation: the values given, the precision in bits, and what has been worked out so far."""

    def __init__(self, evaluator: Evaluator, values: Mapping[Any, Any], precision: int, slots: list | None = None) -> None:
        self.nodes = evaluator.nodes
        self.values = values
        self.precision = precision
        constants = evaluator.constants.get(precision)
        if constants is None:
            constants = evaluator.constants[precision] = [None] * len(self.nodes)
        self.constants = constants
        self.slots: list[Any] = [None] * len(self.nodes) if slots is None else slots
        if slots is not None:  # of values by symbols alone
            self.given: dict[int, Any] = {}
            return
        # whole subexpressions given a value, beyond plain symbols, are looked up first
        self.given = {
            evaluator.place[key]: key
            for key in values
            if not isinstance(key, sympy.Symbol) and key in evaluator.place
        }

    def demand(self, index: int) -> Any:
        if self.slots[index] is None:
            self.compute(index)
        return self.slots[index]

    def compute(self, index: int) -> None:
        if self.given and index in self.given:
            key = self.given[index]
            self.slots[index] = _number(self.values[key], self.precision, key)
            return
        node = self.nodes[index]
        try:
            value = node.rule(self, node, index)
        except (ArithmeticError, ValueError) as error:
            raise self.named(error, node.expr) from None
        if value.__class__ is tuple and not value[1] and value[2]:
            raise NotDefined(f"{in_words(node.expr)} is not finite at {self.point(node.expr)}")
        self.slots[index] = value

    def follow(self, program: list[tuple[int, Step | None]]) -> None:
        """Work out nodes in order, each after its arguments."""
        slots, precision, values, index = self.slots, self.precision, self.values, 0
        try:
            for index, step in program:
                if step is None:
                    self.compute(index)
                    continue
                value = slots[index] = step(slots, precision, values)
                if not value[1] and value[2]:
                    raise NotDefined(f"{in_words(self.nodes[index].expr)} is not finite at {self.point(self.nodes[index].expr)}")
        except (KeyError, ArithmeticError, ValueError) as error:
            if isinstance(error, KeyError):  # a symbol without a value: its rule says so
                self.compute(index)
            raise self.named(error, self.nodes[index].expr) from None

    def named(self, error: Exception, expr: Any) -> Exception:
        """What went wrong at a node, with its name and place; an error that says so already as it is."""
        if isinstance(error, EvaluationError):
            return error
        if isinstance(error, ZeroDivisionError):
            return NotDefined(f"{in_words(expr)} divides by zero at {self.point(expr)}")
        if isinstance(error, OverflowError):
            return NotDefined(f"{in_words(expr)} overflows at {self.point(expr)} ({error})")
        if isinstance(error, (libmp.ComplexResult, ValueError)):
            return NotDefined(f"{in_words(expr)} is not real at {self.point(expr)} ({error})")
        return error

    def number(self, value: Any, name: Any) -> Raw:
        """A value that was given, at the precision of the run."""
        return _number(value, self.precision, name)

    def point(self, expr: Any) -> str:
        named = [f"${symbol} = {_brief(self.values[symbol])}$" for symbol in _symbols(expr) if symbol in self.values]
        return ", ".join(named) or "this point"


def _brief(value: Any) -> str:
    """A number as a message names it: exact ones whole, others to 20 digits."""
    return mpmath.nstr(value, 20) if isinstance(value, mpmath.mpf) else str(value)


def _symbols(expr: Any) -> list:
    return sorted(getattr(expr, "free_symbols", ()), key=str)


def _public(value: Any, digits: int) -> Any:
    if isinstance(value, bool):
        return value
    return mpmath.mp.make_mpf(libmp.mpf_pos(value, libmp.dps_to_prec(digits), ROUND))


def _rounded(value: mpmath.mpf, digits: int) -> mpmath.mpf:
    return mpmath.mp.make_mpf(libmp.mpf_pos(value._mpf_, libmp.dps_to_prec(digits), ROUND))


def _nested(flat: Sequence, shape: tuple[int, ...]) -> Any:
    if not shape:
        return flat[0]
    if len(shape) == 1:
        return tuple(flat)
    size = len(flat) // shape[0] if shape[0] else 0
    return tuple(_nested(flat[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0]))


# --- numbers that come in ---------------------------------------------------------------------------------------


def number(value: Any, digits: int = 50, name: Any = "value") -> mpmath.mpf:
    """`value` as an mpf of `digits` digits; raises BadValue naming `name` for what is no finite real number."""
    return _public(_number(value, libmp.dps_to_prec(digits) + GUARD_BITS, name), digits)


def _number(value: Any, precision: int, name: Any) -> Raw:
    if isinstance(value, (bool, str, bytes)) or value is None:
        raise BadValue(f"{name} = {value!r}: expected a real number, got {type(value).__name__}")
    if isinstance(value, numbers.Integral):
        return libmp.from_int(int(value))
    if isinstance(value, mpmath.mpf):
        raw = value._mpf_
    elif isinstance(value, Fraction):
        raw = libmp.from_rational(value.numerator, value.denominator, precision, ROUND)
    elif isinstance(value, numbers.Real) and not isinstance(value, sympy.Basic):
        raw = libmp.from_float(float(value))
    elif isinstance(value, sympy.Float):
        raw = value._mpf_
    elif isinstance(value, sympy.Rational):
        raw = libmp.from_rational(int(value.p), int(value.q), precision, ROUND)
    elif isinstance(value, sympy.Expr) and value.is_number:
        try:
            raw = _reader(value)({}, libmp.prec_to_dps(precision) + 5)._mpf_
        except EvaluationError as error:
            raise BadValue(f"{name} = {value} is no finite real number: {error}") from None
    else:
        raise BadValue(f"{name} = {value!r}: expected a real number, got {type(value).__name__}")
    if not raw[1] and raw[2]:
        raise BadValue(f"{name} = {value} is not finite")
    return raw
