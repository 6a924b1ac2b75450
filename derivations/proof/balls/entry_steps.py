"""How matrices of blocks, diagonal matrices by a formula and conditions on every entry of a vector are read into steps."""

from __future__ import annotations

from .condition_steps import UNKNOWN
from .grid import Grid, diagonal
from .rules import NotEvaluable


def read_blocks(program, node):
    """Blocks side by side and one below the other."""
    places = [[program.read(block) for block in row] for row in node.rows_of_blocks]

    def step(get, env):
        entries, width = [], None
        for row in places:
            grids = [get(place) for place in row]
            if len({grid.rows for grid in grids}) != 1 or width not in (None, [grid.columns for grid in grids]):
                raise NotEvaluable("blocks that do not fit", node)
            width = [grid.columns for grid in grids]
            entries += [entry for i in range(grids[0].rows) for grid in grids for entry in grid.line(i)]
        return Grid(len(entries) // sum(width), sum(width), entries)

    return step


def _for_each(program, node):
    """A function that runs the bound formula once for each entry of the vectors, lazily."""
    inner = program.other(node.args[0])
    vectors = [(symbol, program.read(vector)) for symbol, vector in node.pairs]

    def values(get, env):
        columns = [(symbol, get(place).entries) for symbol, place in vectors]
        for i in range(len(columns[0][1])):
            run = inner.run({**env, **{symbol: entries[i] for symbol, entries in columns}})
            yield run.get(inner.roots[0])

    return values


def read_diagonal(program, node):
    """The formula's values on the diagonal."""
    values = _for_each(program, node)

    def step(get, env):
        found = list(values(get, env))
        return diagonal(Grid(len(found), 1, found))

    return step


def read_every_entry(program, node):
    """True where the relation is at each entry; false as soon as it is not at one."""
    values = _for_each(program, node)

    def step(get, env):
        unknown = False
        for truth in values(get, env):
            if truth is False:
                return False
            unknown = unknown or truth is UNKNOWN
        return UNKNOWN if unknown else True

    return step
