"""Norms, extreme eigenvalues, determinants and ranks of the matrices that a fact speaks of: what the kernel's rows say of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import permutations

from theoremtest.derivations.kernel.facts import equal
from theoremtest.derivations.kernel.matrix_lemmas import minus
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.terms import Refused, Term, parts, shape, term

from .definite import Definite
from .draft import Draft
from .ranks import said_of_ranks, splits_of
from .traces import EXTREME

NUMBERS = "SpectralNorm", "LargestEigenvalue", "SmallestEigenvalue", "Determinant", "Rank"


def said_of_matrices(draft: Draft, fact: Term, definite: Definite, at_every_index: Callable[[Draft, Term], bool]) -> None:
    """Write lines on every such number that the fact speaks of, and on those of its parts."""
    said_of_ranks(draft, fact, at_every_index)
    for head in NUMBERS:
        wanted = [part.args[0] for part in parts(fact) if part.head == head]
        seen: set[Term] = set()
        if head == "Determinant":
            _determinants(definite, wanted)
        while wanted:
            matrix = wanted.pop()
            if matrix not in seen:
                seen.add(matrix)
                with suppress(Refused, TooManyLetters):
                    wanted += _rows(definite, head, matrix)
                    if head == "SpectralNorm":
                        _between_vectors(definite, matrix, fact)


def _determinants(definite: Definite, matrices: list[Term]) -> None:
    """Of two determinants, that the one of the larger semidefinite matrix is at least the other."""
    for one, other in permutations(dict.fromkeys(matrices), 2):
        with suppress(Refused, TooManyLetters):
            if shape(one) == shape(other) and definite.show(term("psd", (one,))) is not None \
                    and definite.show(term("psd", (minus(other, one),))) is not None:
                definite._lemma("det_grows", one, other)


def _between_vectors(definite: Definite, matrix: Term, fact: Term) -> None:
    """Of u . A v: that its square is at most u . u times |A v|^2, and this at most |A|^2 times v . v."""
    draft = definite.draft
    for left, image in ((u, image) for part in parts(fact) if part.head == "Dot" for u, image in (part.args, part.args[::-1])):
        for vector in (vector for one, vector in splits_of(image) if one is matrix):
            identity = term("Identity", (shape(left) or ())[:1])
            definite.show(term("psd", (identity,)))
            definite._lemma("cauchy", identity, left, image)
            above = definite._lemma("norm_above", matrix)
            form = term("MatMul", (term("Transpose", (vector,)), *draft.shown[above].args, vector))
            draft.line("definite", draft.number(term("psd", (form,))), [["1", draft.number(vector), above]], [])
            definite._lemma("trace_nonneg", form)


def _rows(definite: Definite, head: str, matrix: Term) -> list[Term]:
    """Write what is known of one; returns the matrices whose numbers it speaks of."""
    inner: list[Term] = []

    def write(name: str, *terms: Term) -> bool:
        with suppress(Refused):
            definite._lemma(name, *terms)
            return True
        return False

    def definite_enough(kind: str) -> bool:
        return definite.show(term(kind, (matrix,))) is not None

    scalar, bare = _apart(matrix)
    products = list(splits_of(bare))
    if head == "SpectralNorm":
        write("norm_nonneg", matrix)
        for one, other in products:
            if write("norm_of_product", one, other):
                inner += [one, other]
        if matrix.head == "MatAdd":
            first, rest = matrix.args[0], matrix.args[1:]
            other = rest[0] if len(rest) == 1 else term("MatAdd", rest)
            if write("norm_of_sum", first, other):
                inner += [first, other]
        if scalar is not None and write("norm_of_multiple", scalar, bare):
            inner.append(bare)
        if matrix.head == "Transpose" and write("norm_turned", *matrix.args):
            inner += matrix.args
        for one, other in products:
            if one is term("Transpose", (other,)) and write("norm_of_gram", other):
                inner.append(other)
        if (shape(matrix) or (0, 1))[0] is (shape(matrix) or (0, 1))[1] and definite_enough("psd"):
            write("norm_of_definite", matrix)
        if _of_an_inverse(definite, matrix):
            write("norm_of_inverse", matrix.args[0])
            write("eigenvalue_pos", matrix.args[0])
        write("norm_of_isometry", matrix)
    elif head in ("LargestEigenvalue", "SmallestEigenvalue"):
        _extremes(definite, head, matrix, products, write)
    elif head == "Determinant":
        if definite_enough("pd"):
            write("det_pos", matrix)
        elif definite_enough("psd"):
            write("det_nonneg", matrix)
        if definite.draft.known.knows(term("invertible", (matrix,))):
            write("det_nonzero", matrix)
        inner += _determinant(definite, matrix, scalar, bare, products, write)
    elif head == "Rank":
        inner += _rank(definite, matrix, products, write)
    return inner


def _rank(definite: Definite, matrix: Term, products: list, write) -> list[Term]:
    size = shape(matrix) or ()
    gram, one = term("MatMul", (term("Transpose", (matrix,)), matrix)), term("Identity", size[1:])
    if _same(definite, gram, one) and write("rank_identity", one):
        definite._reader()
        definite.draft.line("algebra", definite.draft.number(equal(*(term("Rank", (node,)) for node in (gram, one)))), definite.rules)
    if size[0] is size[1]:
        if definite.show(term("invertible", (matrix,))) is not None:
            write("rank_of_invertible", matrix)
        if _same(definite, term("MatMul", (matrix, matrix)), matrix):
            write("rank_of_projection", matrix)
    return [part for pair in products for part in pair if (shape(part) or ())[0] is (shape(part) or ())[1]]


def _extremes(definite: Definite, head: str, matrix: Term, products: list, write) -> None:
    """Write what is known of an extreme eigenvalue."""
    write("eigenvalues_ordered", matrix)
    if _of_an_inverse(definite, matrix):
        write("largest_of_inverse" if head == "LargestEigenvalue" else "smallest_of_inverse", matrix.args[0])
        write("eigenvalue_pos", matrix.args[0])
    for one, other in products if head == "LargestEigenvalue" else ():
        if one is term("Transpose", (other,)) and definite.show(term("psd", (matrix,))) is not None and write("norm_of_gram", other):
            write("norm_of_definite", matrix)
    if head == "SmallestEigenvalue" and definite.show(term("pd", (matrix,))) is not None:
        write("eigenvalue_pos", matrix)


def _of_an_inverse(definite: Definite, matrix: Term) -> bool:
    """Whether a matrix is the inverse of a definite one of whose extreme eigenvalues the goal speaks."""
    spoken = parts(definite.draft.goal.fact)
    return matrix.head == "Inverse" and any(part.head in EXTREME and part.args[0] is matrix.args[0] for part in spoken) \
        and definite.show(term("pd", matrix.args[:1])) is not None


def _determinant(definite: Definite, matrix: Term, scalar: Term | None, bare: Term, products: list, write) -> Iterator[Term]:
    if scalar is not None and write("det_of_multiple", scalar, bare):
        yield bare
    for one, other in products:
        if write("det_of_product", one, other):
            yield from (one, other)
    if matrix.head == "Transpose" and write("det_turned", *matrix.args):
        yield from matrix.args
    if matrix.head == "Inverse":
        write("det_of_product", matrix, matrix.args[0])
        if definite.show(term("invertible", matrix.args[:1])) is not None:
            write("det_nonzero", matrix.args[0])
        yield matrix.args[0]
    write("det_below_exp", matrix)
    write("det_of_exp", matrix)
    write("det_of_identity", matrix)
    write("det_of_numbers", matrix)
    if matrix.head == "MatAdd" and any(part.head == "Identity" for part in matrix.args):
        rest = [part for part in matrix.args if part.head != "Identity"]
        one = term("Identity", (shape(matrix) or ())[:1])
        for part in rest if len(rest) == 1 else ():
            definite.show(term("psd", (part,)))
            definite.show(term("psd", (one,)))
            write("det_grows", one, term("MatAdd", (one, part)))
            write("det_above_trace", part)
            for pair in splits_of(part):
                write("det_pushed", *pair)
                back = term("MatMul", (pair[1], pair[0]))
                if (shape(back) or (0,))[0].head == "number":
                    write("det_of_one", term("MatAdd", (term("Identity", (shape(back) or ())[:1]), back)))


def _same(definite: Definite, left: Term, right: Term) -> bool:
    fact = equal(left, right)
    draft = definite.draft
    if draft.known.knows(fact):
        return True
    with suppress(Refused):
        definite._reader()
        draft.line("algebra", draft.number(fact), definite.rules)
        return True
    return False


def _apart(matrix: Term) -> tuple[Term | None, Term]:
    """The scalar before a product, and the matrices."""
    if matrix.head != "MatMul":
        return None, matrix
    scalars = [part for part in matrix.args if shape(part) is None]
    rest = [part for part in matrix.args if shape(part) is not None]
    bare = rest[0] if len(rest) == 1 else term("MatMul", rest)
    return (None, bare) if not scalars else (scalars[0] if len(scalars) == 1 else term("Mul", scalars), bare)
