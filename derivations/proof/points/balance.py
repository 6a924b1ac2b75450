"""Points whose layers are balanced, Y^T Y = lambda I + X X^T, which chance never meets where the layers share more than one unit.

Both layers are built from rational orthogonal matrices and singular values a and b with b^2 - a^2 = lambda: a + b is drawn, and b - a is
lambda over it. A direction that only one of the layers has room for fixes lambda as a square, or as the negative of one. Where lambda is
zero, any number of matrices may share Grams, as in a chain of layers: they have the same singular values, and an axis for each Gram.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sympy import Expr, ImmutableMatrix, MatrixSymbol, Rational, S, Symbol, zeros

from theoremtest.derivations.language.wellformed import same_size

from .coordinates import shape_of
from .grams import Member, grams_of


@dataclass(frozen=True)
class Balance:
    """Y^T Y = lambda I + X X^T: the layers, each with whether it is turned there, and lambda, a symbol or a number."""

    X: Member
    Y: Member
    level: Expr

    @property
    def symbols(self) -> set[MatrixSymbol]:
        """The layers."""
        return {self.X[0], self.Y[0]}


def balance(condition) -> Balance | None:
    """The balance that an equation states; None for any other condition."""
    found = grams_of(condition)
    if found is None or found.pairs or found.others or len(found.grams) != 2:
        return None
    (one, factor), (other, opposite) = found.grams
    if one[0] == other[0] or factor + opposite != 0 or not same_size(_size(one), _size(other)):
        return None
    level = -found.unit / factor
    if level.could_extract_minus_sign():
        one, other, level = other, one, -level
    return Balance(other, one, level) if isinstance(level, Symbol) or level.is_Rational else None


def _size(member: Member):
    symbol, by_rows = member
    return symbol.shape[0] if by_rows else symbol.shape[1]


def balanced(stated: Balance, point: dict, sizes: dict, draws, orthogonal: Callable) -> dict:
    """The point with balanced layers; lambda is the point's own where every direction has room in both layers.

    orthogonal: makes a rational orthogonal matrix of a size. Where lambda is a number that these sizes rule out, the point is none.
    """
    units, inputs = _oriented_shape(stated.X, sizes)[::-1]
    outputs, _ = _oriented_shape(stated.Y, sizes)
    made, level = dict(point), point.get(stated.level, stated.level)
    if isinstance(stated.level, Symbol) and units > min(inputs, outputs):
        root = _drawn(draws)
        level = S.Zero if units > max(inputs, outputs) else root**2 if outputs > inputs else -root**2
        made[stated.level] = level
    X, Y = zeros(units, inputs), zeros(outputs, units)
    for j in range(units):
        total = _drawn(draws)
        if j < inputs and j < outputs:
            X[j, j], Y[j, j] = (total - level / total) / 2, (total + level / total) / 2
        elif j < outputs:
            Y[j, j] = _root(level)
        elif j < inputs:
            X[j, j] = _root(-level)
    turn = orthogonal(units)
    made[stated.X[0]] = _turned(turn * X * orthogonal(inputs), stated.X[1] is False)
    made[stated.Y[0]] = _turned(orthogonal(outputs) * Y * turn.T, stated.Y[1])
    return made


def _oriented_shape(member: Member, sizes: dict) -> tuple[int, int]:
    """The shape of the matrix whose columns are meant."""
    rows, columns = shape_of(member[0], sizes)
    return (columns, rows) if member[1] else (rows, columns)


def _turned(matrix, by_rows: bool) -> ImmutableMatrix:
    return ImmutableMatrix(matrix.T if by_rows else matrix)


def _drawn(draws) -> Rational:
    return Rational(1 + draws.below(30), 1 + draws.below(8))


def _root(square: Expr) -> Expr:
    """The rational root of a square; 0 where there is none."""
    root = Rational(square) ** Rational(1, 2) if square >= 0 else S.Zero
    return root if root.is_Rational else S.Zero


# --- Grams that several matrices share --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shared:
    """Matrices some of whose Grams are the same: classes of members, and the class whose Gram is the identity times a square, if any."""

    classes: tuple[frozenset[Member], ...]
    framed: frozenset[Member] | None = None
    root: Expr = S.One

    @property
    def symbols(self) -> set[MatrixSymbol]:
        """The matrices."""
        return {symbol for members in self.classes for symbol, _ in members}

    def rank(self, sizes: dict) -> int:
        """How many singular values they have, one for each direction that all have room for."""
        room = [shape[side] for symbol in self.symbols for shape in (shape_of(symbol, sizes),) for side in (0, 1)]
        return min(room)

    def fits(self, sizes: dict) -> bool:
        """Whether the sizes leave room for the Gram that is the identity."""
        return self.framed is None or _class_size(self.framed, sizes) == self.rank(sizes)


def shared(equal: Iterable[tuple[Member, Member]], framed: dict[Member, Expr]) -> list[Shared]:
    """What pairs of members of equal Grams come to, each set of matrices by itself.

    framed: members whose Gram is the identity times a number; sets with more than one such class are left out.
    """
    parents: dict[Member, Member] = {}

    def top(member: Member) -> Member:
        parents.setdefault(member, member)
        return member if parents[member] == member else top(parents[member])

    for one, other in equal:
        parents[top(one)] = top(other)
    classes: dict[Member, set[Member]] = {}
    for member in list(parents):
        classes.setdefault(top(member), set()).add(member)
    apart = [{member} for member in framed if member not in parents and member[0] in {symbol for symbol, _ in parents}]
    found, left = [], [*classes.values(), *apart]
    while left:
        together = [left.pop()]
        symbols = {symbol for symbol, _ in together[0]}
        while more := [members for members in left if symbols & {symbol for symbol, _ in members}]:
            together += more
            left = [members for members in left if members not in more]
            symbols |= {symbol for members in more for symbol, _ in members}
        known = [members for members in together if members & framed.keys()]
        squares = {framed[member] for members in known for member in members & framed.keys()}
        if len(known) <= 1 and len(squares) <= 1 and all(square.is_Rational and _root(square) for square in squares):
            found.append(Shared(tuple(map(frozenset, together)), frozenset(known[0]) if known else None,
                                _root(squares.pop()) if squares else S.One))
    return found


def _class_size(members: frozenset[Member], sizes: dict) -> int:
    symbol, by_rows = next(iter(members))
    return shape_of(symbol, sizes)[0 if by_rows else 1]


def sharing(stated: Shared, point: dict, sizes: dict, draws, orthogonal: Callable) -> dict:
    """The point with matrices that share their Grams."""
    made, axes = dict(point), {}
    rank = stated.rank(sizes)
    values = [stated.root if stated.framed else _drawn(draws) for _ in range(rank)]
    for members in stated.classes:
        axes.update(dict.fromkeys(members, orthogonal(_class_size(members, sizes))))
    for symbol in sorted(stated.symbols, key=str):
        rows, columns = shape_of(symbol, sizes)
        middle = zeros(rows, columns)
        for j, value in enumerate(values):
            middle[j, j] = value
        left, right = (axes.get((symbol, by_rows)) for by_rows in (True, False))
        left, right = (orthogonal(size) if axis is None else axis for axis, size in ((left, rows), (right, columns)))
        made[symbol] = ImmutableMatrix(left * middle * right.T)
    return made
