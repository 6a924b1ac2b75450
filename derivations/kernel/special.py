"""Letters of words that know more than their names: diagonal matrices, functions of a symmetric matrix, Kronecker products, stacked columns.

`read` takes such a term as a sum of words, `merged` multiplies two neighbours in a word, `turned` transposes a letter. A function of a
symmetric matrix is kept as a formula in its eigenvalue, a diagonal matrix as a formula in the entries of vectors; neighbours of one kind are
one letter with the product of their formulas, since they commute. `vanish` compares formulas mode by mode: a sum of words is zero where the
formulas, at independent eigenvalues and entries, sum up to zero.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .ring import Quotient
from .terms import ONE, ZERO, Refused, Term, mul, parts, put, shape, term

if TYPE_CHECKING:
    from .algebra import Algebra, Letter, Word, Words

EIGENVALUE = term("Dummy", (), (" eigenvalue", (), 0))
"""The standard name of what a function of a matrix binds."""
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
        return _function(algebra, put(node.args[0], {node.args[1]: EIGENVALUE}), node.args[2])
    if head == "Kron":
        left, right = node.args
        sizes = [algebra.size_key(size) for part in (left, right) for size in shape(part) or ()]
        return _over_pairs(algebra, algebra.matrix(left), algebra.matrix(right), tuple(sizes))
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
    return node is EIGENVALUE or any(part is EIGENVALUE or (part.head == "Entry" and part.mark == 0) for part in parts(node))


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
    words = algebra.matrix(argument)
    if not words:
        return algebra.scaled({(): algebra.one}, algebra.scalar(put(formula, {EIGENVALUE: ZERO})))
    if len(words) == 1:
        (word, value), = words.items()
        if len(word) == 1 and value.constant() == 1:
            inner = algebra.known_special(word[0][0])
            if inner is not None and inner.kind == "diagonal" and inner.formula is not None:
                return diagonal(algebra, put(formula, {EIGENVALUE: inner.formula}), size)
    algebra.scalar(EIGENVALUE)
    group = ("function", algebra.words_key(words), size)
    total: Words = {}
    for factor, inner, key in algebra.over_modes(algebra.reduced(algebra.scalar(formula))):
        exponent = _whole_power(inner)
        if exponent is not None and exponent <= MOST:
            power: Words = {(): algebra.one}
            for _ in range(exponent):
                power = algebra.product(power, words)
            algebra.accumulate(total, algebra.scaled(power, factor))
            continue
        letter = algebra.special((*group, key), size, size, Special("function", inner, argument, (), group))
        algebra.accumulate(total, {((letter, False),): factor})
    return algebra.tidy(total)


def _whole_power(node: Term) -> int | None:
    """The exponent of a plain power of the eigenvalue."""
    if node is ONE or node is EIGENVALUE:
        return int(node is EIGENVALUE)
    if node.head == "Pow" and node.args[0] is EIGENVALUE and node.args[1].head == "number" and node.args[1].mark.denominator == 1 \
            and node.args[1].mark >= 0:
        return int(node.args[1].mark)
    return None


def made(algebra: Algebra, known: Special, formula: Term, size: Any) -> Words:
    """Another formula over the same modes."""
    return diagonal(algebra, formula, size) if known.argument is None else _function(algebra, formula, known.argument)


# --- Kronecker products --------------------------------------------------------------------------------------------------

def _over_pairs(algebra: Algebra, left: Words, right: Words, sizes: tuple) -> Words:
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
        return _over_pairs(algebra, _times(algebra, left.words[0], right.words[0]), _times(algebra, left.words[1], right.words[1]), (a, f, c, h))
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
    if known.argument is not None:
        return put(known.formula, {EIGENVALUE: eigenvalue(known.argument, mode)})
    return _entries_at(known.formula, mode)


def _entries_at(node: Term, mode: int) -> Term:
    if node.head == "Entry":
        return entry(node.args[0], mode)
    return term(node.head, [_entries_at(part, mode) for part in node.args], node.mark)

