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
    ConvergesInProbability,
    Covariance,
    Equal,
    Evolves,
    Expectation,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Inverse,
    Limit,
    Minimises,
    NotHessian,
    Solves,
    SquareRoot,
    Statement,
)
from theoremtest.derivations.language.domain import atoms_of

from .matrices import MatrixPart, equal, inverse
from .matrices_chance import converges
from .matrices_definite import definite, speaks_of_sign, square_root
from .matrices_flows import evolves, solves
from .matrices_gradients import gradient_stated
from .matrices_holds import holds, iff
from .matrices_limits import limit
from .matrices_means import mean
from .matrices_potentials import hessian, minimises, not_hessian
from .matrices_ranks import neurons_of, ranks, speaks_of_rank, summed
from .matrices_setting import spoken
from .matrices_terms import NoCertificate
from .reasons import NoScript
from .scripted import Witness

KINDS = {Equal: equal, Inverse: inverse, Evolves: evolves, Conserved: evolves, Holds: holds, Limit: limit, SquareRoot: square_root,
         Solves: solves, Iff: iff, ConvergesInProbability: converges, Expectation: mean, Covariance: mean,
         Gradient: gradient_stated, Hessian: hessian, NotHessian: not_hessian, Minimises: minimises}
RULED = (equal, inverse, evolves, solves, holds, definite, square_root)
"""Whose proofs name the rules that a witness rewrites by, or the sums that it is made of."""
WRITTEN_OUT = (limit, mean, gradient_stated, hessian, not_hessian, minimises, ranks, summed, iff, converges)
"""Whose proofs write out single steps of the kernel: means by pairs of draws, continuity word by word, derivatives along directions. Of
numbers that they meet a proof is looked for and printed."""


def has_matrices(statement: Statement) -> bool:
    """Whether a statement speaks of matrices."""
    return any(isinstance(symbol, MatrixSymbol) for expression in spoken(statement) for symbol in atoms_of(expression)) or any(
        getattr(expression, "shape", ()) for expression in statement.expressions())


def matrix_part(statement: Statement) -> MatrixPart:
    """The Coq form of one part of a claim. Raises NoCertificate with the reason where it has none."""
    over = isinstance(statement, Equal) and neurons_of(statement)
    write = ranks if speaks_of_rank(statement) else summed if over else None
    write = write or (definite if speaks_of_sign(statement) else KINDS.get(type(statement)))
    if write is None:
        raise NoCertificate(f"kind {type(statement).__name__}")
    try:
        part = write(statement)
    except RecursionError:
        raise NoCertificate("size") from None
    printed = partial(_from_rules, write, statement) if write in RULED else partial(_written_out, part) if write in WRITTEN_OUT else None
    return replace(part, printed=printed)


def _from_rules(write: Callable, statement: Statement, witness: Witness) -> str:
    """The proof by the rules that a witness names."""
    try:
        return write(statement, witness).proof()
    except NoCertificate as reason:
        raise NoScript(reason.word) from None


def _written_out(part: MatrixPart, witness: Witness) -> str:
    """The proof that writes out what the witness's steps between words say."""
    if not all("lines" in proof for proof in witness[1] if "point" not in proof):
        raise NoScript("witness")
    return part.proof()
