"""Letters of words that know more than their names: diagonal matrices, functions of a symmetric matrix, Kronecker products, stacked
columns.

`read` takes such a term as a sum of words, `merged` multiplies two neighbours in a word, `turned` transposes a letter. A function of a
symmetric matrix is kept as a formula in its eigenvalue, a diagonal matrix as a formula in the entries of vectors; neighbours of one kind
are one letter with the product of their formulas, since they commute. `vanish` compares formulas mode by mode: a sum of words is zero where
the formulas, at independent eigenvalues and entries, sum up to zero. """

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .ring import Quotient
from .terms import MODES, ONE, ZERO, Refused, Term, mul, number, parts, power, put, shape, term

if TYPE_CHECKING:
    from .algebra import Algebra, Letter, Word, Words

MOST = 12
"""Power of an eigenvalue up to which a polynomial function is written as powers of its matrix."""


def eigenvalue(matrix: Term, mode: int) -> Term:
    """Any eigenvalue of a symmetric matrix, the one that is meant at this mode of a proof."""
    return term("Eigenvalue", (matrix,), mode)


def entry(vector: Term, mode: int) -> Term:
    """Any entry of a vector; entries of vectors of one size at one mode have one index."""
    return term("Entry", (vector,), mode)


class Special:
    """What a letter knows. kind: `function` of `argument`, `diagonal`, `kron`, `vec`; formula: for the first two."""

    def __init__(self, kind: str, formula: Term | None = None, argument: Term | None = None, words: tuple = (), group: Any = None) -> None:
        self.kind, self.formula, self.argument, self.words, self.group = kind, formula, argument, words, group


def read(algebra: Algebra, node: Term) -> Words | None:
    """A matrix whose head is special as a sum of words; None for any other."""
    head = node.head
    if head == "DiagMatrix":
        return diagonal(algebra, entry(node.args[0], 0), _size(algebra, node))
    if head == "Diagonal":
        formula, *pairs = node.args
        return diagonal(algebra, put(formula, {pair.args[0]: entry(pair.args[1], 0) for pair in pairs}), _size(algebra, node))
    if head == "MatrixFunction":
        return _function(algebra, put(node.args[0], {node.args[1]: eigenvalue(node.args[2], 0)}), node.args[2])
    if head == "Kron":
        left, right = node.args
        sizes = [algebra.size_key(size) for part in (left, right) for size in shape(part) or ()]
        return over_pairs(algebra, algebra.matrix(left), algebra.matrix(right), tuple(sizes))
    if head in ("Inverse", "MatPow"):
        exponent = -1 if head == "Inverse" else int(node.args[1].mark)
        inner = inverse(algebra, algebra.matrix(node.args[0]), _size(algebra, node))
        found = inner
        for _ in range(-exponent - 1):
            found = algebra.product(found, inner)
        return found
    if head == "Vec":
        sizes = tuple(algebra.size_key(size) for size in shape(node.args[0]) or ())
        total: Words = {}
        for word, value in algebra.matrix(node.args[0]).items():
            algebra.accumulate(total, {(_vec(algebra, word, sizes),): value})
        return algebra.tidy(total)
    return None


def _size(algebra: Algebra, node: Term) -> Any:
    sizes = shape(node)
    assert sizes is not None
    return algebra.size_key(sizes[0])


# --- diagonal matrices and functions -------------------------------------------------------------------------------------

def depends(node: Term) -> bool:
    """Whether a term speaks of the eigenvalue of a function, or of an entry, that is bound."""
    return any(part.head in ("Entry", "Eigenvalue") and part.mark == 0 for part in parts(node))


def diagonal(algebra: Algebra, formula: Term, size: Any) -> Words:
    """The diagonal matrix with this formula in `entry(v, 0)`."""
    total: Words = {}
    for factor, inner, key in algebra.over_modes(algebra.reduced(algebra.scalar(formula))):
        if inner is ONE:
            algebra.accumulate(total, {(): factor})
            continue
        letter = algebra.special(("diagonal", key, size), size, size, Special("diagonal", inner, None, (), ("diagonal", size)))
        algebra.accumulate(total, {((letter, False),): factor})
    return algebra.tidy(total)


def _function(algebra: Algebra, formula: Term, argument: Term) -> Words:
    sizes = shape(argument)
    assert sizes is not None
    size = algebra.size_key(sizes[0])
    words, means = algebra.matrix(argument), eigenvalue(argument, 0)
    if not words:
        return algebra.scaled({(): algebra.one}, algebra.scalar(_in_place(formula, {means: ZERO})))
    if set(words) == {()}:
        return algebra.scaled({(): algebra.one}, algebra.scalar(_in_place(formula, {means: algebra.written(words[()])})))
    if len(words) == 1:
        (word, value), = words.items()
        if len(word) == 1 and value.constant() == 1:
            inner = algebra.known_special(word[0][0])
            if inner is not None and inner.kind == "diagonal" and inner.formula is not None:
                return diagonal(algebra, _in_place(formula, {means: inner.formula}), size)
    group = ("function", algebra.words_key(words), size)
    total: Words = {}
    for factor, inner, key in algebra.over_modes(algebra.reduced(algebra.scalar(formula))):
        exponent = _whole_power(inner, means)
        if exponent is not None and exponent <= MOST:
            product: Words = {(): algebra.one}
            for _ in range(exponent):
                product = algebra.product(product, words)
            algebra.accumulate(total, algebra.scaled(product, factor))
            continue
        letter = algebra.special((*group, key), size, size, Special("function", inner, argument, (), group))
        algebra.accumulate(total, {((letter, False),): factor})
    return algebra.tidy(total)


def _whole_power(node: Term, letter: Term) -> int | None:
    """The exponent of a plain power of a letter."""
    if node is ONE or node is letter:
        return int(node is letter)
    if node.head == "Pow" and node.args[0] is letter and node.args[1].head == "number" and node.args[1].mark.denominator == 1 \
            and node.args[1].mark >= 0:
        return int(node.args[1].mark)
    return None


def _in_place(node: Term, values: dict[Term, Term]) -> Term:
    """A formula with terms in place of what stands for eigenvalues and entries."""
    if node in values:
        return values[node]
    if node.head in ("Entry", "Eigenvalue"):
        return node
    return term(node.head, [_in_place(part, values) for part in node.args], node.mark)


def made(algebra: Algebra, known: Special, formula: Term, size: Any) -> Words:
    """Another formula over the same modes."""
    return diagonal(algebra, formula, size) if known.argument is None else _function(algebra, formula, known.argument)


def two_entries(formula: Term | None) -> tuple[Term, ...]:
    """The vectors v and w of diagonal entries v_i w_i, which sum up to v^T w; empty for any other formula."""
    found = () if formula is None else formula.args if formula.head == "Mul" else (formula.args[0],) * 2 if formula.head == "Pow" \
        and formula.args[1] is number(2) else ()
    return tuple(one.args[0] for one in found) if len(found) == 2 and all(one.head == "Entry" for one in found) else ()


# --- inverses ------------------------------------------------------------------------------------------------------------

def inverse(algebra: Algebra, words: Words, size: Any) -> Words:
    """The two-sided inverse of a square matrix that has one. A factor that is a number is not zero then, nor a square factor singular."""
    if not words:
        raise Refused("zero has no inverse")
    if len(words) == 1:
        (word, value), = words.items()
        factor = value.inverse()
        if not word:
            return {(): factor}
        if len(word) == 1:
            known = algebra.known_special(word[0][0])
            if known is not None and known.formula is not None:
                return algebra.scaled(made(algebra, known, power(known.formula, -1), size), factor)
        elif not isinstance(size, Term) and len(set(algebra.sizes(word))) == 1:
            found: Words = {(): factor}
            for letter in reversed(word):
                found = algebra.product(found, inverse(algebra, {(letter,): algebra.one}, size))
            return found
        words = {word: algebra.one}
    else:
        lead = next((value for _, value in sorted(words.items()) if value.constant() is not None), None)
        factor = algebra.one if lead is None else lead.inverse()
        words = algebra.scaled(words, factor)
    key = ("inverse", algebra.words_key(words), size)
    letter = algebra.special(key, size, size, Special("inverse", None, None, tuple(words.items()), size))
    return algebra.tidy({((letter, False),): factor})


# --- Kronecker products --------------------------------------------------------------------------------------------------

def speaks(algebra: Algebra, letter: int, of: int) -> bool:
    """Whether a letter is another, or a Kronecker product of words that hold it."""
    known = algebra.known_special(letter)
    words = known.words if known is not None and known.kind == "kron" else ()
    return letter == of or any(speaks(algebra, one, of) for word in words for one, _ in word)


def over_pairs(algebra: Algebra, left: Words, right: Words, sizes: tuple) -> Words:
    """The Kronecker product of two sums of words."""
    total: Words = {}
    for one, a in left.items():
        for other, b in right.items():
            algebra.accumulate(total, {_kron(algebra, one, other, sizes): a * b})
    return algebra.tidy(total)


def _kron(algebra: Algebra, left: Word, right: Word, sizes: tuple) -> Word:
    if not left and not right:
        return ()
    a, b, c, d = sizes
    if a == b == algebra.unit:
        return right
    if c == d == algebra.unit:
        return left
    if isinstance(a, Term) or isinstance(b, Term) or isinstance(c, Term) or isinstance(d, Term):
        raise Refused("a Kronecker product over a function space")
    rows, columns = algebra.times_sizes(a, c), algebra.times_sizes(b, d)
    return ((algebra.special(("Kron", left, right, sizes), rows, columns, Special("kron", None, None, (left, right), sizes)), False),)


def _vec(algebra: Algebra, word: Word, sizes: tuple) -> Letter:
    if any(isinstance(size, Term) for size in sizes):
        raise Refused("stacked columns over a function space")
    known = Special("vec", None, None, (word,), sizes)
    return (algebra.special(("Vec", word, sizes), algebra.times_sizes(*sizes), algebra.unit, known), False)


# --- neighbours ----------------------------------------------------------------------------------------------------------

def merged(algebra: Algebra, one: Letter, other: Letter) -> Words | Quotient | None:
    """The product of two neighbours where it is more than their word."""
    left, right = algebra.known_special(one[0]), algebra.known_special(other[0])
    if left is None or right is None:
        return None
    if left.kind == right.kind and left.kind in ("function", "diagonal") and left.group == right.group:
        assert left.formula is not None and right.formula is not None
        return made(algebra, left, mul(left.formula, right.formula), left.group[-1])
    if left.kind == "kron" and right.kind == "kron" and not one[1] and not other[1]:
        (a, b, c, d), (e, f, g, h) = left.group, right.group
        if (b, d) != (e, g):
            return None
        pairs = [_times(algebra, a_word, b_word) for a_word, b_word in zip(left.words, right.words, strict=True)]
        return over_pairs(algebra, *pairs, (a, f, c, h))
    if left.kind == "kron" and right.kind == "vec" and not one[1] and not other[1]:
        (a, b, c, d), (rows, columns) = left.group, right.group
        if (rows, columns) != (d, b):
            return None
        inner = _times(algebra, left.words[1], right.words[0])
        found = algebra.product(inner, algebra.tidy({algebra.turned(left.words[0]): algebra.one}))
        total: Words = {}
        for word, value in found.items():
            algebra.accumulate(total, {(_vec(algebra, word, (c, a)),): value})
        return algebra.tidy(total)
    if left.kind == "vec" and right.kind == "kron" and one[1] and not other[1]:
        back = merged(algebra, turned(algebra, other), (one[0], False))
        return None if back is None or isinstance(back, Quotient) else algebra.transposed(back)
    if left.kind == "vec" and right.kind == "vec" and one[1] and not other[1] and left.group == right.group:
        first = algebra.tidy({algebra.turned(left.words[0]): algebra.one})
        return algebra.trace(algebra.product(first, algebra.tidy({right.words[0]: algebra.one})), left.group[1])
    return None


def _times(algebra: Algebra, left: Word, right: Word) -> Words:
    return algebra.tidy({left + right: algebra.one})


def turned(algebra: Algebra, letter: Letter) -> Letter:
    """A letter's transpose."""
    known = algebra.known_special(letter[0])
    if known is None or known.kind == "vec":
        return letter[0], not letter[1]
    if known.kind == "inverse":
        (word, factor), = inverse(algebra, algebra.transposed(dict(known.words)), known.group).items()
        if factor.constant() != 1 or len(word) != 1:
            raise Refused("the transpose of an inverse")
        return word[0]
    if known.kind == "kron":
        a, b, c, d = known.group
        word = _kron(algebra, algebra.turned(known.words[0]), algebra.turned(known.words[1]), (b, a, d, c))
        return word[0]
    return letter[0], False


# --- mode by mode --------------------------------------------------------------------------------------------------------

def vanish(algebra: Algebra, words: Words) -> bool:
    """Whether a sum of words is zero: for each way of putting functions between the other letters, their formulas' sum is."""
    groups: dict = {}
    for word, value in words.items():
        bare: list = []
        held: dict = {}
        for letter in word:
            known = algebra.known_special(letter[0])
            if known is not None and known.formula is not None and (len(bare), known.group) not in held \
                    and not any(place == len(bare) for place, _ in held):
                held[len(bare), known.group] = known
            else:
                bare.append(letter)
        groups.setdefault(tuple(bare), []).append((held, value))
    return all(_agree(algebra, members) for members in groups.values())


def _agree(algebra: Algebra, members: list) -> bool:
    places = sorted({place for held, _ in members for place in held}, key=lambda place: (place[0], repr(place[1])))
    if len({place for place, _ in places}) != len(places):  # two kinds of function in one gap: compared one by one
        separate: dict = {}
        for held, value in members:
            separate.setdefault(tuple(sorted(held, key=repr)), []).append((held, value))
        return all(_agree(algebra, several) for several in separate.values()) if len(separate) > 1 else False
    total = algebra.zero
    for held, value in members:
        for mode, place in enumerate(places):
            known = held.get(place)
            if known is not None:
                value = value * algebra.scalar(at_mode(known, mode))
        total = total + value
    return algebra.is_zero(total)


def at_mode(known: Special, mode: int) -> Term:
    """A formula at the eigenvalue, or at the entries, of a mode."""
    assert known.formula is not None
    modes = [part for part in parts(known.formula) if part.head in MODES]  # of one matrix, however it is written
    return _in_place(known.formula, {part: term(part.head, part.args, mode) for part in modes})
