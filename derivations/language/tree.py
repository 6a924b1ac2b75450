"""A statement as plain data and back: a list of nodes, each a head with the numbers of earlier nodes, shared where equal.

The ledger keeps a baseline in this form, so that an edited statement can be compared with what stood there before. Reading
builds nothing but the heads named here, never runs text, and leaves every expression exactly as it was written: no
constructor simplifies on the way. Symbols without identity (dummies) are numbered by order of appearance.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import is_dataclass
from functools import cache
from typing import Any, cast

import sympy
from sympy import Basic, Dummy, Function, ImmutableDenseMatrix, Integer, MatrixSymbol, Rational, Symbol
from sympy.core.assumptions import _assume_defined as ASSUMPTIONS
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions import matexpr

from .domain import Chart, Domain
from .errors import StatementError, TheoremtestError
from .material import written_fields
from .networks import Network
from .spaces import Space

_ATOMS = {"oo": sympy.oo, "-oo": -sympy.oo, "zoo": sympy.zoo, "pi": sympy.pi, "E": sympy.E, "I": sympy.I, "nan": sympy.nan,
          "EulerGamma": sympy.EulerGamma, "GoldenRatio": sympy.GoldenRatio, "Catalan": sympy.Catalan,
          "true": sympy.true, "false": sympy.false}
At = Callable[[Any], Any]
"""From a place in the tree to what was built there."""
Every = Callable[[Iterable], list]
_NAMES: dict[Basic, str] = {value: name for name, value in _ATOMS.items()}
_SYMPY = [
    "Add", "Mul", "Pow", "exp", "log", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "atan2", "sinh", "cosh",
    "tanh", "coth", "sech", "csch", "asinh", "acosh", "atanh", "acoth", "acot", "asec", "acsc", "asech", "acsch", "Abs", "sign",
    "Max", "Min", "floor", "ceiling", "Mod", "gamma",
    "loggamma", "beta", "digamma", "polygamma", "erf", "erfc", "factorial", "binomial", "zeta", "LambertW", "besselj", "besseli",
    "Heaviside", "DiracDelta", "KroneckerDelta", "re", "im", "arg", "conjugate", "Derivative", "Integral", "Sum", "Product", "Subs",
    "Limit", "Order", "Tuple", "Lambda", "Piecewise", "ExprCondPair", "Eq", "Ne", "Gt", "Ge", "Lt", "Le", "And", "Or", "Not", "Xor",
    "Implies", "Equivalent", "ITE", "Contains", "Interval", "FiniteSet", "Union", "Intersection", "MatMul", "MatAdd", "MatPow",
    "Transpose", "Inverse", "Trace", "Determinant", "HadamardProduct", "HadamardPower", "KroneckerProduct", "Identity", "ZeroMatrix",
    "OneMatrix", "DiagMatrix", "DiagonalMatrix", "BlockMatrix", "BlockDiagMatrix", "MatrixElement", "MatrixSlice", "Equality",
    "Unequality", "StrictGreaterThan", "GreaterThan", "StrictLessThan", "LessThan",
]
"""SymPy's classes that a tree may hold."""


def to_tree(value: Any) -> list:
    """The nodes of a statement, expression or domain; the last one is the whole.

    Raises StatementError for a head that is not known here, and for floating-point numbers, which no statement holds.
    """
    writer = _Writer()
    writer.put(value)
    return writer.nodes


def from_tree(tree: list) -> Any:
    """What `to_tree` was given. Raises StatementError where the nodes are none that it writes."""
    if not isinstance(tree, list) or not tree:
        raise StatementError(f"a statement's tree is a list of nodes, the last one the whole; got {str(tree)[:60]!r}")
    built: list = []
    for number, node in enumerate(tree):
        try:
            built.append(_read(node, built, number))
        except StatementError:
            raise
        except Exception as error:  # whatever a constructor objects to
            raise StatementError(f"node {number} of a statement's tree, {str(node)[:80]}, cannot be read: {error}") from None
    return built[-1]


class _Writer:
    def __init__(self) -> None:
        self.nodes: list = []
        self._known: dict = {}
        self._dummies: dict = {}

    def put(self, value: Any) -> int:
        key = (type(value), value) if isinstance(value, (Basic, str, int)) or value is None else None
        if key is not None and key in self._known:
            return self._known[key]
        node = self._node(value)
        self.nodes.append(node)
        if key is not None:
            self._known[key] = len(self.nodes) - 1
        return len(self.nodes) - 1

    def all(self, values: Iterable) -> list[int]:
        return [self.put(value) for value in values]

    def _node(self, value: Any) -> list:
        if value is None or isinstance(value, (bool, str, int)):
            return ["plain", value]
        if isinstance(value, Network):
            return ["plain", value.recorded]
        if isinstance(value, Domain):
            where = [self.all(pair) for pair in value.where.items()]
            chart = [] if value.chart is None else [self.put(value.chart.values), self.put(value.chart.of)]
            return ["Domain", self.all(value.conditions), self.all(value.over), where, *chart]
        if isinstance(value, dict):
            return ["dict", *(self.all(pair) for pair in value.items())]
        if isinstance(value, (tuple, list)):
            return ["tuple", *self.all(value)]
        if is_dataclass(value) and _records().get(type(value).__name__) is type(value):
            return [type(value).__name__, *([item.name, self.put(getattr(value, item.name))] for item in written_fields(value))]
        if isinstance(value, Basic):
            return self._expression(value)
        raise StatementError(f"a statement's tree holds expressions, domains and text; got {value!r}, a {type(value).__name__}")

    def _expression(self, value: Any) -> list:
        if value in _NAMES:
            return ["constant", _NAMES[value]]
        if isinstance(value, Dummy):
            number = self._dummies.setdefault(value, len(self._dummies))
            return ["Dummy", value.name, _assumptions(value._assumptions_orig), number]
        if type(value) is Space:
            return ["Space", value.name]
        if type(value) is Symbol:
            return ["Symbol", value.name, _assumptions(value._assumptions_orig)]
        if type(value) is MatrixSymbol:
            return ["MatrixSymbol", value.name, *self.all(value.shape)]
        if isinstance(value, Integer):
            return ["number", int(value)]
        if isinstance(value, Rational):
            return ["number", int(value.p), int(value.q)]
        if isinstance(value, AppliedUndef):
            made = type(value)
            return ["function", made.__name__, _assumptions(made._kwargs), *self.all(value.args)]
        if isinstance(value, ImmutableDenseMatrix):
            return ["Matrix", *value.shape, *self.all(value.flat())]
        made, node = type(value), cast(Any, value)
        if _heads().get(made.__name__) is not made:
            raise StatementError(f"{made.__module__}.{made.__name__} has no place in a statement's tree; "
                                 f"the heads are {', '.join(sorted(_heads()))}")
        return [made.__name__, *self.all(node.args)]


def _assumptions(told: dict) -> list[str]:
    """`real`, `-zero`: what a symbol was made with."""
    return [name if true else f"-{name}" for name, true in sorted(told.items()) if true is not None and name != "commutative"]


def _read(node: Any, built: list, number: int) -> Any:
    if not (isinstance(node, list) and node and isinstance(node[0], str)):
        raise StatementError(f"node {number} of a statement's tree is {str(node)[:60]!r}, not a head with its parts")
    head, rest = node[0], node[1:]

    def at(place: Any) -> Any:
        if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(built):
            raise StatementError(f"node {number} of a statement's tree points to {place!r}, which is no earlier node")
        return built[place]

    def every(places: Iterable) -> list:
        return [at(place) for place in places]

    if head in _RULES:
        return _RULES[head](rest, at, every)
    if head in _records() and all(isinstance(part, list) for part in rest):  # `Inverse` is a statement, and a matrix
        return _records()[head](**{_text(name): at(place) for name, place in rest})
    if head in _heads():
        return _build(_heads()[head], every(rest))
    raise StatementError(f"{head!r} has no place in a statement's tree; the heads are {', '.join(sorted(_heads()))}")


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise StatementError(f"a name in a statement's tree is text; got {value!r}")
    return value


def _plain(rest: list, at: At, every: Every) -> Any:
    (value,) = rest
    if value is not None and not isinstance(value, (bool, int, str)):
        raise StatementError(f"a plain value in a statement's tree is text, a whole number or nothing; got {value!r}")
    return value


def _assumed(names: Iterable) -> dict[str, bool]:
    told = {_text(name).removeprefix("-"): not name.startswith("-") for name in names}
    unknown = sorted(set(told) - set(ASSUMPTIONS))
    if unknown:
        raise StatementError(f"{', '.join(unknown)} is no assumption on a symbol")
    return told


def _number(rest: list, at: At, every: Every) -> Any:
    if any(isinstance(part, bool) or not isinstance(part, int) for part in rest):
        raise StatementError(f"a number in a statement's tree is one or two integers; got {rest!r}")
    return Integer(*rest) if len(rest) == 1 else Rational(*rest)


def _dummy(rest: list, at: At, every: Every) -> Any:
    name, assumptions, number = rest
    return Dummy(_text(name), dummy_index=int(number), **_assumed(assumptions))


def _domain(rest: list, at: At, every: Every) -> Any:
    conditions, over, where, *chart = rest
    return Domain(*every(conditions), over=every(over), where={at(key): at(value) for key, value in where},
                  chart=Chart(*every(chart)) if chart else None)


_RULES: dict[str, Callable[[list, At, Every], Any]] = {
    "plain": _plain, "number": _number, "Dummy": _dummy, "Domain": _domain,
    "dict": lambda rest, at, every: {at(key): at(value) for key, value in rest},
    "tuple": lambda rest, at, every: tuple(every(rest)),
    "constant": lambda rest, at, every: _ATOMS[rest[0]],
    "Symbol": lambda rest, at, every: Symbol(_text(rest[0]), **_assumed(rest[1])),
    "Space": lambda rest, at, every: Space(_text(rest[0])),
    "MatrixSymbol": lambda rest, at, every: MatrixSymbol(_text(rest[0]), *every(rest[1:])),
    "function": lambda rest, at, every: Function(_text(rest[0]), **_assumed(rest[1]))(*every(rest[2:]), evaluate=False),
    "Matrix": lambda rest, at, every: ImmutableDenseMatrix(int(rest[0]), int(rest[1]), every(rest[2:])),
}


def _build(head: Any, arguments: list) -> Basic:
    """The head over its arguments, with nothing worked out and their order kept."""
    if head in (sympy.Add, sympy.Mul):
        return head._from_args(tuple(arguments))
    if issubclass(head, (Function, sympy.Pow, sympy.core.relational.Relational, sympy.MatMul, sympy.MatAdd)):
        return head(*arguments, evaluate=False)
    return head(*arguments)


@cache
def _heads() -> dict[str, type]:
    """Expressions that a tree may hold: SymPy's listed above and those of this language."""
    found: dict[str, type] = {}
    for name in _SYMPY:
        homes = (sympy, sympy.matrices.expressions, matexpr, sympy.functions.elementary.piecewise)
        made = next(getattr(home, name) for home in homes if hasattr(home, name))
        found[made.__name__] = made
    return found | {name: made for name, made in _own().items() if issubclass(made, Basic)}


@cache
def _records() -> dict[str, type]:
    """Statements, flows and whatever else of this language is a record of expressions."""
    return {name: made for name, made in _own().items()
            if is_dataclass(made) and made.__module__.rpartition(".")[2] not in ("claim", "domain", "paper", "verdict")}


def _own() -> dict[str, type]:
    package = __package__
    found: dict[str, type] = {}
    for module in [name for name in sys.modules if name.startswith(package + ".")]:
        found.update({name: made for name, made in vars(sys.modules[module]).items()
                      if isinstance(made, type) and made.__module__ == module and not name.startswith("_")})
    return found


def tree_of(statement: Any) -> list | None:
    """The statement as data; None where it holds what a tree has no place for."""
    try:
        return to_tree(statement)
    except TheoremtestError:
        return None
