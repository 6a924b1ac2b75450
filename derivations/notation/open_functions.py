r"""Functions of which a text says no formula, in comments: `let f : \mathbb{R}^{d} \to \mathbb{R}` and what is laid down of them as a whole,
`assume f is convex`, `assume f is L-smooth`. A claim that speaks of one is a claim about every such function."""

from __future__ import annotations

import re
from collections.abc import Callable

from sympy import Basic
from sympy.core.function import AppliedUndef, UndefinedFunction
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.open_functions import (
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
_IS = re.compile(r"(?P<name>.+?)\s+is\s+(?P<what>.+?)\s*")
_SAID: tuple[tuple[re.Pattern, type[AboutFunction]], ...] = (
    (re.compile(r"(?:continuously )?differentiable"), Differentiable), (re.compile("convex"), Convex),
    (re.compile("(?P<first>.+?)-smooth"), Smooth), (re.compile("(?P<first>.+?)-strongly[ -]convex"), StronglyConvex),
    (re.compile("(?P<first>.+?)-Lipschitz"), Lipschitz), (re.compile("(?P<first>.+?)-PL with least(?: value)? (?P<second>.+)"), PL))
USAGE = (r"a function without a formula reads `let f : \mathbb{R}^{d} \to \mathbb{R}`, of a vector or of a number; one with a formula is "
         "written `f(x) = formula`")


def mapping(name: str, shape: tuple[Basic, ...]) -> OpenFunction | UndefinedFunction:
    """An open function of columns of one size, or of numbers. Raises NotationError for one of matrices."""
    if len(shape) > 1:
        raise NotationError(USAGE)
    return OpenFunction(name, shape[0]) if shape else function(name)


def kind_of(found: OpenFunction | UndefinedFunction) -> UndefinedFunction:
    """The function as a formula has it."""
    return found(found.anywhere).func if isinstance(found, OpenFunction) else found


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


__all__ = ["MAPS", "USAGE", "kind_of", "mapping", "said", "spoken"]
