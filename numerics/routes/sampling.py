"""Draws of a statement and its quantities over a block of draws, in float64: what the Monte Carlo routes share.

An array over a block has one entry, or one matrix, for each draw. Nothing here knows a moment of a law, only how to draw from it.
"""

from __future__ import annotations

import hashlib
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any

import numpy as np
import sympy
from sympy import Integer, MatrixSymbol, Rational
from sympy.core.function import AppliedUndef
from sympy.matrices.expressions.matexpr import MatrixElement

from theoremtest.derivations.language import Binomial, Bounded, Dot, FairBits, Mass, Moments, Multinomial, Parity, Poisson
from theoremtest.derivations.language.laws import Law
from theoremtest.numerics.values.evaluate import NotDefined
from theoremtest.numerics.values.matrices import size, value

DIGITS = 20
OUTSIDE = Rational(2, 7)
"""What an open mass is where its law has no outcome: a statement says nothing of it there, so that it must not matter."""


@lru_cache(maxsize=1)
def _threads():
    try:
        from threadpoolctl import ThreadpoolController
    except ImportError:  # it comes with an extra, and without it everything takes longer and is as right
        return None
    return ThreadpoolController()


def one_thread() -> AbstractContextManager:
    """One thread for BLAS: on stacks of small matrices its threads wait for one another ten times as long as they multiply."""
    controller = _threads()
    return nullcontext() if controller is None else controller.limit(limits=1)


def generator_of(seed: str) -> np.random.Generator:
    """A generator that a text seeds, the same on every machine."""
    return np.random.default_rng(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))


class Sampler:
    """Draws at one point of the domain, and scalars and matrices over them.

    statement: a statement over draws. point: values of all symbols; those of the draws give their shapes only.
    """

    def __init__(self, statement, point: dict, seed: str):
        self.statement, self.point, self.generator = statement, point, generator_of(seed)
        self.masses = self._masses()
        self.fixed = {symbol: _array(item) for symbol, item in point.items()}

    def stated(self, expression) -> np.ndarray:
        """A fixed scalar or matrix as an array of its entries."""
        found = value(self._written(expression), self.point, DIGITS)
        return np.array([float(entry) for entry in found]) if hasattr(found, "rows") else np.array([float(found)])

    def block(self, size: int) -> dict:
        """Values of all symbols, the draws' ones over a block."""
        known, expand = dict(self.fixed), self.statement.on.expand
        together = [symbol for symbol, law in self.statement.draws.items() if isinstance(law, Multinomial)]
        for symbol, law in self.statement.draws.items():
            if not isinstance(law, Law):
                deviation = self.stated(expand(law))[0] ** 0.5
                known[symbol] = deviation * self.generator.standard_normal((size, *self._shape(symbol)))
            elif symbol not in together:
                known[symbol] = self._counted(symbol, law, size)
        if together:
            laws = [self.statement.draws[symbol] for symbol in together]
            parts = [self._number(law.probability) for law in laws]
            counts = self.generator.multinomial(int(self._number(laws[0].trials)), [*parts, max(0.0, 1 - sum(parts))], size)
            known.update({symbol: counts[:, place].astype(float) for place, symbol in enumerate(together)})
        return known

    def outcomes(self) -> int:
        """How many outcomes there are in all; 0 where a law has endlessly many, or numbers that are drawn together."""
        found = 1
        for law in self.statement.draws.values():
            if isinstance(law, FairBits):
                found *= 2 ** min(int(self._number(law.count)), 60)
            elif isinstance(law, Mass):
                found *= max(0, int(self._number(law.high)) - int(self._number(law.low)) + 1)
            else:
                return 0
        return found

    def all_outcomes(self) -> tuple[dict, np.ndarray]:
        """Values of all symbols, the draws' ones over all their outcomes, and the probability of each outcome."""
        laws = self.statement.draws.items()
        each = [np.arange(2 ** int(self._number(law.count))) if isinstance(law, FairBits) else self._places(law) for _, law in laws]
        chances = [np.full(len(places), 1 / len(places)) if isinstance(law, FairBits) else self._chances(symbol, law)
                   for (symbol, law), places in zip(laws, each, strict=True)]
        grids, weights = (np.meshgrid(*parts, indexing="ij") for parts in (each, chances))
        known = {symbol: grid.ravel().astype(float) for symbol, grid in zip(self.statement.draws, grids, strict=True)}
        return {**self.fixed, **known}, np.prod([weight.ravel() for weight in weights], axis=0)

    def at(self, symbol, place: int) -> Sampler:
        """The sampler at the point where a draw has this value."""
        there = Sampler.__new__(Sampler)
        there.__dict__ = {**self.__dict__, "point": {**self.point, symbol: Integer(place)}}
        return there

    def exact(self, expression):
        """An expression as it is drawn over, and the exact values of all symbols but the draws' ones at the point."""
        return self._written(expression), {symbol: item for symbol, item in self.point.items() if symbol not in self.statement.draws}

    def over(self, expression, known: dict) -> np.ndarray:
        """A scalar over a block, shape (draws, 1), or a matrix, shape (draws, entries)."""
        written = self._written(expression)
        if getattr(written, "shape", ()):
            found = np.asarray(matrix_over(written, known))
            return found.reshape(-1, found.shape[-1] * found.shape[-2])
        return np.asarray(scalar_over(written, known), dtype=float).reshape(-1, 1)

    def _written(self, expression):
        """The expression with abbreviations, indices and open masses put in."""
        written = self.statement.on.expand(expression)
        table = {element: MatrixElement(element.parent, *(Integer(size(index, self.point)) for index in element.indices))
                 for element in written.atoms(MatrixElement)}
        written = written.xreplace(table) if table else written
        return written.xreplace(self._open_masses(written)) if self.masses else written

    def _open_masses(self, written) -> dict:
        found = {}
        for node in written.atoms(AppliedUndef):
            place = node.args[0].xreplace({symbol: Integer(number) for symbol, number in self.point.items()
                                           if isinstance(symbol, sympy.Symbol) and sympy.sympify(number, strict=True).is_Integer})
            if node.func in self.masses and place.is_Integer:
                found[node] = self.masses[node.func].get(int(place), OUTSIDE)
        return found

    def _masses(self) -> dict:
        """Random masses for the open functions that give a law's probabilities: function to {value: mass}."""
        found = {}
        for symbol, law in self.statement.draws.items():
            if isinstance(law, Mass) and isinstance(law.probability, AppliedUndef) and law.probability.args == (symbol,):
                places = range(int(value(law.low, self.point, DIGITS)), int(value(law.high, self.point, DIGITS)) + 1)
                weights = [int(weight) for weight in self.generator.integers(1, 20, len(places))]
                found[law.probability.func] = {place: Rational(weight, sum(weights)) for place, weight in zip(places, weights, strict=True)}
        return found

    def _number(self, expression) -> float:
        return float(self.stated(expression)[0])

    def _shape(self, symbol) -> tuple:
        if not isinstance(symbol, MatrixSymbol):
            return ()
        return tuple(int(value(size, self.point, DIGITS)) for size in symbol.shape)

    def _counted(self, symbol, law: Law, size: int) -> np.ndarray:
        if isinstance(law, Binomial):
            return self.generator.binomial(int(self._number(law.trials)), self._number(law.probability), size).astype(float)
        if isinstance(law, Poisson):
            return self.generator.poisson(self._number(law.rate), size).astype(float)
        if isinstance(law, FairBits):
            return self.generator.integers(0, 2 ** int(self._number(law.count)), size).astype(float)
        if isinstance(law, Moments):
            return self._either(symbol, self._number(law.mean), self._number(law.variance) ** 0.5, size)
        if isinstance(law, Bounded):
            return self._within(*(self._number(part) for part in law.args), size)
        return self.generator.choice(self._places(law), size, p=self._chances(symbol, law)).astype(float)

    def _either(self, symbol, mean: float, deviation: float, size: int) -> np.ndarray:
        """One of two numbers, with this mean and deviation; of a draw that is not negative, neither is."""
        odds = np.exp(self.generator.uniform(-4, 4))  # the smaller number is this many times as likely
        if symbol.is_nonnegative and deviation > 0:
            odds = max(odds, (deviation / mean) ** 2)
        low, high = mean - deviation / odds ** 0.5, mean + deviation * odds ** 0.5
        return np.where(self.generator.uniform(size=size) * (1 + odds) < 1, high, low)

    def _within(self, mean: float, low: float, high: float, size: int) -> np.ndarray:
        """One of two numbers between the ends, with this mean: often the ends themselves."""
        least, most = (mean + (end - mean) * min(1.0, 2 * self.generator.uniform()) for end in (low, high))
        share = (mean - least) / (most - least) if most > least else 0.0
        return np.where(self.generator.uniform(size=size) < share, most, least)

    def _places(self, law: Mass) -> np.ndarray:
        return np.arange(int(self._number(law.low)), int(self._number(law.high)) + 1)

    def _chances(self, symbol, law: Mass) -> np.ndarray:
        """Probabilities of the places. Raises NotDefined where they are none."""
        masses = []
        for place in self._places(law):
            masses.append(self.at(symbol, int(place))._number(law.probability))
        if not masses or min(masses) < 0 or sum(masses) <= 0:
            raise NotDefined(f"the masses {masses[:4]} of {symbol} are no probabilities")
        return np.array(masses) / sum(masses)


def _array(item: Any):
    if hasattr(item, "shape"):
        return np.array([[float(item[i, j]) for j in range(item.shape[1])] for i in range(item.shape[0])])
    return float(item)


def _parity(chosen, bits):
    if np.min(chosen) < 0 or np.min(bits) < 0:
        raise NotDefined("a negative number is no set of bits")
    common = np.asarray(chosen, dtype=np.int64) & np.asarray(bits, dtype=np.int64)
    return 1.0 - 2.0 * (np.bitwise_count(common) % 2) if hasattr(np, "bitwise_count") else \
        1.0 - 2.0 * np.vectorize(lambda number: int(number).bit_count() % 2)(common)


_FUNCTIONS: dict[type, Any] = {
    sympy.cosh: np.cosh, sympy.sinh: np.sinh, sympy.tanh: np.tanh, sympy.asinh: np.arcsinh, sympy.atan: np.arctan,
    sympy.exp: np.exp, sympy.cos: np.cos, sympy.sin: np.sin, sympy.Abs: np.abs, sympy.sign: np.sign, sympy.log: np.log,
    sympy.Max: lambda *parts: np.maximum.reduce(np.broadcast_arrays(*parts)),
    sympy.Min: lambda *parts: np.minimum.reduce(np.broadcast_arrays(*parts)),
    sympy.Heaviside: lambda x, at_zero: np.heaviside(x, at_zero),
    sympy.KroneckerDelta: lambda left, right: np.asarray(left == right, dtype=float),
    Parity: _parity,
    sympy.Add: lambda first, *others: sum(others, first), sympy.Pow: lambda base, power: (1.0 * np.asarray(base)) ** power,
}


def scalar_over(expression, known: dict):
    """A scalar expression over a block of draws: an array of one entry for each draw, or a number."""
    if isinstance(expression, Dot):
        left, right = (matrix_over(side, known) for side in expression.args)
        return (left * right).sum(axis=(-2, -1))
    if isinstance(expression, sympy.Trace):
        return np.trace(matrix_over(expression.arg, known), axis1=-2, axis2=-1)
    if isinstance(expression, MatrixElement):
        return _entry(matrix_over(expression.parent, known), int(expression.i), int(expression.j), expression)
    if isinstance(expression, sympy.Symbol):
        return known[expression]
    if expression.is_number:
        return float(expression)
    parts = [scalar_over(part, known) for part in expression.args]
    if expression.is_Mul:
        product = parts[0]
        for part in parts[1:]:
            product = product * part
        return product
    rule = _FUNCTIONS.get(expression.func)
    if rule is None:
        raise TypeError(f"Monte Carlo has no rule for {type(expression).__name__} in {expression}")
    return rule(*parts)


def _entry(matrices: np.ndarray, row: int, column: int, element: MatrixElement) -> np.ndarray:
    """An entry of each matrix; Python's own negative places are none."""
    rows, columns = matrices.shape[-2:]
    if not (0 <= row < rows and 0 <= column < columns):
        raise NotDefined(f"{element} is no entry of a matrix of {rows} rows and {columns} columns")
    return matrices[..., row, column]


def matrix_over(expression, known: dict):
    """A matrix expression over a block of draws: an array of matrices, or one matrix."""
    if isinstance(expression, MatrixSymbol):
        return known[expression]
    if isinstance(expression, sympy.Identity):
        return np.eye(int(scalar_over(expression.rows, known)))
    if isinstance(expression, sympy.ZeroMatrix):
        return np.zeros([int(scalar_over(size, known)) for size in expression.shape])
    if isinstance(expression, sympy.MatAdd):
        return sum(matrix_over(part, known) for part in expression.args)
    if isinstance(expression, sympy.MatPow) and expression.exp.is_Integer and expression.exp > 0:
        return np.linalg.matrix_power(matrix_over(expression.base, known), int(expression.exp))
    if isinstance(expression, sympy.MatMul):
        product, factor = None, 1.0
        for part in expression.args:
            if getattr(part, "shape", ()):
                part = matrix_over(part, known)
                product = part if product is None else product @ part
            else:
                factor = factor * scalar_over(part, known)
        return np.asarray(factor)[..., None, None] * product
    if isinstance(expression, sympy.Transpose):
        return np.swapaxes(matrix_over(expression.arg, known), -1, -2)
    raise TypeError(f"Monte Carlo has no rule for the matrix {type(expression).__name__} in {expression}")
