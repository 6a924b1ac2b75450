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
USAGE = (r"a function without a formula reads `let f : \mathbb{R}^{d} \to \mathbb{R}`, of vectors and numbers, \times between them; one "
         "with a formula is written `f(x) = formula`")


class OpenMap:
    """A real function of several arguments, or of one that is no column, without a formula. variables: one of each argument's shape."""

    def __init__(self, name: str, shapes: Sequence[tuple[Basic, ...]]) -> None:
        self.__name__, self.shapes = name, tuple(map(tuple, shapes))
        self.variables = tuple(MatrixSymbol(ANYWHERE, *shape) if shape else Dummy(real=True) for shape in shapes)

    def __call__(self, *arguments: Basic) -> Basic:
        if len(arguments) != len(self.variables):
            raise NotationError(f"{self.__name__} takes {len(self.variables)} argument{'s' * (len(self.variables) > 1)}; "
                                f"here are {len(arguments)}")
        return function(self.__name__)(*arguments)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenMap) and (self.__name__, self.shapes) == (other.__name__, other.shapes)

    def __hash__(self) -> int:
        return hash((self.__name__, self.shapes))


def mapping(name: str, shapes: Sequence[tuple[Basic, ...]]) -> OpenFunction | OpenMap:
    """A real function without a formula, of arguments of these shapes; a column has one size."""
    if len(shapes) == 1 and len(shapes[0]) == 1:
        return OpenFunction(name, shapes[0][0])
    return OpenMap(name, [(*shape, S.One) if len(shape) == 1 else shape for shape in shapes])


def named(value: AppliedUndef) -> object:
    """The function that a formula has at these arguments, as `mapping` makes it; of numbers alone, as SymPy does."""
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
