"""SymPy's matrix expressions read into trees: products, powers and inverses, diagonal matrices and their functions, blocks, numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Abs, Add, Dummy, ImmutableDenseMatrix, Mul, Pow, Rational, S, Symbol, Trace, cosh, exp, log, sign, sinh
from sympy.matrices.expressions import DiagMatrix, Identity, Inverse, MatAdd, MatMul, MatPow, Transpose, ZeroMatrix
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import Blocks, Diagonal, Dot, GrowthIntegral, Kron, MatrixFunction, PseudoInverse, Space, Vec

from .matrices_terms import EIGENVALUE, HIGHEST_POWER, Letters, NoCertificate, Node, atoms_moving, node, product, s_mul

ONE = {exp: "exp", log: "ln", Abs: "abs", sign: "sign"}


class Reader:
    """Reads SymPy's expressions into trees."""

    def __init__(self, letters: Letters) -> None:
        self.of = letters
        self.positive: set = set()
        """What conditions say is positive."""
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
        if isinstance(expression, ImmutableDenseMatrix) and all(entry.is_Rational for entry in expression):
            return self._constant(expression)
        raise NoCertificate(f"matrix word {type(expression).__name__}")

    def _constant(self, expression: ImmutableDenseMatrix) -> Node:
        """A matrix of numbers, as a letter that a hypothesis says all entries of."""
        key = ("constant", expression)
        if key not in self.of.constants:
            self.of.constants[key] = tuple(tuple(Fraction(entry.p, entry.q) for entry in row) for row in expression.tolist())
            self.of.names[key] = f"M_{len(self.of.constants)}"
        return self.of.letter(key, expression.shape)

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
            if not isinstance(key, Inverse):  # the inverse of what moves, a function of time as that is
                raise NoCertificate("moving inverse")
            self.of.moving |= {key}
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
        if type(expression) in ONE:
            return node("sfun", ONE[type(expression)], self.scalar(expression.args[0]))
        if isinstance(expression, (cosh, sinh)):  # by their definition, half the sum or the difference of two exponentials
            one = self.scalar(expression.args[0])
            down = node("sfun", "exp", node("sopp", one))
            both = node("sadd", node("sfun", "exp", one), down if isinstance(expression, cosh) else node("sopp", down))
            return s_mul(node("sfun", "inv", node("snum", 2)), both)
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
        if not exponent.is_Rational or exponent.q not in (1, 2, 4):
            if exponent.is_integer and base not in self.positive:
                raise NoCertificate("real power")  # it has a value where the base is not positive, too
            return node("sfun", "exp", s_mul(self.scalar(exponent), node("sfun", "ln", self.scalar(base))))
        if abs(exponent.p) > HIGHEST_POWER:
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
