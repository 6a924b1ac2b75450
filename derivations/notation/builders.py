"""From a syntax tree to SymPy: one function for each kind of node, registered here, and the call that picks it.

Sums and products are put together as they stand, matrices only where their shapes fit. Nothing is expanded, and every number is
bounded before SymPy sees it.
"""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from lark import Tree

from .shapes import checked

Builder = Callable[[Tree], sp.Basic]
_BUILDERS: dict[str, Builder] = {}


def builds(*kinds: str) -> Callable[[Builder], Builder]:
    """Register a function as what builds nodes of these kinds."""
    def register(function: Builder) -> Builder:
        for kind in kinds:
            _BUILDERS[kind] = function
        return function
    return register


def build(tree: Tree) -> sp.Basic:
    """The scalar or matrix that a tree of the grammar's `sum` stands for."""
    return checked(_BUILDERS[tree.data](tree), tree)


def inside(tree: Tree) -> sp.Basic:
    """What the one tree inside brackets or an argument stands for."""
    return build(next(child for child in tree.children if isinstance(child, Tree)))


for _kind in ("bracket", "above", "braced"):
    _BUILDERS[_kind] = inside
