"""The matrices that `frames` reads off a domain, built: columns of rational orthogonal matrices, products, squares.

Frames that are orthogonal to one another take their columns from one orthogonal matrix, a product of reflections and of rotations by
Pythagorean triples. A squared length that is no square is that of integer vectors, turned; a length that is free is drawn.
"""

from __future__ import annotations

from math import isqrt

from sympy import Expr, ImmutableMatrix, Integer, Rational, S, diag, eye, sqrt

from theoremtest.derivations.proof.balls import enclose as balls

from .balance import balanced, sharing
from .canonical_forms import made_root
from .charts import filled_in
from .coordinates import Space, contains, entry, shape_of, space_of
from .frames import Frames, Group, Stack
from .repairs import repaired
from .sizes import tried_sizes

TRIES = 40
"""Draws for each point that is asked for."""
ROTATIONS = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (20, 21, 29))
LENGTHS = tuple(map(Rational, ("1", "2", "1/2", "3", "3/2", "2/3", "5/3", "3/4", "1/5", "7/2")))
"""Lengths of vectors whose square is free."""
SIMPLE = tuple(map(Rational, (1, 0, -1, 2, Rational(1, 2), -2, 3, Rational(-1, 2))))
"""Values of a simple point's other coordinates."""
SPREAD = 4
"""Sizes of each dimension that are tried where one size over another has to be a whole number above 1."""


def fitting_sizes(frames: Frames, space: Space) -> list[dict]:
    """The sizes that are tried at which all that is built has room, smallest first."""
    ratio = any(group.square.as_numer_denom()[1].free_symbols & set(space.dimensions) for group in frames.groups)
    return tried_sizes(space, lambda sizes: _fits(frames, sizes), *((SPREAD,) if ratio else ()))


def _fits(frames: Frames, sizes: dict) -> bool:
    symmetric = space_of(frames.rest).symmetric
    return (all(_room(group, sizes) for group in frames.groups) and all(one.fits(sizes) for one in frames.shared)
            and all(one.fits(shape_of(one.symbol, sizes)[0], one.symbol in symmetric) for one in frames.roots))


def _room(group: Group, sizes: dict) -> bool:
    oriented = [shape[::-1] if by_rows else shape for (symbol, by_rows) in group.members for shape in (shape_of(symbol, sizes),)]
    total = sum(columns for _, columns in oriented)
    if group.square != 1 and group.free is None:
        return total <= len(_long(_square(group, sizes), oriented[0][0]))
    return len({rows for rows, _ in oriented}) == 1 and (total == oriented[0][0] if group.complete else total <= oriented[0][0])


def framed_point(frames: Frames, space: Space, sizes: dict, values: list, draws, plain: bool = False, extra: tuple = ()) -> dict | None:
    """A point with these values, what is built in its places, and the rest moved to meet the other conditions; None where they do not.

    plain: unit vectors in order, and nothing moved. extra: symbols that are not moved either.
    """
    made = structured(frames, space.point(sizes, values), sizes, draws, plain)
    if not all(made[one].is_Rational for one in space.bounds if one in made):  # what a length makes a scalar is no number there
        return None
    goal = frames.goal()
    if goal.joint and not plain:
        held = {symbol: made[symbol] for symbol in (*frames.held, *extra) if symbol in made}
        moved = repaired(goal, sizes, [entry(made, coordinate) for coordinate in goal.coordinates(sizes)], draws, held)
        if moved is None:
            return None
        made = {**goal.point(sizes, moved), **held}
    if not frames.made_of:
        return made
    return filled_in(frames.made_of, made, balls.environment(made)) or made  # where there is no value the point is none of the domain


def structured(frames: Frames, point: dict, sizes: dict, draws, plain: bool = False) -> dict:
    """The point with all in its place that does not follow from others; plain: unit vectors in order."""
    made = dict(point)

    def orthogonal(size: int):
        return orthogonal_matrix(size, draws, plain)

    bases: dict[tuple[int, bool], ImmutableMatrix] = {}
    for one in frames.roots:
        size, symmetric = shape_of(one.symbol, sizes)[0], one.symbol in space_of(frames.rest).symmetric
        basis = bases.get((size, symmetric)) if draws.below(2) else None  # in one basis they commute
        made[one.symbol], bases[size, symmetric] = made_root(one, size, draws, basis, orthogonal if symmetric else None)
    for symbol in frames.definite:
        made[symbol] = _definite(shape_of(symbol, sizes)[0], draws)
    for symbol, most in frames.ranks:
        made[symbol] = _of_rank(made[symbol], int(most.subs(sizes)))
    for group in frames.groups:
        _place(group, made, sizes, draws, orthogonal, frames.rest)
    for laid in frames.laid:
        made[laid.symbol] = ImmutableMatrix(*shape_of(laid.symbol, sizes), list(made.pop(laid.column)))
    for stack in frames.stacks:
        made.update(_parted(stack, made.pop(stack.whole), sizes))
    for (symbol, by_rows), (frame, frame_by_rows) in frames.beside:
        made[symbol] = _apart_from(made[symbol], by_rows, made[frame].T if frame_by_rows else made[frame])
    for layers in frames.balances:
        made = balanced(layers, made, sizes, draws, orthogonal)
    for together in frames.shared:
        made = sharing(together, made, sizes, draws, orthogonal)
    return made


def _place(group: Group, made: dict, sizes: dict, draws, orthogonal, rest) -> None:
    """Put a group's frames into the point."""
    symbol, by_rows = group.members[0]
    rows, columns = shape_of(symbol, sizes)
    size = columns if by_rows else rows
    whole, start = orthogonal(size), 0
    if len(group.members) == 1 and rows == columns and symbol in space_of(rest).symmetric:
        whole = whole * diag(*(1 - 2 * draws.below(2) for _ in range(size))) * whole.T  # a reflection is symmetric, and so are products
    if group.free is not None:
        length = S.One if whole == eye(size) else draws.pick(LENGTHS)
        whole, made[group.free] = length * whole, _made_by(length, group, {**sizes, **made}, draws)
    elif group.lengths is not None:
        count = rows if by_rows else columns
        drawn = [draws.pick(LENGTHS) for _ in range(count)]
        whole = whole[:, :count] * diag(*drawn)
        made[group.lengths] = ImmutableMatrix([length**2 for length in drawn])
    elif group.square != 1:
        whole = whole * ImmutableMatrix(_long(_square(group, sizes), size)).T
    for symbol, by_rows in group.members:
        rows, columns = shape_of(symbol, sizes)
        count = rows if by_rows else columns
        part = whole[:, start:start + count]
        made[symbol] = ImmutableMatrix(part.T if by_rows else part)
        start += count


def _made_by(length: Rational, group: Group, values: dict, draws) -> Expr:
    """The scalar that gives vectors of this length; a root where that is no rational number."""
    once = (group.square / group.free).subs(group.free, 1)
    if not (group.square / group.free).has(group.free):
        return length**2 / once.subs(values)
    return (S.One if group.free.is_nonnegative or draws.below(2) else S.NegativeOne) * length / sqrt(once.subs(values))


def _parted(stack: Stack, whole: ImmutableMatrix, sizes: dict) -> dict:
    """The rows of one frame, dealt out to the members, each over the root of its share."""
    start, made = 0, {}
    for (symbol, by_rows), share in stack.members:
        rows = shape_of(symbol, sizes)[1 if by_rows else 0]
        part = whole[start:start + rows, :] / share ** S.Half
        made[symbol] = ImmutableMatrix(part.T if by_rows else part)
        start += rows
    return made


def _definite(size: int, draws) -> ImmutableMatrix:
    """A positive definite matrix: a square, and a little of the identity."""
    root = ImmutableMatrix(size, size, lambda i, j: draws.pick(SIMPLE))
    return ImmutableMatrix(root * root.T + draws.pick(LENGTHS) * eye(size))


def _of_rank(matrix: ImmutableMatrix, rank: int) -> ImmutableMatrix:
    """The matrix with its columns beyond the rank put together from those before."""
    first = matrix[:, :max(0, min(rank, matrix.cols))]
    mixed = ImmutableMatrix(first.cols, matrix.cols - first.cols, lambda i, j: (i + j) % 3 - 1)
    return ImmutableMatrix.hstack(first, first * mixed) if first.cols else ImmutableMatrix(0 * matrix)


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


def orthogonal_matrix(size: int, draws, plain: bool):
    """A rational orthogonal matrix; plain: the identity."""
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


def simple_framed_points(domain, frames: Frames, limit: int, draws, deadline=None):
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
        point = framed_point(frames, space, {name: Integer(n) for name, n in sizes.items()}, values, draws, plain=turn % 3 == 0)
        if point is not None and point not in seen and contains(domain, point) is True:
            seen.append(point)
            found += 1
            yield point
        elif turn > TRIES and not found:
            return
