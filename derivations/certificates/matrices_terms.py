"""Matrix expressions as small trees, from which the texts for Coq are written, and the letters and sizes that they speak of.

Heads of matrices begin with `m`, those of scalars with `s`. What has no word here is refused with that word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sympy import Add, Expr, Function, Mul, S, Symbol, sympify
from sympy.core.function import AppliedUndef

from theoremtest.derivations.language import Space

from .reading import Unprintable


class NoCertificate(Unprintable):
    """A statement that is not written for Coq over matrices; `word` says in one word why."""

    def __init__(self, detail: str) -> None:
        kind, _, name = detail.rpartition(" ")
        super().__init__(name if kind in ("matrix word", "scalar word", "flow", "kind") else detail.replace(" ", "-"))


class Node(NamedTuple):
    """A matrix or a scalar: a head and its arguments. Heads of matrices begin with `m`, those of scalars with `s`."""

    head: str
    args: tuple


def node(head: str, *args: Any) -> Node:
    """A head applied to its arguments."""
    return Node(head, args)


ONE = node("snum", 1)
ZERO = node("snum", 0)
STACKED = Function("stacked")
"""The size of blocks in the order in which they stand; SymPy's sums have an order of their own."""
EIGENVALUE = Node("seigen", ())
"""What a function of a matrix is applied to."""
EVERYWHERE = ("exp", "abs", "sign")
"""Functions that have a value of every number."""
HIGHEST_POWER = 12
"""Powers are written as products up to this one."""


def s_mul(a: Node, b: Node) -> Node:
    """The product of two scalars, without factors one."""
    return b if a == ONE else a if b == ONE else node("smul", a, b)


def product(items: list[Node], head: str = "mmul") -> Node:
    """A product of at least one factor."""
    found = items[0]
    for item in items[1:]:
        found = node(head, found, item)
    return found


def _identifier(text: str) -> str:
    plain = re.sub(r"\\mathcal\{(\w)\}", r"\1", text)
    plain = plain.replace("'", "_prime").replace("+", "plus").replace("-", "minus").replace("*", "_star")
    return re.sub(r"_+", "_", re.sub(r"[^A-Za-z0-9_]", "_", plain)).strip("_") or "x"


@dataclass
class Letters:
    """The symbols of one statement: their names in Coq, the letters' places, the sizes' places.

    moving: the states of a flow, which are functions of time. where: abbreviations. Inverses and pseudo-inverses are letters too.
    """

    moving: frozenset = frozenset()
    where: dict = field(default_factory=dict)
    sizes: list = field(default_factory=lambda: [S.One])
    letters: list = field(default_factory=list)
    scalars: list = field(default_factory=list)
    inverses: dict = field(default_factory=dict)
    diagonals: dict = field(default_factory=dict)
    """Diagonal letters, with the tree of an entry."""
    selectors: dict = field(default_factory=dict)
    """What puts blocks into their place, by its key: whether the last block, and the sizes of the first and the last."""
    functions: dict = field(default_factory=dict)
    """Functions of symmetric matrices, with the trees of the function at an eigenvalue and of the matrix."""
    constants: dict = field(default_factory=dict)
    """Matrices of rational numbers, by their keys: their rows."""
    names: dict = field(default_factory=dict)
    spaces: bool = False

    def name(self, symbol: Any, prefix: str) -> str:
        """The symbol's name in Coq, one for each."""
        if symbol not in self.names:
            base = prefix + _identifier(str(getattr(symbol, "name", symbol)))
            taken, number, made = set(self.names.values()), 1, base
            while made in taken:
                number += 1
                made = f"{base}_{number}"
            self.names[symbol] = made
        return self.names[symbol]

    def size(self, size: Expr) -> int:
        """The place of a size among the sizes."""
        size = self.size_of(size)
        if size.has(Space):
            self.spaces = True
        if size not in self.sizes:
            self.size_text(size)
            self.sizes.append(size)
        return self.sizes.index(size)

    @staticmethod
    def size_of(size: Any) -> Expr:
        """A size as it is kept."""
        return sympify(size, strict=True).expand()

    def size_text(self, size: Expr) -> str:
        """A size as Coq writes it, a natural number."""
        if isinstance(size, Symbol):
            return self.name(size, "n_")
        if size.is_Integer and size >= 0:
            return f"{size}%N"
        if isinstance(size, AppliedUndef):
            return "(" + " + ".join(map(self.size_text, size.args)) + ")%N"
        if isinstance(size, (Add, Mul)) and all(part.is_Symbol or (part.is_Integer and part > 0) or isinstance(part, (Add, Mul))
                                                for part in size.args):
            sign = " + " if isinstance(size, Add) else " * "
            return "(" + sign.join(self.size_text(part) for part in size.args) + ")%N"
        raise NoCertificate(f"size {size}")

    def stacked(self, sizes: list) -> Expr:
        """The size of several blocks together: their sum where Coq reads it in the same order, else the sum in this order."""
        whole = sizes[-1]
        for size in reversed(sizes[:-1]):
            added = (size + whole).expand() if not whole.has(AppliedUndef) else None
            ordered = STACKED(size, whole)
            whole = added if added is not None and self.size_text(added) == self.size_text(ordered) else ordered
        return whole

    def selector(self, last: bool, first: Expr, second: Expr) -> Node:
        """The letter that puts the first or the last of two blocks into its place."""
        key = ("place", last, first, second)
        self.selectors[key] = (last, first, second)
        return self.letter(key, (self.stacked([first, second]), second if last else first))

    def letter(self, key: Any, shape: tuple) -> Node:
        """The letter for a matrix symbol, or for an inverse under its own key."""
        rows, columns = self.size(shape[0]), self.size(shape[1])
        if all(key != known for known, _, _ in self.letters):
            self.letters.append((key, rows, columns))
            if not isinstance(key, tuple):
                self.name(key, "m_")
        return node("mlet", key)

    def place(self, key: Any) -> int:
        """A letter's place."""
        return next(number for number, known in enumerate(self.letters) if known[0] == key)

    def shape(self, key: Any) -> tuple[int, int]:
        """A letter's rows and columns, as places among the sizes."""
        _, rows, columns = self.letters[self.place(key)]
        return rows, columns

    def scalar(self, symbol: Any) -> Node:
        """The node for a real symbol."""
        if symbol not in self.scalars:
            self.scalars.append(symbol)
            self.name(symbol, "s_")
        return node("svar", symbol)


def put_in(tree: Node, old: Node, new: Node) -> Node:
    """The tree with another one in place of one."""
    if tree == old:
        return new
    return Node(tree.head, tuple(put_in(part, old, new) if isinstance(part, Node) else part for part in tree.args))


def subtrees(tree: Node) -> Any:
    """The tree and all below it."""
    yield tree
    for part in tree.args:
        if isinstance(part, Node):
            yield from subtrees(part)


def atoms_moving(tree: Node, letters: Letters) -> bool:
    """Whether a state of the flow stands in the tree."""
    return any(part.head in ("mlet", "svar") and (part.args[0] in letters.moving or (
        part.args[0] in letters.diagonals and atoms_moving(letters.diagonals[part.args[0]], letters))) for part in subtrees(tree))


def plain(tree: Node) -> Node:
    """The tree with every abbreviation written out."""
    if tree.head in ("mabbr", "sabbr"):
        return plain(tree.args[1])
    return Node(tree.head, tuple(plain(part) if isinstance(part, Node) else part for part in tree.args))
