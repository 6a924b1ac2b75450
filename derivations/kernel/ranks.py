"""What is known of ranks, for matrices of finite sizes: of products, sums, transposes, Gram and Kronecker matrices."""

from __future__ import annotations

from collections.abc import Callable

from .facts import equal, nonneg
from .terms import Refused, Term, add, mul, parts, shape, sub, term


def rank(matrix: Term) -> Term:
    """The rank of a matrix."""
    return term("Rank", (matrix,))


def product(*factors: Term) -> Term:
    """A product of matrices; of one, itself."""
    return factors[0] if len(factors) == 1 else term("MatMul", factors)


def fact_of(name: str, matrices: list[Term]) -> Term:
    """A fact about the ranks of matrices. Raises Refused where it is none of theirs, or a size is infinite."""
    rule = RULES.get(name)
    if rule is None:
        raise Refused(f"nothing called {name!r} is known of ranks")
    number, fact = rule
    if len(matrices) != number:
        raise Refused("a fact of ranks about another number of matrices")
    for matrix in matrices:
        if shape(matrix) is None:
            raise Refused("a rank is of a matrix")
        if any(part.head == "Space" for part in parts(matrix)):
            raise Refused("a rank over a function space")
    return fact(*matrices)


def _rows(matrix: Term) -> Term:
    found = shape(matrix)
    assert found is not None
    return found[0]


def _columns(matrix: Term) -> Term:
    found = shape(matrix)
    assert found is not None
    return found[1]


def _fitting(left: Term, right: Term) -> Term:
    """The product of two matrices whose sizes are the same terms."""
    if _columns(left) is not _rows(right):
        raise Refused("a product of matrices whose sizes differ")
    return product(left, right)


RULES: dict[str, tuple[int, Callable[..., Term]]] = {
    "rows": (1, lambda a: nonneg(sub(_rows(a), rank(a)))),
    "columns": (1, lambda a: nonneg(sub(_columns(a), rank(a)))),
    "nonneg": (1, lambda a: nonneg(rank(a))),
    "through": (2, lambda a, b: nonneg(sub(_columns(a), rank(_fitting(a, b))))),
    "left": (2, lambda a, b: nonneg(sub(rank(a), rank(_fitting(a, b))))),
    "right": (2, lambda a, b: nonneg(sub(rank(b), rank(_fitting(a, b))))),
    "sylvester": (2, lambda a, b: nonneg(sub(add(rank(_fitting(a, b)), _columns(a)), add(rank(a), rank(b))))),
    "turned": (1, lambda a: equal(rank(term("Transpose", (a,))), rank(a))),
    "gram": (1, lambda a: equal(rank(term("MatMul", (term("Transpose", (a,)), a))), rank(a))),
    "other_gram": (1, lambda a: equal(rank(term("MatMul", (a, term("Transpose", (a,))))), rank(a))),
    "kron": (2, lambda a, b: equal(rank(term("Kron", (a, b))), mul(rank(a), rank(b)))),
    "identity": (1, lambda a: equal(rank(term("Identity", (_rows(a),))), _rows(a))),
}
"""Name to how many matrices it speaks of, and the fact."""
