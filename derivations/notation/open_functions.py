r"""Functions of which a text says no formula, in comments: `let f : \mathbb{R}^{d} \to \mathbb{R}` and what is laid down of them as a
whole, `assume f is convex`, `assume f is L-smooth`. A claim that speaks of one is a claim about every such function."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from sympy import Basic, Dummy, MatrixSymbol, S
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.open_functions import (
    ANYWHERE,
    PL,
    AboutFunction,
    Convex,
    Differentiable,
    Lipschitz,
    OpenFunction,
    OpenValue,
    Smooth,
    StronglyConvex,
)
from theoremtest.derivations.language.symbols import function

from .errors import NotationError

MAPS = re.compile(r"(?P<names>[^:]+?)\s*(?::|\\colon(?![A-Za-z]))\s*(?P<from>.+?)\s*\\(?:to|rightarrow)(?![A-Za-z])\s*(?P<to>.+?)\s*")
OF_A_VECTOR = r"\mathbb{R}^{d} \to \mathbb{R}"
_IS = re.compile(r"(?P<name>.+?)\s+is\s+(?P<what>.+?)\s*")
_SAID: tuple[tuple[re.Pattern, type[AboutFunction]], ...] = (
    (re.compile(r"(?:continuously )?differentiable"), Differentiable), (re.compile("convex"), Convex),
    (re.compile("(?P<first>.+?)-smooth"), Smooth), (re.compile("(?P<first>.+?)-strongly[ -]convex"), StronglyConvex),
    (re.compile("(?P<first>.+?)-Lipschitz"), Lipschitz), (re.compile("(?P<first>.+?)-PL with least(?: value)? (?P<second>.+)"), PL))
INDEXED = r"a sequence reads `let x : \mathbb{N} \to \mathbb{R}^{d}`, and its members x_{k}, x_{k + 1}"
USAGE = (r"a function without a formula reads `let f : \mathbb{R}^{d} \to \mathbb{R}`, of vectors, matrices and numbers, \times between "
         "them, with values in one such space; one with a formula is written `f(x) = formula`")


class OpenMap:
    """A function without a formula that is no real one of one column: of several arguments, of numbers or matrices, or with values that are
    vectors or matrices. variables: one of each argument's shape; values: the shape of its values, empty for numbers. indexed: it is of
    whole numbers, and its arguments may be written as indices."""

    def __init__(self, name: str, shapes: Sequence[tuple[Basic, ...]], values: tuple[Basic, ...] = (), indexed: bool = False) -> None:
        self.__name__, self.shapes, self.values, self.indexed = name, tuple(map(tuple, shapes)), tuple(values), indexed
        self.variables = tuple(MatrixSymbol(ANYWHERE, *shape) if shape else Dummy("s", real=True) for shape in shapes)

    def __call__(self, *arguments: Basic) -> Basic:
        if len(arguments) != len(self.variables):
            raise NotationError(f"{self.__name__} takes {len(self.variables)} argument{'s' * (len(self.variables) > 1)}; "
                                f"here are {len(arguments)}")
        value = function(self.__name__)(*arguments)
        return OpenValue(value, *self.values) if self.values else value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenMap) and (self.__name__, self.shapes, self.values) == (other.__name__, other.shapes, other.values)

    def __hash__(self) -> int:
        return hash((self.__name__, self.shapes, self.values))


def mapping(name: str, shapes: Sequence[tuple[Basic, ...]], values: tuple[Basic, ...] = (),
            indexed: bool = False) -> OpenFunction | OpenMap:
    """A function without a formula, of arguments of these shapes and with values of this one; a column has one size."""
    if len(shapes) == 1 and len(shapes[0]) == 1 and not values:
        return OpenFunction(name, shapes[0][0])
    return OpenMap(name, [(*shape, S.One) if len(shape) == 1 else shape for shape in shapes],
                   (*values, S.One) if len(values) == 1 else values, indexed)


def named(value: AppliedUndef | OpenValue) -> object:
    """The function that a formula has at these arguments, as `mapping` makes it; of numbers alone, as SymPy does."""
    if isinstance(value, OpenValue):
        return OpenMap(value.args[0].func.__name__, [getattr(argument, "shape", ()) for argument in value.args[0].args], value.shape)
    shapes = [getattr(argument, "shape", ()) for argument in value.args]
    if not any(shapes):
        return value.func
    return mapping(value.func.__name__, [shape[:1] if shape[1:] == (1,) else shape for shape in shapes])


def kind_of(found: OpenFunction | OpenMap) -> UndefinedFunction:
    """The function as a formula has it."""
    return function(found.name if isinstance(found, OpenFunction) else found.__name__)


def spoken(formula: Basic) -> set:
    """The symbols and the open functions that a formula speaks of."""
    return atoms_of(formula) | {value.func for value in formula.atoms(AppliedUndef)}


def said(text: str, functions: dict[str, object], number: Callable[[str], Basic]) -> Boolean | None:
    """What `f is convex` says, of a function that is declared; None for a text of another form. Raises NotationError for other words."""
    match = _IS.fullmatch(text.strip())
    if match is None:
        return None
    found = functions.get(match["name"].strip())
    if not isinstance(found, OpenFunction):
        raise NotationError(f"{match['name']} is no function of a vector that is declared above; {USAGE}")
    for pattern, kind in _SAID:
        if (words := pattern.fullmatch(match["what"])) is not None:
            return kind(found, *(number(value) for value in words.groupdict().values()))
    raise NotationError(f"{match['what']!r} is not known of a function; known are differentiable, convex, L-smooth, \\mu-strongly convex, "
                        r"G-Lipschitz, \mu-PL with least f_*")


__all__ = ["MAPS", "OF_A_VECTOR", "USAGE", "OpenMap", "kind_of", "mapping", "named", "said", "spoken"]
