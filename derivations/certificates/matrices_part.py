"""Which parts of claims are written over matrices for Coq, and the Coq form of one.

Kinds: equations between matrices or between scalars of matrices, inverses, rates along a flow or a gradient flow, conserved quantities.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import (
    Conserved,
    Covariance,
    Equal,
    Evolves,
    Expectation,
    Gradient,
    Hessian,
    Holds,
    Inverse,
    Limit,
    Minimises,
    NotHessian,
    SquareRoot,
    Statement,
)
from theoremtest.derivations.language.domain import atoms_of

from .matrices import MatrixPart, equal, inverse
from .matrices_definite import definite, speaks_of_sign, square_root
from .matrices_flows import evolves
from .matrices_gradients import gradient_stated
from .matrices_holds import holds
from .matrices_limits import limit
from .matrices_means import mean
from .matrices_potentials import hessian, minimises, not_hessian
from .matrices_ranks import ranks, speaks_of_rank
from .matrices_setting import spoken
from .matrices_terms import NoCertificate
from .reasons import NoScript
from .scripted import Witness

KINDS = {Equal: equal, Inverse: inverse, Evolves: evolves, Conserved: evolves, Holds: holds, Limit: limit, SquareRoot: square_root,
         Expectation: mean, Covariance: mean, Gradient: gradient_stated, Hessian: hessian, NotHessian: not_hessian, Minimises: minimises}


def has_matrices(statement: Statement) -> bool:
    """Whether a statement speaks of matrices."""
    return any(isinstance(symbol, MatrixSymbol) for expression in spoken(statement) for symbol in atoms_of(expression)) or any(
        getattr(expression, "shape", ()) for expression in statement.expressions())


def matrix_part(statement: Statement) -> MatrixPart:
    """The Coq form of one part of a claim. Raises NoCertificate with the reason where it has none."""
    write = ranks if speaks_of_rank(statement) else definite if speaks_of_sign(statement) else KINDS.get(type(statement))
    if write is None:
        raise NoCertificate(f"kind {type(statement).__name__}")
    try:
        part = write(statement)
    except RecursionError:
        raise NoCertificate("size") from None
    return replace(part, printed=partial(_printed, write, statement)) if write in (equal, inverse, evolves) else part


def _printed(write: Callable, statement: Statement, witness: Witness) -> str:
    """The proof of a part from its witness."""
    try:
        return write(statement, witness).proof
    except NoCertificate as reason:
        raise NoScript(reason.word) from None
