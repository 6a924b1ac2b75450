"""Numbers: the value of a term where its letters are exact numbers, as a rational number or else as a ball that contains it (Arb).

Nothing is rounded: a rational stays one through every operation that keeps it one, and what a ball does not settle is not settled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from math import factorial, isqrt, prod
from typing import Any

from flint import arb, ctx, fmpq, fmpq_mat, fmpz_poly

from .facts import facts_of
from .motions import remains
from .table import TABLE, meaning_of
from .terms import Refused, Term, at_neuron

Scalar = Any
"""fmpq or arb."""
Grid = list[list[Scalar]]
PRECISIONS = 64, 256, 1024
"""Of balls, in bits: narrower ones are tried where wider ones do not settle a question."""
MOST_TERMS, MOST_ROWS, MOST_DIGITS = 4096, 12, 4000


class NoValue(Exception):
    """A term certainly has no value at the point; the text says which."""


class Unsettled(Exception):
    """Balls of this precision do not settle something; narrower ones may."""


def settled(question: Callable[[], Any], precisions: tuple[int, ...] = PRECISIONS) -> Any:
    """The answer by the first balls that are narrow enough for one; None where none of these precisions is."""
    before = ctx.prec
    try:
        for bits in precisions:
            ctx.prec = bits
            with suppress(Unsettled, NoValue):
                return question()
    finally:
        ctx.prec = before
    return None


def sign_of(value: Scalar) -> int:
    """The sign of a number. Raises Unsettled where a ball contains 0 and more."""
    if isinstance(value, fmpq):
        return (value > 0) - (value < 0)
    if value > 0:
        return 1
    if value < 0:
        return -1
    raise Unsettled


def ball(value: Scalar) -> arb:
    return arb(value) if isinstance(value, fmpq) else value


def _checked(value: arb) -> arb:
    if not value.is_finite():
        raise Unsettled
    return value


class Numbers:
    """Values of terms at one point. values: the letters' numbers and matrices."""

    def __init__(self, values: Mapping[Term, Any]) -> None:
        self.values = dict(values)
        self._known: dict[Term, Any] = {}

    def with_value(self, letter: Term, value: Any) -> Numbers:
        """The same point, with a value for one letter more."""
        return Numbers({**self.values, letter: value})

    def scalar(self, node: Term) -> Scalar:
        """The value of a scalar term. Raises NoValue, Unsettled, and Refused for a head that has no rule here."""
        found = self.value(node)
        if isinstance(found, list):
            if len(found) == 1 == len(found[0]):
                return found[0][0]
            raise Refused("a matrix where a number is asked for")
        return found

    def grid(self, node: Term) -> Grid:
        """The value of a matrix."""
        found = self.value(node)
        if not isinstance(found, list):
            raise Refused("a number where a matrix is asked for")
        return found

    def size(self, node: Term) -> int:
        """The value of a size."""
        value = self.scalar(node)
        if not isinstance(value, fmpq) or value.q != 1 or not 0 <= value <= MOST_ROWS:
            raise Refused("a size that is no small whole number")
        return int(value.p)

    def value(self, node: Term) -> Any:
        """The value of a term: a number or a matrix."""
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._value(node)
        return found

    def _value(self, node: Term) -> Any:
        if node in self.values:
            return self.values[node]
        rule = _RULES.get(node.head)
        if rule is not None:
            return rule(self, node)
        row = TABLE.get(node.head)
        if row is None:
            raise Refused(f"{node.head} has no value in numbers")
        arguments = [self.scalar(part) for part in node.args]
        for fact in row.defined(*node.args):
            if not self.truth(fact):
                raise NoValue(repr(node))
        if node.head in _FUNCTIONS:
            return _FUNCTIONS[node.head](*arguments)
        return self.scalar(meaning_of(node))

    # --- facts ---------------------------------------------------------------------------------------------------------

    def truth(self, fact: Term) -> bool:
        """Whether a fact holds at the point. Raises NoValue where it speaks of what has no value, Unsettled where balls do not show it."""
        rule = _TRUTHS.get(fact.head)
        if rule is None:
            raise Refused(f"whether {fact.head} holds is not seen at a point")
        return rule(self, fact)


# --- what is known of facts ----------------------------------------------------------------------------------------------

def _equality(point: Numbers, fact: Term) -> bool:
    left, right = map(point.value, fact.args)
    if isinstance(left, list) != isinstance(right, list):
        left, right = ([[side]] if not isinstance(side, list) else side for side in (left, right))
    if not isinstance(left, list):
        return sign_of(_minus(left, right)) == 0
    if (len(left), len(left[0])) != (len(right), len(right[0])):
        raise Refused("sides of different shapes")
    gaps = [_minus(one, other) for row, others in zip(left, right, strict=True) for one, other in zip(row, others, strict=True)]
    return _all(lambda gap: sign_of(gap) == 0, gaps)


def _all(question: Callable[[Any], bool], items: list) -> bool:
    """Whether all hold; one that certainly does not settles it, whatever balls leave open of the others."""
    open_one = False
    for item in items:
        try:
            if not question(item):
                return False
        except Unsettled:
            open_one = True
    if open_one:
        raise Unsettled
    return True


def _any(question: Callable[[Any], bool], items: list) -> bool:
    return not _all(lambda item: not question(item), items)


def _whole(point: Numbers, fact: Term) -> bool:
    value = point.scalar(fact.args[0])
    if isinstance(value, fmpq):
        return bool(value.q == 1)
    if value.contains_integer():
        raise Unsettled
    return False


def _exact(grid: Grid) -> fmpq_mat:
    if len(grid) > MOST_ROWS or not all(isinstance(entry, fmpq) for row in grid for entry in row):
        raise Refused("a matrix of numbers that are not rational")
    return fmpq_mat(len(grid), len(grid[0]), [entry for row in grid for entry in row])


def _symmetric(grid: Grid) -> bool:
    return len(grid) == len(grid[0]) and _all(lambda pair: sign_of(_minus(*pair)) == 0, [
        (grid[i][j], grid[j][i]) for i in range(len(grid)) for j in range(i)])


def _definite(point: Numbers, fact: Term) -> bool:
    """By the eigenvalues' signs, for rational matrices; by leading minors for balls."""
    grid = point.grid(fact.args[0])
    strict = fact.head == "pd"
    if all(isinstance(entry, fmpq) for row in grid for entry in row):
        if not _symmetric(grid):
            return False
        return all(sign > 0 or (sign == 0 and not strict) for sign in map(sign_of, _spectrum(_exact(grid))))
    if not strict:
        raise Refused("whether a matrix of balls is semidefinite")
    for i in range(len(grid)):
        for j in range(i):
            if not (grid[i][j] is grid[j][i] or sign_of(_minus(grid[i][j], grid[j][i])) == 0):
                return False
    return _all(lambda size: sign_of(_determinant([row[:size] for row in grid[:size]])) > 0, list(range(1, len(grid) + 1)))


def _invertible(point: Numbers, fact: Term) -> bool:
    grid = point.grid(fact.args[0])
    return len(grid) == len(grid[0]) and sign_of(_determinant(grid)) != 0


def _spectral(point: Numbers, fact: Term) -> bool:
    letter, matrix, inner = fact.args
    return _all(lambda value: point.with_value(letter, value).truth(inner), _eigenvalues(point.grid(matrix)))


def _entries(point: Numbers, fact: Term) -> bool:
    inner, *pairs = fact.args
    columns = [[entry for row in point.grid(pair.args[1]) for entry in row] for pair in fact.args[1:]]
    if len({len(column) for column in columns}) != 1:
        raise Refused("entries of matrices of different shapes")

    def holds(values: tuple) -> bool:
        where = point
        for pair, value in zip(pairs, values, strict=True):
            where = where.with_value(pair.args[0], value)
        return where.truth(inner)
    return _all(holds, list(zip(*columns, strict=True)))


def _every(point: Numbers, fact: Term) -> bool:
    inner, *limits = fact.args
    if len(limits) != 1:
        raise Refused("what is said of every two indices")
    return _all(lambda where: where.truth(inner), list(_over(point, limits[0])))


_TRUTHS: dict[str, Callable[[Numbers, Term], bool]] = {
    "pos": lambda point, fact: sign_of(point.scalar(fact.args[0])) > 0,
    "nonneg": lambda point, fact: sign_of(point.scalar(fact.args[0])) >= 0,
    "nonzero": lambda point, fact: sign_of(point.scalar(fact.args[0])) != 0,
    "whole": _whole, "Equality": _equality, "pd": _definite, "psd": _definite, "invertible": _invertible,
    "spectral": _spectral, "entries": _entries, "every": _every,
    "any": lambda point, fact: _any(point.truth, list(fact.args)), "both": lambda point, fact: _all(point.truth, list(fact.args)),
    "never": lambda point, fact: False, "stays": remains,
}


# --- scalars -------------------------------------------------------------------------------------------------------------

def _plus(left: Scalar, right: Scalar) -> Scalar:
    return left + right if isinstance(left, fmpq) is isinstance(right, fmpq) else ball(left) + ball(right)


def _minus(left: Scalar, right: Scalar) -> Scalar:
    return _plus(left, -right)


def _times(left: Scalar, right: Scalar) -> Scalar:
    for one in (left, right):
        if isinstance(one, fmpq) and one == 0:
            return one
    return left * right if isinstance(left, fmpq) is isinstance(right, fmpq) else ball(left) * ball(right)


def _inverse_of(value: Scalar, node: Term) -> Scalar:
    if sign_of(value) == 0:
        raise NoValue(repr(node))
    return 1 / value


def _power(point: Numbers, node: Term) -> Scalar:
    """As the table of functions has it: a root of what is negative has no value, nor has a negative power of 0; 0^0 is 1."""
    base, exponent = map(point.scalar, node.args)
    if isinstance(exponent, fmpq) and exponent.q == 1:
        times = int(exponent.p)
        if abs(times) > MOST_DIGITS:
            raise Refused("a power that is too large")
        if times < 0:
            base, times = _inverse_of(base, node), -times
        return base ** times if times else fmpq(1)
    sign = sign_of(base)
    if sign < 0 or (sign == 0 and (not isinstance(exponent, fmpq) or exponent < 0)):
        raise NoValue(repr(node))
    if sign == 0:
        return fmpq(0)
    if isinstance(base, fmpq) and isinstance(exponent, fmpq) and exponent.q == 2 and abs(exponent.p) <= MOST_DIGITS:
        top, bottom = isqrt(int(base.p)), isqrt(int(base.q))
        if top * top == base.p and bottom * bottom == base.q:
            return fmpq(top, bottom) ** int(exponent.p)
    return _checked(ball(base) ** ball(exponent))


def _constant(point: Numbers, node: Term) -> Scalar:
    values = {"pi": arb.pi, "E": arb.const_e, "EulerGamma": arb.const_euler, "Catalan": arb.const_catalan,
              "GoldenRatio": lambda: (1 + arb(5).sqrt()) / 2}
    if node.mark not in values:
        raise Refused(f"{node.mark} is no number")
    return values[node.mark]()


def _exactly(value: Scalar, at: int, result: int, otherwise: Callable[[arb], arb]) -> Scalar:
    """A function that is rational at one place; a ball everywhere else."""
    if isinstance(value, fmpq) and value == at:
        return fmpq(result)
    return _checked(otherwise(ball(value)))


def _largest(*values: Scalar) -> Scalar:
    if all(isinstance(value, fmpq) for value in values):
        return max(values)
    found = ball(values[0])
    for value in values[1:]:
        found = found.max(ball(value))
    return found


def _rounded_down(value: Scalar) -> Scalar:
    if isinstance(value, fmpq):
        return fmpq(int(value.p) // int(value.q))
    found = value.floor().unique_fmpz()
    if found is None:
        raise Unsettled
    return fmpq(found)


def _step(value: Scalar) -> Scalar:
    sign = sign_of(value)
    if sign == 0:
        raise Refused("the step at 0 is a convention")
    return fmpq(1 if sign > 0 else 0)


def _growth(rate: Scalar, time: Scalar) -> Scalar:
    """(exp(rate time) - 1)/rate, and time where the rate is 0."""
    if sign_of(rate) == 0:
        return time
    return _checked((ball(rate) * ball(time)).expm1() / ball(rate))


def _count(value: Scalar) -> int:
    """A whole number that is not negative, and not large."""
    if not isinstance(value, fmpq):
        raise Unsettled
    if value.q != 1 or value < 0:
        raise NoValue("a number of things")
    if value > MOST_TERMS:
        raise Refused("a number of things too large")
    return int(value.p)


def _choices(above: Scalar, below: Scalar) -> Scalar:
    if below < 0:
        return fmpq(_count(above) * 0)
    return fmpq(prod(_index(above) - place for place in range(_count(below))), factorial(_count(below)))


def _of_order(function: Callable[[arb, int], arb]) -> Callable[[Scalar, Scalar], Scalar]:
    return lambda order, at: _checked(function(ball(at), _index(order)))


_FUNCTIONS: dict[str, Callable[..., Scalar]] = {
    "exp": lambda u: _exactly(u, 0, 1, arb.exp), "log": lambda u: _exactly(u, 1, 0, arb.log),
    "sinh": lambda u: _exactly(u, 0, 0, arb.sinh), "cosh": lambda u: _exactly(u, 0, 1, arb.cosh),
    "tanh": lambda u: _exactly(u, 0, 0, arb.tanh), "asinh": lambda u: _exactly(u, 0, 0, arb.asinh),
    "acosh": lambda u: _exactly(u, 1, 0, arb.acosh), "atanh": lambda u: _exactly(u, 0, 0, arb.atanh),
    "sin": lambda u: _exactly(u, 0, 0, arb.sin), "cos": lambda u: _exactly(u, 0, 1, arb.cos),
    "asin": lambda u: _exactly(u, 0, 0, arb.asin), "atan": lambda u: _exactly(u, 0, 0, arb.atan),
    "erf": lambda u: _exactly(u, 0, 0, arb.erf), "gamma": lambda u: _exactly(u, 1, 1, arb.gamma),
    "LambertW": lambda u: _exactly(u, 0, 0, arb.lambertw), "besselj": _of_order(arb.bessel_j), "besseli": _of_order(arb.bessel_i),
    "factorial": lambda u: fmpq(factorial(_count(u))), "binomial": _choices,
    "Abs": abs, "sign": lambda u: fmpq(sign_of(u)), "Max": _largest,
    "Min": lambda *values: -_largest(*(-value for value in values)),
    "floor": _rounded_down, "ceiling": lambda u: -_rounded_down(-u), "Heaviside": _step,
    "KroneckerDelta": lambda u, v: fmpq(int(sign_of(_minus(u, v)) == 0)), "GrowthIntegral": _growth,
}


def _folded(point: Numbers, node: Term) -> Any:
    """A sum or product of numbers, or of matrices and numbers."""
    found = point.value(node.args[0])
    for part in node.args[1:]:
        found = _combined(node.head, found, point.value(part))
    return found


def _combined(head: str, left: Any, right: Any) -> Any:
    if head in ("Add", "MatAdd"):
        if isinstance(left, list) and isinstance(right, list):
            if (len(left), len(left[0])) != (len(right), len(right[0])):
                raise Refused("a sum of different shapes")
            return [[_plus(one, other) for one, other in zip(row, others, strict=True)] for row, others in zip(left, right, strict=True)]
        if isinstance(left, list) or isinstance(right, list):
            raise Refused("a sum of a matrix and a number")
        return _plus(left, right)
    if not isinstance(left, list) and not isinstance(right, list):
        return _times(left, right)
    if not isinstance(left, list):
        return [[_times(left, entry) for entry in row] for row in right]
    if not isinstance(right, list):
        return [[_times(entry, right) for entry in row] for row in left]
    return _product(left, right)


def _product(left: Grid, right: Grid) -> Grid:
    if len(left[0]) != len(right):
        raise Refused("a product of shapes that do not fit")
    return [[_total([_times(row[k], right[k][j]) for k in range(len(right))]) for j in range(len(right[0]))] for row in left]


def _total(values: list[Scalar]) -> Scalar:
    found: Scalar = fmpq(0)
    for value in values:
        found = _plus(found, value)
    return found


def _pieces(point: Numbers, node: Term) -> Scalar:
    for piece in node.args:
        value, condition = piece.args
        if all(map(point.truth, facts_of(condition))):
            return point.scalar(value)
    raise NoValue(repr(node))


def _sum(point: Numbers, node: Term) -> Scalar:
    body, *limits = node.args
    if len(limits) != 1 or len(limits[0].args) != 3:
        raise Refused("a sum over more than one index")
    return _total([where.scalar(body) for where in _over(point, limits[0])])


def _over(point: Numbers, limit: Term) -> Iterator[Numbers]:
    """The point with each of the numbers that an index runs over."""
    index, *ends = limit.args
    low, high = (_index(point.scalar(end)) for end in ends)
    if high < low - 1 or high - low > MOST_TERMS:
        raise Refused("a range that runs backwards, or is too long")
    return (point.with_value(index, fmpq(k)) for k in range(low, high + 1))


def _index(value: Scalar) -> int:
    if not isinstance(value, fmpq) or value.q != 1:
        raise Refused("an index that is no whole number")
    return int(value.p)


# --- matrices ------------------------------------------------------------------------------------------------------------

def _filled(point: Numbers, rows: Term, columns: Term, entry: Callable[[int, int], int]) -> Grid:
    return [[fmpq(entry(i, j)) for j in range(point.size(columns))] for i in range(point.size(rows))]


def _unit(point: Numbers, node: Term) -> Grid:
    size, place = point.size(node.args[0]), _index(point.scalar(node.args[1]))
    if not 0 <= place < size:
        raise NoValue(repr(node))
    return [[fmpq(int(i == place))] for i in range(size)]


def _over_neurons(point: Numbers, node: Term) -> Grid:
    summand, numbers = at_neuron(*node.args)
    found, *rest = [where.grid(summand) for where in _over(point, numbers)]
    for grid in rest:
        found = _combined("Add", found, grid)
    return found


def _turned(grid: Grid) -> Grid:
    return [list(column) for column in zip(*grid, strict=True)]


def _determinant(grid: Grid) -> Scalar:
    if len(grid) != len(grid[0]):
        raise Refused("a determinant of what is not square")
    if all(isinstance(entry, fmpq) for row in grid for entry in row):
        return _exact(grid).det()
    if len(grid) == 1:
        return grid[0][0]
    if len(grid) > 5:
        raise Refused("a determinant of many balls")

    def minor(j: int) -> Scalar:
        return _times(fmpq((-1) ** j), _times(grid[0][j], _determinant([row[:j] + row[j + 1:] for row in grid[1:]])))
    return _total(list(map(minor, range(len(grid)))))


def _inverse(grid: Grid, node: Term) -> Grid:
    determinant = _determinant(grid)
    if sign_of(determinant) == 0:
        raise NoValue(repr(node))
    if all(isinstance(entry, fmpq) for row in grid for entry in row):
        return [list(row) for row in _exact(grid).inv().tolist()]
    size = range(len(grid))
    if len(grid) == 1:
        return [[1 / grid[0][0]]]

    def cofactor(i: int, j: int) -> Scalar:
        return _times(fmpq((-1) ** (i + j)), _determinant([row[:j] + row[j + 1:] for row in grid[:i] + grid[i + 1:]]))
    return [[_times(cofactor(j, i), 1 / determinant) for j in size] for i in size]


def _pseudo_inverse(point: Numbers, node: Term) -> Grid:
    """C^T (C C^T)^-1 (B^T B)^-1 B^T, where A = B C with B of full column rank, the pivots' columns, and C the reduced rows."""
    exact = _exact(point.grid(node.args[0]))
    reduced, rank = exact.rref()
    if rank == 0:
        return [[fmpq(0)] * exact.nrows() for _ in range(exact.ncols())]
    rows = [list(row) for row in reduced.tolist()[:rank]]
    pivots = [next(j for j, entry in enumerate(row) if entry != 0) for row in rows]
    table = [list(row) for row in exact.tolist()]
    left, right = fmpq_mat([[row[j] for j in pivots] for row in table]), fmpq_mat(rows)
    found = right.transpose() * (right * right.transpose()).inv() * (left.transpose() * left).inv() * left.transpose()
    return [list(row) for row in found.tolist()]


def _matrix_power(point: Numbers, node: Term) -> Grid:
    grid, times = point.grid(node.args[0]), _index(point.scalar(node.args[1]))
    if times < 0:
        grid, times = _inverse(grid, node), -times
    if times > 64:
        raise Refused("a power that is too large")
    found: Grid = [[fmpq(int(i == j)) for j in range(len(grid))] for i in range(len(grid))]
    for _ in range(times):
        found = _product(found, grid)
    return found


def _spectrum(matrix: fmpq_mat) -> list[Scalar]:
    """The distinct eigenvalues of a rational symmetric matrix, all real; rational where they are."""
    found: list[Scalar] = []
    for factor, _ in matrix.charpoly().factor()[1]:
        numer = fmpz_poly([int(value) for value in (factor * factor.denom()).coeffs()])
        if numer.degree() == 1:
            found.append(fmpq(-numer[0], numer[1]))
        else:
            found.extend(root.real for root, _ in numer.complex_roots())
    return found


def _eigenvalues(grid: Grid) -> list[Scalar]:
    if not _symmetric(grid):
        raise NoValue("a function of a matrix that is not symmetric")
    return _spectrum(_exact(grid))


def _function_of_matrix(point: Numbers, node: Term) -> Grid:
    """By Lagrange's polynomial through the distinct eigenvalues: a symmetric matrix is diagonalisable."""
    formula, letter, inner = node.args
    grid = point.grid(inner)
    values = _eigenvalues(grid)
    size = range(len(grid))
    one: Grid = [[fmpq(int(i == j)) for j in size] for i in size]
    total: Grid = [[fmpq(0) for _ in size] for _ in size]
    for value in values:
        found: Grid = one
        scale: Scalar = point.with_value(letter, value).scalar(formula)
        for other in values:
            if other is not value:
                found = _product(found, [[_minus(grid[i][j], _times(other, one[i][j])) for j in size] for i in size])
                scale = _times(scale, _inverse_of(_minus(value, other), node))
        total = _combined("Add", total, _combined("Mul", scale, found))
    return total


def _diagonal(point: Numbers, node: Term) -> Grid:
    formula, *pairs = node.args
    columns = [[entry for row in point.grid(pair.args[1]) for entry in row] for pair in pairs]
    found = []
    for values in zip(*columns, strict=True):
        where = point
        for pair, value in zip(pairs, values, strict=True):
            where = where.with_value(pair.args[0], value)
        found.append(where.scalar(formula))
    return _on_the_diagonal(found)


def _on_the_diagonal(entries: list[Scalar]) -> Grid:
    return [[entry if i == j else fmpq(0) for j in range(len(entries))] for i, entry in enumerate(entries)]


def _kron(point: Numbers, node: Term) -> Grid:
    left, right = map(point.grid, node.args)
    return [[_times(left[i][j], right[k][m]) for j in range(len(left[0])) for m in range(len(right[0]))]
            for i in range(len(left)) for k in range(len(right))]


def _of_blocks(point: Numbers, node: Term) -> Grid:
    found: Grid = []
    for row in node.args:
        blocks = [point.grid(block) for block in row.args]
        found += [[entry for block in blocks for entry in block[i]] for i in range(len(blocks[0]))]
    return found


def _element(point: Numbers, node: Term) -> Scalar:
    grid = point.grid(node.args[0])
    i, j = (_index(point.scalar(place)) for place in node.args[1:])
    if not (0 <= i < len(grid) and 0 <= j < len(grid[0])):
        raise NoValue(repr(node))
    return grid[i][j]


def _explicit(point: Numbers, node: Term) -> Grid:
    rows, columns = node.mark
    entries = list(map(point.scalar, node.args))
    return [entries[i * columns:(i + 1) * columns] for i in range(rows)]


def _trace(point: Numbers, node: Term) -> Scalar:
    grid = point.grid(node.args[0])
    return _total([grid[i][i] for i in range(len(grid))])


def _dot(point: Numbers, node: Term) -> Scalar:
    left, right = ([entry for row in point.grid(part) for entry in row] for part in node.args)
    return _total([_times(one, other) for one, other in zip(left, right, strict=True)])


def _entrywise(point: Numbers, node: Term) -> Grid:
    grids = list(map(point.grid, node.args))
    found = grids[0]
    for grid in grids[1:]:
        found = [[_times(one, other) for one, other in zip(row, others, strict=True)] for row, others in zip(found, grid, strict=True)]
    return found


def _letter(point: Numbers, node: Term) -> Any:
    raise Refused(f"{node!r} has no value at the point")


_RULES: dict[str, Callable[[Numbers, Term], Any]] = {
    "number": lambda point, node: fmpq(node.mark.numerator, node.mark.denominator), "constant": _constant,
    **dict.fromkeys(("Symbol", "Dummy", "MatrixSymbol", "Space", "Eigenvalue", "Entry", "function"), _letter),
    **dict.fromkeys(("Add", "Mul", "MatAdd", "MatMul"), _folded), "Pow": _power, "MatPow": _matrix_power, "Piecewise": _pieces, "Sum": _sum,
    "UnitVector": _unit, "OverNeurons": _over_neurons,
    "Identity": lambda point, node: _filled(point, node.args[0], node.args[0], lambda i, j: int(i == j)),
    "ZeroMatrix": lambda point, node: _filled(point, *node.args, lambda i, j: 0),
    "OneMatrix": lambda point, node: _filled(point, *node.args, lambda i, j: 1),
    "Transpose": lambda point, node: _turned(point.grid(node.args[0])),
    "Inverse": lambda point, node: _inverse(point.grid(node.args[0]), node),
    "PseudoInverse": _pseudo_inverse, "Trace": _trace, "Determinant": lambda point, node: _determinant(point.grid(node.args[0])),
    "Dot": _dot, "Kron": _kron, "HadamardProduct": _entrywise, "Blocks": _of_blocks, "MatrixElement": _element, "Matrix": _explicit,
    "Vec": lambda point, node: [[entry] for row in _turned(point.grid(node.args[0])) for entry in row],
    "DiagMatrix": lambda point, node: _on_the_diagonal([entry for row in point.grid(node.args[0]) for entry in row]),
    "Diagonal": _diagonal, "MatrixFunction": _function_of_matrix,
    "Rank": lambda point, node: fmpq(_exact(point.grid(node.args[0])).rank()),
    "LargestEigenvalue": lambda point, node: _largest(*_eigenvalues(point.grid(node.args[0]))),
    "SmallestEigenvalue": lambda point, node: -_largest(*(-value for value in _eigenvalues(point.grid(node.args[0])))),
    "SpectralNorm": lambda point, node: ball(_largest(*_eigenvalues(_product(_turned(grid := point.grid(node.args[0])), grid)))).sqrt(),
}
