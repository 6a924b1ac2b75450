"""Matrix expressions as small trees, from which the texts for Coq are written, and the letters and sizes that they speak of.

Heads of matrices begin with `m`, those of scalars with `s`. What has no word here is refused with that word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sympy import Add, Dummy, Expr, Function, Mul, Pow, Rational, S, Symbol, Trace, exp, log, sympify
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions import DiagMatrix, Identity, Inverse, MatAdd, MatMul, MatPow, Transpose, ZeroMatrix
from sympy.matrices.expressions.matexpr import MatrixSymbol

from rederive.derivations.language import Blocks, Diagonal, Dot, GrowthIntegral, Kron, MatrixFunction, PseudoInverse, Space, Vec

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
HIGHEST_POWER = 12
"""Powers are written as products up to this one."""


def s_mul(a: Node, b: Node) -> Node:
    """The product of two scalars, without factors one."""
    return b if a == ONE else a if b == ONE else node("smul", a, b)


def s_add(a: Node, b: Node) -> Node:
    """The sum of two scalars, without summands zero."""
    return b if a == ZERO else a if b == ZERO else node("sadd", a, b)


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
        return sympify(size).expand()

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


class Reader:
    """Reads SymPy's expressions into trees."""

    def __init__(self, letters: Letters) -> None:
        self.of = letters
        self.bound: dict = {}

    def matrix(self, expression: Any) -> Node:
        """The tree of a matrix expression."""
        if isinstance(expression, MatrixSymbol):
            if expression in self.of.where:
                return node("mabbr", expression, self.matrix(self.of.where[expression]))
            return self.of.letter(expression, expression.shape)
        if isinstance(expression, Transpose):
            return node("mtr", self.matrix(expression.arg))
        if isinstance(expression, MatAdd):
            return product([self.matrix(part) for part in expression.args], "madd")
        if isinstance(expression, MatMul):
            return self._product(expression)
        if isinstance(expression, Identity):
            return node("mid", self.of.size(expression.shape[0]))
        if isinstance(expression, ZeroMatrix):
            return node("mzero", *map(self.of.size, expression.shape))
        if isinstance(expression, (Inverse, MatPow)):
            return self._power(expression)
        if isinstance(expression, (DiagMatrix, MatrixFunction, Diagonal)):
            return self._diagonal(expression) if _is_diagonal(expression) else self._function(expression)
        if isinstance(expression, PseudoInverse):
            return self._inverse(expression, expression.arg, expression.shape)
        if isinstance(expression, Blocks):
            return self._blocks(expression)
        if isinstance(expression, Kron):
            return node("mkron", *map(self.matrix, expression.args))
        if isinstance(expression, Vec):
            return node("mvec", self.matrix(expression.arg))
        raise NoCertificate(f"matrix word {type(expression).__name__}")

    def _product(self, expression: MatMul) -> Node:
        scalars, matrices = [], []
        for part in expression.args:
            (matrices if getattr(part, "shape", ()) else scalars).append(part)
        if not matrices:
            raise NoCertificate("matrix word MatMul of scalars")
        made = product([self.matrix(part) for part in matrices])
        if not scalars:
            return made
        return node("mscal", product([self.scalar(part) for part in scalars], "smul"), made)

    def _blocks(self, expression: Blocks) -> Node:
        """Rows of blocks, one below the other; what puts them into their places are letters of their own."""
        rows = [self._joined("mrow", [self.matrix(block) for block in row], list(expression.widths)) for row in expression.rows_of_blocks]
        return self._joined("mcol", rows, list(expression.heights))

    def _joined(self, head: str, parts: list[Node], sizes: list) -> Node:
        made = parts[-1]
        for i in range(len(parts) - 2, -1, -1):
            first, rest = self.of.size_of(sizes[i]), self.of.stacked([self.of.size_of(size) for size in sizes[i + 1:]])
            made = node(head, parts[i], made, self.of.selector(False, first, rest), self.of.selector(True, first, rest))
        return made

    def _power(self, expression: Any) -> Node:
        base, exponent = (expression.arg, S.NegativeOne) if isinstance(expression, Inverse) else (expression.base, expression.exp)
        if not exponent.is_Integer or abs(exponent) > HIGHEST_POWER:
            raise NoCertificate("matrix power")
        if exponent == 0:
            return node("mid", self.of.size(base.shape[0]))
        one = self.matrix(base) if exponent > 0 else self._inverse(Inverse(base), base, base.shape)
        return product([one] * abs(int(exponent)))

    def _inverse(self, key: Any, inner: Any, shape: tuple) -> Node:
        tree = self.matrix(inner)
        if atoms_moving(tree, self.of):
            raise NoCertificate("moving inverse")
        self.of.inverses.setdefault(key, tree)
        return self.of.letter(key, shape)

    def _diagonal(self, expression: Any) -> Node:
        """A diagonal matrix, as a letter by the formula for its entries; the functions of one are its functions entry by entry."""
        entry, size = self._entry_of(expression)
        key = ("diagonal", entry, size)
        self.of.diagonals[key] = entry
        return self.of.letter(key, (size, size))

    def _function(self, expression: MatrixFunction) -> Node:
        """A function of a symmetric matrix, as a letter with what it is the function of."""
        inner = self.matrix(expression.argument)
        formula = self._with({expression.eigenvalue: EIGENVALUE}, expression.formula)
        if atoms_moving(inner, self.of) or atoms_moving(formula, self.of):
            raise NoCertificate("moving function")
        key = ("function", formula, inner)
        self.of.functions[key] = (formula, inner)
        if key not in self.of.names:
            self.of.names[key] = f"F_{len(self.of.functions)}"
        return self.of.letter(key, expression.shape)

    def _entry_of(self, expression: Any) -> tuple[Node, Any]:
        """The entry i of a diagonal matrix, and its size."""
        if isinstance(expression, Diagonal):
            return self.entry(expression.formula, expression.pairs), expression.shape[0]
        if isinstance(expression, DiagMatrix):
            bound = Dummy("entry", real=True)
            return self.entry(bound, ((bound, expression.args[0]),)), expression.shape[0]
        if isinstance(expression, MatrixFunction):
            inner, size = self._entry_of(expression.argument)
            return self._with({expression.eigenvalue: inner}, expression.formula), size
        scalar, matrices = expression.as_coeff_matrices() if isinstance(expression, MatMul) else (S.One, [expression])
        if len(matrices) == 1 and isinstance(matrices[0], Identity):
            return self.scalar(scalar), expression.shape[0]
        raise NoCertificate("function of a matrix")

    def _with(self, meant: dict, formula: Any) -> Node:
        """A formula whose bound symbols stand for what is meant."""
        known = self.bound
        self.bound = known | meant
        try:
            return self.scalar(formula)
        finally:
            self.bound = known

    def entry(self, formula: Any, pairs: tuple) -> Node:
        """A formula over entries of vectors, at the entry i."""
        meant = {}
        for symbol, vector in pairs:
            if not isinstance(vector, MatrixSymbol) or vector in self.of.where or vector in self.of.moving:
                raise NoCertificate("entries of a vector")
            self.of.letter(vector, vector.shape)
            meant[symbol] = node("sentry", vector)
        return self._with(meant, formula)

    def scalar(self, expression: Any) -> Node:
        """The tree of a scalar expression."""
        if expression in self.bound:
            return self.bound[expression]
        if isinstance(expression, Rational):
            top = node("snum", int(expression.p))
            return top if expression.q == 1 else s_mul(top, node("sfun", "inv", node("snum", int(expression.q))))
        if isinstance(expression, Symbol):
            return self._symbol(expression)
        if isinstance(expression, Add):
            return product([self.scalar(part) for part in expression.args], "sadd")
        if isinstance(expression, Mul):
            parts = [self.scalar(part) for part in expression.args]
            found = parts[0]
            for part in parts[1:]:
                found = s_mul(found, part)
            return found
        if isinstance(expression, Pow):
            return self._scalar_power(expression)
        if isinstance(expression, exp):
            return node("sfun", "exp", self.scalar(expression.args[0]))
        if isinstance(expression, log):
            return node("sfun", "ln", self.scalar(expression.args[0]))
        if isinstance(expression, GrowthIntegral):
            return node("sgrowth", *map(self.scalar, expression.args))
        return self._number_of_matrices(expression)

    def _number_of_matrices(self, expression: Any) -> Node:
        if isinstance(expression, Dot):
            return node("sdot", self.matrix(expression.left), self.matrix(expression.right))
        if isinstance(expression, Trace):
            return node("strace", self.matrix(expression.arg))
        if getattr(expression, "shape", ()) and expression.shape == (1, 1):
            return node("sent", self.matrix(expression))
        raise NoCertificate(f"scalar word {type(expression).__name__}")

    def _symbol(self, symbol: Symbol) -> Node:
        if symbol in self.of.where:
            return node("sabbr", symbol, self.scalar(self.of.where[symbol]))
        if isinstance(symbol, Space):
            raise NoCertificate("dimension of a space")
        if symbol.is_integer:
            if not symbol.is_positive:
                raise NoCertificate("integer")
            return node("ssize", self.of.size(symbol))
        return self.of.scalar(symbol)

    def _scalar_power(self, power: Pow) -> Node:
        base, exponent = power.args
        if not exponent.is_Rational or exponent.q not in (1, 2, 4) or abs(exponent.p) > HIGHEST_POWER:
            raise NoCertificate("real power")
        one = self.scalar(base)
        for _ in range({1: 0, 2: 1, 4: 2}[exponent.q]):
            one = node("sfun", "sqrt", one)
        if exponent < 0:
            one = node("sfun", "inv", one)
        return product([one] * abs(int(exponent.p)), "smul")


def _is_diagonal(expression: Any) -> bool:
    """Whether a matrix is diagonal by its form: of a vector, a multiple of the identity, or a function of such a matrix."""
    if isinstance(expression, MatrixFunction):
        return _is_diagonal(expression.argument)
    if isinstance(expression, MatMul):
        _, matrices = expression.as_coeff_matrices()
        return len(matrices) == 1 and isinstance(matrices[0], Identity)
    return isinstance(expression, (DiagMatrix, Diagonal, Identity))


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
