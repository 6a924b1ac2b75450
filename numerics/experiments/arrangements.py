"""Activation regions of piecewise linear networks in the plane, exactly: convex polygons with rational corners, who borders on
whom, and whether the parity of active neurons, or any two colours at all, tell neighbours apart (Kunin et al. 2024, Appendix C.1).
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from numbers import Rational

from flint import fmpq

Point = tuple[fmpq, fmpq]
Affine = tuple[fmpq, fmpq, fmpq]
"""(u, v, c) for the map u x + v y + c."""

ZERO, ONE = fmpq(0), fmpq(1)
SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@dataclass(frozen=True)
class Region:
    """A cell of the partition.

    signs: for each hidden layer the sign of each pre-activation, 1, -1, or 0 where it vanishes on the whole cell.
    corners: the polygon within the window, counter-clockwise. predictor: the network's affine map on the cell.
    """

    signs: tuple[tuple[int, ...], ...]
    corners: tuple[Point, ...]
    predictor: Affine

    @property
    def active(self) -> int:
        """How many neurons are active; one whose pre-activation vanishes is not."""
        return sum(sign > 0 for layer in self.signs for sign in layer)

    @property
    def parity(self) -> int:
        """1 for an even number of active neurons, -1 for an odd one."""
        return -1 if self.active % 2 else 1

    @property
    def in_definition(self) -> bool:
        """Whether every pre-activation has a strict sign here, as Eq. (123) asks."""
        return all(sign for layer in self.signs for sign in layer)


@dataclass(frozen=True)
class Partition:
    """All regions of a network that meet a window, and the pairs (i, j, start, end) that share a boundary segment."""

    regions: tuple[Region, ...]
    borders: tuple[tuple[int, int, Point, Point], ...]

    @cached_property
    def neighbours(self) -> dict[int, set[int]]:
        table: dict[int, set[int]] = {i: set() for i in range(len(self.regions))}
        for i, j, _, _ in self.borders:
            table[i].add(j)
            table[j].add(i)
        return table

    @property
    def same_parity(self) -> list[tuple[int, int]]:
        """Neighbours that the parity of active neurons does not tell apart; none where the rule works."""
        return sorted({(i, j) for i, j, _, _ in self.borders if self.regions[i].parity == self.regions[j].parity})

    def odd_ring(self) -> list[int] | None:
        """A ring of an odd number of regions, each bordering on the next, which no two colours tell apart; None if there is none."""
        above: dict[int, int | None] = {}
        depth: dict[int, int] = {}
        for first in self.neighbours:
            if first in depth:
                continue
            above[first], depth[first] = None, 0
            queue = deque([first])
            while queue:
                here = queue.popleft()
                for there in self.neighbours[here]:
                    if there not in depth:
                        above[there], depth[there] = here, depth[here] + 1
                        queue.append(there)
                    elif depth[there] == depth[here]:
                        return _ring(here, there, above)
        return None

    @property
    def two_colourable(self) -> bool:
        """Whether some choice of two colours tells all neighbours apart."""
        return self.odd_ring() is None


def _ring(here: int, there: int, above: dict) -> list[int]:
    left, right = [here], [there]
    while left[-1] != right[-1]:
        left.append(above[left[-1]])
        right.append(above[right[-1]])
    return left + right[-2::-1]


def partition(layers: Sequence, readout: Sequence, gamma=0, window: Sequence = SQUARE) -> Partition:
    """The partition of a convex window by f(x) = a . sigma(W_l ... sigma(W_1 x + b_1) ... + b_l), sigma(z) = max(z, gamma z).

    layers   one pair (W, b) per hidden layer, first layer first: W is a list of rows, the first layer's of two numbers; b is a
             list of numbers, or None for no biases.
    readout  a, one number per neuron of the last hidden layer.
    gamma    slope for z < 0, in [0, 1].
    window   corners of a convex polygon, counter-clockwise; without biases any one around the origin shows all regions.

    Numbers are integers, fractions, SymPy rationals or floats (taken as the binary fractions that they are). Cost grows with
    the number of regions, about a thousand a second. Raises TypeError and ValueError for what is none of these.
    """
    slope = _number("gamma", gamma)
    if not 0 <= slope <= 1:
        raise ValueError(f"gamma is {gamma}; it must lie in [0, 1]")
    corners = tuple((_number("window", x), _number("window", y)) for x, y in window)
    if len(corners) < 3 or any(_turn(*(corners[(i + k) % len(corners)] for k in range(3))) <= 0 for i in range(len(corners))):
        raise ValueError(f"window {window!r} is no convex polygon with its corners counter-clockwise")
    cells = [((), corners, ((ONE, ZERO, ZERO), (ZERO, ONE, ZERO)))]
    for number, (weights, biases) in enumerate(layers, start=1):
        rows = _layer(number, weights, biases, len(cells[0][2]))
        cells = [piece for cell in cells for piece in _cut_by_layer(cell, rows, slope)]
    weights = [_number("readout", value) for value in readout]
    if len(weights) != len(cells[0][2]):
        raise ValueError(f"readout has {len(weights)} numbers for {len(cells[0][2])} neurons of the last hidden layer")
    regions = tuple(Region(signs, polygon, _combined(weights, outputs, ZERO)) for signs, polygon, outputs in cells)
    return Partition(regions, _borders(regions))


def line_arrangement(lines: Sequence) -> Partition:
    """The regions of the plane that lines u x + v y + c = 0, given as (u, v, c), cut; the window takes in all crossings."""
    checked = [tuple(_number("line", value) for value in line) for line in lines]
    farthest = ONE
    for i, (u, v, c) in enumerate(checked):
        if u == 0 and v == 0:
            raise ValueError(f"line {i} is {lines[i]!r}; u and v must not both be zero")
        farthest = max(farthest, abs(u * c) / (u * u + v * v), abs(v * c) / (u * u + v * v))
        for other_u, other_v, other_c in checked[:i]:
            crossing = u * other_v - v * other_u
            if crossing != 0:
                farthest = max(farthest, abs(v * other_c - c * other_v) / abs(crossing), abs(c * other_u - u * other_c) / abs(crossing))
    edge = 2 * farthest + 1
    window = [(x * edge, y * edge) for x, y in SQUARE]
    return partition([([line[:2] for line in checked], [line[2] for line in checked])], [1] * len(checked), window=window)


def _cut_by_layer(cell, rows, slope):
    signs, polygon, inputs = cell
    maps = [_combined(row, inputs, bias) for row, bias in rows]
    pieces = [(polygon, ())]
    for affine in maps:
        pieces = [(part, (*seen, sign)) for whole, seen in pieces for part, sign in _cut(whole, affine)]
    for part, seen in pieces:
        outputs = tuple(affine if sign > 0 else tuple(slope * value for value in affine) for affine, sign in zip(maps, seen, strict=True))
        yield (*signs, seen), part, outputs


def _combined(weights, maps, bias) -> Affine:
    u, v, c = ZERO, ZERO, bias
    for weight, (du, dv, dc) in zip(weights, maps, strict=True):
        if weight != 0:
            u, v, c = u + weight * du, v + weight * dv, c + weight * dc
    return u, v, c


def _cut(polygon, affine):
    """The parts of a convex polygon on which an affine map is positive and negative, each with its sign."""
    u, v, c = affine
    values = [u * x + v * y + c for x, y in polygon]
    above, below = any(value > 0 for value in values), any(value < 0 for value in values)
    if not (above and below):
        return [(polygon, 1 if above else -1 if below else 0)]
    parts: dict[int, list] = {1: [], -1: []}
    for i, (here, value) in enumerate(zip(polygon, values, strict=True)):
        there, next_value = polygon[(i + 1) % len(polygon)], values[(i + 1) % len(polygon)]
        for sign in (1, -1):
            if sign * value >= 0:
                parts[sign].append(here)
        if value * next_value < 0:
            share = value / (value - next_value)
            crossing = (here[0] + share * (there[0] - here[0]), here[1] + share * (there[1] - here[1]))
            for part in parts.values():
                part.append(crossing)
    return [(tuple(part), sign) for sign, part in parts.items()]


def _borders(regions):
    """The segments that two regions share: edges on one line, on its two sides, where they overlap."""
    lines: dict[tuple, tuple[list, list]] = defaultdict(lambda: ([], []))
    for index, region in enumerate(regions):
        corners = region.corners
        for k, (x, y) in enumerate(corners):
            next_x, next_y = corners[(k + 1) % len(corners)]
            along_x, along_y = next_x - x, next_y - y
            scale = along_x if along_x != 0 else along_y
            direction = (along_x / scale, along_y / scale)
            offset = direction[0] * y - direction[1] * x
            place = 0 if along_x != 0 else 1
            start, end = ((x, y), (next_x, next_y)) if scale > 0 else ((next_x, next_y), (x, y))
            lines[(*direction, offset)][scale > 0].append((start[place], end[place], start, end, index))
    found = []
    for one_side, other_side in lines.values():
        one_side.sort(key=lambda edge: edge[0])
        other_side.sort(key=lambda edge: edge[0])
        first = 0
        for low, high, start, end, i in one_side:
            while first < len(other_side) and other_side[first][1] <= low:
                first += 1
            for other_low, other_high, other_start, other_end, j in other_side[first:]:
                if other_low >= high:
                    break
                found.append((min(i, j), max(i, j), start if low >= other_low else other_start, end if high <= other_high else other_end))
    return tuple(found)


def _turn(p, q, r):
    return (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0])


def _layer(number, weights, biases, width):
    rows = [[_number(f"layer {number}", value) for value in row] for row in weights]
    for row in rows:
        if len(row) != width:
            raise ValueError(f"layer {number} has a row of {len(row)} weights for {width} inputs")
    shifts = [ZERO] * len(rows) if biases is None else [_number(f"layer {number}'s biases", value) for value in biases]
    if len(shifts) != len(rows) or not rows:
        raise ValueError(f"layer {number} has {len(rows)} rows and {len(shifts)} biases; as many of both are needed, at least one")
    return list(zip(rows, shifts, strict=True))


def _number(name, value) -> fmpq:
    if isinstance(value, fmpq):
        return value
    if isinstance(value, bool) or not (isinstance(value, (Rational, float)) or getattr(value, "is_Rational", False)
                                       or hasattr(value, "dtype")):
        raise TypeError(f"{name} holds {value!r}; integers, fractions and floats are allowed")
    try:
        exact = (
            Fraction(int(value.p), int(value.q))
            if hasattr(value, "q")
            else Fraction(value if isinstance(value, Rational) else float(value))
        )
    except (ValueError, OverflowError):
        raise ValueError(f"{name} holds {value}, which is no finite number") from None
    return fmpq(exact.numerator, exact.denominator)
