"""How each kind of matrix node is read into a step, and the scalars that are made of matrices: entries, traces, determinants."""

from __future__ import annotations

import sympy

from .grid import Grid, identity, times
from .rules import ONE, ZERO, NotEvaluable, Undefined, exact


def read_element(program, node):
    """An entry of a matrix."""
    parent, i, j = (program.read(argument) for argument in node.args)

    def step(get, env):
        row, column = get(i), get(j)
        if not (exact(row) and exact(column) and row.q == 1 and column.q == 1):
            raise NotEvaluable("an entry's place is an integer", node)
        grid = get(parent)
        if not (0 <= row < grid.shape[0] and 0 <= column < grid.shape[1]):
            raise Undefined("an entry outside its matrix")
        return grid[int(row.p), int(column.p)]

    return step


def read_trace(program, node):
    """The sum of the diagonal."""
    place = program.read(node.arg)

    def step(get, env):
        grid = get(place)
        total = ZERO
        for i in range(min(grid.shape)):
            total = total + grid[i, i]
        return total

    return step


def read_determinant(program, node):
    """The determinant of a square matrix."""
    place = program.read(node.arg)
    return lambda get, env: get(place).determinant()


def _size(program, node):
    place = program.read(sympy.sympify(node, strict=True))

    def size(get):
        value = get(place)
        if not (exact(value) and value.q == 1 and value >= 0):
            raise NotEvaluable("a size is a whole number", node)
        return int(value.p)

    return size


def read_explicit(program, node):
    """A matrix given by its entries."""
    places = [program.read(entry) for entry in node.flat()]
    rows, columns = node.shape
    return lambda get, env: Grid(rows, columns, [get(place) for place in places])


def read_vec(program, node):
    """The columns stacked into one."""
    place = program.read(node.arg)

    def step(get, env):
        columns = get(place).T
        return Grid(len(columns.entries), 1, list(columns.entries))

    return step


def read_over_neurons(program, node):
    """The summand is a program of its own, run once per unit vector."""
    size, inner = _size(program, node.unit.shape[0]), program.other(node.summand)

    def step(get, env):
        h, total = size(get), None
        for k in range(h):
            unit = Grid(h, 1, [ONE if i == k else ZERO for i in range(h)])
            part = inner.run({**env, node.unit: unit}).get(inner.roots[0])
            total = part if total is None else total + part
        return total

    return step


def read_identity(program, node):
    """An identity matrix whose size is worked out."""
    size = _size(program, node.args[0])
    return lambda get, env: identity(size(get))


def read_slice(program, node):
    """The corner of a matrix, its first rows and columns, whose numbers are worked out."""
    if any(part[0] != 0 or part[2] != 1 for part in (node.rowslice, node.colslice)):
        raise NotEvaluable("only the first rows and columns of a matrix are cut out", node)
    place, rows, columns = program.read(node.parent), _size(program, node.rowslice[1]), _size(program, node.colslice[1])

    def step(get, env):
        grid = get(place)
        return Grid(rows(get), columns(get), [grid[i, j] for i in range(rows(get)) for j in range(columns(get))])

    return step


def filled(value):
    """A reader of matrices that hold one value everywhere."""
    def reader(program, node):
        rows, columns = (_size(program, size) for size in node.shape)
        return lambda get, env: Grid(rows(get), columns(get), [value] * (rows(get) * columns(get)))

    return reader


def read_mat_mul(program, node):
    """A product of scalars and matrices."""
    places = [(program.read(argument), bool(getattr(argument, "is_Matrix", False))) for argument in node.args]

    def step(get, env):
        scale, product = ONE, None
        for place, is_matrix in places:
            value = get(place)
            if not is_matrix:
                scale = times(scale, value)
            else:
                product = value if product is None else product @ value
        return product if exact(scale) and scale == 1 else product.map(lambda entry: times(scale, entry))

    return step


def on_one(rule):
    """A reader of functions of one grid."""
    def reader(program, node):
        place = program.read(node.args[0])
        return lambda get, env: rule(get(place))

    return reader


def read_mat_pow(program, node):
    """A whole power of a square matrix."""
    place, exponent = program.read(node.base), program.read(node.exp)

    def step(get, env):
        n = get(exponent)
        if not (exact(n) and n.q == 1):
            raise NotEvaluable("a matrix power has an integer exponent", node)
        return get(place).power(int(n.p))

    return step


def folded(combine):
    """A reader of operations on any number of grids, from the left."""
    def reader(program, node):
        first, *rest = [program.read(argument) for argument in node.args]

        def step(get, env):
            result = get(first)
            for place in rest:
                result = combine(result, get(place))
            return result

        return step

    return reader
