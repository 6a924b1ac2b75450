"""From a syntax tree to SymPy: one function for each kind of node, registered here, and the call that picks it.

Sums and products are put together as they stand, matrices only where their shapes fit. Nothing is expanded, and every number is
bounded before SymPy sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import sympy as sp
from lark import Tree

from .shapes import checked

Builder = Callable[[Tree], sp.Basic]
_BUILDERS: dict[str, Builder] = {}
_DIVISORS: ContextVar[list[sp.Basic] | None] = ContextVar("divisors", default=None)
_BUILT: ContextVar[list[sp.Basic] | None] = ContextVar("built", default=None)


@contextmanager
def divisors() -> Iterator[list[sp.Basic]]:
    """What formulas read meanwhile divide by, as it is written: SymPy drops a factor that cancels, and with it where it is zero."""
    found: list[sp.Basic] = []
    token = _DIVISORS.set(found)
    try:
        yield found
    finally:
        _DIVISORS.reset(token)


@contextmanager
def parts_built() -> Iterator[list[sp.Basic]]:
    """The values that formulas read meanwhile are put together from, as each stands before SymPy shortens what it stands in; around another
    such reading it has those of both."""
    found: list[sp.Basic] = []
    around = _BUILT.get()
    token = _BUILT.set(found)
    try:
        with divisors() as divided:
            yield found
        found += [1 / value for value in divided if not getattr(value, "shape", ())]
    finally:
        _BUILT.reset(token)
        if around is not None:
            around += found


def divides_by(value: sp.Basic) -> None:
    """Remember a divisor that is no number."""
    known = _DIVISORS.get()
    if known is not None and value.free_symbols and value not in known:
        known.append(value)


def builds(*kinds: str) -> Callable[[Builder], Builder]:
    """Register a function as what builds nodes of these kinds."""
    def register(function: Builder) -> Builder:
        for kind in kinds:
            _BUILDERS[kind] = function
        return function
    return register


def build(tree: Tree) -> sp.Basic:
    """The scalar or matrix that a tree of the grammar's `sum` stands for."""
    value = checked(_BUILDERS[tree.data](tree), tree)
    known = _BUILT.get()
    if known is not None and value not in known:
        known.append(value)
    return value


def inside(tree: Tree) -> sp.Basic:
    """What the one tree inside brackets or an argument stands for."""
    return build(next(child for child in tree.children if isinstance(child, Tree)))


for _kind in ("bracket", "above", "braced"):
    _BUILDERS[_kind] = inside
