"""Programs: expressions read once into shared steps, to be run at many points in exact rationals and balls.

Each kind of SymPy node has a reader that returns its step; a node without a reader or a rule is an error that names it.
Only what a value needs is worked out: a case that is not taken may be undefined.
"""

from __future__ import annotations

from functools import lru_cache

import sympy
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from theoremtest.derivations.language.blocks import Blocks
from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.diagonal import Diagonal, EveryEntry
from theoremtest.derivations.language.inverses import PseudoInverse
from theoremtest.derivations.language.kronecker import Kron, OverNeurons, Vec
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.language.spectra import LargestEigenvalue, Rank, SmallestEigenvalue, SpectralNorm
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.proof.functions.table import entry_of

from . import condition_steps as conditions
from . import entry_steps as entries
from . import matrix_steps as matrices
from . import rules
from . import scalar_steps as scalars
from . import spectra_steps as spectra
from . import spectral_steps as spectral
from .endless import read_integral
from .grid import diagonal, hadamard, kronecker
from .rules import ONE, ZERO, NotEvaluable


def program(*expressions) -> Program:
    """The expressions' common program, kept for the next point."""
    return _kept(*map(sympy.sympify, expressions))


@lru_cache(maxsize=128)
def _kept(*expressions) -> Program:
    return Program(*expressions)


class _Run:
    """One evaluation of a program at a point, at the current precision of Arb."""

    __slots__ = ("env", "program", "slots")

    def __init__(self, program, env):
        self.program, self.env, self.slots = program, env, [None] * len(program.steps)

    def get(self, index):
        """The value of a step, worked out once."""
        value = self.slots[index]
        if value is None:
            try:
                value = self.program.steps[index](self.get, self.env)
            except NotEvaluable as trouble:
                if trouble.node is None:
                    trouble.node = self.program.nodes[index]
                raise
            self.slots[index] = value
        return value


class Program:
    """Expressions read into shared steps. Reading fails with NotEvaluable, naming a node that has no rule."""

    def __init__(self, *expressions):
        self.steps, self.nodes, self._known = [], [], {}
        self.roots = tuple(self.read(expression) for expression in expressions)

    def run(self, env) -> _Run:
        """A fresh evaluation at a point."""
        return _Run(self, env)

    @staticmethod
    def other(expression) -> Program:
        """A program of its own, for what is run more than once at a point."""
        return Program(expression)

    def read(self, node) -> int:
        """The number of the step for a node, made where it is new."""
        known = self._known.get(node)
        if known is None:
            step = self._step(node)
            self.steps.append(step)
            self.nodes.append(node)
            known = self._known[node] = len(self.steps) - 1
        return known

    def _step(self, node):
        for kind, reader in _READERS:
            if isinstance(node, kind):
                return reader(self, node)
        entry = entry_of(node)
        if entry is None:
            raise NotEvaluable(f"no rule for {type(node).__name__}", node)
        if not entry.enclosure:
            place = self.read(entry.elsewise(*node.args))
            return lambda get, env: get(place)
        rule = rules.FUNCTIONS[entry.enclosure]
        places = [self.read(argument) for argument in node.args]
        if len(places) == 1:
            place = places[0]
            return lambda get, env: rule(get(place))
        return lambda get, env: rule(*[get(place) for place in places])


_READERS = (
    (sympy.MatAdd, scalars.read_add),  # before Add and Mul, which SymPy derives them from
    (sympy.MatMul, matrices.read_mat_mul),
    (sympy.Rational, scalars.read_rational),
    (sympy.Symbol, scalars.read_symbol),
    (sympy.MatrixSymbol, scalars.read_symbol),
    (sympy.Add, scalars.read_add),
    (sympy.Mul, scalars.read_mul),
    (sympy.Pow, scalars.read_pow),
    (Dot, scalars.read_dot),
    (type(sympy.pi), scalars.read_pi),
    (type(sympy.E), scalars.read_e),
    ((type(sympy.oo), type(-sympy.oo), type(sympy.zoo), type(sympy.nan)), scalars.read_infinite),
    (sympy.Piecewise, scalars.read_piecewise),
    (sympy.Sum, scalars.read_sum),
    (sympy.Integral, read_integral),
    (sympy.Derivative, scalars.read_derivative),
    (MatrixElement, matrices.read_element),
    (sympy.Trace, matrices.read_trace),
    (sympy.Determinant, matrices.read_determinant),
    (sympy.MatrixBase, matrices.read_explicit),
    (sympy.Identity, matrices.read_identity),
    (MatrixSlice, matrices.read_slice),
    (sympy.ZeroMatrix, matrices.filled(ZERO)),
    (sympy.OneMatrix, matrices.filled(ONE)),
    (sympy.Transpose, matrices.on_one(lambda grid: grid.T)),
    (sympy.Inverse, matrices.on_one(lambda grid: grid.inverse())),
    (Blocks, entries.read_blocks),
    (Diagonal, entries.read_diagonal),
    (EveryEntry, entries.read_every_entry),
    (PseudoInverse, matrices.on_one(lambda grid: grid.pseudo_inverse())),
    (sympy.MatPow, matrices.read_mat_pow),
    (SpectralNorm, matrices.on_one(spectra.spectral_norm)),
    (LargestEigenvalue, matrices.on_one(spectra.largest_eigenvalue)),
    (SmallestEigenvalue, matrices.on_one(spectra.smallest_eigenvalue)),
    (Rank, matrices.on_one(spectra.rank)),
    (sympy.KroneckerProduct, matrices.folded(kronecker)),
    (Kron, matrices.folded(kronecker)),
    (Vec, matrices.read_vec),
    (OverNeurons, matrices.read_over_neurons),
    (MatrixFunction, spectral.read_matrix_function),
    (PositiveDefinite, spectral.definite(strict=True)),
    (PositiveSemidefinite, spectral.definite(strict=False)),
    (sympy.HadamardProduct, matrices.folded(hadamard)),
    (sympy.DiagMatrix, matrices.on_one(diagonal)),
    ((sympy.logic.boolalg.BooleanTrue, sympy.logic.boolalg.BooleanFalse), conditions.read_truth),
    (sympy.core.relational.Relational, conditions.read_relation),
    (sympy.And, conditions.read_and),
    (sympy.Or, conditions.read_or),
    (sympy.Not, conditions.read_not),
    (sympy.Implies, conditions.read_implies),
    (sympy.Equivalent, conditions.read_same_truth),
)
