"""A domain laid out as coordinates, and the certain answer to whether a point lies in it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from flint import fmpq
from sympy import And, Eq, ImmutableMatrix, Integer, S, Transpose, together
from sympy.matrices.expressions.diagonal import DiagMatrix
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.diagonal import EveryEntry
from theoremtest.derivations.language.domain import Bounds, Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.symbols import real
from theoremtest.derivations.language.wellformed import same_size
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.expansion import expanded
from theoremtest.derivations.proof.obligations import loses_value, written_out

ENTRY = real("e")
"""Any entry of a vector, for its bounds."""
DEFINITE = {PositiveDefinite: ENTRY > 0, PositiveSemidefinite: ENTRY >= 0}
"""What definiteness asks of a diagonal matrix's entries."""
DIMENSION_SPREAD = 3
"""How many sizes of each symbolic dimension are tried, from its least value on."""


class Space:
    """A domain's dimensions, coordinates, bounds and joint conditions, ready for drawing and checking."""

    def __init__(self, domain: Domain):
        self.domain = domain
        self.dimensions = domain.dimensions
        self.bounds = {symbol: domain.bounds.get(symbol) or _assumed_bounds(symbol)
                       for symbol in dict.fromkeys((*self.dimensions, *domain.scalars))}
        self.symbols = tuple(symbol for symbol in domain.symbols if symbol not in self.dimensions)
        abbreviated = set(domain.where)
        joint = [*domain.joint, *(domain.expand(condition) for condition in domain.conditions
                                  if atoms_of(condition) & abbreviated)]
        joint += [written_out(condition, domain) for condition in domain.conditions if loses_value(condition, domain)]
        flat = []
        for condition in dict.fromkeys(joint):
            flat += condition.args if isinstance(condition, And) else [condition]
        self.joint = tuple(dict.fromkeys(flat))
        self.about = {condition: atoms_of(condition) for condition in self.joint}
        self.gaps = {condition: condition.lhs - condition.rhs for condition in self.joint if isinstance(condition, Eq)}
        self.symmetric = frozenset(filter(None, map(symmetric_by, domain.conditions)))
        self.entries = _entry_bounds(domain)
        self._laid_out: dict[tuple, tuple[list[tuple], dict]] = {}
        self.equalities = tuple(c for c in self.gaps if not getattr(c.lhs, "is_Matrix", False))

    def least(self, dimension) -> int:
        bounds = self.bounds[dimension]
        low = max(1, int(bounds.lower) + (bounds.lower != int(bounds.lower)) if bounds.lower is not None else 1)
        return low + (1 if bounds.lower_open and bounds.lower == low else 0)

    def sizes(self, spread: int = DIMENSION_SPREAD) -> list[dict]:
        """The dimension assignments that are tried, so many sizes of each, smallest first: those for which every matrix has rows and
        columns, and the conditions on sizes alone hold.
        """
        assignments = [{}]
        for dimension in self.dimensions:
            low = self.least(dimension)
            values = [n for n in range(low, low + spread) if self.bounds[dimension].holds(Integer(n))]
            assignments = [{**chosen, dimension: Integer(n)} for chosen in assignments for n in values]
        of_sizes = [condition for condition in self.joint if self.about[condition] <= set(self.dimensions)]
        matrices = [symbol for symbol in self.symbols if isinstance(symbol, MatrixSymbol)]
        assignments = [chosen for chosen in assignments if all(min(shape_of(symbol, chosen)) > 0 for symbol in matrices)
                       and not any(_truth(condition, balls.environment(chosen)) is False for condition in of_sizes)]
        return sorted(assignments, key=lambda chosen: (self.excess(chosen), *map(int, chosen.values())))

    def excess(self, sizes) -> int:
        return sum(int(n) - self.least(dimension) for dimension, n in sizes.items())

    def coordinates(self, sizes) -> list[tuple]:
        """(symbol, place, bounds): place is None for a scalar, (i, j) for an entry. The list is kept: nobody changes it."""
        return self._layout(sizes)[0]

    def _layout(self, sizes) -> tuple[list[tuple], dict]:
        """The coordinates at these sizes, and the shapes of the matrices."""
        key = tuple(sizes.items())
        if key not in self._laid_out:
            found, shapes = [], {}
            for symbol in self.symbols:
                if isinstance(symbol, MatrixSymbol):
                    rows, columns = shapes[symbol] = shape_of(symbol, sizes)
                    first = (lambda i: i) if symbol in self.symmetric else (lambda i: 0)
                    found += [(symbol, (i, j), self.entries.get(symbol, FREE)) for i in range(rows) for j in range(first(i), columns)]
                else:
                    found.append((symbol, None, self.bounds[symbol]))
            self._laid_out[key] = found, shapes
        return self._laid_out[key]

    def point(self, sizes, values) -> dict:
        """The point that has these values at its coordinates."""
        made, values, shapes = dict(sizes), iter(values), self._layout(sizes)[1]
        for symbol in self.symbols:
            if symbol in shapes:
                rows, columns = shapes[symbol]
                made[symbol] = ImmutableMatrix(rows, columns, self._entries(symbol, rows, columns, values))
            else:
                made[symbol] = next(values)
        return made

    def environment(self, sizes, values) -> dict:
        """What `balls.environment` makes of the point with these values, without building SymPy matrices for it."""
        return self.filled_in(sizes, map(number, values))

    def filled_in(self, sizes, numbers: Iterable[fmpq]) -> dict:
        """As `environment`, of numbers that are fractions of flint's already."""
        env = {dimension: number(n) for dimension, n in sizes.items()}
        numbers, shapes = iter(numbers), self._layout(sizes)[1]
        for symbol in self.symbols:
            if symbol in shapes:
                rows, columns = shapes[symbol]
                env[symbol] = balls.Grid(rows, columns, self._entries(symbol, rows, columns, numbers))
            else:
                env[symbol] = next(numbers)
        return env

    def _entries(self, symbol, rows: int, columns: int, values) -> list:
        """The entries of a matrix row by row from its coordinates: of a symmetric one those on and above the diagonal."""
        if symbol not in self.symmetric:
            return [next(values) for _ in range(rows * columns)]
        above = {(i, j): next(values) for i in range(rows) for j in range(i, columns)}
        return [above[min(i, j), max(i, j)] for i in range(rows) for j in range(columns)]

    def truth(self, env) -> bool | None:
        """Whether the joint conditions hold in an environment; None where the balls do not settle one and none fails."""
        answer = True
        for condition in self.joint:
            truth = _truth(condition, env)
            if truth is False:
                return False
            if truth is None:
                answer = None
        return answer

    def failing(self, env) -> list:
        """The joint conditions that are not certainly true in an environment."""
        return [condition for condition in self.joint if _truth(condition, env) is not True]


def symmetric_by(condition) -> MatrixSymbol | None:
    """The matrix symbol that a condition makes symmetric at all points; None where it makes none."""
    if isinstance(condition, (PositiveDefinite, PositiveSemidefinite)):
        return condition.matrix if isinstance(condition.matrix, MatrixSymbol) else None
    if isinstance(condition, Eq):
        for side, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)):
            if isinstance(side, MatrixSymbol) and isinstance(other, Transpose) and other.arg == side and same_size(*side.shape):
                return side
    return None


FREE = Bounds()


def _entry_bounds(domain: Domain) -> dict[MatrixSymbol, Bounds]:
    """What the conditions on every entry of one vector leave each of its entries; a diagonal matrix is definite where its entries are."""
    told: dict = {}
    for condition in domain.conditions:
        definite = DEFINITE.get(type(condition))
        if definite is not None and isinstance(condition.matrix, DiagMatrix) and isinstance(condition.matrix.args[0], MatrixSymbol):
            told.setdefault(condition.matrix.args[0], []).append(definite)
        if isinstance(condition, EveryEntry) and len(condition.pairs) == 1:
            ((symbol, vector),) = condition.pairs
            relation = condition.relation.subs(symbol, ENTRY)
            if relation.free_symbols == {ENTRY}:  # one that ties the entries to other letters bounds none of them
                told.setdefault(vector, []).append(relation)
    return {vector: Domain(*relations, over=[ENTRY]).bounds[ENTRY] for vector, relations in told.items()}


def shape_of(symbol, sizes) -> tuple[int, int]:
    return tuple(int(side if side.is_Integer else sizes[side] if side in sizes else side.subs(sizes)) for side in symbol.shape)


def number(value) -> fmpq:
    return fmpq(value.p, value.q)


def _assumed_bounds(symbol) -> Bounds:
    return Bounds(lower=S.One if symbol.is_positive and symbol.is_integer else None, integer=bool(symbol.is_integer))


def space_of(domain: Domain) -> Space:
    """Kept; a domain's symbols are no part of its equality, but their order decides in which order sizes and coordinates are drawn."""
    return _space_of(domain, domain.symbols)


@lru_cache(maxsize=256)
def _space_of(domain: Domain, symbols: tuple) -> Space:
    return Space(domain)


def _truth(condition, env):
    try:
        return balls.truth_in(condition, env, most=balls.PRECISIONS[2])
    except balls.Undefined:
        return False


def assumptions_hold(symbol, value) -> bool:
    """Whether a number is what a symbol is assumed to be."""
    return all(getattr(symbol, f"is_{name}") is not True or getattr(value, f"is_{name}") is True
               for name in ("positive", "negative", "nonnegative", "nonpositive", "nonzero", "integer"))


def contains(domain: Domain, point: dict) -> bool | None:
    """Whether the point lies in the domain: exactly or by balls; None where the balls do not settle a condition.

    Raises DomainError where the point gives a symbol no value.
    """
    space = space_of(domain)
    missing = [str(symbol) for symbol in (*space.dimensions, *space.symbols) if symbol not in point]
    if missing:
        raise DomainError(f"the point gives no value to {', '.join(missing)}; it must give one to each symbol of the domain")
    for symbol, bounds in space.bounds.items():
        value = point[symbol]
        if value.is_finite is False or not (bounds.holds(value) and assumptions_hold(symbol, value)):
            return False  # not finite: a chart has divided by zero
    for symbol in space.symbols:
        if isinstance(symbol, MatrixSymbol) and tuple(point[symbol].shape) != shape_of(symbol, point):
            return False
    return joint_truth(domain, point)


def joint_truth(domain: Domain, point: dict) -> bool | None:
    """Whether the conditions on several symbols hold at a point that respects the bounds."""
    space = space_of(domain)
    return space.truth(balls.environment(point)) if space.joint else True


def entry(point, coordinate):
    symbol, place, _ = coordinate
    return point[symbol] if place is None else point[symbol][place]


def with_entry(point: dict, coordinate, value, mirrored: bool = False) -> dict:
    """The point with another value at a coordinate; mirrored: at its mirror image too, where the matrix is symmetric."""
    symbol, place, _ = coordinate
    if place is None:
        return {**point, symbol: value}
    changed = point[symbol].as_mutable()
    symmetric = changed.is_symmetric()
    changed[place] = value
    if symmetric and mirrored:
        changed[place[::-1]] = value
    return {**point, symbol: ImmutableMatrix(changed)}


@lru_cache(maxsize=512)
def affine_in(gap, symbol) -> tuple | None:
    """(root, slope) with gap = slope*(symbol - root), where the symbol stands to the first power only; else None."""
    numerator, denominator = together(gap).as_numer_denom()
    numerator = expanded(numerator)
    if numerator is None:
        return None
    slope = numerator.coeff(symbol, 1)
    rest = (numerator - slope * symbol).expand()
    if slope == 0 or any(symbol in atoms_of(part) for part in (slope, rest, denominator)):
        return None
    return -rest / slope, slope / denominator
