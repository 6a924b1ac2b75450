"""Matrices of blocks, taken apart: an equation between them is one for each block, a trace or an inner product a sum over blocks."""

from __future__ import annotations

from .algebra import Algebra
from .terms import Refused, Term, parts, shape, term

Grid = list[list[Term]]


def speaks_of_blocks(node: Term) -> bool:
    """Whether matrices of blocks occur in a term."""
    return any(part.head == "Blocks" for part in parts(node))


def opened(node: Term) -> Term:
    """A scalar with every matrix of blocks in it taken apart. Raises Refused where that is not possible."""
    if not speaks_of_blocks(node):
        return node
    if node.head == "Trace":
        grid = blocks(node.args[0])
        _fit([_rows(row) for row in grid], [_columns(grid, place) for place in range(len(grid[0]))])
        return term("Add", [term("Trace", (row[place],)) for place, row in enumerate(grid)])
    if node.head == "Dot":
        left, right = map(blocks, node.args)
        _fit([_rows(row) for row in left], [_rows(row) for row in right])
        return term("Add", [term("Dot", (one[0], other[0])) for one, other in zip(left, right, strict=True)])
    if shape(node) is not None:
        raise Refused(f"matrices of blocks inside {node.head}")
    return term(node.head, map(opened, node.args), node.mark)


def blocks(node: Term) -> Grid:
    """A matrix as its blocks, row by row."""
    head, args = node.head, node.args
    if not speaks_of_blocks(node):
        return [[node]]
    if head == "Blocks":
        return _joined([[blocks(block) for block in row.args] for row in args])
    if head in ("MatAdd", "Add"):
        return _sum([blocks(part) for part in args])
    if head in ("MatMul", "Mul"):
        scalars = [opened(part) for part in args if shape(part) is None]
        grid: Grid | None = None
        for part in args:
            if shape(part) is not None:
                found = blocks(part)
                grid = found if grid is None else _product(grid, found)
        assert grid is not None
        return [[term("MatMul", (*scalars, block)) for block in row] for row in grid] if scalars else grid
    if head == "Transpose":
        return [[term("Transpose", (block,)) for block in column] for column in zip(*blocks(args[0]), strict=True)]
    if head == "MatPow" and args[1].head == "number" and args[1].mark.denominator == 1 and 0 < args[1].mark < 9:
        grid = inner = blocks(args[0])
        for _ in range(int(args[1].mark) - 1):
            grid = _product(grid, inner)
        return grid
    raise Refused(f"matrices of blocks inside {head}")


def _joined(grids: list[list[Grid]]) -> Grid:
    rows: Grid = []
    for band in grids:
        if len({len(grid) for grid in band}) != 1:
            raise Refused("blocks of different partitions side by side")
        rows += [[block for grid in band for block in grid[place]] for place in range(len(band[0]))]
    if len({len(row) for row in rows}) != 1:
        raise Refused("blocks of different partitions one below the other")
    return rows


def _sum(grids: list[Grid]) -> Grid:
    pattern = max(grids, key=lambda grid: len(grid) * len(grid[0]))
    heights, widths = [_rows(row) for row in pattern], [_columns(pattern, place) for place in range(len(pattern[0]))]
    whole = [_split(grid, heights, widths) for grid in grids]
    for grid in whole:
        _fit([_rows(row) for row in grid], heights)
        _fit([_columns(grid, place) for place in range(len(grid[0]))], widths)
    return [[term("MatAdd", [grid[i][j] for grid in whole]) for j in range(len(widths))] for i in range(len(heights))]


def _split(grid: Grid, heights: list[Term], widths: list[Term]) -> Grid:
    """An identity or a zero in the pattern of the others; anything else as it is."""
    node, factors = grid[0][0], ()
    if len(grid) > 1 or len(grid[0]) > 1:
        return grid
    if node.head == "MatMul" and node.args[-1].head in ("Identity", "ZeroMatrix") and all(shape(part) is None for part in node.args[:-1]):
        node, factors = node.args[-1], node.args[:-1]
    if node.head not in ("Identity", "ZeroMatrix") or (len(heights), len(widths)) == (1, 1):
        return grid
    found = shape(node)
    assert found is not None
    _fit([found[0], found[1]], [term("Add", heights), term("Add", widths)])
    if node.head == "Identity":
        _fit(heights, widths)
    made = [[term("Identity", (height,)) if node.head == "Identity" and i == j else term("ZeroMatrix", (height, width))
             for j, width in enumerate(widths)] for i, height in enumerate(heights)]
    return [[term("MatMul", (*factors, block)) for block in row] for row in made] if factors else made


def _product(left: Grid, right: Grid) -> Grid:
    if len(left[0]) == 1 and len(right) > 1:
        left = _split(left, [_rows(row) for row in right], [_rows(row) for row in right])
    if len(right) == 1 and len(left[0]) > 1:
        across = [_columns(left, place) for place in range(len(left[0]))]
        right = _split(right, across, across)
    _fit([_columns(left, place) for place in range(len(left[0]))], [_rows(row) for row in right])
    return [[term("MatAdd", [term("MatMul", (left[i][k], right[k][j])) for k in range(len(right))]) for j in range(len(right[0]))]
            for i in range(len(left))]


def _rows(row: list[Term]) -> Term:
    found = shape(row[0])
    assert found is not None
    return found[0]


def _columns(grid: Grid, place: int) -> Term:
    found = shape(grid[0][place])
    assert found is not None
    return found[1]


def _fit(sizes: list[Term], others: list[Term]) -> None:
    """Raises Refused where two partitions are not the same."""
    algebra = Algebra()
    if len(sizes) != len(others) or any(algebra.size_key(one) != algebra.size_key(other) for one, other in zip(sizes, others)):
        raise Refused("blocks whose sizes do not fit")
