"""Ranks: what the kernel knows of the products, transposes and Gram matrices whose ranks a fact speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from theoremtest.derivations.kernel.terms import Refused, Term, parts, shape, term

from .draft import Draft


def said_of_ranks(draft: Draft, fact: Term) -> None:
    """Write lines on every rank that the fact speaks of, and on those of its parts."""
    matrices = [part.args[0] for part in parts(fact) if part.head == "Rank"]
    for matrix in dict.fromkeys([*matrices, *(inner for whole in matrices for inner in _inside(whole))]):
        _write(draft, "rows", matrix)
        _write(draft, "columns", matrix)
        _write(draft, "nonneg", matrix)
        if matrix.head == "Transpose":
            _write(draft, "turned", *matrix.args)
        if matrix.head == "Kron":
            _write(draft, "kron", *matrix.args)
        if matrix.head == "Identity":
            _write(draft, "identity", matrix)
        for left, right in splits_of(matrix):
            for name in ("through", "left", "right", "sylvester"):
                _write(draft, name, left, right)
        _write(draft, "gram", matrix)
        _write(draft, "other_gram", matrix)


def _write(draft: Draft, name: str, *matrices: Term) -> None:
    with suppress(Refused):
        draft.line("ranks", name, [draft.number(matrix) for matrix in matrices])


def splits_of(matrix: Term) -> Iterator[tuple[Term, Term]]:
    """A product as two factors, in every way; a number stays with the first."""
    if matrix.head == "MatMul":
        starts = [place for place, part in enumerate(matrix.args) if shape(part) is not None]
        for start in starts[1:]:
            yield _product(matrix.args[:start]), _product(matrix.args[start:])


def _product(factors: tuple[Term, ...]) -> Term:
    return factors[0] if len(factors) == 1 else term("MatMul", factors)


def _inside(matrix: Term) -> Iterator[Term]:
    for pair in splits_of(matrix):
        yield from pair
    if matrix.head in ("Transpose", "Kron"):
        yield from matrix.args
