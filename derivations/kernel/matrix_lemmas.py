"""Lemmas about matrices as data: Loewner's order, determinants, norms and extreme eigenvalues, blocks; for matrices of finite sizes.

A row says of how many terms it speaks, and makes of them its side conditions and its conclusion. `test_matrix_lemmas` tries each of them
at random matrices. What follows from these by sums of B^T P B (`definite`), or by sums of products (`sign`), has no row.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from .facts import equal, nonneg, nonzero, pos
from .table import root, square
from .terms import MINUS, ONE, Refused, Term, add, at_neuron, call, mul, number, of_space, power, put, shape, speaks_of_modes, sub, term

if TYPE_CHECKING:
    from .steps import Line

Row = tuple[list[Term], Term]
"""Side conditions, and what follows from them."""
EXPLICIT = 5
"""Rows of a matrix of numbers whose minors are written out, at most."""


def at(name: str, terms: list[Term]) -> Row:
    """Side conditions and conclusion of a row for some terms: numbers, and matrices of finite sizes, whatever they are made of.
    Raises Refused where it says nothing of them."""
    count, rule = RULES.get(name, (0, None))
    if rule is None or len(terms) != count:
        raise Refused(f"nothing called {name!r} is known of {len(terms)} matrices")
    if any(of_space(size) for node in terms for size in shape(node) or ()):
        raise Refused("a lemma about matrices over a function space")
    sides, fact = rule(*terms)
    return sides, fact


# --- how they are written ------------------------------------------------------------------------------------------------

def sizes_of(matrix: Term) -> tuple[Term, Term]:
    """Rows and columns. Raises Refused for a number."""
    found = shape(matrix)
    if found is None:
        raise Refused("a number where a matrix is wanted")
    return found


def _square(matrix: Term) -> Term:
    rows, columns = sizes_of(matrix)
    if rows is not columns:
        raise Refused("a square matrix is wanted")
    return rows


def _alike(one: Term, other: Term) -> None:
    if sizes_of(one) != sizes_of(other):
        raise Refused("matrices of one shape are wanted")


def _number(node: Term) -> None:
    if shape(node) is not None:
        raise Refused("a matrix where a number is wanted")


def psd(matrix: Term) -> Term:
    """A is positive semidefinite."""
    return term("psd", (matrix,))


def pd(matrix: Term) -> Term:
    """A is positive definite."""
    return term("pd", (matrix,))


def _inverse(matrix: Term) -> Term:
    _square(matrix)
    return term("Inverse", (matrix,))


def minus(left: Term, right: Term) -> Term:
    """A - B."""
    return term("MatAdd", (left, term("MatMul", (MINUS, right))))


def turned(matrix: Term) -> Term:
    """The transpose."""
    return term("Transpose", (matrix,))


def multiple(value: Term, matrix: Term) -> Term:
    """c A."""
    return term("MatMul", (value, matrix))


def times(value: Term, matrix: Term) -> Term:
    """c times the identity that is as large as the columns of a matrix."""
    return multiple(value, term("Identity", (sizes_of(matrix)[1],)))


def gram(matrix: Term) -> Term:
    """A^T A."""
    return term("MatMul", (turned(matrix), matrix))


def trace(matrix: Term) -> Term:
    """The trace."""
    _square(matrix)
    return term("Trace", (matrix,))


def det(matrix: Term) -> Term:
    """The determinant."""
    _square(matrix)
    return term("Determinant", (matrix,))


def norm(matrix: Term) -> Term:
    """The largest singular value."""
    sizes_of(matrix)
    return call("SpectralNorm", matrix)


def largest(matrix: Term) -> Term:
    """The largest eigenvalue of a symmetric matrix."""
    _square(matrix)
    return call("LargestEigenvalue", matrix)


def smallest(matrix: Term) -> Term:
    """The smallest eigenvalue of a symmetric matrix."""
    _square(matrix)
    return call("SmallestEigenvalue", matrix)


def rank(matrix: Term) -> Term:
    """The rank."""
    sizes_of(matrix)
    return term("Rank", (matrix,))


def _product(left: Term, right: Term) -> Term:
    if sizes_of(left)[1] is not sizes_of(right)[0]:
        raise Refused("a product of matrices whose sizes differ")
    return term("MatMul", (left, right))


def _symmetric(matrix: Term) -> Term:
    return equal(turned(matrix), matrix)


# --- rows ----------------------------------------------------------------------------------------------------------------

def _both(kind: Callable[[Term], Term], head: str) -> Callable[[Term, Term], Row]:
    """Two definite matrices make a definite one."""
    def row(a: Term, b: Term) -> Row:
        _square(a), _square(b)
        if head == "HadamardProduct":
            _alike(a, b)
        return [kind(a), kind(b)], kind(term(head, (a, b)))
    return row


def _trace_of_product(a: Term, b: Term) -> Row:
    _alike(a, b)
    return [psd(a), psd(b)], nonneg(trace(term("MatMul", (a, b))))


def _multiple(value: Term, matrix: Term) -> Row:
    _number(value), _square(matrix)
    return [nonneg(value), psd(matrix)], psd(multiple(value, matrix))


def _strict_multiple(value: Term, matrix: Term) -> Row:
    _number(value), _square(matrix)
    return [pos(value), pd(matrix)], pd(multiple(value, matrix))


def _det_grows(a: Term, b: Term) -> Row:
    _alike(a, b)
    return [psd(a), psd(minus(b, a))], nonneg(sub(det(b), det(a)))


def _det_of_product(a: Term, b: Term) -> Row:
    _alike(a, b)
    return [], equal(det(term("MatMul", (a, b))), mul(det(a), det(b)))


def _det_of_multiple(value: Term, matrix: Term) -> Row:
    _number(value)
    return [], equal(det(multiple(value, matrix)), mul(power(value, _square(matrix)), det(matrix)))


def _det_above_trace(a: Term) -> Row:
    """A product of 1 + x over eigenvalues x >= 0 is at least 1 and their sum."""
    one = term("Identity", (_square(a),))
    return [psd(a)], nonneg(sub(det(term("MatAdd", (one, a))), add(ONE, trace(a))))


def _det_below_exp(a: Term) -> Row:
    """Each eigenvalue x >= 0 is at most e^(x - 1)."""
    return [psd(a)], nonneg(sub(call("exp", sub(trace(a), _square(a))), det(a)))


def _det_of_exp(node: Term) -> Row:
    """The eigenvalues of e^A are e^x of those of a symmetric A, and their product is e of the sum."""
    _, _, a = _function_of(node, lambda means: call("exp", means))
    return [_symmetric(a)], equal(det(node), call("exp", trace(a)))


def _det_pushed(a: Term, b: Term) -> Row:
    """Of I + A B and I + B A (Sylvester)."""
    (n, m), back = sizes_of(a), sizes_of(b)
    if back != (m, n):
        raise Refused("two products of two matrices are square")
    one, other = (term("MatAdd", (term("Identity", (size,)), term("MatMul", pair))) for size, pair in ((n, (a, b)), (m, (b, a))))
    return [], equal(det(one), det(other))


def entries(matrix: Term) -> list[list[Term]]:
    """A square matrix of numbers, row by row. Raises Refused for any other, and for a large one."""
    if matrix.head != "Matrix" or matrix.mark[0] != matrix.mark[1] or not 0 < matrix.mark[0] <= EXPLICIT:
        raise Refused("a small square matrix of numbers is wanted")
    size = matrix.mark[0]
    return [list(matrix.args[place * size:(place + 1) * size]) for place in range(size)]


def _minor(rows: list[list[Term]], places: tuple[int, ...]) -> Term:
    """The determinant of the rows and columns at some places, by its first row."""
    return _by_first_row([[rows[i][j] for j in places] for i in places])


def _by_first_row(rows: list[list[Term]]) -> Term:
    if len(rows) == 1:
        return rows[0][0]
    return add(*(mul(ONE if place % 2 == 0 else MINUS, value, _by_first_row([[*row[:place], *row[place + 1:]] for row in rows[1:]]))
                 for place, value in enumerate(rows[0])))


def _minors(strict: bool) -> Callable[[Term], Row]:
    """By the signs of leading minors (Sylvester); of all principal ones, where they may be 0."""
    def row(matrix: Term) -> Row:
        rows = entries(matrix)
        size = range(len(rows))
        chosen = [tuple(range(count + 1)) for count in size] if strict else \
            [places for count in size for places in combinations(size, count + 1)]
        symmetric = [equal(rows[i][j], rows[j][i]) for i, j in combinations(size, 2) if rows[i][j] is not rows[j][i]]
        return [*symmetric, *((pos if strict else nonneg)(_minor(rows, places)) for places in chosen)], (pd if strict else psd)(matrix)
    return row


def _grows(one: Term, other: Term) -> Row:
    """Roots and logarithms keep Loewner's order (Loewner, Heinz)."""
    if one.head != "MatrixFunction" or other.head != "MatrixFunction" or one.args[:2] != other.args[:2]:
        raise Refused("one function of two matrices")
    formula, letter, a = one.args
    b = other.args[2]
    _alike(a, b)
    if formula not in (root(letter), call("log", letter)):
        raise Refused("a function that is not known to keep the order")
    return [(psd if formula is root(letter) else pd)(a), psd(minus(b, a))], psd(minus(other, one))


def _norm_at_most(matrix: Term, value: Term) -> Row:
    _number(value)
    return [nonneg(value), psd(minus(times(square(value), matrix), gram(matrix)))], nonneg(sub(value, norm(matrix)))


def _norm_of_sum(a: Term, b: Term) -> Row:
    _alike(a, b)
    return [], nonneg(sub(add(norm(a), norm(b)), norm(term("MatAdd", (a, b)))))


def _norm_of_product(a: Term, b: Term) -> Row:
    return [], nonneg(sub(mul(norm(a), norm(b)), norm(_product(a, b))))


def _norm_of_multiple(value: Term, matrix: Term) -> Row:
    _number(value)
    return [], equal(norm(multiple(value, matrix)), mul(call("Abs", value), norm(matrix)))


def _eigenvalue_at_most(matrix: Term, value: Term) -> Row:
    _number(value)
    return [psd(minus(times(value, matrix), matrix))], nonneg(sub(value, largest(matrix)))


def _eigenvalue_at_least(matrix: Term, value: Term) -> Row:
    _number(value)
    return [psd(minus(matrix, times(value, matrix)))], nonneg(sub(smallest(matrix), value))


def _fits(a: Term, x: Term) -> None:
    if _square(a) is not sizes_of(x)[0]:
        raise Refused("X^T A X is of matrices that fit")


def _form(a: Term, x: Term) -> Row:
    """X^T A X has a positive trace where X is not zero."""
    _fits(a, x)
    return [pd(a), pos(trace(gram(x)))], pos(trace(term("MatMul", (turned(x), a, x))))


def _cauchy(a: Term, x: Term, y: Term) -> Row:
    """tr(X^T A Y)^2 <= tr(X^T A X) tr(Y^T A Y)."""
    _alike(x, y), _fits(a, x)

    def form(one: Term, other: Term) -> Term:
        return trace(term("MatMul", (turned(one), a, other)))
    return [psd(a)], nonneg(sub(mul(form(x, x), form(y, y)), square(form(x, y))))


def blocks(matrix: Term) -> tuple[Term, Term, Term, Term]:
    """The blocks of a matrix of two by two blocks, square ones on its diagonal. Raises Refused for any other."""
    if matrix.head != "Blocks" or [len(row.args) for row in matrix.args] != [2, 2]:
        raise Refused("a matrix of two by two blocks is wanted")
    (a, b), (c, d) = (row.args for row in matrix.args)
    if (sizes_of(b), sizes_of(c)) != ((_square(a), _square(d)), (_square(d), _square(a))):
        raise Refused("blocks whose sizes do not fit")
    return a, b, c, d


def complement(matrix: Term, last: bool) -> tuple[Term, Term]:
    """A corner, and Schur's complement of it: of the first block, or of the last."""
    a, b, c, d = blocks(matrix)
    if last:
        a, b, c, d = d, c, b, a
    return a, minus(d, term("MatMul", (c, term("Inverse", (a,)), b)))


def _complement(last: bool, kind: Callable[[Term], Term]) -> Callable[[Term], Row]:
    def row(matrix: Term) -> Row:
        corner, rest = complement(matrix, last)
        return [kind(matrix), pd(corner)], kind(rest)
    return row


def _by_complement(last: bool, kind: Callable[[Term], Term]) -> Callable[[Term], Row]:
    def row(matrix: Term) -> Row:
        corner, rest = complement(matrix, last)
        _, b, c, _ = blocks(matrix)
        return [equal(c, turned(b)), pd(corner), kind(rest)], kind(matrix)
    return row


def _corner(place: int, kind: Callable[[Term], Term]) -> Callable[[Term], Row]:
    return lambda matrix: ([kind(matrix)], kind(blocks(matrix)[place]))


def _square_turned(matrix: Term, times_it: Term, number: Term) -> Row:
    """X X^T and X^T X of a square matrix have the same eigenvalues."""
    _square(matrix), _number(times_it), _number(number)

    def above(one: Term) -> Term:
        return psd(minus(multiple(times_it, gram(one)), times(number, one)))
    return [above(turned(matrix))], above(matrix)


def _rank_of_sum(a: Term, b: Term) -> Row:
    _alike(a, b)
    return [], nonneg(sub(add(rank(a), rank(b)), rank(term("MatAdd", (a, b)))))


def _function_of(node: Term, formula: Callable[[Term], Term] | None = None) -> tuple[Term, Term, Term]:
    """Formula, letter and matrix of a function of a matrix. Raises Refused for another one than is wanted."""
    if node.head != "MatrixFunction" or formula is not None and node.args[0] is not formula(node.args[1]):
        raise Refused("a function of a matrix is wanted")
    return node.args[0], node.args[1], node.args[2]


def _root_unique(node: Term, other: Term) -> Row:
    """A semidefinite matrix has one semidefinite root."""
    _, _, matrix = _function_of(node, root)
    _alike(matrix, other)
    return [psd(other), equal(term("MatMul", (other, other)), matrix)], equal(node, other)


def _exp_of_sum(one: Term, other: Term) -> Row:
    """Exponentials of matrices that commute."""
    (_, letter, a), (_, _, b) = (_function_of(node, lambda means: call("exp", means)) for node in (one, other))
    _alike(a, b)
    whole = term("MatrixFunction", (call("exp", letter), letter, term("MatAdd", (a, b))))
    return [_symmetric(a), _symmetric(b), equal(term("MatMul", (a, b)), term("MatMul", (b, a)))], equal(term("MatMul", (one, other)), whole)


def _on_eigenvector(node: Term, vector: Term, value: Term) -> Row:
    """A function of a symmetric matrix, at what it multiplies by a number; its inverse, of any matrix."""
    _number(value)
    matrix = node.args[0] if node.head == "Inverse" else _function_of(node)[2]
    _product(matrix, vector)
    sides = [equal(term("MatMul", (matrix, vector)), multiple(value, vector))]
    if node.head == "Inverse":
        return [term("invertible", (matrix,)), nonzero(value), *sides], equal(_product(node, vector), multiple(power(value, -1), vector))
    there = put(node.args[0], {node.args[1]: value})
    return [_symmetric(matrix), *sides], equal(_product(node, vector), multiple(there, vector))


def _mixture(a: Term, b: Term, s: Term, t: Term) -> Row:
    """s A + t B, where s and t are not negative, and not both 0."""
    _number(s), _number(t), _alike(a, b)
    mixed = term("MatAdd", (multiple(s, a), multiple(t, b)))
    return [pd(a), pd(b), nonneg(s), nonneg(t), pos(add(s, t))], pd(mixed)


def _inverse_convex(a: Term, b: Term, s: Term, t: Term) -> Row:
    """s/A + t/B >= (s + t)^2/(s A + t B)."""
    _number(s), _number(t), _alike(a, b)
    mixed = term("MatAdd", (multiple(s, a), multiple(t, b)))
    each = term("MatAdd", (multiple(s, _inverse(a)), multiple(t, _inverse(b))))
    whole = multiple(square(add(s, t)), term("Inverse", (mixed,)))
    return [pd(a), pd(b), nonneg(s), nonneg(t), pd(mixed)], psd(minus(each, whole))


def _symmetric_sums(matrix: Term) -> list[Term]:
    """The elementary symmetric sums of the eigenvalues of a small square matrix, by its powers' traces (Newton)."""
    size = _square(matrix)
    if size.head != "number" or not 0 < size.mark <= EXPLICIT:
        raise Refused("a small matrix of a size that is a number")
    powers = [trace(term("MatMul", [matrix] * count) if count > 1 else matrix) for count in range(1, int(size.mark) + 1)]
    found = [ONE]
    for count in range(1, len(powers) + 1):
        found.append(mul(number(Fraction(1, count)), add(*(mul(number((-1) ** place), found[count - 1 - place], powers[place])
                                                            for place in range(count)))))
    return found


def _cayley_hamilton(matrix: Term) -> Row:
    """A matrix is a root of its own characteristic polynomial."""
    sums = _symmetric_sums(matrix)
    size = len(sums) - 1
    summands = [multiple(mul(number((-1) ** place), value), term("MatMul", [matrix] * (size - place)) if size - place > 1 else matrix
                         if place < size else term("Identity", (_square(matrix),))) for place, value in enumerate(sums)]
    return [], equal(term("MatAdd", summands), term("ZeroMatrix", sizes_of(matrix)))


def _of_inverse(of: Callable[[Term], Term], back: Callable[[Term], Term]) -> Callable[[Term], Row]:
    return lambda matrix: ([pd(matrix), pos(_square(matrix))], equal(of(_inverse(matrix)), power(back(matrix), -1)))


def _penrose(matrix: Term, inverse: Term) -> list[Term]:
    """What makes one matrix the pseudoinverse of another: there is exactly one (Penrose)."""
    rows, columns = sizes_of(matrix)
    if sizes_of(inverse) != (columns, rows):
        raise Refused("a pseudoinverse has the sizes of the transpose")
    there, back = _product(matrix, inverse), _product(inverse, matrix)
    return [equal(_product(there, matrix), matrix), equal(_product(back, inverse), inverse), _symmetric(there), _symmetric(back)]


def _penrose_of(place: int) -> Callable[[Term], Row]:
    return lambda matrix: ([], _penrose(matrix, term("PseudoInverse", (matrix,)))[place])


def _rank_of_neurons(matrix: Term) -> Row:
    """The rank of a sum over neurons is at most the sum of the ranks."""
    if matrix.head != "OverNeurons":
        raise Refused("a sum over neurons is wanted")
    summand, numbers = at_neuron(*matrix.args)
    return [], nonneg(sub(term("Sum", (rank(summand), numbers)), rank(matrix)))


def _neurons(one: Term, other: Term) -> Row:
    """Sums over neurons whose summands agree at each."""
    if one.head != "OverNeurons" or other.head != "OverNeurons" or one.args[1] is not other.args[1]:
        raise Refused("two sums over the same neurons")
    (left, numbers), (right, _) = at_neuron(*one.args), at_neuron(*other.args)
    return [term("every", (equal(left, right), numbers))], equal(one, other)


RULES: dict[str, tuple[int, Callable[..., Row]]] = {
    "trace_nonneg": (1, lambda a: ([psd(a)], nonneg(trace(a)))),
    "trace_pos": (1, lambda a: ([pd(a), pos(_square(a))], pos(trace(a)))),
    "trace_of_product": (2, _trace_of_product),
    "trace_above": (1, lambda a: ([psd(a)], psd(minus(times(trace(a), a), a)))),
    "inverse": (1, lambda a: ([pd(a)], pd(_inverse(a)))),
    "square_turned": (3, _square_turned),
    "multiple": (2, _multiple), "strict_multiple": (2, _strict_multiple),
    "kron": (2, _both(psd, "Kron")), "strict_kron": (2, _both(pd, "Kron")),
    "hadamard": (2, _both(psd, "HadamardProduct")), "strict_hadamard": (2, _both(pd, "HadamardProduct")),
    "minors": (1, _minors(False)), "strict_minors": (1, _minors(True)),
    "root_unique": (2, _root_unique), "exp_of_sum": (2, _exp_of_sum), "on_eigenvector": (3, _on_eigenvector),
    "mixture": (4, _mixture), "inverse_convex": (4, _inverse_convex),
    "grows": (2, _grows), "cauchy": (3, _cauchy), "form_pos": (2, _form),
    # determinants
    "det_nonneg": (1, lambda a: ([psd(a)], nonneg(det(a)))), "det_pos": (1, lambda a: ([pd(a)], pos(det(a)))),
    "det_grows": (2, _det_grows), "det_of_product": (2, _det_of_product), "det_of_multiple": (2, _det_of_multiple),
    "det_turned": (1, lambda a: ([], equal(det(turned(a)), det(a)))),
    "det_of_identity": (1, lambda a: ([], equal(det(term("Identity", (_square(a),))), ONE))),
    "det_pushed": (2, _det_pushed), "det_above_trace": (1, _det_above_trace), "det_below_exp": (1, _det_below_exp),
    "det_of_exp": (1, _det_of_exp),
    "det_of_numbers": (1, lambda a: ([], equal(det(a), _by_first_row(entries(a))))),
    "det_of_one": (1, lambda a: ([equal(_square(a), ONE)], equal(det(a), trace(a)))),
    "det_by_traces": (1, lambda a: ([], equal(det(a), _symmetric_sums(a)[-1]))),
    "cayley_hamilton": (1, _cayley_hamilton),
    "det_nonzero": (1, lambda a: ([term("invertible", (a,))], nonzero(det(a)))),
    "invertible": (1, lambda a: ([nonzero(det(a))], term("invertible", (a,)))),
    # norms and eigenvalues
    "norm_nonneg": (1, lambda a: ([], nonneg(norm(a)))),
    "norm_above": (1, lambda a: ([], psd(minus(times(square(norm(a)), a), gram(a))))),
    "norm_above_turned": (1, lambda a: ([], psd(minus(times(square(norm(a)), turned(a)), gram(turned(a)))))),
    "norm_at_most": (2, _norm_at_most), "norm_of_sum": (2, _norm_of_sum), "norm_of_product": (2, _norm_of_product),
    "norm_of_multiple": (2, _norm_of_multiple),
    "norm_turned": (1, lambda a: ([], equal(norm(turned(a)), norm(a)))),
    "norm_of_gram": (1, lambda a: ([], equal(norm(gram(a)), square(norm(a))))),
    "norm_of_definite": (1, lambda a: ([psd(a)], equal(norm(a), largest(a)))),
    "norm_of_isometry": (1, lambda a: ([equal(gram(a), term("Identity", (sizes_of(a)[1],))), pos(sizes_of(a)[1])], equal(norm(a), ONE))),
    "eigenvalue_above": (1, lambda a: ([_symmetric(a)], psd(minus(times(largest(a), a), a)))),
    "eigenvalue_below": (1, lambda a: ([_symmetric(a)], psd(minus(a, times(smallest(a), a))))),
    "eigenvalue_at_most": (2, _eigenvalue_at_most), "eigenvalue_at_least": (2, _eigenvalue_at_least),
    "eigenvalue_pos": (1, lambda a: ([pd(a)], pos(smallest(a)))),
    "eigenvalues_ordered": (1, lambda a: ([_symmetric(a)], nonneg(sub(largest(a), smallest(a))))),
    "norm_of_inverse": (1, _of_inverse(norm, smallest)), "largest_of_inverse": (1, _of_inverse(largest, smallest)),
    "smallest_of_inverse": (1, _of_inverse(smallest, largest)),
    # matrices of blocks
    "complement": (1, _complement(False, psd)), "last_complement": (1, _complement(True, psd)),
    "strict_complement": (1, _complement(False, pd)), "strict_last_complement": (1, _complement(True, pd)),
    "by_complement": (1, _by_complement(False, psd)), "by_last_complement": (1, _by_complement(True, psd)),
    "by_strict_complement": (1, _by_complement(False, pd)), "by_strict_last_complement": (1, _by_complement(True, pd)),
    "corner": (1, _corner(0, psd)), "last_corner": (1, _corner(3, psd)),
    "strict_corner": (1, _corner(0, pd)), "strict_last_corner": (1, _corner(3, pd)),
    "pseudo_inverse": (2, lambda a, x: (_penrose(a, x), equal(term("PseudoInverse", (a,)), x))),
    "pseudo_through": (1, _penrose_of(0)), "pseudo_back": (1, _penrose_of(1)),
    "pseudo_rows": (1, _penrose_of(2)), "pseudo_columns": (1, _penrose_of(3)),
    # ranks
    "rank_rows": (1, lambda a: ([], nonneg(sub(sizes_of(a)[0], rank(a))))),
    "rank_columns": (1, lambda a: ([], nonneg(sub(sizes_of(a)[1], rank(a))))),
    "rank_nonneg": (1, lambda a: ([], nonneg(rank(a)))),
    "rank_through": (2, lambda a, b: ([], nonneg(sub(sizes_of(a)[1], rank(_product(a, b)))))),
    "rank_left": (2, lambda a, b: ([], nonneg(sub(rank(a), rank(_product(a, b)))))),
    "rank_right": (2, lambda a, b: ([], nonneg(sub(rank(b), rank(_product(a, b)))))),
    "rank_sylvester": (2, lambda a, b: ([], nonneg(sub(add(rank(_product(a, b)), sizes_of(a)[1]), add(rank(a), rank(b)))))),
    "rank_turned": (1, lambda a: ([], equal(rank(turned(a)), rank(a)))),
    "rank_gram": (1, lambda a: ([], equal(rank(gram(a)), rank(a)))),
    "rank_other_gram": (1, lambda a: ([], equal(rank(_product(a, turned(a))), rank(a)))),
    "rank_kron": (2, lambda a, b: ([], equal(rank(term("Kron", (a, b))), mul(rank(a), rank(b))))),
    "rank_identity": (1, lambda a: ([], equal(rank(term("Identity", (sizes_of(a)[0],))), sizes_of(a)[0]))),
    "rank_of_sum": (2, _rank_of_sum), "rank_of_neurons": (1, _rank_of_neurons), "neurons": (2, _neurons),
    "rank_of_invertible": (1, lambda a: ([term("invertible", (a,))], equal(rank(a), _square(a)))),
    "rank_of_projection": (1, lambda a: ([equal(term("MatMul", (a, a)), a)], equal(rank(a), trace(a)))),
}
"""Name to how many terms it speaks of, and what makes its conditions and conclusion of them."""


def _step(line: Line, name: str, places: list) -> Term:
    terms = [line.term(place) for place in places]
    if any(map(speaks_of_modes, terms)):
        raise Refused("an eigenvalue, or an entry, beside matrices")
    for node in terms:
        line.value(node)
    sides, conclusion = at(name, terms)
    for side in sides:
        line.need(side)
    return conclusion


STEPS: dict[str, Callable[..., Term]] = {"matrix": _step, "ranks": lambda line, name, places: _step(line, f"rank_{name}", places)}
