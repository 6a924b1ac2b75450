"""Obligations: what must be so for a formula to have a value, read off the formula as it was written, one rule for each head.

They come in an order in which each speaks of parts that the earlier ones give a value. A head without a rule is refused, so that none is
forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from .facts import MINUS_OO, OO, either, equal, fact_of, facts_of, negation, nonneg, pos, spoken, whole
from .laws import COUNTS, LAWS, conditions, of_count, plain
from .open_functions import differentiable
from .table import TABLE, power_defined
from .terms import ONE, ZERO, Refused, Term, at_neuron, bound, free, of_space, shape, sub, term


def obligations(*nodes: Term) -> list[Term]:
    """The facts under which terms have values. Raises Refused for a head without a rule."""
    return list(dict.fromkeys(fact for node in nodes for fact in _needs(node)))


@lru_cache(maxsize=1 << 14)
def _needs(node: Term) -> tuple[Term, ...]:
    return tuple(dict.fromkeys(_found(node)))


def _found(node: Term) -> Iterator[Term]:
    rule = _RULES.get(node.head)
    if rule is not None:
        yield from rule(node)
        return
    row = TABLE.get(node.head)
    if row is None:
        raise Refused(f"nothing is known of where {node.head} has a value")
    _of_numbers(node)
    for part in node.args:
        yield from _needs(part)
    yield from row.defined(*node.args)


def _of_numbers(node: Term) -> None:
    if any(shape(part) is not None for part in node.args):
        raise Refused(f"{node.head} of a matrix, where it is of numbers")


def _square(node: Term) -> Iterator[Term]:
    """Of a square matrix; the sizes are the same, or known to be equal."""
    yield from _needs(node.args[0])
    yield from _same(shape(node.args[0]), 0, 1)


def _same(sizes: tuple[Term, Term] | None, one: int, other: int) -> Iterator[Term]:
    if sizes is None:
        raise Refused("a number where a matrix is wanted")
    if sizes[one] is not sizes[other]:
        if of_space(sizes[one]) or of_space(sizes[other]):
            raise Refused("a matrix between different spaces is not square")
        yield equal(sizes[one], sizes[other])


def _vectors(node: Term) -> Iterator[Term]:
    yield from _plain(node)
    sizes = [shape(part) or (ONE, ZERO) for part in node.args]
    if any(columns is not ONE for _, columns in sizes):
        raise Refused("an inner product is of columns")
    yield from _same((sizes[0][0], sizes[-1][0]), 0, 1)


def _atom(node: Term) -> Iterator[Term]:
    if node.head == "constant" and node.mark not in ("pi", "E", "EulerGamma", "Catalan", "GoldenRatio"):
        raise Refused(f"{node.mark} is no number")
    return iter(())


def _plain(node: Term) -> Iterator[Term]:
    for part in node.args:
        yield from _needs(part)


def _power(node: Term) -> Iterator[Term]:
    _of_numbers(node)
    yield from _plain(node)
    yield from power_defined(*node.args)


def _matrix_power(node: Term) -> Iterator[Term]:
    base, exponent = node.args
    yield from _square(node)
    if exponent.head != "number" or exponent.mark.denominator != 1:
        raise Refused("a power of a matrix with an exponent that is no whole number")
    if exponent.mark < 0:
        yield term("invertible", (base,))


def _inverse(node: Term) -> Iterator[Term]:
    yield from _square(node)
    yield term("invertible", node.args[:1])


def _function_of_matrix(node: Term) -> Iterator[Term]:
    """Symmetric, and the formula has a value at every eigenvalue."""
    formula, eigenvalue, matrix = node.args
    yield from _needs(matrix)
    yield from _same(shape(matrix), 0, 1)
    yield equal(term("Transpose", (matrix,)), matrix)
    for fact in obligations(formula):
        yield term("spectral", (eigenvalue, matrix, fact))


def _diagonal(node: Term) -> Iterator[Term]:
    formula, *pairs = node.args
    sizes = [shape(pair.args[1]) for pair in pairs]
    if any(found is None or found != sizes[0] or found[1] is not ONE for found in sizes):
        raise Refused("a diagonal matrix is of columns of one size")
    for pair in pairs:
        yield from _needs(pair.args[1])
    for fact in obligations(formula):
        yield term("entries", (fact, *pairs))


def _pieces(node: Term) -> Iterator[Term]:
    """Each condition, and each piece under its own, where none before holds, and nowhere else; pieces that do not cover everything are
    refused."""
    if not (node.args and node.args[-1].args[1].head == "constant" and node.args[-1].args[1].mark == "true"):
        raise Refused("the last piece of a function of pieces is for everything else")
    before: list[Term] = []
    for value, condition in (piece.args for piece in node.args):
        held = [fact_of(condition)] if facts_of(condition) else []
        for side in (side for fact in held for side in spoken(fact)):
            yield from (either((*before, fact)) for fact in _needs(side))
        yield from (either((*before, *map(negation, held), fact)) for fact in obligations(value))
        before += held


def _sum(node: Term) -> Iterator[Term]:
    """A finite sum: every end is a whole number; the summand has a value at every index. One without an end converges, which is shown with
    its value."""
    body, *limits = node.args
    if len(limits) == 1 and len(limits[0].args) == 3 and limits[0].args[2] is OO:
        yield from (*_needs(limits[0].args[1]), whole(limits[0].args[1]), term("integrable", (node,)))
        return
    for limit in limits:
        if len(limit.args) != 3 or any(end.head == "constant" for end in limit.args[1:]):
            raise Refused("a sum without end has a value where it converges")
        for end in limit.args[1:]:
            yield from _needs(end)
            yield term("whole", (end,))
    names = frozenset(limit.args[0] for limit in limits)
    for fact in obligations(body):
        yield term("every", (fact, *limits)) if free(fact) & names else fact


def _integral(node: Term) -> Iterator[Term]:
    """It converges, which is shown with its value."""
    if len(node.args) != 2 or len(node.args[1].args) != 3:
        raise Refused("an integral over more than one letter")
    for end in node.args[1].args[1:]:
        if end not in (OO, MINUS_OO):
            yield from _needs(end)
    yield term("integrable", (node,))


def _open_derivative(node: Term) -> Iterator[Term]:
    """Of an open function, which has one where it is smooth; any other is worked out before it is asked for a value."""
    if node.args[0].head != "function":
        raise Refused("a derivative that is not carried out")
    yield from _plain(node.args[0])
    yield term("smooth", (node,))


def of_law(law: Term) -> Iterator[Term]:
    """What gives a law's parameters, or a variance, a value."""
    yield from _plain(law) if law.head in LAWS else _needs(law)


def _mean(node: Term) -> Iterator[Term]:
    """Of a polynomial in the draws, which have their laws, and of which nothing else has to be so."""
    quantity, *pairs = node.args
    for pair in pairs:
        yield from _needs(pair.args[0])
        yield from of_law(pair.args[1])
    yield from conditions(tuple(pairs))
    laws = {pair.args[0]: pair.args[1] for pair in pairs}
    plain(quantity, {letter: law for letter, law in laws.items() if law.head != "FairBits"})  # of bits, any function is read value by value
    held = {fact for letter, law in laws.items() if law.head in COUNTS for fact in of_count(letter)}
    for fact in _needs(quantity):
        if fact in held or fact.head == "any" and held & frozenset(fact.args):
            continue
        if free(fact) & bound(node):
            raise Refused("a mean of what may have no value at some draws")
        yield fact


def _over_neurons(node: Term) -> Iterator[Term]:
    """Of what has a value at each of the unit vectors."""
    summand, unit = node.args
    for fact in _needs(summand):
        yield term("every", at_neuron(fact, unit)) if unit in free(fact) else fact


def _extreme(node: Term) -> Iterator[Term]:
    """Of a symmetric matrix that has a row."""
    yield from _square(node)
    yield from (equal(term("Transpose", node.args), node.args[0]), *map(pos, (shape(node.args[0]) or ())[:1]))


def _gradient(node: Term) -> Iterator[Term]:
    yield from _needs(node.args[0])
    yield differentiable(node.args[0])


def _entry_of(node: Term) -> Iterator[Term]:
    """An entry, rows and columns counted from 0."""
    yield from _plain(node)
    for size, place in zip(shape(node.args[0]) or (), node.args[1:], strict=True):
        yield from _within(size, place)


def _within(size: Term, place: Term) -> Iterator[Term]:
    if of_space(size):
        raise Refused("an entry of an operator of a function space")
    yield from (whole(place), nonneg(place), pos(sub(size, place)))


def _unit(node: Term) -> Iterator[Term]:
    yield from _plain(node)
    yield from _within(*node.args)


_RULES: dict[str, Callable[[Term], Iterator[Term]]] = {
    **dict.fromkeys(("number", "Symbol", "Dummy", "MatrixSymbol", "constant", "Space", "Eigenvalue", "Entry"), _atom),
    **dict.fromkeys(("Add", "Mul", "MatMul", "MatAdd", "Transpose", "Kron", "Vec", "HadamardProduct", "PseudoInverse", "Matrix", "Tuple",
                     "Blocks", "Identity", "ZeroMatrix", "OneMatrix", "DiagMatrix", "function", "Rank", "SpectralNorm"), _plain),
    **dict.fromkeys(("LargestEigenvalue", "SmallestEigenvalue"), _extreme),
    "Trace": _square, "Determinant": _square, "Dot": _vectors, "Pow": _power, "MatPow": _matrix_power, "Inverse": _inverse,
    "MatrixFunction": _function_of_matrix, "Diagonal": _diagonal, "Derivative": _open_derivative,
    "Piecewise": _pieces, "Sum": _sum, "Integral": _integral, "Mean": _mean, "OverNeurons": _over_neurons,
    "MatrixElement": _entry_of, "UnitVector": _unit, "GradientAt": _gradient, "OpenValue": _plain,
}
"""By head. What the table of functions holds has its rule there."""
