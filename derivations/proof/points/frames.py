"""Points whose matrices have orthonormal columns or rows, which chance never draws: columns of rational orthogonal matrices.

Read off the domain's equations: U^T U = I, U U^T = I, U U^T + V V^T = I, and U^T V = 0 or <u, v> = 0 between two of one space, or
between one and a matrix that is no frame, which loses its part in the frame's space. Frames that are orthogonal to one another take
their columns from one orthogonal matrix, a product of reflections and of rotations by Pythagorean triples.
Whitened data, X X^T = P I, are a frame whose vectors have the squared length P: integer vectors of that length, turned; so is a vector of
a stated length. A length with a scalar of the domain in it is drawn, and the scalar worked out. What an equation makes of these, as
T = U D U^T, is worked out once they stand.
Whether a point is one of the domain, with all its other conditions, is checked as for any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

from sympy import Eq, Expr, Identity, ImmutableMatrix, Integer, MatAdd, MatMul, MatrixSymbol, Rational, S, Symbol, Transpose, eye
from sympy.matrices.expressions import ZeroMatrix

from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.proof.balls import enclose as balls

from .balance import Balance, balance, balanced
from .charts import filled_in
from .coordinates import DIMENSION_SPREAD, Space, contains, shape_of, space_of
from .definitions import definitions

TRIES = 40
"""Draws for each point that is asked for."""
ROTATIONS = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (20, 21, 29))
SIMPLE = tuple(map(Rational, (1, 0, -1, 2, Rational(1, 2), -2, 3, Rational(-1, 2))))
"""Values of a simple point's other coordinates."""


Member = tuple[MatrixSymbol, bool]
"""A matrix symbol, and whether its rows are meant."""


LENGTHS = tuple(map(Rational, ("1", "2", "1/2", "3", "3/2", "2/3", "5/3", "3/4", "1/5", "7/2")))
"""Lengths of vectors whose square is told by a scalar that is free."""


@dataclass(frozen=True)
class Group:
    """Frames of one space, orthogonal to one another: matrix symbols, with whether their rows are meant."""

    members: tuple[tuple[MatrixSymbol, bool], ...]
    complete: bool = False
    """Whether together they fill the space."""
    square: Expr = S.One
    """The squared length of their vectors: a number or a size."""
    free: Symbol | None = None
    """A scalar in the squared length, to the first power: the length is drawn, and the scalar is what it makes it."""


@dataclass(frozen=True)
class Frames:
    """The groups, balanced layers and definitions of a domain, and the domain without the equations that they meet."""

    groups: tuple[Group, ...]
    balances: tuple[Balance, ...]
    rest: Domain
    made_of: tuple[tuple[Symbol | MatrixSymbol, Expr], ...] = ()
    """Symbols that an equation makes an expression in others, each after those that it needs."""
    beside: tuple[tuple[Member, Member], ...] = ()
    """Matrices that are no frames with a frame to which they are orthogonal, each with whether its rows are meant."""

    @property
    def listed_at_ease(self) -> bool:
        """Whether single vectors of a stated length are all there is: such points a list in order of size finds as well."""
        return not self.balances and all(len(group.members) == 1 and group.members[0][0].shape[1] == 1 for group in self.groups)


def frames_of(domain: Domain) -> Frames | None:
    """The frames and balanced layers that a domain's equations speak of; None where there are none. Kept as `space_of` keeps."""
    return None if domain.chart is not None else _frames_of(domain, domain.symbols)


@lru_cache(maxsize=256)
def _frames_of(domain: Domain, symbols: tuple) -> Frames | None:
    found, longer, kept, pairs, sums, balances = {}, [], [], [], [], []
    for condition in domain.conditions:
        frame, pair, layers = _frame(condition), _orthogonal(condition), balance(condition)
        if layers is not None:
            balances.append((condition, layers))
        elif frame is not None and frame[2] != 1:
            longer.append((condition, Group((frame[:2],), square=frame[2], free=_free(frame[2], domain))))
        elif frame is not None:
            found.setdefault(frame[0], frame[1])
        elif pair is not None:
            pairs.append((condition, pair))
        elif _resolution(condition):
            sums.append((condition, _resolution(condition)))
        else:
            kept.append(condition)
    if not found and not longer and not balances:
        return None
    taken, alone = set(found), []
    for condition, made, symbols in [*((condition, group, {group.members[0][0]}) for condition, group in longer),
                                     *((condition, layers, {layers.X, layers.Y}) for condition, layers in balances)]:
        (kept if taken & symbols else alone).append(condition if taken & symbols else made)
        taken |= symbols
    groups, beside = [[member] for member in found.items()], []
    framed = {member for one in alone if isinstance(one, Group) for member in one.members} | set(found.items())
    for condition, (one, other) in pairs:
        ours = next((group for group in groups if one in group), None)
        theirs = next((group for group in groups if other in group), None)
        first, second = (one, other) if other in framed else (other, one)
        if (ours is None or theirs is None) and second in framed and first[0] not in taken:
            beside.append((first, second))
        elif ours is None or theirs is None:
            kept.append(condition)
        elif ours is not theirs:
            ours += theirs
            groups.remove(theirs)
    whole = []
    for condition, members in sums:
        group = next((group for group in groups if set(group) == members), None)
        (kept if group is None else whole).append(condition if group is None else group)
    made = [Group(tuple(group), group in whole) for group in groups] + [one for one in alone if isinstance(one, Group)]
    layers = tuple(one for one in alone if isinstance(one, Balance))
    lengths = {group.free for group in made if group.free is not None}
    made_of, others = definitions(domain, kept, taken | lengths | {first[0] for first, _ in beside})
    return Frames(tuple(made), layers, Domain(*others, over=domain.symbols, where=domain.where), made_of, tuple(beside))


def _free(square: Expr, domain: Domain) -> Symbol | None:
    """A scalar of the domain that a squared length is a multiple of."""
    return next((symbol for symbol in domain.scalars if symbol not in domain.dimensions and not symbol.is_integer
                 and square.has(symbol) and not (square / symbol).has(symbol)), None)


def _frame(condition) -> tuple[MatrixSymbol, bool, Expr] | None:
    """(symbol, whether its rows are meant, their squared length) for U^T U = I, U U^T = I, the same with a multiple of I, and <u, u>."""
    for one, other in _sides(condition):
        if isinstance(one, Dot) and one.left == one.right and isinstance(one.left, MatrixSymbol):
            return one.left, False, other
        square, rest = other.args if isinstance(other, MatMul) and len(other.args) == 2 else (S.One, other)
        if isinstance(rest, Identity) and isinstance(one, MatMul) and len(one.args) == 2 and not square.is_Matrix:
            left, right = one.args
            if isinstance(left, Transpose) and left.arg == right and isinstance(right, MatrixSymbol):
                return right, False, square
            if isinstance(right, Transpose) and right.arg == left and isinstance(left, MatrixSymbol):
                return left, True, square
    return None


def _orthogonal(condition) -> tuple | None:
    """The two symbols of U^T V = 0, of <u, v> = 0, or of U V^T = 0 by their rows."""
    for one, other in _sides(condition):
        if isinstance(one, Dot) and other == 0 and isinstance(one.left, MatrixSymbol) and isinstance(one.right, MatrixSymbol):
            return (one.left, False), (one.right, False)
        if isinstance(other, ZeroMatrix) and isinstance(one, MatMul) and len(one.args) == 2:
            left, right = one.args
            if isinstance(left, Transpose) and isinstance(left.arg, MatrixSymbol) and isinstance(right, MatrixSymbol):
                return (left.arg, False), (right, False)
            if isinstance(right, Transpose) and isinstance(right.arg, MatrixSymbol) and isinstance(left, MatrixSymbol):
                return (left, True), (right.arg, True)
    return None


def _resolution(condition) -> set:
    """The frames of U U^T + V V^T = I, which together fill their space; empty for any other equation."""
    for one, other in _sides(condition):
        if isinstance(other, Identity) and isinstance(one, MatAdd):
            frames = [_frame(Eq(term, other, evaluate=False)) for term in one.args]
            if None not in frames:
                return {(symbol, not by_rows) for symbol, by_rows, square in frames if square == 1}
    return set()


def _sides(condition):
    return ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs)) if isinstance(condition, Eq) else ()


def fitting_sizes(frames: Frames, space: Space) -> list[dict]:
    """The sizes that are tried at which every group has room, smallest first."""
    ratio = any(group.square.as_numer_denom()[1].free_symbols & set(space.dimensions) for group in frames.groups)
    spread = DIMENSION_SPREAD + 1 if ratio else DIMENSION_SPREAD  # one size over another is a whole number above 1 at few small sizes
    return [sizes for sizes in space.sizes(spread) if all(_room(group, sizes) for group in frames.groups)]


def _room(group: Group, sizes: dict) -> bool:
    shapes = [shape_of(symbol, sizes) for symbol, _ in group.members]
    oriented = [shape[::-1] if by_rows else shape for shape, (_, by_rows) in zip(shapes, group.members, strict=True)]
    total = sum(columns for _, columns in oriented)
    if group.square != 1 and group.free is None:
        return total <= len(_long(_square(group, sizes), oriented[0][0]))
    return len({rows for rows, _ in oriented}) == 1 and (total == oriented[0][0] if group.complete else total <= oriented[0][0])


def placed(frames: Frames, point: dict, sizes: dict, draws, plain: bool = False) -> dict:
    """The point with orthonormal frames in their places; plain: unit vectors in order."""
    made = dict(point)
    for group in frames.groups:
        rows, columns = shape_of(group.members[0][0], sizes)
        size = columns if group.members[0][1] else rows
        whole, start = _orthogonal_matrix(size, draws, plain), 0
        if group.free is not None:
            length = S.One if plain else draws.pick(LENGTHS)
            whole, made[group.free] = length * whole, length**2 / (group.square / group.free).subs(sizes).subs(made)
        elif group.square != 1:
            whole = whole * ImmutableMatrix(_long(_square(group, sizes), size)).T
        for symbol, by_rows in group.members:
            rows, columns = shape_of(symbol, sizes)
            count = rows if by_rows else columns
            part = whole[:, start:start + count]
            made[symbol] = ImmutableMatrix(part.T if by_rows else part)
            start += count
    for (symbol, by_rows), (frame, frame_by_rows) in frames.beside:
        made[symbol] = _apart_from(made[symbol], by_rows, made[frame].T if frame_by_rows else made[frame])
    for layers in frames.balances:
        made = balanced(layers, made, sizes, draws, lambda size: _orthogonal_matrix(size, draws, plain))
    if not frames.made_of:
        return made
    return filled_in(frames.made_of, made, balls.environment(made)) or made  # where there is no value the point is none of the domain


def _apart_from(matrix: ImmutableMatrix, by_rows: bool, frame: ImmutableMatrix) -> ImmutableMatrix:
    """The matrix without the part of its columns, or rows, that lies in the space of the frame."""
    columns = matrix.T if by_rows else matrix
    columns = columns - frame * (frame.T * columns) / (frame.T * frame)[0, 0]
    return ImmutableMatrix(columns.T if by_rows else columns)


def _square(group: Group, sizes: dict) -> Rational:
    """The squared length in numbers; 0, which no vectors have, where the sizes do not give it."""
    number = group.square.subs(sizes)
    return number if number.is_Rational else S.Zero


def _long(square: Rational, size: int) -> list[list[Rational]]:
    """Rational vectors of that squared length, orthogonal to one another: of p/q those of length p q, over q."""
    return [[Rational(entry, int(square.q)) for entry in vector] for vector in _integers(int(square.p) * int(square.q), size)]


def _integers(square: int, size: int) -> list[list[int]]:
    """Integer vectors of that squared length, orthogonal to one another: as many as unit vectors, pairs of squares or one sum give."""
    if square <= 0:
        return []
    if isqrt(square) ** 2 == square:
        return [[isqrt(square) * (i == j) for j in range(size)] for i in range(size)]
    for one in range(1, isqrt(square) + 1):
        other = isqrt(square - one**2)
        if one**2 + other**2 == square:
            places = range(0, size - 1, 2)
            return [[*[0] * i, *pair, *[0] * (size - i - 2)] for i in places for pair in ((one, other), (-other, one))]
    return [[1] * square + [0] * (size - square)] if square <= size else []


def _orthogonal_matrix(size: int, draws, plain: bool):
    matrix = eye(size)
    if plain:
        return matrix
    for _ in range(size):
        i, j = draws.below(size), draws.below(size)
        if i == j:
            matrix[i, :] = -matrix[i, :]
            continue
        a, b, c = draws.pick(ROTATIONS)
        above, below = matrix[i, :], matrix[j, :]
        matrix[i, :] = Rational(a, c) * above - Rational(b, c) * below
        matrix[j, :] = Rational(b, c) * above + Rational(a, c) * below
    return matrix


def simple_framed_points(domain: Domain, frames: Frames, limit: int, draws, deadline=None):
    """Up to `limit` points with simple entries, the smallest sizes first."""
    space = space_of(domain)
    sizes_in_turn, found, seen = fitting_sizes(frames, space), 0, []
    for turn in range(TRIES * limit):
        if not sizes_in_turn or found == limit:
            return
        if deadline is not None:
            deadline.check()
        sizes = sizes_in_turn[min(turn // 6, turn) % len(sizes_in_turn)]
        values = [next((value for value in (SIMPLE[draws.below(len(SIMPLE))] for _ in range(20)) if bounds.holds(value)), None)
                  for _, _, bounds in space.coordinates(sizes)]
        values = [draws.within(coordinate[2]) if value is None else value
                  for value, coordinate in zip(values, space.coordinates(sizes), strict=True)]
        point = placed(frames, space.point({name: Integer(n) for name, n in sizes.items()}, values), sizes, draws, plain=turn % 3 == 0)
        if point not in seen and contains(domain, point) is True:
            seen.append(point)
            found += 1
            yield point
        elif turn > TRIES and not found:
            return
